"""Replies inside posts: 楼中楼, 点评, comments under an answer.

A post says its own time and author once. What has both once more, below them, with a text of its own, is a reply to
it. That one post has several of them tells replies from what the template puts into every post; where none has, that
a few posts have one, and that it stands in an element which is called a comment or a reply.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter

from crawler.extract.lines import line_ends
from crawler.extract.markup import HEADINGS
from crawler.extract.table import Table, within
from crawler.extract.threads.divisions import part_like
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.names import unmarked_name
from crawler.extract.threads.places import Place, place
from crawler.extract.threads.slots import says_so
from crawler.extract.threads.spread import alone, spread

MIN_REPLIES = 0.6
"""Share of the times at one place that stand in replies, where any do: others are dates in texts."""

MIN_ALIKE = 0.8
"""Share of the replies that have an element like the ones that are taken for whole replies."""

MAX_SINGLE = 0.5
"""Share of the posts up to which single replies may stand in them: what more have is of the template."""

MAX_OWN = 2
"""A post that has more marks at one place than that has those of replies there: when it was written, and edited."""

MAX_AROUND = 12
"""So many elements around a mark tell its way from the post's own."""

MAX_BEHIND = 4
"""So many times behind a reply's own are tried for whether they are of replies inside it: it may say its own again."""

MAX_MARK_CHARS = 40
"""A longer text with a time in it is more than that time."""

_NAMED = re.compile(r"comment|repl(?:y|ies)", re.IGNORECASE)
COLONS = (":", "：")
_COLON = re.compile("[:：]")
_LETTER = re.compile(r"[^\W\d_]")


