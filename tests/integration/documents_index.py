"""Settings over an Elasticsearch, with an index name that no other test has."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from elasticsearch import Elasticsearch as Client

from crawler.settings import Settings, Stores, load
from tests.servers import Elasticsearch


@contextmanager
def index_settings(server: Elasticsearch, **overrides: object) -> Iterator[Settings]:
    """Nothing is there yet; what is made is deleted afterwards. `overrides` are settings."""
    name = f"test-{uuid.uuid4().hex[:12]}"
    try:
        yield load(stores=Stores.SERVERS, elasticsearch_url=server.url, index_name=name, **overrides)
    finally:
        with Client(server.url) as client:
            for index in client.indices.get(index=f"{name}*", expand_wildcards="all"):
                client.indices.delete(index=index)
            client.options(ignore_status=404).indices.delete_index_template(name=name)
