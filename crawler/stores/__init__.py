"""What lasts: the sources, in MySQL or SQLite, and the documents, in Elasticsearch or SQLite."""

from crawler.stores.bulk import BulkWriter
from crawler.stores.documents import open_documents
from crawler.stores.ports import CheckEvent, Lease, Sources
from crawler.stores.schema import migrate
from crawler.stores.sources import SqlSources, open_sources

__all__ = ["BulkWriter", "CheckEvent", "Lease", "Sources", "SqlSources", "migrate", "open_documents", "open_sources"]
