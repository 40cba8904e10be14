"""Bulk calls: what is sent, how it is parted, and what each item of an answer means. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from crawler.model import Document
from crawler.stores.record import to_record

BUSY = frozenset({408, 429, 502, 503, 504})
"""Statuses, of a call or of one item, that a later try may not get."""


class Verdict(Enum):
    """What is to be done about an item."""

    CREATED = auto()
    EXISTS = auto()
    REFUSED = auto()  # it will never be taken as it is
    AGAIN = auto()  # the server is busy
    SEALED = auto()  # this index takes no more writes: there may be a newer one
    MISSING = auto()  # there is no such index
    BLOCKED = auto()  # somebody has to do something first


@dataclass(frozen=True, slots=True)
class Item:
    """A line or two of a bulk body: what is done with one document. `place` is its place in the caller's list."""

    place: int
    id: str
    lines: bytes

    @property
    def size(self) -> int:
        return len(self.lines)


def item(place: int, document: Document) -> Item:
    """The document as it is added, serialised once however often it is sent."""
    return Item(place, document.id, b"%b%b\n" % (_action("create", document.id), _json(to_record(document))))


def change(id: str, fields: Mapping[str, Any]) -> Item:
    """The new values of some fields of a document, if it is there."""
    return Item(0, id, b"%b%b\n" % (_action("update", id, retry_on_conflict=5), _json({"doc": fields})))


def removal(id: str) -> Item:
    """A document's end."""
    return Item(0, id, _action("delete", id))


def _action(name: str, id: str, **options: int) -> bytes:
    return _json({name: {"_id": id, **options}}) + b"\n"


def batches(items: Iterable[Item], max_items: int, max_bytes: int) -> Iterator[list[Item]]:
    """The items in order, parted so that no batch is over either bound; one item over `max_bytes` goes alone."""
    batch: list[Item] = []
    size = 0
    for each in items:
        if batch and (len(batch) >= max_items or size + each.size > max_bytes):
            yield batch
            batch, size = [], 0
        batch.append(each)
        size += each.size
    if batch:
        yield batch


def judge(answer: Mapping[str, Any]) -> tuple[Verdict, str]:
    """One item of a bulk answer, {"create": {"status": …, "error": {"type": …, "reason": …}}}, and why, in words. For
    a change or a removal, CREATED means that it was made, and EXISTS that the document is not there."""
    (result,) = answer.values()
    status: int = result["status"]
    error = result.get("error") or {}
    kind, reason = error.get("type", ""), error.get("reason", "")
    if status < 300:
        return Verdict.CREATED, ""
    if status == 409 or kind == "document_missing_exception" or (status == 404 and not error):
        return Verdict.EXISTS, ""
    if kind == "index_not_found_exception":
        return Verdict.MISSING, reason
    if "FORBIDDEN/8/" in reason:
        return Verdict.SEALED, reason
    if kind == "cluster_block_exception":
        return Verdict.BLOCKED, f"{reason} {advice(reason)}"
    if kind == "index_closed_exception":
        return Verdict.BLOCKED, "its index is closed: open it (POST <index>/_open)"
    if status in BUSY or status >= 500:
        return Verdict.AGAIN, reason or f"status {status}"
    return Verdict.REFUSED, _words(error)


def advice(reason: str) -> str:
    """What is to be done about a block, by what Elasticsearch says of it."""
    if "/12/" in reason:  # the flood-stage watermark's block, which it lifts by itself
        return "The disk of Elasticsearch is nearly full: free or add space, then writing goes on by itself."
    return "Writing is blocked by a setting of the index or the cluster: lift it (index.blocks.*, cluster.blocks.*)."


def _words(error: Mapping[str, Any]) -> str:
    cause = (error.get("caused_by") or {}).get("reason", "")
    return ": ".join(part for part in (error.get("type", ""), error.get("reason", ""), cause) if part)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
