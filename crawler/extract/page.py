"""A page's bytes to an article or a thread: the one way through all parts of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property

from crawler.errors import Drop, Reason
from crawler.extract.addresses import canonical_url, lead_image
from crawler.extract.articles import cevc_plus
from crawler.extract.articles.comments import comment_parts, find_comments, stand_below
from crawler.extract.charset import Decoded, decode
from crawler.extract.fields.author import author
from crawler.extract.fields.date import assigned, published
from crawler.extract.fields.language import language
from crawler.extract.fields.shown_title import heading_over, shown_title
from crawler.extract.fields.source import source
from crawler.extract.fields.title import UNSURE, labelled, title
from crawler.extract.held_markup import unwrapped
from crawler.extract.instant import zone_of
from crawler.extract.kind import (
    ANNOUNCED,
    COMMENTED,
    MIN_POSTS,
    MIN_SIGNED_POINTS,
    are_marked,
    are_signed,
    is_front,
    is_thread,
    may_be_thread,
    page_points,
    share_in,
    told_apart,
)
from crawler.extract.listing import MIN_FEW, Listing
from crawler.extract.published import cevc
from crawler.extract.refusal import is_challenge, is_shell, refusal, says_article, says_nothing, speaks_as_article
from crawler.extract.safe_html import safe_html
from crawler.extract.storable import storable
from crawler.extract.structured import Stated, stated
from crawler.extract.table import Table, build, within
from crawler.extract.threads.body import bodies
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.nested import nested_replies, read_replies
from crawler.extract.threads.notes import without_notes
from crawler.extract.threads.parents import parents
from crawler.extract.threads.pean_plus import find_records
from crawler.extract.threads.posts import read_posts
from crawler.extract.threads.stated_posts import with_statements
from crawler.extract.threads.thread_page import thread_page
from crawler.model import Article, Post, Rejected, Thread

MAX_NODES = 200_000

IN_UTF_8 = "text/html; charset=utf-8"

MAX_HEAD_CHARS = 400
"""Characters from the beginning of a title to its article, at most."""

MAX_BLURB = 200
"""Characters of what a list says of itself, at most."""

HEADINGS = ("h1", "h2", "h3")
"""The elements in which a thread's title may stand."""

MAX_LINES = 3
"""Lines of a teaser for each of its links, at most: headline, text, and who wrote it when."""

SUMMARIES = ("og:description", "description")
"""The <meta> elements that sum a page up."""

MAX_OVER_TITLE, MAX_LABEL = 2, 12
"""So many lines of so many characters stand over a thread's title in its opening post: its board, "question"."""

MIN_SIGNED = 0.6
"""Share of the comments that have an author if they are such."""

NONE: Mapping[int, tuple[Post, ...]] = {}

Result = Article | Thread | Rejected


@dataclass(frozen=True)
class Page:
    """What all parts read."""

    table: Table
    marks: Marks
    stated: Stated
    decoded: Decoded
    valid: Sequence[int]
    url: str
    now: datetime
    timezone: str
    with_html: bool

    @cached_property
    def listing(self) -> Listing:
        """The page's rows, looked for when they are first asked for: on most pages never."""
        return Listing(self.table)

    def rejected(self, reason: Reason, detail: str = "", text: str = "") -> Rejected:
        """Why the page holds nothing. Where only a script would show its text, the summary that it states is found."""
        if reason == Reason.NEEDS_SCRIPT and not text:
            text = max(map(self.stated.meta_text, SUMMARIES), key=len)
        return Rejected(reason, detail, title(self.table, self.stated)[0], self.decoded.charset, text)


