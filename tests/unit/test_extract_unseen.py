"""What stands in the lines of a text but is no part of them."""

from __future__ import annotations

import pytest

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.model import Article

TEXT = "<p>去年的这个时候，河边还是一片空地，如今这里建起了一座三层的图书馆，每天从早上八点开到晚上十点。</p>"

LAST = "<p>附近的居民说，这里的儿童阅览室周末总是坐满了人，大人们只好站在走廊上看书，等孩子们出来。</p>"


def text_of(html: str) -> list[str]:
    page = f"<title>河边新建图书馆</title><h1>河边新建图书馆</h1><article>{TEXT}{html}{LAST}</article>"
    article = extract_page(page.encode(), with_html=True)
    assert isinstance(article, Article)
    assert "opens new" not in article.html
    return article.text.split("\n")[1:-1]


@pytest.mark.parametrize("sign", ["#", "¶", "§", "🔗"])
def test_the_sign_that_links_to_a_heading_is_no_part_of_it(sign: str) -> None:
    assert text_of(f"<h2><a href=#b>{sign}</a> 借书</h2>") == ["借书"]
    assert text_of(f"<h2>借书<a class=headerlink href=#b>{sign}</a></h2>") == ["借书"]


def test_a_sign_between_the_words_of_a_link_is() -> None:
    assert text_of("<h2>谈谈 <a href=/x><b>借书</b> <i>&amp;</i> <b>还书</b></a></h2>") == ["谈谈 借书 & 还书"]
    assert text_of("<h2>借书<b>？</b></h2>") == ["借书？"]


@pytest.mark.parametrize("name", ["sr-only", "visually-hidden", "screen-reader-text", "badge u-srOnly"])
def test_what_is_said_to_screen_readers_alone_is_no_part_of_a_line(name: str) -> None:
    said = f"<p>目录放在<a href=/x>这里<span class='{name}'>(opens new window)</span></a>，每月更新一次，欢迎查阅。</p>"
    assert text_of(said) == ["目录放在这里，每月更新一次，欢迎查阅。"]


def test_a_long_text_is_shown_to_all_however_it_is_called() -> None:
    line = "这一段写得很长，长到不可能只是念给看不见屏幕的人听的一句提示，所以它仍然是正文的一部分，不应当丢掉。"
    assert text_of(f"<p>{line}<span class=sr-only>{line}</span></p>") == [line * 2]


def test_nested_programs_are_read_once() -> None:
    table = build("<pre>a<pre>b</pre>c</pre><pre>d</pre>")
    assert [table.text_of(node) for node in table.outermost("pre")] == ["abc", "d"]


def test_the_button_that_copies_a_program_is_no_part_of_it() -> None:
    assert text_of("<pre><code>make run<span class=copy-code-btn>复制代码</span></code></pre>") == ["make run"]
    assert text_of("<pre><code><span class=hl-copyright>copy</span>(a, b)</code></pre>") == ["copy(a, b)"]
