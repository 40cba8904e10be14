"""What a post repeats of another one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crawler.extract.lines import lines
from crawler.extract.table import Table, within
from crawler.extract.threads.notes import without_notes

MAX_HEAD = 100
"""A line that says whose words follow is no longer."""

_HEAD = re.compile(
    r"\s*(?:【\s*)?在\s?\S.{0,60}的\s?(?:大作|文章|帖子)中?(?:提到|[写寫]道|[说說]道?)\s?[:：]?\s*】?\s?[:：]?\s*"
    r"|\s*※?\s*引述\s?《.{1,60}》.{0,10}[:：]\s*"
)
"""What stands over the words of another in letters on bulletin boards."""

_LINE_MARKS = (":", "：", ">", "＞")


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


def quoted_lines(text: str) -> str:
    """The lines of a post's text that repeat another one as letters do: below the line that says whose they are, each
    behind a colon or a bracket; "" if there are none."""
    kept: list[str] = []
    before, is_quoted = "", False
    for line in text.split("\n"):
        if not line.startswith(_LINE_MARKS):
            is_quoted = False
        elif is_quoted or _HEAD.fullmatch(before[:MAX_HEAD]):
            kept += [line] if is_quoted else [before, line]
            is_quoted = True
        before = line
    return "\n".join(kept)
