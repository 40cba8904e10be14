"""The rule of a list page without a pattern: which of its links are articles, by their addresses, and by how they stand
on the page.

A link to an article on the same site is told by itself if its text is as long as a headline, and its address has a
date, a number or words as those of articles have. Blogs have titles of two characters, and addresses of one word: such
links are taken where they stand among others that are told, or as the headings of rows, or beside times.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import islice, takewhile
from typing import Any

import re2

from crawler.channels.anchors import Anchor
from crawler.channels.candidates import Candidate, Verdict
from crawler.channels.links import one_line
from crawler.channels.rows import TIME, Row
from crawler.channels.titles import HEADINGS, rows_of, share_timed, typical_width, width

# Second-level labels under which names are registered in country domains, such as com.cn or co.uk.
_REGISTRIES = frozenset(("ac", "co", "com", "edu", "go", "gov", "idv", "mil", "ne", "net", "or", "org"))

# Chinese headlines have some 7 characters or more, and a Chinese character says about as much as two Latin letters.
_MIN_TITLE_WIDTH = 12

_OF_TIMES = "a list of a year, month or day"

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
            r"(?:(?:\.[sj]?html?)?/?(?:\?|$)|\.(?:php|aspx?|jsp|do)$)"
        ),
    ),
    ("a list's next page", re2.compile(r"(?i)/page[/_-]\d+|[?&](?:page|pn|pageno)=\d+")),
    ("a list in another order", re2.compile(r"(?i)[?&](?:order|sort|filter)(?:_?by)?=")),
    (
        _OF_TIMES,
        re2.compile(r"^[^?]*/(?:19|20)\d\d(?:/(?:0[1-9]|1[0-2])(?:/[0-3]\d)?)?/?(?:\?|$)"),
    ),
    (
        "a service page",
        re2.compile(
            r"(?i)^[^?]*/(?:about|account|author|categor(?:y|ies)|columns?|contact|download|feed|help|jobs|login|logout"
            r"|members?|passport|products?|profiles?|reg|register|rss|search|sign-?(?:in|up)|sitemap|space|tags?|user|users|u)(?:[/.?]|$)"
        ),
    ),
)
_ARTICLES = (
    (
        "a date in its path",
        re2.compile(r"^(?:[^?]*[^?\d])?(?:19|20)\d\d[-/_.]?(?:0[1-9]|1[0-2])(?:[-/_.]?[0-3]\d)?(?:\D|$)"),
    ),
    ("a long number in its path", re2.compile(r"^[^?]*\d{5}")),
    ("a numbered page", re2.compile(r"(?i)^[^?]*\d[^/?]*\.(?:[sj]?html?|php|aspx?|jsp|do)(?:\?|$)")),
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
        re2.compile(
            r"(?i)[?&](?:(?:a|n|p|t|art|doc|item|(?:\w{1,20}_)?(?:article|content|info|news|thread))?_?id|p|no)=\d+"
        ),
    ),
)

_SHORT = "the link's text is too short for a headline"
_UNSIGNED = "the address has no date, number or headline"
_LISTED = "stands among headlines"

_MIN_SURE = 0.5
"""Of the links at a place, so many told by themselves tell the others, ..."""

_MIN_AMONG = 0.7
"""... and so many also those whose addresses say nothing, ..."""

_MIN_TIMED = 0.6
"""... or so many with a time beside them."""

_MIN_SIGNED = 0.6
"""Of the links at a place of headlines, so many have addresses of articles, or all are told by the place alone."""

_MIN_TYPICAL = 8
"""The width of half of the headlines at a place whose addresses say nothing."""

_MIN_PICTURED = 18
"""... and where pictures lead there, too, as to sections."""

_MIN_UNSIGNED = 2
"""So many links at a place, at least, whose addresses say nothing."""

_MAX_PLACES = 60
"""So many places are looked at with their rows, which may hold half of the page each."""

_MAX_IN_ROW = 5
"""An element with so many links of its own is no row."""

_MAX_IN_LINE = 30
"""So many elements beside a link are looked at for those of its line."""

_MAX_UP = 3
"""So many elements up from a link may be the heading that it stands in, or what is called one."""

_MAX_LEVELS = 7
"""So many elements up from a link stands the list that it is of."""

_MAX_INSIDE = 20
"""So many elements of a link may be the heading in it."""

_NUMBERS = re.compile(r"\d+")
_CALLED_TITLE = re.compile(r"title|headline|biaoti", re.IGNORECASE)

_MORE = re.compile(
    r"\W*(?:(?:点击|點擊)?(?:阅读|閱讀|查看|继续|繼續|展开|浏览|了解|显示)(?:全文|更多|原文|详情|詳情|阅读|閱讀|全部|余下全文)?|全文|更多"
    r"|详情|详细|原文|[上下][一1]?[页頁版篇期]|[首末尾]页|放大|缩小"
    r"|(?:continue |keep )?reading|read (?:more|on|the (?:rest|full)).*|(?:view |see |show )?(?:more|full|all|details?)"
    r"|weiterlesen|lire la suite|leer más|ler mais|leggi tutto|читать.{0,8}|続きを読む|더 보기|permalink|next"
    r"|prev(?:ious)?|(?:leave|add|no|post) a? ?comments?"
    r"|(?:暂无|\d*\s?[条個个篇]?)\s?(?:评论|留言|comments?|repl(?:y|ies)|responses?))\W*",
    re.IGNORECASE,
)
"""What leads to an article, or to the next list, and is no title."""

_MONTH = re.compile(r"\W*(?:19|20)\d\d\s?[年./-]\s?\d{1,2}\s?月?(?:\s?[(（\[]\d{1,5}[)）\]])?\W*")
"""What leads to the list of a month, with how many it holds."""

_COUNTED = re.compile(r".*\S\s?[(（\[]\d{1,5}[)）\]]\W*")
"""What leads to a list, with how many it holds."""

_CODE = re.compile(r"\W*(?=\w*\d)[0-9a-f]{6,64}\W*", re.IGNORECASE)
"""What names a revision."""

_OF_A_DATE = re.compile(
    r"[\W\d_]|年|月|日|号|时|分|秒|前|星期|周[一二三四五六日]|[一二三四五六七八九十]|上午|下午|发[布表]于?|更新于?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-zé]*|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:day)?"
    r"|\b(?:am|pm|on|at|posted|published|updated|ago|de|th|st|nd|rd)\b",
    re.IGNORECASE,
)
"""What the text of a date is made of."""


class Headlines:
    """Same site; no list, service page or file; a headline, by itself or by where it stands."""

    def judge(self, links: Sequence[Candidate], host: str) -> Sequence[Verdict]:
        """What each link of a page at `host` is."""
        site, folders = site_of(host), _folders(links)
        refused = {link.url: reason for link in links if (reason := _refusal(link, site))}
        may_be = [link for link in links if link.url not in refused]
        signs = {link.url: _sign(link.path) for link in may_be}
        listed = _Listed(may_be, signs, folders).headlines
        return [
            Verdict(False, refused[link.url])
            if link.url in refused
            else _verdict(link, signs[link.url], listed.get(link.url))
            for link in links
        ]


def _verdict(link: Candidate, sign: str, headline: Anchor | None) -> Verdict:
    """Whether a link is one to an article: by the `sign` in its address, or by its `headline` at a place of such."""
    is_wide, title = width(link.title) >= _MIN_TITLE_WIDTH, headline.text if headline else ""
    if sign and is_wide:
        return Verdict(True, f"looks like an article: {sign}", title)
    return Verdict(True, _LISTED, title) if headline else Verdict(False, _UNSIGNED if is_wide else _SHORT)


def _refusal(link: Candidate, site: str) -> str:
    """Why a link on a page of a site is no article, whatever stands around it; "" if it may be one."""
    if site_of(link.host) != site:
        return f"another site than {site}"
    kind = next((kind for kind, form in _NOT_ARTICLES if form.search(link.path)), "")
    kind = kind or (_OF_TIMES if _MONTH.fullmatch(link.title) else "")
    return f"the address looks like {kind}" if kind else ""


def _sign(path: str) -> str:
    """What about an address looks like an article's; "" if nothing does."""
    return next((sign for sign, form in _ARTICLES if form.search(path)), "")


