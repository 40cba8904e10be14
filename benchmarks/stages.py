"""Where the time of extraction goes, by stage, over a set of saved articles.

    python -m benchmarks.stages [--set gne_selector] [--rounds 15]

The pages are found by CRAWLER_TEST_CORPORA (default ../shared/eval); they are no part of the project. For each page and
stage the least of the rounds counts, without the stages inside it: at the mean of all pages, and of those in the
middle, where a set's median is. What several stages ask of a page counts for the one that asks first.
"""

from __future__ import annotations

import argparse
import importlib
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.extraction import CORPORA, article_sets, saved_pages
from crawler.extract import extract_page

STAGES = {
    "decoding": ("opened_page.decode",),
    "node table": ("opened_page.build",),
    "what the page states": ("opened_page.stated", "page.message", "page.asks_login"),
    "kind": ("page.page_points", "page.may_be_thread", "page.of_feed"),
    "posts of what may be a thread": ("page._thread_or_list",),
    "title": ("article.title", "article.shown_title"),
    "paragraphs, asides": ("articles.cevc_plus.paragraphs",),
    "rows, notices, credits": tuple(f"articles.cevc_plus.{name}" for name in ("in_rows", "notices", "_credits")),
    "descent, siblings": tuple(f"articles.cevc_plus.{name}" for name in ("_choose", "_marked", "joined")),
    "cleaning": tuple(f"articles.cevc_plus.{name}" for name in ("_output", "unseen")),
    "main content besides": ("article._main_content",),
    "date": ("article.published", "article.assigned"),
    "author": ("article.author",),
    "other fields": ("article.article_of",),
    "refusal": ("article._reason_against",),
    "comments": ("article._with_comments",),
}
"""The functions of each stage, where they are called."""

REST = "all else"
MIDDLE = 1 / 4
"""That share of the pages, by their time, is in the middle."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="gne_selector", help="name of the set of articles")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    folders = article_sets(Path(os.environ.get("CRAWLER_TEST_CORPORA", CORPORA)), options.set)
    if not folders:
        raise SystemExit(f"There is no set {options.set}: set CRAWLER_TEST_CORPORA to the folder of saved pages.")
    pages = [(html, page.url) for html, page in saved_pages(folders[0])]
    report(measure(pages, options.rounds))


def measure(pages: Sequence[tuple[bytes, str]], rounds: int) -> list[Mapping[str, float]]:
    """For each page CPU milliseconds by stage."""
    least: list[dict[str, float]] = [{} for _ in pages]
    spent = defaultdict[str, float](float)
    with timed(spent) as extract:
        for _ in range(rounds):
            for known, (html, url) in zip(least, pages, strict=True):
                spent.clear()
                extract(html, url)
                known |= {stage: min(1000 * seconds, known.get(stage, 1e9)) for stage, seconds in spent.items()}
    return list(least)


@contextmanager
def timed(spent: defaultdict[str, float]) -> Iterator[Callable[[bytes, str], object]]:
    """Extraction that adds to `spent` the seconds of each stage."""
    inside = [0.0]  # the seconds of the stages inside each that has begun

    def timing(call: Callable[..., Any], stage: str) -> Callable[..., Any]:
        @wraps(call)
        def measured(*arguments: Any, **named: Any) -> Any:
            inside.append(0.0)
            start = time.process_time()
            try:
                return call(*arguments, **named)
            finally:
                seconds = time.process_time() - start
                spent[stage] += seconds - inside.pop()
                inside[-1] += seconds

        return measured

    with ExitStack() as patches:
        for stage, places in STAGES.items():
            for place in places:
                module, _, name = f"crawler.extract.{place}".rpartition(".")
                call = timing(getattr(importlib.import_module(module), name), stage)
                patches.enter_context(patch(f"{module}.{name}", call))
        yield timing(extract_page, REST)


def report(pages: Sequence[Mapping[str, float]]) -> None:
    """Print the milliseconds of each stage, of all pages and of those in the middle."""
    by_time = sorted(pages, key=lambda page: sum(page.values()))
    beside = int(len(by_time) * (1 - MIDDLE) / 2)
    middle = by_time[beside : len(by_time) - beside]
    print(f"{'ms at the':32} {'middle':>7} {'mean':>7} {'pages':>6}")
    for stage in (*STAGES, REST):
        known = sum(stage in page for page in pages)
        print(f"{stage:32} {_mean(middle, stage):7.3f} {_mean(pages, stage):7.3f} {known:6}")
    totals = [sum(page.values()) for page in pages]
    print(f"{'together':32} {statistics.median(totals):7.3f} {statistics.mean(totals):7.3f} {len(pages):6}")


def _mean(pages: Sequence[Mapping[str, float]], stage: str) -> float:
    return statistics.mean(page.get(stage, 0.0) for page in pages)


if __name__ == "__main__":
    main()
