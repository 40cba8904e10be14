"""The compiled reader gives the same table as the one in Python, whatever the page."""

from __future__ import annotations

import gc
import gzip
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.errors import Drop
from crawler.extract import _markup as compiled
from crawler.extract import decode, markup
from crawler.extract.table import Table

COLUMNS = [
    "tags",
    "parents",
    "ends",
    "texts",
    "links",
    "json_ld",
    "leaves",
    "characters",
    "valid",
    "profiles",
    "forum_links",
    "spaces",
]
INDEXES = [
    *("offsets", "begins", "stops", "timely", "leaf_counts", "valid_sums"),
    *("elements", "classes", "ids", "styles", "marked", "runs", "is_cjk"),
]

TOKENS = """
<div> </div> <p> </p> <a> <a~href=x> </a> <table> <td> <tr> </table> <html> </html> <body> </body> <br> <b>
</b> <li> <ul> </ul> <h1> <h2> </h1> <option> <button> <select> <x-y> </x-y> <svg> <path~d=1/> <dd> <dt>
<script> </script> <!-- --> --!> <textarea> </textarea> <head> </head> <title> </title> <style> <xmp>
<noscript> <script~type=ld+json> <template> </template> text 的 the é ß 字 \U0001f600 &amp; &#19968; &nbsp; &lt
&copy < > </ <! <? / = " ' <BUTTON> <div~class=a~CLASS=b> <p~id='x&amp;y'> <i~style~hidden~rel=a>
<a~href='/user/1'> <a~href=?a&amp;uid=1> <a~href=&#117;> <a~href=u_space> <a~href=users1>
<a~href='/T/1'> <a~href=?a&tid=3> <a~href=?a&amp;fid=1> <a~href=?&#116;=1> <a~href=/&quot;BBS> <a~href=threa>
<a~href=?t> <body~class=c>
<html~lang=zh>
7 ٣ 前 昨 go Ju vo HÁ y н а ny&nbsp;
"""
PIECES = [token.replace("~", " ") for token in TOKENS.split()] + [" ", "\n", "\xa0", "\u3000", "\0"]


def read(reader: ModuleType | Any, html: str, max_nodes: int = 200_000) -> dict[str, Any] | str:
    """All that a table says, or why there is none."""
    table = Table()
    try:
        reader.read(html, table, max_nodes)
    except Drop as drop:
        return str(drop)
    values = [[table.attributes.value(node, name) for name in ("class", "id", "href")] for node in range(len(table))]
    said = {"values": values, "attributes": list(table.attributes)}
    return {name: getattr(table, name) for name in COLUMNS + INDEXES} | said


@settings(max_examples=500)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_pieces_of_markup(html: str) -> None:
    assert read(compiled, html) == read(markup, html)


@settings(max_examples=200)
@given(st.text(alphabet="<>/='\" \n!-?&;#xa字的", max_size=60))
def test_characters_of_markup(html: str) -> None:
    for page in (html, f"<p {html}", f"<script>{html}", f"<p {html}>"):
        assert read(compiled, page) == read(markup, page)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 600,
        "<b><p>" * 300 + "</b>" * 300,
        "<table><tr><td>" * 150 + "</table>" * 200,
        "<a>" * 1000,
        "<i>" * 400 + "</div></i>" * 400,
        "".join(f"<x{number}>" for number in range(400)),
        "<script>" * 100,
        "<textarea>" * 100,
        "<!--" * 100,
        "<p " + "a=1 " * 10_000 + ">x",
        "<p class='" * 100,
        "<br>" * 300,
        "<p>一<p>&#1;<b>&#xFFFF;</b>",
        f"<title>雨&#{'9' * 5000};</title><p title='雨&#{'9' * 5000};'>雨&#{'9' * 5000};<b>&#xD800;",
    ],
)
def test_hostile_pages(html: str) -> None:
    assert read(compiled, html) == read(markup, html)
    assert read(compiled, html, 250) == read(markup, html, 250)


def test_the_garbage_collector_passes_over_what_holds_numbers_and_texts() -> None:
    table = Table()
    compiled.read("<h1 class=a id=b style=c hidden>雨</h1><a href=/user/1>1<a href=/thread/2> 雨夜 ", table, 100)
    lists = [value for name in COLUMNS + INDEXES if isinstance(value := getattr(table, name), list)]
    indexed = [
        nodes for name in ("elements", "classes", "ids", "styles", "marked") for nodes in getattr(table, name).values()
    ]
    leaves = [run.leaves for run in table.runs]
    assert not [kept for kept in [*lists, *indexed, *table.runs, *leaves] if gc.is_tracked(kept)]
    assert len(lists) > 10
    assert len(indexed) > 5
    assert leaves


@pytest.mark.corpus
def test_saved_pages(corpora: Path) -> None:
    for path in sorted(corpora.glob("**/html/*")):
        page = path.read_bytes()
        html = decode(gzip.decompress(page) if page.startswith(b"\x1f\x8b") else page).text
        assert read(compiled, html) == read(markup, html), path.name
