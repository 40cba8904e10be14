"""What only the embedded store can get wrong."""

from __future__ import annotations

import multiprocessing
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from crawler.embedded import Database
from crawler.errors import Unavailable
from crawler.settings import Settings, load
from crawler.stores import open_documents, sqlite_documents
from crawler.stores.ports import Query, Write
from crawler.stores.sqlite_documents import SqliteDocuments
from tests.documents import PUBLISHED, document


@pytest.fixture
def documents(embedded_settings: Settings) -> Iterator[SqliteDocuments]:
    """An empty store."""
    with closing(Database(embedded_settings.sqlite_path)) as database:
        yield SqliteDocuments(embedded_settings, database)


def test_without_tables_it_says_what_to_do(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "empty.sqlite3")) as database:
        store = SqliteDocuments(load(), database)
        for call in (store.prepare, store.check, store.count, lambda: store.add([document()])):
            with pytest.raises(Unavailable, match="crawler migrate"):
                call()


def test_a_full_disk_says_what_to_do(documents: SqliteDocuments, embedded_settings: Settings) -> None:
    documents.add([document(1)])
    connection = documents._database.connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(Unavailable, match="disk space"):
        documents.add([document(number, text="长词" * 10_000) for number in range(2, 30)])
    assert documents.count() == 1  # all of a batch, or nothing
    connection.execute("PRAGMA max_page_count = 1000000")
    assert documents.add([document(2)])[0].write is Write.CREATED


def test_the_text_is_kept_once(documents: SqliteDocuments, embedded_settings: Settings) -> None:
    documents.add([document(1)])
    with closing(sqlite3.connect(embedded_settings.sqlite_path)) as connection:
        assert connection.execute("SELECT title, text FROM document_text").fetchall() == [(None, None)]


@pytest.fixture
def kept(embedded_settings: Settings) -> Iterator[SqliteDocuments]:
    """A store that keeps documents for thirty days."""
    with closing(Database(embedded_settings.sqlite_path)) as database:
        yield SqliteDocuments(embedded_settings.model_copy(update={"keep_days": 30}), database)


def test_what_came_in_long_ago_is_removed(kept: SqliteDocuments) -> None:
    later = PUBLISHED + timedelta(days=31)
    kept.add([document(1), document(2)])
    kept.add([document(3, fetched_at=later - timedelta(days=30), duplicate_of=document(1).id)])
    assert kept.maintain(now=later) == ""  # by a clock that runs ahead: nothing has come in since
    kept.add([document(4, fetched_at=later, published_at=PUBLISHED - timedelta(days=900))])
    assert kept.maintain(now=PUBLISHED) == ""
    assert kept.maintain(now=later) == "removed 2 documents that came in before 2024-03-06 06:03 UTC"
    assert {hit.document.id for hit in kept.search(Query("正文")).hits} == {document(3).id, document(4).id}
    assert kept.maintain(now=later) == ""
    assert [one.duplicate_of for one in [kept.get(document(3).id)] if one] == [""], "the first of its text is gone"


def test_only_so_many_are_removed_at_a_time(kept: SqliteDocuments, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_documents, "REMOVED_AT_ONCE", 2)
    monkeypatch.setattr(sqlite_documents, "EXPIRED_AT_ONCE", 4)
    later = PUBLISHED + timedelta(days=31)
    kept.add([*(document(number) for number in range(5)), document(5, fetched_at=later)])
    assert [kept.maintain(now=later)[:9] for _ in range(3)] == ["removed 4", "removed 1", ""]
    assert kept.count() == 1


def test_the_embedded_documents_need_their_database(embedded_settings: Settings) -> None:
    with pytest.raises(ValueError, match="database"):
        open_documents(embedded_settings)


def _add_in_a_process(settings: Settings) -> None:
    with closing(Database(settings.sqlite_path)) as database:
        store = SqliteDocuments(settings, database)
        for start in range(0, 200, 10):
            store.add([document(number) for number in range(start, start + 10)])


def test_processes_add_the_same(documents: SqliteDocuments, embedded_settings: Settings) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_add_in_a_process, args=(embedded_settings,), daemon=True) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert documents.count() == 200
    assert documents.search(Query("正文")).total == 200
