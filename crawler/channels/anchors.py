"""A page's links as they stand in its tree: the reading that list pages and boards share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import lxml.etree

from crawler.channels.links import absolute, one_line

# Links that are never closed hold each other, and all the page's text; this keeps reading them linear.
_MAX_TEXT_PIECES = 50


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """One <a> or <area>: its element, its absolute address without a fragment, and its text on one line."""

    element: Any
    url: str
    text: str


def parse(html: str) -> Any:
    """The root element, or None for an empty page."""
    # Bytes of a known charset: lxml refuses text that declares another one.
    parser = lxml.etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        return lxml.etree.fromstring(html.encode("utf-8", "replace"), parser)
    except (lxml.etree.ParserError, lxml.etree.XMLSyntaxError):
        return None


def anchors(tree: Any, url: str) -> Iterator[Anchor]:
    """Every link with an http(s) address, in order. `tree` is what `parse` gave for the page at `url`."""
    if tree is None:
        return
    base = url
    for element in tree.iter("base", "a", "area"):
        href = element.get("href")
        if not href:
            continue
        if element.tag == "base":
            base = absolute(href, url) or url
        elif address := absolute(href, base):
            yield Anchor(element, address, _text(element))


def _text(anchor: Any) -> str:
    """What a reader sees of a link: its text, else its title, else its pictures' texts. Cut titles (…) give way."""
    text = one_line("".join(islice(anchor.itertext(), _MAX_TEXT_PIECES)))
    title = one_line(anchor.get("title", ""))
    if title and (not text or text.endswith(("…", "..."))):
        return title
    return text or one_line(" ".join(image.get("alt", "") for image in anchor.iter("img")))
