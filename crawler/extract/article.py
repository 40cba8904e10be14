"""The article on a page: its main content by CEVC+, the fields around it, and the comments below it; or why there is
none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from crawler.errors import Reason
from crawler.extract.addresses import lead_image
from crawler.extract.articles import cevc_plus
from crawler.extract.articles.comments import comment_parts, find_comments
from crawler.extract.articles.head import extent, head, is_headed
from crawler.extract.articles.headed import headed_boxes
from crawler.extract.articles.teasers import are_cut_off, are_entries
from crawler.extract.fields.author import author
from crawler.extract.fields.date import assigned, published
from crawler.extract.fields.language import language
from crawler.extract.fields.shown_title import shown_title
from crawler.extract.fields.source import source
from crawler.extract.fields.title import UNSURE, title
from crawler.extract.lines import lines
from crawler.extract.listing import MIN_FEW, are_records, is_headline
from crawler.extract.opened_page import Page
from crawler.extract.pager import next_parts
from crawler.extract.published import cevc
from crawler.extract.refusal import (
    is_data,
    is_offer,
    is_said,
    is_shell,
    named_refusal,
    refusal,
    says_article,
    says_nothing,
    speaks_as_article,
)
from crawler.extract.safe_html import safe_html
from crawler.extract.table import Table, within
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.parents import with_parents
from crawler.extract.threads.replies import read_replies
from crawler.extract.threads.stated_posts import with_statements
from crawler.model import Article, Rejected
from crawler.paging import is_further_page

MAX_BLURB = 200
"""Characters of what a list says of itself, at most."""

MAX_LINES = 3
"""Lines of a teaser for each of its links, at most: headline, text, and who wrote it when."""

_OF_COMMENTS = re.compile(r"comment|cpage|repl(?:y|ies)|pinglun", re.IGNORECASE)
"""In the address of a page with more comments."""

MIN_SIGNED = 0.6
"""Share of the comments that have an author if they are such."""


def find_article(page: Page, *, front: bool = False) -> Article | Rejected:
    """The article by CEVC+, or why the page holds none: a site's `front` page leads to others."""
    name, title_origin = title(page.table, page.stated)
    body = max(page.stated.strings("articleBody"), key=len, default="")
    content, teasing = _main_content(page, name, body)
    leaves = content.leaves if content and _is_unsure(page.table, content, name, title_origin) else ()
    if shown := shown_title(page.table, leaves, over_date=title_origin == "link"):
        name, title_origin = shown, "shown"
        content, teasing = _main_content(page, name, body)
    found = article_of(page, content, "cevc+", name, title_origin)
    if reason := _reason_against(page, content, found, name, leads=front, teasing=teasing):
        return page.rejected(reason, text=found.text)
    if isinstance(found, Rejected):
        return found
    found = replace(found, next_page=_next_page(page))
    return _with_comments(page, found, content.leaves if content else ())


def _next_page(page: Page) -> str:
    """The address of the page with the next part of the article; "" for none: blogs lead to their next article, and
    comments have pages of their own."""
    addresses = [address for address in (page.url, page.address[0]) if address]
    parts = next_parts(page.table, page.stated, page.url) if page.url else ()
    for following, number in parts:
        if any(is_further_page(address, following, number) for address in addresses):
            return "" if _OF_COMMENTS.search(following) else following
    return ""


def _reason_against(
    page: Page, content: cevc.MainContent | None, found: Article | Rejected, name: str, *, leads: bool, teasing: bool
) -> Reason | None:
    """Why what was `found` under the title `name` is no article; None if it may be one. The page `leads` to others by
    its address; what was found is `teasing` if it is made of teasers."""
    if reason := named_refusal(page.table, name, found.text):
        return reason
    if is_data(page.decoded.text):
        return refusal(page.table, name, found.text) or Reason.CONTENT_TYPE
    dated = found.published_at is not None and (
        found.origins["published_at"] != "url" or _shows_time(page, name, content)  # pages of that day may be gone
    )
    dated = dated and not _is_of_rows(page, found.text)
    headed = dated and content is not None and is_headed(page.table, name, content.leaves)
    is_article = isinstance(found, Article)
    if not dated and is_offer(page.table) and not says_article(page.stated):
        return Reason.NO_CONTENT
    said = _without_programs(page.table, content, found.text)
    speaks = is_article and speaks_as_article(page.stated, said, dated=dated, headed=headed)
    teasing = is_article and teasing
    if speaks and not leads and not teasing:
        return None
    # People write about captchas and missing pages, in a few words too; but what a site says instead shows no date.
    if not dated and (reason := refusal(page.table, name, found.text)):
        return reason
    beside = _beside(page, name, content, said) if is_article else ()
    if leads or speaks or teasing or page.listing.outweighs_article(found.text, few=not headed, beside=beside):
        return Reason.LIST_PAGE
    if not dated and is_shell(page.table):
        return Reason.NEEDS_SCRIPT
    return Reason.NO_CONTENT if not headed and says_nothing(found.text) else None


