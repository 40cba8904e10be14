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


def test_the_template_is_subtracted_given_another_page_of_the_site(tmp_path: Path) -> None:
    page, other = tmp_path / "page.html", tmp_path / "other.html"
    page.write_text(f"<p>本站首页</p>{PAGE}", encoding="utf-8")
    other.write_text("<p>本站首页</p><p>另外一页的文字。</p>", encoding="utf-8")
    arguments = ["extract", str(page), "--algorithm", "template"]
    assert "本站首页" in CliRunner().invoke(main, arguments).stdout
    assert "本站首页" not in CliRunner().invoke(main, [*arguments, "--beside", str(other)]).stdout


def test_other_pages_are_for_the_template_alone(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["extract", "-", "--beside", str(tmp_path)], input=PAGE)
    assert result.exit_code == 2
    assert "--algorithm template" in result.output
