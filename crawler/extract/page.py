"""A page's bytes to an article or a thread: the one way through all parts of this package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from crawler.errors import Reason
from crawler.extract.article import find_article
from crawler.extract.articles.comments import standing_below
from crawler.extract.articles.teasers import are_headed_apart
from crawler.extract.held_markup import unwrapped
from crawler.extract.kind import (
    ALIKE,
    ANNOUNCED,
    COMMENTED,
    FEED,
    FELLOWS,
    MIN_SIGNED_POINTS,
    OWN_ARTICLE,
    OWN_PAGES,
    are_fellows,
    are_signed,
    have_own_pages,
    is_feed,
    is_thread,
    leave_out_replies,
    may_be_thread,
    of_feed,
    open_alike,
    opens_with_article,
    page_points,
    points_of_comments,
    told_apart,
)
from crawler.extract.listing import are_records
from crawler.extract.opened_page import MAX_NODES, SUMMARIES, Page, open_page
from crawler.extract.page_address import is_for_signing_in, is_front, is_home, is_of_article
from crawler.extract.refusal import apology, asks_login, message, says_article
from crawler.extract.scripted.held_text import with_held_text
from crawler.extract.storable import storable
from crawler.extract.table import within
from crawler.extract.thread import read_thread, without_title
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.mail_heads import MailHead, mail_heads
from crawler.extract.threads.notes import without_notes
from crawler.extract.threads.pean_plus import find_records
from crawler.model import Article, Rejected, Thread

UNSHOWN = (Reason.LIST_PAGE, Reason.NEEDS_SCRIPT, Reason.NO_CONTENT)
"""What is said of pages whose scripts show their text: they may list other pages beside it."""

IN_UTF_8 = "text/html; charset=utf-8"

Result = Article | Thread | Rejected


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
    value, if there is one. `now` completes relative times and bounds all dates; without it the clock is asked, and only
    here. `timezone` is for times without a zone (an IANA name), `now` among them; the instants in the result carry the
    zone that they were written for. `with_html` adds an article's text as safe, minimal HTML. `from_board` says that a
    board of a forum announced the page: then one post is enough for a thread.

    Never raises for what a page holds; TypeError if `html` is no bytes. A page that holds neither is Rejected with its
    reason: empty, a list of links, a login, a challenge, gone, in repair, shown by scripts only, without content or
    with more than `max_nodes` nodes.

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
    for shown, origin in _elsewhere(page, found) if isinstance(found, Rejected) else ():
        again = open_page(shown.encode(errors="replace"), url, IN_UTF_8, now, timezone, max_nodes, with_html=with_html)
        if isinstance(again, Page):
            read = _read(replace(again, decoded=page.decoded), from_board=from_board)
            if not isinstance(read, Rejected):
                found = replace(read, origins={**read.origins, "text": origin})
                break
    return storable(found)


def _elsewhere(page: Page, found: Rejected) -> Iterator[tuple[str, str]]:
    """The page with the text in its place that it holds elsewhere, and where that is: in the fields of a form as
    markup, in its scripts as data."""
    if shown := unwrapped(page.decoded.text):
        yield shown, "textarea"
    if found.reason in UNSHOWN:
        names = [*page.table.titles, page.stated.meta_text("og:title")]
        summaries = map(page.stated.meta_text, SUMMARIES)
        if shown := with_held_text(page.decoded.text, names, summaries, page.url, page.zone):
            yield shown, "script"


def _read(page: Page, *, from_board: bool) -> Result:
    addresses = page.url, page.address[0]
    if is_for_signing_in(page.url) and asks_login(page.table) and not says_article(page.stated):
        return page.rejected(Reason.LOGIN_PAGE)
    if reason := message(page.table):
        return page.rejected(reason)
    points = ANNOUNCED if from_board else page_points(page.table, *addresses)
    may_be = may_be_thread(page.table, page.marks, points) or bool(of_feed(page.table, page.marks))
    front = is_home(*addresses) or (is_front(*addresses) and not says_article(page.stated))
    found = _thread_or_list(page, points, front=front) if may_be else None
    return found or find_article(page, front=front)


def _thread_or_list(page: Page, points: int, *, front: bool) -> Result | None:
    """The thread, or the reason that the page holds none, which may have posts of many on a site's `front` page; None
    if it may be an article. `points` are the page's."""
    lists = [] if page.listing.is_marked(page.marks) else page.listing.beside  # a board's rows are the page itself
    counts = prose(page.table, page.listing.listed, page.marks.quotes)
    records = find_records(page.table, page.marks.outside(page.table, lists) if lists else page.marks, counts)
    valid = page.listing.outside(page.valid)
    alike = open_alike(page.table, page.marks, records, counts, valid)
    feed = is_feed(page.marks, records, of_feed(page.table, page.marks))
    comments = [] if alike or feed else standing_below(page.table, records)
    below = bool(comments)
    if below and points > MIN_SIGNED_POINTS:
        own = points - points_of_comments(page.table, comments)
        below = own <= MIN_SIGNED_POINTS or not are_signed(page.marks, records)
        points = own if own <= MIN_SIGNED_POINTS else points
    are_all = len(comments) == len(records)  # who wrote what stands over them is not among their authors
    of_article = below and (are_all or is_of_article(page.url, page.address[0]))
    fellows = not of_article and are_fellows(page.table, page.marks, records)
    points += FEED * feed + FELLOWS * fellows
    points += OWN_ARTICLE * opens_with_article(page.table, records)
    points += ALIKE * alike + COMMENTED * below + OWN_PAGES * have_own_pages(page.table, page.marks, records)
    if not is_thread(page.marks, points, records, valid, below=below):
        return None
    found = read_thread(page, records, counts)
    apart = not fellows and are_headed_apart(page.table, records, page.marks.authors)
    leads = front or apart or _are_rows(page, records)
    if isinstance(found, Thread) and (leads or leave_out_replies(page.table)):
        return page.rejected(Reason.LIST_PAGE, text=found.text)
    if len(records) == 1 and _is_missing(page):
        return page.rejected(Reason.MISSING_PAGE, text=found.text)
    if told_apart(page.table, page.marks, records):
        return found
    signed = any(within(page.marks.authors, record) for record in records)
    if isinstance(found, Rejected):
        return found if signed and found.reason == Reason.LIST_PAGE else None
    head = mail_heads(page.table, page.marks, records).get(0)
    return _only_post(page, found, head, signed=signed)


