"""Divisions of a page into records, by marks that stand at one place of the template.

Around each mark it is the largest subtree without another mark of that place; or, where these subtrees hold little of
what is said, what stands from one to the next, or what stands over each.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from crawler.extract.table import RUNNING, TEXT, Shape, Table, within
from crawler.extract.threads.evidence import Evidence
from crawler.extract.threads.marks import parted_by_lines
from crawler.extract.threads.only_post import MIN_HELD

MIN_COMMON = 0.8
"""A record is made smaller to what looks alike in that share of the records."""

MAX_STRETCH = 50
"""A record is made of no more siblings than that."""


def divide(table: Table, marks: Sequence[int], evidence: Evidence) -> list[range]:
    """The records around marks: whole subtrees, or, where these hold little, the slices from one to the next."""
    roots = [root for root, _ in table.around(marks)]
    if len(roots) < 2:
        return []
    if table.tags[roots[0]] == TEXT and table.parents[roots[0]] in parted_by_lines(table):
        return _between_lines(table, roots)
    whole = [range(root, table.ends[root]) for root in roots]
    if over := _over_heads(table, roots, evidence):
        return [*whole[: -len(over)], *over]
    alike = [range(root, table.ends[root]) for root in _alike(table, roots, marks)]
    equal = [evidence.are_equal(small, large) for small, large in zip(alike, whole, strict=True)]
    if 2 * sum(equal) > len(equal):
        whole = [small if same else large for small, large, same in zip(alike, whole, equal, strict=True)]
    parent = table.parents[roots[-1]]
    starts = [*(record.start for record in whole[:-1]), roots[-1]]
    between = [range(first, second) for first, second in pairwise(starts)]
    first = _first_head(table, roots)
    if first > 0 and not _hold_most(whole[first:-1], between[first:], evidence):  # whatever an opening holds
        return [*whole[:first], *between[first:], range(roots[-1], _same_stretch(table, roots, parent))]
    if _hold_most(whole[:-1], between, evidence):
        return _with_rests(table, whole, marks, evidence)
    return [*between, range(roots[-1], _same_stretch(table, roots, parent))]


def _hold_most(whole: Sequence[range], between: Sequence[range], evidence: Evidence) -> bool:
    """True if subtrees hold enough of what stands from each to the next."""
    return sum(map(evidence.words_in, whole)) >= MIN_HELD * sum(map(evidence.words_in, between))


def _first_head(table: Table, roots: Sequence[int]) -> int:
    """From which of some roots on all stand side by side and look alike; 0 if that is the last alone."""
    parent, shape = table.parents[roots[-1]], table.shape(roots[-1])
    unlike = [at for at, root in enumerate(roots) if table.parents[root] != parent or table.shape(root) != shape]
    first = unlike[-1] + 1 if unlike else 0
    return first if first < len(roots) - 1 else 0


def _between_lines(table: Table, heads: Sequence[int]) -> list[range]:
    """What stands between the lines that are drawn in running text, from each to the next, where it begins with one of
    some texts (`heads`)."""
    parent = table.parents[heads[0]]
    lines = [node for node in table.find("hr") if table.parents[node] == parent]
    parts = (range(first, second) for first, second in pairwise([*lines, table.ends[parent]]))
    return [part for part in parts if within(heads, part)]


def _with_rests(table: Table, whole: Sequence[range], marks: Sequence[int], evidence: Evidence) -> list[range]:
    """The records, of which those that have replies inside their own element go on up to the first of these: around
    their marks stand only their heads, and around that of the reply the text, too."""
    found = list(whole)
    for at, following in enumerate(whole[1:]):
        record = found[at]
        reply = _first_reply(table, record.start, following.start, marks)
        has_text = reply > following.start and evidence.words_in(range(following.start, reply))
        rest = range(record.stop, reply if has_text else following.start)
        if reply >= 0 and evidence.words_in(rest):
            found[at : at + 2] = range(record.start, rest.stop), range(rest.stop, following.stop)
    return found


def _first_reply(table: Table, root: int, following: int, marks: Sequence[int]) -> int:
    """The element around the root that follows which is like one around a root, that it stands in, and whose mark is
    its first; -1 for none."""
    first, second = (marks[bisect_left(marks, node)] for node in (root, following))
    node = table.parents[root]
    while node > table.body and marks[bisect_left(marks, node)] == first:
        if table.class_names[node] and second < table.ends[node] and (found := _like(table, node, second)) >= 0:
            return found
        node = table.parents[node]
    return -1


def part_like(table: Table, node: int, inner: int) -> int:
    """The child of an element in which another one like itself stands around an inner node; -1 for none."""
    part = _like(table, node, inner)
    while part >= 0 and table.parents[part] != node:
        part = table.parents[part]
    return part


def _like(table: Table, node: int, inner: int) -> int:
    """The outermost element like another one inside that around an inner node; -1 for none."""
    shape, found = table.shape(node), -1
    while inner != node:
        found = inner if table.shape(inner) == shape else found
        inner = table.parents[inner]
    return found


def _over_heads(table: Table, roots: Sequence[int], evidence: Evidence) -> list[range]:
    """The records that end with their marks, where the texts stand over these, side by side with them; none where they
    do not: where something is said behind the last as it is between the others, or nothing before the first that looks
    like that."""
    parent = table.parents[roots[-1]]
    heads = [root for root in roots if table.parents[root] == parent]
    if len(heads) < 2 or heads != roots[-len(heads) :]:
        return []
    among = frozenset(heads)
    said = [child for child in table.children(parent) if child in among or table.leaves_of(child)]
    at, second = said.index(heads[0]), said.index(heads[1])
    start, after = said[max(0, 2 * at - second + 1)], said[at + 1]
    if start == heads[0] or after == heads[1] or not _look_alike(table, start, after):
        return []
    alike = [child for child in said if _look_alike(table, child, after)]
    behind = within(alike, range(table.ends[heads[-1]], _same_stretch(table, heads, parent)))
    if any(evidence.prose_in(range(child, table.ends[child])) for child in behind):
        return []
    gaps = [range(start, heads[0]), *(range(table.ends[one], other) for one, other in pairwise(heads))]
    texts = [range(next(iter(within(alike, gap)), gap.start), gap.stop) for gap in gaps]
    prose = [evidence.prose_in(text) for text in texts]
    most = sum(map(bool, prose)) >= MIN_COMMON * len(texts)
    if not most or sum(prose) <= sum(evidence.words_in(range(head, table.ends[head])) for head in heads):
        return []
    return [range(text.start, table.ends[text.stop]) for text in texts]


def _look_alike(table: Table, first: int, second: int) -> bool:
    """True if two elements have the same tag and class, and so have what they begin with."""
    begun = (table.shape(node + 1) if table.ends[node] > node + 1 else None for node in (first, second))
    return table.shape(first) == table.shape(second) and next(begun) == next(begun)


def siblings(table: Table, marks: Sequence[int]) -> list[range]:
    """The subtrees around marks that look like those that stand side by side, as far above their marks, without what
    else is around single ones."""
    roots = [root for root, _ in table.around(marks)]
    pairs = [pair for pair in pairwise(roots) if table.parents[pair[0]] == table.parents[pair[1]]]
    shapes = Counter(table.shape(node) for pair in pairs for node in pair).most_common(1)
    if not shapes:
        return []
    [(item, _)] = shapes
    chains, beside = _chains(table, roots, marks), {node for pair in pairs for node in pair}
    heights = Counter(len(chain) for chain in chains if chain[0] in beside and table.shape(chain[0]) == item)
    [(height, _)] = heights.most_common(1)
    tops = [_like_item(table, chain, item, height) for chain in chains]
    return [range(node, table.ends[node]) for node in tops if node >= 0]


def _like_item(table: Table, chain: Sequence[int], item: Shape, height: int) -> int:
    """The element that looks like an item in a chain of nodes down to a mark: the one as far above that, or the first;
    -1 for none."""
    if len(chain) >= height and table.shape(chain[-height]) == item:
        return chain[-height]
    return next((node for node in chain if table.shape(node) == item), -1)


def _alike(table: Table, roots: Sequence[int], marks: Sequence[int]) -> list[int]:
    """For each root the highest node, from there to the mark, that looks like one in most of the others."""
    chains = _chains(table, roots, marks)
    shapes = [[table.shape(node) for node in chain] for chain in chains]
    counts = Counter(shape for of_chain in shapes for shape in set(of_chain))
    common = {shape for shape, count in counts.items() if count >= MIN_COMMON * len(roots)}
    return [
        next((node for node, shape in zip(chain, of_chain, strict=True) if shape in common), chain[0])
        for chain, of_chain in zip(chains, shapes, strict=True)
    ]


def _chains(table: Table, roots: Sequence[int], marks: Sequence[int]) -> list[list[int]]:
    """For each root the nodes from it down to its mark."""
    chains = []
    for root in roots:
        node, chain = marks[bisect_left(marks, root)], []
        while node >= root:
            chain.append(node)
            node = table.parents[node]
        chains.append(chain[::-1])
    return chains


def _same_stretch(table: Table, roots: Sequence[int], parent: int) -> int:
    """Where the last record ends: as many siblings behind its root as the record before has, and with the paragraph
    that it is in."""
    count, node = 0, roots[-2]
    while node < roots[-1] and count < MAX_STRETCH:
        node, count = table.ends[node], count + 1
    node = last = roots[-1]
    while count and node < table.ends[parent]:
        node, last, count = table.ends[node], node, count - 1
    text = {*RUNNING, "br"} if table.tags[last] in (TEXT, "br") else ()
    while node < table.ends[parent] and table.tags[node] in text:
        node = table.ends[node]
    return node
