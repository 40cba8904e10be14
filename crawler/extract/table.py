"""The node table: a page parsed once, walked once, and kept as flat lists in document order.

A node is an element or a text leaf. The subtree of node `i` is the slice `i:ends[i]`, so a sum over a subtree is the
difference of two prefix sums, and nothing ever recurses, however deep the page.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache, wraps
from itertools import accumulate, pairwise
from typing import Any, Concatenate, ParamSpec, TypeVar

from crawler.extract.boilerplate import ASIDE_TAGS, MAX_NAME_CHARS, NEVER_TEXT_TAGS, Saying, sayings_of
from crawler.extract.markup import (
    CJK_SAMPLE,
    HEADINGS,
    INLINE,
    MARKED,
    TEXT,
    TIMELY,
    Run,
    attributes_of,
    names_forum,
    names_profile,
)
from crawler.extract.stopwords import has_stop_word

try:
    from crawler.extract._markup import read
except ImportError:  # not compiled here: the same, several times slower
    from crawler.extract.markup import read

__all__ = ["TEXT", "Attributes", "Run", "Shape", "Table", "build", "once", "prefix_sums", "within"]

RUNNING = INLINE - NEVER_TEXT_TAGS - ASIDE_TAGS
"""Elements whose text runs on in the text around them."""


def run_of(leaves: list[int], container: int, breaks: int, characters: int, linked: int, valid: bool) -> Run:
    weight = characters - linked if valid and linked * 2 < characters else 0
    return Run(leaves, leaves[0], container, breaks, characters, linked, valid, weight)


MIN_PLACE = 10
"""A place in a page that holds more nodes is more than the words that it names."""

MAX_MESSAGE_CHARS = 200
"""What pages say in a <noscript> is no longer, if it is that they need scripts."""

Shape = tuple[str, str]
"""An element's tag and its class, as far as it says what the element is."""

_OF_ICONS = re.compile(r"(?:^|[\s_-])material[-_](?:icon|symbol)", re.IGNORECASE)
_ICON = re.compile(r"\s*[a-z0-9]+(?:_[a-z0-9]+)*\s*")
"""How fonts whose letters are icons are called, and the names of these."""

_CJK = re.compile(r"[\u3040-\u9fff]")
_DIGITS = re.compile(r"[\d_-]*\d[\d_-]*")
_NUMBERS = re.compile(r"\d+")
_NONE: Mapping[str, str] = {}

_NO_FIELDS = frozenset(["hidden", "submit", "button", "image", "reset"])
"""Types of inputs that nobody fills in."""

_OF_ELEMENTS = (
    *("tags", "parents", "ends", "links", "attributes", "json_ld", "spaces"),
    *("elements", "marked", "classes", "ids", "styles", "profiles", "forum_links", "fields"),
    *("class_names", "_called", "_identified"),
)
"""What a table holds whatever its texts."""

_OF_TEXTS = {
    *("leaves", "leaf_counts", "offsets", "begins", "stops"),
    *("flow", "small_flow", "timely", "leaf_sums", "character_sums", "valid_sums", "labels"),
}
"""What it holds of them together, read anew when some are left out."""

Number = TypeVar("Number", int, float)
Reading = TypeVar("Reading")
Asked = ParamSpec("Asked")


class Attributes(Sequence[Mapping[str, str]]):
    """The attributes of each node, read from the page's markup when they are first asked for: most never are.

    markup: what stands behind the names of the elements' tags, "" for text leaves.
    """

    def __init__(self) -> None:
        self.markup: list[str] = []
        self._read: dict[int, Mapping[str, str]] = {}

    def __getitem__(self, node: int) -> Mapping[str, str]:  # type: ignore[override]  # no slices
        attributes = self._read.get(node)
        if attributes is None:
            markup = self.markup[node]
            attributes = self._read[node] = attributes_of(markup) if markup else _NONE
        return attributes

    def __len__(self) -> int:
        return len(self.markup)

    def __iter__(self) -> Iterator[Mapping[str, str]]:
        return map(self.__getitem__, range(len(self.markup)))

    def value(self, node: int, name: str, default: str = "") -> str:
        """What one attribute of a node says: a look that reads no others."""
        return self[node].get(name, default)

    def markup_of(self, node: int) -> str:
        """An element's attributes as they stand in the page, for a look that is cheaper than reading them."""
        return self.markup[node]


