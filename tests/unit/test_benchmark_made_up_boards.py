"""The benchmark of made-up boards: what their pages hold, and that they are read."""

from __future__ import annotations

from statistics import mean

import pytest

from benchmarks.made_up import table
from benchmarks.made_up_boards import CHOICES, made_up, read
from crawler.channels import compile_rule, read_page

SEEDS = range(1, 151)
FLOORS = {"told": 0.9, "found": 0.9, "right": 0.98, "title": 0.99, "replies": 0.92, "last": 0.96, "next": 0.98}


def test_a_seed_makes_one_page_and_other_seeds_others() -> None:
    assert made_up(7) == made_up(7)
    assert len({made_up(seed).html for seed in SEEDS}) == len(SEEDS)


def test_pages_link_to_what_was_put_in_and_choose_everything_at_times() -> None:
    pages = [made_up(seed) for seed in SEEDS]
    for page in pages:
        linked = {link.url for link in read_page(page.html, page.url, compile_rule(".*")).links}
        assert {*page.gold["threads"], *filter(None, [page.gold["next"]])} <= linked
        assert all(gold["title"] in page.html for gold in page.gold["threads"].values())
    for name, values in CHOICES.items():
        assert {page.chosen[name] for page in pages} == set(values)


@pytest.mark.parametrize("figure", FLOORS)
def test_boards_that_nobody_has_built_are_read(figure: str) -> None:
    figures = [read(made_up(seed)) for seed in SEEDS]
    assert mean(one[figure] for one in figures if figure in one) >= FLOORS[figure]


def test_the_table_has_a_row_for_all_pages_and_one_for_each_choice() -> None:
    pages = [made_up(seed) for seed in SEEDS[:20]]
    lines = list(table("made-up boards", pages, [read(page) for page in pages]))
    assert sum("**all** | 20" in line for line in lines) == 1
    assert sum(line.startswith("| layout: ") for line in lines) == len({page.chosen["layout"] for page in pages})
