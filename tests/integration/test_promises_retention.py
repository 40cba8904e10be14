"""What was removed since it is old does not come back as new, whatever is forgotten of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from crawler.frontier import Tube
from crawler.settings import Settings
from crawler.stores import Query
from tests.documents import document
from tests.integration.promises import Bench
from tests.localweb import LocalWeb, synthetic
from tests.localweb.forum import Forum, board_url

DAYS = 30
NOW = datetime.now(UTC)
THEN = NOW - timedelta(days=DAYS + 3)


@pytest.fixture
def bench(embedded_settings: Settings, web: LocalWeb) -> Iterator[Bench]:
    """With retention, over what another without it has brought."""
    with closing(Bench(embedded_settings, web, host_interval_s=0, latency_factor=0, keep_days=DAYS)) as bench:
        yield bench


def crawl(bench: Bench) -> None:
    bench.queue_list(bench.services.sources.all()[0])
    while bench.work(Tube.LISTS) + bench.work(Tube.PAGES):
        pass


def found(bench: Bench) -> list[str]:
    return sorted(hit.document.text for hit in bench.services.documents.search(Query(limit=100)).hits)


def long_ago(settings: Settings) -> None:
    """What is indexed came in at `THEN`."""
    with closing(sqlite3.connect(settings.sqlite_path)) as file, file:
        file.execute("UPDATE document SET fetched_at = ?", [THEN.isoformat(timespec="microseconds")])


def forget(settings: Settings) -> None:
    """What was seen, what is known of threads and of their lists is lost."""
    with closing(sqlite3.connect(settings.sqlite_path)) as file, file:
        for table in ("seen", "thread", "cache"):
            file.execute(f"DELETE FROM {table}")


def test_posts_that_were_removed_stay_away(bench: Bench, web: LocalWeb, embedded_settings: Settings) -> None:
    forum = Forum(THEN)
    thread = forum.thread(posts=5)
    forum.reply_inside(thread.posts[1])
    forum.publish(web)
    with closing(Bench(embedded_settings, web, host_interval_s=0, latency_factor=0)) as before:
        before.add(board_url(1), interval_s=10)
        crawl(before)
        assert len(found(before)) == 6
    long_ago(embedded_settings)

    forum.now = NOW
    new = forum.reply(thread)
    forum.publish(web)
    crawl(bench)
    assert "removed 6 documents" in bench.services.documents.maintain(now=NOW)
    forget(embedded_settings)
    crawl(bench)
    assert found(bench) == [new.text]


def test_an_article_that_was_removed_stays_away(bench: Bench, web: LocalWeb, embedded_settings: Settings) -> None:
    shelf = synthetic(1, 1, now=THEN)
    for url, page in shelf.pages.items():
        web.put(url, page)
    url = next(iter(shelf.gold))
    with closing(Bench(embedded_settings, web, host_interval_s=0, latency_factor=0)) as before:
        before.queue_page(url)
        before.work(Tube.PAGES)
        assert len(found(before)) == 1
    long_ago(embedded_settings)
    forget(embedded_settings)

    bench.services.documents.add([document(1, fetched_at=NOW)])
    assert "removed 1 documents" in bench.services.documents.maintain(now=NOW)
    bench.queue_page(url)
    bench.work(Tube.PAGES)
    assert found(bench) == [document(1).text]
    assert bench.ended[("page", "dropped:expired")] == 1
