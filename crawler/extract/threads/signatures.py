"""Posts that end with who wrote them and when, behind their last words, as people sign what they say on the talk pages
of wikis: they stand in nested lists, at as many places of the template as answers are deep."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crawler.extract.instant import is_time
from crawler.extract.lines import line_ends
from crawler.extract.markup import HEADINGS
from crawler.extract.table import Table, once, within
from crawler.extract.threads.evidence import Evidence
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.names import name_of
from crawler.extract.threads.time_labels import may_be_of_post

MAX_TIME = 60
MAX_LEAVES = 8
"""Characters of the text with the time, and texts of a signature: names, the ways to their pages, brackets."""

MIN_SIGNATURES = 2
MIN_BEHIND = 0.6
"""So many signatures, and that share of them behind the end of a sentence, divide a page: heads stand over texts. One
alone must stand behind dashes, below a heading."""

MOST_TIMES = 0.8
"""Share of the page's times that are in signatures."""

MIN_SHARE = 0.5
"""Share of a page's prose that stands in the posts."""

_TIME_LAST = re.compile(r"\d[^\d。！？，,:：]{0,12}$")
_ENDED = re.compile(r"(?:[。！？!?.…”」)）~～]|[-—–―])\s*$")
_DASHES = re.compile(r"\s*[-—–―~]{1,4}\s*$")
"""What ends a sentence, or parts it from the signature."""

_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Signature:
    """Its first leaf, the node behind it, the name in it with the address of its page, the text with its time, and
    whether it stands behind the end of a sentence, or dashes."""

    start: int
    stop: int
    name: str
    href: str
    date: str
    is_behind: bool
    is_dashed: bool


@once
def signatures(table: Table) -> list[Signature]:
    """The signatures on a page, in order: a line ends with them."""
    leaves, texts, links = table.leaves, table.texts, table.links
    found = []
    for leaf in table.timely:
        at = table.leaf_counts[leaf]
        if not at or not links[leaves[at - 1]] or links[leaf]:
            continue
        if len(texts[leaf]) > MAX_TIME or not is_time(texts[leaf]):
            continue
        ends = at + 1 == len(leaves) or line_ends(table, leaf, leaves[at + 1])
        if ends and _TIME_LAST.search(texts[leaf]) and (signature := _signature(table, at)):
            found.append(signature)
    return found


def _signature(table: Table, last: int) -> Signature | None:
    """The signature whose time is the leaf at a place; None if it has no name."""
    leaves, texts, links = table.leaves, table.texts, table.links
    first = at = last
    while at > max(0, last - MAX_LEAVES) and not line_ends(table, leaves[at - 1], leaves[at]):
        at -= 1
        if links[leaves[at]]:
            first = at
        elif _WORD.search(texts[leaves[at]]) or _ENDED.search(texts[leaves[at]]):
            break
    start, before = leaves[first], leaves[first - 1] if first else -1
    name = name_of(texts[start]) if links[start] else ""
    if not name:
        return None
    end = texts[before] if before >= 0 and not line_ends(table, before, start) else ""
    is_behind, is_dashed = _ENDED.search(end) is not None, bool(end) and _DASHES.search(end) is not None
    href = table.attributes.value(table.link_around(start), "href")
    return Signature(start, leaves[last] + 1, name, href, texts[leaves[last]], is_behind, is_dashed)


def signed_posts(table: Table, evidence: Evidence) -> list[range]:
    """The posts that end with signatures, from each to the next, as slices of nodes; none where these do not hold most
    of a page's prose. What stands behind a heading begins there."""
    signed = signatures(table)
    headings = sorted(table.ends[node] for tag in HEADINGS for node in table.find(tag))
    if not _are_signed(signed) or (len(signed) < MIN_SIGNATURES and not bisect_right(headings, signed[0].start)):
        return []
    top = table.common_ancestor(signed[0].start, signed[-1].stop - 1)
    posts, start = list[range](), top + 1 if len(signed) > 1 else table.body + 1
    for one in signed:
        heading = headings[at - 1] if (at := bisect_right(headings, one.start)) else 0
        start = max(start, heading)
        if evidence.characters[one.start] > evidence.characters[start]:
            posts.append(range(start, one.stop))
        start = one.stop
    if not posts or _are_remarks(table, evidence, posts):
        return []
    if len(signed) < MIN_SIGNATURES:
        return posts
    held = sum(map(evidence.prose_in, posts))
    return posts if held >= MIN_SHARE * evidence.prose_in(range(table.body, table.ends[table.body])) else []


def _are_signed(found: Sequence[Signature]) -> bool:
    """True for several signatures of which most stand behind a sentence, and for one behind dashes."""
    if len(found) < MIN_SIGNATURES:
        return any(one.is_dashed for one in found)
    return sum(one.is_behind for one in found) >= MIN_BEHIND * len(found)


def _are_remarks(table: Table, evidence: Evidence, posts: Sequence[range]) -> bool:
    """True if a time and an author stand over the first of some posts, or more times on the page than a few are in no
    signature: below posts with heads stand remarks that are signed so."""
    times = [time for time in evidence.times if may_be_of_post(table, time)]
    over = range(table.body, table.common_ancestor(posts[0].start, posts[0].stop - 1))
    has_head = bool(within(times, over)) and bool(within(evidence.authors, over))
    own = len(within(times, posts[0]))
    return has_head or own > 1 or len(posts) < MOST_TIMES * len(times)


def signed_by(table: Table, marks: Marks, records: Sequence[range]) -> Mapping[int, Signature]:
    """The signatures that records end with, by the place of the record; none where not all have one, most behind a
    sentence and beside no other time."""
    ends = {one.stop: one for one in signatures(table)}
    found = {place: ends[record.stop] for place, record in enumerate(records) if record.stop in ends}
    alone = sum(len(within(marks.times, record)) < 2 for record in records)
    are_signed = len(found) == len(records) and _are_signed(list(found.values()))
    return found if are_signed and alone >= MOST_TIMES * len(records) else {}


def without_dashes(text: str) -> str:
    """What somebody said without the dashes that part it from the signature."""
    return _DASHES.sub("", text)
