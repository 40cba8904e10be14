"""The indices <index_name>-000001 … behind one alias: which is the newest, and that nothing is added to the others.

Nothing stands twice, although indices are rolled over. Elasticsearch keeps an `_id` once per index (op_type create),
not once per alias. So writes go to an index by an alias of its own, never to whatever index the common alias writes to
now, and before a writer first writes to an index it seals all earlier ones: it takes that alias of theirs away and adds
a write block, by the API that returns only when no write to the index is under way any more. Then it asks the sealed
indices for its ids, and creates what they do not hold. Take two adds of one id. To the same index: op_type create lets
one win. To an earlier index and a later one: the later's writer asked the earlier index when that was sealed, so the
earlier's write had either ended by then, and was seen, or is refused by the block. A writer that is refused so looks
again which index is the newest. It does not matter when, or by whom, an index was rolled over, nor how old a writer's
list of indices is.

What stands in a sealed index can be changed or removed: its block is lifted for that. Meanwhile nobody can add to it,
for the alias that documents are added by is gone; but for an add that was sent before it went and is still on its way
inside the cluster. That one meets the block, which nobody lifts before it has stood for REST_S.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from elasticsearch import ApiError, Elasticsearch

from crawler.errors import Unavailable
from crawler.settings import Settings
from crawler.stores.elastic_index import change_alias, first_index, next_index, plain_fields, template, write_alias

SEAL_WAITS_S = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
REST_S = 60.0
"""Twice as long as the sender of an add waits for its answer."""

PARTS_KEPT = 10
"""With retention, indices are rolled over so often in the days that are kept: as only a whole one is dropped, its first
documents are kept that much longer."""

EXISTS_ALREADY = "resource_already_exists_exception"


@dataclass(frozen=True, slots=True)
class Indices:
    """The index that is written to, and the earlier ones, sealed."""

    newest: str
    sealed: tuple[str, ...] = ()


class RolledIndices:
    """Thread-safe. Raises what the client does, and Unavailable where an index cannot be sealed."""

    def __init__(self, client: Elasticsearch, settings: Settings) -> None:
        self._client = client
        self._settings = settings
        self._alias = settings.index_name
        self._lock = threading.Lock()
        self._known: Indices | None = None
        self._sealed_at: dict[str, float] = {}  # monotonic; when this process first saw the block in place

    def prepare(self) -> None:
        """Make the template, first index and alias where they are missing."""
        self._client.indices.put_index_template(name=self._alias, body=template(self._settings))
        aliased = self.aliased()
        if not aliased:
            self._create(first_index(self._alias))
        for index in aliased:
            self._client.indices.put_mapping(index=index, body=plain_fields())

    def known(self) -> Indices:
        """As they were when last looked at."""
        return self._known or self.look()

    def forget(self) -> None:
        """Look anew when they are asked for next."""
        self._known = None

    def look(self) -> Indices:
        """See which index is the newest, and seal the others."""
        with self._lock:
            aliased = self.aliased()
            if not aliased:
                self.prepare()
                aliased = self.aliased()
            newest = newest_of(aliased)
            sealed = tuple(sorted(set(aliased) - {newest}))
            for index in sealed:
                self._close_to_adds(index, aliased[index]["aliases"])
                self._block(index)
            self._known = Indices(newest, sealed)
            return self._known

    def aliased(self) -> Mapping[str, Any]:
        """Index name → its aliases, for all indices of the common alias; empty when there is none."""
        names = [self._alias, f"{self._alias}-0*"]
        answer = self._client.options(ignore_status=404).indices.get_alias(name=names)
        if answer.meta.status == 404:
            return {}
        return {index: entry for index, entry in answer.items() if self._alias in entry["aliases"]}

    def roll_over(self) -> str:
        """Begin a new index when one is due by the settings; what was done, in words, or ""."""
        newest = self.look().newest
        if not self._client.count(index=newest)["count"]:
            return ""
        following = next_index(newest)
        try:
            answer = self._client.indices.rollover(
                alias=self._alias,
                new_index=following,
                aliases={write_alias(following): {}},
                conditions=self._conditions(),
            )
        except ApiError as error:
            if error.error != EXISTS_ALREADY:
                raise
            return ""
        if not answer["rolled_over"]:
            return ""
        self._client.indices.refresh(index=newest)
        self.look()
        met = ", ".join(condition for condition, holds in answer["conditions"].items() if holds)
        return f"rolled {newest} over to {following} {met}"

    def drop_oldest(self, before: datetime) -> str:
        """Drop the oldest index if nothing was added to it since `before`, but never the newest; what was done, in
        words, or ""."""
        indices = self.look()
        oldest, *later = sorted([*indices.sealed, indices.newest])
        if oldest == indices.newest or (sealed_at := self._made_at(later[0])) >= before:
            return ""
        count = self._client.count(index=oldest)["count"]
        self._client.indices.delete(index=oldest)
        self.forget()
        return f"dropped {oldest} with {count:,} documents, all of which came in before {sealed_at:%Y-%m-%d %H:%M} UTC"

    def _made_at(self, index: str) -> datetime:
        """When an index was made, and the one before it sealed, by the server's clock."""
        answer = self._client.indices.get_settings(index=index, name="index.creation_date", flat_settings=True)
        made_ms = int(answer[index]["settings"]["index.creation_date"])
        return datetime.fromtimestamp(made_ms / 1000, UTC)

    def rest_s(self, index: str) -> float:
        """Seconds until documents in the index may be changed."""
        if not self._is_sealed(index):
            return 0.0
        return max(0.0, self._sealed_at[index] + REST_S - time.monotonic())

    @contextmanager
    def open_to_changes(self, index: str) -> Iterator[str]:
        """The alias by which documents in the index can be changed or removed meanwhile; `rest_s` is over. Somebody
        else who ends sooner seals it again: then a write is refused as to any sealed index."""
        if not self._is_sealed(index):
            yield write_alias(index)
            return
        self._client.indices.put_settings(index=index, settings={"index.blocks.write": None})
        try:
            yield change_alias(index)
        finally:
            self._block(index)

    def _is_sealed(self, index: str) -> bool:
        """For good, if so: else it is looked whether there is a newer one that we do not know."""
        return index in self.known().sealed or (index != self.known().newest and index in self.look().sealed)

    def _conditions(self) -> dict[str, Any]:
        days = self._settings.rollover_days
        if keep_days := self._settings.keep_days:
            days = min(days, keep_days / PARTS_KEPT)
        seconds = max(1, round(days * 86_400))
        return {"max_docs": self._settings.rollover_docs, "max_age": f"{seconds}s"}

    def _close_to_adds(self, index: str, aliases: Mapping[str, Any]) -> None:
        if change_alias(index) in aliases:
            return
        gone = {"remove": {"index": index, "alias": write_alias(index), "must_exist": False}}
        self._client.indices.update_aliases(actions=[gone, {"add": {"index": index, "alias": change_alias(index)}}])

    def _block(self, index: str) -> None:
        """Return when no write to the index is under way, and none will be. For one that is blocked already the server
        has nothing to do: it counts as such only once that was true."""
        for wait in SEAL_WAITS_S:
            answer = self._client.indices.add_block(index=index, block="write")
            if answer["acknowledged"] and all(each.get("blocked") for each in answer["indices"]):
                self._sealed_at.setdefault(index, time.monotonic())
                return
            time.sleep(wait)  # when two block it at once, one of them is told that it failed
        raise Unavailable("elasticsearch", f"{index} could not be closed to writes: {answer['indices']}")

    def _create(self, index: str) -> None:
        """Make the first index. That another process was first (400, resource_already_exists) is as good."""
        aliases = {self._alias: {"is_write_index": True}, write_alias(index): {}}
        try:
            self._client.indices.create(index=index, aliases=aliases)
        except ApiError as error:
            if error.error != EXISTS_ALREADY:
                raise


def newest_of(aliased: Mapping[str, Any]) -> str:
    """The index that its alias calls the write index; names end in their number."""
    for index, entry in aliased.items():
        if any(alias.get("is_write_index") for alias in entry["aliases"].values()):
            return index
    return max(aliased)
