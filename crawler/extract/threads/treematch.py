"""Simple tree matching: the largest number of nodes that two trees share, top down and in order.

Source: the thesis, section 3.3.1, algorithm 3.1 (treeMatch), after Yang's "Identifying syntactic differences between
two programs". The dynamic programming is the published one; trees of the same shape are compared only once.
"""

from __future__ import annotations

from crawler.extract.table import Table

MAX_CELLS = 300_000
"""Cells of the matrices for one page, about 0.1 s. With them spent, two trees are counted as sharing their roots."""

MAX_LEVELS = 200
"""Levels that are compared. Templates of posts have under 30; what nests deeper is hostile, and Python's stack ends."""

Shape = tuple[str, tuple[int, ...]]


class TreeMatcher:
    """Compares subtrees of one table. Posts come from one template, so most shapes recur: interning makes it fast."""

    def __init__(self, table: Table, *, max_cells: int = MAX_CELLS) -> None:
        self._table = table
        self._ids: dict[Shape, int] = {}
        self._shapes: list[Shape] = []
        self._sizes: list[int] = []
        self._matched: dict[tuple[int, int], int] = {}
        self._cells_left = max_cells

    def overlap(self, first: int, second: int) -> int:
        """Number of maximal matched nodes of the subtrees of two nodes; 0 if their tags differ."""
        return self._match(self._shape_of(first), self._shape_of(second), MAX_LEVELS)

    def _shape_of(self, root: int) -> int:
        """The number of a subtree's shape: its tags and how they nest, without text and attributes."""
        table = self._table
        children: dict[int, list[int]] = {}
        shape = -1
        for node in range(table.ends[root] - 1, root - 1, -1):  # children stand behind their parents
            shape = self._intern((table.tags[node], tuple(reversed(children.pop(node, ())))))
            children.setdefault(table.parents[node], []).append(shape)
        return shape

    def _intern(self, shape: Shape) -> int:
        number = self._ids.setdefault(shape, len(self._shapes))
        if number == len(self._shapes):
            self._shapes.append(shape)
            self._sizes.append(1 + sum(self._sizes[child] for child in shape[1]))
        return number

    def _match(self, first: int, second: int, levels: int) -> int:
        if first == second:
            return self._sizes[first]
        key = (first, second)
        if key not in self._matched:
            self._matched[key] = self._compare(first, second, levels)
        return self._matched[key]

    def _compare(self, first: int, second: int, levels: int) -> int:
        tag, ours = self._shapes[first]
        other_tag, theirs = self._shapes[second]
        if tag != other_tag:
            return 0
        self._cells_left -= len(ours) * len(theirs)
        if self._cells_left < 0 or not levels:
            return 1
        above = [0] * (len(theirs) + 1)
        for our in ours:
            row = [0]
            for column, their in enumerate(theirs):
                row.append(max(row[column], above[column + 1], above[column] + self._match(our, their, levels - 1)))
            above = row
        return above[-1] + 1
