"""The fields of a forum thread by rules over words and addresses, as published.

Source: "通用论坛正文提取", a report to the Teddy Cup of 2017: 4.2 the main post's title, time, author (by the names of
elements, by the likeness of profiles' addresses, by removing noise), layout and text; 4.3 the replies, whose floors are
found by two times that meet in one parent, and whose repeated texts are noise. The report prints its expressions and
some words of its dictionaries; the rest of these are ours.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlsplit

from crawler.extract.instant import is_time
from crawler.extract.published.title import longest_common_substring
from crawler.extract.table import Table
from crawler.extract.threads.marks import MAX_AUTHOR_CHARS, MAX_TIME_CHARS

MAX_OWN_CHARS = 12
"""What is an author's own in a profile's address is no longer."""

NEAR = 4
"""Words between author and time in a layout from top to bottom."""

MIN_SNIPPET = 3
"""Characters, besides noise, of a line that belongs to the text."""

MIN_NAME = 2
"""Characters of a name, as many."""

MIN_REPEATED = 0.5
"""Share of the floors, three at least, from which a text that repeats is noise."""

MAX_URL_CHARS = 200
MAX_LINKS = 40
"""Of a floor, that are compared with the main post's author's."""

_AUTHOR_NAME = re.compile(r"^auth|^us*e*r*_*name")
_AUTHOR_LABEL = re.compile(r"(?:楼主|作者|发帖人|发帖者)\s*[:：]\s*(.+)")
_NOT_POSTED = re.compile(r"注册|登录|登陆|更新|编辑|最后|在线|生日")
_NOISE = re.compile(
    r"注册|登录|登陆|积分|举报|回复|查看|引用|收藏|分享|点赞|支持|反对|只看该作者|只看楼主|倒序|楼主|沙发|板凳|地板|楼层?|"
    r"发表于|发布于|来自|主题|帖子|精华|威望|等级|会员|管理员|版主|好友|关注|粉丝|私信|签名|评论|次|个|作者|电梯直达|显示全部"
)
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_SEPARATOR = re.compile(r"[-|_]")
_TITLE_LABEL = re.compile(r"(?:标题|主题|题目)\s*[:：]?\s*(.+)")


@dataclass(frozen=True, slots=True)
class Floor:
    """One post: the slice of its nodes, its text leaves, its author ("" if none) and the leaf of its time."""

    nodes: range
    leaves: list[int]
    author: str
    time: int


def title(table: Table) -> str:
    """<title> before its first separator; without one, what follows a label in a heading, else the first heading."""
    head = _SEPARATOR.split(table.page_title, maxsplit=1)[0].strip()
    if head:
        return head
    headings = [text for tag in ("h1", "h2", "h3") for node in table.find(tag) if (text := table.text_of(node))]
    labelled = (match[1] for heading in headings if (match := _TITLE_LABEL.search(heading)))
    return next(labelled, next(iter(headings), ""))


def floors(table: Table) -> list[Floor]:
    """The posts in page order; empty where the page has no time of a post. Linear but for comparing addresses."""
    times = _times(table)
    slices = _slices(table, times)
    repeated = _repeated(table, slices)
    found: list[Floor] = []
    profile = ""
    for nodes in slices:
        time = times[bisect_left(times, nodes.start)]
        author = _author(table, nodes, time, profile)
        profile = profile or _profile(table, author)
        leaves = _text(table, nodes, time, author, repeated)
        found.append(Floor(nodes, leaves, _name(table, author), time))
    return found


def _times(table: Table) -> list[int]:
    """The leaves that hold a time of posting: no time of registration, login or update."""
    return [
        leaf
        for before, leaf in pairwise([-1, *table.leaves_of(table.body)])
        if len(table.texts[leaf]) <= MAX_TIME_CHARS
        and is_time(table.texts[leaf])
        and not _NOT_POSTED.search(table.texts[leaf])
        and not (before >= 0 and len(table.texts[before]) <= MAX_TIME_CHARS and _NOT_POSTED.search(table.texts[before]))
    ]


def _slices(table: Table, times: Sequence[int]) -> list[range]:
    """The nodes of each post: the main one, and the replies, which are siblings of one kind with a time each."""
    if not times:
        return []
    replies = _replies(table, times)
    if not replies:  # every time is a post
        return [range(start, end) for start, end in pairwise([*times, table.ends[table.body]])]
    first = replies[0]
    main = [] if times[0] >= first.start else [range(table.body, first.start)]
    return main + replies


def _replies(table: Table, times: Sequence[int]) -> list[range]:
    """The largest set of siblings alike in name and class that are the roots of two times or more."""
    roots: dict[tuple[int, str, str], dict[int, None]] = {}
    for first, second in pairwise(times):
        fork = table.common_ancestor(first, second)
        for time in (first, second):
            root = _child_towards(table, fork, time)
            key = (fork, *table.shape(root))
            roots.setdefault(key, {})[root] = None
    best = max(roots.values(), key=len, default={})
    return [range(root, table.ends[root]) for root in best] if len(best) > 1 else []


def _child_towards(table: Table, ancestor: int, node: int) -> int:
    while table.parents[node] != ancestor and table.parents[node] >= 0:
        node = table.parents[node]
    return node


def _repeated(table: Table, slices: Sequence[range]) -> set[str]:
    """The texts that most floors share."""
    shared = Counter(
        text for nodes in slices for text in {table.texts[leaf].strip() for leaf in table.leaves_in(nodes)}
    )
    return {text for text, count in shared.items() if count >= max(3, MIN_REPEATED * len(slices))}


def _author(table: Table, nodes: range, time: int, profile: str) -> int:
    """The leaf of the author's name; -1 for none."""
    by_name = (leaf for leaf in table.leaves_in(nodes) if _is_short(table, leaf) and _named_author(table, leaf))
    for candidates in (by_name, _by_profile(table, nodes, profile), _by_noise(table, nodes, time)):
        if (leaf := next(iter(candidates), -1)) >= 0:
            return leaf
    return -1


