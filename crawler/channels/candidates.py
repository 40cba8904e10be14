"""The links of a list page, each address once, and what a rule says of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from crawler.channels.anchors import Anchor, anchors, is_cut, parse


@dataclass(frozen=True, slots=True)
class Candidate:
    """A link of a list page. `host` has no port, `path` includes the query; `title` is the longest text that it shows
    uncut, else the longest, and `anchors` are all that lead to it, in order."""

    url: str
    host: str
    path: str
    title: str
    anchors: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a link is taken for an article, and the rule that decided, in words; `title` is its headline, where the
    rule knows better than the longest text."""

    taken: bool
    rule: str
    title: str = ""


class PageRule(Protocol):
    """Decides on the links of a page at `host`, all at once: how they stand beside one another tells, too."""

    def judge(self, links: Sequence[Candidate], host: str) -> Sequence[Verdict]: ...


def candidates(html: str, url: str, max_links: int) -> Iterator[Candidate]:
    """The addresses but its own that the page at `url` links to, up to so many, in its order."""
    found: dict[str, list[Anchor]] = {}
    for anchor in anchors(parse(html), url):
        if anchor.url == url:
            continue
        if anchor.url not in found and len(found) >= max_links:
            break
        found.setdefault(anchor.url, []).append(anchor)
    for address, group in found.items():
        parts = urlsplit(address)
        path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
        title = max(group, key=lambda anchor: (anchor.is_shown and not is_cut(anchor.text), len(anchor.text))).text
        yield Candidate(address, host_of(address), path, title, tuple(group))


def host_of(url: str) -> str:
    """The host without its port; "" for an address that has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
