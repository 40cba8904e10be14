"""What stands in the lines of a text but is no part of them: words for screen readers, the sign that links to a
heading, the button that copies a program."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crawler.extract.boilerplate import Saying
from crawler.extract.markup import HEADINGS
from crawler.extract.table import Table, within

MAX_WORDS = 40
"""Characters of what is said to screen readers alone, at most: longer texts are shown to all in some way."""

MAX_SIGNS = 2
"""Text leaves of the sign that links to a heading, at most."""

MAX_BUTTON = 12
"""Characters of a button's label."""

_FOR_READERS = re.compile(
    r"(?<![\w-])(?:u-)?(?:sr-?only|visually-?hidden|screen-?reader(?:-text|-only)?)(?![\w-])", re.I
)
_COPIES = re.compile(r"(?<![a-z])(?:copy|clipboard|btn|button)(?![a-z])", re.IGNORECASE)


def unseen(table: Table) -> set[int]:
    """The text leaves that are no part of the lines they stand in."""
    return {leaf for leaves in (_said_aloud(table), _anchors(table), _buttons(table)) for leaf in leaves}


def _said_aloud(table: Table) -> Iterator[int]:
    """The leaves of what is only read out: where a link leads, that it opens another window."""
    for node in table.called(_is_for_readers):
        start, end = table.span(node)
        if end - start <= MAX_WORDS:
            yield from table.leaves_of(node)


@Saying
def _is_for_readers(name: str) -> bool:
    return _FOR_READERS.search(name) is not None


def _anchors(table: Table) -> Iterator[int]:
    """The leaves of links without a word in headings that have some: signs that link to the heading."""
    counts, ends, links = table.leaf_counts, table.ends, table.elements.get("a", ())
    for heading in (heading for tag in HEADINGS for heading in table.find(tag)):
        together = counts[ends[heading]] - counts[heading]
        for link in within(links, range(heading, ends[heading])) if together > 1 else ():
            signs = counts[ends[link]] - counts[link]
            is_part = table.parents[link] == heading and 0 < signs <= MAX_SIGNS and signs < together
            if is_part and not _has_word(table.text_of(link)):
                yield from table.leaves_of(link)


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _buttons(table: Table) -> Iterator[int]:
    """The leaves of what is called a button, or to copy, inside a program."""
    for program in table.outermost("pre"):
        for leaf in table.leaves_of(program):
            parent = table.parents[leaf]
            short = table.tags[parent] != "pre" and len(table.texts[leaf].strip()) <= MAX_BUTTON
            if short and _COPIES.search(table.attributes.value(parent, "class")):
                yield leaf
