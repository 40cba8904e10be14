"""The names of authors in the texts with the times of their posts, where nothing marks them: what varies from post to
post in what stands before the time, or behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC
from itertools import takewhile

from crawler.extract.instant import instants
from crawler.extract.table import Table
from crawler.extract.threads.marks import MAX_TIME_CHARS
from crawler.extract.threads.names import may_count, name_of, unmarked_name
from crawler.extract.threads.opening import LATEST

MIN_LINES, MIN_NAMED = 3, 0.8
"""So many texts, and that share of the posts, must have a name there, and not all the same one."""

MAX_WORDS = 3
"""So many words has a name that is told from one text alone, and more than a character."""

_WORDS = (
    "by on at in am said says wrote commented replied created updated published added opened date reply comment post "
    "answer 说 说道 写道 发布 创建于 日期"
)
_SAYING = frozenset(_WORDS.split())
"""Words around names, beside those that may be no names anyway."""

_TOKENS = re.compile(r"[^\s|｜·•,，:：()（）\[\]【】@]+")
"""What white space, bars and brackets part."""


def names_beside_times(table: Table, dated: Sequence[int]) -> list[str]:
    """The name in the text with each post's time, a leaf in `dated` if there is one; "" for those without, none if they
    are no names of several people."""
    sides = zip(*(_around_time(table.texts[leaf]) for leaf in dated), strict=True)
    for side in sides:
        names = [_name(tokens) for tokens in _varying(side)]
        named = sum(map(bool, names))
        if named >= max(MIN_LINES, MIN_NAMED * len(names)) and len(set(names)) > 1:
            return names
        told = [_told(tokens) for tokens in side]
        if all(told):
            return told
    return []


def _around_time(text: str) -> tuple[list[str], list[str]]:
    """The words before the time in a text, and those behind it."""
    text = text.strip()[:MAX_TIME_CHARS]
    found = instants(text, LATEST, UTC)
    start, end = (min(one.start for one in found), max(one.end for one in found)) if found else (0, len(text))
    return _words(text[:start]), _words(text[end:])


def _words(text: str) -> list[str]:
    """The words of a text but for counts."""
    return [word for word in _TOKENS.findall(text) if any(map(str.isalnum, word)) and not may_count(word)]


def _varying(lines: Sequence[list[str]]) -> list[list[str]]:
    """Lines of words without those that all begin or end with."""
    said = [line for line in lines if line]
    first, last = _shared(said), _shared([line[::-1] for line in said])
    return [line[first : max(first, len(line) - last)] for line in lines]


def _told(words: Sequence[str]) -> str:
    """The name among words of which others say that somebody wrote, right before it or behind."""
    said = [word.lower() in _SAYING or not name_of(word) for word in words]
    first = next((at for at, one in enumerate(said) if not one), 0)
    last = next((at for at in range(len(said), first, -1) if not said[at - 1]), first)
    name = _name(words[first:last]) if 0 < last - first < len(words) and not any(said[first:last]) else ""
    return name if len(name) > 1 and last - first <= MAX_WORDS else ""


def _shared(lines: Sequence[list[str]]) -> int:
    """How many words all lines begin with."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*lines, strict=False)))


def _name(tokens: Sequence[str]) -> str:
    return unmarked_name(" ".join(tokens))
