"""The controller's rounds: locks that are lost in the middle, long queues, lost tasks, frozen workers."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crawler.errors import Fatal, Unavailable
from crawler.frontier import Queue, Tube, TubeStats
from crawler.frontier.redis_frontier import RedisFrontier
from crawler.model import ListTask, Outcome, PageTask, Source, State
from crawler.roles import seen
from crawler.roles.controller import Controller
from crawler.roles.run import LocalRun, run_role
from crawler.roles.services import Services
from crawler.roles.status import gather
from crawler.settings import Settings
from crawler.stores.sources import SqlSources
from tests.documents import document


@pytest.fixture
def settings(embedded_settings: Settings) -> Settings:
    return embedded_settings.model_copy(update={"due_batch": 3, "min_free_bytes": 0})


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    with closing(Services(settings)) as services:
        yield services


@pytest.fixture
def queue(services: Services) -> Queue:
    return services.queue()


def add(services: Services, *names: str) -> list[Source]:
    rows = [Source(0, name, "feed", f"http://{name}.example/feed") for name in names]
    return [services.sources.add(row) for row in rows]


def an_hour_passes(services: Services) -> None:
    """The sources, all of which are queued, are due again."""
    for row in services.sources.all():
        services.sources.update(row.id, next_check_at=None, queued_at=datetime.now(UTC) - timedelta(hours=1))


def test_a_run_goes_on_while_its_store_can_tell_nothing(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    run, stop, asked = LocalRun(services), threading.Event(), []

    def full(_: LocalRun) -> None:
        asked.append(1)
        if len(asked) < 3:
            raise Unavailable("sqlite", "the disk is full: make room")
        stop.set()

    monkeypatch.setattr(LocalRun, "tally", full)
    monkeypatch.setattr("crawler.roles.run.PROGRESS_S", 0.1)
    run.run(stop, once=False, progress=lambda tally: None)
    assert len(asked) >= 3


@pytest.mark.parametrize(
    ("bound", "says"),
    [
        ({"min_free_bytes": 10**18}, "fewer than 1,000,000,000,000,000,000 bytes are free"),
        ({"max_lists_queued": 1}, "1 list tasks wait; start more listers"),
        ({"max_pages_queued": 1}, "1 pages wait; start more extractors"),
    ],
)
def test_that_there_is_no_room_is_logged_once_and_shown_to_whoever_looks(
    settings: Settings, bound: dict[str, int], says: str, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Services(settings.model_copy(update=bound))) as services:
        add(services, "a")
        queue, controller = services.queue(), Controller(services)
        for tube in Tube:
            queue.put(tube, b"{}")
        for _ in range(3):
            controller.round(queue)
            queue.put(Tube.LISTS, b"{}")  # it gets no better
        assert services.sources.open_tasks() == 0
        assert [record.levelname for record in caplog.records if record.message == "held back"] == ["WARNING"]
        (problem,) = gather(services).problems
        assert says in problem


def test_a_controller_that_stands_by_says_so_once_each_time(
    services: Services, queue: Queue, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    one, other = Controller(services), Controller(services)
    for controller in (one, other, other):
        controller.round(queue)
    said = [record.message for record in caplog.records]
    assert (said.count("in charge"), said.count("standing by")) == (1, 1)
    one._leave()
    for controller in (other, one, one):
        controller.round(queue)
    said = [record.message for record in caplog.records]
    assert (said.count("in charge"), said.count("standing by")) == (2, 2)


def test_a_queue_that_cannot_be_written_to_is_counted_as_it_is(services: Services, queue: Queue) -> None:
    queue.put(Tube.LISTS, b"{}")
    queue.put(Tube.LISTS, b"{}", delay_s=0.01)
    queue.put(Tube.LISTS, b"{}", delay_s=100)
    time.sleep(0.02)
    services._database.connection.execute("PRAGMA query_only = 1")  # as a full disk is
    assert queue.stats(Tube.LISTS) == TubeStats(ready=2, delayed=1)


def test_checks_go_on_when_the_clock_is_set_back(
    services: Services, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(services, "a", "b")
    controller = Controller(services)
    controller.round(queue)
    assert len(take_all(queue)) == 2
    controller.round(queue)
    assert take_all(queue) == []
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() - 7200)
    for _ in range(2):
        controller.round(queue)
    assert len(take_all(queue)) == 2


def take_all(queue: Queue, tube: Tube = Tube.LISTS) -> list[int]:
    """The sources of the tasks that are queued, which are so no more."""
    tasks = []
    while job := queue.reserve(tube, timeout_s=0):
        tasks.append(ListTask.decode(job.body).source_id)
        queue.delete(job)
    return tasks


# --- lists


def test_a_source_is_queued_once_though_its_task_waits_for_long(services: Services, queue: Queue) -> None:
    controller = Controller(services)
    rows = add(services, "a", "b", "c", "d")
    for _ in range(3):
        controller.round(queue)
        an_hour_passes(services)
    assert sorted(take_all(queue)) == [row.id for row in rows]


def test_a_source_whose_task_was_lost_is_queued_again(services: Services, queue: Queue) -> None:
    controller = Controller(services)
    rows = add(services, "a", "b", "c", "d")
    controller.round(queue)
    an_hour_passes(services)
    lost = take_all(queue)
    for _ in range(2):  # a batch of three in each
        controller.round(queue)
    assert sorted(take_all(queue)) == sorted(lost) == [row.id for row in rows]


def test_a_source_whose_task_a_frozen_lister_holds_is_queued_again(services: Services, queue: Queue) -> None:
    controller = Controller(services)
    (row,) = add(services, "a")
    controller.round(queue)
    assert services.queue().reserve(Tube.LISTS, timeout_s=0)
    an_hour_passes(services)
    controller.round(queue)
    assert take_all(queue) == [row.id]


def test_no_more_is_queued_in_one_round_than_there_is_room_for(services: Services, queue: Queue) -> None:
    small = Services(services.settings.model_copy(update={"max_lists_queued": 5}))
    add(services, *"abcdefghijkl")
    Controller(small).round(queue)
    assert len(take_all(queue)) == 6  # two batches of three


# --- the lock


class Thief:
    """Takes the lock over for another controller, as happens when a round takes longer than the lock lasts."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, *_: object) -> None:
        later = datetime.fromtimestamp(4_000_000_000, UTC)
        assert self._services.sources.acquire("another", now=later, lock_s=30)


