"""Replies whose text is the link to a page of their own: under a thread's opening, some old forums show all of them so,
one a row, each with its author and its time."""

from __future__ import annotations

import re
from itertools import islice

from crawler.extract.instant import is_time
from crawler.extract.table import Table, once, within

_WORDS = ("跟帖", "跟贴", "回帖", "回贴")
_HEADING = re.compile(r"(?:所有|全部|最新)?(?:跟帖|跟贴|回帖|回贴)(?:列表)?(?:\W{0,2}\d{1,6}\W?[条篇个]?\W?)?[:：]?")
"""What stands over them."""

MAX_HEADINGS = 10
"""So many texts that may stand over them are tried."""

MAX_BEHIND = 40
"""Within so many nodes behind a reply stand its author and its time."""

MIN_ROWS = 0.8
"""Share of the links of one kind that are replies, where some are."""


@once
def linked_replies(table: Table) -> frozenset[int]:
    """The text leaves of such replies."""
    found = set[int]()
    having = (leaf for word in _WORDS for leaf in table.leaves_with(word, range(len(table))))
    headings = (leaf for leaf in having if not table.links[leaf] and _HEADING.fullmatch(table.labels[leaf]))
    for leaf in islice(headings, MAX_HEADINGS):
        found.update(_below(table, leaf))
    return frozenset(found)


def _below(table: Table, heading: int) -> list[int]:
    """The leaves of the replies in the smallest element around their heading that holds more links than that."""
    node = table.parents[heading]
    while node > table.body and not (links := _links(table, range(heading, table.ends[node]))):
        node = table.parents[node]
    if node <= table.body:
        return []
    ends = [*links[1:], min(links[-1] + MAX_BEHIND, table.ends[node])]
    replies = [link for link, end in zip(links, ends, strict=True) if _is_signed(table, range(table.ends[link], end))]
    said = [leaf for link in replies for leaf in table.leaves_of(link)]
    return said if len(replies) >= MIN_ROWS * len(links) else []


def _links(table: Table, nodes: range) -> list[int]:
    """The first link to another page in a slice of nodes that leads to nobody's profile, and those like it."""
    leading = [
        link
        for link in within(table.elements.get("a", ()), nodes)
        if table.attributes.value(link, "href").lower().partition(":")[0].rstrip("#") not in ("", "javascript")
    ]
    leading = [link for link in leading if not within(table.profiles, range(link, link + 1))]
    return [link for link in leading if _kind(table, link) == _kind(table, leading[0])]


def _kind(table: Table, link: int) -> tuple[str, str, str]:
    parent = table.parents[link]
    return table.class_names[link], table.tags[parent], table.class_names[parent]


def _is_signed(table: Table, behind: range) -> bool:
    """True if a link to a profile and a time stand in a slice of nodes."""
    return bool(within(table.profiles, behind)) and any(
        is_time(table.texts[leaf]) for leaf in within(table.timely, behind)
    )
