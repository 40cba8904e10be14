"""robots.txt (RFC 9309): what a site lets us fetch, and how fast."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from protego import Protego

from crawler.errors import Drop, Reason, Retry
from crawler.fetch.address import parse
from crawler.fetch.answer import Accept
from crawler.fetch.client import Client
from crawler.settings import Settings

_MAX_BYTES = 500_000  # RFC 9309, 2.5: at least 500 KiB are to be parsed; the rest is not looked at
_MAX_ORIGINS = 1000  # kept parsed in one process
_MAX_KEPT_BYTES = 4_000_000  # of all their rules, which take some 25 times as much when parsed
_MEMORY_S = 600.0  # and for so long, so that what the shared cache forgets is soon forgotten everywhere

_NAMES_AGENT = re.compile(r"(\s*user[-\s]*agent[\s:]+)([^#]*)", re.IGNORECASE)
_OTHERS = "others"

_RULES = b"rules\n"
"""Stands before the rules in the shared cache, where they may be empty."""


@dataclass(frozen=True, slots=True)
class RobotsAnswer:
    """Whether a URL may be fetched; `crawl_delay_s` is the wait between two requests that the site asks for, if any."""

    allowed: bool
    crawl_delay_s: float | None = None


@dataclass(frozen=True, slots=True)
class _Known:
    """A site's parsed rules; good until then (Unix seconds). `size` in bytes, before they were parsed."""

    until: float
    rules: Protego
    size: int


class Robots:
    """robots.txt by origin: from this process's memory, from the shared cache, or fetched. Thread-safe."""

    def __init__(
        self,
        client: Client,
        cache_get: Callable[[str], bytes | None],
        cache_put: Callable[..., None],
        settings: Settings,
    ) -> None:
        """`cache_get(key)` and `cache_put(key, value, ttl_s=…)` are the frontier's shared cache."""
        self._client = client
        self._cache_get = cache_get
        self._cache_put = cache_put
        self._settings = settings
        self._keep_s = settings.robots_hours * 3600
        self._token = product_token(settings.agent)
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._kept_bytes = 0
        self._lock = threading.Lock()

    def allowed(self, url: str, *, now: float) -> RobotsAnswer:
        """May this URL be fetched? `now` in Unix seconds; the delay is clamped to `host_interval_max_s`.

        A site without robots.txt (4xx) allows everything. One that has an error, or does not answer, allows nothing
        (RFC 9309, 2.3.1.4): then Retry with the reason, and the next call asks again. Raises Drop(BAD_URL) too.
        """
        if not self._settings.respect_robots:
            return RobotsAnswer(allowed=True)
        known = self._of(parse(url).origin, now)
        delay_s = known.rules.crawl_delay(self._token)
        if delay_s is not None:
            delay_s = min(max(float(delay_s), 0.0), self._settings.host_interval_max_s)
        return RobotsAnswer(bool(known.rules.can_fetch(url, self._token)), delay_s)

    def _of(self, origin: str, now: float) -> _Known:
        with self._lock:
            known = self._known.get(origin)
            if known is not None and now < known.until:
                self._known.move_to_end(origin)
                return known
        known = self._shared(origin, now)
        with self._lock:
            self._keep(origin, known)
        return known

    def _keep(self, origin: str, known: _Known) -> None:
        """Remember it; what was not asked for longest makes room."""
        if before := self._known.pop(origin, None):
            self._kept_bytes -= before.size
        self._known[origin] = known
        self._kept_bytes += known.size
        while len(self._known) > _MAX_ORIGINS or self._kept_bytes > _MAX_KEPT_BYTES:
            self._kept_bytes -= self._known.popitem(last=False)[1].size

    def _shared(self, origin: str, now: float) -> _Known:
        """From the shared cache, where it is put when nobody has it yet."""
        key = f"robots:{origin}"
        value = self._cache_get(key)
        if value is None:
            value, keep_s = self._fetch(origin)
            self._cache_put(key, value, ttl_s=keep_s)
        rules = value.removeprefix(_RULES).decode("utf-8-sig", "replace")
        parsed = Protego.parse(others_as_one(rules, self._token))
        return _Known(now + min(self._keep_s, _MEMORY_S), parsed, len(value))

    def _fetch(self, origin: str) -> tuple[bytes, float]:
        """The rules, and how long they are good for, in seconds."""
        try:
            fetched = self._client.get(f"{origin}/robots.txt", accept=Accept.ANY)
        except Drop as problem:  # it is not there, or cannot be had: no rules (RFC 9309, 2.3.1.2 and 2.3.1.3)
            is_refused = problem.reason is Reason.FORBIDDEN  # as all else in a ban, after which it is to be obeyed
            return _RULES, min(self._keep_s, _MEMORY_S) if is_refused else self._keep_s
        except Retry as problem:
            detail = f"robots.txt cannot be read, so nothing may be fetched ({problem.detail})"
            raise Retry(problem.reason, detail, after_s=problem.after_s) from problem
        return _RULES + fetched.body[:_MAX_BYTES], self._keep_s


def others_as_one(rules: str, token: str) -> str:
    """A robots.txt in which all crawlers but the one of this name are called the same.

    The parser keeps each rule once for each name that its group is for: a file of 400 kB with thousands of both took
    minutes, and all memory. What is kept for others is of no use."""
    lines = []
    for line in rules.splitlines():
        if names := _NAMES_AGENT.fullmatch(line.partition("#")[0]):
            name = names[2].strip().lower().replace("*", "") if names[2].strip() != "*" else "*"
            is_ours = name == "*" or (name and token.lower().startswith(name))
            line = names[1] + (name if is_ours else _OTHERS)
        lines.append(line)
    return "\n".join(lines)


def product_token(agent: str) -> str:
    """The name that robots.txt knows us by: the first word of the User-Agent (RFC 9309, 2.2.1)."""
    found = re.match(r"[A-Za-z_-]+", agent)
    return found.group() if found else "*"
