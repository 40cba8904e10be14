"""What stands beside the chosen node and belongs to the same text: leads, sections, the paragraphs around a list.

A text is often spread over siblings: its first paragraph over a box with the rest, one box for each section, a list
between bare paragraphs. So siblings of the node and of its lowest ancestors join it, for one of four reasons:

- bare paragraphs over it: a node among paragraphs is part of their flow, and then those under it are too;
- lines without links right above and below it, where it is a list or a line itself: they are one text, however short;
- sentences between the title and it, or with the title in an element of its own, and lists there;
- sentences in boxes of the same first class as the node: a template gives one kind of text one class, and numbers or
  adorns it with further ones.

Names of boxes that sum the text up do not keep them out: most say what the text does not, and one that is cut off the
text is left out later (see `cleaning`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import takewhile

from crawler.extract.articles.paragraphs import Asides, Paragraph
from crawler.extract.table import TEXT, Table

MAX_LEVELS = 6
LEVELS_OF_LEADS = 4
LEVELS_OF_FLOW = 3
"""How many levels up siblings are looked at for each reason: what is further away belongs to the page."""

MIN_FLOW = 0.5
MIN_SENTENCES = 0.7
"""Share of the characters that is running text, among bare paragraphs and in boxes; and of the running text in
paragraphs that end as sentences do."""

MIN_LEAD_CHARS, MIN_LEAD_CHARS_CJK = 25, 12
MIN_LINE_CHARS = 60
MIN_SECTION_CHARS = 100
"""Shorter ones are remarks."""

LEVELS_OF_CLASS = 3
"""How far above a paragraph the element may be that has the node's class."""

MIN_ITEMS = 3
MIN_LISTED = 0.6
MAX_LINKED_IN_LIST = 0.25
LEVELS_OF_ITEMS = 4
"""So many items are a list if they hold so much of its characters, and no more of these are linked; and how far an item
may be above its text."""

_LISTS = frozenset(["ul", "ol", "dl"])
_ITEMS = frozenset(["li", "tr", "dd", "dt"])
_BARE = frozenset(["p", "ul", "ol", "blockquote", "pre", "h2", "h3", "h4", TEXT])
_SENTENCE_ENDS = frozenset('.!?…。！？”":：')


def joined(table: Table, found: Sequence[Paragraph], asides: Asides, node: int, title_leaf: int) -> list[int]:
    """The node and the siblings of it and its ancestors that belong to its text, in order: disjoint subtrees.

    `found` are the page's paragraphs, `asides` those in asides, `title_leaf` the leaf of its title, -1 if unknown.
    """
    siblings = _Siblings(table, asides.outside(found), node, title_leaf)
    nodes, child = [node], node
    for level in range(MAX_LEVELS):
        if child == table.body or table.parents[child] < 0:
            break
        nodes += siblings.of(child, level)
        child = table.parents[child]
    nodes += siblings.with_title()
    nodes += siblings.around_line()
    return sorted(set(nodes))


def ends_as_sentence(table: Table, paragraph: Paragraph) -> bool:
    """True if a paragraph's last character ends a sentence, or leads to what follows."""
    return table.texts[paragraph.leaves[-1]].rstrip()[-1:] in _SENTENCE_ENDS


