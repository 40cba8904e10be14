"""PEAN: the posts of a forum thread by their times, as published.

Source: the thesis, section 3.3: definitions 3.5 (anchor nodes), 3.6 (RMD) and 3.7 (MPR), algorithms 3.2 (stepInto)
and 3.3 (extract). The thesis prints formats of times and no thresholds. Times are recognised here as everywhere in this
package (2014-06-12 10:10:20, 2014/6/12 10:10 and the formats of other forums); the thresholds were chosen on saved
pages.
"""

from __future__ import annotations

from itertools import pairwise

from crawler.extract.instant import is_time, spans
from crawler.extract.table import Table, prefix_sums
from crawler.extract.threads.treematch import TreeMatcher

ALPHA = 0.8
BETA = 0.7
"""The descent stops below both: anchors spread evenly over the children, and no child with most of them."""

MAX_TIME_CHARS = 100
"""Forms of time other than numbers with a year are looked for in leaves so short: they stand by themselves."""

MAX_RAW_CHARS = 400
"""A text with more white space than that is not looked at."""


def anchors(table: Table) -> list[int]:
    """The anchor nodes, in order: the lowest nodes whose text holds a time.

    A time whose date and clock stand in two leaves is held by their lowest common ancestor.
    """
    texts = table.texts
    nodes = {leaf for leaf in table.timely if is_short(texts[leaf]) and is_time(texts[leaf])}
    for start, end in spans(table.flow):
        nodes.add(table.common_ancestor(table.leaf_at(start), table.leaf_at(end - 1)))
    ordered = sorted(nodes)
    lowest = [node for node, after in pairwise(ordered) if after >= table.ends[node]]
    return lowest + ordered[-1:]


def is_short(text: str) -> bool:
    """True if a text may be a time and little else, whatever white space there is in it."""
    return len(text) <= MAX_TIME_CHARS or (len(text) <= MAX_RAW_CHARS and len(" ".join(text.split())) <= MAX_TIME_CHARS)


def posts(table: Table, *, alpha: float = ALPHA, beta: float = BETA) -> list[int]:
    """The nodes of the posts, in page order; empty when no node looks like the parent of posts."""
    if not len(table):
        return []
    marks = [0] * len(table)
    for anchor in anchors(table):
        marks[anchor] = 1
    sums = prefix_sums(marks)
    return _step_into(table, sums, alpha, beta)


def _step_into(table: Table, sums: list[int], alpha: float, beta: float) -> list[int]:
    """Descend from <body> into the child with most anchors until they are spread evenly."""
    node = table.body
    while True:
        candidates = {
            child: pivots for child in table.children(node) if (pivots := sums[table.ends[child]] - sums[child])
        }
        if not candidates:
            return []
        largest = max(candidates, key=lambda child: candidates[child])
        counts = list(candidates.values())
        if len(counts) > 1 and _rmd(counts) < alpha and max(counts) / sum(counts) < beta:
            return _extract(table, list(candidates), largest)
        node = largest


def _rmd(counts: list[int]) -> float:
    """Relative mean deviation of numbers above 0."""
    mean = sum(counts) / len(counts)
    return sum(abs(count - mean) for count in counts) / len(counts) / mean


def _extract(table: Table, candidates: list[int], largest: int) -> list[int]:
    """The largest candidate and, from high to low overlap with it, the others until one has less than half of the
    overlap of the one before."""
    matcher = TreeMatcher(table)
    overlaps = [(matcher.overlap(node, largest), node) for node in candidates if node != largest]
    chosen = [largest]
    last = 0
    for overlap, node in sorted(overlaps, key=lambda pair: -pair[0]):
        if overlap < last / 2:
            break
        last = overlap
        chosen.append(node)
    return sorted(chosen)
