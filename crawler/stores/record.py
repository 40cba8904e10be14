"""A document as the stores keep it: one flat record, every value within what an index takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from crawler.model import Document, Kind
from crawler.stores.likeness import sketch

MAX_ID_BYTES = 512
"""Elasticsearch refuses a longer _id, and with it the whole bulk call that it stands in."""

TEXT_BYTES = 1_000_000
TITLE_BYTES = 2_000
URL_BYTES = 8_000
LABEL_BYTES = 512
"""Every other string. A term of Lucene's has at most 32,766 bytes; a name of more than this is none."""


def to_record(document: Document) -> dict[str, Any]:
    """The document's fields: strings cut to size (in UTF-8, with lone surrogates replaced), instants as UTC in ISO 8601
    with microseconds, so that they sort as strings. With them the sketch by which copies of the text are found."""
    return {
        "id": document.id,
        "url": cut(document.url, URL_BYTES),
        "kind": str(document.kind),
        "site": cut(document.site, LABEL_BYTES),
        "title": cut(document.title, TITLE_BYTES),
        "source_id": document.source_id,
        "source": cut(document.source, LABEL_BYTES),
        "channel": cut(document.channel, LABEL_BYTES),
        "author": cut(document.author, LABEL_BYTES),
        "credit": cut(document.credit, LABEL_BYTES),
        "published_at": instant(document.published_at),
        "precision": cut(document.precision, LABEL_BYTES),
        "date_origin": cut(document.date_origin, LABEL_BYTES),
        "fetched_at": instant(document.fetched_at),
        "language": cut(document.language, LABEL_BYTES),
        "charset": cut(document.charset, LABEL_BYTES),
        "thread_id": cut(document.thread_id, LABEL_BYTES),
        "thread_url": cut(document.thread_url, URL_BYTES),
        "thread_title": cut(document.thread_title, TITLE_BYTES),
        "parent_id": cut(document.parent_id, LABEL_BYTES),
        "quoted": cut(document.quoted, TEXT_BYTES),
        "image": cut(document.image, URL_BYTES),
        "floor": document.floor,
        "gone_at": instant(document.gone_at),
        "confidence": document.confidence,
        "duplicate_of": cut(document.duplicate_of, LABEL_BYTES),
        "text": cut(document.text, TEXT_BYTES),
        "sketch": list(sketch(document.kind, document.text)),
    }


FIELDS = tuple(field.name for field in fields(Document))
"""The names of a document's fields in its record."""


def from_record(record: Mapping[str, Any]) -> Document:
    """The document that a record was made from, as far as it was kept."""
    values = {name: record[name] for name in FIELDS if name in record}  # older ones lack the newer fields
    values["kind"] = Kind(values["kind"])
    for name in ("published_at", "fetched_at", "gone_at"):
        values[name] = datetime.fromisoformat(values[name]) if values.get(name) else None
    return Document(**values)


def problem_with_id(id: str) -> str:
    """Why no index takes this id, or ""."""
    if not id:
        return "the document has no id"
    if len(id.encode("utf-8", "replace")) > MAX_ID_BYTES:
        return f"the document's id has more than {MAX_ID_BYTES} bytes"
    return ""


def cut(text: str, limit: int) -> str:
    """At most `limit` bytes of UTF-8, in whole characters."""
    return text.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore")


def instant(moment: datetime | None) -> str | None:
    """In UTC (without a zone it is UTC already); None for one that UTC's calendar does not reach."""
    if moment is None:
        return None
    try:
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except OverflowError:
        return None
    return moment.isoformat(timespec="microseconds")
