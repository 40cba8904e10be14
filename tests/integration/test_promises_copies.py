"""An article that stands at several addresses: each is indexed, and the later ones say which was first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

import pytest

from crawler.errors import Unavailable
from crawler.frontier import Tube
from crawler.model import Document, url_id
from crawler.observe import Stages
from crawler.roles.copies import Copies
from crawler.roles.extractor import Extractor
from crawler.settings import Settings
from crawler.stores import Query, Write
from tests.documents import document
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


def nothing_yet(documents: Sequence[Document]) -> list[list[Document]]:
    """What an index finds that was not refreshed since anything was written."""
    return [[] for _ in documents]


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
    monkeypatch.setattr(bench.services.documents, "alike", nothing_yet)
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


def story(number: int, **fields: object) -> Document:
    return document(number, **{"text": "\n".join(STORY), "title": "老渡口重新开航", **fields})


@pytest.fixture
def copies(bench: Bench) -> Copies:
    return Copies(bench.services.documents, bench.frontier, Stages())


def firsts(bench: Bench, *documents: Document) -> list[str]:
    found = [bench.services.documents.get(one.id) for one in documents]
    return [one.duplicate_of if one else "-" for one in found]


def test_two_that_are_written_in_one_call_know_each_other(bench: Bench, copies: Copies) -> None:
    both = [story(1), document(2, text="图书馆昨天宣布，从下个月起全天开放。" * 5), story(3)]
    assert [one.write for one in copies.add(both)] == [Write.CREATED] * 3
    assert firsts(bench, *both) == ["", "", story(1).id]
    copies.add([story(4), story(5)])
    assert firsts(bench, story(4), story(5)) == [story(1).id] * 2


def test_no_copy_names_what_was_refused_in_the_same_call(bench: Bench, copies: Copies) -> None:
    refused = story(1, id="")
    assert [one.write for one in copies.add([refused, story(2), story(3)])] == [Write.REFUSED, *[Write.CREATED] * 2]
    assert firsts(bench, story(2), story(3)) == ["", story(2).id]


def test_a_whole_call_is_asked_for_at_once(bench: Bench, copies: Copies, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    for store, name in ((bench.services.documents, "alike"), (bench.frontier, "get_all_cached")):
        monkeypatch.setattr(store, name, counted(getattr(store, name), asked))
    copies.add([document(number, text=f"图书馆昨天宣布第{number}条，从下个月起全天开放。" * 5) for number in range(9)])
    assert asked == [9, 18]


def counted(call: Callable[[Sequence[object]], object], asked: list[int]) -> Callable[[Sequence[object]], object]:
    def counting(of: Sequence[object]) -> object:
        asked.append(len(of))
        return call(of)

    return counting


@pytest.mark.parametrize("away", ["get_all_cached", "put_all_cached", "mark_copies"])
def test_what_could_not_be_told_of_is_told_of_with_the_next(
    bench: Bench, copies: Copies, monkeypatch: pytest.MonkeyPatch, away: str
) -> None:
    """It is in: whoever wrote it need not write it again, and would be told that it is there already."""

    def fail(*_: object, **__: object) -> None:
        raise Unavailable("redis", "no answer")

    monkeypatch.setattr(bench.services.documents, "alike", nothing_yet)
    with monkeypatch.context() as patched:
        patched.setattr(bench.services.documents if away == "mark_copies" else bench.frontier, away, fail)
        assert [one.write for one in copies.add([story(1), story(2)])] == [Write.CREATED] * 2
        assert firsts(bench, story(1), story(2)) == ["", ""]
    grown = story(2, text="\n".join([*STORY, "第二页上的一段，是后来才读到的。"]))
    bench.services.documents.revise([grown])
    copies.add([story(3)])
    assert firsts(bench, story(1), story(2), story(3)) == ["", story(1).id, story(1).id]
    assert at(bench, grown.url).text == grown.text
