"""What speaks for posts: prose, and the marks of time and author, counted over the page so that any slice is summed up
at once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import ceil, log

from crawler.extract.boilerplate import Saying, asks_consent
from crawler.extract.instant import is_ago, is_time
from crawler.extract.lines import line_ends
from crawler.extract.table import TEXT, Table, once, prefix_sums, within
from crawler.extract.threads.letters import letters
from crawler.extract.threads.linked_replies import linked_replies
from crawler.extract.threads.marks import TIME_ATTRIBUTES, Marks, answered, pop_ups, says_time
from crawler.extract.threads.notes import NOTICE_WORDS, says_page
from crawler.extract.threads.time_labels import MAX_LEAVES

WORTH = (0.0, 0.6, 2.0)
"""A record with a time and an author is worth more than two with one of them: halves are no records."""

MIN_WORTH = 1.5
MAX_HEADLINE = 20
"""A record with both marks is worth that at least, whatever few words it holds, unless it has a link of more bytes that
stands nowhere else: then it is a row of a list."""

MAX_BEFORE_HEADLINE = 4
"""Characters outside marks before the headline of a row: of a label, or a count."""

MAX_MARK = 40
"""Characters of a time's mark; what holds more is more than a time."""

MAX_BEFORE_LINK = 4
"""A row begins within so many nodes with the link without content that lies over all of it."""

LABEL_SHARE = 0.25
"""What a character counts in a text without a function word: a short post, or a panel."""

_MODAL = re.compile(r"(?<!\S)modal(?!\S)")
"""What elements are called that a script lays over the page, to ask whether a post is to be deleted."""

_WRITING = re.compile(
    r"(?<!\S)(?:(?:post|new|quick)[-_]?)?(?:(?:comment|reply|answer|cmt)s?[-_]?(?:form|write|writer|editor|compose)"
    r"|(?:quick|write|leave|add)[-_]?(?:comment|reply|answer|cmt))(?:[-_]?(?:box|area|wrap|wrapper|container))?(?!\S)",
    re.IGNORECASE,
)
MAX_WRITING = 300
"""What elements are called in which answers are written, without the tag of a form, and how much these say at most."""

_PLACEHOLDER = re.compile(r"placeholder(?![a-z])", re.IGNORECASE)
"""... and that stand where somebody may write, with words to invite them."""

SENTENCE = re.compile(r"[。！？]|\w[.!?](?:\s|$)")
"""What stands in a text on the line of a head that is more than a count."""

_TO_WRITE = re.compile(
    r"(?:(?:[发發]表|添加|快速|我要|我[来來]|撰[写寫]|[写寫])(?:回[复復覆应應答]|[评評][论論]|留言|答案)|回[帖贴貼]|跟[帖贴貼]"
    r"|我?[要也来來]?[说說][一两兩几幾]句)\s?[:：]?"
)
MAX_AROUND_FORM = 3
"""What heads the box with the form in which answers are written, and so many elements up it stands."""

_CONTROLS = ("label", "option", "button", "textarea", "select")

MAX_FORM = 0.3
"""Share of the page's nodes up to which a form is for writing only, or what asks lies over the page."""

MAX_REPEATS = 2
"""Texts that stand on a page more often are labels."""

MAX_HEAD_PROSE = 100
"""Characters of prose between a time and its author: a panel, no post."""

MIN_ALIKE_PROSE = 0.9
"""A part of a record that holds that share of its prose says what it says."""

