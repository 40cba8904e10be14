"""All that a search finds, however much, as a file: a table for a spreadsheet, or a document a line for a program.

It is sent as it is read, so that none of it is held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import Annotated

from fastapi import Query as Parameter
from fastapi.responses import StreamingResponse
from pydantic import TypeAdapter

from crawler.roles.counts import Counted, all_counted
from crawler.stores import Documents, Query
from crawler.web.csv_table import csv_lines

_DOCUMENT = TypeAdapter(Counted)


class Form(StrEnum):
    """How a file is written; its name ends so, too."""

    CSV = "csv"
    JSON_LINES = "jsonl"


MEDIA_TYPES = {Form.CSV: "text/csv; charset=utf-8", Form.JSON_LINES: "application/x-ndjson; charset=utf-8"}


After = Annotated[
    str,
    Parameter(max_length=512, description="id of the last document of a file that was cut: what follows it, to append"),
]
"""Where a file goes on."""


def exported(
    documents: Documents, query: Query, form: Form, words: Mapping[str, str], *, after: str = ""
) -> StreamingResponse:
    """The file, with the names of a table's columns from `words`; only what follows a document, if one is given. Raises
    ValueError for a query that does not work, and Unavailable when the index is away at the beginning; when it goes
    later, the answer breaks off."""
    found = documents.scan(query, after=after)
    parts = all_counted(documents, chain([next(found, [])], found))
    lines = csv_lines(parts, words, with_head=not after) if form is Form.CSV else json_lines(parts)
    headers = {"Content-Disposition": f'attachment; filename="search.{form}"'}
    return StreamingResponse(lines, media_type=MEDIA_TYPES[form], headers=headers)


def json_lines(parts: Iterable[Sequence[Counted]]) -> Iterator[bytes]:
    """One JSON object a line, with the fields that the API gives a document."""
    for documents in parts:
        yield b"".join(_DOCUMENT.dump_json(document) + b"\n" for document in documents)
