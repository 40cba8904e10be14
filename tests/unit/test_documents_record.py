"""What is kept of a document."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from crawler.stores.record import (
    MAX_ID_BYTES,
    TEXT_BYTES,
    TITLE_BYTES,
    cut,
    from_record,
    instant,
    problem_with_id,
    to_record,
)
from tests.documents import document, post


def test_a_document_comes_back_as_it_was() -> None:
    for original in (document(), post("t1", 3, author="甲"), document(published_at=None, fetched_at=None)):
        assert from_record(to_record(original)) == original


def test_strings_are_cut_by_bytes_in_whole_characters() -> None:
    kept = from_record(to_record(document(title="长" * 5_000, text="a" + "长" * 500_000, author="名" * 1_000)))
    assert len(kept.title.encode()) <= TITLE_BYTES
    assert TEXT_BYTES - 3 < len(kept.text.encode()) <= TEXT_BYTES
    assert kept.author == "名" * 170


@given(st.text(st.characters(exclude_categories=[]), max_size=50), st.integers(0, 100))
def test_what_is_cut_can_be_encoded(text: str, limit: int) -> None:
    assert len(cut(text, limit).encode()) <= limit


def test_instants_are_in_utc() -> None:
    beijing = timezone(timedelta(hours=8))
    assert instant(datetime(2024, 3, 5, 14, 3, tzinfo=beijing)) == "2024-03-05T06:03:00.000000+00:00"
    assert instant(datetime(2024, 3, 5, 14, 3)) == "2024-03-05T14:03:00.000000+00:00"
    assert instant(datetime.min.replace(tzinfo=beijing)) is None
    assert instant(None) is None


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_instants_sort_as_strings(one: datetime, other: datetime) -> None:
    assert (one < other) == (str(instant(one)) < str(instant(other)))


def test_ids_that_no_index_takes() -> None:
    assert not problem_with_id("a" * MAX_ID_BYTES)
    assert "no id" in problem_with_id("")
    assert str(MAX_ID_BYTES) in problem_with_id("长" * MAX_ID_BYTES)
