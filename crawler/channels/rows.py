"""What the row of a thread on a board says of it: how many replies, and when the last one came."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice
from typing import Any

import lxml.etree

ReadTime = Callable[[str], datetime | None]
"""The latest instant that a short text names."""

TIME = re.compile(
    r"\d{1,2}[:：]\d{2}|\d{2,4}[-/.年]\d{1,2}|\d{1,2}(?:[-/]|\s?月\s?)\d{1,2}|[前昨今刚][天才刚]?|"
    r"\b(?:ago|yesterday|today|gestern|heute|ayer|ieri|вчера|сегодня|назад|trước)\b|just now|"
    r"\d\s?(?:秒|分|小时|天|周|月|年|min|hour|day|week|month|year|stunde|tage?n?\b|woche|monat|jahr|heure|jour|semaine|mois|"
    r"hora|d[ií]as?\b|semana|mes(?:es)?\b|años?\b|anos?\b|or[ae]\b|giorn|settiman|сек|мин|час|д[не]|нед|мес|год|лет|"
    r"시간|일|時間|週間)|(?:19|20)\d\d",
    re.IGNORECASE,
)
"""What looks like a time, in any language: a clock, a date, or a word of time."""

_REPLY_WORDS = (
    r"repl(?:y|ies)|回[复復帖应覆贴答]|评论|評論|跟[帖贴]|comment|answer|antwort|kommentar|respuesta|resposta|répon|ответ|"
    r"risposte|odpowied|trả lời|bình luận|返信|コメント|답글|댓글"
)
_POST_WORDS = r"messages?\b|posts?\b|[帖貼]子|beiträge|nachrichten|mensajes|mensagens|messaggi|сообщени|投稿|게시물"
_REPLIES = re.compile(_REPLY_WORDS, re.IGNORECASE)
_POSTS = re.compile(_POST_WORDS, re.IGNORECASE)
_NAMED_COUNT = re.compile(
    rf"(?<![\d.:/-])(?P<number>\d{{1,7}})\+?\s?[条個个篇]?(?:(?P<replies>{_REPLY_WORDS})|(?P<posts>{_POST_WORDS}))|"
    rf"\b(?P<none>no|keine)\s(?:{_REPLY_WORDS})|[暂暫]?[无無](?:{_REPLY_WORDS})",
    re.IGNORECASE,
)
"""A count and what it is of, among other words."""
_ELSE = re.compile(
    r"字|\bwords?\b|points?\b|votes?\b|likes?\b|赞|讚|票|推荐|推薦|收藏|喜欢|喜歡|关注|積分|积分|\bstars?\b|bookmark|karma",
    re.IGNORECASE,
)
"""What is counted besides replies and views: how long a text is, who likes it."""
_VIEWS = re.compile(
    r"view|查看|浏览|瀏覽|点击|點擊|阅读|人气|\bhits?\b|aufruf|visit|vistas|просмотр|lectures|lượt xem|閲覧|조회",
    re.IGNORECASE,
)
_COUNT = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d)?)\s?([kK万萬]?)")
_COUNTS = re.compile(rf"[^\d]{{0,12}}{_COUNT.pattern}(?:\s?/\s?{_COUNT.pattern})?[^\d]{{0,12}}")
_THREADS = re.compile(
    r"topics?\b|threads?\b|discussions?\b|主[题題]|themen\b|sujets?\b|\btemas?\b|тем[аы]?\b|tópicos?\b|argomenti|トピック|スレッド|"
    r"주제|chủ đề",
    re.IGNORECASE,
)
_LAST = re.compile(r"最[后後新]|\b(?:last|latest|newest)\b", re.IGNORECASE)
_MAX_LABEL = 12
_UNITS = {"": 1, "k": 1000, "万": 10_000, "萬": 10_000}
_CLOCK = re.compile(r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\s?[ap]\.?m\.?)?", re.IGNORECASE)
_MAX_PIECES = 400
_MAX_IN_LINE, _MAX_COLUMNS = 30, 8
"""So many elements before another are looked at for its column, and so many columns told apart."""

LINE_ENDS = frozenset(["br", "hr"])
_MAX_PAGES = 12
_PAGES = re.compile(r"[\d\s.…\[\](),|-]{1,80}")
"""What the links to a long thread's pages are made of, of which there are so many elements, nearly."""

_MAX_TIME = 60
_COVERED = 0.6
"""Of the rows, so many have a count where the replies stand."""
_MORE_VIEWS = 4
"""So many times as often threads are read as answered, at least: likes and votes are nearer to the replies."""

_MAX_CELLS = 20
_MAX_HEADED = 5
"""Rows that tell which heading is whose: the first ones may be announcements."""
_MAX_SENTENCE = 200
_IS_ID = re.compile(r"#|id|n[or]\.?|№|编号|編號|序号|序號|番号", re.IGNORECASE)

Row = tuple[Any, ...]
"""The elements of a row: one, and those behind it that are no row of their own."""

