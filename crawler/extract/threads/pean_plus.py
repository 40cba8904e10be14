"""PEAN+: the records of a thread, by the marks that each of them has once.

PEAN descends from <body> to the parent of the posts. Here every place of the template that holds times or links to
profiles proposes a division of the page: around each mark the largest subtree without another mark of that place.
The division whose parts hold most text and most marks of both kinds is taken. So the posts need neither be many, nor
children of one parent, nor one node each. Where comments outnumber the posts that hold them, the division around
theirs is taken; a page's only post has a way of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, log

from crawler.extract.instant import is_ago
from crawler.extract.lines import line_ends
from crawler.extract.markup import HEADINGS
from crawler.extract.table import TEXT, Table, prefix_sums, within
from crawler.extract.threads.marks import TIME_ATTRIBUTES, Marks, by_place, may_be_of_post

MIN_OPENING = 20
"""Characters of prose before the first record that make an opening post."""

MIN_BEHIND = 2
"""... or so many behind the last mark there: a post may be of one word, where a head has nothing more to say."""

WORTH = (0.0, 0.6, 2.0)
"""A record with a time and an author is worth more than two with one of them: halves are no records."""

MIN_WORTH = 1.5
MAX_HEADLINE = 20
"""A record with both marks is worth that at least, whatever few words it holds, unless it has a link of more bytes that
stands nowhere else: then it is a row of a list."""

MAX_MARK = 40
"""Characters of a time's mark; what holds more is more than a time."""

LABEL_SHARE = 0.25
"""What a character counts in a text without a function word: a short post, or a panel."""

_CONTROLS = ("label", "option", "button", "textarea", "select")

MAX_FORM = 0.3
"""Share of the page's nodes up to which a form is for writing only."""

MAX_REPEATS = 2
"""Texts that stand on a page more often are labels."""

MAX_HEADS = 200
"""Times that are tried as the head of a page's only post."""

BEFORE_HEAD = 1 / 8
"""What a character counts before the time and the author of a page's only post: mostly of a panel, but some posts have
these below them."""

NEARER = 0.65
"""What an element counts beside the one inside it, as far as the only post: a short one has less to say than what
stands around it, but it stands nearer to its time."""

MAX_APART = 40
MAX_HOLDING = 0.8
"""An author who is so many nodes away from a time, in no smaller part of the page than that, is not its author."""

MAX_PAIRED = 20
"""So many times with an author are tried as the heads of an opening and its only reply."""

MIN_PAIR = 0.6
"""Share of an only post's prose that an opening and its only reply must hold to be what the page has."""

MIN_TITLE = 4
"""A text with fewer characters is not told to be the title."""

MOST_AGAIN = 0.8
"""Share of the prose of an opening that the first record says again: for machines, some pages state it twice."""

MAX_HEAD_PROSE = 100
"""Characters of prose between a time and its author: a panel, no post."""

MIN_HELD = 0.5
"""Share of the text between the first mark and the last that subtrees must hold to be whole records."""


MIN_INSIDE = 0.8
MIN_ALIKE = 0.6
MIN_POSTS = 0.6
MIN_OWN = 0.25
"""Records are posts around comments if they hold that share of these, look alike and have text and a mark of their own
in those shares of the records, and have that share of the text for themselves."""

ADVERTS = frozenset(
    ["广告", "廣告", "推广", "推廣", "赞助", "贊助", "広告", "ad", "advertisement", "sponsored", "anzeige"]
)
"""Labels of adverts."""

LABEL_CHARS = 30

_LAST = re.compile(
    r"\blast (?:updated?|repl|post|activ|modified|comment)|最[后後](?:回[复復覆应應]|更新|发表|發表|活[动動])"
    r"|\bletzte[rn]? (?:beitrag|antwort|aktivität)|\bzuletzt|\bderni(?:er|ère) (?:message|réponse)"
    r"|\búltim[ao] (?:respuesta|mensaje)",
    re.IGNORECASE,
)
"""What stands before the time at which somebody wrote last: heads of threads have it."""

