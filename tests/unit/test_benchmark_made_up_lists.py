"""The benchmark of made-up list pages: what they hold, and that their articles are found."""

from __future__ import annotations

import pytest

from benchmarks.made_up_lists import CHOICES, made_up, read
from crawler.channels import compile_rule, read_page
from tests.unit.made_up_pages import check_choices, check_floor, check_seeds, check_table

SEEDS = range(1, 151)
FLOORS = {"found": 0.96, "right": 0.99, "title": 0.99, "told": 0.99}


def test_a_seed_makes_one_page_and_other_seeds_others() -> None:
    check_seeds(made_up, SEEDS)


def test_pages_link_to_what_was_put_in_and_choose_everything_at_times() -> None:
    pages = [made_up(seed) for seed in SEEDS]
    for page in pages:
        linked = {link.url for link in read_page(page.html, page.url, compile_rule(".*")).links}
        assert {*page.gold["own"], *page.gold["beside"]} <= linked
        assert all(title in page.html for title in page.gold["own"].values())
    check_choices(pages, CHOICES)


@pytest.mark.parametrize("figure", FLOORS)
def test_the_articles_on_lists_that_nobody_has_built_are_found(figure: str) -> None:
    check_floor(made_up, read, SEEDS, figure, FLOORS)


def test_the_table_has_a_row_for_all_pages_and_one_for_each_choice() -> None:
    check_table("made-up lists", made_up, read, "form")
