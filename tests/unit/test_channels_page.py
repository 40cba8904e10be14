from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.channels import RejectedLink, compile_rule, read_page
from crawler.channels.expressions import MAX_CHARS

URL = "http://www.example.com/news/"
ANY = compile_rule(".*")


def anchors(*hrefs: str, text: str = "一条足够长的新闻标题") -> str:
    return "".join(f'<a href="{href}">{text}</a>' for href in hrefs)


def taken(html: str, pattern: str = "", exclude: str = "", url: str = URL) -> list[str]:
    return [link.url for link in read_page(html, url, compile_rule(pattern, exclude)).links]


# --- The links of a page


def test_links_are_absolute_in_order_and_once() -> None:
    html = anchors("/b", "a", "../c#top", "//cdn.example.com/d", "http://other.example.org/e", "/b#again", "/b")
    assert taken(html, ".*") == [
        "http://www.example.com/b",
        "http://www.example.com/news/a",
        "http://www.example.com/c",
        "http://cdn.example.com/d",
        "http://other.example.org/e",
    ]


def test_what_is_no_web_address_is_no_link() -> None:
    html = anchors("javascript:void(0)", "mailto:a@example.com", "tel:1", "http://[::1/", "data:,x", "")
    found = read_page(html + "<a>nothing</a><a name=x>nor here</a>", URL, ANY)
    assert (found.links, found.rejected) == ((), ())


def test_a_base_element_counts() -> None:
    assert taken('<base href="/old/">' + anchors("a"), ".*") == ["http://www.example.com/old/a"]
    assert taken('<base href="javascript:1">' + anchors("a"), ".*") == ["http://www.example.com/news/a"]


def test_areas_of_an_image_map_are_links() -> None:
    assert taken('<map><area href="/a" title="x"></map>', ".*") == ["http://www.example.com/a"]


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ('<a href="/1">  一\n <em>二</em>三 </a>', "一 二三"),
        ('<a href="/1" title="完整的标题">完整…</a>', "完整的标题"),
        ('<a href="/1" title="点击查看">标题</a>', "标题"),
        ('<a href="/1" title="标题"><img src="x" alt="图"></a>', "标题"),
        ('<a href="/1"><img src="x" alt="图片的说明"></a>', "图片的说明"),
        ('<li><a href="/1"><img src="x"></a><div>图片的说明</div></li>', "图片的说明"),
        ('<li><a href="/1"><img src="x"></a><div><a href="/2">图片的说明</a></div></li>', ""),
        ('<a href="/1"><i>雨停了</i><i>[2024-03-05]</i></a>', "雨停了"),
        ('<a href="/1"><i>03-05</i><i>雨停了</i></a>', "雨停了"),
        ('<a href="/1">3月5日<i>3月5日</i>雨停了</a>', "3月5日雨停了"),
        ('<a href="/1"><i>2024年3月5日</i></a>', "2024年3月5日"),
        ('<a href="/1"><i>河边的小店又开张了</i> <i>河边的小店...</i></a>', "河边的小店又开张了"),
        ('<a href="/1"><b>置顶</b>雨停了<sup>NEW</sup></a>', "雨停了"),
        ('<a href="/1"><img src="x"></a><a href="/1">更长的标题</a><a href="/1">详细</a>', "更长的标题"),
        ('<a href="/1" title="在新窗口打开图片"><img src="x"></a><a href="/1">短标题</a>', "短标题"),
        ('<a href="/1" title="完整的标题"><img src="x"></a><a href="/1">完整…</a>', "完整的标题"),
        ('<a href="/1"></a>', ""),
    ],
)
def test_a_links_title_is_what_a_reader_sees(html: str, title: str) -> None:
    assert read_page(html, URL, ANY).links[0].title == title


def test_a_declared_charset_does_not_matter_any_more() -> None:
    html = '<?xml version="1.0" encoding="gb2312"?><html><head><meta charset="gb2312"></head>' + anchors("/1")
    assert read_page(html, URL, ANY).links[0].title == "一条足够长的新闻标题"


