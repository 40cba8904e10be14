"""Lists of sources as files: tables (CSV) with the columns of the row, and OPML as feed readers write it. No I/O."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from crawler.model import Channel, Source

COLUMNS = (
    *("name", "channel", "url", "pattern", "exclude", "interval_s", "priority", "timezone"),
    *("keep_params", "drop_params", "enabled"),
)
"""What a person sets of a row; a table needs the first and the third."""

MAX_NAME_CHARS = 190

FORMULA = tuple("=+-@\t\r")
"""What a spreadsheet takes for the beginning of a formula."""

_DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(Source)}
_TRUTHS = {"1": True, "true": True, "yes": True, "是": True, "0": False, "false": False, "no": False, "否": False}


@dataclass(frozen=True, slots=True)
class Listed:
    """A source that a file lists: on which of its lines, and its row (id 0), or what is wrong with it, in words."""

    line: int
    source: Source | None
    problem: str = ""


def read_source_list(body: bytes) -> list[Listed]:
    """The sources of a file. Raises ValueError, with a sentence, for what is no such file."""
    return _read_opml(body) if body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else _read_table(_text(body))


def source_table(rows: Iterable[Source]) -> str:
    """The rows as a table that `read_source_list` reads."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(COLUMNS)
    table.writerows([_cell(getattr(row, name)) for name in COLUMNS] for row in rows)
    return written.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return as_text(",".join(value) if isinstance(value, tuple) else str(value))


def as_text(cell: str) -> str:
    """What a spreadsheet takes for no formula: with a quotation mark before what strangers may have named so."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def _as_typed(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


def _text(body: bytes) -> str:
    """Spreadsheets in China still write GBK."""
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("gb18030", "replace")


def _read_table(text: str) -> list[Listed]:
    first = text.lstrip("\r\n").partition("\n")[0]
    table = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    try:
        return list(_rows(table))
    except csv.Error as problem:
        raise ValueError(f"line {table.line_num} of the table cannot be read: {problem}") from None


def _rows(table: Any) -> Iterator[Listed]:
    head = [name.strip().lower() for name in next((cells for cells in table if cells), [])]
    if not {"name", "url"} <= set(head):
        raise ValueError(f"the first line has to name the columns, name and url at least; there are: {_named(COLUMNS)}")
    if unknown := [name for name in head if name not in COLUMNS]:
        raise ValueError(f"there is no column {unknown[0]!r}; there are: {_named(COLUMNS)}")
    for cells in table:
        if any(cell.strip() for cell in cells):
            yield _row(table.line_num, head, cells)


def _named(columns: Iterable[str]) -> str:
    return ", ".join(columns)


def _row(line: int, head: list[str], cells: list[str]) -> Listed:
    if len(cells) > len(head):
        return Listed(line, None, f"there are {len(cells)} values for {len(head)} columns")
    given = {name: _as_typed(cell.strip()) for name, cell in zip(head, cells, strict=False) if cell.strip()}
    try:
        values = {name: _value(name, text) for name, text in given.items()}
    except ValueError as problem:
        return Listed(line, None, str(problem))
    blank: dict[str, Any] = {"id": 0, "name": "", "channel": Channel.PAGE, "url": ""}
    return Listed(line, Source(**blank | values))


def _value(name: str, text: str) -> object:
    """A cell as the row has it. Raises ValueError with a sentence."""
    default = _DEFAULTS[name]
    if isinstance(default, bool):
        if (truth := _TRUTHS.get(text.lower())) is None:
            raise ValueError(f"{name} is {text!r}; it must be 1 or 0")
        return truth
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            raise ValueError(f"{name} is {text!r}; it must be a whole number") from None
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text


def _read_opml(body: bytes) -> list[Listed]:
    # Nothing that the file refers to is looked up or repeated.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    root: Any = etree.fromstring(body.lstrip(), parser)
    outlines = [] if root is None else [one for one in root.iter("outline") if one.get("xmlUrl")]
    if not outlines:
        raise ValueError("the file lists no feed: it is neither OPML with outlines that have an xmlUrl, nor a table")
    return [Listed(one.sourceline, _feed(one.attrib)) for one in outlines]


def _feed(outline: Any) -> Source:
    url = outline["xmlUrl"].strip()
    name = " ".join((outline.get("title") or outline.get("text") or "").split())
    return Source(0, (name or urlsplit(url).netloc or url)[:MAX_NAME_CHARS], Channel.FEED, url)
