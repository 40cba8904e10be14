"""What the roles ask of the stores: the sources (MySQL | SQLite) and the documents (Elasticsearch | SQLite)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from crawler.model import CheckReport, Document, Keyword, Source


@dataclass(frozen=True, slots=True)
class Lease:
    """The controller's lock. `token` grows with every new holder (fencing): writes with an older one are refused."""

    holder: str
    token: int


@dataclass(frozen=True, slots=True)
class CheckEvent:
    """One line of a source's history."""

    at: datetime
    keyword: str
    report: CheckReport


class Sources(Protocol):
    """The tables source, keyword, check_event and lease. Thread-safe. Raises Unavailable when the database is away."""

    def check(self) -> None:
        """Return when the database answers and its schema is the one we know; else Unavailable, with what to do."""

    # --- the controller
    def acquire(self, holder: str, *, now: datetime, lock_s: float, alone: bool = False) -> Lease | None:
        """Take or renew the controller's lock; None while another holds it, unless that must be dead (`alone`)."""

    def give_up(self, lease: Lease) -> None: ...

    def in_charge(self, *, now: datetime) -> bool:
        """Whether any controller holds the lock."""

    def due(self, *, now: datetime, lost_before: datetime, limit: int) -> list[Source]:
        """Enabled rows in no error, looked over as they stand, whose check is due and that are not queued (or were
        queued before `lost_before`)."""

    def open_tasks(self) -> int:
        """List tasks of enabled rows that were queued and have not reported."""

    def queued(self, source: Source, next_check_at: datetime, *, now: datetime, lease: Lease, tasks: int) -> bool:
        """The source's `tasks` list tasks are in the queue; its next check is planned. `now` is before the
        first of them was put. False: fenced off."""

    def unchecked(self, *, limit: int) -> list[Source]:
        """Rows that are new or were changed since they were last looked over (any column a person sets)."""

    def checked_row(self, source: Source, error: str) -> None:
        """The row was looked over: `error` in words goes into its state_reason (state error), or "" clears it."""

    # --- the lister
    def get(self, source_id: int) -> Source | None: ...

    def report(self, source_id: int, keyword: str, report: CheckReport, *, now: datetime) -> None:
        """Write a check's result into the row and its history (the last 100 are kept), and free it to be queued again
        once all its tasks have reported. Failures are counted for the schedule."""

    # --- people
    def all(self) -> list[Source]: ...

    def find(self, name_or_id: str) -> Source | None: ...

    def add(self, source: Source) -> Source:
        """Insert (id 0) and return with its id. Raises ValueError with a sentence when the name exists already."""

    def update(self, source_id: int, **columns: object) -> None: ...

    def make_due(self) -> None:
        """Let every enabled source be checked as soon as possible, whatever its schedule says."""

    def remove(self, source_id: int) -> bool: ...

    def history(self, source_id: int, limit: int = 20) -> list[CheckEvent]: ...

    def keywords(self, source_id: int | None = None) -> list[Keyword]:
        """Enabled keywords of a source (its own and the general ones), or all of them when None."""

    def add_keyword(self, word: str, source_id: int | None = None) -> Keyword: ...

    def remove_keyword(self, word: str) -> bool: ...

    def close(self) -> None: ...


class Write(StrEnum):
    """How one document of a bulk call fared."""

    CREATED = "created"
    EXISTS = "exists"
    REVISED = "revised"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Written:
    """One item of a bulk call. `detail` says why it was refused."""

    id: str
    write: Write
    detail: str = ""