MIN_COMMON = 0.8
MIN_ALIKE_PROSE = 0.9
"""A record is made smaller to what looks alike in that share of the records, if it keeps that share of its prose."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    """Prefix sums over the nodes: characters of prose, of prose outside marks, of all text, headlines; marks
    in order."""

    prose: Sequence[int]
    words: Sequence[int]
    headlines: Sequence[int]
    characters: Sequence[int]
    times: Sequence[int]
    authors: Sequence[int]

    def prose_in(self, record: range) -> int:
        return self.prose[record.stop] - self.prose[record.start]

    def author_of(self, time: int) -> int:
        """The author's mark nearest to a time in the page's order; -1 if none is near."""
        after = bisect_left(self.authors, time)
        around = self.authors[max(0, after - 1) : after + 1]
        nearest = min(around, key=lambda mark: abs(mark - time), default=-1)
        between = self.prose_in(range(min(time, nearest), max(time, nearest))) if around else 0
        return nearest if between <= MAX_HEAD_PROSE else -1

    def purity(self, table: Table, node: int) -> float:
        """Share of a subtree's characters that are prose."""
        characters = self.characters[table.ends[node]] - self.characters[node]
        return self.prose_in(range(node, table.ends[node])) / characters if characters else 0.0

    def marks_in(self, record: range) -> int:
        """How many kinds of marks a record has: a time, an author."""
        return _any_in(self.times, record) + _any_in(self.authors, record)

    def are_equal(self, small: range, large: range) -> bool:
        """True if a part of a record holds its prose and its marks."""
        enough = self.prose_in(small) >= MIN_ALIKE_PROSE * self.prose_in(large)
        return enough and self.marks_in(small) == self.marks_in(large)

    def weight(self, record: range) -> float:
        """What a record is worth: its text, by its logarithm, and which marks it has."""
        prose, marks = self.prose_in(record), self.marks_in(record)
        worth = _worth(prose, marks)
        return MIN_WORTH if worth < MIN_WORTH and marks == 2 and self.says_something(record) else worth

    def says_something(self, record: range) -> bool:
        """True if a record has a word outside its marks and no headline."""
        return self.words_in(record) > 0 and not self.has_headline(record)

    def has_headline(self, record: range) -> bool:
        """True if a record has so long a link of its own as rows of lists have."""
        return self.headlines[record.stop] > self.headlines[record.start]

    def may_open(self, table: Table, opening: range, headings: Sequence[range], kinds: int) -> bool:
        """True if what stands before records of so many `kinds` of marks has prose, and a time and an author; or the
        time that is all that these have, no headline, and prose outside its headings; or a time and prose under the
        thread's title, as questions have, whose author is not shown."""
        if self.marks_in(opening) == 2:
            said, behind = self.said_in(table, opening)
            return said >= MIN_OPENING or behind >= MIN_BEHIND
        if not _any_in(self.times, opening):
            return False
        if kinds == 1 and self.says_something(opening) and self.own_prose(opening, headings) >= MIN_OPENING:
            return True
        entitled = _under_title(table, opening)
        return len(entitled) > 0 and self.said_in(table, entitled)[0] >= MIN_OPENING

    def said_in(self, table: Table, record: range) -> tuple[int, int]:
        """Characters of prose in a record outside headings and but before its marks on their lines: "a discussion
        started by"; and those behind the last mark."""
        said, behind, before, is_head = 0, 0, -1, False
        last = max(self._last(self.times, record), self._last(self.authors, record))
        for leaf in reversed(table.leaves_in(record)):
            if before >= 0 and line_ends(table, leaf, before):
                is_head = False
            is_head = is_head or self._is_marked(table, leaf)
            prose = self.prose_in(range(leaf, leaf + 1))
            is_label = is_head and prose <= MAX_HEAD_PROSE
            said += prose * (not is_label and table.tags[table.parents[leaf]] not in HEADINGS)
            if leaf > last:
                behind = said
            before = leaf
        return said, behind

    def _last(self, marks: Sequence[int], record: range) -> int:
        at = bisect_left(marks, record.stop) - 1
        return marks[at] if at >= 0 else -1

    def _is_marked(self, table: Table, leaf: int) -> bool:
        around = range(table.parents[leaf], leaf + 1)
        return any(_any_in(marks, around) for marks in (self.times, self.authors))

    def words_in(self, record: range) -> int:
        """Characters of prose in a record outside its marks."""
        return self.words[record.stop] - self.words[record.start]

    def own_prose(self, record: range, items: Sequence[range]) -> int:
        """Characters of prose in a record outside items in it."""
        return self.prose_in(record) - sum(map(self.prose_in, items))

    def own_marks(self, record: range, items: Sequence[range]) -> int:
        """How many kinds of marks a record has outside items in it."""
        starts = [record.start, *(item.stop for item in items)]
        stops = [*(item.start for item in items), record.stop]
        gaps = [range(start, stop) for start, stop in zip(starts, stops, strict=True)]
        return any(_any_in(self.times, gap) for gap in gaps) + any(_any_in(self.authors, gap) for gap in gaps)


