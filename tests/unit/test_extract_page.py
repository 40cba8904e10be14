"""Whole pages: what comes out, what is refused, and what holds for any markup."""

from __future__ import annotations

import doctest
import random
from dataclasses import asdict
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.errors import Reason
from crawler.extract import ALGORITHMS, extract_page, page
from crawler.extract.charset import decode
from crawler.extract.storable import storable
from crawler.extract.table import build
from crawler.model import Article, Precision, Rejected, Thread

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)
PARAGRAPHS = [
    "去年的这个时候，河边还是一片空地，长着没过膝盖的草。",
    "如今这里建起了一座三层的图书馆，每天从早上八点开到晚上十点。",
    "馆长说：“我们希望附近的居民把这里当成自己的书房。”",
]
ARTICLE = f"""<!DOCTYPE html><html lang="zh"><head><meta charset="gb2312"><title>河边新建图书馆_城市晚报</title></head>
<body><div class="nav"><a href="/">首页</a><a href="/city">城市的新闻</a></div>
<div class="article"><h1>河边新建图书馆</h1><div class="info">2024年3月5日 14:03　来源：城市晚报　记者：林一</div>
<div class="text">{"".join(f"<p>　　{text}</p>" for text in PARAGRAPHS)}</div></div>
<div class="more"><ul><li><a href="/1">周末的市集</a></li><li><a href="/2">桥上的灯</a></li></ul></div></body></html>"""
REPLIES = [("林一", "2024-03-01 10:20", "新开的图书馆怎么样？"), ("周二", "2024-03-01 11:05", "人很多，但是很安静。")]
REPLIES += [
    ("吴三", "2024-03-02 09:00", "我也去过，窗外就是河。"),
    ("林一", "2024-03-02 09:30", "那我这个周末去看看。"),
]
THREAD = "<title>新图书馆怎么样？ - 读书论坛</title><div class=thread>" + "".join(
    f"<div class=post><a class=author href=/user/{n}>{who}</a><em>{when}</em><div class=message>{text}</div></div>"
    for n, (who, when, text) in enumerate(REPLIES)
)


def test_an_article() -> None:
    found = extract_page(ARTICLE.encode("gb18030"), now=NOW)
    assert isinstance(found, Article)
    assert found.text == "\n".join(PARAGRAPHS)
    assert (found.title, found.author, found.language, found.charset) == ("河边新建图书馆", "林一", "zh", "gb18030")
    assert found.published_at is not None
    assert (found.published_at.isoformat(), found.precision) == ("2024-03-05T14:03:00+08:00", Precision.MINUTE)
    assert found.source == "城市晚报"
    bylines = {"author": "byline", "source": "byline", "published_at": "title"}
    assert found.origins == {"title": "h1", "text": "cevc+", **bylines}
    assert 0.5 < found.confidence < 1
    assert asdict(found)["replaced"] == 0


def test_the_sources_zone_is_for_times_without_one() -> None:
    found = extract_page(ARTICLE.encode(), now=NOW, timezone="America/New_York")
    assert isinstance(found, Article)
    assert found.published_at is not None
    assert found.published_at.isoformat() == "2024-03-05T14:03:00-05:00"


