"""Author and source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract import extract_page
from crawler.extract.fields.author import author
from crawler.extract.fields.source import source
from crawler.extract.structured import stated
from crawler.extract.table import build
from crawler.model import Article
from tests.unit.test_extract_page import PARAGRAPHS


def found(html: str) -> tuple[str, str]:
    table = build(html)
    return author(table, stated(table), 0, len(table.flow))


def json_ld(value: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "NewsArticle", "author": {value}}}</script><p>x'


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ('{"@type": "Person", "name": "林一"}', "林一"),
        (
            '[{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "ann-lee"}, {"name": "Bo"}]',
            "Ann Lee, Bo",
        ),
        ('{"@type": "Person", "name": "城市晚報 記者林一"}', "林一"),
        ('"By Ann \\u00c9lan &amp; Bo"', "Ann Élan & Bo"),
        ('[{"@type": "Organization", "name": "The Town"}, {"@type": "Person", "name": "Ann Lee"}]', "Ann Lee"),
        ('{"@type": "Organization", "name": "The Town"}', "The Town"),
        ('[{"@type": "NewsMediaOrganization", "name": "The Town"}, {"@type": "Person", "name": "Ann Lee"}]', "Ann Lee"),
    ],
)
def test_json_ld(value: str, name: str) -> None:
    assert found(json_ld(value)) == (name, "json-ld")


@pytest.mark.parametrize(
    "value", ['"https://example.org/ann"', '{"name": ', '{"@id": "#ann"}', '"ann@example.org"', "[" * 5000]
)
def test_json_ld_that_names_nobody(value: str) -> None:
    assert found(json_ld(value)) == ("", "")


def test_meta_unless_it_names_the_site() -> None:
    assert found("<meta name=author content=林一><p>来源：晚报") == ("林一", "meta")
    site = "<meta name=author content=晚报><meta property=og:site_name content=晚报>"
    assert found(site + "<p>记者：林一") == ("林一", "byline")
    assert found(site + "<p>正文") == ("晚报", "meta")
    assert found("<meta property=og:article:author content=林一><p>林一<p><i class=author>河边记事</i>") == (
        "林一",
        "meta",
    )
    assert found("<meta property=og:article:author content='晚报 | 河网'><p>记者：林一") == ("林一", "byline")


@pytest.mark.parametrize(
    "html",
    [
        "<span class=author-name>Ann Lee</span>",
        "<div class=post-byline><b>By </b><i>Ann Lee</i> Dec 23</div>",
        "<a rel=author href=/x>Ann Lee</a>",
        "<span itemprop=author><span>Ann Lee</span></span>",
        "<p>Written by <a href=/authors/ann-lee>Ann Lee</a></p>",
        "<div class=byline><b>Guide</b> by <a href=/x>Ann Lee</a></div>",
        "<div class=byline><i>di</i> <b>Ann Lee</b></div>",
        "<a title=Author href=/>Ann Lee</a>",
        "<div class=author-content-item>Tags</div><p class=author-name>Ann Lee</p>",
        "<a rel=author href=/author/1>View all of Ann Lee's posts.</a>",
        "<a rel=author href=/author/1>View all posts by Ann Lee →</a>",
        "<a rel=author href=/author/1>查看由 Ann Lee 发布的所有文章</a>",
        "<ul><li class=writer>Ann Lee<li>2024-03-05</ul>",
        "<div class=article-writer><a href=/m>手机版</a> <b>Ann Lee</b></div>",
        "<p>来源：<a href=/>晚报</a> <span id=articleAuthor>Ann Lee</span></p>",
        "<div id=commentAuthor>Bo Kim</div><p class=newsAuthor>Ann Lee</p>",
    ],
)
def test_elements_of_an_author(html: str) -> None:
    assert found(f"<h1>A library</h1>{html}<p>It stands by Main Street.</p>") == ("Ann Lee", "element")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Von Ann Lee und Bo Öhm | 5. März 2024", "Ann Lee und Bo Öhm"),
        ("Par Anne Létang, le 5 mars 2024", "Anne Létang"),
        ("Autorin: Ann Lee", "Ann Lee"),
        ("Von Anfang an war das Haus zu klein.", ""),
        ("Por Ann Lee", "Ann Lee"),
    ],
)
def test_lines_that_name_who_wrote_in_other_languages(line: str, name: str) -> None:
    assert found(f"<div>{line}</div><p>Das Haus am Fluss") == (name, "byline" if name else "")


@pytest.mark.parametrize("label", ["网友：", "来 信 人：\n", "编号：7\n咨询者："])
def test_who_asks_stands_between_the_title_and_what_is_asked(label: str) -> None:
    table = build(f"<h1>雨停了吗</h1><pre>{label}林间 | 海边</pre><p>网友：夜航 说停了。</p>")
    head = (table.flow.index("吗") + 1, table.flow.rindex("网友"))
    assert author(table, stated(table), 0, len(table.flow), head) == ("林间", "byline")
    assert author(table, stated(table), 0, len(table.flow))[0] != "林间"


@pytest.mark.parametrize(
    "label",
    ["Publiziert am", "Posted on", "Veröffentlicht von", "Post author", "No Author", "Authored by", "Reporter:"],
)
def test_a_label_is_no_author(label: str) -> None:
    assert found(f"<span class=author>{label}</span><p>Das Haus am Fluss") == ("", "")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>来源：晚报　记者：林一 责任编辑：周二</p>", ("林一", "byline")),
        ("<p>（本报记者 林一 周二）</p>", ("林一, 周二", "byline")),
        ("<p>晚报记者 林一</p>", ("林一", "byline")),
        ("<p>责任编辑：周二</p>", ("周二", "editor")),
        ("<p>文丨作者 | 林一 周二 来源：晚报</p>", ("林一, 周二", "byline")),
        ("<p>作者：林一 发布时间：2024-03-05</p>", ("林一", "byline")),
        ("<p>本报讯（记者林一、周二）新图书馆在河边开放。</p>", ("林一, 周二", "byline")),
        ("<p>来源：晚报 2024-03-05</p>", ("", "")),
        ("<p>文 / 林小满</p>", ("林小满", "byline")),
        ("<p>撰文｜特约评论员 林小满</p>", ("林小满", "byline")),
        ("<p>本报记者</p><p>林一 周二</p>", ("林一, 周二", "byline")),
        ("<p>陳小華 林大同 / 台北報導</p>", ("陳小華, 林大同", "byline")),
        ("<p>〔記者陳小華／台北報導〕河邊的圖書館今天開放。</p>", ("陳小華", "byline")),
        ("<p>2023-05-12 每日台報 / 記者陳小華／桃園即時報導</p>", ("陳小華", "byline")),
        ("<p>孩子们在雨后的积水里玩。<br>记者 林小满 摄</p>", ("林小满", "byline")),
        ("<p>張貼者： </p><p>老貓</p>", ("老貓", "byline")),
        ("<p>作者， </p><p>林小满</p><p>自伦敦</p>", ("林小满", "byline")),
        ("<p>作者：校团委 来源：校报</p>", ("校团委", "byline")),
        ("<p>本报讯（记者林一 通讯员周二）新图书馆在河边开放。</p>", ("林一, 周二", "byline")),
        ("<p>〔記者陳小華/專訪〕河邊的圖書館今天開放。</p>", ("陳小華", "byline")),
        ("<p>Posted by ann at March 5, 2004 10:01 PM</p>", ("ann", "byline")),
        ("<span class=authorities>The Board</span>", ("", "")),
        ("<p>作者：</p><p>来源：晚报</p>", ("", "")),
        ("<p>作者:admin 点击:233</p>", ("", "")),
        ("<p>责任编辑：周二_NF4425</p>", ("周二", "editor")),
        ("<p>编辑：周二 手机版</p>", ("周二", "editor")),
        ("<p>By <b>Ann van Lee</b></p>", ("Ann van Lee", "byline")),
        ("<p>The library stands by Main Street.</p>", ("", "")),
        ("<p>记者 在河边走了很久，没有见到人。</p>", ("", "")),
        ("<p>没有署名的文章</p>", ("", "")),
        ("<p>河边社记者林小满</p><p>去年的这个时候，河边还是一片空地。</p>", ("林小满", "byline")),
        ("<p>晚报讯 记者林小满报道：去年的这个时候，河边还是一片空地。</p>", ("林小满", "byline")),
        ("<p>河边社 编辑 林小满</p><p>去年的这个时候，河边还是一片空地。</p>", ("林小满", "editor")),
        ("<p>晚报特约评论员 林小满</p>", ("林小满", "byline")),
        ("<p>作者：</p><p>浏览次数：</p><p>各位读者：</p>", ("", "")),
        ("<p>（晚报记者 林小满 文/图）</p>", ("林小满", "byline")),
        ("<p>撰稿：林小满 审核：周立群</p>", ("林小满", "byline")),
        ("<p>文字：林小满 图片：周立群</p>", ("林小满", "byline")),
        ("<p>文字：大中小</p>", ("", "")),
        ("<p>作者：通讯员</p>", ("", "")),
        ("<p>作　者：林小满　时间：2024-03-05</p>", ("林小满", "byline")),
        ("<p>文／林小滿</p><p>2024/03/05</p>", ("林小滿", "byline")),
        ("<p>記者 林小滿</p>", ("林小滿", "byline")),
        ("<p>文｜河边 林小满</p>", ("林小满", "byline")),
        ("<p>2008-06-14 10:21作者：林小满出处：江城网责任编辑：周二</p>", ("林小满", "byline")),
        ("<p>晚报 记者<br>林小满 本报江城6月14日讯 河边的灯亮了。</p>", ("林小满", "byline")),
        ("<p>【采写】林小满</p><p>【摄影】周立群</p>", ("林小满", "byline")),
        ("<li><b class=comment-author-link>夜航船</b>发表在《雨停了》</li>", ("", "")),
        ("<span class=author>Staff report</span>", ("", "")),
        ("<p>责任编辑：周立群（QC000249）</p>", ("周立群", "editor")),
        ("<p>作者：</p><p>[摘要]</p>", ("", "")),
        ("<p>（记者林小满 见习记者周立群）河边的灯亮了。</p>", ("林小满, 周立群", "byline")),
        ("<p>本报记者 林小满 实习记者 周立群</p>", ("林小满, 周立群", "byline")),
        ("<p>（记者林小满 特约通讯员周立群 摄影报道）</p>", ("林小满, 周立群", "byline")),
        ("<p>文字：小禾<br>摄影：阿舟<br>编辑：老周</p>", ("小禾", "byline")),
        ("<p>文字：美术系 图片：团委 编辑：老周</p>", ("老周", "editor")),
        ("<p>供稿：林小满</p><p>编辑：周立群</p>", ("林小满", "byline")),
        ("<p>供稿：宣传处</p>", ("", "")),
        ("<p>通讯员：林小满 审核：周立群</p>", ("林小满", "byline")),
        ("<p>作者：超级管理员 浏览：23</p>", ("", "")),
        ("<p>作者：林小满律师</p>", ("林小满", "byline")),
        ("<p>作者：林小满 主任医师</p>", ("林小满", "byline")),
        ("<p>作者：夜航船、林小满</p>", ("夜航船, 林小满", "byline")),
        ("<p>作者：林小满/周立群</p>", ("林小满, 周立群", "byline")),
        ("<p>作者：[美]约翰·史密斯 译者：周立群</p>", ("约翰·史密斯", "byline")),
        ("<p>口述：林小满 整理：周立群</p>", ("林小满", "byline")),
        ("<p>文字／林小滿 攝影／周立群</p>", ("林小滿", "byline")),
        ("<p>采访：河边电视台</p>", ("", "")),
        ("<p>by <b>Ann Lee</b> and <b>Bo Ray</b></p>", ("Ann Lee, Bo Ray", "byline")),
        ("<p>By Ann Lee, The Town</p>", ("Ann Lee", "byline")),
        ("<p>By river_ann on May 3, 2024</p>", ("river_ann", "byline")),
    ],
)
def test_bylines(html: str, expected: tuple[str, str]) -> None:
    assert found(html) == expected


def published_by(html: str) -> tuple[str, str]:
    table = build(html)
    return source(table, stated(table), 0, len(table.flow))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>来源：晚报-副刊 2024-03-05</p>", ("晚报-副刊", "byline")),
        ("<span>文章来源： </span><a href=/>河边晚报</a>", ("河边晚报", "byline")),
        ("<span>来源</span> <a href=/>河边晚报</a>", ("河边晚报", "byline")),
        ("<p>（转自 | 河边晚报）</p>", ("河边晚报", "byline")),
        ("<meta name=ContentSource content=晚报><p>图书馆的资金来源：捐款。", ("晚报", "meta")),
        ("<meta property=og:site_name content=晚报网><p>正文", ("晚报网", "og")),
        ("<meta name=source content=https://example.org/><p>正文", ("", "")),
    ],
)
def test_sources(html: str, expected: tuple[str, str]) -> None:
    assert published_by(html) == expected


def test_the_publisher_of_json_ld() -> None:
    script = '{"@type": "NewsArticle", "publisher": {"@type": "Organization", "name": "晚报"}}'
    assert published_by(f'<script type="application/ld+json">{script}</script><p>x') == ("晚报", "json-ld")


@given(
    st.lists(
        st.sampled_from(
            ["记者", " ", "林一", "（", "）", "By", "Ann", "<b class=author>", "</b>", "\n", '"author": [', "："]
        )
    )
)
def test_any_page(pieces: list[str]) -> None:
    text = "".join(pieces)
    name, origin = found(f'<p>{text}<script type="application/ld+json">{text}</script>')
    assert bool(name) == bool(origin)


TITLE = "河边新建图书馆"
TEXT = "<p>去年的这个时候，河边还是一片空地，长着没过膝盖的草。</p><p>如今这里建起了一座三层的图书馆。</p>"


def article(head: str, end: str = "") -> Article:
    read = extract_page(f"<title>{TITLE}</title><h1>{TITLE}</h1>{head}<div>{TEXT}{end}</div>".encode())
    assert isinstance(read, Article)
    return read


@pytest.mark.parametrize(
    ("head", "end", "expected"),
    [
        ("<p>林小满</p><p>2021年5月12日</p>", "", ("林小满", "byline")),
        ("<p>2021年5月12日</p><p>林小满　周立群</p>", "", ("林小满, 周立群", "byline")),
        ("<p>2004-3-15 9:12:00　　海宁晚报　　林小满</p>", "", ("林小满", "byline")),
        ("<a href=/u/233>街角观察</a> <i>2021-05-12</i>", "", ("街角观察", "profile")),
        ("", "<p>图书馆每天从早上八点开到晚上十点。（林小满 周立群 ）</p>", ("林小满, 周立群", "byline")),
        ("", "<footer>作者是<a rel=author href=/a>山间人</a></footer>", ("山间人", "element")),
        ("", "<footer><i>作者 </i><b class='author vcard'><a href=/a>山间人</a></b></footer>", ("山间人", "element")),
        ("<p>河边晚报</p><p>2021-05-12</p><p>优质读书领域创作者</p><p>关注</p>", "", ("河边晚报", "byline")),
        ("<p>由 山间人 发布于 2021-05-12</p>", "", ("山间人", "byline")),
        ("<p>2021-05-12 来源：晚报</p><p>摄影：林小满</p>", "<p>编辑：周立群</p>", ("林小满", "byline")),
        ("<p>关注</p><p>江苏</p><p>金融</p>", "", ("", "")),
        ("<p>林小满的河边</p>", "", ("", "")),
        ("", "<p>图书馆每天从早上八点开到晚上十点（周末除外）。</p>", ("", "")),
    ],
)
def test_names_without_a_label_by_their_place(head: str, end: str, expected: tuple[str, str]) -> None:
    read = article(head, end)
    assert (read.author, read.origins.get("author", "")) == expected


def test_a_line_of_names_over_the_text_is_no_text() -> None:
    assert article("<div><p>林小满 周立群</p></div>").text.startswith("去年")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("<p>http://www.x.example 2003年05月12日08:33 <font>北方晨报</font></p>", ("北方晨报", "dateline")),
        ("<p>第一财经 2023-05-12 10:11:12 听新闻</p>", ("第一财经", "dateline")),
        ("<p>2023-05-12 10:33 分享到 收藏</p>", ("", "")),
        ("<p>出处：某某网原创 2023-05-12</p>", ("某某网原创", "byline")),
        ("<p>查看: 233 来自: 江州日报</p>", ("江州日报", "byline")),
        ("<p>某某社北京5月12日电 河边的图书馆今天开放，第一天就来了很多人。</p>", ("某某社", "dateline")),
        ("<p>【图书馆开放】某某社5月12日电，河边的图书馆今天开放，来了很多人。</p>", ("某某社", "dateline")),
        ("<p>某某社在5月12日的会上说，河边的图书馆今天开放，来了很多人。</p>", ("", "")),
    ],
)
def test_publishers_beside_the_date(head: str, expected: tuple[str, str]) -> None:
    read = article(head)
    assert (read.source, read.origins.get("source", "")) == expected


def fields(line: str, text: str = "<p>去年的这个时候，河边还是一片空地，长着没过膝盖的草。</p>") -> Article:
    page = f"<title>河边新建图书馆</title><div><h1>河边新建图书馆</h1>{line}</div><div>{text * 3}</div>"
    article = extract_page(page.encode())
    assert isinstance(article, Article)
    return article


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("<p>2023-05-12 记者 何雨欣 通讯员 吴海涛</p>", "何雨欣, 吴海涛"),
        ("<p class=author><a>河边日报</a>／ 記者<a>林怡君</a>／台中即時報導</p>", "林怡君"),
        ("<p><a class=follow-nickName>码农老周</a> 2023-05-12 10:33</p>", "码农老周"),
        ("<p>2023-05-12 作者：\n</p><p>朋友说他固执，可是他不在乎。</p>", ""),
        ("<p>作者：</p><p>广告</p>", ""),
        ("<p>吴海涛 · 2022-11-12</p>", "吴海涛"),
        ("<p>本报记者 马　俊</p>", "马俊"),
        ("<p class=meta-author><b>博主：</b><a>阳光</a></p>", "阳光"),
        ("<p>河边报·山中在线记者 赵明 来源：河边报</p>", "赵明"),
        ("<p>社會中心／蔡宗憲報導</p>", "蔡宗憲"),
        ("<p>□ 高原</p>", "高原"),
        ("<p><a href=/x>码农老周</a></p><p>关注</p><p>2023.05.12 07:18</p>", "码农老周"),
        ("<p><a href=/x>码农老周</a> </p><p>发表于 2023-05-12</p>", "码农老周"),
        ("<p class=author><b>河边报 记者</b><i>林小满</i></p>", "林小满"),
        ("<p class=author>河邊報 / 記者林怡君／台中即時報導</p>", "林怡君"),
        ("<p class=author><b>关注</b></p>", ""),
        ("<p><span>作者</span><b>夜航船</b> <i>2023-05-12</i></p>", "夜航船"),
        ("<p><span>作者</span><i>2023-05-12</i></p>", ""),
        ("<p><span>原创</span> <span>夜航船</span> <a href=/x>河边故事</a></p>", "夜航船"),
        ("<p>夜航船 于 2023-05-12 10:33 发布</p>", "夜航船"),
        ("<p>林小满 2023-05-12</p>", "林小满"),
        ("<p>By：夜航船</p>", "夜航船"),
    ],
)
def test_who_wrote_stands_under_the_title(line: str, name: str) -> None:
    assert fields(line).author == name


def test_an_agencys_reporter_stands_before_the_place_and_the_day() -> None:
    told = "<p>（河邊社記者王信宏台北12日電）去年的這個時候，河邊還是一片空地，長著沒過膝蓋的草。</p>"
    assert fields("", told).author == "王信宏"


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("（河邊社記者王信花蓮縣12日電）去年的這個時候，河邊還是一片空地，長著沒過膝蓋的草。", "王信"),
        ("（河邊社記者王信宏台南特稿）去年的這個時候，河邊還是一片空地，長著沒過膝蓋的草。", "王信宏"),
    ],
)
def test_an_agencys_reporter_s_name_ends_where_a_place_begins(told: str, name: str) -> None:
    assert fields("", f"<p>{told}</p>").author == name


LAMPS = "<p>The lamps on the bridge were lit, and all came to see them.</p>" * 4


def signed(body: str) -> str:
    """The author of an article with this text."""
    article = extract_page(f"<title>Lamps</title><h1>Lamps</h1>{body}".encode())
    assert isinstance(article, Article)
    return article.author


@pytest.mark.parametrize(
    ("under", "name"),
    [
        ("<p>Posted by <b>Gwen P.</b> at <a href=/x>9:12 PM</a></p><p>8 comments:</p>", "Gwen P."),
        ("<p>2 comments:</p><p>Posted by Bo at 10:12 PM</p><p>I like it.</p>", ""),
    ],
)
def test_a_text_is_signed_under_it_before_the_remarks(under: str, name: str) -> None:
    assert signed(f"<div>{LAMPS}</div><div>{under}</div>") == name


@pytest.mark.parametrize(
    ("under", "name"),
    [
        ("<div class=author-box><p class=author__name>Ann Lee</p></div>", "Ann Lee"),
        ("<div class=post-copyright__author_name>Ann Lee</div>", "Ann Lee"),
        ("<ul><li><i class=author-name>Bo</i><li><i class=author-name>Gwen</i></ul>", ""),
        ("<p class=comment-author-name>Bo</p>", ""),
    ],
)
def test_the_only_element_that_is_called_an_author_s_name_may_stand_under_the_text(under: str, name: str) -> None:
    assert signed(f"<article>{LAMPS}</article>{under}") == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("<p><i class=info-source>河边焦点</i> 2023-05-12</p>", "河边焦点"),
        ("<p>2023-05-12 10:33:11</p><p>39健康网</p>", "39健康网"),
        ("<p>河边网 2023-05-12</p><p>【声明】未标有“来源：山中新闻”的文字均为转载稿。</p>", "河边网"),
        ("<p>2023-05-12 来源：</p><p>日期：2022/5/6</p>", ""),
    ],
)
def test_a_source_is_known_by_its_elements_name_or_beside_the_date(line: str, name: str) -> None:
    assert fields(line).source == name


def test_an_element_that_holds_the_text_is_not_its_author_s() -> None:
    text = "".join(f"<p>{sentence}</p>" for sentence in ["桥上的灯昨天晚上都亮了，河边站满了人。"] * 25)
    page = f"<title>搬家</title><body class=single-author><h1>南风船</h1>{text}<p class=end>完"
    assert found(page) == ("", "")


def test_a_system_s_name_goes_behind_the_reporter_s() -> None:
    meta = "<meta name=author content=Publisher>"
    assert found(f"{meta}<p>本报记者 王建国</p><p>桥上的灯昨天晚上都亮了。") == ("王建国", "byline")
    assert found(f"{meta}<p>桥上的灯昨天晚上都亮了，河边站满了人。") == ("Publisher", "meta")


@pytest.mark.parametrize("heading", ["小城故事", "小城故事的技术博客"])
def test_a_blog_s_title_names_whose_it_is(heading: str) -> None:
    page = f"<title>元宵_{heading}_江城博客</title><h1>{heading}</h1><h2>元宵</h2><p>桥上的灯昨天晚上都亮了。"
    assert found(page) == ("小城故事", "title")
    assert found(page.replace("江城博客", "江城新闻网")) == ("", "")


@pytest.mark.parametrize("heading", ["小城故事的博客", "小城故事的BLOG", "小城故事的日志"])
def test_a_heading_that_is_not_the_page_s_title_names_whose_blog_it_is(heading: str) -> None:
    page = f"<title>元宵-江城网</title><h1>{heading}</h1><h3>元宵</h3><p>桥上的灯昨天晚上都亮了。"
    assert found(page) == ("小城故事", "title")
    assert found(page.replace("元宵-", f"{heading}-")) == ("", "")


@pytest.mark.parametrize(("called", "text"), [("小城故事", "小城故事的空间"), ("小城故事的技术博客", "小城故事")])
def test_a_blog_s_title_names_whom_a_text_calls_its_owner(called: str, text: str) -> None:
    page = f"<title>元宵_{called}_江城空间</title><a href=/>{text}</a><h2>元宵</h2><p>桥上的灯昨天晚上都亮了。"
    assert found(page) == ("小城故事", "title")
    assert found(page.replace(f">{text}<", f">{text}又一年<")) == ("", "")


def test_the_site_is_no_author_beside_another() -> None:
    page = "<title>搬家_江城日报</title><meta name=author content=江城日报><p>桥上的灯昨天晚上都亮了。"
    assert found(f"<meta property=article:author content=南山客>{page}") == ("南山客", "meta")
    assert found(page) == ("江城日报", "meta")
    both = '<title>Moving | The Town</title><meta name=author content="Ann Lee, The Town"><p>It rained.'
    assert found(both) == ("Ann Lee", "meta")


def test_a_reporter_s_element_and_what_microdata_states_of_an_author() -> None:
    text = "<p>桥上的灯昨天晚上都亮了，河边站满了人。"
    for called in ("기자", "선임기자", "인턴 기자", "특파원"):
        assert found(f"<h1>搬家</h1><div class=Detail_reporter>박수혁 {called}</div>{text}") == ("박수혁", "element")
    hidden = "<span hidden itemprop=author><meta itemprop=name content=南山客></span>"
    assert found(f"<h1>搬家</h1>{hidden}{text}") == ("南山客", "element")


def test_a_page_s_title_names_whose_account_it_is() -> None:
    page = "<title>元宵_小城故事</title><h4>小城故事</h4>{}<h1>元宵</h1><p>桥上的灯昨天晚上都亮了。"
    assert found(page.format("<p><em>233</em>文章</p><p><em>12.5万</em>总阅读</p>")) == ("小城故事", "title")
    assert found(page.format("<p>文章</p>")) == ("", "")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("<a>小城故事</a><i>·</i>2024-03-05", "小城故事"),
        ("<a>城事</a><i>·</i>2024-03-05", ""),
        ("<b>小城故事</b><p><i>2024-03-05 10:20</i><i>浙江</i><i>优质生活领域创作者</i></p><a>关注</a>", "小城故事"),
        ("<b>小城故事</b><p><i>2024-03-05 10:20</i><i>IP属地：浙江</i></p><a>关注</a>", "小城故事"),
        ("<b>小城故事</b><p>2024-03-05 10:20 · 发布于浙江 · 优质生活领域创作者</p><a>关注</a>", "小城故事"),
        ("<b>小城故事</b><i>2024-03-05 10:20</i><i>日本</i><i>美食达人</i><a>订阅</a>", "小城故事"),
        ("<i>2024-03-05 10:20</i><b>小城故事</b><a>关注</a>", "小城故事"),
        ("<a class=up-name>小城故事</a><p>2024年03月05日 10:20</p>", "小城故事"),
        (
            "<div class=author-box><b>江城晚报</b><i>发布于北京</i><i>江城晚报官方账号</i><a>+ 关注</a></div>",
            "江城晚报",
        ),
    ],
)
def test_an_account_is_called_neither_after_its_kind_nor_after_where_it_is(line: str, name: str) -> None:
    text = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    card = "<aside><b>小城故事</b><p>特邀作者</p><p>发表文章31篇</p></aside>"
    page = f"<title>可可涨了四成</title><h1>可可涨了四成</h1><div>{line}</div><article>{text}</article>{card}"
    article = extract_page(page.encode())
    assert isinstance(article, Article)
    assert article.author == name


def test_an_element_of_a_source_is_none_of_an_author() -> None:
    box = "<div class=author-line><a class=news_source>江城网生活</a>{}</div>"
    page = f"<h1>可可涨了四成</h1>{box}<p>桥上的灯昨天晚上都亮了，河边站满了人。"
    assert found(page.format("<span>作者：卜青</span>"))[0] == "卜青"
    assert found(page.format("")) == ("", "")


def test_the_reporter_goes_before_the_paper_that_the_page_states() -> None:
    paper = "<title>可可涨了四成</title><meta property=article:author content=江城晚报><p>江城晚报</p>"
    page = f"{paper}<p>{{}}今年涨了四成。”"
    assert found(page.format("江城晚报 记者 周玉兰 “可可")) == ("周玉兰", "byline")
    assert found(page.format("本地不少 记者 周玉兰 “可可")) == ("江城晚报", "meta")
    assert found(page.format("城市組／周玉蘭報導</p><p>")) == ("周玉蘭", "byline")


def test_a_button_behind_an_empty_label_is_no_author() -> None:
    button = "<div><a>我要评论(<em>38</em>)</a></div>"
    page = f"<h1>济南发布雷电黄色预警</h1><p>作者：<span></span></p>{button}<p>局地有阵风。</p>"
    assert extract_page(f"<title>济南发布雷电黄色预警</title>{page}".encode()).author == ""


def test_users_are_authors_between_the_title_and_the_text_alone() -> None:
    quotes = "".join(
        f"<div class=item><span class=name>{name}</span><b>1.2%</b></div>" for name in ("美元指数", "黄金")
    )
    title = "<h1>可可涨了四成</h1>"
    lines = "".join(f"<p>{line}</p>" for line in PARAGRAPHS)
    page = f"<title>可可涨了四成</title><body><div class=ticker>{quotes}</div>{title}{{}}<article>{lines}</article>"

    def written_by(line: str) -> str:
        one = extract_page(page.format(line).encode())
        assert isinstance(one, Article)
        return one.author

    assert written_by("<p><time>2024-03-05</time></p>") == ""
    assert written_by("<p><span class=name>卜青</span> <time>2024-03-05</time></p>") == "卜青"


def test_a_label_before_a_slash_is_no_author() -> None:
    line = "<h4 class=byline><a class=article-author></a></h4><h4 class='byline source'>来源 / <a>晚报</a></h4>"
    assert found(f"<h1>罗厘翻覆</h1>{line}")[0] in ("", "晚报")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("<p><i class='fa fa-user'></i> 南山客 <i class='fa fa-clock-o'></i> 2024-03-05</p>", "南山客"),
        ("<p><svg class=icon-user-o></svg><span>nanshan2019</span> 2024-03-05</p>", "nanshan2019"),
        ("<p><i class='fa fa-user-plus'></i> 加入我们 <i>2024-03-05</i></p>", ""),
        ("<p><i class='fa fa-user'></i></p><p>桥上的灯 2024-03-05</p>", ""),
        ("<p><span class=user>南山客</span><span class=date>2024-03-05</span></p>", "南山客"),
        ("<p>2024-03-05 18:30:49 by 南山客</p>", "南山客"),
        ("<p>发布者：胡玉兰 发布时间：2024-03-05</p>", "胡玉兰"),
        ("<p>发布者：教务处 发布时间：2024-03-05</p>", ""),
    ],
)
def test_who_wrote_stands_behind_an_icon_or_beside_the_time(line: str, name: str) -> None:
    text = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    page = f"<title>可可涨了四成</title><h1>可可涨了四成</h1>{line}<article>{text}</article>"
    article = extract_page(page.encode())
    assert isinstance(article, Article)
    assert article.author == name


@pytest.mark.parametrize(
    ("under", "name"),
    [
        ("<div class=article-author><img alt=南山客><h4>南山客</h4><p>白天上班，晚上写字。</p></div>", "南山客"),
        (
            "<p>本站原创，由 <a href=/author/3/>南山客</a> 2024-03-05 发表</p><p><a href='/author/3'>他写的</a></p>",
            "南山客",
        ),
        ("<ul><li><a href=/author/3/>南山客</a><li><a href=/author/4/>卜青</a></ul>", ""),
    ],
)
def test_the_box_of_an_author_or_the_only_link_to_one_stands_under_the_text(under: str, name: str) -> None:
    assert signed(f"<article>{LAMPS}</article><p>{'标签' * 60}</p>{under}") == name


def test_software_is_no_author() -> None:
    text = "<p>桥上的灯昨天晚上都亮了，河边站满了人。"
    assert found(f'<meta name=generator content="Kite! 3.4"><meta name=author content="Kite! Team">{text}') == ("", "")
    assert found(f"<meta name=author content=云雀内容管理系统>{text}") == ("", "")


def test_an_author_whom_the_page_shows_goes_before_one_that_only_its_head_names() -> None:
    page = "<meta name=author content=Kite42><h1>Lamps</h1>{}<p>It rained all day."
    assert found(page.format("<p><a rel=author href=/x>Ann Lee</a>")) == ("Ann Lee", "element")
    assert found(page.format("<p>Kite42 and <a rel=author href=/x>Ann Lee</a>")) == ("Kite42", "meta")
    assert found(page.format("")) == ("Kite42", "meta")


def test_the_head_of_an_article_is_not_its_author_whatever_it_is_marked_as() -> None:
    head = "<div itemprop=author><h1>Lamps</h1><a rel=author href=/x>Ann Lee</a></div>"
    assert found(f"{head}<p>It rained all day.") == ("Ann Lee", "element")


@pytest.mark.parametrize(
    ("under", "name"),
    [
        ("<p>posted @ <i>2024-03-05 10:20</i> <a>南山客</a> 阅读(31) 评论(2)</p>", "南山客"),
        ("<p>责任编辑：</p><p>江城网 版权所有</p>", ""),
    ],
)
def test_under_the_text_a_name_stands_behind_the_time_and_none_on_the_line_behind_an_empty_label(
    under: str, name: str
) -> None:
    assert signed(f"<article>{LAMPS}</article>{under}") == name


def test_the_number_of_an_editor_is_no_name() -> None:
    assert found("<p>正文。</p><p>责任编辑：NF072</p>") == ("", "")
    assert found("<p>正文。</p><p>责任编辑：林一_NF072</p>") == ("林一", "editor")


@pytest.mark.parametrize(("about", "name"), [("<b>阿桂</b><i>修船的人</i>", "阿桂"), ("<b>阿桂说</b>", "")])
def test_a_blog_is_whose_name_its_own_begins_with_if_the_page_names_them_alone(about: str, name: str) -> None:
    text = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    page = (
        f"<title>可可涨了四成 – 阿桂的修船笔记</title><h1>可可涨了四成</h1><article>{text}</article><div>{about}</div>"
    )
    article = extract_page(page.encode())
    assert isinstance(article, Article)
    assert article.author == name


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<p><span class=author><em>河边晚报</em> 记者 韩梅</span> <i>编辑 林一</i></p><p>正文。</p>", "韩梅"),
        ("<p>　　本报江城3月5日讯 记者韩梅 近日，桥上的灯都亮了。</p>", "韩梅"),
        ("<p>江城3月5日电 记者 韩梅 桥上的灯都亮了。</p>", "韩梅"),
        ("<p>责任编辑：江城小编</p>", ""),
    ],
)
def test_reporters_beside_their_paper_and_at_the_beginning_of_a_text(html: str, name: str) -> None:
    assert found(html)[0] == name


def test_the_number_of_a_member_stands_behind_the_name() -> None:
    assert (
        signed(f"<p><b>LampLighter</b> (31822) 发表于 2024-03-05 10:20</p><article>{LAMPS}</article>") == "LampLighter"
    )


def test_what_somebody_is_in_brackets_is_no_part_of_the_name() -> None:
    assert found("<p>作者：韩孟白（西北某高校历史地理研究所教授）</p>") == ("韩孟白", "byline")


def test_whom_a_label_calls_the_author_goes_before_the_editor_whom_the_head_names() -> None:
    page = (
        "<title>重读县志里的水_光谷网</title><meta name=author content=孙宗鹤>"
        "<h1>重读县志里的水</h1><p>2026-11-15 04:15</p>"
        "<div><p>作者：韩孟白</p>"
        + "<p>翻开任何一部旧县志，水利一门总排在前头，写到一条渠、一道堰，却往往不厌其烦。</p>" * 3
        + "</div><div>[ 责编：孙宗鹤 ]</div>"
    )
    assert extract_page(page.encode()).author == "韩孟白"


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<p>江城观察网站 林一 报道 近日，桥上的灯都亮了。</p>", "林一"),
        ("<p>来源：江城观察</p><p>作者：江城观察评论员</p><p>2024-03-05 10:20</p>", "江城观察评论员"),
        (
            '<script type="application/ld+json">{"@type": "NewsArticle",'
            ' "author": {"@type": "Person", "name": "江城新聞網"},'
            ' "publisher": {"@type": "Organization", "name": "江城新聞網"}}</script>'
            "<div class=post-reporter><span>記者</span> 林梅 韓平</div><p>橋上的燈都亮了。",
            "林梅, 韓平",
        ),
    ],
)
def test_who_writes_for_a_paper(html: str, name: str) -> None:
    assert found(html)[0] == name


LIT = "<p>桥上的灯一盏一盏亮起来，卖花的老人收了摊，沿着河走回家，路上没有人说话。</p>" * 3


@pytest.mark.parametrize(
    "html",
    [
        f"<p>江岸灯影</p><p>LV.7</p><p>(江城)</p><p>+关注</p><article>{LIT}</article>",
        f"<div><a><b>江岸灯影</b></a></div><div>2024-03-05 10:20</div><div>原创</div><article>{LIT}</article>",
        f"<p>2024-03-05</p><article>{LIT}</article><p>江岸灯影 发表于 22:47 | 阅读(87)</p><p>岸边人 | 2024-03-06</p>",
        f"<p>2024-03-05</p><article>{LIT}</article><h3>作者简介</h3><p>江岸灯影</p><p>写路灯的人。</p>",
        f"<p>2024-03-05</p><article>{LIT}</article><div><img src=a.png class=rounded-full>"
        "<div><p>江岸灯影</p><p>写路灯的人。</p></div></div>",
        f"<p>写了十年，灯也亮了十年。</p><div><a href=/users/7>江岸灯影</a><i>2024-03-05</i></div><div>{LIT}</div>",
    ],
)
def test_who_is_shown_over_and_under_a_text(html: str) -> None:
    assert signed(html) == "江岸灯影"


def test_pictures_of_those_who_remark_show_no_author() -> None:
    remarks = "".join(f"<div><img class=avatar src={n}.png><p>岸边人{n}</p><p>写得好。</p></div>" for n in range(2))
    assert signed(f"<p>2024-03-05</p><article>{LIT}</article>{remarks}") == ""


def test_an_element_that_holds_the_one_of_the_author_is_asked_after_it() -> None:
    head = (
        "<div class=has-byline><span>Heard on <a>Morning Town</a></span><p class=byline><a rel=author>Ann Lee</a></div>"
    )
    assert found(f"<h1>Town</h1>{head}<p>The library opens on Monday.") == ("Ann Lee", "element")


def test_who_contributed_an_article() -> None:
    line = "<p>This article was contributed by Ann Lee</p>"
    assert found(f"<h1>Town</h1>{line}<p>The library opens on Monday.") == ("Ann Lee", "byline")
