"""A site that bans us for a while costs no article: its pages wait. One that is refused alone ends with its reason."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from crawler.errors import Reason
from crawler.frontier import Tube
from crawler.model import State
from crawler.settings import Settings
from tests.integration.promises import Bench, work_to_the_end, work_until
from tests.localweb import Fault, LocalWeb, Page, Shelf, failure, moved, synthetic

HOST = "news000.example"
FRONT = f"http://{HOST}/"
REFUSED = Fault(page=failure(403))
QUICKLY: dict[str, object] = {
    "host_interval_s": 0,
    "latency_factor": 0,
    "host_backoff_s": 0.05,
    "host_backoff_max_s": 0.2,
    "forbidden_retry_s": 0.05,
}


@pytest.fixture
def shelf(web: LocalWeb) -> Shelf:
    shelf = synthetic(4, 1, now=datetime.now(UTC))
    for url, page in shelf.pages.items():
        web.put(url, page)
    return shelf


def reads(bench: Bench, *urls: str) -> None:
    for url in urls:
        bench.queue_page(url)
    work_to_the_end(bench)


@pytest.mark.parametrize("is_known", [True, False], ids=["a page was read before", "nothing was read before"])
def test_pages_wait_for_a_site_that_bans_us(made: Settings, web: LocalWeb, shelf: Shelf, is_known: bool) -> None:
    first, *others = shelf.gold
    with closing(Bench(made, web, **QUICKLY)) as bench:
        if is_known:
            reads(bench, first)
        web.fault(HOST, REFUSED)
        web.forget()
        for url in others:
            bench.queue_page(url)
        work_until(bench, lambda: all(web.counts[url] > 2 for url in others))
        assert bench.frontier.dead_letters(9) == []
        assert bench.frontier.pending_count() == bench.queue.stats(Tube.PAGES).total == len(others)
        web.heal(HOST)
        work_to_the_end(bench)
        assert bench.ended == {("page", "indexed"): len(others) + is_known}


@pytest.mark.parametrize("status", [401, 405, 406, 418, 429, 503])
def test_a_ban_is_known_whatever_its_status_is(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf, status: int
) -> None:
    web.fault(HOST, Fault(page=failure(status)))
    web.fault(f"{FRONT}robots.txt", Fault(page=failure(404)))
    with closing(Bench(embedded_settings, web, **QUICKLY)) as bench:
        for url in shelf.gold:
            web.fault(url, REFUSED)
            bench.queue_page(url)
        work_until(bench, lambda: all(web.counts[url] > 2 for url in shelf.gold))
        assert bench.ended == {}


def test_a_ban_of_articles_is_known_though_the_front_page_is_given(made: Settings, web: LocalWeb, shelf: Shelf) -> None:
    first, *others = shelf.gold
    web.put(FRONT, shelf.pages[first])
    with closing(Bench(made, web, **QUICKLY)) as bench:
        reads(bench, first)
        for url in shelf.gold:
            web.fault(url, REFUSED)
        for url in others:
            bench.queue_page(url)
        work_until(bench, lambda: all(web.counts[url] > 2 for url in others))
        for url in shelf.gold:
            web.heal(url)
        work_to_the_end(bench)
        assert bench.ended == {("page", "indexed"): len(shelf.gold)}


def test_a_page_that_is_refused_alone_ends_after_one_more_try(made: Settings, web: LocalWeb, shelf: Shelf) -> None:
    bad, worse, *good = shelf.gold
    for url in (bad, worse):
        web.fault(url, REFUSED)
    with closing(Bench(made, web, **{**QUICKLY, "host_backoff_s": 60})) as bench:
        reads(bench, bad, good[0], worse, good[1])
        assert bench.ended == {("page", "dropped:forbidden"): 2, ("page", "indexed"): 2}
        assert web.counts[bad] == web.counts[worse] == 2
        assert bench.frontier.enter_host(HOST, now=time.time(), nap_s=9).failing_since == 0


def test_pages_that_are_all_refused_do_not_wait_while_the_front_page_is_given(
    made: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    web.put(FRONT, shelf.pages[next(iter(shelf.gold))])
    for url in shelf.gold:
        web.fault(url, REFUSED)
    with closing(Bench(made, web, **{**QUICKLY, "host_backoff_s": 60})) as bench:
        reads(bench, *shelf.gold)
        assert bench.ended == {("page", "dropped:forbidden"): len(shelf.gold)}
        assert {web.counts[url] for url in shelf.gold} == {2}


def test_a_witness_that_its_site_has_closed_is_replaced(made: Settings, web: LocalWeb, shelf: Shelf) -> None:
    bad, witness, good, _ = shelf.gold
    with closing(Bench(made, web, **QUICKLY)) as bench:
        reads(bench, witness)
        for url in (witness, bad):
            web.fault(url, REFUSED)
        bench.queue_page(bad)
        work_until(bench, lambda: web.counts[bad] > 1)
        reads(bench, good)
        assert bench.ended == {("page", "indexed"): 2, ("page", "dropped:forbidden"): 1}


def test_a_front_page_that_crawlers_may_not_ask_for_is_not_asked_for(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    bad, *_ = shelf.gold
    web.robots(HOST, "User-agent: *\nDisallow: /$")
    web.fault(bad, REFUSED)
    with closing(Bench(embedded_settings, web, **QUICKLY)) as bench:
        reads(bench, bad)
        assert bench.ended == {("page", "dropped:forbidden"): 1}
        assert web.counts[FRONT] == 0
        assert web.counts[f"{FRONT}robots.txt"] == 3


def test_a_page_that_leads_to_a_login_elsewhere_is_refused_alone(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    bad, *good = shelf.gold
    web.put(bad, moved("http://login.example/"))
    web.put("http://login.example/", failure(401))
    with closing(Bench(embedded_settings, web, **{**QUICKLY, "host_backoff_s": 60})) as bench:
        reads(bench, good[0], bad, *good[1:])
        assert bench.ended == {("page", "dropped:forbidden"): 1, ("page", "indexed"): len(good)}
        assert bench.frontier.failing(after=0, limit=9) == []


def test_a_ban_is_known_where_every_page_has_moved_to_another_name(made: Settings, web: LocalWeb, shelf: Shelf) -> None:
    new = "www.news000.example"
    for url in shelf.gold:
        web.put(url.replace(HOST, new), shelf.pages[url])
        web.put(url, moved(url.replace(HOST, new)))
    first, *others = shelf.gold
    with closing(Bench(made, web, **QUICKLY)) as bench:
        reads(bench, first)
        web.fault(new, REFUSED)
        for url in others:
            bench.queue_page(url)
        work_until(bench, lambda: all(web.counts[url] > 2 for url in others))
        assert [one.host for one in bench.frontier.failing(after=0, limit=9)] == [HOST]
        web.heal(new)
        work_to_the_end(bench)
        assert bench.ended == {("page", "indexed"): len(shelf.gold)}
        assert bench.frontier.failing(after=0, limit=9) == []


def test_a_page_that_was_refused_once_is_read(made: Settings, web: LocalWeb, shelf: Shelf) -> None:
    first, second, *_ = shelf.gold
    web.fault(second, Fault(page=failure(403), times=1))
    with closing(Bench(made, web, **QUICKLY)) as bench:
        reads(bench, first, second)
        assert bench.ended == {("page", "indexed"): 2}


def test_each_page_of_an_article_has_a_second_try_of_its_own(embedded_settings: Settings, web: LocalWeb) -> None:
    first, second = (f"{FRONT}2026/0301/{name}.html" for name in ("7001", "7001_2"))
    for url in (first, second):
        text = "".join(f"<p>{name}页的茶馆里有人天天来，听完一回书才肯回家，{url[-9:]}。" for name in "一二三四五")
        links = f"<a href={first}>1</a> <a href={second}>2</a>".replace(f"<a href={url}>", "<b>")
        html = f"<h1>城南老茶馆的评书声还在</h1><p>2026-03-01 10:00<div>{text}</div><div class=pages>{links}</div>"
        web.put(url, Page(html.encode(), "text/html; charset=utf-8"))
        web.fault(url, Fault(page=failure(403), times=1))
    with closing(Bench(embedded_settings, web, **QUICKLY)) as bench:
        reads(bench, first)
        assert bench.ended == {("page", "indexed"): 2}


def test_the_second_try_is_late(embedded_settings: Settings, web: LocalWeb, shelf: Shelf) -> None:
    bad, *_ = shelf.gold
    web.fault(bad, REFUSED)
    quickly = {name: value for name, value in QUICKLY.items() if name != "forbidden_retry_s"}
    with closing(Bench(embedded_settings, web, **quickly)) as bench:
        bench.queue_page(bad)
        bench.work(Tube.PAGES)
        wait_s = bench.queue.next_ready_s(Tube.PAGES)
        assert wait_s is not None
        assert 3500 < wait_s <= 3600
        assert bench.frontier.overdue(now=time.time() + 3600, limit=9) == []


def test_the_witness_is_asked_for_in_its_hosts_turn(embedded_settings: Settings, web: LocalWeb, shelf: Shelf) -> None:
    bad, *_ = shelf.gold
    web.fault(bad, REFUSED)
    with closing(Bench(embedded_settings, web, **{**QUICKLY, "host_interval_s": 1.0})) as bench:
        reads(bench, bad)
        times = web.times(HOST)
        assert len(times) == 5  # robots.txt, and twice the page and its witness
        assert all(later - sooner > 0.6 for sooner, later in pairwise(times)), "some were sent late, for want of a core"


def test_pages_wait_for_a_site_that_bans_us_only_so_long(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    web.fault(HOST, REFUSED)
    with closing(Bench(embedded_settings, web, **QUICKLY, host_down_hours=1 / 3600)) as bench:
        reads(bench, *shelf.gold)
        assert bench.ended == {("page", "gave_up:banned"): len(shelf.gold)}
        web.heal(HOST)
        for one in bench.frontier.dead_letters(9):  # as `crawler dead retry` does
            assert one.reason == Reason.BANNED
            task = bench.frontier.revive(one.task.url, now=time.time())
            assert task is not None
            assert not task.refused
            bench.queue.put(Tube.PAGES, task.encode())
        work_to_the_end(bench)
        assert bench.ended["page", "indexed"] == len(shelf.gold)


def test_a_worker_that_dies_between_two_tries_ends_no_page_early(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, *_ = shelf.gold
    web.fault(bad, Fault(page=failure(403), times=2))
    with closing(Bench(embedded_settings, web, **QUICKLY)) as bench:
        task = bench.queue_page(bad)
        held = bench.held(Tube.PAGES)
        assert held is not None
        with monkeypatch.context() as dying:
            dying.setattr(held, "put", lambda *_, **__: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                bench.extractor.handle(held)
        bench.queue.release(held.job)  # as its lease ends
        work_to_the_end(bench)
        assert bench.ended == {("page", "indexed"): 1}
        assert bench.frontier.settle(task, outcome=None, now=0) is False  # type: ignore[arg-type]


@pytest.mark.parametrize(("where", "reason"), [(HOST, "refuses whatever we ask it for"), ("list", "refuses this page")])
def test_a_source_whose_site_refuses_it_says_so_in_its_row(
    made: Settings, web: LocalWeb, shelf: Shelf, where: str, reason: str
) -> None:
    url = shelf.lists[0]
    with closing(Bench(made, web, **QUICKLY)) as bench:
        reads(bench, next(iter(shelf.gold)))
        web.fault(url if where == "list" else HOST, REFUSED)
        source = bench.add(url)
        bench.queue_list(source)
        work_until(bench, lambda: not bench.queue.stats(Tube.LISTS).total, Tube.LISTS)
        row = bench.services.sources.get(source.id)
        assert row is not None
        assert (row.state, row.failures) == (State.BLOCKED, 1)
        assert reason in row.state_reason
