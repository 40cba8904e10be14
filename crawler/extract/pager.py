"""Which page of several a page is, and where the next one and the first are: of a thread, of an article.

Sites write these in a few ways that all share, whatever their software: a run of page numbers of which one is no link,
"page 2 of 5", links named as the next page.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from crawler.extract.addresses import absolute
from crawler.extract.structured import Stated
from crawler.extract.table import Table
from crawler.paging import NEXT_PAGE

MAX_BETWEEN = 2
MAX_BETWEEN_CHARS = 8
"""So many texts of so many characters stand between two numbers of a pager: dots, bars."""

MAX_UP = 4
"""So many levels above a number its pager stands at most."""

MAX_OF_PAGES = 50
MAX_LABEL = 60
MAX_WORD = 12
"""So many times two numbers as in "page 2 of 5" are looked at, in texts that are shorter: others are posts. The word
for a page stands within so many characters before them."""

MAX_LINK_NODES = 8
MAX_NEXT_CHARS = 30
"""A link to the next page holds fewer nodes and characters."""

_NUMBER = re.compile(r"[\s\[(.…]*(\d{1,5})[\s\]).…]*")
_DIGITS = re.compile(r"\d+")
_NEXT = re.compile(rf"\W*(?:{NEXT_PAGE})\W*|[›»>→＞]", re.IGNORECASE)
_SAYING_NEXT = {True: ("下一页", "下一頁", "次のページ"), False: ("ext page", "ext Page", "ächste Seite")}
_OF_PAGES = re.compile(
    r"(\d(?<![\d/.-]\d)\d{0,4})\s{0,3}[页頁]?\s{0,3}(?:of|von|de|di|van|sur|av|из|[/／,，共]\s{0,3}共?)\s{0,3}(\d{1,5})(?![\d/.-])"
    r"(\s{0,3}[页頁])?",
    re.IGNORECASE,
)
_PAGE_BEFORE = re.compile(r"(?:page|seite|página|pagina|sivu|страница|trang|第)\s{0,3}$", re.IGNORECASE)
_IN_URL = re.compile(r"(?:[?&/;_-](?:page|pg|p|seite|sivu)[=/_-]?)(\d{1,5})(?!\d)", re.IGNORECASE)
_CURRENT = re.compile(r"(?:^|[\s_-])(?:current|active|selected|now|on|cur|this)(?:$|[\s_-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pages:
    """Which `page` of how many `pages` a page is, from 1, and the complete URLs of the `following` one and, on another
    than that, of the `first`; None for what it does not say."""

    page: int | None = None
    pages: int | None = None
    following: str | None = None
    first: str | None = None


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of a pager: its text leaf, and the address of the link that it is, "" for none."""

    leaf: int
    value: int
    href: str


def pages_of(table: Table, stated: Stated, url: str) -> Pages:
    """What the page at `url` says of its place among several."""
    pager = _pager(table, url)
    page, pages = _pages(table, pager, url)
    following = _next(table, stated, pager, page, url)
    if page is None and following:
        page = next((one.value - 1 for one in pager if one.value > 1 and absolute(url, one.href) == following), None)
    if page and pages and page >= pages:
        following = None
    return Pages(page, pages, following, _first(pager, page, url))


def next_parts(table: Table, stated: Stated, url: str) -> Iterator[tuple[str, int]]:
    """The complete URLs that may be the next page of the article at `url`, with this page's number: what the page
    states, the next number of its pager, and where links lead that speak of a next page."""
    pager = _pager(table, url)
    page = _here(pager) or 1
    named = (
        _href(table, leaf)
        for words in _SAYING_NEXT[table.is_cjk]
        for leaf in table.leaves_with(words, range(len(table)))
    )
    numbered = (number.href for number in pager if number.value == page + 1)
    for address in chain([stated.links.get("next", "")], numbered, named):
        if found := absolute(url, address):
            yield found, page


def says_next_page(text: str) -> bool:
    """True for what links to the next page say."""
    return _NEXT.fullmatch(text) is not None


def _first(pager: Sequence[_Number], page: int | None, url: str) -> str | None:
    """The address of the thread's first page, where its pager leads there from another."""
    links = (number.href for number in pager if number.value == 1 and number.href)
    return absolute(url, next(links, "")) or None if page and page > 1 else None


def _pager(table: Table, url: str) -> list[_Number]:
    """The numbers of the page's pager, in order: the first run that has one which is no link, else the first."""
    runs = [run for run in _runs(table) if _leads_to_pages(run, url)]
    return next((run for run in runs if any(not number.href for number in run)), runs[0] if runs else [])


def _runs(table: Table) -> Iterator[list[_Number]]:
    """Runs of rising numbers that stand close together, at least one of them a link."""
    run: list[_Number] = []
    for leaf in table.timely:  # all others have no number
        text = table.texts[leaf].strip()
        match = _NUMBER.fullmatch(text) if len(text) < 40 else None
        if not match or not int(match[1]):
            continue
        at = table.leaf_counts[leaf]
        number = _Number(leaf, int(match[1]), _href(table, leaf))
        if run and not _goes_on(table, run[-1], number, at):
            if len(run) > 1:
                yield run
            run = []
        run.append(number)
    if len(run) > 1:
        yield run


