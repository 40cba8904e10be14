"""From a host's name to a connected socket: looked up once, checked, and connected to exactly what was checked.

Both within a time by the clock. A socket's own timeout is for each call alone, so that a server which sends a byte now
and then holds a reader for ever; here a timeout is counted from when it was set, for all that follows. That is done in
the socket and not by a watchdog thread, which could shut down a socket that serves somebody else by then.
"""

from __future__ import annotations

import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING, Any

from crawler.errors import Reason, Retry
from crawler.fetch.guard import Guard

Resolve = Callable[[str, int], Sequence[str]]
"""Host and port → its IP addresses, the best first. May raise OSError, and may take its time."""

# Setting a socket's timeout is a call of the system: not worth it for less than this, by which we may be late.
_SLACK_S = 0.01

if TYPE_CHECKING:
    _Base = socket.socket
else:
    _Base = object


class _Deadline(_Base):
    """Mixed into a socket class: `settimeout(s)` means that everything from now on is done in s seconds."""

    _until: float | None = None
    _armed_s = 0.0

    def settimeout(self, value: float | None) -> None:
        self._until = None if value is None else time.monotonic() + value
        self._armed_s = value or 0.0
        super().settimeout(value)

    def gettimeout(self) -> float | None:
        return super().gettimeout() if self._until is None else self._left(self._until)

    def recv_into(self, *args: Any, **kwargs: Any) -> int:
        self._arm()
        return super().recv_into(*args, **kwargs)

    def send(self, *args: Any, **kwargs: Any) -> int:
        self._arm()
        return super().send(*args, **kwargs)

    def sendall(self, *args: Any, **kwargs: Any) -> None:
        self._arm()
        super().sendall(*args, **kwargs)

    def _arm(self) -> None:
        if self._until is None:
            return
        left = self._left(self._until)
        if left < self._armed_s - _SLACK_S:
            self._armed_s = left
            super().settimeout(left)

    def _left(self, until: float) -> float:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left


class DeadlineSocket(_Deadline, socket.socket):
    """A TCP socket whose timeout is a deadline."""


class DeadlineTLSSocket(_Deadline, ssl.SSLSocket):
    """The same with TLS; for `SSLContext.sslsocket_class`."""


def resolve_by_system(host: str, port: int) -> list[str]:
    """What the operating system's resolver says."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def dial(host: str, port: int, *, timeout_s: float, resolve: Resolve, guard: Guard | None) -> DeadlineSocket:
    """A connection to one of a host's addresses that the guard allows (None: to any).

    Raises Drop(FORBIDDEN_ADDRESS), Retry(DNS) or Retry(CONNECT); none of them later than `timeout_s`.
    """
    until = time.monotonic() + timeout_s
    addresses = _addresses(host, port, timeout_s, resolve)
    if guard is not None:
        addresses = guard.check(host, addresses)
    failures = []
    for index, address in enumerate(addresses):
        # Each address gets its share of what is left: an IPv6 route that leads nowhere leaves time for IPv4.
        share = (until - time.monotonic()) / (len(addresses) - index)
        try:
            return _connect(address, port, share)
        except OSError as problem:
            failures.append(f"{address} port {port}: {problem.strerror or problem}")
    raise Retry(Reason.CONNECT, f"{host}: {'; '.join(failures)}")


def _addresses(host: str, port: int, timeout_s: float, resolve: Resolve) -> list[IPv4Address | IPv6Address]:
    try:
        return [ipaddress.ip_address(host)]
    except ValueError:
        return [ipaddress.ip_address(found) for found in _look_up(host, port, timeout_s, resolve)]


def _look_up(host: str, port: int, timeout_s: float, resolve: Resolve) -> Sequence[str]:
    """Ask in a thread of its own, since getaddrinfo has no timeout; one that never ends must not hold the process."""
    answers: queue.SimpleQueue[Sequence[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put(resolve(host, port))
        except (OSError, ValueError) as problem:  # ValueError: a name that the resolver cannot encode
            answers.put(problem)

    threading.Thread(target=ask, name=f"look-up of {host}", daemon=True).start()
    try:
        answer = answers.get(timeout=timeout_s)
    except queue.Empty:
        raise Retry(Reason.DNS, f"{host}: no answer within {timeout_s:.1f} s") from None
    if isinstance(answer, Exception):
        raise Retry(Reason.DNS, f"{host}: {getattr(answer, 'strerror', None) or answer}")
    if not answer:
        raise Retry(Reason.DNS, f"{host}: the name has no address")
    return answer


def _connect(address: IPv4Address | IPv6Address, port: int, timeout_s: float) -> DeadlineSocket:
    if timeout_s <= 0:
        raise TimeoutError("timed out")
    sock = DeadlineSocket(socket.AF_INET if address.version == 4 else socket.AF_INET6, socket.SOCK_STREAM)
    try:
        sock.settimeout(timeout_s)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.connect((str(address), port))
    except BaseException:
        sock.close()
        raise
    return sock
