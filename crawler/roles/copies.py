"""Copies: an article whose text another document has already. It is indexed as any, and names the one that came first.

What stands in the index is found there. What was written a moment ago is not yet, and reprints come in together: so who
has written an article leaves its id in the shared cache, under some terms of its sketch, and looks there first for
those of others. Only what is written is left there, lest a copy names a document that there never is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from crawler.frontier import Frontier
from crawler.model import Document
from crawler.stores import Documents, is_copy, sketch

KEEP_S = 60.0
"""Until then the index finds it, a second after it was written."""

TERMS = 2
"""Of a sketch: two copies share most of its terms, and each is asked for at the cost of a round trip."""


class Copies:
    """Which documents have one text. Thread-safe. Raises Unavailable."""

    def __init__(self, documents: Documents, frontier: Frontier) -> None:
        self._documents = documents
        self._frontier = frontier

    def known(self, article: Document) -> Document:
        """The article, which names the document that it is a copy of, if one is found."""
        return _named(article, self._documents.alike(article))

    def announced(self, article: Document) -> Document:
        """The same of one that was just written, and is no copy so far, by what was written meanwhile."""
        keys = [f"copy:{term}" for term in sketch(article.kind, article.text)[:TERMS]]
        ids = {id.decode() for key in keys if (id := self._frontier.get_cached(key))} - {article.id}
        named = _named(article, filter(None, map(self._documents.get, ids)))
        if not named.duplicate_of:
            for key in keys:
                self._frontier.put_cached(key, article.id.encode(), ttl_s=KEEP_S)
        return named


def _named(article: Document, others: Iterable[Document]) -> Document:
    """The article, as a copy of the first of the others that has its text; not of one that names the article itself."""
    for other in others:
        first = other.duplicate_of or other.id
        if article.id not in (other.id, first) and is_copy(article, other):
            return replace(article, duplicate_of=first)
    return article
