"""When each post was written.

A time is no mark that all sites share: pages also say when someone registered, when a post was edited, what was quoted.
But it stands at the same place of the template in every post. So times are gathered by place over all posts, and the
place that behaves like the times of posts is taken.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from itertools import islice, pairwise

from crawler.extract.instant import Instant, Order, from_epoch, instants, order_of
from crawler.extract.published.pean import is_short
from crawler.extract.table import Table, within
from crawler.extract.threads.beside import MAX_PANEL, beside
from crawler.extract.threads.days import BACK_ALONE, CLOCK_ALONE, day_alone, names_time, span_alone
from crawler.extract.threads.marks import MAX_TIME_CHARS, TIME_ATTRIBUTES, Marks, marks_outside
from crawler.extract.threads.microdata import TIMES, stated
from crawler.extract.threads.page_clock import made_at, stated_zone
from crawler.extract.threads.places import Classes, Place
from crawler.extract.threads.time_labels import LABEL_CHARS, is_of_another, label_of
from crawler.model import Precision

IN_BODY = 0.7
"""What speaks against a time that stands in the text of a post."""

MAX_SHOWN = 20
"""So many texts of an element are looked into for the time that it holds."""

MAX_OF_HEAD = 24
"""Among so many texts of a letter stands when it was sent: the names in its head may be links."""

MAX_AROUND = 2
"""So many elements around a time that hold nothing else are asked for attributes."""

NEAR = timedelta(days=60)
"""A reply without a year is of the year in which it stands so near behind another post."""

MAX_SHIFT = timedelta(hours=14)
"""How far the clocks of two zones may be apart."""

HALF_HOUR = timedelta(minutes=30)

_OTHER_ATTRIBUTES = re.compile(r"time|date|stamp|epoch|created|^ts$|-ts$|tip|title|label", re.IGNORECASE)
"""Attributes that may say more exactly what is shown as a day, or as so long ago."""

_NAMED_BACK_ALONE = re.compile(
    r"(yesterday|today|heute|gestern|hoy|ayer|oggi|ieri|вчера|сегодня|вчора|сьогодні|今日|昨日"
    r"|어제|오늘|bugün|dün|wczoraj|dzisiaj|ontem|hoje|gisteren|vandaag|i går|i dag|igår|idag|eilen|tänään|včera|dnes"
    r"|hôm qua|hôm nay|kemarin)",
    re.I,
)
"""A day counted back from now, alone; such words may be of anything in most languages."""

_SENT = re.compile(r"(?:发信站|發信站|寄信站|发信时间|日\s{0,2}期)\s?[:：]")
_EDITED = re.compile(r"(?:编辑|編輯|修改|更新)(?:[于於]|时间|時間)?\s?[:：]?\s*$")

_OPENED = re.compile(
    r"\W*(?:(?:created|opened|reported|submitted|raised|(?:date )?entered)(?: (?:on|at))?"
    r"|(?:创建|建立|提交|报告)(?:[于於]|时间|時間|日期)?|(?:erstellt|gemeldet)(?: am)?"
    r"|登録日|報告日|作成日|créée? le|creado|criado em|созда(?:но|на?))\W*",
    re.IGNORECASE,
)
"""What labels when a ticket was opened, among what else the page tells of it."""

_CLOCK_BEGUN = re.compile(r"[\s,·|-]{0,15}(?:at\s|um\s|[上下]午|[AaPp][Mm])?\s{0,3}\d{1,2}\s?[:：时點点h]")
_CLOCK_BEFORE = re.compile(r"(?<=[\dMm])\s{0,3}\n\s{0,3}(?=(?:on|am|le|el|del|il|em|den)\s)")
"""What parts a clock in an element of its own from the day behind it."""

_CLOCK_CHARS = 15
_HEAD_CHARS = 400


@dataclass(frozen=True, slots=True)
class PostTime:
    """An instant in a post, whether an attribute says it, and whether it stands in the post's text."""

    instant: Instant
    in_attribute: bool = False
    in_body: bool = False
    is_stated: bool = False

    @property
    def origin(self) -> str:
        if self.is_stated:
            return "structured"
        return "relative" if self.instant.is_relative else "attribute" if self.in_attribute else "text"