def _named_author(table: Table, leaf: int) -> bool:
    """True if the leaf's element or the one above is called an author's."""
    parent = max(table.parents[leaf], 0)
    return any(
        _AUTHOR_NAME.search(value)
        for node in (parent, max(table.parents[parent], 0))
        for name, value in table.attributes[node].items()
        if name in ("class", "id", "name", "itemprop")
    )


def _by_profile(table: Table, nodes: range, profile: str) -> Iterator[int]:
    """The links whose address is the known profile's but for a short part."""
    links = [leaf for leaf in table.leaves_in(nodes) if table.links[leaf] and _is_short(table, leaf)]
    for leaf in links[:MAX_LINKS]:
        address = _profile(table, leaf)
        if profile and address and address != profile and not urlsplit(address).fragment:
            common = longest_common_substring(profile, address)
            if len(profile) - len(common) <= MAX_OWN_CHARS and len(address) - len(common) <= MAX_OWN_CHARS:
                yield leaf


def _by_noise(table: Table, nodes: range, time: int) -> Iterator[int]:
    """The short texts before the time that are not noise, from the post's beginning."""
    for leaf in table.leaves_in(range(nodes.start, time)):
        text = table.texts[leaf].strip()
        if _is_short(table, leaf) and not is_time(text) and (_label(text) or _is_plain(text, MIN_NAME)):
            yield leaf


def _is_short(table: Table, leaf: int) -> bool:
    return len(table.texts[leaf].strip()) <= MAX_AUTHOR_CHARS


def _label(text: str) -> str:
    """What stands behind 作者: and the like."""
    match = _AUTHOR_LABEL.match(text)
    return match[1].strip() if match else ""


def _is_plain(text: str, least: int) -> bool:
    """True if so many letters are left when noise, numbers and signs are taken away."""
    return len(_NOT_LETTERS.sub("", _NOISE.sub("", text))) >= least


def _name(table: Table, leaf: int) -> str:
    text = " ".join(table.texts[leaf].split()) if leaf >= 0 else ""
    return _label(text) or text


def _profile(table: Table, leaf: int) -> str:
    """The address that a leaf links to."""
    node = table.parents[leaf] if leaf >= 0 else -1
    while node >= 0 and table.tags[node] != "a" and table.links[node]:
        node = table.parents[node]
    return table.attributes[node].get("href", "")[:MAX_URL_CHARS] if node >= 0 and table.tags[node] == "a" else ""


def _text(table: Table, nodes: range, time: int, author: int, repeated: set[str]) -> list[int]:
    """The leaves of the post's text: from the first line behind the time that is not noise, in the column of the time
    where author and text stand side by side, else in all that follows."""
    column = nodes
    if author >= 0 and not _is_near(table, author, time):
        node = time
        while (above := table.parents[node]) in nodes and not above <= author < table.ends[above]:
            node = above
        column = range(node, table.ends[node])
    lines = [leaf for leaf in table.leaves_in(column) if leaf > time and table.texts[leaf].strip() not in repeated]
    start = next((place for place, leaf in enumerate(lines) if _is_text(table, leaf, author)), len(lines))
    return [leaf for leaf in lines[start:] if leaf != author and _NOISE.sub("", table.texts[leaf]).strip()]


def _is_near(table: Table, author: int, time: int) -> bool:
    first, last = sorted((author, time))
    return len(table.leaves_in(range(first, last))) <= NEAR


def _is_text(table: Table, leaf: int, author: int) -> bool:
    """True for a line of the text: an address with @, or letters besides noise, and no label."""
    text = table.texts[leaf].strip()
    if "@" in text:
        return True
    label = re.match(r".{0,4}[:：]", text)
    return (
        leaf != author
        and not table.links[leaf]
        and not label
        and not is_time(text[:MAX_TIME_CHARS])
        and _is_plain(text, MIN_SNIPPET)
    )
