"""Kind and validity."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from crawler.errors import Reason
from crawler.extract import validate
from crawler.extract.fields.keywords import keywords, summary
from crawler.extract.kind import (
    ANNOUNCED,
    BLOG,
    EVEN,
    LATER,
    LONG,
    MARKED,
    MIN_POINTS,
    SEVERAL,
    SOURCED,
    TITLE,
    is_thread,
    may_be_thread,
    page_points,
    told_apart,
)
from crawler.extract.page_address import PORTAL, is_front
from crawler.extract.table import build
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.pean_plus import find_records
from crawler.model import Article, Post, Rejected, Thread

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)


def may_be(html: str, url: str = "") -> bool:
    table = build(html)
    return may_be_thread(table, Marks(table), page_points(table, url, ""))


def test_kind_goes_by_what_the_page_says_of_itself() -> None:
    forum = "<title>新图书馆怎么样 - 读书论坛</title><div class=post>一</div>"
    news = "<title>河边新建图书馆</title><meta property=og:type content=article><div class=text>一</div>"
    assert may_be(forum, "https://bbs.example.org/thread-1-1-1.html")
    assert not may_be(news, "https://news.example.org/2024/1.html")


def test_posts_are_looked_for_on_a_page_that_says_nothing_where_several_people_wrote() -> None:
    names = "".join(f"<li><a class=author href=/user/{number}>某人{number}</a></li>" for number in range(2))
    assert may_be(f"<ul>{names}</ul>")
    assert not may_be(f"<div class=byline>{names[4:-5]}</div>".replace("某人1", ""))


def test_no_posts_are_looked_for_below_an_article_that_is_longer_than_what_all_say_of_it() -> None:
    said = "桥头的路灯在本周二修好了，晚上骑车的人都看得见路。"
    below = "".join(f"<li><a href=/u/{number}>周{number}</a><p>{said}</p></li>" for number in range(3))
    page = "<meta property=og:type content=article><div>%s</div><ul>%s</ul>"
    assert may_be(page % (said, below))
    assert not may_be(page % (said * 4, below))


def test_what_a_page_says_of_itself_for_machines_makes_a_thread_of_it() -> None:
    stated = '<script type="application/ld+json">{"@type": "QAPage", "mainEntity": {"@type": "Question"}}</script>'
    assert page_points(build(f"{stated}<p>一"), "") >= MIN_POINTS


def test_words_of_forums_count_in_labels_only() -> None:
    words = ["楼主", "回复", "舉報", "Posts", "Antworten", "Ответить"]
    labels, text = "".join(f"<li>{word}</li>" for word in words), f"<p>{'，也可以说'.join(words)}，大家都这么叫。</p>"
    assert page_points(build(labels), "") == len(words)
    assert page_points(build(text), "") == 0


@pytest.mark.parametrize(
    "words",
    [
        *("看板 板主", "掲示板 スレッド", "게시판 글쓴이", "Sujets Membres", "Hilos Foros", "Форум Темы"),
        *("Konular Yanıtla", "Vlákno Příspěvky", "θέματα απαντήσεις", "المواضيع اقتباس", "กระทู้ ตอบกลับ", "Inlägg Svara"),
    ],
)
def test_words_of_forums_are_known_in_several_languages(words: str) -> None:
    assert page_points(build("".join(f"<li>{word}</li>" for word in words.split())), "") == 2


def test_words_of_forums_may_have_several_syllables_apart() -> None:
    assert page_points(build("<li>Trả lời</li><li>Chủ đề</li>"), "") == 2


@pytest.mark.parametrize("words", ["Priority: Milestone:", "Priorität: Zugewiesen:", "Assigned: Severity:"])
def test_a_tracker_of_issues_has_labels_of_its_own(words: str) -> None:
    assert page_points(build("".join(f"<th>{word}</th>" for word in words.split())), "") == 2
    assert page_points(build(f"<p>{words} we were told, and nobody knew what to make of it."), "") == 0


def test_a_page_says_of_itself_that_it_is_a_thread_or_has_answers() -> None:
    said = '<script type=application/ld+json>{"@type": "DiscussionForumPosting"}</script>'
    item = "<div itemscope itemtype=https://schema.org/{}><b itemprop=name>雨</b></div>"
    pages = said, item.format("QAPage"), item.format("Answer"), item.format("Recipe")
    assert [page_points(build(page), "") for page in pages] == [4, 4, 1, 0]


def test_words_for_comments_count_against_a_forum() -> None:
    assert page_points(build("<li>评论 3</li><li>Comments</li><li>댓글</li>"), "") == -3


def test_parts_of_blogs_speak_for_an_article() -> None:
    assert page_points(build("<li>分类目录</li>"), "") == page_points(build("<li>Trackbacks</li>"), "") == SOURCED
    assert page_points(build("<span>本文字数：</span>"), "") == page_points(build("<p>记者：林一</p>"), "") == SOURCED


@pytest.mark.parametrize(
    ("title", "url", "blog"),
    [
        ("下雨_河边人的博客", "", True),
        ("Rain | The River Blog", "", True),
        ("下雨", "https://blog.example.org/12.html", True),
        ("下雨", "https://rain.blogspot.example/12.html", True),
        ("博客大赛开始报名", "", False),
        ("Blogging about rain", "", False),
        ("下雨", "https://example.org/12.html", False),
    ],
)
def test_a_title_or_a_host_names_a_blog(title: str, url: str, blog: bool) -> None:
    assert page_points(build(f"<title>{title}</title>"), url) == BLOG * blog


@pytest.mark.parametrize(
    ("labels", "points"),
    [("<p>来源：江城晚报</p><p>责任编辑：林一</p>", -3), ("<p>※ 来源:·江城站 FROM: 192.0.2.*</p>", 0)],
)
def test_where_a_text_comes_from_speaks_for_an_article(labels: str, points: int) -> None:
    assert page_points(build(labels), "") == points


@pytest.mark.parametrize(
    ("url", "forum"),
    [
        ("https://example.org/t/rain/12", True),
        ("https://example.org/viewtopic.php?t=12", True),
        ("https://example.org/topic/12-rain", True),
        ("https://example.org/topic/show/12", True),
        ("https://example.org/thread-12-1-1.html", True),
        ("https://example.org/q/12", True),
        ("https://example.org/read.php?tid=12", True),
        ("https://example.org/test/read.cgi/rain/12/", True),
        ("https://example.org/t/12-2", True),
        ("https://example.org/cgi-bin/guestbook.cgi?page=2", True),
        ("https://example.org/index.php?app=group&ac=topic&id=12", True),
        ("https://example.org/rain/issues/12", True),
        ("https://example.org/ticket/12", True),
        ("https://example.org/zboard/rain.php?no=12", True),
        ("https://example.org/view.php?id=rainboard&no=12", True),
        ("https://foros.example.org/12", True),
        ("https://example.org/sujet-12-rain.htm", True),
        ("https://example.org/r/rain/comments/12ab/", True),
        ("https://boards.example.org/rain", True),
        ("https://comment.example.org/12.html", True),
        ("https://cafe.example.org/rain/12", True),
        ("https://rainforum.example.org/rain", True),
        ("https://example.org/topic/history-of-rain", False),
        ("https://example.org/t/2019-09-11/doc-1.html", False),
        ("https://example.org/tabletop/the-board-games", False),
        ("https://example.org/2019/06/do-you-want-a-larger-community-so-do-we", False),
        ("https://example.org/forum-of-the-farmers-opens-today", False),
        ("https://example.org/keyboards.html", False),
    ],
)
def test_an_address_names_a_forum(url: str, forum: bool) -> None:
    assert (page_points(build("<p>一"), url) > 0) == forum
    assert (page_points(build("<p>一"), "", url) > 0) == forum  # as the page states it


@pytest.mark.parametrize(
    ("url", "front"),
    [
        ("https://bbs.example.org/", True),
        ("https://bbs.example.org/forum.php", True),
        ("https://example.org/bbs/index.asp", True),
        ("https://example.org/member/12", True),
        ("https://example.org/search.php?kw=rain", True),
        ("https://example.org/s?wd=rain", True),
        ("https://example.org/?s=rain", True),
        ("https://example.org/archives/date/2013/04", True),
        ("https://example.org/2009_05_01_archive.html", True),
        ("https://example.org/blog/page/3/", True),
        ("https://example.org/blog/categories/rain/page/3/", True),
        ("https://example.org/news/rain/list.htm", True),
        ("https://example.org/news/rain/index_2.html", True),
        ("https://example.org/a/category_1.html", True),
        ("https://bbs.example.org/forum-8-1.html", True),
        ("https://bbs.example.org/viewforum.php?f=8", True),
        ("https://bbs.example.org/forum.php?mod=forumdisplay&fid=8", True),
        ("https://example.org/2013/04/rain", False),
        ("https://example.org/2013/04/12.html", False),
        ("https://example.org/archives/412", False),
        ("https://example.org/1927", False),
        ("https://example.org/thread/12/page/2", False),
        ("https://example.org/forum/7-rain-and-wind", True),
        ("https://example.org/forum/7-2", True),
        ("https://example.org/forum/7-0-2", True),
        ("https://example.org/forum/7-412-2", False),
        ("https://example.org/list_of_rains.html", False),
        ("https://example.org/?q=node/12", False),
        ("https://example.org/index.php?s=/article/12", False),
        ("https://example.org/s?id=12", False),
        ("https://bbs.example.org/forum.php?mod=viewthread&tid=12", False),
        ("https://bbs.example.org/index.php?topic=12.0", False),
        ("https://example.org/u/12/status/34", False),
        ("https://example.org/t/search-for-rain/12", False),
        ("", False),
    ],
)
def test_no_thread_stands_where_a_site_leads_to_others(url: str, front: bool) -> None:
    assert is_front(url, "") == front


def test_an_address_of_news_counts_against_a_forum() -> None:
    assert page_points(build("<p>一"), "https://bbs.example.org/news/12.html") < page_points(
        build("<p>一"), "https://bbs.example.org/12.html"
    )


@pytest.mark.parametrize("path", ["portal.php?mod=view&aid=12", "article-12-1.html"])
def test_forums_have_articles_beside_their_threads(path: str) -> None:
    page = build("<title>下雨 - 河湾论坛</title><li>评论</li><li>引用</li>")
    assert page_points(page, f"https://bbs.example.org/{path}") == TITLE + PORTAL
    assert page_points(page, "https://bbs.example.org/thread-12-1-1.html") > TITLE


@pytest.mark.parametrize(
    ("title", "forum"),
    [
        ("下雨 - 河湾论坛", True),
        ("下雨_河湾社区_手机版", True),
        ("客户留言板 - 河湾机械", True),
        ("Rain - River Forums", True),
        ("Lluvia - Foro del río", True),
        ("Дождь - Речной форум", True),
        ("مطر - منتدى النهر", True),
        ("비가 온다 - 자유게시판", True),
        ("雨 - 川の掲示板", True),
        ("Foraminifera of the river", False),
        ("Форумчане о дожде", False),
        ("Pinboard wins again", False),
        ("和平社区开展义诊活动_江城晚报", False),
        ("河湾论坛开幕_江城晚报", False),
    ],
)
def test_a_title_names_a_forum(title: str, forum: bool) -> None:
    assert (page_points(build(f"<title>{title}</title>"), "") > 0) == forum


SAID = (
    "雨下了一夜，河里的水很高。",
    "我在这里住了十年，没有见过。",
    "那你是没有看过八年前的那一场。",
    "今天还会下，要带伞。",
    "我这里已经停了。",
    "那就好，我正要出门。",
)
POSTS = [
    f"<li><a href='/space/{number}'>某人{number}</a> <i>2024-03-05 14:0{number}</i><p>{said}</p></li>"
    for number, said in enumerate(SAID)
]


def is_told_a_thread(posts: Sequence[str], points: int) -> bool:
    table = build(f"<ul>{''.join(posts)}</ul>")
    marks = Marks(table)
    return is_thread(marks, points, find_records(table, marks, prose(table)), table.valid)


def test_posts_count_by_how_many_and_how_even_they_are_and_who_wrote_them_or_when() -> None:
    long = POSTS[0].replace("雨", "大雨" * 40)
    unsigned = [post.replace("/space/", "/") for post in POSTS]
    undated = [post.replace("2024-03-05", "").replace("14:0", "") for post in POSTS]
    assert is_told_a_thread(POSTS, MIN_POINTS - SEVERAL - MARKED - EVEN)
    assert not is_told_a_thread([long, *POSTS[1:]], MIN_POINTS - SEVERAL - MARKED - EVEN)
    assert is_told_a_thread([long, *POSTS[1:]], MIN_POINTS - SEVERAL - MARKED)
    for marked in (unsigned, undated):
        assert is_told_a_thread(marked, MIN_POINTS - SEVERAL - MARKED)
        assert not is_told_a_thread(marked, MIN_POINTS - SEVERAL - MARKED - 1)


def test_a_long_post_counts_against_a_thread() -> None:
    long = POSTS[0].replace("雨", "大雨" * 150)
    assert not is_told_a_thread([long, *POSTS[1:]], MIN_POINTS - SEVERAL - MARKED - LONG)
    assert is_told_a_thread([long, *POSTS[1:]], MIN_POINTS - SEVERAL - MARKED - 2 * LONG)


def test_a_longest_post_that_is_not_the_first_speaks_for_a_thread() -> None:
    long = [post.replace("十年", "十年" * 60) for post in POSTS]
    first, third = [long[1], long[0], *long[2:]], [long[0], *long[2:], long[1]]
    points = MIN_POINTS - SEVERAL - MARKED - LONG - LATER
    assert is_told_a_thread(third, points)
    assert not is_told_a_thread(first, points)
    assert is_told_a_thread(first, points + LATER)
    assert not is_told_a_thread([f"<li>{SAID[0] * 2}</li>", *third], points)


def test_short_comments_far_below_a_long_article_make_no_thread() -> None:
    article = f"<div>{'<p>雨下了一夜，河里的水很高，路上的车都停了。</p>' * 60}</div>"
    points = MIN_POINTS - SEVERAL - MARKED
    assert is_told_a_thread(POSTS, points)
    table = build(f"{article}<ul>{''.join(POSTS)}</ul>")
    marks = Marks(table)
    found = find_records(table, marks, prose(table))
    comments = [record for record in found if len(record) < len(table) // 10]
    assert len(comments) >= len(POSTS) - 1
    assert not is_thread(marks, points, comments, table.valid)


def test_an_only_post_with_an_author_may_be_told_from_the_page() -> None:
    table = build(f"<ul>{POSTS[0]}</ul>{'<p>还有</p>' * 9}<p>{SAID[1]}</p>")
    marks = Marks(table)
    (item,) = table.find("li")
    assert told_apart(table, marks, [range(item, table.ends[item])])
    assert not told_apart(table, marks, [range(table.body, len(table))])
    (said,) = table.find("i")
    assert not told_apart(table, marks, [range(said, table.ends[item])])


def test_a_board_makes_a_thread_of_any_posts() -> None:
    long = f"<li><i>2024-03-05 14:03</i><p>{SAID[0] * 300}</p></li>"
    assert is_told_a_thread([long], ANNOUNCED)
    assert not is_told_a_thread([long], MIN_POINTS)


ARTICLE = Article(text="字" * 100, title="河边新建图书馆", published_at=NOW)


@pytest.mark.parametrize(
    ("article", "reason"),
    [
        (Article(text="字" * 100, title="河边新建图书馆"), Reason.NO_DATE),
        (Article(text="字 " * 99, title="河边新建图书馆", published_at=NOW), Reason.TOO_SHORT),
        (Article(text="字" * 100, title="图书", published_at=NOW), Reason.NO_TITLE),
    ],
)
def test_what_is_not_valid_is_rejected_with_its_reason(article: Article, reason: Reason) -> None:
    checked = validate(article, min_title_chars=5, min_text_chars=100)
    assert isinstance(checked, Rejected)
    assert (checked.reason, checked.title) == (reason, article.title)


@pytest.mark.parametrize(
    "result",
    [
        ARTICLE,
        Thread(posts=(Post("短", published_at=NOW),), title="河边新建图书馆"),
        Rejected(Reason.EMPTY_PAGE),
    ],
)
def test_what_is_valid_or_rejected_already_passes(result: Article | Thread | Rejected) -> None:
    assert validate(result, min_title_chars=5, min_text_chars=100) is result


def test_keywords() -> None:
    text = "图书馆在河边。新的图书馆有很多书，读者喜欢图书馆，读者在图书馆读书。"
    assert set(keywords(text, 2)) == {"图书馆", "读者"}
    assert keywords(text, 0) == keywords(" ", 5) == []


def test_a_summary_is_what_shares_most_with_the_rest_in_its_order() -> None:
    lead = "读者喜欢新的图书馆，图书馆在河边开放。"
    text = f"天气很好。\n图书馆有很多书。{lead}他说：“读者在河边开放的图书馆读书！”\n昨天下雨。"
    assert summary(text, 1) == lead
    assert summary(text, 2).startswith(lead)
    assert summary(text, 99) == text.replace("\n", "")
    assert (
        summary("It rained. The library opens. The library has books.", 2)
        == "The library opens. The library has books."
    )
    assert summary("", 3) == summary("……", 3) == summary(text, 0) == ""
