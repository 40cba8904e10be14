"""What must hold for everything that is read from a page, whatever the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import datetime

from crawler.channels import Found, Results
from crawler.channels.board import ThreadLink
from crawler.extract.instant import FLOOR
from crawler.model import Article, Link, Post, Precision, Rejected, Thread

MAX_LINE_CHARS = 1000
"""Of what is one line: a title, a name, an address."""

MAX_COUNT = 2**31

_UNSTORABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_LINE_ENDS = re.compile("[\n\u2028\u2029]")


def faults(found: object, now: datetime) -> list[str]:
    """What is wrong with a reader's result, in words; empty if it is right in all its fields."""
    wrong = []
    for where, value in _walk(type(found).__name__, found):
        if isinstance(value, str):
            wrong += [f"{where}: {what}" for what in _text(where, value)]
        else:
            wrong += [f"{where}: {what}" for what in _faults(value, now)]
    return wrong


def _walk(where: str, value: object) -> Iterator[tuple[str, object]]:
    """A value and all that it holds, each with where it stands."""
    yield where, value
    if is_dataclass(value):
        for one in fields(value):
            yield from _walk(f"{where}.{one.name}", getattr(value, one.name))
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _walk(f"{where}.{key}", one)
    elif isinstance(value, tuple | list):
        for place, one in enumerate(value):
            yield from _walk(f"{where}.{place}", one)


def _faults(value: object, now: datetime) -> Iterable[str]:
    match value:
        case Article():
            yield from _article(value, now)
        case Thread():
            yield from _thread(value)
        case Post():
            yield from _post(value, now)
        case Rejected():
            yield from _line("title", value.title)
        case Link() | ThreadLink():
            yield from _link(value)
        case Found() if value.rules and len(value.rules) != len(value.links):
            yield "not a rule for each link"
        case Results() if value.results and value.answer != "results":
            yield f"results, and the answer {value.answer}"


def _text(where: str, text: str) -> Iterable[str]:
    if where.endswith(("url", "thread", "next_page")):  # escaped when it is made canonical
        text = "".join(filter(str.isprintable, text))
    if bad := _UNSTORABLE.search(text):
        yield f"has U+{ord(bad[0]):04X}"


def _article(found: Article, now: datetime) -> Iterable[str]:
    yield from _page(found)
    yield from _instant(found.published_at, now)
    if (found.precision is None) != (found.published_at is None):
        yield f"{found.precision!r} of {found.published_at!r}"
    if found.precision is not None and not isinstance(found.precision, Precision):
        yield f"precision {found.precision!r}"
    if not found.text.strip():
        yield "no text"
    yield from _line("author", found.author)


def _thread(found: Thread) -> Iterable[str]:
    yield from _page(found)
    if not found.posts:
        yield "no posts"
    for name in ("page", "pages", "replies", "views"):
        yield from _count(name, getattr(found, name))
    yield from _line("board", found.board or "")
    yield from _address("next_page", found.next_page or "")
    for place, post in enumerate(found.posts):
        if post.parent is not None and not 0 <= post.parent < place:
            yield f"post {place} answers {post.parent}"


def _post(post: Post, now: datetime) -> Iterable[str]:
    yield from _instant(post.published_at, now)
    yield from _count("floor", post.floor)
    yield from _line("author", post.author)
    yield from _address("author_url", post.author_url)
    if not post.text.strip():
        yield "no text"


def _page(found: Article | Thread) -> Iterable[str]:
    """The fields that articles and threads share."""
    yield from _line("title", found.title)
    for name in ("confidence", "replaced"):
        value = getattr(found, name)
        if not isinstance(value, float | int) or not 0 <= value <= 1.000001:
            yield f"{name} {value!r}"
    if not re.fullmatch("(?:[a-z]{2,3})?", found.language):
        yield f"language {found.language!r}"
    if not all(type(origin) is str for origin in found.origins.values()):
        yield f"origins {found.origins!r}"


def _instant(at: datetime | None, now: datetime) -> Iterable[str]:
    if at is not None and (at.tzinfo is None or not FLOOR <= at <= now):
        yield f"the instant {at!r}"


def _count(name: str, number: int | None) -> Iterable[str]:
    if number is not None and not (type(number) is int and 0 <= number < MAX_COUNT):
        yield f"{name} {number!r}"


def _line(name: str, text: str) -> Iterable[str]:
    if len(text) > MAX_LINE_CHARS or _LINE_ENDS.search(text) or text != text.strip():
        yield f"{name} is not one line: {text[:80]!r}"


def _address(name: str, url: str) -> Iterable[str]:
    if url and not url.startswith(("http://", "https://")):
        yield f"{name} {url[:80]!r}"


def _link(link: Link | ThreadLink) -> Iterable[str]:
    yield from _line("title", link.title)
    if not link.url[:8].lower().startswith(("http://", "https://")):
        yield f"url {link.url[:80]!r}"
