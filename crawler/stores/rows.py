"""Between rows and nouns, and what follows for a row from what happened to its source. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Boolean, Integer, String

from crawler.model import CheckReport, Keyword, Source, State
from crawler.stores.ports import CheckEvent
from crawler.stores.tables import SET_BY_PEOPLE, UtcDateTime, source

Row = Mapping[str, Any]
Values = dict[str, Any]

FAILED = frozenset({State.FAILED, State.BLOCKED})
"""The states that the schedule counts as failures."""

HELD = frozenset({State.ERROR, State.DISABLED})
"""The states that only a person's change ends: a check that was under way does not write over them."""

RANGES = {"interval_s": (1, 31_536_000), "priority": (0, 1_000_000_000)}
"""What the tables' checks allow: up to a year between checks; priorities that fit beanstalkd's 32 bits."""

_LISTS = ("keep_params", "drop_params")


def to_source(row: Row) -> Source:
    """The source that a row describes, with text and whole numbers also where SQLite holds bytes and fractions."""
    values = {name: _as_text(row[name]) for name in Source.__dataclass_fields__}
    for name in _LISTS:
        values[name] = tuple(part.strip() for part in values[name].split(",") if part.strip())
    for name in RANGES:
        values[name] = int(values[name])
    return Source(**values)


def _as_text(value: Any) -> Any:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def to_columns(values: Mapping[str, object]) -> Values:
    """Column values of `source`, ready to be written. Raises ValueError, with a sentence, for what does not fit."""
    columns: Values = {}
    for name, value in values.items():
        if name not in source.c or name in {"id", "checked_as"}:
            raise ValueError(f"A source has no column {name!r} that could be set.")
        columns[name] = ",".join(value) if isinstance(value, list | tuple) else value
        _refuse_misfit(name, columns[name])
    return columns


def _refuse_misfit(name: str, value: object) -> None:
    kind, described = _kind(name)
    if not isinstance(value, kind):
        raise ValueError(f"{name} is {value!r}; it must be {described}.")
    if isinstance(value, str):
        _refuse_bad_text(name, value, _length(name))
    if name in RANGES:
        low, high = RANGES[name]
        if not low <= cast(int, value) <= high:
            raise ValueError(f"{name} is {value!r}; it must be from {low} to {high}.")


def _kind(name: str) -> tuple[Any, str]:
    column = source.c[name].type
    if isinstance(column, UtcDateTime):
        return datetime | None, "an instant, or nothing"
    if isinstance(column, Boolean):
        return bool, "true or false"
    return (int, "a whole number") if isinstance(column, Integer) else (str, "text")


def _refuse_bad_text(name: str, value: str, most: int) -> None:
    if name in {"name", "word"} and not value.strip():
        raise ValueError(f"The {name} is empty.")
    if len(value) > most:
        raise ValueError(f"{name} has {len(value)} characters; at most {most} fit.")
    if clean(value) != value:
        raise ValueError(f"{name} is not valid text: is the terminal set to UTF-8?")


def checked_word(word: str) -> str:
    """The keyword without the space around it. Raises ValueError, with a sentence, for what does not fit."""
    _refuse_bad_text("word", word.strip(), most=190)
    return word.strip()


def clean(text: str) -> str:
    """The text with what no database takes replaced: lone surrogates and NUL, which a site's answer may bring in."""
    return text.replace("\0", "�").encode("utf-8", "replace").decode()


def set_the_same(row: Source, other: Source) -> bool:
    """Whether people set the same in both."""
    return all(getattr(row, name) == getattr(other, name) for name in SET_BY_PEOPLE)


def after_look(row: Source, error: str) -> Values:
    """Columns of a row that was looked over because it is new or a person changed it; `error` says why it cannot work.

    A row that can work starts afresh: it is checked at once.
    """
    if error:
        return {"state": State.ERROR, "state_reason": _cut(error)}
    if not row.enabled:
        return {"state": State.DISABLED, "state_reason": ""}
    return {"state": State.NEW, "state_reason": "", "failures": 0, "next_check_at": None}


def after_report(row: Row, report: CheckReport, now: datetime) -> Values:
    """Columns of a row when one of its list tasks has reported."""
    left = max(row["tasks_open"] - 1, 0)
    columns: Values = {"tasks_open": left}
    if not left:
        columns["queued_at"] = None
    if report.state is State.DISABLED:  # the source was not asked
        return columns
    columns |= {"last_checked_at": now, "failures": row["failures"] + 1 if report.state in FAILED else 0}
    if report.links_new:
        columns["last_new_at"] = now
    if row["state"] not in HELD:
        columns |= {"state": report.state, "state_reason": _cut(report.reason)}
    return columns


def _length(name: str) -> int:
    column = source.c[name].type
    assert isinstance(column, String)
    assert column.length is not None
    return column.length


def _cut(reason: str) -> str:
    return clean(reason)[: _length("state_reason")]


def to_event(source_id: int, keyword: str, report: CheckReport, at: datetime) -> Values:
    """The line of history of a report."""
    return {
        "source_id": source_id,
        "at": at,
        "keyword": keyword,
        "state": report.state,
        "reason": _cut(report.reason),
        "status": report.status,
        "links_found": report.links_found,
        "links_new": report.links_new,
        "elapsed_ms": round(report.elapsed_s * 1000),
    }


def from_event(row: Row) -> CheckEvent:
    """A line of history as it was reported; the validators are not kept in it."""
    report = CheckReport(
        state=State(row["state"]),
        reason=row["reason"],
        status=row["status"],
        links_found=row["links_found"],
        links_new=row["links_new"],
        elapsed_s=row["elapsed_ms"] / 1000,
    )
    return CheckEvent(row["at"], row["keyword"], report)


def to_keyword(row: Row) -> Keyword:
    """The keyword that a row describes."""
    return Keyword(row["id"], row["word"], row["source_id"], row["enabled"])


def next_token(held: Row | None, holder: str, now: datetime, *, alone: bool = False) -> int | None:
    """The fencing token with which `holder` may take or keep the lease; None while another holds it, who is alive."""
    if held is None:
        return 1
    if held["holder"] == holder:
        return int(held["token"])
    if held["expires_at"] is not None and held["expires_at"] > now and not alone:
        return None
    return int(held["token"]) + 1
