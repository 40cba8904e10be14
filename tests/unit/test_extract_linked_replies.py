"""Replies whose text is the link to a page of their own, as the trees of old forums have them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.linked_replies import linked_replies
from crawler.model import Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
TITLE = "搬家的时候这一项千万别漏了"
OPENING = "热水器是旧房子带的，十四年了，底下开始渗水。叫了三家师傅来报价，最低的两千三，后来是自己换的。"
SAID = ["拆下来之前先把水闸关了，我们家就是忘了关，楼下也淹了。", "确实", "说句心里话，还是请师傅来装放心。"] * 4
NAMES = ["河边人", "老槐树", "半夏"] * 4


def tree(heading: str) -> str:
    rows = "".join(
        f'<p>• <a href="/home/64089{n}.html" class=post>{said}{"。" * n}</a> <span> - <a class=nick '
        f'href="/profile?cid={NAMES.index(name)}">{name}</a>- </span> (0 bytes) (109 reads) '
        f"06/0{1 + n // 4}/2024 10:2{n % 10}:05</p>"
        for n, (said, name) in enumerate(zip(SAID, NAMES, strict=True))
    )
    return f"<div><h3>{heading}</h3><div>{rows}</div></div>"


def page(heading: str) -> str:
    head = "来源: <a class=nick href='/profile?cid=99'>山里人</a> 于 <i>06/01/2024 09:01:34</i>"
    return (
        f"<title>{TITLE} - 家园论坛</title><body><div class=post><h1>{TITLE}</h1><p>{head}</p><p>{OPENING}</p></div>"
        + tree(heading)
    )


@pytest.mark.parametrize("heading", ["所有跟帖：", "跟帖 <b>12</b> 条 <a href=javascript:;>树形</a>", "全部回帖(12)"])
def test_links_with_author_and_time_under_the_heading_of_the_replies_are_these(heading: str) -> None:
    found = extract_page(page(heading).encode(), "https://bbs.example.net/home/64088.html", now=NOW)
    assert isinstance(found, Thread)
    assert [post.text.rstrip("。") for post in found.posts] == [s.rstrip("。") for s in (OPENING, *SAID)]
    assert [post.author for post in found.posts] == ["山里人", *NAMES]
    assert all(post.published_at for post in found.posts)


@pytest.mark.parametrize("heading", ["热门主题", "相关帖子"])
def test_links_under_another_heading_are_other_threads(heading: str) -> None:
    assert not linked_replies(build(page(heading)))


def test_links_that_nobody_signs_are_no_replies() -> None:
    links = "".join(f"<li><a href=/t/{n}.html>第{n}条河边的路</a></li>" for n in range(12))
    assert not linked_replies(build(f"<h3>跟帖</h3><ul>{links}</ul>"))