def extract_page(
    html: bytes,
    url: str = "",
    *,
    content_type: str | None = None,
    now: datetime | None = None,
    timezone: str = "Asia/Shanghai",
    max_nodes: int = MAX_NODES,
    with_html: bool = False,
    from_board: bool = False,
) -> Result:
    """Extract the article or forum thread on a page.

    `url` completes relative addresses and is evidence of the date and the kind. `content_type` is the HTTP header's
    value, if there is one. `now` (aware) completes relative times and bounds all dates; without it the clock is asked,
    and only here. `timezone` is for times without a zone (an IANA name); the instants in the result carry the zone that
    they were written for. `with_html` adds an article's text as safe, minimal HTML. `from_board` says that a board of
    a forum announced the page: then one post is enough for a thread.

    Never raises for what a page holds. One that holds neither is Rejected with its reason: empty, a list of links, a
    login, a challenge, gone, in repair, shown by scripts only, without content or with more than `max_nodes` nodes.

    >>> page = "<title>晨跑_城市晚报</title><h1>晨跑</h1><p>他每天早上都在河边跑步，跑了十年。</p>"
    >>> found = extract_page(page.encode())
    >>> found.kind, found.title, found.text
    ('article', '晨跑', '他每天早上都在河边跑步，跑了十年。')
    >>> extract_page("<title>404</title><p>您访问的页面不存在。</p>".encode()).reason
    <Reason.MISSING_PAGE: 'missing_page'>
    """
    page = open_page(html, url, content_type, now, timezone, max_nodes, with_html=with_html)
    if isinstance(page, Rejected):
        return page
    found = _read(page, from_board=from_board)
    if isinstance(found, Rejected) and (shown := unwrapped(page.decoded.text)):
        again = open_page(shown.encode(errors="replace"), url, IN_UTF_8, now, timezone, max_nodes, with_html=with_html)
        if isinstance(again, Page):
            read = _read(replace(again, decoded=page.decoded), from_board=from_board)
            found = found if isinstance(read, Rejected) else read
    return storable(found)


def _read(page: Page, *, from_board: bool) -> Result:
    addresses = page.url, canonical_url(page.stated, page.url)[0]
    points = ANNOUNCED if from_board else page_points(page.table, *addresses)
    may_be = may_be_thread(page.table, page.marks, points)
    front = is_front(*addresses)
    found = _thread_or_list(page, points, front=front) if may_be else None
    return found or _article(page, front=front)


def _thread_or_list(page: Page, points: int, *, front: bool) -> Result | None:
    """The thread, or the reason that the page holds none, which may have posts of many on a site's `front` page; None
    if it may be an article. `points` are the page's."""
    counts = prose(page.table, page.listing.rows, page.marks.quotes)
    records = find_records(page.table, page.marks, counts)
    unsure = points <= MIN_SIGNED_POINTS
    below = (unsure or not are_signed(page.marks, records)) and stand_below(page.table, records)
    points += COMMENTED * (unsure and below)
    if not is_thread(page.marks, points, records, page.listing.outside(page.valid), below=below):
        return None
    found = _thread(page, records, counts)
    if isinstance(found, Thread) and front:
        return page.rejected(Reason.LIST_PAGE, text=found.text)
    if told_apart(page.marks, records, len(page.table)):
        return found
    signed = any(within(page.marks.authors, record) for record in records)
    if isinstance(found, Rejected):
        return found if signed and found.reason == Reason.LIST_PAGE else None
    return _only_post(page, found, signed=signed)


def _only_post(page: Page, thread: Thread, *, signed: bool) -> Article | Thread | Rejected:
    """A thread of one post that was not told from the page: its text is what the page's would be as an article. With
    more rows than text the page is a list where the post is `signed`, else an article if it may be one."""
    article = _article(page)
    if isinstance(article, Rejected):
        return thread if article.reason == Reason.NO_CONTENT else article  # a few words make a post, but no article
    if page.listing.outweighs_article(article.text) or page.listing.makes_up(article.text):
        return page.rejected(Reason.LIST_PAGE, text=article.text) if signed else article
    text = without_notes(article.text) or article.text
    if thread.posts[0].text.startswith(text):
        return thread
    return _without_title(replace(thread, posts=(replace(thread.posts[0], text=text),)))


