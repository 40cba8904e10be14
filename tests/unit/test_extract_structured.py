"""What a page states of itself: JSON-LD in all its states, <meta> and <link>."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.structured import MAX_THINGS, Stated, stated, string
from crawler.extract.table import build


def of(*scripts: str, head: str = "") -> Stated:
    written = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return stated(build(f"{head}{written}<p>正文</p>"))


def headlines(*scripts: str) -> list[str]:
    return list(of(*scripts).strings("headline"))


ARTICLE = '{"@type": "NewsArticle", "headline": "河边新建图书馆"}'


@pytest.mark.parametrize(
    "script",
    [
        ARTICLE,
        f"[{ARTICLE}]",
        f'{{"@graph": [{{"@type": "WebSite", "name": "晚报"}}, {ARTICLE}]}}',
        f'{{"@type": "WebPage", "mainEntity": {ARTICLE}}}',
        f"\n//<![CDATA[\n{ARTICLE}\n//]]>\n",
        f"<!-- {ARTICLE} -->",
        ARTICLE + ";",
        ARTICLE.replace('"', "&quot;"),
        '{"@type": "NewsArticle", "headline": "河边新建图书馆", "description": "他说"好"",}',
        '{"headline": "\\u6cb3边新建图书馆", "datePublished": ',
    ],
)
def test_a_headline_however_it_is_wrapped_or_broken(script: str) -> None:
    assert headlines(script) == ["河边新建图书馆"]


def test_the_page_s_own_article_comes_before_what_it_also_describes() -> None:
    page = '{"@type": "WebPage", "headline": "网页"}'
    assert headlines('{"@type": "Product", "headline": "商品"}', page, ARTICLE) == ["河边新建图书馆", "网页", "商品"]
    inside = f'{{"@type": "ItemList", "itemListElement": [{ARTICLE}], "comment": [{ARTICLE}]}}'
    assert headlines(inside) == []


def test_an_author_that_is_only_pointed_to() -> None:
    graph = '[{"@type": "Article", "author": {"@id": "#1"}}, {"@type": "Person", "@id": "#1", "name": "林一"}]'
    assert [string(thing.get("author")) for thing in of(graph).things] == ["林一", ""]


def test_authors_and_dates_of_broken_json() -> None:
    broken = '{"author": [{"@type": "Person", "name": "林一"}], "dateCreated": "2024-03-01", "text": "他说"好""}'
    assert of(broken).things == [{"dateCreated": "2024-03-01", "author": [{"@type": "Person", "name": "林一"}]}]


@pytest.mark.parametrize("script", ["[" * 100_000, '{"a":' * 100_000, "{", "null", "1e999", '"' * 999, ARTICLE * 9_999])
def test_hostile_scripts_state_little(script: str) -> None:
    assert len(of(script).things) <= 1


def test_no_more_things_than_are_looked_at() -> None:
    assert len(of(json.dumps([{"headline": str(number)} for number in range(9_999)])).things) == MAX_THINGS


def test_meta_and_links() -> None:
    head = (
        "<meta property=og:title content=' 图书馆 '><meta property=og:title content=二><meta name=Author content=>"
        "<meta itemprop=datePublished content=2024-03-01><link rel=Canonical href=/1><link rel=canonical href=/2>"
    )
    found = of(head=head)
    assert found.meta == {"og:title": ["图书馆", "二"], "datepublished": ["2024-03-01"]}
    assert (found.meta_text("og:title"), found.meta_text("author")) == ("图书馆", "")
    assert found.links == {"canonical": "/1"}


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["@type", "@id", "@graph", "author", "name", "headline"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(_JSON)
def test_any_json(value: object) -> None:
    found = of(json.dumps(value).replace("<", ""))
    assert all(isinstance(text, str) for text in found.strings("headline", "author"))
