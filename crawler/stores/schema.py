"""The database's schema: brought up to date by `crawler migrate`, and looked at by every process that uses it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

import crawler
from crawler.errors import Fatal, Unavailable
from crawler.settings import Settings, Stores, environment_name
from crawler.stores.engine import make_engine, reading, translated

MIGRATIONS = Path(crawler.__file__).parents[1] / "migrations"

WAIT_S = 600
"""How long one `crawler migrate` waits for another on the same MySQL database."""

_one_at_a_time = threading.Lock()  # Alembic keeps the migration under way in module globals


class SchemaState(StrEnum):
    """How a database stands to the migrations of this version."""

    CURRENT = "current"
    MISSING = "missing"
    OLDER = "older"
    NEWER = "newer"


def migrate(settings: Settings) -> str:
    """Bring the database up to date, and say in words what was done. Any number may run at once, any may be killed.

    Raises Unavailable when the database is away, Fatal when it is of a newer version or the folder cannot be made.
    """
    if settings.stores is Stores.EMBEDDED:
        _make_folder(settings.data_dir)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # what was done is what this returns
    engine = make_engine(settings, timeout_s=2 * WAIT_S)
    try:
        with _one_at_a_time, translated(engine), _alone(engine) as connection:
            return _upgrade(connection)
    finally:
        engine.dispose()


def schema_state(engine: Engine) -> SchemaState:
    """How this database stands to the migrations. Raises Unavailable when it is away."""
    with reading(engine) as connection:
        return _state(_heads(connection))


def require_schema(engine: Engine) -> None:
    """Return when the schema is the one we know, else raise Unavailable with what to do."""
    state = schema_state(engine)
    if state is not SchemaState.CURRENT:
        raise Unavailable("sqlite" if engine.dialect.name == "sqlite" else "mysql", _advice(state, engine))


def _advice(state: SchemaState, engine: Engine) -> str:
    if state is SchemaState.NEWER:
        return f"the schema of {engine.url.database} is of a newer version: update this crawler"
    word = "has no tables yet" if state is SchemaState.MISSING else "has the tables of an older version"
    return f"{engine.url.database} {word}: run `crawler migrate`"


def _state(heads: tuple[str, ...]) -> SchemaState:
    script = _script()
    if not heads:
        return SchemaState.MISSING
    if set(heads) == set(script.get_heads()):
        return SchemaState.CURRENT
    known = {step.revision for step in script.walk_revisions()}
    return SchemaState.OLDER if known.issuperset(heads) else SchemaState.NEWER


def _upgrade(connection: Connection) -> str:
    where = connection.engine.url.database
    before = _heads(connection)
    state = _state(before)
    if state is SchemaState.NEWER:
        raise Fatal(f"{_advice(state, connection.engine)}. Nothing was changed.")
    if state is SchemaState.CURRENT:
        return f"{where} is up to date (revision {', '.join(before)})."
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "heads")
    after = ", ".join(_heads(connection))
    return f"{where} was brought from {', '.join(before) or 'nothing'} to revision {after}."


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A connection that no other migration runs beside: SQLite's write lock, or a lock by name on MySQL."""
    if engine.dialect.name == "sqlite":
        with engine.execution_options(write=True).begin() as connection:
            yield connection
        return
    with engine.connect() as connection:
        lock = {"name": f"migrate {engine.url.database}"[:64], "wait": WAIT_S}  # 64 is MySQL's limit
        if connection.scalar(text("SELECT GET_LOCK(:name, :wait)"), lock) != 1:
            raise Unavailable("mysql", f"another `crawler migrate` has held it for {WAIT_S} s: see what that one does")
        try:
            yield connection
            connection.commit()
        finally:
            connection.invalidate()  # ends the session, and with it the lock, however we got here


def _heads(connection: Connection) -> tuple[str, ...]:
    return tuple(MigrationContext.configure(connection).get_current_heads())


@cache
def _script() -> ScriptDirectory:
    if not (MIGRATIONS / "env.py").is_file():
        raise Fatal(
            f"The migrations are not at {MIGRATIONS}: install the crawler with its migrations folder beside it."
        )
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))  # % would interpolate
    return config


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Fatal(
            f"The data folder {folder} cannot be made ({error.strerror}): correct {environment_name('data_dir')}."
        ) from error
