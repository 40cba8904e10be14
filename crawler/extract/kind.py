"""Thread or article: told by what the page has and what it says of itself, without knowledge of any site.

Each sign counts some points for a thread or against it, and so does each word that labels the parts of a forum. The
points are the coefficients, rounded, of a logistic regression over saved pages of 575 sites; fitted without a tenth of
the sites it tells 98 % of the pages there right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from crawler.extract.boilerplate import MAX_NAME_CHARS, REMEMBERED
from crawler.extract.forum_words import forum_words
from crawler.extract.table import Table, prefix_sums
from crawler.extract.threads.marks import Marks, within

MIN_POINTS = 8
"""What makes a thread."""

SAYS_THREAD, SAYS_ARTICLE, TAGS_ARTICLE = 2, -1, -1
"""The page says of itself in structured data what it is, or in Open Graph tags."""

ADDRESS, TITLE, NAMED, LINKED = 4, 1, 1, 2
"""Its address or its title speak of a forum, its elements are called as a thread's, its links lead to forums."""

MAX_WORDS = 8
"""Each word of forums counts one point, up to so many."""

SEVERAL, HOLDING, EVEN = 2, 1, 1
"""There are several posts, they hold most of the text, and none of them much of it."""

MAX_ALONE = 0.8
"""An only post with a larger share of the page's nodes is the page."""

MIN_POSTS = 2
MIN_SHARE = 0.5
"""So many posts are several, and such a share of the page's valid characters is most."""

MIN_MARKED_POSTS = 3
MOST_MARKED = 0.8
MAX_EVEN = 0.25
"""So many posts, of which that share has a time and an author, and none more of the page than that: in an article with
comments the article has more."""

MIN_NAMED_NODES = 0.05
"""Share of the elements with a class that are called a post, a reply, a floor …: in threads 0.11 at the median,
in articles 0.01."""

MIN_FORUM_LINKS = 0.05
"""Share of the links whose address names a forum, a thread, a board: in threads 0.3 at the median, in articles 0."""

MAX_LABEL = 30
"""A text with more characters, white space left out, is no label: in texts people speak of threads and replies too."""

_FORUM = re.compile(
    r"thread|topic|forum|bbs|discuss|question|communit|board|tieba|wenda|论坛|論壇|社区|貼吧|贴吧|问答", re.IGNORECASE
)
_ADDRESS = re.compile(
    r"thread|forum|bbs|discuss|question|communit|tieba|wenda|viewtopic|/topics?/\d|/t/(?:[^/]+/)?\d+(?:[/?#]|$)"
    r"|(?<![a-z])boards?[./]",
    re.IGNORECASE,
)
_POST_WORDS = ("post", "thread", "topic", "forum", "reply", "floor", "message")
_THREAD_TYPE = re.compile(r'"(?:DiscussionForumPosting|QAPage)"')
_THREAD_ITEM = re.compile(r"/(?:DiscussionForumPosting|QAPage|Question|Answer)$")
_ARTICLE_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:News|Blog)?(?:Article|Posting)"')


def page_points(table: Table, url: str) -> int:
    """The points of all signs but the posts': what the page says of itself and how its elements are called."""
    points = _stated_points(table)
    points += ADDRESS * (_ADDRESS.search(url) is not None)
    points += TITLE * any(_FORUM.search(table.text_of(node)) for node in table.find("title"))
    points += NAMED * (_share_named(table) >= MIN_NAMED_NODES)
    points += LINKED * (_share_linked(table) >= MIN_FORUM_LINKS)
    return points + min(forum_words(_labels(table)), MAX_WORDS)


def _labels(table: Table) -> str:
    """The page's short texts."""
    texts, characters = table.texts, table.characters
    return "\n".join([texts[leaf] for leaf in table.leaves if characters[leaf] <= MAX_LABEL])


def _stated_points(table: Table) -> int:
    """The points of what the page says of itself for machines."""
    points = 0
    if any(_THREAD_TYPE.search(script) for script in table.json_ld) or _has_thread_items(table):
        points += SAYS_THREAD
    if any(_ARTICLE_TYPE.search(script) for script in table.json_ld):
        points += SAYS_ARTICLE
    return points + TAGS_ARTICLE * _has_article_tags(table)


def may_be_thread(points: int) -> bool:
    """False if no posts whatever could make a thread of a page with so many points: they need not be looked for."""
    return points + SEVERAL + HOLDING + EVEN >= MIN_POINTS


@lru_cache(maxsize=REMEMBERED)
def _names_post(name: str) -> bool:
    """True if a class is called as a part of a thread is."""
    folded = name.lower()
    return any(word in folded for word in _POST_WORDS)


def is_thread(marks: Marks, points: int, records: Sequence[range], valid: Sequence[int]) -> bool:
    """True if the page is a forum thread. `points` are the page's, `records` the posts that were found (slices of node
    numbers), `valid` the valid characters of each node. An only post has an author."""
    holding = share_in(records, valid) >= MIN_SHARE
    points += HOLDING * holding
    if len(records) < MIN_POSTS:
        return points >= MIN_POINTS and any(within(marks.authors, record) for record in records)
    return points + SEVERAL + EVEN * (holding and _are_even(marks, records, valid)) >= MIN_POINTS


def _are_even(marks: Marks, records: Sequence[range], valid: Sequence[int]) -> bool:
    """True for posts with times and authors, none of which holds much of the text."""
    sums = prefix_sums(valid)
    largest = max((sums[record.stop] - sums[record.start] for record in records), default=0)
    return largest < MAX_EVEN * sums[-1] and are_marked(marks, records)


def are_marked(marks: Marks, records: Sequence[range]) -> bool:
    """True for some posts most of which have a time and an author."""
    marked = sum(bool(within(marks.authors, one)) and bool(within(marks.times, one)) for one in records)
    return len(records) >= MIN_MARKED_POSTS and marked >= MOST_MARKED * len(records)


def told_apart(records: Sequence[range], nodes: int) -> bool:
    """True if posts are less than a page of so many nodes: an only post may not have been told from the page."""
    return len(records) >= MIN_POSTS or sum(map(len, records)) < MAX_ALONE * nodes


def _has_thread_items(table: Table) -> bool:
    """True if the page's microdata speak of a thread's parts; without properties it has none."""
    nodes = table.marked.get("itemtype", ()) if "itemprop" in table.marked else ()
    return any(_THREAD_ITEM.search(table.attributes[node]["itemtype"]) for node in nodes)


def _has_article_tags(table: Table) -> bool:
    """True if the page's Open Graph tags call it an article."""
    tags = (table.attributes[node] for node in table.find("meta"))
    return any(
        tag.get("property", "").startswith("article:")
        or (tag.get("property"), tag.get("content")) == ("og:type", "article")
        for tag in tags
    )


def share_in(records: Sequence[range], valid: Sequence[int]) -> float:
    """Share (0–1) of the page's valid characters that the posts hold."""
    sums = prefix_sums(valid)
    inside = sum(sums[record.stop] - sums[record.start] for record in records)
    return inside / sums[-1] if sums[-1] else 0.0


def _share_named(table: Table) -> float:
    """Share of the elements with a class whose class names a part of a thread."""
    names = table.classes.items()
    named = sum(len(nodes) for name, nodes in names if len(name) <= MAX_NAME_CHARS and _names_post(name))
    return named / sum(map(len, table.classes.values())) if named else 0.0


def _share_linked(table: Table) -> float:
    """Share of the page's links whose address names a forum or a part of one."""
    return len(table.forum_links) / len(table.elements["a"]) if table.forum_links else 0.0
