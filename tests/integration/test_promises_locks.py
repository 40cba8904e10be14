"""A process that freezes in the middle of a transaction keeps its locks in MySQL no longer than it may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime

import pytest

from crawler.errors import Unavailable
from crawler.model import CheckReport, Source, State
from crawler.settings import Settings
from crawler.stores import engine
from crawler.stores.engine import make_engine, writing
from crawler.stores.schema import migrate
from crawler.stores.sources import SqlSources
from tests.integration.sources_databases import empty_database

NOW = datetime(2025, 3, 5, 6, 0, tzinfo=UTC)
LATER = datetime(2025, 3, 5, 7, 0, tzinfo=UTC)


@pytest.fixture
def settings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    with empty_database("mysql", request) as settings:
        migrate(settings)
        monkeypatch.setattr(engine, "IDLE_S", 1)
        yield settings


@contextmanager
def frozen_with_locks(settings: Settings) -> Iterator[None]:
    """Another process, which holds the lease's row and the sources' rows, and says nothing more."""
    frozen = make_engine(settings)
    with suppress(Unavailable), writing(frozen) as connection:  # when it goes on it finds its connection ended
        for table in ("lease", "source"):
            connection.exec_driver_sql(f"SELECT * FROM {table} FOR UPDATE")
        yield
    frozen.dispose()


def test_a_frozen_process_stops_neither_the_next_controller_nor_a_report(settings: Settings) -> None:
    with closing(SqlSources(make_engine(settings))) as sources:
        source = sources.add(Source(0, "a", "feed", "http://a.example/feed"))
        assert sources.acquire("frozen", now=NOW, lock_s=30)
        with frozen_with_locks(settings):
            lease = sources.acquire("next", now=LATER, lock_s=30)
            sources.report(source.id, "", CheckReport(State.OK), now=LATER)
        assert lease is not None
        assert lease.token == 2
