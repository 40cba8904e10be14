"""Who wrote each post: as the slots of the template have it (`slot_ranks`), else as the post says it by itself
(`bylines`), else as the panel beside it, the text before its time or a mark of an author in it has it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from operator import itemgetter

from crawler.extract.label_words import label_words
from crawler.extract.table import Table, within
from crawler.extract.threads.beside import MAX_PANEL, beside
from crawler.extract.threads.bylines import Author, before_time, behind_label, byline, dated_text, end_of_own, is_date
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.microdata import AUTHORS, stated, stated_name
from crawler.extract.threads.names import may_count, name_of, unmarked_name
from crawler.extract.threads.places import Classes
from crawler.extract.threads.slot_ranks import MIN_COVERED, SlotRanks
from crawler.extract.threads.slots import MAX_LABEL, SlotReader, Text, plain
from crawler.extract.threads.time_labels import may_be_of_post
from crawler.extract.threads.time_lines import names_beside_times

MIN_SIGNED = 0.6
"""Share of the posts that must name their author by themselves to be believed before the template."""

_PRESENTS = re.compile(
    r"\W*(?:(?:关于|關於)?(?:发起人|發起人|提问[者人]|提問[者人]|题主|題主|发帖人|發帖人|楼主|樓主|作者)(?:信息|资料|資料)?"
    r"|(?:about (?:the )?)?(?:author|poster)|asked by|started by)\W*",
    re.IGNORECASE,
)
"""What stands over a box beside a thread that presents who began it."""

_REPORTED = re.compile(
    r"\W*(?:reporter|submitter|(?:reported|opened|created|submitted|raised) by|报告[人者]|提交[人者]|创建[人者]"
    r"|報告者|建立者|gemeldet von|rapporteur|informador|автор)\W*",
    re.IGNORECASE,
)
"""What labels who opened a ticket, among what else the page tells of it."""

NEXT = 3
"""So many texts from a time stands the name of who posted then."""

MAX_FEW = 2
"""So few posts share no template: in them a mark alone tells an author."""


def authors(
    table: Table, marks: Marks, records: Sequence[range], bodies: Sequence[Sequence[int]], classes: Classes
) -> list[Author]:
    """The author of each post; one without a name where nothing looks like it. `records` are slices of node numbers,
    `bodies` the text leaves of each one's own text."""
    found = _Posts(table, marks, records, bodies, classes).authors()
    if len(found) > 1 and not (found[0].name and _named(found) >= MIN_SIGNED * len(found)):
        opening, *others = _Posts(table, marks, _with_heads(table, marks, records), bodies, classes).authors()
        first = found[0] if found[0].name else opening
        found = max([first, *found[1:]], [first, *others], key=_named)
    for place, node in stated(table, records, AUTHORS).items():
        name, href = stated_name(table, node)
        found[place] = Author(name, href, "structured") if name else found[place]
    return [author._replace(name=plain(author.name)) for author in found]