def post_times(
    table: Table,
    marks: Marks,
    records: Sequence[range],
    bodies: Sequence[Sequence[int]],
    classes: Classes,
    now: datetime,
    zone: tzinfo,
) -> list[PostTime | None]:
    """For each post the time at the best place that it has. `records` are slices of node numbers, `bodies` the text
    leaves of each one's own text; `zone` is for times whose zone the page does not say."""
    if not records:
        return []
    order = order_of("\n".join([_flow_of(table, records), *_titles_of(table, marks, records)]))

    def read(now: datetime, zone: tzinfo) -> list[PostTime | None]:
        return _Reader(table, marks, now, zone, order).read(records, bodies, classes)

    here = stated_zone(table) or zone
    found = read(now, here)
    if here != zone and None in found:  # ahead of now: the page, or its clock, is not in the zone that it states
        here, found = zone, read(now, zone)
    if any(time and not _is_whole(time.instant) for time in found):
        moment = made_at(table, now, here)
        if moment and all(time.instant.at <= moment for time in found if time and _is_whole(time.instant)):
            found = read(moment, here)
    return _with_years(found, now)


def _is_whole(instant: Instant) -> bool:
    """True for an instant that is read without knowing when the page was made."""
    return not instant.is_relative and not instant.lacks_year


def _flow_of(table: Table, records: Sequence[range]) -> str:
    return table.flow[table.span(records[0].start)[0] : table.span(records[-1].stop - 1)[1]]


def _titles_of(table: Table, marks: Marks, records: Sequence[range]) -> list[str]:
    """What the marks of times in posts say in their titles, which may be all the dates that these have."""
    titles = (
        table.attributes.value(mark, "title") for mark in within(marks.times, range(records[0].start, records[-1].stop))
    )
    return [title for title in titles if 0 < len(title) <= MAX_TIME_CHARS]