def _goes_on(table: Table, last: _Number, number: _Number, at: int) -> bool:
    between = table.leaves[bisect_left(table.leaves, last.leaf) + 1 : at]
    if number.value <= last.value or len(between) > MAX_BETWEEN:
        return False
    if any(len(table.texts[leaf].strip()) > MAX_BETWEEN_CHARS for leaf in between):
        return False
    return _is_near(table, table.common_ancestor(last.leaf, number.leaf), number.leaf)


def _is_near(table: Table, above: int, leaf: int) -> bool:
    node = leaf
    for _ in range(MAX_UP):
        node = table.parents[node]
        if node <= above:
            return True
    return False


def _href(table: Table, leaf: int) -> str:
    """The address of the link that a text is, "" for none and for one that is called the current page."""
    node = table.parents[leaf]
    for _ in range(MAX_UP):
        if node < 0:
            break
        if table.tags[node] == "a":
            href = table.attributes[node].get("href", "")
            return "" if _is_current(table, node) or href.startswith(("#", "javascript")) else href
        node = table.parents[node]
    return ""


def _is_current(table: Table, link: int) -> bool:
    """True if a link or the element around it alone says that it is the page that is shown."""
    parent = max(table.parents[link], 0)
    around = (link, parent) if table.ends[parent] == table.ends[link] else (link,)
    attributes = [table.attributes[node] for node in around]
    return any("aria-current" in one or _CURRENT.search(one.get("class", "")) for one in attributes)


def _leads_to_pages(run: Sequence[_Number], url: str) -> bool:
    """True if most links of a run have their number in their address, or one that is as many times the page before. The
    first page's need not: where it is the only one, the address of this page goes on from it."""
    links = [number for number in run if number.href]
    links = [number for number in links if number.value > 1] or links
    named = sum(_names_page(number) or _is_start(number, url) for number in links)
    return 2 * named > len(links)


def _is_start(number: _Number, url: str) -> bool:
    first = absolute(url, number.href) if number.value == 1 else ""
    return bool(first) and first != url and url.startswith(first)


def _names_page(number: _Number) -> bool:
    before = number.value - 1
    values = [int(digits[:9]) for digits in _DIGITS.findall(number.href)]
    return any(
        value in (number.value, before) or (before and value >= 5 and value % (5 * before) == 0) for value in values
    )


def _pages(table: Table, pager: Sequence[_Number], url: str) -> tuple[int | None, int | None]:
    """This page and how many there are."""
    for match in islice(_OF_PAGES.finditer(table.flow), MAX_OF_PAGES):
        shown, pages = int(match[1]), int(match[2])
        named = match[3] or _PAGE_BEFORE.search(table.flow[max(0, match.start() - MAX_WORD) : match.start()])
        if named and 0 < shown <= pages and len(table.texts[table.leaf_at(match.start())]) < MAX_LABEL:
            return shown, pages
    in_url = _IN_URL.search(url)
    page = _here(pager) or (in_url and int(in_url[1])) or None
    if page is None and pager and pager[0].value == 2:
        page = 1
    return page, max((number.value for number in pager), default=None)


def _here(pager: Sequence[_Number]) -> int | None:
    """The only number that is no link: this page's."""
    here = [number.value for number in pager if not number.href]
    return here[0] if len(here) == 1 else None


def _next(table: Table, stated: Stated, pager: Sequence[_Number], page: int | None, url: str) -> str | None:
    """The address of the page after this one."""
    numbered = (number.href for number in pager if page and number.value == page + 1)
    for address in chain([stated.links.get("next", "")], _links_named_next(table, bool(pager)), numbered):
        found = absolute(url, address)
        if found and found != url.partition("#")[0]:
            return found
    return None


def _links_named_next(table: Table, has_pager: bool) -> Iterator[str]:
    """The addresses of links that say that they lead to the next page. A lone arrow does beside a pager only."""
    named = [link for link in table.marked.get("rel", ()) if "next" in table.attributes[link]["rel"].lower().split()]
    links = (link for link in named if table.tags[link] == "a")
    for link in chain(links, (link for link in table.find("a") if _says_next(table, link, has_pager))):
        href = table.attributes[link].get("href", "")
        if href and not href.startswith(("#", "javascript")):
            yield href


def _says_next(table: Table, link: int, has_pager: bool) -> bool:
    inside = table.texts[link : table.ends[link]]
    text = "".join(inside).strip() if len(inside) < MAX_LINK_NODES else ""
    if 0 < len(text) < MAX_NEXT_CHARS and _NEXT.fullmatch(text):
        return has_pager or len(text) > 1
    if len(text) > 1 or len(inside) >= MAX_LINK_NODES:
        return False
    attributes = table.attributes[link]
    said = (attributes.get(name, "")[:MAX_NEXT_CHARS] for name in ("title", "aria-label"))
    return any(map(_NEXT.fullmatch, filter(None, said)))
