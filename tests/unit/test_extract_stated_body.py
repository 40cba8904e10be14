"""The body that a page states in JSON-LD, as evidence for where the shown text begins and ends."""

from __future__ import annotations

import json

import pytest

from crawler.extract import extract_page

LINES = [f"第{n}天，我们沿着河往上走，路越来越窄，两边的竹子几乎要把天遮住，只有水声一直在脚边响着。" for n in range(6)]
BEFORE = "本站的照片都由读者提供，如果您也有好照片，欢迎您随时寄给我们的编辑部。"
AFTER = "这家旅店就在河边，老板很热情，早饭有三种，下雨天还可以借到伞和雨鞋。"


def text(body: str | None, html: str = "") -> str:
    page = {"@type": "NewsArticle", "articleBody": body}
    script = f"<script type='application/ld+json'>{json.dumps(page)}</script>"
    shown = html or "".join(f"<p>{line}</p>" for line in (BEFORE, *LINES, AFTER))
    return extract_page(f"<html><head>{script}</head><body><div>{shown}</div></body></html>".encode()).text


def test_the_text_begins_and_ends_as_stated() -> None:
    assert text(" ".join(LINES)) == "\n".join(LINES)


def test_what_stands_between_stated_paragraphs_stays() -> None:
    shown = "".join(f"<p>{line}</p>" for line in (BEFORE, *LINES[:3], AFTER, *LINES[3:]))
    assert text(" ".join(LINES), shown) == "\n".join((*LINES[:3], AFTER, *LINES[3:]))


def test_markup_quotes_and_white_space_do_not_matter() -> None:
    written = "".join(f"<p>{line.replace('，', ' , ')}</p>\n\n" for line in LINES)
    assert text(written) == "\n".join(LINES)


@pytest.mark.parametrize(
    "body",
    [None, "", LINES[0][:30], " ".join(LINES[:2]), " ".join(AFTER + str(n) for n in range(9))],
    ids=["none", "empty", "teaser", "part", "another"],
)
def test_a_teaser_a_part_and_another_text_change_nothing(body: str | None) -> None:
    assert text(body) == "\n".join((BEFORE, *LINES, AFTER))


def test_a_lead_stays_that_is_not_stated() -> None:
    shown = "".join(f"<p>{line}</p>" for line in (*LINES, BEFORE))
    page = f"<h1>沿河而上</h1><div><p>{AFTER}</p></div><i>三月</i><section>{shown}</section>"
    assert text(" ".join(LINES), page).split("\n") == [AFTER, *LINES]
