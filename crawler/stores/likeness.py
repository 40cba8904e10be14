"""Whether two articles have one text: news is reprinted on many sites, framed, cut and edited.

A text is taken for the set of its shingles, all runs of some letters of it, and two texts resemble each other by the
share of shingles that they have in common (Broder 1997). Texts that may do so are found by the terms of a sketch, which
an index looks up like words: the least hash in each of 36 classes of shingles (one permutation hashing, Li, Owen and
Zhang 2012; an empty class borrows from the next one, Shrivastava and Li 2014), three to a term. What is found so is
compared itself, so that chance makes no copies.

Fingerprints of 64 bits (SimHash, Manku et al. 2007) that differ in 3 bits at most find a third of the reprints that
this finds: an editor's line or a last paragraph that was cut changes more of them (docs/benchmarks.md).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from zlib import crc32

from crawler.model import Document, Kind

HAN_WIDTH, LETTERS_WIDTH = 5, 10
"""Characters of a shingle, in scripts whose characters are words or syllables, and in others: few that two texts of
different authors have in common."""

MOST_LETTERS = 4000
"""Of a text, from its beginning: more tell no more, and take time."""

MOST_READ = 2 * MOST_LETTERS
"""Characters of a text among which so many letters are looked for."""

LEAST_LETTERS = 40
"""A shorter text may be anybody's."""

SHORT_LETTERS = 150
"""A shorter text may be a notice that stands in place of many articles: then the titles must be alike, too."""

TERMS, HASHES_A_TERM = 12, 3
CLASSES = TERMS * HASHES_A_TERM

MIN_RESEMBLANCE = 0.4
"""So many stay where three letters of a hundred were changed, or half of the text was cut."""

MIN_FIGURES = 0.9
"""Of the numbers of the text that has fewer. Reports made by a form differ in these: the weather, the stocks."""

_WIDE = re.compile("[\u0e00-\u0eff\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff]+")
_NO_LETTERS = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"\d+")


def sketch(kind: str, text: str) -> tuple[str, ...]:
    """The terms that articles whose texts resemble each other have some of in common; none of what is no article or too
    short to be told."""
    return _terms(text[:MOST_READ]) if kind == Kind.ARTICLE else ()


@lru_cache(maxsize=256)  # asked for when copies of a bulk call's articles are looked for, and when these are written
def _terms(text: str) -> tuple[str, ...]:
    letters = _letters(text)
    if len(letters) < LEAST_LETTERS:
        return ()
    least = {number % CLASSES: number for number in sorted(_hashes(letters), reverse=True)}
    values = [_borrowed(least, at) for at in range(CLASSES)]
    parts = [values[at : at + HASHES_A_TERM] for at in range(0, CLASSES, HASHES_A_TERM)]
    return tuple(f"{number:x}{crc32(repr(part).encode()):08x}" for number, part in enumerate(parts))


def is_copy(one: Document, other: Document) -> bool:
    """True if two articles have one text: most of the same letters, the same figures, and, where it is short, titles
    that are alike."""
    letters, others = _letters(one.text), _letters(other.text)
    shortest = min(len(letters), len(others))
    if shortest < LEAST_LETTERS or (shortest < SHORT_LETTERS and not _alike(one.title, other.title)):
        return False
    shingles, theirs = _hashes(letters), _hashes(others)
    return len(shingles & theirs) >= MIN_RESEMBLANCE * len(shingles | theirs) and _same_figures(one.text, other.text)


def _letters(text: str) -> str:
    """What sites leave as it is: they change spaces, punctuation, and the width of letters and figures."""
    return _NO_LETTERS.sub("", _narrow(text).casefold())[:MOST_LETTERS]


def _narrow(text: str) -> str:
    return unicodedata.normalize("NFKC", text[:MOST_READ])


def _hashes(letters: str) -> set[int]:
    """One for each shingle; as good as these themselves, and cut from the text's bytes, which is the quickest way."""
    units = letters.encode("utf-16-le", "surrogatepass")
    width = 2 * (HAN_WIDTH if 3 * sum(map(len, _WIDE.findall(letters))) > len(letters) else LETTERS_WIDTH)
    return {crc32(units[at : at + width]) for at in range(0, len(units) - width + 1, 2)}


def _borrowed(least: dict[int, int], at: int) -> tuple[int, int]:
    """The least hash of a class, or of the next that has one, and how many classes on that is."""
    distance = next(ahead for ahead in range(CLASSES) if (at + ahead) % CLASSES in least)
    return least[(at + distance) % CLASSES], distance


def _same_figures(text: str, other: str) -> bool:
    """True if nearly all numbers of one text stand in the other; one may have been cut, or have been given a line."""
    numbers, others = _numbers(text), _numbers(other)
    return len(numbers & others) >= MIN_FIGURES * min(len(numbers), len(others))


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(_narrow(text)))


def _alike(title: str, other: str) -> bool:
    """True if half of the pairs of letters of the shorter title stand in the other."""
    pairs, others = _pairs(title), _pairs(other)
    return 2 * len(pairs & others) >= max(1, min(len(pairs), len(others)))


def _pairs(title: str) -> set[str]:
    letters = _letters(title)
    return {letters[at : at + 2] for at in range(len(letters) - 1)}
