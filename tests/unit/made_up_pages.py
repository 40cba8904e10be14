"""What holds of all benchmarks of made-up pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from statistics import mean

from benchmarks.engines.comparison import Figures
from benchmarks.made_up import Choices, MadeUp, table

Maker = Callable[[int], MadeUp]
Reader = Callable[[MadeUp], Figures]


def check_seeds(made_up: Maker, seeds: Sequence[int]) -> None:
    """A seed makes one page, and other seeds others."""
    assert made_up(7) == made_up(7)
    assert len({made_up(seed).html for seed in seeds}) == len(seeds)


def check_choices(pages: Sequence[MadeUp], choices: Choices) -> None:
    """Templates choose everything at times."""
    for name, values in choices.items():
        assert {page.chosen[name] for page in pages} == set(values)


def check_floor(made_up: Maker, read: Reader, seeds: Sequence[int], figure: str, floors: Mapping[str, float]) -> None:
    """A figure is not below its floor."""
    figures = _figures(made_up, read, tuple(seeds))
    assert mean(one[figure] for one in figures if figure in one) >= floors[figure]


@cache
def _figures(made_up: Maker, read: Reader, seeds: tuple[int, ...]) -> list[Figures]:
    return [read(made_up(seed)) for seed in seeds]


def check_table(kind: str, made_up: Maker, read: Reader, choice: str) -> None:
    """The table has a row for all pages, and one for each choice."""
    pages = list(map(made_up, range(1, 21)))
    lines = list(table(kind, pages, list(map(read, pages))))
    assert sum("**all** | 20" in line for line in lines) == 1
    assert sum(line.startswith(f"| {choice}: ") for line in lines) == len({page.chosen[choice] for page in pages})
