"""The analyzer's rules, one by one. That they are the server's, tests/integration/test_documents_analysis.py shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.stores.analysis import MAX_WORD_CHARS, Analysis, terms, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("中国人民", ["中国", "国人", "人民"]),
        ("中", ["中"]),
        ("中，国", ["中", "国"]),
        ("NBA总决赛", ["nba", "总决", "决赛"]),
        ("2024年3月5日", ["2024", "年", "3", "月", "5", "日"]),
        ("ＡＢＣ１２３", ["abc123"]),
        ("3.14 1,000 8:30 1，000", ["3.14", "1,000", "8", "30", "1,000"]),
        ("don't a.b a:b", ["don't", "a.b", "a:b"]),
        ("a_b __ _c", ["a_b", "_c"]),
        ("ｶﾞﾊﾟｱ", ["ガパ", "パア"]),
        ("カ_a", ["カ_a"]),
        ("한국 한a", ["한국", "한a"]),
        ("ΣİÉ", ["σié"]),
        ("😀👍🏽 ©2024 🇨🇳 #️⃣", ["😀", "👍🏽", "©", "2024", "🇨🇳", "#️⃣"]),
        ("กขค", ["กขค"]),
        ("①②½℃", []),
        ("。，！ \n\t", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_long_word_is_cut_into_pieces() -> None:
    assert [len(term) for term in terms("a" * (2 * MAX_WORD_CHARS + 1))] == [MAX_WORD_CHARS, MAX_WORD_CHARS, 1]


def test_tokens_say_where_they_stand() -> None:
    text = "据NBA消息，ｶﾞｱ"
    assert [(token.term, text[token.start : token.end]) for token in tokens(text)] == [
        ("据", "据"),
        ("nba", "NBA"),
        ("消息", "消息"),
        ("ガア", "ｶﾞｱ"),
    ]


MIXED = st.text(
    st.sampled_from("中国人的カｶﾞ한aZé19０ａ_.,:'，。！ \n😀©①กב\u0301\u200d\ufe0f") | st.characters(), max_size=60
)


@given(MIXED)
def test_tokens_and_terms_agree_and_stand_in_order(text: str) -> None:
    found = list(tokens(text))
    assert [token.term for token in found] == terms(text)
    assert all(0 <= token.start < token.end <= len(text) for token in found)
    assert [token.start for token in found] == sorted(token.start for token in found)


@given(MIXED)
def test_a_term_holds_nothing_that_would_part_or_quote_it(text: str) -> None:
    assert not [term for term in terms(text) if not term or set(term) & set(' \t\n"()-')]


@given(MIXED)
def test_an_analysis_knows_where_each_term_stands(text: str) -> None:
    analysis = Analysis(text)
    assert [analysis.token(position) for position in range(len(analysis.terms))] == list(tokens(text))
    assert analysis.terms == terms(text)


@given(st.text(st.sampled_from("中国人ｱ，a "), max_size=30))
def test_every_character_of_a_run_begins_a_pair_or_ends_a_run(text: str) -> None:
    analysis = Analysis(text)
    assert {term[0] for term in analysis.terms} | analysis.endings() >= set(text.replace("ｱ", "ア")) - set("， ")


@pytest.mark.parametrize(
    "unit", ["_", "a.", "1,", "한.", "カ", "中\u0301", "\u0301", "1_カ_", "👩\u200d", "ก", "ｶﾞ", "한", "'", "a_."]
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    # 200,000 units take some 50 ms; in quadratic time the run's own timeout would end this.
    assert len(terms(unit * 200_000 + "_")) <= 400_001
