"""What stands in the index, asked of Elasticsearch itself, past our own code."""

from __future__ import annotations

from typing import Any

from elasticsearch import Elasticsearch
from elasticsearch.helpers import scan

from crawler.settings import Settings


def all_documents(settings: Settings) -> list[dict[str, Any]]:
    """Every document of every index, with its `_id` and `_index`; twice indexed is twice here."""
    client = Elasticsearch(settings.elasticsearch_url)
    pattern = f"{settings.index_name}-*"
    client.indices.refresh(index=pattern)
    hits = scan(client, index=pattern, query={"query": {"match_all": {}}}, size=1000)
    found = [{**hit["_source"], "_id": hit["_id"], "_index": hit["_index"]} for hit in hits]
    client.close()
    return found
