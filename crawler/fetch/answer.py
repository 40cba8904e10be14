"""What an answer's status, headers and first bytes mean: one small pure function for each fact."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum

from crawler.errors import CrawlerError, Drop, Reason, Retry
from crawler.media import SNIFFED_BYTES, UNICODE_MARKS, is_binary


class Accept(StrEnum):
    """What the caller can use."""

    PAGE = "page"
    FEED = "feed"
    ANY = "any"

    @property
    def header(self) -> str:
        """As the Accept header says it."""
        return _ACCEPT_HEADERS[self]


_ACCEPT_HEADERS = {
    Accept.PAGE: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
    Accept.FEED: "application/atom+xml,application/rss+xml,application/xml;q=0.9,text/xml;q=0.9,*/*;q=0.1",
    Accept.ANY: "*/*",
}

# Servers that do not know better call a page or a feed one of these: the bytes decide.
_VAGUE = frozenset(("", "text/plain", "application/octet-stream", "binary/octet-stream", "application/unknown"))
_PACKED = frozenset(("application/gzip", "application/x-gzip"))
_HTML = frozenset(("text/html", "application/xhtml+xml"))

_HTML_START = re.compile(rb"<(?:!doctype|!--|html|head|body|title|meta|script|style|div|p|a|h1|table|\?xml)\b", re.I)
_XML_START = re.compile(rb"\s*<[?!a-zA-Z]")


def media_type(content_type: str) -> str:
    """`text/html` of `Text/HTML; charset=gbk`; "" when there is none."""
    return content_type.partition(";")[0].strip().lower()


def check_media_type(content_type: str, accept: Accept) -> None:
    """Raises Drop(CONTENT_TYPE) when the header alone shows that the caller has no use for the body."""
    kind = media_type(content_type)
    useful = kind in _VAGUE or kind in _HTML or kind.endswith("xml") or (accept is Accept.FEED and kind in _PACKED)
    if accept is not Accept.ANY and not useful:
        raise Drop(Reason.CONTENT_TYPE, f"it is {kind}")


def check_body(body: bytes, content_type: str, accept: Accept) -> None:
    """Raises Drop(CONTENT_TYPE) when the first bytes show that the body is no page, or no feed, whatever it is called.

    An empty body passes: what to make of it is not for the fetch to say.
    """
    if accept is Accept.ANY or not body:
        return
    kind = media_type(content_type)
    if is_binary(body, content_type):
        raise Drop(Reason.CONTENT_TYPE, f"it is called {kind or 'nothing'} and is binary data")
    if kind in _HTML or _is_markup(body, accept):
        return
    wanted = "an HTML page" if accept is Accept.PAGE else "a feed"
    raise Drop(Reason.CONTENT_TYPE, f"it is called {kind or 'nothing'} and does not begin like {wanted}")


def _is_markup(body: bytes, accept: Accept) -> bool:
    head = body[:SNIFFED_BYTES]
    for mark in UNICODE_MARKS:
        head = head.removeprefix(mark)
    head = head.replace(b"\0", b"")  # UTF-16's ASCII is then ASCII
    return bool(_HTML_START.search(head) if accept is Accept.PAGE else _XML_START.match(head))


def location(status: int, headers: Mapping[str, str]) -> str | None:
    """Where a redirect leads, as the header says it; None when the answer is no redirect."""
    return headers.get("location") if status in (301, 302, 303, 307, 308) else None


def refusal(status: int, headers: Mapping[str, str], *, now: datetime, max_wait_s: float) -> CrawlerError | None:
    """The error that a status stands for; None when it brings something: 2xx and 304."""
    wait_s = retry_after_s(headers.get("retry-after", ""), now=now)
    wait_s = None if wait_s is None else min(wait_s, max_wait_s)
    detail = f"HTTP {status}"
    if 200 <= status < 300 or status == 304:
        return None
    if status in (404, 410):
        return Drop(Reason.NOT_FOUND, detail)
    if status == 429 or (status == 503 and wait_s is not None):
        asked = "" if wait_s is None else f", ask again in {wait_s:.0f} s"
        return Retry(Reason.RATE_LIMITED, detail + asked, after_s=wait_s)
    if status in (408, 425):  # Request Timeout, Too Early: the same request may work
        return Retry(Reason.CLIENT_ERROR, detail, after_s=wait_s)
    if status == 407:
        return Retry(Reason.CONNECT, "HTTP 407: the proxy asks for a user and password; set them in CRAWLER_PROXY")
    if status == 451:  # Unavailable For Legal Reasons
        return Drop(Reason.CLIENT_ERROR, detail)
    if status in (401, 403):
        return Drop(Reason.FORBIDDEN, f"{detail}, which asks for a login or lets no crawlers in")
    if 400 <= status < 500:  # firewalls before sites ban with any of them: 406 is the default of one, 405 of another
        return Drop(Reason.FORBIDDEN, detail)
    if 500 <= status < 600:
        return Retry(Reason.SERVER_ERROR, detail, after_s=wait_s)
    return Retry(Reason.BROKEN_RESPONSE, f"{detail} is no answer to a request for a page")


def retry_after_s(value: str, *, now: datetime) -> float | None:
    """Seconds to wait by a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3); None without one."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])  # 31 years are enough
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, OverflowError):  # a number in it may be of any length
        return None
    if when.tzinfo is None:  # "-0000": UTC, of unknown place
        when = when.replace(tzinfo=UTC)
    return max((when - now).total_seconds(), 0.0)


def content_length(headers: Mapping[str, str]) -> int:
    """Bytes that the body is announced to have on the wire; 0 when that is not said."""
    value = headers.get("content-length", "")
    return int(value) if re.fullmatch(r"[0-9]{1,18}", value) else 0


def cookies(values: Iterable[str]) -> dict[str, str]:
    """Names and values of Set-Cookie headers. Attributes are left out: they matter for longer than one fetch."""
    pairs = (value.partition(";")[0].partition("=") for value in values)
    return {name.strip(): value.strip() for name, equals, value in pairs if equals and name.strip()}
