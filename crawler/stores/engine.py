"""Connections to the sources' database, MySQL or SQLite, and the one place where its errors become sentences."""

from __future__ import annotations

import sqlite3
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from crawler.embedded import BUSY_TIMEOUT_S
from crawler.errors import Fatal, Unavailable
from crawler.settings import Settings, Stores, environment_name

CONNECT_TIMEOUT_S = 5
STATEMENT_TIMEOUT_S = 30
IDLE_S = 60
"""MySQL ends a connection that is silent for so long, and with it the locks of a process that was frozen in the middle
of a transaction: nobody else could take the controller's lease meanwhile, or write a report."""


def make_engine(settings: Settings, *, timeout_s: int = STATEMENT_TIMEOUT_S) -> Engine:
    """The engine that the settings name; nothing connects yet. `timeout_s` bounds a statement on MySQL."""
    return _sqlite(settings) if settings.stores is Stores.EMBEDDED else _mysql(settings, timeout_s)


def _mysql(settings: Settings, timeout_s: int) -> Engine:
    url = URL.create(
        "mysql+pymysql",
        username=settings.mysql_user,
        host=settings.mysql_host,
        port=settings.mysql_port,
        database=settings.mysql_database,
        query={"charset": "utf8mb4"},
    )
    # In bytes, since PyMySQL would write a text in Latin-1; and not in the URL, which errors and logs may show.
    password = {"password": settings.mysql_password.get_secret_value().encode()}
    tls = {"ssl": _tls(settings.mysql_ca_file)} if settings.mysql_tls else {}
    timeouts = dict.fromkeys(("connect_timeout", "read_timeout", "write_timeout"), CONNECT_TIMEOUT_S)
    engine = create_engine(
        url,
        connect_args={**password, **tls, **timeouts, "init_command": f"SET SESSION wait_timeout = {IDLE_S}"},
        # With the default, REPEATABLE READ, the locks on the gaps between rows make reports wait for each other.
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_use_lifo=True,  # the connections that are not needed are the ones that fall silent
        pool_recycle=1800,
        pool_size=8,
        max_overflow=8,
    )

    def allow_statements_longer(connection: Any, _: ConnectionPoolEntry) -> None:
        # PyMySQL takes one limit for the greeting and for statements, and sets it before each read.
        connection._read_timeout = connection._write_timeout = timeout_s

    event.listen(engine, "connect", allow_statements_longer)
    return engine


def _tls(ca_file: Path | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca_file)
    except OSError as problem:  # ssl.SSLError too: the file holds no certificates
        name = environment_name("mysql_ca_file")
        raise Fatal(f"{name}={ca_file} does not work: {problem}. Name a PEM file with certificates.") from None


def _sqlite(settings: Settings) -> Engine:
    url = URL.create("sqlite", database=str(settings.sqlite_path))
    engine = create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_S})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    # A row typed in a terminal that is not set to UTF-8 must not make the table unreadable.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    # As crawler.embedded does for the same file, and for the same reasons.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that will write takes the lock at once, so that it cannot fail half-way for want of it.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("write") else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection for reading. Raises Unavailable for any error of the database."""
    with translated(engine), engine.connect() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A write transaction, committed at the end. Raises Unavailable for any error of the database."""
    with translated(engine), engine.execution_options(write=True).begin() as connection:
        yield connection


@contextmanager
def translated(engine: Engine) -> Iterator[None]:
    """Turn the driver's errors into Unavailable, with what happened and what to do."""
    try:
        yield
    except (DBAPIError, PoolTimeout, RuntimeError) as error:
        # PyMySQL raises a bare RuntimeError for the extra that it lacks; any other one is not the database's.
        if isinstance(error, RuntimeError) and "cryptography" not in str(error):
            raise
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        service = "sqlite" if engine.dialect.name == "sqlite" else "mysql"
        raise Unavailable(service, explain(cause, engine.url)) from error


def explain(cause: BaseException, url: URL) -> str:
    """A sentence for a driver's error: what happened, and what to do next."""
    if isinstance(cause, PoolTimeout):
        return (
            "all connections of this process are in use; if this stays so, run more processes with fewer threads each"
        )
    if isinstance(cause, RuntimeError):
        return "the server asks for caching_sha2_password, for which PyMySQL needs an extra: pip install 'PyMySQL[rsa]'"
    if isinstance(cause, sqlite3.Error):
        return _explain_sqlite(str(cause), url)
    code = cause.args[0] if cause.args and isinstance(cause.args[0], int) else 0
    return _explain_mysql(code, str(cause.args[-1]) if cause.args else str(cause), url)


def _explain_mysql(code: int, message: str, url: URL) -> str:
    user, password, database, host, port = (
        environment_name(f"mysql_{part}") for part in ("user", "password", "database", "host", "port")
    )
    if code in {1045, 1698}:
        return f"it refuses the user {url.username!r} ({message}): check {user} and {password}"
    if code == 1044:
        return f"{message}: GRANT ALL ON `{url.database}`.* to that user, or correct {database}"
    if code == 1049:
        return f"{message}: CREATE DATABASE `{url.database}` CHARACTER SET utf8mb4, or correct {database}"
    if code == 1142:
        return f"{message}: GRANT ALL ON `{url.database}`.* to that user"
    if code in {1054, 1146}:
        return f"{message}: run `crawler migrate`"
    if code == 1040:
        return f"{message}: raise its max_connections or run fewer processes"
    if code in {2002, 2003, 2005}:
        return f"{message}: is it running, and are {host} and {port} right?"
    if code in {2006, 2013}:
        return f"{message}: see its log, and whether it is MySQL that listens at {host} and {port}"
    if code in {1205, 1213}:
        return f"{message}: other transactions are in the way; it is tried again"
    return f"{message} (error {code}): see the server's log"


def _explain_sqlite(message: str, url: URL) -> str:
    if "no such table" in message or "no such column" in message:
        return f"{message} in {url.database}: run `crawler migrate`"
    if "unable to open" in message:
        return f"{message} {url.database}: run `crawler migrate`, or correct {environment_name('data_dir')}"
    if "locked" in message:
        return f"{message}: another process has been writing to {url.database} for {BUSY_TIMEOUT_S:.0f} s"
    if "readonly" in message:
        return f"{message}: this user may not write to {url.database} or its folder"
    if "full" in message:
        return f"{message}: make room on the disk of {url.database}"
    return f"{message}: check {url.database} with `PRAGMA integrity_check`"
