"""A page's title by the published rule, to compare with: what its <title> and a heading have in common."""

from __future__ import annotations

from collections.abc import Sequence

from crawler.extract.fields.title import MIN_COMMON


def published_title(page_title: str, headings: Sequence[str]) -> str:
    """The title by the published rule: the longest common substring of <title> and an <h1>; where it is shorter than
    MIN_COMMON, <title>; where there is none, <h1>.

    Source: the thesis of 2016 on content extraction and a news crawler for Chinese sites, chapter 4. Of several <h1>
    the one that shares most with <title> counts: sites put their own name into one.
    """
    if not page_title:
        return headings[0] if headings else ""
    common = max((longest_common_substring(page_title, heading).strip() for heading in headings), key=len, default="")
    return common if len(common) >= MIN_COMMON else page_title


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
