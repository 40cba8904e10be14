"""How extraction holds on pages with less evidence than the saved ones have, with shorter articles or other texts in
their place, with comments.

    python -m benchmarks.robustness [--peer] [--only WORD]

The saved pages with gold (see `benchmarks.extraction`) are changed in one way at a time, as `changed_pages` has it, and
read as before. Prints the mean of the pages' F1 of Chinese pages and of others, how many of them are taken for
something else than an article, and how many Chinese titles are right. `--peer` adds readability-lxml, from the
environment of `benchmarks.extraction`, and `--only` measures the changes that have this word in their names.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.changed_pages import (
    CHANGES,
    OTHER_TEXTS,
    OTHER_TEXTS_ENGLISH,
    cut,
    fold,
    with_comments,
    with_scripts_alone,
    with_text,
)
from benchmarks.environment import Environment, Page, default_cache
from benchmarks.extraction import CORPORA, article_sets, load_judge, saved_pages
from crawler.extract import extract_page
from crawler.model import Thread

LENGTHS = (60, 150, 350)
"""Characters that articles are cut to, at least."""

PEER = "readability-lxml"

NO_ARTICLES = ("magic_forum", "wcxb_forum")


@dataclass(frozen=True, slots=True)
class Saved:
    html: str
    url: str
    gold: str
    title: str
    is_chinese: bool


Variant = Callable[[Saved], Saved | None]
Found = tuple[str, str, str]
"""Of a page its kind, its text and its title."""

Read = Callable[[Sequence[Saved]], Sequence[Found]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", action="store_true", help=f"measure {PEER} too")
    parser.add_argument("--only", default="", help="a word in the names of the changes")
    options = parser.parse_args()
    corpora = Path(os.environ.get("CRAWLER_TEST_CORPORA", CORPORA))
    judge, pages = load_judge(corpora), list(articles(corpora))
    readers: dict[str, Read] = {"default": ours, **({PEER: peer()} if options.peer else {})}
    for name, variant in variants().items():
        if options.only not in name:
            continue
        changed = [page for page in map(variant, pages) if page]
        for reader, read in readers.items():
            found = read(changed)
            rows = (row(judge, changed, found, chinese=chinese) for chinese in (True, False))
            print(f"{name:45} {reader:17}", *rows, flush=True)


def articles(corpora: Path) -> Iterator[Saved]:
    """The saved articles, with their gold."""
    for folder in article_sets(corpora, None):
        rows = map(json.loads, (folder / "gold.jsonl").open(encoding="utf-8"))
        for gold, (_, page) in zip(rows, saved_pages(folder), strict=True):
            if folder.name not in NO_ARTICLES:
                yield Saved(page.text, page.url, gold["text"], gold.get("title") or "", page.lang == "zh")


def variants() -> dict[str, Variant]:
    """What is done to the pages, by name."""
    found: dict[str, Variant] = {"as they are": lambda page: page}
    found |= {name: partial(_changed, change) for name, change in CHANGES.items()}
    for least in LENGTHS:
        found[f"cut to {least} characters"] = partial(_shorter, least)
    for what in OTHER_TEXTS:
        found[f"{what} in the article's place"] = partial(_with_text, what)
    for what, named, headed in (("called so", True, True), ("under a heading", False, True), ("", False, False)):
        found[f"30 comments {what}".rstrip()] = partial(_with_comments, named, headed)
    found["cut to 60 characters, 30 comments"] = lambda page: _then(
        _shorter(60, page), partial(_with_comments, False, False)
    )
    found["scripts alone, which hold the text"] = _scripts_alone
    return found


def _scripts_alone(page: Saved) -> Saved | None:
    html = with_scripts_alone(page.html, page.gold)
    return replace(page, html=html) if html else None


def _changed(change: Callable[[str], str], page: Saved) -> Saved:
    return replace(page, html=change(page.html))


def _shorter(least: int, page: Saved) -> Saved | None:
    found = cut(page.html, page.gold, least)
    return replace(page, html=found[0], gold=found[1]) if found else None


def _with_text(what: str, page: Saved) -> Saved | None:
    lines = (OTHER_TEXTS if page.is_chinese else OTHER_TEXTS_ENGLISH)[what]
    html = with_text(page.html, page.gold, lines)
    return replace(page, html=html, gold="\n".join(lines)) if html else None


def _with_comments(named: bool, headed: bool, page: Saved) -> Saved | None:
    html = with_comments(page.html, page.gold, 30, named=named, headed=headed, chinese=page.is_chinese)
    return replace(page, html=html) if html else None


def _then(page: Saved | None, variant: Variant) -> Saved | None:
    return variant(page) if page else None


def ours(pages: Sequence[Saved]) -> Sequence[Found]:
    return [_ours(page) for page in pages]


def _ours(page: Saved) -> Found:
    found = extract_page(page.html.encode(), page.url, now=datetime.now(UTC))
    text = "\n".join(post.text for post in found.posts) if isinstance(found, Thread) else found.text
    return found.kind, "" if found.kind == "rejected" else text, found.title


def peer() -> Read:
    """The best peer on Chinese pages, which calls every page an article."""
    environment = Environment(default_cache())
    environment.prepare()

    def read(pages: Sequence[Saved]) -> Sequence[Found]:
        asked = [Page(page.html, page.url, "zh" if page.is_chinese else "") for page in pages]
        results = environment.results(PEER, asked)
        found = [results.get(page.key, {}) for page in asked]
        return [("article", one.get("text") or "", one.get("title") or "") for one in found]

    return read


def row(judge: Any, pages: Sequence[Saved], found: Sequence[Found], *, chinese: bool) -> str:
    """The figures of Chinese pages or of the others."""
    chosen = [(page, one) for page, one in zip(pages, found, strict=True) if page.is_chinese == chinese]
    scores = [_f1(judge, page.gold, text) for page, (_, text, _) in chosen]
    others = sum(kind != "article" for _, (kind, _, _) in chosen)
    titled = [fold(page.title) == fold(title) for page, (_, _, title) in chosen if page.title]
    titles = f"titles {100 * mean(titled):5.1f}" if chinese and titled else ""
    name = "Chinese" if chinese else "other"
    return f"{name} {len(chosen):3}  mean {100 * mean(scores):5.1f}  no articles {others:2}  {titles}"


def _f1(judge: Any, gold: str, text: str) -> float:
    wanted, said = judge.fold(gold), judge.fold(text)
    return 2 * judge.LCSseq.similarity(wanted, said) / (len(wanted) + len(said)) if wanted or said else 1.0


if __name__ == "__main__":
    main()
