"""The controller: says which sources are due, puts back what was lost, and keeps the index and the seen set in shape.

One at a time, by a lock with fencing; the others stand by. It holds nothing in memory from one round to the next.
"""

from __future__ import annotations

import os
import random
import secrets
import shutil
import socket
import threading
import time
from datetime import UTC, datetime, timedelta

from crawler.errors import Unavailable
from crawler.frontier import Queue, Tube
from crawler.frontier.schedule import next_check
from crawler.model import Channel, CheckReport, ListTask, Source, State
from crawler.observe import EventLog, Heartbeat
from crawler.roles.rows import row_error
from crawler.roles.seen import rebuild_seen, seen_is_complete
from crawler.roles.services import Services
from crawler.stores import Lease

SWEEP_BATCH = 5000
MAINTAIN_S = 60.0


class Controller:
    """One round is one poll: check changed rows, queue due sources; now and then sweep and maintain."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._settings = services.settings
        self._sources = services.sources
        self._frontier = services.frontier
        self._log = EventLog("controller")
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._lease: Lease | None = None
        self._next_sweep = 0.0
        self._next_maintain = 0.0
        self._held_back = ""

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; then give the lock up."""
        heartbeat = Heartbeat("controller")
        queue = self._services.queue()
        while not stop.is_set():
            wait = self._settings.poll_s
            try:
                self.round(queue)
            except Unavailable as problem:
                self._log.warning("waiting", reason=str(problem), wait_s=problem.after_s)
                wait = problem.after_s
            heartbeat.beat()
            self._pause(wait, stop, heartbeat)
        self._leave()
        queue.close()
        heartbeat.stop()
        self._log.info("stopped")

    def _pause(self, seconds: float, stop: threading.Event, heartbeat: Heartbeat) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not stop.wait(min(left, 5.0)):
            heartbeat.beat()

    def _leave(self) -> None:
        if self._lease:
            try:
                self._sources.give_up(self._lease)
            except Unavailable as problem:
                self._log.warning("lock kept until it runs out", reason=str(problem))

    def round(self, queue: Queue) -> None:
        """One poll. Does nothing while another controller holds the lock."""
        now = datetime.now(UTC)
        before = self._lease
        self._lease = self._sources.acquire(self._holder, now=now, lock_s=self._settings.lock_s)
        if self._lease is None:
            if before:
                self._log.warning("standing by", reason="another controller holds the lock")
            return
        if before is None or before.token != self._lease.token:
            self._log.info("in charge", holder=self._holder, token=self._lease.token)
        if not seen_is_complete(self._frontier):
            self._rebuild_seen()
        self._check_rows()
        self._queue_due(queue, now, self._lease)
        if time.monotonic() >= self._next_sweep:
            self._next_sweep = time.monotonic() + self._settings.sweep_s
            self._sweep(queue)
        if time.monotonic() >= self._next_maintain:
            self._next_maintain = time.monotonic() + MAINTAIN_S
            self._maintain(now)

    def _check_rows(self) -> None:
        """Look over rows that are new or that a person changed: a bad one gets its error, and disturbs nobody."""
        while rows := self._sources.unchecked(limit=self._settings.due_batch):
            for source in rows:
                error = row_error(source, self._services.engines)
                self._sources.checked_row(source, error)
                event = "bad source" if error else "source" if source.enabled else "source disabled"
                self._log.info(
                    event, source=source.id, name=source.name, channel=source.channel, url=source.url, reason=error
                )

    def _queue_due(self, queue: Queue, now: datetime, lease: Lease) -> None:
        if not self._room(queue):
            return
        lost = now - timedelta(seconds=self._settings.list_lost_s)
        while due := self._sources.due(now=now, lost_before=lost, limit=self._settings.due_batch):
            for source in due:
                if not self._queue_source(queue, source, now, lease):
                    self._log.warning("standing by", reason="another controller has taken over")
                    self._lease = None
                    return

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
        reason = ""
        lists, pages = queue.stats(Tube.LISTS).total, queue.stats(Tube.PAGES).total
        if lists >= self._settings.max_lists_queued:
            reason = f"{lists} list tasks wait; start more listers"
        elif pages >= self._settings.max_pages_queued:
            reason = f"{pages} pages wait; start more extractors"
        elif self._services.embedded:
            free = shutil.disk_usage(self._settings.data_dir).free
            if free < self._settings.min_free_bytes:
                reason = f"only {free:,} bytes are free under {self._settings.data_dir}; make room"
        if reason and reason != self._held_back:
            self._log.warning("no source is queued", reason=reason)
        self._held_back = reason
        return not reason

    def _sweep(self, queue: Queue) -> None:
        """Put back pending pages that no worker will do. Jobs are counted: while there are as many as pending pages,
        the queue is merely long, and nothing was lost but what a worker holds that is silent."""
        missing = self._frontier.pending_count() - queue.stats(Tube.PAGES).total
        tasks = self._frontier.silent(now=time.time(), limit=SWEEP_BATCH)
        if missing > 0:
            tasks += self._frontier.overdue(now=time.time(), limit=min(missing, SWEEP_BATCH))
        for task in tasks:
            queue.put(Tube.PAGES, task.encode(), priority=task.priority)
        if tasks:
            self._log.info("put back", pages=len(tasks))

    def _maintain(self, now: datetime) -> None:
        if done := self._services.documents.maintain(now=now):
            self._log.info("index", done=done)

    def _rebuild_seen(self) -> None:
        """After the frontier's store was wiped: what the index holds need not be fetched again."""
        count = rebuild_seen(self._frontier, self._services.documents, lambda count: self._keep_lock())
        if count:
            self._log.warning("seen set rebuilt", urls=count, reason="its store was empty while the index was not")

    def _keep_lock(self) -> None:
        self._lease = self._sources.acquire(self._holder, now=datetime.now(UTC), lock_s=self._settings.lock_s)
