"""What is added to the indices, changed and removed there, and tried again for as long as that may help."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from elasticsearch import ApiError, Elasticsearch

from crawler.model import Document
from crawler.settings import Settings
from crawler.stores.elastic_bulk import BUSY, Item, Verdict, advice, batches, change, item, judge, removal
from crawler.stores.elastic_client import reason_of, unavailable
from crawler.stores.elastic_index import write_alias
from crawler.stores.elastic_indices import Indices, RolledIndices
from crawler.stores.ports import Write, Written
from crawler.stores.record import problem_with_id

SHARD_WAIT_S = 10
"""How long the server itself waits for a shard, before it says of an item that it cannot be written now."""
ADD_S = 30.0
"""How long an add goes on trying. With one more request it stays well within a task's lease."""
FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 5.0
BLOCKED_S = 30.0
"""What waits for a person, or for disk space, is not asked for every few seconds."""
REMOVED_AT_ONCE = 5000
FETCHED_AT_ONCE = 5000

_WRITES = {Verdict.CREATED: Write.CREATED, Verdict.EXISTS: Write.EXISTS, Verdict.REFUSED: Write.REFUSED}
_CHANGES = {**_WRITES, Verdict.CREATED: Write.REVISED}


class ElasticWrites:
    """Thread-safe. Raises what the client does, and Unavailable."""

    def __init__(self, client: Elasticsearch, settings: Settings, indices: RolledIndices) -> None:
        self._client = client
        self._settings = settings
        self._indices = indices

    def add(self, documents: Sequence[Document]) -> list[Written]:
        """Create what is not there yet; one result per item, in order."""
        written: dict[int, Written] = {}
        waiting: list[Item] = []
        for place, document in enumerate(documents):
            if problem := problem_with_id(document.id):
                written[place] = Written(document.id, Write.REFUSED, problem)
            else:
                waiting.append(item(place, document))
        self._add_all(waiting, written)
        return [written[place] for place in range(len(documents))]

    def _add_all(self, waiting: list[Item], written: dict[int, Written]) -> None:
        """Fill in `written` for all that wait, or raise Unavailable when they still do after ADD_S seconds.

        Each try sends half as much at a time: a server refuses as busy, too, what is too much for it at once.
        """
        deadline, wait, parts = time.monotonic() + ADD_S, FIRST_WAIT_S, 1
        while waiting:
            waiting, why = self._add_once(waiting, written, parts)
            if waiting and time.monotonic() + wait > deadline:
                raise unavailable(why)
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
            raise unavailable(reasons[Verdict.BLOCKED], after_s=BLOCKED_S)
        if Verdict.MISSING in reasons:
            self._indices.forget()
        elif Verdict.SEALED in reasons and self._indices.look() == indices:
            reason = reasons[Verdict.SEALED]
            raise unavailable(f"{reason} {advice(reason)}", after_s=BLOCKED_S)

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
                return [(Verdict.AGAIN, reason_of(error))] * len(batch)
            if error.meta.status not in (400, 413):
                raise
            if len(batch) == 1:
                return [(Verdict.REFUSED, reason_of(error))]
            middle = len(batch) // 2
            return self._bulk(alias, batch[:middle]) + self._bulk(alias, batch[middle:])
        return [judge(result) for result in answer["items"]]

    def set_fields(
        self, changes: Mapping[str, Mapping[str, Any]], *, in_time: bool = True
    ) -> dict[str, tuple[Write, str]]:
        """Give documents new fields, each where it stands. By id how that went, and why not. Unavailable for an index
        that was sealed a moment ago, or else, if not `in_time`, a wait."""
        ended: dict[str, tuple[Write, str]] = {}
        deadline = time.monotonic() + ADD_S
        while waiting := {id: fields for id, fields in changes.items() if id not in ended}:
            places = {found["_id"]: found["_index"] for found in self.find(list(waiting), source=False)}
            ended.update((id, (Write.EXISTS, "")) for id in waiting if id not in places)
            for index in dict.fromkeys(places.values()):
                time.sleep(0 if in_time else self._indices.rest_s(index))
                here = [change(id, waiting[id]) for id, place in places.items() if place == index]
                again = self._change_in(index, here, ended)
                if again and time.monotonic() > deadline:
                    raise unavailable(again)
        return ended

    def _change_in(self, index: str, items: Sequence[Item], ended: dict[str, tuple[Write, str]]) -> str:
        """Fill in `ended` for what an index holds; why something is to be tried again, or ""."""
        if rest_s := self._indices.rest_s(index):
            raise unavailable(f"{index} was sealed a moment ago: it can be changed in a minute", rest_s)
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
            raise unavailable(verdicts[Verdict.BLOCKED], BLOCKED_S)
        if not verdicts.keys() <= _CHANGES.keys():  # it is to be tried again, where another may have sealed it
            self._indices.forget()
            time.sleep(FIRST_WAIT_S)
        return done

    def remove(self, index: str, query: Mapping[str, Any]) -> int:
        """Remove what an index holds of it, some at a time; how many. Tries as long as it gets on."""
        removed, deadline = 0, time.monotonic() + ADD_S
        while ids := self._some_of(index, query):
            time.sleep(self._indices.rest_s(index))
            verdicts = [verdict for _, verdict in self._written_in(index, [removal(id) for id in ids])]
            if done := sum(verdict is Verdict.CREATED for verdict, _ in verdicts):
                removed, deadline = removed + done, time.monotonic() + ADD_S
            elif time.monotonic() > deadline:
                raise unavailable("; ".join({detail for _, detail in verdicts}))
            self._client.indices.refresh(index=index)
        return removed

    def _some_of(self, index: str, query: Mapping[str, Any]) -> list[str]:
        answer = self._client.search(index=index, query=query, size=REMOVED_AT_ONCE, source=False)
        return [found["_id"] for found in answer["hits"]["hits"]]

    def find(self, ids: Collection[str], *, source: bool | str) -> list[Mapping[str, Any]]:
        return self._mget(list(self._indices.aliased()), ids, source=source)

    def _mget(self, indices: Sequence[str], ids: Collection[str], *, source: bool | str) -> list[Mapping[str, Any]]:
        """What is found of these ids in any of the indices, in real time."""
        wanted = [{"_index": index, "_id": id} for index in indices for id in dict.fromkeys(ids) if id]
        found: list[Mapping[str, Any]] = []
        for start in range(0, len(wanted), FETCHED_AT_ONCE):
            found += self._client.mget(docs=wanted[start : start + FETCHED_AT_ONCE], source=source)["docs"]
        for error in [each["error"] for each in found if "error" in each]:
            if error["type"] != "index_not_found_exception":  # one that was dropped since we looked holds nothing
                raise unavailable(str(error["reason"]))
        return [each for each in found if each.get("found")]
