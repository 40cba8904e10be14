"""Roles whose jobs a test hands them one by one, over the embedded stores and the local web."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from crawler.frontier import Tube
from crawler.model import ListTask, PageTask, Source
from crawler.observe import EventLog
from crawler.roles.controller import Controller
from crawler.roles.extractor import Extractor
from crawler.roles.held import Held
from crawler.roles.lister import Lister
from crawler.roles.services import Services
from crawler.settings import Settings
from tests.localweb import LocalWeb


class Bench:
    """A lister and an extractor that do what is queued when they are told to."""

    def __init__(self, settings: Settings, web: LocalWeb, **overrides: object) -> None:
        reach = {"proxy": web.proxy_url, "ca_file": web.ca_file, "min_free_bytes": 0}
        self.settings = settings.model_copy(update={**reach, **overrides})
        self.services = Services(self.settings)
        self.frontier = self.services.frontier
        self.queue = self.services.queue()
        self.lister = Lister(self.services)
        self.extractor = Extractor(self.services)
        self.controller = Controller(self.services)
        self.stop = threading.Event()

    def close(self) -> None:
        self.services.close()

    def add(self, url: str, **columns: object) -> Source:
        values = {"id": 0, "name": url, "channel": "page", "url": url, **columns}
        return self.services.sources.add(Source(**values))  # type: ignore[arg-type]

    def queue_list(self, source: Source) -> None:
        self.queue.put(Tube.LISTS, ListTask(source.id).encode())

    def queue_page(self, url: str, **values: object) -> PageTask:
        """As a lister does."""
        task = PageTask(url, source_id=1, **values)  # type: ignore[arg-type]
        self.frontier.admit([task], now=0)
        self.queue.put(Tube.PAGES, task.encode())
        self.frontier.mark_seen([task.url])
        return task

    def held(self, tube: Tube) -> Held | None:
        """The next ready job, on lease."""
        job = self.queue.reserve(tube, timeout_s=0)
        if job is None:
            return None
        return Held(self.queue, job, self.settings.lease_s, self.stop, EventLog("test"))

    def work(self, tube: Tube) -> int:
        """Do what is ready; how many jobs that was."""
        handle = self.lister.handle if tube is Tube.LISTS else self.extractor.handle
        done = 0
        while held := self.held(tube):
            handle(held)
            done += 1
        return done

    @property
    def ended(self) -> Mapping[tuple[str, str], int]:
        """(list | page, label) → how many items ended so."""
        counts = self.frontier.outcomes(days=2, now=time.time())
        return {(kind, label): number for (_, kind, label, _), number in counts.items()}


def work_until(bench: Bench, is_done: Callable[[], bool], tube: Tube = Tube.PAGES) -> None:
    """Do what is queued in a tube as it comes, for a minute at most."""
    until = time.monotonic() + 60
    while not is_done():
        assert time.monotonic() < until, f"{bench.ended}, {bench.queue.stats(tube)}"
        if held := bench.held(tube):
            (bench.lister if tube is Tube.LISTS else bench.extractor).handle(held)
        else:
            time.sleep(0.01)


def work_to_the_end(bench: Bench) -> None:
    """Do what is queued until no page is to be fetched."""
    work_until(bench, lambda: not bench.frontier.pending_count())
