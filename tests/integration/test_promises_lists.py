"""Every list check ends, in one counted outcome, and none is taken for read whose pages were not queued."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from crawler.frontier import SqliteQueue, Tube
from crawler.model import Source, State
from crawler.roles import lister
from crawler.roles.controller import Controller
from crawler.roles.held import LeaseLost
from crawler.roles.rows import remove_source
from crawler.roles.trial import try_source
from crawler.settings import Settings
from crawler.stores import Lease
from tests.integration.promises import Bench
from tests.localweb import LocalWeb, Page, Shelf, failure, synthetic


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return synthetic(3, 1, now=datetime.now(UTC))


@pytest.fixture(scope="module")
def web(shelf: Shelf) -> Iterator[LocalWeb]:
    with LocalWeb(shelf.pages) as web:
        yield web


@pytest.fixture
def bench(embedded_settings: Settings, web: LocalWeb) -> Iterator[Bench]:
    with closing(Bench(embedded_settings, web, max_crashes=2)) as bench:
        yield bench


@pytest.fixture
def source(bench: Bench, shelf: Shelf) -> Source:
    """A source whose check the controller has queued."""
    source = bench.add(shelf.lists[0])
    Controller(bench.services).round(bench.queue)
    assert bench.services.sources.open_tasks() == 1
    return source


def row(bench: Bench) -> Source:
    return bench.services.sources.all()[0]


def checked_twice(bench: Bench) -> list[tuple[str, str]]:
    """State and reason of the only source after each of two checks."""
    controller, states = Controller(bench.services), []
    for _ in range(2):
        bench.services.sources.make_due()
        controller.round(bench.queue)
        bench.work(Tube.LISTS)
        states.append((row(bench).state, row(bench).state_reason))
    return states


@pytest.mark.usefixtures("source")
def test_a_check_that_ends_is_no_open_task(bench: Bench) -> None:
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "ok"): 1}
    assert bench.services.sources.open_tasks() == 0


def test_a_source_says_that_it_has_long_been_silent_until_something_comes(
    embedded_settings: Settings, web: LocalWeb, shelf: Shelf
) -> None:
    with closing(Bench(embedded_settings, web, silent_days=1e-9)) as bench:
        bench.add(shelf.lists[0])
        states = checked_twice(bench)
        assert states[0] == ("ok", ""), "what was new on it came in"
        assert states[1] == ("silent", "nothing new for 0 days; see whether its site has changed")
        assert row(bench).failures == 0
        assert bench.ended == {("list", "ok"): 1, ("list", "silent"): 1}


@pytest.mark.parametrize(
    ("body", "kind", "channel"),
    [
        ("<title>a</title><p>nothing to follow here</p>", "text/html", "page"),
        ('<rss version="2.0"><channel><title>a</title></channel></rss>', "application/rss+xml", "feed"),
    ],
)
def test_a_list_that_brings_nothing_says_so_as_long_as_it_stays_the_same(
    embedded_settings: Settings, body: str, kind: str, channel: str
) -> None:
    url = "http://news.example/list"
    with LocalWeb({url: Page(body.encode(), kind)}) as web, closing(Bench(embedded_settings, web)) as bench:
        bench.add(url, channel=channel)
        told = checked_twice(bench)
        assert told[0] == told[1]
        assert bench.ended == {("list", "empty"): 2}


@pytest.mark.parametrize("packed", [False, True])
def test_the_maps_of_a_site_are_read_by_their_index(embedded_settings: Settings, shelf: Shelf, packed: bool) -> None:
    pages, site = list(shelf.gold), shelf.lists[0].rpartition("/")[0]
    ending = ".xml.gz" if packed else ".xml"
    maps = {
        f"{site}/map{number}{ending}": f"<urlset><url><loc>{url}</loc></url></urlset>"
        for number, url in enumerate(pages)
    }
    index = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in maps)
    xml = {f"{site}/sitemap.xml": f"<sitemapindex>{index}</sitemapindex>", **maps}
    served = {url: Page(f'<?xml version="1.0"?>{text}'.encode(), "application/xml") for url, text in xml.items()}
    if packed:
        served = {url: Page(gzip.compress(page.body), "application/x-gzip") for url, page in served.items()}
    with LocalWeb({**shelf.pages, **served}) as web, closing(Bench(embedded_settings, web, host_interval_s=0)) as bench:
        bench.add(f"{site}/sitemap.xml", channel="feed")
        Controller(bench.services).round(bench.queue)
        while bench.work(Tube.LISTS):
            pass
        assert bench.frontier.pending_count() == len(pages)
        assert (row(bench).state, bench.ended) == (State.OK, {("list", "ok"): 1})


def test_a_packed_site_map_that_is_too_large_says_so(embedded_settings: Settings) -> None:
    url = "http://news.example/sitemap.xml.gz"
    served = {url: Page(gzip.compress(b"<urlset>" + b" " * 30_000_000), "application/gzip")}
    with LocalWeb(served) as web, closing(Bench(embedded_settings, web)) as bench:
        bench.add(url, channel="feed")
        Controller(bench.services).round(bench.queue)
        bench.work(Tube.LISTS)
        assert row(bench).state_reason.startswith("the answer is larger than allowed after decompression")
        assert bench.ended == {("list", "failed"): 1}


def test_a_site_map_that_was_taken_for_a_list_page_says_so(embedded_settings: Settings, shelf: Shelf) -> None:
    url = f"{shelf.lists[0]}-map.xml"
    served = {
        url: Page(b"<?xml version='1.0'?><urlset><url><loc>http://a.example/1.html</loc></url></urlset>", "text/xml")
    }
    with LocalWeb(served) as web, closing(Bench(embedded_settings, web)) as bench:
        bench.add(url)
        Controller(bench.services).round(bench.queue)
        bench.work(Tube.LISTS)
        assert "the answer is a site map; use the channel feed" in row(bench).state_reason


def test_the_check_of_a_disabled_source_is_counted_and_frees_its_row(bench: Bench, source: Source) -> None:
    controller = Controller(bench.services)
    bench.services.sources.give_up(Lease("", 1))
    bench.services.sources.update(source.id, enabled=False)
    controller.round(bench.queue)
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "disabled"): 1}
    assert row(bench).last_checked_at is None
    bench.services.sources.update(source.id, enabled=True)
    controller.round(bench.queue)
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "disabled"): 1, ("list", "ok"): 1}
    assert row(bench).state == State.OK


def test_the_check_of_a_source_that_was_removed_is_counted(bench: Bench, source: Source) -> None:
    bench.services.sources.remove(source.id)
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "disabled"): 1}
    assert bench.queue.stats(Tube.LISTS).total == 0


def test_what_a_removed_source_announced_is_fetched_no_more(bench: Bench, source: Source, web: LocalWeb) -> None:
    bench.work(Tube.LISTS)
    assert bench.frontier.pending_count() == 3
    before = len(web.requests)
    remove_source(bench.services, source)
    assert (bench.services.sources.all(), bench.frontier.pending_count()) == ([], 0)
    assert bench.work(Tube.PAGES) == 3
    assert len(web.requests) == before
    assert bench.services.documents.count() == 0


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [("pattern", "/news/(", "/news/("), ("timezone", "Mars/Olympus", "Mars"), ("url", "ftp://a.example/", "ftp")],
)
def test_a_row_that_went_bad_while_its_check_was_queued_ends_it(
    bench: Bench, source: Source, column: str, value: str, said: str
) -> None:
    bench.services.sources.update(source.id, **{column: value})
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "failed"): 1}
    assert said in row(bench).state_reason


@pytest.mark.usefixtures("source")
def test_a_list_that_breaks_its_reader_ends_in_words(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> lister.Reading:
        raise RecursionError("too deep")

    monkeypatch.setattr(lister, "read_list", break_down)
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "failed"): 1}
    assert "RecursionError: too deep" in row(bench).state_reason


@pytest.mark.usefixtures("source")
def test_a_check_that_fails_as_nobody_foresaw_ends_in_words(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **options: object) -> None:
        raise ZeroDivisionError("what nobody foresaw")

    monkeypatch.setattr(bench.services.client, "get", fail)
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "failed"): 1}
    assert row(bench).state == State.FAILED
    assert "ZeroDivisionError: what nobody foresaw" in row(bench).state_reason
    assert bench.queue.stats(Tube.LISTS).total == 0


@pytest.mark.usefixtures("source")
def test_a_list_that_workers_die_of_is_set_aside_until_it_changes(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """What no handler sees: the process is gone."""

    def die(*_: object) -> lister.Reading:
        raise Died

    monkeypatch.setattr(lister, "read_list", die)
    keep = lister.Lister._keep
    for _ in range(2):
        held = bench.held(Tube.LISTS)
        assert held is not None
        kept: list[object] = []

        def keep_until_death(self: lister.Lister, *args: object, kept: list[object] = kept) -> None:
            kept.append(args)
            if len(kept) == 1:  # who is dead tidies nothing up
                keep(self, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(lister.Lister, "_keep", keep_until_death)
        with pytest.raises(Died):
            bench.lister.handle(held)
        bench.queue.close()
    monkeypatch.setattr(lister.Lister, "_keep", keep)
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "failed"): 1}
    assert "2 workers" in row(bench).state_reason
    bench.queue_list(row(bench))
    bench.work(Tube.LISTS)
    assert row(bench).state == State.UNCHANGED


@pytest.mark.usefixtures("source")
def test_a_list_whose_pages_could_not_all_be_queued_is_read_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, puts = SqliteQueue.put, []

    def fail_at_the_second(
        queue: SqliteQueue, tube: Tube, body: bytes, *, priority: int = 1000, delay_s: float = 0
    ) -> None:
        puts.append(body)
        if len(puts) == 2:
            raise LeaseLost  # with the connection to the queue
        put(queue, tube, body, priority=priority, delay_s=delay_s)

    monkeypatch.setattr(SqliteQueue, "put", fail_at_the_second)
    held = bench.held(Tube.LISTS)
    assert held is not None
    with pytest.raises(LeaseLost):
        bench.lister.handle(held)
    bench.queue.close()
    bench.work(Tube.LISTS)
    assert bench.ended == {("list", "ok"): 1}  # and not "unchanged"
    assert bench.queue.stats(Tube.PAGES).total == 1
    assert bench.frontier.pending_count() == 3  # the sweeper's


@pytest.mark.parametrize(
    ("robots", "page", "state"),
    [
        ("", Page(b"<p>Nothing"), "empty"),
        ("User-agent: *\nDisallow: /", Page(b"<p>Nothing"), "blocked"),
        ("", failure(403), "blocked"),
        ("", failure(429), "blocked"),
        ("", failure(404), "failed"),
        ("", Page(b"%PDF-1.7 \0\1\2"), "failed"),
        ("", Page(b"<rss><channel><item><link>http://a/</link></item></channel></rss>"), "failed"),
    ],
)
def test_a_trial_and_a_check_call_the_state_of_a_source_by_the_same_word(
    embedded_settings: Settings, robots: str, page: Page, state: str
) -> None:
    with LocalWeb({"http://a.example/list": page}) as web, closing(Bench(embedded_settings, web)) as bench:
        web.robots("a.example", robots)
        source = bench.add("http://a.example/list")
        trial = try_source(bench.services, source)
        bench.queue_list(source)
        bench.work(Tube.LISTS)
        assert (trial.state, row(bench).state) == (state, state)


def test_what_a_page_of_another_charset_links_to_is_asked_for_as_browsers_do(
    bench: Bench, web: LocalWeb, shelf: Shelf
) -> None:
    url, title = next(iter(shelf.gold)), "河岸码头灯塔今日修缮完工"
    html = f"<ul><li><a href='/read?篇=一'>{title}</a></ul>" + "<p>渡口石桥" * 9
    web.put("http://gbk.example/", Page(html.encode("gbk"), "text/html; charset=gb2312"))
    web.put("http://gbk.example/read", shelf.pages[url])
    bench.queue_list(bench.add("http://gbk.example/", pattern="/read.*"))
    bench.work(Tube.LISTS)
    bench.work(Tube.PAGES)
    assert bench.ended == {("list", "ok"): 1, ("page", "indexed"): 1}
    assert web.counts["http://gbk.example/read?%C6%AA=%D2%BB"] == 1
