"""Posts around what was found for posts: the comments on an opening, and on the only post below it.

Where an opening has a template of its own, one post below it has none that recurs, and the replies inside it look like
the posts of the page. But over each group of them stands who wrote a text and when, in the element that holds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from crawler.extract.table import Table, within
from crawler.extract.threads.evidence import Evidence
from crawler.extract.threads.opening import with_opening

MIN_COMMENTS = 2
"""So many replies inside a post tell that it is one."""

MIN_SAID = 10
"""Valid characters of a post over comments on it: a head may have a function word, too."""

MAX_ABOVE = 4
"""The element around comments and their post is as near above them."""


def around_comments(table: Table, found: list[range], kept: Sequence[range], evidence: Evidence) -> list[range]:
    """The posts that hold the records that were `kept`, in groups of several, instead of these; `found` are those with
    the opening before them, and are returned where they are no comments."""
    groups = [list(group) for _, group in groupby(kept, key=lambda record: table.parents[record.start])]
    opening = groups.pop(0) if len(groups) > 1 and len(groups[0]) == 1 else []
    if any(len(group) < MIN_COMMENTS for group in groups):
        return found
    starts = [record.start for record in kept]
    posts = [_post_around(table, group, starts, evidence) for group in groups]
    if not all(posts) or any(one.stop > other.start for one, other in pairwise([*opening, *posts])):
        return found
    if not opening:
        before, *_ = with_opening(table, posts, evidence)
        opening = [before] if before.stop <= posts[0].start and _is_post(before, evidence) else []
    return [*opening, *posts] if opening or len(posts) > 1 else found


def _post_around(table: Table, group: Sequence[range], starts: Sequence[int], evidence: Evidence) -> range:
    """The smallest element around some records that has a time, an author and a text of its own over them, but not all
    of them in one part, which is a post by itself, and none of the others, which have their `starts`; an empty slice
    for none."""
    node, first = table.parents[group[0].start], group[0].start
    for _ in range(MAX_ABOVE):
        post = range(node, table.ends[node])
        if node <= table.body or len(within(starts, post)) > len(group):
            break
        if _is_post(range(node, first), evidence):
            parts = (range(part, min(table.ends[part], first)) for part in table.children(node))
            return range(0) if any(_is_post(part, evidence) for part in parts) else post
        node = table.parents[node]
    return range(0)


def _is_post(part: range, evidence: Evidence) -> bool:
    """True for a part of the page with a time, an author and a sentence."""
    if not part or evidence.marks_in(part) < 2 or not evidence.words_in(part):
        return False
    table = evidence.table
    return any(table.valid[leaf] >= MIN_SAID and not table.links[leaf] for leaf in table.leaves_in(part))
