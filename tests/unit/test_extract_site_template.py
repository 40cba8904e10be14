"""The learned site template: what it takes out, what it never does, and how little it keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.articles.site_template import HEAD, MAX_PAGES, TAIL, Window, group_of

BODY = "第{n}天，他在河边跑了{n}公里，遇到了许多老朋友，聊了很久才回家。"
DISCLAIMER = "本网站所有内容未经授权不得转载。"
SERIES = "今日要点"


def article(number: int, *, ends_with: str = "", within: str = "") -> str:
    lines = [BODY.format(n=number), within, BODY.format(n=number + 1000), BODY.format(n=number + 2000), ends_with]
    return "\n".join(filter(None, lines))


def after(*texts: str) -> str:
    """What is left of the last text, all being pages of one site."""
    window = Window()
    for number, text in enumerate(texts):
        window = window.with_page(f"第{number}篇", f"http://a.example/{number}", text)
    return window.without_template(texts[-1])


def test_what_ends_three_articles_is_not_the_third_ones() -> None:
    pages = [article(n, ends_with=DISCLAIMER) for n in range(3)]
    assert after(*pages) == article(2)


def test_what_begins_them_neither() -> None:
    pages = [DISCLAIMER + "\n" + article(n) for n in range(3)]
    assert after(*pages) == article(2)


@pytest.mark.parametrize("count", [1, 2])
def test_one_page_or_two_teach_nothing(count: int) -> None:
    pages = [article(n, ends_with=DISCLAIMER) for n in range(count)]
    assert after(*pages) == pages[-1]


def test_a_heading_of_a_series_within_the_text_stays() -> None:
    others = [article(n) for n in range(7)]
    pages = [article(n, within=SERIES) for n in range(100, 103)]
    assert SERIES in after(*others, *pages)


def test_a_line_within_the_text_of_most_pages_goes() -> None:
    pages = [article(n, within=SERIES) for n in range(5)]
    assert after(*pages) == article(4)


def test_what_few_of_many_pages_have_stays() -> None:
    pages = [article(n) for n in range(MAX_PAGES)] + [article(n, ends_with=DISCLAIMER) for n in range(100, 103)]
    assert after(*pages) == pages[-1]


def test_versions_of_one_page_keep_their_text() -> None:
    text = article(1)
    assert after(text, text, text, text) == text


def test_a_page_that_comes_again_counts_once() -> None:
    first, second = article(1, ends_with=DISCLAIMER), article(2, ends_with=DISCLAIMER)
    window = Window().with_page("一", "http://a.example/1", first)
    for _ in range(5):
        window = window.with_page("二", "http://a.example/2", second)
    assert len(window.pages) == 2
    assert window.without_template(second) == second


def test_further_pages_of_one_article_count_once() -> None:
    window = Window()
    for number in range(5):
        window = window.with_page("同一篇", f"http://a.example/1_{number}", article(number, ends_with=DISCLAIMER))
    assert len(window.pages) == 1


def test_the_oldest_pages_are_forgotten() -> None:
    pages = [article(n, ends_with=DISCLAIMER) for n in range(5)] + [article(n) for n in range(5, 5 + MAX_PAGES)]
    last = article(500, ends_with=DISCLAIMER)
    assert after(*pages, last) == last


def test_a_line_that_a_page_repeats_counts_once() -> None:
    page = article(1) + f"\n{DISCLAIMER}\n {DISCLAIMER}\n{DISCLAIMER} "
    assert after(article(2), page) == page


def test_white_space_makes_no_difference() -> None:
    pages = [article(n) + "\n" + DISCLAIMER[:n] + " " + DISCLAIMER[n:] for n in range(1, 4)]
    assert after(*pages) == article(3)


@given(st.lists(st.tuples(st.text(max_size=5), st.lists(st.sampled_from("abcdef"), max_size=60)), max_size=60))
def test_a_window_is_small_and_comes_back_from_its_bytes(pages: list[tuple[str, list[str]]]) -> None:
    window = Window()
    for title, lines in pages:
        window = window.with_page(title, "http://a.example/", "\n".join(lines))
    assert Window.decode(window.encode()) == window
    assert len(window.encode()) <= MAX_PAGES * (9 + 4 * (HEAD + TAIL))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_window(value: bytes) -> None:
    window = Window.decode(value)
    assert window.without_template("一行字") == "一行字"


@given(st.lists(st.lists(st.sampled_from(["甲", "乙乙", "丙丙丙", "丁丁丁丁"]), max_size=6), max_size=12))
def test_nothing_is_added_and_at_most_half_is_taken_out(pages: list[list[str]]) -> None:
    texts = ["\n".join(lines) for lines in pages] or [""]
    left = after(*texts).split("\n")
    given_lines = iter(texts[-1].split("\n"))
    assert all(line in given_lines for line in left), "lines of the text, in its order"
    assert 2 * len("".join(left)) >= len("".join(pages[-1])) if pages else True


@pytest.mark.parametrize(
    ("url", "group"),
    [
        ("http://www.a.example/", "a.example/*"),
        ("http://a.example/123", "a.example/*"),
        ("http://a.example/2024/03/1.html?x=1", "a.example/*/*/*.html"),
        ("http://a.example/sports/2024/1.shtml", "a.example/sports/*/*.shtml"),
        ("http://a.example/sports/2024/", "a.example/sports/*"),
        ("http://a.example/1.2", "a.example/*"),
        ("", "/*"),
    ],
)
def test_pages_of_one_shape_share_a_template(url: str, group: str) -> None:
    assert group_of(url) == group
