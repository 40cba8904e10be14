"""The robustness benchmark: what its changes leave of a page, and what it counts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from types import SimpleNamespace

from benchmarks.changed_pages import CHANGES, OTHER_TEXTS, cut, fold, with_comments, with_scripts_alone, with_text
from benchmarks.robustness import Saved, row, variants
from crawler.extract import extract_page
from crawler.model import Article

NOW = datetime(2026, 6, 1, tzinfo=UTC)
LINES = [
    "老街口的修车铺开了三十年，下个星期就要关门了，街坊们都来看他。",
    "老板说他想回乡下去看看自己种的那几棵树，铺子就留给隔壁的年轻人。",
    "年轻人说他会把招牌留着，来修车的人还可以坐在门口喝一杯茶再走。",
]
GOLD = "\n".join(LINES)
TITLE = "老街修车铺下周关门"
PAGE = (
    '<html><head><title>老街修车铺下周关门_江城晚报</title><meta name="author" content="林一"></head><body>'
    f'<nav class="menu"><a href="/">首页</a></nav><div id="main"><h1>{TITLE}</h1><p>2024-03-05 14:03</p>'
    f'<div class="text">{"".join(f"<p>{line}</p>" for line in LINES)}</div></div>'
    "<footer>江城晚报</footer></body></html>"
)


def test_every_change_changes_the_page_and_no_text_of_it() -> None:
    for name, change in CHANGES.items():
        changed = change(PAGE)
        assert changed != PAGE, name
        assert all(line in changed for line in LINES), name


def test_an_article_is_cut_behind_a_paragraph() -> None:
    found = cut(PAGE, GOLD, 20)
    assert found is not None
    html, gold = found
    assert gold == fold(LINES[0])
    assert LINES[0] in html
    assert LINES[1] not in html
    assert "江城晚报</footer>" in html


def test_what_is_not_found_or_no_longer_is_not_cut() -> None:
    assert cut(PAGE, "这一句话在页面上是没有的，所以也不能从那里开始往下数。" * 3, 20) is None
    assert cut(PAGE, GOLD, 1_000) is None


def test_another_text_stands_in_the_place_of_the_article() -> None:
    html = with_text(PAGE, GOLD, OTHER_TEXTS["a notice"])
    assert html is not None
    assert not any(line in html for line in LINES)
    assert '<div class="text"><p>各位居民：</p>' in html
    assert extract_page(html.encode()).text.split("\n") == list(OTHER_TEXTS["a notice"])
    in_lines = PAGE.replace("</p><p>", "<br>")
    assert in_lines != PAGE
    parted = with_text(in_lines, GOLD, OTHER_TEXTS["steps"])
    assert parted is not None
    assert "<br>".join(OTHER_TEXTS["steps"]) in parted
    assert with_text(PAGE, "不在这里的一句话，谁也没有说过它。", ["一"]) is None


def test_comments_stand_behind_the_box_of_the_article() -> None:
    html = with_comments(PAGE, GOLD, 5, named=False, headed=True, chinese=True)
    assert html is not None
    found = extract_page(html.encode())
    assert isinstance(found, Article)
    assert (found.text, len(found.comments)) == (GOLD, 5)
    assert with_comments(PAGE, "不在这里的一句话，谁也没有说过它。", 5, named=True, headed=True, chinese=True) is None


def test_a_page_of_scripts_is_made_where_these_hold_the_article() -> None:
    held = json.dumps({"title": TITLE, "content": GOLD})
    html = with_scripts_alone(f"{PAGE}<script>var page = {held}</script>", GOLD)
    assert html is not None
    assert LINES[0] not in html
    assert extract_page(html.encode(), now=NOW).text == GOLD
    assert with_scripts_alone(f"{PAGE}<script>var page = {{}}</script>", GOLD) is None


def test_the_figures_of_some_pages() -> None:
    judge = SimpleNamespace(
        fold=fold, LCSseq=SimpleNamespace(similarity=lambda first, second: min(len(first), len(second)))
    )
    pages = [Saved(PAGE, "", GOLD, TITLE, is_chinese=True)] * 2
    right = row(judge, pages, [("article", GOLD, TITLE)] * 2, chinese=True)
    assert "2  mean 100.0  no articles  0  titles 100.0" in right
    half = row(judge, pages, [("thread", GOLD[: len(GOLD) // 3], "")] * 2, chinese=True)
    assert "no articles  2  titles   0.0" in half


def test_no_variant_raises_on_a_page_without_its_article() -> None:
    page = Saved("<p>一</p>", "", GOLD, "", is_chinese=True)
    assert all(found is None or found.html for found in (variant(page) for variant in variants().values()))