class Sort(StrEnum):
    """Order of search results."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    FOUND = "found"  # what came in last


@dataclass(frozen=True, slots=True)
class Query:
    """A search. Words are all required; "…" is a phrase; of words with | between them one is enough; a leading -
    excludes. Chinese words are exact phrases. site:HOST and author:NAME in it ask for a field, as the fields here do.
    Of several sites or authors one is enough; of a field that is given here and in the text, both must hold."""

    text: str = ""
    sites: tuple[str, ...] = ()
    author: str = ""  # part of the name; in quotes all of it; several with | between them
    source_id: int | None = None
    kind: str = ""
    gone: bool = False  # only what its site shows no more
    firsts: bool = False  # no copies: of articles with one text only the one that came in first
    copies_of: str = ""  # only the copies of the document with this id
    since: datetime | None = None  # published at or after
    until: datetime | None = None  # published before
    sort: Sort = Sort.RELEVANCE
    offset: int = 0
    limit: int = 20


@dataclass(frozen=True, slots=True)
class Hit:
    """A result. `title_marked` and `snippets` are HTML-escaped, with <mark>…</mark> about what matched."""

    document: Document
    title_marked: str
    snippets: tuple[str, ...]
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Results:
    """One page of results. `sites` counts the matches of the largest sites."""

    total: int
    hits: tuple[Hit, ...]
    sites: tuple[tuple[str, int], ...] = ()
    took_ms: float = 0.0
    sources: tuple[tuple[int, int], ...] = field(default=())


class Documents(Protocol):
    """The index. Thread-safe. Raises Unavailable when it is away or takes no writes (429, blocks)."""

    def prepare(self) -> None:
        """Make the template, first index and alias where they are missing. Safe to call at any time, by many."""

    def check(self) -> None: ...

    def add(self, documents: Sequence[Document]) -> list[Written]:
        """Create what is not there yet, under each document's id, never twice over all indices; one result per item, in
        order. Items that can be tried again are tried inside; when time is up, Unavailable."""

    def revise(self, documents: Sequence[Document]) -> list[Written]:
        """Give documents that are there their new fields (an edited post): REVISED. What is not there stays so:
        EXISTS. One result per item, in order."""

    def mark_gone(self, ids: Sequence[str], gone_at: datetime) -> None:
        """Say of documents that are there, and of which that was not said yet, since when their site shows them no
        more. They are found as before."""

    def mark_copies(self, firsts: Mapping[str, str]) -> None:
        """Say of documents that are there, by their ids, which they are copies of; nothing else of them changes."""

    def remove_source(self, source_id: int) -> int:
        """Remove every document of a source, free their copies, and return how many were removed. One that is added
        meanwhile may stay."""

    def exists(self, ids: Sequence[str]) -> set[str]:
        """Which of these ids stand in any index (real time, not waiting for a refresh)."""

    def has_page(self, url: str) -> bool:
        """Whether the page, as an article or as a thread's posts, is there."""

    def get(self, id: str) -> Document | None: ...

    def thread(self, thread_id: str) -> list[Document]:
        """A thread's posts by floor, replies inside a post behind it; or the comments on the article of this id."""

    def search(self, query: Query) -> Results: ...

    def scan(self, query: Query, *, after: str = "") -> Iterator[list[Document]]:
        """All that a search finds, however much it is, some at a time, what came in last first; its order and its page
        do not count. With the id of a document only what follows it in this order: a scan that broke off goes on so.
        Raises ValueError, with a sentence, for a query that nobody can be given, or a document that is not there."""

    def alike(self, documents: Sequence[Document]) -> list[list[Document]]:
        """For each of these, in order, a few articles whose texts may be its, likeliest first, and none for what is no
        article; what came in last may not be found yet. One call, however many."""

    def copies(self, ids: Collection[str]) -> Mapping[str, int]:
        """How many copies each of these documents has; those without are left out."""

    def posts(self, thread_ids: Collection[str]) -> Mapping[str, int]:
        """How many documents each of these threads has, replies inside posts and all, or how many comments the article
        of this id; those without are left out."""

    def addresses(self, ids: Collection[str]) -> Mapping[str, str]:
        """The page URLs of those of these documents that are there."""

    def free_copies(self) -> int:
        """Of each document that was removed, the copy that came in first becomes the first; how many did."""

    def urls(self, source_id: int | None = None) -> Iterator[str]:
        """Every distinct page URL, or those of one source."""

    def count(self) -> int: ...

    def span(self) -> tuple[datetime, datetime] | None:
        """When the first and the last of the documents came in; None where there is none."""

    def refresh(self) -> None:
        """Make what was added findable now."""

    def maintain(self, *, now: datetime) -> str:
        """Roll over when due, and remove some of what came in more than `keep_days` ago, oldest first; what was done,
        in words, or ""."""

    def close(self) -> None: ...
