"""One input through all readers: what they say, how long they take, and what is wrong with it."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import process_time

from crawler.errors import CrawlerError
from crawler.extract import markup
from crawler.extract.charset import decode
from crawler.extract.opened_page import MAX_NODES
from crawler.extract.table import Table
from tests.fuzz.checks import faults
from tests.fuzz.readers import NOW, READERS, Reader, parse_alone

try:
    from crawler.extract import _markup as compiled
except ImportError:  # no C compiler here
    compiled = None  # type: ignore[assignment]


@dataclass(slots=True)
class Tried:
    """An input's size in bytes, the CPU seconds of the parser alone and of each reader, and the faults in words."""

    size: int
    parsing_s: float
    seconds: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def try_all(html: bytes, random: Random) -> Tried:
    """Read a page in every way; in one of them, chosen by chance, twice."""
    started = process_time()
    _, wrong = _try(parse_alone, html)
    tried = Tried(len(html), process_time() - started, faults=[f"parsing: {fault}" for fault in wrong + _differs(html)])
    twice = random.choice(list(READERS))
    for name, read in READERS.items():
        started = process_time()
        found, wrong = _try(read, html)
        tried.seconds[name] = process_time() - started
        tried.faults += [f"{name}: {fault}" for fault in wrong]
        if name == twice and _try(read, html)[0] != found:
            tried.faults.append(f"{name}: not the same result twice")
    return tried


def _try(read: Reader, html: bytes) -> tuple[object, list[str]]:
    """What a reader says, and what is wrong with it."""
    try:
        found = read(html)
    except CrawlerError as problem:
        return str(problem), []
    except Exception as problem:
        return None, [_said(problem)]
    return found, faults(found, NOW)


def _differs(html: bytes) -> list[str]:
    """Whether the compiled reader of markup and the one in Python give two tables."""
    if compiled is None:
        return []
    text = decode(html).text
    return [] if _table(compiled.read, text) == _table(markup.read, text) else ["not the table that Python reads"]


def _table(read: Callable[[str, Table, int], None], text: str) -> object:
    table = Table()
    try:
        read(text, table, MAX_NODES)
    except CrawlerError as problem:
        return str(problem)
    return table.tags, table.texts, table.parents, table.ends, table.links, table.json_ld, list(table.attributes)


def _said(problem: Exception) -> str:
    frame = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__} in {frame.filename.rpartition('/')[2]}:{frame.lineno}: {str(problem)[:200]}"
