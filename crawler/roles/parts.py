"""An article on several pages, in the extractor: one document, whose text grows by each page's.

The first page is indexed at once, and the next is a task of its own, as politely as any page. A worker that dies in
between does it over: a page whose text stands in the document already adds nothing. The document is changed before the
next page is queued, and the task is settled last.
"""

from __future__ import annotations

import time
from dataclasses import replace

from crawler.errors import Drop
from crawler.frontier.canonical import as_sent
from crawler.model import Article, Document, PageTask, host_of, url_id
from crawler.roles.held import Held
from crawler.roles.reprints import letters_of
from crawler.roles.services import Services
from crawler.roles.threads import canonical_for

MIN_LINE = 10
"""Characters of a line that no two pages of an article have for a reason: what introduces it stands on each."""


class Parts:
    """The further pages of articles."""

    def __init__(self, services: Services) -> None:
        self._frontier = services.frontier
        self._documents = services.documents
        self._most = services.settings.article_pages

    def begun(self, held: Held, task: PageTask, found: Article) -> Document | None:
        """The document that a further page goes on with; None if it is gone, or the page is of another article."""
        first = held.patiently(lambda: self._documents.get(url_id(task.article)))
        return first if first and _share_title(first.title, found.title) else None

    def queue_next(self, held: Held, task: PageTask, first: str, url: str, found: Article) -> None:
        """Queue the page after the one at `url`, of the article whose first page is at `first`."""
        following = _following(task, url, found) if task.page < self._most else ""
        if not following:
            return
        part = replace(task.afresh(), url=following, article=first, page=task.page + 1, found_at=time.time())
        held.put_pages(held.patiently(lambda: self._frontier.admit([part], now=time.time())))
        held.patiently(lambda: self._frontier.mark_seen([following]))


def joined(text: str, further: str) -> str:
    """A text and what a further page has that does not stand in it yet."""
    known = {line for line in text.split("\n") if len(line) >= MIN_LINE}
    lines = further.split("\n")
    new = [line for line in lines if line not in known]
    return "\n".join([text, *new]) if any(len(line) >= MIN_LINE for line in new) else text


def _following(task: PageTask, url: str, found: Article) -> str:
    """The canonical URL of the next page, "" for none, or where the source's rules make it this one or the first."""
    try:
        named = canonical_for(task, as_sent(found.next_page, found.charset)) if found.next_page else ""
    except Drop:
        return ""
    return named if named not in ("", url, task.url, task.article) and host_of(named) == host_of(url) else ""


def _share_title(first: str, title: str) -> bool:
    """True if one of two titles is the other, perhaps with the number of a page."""
    one, other = map(letters_of, (first, title))
    return bool(one and other) and (one in other or other in one)
