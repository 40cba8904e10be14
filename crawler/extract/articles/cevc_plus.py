"""CEVC+: CEVC's descent, made robust. The default for articles.

CEVC (see `cevc`) counts valid characters and follows them down. Here paragraphs are counted instead of text leaves, so
that links and emphasis within a sentence belong to it, and each counts by what speaks for and against it:

- long paragraphs more than short ones: comments, teasers and forms are made of short ones;
- little in an element named as an aside, in rows with headlines or times of their own (see `rows`), or before the
  page's title; more where the title is;
- a child's mass is what its paragraphs weigh times the share of its text that is running text, for lists of links and
  of dates with a sentence here and there are not content.

Where the descent ends low, at a single long paragraph, the node with most paragraphs of its own is taken instead, and
siblings that belong to its text join it (see `siblings`). All text of these is content but what stands in an aside
inside it, what is mostly links, and the noise at both ends.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, compress, islice

from crawler.extract.articles.cleaning import cleaned
from crawler.extract.articles.confidence import confidence
from crawler.extract.articles.marked_body import marked_body
from crawler.extract.articles.notices import notices
from crawler.extract.articles.paragraphs import Asides, Paragraph, paragraphs
from crawler.extract.articles.rows import before_remarks, in_rows
from crawler.extract.articles.siblings import joined
from crawler.extract.articles.stated_body import StatedBody
from crawler.extract.articles.unseen import unseen
from crawler.extract.boilerplate import MAX_TOOLBAR_CHARS, is_byline, is_head_label, is_toolbar
from crawler.extract.lines import lines
from crawler.extract.markup import HEADINGS
from crawler.extract.published.cevc import ALPHA, MainContent
from crawler.extract.table import Table, prefix_sums
from crawler.extract.wording import letters

ASIDE_WEIGHT = 0.03
BEFORE_TITLE_WEIGHT = 0.3
AT_TITLE_WEIGHT = 4.0
"""What a paragraph in a named aside, before the title, or in the lowest element that holds the title and text below it
counts of its characters."""

HALF_WEIGHT_CHARS = 45
HALF_WEIGHT_CHARS_CJK = 15
"""Characters at which a paragraph counts half of them: what one needs to say a sentence, in letters and in Han."""

MAX_CREDITS = 8
"""So many paragraphs under the title are looked at for a line of author, source and time."""

ENOUGH = 0.5
"""How much a text below the title weighs that makes it the title's, in half-weight characters: that of some short
lines, a poem or a flash."""

MIN_BELOW_TITLE = 0.8
"""Share of the chosen text that stands below the title if it is the article's: what is above is cut off only then."""

MAX_BEFORE_TITLE = 0.5
MAX_BEFORE_HEADING = 0.8
"""Share of the page's valid characters that stand before its title, at most: columns beside a short article may."""

MIN_TITLE = 1 / 3
"""Share of a text that the title is if it is more than named there."""

MAX_HEADINGS = 20
MAX_HEADING_CHARS = 500
"""So many headings are looked at for the title, and so much of each."""

MIN_HELD = 0.75
MIN_HELD_WITH_TITLE = 0.5
"""Share of the weight below a node that is most of it by far, and in an element with the title: a section of a text may
hold half of it, but has not the title."""

MIN_ADDED = 0.3
MIN_ADDED_TEXT = 0.9
"""An ancestor is taken instead of a node if it adds so much of the node's weight, and so much of what it adds is
running text."""

MIN_MARKED = 0.2
"""What a page marks up as its article's body weighs at least so much of what else was chosen: else it is a teaser."""

CHILD_SHARE = 0.7
GRANDCHILD_SHARE = 0.3
"""What a paragraph counts for its container's parent and grandparent when nodes are compared as holders of text."""


_PARAGRAPH_TAGS = frozenset(["p", "li", "dt", "dd", "pre", "blockquote", "figcaption", "h1", "h2", "h3", "h4"])
"""Elements that are paragraphs: what holds them is their parent."""


