"""Replies that no element holds: who wrote when, the text and what can be done with it stand beside each other, one
reply behind the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, takewhile

from crawler.extract.lines import line_of
from crawler.extract.markup import HEADINGS
from crawler.extract.table import Table, within
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.names import is_control

_COLONS = (":", "：")
_EXCLAIMED = ("!", "！")

MAX_PARTS = 100
"""A reply is made of no more elements."""


def spread(table: Table, heads: Sequence[range]) -> Sequence[range]:
    """The replies of which some elements of one kind may be no more than the heads, slices of nodes in order: each with
    what stands behind it up to the next, or before it where nothing like that stands behind the last. The heads
    themselves if little stands between them."""
    parents = {table.parents[head.start] for head in heads}
    gaps = [range(one.stop, other.start) for one, other in pairwise(heads)]
    if len(parents) != 1 or not gaps or 2 * sum(_says(table, gap) for gap in gaps) < len(gaps):
        return heads
    inside = [list(islice(outermost(table, gap), MAX_PARTS)) for gap in gaps]
    shapes = {table.shape(node) for nodes in inside for node in nodes}
    most = max(map(len, inside))

    def alike(nodes: Iterable[int]) -> list[int]:
        return list(islice(takewhile(lambda node: table.shape(node) in shapes, nodes), most))

    parent = parents.pop()
    behind = alike(outermost(table, range(heads[-1].stop, table.ends[parent])))
    if any(_says(table, range(node, table.ends[node])) for node in behind):
        ends = [*(gap.stop for gap in gaps), table.ends[behind[-1]]]
        return [range(head.start, end) for head, end in zip(heads, ends, strict=True)]
    before = alike(list(outermost(table, range(parent + 1, heads[0].start)))[::-1])
    if any(_says(table, range(node, table.ends[node])) for node in before):
        starts = [before[-1], *(gap.start for gap in gaps)]
        return [range(start, head.stop) for head, start in zip(heads, starts, strict=True)]
    return heads


def alone(table: Table, marks: Marks, around: range, part: range) -> range:
    """The only reply of a part of the page: the largest element `around` its mark, if it says something on other lines
    than those of its marks or behind a colon, else with what stands nearest behind it, up to a heading or a form, or
    right before it."""
    said = (*within(marks.authors, around), *within(marks.times, around))
    heads = [line_of(table, leaf) for mark in said for leaf in table.leaves_of(mark)]
    if any(
        _is_said(table, leaf) and (table.labels[leaf].startswith(_COLONS) or not any(leaf in head for head in heads))
        for leaf in table.leaves_in(around)
    ):
        return around
    head, end, stop = around.start, around.stop, _first_field(table, range(around.stop, part.stop))
    while head >= part.start and end <= stop:
        above = range(max(part.start, table.parents[head] + 1), min(stop, table.ends[table.parents[head]]))
        behind = takewhile(lambda node: table.tags[node] not in HEADINGS, outermost(table, range(end, above.stop)))
        if said_behind := [node for node in behind if _says(table, range(node, table.ends[node]))]:
            return range(around.start, min(stop, table.ends[said_behind[-1]]))
        before = next(reversed(list(outermost(table, range(above.start, head)))), head)
        if before < head and table.tags[before] not in HEADINGS and _says(table, range(before, head)):
            return range(before, around.stop)
        head = table.parents[head]
        end = table.ends[head]
    return around


def _first_field(table: Table, nodes: range) -> int:
    """Where the first field to write in begins in a slice of nodes, or the form around it; else the slice's end."""
    for field in within(table.fields, nodes)[:1]:
        form = field
        while form >= nodes.start and table.tags[form] != "form":
            form = table.parents[form]
        return form if form >= nodes.start else field
    return nodes.stop


def outermost(table: Table, nodes: range) -> Iterator[int]:
    """The outermost nodes of a slice that begins and ends with such."""
    node = nodes.start
    while node < nodes.stop:
        yield node
        node = table.ends[node]


def _says(table: Table, nodes: range) -> bool:
    """True if something stands in a slice of nodes that is no link and nothing to act on."""
    return any(_is_said(table, leaf) for leaf in table.leaves_in(nodes))


def _is_said(table: Table, leaf: int) -> bool:
    text = table.texts[leaf].strip()
    if table.links[leaf] or table.tags[table.parents[leaf]] == "button" or not any(map(str.isalpha, text)):
        return False
    return text.endswith(_EXCLAIMED) or not is_control(text)