def _worth(prose: float, marks: int) -> float:
    return (log(1 + prose / 10) - 0.3) * WORTH[marks]


def _any_in(marks: Sequence[int], record: range) -> bool:
    at = bisect_left(marks, record.start)
    return at < len(marks) and marks[at] < record.stop


def find_records(table: Table, marks: Marks, prose: Sequence[int]) -> list[range]:
    """The posts, in page order, each as a slice of node numbers; empty when nothing looks like posts. `prose` are the
    characters of each node that may be prose."""
    if not len(table):
        return []
    evidence = _evidence(table, marks, prose)
    places = [*by_place(table, evidence.times).values(), *by_place(table, marks.authors).values()]
    places = [alike for alike in places if len(alike) > 1]
    divisions = [_divide(table, alike, evidence) for alike in places]
    worths = [sum(map(evidence.weight, division)) for division in divisions]
    single, alone, head = _single(table, evidence)
    single, alone = _pair(table, evidence, single, alone)
    first = max(range(len(worths)), key=worths.__getitem__, default=-1)
    if first < 0 or worths[first] <= 0:
        return single
    best = _around(table, _siblings(table, places[first]), divisions, evidence) or divisions[first]
    said = [record for record in best if evidence.prose_in(record) or evidence.marks_in(record) == 2]
    kept = [record for record in said if not _is_advert(table, record, evidence)] or said
    found = _without_head(table, _opening(table, kept, evidence), evidence)
    if _shares_head(table, best, head, evidence):
        return found
    if _is_panel(divisions[first], single, evidence):
        return single
    posts = sum(evidence.marks_in(record) == 2 or evidence.says_something(record) for record in best)
    whole = posts >= MIN_POSTS * len(best)
    return found if _beats(found if whole else divisions[first], single, alone, evidence) else single


def _without_head(table: Table, found: list[range], evidence: _Evidence) -> list[range]:
    """The records without the thread's head: a first one, unlike the others, that has the title as a heading and says
    nothing but who began the thread and when."""
    head = found[0]
    headings = [range(node, table.ends[node]) for tag in HEADINGS for node in within(table.elements.get(tag, ()), head)]
    if len(found) < 2 or not headings or evidence.own_prose(head, headings) >= MIN_OPENING:
        return found
    is_alike = table.shape(head.start) in (table.shape(record.start) for record in found[1:])
    return found if is_alike or any(evidence.said_in(table, head)) else found[1:]


def _is_advert(table: Table, record: range, evidence: _Evidence) -> bool:
    """True for a record in the template of the posts that is labelled as an advert, and was posted at no time."""
    if _any_in(evidence.times, record):
        return False
    return any(table.labels[leaf].lower() in ADVERTS for leaf in table.leaves_in(record))


