"""The result pages here are written for these tests, in the manner of the engines' own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.channels import Answer, Engine, Results, parse_engine, read_results

FOLDER = Path(__file__).parents[2] / "config" / "search"


def engine(name: str) -> Engine:
    return parse_engine((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


BAIDU, SO = engine("baidu_news"), engine("so_news")
BAIDU_URL, SO_URL = BAIDU.url_for("两会"), SO.url_for("两会")


def baidu(*results: str, title: str = "百度资讯搜索_两会") -> str:
    return (
        f"<html><head><title>{title}</title><script>var none = '抱歉，没有找到';</script></head><body>"
        f'<div id="wrapper"><div id="head"><a href="https://passport.baidu.com/login">登录</a></div>'
        f'<div id="content_left">{"".join(results)}</div><div id="content_right">'
        '<div class="result-op" tpl="right_toplist1"><a href="https://www.baidu.com/s?wd=x">百度热搜</a></div>'
        "</div></div></body></html>"
    )


def baidu_new(n: int, href: str, mu: str = "") -> str:
    return f"""<div class="result-op c-container xpath-log new-pmd" srcid="19" id="{n}" tpl="news-normal" mu="{mu}">
      <div class="c-row">
      <h3 class="news-title_9aZ1b"><a class="news-title-font_x" href="{href}" aria-label="标题：">
      第{n}条<em>两会</em>新闻 </a></h3>
      <div class="news-source_Xj4"><span class="c-color-gray" aria-label="新闻来源：示例网"> 示例网</span>
      <span class="c-color-gray2" aria-label="发布于：3小时前">3小时前</span></div></div></div>"""


def baidu_old(n: int, href: str) -> str:
    return f"""<div class="result" id="{n}">
      <h3 class="c-title"><a href="{href}" target="_blank">第{n}条<em>两会</em>新闻</a></h3>
      <div class="c-summary"><p class="c-author">示例网&nbsp;&nbsp;2024年03月05日 14:03</p>摘要</div></div>"""


def so(*results: str, head: str = "<title>两会_360资讯搜索</title>", before: str = "") -> str:
    return (
        f"<html><head>{head}</head><body><div id='main'><div class='result_wrap'>{before}"
        f"<ul class='result' id='news'>{''.join(results)}</ul></div></div></body></html>"
    )


def so_result(n: int, href: str, data_url: str) -> str:
    return f"""<li class="full-txt res-list pure-txt" data-from="news" data-url="{data_url}">
      <a hidefocus="true" href="{href}">
      <h3 class="g-title js-title"><div class="g-txt-inner">第{n}条<em>两会</em>新闻</div></h3>
      <p class="summary">摘要</p><p class="g-linkinfo"><cite class="sitename">示例网</cite>
      <span class="g-linkinfo-txt g-c-gray time">2024-03-05 14:03</span></p></a></li>"""


def urls(results: Results) -> list[str]:
    return [link.url for link in results.links]


# --- Results


def test_baidu_results_of_both_kinds() -> None:
    page = baidu(
        baidu_new(1, "http://www.baidu.com/link?url=abc", "https://news.example.com/1.html"),
        baidu_new(2, "https://baijiahao.baidu.com/s?id=17&wfr=spider&for=pc"),
        baidu_old(3, "http://news.example.com/3.html"),
    )
    results = read_results(BAIDU, page, BAIDU_URL)
    assert results.answer is Answer.RESULTS
    assert urls(results) == [
        "https://news.example.com/1.html",
        "https://baijiahao.baidu.com/s?id=17&wfr=spider&for=pc",
        "http://news.example.com/3.html",
    ]
    first, _, third = results.results
    assert (first.link.title, first.source, first.date_text) == ("第1条两会新闻", "示例网", "3小时前")
    assert (third.link.title, third.date_text) == ("第3条两会新闻", "示例网 2024年03月05日 14:03")


def test_a_redirectors_link_is_kept_where_the_engine_gives_no_other() -> None:
    page = baidu(baidu_new(1, "http://www.baidu.com/link?url=abc", "http://nourl.ubs.baidu.com/1"))
    assert urls(read_results(BAIDU, page, BAIDU_URL)) == ["http://www.baidu.com/link?url=abc"]


def test_so_results() -> None:
    page = so(
        so_result(1, "https://www.so.com/link?m=abc", "https://news.example.com/1.html"),
        so_result(2, "https://news.example.com/2.html", ""),
        '<li class="res-list"><h3><a href="https://www.so.com/link?m=x" data-mdurl="http://news.example.com/3">三</a></h3></li>',
        '<li class="res-list"><h3><a href="https://news.so.com/ns?q=x">相关资讯</a></h3></li>',
        '<li class="res-list"><div class="ad"></div></li>',
    )
    results = read_results(SO, page, SO_URL)
    assert results.answer is Answer.RESULTS
    assert urls(results) == [
        "https://news.example.com/1.html",
        "https://news.example.com/2.html",
        "http://news.example.com/3",
    ]
    first = results.results[0]
    assert (first.link.title, first.source, first.date_text) == ("第1条两会新闻", "示例网", "2024-03-05 14:03")


def test_an_address_counts_once() -> None:
    page = baidu(baidu_old(1, "http://news.example.com/1"), baidu_old(2, "http://news.example.com/1"))
    assert len(read_results(BAIDU, page, BAIDU_URL).results) == 1


@pytest.mark.parametrize(
    "headline", ["百度安全验证出新规", "抱歉，没有找到他", "网络不给力，请稍后重试：一名用户的自述"]
)
def test_what_a_headline_says_is_no_mark(headline: str) -> None:
    page = baidu(baidu_old(1, "http://news.example.com/1").replace("第1条", headline))
    assert read_results(BAIDU, page, BAIDU_URL).answer is Answer.RESULTS


# --- No results


@pytest.mark.parametrize(
    "page",
    [
        baidu('<div class="content_none"><p>抱歉，没有找到与“<em>两会</em>”相关的资讯</p></div>'),
        baidu("<div class='x'>很抱歉，没有找到 与“两会”相关的网页。</div>"),
        baidu("<span class='nums'>百度为您找到相关资讯 0 个</span>"),
        # what is recommended instead is no result
        baidu('<div class="content_none">抱歉</div>', baidu_old(1, "http://news.example.com/1")),
    ],
)
def test_no_results_is_said_only_where_the_engine_says_so(page: str) -> None:
    results = read_results(BAIDU, page, BAIDU_URL)
    assert (results.answer, results.results) == (Answer.NO_RESULTS, ())
    assert results.detail


@pytest.mark.parametrize(
    "message",
    ["<div id='no-result'>抱歉</div>", "<p>抱歉，未找到和“两会”相关的新闻</p>", "<p>为您推荐相关资讯约0条</p>"],
)
def test_so_has_no_results(message: str) -> None:
    assert read_results(SO, so(before=message), SO_URL).answer is Answer.NO_RESULTS


# --- Challenges


@pytest.mark.parametrize(
    ("html", "url", "status"),
    [
        ("<title>百度安全验证</title><div class='timeout-title'>网络不给力，请稍后重试</div>", BAIDU_URL, 200),
        ("<html><body><p>百度 安全验证</p></body></html>", BAIDU_URL, 200),
        ("<html></html>", "https://wappass.baidu.com/static/captcha/tuxing.html?ak=1", 200),
        (baidu(baidu_old(1, "http://news.example.com/1")), "https://wappass.baidu.com/static/captcha/", 200),
        (baidu(), BAIDU_URL, 403),
        ("", BAIDU_URL, 429),
        (baidu("<div class='passMod_dialog'>拖动滑块</div>"), BAIDU_URL, 200),
    ],
)
def test_baidu_challenges(html: str, url: str, status: int) -> None:
    results = read_results(BAIDU, html, url, status)
    assert (results.answer, results.results) == (Answer.CHALLENGE, ())
    assert results.detail


@pytest.mark.parametrize(
    ("html", "url"),
    [
        ("<html></html>", "http://qcaptcha.so.com/?ret=https%3A%2F%2Fnews.so.com%2Fns%3Fq%3Dx&tk=1"),
        ("<title>360搜索_访问异常页面</title><p>系统检测到您操作过于频繁。</p>", SO_URL),
    ],
)
def test_so_challenges(html: str, url: str) -> None:
    assert read_results(SO, html, url).answer is Answer.CHALLENGE


# --- Changed layouts


@pytest.mark.parametrize(
    ("html", "says"),
    [
        (baidu(), "a result page, but nothing on it is"),
        (baidu("<article><h2><a href='http://news.example.com/1'>新版</a></h2></article>"), "nothing on it is"),
        (
            baidu("<div class='result'><h2><a href='http://news.example.com/1'>新版</a></h2></div>"),
            "none with a link by",
        ),
        ("<html><body><p>欢迎</p></body></html>", "nothing on the page is"),
        ("", "empty"),
        ("<i>" * 20_001, "larger"),
        ("<div>" * 200, "deeper"),
        # a headline on a result page makes it no challenge
        (baidu("<article>男子遇到滑动验证，拖动左侧滑块失败</article>"), "nothing on it is"),
    ],
)
def test_everything_else_is_a_changed_layout(html: str, says: str) -> None:
    results = read_results(BAIDU, html, BAIDU_URL)
    assert (results.answer, results.results) == (Answer.LAYOUT_CHANGED, ())
    assert says in results.detail


@settings(max_examples=30)
@given(st.text(st.sampled_from("<>div/h3 a=\"'class-result href:中") | st.characters()))
def test_any_text_has_an_answer(html: str) -> None:
    results = read_results(BAIDU, html, BAIDU_URL)
    assert (results.answer is Answer.RESULTS) == bool(results.links)


# --- The data files


def test_the_keyword_is_encoded_in_the_engines_charset() -> None:
    assert BAIDU.url_for("两会 a&b").endswith("word=%E4%B8%A4%E4%BC%9A%20a%26b")
    gbk = parse_engine(MINIMAL.replace('title = "x"', 'title = "x"\ncharset = "gb18030"'))
    assert gbk.url_for("两会") == "https://search.example.com/?q=%C1%BD%BB%E1"


def test_every_engine_of_the_project_can_be_read() -> None:
    names = {path.stem: parse_engine(path.read_text(encoding="utf-8")).name for path in FOLDER.glob("*.toml")}
    assert names
    assert all(stem == name for stem, name in names.items())


MINIMAL = """
name = "x"
title = "x"
url = "https://search.example.com/?q={keyword}"
[results]
page = ["#results"]
item = [".hit"]
link = ["a[href]"]
[no_results]
texts = ["nothing"]
[challenge]
urls = ["captcha"]
"""


def test_a_small_file_is_enough() -> None:
    small = parse_engine(MINIMAL)
    page = '<div id=results><p class=hit><a href="/1">一</a></p></div>'
    assert urls(read_results(small, page, "https://search.example.com/?q=x")) == ["https://search.example.com/1"]
    assert small.interval_s == 60


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("name =", "name = =", "not TOML"),
        ('name = "x"', "", "the top level lacks 'name'"),
        ('name = "x"', "name = 3", "name in the top level must be a text"),
        ('name = "x"', 'name = "x"\ninterval_s = "soon"', "interval_s in the top level must be a number"),
        ('name = "x"', 'name = "x"\ninterval_s = true', "must be a number"),
        ('name = "x"', 'name = "x"\ninterval_s = 0', "more than 0"),
        ('name = "x"', 'name = "x"\ncharset = "klingon"', "charset 'klingon' is not known"),
        ('name = "x"', 'name = "x"\nheaders = {A = 1}', "headers in the top level must be a table of texts"),
        ('name = "x"', 'name = "x"\nspeed = 1', "unknown name 'speed'"),
        ("{keyword}", "", "with {keyword} in it"),
        ("https:", "ftp:", r"must be an http\(s\) address"),
        ("[no_results]\ntexts", "no_results", "no_results must be a table"),
        ("[challenge]", "[challenges]", "unknown name 'challenges'"),
        ('urls = ["captcha"]', 'urls = ["("]', r"the address '\(' is not a regular expression.*missing \)"),
        ('urls = ["captcha"]', 'statuses = ["403"]', "must be a list of numbers"),
        ('link = ["a[href]"]', "", r"\[results\] lacks 'link'"),
        ('link = ["a[href]"]', 'link = "a[href]"', "must be a list of texts"),
        ('link = ["a[href]"]', 'link = ["a[href"]', r"'a\[href' is not a CSS selector"),
        ('item = [".hit"]', "item = []", "must be a list of texts, not empty"),
    ],
)
def test_a_wrong_file_gets_a_sentence(old: str, new: str, says: str) -> None:
    assert old in MINIMAL
    text = MINIMAL.replace(old, new, 1)
    if old.startswith("[no_results]"):
        text = MINIMAL.replace('[no_results]\ntexts = ["nothing"]\n', "").replace(
            "[results]", "no_results = 1\n[results]"
        )
    with pytest.raises(ValueError, match=says):
        parse_engine(text)
