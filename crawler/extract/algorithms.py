"""The published algorithms as named extractors: to run, and to compare the default with.

Each takes every page for the kind that it was published for, articles or threads, and gives the fields that the default
gives, so that only the choice of the text differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import islice

from crawler.extract import cevc, pean
from crawler.extract.page import MAX_NODES, Page, Result, article_of, open_page, thread_of
from crawler.extract.table import Table
from crawler.extract.title import MAX_CHARS, MAX_HEADINGS, published_title
from crawler.model import Article, Rejected, Thread


def _whatever_kind(read: Callable[[Page], Result]) -> Callable[..., Result]:
    """An extractor with the signature of `extract_page` that takes every page for the same kind."""

    def extract(
        html: bytes,
        url: str = "",
        *,
        content_type: str | None = None,
        now: datetime | None = None,
        timezone: str = "Asia/Shanghai",
        max_nodes: int = MAX_NODES,
    ) -> Result:
        page = open_page(html, url, content_type, now, timezone, max_nodes)
        return page if isinstance(page, Rejected) else read(page)

    return extract


def _title(table: Table) -> tuple[str, str]:
    """The title by the published rule, and its origin."""
    page_title = next(filter(None, map(table.text_of, table.find("title"))), "")
    headings = [text for node in islice(table.find("h1"), MAX_HEADINGS) if (text := table.text_of(node))]
    name = published_title(page_title[:MAX_CHARS], [text[:MAX_CHARS] for text in headings])
    return name, "published" if name else ""


def _cevc(page: Page) -> Article | Rejected:
    return article_of(page, cevc.main_content(page.table, page.valid), "cevc", *_title(page.table))


def _pean(page: Page) -> Thread | Rejected:
    nodes = pean.posts(page.table)
    records = [range(node, page.table.ends[node]) for node in nodes]
    return thread_of(page, records, [page.table.leaves_of(node) for node in nodes], "pean")


ALGORITHMS: Mapping[str, Callable[..., Result]] = {
    "cevc": _whatever_kind(_cevc),
    "pean": _whatever_kind(_pean),
}
"""The published algorithms by name, for every page whatever its kind; the arguments are those of `extract_page`."""
