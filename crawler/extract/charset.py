"""Bytes of a page to text. Declarations are evidence: a third of the wrong ones would turn a page into nonsense."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

META_BYTES = 4096
"""Declarations are looked for in so many bytes. Browsers read 1,024; old portals put long comments before theirs."""

MAX_UNREAD = 0.02
"""A charset is believed if at most this share of what is beyond ASCII cannot be read: pages are cut and mixed."""

MAX_STRAY = 0.2
"""... but of UTF-8, which other bytes are not by chance, where nothing that is declared can be read better: some lines
of such a page were pasted from another charset."""

DETECT_BYTES = 32_768
"""The detector is some hundred times slower than decoding, and sees no more in more bytes."""

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_META = re.compile(rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([\w.:-]{2,30})", re.IGNORECASE)
_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]{2,30})", re.IGNORECASE)

# Python's names. What is not here (punycode, unicode_escape, utf-7 …) no page needs and some are ways to hurt us.
_SINGLE_BYTE_NAMES = (
    "cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 cp866 koi8-r koi8-u mac-roman mac-cyrillic "
    "iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-11 "
    "iso8859-13 iso8859-14 iso8859-15 iso8859-16 tis-620"
)
_SINGLE_BYTE = frozenset(_SINGLE_BYTE_NAMES.split())
_MULTI_BYTE = frozenset(["utf-8", "gb18030", "big5", "shift_jis", "cp932", "euc_jp", "euc_kr", "cp949"])

# How the charset of a name is really decoded: supersets, because pages use them under the older name.
_SUPERSETS = {"big5": "big5hkscs", "iso8859-1": "cp1252", "shift_jis": "cp932", "euc_kr": "cp949"}

# Frequent characters of running Chinese in both scripts: 5–10 % of all characters in real text, and under 1 % in bytes
# that are read with the wrong Chinese charset, or in accented Latin letters read as Chinese.
_FREQUENT = "的一是不在人有了上中大年"
_MIN_FREQUENT = 0.02

# What most of the characters of running Japanese and Korean are, and hardly one of bytes that are something else. Half-
# width katakana are left out: that is what Chinese bytes look like in Shift_JIS.
_KANA = re.compile("[\u3041-\u30ff]")
_MIN_KANA = 0.2
_HANGUL = re.compile("[\uac00-\ud7a3]")
_MIN_HANGUL = 0.5


_ASCII_BYTES = bytes(range(128))
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_MEAN_LATIN_RUN = 1.5


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, the charset it was read with, and the share (0–1) of its characters that could not be read."""

    text: str
    charset: str
    replaced: float = 0.0


def decode(html: bytes, content_type: str | None = None) -> Decoded:
    """Read a page: BOM, UTF-8 if the bytes are UTF-8, the HTTP header, <meta>, gb18030, Big5, and a detector last.

    `content_type` is the header's value. Bytes that are valid UTF-8 are UTF-8 whatever is declared: running text in
    another charset is not valid UTF-8 by chance. Never raises; what cannot be read becomes U+FFFD, and
    U+0000 is left out.
    """
    for bom, charset in _BOMS:
        if html.startswith(bom):
            read = _read(html[len(bom) :], charset)
            return replace(read, text=read.text.replace("\0", "")) if "\0" in read.text else read
    html = html.replace(b"\0", b"")  # says nothing in HTML, and stores refuse it
    utf8 = _read(html, "utf-8")
    if not utf8.replaced or _fits(utf8):
        return utf8
    declared = list(_declared(html, content_type))
    return _convincing(html, declared) or _best_effort(html, declared, utf8)


def _read(html: bytes, charset: str) -> Decoded:
    text = html.decode(_SUPERSETS.get(charset, charset), "replace")
    if "\ufffd" not in text:  # found out in a twentieth of the time that counting takes
        return Decoded(text, charset)
    return Decoded(text, charset, text.count("\ufffd") / len(text))


def _fits(decoded: Decoded) -> bool:
    """True if hardly anything beyond ASCII was lost."""
    return decoded.replaced * len(decoded.text) <= MAX_UNREAD * _beyond_ascii(decoded.text)


def _beyond_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def _declared(html: bytes, content_type: str | None) -> Iterator[str]:
    """The charsets that the header and all <meta> tags name, in that order, as far as we know them."""
    names = [m[1] for m in _HEADER.finditer(content_type or "")]
    names += [m[1].decode("ascii", "replace") for m in _META.finditer(html[:META_BYTES])]
    for name in names:
        if charset := _known(name):
            yield charset


def _known(name: str) -> str:
    """Python's name for a declared charset, or "". Every gb* is read as gb18030, which contains them all."""
    label = name.lower()
    if label.startswith(("gb", "x-gb", "cp936", "windows-936", "hz-gb")):
        return "gb18030"
    if label.startswith(("big5", "x-x-big5", "cp950")):
        return "big5"
    try:
        charset = codecs.lookup(label).name
    except LookupError:
        return ""
    return charset if charset in _SINGLE_BYTE or charset in _MULTI_BYTE else ""


def _convincing(html: bytes, declared: list[str]) -> Decoded | None:
    """The first charset that makes sense of the bytes.

    A single-byte charset makes "sense" of any bytes, so a declared one must wait for the others to fail: many servers
    send ISO-8859-1 with everything.
    """
    for charset in dict.fromkeys([*declared, *_SCRIPTS]):
        if charset in _SCRIPTS:
            decoded = _read(html, charset)
            if _fits(decoded) and _SCRIPTS[charset](decoded.text):
                return decoded
    return None


def _is_chinese(text: str) -> bool:
    return sum(map(text.count, _FREQUENT)) >= _MIN_FREQUENT * _beyond_ascii(text)


def _is_japanese(text: str) -> bool:
    return len(_KANA.findall(text)) >= _MIN_KANA * _beyond_ascii(text)


def _is_korean(text: str) -> bool:
    return len(_HANGUL.findall(text)) >= _MIN_HANGUL * _beyond_ascii(text)


_SCRIPTS = {
    "gb18030": _is_chinese,
    "shift_jis": _is_japanese,
    "cp932": _is_japanese,
    "euc_jp": _is_japanese,
    "big5": _is_chinese,
    "euc_kr": _is_korean,
    "cp949": _is_korean,
}
"""The multi-byte charsets, in the order in which they are tried, each with what their text looks like."""


def _best_effort(html: bytes, declared: list[str], utf8: Decoded) -> Decoded:
    """Nothing convinces: what is declared if it fits, else the detector's guess, else the least bad."""
    readings = [_read(html, charset) for charset in declared]
    for decoded in readings:
        if _fits(decoded):
            return decoded
    if utf8.replaced * len(utf8.text) <= MAX_STRAY * _beyond_ascii(utf8.text):
        return utf8
    if guess := _guess(html):
        readings.append(_read(html, guess))
    return min([*readings, utf8, _read(html, "gb18030")], key=lambda decoded: decoded.replaced)


def _guess(html: bytes) -> str:
    """Bytes beyond ASCII that stand alone are accented letters; for all else a detector is asked."""
    high = html.translate(None, _ASCII_BYTES)
    if len(high) < _MEAN_LATIN_RUN * len(_HIGH_RUN.findall(html)):
        return "cp1252"
    from charset_normalizer import from_bytes  # takes 50 ms to load, for one page in thousands

    best = from_bytes(html[:DETECT_BYTES]).best()
    return _known(best.encoding) if best else ""
