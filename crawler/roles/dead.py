"""Tasks that were set aside, queued again: for the command line and the web."""

from __future__ import annotations

import time

from crawler.frontier import Frontier, Queue, Tube

AT_ONCE = 1000
"""So many are queued again by one press of a button, which somebody waits for."""


def retry_dead(frontier: Frontier, queue: Queue, url: str) -> bool:
    """Take the page from the dead letters and queue it, with all its attempts before it. False when it is not there."""
    task = frontier.revive(url, now=time.time())
    if task:
        queue.put(Tube.PAGES, task.encode(), priority=task.priority)
    return task is not None


def retry_latest(frontier: Frontier, queue: Queue, limit: int = AT_ONCE) -> int:
    """The same for those that were set aside last; how many."""
    return sum(retry_dead(frontier, queue, letter.task.url) for letter in frontier.dead_letters(limit))
