"""The Bloom filter's arithmetic: sizes at full scale, and its rate of false positives measured at a small one."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.frontier.bloom import DAY_S, GENERATIONS, BloomLayout, generation, union_rate
from crawler.settings import load


def default_layout() -> BloomLayout:
    settings = load()
    return BloomLayout.plan(settings.seen_capacity, settings.seen_error_rate, settings.seen_block_bytes)


def test_default_filter_takes_318_megabytes_in_five_blocks() -> None:
    layout = default_layout()
    assert layout.blocks == 5
    assert layout.hashes == 18
    assert layout.blocks * layout.block_bytes == pytest.approx(318e6, rel=0.01)


def test_default_filter_keeps_to_its_error_rate_with_100_million_urls_in_each_generation() -> None:
    layout = default_layout()
    expected_fill = 1 - (1 - 1 / (layout.blocks * layout.bits)) ** (100_000_000 * layout.hashes)
    assert union_rate([layout.error_rate(expected_fill)] * GENERATIONS) <= 1e-5


@given(
    capacity=st.integers(1000, 10**10),
    error_rate=st.floats(1e-9, 0.49),
    block_bytes=st.integers(1000, 511_000_000),
)
def test_a_block_never_exceeds_its_limit_and_its_bits_fit_32_bits(
    capacity: int, error_rate: float, block_bytes: int
) -> None:
    layout = BloomLayout.plan(capacity, error_rate, block_bytes)
    assert 0 < layout.block_bytes <= block_bytes
    assert layout.bits <= 2**32
    assert layout.blocks * layout.bits * (1 + 1e-6) >= capacity  # over 1 bit a URL even at the worst rate


@given(st.text())
def test_a_place_is_within_the_filter_and_always_the_same(url: str) -> None:
    layout = BloomLayout.plan(10_000, 1e-3, 1000)
    place = layout.place(url)
    assert place == layout.place(url)
    assert 0 <= place.block < layout.blocks
    bits = struct.unpack(layout.packing, place.bits)
    assert len(bits) == layout.hashes
    assert all(0 <= bit < layout.bits for bit in bits)


@pytest.mark.parametrize("block_bytes", [1000, 100_000_000], ids=["many blocks", "one block"])
def test_false_positives_of_a_full_filter_are_as_rare_as_promised(block_bytes: int) -> None:
    # One generation has half the rate, 0.005. Of 40,000 strangers 200 are expected, with a deviation of 14.
    layout = BloomLayout.plan(20_000, 0.01, block_bytes)
    members = {place_bits(layout, f"http://in.example/{n}") for n in range(20_000)}
    set_bits = {bit for bits in members for bit in bits}
    strangers = (place_bits(layout, f"http://out.example/{n}") for n in range(40_000))
    false_positives = sum(all(bit in set_bits for bit in bits) for bits in strangers)
    assert 40 < false_positives < 260


def test_the_fill_tells_the_error_rate() -> None:
    layout = BloomLayout.plan(20_000, 0.01, 100_000_000)
    set_bits = {bit for n in range(20_000) for bit in place_bits(layout, f"http://in.example/{n}")}
    fill = len(set_bits) / layout.bits
    assert fill == pytest.approx(0.5, abs=0.03)
    assert layout.error_rate(fill) == pytest.approx(0.005, rel=0.3)


def test_a_generation_begins_every_so_many_days() -> None:
    span = 180 * DAY_S
    assert generation(0.0, 180) == 0
    assert generation(span - 1, 180) == 0
    assert generation(span, 180) == 1


def test_asking_two_filters_adds_their_rates() -> None:
    assert union_rate([]) == 0
    assert union_rate([0.1, 0.2]) == pytest.approx(0.28)


def place_bits(layout: BloomLayout, url: str) -> tuple[tuple[int, int], ...]:
    place = layout.place(url)
    return tuple((place.block, bit) for bit in struct.unpack(layout.packing, place.bits))
