"""The title where no <title> or <h1> has it: the line over the text that is set off from it.

Pages of 2005, digital editions of newspapers and many offices' sites call every page by the site's name, and write the
title in bold, large or centred letters over the line of source and time.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from crawler.extract.boilerplate import is_head_label
from crawler.extract.lines import lines
from crawler.extract.table import Run, Table

MIN_CHARS, MAX_CHARS = 4, 60
"""Of a title."""

SUBTITLE = "—"
"""What subtitles begin with."""

MIN_TEXT = 30
"""A run of text with so many characters is the article's: its title stands above, whatever is in between."""

MAX_ABOVE = 12
"""So many runs of text above the article are looked at."""

LEVELS = 4
"""So many elements around a line may set it off."""

_TAGS = frozenset(["h1", "h2", "h3", "h4", "h5", "b", "strong", "big", "th", "center", "caption"])
_MARKUP = re.compile(
    r"align\s*=\s*[\"']?center|text-align\s*:\s*center|font-weight\s*:\s*(?:bold|[6-9]00)"
    r"|font-size\s*:\s*(?:1[6-9]|[2-5]\d)(?:px|pt)|\bsize\s*=\s*[\"']?(?:\+|[4-7])"
    r"|(?:class|id)\s*=\s*[\"']?[\w-]*(?:title|headline|biaoti)",
    re.IGNORECASE,
)


def shown_title(table: Table, leaves: Sequence[int]) -> str:
    """The line set off over an article's text, whose text leaves these are; "" if there is none.

    The nearest one above the text counts, or else the first in it, for the title may have been taken for text. Only on
    pages in Han or kana: others are called by their titles.
    """
    if not table.is_cjk or not leaves:
        return ""
    runs = table.runs
    firsts = [run[1] for run in runs]
    begins = bisect_left(firsts, leaves[0])
    long = next((place for place in range(begins, len(runs)) if runs[place][7] >= MIN_TEXT), begins)
    above, inside = runs[max(0, begins - MAX_ABOVE) : begins], runs[begins : min(long, begins + MAX_ABOVE)]
    return next((text for run in (*reversed(above), *inside) if (text := _set_off(table, run))), "")


def _set_off(table: Table, run: Run) -> str:
    """The text of a run that may be a title, "" of others."""
    if run[5] or not MIN_CHARS <= run[4] <= MAX_CHARS or not _is_set_off(table, run):
        return ""
    text = lines(table, run[0])
    return "" if text.startswith(SUBTITLE) or is_head_label(text) else text


def _is_set_off(table: Table, run: Run) -> bool:
    """True if an element around all of a run, not far above, sets it off from what stands around it."""
    node, end = table.parents[run[1]], run[0][-1]
    for _ in range(LEVELS):
        if node <= 0:
            break
        if table.ends[node] > end and (table.tags[node] in _TAGS or _MARKUP.search(table.attributes.markup_of(node))):
            return table.tags[node] != "th" or sum(1 for _ in table.children(table.parents[node])) == 1
        node = table.parents[node]
    return False
