"""Thread or article: told by what the page has and what it says of itself, without knowledge of any site.

Each sign counts as one point or two, for a thread or against it. Signs and points were chosen on saved pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crawler.extract.posts import has_author
from crawler.extract.table import Table, prefix_sums

MIN_POINTS = 3
MIN_POSTS = 2
MIN_SHARE = 0.5
"""Shares of posts, or of the page's valid characters, from which a sign counts."""

MIN_NAMED_NODES = 0.05
"""Share of the elements with a class or id that are called a post, a reply, a floor …: in threads 0.11 at the median,
in articles 0.01."""

_FORUM = re.compile(
    r"thread|topic|forum|bbs|discuss|question|communit|board|tieba|wenda|论坛|社区|贴吧|问答", re.IGNORECASE
)
_POST = re.compile(r"post|thread|topic|forum|reply|floor|message", re.IGNORECASE)
_THREAD_TYPE = re.compile(r'"(?:DiscussionForumPosting|QAPage)"')
_ARTICLE_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:News|Blog)?(?:Article|Posting)"')


def is_thread(table: Table, url: str, nodes: Sequence[int], valid: Sequence[int]) -> bool:
    """True if the page is a forum thread. `nodes` are the posts that PEAN found, `valid` the valid characters."""
    return len(nodes) >= MIN_POSTS and sum(_points(table, url, nodes, valid)) >= MIN_POINTS


def _points(table: Table, url: str, nodes: Sequence[int], valid: Sequence[int]) -> Iterator[int]:
    if _FORUM.search(url):
        yield 2
    if any(_FORUM.search(table.text_of(node)) for node in table.find("title")):
        yield 1
    if any(_THREAD_TYPE.search(script) for script in table.json_ld):
        yield 2
    if any(_ARTICLE_TYPE.search(script) for script in table.json_ld):
        yield -2
    if _has_article_tags(table):
        yield -1
    if _share_in(table, nodes, valid) >= MIN_SHARE:
        yield 1
    if _share_named(table) >= MIN_NAMED_NODES:
        yield 1
    if sum(has_author(table, node) for node in nodes) >= MIN_SHARE * len(nodes):
        yield 1


def _has_article_tags(table: Table) -> bool:
    """True if the page's Open Graph tags call it an article."""
    tags = (table.attributes[node] for node in table.find("meta"))
    return any(
        tag.get("property", "").startswith("article:")
        or (tag.get("property"), tag.get("content")) == ("og:type", "article")
        for tag in tags
    )


def _share_in(table: Table, nodes: Sequence[int], valid: Sequence[int]) -> float:
    """Share (0–1) of the page's valid characters that the posts hold."""
    sums = prefix_sums(valid)
    inside = sum(sums[table.ends[node]] - sums[node] for node in nodes)
    return inside / sums[-1] if sums[-1] else 0.0


def _share_named(table: Table) -> float:
    names = [f"{a.get('class', '')} {a.get('id', '')}" for a in table.attributes if "class" in a or "id" in a]
    return sum(_POST.search(name) is not None for name in names) / len(names) if names else 0.0
