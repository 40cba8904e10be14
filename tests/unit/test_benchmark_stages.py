"""The benchmark of stages: each page's time is shared among them, and extraction is left as it was."""

from __future__ import annotations

import pytest

from benchmarks import stages
from crawler.extract import opened_page

PAGE = "<title>晨跑_城市晚报</title><h1>晨跑</h1><p>他每天早上都在河边跑步，跑了十年。</p>".encode()


def test_time_is_shared_among_stages(capsys: pytest.CaptureFixture[str]) -> None:
    decode = vars(opened_page)["decode"]
    found = stages.measure([(PAGE, ""), (PAGE * 9, "https://news.example.org/1.html")], rounds=2)
    assert vars(opened_page)["decode"] is decode
    assert [set(page) - set(stages.STAGES) for page in found] == [{stages.REST}] * 2
    assert all(milliseconds >= 0 for page in found for milliseconds in page.values())
    assert {"node table", "kind", "title", "comments"} <= set(found[0])
    stages.report(found)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:32].strip() for line in lines[1:]] == [*stages.STAGES, stages.REST, "together"]
