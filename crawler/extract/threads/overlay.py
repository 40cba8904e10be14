"""The records of a page laid over one another: nodes at the same path of tags and classes are one place.

What recurs at a place from record to record is a label, a button or a mark; the place with most prose that varies is
where posts have their text. From the record's root it is entered as CEVC does on one page, as long as it holds most of
the prose and stands once in a record.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import NamedTuple

from crawler.extract.boilerplate import is_tail_label
from crawler.extract.instant import is_time
from crawler.extract.lines import line_ends
from crawler.extract.markup import HEADINGS
from crawler.extract.table import Shape, Table, prefix_sums, within
from crawler.extract.threads.evidence import MAX_MARK
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.places import MIN_RECORDS, Classes, common_marks
from crawler.extract.threads.time_labels import MAX_LEAVES, is_posted, times_in

ALPHA = 0.5
"""A place is entered if it holds this share of the prose of the place above."""

MOST = 0.8
"""... and this share where it looks like others there but for classes that the records do not share."""

MAX_BESIDE = 200
"""Characters of prose that stand beside a body in its post at most: a title, a panel, a disclaimer."""

MIN_DIRECT = 0.5
"""A place with text of its own in this share of the records is the body: what it holds besides are quotes, lists."""

MAX_DIRECT = 0.1
"""An element with a larger share of its prose in text and paragraphs of its own is a post's body."""

MIN_BOXED = 12
"""Characters of prose from which an element can be told to be a post's body by its prose alone."""

MAX_VALUED = 30
"""Characters of a text that gives a value, such as where a post was sent from."""

MIN_ALONE = 20
"""... and an only post's text."""

MAX_MARK_NODES = 4
"""A mark that holds more nodes is no mark alone: posts of a few words bear their time in the same element."""

MAX_MARK_CHARS = 150
"""... or more characters: a letter has its time in its head."""

MAX_LINE = 60
"""Characters of a line that says who wrote a post, and when."""

AFTER_TIME = 4
"""What text behind the time weighs: user panels stand before it, or beside it; where all stands before, it is equal."""

MIN_IN_HEAD = 3
MIN_OF_ALL = 0.8
"""A label before a mark in so many records, and that share of them, is of the post's head, whatever element it is."""

MANY = 1.1
MIN_BOX = 0.05
"""A place stands once in a record if it does in most: of several nodes those count that hold that share of the prose of
the one with most."""

SENTENCE_ENDS = ("。", "！", "？")
"""What a text ends with in which a time is said, where that is not when it was written."""

Step = tuple[int, str, str]
"""From one place to another below it: the number of the first, tag and class of the nodes at the second."""

Cell = tuple[int, str]

_PARAGRAPHS = frozenset(["", "p", "pre", "span", "font", "b", "strong", "a"])
_CELLS = frozenset(["tr", "td", "th"])
_LISTS = frozenset(["ul", "ol", "dl"])
_CONTROLS = frozenset(["button", "label", "option"])
_VALUED = re.compile(r"[^\s:：]{1,8}[:：]|(?:来自|來自|发自|發自|from|via)\s", re.IGNORECASE)
_FLOOR_WORDS = re.compile("[第楼樓层層]")
_NUMBERS = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(slots=True)
class _Place:
    """What the records have at one place: nodes, and prose; by record and node where it is, in which records some
    stands in the nodes themselves, and whether any is more than a time or an author."""

    nodes: list[int] = field(default_factory=list)
    prose: int = 0
    prosy: dict[int, dict[int, int]] = field(default_factory=dict)
    direct: set[int] = field(default_factory=set)
    says: bool = False
    children: list[int] = field(default_factory=list)

    def add(self, characters: int, number: int, node: int, *, marked: bool) -> None:
        """Count prose that stands in a node of a record, and whether it is a mark of the record."""
        self.prose += characters
        self.says = self.says or not marked
        nodes = self.prosy.setdefault(number, {})
        nodes[node] = nodes.get(node, 0) + characters


class _Named(NamedTuple):
    """An element with a name of its own in a record, the prose that it holds, and whether that is most of all there."""

    node: int
    prose: int
    is_most: bool


