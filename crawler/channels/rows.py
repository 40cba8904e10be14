"""What the row of a thread on a board says of it: how many replies, and when the last one came."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import lxml.etree

ReadTime = Callable[[str], datetime | None]
"""The latest instant that a short text names."""

TIME = re.compile(
    r"\d{1,2}[:：]\d{2}|\d{2,4}[-/.年]\d{1,2}|\d{1,2}(?:[-/]|\s?月\s?)\d{1,2}|[前昨今刚][天才刚]?|\bago\b|yesterday|today|"
    r"just now|\d\s?(?:秒|分|小时|天|周|月|年|min|hour|day|week|month|year)|(?:19|20)\d\d",
    re.IGNORECASE,
)
"""What looks like a time, in any language: a clock, a date, or a word of time."""

_REPLIES = re.compile(
    r"repl(?:y|ies)|回[复復帖应覆贴答]|评论|跟[帖贴]|comment|answer|antwort|respuesta|répon|ответ|risposte|返信|답글",
    re.IGNORECASE,
)
_VIEWS = re.compile(
    r"view|查看|浏览|瀏覽|点击|點擊|阅读|人气|\bhits?\b|aufruf|visit|vistas|просмотр|lectures|閲覧|조회", re.IGNORECASE
)
_COUNT = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d)?)\s?([kK万萬]?)")
_COUNTS = re.compile(rf"[^\d]{{0,12}}{_COUNT.pattern}(?:\s?/\s?{_COUNT.pattern})?[^\d]{{0,12}}")
_LAST = re.compile(r"最[后後新]|\b(?:last|latest|newest)\b", re.IGNORECASE)
_MAX_LABEL = 12
_UNITS = {"": 1, "k": 1000, "万": 10_000, "萬": 10_000}
_CLOCK = re.compile(r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\s?[ap]\.?m\.?)?", re.IGNORECASE)
_MAX_PIECES = 400
_MAX_TIME = 60
_COVERED = 0.6
"""Of the rows, so many have a count where the replies stand."""
_MORE_VIEWS = 4
"""So many times as often threads are read as answered, at least: likes and votes are nearer to the replies."""

Place = tuple[object, ...]
"""Where a text stands in a row: the same in all rows of a list."""

Column = dict[str, int]
"""The counts at one place, by the ids of their rows."""

_REPLIED, _VIEWED, _ONE_OF_TWO = "replies", "views", "one of two"


@dataclass(frozen=True, slots=True)
class Count:
    place: Place
    number: int
    label: str


def replies_of(rows: Mapping[str, Any]) -> Column:
    """The number of replies by id, where rows have one at the same place.

    A label decides which count that is; without one, the replies are the lesser of two, the other ones the views.
    """
    counts: dict[Place, Column] = defaultdict(dict)
    labels: dict[Place, Counter[str]] = defaultdict(Counter)
    for name, row in rows.items():
        for count in _counts(row):
            counts[count.place].setdefault(name, count.number)
            labels[count.place][count.label] += 1
    columns: dict[str, list[Column]] = defaultdict(list)
    for place, column in counts.items():
        if len(column) >= _COVERED * len(rows):
            columns[labels[place].most_common(1)[0][0]].append(column)
    if columns[_REPLIED]:
        return columns[_REPLIED][0]
    if pair := columns[_ONE_OF_TWO][:2]:
        return min(pair, key=lambda column: sum(column.values()))
    return _lesser(columns[""], columns[_VIEWED])


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


def _counts(row: Any) -> list[Count]:
    """The short texts of a row that are counts. A label of its own stands before its count, or after it: the first one
    in the row tells."""
    found: list[Count] = []
    label, is_behind = "", False
    for place, text in texts(row):
        if counts := list(_counts_in(place, text)):
            found += [replace(count, label=count.label or label) for count in counts]
            label, is_behind = "", not found[-1].label
        elif (alone := _label_alone(text)) and is_behind:
            found[-1] = replace(found[-1], label=alone)
            is_behind = False
        elif alone != "":
            label, is_behind = alone or "", False
    return found


def _counts_in(place: Place, text: str) -> Iterator[Count]:
    match = _COUNTS.fullmatch(text) if len(text) <= 40 else None
    if match is None:
        return
    number, other = (_number(*match.group(part, part + 1)) for part in (1, 3))
    if number is not None and other is not None and (number > 12 or other > 31):  # 12/345, but 3/14 is a day
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
    return None if re.search(r"[^\W\d_]", _COUNT.sub("", text)) else ""


def _number(digits: str | None, unit: str | None) -> int | None:
    return round(float(digits.replace(",", "")) * _UNITS[(unit or "").lower()]) if digits else None


def texts(row: Any) -> Iterator[tuple[Place, str]]:
    """The texts of a row, in order, with their places: what elements hold, and the attributes that say a time in
    full."""
    pieces = 0
    for event, element in lxml.etree.iterwalk(row, events=("start", "end")):
        found = [(3, element.tail)] if element is not row else []
        if event == "start":
            found = list(enumerate((element.text, element.get("title"), element.get("datetime"))))
        for part, text in found:
            if text and not text.isspace():
                yield (*_place(element), part), " ".join(text.split())
                pieces += 1
        if pieces > _MAX_PIECES:
            return


def _place(element: Any) -> Place:
    parent = element.getparent()
    return element.tag, element.get("class"), parent.tag if parent is not None else "", _nth(element)


def _nth(element: Any) -> int:
    """Which of its parent's children of its kind it is, up to 8: the column of a table."""
    before = element.itersiblings(element.tag, preceding=True)
    return sum(1 for _ in zip(before, range(8), strict=False))


def last_reply(row: Any, title: str, read_time: ReadTime) -> datetime | None:
    """The latest time of a row, its title's own words aside. A clock right behind a date belongs to it."""
    times: list[datetime | None] = []
    day = ""
    for _, text in texts(row):
        is_clock = _CLOCK.fullmatch(text) is not None
        is_time = len(text) < _MAX_TIME and text != title and TIME.search(text) is not None
        if is_time:
            times.append(read_time(f"{day} {text}".lstrip() if is_clock else text))
        day = text if is_time and not is_clock else ""
    return max((time for time in times if time), default=None)
