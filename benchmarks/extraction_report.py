"""The benchmark's figures as a page of Markdown with two plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.environment import PACKAGES, Environment
from crawler import __version__
from crawler.extract.algorithms import ALGORITHMS

SPEED_SET = "gne_selector"
"""Chinese news pages of about 35 sites: the set whose milliseconds the table gives."""

CHINESE = ("zh_handcrafted", "gne_selector", "netease_selector", "zh_misc")
OTHERS = ("magic_article", "wcxb_article", "fundus", "cleaneval_en")
FORUMS = ("magic_forum", "wcxb_forum")
FIELD_SETS = ("gne_selector", "netease_selector", "zh_misc", "fundus", "wcxb_article")

UNPLOTTED = ("template", "trafilatura (comments)", "trafilatura (precision)")

Row = Mapping[str, Mapping[str, Any]]
"""An extractor's tables by set."""

INTRODUCTION = """\
# Extraction beside its peers

Made by `make bench-extraction`: this crawler's default, the published algorithms as implemented here (`crawler extract
--algorithm NAME`) and other projects' extractors, on the same saved pages with gold. The pages are other people's and
no part of the project; `CRAWLER_TEST_CORPORA` names where they are.

F1 is that of the longest common subsequence of characters, white space removed, summed over the pages of a set before
dividing; after the stroke stands the mean of the pages' F1. Milliseconds are of CPU at the median page of {speed_set},
one process, page in and fields out; peers get the page decoded already. Published algorithms are in italics.
Figures of one machine: read them as ratios.
"""

TEMPLATE = """\
What recurs over the last pages of a site is taken out of the next, from the third page on. Here the pages of a set come
one after the other, as while crawling; those without an address count as of one site.
"""


def write_report(docs: Path, figures: Mapping[str, Mapping[str, Row]], environment: Environment) -> None:
    articles, threads = ordered(figures.get("articles", {})), ordered(figures.get("threads", {}))
    text = [INTRODUCTION.format(speed_set=SPEED_SET)]
    if articles:
        text += ["## Articles\n", *accuracy(articles), "\n![F1 against time](extraction-benchmark.svg)\n"]
        text += ["## Title and date\n", *fields(articles)]
        environment.plot({"path": str(docs / "extraction-benchmark.svg"), "panels": article_panels(articles)})
        text += ["\n## The learned site template\n", *templates(articles, figures.get("site template", {}))]
    if threads:
        text += ["\n## Forum threads\n", *posts(threads), "\n![F1 against time](threads-benchmark.svg)\n"]
        environment.plot({"path": str(docs / "threads-benchmark.svg"), "panels": thread_panels(threads)})
    text += ["## Versions\n", *versions(environment)]
    (docs / "extraction-benchmark.md").write_text("\n".join(text) + "\n", encoding="utf-8")


def ordered(rows: Mapping[str, Row]) -> dict[str, Row]:
    """This crawler first, then the published algorithms, then peers, whatever was measured when."""
    return {name: rows[name] for name in ("default", *ALGORITHMS, *PACKAGES) if name in rows}


def accuracy(articles: Mapping[str, Row]) -> Iterator[str]:
    sets = [name for name in (*CHINESE, *OTHERS, *FORUMS) if name in articles["default"]]
    heads = [f"{name} ({articles['default'][name]['pages']})" for name in sets]
    yield from table(["F1 / mean", *heads, "ms"])
    for name, row in articles.items():
        cells = [f"{row[one]['F1']:.1f} / {row[one]['macro']:.1f}" if one in row else "" for one in sets]
        yield line([label(name), *cells, f"{row[SPEED_SET]['ms']:.1f}" if SPEED_SET in row else ""])
    yield "\nThe forum sets are threads judged as one text. The published template has no other pages of the site here:"
    yield "only its rules are left, which are for Chinese."


def fields(articles: Mapping[str, Row]) -> Iterator[str]:
    """Only extractors that give the fields at all."""
    sets = [name for name in FIELD_SETS if name in articles["default"]]
    yield from table(["title equal / alike / right day, %", *sets])
    for name, row in articles.items():
        known = [key for key in ("title=", "title~", "day") if any(row[one][key] for one in sets if one in row)]
        if known and (name not in ALGORITHMS or name == "cevc"):  # the published ones differ in nothing but the text
            yield line([label(name), *(cell(row.get(one), known) for one in sets)])


