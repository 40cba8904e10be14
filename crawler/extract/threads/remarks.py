"""Comments on posts: answers of a question-and-answer page have them, and posts where one replies below a reply."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from crawler.extract.table import Table
from crawler.extract.threads.marks import Marks, place, within

MANY = 1.1
"""So many times as the records that have them stand comments on a page: several in some record."""


def inside_remarks(table: Table, marks: Marks, records: Sequence[range]) -> set[int]:
    """The nodes of comments in posts: of what stands several times in a record, each time with a time and an author.

    `records` are the posts, as slices of node numbers.
    """
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, record in enumerate(records):
        around = (_around(table, within(kind, record), record.start) for kind in (marks.times, marks.authors))
        for node in set.intersection(*around):
            found[place(table, node)].append((number, node))
    several = [alike for alike in found.values() if len(alike) > MANY * len({number for number, _ in alike})]
    return {inner for alike in several for _, node in alike for inner in range(node, table.ends[node])}


def _around(table: Table, marks: Sequence[int], start: int) -> set[int]:
    """Marks in a record that begins at `start`, and the elements around them."""
    around: set[int] = set()
    for node in marks:
        while node >= start and node not in around:
            around.add(node)
            node = table.parents[node]
    return around
