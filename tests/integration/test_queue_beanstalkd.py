"""The queue on Beanstalkd alone: a server that hangs, dies, comes back, forgets, or takes no more."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from crawler.errors import Drop, Unavailable
from crawler.frontier import Job, Tube, beanstalk
from crawler.frontier.beanstalk import BeanstalkQueue
from crawler.settings import Settings, load
from tests.servers import Beanstalkd


class Clock:
    """A monotonic clock that a test moves on, past the queue's rests."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def own_beanstalkd(tmp_path: Path) -> Iterator[Beanstalkd]:
    """A server for this test alone, which may kill and wipe it."""
    server = Beanstalkd(tmp_path / "beanstalkd")
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def own_settings(own_beanstalkd: Beanstalkd) -> Settings:
    return load(beanstalkd_host=own_beanstalkd.host, beanstalkd_port=own_beanstalkd.port, lease_s=60)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def queue(own_settings: Settings, clock: Clock) -> Iterator[BeanstalkQueue]:
    queue = BeanstalkQueue(own_settings, clock=clock)
    yield queue
    queue.close()


def take(queue: BeanstalkQueue) -> Job:
    job = queue.reserve(Tube.PAGES, timeout_s=0)
    assert job is not None
    return job


@contextmanager
def stopped(server: Beanstalkd) -> Iterator[None]:
    """The server takes connections and answers nothing, as behind a network that drops packets."""
    with server.client() as client:
        process = client.stats()["pid"]
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


COMMANDS: dict[str, Callable[[BeanstalkQueue, Job], Any]] = {
    "put": lambda queue, _: queue.put(Tube.PAGES, b"new"),
    "reserve": lambda queue, _: queue.reserve(Tube.PAGES, timeout_s=0),
    "delete": lambda queue, job: queue.delete(job),
    "release": lambda queue, job: queue.release(job),
    "touch": lambda queue, job: queue.touch(job),
    "bury": lambda queue, job: queue.bury(job),
    "kick": lambda queue, _: queue.kick(Tube.PAGES, 1),
    "stats": lambda queue, _: queue.stats(Tube.PAGES),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_command_hangs_on_a_server_that_hangs(
    command: Callable[[BeanstalkQueue, Job], Any],
    queue: BeanstalkQueue,
    own_beanstalkd: Beanstalkd,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beanstalk, "TIMEOUT_S", 0.2)
    queue.put(Tube.PAGES, b"1")
    job = take(queue)
    with stopped(own_beanstalkd), pytest.raises(Unavailable, match="timed out"):
        command(queue, job)


def test_a_connection_to_a_server_that_hangs_fails_too_and_all_is_well_when_it_goes_on(
    queue: BeanstalkQueue, clock: Clock, own_beanstalkd: Beanstalkd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beanstalk, "TIMEOUT_S", 0.2)
    queue.put(Tube.PAGES, b"1")
    take(queue)
    with stopped(own_beanstalkd):
        for _ in range(3):
            with pytest.raises(Unavailable) as caught:
                queue.reserve(Tube.PAGES, timeout_s=0)
            clock.now += caught.value.after_s
    # What was on lease over the dropped connection is ready again.
    assert queue.reserve(Tube.PAGES, timeout_s=5) is not None


def test_a_killed_server_keeps_its_jobs_and_is_watched_again(
    queue: BeanstalkQueue, clock: Clock, own_beanstalkd: Beanstalkd
) -> None:
    queue.put(Tube.PAGES, b"held", priority=1)
    queue.put(Tube.PAGES, b"ready")
    queue.put(Tube.PAGES, b"later", delay_s=60)
    held = take(queue)
    own_beanstalkd.kill()
    with pytest.raises(Unavailable, match=str(own_beanstalkd.port)):
        queue.delete(held)
    own_beanstalkd.start()
    clock.now += 60
    assert queue.stats(Tube.PAGES).delayed == 1
    assert {take(queue).body, take(queue).body} == {b"held", b"ready"}


def test_a_lost_connection_is_replaced_at_the_next_call(queue: BeanstalkQueue, own_beanstalkd: Beanstalkd) -> None:
    queue.put(Tube.PAGES, b"1")
    own_beanstalkd.restart()
    with pytest.raises(Unavailable):
        queue.put(Tube.PAGES, b"2")
    queue.put(Tube.PAGES, b"2")
    assert queue.stats(Tube.PAGES).ready == 2


def test_a_wiped_server_is_an_empty_one(queue: BeanstalkQueue, own_beanstalkd: Beanstalkd) -> None:
    queue.put(Tube.PAGES, b"1")
    lost = take(queue)
    own_beanstalkd.wipe()
    with pytest.raises(Unavailable):
        queue.delete(lost)
    assert queue.delete(lost) is False
    queue.put(Tube.PAGES, b"2")
    assert take(queue).body == b"2"


def test_a_server_in_drain_mode_takes_no_more_and_says_so(queue: BeanstalkQueue, own_beanstalkd: Beanstalkd) -> None:
    queue.put(Tube.PAGES, b"1")
    with own_beanstalkd.client() as client:
        os.kill(client.stats()["pid"], signal.SIGUSR1)
    with pytest.raises(Unavailable, match="drain mode"):
        queue.put(Tube.PAGES, b"2")
    assert queue.delete(take(queue))


def test_a_body_that_is_too_big_is_dropped_and_the_connection_is_still_good(queue: BeanstalkQueue) -> None:
    queue.put(Tube.PAGES, b"1")
    job = take(queue)
    with pytest.raises(Drop, match="70000 bytes"):
        queue.put(Tube.PAGES, b"x" * 70_000)
    assert queue.delete(job)


def test_in_the_last_second_of_a_lease_there_is_nothing_to_reserve(own_settings: Settings) -> None:
    queue = BeanstalkQueue(own_settings.model_copy(update={"lease_s": 1}))
    queue.put(Tube.PAGES, b"1")
    job = take(queue)
    assert queue.reserve(Tube.PAGES, timeout_s=60) is None
    assert queue.delete(job)
    queue.close()
