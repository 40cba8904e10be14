"""The local web itself: what end-to-end tests rest on must not be what fails in them."""

from __future__ import annotations

import gzip
import json
import os
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path

import pytest
import urllib3
from urllib3.exceptions import HTTPError, ProtocolError, ReadTimeoutError

from tests.localweb import Fault, LocalWeb, Page, bomb, failure, from_corpora, moved, synthetic

PAGES = {
    "http://news.example/": Page(b"<h1>front</h1>", "text/html; charset=utf-8"),
    "http://news.example/a?id=1&spm=x": Page(b"article", headers={"ETag": '"a1"'}),
    "http://news.example/b?id=1": Page(b"one"),
    "http://news.example/b?id=2": Page(b"two"),
    "https://Secure.example/文章/1.html": Page("安全".encode()),
    "https://other.example/": Page(b"other"),
}
NOW = datetime(2024, 3, 5, 14, 3, tzinfo=UTC)


@pytest.fixture(scope="module")
def shared_web() -> Iterator[LocalWeb]:
    with LocalWeb(PAGES) as web:
        yield web


@pytest.fixture
def web(shared_web: LocalWeb) -> Iterator[LocalWeb]:
    shared_web.forget()
    yield shared_web
    for where in ("news.example", "http://news.example/"):
        shared_web.heal(where)


@pytest.fixture
def client(web: LocalWeb) -> urllib3.ProxyManager:
    return urllib3.ProxyManager(web.proxy_url, ca_certs=str(web.ca_file), retries=False, timeout=10)


