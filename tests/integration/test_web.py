"""The web over real stores, through a real server, as a browser and a program ask it."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import requests
from requests.auth import HTTPBasicAuth

from crawler.channels import read_feed
from crawler.cli.roles import web_problem
from crawler.demo import DemoWeb
from crawler.errors import Reason, Retry, describe
from crawler.frontier import Tube
from crawler.model import CheckReport, Document, Kind, Outcome, PageTask, Precision, Source, State, url_id
from crawler.roles.services import Services
from crawler.settings import Settings
from crawler.web import api
from crawler.web.auth import FAILURES_PER_MINUTE, own_path
from crawler.web.serve import serve
from crawler.web.words import WORDS
from tests.e2e.processes import wait_until
from tests.servers.server import free_port

ROOT = Path(__file__).parents[2]
PASSWORD = "密码-and-more"
BASIC = HTTPBasicAuth(b"admin", PASSWORD.encode())
HOSTILE = '<script>alert("x")</script>&amp;'


@dataclass
class Site:
    """A running web, and a browser that keeps cookies."""

    url: str
    services: Services
    browser: requests.Session

    def get(self, path: str, **parameters: str) -> requests.Response:
        return self.browser.get(self.url + path, params=parameters, timeout=30)

    def post(self, path: str, **fields: str) -> requests.Response:
        """Send a form, with the token that the session's pages carry."""
        token = self.token()
        return self.browser.post(self.url + path, data={"token": token, **fields}, timeout=30)

    def token(self) -> str:
        found = re.search(r'name="token" value="([^"]+)"', self.get("/login").text)
        assert found
        return found[1]

    def log_in(self, password: str = PASSWORD) -> requests.Response:
        return self.post("/login", user="admin", password=password, next="/status")

    def api(self, path: str, **parameters: str) -> requests.Response:
        return requests.get(self.url + path, params=parameters, auth=BASIC, timeout=30)


