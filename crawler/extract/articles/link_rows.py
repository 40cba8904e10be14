"""Rows of lists that lead to other texts: what stands in one beside a headline, as its date, is said of that text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from crawler.extract.listing import is_headline
from crawler.extract.table import Table, within

MAX_LEVELS = 5
"""So many elements around a text are looked at for the row that it stands in."""

MIN_ROWS = 3
"""Elements alike with a headline are rows if they are so many."""

MAX_CHILDREN = 200
"""So many elements side by side are looked through for rows."""

_ROWS = frozenset(["li", "dd", "dt"])
_LAYOUT = frozenset(["table", "tbody"])
"""What is a row whatever stands beside it, and what is none: pages were laid out in tables."""


def stands_in_row(table: Table, leaf: int, text: int) -> bool:
    """True if a leaf stands in a row with a link that is a headline, and that does not hold the leaf `text`, where the
    page's own text begins."""
    node = leaf
    for _ in range(MAX_LEVELS):
        node = table.parents[node]
        if node <= table.body or node <= text < table.ends[node]:
            return False
        if _leads(table, node) and (table.tags[node] in _ROWS or _is_of_several(table, node)):
            return True
    return False


def _leads(table: Table, node: int) -> bool:
    links = within(table.elements.get("a", ()), range(node, table.ends[node]))
    return any(is_headline(table.text_of(link)) for link in links)


def _is_of_several(table: Table, node: int) -> bool:
    """True for one of several elements side by side of one tag and class that lead somewhere."""
    if table.tags[node] in _LAYOUT:
        return False
    leading = (other for other in _likes(table, node) if _leads(table, other))
    return sum(1 for _ in islice(leading, MIN_ROWS)) == MIN_ROWS


def _likes(table: Table, node: int) -> Iterator[int]:
    kind = (table.tags[node], table.class_name(node))
    children = islice(table.children(table.parents[node]), MAX_CHILDREN)
    return (child for child in children if (table.tags[child], table.class_name(child)) == kind)
