"""How threads of few posts are read: the saved ones with gold, cut to a few of their posts.

    python -m benchmarks.few_posts

A page is cut where its posts are found one by one; what stands around them stays, but for scripts. The first posts
stand for young threads, any of them for later pages. Prints the figures of the judge for each, in percent.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.extraction import CORPORA, load_judge
from crawler.extract import extract_page
from crawler.extract.charset import decode
from crawler.extract.markup import VOID
from crawler.extract.table import TEXT, Table, build
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.pean_plus import find_records

MIN_HELD = 0.8
"""Share of a gold post that the part of the page must hold which is to be cut out as that post."""

LEFT = (1, 2, 3)
"""How many posts are left of each page."""

Row = dict[str, Any]
"""A page's line of the gold."""


def main() -> None:
    corpora = Path(os.environ.get("CRAWLER_TEST_CORPORA", CORPORA))
    judge = load_judge(corpora)
    pages = list(threads(judge, corpora / "threads"))
    print("| posts left | pages | found | mean | exact | clean F1 | author | time |\n|---|--:|--:|--:|--:|--:|--:|--:|")
    for count in LEFT:
        long = [page for page in pages if len(page[2]) >= count]
        print(figures(judge, f"the first {count}", [cut(page, range(count)) for page in long]))
        print(figures(judge, f"any {count}", [cut(page, some(page, count)) for page in long]))


Saved = tuple[Row, Table, Sequence[range]]
"""A page's gold, its nodes, and which of these are each post."""


def threads(judge: Any, folder: Path) -> Iterator[Saved]:
    """The saved threads whose posts are found one by one."""
    for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        table = build(decode((folder / "html" / row["file"]).read_bytes(), None).text)
        marks = Marks(table)
        records = find_records(table, marks, prose(table, (), marks.quotes))
        if len(records) == len(row["posts"]) and all(
            _holds(judge, table, record, post["text"]) for record, post in zip(records, row["posts"], strict=True)
        ):
            yield row, table, records


def _holds(judge: Any, table: Table, record: range, text: str) -> bool:
    said, gold = judge.fold("".join(table.texts[leaf] for leaf in table.leaves_in(record))), judge.fold(text)
    return bool(judge.LCSseq.similarity(gold, said) >= MIN_HELD * len(gold))


def some(page: Saved, count: int) -> list[int]:
    """The numbers of so many of a page's posts, the same in each run."""
    row, _, records = page
    return sorted(random.Random(row["file"]).sample(range(len(records)), count))


def cut(page: Saved, kept: Sequence[int]) -> tuple[Row, bytes]:
    """A page with some of its posts alone, and its gold."""
    row, table, records = page
    gone = {node for number, record in enumerate(records) if number not in kept for node in record}
    return row | {"posts": [row["posts"][number] for number in kept]}, _written(table, gone).encode()


def _written(table: Table, gone: set[int]) -> str:
    """A page as markup, without some of its nodes."""
    pieces, opened = ["<!DOCTYPE html>"], list[int]()
    for node in range(len(table)):
        while opened and table.ends[opened[-1]] <= node:
            pieces.append(f"</{table.tags[opened.pop()]}>")
        if node in gone:
            continue
        if table.tags[node] == TEXT:
            pieces.append(escape(table.texts[node], quote=False))
            continue
        pieces.append(f"<{table.tags[node]} {table.attributes.markup_of(node).strip().removesuffix('/')}>")
        if table.tags[node] not in VOID:
            opened.append(node)
    pieces.extend(f"</{table.tags[node]}>" for node in reversed(opened))
    return "".join(pieces)


def figures(judge: Any, name: str, pages: Sequence[tuple[Row, bytes]]) -> str:
    """The line of the table for pages that were cut in one way."""
    rows = [judge.judge_thread(row, extract_page(html, row.get("url") or "")) for row, html in pages]
    together = sum(row["gold"] + row["out"] for row in rows)
    values = [
        2 * sum(row["found"] for row in rows) / together,
        mean(row["f1"] for row in rows),
        mean(row["exact"] for row in rows),
        2 * sum(row["clean"] for row in rows) / together,
        *(mean(right for row in rows for right in row[field]) for field in ("author", "time")),
    ]
    return f"| {name} | {len(rows)} | " + " | ".join(f"{100 * value:.1f}" for value in values) + " |"


if __name__ == "__main__":
    main()
