"""Captions that no name and no element gives away: bare text that shares a box with a picture above it, and with hardly
anything else.

Where text is written in Han or kana, lines under pictures are set as lines of the text, and stay. What is marked up as
captions stays there where it is most of the text: pictures with captions are an article.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from crawler.extract.articles.paragraphs import Paragraph
from crawler.extract.table import Table, within

MAX_CHARS = 400
"""A longer text has a picture, and is not a picture's."""

MAX_RUNS = 2
"""What a picture shows, and who took it: more is a section with a picture."""

MAX_SHARE = 0.5
"""A larger share of the text is the text."""

_PICTURES = ("img", "picture", "video", "svg")
_SHOWN = (*_PICTURES, "amp-img")
_BESIDE = frozenset(["p", "div", "span"])
"""What a figure shows, and elements for its caption: a table or a quote in a figure is text."""

_ROWS = frozenset(["td", "th", "li", "dd", "dt"])
"""Elements whose pictures stand beside their text."""


def without_captions(table: Table, chosen: Sequence[Paragraph]) -> Sequence[Paragraph]:
    """The paragraphs that are no captions."""
    text = [p for p in chosen if not _is_marked(table, p)] if "figure" in table.elements else chosen
    if 2 * sum(p.characters for p in text) >= sum(p.characters for p in chosen):
        chosen = text
    if table.is_cjk:
        return chosen
    pictures = sorted(node for tag in _PICTURES for node in table.find(tag))
    if not pictures:
        return chosen
    most = min(MAX_CHARS, MAX_SHARE * sum(p.characters for p in chosen))
    boxes = _Boxes(table)
    return [p for p in chosen if not (p.characters <= most and boxes.has_above(pictures, p))]


def _is_marked(table: Table, paragraph: Paragraph) -> bool:
    """True for what its own element, or the one around it, is marked up as a caption, or as no more than a text beside
    the picture in a figure."""
    container = paragraph.container
    around = max(table.parents[container], 0)
    if "figcaption" in (table.tags[container], table.tags[around]):
        return True
    is_beside = table.tags[container] in _BESIDE and table.tags[around] == "figure"
    return is_beside and any(within(table.elements.get(tag, ()), range(around, container)) for tag in _SHOWN)


class _Boxes:
    """The elements around a paragraph and hardly any other text."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._firsts = [run.first for run in table.runs]

    def has_above(self, pictures: Sequence[int], paragraph: Paragraph) -> bool:
        """True if one of the pictures stands before a bare text, in a box with it, and no text before that."""
        table, box = self._table, paragraph.container
        if table.tags[box] != "div" or self._runs(box) > MAX_RUNS:
            return False
        while (around := table.parents[box]) >= 0 and self._runs(around) <= MAX_RUNS:
            if table.tags[around] in _ROWS:
                return False
            box = around
        first = bisect_left(pictures, box)
        shown = pictures[first] if first < len(pictures) else paragraph.first
        return shown < paragraph.first and not self._table.leaves_in(range(box, shown))

    def _runs(self, node: int) -> int:
        """How many runs of text an element holds."""
        return bisect_left(self._firsts, self._table.ends[node]) - bisect_left(self._firsts, node)
