"""What the roles ask of the frontier and its queue. Two families answer: Redis with Beanstalkd, and one SQLite file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from crawler.model import Outcome, PageTask


class Tube(StrEnum):
    """The queues. On Beanstalkd the setting `tube_prefix` stands before each name."""

    LISTS = "lists"
    PAGES = "pages"


@dataclass(frozen=True, slots=True)
class Job:
    """A task on lease: ours until it is deleted, released, or its TTR ends."""

    id: int
    tube: Tube
    body: bytes


@dataclass(frozen=True, slots=True)
class TubeStats:
    """Jobs in a tube, by state."""

    ready: int = 0
    delayed: int = 0
    reserved: int = 0
    buried: int = 0

    @property
    def total(self) -> int:
        """Jobs that will still run without anybody's help."""
        return self.ready + self.delayed + self.reserved


class Queue(Protocol):
    """The tubes. One object per thread: a lease belongs to the connection that took it.

    Every method raises Unavailable when the server is away (after the connection was dropped; the next call connects
    anew, with backoff, and watches again). None can hang: sockets have timeouts.
    """

    def put(self, tube: Tube, body: bytes, *, priority: int = 1000, delay_s: float = 0.0) -> None:
        """Append a job; a smaller priority runs sooner. A delay is rounded up: a job is never early."""

    def reserve(self, tube: Tube, *, timeout_s: float) -> Job | None:
        """The next ready job on lease for `lease_s`, or None when none came within the timeout."""

    def delete(self, job: Job) -> bool:
        """Done. False when the lease was lost meanwhile (the job then runs again elsewhere)."""

    def release(self, job: Job, *, delay_s: float = 0.0) -> bool:
        """Hand back, for a worker that stops or a store that is away; not for retries (see field notes on binlogs)."""

    def touch(self, job: Job) -> bool:
        """Begin the lease anew. False when it was lost."""

    def bury(self, job: Job) -> bool:
        """Set aside until a person kicks it."""

    def kick(self, tube: Tube, limit: int) -> int:
        """Make buried jobs ready again; how many."""

    def stats(self, tube: Tube) -> TubeStats: ...

    def next_ready_s(self, tube: Tube) -> float | None:
        """Seconds until the first delayed job is ready; None when none is delayed."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Admitted:
    """A task that nobody had seen. It stands in the pending set; it is due in the queue after `delay_s`."""

    task: PageTask
    delay_s: float


class Turn(StrEnum):
    """What `enter` answers."""

    GO = "go"  # fetch, after sleeping wait_s
    WAIT = "wait"  # not now: put a copy with this delay
    STALE = "stale"  # a newer copy exists, or the page has come to its end: forget this one
    CRASHES = "crashes"  # too many workers died on it: set it aside


@dataclass(frozen=True, slots=True)
class Entry:
    """The answer of `enter`. `pending` is False when the pending set did not know the task. `failing_since` (Unix
    seconds) and `trouble` (a Reason) tell of a host that has failed ever since; 0 and "" while it answers."""

    turn: Turn
    wait_s: float = 0.0
    pending: bool = True
    failing_since: float = 0.0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class FailingHost:
    """A host that has failed `since` then, for a Reason, and is left alone `until` then (Unix seconds)."""

    host: str
    since: float
    until: float
    trouble: str


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A task that a person should look at."""

    task: PageTask
    reason: str
    detail: str
    at: float  # Unix seconds


@dataclass(frozen=True, slots=True)
class SeenStats:
    """The seen set's own report. `error_rate` is what its fill makes it now, not what it was sized for."""

    capacity: int
    count: int
    fill: float  # share of bits set, 0–1; 0 for an exact set
    error_rate: float
    bytes: int
    generations: int


