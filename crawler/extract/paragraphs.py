"""The page's text as paragraphs: what stands between two breaks of the line, links and emphasis included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from crawler.extract.boilerplate import (
    ASIDE_TAGS,
    MAX_ASIDE_SHARE,
    NEVER_TEXT_TAGS,
    aside_share,
    is_hidden,
    is_hiding,
    own_name,
)
from crawler.extract.table import RUNNING, Run, Table, prefix_sums

MAX_HIDDEN_SHARE = 0.9
"""An element that holds more of the page's valid characters is not hidden for good: scripts show some pages when they
have loaded."""

_PAGE_TAGS = frozenset(["html", "body", "main", "article"])


@dataclass(slots=True)
class Paragraph:
    """A run of text leaves with no break between them, all in the same block element.

    leaves: node numbers, in order; first: the first of them, where the paragraph stands in the page. container: the
    block element. aside: the outermost element around it whose name speaks against it, -1 without one. characters: not
    white space; linked: those of them in links; valid: has running text outside links. weight: characters outside
    links, if most are and it is running text; else 0.
    """

    leaves: list[int]
    first: int
    container: int
    aside: int
    characters: int
    linked: int
    valid: bool
    weight: int


def paragraphs(table: Table, valid: Sequence[int], title: int = -1) -> list[Paragraph]:
    """The paragraphs of the page's shown text, in order.

    `valid` are the valid characters of each leaf; `title` is the leaf of the page's title, which stands in no aside.
    """
    return _Reader(table, valid, title).read()


class _Reader:
    """One walk over the elements that may speak against what they hold, and one over the runs of text."""

    def __init__(self, table: Table, valid: Sequence[int], title: int) -> None:
        self.table = table
        self.title = title
        self.sums = prefix_sums(valid)
        self.hidden: list[int] = []
        self.asides: list[int] = []

    def read(self) -> list[Paragraph]:
        self._scan()
        leaves, found, place = self.table.leaves, list[Paragraph](), (-1, -1)
        for (first, end, container, breaks, characters, linked, valid), aside in self._shown():
            if (container, breaks) == place:  # only a hidden element parts them
                before = found.pop()
                paragraph = _paragraph(
                    [*before.leaves, *leaves[first:end]],
                    container,
                    aside,
                    before.characters + characters,
                    before.linked + linked,
                    before.valid or valid,
                )
            else:
                paragraph = _paragraph(leaves[first:end], container, aside, characters, linked, valid)
            found.append(paragraph)
            place = container, breaks
        return found

    def _scan(self) -> None:
        """Find the outermost hidden elements and the outermost asides."""
        tags, ends, attributes = self.table.tags, self.table.ends, self.table.attributes
        hidden_until = aside_until = 0
        for node in sorted(self._candidates()):
            tag = tags[node]
            if node < hidden_until or tag in RUNNING:
                continue
            if self._is_hidden(node, tag, attributes[node]):
                self.hidden.append(node)
                hidden_until = ends[node]
            elif node >= aside_until and attributes[node] and self._is_aside(node, tag, attributes[node]):
                self.asides.append(node)
                aside_until = ends[node]

    def _candidates(self) -> set[int]:
        """The elements that may be hidden or an aside, by their name or by what one of their attributes says."""
        table = self.table
        by_tag = [table.elements[tag] for tag in table.elements.keys() & (NEVER_TEXT_TAGS | ASIDE_TAGS)]
        by_mark = [table.marked[name] for name in ("hidden", "aria-hidden") if name in table.marked]
        by_style = [nodes for style, nodes in table.styles.items() if is_hiding(style)]
        by_class = [nodes for name, nodes in table.classes.items() if aside_share(name)]
        by_id = [nodes for name, nodes in table.ids.items() if aside_share(own_name(name))]
        return set(chain(*by_tag, *by_mark, *by_style, *by_class, *by_id))

    def _shown(self) -> Iterator[tuple[Run, int]]:
        """The runs of text outside hidden elements, each with the aside around it (-1 without one)."""
        ends, leaves = self.table.ends, self.table.leaves
        hidden, asides = iter([*self.hidden, len(ends)]), iter([*self.asides, len(ends)])
        next_hidden, next_aside = next(hidden), next(asides)
        hidden_until, aside, aside_until = 0, -1, 0
        for run in self.table.runs:
            leaf = leaves[run[0]]
            while leaf >= next_hidden:
                hidden_until, next_hidden = ends[next_hidden], next(hidden)
            if leaf < hidden_until:
                continue
            while leaf >= next_aside:
                aside, aside_until, next_aside = next_aside, ends[next_aside], next(asides)
            yield run, aside if leaf < aside_until else -1

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


def _paragraph(leaves: list[int], container: int, aside: int, characters: int, linked: int, valid: bool) -> Paragraph:
    weight = characters - linked if valid and linked * 2 < characters else 0
    return Paragraph(leaves, leaves[0], container, aside, characters, linked, valid, weight)