@pytest.mark.parametrize("html", ["", " ", "\x00", "<", "<!-- -->", "plain text", "<?xml?>"])
def test_a_page_without_links(html: str) -> None:
    assert read_page(html, URL, ANY).links == ()


def test_links_are_limited() -> None:
    html = anchors(*(f"/{n}" for n in range(50)))
    assert len(read_page(html, URL, ANY, max_links=10).links) == 10


def test_a_page_is_read_up_to_so_many_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.channels.anchors.MAX_ELEMENTS", 25)
    rows = "".join(f"<div><p><a href='/{n}'>第{n}条<b>新闻</b></a></p></div>" for n in range(50))
    links = read_page(rows, URL, ANY).links
    assert [link.url for link in links] == [f"http://www.example.com/{n}" for n in range(len(links))]
    assert [link.title for link in links[:-1]] == [f"第{n}条新闻" for n in range(len(links) - 1)]
    assert 3 < len(links) < 7
    assert len(read_page("<p>" * 50 + "<a href='/1'>标题</a>", URL, ANY).links) == 0


def test_links_that_are_never_closed_do_not_hold_the_page() -> None:
    html = "".join(f'<div><a href="/{n}"><b>标题' for n in range(3000))
    assert all(len(link.title) <= 300 for link in read_page(html, URL, ANY).links)


@pytest.mark.parametrize(
    "html",
    [
        "<a href='/1'>一条\x01足够长的\ufffe新闻标题\x1f</a>",
        "<a href='/1\x0b' x:y=1 \x02=3>一条足够长的新闻&#1;标题</a>",
        "<x:y><\x01><a-\x02><a href='/1'>一条足够长的新闻标题</a></x:y>",
    ],
)
def test_what_a_tree_cannot_hold_is_left_out(html: str) -> None:
    link = read_page(html, URL, ANY).links[0]
    assert (link.url, link.title) == ("http://www.example.com/1", "一条足够长的新闻标题")


def test_links_around_a_deep_page_do_not_hold_it() -> None:
    html = "".join(f"<div><a href='/{n}'>标题" for n in range(200)) + "<h1>" * 30_000 + "<a href='/last'>最后"
    assert read_page(html, URL, ANY).links[-1].url == "http://www.example.com/last"


def test_an_element_of_many_attributes_is_read_like_many_elements() -> None:
    attributes = "".join(f" a{n}=b" for n in range(300_000))
    assert len(read_page(f"<p{attributes}><a href='/1'{attributes}>标题</a>", URL, ANY).links) == 1


@given(st.text(st.sampled_from('<>a/"= hrefbs:中\x00&#;!-') | st.characters()))
def test_any_text_is_a_page(html: str) -> None:
    found = read_page("<a href='/1'>x</a>" + html, URL, ANY)
    assert found.links[0].url == "http://www.example.com/1"


# --- Patterns


def test_a_relative_pattern_is_for_the_pages_own_host() -> None:
    html = anchors(
        *(
            "/news/china/story20240305-1234567",
            "http://m.example.com/news/world/story1-2",
            "https://example.com/news/a/story1-2",
        ),
        *("http://other.org/news/china/story1-2", "http://badexample.com/news/china/story1-2"),
    )
    assert taken(html, r"/news/\w+/story\d+-\d+") == [
        "http://www.example.com/news/china/story20240305-1234567",
        "http://m.example.com/news/world/story1-2",
        "https://example.com/news/a/story1-2",
    ]


def test_an_absolute_pattern_is_for_any_host_and_either_scheme() -> None:
    html = anchors("http://china.cnr.cn/gdgg/news/20240305/t1.shtml", "https://tech.cnr.cn/a/b/20240305/t2.shtml", "/x")
    published = r"http://\w+.cnr.cn/\w+/\w+/\d{8}/\w+.shtml"
    for pattern in (published, r"https://\w+\.cnr\.cn/.*", r"^https?://\w+\.cnr\.cn/.*$", r"\w+://.*cnr.*"):
        assert taken(html, pattern) == [
            "http://china.cnr.cn/gdgg/news/20240305/t1.shtml",
            "https://tech.cnr.cn/a/b/20240305/t2.shtml",
        ]