def _folders(links: Sequence[Candidate]) -> Set[str]:
    """The addresses under which others stand."""
    paths = (link.url.partition("?")[0].rstrip("/") for link in links)
    return {folder for path in paths for folder in _above(path)}


def _above(path: str) -> list[str]:
    pieces = path.split("/")
    return ["/".join(pieces[:end]) for end in range(3, len(pieces))]


Place = tuple[int, tuple[tuple[str, str], ...]]
"""Which of its row's links one is, and the names and classes of it and of the elements around it: the same for all
headlines of a list, as a rule."""


def _place(element: Any) -> Place:
    return _nth(element), tuple((one.tag, _kind(one.get("class", ""))) for one in _around(element))


def _nth(element: Any) -> int:
    """Which link it is of the few in the same element and line; 0 where that holds many: a list, and no row of one."""
    before, behind = (_in_line(element, is_before) for is_before in (True, False))
    return before if before + behind < _MAX_IN_ROW else 0


def _in_line(element: Any, is_before: bool) -> int:
    """How many links stand before or behind another in its line."""
    near = islice(element.itersiblings(preceding=is_before), _MAX_IN_LINE)
    in_line = takewhile(lambda one: one.tag != "br", near)
    return sum(1 for _ in islice((one for one in in_line if one.tag == "a"), _MAX_IN_ROW))


