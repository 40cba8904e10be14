"""What lasts: the sources, in MySQL or SQLite, and the documents, in Elasticsearch or SQLite.

The sources (`sources.open_sources`) and the schema (`schema.migrate`) are no names of the package: SQLAlchemy and
Alembic take 0.3 s to load, and a search needs neither.
"""

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
    "Write",
    "Written",
    "is_copy",
    "open_documents",
    "sites",
    "sketch",
]