def cell(figures: Mapping[str, Any] | None, known: Sequence[str]) -> str:
    """The fields' shares; a dash for what an extractor never gives."""
    if figures is None:
        return ""
    return " / ".join(part(figures[key]) if key in known else "-" for key in ("title=", "title~", "day"))


def templates(articles: Mapping[str, Row], templated: Mapping[str, Row]) -> Iterator[str]:
    """F1 without and with it, for the sets where it changes any."""
    yield TEMPLATE
    sets = [one for one in articles["default"] if all(one in row for row in templated.values())]
    yield from table(["F1 without → with", *map(label, templated)])
    for one in sets:
        pairs = [(articles[name][one], row[one]) for name, row in templated.items()]
        if any(before["out"] != after["out"] for before, after in pairs):
            yield line([one, *(f"{before['F1']:.2f} → {after['F1']:.2f}" for before, after in pairs)])
    unchanged = [one for one in sets if all(articles[n][one]["out"] == row[one]["out"] for n, row in templated.items())]
    yield f"\nNothing is taken out in {', '.join(unchanged)}." if unchanged else ""


def posts(threads: Mapping[str, Row]) -> Iterator[str]:
    keys = ["F1", "macro", "exact", "clean F1", "author", "time", "title", "ms"]
    yield from table(["posts", *("found" if key == "F1" else "mean" if key == "macro" else key for key in keys)])
    for name, row in threads.items():
        for group in ("all", "Chinese"):
            if group in row:
                title = f"{label(name)}: {group} ({row[group]['pages']} pages)"
                yield line([title, *(part(row[group][key]) for key in keys)])


def versions(environment: Environment) -> Iterator[str]:
    yield f"- crawler {__version__}"
    for peer, version in environment.versions.items():
        yield f"- {peer} {version}"
    for peer, reason in environment.missing.items():
        yield f"- {peer} was not measured, for it cannot be installed here: {reason}"


def article_panels(articles: Mapping[str, Row]) -> list[dict[str, Any]]:
    groups = {"Chinese articles": CHINESE, "Articles in other languages": OTHERS}
    measured = {title: [one for one in sets if one in articles["default"]] for title, sets in groups.items()}
    return [article_panel(title, sets, articles) for title, sets in measured.items() if sets]


def article_panel(title: str, sets: Sequence[str], articles: Mapping[str, Row]) -> dict[str, Any]:
    points = [
        {"name": plain(name), "kind": kind(name), "ms": weighted_ms(row, sets), "f1": pooled(row, sets)}
        for name, row in articles.items()
        if name not in UNPLOTTED and all(one in row for one in sets)
    ]
    return {"title": title, "points": points}


def thread_panels(threads: Mapping[str, Row]) -> list[dict[str, Any]]:
    points = [
        {"name": plain(name), "kind": kind(name), "ms": row["all"]["ms"], "f1": row["all"]["F1"]}
        for name, row in threads.items()
    ]
    return [{"title": "Forum threads: posts found", "points": points}]


def pooled(row: Row, sets: Sequence[str]) -> float:
    """F1 over the pages of several sets."""
    lcs, out, gold = (sum(row[one][key] for one in sets) for key in ("lcs", "out", "gold"))
    return 200.0 * float(lcs) / float(out + gold)


def weighted_ms(row: Row, sets: Sequence[str]) -> float:
    """The sets' medians, each counted by its pages."""
    pages = {one: int(row[one]["pages"]) for one in sets}
    return sum(float(row[one]["ms"]) * pages[one] for one in sets) / sum(pages.values())


def plain(name: str) -> str:
    return "this crawler" if name == "default" else name


def kind(name: str) -> str:
    return "ours" if name == "default" else "published" if name in ALGORITHMS else "peer"


def label(name: str) -> str:
    return "**this crawler**" if name == "default" else f"*{name}*" if name in ALGORITHMS else name


def part(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def table(heads: Sequence[str]) -> Iterator[str]:
    yield line(heads)
    yield "|" + "|".join(["---", *["--:"] * (len(heads) - 1)]) + "|"


def line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
