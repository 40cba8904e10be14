"""What a post repeats of another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from crawler.extract.boilerplate import REMEMBERED
from crawler.extract.lines import lines
from crawler.extract.table import Table
from crawler.extract.threads.marks import within

_QUOTE = re.compile(r"(?<![a-z])quot|引用|zitat|citat", re.IGNORECASE)


def quotes(table: Table) -> list[int]:
    """The quotes of a page, in order: <blockquote>, <q> and elements named as quotes."""
    named = [node for names, nodes in table.classes.items() if _names_quote(names) for node in nodes]
    return sorted({*table.find("blockquote"), *table.find("q"), *named})


def quoted(table: Table, quotes: Sequence[int], record: range, body: Sequence[int]) -> str:
    """The text of the `quotes` in a post, "" if it has none: of those that hold a part of the body's leaves, not
    all."""
    kept: list[int] = []
    end = record.start
    for node in within(quotes, record):
        inside = within(body, range(node, table.ends[node])) if node >= end else ()
        if 0 < len(inside) < len(body):
            kept += inside
            end = table.ends[node]
    return lines(table, kept)


@lru_cache(maxsize=REMEMBERED)
def _names_quote(name: str) -> bool:
    return _QUOTE.search(name) is not None
