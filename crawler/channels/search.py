"""Meta search: news searches of search engines, each described by a data file, read with four answers.

"No results" is said only where the engine says so itself. A page that shows neither results nor that sentence is a
challenge if it looks like one, and otherwise a changed layout: somebody has to look at the selectors.
"""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from itertools import chain
from typing import Any
from urllib.parse import quote, urlsplit

import re2
import soupsieve
from bs4 import BeautifulSoup, Tag, XMLParsedAsHTMLWarning

from crawler.channels.expressions import compile_expression
from crawler.channels.links import absolute, one_line
from crawler.model import Link

# A page that says it is XML is read like any other, and the log is not for advice on parsers.
warnings.filterwarnings("ignore", category=XMLParsedAsHTMLWarning)

MAX_ITEMS = 100
MAX_TAGS = 20_000
MAX_DEPTH = 100
"""Of a result page: several times what they have. Selecting on a page that was built to be slow ends in seconds."""


class Answer(StrEnum):
    """What a search engine's page says."""

    RESULTS = "results"
    NO_RESULTS = "no_results"
    CHALLENGE = "challenge"
    LAYOUT_CHANGED = "layout_changed"


@dataclass(frozen=True, slots=True)
class Result:
    """One hit. `date_text` is as shown (3小时前, 2024年3月5日 14:03), for whoever knows the time of day."""

    link: Link
    date_text: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """The answer; hits only if it is RESULTS. `detail` says by which mark it was told, in words."""

    answer: Answer
    results: tuple[Result, ...] = ()
    detail: str = ""

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(result.link for result in self.results)


@dataclass(frozen=True, slots=True)
class Marks:
    """How a kind of page is told: any CSS selector that matches, any text among what a reader sees, any RE2 expression
    that occurs in the address where the redirects ended, any HTTP status."""

    selectors: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    statuses: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Selectors:
    """Where a result's parts are, as CSS selectors: `page` marks a result page, `item` one result (all of them count);
    the others are tried inside an item, in order, until one matches. `url_attributes` of the link or the item hold the
    true address where the link leads through the engine's redirector; `skip` are RE2 expressions of addresses that are
    no hits."""

    page: tuple[str, ...]
    item: tuple[str, ...]
    link: tuple[str, ...]
    title: tuple[str, ...] = ()
    date: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    url_attributes: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Engine:
    """A search engine's news search, as its file under config/search/ describes it.

    `url` has {keyword} where the keyword goes, percent-encoded in `charset`; `interval_s` is the least time between two
    requests to the engine, over all workers and keywords.
    """

    name: str
    title: str
    url: str
    results: Selectors
    no_results: Marks
    challenge: Marks
    charset: str = "utf-8"
    interval_s: float = 60.0
    headers: Mapping[str, str] = field(default_factory=dict)

    def url_for(self, keyword: str) -> str:
        """The address that searches for `keyword`."""
        return self.url.replace("{keyword}", quote(keyword, safe="", encoding=self.charset, errors="replace"))


# --- The data file


def parse_engine(toml_text: str) -> Engine:
    """An engine from its TOML file. Raises ValueError with a sentence about the first thing that is wrong."""
    try:
        data = tomllib.loads(toml_text)
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(f"it is not TOML: {problem}") from None
    top = _checked(data, Engine, "the top level")
    for name, part in (("results", Selectors), ("no_results", Marks), ("challenge", Marks)):
        top[name] = part(**_checked(_table(top, name), part, f"[{name}]"))
    engine = Engine(**top)
    _check_engine(engine)
    return engine


