"""The demo web as a proxy for crawlers and as a web server for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection

import pytest
import urllib3

from crawler.demo import DemoWeb, demo_sources
from crawler.demo.server import DemoSites
from crawler.errors import Fatal

NOW = datetime(2024, 3, 5, 6, 3, tzinfo=UTC)
PORTAL, PAPER, BLOG, BOARD = (source.url for source in demo_sources())
ARTICLE = "http://www.yunhe-online.example/2024/0304/c1001-20417.html"


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(NOW) as web:
        yield web


@pytest.fixture
def client(web: DemoWeb) -> urllib3.ProxyManager:
    return urllib3.ProxyManager(web.proxy_url, retries=False, timeout=10)


def test_the_proxy_answers_for_the_demo_hosts(client: urllib3.ProxyManager) -> None:
    for url in (PORTAL, PAPER, BLOG, BOARD, ARTICLE):
        assert client.request("GET", url).status == 200
    article = client.request("GET", ARTICLE)
    assert "禾溪大桥主跨合龙" in article.data.decode()
    assert article.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "User-agent" in client.request("GET", "http://bbs.yanxia.example/robots.txt").data.decode()
    assert client.request("GET", ARTICLE + "x").status == 404


def test_other_hosts_are_refused_with_a_sentence(web: DemoWeb, client: urllib3.ProxyManager) -> None:
    answer = client.request("GET", "http://elsewhere.example/")
    assert answer.status == 502
    assert "no way to elsewhere.example" in answer.data.decode()
    connection = HTTPConnection("127.0.0.1", int(web.proxy_url.rpartition(":")[2]), timeout=10)
    connection.request("CONNECT", "elsewhere.example:443")
    assert connection.getresponse().status == 502


def test_an_unchanged_list_is_not_sent_again(client: urllib3.ProxyManager) -> None:
    first = client.request("GET", PORTAL)
    again = client.request("GET", PORTAL, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.data) == (304, b"")
    since = client.request("GET", BLOG, headers={"If-Modified-Since": "Sun, 01 Jan 2023 00:00:00 GMT"})
    assert since.status == 200


def test_a_redirect_leads_to_the_article(client: urllib3.ProxyManager) -> None:
    old = client.request("GET", "http://www.yunhe-online.example/2024/0303/c1001-204020.html", redirect=False)
    assert old.status == 301
    assert "十二条公交线路" in client.request("GET", old.headers["Location"]).data.decode()


def test_a_person_can_walk_through_it_without_a_proxy(web: DemoWeb) -> None:
    browser = urllib3.PoolManager(retries=False)
    index = browser.request("GET", web.proxy_url + "/").data.decode()
    sites = re.findall(r'href="(/[^"]+)"', index)
    assert len(sites) == 4
    front = browser.request("GET", web.proxy_url + "/www.yunhe-online.example/").data.decode()
    link = re.search(r'href="([^"]+c1001-20417\.html)"', front)
    assert link
    assert "禾溪大桥主跨合龙" in browser.request("GET", web.proxy_url + link[1]).data.decode()
    assert browser.request("GET", web.proxy_url + "/nowhere").status == 404


def test_links_are_rewritten_for_people_only() -> None:
    sites = DemoSites(NOW)
    proxied = sites.answer(PAPER, "").text
    plain = sites.answer("/www.qingyan-wanbao.example/index.htm", "127.0.0.1:8080").text
    assert 'href="http://www.yunhe-online.example/"' in proxied
    assert 'href="/www.yunhe-online.example/"' in plain
    assert 'href="html/2024-03/04/content_8812.htm"' in plain, "relative links work as they are"
    moved = sites.answer("/www.yunhe-online.example/2024/0303/c1001-204020.html", "127.0.0.1:8080")
    assert moved.location == "/www.yunhe-online.example/2024/0303/c1001-20402.html"


def test_the_host_header_names_a_site_too() -> None:
    answer = DemoSites(NOW).answer("/index.htm?from=home", "www.qingyan-wanbao.example")
    assert "青砚晚报" in answer.text


def test_a_port_that_is_taken_is_fatal(web: DemoWeb) -> None:
    with pytest.raises(Fatal, match="Choose another port"):
        DemoWeb(NOW, port=int(web.proxy_url.rpartition(":")[2])).start()


def test_it_can_be_stopped_and_started_again() -> None:
    web = DemoWeb(NOW)
    web.stop()
    for _ in range(2):
        web.start()
        assert urllib3.request("GET", web.proxy_url + "/").status == 200
        web.stop()
