"""The command as a person types it: what it says, where it says it, and how it ends."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from crawler.cli import main
from crawler.demo import demo_hosts, demo_sources
from crawler.model import PageTask
from crawler.roles.services import Services
from crawler.settings import Settings, Stores, load
from tests.e2e.processes import Role, crawler, environment, wait_until
from tests.localweb import LocalWeb, Page, Shelf, synthetic
from tests.servers.server import free_port

DONE = re.compile(r"pages with something new (\d+), skipped ([1-9]\d*), waiting 0")
"""The progress line when the demo is crawled."""

COMMAND = [sys.executable, "-m", "crawler"]
LOOPBACK = (ip_network("127.0.0.0/8"),)

Done = subprocess.CompletedProcess[str]


def typed(settings: Settings, *arguments: str) -> Done:
    """One command, in this process: for what needs no process of its own there is no second to be spent on each."""
    result = CliRunner().invoke(main, arguments, env=environment(settings))
    return Done(arguments, result.exit_code, result.stdout, result.stderr)


def says(done: Done, code: int, *words: str) -> None:
    """The command failed with a sentence on standard error, and with nothing that only a programmer reads."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    assert "fault of the crawler" not in done.stderr
    assert "Error: " in done.stderr
    for word in words:
        assert word in done.stderr


def json_lines(done: Done) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def local(settings: Settings, folder: Path, **more: object) -> Settings:
    return settings.model_copy(update={"data_dir": folder, **more})


@pytest.fixture
def fresh(tmp_path: Path) -> Settings:
    """Embedded stores in a folder that is not there yet."""
    return load(
        stores=Stores.EMBEDDED, data_dir=tmp_path / "data", allow_networks=LOOPBACK, host_interval_s=0, poll_s=0.5
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Settings, str]:
    """The demo web, crawled once; and what that run said. To be read only."""
    settings = load(stores=Stores.EMBEDDED, data_dir=tmp_path_factory.mktemp("demo") / "data")
    return settings, crawler(settings, "run", "--once").stdout


@pytest.fixture
def shelf() -> Shelf:
    return synthetic(30, 3, now=datetime.now(UTC))


