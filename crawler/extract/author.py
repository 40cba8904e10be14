"""Who wrote an article: what the page says of itself, what it names as an author, then the line of author, source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from crawler.extract.markup import unescaped
from crawler.extract.structured import Stated, types
from crawler.extract.table import Table

MAX_CHARS = 60
"""Longer values are descriptions, not names."""

MAX_NAMES = 8
"""So many authors are named; more are a list of staff."""

MAX_NODES = 20
"""So many nodes of an element that is called an author are looked at for the name."""

_META_NAMES = frozenset(
    ["author", "article:author", "dc.creator", "parsely-author", "sailthru.author", "byl", "byline"]
)
_LABEL = re.compile(
    r"(?:(?:(?:written|posted|article|text|story)\s+by|by|von|par|por|authors?|about the authors?)\b"
    r"|作者|本报记者|记者|撰文|责任编辑|责编|编辑|文\s?(?=[:：/]))[\s:：/]*",
    re.IGNORECASE,
)
_NOT_A_NAME = re.compile(
    r"[:：]|@|\d\d|^\W*$|\.(?:com|cn|net|org)\b|^(?:admin|editor|unknown|user|post|null|none|share|follow|updated)$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?:^|[\s_-])(?:author|byline)", re.IGNORECASE)
_PROFILE = re.compile(r"/(?:authors?|contributors?|writers?|people)/[^/]", re.IGNORECASE)
_BY = re.compile(
    r"^[ \t]{0,20}(?:(?:[Ww]ritten|[Pp]osted|[Aa]rticle|[Tt]ext|[Ss]tory)\s)?[Bb]y[:\s]\s{0,9}"
    r"([A-Z][\w.'’-]{0,30}(?:[ \xa0](?:[A-Z][\w.'’-]{0,30}|and|&|de|van|von|der|la)){0,6})",
    re.MULTILINE,
)
_BYLINE = re.compile(r"(作者|记者|撰文|編輯|责任编辑|责编|编辑|来源|來源)\s?[:：/]\s?([^\s:：|/，,。)）\]】]{2,20})")
_HAN_NAMES = r"[\u4e00-\u9fff]{2,4}(?:[ 、\u3000][\u4e00-\u9fff]{2,4}){0,4}"
_REPORTER = re.compile(
    rf"(?:^|[（(\s])[^\s（）()，。]{{0,10}}(记者)[ \u3000]{{1,3}}({_HAN_NAMES})[ \u3000]{{0,3}}(?=[）)\n\d]|$)",
    re.MULTILINE,
)
_MARKS = ("作者", "记者", "撰文", "责任编辑", "责编", "编辑", "編輯")
_SOURCES = ("来源", "來源")


def author(table: Table, stated: Stated, start: int, end: int) -> tuple[str, str]:
    """The author and where the name was found: "json-ld", "meta", "element", "byline", "source", or two empty strings.

    `start` and `end` bound the part of `table.flow` in which a byline counts: from the title to the text's end. Several
    authors are joined by ", ". A source (来源) is taken where no person is named.
    """
    return next(_candidates(table, stated, start, end), ("", ""))


def _candidates(table: Table, stated: Stated, start: int, end: int) -> Iterator[tuple[str, str]]:
    """Names and where they were found, best first."""
    persons, others = _json_ld(stated)
    if persons:
        yield persons, "json-ld"
    metas, site = _meta(stated)
    if metas and metas != site:
        yield metas, "meta"
    yield from ((name, "element") for name in _elements(table, start, end))
    bylines = _bylines(table.flow, start, end)
    yield from ((bylines[mark], "byline") for mark in _MARKS if mark in bylines)
    if match := _BY.search(table.flow, start, end):
        yield " ".join(match[1].split()), "byline"
    yield from ((name, origin) for name, origin in ((others, "json-ld"), (metas, "meta")) if name)
    yield from ((bylines[mark], "source") for mark in _SOURCES if mark in bylines)


def _name(text: object) -> str:
    """A name without its label; "" if the text is none."""
    if not isinstance(text, str):
        return ""
    name = " ".join(unescaped(text[: 2 * MAX_CHARS]).split())
    if label := _LABEL.match(name):
        name = name[label.end() :]
    name = name.strip(" ,，、|·•-—:：")
    return name if 1 < len(name) <= MAX_CHARS and not _NOT_A_NAME.search(name) else ""


def _joined(names: Iterable[str]) -> str:
    """The names, each once however its letters are written."""
    different = {"".join(filter(str.isalpha, name)).lower(): name for name in reversed(list(names)) if name}
    return ", ".join([*reversed(different.values())][:MAX_NAMES])


def _json_ld(stated: Stated) -> tuple[str, str]:
    """The persons, and the others, whom the first thing with an author names."""
    for thing in stated.things:
        value = thing.get("author") or thing.get("creator")
        things = value[:MAX_NAMES] if isinstance(value, list) else [value]
        named = [(types(thing), _name(thing.get("name"))) for thing in things if isinstance(thing, dict)]
        named += [(["Person"], _name(thing)) for thing in things]
        persons = _joined(name for kinds, name in named if "Organization" not in kinds)
        if others := _joined(name for _, name in named):
            return persons, others
    return "", ""


def _meta(stated: Stated) -> tuple[str, str]:
    """The authors that <meta> elements name, and the site's name."""
    names = [_name(content) for key, contents in stated.meta.items() if key in _META_NAMES for content in contents]
    return _joined(names), _name(stated.meta_text("og:site_name"))


def _elements(table: Table, start: int, end: int) -> Iterator[str]:
    """What stands in elements that are named as an author's or link to one, between two places of the text."""
    if start >= end:
        return
    for node in range(table.leaf_at(start), table.leaf_at(end - 1)):
        attributes = table.attributes[node]
        if attributes and _is_authors(attributes):
            texts = table.texts[node : min(table.ends[node], node + MAX_NODES)]
            yield from filter(None, map(_name, texts))


def _is_authors(attributes: Mapping[str, str]) -> bool:
    """True if an element is called an author or a byline, or links to an author's page."""
    named = attributes.get("class", "")
    if ("uthor" in named or "yline" in named) and _NAMED.search(named):
        return True
    if attributes.get("rel") == "author" or attributes.get("itemprop") == "author":
        return True
    return "href" in attributes and bool(_PROFILE.search(attributes["href"]))


def _bylines(flow: str, start: int, end: int) -> dict[str, str]:
    """Names by the word that stands before them, the first of each."""
    bylines: dict[str, str] = {}
    patterns = (_BYLINE, _REPORTER) if flow.find("记者", start, end) >= 0 else (_BYLINE,)
    for pattern in patterns:
        for match in pattern.finditer(flow, start, end):
            bylines.setdefault(match[1], " ".join(match[2].split()))
    return bylines