def open_page(
    html: bytes,
    url: str,
    content_type: str | None,
    now: datetime | None,
    timezone: str,
    max_nodes: int,
    *,
    with_html: bool = False,
) -> Page | Rejected:
    decoded = decode(html, content_type)
    try:
        table = build(decoded.text, max_nodes=max_nodes)
    except Drop as drop:
        return Rejected(drop.reason, drop.detail, charset=decoded.charset)
    if not table.leaves:
        reason = Reason.NEEDS_SCRIPT if "script" in table.tags else Reason.EMPTY_PAGE
        return Rejected(reason, charset=decoded.charset)
    valid = cevc.valid_characters(table)
    now = now or datetime.now(UTC)
    return Page(table, Marks(table), stated(table), decoded, valid, url, now, timezone, with_html)


def _article(page: Page, *, front: bool = False) -> Article | Rejected:
    """The article by CEVC+, or why the page holds none: a `front` page leads to others, unless it says otherwise."""
    name, title_origin = title(page.table, page.stated)
    body = max(page.stated.strings("articleBody"), key=len, default="")
    content = _main_content(page, name, body)
    leaves = content.leaves if content and _is_unsure(page.table, content, name, title_origin) else ()
    if shown := shown_title(page.table, leaves, over_date=title_origin == "link"):
        name, title_origin = shown, "shown"
        content = _main_content(page, name, body)
    found = article_of(page, content, "cevc+", name, title_origin)
    if is_challenge(name, found.text):
        return page.rejected(Reason.CHALLENGE, text=found.text)
    dated = found.published_at is not None and found.origins["published_at"] != "url"  # whose pages may be gone
    dated = dated and not _is_of_rows(page, found.text)
    headed = dated and content is not None and _is_headed(page.table, name, content)
    leaves = content.leaves if content else ()
    speaks = isinstance(found, Article) and speaks_as_article(page.stated, found.text, dated=dated, headed=headed)
    leads = front and not says_article(page.stated)
    teasing = isinstance(found, Article) and _has_teasers(page, content)
    if isinstance(found, Article) and speaks and not leads and not teasing:
        return _with_comments(page, found, leaves)
    # People write about captchas and missing pages, in a few words too; but what a site says instead shows no date.
    reason = None if dated else refusal(page.table, name, found.text)
    if not reason and (leads or speaks or teasing or page.listing.outweighs_article(found.text, few=not headed)):
        reason = Reason.LIST_PAGE
    if not reason and not dated and is_shell(page.table):
        reason = Reason.NEEDS_SCRIPT
    if not reason and not dated and says_nothing(found.text):
        reason = Reason.NO_CONTENT
    if reason or isinstance(found, Rejected):
        return page.rejected(reason, text=found.text) if reason else found
    return _with_comments(page, found, leaves)


def _is_unsure(table: Table, content: cevc.MainContent, name: str, origin: str) -> bool:
    """True for a title that may be the site's name or a section's, or that nothing but the end of the article has: who
    signs it."""
    if origin != "text" or not content.leaves:
        return origin in UNSURE
    start, end = table.span(content.leaves[0])[0], table.span(content.leaves[-1])[1]
    return start <= table.flow.find(name, table.span(table.body)[0]) < end


def _is_of_rows(page: Page, text: str) -> bool:
    """True for the few words over a list whose rows have all the times that a page shows."""
    short = len(text) <= MAX_BLURB and len(page.table.elements.get("a", ())) >= MIN_FEW
    return short and page.listing.outweighs_article(text, few=True) and page.listing.holds_all(page.marks.times)


def _main_content(page: Page, name: str, body: str) -> cevc.MainContent | None:
    """The main content by CEVC+; where that is made of teasers, and the page shows a time outside them, what stands
    under its title without these: a short article above longer ones."""
    content = cevc_plus.main_content(page.table, name, body)
    if not _has_teasers(page, content) or page.listing.holds_all(page.marks.times):
        return content
    own = cevc_plus.main_content(page.table.without(page.listing.teasers), name, body)
    return own if own and page.marks.times and _is_headed(page.table, name, own) else content


def _has_teasers(page: Page, content: cevc.MainContent | None) -> bool:
    """True if what was chosen as an article is made of teasers, whatever sentences they have."""
    if content is None or not content.leaves or says_article(page.stated):
        return False
    links = within(page.table.elements.get("a", ()), range(content.leaves[0], content.leaves[-1] + 1))
    least = max(MIN_FEW, content.text.count("\n") / MAX_LINES) - 1  # the first headline may stand above
    return len(links) >= least and page.listing.makes_up(content.text)