class Frontier(Protocol):
    """Which URL is fetched, and when. Thread-safe. Every method is one round trip and raises Unavailable; then the same
    thread may make the same call again, as often as it takes, and that counts as one call.

    All times are Unix seconds, all waits are seconds. A host is what `model.host_of` gives.
    """

    def admit(self, tasks: Sequence[PageTask], *, now: float, again: bool = False) -> list[Admitted]:
        """The tasks that are neither seen nor pending, each with a reserved host slot; they are pending from now on.

        They are not yet marked as seen: that comes after they were put in the queue. `again`: also those that were
        seen, for the pages of threads, which grow.
        """

    def mark_seen(self, urls: Sequence[str]) -> None:
        """Remember canonical URLs as queued."""

    def enter(self, task: PageTask, *, now: float, nap_s: float) -> Entry:
        """May this task's host be asked now? GO takes the host's turn (sleep `wait_s` ≤ `nap_s` first); WAIT has
        reserved a later slot, and the pending task is due then: it needs no postpone, which would forget its starts.
        Counts the start, so that a task which kills its workers is noticed (CRASHES).

        A task that the pending set does not know has come to its end if it was seen, and is STALE. If it was not, the
        store was wiped since it was queued: it is pending again from now on."""

    def enter_host(self, host: str, *, now: float, nap_s: float, interval_s: float | None = None) -> Entry:
        """The same for a list page or robots.txt, which are not pending tasks. `interval_s` is a slower pace, for a
        search engine."""

    def stretch(self, host: str, *, now: float, rest_s: float, interval_s: float | None = None) -> None:
        """Leave the host alone for so long; `interval_s` sets its pace from now on (Crawl-delay)."""

    def failed(self, host: str, trouble: str, *, now: float, is_sure: bool, asked_s: float = 0.0) -> Entry:
        """The host failed, for a Reason; if that `is_sure`: it may also have been the page. It is left alone for
        `asked_s`; and once that is sure, or has been so for `host_backoff_s`, for as long again as it has been failing,
        from `host_backoff_s` to `host_backoff_max_s`. WAIT, and for how long."""

    def answered(self, host: str) -> None:
        """The host fails no more."""

    def failing(self, *, after: float, limit: int) -> list[FailingHost]:
        """Hosts that failed and have not answered since, and are left alone until `after` (Unix seconds) or longer: for
        longest first."""

    def postpone(self, task: PageTask, *, due: float) -> None:
        """The task has a new attempt or slot: write it to the pending set, due then, its starts no longer counted.

        Nothing if it is not pending any more: another worker has brought it to its end while this one slept."""

    def settle(self, task: PageTask, outcome: Outcome, *, now: float) -> bool:
        """The end of a task: it leaves the pending set and its outcome is counted, if it was still there (True)."""

    def bury(self, task: PageTask, outcome: Outcome, *, now: float) -> bool:
        """`settle`, and the task stands among the dead letters if it was still there."""

    def count(self, tube: Tube, source_id: int, outcome: Outcome, *, now: float) -> None:
        """Count the end of what is no pending task: a list check, or a job that cannot be read (source 0)."""

    def overdue(self, *, now: float, limit: int, past_s: float | None = None) -> list[PageTask]:
        """Tasks that wait for a worker and are past due by `past_s` (None: `pending_timeout_s`), oldest first; each
        comes with its copy number raised and is due anew, so that two sweepers do not give the same one."""

    def silent(self, *, now: float, limit: int) -> list[PageTask]:
        """Tasks that a worker began `pending_timeout_s` ago and has not ended, and whose lease the queue may never end
        by itself (see BeanstalkQueue); given as by `overdue`."""

    def pending_count(self) -> int: ...

    def waiting_count(self) -> int:
        """Pending tasks that wait for a worker to begin them: as many as there should be ready and delayed jobs."""

    def outcomes(self, *, days: int, now: float) -> Mapping[tuple[str, str, str, int], int]:
        """(day, "page" | "list", "label" or "label:reason", source id) → count, over the last `days` UTC days."""

    def dead_letters(self, limit: int) -> list[DeadLetter]: ...

    def revive(self, url: str, *, now: float) -> PageTask | None:
        """Take a dead letter out, as a pending task with attempt 0; None when there is none."""

    def forget_dead(self, url: str) -> bool: ...

    def remember_thread(self, thread_id: str, memory: bytes, *, due: float | None) -> None:
        """Keep what is known of a thread, by the `url_id` of its first page. `due`: its next visit; None: none is
        planned. What is not written anew for `seen_days` is forgotten."""

    def recall_threads(self, thread_ids: Sequence[str]) -> list[bytes | None]:
        """What is remembered of each, in order."""

    def due_threads(self, *, now: float, again_at: float, limit: int) -> list[bytes]:
        """Threads whose visit is due, longest due first. Each is due again at `again_at`, in case that visit is lost:
        one that comes to its end plans the next."""

    def forget_source(self, source_id: int) -> int:
        """Drop a source's pending tasks, its dead letters and what is remembered of its threads, uncounted; how many
        tasks were pending. Their URLs are seen: their jobs are stale. Looks through everything that is kept."""

    def forget_seen(self, urls: Sequence[str]) -> bool:
        """Let canonical URLs be fetched again. False where the seen set cannot forget: a Bloom filter is to be rebuilt
        for that."""

    def seen_stats(self) -> SeenStats: ...

    def clear_seen(self) -> None:
        """Empty the seen set, before it is rebuilt from the index with `mark_seen`."""

    def get_cached(self, key: str) -> bytes | None:
        """A small shared cache (robots.txt, what the articles of a site have in common)."""

    def put_cached(self, key: str, value: bytes, *, ttl_s: float) -> None: ...

    def get_all_cached(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """What is there of these keys."""

    def put_all_cached(self, values: Mapping[str, bytes], *, ttl_s: float) -> None: ...

    def check(self) -> None:
        """Return when the store answers, else raise Unavailable with what to do."""
