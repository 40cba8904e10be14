"""What lasts: the sources, in MySQL or SQLite, and the documents, in Elasticsearch or SQLite."""

from crawler.stores.schema import migrate
from crawler.stores.sources import SqlSources, open_sources

__all__ = ["SqlSources", "migrate", "open_sources"]