def _thread(page: Page, records: Sequence[range], counts: Sequence[int]) -> Thread | Rejected:
    """The thread by PEAN+, or why the page holds none. `counts` are the characters of each node that may be prose."""
    listing = page.listing  # of the whole page, with the replies inside posts
    nested = nested_replies(page.table, page.marks, records)
    children = _children(page, nested, counts)
    if any(nested):
        inside = [reply for replies in nested for reply in replies]
        table = page.table.without(inside)
        page = replace(page, table=table, marks=page.marks.outside(table, inside))
    leaves = bodies(page.table, page.marks, records, counts)
    found = thread_of(page, records, leaves, "pean+", children)
    found = _without_title(found) if isinstance(found, Thread) else found
    dated = isinstance(found, Thread) and any(post.published_at for post in found.posts)
    reason = None if dated else refusal(page.table, found.title, found.text)
    if not reason and listing.outweighs_posts(records, leaves, marked=_are_marked(page.marks, records, found, listing)):
        reason = Reason.LIST_PAGE
    return page.rejected(reason, text=found.text) if reason else found


def _are_marked(marks: Marks, records: Sequence[range], found: Thread | Rejected, listing: Listing) -> bool:
    """True if most of some posts, or all of a few, have a time and an author: with the lists of a forum beside them,
    but for an only one where the rows have both themselves. `found` are the posts as they were read, which
    may have authors that nothing marks."""
    if len(records) < MIN_POSTS and listing.is_marked(marks):
        return False
    if isinstance(found, Thread) and all(post.author and post.published_at for post in found.posts):
        return True
    both = (within(marks.authors, record) and within(marks.times, record) for record in records)
    return are_marked(marks, records) or all(both)


def _children(page: Page, nested: Sequence[Sequence[range]], counts: Sequence[int]) -> dict[int, tuple[Post, ...]]:
    """The replies inside each post, by its place."""
    inside = [reply for replies in nested for reply in replies]
    if not inside:
        return {}
    found = _replies(page, inside, counts)
    children: dict[int, list[Post]] = {}
    for place, one in enumerate(post for post, replies in enumerate(nested) for _ in replies):
        if place in found:
            children.setdefault(one, []).append(found[place])
    return {one: tuple(replies) for one, replies in children.items()}


def _replies(page: Page, replies: Sequence[range], counts: Sequence[int]) -> dict[int, Post]:
    return read_replies(page.table, page.marks, replies, counts, page.now, zone_of(page.timezone), page.url)


def _with_comments(page: Page, article: Article, leaves: Sequence[int]) -> Article:
    """The article with the comments below it. `leaves` are those of its text."""
    parts = list(comment_parts(page.table, leaves))
    marks = page.marks.inside(parts) if parts else None
    if not marks or not marks.times:
        return article
    page = replace(page, marks=marks)
    replies = find_comments(page.table, marks, parts)
    if not replies:
        return article
    found = _stated(page, replies, _replies(page, replies, prose(page.table)))
    if sum(bool(post.author) for post in found.values()) < MIN_SIGNED * len(found):
        return article  # lists of something else with times
    return replace(article, comments=_placed(page, replies, found))


def _stated(page: Page, records: Sequence[range], found: Mapping[int, Post]) -> dict[int, Post]:
    return with_statements(page.table, page.stated, records, found, page.now, zone_of(page.timezone))


def _placed(page: Page, records: Sequence[range], found: Mapping[int, Post]) -> tuple[Post, ...]:
    """Posts by the place of their record in order, each with the number of the one that it replies to."""
    above = parents(page.table, page.marks, records, found)
    numbers = {place: number for number, place in enumerate(found)}
    return tuple(
        replace(post, parent=numbers[above[place]]) if place in above else post for place, post in found.items()
    )


