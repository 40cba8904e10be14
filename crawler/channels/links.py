"""What a list page or feed yields: links, and those that were refused with the rule that did it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin

from crawler.model import Link

MAX_TITLE_CHARS = 300
"""A hint needs no more, and a task has to stay small."""

_MAX_RAW_CHARS = 10 * MAX_TITLE_CHARS
"""Of a text whose white space is not yet collapsed."""


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
        url.encode()
    except ValueError:  # such as an open bracket where a host should be, or half a surrogate pair
        return ""
    return url if url[:8].lower().startswith(("http://", "https://")) else ""


# Control characters but white space, halves of surrogate pairs, and what Unicode keeps from being characters.
_UNSTORABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def one_line(text: str) -> str:
    """White space collapsed, cut to the length of a hint, without what no store takes."""
    return " ".join(_UNSTORABLE.sub("", text[:_MAX_RAW_CHARS]).split())[:MAX_TITLE_CHARS].rstrip()