def main_content(table: Table, title: str, body: str = "") -> MainContent | None:
    """The main content of an article's page, or None if there is no running text outside links.

    `title` is the page's title and `body` the text that it states to be the article's ("" if unknown). Linear in the
    number of nodes.
    """
    if not len(table):
        return None
    title_leaf = _title_leaf(table, title)
    found, asides = paragraphs(table, title_leaf)
    scale = HALF_WEIGHT_CHARS_CJK if table.is_cjk else HALF_WEIGHT_CHARS
    firsts = [paragraph.first for paragraph in found]
    text = [number for number, paragraph in enumerate(found) if paragraph.weight]
    rows = (
        _credits(table, found, firsts, title_leaf) | notices(table, found, firsts, text) | in_rows(table, found, text)
    )
    plain = [0.0] * len(found)
    for number in text:
        plain[number] = _weight(found[number], scale, title_leaf, rows, asides)
    if not any(plain[number] and table.tags[found[number].container] != "title" for number in text):
        return None
    weights = _with_title(table, firsts, plain, title_leaf, ENOUGH * scale)
    node = _marked(table, firsts, weights, _choose(table, found, firsts, weights, asides, title_leaf))
    inside = [_held(table, firsts, held) for held in joined(table, found, asides, node, title_leaf)]
    chosen = [paragraph for held in inside for paragraph in found[held]]
    kept = _output(table, node, chosen, title_leaf, rows, asides, StatedBody(body))
    left_out = unseen(table)
    leaves = [leaf for paragraph in kept for leaf in paragraph.leaves if leaf not in left_out]
    share = sum(sum(weights[held]) for held in inside) / sum(weights)
    return MainContent(node, lines(table, leaves, left_out), confidence(table, share, chosen, kept), leaves)


def _credits(table: Table, found: Sequence[Paragraph], firsts: Sequence[int], title_leaf: int) -> dict[int, float]:
    """For the first leaves of the lines under the title that say who wrote the text and when: they weigh nothing."""
    below = bisect_right(firsts, title_leaf) if title_leaf >= 0 else len(found)
    lines_below = (p for p in found[below : below + MAX_CREDITS] if p.weight and p.characters <= MAX_TOOLBAR_CHARS)
    texts = ((p.first, " ".join([table.texts[leaf] for leaf in p.leaves])) for p in lines_below)
    return {first: 0.0 for first, text in texts if is_head_label(text) or is_toolbar(text) or is_byline(text)}


def _held(table: Table, firsts: Sequence[int], node: int) -> slice:
    """The paragraphs inside a node."""
    return slice(bisect_left(firsts, node), bisect_left(firsts, table.ends[node]))


def _title_leaf(table: Table, title: str) -> int:
    """The leaf of the body in which the title stands, or ends, one in a heading first; -1 if it is not there or if more
    of the page's valid characters stand before it than stand before a title."""
    sums = table.valid_sums
    words = title.split()
    leaf, most = _in_heading(table, title) if words else -1, MAX_BEFORE_HEADING
    if leaf < 0:
        most = MAX_BEFORE_TITLE
        begun = table.leaves_with(words[0], range(table.body, table.ends[table.body])) if words else ()
        leaf = next((leaf for leaf in begun if _says(" ".join(table.texts[leaf].split()), " ".join(words))), -1)
    return leaf if sums[leaf] <= most * sums[-1] else -1


def _says(text: str, title: str) -> bool:
    """True for a text of which the title is much: a sentence may have the same words."""
    return title in text and len(title) >= MIN_TITLE * len(text)


def _in_heading(table: Table, title: str) -> int:
    """The leaf at which the first heading that holds the title has said it, whatever elements part its words; -1 if
    none does."""
    wanted = letters(title)
    for heading in islice(chain(table.find("h1"), table.find("h2")), MAX_HEADINGS):
        said = ""
        for leaf in table.leaves_of(heading):
            said += letters(table.texts[leaf])
            if wanted in said and len(said) <= 2 * len(wanted):
                return leaf
            if len(said) > MAX_HEADING_CHARS:
                break
    return -1


