"""One URL fetched, politely and safely: bounded in time, size and redirects, and only from where it may be.

It stands on urllib3's connections, below its pools and below requests. Measured by benchmarks/fetch.py on a page of
60 kB, in CPU for a fetch: requests 0.65 ms, urllib3's pools 0.2, its bare connections 0.12, this client with all of its
checks 0.23. Besides the cost, the upper layers look names up, follow redirects and wait by rules of their own: the
guard on the connected address, the deadline for the whole fetch and the cap on what is inflated would have to be forced
on them.
"""

from __future__ import annotations

import http.client
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType

from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError, ReadTimeoutError, SSLError
from urllib3.response import HTTPResponse

from crawler.errors import CrawlerError, Drop, Fatal, Reason, Retry
from crawler.fetch import answer
from crawler.fetch.address import Address, follow, parse
from crawler.fetch.answer import Accept
from crawler.fetch.connection import NO_PROXIES, Connector, Pool
from crawler.fetch.dial import Resolve, resolve_by_system
from crawler.fetch.encoding import ACCEPT_ENCODING, decoded, unpacked
from crawler.fetch.trouble import trouble
from crawler.model import Fetched
from crawler.settings import Settings

_READ_BYTES = 65_536
_MAX_SHOWN_CHARS = 200

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})

# A server that closes an idle connection just while we ask on it (Apache after 5 s) shows in one of these ways.
_HUNG_UP = (http.client.HTTPException, ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError)