def test_it_answers_for_its_hosts(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    answer = client.request("GET", "http://news.example/")
    assert (answer.status, answer.data) == (200, b"<h1>front</h1>")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert client.request("GET", "http://news.example/none").status == 404
    assert client.request("GET", "http://news.example/robots.txt").status == 404
    stranger = client.request("GET", "http://stranger.example/")
    assert stranger.status == 502
    assert b"stranger.example" in stranger.data


def test_https_hosts_have_certificates_of_its_authority(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    assert client.request("GET", "https://secure.example/文章/1.html").data.decode() == "安全"
    assert client.request("GET", "https://other.example/").data == b"other"
    with pytest.raises(HTTPError):
        client.request("GET", "https://stranger.example/")
    distrustful = urllib3.ProxyManager(web.proxy_url, retries=False, ssl_context=ssl.create_default_context())
    with pytest.raises(HTTPError, match="certificate"):
        distrustful.request("GET", "https://secure.example/1.html")


def test_a_page_is_found_under_its_canonical_url(client: urllib3.ProxyManager) -> None:
    assert client.request("GET", "http://news.example/a?id=1").data == b"article"
    assert client.request("GET", "http://news.example/b?id=2").data == b"two"
    assert client.request("GET", "http://news.example/b").status == 404, "two pages have that path"


def test_an_unchanged_page_is_not_sent_again(client: urllib3.ProxyManager) -> None:
    url = "http://news.example/a?id=1"
    same = client.request("GET", url, headers={"If-None-Match": '"a1"'})
    assert (same.status, same.data) == (304, b"")
    assert client.request("GET", url, headers={"If-None-Match": '"a0"'}).status == 200


def test_requests_are_counted(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    for path in ("", "", "none"):
        client.request("GET", f"http://news.example/{path}", headers={"User-Agent": "tester/1"})
    client.request("GET", "https://other.example/")
    assert web.counts["http://news.example/"] == 2
    assert len(web.times("news.example")) == 3
    assert web.times("other.example") == [web.requests[-1].at]
    assert "tester/1" in web.requests[0].head
    web.forget()
    assert web.requests == []


def test_one_connection_serves_many_requests(web: LocalWeb) -> None:
    connection = HTTPConnection("127.0.0.1", web.port, timeout=10)
    connection.connect()
    address = connection.sock.getsockname()
    for _ in range(3):
        connection.request("GET", "http://news.example/")
        assert connection.getresponse().read() == b"<h1>front</h1>"
    assert connection.sock.getsockname() == address


def test_without_a_proxy_the_host_header_names_the_site(web: LocalWeb) -> None:
    connection = HTTPConnection("127.0.0.1", web.port, timeout=10)
    connection.request("GET", "/", headers={"Host": "news.example"})
    assert connection.getresponse().read() == b"<h1>front</h1>"


def test_pages_and_robots_can_be_put_later(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    assert client.request("GET", "http://news.example/late").status == 404
    web.put("http://news.example/late", Page(b"late"))
    assert client.request("GET", "http://news.example/late").data == b"late"
    web.robots("other.example", "User-agent: *\nDisallow: /")
    assert b"Disallow" in client.request("GET", "https://other.example/robots.txt").data


def test_it_fails_some_times_and_then_works(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    web.fault("news.example", Fault(failure(503, {"Retry-After": "7"}), times=2))
    answers = [client.request("GET", "http://news.example/") for _ in range(3)]
    assert [answer.status for answer in answers] == [503, 503, 200]
    assert answers[0].headers["Retry-After"] == "7"


def test_an_url_has_its_own_fault(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    web.fault("http://news.example/", Fault(moved("http://127.0.0.1/secret")))
    answer = client.request("GET", "http://news.example/", redirect=False)
    assert (answer.status, answer.headers["Location"]) == (302, "http://127.0.0.1/secret")
    assert client.request("GET", "http://news.example/b?id=1").data == b"one"
    web.heal("http://news.example/")
    assert client.request("GET", "http://news.example/").status == 200


def test_it_is_slow(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    web.fault("http://news.example/", Fault(delay_s=60))
    with pytest.raises(ReadTimeoutError):
        client.request("GET", "http://news.example/", timeout=0.2)
    assert client.request("GET", "http://news.example/b?id=1").data == b"one", "nobody else waits"


def test_it_drips(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    web.fault("http://news.example/", Fault(drip_s=0.001))
    answer = client.request("GET", "http://news.example/", preload_content=False)
    pieces = []
    while piece := answer.read1():
        pieces.append(piece)
    assert b"".join(pieces) == b"<h1>front</h1>"
    assert len(pieces) > 1


def test_it_breaks_off(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    web.fault("http://news.example/", Fault(cut_after=4))
    with pytest.raises(ProtocolError, match=r"4 bytes read, 10 more expected"):
        client.request("GET", "http://news.example/")


def test_it_resets_the_connection(web: LocalWeb) -> None:
    web.fault("http://news.example/", Fault(reset=True))
    connection = HTTPConnection("127.0.0.1", web.port, timeout=10)
    connection.request("GET", "http://news.example/")
    with pytest.raises(ConnectionResetError):
        connection.getresponse()


def test_it_never_ends(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    web.fault("http://news.example/", Fault(endless=True))
    answer = client.request("GET", "http://news.example/", preload_content=False)
    assert len(answer.read(3_000_000)) == 3_000_000
    answer.close()
    assert client.request("GET", "http://news.example/b?id=1").data == b"one", "it serves on"


def test_a_bomb_is_small_until_it_is_opened(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    page = bomb(2_500_000)
    assert len(page.body) < 5_000
    assert gzip.decompress(page.body) == b" " * 2_500_000
    web.fault("http://news.example/", Fault(page))
    assert len(client.request("GET", "http://news.example/").data) == 2_500_000


def test_a_fault_reaches_into_a_tunnel(web: LocalWeb, client: urllib3.ProxyManager) -> None:
    web.fault("https://other.example/", Fault(failure(500), times=1))
    assert [client.request("GET", "https://other.example/").status for _ in range(2)] == [500, 200]


def test_synthetic_pages_are_distinct_and_repeatable() -> None:
    shelf = synthetic(120, 3, now=NOW, per_list=25)
    assert shelf == synthetic(120, 3, now=NOW, per_list=25)
    assert len(shelf.gold) == 120
    assert len({row["title"] for row in shelf.gold.values()}) == 120
    assert max(row["date"] for row in shelf.gold.values()) <= "2024-03-05"
    for url, row in shelf.gold.items():
        page = shelf.pages[url].body.decode()
        assert row["title"] in page
        assert all(f"<p>{paragraph}</p>" in page for paragraph in row["text"].split("\n"))


def test_list_pages_link_every_article_of_their_host_once() -> None:
    shelf = synthetic(120, 3, now=NOW, per_list=25)
    assert shelf.lists[:2] == ("http://news000.example/list/1.html", "http://news000.example/list/2.html")
    linked = [url for name in shelf.lists for url in shelf.gold if f'"{url}"' in shelf.pages[name].body.decode()]
    assert sorted(linked) == sorted(shelf.gold)
    assert all(shelf.pages[url].body.count(b"<li>") <= 25 for url in shelf.lists)


def test_saved_pages_keep_their_urls_and_bytes(tmp_path: Path) -> None:
    articles, threads = tmp_path / "articles/a_set", tmp_path / "threads"
    for folder in (articles, threads):
        (folder / "html").mkdir(parents=True)
    (articles / "html/1.html.gz").write_bytes(gzip.compress(b"zipped"))
    (articles / "html/2.html").write_bytes("中文".encode("gb18030"))
    (threads / "html/3.html").write_bytes(b"thread")
    rows = [
        {"html_file": "html/1.html.gz", "url": "https://one.example/1?a=b", "title": "One"},
        {"html_file": "html/2.html", "url": "", "site": "Some Site", "title": "二"},
    ]
    (articles / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (threads / "gold.jsonl").write_text(json.dumps({"file": "3.html", "url": "http://bbs.example/3"}))
    shelf = from_corpora(tmp_path)
    assert {url: shelf.pages[url].body for url in shelf.gold} == {
        "https://one.example/1?a=b": b"zipped",
        "http://some-site.a-set.example/2.html": "中文".encode("gb18030"),
        "http://bbs.example/3": b"thread",
    }
    assert shelf.gold["https://one.example/1?a=b"]["title"] == "One"
    assert len(from_corpora(tmp_path, limit=1).gold) == 1


@pytest.mark.corpus
def test_every_saved_page_is_served() -> None:
    root = Path(os.environ.get("CRAWLER_TEST_CORPORA", "../shared/eval"))
    if not root.is_dir():
        pytest.skip(f"the saved pages are not at {root}: set CRAWLER_TEST_CORPORA to where they are")
    shelf = from_corpora(root)
    assert len(shelf.gold) > 600
    with LocalWeb(shelf.pages) as web:
        client = urllib3.ProxyManager(web.proxy_url, ca_certs=str(web.ca_file))
        wrong = [url for url, page in shelf.pages.items() if client.request("GET", url).data != page.body]
    assert wrong == []
