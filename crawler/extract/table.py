"""The node table: a page parsed once, walked once, and kept as flat lists in document order.

A node is an element or a text leaf. The subtree of node `i` is the slice `i:ends[i]`, so a sum over a subtree is the
difference of two prefix sums, and nothing ever recurses, however deep the page.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from types import SimpleNamespace
from typing import TypeVar

from lxml import etree

from crawler.errors import Drop, Reason

MAX_DEPTH = 512
"""A page is read until it nests deeper, and no further. The parser compares each unmatched end tag with every open
element, so depth is what makes hostile pages slow: 2 s for 10 MB at this depth. Browsers nest no deeper either."""

TEXT = ""
"""The tag of a text leaf."""

_ROOTS = frozenset(["html", "body"])
_NOT_TEXT = frozenset(["script", "style"])
_NONE: Mapping[str, str] = {}

Number = TypeVar("Number", int, float)


class Table:
    """A page's nodes: parallel lists, one item per node.

    tags: lower-case names, TEXT for text leaves. parents: node numbers, -1 for the root. ends: one past the last node
    of the subtree. texts: the characters of a text leaf, as they stand in the page; "" for elements. links: the number
    of <a> the node lies in or is. attributes: of elements. White space alone, comments, scripts and styles are left
    out; what scripts say as JSON-LD is kept in `json_ld`.
    """

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []
        self.links: list[int] = []
        self.attributes: list[Mapping[str, str]] = []
        self.json_ld: list[str] = []

    def __len__(self) -> int:
        return len(self.tags)

    @cached_property
    def body(self) -> int:
        """The <body>, or the root where the page has none. The table must not be empty."""
        return self.tags.index("body") if "body" in self.tags else 0

    @cached_property
    def leaves(self) -> list[int]:
        """All text leaves, in order."""
        return [node for node, text in enumerate(self.texts) if text]

    @cached_property
    def flow(self) -> str:
        """The text of the leaves, one after the other, with a line feed between them."""
        texts = self.texts
        return "\n".join([texts[leaf] for leaf in self.leaves])

    @cached_property
    def _offsets(self) -> list[int]:
        texts = self.texts
        return list(accumulate([len(texts[leaf]) + 1 for leaf in self.leaves], initial=0))

    def children(self, node: int) -> Iterator[int]:
        """The node's children, in order."""
        child, end = node + 1, self.ends[node]
        while child < end:
            yield child
            child = self.ends[child]

    def leaves_of(self, node: int) -> list[int]:
        """The text leaves in a subtree, in order."""
        return self.leaves_in(range(node, self.ends[node]))

    def leaves_in(self, nodes: range) -> list[int]:
        """The text leaves in a slice of nodes, in order."""
        return self.leaves[bisect_left(self.leaves, nodes.start) : bisect_left(self.leaves, nodes.stop)]

    def span(self, node: int) -> tuple[int, int]:
        """Where the text of a subtree begins and ends in `flow`."""
        first, last = bisect_left(self.leaves, node), bisect_left(self.leaves, self.ends[node])
        return self._offsets[first], max(self._offsets[first], self._offsets[last] - 1)

    def leaf_at(self, offset: int) -> int:
        """The text leaf to which a character of `flow` belongs."""
        return self.leaves[bisect_left(self._offsets, offset + 1) - 1]

    def common_ancestor(self, first: int, second: int) -> int:
        """The lowest node whose subtree holds both; `first` stands before `second` or is it."""
        while self.ends[first] <= second:
            first = self.parents[first]
        return first

    def find(self, tag: str) -> Iterator[int]:
        """All elements with this name, in order."""
        node = -1
        for _ in range(self.tags.count(tag)):
            node = self.tags.index(tag, node + 1)
            yield node

    def text_of(self, node: int) -> str:
        """The text of a subtree in one line, white space collapsed."""
        texts = self.texts
        return " ".join("".join([texts[leaf] for leaf in self.leaves_of(node)]).split())


def prefix_sums(values: Iterable[Number]) -> list[Number]:
    """Sums such that `sums[ends[i]] - sums[i]` is the sum of `values` over the subtree of node `i`."""
    return list(accumulate(values, initial=0))


class _TooDeepError(Exception):
    """Nested deeper than MAX_DEPTH: what stands before is the table."""


def build(html: str, *, max_nodes: int = 200_000) -> Table:
    """The table of a page. Raises Drop(TOO_MANY_NODES). An empty page gives an empty table.

    libxml2 repairs the markup and calls us as it reads, so that no tree of its own is built and a page over the cap
    costs no memory.
    """
    table = Table()
    # Without huge_tree libxml2 ends a text at 10 MB.
    parser = etree.HTMLParser(encoding="utf-8", target=_target(table, max_nodes), huge_tree=True)
    try:
        etree.fromstring(html.encode("utf-8", "replace"), parser)
    except _TooDeepError:
        pass
    except etree.XMLSyntaxError:
        return table  # lxml's way to say that there is nothing in it
    _close(table)
    return table


def _close(table: Table) -> None:
    """Give their end to the elements that are still open: all that hold the last node."""
    end = len(table)
    node = end - 1
    while node >= 0:
        table.ends[node] = end
        node = table.parents[node]


def _target(table: Table, max_nodes: int) -> SimpleNamespace:
    """What libxml2 calls. Closures over local names, and appends written out: these run some thousand times a page."""
    tags, parents, ends, texts = table.tags, table.parents, table.ends, table.texts
    links, attributes = table.links, table.attributes
    pending: list[str] = []  # a text comes in pieces: at entities, comments, buffer ends
    open_nodes = [-1]
    in_links = 0

    def refuse() -> None:
        if len(tags) >= max_nodes:
            raise Drop(Reason.TOO_MANY_NODES, f"more than {max_nodes}")
        raise _TooDeepError

    def flush() -> None:
        text = "".join(pending)
        pending.clear()
        if text.isspace():
            return
        parent, number = open_nodes[-1], len(tags)
        if parent >= 0 and tags[parent] in _NOT_TEXT:
            if "ld+json" in attributes[parent].get("type", ""):
                table.json_ld.append(text)
            return
        if number >= max_nodes:
            refuse()
        tags.append(TEXT)
        parents.append(parent)
        ends.append(number + 1)
        texts.append(text)
        links.append(in_links)
        attributes.append(_NONE)

    def start(tag: str, attrs: Mapping[str, str]) -> None:
        nonlocal in_links
        if pending:
            flush()
        number, parent = len(tags), open_nodes[-1]
        if number >= max_nodes or len(open_nodes) > MAX_DEPTH:
            refuse()
        if tag in _ROOTS and tag in tags:  # what follows a first </html> belongs to the same body
            open_nodes.append(parent if parent >= 0 else tags.index("body" if "body" in tags else tag))
            return
        if tag == "a":
            in_links += 1
        tags.append(tag)
        parents.append(parent)
        ends.append(0)
        texts.append("")
        links.append(in_links)
        attributes.append(attrs)
        open_nodes.append(number)

    def end(tag: str) -> None:
        nonlocal in_links
        if pending:
            flush()
        if tag == "a":
            in_links -= 1
        ends[open_nodes.pop()] = len(tags)

    def close() -> None:
        if pending:
            flush()

    return SimpleNamespace(start=start, end=end, data=pending.append, close=close)
