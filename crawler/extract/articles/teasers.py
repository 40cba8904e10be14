"""Teasers: boxes of one kind that each stand under a heading which links to another page, as on lists of further posts.

An article's own headings link nowhere, or to places on its own page. Where reviews link each heading to a shop, the
boxes are most of the text: so teasers are only those that hold less of it than the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from crawler.extract.instant import is_time
from crawler.extract.listing import lead_to_one_site
from crawler.extract.table import Table, once, within
from crawler.extract.threads.marks import Marks, is_profile

MIN_TEASERS = 2
"""So many boxes of one kind are a list; one alone may be a section."""

MIN_ENTRIES = 3
MAX_ENTRY = 500
"""So many teasers that lead to pages of their own make a list of entries, if they have no more characters than that
in the mean: sections of a text whose headings are links have more."""

MAX_CUT = 200
"""... and so many where they are cut off: posts that lead to a page of remarks are longer."""

MADE_OF_ENTRIES = 0.8
"""A text is a list of entries if the boxes hold that share of it, and no one of them does."""

_REST_WORDS = ("全文", "继续阅读", "繼續閱讀", "ead more", "ontinue reading", "eiterlesen", "ire la suite", "eer más")
_REST = re.compile(
    r"\W*(?:(?:阅读|閱讀|查看|浏览)全文|继续阅读|繼續閱讀|read more|continue reading|weiterlesen"
    r"|lire la suite|leer más)\W*(?:[(（]\d+[)）])?\W*",
    re.IGNORECASE,
)
"""What leads from the beginning of an entry to the rest of it."""

_HEADINGS = ("h2", "h3", "h4", "h5", "h6")


def teasers(table: Table) -> list[int]:
    """The boxes, in no order: the largest subtree around each linking heading that holds no other of them."""
    return [box.start for box, heading in _boxes(table, _HEADINGS) if box.start != heading]


def are_entries(table: Table, leaves: Sequence[int], marks: Marks) -> bool:
    """True if the text of some leaves, in order, stands in teasers that lead to pages of one site, and none of the
    times among the page's `marks` stands before them, under a heading of the page's own."""
    sizes: dict[int, int] = {}
    links = []
    for box, heading in _boxes(table, ("h1", *_HEADINGS)):
        if size := sum(table.characters[leaf] for leaf in within(leaves, box)):
            sizes[box.start] = size
            links.append(table.attributes[table.link_around(table.leaves_of(heading)[0])])
    together = sum(table.characters[leaf] for leaf in leaves)
    if len({link["href"] for link in links}) < MIN_ENTRIES or together > MAX_ENTRY * len(sizes):
        return False
    if not max(sizes.values()) < MADE_OF_ENTRIES * together <= sum(sizes.values()) or not lead_to_one_site(links):
        return False
    return not _is_dated_apart(table, min(sizes), marks)


def are_cut_off(table: Table, leaves: Sequence[int], marks: Marks) -> bool:
    """True if the text of some leaves is that of short entries which lead to the rest of what they begin, all on one
    site, and no time among the page's `marks` stands before them, under a heading of the page's own."""
    if not leaves:
        return False
    inside = range(leaves[0], leaves[-1] + 1)
    having = (leaf for word in _REST_WORDS for leaf in table.leaves_with(word, inside))
    ends = sorted({leaf for leaf in having if _REST.fullmatch(table.texts[leaf])})
    if len(ends) < MIN_ENTRIES:
        return False
    cuts = (within(leaves, range(before, end)) for before, end in pairwise([inside.start, *ends]))
    if max(sum(table.characters[leaf] for leaf in cut) for cut in cuts) > MAX_CUT:
        return False
    links = [table.attributes[table.link_around(leaf)] for leaf in ends if table.links[leaf]]
    return lead_to_one_site(links) and not _is_dated_apart(table, leaves[0], marks)


def _is_dated_apart(table: Table, first: int, marks: Marks) -> bool:
    """True if one of the page's times stands between its own heading and what begins at a node."""
    over = max((node for node in table.find("h1") if table.ends[node] <= first), default=first)
    return bool(within(marks.times, range(over, first)))


def are_headed_apart(table: Table, slices: Sequence[range], names: Sequence[int]) -> bool:
    """True if each of several slices of nodes has a heading of its own that leads to another page and to no place in
    it, holds none of some `names` of people and no time, and is not said again: topics have, and replies with a
    subject, but not what they reply to."""
    headings = [heading for heading in _leading(table) if table.tags[heading] in _HEADINGS]
    said = set()
    for nodes in slices:
        leading = next(iter(within(headings, nodes)), -1)
        if leading < 0 or _names(table, leading, names) or _leads_to_place(table, leading):
            continue
        if not is_time(text := table.text_of(leading)):
            said.add(text)
    return len(said) == len(slices) >= MIN_ENTRIES


def _leads_to_place(table: Table, heading: int) -> bool:
    """True for a heading that leads to one place of a page, as the subject of a reply does."""
    links = within(table.elements["a"], range(heading, table.ends[heading]))
    return any("#" in table.attributes.value(link, "href") for link in links)


def _names(table: Table, heading: int, names: Sequence[int]) -> bool:
    """True for a heading that is someone's name."""
    inside = range(heading, table.ends[heading])
    return bool(within(names, inside)) or any(
        is_profile(table.attributes.value(link, "href")) for link in within(table.elements["a"], inside)
    )


def _boxes(table: Table, tags: Sequence[str]) -> list[tuple[range, int]]:
    """Those around the linking headings of these names, and the headings. Where nothing else is around these, what
    stands behind them, up to the next."""
    return _around(table, tuple(heading for heading in _leading(table) if table.tags[heading] in tags))


@once
def _around(table: Table, headings: Sequence[int]) -> list[tuple[range, int]]:
    """The same for some headings in order."""
    if len(headings) < MIN_TEASERS:
        return []
    kinds: dict[tuple[object, ...], list[tuple[range, int]]] = {}
    following = dict(zip(headings, [*headings[1:], len(table)], strict=True))
    for root, heading in table.around(headings):
        if root != heading:
            kinds.setdefault(_kind(table, root), []).append((range(root, table.ends[root]), heading))
        else:
            parent = table.parents[heading]
            box = range(heading, min(following[heading], table.ends[parent]))
            kinds.setdefault((parent, table.tags[heading]), []).append((box, heading))
    return [box for boxes in kinds.values() if len(boxes) >= MIN_TEASERS for box in boxes]


@once
def _leading(table: Table) -> Sequence[int]:
    """The headings that lead to another page, in order."""
    return sorted(node for tag in ("h1", *_HEADINGS) for node in table.find(tag) if _leads_away(table, node))


def _leads_away(table: Table, heading: int) -> bool:
    """True if all of a heading is a link, and not to a place on its own page."""
    leaves = table.leaves_of(heading)
    if not leaves or not all(table.links[leaf] for leaf in leaves):
        return False
    return not table.attributes.value(table.link_around(leaves[0]), "href", "#").startswith("#")


def _kind(table: Table, node: int) -> tuple[str, ...]:
    """An element's name and its first class: those behind it often number it."""
    return table.tags[node], *table.attributes.value(node, "class").split(maxsplit=1)[:1]