def _beside(page: Page, name: str, content: cevc.MainContent | None, said: str) -> Iterable[int]:
    """The boxes that say of themselves that they hold what else to read, beside sentences under a headline: a list is
    headed by the name of what it lists, and has rows of its own."""
    table = page.table
    if content is None or not is_headline(name) or not is_said(said):
        return ()
    return (box for box, _ in headed_boxes(table))


def _shows_time(page: Page, name: str, content: cevc.MainContent | None) -> bool:
    """True if a time stands between the title and the article."""
    start, end = head(page.table, name, content.leaves) if content else (0, 0)
    return any(start <= page.table.span(time)[0] < end for time in page.marks.times)


def _without_programs(table: Table, content: cevc.MainContent | None, text: str) -> str:
    """What is said in a text, beside programs and what they print: these have no sentences."""
    inside = {leaf for node in table.outermost("pre") for leaf in table.leaves_of(node)}
    if not inside or content is None:
        return text
    return lines(table, [leaf for leaf in content.leaves if leaf not in inside]) or text


def _is_unsure(table: Table, content: cevc.MainContent, name: str, origin: str) -> bool:
    """True for a title that may be the site's name or a section's, or that nothing but the end of the article has: who
    signs it."""
    if origin != "text" or not content.leaves:
        return origin in UNSURE
    start, end = table.span(content.leaves[0])[0], table.span(content.leaves[-1])[1]
    return start <= table.flow.find(table.written(name), table.span(table.body)[0]) < end


def _is_of_rows(page: Page, text: str) -> bool:
    """True for the few words over a list whose rows have all the times that a page shows."""
    short = len(text) <= MAX_BLURB and len(page.table.elements.get("a", ())) >= MIN_FEW
    return short and page.listing.outweighs_article(text, few=True) and page.listing.holds_all(page.marks.times)


def _main_content(page: Page, name: str, body: str) -> tuple[cevc.MainContent | None, bool]:
    """The main content by CEVC+, and whether it is made of teasers; where it is, and the page shows a time outside
    them, what stands under its title without these: a short article above longer ones."""
    content = cevc_plus.main_content(page.table, name, body)
    if not _has_teasers(page, content):
        return content, False
    if page.marks.times and not page.listing.holds_all(page.marks.times):
        own = cevc_plus.main_content(page.table.without(page.listing.teasers), name, body)
        if own and is_headed(page.table, name, own.leaves):
            return own, _has_teasers(page, own)
    return content, True


def _has_teasers(page: Page, content: cevc.MainContent | None) -> bool:
    """True if what was chosen as an article is made of teasers, whatever sentences they have."""
    if content is None or not content.leaves or says_article(page.stated):
        return False
    table, leaves = page.table, content.leaves
    if are_entries(table, leaves, page.marks) or are_cut_off(table, leaves, page.marks) or are_records(table, leaves):
        return True
    links = within(page.table.elements.get("a", ()), range(content.leaves[0], content.leaves[-1] + 1))
    least = max(MIN_FEW, content.text.count("\n") / MAX_LINES) - 1  # the first headline may stand above
    return len(links) >= least and page.listing.makes_up(content.text)


def _with_comments(page: Page, article: Article, leaves: Sequence[int]) -> Article:
    """The article with the comments below it. `leaves` are those of its text."""
    parts = comment_parts(page.table, leaves)
    marks = page.marks.inside(parts) if parts else None
    if not marks or not (marks.times or marks.authors):
        return article
    table = page.table
    replies = find_comments(table, marks, parts, (page.url, page.address[0]))
    if not replies:
        return article
    found = read_replies(table, marks, replies, prose(table), page.now, page.zone, page.url)
    found = with_statements(table, page.stated, replies, found, page.now, page.zone)
    if sum(bool(post.author) for post in found.values()) < MIN_SIGNED * len(found):
        return article  # lists of something else with times
    return replace(article, comments=with_parents(table, marks, replies, found))


def article_of(
    page: Page, content: cevc.MainContent | None, algorithm: str, name: str, title_origin: str
) -> Article | Rejected:
    """The article whose main content was chosen, with the fields around it."""
    if content is None or not content.text:
        return page.rejected(Reason.NO_CONTENT)
    table, stated = page.table, page.stated
    over, text = head(table, name, content.leaves), extent(table, content.leaves)
    date = published(table, stated, name, page.now, page.zone, page.url, text, over)
    date = date or assigned(page.decoded.text, page.now, page.zone)
    byline = max(0, table.flow.find(table.written(name))), table.span(content.node)[1], over
    by, author_origin = author(table, stated, *byline, text[1])
    publisher, source_origin = source(table, stated, *byline)
    image, image_origin = lead_image(table, stated, range(content.node, table.ends[content.node]), page.url)
    address, address_origin = page.address
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
