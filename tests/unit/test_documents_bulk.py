"""Bulk calls: their parts, and what the answers mean."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.stores.elastic_bulk import Item, Verdict, batches, item, judge
from crawler.stores.elastic_index import next_index
from tests.documents import document


def test_an_item_is_two_lines_of_json() -> None:
    first, second = item(0, document(7, title='引号"\n\ud800', id='a"b')).lines.decode().splitlines()
    assert json.loads(first) == {"create": {"_id": 'a"b'}}
    assert json.loads(second)["title"] == '引号"\n?'


@given(st.lists(st.integers(0, 200), max_size=30), st.integers(1, 5), st.integers(1, 500))
def test_batches_keep_order_and_bounds(sizes: list[int], most: int, bytes_: int) -> None:
    items = [Item(place, str(place), b"x" * (size + 41)) for place, size in enumerate(sizes)]
    parted = list(batches(items, most, bytes_))
    assert [each for batch in parted for each in batch] == items
    assert all(0 < len(batch) <= most for batch in parted)
    assert all(len(batch) == 1 or sum(each.size for each in batch) <= bytes_ for batch in parted)


WRITE_BLOCK = "index [documents-000001] blocked by: [FORBIDDEN/8/index write (api)];"
FLOOD = "index [d] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, …];"
READ_ONLY = "index [d] blocked by: [FORBIDDEN/5/index read-only (api)];"


@pytest.mark.parametrize(
    ("status", "kind", "reason", "verdict", "words"),
    [
        (201, "", "", Verdict.CREATED, ""),
        (409, "version_conflict_engine_exception", "exists", Verdict.EXISTS, ""),
        (429, "es_rejected_execution_exception", "queue full", Verdict.AGAIN, "queue full"),
        (503, "unavailable_shards_exception", "timeout", Verdict.AGAIN, "timeout"),
        (500, "node_closed_exception", "", Verdict.AGAIN, "status 500"),
        (403, "cluster_block_exception", WRITE_BLOCK, Verdict.SEALED, "FORBIDDEN/8"),
        (429, "cluster_block_exception", FLOOD, Verdict.BLOCKED, "disk of Elasticsearch is nearly full"),
        (403, "cluster_block_exception", READ_ONLY, Verdict.BLOCKED, "lift it"),
        (404, "index_not_found_exception", "no such index", Verdict.MISSING, "no such index"),
        (400, "index_closed_exception", "closed", Verdict.BLOCKED, "open it"),
        (400, "document_parsing_exception", "failed to parse", Verdict.REFUSED, "failed to parse"),
    ],
)
def test_judge(status: int, kind: str, reason: str, verdict: Verdict, words: str) -> None:
    result: dict[str, Any] = {"status": status}
    if kind:
        result["error"] = {"type": kind, "reason": reason}
    judged, detail = judge({"create": result})
    assert judged is verdict
    assert words in detail


def test_a_refusal_names_its_cause() -> None:
    error = {"type": "document_parsing_exception", "reason": "failed", "caused_by": {"reason": "only finite values"}}
    assert judge({"create": {"status": 400, "error": error}})[1].endswith("failed: only finite values")


def test_indices_are_numbered() -> None:
    assert next_index("my-documents-000009") == "my-documents-000010"