Place = tuple[object, ...]
"""Where a text stands in a row: the same in all rows of a list."""

Column = dict[str, int]
"""The counts at one place, by the ids of their rows."""

_REPLIED, _POSTED, _VIEWED, _BEGUN, _ONE_OF_TWO, _OTHER = "replies", "posts", "views", "threads", "one of two", "other"


@dataclass(frozen=True, slots=True)
class Count:
    place: Place
    number: int
    label: str


def replies_of(rows: Mapping[str, Row]) -> Column:
    """The number of replies by id, where rows have one at the same place.

    A label decides which count that is, or the heading of its column; without one, the replies are the lesser of two,
    the other ones the views. Of posts the first is no reply.
    """
    columns = _columns(rows)
    for label, less in ((_REPLIED, 0), (_POSTED, 1)):
        merged = {name: max(0, n - less) for column in reversed(columns[label]) for name, n in column.items()}
        if len(merged) >= _COVERED * len(rows):
            return merged
    likely = {label: [c for c in some if len(c) >= _COVERED * len(rows)] for label, some in columns.items()}
    if pair := likely.get(_ONE_OF_TWO, [])[:2]:
        return min(pair, key=lambda column: sum(column.values()))
    return _lesser(likely.get("", []), likely.get(_VIEWED, []))


def count_threads(rows: Mapping[str, Row]) -> bool:
    """Whether rows say how many threads there are in what they are of, as those of boards do."""
    return any(len(column) >= _COVERED * len(rows) for column in _columns(rows)[_BEGUN])


def _columns(rows: Mapping[str, Row]) -> Mapping[str, list[Column]]:
    """The counts by what they are of, the places with the most first."""
    counts: dict[Place, Column] = defaultdict(dict)
    labels: dict[Place, Counter[str]] = defaultdict(Counter)
    headings = dict(chain.from_iterable(_headings(row) for row in islice(rows.values(), _MAX_HEADED)))
    for name, row in rows.items():
        for count in _counts(row):
            counts[count.place].setdefault(name, count.number)
            labels[count.place][count.label or headings.get(count.place, "")] += 1
    columns: dict[str, list[Column]] = defaultdict(list)
    for place, column in sorted(counts.items(), key=lambda item: -len(item[1])):
        label = labels[place].most_common(1)[0][0]
        are_ids = not label and all(name.lstrip("0") == str(number) for name, number in column.items())
        columns[_OTHER if are_ids else label].append(column)
    return columns


def headings_of(row: Row) -> list[str]:
    """What the row of headings above says of each cell; nothing where there is none."""
    size = sum(1 for _ in islice(row[0], _MAX_CELLS))
    above = next((one for one in _rows_above(row[0]) if len(one) == size > 2), ())
    return [" ".join(texts((cell,))) for cell in above]


def _headings(row: Row) -> Iterator[tuple[Place, str]]:
    """What the headings say that the counts in each cell are of."""
    for cell, heading in zip(row[0], headings_of(row), strict=False):
        label = _OTHER if _IS_ID.fullmatch(heading) or _LAST.search(heading) else _label(heading) or ""
        if label == _BEGUN and next(cell.iter("a"), None) is not None:
            label = ""  # it is over the threads themselves
        yield from ((place, label) for place, _ in placed_texts((cell,)))


def _rows_above(row: Any) -> Iterator[Any]:
    """The first rows of the table, or of what holds the row."""
    above = row.getparent()
    if above is None:
        return
    if row.tag == "tr":
        table = next(islice(row.iterancestors("table"), 1), above)
        yield from (one for one in islice(table.iter("tr"), 3) if one is not row)
    else:
        yield from (one for one in islice(above, 3) if one is not row and not any(_counts((one,))))


def has_counts(row: Row, at_least: int) -> bool:
    """Whether so many counts stand in a row."""
    return sum(1 for _ in islice(_counts(row), at_least)) >= at_least


def _lesser(plain: Sequence[Column], views: Sequence[Column]) -> Column:
    """Of counts without a label the first that the next one exceeds in nearly every row; of two in the other order the
    second, where the first is so much greater that it can only be the views."""
    for first, second in itertools.pairwise([*plain, *views[:1]]):
        if _exceeds(second, first):
            return first
    if len(plain) == 2 and _exceeds(plain[0], plain[1]):
        read, answered = (sum(column.values()) for column in plain)
        return plain[1] if read >= _MORE_VIEWS * answered else {}
    return plain[0] if len(plain) == 1 else {}


def _exceeds(one: Column, other: Column) -> bool:
    both = one.keys() & other.keys()
    return sum(one[name] >= other[name] for name in both) >= 0.8 * len(both)


def _counts(row: Row) -> list[Count]:
    """The short texts of a row that are counts. A label of its own stands before its count, or after it: the first one
    in the row tells."""
    found: list[Count] = []
    label, is_behind = "", False
    for element, part, text in _pieces(row):
        if text.isdecimal() and _leads_to_page(element):
            continue
        if counts := list(_counts_in((*_place(element), part), text)):
            found += [replace(count, label=count.label or label) for count in counts]
            label, is_behind = "", not found[-1].label
        elif (alone := _label_alone(text)) and is_behind:
            found[-1] = replace(found[-1], label=alone)
            is_behind = False
        elif alone != "":
            label, is_behind = alone or "", False
    return found


