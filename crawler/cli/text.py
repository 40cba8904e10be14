"""Text for a terminal or a pipe. Pure."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from crawler.model import Precision, stated_day

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

GAP = "  "


def printable(text: str) -> str:
    """The text on one line, without the control characters by which a page could command the terminal."""
    return "".join(" " if unicodedata.category(one) == "Cc" else one for one in text)


def printable_lines(text: str) -> str:
    """The same, but its line breaks stay."""
    return "\n".join(map(printable, text.splitlines()))


def width(text: str) -> int:
    """Columns that a text takes on a terminal: two for a Chinese character, none for a combining mark."""
    return sum(_columns(one) for one in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def table(rows: Iterable[Sequence[object]]) -> str:
    """Rows of equal length as aligned lines: whole numbers to the right, and their headings with them."""
    shown = list(rows)
    cells = [[printable(str(cell)) for cell in row] for row in shown]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    numbers = [isinstance(cell, int) for cell in shown[-1]] if shown else []
    return "\n".join(_line(row, widths, numbers) for row in cells)


def _line(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    padded = []
    for cell, wide, number in zip(cells, widths, numbers, strict=True):
        space = " " * (wide - width(cell))
        padded.append(space + cell if number else cell + space)
    return GAP.join(padded).rstrip()


def to_json(thing: DataclassInstance | dict[str, Any], indent: int | None = None) -> str:
    """A value as JSON: on one line unless `indent` is given; instants in ISO 8601."""
    values = thing if isinstance(thing, dict) else asdict(thing)
    return json.dumps(values, ensure_ascii=False, indent=indent, default=_json_value)


def _json_value(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def marked(text: str, emphasise: Callable[[str], str]) -> str:
    """HTML with <mark>…</mark> about what matched, as a search gives it, on one line for the terminal."""
    parts = re.split(r"<mark>(.*?)</mark>", text, flags=re.S)
    plain = [printable(html.unescape(part)) for part in parts]
    return "".join(emphasise(part) if place % 2 else part for place, part in enumerate(plain))


def local(moment: datetime, precision: str | None = None) -> str:
    """An instant as the person at this machine reads it; only its day, where no more was stated."""
    if precision == Precision.DAY:
        return stated_day(moment).isoformat()
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def utc(moment: datetime | None, precision: str | None = None) -> str:
    """An instant with its offset from UTC, to the minute, or its day, where no more was stated; "-" where there is
    none."""
    if moment and precision == Precision.DAY:
        return stated_day(moment).isoformat()
    return moment.astimezone(UTC).isoformat(" ", "minutes") if moment else "-"


def shortened(text: str, limit: int | None) -> str:
    """The first `limit` characters, and how many there are in all."""
    return text if limit is None or len(text) <= limit else f"{text[:limit]} … ({len(text)} characters)"
