"""Honest emptiness: pages that hold no article are told by what they say, and lists by what they are made of."""

from __future__ import annotations

import gzip
import json
import zlib
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.errors import PASSING, Reason
from crawler.extract import extract_page
from crawler.extract.refusal import says_article
from crawler.extract.structured import stated
from crawler.extract.table import build
from crawler.model import Article, Rejected, Thread

SENTENCE = "去年的这个时候，河边还是一片空地，没有人想到会有一座图书馆。"


def page(title: str, body: str, head: str = "") -> bytes:
    menu = "<nav><a href=/>首页</a><a href=/news>新闻</a><a href=/sport>体育</a></nav>"
    foot = "<footer>关于我们 联系方式 版权所有</footer>"
    return f"<title>{title}</title>{head}<body>{menu}<div class=main>{body}</div>{foot}".encode()


def reason(html: bytes) -> Reason | None:
    return reason_at(html, "")


def reason_at(html: bytes, address: str) -> Reason | None:
    found = extract_page(html, address)
    return found.reason if isinstance(found, Rejected) else None


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("安全验证", "<p>请拖动滑块完成拼图，以便我们确认是您本人在操作。</p>"),
        ("访问异常", "<h1>您的访问过于频繁</h1><p>请输入验证码后继续访问。</p><input name=code>"),
        ("Just a moment...", "<h2>Checking if the site connection is secure</h2><p>This may take a few seconds.</p>"),
        ("Security", "<p>Please verify that you are not a robot. It helps us to keep the site safe for all.</p>"),
        ("Making sure you&#39;re not a bot!", f"<p>{'This is a riddle for your browser. It takes a while. ' * 9}</p>"),
        ("Access denied", "<p>The owner of this site has blocked the country that your address is in.</p>"),
        ("405", "<h1>您访问的网址有可能对网站造成安全威胁，您的访问被阻断。</h1>"),
        ("请稍候", "<h2>正在检测您的浏览器，完成后将打开您请求的页面。</h2>"),
        ("人机身份验证", "<p>系统检测到您的网络环境存在异常，请完成以下操作后继续访问。</p>"),
        ("网站防火墙", "<p>您的请求带有不合法参数，已被管理员拦截！</p><p>您可以检查提交的内容，或者联系网站。</p>"),
        ("403 Forbidden", "<p>Your address may not open this page, and we are sorry for that.</p>"),
        ("Pardon us", "<p>Something about your browser made us think that you were a bot. It may be too old.</p>"),
    ],
)
def test_challenges(title: str, body: str) -> None:
    assert reason(page(title, body)) is Reason.CHALLENGE


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("用户登录", "<form><p>用户名<input name=user></p><p>密码<input type=password></p></form>"),
        ("读书论坛", "<p>抱歉，您需要登录后才可以查看本帖的内容。</p><form><input type=password></form>"),
        ("读书论坛", "<p>您所在的用户组无权访问该版块，请联系版主。</p>"),
        ("Sign in - Town", "<form><p>Your name and the password that you have chosen</p><input type=password></form>"),
        ("Boats - Log in", "<p>The password that you have chosen takes you on board.</p><input type=password>"),
        ("河湾论坛 » 登录", "<p>还没有来过的人，说一个名字就可以了。</p><form><input type=password></form>"),
        ("Town", "<p>You must be logged in to read this. It is free for all who live in the town.</p>"),
        ("提示信息 - 读书论坛", "<p>抱歉，您尚未登录，没有权限访问该版块。</p>"),
        ("登录 - 晚报", "<form><p>验证码登录，密码登录，我已阅读并同意用户协议。</p><input type=password></form>"),
        ("晚报周刊", "<h1>河水又涨了</h1><p>本文为付费内容，订阅后阅读全文。</p>"),
        ("Town", "<h1>The river</h1><p>Subscribe to continue reading. It costs less than a cup of coffee.</p>"),
        ("河湾 18限", "<p>本网页含有限制级内容。</p><a href=/enter>我已满18岁，进入</a> <a href=/>离开</a>"),
        ("河灣", "<p>依照規定，未滿十八歲之人不得瀏覽這裡的文章。</p>"),
        ("Error", "<p>You do not have permission to view this page. Ask the people who run the forum.</p>"),
    ],
)
def test_login_pages(title: str, body: str) -> None:
    assert reason(page(title, body)) is Reason.LOGIN_PAGE


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("404", "<p>这里什么也没有，您可以回到首页看看。</p>"),
        ("晚报", "<h1>抱歉</h1><p>您访问的页面不存在或已被删除，五秒后回到首页。</p>"),
        ("提示信息 - 读书论坛", "<p>抱歉，指定的主题不存在或正在被审核。</p>"),
        ("晚报", "<p>该内容已被作者删除，您可以看看其他的文章。</p>"),
        ("Page not found | Town", "<p>We have moved some of our pages. You may find it from the front page.</p>"),
        ("Town", "<p>Sorry, the page you are looking for could not be found. It may have been moved.</p>"),
        ("Town", "<p>This article is no longer available in your region, and we are sorry for that.</p>"),
        ("Town", "<h2>Oops! That page doesn’t exist or is private.</h2>"),
        ("晚报", "<p>此内容因违规无法查看。</p>"),
        ("晚报视频", "<p>您来晚了一步，该视频已下架。</p>"),
        ("河湾吧", "<p>很抱歉，该贴已被删除。</p><p>没有关系，看看大家在聊什么。</p>"),
        ("搜索", "<p>抱歉，没有找到与“图书馆”相关的结果，换一个词试试。</p>"),
        ("搜索", "<p>很抱歉，没有找到与“清江县第二图书馆开放时间”相关的内容。您可以少用几个字，或者换一个词。</p>"),
        ("搜索", "<p>抱歉，没有找到与“<em>图书馆</em>”相关的结果，换一个词试试。</p>"),
        ("河湾吧404", "<h1>抱歉，这里什么也没有。</h1><p>三秒后回到首页，看看别的。</p>"),
        ("错误：Not Found", "<p>没有能处理 /weather 的程序。</p>"),
        ("&lt;1842@example.org&gt; not found", "<p>This archive is public. See how to clone all of its letters.</p>"),
        ("河湾吧", "<h1>抱歉，您要访问的贴子被隐藏。</h1><p>三秒后回到首页，看看别的。</p>"),
        ("Town", "<h2>Sorry</h2><p>This content is not available any more.</p>"),
        ("town.example", "<p>This domain is for sale. Make an offer today.</p>"),
        ("Город", "<p>Запрашиваемая тема не найдена или была удалена.</p>"),
        ("Stadt", "<p>Die Seite wurde leider nicht gefunden. Vielleicht hilft die Suche.</p>"),
        ("町", "<p>お探しのページは見つかりませんでした。</p>"),
    ],
)
def test_missing_pages(title: str, body: str) -> None:
    assert reason(page(title, body)) is Reason.MISSING_PAGE


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("系统维护", "<p>网站正在升级，预计今晚十点恢复访问，请谅解。</p>"),
        ("读书论坛", "<b>论坛维护中</b><p>机房的线路要换，本站今晚停止访问，请大家相互转告。</p>"),
        ("读书论坛", "<p>我们已经将此出错信息详细记录，由此带来的不便深感歉意。</p>"),
        ("晚报", "<h1>服务器内部错误</h1><p>请稍后再试。</p>"),
        ("Error", "<h1>Something went wrong</h1><p>We are working on it. Please try again later.</p>"),
    ],
)
def test_errors_of_the_site(title: str, body: str) -> None:
    assert reason(page(title, body)) is Reason.SERVER_ERROR
    assert Reason.SERVER_ERROR in PASSING


