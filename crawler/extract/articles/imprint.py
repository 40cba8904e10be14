"""The imprint at the end of a page: whose the site is, with a sentence or two about it, whatever its element is called.

It is the only thing below a short article that may be longer, and has sentences as that has.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from crawler.extract.table import Table, within

MAX_LEAVES = 40
"""So many texts at the end of a page are looked at, and so many has an imprint."""

MAX_BEHIND = 10
"""So many texts stand behind it, at most: a banner to agree to, a link to the top."""

MAX_CHARS = 600
MAX_LINE = 120
"""Characters of an imprint, and of the line that says whose a page is."""

_OWNED = re.compile(
    r"©|\(c\)\s?(?:19|20)\d\d|copyright|all rights reserved|版[权權]所有|ICP[备備证證]|(?:备|備)案号|無断転載|저작권",
    re.IGNORECASE,
)


def imprint(table: Table) -> int:
    """The largest element at the end of a page that holds the last line that says whose the page is, and little text
    besides; -1 for none. Headings of the first rank stand in no imprint."""
    leaves = table.leaves
    last = [leaf for leaf in leaves[-MAX_LEAVES:] if table.characters[leaf] <= MAX_LINE]
    owned = next((leaf for leaf in reversed(last) if _OWNED.search(table.texts[leaf])), -1)
    if owned < 0:
        return -1
    box = table.parents[owned]
    while (around := table.parents[box]) > table.body and _is_small(table, around):
        box = around
    return box if len(leaves) - bisect_left(leaves, table.ends[box]) <= MAX_BEHIND else -1


def _is_small(table: Table, node: int) -> bool:
    held = bisect_left(table.leaves, table.ends[node]) - bisect_left(table.leaves, node)
    headings = within(table.elements.get("h1", ()), range(node, table.ends[node]))
    return held <= MAX_LEAVES and table.length(node) <= MAX_CHARS and not headings
