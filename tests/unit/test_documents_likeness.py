"""Which articles have one text, and that those that do are found by the terms of their sketches."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.model import Document, Kind
from crawler.stores.likeness import is_copy, sketch
from tests.documents import document

STORY = """青石镇的老渡口上周重新开了航。渡船是去年冬天在县里的船厂修的，换了柴油机，加装了护栏，一次能载三十六人。
六十七岁的船工何守田在这条河上摆渡了四十一年。他说，桥修好以后，过河的人少了一大半，可是赶集的日子，挑担子的老人还是愿意坐船。
镇里算过一笔账：渡口一年要补贴十一万元，其中油钱占四成。镇长说，这笔钱花得值，
因为上游三个村到卫生院，走桥要绕行九公里，坐船只要十分钟。
开航那天，河边站满了人，有人放了鞭炮，有人把刚摘的橘子塞进船舱。何守田把缆绳解开，船离了岸，孩子们在堤上跟着跑出去很远。
县交通局表示，年内还要修缮另外两处渡口，航标灯和救生衣已经到位，船工的工资由县财政按月发放，不再由各村凑份子。"""

OTHER = """临江大学图书馆昨天宣布，从下个月起全天开放，自习区的灯彻夜不关。
馆长介绍，过去两年里，学生们在意见簿上写得最多的就是这件事。
为此，学校新聘了九名夜班管理员，安装了门禁和监控，并在三楼辟出一间休息室，放了热水器和折叠床。保卫处也调整了夜间巡逻的路线。
也有老师担心，彻夜自习会伤身体。心理中心的刘老师建议，凌晨两点以后读书的效率很低，不如早些睡觉，第二天再来占座也不迟。"""


def article(text: str, title: str = "老渡口重新开航", **fields: Any) -> Document:
    return document(text=text, title=title, **fields)


def is_found(one: Document, other: Document) -> bool:
    """True if an index finds either by the other's terms."""
    return bool(set(sketch(one.kind, one.text)) & set(sketch(other.kind, other.text)))


@pytest.mark.parametrize(
    "reprint",
    [
        pytest.param(f"本报讯（记者 王丹）{STORY}\n责任编辑：周全 本文不代表本站立场", id="framed"),
        pytest.param(STORY[: len(STORY) * 3 // 4], id="cut"),
        pytest.param(STORY.split("\n", 1)[1], id="without its lead"),
        pytest.param("\n".join(STORY.split("\n")[::-1]), id="in another order"),
        pytest.param(STORY.replace("，", " ").replace("。", "\n\n"), id="without punctuation"),
        pytest.param(STORY.replace("渡船", "轮渡").replace("镇里", "当地").replace("老人", "长者"), id="edited"),
    ],
)
def test_a_reprint_is_found_and_known_as_a_copy(reprint: str) -> None:
    one, other = article(STORY), article(reprint, "青石镇渡口复航")
    assert is_found(one, other)
    assert is_copy(one, other)
    assert is_copy(other, one)


def test_letters_and_figures_of_another_width_are_the_same() -> None:
    text = "The ferry at Willow Bend carries 36 people and runs every 20 minutes from 7 to 19 o'clock. " * 4
    wide = text.translate({code: code + 0xFEE0 for code in range(0x30, 0x7B) if chr(code).isalnum()})
    assert wide != text
    assert is_found(article(text), article(wide))
    assert is_copy(article(text), article(wide))


def test_another_text_is_no_copy() -> None:
    assert not is_found(article(STORY), article(OTHER))
    assert not is_copy(article(STORY), article(OTHER))
    half = article(STORY[: len(STORY) // 4] + OTHER)
    assert not is_copy(article(STORY), half), "what quotes a part of it is another text"


def test_reports_that_a_form_makes_are_told_by_their_figures() -> None:
    form = (
        "县气象台{}月{}日{}时发布大风蓝色预警信号：预计未来二十四小时内，"
        "我县沿江一带将出现较强的偏北风，阵风可达{}级，请有关单位和个人注意防范。"
    )
    first, second = form.format(3, 5, 18, 8) * 3, form.format(11, 21, 9, 7) * 3
    assert not is_copy(article(first, "大风预警"), article(second, "大风预警"))
    assert is_copy(article(first, "大风预警"), article(first + "（完）", "大风预警"))


def test_a_short_notice_in_place_of_many_articles_is_no_copy() -> None:
    notice = "本文为付费内容，订阅会员以后可以继续阅读全文，已经是会员的读者请先登录，登录以后内容会自动显示。"
    assert is_found(article(notice), article(notice))
    assert not is_copy(article(notice, "楼市新政满月"), article(notice, "一家老字号的转身"))
    assert is_copy(article(notice, "楼市新政满月"), article(notice, "楼市新政满月_财经"))


@pytest.mark.parametrize(
    "nothing",
    [article(""), article("。，！" * 100), article("太短了"), article(STORY, kind=Kind.POST)],
    ids=["empty", "no letters", "short", "a post"],
)
def test_what_cannot_be_told_has_no_sketch(nothing: Document) -> None:
    assert sketch(nothing.kind, nothing.text) == ()


def test_a_sketch_is_the_same_on_every_machine() -> None:
    """What stands in an index must be found by later versions."""
    assert sketch(Kind.ARTICLE, STORY)[:3] == ("06638430e", "19a4d9ccb", "2f69eea72")


def test_texts_of_different_authors_are_hardly_ever_compared() -> None:
    choose = random.Random(7)
    words = STORY.replace("\n", "") + OTHER.replace("\n", "")
    texts = ["".join(choose.sample(words, 300)) for _ in range(300)]
    sketches = [set(sketch(Kind.ARTICLE, text)) for text in texts]
    met = sum(bool(one & other) for at, one in enumerate(sketches) for other in sketches[:at])
    assert met <= 5, f"{met} of 44,850 pairs"


@given(st.text(), st.text())
def test_any_texts_can_be_compared(one: str, other: str) -> None:
    first, second = article(one * 3), article(other * 3)
    assert is_copy(first, second) == is_copy(second, first)
    assert len(sketch(first.kind, first.text)) in (0, 12)


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    longest = "渡口" * 1_000_000
    assert sketch(Kind.ARTICLE, longest) == sketch(Kind.ARTICLE, longest[:8000])
    assert is_copy(article(longest), article(longest[:8000]))