@pytest.mark.parametrize(
    "html",
    [
        b"<title>Town</title><div id=app></div><script src=/app.js></script>",
        page("Town", "<div id=app>Loading…</div><script src=/app.js></script>").replace(
            b"<footer>", b"<footer hidden>"
        ),
        b"<title>Which rope?</title><link rel=preload as=script href=/a.js><body><a href=/>Town</a><div id=main></div>",
        b"<div id=root></div><script>render()</script>",
        page("晚报", "<noscript>请启用 JavaScript 后继续</noscript>"),
        "<title>晚报</title><ul><li><a href=/1>本地</a><li><a href=/2>天气</a></ul><p>正在加载，请稍候...</p>".encode(),
        page("Town", "<p>We are sorry, but this site does not work without JavaScript enabled. Turn it on.</p>"),
    ],
)
def test_pages_that_scripts_fill(html: bytes) -> None:
    assert reason(html) is Reason.NEEDS_SCRIPT


PAGE = page("图书馆", f"<h1>图书馆</h1><p>{SENTENCE * 5}</p>")
RSS = b"<rss version='2.0'><channel><title>News</title>" + f"<item><description>{SENTENCE * 9}".encode()


@pytest.mark.parametrize(
    "data", [gzip.compress(PAGE * 9), zlib.compress(PAGE * 9), b"%PDF-1.7\n" + PAGE, b"\x89PNG\r\n\x1a\n" + PAGE]
)
@pytest.mark.parametrize("content_type", [None, "text/html; charset=utf-8"])
def test_pictures_and_archives_are_no_pages_whatever_they_are_called(data: bytes, content_type: str | None) -> None:
    found = extract_page(data, content_type=content_type)
    assert isinstance(found, Rejected)
    assert found.reason is Reason.CONTENT_TYPE
    assert not found.text


@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "utf-16", "utf-8-sig"])
def test_a_page_in_any_charset_is_no_binary_data(charset: str) -> None:
    assert SENTENCE in extract_page(PAGE.decode().encode(charset)).text


@pytest.mark.parametrize("prolog", [b"", b"\xef\xbb\xbf", b"\n<?xml version='1.0'?>\n<!-- by a blog -->"])
@pytest.mark.parametrize("feed", [RSS, RSS.replace(b"rss", b"feed"), RSS.replace(b"rss", b"rdf:RDF"), b"<urlset><url>"])
def test_a_feed_is_a_list(feed: bytes, prolog: bytes) -> None:
    assert reason(prolog + feed) is Reason.LIST_PAGE


def test_a_page_about_feeds_is_an_article() -> None:
    assert reason(PAGE.replace(b"<p>", b"<p>&lt;rss&gt; <rss></rss>")) is None


def test_what_scripts_ask_for_is_no_article() -> None:
    assert reason(json.dumps({"code": 0, "data": [SENTENCE * 9]}, ensure_ascii=False).encode()) is Reason.CONTENT_TYPE
    assert reason(json.dumps({"code": 404, "msg": "文章不存在"}, ensure_ascii=False).encode()) is Reason.MISSING_PAGE
    assert reason(b"[" * 100_000) is not Reason.CONTENT_TYPE
    assert reason(f"[快讯] {SENTENCE * 9}".encode()) is None


@pytest.mark.parametrize("html", [b"", b"<html><body></body></html>", b"<p> </p><!-- nothing -->"])
def test_empty_pages(html: bytes) -> None:
    assert reason(html) is Reason.EMPTY_PAGE


def rows(count: int, around: str = "<p>林一 2024-03-{day:02} 回复 {day}</p>") -> str:
    return "".join(
        f"<li><a href=/thread/{number}>第{chr(0x4E00 + number)}座新的图书馆在河边开放</a>"
        + around.format(day=number % 28 + 1)
        + "</li>"
        for number in range(count)
    )


def test_a_heading_that_says_404_names_a_missing_page_whatever_that_is_called() -> None:
    says = '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Gone fishing."}</script>'
    told = (
        "<h2>Gone fishing.</h2><p>We have stories of all kinds, even a page that does not exist. Try another one.</p>"
    )
    assert reason(page("Gone fishing. | Town", f"<h1>404</h1>{told}", says)) is Reason.MISSING_PAGE
    assert reason(page("Gone fishing. | Town", f"<h1>Gone fishing</h1>{told}", says)) is None


