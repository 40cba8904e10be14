"""Extraction: a page's bytes to an article or a thread. Pure: no network, no files, no server, no setting.

The clock is asked in one place only, when `now` is left out. docs/library.md shows how to use it."""

from crawler.extract.algorithms import ALGORITHMS, template_beside
from crawler.extract.charset import Decoded, decode
from crawler.extract.compare import Compared, compare
from crawler.extract.fields.keywords import keywords, summary
from crawler.extract.page import extract_page
from crawler.extract.validity import validate
from crawler.model import Article, Post, Precision, Rejected, Thread

__all__ = [
    "ALGORITHMS",
    "Article",
    "Compared",
    "Decoded",
    "Post",
    "Precision",
    "Rejected",
    "Thread",
    "compare",
    "decode",
    "extract_page",
    "keywords",
    "summary",
    "template_beside",
    "validate",
]
