"""The bodies of records that the others do not help to find: the lowest element that holds most of what one says.

So it is with an only record, with two that are unlike, and with one that has nothing where the others have their texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from functools import cached_property
from itertools import dropwhile
from typing import NamedTuple

from crawler.extract.boilerplate import Saying, is_tail_label
from crawler.extract.instant import is_time
from crawler.extract.lines import line_ends, line_of
from crawler.extract.table import Shape, Table, prefix_sums, within
from crawler.extract.threads.heads import MAX_LINE
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.overlay import AFTER_TIME, ALPHA, MOST, PARAGRAPHS, Overlay
from crawler.extract.threads.time_labels import MAX_LEAVES

MAX_BESIDE = 200
"""Characters of prose that stand beside a body in its post at most: a title, a panel, a disclaimer."""

MAX_DIRECT = 0.1
"""An element with a larger share of its prose in text and paragraphs of its own is a post's body."""

MIN_BOXED = 12
"""Characters of prose from which an element can be told to be a post's body by its prose alone."""

MIN_ALONE = 20
"""... and an only post's text."""


_TEXT_NAME = re.compile(
    r"(?<![a-z])(?:post|comment|reply|message|msg|topic|answer)[_-]?(?:content|body|text|txt|message)(?:[_-]?\d+)?(?!\S)",
    re.IGNORECASE,
)
"""What forums call the element with a post's text."""


_CALLED_TEXT = re.compile(r"(?<![a-z])(?:message|msg|content|text|txt|body|markdown)(?![a-z])", re.IGNORECASE)
"""... and one that may hold more."""


@Saying
def _names_text(name: str) -> bool:
    return _TEXT_NAME.search(name) is not None


class _Named(NamedTuple):
    """An element with a name of its own in a record, the prose that it holds, and whether that is most of all there."""

    node: int
    prose: int
    is_most: bool


