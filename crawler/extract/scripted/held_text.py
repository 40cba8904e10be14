"""The article that a page's scripts hold as data: its text as markup or in blocks, beside its title, date and author.

What is called how is up to each site. So the text is known by what stands beside it: the page's own title, the number
that the page has in its address, or what JSON-LD calls the headline of an article. Of several the longest is taken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from html import escape, unescape
from itertools import islice
from typing import Any
from urllib.parse import unquote, urlsplit

from crawler.extract.kind import TITLE_PARTS
from crawler.extract.scripted.values import parsed, values
from crawler.extract.wording import SENTENCE_END, folded

MIN_LETTERS = 240
"""Letters of the shortest text; a character of Han or kana says as much as three."""

MAX_VALUES = 200_000
"""So many values are looked at."""

MAX_INSIDE = 3
"""So often a text is itself a value that is written as a text."""

MAX_AROUND = 4
MAX_AROUND_NUMBERED = 2
"""Objects around a text that may have its title, and its number alone."""

MIN_TITLE = 4
MAX_TITLE = 300
"""Letters of a title by which a text is known, and characters of one."""

MIN_ID = 6
"""Characters of a number or code in an address by which a text is known."""

MAX_NAME = 40
"""Characters of who wrote."""

_TAG = re.compile(r"<[^<>]{1,2000}>")
_BLOCK = re.compile(r"<(?:p|div|br|li|article|section|table|h[1-6])\b[^<>]{0,1000}>", re.IGNORECASE)
_SLUG = re.compile(r"[\w./]*[-_/][\w./-]*")
"""A title as a part of an address."""

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_IN_ADDRESS = re.compile(r"[/?&=_.,#-]+")
_DAY = re.compile(r"(?:19|20)\d{6}")
_DIGIT = re.compile(r"\d")
_LINES = re.compile(r"(?:\r?\n)+")

_KINDS = ("type", "_type", "nodeType", "kind", "tag", "object", "component", "name")
_TEXTS = ("text", "value", "data", "content", "html", "body", "children", "paragraph")
"""What blocks of an editor's are called by, and what holds their texts."""

_SUMMARY = re.compile(
    r"desc|summar|abstract|excerpt|intro|digest|teaser|caption|snippet|comment|related", re.IGNORECASE
)
"""What is called so is no text, and holds none of this page."""

