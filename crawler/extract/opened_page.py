"""An opened page: decoded, read into a node table once, with what all parts of the extraction ask of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cached_property

from crawler.errors import Drop, Reason
from crawler.extract.addresses import canonical_url
from crawler.extract.charset import Decoded, decode
from crawler.extract.fields.title import title
from crawler.extract.instant import zone_of
from crawler.extract.listing import Listing
from crawler.extract.published import cevc
from crawler.extract.refusal import has_scripts, is_feed
from crawler.extract.structured import Stated, stated
from crawler.extract.table import Table, build
from crawler.extract.threads.marks import Marks
from crawler.media import is_binary
from crawler.model import Rejected

MAX_NODES = 200_000

NOT_BYTES = (
    "html is {}, but a page is given as bytes, as its server sent it: of requests' answers that is response.content, "
    "and text.encode() with content_type='text/html; charset=utf-8' for text that is decoded already"
)

SUMMARIES = ("og:description", "description")
"""The <meta> elements that sum a page up."""


@dataclass(frozen=True)
class Page:
    """What all parts read. `valid` are the characters of each node that count as text; the rest as for
    `extract_page`."""

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

    @cached_property
    def address(self) -> tuple[str, str]:
        """The page's canonical URL, and where it is stated."""
        return canonical_url(self.stated, self.url)

    @cached_property
    def zone(self) -> tzinfo:
        """The zone of times without one."""
        return zone_of(self.timezone)

    def rejected(self, reason: Reason, detail: str = "", text: str = "") -> Rejected:
        """Why the page holds nothing. Where only a script would show its text, the summary that it states is found."""
        if reason == Reason.NEEDS_SCRIPT and not text:
            text = max(map(self.stated.meta_text, SUMMARIES), key=len)
        return Rejected(reason, detail, title(self.table, self.stated)[0], self.decoded.charset, text)


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
    """A page's bytes as a `Page`, or why they hold nothing to read. The arguments are those of `extract_page`."""
    if not isinstance(html, bytes):
        raise TypeError(NOT_BYTES.format(type(html).__name__))
    if is_binary(html, content_type or ""):
        return Rejected(Reason.CONTENT_TYPE, "it is binary data")
    decoded = decode(html, content_type)
    if is_feed(decoded.text):
        return Rejected(Reason.LIST_PAGE, "it is a feed or a site map", charset=decoded.charset)
    try:
        table = build(decoded.text, max_nodes=max_nodes)
    except Drop as drop:
        return Rejected(drop.reason, drop.detail, charset=decoded.charset)
    if not table.leaves:
        reason = Reason.NEEDS_SCRIPT if has_scripts(table) else Reason.EMPTY_PAGE
        return Rejected(reason, charset=decoded.charset)
    valid = cevc.valid_characters(table)
    now = now or datetime.now(UTC)
    if now.tzinfo is None:
        now = now.replace(tzinfo=zone_of(timezone))
    return Page(table, Marks(table), stated(table), decoded, valid, url, now, timezone, with_html)
