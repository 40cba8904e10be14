"""Boxes that lead to other pages, on small pages."""

from __future__ import annotations

import pytest

from crawler.extract.articles import cevc_plus
from crawler.extract.articles.teasers import teasers
from crawler.extract.table import build

LINES = [f"第{n}天我们沿着河往上游走，路上遇到的人都说前面的桥已经修好了，可以放心地过去。" for n in range(6)]
TEXT = "".join(f"<p>{line}</p>" for line in LINES)
EXCERPT = "山里的小学今年又来了两位年轻的老师，孩子们高兴得一夜没有睡好觉。"


def boxes(link: str, count: int = 3, tag: str = "div") -> str:
    return "".join(
        f"<{tag} class='card n{n}'><h3><a href='{link}{n}'>山村来信</a></h3><p>{n}{EXCERPT}</p></{tag}>"
        for n in range(count)
    )


def text(body: str) -> str:
    table = build(f"<body>{body}</body>")
    found = cevc_plus.main_content(table, "")
    assert found is not None
    return found.text


@pytest.mark.parametrize("tag", ["div", "article", "li"])
def test_boxes_under_linking_headings_are_no_text(tag: str) -> None:
    assert text(f"<div>{TEXT}<div>{boxes('/letters/', tag=tag)}</div></div>") == "\n".join(LINES)


def test_headings_that_link_to_places_on_the_page_are_the_articles_own() -> None:
    assert text(f"<div>{TEXT}{boxes('#')}</div>").count(EXCERPT) == 3


def test_a_box_alone_may_be_a_section() -> None:
    assert text(f"<div>{TEXT}{boxes('/letters/', 1)}</div>").count(EXCERPT) == 1


def test_boxes_that_hold_most_of_the_text_are_the_article() -> None:
    assert text(f"<div><p>{LINES[0]}</p>{boxes('/shop/', 9)}</div>").count(EXCERPT) == 9


def test_linking_headings_between_paragraphs_make_no_boxes() -> None:
    flat = "".join(f"<h2><a href=/{n}>山村来信</a></h2><p>{EXCERPT}</p>" for n in range(3))
    assert teasers(build(f"<body><div>{flat}</div></body>")) == []


def test_a_box_holds_no_heading_of_another() -> None:
    table = build(f"<body><div class=row>{boxes('/a/', 2)}</div><div class=row>{boxes('/b/', 2)}</div></body>")
    assert sorted(teasers(table)) == [node for node in table.find("div") if table.text_of(node).count("山村") == 1]
