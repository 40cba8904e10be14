"""The documents in the embedded stores' SQLite file: a table, and a full-text index (FTS5) of the terms of analysis.

SQLite's own tokenizer sees terms parted by spaces and changes nothing about them, so the positions, and with them the
phrases, are those of Elasticsearch's index.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from crawler.embedded import Database
from crawler.errors import Unavailable
from crawler.model import Document
from crawler.settings import Settings
from crawler.stores.analysis import Analysis
from crawler.stores.fields import Field, FieldName, Value
from crawler.stores.likeness import sketch
from crawler.stores.ports import Query, Results, Sort, Write, Written
from crawler.stores.query import Character, Expression, Part, Phrase, Word, parse
from crawler.stores.record import FIELDS, from_record, instant, problem_with_id, to_record
from crawler.stores.results import (
    ALIKE,
    FACETS,
    SCANNED_AT_ONCE,
    TITLE_WEIGHT,
    by_floor,
    check_page,
    fields_of,
    hit,
    no_place,
)
from crawler.stores.retention import expiry

_COLUMNS = ", ".join(FIELDS)
_INSERT = (
    f"INSERT INTO document ({_COLUMNS}) VALUES ({', '.join(f':{name}' for name in FIELDS)}) ON CONFLICT (id) DO NOTHING"
)
_UPDATE = f"UPDATE document SET {', '.join(f'{name} = :{name}' for name in FIELDS if name != 'id')} WHERE id = :id"
_TESTS = {
    FieldName.SITE: "site IN (SELECT value FROM json_each(:{}))",
    FieldName.AUTHOR: "EXISTS (SELECT 1 FROM json_each(:{}) WHERE document.author LIKE value ESCAPE '\\')",
}
_DELETE_TEXT = "INSERT INTO document_text (document_text, rowid, title, text, endings) VALUES ('delete', ?, ?, ?, ?)"
_INSERT_TEXT = "INSERT INTO document_text (rowid, title, text, endings) VALUES (?, ?, ?, ?)"
_INSERT_SKETCH = "INSERT OR IGNORE INTO document_sketch (term, number) VALUES (?, ?)"
_DELETE_SKETCH = "DELETE FROM document_sketch WHERE term = ? AND number = ?"
_INDEXED = "number, kind, title, text"
_OF_SOURCE = f"SELECT {_INDEXED} FROM document WHERE source_id = ? AND number > ? ORDER BY number LIMIT ?"
_EXPIRED = f"SELECT {_INDEXED} FROM document WHERE fetched_at < ? ORDER BY fetched_at LIMIT ?"
_ALIKE = f"""SELECT place, {_COLUMNS} FROM document JOIN (
    SELECT place, number, row_number() OVER (PARTITION BY place ORDER BY shared DESC, number) AS likeness FROM (
        SELECT asked.key AS place, number, count(*) AS shared FROM json_each(?) AS asked
        CROSS JOIN json_each(asked.value) AS one CROSS JOIN document_sketch ON term = one.value GROUP BY place, number
    )
) USING (number) WHERE likeness <= {ALIKE} ORDER BY place, likeness"""
_FREED = """SELECT DISTINCT duplicate_of FROM document AS copy WHERE duplicate_of <> ''
AND NOT EXISTS (SELECT 1 FROM document WHERE id = copy.duplicate_of) LIMIT ?"""
_MATCHING = "number IN (SELECT rowid FROM document_text WHERE document_text MATCH :{})"
_RANKED = (
    f"(SELECT rowid, bm25(document_text, {TITLE_WEIGHT}, 1.0, 0.0) AS rank"
    " FROM document_text WHERE document_text MATCH :required) AS ranked"
)
_ORDERS = {
    Sort.RELEVANCE: "rank, published_at DESC",
    Sort.NEWEST: "published_at DESC",
    Sort.FOUND: "number DESC",  # rows are numbered as they come in
}

REMOVED_AT_ONCE = 200
"""Documents; each is analysed while the file is locked to other writers, some ms for a long one."""

EXPIRED_AT_ONCE = 5000
"""Documents that are removed at most when the store is maintained: as many as come in meanwhile, and more."""

NUMBERS_AT_ONCE = 10_000

MOST_NUMBER = 2**63 - 1

_Name = TypeVar("_Name", str, int)


class SqliteDocuments:
    """`Documents` over SQLite. Raises Unavailable when the file cannot be used: no tables, locked, disk full."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._database = database
        self._batch = settings.bulk_docs
        self._keep_days = settings.keep_days

    def prepare(self) -> None:
        """The migrations make the tables; this sees that they did."""
        self.check()

    def check(self) -> None:
        self._rows("SELECT 1 FROM document_text, document LIMIT 1")

    def add(self, documents: Sequence[Document]) -> list[Written]:
        written: list[Written] = []
        for start in range(0, len(documents), self._batch):
            written += self._add(documents[start : start + self._batch])
        return written

    def revise(self, documents: Sequence[Document]) -> list[Written]:
        records = map(to_record, documents)
        new = [(record, _analysed(record)) for record in records]
        with _translated(), self._database.transaction() as connection:
            return [_revise(connection, record, texts) for record, texts in new]

    def mark_gone(self, ids: Sequence[str], gone_at: datetime) -> None:
        statement = "UPDATE document SET gone_at = ? WHERE gone_at IS NULL AND id IN (SELECT value FROM json_each(?))"
        with _translated(), self._database.transaction() as connection:
            connection.execute(statement, (instant(gone_at), json.dumps(list(ids))))

    def mark_copies(self, firsts: Mapping[str, str]) -> None:
        with _translated(), self._database.transaction() as connection:
            statement = "UPDATE document SET duplicate_of = ? WHERE id = ?"
            connection.executemany(statement, [(first, id) for id, first in firsts.items()])

    def remove_source(self, source_id: int) -> int:
        removed, last = 0, 0
        while rows := self._remove_some(_OF_SOURCE, source_id, last):
            removed, last = removed + len(rows), rows[-1]["number"]
        if removed:
            self.free_copies()
        return removed

    def exists(self, ids: Sequence[str]) -> set[str]:
        statement = "SELECT id FROM document WHERE id IN (SELECT value FROM json_each(?))"
        return {row["id"] for row in self._rows(statement, [json.dumps(list(ids))])}

    def has_page(self, url: str) -> bool:
        return bool(self._rows("SELECT 1 FROM document WHERE url = ? LIMIT 1", [url]))

    def get(self, id: str) -> Document | None:
        rows = self._rows(f"SELECT {_COLUMNS} FROM document WHERE id = ?", [id])
        return _document(rows[0]) if rows else None

    def thread(self, thread_id: str) -> list[Document]:
        where = "thread_id = ? AND thread_id <> '' ORDER BY floor, id"
        rows = self._rows(f"SELECT {_COLUMNS} FROM document WHERE {where}", [thread_id])
        return by_floor(map(_document, rows))

    def search(self, query: Query) -> Results:
        """Raises ValueError, with a sentence, for a query or a page of results that nobody can be given."""
        check_page(query)
        expression, began = parse(query.text), time.perf_counter()
        if expression.hopeless:
            return Results(0, ())
        where, values = _conditions(query, expression)
        matching = _matching(where, expression)
        counted = self._rows(
            f"SELECT site, source_id, count(*) AS number FROM document WHERE {matching} GROUP BY site, source_id",
            values,
        )
        rows = self._rows(_page(query, expression, where), values)
        return Results(
            total=sum(row["number"] for row in counted),
            hits=tuple(hit(_document(row), expression, 0.0 - row["rank"]) for row in rows),
            sites=_largest((row["site"], row["number"]) for row in counted),
            sources=_largest((row["source_id"], row["number"]) for row in counted),
            took_ms=(time.perf_counter() - began) * 1000,
        )

    def scan(self, query: Query, *, after: str = "") -> Iterator[list[Document]]:
        expression = parse(query.text)
        where, values = _conditions(query, expression)
        if expression.hopeless:
            return iter(())
        return self._scan(_matching(where, expression), values, self._number(after) if after else MOST_NUMBER)

    def _number(self, id: str) -> int:
        """A document's place in the order in which all came in."""
        for row in self._rows("SELECT number FROM document WHERE id = ?", [id]):
            return int(row["number"])
        raise no_place(id)

    def _scan(self, matching: str, values: dict[str, Any], last: int) -> Iterator[list[Document]]:
        """The numbers of many are looked up at once: what a search finds is found anew for each time that is done."""
        statement = f"SELECT number FROM document WHERE {matching} AND number < :last ORDER BY number DESC LIMIT :limit"
        while rows := self._rows(statement, {**values, "last": last, "limit": NUMBERS_AT_ONCE}):
            numbers = [row["number"] for row in rows]
            for start in range(0, len(numbers), SCANNED_AT_ONCE):
                yield self._numbered(numbers[start : start + SCANNED_AT_ONCE])
            last = numbers[-1]

    def _numbered(self, numbers: Sequence[int]) -> list[Document]:
        statement = f"SELECT {_COLUMNS} FROM document WHERE number IN (SELECT value FROM json_each(?))"
        return [_document(row) for row in self._rows(f"{statement} ORDER BY number DESC", [json.dumps(numbers)])]

    def alike(self, documents: Sequence[Document]) -> list[list[Document]]:
        sketches = [[int(term, 16) for term in sketch(one.kind, one.text)] for one in documents]
        found: list[list[Document]] = [[] for _ in documents]
        for row in self._rows(_ALIKE, [json.dumps(sketches)]) if any(sketches) else []:
            found[row["place"]].append(_document(row))
        return found

    def copies(self, ids: Collection[str]) -> Mapping[str, int]:
        return self._counted("duplicate_of", ids)

    def posts(self, thread_ids: Collection[str]) -> Mapping[str, int]:
        return self._counted("thread_id", thread_ids)

    def addresses(self, ids: Collection[str]) -> Mapping[str, str]:
        statement = "SELECT id, url FROM document WHERE id IN (SELECT value FROM json_each(?))"
        return {row["id"]: row["url"] for row in self._rows(statement, [json.dumps(list(ids))])}

    def free_copies(self) -> int:
        freed = 0
        while number := self._free_some():
            freed += number
        return freed

    def urls(self, source_id: int | None = None) -> Iterator[str]:
        last, of_source = "", "" if source_id is None else "AND source_id = :source_id"
        statement = f"SELECT DISTINCT url FROM document WHERE url > :last {of_source} ORDER BY url LIMIT 5000"
        while rows := self._rows(statement, {"last": last, "source_id": source_id}):
            yield from (row["url"] for row in rows)
            last = rows[-1]["url"]

    def count(self) -> int:
        return int(self._rows("SELECT count(*) AS number FROM document")[0]["number"])

    def span(self) -> tuple[datetime, datetime] | None:
        ends = "(SELECT min(fetched_at) FROM document) AS first, (SELECT max(fetched_at) FROM document) AS last"
        (row,) = self._rows(f"SELECT {ends}")
        return None if row["first"] is None else (_moment(row["first"]), _moment(row["last"]))

    def refresh(self) -> None:
        """Nothing to do: what is committed is found."""

    def maintain(self, *, now: datetime) -> str:
        """There is one index, and it is never rolled over. Of an edited post it counts when it was edited."""
        span = self.span() if self._keep_days else None
        before = expiry(self._keep_days, now, span[1]) if span else None
        removed = 0
        while before and removed < EXPIRED_AT_ONCE and (rows := self._remove_some(_EXPIRED, instant(before))):
            removed += len(rows)
        if removed:
            self.free_copies()
        return f"removed {removed:,} documents that came in before {before:%Y-%m-%d %H:%M} UTC" if removed else ""

    def close(self) -> None:
        """The database is closed by who opened it."""

    def _counted(self, column: str, values: Collection[str]) -> Mapping[str, int]:
        """How many documents have each of these values in a column whose index leaves out empty ones."""
        statement = f"""SELECT {column} AS value, count(*) AS number FROM document
        WHERE {column} <> '' AND {column} IN (SELECT value FROM json_each(?)) GROUP BY {column}"""
        return {row["value"]: row["number"] for row in self._rows(statement, [json.dumps(list(values))])}

    def _add(self, documents: Sequence[Document]) -> list[Written]:
        known = self.exists([document.id for document in documents])
        # Analysed before the transaction, so that other writers wait for SQLite's own work only.
        new = [document for document in reversed(documents) if document.id not in known]  # of two the first wins
        records = {document.id: to_record(document) for document in new}
        texts = {id: _analysed(record) for id, record in records.items()}
        with _translated(), self._database.transaction() as connection:
            return [
                Written(document.id, Write.EXISTS)
                if document.id in known
                else _insert(connection, records[document.id], texts[document.id])
                for document in documents
            ]

    def _free_some(self) -> int:
        """Free the copies of some documents that are gone, not too many, as `_remove_some` does; of how many."""
        with _translated(), self._database.transaction() as connection:
            gone = [row["duplicate_of"] for row in connection.execute(_FREED, (REMOVED_AT_ONCE,))]
            for first in gone:
                _free_copies_of(connection, first)
        return len(gone)

    def _remove_some(self, statement: str, *values: object) -> list[sqlite3.Row]:
        """Remove the first that a statement finds, not too many, so that other writers get their turn."""
        with _translated(), self._database.transaction() as connection:
            rows = connection.execute(statement, (*values, REMOVED_AT_ONCE)).fetchall()
            for row in rows:
                _remove(connection, row)
        return rows

    def _rows(self, statement: str, values: Any = ()) -> list[sqlite3.Row]:
        with _translated():
            return self._database.connection.execute(statement, values).fetchall()


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _document(row: sqlite3.Row) -> Document:
    return from_record({name: row[name] for name in FIELDS})


