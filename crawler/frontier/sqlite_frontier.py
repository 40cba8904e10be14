"""The frontier in the embedded stores' file: the same port with the same rules, for the threads of one laptop.

The seen set is exact here: a 64-bit hash of each URL, 14 bytes. It does not rotate.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace

from crawler.embedded import Database
from crawler.frontier.outcomes import DEAD_LETTERS, FORGOTTEN, KEEP_DAYS, KINDS, day, label, last_days
from crawler.frontier.pace import HostState
from crawler.frontier.ports import Admitted, DeadLetter, Entry, FailingHost, SeenStats, Tube, Turn
from crawler.frontier.sqlite_access import SQL, reading, writing
from crawler.frontier.threads import source_of
from crawler.model import Outcome, PageTask, url_id
from crawler.settings import Settings

BEGUN = 1e12
"""Stands for the due time of a task that a worker has begun."""

SEEN_ROW_BYTES = 14
"""Of the file, for each URL: 14.3 measured over a million random hashes."""


class SqliteFrontier:
    """`Frontier` over one SQLite file. `clock` gives Unix seconds where no `now` is passed."""

    def __init__(self, settings: Settings, database: Database, *, clock: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._database = database
        self._clock = clock

    def admit(self, tasks: Sequence[PageTask], *, now: float, again: bool = False) -> list[Admitted]:
        hashes = [seen_hash(task.url) for task in tasks]
        with writing(self._database) as connection:
            unseen = {row[0] for row in connection.execute(SQL["unseen"], (json.dumps(hashes),))}
            return [
                Admitted(task, self._queue(connection, task, now) - now)
                for task, number in zip(tasks, hashes, strict=True)
                if (again or number in unseen) and _take(connection, task)
            ]

    def _queue(self, connection: sqlite3.Connection, task: PageTask, now: float) -> float:
        """When a task that was just taken is due: the next slot of its host."""
        state = self._read_host(connection, task.host)
        after, slot = state.queue(now=now, least_s=self._settings.host_interval_s)
        _write_host(connection, task.host, after)
        connection.execute("UPDATE pending SET due = ? WHERE id = ?", (slot, task.id))
        return slot

    def mark_seen(self, urls: Sequence[str]) -> None:
        with writing(self._database) as connection:
            rows = [(seen_hash(url),) for url in urls]
            connection.executemany("INSERT OR IGNORE INTO seen (hash) VALUES (?)", rows)

    def enter(self, task: PageTask, *, now: float, nap_s: float) -> Entry:
        with writing(self._database) as connection:
            row = connection.execute("SELECT copy, starts FROM pending WHERE id = ?", (task.id,)).fetchone()
            if row is None:
                if _was_seen(connection, task.url):
                    return Entry(Turn.STALE, pending=False)
                _take(connection, task, now)
            elif task.copy < row["copy"]:
                return Entry(Turn.STALE)
            elif row["starts"] >= self._settings.max_crashes:
                return Entry(Turn.CRASHES)
            turn, at, host = self._ask(connection, task.host, now, nap_s, self._settings.host_interval_s)
            if turn is Turn.GO:
                connection.execute("UPDATE pending SET starts = starts + 1, due = ? WHERE id = ?", (BEGUN, task.id))
            else:
                connection.execute("UPDATE pending SET due = ? WHERE id = ?", (at, task.id))
        return Entry(turn, at - now, row is not None, host.failing, host.trouble)

    def enter_host(self, host: str, *, now: float, nap_s: float, interval_s: float | None = None) -> Entry:
        least_s = max(self._settings.host_interval_s, interval_s or 0.0)
        with writing(self._database) as connection:
            turn, at, state = self._ask(connection, host, now, nap_s, least_s)
        return Entry(turn, at - now, failing_since=state.failing, trouble=state.trouble)

    def _ask(
        self, connection: sqlite3.Connection, host: str, now: float, nap_s: float, least_s: float
    ) -> tuple[Turn, float, HostState]:
        backoff_s = self._settings.host_backoff_s
        before = self._read_host(connection, host)
        after, turn, at = before.enter(now=now, nap_s=nap_s, least_s=least_s, backoff_s=backoff_s)
        _write_host(connection, host, after)
        return turn, at, after

    def _read_host(self, connection: sqlite3.Connection, name: str) -> HostState:
        sql = "SELECT next, gate, interval, failing, trouble, clock FROM host WHERE name = ?"
        row = connection.execute(sql, (name,)).fetchone()
        return (HostState(*row) if row else HostState()).at(self._clock())

    def stretch(self, host: str, *, now: float, rest_s: float, interval_s: float | None = None) -> None:
        with writing(self._database) as connection:
            before = self._read_host(connection, host)
            _write_host(connection, host, before.stretch(until=now + rest_s, interval_s=interval_s))

    def failed(self, host: str, trouble: str, *, now: float, is_sure: bool, asked_s: float = 0.0) -> Entry:
        least_s, most_s = self._settings.host_backoff_s, self._settings.host_backoff_max_s
        with writing(self._database) as connection:
            before = self._read_host(connection, host)
            after = before.failed(trouble, now=now, is_sure=is_sure, least_s=least_s, most_s=most_s, asked_s=asked_s)
            _write_host(connection, host, after)
        return Entry(Turn.WAIT, after.gate - now, failing_since=after.failing, trouble=trouble)

    def answered(self, host: str) -> None:
        with writing(self._database) as connection:
            connection.execute("UPDATE host SET failing = 0, trouble = '' WHERE name = ?", (host,))

    def failing(self, *, after: float, limit: int) -> list[FailingHost]:
        sql = "SELECT name, failing, gate, trouble FROM host WHERE failing > 0 AND gate >= ? ORDER BY gate DESC LIMIT ?"
        with reading(self._database) as connection:
            return [FailingHost(*row) for row in connection.execute(sql, (after, limit))]

    def postpone(self, task: PageTask, *, due: float) -> None:
        with writing(self._database) as connection:
            sql = "UPDATE pending SET body = ?, copy = max(copy, ?), due = ?, starts = 0 WHERE id = ?"
            connection.execute(sql, (task.encode(), task.copy, due, task.id))

    def settle(self, task: PageTask, outcome: Outcome, *, now: float) -> bool:
        with writing(self._database) as connection:
            return _settle(connection, task, outcome, now)

    def bury(self, task: PageTask, outcome: Outcome, *, now: float) -> bool:
        letter = (task.id, task.encode(), outcome.reason or outcome.label, outcome.detail, now)
        with writing(self._database) as connection:
            if not _settle(connection, task, outcome, now):
                return False
            connection.execute("REPLACE INTO dead_letter (id, body, reason, detail, at) VALUES (?, ?, ?, ?, ?)", letter)
            forgotten = connection.execute(SQL["forget_surplus"], (DEAD_LETTERS,)).rowcount
            if forgotten:
                _count(connection, now, FORGOTTEN, "dead_letter", 0, forgotten)
        return True

    def count(self, tube: Tube, source_id: int, outcome: Outcome, *, now: float) -> None:
        with writing(self._database) as connection:
            _count(connection, now, KINDS[tube], label(outcome), source_id)

    def overdue(self, *, now: float, limit: int, past_s: float | None = None) -> list[PageTask]:
        """Also forgets hosts that have been idle and counts that are old, as Redis does by itself."""
        sql = "SELECT id, copy + 1 AS copy, body FROM pending WHERE due <= ? ORDER BY due LIMIT ?"
        past = now - (self._settings.pending_timeout_s if past_s is None else past_s)
        idle = now - self._settings.robots_hours * 3600
        with writing(self._database) as connection:
            connection.execute("DELETE FROM host WHERE max(next, gate) < ?", (idle,))
            connection.execute("DELETE FROM outcome WHERE day < ?", (day(now - KEEP_DAYS * 86_400),))
            rows = connection.execute(sql, (past, limit)).fetchall()
            renewed = [(row["copy"], now, row["id"]) for row in rows]
            connection.executemany("UPDATE pending SET copy = ?, due = ? WHERE id = ?", renewed)
        return [replace(PageTask.decode(row["body"]), copy=row["copy"]) for row in rows]

    def silent(self, *, now: float, limit: int) -> list[PageTask]:
        """None: a lease in this file always ends by itself."""
        return []

    def pending_count(self) -> int:
        return self._number("SELECT count(*) FROM pending")

    def waiting_count(self) -> int:
        return self._number(f"SELECT count(*) FROM pending WHERE due < {BEGUN}")

    def outcomes(self, *, days: int, now: float) -> Mapping[tuple[str, str, str, int], int]:
        sql = "SELECT day, kind, label, source_id, number FROM outcome WHERE day BETWEEN ? AND ?"
        with reading(self._database) as connection:
            rows = connection.execute(sql, (last_days(days, now)[-1], day(now)))
            return {(row["day"], row["kind"], row["label"], row["source_id"]): row["number"] for row in rows}

    def dead_letters(self, limit: int) -> list[DeadLetter]:
        sql = "SELECT body, reason, detail, at FROM dead_letter ORDER BY at DESC, id LIMIT ?"
        with reading(self._database) as connection:
            rows = connection.execute(sql, (limit,))
            return [DeadLetter(PageTask.decode(row[0]), *row[1:]) for row in rows]

    def revive(self, url: str, *, now: float) -> PageTask | None:
        with writing(self._database) as connection:
            row = connection.execute("SELECT body FROM dead_letter WHERE id = ?", (url_id(url),)).fetchone()
            if row is None:
                return None
            task = PageTask.decode(row["body"]).afresh()
            connection.execute("DELETE FROM dead_letter WHERE id = ?", (task.id,))
            sql = "REPLACE INTO pending (id, body, copy, due) VALUES (?, ?, 0, ?)"
            connection.execute(sql, (task.id, task.encode(), now))
        return task

    def forget_dead(self, url: str) -> bool:
        with writing(self._database) as connection:
            return connection.execute("DELETE FROM dead_letter WHERE id = ?", (url_id(url),)).rowcount == 1

    def remember_thread(self, thread_id: str, memory: bytes, *, due: float | None) -> None:
        sql = "REPLACE INTO thread (id, memory, due, kept_until) VALUES (?, ?, ?, ?)"
        kept_until = self._clock() + self._settings.seen_days * 86_400
        with writing(self._database) as connection:
            connection.execute(sql, (thread_id, memory, due, kept_until))

    def recall_threads(self, thread_ids: Sequence[str]) -> list[bytes | None]:
        sql = "SELECT id, memory FROM thread WHERE id IN (SELECT value FROM json_each(?)) AND kept_until > ?"
        with reading(self._database) as connection:
            rows = connection.execute(sql, (json.dumps(list(thread_ids)), self._clock()))
            known = {row["id"]: row["memory"] for row in rows}
        return [known.get(one) for one in thread_ids]

    def due_threads(self, *, now: float, again_at: float, limit: int) -> list[bytes]:
        sql = "SELECT id, memory FROM thread WHERE due <= ? ORDER BY due LIMIT ?"
        with writing(self._database) as connection:
            connection.execute("DELETE FROM thread WHERE kept_until <= ?", (self._clock(),))
            rows = connection.execute(sql, (now, limit)).fetchall()
            connection.executemany("UPDATE thread SET due = ? WHERE id = ?", [(again_at, row["id"]) for row in rows])
        return [row["memory"] for row in rows]

    def forget_source(self, source_id: int) -> int:
        with writing(self._database) as connection:
            pending = connection.execute("SELECT id, body FROM pending").fetchall()
            dead = connection.execute("SELECT id, body FROM dead_letter").fetchall()
            threads = connection.execute("SELECT id, memory FROM thread").fetchall()
            urls = _of_source(pending, source_id)
            _forget(connection, "pending", urls)
            _forget(connection, "dead_letter", _of_source(dead, source_id))
            _forget(connection, "thread", [row["id"] for row in threads if source_of(row["memory"]) == source_id])
        self.mark_seen(list(urls.values()))
        return len(urls)

    def forget_seen(self, urls: Sequence[str]) -> bool:
        with writing(self._database) as connection:
            connection.executemany("DELETE FROM seen WHERE hash = ?", [(seen_hash(url),) for url in urls])
        return True

    def seen_stats(self) -> SeenStats:
        count = self._number("SELECT count(*) FROM seen")
        return SeenStats(
            capacity=self._settings.seen_capacity,
            count=count,
            fill=0.0,
            error_rate=count / 2**64,
            bytes=count * SEEN_ROW_BYTES,
            generations=1,
        )

    def clear_seen(self) -> None:
        with writing(self._database) as connection:
            connection.execute("DELETE FROM seen")

    def get_cached(self, key: str) -> bytes | None:
        return self.get_all_cached([key]).get(key)

    def put_cached(self, key: str, value: bytes, *, ttl_s: float) -> None:
        self.put_all_cached({key: value}, ttl_s=ttl_s)

    def get_all_cached(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        sql = "SELECT key, value FROM cache WHERE key IN (SELECT value FROM json_each(?)) AND expires_at > ?"
        with reading(self._database) as connection:
            rows = connection.execute(sql, (json.dumps(list(keys)), self._clock())).fetchall()
        return {row["key"]: row["value"] for row in rows}

    def put_all_cached(self, values: Mapping[str, bytes], *, ttl_s: float) -> None:
        if not values:
            return
        now = self._clock()
        rows = [(key, value, now + ttl_s) for key, value in values.items()]
        with writing(self._database) as connection:
            connection.execute("DELETE FROM cache WHERE expires_at <= ?", (now,))
            connection.executemany("REPLACE INTO cache (key, value, expires_at) VALUES (?, ?, ?)", rows)

    def check(self) -> None:
        self._number("SELECT count(*) FROM host WHERE name = ''")

    def _number(self, sql: str) -> int:
        with reading(self._database) as connection:
            return int(connection.execute(sql).fetchone()[0])


def seen_hash(url: str) -> int:
    """64 bits of a URL as SQLite's signed integer."""
    digest = hashlib.blake2b(url.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _of_source(rows: Iterable[sqlite3.Row], source_id: int) -> dict[str, str]:
    """Ids of the rows whose task is the source's, with its URL."""
    tasks = ((row["id"], PageTask.decode(row["body"])) for row in rows)
    return {id: task.url for id, task in tasks if task.source_id == source_id}


def _forget(connection: sqlite3.Connection, table: str, ids: Iterable[str]) -> None:
    connection.executemany(f"DELETE FROM {table} WHERE id = ?", [(id,) for id in ids])


def _take(connection: sqlite3.Connection, task: PageTask, due: float = 0.0) -> bool:
    """Write a task to the pending set, unless it is there."""
    sql = "INSERT OR IGNORE INTO pending (id, body, copy, due) VALUES (?, ?, ?, ?)"
    return connection.execute(sql, (task.id, task.encode(), task.copy, due)).rowcount == 1


def _was_seen(connection: sqlite3.Connection, url: str) -> bool:
    sql = "SELECT 1 FROM seen WHERE hash = ?"
    return connection.execute(sql, (seen_hash(url),)).fetchone() is not None


def _settle(connection: sqlite3.Connection, task: PageTask, outcome: Outcome, now: float) -> bool:
    if connection.execute("DELETE FROM pending WHERE id = ?", (task.id,)).rowcount == 0:
        return False
    _count(connection, now, KINDS[Tube.PAGES], label(outcome), task.source_id)
    return True


def _count(connection: sqlite3.Connection, now: float, kind: str, label: str, source_id: int, number: int = 1) -> None:
    values = {"day": day(now), "kind": kind, "label": label, "source_id": source_id, "number": number}
    connection.execute(SQL["count"], values)


def _write_host(connection: sqlite3.Connection, name: str, state: HostState) -> None:
    connection.execute(SQL["write_host"], {"name": name, **asdict(state)})