@pytest.mark.parametrize(
    ("path", "matches"),
    [
        ("/story1", True),
        ("/story1/", True),
        ("/story1?from=rss", True),
        ("/story1/?a=/b", True),
        ("/story1#comments", True),
        ("/story1/comments", False),
        ("/story1.html", False),
        ("/news/story1", False),
        ("/storyX", False),
    ],
)
def test_a_pattern_covers_the_address_but_for_slash_and_query(path: str, matches: bool) -> None:
    assert bool(taken(anchors(path), r"/story\d+")) is matches
    assert bool(taken(anchors(path), r"http://www\.example\.com/story\d+")) is matches


def test_a_pattern_may_ask_for_a_query_or_have_alternatives() -> None:
    html = anchors("/view?id=1", "/view?id=x", "/a/1", "/b/2", "/c/3")
    assert taken(html, r"/view\?id=\d+|(?:/a|/b)/\d") == [
        "http://www.example.com/view?id=1",
        "http://www.example.com/a/1",
        "http://www.example.com/b/2",
    ]
    assert len(taken(html, r"(/a|/b)/\d")) == 2


def test_each_link_comes_with_the_rule_that_judged_it() -> None:
    html = anchors("/story1", "/story2/video/", "http://other.org/story3", "/about")
    found = read_page(html, URL, compile_rule(r"/story\d+.*", "/video/"))
    assert found.rules == (r"pattern /story\d+.*",)
    assert found.rejected == (
        RejectedLink("http://www.example.com/story2/video/", "exclude /video/", "一条足够长的新闻标题"),
        RejectedLink(
            "http://other.org/story3",
            "another host than www.example.com, and the pattern is relative",
            "一条足够长的新闻标题",
        ),
        RejectedLink("http://www.example.com/about", r"does not match the pattern /story\d+.*", "一条足够长的新闻标题"),
    )


def test_exclude_occurs_anywhere_in_path_or_address() -> None:
    html = anchors("/a/1", "/video/2", "/a/video/3", "http://video.example.com/a/4")
    assert taken(html, ".*", "/video/") == ["http://www.example.com/a/1", "http://video.example.com/a/4"]
    assert len(taken(html, ".*", "^/video/")) == 3
    assert taken(html, ".*", "video") == ["http://www.example.com/a/1"]