def _shares_head(table: Table, division: Sequence[range], head: int, evidence: _Evidence) -> bool:
    """True if the time over a page's only post is that of one of several records, which all have a time and an author:
    then it is over more than one post, however little these say."""
    if head < 0 or len(division) < 2 or any(evidence.marks_in(record) < 2 for record in division):
        return False
    timed = [record for record in division if not evidence.has_headline(record) and _is_timed(table, record, evidence)]
    if len(timed) < MIN_POSTS * len(division) or not any(map(evidence.words_in, timed)):
        return False
    said = _says_times(table, evidence, range(head, head + 1))
    return any(head in record or _is_same_time(said, _says_times(table, evidence, record)) for record in division)


def _is_panel(division: Sequence[range], single: Sequence[range], evidence: _Evidence) -> bool:
    """True if records are parts of a page's only post, which has a time and an author, and have no time: its author's
    panel links to several pages of the profile."""
    if len(single) != 1 or evidence.marks_in(single[0]) < 2 or any(_any_in(evidence.times, one) for one in division):
        return False
    return all(single[0].start <= record.start < record.stop <= single[0].stop for record in division)


def _is_timed(table: Table, record: range, evidence: _Evidence) -> bool:
    return any(may_be_of_post(table, time) for time in within(evidence.times, record))


def _beats(division: Sequence[range], single: Sequence[range], alone: float, evidence: _Evidence) -> bool:
    """True if records are worth more than a page's only post would be (`alone`), or are what it is made of."""
    worth = sum(map(evidence.weight, division))
    if worth > alone:
        return True
    inside = [record for record in division for post in single if post.start <= record.start < record.stop <= post.stop]
    held = sum(map(evidence.prose_in, inside))
    return worth > 0 and len(inside) > 1 and held >= MIN_HELD * sum(map(evidence.prose_in, single))


def prose(table: Table, rows: Container[int] = ()) -> list[int]:
    """Characters of each leaf that may be prose: outside links, and in no text that the page repeats. `rows` are the
    leaves of lists, which are none."""
    labels, links = table.labels, table.links
    repeats = Counter(labels)
    counts = [0] * len(table)
    controls = in_controls(table)
    for leaf in table.leaves:
        if leaf in controls or leaf in rows:
            continue
        if not links[leaf] and repeats[labels[leaf]] <= MAX_REPEATS:
            characters = table.characters[leaf]
            counts[leaf] = characters if table.valid[leaf] else ceil(LABEL_SHARE * characters)
    return counts


def _evidence(table: Table, marks: Marks, prose: Sequence[int]) -> _Evidence:
    """What is counted over the page. A headline is in a link, stands on the page once, and is no mark."""
    texts, links = table.texts, table.links
    repeats = Counter([texts[leaf] for leaf in table.leaves if links[leaf]])
    marked = {leaf for mark in marks.authors for leaf in table.leaves_of(mark)}
    for mark in marks.times:
        start, end = table.span(mark)
        if end - start <= MAX_MARK:
            marked.update(table.leaves_of(mark))
    headlines, words = [0] * len(table), list(prose)
    for leaf in table.leaves:
        if links[leaf] and leaf not in marked and repeats[texts[leaf]] == 1:
            headlines[leaf] = int(len(texts[leaf].strip().encode()) >= MAX_HEADLINE)
    for leaf in marked:
        words[leaf] = 0
    return _Evidence(
        prefix_sums(prose),
        prefix_sums(words),
        prefix_sums(headlines),
        prefix_sums(table.characters),
        marks.posted() or marks.times,
        marks.authors,
    )


def in_controls(table: Table) -> set[int]:
    """The leaves of buttons, choices and fields, and of the forms in which answers are written; a form may also hold
    the posts, to moderate them."""
    controls = (node for tag in _CONTROLS for node in table.find(tag))
    inside = {child for node in controls for child in table.children(node) if table.tags[child] == TEXT}
    for node in table.find("textarea"):
        form = node
        while form >= 0 and table.tags[form] != "form":
            form = table.parents[form]
        if form >= 0 and table.ends[form] - form <= MAX_FORM * len(table):
            inside.update(table.leaves_of(form))
    return inside


