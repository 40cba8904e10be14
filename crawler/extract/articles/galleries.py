"""Galleries in an article: slides that count themselves, 3/50, with a caption each and a subject of their own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from crawler.extract.articles.paragraphs import Paragraph
from crawler.extract.table import Table

MIN_SLIDES = 3
"""So many slides of one gallery, counted up, are one wherever they stand."""

MIN_OUTSIDE = 500
MIN_OUTSIDE_CJK = 150
"""Characters of running text outside of a gallery, in letters and in Han: with less it is the article."""

_COUNTER = re.compile(r"\s*(\d{1,3})\s?/\s?(\d{1,3})(?![\d/.])")


def without_galleries(table: Table, chosen: Sequence[Paragraph]) -> Sequence[Paragraph]:
    """The paragraphs that stand in no gallery."""
    slides: defaultdict[str, list[tuple[int, Paragraph]]] = defaultdict(list)
    for paragraph in chosen:
        match = _COUNTER.match(table.texts[paragraph.first])
        if match and int(match[1]) <= int(match[2]):
            slides[match[2]].append((int(match[1]), paragraph))
    for box in _boxes(table, chosen, slides.values()):
        chosen = [p for p in chosen if not box <= p.first < table.ends[box]]
    return chosen


def _boxes(
    table: Table, chosen: Sequence[Paragraph], galleries: Iterable[Sequence[tuple[int, Paragraph]]]
) -> Iterator[int]:
    """The elements around galleries, if enough text stands outside of each."""
    least = MIN_OUTSIDE_CJK if table.is_cjk else MIN_OUTSIDE
    for slides in galleries:
        numbers = [number for number, _ in slides]
        if len(slides) >= MIN_SLIDES and numbers == sorted(set(numbers)):
            box = table.common_ancestor(slides[0][1].first, slides[-1][1].first)
            if sum(p.weight for p in chosen if not box <= p.first < table.ends[box]) >= least:
                yield box
