"""The roles' pure parts: which rows can work, what a list asks for, what a page becomes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from crawler.errors import Drop, Reason, Retry, describe
from crawler.fetch import Accept
from crawler.frontier.threads import begin, read_thread_page
from crawler.model import (
    Article,
    CheckReport,
    Fetched,
    Kind,
    Link,
    PageTask,
    Post,
    Precision,
    Source,
    State,
    Thread,
    url_id,
)
from crawler.roles.documents import comment_documents, document_of, post_documents, reply_documents
from crawler.roles.extractor import checked, read_document, with_hints
from crawler.roles.lister import Reading, Validators, page_tasks, read_list, request_for, today, with_silence, woken
from crawler.roles.retention import without_expired
from crawler.roles.rows import row_error
from crawler.roles.services import config_folder, load_engines
from crawler.roles.threads import as_thread
from crawler.settings import load

NOW = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)
ENGINES = load_engines(config_folder(load()) / "search")


def row(**columns: object) -> Source:
    values: dict[str, object] = {"id": 1, "name": "晨报", "channel": "page", "url": "http://news.example/list.html"}
    return Source(**{**values, **columns})  # type: ignore[arg-type]


def test_a_row_with_three_columns_can_work() -> None:
    assert row_error(row(), ENGINES) == ""


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"channel": "telepathy"}, "feed, search, page"),
        ({"url": "news.example"}, "complete http or https URL"),
        ({"url": "ftp://news.example/"}, "complete http or https URL"),
        ({"url": ""}, "complete http or https URL"),
        ({"url": "http://news.example:6667/"}, "port 6667 belongs to another protocol"),
        ({"pattern": "/news/(\\d+"}, "/news/(\\d+"),
        ({"exclude": "*"}, "*"),
        ({"channel": "search", "url": "altavista"}, "baidu_news"),
        ({"interval_s": 0}, "10 seconds"),
        ({"timezone": "Mars/Olympus"}, "Asia/Shanghai"),
        ({"timezone": "../../etc/passwd"}, "Asia/Shanghai"),
    ],
)
def test_a_row_that_cannot_work_is_told_what_to_do(columns: dict[str, object], said: str) -> None:
    assert said in row_error(row(**columns), ENGINES)


@pytest.mark.parametrize(
    ("report", "columns", "days", "state"),
    [
        (CheckReport(State.UNCHANGED), {"last_new_at": NOW - timedelta(days=8)}, 7, State.SILENT),
        (CheckReport(State.OK, links_found=9), {"created_at": NOW - timedelta(days=8)}, 7, State.SILENT),
        (CheckReport(State.OK, links_found=9), {"last_new_at": NOW - timedelta(days=6)}, 7, State.OK),
        (CheckReport(State.OK, links_new=1), {"last_new_at": NOW - timedelta(days=8)}, 7, State.OK),
        (CheckReport(State.FAILED), {"last_new_at": NOW - timedelta(days=8)}, 7, State.FAILED),
        (CheckReport(State.UNCHANGED), {"last_new_at": NOW - timedelta(days=800)}, 0, State.UNCHANGED),
        (CheckReport(State.UNCHANGED), {}, 7, State.UNCHANGED),
    ],
)
def test_a_source_that_brought_nothing_new_for_long_is_silent(
    report: CheckReport, columns: dict[str, object], days: float, state: State
) -> None:
    told = with_silence(report, row(**columns), NOW, days)
    assert told.state is state
    assert ("nothing new for 8 days" in told.reason) is (state is State.SILENT)


@pytest.mark.parametrize(
    "body",
    [b'<?xml version="1.0"?><rss><channel>', b'<!-- x -->\n<feed xmlns="http://www.w3.org/2005/Atom">', b"<rdf:RDF>"],
)
def test_a_feed_that_was_taken_for_a_list_page_is_told_what_it_is(body: bytes) -> None:
    with pytest.raises(Drop, match="use the channel feed") as caught:
        read_list(row(), Fetched(row().url, 200, body, {}), ENGINES)
    assert caught.value.reason is Reason.BAD_SOURCE
    page = Fetched(row().url, 200, b"<!DOCTYPE html><html><body>feed rss", {})
    assert read_list(row(), page, ENGINES).state is State.EMPTY


def test_each_channel_asks_for_its_kind_of_answer() -> None:
    assert request_for(row(), "", ENGINES).accept is Accept.PAGE
    assert request_for(row(channel="feed"), "", ENGINES).accept is Accept.FEED
    search = request_for(row(channel="search", url="so_news"), "茶园", ENGINES)
    assert "%E8%8C%B6%E5%9B%AD" in search.url
    assert search.interval_s == ENGINES["so_news"].interval_s


def test_a_search_source_whose_engine_is_gone_is_a_bad_source() -> None:
    with pytest.raises(Drop) as caught:
        request_for(row(channel="search", url="altavista"), "茶园", ENGINES)
    assert caught.value.reason is Reason.BAD_SOURCE


LIST = """<meta charset="gb2312"><ul>
<li><a href="/2026/1121/1.html">城东新图书馆今天上午正式开放</a>
<li><a href="/2026/1121/2.html?utm_source=x">茶园迎来今年最后一次采摘</a>
<li><a href="/about.html">关于我们</a></ul>""".encode("gb18030")


def test_a_list_page_gives_links_and_says_why_others_are_rejected() -> None:
    fetched = Fetched("http://news.example/list.html", 200, LIST, {"content-type": "text/html"})
    reading = read_list(row(pattern=r"/\d{4}/\d{4}/\d+\.html"), fetched, ENGINES)
    assert reading.state is State.OK
    assert [link.title for link in reading.links] == ["城东新图书馆今天上午正式开放", "茶园迎来今年最后一次采摘"]
    assert [one.url for one in reading.rejected] == ["http://news.example/about.html"]
    assert reading.charset == "gb18030"


def test_a_list_page_without_a_match_is_empty_and_says_so() -> None:
    fetched = Fetched("http://news.example/list.html", 200, LIST, {})
    reading = read_list(row(pattern="/nothing/like/it"), fetched, ENGINES)
    assert reading.state is State.EMPTY
    assert "none of its 3 links fits the pattern" in reading.reason
    assert len(reading.rejected) == 3


ARTICLE = "<title>{0}</title><h1>{0}</h1><p>2026-11-20 10:00</p>".format("城东新图书馆今天上午正式开放") + "".join(
    f"<p>第{number}层的阅览室今天上午正式开放，读者说这里比老馆安静，光线也好得多。</p>" for number in range(9)
)


@pytest.mark.parametrize(
    ("html", "said"),
    [
        (ARTICLE, "looks like an article itself"),
        ("<title>登录</title><form>用户名<input name=u>密码<input type=password></form>", "log in only"),
        ("<title>a</title><div id=app></div><script src=/app.js></script>", "JavaScript only"),
        ("<title>a</title><p>nothing", "no link on it"),
        ("<title>a</title><a href=/about>关于我们</a> <a href=/help>帮助</a>", "none of its 2 links looks like"),
    ],
)
def test_a_page_that_is_no_list_is_told_what_it_is(html: str, said: str) -> None:
    reading = read_list(row(), Fetched("http://news.example/x", 200, html.encode(), {}), ENGINES)
    assert reading.state is State.EMPTY
    assert reading.reason.startswith("the list page has no matching links: ")
    assert said in reading.reason


def test_a_challenge_in_place_of_a_list_is_no_empty_list() -> None:
    html = "<title>Just a moment...</title><p>Checking your browser before accessing the site.</p>"
    reading = read_list(row(), Fetched("http://news.example/", 200, html.encode(), {}), ENGINES)
    assert (reading.state, reading.reason) == (State.BLOCKED, describe(Reason.CHALLENGE))


BOARD = "<table>" + "".join(
    f"""<tr><td><a href="/thread-{number}-1-1.html">{title}</a></td><td>{number % 7}</td><td>{number}</td>
    <td>2026-11-20 12:0{number % 10}</td></tr>"""
    for number, title in [(81, "周末去爬山的路线"), (82, "旧键盘换轴记"), (83, "关于版规的说明")]
)


def board(**columns: object) -> Reading:
    return read_list(row(**columns), Fetched("http://bbs.example/forum-7-1.html", 200, BOARD.encode(), {}), ENGINES)


def test_a_page_that_is_a_board_needs_no_pattern() -> None:
    reading = board()
    assert [(link.is_thread, link.replies) for link in reading.links] == [(True, 4), (True, 5), (True, 6)]
    assert reading.links[0].last_reply_at == datetime(2026, 11, 20, 4, 1, tzinfo=UTC)
    task = page_tasks(row(), reading.links, now=1.5)[0]
    assert (task.thread, task.replies) == (task.url, 4)


@pytest.mark.parametrize(("text", "expected"), [("12:04", (20, 4, 4)), ("23:50:12", (19, 15, 50)), ("25:00", None)])
def test_a_clock_without_a_day_is_the_last_time_that_it_was_so_late(
    text: str, expected: tuple[int, int, int] | None
) -> None:
    now, zone = datetime(2026, 11, 20, 9, 30, tzinfo=UTC), ZoneInfo("Asia/Shanghai")
    day, hour, minute = expected or (0, 0, 0)
    assert today(text, now, zone) == (datetime(2026, 11, day, hour, minute, tzinfo=UTC) if expected else None)


def test_a_board_with_a_pattern_is_a_list_like_any_other() -> None:
    reading = board(pattern=r"/thread-8[12]-1-1\.html")
    assert [(link.is_thread, link.title) for link in reading.links] == [
        (False, "周末去爬山的路线"),
        (False, "旧键盘换轴记"),
    ]


def test_threads_of_another_site_are_none_of_a_boards() -> None:
    moved = BOARD.replace('href="', 'href="http://bbs.elsewhere.example.org')
    reading = read_list(row(), Fetched("http://bbs.example/forum-7-1.html", 200, moved.encode(), {}), ENGINES)
    assert (reading.links, reading.state) == ((), State.EMPTY)
    assert {one.rule for one in reading.rejected} == {"another site than bbs.example"}


def test_threads_of_a_board_may_be_excluded() -> None:
    reading = board(exclude="/thread-83-")
    assert len(reading.links) == 2
    assert [one.rule for one in reading.rejected] == ["exclude /thread-83-"]


@pytest.mark.parametrize(
    ("replies", "minutes", "expected"),
    [
        (5, None, False),
        (6, None, True),
        (5, 0, False),
        (5, 1, True),
        (4, 1, True),
        (-1, 0, False),
        (-1, 1, True),
        (-1, None, False),
    ],
)
def test_a_thread_is_woken_by_more_replies_or_a_later_one(replies: int, minutes: int | None, expected: bool) -> None:
    memory = replace(begin(TASK, TASK.url), replies=5, last_at=NOW.timestamp())
    at = None if minutes is None else NOW + timedelta(minutes=minutes)
    assert woken(memory, replies, at) is expected


def test_a_time_counted_back_from_now_wakes_no_thread() -> None:
    memory = replace(begin(TASK, TASK.url), replies=5, last_at=NOW.timestamp())
    assert not woken(memory, 5, NOW + timedelta(minutes=30, microseconds=7))
    assert woken(replace(memory, replies=-1), 5, None)


def test_tasks_carry_what_an_extractor_needs_to_know_of_the_source() -> None:
    links = [Link("http://News.example:80/1.html?utm_source=x#top", "题" * 900, NOW), Link("javascript:void(0)")]
    (task,) = page_tasks(row(timezone="Asia/Taipei", priority=7), links, now=1.5)
    assert task.url == "http://news.example/1.html"
    assert (task.source, task.timezone, task.priority, task.found_at) == ("晨报", "Asia/Taipei", 7, 1.5)
    assert task.published_at == NOW.isoformat()
    assert len(task.encode()) < 4096
    assert PageTask.decode(task.encode()) == task


def test_validators_come_back_as_they_were_kept() -> None:
    fetched = Fetched("http://a.example/", 200, b"body", {"etag": '"7"', "last-modified": "Sat"})
    kept = Validators.decode(Validators.of(fetched).encode())
    assert kept == Validators.of(fetched)
    assert kept.headers() == {"If-None-Match": '"7"', "If-Modified-Since": "Sat"}
    assert Validators.decode(None).headers() == {}


TASK = PageTask(url="http://bbs.example/t/1", source_id=3, source="论坛", channel="page")


def test_an_article_becomes_one_document_named_by_its_url() -> None:
    article = Article(
        text="正文",
        title="标题",
        source="晚报",
        published_at=NOW,
        precision=Precision.MINUTE,
        origins={"published_at": "meta"},
    )
    document = document_of(TASK, TASK.url, article, NOW)
    assert document.id == url_id(TASK.url)
    assert (document.kind, document.site, document.source) == (Kind.ARTICLE, "bbs.example", "论坛")
    assert (document.precision, document.date_origin, document.credit) == ("minute", "meta", "晚报")


def test_an_article_without_a_date_takes_the_lists_if_it_is_past() -> None:
    undated = Article(text="正文", title="标题")
    announced = replace(TASK, channel="feed", published_at="2026-11-21T15:00:00+08:00")
    dated = with_hints(undated, announced, NOW)
    assert dated.published_at == datetime(2026, 11, 21, 7, 0, tzinfo=UTC)
    assert isinstance(dated, Article)
    assert dated.origins["published_at"] == "feed"
    assert with_hints(undated, TASK, NOW).published_at is None
    future = replace(announced, published_at="2026-11-22T15:00:00+08:00")
    assert with_hints(undated, future, NOW).published_at is None
    own = Article(text="正文", published_at=NOW)
    assert with_hints(own, announced, NOW) is own


def test_a_thread_becomes_a_document_per_post_with_ids_of_their_own() -> None:
    dated = Post("一楼", "甲", NOW, 1, precision=Precision.DAY, origins={"published_at": "text"})
    posts = (dated, Post("二楼", "乙", None, 0), Post("二楼", "乙", None, 0))
    thread = Thread(posts, "主题")
    visit = read_thread_page(begin(TASK, TASK.url), TASK.url, TASK.url, thread, NOW)
    documents = post_documents(TASK, TASK.url, thread, visit, visit.posts, NOW)
    assert len({document.id for document in documents}) == 3
    assert {(document.thread_id, document.thread_url) for document in documents} == {(url_id(TASK.url), TASK.url)}
    assert {document.title for document in documents} == {"主题"}
    assert [document.floor for document in documents] == [1, 2, 3]
    assert [document.author for document in documents] == ["甲", "乙", "乙"]
    assert [document.precision for document in documents] == ["day", "", ""]
    assert [document.date_origin for document in documents] == ["text", "", ""]


def test_replies_inside_a_post_have_its_floor_and_ids_that_stay() -> None:
    stated = {"published_at": "text"}
    children = (
        Post("走北门。", "丙", NOW, precision=Precision.MINUTE, origins=stated),
        Post("北门没开。", "丁"),
        Post("北门没开。", "丁"),
    )
    posts = (
        Post("一楼", "甲", NOW, 1),
        Post("二楼", "乙", NOW, 2, children=children),
        Post("三楼", "甲", NOW, 3, parent=1),
    )
    thread = Thread(posts, "主题")
    visit = read_thread_page(begin(TASK, TASK.url), TASK.url, TASK.url, thread, NOW)
    documents = post_documents(TASK, TASK.url, thread, visit, visit.posts, NOW)
    assert [document.parent_id for document in documents] == ["", "", documents[1].id]
    replies = reply_documents(TASK, TASK.url, thread, visit, NOW)
    assert [(reply.floor, reply.parent_id, reply.kind) for reply in replies] == [(2, documents[1].id, Kind.POST)] * 3
    assert [reply.text for reply in replies] == ["走北门。", "北门没开。", "北门没开。"]
    edited = (replace(children[0], text="走北门，近些。"), *children[1:])
    thread = replace(thread, posts=(posts[0], replace(posts[1], children=edited), posts[2]))
    again = read_thread_page(visit.memory, TASK.url, TASK.url, thread, NOW)
    assert [one.is_new for one in again.posts] == [False] * 3
    assert [one.id for one in reply_documents(TASK, TASK.url, thread, again, NOW)] == [one.id for one in replies]
    assert len({document.id for document in (*documents, *replies)}) == 6


def test_what_a_post_quotes_stands_apart_from_its_text() -> None:
    posts = (
        Post("问一句\n问一句", "甲", NOW, 1),
        Post("甲说：\n问一句\n答一句\n问一句", "乙", NOW, 2, quoted="甲说：\n问一句"),
        Post("答一句", "丙", NOW, 3, quoted="答一句"),
    )
    thread = Thread(posts, "主题")
    visit = read_thread_page(begin(TASK, TASK.url), TASK.url, TASK.url, thread, NOW)
    documents = post_documents(TASK, TASK.url, thread, visit, visit.posts, NOW)
    assert [(document.text, document.quoted) for document in documents] == [
        ("问一句\n问一句", ""),
        ("答一句\n问一句", "甲说：\n问一句"),
        ("答一句", ""),
    ]


def test_comments_are_documents_of_their_own_below_their_article() -> None:
    comments = (Post("写得好。", "丙", NOW, precision=Precision.DAY), Post("不见得。", "丁", NOW, parent=0))
    article = document_of(TASK, TASK.url, Article(text="正文", title="标题", source="晚报", comments=comments), NOW)
    documents = comment_documents(article, comments)
    assert [document.parent_id for document in documents] == [article.id, documents[0].id]
    assert {document.kind for document in documents} == {Kind.COMMENT}
    assert {(document.thread_id, document.thread_url) for document in documents} == {(article.id, TASK.url)}
    assert {(document.title, document.thread_title, document.credit) for document in documents} == {("", "标题", "")}
    assert [(document.floor, document.author, document.text) for document in documents] == [
        (1, "丙", "写得好。"),
        (2, "丁", "不见得。"),
    ]
    assert documents[0].precision == "day"
    assert len({article.id, *(document.id for document in documents)}) == 3


def test_comments_on_what_a_board_announced_are_the_threads_replies() -> None:
    comments = (Post("写得好。", "丙", NOW), Post("不见得。", "丁", NOW, parent=0))
    thread = as_thread(Article(text="正文", title="标题", author="甲", comments=comments))
    assert [(post.author, post.parent) for post in thread.posts] == [("甲", None), ("丙", None), ("丁", 1)]


def test_a_page_without_an_article_is_dropped_with_its_reason() -> None:
    fetched = Fetched(TASK.url, 200, b"<title>about</title><p>short", {"content-type": "text/html"})
    with pytest.raises(Drop):
        read_document(TASK, fetched, NOW, load())


def test_a_challenge_is_tried_again_and_a_login_page_is_not() -> None:
    def read(text: str) -> None:
        read_document(TASK, Fetched(TASK.url, 200, f"<title>晚报</title><p>{text}</p>".encode(), {}), NOW, load())

    with pytest.raises(Retry) as passing:
        read("请输入验证码后继续访问本站。")
    assert passing.value.reason is Reason.CHALLENGE
    with pytest.raises(Drop) as lasting:
        read("抱歉，您需要登录后才可以查看。")
    assert lasting.value.reason is Reason.LOGIN_PAGE


# --- retention


def test_an_article_published_before_what_is_kept_is_not_taken_in() -> None:
    article = Article(text="正文" * 100, title="一个足够长的标题", published_at=NOW - timedelta(days=40))
    for keep_days in (0, 41):
        assert checked(article, load(keep_days=keep_days), NOW) == article
    with pytest.raises(Drop) as raised:
        checked(article, load(keep_days=39), NOW)
    assert raised.value.reason is Reason.EXPIRED


def test_what_states_no_time_goes_by_the_post_before_it_or_that_it_replies_to() -> None:
    old, new = NOW - timedelta(days=40), NOW - timedelta(days=1)
    posts = (
        Post("没有时间的开头"),
        Post("很久以前的回复", published_at=old, children=(Post("没有时间的点评"), Post("新的点评", published_at=new))),
        Post("没有时间的回复"),
        Post("新的回复", published_at=new, children=(Post("也没有时间的点评"),)),
        Post("最后没有时间的回复"),
    )
    task = PageTask("http://bbs.example/t1", 1, thread="http://bbs.example/t1")
    found = Thread(posts, "标题")
    visit = read_thread_page(begin(task, task.url), task.url, task.url, found, NOW)
    documents = post_documents(task, task.url, found, visit, visit.posts, NOW)
    documents += reply_documents(task, task.url, found, visit, NOW)
    kept = [one.text for one in without_expired(documents, visit, 30, NOW)]
    assert kept == ["新的回复", "最后没有时间的回复", "新的点评", "也没有时间的点评"]
    assert without_expired(documents, visit, 50, NOW) == documents
