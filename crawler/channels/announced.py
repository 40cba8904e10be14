"""The feeds that a page announces: often a better source than the page itself, for entries have dates and need no
pattern."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from crawler.channels.anchors import parse
from crawler.channels.links import absolute

MAX_ANNOUNCED = 5
"""So many feeds are named; some portals announce one of each section."""

_TYPES = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")
_OF_COMMENTS = re.compile(r"(?i)\bcomments?\b|评论|評論|留言")
"""What a feed of comments is called, or its address."""


def announced_feeds(html: str, url: str) -> tuple[str, ...]:
    """The addresses of the feeds that the page at `url` announces by <link rel="alternate">, each once, but for those
    of comments."""
    tree = parse(html)
    if tree is None:
        return ()
    base = next((absolute(one.get("href", ""), url) for one in tree.iter("base")), "") or url
    found = (absolute(link.get("href"), base) for link in tree.iter("link") if _is_of_articles(link))
    return tuple(islice(dict.fromkeys(filter(None, found)), MAX_ANNOUNCED))


def _is_of_articles(link: Any) -> bool:
    """True for a <link> to a feed that is not of comments."""
    is_feed = link.get("type", "").strip().lower() in _TYPES and "alternate" in link.get("rel", "").lower().split()
    href = link.get("href", "").strip()
    return is_feed and bool(href) and not _OF_COMMENTS.search(f"{href} {link.get('title', '')}")
