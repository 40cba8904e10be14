"""PEAN and its tree matching, on small threads."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract.instant import zone_of
from crawler.extract.published import pean
from crawler.extract.table import Table, build
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.posts import read_posts
from crawler.extract.threads.treematch import TreeMatcher

NOW = datetime(2024, 3, 5, 12, 0, tzinfo=UTC)
ZONE = zone_of("Asia/Shanghai")


def post(author: str, time: str, body: str) -> str:
    return f"""<div class=post><div class=user><a class=author href="/user/{author}">{author}</a><i>会员</i>
        <span>注册时间 2011-01-0{len(author)} 08:00</span></div><div class=head><em>发表于 {time}</em></div>
        <div class=body>{body}</div></div>"""


POSTS = [
    post("老王", "2024-03-01 10:20:30", "今天去了新开的图书馆，<br>人很多。"),
    post("小李子", "2024-03-01 11:00", "我也想去看看。<p>周末开门吗？</p>"),
    post("河边的人", "2024/3/2 9:05", "开，早上九点。<blockquote>周末开门吗？</blockquote>"),
    post("老王", "2024年3月2日 10:00", "谢谢楼上。"),
]
THREAD = f"""<title>新图书馆怎么样？ - 读书论坛</title><div id=top>现在时间 2024-03-05 20:00</div>
<div id=wrap><div id=list>{"".join(POSTS)}<div>第 1 页</div></div></div>"""


def found_posts(html: str) -> list[str]:
    table = build(html)
    return [table.text_of(node) for node in pean.posts(table)]


def test_anchors_are_the_lowest_nodes_with_a_time() -> None:
    table = build("<div>2014-06-12 10:10:20<p><b>2014/6/12</b> <i>10:10</i></p><p>第2014页</p></div>")
    assert [table.text_of(node) for node in pean.anchors(table)] == ["2014-06-12 10:10:20", "2014/6/12"]


def test_a_time_in_two_leaves_is_held_by_their_ancestor() -> None:
    filler = "字" * 200
    table = build(f"<div><p><b>{filler} 2014-06-12</b><i>10:10 {filler}</i></p></div>")
    assert [table.tags[node] for node in pean.anchors(table)] == ["p"]


@pytest.mark.parametrize(
    "time",
    [
        *(
            "2014-06-12 10:10:20",
            "2014/06/12 10:10",
            "2014/6/12 10:10:20",
            "2014年6月12日 10:10",
            "3小时前",
            "昨天 14:03",
        ),
        *("Jun 12, 2014", "12. Juni 2014", "12.06.2014, 10:10", "2 weeks ago"),
    ],
)
def test_forms_of_time(time: str) -> None:
    assert len(pean.anchors(build(f"<p>发表于 {time}</p>"))) == 1


@pytest.mark.parametrize("text", ["第10页", "版本 1.2.12", "12345678", "192.168.10.20", "比分 3:2"])
def test_what_is_no_time(text: str) -> None:
    assert pean.anchors(build(f"<p>{text}</p>")) == []


def test_posts_are_the_children_over_which_anchors_spread_evenly() -> None:
    posts = found_posts(THREAD)
    assert [text.split()[0] for text in posts] == [
        "老王会员",
        "小李子会员",
        "河边的人会员",
        "老王会员",
    ]


def test_a_node_that_shares_little_with_a_post_is_none() -> None:
    advert = "<span>特价 2024-03-01 00:00</span>"
    assert len(found_posts(THREAD.replace("<div>第 1 页", f"{advert}<div>第 1 页"))) == 4


def test_no_anchors_no_posts() -> None:
    assert found_posts("<p>没有时间</p><p>也没有</p>") == []
    assert found_posts("") == []


def slices(table: Table, nodes: list[int]) -> list[range]:
    return [range(node, table.ends[node]) for node in nodes]


def test_posts_get_author_time_and_text() -> None:
    table = build(THREAD)
    nodes = pean.posts(table)
    leaves = [table.leaves_of(node) for node in nodes]
    posts = list(read_posts(table, Marks(table), slices(table, nodes), leaves, NOW, ZONE).values())
    assert [post.author for post in posts] == ["老王", "小李子", "河边的人", "老王"]
    assert [post.floor for post in posts] == [1, 2, 3, 4]
    times = [post.published_at.isoformat() for post in posts if post.published_at]
    assert times == [
        "2024-03-01T10:20:30+08:00",
        "2024-03-01T11:00:00+08:00",
        "2024-03-02T09:05:00+08:00",
        "2024-03-02T10:00:00+08:00",
    ]
    assert "今天去了新开的图书馆，\n人很多。" in posts[0].text


def test_a_time_is_read_from_the_attribute_when_the_text_is_vague() -> None:
    table = build(
        "".join(f"<div><time datetime=2024-03-0{d}T08:00:00Z>{9 - d}天前</time><p>文字</p></div>" for d in (1, 2))
    )
    nodes = list(table.children(table.body))
    leaves = [table.leaves_of(node) for node in nodes]
    posts = list(read_posts(table, Marks(table), slices(table, nodes), leaves, NOW, ZONE).values())
    assert [post.published_at for post in posts] == [datetime(2024, 3, d, 8, tzinfo=UTC) for d in (1, 2)]


def overlap(first: str, second: str, max_cells: int = 1000) -> int:
    table: Table = build(f"<section>{first}</section><section>{second}</section>")
    one, two = table.children(table.body)
    return TreeMatcher(table, max_cells=max_cells).overlap(one, two)


@pytest.mark.parametrize(
    ("first", "second", "matched"),
    [
        ("", "", 1),
        ("<p>一</p>", "<p>二</p>", 3),
        ("<b></b><i></i><u></u>", "<b></b><u></u>", 3),
        ("<b></b><i></i>", "<i></i><b></b>", 2),
        ("<div><b></b></div>", "<ul><b></b></ul>", 1),
        ("<div><b></b><i></i></div><p></p>", "<div><i></i></div><p></p><p></p>", 4),
    ],
)
def test_simple_tree_matching(first: str, second: str, matched: int) -> None:
    assert overlap(first, second) == overlap(second, first) == matched


def test_tree_matching_stops_when_its_work_is_spent() -> None:
    assert overlap("<b></b><i></i><p></p>", "<b></b><i></i>", max_cells=5) == 1


def test_trees_of_any_depth_are_matched() -> None:
    assert overlap("<i>" * 400 + "<b></b>", "<i>" * 400 + "<u></u>") >= 100
