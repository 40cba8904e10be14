"""Log lines are made to be tailed: one event, one line, whatever a page put into it."""

from __future__ import annotations

import io
import json
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler.observe import EventLog, Heartbeat, Stages, check_heartbeat, configure_logging, health


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield io.StringIO()
    root.handlers[:] = before
    root.setLevel(level)


def test_a_text_line_has_time_role_event_and_fields(stream: io.StringIO) -> None:
    configure_logging(json_lines=False, level="INFO", stream=stream)
    EventLog("extractor").info("indexed", source=3, url="https://a.example/1?x=1", title="图书馆 开放", ms=1234)
    line = stream.getvalue()
    assert line[20:].rstrip("\n") == (
        'extractor  indexed source=3 url=https://a.example/1?x=1 title="图书馆 开放" ms=1234'
    )


def test_fields_without_a_value_are_left_out_but_zero_is_not(stream: io.StringIO) -> None:
    configure_logging(json_lines=False, level="INFO", stream=stream)
    EventLog("lister").info("ok", reason="", keyword=None, new=0)
    assert stream.getvalue().endswith("lister     ok new=0\n")


@pytest.mark.parametrize("hostile", ["a\nb", "a\r\n2026-11-21 extractor indexed", "\x1b[31mred", "a\u2028b"])
def test_no_field_breaks_its_line(stream: io.StringIO, hostile: str) -> None:
    configure_logging(json_lines=False, level="INFO", stream=stream)
    EventLog("extractor").info("indexed", title=hostile)
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert "\r" not in text
    assert "\x1b" not in text


def test_the_level_is_shown_when_it_is_not_info(stream: io.StringIO) -> None:
    configure_logging(json_lines=False, level="INFO", stream=stream)
    EventLog("lister").warning("waiting", reason="redis is away")
    assert 'lister     WARNING waiting reason="redis is away"' in stream.getvalue()


def test_events_below_the_level_are_not_written(stream: io.StringIO) -> None:
    configure_logging(json_lines=False, level="WARNING", stream=stream)
    EventLog("lister").info("ok")
    assert stream.getvalue() == ""


def test_a_json_line_is_one_object(stream: io.StringIO) -> None:
    configure_logging(json_lines=True, level="INFO", stream=stream)
    EventLog("extractor").info("dropped", url="https://a.example/", reason="not_found")
    line = json.loads(stream.getvalue())
    assert line["event"] == "dropped"
    assert line["role"] == "extractor"
    assert line["reason"] == "not_found"
    assert line["at"].endswith("Z")


def test_an_exception_comes_with_its_traceback(stream: io.StringIO) -> None:
    configure_logging(json_lines=True, level="INFO", stream=stream)
    try:
        raise ValueError("broken")
    except ValueError:
        EventLog("extractor").exception("unexpected error", job=7)
    line = json.loads(stream.getvalue())
    assert "ValueError: broken" in line["traceback"]
    assert line["job"] == 7


@pytest.fixture
def heartbeat_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    return tmp_path


def test_a_role_is_alive_between_its_first_and_its_last_heartbeat(heartbeat_folder: Path) -> None:
    assert "not there" in check_heartbeat("lister")
    heartbeat = Heartbeat("lister")
    heartbeat.beat()
    assert check_heartbeat("lister") == ""
    heartbeat.stop()
    assert "not there" in check_heartbeat("lister")


def test_a_role_that_is_silent_for_long_is_stuck(heartbeat_folder: Path) -> None:
    Heartbeat("lister").beat()
    (file,) = heartbeat_folder.iterdir()
    long_ago = time.time() - 2 * health.STALE_S
    os.utime(file, (long_ago, long_ago))
    assert "stuck" in check_heartbeat("lister")


def test_stages_add_up_and_count_the_failed_too() -> None:
    stages = Stages()
    stages.add("fetch", 0.5)
    with pytest.raises(ValueError, match="page"), stages.time("fetch"):
        raise ValueError("page")
    assert stages.seconds()["fetch"] >= 0.5
