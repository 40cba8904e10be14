"""Every page ends in exactly one counted outcome and stands in the index once, whatever happens on its way."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from crawler.errors import Drop, Reason, Retry
from crawler.frontier import Tube, TubeStats
from crawler.frontier.outcomes import KINDS
from crawler.model import Fetched, Kind, Outcome, url_id
from crawler.roles.held import Stopping
from crawler.settings import Settings
from tests.documents import document
from tests.integration.promises import Bench
from tests.localweb import LocalWeb, Page, Shelf, moved, synthetic


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return synthetic(3, 1, now=datetime.now(UTC))


@pytest.fixture(scope="module")
def site(shelf: Shelf) -> Iterator[LocalWeb]:
    with LocalWeb(shelf.pages) as web:
        yield web


@pytest.fixture
def web(site: LocalWeb) -> LocalWeb:
    site.forget()
    return site


@pytest.fixture
def bench(embedded_settings: Settings, web: LocalWeb) -> Iterator[Bench]:
    with closing(Bench(embedded_settings, web, max_crashes=2, retry_s=0.01)) as bench:
        yield bench


@pytest.fixture
def page(shelf: Shelf) -> str:
    return next(iter(shelf.gold))


def forget_pending(settings: Settings) -> None:
    with closing(sqlite3.connect(settings.sqlite_path)) as file, file:
        file.execute("DELETE FROM pending")


# --- redirects


def test_where_redirects_led_is_named_by_the_rules_of_the_source(bench: Bench, web: LocalWeb, page: str) -> None:
    web.put(f"{page}/moved", moved(f"{page}?token=1&from=rss"))
    web.put(f"{page}?token=1&from=rss", web_page(web, page))
    bench.queue_page(f"{page}/moved", keep_params="from", drop_params="token")
    bench.work(Tube.PAGES)
    (url,) = bench.services.documents.urls()
    assert url == f"{page}?from=rss"
    assert bench.services.documents.get(url_id(url)) is not None


def web_page(web: LocalWeb, url: str) -> Page:
    return web._pages[url]


def test_two_urls_that_lead_to_one_page_make_one_document(bench: Bench, web: LocalWeb, page: str) -> None:
    urls = [f"{page}/a", f"{page}/b"]
    for url in urls:
        web.put(url, moved(page))
        bench.queue_page(url)
    bench.work(Tube.PAGES)
    assert list(bench.services.documents.urls()) == [page]
    assert bench.ended == {("page", "indexed"): 1, ("page", "known"): 1}
    assert bench.frontier.admit([bench.queue_page(page)], now=0) == []


# --- workers that stop, sleep and die


COMMENTED = """<!doctype html><meta charset=utf-8><title>河边的路修好了</title><h1>河边的路修好了</h1>
<p>2024-03-05 14:03</p><div><p>河边的路上个星期修好了，比原来宽了一倍，两边都种上了树，每隔二十米有一盏灯。</p>
<p>住在附近的人说，晚上走路方便多了，灯也亮，从前下雨天这里总是积水，要绕到桥那边去。</p>
<p>工程从去年秋天开始，一共用了五个月；下一段要修到火车站，今年夏天动工，明年春天可以走。</p>
<p>管理处的人说，路边还会放一些长椅，大家想放在哪里，可以写在门口的本子上。</p></div>
<ul class=comments><li><a href=/u/1>林一</a><p>就是人多，要早一点去。</p><i>2024-03-05 15:20</i></li>
<li><a href=/u/2>周二</a><p>晚上十点以后就没有人了。</p><i>2024-03-05 16:05</i></li></ul>"""


def test_an_article_and_the_comments_on_it_are_documents_once(bench: Bench, web: LocalWeb, page: str) -> None:
    web.put(f"{page}/path", Page(COMMENTED.encode()))
    for _ in range(2):
        bench.queue_page(f"{page}/path")
        bench.work(Tube.PAGES)
    article = bench.services.documents.get(url_id(f"{page}/path"))
    assert article is not None
    assert "早一点去" not in article.text
    comments = bench.services.documents.thread(article.id)
    assert [(one.kind, one.author, one.text) for one in comments] == [
        (Kind.COMMENT, "林一", "就是人多，要早一点去。"),
        (Kind.COMMENT, "周二", "晚上十点以后就没有人了。"),
    ]
    assert {(one.parent_id, one.thread_title, one.title) for one in comments} == {(article.id, article.title, "")}
    assert bench.services.documents.count() == 3


def test_workers_that_are_stopped_in_order_are_no_crashes(bench: Bench, page: str) -> None:
    bench.queue_page(page)
    for _ in range(5):
        bench.stop.set()
        held = bench.held(Tube.PAGES)
        assert held is not None
        with pytest.raises(Stopping):
            bench.extractor.handle(held)
        bench.queue.release(held.job)
    bench.stop.clear()
    bench.work(Tube.PAGES)
    assert bench.ended == {("page", "indexed"): 1}


@pytest.mark.parametrize("attempts", [5, 1], ids=["retried", "given up"])
def test_a_worker_that_slept_brings_no_page_back(
    embedded_settings: Settings, web: LocalWeb, page: str, monkeypatch: pytest.MonkeyPatch, attempts: int
) -> None:
    with closing(Bench(embedded_settings, web, max_attempts=attempts, retry_s=0.01)) as bench:
        task = bench.queue_page(page)

        def wake_too_late(url: str, **_: object) -> Fetched:
            """Meanwhile another worker got the page by its lease, and has brought it to its end."""
            if url != page:
                raise Drop(Reason.NOT_FOUND, "there is no robots.txt")
            bench.frontier.settle(task, Outcome("indexed"), now=datetime.now(UTC).timestamp())
            raise Retry(Reason.TIMEOUT, "the time was over long ago")

        monkeypatch.setattr(bench.services.client, "get", wake_too_late)
        while bench.queue.stats(Tube.PAGES).total:
            bench.work(Tube.PAGES)
        assert bench.ended == {("page", "indexed"): 1}
        assert bench.frontier.pending_count() == 0
        assert bench.frontier.dead_letters(9) == []


def test_a_copy_that_turns_up_after_the_end_is_not_fetched_again(bench: Bench, web: LocalWeb, page: str) -> None:
    web.put(f"{page}/short", Page(b"<title>too short for an article</title><p>short"))
    task = bench.queue_page(f"{page}/short")
    bench.queue.put(Tube.PAGES, task.encode())
    assert bench.work(Tube.PAGES) == 2
    assert web.counts[task.url] == 1
    assert sum(bench.ended.values()) == 1


# --- a pending set that was lost


def test_a_page_that_only_the_queue_knows_of_is_counted(bench: Bench, page: str) -> None:
    bench.queue_page(page)
    bench.frontier.clear_seen()
    forget_pending(bench.settings)
    bench.work(Tube.PAGES)
    assert bench.ended == {("page", "indexed"): 1}
    assert bench.frontier.pending_count() == 0


def test_a_page_that_only_the_queue_and_the_index_know_of_is_not_fetched(
    bench: Bench, web: LocalWeb, page: str
) -> None:
    bench.queue_page(page)
    bench.frontier.clear_seen()
    forget_pending(bench.settings)
    bench.services.documents.add([document(1, id=url_id(page), url=page)])
    bench.work(Tube.PAGES)
    assert web.counts[page] == 0
    assert bench.ended == {("page", "known"): 1}
    assert bench.frontier.pending_count() == 0


# --- jobs that are no tasks


@pytest.mark.parametrize("tube", list(Tube))
def test_a_job_that_nobody_can_read_is_set_aside_and_counted(bench: Bench, tube: Tube) -> None:
    role = bench.lister if tube is Tube.LISTS else bench.extractor
    bench.queue.put(tube, b'{"url": 1}')
    held = bench.held(tube)
    assert held is not None
    role.workers._guarded(held)
    assert bench.queue.stats(tube) == TubeStats(buried=1)
    assert bench.ended == {(KINDS[tube], "quarantined:bad_task"): 1}
