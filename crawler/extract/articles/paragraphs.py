"""The page's text as paragraphs: what stands between two breaks of the line, links and emphasis included."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import TypeVar

from crawler.extract.articles.further_articles import further_articles
from crawler.extract.articles.headed import OF_COMMENTS, headed_boxes
from crawler.extract.articles.imprint import imprint
from crawler.extract.articles.marked_body import marked_body
from crawler.extract.articles.teasers import teasers
from crawler.extract.boilerplate import (
    ASIDE_TAGS,
    MAX_ASIDE_SHARE,
    NEVER_TEXT_TAGS,
    Saying,
    aside_share,
    is_for_small_screens,
    is_hiding,
    is_invisible,
    may_be_teaser,
    own_name,
)
from crawler.extract.table import RUNNING, Run, Table, prefix_sums, run_of, within

MAX_HIDDEN_SHARE = 0.6
"""An element that holds more of the page's valid characters is not hidden for good: scripts show some pages when they
have loaded. A text that is there twice, for two kinds of screen, is hidden with half of them."""

MAX_INVISIBLE_SHARE = 0.1
MIN_SHOWN = 200
MIN_READ = 30
"""What is invisible but keeps its place holds no more of them, unless it leaves so many valid characters to be read, in
lines of so many at least."""

MIN_SENTENCE = 12
"""Characters of a line that is running text for the stop that it ends with: news in brief and what is written as on a
telegraph does without function words."""

MAX_UNDER_TEXT = 0.95
MIN_UNDER_TITLE = 25
"""What a heading says to be further articles may hold that share of the page's valid characters, if so many of them
stand between the title and it: a short article's list is longer."""

MIN_OF_BODY = 0.5
"""Share of the text that a page marks up as its body which no aside in it holds."""

MIN_MAIN = 25
"""Valid characters of a <main> that has the page's text: then no footer behind it has any, however short it is."""


def _has_share(share: float, name: str) -> bool:
    return aside_share(name) == share


_SHARES = dict.fromkeys(ASIDE_TAGS, MAX_ASIDE_SHARE) | dict.fromkeys(NEVER_TEXT_TAGS, 1.0)
"""Up to which share of the page's text is believed of an element, by its name, that it is not shown."""

_SAYING_ASIDE = {share: Saying(partial(_has_share, share)) for share in (1.0, MAX_ASIDE_SHARE)}
"""What says that an element is an aside, by up to which share of the page's text that is believed."""

_STOPS = frozenset("。！？")
_PAGE_TAGS = frozenset(["html", "body", "main", "article"])


Item = TypeVar("Item")

Paragraph = Run
"""A run of the page's shown text."""


class Asides:
    """The outermost elements that are teasers or whose names speak against them, in order, and the paragraphs in them.

    held: what each element with paragraphs in it has of them. firsts: the first leaves of all of these.
    """

    def __init__(self, table: Table, nodes: Sequence[int], firsts: Sequence[int]) -> None:
        self._nodes = nodes
        self._ends = [table.ends[node] for node in nodes]
        both = zip(nodes, self._ends, strict=True)
        inside = (slice(bisect_left(firsts, node), bisect_left(firsts, end)) for node, end in both)
        self.held = [held for held in inside if held.start < held.stop]
        self.firsts = {first for held in self.held for first in firsts[held]}

    def around(self, leaf: int) -> int:
        """The aside that a leaf stands in, -1 if it stands in none."""
        at = bisect_right(self._nodes, leaf) - 1
        return self._nodes[at] if at >= 0 and leaf < self._ends[at] else -1

    def outside(self, items: Sequence[Item]) -> list[Item]:
        """Of the items that stand for one paragraph each, those of paragraphs in no aside."""
        left = list(items)
        for held in reversed(self.held):
            del left[held]
        return left


def paragraphs(table: Table, title: int = -1) -> tuple[list[Paragraph], Asides]:
    """The paragraphs of the page's shown text, in order, and those in asides.

    `title` is the leaf of the page's title, which stands in no aside.
    """
    return _Reader(table, title).read()