@contextmanager
def started(settings: Settings, log: Path, *arguments: str) -> Iterator[Role]:
    """A command at work, its output in `log`; killed at the end if it is still there."""
    role = Role(" ".join(arguments), settings, log)
    with log.open("ab") as output:
        role.process = subprocess.Popen(
            [*COMMAND, *arguments], env=environment(settings), cwd=log.parent, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        yield role
    finally:
        role.kill()


def through(settings: Settings, web: LocalWeb, **more: object) -> Settings:
    """The settings with the local web as the world."""
    return settings.model_copy(update={"proxy": web.proxy_url, "ca_file": web.ca_file, **more})


def indexed(settings: Settings) -> list[str]:
    """The URL of every document in the embedded stores."""
    services = Services(settings)
    try:
        connection = services._database.connection
        return [row["url"] for row in connection.execute("SELECT url FROM document")]
    finally:
        services.close()


# --- The first run


def test_the_first_run_says_what_it_found_what_it_skipped_and_why_and_where_to_look(demo: tuple[Settings, str]) -> None:
    settings, said = demo
    assert "crawls the demo web" in said
    assert [int(number) > 0 for number in DONE.findall(said)[-1]] == [True, True]
    assert "robots.txt does not allow" in said
    assert "the page is not there" in said
    for source in demo_sources():
        assert source.name in said.partition("Sources:")[2]
    assert "search 图书馆" in said.partition("Where to look:")[2]
    assert str(settings.sqlite_path) in said


def test_what_was_found_is_searched_with_the_match_highlighted(demo: tuple[Settings, str]) -> None:
    settings, _ = demo
    done = crawler(settings, "search", "图书馆")
    assert "市【图书馆】新馆" in done.stdout
    assert "1 found" in done.stdout
    document = json_lines(crawler(settings, "search", "图书馆", "--json"))[0]
    assert document["title"].startswith("市图书馆")
    assert datetime.fromisoformat(document["published_at"]).tzinfo is not None


def test_filters_of_a_search(demo: tuple[Settings, str]) -> None:
    settings, _ = demo
    every = json_lines(typed(settings, "search", "--json", "--limit", "100"))
    posts = json_lines(typed(settings, "search", "--json", "--limit", "100", "--kind", "post"))
    assert 0 < len(posts) < len(every)
    assert {one["kind"] for one in posts} == {"post"}
    site = json_lines(typed(settings, "search", "--json", "--limit", "100", "--site", "blog.tonghu.example"))
    assert {one["site"] for one in site} == {"blog.tonghu.example"}
    both = ("--site", "blog.tonghu.example", "--site", site[0]["site"].replace("blog", "bbs"))
    assert json_lines(typed(settings, "search", "--json", "--limit", "100", *both)) == site
    author = next(one["author"] for one in posts if one["author"])
    by = json_lines(typed(settings, "search", "--json", "--limit", "100", "--author", f'"{author}"'))
    assert {one["author"] for one in by} == {author}
    assert by == json_lines(typed(settings, "search", "--json", "--limit", "100", f'author:"{author}"'))
    newest = [one["published_at"] for one in json_lines(typed(settings, "search", "--json", "--newest"))]
    assert newest == sorted(newest, reverse=True)
    collected = json_lines(typed(settings, "search", "--json", "--collected", "--limit", "999"))
    assert {one["id"] for one in collected} == {one["id"] for one in every}
    assert collected != every
    blog = json_lines(typed(settings, "search", "--json", "--source", "铜壶笔记", "--limit", "999"))
    assert {one["source"] for one in blog} == {"铜壶笔记"}
    says(typed(settings, "search", "--source", "无此来源"), 1, "There is no source '无此来源'")
    without = json_lines(typed(settings, "search", "--json", "--", "图书馆", "-夜读"))
    assert without == []
    rest = json_lines(typed(settings, "search", "-电梯", "--json", "--limit", "100"))
    assert 0 < len(rest) < len(every)
    assert not any("电梯" in one["title"] + one["text"] for one in rest)
    assert json_lines(typed(settings, "search", "--json", "--author", "-夜读", "图书馆")) == []
    says(typed(settings, "search", "图书馆", "--newst"), 2, "No such option '--newst'", "'--newest'")
    assert typed(settings, "search", "-h").stdout == typed(settings, "search", "--help").stdout
    assert "0 found" in typed(settings, "search", "绝无此词").stdout


def test_all_that_is_found_is_exported(demo: tuple[Settings, str]) -> None:
    settings, _ = demo
    found = json_lines(typed(settings, "search", "--json", "--collected", "--limit", "999", "图书馆"))
    assert json_lines(typed(settings, "export", "图书馆")) == found
    head, *rows = csv.reader(io.StringIO(typed(settings, "export", "--csv", "图书馆").stdout.removeprefix("\ufeff")))
    assert head[0] == "Published (Beijing time)"
    assert [row[6] for row in rows] == [one["url"] for one in found]
    every = json_lines(typed(settings, "export"))
    cut = every[1]["id"]
    assert json_lines(typed(settings, "export", "--after", cut)) == every[2:]
    rest = csv.reader(io.StringIO(typed(settings, "export", "--csv", "--after", cut).stdout))
    assert [row[-1] for row in rest] == [one["id"] for one in every[2:]]
    says(typed(settings, "export", "--after", "none"), 2, "There is no document 'none'")
    assert typed(settings, "export", "绝无此词").stdout == ""
    says(typed(settings, "export", "词" * 2000), 2, "1000 characters")


def test_a_second_run_adds_nothing(demo: tuple[Settings, str], tmp_path: Path) -> None:
    settings, _ = demo
    before = Counter(indexed(settings))
    said = crawler(settings, "run", "--once").stdout
    assert "0 pages with something new" in said
    assert Counter(indexed(settings)) == before


def test_status_as_a_table_and_as_json(demo: tuple[Settings, str]) -> None:
    settings, _ = demo
    said = crawler(settings, "status").stdout
    assert f"Documents in the index: {len(indexed(settings))}." in said
    assert "the site's robots.txt does not allow this address" in said
    assert "The oldest document came in 20" in said
    kept = crawler(settings.model_copy(update={"keep_days": 30}), "status").stdout
    assert "Documents are removed 30 days after they came in." in kept
    status = json.loads(crawler(settings, "status", "--json").stdout)
    assert status["documents"] == len(indexed(settings))
    assert {row["source"]["name"] for row in status["sources"]} == {source.name for source in demo_sources()}


def test_a_source_of_ones_own_ends_the_demo(fresh: Settings, shelf: Shelf, tmp_path: Path) -> None:
    assert "CRAWLER_CONTACT" not in crawler(fresh, "run", "--once").stderr, "the demo's owner can"
    crawler(fresh, "source", "add", "自有", shelf.lists[0])
    with LocalWeb(shelf.pages) as web:
        done = crawler(through(fresh, web), "run", "--once")
    said = done.stdout
    assert "Warning: no site's owner can reach you. Set CRAWLER_CONTACT" in done.stderr
    assert re.search(r"The demo's sources are removed, and \d\d documents with them\.", said)
    assert [row["name"] for row in json_lines(crawler(fresh, "source", "list", "--json"))] == ["自有"]
    assert set(indexed(fresh)) >= {url for url in shelf.gold if "//news000.example/" in url}
    assert not {urlsplit(url).hostname for url in indexed(fresh)} & set(demo_hosts())
    crawler(fresh, "source", "remove", "自有", "--yes")
    assert "22 pages with something new" in crawler(fresh, "run", "--once").stdout, (
        "the demo is there again, but for a redirect"
    )


def test_a_source_is_removed_with_its_documents_and_comes_back_with_them(fresh: Settings, shelf: Shelf) -> None:
    with LocalWeb(shelf.pages) as web:
        settings = through(fresh, web)
        for place in (0, 1):
            typed(settings, "source", "add", f"来源{place}", shelf.lists[place])
        crawler(settings, "run", "--once", "--no-demo")
        before = sorted(indexed(settings))
        refused = typed(settings, "source", "remove", "来源0", "--with-documents")
        assert "documents for good?" in refused.stdout
        assert (refused.returncode, sorted(indexed(settings))) == (1, before)
        said = typed(settings, "source", "remove", "来源0", "--with-documents", "--yes").stdout
        assert set(indexed(settings)) == on_list(shelf, 1)
        assert f"{len(before) - len(on_list(shelf, 1))} documents with it" in said
        typed(settings, "source", "add", "来源0", shelf.lists[0])
        crawler(settings, "run", "--once", "--no-demo")
        assert sorted(indexed(settings)) == before


def test_the_demo_beside_other_sources_is_added_once_reached_and_removed(fresh: Settings, tmp_path: Path) -> None:
    crawler(fresh, "source", "add", "自有", "http://127.0.0.1:2/news/")
    for log in (tmp_path / "first", tmp_path / "second"):
        with started(fresh, log, "demo", "--add", "--port", "0"):
            wait_until(lambda log=log: "CRAWLER_DEMO_PROXY=" in log.read_text(), "the demo is served")  # type: ignore[misc]
            proxy = re.findall(r"CRAWLER_DEMO_PROXY=(\S+)\. ", log.read_text())[0]
            tried = crawler(local(fresh, fresh.data_dir, demo_proxy=proxy), "source", "try", demo_sources()[0].url)
            assert "今夜起寒潮南下" in tried.stdout
    names = [row["name"] for row in json_lines(crawler(fresh, "source", "list", "--json"))]
    assert names == ["自有", *(source.name for source in demo_sources())]
    crawler(fresh, "demo", "--remove")
    assert [row["name"] for row in json_lines(crawler(fresh, "source", "list", "--json"))] == ["自有"]


# --- Without --once


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except URLError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_goes_on_with_the_web_beside_it_until_it_is_told_to_stop(
    fresh: Settings, shelf: Shelf, tmp_path: Path, number: signal.Signals
) -> None:
    with LocalWeb(shelf.pages) as web:
        settings = through(fresh, web, web_port=free_port())
        with started(settings, tmp_path / "log", "run") as run:
            wait_until(lambda: answers(f"http://127.0.0.1:{settings.web_port}/healthz"), "the web answers")
            wait_until(lambda: DONE.search(run.log.read_text()) is not None, "the demo is crawled")
            crawler(settings, "source", "add", "自有", shelf.lists[0])
            wait_until(lambda: set(indexed(settings)) >= on_list(shelf, 0), "the new source is crawled")
            assert run.process is not None
            began = time.monotonic()
            run.process.send_signal(number)
            assert run.process.wait(timeout=30) == 0
            assert time.monotonic() - began < 10
        said = run.log.read_text()
    assert "The demo's sources are removed" in said
    assert "Stopped after" in said
    assert "Where to look:" in said
    assert "Traceback" not in said


def on_list(shelf: Shelf, number: int) -> set[str]:
    """The articles that a list page announces."""
    host = shelf.lists[number].split("/")[2]
    return {url for url in shelf.gold if f"//{host}/" in url}


def test_killed_in_the_middle_and_started_again_everything_is_indexed_once(fresh: Settings, tmp_path: Path) -> None:
    shelf = synthetic(90, 3, now=datetime.now(UTC))
    with LocalWeb(shelf.pages) as web:
        settings = through(fresh, web, host_interval_s=0.1, lease_s=2)
        for url in shelf.lists:
            crawler(settings, "source", "add", url, url)
        for goal in (5, 30):
            with started(settings, tmp_path / "log", "run", "--once") as run:
                wait_until(lambda goal=goal: len(indexed(settings)) >= goal, f"{goal} pages are indexed")  # type: ignore[misc]
                run.kill()
        assert len(indexed(settings)) < len(shelf.gold)
        crawler(settings, "run", "--once")
    assert Counter(indexed(settings)) == Counter(list(shelf.gold))


def test_on_a_terminal_one_line_is_written_over_itself_and_no_log_runs_through_it(fresh: Settings) -> None:
    controller, terminal = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "run", "--once"],
        env={**environment(fresh), "TERM": "xterm"},
        cwd=fresh.data_dir.parent,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
    ) as process:
        os.close(terminal)
        said = b"".join(iter(lambda: read_terminal(controller), b"")).decode()
        assert process.wait(timeout=60) == 0
    os.close(controller)
    assert "\r\x1b[2K[" in said
    assert DONE.search(said)
    assert "extractor" not in said
    assert "Skipped:" in said


