"""Pages with what is known of them, and the list pages that announce them."""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.localweb.page import Page


@dataclass(frozen=True, slots=True)
class Shelf:
    """`pages`: URL → page, list pages included. `gold`: URL → title, date, text … of each article or thread.

    `lists`: the list pages' URLs; together they link every article once.
    """

    pages: Mapping[str, Page]
    gold: Mapping[str, Mapping[str, Any]]
    lists: tuple[str, ...]


def shelve(pages: Mapping[str, Page], gold: Mapping[str, Mapping[str, Any]], per_list: int = 50) -> Shelf:
    """Put list pages `/list/1.html` … before the pages, `per_list` links on each and each host's links on its own."""
    lists = dict(_lists(gold, per_list))
    return Shelf({**pages, **lists}, gold, tuple(lists))


def _lists(gold: Mapping[str, Mapping[str, Any]], per_list: int) -> Iterator[tuple[str, Page]]:
    sites: dict[str, list[str]] = defaultdict(list)
    for url in gold:
        parts = urlsplit(url)
        sites[f"{parts.scheme}://{parts.netloc}"].append(url)
    for site, urls in sites.items():
        for number, start in enumerate(range(0, len(urls), per_list), 1):
            yield f"{site}/list/{number}.html", _list_page(urls[start : start + per_list], gold)


def _list_page(urls: Sequence[str], gold: Mapping[str, Mapping[str, Any]]) -> Page:
    rows = "\n".join(
        f'<li><a href="{html.escape(url)}">{html.escape(gold[url].get("title") or url)}</a></li>' for url in urls
    )
    text = (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>列表</title></head><body><ul>\n{rows}\n</ul></body>'
    )
    return Page(text.encode(), "text/html; charset=utf-8")
