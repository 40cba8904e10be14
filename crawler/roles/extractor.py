"""The extractor: a page task in, documents in the index out.

robots.txt → host's turn → fetch → decode → table → article or thread → valid? → index → settle → delete.
A thread's next page, and an article's, is queued before its page is settled.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from crawler.errors import PASSING, CrawlerError, Drop, Quarantine, Reason, Retry, Unavailable
from crawler.extract import extract_page, validate
from crawler.fetch import Accept
from crawler.frontier import Tube, Turn
from crawler.frontier.schedule import retry_delay
from crawler.frontier.threads import Visit
from crawler.model import Article, Document, Fetched, Outcome, PageTask, Precision, Rejected, Thread
from crawler.observe import EventLog, Stages
from crawler.roles.copies import Copies
from crawler.roles.documents import (
    comment_documents,
    document_of,
    gone_documents,
    post_documents,
    post_id,
    reply_documents,
)
from crawler.roles.held import Held, Stopping
from crawler.roles.parts import Parts, joined
from crawler.roles.retention import is_expired, without_expired
from crawler.roles.services import Services
from crawler.roles.site_template import SiteTemplates
from crawler.roles.threads import Threads, as_thread, canonical_for
from crawler.roles.visits import HostBusy
from crawler.roles.worker import Workers
from crawler.settings import Settings
from crawler.stores import BulkWriter, Write, Written

DAY_S = 86_400


def read_document(task: PageTask, fetched: Fetched, now: datetime, settings: Settings) -> Article | Thread:
    """Extract a page and hold it against the rules of validity. Raises Drop with the reason, or Retry if it passes."""
    result = extract_page(
        fetched.body,
        fetched.url,
        content_type=fetched.content_type or None,
        now=now,
        timezone=task.timezone,
        max_nodes=settings.max_nodes,
        from_board=bool(task.thread),
    )
    if isinstance(result, Article) and task.thread:
        result = as_thread(result)
    if isinstance(result, Article) and task.article:
        return result  # a further page, which may be short
    return checked(with_hints(result, task, now), settings, now)


def checked(result: Article | Thread | Rejected, settings: Settings, now: datetime) -> Article | Thread:
    """What is worth indexing. Raises as `read_document`."""
    found = validate(result, min_title_chars=settings.min_title_chars, min_text_chars=settings.min_text_chars)
    if isinstance(found, Rejected):
        raise (Retry if found.reason in PASSING else Drop)(found.reason, found.detail)
    if isinstance(found, Article) and is_expired(found.published_at, settings.keep_days, now):
        raise Drop(Reason.EXPIRED, f"{found.published_at:%Y-%m-%d}")
    return found


def with_hints(result: Article | Thread | Rejected, task: PageTask, now: datetime) -> Article | Thread | Rejected:
    """An article that names no date of its own takes the one that the feed or search result gave, if it is past."""
    if not isinstance(result, Article) or result.published_at is not None or not task.published_at:
        return result
    announced = datetime.fromisoformat(task.published_at)
    if announced > now:
        return result
    origins = {**result.origins, "published_at": task.channel}
    return replace(result, published_at=announced, precision=Precision.SECOND, origins=origins)


class Extractor:
    """Handles the jobs of the tube `pages`."""

    def __init__(self, services: Services, stages: Stages | None = None) -> None:
        self._services = services
        self._settings = services.settings
        self._frontier = services.frontier
        self._visits = services.visits  # opened now: a setting of it that is wrong stops the process at its start
        self._stages = stages or Stages()
        self._log = EventLog("extractor")
        self._threads = Threads(services)
        self._parts = Parts(services)
        self._copies = Copies(services.documents, services.frontier, self._stages)
        self._templates = SiteTemplates(services.frontier, keep_s=self._settings.template_days * DAY_S)
        self._writer = BulkWriter(self._copies.add, self._settings, writers=self._settings.extractor_threads)
        self.workers = Workers("extractor", Tube.PAGES, self._settings.extractor_threads, services, self.handle)

    def handle(self, held: Held) -> None:
        task = held.read(PageTask.decode)
        started = time.monotonic()
        try:
            with self._stages.time("fetch"):
                self._visits.allow(held, task.url)
            if not self._take_turn(held, task, started):
                return
            outcome, title = self._index_page(held, task)
        except HostBusy as busy:
            self._put_off(held, task, busy)
        except Stopping:
            self._forget_start(task)
            raise
        except Retry as problem:
            self._retry(held, task, problem)
        except Drop as problem:
            if problem.reason is Reason.FORBIDDEN and not task.refused:
                self._ask_once_more(held, task, problem)
                return
            self._threads.missed(held, task, problem.reason)
            self._end(held, task, Outcome("dropped", problem.reason, problem.detail), started)
        except Quarantine as problem:
            self._set_aside(held, task, Outcome("quarantined", problem.reason, problem.detail))
        else:
            self._end(held, task, outcome, started, title)

    def _take_turn(self, held: Held, task: PageTask, started: float) -> bool:
        """Whether the page is to be fetched now; otherwise the job has been dealt with."""
        with self._stages.time("seen"):
            entry = self._visits.enter(held, task)
        if entry.turn is Turn.GO:
            held.sleep(entry.wait_s)
            if entry.pending or not held.patiently(lambda: self._services.documents.has_page(task.url)):
                return True
            self._end(held, task, Outcome("known"), started)
        elif entry.turn is Turn.WAIT:
            held.put(Tube.PAGES, held.job.body, priority=task.priority, delay_s=entry.wait_s)
            held.delete()
            self._log.debug("postponed", task=task.id[:8], url=task.url, wait_s=entry.wait_s)
        elif entry.turn is Turn.STALE:
            held.delete()
            self._log.debug("stale", task=task.id[:8], url=task.url)
        else:
            detail = f"{self._settings.max_crashes} workers began it and none came to an end"
            self._set_aside(held, task, Outcome("quarantined", Reason.CRASHES, detail))
        return False

    def _index_page(self, held: Held, task: PageTask) -> tuple[Outcome, str]:
        """The path of a page. The outcome and the title, or one of Retry, Drop, Quarantine."""
        with self._stages.time("fetch"):
            fetched = self._visits.get(held, task.url, accept=Accept.PAGE)
        now = datetime.now(UTC)
        with self._stages.time("extract"):
            try:
                found = read_document(task, fetched, now, self._settings)
            except CrawlerError:
                raise
            except Exception as problem:  # a page that breaks the extractor is for a person to look at
                self._log.exception("extraction error", task=task.id[:8], url=task.url)
                raise Quarantine(Reason.EXTRACTION_ERROR, f"{type(problem).__name__}: {problem}") from problem
            self._visits.remember(held, task.url)
            url = _landed(task, fetched)
        if isinstance(found, Thread):
            outcome = self._index_thread(held, task, url, found, now)
        else:
            outcome = self._index_article(held, task, url, found, now)
        if url != task.url:
            held.patiently(lambda: self._frontier.mark_seen([url]))
        return outcome, found.title

    def _index_article(self, held: Held, task: PageTask, url: str, found: Article, now: datetime) -> Outcome:
        if self._settings.template_days:
            with self._stages.time("site template"):
                found = held.patiently(lambda: self._templates.without(found, url))
        first = self._parts.begun(held, task, found) if task.article else None
        if task.article and first is None:  # it is another article's, or the first page is gone
            checked(found, self._settings, now)
        article = first or document_of(task, url, found, now)
        comments = comment_documents(article, found.comments)
        if first:
            outcome = self._grow(held, article, found, comments)
        else:
            outcome = _outcome(self._write(held, [article, *comments]))
        self._parts.queue_next(held, task, article.url, url, found)
        return outcome

    def _grow(self, held: Held, article: Document, found: Article, comments: Sequence[Document]) -> Outcome:
        """Add what a further page has to the text of the article, and the comments below it: these first, for whoever
        does it over sees by the text that it was done."""
        written = self._write(held, comments)
        text = joined(article.text, found.text)
        if text != article.text:
            held.touch()  # whoever has lost the lease must not undo what another has added
            grown = held.patiently(lambda: self._copies.named([replace(article, text=text)]))
            written += held.patiently(lambda: self._services.documents.revise(grown))
        outcome = _outcome(written)
        return Outcome("indexed") if any(one.write is Write.REVISED for one in written) else outcome

    def _index_thread(self, held: Held, task: PageTask, url: str, found: Thread, now: datetime) -> Outcome:
        """What a page of a thread brings goes into the index, what was edited there is revised, what is gone is marked;
        the visit goes on."""
        visit = self._threads.read(held, task, url, found, now)
        new = [one for one in visit.posts if one.is_new]
        changed = [one for one in visit.posts if one.is_edited or one.is_back]
        replies = reply_documents(task, url, found, visit, now)
        documents = [*post_documents(task, url, found, visit, new, now), *replies]
        if keep_days := self._settings.keep_days:
            documents = without_expired(documents, visit, keep_days, now)
        outcome = _outcome(self._write(held, documents))
        if changed:
            back = {post_id(visit.memory, one.key) for one in changed if one.is_back}
            revised = post_documents(task, url, found, visit, changed, now)
            revised += [one for one in replies if one.parent_id in back]
            held.patiently(lambda: self._services.documents.revise(revised))
        if visit.gone:
            self._mark_gone(held, visit, now)
        self._threads.go_on(held, visit)
        return outcome

    def _mark_gone(self, held: Held, visit: Visit, now: datetime) -> None:
        thread = held.patiently(lambda: self._services.documents.thread(visit.memory.id))
        ids = gone_documents(visit, thread)
        held.patiently(lambda: self._services.documents.mark_gone(ids, now))

    def _write(self, held: Held, documents: Sequence[Document]) -> list[Written]:
        with self._stages.time("hand over"):
            return held.patiently(lambda: self._writer.write(documents, waiting=held.touch))

    def _put_off(self, held: Held, task: PageTask, busy: HostBusy) -> None:
        """Wait for the host's turn; for a host that is down the longer, the longer that lasts, and not for ever.

        It may be down for this page alone, as where a redirect leads: so it is the page that counts."""
        now, wait_s = time.time(), busy.wait_s
        if busy.trouble:
            task = replace(task, waiting_since=task.waiting_since or now)
            waited_s = now - task.waiting_since
            if waited_s >= self._settings.host_down_hours * 3600:
                detail = f"for {waited_s / 3600:.1f} hours ({busy.trouble})"
                reason = Reason.BANNED if busy.trouble.reason is Reason.BANNED else Reason.HOST_DOWN
                self._set_aside(held, task, Outcome("gave_up", reason, detail))
                return
            wait_s = max(wait_s, min(waited_s, self._settings.host_backoff_max_s))
        self._queue_again(held, task, wait_s)
        self._log.debug("postponed", task=task.id[:8], url=task.url, wait_s=wait_s)

    def _forget_start(self, task: PageTask) -> None:
        """The worker leaves in order: nobody died on this page."""
        with suppress(Unavailable):
            self._frontier.postpone(task, due=time.time())

    def _retry(self, held: Held, task: PageTask, problem: Retry) -> None:
        if task.attempt + 1 >= self._settings.max_attempts:
            self._set_aside(held, task, Outcome("gave_up", problem.reason, problem.detail))
            return
        delay = retry_delay(task.attempt, self._settings.retry_s, problem.after_s, random.random())
        self._queue_again(held, task.again(), delay)
        self._say("retried", task, reason=str(problem), wait_s=delay)

    def _ask_once_more(self, held: Held, task: PageTask, problem: Drop) -> None:
        """A page that is refused alone is most often not for us. It may also have met the last moment of a ban."""
        wait_s = self._settings.forbidden_retry_s
        self._queue_again(held, replace(task, refused=True, waiting_since=0.0), wait_s)
        self._say("refused", task, reason=str(problem), wait_s=wait_s)

    def _queue_again(self, held: Held, task: PageTask, wait_s: float) -> None:
        held.patiently(lambda: self._frontier.postpone(task, due=time.time() + wait_s))
        held.put(Tube.PAGES, task.encode(), priority=task.priority, delay_s=wait_s)
        held.delete()

    def _set_aside(self, held: Held, task: PageTask, outcome: Outcome) -> None:
        self._threads.missed(held, task, outcome.reason)
        held.patiently(lambda: self._frontier.bury(task, outcome, now=time.time()))
        held.delete()
        self._say(outcome.label, task, reason=outcome.reason, detail=outcome.detail)

    def _end(self, held: Held, task: PageTask, outcome: Outcome, started: float, title: str = "") -> None:
        with self._stages.time("seen"):
            held.patiently(lambda: self._frontier.settle(task, outcome, now=time.time()))
        with self._stages.time("queue"):
            held.delete()
        ms = round((time.monotonic() - started) * 1000)
        self._say(outcome.label, task, title=title, reason=outcome.reason, detail=outcome.detail, ms=ms)

    def _say(self, event: str, task: PageTask, **fields: object) -> None:
        self._log.info(event, source=task.source_id, task=task.id[:8], url=task.url, attempt=task.attempt, **fields)


def _landed(task: PageTask, fetched: Fetched) -> str:
    """The canonical URL of the page that was fetched, by the rules of the source that announced it."""
    if not fetched.redirects:
        return task.url
    return canonical_for(task, fetched.url)


def _outcome(written: Sequence[Written]) -> Outcome:
    """A page's outcome from those of its documents. Raises Quarantine when the index refused any of them."""
    refused = [one for one in written if one.write is Write.REFUSED]
    if refused:
        raise Quarantine(Reason.INDEX_REFUSED, refused[0].detail)
    return Outcome("indexed" if any(one.write is Write.CREATED for one in written) else "known")
