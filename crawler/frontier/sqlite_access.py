"""The embedded stores' file as the frontier uses it: transactions, and every failure as a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from crawler.embedded import Database
from crawler.errors import Unavailable

SQL = {file.stem: file.read_text(encoding="utf-8") for file in (Path(__file__).parent / "sql").glob("*.sql")}
"""The statements of sql/ by name."""

_ADVICE = (
    ("no such table", "run `crawler migrate`"),
    ("locked", "another process holds it: end that, or wait"),
    ("full", "the disk is full: make room"),
    ("readonly", "the file may not be written: correct its owner or CRAWLER_DATA_DIR"),
    ("unable to open", "its folder is not there or may not be written: correct CRAWLER_DATA_DIR"),
    ("malformed", "the file is damaged: restore it from a copy"),
)


@contextmanager
def reading(database: Database) -> Iterator[sqlite3.Connection]:
    """This thread's connection. SQLite's errors within become Unavailable."""
    try:
        yield database.connection
    except sqlite3.Error as error:
        raise Unavailable("sqlite", f"{_advise(error)} ({error}: {database.path})") from error


@contextmanager
def writing(database: Database) -> Iterator[sqlite3.Connection]:
    """One write transaction. SQLite's errors within become Unavailable, and nothing of it remains."""
    with reading(database), database.transaction() as connection:
        yield connection


def _advise(error: sqlite3.Error) -> str:
    text = str(error).lower()
    return next((advice for mark, advice in _ADVICE if mark in text), "see what is wrong with the file")
