"""The thread on a page: its posts by PEAN+, the replies inside them, and the fields around; or why there is none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from crawler.errors import Reason
from crawler.extract.fields.language import language
from crawler.extract.fields.title import title
from crawler.extract.instant import is_time
from crawler.extract.kind import MIN_POSTS, are_marked, share_in
from crawler.extract.listing import Listing
from crawler.extract.opened_page import Page
from crawler.extract.refusal import refusal
from crawler.extract.table import within
from crawler.extract.threads.body import bodies
from crawler.extract.threads.leading_names import without_names
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.nested import nested_replies, with_heading
from crawler.extract.threads.notes import without_notes
from crawler.extract.threads.parents import with_parents
from crawler.extract.threads.posts import read_posts
from crawler.extract.threads.replies import read_replies
from crawler.extract.threads.sign_offs import without_sign_offs
from crawler.extract.threads.stated_posts import with_statements
from crawler.extract.threads.thread_page import thread_page
from crawler.extract.threads.thread_title import AGAIN, thread_title
from crawler.model import Post, Precision, Rejected, Thread

_TICKET = re.compile(
    r"^(?:(?:(?:issue|bug|ticket|feature|task|defect|support)(?: history)?|工单|错误|缺陷|任务|需求|功能|支持) ?#?|#)"
    r"\d{1,9}\s?[:：]\s*(?=\S)",
    re.IGNORECASE,
)
"""How trackers number what is said under a title, before it."""

MAX_OVER_TITLE, MAX_LABEL = 2, 12
"""So many lines of so many characters stand over a thread's title in its opening post: its board, "question"."""

MAX_HEAD = 40
"""Characters of the line of its author and time there."""

NONE: Mapping[int, tuple[Post, ...]] = {}


def read_thread(page: Page, records: Sequence[range], counts: Sequence[int]) -> Thread | Rejected:
    """The thread whose posts are `records`, slices of node numbers, or why the page holds none. `counts` are the
    characters of each node that may be prose."""
    listing = page.listing  # of the whole page, with the replies inside posts
    nested = nested_replies(page.table, page.marks, records)
    children = _children(page, nested, counts)
    if any(nested):
        inside = [with_heading(page.table, reply) for replies in nested for reply in replies]
        table = page.table.without(inside)
        page = replace(page, table=table, marks=page.marks.outside(table, inside))
    leaves = bodies(page.table, page.marks, records, counts)
    leaves = without_names(page.table, page.marks, records, leaves)
    found = thread_of(page, records, leaves, "pean+", children)
    found = without_title(found) if isinstance(found, Thread) else found
    dated = isinstance(found, Thread) and any(post.published_at for post in found.posts)
    reason = None if dated else refusal(page.table, found.title, found.text)
    own, marked = _before_rows(page.marks, records, leaves, listing), _are_marked(page.marks, records, found, listing)
    if not reason and listing.outweighs_posts(own, leaves, marked=marked):
        reason = Reason.LIST_PAGE
    return page.rejected(reason, text=found.text) if reason else found


def _are_marked(marks: Marks, records: Sequence[range], found: Thread | Rejected, listing: Listing) -> bool:
    """True if most of some posts, or all of a few, have a time and an author, or all of several a time, for nothing may
    name who asks a doctor: with the lists of a forum beside them, but for an only one where the rows have both
    themselves. `found` are the posts as they were read, which may have authors that nothing marks."""
    if len(records) < MIN_POSTS and listing.is_marked(marks):
        return False
    several = len(records) >= MIN_POSTS
    posts = found.posts if isinstance(found, Thread) else ()
    if posts and all(post.published_at and (post.author or several) for post in posts):
        return True
    if several and posts and all(post.published_at and post.author for post in posts[1:]):
        return True
    both = (within(marks.authors, record) and within(marks.times, record) for record in records)
    return are_marked(marks, records) or all(both)


def _before_rows(
    marks: Marks, records: Sequence[range], leaves: Sequence[Sequence[int]], listing: Listing
) -> Sequence[range]:
    """The posts, an only one up to the lists behind its text, if its time and its author stand before them: it may have
    been told from the page with the column beside it."""
    if len(records) > 1 or not leaves[0]:
        return records
    [post] = records
    own = range(post.start, min((row for row in listing.rows if leaves[0][-1] < row < post.stop), default=post.stop))
    return [own] if within(marks.authors, own) and within(marks.times, own) else records


