"""Teasers and remarks: texts that stand in rows, each beside a linked headline or a time of its own.

Lists of what else to read show the first sentences of each article, and comments are sentences anyway: together they
are often longer than a short article, and neither their class nor their place need say what they are. What does is
that they recur: texts at one place of the template, each in an element of its own, and between each two of them a
headline, or a time. An article's paragraphs stand in one element, whatever stands between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, takewhile
from statistics import median_low

from crawler.extract.articles.paragraphs import Paragraph
from crawler.extract.boilerplate import MAX_LABEL_CHARS, Saying
from crawler.extract.instant import is_time
from crawler.extract.listing import MIN_HEADLINE, MIN_HEADLINE_CJK, lead_to_one_site, outermost
from crawler.extract.markup import HEADINGS
from crawler.extract.table import Table, within

TEASER_WEIGHT = 0.1
REMARK_WEIGHT = 0.03
"""What they count of their characters."""

MIN_ROWS = 3
"""Two may be an article's parts."""

MIN_HEADED = 0.6
"""Share of the rows that have a headline or a time: some remarks are of several paragraphs."""

MIN_TEXT = 60
MIN_TEXT_CJK = 20
"""Characters of a text that counts, in letters and in Han: shorter ones are names and buttons with a function word."""

MAX_TEASER, MAX_TEASER_CJK = 200, 80
"""Characters of the median text that is surely a teaser's, in letters and in Han."""

MIN_BEFORE = 1.5
"""What stands before remarks is so many times what stands behind them if they end the text."""

MIN_FIRST_RUN, MIN_RUN = 2, 3
"""So many texts in boxes of their own follow each other if they are an article's: first of all, and behind others."""

MAX_BEFORE = 4
MAX_BETWEEN = 8
"""So many paragraphs stand before the first text of a list and between two, at most: names, times, buttons."""


_Kind = tuple[str, str]
"""An element's tag and class."""

