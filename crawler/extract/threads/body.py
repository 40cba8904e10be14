"""The clean text of posts: the part of the template that varies from record to record and holds the prose.

The records are laid over one another (see `overlay`); texts that recur at a place are labels, buttons and marks, and
are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from crawler.extract.markup import INLINE
from crawler.extract.table import TEXT, Table, within
from crawler.extract.threads.asides import in_asides
from crawler.extract.threads.boxes import Boxes
from crawler.extract.threads.evidence import in_controls
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.microdata import stated_texts
from crawler.extract.threads.overlay import Overlay
from crawler.extract.threads.places import Place, place
from crawler.extract.threads.prompts import reply_prompts
from crawler.extract.threads.quotes import with_quotes
from crawler.extract.threads.signatures import signed_by
from crawler.extract.threads.trimming import behind_time, trimmed, unpressed, without_likers, without_note_below

_CONTENT = re.compile(
    r"(?:来信|來信|留言|信件|诉求|投诉|咨询|反映|问题|提问|回[复覆应應]|答[复覆]|处理|办理)(?:内容|內容|意见)[:：]?"
)
"""What stands before the text of a petition, and before that of the answer to it."""

_DESCRIPTION = re.compile(r"(?:(?:问题|問題|缺陷|故障|详细|詳細)?描述|[Dd]escription|Beschreibung)[:：]?")
"""What stands before the text of a ticket, in an element of its own: people also write it over a part of theirs."""

_CONTENT_WORDS = ("内容", "內容", "意见", "描述", "escription", "eschreibung")
"""A part of each of these."""

_OF_TEXT = INLINE | {TEXT, "p", "li", "h1", "h2", "h3", "h4", "h5", "h6"}
"""Elements that people write."""


def bodies(table: Table, marks: Marks, records: Sequence[range], prose: Sequence[int]) -> list[list[int]]:
    """The text leaves of each record's own text."""
    if signed := signed_by(table, marks, records):
        controls = in_controls(table)
        parts = (range(record.start, signed[place].start) for place, record in enumerate(records))
        return [[leaf for leaf in table.leaves_in(part) if leaf not in controls] for part in parts]
    asides = in_asides(table, marks)
    prose = _outside(asides, records, prose)
    overlay = Overlay(table, marks, records, prose)
    prompts = (leaf for block in reply_prompts(table) for leaf in table.leaves_of(block))
    controls = in_controls(table).union(prompts)
    boxes = Boxes(overlay, records, marks, prose, controls)
    path = overlay.path
    alike = {place(table, node) for node in overlay.places[path[-1]].nodes} if len(path) > 1 else set()
    heads = overlay.heads
    found = [_body(table, record, head, overlay, boxes, alike) for record, head in zip(records, heads, strict=True)]
    unlike = len(records) == 2 and (
        overlay.are_unlike()
        or all(map(overlay.misses, records, found))
        or all(map(overlay.goes_on_behind, records, heads, found))
    )
    if unlike:
        found = boxes.pair()
    elif len(records) == 1:
        found = boxes.alone() or boxes.called_text() or [boxes.without_head(found[0], heads[0])]
    elif records and not within(overlay.places[path[-1]].nodes, records[0]) and overlay.misses(records[0], found[0]):
        found[0] = boxes.elsewhere(records[0], heads[0], found[0])
    for number, leaves in stated_texts(table, records, overlay.is_label).items():
        found[number] = [leaf for leaf in leaves if not overlay.is_mark(leaf)] or found[number]
    for number, record in enumerate(records):
        found[number] = _behind_label(table, record) or found[number]
    found = [without_note_below(table, without_likers(table, marks, body, overlay), overlay) for body in found]
    found = [with_quotes(table, marks.quotes, record, body, prose) for record, body in zip(records, found, strict=True)]
    own = [unpressed(table, body, controls) for body in found]
    for number, body in enumerate(own):
        if found[number] and not body:
            own[number] = unpressed(table, boxes.box(records[number], heads[number]), controls)
    return [[leaf for leaf in body if leaf not in asides] or body for body in own] if asides else own


def _outside(asides: set[int], records: Sequence[range], prose: Sequence[int]) -> Sequence[int]:
    """The characters of each node that may be prose without those of asides, unless most records say nothing else."""
    if not asides:
        return prose
    outside = list(prose)
    for leaf in asides:
        outside[leaf] = 0
    said = [any(outside[record.start : record.stop]) for record in records]
    return outside if 2 * sum(said) > len(said) else prose


def _behind_label(table: Table, record: range) -> list[int]:
    """The leaves of what stands beside the last label that calls it the text of a petition, of its answer, or of a
    ticket: one that comes before may head them all."""
    labels = chain(*(table.leaves_with(word, record) for word in _CONTENT_WORDS))
    for leaf in sorted(labels, reverse=True):
        label, parent = leaf, table.parents[leaf]
        is_ticket = _DESCRIPTION.fullmatch(table.labels[leaf]) is not None
        if table.links[leaf] or not (is_ticket or _CONTENT.fullmatch(table.labels[leaf])):
            continue
        while parent > record.start and table.span(parent) == table.span(label):
            label, parent = parent, table.parents[parent]
        if is_ticket and table.tags[label] in _OF_TEXT:
            continue
        terms = (node for node in table.children(parent) if node > label and table.tags[node] == "dt")
        beside = range(table.ends[label], min(next(terms, table.ends[parent]), record.stop))
        if said := table.leaves_in(beside):
            return list(said)
    return []


def _body(table: Table, record: range, head: int, overlay: Overlay, boxes: Boxes, alike: set[Place]) -> list[int]:
    """The leaves of the record's body that are no labels: at the end of the path; where the record has nothing there,
    at a place that is alike from near by; else at the lowest place of the path where it has text."""
    path = overlay.path
    own = within(overlay.places[path[-1]].nodes, record)
    if not own and alike:
        first = next((node for node in record if place(table, node) in alike), -1)
        own = _with_fellows(table, first, alike, record.stop) if first >= 0 else overlay.named_alike(record)
    leaves = [leaf for node in own for leaf in table.leaves_of(node) if leaf < record.stop]
    if found := [leaf for leaf in leaves if not overlay.is_mark(leaf)]:
        return trimmed(behind_time(table, found, head, overlay), overlay)
    if any(_is_picture(table, node) for node in own):
        return []
    for where in reversed(path[1:-1]):
        nodes = within(overlay.places[where].nodes, record)
        if record.start in nodes:
            break
        leaves = [leaf for node in nodes for leaf in table.leaves_of(node) if leaf < record.stop]
        if found := [leaf for leaf in leaves if not overlay.is_label(leaf)]:
            return found
    return boxes.box(record, head)


def _with_fellows(table: Table, first: int, alike: set[Place], stop: int) -> list[int]:
    """The node and those beside it up to a node that stand at such a place: an opening may have several paragraphs
    where each reply has one."""
    found, node, end = [first], table.ends[first], min(stop, table.ends[table.parents[first]])
    while node < end:
        found += [node] if place(table, node) in alike else []
        node = table.ends[node]
    return found


def _is_picture(table: Table, node: int) -> bool:
    """True if a body without text holds a picture: a post of its own kind."""
    return "img" in table.tags[node : table.ends[node]]
