"""What pages state of their posts for machines is used where the posts bear it out."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.microdata import TEXTS as THE_TEXT
from crawler.extract.threads.microdata import stated, stated_name
from crawler.model import Article, Post, Precision, Thread

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)
URL = "https://bbs.example.org/thread-1.html"
PEOPLE = ["林一", "周二", "吴三"]
TEXTS = [
    "河边的路修好了吗？上个月去的时候还围着。",
    "修好了，昨天我去走过一次，很平整。",
    "晚上有灯，走起来很方便，就是人多。",
]
TIMES = [f"2024-03-0{day}T10:20:30+08:00" for day in (1, 2, 3)]


def thread(posts: str, statement: object = None) -> tuple[Post, ...]:
    script = f"<script type=application/ld+json>{json.dumps(statement)}</script>" if statement else ""
    found = extract_page(f"<title>河边的路 - 本地论坛</title>{script}{posts}".encode(), URL, now=NOW)
    assert isinstance(found, Thread)
    return found.posts


def post(number: int, who: str = "", when: str = "") -> str:
    author = who or f"<a class=author href=/user/{number}>{PEOPLE[number]}</a>"
    return f"<div class=post>{author}{when or f'<em>2024-03-0{number + 1}</em>'}<p>{TEXTS[number]}</p></div>"


def statement(number: int, **others: Any) -> dict[str, Any]:
    author = {"@type": "Person", "name": PEOPLE[number], "url": f"https://bbs.example.org/user/{number}"}
    return {"@type": "Comment", "text": TEXTS[number], "author": author, "datePublished": TIMES[number], **others}


def test_a_day_becomes_the_second_that_is_stated() -> None:
    comments = [statement(1), statement(2)]
    found = thread("".join(map(post, range(3))), statement(0, **{"@type": "DiscussionForumPosting"}, comment=comments))
    assert [one.published_at.isoformat() for one in found if one.published_at] == TIMES
    assert {(one.precision, one.origins["published_at"]) for one in found} == {(Precision.SECOND, "structured")}
    assert [one.author for one in found] == PEOPLE


def test_answers_have_the_authors_that_are_stated_where_none_is_shown() -> None:
    question = statement(0, **{"@type": "Question"}, acceptedAnswer=statement(1), suggestedAnswer=[statement(2)])
    posts = "".join(post(number, who=" ") for number in range(3))
    found = thread(posts, {"@type": "QAPage", "mainEntity": question})
    assert [(one.author, one.origins["author"]) for one in found] == [(who, "structured") for who in PEOPLE]
    assert found[2].author_url == "https://bbs.example.org/user/2"


@pytest.mark.parametrize(
    "told",
    [
        {"text": "别的地方的一句话，这里没有人说过。"},
        {"datePublished": "2019-01-01T08:00:00+08:00", "author": {"name": "别人"}},
        {"datePublished": "从前", "author": ["别人"]},
        {"text": "修好"},
        {"text": {"a": 1}, "author": 7, "comment": [[], None, "x"]},
    ],
)
def test_what_the_posts_do_not_bear_out_is_not_taken(told: dict[str, Any]) -> None:
    posts = "".join(map(post, range(3)))
    plain = thread(posts)
    assert thread(posts, [statement(1, **told)]) == plain


def test_a_statement_is_not_taken_for_a_post_that_quotes_it() -> None:
    quoting = (
        f"<div class=post><a class=author href=/user/2>吴三</a><em>2024-03-03</em><p><q>{TEXTS[0]}</q>好。</p></div>"
    )
    found = thread(post(1) + quoting + post(0), [statement(0)])
    assert [one.author for one in found] == ["周二", "吴三", "林一"]
    assert [one.precision for one in found] == [Precision.DAY, Precision.DAY, Precision.SECOND]


def test_microdata_of_posts() -> None:
    posts = "".join(
        f"<div itemscope><b>编辑：管理员</b> <i>2024-03-05 09:00</i>"
        f"<span itemprop=author><a href=/u/{number}>{who}</a></span>"
        f"<time itemprop=datePublished datetime={TIMES[number]}>{number}</time><div>第 {number} 条，等级 {number * 7}"
        f"<div itemprop=text>{TEXTS[number]}</div>——晚上见，{who}敬上</div></div>"
        for number, who in enumerate(PEOPLE)
    )
    found = thread(f"<div class=thread>{posts}</div>")
    assert [(one.author, one.text) for one in found] == list(zip(PEOPLE, TEXTS, strict=True))
    assert [one.published_at.isoformat() for one in found if one.published_at] == TIMES
    assert {tuple(one.origins.values()) for one in found} == {("structured", "structured")}
    assert found[0].author_url == "https://bbs.example.org/u/0"


def test_the_title_over_each_text_is_no_part_of_what_is_stated() -> None:
    posts = "".join(
        f"<li><h3><p>河边的路</p></h3><a class=author href=/user/{n}>{who}</a> <i>2024-03-0{n + 1} 10:20</i>"
        f"<div itemprop=text><p>{TEXTS[n]}</p></div></li>"
        for n, who in enumerate(PEOPLE)
    )
    assert [one.text for one in thread(f"<ul>{posts}</ul>")] == TEXTS


def test_a_text_may_be_stated_of_two_elements_around_each_other() -> None:
    table = build(f"<li><div itemprop=commentText><p itemprop=commentText>{TEXTS[0]}</p></div></li>")
    [item], [around] = table.find("li"), table.find("div")
    assert stated(table, [range(item, table.ends[item])], THE_TEXT) == {0: around}
    table = build(f"<li><p itemprop=text>{TEXTS[0]}</p><p itemprop=text>{TEXTS[1]}</p></li>")
    [item] = table.find("li")
    assert stated(table, [range(item, table.ends[item])], THE_TEXT) == {}


def test_a_name_stated_over_two_lines_is_one_line() -> None:
    table = build("<p itemprop=author><meta itemprop=name content='小河\n边的人'></p>")
    assert stated_name(table, next(table.find("p"))) == ("小河 边的人", "")


def test_the_comments_on_an_article_are_stated_too() -> None:
    told = {"@type": "NewsArticle", "headline": "河边的路", "comment": [statement(1), statement(2)]}
    body = "<p>河边的路上个星期修好了，比原来宽了一倍，两边都种了树。</p>" * 4
    below = "".join(f"<li><a href=/u/{n}>{PEOPLE[n]}</a><p>{TEXTS[n]}</p><i>2024-03-0{n + 1}</i></li>" for n in (1, 2))
    page = (
        f"<title>河边的路</title><script type=application/ld+json>{json.dumps(told)}</script>"
        f"<h1>河边的路</h1><div>{body}</div><ul class=comments>{below}</ul>"
    )
    found = extract_page(page.encode(), "https://news.example.org/1", now=NOW)
    assert isinstance(found, Article)
    assert [one.published_at.isoformat() for one in found.comments if one.published_at] == TIMES[1:]
