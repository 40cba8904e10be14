"""What replies inside posts say and who wrote them: their texts without what stands around these on their lines."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime, tzinfo

from crawler.extract.fields.names import REGIONS
from crawler.extract.instant import is_time
from crawler.extract.lines import block_ends, line_of
from crawler.extract.table import Table, within
from crawler.extract.threads.body import bodies
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.names import is_control, is_count
from crawler.extract.threads.nested import COLONS, MAX_MARK_CHARS, unmarked_author
from crawler.extract.threads.posts import read_posts
from crawler.model import Post

MAX_BADGE = 20
"""Characters of what stands beside an author, at most."""

_PLACE = re.compile(rf"(?:[来來发發]自|IP\s?[属屬]地)\s?[:：]?\s?\S{{1,12}}|(?:{REGIONS})", re.IGNORECASE)
"""Where or on what somebody wrote."""

_SUBJECT = re.compile(r"(?:#\s?)?re\s?[:：]", re.IGNORECASE)

_DASHES = re.compile(r"[-–—•·|:：,，]{1,3}")


def read_replies(
    table: Table,
    marks: Marks,
    replies: Sequence[range],
    prose: Sequence[int],
    now: datetime,
    zone: tzinfo,
    url: str = "",
) -> dict[int, Post]:
    """The replies in slices of nodes, by their place, without floors. `prose` are the characters of each node that may
    be prose; the rest as for `read_posts`."""
    texts = _texts(table, marks, replies, bodies(table, marks, replies, prose))
    found = read_posts(table, marks, replies, texts, now, zone, url)
    return {place: _as_reply(table, marks, replies[place], post) for place, post in found.items()}


def _as_reply(table: Table, marks: Marks, reply: range, post: Post) -> Post:
    """A reply has no floor, and an author, though not all have it at one place."""
    post = replace(post, floor=None, text=_without_subject(post.text.lstrip(":： ")))
    author = next(iter(within(marks.authors, reply)), -1)
    if author < 0 and (name := unmarked_author(table, reply)[0]):
        text = post.text.removeprefix(name).lstrip(":： ") or post.text
        return replace(post, author=name, text=text, origins={**post.origins, "author": "text"})
    name = table.text_of(author).lstrip("-–— ").rstrip(" :：") if author >= 0 else ""
    if (
        not name
        or is_time(name)
        or (post.author and (post.author in name or post.author in table.text_of(reply.start)))
    ):
        return post
    return replace(post, author=name, origins={**post.origins, "author": "element"})


def _without_subject(text: str) -> str:
    """A reply's text without the line of its subject, which names what it replies to."""
    subject, _, said = text.partition("\n")
    return said if said and _SUBJECT.match(subject) else text


def _texts(
    table: Table, marks: Marks, replies: Sequence[range], leaves: Sequence[Sequence[int]]
) -> list[Sequence[int]]:
    """The leaves of each reply's text without what stands around it on its line: colons and dashes, author and time
    behind it, and labels that most replies have."""
    said = ({table.labels[leaf] for leaf in table.leaves_in(reply)} for reply in replies)
    counts = Counter(label for labels in said for label in labels)
    labels = {label for label, count in counts.items() if count >= max(2, len(replies) / 2)}
    found = [_trimmed(table, marks, *reply, labels) for reply in zip(replies, leaves, strict=True)]
    times = [bisect_left(body, _first_time(marks, reply)) for reply, body in zip(replies, found, strict=True)]
    before = [_size(table, body[:at]) for at, body in zip(times, found, strict=True)]
    if 2 * sum(before) > sum(_size(table, body) for body in found):
        return found
    return [  # names stand before the time where texts stand behind it
        _trimmed(table, marks, reply, body[at:], labels) if at < len(body) and size <= MAX_MARK_CHARS else body
        for reply, body, at, size in zip(replies, found, times, before, strict=True)
    ]


def _first_time(marks: Marks, reply: range) -> int:
    return next(iter(within(marks.times, reply)), reply.start)


def _size(table: Table, leaves: Sequence[int]) -> int:
    return sum(table.characters[leaf] for leaf in leaves)


def _trimmed(table: Table, marks: Marks, reply: range, body: Sequence[int], labels: set[str]) -> Sequence[int]:
    said = (*within(marks.authors, reply), *within(marks.times, reply))
    marked = {
        leaf for mark in said for leaf in table.leaves_of(mark) if len(table.texts[leaf].strip()) <= MAX_MARK_CHARS
    }
    if not within(marks.authors, reply):
        marked.add(unmarked_author(table, reply)[1])
    own = [table.labels[leaf] for leaf in body]
    around = [leaf in marked or _is_label(label, labels) for leaf, label in zip(body, own, strict=True)]
    start, end = 0, _end(table, body, around)
    while start < end and around[start] and not own[start].startswith("@"):  # whom it speaks to
        start += 1
    return body[_behind_head(table, body, start, end, marked) : end] or body


def _end(table: Table, body: Sequence[int], around: Sequence[bool]) -> int:
    """How many leaves of a body stand before what is `around` it at its end: marks, labels, and what can be done with
    it or is counted there, in elements of its own: several, links, or a place."""
    end = foot = len(body)
    pressed = counted = 0
    while foot and (around[foot - 1] or _is_foot(table, body[foot - 1])):
        foot -= 1
        leaf = body[foot]
        counted += not around[foot]
        may_press = not around[foot] and not is_count(table.labels[leaf])
        pressed += may_press
        if around[foot] or (pressed and counted > 1) or (may_press and (table.links[leaf] or _is_place(table, leaf))):
            end = foot
    return end


def _is_foot(table: Table, leaf: int) -> bool:
    text = table.labels[leaf]
    if len(text) > MAX_BADGE or not _is_apart(table, leaf):
        return False
    return is_control(text) or is_count(text) or _is_place(table, leaf)


def _is_place(table: Table, leaf: int) -> bool:
    return _PLACE.fullmatch(table.labels[leaf]) is not None


def _behind_head(table: Table, body: Sequence[int], start: int, end: int, marked: Set[int]) -> int:
    """Where in a body the text begins behind what stands on the line of its author or time (`marked`): in a block of
    their own, or a few words in elements of their own: what somebody is there, where they are."""
    while start + 1 < end:
        head = line_of(table, body[start])
        if not any(leaf in head for leaf in marked):
            break
        behind = bisect_left(body, head.stop, start)
        has_colon = any(table.labels[leaf].startswith(COLONS) for leaf in body[start:behind])
        if behind < end and not has_colon and block_ends(table, body[behind - 1], body[behind]):
            start = behind
        elif _is_badge(table, body[start]) and (
            start + 1 == behind or _is_apart(table, body[start + 1]) or table.labels[body[start + 1]].startswith(COLONS)
        ):
            start += 1
        else:
            break
    return start


def _is_badge(table: Table, leaf: int) -> bool:
    return table.characters[leaf] <= MAX_BADGE and _is_apart(table, leaf)


def _is_apart(table: Table, leaf: int) -> bool:
    """True for all that an element says."""
    return table.length(table.parents[leaf]) == table.characters[leaf]


def _is_label(text: str, labels: set[str]) -> bool:
    return text in labels or _DASHES.fullmatch(text) is not None
