"""The page's text as paragraphs: what stands between two breaks of the line, links and emphasis included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from crawler.extract.boilerplate import ASIDE_TAGS, MAX_ASIDE_SHARE, NEVER_TEXT_TAGS, aside_share, is_hidden
from crawler.extract.lines import INLINE
from crawler.extract.table import TEXT, Table, prefix_sums

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
    """One walk over the table, with what it has to remember."""

    def __init__(self, table: Table, valid: Sequence[int], title: int) -> None:
        self.table = table
        self.valid = valid
        self.title = title
        self.sums = prefix_sums(valid)
        self.hidden_until = self.aside_until = 0
        self.aside = -1

    def read(self) -> Iterator[Paragraph]:
        table = self.table
        tags, parents = table.tags, table.parents
        containers = [0] * len(table)
        current: Paragraph | None = None
        for node, tag in enumerate(tags):
            container = containers[max(parents[node], 0)]
            if tag != TEXT:
                containers[node] = container if tag in INLINE else node
                if tag not in INLINE and current:
                    yield current
                    current = None
                if node >= self.hidden_until:
                    self._enter(node, tag)
            elif node >= self.hidden_until:
                if current and container != current.container:
                    yield current
                    current = None
                current = current or Paragraph([], container, self.aside if node < self.aside_until else -1)
                self._add(node, current)
        if current:
            yield current

    def _add(self, leaf: int, paragraph: Paragraph) -> None:
        characters = self.valid[leaf] or len("".join(self.table.texts[leaf].split()))
        paragraph.leaves.append(leaf)
        paragraph.characters += characters
        if self.table.links[leaf]:
            paragraph.linked += characters
        elif self.valid[leaf]:
            paragraph.valid = True

    def _enter(self, node: int, tag: str) -> None:
        """Note what an element says of all that it holds."""
        attributes = self.table.attributes[node]
        if tag in NEVER_TEXT_TAGS:
            self.hidden_until = self.table.ends[node]
        elif tag in ASIDE_TAGS:
            if self._share(node) <= MAX_ASIDE_SHARE:
                self.hidden_until = self.table.ends[node]
        elif attributes:
            if is_hidden(attributes) and self._share(node) <= MAX_HIDDEN_SHARE:
                self.hidden_until = self.table.ends[node]
            elif node >= self.aside_until and tag not in _PAGE_TAGS and self._is_aside(node, attributes):
                self.aside, self.aside_until = node, self.table.ends[node]

    def _is_aside(self, node: int, attributes: Mapping[str, str]) -> bool:
        if node <= self.title < self.table.ends[node]:
            return False
        most = max(aside_share(attributes[name]) if name in attributes else 0 for name in ("class", "id"))
        return most > 0 and self._share(node) <= most

    def _share(self, node: int) -> float:
        """Share of the page's valid characters in an element."""
        return (self.sums[self.table.ends[node]] - self.sums[node]) / (self.sums[-1] or 1)