def _divide(table: Table, marks: Sequence[int], evidence: _Evidence) -> list[range]:
    """The records around marks: whole subtrees, or, where these hold little, the slices from one to the next."""
    roots = [root for root, _ in table.around(marks)]
    if len(roots) < 2:
        return []
    whole = [range(root, table.ends[root]) for root in roots]
    alike = [range(root, table.ends[root]) for root in _alike(table, roots, marks)]
    whole = [small if evidence.are_equal(small, large) else large for small, large in zip(alike, whole, strict=True)]
    parent = table.parents[roots[-1]]
    starts = [*(record.start for record in whole[:-1]), roots[-1]]
    between = [range(first, second) for first, second in pairwise(starts)]
    held, all_between = sum(map(evidence.prose_in, whole[:-1])), sum(map(evidence.prose_in, between))
    if held >= MIN_HELD * all_between:
        return whole
    last = _same_stretch(table, roots, parent)
    return [*between, range(roots[-1], last)]


def _around(
    table: Table, items: Sequence[range], divisions: Sequence[list[range]], evidence: _Evidence
) -> list[range] | None:
    """The division whose records hold `items` beside text of their own: posts, where the items are comments on them."""
    best, most = None, 0.0
    for division in divisions:
        held = [_items_in(items, record) for record in division]
        if _hold_apart(table, division, held, items):
            worth = _worth_beside(division, held, evidence)
            if worth > most:
                best, most = division, worth
    return best


def _hold_apart(
    table: Table, division: Sequence[range], held: Sequence[Sequence[range]], items: Sequence[range]
) -> bool:
    """True if records that look alike hold most items, several in one of them, and all of these deeper inside."""
    if max(map(len, held), default=0) < 2 or sum(map(len, held)) < MIN_INSIDE * len(items):
        return False
    [(_, alike)] = Counter(table.shape(record.start) for record in division).most_common(1)
    if alike < max(2, MIN_ALIKE * len(division)) or any(_cuts(items, record) for record in division):
        return False
    pairs = zip(division, held, strict=True)
    return all(table.parents[item.start] >= record.start for record, inside in pairs for item in inside)


def _worth_beside(division: Sequence[range], held: Sequence[Sequence[range]], evidence: _Evidence) -> float:
    """What records are worth without the items that they hold; 0 if they are no posts on which these comment.

    Most posts have text and a mark of their own, all that are commented on have text, and it is as long as the comments
    at the mean.
    """
    own = [evidence.own_prose(record, inside) for record, inside in zip(division, held, strict=True)]
    marks = [evidence.own_marks(record, inside) for record, inside in zip(division, held, strict=True)]
    together = sum(map(evidence.prose_in, division))
    posts = sum(bool(prose and mark) for prose, mark in zip(own, marks, strict=True))
    if posts < MIN_POSTS * len(division) or sum(own) < MIN_OWN * together:
        return 0
    if any(inside and not prose for inside, prose in zip(held, own, strict=True)):
        return 0
    if sum(own) * sum(map(len, held)) < (together - sum(own)) * len(division):
        return 0
    return sum(map(_worth, own, marks))


def _cuts(items: Sequence[range], record: range) -> bool:
    """True if a record begins inside an item."""
    before = bisect_left(items, record.start, key=lambda item: item.start) - 1
    return before >= 0 and items[before].stop > record.start


def _items_in(items: Sequence[range], record: range) -> list[range]:
    first = bisect_left(items, record.start, key=lambda item: item.start)
    last = bisect_left(items, record.stop, key=lambda item: item.start)
    return [item for item in items[first:last] if item.stop <= record.stop and item != record]


def _siblings(table: Table, marks: Sequence[int]) -> list[range]:
    """The subtrees around marks that look like those that stand side by side, without what else is around single
    ones."""
    roots = [root for root, _ in table.around(marks)]
    pairs = [pair for pair in pairwise(roots) if table.parents[pair[0]] == table.parents[pair[1]]]
    shapes = Counter(table.shape(node) for pair in pairs for node in pair).most_common(1)
    if not shapes:
        return []
    [(item, _)] = shapes
    tops = [next((node for node in chain if table.shape(node) == item), -1) for chain in _chains(table, roots, marks)]
    return [range(node, table.ends[node]) for node in tops if node >= 0]


