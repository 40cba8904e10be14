"""The text of chosen leaves as lines: one line per paragraph or row of a table, whatever the page's own white space."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Sequence
from itertools import pairwise

from crawler.extract.markup import INLINE
from crawler.extract.table import Table, once

MIN_ROWS = 2
MIN_CELLS = 2
"""A table with fewer rows of fewer cells is there for the layout."""

INVISIBLE = "\u00ad\u200b\u2060\ufeff"
"""Soft hyphens, and characters without width that only say where a line may end: within words, which nobody would find
by them. Those that join letters stay, for some scripts cannot be written without."""

PREFORMATTED = ("pre", "textarea")

_EMPTY_LINE = re.compile(r"\S\n{2,}\S")

CELLS = frozenset(["td", "th"])

MAX_BESIDE = 64
"""So many leaves on either side of one are looked at for its line: all of a page may stand on one."""


def lines(table: Table, leaves: Sequence[int], unseen: Container[int] = ()) -> str:
    """The leaves' text, a line feed wherever the page breaks the line, a tab between the cells of a table that is one,
    other white space collapsed, no empty lines. What stands in a <pre>, in a field or in an element that shows its
    lines keeps these and their indentation.

    `leaves` are text leaves in document order; the text between them is left out, and parts what stands around it but
    where it is `unseen`. Takes linear time: each element opens and closes between one pair of leaves.
    """
    preformatted, shown = _preformatted(table), _with_lines(table, leaves)
    written, tables = _Lines(), dict[int, bool]()
    for before, after in pairwise([-1, *leaves]):
        is_kept = after in preformatted or after in shown
        if before >= 0 and line_ends(table, before, after):
            written.end("\t" if _same_row(table, before, after, tables) else "\n")
        elif before >= 0 and _leaves_out(table, range(before + 1, after), unseen):
            written.add(" ")
        elif before >= 0 and (spaces := table.spaces_between(before, after)):
            written.add(spaces, as_it_is=is_kept)
        written.add(table.texts[after], as_it_is=is_kept)
    return written.text()


@once
def _preformatted(table: Table) -> frozenset[int]:
    """The leaves in elements that keep their lines."""
    return frozenset(leaf for tag in PREFORMATTED for node in table.outermost(tag) for leaf in table.leaves_of(node))


def _leaves_out(table: Table, between: range, unseen: Container[int]) -> bool:
    """True if there is text that is seen in a slice of nodes."""
    texts = table.texts
    return any(texts[between.start : between.stop]) and any(texts[node] and node not in unseen for node in between)


def _with_lines(table: Table, leaves: Sequence[int]) -> set[int]:
    """The leaves that stand as text in an element whose text has an empty line: its style shows its lines as they are.
    Where the page's source is only wrapped, or indented, there are none."""
    shown = {
        table.parents[leaf] for leaf in leaves if "\n\n" in table.texts[leaf] and _EMPTY_LINE.search(table.texts[leaf])
    }
    return {leaf for leaf in leaves if table.parents[leaf] in shown} if shown else set()


class _Lines:
    """Lines while they are written: their pieces, what begins each, and which keep their white space."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._breaks = ["\n"]
        self._kept: set[int] = set()

    def end(self, begins: str) -> None:
        self._pieces.append("\n")
        self._breaks.append(begins)

    def add(self, text: str, *, as_it_is: bool = False) -> None:
        if as_it_is:
            first = len(self._breaks) - 1
            self._breaks += ["\n"] * text.count("\n")
            self._kept.update(range(first, len(self._breaks)))
        self._pieces.append(text if as_it_is else text.replace("\n", " "))

    def text(self) -> str:
        written = "".join(self._pieces)
        for character in INVISIBLE:
            written = written.replace(character, "")
        shown = [
            line.rstrip() if number in self._kept else " ".join(line.split())
            for number, line in enumerate(written.split("\n"))
        ]
        parts = [part for line, begins in zip(shown, self._breaks, strict=True) if line for part in (begins, line)]
        return "".join(parts[1:])


def line_ends(table: Table, before: int, after: int) -> bool:
    """True if a block or a <br> begins between two leaves, or a block that holds the first ends."""
    return not INLINE.issuperset(table.tags[before + 1 : after]) or block_ends(table, before, after)


def block_ends(table: Table, before: int, after: int) -> bool:
    """True if a block that holds the first of two leaves ends before the other."""
    node = table.parents[before]
    while node >= 0 and table.ends[node] <= after:
        if table.tags[node] not in INLINE:
            return True
        node = table.parents[node]
    return False


def line_of(table: Table, leaf: int) -> range:
    """The nodes from the first leaf to the last on the line of a leaf, of so many before and behind it; none where it
    is no leaf."""
    leaves = table.leaves
    first = last = bisect_left(leaves, leaf)
    if last == len(leaves) or leaves[last] != leaf:
        return range(0)
    start, end = max(0, first - MAX_BESIDE), min(len(leaves), last + MAX_BESIDE) - 1
    while first > start and not line_ends(table, leaves[first - 1], leaves[first]):
        first -= 1
    while last < end and not line_ends(table, leaves[last], leaves[last + 1]):
        last += 1
    return range(leaves[first], leaves[last] + 1)


def _same_row(table: Table, before: int, after: int, tables: dict[int, bool]) -> bool:
    """True if the second leaf begins a cell, and the first stands before it in the row. `tables` says of those that
    were looked at whether they hold data."""
    if CELLS.isdisjoint(table.tags[before + 1 : after]):
        return False
    cell, node = -1, table.parents[after]
    while node > before:
        cell = node if table.tags[node] in CELLS else cell
        node = table.parents[node]
    if cell < 0 or table.parents[cell] != node or table.tags[node] != "tr":
        return False
    while node >= 0 and table.tags[node] != "table":
        node = table.parents[node]
    if node not in tables:
        tables[node] = node >= 0 and holds_data(table, node)
    return tables[node]


def holds_data(table: Table, node: int) -> bool:
    """True for a <table> that is one; others lay out the page."""
    inside = range(node + 1, table.ends[node])
    rows = [row for row in inside if table.tags[row] == "tr"]
    cells = [sum(table.tags[child] in CELLS for child in table.children(row)) for row in rows]
    nested = any(table.tags[inner] == "table" for inner in inside)
    return not nested and sum(count >= MIN_CELLS for count in cells) >= MIN_ROWS