class Overlay:
    """The records of a page laid over one another."""

    def __init__(self, table: Table, marks: Marks, records: Sequence[range], prose: Sequence[int]) -> None:
        self.table = table
        self._records = records
        self._stops = [record.stop for record in records]
        self._prose = prose
        self._times = marks.times
        self._authors = frozenset(marks.authors)
        self._posted = [mark for record in records for mark in self._posted_in(record, marks)]
        times = common_marks(table, records, self._posted)
        self.heads = [self._head(at, record) for at, record in zip(times, records, strict=True)]
        authors = common_marks(table, records, marks.authors)
        self._marks = {leaf for at in times for mark in at for leaf in _short(table, mark)}
        self._marks.update(
            self._lone_time(head, record) for at, head, record in zip(times, self.heads, records, strict=True) if not at
        )
        for time, author, record in zip(times, authors, records, strict=True):
            self._marks.update(leaf for mark in time for leaf in self._line(mark, record))
            self._marks.update(leaf for mark in author for leaf in self._name(mark, record))
        self._in_order = sorted(self._marks)
        self.place_of = [0] * len(table)
        self.places = [_Place()]
        self._classes = Classes(table, records)
        self._lay()
        self._recurrences = self._count_recurrences()
        self._weigh(prose)
        self.path = self._body_path()
        self._text_first = self._stands_before_times()

    def _line(self, mark: int, record: range) -> list[int]:
        """The leaves of a record's time where it ends a line of an element of its own, over what the record says: who
        wrote it, and when; and where the element is named as the author's, wherever that is said."""
        leaves = self.table.leaves_of(mark)
        if mark in self._authors and any(self._prose[record.start : mark]):
            return leaves
        start, end = self.table.span(mark)
        if end - start > MAX_LINE or len(leaves) < 2 or not is_time(self.table.texts[leaves[-1]]):
            return []
        return leaves if any(self._prose[self.table.ends[mark] : record.stop]) else []

    def _lone_time(self, head: int, record: range) -> int:
        """The leaf of the first time of a record without one where most have theirs, if nothing else stands on its line
        and a text follows; -1 if not."""
        leaves = self.table.leaves_of(head) if head < record.stop else []
        if (
            len(leaves) != 1
            or len(self.table.texts[leaves[0]]) > MAX_MARK
            or not any(self._prose[leaves[0] + 1 : record.stop])
        ):
            return -1
        at = bisect_left(self.table.leaves, leaves[0])
        around = self.table.leaves[max(0, at - 1) : at + 2]
        return leaves[0] if all(line_ends(self.table, *pair) for pair in pairwise(around)) else -1

    def _name(self, mark: int, record: range) -> list[int]:
        """The leaves of a record's author, with the rank beside the name, unless nothing is said outside of them."""
        around = (*self._prose[record.start : mark], *self._prose[self.table.ends[mark] : record.stop])
        return self.table.leaves_of(mark) if any(around) else _short(self.table, mark)

    def _posted_in(self, record: range, marks: Marks) -> list[int]:
        """The times in a record at which it may have been posted: those in sentences only where it has no others."""
        posted = [mark for mark in within(marks.times, record) if is_posted(self.table, mark)]
        return [mark for mark in posted if not self._is_in_sentence(mark)] or posted

    def _is_in_sentence(self, mark: int) -> bool:
        """True for an element in which a time is said in a text that ends as a sentence, or is longer than the lines of
        heads are."""
        said = times_in(self.table, mark)
        return bool(said) and all(len(text) > MAX_LINE or text.rstrip().endswith(SENTENCE_ENDS) for text in said)

    def _head(self, times: Sequence[int], record: range) -> int:
        """A record's time: at the place that most have, else its first; the text in it that says it."""
        mark = min(times or within(self._posted, record)[:1], default=record.stop)
        leaves = self.table.leaves_of(mark)[:MAX_LEAVES] if mark < record.stop else []
        return max((leaf for leaf in leaves if is_time(self.table.texts[leaf])), default=mark)

    def _lay(self) -> None:
        """Give each node of the records its place. A record may begin one level lower than most do, where the page has
        more around it."""
        shapes = [self._classes.shape(record.start) for record in self._records]
        common = max(Counter(shapes).items(), key=lambda pair: pair[1], default=(("", ""), 0))[0]
        numbers: dict[Step, int] = {}
        for number in sorted(range(len(shapes)), key=lambda number: shapes[number] != common):
            above = numbers.get((0, *common), 0)
            may_be_lower = shapes[number] != common or len(shapes) == 2  # two may be alike in nothing but their root
            lower = may_be_lower and (above, *shapes[number]) in numbers
            self._lay_record(number, above if lower else 0, numbers)
        for one in self.places:
            one.nodes.sort()

    def _lay_record(self, number: int, top: int, numbers: dict[Step, int]) -> None:
        """Lay a record below the place `top`. `numbers` are the places that are known."""
        tags, parents, classes = self.table.tags, self.table.parents, self._classes
        places, place_of = self.places, self.place_of
        record, cells = self._records[number], defaultdict[Cell, int](int)
        for node in record:
            tag, name, parent = tags[node], classes.of(node), parents[node]
            above = place_of[parent] if parent >= record.start else top
            step = above, tag, name + _cell(parent, tag, cells) if tag in _CELLS else name
            where = numbers.get(step)
            if where is None:
                where = numbers[step] = len(places)
                places.append(_Place())
                places[above].children.append(where)
            place_of[node] = where
            places[where].nodes.append(node)

    def _weigh(self, prose: Sequence[int]) -> None:
        """Count the prose at each place but for labels."""
        alone = len(self._records) == 1
        for number, (record, head) in enumerate(zip(self._records, self.heads, strict=True)):
            leaves = [leaf for leaf in self.table.leaves_in(record) if prose[leaf] and self._recurrences[leaf] == 1]
            said = Counter(self.table.texts[leaf] for leaf in leaves)
            for leaf in leaves:
                if said[self.table.texts[leaf]] == 1 or alone:  # panels say things twice, for those who point at them
                    self._count(leaf, record.start, prose[leaf] * (AFTER_TIME if leaf > head else 1), number)

    def _count_recurrences(self) -> dict[int, int]:
        """In how many records each leaf's text stands at its place, whatever the numbers in it and the value that it
        gives of something."""
        table, place_of = self.table, self.place_of
        keys = [
            {leaf: (place_of[leaf], _without_value(table.labels[leaf])) for leaf in table.leaves_in(record)}
            for record in self._records
        ]
        counts = Counter(chain.from_iterable(set(inside.values()) for inside in keys))
        return {leaf: counts[key] for inside in keys for leaf, key in inside.items()}

    def is_mark(self, leaf: int) -> bool:
        """True if it is a record's time or author."""
        return leaf in self._marks

    def is_label(self, leaf: int) -> bool:
        """True if it is a record's time or author, or stands the same at this place in half of the records and two."""
        return leaf in self._marks or self._recurrences[leaf] >= max(2, len(self._records) / 2)

    def are_unlike(self) -> bool:
        """True if the records have neither text nor paragraphs in common where the body ought to be: an opening and its
        only reply."""
        end = self.places[self.path[-1]]
        if len(end.direct) >= MIN_DIRECT * len(end.prosy):
            return False
        paragraphs = (child for child in end.children if self._tag(child) in _PARAGRAPHS)
        return not any(self._in_most(self.places[child], end) for child in paragraphs)

    def misses(self, record: range, body: Sequence[int]) -> bool:
        """True if a body holds less than half of what its record says."""
        held = sum(self._prose[leaf] for leaf in body)
        said = sum(self._prose[leaf] for leaf in self.table.leaves_in(record) if not self.is_label(leaf))
        return held < ALPHA * said

    def box(self, record: range, head: int) -> list[int]:
        """The leaves of the lowest element of a record that holds most of its prose, found without the other records.
        `head` is the record's time."""
        table, held = self.table, self._held(record, head)
        inside = record
        while True:
            children = _children(table, inside)
            together = sum(held[child] for child in children)
            best = max(children, key=held.__getitem__, default=-1)
            others = [child for child in children if child != best and held[child]]
            direct = sum(held[child] for child in children if table.tags[child] in _PARAGRAPHS)
            if direct > MAX_DIRECT * together or held.get(best, 0) <= ALPHA * together:
                break
            if table.tags[best] == "blockquote" or table.shape(best) in map(table.shape, others):
                break
            if held[best] < MOST * together and self._may_go_on(best, others, sum(held[other] for other in others)):
                break
            inside = range(best, min(table.ends[best], record.stop))
        if sum(self._prose[inside.start : inside.stop]) < MIN_BOXED:
            inside = record
        return self._without_head(self.said_in(inside), head)

    def _without_head(self, leaves: list[int], head: int) -> list[int]:
        """Some leaves without the line of the record's time, if it is no longer than such lines are, and says no more
        than the others."""
        line = self._line_of(head)
        if sum(self.table.characters[line.start : line.stop]) > MAX_LINE:
            return leaves
        others = [leaf for leaf in leaves if leaf not in line]
        said = sum(self._prose[leaf] for leaf in others)
        return others if said and said >= sum(self._prose[leaf] for leaf in leaves if leaf in line) else leaves

    def _line_of(self, leaf: int) -> range:
        """The nodes from the first leaf to the last on the line of a leaf; none where it is no leaf."""
        leaves = self.table.leaves
        first = last = bisect_left(leaves, leaf)
        if last == len(leaves) or leaves[last] != leaf:
            return range(0)
        while first and not line_ends(self.table, leaves[first - 1], leaves[first]):
            first -= 1
        while last + 1 < len(leaves) and not line_ends(self.table, leaves[last], leaves[last + 1]):
            last += 1
        return range(leaves[first], leaves[last] + 1)

    def _may_go_on(self, node: int, others: Sequence[int], beside: int) -> bool:
        """True if an element may be one of several parts of a body: it looks like others there but for classes that the
        records do not share. One that is named as nothing is in the other records goes on in much text only."""
        alike = self._classes.shape(node) in map(self._classes.shape, others)
        return alike and (self._classes.of(node) != "" or beside > MAX_BESIDE * AFTER_TIME)

    def _held(self, record: range, head: int) -> dict[int, int]:
        """What prose each node of a record holds: that on the side of the time where bodies are counts more."""
        table, weights = self.table, [0] * len(record)
        heads = {leaf for mark in within(self._times, record) for leaf in self._before_time(mark)}
        for leaf in table.leaves_in(record):
            if not (self.is_label(leaf) or leaf in heads or _is_around(table, leaf)):
                weights[leaf - record.start] = self._prose[leaf] * (
                    1 if (leaf > head) == self._text_first else AFTER_TIME
                )
        sums = prefix_sums(weights)
        return {
            node: sums[min(table.ends[node], record.stop) - record.start] - sums[node - record.start] for node in record
        }

    def _before_time(self, mark: int) -> list[int]:
        """The leaves of a time's element up to those with the time, on their line."""
        found: list[int] = []
        for leaf in reversed(self.table.leaves_of(mark)[:MAX_LEAVES]):
            if is_time(self.table.texts[leaf]) or (found and not line_ends(self.table, leaf, found[-1])):
                found.append(leaf)
        return found

    def said_in(self, nodes: range) -> list[int]:
        """The leaves in a slice of nodes that are no labels."""
        return [leaf for leaf in self.table.leaves_in(nodes) if not self.is_label(leaf)]

    def alone(self) -> list[list[int]]:
        """The body of an only record, found by itself; nothing if that is all that it says, or says little."""
        (record,), (head,) = self._records, self.heads
        body = self.box(record, head)
        says_enough = sum(self._prose[leaf] for leaf in body) >= MIN_ALONE
        return [body] if says_enough and body != self._without_head(self.said_in(record), head) else []

    def boxes(self) -> list[list[int]]:
        """The body of each of two records that are unlike: elements of one name that hold most of both, or of the one
        that says more, else boxes. A short reply may be less than the panel beside it."""
        pairs = list(zip(self._records, self.heads, strict=True))
        named = [self._named(record, head) for record, head in pairs]
        fuller, other = sorted(named, key=lambda one: max((element.prose for element in one.values()), default=0))[::-1]
        common = [shape for shape in fuller if fuller[shape].is_most and shape in other]
        of_both = [shape for shape in common if other[shape].is_most]
        if not common:
            return [self.box(record, head) for record, head in pairs]
        nodes = [one[(of_both or common)[-1]].node for one in named]
        return [self.said_in(range(node, self.table.ends[node])) for node in nodes]

    def _named(self, record: range, head: int) -> dict[Shape, _Named]:
        """The elements with prose and a name of their own in a record, from the highest down."""
        held = self._held(record, head)
        most = ALPHA * sum(held[child] for child in _children(self.table, record))
        alike = Counter(map(self.table.shape, record))
        return {
            shape: _Named(node, prose, prose > most)
            for node, prose in held.items()
            if prose and self.table.class_names[node] and alike[shape := self.table.shape(node)] == 1
        }

    def named_alike(self, record: range) -> list[int]:
        """A record's first node that is called as most bodies are, and holds most of its prose."""
        body = self.places[self.path[-1]].nodes[0]
        shape = self._classes.shape(body)
        for node in record if shape[1] else ():
            if self._classes.shape(node) == shape:
                held = sum(self._prose[node : self.table.ends[node]])
                return [node] if held > ALPHA * sum(self._prose[record.start : record.stop]) else []
        return []

    def is_heading(self, leaf: int) -> bool:
        """True if it is a label that stands as a heading or a number in an element of its own before a text."""
        text, parent = self.table.texts[leaf], self.table.parents[leaf]
        tags = self.table.tags[parent], self.table.tags[max(self.table.parents[parent], 0)]
        return self._is_apart(leaf) and (not HEADINGS.isdisjoint(tags) or _is_number(text))

    def text_of(self, leaves: Sequence[int]) -> int:
        """The first of some leaves that is no label."""
        return next((leaf for leaf in leaves if not self.is_label(leaf)), leaves[0])

    def head_over(self, text: int) -> int:
        """The last of the marks that stand before a leaf; -1 if none does."""
        before = bisect_left(self._in_order, text) - 1
        return self._in_order[before] if before >= 0 else -1

    def is_in_head(self, leaf: int, head: int, text: int) -> bool:
        """True if it stands before the last mark of a head, or in an element of its own that is no link on the line of
        the text, the same in nearly all of several records: a rank, or a button."""
        if not self._is_of_all(leaf):
            return False
        speaks_to = self.table.links[leaf] > 0 and not line_ends(self.table, leaf, text)
        return leaf < head or (self._is_apart(leaf) and not speaks_to)

    def _stands_before_times(self) -> bool:
        """True if most of the bodies end before the time of their record."""
        nodes = self.places[self.path[-1]].nodes
        before = [
            self.table.ends[body] <= head < record.stop
            for record, head in zip(self._records, self.heads, strict=True)
            for body in within(nodes, record)[:1]
        ]
        return 2 * sum(before) > len(before)

    def _is_of_all(self, leaf: int) -> bool:
        return self._recurrences[leaf] >= max(MIN_IN_HEAD, MIN_OF_ALL * len(self._records))

    def is_button(self, leaf: int) -> bool:
        """True if it is a label that is a link or a control, or stands in nearly all of several records, behind a
        text."""
        parent = self.table.parents[leaf]
        named = self.table.links[leaf] > 0 or self.table.tags[parent] in _CONTROLS
        return self._is_apart(leaf) and (named or self._is_of_all(leaf))

    def _is_apart(self, leaf: int) -> bool:
        return self.is_label(leaf) and self.place_of[self.table.parents[leaf]] != self.path[-1]

    def _count(self, node: int, start: int, characters: int, number: int) -> None:
        marked = node in self._marks
        self.places[self.place_of[self.table.parents[node]]].direct.add(number)
        while node >= start:
            self.places[self.place_of[node]].add(characters, number, node, marked=marked)
            node = self.table.parents[node]
        self.places[0].add(characters, number, start, marked=marked)

    def _body_path(self) -> list[int]:
        """The places from the record's root down to the body."""
        path = [0]
        while True:
            above = self.places[path[-1]]
            if len(above.direct) >= MIN_DIRECT * len(above.prosy):
                return path
            below = (place for place in above.children if self.places[place].says)
            children = [place for place in below if self._in_most(self.places[place], above)]
            best = max(children, key=lambda place: self.places[place].prose, default=None)
            together = sum(self.places[place].prose for place in children)
            if best is None or self.places[best].prose <= ALPHA * together:
                return path
            if self._tag(best) in _LISTS and "p" in map(self._tag, children):  # both are parts of one text
                return path
            if self._is_box(self.places[best]):
                path.append(best)
            elif (only := self._only_box(best)) >= 0:
                path += [best, only]
            else:
                return path

    def _only_box(self, place: int) -> int:
        """The place that stands once in a record and holds nearly all prose of one that stands more often, as cells of
        a layout do; -1 if none does."""
        cell = self.places[place]
        if len(cell.prosy) == 1 or cell.direct or self.table.tags[cell.nodes[0]] in _PARAGRAPHS:
            return -1
        best = max(cell.children, key=lambda inside: self.places[inside].prose, default=-1)
        if best < 0 or not self._in_most(self.places[best], cell) or not self._is_box(self.places[best]):
            return -1
        return best if self.places[best].prose >= MOST * cell.prose else -1

    def _tag(self, place: int) -> str:
        return self.table.tags[self.places[place].nodes[0]]

    def _in_most(self, place: _Place, above: _Place) -> bool:
        """True if a place has prose, or something else of their own, in most of the records that have prose above it: a
        post may be a number, a link or a picture."""
        least = MIN_RECORDS * len(above.prosy)
        return len(place.prosy) >= least or (bool(place.prosy) and len(self._having(place)) >= least)

    def _having(self, place: _Place) -> set[int]:
        """The records that have a text of their own or a picture at a place."""
        return {bisect_left(self._stops, node + 1) for node in place.nodes if self._has_own(node)}

    def _has_own(self, node: int) -> bool:
        table = self.table
        if any(self._recurrences.get(leaf) == 1 for leaf in table.leaves_of(node)):
            return True
        return "img" in table.tags[node : table.ends[node]]

    def _is_box(self, place: _Place) -> bool:
        """True if the place may hold a body: once in a record, and not itself a paragraph."""
        if self.table.tags[place.nodes[0]] in _PARAGRAPHS and not self._is_named_span(place):
            return False
        return sum(map(self._boxes, place.prosy.values())) <= MANY * len(place.prosy)

    def _is_named_span(self, place: _Place) -> bool:
        """True for a <span> of a class that no record has twice: parts of one text between quotes are alike."""
        first = place.nodes[0]
        if self.table.tags[first] != "span" or not self._classes.of(first):
            return False
        return len({bisect_left(self._stops, node + 1) for node in place.nodes}) == len(place.nodes)

    def _boxes(self, nodes: Mapping[int, int]) -> int:
        """How many nodes of a record hold prose at a place; little beside the most does not count: a signature."""
        least = MIN_BOX * max(nodes.values())
        return sum(prose >= least for prose in nodes.values())