def _alike(table: Table, roots: Sequence[int], marks: Sequence[int]) -> list[int]:
    """For each root the highest node, from there to the mark, that looks like one in most of the others."""
    chains = _chains(table, roots, marks)
    counts = Counter(shape for chain in chains for shape in {table.shape(node) for node in chain})
    common = {shape for shape, count in counts.items() if count >= MIN_COMMON * len(roots)}
    return [next((node for node in chain if table.shape(node) in common), chain[0]) for chain in chains]


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
    """Where the last record ends: as many siblings behind its root as the record before has."""
    siblings = 0
    node = roots[-2]
    while node < roots[-1] and siblings < 50:
        node, siblings = table.ends[node], siblings + 1
    node = roots[-1]
    while siblings and node < table.ends[parent]:
        node, siblings = table.ends[node], siblings - 1
    return node


def _opening(table: Table, found: list[range], evidence: _Evidence) -> list[range]:
    """The records with all of the opening post: the text that stands over its author's card or under its head, and the
    whole post, where it stands in another container than the replies."""
    first, *others = found
    if _is_card(found, evidence) and (whole := _over_card(table, first, evidence)):
        return [whole, *others]
    if others and table.shape(first.start) not in (table.shape(record.start) for record in others):
        first = _with_body(table, first, others[0], evidence)
        if _is_bare(table, first, others[0], evidence):
            first, *others = others
    opening = _apart(table, [first, *others], evidence)
    return [opening, first, *others] if opening else [first, *others]


def _is_bare(table: Table, head: range, first: range, evidence: _Evidence) -> bool:
    """True for a head that states the exact time of the first post and says nothing but titles and labels."""
    if evidence.words_in(head) and evidence.said_in(table, head)[0]:
        return False
    return not _says_times(table, evidence, head)[0].isdisjoint(_says_times(table, evidence, first)[0])


def _apart(table: Table, found: Sequence[range], evidence: _Evidence) -> range | None:
    """The opening before the records, in another container, with marks of as many kinds as these have; None if there is
    none."""
    kinds = min(map(evidence.marks_in, found))
    first, parent = found[0].start, table.parents[found[0].start]
    while parent >= table.body:
        marks = [m for m in (*evidence.times, *evidence.authors) if parent < m < first and table.ends[m] <= first]
        if marks:
            start = min(_child_towards(table, parent, mark) for mark in marks)
            opening = _with_body(table, range(start, first), found[0], evidence)
            headings = [range(node, table.ends[node]) for node in table.find("h1") if start <= node < first]
            if evidence.may_open(table, opening, headings, kinds):
                over_title = _is_over_title(table, range(start, first), found[0])
                return None if over_title or _is_head(table, opening, found[0], evidence) else opening
        first = min(first, parent)
        parent = table.parents[parent]
    return None


def _is_over_title(table: Table, opening: range, first: range) -> bool:
    """True if the thread's title stands between what may be its opening and the first record, and is no heading above:
    only the page's own head stands over it."""
    if not any(_titles(table, range(opening.stop, first.start))):
        return False
    headings = (node for tag in HEADINGS for node in within(table.elements.get(tag, ()), opening))
    return not any(any(_titles(table, range(node, table.ends[node]))) for node in headings)


def _under_title(table: Table, opening: range) -> range:
    """What may be an opening, from the thread's title in it or before it in the element around it; else empty."""
    around = range(max(table.parents[opening.start], 0), opening.stop)
    title = next((leaf for leaf in _titles(table, around) if not table.links[leaf]), opening.stop)
    return range(max(title + 1, opening.start), opening.stop)


def _titles(table: Table, nodes: range) -> Iterator[int]:
    """The leaves that say the thread's title, as the page's begins."""
    name = next((" ".join(table.text_of(node).split()) for node in table.find("title")), "")
    for leaf in table.leaves_in(nodes):
        words = " ".join(table.texts[leaf].split())
        if len(words) >= MIN_TITLE and name.startswith(words):
            yield leaf