@dataclass(frozen=True, slots=True)
class _Reader:
    """What times are read with: `now`, the zone of those without one, and in which order 03/05/2024 is."""

    table: Table
    marks: Marks
    now: datetime
    zone: tzinfo
    order: Order

    def read(
        self, records: Sequence[range], bodies: Sequence[Sequence[int]], classes: Classes
    ) -> list[PostTime | None]:
        """For each post the time at the best place that it has; one that no element marks where it has none."""
        inside = [set(body) for body in bodies]
        best = self._at_best_places(records, inside, classes)
        for place, node in stated(self.table, records, TIMES).items():
            if (told := self._time_at(node)) and not _is_day_of(told.instant, best[place]):
                best[place] = replace(told, is_stated=True)
        best = [time or self._unmarked(record, body) for time, record, body in zip(best, records, inside, strict=True)]
        outside = _are_outside(best)
        if any(time is None or (time.in_body and (time.instant.is_relative or outside)) for time in best):
            best = self._with_others(best, records)
        first, *others = [
            time or self._sent(body) or self._edited(record, body)
            for time, record, body in zip(best, records, inside, strict=True)
        ]
        return [first or self._opened(records), *others]

    def _at_best_places(
        self, records: Sequence[range], bodies: Sequence[set[int]], classes: Classes
    ) -> list[PostTime | None]:
        """For each post the time at that of its places whose times, over all posts, are most like those of posts."""
        found = [self._times(record, body, classes) for record, body in zip(records, bodies, strict=True)]
        values: defaultdict[Place, list[PostTime]] = defaultdict(list)
        for places in found:
            for where, time in places.items():
                values[where].append(time)
        worths = {where: _worth(times) for where, times in values.items()}
        return [places[max(places, key=worths.__getitem__)] if places else None for places in found]

    def _with_others(self, times: Sequence[PostTime | None], records: Sequence[range]) -> list[PostTime | None]:
        """The times, with those that stand outside of posts: on the side of them where most have one. They go before
        what a post tells of other days. The time of another post is when somebody replied last."""
        lacking = [place for place, time in enumerate(times) if time is None or time.in_body]
        known = {time.instant.at for time in times if time and not time.in_body}
        sides = [
            {
                place: time
                for place, part in side.items()
                if (time := self._in_part(part)) and time.instant.at not in known
            }
            for side in _sides(self.table, self.marks.times, records, lacking)
        ]
        best = max(sides, key=len)
        return [best.get(place) or time for place, time in enumerate(times)]

    def _in_part(self, part: range) -> PostTime | None:
        """The first time of a part of the page."""
        return next(filter(None, map(self._time_at, within(self.marks.times, part))), None)

    def _times(self, record: range, body: set[int], classes: Classes) -> dict[Place, PostTime]:
        """The instants at the time marks of a record, by place, the first of each place."""
        times: dict[Place, PostTime] = {}
        for mark in within(self.marks.times, record):
            where = classes.place(mark)
            if where not in times and (time := self._time_at(mark)):
                leaves = self.table.leaves_of(mark)
                times[where] = replace(time, in_body=True) if leaves and body.issuperset(leaves) else time
        return times

    def _time_at(self, mark: int) -> PostTime | None:
        """The instant at a mark, unless its label says that it is not when something was posted: as its attributes say
        it, in the zone of what it shows, else as it shows it."""
        if is_of_another(label_of(self.table, mark)):
            return None
        exact = self._first(_exact_times(self.table, mark))
        if exact and exact.at.utcoffset() and not exact.is_relative:
            return PostTime(exact, in_attribute=True)
        shown = self._first(_shown(self.table, mark))
        if exact and not (shown and exact.is_relative):  # some show when it was, and say how long ago
            return PostTime(_as_shown(exact, shown, self.zone) if shown else exact, in_attribute=True)
        if shown is None or (_is_whole(shown) and shown.precision != Precision.DAY):
            return PostTime(shown) if shown else None
        more = self._first(_other_times(self.table, mark))
        return PostTime(more, in_attribute=True) if more and _is_whole(more) else PostTime(shown)

    def _first(self, texts: Iterator[str]) -> Instant | None:
        for text in texts:
            for instant in self._instants(text):
                if not is_of_another(text[: instant.start]):
                    return instant
        return None

    def _instants(self, text: str) -> list[Instant]:
        return instants(text, self.now, self.zone, order=self.order)

    def _unmarked(self, record: range, body: set[int]) -> PostTime | None:
        """A time outside a post's text whose parts stand in several elements, or a day without a year, or a clock of
        today, alone in one."""
        leaves = [leaf for leaf in self.table.leaves_in(record) if leaf not in body]
        texts = [self.table.texts[leaf].strip() for leaf in leaves]
        head = "\n".join(texts)[:_HEAD_CHARS]
        for instant in self._instants(head):
            label = head[max(0, instant.start - LABEL_CHARS) : instant.start]
            if _is_whole(instant) and not is_of_another(label):
                return PostTime(self._with_clock(instant, texts))
        pairs = zip(leaves, texts, strict=True)
        return next((PostTime(instant) for leaf, text in pairs for instant in self._alone(leaf, text)), None)

    def _sent(self, body: set[int]) -> PostTime | None:
        """When a letter was sent whose head stands in a text with what it says, as in what telnet boards show."""
        for leaf in sorted(body)[:MAX_OF_HEAD]:
            head = self.table.texts[leaf][:_HEAD_CHARS]
            sent = _SENT.search(head)
            if sent and (found := self._instants(head[sent.end() : sent.end() + MAX_TIME_CHARS])):
                return PostTime(found[0], in_body=True)
        return None

    def _edited(self, record: range, body: set[int]) -> PostTime | None:
        """When a post was edited, where that is all that the page says of when: some show one time of each post."""
        for mark in within(self.marks.times, record):
            if not body.issuperset(self.table.leaves_of(mark)):
                before = label_of(self.table, mark)
                for text in _shown(self.table, mark):
                    for instant in self._instants(text):
                        if _EDITED.search(f"{before}{text[: instant.start]}"):
                            return PostTime(instant)
        return None

    def _opened(self, records: Sequence[range]) -> PostTime | None:
        """When a ticket was opened, as the page says it outside of the posts behind a label."""
        outside = marks_outside(self.marks.times, records)
        labelled = (mark for mark in outside if _OPENED.fullmatch(label_of(self.table, mark)))
        return next(filter(None, map(self._time_at, labelled)), None)

    def _alone(self, leaf: int, text: str) -> Iterator[Instant]:
        """The day, or the clock of today, that is all of a text: a short one, or yesterday, where its element is called
        so, or is a mark."""
        around = self.table.parents[leaf]
        is_mark = bool(within(self.marks.times, range(around, around + 1)))
        is_named = is_mark or names_time(self.table.class_names[around])
        if day := day_alone(text, named=is_named):
            yield from self._days(day)
        elif back := BACK_ALONE.fullmatch(text) or (_NAMED_BACK_ALONE.fullmatch(text) if is_named else None):
            yield from self._days(back[1])
        elif is_mark and (span := span_alone(text)):
            yield from self._instants(span)
        elif is_named and CLOCK_ALONE.fullmatch(text):
            yield from self._instants(f"今天 {text}") or self._instants(f"昨天 {text}")  # read after midnight

    def _days(self, day: str) -> Iterator[Instant]:
        """The instants at which a day begins that is named without a clock."""
        return (replace(instant, precision=Precision.DAY) for instant in self._instants(f"{day} 00:00"))

    def _with_clock(self, day: Instant, texts: Sequence[str]) -> Instant:
        """A day with the only clock that stands alone in a text beside it."""
        clocks = [text for text in texts if CLOCK_ALONE.fullmatch(text)]
        if day.precision != Precision.DAY or len(clocks) != 1:
            return day
        found = self._instants(f"{day.at:%Y-%m-%d} {clocks[0]}")
        return replace(day, at=found[0].at, precision=found[0].precision) if found else day