MAX_COLUMNS = 50
"""Cells of a row that are looked at."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Prefix sums over a table's nodes: characters of prose, of prose outside marks, of all text; and in order the
    leaves of headlines, marks and quotes."""

    table: Table
    prose: Sequence[int]
    words: Sequence[int]
    headlines: Sequence[int]
    characters: Sequence[int]
    times: Sequence[int]
    authors: Sequence[int]
    quotes: Sequence[int]

    def prose_in(self, record: range) -> int:
        return self.prose[record.stop] - self.prose[record.start]

    def author_of(self, time: int) -> int:
        """The author's mark nearest to a time in the page's order, or the one above a text that it stands below; -1 if
        there is none."""
        after = bisect_left(self.authors, time)
        around = self.authors[max(0, after - 1) : after + 1]
        nearest = min(around, key=lambda mark: abs(mark - time), default=-1)
        between = self.prose_in(range(min(time, nearest), max(time, nearest))) if around else 0
        return nearest if between <= MAX_HEAD_PROSE else self._author_over(time)

    def _author_over(self, time: int) -> int:
        """The author's mark above a text that a short time stands below; -1 if another time stands between them, or
        nothing but the page's body is around both."""
        before = bisect_left(self.authors, time) - 1
        if before < 0 or self.table.length(time) > MAX_MARK:
            return -1
        author, at = self.authors[before], bisect_left(self.times, time) - 1
        if (at >= 0 and self.times[at] > author) or self.table.common_ancestor(author, time) <= self.table.body:
            return -1
        return author

    def purity(self, node: int) -> float:
        """Share of a subtree's characters that are prose."""
        end = self.table.ends[node]
        characters = self.characters[end] - self.characters[node]
        return (self.prose[end] - self.prose[node]) / characters if characters else 0.0

    def marks_in(self, record: range) -> int:
        """How many kinds of marks a record has: a time, an author."""
        return any_in(self.times, record) + any_in(self.authors, record)

    def are_equal(self, small: range, large: range) -> bool:
        """True if a part of a record holds its prose and its marks."""
        if small == large:
            return True
        enough = self.prose_in(small) >= MIN_ALIKE_PROSE * self.prose_in(large)
        return enough and self.marks_in(small) == self.marks_in(large)

    def weight(self, record: range) -> float:
        """What a record is worth: its text, by its logarithm, and which marks it has."""
        prose, marks = self.prose_in(record), self.marks_in(record)
        worth = worth_of(prose, marks)
        return MIN_WORTH if worth < MIN_WORTH and marks == 2 and self.says_something(record) else worth

    def says_something(self, record: range) -> bool:
        """True if a record has a word outside its marks and no headline."""
        return self.words_in(record) > 0 and not self.has_headline(record)

    def has_headline(self, record: range) -> bool:
        """True if a record has so long a link of its own as rows of lists have."""
        return any_in(self.headlines, record)

    def begins_with_headline(self, record: range) -> bool:
        """True if hardly a word stands in a record before so long a link, and it leads to another page: titles of
        replies lead to their places in this one. A link without content lies over all of a row."""
        if any_in(self.headlines, record):
            leaf = self.headlines[bisect_left(self.headlines, record.start)]
            if self.words[leaf] - self.words[record.start] <= MAX_BEFORE_HEADLINE:
                return self._leads_away(self.table.link_around(leaf))
        begin = range(record.start, min(record.start + MAX_BEFORE_LINK, record.stop))
        link = next(iter(within(self.table.elements.get("a", ()), begin)), -1)
        is_empty = link >= 0 and self.table.ends[link] == link + 1
        return is_empty and not any_in(self.table.profiles, range(link, link + 1)) and self._leads_away(link)

    def _leads_away(self, link: int) -> bool:
        """True if a link leads to another page, or to a place that is not in this one."""
        address = self.table.attributes.value(link, "href").partition("#")[0]
        return bool(address) and not address.startswith("javascript:") and not _leads_to_place(self.table, link)

    def said_in(self, record: range) -> tuple[int, int]:
        """Characters of prose in a record outside headings, what the page says of itself, and but before its marks on
        their lines: "a discussion started by"; and those behind the last mark."""
        said, behind, before, is_head = 0, 0, -1, False
        last = max(self._last(self.times, record), self._last(self.authors, record))
        end = self.table.ends[last] if last >= 0 else 0
        for leaf in reversed(self.table.leaves_in(record)):
            if is_head and line_ends(self.table, leaf, before):
                is_head = False
            is_head = is_head or self._is_marked(leaf)
            prose = self.prose[leaf + 1] - self.prose[leaf]
            most = MAX_HEAD_PROSE if leaf < end or not SENTENCE.search(self.table.texts[leaf]) else 0
            is_label = not prose or (is_head and prose <= most) or self.table.is_in_heading(leaf)
            if not is_label and not says_page(self.table.texts[leaf]):
                said += prose
            if leaf > last:
                behind = said
            before = leaf
        return said, behind

    def _last(self, marks: Sequence[int], record: range) -> int:
        at = bisect_left(marks, record.stop) - 1
        return marks[at] if at >= 0 else -1

    def _is_marked(self, leaf: int) -> bool:
        around = range(self.table.parents[leaf], leaf + 1)
        return any_in(self.times, around) or any_in(self.authors, around)

    def words_in(self, record: range) -> int:
        """Characters of prose in a record outside its marks."""
        return self.words[record.stop] - self.words[record.start]

    def own_prose(self, record: range, items: Sequence[range]) -> int:
        """Characters of prose in a record outside items in it."""
        return self.prose_in(record) - sum(map(self.prose_in, items))

    def without(self, slices: Sequence[range]) -> Evidence:
        """What is counted outside of slices of nodes."""
        inside = {node for nodes in slices for node in nodes}
        prose, words, characters = (
            prefix_sums([0 if node in inside else sums[node + 1] - sums[node] for node in range(len(self.table))])
            for sums in (self.prose, self.words, self.characters)
        )
        headlines, times, authors = (
            [mark for mark in marks if mark not in inside] for marks in (self.headlines, self.times, self.authors)
        )
        return Evidence(self.table, prose, words, headlines, characters, times, authors, self.quotes)

    def own_words(self, record: range, items: Sequence[range]) -> int:
        """Characters of prose outside the marks of a record and outside items in it."""
        return self.words_in(record) - sum(map(self.words_in, items))

    def own_marks(self, record: range, items: Sequence[range]) -> int:
        """How many kinds of marks a record has outside items in it."""
        starts = [record.start, *(item.stop for item in items)]
        stops = [*(item.start for item in items), record.stop]
        gaps = [range(start, stop) for start, stop in zip(starts, stops, strict=True)]
        return any(any_in(self.times, gap) for gap in gaps) + any(any_in(self.authors, gap) for gap in gaps)

    def times_said(self, record: range) -> tuple[set[str], set[str]]:
        """What `times_of` finds at a record's time marks."""
        return self.times_of(within(self.times, record))

    def times_of(self, marks: Sequence[int]) -> tuple[set[str], set[str]]:
        """The exact times of time marks, and their texts, but for those that say how long ago it was."""
        stated = {self.table.attributes[mark].get(name, "") for mark in marks for name in TIME_ATTRIBUTES}
        texts = {self.table.text_of(mark) for mark in marks}
        exact = {value for value in stated if says_time(value) and not is_ago(value)}
        return exact, {text for text in texts if text and not is_ago(text)}