class _Posts:
    """The posts of a page, and the ways in which it says who wrote each."""

    def __init__(
        self,
        table: Table,
        marks: Marks,
        records: Sequence[range],
        bodies: Sequence[Sequence[int]],
        classes: Classes,
    ) -> None:
        self._table = table
        self._marks = marks
        self._records = records
        self._bodies = bodies
        self._begins = [body[0] if body else record.stop for record, body in zip(records, bodies, strict=True)]
        self._reader = SlotReader(table, marks, records, classes)
        self._slots = [self._reader.slots_of(record, body) for record, body in zip(records, bodies, strict=True)]

    def authors(self) -> list[Author]:
        """The author of each post: in the slots, else as the post itself says it, else before its time. A few posts
        whose parts all have labels are of no one template."""
        if labelled := self._labelled():
            return labelled
        found = self._in_slots()
        if len(found) == 1 and (found[0].origin != "profile" or self._is_mentioned(found[0])):
            found = [next((one for one in self._beside(self._records[0]) if one.origin == "profile"), found[0])]
        if found and not found[0].name:
            found = [self._presented() or self._reported() or found[0], *found[1:]]
        if all(author.name for author in found):
            return found
        told = [author if author.name else line for author, line in zip(found, self._bylines, strict=True)]
        told = self._at_same_place(told)
        if not any(author.name for author in told):
            told = self._beside_times() or told
        places = zip(told, self._records, self._bodies, strict=True)
        return [author if author.name else self._guess(record, body) for author, record, body in places]

    def _labelled(self) -> list[Author]:
        """The authors of two posts that both have them behind labels, and no marks; else none."""
        if len(self._records) != MAX_FEW or any(within(self._marks.authors, record) for record in self._records):
            return []
        pairs = zip(self._records, self._bodies, strict=True)
        found = [author for record, body in pairs if (author := behind_label(self._table, record, body))]
        return found if len(found) == MAX_FEW else []

    def _is_mentioned(self, author: Author) -> bool:
        """True for a name that an only post has in its text: whom it speaks to, or who signs it."""
        return any(text.in_body and text.name == author.name for text in self._slots[0].values())

    def _at_same_place(self, found: Sequence[Author]) -> list[Author]:
        """The authors, those that were not found where most of the others stand."""
        places = Counter(
            (where, text.in_body)
            for author, post in zip(found, self._slots, strict=True)
            for where, text in post.items()
            if author.name and text.name == author.name
        )
        (best, in_body), most = max(places.items(), key=itemgetter(1), default=((None, False), 0))
        if best is None or most < max(2, MIN_COVERED * len(found)):
            return list(found)
        return [
            self._reader.author(post[best])
            if not author.name and best in post and post[best].in_body == in_body
            else author
            for author, post in zip(found, self._slots, strict=True)
        ]

    def _beside_times(self) -> list[Author]:
        """The authors in the texts with the times of posts; none if these name nobody."""
        times, pairs = self._marks.times, zip(self._records, self._bodies, strict=True)
        dated = [dated_text(self._table, times, record, body) for record, body in pairs]
        return [Author(name, "", "text") for name in names_beside_times(self._table, dated)]

    def _presented(self) -> Author | None:
        """Whom a box beside the thread presents as who began it, by a mark of theirs right behind its heading."""
        table = self._table
        for at, leaf in enumerate(table.leaves):
            text = table.texts[leaf]
            if len(text) <= MAX_LABEL and _PRESENTS.fullmatch(text) and not self._is_badge(leaf):
                behind = table.leaves[at + 1 : at + 1 + NEXT]
                marks = within(self._marks.authors, range(leaf, behind[-1])) if behind else []
                if found := self._first_name(marks):
                    return found
        return None

    def _reported(self) -> Author | None:
        """Whom the page names as who opened a ticket, outside of the posts, behind a label."""
        table = self._table
        inside = {leaf for record in self._records for leaf in table.leaves_in(record)}
        outside = [leaf for leaf in table.leaves if leaf not in inside]
        for leaf, after in pairwise(outside):
            if not table.links[leaf] and len(table.texts[leaf]) <= MAX_LABEL and _REPORTED.fullmatch(table.texts[leaf]):
                name = name_of(table.texts[after])
                return Author(name, "", "text") if name and not may_count(name) else None
        return None

    def _is_badge(self, leaf: int) -> bool:
        """True for a word in one of several posts: it says that who began the thread wrote that one, too."""
        return len(self._records) > 1 and any(leaf in record for record in self._records)

    def _guess(self, record: range, body: Sequence[int]) -> Author:
        """The author of a post that names none: in the panel beside it, or right before its time, or by a mark."""
        found = next(self._beside(record), Author(""))
        found = found if found.name else before_time(self._table, self._marks.times, record, body)
        if found.name or len(self._records) > MAX_FEW:
            return found
        return next(filter(lambda one: one.name, (self._marked(record, body), self._first_linked(record, body))), found)

    def _first_linked(self, record: range, body: Sequence[int]) -> Author:
        """The link with which a reply begins, over its text: it leads to somebody, if only by a script."""
        first = next(iter(self._table.leaves_in(record)), record.stop)
        is_over = record is not self._records[0] and first < min(body, default=0) and self._table.links[first] > 0
        return Author(unmarked_name(self._table.texts[first]) if is_over else "", "", "text")

    def _beside(self, record: range) -> Iterator[Author]:
        """Whom panels beside a post name."""
        for part in beside(self._table, record, self._records):
            found = self._marked(part, ())
            found = found if found.name else byline(self._table, part, ())
            found = found if found.name else before_time(self._table, self._marks.times, part, ())
            if found.name:
                yield found

    def _in_slots(self) -> list[Author]:
        """The author of each post as the template has it. What posts say themselves goes before a guess."""
        ranks = SlotRanks(self._table, self._reader, self._records, self._begins, self._slots)
        ranked = ranks.ranked() or ([] if self._are_signed() else ranks.unmarked())
        if not ranked:
            return [Author("") for _ in self._slots]
        found = ranks.authors(ranked)
        places = zip(found, self._records, self._bodies, strict=True)
        return [author if author.name else self._marked(record, body) for author, record, body in places]

    @cached_property
    def _bylines(self) -> list[Author]:
        pairs = zip(self._records, self._bodies, strict=True)
        return [byline(self._table, record, body) for record, body in pairs]

    def _are_signed(self) -> bool:
        """True if most posts name their author themselves, and not all the same one."""
        names = [author.name for author in self._bylines if author.name]
        return len(names) >= MIN_SIGNED * len(self._bylines) and len(set(names)) > (len(names) > 2)

    def _marked(self, record: range, body: Sequence[int]) -> Author:
        """The first name that is marked as one in a post of another template than the others, before its text, or else
        next to its time."""
        marks = within(self._marks.authors, range(record.start, end_of_own(self._table, record, body)))
        begins = body[0] if body else record.stop
        before = [mark for mark in marks if self._table.ends[mark] <= begins]
        return self._first_name(before) or self._first_name(self._dated(marks, record)) or Author("")

    def _dated(self, marks: Sequence[int], record: range) -> list[int]:
        """Those of the marks, outside quotes, next to a time at which a post may have been written."""
        table = self._table
        leaves = [leaf for leaf in table.leaves_in(record) if any(map(str.isalnum, table.texts[leaf]))]  # no bars
        quotes = [range(quote, table.ends[quote]) for quote in within(self._marks.quotes, record)]
        quoted = {mark for quote in quotes for mark in within(marks, quote)}
        times = [mark for mark in within(self._marks.times, record) if may_be_of_post(table, mark)]
        at = [bisect_left(leaves, leaf) for mark in times for leaf in table.leaves_of(mark) if is_date(table, leaf)]
        around = {leaf for place in at for leaf in leaves[max(0, place - NEXT) : place + NEXT + 1]}
        return [mark for mark in marks if mark not in quoted and not around.isdisjoint(table.leaves_of(mark))]

    def _first_name(self, marks: Sequence[int]) -> Author | None:
        """The first name in marks that may be one."""
        reader = self._reader
        for mark in marks:
            for leaf in self._table.leaves_of(mark) if mark not in self._marks.about else ():
                name = reader.name_at(leaf)
                text = Text(plain(name), leaf, [self._table.parents[leaf]])
                if name and not reader.is_count(name) and not any(label_words(name)) and not reader.is_other(text):
                    return reader.author(text)
        return None


def _named(found: Sequence[Author]) -> int:
    """How many names were found."""
    return sum(bool(author.name) for author in found)


def _with_heads(table: Table, marks: Marks, records: Sequence[range]) -> list[range]:
    """The posts with what stands between each and the one before it, as far as that may be a panel."""
    over = _over(table, marks, records[0])
    gaps = [over, *(range(one.stop, other.start) for one, other in pairwise(records))]
    fit = [len(table.leaves_in(gap)) <= MAX_PANEL for gap in gaps]
    return [
        range(gap.start if fits else post.start, post.stop) for gap, fits, post in zip(gaps, fit, records, strict=True)
    ]


def _over(table: Table, marks: Marks, first: range) -> range:
    """What stands over the first post beside it, or as far up as may be a panel in which an author is marked."""
    node = table.parents[first.start]
    beside = range(max(node, 0) + 1, first.start)
    while node >= table.body and len(table.leaves_in(over := range(node + 1, first.start))) <= MAX_PANEL:
        if within(marks.authors, over):
            return over
        node = table.parents[node]
    return beside
