"""Which paragraphs the page itself calls its article's body, in JSON-LD.

What it states is evidence, never the text: it may be a teaser, another article, or without lists and tables. So it
counts only where the page shows most of it, and then tells where the shown text begins and ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from crawler.extract.articles.paragraphs import Paragraph
from crawler.extract.table import Table
from crawler.extract.wording import folded

MIN_CHARS = 100
"""A shorter body is a teaser."""

MIN_SHOWN = 0.7
"""Share of the stated body that stands in the page's paragraphs if it is the text that the page shows."""

MAX_CUT = 0.3
"""What is cut off at the ends holds no more of the text: else the body was stated in part."""

PROBE = 24
"""Characters at both ends of a paragraph by which it is found."""

_MARKUP = re.compile(r"<[^<>]*>")


class StatedBody:
    """The body that a page states, to ask of paragraphs whether they stand in it."""

    def __init__(self, body: str) -> None:
        self._letters = folded(_MARKUP.sub(" ", unescape(body))) if len(body) >= MIN_CHARS else ""

    def __bool__(self) -> bool:
        return len(self._letters) >= MIN_CHARS

    def ends(self, table: Table, text: Sequence[Paragraph]) -> Sequence[Paragraph]:
        """The paragraphs from the first to the last that is stated, if these are the text that the page shows."""
        letters = [folded("".join([table.texts[leaf] for leaf in p.leaves])) for p in text]
        stated = [place for place, found in enumerate(letters) if self._holds(found)]
        shown = sum(len(letters[place]) for place in stated)
        if not stated or shown < MIN_SHOWN * len(self._letters):
            return text
        first, last = stated[0], stated[-1] + 1
        cut = sum(map(len, letters)) - sum(map(len, letters[first:last]))
        return text[first:last] if cut <= MAX_CUT * shown else text

    def _holds(self, letters: str) -> bool:
        return len(letters) >= PROBE and letters[:PROBE] in self._letters and letters[-PROBE:] in self._letters
