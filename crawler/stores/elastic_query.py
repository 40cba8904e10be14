"""A search in Elasticsearch's query language. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from crawler.stores.fields import Field, FieldName, Value
from crawler.stores.ports import Query, Sort
from crawler.stores.query import Character, Expression, Part, Phrase, Word
from crawler.stores.record import instant
from crawler.stores.results import FACETS, TITLE_WEIGHT, fields_of

MAX_EXPANSIONS = 5000
"""Pairs that a phrase's lone last character may go on to. Elasticsearch's default is the first 50 by code point."""

IS_COPY = {"range": {"duplicate_of": {"gt": ""}}}

_NEWEST = [{"published_at": {"order": "desc", "missing": "_last"}}, {"fetched_at": "desc"}, {"id": "asc"}]
_ORDERS: dict[Sort, list[Any]] = {
    Sort.RELEVANCE: ["_score", *_NEWEST],
    Sort.NEWEST: _NEWEST,
    Sort.FOUND: [{"fetched_at": "desc"}, *_NEWEST],
}


def search_body(query: Query, expression: Expression) -> dict[str, Any]:
    """The body of a search: one page of hits, the exact total, and the counts of the largest sites and sources."""
    return {
        "query": matching(query, expression),
        "from": query.offset,
        "size": query.limit,
        "sort": _ORDERS[query.sort],
        "track_scores": True,
        "track_total_hits": True,
        "aggs": {
            "sites": {"terms": {"field": "site", "size": FACETS}},
            "sources": {"terms": {"field": "source_id", "size": FACETS}},
        },
    }


def matching(query: Query, expression: Expression) -> dict[str, Any]:
    """What a document must meet."""
    fields = fields_of(query, expression)
    return {
        "bool": {
            "must": [*map(_clause, expression.required), *map(_one_of, expression.either)],
            "must_not": [*map(_whole, expression.excluded), *(_field(one) for one in fields if one.excluded)],
            "filter": [*_filters(query), *(_field(one) for one in fields if not one.excluded)],
        }
    }


def _field(one: Field) -> dict[str, Any]:
    if one.name is FieldName.SITE:
        return {"terms": {"site": [value.text for value in one.values]}}
    named = [{"wildcard": {"author": {"value": _pattern(value), "case_insensitive": True}}} for value in one.values]
    return {"bool": {"should": named, "minimum_should_match": 1}}


def _pattern(name: Value) -> str:
    escaped = re.sub(r"([*?\\])", r"\\\1", name.text)
    return escaped if name.whole else f"*{escaped}*"


def likeness_query(terms: Sequence[str]) -> dict[str, Any]:
    """Documents that have some of the terms of a sketch, those with most of them first."""
    return {"bool": {"should": [{"constant_score": {"filter": {"term": {"sketch": term}}}} for term in terms]}}


def _one_of(words: Sequence[Word]) -> dict[str, Any]:
    return {"bool": {"should": [_whole(word) for word in words], "minimum_should_match": 1}}


def _whole(word: Word) -> dict[str, Any]:
    return {"bool": {"must": [_clause(part) for part in word]}}


def _clause(part: Part) -> dict[str, Any]:
    match part:
        case Character(character):
            return {
                "dis_max": {"queries": [*_holds("title", character, TITLE_WEIGHT), *_holds("text", character, 1.0)]}
            }
        case Phrase(text, _, open_end):
            match: dict[str, Any] = {"query": text, "fields": [f"title^{TITLE_WEIGHT}", "text"], "type": "phrase"}
            if open_end:
                match |= {"type": "phrase_prefix", "max_expansions": MAX_EXPANSIONS}
            return {"multi_match": match}


def _holds(field: str, character: str, boost: float) -> list[dict[str, Any]]:
    """The pairs that begin with a character, or it alone; and those that end with it."""
    return [
        {"prefix": {field: {"value": character, "boost": boost}}},
        {"wildcard": {field: {"value": f"?{character}", "boost": boost}}},
    ]


def _filters(query: Query) -> list[dict[str, Any]]:
    terms = {"source_id": query.source_id, "kind": query.kind or None}
    dates = {"gte": instant(query.since), "lt": instant(query.until)}
    filters: list[dict[str, Any]] = [{"term": {name: value}} for name, value in terms.items() if value is not None]
    if query.gone:
        filters.append({"exists": {"field": "gone_at"}})
    if query.firsts:
        filters.append({"bool": {"must_not": [IS_COPY]}})
    if query.copies_of:
        filters.append({"term": {"duplicate_of": query.copies_of}})
    if any(dates.values()):
        filters.append({"range": {"published_at": {name: value for name, value in dates.items() if value}}})
    return filters
