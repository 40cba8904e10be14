"""What both stores make of a page of results: its bounds, and a hit with its marks."""

from __future__ import annotations

from collections.abc import Iterable

from crawler.model import Document
from crawler.stores.fields import Field, FieldName, field
from crawler.stores.highlight import find, mark, snippets
from crawler.stores.ports import Hit, Query
from crawler.stores.query import Expression

MAX_RESULTS = 10_000
"""Elasticsearch's own bound (index.max_result_window): what lies deeper is for a narrower query."""

SCANNED_AT_ONCE = 100
"""Documents in one part of all that a search finds; a long one has a megabyte."""

FACETS = 20
ALIKE = 5
"""Documents that may have the text of another, to be compared with it: one that has it shares most of its terms."""

TITLE_WEIGHT = 3.0


def check_page(query: Query) -> None:
    """Raises ValueError, with a sentence, for a page of results that no store gives."""
    if query.offset < 0 or query.limit < 0:
        raise ValueError(f"Offset and limit are 0 or more, not {query.offset} and {query.limit}.")
    if query.offset + query.limit > MAX_RESULTS:
        raise ValueError(f"Only the first {MAX_RESULTS:,} results can be looked at: narrow the query instead.")


def no_place(after: str) -> ValueError:
    """What is said where a scan is to go on after a document that is not there."""
    return ValueError(f"There is no document {after!r} to go on after: give the id of one before it, or begin anew.")


def fields_of(query: Query, expression: Expression) -> tuple[Field, ...]:
    """What a search asks of fields, in its form and in its text."""
    given = (field(FieldName.SITE, " ".join(query.sites)), field(FieldName.AUTHOR, query.author))
    return (*filter(None, given), *expression.fields)


def by_floor(documents: Iterable[Document]) -> list[Document]:
    """A thread's posts by floor, the replies inside a post, which have its floor, behind it by their times."""
    posts = list(documents)
    floors = {post.id: post.floor for post in posts}

    def place(post: Document) -> tuple[int, bool, float, str]:
        is_inside = floors.get(post.parent_id) == post.floor
        return post.floor, is_inside, post.published_at.timestamp() if post.published_at else 0.0, post.id

    return sorted(posts, key=place)


def hit(document: Document, expression: Expression, score: float) -> Hit:
    """A result with its title and the best passages of its text marked."""
    parts = expression.sought
    title = document.title or document.thread_title
    return Hit(
        document,
        title_marked=mark(title, find(title, parts)),
        snippets=snippets(document.text, find(document.text, parts)),
        score=score,
    )