def test_a_title_alone_is_no_article() -> None:
    assert reason(f"<title>{SENTENCE}</title><body><a href=/>首页</a>".encode()) is Reason.NO_CONTENT


def test_a_missing_page_may_have_an_address_with_a_date() -> None:
    missing = page("提示信息", "<h1>系统提示</h1><p>文章已删除或正在审核中！</p>")
    found = extract_page(missing, "https://news.example.org/html/20240311/12.html")
    assert isinstance(found, Rejected)
    assert found.reason is Reason.MISSING_PAGE


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("抱歉，指定的主题不存在或已被删除或正在被审核", Reason.MISSING_PAGE),
        ("抱歉，您所在的用户组没有权限查看本版块", Reason.LOGIN_PAGE),
    ],
)
def test_a_forum_s_message_is_no_page_whatever_stands_around_it(said: str, expected: Reason) -> None:
    rows = "".join(f"<li><a href=/thread-{n}-1-1.html>{SENTENCE}</a> 2024-03-{n + 10}" for n in range(10))
    body = f"<p>{said}</p><h3>热帖</h3><ul>{rows}</ul><p>GMT+8, 2024-04-01 09:00, Processed in 0.08 seconds</p>"
    assert reason(page("提示信息 - 装修 - 河湾论坛", body)) is expected
    assert reason(page("提示信息怎样写才好懂", f"<h1>提示信息怎样写才好懂</h1><p>{said}。{SENTENCE * 9}</p>")) is None


def test_captions_and_labels_are_no_article() -> None:
    pictures = "".join(f"<a href=/pic/{number}><img src=/{number}.jpg></a>" for number in range(4))
    assert (
        reason(page("秋天的银杏_风光图库", f"<h1>秋天的银杏</h1>{pictures}<p>城南大道的秋天</p>")) is Reason.NO_CONTENT
    )


def test_what_a_video_shows_is_no_article() -> None:
    player = "<div><video src=/1></video><span>01:20</span></div>"
    body = f"{player}<h1>秋天的银杏</h1><div>11月7日，江城。来源：江城视频</div><nav>下一个 再看一次</nav>"
    found = reason_at(f"<title>秋天的银杏_江城</title>{body}".encode(), "https://example.org/v/20241107A1")
    assert found is Reason.NO_CONTENT


def test_a_few_labels_far_from_the_title_are_no_article_though_the_page_has_dates() -> None:
    archive = "".join(f"<li><time>2024-03-0{n}</time> <a href=/{n}>散步</a>" for n in range(1, 6))
    assert reason(page("全部", f"<h1>全部</h1><ul>{archive * 40}</ul>")) is Reason.NO_CONTENT
    assert (
        reason(
            page("银杏", f"<h1>银杏</h1><time>2024-03-05</time><img src=/1.jpg><p>城南大道的秋天</p><ul>{archive}</ul>")
        )
        is None
    )


def test_a_list_page() -> None:
    board = page("读书 - 论坛", f"<h1>读书</h1><p>在这里谈你读过的书。</p><ul>{rows(20)}</ul>")
    found = extract_page(board, "https://example.org/board/2")
    assert isinstance(found, Rejected)
    assert (found.reason, found.title) == (Reason.LIST_PAGE, "读书")


@pytest.mark.parametrize("address", ["", "href=#", 'href="javascript:void(0)"'])
def test_links_that_wait_for_a_script_make_a_list_page(address: str) -> None:
    items = "".join(f"<li><a {address}>关于印发{place}管理办法的通知</a> <i>2014-09-22</i></li>" for place in PLACES)
    assert (
        reason(page("规章制度", f"<h1>规章制度</h1><ul>{items}</ul><p>每页 12 条，总共 43 条</p>")) is Reason.LIST_PAGE
    )


def test_a_sentence_over_a_list_has_not_the_dates_of_its_rows() -> None:
    row = "<tr><td><a href=/t/{number}>{place}周末延长开放时间</a><td>2024-03-{day:02} 08:00"
    items = "".join(row.format(number=number, place=place, day=number + 1) for number, place in enumerate(PLACES))
    head, said = "<h1>城里的事</h1>", "<p>在这里谈城里的事，谈什么都可以。</p>"
    assert reason(page("城里的事", f"<div>{head}{said}</div><table>{items}</table>")) is Reason.LIST_PAGE
    own = page("城里的事", f"<div>{head}<p>2024-02-28 08:00 来源：晚报</p>{said}</div><table>{items}</table>")
    assert isinstance(extract_page(own), Article)


TEASER = "<div><h3><a href=/news/{number}>{title}</a></h3><p>{said}</p><i>2024-03-{day:02}</i></div>"
PLACES = ["书店", "学校", "医院", "车站", "公园", "剧院", "球场", "市场", "码头", "茶馆", "邮局", "画廊"]
MORE_PLACES = [*PLACES, "花店", "银行", "药店", "浴室"]


def teasers(said: str, head: str = "") -> bytes:
    each = [
        TEASER.format(number=number, title=f"河边新开的{place}今天开门", said=said, day=number + 1)
        for number, place in enumerate(PLACES)
    ]
    return page("社会 - 城市晚报", f"<h1>社会</h1>{''.join(each)}", head)