def worth_of(prose: float, marks: int) -> float:
    return (log(1 + prose / 10) - 0.3) * WORTH[marks]


def any_in(marks: Sequence[int], record: range) -> bool:
    at = bisect_left(marks, record.start)
    return at < len(marks) and marks[at] < record.stop


def evidence_of(table: Table, marks: Marks, prose: Sequence[int]) -> Evidence:
    """What is counted over the page. A headline is in a link to another page, stands on the page once, and is no mark
    nor an address."""
    texts, links = table.texts, table.links
    linked = [leaf for leaf in table.leaves if links[leaf]]
    repeats = Counter([texts[leaf] for leaf in linked])
    marked = {leaf for mark in marks.authors for leaf in table.leaves_of(mark)}
    for mark in marks.times:
        marked.update(table.leaves_of(mark) if table.length(mark) <= MAX_MARK else _short_times(table, mark))
    no_headlines = marked.union(linked_replies(table), *map(table.leaves_in, answered(table)))
    single = (leaf for leaf in linked if repeats[texts[leaf]] == 1 and leaf not in no_headlines)
    long = (leaf for leaf in single if len(texts[leaf].strip().encode()) >= MAX_HEADLINE and "://" not in texts[leaf])
    words = list(prose)
    for leaf in marked:
        words[leaf] = 0
    return Evidence(
        table,
        prefix_sums(prose),
        prefix_sums(words),
        [leaf for leaf in long if not _leads_to_place(table, table.link_around(leaf))],
        table.character_sums,
        marks.posted() or marks.times,
        marks.authors,
        marks.quotes,
    )


def _leads_to_place(table: Table, link: int) -> bool:
    """True if a link leads to a place in the page, as titles of replies do to their own, or nowhere."""
    if "#" not in table.attributes.markup_of(link):
        return False
    page, _, place = table.attributes.value(link, "href").partition("#")
    return place in table.ids or not (page or place)


def _short_times(table: Table, mark: int) -> list[int]:
    """The texts with a time, and hardly more, of an element that holds more: who wrote it, and a number."""
    leaves = table.leaves_of(mark)[:MAX_LEAVES]
    return [leaf for leaf in leaves if len(table.texts[leaf].strip()) <= MAX_MARK and is_time(table.texts[leaf])]


def prose(table: Table, rows: Container[int] = (), quotes: Iterable[int] = ()) -> list[int]:
    """Characters of each leaf that may be prose: outside links but those that are all of a reply, and in no text that
    the page repeats, but for what is said again in `quotes` of it, nor says of itself. `rows` are the leaves of lists,
    which are none."""
    labels, links = table.labels, table.links
    again = {leaf for node in quotes for leaf in table.leaves_of(node)}
    repeats = Counter([labels[leaf] for leaf in table.leaves])
    outside = repeats - Counter(labels[leaf] for leaf in again) if again else repeats
    counts = [0] * len(table)
    controls = in_controls(table) | _heads_of_columns(table)
    characters, valid, replies = table.characters, table.valid, linked_replies(table)
    for leaf in table.leaves:
        if (links[leaf] and leaf not in replies) or leaf in controls or leaf in rows:
            continue
        if (repeats if leaf in again else outside)[labels[leaf]] <= MAX_REPEATS:
            counts[leaf] = characters[leaf] if valid[leaf] else ceil(LABEL_SHARE * characters[leaf])
    for word in NOTICE_WORDS:
        for leaf in table.leaves_with(word, range(len(table))):
            counts[leaf] = 0 if says_page(table.texts[leaf]) else counts[leaf]
    return counts


