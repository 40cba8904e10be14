"""The arithmetic of the Bloom filter, without any store: its size, a URL's bits, its generations and its error rate.

The filter is split into blocks (a Redis string ends at 512 MB); a URL's digest chooses its block. It rotates by time:
URLs are written to the current generation, and looked up in that and the one before.
"""

from __future__ import annotations

import hashlib
import math
import struct
from dataclasses import dataclass
from functools import cached_property

GENERATIONS = 2
"""Asked at each look-up. Each is sized for its share of the error rate, so that together they keep to the whole."""

DAY_S = 86_400.0

# A block gets a random share of the URLs. Only one in 30,000 blocks gets more than its mean and four standard
# deviations (the upper tail of the normal distribution, which a binomial of this size comes close to).
SLACK_DEVIATIONS = 4.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a URL stands: its block, and its bits there, packed as big-endian unsigned 32-bit numbers."""

    block: int
    bits: bytes


@dataclass(frozen=True)
class BloomLayout:
    """How a filter is laid out. URLs written under one layout cannot be found under another."""

    blocks: int
    bits: int  # in each block
    hashes: int  # bits set for each URL

    @classmethod
    def plan(cls, capacity: int, error_rate: float, block_bytes: int) -> BloomLayout:
        """The layout whose generations, each of `capacity` URLs, have `error_rate` together when they are full.

        With n URLs and rate p: m = -n·ln p / (ln 2)² bits and k = -log₂ p hashes (Bloom, 1970). No block is larger
        than `block_bytes`.
        """
        rate = error_rate / GENERATIONS
        bits_per_url = -math.log(rate) / math.log(2) ** 2
        blocks = math.ceil(capacity / _mean_load(block_bytes * 8 / bits_per_url))
        if capacity * bits_per_url <= block_bytes * 8:
            blocks = 1
        return cls(blocks, _bits(capacity, blocks, bits_per_url), max(1, round(-math.log2(rate))))

    @property
    def block_bytes(self) -> int:
        """The size of a block's Redis string, all of it taken when the block is first written to."""
        return math.ceil(self.bits / 8)

    @property
    def packing(self) -> str:
        """`Place.bits` as a format for struct, in Python and in Redis's Lua alike."""
        return ">" + "I" * self.hashes

    @cached_property
    def _steps(self) -> list[tuple[int, int]]:
        return [(i, (i**3 - i) // 6) for i in range(self.hashes)]

    def place(self, url: str) -> Place:
        """A URL's block and bits, by enhanced double hashing: bit i is x + i·y + (i³ - i)/6 mod m.

        (Dillinger and Manolios, Bloom Filters in Probabilistic Verification, 2004, section 5.2. The cubic term keeps
        apart the URLs whose y are alike, which plain double hashing confuses in small filters.)
        """
        digest = hashlib.blake2b(url.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        high, low = struct.unpack(">QQ", digest)
        block, x = high % self.blocks, high // self.blocks
        m = self.bits
        return Place(block, struct.pack(self.packing, *[(x + i * low + c) % m for i, c in self._steps]))

    def error_rate(self, fill: float) -> float:
        """The false-positive rate of a generation of which this share of bits is set, 0–1."""
        return float(fill**self.hashes)


def _mean_load(room: float) -> float:
    """How many URLs blocks may get on average, so that each has room for its uneven share: mean + 4·√mean = room."""
    return float((math.sqrt((SLACK_DEVIATIONS / 2) ** 2 + room) - SLACK_DEVIATIONS / 2) ** 2)


def _bits(capacity: int, blocks: int, bits_per_url: float) -> int:
    """Bits of each block, with slack for an uneven share of the URLs."""
    mean = capacity / blocks
    slack = SLACK_DEVIATIONS * math.sqrt(mean) if blocks > 1 else 0.0
    return math.floor((mean + slack) * bits_per_url)


def generation(now: float, days: float) -> int:
    """The number of the generation that is written at this Unix time; a new one begins every so many days."""
    return int(now // (days * DAY_S))


def union_rate(rates: list[float]) -> float:
    """The rate of false positives when several filters are asked."""
    return 1.0 - math.prod(1.0 - rate for rate in rates)