_TITLE = re.compile(r"title|headline|subject", re.IGNORECASE)
_PUBLISHED = re.compile(r"publi|pub_?(?:date|time)|post_?(?:date|time)|release|issue|发布", re.IGNORECASE)
_CREATED = re.compile(r"creat|c_?time|add_?time|^(?:date|time|datetime)$", re.IGNORECASE)
_NOT_WHEN = re.compile(r"updat|modif|expir|end|now|server|current|is_?pub|publisher|status|id$", re.IGNORECASE)
_AUTHOR = re.compile(r"author|writer|byline|nick|screen_?name|user_?name|display_?name|^user$", re.IGNORECASE)
_EDITOR = re.compile(r"editor_?name", re.IGNORECASE)
_NAMED = ("name", "nickname", "nick_name", "screen_name", "displayName", "display_name", "username", "userName")
_BOOLEAN = re.compile(r"true|false|null|none|\d+", re.IGNORECASE)
_ARTICLE = re.compile(r"Article|BlogPosting|Report")
_SOURCE = re.compile(r"^(?:source|media|origin)(?:_?name)?$|^(?:copy)?from$|catchtitle|来源", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, as markup, and the objects around it, the nearest first."""

    markup: str
    letters: str
    around: Sequence[Mapping[str, Any]]


def with_held_text(
    html: str, titles: Sequence[str], summaries: Iterable[str], url: str = "", zone: tzinfo = UTC
) -> str:
    """The page with the article that its scripts hold at its end, and what they say of it as JSON-LD; "" if they hold
    none. `titles` are what the page calls itself, `summaries` what it says of its text, `url` its address, "" if
    unknown, `zone` that of times which are counted in seconds."""
    own = _Own(titles, url)
    told = [said for summary in summaries if (said := folded(summary))]
    held = (text for text in _texts(html) if not any(text.letters in said for said in told))
    known = [(text, told_by) for text in held if (told_by := own.tells(text.around))]
    if len(own.stated) > 1:  # a list's articles
        known = [(text, (title, record)) for text, (title, record) in known if id(record) not in own.stated]
    if not known:
        return ""
    text, (title, record) = max(known, key=lambda one: len(one[0].letters))
    stated = json.dumps(_statement(title, record, zone)).replace("<", "\\u003c")
    return (
        f'<script type="application/ld+json">{stated}</script>{html}'
        f"<article><h1>{escape(title)}</h1><div>{text.markup}</div></article>"
    )


class _Own:
    """What tells that an object is the page's own: its title, a number of its address, or that it is JSON-LD of an
    article. `stated` are the ids of objects that only the last tells."""

    def __init__(self, titles: Sequence[str], url: str) -> None:
        parted = [(title, *TITLE_PARTS.split(title)) for title in titles]
        self._parts = _long_names(part for parts in parted for part in parts)
        self._names = _long_names(name for title, *parts in parted for name in (title, max(parts, key=len)))
        self._codes = _codes(url)
        self._titles: dict[int, tuple[Mapping[str, Any], str | None]] = {}
        self.stated: set[int] = set()

    def tells(self, around: Sequence[Mapping[str, Any]]) -> tuple[str, Mapping[str, Any]] | None:
        """The title of a text and the object that has it, of those `around` the text; "" if its number tells; None if
        nothing does."""
        for distance, record in enumerate(around):
            title = self._title(record)
            if title or (title is not None and distance < MAX_AROUND_NUMBERED):
                return title, record
        return None

    def _title(self, record: Mapping[str, Any]) -> str | None:
        """What an object calls the page, "" if it only has its number, None if neither; looked for once."""
        if id(record) not in self._titles:
            self._titles[id(record)] = record, self._looked_up(record)
        return self._titles[id(record)][1]

    def _looked_up(self, record: Mapping[str, Any]) -> str | None:
        if not _ARTICLE.search(str(record.get("@type", "Article"))):
            return None
        short = (
            (key, unescape(value)) for key, value in record.items() if type(value) is str and len(value) <= MAX_TITLE
        )
        if told := [value for key, value in short if self._is_title(key, folded(value))]:
            return next((title.strip(' "“”') for title in told if not _SLUG.fullmatch(title)), "")
        if "articleBody" in record and isinstance(headline := record.get("headline"), str):
            self.stated.add(id(record))
            return unescape(headline)
        numbers = (str(value) for value in record.values() if isinstance(value, int | str))
        return "" if any(number in self._codes for number in numbers) else None

    def _is_title(self, key: str, letters: str) -> bool:
        """True for the letters of a title that is all or most of what the page says of itself or of the longest part of
        that; of any part, if it is called a title: another may be the site's name."""
        names = self._parts if _TITLE.search(key) else self._names
        return len(letters) >= MIN_TITLE and any(letters in name and 2 * len(letters) >= len(name) for name in names)


def _long_names(titles: Iterable[str]) -> list[str]:
    """The letters of titles that are long enough to tell something."""
    return [name for name in map(folded, titles) if len(name) >= MIN_TITLE]


def _statement(title: str, record: Mapping[str, Any], zone: tzinfo) -> dict[str, Any]:
    """What an object says of its text, as JSON-LD says it."""
    said: dict[str, Any] = {"@type": "Article", "headline": title, "datePublished": _when(record, zone)}
    if author := _first_name(record, _AUTHOR) or _first_name(record, _EDITOR):
        said["author"] = {"@type": "Person", "name": author}
    if source := _first_name(record, _SOURCE):
        said["publisher"] = {"@type": "Organization", "name": source}
    return said


def _codes(url: str) -> frozenset[str]:
    """The numbers and codes in an address."""
    parts = urlsplit(url)
    words = _IN_ADDRESS.split(unquote(f"{parts.path}?{parts.query}"))
    return frozenset(word for word in words if len(word) >= MIN_ID and _DIGIT.search(word) and not _DAY.fullmatch(word))


def _texts(html: str) -> Iterator[_Text]:
    """The texts in the scripts of a page."""
    waiting: list[tuple[Any, tuple[Mapping[str, Any], ...], int]] = [(value, (), 0) for value in values(html)]
    waiting.reverse()
    seen = 0
    while waiting and seen < MAX_VALUES:
        value, around, inside = waiting.pop()
        seen += 1
        if isinstance(value, dict):
            chain = (value, *around)[:MAX_AROUND]
            kept = (inner for key, inner in value.items() if not _SUMMARY.search(key))
            waiting += [(inner, chain, inside) for inner in kept if isinstance(inner, dict | list | str)]
        elif isinstance(value, list):
            if blocks := _blocks(value):
                yield from _text_of("".join(f"<p>{block}</p>" for block in blocks), around)
                continue
            chain = around if len(value) == 1 else ()
            waiting += [(inner, chain, inside) for inner in value if isinstance(inner, dict | list | str)]
        elif type(value) is str and 3 * len(value) >= MIN_LETTERS:
            if inside < MAX_INSIDE and (written := parsed(value)) is not None:
                waiting.append((written, around, inside + 1))
            else:
                yield from _text_of(value, around)


def _text_of(value: str, around: Sequence[Mapping[str, Any]]) -> Iterator[_Text]:
    """A text of sentences as markup."""
    markup = unescape(value) if "&lt;" in value and not _BLOCK.search(value) else value
    plain = unescape(_TAG.sub(" ", markup))
    letters = folded(plain)
    if (
        len(letters) + 2 * len(_CJK.findall(letters)) < MIN_LETTERS
        or 2 * len(letters) < len(plain.replace(" ", ""))
        or not SENTENCE_END.search(plain)
    ):
        return
    if not _BLOCK.search(markup):
        lines = _LINES.split(markup if _TAG.search(markup) else escape(unescape(markup), quote=False))
        markup = "".join(f"<p>{line}</p>" for line in lines)
    yield _Text(markup, letters, around)


def _blocks(values: Sequence[Any]) -> list[str]:
    """The texts of the blocks of which an editor's text is made, if a list is one of such."""
    if len(values) < 2 or not all(isinstance(value, dict) and any(key in value for key in _KINDS) for value in values):
        return []
    return [text for value in values if (text := _inline(value, MAX_AROUND))]


def _inline(value: Any, depth: int) -> str:
    """What a block says, with what is inside of it."""
    if type(value) is str:
        return value if _TAG.search(value) else escape(unescape(value), quote=False)
    if depth and isinstance(value, list):
        return "".join(_inline(inner, depth - 1) for inner in value)
    if depth and isinstance(value, dict):
        return next(filter(None, (_inline(value[key], depth - 1) for key in _TEXTS if key in value)), "")
    return ""


def _when(record: Mapping[str, Any], zone: tzinfo) -> str:
    """When a text was published, as its object says: what is written there, or of seconds and milliseconds the
    instant; "" if it does not say."""
    for pattern in (_PUBLISHED, _CREATED):
        for key, value in _fields(record):
            if pattern.search(key) and not _NOT_WHEN.search(key) and (written := _instant(value, zone)):
                return written
    return ""


def _instant(value: object, zone: tzinfo) -> str:
    digits = str(value)
    if digits.isdecimal():
        return datetime.fromtimestamp(int(digits[:10]), zone).isoformat() if len(digits) in (10, 13) else ""
    return digits if type(value) is str and len(value) <= MAX_NAME and any(map(str.isdigit, value)) else ""


def _first_name(record: Mapping[str, Any], pattern: re.Pattern[str]) -> str:
    """The first name under a key that is called so, or in the object or the list there."""
    for value in (value for key, value in _fields(record) if pattern.search(key)):
        value = value[0] if isinstance(value, list) and value else value
        inner = (value[key] for key in _NAMED if key in value) if isinstance(value, dict) else (value,)
        for name in islice(inner, 1):
            if type(name) is str and 0 < len(name.strip()) <= MAX_NAME and not _BOOLEAN.fullmatch(name):
                return name.strip()
    return ""


def _fields(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The keys and values of an object, and then of the objects in it."""
    yield from record.items()
    for key, value in record.items():
        if isinstance(value, dict) and not _SUMMARY.search(key):
            yield from value.items()
