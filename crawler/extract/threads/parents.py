"""Which earlier post of the page each post replies to.

Forums show it in five ways: the reply stands deeper than the post, or behind an indentation; it links to the post's
anchor; it names the floor (回复 3 楼), quotes the text, or begins with the author's name (@name).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from crawler.extract.table import Table, within
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.places import common_marks
from crawler.model import Post

MAX_LINKS = 100
"""So many links of a post are looked at."""

MAX_EARLIER = 300
"""So many posts before a reply are looked at for the one that it names."""

HEAD_CHARS = 80
"""A reply says to whom within so many characters of its text."""

MIN_QUOTED = 12
"""Characters of a post that a quote must repeat, or the whole of a shorter one beside its author."""

_INDENTED = re.compile(r"indent|child|nest|repl(?:y|ies)|level|depth|sub", re.IGNORECASE)
_LISTS = frozenset(["ul", "ol", "dl", "dd", "blockquote"])
_FLOOR = re.compile(
    r"(?:回复|回覆|引用|答复|reply(?:ing)? to|(?<![a-z])re:?|in response to|@)\s?(?:第|#|no\.)?\s?(\d{1,5})\s?"
    r"(?:楼|樓|层|層|#|f\b|l\b)"
    r"|(?:reply(?:ing)? to|in response to|回复|回覆|引用)\s?#(\d{1,5})\b|^>>\s?#?(\d{1,5})\b",
    re.IGNORECASE,
)
_TO = re.compile(r"\s*(?:回复|回覆|答复|reply(?:ing)? to|re\b)?\s?[:：]?\s?(@?)\s?", re.IGNORECASE)
_REPLIES_TO = re.compile(r"\s*(?:回[复復覆应應]|答[复復覆]|(?:in )?reply(?:ing)? to)\s?@?\s?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Said:
    """A post as replies speak of it: its author, its floor, and how its own text begins."""

    author: str
    floor: int | None
    beginning: str


def with_parents(table: Table, marks: Marks, records: Sequence[range], posts: Mapping[int, Post]) -> tuple[Post, ...]:
    """The posts, which come by the place of their record in `records` (slices of node numbers), in order, each with the
    number of the one that it replies to, and without the site's words before its text that say so."""
    above = _parents(table, marks, records, posts)
    numbers = {place: number for number, place in enumerate(posts)}
    return tuple(
        replace(post, parent=numbers[above[place]], text=_without_address(post.text, posts[above[place]].author))
        if place in above
        else post
        for place, post in posts.items()
    )


def _without_address(text: str, name: str) -> str:
    """A reply's text without the words before it that it replies to somebody of this name, unless it has no others."""
    begins = _REPLIES_TO.match(text) if name else None
    rest = text[begins.end() :] if begins else ""
    behind = rest[len(name) :].lstrip() if rest.startswith(name) else ""
    said = behind[1:].lstrip() if behind.startswith((":", "：")) else ""
    return said or text


def _parents(table: Table, marks: Marks, records: Sequence[range], posts: Mapping[int, Post]) -> dict[int, int]:
    """For each post that replies to one, by the place of its record, the place of the other. `posts` are by place."""
    nested, linked = _nested(table, marks, records), _linked(table, records)
    earlier: dict[int, _Said] = {}
    latest: dict[str, int] = {}
    found: dict[int, int] = {}
    for place, post in posts.items():
        own = _own_text(post)
        shown = [one for one in (nested.get(place), linked.get(place)) if one is not None and one in posts]
        above = next(chain(shown, _named(post, own, earlier, latest)), None)
        if above is not None:
            found[place] = above
        if len(earlier) == MAX_EARLIER:
            del earlier[next(iter(earlier))]
        latest[post.author] = place
        earlier[place] = _Said(post.author, post.floor, _folded(own[: 2 * MIN_QUOTED])[:MIN_QUOTED])
    return found


def _own_text(post: Post) -> str:
    """The beginning of a post's text, behind what it quotes."""
    return (post.text.removeprefix(post.quoted) if post.quoted else post.text).lstrip()[:HEAD_CHARS]


def _nested(table: Table, marks: Marks, records: Sequence[range]) -> dict[int, int]:
    """Posts that stand deeper than one before them, in the same element or behind an indentation."""
    at = _heads(table, marks, records)
    depths = [_depth(table, mark) for mark in at]
    levels = Counter(depth for depth in depths if depth)
    found: dict[int, int] = {}
    if len(levels) < 2:
        return found
    top = min(levels)
    opening = depths.index(top) if levels[top] == 1 else -1  # all others stand below it
    open_: list[int] = []
    for place, depth in enumerate(depths):
        if not depth:
            continue
        while open_ and depths[open_[-1]] >= depth:
            open_.pop()
        if open_ and open_[-1] != opening and _leads(table, at[open_[-1]], at[place]):
            found[place] = open_[-1]
        open_.append(place)
    return found


