"""Reading what a person types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.stores.fields import Field, FieldName, Value
from crawler.stores.query import MAX_QUERY_CHARS, Character, Expression, Phrase, parse


def phrase(text: str, *terms: str, open_end: bool = False) -> Phrase:
    return Phrase(text, terms, open_end)


APPLE = phrase("苹果", "苹果")
AUTHOR = FieldName.AUTHOR


def on_sites(*hosts: str) -> Field:
    return Field(FieldName.SITE, tuple(Value(host, whole=True) for host in hosts))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Expression()),
        ("  \u3000", Expression()),
        ("总决赛", Expression((phrase("总决赛", "总决", "决赛"),))),
        ("NBA 总决", Expression((phrase("NBA", "nba"), phrase("总决", "总决")))),
        ("总决\u3000总决", Expression((phrase("总决", "总决"),))),
        ('"new york" times', Expression((phrase("new york", "new", "york"), phrase("times", "times")))),
        ("“中国 人民”", Expression((phrase("中国 人民", "中国", "人民"),))),
        ('"unclosed phrase', Expression((phrase("unclosed phrase", "unclosed", "phrase"),))),
        ("-广告", Expression((), ((phrase("广告", "广告"),),))),
        ('苹果 -"手机 广告"', Expression((phrase("苹果", "苹果"),), ((phrase("手机 广告", "手机", "广告"),),))),
        ("－广告", Expression((), ((phrase("广告", "广告"),),))),
        ("covid-19", Expression((phrase("covid-19", "covid", "19"),))),
        ("国", Expression((Character("国"),))),
        ("site:a.cn", Expression(fields=(on_sites("a.cn"),))),
        ("苹果 site:A.cn|b.cn site:c.cn", Expression((APPLE,), fields=(on_sites("a.cn", "b.cn", "c.cn"),))),
        ("site:a.cn|site:b.cn 苹果", Expression((APPLE,), fields=(on_sites("a.cn", "b.cn"),))),
        ('作者：老周|"老 李"', Expression(fields=(Field(AUTHOR, (Value("老周"), Value("老 李", whole=True))),))),
        ("-author:老周", Expression(fields=(Field(AUTHOR, (Value("老周"),), excluded=True),))),
        ('"author:老周 site:a.cn"', Expression((phrase("author:老周 site:a.cn", "author", "老周", "site:a.cn"),))),
        ("website:a", Expression((phrase("website:a", "website:a"),))),
        ('site:"" author:', Expression((phrase("author:", "author"),))),
        ("T恤", Expression((phrase("T恤", "t", "恤", open_end=True),))),
        ("第3季", Expression((Character("第"), phrase("3季", "3", "季", open_end=True)))),
        ("-第3", Expression((), ((Character("第"), phrase("3", "3")),))),
        ("总决|NBA 苹果", Expression((APPLE,), either=(((phrase("总决", "总决"),), (phrase("NBA", "nba"),)),))),
        ("苹果 OR “手机 广告”", Expression(either=(((APPLE,), (phrase("手机 广告", "手机", "广告"),)),))),
        ("苹果 ｜ 第3 | 国", Expression(either=(((APPLE,), (Character("第"), phrase("3", "3")), (Character("国"),)),))),
        ("苹果 | ！ | 国", Expression(either=(((APPLE,), (Character("国"),)),))),
        ("| 苹果 |", Expression((APPLE,))),
        ("OR", Expression(hopeless=True)),
        ("苹果 -广告 OR 国", Expression((APPLE, Character("国")), ((phrase("广告", "广告"),),))),
        ("苹果 | -广告 国", Expression((APPLE, Character("国")), ((phrase("广告", "广告"),),))),
        ("苹果 or 国", Expression((APPLE, phrase("or", "or"), Character("国")))),
        ("“苹果|国”", Expression((phrase("苹果|国", "苹果", "国", open_end=True),))),
        ("！？ - 。", Expression(hopeless=True)),
        ("-！", Expression(hopeless=True)),
    ],
)
def test_parse(text: str, expected: Expression) -> None:
    assert parse(text) == expected


def test_a_query_that_is_too_long_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match=f"at most {MAX_QUERY_CHARS}"):
        parse("中" * (MAX_QUERY_CHARS + 1))


@given(st.text(st.sampled_from("中国a1|OR-－\"“” '*():^~\\?{}") | st.characters(), max_size=40))
def test_any_text_is_a_query(text: str) -> None:
    expression = parse(text)
    assert expression.hopeless == bool(text.strip() and not expression.sought and not expression.excluded)
