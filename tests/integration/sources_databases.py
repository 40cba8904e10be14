"""Empty databases for the tests of the sources, of both kinds, and plain SQL as a person would type it."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pymysql
import pytest

from crawler.settings import Settings, Stores, load
from tests.servers import MariaDB

BOTH = [pytest.param("mysql", marks=pytest.mark.servers), "sqlite"]


@contextmanager
def empty_database(kind: str, request: pytest.FixtureRequest) -> Iterator[Settings]:
    """Settings over a database that has no tables yet: `mysql` or `sqlite`."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        yield load(stores=Stores.EMBEDDED, data_dir=folder / "data")
        return
    server: MariaDB = request.getfixturevalue("mariadb")
    name = f"test-{uuid.uuid4().hex[:12]}"
    _on_server(server, f"CREATE DATABASE `{name}`")  # with the server's own character set, whatever it is
    try:
        yield load(
            stores=Stores.SERVERS,
            mysql_host=server.host,
            mysql_port=server.port,
            mysql_user=server.user,
            mysql_password=server.password,
            mysql_database=name,
        )
    finally:
        _on_server(server, f"DROP DATABASE `{name}`")


def run_sql(settings: Settings, statement: str) -> list[tuple[Any, ...]]:
    """Run a statement over a connection that is none of ours."""
    if settings.stores is Stores.EMBEDDED:
        with closing(sqlite3.connect(settings.sqlite_path)) as file, file:
            return file.execute(statement).fetchall()
    with closing(_connect(settings)) as server, server.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def _connect(settings: Settings) -> pymysql.Connection:
    return pymysql.connect(
        host=settings.mysql_host,
        port=settings.mysql_port,
        user=settings.mysql_user,
        password=settings.mysql_password.get_secret_value(),
        database=settings.mysql_database,
        charset="utf8mb4",
        autocommit=True,
    )


def _on_server(server: MariaDB, statement: str) -> None:
    with closing(server.connect()) as connection, connection.cursor() as cursor:
        cursor.execute(statement)
