"""Results as every store takes them: XML, JSON and SQL all refuse some of what a page may hold."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeVar

from crawler.extract.lines import INVISIBLE
from crawler.model import Article, Post, Rejected, Thread

T = TypeVar("T", bound=Article | Post | Rejected | Thread)

# Control characters but tab and line feed, halves of surrogate pairs, what Unicode keeps from being characters, and
# what nobody sees and no search expects within words.
_UNSTORABLE = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff{INVISIBLE}]")


def storable(found: T) -> T:
    """The result, in all its fields without what no store takes; a field that was nothing else becomes U+FFFD."""
    changed: dict[str, Any] = {}
    for name in found.__slots__:
        value = getattr(found, name)
        if isinstance(value, str) and not _is_printable(value) and _UNSTORABLE.search(value):
            changed[name] = _UNSTORABLE.sub("", value).strip() or "\ufffd"
        elif name in ("posts", "children", "comments") and value:
            changed[name] = tuple(map(storable, value))
    return replace(found, **changed) if changed else found


def _is_printable(text: str) -> bool:
    """True for a text that has none of these, told in half the time: most texts are printable but for line feeds."""
    return text.replace("\n", "").isprintable()
