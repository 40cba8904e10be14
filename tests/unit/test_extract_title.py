"""The title: headings, <title>, Open Graph and JSON-LD against each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.fields.title import labelled, title
from crawler.extract.published.title import longest_common_substring, published_title
from crawler.extract.structured import stated
from crawler.extract.table import build


def named(html: str) -> tuple[str, str]:
    table = build(html)
    return title(table, stated(table))


def og(name: str, content: str) -> str:
    return f'<meta property="og:{name}" content="{content}">'


def headline(text: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "{text}"}}</script>'


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<title>河边新建图书馆_某某网</title><h1> 河边新建图书馆 </h1>", "河边新建图书馆"),
        ("<title>河边新建图书馆_某某网</title><h1>某某网</h1><h1>河边新建图书馆</h1>", "河边新建图书馆"),
        ("<title>河边新建图书馆（图）- 某某网</title><h1>河边新建图书馆</h1>", "河边新建图书馆"),
        (
            "<title>A library by the river | Town</title><h1>The new library by the river</h1>",
            "The new library by the river",
        ),
        ("<title>晨跑 - 河边生活的网站</title><h1>晨跑</h1>", "晨跑"),
        ("<h1>河边<b>新建</b>\n图书馆</h1>", "河边新建 图书馆"),
        (
            "<title>晨跑的人 | 讨论 | 河边生活的朋友们的大网站</title>"
            "<h1>河边生活的朋友们的大网站</h1><h1>晨跑的人 | 讨论</h1>",
            "晨跑的人 | 讨论",
        ),
        (
            "<title>[solved] No sound after the update - Town</title><h1>Topic: No sound after the update</h1>",
            "No sound after the update",
        ),
    ],
)
def test_the_heading_that_is_alike_to_what_the_page_says_of_itself(html: str, expected: str) -> None:
    found = named(html + "<p>正文</p>")
    assert found[0] == expected
    assert found[1] in ("h1", "heading")


@pytest.mark.parametrize(
    "html",
    [
        "<title>河边新建图书馆_某某网</title><h1>某某网</h1>",
        "<title>某某网 - 河边新建图书馆</title><h1>某某网</h1>" + og("site_name", "某某网"),
        "<title>河边新建图书馆｜即时｜某某网</title><h1>推荐阅读</h1>",
        "<title>河边新建图书馆</title>",
    ],
)
def test_a_heading_with_the_sites_name_is_none_and_the_name_is_cut_from_the_title(html: str) -> None:
    assert named(html + "<p>正文</p>") == ("河边新建图书馆", "title")


@pytest.mark.parametrize(
    ("html", "origin"),
    [
        (headline("河边新建\\u56fe书馆"), "json-ld"),
        (og("title", "河边新建图书馆"), "og"),
        ("<h2>河边新建图书馆</h2><p>本地</p>", "heading"),
        ("<div>河边新建图书馆</div><p>本地</p>", "text"),
    ],
)
def test_the_part_of_the_title_that_stands_elsewhere_too(html: str, origin: str) -> None:
    page = "<title>河边新建图书馆-本地-一个名字很长很长的地方的生活网</title>"
    assert named(page + html) == ("河边新建图书馆", origin)


def test_a_weak_separator_counts_where_the_page_confirms_it() -> None:
    suffix = "<title>河边新建一座图书馆 某某市晚报</title>"
    assert named(suffix + "<div>河边新建一座图书馆</div>")[0] == "河边新建一座图书馆"
    assert named(suffix + "<div>正文</div>")[0] == "河边新建一座图书馆 某某市晚报"
    assert named("<title>snake_case-names in code</title><b>snake</b>")[0] == "snake_case-names in code"


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Topic: a library by the river", "a library by the river"),
        ("<span>News</span><span>a library by the river</span>", "a library by the river"),
        ("<b>a</b><b>library</b> by the river", "a library by the river"),
        ("the best library by the river", "the best library by the river"),
    ],
)
def test_labels_and_lost_spaces_in_a_heading(heading: str, expected: str) -> None:
    assert named(f"<title>a library by the river | Town</title><h1>{heading}</h1>")[0] == expected


@pytest.mark.parametrize(
    "heading",
    [
        "<a href=/node/7>跳蚤</a> <span>出一辆二手婴儿推车</span>",
        "[<a href=/?type=3>求助</a>]<span>出一辆二手婴儿推车</span>",
        "<span>出一辆二手婴儿推车</span><i>已有14人参与</i>",
        "<em>生活</em> » <b>出一辆二手婴儿推车</b> <small>[6]</small>",
    ],
)
def test_a_heading_of_several_elements_is_named_by_the_one_that_the_page_is_called_by(heading: str) -> None:
    assert named(f"<title>出一辆二手婴儿推车 - 某某论坛</title><h1>{heading}</h1>") == ("出一辆二手婴儿推车", "h1")


def test_a_kicker_that_the_page_s_name_has_too_is_of_the_title() -> None:
    page = "<title>读书日 / 河边新建图书馆 | 某某网</title><h1><span>读书日</span><span>河边新建图书馆</span></h1>"
    assert named(page) == ("读书日 / 河边新建图书馆", "h1")


def test_a_section_in_a_heading_is_not_what_it_is_named_by() -> None:
    page = "<title>城市读书会春季篇 - 河边新建图书馆 - 某某网</title>"
    assert "河边新建图书馆" in named(f"{page}<h1>【<a href=/7>城市读书会春季篇</a>】河边新建图书馆</h1>")[0]


def test_a_site_s_name_behind_the_title_is_not_taken_for_it_in_a_heading_above() -> None:
    heads = "<h1><a href=/weblog/>某某家的小博客</a></h1><h2>看牙这一天</h2>"
    assert named(f"<title>看牙这一天 - 某某家的小博客</title>{heads}<p>又去了一次医院。</p>") == ("看牙这一天", "h1")


@pytest.mark.parametrize(
    "heads",
    [
        "<h1>讣告</h1><p>2022-06-16 14:07</p><p>某某市老年读书协会</p><p>2022-06-16</p>",
        "<h1><a rel=home href=/weblog/>某某市老年读书协会</a></h1><h2>讣告</h2><p>2022-06-16</p>",
        "<h1><a href=/>一页纸</a></h1><h2>某某市老年读书协会</h2><h2>讣告</h2><p>2022-06-16</p>",
    ],
)
def test_a_title_may_be_shorter_than_the_site_s_name(heads: str) -> None:
    assert named(f"<title>讣告 - 某某市老年读书协会</title>{heads}<p>又去了一次医院。</p>")[0] == "讣告"


def test_a_project_s_name_in_a_heading_is_not_the_title_of_its_tickets() -> None:
    page = "<title>错误 #1: 服务器时间每天慢四十秒 - 拾穗阅读器 - 小城开源</title>"
    heads = "<h1><span>拾穗阅读器</span></h1><h2>错误 #1</h2><h3>服务器时间每天慢四十秒</h3>"
    assert named(f"{page}{heads}<p>{BODY}</p>") == ("服务器时间每天慢四十秒", "h1")


def test_a_site_s_name_above_a_short_title_is_not_taken_for_it() -> None:
    assert named("<title>看牙 | 小岛</title><h2>小岛</h2><h1>看牙</h1><p>又去了一次医院。</p>") == ("看牙", "h1")


def test_white_space_between_the_elements_of_a_heading_is_kept() -> None:
    assert named("<h1><span>Private</span> <span>clouds</span></h1>") == ("Private clouds", "h1")


@pytest.mark.parametrize("end", ["", " ...", "…"])
def test_a_title_is_known_by_its_words_where_dots_stand_behind_it(end: str) -> None:
    page = f"<title>River - Talk - Oars that float{end}</title><p><i>River</i><p><b>Oars that float</b>"
    assert named(page) == ("Oars that float", "text")


def test_no_title() -> None:
    assert named("<p>正文</p>") == ("", "")
    assert named("<title>--</title><p>正文</p>") == ("--", "title")
    assert named(og("title", "河边新建图书馆") + "<p>正文</p>") == ("河边新建图书馆", "og")


@pytest.mark.parametrize(
    ("page_title", "headings", "expected"),
    [
        ("河边新建图书馆_某某网", ["某某网", "河边新建图书馆"], "河边新建图书馆"),
        ("河边新建图书馆_某某网", ["某某网"], "河边新建图书馆_某某网"),
        ("", ["河边新建图书馆"], "河边新建图书馆"),
        ("", [], ""),
    ],
)
def test_the_published_rule(page_title: str, headings: list[str], expected: str) -> None:
    assert published_title(page_title, headings) == expected


@given(st.text("ab", max_size=12), st.text("ab", max_size=12))
def test_longest_common_substring(first: str, second: str) -> None:
    parts = {first[i:j] for i in range(len(first)) for j in range(i, len(first) + 1)}
    longest = max((len(part) for part in parts if part in second), default=0)
    found = longest_common_substring(first, second)
    assert found in first
    assert found in second
    assert len(found) == longest


@given(
    st.text('ab｜-_ 图书"\\u0<>', max_size=40), st.text("ab-图书 ", max_size=20), st.text("ab-图书\\u ", max_size=20)
)
def test_any_title_and_heading(page_title: str, heading: str, stated: str) -> None:
    page = f"<title>{page_title}</title>{og('title', stated)}{headline(stated)}<h1>{heading}</h1><p>x"
    found, origin = named(page)
    assert bool(found) == bool(origin)


@pytest.mark.parametrize(
    "html",
    [
        "<title>河边新建图书馆_城市_读书</title><h1>河边新建图书馆 <span><i>原创</i></span></h1>",
        "<title>河边新建图书馆 - 要闻</title><h1>河边新建图书馆<br><span>2012-05-12 10:33 来源：某某报</span></h1>",
    ],
)
def test_marks_and_lines_of_source_behind_the_title_in_its_heading_are_not_of_it(html: str) -> None:
    assert named(html + "<p>正文</p>") == ("河边新建图书馆", "h1")


def test_what_stands_before_the_title_in_its_heading_is_of_it() -> None:
    found = named("<title>河边新建图书馆 | 某某网</title><h1><span>读书日 / </span>河边新建图书馆</h1>")
    assert found == ("读书日 / 河边新建图书馆", "h1")


BODY = "<p>如今这里建起了一座三层的图书馆，每天从早上八点开到晚上十点。</p>"


@pytest.mark.parametrize(
    "html",
    [
        f"<title>搬家之后_南山客_某某博客</title><h1>南山客的博客</h1><h2>搬家之后</h2>{BODY}",
        f"<title>老猫的阅读时光: 搬家之后</title><h1>老猫的阅读时光</h1><h3>搬家之后</h3>{BODY}",
        f"<title>搬家之后 @ 老猫的小日子 :: 某某 ::</title><h1>老猫的小日子</h1><h2><a href=/1>搬家之后</a></h2>{BODY}",
    ],
)
def test_a_blogs_own_name_in_the_first_heading_is_not_the_title(html: str) -> None:
    assert named(html)[0] == "搬家之后"


def test_the_sites_name_in_a_lower_heading_is_not_the_title() -> None:
    assert named(f"<title>河边新建图书馆-晨报</title><h1>河边新建图书馆</h1><h2>晨报</h2>{BODY}") == (
        "河边新建图书馆",
        "h1",
    )


@pytest.mark.parametrize(
    ("page_title", "heading"),
    [
        ("河边生活 - 秋天的第一场雨", "河边生活"),
        ("秋天的第一场雨 - 河边生活 - 某某博客", "河边生活"),
    ],
)
def test_the_longer_piece_over_a_date_is_the_title_and_the_heading_the_blogs_name(
    page_title: str, heading: str
) -> None:
    post = "<div>秋天的第一场雨</div><div>秋叶 发表于 2006-9-12 22:10:00</div>"
    page = f"<title>{page_title}</title><h1>{heading}</h1>"
    assert named(page + post) == ("秋天的第一场雨", "text")
    assert named(page + "<p>秋天的第一场雨</p><p>河边生活的朋友们</p>")[0] == heading
    assert named(og("title", heading) + page + post)[0] == heading


def test_an_arrow_parts_the_sites_name_from_the_title() -> None:
    page = "<title>河边小屋 -> 四月的雨</title><h1>河边小屋</h1><h3>四月的雨</h3><p>雨下了一天，没有停的意思。</p>"
    assert named(page)[0] == "四月的雨"


@pytest.mark.parametrize("heading", ["<a href=#a>#</a> 缓存失效的写法", "缓存失效的写法<a href=#a>¶</a>"])
def test_a_link_to_a_heading_is_not_of_it(heading: str) -> None:
    assert named(f"<title>缓存失效的写法 | 河边笔记</title><h1>{heading}</h1>") == ("缓存失效的写法", "h1")


def test_a_sign_may_be_of_the_title() -> None:
    assert named("<title>学习C# | 河边笔记</title><h1>学习C#</h1>")[0] == "学习C#"


def test_a_title_ends_with_a_letter_or_sign_before_the_sites_name() -> None:
    assert named("<title>Rain? _城市晚报</title><p>雨下了一天，没有停的意思。") == ("Rain?", "title")
    assert named("<title>Rain all day_Weather_Herald</title><p>It rained.") == ("Rain all day", "title")
    assert named("<title>Why my_function is slow</title><p>It is.") == ("Why my_function is slow", "title")
    assert named("<title>河边的 秋雨 -城市晚报</title><h1>河边的秋雨</h1><p>雨下了。") == ("河边的 秋雨", "h1")


def test_a_heading_that_leads_home_is_the_site_s_name_however_short_the_title() -> None:
    home = '<h1 class=site><a href="https://www.example.net/">南风船</a></h1>'
    assert named(f"<title>搬家 | 南风船</title>{home}<h1>搬家</h1><p>昨天搬到了河边。") == ("搬家", "h1")


@pytest.mark.parametrize("says", ["View topic", "Thema anzeigen", "Просмотр темы"])
def test_what_forums_say_before_the_thread_is_none_of_its_title(says: str) -> None:
    page = f"<title>Rain Walkers • {says} - Wet boots</title><b>Rain Walkers</b><p><a href=/t/7>Wet boots</a>"
    assert named(page)[0] == "Wet boots"


def test_a_heading_that_leads_to_the_front_page_beside_this_one_is_the_sites_name() -> None:
    heading = "<h1><a href=index.php>Walkers of the Wet Hills</a></h1><p>Boots</p>"
    assert named(f"<title>Boots | Walkers of the Wet Hills</title>{heading}") == ("Boots", "text")


CRUMBS = "<a href=/>河边论坛</a> » <a href=/b/2>邻里</a>"


@pytest.mark.parametrize(
    ("page_title", "shown"),
    [
        ("河边论坛-渡口的灯坏了", "<span>文章主题: 渡口的灯坏了</span>"),
        ("河边论坛 - 渡口的灯坏了 - 邻里 - Powered by Riverboard!", "<td>标题: 渡口的灯坏了</td>"),
        ("河边论坛 -- 邻里|渡口的灯坏了 - powered by riverboard.example", "<b>本页主题:</b> <td>渡口的灯坏了</td>"),
        ("渡口的灯坏了 邻里 riverboard.example", "<td>標題: 渡口的灯坏了</td>"),
        ("河边论坛 :: 观看文章 - 渡口的灯坏了", "<div>» 渡口的灯坏了</div>"),
        ("渡口的灯坏了 / 邻里 / 河边论坛", "<div>渡口的灯坏了</div>"),
        ("渡口的灯坏了 - 邻里 - 河边论坛", "<b>邻里</b><div>[求助] 渡口的灯坏了</div>"),
    ],
)
def test_a_part_behind_a_label_is_the_title_wherever_the_sites_name_stands(page_title: str, shown: str) -> None:
    assert named(f"<title>{page_title}</title>{CRUMBS}{shown}<p>昨晚就不亮了，有人报修吗？") == ("渡口的灯坏了", "text")


def test_the_name_of_the_software_is_of_no_title() -> None:
    page_title = "渡口的灯坏了 - 邻里 - 河边 - Powered by Riverboard!"
    assert named(f"<title>{page_title}</title><p>昨晚就不亮了。")[0] == "渡口的灯坏了"
    assert named("<title>Trains powered by steam: the last ten</title><p>It rained.")[0].startswith("Trains powered by")


def test_a_piece_between_others_that_only_links_name_is_a_section() -> None:
    page = f"<title>渡口的灯坏了，有人报修吗_邻里_河边论坛</title>{CRUMBS}<p>昨晚就不亮了。"
    assert named(page)[0] == "渡口的灯坏了，有人报修吗"


@pytest.mark.parametrize("space", ["\u3000", "\xa0", "  "])
def test_a_title_is_found_whatever_white_space_parts_its_halves(space: str) -> None:
    shown = f"<h1><a href=/>河边</a></h1><h2>渡口的灯坏了{space}邻居去报修</h2><p>2024-03-05</p><p>昨晚就不亮了。"
    assert named(f"<title>渡口的灯坏了　邻居去报修 - 河边</title>{shown}") == ("渡口的灯坏了 邻居去报修", "heading")


def test_labels_are_looked_for_in_linear_time() -> None:
    signs = "| \n" * 100_000
    assert labelled(build(f"<pre>{signs}</pre>")) == ""
    assert labelled(build(f"<pre>{signs}» 标题: 渡口的灯\n{signs}</pre>")) == "渡口的灯"


def test_a_menu_behind_a_label_is_no_title() -> None:
    assert labelled(build("<p>主题： <a href=/new>活动的</a> | <a href=/open>未回复的</a></p>")) == ""


@pytest.mark.parametrize("home", ["<a href=/><h1>溪边人家</h1></a>", "<h1><a href=/>溪边人家</a></h1>"])
def test_the_site_s_name_links_home_around_its_heading_too(home: str) -> None:
    page = f"<title>枇杷 | 溪边人家</title>{home}<h1>枇杷</h1><p>今年没有结果。"
    assert named(page) == ("枇杷", "h1")
    dated = "<div><a href=/2020/1.html>枇杷</a><span>[2020-05-31 22:10]</span></div><p>今年没有结果。"
    assert named(f"<title>枇杷-溪边人家-某某博客</title>{home}{dated}") == ("枇杷", "text")


@pytest.mark.parametrize(
    "home", ["<h1><a href='http://pond.example.org/'>Frog &amp; Pond</a></h1>", "<a href=/>Frog &amp; Pond</a>"]
)
def test_a_colon_parts_the_site_s_name_from_the_title_if_a_link_leads_home(home: str) -> None:
    page = "<title>Frog &amp; Pond: The heron</title>"
    text = "<h2>2014-06-15</h2><h3>The heron</h3><p>It came back."
    assert named(page + home + text)[0] == "The heron"
    assert named(f"{page}<a href=/>The pond</a>{text}")[0] == "Frog & Pond: The heron"
    whole = "<title>Frog &amp; Pond: The heron: a poem</title>"
    assert named(f"{whole}{home}<p>2014-06-15<p>It came back.")[0] == "The heron: a poem"


def test_a_logo_that_leads_home_names_the_site_wherever_that_stands_in_the_title() -> None:
    logo = '<a href="/"><span><img src=/logo.png alt="江城网"></span></a>'
    text = "<p>去年的这个时候，河边还是一片空地。</p><p>江城网</p>"
    assert named(f"<title>江城网 | 河边新建图书馆</title>{logo}{text}") == ("河边新建图书馆", "title")
    other = logo.replace('href="/"', 'href="/ads"')
    assert named(f"<title>江城网 | 河边新建图书馆</title>{other}{text}")[0] != "河边新建图书馆"


def test_a_board_in_brackets_before_other_threads_is_not_the_title_that_only_links_say() -> None:
    trail = "<a href=/>河边论坛</a> &gt; <a href=/f/2>骑车人家</a> &gt; <a href=/t/7>周末去南岸</a>"
    rows = "".join(f"<li>[骑车人家] <a href=/t/{n}>另一条路{n}</a>" for n in range(3))
    page = f"<title>周末去南岸 - 骑车人家 - 河边论坛</title><p>{trail}<p>我带水和干粮。<ul>{rows}</ul>"
    assert named(page) == ("周末去南岸", "link")


def test_a_short_title_that_a_government_states_goes_before_the_name_of_the_office() -> None:
    stated_so = "<title>河道通报_江城水务管理局</title><meta name=ArticleTitle content=河道通报>"
    shown = "<h2>江城水务管理局</h2><div>河道通报</div><p>今年的水位比去年低了一米。</p>"
    assert named(stated_so + shown) == ("河道通报", "meta")