def _is_day_of(day: Instant, time: PostTime | None) -> bool:
    """True for a day of which a time is shown more exactly."""
    if time is None or day.precision != Precision.DAY or time.instant.precision == Precision.DAY:
        return False
    return day.at.date() == time.instant.at.date() and not time.instant.is_relative


def _are_outside(times: Sequence[PostTime | None]) -> bool:
    """True if most posts have their time outside their text, or there is but one, which may tell of any day."""
    outside = sum(time is not None and not time.in_body for time in times)
    return len(times) == 1 or outside * 2 > len(times)


def _sides(
    table: Table, times: Sequence[int], records: Sequence[range], places: Sequence[int]
) -> Iterator[dict[int, range]]:
    """What stands between posts, by the place of that behind which it stands, and by the place of that before which it
    stands. Before the first and behind the last it is what stands beside them, up to the first with a time (`times` are
    the page's marks)."""
    first, last = records[0], records[-1]
    before = [part for part in beside(table, first, records) if part.stop == first.start]
    behind = [part for part in beside(table, last, records) if part.start == last.stop]
    above, below = max(table.parents[first.start], 0), max(table.parents[last.start], 0)
    before.append(range(above + 1, first.start))
    behind.append(range(last.stop, max(last.stop, table.ends[below])))
    over, under = (next((part for part in parts if within(times, part)), parts[0]) for parts in (before, behind))
    between = [range(one.stop, other.start) for one, other in pairwise(records)]
    for gaps in ([*between, under], [over, *between]):
        yield {place: gaps[place] for place in places if len(table.leaves_in(gaps[place])) <= MAX_PANEL}


def _worth(times: Sequence[PostTime]) -> float:
    """How much the times of one place are like those of posts, which are in order and have a clock; the days on which
    authors registered are not and have none, and what a post tells of may be both."""
    pairs = list(pairwise(time.instant.at for time in times))
    ordered = sum(before <= after for before, after in pairs) / len(pairs) if pairs else 0
    clocked = sum(time.instant.precision != Precision.DAY for time in times) / len(times)
    inside = sum(time.in_body for time in times) / len(times)
    return len(times) * (1 + ordered) * (1 + clocked) * (1 - IN_BODY * inside)


