"""An article that stands at several addresses: each is indexed, and the later ones say which was first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from crawler.frontier import Tube
from crawler.model import Document, url_id
from crawler.roles.extractor import Extractor
from crawler.settings import Settings
from crawler.stores import Query
from tests.integration.promises import Bench
from tests.localweb import LocalWeb, Page

STORY = [
    "青石镇的老渡口上周重新开了航，渡船是去年冬天在县里的船厂修的，换了柴油机，加装了护栏，一次能载三十六人。",
    "六十七岁的船工在这条河上摆渡了四十一年，他说桥修好以后，过河的人少了一大半，可是赶集的日子老人还是愿意坐船。",
    "镇里算过一笔账，渡口一年要补贴十一万元，其中油钱占四成，这笔钱花得值，因为走桥到卫生院要绕行九公里。",
    "开航那天河边站满了人，有人放了鞭炮，有人把刚摘的橘子塞进船舱，孩子们在堤上跟着跑出去很远很远才肯停下来。",
    "县交通局表示，年内还要修缮另外两处渡口，航标灯和救生衣已经到位，船工的工资由县财政按月发放，不再凑份子。",
]


@pytest.fixture
def bench(made: Settings, web: LocalWeb) -> Iterator[Bench]:
    with closing(Bench(made, web, host_interval_s=0, latency_factor=0, retry_s=0.01)) as bench:
        bench.services.documents.prepare()
        yield bench


def publish(web: LocalWeb, site: str, title: str, lines: list[str]) -> str:
    url = f"http://{site}.example/2026/0301/7.html"
    text = "".join(f"<p>{line}</p>" for line in lines)
    page = f"<title>{title}_{site}</title><h1>{title}</h1><p>2026-03-01 10:00</p><div class=text>{text}</div>"
    web.put(url, Page(page.encode(), "text/html; charset=utf-8"))
    return url


def crawl(bench: Bench, *urls: str) -> None:
    for url in urls:
        bench.queue_page(url)
    while bench.work(Tube.PAGES):
        pass


def at(bench: Bench, url: str) -> Document:
    document = bench.services.documents.get(url_id(url))
    assert document is not None
    return document


@pytest.fixture
def urls(web: LocalWeb) -> list[str]:
    """The story at three sites, and another."""
    return [
        publish(web, "one", "老渡口重新开航", STORY),
        publish(web, "two", "停了两年的老渡口复航", [*STORY, "责任编辑：周全"]),
        publish(web, "three", "渡船又开了", STORY[1:]),
        publish(
            web,
            "four",
            "图书馆全天开放",
            ["图书馆昨天宣布，从下个月起全天开放，自习区的灯彻夜不关。" for _ in range(5)],
        ),
    ]


def test_a_reprint_says_what_it_is_a_copy_of(bench: Bench, urls: list[str]) -> None:
    for url in urls:
        crawl(bench, url)
        bench.services.documents.refresh()
    assert [at(bench, url).duplicate_of for url in urls] == ["", url_id(urls[0]), url_id(urls[0]), ""]
    assert bench.ended == {("page", "indexed"): 4}
    assert bench.services.documents.search(Query("渡口")).total == 3
    assert bench.services.documents.search(Query("渡口", firsts=True)).total == 1


def test_one_that_came_in_a_moment_ago_is_known(bench: Bench, urls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Elasticsearch finds what was written once it is refreshed."""
    monkeypatch.setattr(bench.services.documents, "alike", lambda article: [])
    crawl(bench, *urls)
    assert [at(bench, url).duplicate_of for url in urls] == ["", url_id(urls[0]), url_id(urls[0]), ""]


def test_a_page_that_is_read_again_is_no_copy_of_itself(bench: Bench, urls: list[str]) -> None:
    crawl(bench, *urls)
    bench.services.documents.refresh()
    for url in urls:
        bench.frontier.admit([bench.queue_page(url)], now=0, again=True)
    while bench.work(Tube.PAGES):
        pass
    assert [at(bench, url).duplicate_of for url in urls] == ["", url_id(urls[0]), url_id(urls[0]), ""]


def test_no_copy_names_what_was_never_written(bench: Bench, urls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies before it has written leaves nothing that others take for a document."""

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Extractor, "_write", die)
        bench.queue_page(urls[0])
        held = bench.held(Tube.PAGES)
        assert held is not None
        with pytest.raises(KeyboardInterrupt):
            bench.extractor.handle(held)
    crawl(bench, urls[1])
    assert at(bench, urls[1]).duplicate_of == ""
    bench.services.documents.refresh()
    assert held.queue.release(held.job)
    while bench.work(Tube.PAGES):
        pass
    assert at(bench, urls[0]).duplicate_of == url_id(urls[1])