def _children(page: Page, nested: Sequence[Sequence[range]], counts: Sequence[int]) -> dict[int, tuple[Post, ...]]:
    """The replies inside each post, by its place."""
    inside = [reply for replies in nested for reply in replies]
    if not inside:
        return {}
    found = read_replies(page.table, page.marks, inside, counts, page.now, page.zone, page.url)
    children: dict[int, list[Post]] = {}
    for place, one in enumerate(post for post, replies in enumerate(nested) for _ in replies):
        if place in found:
            children.setdefault(one, []).append(found[place])
    return {one: tuple(replies) for one, replies in children.items()}


def _once(found: dict[int, Post]) -> dict[int, Post]:
    """The posts by their place, each once, if the page does not number them: those that are liked best are shown over
    all, too. What somebody only says twice running is."""
    numbers = {place: number for number, place in enumerate(found, 1)}
    if [post.floor for post in found.values()] != list(numbers.values()):
        return found
    last = {_said_when(post): place for place, post in found.items() if _is_told_apart(post)}
    again = {place: last.get(_said_when(post), place) for place, post in found.items() if not post.children}
    copies = {place for place, other in again.items() if place != other}
    if all(numbers[again[place]] == numbers[place] + 1 for place in copies):
        return found
    kept = ((place, post) for place, post in found.items() if place not in copies)
    return {place: replace(post, floor=number) for number, (place, post) in enumerate(kept, 1)}


def _said_when(post: Post) -> tuple[str, datetime | None, str]:
    return post.author, post.published_at, post.text


def _is_told_apart(post: Post) -> bool:
    """True for a post with an author and a time of day: nobody says the same again in that minute."""
    return post.author != "" and post.precision not in (None, Precision.DAY)


def without_title(found: Thread) -> Thread:
    """The thread without the line of its title, and the labels over that, at the beginning of its opening post, and
    without the title behind a "Re:" in that place of any, as long as there is another line."""
    opening, *rest = (_without_subject(post, found.title) for post in found.posts)
    *over, text = opening.text.split("\n", MAX_OVER_TITLE + 1)
    title_at = next((at for at, line in enumerate(over) if line.strip() == found.title), -1)
    if title_at >= 0 and all(len(line) <= MAX_LABEL or _may_be_head(line) for line in over[:title_at]):
        text = "\n".join([*over[title_at + 1 :], text])
        opening = replace(opening, text=without_notes(text) or text)
    return replace(found, posts=(opening, *rest))


def _may_be_head(line: str) -> bool:
    """True for a short line with a time: who asked, and when."""
    return len(line) <= MAX_HEAD and is_time(line)


def _without_subject(post: Post, title: str) -> Post:
    subject, _, text = post.text.partition("\n")
    begins = AGAIN.match(subject)
    return replace(post, text=text) if text and begins and subject[begins.end() :] == title else post


def thread_of(
    page: Page,
    records: Sequence[range],
    leaves: Sequence[Sequence[int]],
    origin: str,
    children: Mapping[int, tuple[Post, ...]] = NONE,
    *,
    cleaned: bool = True,
) -> Thread | Rejected:
    """The thread with these posts, slices of node numbers, and the fields around them. `leaves` are the text leaves of
    each one's own text, `children` the replies inside each, by its place. Texts are `cleaned` of heads and notes, or
    stand as on the page."""
    found = read_posts(page.table, page.marks, records, leaves, page.now, page.zone, page.url, cleaned=cleaned)
    found = with_statements(page.table, page.stated, records, found, page.now, page.zone)
    found = without_sign_offs(page.table, found, leaves) if cleaned else found
    found |= {place: replace(found[place], children=replies) for place, replies in children.items() if place in found}
    posts = with_parents(page.table, page.marks, records, _once(found))
    if not posts:
        return page.rejected(Reason.NO_CONTENT, "no posts")
    name, title_origin = title(page.table, page.stated)
    name = _TICKET.sub("", name)
    if shown := thread_title(page.table, records, leaves[0], posts[0], name, title_origin, page.url):
        name, title_origin = shown, "shown"
    whole = thread_page(page.table, page.stated, records, name, page.url)
    return Thread(
        posts=posts,
        title=name,
        board=whole.board,
        page=whole.page,
        pages=whole.pages,
        next_page=whole.next_page,
        first_page=whole.first_page,
        replies=whole.replies,
        views=whole.views,
        language=language(page.table, posts[0].text),
        charset=page.decoded.charset,
        replaced=page.decoded.replaced,
        confidence=share_in(records, page.valid),
        origins={"title": title_origin, "posts": origin},
    )