def _table(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = data[name]
    if not isinstance(table, dict):
        raise ValueError(f"{name} must be a table: write [{name}]")
    return table


def _checked(data: Mapping[str, Any], shape: type, where: str) -> dict[str, Any]:
    """The values of a table, lists as tuples, every name known, every value of its type."""
    known = {one.name: one for one in fields(shape)}
    if unknown := sorted(set(data) - set(known)):
        raise ValueError(f"{where} has an unknown name {unknown[0]!r}; known are {', '.join(known)}")
    required = [name for name, one in known.items() if one.default is MISSING and one.default_factory is MISSING]
    if missing := [name for name in required if name not in data]:
        raise ValueError(f"{where} lacks {missing[0]!r}")
    return {name: _value(value, str(known[name].type), f"{name} in {where}") for name, value in data.items()}


def _value(value: Any, kind: str, what: str) -> Any:
    """A value as a field annotated with `kind` holds it; tables are checked where their own fields are."""
    fits, said = {
        "str": (type(value) is str, "a text"),
        "float": (type(value) in (int, float), "a number"),
        "tuple[str, ...]": (_is_list_of(str, value), "a list of texts, not empty"),
        "tuple[int, ...]": (_is_list_of(int, value), "a list of numbers, not empty"),
        "Mapping[str, str]": (
            isinstance(value, dict) and all(type(one) is str for one in value.values()),
            "a table of texts",
        ),
    }.get(kind, (True, ""))
    if not fits:
        raise ValueError(f"{what} must be {said}")
    return tuple(value) if isinstance(value, list) else value


def _is_list_of(kind: type, value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(type(one) is kind for one in value)


def _check_engine(engine: Engine) -> None:
    if "{keyword}" not in engine.url or not absolute(engine.url, ""):
        raise ValueError(f"url {engine.url!r} must be an http(s) address with {{keyword}} in it")
    if engine.interval_s <= 0:
        raise ValueError("interval_s must be more than 0 seconds")
    try:
        "".encode(engine.charset)
    except LookupError:
        raise ValueError(f"charset {engine.charset!r} is not known; write utf-8 or gb18030") from None
    marks = (engine.no_results, engine.challenge)
    where = engine.results
    lists = (where.page, where.item, where.link, where.title, where.date, where.source, *(m.selectors for m in marks))
    for selector in chain.from_iterable(lists):
        _check_selector(selector)
    for expression in chain(where.skip, *(mark.urls for mark in marks)):
        compile_expression(expression, "address")


def _check_selector(selector: str) -> None:
    try:
        soupsieve.compile(selector)
    except soupsieve.SelectorSyntaxError as problem:
        raise ValueError(f"{selector!r} is not a CSS selector: {str(problem).splitlines()[0]}") from None


# --- The page


def read_results(engine: Engine, html: str, final_url: str, status: int = 200) -> Results:
    """What the engine's page at `final_url` (after redirects) says; addresses are absolute, not canonical.

    The surest signs come first: where the redirects ended and the status, the engine's own word that there is nothing
    (by selector), then hits. Texts count only on a page without hits, those of challenges only on what is no result
    page: headlines say all sorts of things.
    """
    if sign := _by_address(engine.challenge, final_url, status):
        return Results(Answer.CHALLENGE, detail=sign)
    html = html.encode("utf-8", "replace").decode()  # half a surrogate pair is no text to the parser
    soup = BeautifulSoup(html if html.count("<") <= MAX_TAGS else "", "lxml")
    if not soup.contents or _is_deeper(soup, MAX_DEPTH):
        return Results(Answer.LAYOUT_CHANGED, detail="the page is empty, or larger or deeper than any result page")
    if sign := _by_selector(engine.no_results, soup):
        return Results(Answer.NO_RESULTS, detail=sign)
    items = soup.select(", ".join(engine.results.item), limit=MAX_ITEMS)
    if hits := _hits(engine, items, final_url):
        return Results(Answer.RESULTS, hits)
    seen = _seen_text(soup)
    is_result_page = any(soup.select_one(selector) for selector in engine.results.page)
    if sign := _by_selector(engine.challenge, soup) or ("" if is_result_page else _by_text(engine.challenge, seen)):
        return Results(Answer.CHALLENGE, detail=sign)
    if sign := _by_text(engine.no_results, seen):
        return Results(Answer.NO_RESULTS, detail=sign)
    return Results(Answer.LAYOUT_CHANGED, detail=_what_is_missing(engine.results, is_result_page, len(items)))


def _is_deeper(soup: Tag, limit: int) -> bool:
    level: list[Tag] = [soup]
    for _ in range(limit):
        level = [child for tag in level for child in tag.children if isinstance(child, Tag)]
    return bool(level)


def _by_address(marks: Marks, url: str, status: int) -> str:
    if status in marks.statuses:
        return f"status {status}"
    return next((f"address like {pattern}" for pattern in marks.urls if re2.search(pattern, url)), "")


def _by_selector(marks: Marks, soup: BeautifulSoup) -> str:
    return next((f"element {selector}" for selector in marks.selectors if soup.select_one(selector)), "")


def _by_text(marks: Marks, seen: str) -> str:
    return next((f"text {text}" for text in marks.texts if "".join(text.split()) in seen), "")


def _seen_text(soup: BeautifulSoup) -> str:
    """The page's text and title without white space, scripts and styles."""
    hidden = ("script", "style", "noscript", "template")
    pieces = (text for text in soup.find_all(string=True) if text.parent is None or text.parent.name not in hidden)
    return "".join("".join(pieces).split())


def _what_is_missing(where: Selectors, is_result_page: bool, items: int) -> str:
    if items:
        return f"{items} results, but none with a link by {' or '.join(where.link)}"
    if is_result_page:
        return f"a result page, but nothing on it is {' or '.join(where.item)}"
    return f"nothing on the page is {' or '.join(where.page)}"


def _hits(engine: Engine, items: list[Tag], url: str) -> tuple[Result, ...]:
    hits: dict[str, Result] = {}
    for item in items:
        hit = _hit(engine.results, item, url)
        if hit and not _is_no_hit(engine, hit.link.url):
            hits.setdefault(hit.link.url, hit)
    return tuple(hits.values())


def _hit(where: Selectors, item: Tag, url: str) -> Result | None:
    link = _first(item, where.link)
    if link is None:
        return None
    address = _address(where, link, item, url)
    title = _first(item, where.title) or link
    date, source = _first(item, where.date), _first(item, where.source)
    return Result(Link(address, _text(title)), _text(date), _text(source)) if address else None


def _address(where: Selectors, link: Tag, item: Tag, url: str) -> str:
    """The article's own address where the page gives it, else what the link says, which may be a redirector."""
    for tag in (link, item):
        for name in where.url_attributes:
            address = absolute(str(tag.get(name) or ""), "")
            if address and not _matches(where.skip, address):
                return address
    return absolute(str(link.get("href") or ""), url)


def _is_no_hit(engine: Engine, address: str) -> bool:
    """Whether a link leads to another search of the same engine, or is to be skipped."""
    search, found = urlsplit(engine.url), urlsplit(address)
    return (search.netloc, search.path) == (found.netloc, found.path) or _matches(engine.results.skip, address)


def _matches(expressions: tuple[str, ...], address: str) -> bool:
    return any(re2.search(expression, address) for expression in expressions)


def _first(item: Tag, selectors: tuple[str, ...]) -> Tag | None:
    return next((found for selector in selectors if (found := item.select_one(selector))), None)


def _text(tag: Tag | None) -> str:
    return one_line(tag.get_text()) if tag else ""
