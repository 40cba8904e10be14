"""What the local web answers with, and how it can misbehave."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

_GZIP = 16 + zlib.MAX_WBITS


@dataclass(frozen=True, slots=True)
class Page:
    """One answer. `body` goes out as it is: whoever sets Content-Encoding has encoded it."""

    body: bytes
    content_type: str = "text/html"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def head(self) -> bytes:
        """Status line and headers, with the empty line that ends them."""
        lines = [
            f"HTTP/1.1 {self.status} {_phrase(self.status)}",
            f"Content-Type: {self.content_type}",
            f"Content-Length: {len(self.body)}",
            *(f"{name}: {value}" for name, value in self.headers.items()),
        ]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")

    @property
    def etag(self) -> str:
        return self.headers.get("ETag", "")


@dataclass(frozen=True, slots=True)
class Fault:
    """How an URL or a host misbehaves, for `times` requests (None: until it is healed).

    `page` is sent instead of what is there. The others say how it is sent: after `delay_s`; one byte every `drip_s`;
    broken off after `cut_after` bytes of the body, though its whole length was announced; with no end, the body over
    and over; or not at all, the connection reset.
    """

    page: Page | None = None
    delay_s: float = 0
    drip_s: float = 0
    cut_after: int | None = None
    endless: bool = False
    reset: bool = False
    times: int | None = None


def failure(status: int, headers: Mapping[str, str] | None = None) -> Page:
    """A page that says no more than its status, e.g. `failure(503, {"Retry-After": "7"})`."""
    return Page(f"<h1>{status} {_phrase(status)}</h1>".encode(), status=status, headers=headers or {})


def moved(location: str, status: int = 302) -> Page:
    """A redirect."""
    return Page(b"", status=status, headers={"Location": location})


def bomb(size: int) -> Page:
    """A page of `size` bytes of white space that is a thousandth of that on the wire."""
    squeeze, chunk = zlib.compressobj(9, wbits=_GZIP), b" " * 1_000_000
    parts = [squeeze.compress(chunk[: min(len(chunk), size - at)]) for at in range(0, size, len(chunk))]
    return Page(b"".join([*parts, squeeze.flush()]), headers={"Content-Encoding": "gzip"})


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
