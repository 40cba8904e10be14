"""What a post repeats of another one."""

from __future__ import annotations

from collections.abc import Sequence

from crawler.extract.lines import lines
from crawler.extract.table import Table, within
from crawler.extract.threads.notes import without_notes


def with_quotes(table: Table, quotes: Sequence[int], record: range, body: list[int], prose: Sequence[int]) -> list[int]:
    """A body with the `quotes` that stand in its post above it, outside: what others said, in an element beside the
    reply. `prose` are the characters of each node that may be prose, of which labels and buttons have none."""
    above: list[int] = []
    end = record.start
    for node in within(quotes, range(record.start, body[0])) if body else ():
        stop = table.ends[node]
        if end <= node and stop <= body[0] and any(prose[node:stop]):
            above += table.leaves_of(node)
            end = stop
    return above + body


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
