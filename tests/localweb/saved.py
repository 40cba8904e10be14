"""The saved pages of the corpora beside the project, under the URLs they had."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tests.localweb.page import Page
from tests.localweb.shelf import Shelf, shelve

# A page may have been saved twice, in two sets; then the first one stands.
_ARTICLES = "articles/*/gold.jsonl"
_THREADS = "threads/gold.jsonl"


def from_corpora(root: Path, limit: int | None = None) -> Shelf:
    """The articles and threads under `root`, the first `limit` of them; `gold` holds the corpora's own rows.

    A page whose URL is not known gets one on a host under `.example`, one host for each site. The charset is not
    announced: the corpora keep bytes and not headers.
    """
    pages: dict[str, Page] = {}
    gold: dict[str, dict[str, Any]] = {}
    for row, file in islice(_rows(root), limit):
        url = row.get("url") or _invented(row, file)
        if url not in pages:
            pages[url], gold[url] = Page(_read(file)), row
    return shelve(pages, gold)


def _rows(root: Path) -> Iterator[tuple[dict[str, Any], Path]]:
    for index in [*sorted(root.glob(_ARTICLES)), *root.glob(_THREADS)]:
        with index.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                yield row, _file(index.parent, row)


def _file(folder: Path, row: dict[str, Any]) -> Path:
    return folder / (row.get("html_file") or f"html/{row['file']}")


def _invented(row: dict[str, Any], file: Path) -> str:
    site, folder = row.get("site") or "pages", file.parent.parent.name
    name = file.name.removesuffix(".gz").removesuffix(".html")
    return f"http://{_label(site)}.{_label(folder)}.example/{_label(name)}.html"


def _label(name: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.")


def _read(file: Path) -> bytes:
    body = file.read_bytes()
    return gzip.decompress(body) if file.suffix == ".gz" else body
