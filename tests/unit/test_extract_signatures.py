"""The talk pages of wikis, where people sign behind their last words."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import pytest

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.marks import is_profile
from crawler.extract.threads.signatures import signatures
from crawler.model import Article, Thread

NOW = datetime(2024, 4, 6, tzinfo=UTC)
URL = "https://wiki.example.org/wiki/Talk:3"
TEXTS = [
    "渡口的水位尺被泥糊住了，早上去看的人都说看不清刻度，能不能找人擦一擦？",
    "我昨天路过的时候擦了一半，另一半够不到，要等船来。",
    "船已经来了，剩下的也擦好了。",
    "第二次涨水的时候，谁去看过渡口？",
]
NAMES = ["林间", "河边的猫", "林间", "渡口的人"]
TIMES = [f"2024年3月{day}日 (一) 10:0{day} (UTC)" for day in (1, 3, 5, 2)]


def sign(at: int) -> str:
    user, talk = (f"/w?title={quote(space)}:{quote(NAMES[at])}" for space in ("用户", "用户讨论"))
    return f"<a href='{user}'>{NAMES[at]}</a>（<a href='{talk}'>讨论</a>） {TIMES[at]}"


def talk(dashes: str = " ——") -> str:
    edit = "<a href=/edit?section=1>编辑</a>"
    reply = f"<dl><dd>{TEXTS[1]}<dd>见上。{dashes}{sign(1)}<dl><dd>{TEXTS[2]}{dashes}{sign(2)}</dl></dl>"
    first = f"<h2>水位尺 [{edit}]</h2><p>{TEXTS[0]}<p>谢谢。{dashes}{sign(0)}</p>{reply}"
    return f"<main><h1>讨论:渡口</h1>{first}<h2>涨水 [{edit}]</h2><p>{TEXTS[3]}{dashes}{sign(3)}</p></main>"


@pytest.mark.parametrize("dashes", [" ——", " --", " "])
def test_each_post_of_a_talk_page_ends_with_its_signature_however_deep_it_stands(dashes: str) -> None:
    labels = "<nav><a href=/1>固定链接</a> <a href=/2>最近更改</a></nav>"
    found = extract_page(f"<title>讨论:渡口 - 百科</title>{labels}{talk(dashes)}".encode(), URL, now=NOW)
    assert isinstance(found, Thread)
    assert [post.text for post in found.posts] == [
        f"{TEXTS[0]}\n谢谢。",
        f"{TEXTS[1]}\n见上。",
        TEXTS[2],
        TEXTS[3],
    ]
    assert [post.author for post in found.posts] == NAMES
    assert [f"{post.published_at:%d %R %z}" for post in found.posts] == [f"0{d} 10:0{d} +0000" for d in (1, 3, 5, 2)]


def test_heads_over_texts_are_no_signatures_behind_them() -> None:
    head = "<article><p>Posted by <a href=/user/7>wren</a> 2024-03-05 10:09</p><p>雨停了。</p></article>"
    assert not any(one.is_behind for one in signatures(build(head * 3)))
    (found,) = signatures(build("<p>雨停了。 --<a href=/user/7>wren</a> 2024-03-05 10:09</p>"))
    assert (found.name, found.href, found.is_behind) == ("wren", "/user/7", True)
    assert not signatures(build("<p>雨停了。<a href=/user/7>wren</a> 2024-03-05 10:09 又下了。</p>"))


def test_an_article_is_none_for_the_signatures_below_it() -> None:
    page = f"<title>渡口</title><h1>渡口</h1><p>{'雨停了，船也来了。' * 60}</p>{talk()}"
    assert isinstance(extract_page(page.encode(), "https://river.example.org/a/ferry", now=NOW), Article)


def test_the_page_of_a_wiki_s_user_is_a_profile_in_any_script() -> None:
    assert is_profile(f"/wiki/{quote('用户')}:7")
    assert not is_profile(f"/wiki/{quote('用户讨论')}:7")
    assert not is_profile("/wiki/User_talk:Wren")


def test_remarks_below_posts_with_heads_are_no_posts_for_their_signatures() -> None:
    remarks = "".join(f"<li>说得很好，我也这样想。 – <a href=/user/{n}>猫{n}</a> 2024-03-05 1{n}:09" for n in range(6))
    for count in (1, 2):
        head = "<b class=author>林间</b> <i>2024-03-05 10:09</i>"
        post = f"<article>{head}<p>{TEXTS[0] * 3}</p><ul>{remarks}</ul></article>"
        found = extract_page(f"<title>渡口论坛</title>{post * count}".encode(), "https://bbs.example.org/t/3", now=NOW)
        assert "猫0" not in found.text.split("\n")[0]
        assert not isinstance(found, Thread) or found.posts[0].author == "林间"


def test_a_line_with_a_colon_behind_its_time_is_the_head_of_what_follows() -> None:
    posts = "".join(
        f"<div><b>#{at}</b> - <a href=/u/{at}>{NAMES[at]}</a> at 2024-3-{at + 1} 10:0{at}:</div>" for at in (1, 2)
    )
    assert signatures(build(posts)) == []
    assert len(signatures(build(posts.replace(":</div>", "</div>")))) == 2


def test_one_signature_behind_dashes_ends_an_only_post_below_its_heading() -> None:
    menu = "<nav><a href=/1>固定链接</a> <a href=/2>最近更改</a></nav>"
    foot = "<footer><p>本页面最后修订于2024年4月2日 (一) 03:12。<p>全部文字都可以转给别人，写明从哪里来就行。</footer>"
    signed = f"<a href=/wiki/User:林间>林间</a>（<a href=/wiki/User_talk:林间>留言</a>） {TIMES[0]}"
    body = f"<h1>讨论:渡口</h1><h2>水位尺</h2><p>{TEXTS[0]}<p>谢谢。--{signed}</p>"
    found = extract_page(f"<title>讨论:渡口 - 百科</title>{menu}<main>{body}</main>{foot}".encode(), URL, now=NOW)
    assert isinstance(found, Thread)
    assert [(post.author, post.text) for post in found.posts] == [("林间", f"{TEXTS[0]}\n谢谢。")]
