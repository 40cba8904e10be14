"""The lister: a list task in, page tasks out.

fetch → channel → links → canonical URL → seen before? → host slot → tube `pages` → mark as seen → report to the row.
A board is read over several pages, one job after the other, as long as they bring something; its threads are visited
again when they have new replies.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from crawler.channels import (
    Answer,
    Board,
    Engine,
    ReadTime,
    RejectedLink,
    compile_rule,
    is_feed,
    is_sitemap,
    read_board,
    read_feed,
    read_page,
    read_results,
    read_sitemap,
    site_of,
)
from crawler.errors import CrawlerError, Drop, Reason, Retry, Unavailable, describe
from crawler.extract import decode
from crawler.extract.instant import instants
from crawler.fetch import Accept
from crawler.frontier import Admitted, Tube
from crawler.frontier.canonical import as_sent, canonical
from crawler.frontier.schedule import retry_delay
from crawler.frontier.threads import ThreadMemory
from crawler.model import (
    Channel,
    CheckReport,
    Fetched,
    Link,
    ListTask,
    Outcome,
    PageTask,
    Source,
    State,
)
from crawler.observe import EventLog, Stages
from crawler.roles.empty_list import why_empty
from crawler.roles.held import Held, LeaseLost, Stopping
from crawler.roles.rows import row_error
from crawler.roles.services import Services
from crawler.roles.visits import HostBusy
from crawler.roles.worker import Workers

VALIDATORS_TTL_S = 30 * 86400.0

_CLOCK = re.compile(r"([01]?\d|2[0-3])[:：]([0-5]\d)(?:[:：][0-5]\d)?")

NOT_LET_IN = frozenset({Reason.ROBOTS, Reason.FORBIDDEN, Reason.RATE_LIMITED, Reason.BANNED})
"""Why a site that is there gives us no list: another try soon would be of no use."""

SKIPPED = "the source was disabled or removed while its check was queued"


@dataclass(frozen=True, slots=True)
class Request:
    """What to ask for, for one check of one source. `interval_s` is a search engine's own pace, None the host's."""

    url: str
    accept: Accept
    headers: Mapping[str, str]
    interval_s: float | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a list says: the links that match, those that do not with the rule that did it, and the source's state.

    `rules` names for each of `links` the rule that took it, where the channel has rules. A board has a `next_page`; the
    `lists` that are read with it are a forum's boards on its home page, or the site maps of an index.
    """

    state: State
    links: tuple[Link, ...] = ()
    rejected: tuple[RejectedLink, ...] = ()
    reason: str = ""
    charset: str = ""
    rules: tuple[str, ...] = ()
    next_page: str = ""
    lists: tuple[str, ...] = ()


def state_after(problem: CrawlerError) -> State:
    """A source's state where its list could not be read: for its row, and for a trial."""
    return State.BLOCKED if problem.reason in NOT_LET_IN else State.FAILED


def request_for(source: Source, keyword: str, engines: Mapping[str, Engine]) -> Request:
    """The request of one check. Raises Drop(BAD_SOURCE) when a search source names no engine that we have."""
    if source.channel == Channel.SEARCH:
        engine = engines.get(source.url)
        if engine is None:
            known = ", ".join(sorted(engines))
            raise Drop(Reason.BAD_SOURCE, f"there is no search engine {source.url!r}; there are: {known}")
        return Request(engine.url_for(keyword), Accept.PAGE, engine.headers, engine.interval_s)
    return Request(source.url, Accept.FEED if source.channel == Channel.FEED else Accept.PAGE, {})


def read_list(source: Source, fetched: Fetched, engines: Mapping[str, Engine]) -> Reading:
    """Links of a list that was fetched, by the source's channel. Raises Drop(FEED_ERROR) for what is no feed, and
    Drop(BAD_SOURCE) for a feed that was taken for a list page."""
    reading = _read(source, fetched, engines)
    return replace(
        reading,
        links=tuple(replace(link, url=as_sent(link.url, reading.charset)) for link in reading.links),
        next_page=as_sent(reading.next_page, reading.charset),
        lists=tuple(as_sent(one, reading.charset) for one in reading.lists),
    )


