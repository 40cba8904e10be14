"""Places of the template: where a node stands, by the tags and classes around it, which is the same in every post."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from crawler.extract.table import Shape, Table, once, within

MIN_RECORDS = 0.6
"""Share of the records in which a class stands if it is of the template."""

Place = tuple[str, str, str, str, str, str]
"""Where a node stands in the template: tags and classes of itself and its parent, tags of two elements above."""


def place(table: Table, node: int) -> Place:
    """Where a node stands, by its own classes and its parent's, whatever other records have."""
    tags, parents, names = table.tags, table.parents, table.class_names
    parent = parents[node] if node else 0
    above = parents[parent] if parent else 0
    return tags[node], names[node], tags[parent], names[parent], tags[above], tags[parents[above] if above else 0]


def by_place(table: Table, marks: Sequence[int]) -> dict[Place, list[int]]:
    """The marks of each place, in order."""
    places: dict[Place, list[int]] = {}
    for mark in marks:
        places.setdefault(place(table, mark), []).append(mark)
    return places


class Classes:
    """The classes that the records of a page share: others tell records apart, such as first, edited, own. One name
    may say different things of elements with different tags."""

    def __init__(self, table: Table, records: Sequence[range]) -> None:
        self._table = table
        shapes = [_shapes_in(table, record) for record in records]
        names = {shape: _names_of(*shape) for shape in set[Shape]().union(*shapes)}
        counts = Counter(chain.from_iterable({name for shape in inside for name in names[shape]} for inside in shapes))
        self._shared = _Shared({name: count for name, count in counts.items() if count >= MIN_RECORDS * len(records)})
        self._shared.part(shapes, {shape for shape in names if " " in shape[1]})

    def of(self, node: int) -> str:
        """The names of a node's class that stand in most records: where all have one name, it counts alone."""
        return self._shared[self._table.shape(node)]

    def in_record(self, record: range) -> list[str]:
        """The same for each node of a record."""
        nodes = slice(record.start, record.stop)
        tags, names = self._table.tags[nodes], self._table.class_names[nodes]
        return list(map(self._shared.__getitem__, zip(tags, names, strict=True)))

    def shape(self, node: int) -> Shape:
        """A node's tag, and its class as far as the records share it."""
        return self._table.tags[node], self.of(node)

    def place(self, node: int) -> Place:
        """Where a node stands in the records, as `place` has it, by the classes that they share."""
        tag, names, tag_around, names_around, above, top = place(self._table, node)
        shared = self._shared
        return tag, shared[tag, names], tag_around, shared[tag_around, names_around], above, top


@once
def shared_classes(table: Table, records: tuple[range, ...]) -> Classes:
    """The classes that some records share, found once for them."""
    return Classes(table, records)


def _shapes_in(table: Table, record: range) -> set[Shape]:
    nodes = slice(record.start, record.stop)
    return set(zip(table.tags[nodes], table.class_names[nodes], strict=True))


def _names_of(tag: str, names: str) -> list[Shape]:
    """The names of an element, each with its tag."""
    return [(tag, name) for name in names.split()]


class _Shared(dict[Shape, str]):
    """What records share of each class, found when it is asked for. `counts` says how many have each shared name."""

    def __init__(self, counts: Mapping[Shape, int]) -> None:
        super().__init__()
        self._counts = counts

    def __missing__(self, shape: Shape) -> str:
        counts = self._counts_of(shape)
        most = max(counts.values(), default=0)
        self[shape] = " ".join([name for name, count in counts.items() if count == most])
        return self[shape]

    def part(self, records: Sequence[set[Shape]], several: set[Shape]) -> None:
        """Give all their shared names to elements that the best alone does not tell apart in one record, where each has
        another besides: one that all kinds of elements have says nothing of what they are. `several` are those with
        more names than one."""
        for shapes in records:
            alike: dict[Shape, list[Shape]] = {}
            for shape in shapes & several:
                alike.setdefault((shape[0], self[shape]), []).append(shape)
            for kinds in alike.values():
                named = {shape: self._counts_of(shape).keys() for shape in kinds} if len(kinds) > 1 else {}
                for shape, names in named.items():
                    if any(not (names <= others or others <= names) for others in named.values()):
                        self[shape] = " ".join(names)

    def _counts_of(self, shape: Shape) -> dict[str, int]:
        tag, names = shape
        return {name: count for name in names.split() if (count := self._counts.get((tag, name)))}


def common_marks(table: Table, records: Sequence[range], marks: Sequence[int]) -> list[list[int]]:
    """For each record its first mark of the place at which most records have one."""
    inside = [within(marks, record) for record in records]
    first: list[dict[Place, int]] = []
    for found in inside:
        first.append({})
        for mark in found:
            first[-1].setdefault(place(table, mark), mark)
    counts = Counter(where for found in first for where in found)
    if not counts:
        return [[] for _ in records]
    common, _ = counts.most_common(1)[0]
    return [[found[common]] if common in found else [] for found in first]