def read_terminal(descriptor: int) -> bytes:
    """What was written since; nothing when the other side is closed."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


@pytest.mark.parametrize("arguments", [("settings",), ("run", "--once")])
def test_a_reader_that_leaves_is_no_error(fresh: Settings, arguments: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        env=environment(fresh),
        cwd=fresh.data_dir.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()  # at once: on a busy machine a reader of one line leaves when all has been written
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 1


def test_a_port_that_is_taken_is_said_at_once(fresh: Settings) -> None:
    with LocalWeb({}) as web:
        port = int(web.proxy_url.rpartition(":")[2])
        for command in ("run", "web"):
            settings = fresh.model_copy(update={"web_port": port})
            says(crawler(settings, command, check=False), 1, str(port), "CRAWLER_WEB_PORT")


def test_a_setting_that_ends_a_role_ends_the_run(fresh: Settings) -> None:
    settings = fresh.model_copy(update={"ca_file": Path("/nowhere.pem")})
    says(crawler(settings, "run", "--once", check=False), 1, "CRAWLER_CA_FILE=/nowhere.pem")


# --- Sources and keywords


def test_the_life_of_a_source(fresh: Settings) -> None:
    added = typed(fresh, "source", "add", "要闻", "http://a.example/", "--keep-params", "id, p", "--interval", "60")
    assert "Added source 1, 要闻." in added.stdout
    typed(fresh, "source", "add", "百度", "baidu_news", "--channel", "search")
    row = json_lines(typed(fresh, "source", "show", "要闻", "--json"))[0]
    assert (row["id"], row["interval_s"], row["keep_params"], row["priority"]) == (1, 60, ["id", "p"], 1000)
    assert row["history"] == []
    assert "keep_params      id,p" in typed(fresh, "source", "show", "1").stdout
    assert "is disabled" in typed(fresh, "source", "disable", "1").stdout
    assert "1  disabled  page    要闻  http://a.example/" in typed(fresh, "source", "list").stdout
    assert "is enabled" in typed(fresh, "source", "enable", "要闻").stdout
    assert typed(fresh, "source", "check").stdout.splitlines() == ["1  要闻  ok", "2  百度  ok"]
    with closing(Services(fresh)) as services:
        services.sources.update(1, next_check_at=datetime.now(UTC) + timedelta(days=1))
    typed(fresh, "source", "check", "要闻")
    assert re.search(r"next_check_at +\d", typed(fresh, "source", "show", "要闻").stdout)
    typed(fresh, "source", "check", "要闻", "--now")
    assert not re.search(r"next_check_at +\d", typed(fresh, "source", "show", "要闻").stdout)
    assert "Source 1, 要闻, has the same URL" in typed(fresh, "source", "add", "又", "http://a.example/").stdout
    typed(fresh, "source", "remove", "又", "--yes")
    changed = typed(fresh, "source", "set", "要闻", "--interval", "300", "--keep-params", "", "--name", "头条")
    assert "Changed source 1, 头条." in changed.stdout
    row = json_lines(typed(fresh, "source", "show", "头条", "--json"))[0]
    assert (row["interval_s"], row["keep_params"], row["url"]) == (300, [], "http://a.example/")
    typed(fresh, "source", "set", "头条", "--name", "要闻")
    refused = typed(fresh, "source", "remove", "要闻")
    assert (refused.returncode, len(json_lines(typed(fresh, "source", "list", "--json")))) == (1, 2)
    assert "is removed" in typed(fresh, "source", "remove", "要闻", "--yes").stdout
    assert [one["name"] for one in json_lines(typed(fresh, "source", "list", "--json"))] == ["百度"]


def test_sources_come_from_a_file_and_go_into_one(fresh: Settings, tmp_path: Path) -> None:
    feeds = tmp_path / "feeds.opml"
    feeds.write_text('<opml><body><outline text="甲" xmlUrl="http://a.example/rss"/></body></opml>', encoding="utf-8")
    assert "feed  甲  http://a.example/rss" in typed(fresh, "source", "import", str(feeds), "--dry-run").stdout
    assert "There is no source yet" in typed(fresh, "source", "list").stdout
    added = typed(fresh, "source", "import", str(feeds)).stdout
    assert added.startswith("Added 1 source; 0 were there already, 0 cannot work.\n`crawler run` checks it;")
    assert "Added 0 sources; 1 were there already" in typed(fresh, "source", "import", str(feeds)).stdout
    table = typed(fresh, "source", "export").stdout
    assert "甲,feed,http://a.example/rss,,,600,1000,Asia/Shanghai,,,1" in table
    bad = tmp_path / "bad.csv"
    bad.write_text(table + "乙,page,nowhere\n", encoding="utf-8")
    refused = typed(fresh, "source", "import", str(bad))
    assert refused.returncode == 1
    assert "Not added: line 3: the url 'nowhere' does not work" in refused.stderr
    bad.write_text("no table", encoding="utf-8")
    assert "the first line has to name the columns" in typed(fresh, "source", "import", str(bad)).stderr


def test_the_life_of_a_keyword(fresh: Settings) -> None:
    typed(fresh, "source", "add", "百度", "baidu_news", "--channel", "search")
    typed(fresh, "keyword", "add", "房价")
    typed(fresh, "keyword", "add", "高铁", "--source", "百度")
    assert typed(fresh, "keyword", "list").stdout.splitlines() == ["房价  all search sources", "高铁  百度"]
    assert [one["word"] for one in json_lines(typed(fresh, "keyword", "list", "--json"))] == ["房价", "高铁"]
    typed(fresh, "keyword", "remove", "房价")
    assert typed(fresh, "keyword", "list").stdout.splitlines() == ["高铁  百度"]


SOURCE = ("source", "add")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((*SOURCE, "", "http://a/"), 1, ["needs a name"]),
        ((*SOURCE, "有", "http://b/"), 1, ["'有' exists already", "another name"]),
        ((*SOURCE, "x", "ftp://a/"), 1, ["complete http or https URL"]),
        ((*SOURCE, "x", "http://a/" + "x" * 3000), 1, ["2000"]),
        ((*SOURCE, "x", "http://a/", "--pattern", "("), 1, ["RE2"]),
        ((*SOURCE, "x", "http://a/", "--interval", "9" * 30), 1, ["interval_s", "31536000"]),
        ((*SOURCE, "x", "http://a/", "--interval", "1"), 1, ["at least 10 seconds"]),
        ((*SOURCE, "x", "http://a/", "--priority", "abc"), 2, ["--priority"]),
        ((*SOURCE, "x", "http://a/", "--timezone", "Mars"), 1, ["Asia/Shanghai"]),
        ((*SOURCE, "x", "http://a/", "--channel", "telepathy"), 2, ["'feed', 'search', 'page'"]),
        ((*SOURCE, "x", "nowhere", "--channel", "search"), 1, ["baidu_news"]),
        ((*SOURCE, "a\nb", "http://a/"), 2, ["control character"]),
        ((*SOURCE, "\udcff", "http://a/"), 2, ["UTF-8"]),
        ((*SOURCE, "x" * 300, "http://a/"), 1, ["190"]),
        (("source", "set", "有"), 2, ["Say what to change"]),
        (("source", "set", "有", "--pattern", "("), 1, ["Not changed", "RE2"]),
        (("source", "set", "nobody", "--interval", "60"), 1, ["crawler source list"]),
        (("source", "show", "nobody"), 1, ["crawler source list"]),
        (("source", "disable", "9" * 30), 1, ["crawler source list"]),
        (("source", "check", ""), 1, ["crawler source list"]),
        (("source", "try", "news.example"), 1, ["complete URL", "baidu_news"]),
        (("keyword", "add", ""), 1, ["empty"]),
        (("keyword", "add", "词" * 200), 1, ["190"]),
        (("keyword", "add", "词", "--source", "有"), 1, ["no search source"]),
        (("keyword", "remove", "没有"), 1, ["crawler keyword list"]),
        (("search", "词" * 2000), 2, ["1000 characters"]),
        (("search", "词", "--limit", "0"), 2, ["--limit"]),
        (("search", "词", "--since", "2026-13-01"), 2, ["--since"]),
        (("search", "词", "--until", "9999-12-31"), 2, ["--until"]),
        (("extract", "/nowhere.html"), 1, ["/nowhere.html", "No such file"]),
        (("extract", ""), 2, ["standard input"]),
        (("extract", "/dev/zero"), 1, ["CRAWLER_MAX_BODY_BYTES"]),
        (("extract", "/bin/true"), 1, ["/bin/true", "binary data"]),
        (("extract", "ftp://a/"), 1, ["complete http or https URL"]),
        (("extract", "/dev/null", "--algorithm", "magic"), 2, ["cevc, cevc-node"]),
        (("extract", "/dev/null", "--compare", "--algorithm", "cevc"), 2, ["leave --algorithm"]),
        (("dead", "retry", "http://a/"), 1, ["crawler dead list"]),
        (("dead", "retry"), 2, ["--all"]),
        (("dead", "forget", "http://a/", "--all"), 2, ["--reason"]),
        (("dead", "retry", "--all"), 1, ["No task is set aside."]),
        (("dead", "list", "--limit", "-1"), 2, ["--limit"]),
        (("status", "--days", "0"), 2, ["--days"]),
        (("health", "web"), 1, ["is it running?"]),
        (("demo", "--port", "99999"), 2, ["--port"]),
        (("nonsense",), 2, ["nonsense"]),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else "",
)
def test_bad_input_gets_a_sentence(
    something: Settings, arguments: tuple[str, ...], code: int, words: list[str]
) -> None:
    says(typed(something, *arguments), code, *words)


@pytest.fixture(scope="module")
def something(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Embedded stores with one source."""
    settings = load(stores=Stores.EMBEDDED, data_dir=tmp_path_factory.mktemp("one") / "data", web_port=free_port())
    typed(settings, "source", "add", "有", "http://a.example/")
    return settings