_TEXT = re.compile(
    r"(?:^|[\s_-])(?:article|art|post|entry|news|detail|story)[_-]?(?:content|body|text|txt|con)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""What the element around an article's text is called."""

_CLOCK = re.compile(r"\d{1,2}[:：][0-5]\d(?:[:：][0-5]\d)?")


def in_rows(table: Table, found: Sequence[Paragraph], text: Sequence[int]) -> dict[int, float]:
    """For the first leaves of teasers and remarks what these count of their characters. `text` are the places of the
    paragraphs that are running text."""
    shortest = MIN_TEXT_CJK if table.is_cjk else MIN_TEXT
    weights: dict[int, float] = {}
    end = _end_of_article(table, found, text)
    for numbers in _by_place(table, found, text):
        if len(numbers) < MIN_ROWS:
            continue
        apart = _listed(table, found, _without_runs(table, found, _apart(table, found, numbers)))
        if len(apart) < MIN_ROWS:
            continue
        is_behind = found[apart[0]].first >= end >= 0
        long = [number for number in apart if is_behind or found[number].weight >= shortest]
        weight = _weight(table, found, long, is_behind=is_behind)
        if weight == TEASER_WEIGHT and is_behind:
            inside = (paragraph.first for paragraph in found[apart[0] - 1 : apart[-1] + 1])
            weights.update((first, REMARK_WEIGHT) for first in inside if first >= end)
        elif weight == TEASER_WEIGHT and end < 0 and _are_sure(table, found, long):
            weights.update((found[number].first, REMARK_WEIGHT) for number in long)
        elif weight == REMARK_WEIGHT or _are_signed(table, found, apart):
            weights.update((first, REMARK_WEIGHT) for first in _remarks(table, found, apart))
        elif weight < 1:
            weights.update((found[number].first, weight) for number in long)
    return weights


def _remarks(table: Table, found: Sequence[Paragraph], numbers: Sequence[int]) -> Iterator[int]:
    """The first leaves of some remarks, and of the lines of name and time around them: a few have a function word."""
    yield from (found[number].first for number in numbers)
    last = numbers[-1]
    for number in range(max(0, numbers[0] - MAX_BEFORE), len(found)):
        if number - last >= MAX_BETWEEN:
            break
        if found[number].weight and _is_time(table, found[number]):
            yield found[number].first
            if len(found[number].leaves) > 1:  # a name and a time: the last remarks may have no function word
                last = max(last, number)


def _by_place(table: Table, found: Sequence[Paragraph], numbers: Sequence[int]) -> Iterable[Sequence[int]]:
    """The paragraphs by where they stand in the template, and by whether their own element is their row."""
    tags, parents, value = table.tags, table.parents, table.attributes.value
    places: dict[tuple[bool, _Kind, _Kind], list[int]] = {}
    kinds: dict[int, _Kind] = {}  # of the elements around
    for number in numbers:
        container = found[number].container
        around = max(parents[container], 0)
        if around not in kinds:
            kinds[around] = tags[around], value(around, "class")
        place = _is_row(found, number), (tags[container], value(container, "class")), kinds[around]
        places.setdefault(place, []).append(number)
    return places.values()


def _apart(table: Table, found: Sequence[Paragraph], numbers: Sequence[int]) -> list[int]:
    """Those of the paragraphs that do not stand with several others in one element, as those of an article do, if
    they are the most. Where most stand alone, two in the first element are a short article's."""
    around = [_row(table, found, number) for number in numbers]
    counts = Counter(around)
    alone = sum(count == 1 for count in counts.values())
    if alone * 2 > len(numbers) and counts[around[0]] == 2:
        numbers, around = numbers[2:], around[2:]
    apart = [number for number, node in zip(numbers, around, strict=True) if counts[node] < MIN_ROWS]
    return apart if len(apart) * 2 > len(numbers) else []


def _without_runs(table: Table, found: Sequence[Paragraph], numbers: Sequence[int]) -> Sequence[int]:
    """Some texts without those that follow each other, each in an element of its own, with neither a headline nor a
    time between them, and without the few others in the element around these: a template that puts every paragraph
    into a box does it to articles, too."""
    runs: list[list[int]] = []
    for before, number in pairwise([-1, *numbers]):
        if runs and not _is_parted(table, found[before + 1 : number]):
            runs[-1].append(number)
        else:
            runs.append([number])
    left_out: set[int] = set()
    for run, least in zip(runs, [MIN_FIRST_RUN, *[MIN_RUN] * len(runs)], strict=False):
        if len(runs) > 1 and len({_row(table, found, number) for number in run}) >= least:
            left_out.update(run)
            holder = table.common_ancestor(found[run[0]].container, found[run[-1]].container)
            inside = [number for number in numbers if holder < found[number].first < table.ends[holder]]
            left_out.update(inside if len(inside) <= 2 * len(run) else ())
    return [number for number in numbers if number not in left_out]


def _is_parted(table: Table, between: Sequence[Paragraph]) -> bool:
    """True if a headline or a time, or much else, stands between two texts."""
    shortest = MIN_HEADLINE_CJK if table.is_cjk else MIN_HEADLINE
    if len(between) > MAX_BETWEEN:
        return True
    return bool(_named(table, [between])) or any(
        p.linked * 2 > p.characters >= shortest or _is_time(table, p) for p in between
    )


def _listed(table: Table, found: Sequence[Paragraph], numbers: Sequence[int]) -> Sequence[int]:
    """Some texts without the first, if that stands far before the others and outside of what holds these: it is an
    article's only paragraph, over a list."""
    if len(numbers) <= MIN_ROWS or numbers[1] - numbers[0] <= MAX_BETWEEN + 1:
        return numbers
    around = table.common_ancestor(found[numbers[1]].container, found[numbers[2]].container)
    return numbers[1:] if found[numbers[0]].first < around else numbers


def before_remarks(table: Table, text: Sequence[Paragraph], rows: Mapping[int, float]) -> Sequence[Paragraph]:
    """The paragraphs up to the row of the first remark and the heading over it, unless much of the others stands behind
    it."""
    remarks = [rows.get(paragraph.first) == REMARK_WEIGHT for paragraph in text]
    if True not in remarks:
        return text
    first = remarks.index(True)
    before = sum(paragraph.weight for paragraph in text[:first])
    after = sum(paragraph.weight for paragraph, remark in zip(text, remarks, strict=True) if not remark) - before
    if not 0 < before >= MIN_BEFORE * after:
        return text
    row = _row(table, text, first)
    if True in remarks[first + 1 :]:
        row = min(row, _row_before(table, text[first], text[remarks.index(True, first + 1)]))
    kept = [paragraph for paragraph in text[:first] if paragraph.first < row] or text[:first]
    headings = takewhile(lambda paragraph: table.tags[paragraph.container] in HEADINGS, reversed(kept))
    return kept[: len(kept) - sum(1 for _ in headings)]


def _row_before(table: Table, remark: Paragraph, other: Paragraph) -> int:
    """The largest element around a remark that holds no other: its row, with the time and the name in it."""
    return table.child_towards(table.common_ancestor(remark.container, other.first), remark.first)


def _row(table: Table, found: Sequence[Paragraph], number: int) -> int:
    """The element that a text stands in with what belongs to it: its own, where something stands there before it, or
    else the one around that."""
    container = found[number].container
    return container if _is_row(found, number) else table.parents[container]


def _is_row(found: Sequence[Paragraph], number: int) -> bool:
    return number > 0 and found[number - 1].container == found[number].container


def _end_of_article(table: Table, found: Sequence[Paragraph], text: Sequence[int]) -> int:
    """Where the element ends that is marked up as the page's only article with a text, or is called so; -1 if there is
    none."""
    firsts = [found[number].first for number in text]
    for nodes in (table.outermost("article"), outermost(table, sorted(table.called(_says_text)))):
        articles = (node for node in nodes if within(firsts, range(node, table.ends[node])))
        first, *others = [*islice(articles, 2), -1]
        if others == [-1]:
            return table.ends[first]
    return -1


@Saying
def _says_text(name: str) -> bool:
    return _TEXT.search(name) is not None


def _weight(table: Table, found: Sequence[Paragraph], numbers: Sequence[int], *, is_behind: bool) -> float:
    """What the texts at one place count, by what stands between most of them and the text before: where they stand
    behind the article (`is_behind`) a headline need not be linked."""
    if len(numbers) < MIN_ROWS:
        return 1.0
    gaps, least = _gaps(table, found, numbers)
    if sum(any(_is_time(table, p) for p in gap) for gap in gaps) >= least:
        return REMARK_WEIGHT
    shortest = MIN_HEADLINE_CJK if table.is_cjk else MIN_HEADLINE
    headed = sum(any(is_behind or p.linked * 2 > p.characters >= shortest for p in gap) for gap in gaps)
    return TEASER_WEIGHT if headed >= least or len(_named(table, gaps)) >= least else 1.0


def _named(table: Table, gaps: Sequence[Sequence[Paragraph]]) -> set[str]:
    """The different words of the links that stand right before texts, and nothing beside them: headlines however short,
    but no buttons, which recur, and no times."""
    links = (gap[-1] for gap in gaps if gap and gap[-1].linked == gap[-1].characters)
    texts = {"".join([table.texts[leaf] for leaf in p.leaves]).strip() for p in links}
    return {text for text in texts if any(map(str.isalpha, text)) and not any(map(str.isdigit, text))}


def _are_sure(table: Table, found: Sequence[Paragraph], numbers: Sequence[int]) -> bool:
    """True if texts under linked headlines are as short as teasers are, each leads to a page of its own, all on one
    site, and no text stands before them in the element around them: reviews link what they are on to shops, and what
    sums up a week has more to say, or says first what it does."""
    most = MAX_TEASER_CJK if table.is_cjk else MAX_TEASER
    if len(numbers) < MIN_ROWS or median_low(found[number].weight for number in numbers) > most:
        return False
    around = table.common_ancestor(found[numbers[0]].container, found[numbers[-1]].container)
    within_it = takewhile(lambda p: p.first > around, reversed(found[: numbers[0]]))
    said = (p for p in within_it if p.weight and 2 * p.linked <= p.characters and not _is_time(table, p))
    if any(table.tags[p.container] not in HEADINGS for p in said):
        return False
    gaps, least = _gaps(table, found, numbers)
    linked = (leaf for gap in gaps for p in gap for leaf in p.leaves if table.links[leaf])
    links = [table.attributes[table.link_around(leaf)] for leaf in linked]
    return len({link.get("href", "") for link in links}) >= least and lead_to_one_site(links)


def _are_signed(table: Table, found: Sequence[Paragraph], numbers: Sequence[int]) -> bool:
    """True if a time and something else stands between most of some texts, however short these are."""
    gaps, least = _gaps(table, found, numbers)
    return sum(any(len(gap) + len(p.leaves) > 2 and _is_time(table, p) for p in gap) for gap in gaps) >= least


def _gaps(
    table: Table, found: Sequence[Paragraph], numbers: Sequence[int]
) -> tuple[Sequence[Sequence[Paragraph]], float]:
    """What stands between each two texts at one place that are no times themselves, and before the first, if it is not
    too much; and how many of the texts are most."""
    texts = [number for number in numbers if not _is_time(table, found[number])]
    places = pairwise([max(-1, numbers[0] - MAX_BEFORE), *texts])
    gaps = [found[before + 1 : number] for before, number in places if number - before <= MAX_BETWEEN + 1]
    return gaps, max(MIN_ROWS, MIN_HEADED * len(texts))


def _is_time(table: Table, paragraph: Paragraph) -> bool:
    if paragraph.characters > MAX_LABEL_CHARS:
        return False
    text = " ".join([table.texts[leaf] for leaf in paragraph.leaves])
    return is_time(text) or _CLOCK.fullmatch(text.strip()) is not None
