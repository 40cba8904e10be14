"""The one SQLite file of the embedded stores: connections, and transactions that wait for each other."""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO
from weakref import WeakSet

BUSY_TIMEOUT_S = 30.0

REVISION = "0011"
"""The last of the migrations."""


def is_current(path: Path) -> bool:
    """True if the file's tables are those of this version: every command asks, and Alembic takes 0.3 s to say so."""
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(REVISION,)]
    except sqlite3.Error:
        return False


class OnlyOne:
    """Whether no other process that does the same is alive: by a lock on a file, which ends however a process does."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def found_out(self) -> bool:
        """True once: when nobody else has the lock, and we have it from now on."""
        if self._file is not None:
            return False
        try:
            file = self._path.open("ab")
        except OSError:  # the folder may not be written: then others' locks end by their time
            return False
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return False
        self._file = file
        return True

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


class _Held:
    """A thread's connection. Closed when the thread has ended: those of a web server come and go."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __del__(self) -> None:
        self.connection.close()


class Database:
    """A connection per thread to one file in WAL mode: readers never wait, writers wait for each other."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._all: WeakSet[_Held] = WeakSet()
        self._lock = threading.Lock()

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection, in autocommit mode; rows come as sqlite3.Row."""
        held: _Held | None = getattr(self._local, "held", None)
        if held is None:
            held = self._local.held = _Held(self._connected())
            with self._lock:
                self._all.add(held)
        return held.connection

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        # In WAL mode a commit may be lost to a power cut with NORMAL, never to a killed process, and none is torn.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One write transaction: taken at once, so that it cannot fail half-way for want of the lock."""
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk ends it by itself
                connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            for held in self._all:
                held.connection.close()
            self._all.clear()
        self._local = threading.local()
