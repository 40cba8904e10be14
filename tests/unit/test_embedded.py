"""The embedded stores' file: a connection for each thread, for as long as the thread lives."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from alembic.script import ScriptDirectory

from crawler.embedded import REVISION, Database, is_current
from crawler.settings import Settings
from crawler.stores.schema import MIGRATIONS


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


def test_the_last_migration_is_the_one_that_the_code_knows() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [REVISION]


def test_a_file_is_known_to_be_up_to_date(embedded_settings: Settings, tmp_path: Path) -> None:
    path = embedded_settings.sqlite_path
    assert is_current(path)
    assert not is_current(tmp_path / "none.sqlite3")
    assert not (tmp_path / "none.sqlite3").exists()
    (tmp_path / "other.sqlite3").write_bytes(b"no database")
    assert not is_current(tmp_path / "other.sqlite3")
    database = Database(path)
    with database.transaction() as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    assert not is_current(path)
    database.close()
