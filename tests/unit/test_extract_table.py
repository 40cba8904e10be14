"""The node table: subtrees are slices, whatever the markup is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.errors import Drop, Reason
from crawler.extract.boilerplate import is_for_small_screens, may_be_teaser
from crawler.extract.markup import MAX_DEPTH
from crawler.extract.table import TEXT, Table, build, once, prefix_sums

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


def test_a_span_leaves_out_the_white_space_at_its_ends() -> None:
    table = build("<p>\n  <b>\n    一\n  </b>\n  <i>\t二 三\n</i>\n</p>")
    start, end = table.span(next(table.find("p")))
    assert table.flow[start] + table.flow[end - 1] == "一三"
    assert [table.flow[slice(*table.span(leaf))] for leaf in table.leaves] == ["一", "二 三"]
    assert all(table.leaf_at(table.span(leaf)[0]) == leaf for leaf in table.leaves)


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


@pytest.mark.parametrize(
    "reference", ["&#xD800;", "&#x110000;", "&#99999999999;", f"&#{'9' * 5000};", f"&#{'9' * 5000}"]
)
def test_a_reference_to_no_character(reference: str) -> None:
    table = build(f"<title>雨{reference}</title><p title='雨{reference}'>雨{reference}后")
    assert table.flow.replace(";", "") == "雨\ufffd\n雨\ufffd后"
    assert table.attributes[next(table.find("p"))]["title"].startswith("雨")


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


def outline(html: str) -> str:
    """The body's nodes as nested brackets."""
    table = build(html)

    def written(node: int) -> str:
        if table.tags[node] == TEXT:
            return table.texts[node]
        return f"{table.tags[node]}({' '.join(map(written, table.children(node)))})"

    return " ".join(map(written, table.children(table.body)))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>1<div>2</div>", "p(1) div(2)"),
        ("<p>1<b>2<p>3", "p(1 b(2)) p(3)"),
        ("1</p>2", "1 p() 2"),
        ("1</br>2", "1 br() 2"),
        ("<p><button>1<p>2</button>3", "p(button(1 p(2)) 3)"),
        ("<ul><li>1<li>2<ul><li>3</ul>4<li>5</ul>", "ul(li(1) li(2 ul(li(3)) 4) li(5))"),
        ("<dl><dt>1<dd>2<dt>3</dl>4", "dl(dt(1) dd(2) dt(3)) 4"),
        ("<table><tr><td>1<td>2<tr><td>3</table>4", "table(tr(td(1) td(2)) tr(td(3))) 4"),
        ("<table><tr><td><table><tr><td>1</table>2<td>3", "table(tr(td(table(tr(td(1))) 2) td(3)))"),
        ("<div><table><td>1</div>2</table>3", "div(table(td(12)) 3)"),
        ("<tbody><tr><td>1</td></tr></tbody>", "tbody(tr(td(1)))"),
        ("<h1>1<h2>2</h3>3", "h1(1) h2(2) 3"),
        ("<select><option>1<option>2<optgroup>3</select>4", "select(option(1) option(2) optgroup(3)) 4"),
        ("<ruby>1<rt>2<rt>3</ruby>4", "ruby(1 rt(2) rt(3)) 4"),
        ("<div><span>1</div>2</span>3", "div(span(1)) 23"),
        ("<b><div>1</b>2</div>3", "b(div(1 2)) 3"),
        ("<br/>1<img src=a/>2<span/>3", "br() 1 img() 2 span() 3"),
        ("<div/>1", "div() 1"),
        ("<DIV>1</Div\n>2", "div(1) 2"),
        ("<x-y>1</x-y>2", "x-y(1) 2"),
        ("1 < 2 <3 </ >4<!x>5<?x>6<!-->7<!--x--!>8", "1 < 2 <3 45678"),
        ("1<!-- 2", "1"),
        ("1<p title='2", "1"),
        ('1<p title="2>3', "1 p(3)"),
        ("<textarea><p>1</textarea>2", "textarea(<p>1) 2"),
        ("<textarea><p>1", "textarea(p(1))"),
        ("<xmp>&amp;<p></xmp>&amp;", "xmp(&amp;<p>) &"),
        ("<iframe><p>1</iframe>2", "iframe() 2"),
        ("<script><!-- '<script></script>' --></script>1", "script() 1"),
        ("<script><!-- <script> --></script>1", "script() 1"),
        ("<style></styles></STYLE >1<script>2", "style() 1 script()"),
        ("<p>&lt;a&#x4e00;&nbsp;&copy;</p>", "p(<a一\xa0©)"),
    ],
)
def test_elements_end_where_the_standard_says(html: str, expected: str) -> None:
    assert outline("<body>" + html) == expected


def test_links_end_where_they_say_even_in_blocks() -> None:
    table = build('<a href=1>1<div>2</a>3</div>4<a>5<a>6</a></a>7<a href="2"/>8')
    assert [table.texts[leaf] for leaf in table.leaves if table.links[leaf]] == ["1", "2", "5", "6"]


@pytest.mark.parametrize(
    ("html", "head", "body"),
    [
        ("<title>1</title></head><meta name=a><p>2", ["title", "", "meta"], ["p", ""]),
        ("1<title>2</title>", [], ["", "title", ""]),
        ("<noscript><p>1</noscript><link><body>2", ["noscript", "p", "", "link"], [""]),
        ("<meta><head><p>1<head>", ["meta"], ["p", ""]),
    ],
)
def test_head_ends_where_the_body_begins(html: str, head: list[str], body: list[str]) -> None:
    table = build(html)
    check(table)
    heads = list(table.find("head"))
    assert table.tags[heads[0] + 1 : table.ends[heads[0]]] == head if heads else not head
    assert table.tags[table.body + 1 :] == body


