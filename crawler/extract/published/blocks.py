"""Floors of a forum thread by the positions of its texts: cut where the differences of positions peak.

Source: the articles of 2017 on a general crawler, part 2 (forums): depth-first numbers, the tags that keep the number,
cuts at local maxima once or twice, the time that parts a block in two halves, and the half with more Chinese as text.
The texts are those that part 1 keeps (see `intersection`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from crawler.extract.instant import is_time
from crawler.extract.published.intersection import chinese_characters, main_content
from crawler.extract.published.pean import MAX_TIME_CHARS
from crawler.extract.table import TEXT, Table

KEEP_NUMBER = frozenset(["p", "br", "strong", "b", "em", "font", "u", "a", "img", "h1", "h2", "h3", "h4", "h5", TEXT])
"""Tags that change how a text looks and not where it stands."""

MAX_ROUNDS = 2
"""Rounds of cutting: the source needs one or two to come from texts to floors."""

MIN_TIMED = 0.5
"""Share of the blocks with a time from which they are taken for floors."""


def posts(table: Table) -> list[tuple[range, list[int]]]:
    """The posts in page order, each as a slice of node numbers and the text leaves of its text; empty where no block
    has a time. Linear in the number of nodes."""
    floors = [(block, time) for block in _blocks(table) if (time := _time(table, block)) is not None]
    uppers = [block[:time] for block, time in floors]
    lowers = [block[time + 1 :] for block, time in floors]
    texts = uppers if _amount(table, uppers) > _amount(table, lowers) else lowers
    return [(range(block[0], block[-1] + 1), text) for (block, _), text in zip(floors, texts, strict=True)]


def _blocks(table: Table) -> list[list[int]]:
    """The effective text leaves, cut at the peaks of their positions' differences until most blocks have a time."""
    leaves = main_content(table)
    positions = list(accumulate(tag not in KEEP_NUMBER for tag in table.tags))
    differences = [positions[after] - positions[before] for before, after in pairwise(leaves)]
    cuts = list(range(len(differences)))
    blocks = [leaves] if leaves else []
    for _ in range(MAX_ROUNDS):
        peaks = _peaks([differences[cut] for cut in cuts])
        cuts = [cuts[peak] for peak in peaks]
        edges = [0, *(cut + 1 for cut in cuts), len(leaves)]
        blocks = [leaves[start:end] for start, end in pairwise(edges) if start < end]
        if sum(_time(table, block) is not None for block in blocks) >= MIN_TIMED * len(blocks):
            break
    return blocks


def _peaks(values: Sequence[int]) -> list[int]:
    """The places of the local maxima; of equal neighbours the first."""
    padded = [0, *values, 0]
    return [place for place, value in enumerate(values) if padded[place] < value >= padded[place + 2]]


def _time(table: Table, block: Sequence[int]) -> int | None:
    """The place in a block of the first text with a time."""
    texts = (table.texts[leaf] for leaf in block)
    return next((place for place, text in enumerate(texts) if len(text) <= MAX_TIME_CHARS and is_time(text)), None)


def _amount(table: Table, halves: Sequence[Sequence[int]]) -> int:
    return sum(chinese_characters(table.texts[leaf]) for half in halves for leaf in half)