@pytest.mark.parametrize(
    ("pattern", "exclude", "says"),
    [
        (r"/a(b", "", r"pattern '/a\(b' is not a regular expression.*missing \)"),
        (r"/a[", "", r"missing \]"),
        (r"/a(?=b)", "", r"invalid perl operator: \(\?=.*no look-around"),
        (r"/(a)\1", "", "invalid escape sequence"),
        (r"/a{1001}", "", "invalid repetition size"),
        (r"/((\w{100}){100}){100}", "", "not a regular expression that RE2 can match"),
        (r"news/\d+", "", "begins neither with http nor with /"),
        (r"//example.com/\d+", "", "begins neither with http nor with /"),
        (r"/a", "*", "exclude '\\*' is not a regular expression"),
        ("/" + "a" * MAX_CHARS, "", "characters long"),
    ],
)
def test_what_cannot_be_a_rule_says_where_and_what_to_do(pattern: str, exclude: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        compile_rule(pattern, exclude)


def test_a_users_pattern_matches_in_linear_time() -> None:
    # With a backtracking engine this would take 2^1000 steps.
    html = anchors("/" + "a" * 1000 + "!")
    assert taken(html, "/(a+)+b") == []


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_texts_are_a_rule_or_a_sentence(pattern: str, exclude: str) -> None:
    with suppress(ValueError):
        read_page(anchors("/a/1"), URL, compile_rule(pattern, exclude))


# --- The default rule


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/c/2024-03-05/doc-inampxzv1234567.shtml",
            "/n1/2024/0305/c1001-40189012.html",
            "/gn/2024/03-05/10174567.shtml",
        ),
        *("/a/761891234_121123", "/newsDetail_forward_26567890", "/news/article/ISH2U8VL0001899O.html", "/p/267"),
        *("/rain/a/20240305A01B2C00", "/c/8XkZ1AbCdEf", "/archives/123/", "/thread-123-1-1.html", "/news/17.html"),
        *(
            "/view.php?id=12",
            "/forum.php?mod=viewthread&tid=123",
            "/?p=45",
            "/2024/03/a-day-in-the-life",
            "/20240305/x.htm",
        ),
        *("/opinion/why-the-river-runs-dry/", "/blog/2024/03/weekly.html", "/article/details/136456789", "/t/1034"),
        *("/index.php?m=content&c=index&a=show&id=12", "/Default.aspx?newsid=12", "/gjxw/4552.jhtml"),
        "/default.php?mod=newspaper_article&a=detail&newspaper_article_id=5632",
        "http://finance.example.com/stock/t20240305_123.html",
    ],
)
def test_by_default_article_addresses_are_taken(path: str) -> None:
    found = read_page(anchors(path), URL, compile_rule(""))
    assert len(found.links) == 1
    assert found.rules[0].startswith("looks like an article: ")


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("http://other.org/a/123456.html", "another site"),
        ("http://www.example.org/a/123456.html", "another site"),
        ("/", "no date, number or headline"),
        ("/china/", "no date, number or headline"),
        ("/2024/03/index.html", "a list"),
        ("/news/list_2.html", "a list"),
        ("/index.php", "a list"),
        ("/index.php?catid=12", "no date, number or headline"),
        ("/news/index_12.shtml?a=1", "a list"),
        ("/news/index_14.jhtml", "a list"),
        ("/blog/page/12/", "next page"),
        ("/forum-2.html?page=12345", "next page"),
        ("/tag/123456", "a service page"),
        ("/user/123456", "a service page"),
        ("/login?next=/a/123456", "a service page"),
        ("/search?id=123456", "a service page"),
        ("/category/news-12345/", "a service page"),
        ("/pics/20240305/123456.jpg", "a file"),
        ("/reports/2024-03-05.pdf?v=2", "a file"),
        ("/calendar?date=2024-03-05", "no date, number or headline"),
    ],
)
def test_by_default_other_addresses_are_refused_with_the_reason(path: str, rule: str) -> None:
    found = read_page(anchors(path), URL, compile_rule(""))
    assert found.links == ()
    assert rule in found.rejected[0].rule


def test_by_default_a_short_text_is_no_headline() -> None:
    for text in ("更多", "详细>>", "2024-03-05", "Read more", "   上一页   "):
        found = read_page(anchors("/a/20240305/1.html", text=text), URL, compile_rule(""))
        assert found.rejected[0].rule == "the link's text is too short for a headline"
    assert len(taken(anchors("/a/20240305/1.html", text="国足三比一胜"))) == 1
    assert len(taken(anchors("/a/20240305/1.html", text="Storm hits coast"))) == 1


@pytest.mark.parametrize("text", ["2022年2月(2)", "2021年10月 (12)", "2022-02 (13)"])
def test_by_default_a_month_with_how_many_it_holds_is_a_list(text: str) -> None:
    found = read_page(anchors("/record/202202", "/date-2021-3.html", text=text), URL, compile_rule(""))
    assert {link.rule for link in found.rejected} <= {
        "the address looks like a list of a year, month or day",
        "the link's text is too short for a headline",
    }
    assert found.links == ()


def test_a_page_does_not_announce_itself() -> None:
    html = anchors("/a/20240305/1.html", "/a/20240305/2.html")
    assert taken(html, url="http://www.example.com/a/20240305/1.html") == ["http://www.example.com/a/20240305/2.html"]


def test_by_default_a_site_is_its_registered_name() -> None:
    assert taken(anchors("http://b.example.com.cn/a/123456"), url="http://www.example.com.cn/") != []
    assert taken(anchors("http://b.other.com.cn/a/123456"), url="http://www.example.com.cn/") == []
    assert taken(anchors("http://127.0.0.1:81/a/123456"), url="http://127.0.0.1:80/") != []
    assert taken(anchors("http://127.0.1.1/a/123456"), url="http://127.0.0.1/") == []