# --- Trying a source, extracting a page


def test_a_source_is_tried_by_the_way_of_production_and_nothing_is_stored(fresh: Settings, shelf: Shelf) -> None:
    with LocalWeb(shelf.pages) as web:
        settings = through(fresh, web)
        said = crawler(settings, "source", "try", shelf.lists[0]).stdout
        trial = json_lines(crawler(settings, "source", "try", shelf.lists[0], "--json"))[0]
    assert "status 200, charset utf-8" in said
    assert "Links matched: 10" in said
    assert said.count("  article: ") == 3
    assert len(trial["links"]) == len(trial["rules"]) == 10
    assert [page["found"]["title"] for page in trial["pages"]] == [
        shelf.gold[page["url"]]["title"] for page in trial["pages"]
    ]
    assert not settings.data_dir.exists()


def test_a_trial_says_which_rule_rejected_a_link_and_fails_when_nothing_comes_of_it(
    fresh: Settings, shelf: Shelf
) -> None:
    with LocalWeb({**shelf.pages, "http://empty.example/": Page(b"<html><p>nothing here</p>")}) as web:
        settings = through(fresh, web)
        tried = typed(settings, "source", "try", shelf.lists[0], "--pattern", r"/none/\d+")
        assert tried.returncode == 1
        assert "Links matched: 0" in tried.stdout
        assert "Links rejected: 10" in tried.stdout
        assert r"/none/\d+" in tried.stdout
        assert typed(settings, "source", "try", "http://empty.example/").returncode == 1
        gone = typed(settings, "source", "try", "http://gone.example/")
        assert gone.returncode == 1
        assert "failed: " in gone.stdout


