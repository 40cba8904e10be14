"""Content-Encoding undone piece by piece, so that a bomb is never inflated further than its reader reads. Pure."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import brotli
import zstandard

ACCEPT_ENCODING = "gzip, deflate, br, zstd"

_CHUNK = 65_536
_MAX_CODINGS = 3

# A member of gzip may be 20 bytes long, and what follows it is copied for each: small slices keep that cheap.
_GZIP_SLICE = 16_384

# zstandard has no limit for the output of one call, and four bytes of input can stand for a block of 128 KiB (RFC 8878,
# 3.1.1.2.3): with slices of so many bytes a call gives 4 MiB at the most, and costs a third more time.
_ZSTD_SLICE = 128
_ZSTD_WINDOW = 8 << 20  # RFC 9659: what a receiver of zstd over HTTP must support, and need not exceed

_GZIP_MAGIC = b"\x1f\x8b"

_Coding = Callable[[Iterable[bytes]], Iterator[bytes]]


class EncodingError(ValueError):
    """The body is not what its Content-Encoding says, or breaks off."""


def decoded(pieces: Iterable[bytes], content_encoding: str) -> Iterator[bytes]:
    """The body as it was before the codings of a Content-Encoding header were applied, in bounded pieces.

    Codings that we do not know are taken for none, as browsers do: servers send `utf-8`, `none` or `identity`. An empty
    body is an empty body in every coding. Raises EncodingError.
    """
    names = [name.strip().lower() for name in content_encoding.split(",")]
    codings = [_CODINGS[name] for name in names if name in _CODINGS]
    if len(codings) > _MAX_CODINGS:
        raise EncodingError(f"{len(codings)} content codings on top of each other")
    for coding in reversed(codings):
        pieces = coding(pieces)
    return iter(pieces)


def unpacked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """What a file holds that is packed with gzip, as site maps are (.xml.gz), in bounded pieces; of any other the file
    itself. Raises EncodingError."""
    head, rest = b"", iter(pieces)
    for piece in rest:
        head += piece
        if len(head) >= len(_GZIP_MAGIC):
            break
    whole = chain([head], rest)
    return _gzip(whole) if head.startswith(_GZIP_MAGIC) else whole


def _gzip(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """RFC 1952: members one after the other; what follows the last and is no member is ignored, as gzip(1) does."""
    inflater = None
    for part in _sliced(pieces, _GZIP_SLICE):
        while part:
            if inflater is None or (inflater.eof and part.startswith(b"\x1f")):
                inflater = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
            elif inflater.eof:
                return
            yield from _inflate(inflater, part)
            part = inflater.unused_data
    _require_end("gzip", inflater is None or inflater.eof)


def _deflate(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """RFC 9110 means the zlib format by it; some servers send bare deflate data."""
    head = b""
    rest = iter(pieces)
    for piece in rest:
        head += piece
        if len(head) >= 2:
            break
    if not head:
        return
    inflater = zlib.decompressobj(wbits=zlib.MAX_WBITS if _is_zlib(head) else -zlib.MAX_WBITS)
    yield from _inflate(inflater, head)
    for piece in rest:
        if inflater.eof:
            return
        yield from _inflate(inflater, piece)
    _require_end("deflate", inflater.eof)


def _is_zlib(head: bytes) -> bool:
    """RFC 1950, 2.2: method 8, and the first two bytes are a multiple of 31."""
    return len(head) > 1 and head[0] & 0x0F == 8 and int.from_bytes(head[:2], "big") % 31 == 0


def _inflate(inflater: zlib._Decompress, piece: bytes) -> Iterator[bytes]:
    try:
        while piece and not inflater.eof:
            yield inflater.decompress(piece, _CHUNK)
            piece = inflater.unconsumed_tail
    except zlib.error as problem:
        raise EncodingError(str(problem)) from None


def _brotli(pieces: Iterable[bytes]) -> Iterator[bytes]:
    inflater = brotli.Decompressor()
    empty = True
    try:
        for piece in pieces:
            empty = False
            output = inflater.process(piece, output_buffer_limit=_CHUNK)
            yield output
            # A full piece of output may have more behind it, though all of the input was taken.
            while len(output) >= _CHUNK or not inflater.can_accept_more_data():
                output = inflater.process(b"", output_buffer_limit=_CHUNK)
                yield output
    except brotli.error as problem:
        raise EncodingError(f"brotli: {problem}") from None
    _require_end("brotli", empty or inflater.is_finished())


def _zstd(pieces: Iterable[bytes]) -> Iterator[bytes]:
    decompressor = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    frame = None
    for part in _sliced(pieces, _ZSTD_SLICE):
        while part:
            if frame is None or frame.eof:
                frame = decompressor.decompressobj(write_size=_CHUNK)
            try:
                yield frame.decompress(part)
            except zstandard.ZstdError as problem:
                raise EncodingError(str(problem)) from None
            part = frame.unused_data
    _require_end("zstd", frame is None or frame.eof)


def _sliced(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    for piece in pieces:
        for start in range(0, len(piece), size):
            yield piece[start : start + size]


def _require_end(coding: str, reached: bool) -> None:
    if not reached:
        raise EncodingError(f"the {coding} data breaks off")


_CODINGS: dict[str, _Coding] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
