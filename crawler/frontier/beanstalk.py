"""The queue over Beanstalkd: a client that cannot hang.

greenstalk's own connection has no time limit: on a server that is stopped, or behind a network that drops packets, it
waits for ever. So we make the socket, limit every command by the clock, and on any failure drop the connection. The
server then takes back what was leased over it, and the next call connects anew.

A killed worker's jobs come back at once, for its connection ends. The lease of a worker that lives but is silent is
another matter: Beanstalkd 1.12 looks at it in the microsecond when it ends, takes it for not ended yet about one time
in seven, and does not look again until that worker says something. The controller brings such tasks back.
"""

from __future__ import annotations

import math
import random
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import greenstalk

from crawler.errors import Drop, Reason, Unavailable
from crawler.frontier.ports import Job, Tube, TubeStats
from crawler.settings import Settings

T = TypeVar("T")

TIMEOUT_S = 10.0
"""For a connection and for each answer; a reserve has its own wait on top."""

BACKOFF_S = (0.5, 10.0)
"""The wait after one failure, and the longest; it doubles between them."""

MAX_DELAY_S = 2**32 - 1
MAX_PRIORITY = 2**32 - 1

KEEPALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
"""A peer that is gone without a word is noticed within a minute, where the system has these options (Linux)."""


class BeanstalkQueue:
    """`Queue` over Beanstalkd 1.10 or newer. One object per thread; `clock` is monotonic, in seconds."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._socket: socket.socket | None = None
        self._client: greenstalk.Client[bytes] | None = None
        self._using = self._watching = greenstalk.DEFAULT_TUBE
        self._failures = 0
        self._rest_until = 0.0
        self._trouble = ""

    def put(self, tube: Tube, body: bytes, *, priority: int = 1000, delay_s: float = 0.0) -> None:
        priority = min(max(priority, 0), MAX_PRIORITY)
        delay = _whole_seconds(delay_s)

        def put(client: greenstalk.Client[bytes]) -> None:
            self._use(client, tube)
            client.put(body, priority=priority, delay=delay, ttr=self._settings.lease_s)

        try:
            self._ask(put)
        except greenstalk.JobTooBigError:
            detail = f"a task of {len(body)} bytes is more than beanstalkd takes: start it with a larger -z"
            raise Drop(Reason.BAD_TASK, detail) from None

    def reserve(self, tube: Tube, *, timeout_s: float) -> Job | None:
        """Beanstalkd counts whole seconds: the timeout is rounded up. None also comes when a job that is held already
        has less than a second of its lease left: touch it, or be done with it."""
        seconds = _whole_seconds(timeout_s)

        def reserve(client: greenstalk.Client[bytes]) -> Job:
            self._watch(client, tube)
            job = client.reserve(timeout=seconds)
            return Job(job.id, tube, job.body)

        try:
            return self._ask(reserve, wait_s=seconds)
        except (greenstalk.TimedOutError, greenstalk.DeadlineSoonError):
            return None

    def delete(self, job: Job) -> bool:
        return self._ask_for(lambda client: client.delete(job.id))

    def release(self, job: Job, *, delay_s: float = 0.0) -> bool:
        held: greenstalk.Job[bytes] = greenstalk.Job(job.id, job.body)
        delay = _whole_seconds(delay_s)
        return self._ask_for(lambda client: client.release(held, _priority(client, job), delay))

    def touch(self, job: Job) -> bool:
        held: greenstalk.Job[bytes] = greenstalk.Job(job.id, job.body)
        return self._ask_for(lambda client: client.touch(held))

    def bury(self, job: Job) -> bool:
        held: greenstalk.Job[bytes] = greenstalk.Job(job.id, job.body)
        return self._ask_for(lambda client: client.bury(held, _priority(client, job)))

    def kick(self, tube: Tube, limit: int) -> int:
        def kick(client: greenstalk.Client[bytes]) -> int:
            # Where none is buried, beanstalkd would kick delayed jobs, which must not come before their time.
            if _stats(client, self._name(tube)).buried == 0:
                return 0
            self._use(client, tube)
            return client.kick(limit)

        return self._ask(kick)

    def stats(self, tube: Tube) -> TubeStats:
        return self._ask(lambda client: _stats(client, self._name(tube)))

    def next_ready_s(self, tube: Tube) -> float | None:
        def next_ready_s(client: greenstalk.Client[bytes]) -> float:
            self._use(client, tube)
            return float(client.stats_job(client.peek_delayed())["time-left"])

        try:
            return self._ask(next_ready_s)
        except greenstalk.NotFoundError:
            return None

    def close(self) -> None:
        """Disconnect; the server takes back what this object has on lease. Any thread may do so, at any time."""
        client, connection = self._client, self._socket
        self._client = self._socket = None
        self._using = self._watching = greenstalk.DEFAULT_TUBE
        if connection is not None:
            with suppress(OSError):  # wakes a thread that waits for an answer; closing would wait for it
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        if client is not None:
            client.close()

    def _name(self, tube: Tube) -> str:
        return f"{self._settings.tube_prefix}{tube}"

    def _use(self, client: greenstalk.Client[bytes], tube: Tube) -> None:
        name = self._name(tube)
        if self._using != name:
            client.use(name)
            self._using = name

    def _watch(self, client: greenstalk.Client[bytes], tube: Tube) -> None:
        name = self._name(tube)
        if self._watching != name:
            client.watch(name)
            client.ignore(self._watching)
            self._watching = name

    def _ask_for(self, command: Callable[[greenstalk.Client[bytes]], None]) -> bool:
        """Whether the job was there, and ours."""
        try:
            self._ask(command)
        except greenstalk.NotFoundError:
            return False
        return True

    def _ask(self, command: Callable[[greenstalk.Client[bytes]], T], *, wait_s: float = 0.0) -> T:
        """Run a command within its time. What the server says no to is greenstalk's error; all else is Unavailable."""
        try:
            client = self._connected(TIMEOUT_S + wait_s)
            answer = command(client)
        except _REFUSALS:
            self._failures = 0
            raise
        except (greenstalk.DrainingError, greenstalk.OutOfMemoryError, greenstalk.BuriedError) as error:
            raise Unavailable("beanstalkd", _EXPLAINED[type(error)]) from error
        # A broken line fails greenstalk's assertions and its unpacking; after any of these the rest of an answer may
        # still be on its way, and would be taken for the next one's.
        except (OSError, greenstalk.Error, AssertionError, ValueError) as error:
            raise self._away(error) from error
        except BaseException:
            self.close()
            raise
        self._failures = 0
        return answer

    def _connected(self, timeout_s: float) -> greenstalk.Client[bytes]:
        if self._client is None or self._socket is None:
            rest_s = self._rest_until - self._clock()
            if rest_s > 0:
                raise Unavailable("beanstalkd", self._trouble, after_s=rest_s)
            self._socket = _open_socket(self._settings.beanstalkd_host, self._settings.beanstalkd_port)
            self._client = greenstalk.Client(self._socket, encoding=None)
        self._socket.settimeout(timeout_s)
        return self._client

    def _away(self, error: Exception) -> Unavailable:
        """Drop the connection and rest a while: not at all after the first failure, then longer and longer."""
        lost = self._client is not None and self._failures == 0
        self.close()
        self._failures += 1
        after_s = backoff(self._failures, random.random())
        self._rest_until = self._clock() + (0.0 if lost else after_s)
        where = f"{self._settings.beanstalkd_host}:{self._settings.beanstalkd_port}"
        advice = "start it, or correct CRAWLER_BEANSTALKD_HOST and CRAWLER_BEANSTALKD_PORT"
        self._trouble = f"no answer from {where} ({str(error) or type(error).__name__}); {advice}"
        return Unavailable("beanstalkd", self._trouble, after_s=after_s)