def test_by_default_exclude_still_counts() -> None:
    assert taken(anchors("/a/123456", "/video/123456"), exclude="/video/") == ["http://www.example.com/a/123456"]


# --- ... by where links stand

NAV = "<ul class=menu><li><a href=/>首页</a><li><a href=/c/8.html>体育</a><li><a href=/c/9.html>本地</a></ul>"
POSTS = ["早市", "猫回来了", "看牙", "我为什么换回了旧键盘", "2023 年终总结", "停电了"]


def blog(row: str, posts: list[str] = POSTS, url: str = "http://www.example.com/") -> list[tuple[str, str]]:
    """The addresses and titles that are taken of a page of posts; `row` is one, with its number `at` and its title."""
    rows = "".join(row.format(at=at, word=chr(ord("a") + at) * 5, title=title) for at, title in enumerate(posts))
    foot = "<p><a href=/about-us>关于我们这个网站</a> <a href=/links>友情链接</a></p>"
    found = read_page(f"{NAV}<div>{rows}</div>{foot}", url, compile_rule(""))
    return [(link.url.removeprefix("http://www.example.com"), link.title) for link in found.links]


@pytest.mark.parametrize(
    "row",
    [
        "<article><h2><a href=/posts/{word}/>{title}</a></h2><p>正文。</p></article>",
        "<div><a class=post-title href=/posts/{word}/>{title}</a> <a href=/posts/{word}/>阅读全文</a></div>",
        "<div><h3><a href=/posts/{word}/>{title}</a></h3><a href=/u/7>林间</a> <a href=/posts/{word}/#c>3 评论</a>",
        "<li><i>2024-03-1{at}</i> <a href=/posts/{word}/>{title}</a>",
        "<a class=card href=/posts/{word}/><img><h3>{title}</h3><p>他在河边跑了十年，这是第十一年。</p></a>",
        "<li><a href=/posts/{word}/><img alt=图></a><a href=/posts/{word}/>{title}</a> "
        "<a href=/posts/{word}/>2024-03-1{at}</a>",
    ],
)
def test_titles_of_two_characters_are_headlines_as_headings_and_beside_times(row: str) -> None:
    posts = [*POSTS, "修自行车的老陈又开张了", "最近在听的几档播客节目", "重新开始用订阅源的理由"]
    assert blog(row, posts) == [(f"/posts/{chr(ord('a') + at) * 5}/", title) for at, title in enumerate(posts)]


@pytest.mark.parametrize("first", [True, False], ids=["over the text", "below it"])
def test_of_what_leads_to_an_article_its_heading_is_the_title(first: bool) -> None:
    heading, text = "<h2><a href=/a/2024{at}1.html>{title}</a></h2>", "他在河边跑了十年，这是第十一年，天还没有亮。"
    said = f"<p><a href=/a/2024{{at}}1.html>{text}</a></p>"
    posts = ["旧键盘换轴的完整记录", "修自行车的老陈又开张了", "最近在听的几档播客节目"]
    assert [title for _, title in blog(f"<div>{heading}{said}</div>" if first else said + heading, posts)] == posts


def test_short_titles_are_headlines_among_others_where_their_addresses_are_of_articles() -> None:
    posts = ["猫回来了", "我为什么换回了旧键盘", "修自行车的老陈又开张了"]
    row = "<li><a href=/2024/{word}-{at}.html>{title}</a>"
    assert [title for _, title in blog(row, posts)] == posts
    assert [title for _, title in blog(row, [*posts, "早市", "看牙", "搬家"])] == posts[1:]


@pytest.mark.parametrize(
    "row",
    [
        "<li><a href=/c/{at}.html>{title}</a>",  # a menu
        "<h3><a href=/c/{at}.html>{title}</a></h3>"
        "<p><a href=/a/2024031{at}.html>雨后的河边又开出了三家小店</a> 03-1{at}</p>",
        "<p><a href=/2024/03/1{at}/>{title}</a> 2024-03-1{at}</p>",
        "<p><a href=/posts?sort={word}>{title}</a> 2024-03-1{at}</p>",
        "<p><a href=/info/{word}>0cdd36be7{at}</a> {title} 2024-03-1{at}</p>",
    ],
)
def test_menus_sections_and_archives_are_no_headlines(row: str) -> None:
    names = ["体育", "本地", "财经新闻", "图片", "城市生活", "评论"]
    assert not {title for _, title in blog(row, names) if title in names or title.startswith("0")}


