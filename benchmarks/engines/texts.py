"""The texts that engines render, and what is to be found on their pages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

TEXTS = Path(__file__).with_name("texts.toml")

_BLOCK = re.compile(r"^(?:#{2,} |- |\d+\. )")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)|<(https?:[^>]+)>")
_MARKS = re.compile(r"\*\*|`")


def load_texts() -> dict[str, Any]:
    """Articles, threads and signatures, ready for JSON: each text in Markdown and as it is to be found (`text`)."""
    texts = tomllib.loads(TEXTS.read_text(encoding="utf-8"))
    for article in texts["articles"]:
        article["text"] = plain(article["markdown"])
    for thread in texts["threads"]:
        for post in thread["posts"]:
            post["text"] = plain(post["markdown"], quotes=False)
    ready: dict[str, Any] = _with_written_times(texts)
    return ready


def plain(markdown: str, *, quotes: bool = True) -> str:
    """A text without its Markdown, and without what it quotes if `quotes` are not wanted."""
    return "\n".join(_plain_lines(markdown, quotes))


def _plain_lines(markdown: str, quotes: bool) -> Iterator[str]:
    is_code = False
    for line in markdown.strip().split("\n"):
        if line.startswith("```"):
            is_code = not is_code
        elif is_code:
            yield line
        elif line.startswith("|"):
            if set(line) - set("|-"):
                yield line.strip("| ").replace(" | ", " ")
        elif line.startswith(">"):
            if quotes:
                yield _plain_inline(line.lstrip("> "))
        elif line:
            yield _plain_inline(_BLOCK.sub("", line))


def _plain_inline(line: str) -> str:
    return _MARKS.sub("", _LINK.sub(lambda link: link[1] or link[2], line))


def _with_written_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_written_times(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_written_times(one) for one in value]
    return value.isoformat() if isinstance(value, datetime) else value