def _kind(classes: str) -> str:
    """What an element is called first: further classes tell one row from another, as numbers do."""
    return _NUMBERS.sub("0", next(iter(classes.split(maxsplit=1)), ""))


class _Listed:
    """The places of a page's links that are of headlines. `signs` say what of an address is an article's, if anything;
    `folders` are addresses under which others stand."""

    def __init__(self, links: Sequence[Candidate], signs: Mapping[str, str], folders: Set[str]) -> None:
        self._signed = {url for url, sign in signs.items() if sign}
        self._pictured = {link.url for link in links if any(map(_is_picture, link.anchors))}
        self._places: defaultdict[Place, dict[str, Anchor]] = defaultdict(dict)
        for link in links:
            for anchor in map(_titled, link.anchors) if link.url.rstrip("/") not in folders else ():
                if is_headline(anchor.text) and (link.url in self._signed or not _COUNTED.fullmatch(anchor.text)):
                    titles = self._places[_place(anchor.element)]
                    titles[link.url] = max(titles.get(link.url, anchor), anchor, key=lambda one: width(one.text))

    @cached_property
    def headlines(self) -> Mapping[str, Anchor]:
        """The headline of each address that stands at such a place."""
        found: dict[str, Anchor] = {}
        for titles in sorted(self._places.values(), key=_are_headings, reverse=True):  # others may be of what is said
            sure = self._sure(titles)
            if len(sure) >= _MIN_SURE * len(titles):
                among = _among(titles, sure) if len(sure) >= _MIN_AMONG * len(titles) else ()
                for url, anchor in titles.items():
                    if url in self._signed or url in among:
                        found.setdefault(url, anchor)
        for titles in sorted(self._places.values(), key=_worth, reverse=True)[:_MAX_PLACES]:
            if not titles.keys() <= found.keys():
                found |= self._by_place(titles, found)
        return found

    def _sure(self, titles: Mapping[str, Anchor]) -> list[str]:
        return [url for url, one in titles.items() if url in self._signed and width(one.text) >= _MIN_TITLE_WIDTH]

    def _by_place(self, titles: Mapping[str, Anchor], found: Mapping[str, Anchor]) -> Mapping[str, Anchor]:
        """Those of the links at a place that are headlines for standing there: as the headings of rows, beside times,
        or with a picture that leads there too; none where the rows hold articles that were `found` before: then they
        are sections, or authors."""
        signed = {url: anchor for url, anchor in titles.items() if url in self._signed}
        may_all = len(titles) >= _MIN_UNSIGNED and typical_width(titles) >= _MIN_TYPICAL
        if len(signed) < _MIN_SIGNED * len(titles) and not may_all:
            return {}
        rows = rows_of(titles)
        if _hold_others(rows, titles, found):
            return {}
        pictured = sum(url in self._pictured and one.is_shown for url, one in titles.items()) / len(titles)
        pictured = pictured if typical_width(titles) >= _MIN_PICTURED else 0.0
        if not _are_headings(titles) and max(share_timed(titles, rows), pictured) < _MIN_TIMED:
            return {}
        return titles if may_all else signed