def test_a_trial_names_the_feeds_that_the_page_announces(fresh: Settings) -> None:
    page = b'<html><link rel=alternate type=application/rss+xml href="/rss.php?fid=3"><a href=/t/1.html>A walk</a>'
    with LocalWeb({"http://plain.example/": Page(page)}) as web:
        settings = through(fresh, web)
        said = crawler(settings, "source", "try", "http://plain.example/", "--pattern", "/t/.*").stdout
        trial = json_lines(crawler(settings, "source", "try", "http://plain.example/", "--pattern", "/t/.*", "--json"))[
            0
        ]
    assert "  crawler source try 'http://plain.example/rss.php?fid=3' --channel feed" in said
    assert trial["feeds"] == ["http://plain.example/rss.php?fid=3"]


def test_a_trial_names_the_lists_that_are_read_with_it(fresh: Settings) -> None:
    index = b'<?xml version="1.0"?><sitemapindex><sitemap><loc>/map1.xml</loc></sitemap></sitemapindex>'
    with LocalWeb({"http://plain.example/sitemap.xml": Page(index, "application/xml")}) as web:
        settings, words = through(fresh, web), ("source", "try", "http://plain.example/sitemap.xml")
        said = crawler(settings, *words).stdout
        trial = json_lines(crawler(settings, *words, "--json"))[0]
    assert "Lists that are read with it, some in each check: 1\n  http://plain.example/map1.xml" in said
    assert trial["lists"] == ["http://plain.example/map1.xml"]


