"""The inputs of a run: each made from a page by chance, the same for the same seed and number."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from crawler.demo.pages import demo_pages
from tests.fuzz.hostile_pages import PAGES
from tests.fuzz.mutations import MAX_BYTES, mutate
from tests.fuzz.readers import NOW

CORPORA = Path(os.environ.get("CRAWLER_TEST_CORPORA", "../shared/eval"))
"""Saved pages, where they are: without them the project's own pages are mutated alone."""

Load = Callable[[], bytes]

_OWN_SHARE = 0.4


def own_pages() -> list[bytes]:
    """Pages of our own writing: the demo web's and hostile ones."""
    demo = [page.body for site in demo_pages(NOW).values() for page in site.values() if page.status == 200]
    return demo + [kind.of_size(8000) for kind in PAGES.values()]


class Inputs:
    """By number, from 0, without end."""

    def __init__(self, seed: int, *, saved: bool = True) -> None:
        self._seed = seed
        self._own: Sequence[Load] = [partial(bytes, page) for page in own_pages()]
        paths = sorted(CORPORA.glob("**/html/*")) if saved else []
        self._saved: Sequence[Load] = [partial(_read, path) for path in paths]

    def __getitem__(self, number: int) -> bytes:
        random = Random(f"{self._seed}/{number}")
        return mutate(self._page(random), self._page(random), random)

    def _page(self, random: Random) -> bytes:
        own = not self._saved or random.random() < _OWN_SHARE
        return random.choice(self._own if own else self._saved)()[:MAX_BYTES]


def _read(path: Path) -> bytes:
    page = path.read_bytes()
    return gzip.decompress(page) if page.startswith(b"\x1f\x8b") else page
