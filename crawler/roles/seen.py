"""The seen set's way back: every page URL of the index is marked as seen again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from crawler.frontier import Frontier, SeenStats
from crawler.settings import environment_name
from crawler.stores import Documents

BATCH = 1000


COMPLETE_KEY = "seen-complete"
"""Stands in the frontier's cache as long as nobody wiped it: without it the seen set may not know the index."""

COMPLETE_TTL_S = 10 * 365 * 86400.0


def overfull(stats: SeenStats, error_rate: float) -> str:
    """That new articles are lost to a seen set that has outgrown its capacity, and what to do; "" while its error rate
    is about the one it was sized for."""
    if stats.error_rate <= 2 * error_rate:
        return ""
    return (
        f"the seen set is fuller than it was sized for: one new URL in {1 / stats.error_rate:,.0f} is taken for an old"
        f" one and is never fetched. Raise {environment_name('seen_capacity')} for all roles, start them again, then"
        " run `crawler seen rebuild`"
    )


def rebuild_seen(
    frontier: Frontier, documents: Documents, progress: Callable[[int], object] = lambda count: None
) -> int:
    """Mark the URL of every document in the index as seen; what is seen already stays. Returns how many URLs.

    `progress` is called with the count after every thousand.
    """
    urls = documents.urls()
    count = 0
    while batch := list(islice(urls, BATCH)):
        frontier.mark_seen(batch)
        count += len(batch)
        progress(count)
    frontier.put_cached(COMPLETE_KEY, b"1", ttl_s=COMPLETE_TTL_S)
    return count


def seen_is_complete(frontier: Frontier) -> bool:
    """False after the frontier's store was wiped, until the seen set has been rebuilt."""
    return frontier.get_cached(COMPLETE_KEY) is not None