def test_a_thread() -> None:
    found = extract_page(THREAD.encode(), "https://bbs.example.org/thread-1-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert [post.author for post in found.posts] == [who for who, _, _ in REPLIES]
    assert [post.text.split("\n")[-1] for post in found.posts] == [text for _, _, text in REPLIES]
    assert found.published_at is not None
    assert found.published_at.isoformat() == "2024-03-01T10:20:00+08:00"


def test_a_thread_that_every_page_s_title_calls_by_the_site_s_name() -> None:
    page = THREAD.replace("新图书馆怎么样？ - 读书论坛", "读书论坛").replace(
        "</title>", "</title><h3>新图书馆怎么样？</h3>", 1
    )
    found = extract_page(page.encode(), "https://bbs.example.org/thread-1-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert (found.title, found.origins["title"]) == ("新图书馆怎么样？", "shown")


def test_the_same_replies_below_an_article_make_no_thread() -> None:
    comments = THREAD.partition("</title>")[2]
    assert extract_page((ARTICLE + comments).encode(), "https://example.org/news/1.html", now=NOW).kind == "article"


def test_addresses_of_profiles_are_complete() -> None:
    found = extract_page(THREAD.encode(), "https://bbs.example.org/thread-1-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert found.posts[0].author_url == "https://bbs.example.org/user/0"


def test_algorithms_by_name() -> None:
    assert ALGORITHMS["cevc"](THREAD.encode(), now=NOW).kind == "article"
    assert ALGORITHMS["pean"](THREAD.encode(), now=NOW).kind == "thread"
    assert ALGORITHMS["pean"](b"<p>no posts here", now=NOW).kind == "rejected"


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (b"", Reason.EMPTY_PAGE),
        (b"<html><body><script>var a = 1</script></body></html>", Reason.NEEDS_SCRIPT),
        ("<title>相册</title><p>图片 图片 图片".encode(), Reason.NO_CONTENT),
        (b"<br>" * 2000, Reason.TOO_MANY_NODES),
    ],
)
def test_what_is_refused(html: bytes, reason: Reason) -> None:
    found = extract_page(html, now=NOW, max_nodes=1000)
    assert isinstance(found, Rejected)
    assert found.reason == reason


def test_a_short_page_without_date_is_for_others_to_judge() -> None:
    found = extract_page("<title>短</title><p>很短的话。".encode(), now=NOW)
    assert isinstance(found, Article)
    assert found.published_at is None


def test_without_now_the_clock_bounds_the_dates() -> None:
    found = extract_page(ARTICLE.replace("2024年", "2999年").encode())
    assert isinstance(found, Article)
    assert found.published_at is None


def test_a_now_without_a_zone_is_the_clocks_where_the_page_is() -> None:
    hours_ago = ARTICLE.replace("2024年3月5日 14:03", "3小时前").encode()
    noon = datetime(2024, 3, 5, 12, 0)
    said = [extract_page(hours_ago, now=noon, timezone=name) for name in ("Asia/Shanghai", "Europe/Berlin")]
    times = [found.published_at.isoformat() for found in said if isinstance(found, Article) and found.published_at]
    assert times == ["2024-03-05T09:00:00+08:00", "2024-03-05T09:00:00+01:00"]


def test_a_text_instead_of_bytes_is_an_error_that_says_what_to_give() -> None:
    with pytest.raises(TypeError, match=r"html is str, but a page is given as bytes.* response\.content"):
        extract_page(ARTICLE)  # type: ignore[arg-type]


def test_the_example_in_the_docstring() -> None:
    assert doctest.testmod(page).failed == 0


@pytest.mark.parametrize(
    "html",
    [
        b"<div>" * 1_000_000,
        b"<div>" * 511 + b"</q>" * 20_000,
        b"<a href='" * 200_000,
        b"<!--" * 200_000,
        b"&" * 500_000,
        b"<p>" + b"2020-" * 200_000,
        b"<time>2020-01-01 10:10</time>" * 20_000,
        b"<h1>the abc</h1>" * 20_000,
        b"<title>bbs</title>" + b"<div>2020-01-01 10:10" + b"<i>" * 400 + b"</i>" * 400,
        b"<title>bbs</title><table><tr>" + b"<td><a href=/user/1>ann</a> 2020-01-01 10:10<td>the" * 30_000,
        b"<script type=application/ld+json>" + b'{"author":[{' * 50_000,
        random.Random(1).randbytes(300_000),
        b"\xff\xfe" + random.Random(2).randbytes(300_001),
    ],
    ids=[
        "nested",
        "end tags",
        "attribute",
        "comments",
        "ampersands",
        "years",
        "times",
        "headings",
        "deep posts",
        "cells",
        "json",
        "binary",
        "utf-16",
    ],
)
@pytest.mark.parametrize("name", ["default", "cevc", "pean"])
def test_hostile_pages_end_in_a_result(html: bytes, name: str) -> None:
    extract = ALGORITHMS.get(name, extract_page)
    assert extract(html, "https://bbs.example.org/thread", now=NOW).kind in ("article", "thread", "rejected")


PIECES = [
    "<div>",
    "</div>",
    "<p class=post>",
    "</p>",
    "<a href=/user/1>",
    "</a>",
    "<br>",
    "<table><tr><td>",
    "</table>",
    "<h1>",
]
PIECES += [
    "</h1>",
    "<title>论坛",
    "</title>",
    "<script>",
    "</script>",
    "<html>",
    "</html>",
    "<body>",
    "</body>",
    "<!--",
    "-->",
]
PIECES += [
    "<time datetime=2024-01-01>",
    "</time>",
    "2024-03-01 10:20",
    "3小时前",
    "我们在河边走了很久。",
    "the end",
    "&nbsp;",
    "\0",
]


def cut_up(data: st.DataObject, markup: str) -> str:
    """The page with a few stretches removed, doubled or replaced by other markup."""
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(markup)))
        end = data.draw(st.integers(start, min(len(markup), start + 60)))
        middle = data.draw(st.sampled_from([*PIECES, markup[start:end] * 2, ""]))
        markup = markup[:start] + middle + markup[end:]
    return markup


def check(html: bytes, url: str) -> None:
    """Deterministic, and nothing in the result that is not on the page."""
    found = extract_page(html, url, now=NOW)
    assert found == extract_page(html, url, now=NOW)
    shown = "".join(storable(Article(build(decode(html).text).flow)).text.split())
    assert all(word in shown for word in found.text.split())
    assert "".join(found.title.split()) in shown
    assert found.published_at is None or found.published_at <= NOW


def test_a_post_of_signs_beside_a_time_needs_no_author() -> None:
    found = extract_page(b"--><time datetime=2024-01-01>", "https://bbs.example.org/thread-1", now=NOW)
    assert isinstance(found, Thread)
    assert [post.author for post in found.posts] == [""]


