"""How far the main content of a page may be trusted, from what choosing it showed.

Pages go wrong in three ways. The page has several texts, and the chosen one is not the most of them. What was chosen
had to be cleaned of most that it held: it is a list, a menu, a form. What is left does not read as prose: no sentences,
no long paragraphs. So the confidence is the product of three shares, one for each.

On saved pages with gold, some of them threads and pages of lists taken for articles, some half of those under 0.5 have
an F1 of 0.8 or more, and of those over 0.9 all but one in thirty.
"""

from __future__ import annotations

from collections.abc import Sequence

from crawler.extract.articles.paragraphs import Paragraph
from crawler.extract.articles.siblings import ends_as_sentence
from crawler.extract.table import Table

LONG_CHARS = 90
LONG_CHARS_CJK = 30
"""Characters of a paragraph longer than labels and teasers, in letters and in Han."""

ENOUGH_PROSE = 1.2
"""Share of the text in sentences and share in long paragraphs, together: 1.6 to 1.9 in most articles, 1.2 in those with
many lists."""


def confidence(table: Table, share: float, chosen: Sequence[Paragraph], text: Sequence[Paragraph]) -> float:
    """0–1. `share` is that of the page's weight which the chosen nodes hold, `chosen` the paragraphs in them, `text`
    those that are left."""
    held, kept = sum(p.characters for p in chosen), sum(p.characters for p in text)
    if not kept:
        return 0.0
    most = LONG_CHARS_CJK if table.is_cjk else LONG_CHARS
    sentences = sum(p.weight for p in text if ends_as_sentence(table, p))
    long = sum(p.weight for p in text if p.weight > most)
    return share * kept / held * min(1.0, (sentences + long) / kept / ENOUGH_PROSE)
