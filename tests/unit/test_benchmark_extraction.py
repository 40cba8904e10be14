"""The extraction benchmark: what it keeps, how it counts peers' time, and the page that it writes."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks import extraction_report, peers
from benchmarks.environment import Environment, Page, read_results
from benchmarks.extraction import Figures, Replay, learning
from crawler.extract import extract_page


class InstalledPeers(Environment):
    """Two peers, one of which cannot be installed; results come from a list, and plots are kept."""

    def __init__(self, folder: Path, found: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(folder)
        self.versions = {"readability-lxml": "0.9"}
        self.missing = {"magic-html": "it needs Python 3.12"}
        self.plots: list[dict[str, Any]] = []
        self._found = found

    def results(self, peer: str, pages: Sequence[Page]) -> dict[str, dict[str, Any]]:
        return {page.key: result for page, result in zip(pages, self._found, strict=False)}

    def plot(self, data: dict[str, Any]) -> None:
        self.plots.append(data)


def table(name: str, f1: float, ms: float) -> dict[str, Any]:
    return {
        "set": name,
        "pages": 2,
        "F1": f1,
        "macro": f1 - 1,
        "ms": ms,
        "title=": 50.0,
        "title~": 100.0,
        "day": 0.0,
        "_pages": [{"lcs": 8, "out": 10, "gold": 10}, {"lcs": 1, "out": 0, "gold": 1}],
    }


def test_figures_of_a_run_are_added_to_those_before(tmp_path: Path) -> None:
    Figures(tmp_path / "figures.json").keep("articles", "default", [table("gne_selector", 90, 1)])
    figures = Figures(tmp_path / "figures.json")
    figures.keep("articles", "gne", [table("gne_selector", 80, 9)], "0.4")
    rows = Figures(tmp_path / "figures.json").rows["articles"]
    assert (rows["default"]["gne_selector"]["lcs"], rows["gne"]["gne_selector"]["version"]) == (9, "0.4")


def test_the_page_names_figures_versions_and_what_is_missing(tmp_path: Path) -> None:
    figures = Figures(tmp_path / "figures.json")
    for name, f1 in (("default", 99.0), ("cevc", 95.0), ("cetd", 94.0), ("readability-lxml", 97.0)):
        figures.keep("articles", name, [table("gne_selector", f1, 5.0)])
    for name in ("default", "cevc"):
        figures.keep("site template", name, [table("gne_selector", 99.5, 5.0)])
    environment = InstalledPeers(tmp_path)
    extraction_report.write_report(tmp_path, figures.rows, environment)
    lines = (tmp_path / "extraction-benchmark.md").read_text(encoding="utf-8").splitlines()
    assert "| **this crawler** | 99.0 / 98.0 | 5.0 |" in lines
    assert "| *cevc* | 50.0 / 100.0 / - |" in lines
    assert not any(line.startswith("| *cetd* | 50.0") for line in lines), "its title is CEVC's"
    assert "- readability-lxml 0.9" in lines
    assert any(line.startswith("- magic-html") and "Python 3.12" in line for line in lines)
    points = {point["name"]: point for point in environment.plots[0]["panels"][0]["points"]}
    assert points["this crawler"] == {"name": "this crawler", "kind": "ours", "ms": 5.0, "f1": pytest.approx(1800 / 21)}
    assert {point["kind"] for point in points.values()} == {"ours", "published", "peer"}


def test_peers_times_are_brought_to_the_speed_of_this_run(tmp_path: Path) -> None:
    page = Page("<p>一", "http://a.example/", "zh")
    result = {"text": "一", "ms": 10.0, "reference_ms": 4.0, "error": "ValueError"}
    replay = Replay(InstalledPeers(tmp_path, [result]), iter([(b"<p>1", page)]))
    replay._reference_ms = 8.0
    seen: list[Any] = []

    def judge(extract: Any) -> list[dict[str, Any]]:
        seen.append(extract(b"<p>1", "http://a.example/"))
        return [{"F1": 100.0}]

    assert replay.judged("readability-lxml", judge) == [{"F1": 100.0, "ms": 20.0, "errors": 1}]
    assert seen == [result]


def test_results_are_read_to_where_a_run_was_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    assert read_results(path) == {}
    path.write_text(json.dumps({"page": "1", "text": "一"}) + '\n{"page": "2", "te', encoding="utf-8")
    assert read_results(path) == {"1": {"page": "1", "text": "一"}}


def test_a_peer_may_fail_or_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "PAGE_SECONDS", 1)

    def hang(html: str, url: str, lang: str) -> dict[str, Any]:
        time.sleep(60)
        return {}

    def fail(html: str, url: str, lang: str) -> dict[str, Any]:
        raise KeyError(html)

    page = {"html": "<p>", "url": "", "lang": ""}
    assert peers.timed(hang, page)["error"].startswith("TimeoutError")
    assert peers.timed(fail, page)["error"] == "KeyError: '<p>'"


def test_every_peer_has_a_package() -> None:
    from benchmarks.environment import PACKAGES

    assert set(PACKAGES) == set(peers.PEERS)


def test_learning_is_what_the_crawler_does() -> None:
    extract = learning(extract_page)
    texts = []
    for number in range(4):
        lines = [f"第{number}天的第{part}段，他沿着河边跑了很久，遇到了许多老朋友。" for part in range(5)]
        page = "".join(f"<p>{line}</p>" for line in [*lines, "每个周末的早晨，大家都到河边来，一起跑上一圈。"])
        html = f"<title>晨跑之{number}</title><div>{page}</div>".encode()
        texts.append(extract(html, f"http://a.example/{number}.html").text)
    assert ["周末" in text for text in texts] == [True, True, False, False]