def _weight(paragraph: Paragraph, scale: int, title_leaf: int, rows: Mapping[int, float], asides: Asides) -> float:
    characters = paragraph.weight
    weight = characters * characters / (characters + scale)
    if paragraph.first in asides.firsts:
        weight *= ASIDE_WEIGHT
    if paragraph.first < title_leaf:
        weight *= BEFORE_TITLE_WEIGHT
    return weight * rows.get(paragraph.first, 1.0)


class _Sums:
    """What the paragraphs inside a node come to. Each count is summed up when it is first asked for."""

    def __init__(
        self, table: Table, found: Sequence[Paragraph], firsts: Sequence[int], weights: Sequence[float]
    ) -> None:
        self._ends = table.ends
        self._found = found
        self._firsts = firsts
        self._weights = prefix_sums(weights)

    @cached_property
    def _text(self) -> list[int]:
        return prefix_sums([p.weight for p in self._found])

    @cached_property
    def _characters(self) -> list[int]:
        return prefix_sums([p.characters for p in self._found])

    def _inside(self, node: int) -> tuple[int, int]:
        return bisect_left(self._firsts, node), bisect_left(self._firsts, self._ends[node])

    def weight(self, node: int) -> float:
        start, end = self._inside(node)
        return self._weights[end] - self._weights[start]

    def text(self, node: int) -> tuple[int, int]:
        """Running text, and all characters."""
        start, end = self._inside(node)
        return self._text[end] - self._text[start], self._characters[end] - self._characters[start]

    def masses(self, node: int) -> dict[int, float]:
        """For each child with paragraphs its mass: weight times the share of the characters that are running text."""
        firsts, ends, masses = self._firsts, self._ends, dict[int, float]()
        weights, texts, all_characters = self._weights, self._text, self._characters
        child = node + 1
        at, until = bisect_left(firsts, child), bisect_left(firsts, ends[node])
        while at < until:
            behind = ends[child]
            if firsts[at] < behind:
                start, at = at, bisect_left(firsts, behind, at, until)
                text, characters = texts[at] - texts[start], all_characters[at] - all_characters[start]
                masses[child] = (weights[at] - weights[start]) * text / characters if text else 0.0
            child = behind
        return masses


def _with_title(
    table: Table, firsts: Sequence[int], weights: list[float], title_leaf: int, enough: float
) -> list[float]:
    """The weights, higher below the title in the lowest element that holds both it and enough text below it."""
    if title_leaf < 0:
        return weights
    below = bisect_right(firsts, title_leaf)
    sums = prefix_sums(weights[below:])
    holder, end = title_leaf, below
    while holder != table.body and sums[end - below] < enough:
        holder = table.parents[holder]
        end = max(below, bisect_left(firsts, table.ends[holder]))
    return [*weights[:below], *(weight * AT_TITLE_WEIGHT for weight in weights[below:end]), *weights[end:]]


def _choose(
    table: Table,
    found: Sequence[Paragraph],
    firsts: Sequence[int],
    weights: Sequence[float],
    asides: Asides,
    title_leaf: int,
) -> int:
    """The node that the descent reaches, or the best holder of paragraphs if the descent went below it; and then what
    stands beside it."""
    holder = _best_holder(table, found, weights)
    node = _descend(table, _Sums(table, found, firsts, weights), holder, title_leaf)
    sums = _Sums(table, asides.outside(found), asides.outside(firsts), asides.outside(weights))
    return _climb(table, sums, holder if holder <= node < table.ends[holder] else node)


def _marked(table: Table, firsts: Sequence[int], weights: Sequence[float], node: int) -> int:
    """What the page marks up as the article's body instead of a part of it or of what stands beside it, if that does
    not weigh much more."""
    body = marked_body(table)
    if body < 0 or node < body < table.ends[node]:
        return node
    weight = sum(weights[_held(table, firsts, body)])
    return body if weight >= MIN_MARKED * sum(weights[_held(table, firsts, node)]) else node


def _best_holder(table: Table, found: Sequence[Paragraph], weights: Sequence[float]) -> int:
    """The node with the most weight in paragraphs of its own, of its children and of theirs."""
    tags, parents = table.tags, table.parents
    held: dict[int, float] = {}
    for paragraph, weight in zip(compress(found, weights), filter(None, weights), strict=True):
        node = paragraph.container
        if tags[node] in _PARAGRAPH_TAGS:
            node = parents[node]
        for share in (1.0, CHILD_SHARE, GRANDCHILD_SHARE):
            if node >= 0:
                held[node] = held.get(node, 0.0) + weight * share
                node = parents[node]
    return max(sorted(held), key=held.__getitem__)


