"""What a list page or feed yields: links, and those that were refused with the rule that did it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin

from crawler.model import Link

MAX_TITLE_CHARS = 300
"""A hint needs no more, and a task has to stay small."""


@dataclass(frozen=True, slots=True)
class RejectedLink:
    """A link that is not taken for an article, and the rule that says so, in words."""

    url: str
    rule: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """Links in the order of the page, each address once. `rules` names, for each of `links`, the rule that took it."""

    links: tuple[Link, ...]
    rejected: tuple[RejectedLink, ...] = ()
    rules: tuple[str, ...] = ()


def absolute(href: str, base: str) -> str:
    """The http(s) address that `href` means on a page at `base`, without its fragment; "" when it means none."""
    try:
        url = urldefrag(urljoin(base, href.strip())).url
    except ValueError:  # such as an open bracket where a host should be
        return ""
    return url if url[:8].lower().startswith(("http://", "https://")) else ""


def one_line(text: str) -> str:
    """White space collapsed, cut to the length of a hint."""
    return " ".join(text.split())[:MAX_TITLE_CHARS]
