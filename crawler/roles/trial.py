"""Try a source: fetch now, by the production path, and show what would come of it. Nothing is stored."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from crawler.channels import RejectedLink, announced_feeds
from crawler.errors import CrawlerError, Drop, Reason
from crawler.extract import decode
from crawler.fetch import Accept, Robots
from crawler.model import Article, Channel, Fetched, Link, PageTask, Source, State, Thread
from crawler.roles.extractor import read_document
from crawler.roles.lister import page_tasks, read_list, request_for, state_after
from crawler.roles.rows import row_error
from crawler.roles.services import Services

PAGES_TRIED = 3

KEYWORD = "新闻"
"""What is searched for where no keyword is known."""


@dataclass(frozen=True, slots=True)
class TriedPage:
    """One article page: what was extracted, or why nothing would be indexed."""

    url: str
    found: Article | Thread | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """What a check of the source would do. `problem` is "" when it would work. `feeds` are those that a list page
    announces: sources instead of it. `lists` are read with it: the boards of a forum, the maps of an index."""

    url: str
    status: int = 0
    charset: str = ""
    elapsed_s: float = 0.0
    state: State = State.FAILED
    problem: str = ""
    links: tuple[Link, ...] = ()
    rules: tuple[str, ...] = ()
    rejected: tuple[RejectedLink, ...] = ()
    pages: tuple[TriedPage, ...] = ()
    feeds: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()


def try_source(services: Services, source: Source, keyword: str = "", pages: int = PAGES_TRIED) -> Trial:
    """Check `source` (which need not be stored) once, and extract the first `pages` of its links. Asks no store."""
    if error := row_error(source, services.engines):
        return Trial(source.url, state=State.ERROR, problem=error)
    started = time.monotonic()
    request = request_for(source, keyword, services.engines)
    robots = _unshared_robots(services)
    try:
        if source.channel != Channel.SEARCH or services.settings.search_respects_robots:
            _ask(robots, request.url)
        fetched = services.client.get(request.url, headers=request.headers, accept=request.accept)
        reading = read_list(source, fetched, services.engines)
    except CrawlerError as problem:
        elapsed_s = time.monotonic() - started
        return Trial(request.url, elapsed_s=elapsed_s, state=state_after(problem), problem=str(problem))
    tasks = page_tasks(source, reading.links, time.time())[:pages]
    return Trial(
        url=fetched.url,
        status=fetched.status,
        charset=reading.charset,
        elapsed_s=fetched.elapsed_s,
        state=reading.state,
        problem=reading.reason,
        links=reading.links,
        rules=reading.rules,
        rejected=reading.rejected,
        pages=tuple(_try_page(services, robots, task) for task in tasks),
        feeds=_feeds(source, fetched),
        lists=reading.lists,
    )


def try_with_its_words(services: Services, source: Source) -> Trial:
    """The same for a row of the sources, or one that is to be added: a search source searches for the first of the
    keywords that it would search for."""
    words = [keyword.word for keyword in services.sources.keywords(source.id)]
    return try_source(services, source, words[0] if words else KEYWORD)


def _feeds(source: Source, fetched: Fetched) -> tuple[str, ...]:
    """The feeds that a list page announces."""
    if source.channel != Channel.PAGE:
        return ()
    return announced_feeds(decode(fetched.body, fetched.content_type).text, fetched.url)


def _unshared_robots(services: Services) -> Robots:
    """robots.txt as everywhere, but without the shared cache: nothing is stored, and no store need be there."""
    return Robots(services.client, lambda key: None, lambda key, value, ttl_s: None, services.settings)


def _ask(robots: Robots, url: str) -> None:
    if not robots.allowed(url, now=time.time()).allowed:
        raise Drop(Reason.ROBOTS, url)


def _try_page(services: Services, robots: Robots, task: PageTask) -> TriedPage:
    time.sleep(min(1.0, services.settings.host_interval_s))  # a trial is polite, too
    try:
        _ask(robots, task.url)
        fetched = services.client.get(task.url, accept=Accept.PAGE)
        return TriedPage(fetched.url, read_document(task, fetched, datetime.now(UTC), services.settings))
    except CrawlerError as problem:
        return TriedPage(task.url, None, str(problem))
