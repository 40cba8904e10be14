"""The head of each record: the leaves that say when it was posted, and by whom.

They are found at the place of the template where most records have theirs, and are no part of what a record says.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from crawler.extract.fields.names import REGIONS
from crawler.extract.instant import is_time
from crawler.extract.lines import PREFORMATTED, line_ends, line_of
from crawler.extract.markup import HEADINGS, INLINE
from crawler.extract.table import Table, within
from crawler.extract.threads.bylines import LABELS
from crawler.extract.threads.evidence import MAX_MARK
from crawler.extract.threads.marks import Marks, is_inside
from crawler.extract.threads.places import common_marks
from crawler.extract.threads.time_labels import MAX_LEAVES, is_posted, times_in

MAX_MARK_NODES = 4
"""A mark that holds more nodes is no mark alone: posts of a few words bear their time in the same element."""

MAX_MARK_CHARS = 100
"""... or more characters but white space: a letter has its time in its head."""

MAX_LINE = 60
"""Characters of a line that says who wrote a post, and when."""

_WORD = re.compile(r"\w")
_REGION = re.compile(REGIONS)

ON = ("on", "at", "am", "le", "el", "em", "il", "op", "时间", "時間", "日時", "date")
"""What stands between the name of who wrote a post and its time."""

FEW = 2
MIN_SENTENCE = 6
"""In so few records a name that stands beside so many characters with a function word is not told by its place."""

SENTENCE_ENDS = ("。", "！", "？")
"""What a text ends with in which a time is said, where that is not when it was written."""


class Heads:
    """The heads of records, which are slices of node numbers. `times` has the leaf of each one's time (the record's end
    where it has none), `leaves` all that say when a record was posted and by whom. `prose` are the characters of each
    node that may be prose."""

    def __init__(self, table: Table, marks: Marks, records: Sequence[range], prose: Sequence[int]) -> None:
        self._table = table
        self._prose = prose
        self._authors = frozenset(marks.authors)
        self._posted = [mark for record in records for mark in self._posted_in(record, marks)]
        timed = common_marks(table, records, self._posted)
        told = len(records) > FEW
        signed = common_marks(table, records, [mark for mark in marks.authors if told or not self._is_mentioned(mark)])
        self.times = [self._time(at, record) for at, record in zip(timed, records, strict=True)]
        self.leaves = set[int]()
        for times, authors, head, record in zip(timed, signed, self.times, records, strict=True):
            for mark in times:
                self.leaves.update(_short(table, mark), self._line(mark, record), self._heading(mark, record))
            for mark in authors:
                self.leaves.update(self._name(mark, record))
            line = line_of(table, head)
            self.leaves.update(self._said_together(line, head, authors, record), self._region(line))
            if not times:
                self.leaves.update(self._lone_time(head, record), self._heading(head, record))

    def _line(self, mark: int, record: range) -> list[int]:
        """The leaves of a record's time where it ends a line of an element of its own, over what the record says: who
        wrote it, and when; and where the element is named as the author's, wherever that is said."""
        leaves = self._table.leaves_of(mark)
        if mark in self._authors and any(self._prose[record.start : mark]):
            return leaves
        if self._table.length(mark) > MAX_LINE or len(leaves) < 2 or not is_time(self._table.texts[leaves[-1]]):
            return []
        return leaves if any(self._prose[self._table.ends[mark] : record.stop]) else []

    def _said_together(self, line: range, time: int, authors: Sequence[int], record: range) -> list[int]:
        """The leaves of a block that is one short line with a record's time, and its author or buttons: a rank, a
        number, a place beside them; unless nothing is said outside of it."""
        table = self._table
        block = table.parents[time] if line else -1
        while block > record.start and table.ends[block] < line.stop:
            block = table.parents[block]
        if block <= record.start or table.tags[block] in INLINE or table.tags[block] == "p":
            return []
        leaves = table.leaves_of(block)
        if leaves != table.leaves_in(line) or sum(table.characters[leaf] for leaf in leaves) > MAX_LINE:
            return []
        is_signed = any(leaf in line for mark in authors for leaf in table.leaves_of(mark)[:1])
        if not (is_signed or self._has_buttons(leaves, block)):
            return []
        around = (*self._prose[record.start : block], *self._prose[table.ends[block] : record.stop])
        return leaves if any(around) else []

    def _region(self, line: range) -> list[int]:
        """The leaves on the line of a record's time that say nothing but where who wrote it is."""
        return [leaf for leaf in self._table.leaves_in(line) if _REGION.fullmatch(self._table.labels[leaf])]

    def _has_buttons(self, leaves: Sequence[int], block: int) -> bool:
        """True for a line with links in which every word stands in an element of its own: none is what somebody
        wrote."""
        table = self._table
        own = [leaf for leaf in leaves if table.parents[leaf] == block]
        return any(table.links[leaf] for leaf in leaves) and not any(_WORD.search(table.texts[leaf]) for leaf in own)

    def _heading(self, mark: int, record: range) -> list[int]:
        """The leaves of the heading that a record's time stands in, unless nothing is said outside of it."""
        table, node = self._table, min(mark, record.stop - 1)
        while node > record.start and table.tags[node] not in HEADINGS:
            node = table.parents[node]
        around = (*self._prose[record.start : node], *self._prose[table.ends[node] : record.stop])
        return table.leaves_of(node) if table.tags[node] in HEADINGS and any(around) else []

    def _lone_time(self, head: int, record: range) -> list[int]:
        """The leaf of the first time of a record without one where most have theirs, if nothing else stands on its line
        and a text follows."""
        table = self._table
        leaves = table.leaves_of(head) if head < record.stop else []
        if len(leaves) != 1 or len(table.texts[leaves[0]].strip()) > MAX_MARK:
            return []
        at = bisect_left(table.leaves, leaves[0])
        around = table.leaves[max(0, at - 1) : at + 2]
        is_followed = any(self._prose[leaves[0] + 1 : record.stop])
        return leaves if is_followed and all(line_ends(table, *pair) for pair in pairwise(around)) else []

    def _is_mentioned(self, mark: int) -> bool:
        """True for a name in a sentence without a time: of somebody else than who wrote it."""
        line = line_of(self._table, self._table.leaves_of(mark)[0])
        said = [leaf for leaf in self._table.leaves_in(line) if not self._table.links[leaf]]
        has_time = any(is_time(self._table.texts[leaf]) for leaf in said)
        return not has_time and any(self._table.valid[leaf] >= MIN_SENTENCE for leaf in said)

    def _name(self, mark: int, record: range) -> list[int]:
        """The leaves of a record's author, with the rank beside it and the label before it, unless nothing is said
        outside of them."""
        around = (*self._prose[record.start : mark], *self._prose[self._table.ends[mark] : record.stop])
        return [*self._label(mark, record), *self._table.leaves_of(mark)] if any(around) else _short(self._table, mark)

    def _label(self, mark: int, record: range) -> list[int]:
        """The leaf before a name in a record that is nothing but a label of names, and the "on" behind the name."""
        table = self._table
        at, behind = bisect_left(table.leaves, mark), bisect_left(table.leaves, table.ends[mark])
        beside = [
            leaf for leaf in (*table.leaves[max(0, at - 1) : at], *table.leaves[behind : behind + 1]) if leaf in record
        ]
        texts = [table.texts[leaf].strip(" \n\t:：").lower() for leaf in beside]
        return beside if texts and texts[0] in LABELS and texts[-1] in ON else []

    def _posted_in(self, record: range, marks: Marks) -> list[int]:
        """The times in a record at which it may have been posted: those in quotes and in sentences only where it has no
        others."""
        posted = [mark for mark in within(marks.times, record) if is_posted(self._table, mark)]
        own = [mark for mark in posted if not is_inside(self._table, mark, marks.quotes)] or posted
        return [mark for mark in own if not self._is_in_sentence(mark)] or own

    def _is_in_sentence(self, mark: int) -> bool:
        """True for an element in which a time is said in a text that ends as a sentence, or is longer than the lines of
        heads are."""
        said = times_in(self._table, mark)
        return bool(said) and all(len(text) > MAX_LINE or text.rstrip().endswith(SENTENCE_ENDS) for text in said)

    def _time(self, times: Sequence[int], record: range) -> int:
        """A record's time, at the place that most have, else its first: the text in it that says it."""
        mark = min(times or within(self._posted, record)[:1], default=record.stop)
        leaves = self._table.leaves_of(mark)[:MAX_LEAVES] if mark < record.stop else []
        return max((leaf for leaf in leaves if is_time(self._table.texts[leaf])), default=mark)


def _short(table: Table, mark: int) -> list[int]:
    """The leaves of a mark, unless it holds so many nodes or characters that it is more than a mark: a post may bear
    its time; or a letter's text on lines of its own below its head."""
    is_short = table.ends[mark] - mark <= MAX_MARK_NODES and table.length(mark) <= MAX_MARK_CHARS
    leaves = table.leaves_of(mark) if is_short else []
    goes_on = (
        table.tags[mark] in PREFORMATTED and leaves and not is_time(table.texts[leaves[-1]].strip().rpartition("\n")[2])
    )
    return [] if goes_on else leaves
