"""The way to a site, the same for both roles: as robots.txt allows, in the host's turn, and no faster than it bears.

Every request takes a turn of its host's: pages and lists before they are fetched, robots.txt too. Where redirects led,
hosts were asked without a turn of theirs: they are left alone afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from urllib.parse import urljoin

from crawler.errors import CrawlerError, Drop, Reason, Retry
from crawler.fetch import Accept, Client, Robots
from crawler.frontier import Entry, Frontier, Turn
from crawler.frontier.canonical import canonical
from crawler.model import Fetched, PageTask, host_of
from crawler.observe import EventLog
from crawler.roles.held import Held
from crawler.settings import Settings

NAP_S = 1.0
"""A host's turn that comes within so long is slept for; a later one goes back to the queue."""

REDIRECT_NAP_S = 15.0
"""A page that was redirected to an unknown site is kept so long until that site's robots.txt has been read."""

HOST_TROUBLE = frozenset({Reason.RATE_LIMITED, Reason.CONNECT, Reason.DNS, Reason.TLS})
"""Failures that say something of the whole host: it is left alone for a while."""

PERHAPS_HOST_TROUBLE = frozenset({Reason.TIMEOUT, Reason.BROKEN_RESPONSE, Reason.SERVER_ERROR})
"""Failures that may be the page's own, as long as the host answers for others."""

WITNESS_NAP_S = 90.0
"""The turn for a witness is slept for so long: well under a lease, and more than the pause of a host that is down."""

WITNESS_S = 600.0
"""A process writes down a page of a host that was read so often: a site may take down or close an older one."""

WITNESS_KEEP_S = 30 * 86_400.0

WITNESS_HOSTS = 10_000
"""Hosts of which a process knows when it wrote one down."""

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


def paced_host(url: str) -> str:
    """The host whose pace a URL counts against, however it is spelled there. Raises Drop(BAD_URL)."""
    return host_of(canonical(urljoin(url, "/")))


def _witness_key(host: str) -> str:
    return f"witness:{host}"


class HostBusy(Exception):
    """The host's turn comes later than a worker sleeps for: the job goes back to the queue until then. `trouble`: the
    host is down, for this."""

    def __init__(self, wait_s: float, trouble: Retry | None = None) -> None:
        super().__init__(f"the host's turn is in {wait_s:.1f} s")
        self.wait_s = wait_s
        self.trouble = trouble


