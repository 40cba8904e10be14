"""The documents in Elasticsearch, behind one alias over indices that are rolled over (see elastic_indices)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from elastic_transport import TransportError
from elasticsearch import ApiError

from crawler.model import Document, url_id
from crawler.settings import Settings
from crawler.stores.elastic_client import answering, make_client, unavailable
from crawler.stores.elastic_copies import ElasticCopies
from crawler.stores.elastic_indices import RolledIndices, newest_of
from crawler.stores.elastic_query import matching, search_body
from crawler.stores.elastic_writes import ElasticWrites
from crawler.stores.ports import Query, Results, Written
from crawler.stores.query import parse
from crawler.stores.record import from_record, instant, to_record
from crawler.stores.results import MAX_RESULTS, SCANNED_AT_ONCE, by_floor, check_page, hit, no_place
from crawler.stores.retention import expiry

URLS_A_PAGE = 5000
SCAN_KEPT = "10m"
"""So long whoever takes in what a scan finds may take for one part of it."""
_EPOCH = datetime.fromtimestamp(0, UTC)


class ElasticDocuments:
    """`Documents` over Elasticsearch 8 or 9."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._alias = settings.index_name
        self._client = make_client(settings)
        self._indices = RolledIndices(self._client, settings)
        self._writes = ElasticWrites(self._client, settings, self._indices)
        self._copies = ElasticCopies(self._client, self._alias, self._writes)
        self._has_freed = False

    def prepare(self) -> None:
        with answering():
            self._indices.prepare()

    def check(self) -> None:
        with answering():
            aliased = self._indices.aliased()
            if not aliased:
                raise unavailable(f"there is no index {self._alias} yet: run `crawler migrate`")
            health = self._client.cluster.health(index=list(aliased), timeout="0s")
            if health["status"] == "red":
                raise unavailable("a primary shard is missing (GET _cluster/allocation/explain says why)")
            found = self._client.indices.get_settings(
                index=newest_of(aliased), name="index.blocks.*", flat_settings=True
            )
        blocks = [name for index in found.values() for name, value in index["settings"].items() if value == "true"]
        if blocks:
            raise unavailable(f"writing is blocked by {', '.join(blocks)}: free disk space, or lift the block")

    def add(self, documents: Sequence[Document]) -> list[Written]:
        """A document that this call created before it had to ask again counts as one that exists."""
        with answering():
            return self._writes.add(documents)

    def revise(self, documents: Sequence[Document]) -> list[Written]:
        with answering():
            ended = self._writes.set_fields({document.id: to_record(document) for document in documents})
        return [Written(each.id, *ended[each.id]) for each in documents]

    def mark_gone(self, ids: Sequence[str], gone_at: datetime) -> None:
        with answering():
            found = self._writes.find(ids, source="gone_at")
            unsaid = [each["_id"] for each in found if not each["_source"].get("gone_at")]
            self._writes.set_fields({id: {"gone_at": instant(gone_at)} for id in unsaid})

    def mark_copies(self, firsts: Mapping[str, str]) -> None:
        with answering():
            self._writes.set_fields({id: {"duplicate_of": first} for id, first in firsts.items()})

    def remove_source(self, source_id: int) -> int:
        with answering():
            self._client.indices.refresh(index=self._alias)
            of_source = {"term": {"source_id": source_id}}
            removed = sum(self._writes.remove(index, of_source) for index in self._indices.aliased())
        if removed:
            self.free_copies()
        return removed

    def exists(self, ids: Sequence[str]) -> set[str]:
        with answering():
            return {found["_id"] for found in self._writes.find(ids, source=False)}

    def has_page(self, url: str) -> bool:
        """An article by its id, in real time; a thread's posts once the index is refreshed, within a second or so."""
        if self.exists([url_id(url)]):
            return True
        with answering():
            query = {"term": {"url": url}}
            answer = self._client.search(index=self._alias, query=query, size=0, terminate_after=1)
        return bool(answer["hits"]["total"]["value"])

    def get(self, id: str) -> Document | None:
        with answering():
            found = self._writes.find([id], source=True)
        return from_record(found[0]["_source"]) if found else None

    def thread(self, thread_id: str) -> list[Document]:
        """The first 10,000."""
        if not thread_id:
            return []
        with answering():
            answer = self._client.search(
                index=self._alias, query={"term": {"thread_id": thread_id}}, sort=["floor", "id"], size=MAX_RESULTS
            )
        return by_floor(from_record(found["_source"]) for found in answer["hits"]["hits"])

    def search(self, query: Query) -> Results:
        """Raises ValueError, with a sentence, for a query or a page of results that nobody can be given."""
        check_page(query)
        expression = parse(query.text)
        if expression.hopeless:
            return Results(0, ())
        with answering():
            answer = self._client.search(index=self._alias, body=search_body(query, expression))
        hits, counts = answer["hits"], answer["aggregations"]
        return Results(
            total=hits["total"]["value"],
            hits=tuple(
                hit(from_record(found["_source"]), expression, found["_score"] or 0.0) for found in hits["hits"]
            ),
            sites=_counts(counts["sites"]),
            sources=_counts(counts["sources"]),
            took_ms=float(answer["took"]),
        )

    def scan(self, query: Query, *, after: str = "") -> Iterator[list[Document]]:
        """Of the documents that were there when the first part was asked for. Those that came in within one millisecond
        follow each other by their ids; one that was edited came in when it was."""
        expression = parse(query.text)
        if expression.hopeless:
            return iter(())
        return self._scan(matching(query, expression), self._place(after) if after else None)

    def _place(self, id: str) -> list[Any]:
        """A document's in the order of a scan."""
        document = self.get(id)
        if document is None:
            raise no_place(id)
        came_in = document.fetched_at
        return [came_in and (came_in - _EPOCH) // timedelta(milliseconds=1), document.id]

    def _scan(self, query: Mapping[str, Any], last: list[Any] | None) -> Iterator[list[Document]]:
        with answering():
            pit = self._client.open_point_in_time(index=self._alias, keep_alive=SCAN_KEPT)["id"]
        try:
            while True:
                with answering():
                    answer = self._client.search(
                        query=query,
                        sort=[{"fetched_at": "desc"}, {"id": "asc"}],
                        size=SCANNED_AT_ONCE,
                        search_after=last,
                        pit={"id": pit, "keep_alive": SCAN_KEPT},
                        track_total_hits=False,
                        allow_partial_search_results=False,
                    )
                found = answer["hits"]["hits"]
                if not found:
                    return
                yield [from_record(one["_source"]) for one in found]
                pit, last = answer["pit_id"], found[-1]["sort"]
        finally:
            with suppress(ApiError, TransportError):  # the server forgets it by itself, too
                self._client.close_point_in_time(id=pit)

    def alike(self, documents: Sequence[Document]) -> list[list[Document]]:
        with answering():
            return self._copies.alike(documents)

    def copies(self, ids: Collection[str]) -> Mapping[str, int]:
        return self._counted("duplicate_of", ids)

    def posts(self, thread_ids: Collection[str]) -> Mapping[str, int]:
        return self._counted("thread_id", thread_ids)

    def addresses(self, ids: Collection[str]) -> Mapping[str, str]:
        if not ids:
            return {}
        with answering():
            return {found["_id"]: found["_source"]["url"] for found in self._writes.find(ids, source="url")}

    def free_copies(self) -> int:
        """It may take a minute, where an index was sealed a moment ago."""
        with answering():
            return self._copies.free(in_time=False)

    def urls(self, source_id: int | None = None) -> Iterator[str]:
        """In order, so that each page of them begins after the last one's last, and a thread's URL comes once."""
        last: list[str] = []
        while True:
            body: dict[str, Any] = {"size": URLS_A_PAGE, "sort": ["url"], "_source": False, "track_total_hits": False}
            if source_id is not None:
                body["query"] = {"term": {"source_id": source_id}}
            if last:
                body["search_after"] = last
            with answering():
                answer = self._client.search(index=self._alias, body=body, filter_path="hits.hits.sort")
            page = [found["sort"] for found in answer.get("hits", {}).get("hits", [])]
            if not page:
                return
            yield from dict.fromkeys(sort[0] for sort in page)
            last = page[-1]

    def count(self) -> int:
        with answering():
            return int(self._client.count(index=self._alias)["count"])

    def span(self) -> tuple[datetime, datetime] | None:
        ends = {"first": {"min": {"field": "fetched_at"}}, "last": {"max": {"field": "fetched_at"}}}
        with answering():
            found = self._client.search(index=self._alias, size=0, aggs=ends)["aggregations"]
        first, last = found["first"]["value"], found["last"]["value"]
        return None if first is None else (_from_ms(first), _from_ms(last))

    def refresh(self) -> None:
        with answering():
            self._client.indices.refresh(index=self._alias)

    def maintain(self, *, now: datetime) -> str:
        """Indices are rolled over by the server's own clock. Two at once do no harm: the name of the next one is
        given. Of documents that expire, whole indices are dropped, one at a time; copies of what stood there are freed
        by the next call, and by the first, which does what a process that died has left undone."""
        with answering():
            if not self._has_freed:
                self._copies.free(in_time=True)
                self._has_freed = True
            return "; ".join(filter(None, [self._indices.roll_over(), self._drop_expired(now)]))

    def close(self) -> None:
        self._client.close()

    def _counted(self, field: str, values: Collection[str]) -> Mapping[str, int]:
        """How many documents have each of these values of a field."""
        wanted = [value for value in values if value]
        if not wanted:
            return {}
        query, counted = {"terms": {field: wanted}}, {"terms": {"field": field, "size": len(wanted)}}
        with answering():
            answer = self._client.search(index=self._alias, query=query, aggs={field: counted}, size=0)
        return dict(_counts(answer["aggregations"][field]))

    def _drop_expired(self, now: datetime) -> str:
        keep_days = self._settings.keep_days
        span = self.span() if keep_days else None
        before = expiry(keep_days, now, span[1]) if span else None
        dropped = self._indices.drop_oldest(before) if before else ""
        self._has_freed &= not dropped
        return dropped


def _counts(aggregation: Mapping[str, Any]) -> tuple[tuple[Any, int], ...]:
    return tuple((bucket["key"], bucket["doc_count"]) for bucket in aggregation["buckets"])


def _from_ms(milliseconds: float) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
