"""Where an article goes on: its next page, and none of the next article's, of its comments or of a list."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.model import Article
from crawler.paging import is_further_page

NOW = datetime(2026, 6, 1, tzinfo=UTC)
HOST = "https://news.example.org"
TITLE = "城南老茶馆的评书声"
SAID = [f"第{n}段说的是城南的老茶馆，每天下午都有人来听书，一听就是几十年，从没有断过。" for n in range(5)]


def next_page(pager: str, url: str = "/2026/0301/7001.html", head: str = "") -> str:
    text = "".join(f"<p>{line}</p>" for line in SAID)
    page = f"<title>{TITLE}</title>{head}<h1>{TITLE}</h1><p>2026-03-01 10:00</p><div>{text}</div>{pager}"
    found = extract_page(page.encode(), f"{HOST}{url}" if url else "", now=NOW)
    assert isinstance(found, Article)
    return found.next_page.removeprefix(HOST)


@pytest.mark.parametrize(
    ("pager", "expected"),
    [
        (
            "<div><b>1</b> <a href=7001_2.html>2</a> <a href=7001_3.html>3</a> <a href=7001_2.html>下一页</a></div>",
            "_2.html",
        ),
        ("<div><b>1</b> <a href=7001_1.html>2</a> <a href=7001_2.html>3</a></div>", "_1.html"),
        ("<p><a href=7001_2.html>下一页</a></p>", "_2.html"),
        ("<p><a href=/2026/0301/7001-2.html>Next page »</a></p>", ""),
        ("<p>本文共 3 页</p><p><a href=/2026/0301/7001.html?page=2>下一頁</a></p>", ".html?page=2"),
        ("<p><a href=/2026/0301/7002.html>下一页</a></p>", ""),
        ("<p><a href=/2026/0301/7002.html>下一篇</a></p>", ""),
        ("<div><b>1</b> <a href=7001.html?cpage=2>2</a> <a href=7001.html?cpage=3>3</a></div>", ""),
        ("<div><a href=/list_2.html>2</a> <a href=/list_3.html>3</a></div>", ""),
        ("", ""),
    ],
)
def test_the_next_page_of_an_article(pager: str, expected: str) -> None:
    assert next_page(pager) == (f"/2026/0301/7001{expected}" if expected else "")


def test_what_the_head_states_counts_where_its_address_is_the_articles() -> None:
    assert next_page("", "/a/late/", f"<link rel=next href={HOST}/a/late/2/>") == "/a/late/2/"
    assert next_page("", "/a/late/", f"<link rel=next href={HOST}/a/early/>") == ""


def test_the_last_page_has_none_and_a_later_one_goes_on() -> None:
    pager = "<div><a href=7001.html>1</a> {} <a href=7001_3.html>3</a></div>"
    assert next_page(pager.format("<b>2</b>"), "/2026/0301/7001_2.html") == "/2026/0301/7001_3.html"
    last = "<div><a href=7001.html>1</a> <a href=7001_2.html>2</a> <b>3</b></div>"
    assert next_page(last, "/2026/0301/7001_3.html") == ""


def test_without_its_address_nothing_is_known_of_a_page() -> None:
    assert next_page("<p><a href=https://news.example.org/7001_2.html>下一页</a></p>", "") == ""


@pytest.mark.parametrize(
    ("here", "following", "page", "expected"),
    [
        ("/a/7001.html", "/a/7001_2.html", 1, True),
        ("/a/7001.html", "/a/7001_1.html", 1, True),
        ("/a/7001_1.html", "/a/7001_2.html", 2, True),
        ("/a/7001_2.html", "/a/7001_3.html", 2, True),
        ("/a/7001", "/a/7001/2", 1, True),
        ("/a/7001?page=1", "/a/7001?page=2", 1, True),
        ("/a/7001", "/a/7001/page/2/", 1, True),
        ("/a/7001.html", "/a/7001_3.html", 1, False),
        ("/a/7001_2.html", "/a/7001_2.html", 2, False),
        ("/a/7001.html", "/a/7001_2_3.html", 1, False),
        ("/a/7001.html", "/b/7001.html", 1, False),
        ("/a/12", "/a/13", 1, False),
        ("/a/7001.html", "/a/7001_all.html", 1, False),
        ("/a/7001.html", "", 1, False),
    ],
)
def test_an_address_that_goes_on(here: str, following: str, page: int, expected: bool) -> None:
    assert is_further_page(f"{HOST}{here}", f"{HOST}{following}" if following else "", page) is expected