def _insert(connection: sqlite3.Connection, record: dict[str, Any], texts: Sequence[str]) -> Written:
    id = record["id"]
    if problem := problem_with_id(id):
        return Written(id, Write.REFUSED, problem)
    try:
        cursor = connection.execute(_INSERT, record)
    except (sqlite3.IntegrityError, UnicodeEncodeError, OverflowError) as error:
        return Written(id, Write.REFUSED, str(error))
    if not cursor.rowcount:
        return Written(id, Write.EXISTS)
    assert cursor.lastrowid is not None
    _index(connection, cursor.lastrowid, record, texts)
    return Written(id, Write.CREATED)


def _index(connection: sqlite3.Connection, number: int, record: Mapping[str, Any], texts: Sequence[str]) -> None:
    """Let a row be found by its texts, and by texts that are like its."""
    connection.execute(_INSERT_TEXT, (number, *texts))
    connection.executemany(_INSERT_SKETCH, [(int(term, 16), number) for term in record["sketch"]])


def _revise(connection: sqlite3.Connection, record: dict[str, Any], texts: Sequence[str]) -> Written:
    old = connection.execute(f"SELECT {_INDEXED} FROM document WHERE id = ?", (record["id"],)).fetchone()
    if old is None:
        return Written(record["id"], Write.EXISTS)
    _remove_text(connection, old)
    _index(connection, old["number"], record, texts)
    connection.execute(_UPDATE, record)
    return Written(record["id"], Write.REVISED)


