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
from itertools import chain

from crawler.extract.lines import line_ends
from crawler.extract.table import Table, within
from crawler.extract.threads.heads import Heads
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.places import MIN_RECORDS, shared_classes

ALPHA = 0.5
"""A place is entered if it holds this share of the prose of the place above."""

MOST = 0.8
"""... and this share where it looks like others there but for classes that the records do not share."""

MIN_DIRECT = 0.5
"""A place with text of its own in this share of the records is the body: what it holds besides are quotes, lists."""

MAX_VALUED = 30
"""Characters of a text that gives a value, such as where a post was sent from."""

AFTER_TIME = 4
"""What text behind the time weighs: user panels stand before it, or beside it; where all stands before, it is equal."""

MIN_IN_HEAD = 3
MIN_OF_ALL = 0.8
"""A label before a mark in so many records, and that share of them, is of the post's head, whatever element it is."""

MANY = 1.1
MIN_BOX = 0.05
"""A place stands once in a record if it does in most: of several nodes those count that hold that share of the prose of
the one with most."""

Step = tuple[int, str, str]
"""From one place to another below it: the number of the first, tag and class of the nodes at the second."""

Cell = tuple[int, str]

_APART = " "
"""What the first node of an opening is called where the others share a class and it has one of its own: it is not alike
to an advert in a post."""

PARAGRAPHS = frozenset(["", "p", "pre", "span", "font", "b", "strong", "a"])
_NAMED_TEXTS = frozenset(["span", "pre"])
_CELLS = frozenset(["tr", "td", "th"])
_LISTS = frozenset(["ul", "ol", "dl"])
_BESIDE_PARAGRAPHS = _LISTS | {"p", "pre", "blockquote", "table"}
_CONTROLS = frozenset(["button", "label", "option"])
_VALUED = re.compile(r"[^\s:：]{1,8}[:：]|(?:来自|來自|发自|發自|from|via)\s", re.IGNORECASE)
_FLOOR_WORDS = re.compile("[第楼樓层層]")
_NUMBERS = re.compile(r"\d+")
_WORD = re.compile(r"\w")
_LETTER = re.compile(r"[^\W\d_]")


class _Place:
    """What the records have at one place: nodes, and prose; by record and node where it is, in which records some
    stands in the nodes themselves, and whether any is more than a time, an author or a bar between such."""

    __slots__ = ("children", "direct", "nodes", "prose", "prosy", "says")

    def __init__(self) -> None:
        self.nodes: list[int] = []
        self.prose = 0
        self.prosy: dict[int, dict[int, int]] = {}
        self.direct: set[int] = set()
        self.says = False
        self.children: list[int] = []

    def add(self, characters: int, number: int, node: int, *, marked: bool) -> None:
        """Count prose that stands in a node of a record, and whether it is a mark of the record."""
        self.prose += characters
        if not marked:
            self.says = True
        nodes = self.prosy.get(number)
        if nodes is None:
            self.prosy[number] = {node: characters}
        else:
            nodes[node] = nodes.get(node, 0) + characters


