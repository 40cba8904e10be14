"""The tables of the sources as the queries see them. migrations/ makes them, with defaults, checks and comments."""

from __future__ import annotations

import operator
from datetime import UTC, datetime
from functools import reduce
from typing import Any

from sqlalchemy import Boolean, Column, ColumnElement, Dialect, Integer, MetaData, String, Table, Text, type_coerce
from sqlalchemy.dialects import mysql
from sqlalchemy.types import TypeDecorator, TypeEngine


class UtcDateTime(TypeDecorator[datetime]):
    """An aware instant, kept in UTC to the millisecond: DATETIME(3) in MySQL, text of the same look in SQLite.

    What is no date (SQLite takes any text, a lax MySQL takes 0000-00-00) reads as None: one bad row disturbs nobody.
    """

    impl = String(23)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(mysql.DATETIME(fsp=3) if dialect.name == "mysql" else String(23))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> object:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs its time zone")
        # Text in both, cut to what the column holds: MySQL would round up, and a thing planned would come too late.
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(sep=" ", timespec="milliseconds")

    def process_result_value(self, value: object, dialect: Dialect) -> datetime | None:
        if isinstance(value, datetime):
            return value.replace(tzinfo=UTC)
        try:
            return datetime.fromisoformat(str(value)).replace(tzinfo=UTC)
        except ValueError:
            return None


metadata = MetaData()

source = Table(
    "source",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(190)),
    Column("channel", String(20)),
    Column("url", String(2000)),
    Column("pattern", String(2000)),
    Column("exclude", String(2000)),
    Column("interval_s", Integer),
    Column("priority", Integer),
    Column("timezone", String(64)),
    Column("keep_params", String(1000)),
    Column("drop_params", String(1000)),
    Column("enabled", Boolean),
    Column("checked_as", Text),
    Column("failures", Integer),
    Column("next_check_at", UtcDateTime),
    Column("queued_at", UtcDateTime),
    Column("tasks_open", Integer),
    Column("state", String(20)),
    Column("state_reason", String(1000)),
    Column("last_checked_at", UtcDateTime),
    Column("last_new_at", UtcDateTime),
    Column("created_at", UtcDateTime),
)

keyword = Table(
    "keyword",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("word", String(190)),
    Column("source_id", Integer),
    Column("enabled", Boolean),
)

check_event = Table(
    "check_event",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("source_id", Integer),
    Column("at", UtcDateTime),
    Column("keyword", String(190)),
    Column("state", String(20)),
    Column("reason", String(1000)),
    Column("status", Integer),
    Column("links_found", Integer),
    Column("links_new", Integer),
    Column("elapsed_ms", Integer),
)

lease = Table(
    "lease",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("holder", String(190)),
    Column("token", Integer),
    Column("expires_at", UtcDateTime),
)

SET_BY_PEOPLE = (
    "name", "channel", "url", "pattern", "exclude", "interval_s", "priority", "timezone", "keep_params", "drop_params",
    "enabled",
)  # fmt: skip


def as_it_stands() -> ColumnElement[str]:
    """What people set in a row of `source`, as one text: kept in checked_as, it tells whether they have changed it.

    A text rather than a hash or a trigger: both databases put it together and compare it by themselves, nobody has to
    touch a version column, and a change cannot be missed by a collision.
    """
    columns: list[ColumnElement[str]] = [type_coerce(source.c[name], String) for name in SET_BY_PEOPLE]
    return reduce(lambda text, column: operator.add(text + "\n", column), columns)