def _remove(connection: sqlite3.Connection, row: sqlite3.Row) -> None:
    _remove_text(connection, row)
    connection.execute("DELETE FROM document WHERE number = ?", (row["number"],))


def _remove_text(connection: sqlite3.Connection, row: sqlite3.Row) -> None:
    """The index holds the terms only: what is taken out of it has to be told."""
    connection.execute(_DELETE_TEXT, (row["number"], *_analysed(dict(row))))
    terms = sketch(row["kind"], row["text"])
    connection.executemany(_DELETE_SKETCH, [(int(term, 16), row["number"]) for term in terms])


def _free_copies_of(connection: sqlite3.Connection, gone: str) -> None:
    """Let the copy that came in first stand for a document that is gone."""
    of = "duplicate_of = ? ORDER BY fetched_at, id LIMIT 1"
    (first,) = connection.execute(f"SELECT id FROM document WHERE {of}", (gone,)).fetchone()
    connection.execute("UPDATE document SET duplicate_of = '' WHERE id = ?", (first,))
    connection.execute("UPDATE document SET duplicate_of = ? WHERE duplicate_of = ?", (first, gone))


def _analysed(record: dict[str, Any]) -> tuple[str, str, str]:
    """The three columns of document_text."""
    title, text = Analysis(record["title"]), Analysis(record["text"])
    return " ".join(title.terms), " ".join(text.terms), " ".join(title.endings() | text.endings())


