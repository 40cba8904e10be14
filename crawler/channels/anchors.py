"""A page's links as they stand in its tree: the reading that list pages and boards share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import lxml.etree

from crawler.channels.links import absolute, one_line

# Links that are never closed hold each other, and all of the page; this keeps reading them linear.
_MAX_TEXT_STEPS = 100

MAX_DEPTH = 512
"""What nests deeper is put beside one another: with each element that lxml hands out it walks up to the root."""

MAX_ELEMENTS = 200_000
"""What comes after so many is not read: ten times as many as the largest boards have, in some 100 MB."""

_DEFERRED = re.compile(r"(<code\b[^<>]{0,500}>\s{0,50})<!--(?=\s{0,50}<)")
"""A part of the page that its script takes out of a comment and shows: nobody else writes markup into a comment that is
all a code element has."""

_BESIDE_TITLE = re.compile(
    r"\s*[\[(（【]?\s?(?:(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}\s?日?|\d\d[-/]\d\d|\d{1,2}月\d{1,2}日)"
    r"(?:\s\d{1,2}:\d\d(?::\d\d)?)?\s?[\])）】]?\s*|\s*[\[【]?(?:置[顶頂]|new!?|hot!?)[\]】]?\s*",
    re.IGNORECASE,
)
"""What an element of a link has that only says when its page was written, or that it stands above others."""

_MIN_AGAIN = 4
"""So many characters that a link has shown before are its title again, cut for small screens."""

_MAX_CAPTION = 100

_ATTRIBUTES = ("alt", "aria-label", "class", "datetime", "href", "rel", "title", "type")

# What a tree of XML refuses to hold.
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """One <a> or <area>: its element, its absolute address without a fragment, and its text on one line. Where none
    `is_shown` it is what the page says of the link or of a picture in it."""

    element: Any
    url: str
    text: str
    is_shown: bool

    @property
    def leads_into_page(self) -> bool:
        """Whether it names a place in the page that it leads to."""
        return "#" in self.element.get("href")


def parse(html: str) -> Any:
    """The root element, or None for an empty page. Comments are left out, and attributes that no channel asks for; what
    a page defers by a comment is in its place."""
    target: Any = _Target()
    # Bytes of a known charset: lxml refuses text that declares another one.
    parser = lxml.etree.HTMLParser(encoding="utf-8", target=target, huge_tree=True)
    try:
        return lxml.etree.fromstring(_DEFERRED.sub(r"\1", html).encode("utf-8", "replace"), parser)
    except (lxml.etree.ParserError, lxml.etree.XMLSyntaxError):
        return None


class _Target:
    """Builds the tree. libxml2's own builder looks at all attributes of an element for each further one: ten minutes
    for a tag of ten megabytes."""

    def __init__(self) -> None:
        self._builder: Any = lxml.etree.TreeBuilder()
        self._root = ""  # its name: it ends with the page, for what stands behind </html> belongs to it too
        self._depth = 0
        self._elements = 0
        self._unread = 0  # elements open beyond MAX_ELEMENTS

    def close(self) -> Any:
        """The root. It is not kept: a parser lives on until it is collected, and so would the tree."""
        builder, self._builder = self._builder, None
        if self._root:
            builder.end(self._root)
        return builder.close()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            self._unread += 1
            return
        self._depth += 1
        if self._depth == 1 and self._root:
            return
        self._root = self._root or _name(tag)
        known = {name: _legal(attributes[name]) for name in _ATTRIBUTES if name in attributes}
        self._builder.start(_name(tag), known)
        if self._depth > MAX_DEPTH:
            self._builder.end(_name(tag))

    def end(self, tag: str) -> None:
        if self._unread:
            self._unread -= 1
            return
        if 1 < self._depth <= MAX_DEPTH:
            self._builder.end(_name(tag))
        self._depth -= 1

    def data(self, text: str) -> None:
        if self._elements <= MAX_ELEMENTS:
            self._builder.data(_legal(text))


def _name(tag: str) -> str:
    return tag if _NAME.fullmatch(tag) else "unknown"


def _legal(text: str) -> str:
    return _ILLEGAL.sub("", text)


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
            yield Anchor(element, address, *_text(element))


def is_cut(text: str) -> bool:
    """Whether a text ends before its end."""
    return text.endswith(("…", "..."))


def _text(anchor: Any) -> tuple[str, bool]:
    """What a reader sees of a link, and whether they do: its text, else its title, else its pictures' texts, else the
    caption beside these. Cut titles (…) give way."""
    texts, pictures, asides = list[str](), list[str](), list[str]()
    has_picture = False
    for event, element in islice(lxml.etree.iterwalk(anchor, events=("start", "end")), _MAX_TEXT_STEPS):
        if event == "start":
            said = element.text or ""
            is_aside = element is not anchor and len(element) == 0 and _is_aside(said, texts)
            (asides if is_aside else texts).append(said)
            pictures.append(element.get("alt", ""))
            has_picture = has_picture or element.tag == "img"
        elif element is not anchor:
            texts.append(element.tail or "")
    text = one_line("".join(texts)) or one_line("".join(asides))
    title = one_line(anchor.get("title", ""))
    if title and (not text or is_cut(text)):
        return title, bool(text)
    caption = _caption(anchor) if has_picture and not text else ""
    return text or one_line(" ".join(pictures)) or caption, bool(text)


def _is_aside(said: str, before: Sequence[str]) -> bool:
    """Whether what an element of a link says is no title, or begins a text that the link has shown `before`."""
    if _BESIDE_TITLE.fullmatch(said):
        return True
    again = said.strip(" \n\t.…")
    return len(again) >= _MIN_AGAIN and any(text.strip().startswith(again) for text in before)


def _caption(picture: Any) -> str:
    """The text of the small element behind a link that is a picture, where it holds no link itself."""
    behind = picture.getnext()
    parts = list(islice(behind.iter(), _MAX_TEXT_STEPS)) if behind is not None else []
    if not 0 < len(parts) < _MAX_TEXT_STEPS or any(part.tag == "a" for part in parts):
        return ""
    caption = one_line("".join(behind.itertext()))
    return caption if len(caption) <= _MAX_CAPTION else ""