def _heads_of_columns(table: Table) -> set[int]:
    """The leaves of rows in which all of several cells are heads, over one with as many others: they say what stands in
    the columns below."""
    inside = set[int]()
    for row, below in pairwise(table.find("tr")):
        heads, cells = (_cells(table, one) for one in (row, below))
        if len(heads) > 1 and len(heads) == len(cells) and {*heads} == {"th"} and {*cells} == {"td"}:
            inside.update(table.leaves_of(row))
    return inside


def _cells(table: Table, row: int) -> list[str]:
    """The tags of what stands in a row, which may be cells."""
    return [table.tags[cell] for cell in islice(table.children(row), MAX_COLUMNS)]


@once
def in_controls(table: Table) -> frozenset[int]:
    """The leaves of buttons, choices and fields, of what pops up, of what asks for consent to cookies, of the forms in
    which answers are written and of what stands in their place; a form may also hold the posts, to moderate them, and a
    field a letter, which a script shows."""
    controls = (node for tag in _CONTROLS for node in table.find(tag))
    inside = {child for node in controls for child in table.children(node) if table.tags[child] == TEXT}
    asking = [*table.called(_lies_over), *table.identified(_lies_over)]
    small = (node for node in asking if node > table.body and table.ends[node] - node <= MAX_FORM * len(table))
    inside.update(leaf for node in small for leaf in table.leaves_of(node))
    for node in (node for node in table.called(_is_for_writing) if table.length(node) <= MAX_WRITING):
        if not _holds_posts(table, node):
            inside.update(table.leaves_of(node))
    instead = table.called(_is_placeholder)
    inside.update(leaf for node in instead if table.length(node) <= MAX_MARK for leaf in table.leaves_of(node))
    inside.update(leaf for node in pop_ups(table) for leaf in table.leaves_of(node))
    sent = {table.parents[leaf] for leaf in letters(table)}
    texts, timely, headed = table.texts, table.timely, set[int]()
    most = MAX_FORM * len(table)  # some frameworks have one form around all
    for node in table.find("textarea"):
        if node in sent:
            inside.difference_update(table.leaves_of(node))
            continue
        form = node
        while form >= 0 and table.tags[form] != "form":
            form = table.parents[form]
        is_of_page = form >= 0 and table.ends[form] - form > most
        box = _headed_box(table, node if is_of_page else form) if form >= 0 else -1
        if box >= 0 and box not in headed:
            headed.add(box)
            if not is_of_page:
                inside.update(table.leaves_in(range(box, form)))
            elif table.ends[box] - box <= most and table.length(box) <= MAX_WRITING and not _holds_posts(table, box):
                inside.update(table.leaves_of(box))
        if form >= 0 and not is_of_page:
            last = within(table.fields, range(form, table.ends[form]))[-1]
            behind = range(table.ends[last], table.ends[form])
            holds_posts = any(len(texts[leaf]) <= MAX_MARK and is_time(texts[leaf]) for leaf in within(timely, behind))
            inside.update(table.leaves_in(range(form, behind.start)) if holds_posts else table.leaves_of(form))
    return frozenset(inside)


@Saying
def _lies_over(name: str) -> bool:
    return asks_consent(name) or _MODAL.search(name) is not None


@Saying
def _is_for_writing(name: str) -> bool:
    return _WRITING.search(name) is not None


@Saying
def _is_placeholder(name: str) -> bool:
    return _PLACEHOLDER.search(name) is not None


def _headed_box(table: Table, form: int) -> int:
    """The box around a form to write in that begins with a heading which says so, without a time over the form or
    a link to somebody; -1 if there is none."""
    node = form
    for _ in range(MAX_AROUND_FORM):
        node = table.parents[node]
        if node <= table.body:
            break
        at = bisect_left(table.leaves, node)
        first = table.leaves[at] if at < len(table.leaves) else form
        if first < form and _TO_WRITE.fullmatch(table.labels[first]):
            over = range(node, form)
            return -1 if any_in(table.timely, over) or any_in(table.profiles, over) else node
    return -1


def _holds_posts(table: Table, box: int) -> bool:
    """True for a box to write in that also has a time, or a link to somebody."""
    inner = range(box, table.ends[box])
    return any_in(table.timely, inner) or any_in(table.profiles, inner)


def is_same_time(first: tuple[set[str], set[str]], second: tuple[set[str], set[str]]) -> bool:
    exact, texts = first[0] & second[0], first[1] & second[1]
    return bool(exact if first[0] and second[0] else texts)
