"""Feeds: RSS 0.9x, 1.0 (RDF) and 2.0, Atom, JSON Feed; read from bytes that were fetched by somebody else.

feedparser does the reading. It gets clean UTF-8 with a declaration that says so, and only as many entries as are
wanted: its strict parser is fast, but one wrong byte sends it to its loose one, which is slow, and its guesses at
charsets do not know China's habits.
"""

from __future__ import annotations

import codecs
import io
import json
import re
from calendar import timegm
from datetime import UTC, datetime, timedelta, tzinfo
from email.utils import parsedate_to_datetime
from html import unescape
from itertools import islice
from typing import Any
from xml.sax import SAXParseException
from zoneinfo import ZoneInfo

from crawler.channels.links import Found, RejectedLink, absolute, one_line
from crawler.errors import Drop, Reason
from crawler.model import Link

MAX_CHARS = 1_000_000
MAX_TAGS = 50_000
"""Of a feed without its entries' texts; what is beyond is not read. The loose parser takes some 20 µs for a tag."""

MAX_PROLOG_CHARS = 2000
"""Before the first tag: a declaration, a doctype, a comment."""

CHINA = ZoneInfo("Asia/Shanghai")


def read_feed(body: bytes, url: str, *, content_type: str = "", max_entries: int = 500, zone: tzinfo = CHINA) -> Found:
    """The entries of a feed at `url` (after redirects), in its order, at most `max_entries`.

    A link's title is plain text; its date is when it was published, else updated, in UTC. `zone` is where dates
    without an offset were written, and what `CST` means there. A feed with no entries yields none; what is not a feed,
    or broken before its first entry, raises Drop(FEED_ERROR) with what was found instead.
    """
    text = _decode(body, content_type).lstrip("\ufeff \t\r\n")
    if text.startswith("{"):
        return _read_json(text, url, max_entries)
    first = _FIRST_TAG.search(text, 0, 2000)
    if first and "html" in first.group().lower():
        raise Drop(Reason.FEED_ERROR, "the answer is an HTML page; give the feed's address, or use the channel page")
    parsed = _parse(_cut(_without_bodies(text), max_entries), url)
    if not parsed.entries and (not parsed.version or parsed.bozo):
        raise Drop(Reason.FEED_ERROR, _why(text, parsed))
    return _found([(_entry_link(entry), entry.get("title", ""), _date(entry, zone)) for entry in parsed.entries], url)


def is_feed(text: str) -> bool:
    """Whether a text begins as RSS or Atom does."""
    first = _FIRST_ELEMENT.search(text, 0, MAX_PROLOG_CHARS)
    return first is not None and first[1].lower() in ("rss", "feed", "rdf:rdf")


def _found(entries: list[tuple[str, str, datetime | None]], url: str) -> Found:
    """Found from (address, title, date) of each entry; an address counts once."""
    links: dict[str, Link] = {}
    rejected = []
    for href, title, published_at in entries:
        address = absolute(href, url) if href else ""
        if address:
            links.setdefault(address, Link(address, _plain(title), published_at))
        else:
            rejected.append(RejectedLink(one_line(href), "the entry has no web address", _plain(title)))
    return Found(tuple(links.values()), tuple(rejected))


# --- Bytes to text

_XML_DECLARATION = re.compile(r"<\?xml\b[^<>]*\?>")
_DECLARED = re.compile(rb"<\?xml\b[^>]{0,200}?encoding\s*=\s*[\"']\s*([\w.:-]+)")
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# A torn byte does not make UTF-8 into GB: read as UTF-8, Chinese text in GB has a gap for nearly every high byte.
_HIGH_BYTES_PER_GAP = 10
_ASCII = bytes(range(128))

# Python's codecs include some that are no charset of a page, or slow on hostile input.
_CHARSETS = re.compile(r"(?:gb|big5|hz|euc|shift_jis|cp\d|iso8859|koi8|utf-(?:8|16)|mac)")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # not allowed in XML 1.0, and met
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?")


def _decode(body: bytes, content_type: str) -> str:
    """The text, by the first charset that fits: UTF-8 whatever is declared, since other text is hardly ever valid
    UTF-8; what the header and the XML declaration say; GB 18030. Else by the first that was said, with gaps.

    Servers call everything latin-1, and every byte fits it: it comes last. Really latin text rarely fits GB 18030.
    """
    for bom, charset in _BOMS:
        if body.startswith(bom):
            return body[len(bom) :].decode(charset, "replace")
    text = body.decode("utf-8", "replace")
    if text.count("\ufffd") * _HIGH_BYTES_PER_GAP <= len(body.translate(None, _ASCII)):
        return text
    declared = _declared(body, content_type)
    likely = [charset for charset in declared if charset != "iso8859-1"]
    for charset in (*likely, "gb18030", *declared):
        try:
            return body.decode(charset)
        except UnicodeDecodeError:
            continue
    return body.decode((*likely, "gb18030")[0], "replace")