def _without_value(label: str) -> str:
    """What a short text calls the value that it gives, or says that it came from; else the text."""
    named = _VALUED.match(label) if len(label) <= MAX_VALUED else None
    return named[0] if named else label


def _is_around(table: Table, leaf: int) -> bool:
    """True for a heading, which is the thread's title, and for a disclaimer."""
    parent = table.parents[leaf]
    in_heading = not HEADINGS.isdisjoint((table.tags[parent], table.tags[max(table.parents[parent], 0)]))
    return in_heading or is_tail_label(table.texts[leaf].lstrip())


def _children(table: Table, nodes: range) -> list[int]:
    """The highest nodes of a slice, or the children in it of the node that it begins with and is a part of."""
    node = nodes.start + 1 if table.ends[nodes.start] >= nodes.stop else nodes.start
    children = []
    while node < nodes.stop:
        children.append(node)
        node = table.ends[node]
    return children


def _is_number(text: str) -> bool:
    return _NUMBERS.search(text) is not None and not _LETTER.search(_FLOOR_WORDS.sub("", text))


def _short(table: Table, mark: int) -> list[int]:
    """The leaves of a mark, unless it holds so many nodes or characters that it is more than a mark: a post may bear
    its time."""
    start, end = table.span(mark)
    return table.leaves_of(mark) if table.ends[mark] - mark <= MAX_MARK_NODES and end - start <= MAX_MARK_CHARS else []


def _cell(parent: int, tag: str, cells: defaultdict[Cell, int]) -> str:
    """Which row of its table a row is, which cell of its row a cell: those of a layout are places of their own. `cells`
    counts those of the record that stand before, by parent and tag."""
    cells[parent, tag] += 1
    return str(cells[parent, tag])
