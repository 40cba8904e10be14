"""Roles leave in time whatever hangs, and their threads neither die nor let go of what they hold for nothing."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crawler.errors import Unavailable
from crawler.frontier import Job, Tube
from crawler.frontier.beanstalk import BeanstalkQueue
from crawler.observe import EventLog
from crawler.roles.held import Held, LeaseLost
from crawler.roles.services import Services
from crawler.roles.worker import Workers
from crawler.settings import Settings
from tests.e2e.processes import Role, wait_until
from tests.servers import Beanstalkd, Server

ROLES = ("controller", "lister", "extractor")


@contextmanager
def hanging(server: Server) -> Iterator[None]:
    """The server is stopped: it keeps its connections and answers nothing."""
    process = server._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process.pid, signal.SIGCONT)


@pytest.mark.parametrize("hung", ["redis_server", "beanstalkd", "mariadb", "elasticsearch"])
def test_every_role_leaves_in_time_while_a_server_hangs(
    request: pytest.FixtureRequest, server_settings: Settings, tmp_path: Path, hung: str
) -> None:
    settings = server_settings.model_copy(update={"stop_s": 1.0, "poll_s": 0.1, "sweep_s": 0.1})
    roles = [Role(role, settings, tmp_path / f"{role}.log") for role in ROLES]
    try:
        for role in roles:
            role.start()
        for role in roles:
            wait_until(lambda role=role: any("started" in line for line in role.lines()), f"{role.role} has started")  # type: ignore[misc]
        with hanging(request.getfixturevalue(hung)):
            time.sleep(0.5)  # each is in the middle of a call by now
            left = leave_together(roles)
        assert {role.role: seconds < 10 for role, seconds in zip(roles, left, strict=True)} == dict.fromkeys(
            ROLES, True
        )
    finally:
        for role in roles:
            role.kill()


def leave_together(roles: list[Role]) -> list[float]:
    """SIGTERM for all at once; the seconds that each took, 30 for one that stayed."""
    started = time.monotonic()
    processes = [role.process for role in roles if role.process is not None]
    for process in processes:
        process.send_signal(signal.SIGTERM)
    seconds = []
    for process in processes:
        process.wait(timeout=60)
        seconds.append(time.monotonic() - started)
    return seconds


def test_a_connection_can_be_closed_while_another_thread_waits_on_it(
    server_settings: Settings, beanstalkd: Beanstalkd
) -> None:
    queue = BeanstalkQueue(server_settings)
    queue.put(Tube.PAGES, b"{}")
    with hanging(beanstalkd):
        waiting = threading.Thread(target=lambda: ask(lambda: queue.stats(Tube.PAGES)), daemon=True)
        waiting.start()
        time.sleep(0.1)
        closing = threading.Thread(target=queue.close, daemon=True)
        closing.start()
        closing.join(2)
        assert not closing.is_alive()


def ask(call: Callable[[], object]) -> None:
    with pytest.raises(Unavailable):
        call()


class FullQueue(BeanstalkQueue):
    """Refuses jobs a few times, as a beanstalkd whose disk is full does; leases stay as they are."""

    refusals = 2
    kept = True

    def put(self, tube: Tube, body: bytes, *, priority: int = 1000, delay_s: float = 0.0) -> None:
        if self.refusals:
            self.refusals -= 1
            raise Unavailable("beanstalkd", "its disk is full", after_s=0.01)

    def touch(self, job: Job) -> bool:
        return self.kept


def held(queue: BeanstalkQueue, lease_s: float = 60) -> Held:
    return Held(queue, Job(1, Tube.PAGES, b"{}"), lease_s, threading.Event(), EventLog("test"))


def test_a_worker_waits_for_a_full_queue_and_keeps_its_lease(embedded_settings: Settings) -> None:
    queue = FullQueue(embedded_settings)
    held(queue).put(Tube.PAGES, b"{}")
    assert queue.refusals == 0


def test_a_worker_whose_lease_ended_with_its_connection_puts_nothing(embedded_settings: Settings) -> None:
    queue = FullQueue(embedded_settings)
    queue.kept = False
    with pytest.raises(LeaseLost):
        held(queue).put(Tube.PAGES, b"{}")
    assert queue.refusals == 1


def test_a_wait_for_a_store_is_never_longer_than_a_third_of_the_lease(
    embedded_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = FullQueue(embedded_settings)
    waits: list[float] = []
    monkeypatch.setattr(Held, "sleep", lambda self, seconds: waits.append(seconds))

    def away() -> str:
        if len(waits) < 2:
            raise Unavailable("elasticsearch", "its disk is full", after_s=30 * len(waits) + 3)
        return "there"

    assert held(queue, lease_s=60).patiently(away) == "there"
    assert waits == [3, 20]


def test_a_job_that_a_server_in_need_interrupted_is_given_back_at_once(embedded_settings: Settings) -> None:
    services = Services(embedded_settings)
    services.queue().put(Tube.PAGES, b"{}")
    seen = []

    def interrupted(held: Held) -> None:
        seen.append(held.job.id)
        raise Unavailable("beanstalkd", "it takes no more jobs", after_s=0.05)

    workers = Workers("test", Tube.PAGES, 1, services, interrupted)
    stop = threading.Event()
    running = threading.Thread(target=workers.run, args=(stop,), daemon=True)
    running.start()
    wait_until(lambda: len(seen) >= 3, "the job was taken again", timeout_s=10)
    stop.set()
    running.join(10)
    assert services.queue().stats(Tube.PAGES).ready == 1