@pytest.mark.parametrize(("moved", "shown"), [("2024/0115", "2024-01-15"), ("2024/0304", "2024-03-01")])
def test_a_few_sentences_under_a_time_are_an_article_whatever_day_its_address_has(moved: str, shown: str) -> None:
    rows = "".join(f"<li><a href=/2024/{n}.html>河边的第{n}座小桥下个月就要动工修缮了</a></li>" for n in range(20))
    head = "<tr><td><b>图书馆明起开放</b></td></tr><tr><td>2024-03-01 08:12　来源：城市晚报</td></tr>"
    body = f"<table>{head}<tr><td><p>新图书馆明天上午八点向市民开放，读者凭身份证即可入馆。</p></td></tr></table>"
    page = f"<title>图书馆明起开放_城市晚报</title><body>{body}<ul>{rows}</ul>"
    found = extract_page(page.encode(), f"https://news.example/{moved}/c_4689921.html")
    assert isinstance(found, Article)
    assert str(found.published_at)[:10] == shown


def test_a_list_of_teasers_is_one_whatever_sentences_they_have() -> None:
    assert reason(teasers(SENTENCE)) is Reason.LIST_PAGE


def test_a_short_headline_among_others_stands_in_a_row_too() -> None:
    rows = "".join(
        f"<div class=card><div><a href=/news/{n}>{title}</a><p>{n}：{SENTENCE}</p>"
        f"<p><i>社会</i><i>{n + 1}小时前</i></p></div></div>"
        for n, title in enumerate([*(f"河边新开的{place}今天开门" for place in MORE_PLACES), "试一下"])
    )
    assert reason(page("社会 - 城市晚报", f"<div>{rows}</div>")) is Reason.LIST_PAGE


def test_one_of_several_posts_may_be_a_list_of_links() -> None:
    links = "<br>".join(
        f"<a href=/thread-{n + 9}.html>河边新开的{place}怎么走</a>" for n, place in enumerate(MORE_PLACES[:11])
    )
    said = [f"按地方整理，点进去看：<br>{links}", "路上小心。", "书店那边现在要走小路了", "改好了，谢谢", "收藏了"]
    posts = "".join(
        f"<div class=post><p><a href=/user/{n}>读者{n}</a> <i>2024-03-0{n + 1} 08:00</i></p><div>{text}</div></div>"
        for n, text in enumerate(said)
    )
    html = page("城里怎么走 - 读书论坛", f"<h1>城里怎么走</h1>{posts}")
    assert isinstance(extract_page(html, "https://bbs.example.org/thread-2-1.html"), Thread)


def few(said: str, row: str = TEASER) -> bytes:
    rows = "".join(
        row.format(number=number, title=f"河边新开的{place}今天开门", said=said, day=number + 11)
        for number, place in enumerate(PLACES[:4])
    )
    return page("社会 - 城市晚报", f"<h1>社会</h1>{rows}")


def test_a_few_teasers_are_a_list_where_nothing_else_is_on_the_page() -> None:
    assert reason(few(SENTENCE)) is Reason.LIST_PAGE
    elsewhere = TEASER.replace("/news/", "https://{number}.example/")
    assert isinstance(extract_page(few(SENTENCE, elsewhere)), Article)
    below = TEASER.replace("/news/", "#")
    assert isinstance(extract_page(few(SENTENCE, below)), Article)


ENTRY = "<h2><a href={host}/{name}>{title}</a></h2><p>{day} {title}</p><p>{said}</p><a href={host}/{name}>阅读全文</a>"
ENTRIES = [("walk", "散步"), ("rain", "雨"), ("rope", "我为什么买了一根绳子")]


def entries(
    around: str = "<article>{}</article>", host: str = "", said: str = SENTENCE, day: str = "2024-03-05"
) -> str:
    told = (ENTRY.format(host=host, name=name, title=title, day=day, said=said + title) for name, title in ENTRIES)
    return "".join(around.format(entry) for entry in told)


@pytest.mark.parametrize("around", ["<article>{}</article>", "<div class=post-{{}}>{}</div>", "{}"])
def test_entries_under_headings_that_are_links_are_a_list_however_short_these_are(around: str) -> None:
    address = "https://example.org/notes"
    assert reason_at(page("河湾小站", f"<main>{entries(around)}</main>"), address) is Reason.LIST_PAGE
    assert reason_at(page("水边", f"<h1>水边</h1><main>{entries(around)}</main>"), address) is Reason.LIST_PAGE


def test_headings_that_are_links_in_an_article_make_no_list_of_it() -> None:
    address = "https://example.org/notes"
    shops = "".join(entries(host=f"https://shop{n}.example", said=SENTENCE * 2) for n in range(2))
    told = f"<p>{SENTENCE * 4}</p>"
    digest = f"<h1>三月五日早报</h1><time>2024-03-05 08:00</time>{entries(day='')}"
    for body in (shops, entries(said=SENTENCE * 30), f"<h1>河边</h1>{told * 4}{entries()}", digest):
        assert reason_at(page("河边", body), address) is None
    said = "<meta property=og:type content=article>"
    assert reason_at(page("河边", entries(), said), address) is None


def test_a_few_headlines_behind_their_days_are_a_list() -> None:
    row = "<li><i>[2024-03-{day}]</i><a href=/news/{number}>{title}</a></li>"
    assert reason(few("", f"{row}") + "<p>共1页 首页 上一页 下一页</p>".encode()) is Reason.LIST_PAGE


@pytest.mark.parametrize(
    "path",
    [
        *("", "index.html", "tag/places", "author/12/", "search?q=places"),
        *("archives/", "archive.html", "tags/", "zh/categories/index.html", "blog/", "categories/places/index.html"),
    ],
)
def test_a_page_that_leads_to_others_holds_no_article(path: str) -> None:
    few = page("城市晚报", TEASER.format(number=1, title="河边新开的书店今天开门", said=SENTENCE, day=1) * 2)
    assert isinstance(extract_page(few, "https://example.org/2024/03/places.html"), Article)
    found = extract_page(few, f"https://example.org/{path}")
    assert isinstance(found, Rejected)
    assert found.reason is Reason.LIST_PAGE
    assert SENTENCE in found.text


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("tags/", Rejected),
        ("categories/river/", Rejected),
        ("2024/03/", Article),
        ("2024/blog/", Article),
        ("people/lin", Article),
    ],
)
def test_a_subject_holds_no_article_whatever_it_says_for_machines(path: str, kind: type[Article | Rejected]) -> None:
    said = "<meta property=og:type content=article><meta property=article:published_time content=2024-03-05>"
    one = page("河边", f"<h2><a href=/1>河边新开的书店今天开门</a></h2><p>{SENTENCE}</p>", said)
    assert isinstance(extract_page(one, f"https://example.org/{path}"), kind)


