"""Thread or article, on pages with few signs of either."""

from __future__ import annotations

from datetime import UTC, datetime

from crawler.extract import extract_page

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)
SAID = [
    "桥头的路灯坏了三个星期，晚上骑车的人都看不见路。" * 3
    + "请你们派人来看看，我在这里等了很久，已经有两个人摔倒了，其中一个是每天早上送报纸的老人。",
    "您好，路灯已经在本周二修好，谢谢您告诉我们，有事请再来信。",
    "谢谢，我昨天晚上去看过，现在很亮。",
]


def posts(said: list[str]) -> list[str]:
    """Posts that nothing but a time marks."""
    return [f"<div class=row><i>2024-03-0{n} 09:1{n}</i><p>{text}</p></div>" for n, text in enumerate(said, 1)]


def test_posts_whose_authors_nothing_marks_are_a_thread_by_their_times() -> None:
    labels = "<b>浏览</b><b>回复</b>"
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1>{labels}{''.join(posts(SAID))}"
    assert extract_page(page.encode(), now=NOW).kind == "thread"
    undated = page.replace("2024-03-", "")
    assert extract_page(undated.encode(), now=NOW).kind == "article"


def test_unsigned_posts_under_a_heading_for_comments_are_no_thread() -> None:
    labels = "<b>浏览</b><b>回复</b><b>举报</b><b>引用</b>"
    first, *others = posts(SAID)
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1>{labels}{first}<div class=below>%s{''.join(others)}</div>"
    assert extract_page((page % "").encode(), now=NOW).kind == "thread"
    assert extract_page((page % "<h3>评论</h3>").encode(), now=NOW).kind == "article"


def test_what_comments_are_labelled_with_makes_no_forum_of_an_article() -> None:
    article = f"<a class=author href=/u/9>林九</a><i>2024-03-01 09:10</i><p>{SAID[1]}</p>"
    said = ["窗外就是河。", "路灯很亮，我昨天晚上去看过。", "谢谢告诉我们。", "学习了，收藏。", "早就该修了。"]
    labels = "<b>回复</b><b>举报</b><b>引用</b>"
    comments = "".join(
        f"<li class=item><a class=author href=/u/{n}>周{n}</a><i>2024-03-0{n + 1} 09:1{n}</i><p>{text}</p>{labels}</li>"
        for n, text in enumerate(said)
    )
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1><div class=item>{article}</div>%s<ul>{comments}</ul>"
    assert extract_page((page % "").encode(), now=NOW).kind == "thread"
    assert extract_page((page % "<h3>5 条评论</h3>").encode(), now=NOW).kind == "article"
