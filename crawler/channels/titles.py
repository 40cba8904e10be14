"""Links that are titles: which texts may be one, where on the page they stand, and the row around each."""

from __future__ import annotations

import re
import statistics
from collections import defaultdict
from collections.abc import Mapping, Set
from itertools import islice
from typing import Any

from crawler.channels.anchors import Anchor
from crawler.channels.rows import LINE_ENDS, TIME, Row, texts

MAX_CLIMB = 40
"""Levels between a title and its row at most: elements that are never closed nest without end."""

_MAX_FOLLOWING = 5
"""Elements of a row behind the one with the title: the text of a definition, the second line of a table's row."""

_NO_TITLE = re.compile(r"[\W\d_]*(?:[a-z]{1,2})?[\W\d_]*", re.IGNORECASE)

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

Place = tuple[str | None, str, str | None]
"""The class of a link, and its parent's name and class."""


def place_of(element: Any) -> Place:
    """Where a link stands: the same for all titles of a list, as a rule."""
    parent = element.getparent()
    return element.get("class"), parent.tag, parent.get("class")


def is_title(text: str) -> bool:
    """Whether a link's text may be a title: neither a number nor a time, and longer than a word of two letters."""
    if not text or _NO_TITLE.fullmatch(text):
        return False
    rest = TIME.sub("", text)
    return rest == text or width(rest) > 8


def width(text: str) -> int:
    """Latin letters that a text is as long as: a Chinese character says about as much as two."""
    return sum(2 if character > "\u2e7f" else 1 for character in text if not character.isspace())


def typical_width(titles: Mapping[str, Anchor]) -> float:
    """The width of half of the titles, at most."""
    return statistics.median(width(anchor.text) for anchor in titles.values())


def rows_of(titles: Mapping[str, Anchor]) -> dict[str, Row]:
    """For each id the largest element around its title that has no other title in it, and what follows it up to the
    next one's where that is so of most.

    None for a title that has others in itself, as links do that are never closed: so rows never overlap, and all of
    them together are no longer than the page.
    """
    owners: dict[Any, str] = {}
    for name, anchor in titles.items():
        for element in (anchor.element, *islice(anchor.element.iterancestors(), MAX_CLIMB)):
            owners[element] = name if owners.get(element, name) == name else ""
    rows = {}
    for name, anchor in titles.items():
        if owners[anchor.element] != name:
            continue
        row = anchor.element
        while (parent := row.getparent()) is not None and owners.get(parent) == name:
            row = parent
        rows[name] = row
    return _with_following(rows)


def _with_following(rows: Mapping[str, Any]) -> dict[str, Row]:
    """Rows with as many of the elements behind them as most rows beside them have before the next one, or with those up
    to the end of their line, where most stand in lines."""
    lists: dict[Any, dict[str, Any]] = defaultdict(dict)
    for name, row in rows.items():
        lists[row.getparent()][name] = row
    taken = set(rows.values())
    return {name: row for some in lists.values() for name, row in _followed(some, taken).items()}


def _followed(rows: Mapping[str, Any], taken: Set[Any]) -> dict[str, Row]:
    """The rows of one list with what follows them, up to the next of those that are `taken`."""
    behind, in_lines = {}, 0
    for name, row in rows.items():
        after = list(islice(row.itersiblings(), _MAX_FOLLOWING))
        length = next((n for n, one in enumerate(after) if one in taken or one.tag in LINE_ENDS), None)
        in_lines += length is not None and after[length] not in taken
        behind[name] = after[:length], length
    if 2 * in_lines > len(rows):
        return {name: (row, *behind[name][0][: behind[name][1] or 0]) for name, row in rows.items()}
    lengths = [length for _, length in behind.values() if length is not None]
    usual = statistics.mode(lengths) if 2 * len(lengths) > len(rows) else 0
    return {name: (row, *behind[name][0][:usual]) for name, row in rows.items()}


def text_around(row: Row, title: str) -> str:
    """What a row says beside its title."""
    return " ".join(text for text in texts(row) if text != title)


def share_timed(titles: Mapping[str, Anchor], rows: Mapping[str, Row]) -> float:
    """The share of rows that say a time beside the title."""
    timed = sum(bool(TIME.search(text_around(row, titles[name].text))) for name, row in rows.items())
    return timed / max(1, len(rows))
