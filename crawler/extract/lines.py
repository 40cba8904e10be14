"""The text of chosen leaves as lines: one line per paragraph, whatever the page's own white space."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from crawler.extract.markup import INLINE
from crawler.extract.table import Table


def lines(table: Table, leaves: Sequence[int]) -> str:
    """The leaves' text, a line feed wherever the page breaks the line, white space collapsed, no empty lines.

    `leaves` are text leaves in document order; the text between them is left out. Takes linear time: each element
    opens and closes between one pair of leaves.
    """
    if not leaves:
        return ""
    pieces = [table.texts[leaves[0]].replace("\n", " ")]
    for before, after in pairwise(leaves):
        if line_ends(table, before, after):
            pieces.append("\n")
        elif any(table.texts[before + 1 : after]):  # what is left out parts what stands around it
            pieces.append(" ")
        pieces.append(table.texts[after].replace("\n", " "))
    collapsed = [" ".join(line.split()) for line in "".join(pieces).split("\n")]
    return "\n".join(filter(None, collapsed))


def line_ends(table: Table, before: int, after: int) -> bool:
    """True if a block or a <br> begins between two leaves, or a block that holds the first ends."""
    if not INLINE.issuperset(table.tags[before + 1 : after]):
        return True
    node = table.parents[before]
    while node >= 0 and table.ends[node] <= after:
        if table.tags[node] not in INLINE:
            return True
        node = table.parents[node]
    return False
