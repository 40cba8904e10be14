"""CETD: main content by the text density of nodes, as published (CETD-DS with the composite density).

Source: Sun, Song and Liao, "DOM based content extraction via text density", SIGIR 2011, as the thesis describes it in
section 2.2.2: definitions 2.2 (composite text density) and 2.3 (DensitySum), with <body>'s density as the threshold and
without <textarea>, as there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import e, log

from crawler.extract.table import TEXT, Table, prefix_sums


def main_content(table: Table) -> list[int]:
    """The text leaves of the main content, in order: those inside the node with the largest DensitySum, without
    elements whose density is below the threshold. Linear in the number of nodes."""
    if not len(table):
        return []
    characters = _characters(table)
    densities = _densities(table, characters)
    threshold = densities[table.body]
    dense = [density >= threshold for density in densities]
    sums = _density_sums(table, densities)
    inside = compress(range(table.body, table.ends[table.body]), dense[table.body : table.ends[table.body]])
    content = max(inside, key=sums.__getitem__)
    return [leaf for leaf in _dense_leaves(table, dense, content) if characters[leaf]]


def _characters(table: Table) -> list[int]:
    """Characters of each text leaf that are not white space."""
    counts = [0] * len(table)
    for leaf in table.leaves:
        if table.tags[table.parents[leaf]] != "textarea":
            counts[leaf] = len("".join(table.texts[leaf].split()))
    return counts


def _densities(table: Table, characters: Sequence[int]) -> list[float]:
    """The composite text density of each element (formula 2-6), a divisor of 0 taken as 1; 0 for text leaves."""
    tags, ends, body = table.tags, table.ends, table.body
    c = prefix_sums(characters)
    lc = prefix_sums([count if link else 0 for count, link in zip(characters, table.links, strict=True)])
    t = prefix_sums([tag != TEXT for tag in tags])
    lt = prefix_sums([tag == "a" for tag in tags])
    all_links = (lc[ends[body]] - lc[body]) / (c[ends[body]] - c[body] or 1)
    densities = [0.0] * len(table)
    for node, end in enumerate(ends):
        own, linked = c[end] - c[node], lc[end] - lc[node]
        if not own or tags[node] == TEXT:
            continue
        inside, links = t[end] - t[node + 1] or 1, lt[end] - lt[node + 1] or 1
        base = log(own / (own - linked or 1) * linked + all_links * own + e)
        density = own / inside
        # A page without any link has the logarithm's base 1, which no logarithm has: its plain density is left.
        densities[node] = density * log(own / (linked or 1) * inside / links) / log(base) if base > 1 else density
    return densities


def _density_sums(table: Table, densities: Sequence[float]) -> list[float]:
    """For each node the densities of its children together (formula 2-7)."""
    sums = [0.0] * len(table)
    for node, parent in enumerate(table.parents):
        if parent >= 0:
            sums[parent] += densities[node]
    return sums


def _dense_leaves(table: Table, dense: Sequence[bool], node: int) -> list[int]:
    """The text leaves inside a node, with no element between that is not dense."""
    leaves, end = [], table.ends[node]
    inside = node + 1
    while inside < end:
        if table.tags[inside] == TEXT:
            leaves.append(inside)
        elif not dense[inside]:
            inside = table.ends[inside]
            continue
        inside += 1
    return leaves
