"""What matched, marked in HTML: the same marks whichever store found it.

Elasticsearch's highlighter marks the whole pair where one character was asked for, and SQLite's cannot work on an index
that does not keep the text; the documents of a page of results are at hand anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from html import escape

from crawler.stores.analysis import Analysis
from crawler.stores.query import Character, Part, Phrase

SEARCHED_CHARS = 20_000
"""Matches farther into a text are not marked: some 10 ms of CPU for one hit is enough."""
SNIPPETS = 3
SNIPPET_CHARS = 120
LEAD_CHARS = 30

Span = tuple[int, int]


def find(text: str, parts: Sequence[Part]) -> list[Span]:
    """Where the parts of a query stand in a text: start and end of each, in order, without overlap."""
    if not parts:
        return []
    found = Analysis(text[:SEARCHED_CHARS])
    spans: list[Span] = []
    for part in parts:
        spans += _characters(found, part) if isinstance(part, Character) else _phrases(found, part)
    return _merged(spans)


def mark(text: str, spans: Iterable[Span]) -> str:
    """The text as HTML, with <mark> about the spans."""
    pieces, end = [], 0
    for start, stop in spans:
        pieces += [escape(text[end:start]), "<mark>", escape(text[start:stop]), "</mark>"]
        end = stop
    return "".join(pieces) + escape(text[end:])


def snippets(text: str, spans: Sequence[Span]) -> tuple[str, ...]:
    """Up to SNIPPETS passages of about SNIPPET_CHARS characters with the most matches, in the text's order."""
    if not text:
        return ()
    windows: list[tuple[Span, list[Span]]] = []
    for span in spans:
        if windows and span[1] <= windows[-1][0][1]:
            windows[-1][1].append(span)
        else:
            start = max(span[0] - LEAD_CHARS, windows[-1][0][1] if windows else 0)
            windows.append(((start, max(start + SNIPPET_CHARS, span[1])), [span]))
    best = sorted(sorted(windows, key=lambda window: -len(window[1]))[:SNIPPETS])
    return tuple(_snippet(text, window, inside) for window, inside in best or [((0, SNIPPET_CHARS), [])])


def _snippet(text: str, window: Span, spans: Iterable[Span]) -> str:
    start, end = window
    marked = mark(_flat(text[start:end]), ((first - start, last - start) for first, last in spans))
    return f"{'…' if start else ''}{marked}{'…' if end < len(text) else ''}"


def _flat(passage: str) -> str:
    """The passage on one line, every character in its place."""
    return "".join(" " if character.isspace() else character for character in passage)


def _characters(found: Analysis, part: Character) -> Iterator[Span]:
    for position, term in enumerate(found.terms):
        if part.character in term and (token := found.token(position)).cjk:
            if term[0] == part.character:
                yield token.start, token.start + 1
            if term[-1] == part.character:
                yield token.end - 1, token.end


def _phrases(found: Analysis, part: Phrase) -> Iterator[Span]:
    length = len(part.terms)
    exact = list(part.terms[:-1] if part.open_end else part.terms)
    for position in _positions(found.terms, part.terms[0]):
        following = found.terms[position : position + length]
        if len(following) < length or following[: len(exact)] != exact:
            continue
        if following[-1].startswith(part.terms[-1]):
            last = found.token(position + length - 1)
            yield found.token(position).start, last.start + 1 if part.open_end else last.end


def _positions(terms: list[str], term: str) -> Iterator[int]:
    position = -1
    with suppress(ValueError):  # there is no other
        while True:
            position = terms.index(term, position + 1)
            yield position


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
