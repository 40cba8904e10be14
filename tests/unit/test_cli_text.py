"""Text for a terminal: its width, its tables, and what it must not carry."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.cli.text import local, marked, printable, printable_lines, shortened, table, to_json, utc, width
from crawler.model import Precision

CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("早报", 4), ("ｆｕｌｌ", 8), ("e\u0301", 1), ("a\u200bb", 2), ("", 0), ("、", 2)],
)
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


def test_a_table_is_aligned_by_columns_of_the_terminal() -> None:
    rows = [(1, "早报", "ok", "http://a/"), (12, "b", "failed", "http://b/")]
    assert table(rows).splitlines() == [
        " 1  早报  ok      http://a/",
        "12  b     failed  http://b/",
    ]


def test_headings_stand_over_their_numbers() -> None:
    assert table([("count", "why"), (7, "x")]).splitlines() == ["count  why", "    7  x"]


def test_no_rows_are_no_text() -> None:
    assert table([]) == ""


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.tuples(*[CELLS] * n), min_size=1, max_size=5)))
def test_every_row_is_one_line_and_its_cells_begin_where_the_others_do(rows: list[tuple[str, ...]]) -> None:
    lines = table([(*row, "|") for row in rows]).split("\n")
    assert len(lines) == len(rows)
    assert len({width(line[: line.rindex("|")]) for line in lines}) == 1


@given(st.text())
def test_nothing_printed_commands_the_terminal(text: str) -> None:
    assert not any(unicodedata.category(one) == "Cc" for one in printable(text))
    assert not any(unicodedata.category(one) == "Cc" for one in printable_lines(text).replace("\n", ""))


def test_line_breaks_of_a_text_stay() -> None:
    assert printable_lines("一\n二\x1b[2J") == "一\n二 [2J"


def test_what_matched_is_emphasised_and_html_undone() -> None:
    html = "a &lt;b&gt; <mark>图书馆</mark>\n新<mark>馆</mark> &amp; \x1b[31m"
    assert marked(html, lambda word: f"【{word}】") == "a <b> 【图书馆】 新【馆】 &  [31m"


def test_a_mark_that_a_page_wrote_is_text() -> None:
    assert marked("&lt;mark&gt;x&lt;/mark&gt;", lambda word: "!") == "<mark>x</mark>"


def test_json_keeps_chinese_and_writes_instants_in_iso_8601() -> None:
    @dataclass
    class Thing:
        name: str
        at: datetime

    text = to_json(Thing("早报", datetime(2026, 11, 21, 8, 30, tzinfo=UTC)))
    assert "早报" in text
    assert json.loads(text) == {"name": "早报", "at": "2026-11-21T08:30:00+00:00"}


def test_short_texts_stay_whole_and_long_ones_say_their_length() -> None:
    assert shortened("文" * 5, 5) == "文" * 5
    assert shortened("文" * 6, 5) == "文文文文文 … (6 characters)"
    assert shortened("文" * 6, None) == "文" * 6


def test_no_instant_is_a_dash() -> None:
    assert utc(None) == "-"
    assert utc(datetime(2026, 11, 21, 8, 30, 15, tzinfo=UTC)) == "2026-11-21 08:30+00:00"


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "Asia/Tokyo", "Australia/Brisbane", "UTC", "America/New_York"])
def test_a_day_is_that_of_the_page_wherever_it_is_read(zone: str) -> None:
    midnight = datetime(2026, 11, 21, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    assert utc(midnight, "day") == local(midnight, Precision.DAY) == "2026-11-21"
