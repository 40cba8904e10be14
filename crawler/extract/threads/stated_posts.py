"""What a page states of its posts in JSON-LD: DiscussionForumPosting and Question, answers and comments.

A statement is taken for a post that shows its text; its author where the post shows that name or none was found, its
time where that says the same more exactly, or none was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from crawler.extract.instant import instants
from crawler.extract.structured import Stated, Thing, string, types
from crawler.extract.table import Table
from crawler.extract.threads.marks import MAX_AUTHOR_CHARS, MAX_TIME_CHARS
from crawler.model import Post, Precision

MAX_STATED = 1_000
"""So many statements are read: a page has fewer posts."""

MAX_TRIED = 50
"""So many are tried for a post: they mostly stand in the order of the posts."""

MIN_CHARS, MOST_CHARS = 8, 40
"""Letters and digits by which a post is known: a statement with fewer says nothing, more are not needed."""

LOOKED_INTO = 1_000
"""Characters of a post in which the beginning of a statement is looked for."""

SAME = {
    Precision.DAY: timedelta(days=1),
    Precision.MINUTE: timedelta(minutes=1),
    Precision.SECOND: timedelta(seconds=1),
}
"""How far a time may be from one that is stated as exactly, and mean the same; for a day whatever the zone."""

_EXACTNESS = {precision: number for number, precision in enumerate(SAME)}

_POST = frozenset(["DiscussionForumPosting", "SocialMediaPosting", "Question", "Answer", "Comment"])
_INSIDE = ("acceptedAnswer", "suggestedAnswer", "comment")
_TAG = re.compile(r"<[^<>]{1,500}>")
_OTHER = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Statement:
    beginning: str
    author: str
    url: str
    time: str


def with_statements(
    table: Table, stated: Stated, records: Sequence[range], posts: Mapping[int, Post], now: datetime, zone: tzinfo
) -> dict[int, Post]:
    """The posts, by the place of their record, with what the page states of them."""
    statements = [one for one in _statements(stated) if len(one.beginning) >= MIN_CHARS]
    found = dict(posts)
    waiting = list(statements)
    for place, post in posts.items() if statements else ():
        said, quoted = _folded(post.text[:LOOKED_INTO]), _folded(post.quoted)
        one = next((one for one in waiting[:MAX_TRIED] if one.beginning in said and one.beginning not in quoted), None)
        if one is not None:
            waiting.remove(one)
            start, end = table.span(records[place].start)[0], table.span(records[place].stop - 1)[1]
            found[place] = _with(post, one, table.flow[start:end], now, zone)
    return found


def _statements(stated: Stated) -> Iterator[_Statement]:
    waiting: list[Thing] = [thing for thing in reversed(stated.things) if _is_post(thing)]
    count = 0
    while waiting and count < MAX_STATED:
        thing = waiting.pop()
        count += 1
        yield _statement(thing)
        for key in reversed(_INSIDE):
            value = thing.get(key)
            inside = value[:MAX_STATED] if isinstance(value, list) else [value]
            waiting += [one for one in reversed(inside) if isinstance(one, dict)]


def _is_post(thing: Thing) -> bool:
    return not _POST.isdisjoint(types(thing)) or any(key in thing for key in _INSIDE)


def _statement(thing: Thing) -> _Statement:
    text = string(thing.get("text")) or string(thing.get("articleBody"))
    author = thing.get("author")
    author = author[0] if isinstance(author, list) and author else author
    url = string(author.get("url")) if isinstance(author, dict) else ""
    time = string(thing.get("datePublished")) or string(thing.get("dateCreated"))
    name = " ".join(string(author)[: 2 * MAX_AUTHOR_CHARS].split())
    return _Statement(_folded(_TAG.sub(" ", text[:LOOKED_INTO]))[:MOST_CHARS], name, url, time[:MAX_TIME_CHARS])


def _with(post: Post, one: _Statement, shown: str, now: datetime, zone: tzinfo) -> Post:
    """A post with what is stated of it. `shown` is all its text, that of its head and panels too."""
    told = next(iter(instants(one.time, now, zone)), None) if one.time else None
    at, precision = post.published_at, post.precision or Precision.DAY
    is_same = bool(told and at and abs(told.at - at) <= SAME[precision])
    origins = dict(post.origins)
    if _is_authors(one, post, shown, is_same=is_same):
        url = one.url if one.url.startswith(("http://", "https://")) else ""
        origins["author"] = "structured"
        post = replace(post, author=one.author, author_url=url, origins=origins)
    if told and (not at or (is_same and _EXACTNESS[told.precision] > _EXACTNESS[precision])):
        origins["published_at"] = "structured"
        post = replace(post, published_at=told.at, precision=told.precision, origins=origins)
    return post


def _is_authors(one: _Statement, post: Post, shown: str, *, is_same: bool) -> bool:
    """True if a stated name is to be taken: where none was found, or where the post shows it and was written at the
    stated time; not where the page only adorns it."""
    if not one.author or len(one.author) > MAX_AUTHOR_CHARS:
        return False
    return not post.author or (is_same and one.author in shown and one.author not in post.author)


def _folded(text: str) -> str:
    return _OTHER.sub("", text).lower()
