"""No host is asked more often than it may be, on any way that leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from crawler.errors import Drop
from crawler.frontier import Tube, Turn
from crawler.roles.visits import paced_host
from crawler.settings import Settings
from tests.integration.promises import Bench
from tests.localweb import Fault, LocalWeb, Page, Shelf, failure, moved, synthetic

NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return synthetic(3, 1, now=NOW)


@pytest.fixture
def web(shelf: Shelf) -> Iterator[LocalWeb]:
    with LocalWeb(shelf.pages) as web:
        yield web


def until_done(bench: Bench, tube: Tube) -> None:
    while bench.queue.stats(tube).total:
        bench.work(tube)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://News.Example:80/list", "news.example"),
        ("https://news.example.:443/", "news.example"),
        ("http://新闻.example/?q=茶 园", "xn--efvy88h.example"),
        ("http://news.example:8080/" + "a" * 1990, "news.example:8080"),
    ],
)
def test_a_host_is_one_however_it_is_spelled(url: str, host: str) -> None:
    assert paced_host(url) == host


def test_a_url_without_a_host_is_dropped() -> None:
    with pytest.raises(Drop):
        paced_host("http:///list")


def test_list_robots_and_pages_of_a_host_keep_their_distance(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    with closing(Bench(embedded_settings, web, host_interval_s=0.3, latency_factor=0)) as bench:
        bench.queue_list(bench.add(shelf.lists[0]))
        until_done(bench, Tube.LISTS)
        until_done(bench, Tube.PAGES)
        times = web.times("news000.example")
        assert bench.ended == {("list", "ok"): 1, ("page", "indexed"): 3}
    assert len(times) == 5  # robots.txt, the list, three pages
    assert min(later - sooner for sooner, later in pairwise(times)) > 0.2


def test_robots_txt_takes_a_turn_and_its_page_the_next(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    page = next(iter(shelf.gold))
    with closing(Bench(embedded_settings, web, host_interval_s=50)) as bench:
        task = bench.queue_page(page)
        bench.work(Tube.PAGES)
        assert list(web.counts) == ["http://news000.example/robots.txt"]
        assert bench.queue.stats(Tube.PAGES).delayed == 1
        bench.frontier.postpone(task, due=0)  # what follows asks for a host that has been asked just now
        assert bench.frontier.enter_host("news000.example", now=NOW.timestamp() + 9, nap_s=0).turn is Turn.WAIT


def test_a_page_whose_robots_txt_cannot_be_asked_for_yet_waits(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    page = next(iter(shelf.gold))
    with closing(Bench(embedded_settings, web, host_interval_s=50)) as bench:
        bench.queue_page(page)
        bench.frontier.enter_host("news000.example", now=datetime.now(UTC).timestamp(), nap_s=0)
        assert bench.work(Tube.PAGES) == 1
        assert not web.requests
        assert bench.queue.stats(Tube.PAGES).delayed == bench.frontier.pending_count() == 1


def test_a_list_learns_the_pace_that_its_host_asks_for(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    web.robots("news000.example", "User-agent: *\nCrawl-delay: 7\n")
    with closing(Bench(embedded_settings, web)) as bench:
        bench.queue_list(bench.add(shelf.lists[0]))
        bench.work(Tube.LISTS)
        waits = [bench.frontier.enter_host("news000.example", now=0, nap_s=1e10).wait_s for _ in range(2)]
        assert waits[1] - waits[0] == pytest.approx(7)


def test_a_pace_that_its_host_asks_for_no_more_ends(embedded_settings: Settings, web: LocalWeb, shelf: Shelf) -> None:
    def pace(bench: Bench) -> float:
        waits = [bench.frontier.enter_host("news000.example", now=0, nap_s=1e10).wait_s for _ in range(2)]
        return waits[1] - waits[0]

    at_once = {"host_interval_s": 0, "latency_factor": 0, "robots_hours": 1e-9}
    with closing(Bench(embedded_settings, web, **at_once)) as bench:
        source = bench.add(shelf.lists[0])
        for text, expected in (("User-agent: *\nCrawl-delay: 0.7\n", 0.7), ("User-agent: *\nDisallow: /b\n", 0)):
            web.robots("news000.example", text)
            bench.queue_list(source)
            until_done(bench, Tube.LISTS)
            assert pace(bench) == pytest.approx(expected)


@pytest.mark.parametrize("tube", list(Tube))
def test_a_host_that_was_waited_for_in_vain_is_left_alone_for_long(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf, tube: Tube
) -> None:
    page = next(iter(shelf.gold))
    for url in (page, shelf.lists[0]):
        web.fault(url, Fault(delay_s=3))
    with closing(Bench(embedded_settings, web, fetch_deadline_s=0.2, latency_factor=100)) as bench:
        if tube is Tube.LISTS:
            bench.queue_list(bench.add(shelf.lists[0]))
        else:
            bench.queue_page(page)
        bench.work(tube)
        entry = bench.frontier.enter_host("news000.example", now=datetime.now(UTC).timestamp(), nap_s=10)
        assert entry.turn is Turn.WAIT


def test_where_redirects_led_the_host_is_left_alone_afterwards(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    page = next(iter(shelf.gold))
    for host in ("a.example", "b.example"):
        web.put(f"http://{host}/1", moved("http://b.example/1" if host == "a.example" else page))
    with closing(Bench(embedded_settings, web, host_interval_s=0.5)) as bench:
        bench.queue_page("http://a.example/1")
        until_done(bench, Tube.PAGES)
        now = datetime.now(UTC).timestamp()
        waits = {
            host: bench.frontier.enter_host(host, now=now - 1, nap_s=9).wait_s for host in ("a.example", "b.example")
        }
        assert bench.ended == {("page", "indexed"): 1}
    assert min(waits.values()) > 0.5  # more than a second after the turn before


@pytest.mark.parametrize("tube", list(Tube))
def test_a_host_that_asks_for_fewer_requests_is_left_alone_though_a_redirect_led_there(
    embedded_settings: Settings, web: LocalWeb, tube: Tube
) -> None:
    web.put("http://a.example/1", moved("http://b.example/1"))
    web.put("http://b.example/1", failure(429, {"Retry-After": "70"}))
    with closing(Bench(embedded_settings, web, host_interval_s=0.5)) as bench:
        if tube is Tube.LISTS:
            bench.queue_list(bench.add("http://a.example/1"))
        else:
            bench.queue_page("http://a.example/1")
        bench.work(tube)
        now = datetime.now(UTC).timestamp()
        turns = {host: bench.frontier.enter_host(host, now=now, nap_s=60).turn for host in ("a.example", "b.example")}
        assert turns == {"a.example": Turn.GO, "b.example": Turn.WAIT}


def test_the_robots_txt_of_where_redirects_led_counts(embedded_settings: Settings, web: LocalWeb, shelf: Shelf) -> None:
    page = next(iter(shelf.gold))
    web.put("http://a.example/1", moved(page))
    web.robots("news000.example", "User-agent: *\nDisallow: /")
    with closing(Bench(embedded_settings, web)) as bench:
        bench.queue_page("http://a.example/1")
        bench.work(Tube.PAGES)
        assert bench.ended == {("page", "dropped:robots"): 1}
        assert bench.services.documents.count() == 0


def test_a_host_that_asks_for_fewer_requests_is_left_alone_though_its_list_was_spelled_otherwise(
    embedded_settings: Settings, web: LocalWeb
) -> None:
    web.put("http://News.Example:80/list", Page(b""))
    web.put("http://news.example/list", failure(429, {"Retry-After": "70"}))
    with closing(Bench(embedded_settings, web)) as bench:
        bench.queue_list(bench.add("http://News.Example:80/list"))
        bench.work(Tube.LISTS)
        entry = bench.frontier.enter_host("news.example", now=datetime.now(UTC).timestamp(), nap_s=60)
        assert entry.turn is Turn.WAIT
        assert bench.ended == {("list", "blocked"): 1}
