"""The benchmark of made-up boards: what their pages hold, and that they are read."""

from __future__ import annotations

import pytest

from benchmarks.made_up_boards import CHOICES, made_up, read
from crawler.channels import compile_rule, read_page
from tests.unit.made_up_pages import check_choices, check_floor, check_seeds, check_table

SEEDS = range(1, 151)
FLOORS = {
    "told": 0.97,
    "found": 0.97,
    "right": 0.99,
    "title": 0.99,
    "replies": 0.98,
    "last": 0.98,
    "next": 0.99,
    "boards": 0.98,
}


def test_a_seed_makes_one_page_and_other_seeds_others() -> None:
    check_seeds(made_up, SEEDS)


def test_pages_link_to_what_was_put_in_and_choose_everything_at_times() -> None:
    pages = [made_up(seed) for seed in SEEDS]
    for page in pages:
        linked = {link.url for link in read_page(page.html, page.url, compile_rule(".*")).links}
        threads = page.gold.get("threads", {})
        assert {*threads, *page.gold.get("boards", ()), *filter(None, [page.gold.get("next")])} <= linked
        assert all(gold["title"] in page.html for gold in threads.values())
    check_choices(pages, CHOICES)


@pytest.mark.parametrize("figure", FLOORS)
def test_boards_that_nobody_has_built_are_read(figure: str) -> None:
    check_floor(made_up, read, SEEDS, figure, FLOORS)


def test_the_table_has_a_row_for_all_pages_and_one_for_each_choice() -> None:
    check_table("made-up boards", made_up, read, "layout")
