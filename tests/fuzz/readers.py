"""Everything that reads pages of strangers, as functions of bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from crawler.channels import Engine, compile_rule, find_links, parse_engine, read_feed, read_page, read_results
from crawler.extract import ALGORITHMS, extract_page
from crawler.extract.charset import decode
from crawler.extract.table import Table, build

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)
ARTICLE_URL = "https://example.org/2024/01/01/story.html"
THREAD_URL = "https://bbs.example.org/thread-1-1-1.html"

Reader = Callable[[bytes], object]

_ENGINES = Path(__file__).parents[2] / "config" / "search"
_ANY = compile_rule("")


def parse_alone(html: bytes) -> Table:
    """What is common to all extraction: bytes to the node table."""
    return build(decode(html).text)


def _extractor(extract: Callable[..., object], url: str) -> Reader:
    return lambda html: extract(html, url, now=NOW)


@cache
def _engines() -> list[Engine]:
    return [parse_engine(path.read_text()) for path in sorted(_ENGINES.glob("*.toml"))]


READERS: Mapping[str, Reader] = {
    "extract": _extractor(extract_page, ARTICLE_URL),
    "extract thread": _extractor(extract_page, THREAD_URL),
    **{name: _extractor(extract, THREAD_URL) for name, extract in ALGORITHMS.items()},
    "list page": lambda html: read_page(decode(html).text, ARTICLE_URL, _ANY),
    "board": lambda html: find_links(html, THREAD_URL),
    "search": lambda html: [read_results(engine, decode(html).text, ARTICLE_URL) for engine in _engines()],
    "feed": lambda html: read_feed(html, ARTICLE_URL),
}
"""By name. Each may raise a CrawlerError, and nothing else."""