def test_a_row_is_tried_with_other_columns_than_its_own(fresh: Settings, shelf: Shelf) -> None:
    typed(fresh, "source", "add", "要闻", shelf.lists[0], "--pattern", r"/none/\d+")
    with LocalWeb(shelf.pages) as web:
        settings = through(fresh, web)
        assert "Links matched: 0" in typed(settings, "source", "try", "要闻").stdout
        assert "Links matched: 10" in typed(settings, "source", "try", "要闻", "--pattern", "").stdout


def test_a_page_is_extracted_from_a_file_of_any_name_and_from_standard_input(fresh: Settings, shelf: Shelf) -> None:
    url, gold = next(iter(shelf.gold.items()))
    body = shelf.pages[url].body
    fresh.data_dir.mkdir()
    name = os.fsencode(fresh.data_dir) + b"/\xff\xfe.html"
    Path(os.fsdecode(name)).write_bytes(body)
    assert gold["title"] in crawler(fresh, "extract", os.fsdecode(name)).stdout
    done = subprocess.run(
        [*COMMAND, "extract", "-", "--json", "--url", url],
        input=body,
        env=environment(fresh),
        capture_output=True,
        check=True,
        timeout=60,
    )
    extracted = json.loads(done.stdout)
    assert (extracted["kind"], extracted["title"]) == ("article", gold["title"])
    assert extracted["published_at"].startswith(gold["date"][:7])


