"""The numbers of posts in their thread: as the page shows them, else counted.

Pages write #12, 12#, 12楼, No.12 or 12 alone, and call the first ones 楼主, 沙发, 板凳, 地板. What tells a floor from a
count of replies or likes is that it grows from post to post.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise

from crawler.extract.table import Table
from crawler.extract.threads.places import Classes, Place

MIN_COVERED = 0.6
"""Share of the posts in which a place must have a number to show floors."""

MAX_GAPS = 0.3
"""Share of the steps from post to post that may be larger than one."""

MAX_DIGITS_ALONE = 4
"""On a page with one post a longer number is the post's name."""

MAX_CHARS = 12
"""Longer texts are no floors."""

_FLOOR = re.compile(r"(?P<mark>#|no\.?|第)?\s?(?P<number>\d{1,6})\s?(?P<after>#|楼|樓|层|層|f)?", re.IGNORECASE)
_NAMED = {"楼主": 1, "樓主": 1, "沙发": 2, "沙發": 2, "板凳": 3, "地板": 4}


def floors(table: Table, records: Sequence[range], bodies: Sequence[Sequence[int]], classes: Classes) -> list[int]:
    """The floor of each post: where the page shows growing numbers, these; else counted from 1."""
    number_of = cache(partial(_number, alone=len(records) > 1))  # texts recur
    places: defaultdict[Place, dict[int, int]] = defaultdict(dict)
    for index, (record, body) in enumerate(zip(records, bodies, strict=True)):
        inside = set(body)
        for leaf in table.leaves_in(record):
            if leaf not in inside and (number := number_of(table.texts[leaf])):
                places[classes.place(table.parents[leaf])].setdefault(index, number)
    shown = [_filled(numbers, len(records)) for numbers in places.values() if _covers(numbers, len(records))]
    return next(filter(_grows, shown), list(range(1, len(records) + 1)))


def _number(text: str, *, alone: bool) -> int:
    """The floor that a text says, 0 if it says none; a number `alone` may be anything else."""
    text = text.strip()
    if len(text) > MAX_CHARS:
        return 0
    match = _FLOOR.fullmatch(text)
    if match and (alone or ((match["mark"] or match["after"]) and len(match["number"]) <= MAX_DIGITS_ALONE)):
        return int(match["number"])
    return _NAMED.get(text, 0)


def _covers(numbers: dict[int, int], posts: int) -> bool:
    return len(numbers) >= MIN_COVERED * posts


def _grows(numbers: Sequence[int]) -> bool:
    """True if numbers grow from post to post, and mostly by one: posts may have been deleted between."""
    steps = [after - before for before, after in pairwise(numbers)]
    return all(step > 0 for step in steps) and sum(step > 1 for step in steps) <= MAX_GAPS * len(steps)


def _filled(numbers: dict[int, int], posts: int) -> list[int]:
    """A number for each post: one without is the next after the one before, or the one before the first."""
    first = min(numbers)
    before = max(0, numbers[first] - first - 1)
    filled = []
    for index in range(posts):
        before = numbers.get(index, before + 1)
        filled.append(before)
    return filled