class Overlay:
    """The records of a page (slices of node numbers) laid over one another. `places` are numbered, the first is that of
    the records themselves; `place_of` has each node's, `path` leads from the first down to the body. `heads` are the
    leaves of the records' times; `text_first` is true where most bodies end before these. `prose` are the characters of
    each node that may be prose."""

    def __init__(self, table: Table, marks: Marks, records: Sequence[range], prose: Sequence[int]) -> None:
        self.table = table
        self._records = records
        self._stops = [record.stop for record in records]
        self._prose = prose
        self._quotes = frozenset(marks.quotes)
        heads = Heads(table, marks, records, prose)
        self.heads, self._marks = heads.times, heads.leaves
        self._in_order = sorted(self._marks)
        self._are_alike = len({table.shape(record.start) for record in records}) == 1
        self.place_of = [0] * len(table)
        self.places = [_Place()]
        self.classes = shared_classes(table, tuple(records))
        self._lay()
        self._recurrences = self._count_recurrences()
        pairs = zip(records, self.heads, strict=True)
        self._tips = {leaf for record, head in pairs for leaf in self._said_twice(record, head)}
        self._weigh()
        self.path = self._body_path()
        self.text_first = self._stands_before_times()

    def _lay(self) -> None:
        """Give each node of the records its place. A record may begin one level lower than most do, where the page has
        more around it, with what most of the others have there."""
        self._cells = self._names_of_cells()
        shapes = [self.classes.shape(record.start) for record in self._records]
        common = max(Counter(shapes).items(), key=lambda pair: pair[1], default=(("", ""), 0))[0]
        numbers: dict[Step, int] = {}
        in_order = sorted(range(len(shapes)), key=lambda number: shapes[number] != common)
        for laid, number in enumerate(in_order):
            above = numbers.get((0, *common), 0)
            may_be_lower = shapes[number] != common or len(shapes) == 2  # two may be alike in nothing but their root
            own = self.table.class_names[self._records[number].start]
            is_apart = bool(common[1] and own and not shapes[number][1])
            lower = numbers.get((above, *shapes[number]), -1) if may_be_lower and not is_apart else -1
            is_lower = lower >= 0 and self._records_with(lower) >= MIN_RECORDS * laid
            if is_lower and len(shapes) > 2:
                is_lower = self._holds_as(number, lower, numbers) >= self._holds_as(number, above, numbers)
            self._lay_record(number, above if is_lower else 0, numbers, _APART if is_apart else "")
        for one in self.places:
            one.nodes.sort()

    def _holds_as(self, number: int, place: int, numbers: Mapping[Step, int]) -> int:
        """How much of what the first node of a record holds is known below a place."""
        inside = self.table.children(self._records[number].start)
        return sum((place, *self.classes.shape(child)) in numbers for child in inside)

    def _records_with(self, place: int) -> int:
        """How many records have a place."""
        return len({bisect_left(self._stops, node + 1) for node in self.places[place].nodes})

    def _lay_record(self, number: int, top: int, numbers: dict[Step, int], root: str) -> None:
        """Lay a record below the place `top`. `numbers` are the places that are known, `root` is what its first node is
        called if the records share nothing of its class."""
        record, cells = self._records[number], defaultdict[Cell, int](int)
        start, places, place_of = record.start, self.places, self.place_of
        tags, parents = self.table.tags[start : record.stop], self.table.parents[start : record.stop]
        for node, tag, name, parent in zip(record, tags, self.classes.in_record(record), parents, strict=True):
            above = place_of[parent] if parent >= start else top
            if tag in _CELLS:
                number_of_cell = _cell(parent, tag, cells)
                name = (
                    " ".join(one for one in name.split() if (tag, number_of_cell, one) in self._cells) + number_of_cell
                )
            step = above, tag, name or (root if node == start else "")
            where = numbers.get(step)
            if where is None:
                where = numbers[step] = len(places)
                places.append(_Place())
                places[above].children.append(where)
            place_of[node] = where
            places[where].nodes.append(node)

    def _names_of_cells(self) -> set[tuple[str, ...]]:
        """The names in classes of rows and cells, by tag and number, that most of the records with such a one have
        there: others colour rows by turns."""
        table, counts = self.table, Counter[tuple[str, ...]]()
        all_cells = sorted(chain.from_iterable(table.elements.get(tag, ()) for tag in _CELLS))
        for record in self._records:
            cells, seen = defaultdict[Cell, int](int), set[tuple[str, ...]]()
            for node in within(all_cells, record):
                key = table.tags[node], _cell(table.parents[node], table.tags[node], cells)
                seen.update((key, *((*key, name) for name in self.classes.of(node).split())))
            counts.update(seen)
        return {key for key, count in counts.items() if count >= MIN_RECORDS * counts[key[:2]]}

    def _weigh(self) -> None:
        """Count the prose at each place but for labels."""
        prose, alone = self._prose, len(self._records) == 1
        for number, (record, head) in enumerate(zip(self._records, self.heads, strict=True)):
            leaves = [leaf for leaf in self.table.leaves_in(record) if prose[leaf] and self._recurrences[leaf] == 1]
            said = Counter(self.table.texts[leaf] for leaf in leaves)
            for leaf in leaves:
                if leaf not in self._tips and (said[self.table.texts[leaf]] == 1 or alone):
                    self._add_prose(leaf, record.start, prose[leaf] * (AFTER_TIME if leaf > head else 1), number)

    def _add_prose(self, node: int, start: int, characters: int, number: int) -> None:
        """Add the prose of a leaf (`node`) to its own place and those above it, up to that of its record, the one with
        this `number`, which begins at `start`."""
        marked = node in self._marks or _WORD.search(self.table.texts[node]) is None
        places, place_of, parents = self.places, self.place_of, self.table.parents
        places[place_of[parents[node]]].direct.add(number)
        while node >= start:
            places[place_of[node]].add(characters, number, node, marked=marked)
            node = parents[node]
        places[0].add(characters, number, start, marked=marked)

    def _said_twice(self, record: range, head: int) -> list[int]:
        """The leaves before a record's time whose text stands there more than once: panels say things again, for those
        who point at them."""
        leaves = [leaf for leaf in self.table.leaves_in(range(record.start, head)) if self._prose[leaf]]
        said = Counter(self.table.texts[leaf] for leaf in leaves)
        return [leaf for leaf in leaves if said[self.table.texts[leaf]] > 1]

    def _count_recurrences(self) -> dict[int, int]:
        """In how many records each leaf's text stands at its place, whatever the numbers in it and the value that it
        gives of something; but for one in a quote, which says again what another record says."""
        table, place_of = self.table, self.place_of
        quoted = {leaf for node in self._quotes for leaf in table.leaves_of(node)}
        keys = [
            {
                leaf: (place_of[leaf], _without_value(table.labels[leaf]), leaf in quoted)
                for leaf in table.leaves_in(record)
            }
            for record in self._records
        ]
        counts = Counter(chain.from_iterable(set(inside.values()) for inside in keys))
        return {leaf: counts[key] for inside in keys for leaf, key in inside.items()}

    def is_mark(self, leaf: int) -> bool:
        """True if it is a record's time or author."""
        return leaf in self._marks

    def is_label(self, leaf: int) -> bool:
        """True if it is a record's time or author, is said twice before its time, or stands the same at this place in
        half of the records and two."""
        return leaf in self._marks or leaf in self._tips or self._recurrences[leaf] >= max(2, len(self._records) / 2)

    def are_unlike(self) -> bool:
        """True if the records have neither text nor paragraphs in common where the body ought to be: an opening and its
        only reply."""
        end = self.places[self.path[-1]]
        if len(end.direct) >= MIN_DIRECT * len(end.prosy):
            return False
        paragraphs = (child for child in end.children if self._tag(child) in PARAGRAPHS)
        return not any(self._in_most(self.places[child], end) for child in paragraphs)

    def misses(self, record: range, body: Sequence[int]) -> bool:
        """True if a body holds less than half of what its record says."""
        held = sum(self._prose[leaf] for leaf in body)
        said = sum(self._prose[leaf] for leaf in self.table.leaves_in(record) if not self.is_label(leaf))
        return held < ALPHA * said

    def goes_on_behind(self, record: range, head: int, body: Sequence[int]) -> bool:
        """True if a body ends before its record's time, behind which something is said that is no label nor link."""
        if not body or body[-1] >= head:
            return False
        return self.prose_of(self.table.leaves_in(range(head + 1, record.stop))) > 0

    def prose_of(self, leaves: Sequence[int]) -> int:
        """The characters of prose in some leaves that are neither labels nor links."""
        own = (leaf for leaf in leaves if not (self.table.links[leaf] or self.is_label(leaf)))
        return sum(self._prose[leaf] for leaf in own)

    def said_in(self, nodes: range) -> list[int]:
        """The leaves in a slice of nodes that are no labels."""
        return [leaf for leaf in self.table.leaves_in(nodes) if not self.is_label(leaf)]

    def named_alike(self, record: range) -> list[int]:
        """The only node of a record that is called as most bodies are, if it has prose, whatever its tag: what is asked
        may be a heading."""
        body, names = self.places[self.path[-1]].nodes[0], self.table.class_names
        shape = self.classes.shape(body)
        alike = [node for node in record if self.classes.shape(node) == shape] if shape[1] else []
        alike = alike or ([node for node in record if names[node] == names[body]] if names[body] else [])
        return alike if len(alike) == 1 and any(self._prose[alike[0] : self.table.ends[alike[0]]]) else []

    def is_heading(self, leaf: int) -> bool:
        """True if it is a label that stands as a heading or a number in an element of its own before a text."""
        return self._is_apart(leaf) and (self.table.is_in_heading(leaf) or _is_number(self.table.texts[leaf]))

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
        """True if its text stands at its place in nearly all of several records."""
        return self._recurrences[leaf] >= max(MIN_IN_HEAD, MIN_OF_ALL * len(self._records))

    def is_button(self, leaf: int) -> bool:
        """True if it is a label that is a link or a control, or stands in nearly all of several records, behind a
        text."""
        parent = self.table.parents[leaf]
        named = self.table.links[leaf] > 0 or self.table.tags[parent] in _CONTROLS
        return self._is_apart(leaf) and (named or self._is_of_all(leaf))

    def _is_apart(self, leaf: int) -> bool:
        """True if it is a label in an element of its own, not in that of the body itself."""
        return self.is_label(leaf) and self.place_of[self.table.parents[leaf]] != self.path[-1]

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
            if self._is_answered(best, children) or self._is_paragraph(best, above):
                return path
            if self._tag(best) in _LISTS and "p" in map(self._tag, children):  # both are parts of one text
                return path
            if self._is_box(self.places[best]):
                path.append(best)
            elif (only := self._only_box(best)) >= 0:
                path += [best, only]
            else:
                return path

    def _is_answered(self, place: int, others: Sequence[int]) -> bool:
        """True for quotes behind which something is said: some forums have every post's own text in one."""
        nodes = self.places[place].nodes
        return self._quotes.issuperset(nodes) and any(self.places[other].nodes[-1] > nodes[-1] for other in others)

    def _is_paragraph(self, place: int, above: _Place) -> bool:
        """True for a <div> of no name inside posts beside lists, code and paragraphs alone, in whichever records these
        stand: it is a paragraph as they are, of a text that has no other in most of the records."""
        first = self.places[place].nodes[0]
        if above is self.places[0] or self.table.tags[first] != "div" or self.classes.of(first):
            return False
        beside = {self._tag(other) for other in above.children if other != place and self.places[other].says}
        return bool(beside) and beside <= _BESIDE_PARAGRAPHS

    def _only_box(self, place: int) -> int:
        """The place that stands once in a record and holds nearly all prose of one that stands more often, as cells of
        a layout do; -1 if none does."""
        cell = self.places[place]
        if len(cell.prosy) == 1 or cell.direct or self.table.tags[cell.nodes[0]] in PARAGRAPHS:
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
        own = (leaf for leaf in table.leaves_of(node) if leaf in self._recurrences)
        if any(self._recurrences[leaf] == 1 or self._says_often(leaf) for leaf in own):
            return True
        return "img" in table.tags[node : table.ends[node]]

    def _says_often(self, leaf: int) -> bool:
        """True for what some records of one template say alike where another one has prose: thanks."""
        where = self.places[self.place_of[self.table.parents[leaf]]]
        return self._are_alike and where.prose > 0 and not self._is_of_all(leaf)

    def _is_box(self, place: _Place) -> bool:
        """True if the place may hold a body: once in a record, and not itself a paragraph."""
        if self.table.tags[place.nodes[0]] in PARAGRAPHS and not self._is_named_text(place):
            return False
        return sum(map(_count_fullest, place.prosy.values())) <= MANY * len(place.prosy)

    def _is_named_text(self, place: _Place) -> bool:
        """True for a <span> or <pre> of a class that no record has twice: parts of one text between quotes are
        alike."""
        first = place.nodes[0]
        if self.table.tags[first] not in _NAMED_TEXTS or not self.classes.of(first):
            return False
        return len({bisect_left(self._stops, node + 1) for node in place.nodes}) == len(place.nodes)


def _count_fullest(nodes: Mapping[int, int]) -> int:
    """How many nodes of a record hold prose at a place; little beside the most does not count: a signature."""
    least = MIN_BOX * max(nodes.values())
    return sum(prose >= least for prose in nodes.values())


def _without_value(label: str) -> str:
    """What a short text calls the value that it gives, or says that it came from; else the text."""
    named = _VALUED.match(label) if len(label) <= MAX_VALUED else None
    return named[0] if named else label


def _is_number(text: str) -> bool:
    return _NUMBERS.search(text) is not None and not _LETTER.search(_FLOOR_WORDS.sub("", text))


def _cell(parent: int, tag: str, cells: defaultdict[Cell, int]) -> str:
    """Which row of its table a row is, which cell of its row a cell: those of a layout are places of their own. `cells`
    counts those of the record that stand before, by parent and tag."""
    cells[parent, tag] += 1
    return str(cells[parent, tag])