def _conditions(query: Query, expression: Expression) -> tuple[str, dict[str, Any]]:
    """What a document must meet besides the required words, as SQL, and the values named in it."""
    values = {
        "required": " AND ".join([*map(_match, expression.required), *(f"({_any(one)})" for one in expression.either)]),
        "excluded": _any(expression.excluded),
        "source_id": query.source_id,
        "kind": query.kind,
        "gone": query.gone or None,
        "firsts": query.firsts or None,
        "copies_of": query.copies_of,
        "since": instant(query.since),
        "until": instant(query.until),
        "limit": query.limit,
        "offset": query.offset,
    }
    tests = {
        "excluded": "NOT " + _MATCHING.format("excluded"),
        "source_id": "source_id = :source_id",
        "kind": "kind = :kind",
        "gone": "gone_at IS NOT NULL",
        "firsts": "duplicate_of = ''",
        "copies_of": "duplicate_of <> '' AND duplicate_of = :copies_of",
        "since": "published_at >= :since",
        "until": "published_at < :until",
    }
    asked = [test for name, test in tests.items() if values[name] not in ("", None)]
    for number, one in enumerate(fields_of(query, expression)):
        asked.append(f"{'NOT ' if one.excluded else ''}{_TESTS[one.name].format(f'field{number}')}")
        values[f"field{number}"] = json.dumps(_sought(one))
    return " AND ".join(["true", *asked]), values


