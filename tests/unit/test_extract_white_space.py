"""The same text whatever the page's white space."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract import extract_page
from crawler.extract.threads.answers import is_chosen_heading, is_heading, may_head, says_none
from crawler.model import Thread

PIECES = [
    *("<html>", "<head>", "<title>", "A library by the river | Town", "</title>", "</head>", "<body>"),
    *(
        "<div class=main>",
        "<h1>",
        "A library by the river",
        "</h1>",
        "<p>",
        "It was",
        " opened",
        " by the river",
        "</p>",
    ),
    *("<p>", "There is a", " <b>", "large", "</b>", " room for all who want to read.", "</p>", "<ul>", "<li>"),
    *("It has books for the young", "</li>", "<li>", "and for the old.", "</li>", "</ul>", "<table>", "<tr>", "<th>"),
    *("Year", "</th>", "<th>", "Books", "</th>", "</tr>", "<tr>", "<td>", "2023", "</td>", "<td>", "50,000", "</td>"),
    *("</tr>", "</table>", "</div>", "</body>", "</html>"),
]
SPACES = st.text(" \n\t\r", max_size=4)


def spaced(spaces: list[str]) -> bytes:
    """The page with white space where it says nothing: between blocks, and more of it where there is some."""
    page = []
    for piece, space in zip(PIECES, spaces, strict=True):
        inline = piece in (" <b>", "</b>")
        page.append(piece.replace(" ", f" {space}") if not piece.startswith("<") or inline else piece + space)
    return "".join(page).encode()


@given(st.lists(SPACES, min_size=len(PIECES), max_size=len(PIECES)))
def test_white_space_changes_neither_text_nor_html(spaces: list[str]) -> None:
    plain = extract_page(spaced([""] * len(PIECES)), with_html=True)
    found = extract_page(spaced(spaces), with_html=True)
    assert (found.text, found.title) == (plain.text, plain.title)
    assert found.html.split() == plain.html.split()  # type: ignore[union-attr]


SAID = [
    "昨天在河边捡到一把钥匙，上面挂着一个红色的小灯笼，有人丢了吗？",
    "顶一下，希望失主能看到。",
    "我也丢过一次，在门卫那里找到的。",
]
NOW = datetime(2024, 6, 1, tzinfo=UTC)


def indented(pad: str) -> bytes:
    """A thread whose names, times, labels and texts each stand on a line of their own, after so much white space."""
    posts = "".join(
        f"<div class=row><h4><a href=/user/n{n}>{pad}茶客{n}{pad}</a></h4><p>{pad}发帖：{n + 2}{pad}</p>"
        f"<div><a href=/post/{n}><time>{pad}2024年5月1{n}日 13:44:2{n} UTC{pad}</time></a><p>{pad}{text}{pad}</p></div>"
        "</div>"
        for n, text in enumerate(SAID)
    )
    pager = f"<b>{pad}1{pad}</b>" + "".join(f"<a href=/topic/5?page={n}>{pad}{n}{pad}</a> " for n in (2, 3))
    return f"<title>谁丢了钥匙 - 河边论坛</title><h1>谁丢了钥匙</h1><div>{posts}</div><p>{pager}".encode()


@pytest.mark.parametrize("pad", ["\n" + 12 * " ", "\n" + 60 * " ", 40 * "\t"])
def test_a_thread_is_the_same_however_its_template_is_indented(pad: str) -> None:
    plain = extract_page(indented(""), "https://example.com/topic/5", now=NOW)
    found = extract_page(indented(pad), "https://example.com/topic/5", now=NOW)
    assert isinstance(plain, Thread)
    assert [(post.author, post.text) for post in plain.posts] == [(f"茶客{n}", said) for n, said in enumerate(SAID)]
    assert plain.next_page
    assert found == plain


def test_headings_of_answers_are_known_however_they_are_indented() -> None:
    pad = "\n" + 40 * " "
    for names, text in (
        (may_head, "3 个回答"),
        (is_heading, "3 个回答"),
        (is_chosen_heading, "最佳答案"),
        (says_none, "暂无回答"),
    ):
        assert names(f"{pad}{text}{pad}")