def _read(source: Source, fetched: Fetched, engines: Mapping[str, Engine]) -> Reading:
    if source.channel == Channel.FEED and is_sitemap(fetched.body):
        return _read_sitemap(source, fetched)
    if source.channel == Channel.FEED:
        found = read_feed(fetched.body, fetched.url, content_type=fetched.content_type, zone=ZoneInfo(source.timezone))
        state = State.OK if found.links else State.EMPTY
        return Reading(state, found.links, found.rejected, "" if found.links else "the feed has no entries")
    page = decode(fetched.body, fetched.content_type)
    if source.channel == Channel.SEARCH:
        return _read_search(engines[source.url], page.text, page.charset, fetched)
    if not source.pattern.strip():
        board = read_board(page.text, fetched.url, _time_reader(source))
        if board.is_forum:
            return _read_board(source, board, page.text, page.charset, fetched.url)
    found = read_page(page.text, fetched.url, compile_rule(source.pattern, source.exclude))
    if not found.links and is_feed(page.text):
        raise Drop(Reason.BAD_SOURCE, "the answer is a feed; use the channel feed")
    if not found.links and is_sitemap(fetched.body):
        raise Drop(Reason.BAD_SOURCE, "the answer is a site map; use the channel feed")
    state, reason = (State.OK, "") if found.links else why_empty(source, fetched, found.rejected)
    return Reading(state, found.links, found.rejected, reason, page.charset, found.rules)


def _read_sitemap(source: Source, fetched: Fetched) -> Reading:
    """The pages of a site's map; of an index its maps, which are read as the boards of a forum are."""
    found = read_sitemap(fetched.body, fetched.url, zone=ZoneInfo(source.timezone))
    maps = tuple(address for address in found.maps if _site(address) == _site(fetched.url))
    links = found.found.links
    state = State.OK if links or maps else State.EMPTY
    reason = "" if links or maps else "the site map has no pages"
    return Reading(state, links, found.found.rejected, reason, lists=maps)


def _time_reader(source: Source) -> ReadTime:
    """When the last reply came that a board speaks of."""
    now, zone = datetime.now(UTC), ZoneInfo(source.timezone)
    return lambda text: max((found.at for found in instants(text, now, zone)), default=None) or today(text, now, zone)


