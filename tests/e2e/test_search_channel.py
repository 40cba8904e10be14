"""Meta search end to end: keywords × an engine, and its four answers, which are never confused."""

from __future__ import annotations

import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest

from crawler.cli.run import summary
from crawler.model import Source
from crawler.roles.run import LocalRun
from crawler.roles.services import Services
from crawler.settings import Settings
from crawler.stores import Query
from tests.localweb import LocalWeb, Page, synthetic

ENGINE = """
name = "test_news"
title = "测试搜索"
url = "http://search.example/ns?q={keyword}"
interval_s = 0.01
[results]
page = ["ul.result"]
item = ["li.res"]
link = ["h3 a[href]"]
[no_results]
texts = ["抱歉，没有找到"]
[challenge]
texts = ["请输入验证码"]
"""


def engine_page(keyword: str, body: str) -> tuple[str, Page]:
    html = f"<meta charset=utf-8><title>{keyword}_测试搜索</title>{body}"
    return f"http://search.example/ns?q={quote(keyword)}", Page(html.encode(), "text/html; charset=utf-8")


@pytest.fixture
def settings(embedded_settings: Settings, tmp_path: Path) -> Settings:
    folder = tmp_path / "config" / "search"
    folder.mkdir(parents=True)
    (folder / "test_news.toml").write_text(ENGINE, encoding="utf-8")
    return embedded_settings.model_copy(update={"config_dir": folder.parent, "poll_s": 0.2, "host_backoff_max_s": 0.5})


def test_four_answers_and_the_articles_of_the_first(settings: Settings) -> None:
    shelf = synthetic(3, 1, now=datetime.now(UTC))
    hits = "".join(f'<li class="res"><h3><a href="{url}">{gold["title"]}</a></h3>' for url, gold in shelf.gold.items())
    answers = dict(
        [
            engine_page("茶园", f'<ul class="result">{hits}</ul>'),
            engine_page("冷门", "<p>抱歉，没有找到相关内容</p>"),
            engine_page("频繁", "<form>请输入验证码</form>"),
            engine_page("改版", "<div class='new-layout'>全新页面</div>"),
        ]
    )
    with LocalWeb({**shelf.pages, **answers}) as web:
        services = Services(settings.model_copy(update={"proxy": web.proxy_url}))
        for word in ("茶园", "冷门", "频繁", "改版"):
            row = services.sources.add(Source(id=0, name=word, channel="search", url="test_news"))
            services.sources.add_keyword(word, row.id)
        services.sources.add(Source(id=0, name="没有词", channel="search", url="test_news"))
        LocalRun(services).run(threading.Event(), once=True, progress=lambda tally: None)

        states = {row.name: (row.state, row.state_reason) for row in services.sources.all()}
        assert states["茶园"] == ("ok", "")
        assert states["冷门"][0] == "ok"
        assert "no results" in states["冷门"][1]
        assert states["频繁"][0] == "blocked"
        assert states["改版"][0] == "failed"
        assert "config/search/" in states["改版"][1]
        assert states["没有词"][0] == "empty"
        assert "crawler keyword add" in states["没有词"][1]
        found = services.documents.search(Query())
        assert {hit.document.url for hit in found.hits} == set(shelf.gold)
        assert {hit.document.channel for hit in found.hits} == {"search"}
        services.close()


def test_a_run_that_is_to_end_does_not_wait_for_an_engine_that_asks_for_a_captcha(settings: Settings) -> None:
    shelf = synthetic(3, 1, now=datetime.now(UTC))
    words = ("茶园", "山路", "水库")
    answers = dict(engine_page(word, "<form>请输入验证码</form>") for word in words)
    with LocalWeb({**shelf.pages, **answers}) as web:
        patient = settings.model_copy(update={"proxy": web.proxy_url, "host_backoff_max_s": 3600, "lister_threads": 1})
        with closing(Services(patient)) as services:
            services.sources.add(Source(id=0, name="a", channel="search", url="test_news"))
            services.sources.add(Source(id=0, name="b", channel="page", url=shelf.lists[0]))
            for word in words:
                services.sources.add_keyword(word)
            tally = LocalRun(services).run(threading.Event(), once=True, progress=lambda tally: None)
            assert sum(web.counts[url] for url in answers) == 1
            assert (tally.left, tally.waiting) == (2, 0)
            assert tally.left_until
            assert timedelta(minutes=50) < tally.left_until - datetime.now(UTC) < timedelta(minutes=61)
            assert tally.count("page", "indexed") == len(shelf.gold)
            said = summary(tally, services)
            assert "Left: 2 tasks whose turn comes later. Run again at " in said
            again = LocalRun(services).run(threading.Event(), once=True, progress=lambda tally: None)
            assert again.left == 2
            assert sum(web.counts[url] for url in answers) == 1


def test_an_engine_whose_robots_txt_closes_its_results_is_left_alone(settings: Settings) -> None:
    url, page = engine_page("茶园", '<ul class="result"></ul>')
    with LocalWeb({url: page}) as web:
        web.robots("search.example", "User-agent: *\nDisallow: /ns")
        services = Services(settings.model_copy(update={"proxy": web.proxy_url}))
        services.sources.add(Source(id=0, name="a", channel="search", url="test_news"))
        services.sources.add_keyword("茶园")
        LocalRun(services).run(threading.Event(), once=True, progress=lambda tally: None)
        (row,) = services.sources.all()
        assert row.state == "blocked"
        assert "robots.txt" in row.state_reason
        assert web.counts[url] == 0
        services.close()
