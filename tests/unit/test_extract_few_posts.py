"""Threads of few posts that say little, on pages that say much around them: each page as little as shows it."""

from __future__ import annotations

from datetime import UTC, datetime

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.marks import may_be_of_post
from crawler.model import Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
TITLE = "老相机的皮腔哪里能换？"
OPENING = "家里翻出一台六十年代的折叠相机，皮腔漏光了，想问问哪里还能换新的，邮寄也可以。"
NAMES = ("老王", "小李子")
RANKS = ("潜水多年的老会员，喜欢拍河", "新来的，还在学怎么换胶卷")
NOTICE = "本站内容由会员自己发表，不代表本站的看法，如果有人觉得不妥，可以写信告诉我们，我们会在三天之内回答。"


def thread(body: str) -> Thread:
    html = f"<title>{TITLE} - 胶片论坛</title><body><h1>{TITLE}</h1>{body}"
    found = extract_page(html.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW, from_board=True)
    assert isinstance(found, Thread)
    return found


def post(number: int, body: str) -> str:
    return (
        f'<li class=post><a class=author href="/user/{number}">{NAMES[number]}</a><p class=rank>{RANKS[number]}</p>'
        f"<i>2024-06-0{number + 1} 10:20</i><div class=said>{body}</div></li>"
    )


def test_a_reply_may_be_a_number() -> None:
    counts = "<p>查看 <b>1024</b> 回复 <b>1</b></p>"
    found = thread(f"{counts}<ul>{post(0, OPENING)}{post(1, '13800')}</ul>")
    assert [one.text for one in found.posts] == [OPENING, "13800"]


def test_a_reply_may_be_a_link() -> None:
    link = "https://repair.example.org/bellows"
    found = thread(f"<ul>{post(0, OPENING)}{post(1, f'<a href={link}>{link}</a>')}</ul>")
    assert [one.text for one in found.posts] == [OPENING, link]


def test_two_short_posts_are_no_only_post_with_the_notice_below_them() -> None:
    head = f'<p><a class=author href="/user/0">{NAMES[0]}</a> 发起于 <i>2024-06-01 10:20</i></p>'
    posts = [
        f'<li><a class=author href="/user/{n}">{NAMES[n]}</a> <i>2024-06-0{n + 1} 10:20</i><p>{text}</p></li>'
        for n, text in enumerate(("求推荐", "修不好了"))
    ]
    found = thread(f"{head}<ul>{''.join(posts)}</ul><p>{NOTICE}</p>")
    assert [(one.author, one.text) for one in found.posts] == [("老王", "求推荐"), ("小李子", "修不好了")]


def test_the_time_of_an_edit_or_a_registration_is_over_no_post() -> None:
    table = build("<p>发表于 <i>2024-06-01</i></p><p>注册时间 <b>2019-02-03</b></p><u>Edited 3 May 2024</u>")
    nodes = [next(table.find(tag)) for tag in ("i", "b", "u")]
    assert [may_be_of_post(table, node) for node in nodes] == [True, False, False]
