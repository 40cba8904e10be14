"""MiBAT: the posts of a forum thread by the likeness of what stands around their times, as published.

Source: Song, Liu, Cao, Lin and Hon, "Automatic extraction of web data records containing user-generated content", CIKM
2010, as the thesis describes it in section 3.2: definitions 3.1 (similarity of tree fragments) and 3.2 (pivot and
siblings), candidates that narrow as trees are added. The thesis prints no threshold; it was chosen on saved pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from crawler.extract.published.pean import anchors
from crawler.extract.table import Table
from crawler.extract.threads.marks import element_of

MIN_LIKE = 0.6
"""Similarity from which two fragments come from one template."""

MAX_SIBLINGS = 60
MAX_PIVOTS = 20
MAX_TREES = 500
"""Siblings of a pivot, pivots of a tree and trees of a parent that are looked at: posts have fewer."""

Path = tuple[str, ...]
Fragments = Mapping[Path, Sequence[str]]
"""By the tags from a tree's root to a pivot: the tags of the pivot and its siblings."""


@dataclass
class _Group:
    """Trees that come from one template, and the fragments of the first that all of them have."""

    fragments: Fragments
    trees: list[int] = field(default_factory=list)


def posts(table: Table) -> list[range]:
    """The records of the posts as slices of node numbers, in page order; empty where no two subtrees are alike."""
    if not len(table):
        return []
    groups = [group for trees in _siblings(table) for group in _alike(table, trees) if len(group) > 1]
    best = max(groups, key=len, default=[])
    return _records(table, best)


def _siblings(table: Table) -> Iterator[Mapping[int, Sequence[int]]]:
    """For each parent of more than one node with pivots: these nodes, each with its pivots."""
    holders: dict[int, dict[int, list[int]]] = {}
    for pivot in {element_of(table, anchor): None for anchor in anchors(table)}:
        child, node = pivot, table.parents[pivot]
        while node >= 0:
            holders.setdefault(node, {}).setdefault(child, []).append(pivot)
            child, node = node, table.parents[node]
    for parent in sorted(holders):
        if len(holders[parent]) > 1:
            yield holders[parent]


def _alike(table: Table, trees: Mapping[int, Sequence[int]]) -> Iterator[list[int]]:
    """The nodes in groups of one template, each compared with the groups that there are already."""
    groups: list[_Group] = []
    for tree, pivots in list(trees.items())[:MAX_TREES]:
        own = _fragments(table, tree, pivots)
        for group in groups:
            common = {
                path: fragment
                for path, fragment in group.fragments.items()
                if path in own and _likeness(fragment, own[path]) >= MIN_LIKE
            }
            if common:
                group.fragments = common
                group.trees.append(tree)
                break
        else:
            groups.append(_Group(own, [tree]))
    yield from (group.trees for group in groups)


def _fragments(table: Table, tree: int, pivots: Sequence[int]) -> Fragments:
    fragments: dict[Path, Sequence[str]] = {}
    for pivot in pivots[:MAX_PIVOTS]:
        path, node = [], pivot
        while node != tree:
            path.append(table.tags[node])
            node = table.parents[node]
        fragments.setdefault(tuple(path), _pivot_and_siblings(table, pivot if pivot != tree else -1))
    return fragments


def _pivot_and_siblings(table: Table, pivot: int) -> Sequence[str]:
    """The tags of a pivot and its nearest siblings; none for a pivot that is a whole tree."""
    if pivot < 0:
        return ()
    siblings = list(table.children(table.parents[pivot]))
    place = siblings.index(pivot)
    return [table.tags[node] for node in siblings[max(0, place - MAX_SIBLINGS // 2) : place + MAX_SIBLINGS // 2]]


def _likeness(first: Sequence[str], second: Sequence[str]) -> float:
    """Definition 3.1: the matched nodes of two fragments through the mean of their sizes."""
    if first == second:
        return 1.0
    above = [0] * (len(second) + 1)
    for tag in first:
        row = [0]
        for column, other in enumerate(second):
            row.append(above[column] + 1 if tag == other else max(row[column], above[column + 1]))
        above = row
    return 2 * above[-1] / (len(first) + len(second))


def _records(table: Table, trees: Sequence[int]) -> list[range]:
    """From each tree to the next, but not over more siblings than stand between the two nearest."""
    if not trees:
        return []
    siblings = list(table.children(table.parents[trees[0]]))
    places = [siblings.index(tree) for tree in trees]
    length = min(after - before for before, after in pairwise(places))
    return [range(siblings[place], table.ends[siblings[min(place + length, len(siblings)) - 1]]) for place in places]
