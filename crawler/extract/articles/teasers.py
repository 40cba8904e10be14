"""Teasers: boxes of one kind that each stand under a heading which links to another page, as on lists of further posts.

An article's own headings link nowhere, or to places on its own page. Where reviews link each heading to a shop, the
boxes are most of the text: so teasers are only those that hold less of it than the rest.
"""

from __future__ import annotations

from itertools import chain

from crawler.extract.table import Table

MIN_TEASERS = 2
"""So many boxes of one kind are a list; one alone may be a section."""

_HEADINGS = ("h2", "h3", "h4", "h5", "h6")


def teasers(table: Table) -> list[int]:
    """The boxes, in no order: the largest subtree around each linking heading that holds no other of them."""
    headings = [node for node in chain.from_iterable(map(table.find, _HEADINGS)) if _leads_away(table, node)]
    if len(headings) < MIN_TEASERS:
        return []
    kinds: dict[tuple[str, ...], list[int]] = {}
    for box, heading in table.around(sorted(headings)):
        if box != heading:
            kinds.setdefault(_kind(table, box), []).append(box)
    return [box for boxes in kinds.values() if len(boxes) >= MIN_TEASERS for box in boxes]


def _leads_away(table: Table, heading: int) -> bool:
    """True if all of a heading is a link, and not to a place on its own page."""
    leaves = table.leaves_of(heading)
    if not leaves or not all(table.links[leaf] for leaf in leaves):
        return False
    return not table.attributes.value(table.link_around(leaves[0]), "href", "#").startswith("#")


def _kind(table: Table, node: int) -> tuple[str, ...]:
    """An element's name and its first class: those behind it often number it."""
    return table.tags[node], *table.attributes.value(node, "class").split(maxsplit=1)[:1]
