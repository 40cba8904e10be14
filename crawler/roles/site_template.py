"""What a site's articles have in common, learned as they come in and taken out of each.

The last pages of each group of a site's pages stand in the frontier's cache, a few KB a group, and are forgotten with
it. A worker keeps what it read of them for a minute, so that most pages cost no question at all; what two workers learn
at the same time is partly lost, which costs nothing but a little time to learn.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import replace

from crawler.extract.articles.site_template import Window, group_of
from crawler.frontier import Frontier
from crawler.model import Article

RECENT_S = 60.0
"""A window that was read is asked for again after so long, for what other workers have learned."""

MAX_GROUPS = 1000
"""Windows that a worker keeps in mind: 3 MB at most."""


class SiteTemplates:
    """What recurs over the articles of each site. Thread-safe. `keep_s`: forgotten after so many seconds."""

    def __init__(self, frontier: Frontier, *, keep_s: float) -> None:
        self._frontier = frontier
        self._keep_s = keep_s
        self._recent: OrderedDict[str, tuple[float, Window]] = OrderedDict()
        self._lock = threading.Lock()

    def without(self, article: Article, url: str) -> Article:
        """The article, remembered as one of its site, without the paragraphs that recur there.

        Doing it again with the same article changes nothing. Raises Unavailable.
        """
        window = self._learn(f"template:{group_of(url)}", article, url)
        text = window.without_template(article.text)
        if text == article.text:
            return article
        origin = article.origins.get("text", "")
        return replace(article, text=text, origins={**article.origins, "text": f"{origin}, site template"})

    def _learn(self, key: str, article: Article, url: str) -> Window:
        """The window with this page as its newest."""
        read_at, known = self._recall(key)
        window = known.with_page(article.title, url, article.text)
        if window.is_worth_writing:
            self._frontier.put_cached(key, window.encode(), ttl_s=self._keep_s)
        with self._lock:
            self._recent[key] = (read_at, window)
            self._recent.move_to_end(key)
            if len(self._recent) > MAX_GROUPS:
                self._recent.popitem(last=False)
        return window

    def _recall(self, key: str) -> tuple[float, Window]:
        """When the window was read, and the window."""
        now = time.monotonic()
        with self._lock:
            read_at, window = self._recent.get(key, (-RECENT_S, Window()))
        if now - read_at < min(RECENT_S, self._keep_s):
            return read_at, window
        return now, Window.decode(self._frontier.get_cached(key) or b"")
