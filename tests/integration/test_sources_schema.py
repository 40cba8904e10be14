"""`crawler migrate` on MySQL and SQLite: by many at once, after it was killed, and what is said when it is missing."""

from __future__ import annotations

import logging
import multiprocessing
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import String, inspect

from crawler.errors import Fatal, Unavailable
from crawler.settings import Settings, Stores, load
from crawler.stores import schema
from crawler.stores.engine import make_engine
from crawler.stores.schema import SchemaState, migrate, schema_state
from crawler.stores.sources import open_sources
from crawler.stores.tables import metadata
from tests.integration.sources_databases import BOTH, empty_database, run_sql


@pytest.fixture(params=BOTH)
def settings(request: pytest.FixtureRequest) -> Iterator[Settings]:
    """A database with no tables."""
    with empty_database(request.param, request) as settings:
        yield settings


def state(settings: Settings) -> SchemaState:
    engine = make_engine(settings)
    try:
        return schema_state(engine)
    finally:
        engine.dispose()


def test_migrate_makes_the_tables_and_says_so_and_then_has_nothing_to_do(settings: Settings) -> None:
    assert "from nothing to revision" in migrate(settings)
    assert state(settings) is SchemaState.CURRENT
    assert "is up to date" in migrate(settings)


def test_the_tables_are_those_that_the_queries_know(settings: Settings) -> None:
    migrate(settings)
    inspector = inspect(make_engine(settings))
    for table in metadata.tables.values():
        columns = {column["name"]: column["type"] for column in inspector.get_columns(table.name)}
        assert list(columns) == list(table.c.keys())
        for column in table.c:
            if isinstance(column.type, String):
                assert getattr(columns[column.name], "length", None) == column.type.length


def test_before_migrate_every_use_says_what_to_run(settings: Settings) -> None:
    sources = open_sources(settings)
    for call in (sources.check, sources.all, lambda: sources.find("x"), lambda: sources.remove(1)):
        with pytest.raises(Unavailable, match="crawler migrate"):
            call()
    sources.close()


def test_a_database_of_a_newer_version_is_left_alone(settings: Settings) -> None:
    migrate(settings)
    run_sql(settings, "UPDATE alembic_version SET version_num = '9999'")
    assert state(settings) is SchemaState.NEWER
    with pytest.raises(Unavailable, match="update this crawler"):
        open_sources(settings).check()
    with pytest.raises(Fatal, match="Nothing was changed"):
        migrate(settings)


@pytest.fixture
def add_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Adds a revision 9000, whose upgrade is the given line, to a copy of the migrations."""

    def add(line: str) -> None:
        # The percent sign is one that configuration files would interpolate.
        newer = shutil.copytree(schema.MIGRATIONS, tmp_path / "100% newer")
        heads = schema._script().get_heads()
        (newer / "versions" / "9000_more.py").write_text(
            f"from alembic import op\nrevision = '9000'\ndown_revision = {tuple(heads)!r}\ndef upgrade():\n    {line}\n"
        )
        monkeypatch.setattr(schema, "MIGRATIONS", newer)
        schema._script.cache_clear()

    yield add
    schema._script.cache_clear()


def test_a_database_of_an_older_version_is_brought_forward(
    settings: Settings, add_migration: Callable[[str], None]
) -> None:
    migrate(settings)
    add_migration("op.execute('CREATE TABLE more (id INTEGER)')")
    with pytest.raises(Unavailable, match="older version: run `crawler migrate`"):
        open_sources(settings).check()
    assert "to revision 9000" in migrate(settings)
    open_sources(settings).check()
    assert run_sql(settings, "SELECT * FROM more") == []


def test_a_migration_that_fails_is_said_and_counts_as_not_done(
    settings: Settings, add_migration: Callable[[str], None]
) -> None:
    migrate(settings)
    before = run_sql(settings, "SELECT version_num FROM alembic_version")
    add_migration("op.execute('CREATE TABLE more (id INTEGER)'); op.execute('SELECT * FROM nowhere')")
    with pytest.raises(Unavailable, match="nowhere"):
        migrate(settings)
    assert run_sql(settings, "SELECT version_num FROM alembic_version") == before
    more_is_there = "more" in inspect(make_engine(settings)).get_table_names()
    assert more_is_there is (settings.stores is Stores.SERVERS)  # SQLite takes it back, MySQL cannot


def test_many_migrate_at_once_and_one_does_it(settings: Settings) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        said = pool.map(migrate, [settings] * 4, chunksize=1)
    assert sum("from nothing" in words for words in said) == 1
    assert sum("up to date" in words for words in said) == 3
    assert state(settings) is SchemaState.CURRENT


@pytest.mark.servers
def test_a_migration_that_mysql_kept_half_of_is_run_again(request: pytest.FixtureRequest) -> None:
    with empty_database("mysql", request) as settings:
        migrate(settings)
        for table in ("lease", "check_event", "keyword"):
            run_sql(settings, f"DROP TABLE {table}")
        run_sql(settings, "DROP INDEX source_due ON source")
        run_sql(settings, "DELETE FROM alembic_version")
        migrate(settings)
        open_sources(settings).check()
        assert "source_due" in {index["name"] for index in inspect(make_engine(settings)).get_indexes("source")}
        assert "lease" in inspect(make_engine(settings)).get_table_names()


def test_migrate_leaves_our_logging_as_it_is(settings: Settings) -> None:
    root = logging.getLogger()
    ours = logging.getLogger("crawler.controller")
    before = (root.level, list(root.handlers), ours.level, ours.propagate)
    migrate(settings)
    assert (root.level, list(root.handlers), ours.level, ours.propagate) == before
    assert not ours.disabled


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = load(stores=Stores.EMBEDDED, data_dir=tmp_path / "file" / "data")
    with pytest.raises(Fatal, match="CRAWLER_DATA_DIR"):
        migrate(settings)


def test_the_migrations_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", tmp_path)
    schema._script.cache_clear()
    try:
        with pytest.raises(Fatal, match="migrations folder"):
            migrate(load(stores=Stores.EMBEDDED, data_dir=tmp_path))
    finally:
        schema._script.cache_clear()


@pytest.mark.servers
def test_in_mysql_every_column_explains_itself(request: pytest.FixtureRequest) -> None:
    with empty_database("mysql", request) as settings:
        migrate(settings)
        silent = run_sql(
            settings,
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE() "
            "AND table_name <> 'alembic_version' AND column_name <> 'id' AND column_comment = ''",
        )
    assert silent == []
