"""What holds for the text of every page: it is the page's, and what stands around it does not change it."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.extract import extract_page

TITLE = "山里的邮递员"
SENTENCES = [
    f"老周在这条山路上走了{n}年，认得每一块会滑的石头，也记得每一户人家的狗叫什么名字。" for n in range(20, 32)
]
NAV = "<nav><ul>" + "".join(f"<li><a href=/{n}>栏目{n}</a></li>" for n in range(9)) + "</ul></nav>"
COMMENTS = "".join(f"<div><a href=/u{n}>读者{n}</a><p>第{n}段写得很好，我还想再看一遍。</p></div>" for n in range(9))

words = st.sampled_from(
    ["的", "信", "山路", "2024", "the", "a b", "。", "<b>和</b>", "<a href=/>这里</a>", "<br>", "&amp;"]
)
phrases = st.lists(words, max_size=9).map("".join)
blocks = st.tuples(
    st.sampled_from(["p", "div", "li", "h2", "td", "span", "pre", "blockquote", "nav", "div class=more", "div hidden"]),
    phrases,
).map(lambda block: f"<{block[0]}>{block[1]}</{block[0].split()[0]}>")
pages = st.lists(blocks, max_size=12).map("".join)

paragraphs = st.lists(st.sampled_from(SENTENCES), min_size=3, max_size=9)


def article(lines: list[str], before: str = "", after: str = "", space: str = "") -> str:
    body = space.join(f"<p>{space}{line}{space}</p>" for line in lines)
    page = f"{before}<main>{space}<h1>{TITLE}</h1>{space}<div>{space}{body}{space}</div></main>{after}"
    return extract_page(f"<title>{TITLE}</title><body>{page}</body>".encode()).text


def is_subsequence(short: str, long: str) -> bool:
    rest = iter(long)
    return all(character in rest for character in short)


@settings(max_examples=200)
@given(pages)
def test_the_text_is_the_pages_own_in_its_order(page: str) -> None:
    shown = re.sub(r"<[^>]*>", "", page).replace("&amp;", "&")
    text = "".join(extract_page(page.encode()).text.split())
    assert is_subsequence(text, "".join(shown.split()))


@given(pages)
def test_the_same_page_gives_the_same_result(page: str) -> None:
    assert extract_page(page.encode()).text == extract_page(page.encode()).text


@given(paragraphs, st.booleans(), st.booleans())
def test_navigation_and_comments_around_an_article_change_nothing(
    lines: list[str], has_nav: bool, has_comments: bool
) -> None:
    comments = f"<div class=comments>{COMMENTS}</div>" if has_comments else ""
    assert article(lines, NAV if has_nav else "", comments) == "\n".join(lines)


@given(paragraphs, st.text(" \t\r\n", max_size=6))
def test_white_space_between_elements_changes_nothing(lines: list[str], space: str) -> None:
    assert article(lines, space=space) == "\n".join(lines)