def _is_head(table: Table, opening: range, first: range, evidence: _Evidence) -> bool:
    """True for the head of the page, with the time of its first post or of its last, and for a copy of the first."""
    if _is_same_time(_says_times(table, evidence, opening), _says_times(table, evidence, first)):
        return True
    if _says_again(table, opening, first, evidence):
        return True
    return all(_is_last(table, time) for time in within(evidence.times, opening))


def _says_again(table: Table, opening: range, first: range, evidence: _Evidence) -> bool:
    """True if most of an opening's prose stands in the first record too."""
    said = {table.labels[leaf] for leaf in table.leaves_in(first)}
    again = (range(leaf, leaf + 1) for leaf in table.leaves_in(opening) if table.labels[leaf] in said)
    return sum(map(evidence.prose_in, again)) >= MOST_AGAIN * evidence.prose_in(opening)


def _with_body(table: Table, head: range, second: range, evidence: _Evidence) -> range:
    """An opening up to the second record, if it is only the head and the text stands between both; else as it is."""
    between = range(head.stop, second.start)
    headings = [range(node, table.ends[node]) for node in table.find("h1") if node in head]
    least = max(MIN_OPENING, evidence.own_prose(head, headings))
    is_head = not evidence.marks_in(between) and evidence.prose_in(between) >= least
    return range(head.start, second.start) if is_head else head


def _is_last(table: Table, time: int) -> bool:
    """True for the time at which somebody wrote last, as the text before its mark or the mark's beginning says."""
    start, end = table.span(time)
    before, text = table.flow[max(0, start - LABEL_CHARS) : start], table.flow[start:end]
    return bool(_LAST.search(before) or _LAST.match(text.lstrip()))


def _is_card(found: Sequence[range], evidence: _Evidence) -> bool:
    """True if all records but the first have a time and an author, and that one an author and hardly a word: it shows
    who wrote what stands above it."""
    card, *others = found
    if _any_in(evidence.times, card) or evidence.prose_in(card) >= MIN_OPENING:
        return False
    return len(others) >= 2 and all(evidence.marks_in(record) == 2 for record in others)


def _over_card(table: Table, card: range, evidence: _Evidence) -> range | None:
    """The opening that stands between the page's heading and its author's card, with the author; None if none does."""
    heading = next(iter(table.find("h1")), card.start)
    author = evidence.authors[bisect_left(evidence.authors, card.start)]
    opening = range(min(table.ends[heading], card.start), table.ends[author])
    said = evidence.prose_in(opening) >= MIN_OPENING and _any_in(evidence.times, opening)
    return opening if said else None


def _says_times(table: Table, evidence: _Evidence, record: range) -> tuple[set[str], set[str]]:
    """The exact times of a record's time marks, and their texts but for those that say how long ago it was."""
    marks = within(evidence.times, record)
    exact = {table.attributes[mark].get(name, "") for mark in marks for name in TIME_ATTRIBUTES}
    texts = {table.text_of(mark) for mark in marks}
    return exact - {""}, {text for text in texts if text and not is_ago(text)}


def _is_same_time(first: tuple[set[str], set[str]], second: tuple[set[str], set[str]]) -> bool:
    exact, texts = first[0] & second[0], first[1] & second[1]
    return bool(exact if first[0] and second[0] else texts)


def _child_towards(table: Table, ancestor: int, node: int) -> int:
    while table.parents[node] != ancestor:
        node = table.parents[node]
    return node


