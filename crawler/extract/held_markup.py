"""Pages that hold their text as escaped markup in a <textarea>, from where a script takes it to show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

MIN_CHARS = 100
"""Shorter markup holds no text that is worth another look at the page."""

_FIELD = re.compile(r"<textarea\b[^<>]{0,1000}>", re.IGNORECASE)
_END = re.compile(r"</textarea\s{0,9}>", re.IGNORECASE)
_TAG = re.compile(r"<(?:p|div|br|article|section|table)\b[^<>]{0,1000}>", re.IGNORECASE)


def unwrapped(html: str) -> str:
    """The page with the markup that its fields hold in their place; "" if none holds any. Takes linear time."""
    pieces = list(_pieces(html))
    return "".join(pieces) if len(pieces) > 1 else ""


def _pieces(html: str) -> Iterator[str]:
    """The page in pieces: what fields hold as markup, and what stands around these."""
    written = at = 0
    while (field := _FIELD.search(html, at)) and (end := _END.search(html, field.end())):
        at = end.end()
        held = html[field.end() : end.start()]
        if len(held) >= MIN_CHARS and _TAG.search(shown := unescape(held)):
            yield f"{html[written : field.start()]}<div>{shown}</div>"
            written = at
    yield html[written:]
