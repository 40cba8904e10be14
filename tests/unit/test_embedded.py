"""The embedded stores' file: a connection for each thread, for as long as the thread lives."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from crawler.embedded import Database


def open_files(path: Path) -> int:
    return sum(os.path.realpath(f"/proc/self/fd/{number}") == str(path) for number in os.listdir("/proc/self/fd"))


def test_a_thread_that_ends_takes_its_connection_along(tmp_path: Path) -> None:
    path = tmp_path / "file.sqlite3"
    database = Database(path)
    ours = database.connection
    ours.execute("CREATE TABLE a (b)")

    def use() -> None:
        with database.transaction() as connection:
            connection.execute("INSERT INTO a VALUES (1)")

    for _ in range(20):
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
    assert ours.execute("SELECT count(*) FROM a").fetchone()[0] == 20
    assert open_files(path) <= 2  # SQLite keeps a closed one for the next, as long as others are open
    database.close()
    assert open_files(path) == 0