def _leads_to_page(element: Any) -> bool:
    """Whether an element is one of several links with numbers: the pages of a long thread."""
    if element.tag != "a":
        return False
    beside = (one for one in (element.getprevious(), element.getnext()) if one is not None and one.tag == "a")
    return any((one.text or "").strip().isdecimal() for one in beside)


def _counts_in(place: Place, text: str) -> Iterator[Count]:
    match = _COUNTS.fullmatch(text) if len(text) <= 40 else None
    if match is None:
        if named := _NAMED_COUNT.search(text[:_MAX_SENTENCE]):
            yield Count(place, int(named["number"] or 0), _POSTED if named["posts"] else _REPLIED)
        return
    number, other = (_number(*match.group(part, part + 1)) for part in (1, 3))
    if number is not None and other is not None and (number not in range(1, 13) or other > 31):  # but 3/14 is a day
        yield Count((*place, "first"), number, _ONE_OF_TWO)
        yield Count((*place, "second"), other, _ONE_OF_TWO)
    elif number is not None and not TIME.search(text) and (label := _label(text)) is not None:
        yield Count(place, number, label)


def _label_alone(text: str) -> str | None:
    """What a text says that the count beside it is of; "" for a mark between them, None for anything else."""
    return _label(text) if len(text) <= _MAX_LABEL and not _COUNT.search(text) and not _LAST.search(text) else None


def _label(text: str) -> str | None:
    """What a count is of; "" where it does not say, None where its words are another thing's, such as a name's."""
    if _REPLIES.search(text):
        return _REPLIED
    if _VIEWS.search(text):
        return _VIEWED
    if _POSTS.search(text):
        return _POSTED
    if _THREADS.search(text):
        return _BEGUN
    if _ELSE.search(text):
        return _OTHER
    return None if re.search(r"[^\W\d_]", _COUNT.sub("", text)) else ""


def _number(digits: str | None, unit: str | None) -> int | None:
    return round(float(digits.replace(",", "")) * _UNITS[(unit or "").lower()]) if digits else None


def texts(row: Row) -> Iterator[str]:
    """The texts of a row, in order: what elements hold, what follows them, and attributes that say a time in full."""
    return (text for _, _, text in _pieces(row))


def placed_texts(row: Row) -> Iterator[tuple[Place, str]]:
    """The texts of a row with their places, which take far longer to know."""
    return (((*_place(element), part), text) for element, part, text in _pieces(row))


def _pieces(row: Row) -> Iterator[tuple[Any, int, str]]:
    """The texts of a row, each with its element, and whether it is held, said by an attribute or behind."""
    pieces = 0
    for event, element in chain.from_iterable(lxml.etree.iterwalk(one, ("start", "end")) for one in row):
        found = [(3, element.tail)]
        if event == "start":
            found = list(enumerate((element.text, element.get("title"), element.get("datetime"))))
        for part, text in found:
            if text and not text.isspace():
                yield element, part, " ".join(text.split())
                pieces += 1
        if pieces > _MAX_PIECES:
            return


def _place(element: Any) -> Place:
    parent = element.getparent()
    return element.tag, element.get("class"), parent.tag if parent is not None else "", _nth(element)


def _nth(element: Any) -> int:
    """Which of the children of its kind in its line it is, up to 8: the column of a table. Numbers of further pages,
    which only long threads have, are left out."""
    near = islice(element.itersiblings(preceding=True), _MAX_IN_LINE)
    tag, kind, before = element.tag, element.get("class"), 0
    for one in near:
        if one.tag in LINE_ENDS or before == _MAX_COLUMNS:
            break
        before += one.tag == tag and one.get("class") == kind and not _are_pages(one)
    return before


def _are_pages(element: Any) -> bool:
    """Whether an element holds links that are numbers, and nothing else that says something."""
    if not len(element):  # as nearly all are
        return False
    inside = list(islice(element.iter(), _MAX_PAGES))
    links = sum(one.tag == "a" for one in inside[1:])
    return links > 0 and len(inside) < _MAX_PAGES and _PAGES.fullmatch("".join(element.itertext())) is not None


def last_reply(row: Row, title: str, read_time: ReadTime) -> datetime | None:
    """The latest time of a row, its title's own words aside. A clock right behind a date belongs to it."""
    times: list[datetime | None] = []
    day = ""
    for text in texts(row):
        is_clock = _CLOCK.fullmatch(text) is not None
        is_time = len(text) < _MAX_TIME and text != title and TIME.search(text) is not None
        if is_time:
            times.append(read_time(f"{day} {text}".lstrip() if is_clock else text))
        day = text if is_time and not is_clock else ""
    return max((time for time in times if time), default=None)
