"""No result holds what a store refuses."""

from __future__ import annotations

import json

import pytest

from crawler.errors import Reason
from crawler.extract import ALGORITHMS, extract_page
from crawler.extract.storable import storable
from crawler.model import Article, Post, Rejected, Thread

BAD = "\x00\x01\x0b\x1f\x7f\x85\ud800\udfff\ufdd0\ufffe\uffff"


def test_what_no_store_takes_is_left_out() -> None:
    assert storable(Article(f"去年{BAD}的\n今天", f" 河边{BAD} ", author=BAD)) == Article(
        "去年的\n今天", "河边", author="\ufffd"
    )
    assert storable(Rejected(Reason.NO_DATE, title=f"河{BAD}边")).title == "河边"
    thread = Thread((Post(f"好{BAD}的", f"林{BAD}一"), Post("是的")), board=f"读{BAD}书")
    assert storable(thread) == Thread((Post("好的", "林一"), Post("是的")), board="读书")


def test_what_nobody_sees_is_left_out_of_words() -> None:
    thread = Thread((Post("Biblio\u00adthek"),), title="\ufeffBü\u00adcher", board="Lese\u200becke")
    assert storable(thread) == Thread((Post("Bibliothek"),), title="Bücher", board="Leseecke")


def test_what_is_storable_stays_as_it_is() -> None:
    article = Article("\t去年的 \u200d\u3000今天\n👍🏽 é", "河边 ")
    assert storable(article) is article


@pytest.mark.parametrize("name", ["default", *ALGORITHMS])
def test_pages_with_control_characters(name: str) -> None:
    stated = json.dumps({"@type": "NewsArticle", "headline": "河边的\ud800故事", "author": "林\x01一"})
    post = "<div><a class=author href=/u/{0}>林{0}&#1;</a> 2024-03-0{0} 10:00 <p>河\x7f边&#xFFFF;是很长的{0}。</div>"
    page = (
        f"<title>河边的&#2;故事</title><script type=application/ld+json>{stated}</script><h1>河边的\x03故事</h1>"
        + "".join(post.format(number) for number in range(1, 7))
    )
    found = ALGORITHMS.get(name, extract_page)(page.encode(), "https://bbs.example.org/thread-1")
    assert storable(found) == found
    assert found.text.count("河边是很长的") in (0, 6)
    assert found.title == "河边的故事"
