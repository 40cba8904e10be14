"""Pages that hold their text as escaped markup in a field, for a script to show it."""

from __future__ import annotations

from html import escape

import pytest

from crawler.extract import extract_page
from crawler.extract.held_markup import unwrapped
from crawler.model import Article, Rejected

LINES = [f"第{n}段说的是城南的老茶馆，每天下午都有人来听书，一听就是几十年。" for n in range(4)]
MARKUP = "<article>" + "".join(f"<p>{line}</p>" for line in LINES) + "</article>"


def page(held: str) -> bytes:
    hidden = "display:none"
    fields = f"<textarea style={hidden}>/a/b</textarea><TEXTAREA class=held style={hidden}>{held}</TEXTAREA >"
    time = "<textarea class='article-time' style=display:none>1684300000000</textarea>"
    return f"<title>老茶馆里的评书声</title><body><a href=/>首页</a>{fields}{time}<p>江城日报社".encode()


def test_markup_in_a_field_is_the_text_of_a_page_that_has_no_other() -> None:
    found = extract_page(page(escape(MARKUP)))
    assert isinstance(found, Article)
    assert found.text.split("\n") == LINES
    assert found.title == "老茶馆里的评书声"
    assert (found.published_at and found.published_at.isoformat()[:10], found.charset) == ("2023-05-17", "utf-8")


def test_what_somebody_may_write_in_a_field_is_no_text() -> None:
    assert isinstance(extract_page(page(" ".join(LINES))), Rejected)


@pytest.mark.parametrize("html", ["<textarea>", "<textarea>a</textarea>", "<textarea" * 50_000, "</textarea>" * 9])
def test_no_markup_in_a_field(html: str) -> None:
    assert unwrapped(html) == ""


def test_many_fields_take_linear_time() -> None:
    held = "<textarea>" * 100_000
    assert unwrapped(held) == ""
    assert "<p>" in unwrapped(f"{held}{escape(MARKUP)}</textarea>")
