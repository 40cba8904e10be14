"""What both stores make of a page of results: its bounds, and a hit with its marks."""

from __future__ import annotations

from crawler.model import Document
from crawler.stores.highlight import find, mark, snippets
from crawler.stores.ports import Hit, Query
from crawler.stores.query import Expression

MAX_RESULTS = 10_000
"""Elasticsearch's own bound (index.max_result_window): what lies deeper is for a narrower query."""

FACETS = 20
TITLE_WEIGHT = 3.0


def check_page(query: Query) -> None:
    """Raises ValueError, with a sentence, for a page of results that no store gives."""
    if query.offset < 0 or query.limit < 0:
        raise ValueError(f"Offset and limit are 0 or more, not {query.offset} and {query.limit}.")
    if query.offset + query.limit > MAX_RESULTS:
        raise ValueError(f"Only the first {MAX_RESULTS:,} results can be looked at: narrow the query instead.")


def hit(document: Document, expression: Expression, score: float) -> Hit:
    """A result with its title and the best passages of its text marked."""
    parts = expression.required
    return Hit(
        document,
        title_marked=mark(document.title, find(document.title, parts)),
        snippets=snippets(document.text, find(document.text, parts)),
        score=score,
    )
