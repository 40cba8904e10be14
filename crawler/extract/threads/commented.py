"""Posts on which others commented, where the comments were found for posts.

Comments on an opening, or on the only post below it, stand at the places that recur on the page, and may be more and
longer than the posts. But around each group of them stands, in an element that holds these alone, who wrote a text and
when, and nothing like them stands beside them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from itertools import groupby

from crawler.extract.table import Table, within
from crawler.extract.threads.evidence import Evidence
from crawler.extract.threads.opening import MOST_AGAIN

MIN_COMMENTS = 2
"""So many items tell that they are comments, and so many posts that there are any besides."""

MIN_TEXTS = 0.6
"""Share of the posts that say something of their own: some say what many do."""

MOST_BETWEEN = 0.2
"""Share of what comments say that may be said between them: where more is said, they are only heads."""

MAX_ABOVE = 4
"""The element around comments and their post is as near above them."""


def are_comments(table: Table, items: Sequence[range], evidence: Evidence) -> bool:
    """True if around each group of items that stand side by side, and beside nothing like them, stand as many kinds of
    marks as they have, and a text."""
    groups = [(parent, list(some)) for parent, some in groupby(items, key=lambda item: table.parents[item.start])]
    if len(items) < MIN_COMMENTS or len({parent for parent, _ in groups}) < len(groups):
        return False
    kinds, starts = min(map(evidence.marks_in, items)), [item.start for item in items]
    return all(
        _stand_alone(table, parent, group, kinds, evidence)
        and _have_post(table, parent, group, starts, kinds, evidence)
        for parent, group in groups
    )


def _stand_alone(table: Table, parent: int, group: Sequence[range], kinds: int, evidence: Evidence) -> bool:
    """True if neither a text stands between some items, nor beside them in their parent another part with marks of so
    many kinds and a text: posts may have several templates."""
    between = evidence.own_words(range(group[0].start, group[-1].stop), group)
    if between > MOST_BETWEEN * sum(map(evidence.words_in, group)):
        return False
    starts = {item.start for item in group}
    others = (range(node, table.ends[node]) for node in table.children(parent) if node not in starts)
    return not any(evidence.marks_in(part) >= kinds and evidence.words_in(part) for part in others)


def _have_post(
    table: Table, parent: int, group: Sequence[range], starts: Sequence[int], kinds: int, evidence: Evidence
) -> bool:
    """True if an element around some items, and none of the others, has marks of so many kinds and a text outside of
    these. `starts` are those of all items."""
    node = parent
    for _ in range(MAX_ABOVE):
        post = range(node, table.ends[node])
        if node <= table.body or len(within(starts, post)) > len(group):
            break
        if evidence.own_marks(post, group) >= kinds and evidence.own_words(post, group):
            return True
        node = table.parents[node]
    return False


def are_commented(
    table: Table, posts: Sequence[range], items: Sequence[range], evidence: Evidence, others: Evidence
) -> bool:
    """True if all items are inside of several posts, and each of these has outside of them as many kinds of marks as
    they have, and most a text, none one that they say again, as a reply that is shown over all others, too. `others` is
    what is counted outside of items."""
    if len(posts) < MIN_COMMENTS or not all(_is_inside(item, posts) for item in items):
        return False
    kinds = min(map(evidence.marks_in, items))
    said = {table.labels[leaf] for item in items for leaf in table.leaves_in(item)}
    texts = [post for post in posts if others.words_in(post)]
    if len(texts) < MIN_TEXTS * len(posts) or any(_says_again(table, post, said, others) for post in texts):
        return False
    return all(others.marks_in(post) >= kinds for post in posts)


def _is_inside(item: range, posts: Sequence[range]) -> bool:
    """True if an item is a part of one of some posts, which are in order, and not all of it."""
    at = bisect_left(posts, item.start, key=lambda post: post.start) - 1
    return at >= 0 and item.stop <= posts[at].stop


def _says_again(table: Table, post: range, said: Set[str], evidence: Evidence) -> bool:
    """True if most of what a post says outside of its marks is what others `said`."""
    again = (leaf for leaf in table.leaves_in(post) if table.labels[leaf] in said)
    return sum(evidence.words_in(range(leaf, leaf + 1)) for leaf in again) >= MOST_AGAIN * evidence.words_in(post)
