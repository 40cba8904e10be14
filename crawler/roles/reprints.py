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
    """Other articles whose title has this one's in it, whoever published first before the others."""
    title = letters_of(article.title)
    if article.kind != Kind.ARTICLE or len(title) < MIN_TITLE_CHARS:
        return []
    phrase = article.title[:MAX_TITLE_CHARS].translate(_QUOTES)
    found = documents.search(Query(f'"{phrase}"', kind=Kind.ARTICLE, sort=Sort.NEWEST, limit=MOST))
    others = [hit.document for hit in found.hits if hit.document.id != article.id]
    same = [other for other in others if title in letters_of(other.title)]
    return sorted(same, key=lambda other: other.published_at or _NEVER)


def letters_of(title: str) -> str:
    """A title as sites have it alike: they part its halves by spaces and marks of their own."""
    return "".join(filter(str.isalnum, title.casefold()))
