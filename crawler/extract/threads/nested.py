"""Replies inside posts: 楼中楼, 点评, comments under an answer.

A post says its own time and author once. What has both once more, below them, with a text of its own, is a reply to
it. That one post has several of them tells replies from what the template puts into every post; where none has, that
a few posts have one, and that it stands in an element which is called a comment or a reply.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from crawler.extract.table import Table
from crawler.extract.threads.body import common_marks
from crawler.extract.threads.marks import Marks, class_of, place, within
from crawler.extract.threads.quotes import is_quote

MIN_REPLIES = 0.6
"""Share of the times at one place that stand in replies, where any do: others are dates in texts."""

MIN_ALIKE = 0.8
"""Share of the replies that have an element like the ones that are taken for whole replies."""

MAX_SINGLE = 0.5
"""Share of the posts up to which single replies may stand in them: what more have is of the template."""

MAX_MARK_CHARS = 40
"""A longer text with a time in it is more than that time."""

_NAMED = re.compile(r"comment|repl(?:y|ies)", re.IGNORECASE)
_DASHES = re.compile(r"[-–—•·|:：,，]{1,3}")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A time that may be a reply's: the number of its post, and the elements around it from the largest down that hold
    none of the post's own marks and no other such time."""

    post: int
    chain: Sequence[int]


def nested_replies(table: Table, marks: Marks, records: Sequence[range]) -> list[list[range]]:
    """For each post (a slice of node numbers) the slices of the replies inside it, in order."""
    nested: list[list[range]] = [[] for _ in records]
    if all(len(within(marks.times, record)) < 2 for record in records):
        return nested
    own = _own_marks(table, marks, records)
    for times in _times_by_place(table, marks, records):
        candidates = list(_candidates(table, records, times, own))
        several = max(map(len, times.values())) > 1
        roots = _alike(table, candidates) if several else _named(table, marks, candidates)
        replies = [(post, root) for post, root in roots if _is_reply(table, marks, root, records[post])]
        if len(replies) >= MIN_REPLIES * len(candidates):
            for post, root in replies:
                _insert(nested[post], range(root, table.ends[root]))
    return nested


def _insert(known: list[range], reply: range) -> None:
    """Keep a post's replies, which are in order. They may say their time at two places: what shares nodes with one that
    is known already is the same."""
    at = bisect_left(known, reply.start, key=lambda one: one.start)
    if (at == 0 or known[at - 1].stop <= reply.start) and (at == len(known) or reply.stop <= known[at].start):
        known.insert(at, reply)


def _times_by_place(table: Table, marks: Marks, records: Sequence[range]) -> list[dict[int, list[int]]]:
    """The times of each place that may be of replies, by the number of their post; places with most of them first."""
    places: dict[str, dict[int, list[int]]] = {}
    for number, record in enumerate(records):
        for mark in within(marks.times, record):
            places.setdefault(place(table, mark), {}).setdefault(number, []).append(mark)
    most = MAX_SINGLE * len(records)
    counts = {where: sum(map(len, times.values())) for where, times in places.items()}
    of_replies = [where for where, times in places.items() if counts[where] > len(times) or counts[where] <= most]
    return [places[where] for where in sorted(of_replies, key=lambda where: -counts[where])]


def _own_marks(table: Table, marks: Marks, records: Sequence[range]) -> list[list[int]]:
    """For each post its own time and author: at the place where most posts have one, else the first."""
    times = common_marks(table, records, marks.times)
    return [
        [*(time or within(marks.times, record)[:1]), *within(marks.authors, record)[:1]]
        for time, record in zip(times, records, strict=True)
    ]


def _candidates(
    table: Table, records: Sequence[range], times: Mapping[int, Sequence[int]], own: Sequence[Sequence[int]]
) -> Iterator[_Candidate]:
    """The times of one place but those that are posts' own."""
    for number, inside in times.items():
        for mark in inside:
            if mark not in own[number]:
                yield _Candidate(number, _chain(table, mark, records[number], own[number], inside))


