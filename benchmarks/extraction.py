"""How good extraction is, and how fast: this crawler, the published algorithms and its peers on the same pages.

    python -m benchmarks.extraction [--only articles|threads] [--sets gne_selector,…] [--no-peers]

The pages and the judge that counts are found by CRAWLER_TEST_CORPORA (default ../shared/eval); both are no part of the
project. Peers are installed into an environment of their own under ~/.cache/crawler-benchmarks, and what they found is
kept there by version and page: a second run measures only what is ours. Figures are kept there too, so that a run of
some sets adds to those of the runs before. Writes docs/extraction-benchmark.md and its two plots.

Milliseconds are of CPU, at the median of a set's pages. Peers' are brought to the speed of this run by a fixed piece of
work that is measured beside both.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from gzip import decompress
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.environment import Environment, Page, default_cache
from benchmarks.extraction_report import write_report
from benchmarks.peers import reference_ms
from crawler.extract import decode, extract_page
from crawler.extract.algorithms import ARTICLE_ALGORITHMS, THREAD_ALGORITHMS
from crawler.extract.articles.site_template import Window, group_of
from crawler.model import Article

DOCS = Path(__file__).parents[1] / "docs"
CORPORA = Path(__file__).parents[2] / "shared" / "eval"

EXTRACTORS = {"default": extract_page, **ARTICLE_ALGORITHMS}
TEMPLATED = ("default", "cevc", "cevc-node")
"""Those that are also measured with the learned site template."""

THREAD_PEERS = ("trafilatura (comments)", "harvest-webforum")
NO_ARTICLES = ("harvest-webforum",)

Table = dict[str, Any]
Extract = Callable[[bytes, str], Any]
Judge = Callable[[Extract], Sequence[Table]]
"""An extractor to its tables, one for each set."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["articles", "threads"])
    parser.add_argument("--sets", help="names of article sets, comma-separated")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers' figures as they are")
    parser.add_argument("--cache", type=Path, default=default_cache())
    options = parser.parse_args()
    corpora = Path(os.environ.get("CRAWLER_TEST_CORPORA", CORPORA))
    judge = load_judge(corpora)
    options.cache.mkdir(parents=True, exist_ok=True)
    environment = Environment(options.cache)
    environment.prepare()
    figures = Figures(options.cache / "figures.json")
    peers = {} if options.no_peers else environment.versions
    if options.only != "threads":
        for folder in article_sets(corpora, options.sets):
            measure_articles(judge, folder, environment, peers, figures)
            measure_template(judge, folder, figures)
    if options.only != "articles":
        measure_threads(judge, corpora / "threads", environment, peers, figures)
    write_report(DOCS, figures.rows, environment)


def load_judge(corpora: Path) -> ModuleType:
    """The module that counts. Ends with a sentence where it is not found."""
    path = corpora / "judge.py"
    if not path.is_file():
        raise SystemExit(f"There is no {path}: set CRAWLER_TEST_CORPORA to the folder of saved pages and their judge.")
    spec = importlib.util.spec_from_file_location("judge", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def article_sets(corpora: Path, names: str | None) -> list[Path]:
    folders = [path.parent for path in sorted((corpora / "articles").glob("*/gold.jsonl"))]
    return [folder for folder in folders if not names or folder.name in names.split(",")]


class Figures:
    """Tables by kind (articles, threads), extractor and set, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.rows: dict[str, dict[str, dict[str, Table]]] = json.loads(path.read_text()) if path.exists() else {}

    def keep(self, kind: str, name: str, tables: Sequence[Table], version: str = "") -> None:
        row = self.rows.setdefault(kind, {}).setdefault(name, {})
        for table in tables:
            pages = table.pop("_pages")
            totals = {key: sum(page.get(key, 0) for page in pages) for key in ("lcs", "out", "gold")}
            row[table["set"]] = {**table, **totals, "version": version}
            print(
                f"{name:24} {table['set']:18} F1 {table['F1']:5.1f}  mean {table['macro']:5.1f}  {table['ms']:7.1f} ms"
            )
        self._path.write_text(json.dumps(self.rows, indent=1))


def measure_articles(
    judge: ModuleType, folder: Path, environment: Environment, versions: Mapping[str, str], figures: Figures
) -> None:
    def tables(extract: Extract) -> list[Table]:
        return [judge.judge_articles(extract, folder, None)]

    for name, extract in EXTRACTORS.items():
        figures.keep("articles", name, tables(extract))
    replay = Replay(environment, saved_pages(folder))
    for peer in versions:
        if peer not in NO_ARTICLES:
            figures.keep("articles", peer, replay.judged(peer, tables), versions[peer])


def measure_template(judge: ModuleType, folder: Path, figures: Figures) -> None:
    """The learned site template over each set, its pages in their order; those without an address count as of one
    site."""
    for name in TEMPLATED:
        table = judge.judge_articles(learning(EXTRACTORS[name]), folder, None)
        figures.keep("site template", name, [table])


def learning(extract: Extract) -> Extract:
    """An extractor that takes out what recurs over the pages before, as the crawler does."""
    windows: dict[str, Window] = {}

    def learned(html: bytes, url: str) -> Any:
        found = extract(html, url)
        if not isinstance(found, Article):
            return found
        group = group_of(url)
        windows[group] = windows.get(group, Window()).with_page(found.title, url, found.text)
        return replace(found, text=windows[group].without_template(found.text))

    return learned


def measure_threads(
    judge: ModuleType, folder: Path, environment: Environment, versions: Mapping[str, str], figures: Figures
) -> None:
    def tables(extract: Extract) -> list[Table]:
        found: list[Table] = judge.judge_threads(extract, folder, None, language_of)
        return found

    for name, extract in {"default": extract_page, **THREAD_ALGORITHMS}.items():
        figures.keep("threads", name, tables(extract))
    replay = Replay(environment, saved_pages(folder))
    for peer in THREAD_PEERS:
        if peer in versions:
            figures.keep("threads", peer, replay.judged(peer, tables), versions[peer])


def language_of(row: Mapping[str, Any]) -> str:
    return "Chinese" if row["lang"] == "zh" else "other"


def saved_pages(folder: Path) -> Iterator[tuple[bytes, Page]]:
    """Each page of a set: its bytes and its text."""
    for line in (folder / "gold.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        html = (folder / (row.get("html_file") or f"html/{row['file']}")).read_bytes()
        html = decompress(html) if html.startswith(b"\x1f\x8b") else html
        yield html, Page(decode(html).text, row.get("url") or "", row.get("lang") or "")


class Replay:
    """Peers' results on the pages of a set, as if they were found now."""

    def __init__(self, environment: Environment, pages: Iterator[tuple[bytes, Page]]) -> None:
        self._environment = environment
        self._pages = {(html, page.url): page for html, page in pages}
        self._reference_ms = reference_ms()

    def judged(self, peer: str, tables: Judge) -> list[Table]:
        results = self._environment.results(peer, list(self._pages.values()))

        def extract(html: bytes, url: str) -> dict[str, Any]:
            return results.get(self._pages[html, url].key, {})

        found = list(tables(extract))
        for table in found:
            table["ms"] = self._median_ms(results.values())
            table["errors"] = sum(bool(result["error"]) for result in results.values())
        return found

    def _median_ms(self, results: Sequence[dict[str, Any]] | Any) -> float:
        """At the speed of this run: each time through the reference that was measured beside it."""
        times = [self._reference_ms * result["ms"] / result["reference_ms"] for result in results]
        return statistics.median(times) if times else 0.0


if __name__ == "__main__":
    main()
