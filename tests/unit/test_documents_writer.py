"""Group commit, over an index that only remembers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from crawler.errors import Unavailable
from crawler.model import Document
from crawler.settings import load
from crawler.stores import bulk
from crawler.stores.bulk import BulkWriter
from crawler.stores.ports import Write, Written
from tests.documents import document

LONG = 60.0


class Recorder:
    """Stands for the index: remembers the calls, and lets each pass only when `gate` is open."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Semaphore(0)
        self.error: Exception | None = None

    def add(self, documents: Sequence[Document]) -> list[Written]:
        self.calls.append([each.id for each in documents])
        self.entered.release()
        assert self.gate.wait(LONG)
        if self.error:
            raise self.error
        return [Written(each.id, Write.CREATED) for each in documents]


@contextmanager
def writing(index: Recorder, writers: int, **settings: object) -> Iterator[BulkWriter]:
    writer = BulkWriter(index.add, load(**settings), writers=writers)
    try:
        yield writer
    finally:
        index.gate.set()
        writer.close()


def in_threads(writer: BulkWriter, number: int) -> list[list[Written]]:
    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(lambda place: writer.write([document(place)]), range(number)))


def test_a_lone_writer_waits_for_nobody() -> None:
    index = Recorder()
    with writing(index, writers=1, bulk_age_s=LONG) as writer:
        assert [each.write for each in writer.write([document(1), document(2)])] == [Write.CREATED] * 2
    assert len(index.calls) == 1


def test_when_all_writers_wait_their_documents_go_together() -> None:
    index = Recorder()
    with writing(index, writers=4, bulk_age_s=LONG) as writer:
        results = in_threads(writer, 4)
    assert [[each.id for each in written] for written in results] == [[document(place).id] for place in range(4)]
    assert [len(call) for call in index.calls] == [4]


def test_a_full_batch_does_not_wait_for_the_others() -> None:
    index = Recorder()
    with writing(index, writers=100, bulk_age_s=LONG, bulk_docs=3) as writer:
        in_threads(writer, 3)
        writer.write([document(place) for place in range(3)])
    assert [len(call) for call in index.calls] == [3, 3]


def test_bytes_fill_a_batch() -> None:
    index = Recorder()
    with writing(index, writers=100, bulk_age_s=LONG, bulk_bytes=10_000) as writer:
        writer.write([document(text="长" * 4_000)])
    assert len(index.calls) == 1


def test_the_oldest_document_does_not_wait_longer_than_its_age() -> None:
    index = Recorder()
    with writing(index, writers=100, bulk_age_s=0.01) as writer:
        writer.write([document()])
    assert len(index.calls) == 1


def test_while_one_call_is_on_its_way_the_next_batch_gathers() -> None:
    index = Recorder()
    index.gate.clear()
    with writing(index, writers=3, bulk_age_s=0) as writer, ThreadPoolExecutor(3) as pool:
        first = pool.submit(writer.write, [document(1)])
        assert index.entered.acquire(timeout=LONG)
        others = [pool.submit(writer.write, [document(number)]) for number in (2, 3)]
        _until(lambda: len(writer._orders) == 2)
        index.gate.set()
        assert [len(future.result()) for future in (first, *others)] == [1, 1, 1]
    assert [len(call) for call in index.calls] == [1, 2]


def test_a_caller_is_called_back_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "BEAT_S", 0.001)
    index = Recorder()
    index.gate.clear()
    beats: list[int] = []

    def beat() -> None:
        beats.append(1)
        if len(beats) == 3:
            index.gate.set()

    with writing(index, writers=1) as writer:
        writer.write([document()], beat)
    assert len(beats) >= 3


def test_every_caller_of_a_batch_hears_that_the_index_is_away() -> None:
    index = Recorder()
    index.error = Unavailable("elasticsearch", "gone", after_s=7)
    with writing(index, writers=3, bulk_age_s=LONG) as writer, ThreadPoolExecutor(3) as pool:
        futures = [pool.submit(writer.write, [document(number)]) for number in range(3)]
        errors = [future.exception() for future in futures]
        assert [(type(error), getattr(error, "after_s", 0)) for error in errors] == [(Unavailable, 7)] * 3
        assert len(set(map(id, errors))) == 3
        index.error = None
        assert in_threads(writer, 3)


def test_close_writes_what_is_gathered_and_takes_no_more() -> None:
    index = Recorder()
    with writing(index, writers=100, bulk_age_s=LONG) as writer, ThreadPoolExecutor(1) as pool:
        future = pool.submit(writer.write, [document()])
        _until(lambda: len(writer._orders) == 1)
        writer.close()
        assert future.result()[0].write is Write.CREATED
        with pytest.raises(RuntimeError, match="closed"):
            writer.write([document()])


def _until(holds: Callable[[], bool]) -> None:
    waiter = threading.Event()
    while not holds():
        waiter.wait(0.001)
