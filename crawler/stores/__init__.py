"""What lasts: the sources, in MySQL or SQLite, and the documents, in Elasticsearch or SQLite."""

from crawler.stores.ports import CheckEvent, Lease, Sources
from crawler.stores.schema import migrate
from crawler.stores.sources import SqlSources, open_sources

__all__ = ["CheckEvent", "Lease", "Sources", "SqlSources", "migrate", "open_sources"]
