"""What a page states of itself for machines, read once: JSON-LD, <meta> and <link>.

Plugins and people write it, for search engines and for themselves: JSON that breaks off, things that describe the shop
or the comments, ten scripts of a megabyte. So it is evidence that the callers weigh, all of it is bounded, and nothing
that a page writes raises.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from crawler.extract.markup import unescaped
from crawler.extract.table import Table

MAX_JSON_CHARS = 1_000_000
"""Of all scripts of a page together: more is data, not a description."""

MAX_THINGS = 200
"""So many things of JSON-LD are looked at."""

MAX_VALUES = 20
"""So many values of one <meta> name are kept."""

Thing = Mapping[str, Any]

_INSIDE = ("@graph", "mainEntity", "mainEntityOfPage")
"""Where a thing holds others that may be the page's own. All other keys lead to comments, lists and publishers."""

_ARTICLE = re.compile(r"(?:Article|Posting|Report|Question)$")
_PAGE = re.compile(r"(?:Page|Object|Recipe|HowTo)$")
_WRAPPING = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>|;)\s*$")
_PAIR = re.compile(r'"(headline|datePublished|dateCreated|pubDate|uploadDate)"\s*:\s*"((?:[^"\\]|\\.){2,500})"')
_AUTHOR = re.compile(r'"(?:author|creator)"\s*:\s*')
_DECODER = json.JSONDecoder(strict=False)
_META_KEYS = ("property", "name", "itemprop")


@dataclass(frozen=True, slots=True)
class Stated:
    """What a page states.

    things: the objects of its JSON-LD that may be the page's own, articles first. meta: the contents of its <meta>
    elements by lower-case name, in order. links: the addresses of its <link> elements by relation, the first of each.
    """

    things: Sequence[Thing]
    meta: Mapping[str, Sequence[str]]
    links: Mapping[str, str]

    def meta_text(self, name: str) -> str:
        """The first content of a <meta>, "" if there is none."""
        return self.meta[name][0] if name in self.meta else ""

    def strings(self, *keys: str) -> Iterator[str]:
        """The texts that the things have under these keys, in the things' order."""
        for thing in self.things:
            for key in keys:
                if text := string(thing.get(key)):
                    yield text


def stated(table: Table) -> Stated:
    """What the page states. Linear in its size."""
    links: dict[str, str] = {}
    for node in table.find("link"):
        attributes = table.attributes[node]
        if href := attributes.get("href", "").strip():
            links.setdefault(attributes.get("rel", "").lower(), href)
    return Stated(_things(table.json_ld) if table.json_ld else (), _meta(table), links)


def string(value: object) -> str:
    """A value of JSON-LD as text: of a list its first, of an object its @value or name; "" if it has none."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("@value") or value.get("name")
    return unescaped(value).strip() if isinstance(value, str) else ""


def types(thing: Thing) -> list[str]:
    """The names of a thing's types."""
    stated = thing.get("@type")
    return [name for name in (stated if isinstance(stated, list) else [stated]) if isinstance(name, str)]


def _meta(table: Table) -> dict[str, list[str]]:
    meta: dict[str, list[str]] = {}
    for node in table.find("meta"):
        attributes = table.attributes[node]
        content = attributes.get("content", "").strip()
        for key in _META_KEYS if content else ():
            if key in attributes:
                values = meta.setdefault(attributes[key].strip().lower(), [])
                if len(values) < MAX_VALUES:
                    values.append(content)
    return meta


def _things(scripts: Sequence[str]) -> list[Thing]:
    found: list[Thing] = []
    characters = 0
    for script in scripts:
        characters += len(script)
        if characters > MAX_JSON_CHARS:
            break
        found += _inside(_parsed(script), MAX_THINGS - len(found))
    named = {thing["@id"]: thing for thing in found if isinstance(thing.get("@id"), str)}
    return sorted((_with_author(thing, named) for thing in found), key=_rank)


def _parsed(script: str) -> object:
    """A script's value; of one that is no JSON the pairs that can be read all the same."""
    try:
        return json.loads(script, strict=False)
    except (ValueError, RecursionError):
        pass
    script = _WRAPPING.sub("", script)
    try:
        return json.loads(unescaped(script) if "&quot;" in script else script, strict=False)
    except (ValueError, RecursionError):
        return _pairs(script)


def _pairs(script: str) -> Thing:
    """The fields of an article that stand in broken JSON, the first of each."""
    pairs: dict[str, Any] = {}
    for name, written in _PAIR.findall(script):
        pairs.setdefault(name, _value(f'"{written}"', 0))
    for match in islice(_AUTHOR.finditer(script), MAX_VALUES):
        if author := _value(script, match.end()):
            return {**pairs, "author": author}
    return pairs


def _value(text: str, start: int) -> Any:
    try:
        return _DECODER.raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None


def _inside(value: object, most: int) -> list[Thing]:
    """The things in a value that may be the page's own, in order."""
    found: list[Thing] = []
    waiting = [value]
    while waiting and len(found) < most:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += reversed(value[:most])
        elif isinstance(value, dict):
            found.append(value)
            waiting += [value[key] for key in reversed(_INSIDE) if isinstance(value.get(key), dict | list)]
    return found


def _with_author(thing: Thing, named: Mapping[str, Thing]) -> Thing:
    """The thing with its author written out where it only points to another thing of the page."""
    author = thing.get("author")
    if isinstance(author, dict) and "name" not in author and isinstance(author.get("@id"), str):
        return {**thing, "author": named.get(author["@id"], author)}
    return thing


def _rank(thing: Thing) -> int:
    names = types(thing)
    if any(map(_ARTICLE.search, names)):
        return 0
    return 1 if not names or any(map(_PAGE.search, names)) else 2
