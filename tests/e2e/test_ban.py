"""A site bans us for a while and lets us in again: all its pages are read in the end, whatever is killed meanwhile."""

from __future__ import annotations

import threading
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from crawler.frontier import Tube
from crawler.roles.services import Services
from crawler.roles.status import gather
from crawler.settings import Settings
from tests.e2e.index import all_documents, all_urls
from tests.e2e.processes import crawler, wait_until
from tests.e2e.test_cli import indexed, started, through
from tests.e2e.test_kill import under_attack
from tests.e2e.test_pipeline import insert_sources
from tests.localweb import Fault, LocalWeb, Shelf, failure, synthetic
from tests.servers import MariaDB

BANNED = "news000.example"
REFUSED = Fault(page=failure(403))
QUICKLY: dict[str, object] = {
    "host_interval_s": 0.2,
    "host_backoff_s": 0.5,
    "host_backoff_max_s": 2.0,
    "forbidden_retry_s": 2.0,
}


@pytest.fixture
def shelf() -> Shelf:
    return synthetic(90, 3, now=datetime.now(UTC))


def close_some(web: LocalWeb, shelf: Shelf) -> set[str]:
    """Forbid a few pages of a host that bans nobody."""
    forbidden = set([url for url in shelf.gold if "news001" in url][5:8])
    for url in forbidden:
        web.fault(url, REFUSED)
    return forbidden


def refusals(web: LocalWeb, since: float) -> int:
    return sum(at > since for at in web.times(BANNED))


def test_with_roles_that_are_killed_over_the_servers(
    server_settings: Settings, mariadb: MariaDB, shelf: Shelf, tmp_path: Path
) -> None:
    with LocalWeb(shelf.pages) as web:
        forbidden = close_some(web, shelf)
        more = {
            "lock_s": 3.0,
            "lease_s": 10,
            "pending_timeout_s": 5.0,
            "sweep_s": 1.0,
            "max_crashes": 50,
            "extractor_threads": 4,
        }
        settings = through(server_settings, web, poll_s=0.5, **QUICKLY, **more)
        insert_sources(mariadb, settings, list(shelf.lists))
        services = Services(settings)
        with under_attack(settings, tmp_path, pause_s=1.0) as butcher:
            wait_until(lambda: len(set(all_urls(settings))) > 6, "the sites are read")
            web.fault(BANNED, REFUSED)
            since = time.time()
            wait_until(lambda: refusals(web, since) > 10, "the site has refused us again and again")
            wait_until(lambda: f"\n{BANNED} " in crawler(settings, "status", check=False).stdout, "the status says so")
            web.heal(BANNED)
            wait_until(
                lambda: gather(services).pending == 0 and len(set(all_urls(settings))) >= len(shelf.gold) - 3, "the end"
            )
            butcher.done.set()
            butcher.join()
        ended = {(one.label, one.reason): one.count for one in gather(services, days=2).outcomes if one.tube == "page"}
        assert ended == {("indexed", ""): len(shelf.gold) - 3, ("dropped", "forbidden"): 3}
        assert gather(services).hosts == ()
        assert Counter(one["url"] for one in all_documents(settings)) == Counter(set(shelf.gold) - forbidden)
        assert all(web.counts[url] >= 2 for url in forbidden)
        assert services.frontier.dead_letters(9) == []
        services.close()


def test_with_one_process_that_is_killed_over_the_embedded_stores(
    embedded_settings: Settings, shelf: Shelf, tmp_path: Path
) -> None:
    with LocalWeb(shelf.pages) as web:
        forbidden = close_some(web, shelf)
        settings = through(embedded_settings, web, min_free_bytes=0, **QUICKLY)
        for url in shelf.lists:
            crawler(settings, "source", "add", url, url)
        with started(settings, tmp_path / "log", "run", "--once") as run:
            wait_until(lambda: len(indexed(settings)) > 6, "the sites are read")
            web.fault(BANNED, REFUSED)
            since = time.time()
            wait_until(lambda: refusals(web, since) > 4, "the site has refused us")
            run.kill()
        healing = threading.Timer(5, web.heal, [BANNED])
        healing.start()
        crawler(settings, "run", "--once")
        healing.join()
        services = Services(settings)
        assert services.queue().stats(Tube.PAGES).total == services.frontier.pending_count() == 0
        ended = {(one.label, one.reason): one.count for one in gather(services, days=2).outcomes if one.tube == "page"}
        assert ended == {("indexed", ""): len(shelf.gold) - 3, ("dropped", "forbidden"): 3}
        services.close()
        assert Counter(indexed(settings)) == Counter(set(shelf.gold) - forbidden)
        assert all(web.counts[url] >= 2 for url in forbidden)
