"""Which link leads to a list's next page: what says so, else the page number after this one's."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from crawler.channels.anchors import Anchor
from crawler.channels.links import absolute
from crawler.paging import NEXT_PAGE

_NEXT = re.compile(rf"(?:{NEXT_PAGE})\s?[›»>→＞]*|[›»>→＞]{{1,2}}", re.IGNORECASE)
_PAGE = re.compile(r"\d{1,5}")
_MAX_NUMBERS = 30
_MAX_ELEMENTS = 200
_NEAR = 3
"""So many levels above a page number its neighbours stand at most."""


def next_page(tree: Any, found: Sequence[Anchor], url: str) -> str:
    """The address of the page after the one at `url`; "" when there is none. `found` are the links of the page that
    are not known to be something else, such as the pages of threads."""
    for element in () if tree is None else tree.iter("link"):
        if "next" in (element.get("rel") or "").lower().split() and element.get("href"):
            return absolute(element.get("href"), url)
    likely = [anchor for anchor in found if anchor.url != url]
    return _said(likely) or _counted(likely)


def _said(likely: Sequence[Anchor]) -> str:
    """By rel, text or title; of several the one with the plainest words. A lone arrow may lead to the last page: where
    numbers beside it tell, these do."""
    for anchor in likely:
        if "next" in (anchor.element.get("rel") or "").lower().split():
            return anchor.url
    for text_of in (_text, _title):
        for anchor in likely:
            if _NEXT.fullmatch(text_of(anchor)) and not _leads_away(anchor):
                return (_counted(likely) if _is_arrow(anchor) else "") or anchor.url
    return ""


def _text(anchor: Anchor) -> str:
    return anchor.text.strip(" []()|")


def _title(anchor: Anchor) -> str:
    return (anchor.element.get("title") or anchor.element.get("aria-label") or "").strip()


def _leads_away(anchor: Anchor) -> bool:
    """A lone arrow may belong to anything: beside it there must be page numbers."""
    return _is_arrow(anchor) and not any(one.is_link for one in _numbers_near(anchor.element))


def _is_arrow(anchor: Anchor) -> bool:
    return bool(anchor.text) and not anchor.text.strip("›»>→＞ []")


@dataclass(frozen=True, slots=True)
class PageNumber:
    """A number of a pager. `looks`: the elements and classes around it."""

    number: int
    is_link: bool
    looks: frozenset[str]


def _counted(likely: Sequence[Anchor]) -> str:
    """In a pager, the link one higher than this page's number."""
    for anchor in likely:
        if _PAGE.fullmatch(_text(anchor)) and _here(_numbers_near(anchor.element)) + 1 == int(_text(anchor)):
            return anchor.url
    return ""


def _here(numbers: Sequence[PageNumber]) -> int:
    """This page's number: the one that is no link, or, where all are links, the one with a mark that plain ones lack;
    and the next one is a link. -1 where there is none, or several."""
    linked = {one.number for one in numbers if one.is_link}
    here = {one.number for one in numbers if one.number not in linked}
    if not here:
        plain = min((one.looks for one in numbers), key=len, default=frozenset())
        here = {one.number for one in numbers if one.looks > plain}
    likely = [number for number in here if number + 1 in linked]
    return likely[0] if len(numbers) > 1 and len(likely) == 1 else -1


def _numbers_near(element: Any) -> list[PageNumber]:
    """The numbers of the pager around an element. None: it stands in no pager."""
    around = element
    for _ in range(_NEAR):
        around = around.getparent() if around.getparent() is not None else around
        numbers = []
        for one in islice(around.iter(), _MAX_ELEMENTS):
            text = (one.text or "").strip(" []")
            if _PAGE.fullmatch(text):
                numbers.append(_page_number(one, int(text), around))
            if len(numbers) > _MAX_NUMBERS:
                return []
        if len(numbers) > 1:
            return numbers
    return []


def _page_number(element: Any, number: int, within: Any) -> PageNumber:
    outer = itertools.takewhile(lambda above: above is not within, islice(element.iterancestors(), _MAX_ELEMENTS))
    path = [element, *outer]
    looks = {word for one in path for word in (one.tag, *(one.get("class") or "").split())}
    return PageNumber(number, any(one.tag == "a" and one.get("href") for one in path), frozenset(looks))
