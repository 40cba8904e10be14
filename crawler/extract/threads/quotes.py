"""What a post repeats of another one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crawler.extract.lines import lines
from crawler.extract.table import Table
from crawler.extract.threads.marks import within

_QUOTE = re.compile(r"(?<![a-z])quot|引用|zitat|citat", re.IGNORECASE)


def quoted(table: Table, record: range, body: Sequence[int]) -> str:
    """The text of the quotes in a post, "" if it has none: of <blockquote>, <q> and elements named as quotes that hold
    a part of the body's leaves, not all."""
    kept: list[int] = []
    node = record.start
    while node < record.stop:
        inside = within(body, range(node, table.ends[node])) if is_quote(table, node) else ()
        if 0 < len(inside) < len(body):
            kept += inside
            node = table.ends[node]
        else:
            node += 1
    return lines(table, kept)


def is_quote(table: Table, node: int) -> bool:
    tag = table.tags[node]
    return tag in ("blockquote", "q") or bool(tag and _QUOTE.search(table.attributes[node].get("class", "")))
