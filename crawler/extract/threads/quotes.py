"""What a post repeats of another one."""

from __future__ import annotations

from collections.abc import Sequence

from crawler.extract.lines import lines
from crawler.extract.table import Table, within
from crawler.extract.threads.notes import without_notes


def quoted(table: Table, quotes: Sequence[int], record: range, body: Sequence[int]) -> str:
    """The text of the `quotes` in a post without notes, "" if it has none: of those that hold a part of the body's
    leaves, not all."""
    kept: list[int] = []
    end = record.start
    for node in within(quotes, record):
        inside = within(body, range(node, table.ends[node])) if node >= end else ()
        if 0 < len(inside) < len(body):
            kept += inside
            end = table.ends[node]
    return without_notes(lines(table, kept)) if kept else ""
