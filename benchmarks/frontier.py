"""What a call of the frontier and of the queue costs: the client's CPU, the server's CPU, and the time it takes.

    python -m benchmarks.frontier [--calls 2000]

Redis syncs its file once a second and Beanstalkd every 50 ms, as in production. SQLite is its own server: its CPU is
the client's.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from crawler.embedded import Database
from crawler.frontier import Frontier, Queue, SqliteFrontier, SqliteQueue, Tube
from crawler.frontier.beanstalk import BeanstalkQueue
from crawler.frontier.redis_frontier import RedisFrontier
from crawler.model import Outcome, PageTask
from crawler.settings import Settings, load
from crawler.stores.schema import migrate
from tests.servers import Beanstalkd, Redis, Server

LIST_LINKS = 50
"""Links of a list page."""


@dataclass(frozen=True)
class Family:
    """The two ports over one family of stores, and the processes that serve them."""

    name: str
    frontier: Frontier
    queue: Queue
    servers: tuple[int, ...]  # process ids


@dataclass(frozen=True)
class Cost:
    """Of one call, in microseconds."""

    client: float
    server: float
    wall: float


class SyncingBeanstalkd(Beanstalkd):
    """Syncs its binlog every 50 ms."""

    def command(self) -> list[str]:
        return [*super().command()[:-1], "50"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=2000, help="calls of each kind that are timed")
    calls: int = parser.parse_args().calls
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        families = [stack.enter_context(on_servers(Path(folder))), embedded(Path(folder))]
        costs = {family.name: dict(measure(family, calls)) for family in families}
    print(f"{'µs a call':26}" + "".join(f"{name + ': client':>22}{'server':>9}{'wall':>9}" for name in costs))
    for operation in costs[families[0].name]:
        rows = (costs[family.name][operation] for family in families)
        print(f"{operation:26}" + "".join(f"{c.client:22.0f}{c.server:9.0f}{c.wall:9.0f}" for c in rows))


@contextmanager
def on_servers(folder: Path) -> Iterator[Family]:
    """Redis and Beanstalkd, started for the benchmark."""
    redis, beanstalkd = Redis(folder / "redis"), SyncingBeanstalkd(folder / "beanstalkd")
    with running(redis), running(beanstalkd), redis.client() as client, beanstalkd.client() as probe:
        client.config_set("appendfsync", "everysec")
        settings = load(
            redis_url=redis.url,
            redis_password=redis.password,
            beanstalkd_host=beanstalkd.host,
            beanstalkd_port=beanstalkd.port,
        )
        servers = (int(client.info("server")["process_id"]), int(probe.stats()["pid"]))
        yield Family("servers", RedisFrontier(settings), BeanstalkQueue(settings), servers)


@contextmanager
def running(server: Server) -> Iterator[None]:
    server.start()
    try:
        yield
    finally:
        server.close()


def embedded(folder: Path) -> Family:
    """One SQLite file."""
    settings: Settings = load(data_dir=folder / "embedded")
    migrate(settings)
    database = Database(settings.sqlite_path)
    return Family("SQLite", SqliteFrontier(settings, database), SqliteQueue(settings, database), ())


def measure(family: Family, calls: int) -> Iterator[tuple[str, Cost]]:
    """Each operation's cost, in an order in which each finds what the one before has left."""
    frontier, queue, now = family.frontier, family.queue, time.time()
    pages = [page(number) for number in range(calls)]
    lists = [pages[start : start + LIST_LINKS] for start in range(0, calls, LIST_LINKS)]
    frontier.mark_seen(["http://warm.example/"])  # takes the filter's memory

    def timed(call: Callable[..., object], over: Iterable[object]) -> Cost:
        return average(call, list(over), family.servers)

    yield f"admit, {LIST_LINKS} new", timed(lambda tasks: frontier.admit(tasks, now=now), lists)
    yield f"mark_seen, {LIST_LINKS}", timed(lambda tasks: frontier.mark_seen([t.url for t in tasks]), lists)
    yield f"admit, {LIST_LINKS} seen", timed(lambda tasks: frontier.admit(tasks, now=now), lists)
    yield "enter", timed(lambda task: frontier.enter(task, now=now + 1e6, nap_s=1e6), pages)
    yield "postpone", timed(lambda task: frontier.postpone(task, due=now), pages)
    yield "settle", timed(lambda task: frontier.settle(task, Outcome("indexed"), now=now), pages)
    yield "put", timed(lambda task: queue.put(Tube.PAGES, task.encode()), pages)
    jobs = []
    yield "reserve", timed(lambda _: jobs.append(queue.reserve(Tube.PAGES, timeout_s=1)), pages)
    yield "touch", timed(queue.touch, jobs)
    yield "delete", timed(queue.delete, jobs)


def page(number: int) -> PageTask:
    return PageTask(
        url=f"http://news-{number % 40}.example.com/a/2024/03/05/{number:08}.html",
        source_id=number % 40,
        source="新闻中心",
        channel="feed",
        title="一个普通长度的新闻标题，大约二十几个字",
        found_at=1_700_000_000.0,
    )


def average(call: Callable[..., object], over: list[object], servers: tuple[int, ...]) -> Cost:
    """One call's cost, over one call for each item."""
    wall, client, server = time.perf_counter(), time.process_time(), sum(map(cpu_s, servers))
    for item in over:
        call(item)
    spent = (time.process_time() - client, sum(map(cpu_s, servers)) - server, time.perf_counter() - wall)
    return Cost(*(seconds / len(over) * 1e6 for seconds in spent))


def cpu_s(process: int) -> float:
    """Seconds that a process has run, to the microsecond (Linux)."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


if __name__ == "__main__":
    main()
