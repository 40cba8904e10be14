"""Pages are neither lost nor counted twice when servers hang and workers sleep, in the frontier on Redis itself."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from crawler.errors import Unavailable
from crawler.frontier import Tube, Turn, redis_client
from crawler.frontier.redis_frontier import RedisFrontier
from crawler.model import Outcome, PageTask
from crawler.settings import load
from tests.servers import Redis

NOW = 1_700_000_000.0
PAGE = PageTask("http://a.example/1", source_id=7)


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    """A server for this test alone, which may stop it."""
    with Redis(tmp_path / "redis") as server:
        yield server


@pytest.fixture
def frontier(own_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> RedisFrontier:
    monkeypatch.setattr(redis_client, "TIMEOUT_S", 0.2)
    made = load(redis_url=own_redis.url, redis_password=own_redis.password, max_crashes=3, seen_capacity=1000)
    opened = RedisFrontier(made)
    opened.admit([PAGE, replace(PAGE, url="http://b.example/1")], now=NOW)  # the scripts are known from now on
    opened.enter(replace(PAGE, url="http://b.example/1"), now=NOW, nap_s=0)
    opened.count(Tube.LISTS, 1, Outcome("ok"), now=NOW)
    return opened


@contextmanager
def hanging(server: Redis) -> Iterator[None]:
    """The server is stopped, and carries out what it was sent once it goes on."""
    with server.client() as client:
        process = int(client.info("server")["process_id"])
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def ask_in_vain(server: Redis, call: Callable[[], object], times: int = 4) -> None:
    """As a worker does that waits for a store: again and again."""
    with hanging(server):
        for _ in range(times):
            with suppress(Unavailable):
                call()
                raise AssertionError("a stopped server answered")


def test_a_server_that_hung_kills_no_workers(own_redis: Redis, frontier: RedisFrontier) -> None:
    ask_in_vain(own_redis, lambda: frontier.enter(PAGE, now=NOW, nap_s=100))
    for start in range(3):
        assert frontier.enter(PAGE, now=NOW + 100 * start, nap_s=100).turn is Turn.GO
    assert frontier.enter(PAGE, now=NOW + 300, nap_s=100).turn is Turn.CRASHES


def test_what_was_taken_when_the_server_hung_is_given_to_who_asked(own_redis: Redis, frontier: RedisFrontier) -> None:
    tasks = [PageTask(f"http://c.example/{number % 600}", source_id=7) for number in range(700)]
    ask_in_vain(own_redis, lambda: frontier.admit(tasks, now=NOW))
    admitted = frontier.admit(tasks, now=NOW)
    assert [one.task for one in admitted] == tasks[:600]
    assert [round(one.delay_s) for one in admitted] == list(range(0, 3000, 5))
    assert frontier.admit(tasks, now=NOW) == []


def test_a_list_check_is_counted_once_though_the_server_hung(own_redis: Redis, frontier: RedisFrontier) -> None:
    ask_in_vain(own_redis, lambda: frontier.count(Tube.LISTS, 9, Outcome("ok"), now=NOW))
    for _ in range(2):
        frontier.count(Tube.LISTS, 9, Outcome("ok"), now=NOW)
    assert frontier.outcomes(days=1, now=NOW)["2023-11-14", "list", "ok", 9] == 2


def test_a_page_whose_worker_has_been_silent_for_long_is_given_again(frontier: RedisFrontier) -> None:
    frontier.enter(PAGE, now=NOW, nap_s=0)
    assert frontier.silent(now=NOW + 899, limit=9) == []
    assert [(one.url, one.copy) for one in frontier.silent(now=NOW + 901, limit=1)] == [("http://b.example/1", 1)]
    assert frontier.silent(now=NOW + 901, limit=9) == [replace(PAGE, copy=1)]
    assert frontier.silent(now=NOW + 901, limit=9) == []
    assert frontier.enter(PAGE, now=NOW + 901, nap_s=0).turn is Turn.STALE


@pytest.mark.parametrize("end", ["settle", "bury", "postpone", "wait"])
def test_a_page_that_came_to_an_end_or_back_is_not_silent(frontier: RedisFrontier, end: str) -> None:
    frontier.enter(PAGE, now=NOW, nap_s=0)
    outcome = Outcome("dropped", "too_short")
    if end == "settle":
        frontier.settle(PAGE, outcome, now=NOW)
    elif end == "bury":
        frontier.bury(PAGE, outcome, now=NOW)
    elif end == "postpone":
        frontier.postpone(PAGE.again(), due=NOW)
    else:
        assert frontier.enter(PAGE, now=NOW, nap_s=0).turn is Turn.WAIT
    assert [one.url for one in frontier.silent(now=NOW + 901, limit=9)] == ["http://b.example/1"]


def test_a_pending_set_that_somebody_deleted_by_hand_stops_nobody(own_redis: Redis, frontier: RedisFrontier) -> None:
    with own_redis.client() as client:
        client.delete("crawler:pending")
    assert frontier.overdue(now=NOW + 1000, limit=9) == []
    assert frontier.silent(now=NOW + 1000, limit=9) == []
    with own_redis.client() as client:
        assert not client.exists("crawler:due", "crawler:begun")
