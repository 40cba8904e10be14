"""How well pages of published blog and forum engines are read: the engines render texts of our own, here and now.

    python -m benchmarks.engines [--only ENGINE …] [--algorithm NAME] [--worst NUMBER] [--keep FOLDER]

Each engine is installed from PyPI, pinned, into an environment of its own under ~/.cache/crawler-benchmarks, and there
renders the articles or threads of texts.toml; what is found on its pages is compared with what was put in, and what a
source without a pattern finds on its lists, with what these link to. Prints tables, in percent. An engine that fails is
named with the reason, the others are measured, and the exit status is 1.
`--algorithm` reads the pages by a published algorithm instead.

Another engine is one more module under sites/: KIND, REQUIREMENTS and `render`, which yields its pages (see driver.py).
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from benchmarks.engines import comparison, sites
from benchmarks.engines.environment import EngineEnvironment, EngineError, Page
from benchmarks.engines.texts import load_texts
from benchmarks.environment import default_cache
from crawler.extract import extract_page
from crawler.extract.algorithms import ARTICLE_ALGORITHMS, THREAD_ALGORITHMS
from crawler.model import Channel, Fetched, Link, Source
from crawler.roles.lister import read_list

COMPARE = {"articles": comparison.compare_article, "threads": comparison.compare_thread}
ALGORITHMS = {"articles": ARTICLE_ALGORITHMS, "threads": THREAD_ALGORITHMS}


def engines() -> dict[str, Any]:
    """The modules of the engines, by name."""
    found = {info.name: import_module(f"{sites.__name__}.{info.name}") for info in iter_modules(sites.__path__)}
    return {name: module for name, module in found.items() if hasattr(module, "KIND")}


def main() -> None:
    known = engines()
    options = arguments(known)
    texts, failed, lists = load_texts(), dict[str, str](), list[Page]()
    for kind, names in groups(known, options.only, options.algorithm).items():
        read = ALGORITHMS[kind].get(options.algorithm, extract_page)
        print(comparison.header(kind))
        for name in names:
            try:
                pages = rendered(options.cache, name, known[name].REQUIREMENTS, texts)
            except EngineError as error:
                failed[name] = str(error)
                continue
            if options.keep:
                keep(options.keep, name, pages)
            lists += [page for page in pages if is_list(page)]
            measure(kind, read, [page for page in pages if not is_list(page)], options.worst)
        print()
    if options.algorithm is None and lists:
        print(comparison.header("lists"))
        measure_lists(lists, options.worst)
    for name, reason in failed.items():
        print(f"{name} could not be measured: {reason}", file=sys.stderr)
    sys.exit(1 if failed else 0)


def arguments(known: Iterable[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=list(known), default=list(known), metavar="ENGINE")
    parser.add_argument("--algorithm", choices=[name for kind in ALGORITHMS.values() for name in kind])
    parser.add_argument(
        "--worst", type=int, default=0, help="how many of each site's pages to name that are read worst"
    )
    parser.add_argument("--keep", type=Path, help="where to put the pages, to look at them")
    parser.add_argument("--cache", type=Path, default=default_cache())
    return parser.parse_args()


def groups(known: Mapping[str, Any], chosen: Sequence[str], algorithm: str | None) -> dict[str, list[str]]:
    """The chosen engines by kind, of the kinds that the algorithm reads."""
    kinds = [kind for kind in COMPARE if algorithm is None or algorithm in ALGORITHMS[kind]]
    found = {kind: [name for name in chosen if kind == known[name].KIND] for kind in kinds}
    return {kind: names for kind, names in found.items() if names}


def rendered(cache: Path, name: str, requirements: tuple[str, ...], texts: Any) -> list[Page]:
    environment = EngineEnvironment(cache, name, requirements)
    environment.install()
    return environment.render(texts)


def is_list(page: Page) -> bool:
    return "links" in page["gold"]


def measure(kind: str, read: Callable[..., Any], pages: list[Page], worst: int) -> None:
    """Print the row of each site in the pages, and of its pages those that are read worst."""
    compared = (COMPARE[kind](page["gold"], read(page["html"].encode(), page["url"])) for page in pages)
    report(kind, zip(pages, compared, strict=True), worst)


def measure_lists(pages: list[Page], worst: int) -> None:
    """The same for lists, read as the home pages of sources without a pattern are."""
    found = ([link.url for link in links_of(page)] for page in pages)
    compared = (
        comparison.compare_list(page["url"], page["html"], page["gold"]["links"], links)
        for page, links in zip(pages, found, strict=True)
    )
    report("lists", zip(pages, compared, strict=True), worst)


def links_of(page: Page) -> tuple[Link, ...]:
    """What a source without a pattern finds on a page."""
    source = Source(id=1, name=page["site"], channel=Channel.PAGE, url=page["url"])
    return read_list(source, Fetched(page["url"], 200, page["html"].encode()), {}).links


def report(kind: str, compared: Iterable[tuple[Page, comparison.Figures]], worst: int) -> None:
    by_site = defaultdict(list)
    for page, figures in compared:
        by_site[page["site"]].append((figures, page["url"]))
    for site, pages in by_site.items():
        print(comparison.row(kind, site, [figures for figures, _ in pages]), flush=True)
        for figures, url in sorted(pages, key=lambda one: sum(one[0].values()))[:worst]:
            print(" ", url, *(f"{name} {100 * value:.0f}" for name, value in figures.items() if value < 1))


def keep(folder: Path, name: str, pages: list[Page]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(pages):
        (folder / f"{name}-{number:02}.html").write_text(page["html"], encoding="utf-8")


if __name__ == "__main__":
    main()
