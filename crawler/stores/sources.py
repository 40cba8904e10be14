"""The sources in MySQL or SQLite, by one code path: what is due, who controls, what the checks found."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Engine,
    Select,
    Table,
    Update,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from crawler.model import CheckReport, Keyword, Source, State
from crawler.settings import Settings
from crawler.stores import rows, tables
from crawler.stores.engine import make_engine, reading, writing
from crawler.stores.ports import CheckEvent, Lease

EVENTS_KEPT = 100
"""Lines of history kept for each source."""

_CONTROLLER = "controller"


def open_sources(settings: Settings) -> SqlSources:
    """The sources that the settings name. Nothing connects yet; `check` does."""
    return SqlSources(make_engine(settings))


class SqlSources:
    """The tables source, keyword, check_event and lease: what `crawler.stores.ports.Sources` promises."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def check(self) -> None:
        """Return when the database answers and its schema is the one we know; else Unavailable, with what to do."""
        from crawler.stores.schema import require_schema  # only here: Alembic takes 0.1 s to load

        require_schema(self._engine)

    def close(self) -> None:
        """Close the connections; a later call opens new ones."""
        self._engine.dispose()

    # --- the controller

    def acquire(self, holder: str, *, now: datetime, lock_s: float, alone: bool = False) -> Lease | None:
        """Take or renew the controller's lock; None while another holds it, unless that must be dead (`alone`).
        `holder` names one process."""
        with writing(self._engine) as connection:
            held = _first(connection, _lease_row().with_for_update())
            token = rows.next_token(held, holder, now, alone=alone)
            if token is None:
                return None
            values = {"holder": holder, "token": token, "expires_at": now + timedelta(seconds=lock_s)}
            if held is not None:
                connection.execute(_lease_update().values(values))
            elif _insert(connection, tables.lease, {"name": _CONTROLLER, **values}) is None:
                return None  # the very first time, and another was quicker
        return Lease(holder, token)

    def give_up(self, lease: Lease) -> None:
        """End the lock now, if it is still this one, so that nobody need wait for its time to pass."""
        with writing(self._engine) as connection:
            mine = _lease_update().where(tables.lease.c.token == lease.token)
            connection.execute(mine.values(holder="", expires_at=None))

    def in_charge(self, *, now: datetime) -> bool:
        """Whether any controller holds the lock."""
        with reading(self._engine) as connection:
            held = _first(connection, _lease_row())
        return held is not None and held["expires_at"] is not None and held["expires_at"] > now

    def due(self, *, now: datetime, lost_before: datetime, limit: int) -> list[Source]:
        """Enabled rows in no error whose check is due and that are not queued (or were queued before `lost_before`),
        by planned time, then priority; rows with no planned time are due at once and come first. A row that is among
        the unchecked is not due before it was looked over, which makes it due: else it would be queued twice."""
        # Two reads along the index source_due, each of nothing but rows that are due: for one read with OR, both
        # databases walk over every enabled row.
        due = self._sources(_enabled(tables.source.c.next_check_at.is_(None), lost_before, limit))
        if len(due) < limit:
            due += self._sources(_enabled(tables.source.c.next_check_at <= now, lost_before, limit - len(due)))
        return due

    def open_tasks(self) -> int:
        """List tasks of enabled rows that were queued and have not reported."""
        row = tables.source.c
        waiting = select(func.sum(row.tasks_open)).where(row.enabled, row.queued_at.is_not(None))
        with reading(self._engine) as connection:
            return int(connection.scalar(waiting) or 0)

    def queued(self, source: Source, next_check_at: datetime, *, now: datetime, lease: Lease, tasks: int) -> bool:
        """The source's `tasks` list tasks are in the queue; its next check is planned. False: fenced off.

        `now` is a moment before the first of them was put: those that have reported since then are already done. A row
        that was removed meanwhile is passed over.
        """
        with writing(self._engine) as connection:
            # The shared lock keeps others from taking the lease over before this is committed.
            mine = _lease_row().where(tables.lease.c.token == lease.token)
            if _first(connection, mine.with_for_update(read=True)) is None:
                return False
            _first(connection, _source_row(source.id).with_for_update())
            left = max(tasks - _reports_since(connection, source.id, now), 0)
            planned = _source_update(source.id).values(next_check_at=next_check_at, tasks_open=left)
            connection.execute(planned.values(queued_at=now if left else None))
        return True

    def unchecked(self, *, limit: int) -> list[Source]:
        """Rows that are new or were changed since they were last looked over (any column a person sets)."""
        looked_over = tables.source.c.checked_as
        changed = or_(looked_over.is_(None), looked_over != tables.as_it_stands())
        return self._sources(select(tables.source).where(changed).order_by(tables.source.c.id).limit(limit))

    def checked_row(self, source: Source, error: str) -> None:
        """The row was looked over: `error` in words goes into its state_reason (state error), or "" clears it.

        Nothing is written when the row was changed again meanwhile: it then stays among the unchecked.
        """
        with writing(self._engine) as connection:
            row = _first(connection, _source_row(source.id).with_for_update())
            if row is not None and rows.set_the_same(rows.to_source(row), source):
                values = rows.after_look(source, error)
                connection.execute(_source_update(source.id).values(checked_as=tables.as_it_stands(), **values))

    # --- the lister

    def get(self, source_id: int) -> Source | None:
        """The source, or None when it was removed."""
        return next(iter(self._sources(_source_row(source_id))), None)

    def report(self, source_id: int, keyword: str, report: CheckReport, *, now: datetime) -> None:
        """Write a check's result into the row and its history (the last 100 are kept), and free it to be queued again
        once all its tasks have reported. Failures are counted for the schedule. A removed source is passed over."""
        with writing(self._engine) as connection:
            row = _first(connection, _source_row(source_id).with_for_update())
            if row is None:
                return
            connection.execute(_source_update(source_id).values(rows.after_report(row, report, now)))
            connection.execute(insert(tables.check_event).values(rows.to_event(source_id, keyword, report, now)))
            _forget_old_events(connection, source_id)

    # --- people

    def all(self) -> list[Source]:
        """Every source, by id."""
        return self._sources(select(tables.source).order_by(tables.source.c.id))

    def find(self, name_or_id: str) -> Source | None:
        """The source of that name, else of that id."""
        by_name = self._sources(select(tables.source).where(tables.source.c.name == rows.clean(name_or_id)))
        if by_name:
            return by_name[0]
        is_id = name_or_id.isascii() and name_or_id.isdigit() and len(name_or_id) < 10
        return self.get(int(name_or_id)) if is_id else None

    def add(self, source: Source) -> Source:
        """Insert (id 0) and return with its id. Raises ValueError with a sentence when the name exists already or a
        value does not fit."""
        values = rows.to_columns({name: getattr(source, name) for name in tables.SET_BY_PEOPLE})
        with writing(self._engine) as connection:
            new_id = _insert(connection, tables.source, values)
        if new_id is None:
            raise _name_taken(source.name)
        return replace(source, id=new_id)

    def update(self, source_id: int, **columns: object) -> None:
        """Set columns of a row; lists and tuples become comma-separated text. Raises ValueError with a sentence when a
        value does not fit or there is no such source."""
        values = rows.to_columns(columns)
        with writing(self._engine) as connection:
            try:
                found = _count(connection, _source_update(source_id).values(values))
            except IntegrityError:
                raise _name_taken(columns.get("name")) from None
        if not found:
            raise _no_source(source_id)

    def make_due(self) -> None:
        """Let every enabled source be checked as soon as possible, whatever its schedule says."""
        row = tables.source.c
        with writing(self._engine) as connection:
            connection.execute(update(tables.source).where(row.enabled).values(next_check_at=None, queued_at=None))

    def remove(self, source_id: int) -> bool:
        """Delete a source with its history and its own keywords. False when there is none."""
        with writing(self._engine) as connection:
            return _count(connection, delete(tables.source).where(tables.source.c.id == source_id)) > 0

    def history(self, source_id: int, limit: int = 20) -> list[CheckEvent]:
        """A source's last checks, the newest first."""
        events = tables.check_event
        query = select(events).where(events.c.source_id == source_id).order_by(events.c.id.desc()).limit(limit)
        return [rows.from_event(row) for row in self._rows(query)]

    def keywords(self, source_id: int | None = None) -> list[Keyword]:
        """Enabled keywords of a source (its own and the general ones), each word once; or every row when None."""
        words = tables.keyword
        query = select(words).order_by(words.c.id)
        if source_id is None:
            return [rows.to_keyword(row) for row in self._rows(query)]
        query = query.where(words.c.enabled, or_(words.c.source_id.is_(None), words.c.source_id == source_id))
        by_word = {row["word"]: rows.to_keyword(row) for row in self._rows(query)}
        return list(by_word.values())

    def add_keyword(self, word: str, source_id: int | None = None) -> Keyword:
        """Search for `word` on one source, or on all; the row that is there already is enabled and returned. Raises
        ValueError with a sentence for a word that does not fit or a source that does not exist."""
        word = rows.checked_word(word)
        if source_id is not None and self.get(source_id) is None:
            raise _no_source(source_id)
        words = tables.keyword
        same = (words.c.word == word) & words.c.source_id.is_not_distinct_from(source_id)
        with writing(self._engine) as connection:
            # MySQL's unique keys do not hold for the general words, whose source_id is NULL.
            if not _count(connection, update(words).where(same).values(enabled=True)):
                _insert(connection, words, {"word": word, "source_id": source_id})
            row = connection.execute(select(words).where(same).order_by(words.c.id).limit(1)).one()
        return rows.to_keyword(row._asdict())

    def remove_keyword(self, word: str) -> bool:
        """Delete a word, from every source. False when there is none."""
        with writing(self._engine) as connection:
            return _count(connection, delete(tables.keyword).where(tables.keyword.c.word == word.strip())) > 0

    def _rows(self, query: Select[Any]) -> list[rows.Row]:
        with reading(self._engine) as connection:
            return [row._asdict() for row in connection.execute(query)]

    def _sources(self, query: Select[Any]) -> list[Source]:
        return [rows.to_source(row) for row in self._rows(query)]


