"""What was found on rendered pages beside what was put in, and the figures of a site as a row of a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from statistics import mean
from typing import Any
from urllib.parse import unquote, urljoin
from zoneinfo import ZoneInfo

import lxml.html
from rapidfuzz.distance import LCSseq

from benchmarks.changed_pages import fold
from crawler.extract.page import Result
from crawler.model import Article, Post, Thread

ZONE = ZoneInfo("Asia/Shanghai")
"""Of the times in the texts."""

MIN_HELD = 0.8
"""Share of a post's characters that a found one must hold to be that post."""

MIN_CLEAN = 0.8
"""F1 of a found post from which on nothing much stands in it that is another's or the site's."""

Gold = Mapping[str, Any]
Figures = dict[str, float]
"""Shares, from 0 to 1. A field that a site does not show has none."""


def compare_article(gold: Gold, found: Result) -> Figures:
    """An article that was put in beside what was found on its page. `none` is whether no comments are found where there
    are none."""
    article = found if isinstance(found, Article) else Article(text="")
    day = article.published_at.astimezone(ZONE).date().isoformat() if article.published_at else ""
    figures: Figures = {"F1": f1(gold["text"], article.text), "title": fold(gold["title"]) == fold(article.title)}
    if gold["time"]:
        figures["day"] = gold["time"].startswith(day or "-")
    if gold["author"]:
        figures["author"] = fold(gold["author"]) == fold(article.author)
    if wanted := gold.get("comments", ()):
        figures |= _compare_comments(wanted, article.comments)
    elif "comments" in gold:
        figures["none"] = not article.comments
    return figures


def _compare_comments(wanted: Sequence[Gold], found: Sequence[Post]) -> Figures:
    """The comments that were put below an article beside those that were found there: F1 over them, and of those found
    who wrote them and when."""
    pairs = align([comment["text"] for comment in wanted], [comment.own for comment in found])
    clean = [(wanted[i], found[j]) for i, j in pairs if f1(wanted[i]["text"], found[j].own) >= MIN_CLEAN]
    figures: Figures = {"comments": 2 * len(clean) / (len(wanted) + len(found))}
    if clean:
        figures["who"] = sum(fold(one["author"]) == fold(other.author) for one, other in clean) / len(clean)
        timed = [(one, other) for one, other in clean if one["time"]]
        figures |= {"when": sum(_same_minute(one["time"], other) for one, other in timed) / len(timed)} if timed else {}
    return figures


def compare_thread(gold: Gold, found: Result) -> Figures:
    """The posts that were put on a page beside those that were found there. `found` and `clean` are F1 over posts,
    `nested` is F1 over the replies inside posts, where there are any."""
    wanted = gold["posts"]
    posts = found.posts if isinstance(found, Thread) else ()
    pairs = align([post["text"] for post in wanted], [post.own for post in posts])
    clean = sum(f1(wanted[i]["text"], posts[j].own) >= MIN_CLEAN for i, j in pairs)
    together = (len(wanted) + len(posts)) / 2
    figures: Figures = {
        "found": len(pairs) / together,
        "exact": len(pairs) == len(wanted) == len(posts),
        "clean": clean / together,
        "title": isinstance(found, Thread) and fold(gold["title"]) == fold(found.title),
        "author": sum(fold(wanted[i]["author"]) == fold(posts[j].author) for i, j in pairs) / len(wanted),
        "time": sum(_same_minute(wanted[i]["time"], posts[j]) for i, j in pairs) / len(wanted),
    }
    if nested := sum(len(post.get("nested", ())) for post in wanted):
        right = sum(_children_found(wanted[i].get("nested", ()), posts[j].children) for i, j in pairs)
        figures["nested"] = 2 * right / (nested + sum(len(post.children) for post in posts))
    return figures


