from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.frontier.schedule import DAY_S, LONGEST_ASKED_S, LONGEST_RETRY_S, next_check, retry_delay

PLANNED = datetime(2024, 3, 5, 6, 0, tzinfo=UTC)
MIDDLE = 0.5  # the jitter that moves nothing

jitters = st.floats(0, 1, exclude_max=True)


def after(late_s: float, interval_s: int = 600, failures: int = 0, jitter: float = MIDDLE) -> float:
    """Seconds from the planned time to the next one, when the check is queued `late_s` after it was due."""
    then = next_check(PLANNED, PLANNED + timedelta(seconds=late_s), interval_s, failures, jitter)
    return (then - PLANNED).total_seconds()


def test_the_next_check_is_counted_from_the_planned_time() -> None:
    assert after(0) == after(4) == after(59) == 600


def test_missed_checks_are_skipped() -> None:
    assert after(601) == 1200
    assert after(3 * 86400 + 1) == 3 * 86400 + 600


def test_failures_double_the_interval_up_to_a_day() -> None:
    assert [after(0, failures=n) for n in range(4)] == [600, 1200, 2400, 4800]
    assert after(0, failures=1000) == DAY_S


def test_an_interval_over_a_day_is_not_shortened_by_failures() -> None:
    assert after(0, interval_s=7 * DAY_S, failures=9) == 7 * DAY_S


def test_jitter_is_ten_percent_either_way() -> None:
    assert after(0, jitter=0) == pytest.approx(540)
    assert after(0, jitter=0.999999) == pytest.approx(660, abs=0.01)


def test_a_source_checked_before_its_time_waits_one_interval_more() -> None:
    assert after(-30) == 600


@given(st.integers(-10, 10**7), st.floats(0, 1e8), st.integers(0, 10**6), jitters)
def test_the_next_check_is_ahead_and_not_beyond_reach(interval: int, late: float, failures: int, jitter: float) -> None:
    now = PLANNED + timedelta(seconds=late)
    wait = (next_check(PLANNED, now, interval, failures, jitter) - now).total_seconds()
    assert wait > -1e-3  # rounding to microseconds
    assert wait <= 1.2 * max(interval, DAY_S) + 1e-3


def test_tries_wait_longer_each_time_up_to_an_hour() -> None:
    assert [retry_delay(n, 30, None, MIDDLE) for n in range(4)] == [30, 60, 120, 240]
    assert retry_delay(10**9, 30, None, MIDDLE) == LONGEST_RETRY_S


def test_what_the_site_asks_for_is_granted_within_reason() -> None:
    assert retry_delay(0, 30, 300, 0) == 300
    assert retry_delay(0, 30, 300, 0.5) == pytest.approx(315)
    assert retry_delay(0, 30, 10**9, 0) == LONGEST_ASKED_S
    assert retry_delay(0, 30, 10**9, 0, longest_asked_s=7200) == 7200


def test_a_site_cannot_ask_for_less_than_our_own_wait() -> None:
    assert retry_delay(2, 30, 1, MIDDLE) == 120
    assert retry_delay(2, 30, -5, MIDDLE) == 120


@given(st.integers(0, 10**6), st.none() | st.floats(0, 1e9), jitters)
def test_delays_are_bounded(attempt: int, asked: float | None, jitter: float) -> None:
    delay = retry_delay(attempt, 30, asked, jitter)
    assert 27 <= delay <= 1.1 * LONGEST_ASKED_S
    assert delay >= min(asked or 0, LONGEST_ASKED_S)
