"""The posts of any page divide it: slices in order that share no node."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.body import bodies
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.pean_plus import find_records
from crawler.extract.threads.posts import read_posts
from crawler.model import Thread

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)

_PIECES = (
    "<div class=post> </div> <li> <ul> </ul> <table> <tr> <td> </table> <p> <br> <blockquote> </blockquote> "
    "<a_href=/user/1>林一</a> <a_class=author_href=/user/2>周二</a> <em>2024-03-01_10:20</em> <i>3小时前</i> "
    "<time_datetime=2024-03-02>昨天</time> 我们在河边走了很久。 那我也去看看。 好 注册时间：2019-01-01 1楼 引用 回复"
)
PIECES = [piece.replace("_", " ") for piece in _PIECES.split()]


WRITER = "<a href=/user/1>林一</a>"
LONG = "我们在河边走了很久，走到天黑才回来，第二天又去了一次。"

SAID = [f"<p>{WRITER}{at} {LONG[at:]}</p>" for at in range(6)]
NESTED = [f"<div>{inside}</div>" for inside in (SAID[0] + SAID[1], SAID[2], SAID[3] + SAID[4], SAID[5])]


@example(NESTED)
@example(["<div class=post>", WRITER, "<div class=post>", WRITER, "<div class=post>"])
@example(["<li>", WRITER, WRITER, LONG, "<li>", WRITER, "<li>", "那我也去看看。"])
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_records_are_slices_in_order_that_share_no_node(pieces: list[str]) -> None:
    table = build("".join(pieces))
    marks, counts = Marks(table), prose(table)
    records = find_records(table, marks, counts)
    assert all(0 <= record.start < record.stop <= len(table) for record in records)
    assert all(before.stop <= after.start for before, after in pairwise(records))
    leaves = bodies(table, marks, records, counts)
    assert all(leaf in record for record, own in zip(records, leaves, strict=True) for leaf in own)
    posts = read_posts(table, marks, records, leaves, NOW, UTC)
    assert len(posts) <= len(records)
    assert all(post.text for post in posts.values())


def test_a_list_of_the_newest_threads_in_the_template_of_posts_is_none() -> None:
    rows = "".join(
        f"<a href=/view?id={n}>第{n}次骑车去上游</a> - 老李{n} (06-{n} 07:21, 78字节)<br>" for n in range(10, 16)
    )
    posts = "".join(
        f"<table><tr><td>作者：<a href=/user?id={n}>老王{n}</a> 发表日期：2024-06-0{n} 10:20:05</td></tr>"
        f"<tr><td>{'昨天骑车去了上游，水很清。' * n}</td></tr></table>"
        for n in (1, 2, 3)
    )
    page = f"<title>骑车 - 河边论坛</title><h1>骑车</h1>{posts}<table><tr><td><b>本坛最新主题</b><br>{rows}</table>"
    found = extract_page(page.encode(), "https://bbs.example.net/view?tid=3")
    assert isinstance(found, Thread)
    assert len(found.posts) == 3
