"""Text to index terms, as Elasticsearch makes them with standard tokenizer, cjk_width, lowercase and cjk_bigram.

SQLite's index holds these terms, so that a query means the same in both stores; queries are read and results are marked
with them too. A run of Chinese, Japanese or Korean characters becomes its overlapping pairs, or its one character where
it stands alone; anything else is one lower-case word. What is not followed of the standard tokenizer (Unicode Standard
Annex 29, Unicode 12.1): Hebrew quotation marks, and letters beyond the basic plane other than the mathematical ones.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import add

MAX_WORD_CHARS = 255
"""The standard tokenizer cuts longer words into pieces of this length."""

# Character classes: what the tokenizer of Elasticsearch 8.19 does with each code point, found by asking it.
_HAN_HIRAGANA = (
    "\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3007\u3021-\u3029\u3038-\u303a\u3400-\u4db5\u4e00-\u9fef\uf900-\ufa6d"
    "\ufa70-\ufad9\U00020000-\U0002ebe0\U0002f800-\U0002fa1d\u3041-\u3096\u309d-\u309f\U0001b001-\U0001b11e\U0001f200"
)
_KATAKANA = "\u3031-\u3035\u309b\u309c\u30a0-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u32d0-\u32fe\u3300-\u3357\uff66-\uff9d"
_HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uffa0-\uffbe\uffc2-\uffdc"
_SOUTH_EAST_ASIAN = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ec6\u0ec8-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f"
    "\u1780-\u17d3\u17d7\u17dc\u17dd\u1950-\u1974\u1980-\u19c9\u19da\u19de\u19df\u1a20-\u1a7c\u1aa0-\u1aad"
    "\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaac2\uaadb-\uaadf"
)
_EMOJI = (
    "\xa9\xae\u203c\u2049\u2122\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u2388\u23cf\u23e9-\u23f3\u23f8-\u23fa"
    "\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2605\u2607-\u2612\u2614-\u2685\u2690-\u2705\u2708-\u2712\u2714"
    "\u2716\u271d\u2721\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755\u2757\u2763-\u2767\u2795-\u2797\u27a1"
    "\u27b0\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f0ff"
    "\U0001f10d-\U0001f10f\U0001f12f\U0001f16c-\U0001f16f\U0001f18e\U0001f191-\U0001f19a"
    "\U0001f1ad-\U0001f1e5\U0001f201-\U0001f20f\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f23c-\U0001f23f"
    "\U0001f249-\U0001f53d\U0001f546-\U0001f64f\U0001f680-\U0001f6ff\U0001f774-\U0001f77f\U0001f7d5-\U0001f7ff"
    "\U0001f80c-\U0001f80f\U0001f848-\U0001f84f\U0001f85a-\U0001f85f\U0001f888-\U0001f88f\U0001f8ae-\U0001f8ff"
    "\U0001f90c-\U0001f93a\U0001f93c-\U0001f945\U0001f947-\U0001fffd"
)
_REGIONAL = "\U0001f1e6-\U0001f1ff"
_MIDDLE_BOTH = r"'.\u2018\u2019\u2024\ufe52\uff07\uff0e"
_MIDDLE_LETTERS = _MIDDLE_BOTH + r":\xb7\u0387\u05f4\u2027\ufe13\ufe55\uff1a"
_MIDDLE_DIGITS = _MIDDLE_BOTH + r",;\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b"
_JOINING = r"_\u202f\u203f\u2040\u2054\ufe33\ufe34\ufe4d-\ufe4f\uff3f"
_LETTERS_BEYOND = "\U0001d400-\U0001d7cb\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189"
_LETTERS_IN_NAME_ONLY = "\u3006\u31bb-\u31bf\u4db6-\u4dbf\u9ff0-\u9fff\uff9e\uff9f"

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_HALF_KATAKANA = re.compile("[\uff65-\uff9f]")
_KATAKANA_UNIT = re.compile("[\u30a6-\u30fd\uff66-\uff9d][\uff9e\uff9f]|.", re.DOTALL)
# One letter to one letter, as Java does: Python would look at the neighbours of Σ and make two of İ.
_LOWER = {ord("İ"): "i", ord("Σ"): "σ"}


@dataclass(frozen=True, slots=True)
class Token:
    """A term and the slice of the text it came from. `cjk`: one or two characters of a run."""

    term: str
    start: int
    end: int
    cjk: bool


def terms(text: str) -> list[str]:
    """The terms of a text in order; their places in the list are their positions in the index."""
    found: list[str] = []
    for _, run in _runs(text):
        found += run
    return found


class Analysis:
    """A text's terms, and on demand where they stand: most are never asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.terms: list[str] = []
        self._spans: list[tuple[int, int]] = []
        self._firsts: list[int] = []  # for each run, the position of its first term
        self._opened: dict[int, list[Token]] = {}
        for span, run in _runs(text):
            self._spans.append(span)
            self._firsts.append(len(self.terms))
            self.terms += run

    def token(self, position: int) -> Token:
        """The term at a position, with the slice of the text it came from."""
        run = bisect_right(self._firsts, position) - 1
        start, end = self._spans[run]
        if run not in self._opened:
            self._opened[run] = list(tokens(self._text[start:end]))
        token = self._opened[run][position - self._firsts[run]]
        return Token(token.term, token.start + start, token.end + start, token.cjk)

    def endings(self) -> set[str]:
        """The last characters of CJK runs: those that a search by prefix would not find there."""
        lasts = [*self._firsts[1:], len(self.terms)] if self.terms else []
        return {ending for last in lasts if (ending := self.terms[last - 1][-1]) >= "\u2e80"}


