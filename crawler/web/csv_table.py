"""Documents as a table that spreadsheets open. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from crawler.channels import as_text
from crawler.roles.counts import Counted
from crawler.web.times import shown

BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel takes UTF-8 for the system's own encoding."""

COLUMNS = (
    *("published_in_beijing", "site", "source", "kind", "title", "author", "address"),
    *("first_address", "number_of_copies", "thread_address", "floor_number", "number_of_posts"),
    *("text", "id"),
)


def csv_lines(
    batches: Iterable[Sequence[Counted]], words: Mapping[str, str], *, with_head: bool = True
) -> Iterator[str]:
    """The table's text piece by piece, its head in the page's language; without it, to be appended to one."""
    if with_head:
        yield BYTE_ORDER_MARK + _text([[words[column] for column in COLUMNS]])
    for documents in batches:
        yield _text([_cells(document, words) for document in documents])


def _cells(document: Counted, words: Mapping[str, str]) -> list[str]:
    cells = [
        shown(document.published_at, document.precision),
        document.site,
        document.source,
        words[document.kind],
        document.title or document.thread_title,
        document.author,
        document.url,
        document.first_url,
        str(document.copies),
        document.thread_url,
        str(document.floor or ""),
        str(document.posts),
        document.text,
        document.id,
    ]
    return [as_text(cell) for cell in cells]


def _text(rows: Iterable[Sequence[str]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()
