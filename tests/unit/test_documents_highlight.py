"""Marks and snippets."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.stores import highlight
from crawler.stores.highlight import SNIPPETS, find, mark, snippets
from crawler.stores.query import parse


def marked(text: str, query: str) -> str:
    return mark(text, find(text, parse(query).required))


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("中国人民银行宣布", "人民银行", "中国<mark>人民银行</mark>宣布"),
        ("人民 <b>银行</b>", "银行", "人民 &lt;b&gt;<mark>银行</mark>&lt;/b&gt;"),
        ("总决赛，决赛", "总决赛 决赛", "<mark>总决赛</mark>，<mark>决赛</mark>"),
        ("ＮＢＡ总决赛", "nba", "<mark>ＮＢＡ</mark>总决赛"),
        ("祖国和国家", "国", "祖<mark>国</mark>和<mark>国</mark>家"),
        ("一件T恤衫", "T恤", "一件<mark>T恤</mark>衫"),
        ("无", "人民", "无"),
        ("人民银行 -银行", "人民 -银行", "<mark>人民</mark>银行 -银行"),
    ],
)
def test_mark(text: str, query: str, expected: str) -> None:
    assert marked(text, query) == expected


@given(st.text(st.sampled_from("中国人a1 <>&\"'，"), max_size=60), st.text(st.sampled_from("中国人a1 "), max_size=8))
def test_marks_change_nothing_but_the_marks(text: str, query: str) -> None:
    html = marked(text, query)
    assert unescape(re.sub("</?mark>", "", html)) == text
    assert not re.search(r"<(?!/?mark>)", html)


def test_snippets_show_the_passages_with_matches() -> None:
    text = "无关。" * 100 + "人民银行\n宣布" + "无关。" * 100 + "央行人民银行" + "无关。" * 100
    found = snippets(text, find(text, parse("人民银行").required))
    assert len(found) == 2
    assert all("<mark>人民银行</mark>" in snippet and snippet.startswith("…") for snippet in found)
    assert not [snippet for snippet in found if "\n" in snippet]


def test_the_snippets_are_those_with_most_matches_in_the_order_of_the_text() -> None:
    passages = ["甲词", "甲词甲词", "甲词，甲词，甲词", "甲词，甲词"]
    text = ("无关。" * 100).join(passages)
    found = snippets(text, find(text, parse("甲词").required))
    assert len(found) == SNIPPETS
    assert [snippet.count("<mark>") for snippet in found] == [1, 3, 2]


def test_without_a_match_the_beginning_is_shown() -> None:
    assert snippets("短文", []) == ("短文",)
    assert snippets("", []) == ()
    assert snippets("长" * 500, [])[0].endswith("长…")


@pytest.mark.parametrize("query", ["长词", "长", "词长词"])
def test_a_text_of_nothing_else_is_marked_in_linear_time(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highlight, "SEARCHED_CHARS", 200_000)
    # A second or two; in quadratic time the run's own timeout would end this.
    assert find("长词" * 100_000, parse(query).required)
