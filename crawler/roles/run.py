"""Start the roles: one in this process (`crawler lister`), or all of them over the embedded stores (`crawler run`)."""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import inf

from crawler.errors import Unavailable
from crawler.frontier import Queue, Tube
from crawler.observe import EventLog
from crawler.roles.controller import Controller
from crawler.roles.extractor import Extractor
from crawler.roles.lister import Lister
from crawler.roles.services import Services
from crawler.roles.status import OutcomeCount, summed

ROLES = ("controller", "lister", "extractor")

PROGRESS_S = 1.0

PATIENCE_S = 300.0
"""A run that is to end does not wait for tasks whose time comes later than this. The tries of a page that fails come
sooner; a search engine that asks for a captcha, or a site that asks for an hour's rest, does not."""

LEAVE_S = 1.0
"""What a role needs to leave when its threads are done or given up."""


def stop_on_signals() -> threading.Event:
    """An event that SIGTERM and SIGINT set."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop


class RoleThread(threading.Thread):
    """One role at work until `stop` is set. `failure` is what ended it sooner."""

    def __init__(self, role: str, services: Services, stop: threading.Event) -> None:
        super().__init__(name=role, daemon=True)
        self._role = role
        self._services = services
        self._stop_event = stop
        self.failure: Exception | None = None

    def run(self) -> None:
        try:
            _work(self._role, self._services, self._stop_event)
        except Exception as problem:
            self.failure = problem


def run_role(role: str, services: Services, stop: threading.Event) -> None:
    """Run one role until `stop` is set; then return within the setting `stop_s` and a second, whatever hangs.

    The role works in a thread: a call to a server that does not answer cannot be interrupted, but it can be left.
    """
    thread = RoleThread(role, services, stop)
    thread.start()
    while thread.is_alive() and not stop.wait(0.5):
        pass
    _leave([thread], services.settings.stop_s)


def _leave(threads: Sequence[RoleThread], stop_s: float) -> None:
    """Give them their time to leave. Raises what ended one of them."""
    deadline = time.monotonic() + stop_s + LEAVE_S
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    for thread in threads:
        if thread.failure:
            raise thread.failure


def _work(role: str, services: Services, stop: threading.Event) -> None:
    """Waits for the servers that the role needs, saying which."""
    log = EventLog(role)
    if role != "extractor":
        _ = services.engines  # a file that is wrong ends the process with its sentence, not each job with a traceback
    checks: dict[str, tuple[Callable[[], None], ...]] = {
        "controller": (services.sources.check, services.frontier.check, services.documents.prepare),
        "lister": (services.sources.check, services.frontier.check),
        "extractor": (services.frontier.check, services.documents.prepare),
    }
    if services.wait_for(*checks[role], stop=stop, log=log):
        log.info("started", stores=str(services.settings.stores), agent=services.settings.agent)
        gc.collect()
        gc.freeze()  # what is loaded stays: the collector would look through all of it every few pages
        _runner(role, services)(stop)


def _runner(role: str, services: Services) -> Callable[[threading.Event], None]:
    if role == "controller":
        return Controller(services).run
    if role == "lister":
        return Lister(services).workers.run
    return Extractor(services).workers.run


@dataclass(frozen=True, slots=True)
class Tally:
    """What has happened since a run began."""

    elapsed_s: float
    waiting: int
    outcomes: tuple[OutcomeCount, ...]
    lists_waiting: int = 0
    """List tasks that are queued or at work: their hosts' turns come later, or a try of theirs failed."""
    left: int = 0
    """Tasks that the run did not wait for, since their turn comes in more than PATIENCE_S."""
    left_until: datetime | None = None
    """When the first of them can be done."""

    def count(self, tube: str, label: str = "") -> int:
        return sum(one.count for one in self.outcomes if one.tube == tube and label in ("", one.label))

    def skipped(self) -> tuple[OutcomeCount, ...]:
        """Pages that ended without a document, by reason."""
        return tuple(one for one in self.outcomes if one.tube == "page" and one.label not in ("indexed", "known"))


class LocalRun:
    """All roles in one process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._started = time.monotonic()
        self._before = dict(services.frontier.outcomes(days=2, now=time.time()))

    def run(
        self,
        stop: threading.Event,
        *,
        once: bool,
        progress: Callable[[Tally], None],
        over: Callable[[], bool] = lambda: False,
    ) -> Tally:
        """Run until `stop` is set or, with `once`, until every due source was checked and every page is done that need
        not wait for longer than PATIENCE_S, as after a challenge page.

        `progress` is told how far it is now and then; `over`, asked as often, ends the run too. Raises what a role
        raised.
        """
        ending = threading.Event()
        threads = [RoleThread(role, self._services, ending) for role in ROLES]
        for thread in threads:
            thread.start()
        idle_since: float | None = None
        next_progress = time.monotonic() + PROGRESS_S
        while not stop.wait(0.2) and all(thread.is_alive() for thread in threads):
            if once:
                # Two quiet looks a second apart: between them a controller that polls has had its turn.
                idle_since = (idle_since or time.monotonic()) if self._idle() else None
                if idle_since and time.monotonic() - idle_since > 1.0:
                    break
            if time.monotonic() >= next_progress:
                next_progress += PROGRESS_S
                with suppress(Unavailable):  # the roles wait until the disk has room, and say so
                    progress(self.tally())
                    if over():
                        break
        ending.set()
        _leave(threads, self._services.settings.stop_s)
        progress(self.tally())
        return self._with_left(self.tally()) if idle_since else self.tally()

    def _idle(self) -> bool:
        """Whether nothing is left that a run waits for."""
        services = self._services
        try:
            queue = services.queue()
            stats = {tube: queue.stats(tube) for tube in Tube}
            if any(one.total > one.delayed for one in stats.values()) or self._next_ready_s(queue) < PATIENCE_S:
                return False
            without_job = services.frontier.pending_count() > stats[Tube.PAGES].delayed
            if without_job or services.sources.unchecked(limit=1):
                return False
            now = datetime.now(UTC)
            return not services.sources.due(now=now, lost_before=now - timedelta(days=1), limit=1)
        except Unavailable:
            return False

    def _next_ready_s(self, queue: Queue) -> float:
        return min((wait_s for tube in Tube if (wait_s := queue.next_ready_s(tube)) is not None), default=inf)

    def _with_left(self, tally: Tally) -> Tally:
        queue = self._services.queue()
        left = sum(queue.stats(tube).delayed for tube in Tube)
        if not left:
            return tally
        return replace(tally, left=left, left_until=datetime.now(UTC) + timedelta(seconds=self._next_ready_s(queue)))

    def tally(self) -> Tally:
        """Outcomes since the beginning of the run."""
        now = self._services.frontier.outcomes(days=2, now=time.time())
        since = {key: count - self._before.get(key, 0) for key, count in now.items()}
        outcomes = summed({key: count for key, count in since.items() if count > 0})
        lists = self._services.queue().stats(Tube.LISTS).total
        return Tally(time.monotonic() - self._started, self._services.frontier.pending_count(), outcomes, lists)
