"""The controller: says which sources are due, puts back what was lost, and keeps the index and the seen set in shape.

One at a time, by a lock with fencing; the others stand by. It holds nothing in memory from one round to the next.
"""

from __future__ import annotations

import os
import random
import secrets
import socket
import threading
import time
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NoReturn

from crawler.errors import Unavailable
from crawler.frontier import Queue, Tube
from crawler.frontier.schedule import DAY_S, next_check
from crawler.frontier.threads import ThreadMemory
from crawler.model import Channel, CheckReport, ListTask, Source, State
from crawler.observe import EventLog, Heartbeat
from crawler.roles.room import why_no_room
from crawler.roles.rows import row_error
from crawler.roles.seen import overfull, rebuild_seen, seen_is_complete
from crawler.roles.services import Services
from crawler.stores import Lease

SWEEP_BATCH = 5000
MAINTAIN_S = 60.0

LOOKS = 3
"""In so many sweeps tasks without a job are seen before they are put back at once."""

CLOCK_STEP_S = 60.0
"""A clock that is set back by less costs no more than that, and is no more than clocks are set by now and then."""

LONG_AGO = datetime.fromtimestamp(0, UTC)


class StandBy(Exception):
    """This controller is not in charge, or is to leave: the round ends here."""


class Controller:
    """One round is one poll: check changed rows, queue due sources; now and then sweep and maintain."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._settings = services.settings
        self._sources = services.sources
        self._frontier = services.frontier
        self._log = EventLog("controller")
        self._heartbeat = Heartbeat("controller")
        self._stop = threading.Event()
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._lease: Lease | None = None
        self._is_alone = False
        self._stands_by = False
        self._next_sweep = 0.0
        self._next_maintain = 0.0
        self._without_job: deque[int] = deque(maxlen=LOOKS)
        self._held_back = ""
        self._seen_overfull = False
        self._clock_ahead = _clock_ahead()

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; then give the lock up."""
        self._stop = stop
        queue = self._services.queue()
        while not stop.is_set():
            wait = self._settings.poll_s
            try:
                self.round(queue)
            except Unavailable as problem:
                self._log.warning("waiting", reason=str(problem), wait_s=problem.after_s)
                wait = problem.after_s
            self._pause(wait)
        self._leave()
        queue.close()
        self._heartbeat.stop()
        self._log.info("stopped")

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self._heartbeat.beat()
        while (left := end - time.monotonic()) > 0 and not self._stop.wait(min(left, 5.0)):
            self._heartbeat.beat()

    def _leave(self) -> None:
        if self._lease:
            try:
                self._sources.give_up(self._lease)
            except Unavailable as problem:
                self._log.warning("lock kept until it runs out", reason=str(problem))

    def round(self, queue: Queue) -> None:
        """One poll. Does nothing while another controller holds the lock."""
        try:
            self._take_charge()
            if not seen_is_complete(self._frontier):
                self._rebuild_seen()
            self._watch_clock()
            self._check_rows()
            self._queue_due(queue)
            self._queue_visits(queue)
            self._sweep(queue)
            self._maintain()
        except StandBy:
            return

    def _take_charge(self) -> Lease:
        """Take the lock, or keep it: at the start of each round, and before each part of what may take longer than it
        lasts. Raises StandBy."""
        if self._stop.is_set():
            raise StandBy
        self._heartbeat.beat()
        before, lock_s = self._lease, self._settings.lock_s
        self._is_alone = self._is_alone or self._services.found_alone()
        self._lease = self._sources.acquire(self._holder, now=datetime.now(UTC), lock_s=lock_s, alone=self._is_alone)
        if self._lease is None:
            self._stand_by()
        self._is_alone = False
        self._stands_by = False
        if before is None or before.token != self._lease.token:
            self._log.info("in charge", holder=self._holder, token=self._lease.token)
            if keep_days := self._settings.keep_days:
                self._log.info("retention", done=f"documents are removed {keep_days:g} days after they came in")
        return self._lease

    def _stand_by(self) -> NoReturn:
        """End the round, and say so once: also at the start, where one that was killed has the lock for a while yet."""
        if not self._stands_by:
            silent_s = self._settings.lock_s
            reason = f"another controller holds the lock; one that is silent for {silent_s:g} s is replaced"
            self._log.warning("standing by", reason=reason)
        self._stands_by = True
        raise StandBy

    def _watch_clock(self) -> None:
        """Checks are planned by the clock. When that is set back, they would all wait until the old time is reached."""
        ahead = _clock_ahead()
        back_s = self._clock_ahead - ahead
        if back_s > CLOCK_STEP_S:
            self._sources.make_due()
            self._log.warning("every source is due", reason=f"the clock was set back by {back_s:.0f} s")
        self._clock_ahead = ahead

    def _check_rows(self) -> None:
        """Look over rows that are new or that a person changed: a bad one gets its error, and disturbs nobody."""
        while rows := self._sources.unchecked(limit=self._settings.due_batch):
            self._take_charge()
            for source in rows:
                error = row_error(source, self._services.engines)
                self._sources.checked_row(source, error)
                event = "bad source" if error else "source" if source.enabled else "source disabled"
                self._log.info(
                    event, source=source.id, name=source.name, channel=source.channel, url=source.url, reason=error
                )

    def _queue_due(self, queue: Queue) -> None:
        """Queue the sources that are due by now, as long as there is room; then those whose tasks were lost."""
        now = datetime.now(UTC)
        while self._room(queue):
            due = self._sources.due(now=now, lost_before=LONG_AGO, limit=self._settings.due_batch)
            if not due:
                self._queue_lost(queue, now)
                return
            self._queue_sources(queue, due)

    def _queue_lost(self, queue: Queue, now: datetime) -> None:
        """Queue sources again that were queued long ago, but no more than have lost their task: while there are as many
        jobs as tasks that have not reported, the queue is merely long. A job that a worker holds does not count, since
        that worker may be frozen."""
        stats = queue.stats(Tube.LISTS)
        missing = self._sources.open_tasks() - stats.ready - stats.delayed
        if missing > 0:
            before = now - timedelta(seconds=self._settings.list_lost_s)
            limit = min(missing, self._settings.due_batch)
            self._queue_sources(queue, self._sources.due(now=now, lost_before=before, limit=limit))

    def _queue_visits(self, queue: Queue) -> None:
        """Queue the threads whose visit is due, as long as there is room; those of a source that is disabled or removed
        wait for a day."""
        now = time.time()
        while self._room(queue):
            data = self._frontier.due_threads(now=now, again_at=now + DAY_S, limit=self._settings.due_batch)
            if not data:
                return
            enabled = {source.id for source in self._sources.all() if source.enabled}
            visits = [memory.visit() for memory in map(ThreadMemory.decode, data)]
            visits = [visit for visit in visits if visit.source_id in enabled]
            for one in self._frontier.admit(visits, now=time.time(), again=True):
                queue.put(Tube.PAGES, one.task.encode(), priority=one.task.priority, delay_s=one.delay_s)
            self._log.debug("visits queued", threads=len(visits))
            self._take_charge()

    def _queue_sources(self, queue: Queue, sources: Sequence[Source]) -> None:
        lease = self._take_charge()
        for source in sources:
            if not self._queue_source(queue, source, datetime.now(UTC), lease):
                self._lease = None
                self._stand_by()

    def _queue_source(self, queue: Queue, source: Source, now: datetime, lease: Lease) -> bool:
        """Put the source's list tasks, then plan its next check: killed in between, the source is merely read twice."""
        keywords = [""]
        if source.channel == Channel.SEARCH:
            keywords = [keyword.word for keyword in self._sources.keywords(source.id)]
        for word in keywords:
            queue.put(Tube.LISTS, ListTask(source.id, word).encode(), priority=source.priority)
        planned = source.next_check_at or now
        then = next_check(planned, now, source.interval_s, source.failures, random.random())
        if not self._sources.queued(source, then, now=now, lease=lease, tasks=len(keywords)):
            return False
        if not keywords:
            reason = "there is no keyword to search for; add one with `crawler keyword add`"
            self._sources.report(source.id, "", CheckReport(State.EMPTY, reason), now=now)
        self._log.debug("queued", source=source.id, name=source.name, tasks=len(keywords), next=then.isoformat())
        return True

    def _room(self, queue: Queue) -> bool:
        """Whether more work may be made: not while the queues are long or the disk is nearly full."""
        reason = why_no_room(self._services, {tube: queue.stats(tube) for tube in Tube})
        if reason and reason != self._held_back:
            self._log.warning("held back", reason=reason)
        self._held_back = reason
        return not reason

    def _sweep(self, queue: Queue) -> None:
        """Put back pending pages that no worker will do: those that a silent worker began, and of those that wait as
        many as have no job. While each has one, the queue is merely long. A job that is on lease does not count: what
        it stands for is begun, or its worker is frozen.

        What was taken in and could not be queued, as on a full disk, has no job at all, on lease or not. Where so many
        tasks have had none in several looks, as many are put back sooner: hardly anybody is that long between taking
        in and queueing, and of two jobs of a task the older is forgotten."""
        if time.monotonic() < self._next_sweep:
            return
        self._next_sweep = time.monotonic() + self._settings.sweep_s
        waiting, stats = self._frontier.waiting_count(), queue.stats(Tube.PAGES)
        missing = waiting - stats.ready - stats.delayed
        now = time.time()
        tasks = self._frontier.silent(now=now, limit=SWEEP_BATCH)
        tasks += self._frontier.overdue(now=now, limit=min(max(missing, 0), SWEEP_BATCH))
        self._without_job.append(waiting - stats.total)
        if len(self._without_job) == LOOKS and (lost := min(self._without_job)) > len(tasks):
            past_s, limit = LOOKS * self._settings.sweep_s, min(lost - len(tasks), SWEEP_BATCH)
            tasks += self._frontier.overdue(now=now, limit=limit, past_s=past_s)
        if tasks:
            self._without_job.clear()  # those that are put back are to be seen first
        for task in tasks:
            queue.put(Tube.PAGES, task.encode(), priority=task.priority)
        if tasks:
            self._log.info("put back", pages=len(tasks))

    def _maintain(self) -> None:
        if time.monotonic() < self._next_maintain:
            return
        self._next_maintain = time.monotonic() + MAINTAIN_S
        if done := self._services.documents.maintain(now=datetime.now(UTC)):
            self._log.info("index", done=done)
        problem = overfull(self._frontier.seen_stats(), self._settings.seen_error_rate)
        if problem and not self._seen_overfull:
            self._log.warning("seen set", reason=problem)
        self._seen_overfull = bool(problem)

    def _rebuild_seen(self) -> None:
        """After the frontier's store was wiped: what the index holds need not be fetched again. The index may have been
        wiped as well."""
        self._services.documents.prepare()
        count = rebuild_seen(self._frontier, self._services.documents, lambda count: self._take_charge())
        if count:
            self._log.warning("seen set rebuilt", urls=count, reason="its store was empty while the index was not")


def _clock_ahead() -> float:
    """Seconds that the clock is ahead of the one that nobody sets."""
    return time.time() - time.monotonic()