class Boxes:
    """The bodies of single records. `overlay` tells what in them are labels and heads, `times` are the page's marks,
    `prose` the characters of each node that may be prose, `controls` the leaves that are for readers to act on."""

    def __init__(
        self,
        overlay: Overlay,
        records: Sequence[range],
        marks: Marks,
        prose: Sequence[int],
        controls: Container[int] = (),
    ) -> None:
        self._overlay = overlay
        self._table = overlay.table
        self._records = records
        self._marks = marks
        self._prose = prose
        self._controls = controls

    def alone(self) -> list[list[int]]:
        """The body of an only record, found by itself; nothing if that is all that it says, or says little."""
        (record,), (head,) = self._records, self._overlay.heads
        body = self.box(record, head)
        says_enough = sum(self._prose[leaf] for leaf in body) >= MIN_ALONE
        return [body] if says_enough and body != self.without_head(self._overlay.said_in(record), head) else []

    def called_text(self) -> list[list[int]]:
        """The body of an only record: what the only element says that is called a post's text and does not hold its
        author; nothing if there is none. So few words do not tell their element by themselves."""
        (record,) = self._records
        called = (*self._table.called(_names_text), *self._table.identified(_names_text))
        named = sorted({node for node in called if node in record})
        found: list[list[int]] = []
        end = record.start
        for node in named:
            inside = range(node, min(self._table.ends[node], record.stop))
            said = [leaf for leaf in self._overlay.said_in(inside) if leaf not in self._controls]
            if node >= end and said and not within(self._marks.authors, inside):
                found.append(said)
                end = inside.stop
        return found if len(found) == 1 else []

    def pair(self) -> list[list[int]]:
        """The body of each of two records that are unlike: elements of one name that hold most of both, or of the one
        that says more, else boxes. A short reply may be less than the panel beside it."""
        if called := self._called_alike():
            return [self._overlay.said_in(nodes) for nodes in called]
        pairs = list(zip(self._records, self._overlay.heads, strict=True))
        named = [self._named(record, head) for record, head in pairs]
        fuller, other = sorted(named, key=lambda one: max((element.prose for element in one.values()), default=0))[::-1]
        common = [shape for shape in fuller if fuller[shape].is_most and shape in other]
        of_both = [shape for shape in common if other[shape].is_most]
        if not common:
            return [self.box(record, head) for record, head in pairs]
        nodes = [one[(of_both or common)[-1]].node for one in named]
        return [self._overlay.said_in(range(node, self._table.ends[node])) for node in nodes]

    def _called_alike(self) -> list[range]:
        """The element of each of two records that alone there is called a text by a name that both have; nothing if
        they hold the record's time or its author, or neither has most of what is said behind its time."""
        first, second = map(self._called_texts, self._records)
        for name in (name for name in first if name in second):
            texts = [range(node, self._table.ends[node]) for node in (first[name], second[name])]
            if self._are_texts(texts):
                return texts
        return []

    def _called_texts(self, record: range) -> dict[str, int]:
        """The elements of a record that are called a text, by name: those of which it has but one."""
        called: dict[str, list[int]] = {}
        for node in record:
            for name in self._table.class_names[node].split():
                if _CALLED_TEXT.search(name):
                    called.setdefault(name, []).append(node)
        return {name: nodes[0] for name, nodes in called.items() if len(nodes) == 1}

    def _are_texts(self, texts: Sequence[range]) -> bool:
        marks = (self._marks.authors, self._marks.times)
        if any(within(mark, nodes) for nodes in texts for mark in marks):
            return False
        heads = self._overlay.heads
        if any(head in nodes for nodes, head in zip(texts, heads, strict=True)):
            return False
        return any(
            sum(self._prose[nodes.start : nodes.stop]) > ALPHA * sum(self._prose[head + 1 : record.stop])
            for nodes, head, record in zip(texts, heads, self._records, strict=True)
        )

    def _named(self, record: range, head: int) -> dict[Shape, _Named]:
        """The elements with prose and a name of their own in a record, from the highest down."""
        held = self._held(record, head)
        most = ALPHA * sum(held[child] for child in _children(self._table, record))
        alike = Counter(map(self._table.shape, record))
        return {
            shape: _Named(node, prose, prose > most)
            for node, prose in held.items()
            if prose and self._table.class_names[node] and alike[shape := self._table.shape(node)] == 1
        }

    def box(self, record: range, head: int) -> list[int]:
        """The leaves of the lowest element of a record that holds most of its prose, found without the other records.
        `head` is the record's time."""
        table, held = self._table, self._held(record, head)
        inside = record
        while True:
            children = _children(table, inside)
            together = sum(held[child] for child in children)
            best = max(children, key=held.__getitem__, default=-1)
            others = [child for child in children if child != best and held[child]]
            direct = sum(held[child] for child in children if table.tags[child] in PARAGRAPHS)
            if direct > MAX_DIRECT * together or held.get(best, 0) <= ALPHA * together:
                break
            if within(self._marks.quotes, range(best, best + 1)) or table.shape(best) in map(table.shape, others):
                break
            if held[best] < MOST * together and self._may_go_on(best, others, sum(held[other] for other in others)):
                break
            inside = range(best, min(table.ends[best], record.stop))
        said = sum(self._prose[inside.start : inside.stop])
        if said < MIN_BOXED and not (said and inside.start > head):
            inside = record
        said_there = [leaf for leaf in self._overlay.said_in(inside) if leaf not in self._panels]
        return self.without_head(said_there, head)

    def elsewhere(self, record: range, head: int, body: list[int]) -> list[int]:
        """The body of an opening that says most elsewhere than in what was taken for its `body`, as the template of
        replies has it; else that."""
        box = self.box(record, head)
        is_other = set(body).isdisjoint(box) and sum(self._prose[leaf] for leaf in box) >= MIN_ALONE
        return box if is_other else body

    @cached_property
    def _panels(self) -> set[int]:
        """The leaves of authors' panels: of elements of one name that stand once in each of two records, over its time,
        and hold its author."""
        if len(self._records) != 2:
            return set()
        pairs = list(zip(self._records, self._overlay.heads, strict=True))
        first, second = (self._over_time(record, head) for record, head in pairs)
        panels = [one[shape] for shape in first.keys() & second.keys() for one in (first, second)]
        inside = {leaf for node in panels for leaf in self._table.leaves_of(node)}
        behind = sum(sum(self._prose[head : record.stop]) for record, head in pairs)
        return inside if sum(self._prose[leaf] for leaf in inside) < behind else set()

    def _over_time(self, record: range, head: int) -> dict[Shape, int]:
        """The elements with a name of their own that end before a record's time and hold its author."""
        table = self._table
        alike = Counter(map(table.shape, record))
        return {
            table.shape(node): node
            for node in record
            if table.class_names[node] and table.ends[node] <= head < record.stop and alike[table.shape(node)] == 1
            if within(self._marks.authors, range(node, table.ends[node]))
        }

    def without_head(self, leaves: list[int], head: int) -> list[int]:
        """Some leaves without the line of the record's time, or its beginning up to that, if it is no longer than such
        lines are, and says no more than the others; and without the headings that it begins with over that line."""
        table = self._table
        whole = line_of(table, head)
        over = list(dropwhile(table.is_in_heading, within(leaves, range(whole.start))))
        for line in (whole, range(whole.start, min(head + 1, whole.stop))):
            others = [*over, *within(leaves, range(line.stop, len(table)))]
            said = sum(self._prose[leaf] for leaf in others)
            is_short = sum(table.characters[line.start : line.stop]) <= MAX_LINE
            if is_short and said and said >= sum(self._prose[leaf] for leaf in within(leaves, line)):
                return others
        return leaves

    def _may_go_on(self, node: int, others: Sequence[int], beside: int) -> bool:
        """True if an element may be one of several parts of a body: it looks like others there but for classes that the
        records do not share. One that is named as nothing is in the other records goes on in much text only."""
        alike = self._overlay.classes.shape(node) in map(self._overlay.classes.shape, others)
        return alike and (self._overlay.classes.of(node) != "" or beside > MAX_BESIDE * AFTER_TIME)

    def _held(self, record: range, head: int) -> dict[int, int]:
        """What prose each node of a record holds: that on the side of the time where bodies are counts more."""
        table, weights = self._table, [0] * len(record)
        heads = {leaf for mark in within(self._marks.times, record) for leaf in self._before_time(mark)}
        for leaf in table.leaves_in(record):
            is_head = leaf in heads or leaf in self._panels or self._overlay.is_label(leaf)
            if not (is_head or leaf in self._controls or _is_around(table, leaf)):
                weights[leaf - record.start] = self._prose[leaf] * (
                    1 if (leaf > head) == self._overlay.text_first else AFTER_TIME
                )
        sums = prefix_sums(weights)
        return {
            node: sums[min(table.ends[node], record.stop) - record.start] - sums[node - record.start] for node in record
        }

    def _before_time(self, mark: int) -> list[int]:
        """The leaves of a time's element up to those with the time, on their line."""
        found: list[int] = []
        for leaf in reversed(self._table.leaves_of(mark)[:MAX_LEAVES]):
            if is_time(self._table.texts[leaf]) or (found and not line_ends(self._table, leaf, found[-1])):
                found.append(leaf)
        return found


def _is_around(table: Table, leaf: int) -> bool:
    """True for a heading, which is the thread's title, and for a disclaimer."""
    return table.is_in_heading(leaf) or is_tail_label(table.texts[leaf].lstrip())


def _children(table: Table, nodes: range) -> list[int]:
    """The highest nodes of a slice, or the children in it of the node that it begins with and is a part of."""
    node = nodes.start + 1 if table.ends[nodes.start] >= nodes.stop else nodes.start
    children = []
    while node < nodes.stop:
        children.append(node)
        node = table.ends[node]
    return children