class Visits:
    """Asks sites for pages. Thread-safe; `held` is the calling thread's job."""

    def __init__(self, settings: Settings, frontier: Frontier, client: Client) -> None:
        def remember(key: str, value: bytes, ttl_s: float) -> None:
            frontier.put_cached(key, value, ttl_s=ttl_s)

        self._settings = settings
        self._frontier = frontier
        self._client = client
        self._failing: set[str] = set()  # hosts that are to be told of when they answer again
        self._remembered: dict[str, float] = {}  # host → when a page of it was written down (monotonic)
        self._log = EventLog("visits")
        self._robots = Robots(client, self._recall_robots, remember, settings)

    def allow(self, held: Held, url: str, *, nap_s: float = 0.0) -> None:
        """Return when robots.txt allows the URL, with the pace that it asks for in force.

        Raises Drop(ROBOTS), and HostBusy while robots.txt cannot be read, or when the host's turn to be asked for it
        does not come within `nap_s`.
        """
        while True:
            try:
                answer = held.patiently(lambda: self._robots.allowed(url, now=time.time()))
                break
            except Retry as problem:
                raise self._failed(held, paced_host(url), problem, is_sure=True) from problem
            except HostBusy as busy:
                if busy.wait_s > nap_s:
                    raise
                nap_s -= busy.wait_s
                held.sleep(busy.wait_s)
        if not answer.allowed:
            raise Drop(Reason.ROBOTS, url)
        if answer.crawl_delay_s:
            self._set_pace(held, url, answer.crawl_delay_s)

    def take_turn(self, held: Held, url: str, interval_s: float | None) -> None:
        """Wait for the turn of a list's host. Raises HostBusy."""
        held.sleep(held.patiently(lambda: self._turn_of(paced_host(url), interval_s)))

    def enter(self, held: Held, task: PageTask) -> Entry:
        """Ask for a page's turn, as `Frontier.enter` does. Raises HostBusy for a host that is down."""
        entry = held.patiently(lambda: self._frontier.enter(task, now=time.time(), nap_s=NAP_S))
        if (trouble := self._trouble(task.host, entry)) and entry.turn is Turn.WAIT:
            raise HostBusy(entry.wait_s, trouble)
        return entry

    def get(
        self, held: Held, url: str, *, accept: Accept, headers: Mapping[str, str] = NO_HEADERS, robots: bool = True
    ) -> Fetched:
        """Fetch in the turn that was taken. Raises what `Client.get` does, HostBusy where the host is down, and for the
        place where redirects led what `allow` does, unless it is not to be asked (`robots`)."""
        try:
            fetched = self._ask(held, url, accept, headers)
        except CrawlerError as problem:
            if problem.reason is Reason.FORBIDDEN and (ban := self._ban(held, url, problem)):
                raise self._failed(held, paced_host(url), ban, is_sure=True) from problem
            self._judge(held, paced_host((url, *problem.asked)[-1]), problem)
            raise
        for asked in (*fetched.redirects, fetched.url):
            self._answered(held, paced_host(asked))
        if robots and fetched.redirects:
            self.allow(held, fetched.url, nap_s=REDIRECT_NAP_S)
        return fetched

    def remember(self, held: Held, url: str) -> None:
        """A page of the host that was read: whether it is still given tells a ban from a page that is refused alone."""
        host, now = paced_host(url), time.monotonic()
        if now - self._remembered.get(host, -WITNESS_S) < WITNESS_S:
            return
        held.patiently(lambda: self._frontier.put_cached(_witness_key(host), url.encode(), ttl_s=WITNESS_KEEP_S))
        if len(self._remembered) >= WITNESS_HOSTS:
            self._remembered.clear()
        self._remembered[host] = now

    def leave_alone(self, held: Held, url: str, seconds: float) -> None:
        """Nobody asks the URL's host for so long."""
        held.patiently(lambda: self._frontier.stretch(paced_host(url), now=time.time(), rest_s=seconds))

    def _ask(self, held: Held, url: str, accept: Accept, headers: Mapping[str, str] = NO_HEADERS) -> Fetched:
        """Fetch, and leave the hosts alone that were asked without a turn, or that were slow. Raises what
        `Client.get` does."""
        began = time.monotonic()
        try:
            fetched = self._client.get(url, headers=headers, accept=accept)
        except CrawlerError as problem:
            self._spare(held, problem.asked or (url,), self._rest_s(began))
            raise
        self._spare(held, (*fetched.redirects, fetched.url), self._rest_s(began))
        return fetched

    def _recall_robots(self, key: str) -> bytes | None:
        """A robots.txt from the shared cache. If it is not there, Robots asks the site for it next, and that takes a
        turn of the host's; the pace that the last one asked for ends, in case this one asks for none. Raises
        HostBusy."""
        value = self._frontier.get_cached(key)
        if value is None:
            host = paced_host(key.removeprefix("robots:"))
            time.sleep(self._turn_of(host))
            self._frontier.stretch(host, now=time.time(), rest_s=0, interval_s=0)
        return value

    def _turn_of(self, host: str, interval_s: float | None = None, nap_s: float = NAP_S) -> float:
        """Seconds until the turn that was taken. Raises HostBusy."""
        entry = self._frontier.enter_host(host, now=time.time(), nap_s=nap_s, interval_s=interval_s)
        trouble = self._trouble(host, entry)
        if entry.turn is Turn.WAIT:
            raise HostBusy(entry.wait_s, trouble)
        return entry.wait_s

    def _trouble(self, host: str, entry: Entry) -> Retry | None:
        """Why the host is down, if it is: it has been failing for long enough."""
        if not entry.failing_since:
            return None
        self._failing.add(host)
        is_down = time.time() - entry.failing_since >= self._settings.host_backoff_s
        return Retry(Reason(entry.trouble), host) if is_down else None

    def _judge(self, held: Held, host: str, problem: CrawlerError) -> None:
        """What a failed fetch says of the host. Raises HostBusy where that is down."""
        if not isinstance(problem, Retry):
            self._answered(held, host)
        elif problem.reason in HOST_TROUBLE or problem.reason in PERHAPS_HOST_TROUBLE:
            busy = self._failed(held, host, problem, is_sure=problem.reason in HOST_TROUBLE)
            if busy.trouble:
                raise busy from problem

    def _ban(self, held: Held, url: str, problem: CrawlerError) -> Retry | None:
        """Why not only this page was refused, if that is so: by what comes of another one, which the host gave before.
        It is the page's own host, also where redirects led elsewhere: to its new name, or to where one logs in. Raises
        HostBusy where that cannot be asked for now."""
        witness, host = self._witness(held, url), paced_host(url)
        try:
            held.touch()
            held.sleep(held.patiently(lambda: self._turn_of(host, nap_s=WITNESS_NAP_S)))
            held.touch()
            self._ask(held, witness, Accept.ANY)
        except HostBusy as busy:
            raise HostBusy(busy.wait_s, busy.trouble or Retry(Reason.BANNED, problem.detail)) from busy
        except Retry as other:
            return other
        except Drop as other:
            if other.reason is Reason.FORBIDDEN:
                self._remembered.pop(host, None)  # the site may have closed it alone: the next that is read replaces it
                return Retry(Reason.BANNED, f"{problem.detail}; {witness} is refused, too")
        self._answered(held, host)
        return None

    def _witness(self, held: Held, refused: str) -> str:
        """Another page of the same host: one that was read before, else the front page, or robots.txt if that may not
        be asked for."""
        known = held.patiently(lambda: self._frontier.get_cached(_witness_key(paced_host(refused)))) or b""
        for url in (known.decode(), urljoin(refused, "/")):
            if url and url != refused:
                with suppress(Drop):
                    self.allow(held, url, nap_s=REDIRECT_NAP_S)
                    return url
        return urljoin(refused, "/robots.txt")

    def _failed(self, held: Held, host: str, problem: Retry, *, is_sure: bool) -> HostBusy:
        """Leave a host alone that failed; how long, and since when, if it is down."""
        reason, asked_s = problem.reason, problem.after_s or 0.0
        entry = held.patiently(
            lambda: self._frontier.failed(host, reason, now=time.time(), is_sure=is_sure, asked_s=asked_s)
        )
        self._failing.add(host)
        lasted_s = time.time() - entry.failing_since
        if not is_sure and lasted_s < self._settings.host_backoff_s:
            return HostBusy(entry.wait_s)
        event = "host bans us" if reason is Reason.BANNED else "host is down"
        self._log.info(event, host=host, for_s=lasted_s, wait_s=entry.wait_s, reason=str(problem))
        return HostBusy(entry.wait_s, problem)

    def _answered(self, held: Held, host: str) -> None:
        if host in self._failing:
            held.patiently(lambda: self._frontier.answered(host))
            self._failing.discard(host)

    def _spare(self, held: Held, urls: Sequence[str], seconds: float) -> None:
        least = self._settings.host_interval_s
        if len(urls) > 1 or seconds > least:  # else the turn has seen to it
            for url in urls:
                self.leave_alone(held, url, max(seconds, least))

    def _set_pace(self, held: Held, url: str, crawl_delay_s: float) -> None:
        interval = min(max(crawl_delay_s, self._settings.host_interval_s), self._settings.host_interval_max_s)
        host = paced_host(url)
        held.patiently(lambda: self._frontier.stretch(host, now=time.time(), rest_s=0, interval_s=interval))

    def _rest_s(self, began: float) -> float:
        """By its latency: also of a host that was waited for in vain, lest a few of them fill every thread."""
        return self._settings.latency_factor * (time.monotonic() - began)