def _without_title(found: Thread) -> Thread:
    """The opening post's text begins behind the line that is the thread's title, with what labels stand over that, as
    long as there is another line."""
    opening, *rest = found.posts
    *over, text = opening.text.split("\n", MAX_OVER_TITLE + 1)
    title_at = next((at for at, line in enumerate(over) if line.strip() == found.title), -1)
    if title_at < 0 or any(len(line) > MAX_LABEL for line in over[:title_at]):
        return found
    text = "\n".join([*over[title_at + 1 :], text])
    return replace(found, posts=(replace(opening, text=without_notes(text) or text), *rest))


def article_of(
    page: Page, content: cevc.MainContent | None, algorithm: str, name: str, title_origin: str
) -> Article | Rejected:
    """The article whose main content was chosen, with the fields around it."""
    if content is None or not content.text:
        return page.rejected(Reason.NO_CONTENT)
    table, stated = page.table, page.stated
    zone = zone_of(page.timezone)
    date = published(table, stated, name, page.now, zone, page.url)
    date = date or assigned(page.decoded.text, page.now, zone)
    byline = max(0, table.flow.find(name)), table.span(content.node)[1], _head(table, name, content)
    by, author_origin = author(table, stated, *byline)
    publisher, source_origin = source(table, stated, *byline)
    image, image_origin = lead_image(table, stated, range(content.node, table.ends[content.node]), page.url)
    address, address_origin = canonical_url(stated, page.url)
    origins = {
        "title": title_origin,
        "text": algorithm,
        "author": author_origin,
        "source": source_origin,
        "published_at": date.origin if date else "",
        "image": image_origin,
        "canonical_url": address_origin,
    }
    return Article(
        text=content.text,
        title=name,
        author=by,
        source=publisher,
        published_at=date.instant.at if date else None,
        precision=date.instant.precision if date else None,
        language=language(table, content.text),
        html=safe_html(table, content.node, content.leaves, page.url) if page.with_html else "",
        image=image,
        canonical_url=address,
        charset=page.decoded.charset,
        replaced=page.decoded.replaced,
        confidence=content.confidence,
        origins={field: origin for field, origin in origins.items() if origin},
    )


def _is_headed(table: Table, name: str, content: cevc.MainContent) -> bool:
    """True if the title stands over the article, not far above, or begins it."""
    begins = _beginning(table, content)
    return _title_at(table, name, begins, begins + len(name)) >= 0


def _head(table: Table, name: str, content: cevc.MainContent) -> tuple[int, int]:
    """The part of the page's text between its title and its article, empty if they are far apart."""
    begins = _beginning(table, content)
    title_at = _title_at(table, name, begins, begins)
    return (title_at + len(name), begins) if title_at >= 0 else (begins, begins)


def _beginning(table: Table, content: cevc.MainContent) -> int:
    return table.span(content.leaves[0])[0] if content.leaves else 0


def _title_at(table: Table, name: str, begins: int, until: int) -> int:
    """Where the title stands in the body, not far above an article's beginning and before `until`; -1 if nowhere."""
    at = table.flow.rfind(name, max(0, begins - MAX_HEAD_CHARS), until) if name else -1
    return at if at >= 0 and table.leaf_at(at) >= table.body else -1


def thread_of(
    page: Page,
    records: Sequence[range],
    leaves: Sequence[Sequence[int]],
    origin: str,
    children: Mapping[int, tuple[Post, ...]] = NONE,
) -> Thread | Rejected:
    """The thread with these posts, slices of node numbers, and the fields around them. `leaves` are the text leaves of
    each one's own text, `children` the replies inside each, by its place."""
    found = read_posts(page.table, page.marks, records, leaves, page.now, zone_of(page.timezone), page.url)
    found = _stated(page, records, found)
    found |= {place: replace(found[place], children=replies) for place, replies in children.items() if place in found}
    posts = _placed(page, records, found)
    if not posts:
        return page.rejected(Reason.NO_CONTENT, "no posts")
    name, title_origin = title(page.table, page.stated)
    shown = (labelled(page.table) or heading_over(page.table, leaves[0], HEADINGS)) if title_origin in UNSURE else ""
    if shown and name not in shown:
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
