"""Copies: an article whose text another document has already. It is indexed as any, and names the one that came first.

What stands in the index is found there. What was written a moment ago is not yet, and reprints come in together: so who
has written an article leaves its id in the shared cache, under some terms of its sketch, and looks there first for
those of others. Only what is written is left there, lest a copy names a document that there never is.

All this is asked once for a bulk call: for one article at a time it took as long as extraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from crawler.errors import Unavailable
from crawler.frontier import Frontier
from crawler.model import Document
from crawler.observe import Stages
from crawler.stores import Documents, Write, Written, is_copy, sketch

KEEP_S = 60.0
"""Until then the index finds it, a second after it was written."""

TERMS = 2
"""Of a sketch: two copies share most of its terms."""


class Copies:
    """Which documents have one text. Raises Unavailable."""

    def __init__(self, documents: Documents, frontier: Frontier, stages: Stages) -> None:
        self._documents = documents
        self._frontier = frontier
        self._stages = stages
        self._untold: list[Document] = []
        self._unmarked: dict[str, str] = {}

    def named(self, documents: Sequence[Document]) -> list[Document]:
        """The documents, of which each article names the one that it is a copy of, if one is found. Thread-safe."""
        return [_named(*each) for each in zip(documents, self._documents.alike(documents), strict=True)]

    def add(self, documents: Sequence[Document]) -> list[Written]:
        """Add documents, articles as copies where their texts are known. For one thread."""
        with self._stages.time("copies"):
            named = self.named(documents)
        written = self._documents.add(named)
        with self._stages.time("copies"):
            pairs = zip(named, written, strict=True)
            self._untold += [one for one, how in pairs if how.write is Write.CREATED and not one.duplicate_of]
            with suppress(Unavailable):  # they are in: what is left to be done for them is done with the next
                self._tell()
                self._mark()
        return written

    def _tell(self) -> None:
        """Let others know what was written, but for what turns out to be a copy of what was written meanwhile."""
        keys = {one.id: [f"copy:{term}" for term in sketch(one.kind, one.text)[:TERMS]] for one in self._untold}
        ids = self._frontier.get_all_cached([key for some in keys.values() for key in some])
        firsts: dict[str, Document] = {}
        told: dict[str, bytes] = {}
        copies: dict[str, str] = {}
        for article in self._untold:
            others = {(told.get(key) or ids.get(key, b"")).decode() for key in keys[article.id]} - {"", article.id}
            named = _named(article, filter(None, (firsts.get(id) or self._documents.get(id) for id in others)))
            if named.duplicate_of:
                copies[article.id] = named.duplicate_of
            else:
                firsts[article.id] = article
                told |= dict.fromkeys(keys[article.id], article.id.encode())
        self._frontier.put_all_cached(told, ttl_s=KEEP_S)
        self._untold = []
        self._unmarked |= copies

    def _mark(self) -> None:
        """Let what turned out to be a copy say so. Its text may have grown since it was written."""
        if self._unmarked:
            self._documents.mark_copies(self._unmarked)
        self._unmarked = {}


def _named(article: Document, others: Iterable[Document]) -> Document:
    """The article, as a copy of the first of the others that has its text; not of one that names the article itself."""
    for other in others:
        first = other.duplicate_of or other.id
        if article.id not in (other.id, first) and is_copy(article, other):
            return replace(article, duplicate_of=first)
    return article
