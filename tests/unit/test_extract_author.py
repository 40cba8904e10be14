"""Author and source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.fields.author import author, source
from crawler.extract.structured import stated
from crawler.extract.table import build


def found(html: str) -> tuple[str, str]:
    table = build(html)
    return author(table, stated(table), 0, len(table.flow))


def json_ld(value: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "NewsArticle", "author": {value}}}</script><p>x'


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ('{"@type": "Person", "name": "林一"}', "林一"),
        (
            '[{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "ann-lee"}, {"name": "Bo"}]',
            "Ann Lee, Bo",
        ),
        ('"By Ann \\u00c9lan &amp; Bo"', "Ann Élan & Bo"),
        ('[{"@type": "Organization", "name": "The Town"}, {"@type": "Person", "name": "Ann Lee"}]', "Ann Lee"),
        ('{"@type": "Organization", "name": "The Town"}', "The Town"),
    ],
)
def test_json_ld(value: str, name: str) -> None:
    assert found(json_ld(value)) == (name, "json-ld")


@pytest.mark.parametrize(
    "value", ['"https://example.org/ann"', '{"name": ', '{"@id": "#ann"}', '"ann@example.org"', "[" * 5000]
)
def test_json_ld_that_names_nobody(value: str) -> None:
    assert found(json_ld(value)) == ("", "")


def test_meta_unless_it_names_the_site() -> None:
    assert found("<meta name=author content=林一><p>来源：晚报") == ("林一", "meta")
    site = "<meta name=author content=晚报><meta property=og:site_name content=晚报>"
    assert found(site + "<p>记者：林一") == ("林一", "byline")
    assert found(site + "<p>正文") == ("晚报", "meta")


@pytest.mark.parametrize(
    "html",
    [
        "<span class=author-name>Ann Lee</span>",
        "<div class=post-byline><b>By </b><i>Ann Lee</i> Dec 23</div>",
        "<a rel=author href=/x>Ann Lee</a>",
        "<span itemprop=author><span>Ann Lee</span></span>",
        "<p>Written by <a href=/authors/ann-lee>Ann Lee</a></p>",
    ],
)
def test_elements_of_an_author(html: str) -> None:
    assert found(f"<h1>A library</h1>{html}<p>It stands by Main Street.</p>") == ("Ann Lee", "element")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>来源：晚报　记者：林一 责任编辑：周二</p>", ("林一", "byline")),
        ("<p>（本报记者 林一 周二）</p>", ("林一, 周二", "byline")),
        ("<p>晚报记者 林一</p>", ("林一", "byline")),
        ("<p>责任编辑：周二</p>", ("周二", "editor")),
        ("<p>文丨作者 | 林一 周二 来源：晚报</p>", ("林一, 周二", "byline")),
        ("<p>作者：林一 发布时间：2024-03-05</p>", ("林一", "byline")),
        ("<p>本报讯（记者林一、周二）新图书馆在河边开放。</p>", ("林一, 周二", "byline")),
        ("<p>来源：晚报 2024-03-05</p>", ("", "")),
        ("<p>By <b>Ann van Lee</b></p>", ("Ann van Lee", "byline")),
        ("<p>The library stands by Main Street.</p>", ("", "")),
        ("<p>记者 在河边走了很久，没有见到人。</p>", ("", "")),
        ("<p>没有署名的文章</p>", ("", "")),
    ],
)
def test_bylines(html: str, expected: tuple[str, str]) -> None:
    assert found(html) == expected


def published_by(html: str) -> tuple[str, str]:
    table = build(html)
    return source(table, stated(table), 0, len(table.flow))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>来源：晚报-副刊 2024-03-05</p>", ("晚报-副刊", "byline")),
        ("<span>文章来源： </span><a href=/>河边晚报</a>", ("河边晚报", "byline")),
        ("<span>来源</span> <a href=/>河边晚报</a>", ("河边晚报", "byline")),
        ("<p>（转自 | 河边晚报）</p>", ("河边晚报", "byline")),
        ("<meta name=ContentSource content=晚报><p>图书馆的资金来源：捐款。", ("晚报", "meta")),
        ("<meta property=og:site_name content=晚报网><p>正文", ("晚报网", "og")),
        ("<meta name=source content=https://example.org/><p>正文", ("", "")),
    ],
)
def test_sources(html: str, expected: tuple[str, str]) -> None:
    assert published_by(html) == expected


def test_the_publisher_of_json_ld() -> None:
    script = '{"@type": "NewsArticle", "publisher": {"@type": "Organization", "name": "晚报"}}'
    assert published_by(f'<script type="application/ld+json">{script}</script><p>x') == ("晚报", "json-ld")


@given(
    st.lists(
        st.sampled_from(
            ["记者", " ", "林一", "（", "）", "By", "Ann", "<b class=author>", "</b>", "\n", '"author": [', "："]
        )
    )
)
def test_any_page(pieces: list[str]) -> None:
    text = "".join(pieces)
    name, origin = found(f'<p>{text}<script type="application/ld+json">{text}</script>')
    assert bool(name) == bool(origin)
