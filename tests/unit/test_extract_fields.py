"""Kind and validity."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.errors import Reason
from crawler.extract import validate
from crawler.extract.fields.keywords import keywords, summary
from crawler.extract.kind import may_be_thread, page_points
from crawler.extract.table import build
from crawler.model import Article, Post, Rejected, Thread

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)


def may_be(html: str, url: str = "") -> bool:
    table = build(html)
    return may_be_thread(page_points(table, url), table, table.valid)


def test_kind_goes_by_what_the_page_says_of_itself() -> None:
    forum = "<title>新图书馆怎么样 - 读书论坛</title><div class=post>一</div>"
    news = "<title>河边新建图书馆</title><meta property=og:type content=article><div class=text>一</div>"
    assert may_be(forum, "https://bbs.example.org/thread-1-1-1.html")
    assert not may_be(news, "https://news.example.org/2024/1.html")


def test_words_of_forums_count_in_labels_only() -> None:
    words = ["楼主", "回复", "舉報", "Posts", "Antworten", "Ответить"]
    labels, text = "".join(f"<li>{word}</li>" for word in words), f"<p>{'，也可以说'.join(words)}，大家都这么叫。</p>"
    assert page_points(build(labels), "") == len(words)
    assert page_points(build(text), "") == 0


@pytest.mark.parametrize(
    ("url", "forum"),
    [
        ("https://example.org/t/rain/12", True),
        ("https://example.org/viewtopic.php?t=12", True),
        ("https://example.org/topic/12-rain", True),
        ("https://boards.example.org/rain", True),
        ("https://example.org/topic/history-of-rain", False),
        ("https://example.org/t/2019-09-11/doc-1.html", False),
        ("https://example.org/tabletop/the-board-games", False),
    ],
)
def test_an_address_names_a_forum(url: str, forum: bool) -> None:
    assert (page_points(build("<p>一"), url) > 0) == forum


@pytest.mark.parametrize("author", ["<a href='/space/{}'>", "<b class=nick>", "<b itemprop=author>", "<b rel=author>"])
def test_posts_are_looked_for_where_many_may_have_an_author_and_none_has_most_of_the_text(author: str) -> None:
    title = "<title>河边论坛</title><b>回复</b><b>楼主</b>"
    posts = [f"{author.format(number)}某人</a></b><p>我在这里住了十年，没有见过这样的雨。</p>" for number in range(8)]
    assert may_be("".join([title, *posts]))
    assert not may_be("".join(posts))
    assert not may_be("".join([title, *posts[:2]]) + "<p>我在这里住了十年，没有见过这样的雨。</p>" * 6)
    assert not may_be("".join([title, *posts]) + "<p>" + "我在这里住了十年，没有见过这样的雨。" * 8)
    article = "<p>我在这里住了十年，没有见过这样的雨。</p>" * 48
    assert not may_be("".join([title, *posts]) + article)
    assert may_be("".join([title, *posts]) + article.replace("</p>", "<br>2024-03-05 14:03</p>"))


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
