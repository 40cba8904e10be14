"""The pool of idle connections."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from urllib3.connection import HTTPConnection

from crawler.fetch.connection import Pool


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ends() -> Iterator[list[socket.socket]]:
    """The servers' ends of the connections made."""
    ends: list[socket.socket] = []
    yield ends
    for end in ends:
        end.close()


def connection(ends: list[socket.socket]) -> HTTPConnection:
    ours, theirs = socket.socketpair()
    ends.append(theirs)
    made = HTTPConnection("site.example")
    made.sock = ours
    return made


def test_the_newest_of_a_route_comes_first(ends: list[socket.socket]) -> None:
    pool = Pool()
    old, new, other = (connection(ends) for _ in range(3))
    pool.give("a", old)
    pool.give("a", new)
    pool.give("b", other)
    assert pool.take("a") is new
    assert pool.take("a") is old
    assert pool.take("a") is None
    assert pool.take("b") is other
    for taken in (old, new, other):
        taken.close()


def test_a_connection_that_the_server_closed_is_not_given_out(ends: list[socket.socket]) -> None:
    pool = Pool()
    alive, dead = connection(ends), connection(ends)
    pool.give("a", alive)
    pool.give("a", dead)
    ends[1].close()
    assert pool.take("a") is alive
    assert dead.sock is None
    alive.close()


def test_what_is_idle_too_long_is_closed(ends: list[socket.socket]) -> None:
    clock = Clock()
    pool = Pool(clock)
    old, new = connection(ends), connection(ends)
    pool.give("a", old)
    clock.now = 61
    pool.give("b", new)
    assert old.sock is None
    assert pool.take("a") is None
    pool.close()
    assert new.sock is None


def test_the_oldest_make_room(ends: list[socket.socket], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.fetch.connection._MAX_IDLE", 2)
    pool = Pool()
    made = [connection(ends) for _ in range(3)]
    for number, each in enumerate(made):
        pool.give(str(number), each)
    assert made[0].sock is None
    assert pool.take("2") is made[2]
    assert pool.take("1") is made[1]
    for each in made:
        each.close()