def _heads(table: Table, marks: Marks, records: Sequence[range]) -> list[int]:
    """For each post its time, or its author where more have one, at the place where most have it or in an element like
    those; -1 for none."""
    found, kind = common_marks(table, records, marks.times), marks.times
    if not all(found):
        authors = common_marks(table, records, marks.authors)
        if sum(map(len, authors)) > sum(map(len, found)):
            found, kind = authors, marks.authors
    shapes = {table.shape(mark) for at in found for mark in at}
    alike = [mark for mark in kind if table.shape(mark) in shapes]
    return [next(iter(at or within(alike, record)), -1) for at, record in zip(found, records, strict=True)]


def _leads(table: Table, above: int, below: int) -> bool:
    """True if between two marks' common element and the lower one stands a list or what is called an indentation."""
    around, node = table.common_ancestor(above, below), table.parents[below]
    while node != around:
        if table.tags[node] in _LISTS or _INDENTED.search(table.attributes[node].get("class", "")):
            return True
        node = table.parents[node]
    return False


def _depth(table: Table, node: int) -> int:
    depth = 0
    while node >= 0:
        node = table.parents[node]
        depth += 1
    return depth


def _linked(table: Table, records: Sequence[range]) -> dict[int, int]:
    """Posts that link to the anchor of an earlier one. Where all link to the one before them, that is to turn pages."""
    starts = [record.start for record in records]
    found: dict[int, int] = {}
    for place, record in enumerate(records):
        nodes = [table.ids[name][0] for name in _fragments(table, record) if name in table.ids]
        places = (_place_of(table, records, starts, node) for node in nodes)
        above = next((one for one in places if 0 <= one < place), -1)
        if above >= 0:
            found[place] = above
    only_before = all(above == place - 1 for place, above in found.items())
    return {} if only_before and len(found) > 2 and len(found) >= len(records) - 1 else found


def _fragments(table: Table, record: range) -> Iterator[str]:
    """The anchors that the links of a post lead to."""
    for link in within(table.elements.get("a", []), record)[:MAX_LINKS]:
        if "#" in table.attributes.markup_of(link):
            yield table.attributes[link].get("href", "").rpartition("#")[2]


def _place_of(table: Table, records: Sequence[range], starts: Sequence[int], node: int) -> int:
    """The record that a node is in, or the only one that it holds; -1 for none."""
    before = bisect_right(starts, node) - 1
    if before >= 0 and node in records[before]:
        return before
    first, behind = bisect_left(starts, node), bisect_left(starts, table.ends[node])
    return first if behind - first == 1 else -1


def _named(post: Post, own: str, earlier: dict[int, _Said], latest: Mapping[str, int]) -> Iterator[int]:
    """The earlier posts that the text of a reply names, the surest way first. `own` is what it says itself, `latest`
    the last post of each author."""
    yield from _at_floor(own, earlier)
    yield from _quoted(post, earlier)
    to = post.quoted if post.quoted.startswith(("@", "＠")) else own
    yield from (place for place in _addressed(to[:HEAD_CHARS], latest) if place in earlier)


def _at_floor(text: str, earlier: Mapping[int, _Said]) -> list[int]:
    """The earlier post on the floor that a reply names."""
    match = _FLOOR.search(text) if "楼" in text or "樓" in text or "#" in text or ">>" in text else None
    if not match:
        return []
    floor = int(next(filter(None, match.groups())))
    return [place for place, said in earlier.items() if said.floor == floor]


def _quoted(post: Post, earlier: dict[int, _Said]) -> Iterator[int]:
    """The earlier posts that a reply quotes, the latest first."""
    quote = _folded(post.quoted)
    if not quote:
        return
    for place, said in reversed(earlier.items()):
        is_told = len(said.beginning) == MIN_QUOTED or (said.author and _folded(said.author) in quote)
        if is_told and said.beginning and said.beginning in quote:
            yield place


def _addressed(text: str, latest: Mapping[str, int]) -> Iterator[int]:
    """The latest post of whom a reply begins by naming, that of the longest name first."""
    match = _TO.match(text)
    rest = text[match.end() :] if match and match[0].strip() else ""
    for end in range(len(rest), 0, -1):
        if rest[:end] in latest and not rest[end : end + 1].isalnum():
            yield latest[rest[:end]]


def _folded(text: str) -> str:
    return "".join(text.split())
