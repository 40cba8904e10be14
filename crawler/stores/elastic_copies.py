"""Copies in Elasticsearch: what may have one text, and what names what as its first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from elasticsearch import Elasticsearch

from crawler.model import Document
from crawler.stores.elastic_client import unavailable
from crawler.stores.elastic_query import IS_COPY, likeness_query
from crawler.stores.elastic_writes import ElasticWrites
from crawler.stores.likeness import sketch
from crawler.stores.record import from_record
from crawler.stores.results import ALIKE, MAX_RESULTS

FIRSTS_AT_ONCE = 5000


class ElasticCopies:
    """Thread-safe. Raises what the client does, and Unavailable."""

    def __init__(self, client: Elasticsearch, alias: str, writes: ElasticWrites) -> None:
        self._client = client
        self._alias = alias
        self._writes = writes

    def alike(self, documents: Sequence[Document]) -> list[list[Document]]:
        """For each, a few articles whose texts may be its, likeliest first."""
        asked = {place: terms for place, one in enumerate(documents) if (terms := sketch(one.kind, one.text))}
        found = dict(zip(asked, self._with_terms(list(asked.values())), strict=True))
        return [found.get(place, []) for place in range(len(documents))]

    def _with_terms(self, sketches: Sequence[Sequence[str]]) -> list[list[Document]]:
        if not sketches:
            return []
        bodies = ({"query": likeness_query(terms), "size": ALIKE, "track_total_hits": False} for terms in sketches)
        searches = [line for body in bodies for line in ({}, body)]
        # An answer without its status would be left out where nothing is found.
        shown = "responses.status,responses.error,responses.hits.hits._source"
        answers = self._client.msearch(index=self._alias, searches=searches, filter_path=shown)["responses"]
        for failed in (answer["error"] for answer in answers if "error" in answer):
            if failed["type"] != "index_not_found_exception":  # it is made again when the next document is added
                raise unavailable(str(failed.get("reason")))
        hits = (answer.get("hits", {}).get("hits", []) for answer in answers)
        return [[from_record(one["_source"]) for one in found] for found in hits]

    def free(self, *, in_time: bool) -> int:
        """Of each document that was removed, let the copy that came in first become the first; how many did."""
        freed = 0
        self._client.indices.refresh(index=self._alias)
        for firsts in self._named():
            there = {found["_id"] for found in self._writes.find(firsts, source=False)}
            freed += sum(self._free_copies_of(first, in_time=in_time) for first in firsts if first not in there)
        return freed

    def _named(self) -> Iterator[list[str]]:
        """The ids that copies name as their first, some at a time."""
        each: dict[str, Any] = {"size": FIRSTS_AT_ONCE, "sources": [{"first": {"terms": {"field": "duplicate_of"}}}]}
        while True:
            aggregation = {"firsts": {"composite": each}}
            answer = self._client.search(index=self._alias, query=IS_COPY, aggs=aggregation, size=0)
            buckets = answer["aggregations"]["firsts"]["buckets"]
            if not buckets:
                return
            yield [bucket["key"]["first"] for bucket in buckets]
            each["after"] = buckets[-1]["key"]

    def _free_copies_of(self, first: str, *, in_time: bool) -> bool:
        """Let the copy that came in first stand for a document that is gone; False if there is none any more."""
        query = {"term": {"duplicate_of": first}}
        answer = self._client.search(
            index=self._alias, query=query, sort=["fetched_at", "id"], size=MAX_RESULTS, source=False
        )
        ids = [found["_id"] for found in answer["hits"]["hits"]]
        self._writes.set_fields({id: {"duplicate_of": ids[0] if id != ids[0] else ""} for id in ids}, in_time=in_time)
        return bool(ids)