def today(text: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The last time that it was so late. For a board's row: a clock that stands there with no day is today's."""
    clock = _CLOCK.fullmatch(text)
    if clock is None:
        return None
    at = now.astimezone(zone).replace(hour=int(clock[1]), minute=int(clock[2]), second=0, microsecond=0)
    return at if at <= now else at - timedelta(days=1)


def _read_board(source: Source, board: Board, html: str, charset: str, url: str) -> Reading:
    """Threads of the page, but those of other sites and those that the source excludes; the boards of a forum's home
    page, likewise."""
    refused = _refused(source, board, html, url)
    threads = [thread for thread in board.threads if thread.url not in refused]
    links = tuple(Link(one.url, one.title, None, True, one.replies, one.last_reply_at) for one in threads)
    rejected = tuple(refused[thread.url] for thread in board.threads if thread.url in refused)
    boards = tuple(link.url for link in board.boards if link.url not in refused) if board.is_home else ()
    state = State.OK if links or boards else State.EMPTY
    reason = "" if links or boards else describe(Reason.NO_LINKS)
    rules = ("a thread of this board",) * len(links)
    after = board.next_page if _site(board.next_page) == _site(url) else ""
    return Reading(state, links, rejected, reason, charset, rules, after, boards)


def _refused(source: Source, board: Board, html: str, url: str) -> dict[str, RejectedLink]:
    refused = {}
    if source.exclude.strip():
        refused = {link.url: link for link in read_page(html, url, compile_rule(".*", source.exclude)).rejected}
    titles = {link.url: link.title for link in board.threads} | {link.url: link.title for link in board.boards}
    for address, title in titles.items():
        if _site(address) != _site(url):
            refused[address] = RejectedLink(address, f"another site than {_site(url)}", title)
    return refused


def _site(url: str) -> str:
    return site_of(urlsplit(url).hostname or "")


def _read_search(engine: Engine, html: str, charset: str, fetched: Fetched) -> Reading:
    results = read_results(engine, html, fetched.url, fetched.status)
    state, reason = {
        Answer.RESULTS: (State.OK, ""),
        Answer.NO_RESULTS: (State.OK, "the engine has no results for this keyword"),
        Answer.CHALLENGE: (State.BLOCKED, describe(Reason.CHALLENGE)),
        Answer.LAYOUT_CHANGED: (State.FAILED, describe(Reason.LAYOUT_CHANGED)),
    }[results.answer]
    if results.detail and state is not State.OK:
        reason = f"{reason} ({results.detail})"
    return Reading(state, results.links, (), reason, charset)


def page_tasks(source: Source, links: Sequence[Link], now: float) -> list[PageTask]:
    """A task per link whose URL can be made canonical; the others are not worth a task."""
    tasks = []
    for link in links:
        try:
            url = canonical(link.url, keep=source.keep_params, drop=source.drop_params)
        except Drop:
            continue
        tasks.append(
            PageTask(
                url=url,
                source_id=source.id,
                source=source.name,
                channel=source.channel,
                timezone=source.timezone,
                title=link.title[:200],
                published_at=link.published_at.isoformat() if link.published_at else "",
                keep_params=",".join(source.keep_params),
                drop_params=",".join(source.drop_params),
                priority=source.priority,
                found_at=now,
                thread=url if link.is_thread else "",
                replies=-1 if link.replies is None else link.replies,
            )
        )
    return tasks


def woken(memory: ThreadMemory, replies: int, last_reply_at: datetime | None) -> bool:
    """Whether a thread's board shows something that its last visit did not: more replies (-1: it does not count them),
    or a later one, by a time that is stated to the minute and not counted back from now."""
    if replies > memory.replies >= 0:
        return True
    if last_reply_at is None or last_reply_at.microsecond or not memory.last_at:
        return replies > memory.replies
    return last_reply_at.timestamp() >= memory.last_at + 60


def with_silence(report: CheckReport, source: Source, now: datetime, days: float) -> CheckReport:
    """The report, or that of a source that can be read and has brought nothing new for so many days: where a site was
    rebuilt, its old list stands still, or what is on it matches no more, and no check fails."""
    since = source.last_new_at or source.created_at
    if not days or report.links_new or since is None or report.state not in (State.OK, State.UNCHANGED):
        return report
    silent = now - since
    if silent < timedelta(days=days):
        return report
    return replace(
        report, state=State.SILENT, reason=f"nothing new for {silent.days} days; see whether its site has changed"
    )


@dataclass(frozen=True, slots=True)
class Validators:
    """What makes the next check of the same list cheap. Kept in the frontier beside the seen set, not in the row: when
    the frontier is wiped, lists must be read again in full."""

    etag: str = ""
    last_modified: str = ""
    body_hash: str = ""
    begun: int = 0
    """How many workers have begun to read a changed list since one came to the end of it."""

    @classmethod
    def of(cls, fetched: Fetched) -> Validators:
        digest = hashlib.sha256(fetched.body).hexdigest()[:32]
        return cls(fetched.headers.get("etag", ""), fetched.headers.get("last-modified", ""), digest)

    @classmethod
    def decode(cls, data: bytes | None) -> Validators:
        return cls(*json.loads(data)) if data else cls()

    def encode(self) -> bytes:
        return json.dumps([self.etag, self.last_modified, self.body_hash, self.begun]).encode()

    def headers(self) -> dict[str, str]:
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in asked.items() if value}


def validators_key(source: Source, url: str) -> str:
    """Where a list's validators are kept: a row whose rules were changed reads its unchanged list anew."""
    rules = [url, source.channel, source.pattern, source.exclude, *source.keep_params, "", *source.drop_params]
    return f"validators:{source.id}:{hashlib.sha256(json.dumps(rules).encode()).hexdigest()[:16]}"


class Lister:
    """Handles the jobs of the tube `lists`."""

    def __init__(self, services: Services, stages: Stages | None = None) -> None:
        self._services = services
        self._settings = services.settings
        self._frontier = services.frontier
        self._visits = services.visits  # opened now: a setting of it that is wrong stops the process at its start
        self._sources = services.sources
        self._stages = stages or Stages()
        self._log = EventLog("lister")
        self.workers = Workers("lister", Tube.LISTS, self._settings.lister_threads, services, self.handle)

    def handle(self, held: Held) -> None:
        task = held.read(ListTask.decode)
        source = held.patiently(lambda: self._sources.get(task.source_id))
        if source is None or not source.enabled:
            self._end(held, task, source, CheckReport(State.DISABLED, SKIPPED))
            return
        try:
            self._check(held, task, source)
        except HostBusy as busy:
            if busy.trouble:
                self._retry(held, task, source, busy.trouble, busy.wait_s)
            else:
                self._put_off(held, source, busy.wait_s)
        except Retry as problem:
            self._retry(held, task, source, problem, problem.after_s)
        except Drop as problem:
            self._end(held, task, source, CheckReport(state_after(problem), reason=str(problem)))
        except (Stopping, LeaseLost, Unavailable):
            raise
        except Exception as problem:  # else it would be tried for ever, and the row never say why nothing comes
            self._log.exception("unexpected error", source=source.id, url=source.url)
            reason = f"a fault of the crawler's own, which its log tells more of: {type(problem).__name__}: {problem}"
            self._end(held, task, source, CheckReport(State.FAILED, reason))

    def _check(self, held: Held, task: ListTask, source: Source) -> None:
        if error := row_error(source, self._services.engines):  # changed since the controller looked it over
            raise Drop(Reason.BAD_SOURCE, error)
        request = request_for(source, task.keyword, self._services.engines)
        first_key = validators_key(source, request.url)
        if task.left:
            request = replace(request, url=task.left.split("\n")[0])
        key = validators_key(source, request.url)
        before = Validators.decode(held.patiently(lambda: self._frontier.get_cached(key)))
        fetched = self._fetch(held, source, request, {} if task.pages else before.headers())
        report = CheckReport(State.UNCHANGED, status=fetched.status, elapsed_s=fetched.elapsed_s)
        after = Validators.of(fetched)
        if not task.pages and (fetched.not_modified or after.body_hash == before.body_hash):
            self._end(held, task, source, report)
            return
        with self._stages.time("read list"):
            reading = self._read(held, source, fetched, key, before)
        new = self._queue_pages(held, source, reading)
        task = replace(task, found=task.found + len(reading.links), new=task.new + new)
        if reading.state is State.BLOCKED:
            self._visits.leave_alone(held, request.url, self._settings.host_backoff_max_s)
        elif reading.state in (State.OK, State.EMPTY):
            if self._goes_on(held, task, source, reading, new, after):
                return
            if task.found or reading.state is State.OK:  # a list that says nothing is read again, to say so again
                self._keep_first(held, task, first_key, after)
        if task.found and reading.state is State.EMPTY:
            reading = replace(reading, state=State.OK, reason="")
        self._end(held, task, source, replace(report, state=reading.state, reason=reading.reason))

    def _fetch(self, held: Held, source: Source, request: Request, validators: Mapping[str, str]) -> Fetched:
        """Ask for the list in its host's turn. Raises HostBusy, Retry and Drop."""
        robots = source.channel != Channel.SEARCH or self._settings.search_respects_robots
        if robots:
            self._visits.allow(held, request.url)
        self._visits.take_turn(held, request.url, request.interval_s)
        with self._stages.time("fetch list"):
            headers = {**request.headers, **validators}
            return self._visits.get(held, request.url, accept=request.accept, headers=headers, robots=robots)

    def _goes_on(
        self, held: Held, task: ListTask, source: Source, reading: Reading, new: int, after: Validators
    ) -> bool:
        """Whether another page of the board, another board of the forum or another map of the index is read in this
        check: by a job of its own, so that each takes its host's turn, and a worker that dies loses one page of it at
        most."""
        left = task.left.split("\n")[1:]
        if reading.lists and not task.pages:
            left = self._some_lists(held, source, reading.lists)
        elif reading.next_page and new and not left:
            left = [reading.next_page]
        if not left or task.pages + 1 >= self._settings.list_pages:
            return False
        first = task.first or ("" if reading.lists else after.encode().decode())
        again = replace(task, left="\n".join(left), pages=task.pages + 1, first=first, attempt=0)
        held.put(Tube.LISTS, again.encode(), priority=source.priority)
        held.delete()
        return True

    def _some_lists(self, held: Held, source: Source, lists: Sequence[str]) -> list[str]:
        """As many of a list's lists as one check reads, and the next ones in the next check: each comes in its turn."""
        key, most = f"boards:{source.id}", self._settings.list_pages - 1
        start = int(held.patiently(lambda: self._frontier.get_cached(key)) or 0) % len(lists)
        following = str(start + most).encode()
        held.patiently(lambda: self._frontier.put_cached(key, following, ttl_s=VALIDATORS_TTL_S))
        return [*lists[start:], *lists[:start]][:most]

    def _keep_first(self, held: Held, task: ListTask, key: str, after: Validators) -> None:
        """Once a check has come to its end, its first page need not be read again as long as it stays the same. That of
        a forum's home page always is: its boards change without it."""
        if task.first or not task.pages:
            self._keep(held, key, Validators.decode(task.first.encode()) if task.first else after)

    def _read(self, held: Held, source: Source, fetched: Fetched, key: str, before: Validators) -> Reading:
        """Read a list that has changed. One that workers die of, or that breaks its reader, does not come back again
        and again: raises Drop(CRASHES | EXTRACTION_ERROR), besides what `read_list` does."""
        if before.begun >= self._settings.max_crashes:
            self._keep(held, key, Validators.of(fetched))
            detail = (
                f"{before.begun} workers began to read it and none came to an end; once it changes it is read again"
            )
            raise Drop(Reason.CRASHES, detail)
        self._keep(held, key, replace(before, begun=before.begun + 1))
        try:
            return read_list(source, fetched, self._services.engines)
        except CrawlerError:
            raise
        except Exception as problem:
            self._log.exception("extraction error", source=source.id, url=fetched.url)
            raise Drop(Reason.EXTRACTION_ERROR, f"{type(problem).__name__}: {problem}") from problem
        finally:
            self._keep(held, key, replace(before, begun=0))

    def _keep(self, held: Held, key: str, validators: Validators) -> None:
        held.patiently(lambda: self._frontier.put_cached(key, validators.encode(), ttl_s=VALIDATORS_TTL_S))

    def _put_off(self, held: Held, source: Source, wait_s: float) -> None:
        held.put(Tube.LISTS, held.job.body, priority=source.priority, delay_s=wait_s)
        held.delete()
        self._log.debug("postponed", source=source.id, wait_s=wait_s)

    def _queue_pages(self, held: Held, source: Source, reading: Reading) -> int:
        """Queue what was never seen, and threads that have grown: pending first, then the tube, and marked as seen
        last. How many."""
        with self._stages.time("seen"):
            admitted = self._admit_pages(held, source, [link for link in reading.links if not link.is_thread])
            admitted += self._admit_threads(held, source, [link for link in reading.links if link.is_thread])
        with self._stages.time("queue"):
            for one in admitted:
                held.put(Tube.PAGES, one.task.encode(), priority=source.priority, delay_s=one.delay_s)
        with self._stages.time("seen"):
            if admitted:
                held.patiently(lambda: self._frontier.mark_seen([one.task.url for one in admitted]))
        return len(admitted)

    def _admit_pages(self, held: Held, source: Source, links: Sequence[Link]) -> list[Admitted]:
        tasks = page_tasks(source, links, time.time())
        return held.patiently(lambda: self._frontier.admit(tasks, now=time.time())) if tasks else []

    def _admit_threads(self, held: Held, source: Source, links: Sequence[Link]) -> list[Admitted]:
        """Threads of a board that nothing is remembered of, and visits to those that have newer replies."""
        found = [(task, link.last_reply_at) for link in links for task in page_tasks(source, [link], time.time())]
        memories = held.patiently(lambda: self._frontier.recall_threads([task.id for task, _ in found]))
        visits = []
        for (task, last_reply_at), data in zip(found, memories, strict=True):
            if data is None:
                visits.append(task)
            elif data and woken(memory := ThreadMemory.decode(data), task.replies, last_reply_at):
                visits.append(memory.visit(replies=task.replies))
        return held.patiently(lambda: self._frontier.admit(visits, now=time.time(), again=True)) if visits else []

    def _retry(self, held: Held, task: ListTask, source: Source, problem: Retry, after_s: float | None) -> None:
        """Another try soon, a few times; after that the source's own schedule takes over, and backs off."""
        state = state_after(problem)
        if task.attempt + 1 >= min(self._settings.max_attempts, 3) or state is State.BLOCKED:
            self._end(held, task, source, CheckReport(state, reason=str(problem)))
            return
        delay = retry_delay(task.attempt, self._settings.retry_s, after_s, random.random())
        again = replace(task, attempt=task.attempt + 1)
        held.put(Tube.LISTS, again.encode(), priority=source.priority, delay_s=delay)
        held.delete()
        self._log.info(
            "retried", source=source.id, name=source.name, attempt=task.attempt, reason=str(problem), wait_s=delay
        )

    def _end(self, held: Held, task: ListTask, source: Source | None, report: CheckReport) -> None:
        """The check's one outcome, over all its pages: counted, written to the row, and the job deleted last."""
        report = replace(report, links_found=task.found, links_new=task.new)
        now = time.time()
        at = datetime.fromtimestamp(now, UTC)
        if source:
            report = with_silence(report, source, at, self._settings.silent_days)
        outcome = Outcome(report.state, detail=report.reason)
        held.patiently(lambda: self._sources.report(task.source_id, task.keyword, report, now=at))
        held.patiently(lambda: self._frontier.count(Tube.LISTS, task.source_id, outcome, now=now))
        held.delete()
        self._log.info(
            report.state,
            source=task.source_id,
            name=source.name if source else "",
            keyword=task.keyword,
            url=source.url if source else "",
            attempt=task.attempt,
            links=report.links_found,
            new=report.links_new,
            ms=round(report.elapsed_s * 1000),
            reason=report.reason,
        )
