"""From the nodes of posts to posts: each with its text, its author and its time.

Neither has a mark of its own that all sites share, but both stand at the same place of the template in every post. So
candidates are gathered by place over all posts, and the place that behaves like an author or a post time is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from itertools import islice, pairwise

from crawler.extract.addresses import absolute
from crawler.extract.instant import Instant, instants, is_time, puts_month_first
from crawler.extract.lines import lines
from crawler.extract.published.pean import is_short
from crawler.extract.table import Table, within
from crawler.extract.threads.bylines import Author
from crawler.extract.threads.floors import floors
from crawler.extract.threads.marks import (
    MAX_TIME_CHARS,
    NOT_POSTED,
    TIME_ATTRIBUTES,
    Classes,
    Marks,
    Place,
    from_epoch,
    label_of,
)
from crawler.extract.threads.microdata import TIMES, stated
from crawler.extract.threads.notes import without_notes
from crawler.extract.threads.poster import authors
from crawler.extract.threads.quotes import quoted
from crawler.model import Post, Precision

MAX_EVENT_CHARS = 200
"""A row that says who did what is no longer."""

IN_BODY = 0.7
"""What speaks against a time that stands in the text of a post."""

MAX_LEAVES = 20
"""So many texts of an element are looked into for the time that it holds."""

_CLOCK_CHARS = 15


@dataclass(frozen=True, slots=True)
class _Time:
    """An instant in a post, whether an attribute says it, and whether it stands in the post's text."""

    instant: Instant
    in_attribute: bool
    in_body: bool = False
    is_stated: bool = False

    @property
    def origin(self) -> str:
        if self.is_stated:
            return "structured"
        return "relative" if self.instant.is_relative else "attribute" if self.in_attribute else "text"


def read_posts(
    table: Table,
    marks: Marks,
    records: Sequence[range],
    bodies: Sequence[Sequence[int]],
    now: datetime,
    zone: tzinfo,
    url: str = "",
) -> dict[int, Post]:
    """The posts in `records` (slices of node numbers), by the place of their record. `bodies` are the text leaves of
    each one's own text; records without any are left out. `url` is the page's, which links are resolved against."""
    texts = {place: text for place, body in enumerate(bodies) if (text := without_notes(lines(table, body)))}
    kept, kept_bodies = [records[place] for place in texts], [bodies[place] for place in texts]
    classes = Classes(table, kept)
    writers = authors(table, marks, kept, kept_bodies, classes)
    times = _post_times(table, marks, kept, kept_bodies, classes, now, zone)
    numbers = floors(table, kept, kept_bodies, classes)
    events = _events(table, list(texts.values()), writers, kept)
    return {
        place: Post(
            text,
            author.name,
            time.instant.at if time else None,
            floor,
            absolute(url, author.href),
            quoted(table, marks.quotes, record, body),
            precision=time.instant.precision if time else None,
            origins=_origins(author, time),
        )
        for (place, text), author, time, floor, record, body, is_event in zip(
            texts.items(), writers, times, numbers, kept, kept_bodies, events, strict=True
        )
        if not is_event
    }


def _events(table: Table, texts: Sequence[str], writers: Sequence[Author], records: Sequence[range]) -> list[bool]:
    """Which of the posts are none but rows that say who did what and when: a line with a link to a profile and a time
    in it, and nobody over it, among posts with authors."""
    unsigned = [not author.name or author.name in text for text, author in zip(texts, writers, strict=True)]
    if sum(unsigned) * 2 >= len(unsigned):
        return [False] * len(unsigned)
    return [
        alone
        and len(text) <= MAX_EVENT_CHARS
        and "\n" not in text
        and is_time(text)
        and bool(within(table.profiles, record))
        for alone, text, record in zip(unsigned, texts, records, strict=True)
    ]


def _origins(author: Author, time: _Time | None) -> dict[str, str]:
    origins = {"author": author.origin, "published_at": time.origin if time else ""}
    return {name: origin for name, origin in origins.items() if origin}


def _post_times(
    table: Table,
    marks: Marks,
    records: Sequence[range],
    bodies: Sequence[Sequence[int]],
    classes: Classes,
    now: datetime,
    zone: tzinfo,
) -> list[_Time | None]:
    """For each post the time at the best place that it has."""
    month_first = bool(records) and puts_month_first(_flow_of(table, records))
    found = [
        _times(table, marks, record, set(body), classes, now, zone, month_first)
        for record, body in zip(records, bodies, strict=True)
    ]
    values: defaultdict[Place, list[_Time]] = defaultdict(list)
    for places in found:
        for where, time in places.items():
            values[where].append(time)
    rank = {where: _worth(times) for where, times in values.items()}
    best = [places[max(places, key=rank.__getitem__)] if places else None for places in found]
    for place, node in stated(table, records, TIMES).items():
        if told := _time_at(table, node, now, zone, month_first):
            best[place] = replace(told, is_stated=True)
    return best


def _flow_of(table: Table, records: Sequence[range]) -> str:
    return table.flow[table.span(records[0].start)[0] : table.span(records[-1].stop - 1)[1]]


def _worth(times: Sequence[_Time]) -> float:
    """Posts stand in the order of their times, which have a clock; when their authors registered has neither, and what
    is told of in a post may have both."""
    pairs = list(pairwise(time.instant.at for time in times))
    ordered = sum(before <= after for before, after in pairs) / len(pairs) if pairs else 0
    clocked = sum(time.instant.precision != Precision.DAY for time in times) / len(times)
    inside = sum(time.in_body for time in times) / len(times)
    return len(times) * (1 + ordered) * (1 + clocked) * (1 - IN_BODY * inside)


def _times(
    table: Table,
    marks: Marks,
    record: range,
    body: set[int],
    classes: Classes,
    now: datetime,
    zone: tzinfo,
    month_first: bool,
) -> dict[Place, _Time]:
    """The instants at the time marks of a record, by place, the first of each place."""
    times: dict[Place, _Time] = {}
    for mark in within(marks.times, record):
        where = classes.place(mark)
        if where not in times and (time := _time_at(table, mark, now, zone, month_first)):
            leaves = table.leaves_of(mark)
            times[where] = replace(time, in_body=True) if leaves and body.issuperset(leaves) else time
    return times


def _time_at(table: Table, mark: int, now: datetime, zone: tzinfo, month_first: bool) -> _Time | None:
    """The instant at a mark, unless its label says that it is not when something was posted."""
    if NOT_POSTED.search(label_of(table, mark)):
        return None
    exact = list(_exact_times(table, mark))
    for number, text in enumerate((*exact, *_shown(table, mark))):
        for instant in instants(text, now, zone, month_first=month_first):
            if not NOT_POSTED.search(text[: instant.start]):
                return _Time(instant, in_attribute=number < len(exact))
    return None


def _shown(table: Table, mark: int) -> Iterator[str]:
    """What a mark shows, with the clock that may stand in the leaf behind; of one that holds much else, its leaves."""
    start, end = table.span(mark)
    if end - start <= MAX_TIME_CHARS:
        yield table.flow[start : end + _CLOCK_CHARS]
    else:
        texts = (table.texts[leaf] for leaf in islice(table.leaves_of(mark), MAX_LEAVES))
        yield from filter(is_short, texts)


def _exact_times(table: Table, mark: int) -> Iterator[str]:
    """What the element around a written time says in its attributes."""
    attributes = table.attributes[mark]
    for name in TIME_ATTRIBUTES:
        if value := attributes.get(name, "")[:MAX_TIME_CHARS]:
            yield from_epoch(value) or value
