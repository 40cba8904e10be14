"""List pages: which links of a page are articles, by an URL pattern or by how article addresses look."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from crawler.channels.candidates import Candidate, PageRule, Verdict, candidates, host_of
from crawler.channels.expressions import compile_expression
from crawler.channels.headlines import Headlines
from crawler.channels.links import Found, RejectedLink
from crawler.model import Link

MAX_LINKS = 5000
"""Addresses looked at on one page; the largest portals' home pages have some 2,000."""


@lru_cache(maxsize=1024)
def compile_rule(pattern: str, exclude: str = "") -> PageRule:
    """The rule of a source row.

    `pattern` is an RE2 expression. One that begins with http (or anything before ://, or .*) is absolute and is
    compared with whole addresses; http:// and https:// count as the same, since sites move from one to the other. One
    that begins with / is relative and is compared with path and query of links on the page's own host (`www.` apart)
    and its subdomains. Either has to cover the address from its start to its end, but for a trailing slash and a
    query: /news/\\w+/story\\d+ takes /news/china/story17?a=b and not /news/china/story17/comments. An empty pattern
    is the default rule: links of the same site that look like articles.

    `exclude` refuses what it occurs in: path and query if it begins with / or ^/, else the whole address.

    Raises ValueError with a sentence that says which pattern fails, where, and what to do.
    """
    rule: PageRule = _PatternRule(pattern, *_compile_pattern(pattern)) if pattern.strip() else Headlines()
    return _Excluding(exclude, compile_expression(exclude, "exclude"), rule) if exclude.strip() else rule


def read_page(html: str, url: str, rule: PageRule, *, max_links: int = MAX_LINKS) -> Found:
    """The links of a list page at `url` (after redirects), each judged by `rule`. Addresses are absolute.

    An address that stands on the page several times is judged once, with its headline or the longest of its texts.
    """
    found = list(candidates(html, url, max_links))
    links, rules, rejected = [], [], []
    for candidate, verdict in zip(found, rule.judge(found, host_of(url)), strict=True):
        if verdict.taken:
            links.append(Link(candidate.url, verdict.title or candidate.title))
            rules.append(verdict.rule)
        else:
            rejected.append(RejectedLink(candidate.url, verdict.rule, candidate.title))
    return Found(tuple(links), tuple(rejected), tuple(rules))


# --- Rules by pattern


def _compile_pattern(pattern: str) -> tuple[Any, bool]:
    """The expression and whether it is absolute. Raises ValueError."""
    pattern = pattern.strip()
    compile_expression(pattern, "pattern")  # as it was written, so that an error shows the user's own words
    start = re.sub(r"^(?:\^|\(\?:|\()+", "", pattern)
    if start.startswith("/") and not start.startswith("//"):
        wanted, is_absolute = pattern, False
    elif start.startswith((".*", "http")) or "://" in start:
        wanted, is_absolute = re.sub(r"^(\^?)https?://", r"\1https?://", pattern), True
    else:
        raise ValueError(
            f"the pattern {pattern!r} begins neither with http nor with /; write it as an absolute address "
            r"(https?://news\.example\.com/\d+\.html) or from the path's first slash (/\d+\.html)"
        )
    return compile_expression(rf"(?:{wanted})/?(?:\?.*)?", "pattern"), is_absolute


@dataclass(frozen=True, slots=True)
class _PatternRule:
    pattern: str
    expression: Any
    is_absolute: bool

    def judge(self, links: Sequence[Candidate], host: str) -> Sequence[Verdict]:
        return [self._judge(link, host) for link in links]

    def _judge(self, link: Candidate, host: str) -> Verdict:
        if not self.is_absolute and not _within(link.host, host):
            return Verdict(False, f"another host than {host}, and the pattern is relative")
        if self.expression.fullmatch(link.url if self.is_absolute else link.path):
            return Verdict(True, f"pattern {self.pattern}")
        return Verdict(False, f"does not match the pattern {self.pattern}")


@dataclass(frozen=True, slots=True)
class _Excluding:
    exclude: str
    expression: Any
    rule: PageRule

    def judge(self, links: Sequence[Candidate], host: str) -> Sequence[Verdict]:
        by_path = self.exclude.lstrip().startswith(("/", "^/"))
        excluded = Verdict(False, f"exclude {self.exclude}")
        return [
            excluded if self.expression.search(link.path if by_path else link.url) else verdict
            for link, verdict in zip(links, self.rule.judge(links, host), strict=True)
        ]


def _within(host: str, site: str) -> bool:
    site = site.removeprefix("www.")
    return host == site or host.endswith("." + site)
