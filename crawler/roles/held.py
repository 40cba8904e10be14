"""A job on lease in the thread that leased it, and how that thread's hold of it may end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from crawler.errors import Unavailable
from crawler.frontier import Admitted, Job, Queue, Tube
from crawler.observe import EventLog

T = TypeVar("T")


class Stopping(Exception):
    """The process is to leave before this job is done: it is handed back."""


class LeaseLost(Exception):
    """The job's TTR ended while we held it: it runs again elsewhere, and is no longer ours to finish."""


class Unreadable(Exception):
    """The job's body is not a task: no worker can do it."""


class Held:
    """A job on lease, in the thread that leased it. `alive` is when that thread last kept its lease (monotonic)."""

    def __init__(self, queue: Queue, job: Job, lease_s: float, stop: threading.Event, log: EventLog) -> None:
        self.queue = queue
        self.job = job
        self.stop = stop
        self.alive = time.monotonic()
        self._touch_s = lease_s / 3
        self._log = log

    def read(self, decode: Callable[[bytes], T]) -> T:
        """The job's task. Raises Unreadable where `decode` raises ValueError."""
        try:
            return decode(self.job.body)
        except ValueError as problem:
            raise Unreadable(str(problem)) from problem

    def patiently(self, call: Callable[[], T]) -> T:
        """Call a store until it answers, keeping the lease: what has been fetched is not fetched again because a server
        of ours was away, and a worker that waits here takes no more jobs. Raises Stopping or LeaseLost."""
        while True:
            try:
                return call()
            except Unavailable as problem:
                wait_s = min(problem.after_s, self._touch_s)
                self._log.warning("waiting", reason=str(problem), wait_s=wait_s)
                self.sleep(wait_s)
                self.touch()

    def sleep(self, seconds: float) -> None:
        """Raises Stopping when the process is to leave meanwhile."""
        if self.stop.wait(seconds):
            raise Stopping

    def touch(self) -> None:
        """Begin the lease anew. Raises LeaseLost."""
        if not self.queue.touch(self.job):
            raise LeaseLost
        self.alive = time.monotonic()

    def put(self, tube: Tube, body: bytes, *, priority: int = 1000, delay_s: float = 0.0) -> None:
        """Queue what follows from this job. Patiently: a queue that is full lets us keep the lease; where it ended with
        the connection, LeaseLost."""
        self.patiently(lambda: self.queue.put(tube, body, priority=priority, delay_s=delay_s))

    def put_pages(self, admitted: Iterable[Admitted]) -> None:
        """Queue pages that follow from this job, each not before its slot."""
        for one in admitted:
            self.put(Tube.PAGES, one.task.encode(), priority=one.task.priority, delay_s=one.delay_s)

    def delete(self) -> None:
        """Done: the last step of every job."""
        self.queue.delete(self.job)
