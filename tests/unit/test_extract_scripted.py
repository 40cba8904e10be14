"""Pages whose scripts hold the text that they show: the values in scripts, and the article among these."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.errors import Reason
from crawler.extract import extract_page
from crawler.extract.scripted.held_text import with_held_text
from crawler.extract.scripted.values import values
from crawler.model import Article, Rejected

NOW = datetime(2026, 6, 1, tzinfo=UTC)
TITLE = "城南老茶馆的评书声"
SAID = [f"第{n}段说的是城南的老茶馆，每天下午都有人来听书，一听就是几十年，从没有断过。" for n in range(5)]
MARKUP = "".join(f"<p>{line}</p>" for line in SAID)
RECORD = {
    "id": 7001234567,
    "title": TITLE,
    "content": MARKUP,
    "author": {"name": "林晓河", "avatar": "/a.png"},
    "source": "江城日报",
    "publishTime": 1_772_000_000_000,
    "updateTime": 1_773_000_000_000,
}
MENU = "".join(f"<li><a href=/c/{n}>栏目{n}</a>" for n in range(9))


def shell(script: str, title: str = f"{TITLE}_江城日报", *, kind: str = "") -> bytes:
    """A page that shows a menu, until its script runs."""
    return (
        f"<!doctype html><title>{title}</title><body><ul>{MENU}</ul><div id=app></div><script{kind}>{script}</script>"
    ).encode()


def script_of(value: Any) -> str:
    return f"<script>var padding = '{'x' * 99}'; {value}</script>"


WRITTEN = {
    "JSON": (json.dumps({"props": {"page": RECORD}}), " type=application/json"),
    "a variable": (f"window.__STATE__ = {json.dumps(RECORD)};\nvar other = 1", ""),
    "a variable of something else before it": (f"var a = {{b: /x'/}}, c = [1];\nD = {json.dumps(RECORD)}", ""),
    "encoded": (quote(json.dumps({"app": RECORD})), " type=application/json"),
    "a text that is parsed": (f"window.P = JSON.parse({json.dumps(json.dumps(RECORD))})", ""),
    "a text in a value": (json.dumps({"state": json.dumps(RECORD)}), ""),
    "keys without quotes": (
        f"var DATA = {{ info: {{ id: 0 }}, article: {{ title: '{TITLE}'.trim(), author: {{name: '林晓河'}},"
        f" source: '江城日报', publishTime: '2026-02-25 14:13:20',"
        f" content: '{escape(MARKUP)}'.replace(/x/g, '') }} }};",
        "",
    ),
    "arguments of a function": (
        "window.N=(function(a,b,c){c.x=1;return {layout:a,data:[{article:{title:b,content:"
        f"{json.dumps(MARKUP)},author:{{name:'林晓河'}},source:'江城日报',publishTime:1772000000}}}}]}}}}"
        f'(null,"{TITLE}",{{}}));',
        "",
    ),
    "variables of their own": (
        f'var title = "{TITLE}"; var author = "林晓河", source = "江城日报";'
        ' var pubDate = "2026-02-25T14:13:20+08:00";\n'
        f"var body = '{MARKUP[:90]}' +\n  '{MARKUP[90:]}'",
        "",
    ),
    "blocks of an editor": (
        json.dumps({**RECORD, "content": {"blocks": [{"type": "paragraph", "data": {"text": line}} for line in SAID]}}),
        "",
    ),
    "spans in blocks": (
        json.dumps({**RECORD, "content": [{"_type": "block", "children": [{"_type": "s", "text": t}]} for t in SAID]}),
        "",
    ),
    "lines": (json.dumps({**RECORD, "content": "\n".join(SAID)}), ""),
}


@pytest.mark.parametrize("way", WRITTEN)
def test_the_article_that_a_script_would_show(way: str) -> None:
    script, kind = WRITTEN[way]
    found = extract_page(shell(script, kind=kind), "https://news.example.org/a/1", now=NOW)
    assert isinstance(found, Article)
    assert found.text.split("\n") == SAID
    assert (found.title, found.author, found.source) == (TITLE, "林晓河", "江城日报")
    assert found.published_at is not None
    assert found.published_at.isoformat() == "2026-02-25T14:13:20+08:00"
    assert found.origins["text"] == "script"


def test_without_its_title_a_page_is_known_by_the_number_in_its_address() -> None:
    page = shell(json.dumps({"status": RECORD}), "正文")
    found = extract_page(page, "https://m.example.org/status/7001234567", now=NOW)
    assert isinstance(found, Article)
    assert found.text.split("\n") == SAID
    other = extract_page(page, "https://m.example.org/status/7001234568", now=NOW)
    assert isinstance(other, Rejected)


def test_an_article_that_the_page_states_is_its_own() -> None:
    stated = {"@type": "NewsArticle", "headline": "评书声里的老茶馆", "articleBody": "\n".join(SAID)}
    found = extract_page(shell(json.dumps(stated), kind=" type=application/ld+json"), now=NOW)
    assert isinstance(found, Article)
    assert found.text.split("\n") == SAID


def test_of_several_articles_that_a_page_states_none_is_its_own() -> None:
    posts = [{"@type": "BlogPosting", "headline": f"第{n}篇说了些什么", "articleBody": "".join(SAID)} for n in range(2)]
    page = shell(json.dumps({"@type": "Blog", "blogPost": posts}), kind=" type=application/ld+json")
    assert isinstance(extract_page(page, now=NOW), Rejected)
    own = {**posts[0], "headline": TITLE}
    found = extract_page(shell(json.dumps([own, posts[1]]), kind=" type=application/ld+json"), now=NOW)
    assert isinstance(found, Article)


OTHERS = {
    "another title": {**RECORD, "title": "江边的灯塔又亮了起来"},
    "a summary": {**RECORD, "content": "", "description": MARKUP},
    "a few words": {**RECORD, "content": SAID[0] + SAID[1]},
    "teasers": {"title": TITLE, "list": [{**RECORD, "title": f"第{n}篇"} for n in range(3)]},
    "a thing of another kind": {**RECORD, "@type": "Product"},
    "no sentences": {**RECORD, "content": "词语 " * 200},
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_no_text_of_the_page(what: str) -> None:
    found = extract_page(shell(f"var x = {json.dumps(OTHERS[what])}"), now=NOW)
    assert isinstance(found, Rejected)


def test_what_the_page_says_of_itself_is_no_text() -> None:
    page = shell(json.dumps(RECORD)).replace(b"<body>", f'<meta name=description content="{"".join(SAID)}">'.encode())
    assert isinstance(extract_page(page, now=NOW), Rejected)


def test_the_longest_of_several_texts_is_taken() -> None:
    short = {**RECORD, "content": "".join(f"<p>{line}</p>" for line in SAID[:3])}
    found = extract_page(shell(json.dumps({"mobile": short, "full": RECORD})), now=NOW)
    assert found.text.split("\n") == SAID


def test_a_front_page_stays_a_list() -> None:
    found = extract_page(shell(json.dumps(RECORD), TITLE), "https://news.example.org/", now=NOW)
    assert isinstance(found, Rejected)
    assert found.reason == Reason.LIST_PAGE


def test_what_a_page_shows_goes_before_what_its_scripts_hold() -> None:
    page = shell(json.dumps({**RECORD, "content": MARKUP + MARKUP})) + f"<h1>{TITLE}</h1>{MARKUP}".encode()
    found = extract_page(page, now=NOW)
    assert isinstance(found, Article)
    assert found.text.split("\n") == SAID


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('var a = {"x": [1, 2.5, null, true]}', {"a": {"x": [1, 2.5, None, True]}}),
        ("let a = {b: 'te' + \"xt\", 'c-d': `e`, f: -3}", {"a": {"b": "text", "c-d": "e", "f": -3}}),
        ("window['k'] = [{q: 1}]\nother.name = {r: 's'}", {"k": [{"q": 1}], "name": {"r": "s"}}),
        (r"a = '\u4e2d\x41\ud83d\ude00\u{1F600}\n\/\''", {"a": "中A😀😀\n/'"}),
        ("/* {a: 1} */ b = 1 // {c: 2}\n", {"b": 1}),
        ("a = {b: '1'}}])} c = {d: '2'}", {"a": {"b": "1"}, "c": {"d": "2"}}),
        ("a = [(b: {c: '1'}]; d = '2'", {"d": "2"}),
    ],
)
def test_literals(script: str, expected: dict[str, Any]) -> None:
    (found,) = (value for value in values(script_of(script)))
    assert {key: value for key, value in found.items() if key in expected} == expected


HOSTILE = [
    "{" * 100_000,
    "[{a:" * 50_000,
    '{"' * 100_000,
    '{"a":' * 100_000,
    "/*" * 200_000,
    '"' * 200_001,
    "a+" * 200_000,
    "'a'+" * 100_000,
    "`" * 99_999,
    "(function(a){return " * 20_000,
    "\\" * 99_999,
    "9" * 99_999,
    json.dumps({str(n): SAID[0] * 4 for n in range(3_000)}, ensure_ascii=False),
    json.dumps([RECORD] * 1_000, ensure_ascii=False),
]


@pytest.mark.parametrize("script", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_scripts_are_read_to_their_end(script: str) -> None:
    found = extract_page(shell(f"var x = 1;{script}"), "https://example.org/9999999", now=NOW)
    assert found.kind in ("article", "rejected")


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from([*"{}[](),;:+='\"`/\\<>", "a", "1", "null", "function", TITLE, MARKUP, "\n"]), max_size=60)
)
def test_any_script_can_be_read(tokens: list[str]) -> None:
    script = "".join(tokens).replace("</", "<")
    assert len(list(values(script_of(script)))) == 1
    assert isinstance(with_held_text(script_of(script), [TITLE], []), str)