def _children_found(wanted: Sequence[Gold], found: Sequence[Post]) -> int:
    """How many replies inside a post are found there, with their texts and authors and no more."""
    pairs = align([post["text"] for post in wanted], [post.own for post in found])
    return sum(
        f1(wanted[i]["text"], found[j].own) >= MIN_CLEAN and fold(wanted[i]["author"]) == fold(found[j].author)
        for i, j in pairs
    )


def compare_list(url: str, html: str, known: Collection[str], found: Collection[str]) -> Figures:
    """The addresses that were `found` on a list beside those of the site's own articles or threads that are `known`, as
    far as the page links to them."""
    tree = lxml.html.fromstring(html.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    linked = {_bare(urljoin(url, link.get("href", ""))) for link in tree.iter("a")}
    wanted, got = linked & set(map(_bare, known)), set(map(_bare, found))
    both = len(wanted & got)
    return {"found": both / max(1, len(wanted)), "right": both / max(1, len(got))}


def _bare(address: str) -> str:
    """An address as far as it says which article or thread it is of."""
    return unquote(address.partition("#")[0].partition("?")[0].rstrip("/"))


def _same_minute(written: str, post: Post) -> bool:
    time = datetime.fromisoformat(written).replace(tzinfo=ZONE)
    return post.published_at is not None and abs((post.published_at - time).total_seconds()) < 60


def f1(gold: str, text: str) -> float:
    """Of two texts, by their longest common subsequence of characters, white space left out."""
    wanted, said = fold(gold), fold(text)
    return 2 * LCSseq.similarity(wanted, said) / (len(wanted) + len(said)) if wanted or said else 1.0


Pairs = tuple[tuple[int, int], ...]


def align(wanted: Sequence[str], found: Sequence[str]) -> Pairs:
    """Pairs of places, in order and one to one, of texts that were wanted and of found ones that hold them: those that
    are the most, and the most alike."""
    golds, texts = [fold(text) for text in wanted], [fold(text) for text in found]
    best: list[tuple[float, Pairs]] = [(0.0, ())] * (len(texts) + 1)  # of the golds from here on, by the first text
    for i in reversed(range(len(golds))):
        below, best = best, [(0.0, ())] * (len(texts) + 1)
        for j in reversed(range(len(texts))):
            best[j] = max(below[j], best[j + 1], key=_worth)
            if LCSseq.similarity(golds[i], texts[j]) >= MIN_HELD * len(golds[i]):
                worth, pairs = below[j + 1]
                both = worth + 1 + f1(golds[i], texts[j]) / len(golds), ((i, j), *pairs)
                best[j] = max(both, best[j], key=_worth)
    return best[0][1]


def _worth(one: tuple[float, Pairs]) -> float:
    return one[0]


COLUMNS = {
    "articles": ("F1", "title", "day", "author"),
    "pages": ("told", "F1", "title", "day", "author", "comments", "who", "when", "none"),
    "threads": ("found", "exact", "clean", "title", "author", "time"),
    "made-up threads": ("found", "exact", "clean", "title", "author", "time", "nested", "next"),
    "lists": ("found", "right"),
    "made-up lists": ("found", "right", "title", "told"),
    "made-up news sites": ("found", "right", "F1", "title", "day", "author", "comments", "new"),
    "made-up forums": ("found", "right", "posts", "title", "author", "time", "new"),
    "made-up boards": ("told", "found", "right", "title", "replies", "last", "next", "boards"),
}


def header(kind: str) -> str:
    columns = COLUMNS[kind]
    return f"| {kind} | pages | {' | '.join(columns)} |\n|---|--:|{'--:|' * len(columns)}"


def row(kind: str, site: str, pages: Sequence[Figures]) -> str:
    """The means over a site's pages, in percent."""
    values = [[page[column] for page in pages if column in page] for column in COLUMNS[kind]]
    shown = [f"{100 * mean(value):.1f}" if value else "-" for value in values]
    return f"| {site} | {len(pages)} | {' | '.join(shown)} |"
