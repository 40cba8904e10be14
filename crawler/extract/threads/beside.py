"""What stands beside a post and says something of it: a panel with its author, a row with its time."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from crawler.extract.table import Table

MAX_PANEL = 40
"""A panel has no more texts."""


def beside(table: Table, record: range, records: Sequence[range]) -> Iterator[range]:
    """What stands before and behind one of the posts (`records`, in order) in the elements around it, as long as it is
    a panel and holds nothing of another post."""
    at = bisect_left(records, record.start, key=lambda other: other.start)
    first = records[at - 1].stop if at else 0
    last = records[at + 1].start if at + 1 < len(records) else sys.maxsize
    node = table.parents[record.start]
    while node > table.body and first <= node and table.ends[node] <= last:
        for part in (range(node, record.start), range(record.stop, table.ends[node])):
            if 0 < len(table.leaves_in(part)) <= MAX_PANEL:
                yield part
        node = table.parents[node]