def _enabled(planned: ColumnElement[bool], lost_before: datetime, limit: int) -> Select[Any]:
    row = tables.source.c
    return (
        select(tables.source)
        .where(row.enabled, planned, row.state != State.ERROR, row.checked_as == tables.as_it_stands())
        .where(or_(row.queued_at.is_(None), row.queued_at < lost_before))
        .order_by(row.next_check_at, row.priority)
        .limit(limit)
    )


def _source_row(source_id: int) -> Select[Any]:
    return select(tables.source).where(tables.source.c.id == source_id)


def _source_update(source_id: int) -> Update:
    return update(tables.source).where(tables.source.c.id == source_id)


def _lease_row() -> Select[Any]:
    return select(tables.lease).where(tables.lease.c.name == _CONTROLLER)


def _lease_update() -> Update:
    return update(tables.lease).where(tables.lease.c.name == _CONTROLLER)


def _first(connection: Connection, query: Select[Any]) -> rows.Row | None:
    row = connection.execute(query).first()
    return None if row is None else row._asdict()


def _count(connection: Connection, statement: Update | Delete) -> int:
    """Run it; how many rows it met, changed by it or not."""
    return connection.execute(statement).rowcount


def _insert(connection: Connection, table: Table, values: rows.Values) -> int | None:
    """Insert a row and return its id; None when another has its unique name."""
    try:
        return connection.execute(insert(table).values(values)).lastrowid
    except IntegrityError:
        return None


def _reports_since(connection: Connection, source_id: int, start: datetime) -> int:
    events = tables.check_event.c
    count = select(func.count()).where(events.source_id == source_id, events.at >= start)
    return connection.scalar(count) or 0


def _forget_old_events(connection: Connection, source_id: int) -> None:
    events = tables.check_event
    mine = select(events.c.id).where(events.c.source_id == source_id).order_by(events.c.id.desc())
    oldest_kept = connection.scalar(mine.offset(EVENTS_KEPT - 1).limit(1))
    if oldest_kept is not None:
        connection.execute(delete(events).where(events.c.source_id == source_id, events.c.id < oldest_kept))


def _name_taken(name: object) -> ValueError:
    return ValueError(f"A source named {name!r} exists already; choose another name.")


def _no_source(source_id: int) -> ValueError:
    return ValueError(f"There is no source {source_id}.")
