"""The loop of listers and extractors: threads that lease a job, handle it, and delete it last.

A worker thread is straight-line code with a queue connection of its own, so that a job which ends badly, in whatever
way, is still on lease and comes back. It stops in order: take nothing more, finish or hand back, then leave.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from crawler.errors import Reason, Unavailable
from crawler.frontier import Job, Queue, Tube
from crawler.model import Outcome
from crawler.observe import EventLog, Heartbeat
from crawler.roles.held import Held, LeaseLost, Stopping, Unreadable
from crawler.roles.services import Services

RESERVE_S = 1.0
"""How long a thread waits for a job before it looks whether it is to stop."""

UNEXPECTED_DELAY_S = 60.0
"""A job whose handler failed in a way that we did not foresee rests so long: its starts are counted meanwhile."""


class Workers:
    """The worker threads of one role in one process."""

    def __init__(self, role: str, tube: Tube, threads: int, services: Services, handle: Callable[[Held], None]) -> None:
        self._tube = tube
        self._services = services
        self._handle = handle
        self._stop = threading.Event()
        self._log = EventLog(role)
        self._heartbeat = Heartbeat(role)
        self._threads = [
            threading.Thread(target=self._loop, args=(number,), name=f"{role}-{number}", daemon=True)
            for number in range(threads)
        ]
        self._seen_alive = [time.monotonic()] * threads
        self._held: dict[int, Held] = {}

    @property
    def busy(self) -> int:
        """Jobs held right now."""
        return len(self._held)

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; then leave within the setting `stop_s`, handing back what is not finished."""
        for thread in self._threads:
            thread.start()
        while not stop.wait(1.0):
            if self._all_alive():
                self._heartbeat.beat()
        self._leave()

    def _all_alive(self) -> bool:
        """A thread may be silent for as long as a lease lasts, and no longer. One that waits for a store is not."""
        oldest = time.monotonic() - self._services.settings.lease_s
        waiting = {number: held.alive for number, held in list(self._held.items())}
        seen = [max(alive, waiting.get(number, 0.0)) for number, alive in enumerate(self._seen_alive)]
        return all(thread.is_alive() for thread in self._threads) and min(seen) > oldest

    def _leave(self) -> None:
        self._stop.set()
        deadline = time.monotonic() + self._services.settings.stop_s
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        held = list(self._held.values())
        for unfinished in held:
            # A lease belongs to the connection that took it, and ends with it. The thread is still at work there; it
            # finds its connection closed and, as the process leaves, nobody hears of it.
            self._disconnect(unfinished.queue)
        self._heartbeat.stop()
        self._log.info("stopped", handed_back=len(held))

    def _disconnect(self, queue: Queue) -> None:
        """End what is on lease here: at once, or where that cannot be said, by its TTR."""
        try:
            queue.close()
        except Unavailable as problem:
            self._log.warning("not handed back", reason=str(problem))

    def _hand_back(self, queue: Queue, job: Job) -> None:
        # Beanstalkd takes a lease back by itself when its connection ends, so a failure here costs nothing but time.
        try:
            queue.release(job)
        except Unavailable as problem:
            self._log.warning("not handed back", job=job.id, reason=str(problem))

    def _loop(self, number: int) -> None:
        queue = self._services.queue()
        while not self._stop.is_set():
            self._seen_alive[number] = time.monotonic()
            try:
                job = queue.reserve(self._tube, timeout_s=RESERVE_S)
            except Unavailable as problem:
                self._log.warning("waiting", reason=str(problem), wait_s=problem.after_s)
                self._stop.wait(problem.after_s)
                continue
            if job is not None:
                held = Held(queue, job, self._services.settings.lease_s, self._stop, self._log)
                self._held[number] = held
                self._guarded(held)
                del self._held[number]
        self._disconnect(queue)

    def _guarded(self, held: Held) -> None:
        """Handle one job; whatever happens, this thread lives and the job is done, handed back, or still on lease."""
        try:
            self._handle(held)
        except Stopping:
            self._hand_back(held.queue, held.job)
        except Unreadable as problem:
            self._bury(held, str(problem))
        except LeaseLost:
            self._log.warning("lease lost", job=held.job.id)
        except Unavailable as problem:
            self._log.warning("given to another worker", job=held.job.id, reason=str(problem))
            self._disconnect(held.queue)
            self._stop.wait(problem.after_s)
        except Exception:
            self._log.exception("unexpected error", job=held.job.id, body=held.job.body.decode("utf-8", "replace"))
            self._rest(held)

    def _bury(self, held: Held, why: str) -> None:
        """Set aside a job that nobody can read: counted first, for a buried job is not read again."""
        outcome = Outcome("quarantined", Reason.BAD_TASK, why)
        try:
            self._services.frontier.count(self._tube, 0, outcome, now=time.time())
            held.queue.bury(held.job)
        except Unavailable as problem:  # its lease ends, and another worker finds the same
            self._log.warning("not buried", job=held.job.id, reason=str(problem))
            return
        self._log.error("buried", job=held.job.id, reason=outcome.reason, detail=outcome.detail)

    def _rest(self, held: Held) -> None:
        try:
            held.queue.release(held.job, delay_s=UNEXPECTED_DELAY_S)
        except Unavailable as problem:
            self._log.warning("not handed back", job=held.job.id, reason=str(problem))
