"""The documents in Elasticsearch, behind one alias over indices that are rolled over (see elastic_indices)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from elastic_transport import ConnectionTimeout, TransportError
from elasticsearch import ApiError, Elasticsearch
from urllib3 import Timeout
from urllib3.exceptions import ConnectTimeoutError

from crawler.errors import Unavailable
from crawler.model import Document, url_id
from crawler.settings import Settings, environment_name
from crawler.stores.elastic_bulk import BUSY, Item, Verdict, advice, batches, change, item, judge, removal
from crawler.stores.elastic_index import write_alias
from crawler.stores.elastic_indices import Indices, RolledIndices, newest_of
from crawler.stores.elastic_query import IS_COPY, likeness_query, matching, search_body
from crawler.stores.likeness import sketch
from crawler.stores.ports import Query, Results, Write, Written
from crawler.stores.query import parse
from crawler.stores.record import from_record, instant, problem_with_id, to_record
from crawler.stores.results import ALIKE, MAX_RESULTS, SCANNED_AT_ONCE, by_floor, check_page, hit
from crawler.stores.retention import expiry

REQUEST_TIMEOUT_S = 30.0
CONNECT_TIMEOUT_S = 5.0
SHARD_WAIT_S = 10
"""How long the server itself waits for a shard, before it says of an item that it cannot be written now."""
ADD_S = 30.0
"""How long an add goes on trying. With one more request it stays well within a task's lease."""
FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 5.0
BLOCKED_S = 30.0
"""What waits for a person, or for disk space, is not asked for every few seconds."""
URLS_A_PAGE = 5000
SCAN_KEPT = "10m"
"""So long whoever takes in what a scan finds may take for one part of it."""
REMOVED_AT_ONCE = 5000
FETCHED_AT_ONCE = 5000

_WRITES = {Verdict.CREATED: Write.CREATED, Verdict.EXISTS: Write.EXISTS, Verdict.REFUSED: Write.REFUSED}
_CHANGES = {**_WRITES, Verdict.CREATED: Write.REVISED}


