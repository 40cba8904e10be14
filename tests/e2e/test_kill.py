"""Nothing is lost and nothing stands twice, whatever is killed.

KILL_TEST_PAGES sets the size; 2,000 is the size that the promise is shown with, the default is made for every run.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from crawler.errors import Unavailable
from crawler.roles.services import Services
from crawler.settings import Settings
from tests.e2e.index import all_documents, all_urls
from tests.e2e.processes import Role, wait_until
from tests.e2e.test_pipeline import insert_sources
from tests.localweb import LocalWeb, synthetic
from tests.servers import Beanstalkd, Elasticsearch, MariaDB, Redis

PAGES = int(os.environ.get("KILL_TEST_PAGES", "500"))
HOSTS = 20
DIES_STARTING = 0.25
"""Share of the kills that do not wait until the role that was killed before has said its first word."""


class Butcher(threading.Thread):
    """Kills a random role every so often, and starts it again at once, as a container's restart policy does. Mostly the
    next one's turn comes when it works again: the slower the machine, the rarer the kills, or all would only start."""

    def __init__(self, roles: list[Role], seed: int, pause_s: float) -> None:
        super().__init__(daemon=True)
        self._pause_s = pause_s
        self._roles = roles
        self._random = random.Random(seed)
        self.done = threading.Event()
        self.kills: Counter[str] = Counter()

    def run(self) -> None:
        while not self.done.wait(self._pause_s):
            victim = self._random.choice(self._roles)
            victim.kill()
            said = victim.log.stat().st_size
            victim.start()
            self.kills[victim.role] += 1
            if self._random.random() < DIES_STARTING:
                continue
            while victim.log.stat().st_size == said and not self.done.wait(0.05):
                pass


@contextmanager
def under_attack(settings: Settings, folder: Path, *, pause_s: float = 0.5) -> Iterator[Butcher]:
    names = ["controller", "controller", "lister", "lister", "extractor", "extractor", "extractor"]
    roles = [Role(role, settings, folder / f"{role}-{number}.log") for number, role in enumerate(names)]
    butcher = Butcher(roles, 7, pause_s)
    try:
        for role in roles:
            role.start()
        butcher.start()
        yield butcher
    except BaseException:
        for role in roles:
            print(f"--- {role.role}", *role.lines()[-15:], sep="\n")
        raise
    finally:
        butcher.done.set()
        butcher.join()
        for role in roles:
            role.kill()


@pytest.mark.timeout(1200 + 3 * PAGES)
def test_nothing_is_lost_and_nothing_twice_whatever_is_killed(
    server_settings: Settings,
    mariadb: MariaDB,
    redis_server: Redis,
    beanstalkd: Beanstalkd,
    elasticsearch: Elasticsearch,
    tmp_path: Path,
) -> None:
    shelf = synthetic(PAGES, HOSTS, now=datetime.now(UTC))
    calamities: list[Callable[[], None]] = [
        beanstalkd.restart,
        redis_server.restart,
        beanstalkd.wipe,
        mariadb.restart,
        redis_server.wipe,
        elasticsearch.restart,
    ]
    with LocalWeb(shelf.pages) as web:
        settings = server_settings.model_copy(
            update={
                "proxy": web.proxy_url,
                "host_interval_s": 0.02,
                "poll_s": 0.5,
                "lock_s": 3.0,
                "list_lost_s": 6.0,
                "pending_timeout_s": 5.0,
                "sweep_s": 1.0,
                "lease_s": 10,
                "max_crashes": 50,
                "extractor_threads": 4,
                "lister_threads": 2,
                "retry_s": 0.5,
            }
        )
        insert_sources(mariadb, settings, list(shelf.lists))
        with mariadb.connect(settings.mysql_database) as connection, connection.cursor() as cursor:
            cursor.execute("UPDATE source SET interval_s = 10")
            connection.commit()
        with under_attack(settings, tmp_path) as butcher:
            for number, strike in enumerate(calamities, 1):
                wait_for_share(settings, number / (len(calamities) + 1))
                strike()
            wait_until(lambda: indexed(settings) >= PAGES, "every page is indexed", timeout_s=600 + 1.5 * PAGES)
            butcher.done.set()
            butcher.join()
            settle(settings)
        documents = all_documents(settings)
        assert Counter(document["url"] for document in documents) == Counter(list(shelf.gold))
        assert len({document["_id"] for document in documents}) == PAGES
        print(f"{PAGES} pages, kills {dict(butcher.kills)}, article requests {requests_of(web, shelf.gold)}")


def indexed(settings: Settings) -> int:
    with suppress(Exception):  # a server may be down right now
        return len(set(all_urls(settings)))
    return 0


def wait_for_share(settings: Settings, share: float) -> None:
    wait_until(lambda: indexed(settings) >= share * PAGES, f"{share:.0%} of the pages indexed", timeout_s=300 + PAGES)


def settle(settings: Settings) -> None:
    """What is still pending comes to its end: a document that were written a second time would be written now."""
    services = Services(settings)

    def quiet() -> bool:
        try:
            return services.frontier.pending_count() == 0
        except Unavailable:
            return False

    wait_until(quiet, "no page is pending")
    services.close()
    time.sleep(2)


def requests_of(web: LocalWeb, urls: Collection[str]) -> int:
    return sum(count for url, count in web.counts.items() if url in urls)
