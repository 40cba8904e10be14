"""Thread or article: told by what the page has and what it says of itself, without knowledge of any site.

Each sign counts as one point to three, for a thread or against it. Signs and points were chosen on saved pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from crawler.extract.boilerplate import MAX_NAME_CHARS, REMEMBERED
from crawler.extract.table import Table, prefix_sums
from crawler.extract.threads.marks import Marks, may_be_times, within

MIN_POINTS = 4
MIN_POINTS_ALONE = 6
"""What a page with one post needs: it looks like an article."""

MAX_ALONE = 0.8
"""An only post with a larger share of the page's nodes is the page."""

MOST_COUNTED_POINTS, MOST_POST_POINTS = 3, 3
"""The points that a page's links and words can give, and its posts."""

MIN_POSTS = 2
MIN_SHARE = 0.5
"""Shares of posts, or of the page's valid characters, from which a sign counts."""

MIN_EVEN_POSTS = 3
MOST_MARKED = 0.8
EVEN = 0.35
"""So many posts, of which that share has a time and an author, and none more of the page than that: in an article with
comments the article has more."""

MAX_UNMARKED = 0.8
"""In such a thread no larger share stands between two marks: less than EVEN of either post, and what is in none."""

MIN_NAMED_NODES = 0.05
"""Share of the elements with a class that are called a post, a reply, a floor …: in threads 0.11 at the median,
in articles 0.01."""

SOME_WORDS, MANY_WORDS = 6, 8
"""How many of the words that forums use stand on the page: in threads 8 at the median, in articles 2."""

MIN_FORUM_LINKS = 0.05
"""Share of the links whose address names a forum, a thread, a board: in threads 0.3 at the median, in articles 0."""

MAX_FLOW_CHARS = 50_000
"""So much of a page is looked at for words."""

_FORUM = re.compile(
    r"thread|topic|forum|bbs|discuss|question|communit|board|tieba|wenda|论坛|社区|贴吧|问答", re.IGNORECASE
)
_POST_WORDS = ("post", "thread", "topic", "forum", "reply", "floor", "message")
_AUTHOR_WORDS = ("author", "user", "nick", "poster", "member")
_THREAD_TYPE = re.compile(r'"(?:DiscussionForumPosting|QAPage)"')
_THREAD_ITEM = re.compile(r"/(?:DiscussionForumPosting|QAPage|Question|Answer)$")
_ARTICLE_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:News|Blog)?(?:Article|Posting)"')
_HAN_WORDS = [
    "楼主",
    "沙发",
    "板凳",
    "地板",
    "只看该作者",
    "发表于",
    "回帖",
    "版块",
    "帖子",
    "主题",
    "积分",
    "发帖",
    "倒序",
    "回复",
    "引用",
    "举报",
    "精华",
    "版主",
    "浏览",
    "最佳答案",
    "回答",
    "点评",
]
_HAN_WORD = re.compile(
    f"[{''.join({word[0] for word in _HAN_WORDS})}](?:{'|'.join(f'(?<={word[0]}){word[1:]}' for word in _HAN_WORDS)})"
)
"""One of these words. It begins with a set of characters, so that the search for it passes over all others quickly."""

_WORDS = frozenset(
    [
        "joined",
        "posts",
        "reply",
        "replies",
        "quote",
        "topic",
        "topics",
        "thread",
        "threads",
        "forum",
        "forums",
        "moderator",
        "member",
        "members",
        "registered",
        "offline",
        "likes",
        "answer",
        "answers",
        "asked",
        "views",
        "register",
        "board",
        "beiträge",
        "zitieren",
        "antworten",
        "thema",
        "themen",
        "mitglied",
        "registriert",
        "répondre",
        "messages",
        "sujet",
        "discussion",
    ]
)
_WORD = re.compile(r"[a-zà-ÿ]{5,}")


def page_points(table: Table, url: str) -> int:
    """The points of all signs but the posts': what the page says of itself and how its elements are called."""
    points = _stated_points(table)
    if _FORUM.search(url):
        points += 2
    if any(_FORUM.search(table.text_of(node)) for node in table.find("title")):
        points += 1
    if _share_named(table) >= MIN_NAMED_NODES:
        points += 1
    if points + MOST_COUNTED_POINTS + MOST_POST_POINTS < MIN_POINTS:
        return points  # what is dearer to count could not make a thread of it
    if _share_linked(table) >= MIN_FORUM_LINKS:
        points += 1
    words = _forum_words(table.flow[:MAX_FLOW_CHARS].lower())
    return points + (words >= SOME_WORDS) + (words >= MANY_WORDS)


def _forum_words(flow: str) -> int:
    """How many different words that forums use stand in a text in lower case."""
    return len(_WORDS.intersection(_WORD.findall(flow))) + len(set(_HAN_WORD.findall(flow)))


