"""Who wrote an article: what the page says of itself, then the line of author and source."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crawler.extract.table import Table

MAX_CHARS = 60
"""Longer values are descriptions, not names."""

_META_NAMES = frozenset(
    ["author", "article:author", "dc.creator", "parsely-author", "sailthru.author", "byl", "byline"]
)
_JSON_LD = re.compile(r'"author"\s*:\s*(?:\[\s*)?(?:\{[^{}]{0,300}?"name"\s*:\s*)?"([^"]{2,60})"')
_BYLINE = re.compile(r"(?:作者|记者|撰文|編輯|责任编辑|责编|来源|來源)\s?[:：/]\s?([^\s:：|/，,。)）\]】]{2,20})")


def author(table: Table, start: int, end: int) -> tuple[str, str]:
    """The author and where the name was found: "json-ld", "meta", "byline", or two empty strings.

    `start` and `end` bound the part of `table.flow` in which a byline counts: from the title to the text's end. A
    source (来源) is taken where no person is named.
    """
    for name, origin in _stated(table):
        if 1 < len(name) <= MAX_CHARS and "://" not in name:
            return name, origin
    bylines = {match[0][0]: match[1] for match in reversed(list(_BYLINE.finditer(table.flow, start, end)))}
    name = next((bylines[mark] for mark in "作记撰責责編来來" if mark in bylines), "")
    return (name, "byline") if name else ("", "")


def _stated(table: Table) -> Iterator[tuple[str, str]]:
    for script in table.json_ld:
        yield from ((name.strip(), "json-ld") for name in _JSON_LD.findall(script))
    for node in table.find("meta"):
        attributes = table.attributes[node]
        if {attributes.get("name", "").lower(), attributes.get("property", "").lower()} & _META_NAMES:
            yield attributes.get("content", "").strip(), "meta"
