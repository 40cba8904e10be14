"""The benchmark of made-up forums: what its pages hold, and that they are read."""

from __future__ import annotations

from itertools import chain

import pytest

from benchmarks.changed_pages import fold
from benchmarks.made_up_threads.__main__ import read
from benchmarks.made_up_threads.choices import CHOICES
from benchmarks.made_up_threads.page import SITE, made_up
from crawler.extract.table import build
from tests.unit.made_up_pages import check_choices, check_floor, check_seeds, check_table

SEEDS = range(1, 121)
FLOORS = {
    "found": 0.99,
    "exact": 0.97,
    "clean": 0.98,
    "title": 0.99,
    "author": 0.96,
    "time": 0.98,
    "nested": 0.97,
    "next": 0.99,
}


def test_a_seed_makes_one_page_and_other_seeds_others() -> None:
    check_seeds(made_up, SEEDS)


def test_pages_hold_what_was_put_in_and_choose_everything_at_times() -> None:
    pages = [made_up(seed) for seed in SEEDS]
    for page in pages:
        flow = fold(build(page.html).flow)
        nested = chain.from_iterable(post["nested"] for post in page.gold["posts"])
        for post in chain(page.gold["posts"], nested):
            assert post["author"] in page.html
            assert all(fold(line) in flow for line in post["text"].split("\n"))
        assert page.gold["next"].removeprefix(SITE) in page.html
    check_choices(pages, CHOICES)


@pytest.mark.parametrize("figure", FLOORS)
def test_threads_of_templates_that_nobody_has_built_are_read(figure: str) -> None:
    check_floor(made_up, read, SEEDS, figure, FLOORS)


def test_the_table_has_a_row_for_all_pages_and_one_for_each_choice() -> None:
    check_table("made-up threads", made_up, read, "layout")