def _as_shown(exact: Instant, shown: Instant, zone: tzinfo) -> Instant:
    """An instant of an attribute in universal time as the page writes it: in the zone in which its clock, or else its
    day in `zone`, is what is shown."""
    if shown.is_relative:
        return exact
    if shown.precision == Precision.DAY:
        there = exact.at.astimezone(zone)
        return replace(exact, at=there) if shown.at.date() == there.date() != exact.at.date() else exact
    written = shown.at.replace(second=0, microsecond=0, tzinfo=UTC)
    if shown.lacks_year and (written.month, written.day) != (2, 29):
        written = written.replace(year=exact.at.year)
    offset = written - exact.at.replace(second=0, microsecond=0)
    if abs(offset) > MAX_SHIFT or offset % HALF_HOUR:
        return exact
    return replace(exact, at=exact.at.astimezone(timezone(offset)))


def _with_years(times: Sequence[PostTime | None], now: datetime) -> list[PostTime | None]:
    """The times, those without a year in the year that puts them near behind the opening or the post before: sites
    that write no year in the current one have replies of this year, others have them when the thread was begun. Where
    other replies have a year, or are counted back from now, those without one are of this one."""
    found = list(times)
    if any(time and not time.in_body and not time.instant.lacks_year for time in found[1:]):
        return found
    opening = next((time.instant.at for time in found[:1] if time and _is_whole(time.instant)), None)
    before = opening
    for place, time in enumerate(found):
        if opening and before and time and time.instant.lacks_year:
            near = (_year_behind(time.instant.at, at) for at in (before, opening))
            at = next((at for at in near if at and at <= now), time.instant.at)
            found[place] = replace(time, instant=replace(time.instant, at=at))
        if time and not time.instant.is_relative:
            before = max(opening or time.instant.at, (found[place] or time).instant.at)
    return found


def _year_behind(at: datetime, before: datetime) -> datetime | None:
    """An instant in the year that puts it behind another, if that is near; a day may begin before it."""
    for year in (before.year, before.year + 1):
        if (at.month, at.day) != (2, 29):
            moved = at.replace(year=year)
            if timedelta() <= moved - before + timedelta(days=1) <= NEAR:
                return moved
    return None


def _shown(table: Table, mark: int) -> Iterator[str]:
    """What a mark shows but for what can be done there, with the clock that may stand in the leaf behind; of one that
    holds much else, its leaves."""
    start, end = table.span(mark)
    if end - start <= MAX_TIME_CHARS:
        behind = table.flow[end : end + _CLOCK_CHARS]
        shown = table.flow[start:end] + (behind if _CLOCK_BEGUN.match(behind) else "")
        for leaf in table.leaves_of(mark):
            if table.links[leaf] > table.links[mark] and not any(map(str.isdigit, table.texts[leaf])):
                shown = shown.replace(table.texts[leaf], "", 1)
        yield _CLOCK_BEFORE.sub(" ", shown)
    else:
        texts = (table.texts[leaf] for leaf in islice(table.leaves_of(mark), MAX_SHOWN))
        yield from filter(is_short, texts)


def _exact_times(table: Table, mark: int) -> Iterator[str]:
    """What the element around a written time says in its attributes."""
    attributes = table.attributes[mark]
    for name in TIME_ATTRIBUTES:
        if value := attributes.get(name, "")[:MAX_TIME_CHARS]:
            yield from_epoch(value) or value


def _other_times(table: Table, mark: int) -> Iterator[str]:
    """What may be more exact in other attributes of an element with a time, and of those around it that hold it
    alone."""
    node, span = mark, table.span(mark)
    for _ in range(1 + MAX_AROUND):
        for name, value in table.attributes[node].items():
            if len(value) <= MAX_TIME_CHARS and _OTHER_ATTRIBUTES.search(name):
                yield from_epoch(value) or value
        node = table.parents[node]
        if node < 0 or table.span(node) != span:
            return