def _declared(body: bytes, content_type: str) -> list[str]:
    header = _HEADER_CHARSET.search(content_type)
    declaration = _DECLARED.search(body[:500])
    names = (header.group(1) if header else "", declaration.group(1).decode("ascii") if declaration else "")
    return [charset for name in names if (charset := _codec(name))]


def _codec(name: str) -> str:
    """Python's name for a charset; "" for one that is not used. GB 2312 and GBK are read as what they are part of."""
    try:
        found = codecs.lookup(name).name if name else ""
    except LookupError:
        return ""
    if found in ("gb2312", "gbk"):
        return "gb18030"
    return found if _CHARSETS.match(found) else ""


# --- Text to entries

_FIRST_TAG = re.compile(r"<(?:!doctype\s+)?\w+", re.IGNORECASE)
_FIRST_ELEMENT = re.compile(r"<(\w[\w:.-]*)")
_BODY = re.compile(r"<(description|summary|content|content:encoded)(?:\s[^<>]*[^<>/]|\s*)>")
_TAG_START = re.compile("<")
_TAG_NAME_START = re.compile(r"<\w")
_ENTRY = re.compile(r"<(?:\w+:)?(?:item|entry)[\s>]")
_ENTRY_END = re.compile(r"</(?:\w+:)?(?:item|entry)\s*>")


def _without_bodies(text: str) -> str:
    """The feed without the texts of its entries, which are most of it and not wanted. Linear, closed or not."""
    kept, at, unclosed = [], 0, set()
    while match := _BODY.search(text, at):
        name = match.group(1)
        end = -1 if name in unclosed else text.find(f"</{name}>", match.end())
        if end < 0:
            unclosed.add(name)
        kept.append(text[at : match.end()])
        at = max(end, match.end())
    return "".join(kept) + text[at:]


def _cut(text: str, max_entries: int) -> str:
    """The feed with its first entries only, still well-formed if it was: a cheap scan, where parsing is not."""
    end = _nth(_ENTRY, text, max_entries + 1)
    if end is not None:
        close = _ENTRY_END.match(text, max(text.rfind("</item", end), text.rfind("</entry", end), end))
        text = text[:end] + (text[close.end() :] if close else "")
    text = text[:MAX_CHARS]
    return text[: _nth(_TAG_START, text, MAX_TAGS)] if text.count("<") > MAX_TAGS else text


def _nth(expression: re.Pattern[str], text: str, n: int) -> int | None:
    """Where the n-th match begins."""
    match = next(islice(expression.finditer(text), n - 1, None), None)
    return match.start() if match else None


def _parse(text: str, url: str) -> Any:
    import feedparser  # takes 30 ms to load, which commands about rows would wait for

    text = _without_long_prolog(_XML_DECLARATION.sub("", text, count=1))
    clean = _with_legal_references(_CONTROLS.sub("", text)).lstrip()
    data = b'<?xml version="1.0" encoding="utf-8"?>\n' + clean.encode("utf-8", "replace")
    # A stream, since feedparser takes plain bytes for a file's name first. Our own headers: the charset is known, and
    # relative links are resolved against content-location and xml:base.
    headers = {"content-type": "application/xml; charset=utf-8", "content-location": url}
    return feedparser.parse(
        io.BytesIO(data), response_headers=headers, sanitize_html=False, resolve_relative_uris=False
    )


def _without_long_prolog(text: str) -> str:
    """The text from its first tag on, if much stands before it: feedparser takes quadratic time for that."""
    first = _TAG_NAME_START.search(text)
    return text[first.start() :] if first and first.start() > MAX_PROLOG_CHARS else text


def _with_legal_references(text: str) -> str:
    """The text with a space, lest what stands around joins, for each reference to what is no character, which makes
    feedparser raise. Emoji that are written as two halves of a surrogate pair become one character."""
    read = _REFERENCE.sub(_legal_reference, text)
    return read.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _legal_reference(match: re.Match[str]) -> str:
    digits, base = (match[1], 16) if match[1] else (match[2], 10)
    code = int(digits.lstrip("0")[:8] or "0", base)
    if 0xD800 <= code <= 0xDFFF:
        return chr(code)
    return match[0] if code < 0x110000 and not _CONTROLS.match(chr(code)) else " "


def _why(text: str, parsed: Any) -> str:
    if not text:
        return "the answer is empty"
    problem = parsed.get("bozo_exception")
    if isinstance(problem, SAXParseException):  # where, is of no use: it read the feed without its texts
        return f"no entry could be read, since its XML is broken: {problem.getMessage()}"
    return f"no entry could be read: {problem}" if problem else "the answer is neither RSS nor Atom"


