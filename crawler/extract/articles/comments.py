"""The comments below an article: replies, as posts have them, in a part of the page that is called so, by its name or
by the heading over it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crawler.extract.addresses import absolute
from crawler.extract.articles.headed import OF_COMMENTS, headed_boxes, share_of
from crawler.extract.boilerplate import Saying
from crawler.extract.table import Table, within
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.names import is_control
from crawler.extract.threads.nested import nested_replies, replies_beside

MAX_PARTS = 20
"""So many parts of a page that are called comments are looked into."""

MIN_CHARS = 10
"""A part with less text holds a count, or a form."""

MAX_HEADING = 60
"""Characters of the heading over comments with the white space around it, at most."""

MIN_FOLDED = 5
"""So many comments at least are told by who wrote them where some have times."""

MIN_SEVERAL = 2
"""So many posts are an opening with a comment, or more."""

_NAMES = ("omment", "omentar", "inglun", "iuyan", "eply", "eplies")
"""What stands in the names of such parts, in the languages of many sites, whether they begin with a capital or not."""


_PLACE = re.compile(r"#(?:(?:li|div)-)?(?:comment|reply|respond)[-_]?\w*", re.IGNORECASE)
"""How addresses name the place of a comment in its page."""


@Saying
def _names_comments(name: str) -> bool:
    return any(word in name for word in _NAMES)


def find_comments(table: Table, marks: Marks, parts: Sequence[range], urls: Sequence[str]) -> list[range]:
    """The comments in parts of a page, slices of node numbers in order; told by their times, or by who wrote them in
    parts with twice as many of these, or where no part has times: several, or one that the page counts or calls a
    comment. `urls` are the page's addresses: comments that have their place in another page are those of a list of the
    latest ones."""
    whole, parts = parts, [_behind_heading(table, marks, part) for part in parts]
    own = [()] * len(parts)
    nested = replies_beside(table, marks, parts, own, len(parts), unsigned=True)
    inside = sum(len(within(marks.authors, one)) for found in nested for one in found)
    if len(marks.authors) - inside >= sum(map(len, nested)):  # who wrote others
        singles = sum(
            _counts_one(table, all_of, part) or _holds_named(table, marks, all_of)
            for all_of, part in zip(whole, parts, strict=True)
        )
        signed = replies_beside(table, marks, parts, own, singles, unsigned=True, said=marks.authors)
        are_more = [
            len(by_author) >= max(MIN_FOLDED, 2 * len(by_time)) if by_time else not any(nested)
            for by_time, by_author in zip(nested, signed, strict=True)
        ]
        nested = [more if is_more else few for few, more, is_more in zip(nested, signed, are_more, strict=True)]
    pages = [url.partition("#")[0].rstrip("/") for url in urls if url]
    found = [one for found in nested for one in found if not (pages and _stands_elsewhere(table, one, pages))]
    return list(_with_replies(table, marks, found))


def _with_replies(table: Table, marks: Marks, comments: Sequence[range]) -> Iterator[range]:
    """The comments, each up to the first reply inside it, and these: behind its text, for over it stands what it
    answers."""
    if not any(_may_be_answered(table, marks, comment) for comment in comments):
        yield from comments
        return
    for comment, replies in zip(comments, nested_replies(table, marks, comments), strict=True):
        own = range(comment.start, replies[0].start) if replies else comment
        if replies and _said(table, own) < _said(table, range(replies[-1].stop, comment.stop)):
            yield comment
        else:
            yield own
            yield from replies


def _may_be_answered(table: Table, marks: Marks, comment: range) -> bool:
    """True for a comment with a second author, behind a time."""
    authors, times = within(marks.authors, comment), within(marks.times, comment)
    second = next((author for author in authors if author >= table.ends[authors[0]]), -1)
    return len(times) > 1 and second > times[0]


def _said(table: Table, nodes: range) -> int:
    """How many characters stand outside of links in a slice of nodes."""
    return sum(table.characters[leaf] for leaf in table.leaves_in(nodes) if not table.links[leaf])


def _behind_heading(table: Table, marks: Marks, part: range) -> range:
    """A part of the page without what stands in it before the first comment and is none: its heading, the form to write
    in, in which order they stand."""
    first = min((mark for marked in (marks.times, marks.authors) for mark in within(marked, part)[:1]), default=-1)
    start = part.start
    while start < first:
        over = range(start, min(table.ends[start], first))
        if over.stop < first or table.ends[start] == first:
            if not _is_over_comments(table, over):
                break
            start = over.stop
        elif any(_heads_comments(table, leaf) for leaf in table.leaves_in(over)):
            start += 1  # the heading and the comments
        else:
            break
    return range(start, part.stop)


def _is_over_comments(table: Table, nodes: range) -> bool:
    leaves = table.leaves_in(nodes)
    if all(table.links[leaf] or is_control(table.texts[leaf].strip()) for leaf in leaves):
        return True
    return any(_heads_comments(table, leaf) for leaf in leaves) or bool(within(table.fields, nodes))


def _heads_comments(table: Table, leaf: int) -> bool:
    """True for a heading over comments, and for how many there are in all, which heads the replies of forums, too."""
    text = table.texts[leaf]
    return len(text) <= MAX_HEADING and share_of(text.strip().removeprefix("共")) == OF_COMMENTS


def _counts_one(table: Table, whole: range, part: range) -> bool:
    """True if what stands over the comments says that there is one."""
    over = table.leaves_in(range(whole.start, part.start))
    counted = "".join(table.texts[leaf] for leaf in over if not table.links[leaf])
    return re.findall(r"\d+", counted) == ["1"]


def _holds_named(table: Table, marks: Marks, part: range) -> bool:
    """True if what stands around the first author in a part is called a comment, and has no field to write in."""
    node = table.parents[next(iter(within(marks.authors, part)), part.start)]
    named = False
    while node > part.start and not within(table.fields, range(node, table.ends[node])):
        named = named or _names_comments(table.class_names[node])
        node = table.parents[node]
    return named


def _stands_elsewhere(table: Table, comment: range, pages: Sequence[str]) -> bool:
    """True for a comment whose own address is on none of these pages, nor on a further one of theirs."""
    for link in within(table.elements.get("a", ()), comment):
        page, mark, place = table.attributes.value(link, "href").partition("#")
        if page and _PLACE.fullmatch(mark + place):
            found = absolute(pages[0], page).rstrip("/")
            return bool(found) and not any(found.startswith(own) or own.startswith(found) for own in pages)
    return False


def standing_below(table: Table, records: Sequence[range]) -> Sequence[range]:
    """The posts (slices of node numbers, in order) that stand under a heading that calls them comments, if all do, or
    all but the first, which stands before it; else none."""
    if len(records) < MIN_SEVERAL:
        return ()
    first, second = records[0].start, records[1].start
    headed = [node for node, share in headed_boxes(table) if share == OF_COMMENTS]
    around = [node for node in headed if node <= first < table.ends[node]]
    headed = around or [node for node in headed if first < node and table.ends[node] > second]
    if not headed or headed[0] > second or records[-1].stop > max(table.ends[node] for node in headed):
        return ()
    return records if around else records[1:]


def comment_parts(table: Table, article: Sequence[int]) -> list[range]:
    """The outermost elements behind an article's beginning that are called comments and have none of its text, or the
    rows of such that stand under one heading: the leaves in `article`, in order."""
    named = {*table.called(_names_comments), *table.identified(_names_comments)}
    headed = {node for node, share in headed_boxes(table, article[-1] if article else 0) if share == OF_COMMENTS}
    behind, found = article[0] if article else 0, list[range]()
    for node in sorted(named | headed):
        if node < behind or within(article, range(node, table.ends[node])):
            continue
        last = found[-1] if found else range(0)
        if node == last.stop and node not in named and table.parents[node] == table.parents[last.start]:
            found[-1] = range(last.start, table.ends[node])
        else:
            found.append(range(node, table.ends[node]))
        behind = table.ends[node]
    return [part for part in found if _length(table, part) >= MIN_CHARS][:MAX_PARTS]


def _length(table: Table, nodes: range) -> int:
    """The characters of the text in a slice of nodes."""
    offsets, counts = table.offsets, table.leaf_counts
    return offsets[counts[nodes.stop]] - offsets[counts[nodes.start]]
