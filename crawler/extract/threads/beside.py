"""What stands beside a post and says something of it: a panel with its author, a row with its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crawler.extract.table import Table

MAX_PANEL = 20
"""A panel has no more texts."""


def beside(table: Table, record: range, others: Sequence[range]) -> Iterator[range]:
    """What stands before and behind a post in the elements around it, as long as it is a panel and holds nothing of the
    `others` on its page."""
    node = record.start
    while (node := table.parents[node]) > table.body:
        whole = range(node, table.ends[node])
        if any(other != record and other.start < whole.stop and other.stop > whole.start for other in others):
            return
        for part in (range(whole.start, record.start), range(record.stop, whole.stop)):
            if 0 < len(table.leaves_in(part)) <= MAX_PANEL:
                yield part
