"""The benchmark on rendered pages: its texts, what drivers write, how found is compared with put in, and its tables."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from benchmarks.changed_pages import fold
from benchmarks.engines import __main__ as command
from benchmarks.engines import comparison
from benchmarks.engines.driver import main as drive
from benchmarks.engines.environment import EngineEnvironment, EngineError, last_words, read_pages
from benchmarks.engines.texts import load_texts, plain
from crawler.errors import Reason
from crawler.model import Article, Post, Rejected, Thread

ARTICLE = {"title": "水缸 满了", "author": "陈素秋", "time": "2021-06-18T00:30:00", "text": "夜里下了一场透雨。"}
PAGE = {"site": "某博客", "url": "https://blog.example/1", "html": "<p>一", "gold": ARTICLE}
SAID = ("今年的柿子结得很密，要不要疏掉一些？", "要。", "疏果要早，现在有点晚了，不过还来得及。")
TIMES = [f"2024-06-0{day}T10:20:00" for day in (1, 2, 3)]
THREAD: dict[str, Any] = {
    "title": "柿子",
    "posts": [{"text": said, "author": f"会员{n}", "time": TIMES[n]} for n, said in enumerate(SAID)],
}


def posts(*texts: str) -> tuple[Post, ...]:
    times = [datetime(2024, 6, day, 2, 20, tzinfo=UTC) for day in (1, 2, 3)]
    return tuple(Post(text, f"会员{n}", times[n]) for n, text in enumerate(texts))


def test_what_is_to_be_found_has_no_markdown() -> None:
    markdown = "## 怎么找\n\n看[这里](https://a.example/)和 `df`：\n\n- **一**\n1. <https://b.example/>\n\n> 引文"
    assert plain(markdown) == "怎么找\n看这里和 df：\n一\nhttps://b.example/\n引文"
    assert plain("> 引文\n\n答", quotes=False) == "答"
    assert plain("```bash\n# 注\nls | sort\n```") == "# 注\nls | sort"
    assert plain("| 甲 | 乙 |\n|---|---|\n| 一 | 二 |") == "甲 乙\n一 二"


def test_the_texts_are_as_many_and_as_long_as_the_documentation_says() -> None:
    texts = load_texts()
    json.dumps(texts)
    lengths = [len(fold(article["text"])) for article in texts["articles"]]
    assert (len(lengths), min(lengths) < 60, max(lengths) > 1200) == (12, True, True)
    counts = [len(thread["posts"]) for thread in texts["threads"]]
    assert (len(counts), min(counts), max(counts)) == (10, 1, 12)
    assert all(post["text"] for thread in texts["threads"] for post in thread["posts"])


def test_every_engine_is_pinned_and_says_what_it_renders() -> None:
    engines = command.engines()
    assert {engine.KIND for engine in engines.values()} == set(command.COMPARE)
    assert all("==" in requirement for engine in engines.values() for requirement in engine.REQUIREMENTS)
    assert "django_forum" not in engines


def test_an_article_is_compared_field_by_field() -> None:
    found = Article(
        text="夜里下了一场透雨。",
        title="水缸满了",
        author="陈素秋",
        published_at=datetime(2021, 6, 17, 16, 30, tzinfo=UTC),
    )
    assert comparison.compare_article(ARTICLE, found) == {"F1": 1, "title": True, "day": True, "author": True}
    undated = comparison.compare_article(ARTICLE, Article(text="夜里下了"))
    assert undated == {"F1": pytest.approx(8 / 13), "title": False, "day": False, "author": False}
    refused = comparison.compare_article(ARTICLE | {"author": None}, Rejected(Reason.LIST_PAGE))
    assert refused == {"F1": 0, "title": False, "day": False}


def test_a_thread_is_compared_post_by_post() -> None:
    right = comparison.compare_thread(THREAD, Thread(posts=posts(*SAID), title="柿子"))
    assert set(right.values()) == {1}
    assert set(comparison.compare_thread(THREAD, Article(text=SAID[0], title="柿子")).values()) == {0}
    signed = comparison.compare_thread(THREAD, Thread(posts=posts(SAID[0], f"{SAID[1]}钓鱼，修车。"), title="柿子"))
    assert signed == {
        "found": pytest.approx(2 / 2.5),
        "exact": False,
        "clean": pytest.approx(1 / 2.5),
        "title": True,
        "author": pytest.approx(2 / 3),
        "time": pytest.approx(2 / 3),
    }


def test_replies_inside_posts_are_compared_where_there_are_any() -> None:
    nested = [{"text": "我家也是。", "author": "会员7"}, {"text": "等雨停了再说。", "author": "会员8"}]
    wanted = {**THREAD, "posts": [{**THREAD["posts"][0], "nested": nested}, *THREAD["posts"][1:]]}
    first, *others = posts(*SAID)
    replies = tuple(Post(reply["text"], reply["author"]) for reply in nested)
    found = Thread(posts=(replace(first, children=replies), *others), title="柿子")
    assert comparison.compare_thread(wanted, found)["nested"] == 1
    unnamed = replace(found, posts=(replace(first, children=(replies[0], replace(replies[1], author=""))), *others))
    assert comparison.compare_thread(wanted, unnamed)["nested"] == 0.5
    assert comparison.compare_thread(wanted, Thread(posts=posts(*SAID)))["nested"] == 0


HOME = """<ul><li><a href=/p/1.html>水缸满了</a> 2021-06-18<li><a href="p/2.html#c">雨停了</a> 2021-06-19
<li><a href=/about>关于</a></ul>"""


def test_a_list_is_compared_with_what_it_links_to() -> None:
    known = [f"https://blog.example/p/{number}.html" for number in range(1, 4)]
    found = ["https://blog.example/p/1.html?from=home", "https://blog.example/about"]
    compared = comparison.compare_list("https://blog.example/", HOME, known, found)
    assert compared == {"found": 0.5, "right": 0.5}
    assert comparison.compare_list("https://blog.example/", HOME, known, []) == {"found": 0, "right": 0}


def test_lists_are_read_as_sources_without_a_pattern_are() -> None:
    gold = {"links": ["https://blog.example/p/1.html", "https://blog.example/p/2.html"]}
    page = {"site": "某博客", "url": "https://blog.example/", "html": HOME, "gold": gold}
    assert command.is_list(page)
    assert not command.is_list(PAGE)
    assert [link.url for link in command.links_of(page)] == gold["links"]


def test_posts_are_paired_in_order_and_with_the_most_alike() -> None:
    assert comparison.align(["甲乙丙", "丁"], ["别的", "甲乙丙", "丁"]) == ((0, 1), (1, 2))
    assert comparison.align(["甲"], ["甲乙", "甲"]) == ((0, 1),)
    assert comparison.align(["甲", "乙"], ["乙", "甲"]) in (((0, 1),), ((1, 0),))
    assert comparison.align(["甲"], []) == ()


def test_a_row_has_the_means_and_nothing_for_what_a_site_does_not_show() -> None:
    pages = [{"F1": 1.0, "title": True, "day": True}, {"F1": 0.5, "title": False, "day": True}]
    assert comparison.row("articles", "某博客", pages) == "| 某博客 | 2 | 75.0 | 50.0 | 100.0 | - |"
    assert comparison.header("threads").count("|") == 2 * 9


def test_what_a_driver_wrote_is_read_or_refused() -> None:
    assert read_pages([json.dumps(PAGE)]) == [PAGE]
    for lines in ([], ["{"], ['{"site": "某博客"}'], ["[]"]):
        with pytest.raises(EngineError):
            read_pages(lines)


def test_the_driver_writes_the_pages_of_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "texts.json").write_text(json.dumps({"articles": [ARTICLE]}))
    (tmp_path / "sites").mkdir()
    (tmp_path / "sites" / "press.py").write_text(
        "def render(texts):\n    yield {'site': '某博客', 'url': '', 'html': '', 'gold': texts['articles'][0]}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    drive("press", str(tmp_path / "texts.json"), str(tmp_path / "pages.jsonl"))
    assert read_pages((tmp_path / "pages.jsonl").read_text().splitlines())[0]["gold"] == ARTICLE


def test_a_failure_is_told_by_its_last_words(tmp_path: Path) -> None:
    assert last_words("WARNING: old\nERROR: No matching distribution\nERROR: again\n") == "No matching distribution"
    assert last_words("Traceback\n  File\nKeyError: 'a'\n\n") == "KeyError: 'a'"
    assert last_words("") == ""
    environment = EngineEnvironment(tmp_path, "press", ())
    python = environment.python
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    with pytest.raises(EngineError, match="No module named"):
        environment.render({})


def test_a_run_goes_on_without_an_engine_that_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def rendered(cache: Path, name: str, requirements: tuple[str, ...], texts: Any) -> list[dict[str, Any]]:
        if name == "nikola":
            raise EngineError("it has no network")
        return [PAGE]

    monkeypatch.setattr(command, "rendered", rendered)
    call = ["engines", "--only", "nikola", "pelican", "--worst", "1", "--keep", str(tmp_path / "kept")]
    monkeypatch.setattr(sys, "argv", call)
    with pytest.raises(SystemExit) as ended:
        command.main()
    said = capsys.readouterr()
    assert ended.value.code == 1
    assert "| 某博客 | 1 |" in said.out
    assert "https://blog.example/1 F1 " in said.out
    assert "threads" not in said.out
    assert said.err == "nikola could not be measured: it has no network\n"
    assert (tmp_path / "kept" / "pelican-00.html").read_text() == "<p>一"


def test_an_algorithm_is_asked_for_what_it_reads() -> None:
    known = command.engines()
    assert command.groups(known, ["pelican", "spirit"], None) == {"articles": ["pelican"], "threads": ["spirit"]}
    assert command.groups(known, ["pelican", "spirit"], "pean") == {"threads": ["spirit"]}
