"""Content codings undone, in bounded pieces."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.fetch.encoding import EncodingError, decoded, unpacked
from tests.hostile import BOMB_BYTES, CODINGS, bomb, coded

# One call's output is at most this: 64 KiB, but 4 MiB for zstd.
PIECE_BYTES = 4 << 20


def header(coding: str) -> str:
    return coding.removeprefix("raw-")


def split(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


@given(body=st.binary(max_size=3000), size=st.integers(1, 5000), coding=st.sampled_from(CODINGS))
def test_there_and_back_in_pieces_of_any_size(body: bytes, size: int, coding: str) -> None:
    assert b"".join(decoded(split(coded([body], coding), size), header(coding))) == body


@given(garbage=st.binary(max_size=500), coding=st.sampled_from(CODINGS))
def test_garbage_is_bytes_or_our_error(garbage: bytes, coding: str) -> None:
    with suppress(EncodingError):
        assert isinstance(b"".join(decoded([garbage], header(coding))), bytes)


@pytest.mark.parametrize("coding", CODINGS)
def test_no_piece_of_a_bomb_is_large(coding: str) -> None:
    total = 0
    for piece in decoded(split(bomb(coding), 16_384), header(coding)):
        assert len(piece) <= PIECE_BYTES
        total += len(piece)
    assert total == BOMB_BYTES


@pytest.mark.parametrize("coding", CODINGS)
def test_a_bomb_is_inflated_no_further_than_it_is_read(coding: str) -> None:
    taken = 0

    def pieces() -> Iterator[bytes]:
        nonlocal taken
        for piece in split(bomb(coding), 64):
            taken += 1
            yield piece

    next(piece for piece in decoded(pieces(), header(coding)) if piece)
    assert taken < 20


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("missing", [1, 5, 20])
def test_what_breaks_off_is_an_error(coding: str, missing: int) -> None:
    body = bytes(range(256)) * 20
    with pytest.raises(EncodingError):
        b"".join(decoded([coded([body], coding)[:-missing]], header(coding)))


@pytest.mark.parametrize("coding", [*CODINGS, ""])
def test_an_empty_body_is_empty_in_every_coding(coding: str) -> None:
    assert b"".join(decoded([], header(coding))) == b""


def test_codings_on_top_of_each_other() -> None:
    inner = coded([b"page"], "br")
    assert b"".join(decoded([coded([inner], "gzip")], "br, GZIP")) == b"page"
    with pytest.raises(EncodingError, match="4 content codings"):
        decoded([b""], "gzip, gzip, gzip, gzip")


@pytest.mark.parametrize("name", ["", "identity", "utf-8", "none", "x-unknown"])
def test_codings_that_we_do_not_know_are_none(name: str) -> None:
    assert b"".join(decoded([b"page"], name)) == b"page"


@pytest.mark.parametrize("size", [1, 100_000])
def test_gzip_members_in_a_row_and_what_follows_them(size: int) -> None:
    data = coded([b"one "], "gzip") + coded([b"two"], "gzip") + b"\0\0 padding"
    assert b"".join(decoded(split(data, size), "gzip")) == b"one two"


def test_zstd_frames_in_a_row() -> None:
    data = coded([b"one "], "zstd") + coded([b"two"], "zstd")
    assert b"".join(decoded(split(data, 7), "zstd")) == b"one two"


def test_deflate_data_that_begins_like_both_formats() -> None:
    """The header alone tells, even when it comes in two pieces."""
    data = zlib.compress(b"page", 9)
    assert b"".join(decoded([data[:1], data[1:]], "deflate")) == b"page"


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@pytest.mark.parametrize("body", [b"", b"<", b"<urlset/>" * 50, b"\x1f"])
def test_a_file_that_is_packed_is_unpacked_and_any_other_stays(body: bytes, size: int) -> None:
    assert b"".join(unpacked(split(body, size))) == body
    assert b"".join(unpacked(split(coded([body], "gzip"), size))) == body


def test_a_packed_bomb_comes_in_bounded_pieces() -> None:
    assert max(map(len, unpacked(split(bomb("gzip"), 16_384)))) <= 65_536


def test_a_packed_file_that_breaks_off_is_broken() -> None:
    with pytest.raises(EncodingError, match="breaks off"):
        b"".join(unpacked([coded([b"<urlset/>"], "gzip")[:-4]]))
