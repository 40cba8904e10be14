"""A forum is read as it grows: every post is indexed once, and only pages are fetched that may have something new."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from crawler.frontier import Tube
from crawler.frontier.threads import ThreadMemory
from crawler.model import Document, Kind, Source, url_id
from crawler.settings import Settings
from tests.integration.promises import Bench
from tests.localweb import Fault, LocalWeb, Page, failure
from tests.localweb.forum import HOST, Forum, ForumThread, board_page, board_url, home_page, page_url


@pytest.fixture(scope="module")
def site() -> Iterator[LocalWeb]:
    with LocalWeb({}) as web:
        yield web


@pytest.fixture
def web(site: LocalWeb) -> LocalWeb:
    site.forget()
    return site


@pytest.fixture
def bench(made: Settings, web: LocalWeb) -> Iterator[Bench]:
    with closing(Bench(made, web, host_interval_s=0, latency_factor=0, retry_s=0.01)) as bench:
        bench.services.documents.prepare()
        yield bench


@pytest.fixture
def forum(web: LocalWeb) -> Forum:
    return Forum(datetime.now(UTC))


@pytest.fixture
def source(bench: Bench) -> Source:
    return bench.add(board_url(1), interval_s=10)


def crawl(bench: Bench, web: LocalWeb, forum: Forum) -> list[str]:
    """Publish, check every source once, and do what follows from it. The pages that were fetched, in their order."""
    forum.publish(web)
    web.forget()
    visit_all(bench)
    return [request.url.removeprefix("http://bbs.example/") for request in web.requests if "robots" not in request.url]


def visit_all(bench: Bench) -> None:
    """Check every source once, and do what follows from it."""
    bench.services.sources.make_due()
    bench.controller.round(bench.queue)
    while bench.work(Tube.LISTS) + bench.work(Tube.PAGES):
        pass
    bench.services.documents.refresh()


def posts(bench: Bench, thread: ForumThread) -> list[Document]:
    return bench.services.documents.thread(url_id(thread.url))


def texts(bench: Bench, thread: ForumThread) -> list[str]:
    return [document.text for document in posts(bench, thread)]


def written(thread: ForumThread) -> list[str]:
    return [post.text for post in thread.posts]


@pytest.mark.usefixtures("source")
def test_replies_inside_posts_are_indexed_once_below_their_post(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    thread = forum.thread(posts=3)
    forum.thread(posts=1)
    first, second, third = thread.posts
    inside = [forum.reply_inside(second), forum.reply_inside(second)]
    crawl(bench, web, forum)
    assert texts(bench, thread) == [one.text for one in (first, second, *inside, third)]
    found = posts(bench, thread)
    assert [document.parent_id for document in found] == ["", "", found[1].id, found[1].id, ""]
    assert [document.floor for document in found] == [1, 2, 2, 2, 3]
    assert [document.author for document in found] == [one.author for one in (first, second, *inside, third)]

    later, fourth = forum.reply_inside(second), forum.reply(thread)
    crawl(bench, web, forum)
    assert texts(bench, thread) == [one.text for one in (first, second, *inside, later, third, fourth)]


@pytest.mark.usefixtures("source")
def test_a_forum_is_read_as_it_grows(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    quiet, busy = forum.thread(posts=2), forum.thread(posts=6)
    assert sorted(crawl(bench, web, forum)) == [
        "forum-7-1.html",
        "thread-1001-1.html",
        "thread-1002-1.html",
        "thread-1002-2.html",
    ]
    assert texts(bench, busy) == written(busy)
    assert texts(bench, quiet) == written(quiet)
    first = posts(bench, busy)[5]
    assert (first.kind, first.title, first.thread_url, first.url) == (
        Kind.POST,
        busy.title,
        busy.url,
        page_url(busy.number, 2),
    )
    assert [document.floor for document in posts(bench, busy)] == [1, 2, 3, 4, 5, 6]

    assert crawl(bench, web, forum) == ["forum-7-1.html"], "nothing has changed"

    forum.reply(busy)
    assert crawl(bench, web, forum) == ["forum-7-1.html", "thread-1002-2.html"], "a post on the last page"
    assert texts(bench, busy) == written(busy)

    for _ in range(3):
        forum.reply(busy)
    assert crawl(bench, web, forum) == ["forum-7-1.html", "thread-1002-2.html", "thread-1002-3.html"], "a new page"
    assert texts(bench, busy) == written(busy)
    assert [document.floor for document in posts(bench, busy)] == list(range(1, 11))

    before = written(busy)
    deleted = busy.posts.pop(1)
    forum.reply(busy)
    back_and_on = [f"thread-1002-{page}.html" for page in (3, 2, 1, 2, 3)]
    assert crawl(bench, web, forum) == ["forum-7-1.html", *back_and_on], "one deleted, one written"
    assert sorted(texts(bench, busy)) == sorted({*before, *written(busy)}), "what was deleted is kept as it was read"
    assert lost(bench, busy) == [deleted.text]

    edited = busy.posts[-1]
    edited.text += "补充一句：晚上再去看。"
    forum.reply(busy)
    crawl(bench, web, forum)
    assert texts(bench, busy)[-2:] == written(busy)[-2:], "an edited post has its new text"
    assert sorted(texts(bench, busy)) == sorted({*before, *written(busy)})
    assert texts(bench, quiet) == written(quiet)
    assert bench.frontier.pending_count() == 0


@pytest.mark.usefixtures("source")
def test_a_board_is_read_as_far_as_it_brings_something(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    threads = [forum.thread(posts=1) for _ in range(17)]
    pages = crawl(bench, web, forum)
    assert [page for page in pages if "forum" in page] == [f"forum-7-{number}.html" for number in range(1, 5)]
    assert all(texts(bench, thread) == written(thread) for thread in threads)
    assert bench.ended["list", "ok"] == 1
    (row,) = bench.services.sources.all()
    assert (row.state, bench.services.sources.open_tasks()) == ("ok", 0)
    (event,) = bench.services.sources.history(row.id)
    assert (event.report.links_found, event.report.links_new) == (17, 17)

    forum.reply(threads[0])
    assert crawl(bench, web, forum) == ["forum-7-1.html", "forum-7-2.html", "thread-1001-1.html"]
    assert texts(bench, threads[0]) == written(threads[0])


@pytest.mark.usefixtures("source")
def test_a_thread_is_visited_by_itself_when_its_visit_is_due(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    thread = forum.thread(posts=6)
    forum.thread(posts=1)
    crawl(bench, web, forum)
    (data,) = bench.frontier.recall_threads([url_id(thread.url)])
    assert data
    for _ in range(2):
        forum.reply(thread)
    forum.publish(web)
    bench.frontier.remember_thread(url_id(thread.url), data, due=0)
    web.forget()
    bench.controller.round(bench.queue)
    bench.work(Tube.PAGES)
    assert [request.url for request in web.requests] == [page_url(thread.number, 2)]
    bench.services.documents.refresh()
    assert texts(bench, thread) == written(thread)


@pytest.mark.usefixtures("source")
def test_a_thread_whose_last_page_is_gone_is_begun_at_its_first(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    thread = forum.thread(posts=5)
    forum.thread(posts=1)
    crawl(bench, web, forum)
    before = written(thread)
    del thread.posts[1:3]
    forum.reply(thread)
    assert crawl(bench, web, forum)[-1] == page_url(thread.number, 2).rpartition("/")[2]
    memory = recalled(bench, thread)
    assert memory.start.url == thread.url
    assert memory.posts != ()
    forum.reply(thread)
    assert crawl(bench, web, forum)[1:] == ["thread-1001-1.html", "thread-1001-2.html"]
    assert sorted(texts(bench, thread)) == sorted({*before, *written(thread)})


def lost(bench: Bench, thread: ForumThread) -> list[str]:
    """Texts of the posts that are marked as gone."""
    return [document.text for document in posts(bench, thread) if document.gone_at]


@pytest.mark.usefixtures("source")
def test_a_post_that_was_deleted_is_kept_and_marked(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    thread = forum.thread(posts=7)
    forum.thread(posts=1)
    crawl(bench, web, forum)
    before = written(thread)
    deleted = thread.posts.pop(5)
    sixth = posts(bench, thread)[5]
    inside, below = (replace(sixth, id=text, text=text, parent_id=sixth.id) for text in ("楼中楼", "回复六楼"))
    bench.services.documents.add([inside, replace(below, floor=7)])
    bench.services.documents.refresh()
    forum.reply(thread)
    began = datetime.now(UTC)
    crawl(bench, web, forum)
    assert sorted(lost(bench, thread)) == sorted([deleted.text, inside.text])
    bench.services.documents.revise([inside])
    bench.services.documents.refresh()
    before += [inside.text, below.text]
    (found,) = [document for document in posts(bench, thread) if document.gone_at]
    assert found.gone_at
    assert began <= found.gone_at <= datetime.now(UTC)
    assert sorted(texts(bench, thread)) == sorted({*before, *written(thread)})

    forum.reply(thread)
    crawl(bench, web, forum)
    assert [document for document in posts(bench, thread) if document.gone_at] == [found], "since it was first missed"

    thread.posts.insert(5, deleted)
    forum.reply(thread)
    crawl(bench, web, forum)
    assert lost(bench, thread) == [], "it is there again"


@pytest.mark.usefixtures("source")
def test_where_the_first_post_of_a_page_is_gone_the_page_before_tells(
    bench: Bench, web: LocalWeb, forum: Forum
) -> None:
    thread = forum.thread(posts=7)
    forum.thread(posts=1)
    crawl(bench, web, forum)
    deleted = thread.posts.pop(1)
    forum.reply(thread)
    forum.reply(thread)
    pages = crawl(bench, web, forum)
    assert pages[1:] == ["thread-1001-2.html", "thread-1001-1.html", "thread-1001-2.html"]
    assert lost(bench, thread) == [deleted.text]
    assert texts(bench, thread)[-2:] == written(thread)[-2:]


SAID_TO_BE_GONE = "<title>提示信息 - 河湾论坛</title><div><p>抱歉，指定的主题不存在或已被删除或正在被审核</p></div>"


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize("answer", [failure(404), SAID_TO_BE_GONE], ids=["404", "said with status 200"])
def test_a_thread_that_is_gone_is_kept_marked_and_visited_no_more(
    bench: Bench, web: LocalWeb, forum: Forum, answer: Page | str
) -> None:
    gone, other = forum.thread(posts=3), forum.thread(posts=1)
    crawl(bench, web, forum)
    before = written(gone)
    forum.reply(gone)
    forum.publish(web)
    web.put(gone.url, answer if isinstance(answer, Page) else Page(answer.encode(), "text/html; charset=utf-8"))
    web.forget()
    visit_all(bench)
    assert [request.url for request in web.requests if "thread" in request.url] == [gone.url]
    assert lost(bench, gone) == texts(bench, gone) == before
    assert lost(bench, other) == []
    forum.reply(gone)
    forum.reply(other)
    assert crawl(bench, web, forum) == ["forum-7-1.html", "thread-1002-1.html"]


def recalled(bench: Bench, thread: ForumThread) -> ThreadMemory:
    (data,) = bench.frontier.recall_threads([url_id(thread.url)])
    assert data
    return ThreadMemory.decode(data)


@pytest.mark.usefixtures("source")
def test_what_a_board_calls_a_thread_and_is_none_is_asked_for_once(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    gone, other = forum.thread(posts=1), forum.thread(posts=1)
    forum.publish(web)
    web.fault(gone.url, Fault(page=failure(404), times=1))
    assert sorted(crawl(bench, web, forum)) == ["forum-7-1.html", "thread-1001-1.html", "thread-1002-1.html"]
    forum.reply(other)
    forum.reply(gone)
    assert crawl(bench, web, forum) == ["forum-7-1.html", "thread-1002-1.html"]


@pytest.mark.usefixtures("source")
def test_a_wiped_memory_brings_no_post_twice(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    thread = forum.thread(posts=6)
    forum.thread(posts=1)
    crawl(bench, web, forum)
    bench.frontier.forget_source(1)
    forum.reply(thread)
    assert "thread-1001-1.html" in crawl(bench, web, forum)
    assert texts(bench, thread) == written(thread)


@pytest.mark.usefixtures("source")
def test_a_thread_that_is_met_on_a_later_page_is_read_from_its_first(bench: Bench, web: LocalWeb, forum: Forum) -> None:
    thread, other = forum.thread(posts=8), forum.thread(posts=6)
    forum.publish(web)
    web.put(board_url(1), board_page([thread, other], page=2))
    visit_all(bench)
    assert texts(bench, thread) == written(thread)
    assert texts(bench, other) == written(other)
    assert [document.floor for document in posts(bench, thread)] == list(range(1, 9))
    assert bench.frontier.pending_count() == 0

    forum.reply(thread)
    crawl(bench, web, forum)
    web.put(board_url(1), board_page([thread, other], page=2))
    visit_all(bench)
    assert texts(bench, thread) == written(thread)
    assert not any(bench.services.documents.thread(url_id(page_url(one.number, 2))) for one in (thread, other))


def test_the_boards_of_a_forum_are_read_in_turn(made: Settings, web: LocalWeb, forum: Forum) -> None:
    with closing(Bench(made, web, host_interval_s=0, latency_factor=0, list_pages=3)) as bench:
        bench.services.documents.prepare()
        bench.add(HOST + "/", interval_s=10)
        threads = [[forum.thread(posts=1) for _ in range(2)] for board in range(4)]
        web.put(HOST + "/", home_page([board_url(1, board) for board in range(4)]))
        for board, here in enumerate(threads):
            web.put(board_url(1, board), board_page(here))
        read = [[page for page in crawl(bench, web, forum) if page.startswith("forum-")] for _ in range(3)]
        assert read == [["forum-0-1.html", "forum-1-1.html"], ["forum-2-1.html", "forum-3-1.html"], read[0]]
        assert all(texts(bench, thread) == written(thread) for here in threads for thread in here)


class Died(BaseException):
    """A worker was killed."""


@pytest.mark.parametrize("step", range(40))
def test_a_worker_may_die_at_any_step_of_a_thread(
    embedded_settings: Settings, forum: Forum, monkeypatch: pytest.MonkeyPatch, web: LocalWeb, step: int
) -> None:
    with closing(Bench(embedded_settings, web, latency_factor=0, max_crashes=9)) as bench:
        bench.add(board_url(1), interval_s=10)
        thread = forum.thread(posts=10)
        forum.thread(posts=1)
        forum.publish(web)
        bench.controller.round(bench.queue)
        bench.work(Tube.LISTS)
        steps = iter(range(step, -1, -1))
        for where, names in (
            (bench.frontier, ["recall_threads", "remember_thread", "admit", "settle", "enter"]),
            (bench.queue, ["put", "delete"]),
            (bench.extractor._writer, ["write"]),
        ):
            for name in names:
                monkeypatch.setattr(where, name, dying(getattr(where, name), steps))
        while bench.frontier.pending_count():
            work_though_some_die(bench)
        monkeypatch.undo()
        assert texts(bench, thread) == written(thread)
        assert not recalled(bench, thread).open_at
        assert bench.ended.keys() <= {("page", "indexed"), ("page", "known"), ("list", "ok")}


def work_though_some_die(bench: Bench) -> None:
    """Do what is queued, and after that put back what is pending without a job, as the controller does in time."""
    while held := bench.held(Tube.PAGES):
        try:
            bench.extractor.handle(held)
        except Died:
            bench.queue.release(held.job)
    for task in bench.frontier.overdue(now=time.time() + 10_000, limit=99):
        bench.queue.put(Tube.PAGES, task.encode())


def dying(call: Callable[..., object], steps: Iterator[int]) -> Callable[..., object]:
    """`call`, but at the last step but one the worker dies before it, and at the last after it."""

    def called(*args: object, **kwargs: object) -> object:
        left = next(steps, None)
        if left == 1:
            raise Died
        result = call(*args, **kwargs)
        if left == 0:
            raise Died
        return result

    return called