@pytest.mark.parametrize("path", ["account/register", "login.php", "issue?@template=register", "member?mod=logging"])
def test_where_one_signs_in_or_up_nothing_is_told(path: str) -> None:
    rules = "".join(f"<p>第{n}条：{SENTENCE}</p>" for n in range(9))
    form = f"<h1>欢迎来到河湾</h1><form>{rules}<input name=user><input type=password></form>"
    found = extract_page(page("欢迎", form), f"https://example.org/{path}")
    assert isinstance(found, Rejected)
    assert found.reason is Reason.LOGIN_PAGE
    for other in ("rules", "2024/places?from=login"):
        assert isinstance(extract_page(page("欢迎", form), f"https://example.org/{other}"), Article)
    named = page("登录河湾", form.replace("type=password", "name=phone"))
    assert getattr(extract_page(named, f"https://example.org/{path}"), "reason", "") is Reason.LOGIN_PAGE
    assert isinstance(extract_page(page("欢迎", rules), f"https://example.org/{path}"), Article)


def test_dates_and_menus_in_the_rows_of_a_list_are_no_headlines() -> None:
    row = (
        "<div class=row><p><a href=/t/{number}>河边新开的{place}今天开门</a></p>"
        "<p><a href=/s?q={number}>搜索同标题的文章</a></p><p><a href=/t/{number}/last>08:{day}:30</a></p></div>"
    )
    rows = "".join(row.format(number=number, place=place, day=number + 10) for number, place in enumerate(PLACES))
    assert reason(page("社会", f"<h1>社会</h1><p>在这里谈城里的事。</p>{rows}")) is Reason.LIST_PAGE


def board(row: str) -> Article | Thread | Rejected:
    rules = "<p><a href=/user/1>版主</a> 写于 2024-03-01 08:00</p><p>在这里谈城里的事，先看看有没有人问过。</p>"
    rows = "".join(row.format(number=number, place=place, day=number + 10) for number, place in enumerate(MORE_PLACES))
    html = page("城里的事 - 读书论坛", f"<section><h1>城里的事</h1>{rules}</section><ul>{rows}</ul>")
    return extract_page(html, "https://bbs.example.org/thread-2-1.html")


def test_rows_with_times_and_authors_make_a_board_whatever_post_stands_over_them() -> None:
    link = "<a href=/thread-{number}.html>河边新开的{place}今天开门，有谁去过</a>"
    found = board(f"<li>{link} <a href=/user/{{number}}>读者{{number}}</a> <i>2024-03-{{day}}</i></li>")
    assert isinstance(found, Rejected)
    assert found.reason is Reason.LIST_PAGE
    assert isinstance(board(f"<li>{link}</li>"), Thread)


def test_texts_under_headings_that_are_links_are_an_article() -> None:
    assert isinstance(extract_page(teasers(SENTENCE * 20)), Article)
    assert isinstance(extract_page(teasers(SENTENCE, '<meta property="og:type" content="article">')), Article)


def links(words: str) -> str:
    return "".join(f"<li><a href=/{number}>{words} {chr(97 + number) * 9}</a></li>" for number in range(24))


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (f"<ul>{links('The new library of')}</ul>", Rejected),
        (f"<nav><ul>{links('The new library of')}</ul></nav>", Article),
        (f"<ul>{links('Informationsbriefe')}</ul>", Article),
    ],
)
def test_menus_make_no_list_page(rows: str, kind: type[Article | Rejected]) -> None:
    said = "<p>The library opens on Monday, and the mayor will read from a book that nobody knows</p>"
    assert isinstance(extract_page(f"<title>Town</title><div>{said}</div>{rows}".encode()), kind)


def test_no_thread_stands_on_a_front_page() -> None:
    post = "<div class=post><a class=author href=/user/{n}>读者{n}</a> <i>2024-03-0{n} 08:00</i><p>{text}</p></div>"
    posts = "".join(post.format(n=n, text=SENTENCE.replace("图书馆", place)) for n, place in enumerate(PLACES[:6], 1))
    forum = page("读书论坛", posts)
    assert isinstance(extract_page(forum, "https://bbs.example.org/thread-1.html"), Thread)
    for path in (
        *("", "forum/5-places", "forums/places.12/", "projects/river/boards", "boards/3", "questions/"),
        *("user/lin/summary/", "2012/03/places/maillist.html", "timeline?y=f", "ticket?@template=search"),
    ):
        found = extract_page(forum, f"https://bbs.example.org/{path}")
        assert isinstance(found, Rejected)
        assert found.reason is Reason.LIST_PAGE
    for path in ("forum/123456", "boards/3/topics/12", "questions/1234/places", "user/lin/posts/12", "thread12.html"):
        assert isinstance(extract_page(forum, f"https://bbs.example.org/{path}"), Thread)


HEADED = """<div class=post><h3><a href=/{path}>{heading}</a></h3>
<a class=author href=/user/{n}>读者{n}</a> <i>2024-03-0{n} 08:00</i><p>{text}</p></div>"""


def headed(path: str, heading: str) -> bytes:
    texts = enumerate((SENTENCE.replace("图书馆", place) for place in PLACES[:6]), 1)
    told = (HEADED.format(n=n, path=path.format(n=n), heading=heading.format(n=n), text=text) for n, text in texts)
    return page("读书论坛", "".join(told))