def test_a_page_without_content_is_said_to_have_none(fresh: Settings) -> None:
    done = crawler(fresh, "extract", "/dev/null", check=False)
    assert (done.returncode, done.stdout) == (1, "Nothing to extract: the page is empty.\n")


def test_dead_letters_are_listed_queued_again_and_forgotten(fresh: Settings, shelf: Shelf) -> None:
    with LocalWeb({}) as web:
        web.put(shelf.lists[0], shelf.pages[shelf.lists[0]])
        web.put("http://news000.example/robots.txt", Page(b"", status=404))
        settings = through(fresh, web, max_attempts=1, retry_s=0.1)
        typed(settings, "source", "add", "要闻", shelf.lists[0])
        services = Services(settings)
        task = PageTask("http://news000.example/a.html", source_id=1, source="要闻")
        other = PageTask("http://news000.example/b.html", source_id=1, source="要闻")
        from crawler.model import Outcome

        for one in (task, other):
            services.frontier.admit([one], now=time.time())
            services.frontier.bury(one, Outcome("gave_up", "timeout", "a\x1b[2J test"), now=time.time())
        services.close()
    said = typed(settings, "dead", "list").stdout
    assert "did not come within the time allowed" in said
    assert "\x1b" not in said
    assert {one["url"] for one in json_lines(typed(settings, "dead", "list", "--json"))} == {task.url, other.url}
    queued = typed(settings, "dead", "retry", "http://nowhere.example/", task.url)
    says(queued, 1, "http://nowhere.example/")
    assert f"Queued {task.url}" in queued.stdout
    says(typed(settings, "dead", "retry", "--reason", "robots"), 1, "the reasons are: timeout")
    assert typed(settings, "dead", "retry", "--reason", "timeout").stdout == f"Queued {other.url}\n"
    says(typed(settings, "dead", "forget", "--all"), 1, "No task is set aside")
    services = Services(settings)
    services.frontier.bury(other, Outcome("gave_up", "timeout"), now=time.time())
    services.close()
    assert typed(settings, "dead", "forget", "--all").stdout == f"Forgot {other.url}\n"
    assert "No task is set aside" in typed(settings, "dead", "list").stdout


# --- Settings, folders, terminals


def with_environment(settings: Settings, *arguments: str, **variables: str) -> Done:
    return subprocess.run(
        [*COMMAND, *arguments],
        env={**environment(settings), **variables},
        cwd="/",
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=60,
    )


def test_a_wrong_setting_is_named_and_the_list_of_settings_still_shown(fresh: Settings) -> None:
    for arguments in (("source", "list"), ("settings",)):
        done = with_environment(fresh, *arguments, CRAWLER_MYSQL_PORT="abc")
        says(done, 1, "CRAWLER_MYSQL_PORT='abc' does not work", "`crawler settings`")
    assert "CRAWLER_MYSQL_PORT=3306" in done.stdout


def test_a_misspelt_setting_is_pointed_out(fresh: Settings) -> None:
    done = with_environment(fresh, "source", "list", CRAWLER_HOST_INTERVAL="3")
    assert done.returncode == 0
    assert "CRAWLER_HOST_INTERVAL_S" in done.stderr


def test_the_settings_are_listed_without_passwords(fresh: Settings) -> None:
    done = with_environment(fresh, "settings", CRAWLER_WEB_PASSWORD="geheim", CRAWLER_REDIS_URL="redis://:geheim@h/0")
    assert done.returncode == 0
    assert "geheim" not in done.stdout + done.stderr
    assert "CRAWLER_WEB_PASSWORD=(set)" in done.stdout
    assert "CRAWLER_STORES=embedded" in done.stdout
    changed = with_environment(fresh, "settings", "--changed", CRAWLER_POLL_S="5.0").stdout
    assert "CRAWLER_DATA_DIR" in changed
    assert "CRAWLER_POLL_S" not in changed


