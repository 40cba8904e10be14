"""What stands in the index, asked of Elasticsearch itself, past our own code."""

from __future__ import annotations

from typing import Any

from elasticsearch import Elasticsearch
from elasticsearch.helpers import scan

from crawler.settings import Settings


def all_documents(settings: Settings) -> list[dict[str, Any]]:
    """Every document of every index, with its `_id` and `_index`; twice indexed is twice here."""
    return [{**hit["_source"], "_id": hit["_id"], "_index": hit["_index"]} for hit in _hits(settings)]


def all_urls(settings: Settings) -> list[str]:
    """The URL of every document: little to ask for again and again."""
    return [hit["_source"]["url"] for hit in _hits(settings, source=["url"])]


def _hits(settings: Settings, **options: Any) -> list[dict[str, Any]]:
    pattern = f"{settings.index_name}-*"
    with Elasticsearch(settings.elasticsearch_url) as client:
        client.indices.refresh(index=pattern)
        return list(scan(client, index=pattern, query={"query": {"match_all": {}}}, size=1000, **options))
