"""CEPR: main content by the text to tag path ratio, as published (CEPR-SETPR).

Source: Wu, Li, Hu and Wu, "Web news extraction via path ratios", CIKM 2013, as the thesis describes it in section
2.2.3: definitions 2.4 (TPR) and 2.5 (ETPR), formulas 2-10 and 2-11 (smoothing by edit distance), and its parameters.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from itertools import pairwise
from math import exp
from statistics import fmean, pstdev

from crawler.extract.table import Table

LAMBDA = 0.8
ALPHA = 1
"""Content is above λσ; an edit distance counts to the power of α. The smoothing reaches r = 1 leaf to each side."""

MAX_CELLS = 400
"""Cells of one matrix of edit distances: two paths that are longer below their fork count as different in every tag."""

_PUNCTUATION = frozenset(string.punctuation + "，。、；：？！“”‘’（）《》〈〉【】「」『』—…·～")
_SIDE = exp(-0.5)
_KERNEL = (_SIDE / (1 + 2 * _SIDE), 1 / (1 + 2 * _SIDE))
"""The Gaussian with σ = 1: the weight of a neighbour and of the leaf itself."""


def main_content(table: Table) -> list[int]:
    """The text leaves of the main content, in order. Linear in the number of nodes."""
    if not len(table):
        return []
    leaves = table.leaves_of(table.body)
    ratios = _ratios(table, leaves)
    smoothed = _smooth(ratios, [_closeness(table, *pair) for pair in pairwise(leaves)])
    threshold = LAMBDA * pstdev(smoothed) if smoothed else 0.0
    return [leaf for leaf, ratio in zip(leaves, smoothed, strict=True) if ratio >= threshold > 0]


def _ratios(table: Table, leaves: Sequence[int]) -> list[float]:
    """The extended ratio of each leaf's path."""
    paths = _paths(table)
    lengths: dict[int, list[int]] = {}
    marks: dict[int, list[int]] = {}
    for leaf in leaves:
        text = "".join(table.texts[leaf].split())
        lengths.setdefault(paths[leaf], []).append(len(text))
        marks.setdefault(paths[leaf], []).append(sum(character in _PUNCTUATION for character in text))
    of_path = {
        path: fmean(lengths[path]) * fmean(marks[path]) * pstdev(lengths[path]) * pstdev(marks[path])
        for path in lengths
    }
    return [of_path[paths[leaf]] for leaf in leaves]


def _paths(table: Table) -> list[int]:
    """A number for each node's tag path from the root: equal for equal paths."""
    numbers: dict[tuple[int, str], int] = {}
    paths: list[int] = []
    for tag, parent in zip(table.tags, table.parents, strict=True):
        above = paths[parent] if parent >= 0 else -1
        paths.append(numbers.setdefault((above, tag), len(numbers)))
    return paths


def _smooth(ratios: Sequence[float], closeness: Sequence[float]) -> list[float]:
    """Each ratio and its two neighbours', which count less the less alike their paths are."""
    side, centre = _KERNEL
    smoothed = [centre * ratio for ratio in ratios]
    for place, close in enumerate(closeness):
        smoothed[place] += side * close * ratios[place + 1]
        smoothed[place + 1] += side * close * ratios[place]
    return smoothed


def _closeness(table: Table, first: int, second: int) -> float:
    """1 for equal paths, else 1 through their edit distance to the power of α (formula 2-11).

    Below their fork only, for what they share costs nothing: so neighbours together are walked once.
    """
    fork = table.common_ancestor(first, second)
    distance = _edit_distance(_below(table, fork, first), _below(table, fork, second))
    return 1 / float(max(1, distance) ** ALPHA)


def _below(table: Table, ancestor: int, node: int) -> list[str]:
    """The tags from below an ancestor down to a node."""
    tags = []
    while node != ancestor:
        tags.append(table.tags[node])
        node = table.parents[node]
    return tags[::-1]


def _edit_distance(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """Tags to insert, delete or replace."""
    if ours == theirs:
        return 0
    if len(ours) * len(theirs) > MAX_CELLS:
        return max(len(ours), len(theirs))
    above = list(range(len(theirs) + 1))
    for row, our in enumerate(ours, 1):
        current = [row]
        for column, their in enumerate(theirs):
            current.append(min(current[column] + 1, above[column + 1] + 1, above[column] + (our != their)))
        above = current
    return above[-1]
