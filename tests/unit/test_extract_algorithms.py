"""The published algorithms on pages whose figures can be reckoned by hand."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.extract import ALGORITHMS
from crawler.extract.published import blocks, cepr, cetd, cetr, field_rules, intersection, mibat
from crawler.extract.table import Table, build
from crawler.model import Article, Thread

NOW = datetime(2026, 11, 1, tzinfo=UTC)
SENTENCES = [f"第{n}天，他沿着河边跑了{n}公里，遇到了许多老朋友，聊了很久。" for n in range(1, 7)]
MENU = "".join(f"<li><a href=/{n}>栏目{n}</a></li>\n" for n in range(12))
ARTICLE = (
    "<title>晨跑 - 河边小站</title>\n<h1>晨跑</h1>\n<ul>\n"
    + MENU
    + "</ul>\n<div>\n"
    + "".join(f"<p>{sentence}{sentence * (n % 3)}</p>\n" for n, sentence in enumerate(SENTENCES))
    + "</div>\n<ul>\n"
    + MENU
    + "</ul>\n"
)


def texts(table: Table, leaves: list[int]) -> list[str]:
    return [table.texts[leaf].strip() for leaf in leaves]


@pytest.mark.parametrize("name", ["cevc", "cevc-node", "cetr", "cetd", "cepr"])
def test_each_finds_the_article_between_the_menus(name: str) -> None:
    found = ALGORITHMS[name](ARTICLE.encode(), now=NOW)
    assert isinstance(found, Article)
    assert all(sentence in found.text for sentence in SENTENCES[1:-1])
    assert "栏目6" not in found.text
    assert found.origins["text"] == name


def test_the_title_is_the_one_that_the_published_rule_gives() -> None:
    page = "<title>河边的晨跑：一个人的十年 - 河边小站</title><h1>特稿｜河边的晨跑：一个人的十年</h1>" + ARTICLE
    assert ALGORITHMS["cevc"](page.encode(), now=NOW).title == "河边的晨跑：一个人的十年"


def test_whole_node_output_has_what_valid_text_leaves_out() -> None:
    page = "<div>" + "".join(f"<p>{sentence}</p>" for sentence in SENTENCES) + "<p>图：老桥</p></div>"
    assert "图：老桥" in ALGORITHMS["cevc-node"](page.encode(), now=NOW).text
    assert "图：老桥" not in ALGORITHMS["cevc"](page.encode(), now=NOW).text


def test_cetr_reads_lines_of_the_source() -> None:
    menu, line = '<a href="/">首页</a>', "<p>" + "字" * 200 + "</p>"
    source = "\n".join([menu] * 5 + [line] * 3 + ["<script>", "一" * 500, "</script>"] + [menu] * 5)
    lines = cetr.main_content(source).split("\n")
    assert lines.count("字" * 200) == 3
    assert "一" * 500 not in lines


def test_cetr_smooths_by_a_gaussian_and_looks_three_lines_ahead() -> None:
    side = math.exp(-0.5)
    assert cetr._smooth([0, 3, 0]) == pytest.approx([3 * w / (1 + 2 * side) for w in (side, 1, side)])
    assert cetr._ahead([3, 6, 9, 0]) == pytest.approx([3, -1, -6, 0])


def test_cetr_holds_one_cluster_at_the_origin() -> None:
    points = [(0.0, 1.0), (2.0, 0.0), (40.0, 5.0), (44.0, 3.0), (90.0, 1.0)]
    assert cetr._far_from_origin(points) == [False, False, True, True, True]
    assert cetr._far_from_origin([]) == []


def test_cetr_takes_no_line_of_a_page_without_text() -> None:
    assert cetr.main_content("") == cetr.main_content("<p></p>\n<br>\n") == ""


def test_composite_text_density() -> None:
    table = build("<body><div>十个字的一段文字在此</div><p><a>三个字</a>两字</p></body>")
    densities = cetd._densities(table, cetd._characters(table))
    div, p = table.tags.index("div"), table.tags.index("p")
    share = 3 / 15
    assert densities[div] == pytest.approx(10 * math.log(10, math.log(share * 10 + math.e)))
    assert densities[p] == pytest.approx(5 * math.log(5 / 3, math.log(5 / 2 * 3 + share * 5 + math.e)))


def test_cetd_leaves_out_what_is_not_dense_inside_the_content() -> None:
    table = build("<div>" + "".join(f"<p>{s}</p>" for s in SENTENCES) + f"<ul>{MENU}</ul></div><ul>{MENU}</ul>")
    assert texts(table, cetd.main_content(table)) == SENTENCES


def test_path_ratios_are_the_published_product() -> None:
    table = build("<div>一，二</div><div>一，二，三四</div><span>无</span>")
    ratios = cepr._ratios(table, table.leaves)
    assert ratios == pytest.approx([4.5 * 1.5 * 1.5 * 0.5] * 2 + [0])


def test_neighbours_count_by_how_alike_their_paths_are() -> None:
    table = build("<div><p>一</p><p>二</p><ul><li>三</li></ul></div>")
    one, two, three = table.leaves
    assert cepr._closeness(table, one, two) == 1
    assert cepr._closeness(table, two, three) == 1 / 2, "p becomes ul, li is added"
    side, centre = cepr._KERNEL
    assert cepr._smooth([1, 2, 4], [1, 0.5]) == pytest.approx(
        [centre + 2 * side, 2 * centre + side + 2 * side, 4 * centre + side]
    )


@pytest.mark.parametrize(
    ("ours", "theirs", "distance"),
    [("", "", 0), ("abc", "abc", 0), ("abc", "axc", 1), ("ab", "", 2), ("abcd", "bd", 2)],
)
def test_edit_distance_counts_tags(ours: str, theirs: str, distance: int) -> None:
    assert cepr._edit_distance(list(ours), list(theirs)) == distance


@given(st.lists(st.sampled_from("ab"), max_size=30), st.lists(st.sampled_from("ab"), max_size=30))
def test_edit_distance_lies_between_its_bounds(ours: list[str], theirs: list[str]) -> None:
    distance = cepr._edit_distance(ours, theirs)
    assert abs(len(ours) - len(theirs)) <= distance <= max(len(ours), len(theirs))
    assert distance == cepr._edit_distance(theirs, ours)


def page_of(text: str, number: int) -> Table:
    return build(
        f"<body><ul><li>首页</li><li>论坛</li></ul><div>{text}</div><p>第{number}号 english footer 网</p></body>"
    )


def test_the_template_is_what_all_pages_share() -> None:
    template = intersection.Template()
    first, second, third = (page_of(text, n) for n, text in enumerate(SENTENCES[:3]))
    template.add(first)
    assert "首页" in texts(first, template.effective(first)), "one page has no template"
    template.add(second)
    template.add(third)
    assert texts(third, template.effective(third)) == [SENTENCES[2]]


def test_effective_are_dates_names_and_chinese() -> None:
    page = build("<p>2017-04-15 10:20<p>user_01<p>大多是中文 mostly<p>var a = 1; // 注<p>no Chinese here")
    assert texts(page, intersection.main_content(page)) == ["2017-04-15 10:20", "user_01"]
    assert intersection.chinese_characters("大多是中文 mostly") == 5


POSTS = "".join(
    f"<div class=post><div class=who><a href=/u/{n}>网友{n}</a></div>"
    f"<div class=what><span>发表于 2026-03-0{n} 10:0{n}</span>"
    f"<div>{sentence}{'<br>谢谢大家！' * (n % 3)}</div></div></div>"
    for n, sentence in enumerate(SENTENCES, start=1)
)
THREAD = f"<title>晨跑 - 论坛</title><ul>{MENU}</ul><div id=posts>{POSTS}</div><p>今天是 2026-03-09</p>"


@pytest.mark.parametrize("name", ["pean", "mibat", "blocks", "field-rules"])
def test_each_divides_the_thread_into_its_posts(name: str) -> None:
    found = ALGORITHMS[name](THREAD.encode(), now=NOW)
    assert isinstance(found, Thread)
    assert [sentence for sentence in SENTENCES for post in found.posts if sentence in post.text] == SENTENCES
    assert len(found.posts) == len(SENTENCES)


def test_mibat_takes_trees_whose_times_stand_among_the_same_siblings() -> None:
    like = "<div><span>2026-03-01 10:00</span><b>楼主</b><p>一</p></div>"
    other = "<div><span>2026-03-01 10:00</span><i></i><i></i><i></i><i></i></div>"
    table = build(like + other + like)
    assert [table.text_of(record.start)[-1] for record in mibat.posts(table)] == ["一", "一"]


def test_a_record_of_mibat_reaches_to_the_next_where_posts_are_several_siblings() -> None:
    table = build("".join(f"<h4><i>2026-03-0{n} 10:00</i></h4><p>第{n}帖的文字</p>" for n in range(1, 4)))
    records = mibat.posts(table)
    assert ["".join(table.texts[leaf] for leaf in table.leaves_in(record)) for record in records] == [
        f"2026-03-0{n} 10:00第{n}帖的文字" for n in range(1, 4)
    ]


def test_peaks_are_local_maxima() -> None:
    assert blocks._peaks([1, 5, 2, 2, 7, 7, 3]) == [1, 4]
    assert blocks._peaks([]) == []


def test_field_rules_give_author_time_and_text() -> None:
    found = ALGORITHMS["field-rules"](THREAD.encode(), now=NOW)
    assert isinstance(found, Thread)
    assert found.title == "晨跑"
    assert [(post.author, post.floor) for post in found.posts] == [(f"网友{n}", n) for n in range(1, 7)]
    assert [post.published_at.day for post in found.posts if post.published_at] == list(range(1, 7))
    assert [post.text.split("\n")[0] for post in found.posts] == SENTENCES


@pytest.mark.parametrize(
    ("who", "author"),
    [
        ("<b class=username>张三</b>", "张三"),
        ("<b>作者：张三</b>", "张三"),
        ("<a href=/space/uid-1234.html>张三</a>", "张三"),
        ("<i>回复</i><i>12楼</i><i>张三</i>", "张三"),
        ("<i>回复</i>", ""),
    ],
)
def test_the_author_by_name_label_address_or_what_is_no_noise(who: str, author: str) -> None:
    first = "<a class=author href=/space/uid-99.html>李四</a><i>2026-03-01 10:00</i><p>我们都很好啊。</p>"
    page = f"<div class=post>{first}</div><div class=post>{who}<i>2026-03-02 10:00</i><p>谢谢你的消息。</p></div>"
    found = field_rules.floors(build(page))
    assert [floor.author for floor in found] == ["李四", author]


def test_times_of_registration_are_no_posts() -> None:
    table = build(
        "<i>注册于 2020-01-01 10:00</i><i>最后登录</i><i>2021-01-01 10:00</i><p>话</p>"
        "<i>2026-03-01 10:00</i><p>我们来了</p>"
    )
    assert [table.texts[floor.time] for floor in field_rules.floors(table)] == ["2026-03-01 10:00"]


def test_what_most_floors_repeat_is_no_text() -> None:
    posts = "".join(f"<li><i>2026-03-0{n} 10:00</i><p>我是第{n}位来的人</p><p>愿世界和平</p></li>" for n in range(1, 5))
    table = build(f"<ul>{posts}</ul>")
    assert [texts(table, floor.leaves) for floor in field_rules.floors(table)] == [
        [f"我是第{n}位来的人"] for n in range(1, 5)
    ]


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>晨跑_论坛 - 河边</title>", "晨跑"),
        ("<h1>论坛</h1><h2>标题：晨跑</h2>", "晨跑"),
        ("<h1>论坛</h1>", "论坛"),
        ("<p>无", ""),
    ],
)
def test_the_title_by_its_separator_or_its_label(head: str, title: str) -> None:
    assert field_rules.title(build(head)) == title


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_title_is_no_longer_than_a_line(name: str) -> None:
    found = ALGORITHMS[name](THREAD.replace("<title>", "<title>" + "晨跑 " * 5000).encode(), now=NOW)
    assert 0 < len(found.title) <= 500
    assert found.title == found.title.strip()


HOSTILE = st.lists(
    st.sampled_from(
        [
            "<div>",
            "</div>",
            "<p>",
            "<a>",
            "</a>",
            "<textarea>",
            "<span>2026-03-01 10:00</span>",
            "我们的话，",
            "x",
            "<!--",
        ]
    ),
    max_size=60,
).map("".join)


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
@given(html=HOSTILE)
@settings(max_examples=30)
def test_none_fails_on_broken_pages(name: str, html: str) -> None:
    found = ALGORITHMS[name](html.encode(), now=NOW)
    assert found == ALGORITHMS[name](html.encode(), now=NOW)
    assert (found.kind == "rejected") == (not found.text)
