"""Which link leads to a list's next page: what says so, else the page number after this one's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from crawler.channels.anchors import Anchor
from crawler.channels.links import absolute

_NEXT = re.compile(
    r"(?:下一?[页頁]|后一?页|下页|次へ|次のページ|다음|next(?:\s?page)?|weiter|nächste(?: seite)?|suivante?|siguiente|"
    r"próxima?|avanti|volgende|далее|следующая|вперед|dalej|następna)\s?[›»>→＞]*|[›»>→＞]{1,2}",
    re.IGNORECASE,
)
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
    """By rel, text or title; of several the one with the plainest words."""
    for anchor in likely:
        if "next" in (anchor.element.get("rel") or "").lower().split():
            return anchor.url
    for text_of in (_text, _title):
        for anchor in likely:
            if _NEXT.fullmatch(text_of(anchor)) and not _leads_away(anchor):
                return anchor.url
    return ""


def _text(anchor: Anchor) -> str:
    return anchor.text.strip(" []()|")


def _title(anchor: Anchor) -> str:
    return (anchor.element.get("title") or anchor.element.get("aria-label") or "").strip()


def _leads_away(anchor: Anchor) -> bool:
    """A lone arrow may belong to anything: beside it there must be page numbers."""
    is_arrow = bool(anchor.text) and not anchor.text.strip("›»>→＞ []")
    return is_arrow and not any(is_link for _, is_link in _numbers_near(anchor.element))


def _counted(likely: Sequence[Anchor]) -> str:
    """Among the numbers of a pager the one that is no link is this page; next is the link one higher."""
    for anchor in likely:
        if _PAGE.fullmatch(anchor.text):
            numbers = _numbers_near(anchor.element)
            here = [number for number, is_link in numbers if not is_link]
            if len(numbers) >= 2 and len(here) == 1 and int(anchor.text) == here[0] + 1:
                return anchor.url
    return ""


def _numbers_near(element: Any) -> list[tuple[int, bool]]:
    """The numbers of the pager around an element, each with whether it is a link. None: it stands in no pager."""
    around = element
    for _ in range(_NEAR):
        around = around.getparent() if around.getparent() is not None else around
        numbers = []
        for one in islice(around.iter(), _MAX_ELEMENTS):
            text = (one.text or "").strip(" []")
            if _PAGE.fullmatch(text):
                numbers.append((int(text), (one.tag == "a" and bool(one.get("href"))) or _in_link(one, around)))
            if len(numbers) > _MAX_NUMBERS:
                return []
        if len(numbers) > 1:
            return numbers
    return []


def _in_link(element: Any, within: Any) -> bool:
    for above in islice(element.iterancestors(), _MAX_ELEMENTS):
        if above is within:
            return False
        if above.tag == "a":
            return bool(above.get("href"))
    return False
