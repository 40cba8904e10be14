"""Connections to sites, straight or through a proxy, and the pool that keeps the idle ones."""

from __future__ import annotations

import http.client
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.util import Url, make_headers, parse_url

from crawler.errors import Fatal, Reason, Retry
from crawler.fetch.address import Address
from crawler.fetch.dial import DeadlineSocket, DeadlineTLSSocket, Resolve, dial, resolve_by_system
from crawler.fetch.guard import Guard
from crawler.settings import Settings

# Servers close what has been idle for 60–75 s at the most; what one closed earlier is seen when it is taken out.
_MAX_IDLE_S = 60.0
_MAX_IDLE = 100

NO_PROXIES: Mapping[str, str] = MappingProxyType({})


class Connector:
    """Makes connections, each ready for a request: looked up, past the guard, through the proxy's tunnel, in TLS.

    With `settings.proxy` the proxy looks names up and decides what can be reached; the guard then sees only addresses
    that stand in the URL itself, and never the proxy's own. `proxies` names hosts that have a proxy of their own.
    """

    def __init__(
        self, settings: Settings, resolve: Resolve = resolve_by_system, proxies: Mapping[str, str] = NO_PROXIES
    ) -> None:
        self._guard = Guard(settings.allow_networks)
        self._resolve = resolve
        self._connect_timeout_s = settings.connect_timeout_s
        self._proxy = _proxy(settings.proxy, "CRAWLER_PROXY")
        self._proxies = {host: _proxy(url, "CRAWLER_DEMO_PROXY") for host, url in proxies.items()}
        self._tls = _tls(settings.ca_file)

    def route(self, address: Address) -> str:
        """What a kept connection is known by: the origin, or the proxy for everything that it forwards."""
        proxy = self._forwarder(address)
        return f"proxy {proxy.netloc}" if proxy else address.origin

    def target(self, address: Address) -> str:
        """What stands in the request line."""
        return address.url if self._forwarder(address) else address.target

    def headers(self, address: Address) -> dict[str, str]:
        """What the proxy wants to see of us, when it forwards."""
        return _proxy_headers(self._forwarder(address))

    def check(self, address: Address) -> None:
        """Raises Drop(FORBIDDEN_ADDRESS) when the URL names an address that is not public and not allowed."""
        if address.literal is not None:
            self._guard.check(address.host, [address.literal])

    def connect(self, address: Address, timeout_s: float) -> HTTPConnection:
        """Raises Drop(FORBIDDEN_ADDRESS), Retry(DNS | CONNECT), and OSError from TLS or a proxy that breaks off."""
        until = time.monotonic() + timeout_s
        sock = self._dial(address, timeout_s)
        sock.settimeout(max(until - time.monotonic(), 0.001))  # the tunnel and TLS have what the way here left
        # The socket is handed over connected, so that urllib3 has nothing to look up and nothing to choose.
        if address.scheme == "http":
            connection = HTTPConnection(address.host, address.port)
            connection.sock = sock
        else:
            connection = HTTPSConnection(address.host, address.port)
            connection.sock = self._secured(sock, address)
        return connection

    def _secured(self, sock: DeadlineSocket, address: Address) -> ssl.SSLSocket:
        """TLS with the host that the URL names, through the proxy's tunnel if there is one."""
        try:
            if proxy := self._proxy_for(address):
                _tunnel(sock, address, _proxy_headers(proxy))
            return self._tls.wrap_socket(sock, server_hostname=address.host.rstrip("."))
        except BaseException:
            sock.close()
            raise

    def _proxy_for(self, address: Address) -> Url | None:
        return self._proxies.get(address.host, self._proxy)

    def _forwarder(self, address: Address) -> Url | None:
        """The proxy that gets the whole URL; to an https host it gives a tunnel instead."""
        return self._proxy_for(address) if address.scheme == "http" else None

    def _dial(self, address: Address, timeout_s: float) -> DeadlineSocket:
        timeout_s = min(timeout_s, self._connect_timeout_s)
        proxy = self._proxy_for(address)
        if proxy is None:
            return dial(address.host, address.port, timeout_s=timeout_s, resolve=self._resolve, guard=self._guard)
        return dial(proxy.host or "", proxy.port or 80, timeout_s=timeout_s, resolve=resolve_by_system, guard=None)


def _tls(ca_file: Path | None) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=ca_file)
    except OSError as problem:  # ssl.SSLError too: the file holds no certificates
        raise Fatal(f"CRAWLER_CA_FILE={ca_file} does not work: {problem}. Name a PEM file with certificates.") from None
    context.sslsocket_class = DeadlineTLSSocket
    return context


def _proxy(url: str, variable: str) -> Url | None:
    if not url:
        return None
    proxy = parse_url(url)
    if proxy.scheme != "http" or not proxy.host:
        raise Fatal(f"{variable}={url!r} does not work: it must be like http://proxy.example:3128. Correct it.")
    return proxy


def _proxy_headers(proxy: Url | None) -> dict[str, str]:
    return dict(make_headers(proxy_basic_auth=proxy.auth)) if proxy and proxy.auth else {}


def _tunnel(sock: DeadlineSocket, address: Address, headers: dict[str, str]) -> None:
    """Ask a proxy for a way through to the address (RFC 9110, 9.3.6)."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    authority = f"{host}:{address.port}"
    lines = [f"CONNECT {authority} HTTP/1.1", f"Host: {authority}", *(f"{k}: {v}" for k, v in headers.items())]
    sock.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
    response = http.client.HTTPResponse(sock, method="CONNECT")
    try:
        response.begin()
        if not 200 <= response.status < 300:
            raise Retry(Reason.CONNECT, f"{authority}: the proxy answers {response.status} {response.reason}")
    finally:
        response.close()


@dataclass(frozen=True, slots=True)
class _Idle:
    route: str
    connection: HTTPConnection
    since: float


class Pool:
    """Idle connections, used last in first out; the oldest are closed when they get too old or too many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._idle: deque[_Idle] = deque()
        self._lock = threading.Lock()
        self._clock = clock

    def take(self, route: str) -> HTTPConnection | None:
        """The newest idle connection by this route that is still open, out of the pool; None when there is none."""
        with self._lock:
            for index in range(len(self._idle) - 1, -1, -1):
                if self._idle[index].route == route:
                    connection = self._idle[index].connection
                    del self._idle[index]
                    if connection.is_connected:
                        return connection
                    connection.close()
        return None

    def give(self, route: str, connection: HTTPConnection) -> None:
        """Keep a connection whose last answer was read to its end."""
        now = self._clock()
        with self._lock:
            self._idle.append(_Idle(route, connection, now))
            while len(self._idle) > _MAX_IDLE or self._idle[0].since < now - _MAX_IDLE_S:
                self._idle.popleft().connection.close()

    def close(self) -> None:
        with self._lock:
            while self._idle:
                self._idle.pop().connection.close()
