"""Whole articles behind the page's own, for those who scroll on: each stands under a heading like the title's and has
a time of its own below that, as the page's has. An article's sections have none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from crawler.extract.instant import is_time
from crawler.extract.markup import HEADINGS
from crawler.extract.table import Table

MAX_LEVELS = 3
"""So many elements around a title are looked at for its heading."""

MAX_HEADINGS = 50
"""So many headings are looked at."""

MAX_BYLINE = 8
MAX_LINE = 60
"""In so many texts below a heading stands its time, each of so many characters at most."""


def further_articles(table: Table, title: int) -> Iterator[int]:
    """The elements that hold them, in order. `title` is the leaf of the page's title, -1 if unknown."""
    own = _heading(table, title)
    if own < 0 or len(table.elements[table.tags[own]]) == 1 or not _is_timed(table, own):
        return
    alike = (node for node in table.elements[table.tags[own]] if node > own and table.shape(node) == table.shape(own))
    name = table.text_of(own)
    for heading in islice(alike, MAX_HEADINGS):
        if table.text_of(heading) != name and _is_timed(table, heading):
            yield table.child_towards(table.common_ancestor(own, heading), heading)


def _heading(table: Table, title: int) -> int:
    """The heading around a title, -1 for none."""
    node = title
    for _ in range(MAX_LEVELS if title >= 0 else 0):
        node = table.parents[node]
        if table.tags[node] in HEADINGS:
            return node
    return -1


def _is_timed(table: Table, heading: int) -> bool:
    """True if a time stands right below a heading that leads nowhere."""
    behind = table.leaf_counts[table.ends[heading]]
    leaves = table.leaves[behind : behind + MAX_BYLINE]
    texts = (table.texts[leaf] for leaf in leaves if table.characters[leaf] <= MAX_LINE)
    return not any(table.links[leaf] for leaf in table.leaves_of(heading)) and any(map(is_time, texts))
