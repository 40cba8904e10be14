"""What every frontier promises, held against Redis and against SQLite."""

from __future__ import annotations

import multiprocessing
import threading
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crawler.embedded import Database
from crawler.frontier import Admitted, DeadLetter, FailingHost, Frontier, SqliteFrontier, Tube, Turn
from crawler.frontier import redis_frontier as redis_module
from crawler.frontier import sqlite_frontier as sqlite_module
from crawler.frontier.redis_frontier import RedisFrontier
from crawler.frontier.threads import begin
from crawler.model import Outcome, PageTask
from crawler.settings import Settings, Stores, load
from crawler.stores.schema import migrate
from tests.servers import Redis

NOW = 1_700_000_000.0  # 2023-11-14, 22:13:20 UTC
INDEXED = Outcome("indexed")


def redis_settings(server: Redis, **overrides: object) -> Settings:
    values: dict[str, object] = {
        "stores": Stores.SERVERS,
        "redis_url": server.url,
        "redis_password": server.password,
        "redis_prefix": f"test-{uuid.uuid4().hex[:12]}:",
        "seen_capacity": 10_000,
        "host_interval_s": 5,
        "max_crashes": 3,
    }
    return load(**{**values, **overrides})


def sqlite_settings(folder: Path) -> Settings:
    made = load(data_dir=folder, host_interval_s=5, max_crashes=3)
    migrate(made)
    return made


def open_frontier(made: Settings) -> Frontier:
    if made.stores is Stores.SERVERS:
        return RedisFrontier(made)
    return SqliteFrontier(made, Database(made.sqlite_path))


@pytest.fixture(params=["redis", "sqlite"])
def frontier_settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "redis":
        return redis_settings(request.getfixturevalue("redis_server"))
    return sqlite_settings(tmp_path)


@pytest.fixture
def frontier(frontier_settings: Settings) -> Frontier:
    return open_frontier(frontier_settings)


def task(path: str = "1", host: str = "a.example", **values: object) -> PageTask:
    return replace(PageTask(f"http://{host}/{path}", source_id=7, found_at=NOW), **values)  # type: ignore[arg-type]


def urls(admitted: Sequence[Admitted]) -> list[str]:
    return [one.task.url for one in admitted]


def admit(frontier: Frontier, *tasks: PageTask) -> list[float]:
    return [one.delay_s for one in frontier.admit(tasks, now=NOW)]


# --- admit


def test_new_tasks_are_admitted_in_order_with_slots_by_host(frontier: Frontier) -> None:
    tasks = [task("1"), task("1", "b.example"), task("2"), task("3")]
    admitted = frontier.admit(tasks, now=NOW)
    assert [one.task for one in admitted] == tasks
    assert [one.delay_s for one in admitted] == [0, 0, 5, 10]
    assert frontier.pending_count() == 4


def test_nothing_is_admitted_of_an_empty_list(frontier: Frontier) -> None:
    assert frontier.admit([], now=NOW) == []


def test_a_url_twice_in_one_list_is_one(frontier: Frontier) -> None:
    assert admit(frontier, task(), task(), task("2")) == [0, 5]


def test_what_is_pending_is_not_admitted_again(frontier: Frontier) -> None:
    admit(frontier, task())
    assert admit(frontier, task(), task("2")) == [5]


