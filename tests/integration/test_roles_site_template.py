"""The site template is learned while crawling, through either family of stores."""

from __future__ import annotations

import time
import uuid
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from crawler.embedded import Database
from crawler.frontier import Frontier, SqliteFrontier, Tube
from crawler.frontier.redis_frontier import RedisFrontier
from crawler.model import Article
from crawler.roles.site_template import SiteTemplates
from crawler.settings import Settings, load
from crawler.stores import Query, Sort
from crawler.stores.schema import migrate
from tests.integration.promises import Bench
from tests.localweb import LocalWeb, Page
from tests.servers import Redis

MOTTO = "每一个早晨，我们都在这里把城市的故事讲给你听。"
DAY_S = 86_400.0


@pytest.fixture(params=["redis", "sqlite"])
def frontier(request: pytest.FixtureRequest, tmp_path: Path) -> Frontier:
    if request.param == "redis":
        server: Redis = request.getfixturevalue("redis_server")
        prefix = f"test-{uuid.uuid4().hex[:12]}:"
        return RedisFrontier(
            load(redis_url=server.url, redis_password=server.password, redis_prefix=prefix, seen_capacity=10_000)
        )
    made = load(data_dir=tmp_path)
    migrate(made)
    return SqliteFrontier(made, Database(made.sqlite_path))


def crawl(frontier: Frontier, number: int, host: str = "news.example", keep_s: float = DAY_S) -> Article:
    body = "\n".join(f"第{number}天的第{part}段，他沿着河边跑了很久。" for part in range(4))
    article = Article(f"{body}\n{MOTTO}", title=f"晨跑之{number}", origins={"text": "cevc+"})
    # A worker of its own for each page: what one has learned another knows.
    return SiteTemplates(frontier, keep_s=keep_s).without(article, f"http://{host}/a/{number}.html")


def test_what_recurs_on_a_site_is_taken_out_from_the_third_page_on(frontier: Frontier) -> None:
    articles = [crawl(frontier, number) for number in range(4)]
    assert [MOTTO in article.text for article in articles] == [True, True, False, False]
    assert articles[1].origins == {"text": "cevc+"}
    assert articles[2].origins == {"text": "cevc+, site template"}


def test_a_page_that_is_done_again_teaches_nothing_new(frontier: Frontier) -> None:
    crawl(frontier, 1)
    articles = [crawl(frontier, 2) for _ in range(5)]
    assert all(MOTTO in article.text for article in articles)


def test_doing_a_page_again_gives_the_same_text(frontier: Frontier) -> None:
    articles = [crawl(frontier, number) for number in (1, 2, 3, 3, 3)]
    assert articles[2] == articles[3] == articles[4]


def test_another_site_learns_by_itself(frontier: Frontier) -> None:
    for number in range(3):
        crawl(frontier, number)
    assert MOTTO in crawl(frontier, 4, host="other.example").text


def test_what_was_learned_is_forgotten(frontier: Frontier) -> None:
    for number in range(3):
        crawl(frontier, number, keep_s=0.001)
    time.sleep(0.05)
    assert MOTTO in crawl(frontier, 4).text


def test_a_worker_asks_once_and_writes_seldom_when_the_window_is_full(frontier: Frontier) -> None:
    asked, written = [], []

    class Counted:
        def get_cached(self, key: str) -> bytes | None:
            asked.append(key)
            return frontier.get_cached(key)

        def put_cached(self, key: str, value: bytes, *, ttl_s: float) -> None:
            written.append(key)
            frontier.put_cached(key, value, ttl_s=ttl_s)

    templates = SiteTemplates(cast(Frontier, Counted()), keep_s=DAY_S)
    for number in range(124):
        body = f"第{number}天，他沿着河边跑了很久，遇到了许多老朋友，坐下来聊了很久才回家。"
        article = Article(f"{body}\n{MOTTO}", title=f"晨跑之{number}")
        found = templates.without(article, f"http://news.example/a/{number}.html")
        assert (MOTTO in found.text) == (number < 2)
    assert len(asked) == 1
    assert 24 < len(written) < 70


@pytest.mark.parametrize(("days", "kept"), [(30, 2), (0, 4)])
def test_the_crawl_leaves_it_out_of_the_index(embedded_settings: Settings, days: float, kept: int) -> None:
    urls = [f"http://news.example/a/{number}.html" for number in range(4)]
    with (
        LocalWeb({url: Page(html(number)) for number, url in enumerate(urls)}) as web,
        closing(Bench(embedded_settings, web, template_days=days)) as bench,
    ):
        for url in urls:
            bench.queue_page(url)
            bench.work(Tube.PAGES)
        documents = [hit.document for hit in bench.services.documents.search(Query(sort=Sort.NEWEST)).hits]
    assert len(documents) == 4
    assert sum(MOTTO in document.text for document in documents) == kept


def html(number: int) -> bytes:
    body = "".join(
        f"<p>第{number}天的第{part}段，他沿着河边跑了很久，遇到了许多老朋友，聊了很久。</p>" for part in range(6)
    )
    time = f"<p>2026-03-0{number + 1} 10:00</p>"
    return (
        f"<title>河边晨跑的第{number}天</title><h1>河边晨跑的第{number}天</h1>{time}<div>{body}<p>{MOTTO}</p></div>"
    ).encode()
