"""What is indexed of a site beside what it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import mean
from typing import Any

from benchmarks.changed_pages import fold
from benchmarks.engines.comparison import MIN_CLEAN, ZONE, Figures, Gold, compare_article, f1
from benchmarks.made_up_sites.site import Site
from crawler.frontier.canonical import canonical
from crawler.model import Article, Document, Kind, Post

NEAR = timedelta(minutes=15)
"""Pages say how long ago something was, and are read a while after they were made."""


def compare(site: Site, wanted: Sequence[str], documents: Sequence[Document], new: Iterable[str] = ()) -> Figures:
    """Shares, from 0 to 1: of what the source leads to, `found`; of the pages that are indexed, those that are `right`,
    for they are articles or threads and stand there once; of what is new, if that is asked for, `new`."""
    known = {canonical(url): gold for url, gold in site.known.items()}
    pages = {one.thread_url or one.url for one in documents}
    got = [url for url in map(canonical, wanted) if url in pages]
    figures: Figures = {"found": len(got) / len(wanted)}
    if pages:
        figures["right"] = len(pages & known.keys()) / len(pages)
    compared = [_compare(known[url], url, documents) for url in known.keys() & pages]
    for name in dict.fromkeys(name for one in compared for name in one):
        figures[name] = mean(one[name] for one in compared if name in one)
    if new := list(new):
        figures["new"] = mean(_is_there(known[url], url, documents) for url in map(canonical, new))
    return figures


def _compare(gold: Gold, url: str, documents: Sequence[Document]) -> Figures:
    if "posts" in gold:
        return _compare_thread(gold, [one for one in documents if one.thread_url == url and one.kind == Kind.POST])
    return compare_article(gold, _article(url, documents))


def _article(url: str, documents: Sequence[Document]) -> Article:
    """The article that the documents of a page are made of."""
    comments = sorted((one for one in documents if one.thread_url == url), key=lambda one: one.floor)
    said = tuple(Post(one.text, one.author, one.published_at) for one in comments)
    found = next((one for one in documents if one.url == url and one.kind == Kind.ARTICLE), None)
    if found is None:
        return Article(text="")
    return Article(found.text, found.title, found.author, published_at=found.published_at, comments=said)


def _compare_thread(gold: Gold, found: Sequence[Document]) -> Figures:
    """F1 over the posts of all pages and the replies inside them, each found once; of those found who wrote them and
    when."""
    wanted = [*gold["posts"], *(reply for post in gold["posts"] for reply in post["nested"])]
    pairs = _paired(wanted, found)
    return {
        "posts": 2 * len(pairs) / (len(wanted) + len(found)),
        "title": mean(fold(gold["title"]) == fold(one.title) for one in found),
        **(
            {
                "author": mean(fold(post["author"]) == fold(one.author) for post, one in pairs),
                "time": mean(_is_near(post["time"], one.published_at) for post, one in pairs),
            }
            if pairs
            else {}
        ),
    }


def _paired(wanted: Sequence[Gold], found: Sequence[Document]) -> list[tuple[Gold, Document]]:
    """Each post with a document of its own that has its text: of several such, the one that says best who wrote it and
    when."""
    left, pairs = list(found), []
    for post in wanted:
        alike = [one for one in left if _is_text(post["text"], one.text)]
        if alike:
            best = max(alike, key=lambda one: _likeness(post, one))
            left.remove(best)
            pairs.append((post, best))
    return pairs


def _is_text(wanted: str, found: str) -> bool:
    if fold(wanted) == fold(found):
        return True
    return min(len(wanted), len(found)) > 0.5 * max(len(wanted), len(found)) and f1(wanted, found) >= MIN_CLEAN


def _likeness(post: Gold, one: Document) -> tuple[bool, bool, bool]:
    is_whole = fold(post["text"]) == fold(one.text)
    return is_whole, fold(post["author"]) == fold(one.author), _is_near(post["time"], one.published_at)


def _is_near(written: str, at: datetime | None) -> bool:
    return at is not None and abs(at - datetime.fromisoformat(written).replace(tzinfo=ZONE)) <= NEAR


def _is_there(gold: Mapping[str, Any], url: str, documents: Sequence[Document]) -> float:
    """The share of what is new at an address that is indexed: the article, or posts with all that they say now."""
    if "posts" not in gold:
        return float(any(one.url == url and one.kind == Kind.ARTICLE for one in documents))
    texts = [one.text for one in documents if one.thread_url == url]
    return mean(any(_says(text, post["text"]) for text in texts) for post in gold["new"])


def _says(text: str, wanted: str) -> bool:
    """Whether a post is found with the end of what it says now: somebody may have added that."""
    return _is_text(wanted, text) and fold(wanted.split("\n")[-1]) in fold(text)
