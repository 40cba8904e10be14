"""Rows and nouns of the sources: what goes in, what comes out, and what follows from a report."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pymysql
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import URL
from sqlalchemy.dialects import mysql, sqlite

from crawler.model import CheckReport, Source, State
from crawler.stores.engine import explain
from crawler.stores.rows import (
    after_look,
    after_report,
    checked_word,
    clean,
    from_event,
    next_token,
    set_the_same,
    to_columns,
    to_event,
    to_source,
)
from crawler.stores.tables import SET_BY_PEOPLE, UtcDateTime, source

NOW = datetime(2025, 3, 5, 6, 3, 1, 123456, tzinfo=UTC)
A_SOURCE = Source(id=7, name="新浪", channel="feed", url="https://example.com/feed")


def row(**columns: Any) -> dict[str, Any]:
    """A row of the table as it comes from a database, never yet checked."""
    defaults = {name: getattr(A_SOURCE, name) for name in Source.__dataclass_fields__}
    text = {"keep_params": "", "drop_params": ""}
    return defaults | text | {"checked_as": None, "queued_at": None, "tasks_open": 0} | columns


# --- rows and sources


def test_a_row_with_defaults_is_the_source_with_defaults() -> None:
    assert to_source(row()) == A_SOURCE


def test_lists_of_parameters_are_split_at_commas_without_spaces_and_blanks() -> None:
    assert to_source(row(keep_params=" id, page,,编号 ")).keep_params == ("id", "page", "编号")


def test_bytes_and_fractions_that_sqlite_lets_in_become_text_and_whole_numbers() -> None:
    odd = to_source(row(name=b"\xd0\xc2\xc0\xcb", interval_s=60.5))
    assert isinstance(odd.name, str)
    assert odd.interval_s == 60


def test_columns_of_a_source_read_back_as_the_same_source() -> None:
    full = replace(A_SOURCE, keep_params=("id", "p"), drop_params=("spm",), pattern=r"/\d+\.html", enabled=False)
    columns = to_columns({name: getattr(full, name) for name in SET_BY_PEOPLE})
    assert to_source(row(**columns)) == full


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"nmae": "x"}, "no column 'nmae'"),
        ({"id": 5}, "no column 'id'"),
        ({"name": " "}, "name is empty"),
        ({"name": "新" * 191}, "191 characters; at most 190"),
        ({"url": "u" * 2001}, "2001 characters; at most 2000"),
        ({"keep_params": ("p" * 600, "q" * 600)}, "1201 characters"),
        ({"interval_s": 0}, "must be from 1 to"),
        ({"interval_s": "600"}, "must be a whole number"),
        ({"priority": -1}, "must be from 0 to"),
        ({"enabled": "yes"}, "must be true or false"),
        ({"pattern": None}, "must be text"),
        ({"next_check_at": "tomorrow"}, "must be an instant"),
        ({"name": "gbk\udcd0\udcc2"}, "set to UTF-8"),
        ({"name": "a\0b"}, "not valid text"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(columns: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        to_columns(columns)


@given(st.text(st.characters(exclude_categories=())))
def test_cleaned_text_can_be_written_by_any_driver_and_is_as_long(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned
    assert len(cleaned) == len(text)


@pytest.mark.parametrize("word", ["", "  ", "字" * 191, "a\ud800"])
def test_a_word_that_does_not_fit_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=r"empty|at most 190|not valid"):
        checked_word(word)


# --- what follows from a look at a row


def test_a_row_that_cannot_work_is_in_error_and_keeps_its_schedule() -> None:
    assert after_look(A_SOURCE, "no such channel") == {"state": "error", "state_reason": "no such channel"}


def test_a_disabled_row_says_so() -> None:
    assert after_look(replace(A_SOURCE, enabled=False), "") == {"state": "disabled", "state_reason": ""}


def test_a_changed_row_starts_afresh() -> None:
    columns = after_look(replace(A_SOURCE, failures=9, next_check_at=NOW, state="failed"), "")
    assert columns["state"] == "new"
    assert columns["next_check_at"] is None
    assert columns["failures"] == 0


@pytest.mark.parametrize("name", SET_BY_PEOPLE)
def test_a_change_to_any_column_of_people_is_a_change(name: str) -> None:
    value: object = getattr(A_SOURCE, name)
    other = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else ("x",)
    assert not set_the_same(A_SOURCE, replace(A_SOURCE, **{name: other}))  # type: ignore[arg-type]
    assert set_the_same(A_SOURCE, replace(A_SOURCE, failures=3, state="ok"))


# --- what follows from a report


ASKED = set(State) - {State.DISABLED}


def test_a_check_that_a_disabled_source_was_spared_changes_nothing_but_its_task() -> None:
    after = after_report(row(failures=4, tasks_open=2), CheckReport(State.DISABLED), NOW)
    assert after == {"tasks_open": 1}


@pytest.mark.parametrize("state", sorted(ASKED - {State.FAILED, State.BLOCKED}))
def test_a_check_that_went_well_ends_the_failures(state: State) -> None:
    assert after_report(row(failures=4), CheckReport(state), NOW)["failures"] == 0


@pytest.mark.parametrize("state", [State.FAILED, State.BLOCKED])
def test_a_failed_check_is_counted(state: State) -> None:
    columns = after_report(row(failures=4), CheckReport(state, "timed out"), NOW)
    assert columns["failures"] == 5
    assert (columns["state"], columns["state_reason"]) == (state, "timed out")


def test_the_last_task_to_report_frees_the_source() -> None:
    assert "queued_at" not in after_report(row(tasks_open=2, queued_at=NOW), CheckReport(State.OK), NOW)
    assert after_report(row(tasks_open=1, queued_at=NOW), CheckReport(State.OK), NOW)["queued_at"] is None


def test_a_task_that_reports_twice_does_not_count_below_zero() -> None:
    assert after_report(row(tasks_open=0), CheckReport(State.OK), NOW)["tasks_open"] == 0


def test_only_new_links_move_the_time_of_the_last_find() -> None:
    assert "last_new_at" not in after_report(row(), CheckReport(State.OK, links_found=9), NOW)
    assert after_report(row(), CheckReport(State.OK, links_new=1), NOW)["last_new_at"] == NOW


def test_a_long_reason_is_cut() -> None:
    assert len(after_report(row(), CheckReport(State.FAILED, "长" * 5000), NOW)["state_reason"]) == 1000


@pytest.mark.parametrize("held", ["error", "disabled"])
def test_a_check_that_was_under_way_does_not_write_over_an_error_in_the_row(held: str) -> None:
    columns = after_report(row(state=held, tasks_open=1), CheckReport(State.OK), NOW)
    assert "state" not in columns
    assert "state_reason" not in columns
    assert columns["queued_at"] is None


def test_a_line_of_history_reads_as_it_was_reported() -> None:
    report = CheckReport(State.EMPTY, "no links", 200, 12, 0, elapsed_s=1.25)
    event = from_event(to_event(7, "股市", report, NOW))
    assert (event.report, event.keyword, event.at) == (report, "股市", NOW)


# --- the lease


def held(holder: str, token: int, expires_at: datetime | None) -> dict[str, Any]:
    return {"name": "controller", "holder": holder, "token": token, "expires_at": expires_at}


def test_the_first_holder_has_the_first_token() -> None:
    assert next_token(None, "a", NOW) == 1


def test_a_holder_keeps_its_token_also_when_it_is_late() -> None:
    assert next_token(held("a", 4, NOW + timedelta(seconds=1)), "a", NOW) == 4
    assert next_token(held("a", 4, NOW - timedelta(seconds=1)), "a", NOW) == 4


def test_another_waits_for_the_end_and_then_has_a_greater_token() -> None:
    assert next_token(held("a", 4, NOW + timedelta(milliseconds=1)), "b", NOW) is None
    assert next_token(held("a", 4, NOW), "b", NOW) == 5
    assert next_token(held("", 4, None), "b", NOW) == 5


def test_nobody_waits_for_the_dead() -> None:
    assert next_token(held("a", 4, NOW + timedelta(days=1)), "b", NOW, alone=True) == 5


# --- instants


@pytest.mark.parametrize("dialect", [mysql.dialect(), sqlite.dialect()])
def test_an_instant_is_cut_to_milliseconds_in_utc(dialect: Any) -> None:
    in_china = NOW.astimezone(timezone(timedelta(hours=8)))
    assert UtcDateTime().process_bind_param(in_china, dialect) == "2025-03-05 06:03:01.123"
    with pytest.raises(ValueError, match="time zone"):
        UtcDateTime().process_bind_param(NOW.replace(tzinfo=None), dialect)


@pytest.mark.parametrize("value", [None, "tomorrow", "0000-00-00 00:00:00", "", 5])
def test_what_is_no_date_reads_as_none(value: object) -> None:
    assert UtcDateTime().process_result_value(value, sqlite.dialect()) is None


@pytest.mark.parametrize("value", ["2025-03-05", "2025-03-05 00:00:00", datetime(2025, 3, 5)])
def test_dates_as_people_and_servers_write_them_are_read(value: object) -> None:
    assert UtcDateTime().process_result_value(value, mysql.dialect()) == datetime(2025, 3, 5, tzinfo=UTC)


def test_every_field_of_a_source_is_a_column() -> None:
    assert set(Source.__dataclass_fields__) <= set(source.c.keys())


# --- errors

MYSQL = URL.create("mysql+pymysql", "crawler", host="db", port=3306, database="news")


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (pymysql.err.OperationalError(1045, "Access denied for user"), "CRAWLER_MYSQL_USER and CRAWLER_MYSQL_PASSWORD"),
        (pymysql.err.OperationalError(1044, "Access denied"), "GRANT ALL ON `news`"),
        (pymysql.err.OperationalError(1049, "Unknown database 'news'"), "CREATE DATABASE `news` CHARACTER SET utf8mb4"),
        (pymysql.err.OperationalError(2003, "Can't connect to MySQL server on 'db'"), "CRAWLER_MYSQL_HOST"),
        (pymysql.err.ProgrammingError(1146, "Table 'news.source' doesn't exist"), "crawler migrate"),
        (pymysql.err.OperationalError(1040, "Too many connections"), "max_connections"),
        (pymysql.err.OperationalError(1213, "Deadlock found"), "tried again"),
        (pymysql.err.OperationalError(1290, "The server is read-only"), "read-only .*server's log"),
        (pymysql.err.InterfaceError("odd"), "odd"),
        (RuntimeError("'cryptography' package is required for caching_sha2_password"), r"PyMySQL\[rsa\]"),
    ],
)
def test_errors_of_mysql_say_what_to_do(error: Exception, advice: str) -> None:
    assert re.search(advice, explain(error, MYSQL))


@pytest.mark.parametrize(
    ("message", "advice"),
    [
        ("no such table: source", "data/crawler.sqlite3: run `crawler migrate`"),
        ("unable to open database file", "CRAWLER_DATA_DIR"),
        ("database is locked", "another process"),
        ("attempt to write a readonly database", "may not write"),
        ("database or disk is full", "make room"),
        ("database disk image is malformed", "integrity_check"),
    ],
)
def test_errors_of_sqlite_say_what_to_do(message: str, advice: str) -> None:
    url = URL.create("sqlite", database="data/crawler.sqlite3")
    assert advice in explain(sqlite3.OperationalError(message), url)
