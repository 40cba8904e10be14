"""The default and the published algorithms side by side on one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from crawler.errors import Reason
from crawler.extract.algorithms import ALGORITHMS
from crawler.extract.page import extract_page
from crawler.model import Rejected, Thread

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Compared:
    """What one algorithm makes of the page.

    kind: article, thread or rejected. characters: of the text, without white space. posts: how many, 0 for an article.
    agreement: 0–1, how much of its text and the default's is the same. first_line: of the text. reason: why the page is
    rejected.
    """

    algorithm: str
    kind: str
    characters: int
    posts: int
    agreement: float
    first_line: str
    reason: Reason | None = None


def compare(
    html: bytes, url: str = "", *, content_type: str | None = None, now: datetime | None = None
) -> Iterator[Compared]:
    """The default first, then each published algorithm on the same page. Arguments as for `extract_page`."""
    wanted: Counter[tuple[str, str]] | None = None
    for name, extract in {DEFAULT: extract_page, **ALGORITHMS}.items():
        result = extract(html, url, content_type=content_type, now=now)
        text = "".join(result.text.split())
        bigrams = Counter(pairwise(text))
        wanted = bigrams if wanted is None else wanted
        posts = len(result.posts) if isinstance(result, Thread) else 0
        first_line = result.text.lstrip().partition("\n")[0]
        reason = result.reason if isinstance(result, Rejected) else None
        yield Compared(name, result.kind, len(text), posts, _dice(wanted, bigrams), first_line, reason)


def _dice(first: Counter[tuple[str, str]], second: Counter[tuple[str, str]]) -> float:
    """The share of pairs of neighbouring characters that stand in both; 1 for two texts without any."""
    size = first.total() + second.total()
    return 2 * (first & second).total() / size if size else 1.0
