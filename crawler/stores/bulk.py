"""Group commit: documents of many threads go to the index in one call.

A thread of its own makes the calls, so that every caller, without exception, can keep its task's lease while it waits.
While one call is on its way the next batch gathers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from crawler.errors import Unavailable
from crawler.model import Document
from crawler.settings import Settings
from crawler.stores.ports import Written

BEAT_S = 2.0
"""How often a caller that waits is called back."""


def _patient() -> None: ...


@dataclass(eq=False, slots=True)
class _Order:
    """One caller's documents, and how they fared."""

    documents: Sequence[Document]
    size: int
    since: float
    done: threading.Event = field(default_factory=threading.Event)
    written: list[Written] = field(default_factory=list)
    error: Exception | None = None


class BulkWriter:
    """Gathers documents for `add` until there are bulk_docs or bulk_bytes of them, the oldest has waited bulk_age_s, or
    all `writers` (the number of threads that may call `write`) wait, and there is nobody left to wait for."""

    def __init__(self, add: Callable[[Sequence[Document]], list[Written]], settings: Settings, *, writers: int) -> None:
        self._add = add
        self._settings = settings
        self._writers = writers
        self._orders: list[_Order] = []
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="bulk", daemon=True)
        self._thread.start()

    def write(self, documents: Sequence[Document], waiting: Callable[[], None] = _patient) -> list[Written]:
        """Return when the documents are in, one result per item, in order. `waiting` is called every BEAT_S seconds
        until then. Raises Unavailable, in every caller of a batch, when the index is; what `waiting` raises, too."""
        if not documents:
            return []
        order = _Order(documents, sum(map(_size, documents)), time.monotonic())
        with self._changed:
            if self._closed:
                raise RuntimeError("the bulk writer is closed")
            self._orders.append(order)
            self._changed.notify()
        while not order.done.wait(BEAT_S):
            waiting()
        if isinstance(order.error, Unavailable):  # one of its own for each thread: a traceback is not shared
            raise Unavailable(order.error.service, order.error.detail, after_s=order.error.after_s) from order.error
        if order.error is not None:
            raise order.error
        return order.written

    def close(self) -> None:
        """Write what is gathered, and return when it is."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while batch := self._next():
            self._flush(batch)

    def _next(self) -> list[_Order]:
        """Wait for a batch; empty when closed and nothing is left."""
        with self._changed:
            while (wait := self._wait()) != 0:
                self._changed.wait(wait)
            return self._take()

    def _wait(self) -> float | None:
        """Seconds until the gathered orders should go; None: until something changes."""
        if self._closed:
            return 0
        if not self._orders:
            return None
        documents = sum(len(order.documents) for order in self._orders)
        size = sum(order.size for order in self._orders)
        if documents >= self._settings.bulk_docs or size >= self._settings.bulk_bytes:
            return 0
        if len(self._orders) >= self._writers:
            return 0
        return max(0.0, self._orders[0].since + self._settings.bulk_age_s - time.monotonic())

    def _take(self) -> list[_Order]:
        """The oldest orders within the bounds, at least one."""
        documents = size = number = 0
        for order in self._orders:
            documents += len(order.documents)
            size += order.size
            if number and (documents > self._settings.bulk_docs or size > self._settings.bulk_bytes):
                break
            number += 1
        batch, self._orders = self._orders[:number], self._orders[number:]
        return batch

    def _flush(self, batch: Sequence[_Order]) -> None:
        try:
            written = self._add([document for order in batch for document in order.documents])
        except Exception as error:  # the callers have to hear of whatever it was
            for order in batch:
                order.error = error
        else:
            for order in batch:
                order.written, written = written[: len(order.documents)], written[len(order.documents) :]
        for order in batch:
            order.done.set()


def _size(document: Document) -> int:
    """Bytes, about: three for a Chinese character, and the other fields."""
    return 3 * len(document.text) + 500
