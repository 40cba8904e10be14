"""Days without a year and clocks of today that stand alone: when something was posted, where their element is called a
time or a date, or others that look like it hold times in full."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from crawler.extract.boilerplate import Saying, remembered
from crawler.extract.instant import is_ago
from crawler.extract.lines import line_ends
from crawler.extract.table import Table
from crawler.extract.threads.places import place

_DAY_ALONE = re.compile(
    r"(?:(?:发[表布帖]|回[复帖]|提问|评论|编辑)[于於]?[:：]?\s?)?"
    r"((?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|\d{1,2}\s?月\s?\d{1,2}\s?日)"
    r"(?:\s?(?:发[表布]|回复|提问)|\s*[\s·]\s*(?:来自|IP属地[:：]?)?\s?[\u4e00-\u9fff]{2,8})?"
)
"""A day without a year, alone or with what was done then, or with the place that the author was at."""

_SHORT_DAY = re.compile(r"(\d{1,2}-\d{1,2})")

_SHORT_YEAR = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d\d")
"""A day whose year has two figures: a score or a version, unless a clock stands behind it."""

BACK_ALONE = re.compile(r"(今天|昨天|前天)(?:\s?(?:[发發][表布佈]|回[复覆]|提[问問]))?")
CLOCK_ALONE = re.compile(r"\d{1,2}:[0-5]\d(?::[0-5]\d)?(?:\s?[ap]m)?", re.IGNORECASE)

_TIME_NAME = re.compile("time|date", re.IGNORECASE)
"""How elements are called that hold nothing but a time: there, 9-3 is no score."""

_SPAN = re.compile(r"(?:[^\W\d_]{2,12}[:：]?\s)?(\d{1,3}\s?(?:[个個]月|[^\W\d_]{1,8}\.?))")
_OF_LENGTH = re.compile(r"read|duration|length|video|audio|play|span|total", re.IGNORECASE)
"""A count and a unit, perhaps behind what was done then, and how elements are called that say how long something
takes."""

MAX_CHARS = 40
"""A longer text is no day alone."""

MAX_SPAN = 20
"""Nor is one a span of time."""

MAX_NODES = 4
"""So many nodes behind a day its clock stands."""


def day_alone(text: str, *, named: bool = False) -> str:
    """The day that is all of a text, "" if it is none: a short one only where its element is `named` as a time."""
    day = _DAY_ALONE.fullmatch(text) or (_SHORT_DAY.fullmatch(text) if named else None)
    return day[1] if day else ""


def span_alone(text: str) -> str:
    """How long ago something was, where a text is nothing but a count and a unit: 5h, 3小时; "" for other texts."""
    found = _SPAN.fullmatch(text) if len(text) <= MAX_SPAN else None
    spans = (f"{found[1]} ago", f"{found[1]}前", f"vor {found[1]}") if found else ()
    return next(filter(is_ago, spans), "")


@Saying
def names_time(names: str) -> bool:
    """True if an element of this class is called a time or a date."""
    return _TIME_NAME.search(names) is not None


def dated(table: Table) -> Iterator[int]:
    """The text leaves that begin elements which are called a time or a date, and are a day alone, or one whose year has
    two figures before a clock on its line, or how long ago it was without a word for that."""
    for node in table.called(names_time):
        for leaf in table.leaves_of(node)[:1]:
            text = table.texts[leaf]
            if len(text) <= MAX_CHARS and (_may_be_day(table, leaf) or _is_span(table, node, text.strip())):
                yield leaf


def _is_span(table: Table, node: int, text: str) -> bool:
    """True for how long ago something was in an element that is called a time, not the length of something."""
    return span_alone(text) != "" and not _OF_LENGTH.search(table.class_names[node])


def _may_be_day(table: Table, leaf: int) -> bool:
    """True for a day alone, and for one whose year has two figures with a clock behind it on its line."""
    text = table.texts[leaf].strip()
    if not _SHORT_YEAR.fullmatch(text):
        return day_alone(text) != ""
    clock = next(iter(table.leaves_in(range(leaf + 1, leaf + 1 + MAX_NODES))), -1)
    is_clock = clock > 0 and CLOCK_ALONE.fullmatch(table.texts[clock].strip()) is not None
    return is_clock and not line_ends(table, leaf, clock)


def dated_alike(table: Table, times: Iterable[int]) -> set[int]:
    """The elements at the places of some `times` that hold a day or a clock alone: of today and of this year, pages
    leave the rest out."""
    alone = {
        table.parents[leaf]
        for leaf in table.timely
        if 1 < table.characters[leaf] <= MAX_CHARS and _is_alone(table.texts[leaf].strip())
    }
    places = {place(table, time) for time in times} if alone else ()
    return {node for node in alone if place(table, node) in places}


@remembered
def _is_alone(text: str) -> bool:
    return bool(day_alone(text) or BACK_ALONE.fullmatch(text) or CLOCK_ALONE.fullmatch(text))
