"""What a search finds as a feed (Atom, RFC 4287), so that a feed reader tells of what comes in. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import urlencode
from xml.etree.ElementTree import Element, SubElement, tostring

from crawler.model import Document

ENTRIES = 50

SUMMARY_CHARS = 500

_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_LONG_AGO = datetime.fromtimestamp(0, UTC)


def atom_feed(documents: Sequence[Document], asked: Mapping[str, object]) -> bytes:
    """The feed of a search for what was `asked`; `documents` are the last that came in."""
    feed = Element("feed", xmlns="http://www.w3.org/2005/Atom")
    _add(feed, "id", f"urn:crawler:search?{urlencode(asked)}")
    _add(feed, "title", " · ".join(["crawler", *map(str, asked.values())]))
    _add(feed, "updated", _instant(max((_found_at(one) for one in documents), default=_LONG_AGO)))
    _add(SubElement(feed, "author"), "name", "crawler")
    for document in documents:
        _add_entry(feed, document)
    written: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _add_entry(feed: Element, document: Document) -> None:
    entry = SubElement(feed, "entry")
    _add(entry, "id", f"urn:crawler:document:{document.id}")
    _add(entry, "title", document.title or document.thread_title or document.url)
    SubElement(entry, "link", href=document.url)
    _add(entry, "updated", _instant(_found_at(document)))
    if document.published_at:
        _add(entry, "published", _instant(document.published_at))
    if document.author:
        _add(SubElement(entry, "author"), "name", document.author)
    SubElement(entry, "category", term=_xml(document.source or document.site))
    _add(entry, "summary", document.text[:SUMMARY_CHARS])


def _found_at(document: Document) -> datetime:
    return document.fetched_at or _LONG_AGO


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = _xml(text)


def _xml(text: str) -> str:
    """Without the characters that XML does not have, also as references."""
    return _NO_XML.sub("", text)
