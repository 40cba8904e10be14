"""The frontier on Redis alone: its filter's rotation and errors, what it leaves behind, and how it fails."""

from __future__ import annotations

import os
import signal
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crawler.errors import Unavailable
from crawler.frontier import Tube, redis_client
from crawler.frontier.bloom import DAY_S, BloomLayout
from crawler.frontier.redis_frontier import RedisFrontier
from crawler.model import Outcome, PageTask
from crawler.settings import Settings, load
from tests.servers import Redis
from tests.servers.server import free_port

NOW = 1_700_000_000.0


def settings_for(server: Redis, **overrides: object) -> Settings:
    values: dict[str, object] = {
        "redis_url": server.url,
        "redis_password": server.password,
        "redis_prefix": f"test-{uuid.uuid4().hex[:12]}:",
        "seen_capacity": 20_000,
        "seen_error_rate": 0.01,
    }
    return load(**{**values, **overrides})


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    """A server for this test alone, which may kill and wipe it."""
    server = Redis(tmp_path / "redis")
    try:
        server.start()
        yield server
    finally:
        server.close()


def pages(site: str, count: int) -> list[PageTask]:
    return [PageTask(f"http://{site}/{number}", source_id=1) for number in range(count)]


# --- the filter


@pytest.mark.parametrize("block_bytes", [1000, 1_000_000], ids=["many blocks", "one block"])
def test_false_positives_of_a_full_filter_are_as_rare_as_it_reports(redis_server: Redis, block_bytes: int) -> None:
    made = settings_for(redis_server, seen_block_bytes=block_bytes)
    frontier = RedisFrontier(made)
    frontier.mark_seen([task.url for task in pages("in.example", 20_000)])
    stats = frontier.seen_stats()
    # A URL whose bits were all set already counts as none.
    assert 19_900 < stats.count <= 20_000
    assert stats.fill == pytest.approx(0.5, abs=0.06)
    assert frontier.admit(pages("in.example", 20_000), now=NOW) == []
    strangers = 20_000 - len(frontier.admit(pages("out.example", 20_000), now=NOW))
    # One of the two generations is in use: half of 1 %, so 100 of them, with a deviation of 10.
    assert 20 < strangers < 160
    assert strangers / 20_000 == pytest.approx(stats.error_rate, rel=0.6)


def test_blocks_are_of_the_planned_size_and_taken_when_first_used(redis_server: Redis) -> None:
    made = settings_for(redis_server, seen_block_bytes=2000)
    layout = BloomLayout.plan(made.seen_capacity, made.seen_error_rate, made.seen_block_bytes)
    frontier = RedisFrontier(made)
    assert frontier.seen_stats().bytes == 0
    frontier.mark_seen(["http://a.example/"])
    assert frontier.seen_stats().bytes == layout.block_bytes
    frontier.mark_seen([task.url for task in pages("a.example", 2000)])
    assert frontier.seen_stats().bytes == layout.blocks * layout.block_bytes
    with redis_server.client() as client:
        blocks = [key for key in client.scan_iter(match=f"{made.redis_prefix}seen:*") if not key.endswith(b"counters")]
        assert len(blocks) == layout.blocks
        assert {client.strlen(key) for key in blocks} == {layout.block_bytes}


def test_what_was_seen_is_known_for_two_generations_and_then_forgotten(redis_server: Redis) -> None:
    made = settings_for(redis_server, seen_days=10)
    day = 1000.0

    def clock() -> float:
        return day * DAY_S

    frontier = RedisFrontier(made, clock=clock)
    old = pages("old.example", 10)
    frontier.mark_seen([task.url for task in old])
    day = 1010.0
    assert frontier.admit(old, now=NOW) == []
    frontier.mark_seen([task.url for task in pages("new.example", 5)])
    assert (frontier.seen_stats().generations, frontier.seen_stats().count) == (2, 15)
    assert frontier.seen_stats().capacity == 40_000
    day = 1020.0
    assert frontier.admit(pages("new.example", 5), now=NOW) == []
    assert len(frontier.admit(old, now=NOW)) == 10
    assert (frontier.seen_stats().generations, frontier.seen_stats().count) == (1, 5)


def test_a_filter_of_another_capacity_does_not_read_the_bits_of_this_one(redis_server: Redis) -> None:
    made = settings_for(redis_server)
    larger = made.model_copy(update={"seen_capacity": 50_000})
    RedisFrontier(made).mark_seen([task.url for task in pages("a.example", 20_000)])
    assert RedisFrontier(larger).seen_stats().count == 0
    RedisFrontier(larger).clear_seen()
    assert RedisFrontier(made).seen_stats().count == 0


def test_clearing_one_prefix_leaves_its_neighbours(redis_server: Redis) -> None:
    odd = settings_for(redis_server, redis_prefix="test-[a]*:")
    neighbour = settings_for(redis_server, redis_prefix="test-a-b:")
    for made in (odd, neighbour):
        RedisFrontier(made).mark_seen(["http://a.example/"])
    RedisFrontier(odd).clear_seen()
    assert RedisFrontier(odd).seen_stats().count == 0
    assert RedisFrontier(neighbour).seen_stats().count == 1
    RedisFrontier(neighbour).clear_seen()


# --- what it leaves behind


def test_every_key_has_the_prefix_and_all_but_the_tasks_expire(own_redis: Redis) -> None:
    made = settings_for(own_redis)
    use_everything(RedisFrontier(made))
    with own_redis.client() as client:
        keys = list(client.scan_iter())
        lasting = {key.decode().removeprefix(made.redis_prefix) for key in keys if client.ttl(key) == -1}
    assert all(key.decode().startswith(made.redis_prefix) for key in keys)
    assert lasting == {"pending", "due", "dead", "dead:order"}


