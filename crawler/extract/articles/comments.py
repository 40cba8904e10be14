"""The comments below an article: replies, as posts have them, in a part of the page that is called so, by its name or
by the heading over it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crawler.extract.addresses import absolute
from crawler.extract.articles.headed import OF_COMMENTS, headed_boxes
from crawler.extract.boilerplate import Saying
from crawler.extract.table import Table, within
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.nested import replies_beside

MAX_PARTS = 20
"""So many parts of a page that are called comments are looked into."""

MIN_CHARS = 10
"""A part with less text holds a count, or a form."""

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
    parts with twice as many of these, or where no part has times: several. `urls` are the page's addresses: comments
    that have their place in another page are those of a list of the latest ones."""
    own = [()] * len(parts)
    nested = replies_beside(table, marks, parts, own, len(parts), unsigned=True)
    inside = sum(len(within(marks.authors, one)) for found in nested for one in found)
    if len(marks.authors) - inside >= sum(map(len, nested)):  # who wrote others
        signed = replies_beside(table, marks, parts, own, 0, unsigned=True, said=marks.authors)
        are_more = [
            len(by_author) >= max(MIN_FOLDED, 2 * len(by_time)) if by_time else not any(nested)
            for by_time, by_author in zip(nested, signed, strict=True)
        ]
        nested = [more if is_more else few for few, more, is_more in zip(nested, signed, are_more, strict=True)]
    pages = [url.partition("#")[0].rstrip("/") for url in urls if url]
    return [one for found in nested for one in found if not (pages and _stands_elsewhere(table, one, pages))]


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


def comment_parts(table: Table, article: Sequence[int]) -> Iterator[range]:
    """The outermost elements behind an article's beginning that are called comments and have none of its text: the
    leaves in `article`, in order."""
    named = {*table.called(_names_comments), *table.identified(_names_comments)}
    headed = {node for node, share in headed_boxes(table, article[-1] if article else 0) if share == OF_COMMENTS}
    behind, found = article[0] if article else 0, 0
    for node in sorted(named | headed):
        if node < behind or within(article, range(node, table.ends[node])):
            continue
        first, last = table.span(node)
        if last - first < MIN_CHARS:
            continue
        behind, found = table.ends[node], found + 1
        yield range(node, behind)
        if found == MAX_PARTS:
            break