def test_a_short_message_for_pages_without_scripts_is_left_out() -> None:
    table = build("<p>一</p><noscript>请启用 <b>JavaScript</b></noscript><p>二 <a href=/>三</a></p>")
    check(table)
    assert table.flow == "一\n二 \n三"
    assert [run.characters for run in table.runs] == [1, 2]
    assert len(list(table.find("noscript"))) == 1
    long = "河" * 300
    assert build(f"<noscript>{long}</noscript>").flow == long


def test_the_name_of_an_icon_that_a_font_shows_is_left_out() -> None:
    table = build(
        "<p><i class='btn material-icons'>chat_bubble_outline</i> 4 <b class=material-symbols-sharp>add</b></p>"
    )
    check(table)
    assert table.flow.strip() == "4"
    assert [(run.characters, len(run.leaves)) for run in table.runs] == [(1, 1)]
    assert build("<p class=material-icons>河边的灯</p><i>chat_bubble</i>").flow == "河边的灯\nchat_bubble"


def test_a_late_tag_of_the_frame_gives_its_attributes() -> None:
    table = build("<script>1</script><html lang=zh><meta><p>2<body class=a>")
    assert table.attributes[0]["lang"] == "zh"
    assert table.attributes[table.body]["class"] == "a"


@pytest.mark.parametrize(
    ("markup", "attributes"),
    [
        (" a=1 B=\"2\" c = '3' d", {"a": "1", "b": "2", "c": "3", "d": ""}),
        (' a=1 a=2 A="3"', {"a": "1"}),
        ("/a/b=/c/d/", {"a": "", "b": "/c/d/"}),
        (' a="x>y"b=\'"\'', {"a": "x>y", "b": '"'}),
        (' href="?a&copy=1&lt;&#65;"', {"href": "?a&copy=1<A"}),
        (" =a= ==b", {"=a": "==b"}),
    ],
)
def test_attributes(markup: str, attributes: dict[str, str]) -> None:
    assert build(f"<body><p{markup}>x").attributes[2] == attributes


def test_the_largest_subtree_around_each_of_some_nodes() -> None:
    table = build(
        "<body><div><p><a>一</a></p></div><div><p><a>二</a></p><p><a>三</a></p></div><section>四</section></body>"
    )
    found = [(table.tags[root], table.text_of(root)) for root, _ in table.around(list(table.find("a")))]
    assert found == [("div", "一"), ("p", "二"), ("p", "三")]
    first = next(table.find("div"))
    assert list(table.around([table.body, first])) == [(first, first)]


def test_what_is_read_once_is_kept_with_its_table() -> None:
    read: list[str] = []

    @once
    def text(table: Table, tag: str) -> str:
        read.append(tag)
        return "".join(map(table.text_of, table.find(tag)))

    table = build(PAGE)
    assert [text(table, "p"), text(table, "p"), text(table, "b")] == ["四&五", "四&五", "三"]
    assert read == ["p", "b"]
    assert text(table.without([range(11, 13)]), "p") == ""


def test_the_class_of_one_node_is_that_of_all() -> None:
    table = build("<p class='post-12 x'>一</p><p class='post-7 x' CLASS=y>二</p><p id=a>三</p><p class='&#65;1'>四</p>")
    assert [table.class_name(node) for node in range(len(table))] == table.class_names
    assert table.class_name(next(table.find("p"))) == "post x"


def test_elements_are_found_by_what_their_class_or_id_says() -> None:
    table = build(
        '<p class="a lg:hidden">一<p class=a>二<p class="lg:hidden">三<p id=lg:hidden>四<p class="lg:hidden">五'
    )
    paragraphs = list(table.find("p"))
    assert list(table.called(is_for_small_screens)) == [paragraphs[0], paragraphs[2], paragraphs[4]]
    assert list(table.identified(is_for_small_screens)) == [paragraphs[3]]
    assert list(table.called(may_be_teaser)) == []
    assert is_for_small_screens("lg:hidden")
    assert not is_for_small_screens("lg:hidden " * 1_000)  # so long a name says nothing


def test_the_leaves_of_a_subtree_without_its_text_are_none() -> None:
    table = build(PAGE)
    rest = table.without([range(6, 11)])
    assert rest.leaves_of(6) == []
    assert rest.leaves_of(rest.body) == [12]
    assert rest.span(6) == rest.span(11)[:1] * 2


def test_a_place_that_holds_a_part_of_the_page_is_no_link() -> None:
    said = "".join(f"<tr><td>我们在河边走了{n}天。</td></tr>" for n in range(4))
    place = "<a name=post7><table>{}<tr><td><a href=/7>回复</a></td></tr></table></a><p>二</p>"
    table = build(place.format(said))
    assert [table.texts[leaf] for leaf in table.leaves if table.links[leaf]] == ["回复"]
    assert table.valid_sums[-1] == sum(table.valid) == 40
    assert [run.linked for run in table.runs] == [0, 0, 0, 0, 2, 0]
    assert all(build(place.format(said).replace("name=", "href=")).links[leaf] for leaf in table.leaves[:5])