def _runs(text: str) -> Iterator[tuple[tuple[int, int], Iterable[str]]]:
    """Start and end of each run, word and symbol, and its terms."""
    half_katakana = _HALF_KATAKANA.search(text) is not None
    for match in _scanner().finditer(text):
        kind, run = match.lastgroup, match[0]
        if kind == "cjk":
            if half_katakana:
                run = "".join(character for character, _ in _units(run))
            yield match.span(), map(add, run, run[1:]) if len(run) > 1 else run
        elif kind == "word":
            yield match.span(), [_word(run[start:end]) for start, end in _pieces(run)]
        elif kind == "symbol":
            yield match.span(), [_word(run)]


def tokens(text: str) -> Iterator[Token]:
    """The same terms, with the places in the text that they stand for."""
    for match in _scanner().finditer(text):
        at = match.start()
        if match.lastgroup == "cjk":
            yield from _pairs(match[0], at)
        elif match.lastgroup == "word":
            for start, end in _pieces(match[0]):
                yield Token(_word(match[0][start:end]), at + start, at + end, False)
        elif match.lastgroup == "symbol":
            yield Token(_word(match[0]), at, match.end(), False)


def _pairs(run: str, start: int) -> Iterator[Token]:
    """The overlapping pairs of a run's characters, each with the slice of the text it was written as."""
    units = _units(run)
    if len(units) == 1:
        yield Token(units[0][0], start, start + len(run), True)
    for (first, width), (second, next_width) in pairwise(units):
        yield Token(first + second, start, start + width + next_width, True)
        start += width


def _units(run: str) -> list[tuple[str, int]]:
    """A run's characters as they are indexed, and how many of the text's each was: half-width katakana becomes
    full-width, and one with its voice mark where there is such a character."""
    units: list[tuple[str, int]] = []
    for written in _KATAKANA_UNIT.findall(run):
        full = unicodedata.normalize("NFKC", written) if _HALF_KATAKANA.search(written) else written
        units.extend([(full, len(written))] if len(full) == 1 else [(character, 1) for character in full])
    return units


