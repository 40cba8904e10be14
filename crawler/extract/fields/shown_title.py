"""The title where <title> has none that the page shows: the line over the text that is set off from it.

Pages of 2005, digital editions of newspapers and many offices' sites call every page by the site's name, and write the
title in bold, large or centred letters over the line of source and time.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from itertools import chain

from crawler.extract.articles.headed import heads_others
from crawler.extract.boilerplate import is_head_label, is_promotion
from crawler.extract.fields.title import is_over_date
from crawler.extract.instant import is_time
from crawler.extract.lines import lines
from crawler.extract.table import Run, Table

MIN_CHARS, MAX_CHARS = 4, 60
MAX_HEADING = 150
"""Of a title, and of one in an <h1>, in letters too."""

SUBTITLE = "—"
"""What subtitles begin with."""

MIN_TEXT = 30
"""A run of text with so many characters is the article's: its title stands above, whatever is in between."""

MAX_ABOVE = 12
"""So many runs of text above the article are looked at."""

MAX_OVER = 40
"""So many for one that stands over a date: buttons stand between it and the text."""

LEVELS = 4
"""So many elements around a line may set it off."""

_TAGS = frozenset(["h1", "h2", "h3", "h4", "h5", "b", "strong", "big", "th", "center", "caption"])
_MARKUP = re.compile(
    r"align\s*=\s*[\"']?center|text-align\s*:\s*center|font-weight\s*:\s*(?:bold|[6-9]00)"
    r"|font-size\s*:\s*(?:1[6-9]|[2-5]\d)(?:px|pt)|\bsize\s*=\s*[\"']?(?:\+|[4-7])"
    r"|(?:class|id)\s*=\s*[\"']?[\w-]*(?:title|headline|biaoti)",
    re.IGNORECASE,
)

_COUNTED = re.compile(r"[:：][\s\d,.]*$")
"""The end of a label, with or without what is counted."""


def shown_title(table: Table, leaves: Sequence[int], *, over_date: bool = False) -> str:
    """The line set off over an article's text, whose text leaves these are; "" if there is none.

    An <h1> over the line of the date counts first; then the nearest line that is set off above the text, one over the
    line of the date, and the first that is set off in the text, for the title may have been taken for text. But for the
    <h1> only on pages in Han or kana: others are called by their titles. `over_date`: nothing but a line over the date
    counts, for the page may have another title.
    """
    if not leaves:
        return ""
    heading = _heading_over(table, leaves)
    if heading or not table.is_cjk:
        return heading
    runs = table.runs
    firsts = [run.first for run in runs]
    begins = bisect_left(firsts, leaves[0])
    long = next((place for place in range(begins, len(runs)) if runs[place].weight >= MIN_TEXT), begins)
    first = max(bisect_left(firsts, table.body), begins - MAX_OVER)
    above, inside = runs[first:begins][::-1], runs[begins : min(long, begins + MAX_ABOVE)]
    set_off = partial(_set_off, table)
    dated = map(partial(_over_date, table), above)
    tried = (dated,) if over_date else (map(set_off, above[:MAX_ABOVE]), dated, map(set_off, inside))
    return next(filter(None, chain.from_iterable(tried)), "")


def _heading_over(table: Table, leaves: Sequence[int]) -> str:
    """The last <h1> above a text with these leaves that stands over a time, "" if there is none."""
    above = [node for node in table.find("h1") if table.ends[node] <= leaves[0]]
    for node in reversed(above):
        text = table.text_of(node)
        may_be = MIN_CHARS <= len(text) <= MAX_HEADING and not table.links[node] and not is_time(text)
        if may_be and is_over_date(table, table.span(node)[1]):
            return text
    return ""


def _over_date(table: Table, run: Run) -> str:
    """The text of a run that stands over the line of an article's date, "" of others."""
    end = table.offsets[bisect_left(table.leaves, run.leaves[-1]) + 1]
    return _may_be(table, run) if is_over_date(table, end) else ""


def _set_off(table: Table, run: Run) -> str:
    """The text of a run that is set off from what stands around it, "" of others."""
    return _may_be(table, run) if _is_set_off(table, run) else ""


def _may_be(table: Table, run: Run) -> str:
    """The text of a run that may be a title, "" of others."""
    if run.linked or not MIN_CHARS <= run.characters <= MAX_CHARS:
        return ""
    text = lines(table, run.leaves)
    is_label = text.startswith(SUBTITLE) or _COUNTED.search(text) or is_head_label(text) or is_promotion(text)
    return "" if is_label or heads_others(text) or sum(map(str.isalpha, text)) < MIN_CHARS else text


def _is_set_off(table: Table, run: Run) -> bool:
    """True if an element around all of a run, not far above, sets it off from what stands around it."""
    node, end = table.parents[run.first], run.leaves[-1]
    for _ in range(LEVELS):
        if node <= 0:
            break
        if table.ends[node] > end and (table.tags[node] in _TAGS or _MARKUP.search(table.attributes.markup_of(node))):
            return table.tags[node] != "th" or sum(1 for _ in table.children(table.parents[node])) == 1
        node = table.parents[node]
    return False
