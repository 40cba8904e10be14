"""Floors under the published algorithms on saved pages with gold, where those are.

The default is compared with them: if they got worse by accident, the comparison would flatter. The floors stand a point
under what is measured (docs/extraction-benchmark.md). Published, on other pages: CEVC 95.8, CETD 95.5, CEPR 92.5, CETR
75.2; posts by PEAN 94.7, by MiBAT 84.6.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.extraction import load_judge
from crawler.extract import ALGORITHMS

CHINESE = ("gne_selector", "netease_selector", "zh_handcrafted", "zh_misc")


@pytest.fixture(scope="module")
def judge(corpora: Path) -> ModuleType:
    return load_judge(corpora)


@pytest.mark.parametrize(
    ("name", "floor"),
    [("cevc", 93.7), ("cevc-node", 91.7), ("cetd", 95.5), ("cepr", 93), ("cetr", 76), ("template", 61)],
)
def test_main_content(corpora: Path, judge: ModuleType, name: str, floor: float) -> None:
    lcs = characters = 0
    for folder in CHINESE:
        table = judge.judge_articles(ALGORITHMS[name], corpora / "articles" / folder, None)
        assert table["errors"] == 0
        for page in table["_pages"]:
            lcs += 2 * page["lcs"]
            characters += page["gold"] + page["out"]
    assert 100 * lcs / characters >= floor


@pytest.mark.parametrize(
    ("name", "all_pages", "chinese"),
    [("pean", 86.3, 92.3), ("mibat", 88.8, 91.6), ("field-rules", 79, 73.8), ("blocks", 17.2, 60.6)],
)
def test_posts(corpora: Path, judge: ModuleType, name: str, all_pages: float, chinese: float) -> None:
    tables = judge.judge_threads(ALGORITHMS[name], corpora / "threads", None, lambda row: row["lang"])
    assert not any(table["errors"] for table in tables)
    found = {table["set"]: table["F1"] for table in tables}
    assert found["all"] >= all_pages
    assert found["zh"] >= chinese
