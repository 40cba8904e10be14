"""The seen set's way back from the index, on both families of stores."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from crawler.model import Document, Kind, PageTask, url_id
from crawler.roles.seen import BATCH, rebuild_seen, seen_is_complete
from crawler.roles.services import Services
from crawler.roles.status import gather
from crawler.settings import Settings


@pytest.fixture(params=["embedded_settings", "server_settings"])
def services(request: pytest.FixtureRequest) -> Iterator[Services]:
    opened = Services(request.getfixturevalue(request.param))
    opened.documents.prepare()
    yield opened
    opened.close()


def page(number: int) -> Document:
    url = f"http://news.example/{number}.html"
    return Document(url_id(url), url, Kind.ARTICLE, "news.example", f"第{number}篇", "正文", source_id=1)


def post(number: int) -> Document:
    url = "http://bbs.example/t/1"
    return Document(
        url_id(f"{url}#post-{number}"), url, Kind.POST, "bbs.example", "主题", "回帖", 1, thread_id=url_id(url)
    )


def test_what_the_index_holds_is_seen_again_and_nothing_else(services: Services) -> None:
    pages = [page(number) for number in range(BATCH + 5)]
    services.documents.add([*pages, post(1), post(2)])
    services.documents.refresh()
    progress: list[int] = []
    assert rebuild_seen(services.frontier, services.documents, progress.append) == len(pages) + 1
    assert progress == [BATCH, len(pages) + 1]

    asked = [pages[0].url, pages[-1].url, "http://bbs.example/t/1", "http://news.example/new.html"]
    tasks = [PageTask(url=url, source_id=1) for url in asked]
    admitted = services.frontier.admit(tasks, now=time.time())
    assert [one.task.url for one in admitted] == ["http://news.example/new.html"]


def test_a_seen_set_that_has_outgrown_its_capacity_is_a_problem_with_its_remedy(server_settings: Settings) -> None:
    with closing(Services(server_settings.model_copy(update={"seen_capacity": 1000}))) as services:
        services.documents.prepare()
        urls = [f"http://news.example/{number}.html" for number in range(2000)]
        services.frontier.mark_seen(urls[:1000])
        assert gather(services).problems == ()
        services.frontier.mark_seen(urls[1000:])
        (problem,) = gather(services).problems
        assert "CRAWLER_SEEN_CAPACITY" in problem


def test_the_mark_of_completeness_is_set_by_a_rebuild(services: Services) -> None:
    assert not seen_is_complete(services.frontier)
    assert rebuild_seen(services.frontier, services.documents) == 0
    assert seen_is_complete(services.frontier)