def _single(table: Table, evidence: _Evidence) -> tuple[list[range], float, int]:
    """A page's only post, what it is worth, and its time: around a time, if there is one with its author near by, an
    element with much prose and little else, near to these."""
    most, worth, at, around = 0.0, 0.0, -1, []
    for time in evidence.times[:MAX_HEADS]:
        if not may_be_of_post(table, time):
            continue
        author = evidence.author_of(time)
        if author >= 0 and abs(author - time) > MAX_APART and _are_apart(table, time, author):
            author = -1
        masses = _masses(table, evidence, time, author)
        mass, said = max(((mass, said) for _, mass, said in masses), default=(0.0, 0.0))
        if mass > most:
            most, worth, at, around = mass, _worth(said, 1 + (author >= 0)), time, masses
    if not around:
        return _densest(table, evidence), 0, at
    near = [mass * NEARER**level for level, (_, mass, _) in enumerate(around)]
    best, _, _ = around[near.index(max(near))]
    return [range(best, table.ends[best])], worth, at


def _are_apart(table: Table, time: int, author: int) -> bool:
    """True if nothing but nearly the whole page holds a time and an author."""
    node = table.common_ancestor(min(time, author), max(time, author))
    return table.ends[node] - node > MAX_HOLDING * len(table)


def _masses(table: Table, evidence: _Evidence, time: int, author: int) -> list[tuple[int, float, float]]:
    """The elements around a time and its author, from the lowest up, each with its mass as an only post and the
    characters of prose in it, of which those behind both count most."""
    head = max(table.ends[time], table.ends[author] if author >= 0 else 0)
    masses = []
    node = table.parents[time]
    while node >= table.body:
        if node <= author < table.ends[node] or author < 0:
            before = evidence.words_in(range(node, head))
            behind = evidence.prose_in(range(head, max(head, table.ends[node])))
            said = behind + BEFORE_HEAD * before
            masses.append((node, said * evidence.purity(table, node) ** 2, said))
        node = table.parents[node]
    return masses


def _pair(table: Table, evidence: _Evidence, single: list[range], alone: float) -> tuple[list[range], float]:
    """An opening and its only reply, which have no place of the template in common, and what they are worth; the page's
    only post (`single`, worth `alone`) where they are worth less or hold less."""
    best, most = single, alone
    held = sum(map(evidence.prose_in, single))
    for first, second in pairwise(_heads(table, evidence)[:MAX_PAIRED]):
        opening, reply = _around_head(table, first, second), _around_head(table, second, first)
        if opening.stop > reply.start or (len(best) == 2 and best[1].start < opening.stop):
            continue
        between = range(opening.start, reply.start)
        if evidence.prose_in(opening) < MIN_HELD * evidence.prose_in(between):
            opening = between
        worth = evidence.weight(opening) + evidence.weight(reply)
        both = evidence.said_in(table, opening)[0] and evidence.says_something(reply)
        around = table.common_ancestor(min(first.start, second.start), max(first.stop, second.stop) - 1)
        least = MIN_PAIR * min(held, evidence.prose_in(range(around, table.ends[around])))
        if both and worth > most and evidence.prose_in(opening) + evidence.prose_in(reply) >= least:
            best, most = [opening, reply], worth
    return best, most


def _heads(table: Table, evidence: _Evidence) -> list[range]:
    """From each author's mark to the time nearest to it, or from there to the author; in order."""
    heads: dict[int, range] = {}
    for time in evidence.times[:MAX_HEADS]:
        author = evidence.author_of(time)
        head = range(min(author, time), max(author, time) + 1)
        if author >= 0 and (author not in heads or len(head) < len(heads[author])):
            heads[author] = head
    return [head for _, head in sorted(heads.items())]


def _around_head(table: Table, head: range, other: range) -> range:
    """The largest subtree around a head that holds nothing of another."""
    node = table.common_ancestor(head.start, head.stop - 1)
    while (parent := table.parents[node]) > table.body:
        if parent <= other.stop - 1 and other.start < table.ends[parent]:
            break
        node = parent
    return range(node, table.ends[node])


def _densest(table: Table, evidence: _Evidence) -> list[range]:
    """Where no time is: the lowest node with half of the page's prose."""
    node = table.body
    held = evidence.prose_in(range(node, table.ends[node]))
    while inside := [c for c in table.children(node) if 2 * evidence.prose_in(range(c, table.ends[c])) >= held]:
        node = inside[0]
    return [range(node, table.ends[node])] if held else []
