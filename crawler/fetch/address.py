"""What a URL asks for: scheme, host, port and request target, all in ASCII, or the sentence that says why not. Pure."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import quote, unquote, urljoin, urlsplit

import idna

from crawler.errors import Drop, Reason
from crawler.model import MAX_URL_CHARS

_DEFAULT_PORTS = {"http": 80, "https": 443}

# Ports of other protocols, which browsers do not speak HTTP to: https://fetch.spec.whatwg.org/#port-blocking
_BLOCKED_PORTS = frozenset(
    (0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
     110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
     532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
     5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080)
)  # fmt: skip

# What stands in a request target as it is (RFC 3986, 2.2 and 2.3, and escapes); the rest is escaped as UTF-8.
_TARGET_SAFE = "/?:@!$&'()*+,;=-._~%[]|"
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_DOTTED = re.compile(r"[0-9]+(?:\.[0-9]+){3}")
_MAX_HOST_CHARS = 253


@dataclass(frozen=True, slots=True)
class Address:
    """Where a request goes. `host` is lower-case ASCII, IPv6 without brackets; `target` is path and query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def origin(self) -> str:
        """Scheme, host and, if it is not the default, port, as in `https://example.com`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def url(self) -> str:
        return self.origin + self.target

    @property
    def literal(self) -> IPv4Address | IPv6Address | None:
        """The IP address that the host names without asking anybody; localhost always does (RFC 6761, 6.3)."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return IPv4Address("127.0.0.1")
        return ip_address(self.host) if ":" in self.host or _DOTTED.fullmatch(self.host) else None


def parse(url: str) -> Address:
    """The address of an absolute http(s) URL; its fragment is left out. Raises Drop(BAD_URL) with what is wrong."""
    if len(url) > MAX_URL_CHARS:
        raise _bad(url, f"it is {len(url)} characters long; {MAX_URL_CHARS} are allowed")
    try:
        parts = urlsplit(url.strip())
        port = parts.port
        if parts.scheme not in _DEFAULT_PORTS:
            raise ValueError(f"{parts.scheme or 'nothing'!r} is not http or https")
        if "@" in parts.netloc:
            raise ValueError("addresses with a user name are not fetched")
        host = _host(parts.hostname or "")
        query = f"?{parts.query}" if parts.query else ""
        target = quote((parts.path or "/") + query, safe=_TARGET_SAFE)
    except ValueError as problem:  # UnicodeError, idna's errors and ipaddress's are such
        raise _bad(url, str(problem)) from None
    if port in _BLOCKED_PORTS:
        raise _bad(url, f"port {port} belongs to another protocol")
    return Address(parts.scheme, host, port or _DEFAULT_PORTS[parts.scheme], target)


def follow(address: Address, location: str) -> Address:
    """The address that a Location header leads to, relative or absolute; bytes beyond ASCII stand in it as Latin-1.

    They are escaped as they came: a site that sends raw UTF-8 or GBK means exactly these bytes. Raises Drop(BAD_URL).
    """
    escaped = quote(location.strip().encode("latin-1", "replace"), safe=_TARGET_SAFE + "#")
    try:
        absolute = urljoin(address.url, escaped)
    except ValueError as problem:
        raise _bad(location, str(problem)) from None
    return parse(absolute)


def _bad(url: str, why: str) -> Drop:
    shown = url if len(url) <= 200 else url[:200] + "…"
    return Drop(Reason.BAD_URL, f"{shown!r}: {why}")


def _host(name: str) -> str:
    """A host in lower-case ASCII. Raises ValueError."""
    if ":" in name:
        address = IPv6Address(name)
        if address.scope_id is not None:
            raise ValueError(f"{name!r} names an interface of this machine")
        return address.compressed
    if "%" in name:
        name = unquote(name, errors="strict").lower()
    if not name.isascii():
        name = idna.encode(name, uts46=True).decode("ascii")
    if len(name) > _MAX_HOST_CHARS or not _HOST.fullmatch(name):
        raise ValueError(f"{name[:80]!r} is not a host name")
    return _dotted(name) if _NUMBER.fullmatch(name.rstrip(".").rpartition(".")[2]) else name


def _dotted(name: str) -> str:
    """127.0.0.1 for what the C library takes for it too: 127.1, 0x7f000001, 2130706433, 0177.0.0.1.

    A host that ends in a number is an address or nothing (URL Standard, 3.5). Raises ValueError.
    """
    try:
        return socket.inet_ntoa(socket.inet_aton(name.rstrip(".")))
    except OSError:
        raise ValueError(f"{name!r} is not an IP address") from None
