"""When a page was published: what it says of itself first, then the date by the title, then the published rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo

from crawler.extract.instant import Instant, full_dates, instants
from crawler.extract.table import Table

AFTER_TITLE = 300
BEFORE_TITLE = 120
"""Characters of text around the title in which a date is the page's: the line of source and author, above or below."""

MAX_DATE_CHARS = 40
"""Longer values of attributes hold more than a date."""

_JSON_LD = re.compile(r'"(?:datePublished|pubDate|uploadDate|dateCreated)"\s*:\s*"([^"]{8,40})"')
_META_NAMES = (
    "article:published_time og:published_time og:release_date article:create_at datepublished date_published pubdate "
    "publishdate publish_date publish-date publish_time publishtime publishedtime publication_date ptime "
    "dc.date dc.date.issued dcterms.created dcterms.issued sailthru.date parsely-pub-date "
    "weibo:article:create_at"
)
_IS_DATE = frozenset(_META_NAMES.split())
_META_KEYS = ("property", "name", "itemprop")


@dataclass(frozen=True, slots=True)
class Published:
    """A publish date and where it was found: json-ld, meta, itemprop, time, title or text."""

    instant: Instant
    origin: str


def published(table: Table, title: str, now: datetime, zone: tzinfo) -> Published | None:
    """The page's publish date, or None. Never in the future, and never `now` for want of a better one."""
    title_end = _title_end(table.flow, title)
    for origin, text in _stated(table, title_end):
        found = instants(text, now, zone)
        if found:
            return Published(found[0], origin)
    if instant := _near_title(table.flow, title_end, len(title), now, zone):
        return Published(instant, "title")
    latest = max(full_dates(table.flow, now, zone), key=lambda instant: instant.at, default=None)
    return Published(latest, "text") if latest else None


def _title_end(flow: str, title: str) -> int:
    """Where the title ends in the page's text, the copy in <head> passed over; -1 if it is not there."""
    first = flow.find(title) if title else -1
    if first < 0:
        return -1
    return max(first, flow.find(title, first + 1)) + len(title)


def _stated(table: Table, title_end: int) -> Iterator[tuple[str, str]]:
    """What is marked as the publish date, best first: origin and text."""
    for script in table.json_ld:
        yield from (("json-ld", text) for text in _JSON_LD.findall(script))
    for node in table.find("meta"):
        attributes = table.attributes[node]
        if any(attributes.get(key, "").lower() in _IS_DATE for key in _META_KEYS):
            yield "meta", attributes.get("content", "")[:MAX_DATE_CHARS]
    times = list(table.find("time"))
    for node in times:
        if table.attributes[node].get("itemprop", "").lower() == "datepublished":
            yield "itemprop", _time_text(table, node)
    if title_end >= 0:
        near = range(title_end - BEFORE_TITLE, title_end + AFTER_TITLE)
        yield from (("time", _time_text(table, node)) for node in times if table.span(node)[0] in near)


def _time_text(table: Table, node: int) -> str:
    return (table.attributes[node].get("datetime") or table.text_of(node))[:MAX_DATE_CHARS]


def _near_title(flow: str, title_end: int, title_chars: int, now: datetime, zone: tzinfo) -> Instant | None:
    """The first date under the title, else the last one above it."""
    if title_end < 0:
        return None
    below = instants(flow[title_end : title_end + AFTER_TITLE], now, zone)
    if below:
        return below[0]
    start = title_end - title_chars
    above = instants(flow[max(0, start - BEFORE_TITLE) : start], now, zone)
    return above[-1] if above else None
