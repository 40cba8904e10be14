"""Who published an article first: what it says itself, what the page says for machines, what stands beside the date."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crawler.extract.boilerplate import Saying
from crawler.extract.instant import spans
from crawler.extract.structured import Stated
from crawler.extract.table import Table

MAX_CHARS = 60
"""Longer values are descriptions, not names."""

BESIDE = 25
"""Characters between a date and the publisher's name."""

MAX_SOURCE_CHARS = 20
"""Characters of what stands in an element that is called a source, if it is a name."""

_SOURCE = re.compile(
    r"(?<![\u4e00-\u9fff“「])(?:文章|稿件|信息|新闻|消息|本文|内容)?(?:来源|來源|稿源|出处|来自|转自|轉自|发布机构|发文机关)"
    r"(?:\s{0,3}[:：|｜丨/]\s{0,5}|\n\s{0,5})([^\s:：|｜丨/，,。;；()（）\[\]【】”」]{2,30}+)(?!\s?[:：])"
)
_SOURCE_WORD = re.compile("来源|來源|稿源|转自|轉自|出处|来自|发布机构|发文机关")
MAX_SOURCE_LABEL = 2
"""Characters before such a word that belong to the label."""
_PUBLISHER = re.compile(
    r"(?:^|(?<=[\s|｜·:：\d]))((?:(?<!\d)\d{1,4})?[\u4e00-\u9fffA-Za-z]{1,14}(?:报|報|网|網|社|刊|台|新闻|新聞|客户端|发布|在线|财经|之声))"
    r"(?=$|[\s|｜·\d])",
    re.MULTILINE,
)
"""A word that ends as the names of papers, sites and agencies do."""

_SOURCE_LABEL = re.compile(r"^\w{0,2}(?:来源|來源)\s?[:：|｜]?\s?")
_CALLED_SOURCE = re.compile(r"(?:^|[\s_-])(?:source|laiyuan)(?:$|[\s_-])|[a-z]Source(?:$|[\s_-])")
_WIRE = re.compile(
    r"[\s（(【\[]{0,9}(?:[^\s】]{1,60}】)?\s?([\u4e00-\u9fff]{1,5}[社网報报])[\u4e00-\u9fff]{0,8}"
    r"\d{1,2}月\d{1,2}日(?:[电電讯訊]|消息|报道)"
)
"""How reports of agencies begin: who, where, the day, and how it came."""

_NOT_A_PUBLISHER = re.compile(r"://|^\W*\d*\W*$|^(?:网络|互联网|本站|本网|原创|转载|未知|综合)")
_SOURCE_METAS = ("contentsource", "source", "mediaid", "article:source", "dc.source")


def source(table: Table, stated: Stated, start: int, end: int, head: tuple[int, int] = (0, 0)) -> tuple[str, str]:
    """Who published an article first, as it says itself (来源), and where that was found: "byline", "meta", "json-ld",
    "dateline" for a name beside the date or in an element that is called a source, "og" for the page's own, or two
    empty strings.

    `start` and `end` bound the part of `table.flow` in which a label counts: from the title to the text's end, and
    `head` the part between the title and the text.
    """
    flow = table.flow
    for word in _SOURCE_WORD.finditer(flow, start, end):
        match = _SOURCE.search(flow, max(start, word.start() - MAX_SOURCE_LABEL), min(end, word.end() + MAX_CHARS))
        if match and match.start() <= word.start() and _publisher(match[1]):
            return match[1], "byline"
    named = (_publisher(stated.meta_text(name)) for name in _SOURCE_METAS)
    if name := next(filter(None, named), ""):
        return name, "meta"
    if name := next(filter(None, map(_publisher, stated.strings("sourceOrganization", "publisher"))), ""):
        return name, "json-ld"
    if name := next(_named_sources(table, head), "") or _beside_date(flow, head) or _wired(flow, head):
        return name, "dateline"
    site = _publisher(stated.meta_text("og:site_name"))
    return site, "og" if site else ""


def _named_sources(table: Table, head: tuple[int, int]) -> Iterator[str]:
    """What stands in elements between the title and the text that are called a source."""
    for node in table.called(is_called_source) if head[0] < head[1] else ():
        start, end = table.span(node)
        if head[0] <= start < head[1] and end - start <= MAX_SOURCE_CHARS:
            yield from filter(None, [_publisher(_SOURCE_LABEL.sub("", table.text_of(node)))])


def _beside_date(flow: str, head: tuple[int, int]) -> str:
    """A publisher's name near the first date between the title and the text."""
    first = next(spans(flow, *head), None) if head[0] < head[1] else None
    if not first:
        return ""
    match = _PUBLISHER.search(flow, max(head[0], first[0] - BESIDE), min(head[1], first[1] + BESIDE))
    return _publisher(match[1]) if match else ""


def _wired(flow: str, head: tuple[int, int]) -> str:
    """The agency or site with whose place and day the text begins."""
    match = _WIRE.match(flow, head[1])
    return match[1] if match else ""


def _publisher(text: str) -> str:
    """A publisher's name; "" for an address, a number or a description."""
    name = " ".join(text[: 2 * MAX_CHARS].split())
    return name if 1 < len(name) <= MAX_CHARS and not _NOT_A_PUBLISHER.search(name) else ""


@Saying
def is_called_source(name: str) -> bool:
    """True for a class that says that who published a text stands there."""
    return ("ource" in name or "laiyuan" in name) and _CALLED_SOURCE.search(name) is not None


def is_paper(name: str) -> bool:
    """True for a name that ends as those of papers, sites and agencies do."""
    return _PUBLISHER.fullmatch(name) is not None