LONG = ["修自行车的老陈又开张了", "最近在听的几档播客节目", "重新开始用订阅源的理由", "河边的面馆换了一位老板"]


def test_addresses_of_one_word_are_headlines_in_a_list_of_many() -> None:
    row = "<ul><li><a href=/{word}/>{title}</a></ul>"
    many = [*LONG, "雨停以后去山上看云"]
    signed = "".join(f"<li><a href=/the-story-of-{at}-kites/>{title}</a>" for at, title in enumerate(many))
    page = f"<ul><li><a href=/rivers/>河边的生活栏目</a></ul><ul>{signed}<li><a href=/rain/>河边下了一天的雨</a></ul>"
    found = read_page(page, "http://www.example.com/", compile_rule(""))
    assert [link.title for link in found.links] == [*many, "河边下了一天的雨"]
    assert not blog(row, LONG)


def test_titles_under_pictures_that_lead_there_too_are_headlines() -> None:
    row = "<div><a href=/{word}/><img src=/{at}.jpg></a><p><a href=/{word}/>{title}</a></p></div>"
    assert [title for _, title in blog(row, LONG)] == LONG
    assert not blog(row.replace("<a href=/{word}/><img src=/{at}.jpg></a>", ""), LONG)
    assert not blog(row, ["体育新闻", "本地新闻", "财经新闻", "城市生活"])


def test_the_few_links_of_lines_are_a_list() -> None:
    row = "· <a href=/{word}/>{title}</a> 2024-03-1{at}<br>"
    assert [title for _, title in blog(row, LONG)] == LONG


def test_a_name_with_how_many_it_holds_is_no_headline() -> None:
    dated = "".join(f"<li><a href=/posts/{at}/>{title}</a> 2024-03-1{at}" for at, title in enumerate(LONG))
    counted = "".join(f"<li><a href=/c/{at}>栏目之{name} ({at + 3})</a>" for at, name in enumerate("天地"))
    found = read_page(f"<ul>{dated}</ul><ul>{counted}</ul>", "http://www.example.com/", compile_rule(""))
    assert [link.title for link in found.links] == LONG
    assert [title for _, title in blog("<li><a href=/a/8023{at}.html>{title}</a>", [*LONG, "雨后 (3)"])][
        -1
    ] == "雨后 (3)"


def test_who_wrote_the_rows_is_no_headline() -> None:
    row = "<li><a href=/posts/{word}/>{title}</a> 03-1{at} <a href=/of/writer{at}>Writer of rain {at}</a>"
    posts = ["修自行车的老陈又开张了", "最近在听的几档播客节目", "重新开始用订阅源的理由"]
    assert [title for _, title in blog(row, posts)] == posts


@given(st.lists(st.text("雨停了河边小店又开张", min_size=1, max_size=12), min_size=6, max_size=30, unique=True))
def test_headings_of_any_length_are_headlines(posts: list[str]) -> None:
    row = "<section><h2><a href=/a/{at}.html>{title}</a></h2><p>正文。</p></section>"
    assert [title for _, title in blog(row, posts)] == posts


@given(
    st.lists(st.tuples(st.sampled_from(["h2", "li", "p", "a"]), st.text(max_size=8), st.text(max_size=8)), max_size=20)
)
def test_links_anywhere_are_judged_once(parts: list[tuple[str, str, str]]) -> None:
    html = "".join(f"<{tag} class='{name}'><a href='/{text}' class='{name}'>{text}</a>" for tag, name, text in parts)
    found = read_page(html, URL, compile_rule(""))
    addresses = [*(link.url for link in found.links), *(link.url for link in found.rejected)]
    assert len(addresses) == len(set(addresses))