def _sought(one: Field) -> list[str]:
    """A field's values: as they are, or as LIKE takes them."""
    if one.name is FieldName.SITE:
        return [value.text for value in one.values]
    return [_pattern(value) for value in one.values]


def _pattern(name: Value) -> str:
    escaped = re.sub(r"([%_\\])", r"\\\1", name.text)
    return escaped if name.whole else f"%{escaped}%"


def _matching(where: str, expression: Expression) -> str:
    """All that a document must meet, likewise."""
    return f"{where} AND {_MATCHING.format('required')}" if expression.sought else where


def _page(query: Query, expression: Expression, where: str) -> str:
    """The statement for one page of results, each with its rank: the lower the better."""
    columns = ", ".join(f"document.{name}" for name in FIELDS)
    order = f"{_ORDERS[query.sort]}, fetched_at DESC, id"
    source = f"{_RANKED} JOIN document ON number = ranked.rowid" if expression.sought else "document"
    rank = "rank" if expression.sought else "0.0 AS rank"
    return f"SELECT {columns}, {rank} FROM {source} WHERE {where} ORDER BY {order} LIMIT :limit OFFSET :offset"


def _any(words: Sequence[Word]) -> str:
    """Words of which one is enough, in FTS5's language."""
    return " OR ".join(f"({' AND '.join(map(_match, word))})" for word in words)


def _match(part: Part) -> str:
    """A part of a query in FTS5's language."""
    match part:
        case Character(character):
            return f'({{title text}} : "{character}" * OR endings : "{character}")'
        case Phrase(_, found, open_end):
            return f'{{title text}} : "{" ".join(found)}"{" *" if open_end else ""}'


def _largest(counts: Iterable[tuple[_Name, int]]) -> tuple[tuple[_Name, int], ...]:
    totals: Counter[_Name] = Counter()
    for name, number in counts:
        totals[name] += number
    return tuple(totals.most_common(FACETS))


@contextmanager
def _translated() -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise Unavailable("sqlite", _advice(str(error))) from error


def _advice(problem: str) -> str:
    if "no such table" in problem:
        return f"{problem}: run `crawler migrate`"
    if "full" in problem:
        return f"{problem}: free some disk space"
    return problem