def _word(word: str) -> str:
    """A word as it is indexed: narrow and lower-case."""
    if word.isascii():
        return word.lower()
    if _HALF_KATAKANA.search(word):
        word = "".join(character for character, _ in _units(word))
    return word.translate(_WIDE).translate(_LOWER).lower()


def _pieces(word: str) -> list[tuple[int, int]]:
    """Start and end of the word itself, or of what the tokenizer makes of one that is too long for it."""
    if len(word) <= MAX_WORD_CHARS:
        return [(0, len(word))]
    pieces, start = [], 0
    while start < len(word):
        piece = _scanner().match(word, start, start + MAX_WORD_CHARS)
        if piece and piece.lastgroup:
            pieces.append(piece.span())
        start = piece.end() if piece else start + 1
    return pieces


@cache
def _scanner() -> re.Pattern[str]:
    """Runs, words and symbols. Where nothing is named it only moves on; possessive throughout, so that it is linear."""
    mark = f"[{_ranges('Mn', 'Mc', 'Me', 'Cf', but=chr(0x200B))}\uff9e\uff9f\U0001f3fb-\U0001f3ff]"
    letter = f"(?:[{_letters()}]++{mark}*+)"
    digit = rf"(?:[\d\u066b]++{mark}*+)"
    katakana = f"(?:[{_KATAKANA}]++{mark}*+)"
    joining = f"(?:[{_JOINING}]{mark}*+)"
    between_letters = f"(?:{joining}++|[{_MIDDLE_LETTERS}]{mark}*+)?+"
    between_digits = f"(?:{joining}++|[{_MIDDLE_DIGITS}]{mark}*+)?+"
    mixed = f"(?:{digit}(?:{between_digits}{digit})*+|{letter}(?:{between_letters}{letter})*+)++"
    emoji = rf"(?:[{_EMOJI}\U0001f3fb-\U0001f3ff](?:\ufe0f\u200d?|{mark}*+))"
    block = f"(?:{katakana}(?:{joining}*+{katakana})*+|{mixed})"
    after_hangul = rf"(?![{_JOINING}\d\u066b{_letters()}]|[{_MIDDLE_LETTERS}]{mark}*+[{_letters()}])"
    return re.compile(
        f"(?P<cjk>(?:[{_HAN_HIRAGANA}]++{mark}*+|{katakana}++(?![{_JOINING}])|(?:[{_HANGUL}]++{mark}*+)++{after_hangul})++)"
        rf"|(?P<symbol>(?:[0-9#*]\ufe0f?\u20e3|[{_REGIONAL}]{{2}}){mark}*+|{emoji}(?:(?<=\u200d){emoji})*+"
        f"|(?:[{_SOUTH_EAST_ASIAN}]++{mark}*+)++)"
        f"|(?P<word>{joining}*+{block}(?:{joining}++{block})*+{joining}*+)"
        f"|{joining}++"
    )


@cache
def _letters() -> str:
    """Letters of the scripts that put spaces between words, Hangul among them."""
    others = f"[{_HAN_HIRAGANA}{_KATAKANA}{_SOUTH_EAST_ASIAN}{_LETTERS_IN_NAME_ONLY}]"
    plain = _ranges("Lu", "Ll", "Lt", "Lm", "Lo", "Nl", but=others)
    return plain + "\u02c2-\u02c5\u02d2-\u02d7\u02de\u02df\u02ed\u02ef-\u02ff\u24b6-\u24e9" + _LETTERS_BEYOND


def _ranges(*categories: str, but: str) -> str:
    """The basic plane's characters of these Unicode categories, as the inside of a regular expression's class."""
    unwanted = re.compile(but)
    codes = [code for code in range(0x10000) if unicodedata.category(chr(code)) in categories]
    parts: list[list[int]] = []
    for code in codes:
        if unwanted.match(chr(code)):
            continue
        if parts and parts[-1][1] == code - 1:
            parts[-1][1] = code
        else:
            parts.append([code, code])
    return "".join(f"\\u{first:04x}-\\u{last:04x}" for first, last in parts)
