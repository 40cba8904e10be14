"""How the indices are made: names, mapping, analysis, template. Pure: what is sent, not the sending."""

from __future__ import annotations

from typing import Any

from crawler.settings import Settings

_LABEL = {"type": "keyword", "ignore_above": 512}
_ADDRESS = {"type": "keyword", "ignore_above": 8191}  # × 4 bytes at most is under Lucene's 32,766 for a term

_FIELDS: dict[str, dict[str, Any]] = {
    "id": _LABEL,
    "url": _ADDRESS,
    "kind": _LABEL,
    "site": _LABEL,
    "source_id": {"type": "long"},
    "source": _LABEL,
    "channel": _LABEL,
    "author": _LABEL,
    "credit": _LABEL,
    "published_at": {"type": "date"},
    "precision": _LABEL,
    "date_origin": _LABEL,
    "fetched_at": {"type": "date"},
    "language": _LABEL,
    "charset": _LABEL,
    "thread_id": _LABEL,
    "thread_url": _ADDRESS,
    "thread_title": {"type": "keyword", "index": False, "doc_values": False},
    "parent_id": _LABEL,
    "quoted": {"type": "keyword", "index": False, "doc_values": False},
    "image": {**_ADDRESS, "index": False, "doc_values": False},
    "floor": {"type": "integer"},
    "gone_at": {"type": "date"},
    "duplicate_of": _LABEL,
    "sketch": {"type": "keyword", "doc_values": False},
    "confidence": {"type": "float"},
}


def first_index(alias: str) -> str:
    """The name of an alias's first index."""
    return f"{alias}-000001"


def next_index(index: str) -> str:
    """The name of the index after this one."""
    name, _, number = index.rpartition("-")
    return f"{name}-{int(number) + 1:06d}"


def write_alias(index: str) -> str:
    """An alias that only this index has. A bulk call that requires an alias cannot make an index by mistake, with a
    mapping that Elasticsearch guesses, where somebody deleted the index or all the data."""
    return f"{index}-write"


def change_alias(index: str) -> str:
    """An alias that an index gets in place of that one once it is sealed: what stands there is changed, or removed, by
    this name, and nothing is added."""
    return f"{index}-change"


def template(settings: Settings) -> dict[str, Any]:
    """The body of the composable index template."""
    return {
        # Six digits: another crawler on the same server may be named <index_name>-test.
        "index_patterns": [f"{settings.index_name}-0*"],
        "priority": 200,
        "allow_auto_create": False,
        "template": {
            "settings": {
                "number_of_shards": settings.index_shards,
                "number_of_replicas": settings.index_replicas,
                "analysis": {"analyzer": {"bigram": _BIGRAM}},
            },
            "mappings": {"dynamic": "strict", "properties": {**_FIELDS, **_texts(settings.index_analyzer)}},
        },
    }


_BIGRAM = {"type": "custom", "tokenizer": "standard", "filter": ["cjk_width", "lowercase", "cjk_bigram"]}


def plain_fields() -> dict[str, Any]:
    """A mapping update that gives an index of an older version the fields it lacks. Without the texts, whose analyzer
    cannot be changed: a new one counts from the next index on."""
    return {"properties": _FIELDS}


def _texts(analyzer: str) -> dict[str, Any]:
    return {name: {"type": "text", "analyzer": analyzer} for name in ("title", "text")}