Way = tuple[Place, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A time that may be a reply's: the number of its post, and the elements around it, as slices of nodes from the
    largest down, that hold none of the post's own marks and no other such time."""

    post: int
    chain: Sequence[range]


def nested_replies(table: Table, marks: Marks, records: Sequence[range]) -> list[list[range]]:
    """For each post (a slice of node numbers) the slices of the replies inside it, in order."""
    if all(len(within(marks.times, record)) < 2 for record in records):
        return [[] for _ in records]
    return replies_beside(table, marks, records, _own_marks(table, marks, records), MAX_SINGLE * len(records))


def replies_beside(
    table: Table,
    marks: Marks,
    records: Sequence[range],
    own: Sequence[Sequence[int]],
    singles: float,
    *,
    unsigned: bool = False,
    said: Sequence[int] | None = None,
) -> list[list[range]]:
    """For each part of a page the slices of the replies inside it, in order, which hold none of its `own` marks.
    `singles`: so many parts at most may have one reply each. `unsigned`: the parts are known to be of replies, and
    nothing need mark who wrote one of several. `said`: the marks that tell replies, if not their times."""
    nested: list[list[range]] = [[] for _ in records]
    quoting = frozenset(marks.quotes)
    said = marks.times if said is None else said
    for times in _by_place(table, said, records, singles):
        candidates = list(_candidates(table, said, records, times, own))
        several = max(map(len, times.values())) > 1
        signed = not (unsigned and several)
        ways = (_shaped, _placed) if several else (partial(_alone, records),) if unsigned else (_named,)
        replies: list[tuple[int, range]] = []
        for way in ways:
            if len(replies) == len(candidates):
                break
            heads = list(way(table, marks, candidates))
            found = [
                (post, reply)
                for post, reply in (_spread(table, heads) if unsigned else heads)
                if _is_reply(table, marks, quoting, reply, records[post], signed=signed, several=several)
            ]
            replies = max(replies, found, key=len)
        if len(replies) >= MIN_REPLIES * len(candidates):
            for post, reply in replies:
                _insert(nested[post], _before_others(table, marks, nested[post], reply) if unsigned else reply)
    return nested


def _before_others(table: Table, marks: Marks, known: Sequence[range], reply: range) -> range:
    """A reply up to the first of the `known` ones inside it, if it says something before that."""
    first = next((one.start for one in known if reply.start < one.start and one.stop <= reply.stop), reply.stop)
    own = range(reply.start, first)
    return own if first < reply.stop and _has_text(table, marks, own) else reply


def _spread(table: Table, heads: Sequence[tuple[int, range]]) -> Iterator[tuple[int, range]]:
    """Replies with the number of their post, and with what belongs to each where no element holds it."""
    for post, alike in groupby(heads, key=itemgetter(0)):
        yield from ((post, reply) for reply in spread(table, [head for _, head in alike]))


def _insert(known: list[range], reply: range) -> None:
    """Replies may say their time at two places: what shares nodes with one that is known already is the same."""
    at = bisect_left(known, reply.start, key=lambda one: one.start)
    if not any(reply.start < other.stop and other.start < reply.stop for other in known[max(0, at - 1) : at + 1]):
        known.insert(at, reply)


def _by_place(
    table: Table, marks: Sequence[int], records: Sequence[range], singles: float
) -> list[dict[int, list[int]]]:
    """The marks of each place that may be of replies, by the number of their post; places with most of them first."""
    places: dict[Place, dict[int, list[int]]] = {}
    for number, record in enumerate(records):
        for mark in within(marks, record):
            places.setdefault(place(table, mark), {}).setdefault(number, []).append(mark)
    counts = {where: sum(map(len, times.values())) for where, times in places.items()}
    of_replies = [where for where, times in places.items() if counts[where] > len(times) or counts[where] <= singles]
    return [places[where] for where in sorted(of_replies, key=lambda where: -counts[where])]


def _own_marks(table: Table, marks: Marks, records: Sequence[range]) -> list[list[int]]:
    """For each post its own time, and its author but for one that stands nearer to another time at a place where some
    post has several: where panels with authors stand beside the posts, the first in one wrote a reply."""
    times, authors = (_said_once(table, records, kind) for kind in (marks.times, marks.authors))
    inside = (Counter(place(table, mark) for mark in within(marks.authors, record)) for record in records)
    several = {where for counts in inside for where, count in counts.items() if count > 1}
    own = list[list[int]]()
    for record, time, author in zip(records, times, authors, strict=True):
        of_replies = (one for one in author if place(table, one) in several)
        others = [one for one in of_replies if _nearest(within(marks.times, record), one) not in (*time, -1)]
        own.append([*time, *(one for one in author if one not in others)])
    return own


def _nearest(times: Sequence[int], author: int) -> int:
    """The time nearest to an author in the page's order; -1 if there is none."""
    at = bisect_left(times, author)
    return min(times[max(0, at - 1) : at + 1], key=lambda time: abs(time - author), default=-1)


def _said_once(table: Table, records: Sequence[range], marks: Sequence[int]) -> list[Sequence[int]]:
    """For each post its first mark on the way on which most posts have one, rather than several as of replies; where it
    has none there, its first at a place where none has several, or its first."""
    inside = [within(marks, record) for record in records]
    ways = [[_way(table, mark, record) for mark in found] for found, record in zip(inside, records, strict=True)]
    ones, several = Counter[Way](), Counter[Way | Place]()
    for of_post in ways:
        for way, count in Counter(of_post).items():
            ones[way] += 1
            several[way] += min(count - 1, MAX_OWN)
            several[way[0]] += min(count - 1, MAX_OWN)
    own = max(ones, key=lambda way: (2 * ones[way] - several[way], -several[way], -several[way[0]]), default=None)
    where = own[0] if own else None
    unlike = (
        [(way != own, way[0] != where, several[way[0]] > 0, several[way] > 0) for way in of_post] for of_post in ways
    )
    at = (of_post.index(min(of_post)) if of_post else 0 for of_post in unlike)
    return [found[first : first + 1] for first, found in zip(at, inside, strict=True)]


def _way(table: Table, mark: int, record: range) -> Way:
    """The place of a mark, and the tags of the elements around it in its post: replies inside posts may have places
    like those of the posts' own."""
    tags, node = list[str](), table.parents[mark]
    while node >= record.start and len(tags) < MAX_AROUND:
        tags.append(table.tags[node])
        node = table.parents[node]
    return place(table, mark), tuple(tags)


def _candidates(
    table: Table,
    marks: Sequence[int],
    records: Sequence[range],
    times: Mapping[int, Sequence[int]],
    own: Sequence[Sequence[int]],
) -> Iterator[_Candidate]:
    """The `times` of one place, of all such `marks`, but those that are posts' own."""
    for number, inside in times.items():
        for mark in inside:
            if mark not in own[number]:
                yield _Candidate(number, _chain(table, marks, mark, records[number], own[number], inside))


def _chain(
    table: Table, marks: Sequence[int], mark: int, record: range, own: Sequence[int], times: Sequence[int]
) -> list[range]:
    """The elements around a time. The largest ends before its first part with a time that is in an element like itself:
    replies to a reply stand inside it."""
    chain: list[range] = []
    node = mark
    while node >= record.start and not any(node <= one < table.ends[node] for one in own):
        span = range(node, _stop(table, node))
        inside = within(marks, range(mark + 1, table.ends[node]))[:MAX_BEHIND]
        behind = (part_like(table, node, one) for one in inside)
        if (part := next((one for one in behind if one >= 0), -1)) >= 0:
            span = range(node, part)
        if len(within(times, span)) > 1:
            break
        chain.append(span)
        if part >= 0:
            break
        node = table.parents[node]
    return chain[::-1]


def _stop(table: Table, node: int) -> int:
    """Where an element ends, or what is defined behind it, if it is a term: who wrote when stands there."""
    stop = table.ends[node]
    if table.tags[node] == "dt":
        while stop < len(table) and table.tags[stop] == "dd":
            stop = table.ends[stop]
    return stop


def _shaped(table: Table, _: Marks, candidates: Sequence[_Candidate]) -> Iterator[tuple[int, range]]:
    """For each candidate its post and the largest element that has the tag and the class of one of most others."""
    return _alike(candidates, lambda one: [table.shape(part.start) for part in one.chain])


def _placed(table: Table, _: Marks, candidates: Sequence[_Candidate]) -> Iterator[tuple[int, range]]:
    """The same, whatever the class, for an element as far above the time: classes tell some replies from others."""
    return _alike(
        candidates, lambda one: [(len(one.chain) - at, table.tags[part.start]) for at, part in enumerate(one.chain)]
    )


def _alike(
    candidates: Sequence[_Candidate], kinds: Callable[[_Candidate], Sequence[tuple[int | str, str]]]
) -> Iterator[tuple[int, range]]:
    """For each candidate its post and the largest of its elements that is of a kind which most others have. `kinds` are
    those of a candidate's elements."""
    counts = Counter(kind for one in candidates for kind in set(kinds(one)))
    common = {kind for kind, count in counts.items() if count >= MIN_ALIKE * len(candidates)}
    for one in candidates:
        if part := next((part for part, kind in zip(one.chain, kinds(one), strict=True) if kind in common), None):
            yield one.post, part


def _named(table: Table, marks: Marks, candidates: Sequence[_Candidate]) -> Iterator[tuple[int, range]]:
    """For each candidate in an element that is called a comment its post and the smallest element with an author and a
    text."""
    attributes = ([table.attributes[part.start] for part in one.chain] for one in candidates)
    are_named = (
        any(_NAMED.search(names.get("class", "") + " " + names.get("id", "")) for names in of_one)
        for of_one in attributes
    )
    named = [one for one, is_named in zip(candidates, are_named, strict=True) if is_named]
    return _signed(table, marks, named)


def _alone(
    records: Sequence[range], table: Table, marks: Marks, candidates: Sequence[_Candidate]
) -> Iterator[tuple[int, range]]:
    """For each candidate its post and the only reply there."""
    for one in candidates:
        if one.chain:
            own = (part for part in one.chain if _holds_one(table, marks, part))
            yield one.post, alone(table, marks, next(own, one.chain[-1]), records[one.post])


def _holds_one(table: Table, marks: Marks, part: range) -> bool:
    """True if a part of a page holds no second time or author, and no field to write in."""
    authors = within(marks.authors, part)
    is_signed_again = bool(authors) and authors[-1] >= table.ends[authors[0]]
    return not is_signed_again and len(within(marks.times, part)) < 2 and not within(table.fields, part)


def _signed(table: Table, marks: Marks, candidates: Sequence[_Candidate]) -> Iterator[tuple[int, range]]:
    """For each candidate its post and the smallest element with an author and a text."""
    for one in candidates:
        parts = (part for part in reversed(one.chain) if within(marks.authors, part) and _has_text(table, marks, part))
        if part := next(parts, None):
            yield one.post, part


def _is_reply(
    table: Table, marks: Marks, quotes: Set[int], part: range, record: range, *, signed: bool, several: bool
) -> bool:
    """True if a part of a post has a text, an author where replies are `signed`, and is not one of the `quotes` in it.
    Nothing need mark a name where a post has `several`."""
    authors = within(marks.authors, part)
    if (
        (signed and not authors and not unmarked_author(table, part, alone=several)[0])
        or not _has_text(table, marks, part)
        or _stands_in(quotes, table, part.start, record.start)
    ):
        return False
    return not authors or not all(_stands_in(quotes, table, author, part.start) for author in authors)


def unmarked_author(table: Table, part: range, *, alone: bool = True) -> tuple[str, int]:
    """The name that a part of the page begins with, and its leaf if that is nothing else, else -1: before a colon on
    its line, or also `alone` in an element of its own. ("", -1) for none."""
    leaves = table.leaves_in(part)[:2]
    if len(leaves) < 2:
        return "", -1
    first, after = leaves
    name = unmarked_name(table.texts[first])
    if name and table.length(table.parents[first]) == table.characters[first]:
        has_colon = table.labels[after].startswith(COLONS) and not line_ends(table, first, after)
        return (name, first) if alone or has_colon else ("", -1)
    before = _COLON.split(table.texts[first], maxsplit=1)
    return (unmarked_name(before[0]) if len(before) > 1 and alone else ""), -1


def _stands_in(nodes: Set[int], table: Table, node: int, top: int) -> bool:
    """True if a node or one around it, up to `top`, is one of some nodes."""
    while node >= top:
        if node in nodes:
            return True
        node = table.parents[node]
    return False


def with_heading(table: Table, reply: range) -> range:
    """A reply with the heading right over it, beside it in the element that holds replies: 点评, 3 comments."""
    at = bisect_left(table.leaves, reply.start) - 1
    before = table.leaves[at] if at >= 0 else -1
    if before < 0 or not table.is_in_heading(before) or len(table.texts[before].strip()) > MAX_MARK_CHARS:
        return reply
    heading = before
    while table.ends[heading] <= reply.start and table.tags[heading] not in HEADINGS:
        heading = table.parents[heading]
    is_beside = table.parents[heading] == table.parents[reply.start] and table.leaves_of(heading) == [before]
    return range(heading, reply.stop) if is_beside else reply


def _has_text(table: Table, marks: Marks, part: range) -> bool:
    """True if a part of the page has letters outside of links and marks."""
    authors = within(marks.authors, part)
    said = {leaf for mark in (*authors, *within(marks.times, part)) for leaf in table.leaves_of(mark)}
    if not authors and (name := unmarked_author(table, part)[1]) >= 0:
        said.add(name)
    texts, links = table.texts, table.links
    own = (texts[leaf] for leaf in table.leaves_in(part) if not links[leaf] and leaf not in said)
    return any(_LETTER.search(text) and not says_so(text.rstrip(":： ")) for text in own) or any(
        leaf >= 0 and len(texts[leaf].strip()) > MAX_MARK_CHARS for leaf in said
    )
