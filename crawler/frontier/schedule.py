"""When something is tried again: pure rules, in seconds, with chance as an argument."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import floor

DAY_S = 86_400
"""A source that keeps failing is still tried so often: dead feeds come back."""

LONGEST_ASKED_S = 3600.0
"""What a publisher's Retry-After is clamped to, unless the caller says otherwise."""

LONGEST_RETRY_S = 3600.0
"""The doubling wait of a page's tries ends here."""

_JITTER = 0.1  # ±10 %: enough to spread sources that were added in one go, too little to be noticed
_MAX_DOUBLINGS = 30  # far above any cap below; keeps the power small


def next_check(planned: datetime, now: datetime, interval_s: int, failures: int, jitter: float) -> datetime:
    """When a source that was due at `planned` is due again: always after `now`.

    Counted from the planned time, so that the schedule does not drift with the load; checks that were missed are
    skipped, not made up for. Each of `failures` (checks in a row that failed) doubles the interval, up to one day, or
    to the interval itself where that is longer. `jitter` in [0, 1) moves the result by up to ±10 % of the interval.
    """
    interval = max(1, interval_s)
    period = min(interval * 2 ** min(failures, _MAX_DOUBLINGS), max(interval, DAY_S))
    late = (now - planned).total_seconds() / period
    periods = max(1, floor(late + _JITTER) + 1)  # the jitter may not bring it back before now
    return planned + timedelta(seconds=period * (periods + _swing(jitter)))


def retry_delay(
    attempt: int, retry_s: float, after_s: float | None, jitter: float, *, longest_asked_s: float = LONGEST_ASKED_S
) -> float:
    """Seconds until the try after try number `attempt` (from 0): `retry_s`, doubled with each, at most an hour.

    `after_s` is what the site asked for (Retry-After): never less than that, but what it asks is clamped to
    `longest_asked_s`, since sites also ask for years. `jitter` in [0, 1) spreads tries that failed together: ours by
    ±10 %, the site's only upward.
    """
    own: float = min(retry_s * 2.0 ** min(max(attempt, 0), _MAX_DOUBLINGS), LONGEST_RETRY_S)
    asked = min(max(after_s or 0.0, 0.0), longest_asked_s)
    return max(own * (1 + _swing(jitter)), asked * (1 + _JITTER * jitter))


def next_visit(silent_s: float, quiet: int, *, least_s: float, cold_s: float, jitter: float) -> float | None:
    """Seconds until a thread is looked at again; None when it has gone cold, and only its board wakes it.

    `silent_s` is the age of its newest post, `quiet` how many visits in a row brought nothing. Half of its silence is
    waited: replies come the more rarely the longer there was none, so a thread of age t costs about log(t) visits. One
    that states no times cools by its quiet visits.
    """
    wait = max(silent_s / 2, least_s * 2.0 ** min(quiet, _MAX_DOUBLINGS))
    return None if max(silent_s, wait) > cold_s else wait * (1 + _swing(jitter))


def _swing(jitter: float) -> float:
    """[0, 1) → [-0.1, 0.1)."""
    return _JITTER * (2 * jitter - 1)
