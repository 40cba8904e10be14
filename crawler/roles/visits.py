"""The way to a site, the same for both roles: as robots.txt allows, in the host's turn, and no faster than it bears.

Every request takes a turn of its host's: pages and lists before they are fetched, robots.txt too. Where redirects led,
hosts were asked without a turn of theirs: they are left alone afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from urllib.parse import urljoin

from crawler.errors import CrawlerError, Drop, Reason, Retry
from crawler.fetch import Accept, Client, Robots
from crawler.frontier import Frontier, Turn
from crawler.frontier.canonical import canonical
from crawler.model import Fetched, host_of
from crawler.roles.held import Held
from crawler.settings import Settings

NAP_S = 1.0
"""A host's turn that comes within so long is slept for; a later one goes back to the queue."""

REDIRECT_NAP_S = 15.0
"""A page that was redirected to an unknown site is kept so long until that site's robots.txt has been read."""

HOST_TROUBLE = frozenset({Reason.RATE_LIMITED, Reason.CONNECT, Reason.DNS})
"""Failures that say something of the whole host: it is left alone for a while."""

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


def paced_host(url: str) -> str:
    """The host whose pace a URL counts against, however it is spelled there. Raises Drop(BAD_URL)."""
    return host_of(canonical(urljoin(url, "/")))


class HostBusy(Exception):
    """The host's turn comes later than a worker sleeps for: the job goes back to the queue until then."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"the host's turn is in {wait_s:.1f} s")
        self.wait_s = wait_s


class Visits:
    """Asks sites for pages. Thread-safe; `held` is the calling thread's job."""

    def __init__(self, settings: Settings, frontier: Frontier, client: Client) -> None:
        def remember(key: str, value: bytes, ttl_s: float) -> None:
            frontier.put_cached(key, value, ttl_s=ttl_s)

        self._settings = settings
        self._frontier = frontier
        self._client = client
        self._robots = Robots(client, self._recall_robots, remember, settings)

    def allow(self, held: Held, url: str, *, nap_s: float = 0.0) -> None:
        """Return when robots.txt allows the URL, with the pace that it asks for in force.

        Raises Drop(ROBOTS), Retry while robots.txt cannot be read, and HostBusy when the host's turn to be asked for it
        does not come within `nap_s`.
        """
        while True:
            try:
                answer = held.patiently(lambda: self._robots.allowed(url, now=time.time()))
                break
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
        """Wait for the turn of a list's host. Raises HostBusy. A page's turn is taken by `Frontier.enter`."""
        host = paced_host(url)
        entry = held.patiently(
            lambda: self._frontier.enter_host(host, now=time.time(), nap_s=NAP_S, interval_s=interval_s)
        )
        if entry.turn is Turn.WAIT:
            raise HostBusy(entry.wait_s)
        held.sleep(entry.wait_s)

    def get(
        self, held: Held, url: str, *, accept: Accept, headers: Mapping[str, str] = NO_HEADERS, robots: bool = True
    ) -> Fetched:
        """Fetch in the turn that was taken. Raises what `Client.get` does, and for the place where redirects led what
        `allow` does, unless it is not to be asked (`robots`)."""
        began = time.monotonic()
        try:
            fetched = self._client.get(url, headers=headers, accept=accept)
        except CrawlerError as problem:
            asked = problem.asked or (url,)
            self._spare(held, asked, self._rest_s(began))
            self._spare(held, asked[-1:], self._trouble_s(problem))
            raise
        self._spare(held, (*fetched.redirects, fetched.url), self._rest_s(began))
        if robots and fetched.redirects:
            self.allow(held, fetched.url, nap_s=REDIRECT_NAP_S)
        return fetched

    def leave_alone(self, held: Held, url: str, seconds: float) -> None:
        """Nobody asks the URL's host for so long."""
        held.patiently(lambda: self._frontier.stretch(paced_host(url), until=time.time() + seconds))

    def _recall_robots(self, key: str) -> bytes | None:
        """A robots.txt from the shared cache. If it is not there, Robots asks the site for it next, and that takes a
        turn of the host's. Raises HostBusy."""
        value = self._frontier.get_cached(key)
        if value is None:
            host = paced_host(key.removeprefix("robots:"))
            entry = self._frontier.enter_host(host, now=time.time(), nap_s=NAP_S)
            if entry.turn is Turn.WAIT:
                raise HostBusy(entry.wait_s)
            time.sleep(entry.wait_s)
        return value

    def _spare(self, held: Held, urls: Sequence[str], seconds: float) -> None:
        least = self._settings.host_interval_s
        if len(urls) > 1 or seconds > least:  # else the turn has seen to it
            for url in urls:
                self.leave_alone(held, url, max(seconds, least))

    def _set_pace(self, held: Held, url: str, crawl_delay_s: float) -> None:
        interval = min(max(crawl_delay_s, self._settings.host_interval_s), self._settings.host_interval_max_s)
        held.patiently(lambda: self._frontier.stretch(paced_host(url), until=time.time(), interval_s=interval))

    def _rest_s(self, began: float) -> float:
        """By its latency: also of a host that was waited for in vain, lest a few of them fill every thread."""
        return self._settings.latency_factor * (time.monotonic() - began)

    def _trouble_s(self, problem: CrawlerError) -> float:
        if not isinstance(problem, Retry) or problem.reason not in HOST_TROUBLE:
            return 0.0
        return problem.after_s or self._settings.host_backoff_s
