"""A site that is down costs no article: its pages wait for it, for so long. An article's own failure is its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from crawler.errors import Reason
from crawler.frontier import Tube
from crawler.model import State
from crawler.settings import Settings
from tests.integration.promises import Bench, work_to_the_end, work_until
from tests.localweb import Fault, LocalWeb, Shelf, failure, synthetic

HOST = "news000.example"
DOWN = {
    "broken off": Fault(reset=True),
    "in repair": Fault(page=failure(503)),
    "too many requests": Fault(page=failure(429)),
}
QUICKLY: dict[str, object] = {
    "host_interval_s": 0,
    "latency_factor": 0,
    "retry_s": 0.05,
    "host_backoff_s": 0.05,
    "host_backoff_max_s": 0.2,
}


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return synthetic(3, 1, now=datetime.now(UTC))


@pytest.fixture
def web(shelf: Shelf) -> Iterator[LocalWeb]:
    with LocalWeb(shelf.pages) as web:
        yield web


@pytest.mark.parametrize("is_known", [True, False], ids=["robots.txt read before", "robots.txt not read"])
@pytest.mark.parametrize("fault", DOWN.values(), ids=DOWN)
def test_pages_wait_for_a_site_that_is_down(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf, fault: Fault, is_known: bool
) -> None:
    first, *others = shelf.gold
    with closing(Bench(embedded_settings, web, **QUICKLY)) as bench:
        if is_known:
            bench.queue_page(first)
            bench.work(Tube.PAGES)
        web.fault(HOST, fault)
        web.forget()
        for url in others:
            bench.queue_page(url)
        work_until(bench, lambda: len(web.times(HOST)) > 15)
        assert bench.frontier.dead_letters(9) == []
        assert bench.frontier.pending_count() == bench.queue.stats(Tube.PAGES).total == len(others)
        web.heal(HOST)
        work_to_the_end(bench)
        assert bench.ended == {("page", "indexed"): len(others) + is_known}


def test_pages_wait_for_a_site_that_is_down_only_so_long(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    web.fault(HOST, Fault(page=failure(502)))
    with closing(Bench(embedded_settings, web, **QUICKLY, host_down_hours=1 / 3600)) as bench:
        for url in shelf.gold:
            bench.queue_page(url)
        work_to_the_end(bench)
        assert bench.ended == {("page", "gave_up:host_down"): 3}
        (letter, *_) = bench.frontier.dead_letters(9)
        assert letter.reason == Reason.HOST_DOWN
        assert "HTTP 502" in letter.detail or HOST in letter.detail
        web.heal(HOST)
        for one in bench.frontier.dead_letters(9):  # as `crawler dead retry` does
            task = bench.frontier.revive(one.task.url, now=time.time())
            assert task is not None
            assert task.waiting_since == 0
            bench.queue.put(Tube.PAGES, task.encode())
        work_to_the_end(bench)
        assert bench.ended["page", "indexed"] == 3


def test_an_articles_own_failure_is_told_from_its_sites(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    bad, *good = shelf.gold
    web.fault(bad, Fault(page=failure(500)))
    with closing(Bench(embedded_settings, web, **{**QUICKLY, "host_backoff_s": 60})) as bench:
        for url in (bad, *good):
            bench.queue_page(url)
        work_to_the_end(bench)
        assert bench.ended == {("page", "gave_up:server_error"): 1, ("page", "indexed"): 2}
        assert web.counts[bad] == 5


def test_a_page_for_which_alone_its_site_is_down_does_not_wait_for_ever(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    bad, *good = shelf.gold
    web.fault(bad, Fault(page=failure(429)))
    with closing(Bench(embedded_settings, web, **QUICKLY, host_down_hours=1 / 3600)) as bench:
        bench.queue_page(bad)
        numbers = iter(range(1000))

        def is_over() -> bool:
            """Meanwhile the site answers for others."""
            url = f"{good[0]}?{next(numbers)}"
            web.put(url, shelf.pages[good[0]])
            bench.queue_page(url)
            return bool(bench.frontier.dead_letters(1))

        work_until(bench, is_over)
        assert bench.ended["page", "gave_up:host_down"] == 1
        assert web.counts[bad] < 15


def test_a_site_that_is_down_holds_up_no_other(embedded_settings: Settings, web: LocalWeb, shelf: Shelf) -> None:
    down = "http://down.example/1"
    web.fault("down.example", Fault(reset=True))
    with closing(Bench(embedded_settings, web, **{**QUICKLY, "host_backoff_s": 60})) as bench:
        for url in (down, *shelf.gold):
            bench.queue_page(url)
        work_until(bench, lambda: bench.ended.get(("page", "indexed")) == 3)
        assert bench.frontier.pending_count() == bench.queue.stats(Tube.PAGES).delayed == 1


def test_a_source_whose_site_is_down_says_so_in_its_row(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    web.fault(HOST, Fault(page=failure(502)))
    with closing(Bench(embedded_settings, web, **QUICKLY)) as bench:
        source = bench.add(shelf.lists[0])
        bench.queue_list(source)
        work_until(bench, lambda: not bench.queue.stats(Tube.LISTS).total, Tube.LISTS)
        row = bench.services.sources.get(source.id)
        assert row is not None
        assert (row.state, row.failures) == (State.FAILED, 1)
        assert "5xx" in row.state_reason