def _entry_link(entry: Any) -> str:
    # FeedBurner's link leads to a redirector; beside it stands where that leads.
    return str(entry.get("feedburner_origlink") or entry.get("link") or "")


_TAG = re.compile(r"<[^<>]*>")
_MAX_MARKUP_CHARS = 4000


def _plain(title: str) -> str:
    """A title without markup; feeds escape it once or twice."""
    return one_line(unescape(_TAG.sub("", unescape(title[:_MAX_MARKUP_CHARS]))))


# --- Dates

# As China's own programs write them, and feedparser reads as some other day of that year: 2024/3/5 14:03, 2024年3月5日.
_BY_NUMBERS = re.compile(
    r"(\d{4})\s*([-/.年])\s*(\d{1,2})\s*(?:\2|(?<=\d)月)\s*(\d{1,2})\s*日?"
    r"(?:\s*(\d{1,2})\s*[:时]\s*(\d{1,2})(?:\s*[:分]\s*(\d{1,2}))?\s*[分秒]?)?"
)
# What begins so is no date that feedparser knows, though it finds one in it: seconds since 1970, a year and a word.
_MISREAD = re.compile(r"\d{4}(?:(?![-\d])|\d{5})")
# At the end, or before the year, as Java writes it.
_HAS_OFFSET = re.compile(r"(?:Z|[+-]\d{2}:?\d{2}|\b(?:UTC?|GMT|[A-Z]{3,4}))\s*(?:\s\d{4}\s*)?$")
_IS_CST = re.compile(r"\bCST\s*(?:\s\d{4}\s*)?$")
_NO_ZONE = re.compile(r"\d:\d\d$")
_US_CENTRAL = timedelta(hours=-6)


def _date(entry: Any, zone: tzinfo) -> datetime | None:
    for name in ("published", "updated"):
        # Membership first: asked for a missing `updated`, feedparser answers with the other, and warns.
        if name in entry and (instant := _read_date(str(entry[name]).strip(), entry.get(f"{name}_parsed"), zone)):
            return instant
    return None


def _read_date(text: str, parsed: Any, zone: tzinfo) -> datetime | None:
    if numbers := _BY_NUMBERS.fullmatch(text):
        return _by_numbers(numbers, zone)
    if parsed:
        return None if _MISREAD.match(text) else _instant(text, parsed, zone)
    return _without_zone(text, zone)


def _by_numbers(numbers: re.Match[str], zone: tzinfo) -> datetime | None:
    year, _, month, day, *clock = numbers.groups()
    hour, minute, second = (int(part or 0) for part in clock)
    try:
        return datetime(int(year), int(month), int(day), hour, minute, second, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):  # the 30th of February; the day before the year 1
        return None


def _without_zone(text: str, zone: tzinfo) -> datetime | None:
    """`Tue, 05 Mar 2024 14:03:00`: RFC 822 asks for a zone, and feedparser with it."""
    try:
        return parsedate_to_datetime(text).replace(tzinfo=zone).astimezone(UTC) if _NO_ZONE.search(text) else None
    except (ValueError, OverflowError):
        return None


def _instant(text: str, parsed: Any, zone: tzinfo) -> datetime | None:
    """feedparser's UTC time tuple as an instant, put right where it took a local time for UTC or China for Chicago."""
    try:
        instant = datetime.fromtimestamp(timegm(parsed), UTC)
        wall = instant.replace(tzinfo=None)
        if not _HAS_OFFSET.search(text):
            return wall.replace(tzinfo=zone).astimezone(UTC)
        if _IS_CST.search(text) and wall.replace(tzinfo=zone).tzname() == "CST":
            return (wall + _US_CENTRAL).replace(tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):  # the year 0, or 10000
        return None
    return instant


# --- JSON Feed (jsonfeed.org, 1.1)


def _read_json(text: str, url: str, max_entries: int) -> Found:
    try:
        feed = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Drop(Reason.FEED_ERROR, f"the answer is broken JSON: {problem}") from None
    items = feed.get("items")
    if "jsonfeed.org" not in str(feed.get("version", "")) or not isinstance(items, list):
        raise Drop(Reason.FEED_ERROR, "the answer is JSON, but no JSON Feed")
    return _found([_json_entry(item) for item in items[:max_entries] if isinstance(item, dict)], url)


def _json_entry(item: dict[str, Any]) -> tuple[str, str, datetime | None]:
    link = item.get("url") or item.get("external_url") or ""
    try:
        date = datetime.fromisoformat(str(item.get("date_published") or item.get("date_modified") or ""))
        instant = date.astimezone(UTC) if date.tzinfo else None
    except (ValueError, OverflowError):  # the day before the year 1
        instant = None
    return str(link), str(item.get("title") or ""), instant
