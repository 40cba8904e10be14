"""The names in the texts with the times of posts, where nothing marks them."""

from __future__ import annotations

import pytest

from crawler.extract.table import build
from crawler.extract.threads.time_lines import names_beside_times

NAMES = ("Ann", "Tomasz W", "kestrel_7", "老王")
TIMES = ("June 3, 2024, 10:20 a.m.", "2024-06-04 10:20", "2024年6月5日 10:20", "3 days ago")


def names(form: str, count: int = 4) -> list[str]:
    table = build("".join(f"<p>{form.format(n=NAMES[at], t=TIMES[at])}</p>" for at in range(count)))
    return names_beside_times(table, table.leaves)


@pytest.mark.parametrize(
    "form", ["{n} - {t}", "{n} ({t})", "{n} @ {t}", "{t} | {n}", "Reply no. 7 by {n} at {t}", "{t} {n} 写道："]
)
def test_what_varies_beside_the_times_of_posts_are_names(form: str) -> None:
    assert names(form) == list(NAMES)


@pytest.mark.parametrize("form", ["Reply by {n} at {t}", "{n} commented {t}", "Posted {t} by {n}", "{t} 由 {n} 发表"])
def test_the_name_beside_one_time_stands_by_a_word_of_saying(form: str) -> None:
    assert names(form, 1) == [NAMES[0]]


@pytest.mark.parametrize(
    "form", ["{t}", "Beijing {t}", "{t}, 10 replies", "Created on {t}", "Ann {t}", "This page was last edited on {t}"]
)
def test_what_is_the_same_beside_all_times_or_is_no_name(form: str) -> None:
    assert names(form) == []