@dataclass(frozen=True, slots=True)
class _Request:
    """One fetch over all its hops. `cookies` holds, by host, what was set on the way; it ends with the fetch."""

    headers: Mapping[str, str]
    accept: Accept
    deadline: float  # by time.monotonic
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)

    def left_s(self) -> float:
        """Seconds until the deadline. Raises TimeoutError when there are none."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time allowed for the fetch is over")
        return left


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes = b""


class Client:
    """Fetches URLs. Thread-safe; connections are kept alive and shared."""

    def __init__(
        self,
        settings: Settings,
        *,
        resolve: Resolve = resolve_by_system,
        proxies: Mapping[str, str] = NO_PROXIES,
    ) -> None:
        """`resolve` is the name look-up, which the tests replace; `proxies`: host → the proxy that it has of its own.

        Raises Fatal when a setting cannot work.
        """
        if not settings.agent.isascii():
            raise Fatal(
                f"The User-Agent {settings.agent!r} cannot be sent: write CRAWLER_USER_AGENT and _CONTACT in ASCII."
            )
        self._settings = settings
        self._connector = Connector(settings, resolve, proxies)
        self._pool = Pool()
        self._headers = {
            "User-Agent": settings.agent,
            "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5",
            "Accept-Encoding": ACCEPT_ENCODING,
        }

    def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] = _NO_HEADERS,
        accept: Accept = Accept.PAGE,
        deadline_s: float | None = None,
    ) -> Fetched:
        """The answer to a GET, after redirects: a 2xx with its body decompressed, or a 304 with none.

        `headers` are sent besides our own, e.g. If-None-Match. `deadline_s` is for the whole fetch by the clock, from
        the name look-up to the last byte, redirects included; None: `fetch_deadline_s`. Everything else that can
        happen is a Retry or a Drop with its reason, and with the URLs that were asked.
        """
        started = time.monotonic()
        deadline = started + (self._settings.fetch_deadline_s if deadline_s is None else deadline_s)
        request = _Request({**self._headers, "Accept": accept.header, **headers}, accept, deadline)
        addresses = [parse(url)]
        try:
            found = self._follow(addresses, request)
        except CrawlerError as problem:
            problem.asked = tuple(address.url for address in addresses)
            if len(addresses) > 1 and problem.reason is not Reason.REDIRECT_LOOP:
                problem.detail = f"{problem.detail} (redirected to {problem.asked[-1][:_MAX_SHOWN_CHARS]})".lstrip()
            raise
        *before, last = (address.url for address in addresses)
        elapsed_s = time.monotonic() - started
        return Fetched(last, found.status, found.body, found.headers, tuple(before), elapsed_s)

    def close(self) -> None:
        """Close the idle connections."""
        self._pool.close()

    def _follow(self, addresses: list[Address], request: _Request) -> _Answer:
        """The answer that redirects lead to; to `addresses`, which holds the first, those on the way are appended."""
        while True:
            found = self._hop(addresses[-1], request)
            onward = answer.location(found.status, found.headers)
            if onward is None:
                return found
            if len(addresses) > self._settings.max_redirects:
                first = addresses[0].url
                raise Drop(
                    Reason.REDIRECT_LOOP, f"more than {self._settings.max_redirects} from {first}, then {onward}"
                )
            addresses.append(follow(addresses[-1], onward))

    def _hop(self, address: Address, request: _Request) -> _Answer:
        """One request and its answer. The one place where the errors of the layers below become ours."""
        try:
            return self._exchange(address, request)
        except CrawlerError:
            raise
        except (OSError, ValueError, HTTPError, http.client.HTTPException) as problem:  # ValueError: numbers, codings
            raise _translated(problem, address) from problem

    def _exchange(self, address: Address, request: _Request) -> _Answer:
        self._connector.check(address)
        connection, response = self._ask(address, request)
        try:
            found = self._read(response, request)
            request.cookies.setdefault(address.host, {}).update(answer.cookies(response.headers.getlist("set-cookie")))
        except BaseException:
            connection.close()
            raise
        if response.closed and connection.sock is not None:
            self._pool.give(self._connector.route(address), connection)
        else:
            connection.close()
        return found

    def _ask(self, address: Address, request: _Request) -> tuple[HTTPConnection, HTTPResponse]:
        """A connection with the head of its answer, on a kept connection if there is one that still works."""
        kept = self._pool.take(self._connector.route(address))
        if kept is not None:
            try:
                return kept, self._send(kept, address, request)
            except _HUNG_UP:
                pass  # nobody's fault: the same again on a new one
        connection = self._connector.connect(address, request.left_s())
        return connection, self._send(connection, address, request)

    def _send(self, connection: HTTPConnection, address: Address, request: _Request) -> HTTPResponse:
        headers = {**request.headers, **self._connector.headers(address)}
        if cookies := request.cookies.get(address.host):
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        try:
            connection.timeout = request.left_s()
            connection.request(
                "GET", self._connector.target(address), headers=headers, preload_content=False, decode_content=False
            )
            connection.timeout = request.left_s()
            return connection.getresponse()
        except BaseException:
            connection.close()
            raise

    def _read(self, response: HTTPResponse, request: _Request) -> _Answer:
        """The answer, with its body if that is of use. Raises what its status stands for."""
        headers = {name.lower(): value for name, value in response.headers.items()}
        if answer.location(response.status, headers) is not None:
            return _Answer(response.status, headers)
        max_wait_s = self._settings.host_backoff_max_s
        refusal = answer.refusal(response.status, headers, now=datetime.now(UTC), max_wait_s=max_wait_s)
        if refusal is not None:
            raise refusal
        if response.status in (204, 304):  # they end with their head, whatever that says of a body (RFC 9112, 6.3)
            if not response.chunked:
                response.drain_conn()
            return _Answer(response.status, headers)
        kind = headers.get("content-type", "")
        answer.check_media_type(kind, request.accept)
        body = self._body(response, headers, request)
        answer.check_body(body, kind, request.accept)
        return _Answer(response.status, headers, body)

    def _body(self, response: HTTPResponse, headers: Mapping[str, str], request: _Request) -> bytes:
        """The decompressed body; what is held never exceeds the allowed size by more than a piece."""
        limit = self._settings.max_body_bytes
        if answer.content_length(headers) > limit:
            raise _too_large(limit)
        wire = _bounded(response.stream(_READ_BYTES, decode_content=False), limit, request)
        pieces = _bounded(decoded(wire, headers.get("content-encoding", "")), limit, request)
        if request.accept is Accept.FEED:
            pieces = _bounded(unpacked(pieces), limit, request)
        body = bytearray()
        for piece in pieces:
            body += piece
        return bytes(body)


def _bounded(pieces: Iterable[bytes], limit: int, request: _Request) -> Iterator[bytes]:
    """The pieces, as long as they are not too many and time is left."""
    total = 0
    for piece in pieces:
        request.left_s()
        total += len(piece)
        if total > limit:
            raise _too_large(limit)
        yield piece


def _too_large(limit: int) -> Drop:
    return Drop(Reason.TOO_LARGE, f"more than {limit} bytes; CRAWLER_MAX_BODY_BYTES is the limit")


def _translated(problem: Exception, address: Address) -> CrawlerError:
    """Our error for one of the socket's, the TLS library's, http.client's or urllib3's."""
    if isinstance(problem, (TimeoutError, ReadTimeoutError)):
        return Retry(Reason.TIMEOUT, f"{address.host}: not all of the answer came in time")
    if isinstance(problem, (ssl.SSLError, SSLError)):
        return Retry(Reason.TLS, f"{address.host}: {trouble(problem)}")
    return Retry(Reason.BROKEN_RESPONSE, f"{address.host}: {trouble(problem)}")
