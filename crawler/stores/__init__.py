"""What lasts: the sources, in MySQL or SQLite, and the documents, in Elasticsearch or SQLite."""

from crawler.stores.bulk import BulkWriter
from crawler.stores.documents import open_documents
from crawler.stores.fields import sites
from crawler.stores.likeness import is_copy, sketch
from crawler.stores.ports import (
    CheckEvent,
    Documents,
    Hit,
    Lease,
    Query,
    Results,
    Sort,
    Sources,
    Write,
    Written,
)
from crawler.stores.query import MAX_QUERY_CHARS
from crawler.stores.schema import migrate
from crawler.stores.sources import SqlSources, open_sources

__all__ = [
    "MAX_QUERY_CHARS",
    "BulkWriter",
    "CheckEvent",
    "Documents",
    "Hit",
    "Lease",
    "Query",
    "Results",
    "Sort",
    "Sources",
    "SqlSources",
    "Write",
    "Written",
    "is_copy",
    "migrate",
    "open_documents",
    "open_sources",
    "sites",
    "sketch",
]
