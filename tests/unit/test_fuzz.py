"""A slice of what `make fuzz` does, and that it would notice what it is there for."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from crawler.errors import Reason
from crawler.model import Article, Link, Post, Precision, Rejected, Thread
from tests.fuzz import __main__ as fuzz
from tests.fuzz.checks import faults
from tests.fuzz.hostile_pages import PAGES
from tests.fuzz.inputs import Inputs
from tests.fuzz.readers import NOW, READERS
from tests.fuzz.run import try_all

SEED = 20
INPUTS = 25

ARTICLE = Article("去年的事", "河边", published_at=NOW, precision=Precision.DAY, language="zh", confidence=0.5)
POST = Post("去年的事", "林一", NOW, 1)


@pytest.mark.parametrize("number", range(INPUTS))
def test_mutated_pages_end_in_right_results(number: int) -> None:
    assert try_all(Inputs(SEED, saved=False)[number], Random(number)).faults == []


@pytest.mark.parametrize("kind", PAGES)
def test_hostile_pages_end_in_right_results(kind: str) -> None:
    assert try_all(PAGES[kind].of_size(4000), Random(kind)).faults == []


def test_an_input_is_the_same_each_time() -> None:
    first, second = Inputs(SEED, saved=False), Inputs(SEED, saved=False)
    assert [first[number] for number in range(5)] == [second[number] for number in range(5)]
    assert first[5] != first[6] != Inputs(SEED + 1, saved=False)[6]


@pytest.mark.parametrize(
    "found",
    [
        replace(ARTICLE, text=" "),
        replace(ARTICLE, text="去年\x01"),
        replace(ARTICLE, title="河\n边"),
        replace(ARTICLE, title="河" * 2000),
        replace(ARTICLE, author="林\ud800"),
        replace(ARTICLE, published_at=NOW + timedelta(seconds=1)),
        replace(ARTICLE, published_at=datetime(1994, 1, 1, tzinfo=UTC)),
        replace(ARTICLE, published_at=datetime(2024, 1, 1)),
        replace(ARTICLE, precision=None),
        replace(ARTICLE, confidence=1.5),
        replace(ARTICLE, confidence=float("nan")),
        replace(ARTICLE, language="Chinese"),
        Thread(()),
        Thread((POST,), page=-1),
        Thread((POST,), next_page="javascript:next()"),
        Thread((replace(POST, text=""),)),
        Thread((replace(POST, author_url="/user/1"),)),
        Thread((replace(POST, parent=0),)),
        Rejected(Reason.NO_DATE, title="河\x7f边"),
        [Link("ftp://example.org/", "河边")],
    ],
)
def test_what_is_wrong_is_noticed(found: object) -> None:
    assert faults(found, NOW)


@pytest.mark.parametrize("found", [ARTICLE, Thread((POST, replace(POST, parent=0))), Rejected(Reason.NO_DATE), None])
def test_what_is_right_is_not(found: object) -> None:
    assert faults(found, NOW) == []


def test_a_failing_input_is_kept_with_the_way_to_replay_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(html: bytes) -> object:
        raise ValueError("no such page")

    monkeypatch.setattr("tests.fuzz.run.READERS", {"broken": broken})
    monkeypatch.setattr("tests.fuzz.inputs.CORPORA", tmp_path)
    run = fuzz.Run(SEED, tmp_path)
    run.go(0.5)
    run.report()
    said = capsys.readouterr().out
    kept = tmp_path / f"{SEED}-0.html"
    assert kept.read_bytes() == Inputs(SEED, saved=False)[0]
    assert f"python -m tests.fuzz {kept}" in said
    assert "ValueError in test_fuzz.py" in said


def test_a_kept_input_is_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "1-1.html"
    kept.write_bytes("<title>河边的故事</title><p>他们在河边走了很久。".encode())
    fuzz.replay(kept)
    said = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in said] == [f"{kept} {name}" for name in READERS]
    assert all(line.endswith("as it should be") for line in said)
