"""All algorithms side by side, as a library and at the command line."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from crawler.cli import main
from crawler.extract import ALGORITHMS, compare

PAGE = (
    "<title>晨跑</title><ul><li><a href=/>首页</a></ul><h1>晨跑</h1><div>"
    + "".join(f"<p>第{n}天，他在河边跑了{n}公里，遇到了许多老朋友。</p>" for n in range(1, 7))
    + "</div>"
)


def test_the_default_comes_first_and_all_are_held_against_it() -> None:
    compared = list(compare(PAGE.encode()))
    assert [one.algorithm for one in compared] == ["default", *ALGORITHMS]
    default, cevc = compared[0], compared[1]
    assert default.agreement == 1
    assert default.characters == cevc.characters == len("第1天，他在河边跑了1公里，遇到了许多老朋友。") * 6
    assert cevc.agreement == 1
    assert cevc.first_line == "第1天，他在河边跑了1公里，遇到了许多老朋友。"
    blocks = next(one for one in compared if one.algorithm == "blocks")
    assert (blocks.kind, blocks.characters, blocks.agreement) == ("rejected", 0, 0)


def test_what_both_lack_agrees() -> None:
    assert {(one.kind, one.agreement) for one in compare(b"")} == {("rejected", 1.0)}


def test_a_table_with_a_line_for_each(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    lines = CliRunner().invoke(main, ["extract", "--compare", str(page)]).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["ALGORITHM", "default", *ALGORITHMS]
    assert lines[2].split()[:4] == [
        "cevc",
        "article",
        str(len("第1天，他在河边跑了1公里，遇到了许多老朋友。") * 6),
        "100%",
    ]


def test_json_has_an_object_for_each(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    lines = CliRunner().invoke(main, ["extract", "--compare", "--json", str(page)]).stdout.splitlines()
    assert [json.loads(line)["algorithm"] for line in lines] == ["default", *ALGORITHMS]