class Table:
    """A page's nodes: parallel lists, one item per node.

    tags: lower-case names, TEXT for text leaves. parents: node numbers, -1 for the root. ends: one past the last node
    of the subtree. texts: the characters of a text leaf, as they stand in the page; "" for elements. links: the number
    of <a> the node lies in or is. attributes: of elements. White space alone, comments, scripts and styles are left
    out; what scripts say as JSON-LD is kept in `json_ld`, and white space between what is of one line in `spaces`, by
    the node behind it.
    """

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []
        self.links: list[int] = []
        self.attributes = Attributes()
        self.json_ld: list[str] = []
        self.spaces: dict[int, str] = {}
        self.readings: dict[tuple[Any, ...], Any] = {}

    def __len__(self) -> int:
        return len(self.tags)

    @cached_property
    def body(self) -> int:
        """The <body>, or the root where the page has none. The table must not be empty."""
        return next(self.find("body"), 0)

    @cached_property
    def titles(self) -> list[str]:
        """What each <title> that says anything does: the page's, and those of drawings in it."""
        return [text for node in self.find("title") if (text := self.text_of(node))]

    @property
    def page_title(self) -> str:
        """What the page's own <title> says, "" if it has none."""
        return next(iter(self.titles), "")

    @cached_property
    def leaves(self) -> list[int]:
        """All text leaves, in order."""
        return [node for node, text in enumerate(self.texts) if text]

    @cached_property
    def leaf_counts(self) -> list[int]:
        """How many text leaves stand before each node, and before one that would follow."""
        return list(accumulate(map(bool, self.texts), initial=0))

    @cached_property
    def timely(self) -> list[int]:
        """The text leaves that may have a written time in them, in order: all others have none of any form."""
        return [leaf for leaf in self.leaves if TIMELY.search(self.texts[leaf].strip())]

    @cached_property
    def is_cjk(self) -> bool:
        """True if Han or kana are a quarter of the characters of the page's first text."""
        sample = self.flow[:CJK_SAMPLE]
        return len(_CJK.findall(sample)) * 4 > len(sample)

    @cached_property
    def elements(self) -> dict[str, list[int]]:
        """The elements of each name, in order."""
        return _index((tag, node) for node, tag in enumerate(self.tags) if tag)

    @cached_property
    def classes(self) -> dict[str, list[int]]:
        """The elements of each value of a class attribute, in order."""
        return self._with("class")

    @cached_property
    def ids(self) -> dict[str, list[int]]:
        """The elements of each id, in order."""
        return self._with("id")

    @cached_property
    def _called(self) -> dict[Saying, list[int]]:
        return _by_saying(self.classes)

    @cached_property
    def _identified(self) -> dict[Saying, list[int]]:
        return _by_saying(self.ids)

    def called(self, saying: Saying) -> Sequence[int]:
        """The elements whose class says something, in no order."""
        return self._called.get(saying, ())

    def identified(self, saying: Saying) -> Sequence[int]:
        """The elements whose id says something, in no order."""
        return self._identified.get(saying, ())

    @cached_property
    def styles(self) -> dict[str, list[int]]:
        """The elements of each value of a style attribute, in order."""
        return self._with("style")

    @cached_property
    def class_names(self) -> list[str]:
        """The class of each node without numbers, "" for none: post-123 and post-124 are alike."""
        names = [""] * len(self)
        for said, nodes in self.classes.items():
            alike = _without_numbers(said)
            for node in nodes:
                names[node] = alike
        return names

    def class_name(self, node: int) -> str:
        """The same of one node: where few are asked for, those of all take longer."""
        return _without_numbers(self.attributes.value(node, "class"))

    @cached_property
    def marked(self) -> dict[str, list[int]]:
        """The elements that have each of the attributes that MARKED names, whatever they say, in order."""
        of_all = enumerate(self.attributes)
        return _index((name, node) for node, attributes in of_all for name in MARKED if name in attributes)

    @cached_property
    def profiles(self) -> list[int]:
        """The links whose address says that they lead to a user's profile, in order."""
        return [node for node in self.find("a") if names_profile(self.attributes[node].get("href", ""))]

    @cached_property
    def forum_links(self) -> list[int]:
        """The links whose address says that they lead to a part of a forum, in order."""
        return [node for node in self.find("a") if names_forum(self.attributes[node].get("href", ""))]

    @cached_property
    def fields(self) -> list[int]:
        """The elements that one writes into or chooses in, in order."""
        asking = [i for i in self.find("input") if self.attributes.value(i, "type").lower() not in _NO_FIELDS]
        return sorted([*asking, *self.find("textarea"), *self.find("select")])

    @cached_property
    def characters(self) -> list[int]:
        """For each node the characters of its own text that are not white space: 0 for elements."""
        return [len("".join(text.split())) if text else 0 for text in self.texts]

    @cached_property
    def valid(self) -> list[int]:
        """For each node its valid characters: those of a text leaf outside links that has a stop word; else 0.

        Source: the thesis of 2016 on content extraction and a news crawler for Chinese sites, definition 2.6.
        """
        nodes = zip(self.characters, self.links, self.texts, strict=True)
        return [count if count and not links and has_stop_word(text) else 0 for count, links, text in nodes]

    @cached_property
    def labels(self) -> list[str]:
        """For each node its own text as a label, alike whatever the numbers in it: "" for elements."""
        labels = [text and text.strip() for text in self.texts]
        for leaf in self.timely:  # all others have no number
            labels[leaf] = _NUMBERS.sub("0", labels[leaf])
        return labels

    @cached_property
    def leaf_sums(self) -> list[int]:
        """The prefix sums of the characters of text leaves alone: these are a quarter of the nodes."""
        characters = self.characters
        return prefix_sums([characters[leaf] for leaf in self.leaves])

    @cached_property
    def character_sums(self) -> list[int]:
        """The prefix sums of `characters`."""
        return prefix_sums(self.characters)

    @cached_property
    def valid_sums(self) -> list[int]:
        """The prefix sums of `valid`."""
        return prefix_sums(self.valid)

    @cached_property
    def runs(self) -> list[Run]:
        """The page's text in runs, in order."""
        blocks = [0] * len(self)
        runs: dict[tuple[int, int, int], list[int]] = {}
        breaks, before, number = 0, (-1, -1), 0
        for node, tag in enumerate(self.tags):
            around = max(self.parents[node], 0)
            blocks[node] = blocks[around] if tag in RUNNING else node
            breaks += tag not in INLINE
            if tag == TEXT:
                place = blocks[around], breaks
                number += place != before
                before = place
                runs.setdefault((number, *place), []).append(node)
        return [self.run(leaves, block, breaks) for (_, block, breaks), leaves in runs.items()]

    def run(self, leaves: list[int], block: int, breaks: int) -> Run:
        """Leaves of one line as a run of text, in a block and behind so many breaks of the line."""
        characters = sum(self.characters[leaf] for leaf in leaves)
        linked = sum(self.characters[leaf] for leaf in leaves if self.links[leaf])
        return run_of(leaves, block, breaks, characters, linked, any(self.valid[leaf] for leaf in leaves))

    def _with(self, name: str) -> dict[str, list[int]]:
        of_all = enumerate(self.attributes)
        return _index((attributes[name], node) for node, attributes in of_all if name in attributes)

    @cached_property
    def flow(self) -> str:
        """The text of the leaves, one after the other, with a line feed between them."""
        texts = self.texts
        return "\n".join([texts[leaf] for leaf in self.leaves])

    @cached_property
    def small_flow(self) -> str:
        """The same in small letters, as far as these are as many."""
        lower = self.flow.lower()
        return lower if len(lower) == len(self.flow) else self.flow

    @cached_property
    def offsets(self) -> list[int]:
        """Where the text of each leaf begins in `flow`, and of one that would follow."""
        texts = self.texts
        return list(accumulate([len(texts[leaf]) + 1 for leaf in self.leaves], initial=0))

    @cached_property
    def begins(self) -> list[int]:
        """Where the text of each leaf begins in `flow`, without the white space before it."""
        texts = self.texts
        lengths = [len(texts[leaf]) - len(texts[leaf].lstrip()) for leaf in self.leaves]
        return [at + length for at, length in zip(self.offsets, lengths, strict=False)]

    @cached_property
    def stops(self) -> list[int]:
        """Where it ends, without the white space behind it."""
        texts = self.texts
        return [at + len(texts[leaf].rstrip()) for at, leaf in zip(self.offsets, self.leaves, strict=False)]

    def without(self, slices: Iterable[range]) -> Table:
        """The same nodes, with no text and no picture in these slices of them."""
        table, pictures = Table(), self.elements.get("img", ())
        vars(table).update({name: value for name, value in vars(self).items() if name in _OF_ELEMENTS})
        table.texts = list(self.texts)
        inside = set[int]()
        for nodes in slices:
            table.texts[nodes.start : nodes.stop] = [""] * len(nodes)
            inside.update(within(pictures, nodes))
        if inside:
            table.elements = {**self.elements, "img": [image for image in pictures if image not in inside]}
        return table

    def shape(self, node: int) -> Shape:
        """A node's tag and its class without numbers."""
        return self.tags[node], self.class_names[node]

    def children(self, node: int) -> Iterator[int]:
        """The node's children, in order."""
        child, end = node + 1, self.ends[node]
        while child < end:
            yield child
            child = self.ends[child]

    def leaves_of(self, node: int) -> list[int]:
        """The text leaves in a subtree, in order."""
        counts = self.leaf_counts
        return self.leaves[counts[node] : counts[self.ends[node]]]

    def leaves_in(self, nodes: range) -> list[int]:
        """The text leaves in a slice of nodes, in order."""
        return self.leaves[bisect_left(self.leaves, nodes.start) : bisect_left(self.leaves, nodes.stop)]

    def span(self, node: int) -> tuple[int, int]:
        """Where the text of a subtree begins and ends in `flow`, without the white space at its ends."""
        counts = self.leaf_counts
        first, behind = counts[node], counts[self.ends[node]]
        if first == behind:
            return self.offsets[first], self.offsets[first]
        return self.begins[first], self.stops[behind - 1]

    def length(self, node: int) -> int:
        """How many characters a subtree's text has, white space left out: templates indent it."""
        sums, counts = self.leaf_sums, self.leaf_counts
        return sums[counts[self.ends[node]]] - sums[counts[node]]

    def leaf_at(self, offset: int) -> int:
        """The text leaf to which a character of `flow` belongs."""
        return self.leaves[bisect_left(self.offsets, offset + 1) - 1]

    def leaves_with(self, text: str, nodes: range) -> Iterator[int]:
        """The text leaves in a slice of nodes in which a text without line feeds stands, in order."""
        flow, offsets, leaves = self.flow, self.offsets, self.leaves
        at, last = bisect_left(leaves, nodes.start), bisect_left(leaves, nodes.stop)
        while at < last and (found := flow.find(text, offsets[at], offsets[last])) >= 0:
            at = bisect_left(offsets, found + 1)
            yield leaves[at - 1]

    def written(self, text: str) -> str:
        """A text with single spaces as the body writes it, with wide ones or several; itself if it stands nowhere."""
        start, end = self.span(self.body) if self.leaves else (0, 0)
        if " " not in text or self.flow.find(text, start, end) >= 0:
            return text
        words = r"\s{1,9}".join(map(re.escape, text.split()))
        found = re.compile(words).search(self.flow, start, end)
        return found[0] if found else text

    def link_around(self, node: int) -> int:
        """The innermost link that a node stands in or is; it must be in one."""
        while self.tags[node] != "a":
            node = self.parents[node]
        return node

    def is_in_heading(self, leaf: int) -> bool:
        """True if a text leaf stands in a heading, or in an element of one."""
        parent = self.parents[leaf]
        return self.tags[parent] in HEADINGS or self.tags[max(self.parents[parent], 0)] in HEADINGS

    def common_ancestor(self, first: int, second: int) -> int:
        """The lowest node whose subtree holds both; `first` stands before `second` or is it."""
        while self.ends[first] <= second:
            first = self.parents[first]
        return first

    def child_towards(self, ancestor: int, node: int) -> int:
        """The child of a node that holds another node below it, or is it."""
        while self.parents[node] != ancestor:
            node = self.parents[node]
        return node

    def around(self, nodes: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The largest subtree around each of some nodes that holds no other of them, nor is the <body>, and the node.
        Nodes that hold others are left out; all are in order."""
        for before, node, after in zip([-1, *nodes], nodes, [*nodes[1:], len(self)], strict=False):
            if self.ends[node] > after:
                continue
            root = node
            while (parent := self.parents[root]) > before and parent != self.body and self.ends[parent] <= after:
                root = parent
            yield root, node

    def find(self, tag: str) -> Iterator[int]:
        """All elements with this name, in order."""
        return iter(self.elements.get(tag, ()))

    def outermost(self, tag: str) -> Iterator[int]:
        """The elements with this name that stand in no other with it, in order."""
        until = 0
        for node in self.find(tag):
            if node >= until:
                until = self.ends[node]
                yield node

    def spaces_between(self, before: int, after: int) -> str:
        """The white space alone between two leaves of a line."""
        spaces = self.spaces
        return "".join([spaces[node] for node in range(before + 1, after + 1) if node in spaces]) if spaces else ""

    def text_of(self, node: int) -> str:
        """The text of a subtree in one line, white space collapsed."""
        texts, leaves = self.texts, self.leaves_of(node)
        if len(leaves) == 1:
            return " ".join(texts[leaves[0]].split())
        if leaves and self.spaces:
            behind = [f"{self.spaces_between(before, leaf)}{texts[leaf]}" for before, leaf in pairwise(leaves)]
            return " ".join(f"{texts[leaves[0]]}{''.join(behind)}".split())
        return " ".join("".join([texts[leaf] for leaf in leaves]).split())


def _without_numbers(names: str) -> str:
    return _short_without_numbers(names) if len(names) <= MAX_NAME_CHARS else names


@lru_cache(maxsize=4096)
def _short_without_numbers(names: str) -> str:
    return _DIGITS.sub("", names)


def _by_saying(names: Mapping[str, Sequence[int]]) -> dict[Saying, list[int]]:
    """For all that some names of elements say the elements that say it."""
    index: dict[Saying, list[int]] = {}
    for name in filter(sayings_of, names):
        for saying in sayings_of(name):
            index.setdefault(saying, []).extend(names[name])
    return index


def _index(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    """For each key its values."""
    index: dict[str, list[int]] = {}
    for key, value in pairs:
        index.setdefault(key, []).append(value)
    return index


_UNREAD: Any = object()


def once(read: Callable[Concatenate[Table, Asked], Reading]) -> Callable[Concatenate[Table, Asked], Reading]:
    """What a function reads of a whole table, read when it is first asked for and kept with the table. All else that
    it is asked for must be hashable."""

    @wraps(read)
    def kept(table: Table, /, *asked: Asked.args, **named: Asked.kwargs) -> Reading:
        key = read, asked, *named.items()
        reading: Reading = table.readings.get(key, _UNREAD)
        if reading is _UNREAD:
            reading = table.readings[key] = read(table, *asked, **named)
        return reading

    return kept


def within(nodes: Sequence[int], part: range) -> Sequence[int]:
    """Those of some nodes, in order, that stand in a slice of the page's."""
    return nodes[bisect_left(nodes, part.start) : bisect_left(nodes, part.stop)]


def prefix_sums(values: Iterable[Number]) -> list[Number]:
    """Sums such that `sums[ends[i]] - sums[i]` is the sum of `values` over the subtree of node `i`."""
    return list(accumulate(values, initial=0))


def build(html: str, *, max_nodes: int = 200_000) -> Table:
    """The table of a page. Raises Drop(TOO_MANY_NODES). An empty page gives an empty table."""
    table = Table()
    read(html, table, max_nodes)
    _unlink_places(table)
    _leave_out(table)
    return table


def _unlink_places(table: Table) -> None:
    """Count as no link what only names a place and holds a part of the page: some old forums have each post in one."""
    ends = table.ends
    apart = [pair for pair in pairwise([*table.find("a"), len(table)]) if pair[1] - pair[0] > MIN_PLACE]
    for node, following in apart:  # a link that begins in another ends it
        if ends[node] - node <= MIN_PLACE or "href" in (attributes := table.attributes[node]):
            continue
        if "name" in attributes:
            for inside in range(node, min(following, ends[node])):
                table.links[inside] -= 1
            for reading in ("valid", "valid_sums", "runs"):
                vars(table).pop(reading, None)


def _leave_out(table: Table) -> None:
    """Leave out what nobody reads: what a page says where there are no scripts, and the names of icons."""
    gone = {*_messages(table), *_icons(table)}
    if not gone:
        return
    runs = table.runs
    for leaf in gone:
        table.texts[leaf] = ""
        table.characters[leaf] = table.valid[leaf] = 0
    for reading in _OF_TEXTS & vars(table).keys():
        del vars(table)[reading]
    table.runs = [left for run in runs if (left := _without(table, run, gone))]


def _messages(table: Table) -> Iterator[int]:
    """The leaves of what a page says where there are no scripts, unless it is so long that it may be the page's
    content."""
    for node in table.find("noscript"):
        leaves = table.leaves_of(node)
        if sum(len(table.texts[leaf]) for leaf in leaves) <= MAX_MESSAGE_CHARS:
            yield from leaves


def _icons(table: Table) -> Iterator[int]:
    """The leaves that name the icon that a font shows in their place."""
    for node in table.called(_is_of_icons):
        yield from (leaf for leaf in table.leaves_of(node)[:1] if _ICON.fullmatch(table.texts[leaf]))


@Saying
def _is_of_icons(name: str) -> bool:
    return _OF_ICONS.search(name) is not None


def _without(table: Table, run: Run, gone: Set[int]) -> Run | None:
    """A run without some leaves, None if it has no others."""
    if gone.isdisjoint(run.leaves):
        return run
    leaves = [leaf for leaf in run.leaves if leaf not in gone]
    return table.run(leaves, run.container, run.breaks) if leaves else None
