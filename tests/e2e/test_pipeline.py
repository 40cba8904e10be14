"""Rows in, documents out: on the real servers, with the real processes, over a local web of many hosts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from crawler.errors import Reason
from crawler.frontier import Tube
from crawler.roles.services import Services
from crawler.roles.status import gather
from crawler.settings import Settings
from tests.e2e.index import all_documents
from tests.e2e.processes import Role, crawler, wait_until
from tests.localweb import LocalWeb, Page, Shelf, from_corpora, synthetic
from tests.servers import MariaDB

CHINA = ZoneInfo("Asia/Shanghai")


def insert_sources(mariadb: MariaDB, settings: Settings, urls: list[str]) -> None:
    """One row a source, by plain SQL with three columns, as a person would."""
    with mariadb.connect(settings.mysql_database) as connection, connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO source (name, channel, url) VALUES (%s, 'page', %s)", [(url, url) for url in urls]
        )
        connection.commit()


@contextmanager
def running(settings: Settings, folder: Path, *roles: str) -> Iterator[list[Role]]:
    """Role processes for the length of a test; their last lines are shown when it fails."""
    processes = [Role(role, settings, folder / f"{role}-{number}.log") for number, role in enumerate(roles)]
    try:
        for process in processes:
            process.start()
        yield processes
    except BaseException:
        for process in processes:
            print(f"--- {process.role}", *process.lines()[-15:], sep="\n")
        raise
    finally:
        for process in processes:
            process.kill()


def settled(services: Services, *, checked: int) -> bool:
    """Whether `checked` list checks have been counted, and no page is left to do."""
    status = gather(services, days=2)
    lists = sum(one.count for one in status.outcomes if one.tube == "list")
    pages = dict(status.tubes)[Tube.PAGES]
    return lists >= checked and status.pending == 0 and pages.total == 0


def with_web(settings: Settings, web: LocalWeb) -> Settings:
    return settings.model_copy(
        update={"proxy": web.proxy_url, "ca_file": web.ca_file, "poll_s": 0.5, "sweep_s": 2, "host_interval_s": 0.01}
    )


@pytest.fixture
def shelf() -> Shelf:
    return synthetic(120, 12, now=datetime.now(UTC))


def test_every_article_is_indexed_exactly_once(
    server_settings: Settings, mariadb: MariaDB, shelf: Shelf, tmp_path: Path
) -> None:
    with LocalWeb(shelf.pages) as web:
        settings = with_web(server_settings, web)
        services = Services(settings)
        with running(settings, tmp_path, "controller", "lister", "lister", "extractor", "extractor"):
            insert_sources(mariadb, settings, list(shelf.lists))
            wait_until(lambda: settled(services, checked=len(shelf.lists)), "all sources checked, all pages done")
            first = all_documents(settings)
            assert Counter(document["url"] for document in first) == Counter(list(shelf.gold))
            for document in first:
                gold = shelf.gold[document["url"]]
                assert document["title"] == gold["title"]
                assert (
                    datetime.fromisoformat(document["published_at"]).astimezone(CHINA).date().isoformat()
                    == gold["date"]
                )
                assert "".join(document["text"].split()) == "".join(gold["text"].split())

            fetched_once = web.counts
            make_due(mariadb, settings)
            wait_until(lambda: settled(services, checked=2 * len(shelf.lists)), "a second round")
        assert {d["_id"] for d in all_documents(settings)} == {d["_id"] for d in first}
        assert len(all_documents(settings)) == len(first)
        assert {url: web.counts[url] for url in shelf.gold} == dict.fromkeys(shelf.gold, 1)
        assert all(web.counts[url] == 2 * fetched_once[url] for url in shelf.lists)
        services.close()


def make_due(mariadb: MariaDB, settings: Settings) -> None:
    with mariadb.connect(settings.mysql_database) as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE source SET next_check_at = NULL")
        connection.commit()


def test_a_bad_row_gets_its_error_and_disturbs_nobody(
    server_settings: Settings, mariadb: MariaDB, shelf: Shelf, tmp_path: Path
) -> None:
    with LocalWeb(shelf.pages) as web:
        settings = with_web(server_settings, web)
        services = Services(settings)
        with running(settings, tmp_path, "controller", "lister", "extractor"):
            with mariadb.connect(settings.mysql_database) as connection, connection.cursor() as cursor:
                cursor.execute("INSERT INTO source (name, channel, url) VALUES ('a', 'page', 'ftp://x/')")
                cursor.execute("INSERT INTO source (name, channel, url) VALUES ('b', 'telepathy', 'http://x/')")
                cursor.execute(
                    "INSERT INTO source (name, channel, url, pattern) VALUES ('c', 'page', 'http://x/', '/news/(')"
                )
                connection.commit()
            insert_sources(mariadb, settings, [shelf.lists[0]])
            wait_until(lambda: settled(services, checked=1), "the good source is checked")
            rows = {row.name: row for row in services.sources.all()}
            assert {rows[name].state for name in "abc"} == {"error"}
            assert "http" in rows["a"].state_reason
            assert "telepathy" in rows["b"].state_reason
            assert "/news/(" in rows["c"].state_reason
            assert len(all_documents(settings)) == 10

            services.sources.update(rows["a"].id, url=shelf.lists[1])
            wait_until(lambda: settled(services, checked=2), "the mended source is checked")
            assert services.sources.find("a").state == "ok"  # type: ignore[union-attr]
        services.close()


def test_a_disabled_source_is_checked_no_more(
    server_settings: Settings, mariadb: MariaDB, shelf: Shelf, tmp_path: Path
) -> None:
    with LocalWeb(shelf.pages) as web:
        settings = with_web(server_settings, web)
        services = Services(settings)
        insert_sources(mariadb, settings, list(shelf.lists[:2]))
        crawler(settings, "source", "disable", shelf.lists[1])
        with running(settings, tmp_path, "controller", "lister", "extractor"):
            wait_until(lambda: settled(services, checked=1), "the enabled source is checked")
            assert web.counts[shelf.lists[1]] == 0
            crawler(settings, "source", "enable", shelf.lists[1])
            wait_until(lambda: settled(services, checked=2), "the source that was enabled is checked")
            assert web.counts[shelf.lists[1]] == 1
        services.close()


def test_sigterm_stops_every_role_within_ten_seconds_and_loses_nothing(
    server_settings: Settings, mariadb: MariaDB, shelf: Shelf, tmp_path: Path
) -> None:
    with LocalWeb(shelf.pages) as web:
        settings = with_web(server_settings, web).model_copy(update={"host_interval_s": 0.3})
        services = Services(settings)
        services.documents.prepare()
        insert_sources(mariadb, settings, list(shelf.lists))
        with running(settings, tmp_path, "controller", "lister", "extractor") as roles:
            wait_until(lambda: services.documents.count() > 10, "the crawl is on its way")
            for role in roles:
                code, seconds = role.stop()
                assert code == 0, role.lines()[-5:]
                assert seconds < 10
        with running(settings, tmp_path, "controller", "lister", "extractor"):
            wait_until(lambda: settled(services, checked=len(shelf.lists)), "the rest is done")
        assert Counter(document["url"] for document in all_documents(settings)) == Counter(list(shelf.gold))
        services.close()


def test_politeness_holds_over_many_workers(server_settings: Settings, mariadb: MariaDB, tmp_path: Path) -> None:
    shelf = synthetic(20, 2, now=datetime.now(UTC))
    with LocalWeb(shelf.pages) as web:
        settings = with_web(server_settings, web).model_copy(update={"host_interval_s": 0.5})
        services = Services(settings)
        insert_sources(mariadb, settings, list(shelf.lists))
        with running(settings, tmp_path, "controller", "lister", "lister", "extractor", "extractor", "extractor"):
            wait_until(lambda: settled(services, checked=len(shelf.lists)), "all pages done")
        for host in ("news000.example", "news001.example"):
            pages = [r.at for r in web.requests if f"//{host}/" in r.url and not r.url.endswith("/robots.txt")]
            gaps = [later - sooner for sooner, later in pairwise(pages)]
            # A turn is taken before its request is sent: on a busy machine one may be late, and the next on time.
            assert sum(gaps) / len(gaps) > 0.45
            assert min(gaps) > 0.2
        services.close()


def test_failures_are_retried_and_end_in_one_counted_outcome(
    server_settings: Settings, mariadb: MariaDB, tmp_path: Path
) -> None:
    from tests.localweb import Fault, failure

    shelf = synthetic(12, 1, now=datetime.now(UTC))
    flaky, gone, down, *_ = shelf.gold
    pages = {**shelf.pages, gone: failure(404)}
    with LocalWeb(pages) as web:
        web.fault(flaky, Fault(page=failure(500), times=2))
        web.fault(down, Fault(page=failure(500)))
        settings = with_web(server_settings, web).model_copy(update={"retry_s": 0.2, "max_attempts": 3})
        services = Services(settings)
        insert_sources(mariadb, settings, list(shelf.lists))
        with running(settings, tmp_path, "controller", "lister", "extractor"):
            wait_until(lambda: settled(services, checked=1), "all pages done")
        counted = {
            (one.label, one.reason): one.count for one in gather(services, days=2).outcomes if one.tube == "page"
        }
        assert counted == {("indexed", ""): 10, ("dropped", "not_found"): 1, ("gave_up", "server_error"): 1}
        assert web.counts[flaky] == 3
        assert [letter.task.url for letter in services.frontier.dead_letters(10)] == [down]

        web.heal(down)
        crawler(settings, "dead", "retry", down)
        with running(settings, tmp_path, "extractor"):
            wait_until(lambda: services.documents.has_page(down), "the dead letter is indexed")
        services.close()


@pytest.mark.timeout(900)
def test_saved_pages_of_real_sites(server_settings: Settings, mariadb: MariaDB, corpora: Path, tmp_path: Path) -> None:
    """Every saved page ends in exactly one outcome, and those with a good title, date and text are all indexed. Where a
    challenge was saved in place of the page, it is tried again and given up."""
    shelf = from_corpora(corpora)
    with LocalWeb(shelf.pages) as web:
        settings = with_web(server_settings, web).model_copy(update={"retry_s": 0.2, "max_attempts": 2})
        services = Services(settings)
        with running(settings, tmp_path, "controller", "lister", "extractor", "extractor"):
            insert_sources(mariadb, settings, list(shelf.lists))
            wait_until(lambda: settled(services, checked=len(shelf.lists)), "all saved pages are done", timeout_s=800)
        outcomes = [one for one in gather(services, days=2).outcomes if one.tube == "page"]
        queued = sum(row.indexed for row in gather(services, days=2).sources)
        documents = all_documents(settings)
        assert len({document["_id"] for document in documents}) == len(documents)
        assert len({document["url"] for document in documents}) == queued
        assert {one.reason for one in outcomes if one.label in ("quarantined", "gave_up")} <= {str(Reason.CHALLENGE)}
        assert queued > 0.7 * sum(one.count for one in outcomes), outcomes
        services.close()


def test_an_article_that_is_announced_again_after_its_seen_entry_is_gone_stands_once(
    server_settings: Settings, mariadb: MariaDB, shelf: Shelf, tmp_path: Path
) -> None:
    with LocalWeb(shelf.pages) as web:
        settings = with_web(server_settings, web)
        services = Services(settings)
        insert_sources(mariadb, settings, [shelf.lists[0]])
        with running(settings, tmp_path, "controller", "lister", "extractor"):
            wait_until(lambda: settled(services, checked=1), "the source is checked")
            services.frontier.clear_seen()
            web.put(shelf.lists[0], Page(shelf.pages[shelf.lists[0]].body + b"<!-- changed -->"))
            make_due(mariadb, settings)
            wait_until(lambda: settled(services, checked=2), "the source is checked again")
        assert len(all_documents(settings)) == 10
        known = [one.count for one in gather(services, days=2).outcomes if one.label == "known"]
        assert known == [10]
        services.close()