def test_a_lock_that_is_lost_while_the_seen_set_is_rebuilt_ends_the_round(
    services: Services, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "BATCH", 1)
    services.documents.add([document(1), document(2)])
    add(services, "a")
    steal = Thief(services)
    monkeypatch.setattr(services.frontier, "mark_seen", steal)
    Controller(services).round(queue)
    assert take_all(queue) == []


def test_a_lock_that_is_lost_while_sources_are_queued_ends_the_round(
    services: Services, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(services, *"abcdef")
    steal, put = Thief(services), queue.put

    def put_and_steal(tube: Tube, body: bytes, *, priority: int = 1000, delay_s: float = 0.0) -> None:
        put(tube, body, priority=priority, delay_s=delay_s)
        steal()

    monkeypatch.setattr(queue, "put", put_and_steal)
    Controller(services).round(queue)
    assert len(take_all(queue)) == 1


def test_a_long_round_keeps_its_lock(services: Services, queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    add(services, *"abcdefghi")
    taken = []
    acquire = SqlSources.acquire

    def count(sources: SqlSources, holder: str, *, now: datetime, lock_s: float, alone: bool) -> object:
        taken.append(now)
        return acquire(sources, holder, now=now, lock_s=lock_s, alone=alone)

    monkeypatch.setattr(SqlSources, "acquire", count)
    Controller(services).round(queue)
    assert len(taken) == 1 + 3 + 3  # for the round, and for each batch of rows that it looks over and queues


# --- pages


def test_a_page_that_a_frozen_worker_holds_is_put_back(server_settings: Settings) -> None:
    settings = server_settings.model_copy(update={"pending_timeout_s": 0.01})
    with closing(Services(settings)) as services:
        queue, frozen = services.queue(), services.queue()
        task = PageTask("http://a.example/1", source_id=1)
        services.frontier.admit([task], now=0)
        queue.put(Tube.PAGES, task.encode())
        job = frozen.reserve(Tube.PAGES, timeout_s=1)
        assert job is not None
        assert isinstance(services.frontier, RedisFrontier)
        services.frontier.enter(task, now=0, nap_s=0)
        controller = Controller(services)
        controller.round(queue)
        back = queue.reserve(Tube.PAGES, timeout_s=1)
        assert back is not None
        assert PageTask.decode(back.body).copy == 1
        frozen.close()
        queue.close()


@pytest.fixture(params=["embedded_settings", pytest.param("server_settings", marks=pytest.mark.servers)])
def swept(request: pytest.FixtureRequest) -> Iterator[Services]:
    """The sweeper looks in every round, and a task is overdue by the hour only."""
    given = request.getfixturevalue(request.param)
    often = {"sweep_s": 0.01, "pending_timeout_s": 3600, "min_free_bytes": 0}
    with closing(Services(given.model_copy(update=often))) as services:
        services.documents.prepare()
        yield services


def rounds(services: Services, queue: Queue, number: int) -> int:
    """Let the controller look so often; how many jobs there are then."""
    controller = Controller(services)
    for _ in range(number):
        controller.round(queue)
        time.sleep(0.02)
    controller._leave()
    return queue.stats(Tube.PAGES).total


def test_pages_that_could_not_be_queued_are_soon_put_back(swept: Services) -> None:
    queue, now = swept.queue(), time.time()
    tasks = [PageTask(f"http://{number}.example/1", source_id=1) for number in range(5)]
    swept.frontier.admit(tasks, now=now - 60)
    queue.put(Tube.PAGES, tasks[0].encode())
    assert rounds(swept, queue, 2) == 1
    assert rounds(swept, queue, 3) == 5
    assert rounds(swept, queue, 9) == 5, "once"
    done = [PageTask.decode(job.body) for _ in range(5) if (job := queue.reserve(Tube.PAGES, timeout_s=1))]
    assert sorted(task.copy for task in done)[1:] == [1, 1, 1, 1]
    queue.close()


def test_pages_whose_jobs_are_on_lease_are_left_to_their_workers(swept: Services) -> None:
    queue, worker = swept.queue(), swept.queue()
    tasks = [PageTask(f"http://{number}.example/1", source_id=1) for number in range(3)]
    for one in swept.frontier.admit(tasks, now=time.time() - 60):
        queue.put(Tube.PAGES, one.task.encode())
    assert worker.reserve(Tube.PAGES, timeout_s=1)
    assert rounds(swept, queue, 9) == 3
    worker.close()
    queue.close()


# --- what ends a role


def test_an_engine_file_that_is_wrong_ends_the_process_with_a_sentence(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "odd.toml").write_text("name = ")
    wrong = settings.model_copy(update={"config_dir": tmp_path})
    for role in ("controller", "lister"):
        with closing(Services(wrong)) as services, pytest.raises(Fatal, match=r"odd\.toml"):
            run_role(role, services, threading.Event())
    with closing(Services(wrong)) as services, pytest.raises(Fatal, match=r"odd\.toml"):
        LocalRun(services).run(threading.Event(), once=True, progress=lambda tally: None)


def test_a_round_that_a_store_interrupts_goes_on_where_it_was(
    services: Services, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = Controller(services)
    rows = add(services, *"abcdefg")
    queued = SqlSources.queued
    calls = []

    def away_at_the_fifth(sources: SqlSources, *args: object, **kwargs: object) -> bool:
        calls.append(args)
        if len(calls) == 5:
            raise Unavailable("mysql", "gone away")
        return queued(sources, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(SqlSources, "queued", away_at_the_fifth)
    with pytest.raises(Unavailable):
        controller.round(queue)
    controller.round(queue)
    tasks = take_all(queue)
    assert set(tasks) == {row.id for row in rows}
    assert len(tasks) == len(rows) + 1  # the fifth's task stood in the queue already: it is read twice
    assert {row.state for row in services.sources.all()} == {State.NEW}


def test_what_is_idle_and_old_is_forgotten_though_nothing_is_missing(services: Services, queue: Queue) -> None:
    services.frontier.enter_host("idle.example", now=0, nap_s=0)
    services.frontier.count(Tube.LISTS, 1, Outcome("ok"), now=0)
    Controller(services).round(queue)
    with closing(sqlite3.connect(services.settings.sqlite_path)) as file:
        assert file.execute("SELECT (SELECT count(*) FROM host) + (SELECT count(*) FROM outcome)").fetchone() == (0,)
