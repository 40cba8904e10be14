"""A web on loopback for end-to-end tests and benchmarks: saved or made-up pages, under URLs of their own hosts."""

from tests.localweb.page import Fault, Page, bomb, failure, moved
from tests.localweb.saved import from_corpora
from tests.localweb.shelf import Shelf, shelve
from tests.localweb.synthetic import synthetic
from tests.localweb.web import LocalWeb, Request

__all__ = [
    "Fault",
    "LocalWeb",
    "Page",
    "Request",
    "Shelf",
    "bomb",
    "failure",
    "from_corpora",
    "moved",
    "shelve",
    "synthetic",
]
