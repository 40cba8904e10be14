"""Documents as they are handed out, in files and to programs: with what stands around each of them in the index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from crawler.model import Document
from crawler.stores import Documents


@dataclass(frozen=True, slots=True)
class Counted(Document):
    """A document as it stands in the index now. `copies` articles have its text and came in later; a copy itself says
    at which address the first stands. `posts` documents are in its thread, replies inside posts and all; of an article
    and a comment these are the comments on the article."""

    copies: int = 0
    first_url: str = ""
    posts: int = 0


def counted(documents: Documents, some: Sequence[Document]) -> list[Counted]:
    """The documents, in order. Three calls of the index, however many."""
    copies = documents.copies([one.id for one in some])
    firsts = documents.addresses({one.duplicate_of for one in some} - {""})
    posts = documents.posts({thread_of(one) for one in some})
    return [
        Counted(
            **{name: getattr(one, name) for name in Document.__dataclass_fields__},
            copies=copies.get(one.id, 0),
            first_url=firsts.get(one.duplicate_of, ""),
            posts=posts.get(thread_of(one), 0),
        )
        for one in some
    ]


def all_counted(documents: Documents, parts: Iterable[Sequence[Document]]) -> Iterator[list[Counted]]:
    """What a scan gives, part by part."""
    return (counted(documents, part) for part in parts)


def thread_of(document: Document) -> str:
    """The id by which the posts of its thread, or the comments on the article, are known."""
    return document.thread_id or document.id
