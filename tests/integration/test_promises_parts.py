"""An article on several pages becomes one document with the text of all, once, whatever happens on its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from crawler.frontier import Tube
from crawler.model import Article, Document, PageTask, Post
from crawler.roles import extractor
from crawler.roles.extractor import read_document
from crawler.settings import Settings
from tests.integration.promises import Bench
from tests.localweb import LocalWeb, Page, failure

SITE = "http://news.example"
TITLE = "城南老茶馆的评书声还在"
INTRODUCTION = "城南的老茶馆开了一百年，换过四个东家，评书却一天也没有停过，记者走进去坐了一个下午。"


@pytest.fixture
def bench(made: Settings, web: LocalWeb) -> Iterator[Bench]:
    with closing(Bench(made, web, host_interval_s=0, latency_factor=0, retry_s=0.01, article_pages=5)) as bench:
        bench.services.documents.prepare()
        yield bench


def html(markup: str) -> Page:
    return Page(markup.encode(), "text/html; charset=utf-8")


def said(page: int, lines: int = 4) -> list[str]:
    return [f"第{page}页第{n}段说的是茶馆里的人和事，有人天天来，有人听完一回书才肯回家。" for n in range(lines)]


def address(page: int) -> str:
    return f"{SITE}/2026/0301/{f'7001_{page}' if page > 1 else '7001'}.html"


def publish(web: LocalWeb, pages: Sequence[Sequence[str]], titles: Sequence[str] = ()) -> None:
    """An article, whose pages say the same by way of introduction."""
    for number, lines in enumerate(pages, start=1):
        links = [
            f"<a href={address(other)}>{other}</a>" if other != number else f"<b>{other}</b>"
            for other in range(1, len(pages) + 1)
        ]
        name = titles[number - 1] if titles else f"{TITLE}({number})" if number > 1 else TITLE
        text = "".join(f"<p>{line}</p>" for line in (INTRODUCTION, *lines))
        web.put(
            address(number),
            html(
                f"<title>{name}_江城日报</title><h1>{name}</h1><p>2026-03-01 10:00 作者：林晓河</p>"
                f"<div class=text>{text}</div><div class=pages>{' '.join(links)}</div>"
            ),
        )


def crawl(bench: Bench) -> list[Document]:
    bench.queue_page(address(1))
    while bench.work(Tube.PAGES):
        pass
    found = (bench.services.documents.get(id) for id in map(id_of, range(1, 9)))
    return [document for document in found if document]


def id_of(page: int) -> str:
    return PageTask(address(page), source_id=1).id


def test_the_pages_of_an_article_are_one_document(bench: Bench, web: LocalWeb) -> None:
    pages = [said(1), said(2), said(3, lines=1)]
    publish(web, pages)
    (document,) = crawl(bench)
    assert document.text.split("\n") == [INTRODUCTION, *pages[0], *pages[1], *pages[2]]
    assert (document.title, document.author, document.url) == (TITLE, "林晓河", address(1))
    assert bench.ended == {("page", "indexed"): 3}
    assert bench.frontier.pending_count() == 0
    bench.services.documents.refresh()
    assert list(bench.services.documents.urls()) == [address(1)]


def test_an_article_is_followed_so_far(bench: Bench, web: LocalWeb) -> None:
    pages = [said(page) for page in range(1, 8)]
    publish(web, pages)
    (document,) = crawl(bench)
    assert document.text.split("\n") == [INTRODUCTION, *(line for lines in pages[:5] for line in lines)]


@pytest.mark.parametrize("page", [2, 3])
def test_a_page_whose_reader_died_before_the_end_adds_nothing_more(bench: Bench, web: LocalWeb, page: int) -> None:
    pages = [said(1), said(2), said(3)]
    publish(web, pages)
    (before,) = crawl(bench)
    task = PageTask(address(page), source_id=1, article=address(1), page=page)
    bench.frontier.admit([task], now=0, again=True)
    bench.queue.put(Tube.PAGES, task.encode())
    while bench.work(Tube.PAGES):
        pass
    assert bench.services.documents.get(id_of(1)) == before
    assert bench.ended == {("page", "indexed"): 3, ("page", "known"): 1}


def test_a_page_of_another_article_is_a_document_of_its_own(bench: Bench, web: LocalWeb) -> None:
    pages = [said(1), said(2)]
    publish(web, pages, [TITLE, "江边的灯塔又亮了起来"])
    first, second = crawl(bench)
    assert first.text.split("\n") == [INTRODUCTION, *pages[0]]
    assert (second.title, second.url) == ("江边的灯塔又亮了起来", address(2))


def test_what_was_read_stays_where_a_further_page_is_gone(bench: Bench, web: LocalWeb) -> None:
    pages = [said(1), said(2), said(3)]
    publish(web, pages)
    web.put(address(2), failure(404))
    (document,) = crawl(bench)
    assert document.text.split("\n") == [INTRODUCTION, *pages[0]]
    assert bench.ended == {("page", "indexed"): 1, ("page", "dropped:not_found"): 1}


def test_comments_are_there_at_last_where_a_worker_died_behind_the_text(
    bench: Bench, web: LocalWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(web, [said(1), said(2)])
    crawl(bench)

    def read(task: PageTask, *others: Any) -> Article:
        found = read_document(task, *others)
        assert isinstance(found, Article)
        return replace(found, comments=(Post("老掌柜身体还好吗", "读者一"),))

    monkeypatch.setattr(extractor, "read_document", read)
    task = PageTask(address(2), source_id=1, article=address(1), page=2)
    bench.frontier.admit([task], now=0, again=True)
    bench.queue.put(Tube.PAGES, task.encode())
    while bench.work(Tube.PAGES):
        pass
    bench.services.documents.refresh()
    (comment,) = bench.services.documents.thread(id_of(1))
    assert comment.text == "老掌柜身体还好吗"


def test_the_same_page_once_more_adds_nothing(bench: Bench, web: LocalWeb) -> None:
    publish(web, [said(1), said(1)])
    (document,) = crawl(bench)
    assert document.text.split("\n") == [INTRODUCTION, *said(1)]
    assert bench.ended == {("page", "indexed"): 1, ("page", "known"): 1}
