"""Copies in Elasticsearch: what may have one text, and what names what as its first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from elasticsearch import Elasticsearch

from crawler.model import Document
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

    def alike(self, article: Document) -> list[Document]:
        """A few articles whose texts may be this one's, likeliest first."""
        terms = sketch(article.kind, article.text)
        if not terms:
            return []
        body = {"query": likeness_query(terms), "size": ALIKE, "track_total_hits": False}
        answer = self._client.search(index=self._alias, body=body, filter_path="hits.hits._source")
        return [from_record(found["_source"]) for found in answer.get("hits", {}).get("hits", [])]

    def count(self, ids: Sequence[str]) -> Mapping[str, int]:
        """How many copies each of these documents has; those without are left out."""
        query, counted = {"terms": {"duplicate_of": list(ids)}}, {"terms": {"field": "duplicate_of", "size": len(ids)}}
        answer = self._client.search(index=self._alias, query=query, aggs={"copied": counted}, size=0)
        return {bucket["key"]: bucket["doc_count"] for bucket in answer["aggregations"]["copied"]["buckets"]}

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