def test_what_was_seen_is_not_admitted_again(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.mark_seen([task().url])
    frontier.settle(task(), INDEXED, now=NOW)
    assert admit(frontier, task(), task("2")) == [5]


def test_what_was_settled_before_it_was_marked_as_seen_is_admitted_again(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.settle(task(), INDEXED, now=NOW)
    assert admit(frontier, task()) == [5]


def test_a_list_longer_than_one_call_takes_is_admitted_whole(frontier: Frontier) -> None:
    tasks = [task(str(number)) for number in range(1200)]
    assert admit(frontier, *tasks) == [5.0 * number for number in range(1200)]
    frontier.mark_seen([one.url for one in tasks])
    assert frontier.seen_stats().count == 1200


def test_any_text_survives_the_pending_set(frontier: Frontier) -> None:
    odd = task("新闻?a=1 2", title='0 0 "quotes"\n新\x00行 \U0001f600', source="源", priority=3, channel="feed")
    assert frontier.admit([odd], now=NOW)[0].task == odd
    assert frontier.overdue(now=NOW + 10_000, limit=10) == [replace(odd, copy=1)]


# --- enter


def test_a_host_gives_one_turn_each_interval_and_then_slots_of_its_line(frontier: Frontier) -> None:
    admit(frontier, task())
    entries = [frontier.enter(task(), now=NOW, nap_s=6) for _ in range(2)]
    entries += [frontier.enter_host("a.example", now=NOW, nap_s=6) for _ in range(2)]
    assert [(entry.turn, entry.wait_s) for entry in entries] == [
        (Turn.GO, 0),
        (Turn.GO, 5),
        (Turn.WAIT, 10),
        (Turn.WAIT, 15),
    ]


def test_a_task_that_is_admitted_after_a_turn_gets_a_slot_behind_it(frontier: Frontier) -> None:
    frontier.enter_host("a.example", now=NOW, nap_s=0)
    assert admit(frontier, task()) == [5]


def test_hosts_do_not_wait_for_each_other(frontier: Frontier) -> None:
    frontier.stretch("a.example", now=NOW, rest_s=100)
    assert frontier.enter_host("b.example", now=NOW, nap_s=0).turn is Turn.GO


@pytest.mark.parametrize("nap_s", [5, 0], ids=["go", "wait"])
def test_a_task_that_the_pending_set_lost_is_pending_again(frontier: Frontier, nap_s: float) -> None:
    lost = task("2", copy=3)
    frontier.enter_host("a.example", now=NOW, nap_s=0)
    first, second = (frontier.enter(lost, now=NOW, nap_s=nap_s) for _ in range(2))
    assert (first.pending, second.pending) == (False, True)
    assert frontier.pending_count() == 1
    assert frontier.enter(replace(lost, copy=2), now=NOW, nap_s=nap_s).turn is Turn.STALE
    assert frontier.settle(lost, INDEXED, now=NOW)


def test_a_task_that_has_come_to_its_end_is_stale_and_takes_no_turn(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.mark_seen([task().url])
    frontier.settle(task(), Outcome("dropped", "too_short"), now=NOW)
    entry = frontier.enter(task(), now=NOW, nap_s=0)
    assert (entry.turn, entry.pending, frontier.pending_count()) == (Turn.STALE, False, 0)
    assert frontier.enter_host("a.example", now=NOW + 5, nap_s=0).wait_s == 0


def test_a_stale_copy_is_told_apart_and_takes_no_turn(frontier: Frontier) -> None:
    admit(frontier, task())
    newer = frontier.overdue(now=NOW + 10_000, limit=1)[0]
    assert frontier.enter(task(), now=NOW, nap_s=0).turn is Turn.STALE
    assert frontier.enter(newer, now=NOW, nap_s=0).turn is Turn.GO


def test_a_task_that_kills_its_workers_is_noticed(frontier: Frontier) -> None:
    admit(frontier, task())
    turns = [frontier.enter(task(), now=NOW + 100 * start, nap_s=0).turn for start in range(4)]
    assert turns == [Turn.GO, Turn.GO, Turn.GO, Turn.CRASHES]


def test_a_turn_to_wait_is_no_start(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.stretch("a.example", now=NOW, rest_s=1000)
    assert {frontier.enter(task(), now=NOW, nap_s=0).turn for _ in range(9)} == {Turn.WAIT}


def test_a_turn_to_wait_moves_the_due_time_to_its_slot(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.stretch("a.example", now=NOW, rest_s=1000)
    frontier.enter(task(), now=NOW, nap_s=0)
    assert frontier.overdue(now=NOW + 1000 + 899, limit=1) == []
    assert len(frontier.overdue(now=NOW + 1000 + 901, limit=1)) == 1


def test_a_task_that_a_worker_has_begun_waits_no_more_until_it_comes_back(frontier: Frontier) -> None:
    admit(frontier, task("1"), task("2"))
    assert frontier.waiting_count() == 2
    frontier.enter(task("1"), now=NOW, nap_s=0)
    assert (frontier.waiting_count(), frontier.pending_count()) == (1, 2)
    assert [one.url for one in frontier.overdue(now=NOW + 10_000, limit=9)] == [task("2").url]
    frontier.postpone(task("1").again(), due=NOW)
    assert frontier.waiting_count() == 2
    frontier.enter(task("1"), now=NOW, nap_s=0)  # to wait
    assert frontier.waiting_count() == 2


def test_a_search_engine_has_a_slower_pace_of_its_own(frontier: Frontier) -> None:
    waits = [frontier.enter_host("a.example", now=NOW, nap_s=99, interval_s=30).wait_s for _ in range(3)]
    assert waits == [0, 30, 60]


# --- stretch


def test_a_host_is_left_alone_until_then(frontier: Frontier) -> None:
    frontier.stretch("a.example", now=NOW, rest_s=60)
    frontier.stretch("a.example", now=NOW, rest_s=30)
    assert frontier.enter_host("a.example", now=NOW, nap_s=0).wait_s == 60
    assert frontier.enter_host("a.example", now=NOW + 61, nap_s=0).turn is Turn.GO


def test_a_crawl_delay_sets_the_pace_from_then_on(frontier: Frontier) -> None:
    frontier.stretch("a.example", now=NOW, rest_s=0, interval_s=20)
    frontier.stretch("a.example", now=NOW, rest_s=0)
    assert admit(frontier, task("1"), task("2")) == [0, 20]


def test_no_crawl_delay_makes_a_host_faster_than_the_setting(frontier: Frontier) -> None:
    frontier.stretch("a.example", now=NOW, rest_s=0, interval_s=0.1)
    assert admit(frontier, task("1"), task("2")) == [0, 5]


def test_a_host_that_fails_is_left_alone_and_all_are_told_until_it_answers(frontier: Frontier) -> None:
    waits = [frontier.failed("a.example", "dns", now=NOW + 60 * late, is_sure=True).wait_s for late in range(4)]
    assert waits == [60, 60, 120, 180]
    entry = frontier.enter_host("a.example", now=NOW + 200, nap_s=0)
    assert (entry.turn, entry.wait_s, entry.failing_since, entry.trouble) == (Turn.WAIT, 160, NOW, "dns")
    assert frontier.enter_host("b.example", now=NOW, nap_s=0).failing_since == 0
    frontier.answered("a.example")
    entry = frontier.enter_host("a.example", now=NOW + 400, nap_s=0)
    assert (entry.turn, entry.failing_since, entry.trouble) == (Turn.GO, 0, "")
    assert frontier.failed("a.example", "dns", now=NOW + 500, is_sure=True).wait_s == 60


def test_what_may_be_the_pages_own_failure_is_taken_down_and_stops_nobody(frontier: Frontier) -> None:
    frontier.failed("a.example", "timeout", now=NOW, is_sure=False)
    entry = frontier.enter_host("a.example", now=NOW + 1, nap_s=0)
    assert (entry.turn, entry.failing_since, entry.trouble) == (Turn.GO, NOW, "timeout")
    assert frontier.failed("a.example", "timeout", now=NOW + 90, is_sure=False).wait_s == 90
    assert frontier.enter_host("a.example", now=NOW + 91, nap_s=0).turn is Turn.WAIT


def test_hosts_that_fail_are_listed_until_they_answer(frontier: Frontier) -> None:
    for host, trouble in (("a.example", "dns"), ("b.example", "banned"), ("c.example", "timeout")):
        frontier.failed(host, trouble, now=NOW, is_sure=trouble != "timeout")
    frontier.failed("b.example", "banned", now=NOW + 100, is_sure=True)
    frontier.enter_host("d.example", now=NOW, nap_s=0)
    found = frontier.failing(after=NOW + 1, limit=9)
    assert found == [
        FailingHost("b.example", NOW, NOW + 200, "banned"),
        FailingHost("a.example", NOW, NOW + 60, "dns"),
    ]
    assert frontier.failing(after=NOW, limit=1) == found[:1]
    assert frontier.failing(after=NOW + 61, limit=9) == found[:1]
    frontier.answered("b.example")
    frontier.stretch("b.example", now=NOW, rest_s=500)
    assert frontier.failing(after=NOW + 1, limit=9) == found[1:]


def test_a_host_that_nobody_knows_answers(frontier: Frontier) -> None:
    frontier.answered("a.example")
    assert frontier.enter_host("a.example", now=NOW, nap_s=0).turn is Turn.GO


def set_back(frontier: Frontier, made: Settings, host: str, seconds: float) -> Frontier:
    """The frontier after the clock of its store was set back."""
    if isinstance(frontier, SqliteFrontier):
        return SqliteFrontier(made, Database(made.sqlite_path), clock=lambda: time.time() - seconds)
    with redis.Redis.from_url(made.redis_url, password=made.redis_password.get_secret_value()) as client:
        client.hincrbyfloat(f"{made.redis_prefix}host:{host}", "clock", seconds)  # as it would look from then
    return frontier


def test_a_clock_that_is_set_back_shuts_no_gate_for_long(frontier: Frontier, frontier_settings: Settings) -> None:
    admit(frontier, task("1"), task("2"))
    frontier.failed("a.example", "dns", now=NOW, is_sure=True)
    frontier = set_back(frontier, frontier_settings, "a.example", 7200)
    entry = frontier.enter(task("1"), now=NOW - 7200, nap_s=0)
    assert (entry.turn, round(entry.wait_s), round(entry.failing_since)) == (Turn.WAIT, 60, NOW - 7200)
    assert round(frontier.admit([task("3")], now=NOW - 7200)[0].delay_s) == 65
    frontier.answered("a.example")
    assert frontier.enter_host("a.example", now=NOW - 7100, nap_s=0).turn is Turn.GO


def test_a_worker_that_was_frozen_does_not_open_a_gate(frontier: Frontier) -> None:
    frontier.enter_host("a.example", now=NOW, nap_s=0)
    assert frontier.enter_host("a.example", now=NOW - 7200, nap_s=60).turn is Turn.WAIT
    assert frontier.enter_host("a.example", now=NOW + 1, nap_s=60).wait_s == 4


# --- postpone, overdue


def test_a_new_attempt_is_due_anew_and_its_starts_are_forgotten(frontier: Frontier) -> None:
    admit(frontier, task())
    for start in range(3):
        frontier.enter(task(), now=NOW + 100 * start, nap_s=0)
    again = task().again()
    frontier.postpone(again, due=NOW + 2000)
    assert frontier.overdue(now=NOW + 2899, limit=1) == []
    newer = replace(again, copy=1)
    assert frontier.overdue(now=NOW + 2901, limit=1) == [newer]
    assert frontier.enter(newer, now=NOW + 3000, nap_s=0).turn is Turn.GO


def test_postponing_an_older_copy_does_not_make_it_count_again(frontier: Frontier) -> None:
    admit(frontier, task())
    newer = frontier.overdue(now=NOW + 10_000, limit=1)[0]
    frontier.postpone(task().again(), due=NOW)
    assert frontier.enter(task().again(), now=NOW, nap_s=0).turn is Turn.STALE
    assert frontier.enter(newer, now=NOW, nap_s=0).turn is Turn.GO


def test_a_task_that_has_come_to_its_end_is_not_brought_back_by_a_worker_that_slept(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.settle(task(), INDEXED, now=NOW)
    frontier.postpone(task().again(), due=NOW)
    assert frontier.pending_count() == 0
    assert frontier.overdue(now=NOW + 10_000, limit=1) == []


def test_what_is_overdue_comes_oldest_first_and_once(frontier: Frontier) -> None:
    tasks = [task(str(number)) for number in range(5)]
    admit(frontier, *tasks)
    for age, one in zip([3, 1, 5, 2, 4], tasks, strict=True):
        frontier.postpone(one, due=NOW - 1000 * age)
    first = frontier.overdue(now=NOW, limit=3)
    second = frontier.overdue(now=NOW, limit=3)
    assert [one.url[-1] for one in first] == ["2", "4", "0"]
    assert [one.url[-1] for one in second] == ["3", "1"]
    assert frontier.overdue(now=NOW, limit=3) == []
    assert {one.copy for one in frontier.overdue(now=NOW + 901, limit=9)} == {2}


# --- threads


def test_pages_of_threads_are_admitted_again_but_never_twice_at_once(frontier: Frontier) -> None:
    assert urls(frontier.admit([task("1")], now=NOW)) == [task("1").url]
    frontier.mark_seen([task("1").url])
    assert frontier.admit([task("1")], now=NOW, again=True) == []
    frontier.settle(task("1"), INDEXED, now=NOW)
    assert frontier.admit([task("1")], now=NOW) == []
    assert urls(frontier.admit([task("1")], now=NOW, again=True)) == [task("1").url]
    assert frontier.enter(task("1"), now=NOW, nap_s=0).turn is Turn.GO


def test_what_is_known_of_threads_is_remembered(frontier: Frontier) -> None:
    frontier.remember_thread("a", b"1", due=NOW)
    frontier.remember_thread("a", b"2", due=NOW)
    frontier.remember_thread("b", b"3", due=None)
    assert frontier.recall_threads(["b", "x", "a"]) == [b"3", None, b"2"]
    assert frontier.recall_threads([]) == []


def test_visits_are_given_when_due_and_come_back_if_they_are_lost(frontier: Frontier) -> None:
    for name, due in (("a", NOW + 2), ("b", NOW + 1), ("c", NOW + 9), ("d", None)):
        frontier.remember_thread(name, name.encode(), due=due)
    assert frontier.due_threads(now=NOW + 5, again_at=NOW + 100, limit=1) == [b"b"]
    assert frontier.due_threads(now=NOW + 5, again_at=NOW + 100, limit=9) == [b"a"]
    assert frontier.due_threads(now=NOW + 5, again_at=NOW + 100, limit=9) == []
    assert sorted(frontier.due_threads(now=NOW + 100, again_at=NOW + 200, limit=9)) == [b"a", b"b", b"c"]
    frontier.remember_thread("a", b"a", due=None)
    assert sorted(frontier.due_threads(now=NOW + 200, again_at=NOW + 300, limit=9)) == [b"b", b"c"]


# --- settle, bury and what they leave


def test_what_a_source_brought_is_forgotten_and_the_rest_stays(frontier: Frontier) -> None:
    admit(frontier, task("1"), task("2"), task("3", source_id=8), task("4"), task("5", source_id=8))
    for path, source_id in (("4", 7), ("5", 8)):
        frontier.bury(task(path, source_id=source_id), Outcome("gave_up", "timeout"), now=NOW)
    for name, source_id in (("a", 7), ("b", 8)):
        memory = begin(task(name, source_id=source_id), task(name).url)
        frontier.remember_thread(name, memory.encode(), due=NOW)
    frontier.remember_thread("none", b"", due=None)
    assert frontier.forget_source(7) == 2
    assert (frontier.pending_count(), frontier.waiting_count()) == (1, 1)
    assert [letter.task.url for letter in frontier.dead_letters(9)] == [task("5").url]
    assert [bool(memory) for memory in frontier.recall_threads(["a", "b", "none"])] == [False, True, False]
    assert len(frontier.due_threads(now=NOW, again_at=NOW + 9, limit=9)) == 1
    assert frontier.enter(task("1"), now=NOW, nap_s=0).turn is Turn.STALE
    assert frontier.enter(task("3", source_id=8), now=NOW, nap_s=99).turn is Turn.GO
    assert frontier.forget_source(7) == 0


def test_a_seen_set_that_can_forget_lets_a_url_be_fetched_again(frontier: Frontier) -> None:
    frontier.mark_seen([task("1").url, task("2").url])
    forgets = frontier.forget_seen([task("1").url])
    assert forgets is isinstance(frontier, SqliteFrontier)
    assert urls(frontier.admit([task("1"), task("2")], now=NOW)) == ([task("1").url] if forgets else [])


def test_a_task_is_settled_and_counted_once(frontier: Frontier) -> None:
    admit(frontier, task())
    assert [frontier.settle(task(), INDEXED, now=NOW) for _ in range(3)] == [True, False, False]
    assert frontier.outcomes(days=1, now=NOW) == {("2023-11-14", "page", "indexed", 7): 1}
    assert frontier.pending_count() == 0
    assert frontier.overdue(now=NOW + 10_000, limit=1) == []


def test_settling_forgets_the_starts(frontier: Frontier) -> None:
    admit(frontier, task())
    for start in range(3):
        frontier.enter(task(), now=NOW + 100 * start, nap_s=0)
    frontier.settle(task(), INDEXED, now=NOW)
    admit(frontier, task())
    assert frontier.enter(task(), now=NOW + 1000, nap_s=0).turn is Turn.GO


def test_outcomes_are_counted_by_day_reason_and_source(frontier: Frontier) -> None:
    admit(frontier, task("1"), task("2"), task("3"))
    frontier.settle(task("1"), Outcome("dropped", "robots", "not kept"), now=NOW)
    frontier.settle(task("2"), Outcome("dropped", "robots"), now=NOW + 86_400)
    frontier.settle(task("3"), Outcome("dropped", "an odd: reason"), now=NOW + 86_400)
    frontier.count(Tube.LISTS, 9, Outcome("failed", "dns"), now=NOW)
    frontier.count(Tube.LISTS, 9, Outcome("failed", "dns"), now=NOW)
    today = {
        ("2023-11-15", "page", "dropped:robots", 7): 1,
        ("2023-11-15", "page", "dropped:an odd: reason", 7): 1,
    }
    yesterday = {("2023-11-14", "page", "dropped:robots", 7): 1, ("2023-11-14", "list", "failed:dns", 9): 2}
    assert frontier.outcomes(days=1, now=NOW + 86_400) == today
    assert frontier.outcomes(days=2, now=NOW + 86_400) == {**today, **yesterday}


def test_a_buried_task_is_settled_and_stands_among_the_dead_letters(frontier: Frontier) -> None:
    admit(frontier, task("1"), task("2"))
    gave_up = Outcome("gave_up", "timeout", "no answer from 死 host")
    assert [frontier.bury(task("1", attempt=4), gave_up, now=NOW + n) for n in range(2)] == [True, False]
    frontier.bury(task("2"), Outcome("quarantined"), now=NOW + 9)
    assert frontier.dead_letters(9) == [
        DeadLetter(task("2"), "quarantined", "", NOW + 9),
        DeadLetter(task("1", attempt=4), "timeout", "no answer from 死 host", NOW),
    ]
    assert len(frontier.dead_letters(1)) == 1
    assert frontier.pending_count() == 0
    assert frontier.outcomes(days=1, now=NOW) == {
        ("2023-11-14", "page", "gave_up:timeout", 7): 1,
        ("2023-11-14", "page", "quarantined", 7): 1,
    }


def test_a_task_that_has_come_to_its_end_is_not_buried_by_a_worker_that_slept(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.settle(task(), INDEXED, now=NOW)
    assert not frontier.bury(task(), Outcome("gave_up", "timeout"), now=NOW)
    assert frontier.dead_letters(9) == []


def test_the_oldest_dead_letters_make_room_and_are_counted(frontier: Frontier, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (redis_module, sqlite_module):
        monkeypatch.setattr(module, "DEAD_LETTERS", 3)
    admit(frontier, *(task(str(number)) for number in range(5)))
    for number in range(5):
        frontier.bury(task(str(number)), Outcome("quarantined"), now=NOW + number)
    assert [letter.task.url[-1] for letter in frontier.dead_letters(9)] == ["4", "3", "2"]
    assert frontier.outcomes(days=1, now=NOW)["2023-11-14", "forgotten", "dead_letter", 0] == 2


def test_a_dead_letter_is_revived_once_as_a_fresh_task(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.bury(task(attempt=4, copy=2), Outcome("gave_up"), now=NOW)
    assert frontier.revive(task().url, now=NOW) == task()
    assert frontier.revive(task().url, now=NOW) is None
    assert frontier.dead_letters(9) == []
    assert frontier.overdue(now=NOW + 901, limit=9) == [task(copy=1)]


def test_a_dead_letter_is_forgotten(frontier: Frontier) -> None:
    admit(frontier, task())
    frontier.bury(task(), Outcome("gave_up"), now=NOW)
    assert [frontier.forget_dead(task().url) for _ in range(2)] == [True, False]
    assert frontier.dead_letters(9) == []
    assert frontier.revive(task().url, now=NOW) is None


# --- the seen set and the cache


def test_the_seen_set_reports_on_itself_and_can_be_cleared(frontier: Frontier) -> None:
    assert frontier.seen_stats().count == 0
    frontier.mark_seen([task(str(number)).url for number in range(1000)] * 2)
    stats = frontier.seen_stats()
    assert stats.count == 1000
    assert stats.generations == 1
    assert stats.bytes > 1000
    assert 0 <= stats.error_rate < 1e-5
    frontier.clear_seen()
    assert frontier.seen_stats().count == 0
    assert admit(frontier, task("1")) == [0]


def test_nothing_is_marked_of_an_empty_list(frontier: Frontier) -> None:
    frontier.mark_seen([])
    assert frontier.seen_stats().count == 0


def test_the_cache_keeps_bytes_for_their_time(frontier: Frontier) -> None:
    assert frontier.get_cached("robots:a") is None
    frontier.put_cached("robots:a", b"\x00\xffold", ttl_s=60)
    frontier.put_cached("robots:a", b"\x00\xffnew", ttl_s=60)
    frontier.put_cached("robots:b", b"short", ttl_s=0.01)
    assert frontier.get_cached("robots:a") == b"\x00\xffnew"
    deadline = time.monotonic() + 5
    while frontier.get_cached("robots:b") is not None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert frontier.get_cached("robots:b") is None


def test_many_are_kept_and_asked_for_at_once(frontier: Frontier) -> None:
    frontier.put_all_cached({"copy:1": b"a", "copy:2": b"b"}, ttl_s=60)
    frontier.put_all_cached({"copy:2": b"c", "copy:3": b"\xff"}, ttl_s=60)
    frontier.put_all_cached({}, ttl_s=60)
    assert frontier.get_all_cached(["copy:3", "copy:4", "copy:2"]) == {"copy:3": b"\xff", "copy:2": b"c"}
    assert frontier.get_all_cached([]) == {}
    assert frontier.get_cached("copy:1") == b"a"


def test_a_store_that_answers_passes_its_check(frontier: Frontier) -> None:
    frontier.check()


# --- many at once


def test_of_threads_that_find_the_same_urls_each_url_is_admitted_to_one(frontier: Frontier) -> None:
    found = [[task(str(number)) for number in range(start, start + 60)] for start in range(0, 80, 10)]
    with ThreadPoolExecutor(len(found)) as pool:
        admitted = [one.task.url for part in pool.map(lambda f: frontier.admit(f, now=NOW), found) for one in part]
    assert len(admitted) == len(set(admitted)) == 130
    assert frontier.pending_count() == 130


def test_of_processes_that_find_the_same_urls_each_url_is_admitted_to_one(frontier_settings: Settings) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        parts = pool.starmap(admit_and_mark, [(frontier_settings, start) for start in (0, 100, 200)])
    admitted = [url for part in parts for url in part]
    assert len(admitted) == len(set(admitted)) == 500
    assert open_frontier(frontier_settings).seen_stats().count == 500


def admit_and_mark(made: Settings, start: int) -> list[str]:
    """Find 300 URLs in lists of 20, as a lister does."""
    frontier = open_frontier(made)
    admitted = []
    for first in range(start, start + 300, 20):
        urls = [one.task.url for one in frontier.admit([task(str(n)) for n in range(first, first + 20)], now=NOW)]
        frontier.mark_seen(urls)
        admitted += urls
    return admitted


def test_turns_of_threads_at_one_host_are_never_closer_than_the_interval(frontier: Frontier) -> None:
    turns: list[float] = []
    slots: list[float] = []
    lock = threading.Lock()

    def work(number: int) -> None:
        for step in range(20):
            now = NOW + 3 * step + number / 10
            entry = frontier.enter(task(f"{number}-{step}"), now=now, nap_s=10)
            with lock:
                (turns if entry.turn is Turn.GO else slots).append(now + entry.wait_s)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert len(turns) + len(slots) == 160
    for instants in (turns, slots):
        assert all(later - sooner > 4.999 for sooner, later in pairwise(sorted(instants)))


hosts = st.sampled_from(["a.example", "b.example"])
steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["admit", "enter", "enter_host", "stretch", "failed", "answered", "postpone", "settle", "overdue"]
        ),
        st.integers(0, 4),  # the page
        hosts,
        st.integers(0, 2000),  # seconds since the step before
    ),
    max_size=30,
)


@given(steps=steps)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_both_frontiers_answer_alike(
    redis_server: Redis, tmp_path: Path, steps: list[tuple[str, int, str, int]]
) -> None:
    folder = tmp_path / uuid.uuid4().hex
    answers = []
    for made in (redis_settings(redis_server), sqlite_settings(folder)):
        frontier = open_frontier(made)
        now, given_now = NOW, []
        for step, page, host, elapsed in steps:
            now += elapsed
            given_now.append(take_step(frontier, step, task(str(page), host), now))
        answers.append(given_now)
    assert answers[0] == answers[1]


def take_step(frontier: Frontier, step: str, one: PageTask, now: float) -> object:
    if step == "admit":
        return [(new.task.url, round(new.delay_s, 3)) for new in frontier.admit([one, task("0", one.host)], now=now)]
    if step == "enter":
        entry = frontier.enter(one, now=now, nap_s=7)
        return entry.turn, round(entry.wait_s, 3), entry.pending, entry.failing_since, entry.trouble
    if step == "enter_host":
        return round(frontier.enter_host(one.host, now=now, nap_s=2, interval_s=11).wait_s, 3)
    if step == "failed":
        entry = frontier.failed(one.host, "timeout", now=now, is_sure=one.url.endswith("0"), asked_s=30)
        return round(entry.wait_s, 3), entry.failing_since
    if step == "answered":
        frontier.answered(one.host)
    if step == "settle":
        return frontier.settle(one, INDEXED, now=now), frontier.waiting_count()
    if step == "stretch":
        frontier.stretch(one.host, now=now, rest_s=40, interval_s=8)
    if step == "postpone":
        frontier.postpone(one.again(), due=now + 3)
    return sorted((late.url, late.copy, late.attempt) for late in frontier.overdue(now=now, limit=9))
