"""Where else an article stands: Chinese news is reprinted on many sites, each time at an address of its own."""

from __future__ import annotations

from datetime import UTC, datetime

from crawler.model import Document, Kind
from crawler.stores import Documents, Query, Sort

MIN_TITLE_CHARS = 8
"""A shorter title may be of any number of articles: 今日天气, 人事任免."""

MAX_TITLE_CHARS = 200

MOST = 20

_QUOTES = str.maketrans('"“”', "   ")

_NEVER = datetime.max.replace(tzinfo=UTC)


def reprints(documents: Documents, article: Document) -> list[Document]:
    """Other articles with its text, or whose title has this one's in it; whoever published first before the others."""
    if article.kind != Kind.ARTICLE:
        return []
    found = {one.id: one for one in [*_of_one_text(documents, article), *_of_one_title(documents, article)]}
    found.pop(article.id, None)
    return sorted(found.values(), key=lambda one: one.published_at or _NEVER)


def _of_one_text(documents: Documents, article: Document) -> list[Document]:
    """The document that came in first, and its copies."""
    first = documents.get(article.duplicate_of) if article.duplicate_of else article
    query = Query(copies_of=article.duplicate_of or article.id, sort=Sort.NEWEST, limit=MOST)
    return [*filter(None, [first]), *(hit.document for hit in documents.search(query).hits)]


def _of_one_title(documents: Documents, article: Document) -> list[Document]:
    title = letters_of(article.title)
    if len(title) < MIN_TITLE_CHARS:
        return []
    phrase = article.title[:MAX_TITLE_CHARS].translate(_QUOTES)
    found = documents.search(Query(f'"{phrase}"', kind=Kind.ARTICLE, sort=Sort.NEWEST, limit=MOST))
    return [hit.document for hit in found.hits if title in letters_of(hit.document.title)]


def letters_of(title: str) -> str:
    """A title as sites have it alike: they part its halves by spaces and marks of their own."""
    return "".join(filter(str.isalnum, title.casefold()))
