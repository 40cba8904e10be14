"""The lister: a list task in, page tasks out.

fetch → channel → links → canonical URL → seen before? → host slot → tube `pages` → mark as seen → report to the row.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from crawler.channels import Answer, Engine, RejectedLink, compile_rule, read_feed, read_page, read_results
from crawler.errors import Drop, Reason, Retry, describe
from crawler.extract import decode
from crawler.fetch import Accept
from crawler.frontier import Tube, Turn
from crawler.frontier.canonical import canonical
from crawler.frontier.schedule import retry_delay
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
    host_of,
)
from crawler.observe import EventLog, Stages
from crawler.roles.services import Services
from crawler.roles.worker import Held, Workers

NAP_S = 1.0
"""A host's turn that comes within so long is waited for; a later one goes back to the queue."""

VALIDATORS_TTL_S = 30 * 86400.0


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

    `rules` names for each of `links` the rule that took it, where the channel has rules.
    """

    state: State
    links: tuple[Link, ...] = ()
    rejected: tuple[RejectedLink, ...] = ()
    reason: str = ""
    charset: str = ""
    rules: tuple[str, ...] = ()


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
    """Links of a list that was fetched, by the source's channel. Raises Drop(FEED_ERROR) for what is no feed."""
    if source.channel == Channel.FEED:
        found = read_feed(fetched.body, fetched.url, content_type=fetched.content_type, zone=ZoneInfo(source.timezone))
        state = State.OK if found.links else State.EMPTY
        return Reading(state, found.links, found.rejected, "" if found.links else "the feed has no entries")
    page = decode(fetched.body, fetched.content_type)
    if source.channel == Channel.SEARCH:
        return _read_search(engines[source.url], page.text, page.charset, fetched)
    found = read_page(page.text, fetched.url, compile_rule(source.pattern, source.exclude))
    reason = "" if found.links else describe(Reason.NO_LINKS)
    state = State.OK if found.links else State.EMPTY
    return Reading(state, found.links, found.rejected, reason, page.charset, found.rules)


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
                priority=source.priority,
                found_at=now,
            )
        )
    return tasks


