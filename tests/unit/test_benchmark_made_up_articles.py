"""The benchmark of made-up news sites and blogs: what its pages hold, and that they are read."""

from __future__ import annotations

import pytest

from benchmarks import made_up_comments
from benchmarks.made_up_articles import CHOICES, made_up, read
from crawler.extract.table import build
from tests.unit.made_up_pages import check_choices, check_floor, check_seeds, check_table

SEEDS = range(1, 151)
FLOORS = {
    "told": 0.97,
    "F1": 0.95,
    "title": 0.96,
    "day": 0.97,
    "author": 0.93,
    "comments": 0.9,
    "who": 0.98,
    "when": 0.98,
    "none": 1.0,
}


def test_a_seed_makes_one_page_and_other_seeds_others() -> None:
    check_seeds(made_up, SEEDS)


def test_pages_hold_what_was_put_in_and_choose_everything_at_times() -> None:
    pages = [made_up(seed) for seed in SEEDS]
    for page in pages:
        if page.gold:
            said = "".join(build(page.html).flow.split())
            assert all("".join(line.split()) in said for line in page.gold["text"].split("\n"))
            assert all("".join(comment["text"].split()) in said for comment in page.gold["comments"])
            assert page.gold["author"] in page.html
        else:
            assert page.chosen["page"] == "list"
    check_choices(pages, {**CHOICES, **made_up_comments.CHOICES})


@pytest.mark.parametrize("figure", FLOORS)
def test_articles_of_templates_that_nobody_has_built_are_read(figure: str) -> None:
    check_floor(made_up, read, SEEDS, figure, FLOORS)


def test_the_table_has_a_row_for_all_pages_and_one_for_each_choice() -> None:
    check_table("pages", made_up, read, "layout")
