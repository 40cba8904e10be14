"""CEVC: main content by valid characters, as published.

Source: the thesis of 2016 on content extraction and a news crawler for Chinese sites, section 2.3: definition 2.6
(valid characters), algorithm 2.1 (countValidChars), definition 2.7 (MCR), algorithm 2.2 (stepInto).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crawler.extract.lines import lines
from crawler.extract.table import Table, prefix_sums

ALPHA = 0.5
"""The descent stops where the largest child has a smaller share. Published: F1 is flat from 0.3 to 0.6."""


@dataclass(frozen=True, slots=True)
class MainContent:
    """What was chosen: a node, its text, how far it may be trusted (0–1), and the leaves of the text, where it is made
    of whole ones.

    CEVC trusts a node by the share of the page's valid characters that it holds; CEVC+ by more (see `confidence`)."""

    node: int
    text: str
    confidence: float
    leaves: Sequence[int] = ()


def valid_characters(table: Table) -> list[int]:
    """Valid characters of each node's own text: those that are not white space, in a leaf outside links that has a
    stop word; 0 for elements and all other leaves."""
    return table.valid


def main_content(
    table: Table, valid: Sequence[int], *, alpha: float = ALPHA, whole_node: bool = False
) -> MainContent | None:
    """Descend from <body> into the child with the most valid characters, until none dominates.

    `valid` is what `valid_characters` counted. None when the page has none. The text is the node's valid text or, with
    `whole_node`, all of its text. The descent looks at one path only.
    """
    if not len(table):
        return None
    sums = prefix_sums(valid)
    start = table.body
    total = sums[table.ends[start]] - sums[start]
    if not total:
        return None
    node = _descend(table, sums, start, alpha)
    leaves = table.leaves_of(node)
    text = lines(table, leaves if whole_node else [leaf for leaf in leaves if valid[leaf]])
    return MainContent(node, text, (sums[table.ends[node]] - sums[node]) / total)


def _descend(table: Table, sums: Sequence[int], node: int, alpha: float) -> int:
    while True:
        largest, most, total = -1, 0, 0
        for child in table.children(node):
            characters = sums[table.ends[child]] - sums[child]
            total += characters
            if characters > most:
                largest, most = child, characters
        if largest < 0:
            return max(table.parents[node], 0)  # a leaf: its parent is the content
        if most / total < alpha:
            return node
        node = largest
