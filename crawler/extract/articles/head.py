"""Where an article's title stands, and its head: what stands between the title and the text, or right over the text
where the page shows no title."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice, pairwise

from crawler.extract.articles.link_rows import stands_in_row
from crawler.extract.boilerplate import is_button
from crawler.extract.instant import is_time
from crawler.extract.table import Table

MAX_HEAD_CHARS = 400
"""Characters from the beginning of a title to its article, at most."""

MAX_STRIP = 160
MAX_STRIP_LEAVES = 16
"""Characters and texts over an article without a title that may be its byline, at most."""

MAX_LEAD_LEAVES = 4
"""So many texts of a lead stand between a title and the byline."""


def is_headed(table: Table, title: str, leaves: Sequence[int]) -> bool:
    """True if the title stands over the article of some leaves, not far above, or begins it."""
    begins, title = extent(table, leaves)[0], table.written(title)
    return _title_at(table, title, begins, begins + len(title)) >= 0


def head(table: Table, title: str, leaves: Sequence[int]) -> tuple[int, int]:
    """Where the head of an article of some leaves begins and ends in the page's text."""
    begins, title = extent(table, leaves)[0], table.written(title)
    title_at = _title_at(table, title, begins, begins)
    if title_at < 0:
        return _over_text(table, leaves), begins
    over = title_at + len(title), begins
    return over if table.flow[slice(*over)].strip() else _under_lead(table, leaves) or over


def _under_lead(table: Table, leaves: Sequence[int]) -> tuple[int, int] | None:
    """Where what is no text begins and ends behind the first texts of an article that follow its title right away, if
    it holds a time: the byline under a lead. None if there is none."""
    for leaf, following in islice(pairwise(leaves), MAX_LEAD_LEAVES):
        between = table.leaves_in(range(leaf + 1, following))[:MAX_STRIP_LEAVES]
        if any(is_time(table.texts[one]) for one in between):
            return table.span(leaf)[1], table.span(following)[0]
    return None


def extent(table: Table, leaves: Sequence[int]) -> tuple[int, int]:
    """Where an article of some leaves begins and ends in the page's text."""
    return (table.span(leaves[0])[0], table.span(leaves[-1])[1]) if leaves else (0, 0)


def _title_at(table: Table, title: str, begins: int, until: int) -> int:
    """Where the title stands in the body, not far above an article's beginning and before `until`; -1 if nowhere."""
    at = table.flow.rfind(title, max(0, begins - MAX_HEAD_CHARS), until) if title else -1
    return at if at >= 0 and table.leaf_at(at) >= table.body else -1


def _over_text(table: Table, leaves: Sequence[int]) -> int:
    """Where the few texts begin that stand over an article up to the next link, but for those in the link's row."""
    if not leaves:
        return 0
    begins = table.span(leaves[0])[0]
    place = bisect_left(table.leaves, leaves[0])
    over: list[int] = []
    for leaf in reversed(table.leaves[max(0, place - MAX_STRIP_LEAVES) : place]):
        if leaf < table.body or begins - table.span(leaf)[0] > MAX_STRIP:
            break
        if table.links[leaf] and not _is_tool(table, leaf):
            over = [one for one in over if not stands_in_row(table, one, leaves[0])]
            break
        over.append(leaf)
    return table.span(over[-1])[0] if over else begins


def _is_tool(table: Table, leaf: int) -> bool:
    """True for a text in a link that prints or shares the page, and leads nowhere."""
    href = table.attributes.value(table.link_around(leaf), "href")
    return href.startswith(("#", "javascript:")) or is_button(table.texts[leaf].strip())
