"""The node table: subtrees are slices, whatever the markup is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.errors import Drop, Reason
from crawler.extract.table import MAX_DEPTH, TEXT, Table, build, prefix_sums

PAGE = """
<html><head><title>标题</title><style>p { color: red }</style></head>
<body><div class="a">一<!-- 注释 -->二<a href="/x"><b>三</b></a></div> <p>四&amp;五</p>
<script>document.write("<p>六</p>")</script></body></html>
"""


def shape(table: Table) -> list[str]:
    """Each node as its tag or text."""
    return [tag or table.texts[node] for node, tag in enumerate(table.tags)]


def check(table: Table) -> None:
    """Parents stand before their children, and subtrees lie in one another."""
    for node, parent in enumerate(table.parents):
        assert node < table.ends[node] <= len(table)
        assert -1 <= parent < node
        assert (parent == -1) == (node == 0)
        assert parent == -1 or table.ends[node] <= table.ends[parent]
        assert bool(table.texts[node]) <= (table.tags[node] == TEXT)


def test_nodes_in_document_order() -> None:
    table = build(PAGE)
    check(table)
    assert " ".join(shape(table)) == "html head title 标题 style body div 一二 a b 三 p 四&五 script"
    assert [node for node in table.leaves if table.links[node]] == [10]
    assert table.attributes[8]["href"] == "/x"


def test_subtrees() -> None:
    table = build(PAGE)
    assert list(table.children(table.body)) == [6, 11, 13]
    assert table.leaves_of(6) == [7, 10]
    assert table.text_of(6) == "一二三"
    assert table.common_ancestor(7, 10) == 6
    assert table.common_ancestor(7, 12) == table.body
    assert list(table.find("p")) == [11]
    assert list(table.find("table")) == []
    ones = prefix_sums([1] * len(table))
    assert ones[table.ends[6]] - ones[6] == 5


def test_the_flow_is_the_leaves_text_and_leads_back_to_them() -> None:
    table = build(PAGE)
    assert table.flow == "标题\n一二\n三\n四&五"
    for leaf in table.leaves:
        start, end = table.span(leaf)
        assert table.flow[start:end] == table.texts[leaf]
        assert table.leaf_at(start) == table.leaf_at(end - 1) == leaf
    start, end = table.span(6)
    assert table.flow[start:end] == "一二\n三"
    assert table.span(13) == (len(table.flow) + 1, len(table.flow) + 1)


def test_json_ld_is_kept_and_other_scripts_are_not() -> None:
    table = build('<script type="application/ld+json">{"a": 1}</script><script>var b = 2</script><p>x')
    assert table.json_ld == ['{"a": 1}']
    assert table.flow == "x"


@pytest.mark.parametrize(
    "html",
    [
        "<script>var a = '</div>'</script><html><body><p>一</p><p>二</p></body></html>",
        "<html><body><p>一</p></body></html><p>二</p></html>",
        "<html><body><p>一</p></body></html><html><body class=b><p>二</p></body></html>",
        "<body><p>一</p></body></html><td><body><p>二",
        "<p>一<p>二",
    ],
)
def test_broken_frames_leave_one_body_with_everything(html: str) -> None:
    table = build(html)
    check(table)
    assert table.tags.count("html") == 1
    assert table.tags.count("body") == 1
    assert [table.texts[leaf] for leaf in table.leaves_of(table.body)] == ["一", "二"]


@pytest.mark.parametrize("html", ["", "  \n ", "<!-- x -->"])
def test_nothing_gives_an_empty_table(html: str) -> None:
    assert build(html).leaves == []


def test_nodes_are_capped() -> None:
    assert len(build("<br>" * 98, max_nodes=100)) == 100
    with pytest.raises(Drop) as caught:
        build("<br>" * 99, max_nodes=100)
    assert caught.value.reason == Reason.TOO_MANY_NODES


def test_what_nests_too_deep_is_cut_off() -> None:
    table = build("<p>一</p>" + "<div>" * 1_000_000 + "二", max_nodes=10_000)
    check(table)
    assert len(table) < MAX_DEPTH + 10
    assert table.flow == "一"


TOKENS = [
    "<div>",
    "</div>",
    "<p>",
    "<a href=x>",
    "</a>",
    "<table>",
    "<td>",
    "<html>",
    "</html>",
    "<body>",
    "</body>",
    "<br>",
]
TOKENS += [
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<textarea>",
    "<head>",
    "</head>",
    "<title>",
    "text",
    " ",
    "&nbsp;",
    "\0",
    "<",
]


@given(st.lists(st.sampled_from(TOKENS), max_size=60))
def test_any_markup_gives_a_tree(tokens: list[str]) -> None:
    check(build("".join(tokens)))


def test_tag_soup_beyond_the_depth_gives_a_tree() -> None:
    check(build("<body></html>" + "<td><div><table><a><body>" * 400))
