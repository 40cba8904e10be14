"""The nouns of the crawler. Frozen dataclasses: no I/O, no clock. All instants are UTC unless they carry a zone."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from crawler.errors import Reason

MAX_URL_CHARS = 2000
"""Longer URLs are refused: with it a task is a few KiB at most, far under beanstalkd's limit of 64."""


class Channel(StrEnum):
    """How a source tells us of its articles."""

    FEED = "feed"
    SEARCH = "search"
    PAGE = "page"


class Kind(StrEnum):
    """What a document is."""

    ARTICLE = "article"
    POST = "post"
    COMMENT = "comment"


def url_id(url: str) -> str:
    """32 hex digits (128 bits of SHA-256) of a canonical URL: a page's name in the pending set and the index."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def host_of(url: str) -> str:
    """The lower-case host (with port if it has one) whose pace an URL counts against."""
    return urlsplit(url).netloc.rpartition("@")[2].lower()


@dataclass(frozen=True, slots=True)
class Source:
    """One row of the table `source`: where new articles are announced.

    `url` is the feed's or list page's address; for `search` the name of an engine under config/search/.
    `pattern` and `exclude` are RE2 expressions over article URLs (page channel): absolute (http…) or relative (/…).
    """

    id: int
    name: str
    channel: str
    url: str
    pattern: str = ""
    exclude: str = ""
    interval_s: int = 600
    priority: int = 1000
    timezone: str = "Asia/Shanghai"
    keep_params: tuple[str, ...] = ()
    drop_params: tuple[str, ...] = ()
    enabled: bool = True
    # The schedule.
    failures: int = 0
    next_check_at: datetime | None = None
    # For people.
    state: str = "new"
    state_reason: str = ""
    last_checked_at: datetime | None = None
    last_new_at: datetime | None = None
    created_at: datetime | None = None

    @property
    def state_shown(self) -> str:
        """Its state in a word, also before the controller has seen that it was disabled."""
        return str(self.state if self.enabled else State.DISABLED)


@dataclass(frozen=True, slots=True)
class Keyword:
    """One row of the table `keyword`: searched for on every enabled search source, or on one if `source_id` is set."""

    id: int
    word: str
    source_id: int | None = None
    enabled: bool = True


class State(StrEnum):
    """How a source's last check went: its state in the table and on the status page."""

    NEW = "new"
    OK = "ok"
    UNCHANGED = "unchanged"
    SILENT = "silent"  # it can be read, and has brought nothing new for long
    EMPTY = "empty"
    BLOCKED = "blocked"
    FAILED = "failed"
    ERROR = "error"  # the row itself cannot work
    DISABLED = "disabled"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What one check of a source found: written to its row, and one line of its history."""

    state: State
    reason: str = ""
    status: int = 0
    links_found: int = 0
    links_new: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Link:
    """An article's address as a list announces it. `title` and `published_at` are hints where the list gives them.

    A thread on a board (`is_thread`) has besides what its row says: the number of replies, and when the last one came.
    """

    url: str
    title: str = ""
    published_at: datetime | None = None
    is_thread: bool = False
    replies: int | None = None
    last_reply_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ListTask:
    """Check this source now. Body of a job in the tube `lists`."""

    source_id: int
    keyword: str = ""
    attempt: int = 0
    # A board's check goes on over several pages, one job after the other:
    left: str = ""  # the addresses still to read, one a line; "" at the check's beginning
    pages: int = 0  # how many were read
    found: int = 0  # links, and new ones, on these
    new: int = 0
    first: str = ""  # the validators of the first, kept when the check ends

    def encode(self) -> bytes:
        return _encode(self)

    @classmethod
    def decode(cls, body: bytes) -> ListTask:
        """Raises ValueError when the body is not such a task."""
        types = {"source_id": int, "keyword": str, "attempt": int}
        types |= {"left": str, "pages": int, "found": int, "new": int, "first": str}
        return cls(**_decode(body, types, required=("source_id",)))


@dataclass(frozen=True, slots=True)
class PageTask:
    """Fetch this URL, not before its slot. Body of a job in the tube `pages` and value in the pending set.

    `url` is canonical and names the task; `copy` counts how often the sweeper has put it back, so that an older copy
    that turns up later is known as stale.
    """

    url: str
    source_id: int
    source: str = ""  # the source's name, so that an extractor needs no database
    channel: str = ""
    timezone: str = "Asia/Shanghai"
    title: str = ""  # the list's hints: the link's text, and the date in ISO 8601
    published_at: str = ""
    keep_params: str = ""  # the source's, comma-separated: redirects lead to URLs that need the same rules
    drop_params: str = ""
    priority: int = 1000
    attempt: int = 0
    copy: int = 0
    found_at: float = 0.0  # Unix seconds
    thread: str = ""  # for a page of a thread: the canonical URL of its first page
    replies: int = -1  # what the thread's board counts; -1 where it does not say
    waiting_since: float = 0.0  # Unix seconds: since when its host was found to be down; 0: it was not
    article: str = ""  # for a further page of an article: the canonical URL of its first page
    page: int = 1  # which page of the article it is
    refused: bool = False  # whether its site has refused it once (403), while it gave others

    @property
    def id(self) -> str:
        return url_id(self.url)

    @property
    def host(self) -> str:
        return host_of(self.url)

    def again(self) -> PageTask:
        """The same task, one attempt later."""
        return replace(self, attempt=self.attempt + 1)

    def afresh(self) -> PageTask:
        """The same task with all its attempts before it."""
        return replace(self, attempt=0, copy=0, waiting_since=0.0, refused=False)

    def encode(self) -> bytes:
        return _encode(self)

    @classmethod
    def decode(cls, body: bytes) -> PageTask:
        """Raises ValueError when the body is not such a task."""
        types = {
            "url": str,
            "source_id": int,
            "source": str,
            "channel": str,
            "timezone": str,
            "title": str,
            "published_at": str,
            "keep_params": str,
            "drop_params": str,
            "priority": int,
            "attempt": int,
            "copy": int,
            "found_at": float,
            "thread": str,
            "replies": int,
            "waiting_since": float,
            "article": str,
            "page": int,
            "refused": bool,
        }
        return cls(**_decode(body, types, required=("url", "source_id")))


def _encode(task: ListTask | PageTask) -> bytes:
    # Three times as fast as dataclasses.asdict, which copies every value deeply; tasks hold text and numbers only.
    values = {name: getattr(task, name) for name in task.__slots__}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


def _decode(body: bytes, types: Mapping[str, type], required: tuple[str, ...]) -> dict[str, Any]:
    thing = json.loads(body)
    if not isinstance(thing, dict):
        raise ValueError("a task is a JSON object")
    missing = [name for name in required if name not in thing]
    if missing:
        raise ValueError(f"the task has no {', '.join(missing)}")
    known = {}
    for name, kind in types.items():
        if name in thing:
            value = float(thing[name]) if kind is float and type(thing[name]) is int else thing[name]
            if type(value) is not kind:
                raise ValueError(f"the task's {name} is not {kind.__name__}")
            known[name] = value
    return known  # names that we do not know are left out: an older worker can read a newer task


@dataclass(frozen=True, slots=True)
class Fetched:
    """One answer. `body` is decompressed; header names are lower-case; `url` is where the redirects ended."""

    url: str
    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    redirects: tuple[str, ...] = ()
    elapsed_s: float = 0.0

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "")

    @property
    def not_modified(self) -> bool:
        return self.status == 304


class Precision(StrEnum):
    """How exactly a page states an instant."""

    SECOND = "second"
    MINUTE = "minute"
    DAY = "day"


_EARLIEST_DAY = timezone(timedelta(hours=12))


def stated_day(moment: datetime) -> date:
    """The day that a page stated, of an instant that it stated no more exactly: midnight where the site is, which is
    that day in the zone where it begins, too."""
    return moment.astimezone(_EARLIEST_DAY).date()


@dataclass(frozen=True, slots=True)
class Post:
    """One post of a thread page.

    floor: the number that the page shows, else one counted from 1 in page order. author_url: the author's profile.
    quoted: the text of other posts that this one repeats, as part of `text`. parent: for a reply to a post, that
    post's place in `Thread.posts`, from 0. precision: how exactly the page states the time. origins: where a field came
    from: {"published_at": "attribute" | "text" | "relative" (counted from now), "author": "profile" (a link to one) |
    "element" (one that is called so) | "text"}, or "structured" (microdata, JSON-LD) for either. children: the replies
    that stand inside this post (楼中楼, 点评, comments under an answer); they have neither floors nor places in
    `Thread.posts`.
    """

    text: str
    author: str = ""
    published_at: datetime | None = None
    floor: int | None = None
    author_url: str = ""
    quoted: str = ""
    parent: int | None = None
    precision: Precision | None = None
    origins: Mapping[str, str] = field(default_factory=dict)
    children: tuple[Post, ...] = ()

    @property
    def own(self) -> str:
        """The text without what it repeats of other posts."""
        if not self.quoted:
            return self.text
        repeated = Counter(self.quoted.split("\n"))
        own = []
        for line in self.text.split("\n"):
            repeated[line] -= 1
            if repeated[line] < 0:
                own.append(line)
        return "\n".join(own)

    def beside(self, said: Container[str]) -> str:
        """The text without what it repeats of other posts, if these `said` most of its lines."""
        quoted = self.quoted.split("\n")
        known = sum(len(line) for line in quoted if line in said)
        return self.own if 2 * known >= sum(map(len, quoted)) else self.text


@dataclass(frozen=True, slots=True)
class Article:
    """A news article or blog post.

    text: its paragraphs, one on a line. html: the same with headings, lists, tables, links and images, if it was asked
    for; safe to show anywhere. source: who published it first, as the page names it (来源), else its own publisher.
    image: the URL of its lead image. canonical_url: the address that it states as its own. precision: how exactly the
    page states the time. next_page: the URL of the page with its next part. replaced: share of characters that could
    not be decoded. confidence: 0–1. origins: where each field came from, such as {"title": "h1"}. comments: what
    readers wrote below it; no part of its text.
    """

    text: str
    title: str = ""
    author: str = ""
    source: str = ""
    published_at: datetime | None = None
    precision: Precision | None = None
    language: str = ""
    html: str = ""
    image: str = ""
    canonical_url: str = ""
    next_page: str = ""
    charset: str = ""
    replaced: float = 0.0
    confidence: float = 0.0
    origins: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[Post, ...] = ()

    @property
    def kind(self) -> str:
        return "article"


@dataclass(frozen=True, slots=True)
class Thread:
    """An extracted forum thread page. `published_at` and `author` are the first post's.

    page and pages: which page of the thread this is, of how many, from 1. next_page: the URL of the one that follows;
    first_page: of the first, where this is another. replies and views: as the page counts them. board: the part of the
    forum. All None where the page does not say.
    """

    posts: tuple[Post, ...]
    title: str = ""
    board: str | None = None
    page: int | None = None
    pages: int | None = None
    next_page: str | None = None
    first_page: str | None = None
    replies: int | None = None
    views: int | None = None
    language: str = ""
    charset: str = ""
    replaced: float = 0.0
    confidence: float = 0.0
    origins: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return "thread"

    @property
    def text(self) -> str:
        """What the posts and their children say, in order, and nothing twice: quotes of earlier posts are left out."""
        texts, said = list[str](), set[str]()
        for post in self.posts:
            texts += [post.beside(said), *(child.text for child in post.children)]
            said.update(post.text.split("\n"))
        return "\n\n".join(filter(None, texts))

    @property
    def author(self) -> str:
        return self.posts[0].author if self.posts else ""

    @property
    def published_at(self) -> datetime | None:
        return self.posts[0].published_at if self.posts else None

    @property
    def precision(self) -> Precision | None:
        return self.posts[0].precision if self.posts else None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A page that holds neither: why, with the title and the text found all the same, for a person to judge; of a page
    that a script would fill, the summary that it states."""

    reason: Reason
    detail: str = ""
    title: str = ""
    charset: str = ""
    text: str = ""

    author = ""
    published_at = None
    kind = "rejected"


