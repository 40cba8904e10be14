"""Names over posts that nothing marks as such: the line over each one's text, in an element of another kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from operator import itemgetter

from crawler.extract.lines import line_ends
from crawler.extract.table import Shape, Table, within
from crawler.extract.threads.bylines import byline, may_be_ranked
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.names import unmarked_name

MIN_POSTS = 3
"""In fewer posts a first line is not told to be a name."""

MIN_NAMED = 0.8
"""Share of the posts that must begin so."""

MIN_DEPTH = 2
"""So many elements around a line, within one like that of the text, are a part of the template: paragraphs have none or
one."""

NO_KIND: tuple[Shape, Shape] = (("", ""), ("", ""))

MAX_SIGNED = 0.4
"""A larger share of posts with an author that is marked, or that they name themselves, needs no others."""


def without_names(table: Table, marks: Marks, records: Sequence[range], bodies: Sequence[list[int]]) -> list[list[int]]:
    """The text leaves of posts (`records`, slices of node numbers) without such names, for `poster` to find."""
    own, posts = [_without_card(table, body) for body in bodies], len(records)
    if posts < MIN_POSTS or sum(bool(within(marks.authors, record)) for record in records) > MAX_SIGNED * posts:
        return own
    begun = [_beginnings(table, record, body) for record, body in zip(records, bodies, strict=True)]
    kind, alike = max(Counter(chain.from_iterable(begun)).items(), key=itemgetter(1), default=(NO_KIND, 0))
    names = {table.texts[one[kind]].strip() for one in begun if kind in one}
    if alike < MIN_NAMED * posts or len(names) < 2:
        return own
    signed = (byline(table, record, body).name for record, body in zip(records, bodies, strict=True))
    if sum(map(bool, signed)) > MAX_SIGNED * posts:
        return own
    return [body[1:] if body[:1] == [one.get(kind)] else body for one, body in zip(begun, bodies, strict=True)]


def _without_card(table: Table, body: list[int]) -> list[int]:
    """The leaves of a text without its first line if that says who wrote it: a name, and a rank or a profession behind
    it. Nothing is left out where nothing else is said."""
    if not body or not may_be_ranked(table, body[0], body[1] if len(body) > 1 else -1):
        return body
    ends = (at for at, (leaf, after) in enumerate(pairwise(body), 1) if line_ends(table, leaf, after))
    return body[next(ends, 0) :]


def _beginnings(table: Table, record: range, body: Sequence[int]) -> dict[tuple[Shape, Shape], int]:
    """The lines that may be a name over a post's text, or the first of it, by the kinds of the elements with each and
    with what follows it: where these differ, or the line stands in elements of its own."""
    if not body:
        return {}
    before = table.leaves_in(range(record.start, body[0]))[-1:]
    found = {}
    for leaf, after in pairwise([*before, *body[:2]]):
        if not table.links[leaf] and line_ends(table, leaf, after) and unmarked_name(table.texts[leaf]):
            around = table.common_ancestor(leaf, after)
            first, other = table.child_towards(around, leaf), table.child_towards(around, after)
            kinds = table.shape(first), table.shape(other)
            if kinds[0] != kinds[1] or _depth(table, first, leaf) >= MIN_DEPTH:
                found[kinds] = leaf
    return found


def _depth(table: Table, above: int, leaf: int) -> int:
    """So many elements lie between an element and a leaf in it."""
    node, depth = table.parents[leaf], 0
    while node > above:
        node, depth = table.parents[node], depth + 1
    return depth
