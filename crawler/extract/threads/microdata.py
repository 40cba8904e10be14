"""What posts state of themselves in microdata: an element with the property `text`, `author` or `datePublished`.

It is taken where the DOM bears it out: where most posts of the page have one such element each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from crawler.extract.table import Table, within
from crawler.extract.threads.marks import MAX_AUTHOR_CHARS

MIN_STATED = 0.6
"""Share of the posts that must have an element with a property."""

TEXTS = frozenset(["text", "articlebody", "commenttext"])
AUTHORS = frozenset(["author", "creator"])
TIMES = frozenset(["datepublished", "datecreated", "commenttime"])
_NAMES = frozenset(["name"])
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def stated(table: Table, records: Sequence[range], names: frozenset[str]) -> Mapping[int, int]:
    """For each post, by its place, the only element with one of these properties, or one around all others; none where
    few posts have one."""
    nodes = [node for node in table.marked.get("itemprop", ()) if _property(table, node) in names]
    inside = [within(nodes, record) for record in records] if nodes else []
    found = {
        place: properties[0]
        for place, properties in enumerate(inside)
        if properties and properties[-1] < table.ends[properties[0]]
    }
    return found if len(found) >= max(1, MIN_STATED * len(records)) else {}


def stated_texts(table: Table, records: Sequence[range], is_label: Callable[[int], bool]) -> dict[int, list[int]]:
    """For each post that states its text, by its place, the leaves of it, behind those of a heading beside it that are
    no labels: some forums have the thread's title over each post."""
    found = {}
    for place, text in stated(table, records, TEXTS).items():
        above = max(table.parents[text], records[place].start)
        headings = (within(table.elements.get(tag, []), range(above, text)) for tag in _HEADINGS)
        beside = [node for nodes in headings for node in nodes if table.parents[node] == above]
        over = [leaf for node in sorted(beside) for leaf in table.leaves_of(node) if not is_label(leaf)]
        found[place] = over + table.leaves_of(text)
    return found


def stated_name(table: Table, node: int) -> tuple[str, str]:
    """The name in an element with an author's property, and the address that it links to; "" for what it lacks."""
    inside = range(node, table.ends[node])
    named = [one for one in within(table.marked["itemprop"], inside) if _property(table, one) in _NAMES]
    links = [one for one in inside if table.tags[one] == "a" and table.attributes[one].get("href")]
    worded = [link for link in links if table.text_of(link)]  # a panel may count what they wrote
    texts = (
        table.text_of(one) or " ".join(table.attributes[one].get("content", "").split())
        for one in (*named[:1], *worded[:1], node)
    )
    name = next(filter(None, texts), "")
    return name if len(name) <= MAX_AUTHOR_CHARS else "", table.attributes[links[0]]["href"] if links else ""


def _property(table: Table, node: int) -> str:
    return table.attributes[node]["itemprop"].strip().lower()