def test_a_host_is_remembered_as_long_as_its_robots_txt_is_good(redis_server: Redis) -> None:
    made = settings_for(redis_server, robots_hours=1)
    RedisFrontier(made).stretch("a.example", now=NOW, rest_s=0)
    RedisFrontier(made).enter_host("b.example", now=NOW, nap_s=0)
    with redis_server.client() as client:
        for host in ("a.example", "b.example"):
            assert 3000 < client.ttl(f"{made.redis_prefix}host:{host}") <= 3700


def use_everything(frontier: RedisFrontier) -> None:
    first, second = pages("a.example", 2)
    frontier.admit([first, second, *pages("b.example", 2)], now=NOW)
    frontier.mark_seen([first.url])
    frontier.enter(first, now=NOW, nap_s=0)
    frontier.enter_host("c.example", now=NOW, nap_s=0)
    frontier.stretch("d.example", now=NOW, rest_s=0, interval_s=3)
    frontier.settle(first, Outcome("indexed"), now=NOW)
    frontier.bury(second, Outcome("quarantined"), now=NOW)
    frontier.count(Tube.LISTS, 1, Outcome("ok"), now=NOW)
    frontier.put_cached("robots:a.example", b"", ttl_s=60)


# --- how it fails


def test_after_a_restart_everything_is_there_and_the_scripts_load_by_themselves(own_redis: Redis) -> None:
    frontier = RedisFrontier(settings_for(own_redis))
    frontier.admit(pages("a.example", 3), now=NOW)
    frontier.mark_seen([task.url for task in pages("a.example", 3)])
    own_redis.kill()
    with pytest.raises(Unavailable, match="CRAWLER_REDIS_URL"):
        frontier.admit(pages("a.example", 3), now=NOW)
    own_redis.start()
    assert frontier.admit(pages("a.example", 4), now=NOW)[0].task.url == "http://a.example/3"
    assert frontier.pending_count() == 4


def test_after_a_wipe_it_begins_anew(own_redis: Redis) -> None:
    frontier = RedisFrontier(settings_for(own_redis))
    use_everything(frontier)
    own_redis.wipe()
    assert frontier.pending_count() == 0
    use_everything(frontier)
    assert frontier.pending_count() == 2
    assert frontier.seen_stats().count == 1


def test_a_server_that_hangs_is_given_up_and_used_again_when_it_goes_on(
    own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_client, "TIMEOUT_S", 0.3)
    frontier = RedisFrontier(settings_for(own_redis))
    frontier.check()
    with stopped(own_redis), pytest.raises(Unavailable, match="no answer"):
        frontier.pending_count()
    assert frontier.pending_count() == 0


@contextmanager
def stopped(server: Redis) -> Iterator[None]:
    with server.client() as client:
        process = int(client.info("server")["process_id"])
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def test_a_wrong_and_a_missing_password_are_told_apart(redis_server: Redis) -> None:
    with pytest.raises(Unavailable, match="refuses CRAWLER_REDIS_PASSWORD"):
        RedisFrontier(settings_for(redis_server, redis_password="wrong")).check()
    with pytest.raises(Unavailable, match="set CRAWLER_REDIS_PASSWORD"):
        RedisFrontier(settings_for(redis_server, redis_password="")).check()


def test_a_server_that_is_not_there_is_named() -> None:
    port = free_port()
    with pytest.raises(Unavailable, match=str(port)):
        RedisFrontier(load(redis_url=f"redis://127.0.0.1:{port}/0")).check()


WRITES: list[Callable[[RedisFrontier], object]] = [
    lambda frontier: frontier.admit(pages("a.example", 1), now=NOW),
    lambda frontier: frontier.mark_seen(["http://a.example/"]),
    lambda frontier: frontier.enter(pages("a.example", 1)[0], now=NOW, nap_s=0),
    lambda frontier: frontier.put_cached("robots:a.example", b"", ttl_s=60),
    lambda frontier: frontier.put_all_cached({"copy:1": b"1", "copy:2": b"2"}, ttl_s=60),
    lambda frontier: frontier.count(Tube.LISTS, 1, Outcome("ok"), now=NOW),
]


@pytest.mark.parametrize("write", WRITES)
def test_a_full_memory_is_told_and_nothing_is_half_written(
    own_redis: Redis, write: Callable[[RedisFrontier], object]
) -> None:
    frontier = RedisFrontier(settings_for(own_redis))
    frontier.check()
    with own_redis.client() as client:
        client.config_set("maxmemory", 1)
        with pytest.raises(Unavailable, match="raise its maxmemory"):
            write(frontier)
        assert client.dbsize() == 0
        client.config_set("maxmemory", 0)
    write(frontier)


def test_a_replica_is_told(own_redis: Redis) -> None:
    frontier = RedisFrontier(settings_for(own_redis))
    with own_redis.client() as client:
        client.replicaof("127.0.0.1", free_port())
    with pytest.raises(Unavailable, match="point CRAWLER_REDIS_URL at the primary"):
        frontier.admit(pages("a.example", 1), now=NOW)


def test_a_server_that_may_evict_fails_its_check(own_redis: Redis) -> None:
    frontier = RedisFrontier(settings_for(own_redis))
    with own_redis.client() as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
    with pytest.raises(Unavailable, match="set it to noeviction"):
        frontier.check()
