"""The learned site template: paragraphs that recur over a site's articles are not what one of them is about.

Source: the articles of 2017 on a general crawler, part 1: a site's template is what its pages have in common, kept as a
stream (see `intersection` for the published form). Here it comes after extraction and takes out what that let through:
disclaimers, promotion, lines of editors. Instead of the intersection of all pages, which one page without a line would
end, it is what stands on enough of the last ones; sites change, and what no longer recurs is forgotten.

Pure: where the last pages are kept is the caller's affair.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from urllib.parse import urlsplit

MIN_PAGES = 3
"""On so many pages at least, this one included: two may be one article in two places, or quote each other."""

MIN_SHARE_AT_ENDS = 0.2
MIN_SHARE_WITHIN = 0.5
"""Of the last pages. At a text's ends boilerplate is usual; within it, what recurs may be the heading of a series."""

MAX_REMOVED = 0.5
"""Share of a text's characters. If more recurs, the pages are versions of one another and nothing is taken out."""

HEAD, TAIL = 8, 24
"""Paragraphs of a page that are kept in mind: its first and its last, for there boilerplate stands."""

MAX_PAGES = 24
"""Of a group, the last ones: 3 KB together."""

MAX_PARTS = 6
"""Parts of a path that make its shape."""

PARAGRAPH_BYTES = 4  # one unsigned int
"""Of a paragraph's hash: one page in 5,000,000 shares one with another page by accident, and two must."""

PAGE_BYTES = 8

WRITTEN_ONE_IN = 4
"""Of the pages of a full window: what they have in common changes slowly."""

_WORD = re.compile(r"[a-z-]{2,20}")


def group_of(url: str) -> str:
    """The pages that a page shares its template with: those of its host at paths of the same shape.

    The shape is the number of the path's parts, the first if it is a plain word, and how the last one ends.

    >>> group_of("https://news.example.com/china/2024-03/05/content_1234.html")
    'news.example.com/china/*/*/*.html'
    """
    address = urlsplit(url)
    *folders, last = address.path.strip("/").split("/")
    name, dot, ending = last.rpartition(".")
    shape = ["*" for _ in folders[:MAX_PARTS]] + [f"*{dot}{ending}" if name and ending.isalpha() else "*"]
    if folders and _WORD.fullmatch(folders[0]):
        shape[0] = folders[0]
    return "/".join([(address.hostname or "").removeprefix("www."), *shape])


@dataclass(frozen=True, slots=True)
class Window:
    """What is kept of the last pages of a group: of each its key and its paragraphs' hashes, oldest first."""

    pages: tuple[tuple[bytes, bytes], ...] = ()

    @classmethod
    def decode(cls, value: bytes) -> Window:
        """From what `encode` gave. What is cut off or of another kind ends the window."""
        pages, start = [], 0
        while start + PAGE_BYTES < len(value):
            hashes = start + PAGE_BYTES + 1
            end = hashes + PARAGRAPH_BYTES * value[hashes - 1]
            if end > len(value):
                break
            pages.append((value[start : start + PAGE_BYTES], value[hashes:end]))
            start = end
        return cls(tuple(pages[-MAX_PAGES:]))

    def encode(self) -> bytes:
        return b"".join(page + bytes([len(kept) // PARAGRAPH_BYTES]) + kept for page, kept in self.pages)

    @property
    def is_worth_writing(self) -> bool:
        """Whether the window is to be written with its newest page: until it is full with each, then with one in some,
        always the same."""
        return len(self.pages) < MAX_PAGES or self.pages[-1][0][0] % WRITTEN_ONE_IN == 0

    def with_page(self, title: str, url: str, text: str) -> Window:
        """With this page as the newest; it is never there twice.

        A page counts by its title, so that neither a second fetch nor the further pages of one article count twice, and
        by its URL where it has no title.
        """
        page = _hash(title or url, PAGE_BYTES)
        others = tuple(one for one in self.pages if one[0] != page)
        return Window((*others, (page, _kept(text)))[-MAX_PAGES:])

    def without_template(self, text: str) -> str:
        """The text of the newest page without the paragraphs that recur on the others."""
        lines = _paragraphs(text)
        size = len(self.pages)
        counts = Counter(chain.from_iterable(_numbers(kept) for _, kept in self.pages))
        found = [counts[number] for number in _numbers(_hashes(lines))]
        recurs = [count >= max(MIN_PAGES, MIN_SHARE_AT_ENDS * size) for count in found]
        start = _leading(recurs)
        end = len(lines) - _leading(recurs[::-1])
        most = max(MIN_PAGES, MIN_SHARE_WITHIN * size)
        own = [line for line, count in zip(lines[start:end], found[start:end], strict=True) if count < most]
        return "\n".join(own) if _size(own) >= (1 - MAX_REMOVED) * _size(lines) else text


def _kept(text: str) -> bytes:
    """The hashes of a text's first and last paragraphs, one after the other."""
    lines = _paragraphs(text)
    ends = lines if len(lines) <= HEAD + TAIL else lines[:HEAD] + lines[-TAIL:]
    return _hashes(dict.fromkeys("".join(line.split()) for line in ends))


def _hashes(lines: Iterable[str]) -> bytes:
    return b"".join(_hash(line, PARAGRAPH_BYTES) for line in lines)


def _numbers(hashes: bytes) -> Iterable[int]:
    """The hashes as numbers, which count faster."""
    return memoryview(hashes).cast("I")


def _leading(values: Sequence[bool]) -> int:
    """How many at the beginning are true."""
    return next((place for place, value in enumerate(values) if not value), len(values))


def _paragraphs(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _size(lines: Sequence[str]) -> int:
    return sum(map(len, lines))


def _hash(text: str, size: int) -> bytes:
    folded = "".join(text.split())
    return blake2b(folded.encode("utf-8", "replace"), digest_size=size).digest()