@given(st.data(), st.sampled_from([ARTICLE, THREAD]), st.sampled_from(["", "https://bbs.example.org/thread-1"]))
def test_mutated_pages(data: st.DataObject, markup: str, url: str) -> None:
    check(cut_up(data, markup).encode(), url)


@given(st.lists(st.sampled_from(PIECES), max_size=60), st.sampled_from(["", "https://bbs.example.org/thread-1"]))
def test_any_markup(pieces: list[str], url: str) -> None:
    check("".join(pieces).encode(), url)


@settings(max_examples=50)
@given(st.binary(max_size=400))
def test_any_bytes(html: bytes) -> None:
    check(html, "")


def test_one_post_is_a_thread_where_a_board_announced_it() -> None:
    post = (
        '<div class="who"><a href="/user-7">老周</a></div><div class="when">发表于 2024-03-05 14:03</div>'
        "<p>单车链条总是掉下来，我试过三种办法，最后还是把旧的零件拆下来洗干净，再装回去就好了。</p>"
    )
    html = f"<title>单车链条总是掉下来 - 河湾</title><h1>单车链条总是掉下来</h1>{post}".encode()
    assert extract_page(html).kind == "article"
    found = extract_page(html, from_board=True)
    assert isinstance(found, Thread)
    (only,) = found.posts
    assert (only.author, only.text) == ("老周", extract_page(html).text)


def test_an_only_post_of_a_forum_that_is_the_page_has_an_articles_text() -> None:
    post = "<p>单车链条总是掉下来，我试过三种办法，最后还是把旧的零件拆下来洗干净，再装回去就好了。</p>"
    labels = "<b>楼主</b><b>回复</b><b>举报</b>"
    head = "<title>单车链条总是掉下来 - 河湾论坛</title><h1>单车链条总是掉下来</h1>"
    html = f"{head}<a href='/user-7'>老周</a><i>2024-03-05 14:03</i>{post}{labels}".encode()
    found = extract_page(html, "https://bbs.example.org/thread-1-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert (found.author, found.text) == ("老周", extract_page(html, now=NOW).text)


def test_an_only_post_without_an_author_is_a_thread_of_a_forum_if_it_has_a_time() -> None:
    url, labels = "https://bbs.example.org/thread-1-1-1.html", "<b>楼主</b><b>回复</b><b>举报</b>"
    head, said = "<title>顶楼 - 河湾论坛</title><h1>顶楼</h1>", "<p>单车链条总是掉下来，怎么办？</p>"
    found = extract_page(f"{head}<i>2024-03-05 14:03</i>{said}{labels}".encode(), url, now=NOW)
    assert isinstance(found, Thread)
    assert found.text.startswith("单车链条总是掉下来")
    assert isinstance(extract_page(f"{head}{said}{labels}".encode(), url, now=NOW), Article)


def test_a_few_words_are_a_post_that_would_be_no_article() -> None:
    said = "<a href=/user-7>老周</a> <i>2024-03-05 14:03</i><p>顶顶顶</p>"
    assert isinstance(extract_page(f"<title>顶楼 - 河湾</title><div>{said}</div>".encode(), now=NOW), Rejected)
    found = extract_page(f"<title>顶楼 - 河湾论坛</title><div>{said}</div>".encode(), now=NOW)
    assert isinstance(found, Thread)
    assert "顶顶顶" in found.text


def test_a_long_only_post_is_a_thread_where_the_host_and_the_path_name_a_forum() -> None:
    said = "<p>单车链条总是掉下来，我试过三种办法，最后还是把旧的零件拆下来洗干净，再装回去就好了。</p>" * 20
    post = f"<h1>单车</h1><div><a href=/user-7>老周</a> <i>2024-03-05 14:03</i>{said}</div>"
    html = f"<title>单车</title>{post}<ul><li>首页</li><li>登录以后可以说说你的看法</li><li>回复</li></ul>".encode()
    assert isinstance(extract_page(html, "https://bbs.example.org/thread-9-1-1.html", now=NOW), Thread)
    assert isinstance(extract_page(html, "https://bbs.example.org/9.html", now=NOW), Article)
    assert isinstance(extract_page(html, "https://example.org/thread-9-1-1.html", now=NOW), Article)


def teaser(number: int) -> str:
    where = "一二三四五六七八九十甲乙"[number]
    head = f"<a href=/story/{number}>河边{where}号桥下的新故事</a> <a href=/user/{number}>读者{where}</a>"
    text = f"很久以前，在{where}号桥的下面住着一个不爱说话的人，他每天早上都要走到河对岸去，把前一天写的字给大家看。"
    return f"<div class=teaser>{head} <em>2024-03-01 {number + 8:02}:00</em><p>{text}</p></div>"


def test_posts_are_told_from_longer_teasers_with_times_and_authors() -> None:
    page = f"{THREAD}<div class=more>{''.join(map(teaser, range(12)))}</div>"
    found = extract_page(page.encode(), "https://bbs.example.org/thread-1-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert [post.text for post in found.posts] == [text for _, _, text in REPLIES]