class _Reader:
    """One walk over the elements that may speak against what they hold, and one over the runs of text."""

    def __init__(self, table: Table, title: int) -> None:
        self.table = table
        self.title = title
        self.sums = table.valid_sums
        self.hidden: list[int] = []
        self.asides: list[int] = []

    def read(self) -> tuple[list[Paragraph], Asides]:
        self._scan()
        shown = self._with_sentences(self._shown())
        return shown, Asides(self.table, self.asides, [run.first for run in shown])

    def _with_sentences(self, runs: list[Run]) -> list[Run]:
        """The runs, with their weight where they are sentences in Han or kana without a function word."""
        if not self.table.is_cjk:
            return runs
        texts = self.table.texts
        return [
            run_of(run.leaves, run.container, run.breaks, run.characters, run.linked, valid=True)
            if not run.valid and run.characters >= MIN_SENTENCE and texts[run.leaves[-1]].rstrip()[-1:] in _STOPS
            else run
            for run in runs
        ]

    def _shown(self) -> list[Run]:
        """The runs of text outside hidden elements."""
        runs = self.table.runs
        firsts = [run.first for run in runs]
        shown: list[Run] = []
        start = 0
        for node in self.hidden:
            until = bisect_left(firsts, node)
            shown += _joined(shown, runs[start:until])
            start = bisect_left(firsts, self.table.ends[node])
        return shown + _joined(shown, runs[start:])

    def _scan(self) -> None:
        """Find the outermost hidden elements and the outermost asides and teasers."""
        tags, ends = self.table.tags, self.table.ends
        hiding, parting, teasing = self._may_hide(), self._may_part(), self._teasers()
        hidden_until = aside_until = 0
        for node in sorted({*hiding, *parting, *teasing}):
            if node < hidden_until or (node < aside_until and node not in hiding):
                continue
            if tags[node] in RUNNING and self._runs_on(node):
                continue
            if node in hiding and self._share(node) <= hiding[node]:
                self.hidden.append(node)
                hidden_until = ends[node]
            elif node < aside_until:
                continue
            elif node in teasing or (node in parting and self._is_aside(node, parting[node])):
                self.asides.append(node)
                aside_until = ends[node]

    def _runs_on(self, node: int) -> bool:
        """True for an element of a line in which the line goes on: formulas and cards in one break it."""
        return RUNNING.issuperset(self.table.tags[node : self.table.ends[node]])

    def _may_hide(self) -> dict[int, float]:
        """The elements whose text is not shown, and up to which share of the page's text that is believed."""
        table = self.table
        hiding: dict[int, float] = dict.fromkeys(table.marked.get("hidden", ()), MAX_HIDDEN_SHARE)
        for node in table.marked.get("aria-hidden", ()):
            if table.attributes.value(node, "aria-hidden") == "true":
                hiding[node] = MAX_HIDDEN_SHARE
        for style in filter(is_hiding, table.styles):
            nodes = table.styles[style]
            believed = self._invisible(nodes) if is_invisible(style) else dict.fromkeys(nodes, MAX_HIDDEN_SHARE)
            hiding.update(believed)
        hiding.update(dict.fromkeys(table.called(is_for_small_screens), MAX_ASIDE_SHARE))
        for tag in table.elements.keys() & _SHARES.keys():
            if tag == "figcaption" and table.is_cjk:
                continue  # pictures with captions may be the article: `without_captions` tells
            share = _SHARES[tag]
            for node in table.elements[tag]:
                if tag != "form" or self._asks(node):
                    hiding[node] = share
        hiding.update((node, 1.0) for node in table.find("footer") if self._is_after_main(node))
        return hiding

    def _is_after_main(self, node: int) -> bool:
        """True for what stands behind the page's only <main>, which has a text: none of it is the page's content."""
        mains = self.table.elements.get("main", ())
        if len(mains) != 1 or node < (end := self.table.ends[mains[0]]):
            return False
        return self.sums[end] - self.sums[mains[0]] >= MIN_MAIN

    def _invisible(self, nodes: Iterable[int]) -> dict[int, float]:
        """Up to which share of the page's text elements are believed to be invisible: a little, or what leaves enough
        to read. Some systems show any text only when a script has given its pictures their places."""
        most = dict.fromkeys(nodes, MAX_HIDDEN_SHARE)
        for node in filter(self._share, nodes):
            read = self._readable
            own = read[self.table.ends[node]] - read[node]
            is_large = self._share(node) > MAX_INVISIBLE_SHARE or own > MAX_INVISIBLE_SHARE * read[-1]
            if is_large and read[-1] - own < MIN_SHOWN:
                most[node] = 0
        return most

    @cached_property
    def _readable(self) -> list[int]:
        """The prefix sums of the valid characters of the lines that are read: no comments, which stand below a text."""
        table, counts = self.table, [0] * len(self.table)
        valid = table.valid
        for leaf in table.leaves:
            if valid[leaf] >= MIN_READ:
                counts[leaf] = valid[leaf]
        named = (
            nodes for names in (table.classes, table.ids) for name, nodes in names.items() if aside_share(name) == 1
        )
        headed = (node for node, share in headed_boxes(table) if share == OF_COMMENTS)
        for node in chain(chain.from_iterable(named), headed):
            if table.tags[node] in _PAGE_TAGS:
                continue
            counts[node : table.ends[node]] = [0] * (table.ends[node] - node)
        return prefix_sums(counts)

    def _asks(self, form: int) -> bool:
        """True for a form with something to fill in, and without the page's title: some systems put every text in a
        form, to count who reads it."""
        inside = range(form, self.table.ends[form])
        return self.title not in inside and bool(within(self.table.fields, inside))

    def _may_part(self) -> dict[int, float]:
        """The elements named as an aside, and up to which share of the page's text that is believed."""
        table = self.table
        parting: dict[int, float] = {}
        for share, says in _SAYING_ASIDE.items():
            parting.update(dict.fromkeys(table.called(says), share))
        teasers = (node for node in table.called(may_be_teaser) if node not in parting and self._leads_on(node))
        parting.update(dict.fromkeys(list(teasers), MAX_ASIDE_SHARE))
        for share, says in _SAYING_ASIDE.items():
            for node in table.identified(says):
                if own_name(table.attributes.value(node, "id")):
                    parting[node] = max(share, parting.get(node, 0))
        for node, share in headed_boxes(table):
            most = max(share, MAX_UNDER_TEXT) if self._is_under_text(node) else share
            parting[node] = max(most, parting.get(node, 0))
        parting.update(dict.fromkeys(further_articles(table, self.title), 1.0))
        if (node := imprint(table)) >= 0 and self._is_under_text(node):
            parting[node] = max(MAX_UNDER_TEXT, parting.get(node, 0))
        return parting

    def _leads_on(self, node: int) -> bool:
        """True for an element with a link in it."""
        return bool(within(self.table.elements.get("a", ()), range(node, self.table.ends[node])))

    def _is_under_text(self, node: int) -> bool:
        """True for what stands below the title and a sentence or two under it."""
        return 0 <= self.title < node and self.sums[node] - self.sums[self.title + 1] >= MIN_UNDER_TITLE

    def _teasers(self) -> set[int]:
        """The teasers, if together they are no more of the page's text than an aside may be."""
        boxes = [box for box in teasers(self.table) if not box <= self.title < self.table.ends[box]]
        return set(boxes) if sum(map(self._share, boxes)) <= MAX_ASIDE_SHARE else set()

    def _is_aside(self, node: int, most: float) -> bool:
        if self.table.tags[node] in _PAGE_TAGS or node <= self.title < self.table.ends[node]:
            return False
        return self._share(node) <= most and not self._is_of_body(node)

    def _is_of_body(self, node: int) -> bool:
        """True for what is around the only body that the page marks up, or holds most of its text."""
        body, ends = marked_body(self.table), self.table.ends
        if body < 0:
            return False
        if node <= body:
            return body < ends[node]
        return node < ends[body] and self._share(node) > MIN_OF_BODY * self._share(body)

    def _share(self, node: int) -> float:
        """Share of the page's valid characters in an element."""
        return (self.sums[self.table.ends[node]] - self.sums[node]) / (self.sums[-1] or 1)


def _joined(before: list[Run], runs: list[Run]) -> list[Run]:
    """The runs behind a hidden element. If nothing else parts the first of them from the last one before, that is taken
    from there and joined with it."""
    if not before or not runs or before[-1].breaks != runs[0].breaks or before[-1].container != runs[0].container:
        return runs
    last, run = before.pop(), runs[0]
    characters, linked = last.characters + run.characters, last.linked + run.linked
    leaves, valid = last.leaves + run.leaves, last.valid or run.valid
    return [run_of(leaves, last.container, last.breaks, characters, linked, valid), *runs[1:]]
