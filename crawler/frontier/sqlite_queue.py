"""The queue in the embedded stores' file: Beanstalkd's tubes, leases and delays as rows of one table."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable
from pathlib import Path
from threading import Condition

from crawler.embedded import Database
from crawler.errors import Unavailable
from crawler.frontier.ports import Job, Tube, TubeStats
from crawler.frontier.sqlite_access import SQL, reading, writing
from crawler.settings import Settings

LEASED = "id = :id AND state = 'reserved' AND due = :lease"
"""The job, if nobody has taken it since we did: a later lease ends at another time."""

OURS = f"{LEASED} AND due > :now"
"""The job, if our lease on it has not ended."""

POLL_S = 0.25
"""How often a waiting `reserve` looks by itself: for delays and leases that end, and for other processes' jobs."""

# Rung at each put, by file and tube, so that a thread which waits in this process gets the job at once.
_bells: dict[tuple[Path, Tube], Condition] = {}


class Presence:
    """Says for as long as this process lives that it takes jobs: by a shared lock, which ends however the process
    does. Who finds itself alone at its start gives back what others, which must be dead, have on lease. Raises
    Unavailable."""

    def __init__(self, database: Database) -> None:
        path = database.path.with_suffix(".lock")
        try:
            self._file = path.open("ab")
        except OSError as error:
            why = "its folder is not there or may not be written: correct CRAWLER_DATA_DIR"
            raise Unavailable("sqlite", f"{why} ({error.strerror}: {path})") from error
        try:
            self._give_back_if_alone(database)
            fcntl.flock(self._file, fcntl.LOCK_SH)
        except BaseException:
            self._file.close()
            raise

    def _give_back_if_alone(self, database: Database) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        with writing(database) as connection:
            connection.execute("UPDATE job SET state = 'ready', due = NULL WHERE state = 'reserved'")

    def close(self) -> None:
        self._file.close()


class SqliteQueue:
    """`Queue` over one SQLite file, which outlives the process. `clock` gives Unix seconds.

    A lease belongs to the object that took it; `close` gives back all that it holds. What a killed process holds is
    given back by the next one that is alone (`Presence`), or else comes back by its TTR. `be_present` is called before
    each lease.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        *,
        clock: Callable[[], float] = time.time,
        be_present: Callable[[], None] = lambda: None,
    ) -> None:
        self._be_present = be_present
        self._lease_s = settings.lease_s
        self._database = database
        self._clock = clock
        self._leases: dict[int, float] = {}  # job id → the lease's end, which tells our lease from a later one

    def put(self, tube: Tube, body: bytes, *, priority: int = 1000, delay_s: float = 0.0) -> None:
        state, due = self._when(delay_s)
        with writing(self._database) as connection:
            connection.execute(
                "INSERT INTO job (tube, priority, state, due, body) VALUES (?, ?, ?, ?, ?)",
                (tube, priority, state, due, body),
            )
        self._ring(tube)

    def reserve(self, tube: Tube, *, timeout_s: float) -> Job | None:
        # Waiting is by the monotonic clock: `clock` is what delays and leases are counted with, and may be a test's.
        deadline = time.monotonic() + timeout_s
        self._be_present()
        while True:
            job = self._take(tube)
            rest_s = deadline - time.monotonic()
            if job is not None or rest_s <= 0:
                return job
            bell = self._bell(tube)
            with bell:
                bell.wait(min(rest_s, POLL_S))

    def delete(self, job: Job) -> bool:
        # As on Beanstalkd: a job whose lease has ended and that nobody has taken since is deleted all the same.
        return self._end(job, f"DELETE FROM job WHERE {LEASED} OR id = :id AND state = 'ready'")

    def release(self, job: Job, *, delay_s: float = 0.0) -> bool:
        state, due = self._when(delay_s)
        done = self._end(job, f"UPDATE job SET state = :state, due = :due WHERE {OURS}", state=state, due=due)
        self._ring(job.tube)
        return done

    def touch(self, job: Job) -> bool:
        lease, until = self._leases.get(job.id), self._clock() + self._lease_s
        done = self._change(f"UPDATE job SET due = :until WHERE {OURS}", id=job.id, lease=lease, until=until)
        if done:
            self._leases[job.id] = until
        return done

    def bury(self, job: Job) -> bool:
        return self._end(job, f"UPDATE job SET state = 'buried', due = NULL WHERE {OURS}")

    def kick(self, tube: Tube, limit: int) -> int:
        with writing(self._database) as connection:
            kicked = connection.execute(SQL["kick"], (tube, limit)).rowcount
        self._ring(tube)
        return kicked

    def stats(self, tube: Tube) -> TubeStats:
        with reading(self._database) as connection:
            rows = connection.execute(SQL["count_jobs"], {"tube": tube, "now": self._clock()})
            return TubeStats(**dict(rows.fetchall()))

    def next_ready_s(self, tube: Tube) -> float | None:
        with reading(self._database) as connection:
            sql = "SELECT min(due) FROM job WHERE tube = ? AND state = 'delayed'"
            (due,) = connection.execute(sql, (tube,)).fetchone()
        return None if due is None else max(0.0, due - self._clock())

    def close(self) -> None:
        """Give back what is still on lease, as Beanstalkd does when a connection ends."""
        if not self._leases:
            return
        with writing(self._database) as connection:
            connection.executemany(
                "UPDATE job SET state = 'ready', due = NULL WHERE id = ? AND due = ?", list(self._leases.items())
            )
        self._leases.clear()

    def _take(self, tube: Tube) -> Job | None:
        now = self._clock()
        until = now + self._lease_s
        with writing(self._database) as connection:
            connection.execute(SQL["ripen"], {"tube": tube, "now": now})
            rows = connection.execute(SQL["reserve"], {"tube": tube, "until": until}).fetchall()
        for number, body in rows:  # one, or none
            self._leases[number] = until
            return Job(number, tube, body)
        return None

    def _end(self, job: Job, sql: str, **values: object) -> bool:
        """Run what ends a lease; whether it was still ours."""
        done = self._change(sql, id=job.id, lease=self._leases.get(job.id), **values)
        self._leases.pop(job.id, None)
        return done

    def _change(self, sql: str, **values: object) -> bool:
        with writing(self._database) as connection:
            return connection.execute(sql, {"now": self._clock(), **values}).rowcount == 1

    def _when(self, delay_s: float) -> tuple[str, float | None]:
        """The state and the due time of a job that may be taken after a delay."""
        return ("delayed", self._clock() + delay_s) if delay_s > 0 else ("ready", None)

    def _bell(self, tube: Tube) -> Condition:
        return _bells.setdefault((self._database.path, tube), Condition())

    def _ring(self, tube: Tube) -> None:
        bell = self._bell(tube)
        with bell:
            bell.notify()
