"""Extraction: a page's bytes to an article or a thread. Pure: no network, no files.

The clock is asked in one place only, when `now` is left out."""

from crawler.extract.algorithms import ALGORITHMS, template_beside
from crawler.extract.charset import Decoded, decode
from crawler.extract.compare import Compared, compare
from crawler.extract.page import extract_page
from crawler.extract.validity import validate

__all__ = ["ALGORITHMS", "Compared", "Decoded", "compare", "decode", "extract_page", "template_beside", "validate"]
