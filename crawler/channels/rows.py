"""What the row of a thread on a board says of it: how many replies, and when the last one came."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

ReadTime = Callable[[str], datetime | None]
"""The latest instant that a short text names."""

TIME = re.compile(
    r"\d{1,2}[:：]\d{2}|\d{2,4}[-/.年]\d{1,2}|\d{1,2}[-/月]\d{1,2}|[前昨今刚][天才刚]?|\bago\b|yesterday|today|"
    r"just now|\d\s?(?:秒|分|小时|天|周|月|年|min|hour|day|week|month|year)|(?:19|20)\d\d",
    re.IGNORECASE,
)
"""What looks like a time, in any language: a clock, a date, or a word of time."""

_REPLIES = re.compile(
    r"repl(?:y|ies)|回[复復帖应覆贴]|评论|跟[帖贴]|comment|antwort|respuesta|répon|ответ|risposte|返信|답글",
    re.IGNORECASE,
)
_VIEWS = re.compile(
    r"view|查看|浏览|瀏覽|点击|點擊|阅读|人气|\bhits?\b|aufruf|visit|vistas|просмотр|lectures|閲覧|조회", re.IGNORECASE
)
_COUNT = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d)?)\s?([kK万萬]?)")
_COUNTS = re.compile(rf"[^\d]{{0,12}}{_COUNT.pattern}(?:\s?/\s?{_COUNT.pattern})?[^\d]{{0,12}}")
_UNITS = {"": 1, "k": 1000, "万": 10_000, "萬": 10_000}
_MAX_PIECES = 400
_COVERED = 0.6
"""Of the rows, so many have a count where the replies stand."""


def replies_of(rows: Mapping[str, Any]) -> dict[str, int]:
    """The number of replies by id, where rows have one at the same place.

    A label decides which count that is; without one, the replies are the first of two columns of which the second, the
    views, is the greater one in nearly every row.
    """
    counts: dict[object, dict[str, int]] = defaultdict(dict)
    labels: dict[object, Counter[str]] = defaultdict(Counter)
    for name, row in rows.items():
        for place, number, label in _counts(row):
            counts[place].setdefault(name, number)
            labels[place][label] += 1
    columns = [place for place, values in counts.items() if len(values) >= _COVERED * len(rows)]
    column = _labelled(columns, labels) or _smaller(columns, labels, counts)
    return counts[column] if column else {}


def _labelled(columns: list[object], labels: Mapping[object, Counter[str]]) -> object | None:
    return next((column for column in columns if labels[column].most_common(1)[0][0] == "replies"), None)


def _smaller(
    columns: list[object], labels: Mapping[object, Counter[str]], counts: Mapping[object, Mapping[str, int]]
) -> object | None:
    plain = [column for column in columns if labels[column].most_common(1)[0][0] == ""]
    views = [column for column in columns if labels[column].most_common(1)[0][0] == "views"]
    for first, second in zip(plain, (plain + views)[1:], strict=False):
        both = counts[first].keys() & counts[second].keys()
        if sum(counts[first][name] <= counts[second][name] for name in both) >= 0.8 * len(both):
            return first
    return plain[0] if len(plain) == 1 else None


def _counts(row: Any) -> Iterator[tuple[object, int, str]]:
    """(place, number, label) of every short text of a row that is a count."""
    for place, text in texts(row):
        match = _COUNTS.fullmatch(text) if len(text) <= 40 else None
        if match is None:
            continue
        number, views = (_number(*match.group(part, part + 1)) for part in (1, 3))
        if number is not None and views is not None and (number > 12 or views > 31):  # 12/345, but 3/14 is a day
            yield place, number, "replies"
        elif number is not None and not TIME.search(text) and (label := _label(text)) is not None:
            yield place, number, label


def _label(text: str) -> str | None:
    """What a count is of; "" where it does not say, None where its words are another thing's, such as a name's."""
    if _REPLIES.search(text):
        return "replies"
    if _VIEWS.search(text):
        return "views"
    return None if re.search(r"[^\W\d_]", _COUNT.sub("", text)) else ""


def _number(digits: str | None, unit: str | None) -> int | None:
    return round(float(digits.replace(",", "")) * _UNITS[(unit or "").lower()]) if digits else None


def texts(row: Any) -> Iterator[tuple[object, str]]:
    """The texts of a row with their places: what elements hold, and the attributes that say a time in full."""
    pieces = 0
    for element in row.iter():
        if not isinstance(element.tag, str):
            continue
        parent = element.getparent()
        place = element.tag, element.get("class"), parent.tag if parent is not None else "", _nth(element)
        for part, text in enumerate((element.text, element.get("title"), element.get("datetime"), element.tail)):
            if text and not text.isspace() and not (part == 3 and element is row):
                yield (*place, part), " ".join(text.split())
                pieces += 1
        if pieces > _MAX_PIECES:
            return


def _nth(element: Any) -> int:
    """Which of its parent's children of its kind it is, up to 8: the column of a table."""
    before = element.itersiblings(element.tag, preceding=True)
    return sum(1 for _ in zip(before, range(8), strict=False))


def last_reply(row: Any, read_time: ReadTime) -> datetime | None:
    """The latest time of a row, its title's own words aside."""
    times = (read_time(text) for _, text in texts(row) if len(text) < 60 and TIME.search(text))
    return max((time for time in times if time), default=None)
