"""The content as minimal HTML: what it keeps, and that nothing else ever comes through."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.safe_html import safe_html
from crawler.extract.table import TEXT, build

PAGE = "https://example.org/2024/library.html"
ALLOWED = {
    *("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "a", "img", "br"),
    *("table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption", "figure", "figcaption"),
}


def written(body: str) -> str:
    table = build(f"<body><div class=text>{body}</div>")
    if not len(table):
        return ""
    node = table.body
    return safe_html(table, node, table.leaves_of(node), PAGE)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p class=lead>河边\n  <b>新建</b> 图书馆</p>", "<p>河边 新建 图书馆</p>"),
        ("<div>一<br>二<span>三</span></div>四", "<p>一</p><p>二三</p><p>四</p>"),
        ("<h2>开放</h2><div>正文</div>", "<h2>开放</h2><p>正文</p>"),
        ("<p>\n 一 <b> 二</b></p>", "<p>一  二</p>"),
        ("<p>一<br>二</p>", "<p>一<br>二</p>"),
        ("<ul><li>一<li>二<ul><li>三</ul></ul>", "<ul><li>一</li><li>二<ul><li>三</li></ul></li></ul>"),
        ("<ul>零<li>一</ul>", "<p>零</p><ul><li>一</li></ul>"),
        ("<blockquote>引<p>文</p></blockquote>", "<blockquote><p>引</p><p>文</p></blockquote>"),
        ("<pre>if a &lt; b:\n    c</pre>", "<pre>if a &lt; b:\n    c</pre>"),
        ("<pre><b>if a:</b>\n<b>    c</b></pre>", "<pre>if a:\n    c</pre>"),
        ("<p><b>one</b>\n<i>two</i></p>", "<p>one two</p>"),
        ("<p>见 <a href=/a?b=1&c=2>此处</a>。</p>", '<p>见 <a href="https://example.org/a?b=1&amp;c=2">此处</a>。</p>'),
        ("<a href=/a><div>一</div><div>二</div></a>", None),
        (
            "<p>一</p><img src=/a.jpg alt='一张<图>'>",
            '<p>一</p><p><img src="https://example.org/a.jpg" alt="一张&lt;图&gt;"></p>',
        ),
        (
            "<figure><img src=a.jpg><figcaption>河边</figcaption></figure>",
            '<figure><img src="https://example.org/2024/a.jpg" alt=""><figcaption>河边</figcaption></figure>',
        ),
        (
            "<table><tr><th>年<th>书</tr><tr><td>2023<td>5 万</tr></table>",
            "<table><tr><th>年</th><th>书</th></tr><tr><td>2023</td><td>5 万</td></tr></table>",
        ),
        ("<table><tr><td>栏目<td>正文<p>下一段</table>", "<p>栏目</p><p>正文</p><p>下一段</p>"),
        ("<td>没有表格</td>", "<p>没有表格</p>"),
        ("", ""),
    ],
)
def test_what_is_kept(body: str, expected: str | None) -> None:
    found = written(body)
    if expected is None:
        assert found == '<p><a href="https://example.org/a">一</a></p><p><a href="https://example.org/a">二</a></p>'
    else:
        assert found == expected


@pytest.mark.parametrize(
    "body",
    [
        "<p onclick=alert(1) style='background:url(javascript:x)' id=a>正文</p>",
        "<p>正文<script>alert(1)</script><style>p{}</style></p>",
        "<p>正文<a href='javascript:alert(1)'></a><a href=' java\nscript:alert(1)'></a></p>",
        "<p>正文<a href='data:text/html,<script>1</script>'></a><a href=vbscript:x></a></p>",
        "<p>正文<img src=x onerror=alert(1) width=1><img src='javascript:1'></p>",
        "<p>正文<iframe src=//evil.example></iframe><object data=x></object><embed src=x><form action=x></form></p>",
    ],
)
def test_what_is_left_out(body: str) -> None:
    assert written(body) == "<p>正文</p>"


class Reader(HTMLParser):
    """Fails on everything that is not on the list, and on ends that do not match."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED
        names = dict(attrs)
        assert set(names) <= ({"href"} if tag == "a" else {"src", "alt"} if tag == "img" else set())
        for address in (names.get("href"), names.get("src")):
            assert address is None or re.match(r"https?://[^\s/]", address)
        if tag not in ("img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)


_HOSTILE = [
    *(
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<ul>",
        "<li>",
        "</ul>",
        "<table>",
        "<tr>",
        "<td>",
        "</table>",
        "<pre>",
        "</pre>",
    ),
    *(
        "<a href=javascript:alert(1)>",
        "<a href='https://e.org/\"><script>'>",
        "<a href=/x>",
        "</a>",
        "<code>",
        "</code>",
    ),
    *(
        "<script>",
        "</script>",
        "<!--",
        "-->",
        "<svg onload=x>",
        "<img src='x\" onerror=\"y'>",
        "<img src=/a.jpg alt='\">'>",
    ),
    *(
        "&lt;script&gt;",
        "&#60;img src=x onerror=y&#62;",
        '" onclick="x',
        "正文",
        " \n",
        "<b/onclick=x>",
        "]]>",
        "<![CDATA[",
    ),
    *(
        "<textarea>",
        "</textarea>",
        "<title>",
        "<noscript>",
        "<style>",
        "</style>",
        "<math>",
        "<blockquote>",
        "\x00",
        "<",
    ),
]


@given(st.lists(st.sampled_from(_HOSTILE) | st.text(max_size=4), max_size=30))
def test_nothing_but_the_list_ever_comes_through(pieces: list[str]) -> None:
    body = "".join(pieces)
    reader = Reader()
    reader.feed(written(body))
    reader.close()
    assert not reader.open
    table = build(f"<body><div class=text>{body}</div>")
    shown = "".join("".join(table.texts[leaf].split()) for leaf in (table.leaves_of(table.body) if len(table) else []))
    assert "".join(reader.text.split()) == shown.replace("\x00", "\ufffd") or "\x00" in body


def test_text_leaves_alone_are_written() -> None:
    table = build("<body><p>一<b>二</b></p><p>三</p>")
    leaves = [node for node in range(len(table)) if table.tags[node] == TEXT]
    assert safe_html(table, table.body, leaves[:1], PAGE) == "<p>一</p>"
    assert safe_html(table, table.body, [], PAGE) == ""