@dataclass(frozen=True, slots=True)
class Validators:
    """What makes the next check of the same list cheap. Kept in the frontier beside the seen set, not in the row: when
    the frontier is wiped, lists must be read again in full."""

    etag: str = ""
    last_modified: str = ""
    body_hash: str = ""

    @classmethod
    def of(cls, fetched: Fetched) -> Validators:
        digest = hashlib.sha256(fetched.body).hexdigest()[:32]
        return cls(fetched.headers.get("etag", ""), fetched.headers.get("last-modified", ""), digest)

    @classmethod
    def decode(cls, data: bytes | None) -> Validators:
        return cls(*json.loads(data)) if data else cls()

    def encode(self) -> bytes:
        return json.dumps([self.etag, self.last_modified, self.body_hash]).encode()

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
        self._client = services.client  # opened now: a setting of it that is wrong stops the process at its start
        self._sources = services.sources
        self._stages = stages or Stages()
        self._log = EventLog("lister")
        self.workers = Workers("lister", Tube.LISTS, self._settings.lister_threads, services, self.handle)

    def handle(self, held: Held) -> None:
        try:
            task = ListTask.decode(held.job.body)
        except ValueError as problem:
            held.queue.bury(held.job)
            self._log.error("buried", reason=Reason.BAD_TASK, detail=str(problem))
            return
        source = held.patiently(lambda: self._sources.get(task.source_id))
        if source is None or not source.enabled:
            held.delete()
            self._log.info("skipped", source=task.source_id, reason="the source is disabled or gone")
            return
        try:
            request = request_for(source, task.keyword, self._services.engines)
        except Drop as problem:
            self._end(held, task, source, _failed(State.FAILED, problem))
            return
        host = host_of(request.url)
        try:
            self._check(held, task, source, request, host)
        except Retry as problem:
            self._retry(held, task, source, host, problem)
        except Drop as problem:
            state = State.BLOCKED if problem.reason is Reason.ROBOTS else State.FAILED
            self._end(held, task, source, _failed(state, problem))

    def _check(self, held: Held, task: ListTask, source: Source, request: Request, host: str) -> None:
        entry = held.patiently(
            lambda: self._frontier.enter_host(host, now=time.time(), nap_s=NAP_S, interval_s=request.interval_s)
        )
        if entry.turn is Turn.WAIT:
            held.put(Tube.LISTS, held.job.body, priority=source.priority, delay_s=entry.wait_s)
            held.delete()
            self._log.debug("postponed", source=source.id, host=host, wait_s=entry.wait_s)
            return
        held.sleep(entry.wait_s)
        self._ask_robots(held, source, request)

        key = validators_key(source, request.url)
        before = Validators.decode(held.patiently(lambda: self._frontier.get_cached(key)))
        started = time.monotonic()
        with self._stages.time("fetch list"):
            headers = {**request.headers, **before.headers()}
            fetched = self._client.get(request.url, headers=headers, accept=request.accept)
        report = CheckReport(State.UNCHANGED, status=fetched.status, elapsed_s=time.monotonic() - started)
        after = Validators.of(fetched)
        if not fetched.not_modified and after.body_hash != before.body_hash:
            with self._stages.time("read list"):
                reading = read_list(source, fetched, self._services.engines)
            new = self._queue_pages(held, source, reading)
            report = replace(
                report, state=reading.state, reason=reading.reason, links_found=len(reading.links), links_new=new
            )
            if reading.state in (State.OK, State.EMPTY):
                held.patiently(lambda: self._frontier.put_cached(key, after.encode(), ttl_s=VALIDATORS_TTL_S))
            elif reading.state is State.BLOCKED:
                self._leave_alone(held, host, self._settings.host_backoff_max_s)
        self._end(held, task, source, report)

    def _ask_robots(self, held: Held, source: Source, request: Request) -> None:
        if source.channel == Channel.SEARCH and not self._settings.search_respects_robots:
            return
        answer = held.patiently(lambda: self._services.robots.allowed(request.url, now=time.time()))
        if not answer.allowed:
            raise Drop(Reason.ROBOTS, request.url)

    def _queue_pages(self, held: Held, source: Source, reading: Reading) -> int:
        """Queue what was never seen: pending first, then the tube, and marked as seen last. How many."""
        tasks = page_tasks(source, reading.links, time.time())
        if not tasks:
            return 0
        with self._stages.time("seen"):
            admitted = held.patiently(lambda: self._frontier.admit(tasks, now=time.time()))
        with self._stages.time("queue"):
            for one in admitted:
                held.put(Tube.PAGES, one.task.encode(), priority=source.priority, delay_s=one.delay_s)
        with self._stages.time("seen"):
            if admitted:
                held.patiently(lambda: self._frontier.mark_seen([one.task.url for one in admitted]))
        return len(admitted)

    def _retry(self, held: Held, task: ListTask, source: Source, host: str, problem: Retry) -> None:
        """Another try soon, a few times; after that the source's own schedule takes over, and backs off."""
        if problem.reason in (Reason.RATE_LIMITED, Reason.CONNECT, Reason.DNS):
            self._leave_alone(held, host, problem.after_s or self._settings.host_backoff_s)
        if task.attempt + 1 >= min(self._settings.max_attempts, 3) or problem.reason is Reason.RATE_LIMITED:
            state = State.BLOCKED if problem.reason is Reason.RATE_LIMITED else State.FAILED
            self._end(held, task, source, _failed(state, problem))
            return
        delay = retry_delay(task.attempt, self._settings.retry_s, problem.after_s, random.random())
        again = replace(task, attempt=task.attempt + 1)
        held.put(Tube.LISTS, again.encode(), priority=source.priority, delay_s=delay)
        held.delete()
        self._log.info(
            "retried", source=source.id, name=source.name, attempt=task.attempt, reason=str(problem), wait_s=delay
        )

    def _leave_alone(self, held: Held, host: str, seconds: float) -> None:
        held.patiently(lambda: self._frontier.stretch(host, until=time.time() + seconds))

    def _end(self, held: Held, task: ListTask, source: Source, report: CheckReport) -> None:
        """The check's one outcome: counted, written to the row, and the job deleted last."""
        now = time.time()
        at = datetime.fromtimestamp(now, UTC)
        outcome = Outcome(report.state, detail=report.reason)
        held.patiently(lambda: self._sources.report(source.id, task.keyword, report, now=at))
        held.patiently(lambda: self._frontier.count_list(source.id, outcome, now=now))
        held.delete()
        self._log.info(
            report.state,
            source=source.id,
            name=source.name,
            keyword=task.keyword,
            url=source.url,
            attempt=task.attempt,
            links=report.links_found,
            new=report.links_new,
            ms=round(report.elapsed_s * 1000),
            reason=report.reason,
        )


def _failed(state: State, problem: Retry | Drop) -> CheckReport:
    return CheckReport(state, reason=str(problem))
