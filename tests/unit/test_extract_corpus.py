"""On saved pages with gold, where they are: kinds, and floors under the published algorithms."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rapidfuzz.distance import LCSseq

from crawler.extract import ALGORITHMS, extract_page
from crawler.model import Thread

ARTICLE_SETS = ["gne_selector", "netease_selector", "zh_handcrafted", "zh_misc", "magic_article", "wcxb_article"]


def rows(folder: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    for line in (folder / "gold.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        html = (folder / (row.get("html_file") or f"html/{row['file']}")).read_bytes()
        yield row, gzip.decompress(html) if html.startswith(b"\x1f\x8b") else html


def folded(text: str) -> str:
    return "".join(text.split())


def f1(corpora: Path, name: str, extract: Callable[..., Any]) -> float:
    """Character LCS F1 over all pages of a set."""
    hits = characters = 0
    for row, html in rows(corpora / "articles" / name):
        gold, text = folded(row["text"]), folded(extract(html, row.get("url") or "").text)
        hits += LCSseq.similarity(gold, text)
        characters += len(gold) + len(text)
    return 2 * hits / characters


@pytest.mark.parametrize(
    ("name", "floor"),
    [
        ("gne_selector", 0.992),
        ("netease_selector", 0.995),
        ("zh_handcrafted", 0.985),
        ("zh_misc", 0.985),
        ("magic_article", 0.87),
        ("wcxb_article", 0.935),
        ("fundus", 0.945),
        ("cleaneval_en", 0.935),
    ],
)
def test_the_main_content_is_found(corpora: Path, name: str, floor: float) -> None:
    assert f1(corpora, name, extract_page) >= floor


@pytest.mark.parametrize(
    ("name", "floor"), [("gne_selector", 0.92), ("netease_selector", 0.97), ("zh_handcrafted", 0.92)]
)
def test_published_cevc_finds_the_main_content(corpora: Path, name: str, floor: float) -> None:
    assert f1(corpora, name, ALGORITHMS["cevc"]) >= floor


def test_articles_and_threads_are_told_apart(corpora: Path) -> None:
    articles = [
        extract_page(html, row.get("url") or "").kind == "article"
        for name in ARTICLE_SETS
        for row, html in rows(corpora / "articles" / name)
    ]
    threads = [
        extract_page(html, row.get("url") or "").kind == "thread"
        for row, html in rows(corpora / "threads")
        if len(row["posts"]) > 1
    ]
    assert sum(articles) / len(articles) >= 0.98
    assert sum(threads) / len(threads) >= 0.88


def test_threads_are_divided_into_their_posts(corpora: Path) -> None:
    whole = hits = characters = pages = 0
    for row, html in rows(corpora / "threads"):
        result = extract_page(html, row.get("url") or "")
        posts = result.posts if isinstance(result, Thread) else ()
        pages += 1
        if len(posts) != len(row["posts"]):
            continue
        whole += 1
        for post, gold in zip(posts, row["posts"], strict=True):
            hits += 2 * LCSseq.similarity(folded(gold["text"]), folded(post.text))
            characters += len(folded(gold["text"])) + len(folded(post.text))
    assert whole / pages >= 0.74
    assert hits / characters >= 0.9