def test_topics_under_headings_of_their_own_are_no_posts() -> None:
    address = "https://bbs.example.org/books/places"
    assert reason_at(headed("topic/{n}", "雨之{n}"), address) is Reason.LIST_PAGE
    for path, heading in (("user/{n}", "林{n}"), ("post/{n}", "河边的房子"), ("post/{n}", "2024-03-0{n} 08:00")):
        assert isinstance(extract_page(headed(path, heading), address), Thread)


def test_replies_with_subjects_that_lead_to_pages_of_their_own_are_posts() -> None:
    opening, *replies = headed("comment/{n}", "雨之{n}").decode().split("<div class=post>")[1:]
    opening = opening.replace("<h3><a href=/comment/1>雨之1</a></h3>", "")
    page_of = page("雨", "".join(f"<div class=post>{one}" for one in (opening, *replies)))
    assert isinstance(extract_page(page_of, "https://bbs.example.org/books/places"), Thread)


TICKETS = "".join(
    f"<tr><td>{n}</td><td>2024-03-0{n} 08:00</td><td>读者{n}</td>"
    f"<td><a href=/ticket/{n}>第{n}扇窗</a></td><td>在修</td></tr>"
    for n in range(1, 8)
)


def test_the_rows_of_a_table_that_each_lead_to_a_page_are_a_list() -> None:
    address = "https://bugs.example.org/river/all"
    table = f"<table><tr><th>号</th><th>时间</th><th>修改者</th><th>标题</th><th>状态</th></tr>{TICKETS}</table>"
    assert reason_at(page("登记", f"<h1>登记</h1>{table}"), address) is Reason.LIST_PAGE
    bare = table.replace("<a href=/ticket/", "<i id=n").replace("</a>", "</i>")
    for body in (bare, f"<p>{SENTENCE * 9}</p>{table}"):
        assert reason_at(page("登记", f"<h1>登记</h1>{body}"), address) is None


def test_what_else_to_read_makes_no_list_page_of_an_article() -> None:
    head = '<meta property="og:type" content="article">'
    heading = "<h1>河边新建图书馆</h1><p>2024-03-01 08:00 来源：晚报</p>"
    for said in (head, ""):
        article = page("河边新建图书馆", f"{heading}<p>{SENTENCE * 2}</p><ul>{rows(40, around='')}</ul>", said)
        assert isinstance(extract_page(article), Article)


def test_a_thread_whose_posts_hold_links_is_none_either() -> None:
    post = "<div class=post><a class=author href=/user/{n}>读者{n}</a> <i>2024-03-{n:02} 08:00</i><p>{text}</p></div>"
    places = ["书店", "学校", "医院", "车站", "公园", "剧院", "球场", "市场"]
    texts = [SENTENCE.replace("图书馆", place) * 3 for place in places]
    posts = "".join(post.format(n=n, text=text) for n, text in enumerate(texts, 1))
    found = extract_page(page("新图书馆 - 读书论坛", posts + rows(30, around="")), "https://example.org/thread-1.html")
    assert isinstance(found, Thread)
    assert len(found.posts) == 8


@pytest.mark.parametrize("word", ["验证码", "404", "页面不存在", "请登录", "JavaScript", "captcha"])
def test_a_longer_text_is_an_article_whatever_it_writes_about(word: str) -> None:
    text = f"{SENTENCE}他说：“{word}。”" * 10
    assert isinstance(extract_page(page(f"{word}是怎样来的", f"<h1>{word}是怎样来的</h1><p>{text}</p>")), Article)


def test_a_short_thread_is_one_whatever_it_asks_about() -> None:
    post = "<div class=post><a class=author href=/user/{n}>读者{n}</a> <i>2024-03-0{n} 08:00</i><p>{text}</p></div>"
    posts = "".join(
        post.format(n=n, text=text) for n, text in enumerate(["验证码收不到，怎么办？", "请登录后再试试看。"], 1)
    )
    asked = page("打开网页说页面不存在 - 读书论坛", f"<h1>打开网页说页面不存在</h1>{posts}")
    assert isinstance(extract_page(asked, "https://example.org/thread-1.html"), Thread)


def test_what_was_found_all_the_same_is_shown() -> None:
    found = extract_page(page("晚报", "<p>您访问的页面不存在，五秒后回到首页。</p>"))
    assert found.text == "您访问的页面不存在，五秒后回到首页。"


def test_the_summary_of_a_page_that_a_script_would_fill_is_shown() -> None:
    short = "<meta name=description content='Which rope&hellip;'>"
    long = "<meta property=og:description content='Which rope is best?'>"
    shell = f"<title>Which rope?</title>{short}{long}<div id=root>Loading…</div><script src=/app.js></script>"
    found = extract_page(shell.encode())
    assert isinstance(found, Rejected)
    assert (found.reason, found.text) == (Reason.NEEDS_SCRIPT, "Which rope is best?")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('<meta name="ArticleTitle" content="公告"><meta name="PubDate" content="2024-05-06">', True),
        ("<meta property=og:type content=Article>", True),
        ('<meta name="ColumnName" content="公告"><meta name="SiteName" content="临溪县">', False),
    ],
)
def test_what_calls_a_page_an_article_for_machines(head: str, expected: bool) -> None:
    assert says_article(stated(build(f"{head}<p>x"))) is expected


@given(st.lists(st.sampled_from(["<li>", "<a href=/1>", "图书馆在河边开放 1", "</a>", "<p>", "</li>", "<ul>", "。"])))
def test_any_page(pieces: list[str]) -> None:
    extract_page("".join(pieces * 12).encode())


def test_no_article_and_no_thread_is_refused(corpora: Path) -> None:
    """But for fourteen, which are in the gold as articles or threads: an error page, a missing one, a challenge, lists
    of works and of questions, two front pages, and the shells of five forums."""
    refused = []
    for folder in (*sorted((corpora / "articles").iterdir()), corpora / "threads"):
        for line in (folder / "gold.jsonl").open(encoding="utf-8"):
            row = json.loads(line)
            html = folder / (row.get("html_file") or f"html/{row['file']}")
            found = extract_page(unpacked(html), row.get("url") or "")
            if isinstance(found, Rejected) and found.reason is not Reason.NO_CONTENT:
                refused.append(html.name)
    assert len(refused) <= 14, refused


