"""The publish date: by what marks it, by its place, and what is not one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract import extract_page
from crawler.extract.fields.date import assigned, published
from crawler.extract.instant import zone_of
from crawler.extract.structured import stated
from crawler.extract.table import build
from crawler.model import Article

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)
SHANGHAI = zone_of("Asia/Shanghai")

NAME = "河边新建图书馆"
HEAD = f"<title>{NAME}_某某网</title>"
HEADING = f"<h1>{NAME}</h1>"
NEAR = f"{HEADING}<div>2024-03-01 08:00 来源：晚报</div>"
TEXT = "<p>去年的这个时候，河边还是一片空地。</p>" * 30


def date(html: str, url: str = "") -> tuple[str, str] | None:
    table = build(html)
    found = published(table, stated(table), NAME, NOW, SHANGHAI, url)
    return (found.instant.at.isoformat(), found.origin) if found else None


def day(html: str, url: str = "") -> tuple[str, str] | None:
    found = date(html, url)
    return (found[0][:10], found[1]) if found else None


def fields_of(html: str) -> Article:
    article = extract_page(html.encode(), now=NOW)
    assert isinstance(article, Article)
    return article


def test_json_ld_first() -> None:
    script = '<script type="application/ld+json">{"datePublished": "2024-02-01T08:00:00+08:00"}</script>'
    meta = '<meta property="article:published_time" content="2024-02-02">'
    assert date(HEAD + script + meta + NEAR) == ("2024-02-01T08:00:00+08:00", "json-ld")
    assert date(HEAD + meta + NEAR) == ("2024-02-02T00:00:00+08:00", "meta")


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("<time datetime=2024-02-02T01:26:54+08:00>2024-02-02</time>", "2024-02-02T01:26:54+08:00"),
        ("<div>2024-02-02 01:26</div>", "2024-02-02T01:26:54+08:00"),
        ("<div>2024-02-01 17:26</div>", "2024-02-01T17:26:54+00:00"),
        ("", "2024-02-01T17:26:54+00:00"),
    ],
)
def test_what_is_stated_in_utc_has_the_day_that_the_page_shows(shown: str, expected: str) -> None:
    meta = '<meta property="article:published_time" content="2024-02-01T17:26:54.000Z">'
    assert date(f"{HEAD}{meta}{HEADING}{shown}{TEXT}") == (expected, "meta")


def test_the_zone_is_no_more_than_a_guess_where_people_write_in_letters() -> None:
    meta = '<meta property="article:published_time" content="2024-02-01T17:26:54.000Z">'
    page = f"<title>Lamps</title>{meta}<h1>Lamps</h1><p>2024-02-02</p><p>{'The lamps were lit. ' * 30}</p>"
    article = fields_of(page)
    assert article.published_at == datetime(2024, 2, 1, 17, 26, 54, tzinfo=UTC)
    assert article.published_at.isoformat().startswith("2024-02-01")


def test_when_a_text_was_last_changed_is_its_date_where_it_shows_no_other() -> None:
    text = f"<p>{'灯亮了，人都来了。' * 60}</p>"
    assert day(f"{HEAD}{HEADING}{text}<footer>最后更新：2024-02-06</footer>") == ("2024-02-06", "updated")
    assert day(f"{HEAD}{HEADING}{text}<p>Last modified on 6 February 2024</p>") == ("2024-02-06", "updated")
    remark = "<div id=comments><h3>全部评论</h3><p>最后更新：2024-02-06</p></div>"
    assert fields_of(f"{HEAD}{HEADING}{text}{remark}").published_at is None


def test_the_footer_of_an_article_has_its_time() -> None:
    footer = "<footer class=entry-footer><time>2024-03-01</time></footer>"
    remarks = "<div id=comments><time>2024-03-02</time><p>好看，下次还来。</p></div>"
    article = fields_of(f"{HEAD}<article>{HEADING}<p>{'灯亮了，人都来了。' * 9}</p>{footer}</article>{remarks}")
    assert article.published_at is not None
    assert article.published_at.date().isoformat() == "2024-03-01"


@pytest.mark.parametrize("name", ["id=comments", "class=comment-list", "class=x><h3>全部评论</h3"])
def test_the_time_elements_of_remarks_are_not_the_page_s(name: str) -> None:
    remarks = "".join(f"<li><time>2024-03-0{day} 08:35</time><p>好看，下次还来。</p>" for day in (2, 3, 4))
    shown = f"<p><span>2024-03-01 23:51</span> 发布</p><p>{'灯亮了，人都来了。' * 5}</p>"
    page = f"{HEAD}<div>{HEADING}{shown}</div><div {name}><ul>{remarks}</ul></div>"
    article = fields_of(page)
    assert article.published_at is not None
    assert article.published_at.date().isoformat() == "2024-03-01"


def test_a_word_of_a_sentence_is_no_label() -> None:
    over, text = "<p>2024-03-01 13:42:07 星期五</p>", f"<p>{'灯亮了。' * 100}</p>"
    row = "<p>具体时间以公告为准。</p><p>2024-02-06 17:20</p>"
    assert day(HEAD + over + HEADING + text + row) == ("2024-03-01", "title")


@pytest.mark.parametrize(
    "attributes",
    [
        "property=article:published_time",
        "name=PubDate",
        "name=publish-date",
        "name=publishdate",
        "itemprop=datePublished",
        "name=weibo:article:create_at",
        "name=DC.date.issued",
        "name=date",
    ],
)
def test_meta_names(attributes: str) -> None:
    assert day(f'{HEAD}<meta {attributes} content="2024-02-02 10:00:00">{NEAR}') == ("2024-02-02", "meta")


@pytest.mark.parametrize("name", ["article:modified_time", "lastmod", "twitter:title", "fb:admins"])
def test_meta_that_is_no_publish_date(name: str) -> None:
    assert day(f'{HEAD}<meta property={name} content="2024-02-02 10:00:00">{NEAR}') == ("2024-03-01", "title")


def test_published_once_more_says_the_earlier_of_two() -> None:
    metas = "<meta name=published-time content=2024-03-05><meta name=published-date content=2021-02-16>"
    assert day(HEAD + metas) == ("2021-02-16", "meta")


def test_time_elements() -> None:
    near = HEADING + "<time datetime=2024-02-03T08:00:00Z>二月三日</time>"
    far = TEXT + "<time datetime=2020-02-03T08:00:00Z>旧闻</time>"
    marked = "<span itemprop=datePublished content=2024-02-04>四日</span>"
    updated = HEADING + "<p>Updated <time datetime=2024-03-03>3 March</time></p><p>Published 1 March 2024</p>"
    assert date(HEAD + near + far) == ("2024-02-03T08:00:00+00:00", "time")
    assert day(HEAD + HEADING + far + marked) == ("2024-02-04", "itemprop")
    assert day(HEAD + updated) == ("2024-03-01", "title")


def test_time_elements_of_lists_over_the_title_are_of_other_articles() -> None:
    rows = "".join(f"<a href=/{n}><span>河边旧闻之{n}</span><time>2024-02-0{n}</time></a>" for n in range(1, 5))
    listed = "".join(f"<p><a href=/{n}>河边旧闻之{n}</a> <time>2024-02-0{n}</time></p>" for n in range(1, 5))
    own = HEADING + "<time>2024-02-08</time>"
    assert day(f"{HEAD}{rows}{own}") == ("2024-02-08", "time")
    assert day(f"{HEAD}{listed}{own}") == ("2024-02-08", "time")
    assert day(f"{HEAD}<a href=/1><time>2024-02-07</time></a>{own}") == ("2024-02-07", "time")


def test_near_the_title() -> None:
    comments = "<div>网友 2024-03-04 10:00 说</div>"
    assert date(HEAD + NEAR + TEXT + comments) == ("2024-03-01T08:00:00+08:00", "title")
    above = f"<div>2024年3月2日</div>{HEADING}"
    assert day(HEAD + above + TEXT + comments) == ("2024-03-02", "title")
    relative = f"{HEADING}<div>晚报 3小时前</div>"
    assert date(HEAD + relative + TEXT) == ("2024-03-06T07:30:00+08:00", "title")


def test_near_the_heading_and_not_where_the_title_is_repeated() -> None:
    related = f"<ul><li><a>{NAME}</a><li>2024-03-05 09:00</ul>"
    assert day(HEAD + related + TEXT + NEAR) == ("2024-03-01", "title")
    plain = f"<div>首页 &gt; {NAME}</div>{TEXT}<b>{NAME}</b><div>2024-03-01 08:00</div>"
    assert day(HEAD + plain) == ("2024-03-01", "title")


def test_a_masthead_says_which_day_it_is_and_not_when_it_was_published() -> None:
    masthead = "<div>今天是2024年3月6日 星期三 农历正月廿六</div>"
    labelled = TEXT + "<p>发布时间：2024-02-20 10:00</p>"
    assert day(HEAD + masthead + HEADING + labelled) == ("2024-02-20", "label")
    assert day(HEAD + "<p>Wednesday, March 6, 2024</p>" + HEADING + TEXT) is None


@pytest.mark.parametrize(
    "above", ["<h2><span>2024年3月1日 星期五</span></h2>", "<div>2024年03月01日 21:03:11 星期五</div>"]
)
def test_a_heading_or_a_clock_with_the_day_of_the_week_is_the_articles(above: str) -> None:
    assert day(HEAD + above + HEADING + TEXT) == ("2024-03-01", "title")


def test_how_long_ago_a_remark_was_made_is_not_when_the_page_was_published() -> None:
    remarks = "<div class=comment-box><p>说得好</p><span>3小时前</span></div>"
    assert day(f"{HEAD}<div>2024-03-01 21:03</div>{HEADING}<p>河边空地。</p>{remarks}") == ("2024-03-01", "title")


@pytest.mark.parametrize(("link", "expected"), [("href=/1 rel=bookmark", ("2024-02-20", "label")), ("href=/2", None)])
def test_a_date_that_links_to_its_own_page(link: str, expected: tuple[str, str] | None) -> None:
    footer = f"<footer class=entry-meta>本条目发布于<a {link}><b>2024 年 2 月 20 日</b></a>。</footer>"
    assert day(f"{HEAD}<article>{HEADING}{TEXT}{footer}</article>") == expected


@pytest.mark.parametrize("label", ["发布时间：", "发表于:", "日期：", "时间:", "Published ", "Posted on the "])
def test_behind_a_label(label: str) -> None:
    later = "<p>回顾：2024-03-04 有雨。</p>"
    assert day(f"{HEAD}{HEADING}{TEXT}<p>{label}2005-7-31 0:12:00</p>{later}") == ("2005-07-31", "label")


def test_when_a_text_was_changed_counts_before_the_days_of_remarks() -> None:
    remark = "<p>momo</p><p>2024-03-04</p><p>河边空地。</p>"
    assert day(f"{HEAD}{HEADING}<p>河边空地。</p><p>编辑于 2024-03-01 08:00</p>{remark}") == ("2024-03-01", "label")
    put_up = "<p>更新于 2024-03-04 发布于 2024-02-20</p>"
    assert day(f"{HEAD}{HEADING}{put_up}<p>河边空地。</p>") == ("2024-02-20", "title")


@pytest.mark.parametrize("part", ["class=comment", "id=related-news", 'class="box rank"'])
def test_never_from_comments_and_columns(part: str) -> None:
    assert day(f"{HEAD}{HEADING}{TEXT}<div {part}>发表于 2024-03-04 10:00</div>") is None


def test_an_update_counts_where_nothing_better_is_said() -> None:
    both = "<div>更新时间：2024-03-05 10:00</div><div>发布时间：2024-03-01</div>"
    assert day(HEAD + HEADING + both) == ("2024-03-01", "title")
    assert day(HEAD + HEADING + "<div>更新时间：2024-03-05 10:00</div>") == ("2024-03-05", "label")
    editor = "<div>责任编辑：林一 2024-03-01 10:00</div><div>2024-03-05 10:00</div>"
    assert day(HEAD + HEADING + editor) == ("2024-03-01", "title")


@pytest.mark.parametrize(
    "path",
    ["/2024/02/05/a.html", "/2024-02/05/c1.htm", "/202402/t20240205_123.html", "/a/20240205/", "/2024/0205/c1.html"],
)
def test_the_urls_day_confirms_or_stands_in(path: str) -> None:
    url = f"https://news.example.org{path}"
    shown = HEAD + HEADING + "<div>2024-02-04 23:50 编发，回顾 2024-01-01</div>"
    assert date(HEAD + HEADING + TEXT, url) == ("2024-02-05T00:00:00+08:00", "url")
    assert date(shown, url) == ("2024-02-04T23:50:00+08:00", "title")
    assert day(HEAD + NEAR + TEXT, url) == ("2024-02-05", "url")
    copy = f"https://archive.example.org/web/20240301101500/{url}"
    assert day(HEAD + HEADING + TEXT, copy) == ("2024-02-05", "url")
    assert day(HEAD + "<meta name=pubdate content=2024-03-02>", url) == ("2024-03-02", "meta")


@pytest.mark.parametrize("path", ["/1234202402051.html", "/2030/02/05/", "/2024/13/05/", "/?d=2024-02-05"])
def test_what_is_no_day_in_a_url(path: str) -> None:
    assert day(HEAD + HEADING + TEXT, f"https://news.example.org{path}") is None


def test_else_the_latest_date_on_the_page_that_is_not_in_the_future() -> None:
    page = TEXT + "<p>2023-05-01</p><p>2024-01-02</p><p>2024-12-31</p><p class=sidebar>2024-03-01</p>"
    assert date(page) == ("2024-01-02T00:00:00+08:00", "text")


@pytest.mark.parametrize("line", ["Erschienen am 05.03.2023", "Publié le 5 mars 2023", "5 марта 2023, 14:03"])
def test_else_a_line_that_says_little_but_a_day_in_any_form(line: str) -> None:
    told = "<p>Er wurde am 03.02.2023 in dem Haus am Fluss begrüßt, in dem er aufgewachsen ist.</p>"
    page = HEAD + HEADING + TEXT + told
    assert day(f"{page}<div>{line}</div><div>06.03.2023</div>") == ("2023-03-05", "text")
    assert day(f"{page}<div class=comments><div>{line}</div></div>") is None
    assert day(page) is None


@pytest.mark.parametrize("html", [TEXT, '<meta name=pubdate content="2030-01-01"><p>2030-01-01', "<p>2024"])
def test_no_date_is_no_date(html: str) -> None:
    assert date(html) is None


PIECES = [
    "<h1>",
    NAME,
    "</h1>",
    "2024-03-01",
    "<time datetime=2024-02-01>",
    "发布时间：",
    "更新",
    "星期三",
    "<div class=comment>",
    "</div>",
]


@given(st.lists(st.sampled_from([*PIECES, "<a>", "</a>", "<title>", "</title>", "昨天 10:00"]), max_size=12))
def test_any_page(pieces: list[str]) -> None:
    table = build("".join(pieces))
    found = published(table, stated(table), NAME, NOW, SHANGHAI, "https://example.org/2024/03/02/")
    assert found is None or found.instant.at <= NOW


def test_a_full_time_right_over_the_title_before_one_without_its_year_below() -> None:
    over = f"{HEAD}<div>2022-05-12 10:33:14</div>{HEADING}<p>央行公布数据。</p><p>05-12 09:22</p>"
    assert day(over) == ("2022-05-12", "title")
    assert day(f"{HEAD}<div>2022-05-12</div>{HEADING}<p>02-12 09:22</p>") == ("2024-02-12", "title")


def test_a_day_alone_right_over_the_title_before_a_time_below_a_sentence() -> None:
    remark = "<p>央行公布数据。</p><p>发布于 2022-05-14 10:33</p>"
    assert day(f"{HEAD}<h4>2022年05月12日</h4>{HEADING}{remark}") == ("2022-05-12", "title")
    assert day(f"{HEAD}<h4>晚报 2022年05月12日</h4>{HEADING}{remark}") == ("2022-05-14", "title")


def test_a_time_that_counts_back_is_no_better_for_its_element() -> None:
    others = "<h2><a href=/1>河边的人</a></h2><time>今天 01:32</time>"
    assert day(f"{HEADING}<div><a>2024年03月01日 08:00</a></div>{others}") == ("2024-03-01", "title")


def test_the_day_of_writing_or_of_force_is_not_that_of_publishing() -> None:
    rows = "<p>成文日期：2024-02-01</p><p>施行日期：2024-02-08</p><p>发布日期：2024-02-03</p>"
    assert day(f"{HEADING}{rows}") == ("2024-02-03", "title")


def test_a_time_in_open_graph() -> None:
    assert day(f'<meta name="og:time " content="2024-02-03 08:00:00">{HEADING}{TEXT}') == ("2024-02-03", "meta")


def test_the_exact_time_is_in_the_elements_attribute() -> None:
    assert day(f'{HEAD}{HEADING}<span title="2023年01月12日 10:33发布">1年前发布</span>') == ("2023-01-12", "title")


@pytest.mark.parametrize("path", ["flash/20230512103314", "bkn-20230512103314233-0512_001.html", "a/202305121033.html"])
def test_a_day_in_a_url_may_have_a_clock_behind_it(path: str) -> None:
    assert day(HEAD, f"https://news.example/{path}") == ("2023-05-12", "url")


def test_a_number_in_a_url_is_no_day() -> None:
    assert date(HEAD, "https://news.example/202305129933.html") is None


def test_a_months_name_between_the_year_and_the_day() -> None:
    assert date(f"{HEAD}{HEADING}<div>出版：2023-May-12 10:33</div>") == ("2023-05-12T10:33:00+08:00", "title")


def test_a_label_in_a_link_to_the_page_itself_is_believed() -> None:
    assert day(f"{HEAD}{HEADING}{TEXT}<a href=#>发布于 2024-03-02 14:38</a>") == ("2024-03-02", "label")


def test_a_date_in_a_program_is_none_of_the_page() -> None:
    code = "<pre>// 2018-02-16 改过一次，少收了钱</pre>"
    assert day(f"{HEAD}{HEADING}<p>别改它。{code}{TEXT}<div>posted @ 2024-03-02 22:29</div>") == ("2024-03-02", "label")


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('var publish_time="2024-03-02"', "2024-03-02"),
        ('{"publishTime": 1709362800000}', "2024-03-02"),
        ("oriCreateTime = '1709362800'", "2024-03-02"),
        ('{"pubDate":"2024-03-02 15:00"},{"pubDate":"2024-03-02 08:00"}', "2024-03-02"),
        ('{"pubDate":"2024-03-02"},{"pubDate":"2023-12-30"}', None),
        ('{"updated":"2024-03-02"}', None),
        ('var publish_time="2031-03-02"', None),
    ],
)
def test_what_scripts_know_where_nothing_is_shown(script: str, expected: str | None) -> None:
    found = assigned(f"<script>{script}</script>", NOW, SHANGHAI)
    assert (found.instant.at.isoformat()[:10] if found else None) == expected
    page = extract_page(f"{HEAD}{HEADING}{TEXT}<script>{script}</script>".encode(), now=NOW)
    assert isinstance(page, Article)
    assert (page.published_at.isoformat()[:10] if page.published_at else None) == expected


def test_the_times_of_comments_are_not_when_the_text_was_published() -> None:
    said = "<p>外公种的那棵枇杷树，今年没有结果，妈妈说是去年修枝修狠了。</p>"
    comments = "<div><h3>评论</h3><p>周一 2024-02-21 09:10</p><p>明年会有的。</p></div>"
    page = f"{HEAD}%s{HEADING}{said}{comments}"

    def found(over: str) -> str:
        table = build(page % over)
        end = table.flow.find("评论") - 1
        date = published(table, stated(table), NAME, NOW, SHANGHAI, text=(end - 7, end))
        return date.instant.at.isoformat()[:10] if date else ""

    assert found("<div>2024-02-20 | 星期二</div>") == "2024-02-20"
    assert found("<div>2024年02月20日</div><p>随笔</p>") == "2024-02-20"


@pytest.mark.parametrize(
    "badge",
    [
        "<em>20</em><span>2024-02</span>",
        "<div>2024年2月</div><div>20日</div>",
        "<span>2024</span><div>02/20</div><div>23:05</div>",
    ],
)
def test_a_date_in_parts_beside_the_title(badge: str) -> None:
    assert day(f"{HEAD}<div>{badge}</div>{HEADING}{TEXT}") == ("2024-02-20", "title")
    assert day(f"{HEAD}{HEADING}<div>{badge}</div>{TEXT}") == ("2024-02-20", "title")


@pytest.mark.parametrize(
    "row",
    [
        "<td>29</td><td>30</td><b>2024年2月</b>",
        "<b>2024</b><li>02-20</li><li>02-18</li>",
    ],
    ids=["end of a calendar", "list by years"],
)
def test_numbers_beside_a_month_are_no_date(row: str) -> None:
    assert day(f"{HEAD}{HEADING}<table>{row}</table>{TEXT}") is None


def test_of_several_places_of_the_title_the_one_over_the_text_counts() -> None:
    other = f"<p>{NAME}</p><p>开通日期 2020-01-02</p><p>小组 2021-03-04</p>"
    own = f"<p>{NAME}</p><p>2024-02-20</p>"
    table = build(f"{HEAD}{other}{own}{TEXT}")
    at = table.flow.find("去年")
    date = published(table, stated(table), NAME, NOW, SHANGHAI, text=(at, at + 100))
    assert date is not None
    assert date.instant.at.isoformat()[:10] == "2024-02-20"
    opened = "<p>开博时间：2020-01-02</p>"
    assert day(f"{HEAD}{HEADING}{opened}{TEXT}<p>发布时间：2024-02-20</p>") == ("2024-02-20", "label")


@pytest.mark.parametrize("behind", [" (2021-11-05)", "（2021年11月5日）"])
def test_the_exact_day_stands_in_brackets_behind_how_long_ago_it_was(behind: str) -> None:
    assert day(f"{HEAD}{HEADING}<div>晚报 2年前{behind} 浏览 31</div>{TEXT}") == ("2021-11-05", "title")


def test_the_labelled_times_of_remarks_are_not_when_the_text_was_published() -> None:
    remarks = "".join(
        f"<ul><li>小林</li><li>发布于 2023-0{at}-01 10:00:00</li><li>路过，留个脚印。</li></ul>" for at in (4, 5, 6)
    )
    page = (
        f"{HEAD}<h4>2023年03月09日</h4><h2>{NAME}</h2><div>河边今天开了一座馆，人很多。</div><p>评论列表:</p>{remarks}"
    )
    article = fields_of(page)
    assert article.published_at is not None
    assert article.published_at.date().isoformat() == "2023-03-09"


def test_a_remark_over_another_place_of_the_title_is_not_when_the_text_was_published() -> None:
    remarks = "<div id=comments><h3>评论</h3><p><b>小林</b> 发表于2023-04-01 10:00:00</p><p>路过。</p></div>"
    recent = f"<div><h3>最近更新</h3><a href=/1>{NAME}</a></div>"
    text = f"<h3>2023-03-09</h3><h2>{NAME}</h2><div>河边今天开了一座馆，人很多。</div>"
    for wrapped in ("<div>%s</div>", "<div class=with-footer><div class=footer-wrap>%s</div></div>"):
        article = fields_of(f"{HEAD}{wrapped % (text + remarks + recent)}")
        assert article.published_at is not None
        assert article.published_at.date().isoformat() == "2023-03-09"


@pytest.mark.parametrize(
    ("over", "under"),
    [
        ("<p><b>小林</b> <i>2023-06-21 08:16</i></p>", ""),
        ("<p>(2023-06-21)</p>", ""),
        ("<p>2023年6月21日 星期三</p>", ""),
        ("", "<p>发布于 2023-06-21 08:16</p>"),
        ("", "<p>2023-06-21 08:16</p>"),
    ],
)
def test_a_day_of_which_a_text_tells_is_not_when_it_was_published_if_the_page_shows_that(over: str, under: str) -> None:
    text = "<p>2021年2月18日，河边开了一座图书馆，人很多。</p><p>两年后它又关了，河边的人都很想念它。</p>"
    article = fields_of(f"{HEAD}{over}{HEADING}<div>{text}</div>{under}")
    assert article.published_at is not None
    assert article.published_at.date().isoformat() == "2023-06-21"
    alone = fields_of(f"{HEAD}{HEADING}<div>{text}</div>")
    assert alone.published_at is not None
    assert alone.published_at.date().isoformat() == "2021-02-18"


def test_the_day_with_which_a_report_of_an_agency_begins_goes_before_one_below_it() -> None:
    text = "<p>江城社河边2023年6月21日电 河边开了一座图书馆，人很多。</p><p>两年后它又关了。</p>"
    article = fields_of(f"{HEAD}{HEADING}<div>{text}</div><p>2023-06-25 08:16</p>")
    assert article.published_at is not None
    assert article.published_at.date().isoformat() == "2023-06-21"


def test_where_a_text_says_when_it_was_changed_the_days_below_it_are_of_others() -> None:
    others = "".join(f"<li><i>2024-01-0{at}</i> <a href=/{at}>桥上的灯</a></li>" for at in (2, 3, 4))
    text = "<p>河边今天开了一座图书馆，人很多。</p>"
    page = f"{HEAD}{HEADING}<p>更新时间：2023-06-21 08:16</p>{text}<h3>相关内容</h3><ul>{others}</ul>"
    article = fields_of(page)
    assert article.published_at is not None
    assert article.published_at.date().isoformat() == "2023-06-21"


def test_the_time_of_a_remark_is_not_the_page_s_where_that_has_none() -> None:
    remarks = "".join(f"<div><b>茶友</b><i>2024-03-05 1{n}:00</i><p>写得好。</p></div>" for n in range(3))
    page = f"{HEAD}<body>{HEADING}{TEXT}<div><h3>网友评论</h3>{remarks}</div></body>"
    assert fields_of(page).published_at is None


ROW = "<a href=/{n}>桥上的灯又亮了起来，{n}盏</a><i>2024-02-0{n}</i>"


@pytest.mark.parametrize(
    "others",
    [
        "<ul>" + "".join(f"<li>{ROW.format(n=n)}</li>" for n in range(1, 5)) + "</ul>",
        "".join(f"<div class=card>{ROW.format(n=n)}</div>" for n in range(1, 5)),
        "<table>" + "".join(f"<tr><td>{ROW.format(n=n)}</td></tr>" for n in range(1, 5)) + "</table>",
    ],
)
def test_the_days_in_rows_that_lead_to_other_texts_are_theirs(others: str) -> None:
    page = f"{HEAD}<body><div>{others}</div><div>{HEADING}{TEXT}</div><div>{others}</div></body>"
    assert fields_of(page).published_at is None
    dated = fields_of(page.replace(HEADING, f"{HEADING}<ul><li>2023-06-21</li><li><a href=/u/1>小林</a></li></ul>"))
    assert dated.published_at is not None
    assert dated.published_at.date().isoformat() == "2023-06-21"


def test_the_day_right_behind_the_text_goes_before_later_ones_further_down() -> None:
    later = "<div><h4>河边的树</h4><p>2024-01-05</p></div>"
    article = fields_of(f"{HEAD}<body><div>{HEADING}{TEXT}<p>2023-06-21</p></div><p>河边的人。</p>{later}</body>")
    assert article.published_at is not None
    assert article.published_at.date().isoformat() == "2023-06-21"


@pytest.mark.parametrize("tools", ["", "<p>字号：大 中 小 <a href='javascript:print()'>存成文件</a></p>"])
def test_the_day_over_a_text_whose_title_only_the_window_shows(tools: str) -> None:
    english = "".join(
        f"<p>On day {n} the baker rose at four, lit the oven and told nobody what it was for.</p>" for n in range(6)
    )
    byline = "<p>Date: 21 June 2023　by Laura Benning　12 views</p>"
    page = f"<title>A baker</title><body><div><a href=/>Home</a></div><div>{byline}{tools}{english}</div></body>"
    article = fields_of(page)
    assert article.published_at is not None
    assert article.published_at.date().isoformat() == "2023-06-21"
    assert article.author == "Laura Benning"


@pytest.mark.parametrize("own", ["/a/8", "https://example.org/a/8"])
def test_a_list_behind_the_text_that_leads_to_this_page_is_not_where_its_title_stands(own: str) -> None:
    rows = {"/a/7": "The bus company", own: "The growers' cooperative", "/a/9": "The county library"}
    most = "".join(
        f"<li><a href={at}>{name}</a><span>2024-01-0{n}</span>" for n, (at, name) in enumerate(rows.items(), 1)
    )
    text = "<p>Since the spring the old town has finished more than half of the work, a spokesperson said.</p>" * 9
    page = (
        f"<title>Lakeside News | {rows[own]}</title><article>"
        f"<header><div>Publié le 2024-02-01 08:00 | Source : Agence du Nord</div></header>{text}</article>"
        f"<div><h3>Most read</h3><ul>{most}</ul></div>"
    )
    found = extract_page(page.encode(), "https://example.org/a/8", now=NOW)
    assert isinstance(found, Article)
    assert found.published_at is not None
    assert found.published_at.isoformat() == "2024-02-01T08:00:00+08:00"


def test_when_a_text_was_changed_over_it_is_its_date_and_not_what_stands_behind_a_button_to_comment() -> None:
    over = f"{HEAD}{HEADING}<p>作者：林一　点击数：31　更新时间：2024-02-03</p>"
    remarks = "<ul><li>会员于2024-02-04 03:02发表评论：好</li><li>会员于2024-02-05 09:10发表评论：远</li></ul>"
    assert day(f"{over}{TEXT}{remarks}") == ("2024-02-03", "label")


def test_the_times_in_rows_behind_a_short_text_are_of_other_articles() -> None:
    rows = "".join(f"<li><a href=/{n}.html>老街修车铺第{n}次开门了</a><time>2024-02-1{n}</time></li>" for n in range(5))
    text = "<p>昨天下午，河边的新图书馆开门了，读者在门口等了一个多小时。</p>"
    page = f"{HEAD}{HEADING}<p><i>2024-03-01 08:00</i></p>{text}<ul>{rows}</ul>"
    found = fields_of(page).published_at
    assert found is not None
    assert found.isoformat() == "2024-03-01T08:00:00+08:00"


def test_an_element_that_shows_a_day_may_say_all_of_the_time_in_its_title() -> None:
    shown = "<div><span title='2024-03-01T09:00:00+08:00'>3 月 1 日</span> 约 8 分钟</div>"
    assert date(HEAD + HEADING + shown + TEXT) == ("2024-03-01T09:00:00+08:00", "time")