def _among(titles: Mapping[str, Anchor], sure: Sequence[str]) -> Set[str]:
    """The addresses of the links at a place that stand in one list with one of the `sure`, and in one folder with it:
    blogs have addresses of one word beside those of many."""
    around = {url: _lists(anchor.element) for url, anchor in titles.items()}
    holding = Counter(one for lists in around.values() for one in lists)
    own = {url: next((one for one in lists if holding[one] > 1), None) for url, lists in around.items()}
    of_sure = {(own[url], _folder(url)) for url in sure}
    wide = (url for url, anchor in titles.items() if width(anchor.text) >= _MIN_TYPICAL)
    return {url for url in wide if (own[url], _folder(url)) in of_sure}


def _lists(element: Any) -> list[Any]:
    return list(islice(element.iterancestors(), _MAX_LEVELS))


def _folder(url: str) -> str:
    return url.rstrip("/").rpartition("/")[0]


def is_headline(text: str) -> bool:
    """Whether a link's text may be a headline: no number, code, date or address, and no invitation to read on."""
    if "://" in text or _MORE.fullmatch(text) or _CODE.fullmatch(text):
        return False
    return any(map(str.isalpha, _OF_A_DATE.sub("", text) if TIME.search(text) else text))


def _is_picture(anchor: Anchor) -> bool:
    """Whether a link holds a picture and no text."""
    return next(anchor.element.iter("img"), None) is not None and not "".join(anchor.element.itertext()).strip()


def _titled(anchor: Anchor) -> Anchor:
    """A link with the heading in it as its text, where all of a card is a link."""
    heading = next((one for one in islice(anchor.element.iter(), _MAX_INSIDE) if one.tag in HEADINGS), None)
    text = "" if heading is None else one_line("".join(heading.itertext()))
    return replace(anchor, text=text) if text else anchor


def _worth(titles: Mapping[str, Anchor]) -> tuple[bool, int]:
    """What is looked at first: what it holds tells other places, of names and labels, from titles."""
    return _are_headings(titles), sum(width(anchor.text) for anchor in titles.values())


def _are_headings(titles: Mapping[str, Anchor]) -> bool:
    """Whether the links at a place stand in headings, or in what is called a title, or hold such."""
    one = next(iter(titles.values())).element
    return any(map(_is_heading, (*_around(one), *islice(one.iter(), _MAX_INSIDE))))


def _around(element: Any) -> list[Any]:
    return [element, *islice(element.iterancestors(), _MAX_UP)]


def _is_heading(element: Any) -> bool:
    return element.tag in HEADINGS or _CALLED_TITLE.search(element.get("class", "")) is not None


def _hold_others(rows: Mapping[str, Row], titles: Mapping[str, Anchor], found: Mapping[str, Anchor]) -> bool:
    """Whether half of the rows or more hold other articles, or have none of their own."""
    others = {anchor.element for url, anchor in found.items() if url not in titles}
    holding = sum(any(one in others for element in row for one in element.iter("a")) for row in rows.values())
    return 2 * (holding + len(titles) - len(rows)) >= len(titles)


def site_of(host: str) -> str:
    """The registered name of a host, nearly: its last two labels, or three under com.cn and its like."""
    labels = host.split(".")
    if labels[-1].isdigit():
        return host
    under_registry = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _REGISTRIES
    return ".".join(labels[-3 if under_registry else -2 :])
