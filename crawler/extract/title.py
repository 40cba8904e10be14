"""The title, as published: the longest common substring of <title> and <h1>."""

from __future__ import annotations

from itertools import islice

from crawler.extract.table import Table

MIN_COMMON = 5
"""A shorter common part is an accident, and <title> is taken as it is."""

MAX_HEADINGS = 10
"""So many <h1> are looked at: no page has more that could be its title."""

MAX_CHARS = 500
"""No title is longer; comparing two takes the product of their lengths."""


def title(table: Table) -> tuple[str, str]:
    """The page's title and where it comes from: "title+h1", "title", "h1" or "" (then the title is "" too).

    Of several <h1> the one that shares most with <title> counts: sites put their own name into one.
    """
    page_title = _first_text(table, "title")
    headings = [text for node in islice(table.find("h1"), MAX_HEADINGS) if (text := table.text_of(node)[:MAX_CHARS])]
    if not page_title:
        return (headings[0], "h1") if headings else ("", "")
    common = max((longest_common_substring(page_title, heading).strip() for heading in headings), key=len, default="")
    return (common, "title+h1") if len(common) >= MIN_COMMON else (page_title, "title")


def _first_text(table: Table, tag: str) -> str:
    return next((text for node in table.find(tag) if (text := table.text_of(node))), "")[:MAX_CHARS]


def longest_common_substring(first: str, second: str) -> str:
    """The longest string that stands in both; of several the one that ends first in `first`.

    The best one grows by at most one character with each further end, so one search for each end is enough.
    """
    best = ""
    for end in range(1, len(first) + 1):
        start = end - len(best) - 1
        if start >= 0 and first[start:end] in second:
            best = first[start:end]
    return best