class ElasticDocuments:
    """`Documents` over Elasticsearch 8 or 9."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._alias = settings.index_name
        self._client = make_client(settings)
        self._indices = RolledIndices(self._client, settings)
        self._has_freed = False

    def prepare(self) -> None:
        with self._translated():
            self._indices.prepare()

    def check(self) -> None:
        with self._translated():
            aliased = self._indices.aliased()
            if not aliased:
                raise self._unavailable(f"there is no index {self._alias} yet: run `crawler migrate`")
            health = self._client.cluster.health(index=list(aliased), timeout="0s")
            if health["status"] == "red":
                raise self._unavailable("a primary shard is missing (GET _cluster/allocation/explain says why)")
            found = self._client.indices.get_settings(
                index=newest_of(aliased), name="index.blocks.*", flat_settings=True
            )
        blocks = [name for index in found.values() for name, value in index["settings"].items() if value == "true"]
        if blocks:
            raise self._unavailable(f"writing is blocked by {', '.join(blocks)}: free disk space, or lift the block")

    def add(self, documents: Sequence[Document]) -> list[Written]:
        """A document that this call created before it had to ask again counts as one that exists."""
        written: dict[int, Written] = {}
        waiting: list[Item] = []
        for place, document in enumerate(documents):
            if problem := problem_with_id(document.id):
                written[place] = Written(document.id, Write.REFUSED, problem)
            else:
                waiting.append(item(place, document))
        with self._translated():
            self._add_all(waiting, written)
        return [written[place] for place in range(len(documents))]

    def revise(self, documents: Sequence[Document]) -> list[Written]:
        with self._translated():
            ended = self._change({document.id: to_record(document) for document in documents})
        return [Written(each.id, *ended[each.id]) for each in documents]

    def mark_gone(self, ids: Sequence[str], gone_at: datetime) -> None:
        with self._translated():
            found = self._find(ids, source="gone_at")
            unsaid = [each["_id"] for each in found if not each["_source"].get("gone_at")]
            self._change({id: {"gone_at": instant(gone_at)} for id in unsaid})

    def remove_source(self, source_id: int) -> int:
        with self._translated():
            self._client.indices.refresh(index=self._alias)
            removed = sum(self._remove(index, {"term": {"source_id": source_id}}) for index in self._indices.aliased())
        if removed:
            self.free_copies()
        return removed

    def exists(self, ids: Sequence[str]) -> set[str]:
        return {found["_id"] for found in self._fetch(ids, source=False)}

    def has_page(self, url: str) -> bool:
        """An article by its id, in real time; a thread's posts once the index is refreshed, within a second or so."""
        if self.exists([url_id(url)]):
            return True
        with self._translated():
            query = {"term": {"url": url}}
            answer = self._client.search(index=self._alias, query=query, size=0, terminate_after=1)
        return bool(answer["hits"]["total"]["value"])

    def get(self, id: str) -> Document | None:
        found = self._fetch([id], source=True)
        return from_record(found[0]["_source"]) if found else None

    def thread(self, thread_id: str) -> list[Document]:
        """The first 10,000."""
        if not thread_id:
            return []
        with self._translated():
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
        with self._translated():
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

    def scan(self, query: Query) -> Iterator[list[Document]]:
        """Of the documents that were there when the first part was asked for."""
        expression = parse(query.text)
        return iter(()) if expression.hopeless else self._scan(matching(query, expression))

    def _scan(self, query: Mapping[str, Any]) -> Iterator[list[Document]]:
        with self._translated():
            pit = self._client.open_point_in_time(index=self._alias, keep_alive=SCAN_KEPT)["id"]
        try:
            last: list[Any] | None = None
            while True:
                with self._translated():
                    answer = self._client.search(
                        query=query,
                        sort=[{"fetched_at": "desc"}],
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

    def alike(self, article: Document) -> list[Document]:
        terms = sketch(article.kind, article.text)
        if not terms:
            return []
        with self._translated():
            body = {"query": likeness_query(terms), "size": ALIKE, "track_total_hits": False}
            answer = self._client.search(index=self._alias, body=body, filter_path="hits.hits._source")
        return [from_record(found["_source"]) for found in answer.get("hits", {}).get("hits", [])]

    def copies(self, ids: Sequence[str]) -> Mapping[str, int]:
        if not ids:
            return {}
        query, counted = {"terms": {"duplicate_of": list(ids)}}, {"terms": {"field": "duplicate_of", "size": len(ids)}}
        with self._translated():
            answer = self._client.search(index=self._alias, query=query, aggs={"copied": counted}, size=0)
        return dict(_counts(answer["aggregations"]["copied"]))

    def free_copies(self) -> int:
        """It may take a minute, where an index was sealed a moment ago."""
        return self._free_copies(in_time=False)

    def urls(self, source_id: int | None = None) -> Iterator[str]:
        """In order, so that each page of them begins after the last one's last, and a thread's URL comes once."""
        last: list[str] = []
        while True:
            body: dict[str, Any] = {"size": URLS_A_PAGE, "sort": ["url"], "_source": False, "track_total_hits": False}
            if source_id is not None:
                body["query"] = {"term": {"source_id": source_id}}
            if last:
                body["search_after"] = last
            with self._translated():
                answer = self._client.search(index=self._alias, body=body, filter_path="hits.hits.sort")
            page = [found["sort"] for found in answer.get("hits", {}).get("hits", [])]
            if not page:
                return
            yield from dict.fromkeys(sort[0] for sort in page)
            last = page[-1]

    def count(self) -> int:
        with self._translated():
            return int(self._client.count(index=self._alias)["count"])

    def span(self) -> tuple[datetime, datetime] | None:
        ends = {"first": {"min": {"field": "fetched_at"}}, "last": {"max": {"field": "fetched_at"}}}
        with self._translated():
            found = self._client.search(index=self._alias, size=0, aggs=ends)["aggregations"]
        first, last = found["first"]["value"], found["last"]["value"]
        return None if first is None else (_from_ms(first), _from_ms(last))

    def refresh(self) -> None:
        with self._translated():
            self._client.indices.refresh(index=self._alias)

    def maintain(self, *, now: datetime) -> str:
        """Indices are rolled over by the server's own clock. Two at once do no harm: the name of the next one is
        given. Of documents that expire, whole indices are dropped, one at a time; copies of what stood there are freed
        by the next call, and by the first, which does what a process that died has left undone."""
        if not self._has_freed:
            self._free_copies(in_time=True)
            self._has_freed = True
        with self._translated():
            return "; ".join(filter(None, [self._indices.roll_over(), self._drop_expired(now)]))

    def close(self) -> None:
        self._client.close()

    def _drop_expired(self, now: datetime) -> str:
        keep_days = self._settings.keep_days
        span = self.span() if keep_days else None
        before = expiry(keep_days, now, span[1]) if span else None
        dropped = self._indices.drop_oldest(before) if before else ""
        self._has_freed &= not dropped
        return dropped

    # --- adding

    def _add_all(self, waiting: list[Item], written: dict[int, Written]) -> None:
        """Fill in `written` for all that wait, or raise Unavailable when they still do after ADD_S seconds.

        Each try sends half as much at a time: a server refuses as busy, too, what is too much for it at once.
        """
        deadline, wait, parts = time.monotonic() + ADD_S, FIRST_WAIT_S, 1
        while waiting:
            waiting, why = self._add_once(waiting, written, parts)
            if waiting and time.monotonic() + wait > deadline:
                raise self._unavailable(why)
            if waiting:
                time.sleep(wait)
                wait, parts = min(wait * 2, LONGEST_WAIT_S), parts * 2

    def _add_once(self, items: list[Item], written: dict[int, Written], parts: int) -> tuple[list[Item], str]:
        """Try all; what is to be tried again comes back, with the reason of the last."""
        indices = self._indices.known()
        held = {found["_id"] for found in self._mget(indices.sealed, [each.id for each in items], source=False)}
        written.update((each.place, Written(each.id, Write.EXISTS)) for each in items if each.id in held)
        missing = [each for each in items if each.id not in held]
        again: list[Item] = []
        reasons: dict[Verdict, str] = {}
        most, bytes_ = self._settings.bulk_docs // parts, self._settings.bulk_bytes // parts
        for batch in batches(missing, most, bytes_):
            for each, (verdict, detail) in zip(batch, self._bulk(write_alias(indices.newest), batch), strict=True):
                if verdict in _WRITES:
                    written[each.place] = Written(each.id, _WRITES[verdict], detail)
                else:
                    again.append(each)
                    reasons[verdict] = detail
        self._react(reasons, indices)
        return again, "; ".join(reasons.values())

    def _react(self, reasons: Mapping[Verdict, str], indices: Indices) -> None:
        """See to it that the next try is another one; Unavailable where a person, or disk space, is waited for."""
        if Verdict.BLOCKED in reasons:
            raise self._unavailable(reasons[Verdict.BLOCKED], after_s=BLOCKED_S)
        if Verdict.MISSING in reasons:
            self._indices.forget()
        elif Verdict.SEALED in reasons and self._indices.look() == indices:
            reason = reasons[Verdict.SEALED]
            raise self._unavailable(f"{reason} {advice(reason)}", after_s=BLOCKED_S)

    def _bulk(self, alias: str, batch: Sequence[Item]) -> list[tuple[Verdict, str]]:
        """One bulk call. If it is refused as a whole, its halves: one document must not spoil the others."""
        lines: Any = [b"".join(each.lines for each in batch)]
        try:
            answer = self._client.bulk(
                index=alias,
                operations=lines,
                require_alias=True,
                timeout=f"{SHARD_WAIT_S}s",
                filter_path="items.*.status,items.*.error",
            )
        except ApiError as error:
            if error.meta.status in BUSY:
                return [(Verdict.AGAIN, _reason(error))] * len(batch)
            if error.meta.status not in (400, 413):
                raise
            if len(batch) == 1:
                return [(Verdict.REFUSED, _reason(error))]
            middle = len(batch) // 2
            return self._bulk(alias, batch[:middle]) + self._bulk(alias, batch[middle:])
        return [judge(result) for result in answer["items"]]

    # --- changing

    def _change(
        self, changes: Mapping[str, Mapping[str, Any]], *, in_time: bool = True
    ) -> dict[str, tuple[Write, str]]:
        """Give documents new fields, each where it stands. By id how that went, and why not. Unavailable for an index
        that was sealed a moment ago, or else, if not `in_time`, a wait."""
        ended: dict[str, tuple[Write, str]] = {}
        deadline = time.monotonic() + ADD_S
        while waiting := {id: fields for id, fields in changes.items() if id not in ended}:
            places = {found["_id"]: found["_index"] for found in self._find(list(waiting), source=False)}
            ended.update((id, (Write.EXISTS, "")) for id in waiting if id not in places)
            for index in dict.fromkeys(places.values()):
                time.sleep(0 if in_time else self._indices.rest_s(index))
                here = [change(id, waiting[id]) for id, place in places.items() if place == index]
                again = self._change_in(index, here, ended)
                if again and time.monotonic() > deadline:
                    raise self._unavailable(again)
        return ended

    def _change_in(self, index: str, items: Sequence[Item], ended: dict[str, tuple[Write, str]]) -> str:
        """Fill in `ended` for what an index holds; why something is to be tried again, or ""."""
        if rest_s := self._indices.rest_s(index):
            raise self._unavailable(f"{index} was sealed a moment ago: it can be changed in a minute", rest_s)
        again = ""
        for each, (verdict, detail) in self._written_in(index, items):
            if verdict in _CHANGES:
                ended[each.id] = _CHANGES[verdict], detail
            else:
                again = detail
        return again

    def _written_in(self, index: str, items: Sequence[Item]) -> list[tuple[Item, tuple[Verdict, str]]]:
        """Change or remove documents that stand in an index. Raises Unavailable where a person is waited for."""
        with self._indices.open_to_changes(index) as alias:
            parts = batches(items, self._settings.bulk_docs, self._settings.bulk_bytes)
            done = [each for batch in parts for each in zip(batch, self._bulk(alias, batch), strict=True)]
        verdicts = {verdict: detail for _, (verdict, detail) in done}
        if Verdict.BLOCKED in verdicts:
            raise self._unavailable(verdicts[Verdict.BLOCKED], BLOCKED_S)
        if not verdicts.keys() <= _CHANGES.keys():  # it is to be tried again, where another may have sealed it
            self._indices.forget()
            time.sleep(FIRST_WAIT_S)
        return done

    def _remove(self, index: str, query: Mapping[str, Any]) -> int:
        """Remove what an index holds of it, some at a time; how many. Tries as long as it gets on."""
        removed, deadline = 0, time.monotonic() + ADD_S
        while ids := self._some_of(index, query):
            time.sleep(self._indices.rest_s(index))
            verdicts = [verdict for _, verdict in self._written_in(index, [removal(id) for id in ids])]
            if done := sum(verdict is Verdict.CREATED for verdict, _ in verdicts):
                removed, deadline = removed + done, time.monotonic() + ADD_S
            elif time.monotonic() > deadline:
                raise self._unavailable("; ".join({detail for _, detail in verdicts}))
            self._client.indices.refresh(index=index)
        return removed

    def _some_of(self, index: str, query: Mapping[str, Any]) -> list[str]:
        answer = self._client.search(index=index, query=query, size=REMOVED_AT_ONCE, source=False)
        return [found["_id"] for found in answer["hits"]["hits"]]

    # --- reading

    def _fetch(self, ids: Sequence[str], *, source: bool) -> list[Mapping[str, Any]]:
        with self._translated():
            return self._find(ids, source=source)

    def _find(self, ids: Sequence[str], *, source: bool | str) -> list[Mapping[str, Any]]:
        return self._mget(list(self._indices.aliased()), ids, source=source)

    def _mget(self, indices: Sequence[str], ids: Sequence[str], *, source: bool | str) -> list[Mapping[str, Any]]:
        """What is found of these ids in any of the indices, in real time."""
        wanted = [{"_index": index, "_id": id} for index in indices for id in dict.fromkeys(ids) if id]
        found: list[Mapping[str, Any]] = []
        for start in range(0, len(wanted), FETCHED_AT_ONCE):
            found += self._client.mget(docs=wanted[start : start + FETCHED_AT_ONCE], source=source)["docs"]
        for error in [each["error"] for each in found if "error" in each]:
            if error["type"] != "index_not_found_exception":  # one that was dropped since we looked holds nothing
                raise self._unavailable(str(error["reason"]))
        return [each for each in found if each.get("found")]

    # --- copies

    def _free_copies(self, *, in_time: bool) -> int:
        freed = 0
        with self._translated():
            self._client.indices.refresh(index=self._alias)
            for firsts in self._copied():
                there = {found["_id"] for found in self._find(firsts, source=False)}
                freed += sum(self._free_copies_of(first, in_time=in_time) for first in firsts if first not in there)
        return freed

    def _copied(self) -> Iterator[list[str]]:
        """The ids that copies name as their first, some at a time."""
        each: dict[str, Any] = {"size": FETCHED_AT_ONCE, "sources": [{"first": {"terms": {"field": "duplicate_of"}}}]}
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
        self._change({id: {"duplicate_of": ids[0] if id != ids[0] else ""} for id in ids}, in_time=in_time)
        return bool(ids)

    # --- failures

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """The client's errors as ours."""
        try:
            yield
        except ApiError as error:
            raise self._unavailable(_advice(error)) from error
        except ConnectionTimeout as error:
            raise self._unavailable(_too_late(error)) from error
        except TransportError as error:
            setting = environment_name("elasticsearch_url")
            raise self._unavailable(f"start it, or correct {setting} ({error.message})") from error

    def _unavailable(self, detail: str, after_s: float = 5.0) -> Unavailable:
        return Unavailable("elasticsearch", detail, after_s=after_s)


def make_client(settings: Settings) -> Elasticsearch:
    """The official client, without retries of its own but for a node that is away while another is there."""
    hosts = [url.strip() for url in settings.elasticsearch_url.split(",") if url.strip()]
    options: dict[str, Any] = {
        # A number would be the limit of both, and a host that is away is known by its silence only.
        "request_timeout": Timeout(connect=CONNECT_TIMEOUT_S, read=REQUEST_TIMEOUT_S),
        "max_retries": len(hosts) - 1,
        "retry_on_status": [],
    }
    if settings.elasticsearch_ca_file:
        options["ca_certs"] = str(settings.elasticsearch_ca_file)
    if key := settings.elasticsearch_api_key.get_secret_value():
        options["api_key"] = key
    elif settings.elasticsearch_user:
        options["basic_auth"] = (settings.elasticsearch_user, settings.elasticsearch_password.get_secret_value())
    return Elasticsearch(hosts, **options)


def _too_late(error: ConnectionTimeout) -> str:
    if any(isinstance(cause, ConnectTimeoutError) for cause in error.errors):
        return f"no connection within {CONNECT_TIMEOUT_S:.0f} s: is {environment_name('elasticsearch_url')} right?"
    return f"no answer within {REQUEST_TIMEOUT_S:.0f} s"


def _counts(aggregation: Mapping[str, Any]) -> tuple[tuple[Any, int], ...]:
    return tuple((bucket["key"], bucket["doc_count"]) for bucket in aggregation["buckets"])


def _from_ms(milliseconds: float) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _reason(error: ApiError) -> str:
    body = error.body.get("error") if isinstance(error.body, dict) else None
    if isinstance(body, dict):
        return str(body.get("reason"))
    setting = environment_name("elasticsearch_url")
    return f"it answers with status {error.meta.status} and not as Elasticsearch does: is {setting} right?"


def _advice(error: ApiError) -> str:
    reason = _reason(error)
    if "blocked by" in reason:
        return f"{reason} {advice(reason)}"
    match error.meta.status:
        case 401 | 403:
            return f"it refuses our login ({reason}): see {environment_name('elasticsearch_user')} or the API key"
        case 404:
            return f"{reason}: run `crawler migrate`"
    return reason
