"""Which store keeps the documents."""

from __future__ import annotations

from crawler.embedded import Database
from crawler.settings import Settings, Stores
from crawler.stores.ports import Documents
from crawler.stores.sqlite_documents import SqliteDocuments


def open_documents(settings: Settings, database: Database | None = None) -> Documents:
    """The documents as the settings say. The embedded ones need the `database`, which its owner closes."""
    if settings.stores is Stores.SERVERS:
        # Only here: the client takes 0.2 s to load, which every command over embedded stores would pay.
        from crawler.stores.elastic import ElasticDocuments

        return ElasticDocuments(settings)
    if database is None:
        raise ValueError("the embedded documents need the database")
    return SqliteDocuments(settings, database)
