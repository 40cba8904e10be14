"""The examples that the documentation and the docstrings of extraction give, run as they stand."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

import crawler.extract
from crawler.cli import main

LIBRARY = Path(__file__).parents[2] / "docs" / "library.md"


def test_the_examples_of_the_documentation() -> None:
    tried = doctest.testfile(str(LIBRARY), module_relative=False, encoding="utf-8")
    assert tried.attempted > 20
    assert not tried.failed


def test_the_examples_of_the_docstrings() -> None:
    names = [module.name for module in pkgutil.iter_modules(crawler.extract.__path__, "crawler.extract.")]
    tried = [doctest.testmod(importlib.import_module(name)) for name in names]
    assert sum(one.attempted for one in tried) > 2
    assert not any(one.failed for one in tried)


def test_importing_it_loads_neither_a_client_nor_a_setting() -> None:
    loaded = "import sys, crawler.extract; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", loaded], capture_output=True, check=True, text=True).stdout.split()
    clients = {"crawler.settings", "crawler.fetch", "redis", "elasticsearch", "sqlalchemy", "jieba", "socket"}
    assert "crawler.extract.page" in modules
    assert not clients.intersection(modules)


def extracted(path: Path, page: str, *options: str) -> dict[str, object]:
    path.write_text(page, encoding="utf-8")
    done = CliRunner().invoke(main, ["extract", "--json", *options, str(path)])
    result: dict[str, object] = json.loads(done.stdout)
    return result


POST = "<div class=post><a class=author href=/user/{n}>读者{n}</a> <i>2024-03-0{n} 10:20</i><p>{text}</p></div>"
TEXTS = ["新开的图书馆怎么样，有人去过吗？", "人很多，但是很安静，椅子也舒服。", "我也去过，窗外就是河，看书很好。"]
NOTES = [(3, "要早一点去。"), (1, "几点开门？")]
THREAD = "<title>新图书馆怎么样 - 读书论坛</title><h1>新图书馆怎么样</h1>" + "".join(
    POST.format(n=n, text=text) for n, text in enumerate(TEXTS, 1)
)


def test_json_of_a_thread_has_its_main_post_and_the_replies(tmp_path: Path) -> None:
    url = ("--url", "https://bbs.example.org/thread-8.html")
    thread = extracted(tmp_path / "page.html", THREAD, *url)
    assert (thread["kind"], thread["title"], thread["reply_count"]) == ("thread", "新图书馆怎么样", None)
    main_post, replies = thread["main_post"], thread["replies"]
    assert isinstance(main_post, dict)
    assert isinstance(replies, list)
    assert (main_post["floor"], main_post["author"], main_post["text"]) == (1, "读者1", TEXTS[0])
    assert [(reply["floor"], reply["text"]) for reply in replies] == [(2, TEXTS[1]), (3, TEXTS[2])]
    second = extracted(tmp_path / "page.html", THREAD + "<p>第 2 页 / 共 3 页</p>", *url)
    assert second["main_post"] is None
    assert len(second["replies"]) == 3  # type: ignore[arg-type]


def test_json_of_a_thread_says_all_that_its_page_does(tmp_path: Path) -> None:
    head = "<p><a href=/>论坛</a> › <a href=/books>读书</a></p><h1>新图书馆怎么样</h1><p>查看：1,200 回复：35</p>"
    pager = "<p><b>1</b> <a href=/thread-8-2.html>2</a> <a href=/thread-8-2.html>下一页</a></p>"
    inside = "".join(
        f"<p class=note><a href=/user/{n}>读者{n}</a> {text}<b>2024-03-05 1{n}:00</b></p>" for n, text in NOTES
    )
    posts = [POST.format(n=n, text=text) for n, text in enumerate([*TEXTS, "回复 2 楼：我周末去。"], 1)]
    posts[1] = posts[1].removesuffix("</div>") + inside + "</div>"
    page = f"<title>新图书馆怎么样 - 读书论坛</title>{head}{''.join(posts)}{pager}"
    thread = extracted(tmp_path / "page.html", page, "--url", "https://bbs.example.org/thread-8-1.html")
    assert (thread["board"], thread["reply_count"], thread["view_count"]) == ("读书", 35, 1200)
    assert (thread["page"], thread["pages"]) == (1, 2)
    assert thread["next_page"] == "https://bbs.example.org/thread-8-2.html"
    replies = thread["replies"]
    assert isinstance(replies, list)
    assert [reply["parent_floor"] for reply in replies] == [None, None, 2]
    assert [child["text"] for child in replies[0]["children"]] == [text for _, text in NOTES]
    assert (replies[0]["precision"], replies[0]["origins"]["published_at"]) == ("minute", "text")


def test_json_of_an_article_has_its_html_and_what_was_asked_for(tmp_path: Path) -> None:
    text = "<p>图书馆在河边开放，读者在图书馆读书。</p><p>读者喜欢新的图书馆。</p>"
    page = f"<title>新图书馆</title><h1>新图书馆</h1>{text}"
    article = extracted(tmp_path / "page.html", page, "--summary", "1", "--keywords", "2")
    assert article["html"] == text
    assert article["summary"] == "图书馆在河边开放，读者在图书馆读书。"
    assert isinstance(article["keywords"], list)
    assert "图书馆" in article["keywords"]