class _Siblings:
    """The siblings on the way up from the node, and what their paragraphs say for them."""

    def __init__(self, table: Table, found: Sequence[Paragraph], node: int, title_leaf: int) -> None:
        self._table = table
        self._found = found
        self._firsts = [p.first for p in found]
        self._node = node
        self._kind = _kind(table, node)
        self._title = title_leaf

    def of(self, child: int, level: int) -> Iterator[int]:
        """The siblings of `child`, the node's ancestor so many levels up, that belong to the node's text."""
        table, in_flow = self._table, False
        for sibling in table.children(table.parents[child]):
            if sibling == child or sibling <= self._title or not self._inside(sibling):
                continue
            is_over = sibling < child
            is_bare = table.tags[sibling] in _BARE or (is_over and table.tags[sibling] == "table")
            if is_bare and (in_flow or (is_over and level < LEVELS_OF_FLOW)) and self._flows(sibling):
                in_flow = True
                yield sibling
            elif self._is_section(sibling, child) or (is_over and level < LEVELS_OF_LEADS and self._leads(sibling)):
                yield sibling

    def with_title(self) -> Iterator[int]:
        """The leads below the title in the elements that hold it and nothing of the node."""
        table, inner = self._table, self._title
        while inner >= 0 and table.ends[around := table.parents[inner]] <= self._node:
            yield from (child for child in table.children(around) if child > inner and self._is_lead(child))
            inner = around

    def around_line(self) -> list[int]:
        """The lines without links right above and below the node, if it is a list or a line itself."""
        table, node = self._table, self._node
        if table.tags[node] not in _LISTS and any(p.container != node for p in self._inside(node)):
            return []
        siblings = list(table.children(table.parents[node]))
        at = siblings.index(node)
        above = takewhile(self._is_line_beside, reversed(siblings[:at]))
        return [*above, *takewhile(self._is_line_beside, siblings[at + 1 :])]

    def _is_line_beside(self, node: int) -> bool:
        """True for what stands below the title without links, bare or a line in an element like the node; and for
        what holds no text: an advertisement."""
        table, inside = self._table, self._inside(node)
        if not table.leaves_of(node):
            return True
        if node <= self._title or any(p.linked for p in inside):
            return False
        is_like = table.tags[node] == table.tags[self._node] and _class(table, node) == _class(table, self._node)
        return table.tags[node] in _BARE or (is_like and len(inside) == 1)

    def _inside(self, node: int) -> Sequence[Paragraph]:
        return self._found[bisect_left(self._firsts, node) : bisect_left(self._firsts, self._table.ends[node])]

    def _flows(self, node: int) -> bool:
        inside = self._inside(node)
        return sum(p.weight for p in inside) > MIN_FLOW * sum(p.characters for p in inside)

    def _leads(self, node: int) -> bool:
        return self._is_lead(node) or self._is_list(node)

    def _is_list(self, node: int) -> bool:
        """True for items between the title, if it is known, and the text, with few links: what a recipe takes, what a
        product can do. Where text is written in Han or kana, they are what the page says of itself: numbers, offices,
        days."""
        if self._title < 0 or self._table.is_cjk:
            return False
        inside = self._inside(node)
        characters = sum(p.characters for p in inside)
        if len(inside) < MIN_ITEMS or sum(p.linked for p in inside) > MAX_LINKED_IN_LIST * characters:
            return False
        items = [self._item(p.container, node) for p in inside]
        listed = sum(p.characters for p, item in zip(inside, items, strict=True) if item >= 0)
        return len(set(items) - {-1}) >= MIN_ITEMS and listed >= MIN_LISTED * characters

    def _item(self, element: int, node: int) -> int:
        """The item or row around an element, if there is one in the node not far above; else -1."""
        for _ in range(LEVELS_OF_ITEMS):
            if element < node:
                break
            if self._table.tags[element] in _ITEMS:
                return element
            element = self._table.parents[element]
        return -1

    def _is_lead(self, node: int) -> bool:
        """True for sentences between the title, if it is known, and the text; and for one long line, which many sites
        end without a full stop."""
        if self._title < 0 or self._table.tags[node] == "header":
            return False
        inside, least = self._inside(node), MIN_LEAD_CHARS_CJK if self._table.is_cjk else MIN_LEAD_CHARS
        return self._says(inside, least) or (len(inside) == 1 and self._is_line(inside[0]))

    def _is_line(self, paragraph: Paragraph) -> bool:
        """True for a long line without links. Han and kana write subtitles so, which are none of the text."""
        return not self._table.is_cjk and paragraph.weight == paragraph.characters >= MIN_LINE_CHARS

    def _is_section(self, node: int, child: int) -> bool:
        table, inside = self._table, self._inside(node)
        if table.tags[node] == "header" or not self._says(inside, MIN_SECTION_CHARS):
            return False
        return _kind(table, node) == _kind(table, child) != "" or any(self._is_alike(p) for p in inside if p.weight)

    def _says(self, paragraphs: Sequence[Paragraph], least: int) -> bool:
        """True for so many characters of running text, nearly all of it sentences, with hardly anything else."""
        characters = sum(p.weight for p in paragraphs)
        if characters < least or characters < MIN_SENTENCES * sum(p.characters for p in paragraphs):
            return False
        sentences = sum(p.weight for p in paragraphs if ends_as_sentence(self._table, p))
        return sentences >= MIN_SENTENCES * characters

    def _is_alike(self, paragraph: Paragraph) -> bool:
        """True if an element around the paragraph, not far above, is of the node's kind."""
        element = paragraph.container
        for _ in range(LEVELS_OF_CLASS if self._kind else 0):
            if _kind(self._table, element) == self._kind:
                return True
            element = max(self._table.parents[element], 0)
        return False


def _class(table: Table, node: int) -> str:
    return table.attributes.value(node, "class")


def _kind(table: Table, node: int) -> str:
    """An element's first class, "" without one."""
    return next(iter(_class(table, node).split(maxsplit=1)), "")
