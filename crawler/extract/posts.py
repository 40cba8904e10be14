"""From the nodes of posts to posts: each with its text, its author and its time.

Neither has a mark of its own that all sites share, but both stand at the same place of the template in every post. So
candidates are gathered by place over all posts, and the place that behaves like an author or a post time is taken.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, tzinfo
from itertools import pairwise
from typing import TypeVar

from crawler.extract.addresses import absolute
from crawler.extract.instant import instants
from crawler.extract.lines import lines
from crawler.extract.marks import MAX_TIME_CHARS, TIME_ATTRIBUTES, Marks, from_epoch, place, within
from crawler.extract.notes import without_notes
from crawler.extract.poster import authors
from crawler.extract.table import Table
from crawler.model import Post

T = TypeVar("T")
Candidates = list[dict[str, T]]
"""For each post what was found in it, by place."""

_NOT_POSTED = re.compile(r"注册|登录|在线|编辑|修改|joined|regist|edited|last (?:seen|visit|login)", re.IGNORECASE)
_LABEL_CHARS = 12
_CLOCK_CHARS = 15


def read_posts(
    table: Table,
    marks: Marks,
    records: Sequence[range],
    bodies: Sequence[Sequence[int]],
    now: datetime,
    zone: tzinfo,
    url: str = "",
) -> tuple[Post, ...]:
    """The posts in `records` (slices of node numbers), floors counted from 1. `bodies` are the text leaves of each
    one's own text; records without any are left out. `url` is the page's, which links are resolved against."""
    texts = [without_notes(lines(table, body)) for body in bodies]
    kept = [record for record, text in zip(records, texts, strict=True) if text]
    writers = authors(table, kept, [body for body, text in zip(bodies, texts, strict=True) if text])
    times = _by_place(_times(table, marks, kept, now, zone), _in_order)
    return tuple(
        Post(text, author.name, at, floor, absolute(url, author.href))
        for floor, (text, author, at) in enumerate(zip(filter(None, texts), writers, times, strict=True), start=1)
    )


def _by_place(candidates: Candidates[T], worth: Callable[[str, list[T]], float]) -> list[T | None]:
    """For each post its candidate at the best place that it has: found in most posts, and of most worth there."""
    values: defaultdict[str, list[T]] = defaultdict(list)
    for places in candidates:
        for where, value in places.items():
            values[where].append(value)
    rank = {where: -len(found) * worth(where, found) for where, found in values.items()}
    return [places[min(places, key=rank.__getitem__)] if places else None for places in candidates]


def _in_order(_where: str, times: list[datetime]) -> float:
    """Posts stand in the order of their times; when their authors registered has no order."""
    pairs = list(pairwise(times))
    return 1 + sum(before <= after for before, after in pairs) / len(pairs) if pairs else 1


def _times(table: Table, marks: Marks, records: Sequence[range], now: datetime, zone: tzinfo) -> Candidates[datetime]:
    """The instants at the time marks of each record, by place, the first of each place."""
    found: Candidates[datetime] = []
    for record in records:
        times: dict[str, datetime] = {}
        for mark in within(marks.times, record):
            if at := _time_at(table, mark, now, zone):
                times.setdefault(place(table, mark), at)
        found.append(times)
    return found


def _time_at(table: Table, mark: int, now: datetime, zone: tzinfo) -> datetime | None:
    """The instant at a mark, unless its label says that it is not when something was posted."""
    start, end = table.span(mark)
    if _NOT_POSTED.search(table.flow[max(0, start - _LABEL_CHARS) : start]):
        return None
    # The clock may stand in the leaf behind the date.
    shown = table.flow[start : min(end, start + MAX_TIME_CHARS) + _CLOCK_CHARS]
    for text in (*_exact_times(table, mark), shown):
        for instant in instants(text, now, zone):
            if not _NOT_POSTED.search(text[: instant.start]):
                return instant.at
    return None


def _exact_times(table: Table, mark: int) -> Iterator[str]:
    """What the element around a written time says in its attributes."""
    attributes = table.attributes[mark]
    for name in TIME_ATTRIBUTES:
        if value := attributes.get(name, "")[:MAX_TIME_CHARS]:
            yield from_epoch(value) or value
