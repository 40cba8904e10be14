"""What posts repeat of others stands apart from what they say themselves."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.extract.threads.quotes import quoted_lines
from crawler.model import Post, Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
ASKED = "周末有没有人一起去河边骑车，早上八点出发？"


def last_of(said: str) -> Post:
    """The last of three posts, which says this."""
    texts = (f"<p>{ASKED}</p>", "<p>上次那条路在修，要从南边绕过去。</p>", said)
    rows = "".join(
        f"<li><a class=author href=/user/{n}>骑车的{n}</a> <i>2024-06-0{n + 1} 10:20</i><div>{text}</div></li>"
        for n, text in enumerate(texts)
    )
    found = extract_page(f"<title>周末骑车</title><ul>{rows}</ul>".encode(), "https://bbs.example.net/t/7", now=NOW)
    assert isinstance(found, Thread)
    return found.posts[-1]


@pytest.mark.parametrize(
    "head",
    [
        "<p><a href=/user/0>@骑车的0</a> 在 <a href=/t/7>周末骑车</a> 中说：</p>",
        "<p>骑车的0 写道：</p>",
        "<div>@骑车的0 said in <a href=/t/7>周末骑车</a>:</div>",
        "骑车的0 schrieb am 1. Juni:",
        "<p>骑车的0 writes...</p>",
    ],
)
def test_the_line_over_a_quote_that_says_whose_it_is_is_of_it(head: str) -> None:
    post = last_of(f"<p>好主意。</p>{head}<blockquote><p>{ASKED}</p></blockquote><p>算我一个，带水和干粮。</p>")
    assert post.own == "好主意。\n算我一个，带水和干粮。"
    assert post.quoted.endswith(f"\n{ASKED}")


def test_what_is_said_over_a_quote_is_no_part_of_it() -> None:
    post = last_of(f"<p>我说一下：路不好走，你问的是</p><blockquote>{ASKED}</blockquote><p>算我一个，带水和干粮。</p>")
    assert post.quoted == ASKED


def test_a_body_that_is_a_quote_under_its_sayer_is_the_post_s_own() -> None:
    assert last_of(f"<p>骑车的0 写道：</p><blockquote>{ASKED}</blockquote>").quoted == ""


@pytest.mark.parametrize(
    "head",
    [
        "On Sat, Jun 1, 2024 at 10:20 AM, Old Wang wrote:",
        "On Sat, Jun 1, 2024 at 10:20 AM, Old Wang <wang@example.org>\nwrote:",
        "Am 01.06.24 um 10:20 schrieb Old Wang:",
        "Le 1 juin 2024, Old Wang a écrit :",
        "老王 <wang@example.org> 于 2024年6月1日写道：",
        "老王 <wang@example.org>:",
    ],
)
def test_letters_quote_behind_brackets(head: str) -> None:
    quote = f"{head}\n> 早上八点出发？\n>\n> 去河边。"
    assert quoted_lines(f"大家好：\n{quote}\n算我一个。") == quote
    assert quoted_lines(f"{quote}\n算我一个。\n> 带水吗\n带。") == f"{quote}\n> 带水吗"


def test_letters_may_begin_with_what_they_quote() -> None:
    assert quoted_lines("> 早上八点出发？\n算我一个。\n> 带水吗\n带。") == "> 早上八点出发？\n> 带水吗"


@pytest.mark.parametrize("text", ["试一下：\n> ls\n再看。", ">做梦\n没去成。", "> 早上八点出发？", ":) 好\n去。"])
def test_other_lines_behind_brackets_are_the_post_s_own(text: str) -> None:
    assert quoted_lines(text) == ""


def test_a_label_may_stand_over_its_quote_and_not_in_one_element_with_it() -> None:
    said = f"<br><div>QUOTE:</div><div><i>Originally posted by 骑车的0:</i><br>{ASKED}</div><br>算我一个，带水。"
    post = last_of(f"<span>{said}</span>")
    assert post.own == "算我一个，带水。"
    assert ASKED in post.quoted


@pytest.mark.parametrize(
    "head",
    [
        "<font><a href=/t/7>骑车的0 发表于 2024-06-01 10:20</a></font><br>",
        "<dl><dt>引用：<a href=/user/0>骑车的0</a>在2024-06-01 10:20:05写道：</dt><dd><a href=#1>1楼</a></dd></dl>",
    ],
)
def test_a_box_that_begins_with_who_said_it_and_when_is_a_quote(head: str) -> None:
    post = last_of(f"<div class=box>{head}<p>{ASKED}</p></div><p>算我一个，带水和干粮。</p>")
    assert post.own == "算我一个，带水和干粮。"
    assert ASKED in post.quoted


def test_a_box_with_nothing_behind_it_is_no_quote_whatever_it_begins_with() -> None:
    assert last_of(f"<div>骑车的0 发表于 2024-06-01 10:20<p>{ASKED}</p></div>").quoted == ""
    assert last_of(f"<div>我在 2024-06-01 见过，很好。<p>{ASKED}</p></div><p>算我一个。</p>").quoted == ""


def test_a_block_of_code_is_no_quote() -> None:
    post = last_of("<p>这样写就行：</p><blockquote class=code>a { float: left }</blockquote><p>试试看。</p>")
    assert post.quoted == ""


def test_a_box_under_who_posted_it_originally_is_a_quote() -> None:
    head = "<div class=head>Originally Posted By: 骑车的0</div>"
    post = last_of(f"<div class=block>{head}<div class=box>{ASKED}</div></div>算我一个，带水和干粮。")
    assert post.own == "算我一个，带水和干粮。"
    assert post.quoted.endswith(ASKED)


@pytest.mark.parametrize("head", ["@骑车的0 说：", "@骑车的0 2024-06-01 10:20<br>　　"])
def test_what_stands_between_whom_a_post_speaks_to_and_a_line_is_a_quote(head: str) -> None:
    post = last_of(f"{head}{ASKED}<br>-----------------------------<br>算我一个，带水和干粮。")
    assert post.own == "算我一个，带水和干粮。"
    assert post.parent == 0
    assert last_of(f"@骑车的0 好，{ASKED}<br>-----<br>算我一个。").quoted == ""


@pytest.mark.parametrize("label", ["引用", "Quote", "Zitat:", "引用：", "Citer", "Citar", "인용"])
def test_a_group_of_fields_under_a_label_that_says_so_is_a_quote(label: str) -> None:
    post = last_of(f"<fieldset><legend>{label}</legend>骑车的0 2024-06-01<br>{ASKED}</fieldset>算我一个，带水和干粮。")
    assert post.own == "算我一个，带水和干粮。"
    assert post.quoted.endswith(f"\n{ASKED}")


@pytest.mark.parametrize(
    "head",
    [
        *(
            "骑车的0：",
            "骑车的0 说：",
            "An Old Friend wrote:",
            "老同学写道：",
            "たぬきさんは書きました:",
            "산들바람님의 글:",
        ),
        *("Старый волк писал(а):", "Mèo Lười nói:"),
    ],
)
def test_a_box_that_begins_with_whose_words_follow_is_a_quote_whatever_it_is_called(head: str) -> None:
    box = f"<div class=xq7><b>{head}</b><br>{ASKED}</div>"
    post = last_of(f"<div>{box}算我一个，带水和干粮。</div><div>心若向阳</div>")
    assert post.own.startswith("算我一个，带水和干粮。")
    assert post.quoted == f"{head}\n{ASKED}"


@pytest.mark.parametrize("head", ["老师说：", "三个理由：", "I said:"])
def test_a_box_that_begins_with_somebody_else_s_words_is_none(head: str) -> None:
    assert last_of(f"<div><b>{head}</b><br>{ASKED}</div>算我一个，带水和干粮。").quoted == ""


@pytest.mark.parametrize("name", ["class=blockquote2", "class=quote-frame"])
def test_a_program_in_a_frame_that_is_called_a_quote_is_what_the_post_says(name: str) -> None:
    code = f"<div {name}><div id=code1><ol><li>for name in names:<li>greet(name)</ol></div></div>"
    post = last_of(f"这样写就行了。<br>{code}<br>记得先定义。")
    assert post.own == "这样写就行了。\nfor name in names:\ngreet(name)\n记得先定义。"