@pytest.fixture(params=["embedded_settings", "server_settings"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    with running(request.getfixturevalue(request.param)) as site:
        yield site


@contextmanager
def running(given: Settings, **more: object) -> Iterator[Site]:
    own = {"web_port": free_port(), "web_password": PASSWORD, "web_secret": "s" * 32}
    settings = given.model_validate({**given.model_dump(), **own, **more})
    services, stop = Services(settings), threading.Event()
    services.documents.prepare()
    thread = threading.Thread(target=serve, args=(services,), kwargs={"stop": stop}, daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{settings.web_port}"
    wait_until(lambda: answers(url), "the web answers", timeout_s=30)
    yield Site(url, services, requests.Session())
    stop.set()
    thread.join(20)
    services.close()


def answers(url: str) -> bool:
    try:
        return requests.get(url + "/healthz", timeout=5).ok
    except requests.ConnectionError:
        return False


def document(number: int, **fields: object) -> Document:
    url = f"http://news{number % 2}.example/{number}.html"
    values: dict[str, object] = {
        "id": url_id(url),
        "url": url,
        "kind": Kind.ARTICLE,
        "site": f"news{number % 2}.example",
        "title": f"第{number}座图书馆开放",
        "text": f"河边的图书馆今天开放，这是第{number}篇报道。" * 5,
        "source_id": 1,
        "source": "晨报",
        "published_at": datetime(2026, 11, number % 28 + 1, 4, tzinfo=UTC),
        "fetched_at": datetime(2026, 11, 21, tzinfo=UTC),
    }
    return Document(**{**values, **fields})  # type: ignore[arg-type]


def fill(site: Site, *documents: Document) -> None:
    site.services.documents.add(documents)
    site.services.documents.refresh()


@pytest.mark.parametrize("path", ["/", "/status", "/sources", "/documents/1", "/?q=x"])
def test_a_page_without_a_login_leads_to_the_login(site: Site, path: str) -> None:
    answer = site.get(path)
    assert "/login?next=" in answer.url
    assert 'type="password"' in answer.text


@pytest.mark.parametrize("path", ["/api/documents", "/api/status", "/api/sources", "/api/openapi.json"])
def test_the_api_without_a_login_answers_401(site: Site, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Basic")


def test_health_is_open_and_readiness_tells_of_the_stores(site: Site) -> None:
    assert site.get("/healthz").json() == {"ok": True, "missing": []}
    assert site.get("/readyz").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/login", "/static/style.css", "/status", "/nowhere"])
def test_a_head_is_answered_as_a_get_is_without_its_body(site: Site, path: str) -> None:
    get, head = (
        requests.request(method, site.url + path, allow_redirects=False, timeout=30) for method in ("GET", "HEAD")
    )
    assert head.status_code == get.status_code
    assert head.headers.get("Content-Type") == get.headers.get("Content-Type")
    assert head.content == b""


def test_its_health_is_asked_for_past_the_proxy_of_the_machine(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert web_problem(site.services.settings) == ""


def test_logging_in_and_out(site: Site) -> None:
    assert site.log_in("wrong").status_code == 401
    answer = site.log_in()
    assert answer.url.endswith("/status")
    assert site.get("/").status_code == 200
    site.post("/logout")
    assert "/login" in site.get("/").url


def test_passwords_cannot_be_guessed_in_bulk(site: Site) -> None:
    for _ in range(FAILURES_PER_MINUTE):
        assert site.log_in("wrong").status_code == 401
    told = site.log_in()
    assert told.status_code == 429
    assert "请一分钟后再试" in told.text


@pytest.mark.parametrize(("proxies", "told_apart"), [("127.0.0.0/8", True), ("10.0.0.1", False)])
def test_people_behind_a_proxy_are_told_apart_where_it_is_believed(
    embedded_settings: Settings, proxies: str, told_apart: bool
) -> None:
    def status(site: Site, client: str, password: str) -> int:
        login, headers = HTTPBasicAuth(b"admin", password.encode()), {"X-Forwarded-For": client}
        return requests.get(site.url + "/api/sources", auth=login, headers=headers, timeout=30).status_code

    with running(embedded_settings, web_proxies=proxies) as site:
        for _ in range(FAILURES_PER_MINUTE):
            assert status(site, "203.0.113.1", "wrong") == 401
        assert status(site, "203.0.113.1", PASSWORD) == 429
        assert status(site, "203.0.113.2", PASSWORD) == (200 if told_apart else 429)


@pytest.mark.parametrize(("url", "secure"), [("https://search.example/", True), ("http://search.example/", False)])
def test_cookies_of_a_site_behind_tls_are_sent_over_tls_alone(
    embedded_settings: Settings, url: str, secure: bool
) -> None:
    with running(embedded_settings, web_url=url) as site:
        assert ("secure" in site.get("/login").headers["Set-Cookie"]) is secure


def test_a_form_from_elsewhere_changes_nothing(site: Site) -> None:
    site.log_in()
    fields = {"name": "x", "channel": "page", "url": "http://x.example/", "token": "made-up"}
    site.browser.post(site.url + "/sources", data=fields, timeout=30)
    assert site.services.sources.all() == []


def test_a_form_whose_session_is_over_leads_to_a_login_that_says_so_and_back_to_its_page(site: Site) -> None:
    site.log_in()
    site.browser.cookies.clear()
    asked = site.browser.post(site.url + "/sources/3", data={"enabled": "false"}, timeout=30)
    assert asked.url.endswith("/login?next=/sources&again=true")
    assert "登录已过期" in asked.text
    site.browser.cookies.clear()
    fields = {"user": "admin", "password": PASSWORD, "next": "/status", "token": "of a session before"}
    assert site.browser.post(site.url + "/login", data=fields, timeout=30).url.endswith("/login?next=/&again=true")


@pytest.mark.parametrize(("path", "kind"), [("/api/sources", "json"), ("/login", "x-www-form-urlencoded")])
def test_nobody_fills_the_memory_with_what_is_sent(site: Site, path: str, kind: str) -> None:
    pieces = (b"a" * 10_000 for _ in range(200))
    headers = {"Content-Type": f"application/{kind}"}
    answer = requests.post(site.url + path, data=pieces, headers=headers, timeout=30)
    assert answer.status_code == 413, answer.text


@pytest.mark.parametrize("target", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:x", ""])
def test_a_login_leads_to_our_own_pages_only(target: str) -> None:
    assert own_path(target) == "/"


def test_a_login_leads_back_to_where_one_was() -> None:
    assert own_path("/?q=图书馆&page=2") == "/?q=图书馆&page=2"


def test_search_highlights_and_filters(site: Site) -> None:
    fill(site, *(document(number) for number in range(1, 26)))
    site.log_in()
    page = site.get("/", q="图书馆")
    assert page.status_code == 200
    assert "<mark>图书馆</mark>" in page.text
    assert page.text.count('class="hit"') == 20
    assert site.get("/", q="图书馆", page="2").text.count('class="hit"') == 5
    assert site.get("/", q="图书馆", site="news1.example").text.count('class="hit"') == 13
    # 2 November in China begins at 16:00 UTC on the first; number 1 was published at 04:00 UTC on the second.
    assert site.get("/", since="2026-11-02", until="2026-11-02").text.count('class="hit"') == 1
    assert site.get("/", q="没有这个词").text.count('class="hit"') == 0
    assert site.get("/", since="yesterday").status_code == 400
    pasted = site.get("/", q="图书馆", site="http://NEWS1.example:80/2026/").text
    assert pasted.count('class="hit"') == 13
    several = site.get("/", q="图书馆", site="news1.example，news0.example").text
    assert "25 条结果" in several
    assert 'href="/?q=%E5%9B%BE%E4%B9%A6%E9%A6%86&amp;site=news0.example&amp;sort=relevance">× news1.example' in several
    assert "晚于结束日期" in site.get("/", since="2026-11-03", until="2026-11-02").text
    assert "1 / 2</span>" in page.text
    beyond = site.get("/", q="图书馆", page="9").text
    assert "没有这么多页" in beyond
    assert re.search('rel="prev" href="[^"]*page=2"', beyond)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/?page=0", 422),
        ("/?page=x", 422),
        ("/?sort=x", 422),
        (f"/?source={10**30}", 422),
        (f"/?q={'长' * 1001}", 400),
        ("/?until=9999-12-31", 400),
        ("/?since=12026-11-21", 400),
        ("/?since=0001-01-01", 200),
        ("/nothing", 404),
        ("/sources/1", 404),
        (f"/sources/{10**30}/remove", 422),
    ],
)
def test_an_address_that_does_not_work_is_answered_with_a_page(site: Site, path: str, status: int) -> None:
    site.log_in()
    answer = site.get(path)
    assert answer.status_code == status
    assert answer.headers["Content-Type"].startswith("text/html")
    assert ('class="problem"' in answer.text) is (status != 200)


@pytest.mark.parametrize("path", [f"/api/documents?source={10**30}", f"/api/sources/{10**30}", "/api/status?days=x"])
def test_a_program_is_told_what_is_wrong_with_its_request(site: Site, path: str) -> None:
    answer = site.api(path)
    assert answer.status_code == 422
    assert answer.json()["detail"]
    assert site.api("/api/nothing").json() == {"detail": "Not Found"}


def test_a_fault_of_ours_is_said_in_words_and_logged(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault that nobody has thought of")

    site.log_in()
    monkeypatch.setattr(site.services.documents, "search", broken)
    page = site.get("/", q="灯", lang="zh")
    assert page.status_code == 500
    assert "服务器内部出错" in page.text
    assert "nobody has thought of" not in page.text
    assert "default-src" in page.headers["Content-Security-Policy"]
    told = site.api("/api/documents", q="灯")
    assert told.status_code == 500
    assert "the log says what" in told.json()["detail"]
    assert "nobody has thought of" in caplog.text
    assert site.get("/status").status_code == 200


def test_text_of_strangers_is_shown_and_never_run(site: Site) -> None:
    fill(site, document(1, title=HOSTILE, text=f"图书馆 {HOSTILE} " * 9, author=HOSTILE, source=HOSTILE))
    site.log_in()
    for page in (site.get("/", q="图书馆"), site.get(f"/documents/{document(1).id}"), site.get("/", q=HOSTILE)):
        assert "<script" not in page.text
        assert "script-src" not in page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "alert(&#34;x&#34;)" in site.get(f"/documents/{document(1).id}").text


def test_what_has_no_title_can_be_opened_too(site: Site) -> None:
    fill(site, document(1, title=""))
    site.log_in()
    assert re.search(r'<a href="/documents/\w+"[^>]*>（无标题）</a>', site.get("/", q="图书馆").text)
    assert "（无标题）</h1>" in site.get(f"/documents/{document(1).id}").text


def test_of_a_day_no_time_is_made_up(site: Site) -> None:
    day = datetime(2026, 11, 19, 16, tzinfo=UTC)
    fill(
        site, document(1, published_at=day, precision=Precision.DAY), document(2, published_at=day, precision="minute")
    )
    site.log_in()
    page = site.get("/", q="图书馆").text
    assert "· 2026-11-20</p>" in page
    assert "· 2026-11-20 00:00</p>" in page
    assert "时间均为北京时间" in page
    assert re.search(r"发布时间 2026-11-20 ·", site.get(f"/documents/{document(1).id}").text)
    _, *rows = csv.reader(io.StringIO(site.get("/search.csv", q="图书馆").content.decode("utf-8-sig")))
    assert {row[0] for row in rows} == {"2026-11-20", "2026-11-20 00:00"}


def test_a_stored_article_and_a_thread_are_shown_whole(site: Site) -> None:
    thread_url = "http://bbs.example/t/1"
    posts = [
        document(
            floor,
            id=url_id(f"{thread_url}#post-{floor}"),
            url=thread_url,
            kind=Kind.POST,
            thread_id=url_id(thread_url),
            floor=floor,
            text=f"第{floor}楼说的话",
            author=f"网友{floor}",
        )
        for floor in (1, 2, 3)
    ]
    fill(site, document(9), *posts)
    site.log_in()
    assert "这是第9篇报道" in site.get(f"/documents/{document(9).id}").text
    page = site.get(f"/documents/{posts[1].id}").text
    assert [f"第{floor}楼说的话" in page for floor in (1, 2, 3)] == [True, True, True]
    assert "作者 <bdi>网友1</bdi>" in page, "a thread is its opening's author's, whichever post was found"
    assert site.get("/documents/none").status_code == 404


def test_an_article_leads_to_its_reprints_on_other_sites(site: Site) -> None:
    title = "禾溪大桥主跨合龙：两岸“半小时”通行"
    fill(
        site,
        document(1, title=title),
        document(2, title="禾溪大桥主跨合龙 两岸“半小时”通行_新闻_晚报"),
        document(3, title=title, published_at=None),
        document(4, title="禾溪大桥", text=f"有报道称：{title}。"),
        document(5, title=title, kind=Kind.POST, thread_id="t", floor=1),
        document(6, title="今日天气"),
        document(7, title="今日天气"),
    )
    site.log_in()
    told = site.get(f"/documents/{document(3).id}").text
    assert re.findall(r'<li><a href="/documents/(\w+)"', told) == [document(1).id, document(2).id]
    assert "同题文章" not in site.get(f"/documents/{document(6).id}").text
    assert [one["id"] for one in site.api(f"/api/documents/{document(1).id}/reprints").json()] == [
        document(2).id,
        document(3).id,
    ]
    assert site.api("/api/documents/nothing/reprints").status_code == 404


def test_copies_of_a_text_are_counted_and_left_out(site: Site) -> None:
    first, other = document(1, title="老渡口重新开航"), document(4)
    copies = [document(number, title=f"渡口复航{number}", duplicate_of=first.id) for number in (2, 3)]
    fill(site, first, *copies, other)
    site.log_in()
    told = site.get("/", q="图书馆").text
    assert re.findall(r'<a href="(/\?copies_of=\w+)">另有 2 篇内容相同', told) == [f"/?copies_of={first.id}"]
    assert told.count(f'<a href="/documents/{first.id}">内容相同') == 2
    only = site.get("/", q="图书馆", firsts="true").text
    assert set(re.findall(r'<h2><a href="/documents/(\w+)"', only)) == {first.id, other.id}
    of_one = site.get("/", copies_of=first.id).text
    assert set(re.findall(r'<h2><a href="/documents/(\w+)"', of_one)) == {one.id for one in copies}
    assert f'name="copies_of" type="checkbox" value="{first.id}" checked' in of_one
    found = site.api("/api/documents", q="图书馆", firsts="true").json()["documents"]
    assert {one["document"]["id"]: one["copies"] for one in found} == {first.id: 2, other.id: 0}
    page = site.get(f"/documents/{copies[0].id}").text
    assert set(re.findall(r'<li><a href="/documents/(\w+)"', page)) == {first.id, copies[1].id}
    assert page.count("最先采集到") == 1


def test_replies_are_shown_below_what_they_reply_to(site: Site) -> None:
    url = "http://bbs.example/t/1"
    of_thread = {"url": url, "kind": Kind.POST, "thread_id": url_id(url)}
    first, second = (document(n, id=f"post-{n}", floor=n, author=f"网友{n}", **of_thread) for n in (1, 2))
    second = replace(second, text="自己说的", quoted="别人说的")
    inside = document(3, id="inside", floor=1, author="网友3", text="楼中楼里说的", parent_id=first.id, **of_thread)
    about = {"thread_id": document(9).id, "thread_title": document(9).title, "parent_id": document(9).id}
    comment = document(9, id="comment", kind=Kind.COMMENT, title="", text="评论里说的", author="读者", **about)
    fill(site, first, replace(second, parent_id=first.id), inside, document(9), comment)
    site.log_in()
    page = site.get("/documents/inside").text
    assert page.index('id="post-1"') < page.index("楼中楼里说的") < page.index('id="post-2"')
    assert '<section class="post inside this" id="inside">' in page
    assert '回复 <a href="#post-1">1 楼</a>' in page
    assert page.index("<blockquote") < page.index("别人说的") < page.index("</blockquote>") < page.index("自己说的")
    nothing = site.get("/", q="别人说的").text
    assert "没有找到符合条件的内容" in nothing, "a word is found in the post that says it"
    assert WORDS["zh"]["nothing_hint"] in nothing
    article = site.get(f"/documents/{document(9).id}").text
    assert article.index("这是第9篇报道") < article.index("评论 (1)") < article.index("评论里说的")
    assert f">{document(9).title}</h1>" in site.get("/documents/comment").text
    found = site.get("/", q="评论里说的", kind="comment").text
    assert 'href="/documents/comment#comment"' in found, "whoever found a reply is led to it, not to its thread's top"
    assert re.search("· 评论 · <a [^>]*><bdi>读者</bdi></a>", found)
    assert [one["id"] for one in site.api(f"/api/threads/{document(9).id}").json()] == ["comment"]


def test_sources_are_added_and_switched_and_bad_ones_refused(site: Site) -> None:
    site.log_in()
    bad = site.post("/sources", name="坏", channel="feed", url="http://a.example/", pattern="(", interval_s="77")
    assert bad.status_code == 400
    assert 'class="problem"' in bad.text
    for kept in ('value="坏"', 'value="http://a.example/"', 'value="("', 'value="77"', 'value="feed" selected'):
        assert kept in bad.text, "what was typed need not be typed again"
    assert site.services.sources.all() == []
    added = site.post("/sources", name="好", channel="feed", url="http://a.example/feed.xml")
    (row,) = site.services.sources.all()
    assert added.url.endswith(f"/sources/{row.id}"), "where it can be tried out"
    assert (row.name, row.channel, row.enabled) == ("好", "feed", True)
    site.post(f"/sources/{row.id}", enabled="false")
    assert not site.services.sources.all()[0].enabled
    assert "已停用" in site.get("/sources").text
    site.services.sources.remove(row.id)
    assert site.post(f"/sources/{row.id}", enabled="true").status_code == 404


def test_a_source_is_tried_before_it_is_added(embedded_settings: Settings) -> None:
    with (
        DemoWeb() as demo,
        running(embedded_settings, proxy=demo.proxy_url, host_interval_s=0) as site,
    ):
        site.log_in()
        tried = site.post("/sources/try", channel="page", url="http://blog.tonghu.example/")
        assert tried.status_code == 200
        assert site.services.sources.all() == []
        assert "识别为文章的链接" in tried.text
        assert '<button form="add">添加这个来源' in tried.text
        for kept in ('name="name" value="blog.tonghu.example"', 'name="url" value="http://blog.tonghu.example/"'):
            assert kept in tried.text, "one click adds it"
        feed = site.post("/sources/try", name="铜壶", channel="feed", url="http://blog.tonghu.example/feed.xml").text
        assert 'value="feed" selected' in feed
        assert 'name="name" value="铜壶"' in feed
        for url, told in (("http://[", "网址"), ("", "网址"), ("http://none.example/", "")):
            wrong = site.post("/sources/try", channel="page", url=url)
            assert wrong.status_code == 200
            assert re.search(rf'class="problem"[^>]*>[^<]*{told}', wrong.text)
            assert "添加这个来源" not in wrong.text
        assert site.services.sources.all() == []


def test_a_program_tries_a_source_before_it_adds_it(embedded_settings: Settings) -> None:
    with (
        DemoWeb() as demo,
        running(embedded_settings, proxy=demo.proxy_url, host_interval_s=0) as site,
    ):

        def tried(path: str = "/api/sources/try", **row: object) -> requests.Response:
            return requests.post(site.url + path, json=row, auth=BASIC, timeout=60)

        found = tried(channel="page", url="http://blog.tonghu.example/").json()
        assert (found["state"], found["problem"], found["status"]) == ("ok", "", 200)
        assert found["feeds"] == ["http://blog.tonghu.example/feed.xml"]
        assert len(found["pages"]) == 3
        assert all(page["found"]["title"] and page["found"]["text"] for page in found["pages"])
        away = tried(channel="page", url="http://none.example/")
        assert (away.status_code, away.json()["state"]) == (200, "failed")
        assert away.json()["problem"]
        forum = tried(channel="page", url="http://bbs.yanxia.example/").json()
        assert all(page["found"]["posts"] for page in forum["pages"])
        assert site.services.sources.all() == []
        for bad in ({"channel": "page", "url": "http://["}, {"channel": "x", "url": "http://a.example/"}):
            adding = requests.post(site.url + "/api/sources", json={"name": "n", **bad}, auth=BASIC, timeout=30)
            assert (tried(**bad).status_code, adding.status_code) == (400, 400)
            assert tried(**bad).json() == adding.json()
        assert tried(channel="page").status_code == 422
        row = site.services.sources.add(Source(id=0, name="铜壶", channel="feed", url=found["feeds"][0]))
        assert tried(f"/api/sources/{row.id}/try").json()["state"] == "ok"
        assert tried("/api/sources/999/try").status_code == 404
        assert requests.post(site.url + "/api/sources/try", json={}, timeout=30).status_code == 401


def test_sources_are_imported_from_a_file_and_exported(site: Site) -> None:
    site.log_in()
    site.services.sources.add(Source(0, "晨报", "page", "http://a.example/"))

    def send(body: bytes, token: str = "") -> str:
        fields = {"token": token or site.token()}
        return site.browser.post(site.url + "/sources/import", data=fields, files={"file": body}, timeout=30).text

    assert "第一行须是列名" in send("晨报,http://a.example/".encode())
    page = send("name,url,interval_s\n晨报,http://a.example/,\n晚报,http://b.example/,60\n坏,b,\n".encode("gb18030"))
    assert "已添加 1 个来源，1 个已存在，1 个无法使用" in page
    assert "第 4 行：网址 “b” 无法使用" in page
    assert [(row.name, row.interval_s) for row in site.services.sources.all()] == [("晨报", 600), ("晚报", 60)]
    send(b"name,url\nnew,http://c.example/\n", token="another session's")
    assert len(site.services.sources.all()) == 2
    table = site.get("/sources.csv")
    assert table.headers["Content-Type"].startswith("text/csv")
    assert "已添加 0 个来源，2 个已存在，0 个无法使用" in send(table.content)


def test_one_of_many_sources_is_found(site: Site) -> None:
    for number in range(1, 6):
        site.services.sources.add(Source(0, f"晨报{number}", "page", f"http://a.example/{number}", enabled=number < 4))
    site.log_in()

    def named(**asked: str) -> list[str]:
        return re.findall(r'<td><a href="/sources/\d+">晨报(\d)</a>', site.get("/sources", **asked).text)

    assert named() == ["1", "2", "3", "4", "5"]
    assert named(find=" EXAMPLE/3") == ["3"]
    assert named(state="disabled") == ["4", "5"]
    assert named(find="晨报5", state="disabled") == ["5"]
    assert "没有找到" in site.get("/sources", find="晚报").text
    counted = site.get("/sources").text
    assert re.search(r'href="/sources\?state=new&amp;find=">尚未检查 <b>3</b></a>', counted)
    bad = site.post("/sources", name="晨报1", channel="page", url="http://a.example/").text
    assert bad.index('class="problem"') < bad.index("<table"), "in sight, however many sources there are"


def test_a_source_is_changed_in_a_form_that_keeps_what_was_typed(site: Site) -> None:
    site.log_in()
    row = site.services.sources.add(Source(0, "晨报", "page", "http://a.example/", keep_params=("id", "p")))
    page, before = f"/sources/{row.id}/edit", site.services.sources.get(row.id)
    assert page in site.get("/sources").text
    assert 'name="keep_params" value="id,p"' in site.get(page).text
    fields = {"name": "晚报", "channel": "feed", "url": "http://a.example/feed", "interval_s": "60", "priority": "5"}
    bad = site.post(page, **fields, timezone="Mars")
    assert bad.status_code == 400
    assert 'value="晚报"' in bad.text
    assert 'value="Mars"' in bad.text
    assert site.services.sources.get(row.id) == before
    assert site.post(page, **fields, timezone="Asia/Tokyo", drop_params="a, b").url.endswith("/sources")
    changed = site.services.sources.get(row.id)
    assert changed is not None
    assert (changed.name, changed.channel, changed.interval_s, changed.priority) == ("晚报", "feed", 60, 5)
    assert (changed.timezone, changed.keep_params, changed.drop_params) == ("Asia/Tokyo", (), ("a", "b"))
    assert site.get("/sources/99/edit").status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "新" * 191},
        {"name": "a\0b"},
        {"name": "晚报"},
        {"url": "news"},
        {"url": "http://u@a.example/"},
        {"url": "http://a.example/" + "长" * 900},
        {"channel": "carrier pigeon"},
        {"channel": "search"},
        {"pattern": "("},
        {"pattern": "news"},
        {"interval_s": "5"},
        {"interval_s": "99999999999"},
        {"interval_s": "soon enough"},
    ],
)
def test_what_is_wrong_with_a_source_is_said_in_chinese(site: Site, wrong: dict[str, str]) -> None:
    site.log_in()
    row, _ = (site.services.sources.add(Source(0, name, "page", "http://a.example/")) for name in ("晨报", "晚报"))
    fields = {"name": "新", "channel": "page", "url": "http://a.example/", "timezone": "Asia/Tokyo", **wrong}
    for path in ("/sources", f"/sources/{row.id}/edit"):
        answer = site.post(path, **fields)
        assert answer.status_code in (400, 422)
        (problem,) = re.findall(r'<p class="problem"[^>]*>(.*?)</p>', answer.text)
        told = re.sub("“.*?”", "", problem)
        assert re.search("[一-龥]", told)
        assert not re.search("[A-Za-z]{2,} [a-z]{2,}", told), problem


@pytest.mark.parametrize("path", ["/?page=0", "/?page=x", "/?sort=x", f"/?q={'长' * 1001}", "/?since=x", "/?gone=what"])
def test_what_is_wrong_with_an_address_is_said_in_chinese(site: Site, path: str) -> None:
    site.log_in()
    (problem,) = re.findall(r'<p class="problem"[^>]*>(.*?)</p>', site.get(path).text)
    assert not re.search("[A-Za-z]{2,} [a-z]{2,}", problem), problem


def test_the_page_of_a_source_says_why_nothing_comes(site: Site) -> None:
    row = site.services.sources.add(Source(0, "晨报", "page", "http://a.example/"))
    report = CheckReport(State.EMPTY, describe(Reason.NO_LINKS), status=200, links_found=0)
    site.services.sources.report(row.id, "", report, now=datetime.now(UTC))
    for tube, outcome in ((Tube.LISTS, Outcome(State.EMPTY)), (Tube.PAGES, Outcome("dropped", Reason.TOO_SHORT))):
        site.services.frontier.count(tube, row.id, outcome, now=datetime.now(UTC).timestamp())
    site.log_in()
    assert f'href="/sources/{row.id}"' in site.get("/sources").text
    page = site.get(f"/sources/{row.id}").text
    assert page.count(describe(Reason.NO_LINKS, "zh")) == 2, "in its state, and in its history"
    assert describe(Reason.TOO_SHORT, "zh") in page


def test_a_source_that_kept_failing_is_checked_at_once_on_demand(site: Site) -> None:
    row = site.services.sources.add(Source(0, "晨报", "page", "http://a.example/"))
    later = datetime.now(UTC) + timedelta(days=1)

    def failed() -> None:
        site.services.sources.update(row.id, failures=7, next_check_at=later, state=State.FAILED)

    failed()
    site.log_in()
    page = site.get(f"/sources/{row.id}").text
    assert f"下次检查 {later.astimezone(ZoneInfo('Asia/Shanghai')):%Y-%m-%d %H:%M}" in page
    assert "连续失败 7 次" in page
    assert "下次检查 尽快" in site.post(f"/sources/{row.id}/check").text
    assert site.services.sources.due(now=datetime.now(UTC), lost_before=datetime.now(UTC), limit=9) == []
    site.services.sources.checked_row(row, "")  # as the controller does with a new row
    failed()
    checked = requests.post(f"{site.url}/api/sources/{row.id}/check", auth=BASIC, timeout=30)
    assert (checked.status_code, checked.json()["next_check_at"]) == (200, None)
    due = site.services.sources.due(now=datetime.now(UTC), lost_before=datetime.now(UTC), limit=9)
    assert [one.id for one in due] == [row.id]
    assert site.post("/sources/999/check").status_code == 404


def test_pages_that_were_set_aside_are_shown_and_can_be_tried_again_or_forgotten(site: Site) -> None:
    frontier, now = site.services.frontier, datetime.now(UTC).timestamp()
    urls = [f"http://a.example/{number}" for number in (1, 2)]
    for admitted in frontier.admit([PageTask(url, 1, "晨报") for url in urls], now=now):
        frontier.bury(admitted.task, Outcome("gave_up", Reason.TIMEOUT, "a.example: no answer within 5 s"), now=now)
    site.log_in()
    page = site.get("/status").text
    assert page.count(describe(Reason.TIMEOUT, "zh")) >= 2
    assert "a.example：5 秒内没有应答" in page
    assert {one["url"] for one in site.api("/api/dead").json()} == set(urls)
    for status in (204, 404):
        asked = requests.post(site.url + "/api/dead/retry", params={"url": urls[0]}, auth=BASIC, timeout=30)
        assert asked.status_code == status
    frontier.bury(PageTask(urls[0], 1, "晨报"), Outcome("gave_up", Reason.TIMEOUT), now=now)
    site.post("/dead", url=urls[0], again="true")
    site.post("/dead", url=urls[1], again="false")
    assert frontier.dead_letters(9) == []
    assert frontier.pending_count() == 1
    assert site.services.queue().stats(Tube.PAGES).ready == 2


def test_all_pages_that_were_set_aside_can_be_tried_again_at_once(site: Site) -> None:
    frontier, now = site.services.frontier, datetime.now(UTC).timestamp()
    tasks = [PageTask(f"http://a.example/{number}", 1, "晨报") for number in range(30)]
    for admitted in frontier.admit(tasks, now=now):
        frontier.bury(admitted.task, Outcome("gave_up", Reason.HOST_DOWN), now=now)
    site.log_in()
    assert "全部重试" not in site.post("/dead/all").text
    assert frontier.dead_letters(99) == []
    assert site.services.queue().stats(Tube.PAGES).ready == frontier.pending_count() == 30


def test_the_api_can_try_all_pages_again_that_were_set_aside_or_forget_one(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    frontier, now = site.services.frontier, datetime.now(UTC).timestamp()
    tasks = [PageTask(f"http://a.example/{number}", 1, "晨报") for number in range(6)]
    for admitted in frontier.admit(tasks, now=now):
        frontier.bury(admitted.task, Outcome("gave_up", Reason.BANNED), now=now)
    for status in (204, 404):
        done = requests.delete(site.url + "/api/dead", params={"url": tasks[0].url}, auth=BASIC, timeout=30)
        assert done.status_code == status
    monkeypatch.setattr(api, "AT_ONCE", 3)
    for queued in (3, 2):
        done = requests.post(site.url + "/api/dead/retry-all", auth=BASIC, timeout=30)
        assert done.json() == {"queued": queued, "more": queued == 3}
    assert frontier.dead_letters(9) == []
    assert site.services.queue().stats(Tube.PAGES).ready == frontier.pending_count() == 5


def test_keywords_are_added_and_removed(site: Site) -> None:
    site.log_in()
    row = site.services.sources.add(Source(0, "百度新闻", "search", "baidu_news"))
    site.post("/keywords", word="图书馆")
    site.post("/keywords", word="大桥", source=str(row.id))
    assert [(one.word, one.source_id) for one in site.services.sources.keywords()] == [
        ("图书馆", None),
        ("大桥", row.id),
    ]
    assert "图书馆" in site.get("/sources").text
    refused = site.post("/keywords", word=" ")
    assert refused.status_code == 400
    assert "关键词不能为空" in refused.text
    site.post("/keywords/remove", word="图书馆")
    made = requests.post(site.url + "/api/keywords", json={"word": "粮食"}, auth=BASIC, timeout=30)
    assert made.status_code == 201
    assert [one["word"] for one in site.api("/api/keywords").json()] == ["大桥", "粮食"]
    assert requests.delete(site.url + "/api/keywords/粮食", auth=BASIC, timeout=30).status_code == 204
    assert requests.delete(site.url + "/api/keywords/粮食", auth=BASIC, timeout=30).status_code == 404


def test_what_was_found_is_exported_for_a_spreadsheet(site: Site) -> None:
    fill(site, *(document(number) for number in range(1, 30)), document(30, title="=HYPERLINK(1)", author='a"b'))
    site.log_in()
    assert "/search.csv?q=" in site.get("/", q="图书馆").text
    answer = site.get("/search.csv", q="图书馆")
    assert answer.headers["Content-Type"].startswith("text/csv")
    head, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert head[:2] == ["发布时间（北京时间）", "站点"]
    assert len(rows) == 30
    assert ["'=HYPERLINK(1)", 'a"b'] in [row[4:6] for row in rows], "text of strangers is no formula"
    assert site.get("/search.csv", since="x").status_code == 400
    assert site.get("/search.xls").status_code == 422


def test_a_table_says_what_is_a_copy_and_how_many_posts_a_thread_has(site: Site) -> None:
    first, thread_url = document(1), "http://bbs.example/t/1"
    copies = [document(number, duplicate_of=first.id) for number in (2, 3)]
    of_thread = {"kind": Kind.POST, "url": thread_url, "thread_url": thread_url, "thread_id": url_id(thread_url)}
    posts = [document(number, id=f"post-{number}", floor=number, **of_thread) for number in (4, 5, 6)]
    about = {"kind": Kind.COMMENT, "title": "", "thread_id": first.id, "thread_url": first.url}
    fill(site, first, *copies, *posts, document(1, id="comment", floor=1, **about))
    site.log_in()
    _, *rows = csv.reader(io.StringIO(site.api("/api/documents.csv").content.decode("utf-8-sig")))
    assert {row[-1]: row[7:12] for row in rows} == {
        first.id: ["", "2", "", "", "1"],
        **{one.id: [first.url, "0", "", "", "0"] for one in copies},
        **{one.id: ["", "0", thread_url, str(one.floor), "3"] for one in posts},
        "comment": ["", "0", first.url, "1", "1"],
    }
    lines = map(json.loads, site.api("/api/documents.jsonl").content.splitlines())
    told = {one["id"]: (one["first_url"], one["copies"], one["posts"]) for one in lines}
    assert told[first.id] == ("", 2, 1)
    assert told[copies[0].id] == (first.url, 0, 0)
    assert told["post-5"] == ("", 0, 3)
    found = site.api("/api/documents", firsts="true", kind="article").json()["documents"]
    assert [(one["copies"], one["document"]["copies"], one["document"]["posts"]) for one in found] == [(2, 2, 1)]


def test_what_was_found_is_exported_for_a_program(site: Site) -> None:
    fill(site, *(document(number) for number in range(1, 30)), document(30, site="other.example"))
    site.log_in()
    assert "/search.jsonl?q=" in site.get("/", q="图书馆").text
    ofs = {"q": "图书馆 第12篇|第13篇", "site": "news1.example"}
    (line,) = site.get("/search.jsonl", **ofs).content.splitlines()
    assert json.loads(line) == site.api(f"/api/documents/{document(13).id}").json()
    answer = site.api("/api/documents.jsonl", q="图书馆")
    assert answer.headers["Content-Type"].startswith("application/x-ndjson")
    assert {json.loads(line)["id"] for line in answer.content.splitlines()} == {document(n).id for n in range(1, 31)}
    assert len(list(csv.reader(io.StringIO(site.api("/api/documents.csv").content.decode("utf-8-sig"))))) == 31
    assert site.api("/api/documents.jsonl", q="没有这个词").content == b""
    assert site.api("/api/documents.jsonl", since="x").status_code == 400


def test_a_file_that_was_cut_goes_on(site: Site) -> None:
    fill(site, *(document(number) for number in range(1, 30)))
    site.log_in()
    for get, path in ((site.api, "/api/documents"), (site.get, "/search")):
        lines = get(f"{path}.jsonl", q="图书馆").content.splitlines()
        cut = json.loads(lines[9])["id"]
        assert get(f"{path}.jsonl", q="图书馆", after=cut).content.splitlines() == lines[10:]
        table = get(f"{path}.csv", q="图书馆").text
        *_, last = csv.reader(table.splitlines()[:11])
        assert last[-1] == cut
        assert get(f"{path}.csv", q="图书馆", after=cut).text == "".join(table.splitlines(keepends=True)[11:])
        assert get(f"{path}.csv", after="none").status_code == 400
    assert "没有编号为 “none” 的文档" in site.get("/search.csv", after="none").text


def test_what_somebody_wrote_is_found(site: Site) -> None:
    fill(site, document(1, author="老周"), document(2, author="老周的猫"), document(3))
    site.log_in()
    assert site.get("/", author="老周").text.count('class="hit"') == 2
    page = site.get("/", q='作者:"老周"').text
    assert page.count('class="hit"') == 1
    link = re.search(r'href="(/\?author=[^"]+)"><bdi>老周</bdi>', page)
    assert link
    found = site.get(link[1]).text
    assert found.count('class="hit"') == 1
    assert 'name="author" value="&#34;老周&#34;"' in found
    assert site.api("/api/documents", author="的猫").json()["total"] == 1


def test_a_search_is_followed_by_a_feed_reader(site: Site) -> None:
    came = [datetime(2026, 11, 20, hour, tzinfo=UTC) for hour in range(4)]
    fill(site, *(document(number, fetched_at=came[number - 1]) for number in (1, 2, 3)))
    fill(site, document(4, title=HOSTILE, text="图书馆\ufffe & <b>", author="", published_at=None, fetched_at=came[3]))
    site.log_in()
    assert 'type="application/atom+xml" href="/api/documents.atom?q=' in site.get("/", q="图书馆 -没有").text
    answer = site.api("/api/documents.atom", q="图书馆 -没有", sort="relevance", page="2")
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    feed = read_feed(answer.content, site.url, content_type=answer.headers["Content-Type"], zone=UTC)
    assert [link.url for link in feed.links[1:]] == [document(number).url for number in (3, 2, 1)]
    assert feed.links[1].published_at == document(3).published_at
    nothing = site.api("/api/documents.atom", q="没有这个词")
    assert nothing.status_code == 200
    assert b"<entry>" not in nothing.content
    assert site.api("/api/documents.atom", since="x").status_code == 400


def test_a_source_that_cannot_work_can_be_disabled(site: Site) -> None:
    row = site.services.sources.add(Source(id=0, name="坏", channel="page", url="http://a.example/", pattern="("))
    address = f"{site.url}/api/sources/{row.id}"
    assert requests.patch(address, json={"enabled": False}, auth=BASIC, timeout=30).json()["enabled"] is False


def test_the_status_page_says_how_things_stand(site: Site) -> None:
    site.services.sources.add(Source(id=0, name="晨报", channel="page", url="http://a.example/"))
    fill(site, document(1))
    site.log_in()
    page = site.get("/status").text
    assert "晨报" in page
    assert "尚未检查" in page
    assert "就绪" in page


def test_sites_that_are_down_or_ban_us_are_shown_with_what_to_do(site: Site) -> None:
    frontier, now = site.services.frontier, datetime.now(UTC).timestamp()
    frontier.failed("bbs.example", Reason.BANNED, now=now - 900, is_sure=True)
    frontier.failed("bbs.example", Reason.BANNED, now=now, is_sure=True)
    frontier.failed("slow.example", Reason.TIMEOUT, now=now, is_sure=False)
    frontier.failed("gone.example", Reason.DNS, now=now - 9000, is_sure=True)
    site.log_in()
    page = site.get("/status").text
    assert "bbs.example" in page
    assert "CRAWLER_HOST_INTERVAL_S" in page
    assert "slow.example" not in page, "one page may have failed by itself"
    assert "gone.example" not in page, "nobody has asked it since"
    (host,) = site.api("/api/status").json()["hosts"]
    since, until = (datetime.fromisoformat(host[name]).timestamp() for name in ("since", "until"))
    assert (host["host"], host["reason"], round(until - since)) == ("bbs.example", "banned", 1800)
    assert 'crawler_hosts_left_alone{reason="banned"} 1' in site.api("/api/metrics").text
    frontier.answered("bbs.example")
    assert "bbs.example" not in site.get("/status").text


def test_whoever_waits_for_a_source_hears_that_nothing_is_at_work(site: Site) -> None:
    site.log_in()
    said = "采集程序没有在运行，启动 `crawler "
    assert said not in site.get("/status").text, "there is nothing to wait for"
    row = site.services.sources.add(Source(id=0, name="晨报", channel="page", url="http://a.example/"))
    pages = ("/status", f"/sources/{row.id}")
    assert all(said in site.get(path).text for path in pages)
    assert "nothing is at work" in site.api("/api/status").json()["at_rest"]
    lease = site.services.sources.acquire("a", now=datetime.now(UTC), lock_s=30)
    assert lease
    assert not any(said in site.get(path).text for path in pages)
    site.services.sources.give_up(lease)
    assert all(said in site.get(path).text for path in pages)


def test_checks_that_failed_are_counted_as_such(site: Site) -> None:
    for state in State:
        site.services.frontier.count(Tube.LISTS, 1, Outcome(state), now=datetime.now(UTC).timestamp())
    site.log_in()
    rows = re.findall(r"<tr><td>列表</td><td>(.*?)</td>", site.get("/status").text)
    assert sorted(rows) == sorted(WORDS["zh"][f"state_{state}"] for state in State)


def test_the_status_page_says_how_long_documents_are_kept(embedded_settings: Settings) -> None:
    with running(embedded_settings, keep_days=90) as site:
        site.log_in()
        assert "最早入库" not in site.get("/status").text
        fill(site, document(1))
        assert re.search(r"最早入库</dt><dd>2026-11-21 08:00<br>.*入库 90 天后删除", site.get("/status").text)


def test_prometheus_reads_how_things_stand(site: Site) -> None:
    fill(site, document(1))
    site.services.sources.add(Source(0, "晨报", "page", "http://a.example/", enabled=False))
    now = datetime.now(UTC).timestamp()
    site.services.frontier.count(Tube.PAGES, 1, Outcome("dropped", Reason.TOO_SHORT), now=now)
    site.services.frontier.count(Tube.PAGES, 1, Outcome("indexed"), now=now)
    answer = site.api("/api/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert answer.text.endswith("\n")
    for line in (
        "crawler_documents 1",
        'crawler_sources{state="disabled"} 1',
        'crawler_jobs{tube="pages",state="ready"} 0',
        'crawler_outcomes_total{what="page",outcome="dropped",reason="too_short"} 1',
        'crawler_outcomes_total{what="page",outcome="indexed"} 1',
        "crawler_problems 0",
        "crawler_oldest_document_seconds 1795219200.0",
    ):
        assert line in lines
    assert all(re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+({\w+=\".*\"})? [\d.e+-]+", line) for line in lines)
    assert requests.get(site.url + "/api/metrics", timeout=30).status_code == 401


def test_why_a_source_does_not_work_is_said_in_the_language_of_the_page(site: Site) -> None:
    row = site.services.sources.add(Source(id=0, name="晨报", channel="page", url="http://a.example/"))
    problem = Retry(Reason.DNS, "a.example: Name or service not known")
    site.services.sources.report(row.id, "", CheckReport(State.FAILED, str(problem)), now=datetime.now(UTC))
    site.log_in()
    for path in ("/status", "/sources"):
        assert "主机名无法解析：a.example：域名不存在" in site.get(path, lang="zh").text
        assert str(problem) in site.get(path, lang="en").text


def test_pages_speak_chinese_and_english(site: Site) -> None:
    site.log_in()
    assert "退出" in site.get("/").text
    assert "Log out" in site.get("/", lang="en").text
    page = site.get("/status?days=2").text
    assert "Log out" in page  # it was chosen, and stays
    assert '<a href="/status?days=2&amp;lang=zh"' in page


def test_what_a_form_led_to_can_be_read_in_the_other_language(site: Site) -> None:
    row = site.services.sources.add(Source(0, "晨报", "page", "http://127.0.0.1:9/"))
    site.log_in()
    for path in ("/sources", "/sources/import", "/keywords", f"/sources/{row.id}/try", f"/sources/{row.id}/edit"):
        (other,) = re.findall(r'<a href="([^"]+)" hreflang=', site.post(path).text)
        assert site.get(other).status_code == 200, path


def test_the_api_finds_what_the_page_finds(site: Site) -> None:
    fill(site, *(document(number) for number in range(1, 4)))
    found = site.api("/api/documents", q="图书馆", since="2026-11-03").json()
    assert found["total"] == 2
    assert {hit["document"]["id"] for hit in found["documents"]} == {document(2).id, document(3).id}
    assert "<mark>图书馆</mark>" in found["documents"][0]["title_marked"]
    assert site.api(f"/api/documents/{document(2).id}").json()["title"] == "第2座图书馆开放"
    assert site.api("/api/documents/none").status_code == 404
    assert site.api("/api/documents", since="soon").status_code == 400


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_commands_that_the_readme_gives_work(site: Site, name: str) -> None:
    fill(site, *(document(number) for number in range(1, 4)))
    answers = []
    for line in re.findall(r"^curl (?:.*\\\n)*.*", (ROOT / name).read_text(), re.MULTILINE):
        here = (
            line.replace("\\\n", "")
            .replace("-u admin", f"-s -u admin:{PASSWORD}")
            .replace("http://127.0.0.1:8000", site.url)
        )
        answers.append(subprocess.run(shlex.split(here), capture_output=True, check=True, timeout=60).stdout)
    found, tried = map(json.loads, answers)
    assert found["total"] == 3
    assert tried["state"] == State.FAILED, "there is no such host"


def test_the_api_adds_switches_and_removes_sources(site: Site) -> None:
    new = {"name": "订阅", "channel": "feed", "url": "http://a.example/feed"}
    made = requests.post(site.url + "/api/sources", json=new, auth=BASIC, timeout=30)
    assert made.status_code == 201
    address = f"{site.url}/api/sources/{made.json()['id']}"
    changed = requests.patch(address, json={"enabled": False}, auth=BASIC, timeout=30).json()
    assert (changed["enabled"], changed["pattern"], changed["interval_s"]) == (False, "", 600)
    changes = {"interval_s": 60, "keep_params": ["id"]}
    changed = requests.patch(address, json=changes, auth=BASIC, timeout=30).json()
    assert (changed["enabled"], changed["keep_params"], changed["interval_s"]) == (False, ["id"], 60)
    assert requests.patch(address, json={}, auth=BASIC, timeout=30).json() == changed
    for bad in ({"interval_s": 1}, {"pattern": "("}, {"name": " "}, {"url": "ftp://a.example/"}):
        assert requests.patch(address, json=bad, auth=BASIC, timeout=30).status_code == 400
    assert site.api(f"/api/sources/{made.json()['id']}/history").json() == []
    assert requests.post(site.url + "/api/sources", json=new, auth=BASIC, timeout=30).status_code == 400
    assert requests.delete(address, auth=BASIC, timeout=30).status_code == 204
    assert site.api("/api/sources").json() == []


def test_a_source_is_removed_once_it_was_asked_whether_with_its_documents(site: Site) -> None:
    site.log_in()
    rows = [site.services.sources.add(Source(0, name, "feed", f"http://{name}.example/")) for name in "abc"]
    found = [document(number) for number in range(6)]
    site.services.documents.add([replace(one, source_id=rows[place // 2].id) for place, one in enumerate(found)])
    site.services.documents.refresh()
    pages = [f"/sources/{row.id}/remove" for row in rows]
    assert pages[0] in site.get("/sources").text
    assert "(2)" in site.get(pages[0]).text
    assert site.browser.post(site.url + pages[0], data={"documents": "true"}, timeout=30).url.startswith(
        site.url + "/login"
    )
    assert len(site.services.sources.all()) == 3, "a form of another site removes nothing"
    site.post(pages[0])
    site.post(pages[1], documents="true")
    address = f"{site.url}/api/sources/{rows[2].id}"
    assert requests.delete(address, params={"documents": "true"}, auth=BASIC, timeout=30).status_code == 204
    site.services.documents.refresh()
    assert site.services.sources.all() == []
    assert set(site.services.documents.urls()) == {one.url for one in found[:2]}
    assert site.get(pages[0]).status_code == 404


def test_what_is_gone_is_shown_as_such_and_can_be_asked_for(site: Site) -> None:
    site.log_in()
    site.services.documents.add([document(1), document(2)])
    site.services.documents.mark_gone([document(1).id], datetime(2024, 3, 9, 1, tzinfo=UTC))
    site.services.documents.refresh()
    assert "2024-03-09 09:00" in site.get("/", q="图书馆").text
    assert "2024-03-09 09:00" in site.get(f"/documents/{document(1).id}").text
    assert "第2座" not in site.get("/", q="图书馆", gone="true").text
    (hit,) = site.api("/api/documents", gone="true").json()["documents"]
    assert hit["document"]["gone_at"].startswith("2024-03-09T01:00:00")


def test_the_api_describes_itself(site: Site) -> None:
    paths = site.api("/api/openapi.json").json()["paths"]
    assert {"/api/documents", "/api/status", "/api/sources", "/healthz", "/readyz"} <= set(paths)
    assert "/login" not in paths


def test_a_server_that_is_away_is_said_in_a_sentence(embedded_settings: Settings) -> None:
    settings = embedded_settings.model_validate(
        {**embedded_settings.model_dump(), "stores": "servers", "web_port": free_port(), "web_password": PASSWORD,
         "mysql_port": 1, "redis_url": "redis://127.0.0.1:1/0", "elasticsearch_url": "http://127.0.0.1:1"}
    )  # fmt: skip
    services, stop = Services(settings), threading.Event()
    thread = threading.Thread(target=serve, args=(services,), kwargs={"stop": stop}, daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{settings.web_port}"
    wait_until(lambda: answers(url), "the web answers", timeout_s=30)
    ready = requests.get(url + "/readyz", timeout=60)
    assert ready.status_code == 503
    assert ready.json() == {"ok": False, "missing": ["mysql", "redis", "elasticsearch"]}
    found = requests.get(url + "/api/documents", auth=BASIC, timeout=60)
    assert found.status_code == 503
    assert "elasticsearch" in found.json()["detail"]
    stop.set()
    thread.join(20)