def _descend(table: Table, sums: _Sums, holder: int, title_leaf: int) -> int:
    """From <body> into the child with the most mass, until none has most of it: CEVC's step with other counts.

    The child that holds `holder`, the best of paragraphs, and most weight goes first: a column of links beside
    the text makes the mass of what is around both small.
    """
    node, path = table.body, list[int]()
    while holder > node:
        path.append(holder)
        holder = table.parents[holder]
    while True:
        held = path.pop() if path and table.parents[path[-1]] == node else -1
        least = MIN_HELD_WITH_TITLE if held < title_leaf < table.ends[held] else MIN_HELD
        if held >= 0 and 0 < sums.weight(held) >= least * sums.weight(node):
            node = held
            continue
        masses = sums.masses(node)
        largest = max(masses, key=masses.__getitem__, default=node)
        if not masses.get(largest):
            return max(table.parents[node], 0)  # a leaf: its parent is the content
        if masses[largest] < ALPHA * sum(masses.values()):
            return node
        node = largest


def _climb(table: Table, sums: _Sums, node: int) -> int:
    """The highest ancestor that adds text of some weight to a node, and hardly anything else. `sums` are those of what
    stands in no aside."""
    chosen = node
    while node != table.body and table.parents[node] >= 0:
        node = table.parents[node]
        weight = sums.weight(chosen)
        if sums.weight(node) - weight < MIN_ADDED * weight:
            continue
        (text, characters), (own_text, own_characters) = sums.text(chosen), sums.text(node)
        if own_text - text >= MIN_ADDED_TEXT * (own_characters - characters):
            chosen = node
    return chosen


def _output(
    table: Table,
    node: int,
    kept: Sequence[Paragraph],
    title_leaf: int,
    rows: Mapping[int, float],
    asides: Asides,
    body: StatedBody,
) -> Sequence[Paragraph]:
    """The paragraphs that are the text, of those that the chosen nodes hold."""
    others = [p for p in kept if p.first != title_leaf and not _says_again(table, p, title_leaf)]
    below = [p for p in others if p.first > title_leaf]
    if sum(p.weight for p in below) < MIN_BELOW_TITLE * sum(p.weight for p in others):
        below = list(kept)
    shown = [p for p in below if (aside := asides.around(p.first)) < 0 or aside <= node < table.ends[aside]]
    text = _cleaned(table, shown, rows, kept[-1])
    if not text and title_leaf >= 0:  # names that say aside by chance: nothing else stands under the title
        text = _cleaned(table, below, rows, kept[-1])
    if not body:
        return text
    leads = [p for p in text if p.first < node]  # many sites state them elsewhere
    return [*leads, *body.ends(table, text[len(leads) :])]


def _cleaned(
    table: Table, kept: Sequence[Paragraph], rows: Mapping[int, float], last: Paragraph
) -> Sequence[Paragraph]:
    """The paragraphs that are text, without remarks behind it and noise; `last` is the last one before cleaning."""
    return _without_bare_headings(table, cleaned(table, before_remarks(table, kept, rows), rows), last)


def _says_again(table: Table, paragraph: Paragraph, title_leaf: int) -> bool:
    """True if a paragraph says what the title does, in the same words: bars that stay above a text do."""
    if title_leaf < 0 or len(paragraph.leaves) > 1:
        return False
    return table.texts[paragraph.first].strip() == table.texts[title_leaf].strip()


def _without_bare_headings(table: Table, text: Sequence[Paragraph], last: Paragraph) -> Sequence[Paragraph]:
    """The text without headings at its end of which all that stood under them was left out: links, buttons, asides.
    `last` is the last paragraph before cleaning."""
    end = len(text)
    while end > 1 and text[end - 1] is not last and table.tags[text[end - 1].container] in HEADINGS:
        end -= 1
    return text[:end]