@dataclass(frozen=True, slots=True)
class Document:
    """What is indexed: an article, one post of a thread (then `thread_url`, `floor`), or one comment on an article,
    which is its thread. `id` is its `_id`."""

    id: str
    url: str  # canonical URL of the page it stands on
    kind: Kind
    site: str  # host without port
    title: str
    text: str
    source_id: int
    source: str = ""
    channel: str = ""
    author: str = ""
    credit: str = ""  # who published an article first, as its page names it (来源); `source` is ours
    published_at: datetime | None = None
    precision: str = ""
    date_origin: str = ""
    fetched_at: datetime | None = None
    language: str = ""
    charset: str = ""
    thread_id: str = ""
    thread_url: str = ""  # canonical URL of the thread's first page
    thread_title: str = ""  # of a comment: its article's title, by which it is not found itself
    parent_id: str = ""  # of a reply: the document that it replies to
    quoted: str = ""  # what a post repeats of others, which is no part of `text` and is not searched
    image: str = ""  # the lead image's URL
    floor: int = 0
    gone_at: datetime | None = None  # of a post: when its thread was first seen without it
    duplicate_of: str = ""  # of an article: the document with the same text that came in first
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an item ended: counted once. `label` is indexed | known | dropped | quarantined | gave_up."""

    label: str
    reason: str = ""
    detail: str = ""
