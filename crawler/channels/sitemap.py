"""Site maps (sitemaps.org, with the extension for news): the pages of a site, and the index of several maps.

A map may hold all that a site ever published, so its newest pages are taken. When a page was changed last orders them,
but does not date them: only the extension for news says when a page was published.
"""

from __future__ import annotations

import io
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from itertools import islice
from typing import Any

import lxml.etree

from crawler.channels.links import Found, RejectedLink, absolute, one_line
from crawler.model import Link

MAX_ENTRIES = 50_000
"""A map holds no more, by the protocol."""

MAX_LINKS = 1_000
"""So many pages of a map are taken, the newest."""

NEWEST_MAPS = 4
"""So many maps of an index that dates them are read."""

MAX_PROLOG_BYTES = 2_000

_ROOT = re.compile(rb"<(?:\w+:)?(urlset|sitemapindex)\b", re.IGNORECASE)
_OTHER = re.compile(rb"<\w")


@dataclass(frozen=True, slots=True)
class SiteMap:
    """The pages of a map, the newest first, or the addresses of the maps of an index."""

    found: Found
    maps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    address: str
    title: str
    changed_at: datetime | None
    published_at: datetime | None
    is_map: bool

    @property
    def age(self) -> float:
        """By what the newest are first, those without a date last."""
        at = self.published_at or self.changed_at
        return -at.timestamp() if at else 0.0


def is_sitemap(body: bytes) -> bool:
    """Whether a document's first element is that of a map or an index of maps."""
    root, first = (pattern.search(body, 0, MAX_PROLOG_BYTES) for pattern in (_ROOT, _OTHER))
    return bool(root and first and root.start() == first.start())


def read_sitemap(body: bytes, url: str, *, zone: tzinfo = UTC) -> SiteMap:
    """The map at `url` (after redirects), as far as it can be read. `zone` is where days without one begin. The
    compressed twin of a map that an index lists as it is, too, is left out."""
    entries = sorted(islice(_entries(body, url, zone), MAX_ENTRIES), key=lambda entry: entry.age)
    listed = {entry.address for entry in entries}
    maps = [entry for entry in entries if entry.is_map and entry.address and not _is_twin(entry.address, listed)]
    dated = [entry for entry in maps if entry.changed_at]
    pages = [entry for entry in entries if not entry.is_map]
    links = {entry.address: Link(entry.address, entry.title, entry.published_at) for entry in pages if entry.address}
    rejected = [RejectedLink("", "the entry has no web address", entry.title) for entry in pages if not entry.address]
    found = Found(tuple(islice(links.values(), MAX_LINKS)), tuple(rejected[:MAX_LINKS]))
    return SiteMap(found, tuple(entry.address for entry in (dated[:NEWEST_MAPS] or maps)))


def _is_twin(address: str, listed: Container[str]) -> bool:
    """Whether it is that of a compressed map which is listed as it is, too."""
    return address.endswith(".gz") and address.removesuffix(".gz") in listed


def _entries(body: bytes, url: str, zone: tzinfo) -> Iterator[_Entry]:
    parser = lxml.etree.iterparse(
        io.BytesIO(body), tag=("{*}url", "{*}sitemap"), recover=True, resolve_entities=False, no_network=True
    )
    try:
        for _, element in parser:
            address = _text(element, "{*}loc")
            yield _Entry(
                absolute(address, url) if address else "",
                one_line(_text(element, "{*}news/{*}title")),
                _instant(_text(element, "{*}lastmod"), zone),
                _instant(_text(element, "{*}news/{*}publication_date"), zone),
                lxml.etree.QName(element).localname == "sitemap",
            )
            element.clear()
            while element.getprevious() is not None:  # what was read is let go
                del element.getparent()[0]
    except lxml.etree.XMLSyntaxError:  # nothing of it could be read
        return


def _text(element: Any, path: str) -> str:
    return (element.findtext(path) or "").strip()


def _instant(text: str, zone: tzinfo) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