def test_boards_are_told_to_be_lists(corpora: Path) -> None:
    folder = corpora / "boards"
    pages = [json.loads(line) for line in (folder / "gold.jsonl").open(encoding="utf-8")]
    found = [extract_page((folder / "html" / row["file"]).read_bytes(), row["url"]) for row in pages]
    assert sum(isinstance(result, Rejected) for result in found) >= 0.9 * len(found)


def unpacked(path: Path) -> bytes:
    html = path.read_bytes()
    return gzip.decompress(html) if path.suffix == ".gz" else html


DATED = '<meta property="article:published_time" content="2022-10-12T18:20:00+08:00">'


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("<h1>航拍：江城梯田开镰</h1><i>2022-10-12 18:20</i>", Article),
        (f"{DATED}<h1>航拍：江城梯田开镰</h1>", Article),
        (f"{DATED}<div class=t>航拍：江城梯田开镰</div><b>图集</b>", Article),
        (f"{DATED}<h2>航拍</h2>", Rejected),
        ("<h1>航拍：江城梯田开镰</h1>", Rejected),
    ],
)
def test_one_sentence_under_its_title_and_time_is_an_article_whatever_else_there_is_to_see(
    head: str, kind: type[Article | Rejected]
) -> None:
    said = "<p>金秋时节，江城的千亩梯田迎来丰收，农户们在抢收水稻。</p><b>+1</b>"
    links = "".join(f"<li><a href=/{n}>{'江城' * (n + 1)}的老街上开了一家新的面馆</a></li>" for n in range(14))
    page = f"<title>航拍：江城梯田开镰_江城广电</title>{head}<div>{said}</div><ul>{links}</ul>"
    assert isinstance(extract_page(page.encode()), kind)
    program = "<pre>" + "apt-get install river-terraces\n" * 3 + "</pre>"
    assert isinstance(extract_page(page.replace(said, said.replace("<b>", f"{program}<b>")).encode()), kind)


def test_a_few_teasers_below_do_not_outweigh_a_dated_line_under_its_title() -> None:
    rows = "".join(
        TEASER.format(number=n, title=f"河边新开的{PLACES[n]}今天开门", said=SENTENCE, day=n + 11) for n in range(5)
    )
    head = "<h1>安装不了的解决办法</h1><p>2024-03-05 08:00</p>"
    own = page(
        "安装不了的解决办法",
        f"<div>{head}<p>先装好下面这个再试一次就行：</p><pre>apt install riverlib</pre></div>{rows}",
    )
    found = extract_page(own)
    assert isinstance(found, Article)
    assert "riverlib" in found.text


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Page not found", "The page you asked for is not here. Try one of these stories."),
        ("404 Not Found", "We looked for it everywhere. It is gone."),
        ("抱歉，您访问的页面不存在", "请检查地址。也可以看看下面的新闻。"),
    ],
)
def test_a_page_that_is_called_missing_is_whatever_it_says_for_machines(title: str, said: str) -> None:
    stories = "".join(f"<li><a href=/{n}>{'河边' * (n + 1)}的老街</a> <time>2024-03-0{n + 1}</time>" for n in range(4))
    head = f"<meta property=og:type content=article>{DATED}<title>{title} - 江城广电</title>"
    found = extract_page(f"{head}<h1>{title}</h1><p>{said}</p><ul>{stories}</ul>".encode())
    assert isinstance(found, Rejected)
    assert found.reason == Reason.MISSING_PAGE
    other = extract_page(f"{head}<h1>{title}的文章去了哪里</h1><p>{said}</p>".replace(title, f"{title}的文章").encode())
    assert isinstance(other, Article)


def test_a_missing_page_may_have_nothing_but_its_number_and_the_date_of_its_file() -> None:
    said = f"{DATED}<h1>404</h1><time>2024-03-05</time><p>页面走丢了。也许它去河边散步了，等等它吧。</p>"
    assert reason(page("404 - 河湾小站", said)) is Reason.MISSING_PAGE
    assert reason(page("404 - 河湾小站", said.replace("页面走丢了", "昨天是第四百零四天"))) is None


def test_what_is_said_where_there_are_no_scripts_is_no_text() -> None:
    message = "<noscript><div>这个页面在启用 JavaScript 后更好看。请打开它。</div></noscript>"
    archive = "".join(f"<li><time>2024-03-0{n}</time> <a href=/{n}>散步</a>" for n in range(1, 6))
    found = extract_page(page("全部文章", f"<ul>{archive}</ul>{message}"))
    assert "JavaScript" not in getattr(found, "text", "")
    told = extract_page(
        page("河边", f"<noscript><h1>河边</h1><p>{SENTENCE * 9}</p></noscript><script src=/a.js></script>")
    )
    assert isinstance(told, Article)


OFFER = """<h1>Ash brush</h1><div>£38.00</div><p>Tax included. Shipping calculated at checkout.</p>
<button> Add to cart </button>
<div><p>Turned by hand. Oiled by hand. Tied by hand. It is soft. It is light. It is ours.</p></div>"""


@pytest.mark.parametrize("button", ["Add to cart", "加入购物车", "In den Warenkorb"])
def test_what_is_sold_is_no_article(button: str) -> None:
    assert reason(page("Ash brush", OFFER.replace("Add to cart", button))) is Reason.NO_CONTENT


def test_an_article_with_something_to_buy_below_stays() -> None:
    story = "".join(
        f"<p>In year {n} the mill made brushes of ash, and nobody knew why. {'It was so. ' * 9}</p>" for n in range(9)
    )
    assert reason(page("Ash brushes", f"<h1>Ash brushes</h1>{story}{OFFER.replace('h1', 'h2')}")) is None
    assert reason(page("Ash brush", f"<time datetime=2024-03-05>March 5, 2024</time>{OFFER}")) is None


