"""The published algorithms as named extractors: to run, and to compare the default with.

Each takes every page for the kind that it was published for, articles or threads, and gives the fields that the default
gives, so that only the choice of the text differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import islice

from crawler.extract.article import article_of
from crawler.extract.fields.title import MAX_CHARS, MAX_HEADINGS
from crawler.extract.instant import instants
from crawler.extract.lines import lines
from crawler.extract.opened_page import MAX_NODES, Page, open_page
from crawler.extract.page import Result
from crawler.extract.published import blocks, cepr, cetd, cetr, cevc, field_rules, intersection, mibat, pean
from crawler.extract.published.title import published_title
from crawler.extract.storable import storable
from crawler.extract.table import Table
from crawler.extract.thread import thread_of
from crawler.model import Article, Post, Rejected, Thread


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
        return page if isinstance(page, Rejected) else storable(read(page))

    return extract


def _title(table: Table) -> tuple[str, str]:
    """The title by the published rule, and its origin."""
    headings = [text for node in islice(table.find("h1"), MAX_HEADINGS) if (text := table.text_of(node))]
    name = published_title(table.page_title[:MAX_CHARS], [text[:MAX_CHARS] for text in headings]).strip()
    return name, "published" if name else ""


def _cevc(page: Page, *, whole_node: bool = False) -> Article | Rejected:
    content = cevc.main_content(page.table, page.valid, whole_node=whole_node)
    return article_of(page, content, "cevc-node" if whole_node else "cevc", *_title(page.table))


def _cetr(page: Page) -> Article | Rejected:
    return _article(page, cetr.main_content(page.decoded.text), "cetr")


def _of_leaves(name: str, choose: Callable[[Table], Sequence[int]]) -> Callable[[Page], Article | Rejected]:
    """The article of an algorithm that chooses text leaves."""
    return lambda page: _article(page, lines(page.table, choose(page.table)), name)


def _article(page: Page, text: str, name: str) -> Article | Rejected:
    """The article with a text that no one node holds; its share is that of the page's characters."""
    size = sum(len(leaf) for leaf in page.table.texts)
    content = cevc.MainContent(page.table.body, text, min(1.0, len(text) / size)) if text else None
    return article_of(page, content, name, *_title(page.table))


def _pean(page: Page) -> Thread | Rejected:
    records = [range(node, page.table.ends[node]) for node in pean.posts(page.table)]
    return _thread(page, records, "pean")


def _mibat(page: Page) -> Thread | Rejected:
    return _thread(page, mibat.posts(page.table), "mibat")


def _thread(page: Page, records: Sequence[range], name: str) -> Thread | Rejected:
    """The thread of an algorithm that finds posts: all that stands in one is its text."""
    return thread_of(page, records, [page.table.leaves_in(record) for record in records], name, cleaned=False)


def _blocks(page: Page) -> Thread | Rejected:
    posts = blocks.posts(page.table)
    return thread_of(page, [record for record, _ in posts], [leaves for _, leaves in posts], "blocks", cleaned=False)


def _field_rules(page: Page) -> Thread | Rejected:
    table, floors = page.table, field_rules.floors(page.table)
    thread = thread_of(page, [floor.nodes for floor in floors], [floor.leaves for floor in floors], "field-rules")
    if isinstance(thread, Rejected):
        return thread
    posts = []
    for number, floor in enumerate((floor for floor in floors if floor.leaves), start=1):
        times = instants(table.texts[floor.time], page.now, page.zone)
        posts.append(Post(lines(table, floor.leaves), floor.author, times[0].at if times else None, number))
    return replace(thread, posts=tuple(posts), title=field_rules.title(table)[:MAX_CHARS].rstrip())


def template_beside(others: Sequence[bytes]) -> Callable[..., Result]:
    """The algorithm `template` for a page whose site has these other pages, too."""
    pages = [open_page(html, "", None, None, "Asia/Shanghai", MAX_NODES) for html in others]
    tables = [page.table for page in pages if isinstance(page, Page)]
    return _whatever_kind(_of_leaves("template", partial(intersection.main_content, others=tables)))


ARTICLE_ALGORITHMS: Mapping[str, Callable[..., Result]] = {
    "cevc": _whatever_kind(_cevc),
    "cevc-node": _whatever_kind(partial(_cevc, whole_node=True)),
    "cetr": _whatever_kind(_cetr),
    "cetd": _whatever_kind(_of_leaves("cetd", cetd.main_content)),
    "cepr": _whatever_kind(_of_leaves("cepr", cepr.main_content)),
    "template": template_beside(()),
}
THREAD_ALGORITHMS: Mapping[str, Callable[..., Result]] = {
    "pean": _whatever_kind(_pean),
    "mibat": _whatever_kind(_mibat),
    "blocks": _whatever_kind(_blocks),
    "field-rules": _whatever_kind(_field_rules),
}
ALGORITHMS: Mapping[str, Callable[..., Result]] = {**ARTICLE_ALGORITHMS, **THREAD_ALGORITHMS}
"""The published algorithms by name, for every page whatever its kind; the arguments are those of `extract_page`."""
