"""What is told of a post besides its text: how exactly its time is known, and where each field came from."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.model import Post, Precision, Thread

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)
TEXTS = ["河边的路修好了吗？", "修好了，昨天我去走过一次。", "晚上有灯，走起来很方便。"]


def posts(when: str, who: str = "<a class=author href=/user/{0}>{1}</a>") -> tuple[Post, ...]:
    """The posts of a thread that writes times and authors like this."""
    people = ["林一", "周二", "吴三"]
    page = "<title>河边的路 - 本地论坛</title>" + "".join(
        f"<div class=post>{who.format(number, people[number])}{when.format(number + 1)}<p>{text}</p></div>"
        for number, text in enumerate(TEXTS)
    )
    found = extract_page(page.encode(), "https://bbs.example.org/thread-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert [post.text for post in found.posts] == TEXTS
    assert [post.author for post in found.posts] == people
    return found.posts


@pytest.mark.parametrize(
    ("when", "precision", "origin"),
    [
        ("<em>2024-03-0{0} 10:20</em>", Precision.MINUTE, "text"),
        ("<em>2024-03-0{0}</em>", Precision.DAY, "text"),
        ("<time datetime=2024-03-0{0}T10:20:30+08:00>3月{0}日</time>", Precision.SECOND, "attribute"),
        ("<i data-time=170920000{0}>3天前</i>", Precision.SECOND, "attribute"),
        ("<i>{0}小时前</i>", Precision.MINUTE, "relative"),
        ("<i>昨天 10:0{0}</i>", Precision.MINUTE, "relative"),
    ],
)
def test_a_time_says_how_exact_it_is_and_where_it_stood(when: str, precision: Precision, origin: str) -> None:
    for post in posts(when):
        assert post.published_at is not None
        assert (post.precision, post.origins["published_at"]) == (precision, origin)


def test_a_post_without_a_time_has_no_precision() -> None:
    assert [(post.published_at, post.precision, post.origins) for post in posts("")] == [
        (None, None, {"author": "profile"})
    ] * 3


def test_an_author_is_told_by_its_profile_or_by_how_its_element_is_called() -> None:
    when = "<em>2024-03-0{0} 10:20</em>"
    assert {post.origins["author"] for post in posts(when)} == {"profile"}
    assert {post.origins["author"] for post in posts(when, "<b class=username>{1}</b>")} == {"element"}


def test_a_rank_before_a_time_does_not_say_that_someone_registered_then() -> None:
    times = [post.published_at for post in posts("<em>注册会员</em><i>2024-03-0{0} 10:20</i>")]
    assert [time and time.day for time in times] == [1, 2, 3]


def test_rows_that_say_who_did_what_are_no_posts() -> None:
    post = (
        "<div class=item data-time='2024-03-0{0}T10:20:00+08:00'><article><header><a href=/user/{0}>{1}</a>"
        "<time datetime='2024-03-0{0}T10:20:00+08:00'>3月{0}日</time></header>"
        "<div class=body><p>{2}</p></div></article></div>"
    )
    event = (
        "<div class=item data-time='2024-03-02T11:00:00+08:00'><article><span><a href=/user/1>林一</a> 于 "
        "<time datetime='2024-03-02T11:00:00+08:00'>2024年3月2日</time> 更改了标题</span></article></div>"
    )
    written = [
        post.format(number, name, text) for number, (name, text) in enumerate(zip("林周吴", TEXTS, strict=True), 1)
    ]
    page = "<title>河边的路 - 本地论坛</title><main>" + event.join(written) + "</main>"
    found = extract_page(page.encode(), "https://bbs.example.org/thread-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert [post.text for post in found.posts] == TEXTS