@pytest.mark.parametrize("arguments", [("source", "list"), ("search", "词"), ("run", "--once"), ("migrate",)])
def test_a_data_folder_that_cannot_be_is_said(fresh: Settings, arguments: tuple[str, ...]) -> None:
    fresh.data_dir.write_text("a file")
    says(typed(fresh, *arguments), 1, "CRAWLER_DATA_DIR")
    fresh.data_dir.unlink()
    fresh.data_dir.mkdir()
    fresh.sqlite_path.write_text("no database at all")
    says(typed(fresh, *arguments), 1, str(fresh.sqlite_path))


def test_a_terminal_that_knows_no_chinese_gets_it_escaped(demo: tuple[Settings, str]) -> None:
    settings, _ = demo
    done = with_environment(settings, "search", "图书馆", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert r"\u56fe\u4e66\u9986" in done.stdout
    assert "市【图书馆】新馆" in with_environment(settings, "search", "图书馆", LC_ALL="C").stdout


# --- On servers

COMMANDS_AND_THEIR_SERVERS = [
    (("source", "list"), "mysql", "CRAWLER_MYSQL_HOST"),
    ((*SOURCE, "x", "http://a/"), "mysql", "CRAWLER_MYSQL_PORT"),
    (("keyword", "list"), "mysql", "CRAWLER_MYSQL_HOST"),
    (("migrate",), "mysql", "CRAWLER_MYSQL_HOST"),
    (("search", "词"), "elasticsearch", "CRAWLER_ELASTICSEARCH_URL"),
    (("seen", "rebuild", "--clear"), "elasticsearch", "CRAWLER_ELASTICSEARCH_URL"),
    (("seen", "status"), "redis", "CRAWLER_REDIS_URL"),
    (("dead", "list"), "redis", "CRAWLER_REDIS_URL"),
    (("dead", "retry", "http://a/"), "redis", "CRAWLER_REDIS_URL"),
]


@pytest.fixture(scope="module")
def nobody() -> Settings:
    """Settings over servers that are not there."""
    return load(
        stores=Stores.SERVERS,
        mysql_port=free_port(),
        redis_url=f"redis://127.0.0.1:{free_port()}/0",
        beanstalkd_port=free_port(),
        elasticsearch_url=f"http://127.0.0.1:{free_port()}",
    )


@pytest.mark.parametrize(("arguments", "server", "setting"), COMMANDS_AND_THEIR_SERVERS)
def test_a_server_that_is_away_is_named_with_the_setting_to_look_at(
    nobody: Settings, arguments: tuple[str, ...], server: str, setting: str
) -> None:
    says(typed(nobody, *arguments), 1, f"{server} is not available", setting)


def test_the_status_of_servers_that_are_away(nobody: Settings) -> None:
    done = typed(nobody, "status")
    says(done, 1, *(f"{server} is not available" for server in ("mysql", "redis", "beanstalkd", "elasticsearch")))
    assert "Documents in the index: unknown." in done.stdout


def test_on_servers_the_run_is_refused_and_the_web_asks_for_a_password(nobody: Settings) -> None:
    says(typed(nobody, "run"), 1, "CRAWLER_STORES=embedded")
    says(typed(nobody.model_copy(update={"web_port": 0}), "web"), 1, "CRAWLER_WEB_PASSWORD")


def test_the_same_commands_on_servers(server_settings: Settings, shelf: Shelf) -> None:
    assert "up to date" in typed(server_settings, "migrate").stdout
    assert "within 5 s" in typed(server_settings, "source", "add", "要闻", shelf.lists[0]).stdout
    assert "1  new  page  要闻" in typed(server_settings, "source", "list").stdout
    typed(server_settings, "keyword", "add", "房价")
    assert "房价" in typed(server_settings, "keyword", "list").stdout
    assert "Documents in the index: 0. Pages pending: 0." in typed(server_settings, "status").stdout
    assert "0 found" in typed(server_settings, "search", "词").stdout
    assert "URLs 0 of" in typed(server_settings, "seen", "status").stdout
    assert "0 URLs of the index" in typed(server_settings, "seen", "rebuild").stdout
    assert "No task is set aside" in typed(server_settings, "dead", "list").stdout
    with LocalWeb(shelf.pages) as web:
        assert "Links matched: 10" in typed(through(server_settings, web), "source", "try", "要闻").stdout
    assert "is removed" in typed(server_settings, "source", "remove", "要闻", "--yes").stdout


def test_one_server_that_is_away_costs_its_part_of_the_status_only(server_settings: Settings) -> None:
    typed(server_settings, "migrate")
    done = typed(server_settings.model_copy(update={"beanstalkd_port": free_port()}), "status")
    says(done, 1, "beanstalkd is not available")
    assert done.stderr.count("is not available") == 1
    assert "Documents in the index: 0. Pages pending: 0." in done.stdout
