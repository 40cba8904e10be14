"""On saved pages with gold, where they are: kinds, and floors under the published algorithms."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rapidfuzz.distance import LCSseq

from crawler.extract import ALGORITHMS, decode, extract_page
from crawler.model import Article, Thread

ARTICLE_SETS = ["gne_selector", "netease_selector", "zh_handcrafted", "zh_misc", "magic_article", "wcxb_article"]

CONFIDENCE_SETS = [*ARTICLE_SETS, "fundus", "cleaneval_en", "magic_forum", "wcxb_forum"]


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
        ("gne_selector", 0.995),
        ("netease_selector", 0.997),
        ("zh_handcrafted", 0.994),
        ("zh_misc", 0.995),
        ("magic_article", 0.89),
        ("wcxb_article", 0.957),
        ("fundus", 0.981),
        ("cleaneval_en", 0.951),
        ("magic_forum", 0.91),
        ("wcxb_forum", 0.817),
    ],
)
def test_the_main_content_is_found(corpora: Path, name: str, floor: float) -> None:
    assert f1(corpora, name, extract_page) >= floor


_NAMES = re.compile(rb"""(\s(?:class|id)\s*=\s*)("[^"]*"|'[^']*'|[^\s>"']+)""", re.IGNORECASE)


def nameless(html: bytes) -> bytes:
    """The page with letters that mean nothing for each class and id, as tools make them up; numbers stay."""

    def renamed(match: re.Match[bytes]) -> bytes:
        names = match[2].strip(b"\"'").split()
        return match[1] + b'"' + b" ".join(map(_without_meaning, names)) + b'"'

    return _NAMES.sub(renamed, html)


def _without_meaning(name: bytes) -> bytes:
    digest = hashlib.md5(re.sub(rb"\d+", b"", name), usedforsecurity=False).digest()
    return b"x" + bytes(ord("a") + byte % 26 for byte in digest[:6]) + b"".join(re.findall(rb"\d+", name))


@pytest.mark.parametrize(
    ("name", "floor"),
    [
        ("gne_selector", 0.99),
        ("netease_selector", 0.99),
        ("zh_handcrafted", 0.99),
        ("zh_misc", 0.96),
        ("wcxb_article", 0.945),
        ("fundus", 0.97),
    ],
)
def test_the_main_content_is_found_where_names_mean_nothing(corpora: Path, name: str, floor: float) -> None:
    assert f1(corpora, name, lambda html, url: extract_page(nameless(html), url)) >= floor


def page_f1(corpora: Path, name: str) -> Iterator[tuple[float, float]]:
    """Confidence and F1 of each page of a set that is taken for an article."""
    for row, html in rows(corpora / "articles" / name):
        found = extract_page(html, row.get("url") or "")
        if isinstance(found, Article):
            gold, text = folded(row["text"]), folded(found.text)
            yield found.confidence, 2 * LCSseq.similarity(gold, text) / (len(gold) + len(text))


def test_low_confidence_is_often_wrong_and_high_confidence_hardly_ever(corpora: Path) -> None:
    pages = [page for name in CONFIDENCE_SETS for page in page_f1(corpora, name)]
    low = [f1 < 0.8 for confidence, f1 in pages if confidence < 0.5]
    high = [f1 >= 0.8 for confidence, f1 in pages if confidence >= 0.9]
    assert sum(low) / len(low) >= 0.4
    assert sum(high) / len(high) >= 0.95
    assert len(high) > len(pages) / 2


NAV = "<nav><ul>" + "".join(f"<li><a href=/c{n}>栏目{n}</a></li>" for n in range(12)) + "</ul></nav>"
REMARKS = "".join(f"<div><a href=/u{n}>读者{n}</a><p>第{n}段写得很好，我还想再看一遍。</p></div>" for n in range(10))


def surrounded(page: str) -> list[str]:
    """The page with navigation over it, with comments under it, and with other white space between its elements."""
    return [
        re.sub(r"(<body[^>]*>)", rf"\1{NAV}", page, count=1),
        re.sub(r"(</body>)", rf"<div class=comments>{REMARKS}</div>\1", page),
        re.sub(r">[ \t\r\n]+<", "> \n\t <", page),
    ]


def test_what_is_put_around_a_page_does_not_change_its_text(corpora: Path) -> None:
    same: list[bool] = []
    for row, html in rows(corpora / "articles" / "gne_selector"):
        page, url = decode(html).text, row.get("url") or ""
        text, *changed = [
            extract_page(variant.encode("utf-8", "replace"), url).text for variant in (page, *surrounded(page))
        ]
        same += [other == text for other in changed]
    assert sum(same) / len(same) >= 0.99


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
    assert sum(articles) / len(articles) >= 0.99
    assert sum(threads) / len(threads) >= 0.99


def test_threads_are_divided_into_their_posts(corpora: Path) -> None:
    whole = hits = characters = pages = 0
    signed: list[bool] = []
    dated: list[bool] = []
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
            signed += [folded(post.author) == folded(gold["author"])] if gold.get("author") else []
            dated += [post.published_at is not None] if gold.get("time") else []
    assert whole / pages >= 0.88
    assert hits / characters >= 0.985
    assert sum(signed) / len(signed) >= 0.92
    assert sum(dated) / len(dated) >= 0.99
