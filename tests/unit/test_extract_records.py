"""The posts of any page divide it: slices in order that share no node."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from crawler.extract.table import build
from crawler.extract.threads.body import bodies
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.pean_plus import find_records
from crawler.extract.threads.posts import read_posts

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
