"""A page of a thread in the extractor: which of its posts are indexed, which page is read next, and when again.

The order keeps what is promised: posts into the index, then the memory, then the next page into the queue, and the task
is settled last. A worker that dies in between does it over: posts have their keys whatever is remembered, and the
memory knows of a next page that is still to be read.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from datetime import UTC, datetime

from crawler.errors import Drop, Reason
from crawler.frontier.canonical import as_sent, canonical
from crawler.frontier.schedule import next_visit
from crawler.frontier.threads import (
    Place,
    ThreadMemory,
    Visit,
    begin,
    begin_inside,
    read_thread_page,
)
from crawler.model import Article, PageTask, Post, Thread, host_of, url_id
from crawler.paging import begins_at, leads_on
from crawler.roles.held import Held
from crawler.roles.services import Services

DAY_S = 86_400.0

GONE = frozenset({Reason.NOT_FOUND, Reason.MISSING_PAGE})
"""Why a page of a thread is not there: by its status, or by what it says itself with a status of 200."""

NO_THREAD = b""
"""Remembered of an address that a board announced and that is no thread, or is none any more: nobody comes back."""


def canonical_for(task: PageTask, url: str) -> str:
    """The canonical URL by the rules of the source that announced a page. Raises Drop(BAD_URL)."""
    keep, drop = (tuple(filter(None, names.split(","))) for names in (task.keep_params, task.drop_params))
    return canonical(url, keep=keep, drop=drop)


def as_thread(page: Article) -> Thread:
    """What a board calls a thread, and looks like an article: its opening post, to which nobody has replied yet; or the
    only post of its last page."""
    origins = {name: origin for name, origin in page.origins.items() if name in ("author", "published_at")}
    opening = Post(page.text, page.author, page.published_at, precision=page.precision, origins=origins)
    comments = (replace(one, parent=None if one.parent is None else one.parent + 1) for one in page.comments)
    return Thread(
        (opening, *comments),
        page.title,
        language=page.language,
        charset=page.charset,
        replaced=page.replaced,
        confidence=page.confidence,
        origins=page.origins,
    )


class Threads:
    """What is remembered of threads, for the extractor."""

    def __init__(self, services: Services) -> None:
        self._frontier = services.frontier
        self._documents = services.documents
        self._settings = services.settings

    def read(self, held: Held, task: PageTask, url: str, found: Thread, now: datetime) -> Visit:
        """Compare a page with what is remembered of its thread. Nothing is changed yet."""
        memory = self._recall(held, task) or self._recall(held, replace(task, thread=url))
        if memory is None and (first := _first_page(task, url, found)):
            visit = begin_inside(task, first, self._recall(held, replace(task, thread=first)))
            return replace(visit, memory=self._learned(visit.memory, task, url, found))
        if memory is None:
            memory = begin(task, url if task.url == task.thread else task.thread or url)
        following = _next_page(task, memory, url, found)
        visit = read_thread_page(memory, task.url, url, replace(found, next_page=following), now)
        if visit.memory.start.page >= self._settings.thread_pages:
            visit = replace(visit, goes_on_at="", memory=replace(visit.memory, open_at=""))
        return replace(visit, memory=self._learned(visit.memory, task, url, found))

    def go_on(self, held: Held, visit: Visit) -> None:
        """Remember the page, and queue the one that is read next, if there is one."""
        self._remember(held, visit.memory, soon=bool(visit.goes_on_at))
        if visit.goes_on_at:
            following = replace(visit.memory.visit(), url=visit.goes_on_at)
            held.put_pages(held.patiently(lambda: self._frontier.admit([following], now=time.time(), again=True)))

    def missed(self, held: Held, task: PageTask, reason: str) -> None:
        """A page that should have been a thread's has ended as something else: come back later, or never. Where the
        first page of a thread is gone, all of it is. Where another is, its posts moved up: the next visit begins at the
        first."""
        if not task.thread:
            return
        memory = self._recall(held, task)
        if memory is None and reason in (Reason.HOST_DOWN, Reason.BANNED):
            return  # nothing is known of it: its board may announce it again
        is_gone = reason in GONE
        if task.url == task.thread and (memory is None or is_gone):
            if is_gone:
                self._mark_gone(held, task.thread)
            self._leave(held, task.thread)
            if memory and memory.announced:
                self._leave(held, memory.announced)
        elif memory and is_gone:
            first = Place(memory.task.url)
            self._remember(held, replace(memory, start=first, earlier=(), open_at=""), soon=False)
        elif memory:
            self._remember(held, replace(memory, quiet=memory.quiet + 1, open_at=""), soon=False)

    def _mark_gone(self, held: Held, thread: str) -> None:
        """All that was read of a thread, which is kept."""
        now = datetime.now(UTC)
        ids = [post.id for post in held.patiently(lambda: self._documents.thread(url_id(thread)))]
        if ids:
            held.patiently(lambda: self._documents.mark_gone(ids, now))

    def _leave(self, held: Held, url: str) -> None:
        """Visit what is at the URL no more, whatever its board announces."""
        held.patiently(lambda: self._frontier.remember_thread(url_id(url), NO_THREAD, due=None))

    def _recall(self, held: Held, task: PageTask) -> ThreadMemory | None:
        if not task.thread:
            return None
        (data,) = held.patiently(lambda: self._frontier.recall_threads([url_id(task.thread)]))
        return ThreadMemory.decode(data) if data else None

    def _learned(self, memory: ThreadMemory, task: PageTask, url: str, found: Thread) -> ThreadMemory:
        is_first = url == memory.task.url
        title = found.title[:200] if is_first and found.title else memory.task.title
        announced = task.thread if task.thread not in ("", memory.task.url) else memory.announced
        replies = task.replies if task.replies >= 0 else memory.replies
        return replace(memory, task=replace(memory.task, title=title), announced=announced, replies=replies)

    def _remember(self, held: Held, memory: ThreadMemory, *, soon: bool) -> None:
        """`soon`: the visit goes on at once; the next one is planned only in case that is lost."""
        now = time.time()
        silent_s = max(0.0, now - memory.last_at) if memory.last_at else 0.0
        least_s, cold_s = self._settings.thread_visit_s, self._settings.thread_cold_days * DAY_S
        wait = next_visit(silent_s, memory.quiet, least_s=least_s, cold_s=cold_s, jitter=random.random())
        due = now + DAY_S if soon else now + wait if wait is not None else None
        data = memory.encode()
        held.patiently(lambda: self._frontier.remember_thread(memory.id, data, due=due))
        if memory.announced:
            held.patiently(lambda: self._frontier.remember_thread(url_id(memory.announced), data, due=None))


def _first_page(task: PageTask, url: str, found: Thread) -> str:
    """The canonical address of the first page of the thread that the page at `url` is of, "" if it is that itself or
    does not say."""
    first = _canonical_on(url, task, found.first_page, found.charset)
    return first if first and begins_at(first, url) else ""


def _next_page(task: PageTask, memory: ThreadMemory, url: str, found: Thread) -> str | None:
    """The canonical address of the page that the page at `url` names as its next, if that is one of this thread."""
    following = _canonical_on(url, task, found.next_page, found.charset)
    pages = [found.page] if found.page else [memory.start.page, memory.start.page + 1]
    is_of_thread = any(leads_on(one, following, page) for one in (url, memory.task.url) for page in pages)
    return following if following and is_of_thread else None


def _canonical_on(url: str, task: PageTask, address: str | None, charset: str) -> str:
    """The canonical form of an address that the page at `url` names, "" if it names none on its own host."""
    try:
        named = canonical_for(task, as_sent(address, charset)) if address else ""
    except Drop:
        return ""
    return named if named and host_of(named) == host_of(url) else ""
