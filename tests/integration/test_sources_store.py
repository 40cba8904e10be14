"""The sources in MySQL and in SQLite: the same tests, on both."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, update

from crawler.errors import Unavailable
from crawler.model import CheckReport, Keyword, Source, State
from crawler.settings import Settings, Stores
from crawler.stores import tables
from crawler.stores.engine import writing
from crawler.stores.ports import Lease, Sources
from crawler.stores.schema import migrate
from crawler.stores.sources import EVENTS_KEPT, SqlSources, open_sources
from tests.integration.sources_databases import BOTH, empty_database, run_sql
from tests.servers import MariaDB

NOW = datetime(2025, 3, 5, 6, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
FEED = "INSERT INTO source (name, channel, url) VALUES ('{}', 'feed', 'https://example.com/feed')"


@pytest.fixture(params=BOTH)
def settings(request: pytest.FixtureRequest) -> Iterator[Settings]:
    """A migrated database that no other test has."""
    with empty_database(request.param, request) as settings:
        migrate(settings)
        yield settings


@pytest.fixture
def sources(settings: Settings) -> Iterator[SqlSources]:
    with closing(open_sources(settings)) as sources:
        yield sources


def due(sources: SqlSources, now: datetime = NOW, limit: int = 100) -> list[Source]:
    """What is due once every new row was looked over; their schedule stays as a test has set it."""
    with writing(sources._engine) as connection:
        new = update(tables.source).where(tables.source.c.checked_as.is_(None))
        connection.execute(new.values(checked_as=tables.as_it_stands()))
    return sources.due(now=now, lost_before=now - 900 * SECOND, limit=limit)


def unchecked_names(sources: Sources) -> list[str]:
    return [source.name for source in sources.unchecked(limit=100)]


def look_over_all(sources: Sources) -> None:
    for source in sources.unchecked(limit=100):
        sources.checked_row(source, "")


def lead(sources: Sources, holder: str = "a", now: datetime = NOW) -> Lease:
    lease = sources.acquire(holder, now=now, lock_s=30)
    assert lease is not None
    return lease


def first(sources: Sources) -> Source:
    return sources.all()[0]


# --- a row typed by a person


def test_a_row_is_not_due_before_it_was_looked_over(settings: Settings, sources: SqlSources) -> None:
    """It is due at once then: were it queued before, it would be so twice."""
    run_sql(settings, FEED.format("新"))
    assert sources.due(now=NOW, lost_before=NOW, limit=9) == []
    look_over_all(sources)
    (row,) = sources.due(now=NOW, lost_before=NOW, limit=9)
    sources.queued(row, NOW - SECOND, now=NOW, lease=lead(sources), tasks=0)
    run_sql(settings, "UPDATE source SET pattern = '/a/' WHERE id = 1")
    assert sources.due(now=NOW, lost_before=NOW, limit=9) == []
    look_over_all(sources)
    assert [each.pattern for each in sources.due(now=NOW, lost_before=NOW, limit=9)] == ["/a/"]


def test_three_columns_are_enough_and_the_row_is_seen_and_due_at_once(settings: Settings, sources: SqlSources) -> None:
    run_sql(settings, FEED.format("新华网😀要闻"))
    expected = Source(id=1, name="新华网😀要闻", channel="feed", url="https://example.com/feed")
    (row,) = sources.unchecked(limit=10)
    assert row.created_at is not None
    assert abs(datetime.now(UTC) - row.created_at) < timedelta(minutes=5)
    assert (
        Source(**{name: getattr(row, name) for name in Source.__dataclass_fields__} | {"created_at": None}) == expected
    )
    assert due(sources) == [row]
    assert sources.find("新华网😀要闻") == row


def test_every_column_of_people_can_be_typed(settings: Settings, sources: SqlSources) -> None:
    run_sql(
        settings,
        "INSERT INTO source (name, channel, url, pattern, exclude, interval_s, priority, timezone, "
        "keep_params, drop_params, enabled) VALUES "
        "('论坛', 'page', 'https://example.com/', '/[0-9]+', 'ad', 60, 5, 'UTC', 'id, 页', 'spm', 0)",
    )
    row = first(sources)
    assert (row.pattern, row.exclude, row.interval_s, row.priority, row.timezone) == ("/[0-9]+", "ad", 60, 5, "UTC")
    assert (row.keep_params, row.drop_params, row.enabled) == (("id", "页"), ("spm",), False)


def test_names_that_look_alike_are_two_and_the_same_name_is_refused(settings: Settings, sources: SqlSources) -> None:
    for name in ("news", "News", "😀", "😁", "ｎｅｗｓ", "café", "cafe"):
        run_sql(settings, FEED.format(name))
    assert len(sources.all()) == 7
    assert sources.find("News") != sources.find("news")
    with pytest.raises(Exception, match=r"(?i)duplicate|unique"):
        run_sql(settings, FEED.format("news"))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("interval_s", "0"),
        ("interval_s", "'ten'"),
        ("priority", "-1"),
        ("enabled", "7"),
        ("name", "''"),
        ("url", "NULL"),
    ],
)
def test_a_value_that_no_rule_could_work_with_is_refused_when_it_is_typed(
    settings: Settings, sources: SqlSources, column: str, value: str
) -> None:
    run_sql(settings, FEED.format("a"))
    with pytest.raises(Exception, match=r"(?i)constraint|check|incorrect|cannot be null|out of range"):
        run_sql(settings, f"UPDATE source SET {column} = {value}")
    assert first(sources).interval_s == 600


def test_a_row_in_error_is_left_alone_until_a_person_changes_it(settings: Settings, sources: SqlSources) -> None:
    run_sql(settings, FEED.format("bad"))
    run_sql(settings, FEED.format("good"))
    bad, good = sources.unchecked(limit=10)
    sources.checked_row(bad, "there is no channel 'fede'; use feed")
    sources.checked_row(good, "")
    assert unchecked_names(sources) == []
    assert [source.name for source in due(sources)] == ["good"]
    row = sources.find("bad")
    assert row is not None
    assert (row.state, row.state_reason) == ("error", "there is no channel 'fede'; use feed")

    run_sql(settings, "UPDATE source SET pattern = 'x' WHERE name = 'bad'")
    assert unchecked_names(sources) == ["bad"]
    look_over_all(sources)
    assert [source.state for source in due(sources)] == ["new", "new"]


@pytest.mark.parametrize(
    "change",
    [
        "name = 'A'", "channel = 'page'", "url = 'https://EXAMPLE.com/feed'", "pattern = '新'", "exclude = '😀'",
        "interval_s = 601", "priority = 999", "timezone = 'UTC'", "keep_params = 'a,b'", "drop_params = ' '",
        "enabled = 0",
    ],
)  # fmt: skip
def test_any_change_by_a_person_is_noticed_once(settings: Settings, sources: SqlSources, change: str) -> None:
    run_sql(settings, FEED.format("a"))
    look_over_all(sources)
    assert sources.unchecked(limit=10) == []
    run_sql(settings, f"UPDATE source SET {change}")
    assert len(sources.unchecked(limit=10)) == 1
    look_over_all(sources)
    assert sources.unchecked(limit=10) == []


def test_what_the_crawler_writes_is_no_change(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "feed", "https://example.com/", keep_params=("x", "y")))
    look_over_all(sources)
    assert sources.queued(source, NOW + 600 * SECOND, now=NOW, lease=lead(sources), tasks=1)
    sources.report(source.id, "", CheckReport(State.FAILED, "超时"), now=NOW)
    sources.update(source.id, next_check_at=None)
    assert sources.unchecked(limit=10) == []


def test_a_change_that_comes_during_the_look_is_looked_at_too(settings: Settings, sources: SqlSources) -> None:
    run_sql(settings, FEED.format("a"))
    (seen,) = sources.unchecked(limit=1)
    run_sql(settings, "UPDATE source SET url = 'https://example.com/new'")
    sources.checked_row(seen, "the old url does not work")
    assert first(sources).state == "new"
    assert len(sources.unchecked(limit=1)) == 1


def test_a_disabled_row_is_not_due_and_says_so_and_comes_back(settings: Settings, sources: SqlSources) -> None:
    run_sql(settings, FEED.format("a"))
    run_sql(settings, "UPDATE source SET enabled = 0")
    look_over_all(sources)
    assert first(sources).state == "disabled"
    assert due(sources) == []
    run_sql(settings, "UPDATE source SET enabled = 1")
    look_over_all(sources)
    assert [source.state for source in due(sources)] == ["new"]


def test_a_row_that_was_removed_during_the_look_is_passed_over(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "feed", "https://example.com/"))
    sources.remove(source.id)
    sources.checked_row(source, "")
    assert sources.all() == []


def test_bytes_that_are_no_text_in_one_sqlite_row_disturb_no_other(request: pytest.FixtureRequest) -> None:
    with empty_database("sqlite", request) as settings:
        migrate(settings)
        run_sql(settings, FEED.format("good"))
        # A terminal set to GBK; a blob; a date that is none.
        run_sql(settings, "INSERT INTO source (name, channel, url) VALUES (CAST(x'd0c2c0cb' AS TEXT), 'feed', x'ff')")
        run_sql(settings, "UPDATE source SET last_new_at = 'tomorrow', interval_s = 60.5 WHERE name <> 'good'")
        with closing(open_sources(settings)) as sources:
            good, bad = sources.unchecked(limit=10)
            assert (good.name, bad.last_new_at, bad.interval_s) == ("good", None, 60)
            sources.checked_row(bad, "the name is not text")
            sources.checked_row(good, "")
            assert sources.unchecked(limit=10) == []
            assert [source.name for source in due(sources)] == ["good"]


# --- what is due


def test_due_sources_come_by_planned_time_then_priority_and_new_ones_first(sources: SqlSources) -> None:
    def add(name: str, planned: datetime | None, priority: int = 1000) -> None:
        source = sources.add(Source(0, name, "feed", "https://example.com/", priority=priority))
        sources.update(source.id, next_check_at=planned)

    add("later", NOW + SECOND)
    add("now", NOW)
    add("same time, sooner", NOW - 60 * SECOND, priority=1)
    add("same time", NOW - 60 * SECOND)
    add("oldest", NOW - timedelta(days=400))
    add("new", None, priority=9)
    add("new, sooner", None, priority=2)
    names = [source.name for source in due(sources)]
    assert names == ["new, sooner", "new", "oldest", "same time, sooner", "same time", "now"]
    for limit in range(1, 7):
        assert [source.name for source in due(sources, limit=limit)] == names[:limit]


def test_a_queued_source_is_not_due_until_all_its_tasks_have_reported(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "search", "baidu"))
    later = NOW + 60 * SECOND
    assert sources.queued(source, later, now=NOW, lease=lead(sources), tasks=2)
    assert due(sources, later) == []
    sources.report(source.id, "股市", CheckReport(State.OK), now=NOW + SECOND)
    assert due(sources, later) == []
    sources.report(source.id, "楼市", CheckReport(State.OK), now=NOW + SECOND)
    assert [row.next_check_at for row in due(sources, later)] == [later]


def test_a_source_whose_tasks_were_lost_is_due_again(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "feed", "https://example.com/"))
    lease = lead(sources)
    assert sources.queued(source, NOW + 60 * SECOND, now=NOW, lease=lease, tasks=5)
    assert due(sources, NOW + 900 * SECOND) == []
    found = due(sources, NOW + 901 * SECOND)
    assert len(found) == 1
    assert sources.queued(source, NOW + 2000 * SECOND, now=NOW + 901 * SECOND, lease=lease, tasks=1)
    sources.report(source.id, "", CheckReport(State.OK), now=NOW + 902 * SECOND)
    assert len(due(sources, NOW + 2000 * SECOND)) == 1


def test_a_lister_that_reports_before_the_check_is_noted_frees_the_source(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "search", "baidu"))
    sources.report(source.id, "前天", CheckReport(State.OK), now=NOW - 600 * SECOND)
    sources.report(source.id, "股市", CheckReport(State.OK), now=NOW + SECOND / 10)
    assert sources.queued(source, NOW + 60 * SECOND, now=NOW, lease=lead(sources), tasks=2)
    assert due(sources, NOW + 60 * SECOND) == []
    sources.report(source.id, "楼市", CheckReport(State.OK), now=NOW + SECOND)
    assert len(due(sources, NOW + 60 * SECOND)) == 1


def test_a_search_source_without_keywords_is_not_held(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "search", "baidu"))
    assert sources.queued(source, NOW + 60 * SECOND, now=NOW, lease=lead(sources), tasks=0)
    assert len(due(sources, NOW + 60 * SECOND)) == 1


@contextmanager
def statements(sources: SqlSources) -> Iterator[list[tuple[str, Any]]]:
    """The statements that are sent meanwhile."""
    sent: list[tuple[str, Any]] = []

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
        sent.append((statement, parameters))

    event.listen(sources._engine, "before_cursor_execute", note)
    yield sent
    event.remove(sources._engine, "before_cursor_execute", note)


def uses_the_index(sources: SqlSources, statement: str, parameters: Any) -> bool:
    """Whether the index is entered at what is due, not only at what is enabled."""
    lite = sources._engine.dialect.name == "sqlite"
    with sources._engine.connect() as connection:
        explain = "EXPLAIN QUERY PLAN " if lite else "EXPLAIN "
        (step,) = connection.exec_driver_sql(explain + statement, parameters).mappings()
    if lite:
        return "INDEX source_due (enabled=? AND next_check_at" in step["detail"]
    return step["key"] == "source_due" and step["type"] in {"range", "ref"} and int(step["key_len"]) > 1


def test_with_thousands_of_sources_what_is_due_is_read_along_the_index(settings: Settings, sources: SqlSources) -> None:
    later = "'2025-03-06 00:00:00.000'"
    rows = ", ".join(f"('源{n}', 'feed', 'https://example.com/{n}', {later})" for n in range(5000))
    run_sql(settings, f"INSERT INTO source (name, channel, url, next_check_at) VALUES {rows}")
    run_sql(settings, "UPDATE source SET next_check_at = '2025-03-05 05:00:00.000' WHERE id % 100 = 0")
    run_sql(settings, "UPDATE source SET next_check_at = NULL WHERE id % 1000 = 1")
    if settings.stores is Stores.SERVERS:
        run_sql(settings, "ANALYZE TABLE source")
    assert [source.id for source in sources.unchecked(limit=500)] == list(range(1, 501))
    with statements(sources) as sent:
        assert len(due(sources)) == 55
    selects = [(text, parameters) for text, parameters in sent if text.startswith("SELECT source")]
    assert len(selects) == 2
    assert all(uses_the_index(sources, text, parameters) for text, parameters in selects)


# --- one controller


def test_one_controller_at_a_time_and_its_token_grows_with_each(sources: SqlSources) -> None:
    assert not sources.in_charge(now=NOW)
    assert sources.acquire("a", now=NOW, lock_s=30) == Lease("a", 1)
    assert sources.in_charge(now=NOW + 29 * SECOND)
    assert not sources.in_charge(now=NOW + 30 * SECOND)
    assert sources.acquire("b", now=NOW + 29 * SECOND, lock_s=30) is None
    assert sources.acquire("a", now=NOW + 29 * SECOND, lock_s=30) == Lease("a", 1)
    assert sources.acquire("b", now=NOW + 58 * SECOND, lock_s=30) is None
    assert sources.acquire("b", now=NOW + 59 * SECOND, lock_s=30) == Lease("b", 2)
    assert sources.acquire("a", now=NOW + 60 * SECOND, lock_s=30) is None


def test_a_lock_that_was_given_up_is_free_at_once(sources: SqlSources) -> None:
    sources.give_up(lead(sources, "a"))
    assert sources.acquire("b", now=NOW, lock_s=30) == Lease("b", 2)
    sources.give_up(Lease("a", 1))  # too late: it is another's
    assert sources.acquire("c", now=NOW, lock_s=30) is None


def test_a_controller_that_slept_through_its_lock_is_fenced_off(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "feed", "https://example.com/"))
    slept = lead(sources, "a")
    awake = lead(sources, "b", NOW + 31 * SECOND)
    assert not sources.queued(source, NOW + 99 * SECOND, now=NOW + 32 * SECOND, lease=slept, tasks=1)
    assert first(sources).next_check_at is None
    assert len(due(sources)) == 1
    assert sources.queued(source, NOW + 99 * SECOND, now=NOW + 32 * SECOND, lease=awake, tasks=1)
    assert first(sources).next_check_at == NOW + 99 * SECOND


def test_a_row_removed_while_it_is_queued_does_not_look_like_a_lost_lock(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "feed", "https://example.com/"))
    sources.remove(source.id)
    assert sources.queued(source, NOW, now=NOW, lease=lead(sources), tasks=1)


def at_once(count: int, call: Callable[[int], Any]) -> list[Any]:
    """What `call` returns in each of so many threads that begin together."""
    barrier = threading.Barrier(count)

    def begin(number: int) -> Any:
        barrier.wait()
        return call(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(begin, range(count)))


def test_of_many_who_are_the_first_one_has_the_lock(sources: SqlSources) -> None:
    leases = at_once(8, lambda number: sources.acquire(f"c{number}", now=NOW, lock_s=30))
    assert len([lease for lease in leases if lease]) == 1


def contend(settings: Settings, holder: str) -> list[tuple[int, str]]:
    """Try again and again for a lock that lasts no time, and say which tokens were had."""
    with closing(open_sources(settings)) as sources:
        tries = (sources.acquire(holder, now=NOW + n * SECOND, lock_s=0) for n in range(60))
        return [(lease.token, lease.holder) for lease in tries if lease]


def test_no_token_is_ever_held_by_two_processes(settings: Settings) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        had = pool.starmap(contend, [(settings, name) for name in "abc"], chunksize=1)
    pairs = {pair for tokens in had for pair in tokens}
    tokens = sorted(token for token, _ in pairs)
    assert len(pairs) >= 3
    assert tokens == list(range(1, len(pairs) + 1))


# --- reports


def test_a_report_is_written_to_the_row_and_to_its_history(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "feed", "https://example.com/"))
    report = CheckReport(State.OK, "", 200, 30, 2, 0.25)
    sources.report(source.id, "", report, now=NOW)
    row = first(sources)
    assert (row.state, row.last_checked_at, row.last_new_at, row.failures) == ("ok", NOW, NOW, 0)
    sources.report(source.id, "", CheckReport(State.BLOCKED, "验证码😀", 403), now=NOW + SECOND)
    row = first(sources)
    assert (row.state, row.state_reason, row.failures) == ("blocked", "验证码😀", 1)
    assert row.last_new_at == NOW
    newest, oldest = sources.history(source.id)
    assert newest.report == CheckReport(State.BLOCKED, "验证码😀", 403)
    assert (oldest.at, oldest.report.links_new, oldest.report.elapsed_s) == (NOW, 2, 0.25)


def test_whatever_a_site_answers_can_be_written(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "feed", "https://example.com/"))
    odd = "\0\ud800" + "😀" * 5000
    sources.report(source.id, "", CheckReport(State.FAILED, odd, 999), now=NOW)
    assert len(first(sources).state_reason) == 1000


def test_the_history_of_each_source_is_bounded(sources: SqlSources) -> None:
    busy, quiet = (sources.add(Source(0, name, "feed", "https://example.com/")) for name in "ab")
    sources.report(quiet.id, "", CheckReport(State.OK), now=NOW)
    for number in range(EVENTS_KEPT + 5):
        sources.report(busy.id, str(number), CheckReport(State.OK), now=NOW + number * SECOND)
    kept = sources.history(busy.id, limit=1000)
    assert [int(event.keyword) for event in kept] == list(range(EVENTS_KEPT + 4, 4, -1))
    assert len(sources.history(quiet.id)) == 1


def test_a_report_on_a_removed_source_is_passed_over(sources: SqlSources) -> None:
    sources.report(99, "", CheckReport(State.OK), now=NOW)
    assert sources.history(99) == []


def test_listers_that_report_at_once_lose_nothing(sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "search", "baidu"))
    other = sources.add(Source(0, "b", "search", "baidu"))
    assert sources.queued(source, NOW + 60 * SECOND, now=NOW, lease=lead(sources), tasks=80)

    def report(number: int) -> None:
        for turn in range(10):
            sources.report(source.id, f"{number}.{turn}", CheckReport(State.FAILED), now=NOW + SECOND)
            sources.report(other.id, f"{number}.{turn}", CheckReport(State.FAILED), now=NOW + SECOND)

    at_once(8, report)
    rows = {row.name: row for row in sources.all()}
    assert (rows["a"].failures, rows["b"].failures) == (80, 80)
    assert len({event.keyword for event in sources.history(source.id, limit=100)}) == 80
    assert [row.name for row in due(sources, NOW + 60 * SECOND)] == ["b", "a"]


# --- people


def test_a_source_is_added_found_changed_and_removed(sources: SqlSources) -> None:
    added = sources.add(Source(0, "新浪", "page", "https://example.com/", pattern=r"/\d+", drop_params=("spm", "from")))
    found = sources.find("新浪")
    assert found is not None
    assert (found.id, found.pattern, found.drop_params) == (added.id, r"/\d+", ("spm", "from"))
    assert sources.find(str(added.id)) == found == sources.get(added.id)
    sources.update(added.id, enabled=False, keep_params=("id",), interval_s=60)
    changed = first(sources)
    assert (changed.enabled, changed.keep_params, changed.interval_s) == (False, ("id",), 60)
    assert sources.remove(added.id)
    assert not sources.remove(added.id)
    assert sources.find("新浪") is None


def test_a_name_of_digits_is_found_before_the_id(sources: SqlSources) -> None:
    one, other = (sources.add(Source(0, name, "feed", "https://example.com/")) for name in ("163", "1"))
    assert one.id == 1
    found = sources.find("1")
    assert found is not None
    assert found.id == other.id


@pytest.mark.parametrize("name", ["nobody", "99", "²", "9" * 40, "a\udc80", ""])
def test_what_is_not_there_is_not_found(sources: SqlSources, name: str) -> None:
    sources.add(Source(0, "a", "feed", "https://example.com/"))
    assert sources.find(name) is None


def test_a_name_that_is_taken_is_said(sources: SqlSources) -> None:
    for name in "ab":
        sources.add(Source(0, name, "feed", "https://example.com/"))
    with pytest.raises(ValueError, match="'a' exists already"):
        sources.add(Source(0, "a", "feed", "https://example.org/"))
    with pytest.raises(ValueError, match="'a' exists already"):
        sources.update(2, name="a")
    with pytest.raises(ValueError, match="no source 7"):
        sources.update(7, enabled=False)
    assert [source.name for source in sources.all()] == ["a", "b"]


def test_the_number_of_a_removed_source_is_not_given_to_another(sources: SqlSources) -> None:
    removed = sources.add(Source(0, "a", "feed", "https://example.com/"))
    sources.remove(removed.id)
    assert sources.add(Source(0, "b", "feed", "https://example.com/")).id > removed.id


def test_a_source_takes_its_history_and_keywords_with_it(settings: Settings, sources: SqlSources) -> None:
    source = sources.add(Source(0, "a", "search", "baidu"))
    sources.add_keyword("股市", source.id)
    sources.add_keyword("楼市")
    sources.report(source.id, "", CheckReport(State.OK), now=NOW)
    sources.remove(source.id)
    assert [keyword.word for keyword in sources.keywords()] == ["楼市"]
    assert run_sql(settings, "SELECT * FROM check_event") == []


def test_a_source_is_searched_for_its_own_and_the_general_words_each_once(
    settings: Settings, sources: SqlSources
) -> None:
    one, other = (sources.add(Source(0, name, "search", "baidu")) for name in "ab")
    general = sources.add_keyword(" 股市 ")
    assert general == Keyword(general.id, "股市")
    sources.add_keyword("股市", one.id)
    sources.add_keyword("😀", one.id)
    run_sql(settings, "INSERT INTO keyword (word) VALUES ('股市')")
    run_sql(settings, "INSERT INTO keyword (word, enabled) VALUES ('旧词', 0)")
    assert sorted(keyword.word for keyword in sources.keywords(one.id)) == ["股市", "😀"]
    assert [keyword.word for keyword in sources.keywords(other.id)] == ["股市"]
    assert len(sources.keywords()) == 5


def test_a_word_that_is_there_is_not_added_twice_but_enabled(settings: Settings, sources: SqlSources) -> None:
    first_time = sources.add_keyword("股市")
    run_sql(settings, "UPDATE keyword SET enabled = 0")
    assert sources.add_keyword("股市") == first_time
    assert sources.keywords() == [first_time]
    with pytest.raises(ValueError, match="no source 5"):
        sources.add_keyword("股市", 5)
    assert sources.remove_keyword("股市")
    assert not sources.remove_keyword("股市")


def test_all_that_the_roles_ask_for_is_there(sources: SqlSources) -> None:
    asked: Sources = sources  # the types are checked by mypy
    asked.check()


# --- the server is away


@pytest.fixture
def mysql_settings(request: pytest.FixtureRequest) -> Iterator[Settings]:
    with empty_database("mysql", request) as settings:
        migrate(settings)
        yield settings


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        ({"mysql_password": "päss 密"}, "CRAWLER_MYSQL_USER and CRAWLER_MYSQL_PASSWORD"),
        ({"mysql_database": "nowhere"}, "CREATE DATABASE `nowhere`"),
        ({"mysql_port": 1}, "CRAWLER_MYSQL_HOST and CRAWLER_MYSQL_PORT"),
    ],
)
def test_a_wrong_setting_is_named(mysql_settings: Settings, wrong: dict[str, object], advice: str) -> None:
    values = mysql_settings.model_dump() | wrong
    with closing(open_sources(Settings(**values))) as sources, pytest.raises(Unavailable, match=advice):
        sources.check()


def test_a_password_in_any_script_works(mariadb: MariaDB, mysql_settings: Settings) -> None:
    password = "p@ss/wö:rd%密码"
    with closing(mariadb.connect()) as server, server.cursor() as cursor:
        cursor.execute(f"SET PASSWORD = PASSWORD('{password}')")
        try:
            values = mysql_settings.model_dump() | {"mysql_password": password}
            with closing(open_sources(Settings(**values))) as sources:
                sources.check()
        finally:
            cursor.execute(f"SET PASSWORD = PASSWORD('{mariadb.password}')")


def test_a_server_that_went_away_is_said_and_its_return_needs_no_help(
    mariadb: MariaDB, mysql_settings: Settings
) -> None:
    with closing(open_sources(mysql_settings)) as sources:
        sources.add(Source(0, "a", "feed", "https://example.com/"))
        mariadb.kill()
        try:
            for call in (sources.check, sources.all, lambda: lead(sources)):
                with pytest.raises(Unavailable, match="is it running"):
                    call()
        finally:
            mariadb.start()
        assert [source.name for source in sources.all()] == ["a"]
        mariadb.restart()
        lead(sources)
