"""How outcomes are counted: a day in UTC, and a label."""

from __future__ import annotations

from datetime import UTC, datetime

from crawler.frontier.ports import Tube
from crawler.model import Outcome

KEEP_DAYS = 40
"""Days that counts are kept: a month and then some, to compare."""

DEAD_LETTERS = 100_000
"""Dead letters kept. More than anybody will look at; the oldest make room and are counted."""

KINDS = {Tube.LISTS: "list", Tube.PAGES: "page"}
"""What outcomes are counted as, by the tube of the job that they end."""

FORGOTTEN = "forgotten"
"""The kind under which dead letters are counted that made room: no page's end, so neither "page" nor "list"."""


def label(outcome: Outcome) -> str:
    """`indexed`, or `dropped:robots`."""
    return f"{outcome.label}:{outcome.reason}" if outcome.reason else outcome.label


def day(now: float) -> str:
    """The UTC day of a Unix time, e.g. 2024-03-05."""
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d")


def last_days(days: int, now: float) -> list[str]:
    """That many UTC days, today first."""
    return [day(now - 86_400 * back) for back in range(days)]
