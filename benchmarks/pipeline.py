"""What a page costs: crawl a loopback web through the real servers and through the embedded stores.

    python -m benchmarks.pipeline [--pages 2000] [--hosts 40] [--stores servers,embedded] [--saved]

For each family of stores it prints pages per second of CPU (of this process; the web server and the stores run in
processes of their own), and CPU milliseconds per page by stage. `--saved` crawls the saved pages
beside the project instead of made-up ones. All roles run in this one process, so a ratio of two runs on the
same machine says what a change did; single figures depend on the machine.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path

from crawler.extract import ALGORITHMS, decode, extract_page
from crawler.extract.table import build
from crawler.model import Document, Source
from crawler.observe import Stages
from crawler.roles.controller import Controller
from crawler.roles.extractor import Extractor
from crawler.roles.lister import Lister
from crawler.roles.services import Services
from crawler.roles.status import gather
from crawler.settings import Settings, Stores, load
from crawler.stores import Written
from crawler.stores.schema import migrate
from tests.localweb import LocalWeb, Shelf, from_corpora, synthetic
from tests.servers import Beanstalkd, Elasticsearch, MariaDB, Redis

SAVED = Path(__file__).parents[2] / "shared" / "eval"


@dataclass(frozen=True, slots=True)
class Measured:
    """One crawl. Seconds of CPU are this process's."""

    pages: int
    indexed: int
    wall_s: float
    cpu_s: float
    stages: dict[str, float]


@contextmanager
def server_settings(folder: Path) -> Iterator[Settings]:
    """Settings over the four servers, started for this run."""
    with ExitStack() as stack:
        servers = Redis(folder / "r"), Beanstalkd(folder / "b"), MariaDB(folder / "m"), Elasticsearch(folder / "e")
        for server in servers:
            stack.callback(server.close)
            server.start()
        redis, beanstalkd, mariadb, elasticsearch = servers
        with mariadb.connect() as connection, connection.cursor() as cursor:
            cursor.execute("CREATE DATABASE bench CHARACTER SET utf8mb4")
        yield load(
            stores=Stores.SERVERS,
            mysql_host=mariadb.host,
            mysql_port=mariadb.port,
            mysql_user=mariadb.user,
            mysql_password=mariadb.password,
            mysql_database="bench",
            redis_url=redis.url,
            redis_password=redis.password,
            beanstalkd_port=beanstalkd.port,
            elasticsearch_url=elasticsearch.url,
        )


@contextmanager
def embedded_settings(folder: Path) -> Iterator[Settings]:
    """Settings over one SQLite file."""
    yield load(stores=Stores.EMBEDDED, data_dir=folder / "data")


FAMILIES = {"servers": server_settings, "embedded": embedded_settings}


def time_bulk_calls(services: Services, stages: Stages) -> None:
    """Count the CPU of the index's calls, which the bulk writer makes in a thread of its own, as the stage `index`."""
    add = services.documents.add

    def timed(documents: Sequence[Document]) -> list[Written]:
        with stages.time("index"):
            return add(documents)

    services.documents.add = timed  # type: ignore[method-assign]


def crawl(settings: Settings, shelf: Shelf) -> Measured:
    """Crawl everything on the shelf, from source rows to documents."""
    migrate(settings)
    services, stages, stop = Services(settings), Stages(), threading.Event()
    services.documents.prepare()
    time_bulk_calls(services, stages)
    for number, url in enumerate(shelf.lists):
        services.sources.add(Source(id=0, name=str(number), channel="page", url=url))
    lister, extractor = Lister(services, stages), Extractor(services, stages)
    started, cpu = time.monotonic(), time.process_time()
    threads = [threading.Thread(target=one.workers.run, args=(stop,)) for one in (lister, extractor)]
    for thread in threads:
        thread.start()
    Controller(services).round(services.queue())
    while not done(services, len(shelf.lists)):
        time.sleep(0.2)
    wall, cpu = time.monotonic() - started, time.process_time() - cpu
    stop.set()
    for thread in threads:
        thread.join()
    outcomes = [one for one in gather(services).outcomes if one.tube == "page"]
    services.close()
    indexed = sum(one.count for one in outcomes if one.label == "indexed")
    return Measured(sum(one.count for one in outcomes), indexed, wall, cpu, stages.seconds())


def done(services: Services, lists: int) -> bool:
    counts = services.frontier.outcomes(days=2, now=time.time())
    checked = sum(count for (_, tube, _, _), count in counts.items() if tube == "list")
    return checked >= lists and services.frontier.pending_count() == 0


def inside(shelf: Shelf) -> dict[str, float]:
    """CPU milliseconds per page of the stages inside extraction, measured by themselves over the same pages."""
    bodies = [(shelf.pages[url].body, url) for url in shelf.gold]
    now = datetime.now(UTC)
    calls: dict[str, Callable[[bytes, str], object]] = {
        "decode": lambda body, url: decode(body),
        "decode, parse, walk": lambda body, url: build(decode(body).text),
        "  cevc alone": lambda body, url: ALGORITHMS["cevc"](body, url),
        "all of extraction": lambda body, url: extract_page(body, url, now=now),
    }
    figures = {}
    for name, call in calls.items():
        start = time.process_time()
        for body, url in bodies:
            call(body, url)
        figures[name] = 1000 * (time.process_time() - start) / len(bodies)
    return figures


def report(family: str, measured: Measured) -> None:
    pages = measured.pages
    print(f"\n{family}: {pages} pages, {measured.indexed} indexed, {measured.wall_s:.1f} s by the clock")
    print(f"  {pages / measured.cpu_s:8.0f} pages per CPU second, {pages / measured.wall_s:.0f} by the clock")
    print(f"  {1000 * measured.cpu_s / pages:8.2f} ms of CPU per page, of which")
    for stage, seconds in sorted(measured.stages.items(), key=lambda item: -item[1]):
        print(f"  {1000 * seconds / pages:8.2f}   {stage}")
    rest = measured.cpu_s - sum(measured.stages.values())
    print(f"  {1000 * rest / pages:8.2f}   everything else (loops, leases, logs, the controller)")
    own = measured.cpu_s - measured.stages.get("fetch", 0) - measured.stages.get("extract", 0)
    print(f"  {1000 * own / pages:8.2f}   all that is not fetching or extraction")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--hosts", type=int, default=40)
    parser.add_argument("--stores", default="servers,embedded")
    parser.add_argument("--saved", action="store_true", help="crawl the saved pages beside the project")
    options = parser.parse_args()
    shelf = from_corpora(SAVED) if options.saved else synthetic(options.pages, options.hosts, now=datetime.now(UTC))
    for family in options.stores.split(","):
        with (
            tempfile.TemporaryDirectory() as folder,
            FAMILIES[family](Path(folder)) as settings,
            LocalWeb(shelf.pages) as web,
        ):
            local = {
                "proxy": web.proxy_url,
                "ca_file": web.ca_file,
                "allow_networks": (ip_network("127.0.0.0/8"),),
                "host_interval_s": 0.0,
                "latency_factor": 0.0,
                "retry_s": 0.1,
            }
            report(family, crawl(settings.model_copy(update=local), shelf))
            print(f"  {1000 * web.cpu_s / len(shelf.gold):8.2f}   (the web server's own)")
    print("\ninside extraction, by itself over the same pages, ms of CPU per page")
    for name, figure in inside(shelf).items():
        print(f"  {figure:8.2f}   {name}")


if __name__ == "__main__":
    main()
