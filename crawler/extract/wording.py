"""What a text says, however it is written: its letters alone, and where its sentences end."""

from __future__ import annotations

import re

_NOT_LETTERS = re.compile(r"[\W_]+")

SENTENCE_END = re.compile(r"[。！？]|[.!?](?=[\s”’\"')]|$)")


def letters(text: str) -> str:
    """Letters and digits alone: quotes, hyphens and white space are often written otherwise."""
    return _NOT_LETTERS.sub("", text)


def folded(text: str) -> str:
    """The same, in lower case."""
    return letters(text).lower()
