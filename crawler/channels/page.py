"""List pages: which links of a page are articles, by an URL pattern or by how article addresses look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol
from urllib.parse import urlsplit

import re2

from crawler.channels.anchors import anchors, parse
from crawler.channels.expressions import compile_expression
from crawler.channels.links import Found, RejectedLink
from crawler.channels.titles import width
from crawler.model import Link

MAX_LINKS = 5000
"""Addresses looked at on one page; the largest portals' home pages have some 2,000."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A link of a list page. `host` has no port, `path` includes the query; `title` is the longest text it has."""

    url: str
    host: str
    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a link is taken for an article, and the rule that decided, in words."""

    taken: bool
    rule: str


class PageRule(Protocol):
    """Decides on the links of a page at `host`."""

    def judge(self, link: Candidate, host: str) -> Verdict: ...


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
    rule: PageRule = _PatternRule(pattern, *_compile_pattern(pattern)) if pattern.strip() else _ArticleLooks()
    return _Excluding(exclude, compile_expression(exclude, "exclude"), rule) if exclude.strip() else rule


def read_page(html: str, url: str, rule: PageRule, *, max_links: int = MAX_LINKS) -> Found:
    """The links of a list page at `url` (after redirects), each judged by `rule`. Addresses are absolute.

    An address that stands on the page several times is judged once, with the longest of its texts.
    """
    host = _host(url)
    links, rules, rejected = [], [], []
    for candidate in _candidates(html, url, max_links):
        verdict = rule.judge(candidate, host)
        if verdict.taken:
            links.append(Link(candidate.url, candidate.title))
            rules.append(verdict.rule)
        else:
            rejected.append(RejectedLink(candidate.url, verdict.rule, candidate.title))
    return Found(tuple(links), tuple(rejected), tuple(rules))


# --- The links of a page


def _candidates(html: str, url: str, max_links: int) -> Iterator[Candidate]:
    titles: dict[str, str] = {}
    for anchor in anchors(parse(html), url):
        address, title = anchor.url, anchor.text
        known = titles.get(address)
        if known is None and len(titles) >= max_links:
            break
        if known is None or len(title) > len(known):
            titles[address] = title
    for address, title in titles.items():
        parts = urlsplit(address)
        path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
        yield Candidate(address, _host(address), path, title)


def _host(url: str) -> str:
    """The host without its port; "" for an address that has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


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

    def judge(self, link: Candidate, host: str) -> Verdict:
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

    def judge(self, link: Candidate, host: str) -> Verdict:
        by_path = self.exclude.lstrip().startswith(("/", "^/"))
        if self.expression.search(link.path if by_path else link.url):
            return Verdict(False, f"exclude {self.exclude}")
        return self.rule.judge(link, host)


def _within(host: str, site: str) -> bool:
    site = site.removeprefix("www.")
    return host == site or host.endswith("." + site)


# --- The default rule: how addresses of articles look

# Second-level labels under which names are registered in country domains, such as com.cn or co.uk.
_REGISTRIES = frozenset(("ac", "co", "com", "edu", "go", "gov", "idv", "mil", "ne", "net", "or", "org"))

# Chinese headlines have some 7 characters or more, and a Chinese character says about as much as two Latin letters.
_MIN_TITLE_WIDTH = 12

# RE2 here, too: addresses come from strangers.
_NOT_ARTICLES = (
    (
        "a file",
        re2.compile(
            r"(?i)^[^?]*\.(?:jpe?g|png|gif|webp|svg|pdf|docx?|xlsx?|pptx?|zip|rar|apk|exe|mp[34]|js|xml)(?:\?|$)"
        ),
    ),
    (
        "a list",  # but index.php?id=5 may be anything
        re2.compile(
            r"(?i)^[^?]*/(?:index|list|default|home|more)(?:[_-]?\d+)?"
            r"(?:(?:\.s?html?)?/?(?:\?|$)|\.(?:php|aspx?|jsp|do)$)"
        ),
    ),
    ("a list's next page", re2.compile(r"(?i)/page[/_-]\d+|[?&](?:page|pn|pageno)=\d+")),
    (
        "a service page",
        re2.compile(
            r"(?i)^[^?]*/(?:about|account|author|categor(?:y|ies)|columns?|contact|download|feed|help|jobs|login|logout"
            r"|member|passport|reg|register|rss|search|sign-?(?:in|up)|sitemap|space|tags?|user|users|u)(?:[/.?]|$)"
        ),
    ),
)
_ARTICLES = (
    (
        "a date in its path",
        re2.compile(r"^(?:[^?]*[^?\d])?(?:19|20)\d\d[-/_.]?(?:0[1-9]|1[0-2])(?:[-/_.]?[0-3]\d)?(?:\D|$)"),
    ),
    ("a long number in its path", re2.compile(r"^[^?]*\d{5}")),
    ("a numbered page", re2.compile(r"(?i)^[^?]*\d[^/?]*\.(?:s?html?|php|aspx?|jsp|do)(?:\?|$)")),
    (
        "a number in a folder of articles",
        re2.compile(
            r"(?i)^[^?]*/(?:a|p|t|archives?|articles?|blog|content|details?|doc|news|posts?|read|show|story|stories"
            r"|thread|view|wen)[/_-][^?]*\d"
        ),
    ),
    ("a code in its path", re2.compile(r"^[^?]*/(?:[A-Za-z]+\d|\d+[A-Za-z])[A-Za-z0-9]{6,}(?:\.\w+)?/?(?:\?|$)")),
    ("words of a headline in its path", re2.compile(r"^[^?]*/[^/?]*[A-Za-z][^/?-]*(?:-[^/?-]+){3}[^/?]*/?(?:\?|$)")),
    (
        "a number in its query",
        re2.compile(r"(?i)[?&](?:(?:a|n|p|t|art(?:icle)?|content|doc|info|item|news|thread)?_?id|p|no)=\d+"),
    ),
)


class _ArticleLooks:
    """Same site; no list, service page or file; a text as long as a headline; a date, number or long slug."""

    def judge(self, link: Candidate, host: str) -> Verdict:
        if site_of(link.host) != site_of(host):
            return Verdict(False, f"another site than {site_of(host)}")
        for kind, expression in _NOT_ARTICLES:
            if expression.search(link.path):
                return Verdict(False, f"the address looks like {kind}")
        if width(link.title) < _MIN_TITLE_WIDTH:
            return Verdict(False, "the link's text is too short for a headline")
        for sign, expression in _ARTICLES:
            if expression.search(link.path):
                return Verdict(True, f"looks like an article: {sign}")
        return Verdict(False, "the address has no date, number or headline")


def site_of(host: str) -> str:
    """The registered name of a host, nearly: its last two labels, or three under com.cn and its like."""
    labels = host.split(".")
    if labels[-1].isdigit():
        return host
    under_registry = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _REGISTRIES
    return ".".join(labels[-3 if under_registry else -2 :])