def test_what_its_owner_lets_only_some_see_asks_for_a_login() -> None:
    page = "<title>某某空间</title><body><p>主人设置了权限，您可通过以下方式访问</p><ul><li>申请访问</li></ul>"
    assert getattr(extract_page(page.encode()), "reason", "") == Reason.LOGIN_PAGE


def test_the_rows_of_a_board_may_have_their_titles_in_the_last_of_many_columns() -> None:
    rows = "".join(
        f"<tr><td>{1000 + n}<td><a href=qry?u=user{n % 3}>user{n % 3}</a><td>Nov {n + 1:2} 14:19"
        f"<td><a href=con?bid=40&f={n}>● {day}骑车去{where}</a>"
        for n, (day, where) in enumerate(product(("昨天", "上个周末", "去年冬天", "明天"), ("上游", "山里", "海边")))
    )
    page = f"<title>河边站 - Bike</title><h3>Bike 骑车</h3><table><tr><th>序号<th>作者<th>时间<th>标题{rows}</table>"
    found = extract_page(page.encode(), "http://bbs.example.net/bbs/doc?board=Bike")
    assert isinstance(found, Rejected)
    assert found.reason == Reason.LIST_PAGE


@pytest.mark.parametrize(
    "says", ["回应有 349 篇被省略。要阅读所有回应请按下回应链接。", "12 replies and 3 images omitted.", "レス10件省略"]
)
def test_a_board_that_leaves_out_replies_of_several_threads_is_a_list(says: str) -> None:
    def thread(number: int) -> str:
        head = f"<b>无名氏</b> 2024-03-0{number} 10:20:00 <a href=/t/{number}>No.{number}</a>"
        return f"<div class=t>{head}<p>{SENTENCE[number:]}</p>%s<div>无名氏<p>{SENTENCE[2 * number :]}</p></div></div>"

    def read(said: str) -> Rejected | Thread | Article:
        rows = "".join(thread(number) % said for number in range(1, 5))
        html = f"<title>围炉 - 匿名版</title><body>{rows}".encode()
        return extract_page(html, "https://www.example.org/bbs/hearth.html")

    assert read("").kind == "thread"
    found = read(f"<i>{says}</i>")
    assert isinstance(found, Rejected)
    assert found.reason == Reason.LIST_PAGE


def test_a_page_that_regrets_that_what_was_asked_for_is_gone_is_missing_whatever_stands_around_that() -> None:
    rows = "".join(f"<li><a href=/n/{n}.html>{SENTENCE[n:]}</a><em>2024-03-{n}</em></li>" for n in range(10, 13))
    foot = "<p>关于我们 | 广告服务</p><p>服务邮箱：leader@example.cn 违法和不良信息举报电话：010-00000000</p>"
    body = "<div><p>抱歉，您访问的留言不存在或正在审核中</p><a href=/>返回首页</a></div>"
    html = f"<title>留言板</title><body>%s<div><b class=author>最新</b><ul>{rows}</ul></div>{foot}"
    address = "https://liuyan.example.cn/threads/content?tid=0"
    assert reason_at((html % body).encode(), address) == Reason.MISSING_PAGE
    assert reason_at((html % "").encode(), address) != Reason.MISSING_PAGE


SHOPS = "茶书花鞋布米油盐酱醋糖酒面鱼肉菜豆瓜果药"


def test_a_short_article_without_a_day_is_no_list_because_of_what_else_to_read() -> None:
    rows = "".join(f"<li><a href=/{n}.html>河边{what}小店搬到了城南老街的尽头</a></li>" for n, what in enumerate(SHOPS))
    name = "河边的新图书馆开门了"
    boxed = f"<div><h3>%s</h3><ul>{rows}</ul></div>"
    assert reason(page(name, f"<h1>{name}</h1><p>{SENTENCE * 2}</p>{boxed % '相关阅读'}")) is None
    assert reason(page(name, f"<h1>{name}</h1><p>{SENTENCE * 2}</p>{boxed % '城南'}")) == Reason.LIST_PAGE
    assert reason(page("图书", f"<h1>图书</h1><p>{SENTENCE * 2}</p>{boxed % '相关阅读'}")) == Reason.LIST_PAGE


def test_what_begins_with_whose_the_page_is_holds_nothing_else() -> None:
    foot = (
        "<p>© Copyright 2019-2024, the people of Lamp.</p><p>Built with care by the people of the river, for all.</p>"
    )
    rows = "".join(f"<li><a href=/{n}>open_{n}()</a></li>" for n in range(20))
    found = extract_page(f"<title>Index</title><h1>Index</h1><ul>{rows}</ul><footer>{foot}</footer>".encode())
    assert isinstance(found, Rejected)


def test_a_page_of_a_government_that_regrets_that_nothing_is_there_is_missing() -> None:
    head = "<meta name=ArticleTitle content=信息不存在><meta name=PubDate content='None 08:30'>"
    said = "<h3>抱歉，您访问的信息不存在或已被撤回</h3><p>您可以返回首页，或者查找您需要的内容。请勿重复提交。</p>"
    assert reason(page("信息不存在_江城水务局", f"<h2>江城水务局</h2>{said}", head)) == Reason.MISSING_PAGE


def test_entries_that_are_cut_off_make_a_list_whatever_holds_them() -> None:
    entries = "".join(
        f"<tr><td><b><a href=/{n}>第{n}天的河边</a></b><tr><td>{n}{SENTENCE}……"
        f"<tr><td>2024-03-0{n} | <a>阅读全文</a> | 评论"
        for n in range(1, 7)
    )
    assert reason(page("河边日记", f"<table>{entries}</table>")) == Reason.LIST_PAGE
