"""Tasks that were set aside, queued again: for the command line and the web."""

from __future__ import annotations

import time

from crawler.frontier import Frontier, Queue, Tube


def retry_dead(frontier: Frontier, queue: Queue, url: str) -> bool:
    """Take the page from the dead letters and queue it, with all its attempts before it. False when it is not there."""
    task = frontier.revive(url, now=time.time())
    if task:
        queue.put(Tube.PAGES, task.encode(), priority=task.priority)
    return task is not None