def _are_rows(page: Page, records: Sequence[range]) -> bool:
    """True if posts are the rows of a table of many columns."""
    leaves = [leaf for record in records for leaf in page.table.leaves_in(record)]
    return are_records(page.table, leaves)


def _is_missing(page: Page) -> bool:
    """True if a page says that what was asked for is not there, above all times and authors."""
    said = apology(page.table)
    return said >= 0 and not any(within(marks, range(said)) for marks in (page.marks.times, page.marks.authors))


def _only_post(page: Page, thread: Thread, head: MailHead | None, *, signed: bool) -> Article | Thread | Rejected:
    """A thread of one post that was not told from the page: its text is what the page's would be as an article, unless
    that is of another part of the page, or has a line that names the author. With more rows than text the
    page is a list where the post is `signed`; else they stand beside it, or beside an article."""
    article = find_article(page)
    if isinstance(article, Rejected):
        return thread if article.reason == Reason.NO_CONTENT else article  # a few words make a post, but no article
    post = thread.posts[0]
    if page.listing.outweighs_article(article.text) or page.listing.makes_up(article.text):
        if signed:
            return page.rejected(Reason.LIST_PAGE, text=article.text)
        if not _share_line(post.text, article.text):
            return article
    said = without_notes(article.text) or article.text
    text = head.without(said) if head else said
    is_other = post.text.startswith(text) or not _share_line(post.text, text) or post.author in text.split("\n")
    if text == said and is_other:
        return thread
    return without_title(replace(thread, posts=(replace(post, text=text),)))


def _share_line(first: str, second: str) -> bool:
    """True if a line of one of two texts stands in the other."""
    return any(line in text for said, text in ((first, second), (second, first)) for line in said.split("\n") if line)