_REFUSALS = (
    greenstalk.NotFoundError,
    greenstalk.TimedOutError,
    greenstalk.DeadlineSoonError,
    greenstalk.JobTooBigError,
)

_EXPLAINED = {
    greenstalk.DrainingError: "it takes no more jobs (drain mode): restart it",
    greenstalk.OutOfMemoryError: "its memory or its binlog's disk is full: make room",
    greenstalk.BuriedError: "it had no memory to queue the job and buried it: make room",
}


def backoff(failures: int, chance: float) -> float:
    """Seconds to wait after so many failures in a row: doubling, with jitter (`chance` 0–1) so that workers spread."""
    first, longest = BACKOFF_S
    return float(min(longest, first * 2 ** min(failures - 1, 10)) * (0.5 + chance / 2))


def _whole_seconds(seconds: float) -> int:
    return min(math.ceil(max(seconds, 0.0)), MAX_DELAY_S)


def _open_socket(host: str, port: int) -> socket.socket:
    connection = socket.create_connection((host, port), timeout=TIMEOUT_S)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for option, value in KEEPALIVE.items():
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
    return connection


def _priority(client: greenstalk.Client[bytes], job: Job) -> int:
    """A job's own priority, which release and bury would otherwise change."""
    return int(client.stats_job(job.id)["pri"])


def _stats(client: greenstalk.Client[bytes], name: str) -> TubeStats:
    try:
        stats = client.stats_tube(name)
    except greenstalk.NotFoundError:  # a tube is there only while somebody uses it or jobs are in it
        return TubeStats()
    return TubeStats(
        ready=stats["current-jobs-ready"],
        delayed=stats["current-jobs-delayed"],
        reserved=stats["current-jobs-reserved"],
        buried=stats["current-jobs-buried"],
    )