def _chain(table: Table, mark: int, record: range, own: Sequence[int], times: Sequence[int]) -> list[int]:
    chain: list[int] = []
    node = mark
    while node > record.start:
        span = range(node, table.ends[node])
        if len(within(times, span)) > 1 or any(one in span for one in own):
            break
        chain.append(node)
        node = table.parents[node]
    return chain[::-1]


def _alike(table: Table, candidates: Sequence[_Candidate]) -> Iterator[tuple[int, int]]:
    """For each candidate its post and the largest element that is like one of most others."""
    shapes = Counter(shape for one in candidates for shape in {_shape(table, node) for node in one.chain})
    common = {shape for shape, count in shapes.items() if count >= MIN_ALIKE * len(candidates)}
    for one in candidates:
        if (root := next((node for node in one.chain if _shape(table, node) in common), -1)) >= 0:
            yield one.post, root


def _named(table: Table, marks: Marks, candidates: Sequence[_Candidate]) -> Iterator[tuple[int, int]]:
    """For each candidate in an element that is called a comment its post and the smallest element with an author and a
    text."""
    for one in candidates:
        attributes = [table.attributes[node] for node in one.chain]
        if any(_NAMED.search(names.get("class", "") + " " + names.get("id", "")) for names in attributes):
            root = next((node for node in reversed(one.chain) if _has_text(table, marks, node)), -1)
            if root >= 0:
                yield one.post, root


def _shape(table: Table, node: int) -> tuple[str, str]:
    return table.tags[node], class_of(table.attributes[node])


def _is_reply(table: Table, marks: Marks, root: int, record: range) -> bool:
    """True if a part of a post has an author and a text, and is not what the post quotes."""
    if not _has_text(table, marks, root):
        return False
    around = root
    while around > record.start and not is_quote(table, around):
        around = table.parents[around]
    if is_quote(table, around):
        return False
    authors = within(marks.authors, range(root, table.ends[root]))
    quotes = [range(node, table.ends[node]) for node in range(root, table.ends[root]) if is_quote(table, node)]
    return not all(any(author in quote for quote in quotes) for author in authors)


def reply_texts(
    table: Table, marks: Marks, replies: Sequence[range], bodies: Sequence[Sequence[int]]
) -> list[Sequence[int]]:
    """The leaves of each reply's text without what stands around it on its line: colons and dashes, author and time
    behind it, and labels that most replies have."""
    counts = Counter(label for body in bodies for label in {table.texts[leaf].strip() for leaf in body})
    labels = {label for label, count in counts.items() if count >= max(2, len(replies) / 2)}
    return [_trimmed(table, marks, *reply, labels) for reply in zip(replies, bodies, strict=True)]


def _trimmed(table: Table, marks: Marks, reply: range, body: Sequence[int], labels: set[str]) -> Sequence[int]:
    said = (*within(marks.authors, reply), *within(marks.times, reply))
    marked = {leaf for mark in said for leaf in table.leaves_of(mark) if len(table.texts[leaf]) <= MAX_MARK_CHARS}
    start, end = 0, len(body)
    while end and (body[end - 1] in marked or _is_label(table.texts[body[end - 1]].strip(), labels)):
        end -= 1
    while start < end and _DASHES.fullmatch(table.texts[body[start]].strip()):
        start += 1
    return body[start:end] or body


def _is_label(text: str, labels: set[str]) -> bool:
    return text in labels or _DASHES.fullmatch(text) is not None


def _has_text(table: Table, marks: Marks, node: int) -> bool:
    """True if an element has an author, and letters outside of links and marks."""
    span = range(node, table.ends[node])
    authors = within(marks.authors, span)
    if not authors:
        return False
    said = {leaf for mark in (*authors, *within(marks.times, span)) for leaf in table.leaves_of(mark)}
    texts = (table.texts[leaf] for leaf in table.leaves_in(span) if not table.links[leaf] and leaf not in said)
    long = (table.texts[leaf] for leaf in said if len(table.texts[leaf]) > MAX_MARK_CHARS)
    return any(_LETTER.search(text) for text in texts) or any(long)
