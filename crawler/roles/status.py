"""The state of the whole: sources in words, queue lengths, counted outcomes. For all that show it."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

from crawler.errors import Unavailable
from crawler.frontier import FailingHost, SeenStats, Tube, TubeStats
from crawler.model import Source
from crawler.roles.room import why_no_room
from crawler.roles.seen import overfull
from crawler.roles.services import Services

HOSTS_SHOWN = 100
"""Hosts that are down or ban us, at most. Somebody reads them."""


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How many items ended so, over the days asked for."""

    tube: str  # "page" or "list"
    label: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """A source with what came of it over the days asked for."""

    source: Source
    indexed: int
    ended: int


@dataclass(frozen=True, slots=True)
class RestingHost:
    """A host that is down or bans us: since when, until when it is left alone, and why (a Reason)."""

    host: str
    since: datetime
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Status:
    """What `gather` finds; `problems` says which servers did not answer, and their part is empty or None then; that the
    seen set has outgrown its capacity; and why no source is checked. `at_rest`: that nothing is at work, and what to
    do, else "". `keep_days`: documents are removed so long after they came in, 0: never; `oldest`: when the first of
    them came in."""

    sources: tuple[SourceStatus, ...] = ()
    tubes: tuple[tuple[str, TubeStats], ...] = ()
    pending: int | None = None
    documents: int | None = None
    outcomes: tuple[OutcomeCount, ...] = ()
    seen: SeenStats | None = None
    problems: tuple[str, ...] = ()
    hosts: tuple[RestingHost, ...] = ()
    at_rest: str = ""
    keep_days: float = 0.0
    oldest: datetime | None = None


def gather(services: Services, *, days: int = 1) -> Status:
    """Ask every server; one that is away costs its part of the answer only."""
    problems: list[str] = []
    sources: list[Source] = []
    at_rest = ""
    counts: dict[tuple[str, str, str, int], int] = {}
    tubes: list[tuple[str, TubeStats]] = []
    pending, documents, seen, span = None, None, None, None
    hosts: tuple[RestingHost, ...] = ()
    try:
        sources, at_rest = services.sources.all(), why_at_rest(services)
    except Unavailable as problem:
        problems.append(str(problem))
    try:
        counts = dict(services.frontier.outcomes(days=days, now=time.time()))
        pending, seen = services.frontier.pending_count(), services.frontier.seen_stats()
        hosts = resting_hosts(services, time.time())
        problems += filter(None, [overfull(seen, services.settings.seen_error_rate)])
    except Unavailable as problem:
        problems.append(str(problem))
    try:
        documents, span = services.documents.count(), services.documents.span()
    except Unavailable as problem:
        problems.append(str(problem))
    try:
        with closing(services.queue()) as queue:
            stats = {tube: queue.stats(tube) for tube in Tube}
        tubes = [(str(tube), one) for tube, one in stats.items()]
        problems += filter(None, [why_no_room(services, stats)])
    except Unavailable as problem:
        problems.append(str(problem))
    return Status(
        sources=_by_source(sources, counts),
        tubes=tuple(tubes),
        pending=pending,
        documents=documents,
        outcomes=summed(counts),
        seen=seen,
        problems=tuple(problems),
        hosts=hosts,
        at_rest=at_rest if any(source.enabled for source in sources) else "",
        keep_days=services.settings.keep_days,
        oldest=span[0] if span else None,
    )


def resting_hosts(services: Services, now: float) -> tuple[RestingHost, ...]:
    """The hosts that are down or ban us, and are asked again and again: once they are not, as their pages were given
    up, nobody knows any more. One that failed for a moment may have failed for a page alone."""
    made = services.settings
    found = services.frontier.failing(after=now - made.host_backoff_max_s, limit=HOSTS_SHOWN)
    return tuple(_resting(one) for one in found if one.until - one.since >= made.host_backoff_s)


def _resting(one: FailingHost) -> RestingHost:
    since, until = (datetime.fromtimestamp(at, UTC) for at in (one.since, one.until))
    return RestingHost(one.host, since, until, one.trouble)


def why_at_rest(services: Services) -> str:
    """ "" while a controller is at work, else that none is and what to do: the web alone checks no source."""
    if services.sources.in_charge(now=datetime.now(UTC)):
        return ""
    return f"nothing is at work: sources are checked once `crawler {'run' if services.embedded else 'controller'}` runs"


def outcomes_of(services: Services, source_id: int, *, days: int) -> tuple[OutcomeCount, ...]:
    """What became of one source's checks and pages."""
    counts = services.frontier.outcomes(days=days, now=time.time())
    return summed({key: count for key, count in counts.items() if key[3] == source_id})


def summed(counts: dict[tuple[str, str, str, int], int]) -> tuple[OutcomeCount, ...]:
    """Outcomes over all days and sources, most frequent first."""
    total: Counter[tuple[str, str]] = Counter()
    for (_, tube, label, _), count in counts.items():
        total[tube, label] += count
    ordered = sorted(total.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
    return tuple(
        OutcomeCount(tube, label.partition(":")[0], label.partition(":")[2], count) for (tube, label), count in ordered
    )


def _by_source(sources: list[Source], counts: dict[tuple[str, str, str, int], int]) -> tuple[SourceStatus, ...]:
    ended: Counter[int] = Counter()
    indexed: Counter[int] = Counter()
    for (_, tube, label, source_id), count in counts.items():
        if tube == "page":
            ended[source_id] += count
            indexed[source_id] += count if label == "indexed" else 0
    return tuple(SourceStatus(source, indexed[source.id], ended[source.id]) for source in sources)
