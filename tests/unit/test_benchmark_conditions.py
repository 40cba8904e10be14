"""What conditions bring: that each is seen, held to the value it mostly has, and counted."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.conditions import WATCH, Outcome, Watch, outcomes, watched

SOURCE = """
@remembered
def size(n):
    if n > 2 and not n % 2:
        return "odd one"
    return "large" if n > 3 or [m for m in range(n) if m > 4] else "small"


def root(n):
    while n > 7:
        n = n // (n - 3 and n)
    return n
"""
"""The second condition keeps 4 from being large."""


def loaded(watch: Watch) -> dict[str, Any]:
    names: dict[str, Any] = {WATCH: watch}
    exec(watched(SOURCE, "sizes.py", watch), names)
    return names


def figures(names: dict[str, Any], n: int) -> dict[str, float]:
    return {"right": names["size"](n) == ("large" if n > 3 else "small"), "root": names["root"](n) == n}


def found(most: int) -> dict[str, Outcome]:
    watch = Watch(most)
    names = loaded(watch)
    return {one.operand.text: one for one in outcomes(watch, [partial(figures, names, n) for n in range(6)])}


def test_an_operand_that_costs_more_than_it_brings_is_found() -> None:
    one = found(most=3)["n % 2"]
    assert (one.value, one.changes) == (True, [1.0])
    assert str(one) == "+1.00  +1 -0  sizes.py:4  held to True: n % 2"


def test_an_operand_that_brings_something_costs_when_it_is_turned_off() -> None:
    one = found(most=3)["n > 3"]
    assert not one.value
    assert one.changes == [-1.0]  # of 4 and 5, the first is the odd one anyway


def test_operands_that_decide_no_page_or_many_are_left() -> None:
    few = found(most=2)
    assert "n > 7" not in few
    assert "n > 2" not in few
    assert "n % 2" in few


def test_an_operand_without_which_nothing_can_be_read_has_no_outcome() -> None:
    watch = Watch(2)
    names: dict[str, Any] = {WATCH: watch}
    exec(
        watched("def part(n):\n    return 6 / n if n else 0", "f.py", watch),
        names,
    )
    pages = [lambda n=n: {"right": names["part"](n)} for n in range(4)]
    assert [one.changes for one in outcomes(watch, pages)] == [None]
