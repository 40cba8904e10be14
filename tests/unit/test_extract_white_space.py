"""The same text whatever the page's white space."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crawler.extract import extract_page

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
