"""What stands below each post of somebody: signatures that nothing in the template tells from texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from crawler.extract.table import Table
from crawler.model import Post

MIN_POSTS = 2
MAX_LINES = 5
"""So many posts of one author end with no more lines than these, behind something else."""


def without_sign_offs(table: Table, found: Mapping[int, Post], bodies: Sequence[Sequence[int]]) -> dict[int, Post]:
    """The posts by their place, without the lines with which all of several of their author's end, if these stand
    beside the element with the rest, not in it as what somebody writes below each text. `bodies` are the leaves of each
    one's text."""
    by_author: dict[str, list[int]] = {}
    for place, post in found.items():
        by_author.setdefault(post.author, []).append(place)
    kept = dict(found)
    for author, places in by_author.items():
        lines = _common_end([found[place].text.split("\n") for place in places]) if author else []
        apart = [_stands_apart(table, bodies[place], lines) for place in places] if lines else []
        if True in apart and False not in apart:
            for place in places:
                text = found[place].text.split("\n")[: -len(lines)]
                kept[place] = replace(found[place], text="\n".join(text))
    return kept


def _common_end(texts: Sequence[Sequence[str]]) -> list[str]:
    """The lines with which all of some texts end, the last first, each behind others; none where all say the same."""
    if len(texts) < MIN_POSTS or all(text == texts[0] for text in texts):
        return []
    ends = zip(*(text[:0:-1] for text in texts), strict=False)
    shared = [lines[0] for lines in takewhile(lambda lines: len(set(lines)) == 1, ends)]
    return shared if len(shared) <= MAX_LINES else []


def _stands_apart(table: Table, body: Sequence[int], lines: Sequence[str]) -> bool | None:
    """True if the last lines of a text stand beside an element that holds all others; None where there are too few of
    these to tell."""
    last = len(list(takewhile(lambda leaf: table.texts[leaf].strip() in lines, reversed(body))))
    *_, before = rest = (-1, *body[: len(body) - last])
    if len(rest) <= MIN_POSTS:
        return None
    if not last:
        return False
    around = table.child_towards(table.common_ancestor(before, body[-last]), before)
    return around <= rest[1] < table.ends[around]
