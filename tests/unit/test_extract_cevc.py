"""CEVC on pages whose valid characters can be counted by hand."""

from __future__ import annotations

import pytest

from crawler.extract.lines import lines
from crawler.extract.published import cevc
from crawler.extract.stopwords import has_stop_word
from crawler.extract.table import build

BODY = "".join(f"<p>第{n}段：今天的天气很好，我们在河边走了很久。</p>" for n in range(1, 5))
PAGE = f"""
<div id=nav><a href=/>首页的链接</a> <a href=/b>我们的博客</a></div>
<div id=main><div id=text>{BODY}<p>图片 新闻 视频</p></div><p>这是一句在正文以外的话。</p></div>
<div id=foot>版权声明 <script>这是脚本里的话</script></div>
"""


def content(html: str, alpha: float = cevc.ALPHA) -> cevc.MainContent | None:
    table = build(html)
    return cevc.main_content(table, cevc.valid_characters(table), alpha=alpha)


def test_valid_characters_are_outside_links_and_in_leaves_with_a_stop_word() -> None:
    table = build(PAGE)
    valid = cevc.valid_characters(table)
    assert [table.texts[leaf] for leaf in table.leaves if valid[leaf]] == [
        *(f"第{n}段：今天的天气很好，我们在河边走了很久。" for n in range(1, 5)),
        "这是一句在正文以外的话。",
    ]


def test_white_space_does_not_count() -> None:
    table = build("<p> 我 们\n的 </p>")
    assert sum(cevc.valid_characters(table)) == 3


def test_the_descent_ends_where_no_child_dominates() -> None:
    found = content(PAGE)
    assert found is not None
    assert found.text.split("\n") == [f"第{n}段：今天的天气很好，我们在河边走了很久。" for n in range(1, 5)]
    assert found.confidence == pytest.approx(88 / 100)


def test_alpha_decides_how_deep() -> None:
    found = content(PAGE, alpha=0.95)
    assert found is not None
    assert found.text.endswith("这是一句在正文以外的话。")


def test_a_single_leaf_gives_its_parent() -> None:
    table = build("<div><section><p>只有这一段的文章。</p></section></div>")
    found = cevc.main_content(table, cevc.valid_characters(table))
    assert found is not None
    assert table.tags[found.node] == "p"


@pytest.mark.parametrize("html", ["", "<p>图片 视频</p>", "<a>这是链接里的话</a>"])
def test_no_valid_character_is_no_content(html: str) -> None:
    assert content(html) is None


@pytest.mark.parametrize(
    "text", ["我们走吧", "他來了", "the end", "(that's it)", "Der Hund", "これは本です", "한국의 집", "это дом"]
)
def test_running_text_has_stop_words(text: str) -> None:
    assert has_stop_word(text)


@pytest.mark.parametrize("text", ["首页 新闻 体育 财经", "Home | News | Sports", "2024-03-05", ""])
def test_labels_have_none(text: str) -> None:
    assert not has_stop_word(text)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>一<b>二</b>三</p><p>四", "一二三\n四"),
        ("<div>一<br>二<br><br>三</div>", "一\n二\n三"),
        ("<div>一<p>二</p>三</div>", "一\n二\n三"),
        ("<p>a\n   b\t<i> c</i>", "a b c"),
        ("<ul><li>一<li>二</ul>", "一\n二"),
    ],
)
def test_lines_break_where_the_page_does(html: str, text: str) -> None:
    table = build(html)
    assert lines(table, table.leaves) == text