def _stated_points(table: Table) -> int:
    """The points of what the page says of itself for machines."""
    points = 0
    if any(_THREAD_TYPE.search(script) for script in table.json_ld) or _has_thread_items(table):
        points += 2
    if any(_ARTICLE_TYPE.search(script) for script in table.json_ld):
        points -= 3
    if _has_article_tags(table):
        points -= 1
    return points


def may_be_thread(points: int, table: Table, valid: Sequence[int]) -> bool:
    """False if no posts whatever could make a thread of this page: then they need not be looked for.

    Where the posts must give two points, one of them must have an author. Where they must give three, none may hold
    EVEN of the text, most of MIN_EVEN_POSTS must have an author, and no two of them can hold as much as mostly stands
    between two marks of an article.
    """
    missing = MIN_POINTS - points
    if missing != 3:
        return missing < 2 or (missing == 2 and bool(_may_be_authors(table)))
    if max(valid) >= EVEN * sum(valid):
        return False
    authors = _may_be_authors(table)
    return len(authors) >= MOST_MARKED * MIN_EVEN_POSTS and not _has_unmarked_stretch(table, valid, authors)


def _may_be_authors(table: Table) -> list[int]:
    """The elements that are named as an author's or link to a profile, in order: all marks of authors and more."""
    found = {*table.profiles, *chain(*_named(table, _names_author))}
    for said in ("itemprop", "rel"):
        for node in table.marked.get(said, ()):
            value = table.attributes[node][said].lower()
            if any(word in value for word in _AUTHOR_WORDS):
                found.add(node)
    return sorted(found)


def _has_unmarked_stretch(table: Table, valid: Sequence[int], authors: Sequence[int]) -> bool:
    """True if more text stands between two marks than the posts around them could hold, each less than EVEN of it.

    Each post has a mark, so that a stretch without any is of two posts at most.
    """
    sums = prefix_sums(valid)
    most = MAX_UNMARKED * sums[-1]
    for first, last in pairwise([0, *authors, len(table)]):
        if sums[last] - sums[first] < most:
            continue
        times = may_be_times(table, range(first, last))
        if any(sums[after] - sums[before] >= most for before, after in pairwise([first, *times, last])):
            return True
    return False


@lru_cache(maxsize=REMEMBERED)
def _names_post(name: str) -> bool:
    """True if a class is called as a part of a thread is."""
    folded = name.lower()
    return any(word in folded for word in _POST_WORDS)


@lru_cache(maxsize=REMEMBERED)
def _names_author(name: str) -> bool:
    """True if a class is called as an author is."""
    folded = name.lower()
    return any(word in folded for word in _AUTHOR_WORDS)


def _named(table: Table, is_named: Callable[[str], bool]) -> list[list[int]]:
    """The elements of each class that is called so."""
    return [nodes for name, nodes in table.classes.items() if len(name) <= MAX_NAME_CHARS and is_named(name)]


def is_thread(marks: Marks, points: int, records: Sequence[range], valid: Sequence[int]) -> bool:
    """True if the page is a forum thread. `points` are the page's, `records` the posts that were found (slices of node
    numbers), `valid` the valid characters of each node."""
    share = share_in(records, valid)
    signed = [bool(within(marks.authors, record)) for record in records]
    marked = sum(by and bool(within(marks.times, record)) for by, record in zip(signed, records, strict=True))
    points += (share >= MIN_SHARE) + (bool(records) and sum(signed) >= MIN_SHARE * len(records))
    if len(records) < MIN_POSTS:
        return points >= MIN_POINTS_ALONE and any(signed)
    if len(records) >= MIN_EVEN_POSTS and marked >= MOST_MARKED * len(records) and share >= MIN_SHARE:
        sums = prefix_sums(valid)
        points += max(sums[record.stop] - sums[record.start] for record in records) < EVEN * sums[-1]
    return points >= MIN_POINTS


def told_apart(records: Sequence[range], nodes: int) -> bool:
    """True if posts are less than a page of so many nodes: an only post may not have been told from the page."""
    return len(records) >= MIN_POSTS or sum(map(len, records)) < MAX_ALONE * nodes


def _has_thread_items(table: Table) -> bool:
    """True if the page's microdata speak of a thread's parts; without properties it has none."""
    if "itemprop" not in table.marked:
        return False
    types = (attributes["itemtype"] for attributes in table.attributes if "itemtype" in attributes)
    return any(_THREAD_ITEM.search(name) for name in types)


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
    named = sum(map(len, _named(table, _names_post)))
    return named / sum(map(len, table.classes.values())) if named else 0.0


def _share_linked(table: Table) -> float:
    """Share of the page's links whose address names a forum or a part of one."""
    return len(table.forum_links) / len(table.elements["a"]) if table.forum_links else 0.0
