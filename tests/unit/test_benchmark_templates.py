"""The benchmark of made-up templates."""

from __future__ import annotations

import random

from benchmarks.templates import PAGES, element, growth, page


def test_a_seed_makes_the_same_templates() -> None:
    first, again, other = (element(random.Random(seed), 4) for seed in (7, 7, 8))
    assert first == again != other


def test_a_page_repeats_its_template_with_other_numbers() -> None:
    html = page("<p id=p{i}>2024-01-{d} 10:{m}</p>", PAGES[0], 3).decode()
    assert html.endswith("<p id=p1>2024-01-02 10:01</p><p id=p2>2024-01-03 10:02</p>")
    assert html.count("<p id=") == 3


def test_growth_is_how_many_times_as_long_the_larger_page_took() -> None:
    found = growth("<p>河边的{i}号图书馆。</p>", PAGES[0], from_board=False)
    assert found.times > 0
    assert found.seconds > 0
