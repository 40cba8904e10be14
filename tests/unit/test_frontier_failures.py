"""What the frontier says when a server fails, and how long it rests."""

from __future__ import annotations

import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from hypothesis import given
from hypothesis import strategies as st

from crawler.embedded import Database
from crawler.errors import Unavailable
from crawler.frontier import SqliteFrontier, SqliteQueue, Tube
from crawler.frontier.beanstalk import BACKOFF_S, BeanstalkQueue, backoff
from crawler.frontier.redis_client import explain
from crawler.frontier.sqlite_access import reading
from crawler.settings import load


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (redis.AuthenticationError("Authentication required."), "set CRAWLER_REDIS_PASSWORD"),
        (redis.ResponseError("NOAUTH Authentication required."), "set CRAWLER_REDIS_PASSWORD"),
        (redis.AuthenticationError("invalid username-password pair or user is disabled."), "correct it"),
        (redis.ResponseError("WRONGPASS invalid username-password pair"), "correct it"),
        (redis.BusyLoadingError("Redis is loading the dataset in memory"), "wait"),
        (redis.ReadOnlyError("You can't write against a read only replica."), "primary"),
        (redis.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."), "raise its maxmemory"),
        (redis.ResponseError("Error running script: -OOM command not allowed"), "raise its maxmemory"),
        (redis.ResponseError("MISCONF Redis is configured to save RDB snapshots"), "make room"),
        (redis.ResponseError("this user has no permissions to run the 'evalsha' command"), "give it"),
        (redis.TimeoutError("Timeout reading from socket"), "no answer within"),
        (redis.ConnectionError("Error 111 connecting to 127.0.0.1:6379."), "CRAWLER_REDIS_URL"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_each_failure_of_redis_says_what_to_do(error: redis.RedisError, advice: str) -> None:
    assert advice in explain(error)
    assert str(error) in explain(error)


@given(failures=st.integers(1, 10_000), chance=st.floats(0, 1))
def test_the_rest_grows_with_each_failure_up_to_a_limit(failures: int, chance: float) -> None:
    first, longest = BACKOFF_S
    assert first / 2 <= backoff(failures, chance) <= longest
    assert backoff(failures, chance) <= backoff(failures + 1, chance)


@pytest.mark.parametrize(
    "answer",
    [b"", b"RESERVED", b"RESERVED 1 5\r\nab", b"RESERVED x y\r\n", b"RESERVED\r\n", b"\r\n", b"HTTP/1.1 400\r\n"],
    ids=repr,
)
def test_an_answer_that_is_not_beanstalks_drops_the_connection(answer: bytes) -> None:
    # The first two lines answer "watch" and "ignore".
    with answering(b"WATCHING 2\r\nWATCHING 1\r\n" + answer) as port:
        queue = BeanstalkQueue(load(beanstalkd_port=port))
        with pytest.raises(Unavailable, match="CRAWLER_BEANSTALKD_HOST"):
            queue.reserve(Tube.PAGES, timeout_s=0)
        queue.close()


def test_while_it_rests_the_queue_does_not_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    attempts = []

    def refuse(address: object, timeout: float) -> socket.socket:
        attempts.append(now)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(socket, "create_connection", refuse)
    queue = BeanstalkQueue(load(), clock=lambda: now)
    waits = []
    for _ in range(8):
        for _ in range(3):
            with pytest.raises(Unavailable, match="refused") as caught:
                queue.stats(Tube.PAGES)
        waits.append(caught.value.after_s)
        now += caught.value.after_s
    assert len(attempts) == 8
    assert waits[-1] > 4 * waits[0]


def test_a_file_without_tables_says_to_migrate(tmp_path: Path) -> None:
    database = Database(tmp_path / "empty.sqlite3")
    settings = load()
    with pytest.raises(Unavailable, match="crawler migrate"):
        SqliteFrontier(settings, database).check()
    with pytest.raises(Unavailable, match="crawler migrate"):
        SqliteQueue(settings, database).put(Tube.PAGES, b"x")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    database = Database(tmp_path / "missing" / "x.sqlite3")
    with pytest.raises(Unavailable, match="CRAWLER_DATA_DIR"):
        SqliteFrontier(load(), database).pending_count()


def test_an_error_of_sqlite_that_we_do_not_know_keeps_its_words(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="something new"), reading(Database(tmp_path / "x.sqlite3")):
        raise sqlite3.OperationalError("something new")


@contextmanager
def answering(data: bytes) -> Iterator[int]:
    """The port of a server that sends `data` to whoever connects, and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1000):
                pass
            connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join()
