"""The page's text as paragraphs: what stands between two breaks of the line, links and emphasis included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from crawler.extract.boilerplate import ASIDE_TAGS, MAX_ASIDE_SHARE, NEVER_TEXT_TAGS, aside_share, is_hidden, own_name
from crawler.extract.markup import INLINE
from crawler.extract.table import RUNNING, Table, prefix_sums

MAX_HIDDEN_SHARE = 0.9
"""An element that holds more of the page's valid characters is not hidden for good: scripts show some pages when they
have loaded."""

_PAGE_TAGS = frozenset(["html", "body", "main", "article"])


@dataclass(slots=True)
class Paragraph:
    """A run of text leaves with no break between them, all in the same block element.

    leaves: node numbers, in order. container: the block element. characters: not white space; linked: those of them in
    links; valid: has running text outside links. aside: the outermost element around it whose name speaks against it,
    -1 without one.
    """

    leaves: list[int]
    container: int
    aside: int
    characters: int = 0
    linked: int = 0
    valid: bool = False

    @property
    def first(self) -> int:
        """The first leaf: where the paragraph stands in the page."""
        return self.leaves[0]

    @property
    def weight(self) -> int:
        """Characters outside links, if most are and it is running text; else 0."""
        return self.characters - self.linked if self.valid and self.linked * 2 < self.characters else 0


def paragraphs(table: Table, valid: Sequence[int], title: int = -1) -> list[Paragraph]:
    """The paragraphs of the page's shown text, in order.

    `valid` are the valid characters of each leaf; `title` is the leaf of the page's title, which stands in no aside.
    """
    return list(_Reader(table, valid, title).read())


class _Reader:
    """One walk over the elements for what they say of all that they hold, and one over the text leaves."""

    def __init__(self, table: Table, valid: Sequence[int], title: int) -> None:
        self.table = table
        self.valid = valid
        self.title = title
        self.sums = prefix_sums(valid)
        self.containers = [0] * len(table)
        self.hidden: list[int] = []
        self.asides: list[int] = []

    def read(self) -> Iterator[Paragraph]:
        self._scan()
        tags, parents, containers = self.table.tags, self.table.parents, self.containers
        current: Paragraph | None = None
        for leaf, aside in self._shown():
            container = containers[max(parents[leaf], 0)]
            if (
                current is None
                or container != current.container
                or not INLINE.issuperset(tags[current.leaves[-1] + 1 : leaf])
            ):
                if current:
                    yield current
                current = Paragraph([], container, aside)
            self._add(leaf, current)
        if current:
            yield current

    def _scan(self) -> None:
        """Find each element's block, the outermost hidden elements and the outermost asides."""
        table, containers = self.table, self.containers
        parents, ends, attributes = table.parents, table.ends, table.attributes
        hidden_until = aside_until = 0
        for node, tag in enumerate(table.tags):
            if tag in RUNNING:
                containers[node] = containers[max(parents[node], 0)]
                continue
            containers[node] = node
            if node < hidden_until:
                continue
            if self._is_hidden(node, tag, attributes[node]):
                self.hidden.append(node)
                hidden_until = ends[node]
            elif node >= aside_until and attributes[node] and self._is_aside(node, tag, attributes[node]):
                self.asides.append(node)
                aside_until = ends[node]

    def _shown(self) -> Iterator[tuple[int, int]]:
        """The text leaves outside hidden elements, each with the aside around it (-1 without one)."""
        ends = self.table.ends
        hidden, asides = iter([*self.hidden, len(ends)]), iter([*self.asides, len(ends)])
        next_hidden, next_aside = next(hidden), next(asides)
        hidden_until, aside, aside_until = 0, -1, 0
        for leaf in self.table.leaves:
            while leaf >= next_hidden:
                hidden_until, next_hidden = ends[next_hidden], next(hidden)
            if leaf < hidden_until:
                continue
            while leaf >= next_aside:
                aside, aside_until, next_aside = next_aside, ends[next_aside], next(asides)
            yield leaf, aside if leaf < aside_until else -1

    def _add(self, leaf: int, paragraph: Paragraph) -> None:
        characters = self.valid[leaf] or len("".join(self.table.texts[leaf].split()))
        paragraph.leaves.append(leaf)
        paragraph.characters += characters
        if self.table.links[leaf]:
            paragraph.linked += characters
        elif self.valid[leaf]:
            paragraph.valid = True

    def _is_hidden(self, node: int, tag: str, attributes: Mapping[str, str]) -> bool:
        if tag in NEVER_TEXT_TAGS:
            return True
        if tag in ASIDE_TAGS:
            return self._share(node) <= MAX_ASIDE_SHARE
        return bool(attributes) and is_hidden(attributes) and self._share(node) <= MAX_HIDDEN_SHARE

    def _is_aside(self, node: int, tag: str, attributes: Mapping[str, str]) -> bool:
        if tag in _PAGE_TAGS or node <= self.title < self.table.ends[node]:
            return False
        most = max(aside_share(attributes.get("class", "")), aside_share(own_name(attributes.get("id", ""))))
        return most > 0 and self._share(node) <= most

    def _share(self, node: int) -> float:
        """Share of the page's valid characters in an element."""
        return (self.sums[self.table.ends[node]] - self.sums[node]) / (self.sums[-1] or 1)
