"""The client against a server that breaks every promise: each fetch ends within its bounds, for a reason in words."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as settings_of_hypothesis
from hypothesis import strategies as st

from crawler.errors import CrawlerError, Drop, Fatal, Reason, Retry
from crawler.fetch import Accept, Client
from crawler.settings import Settings, load
from tests.hostile import CODINGS, FEED, NESTED_TAGS, PAGE, HostileServer, Visit, bomb

DEADLINE_S = 1.0
GRACE_S = 5.0  # what is promised: deadline + 5 s, on a machine that is busy
MAX_BODY_BYTES = 1_000_000


@pytest.fixture(scope="module")
def shared_server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        yield server


@pytest.fixture
def server(shared_server: HostileServer) -> HostileServer:
    shared_server.visits.clear()
    shared_server.connections = 0
    return shared_server


@pytest.fixture
def client() -> Iterator[Client]:
    client = Client(settings())
    yield client
    client.close()


def settings(**changes: Any) -> Settings:
    return load(**{"allow_networks": "127.0.0.0/8", "max_body_bytes": MAX_BODY_BYTES, **changes})


def failure(client: Client, url: str, **options: Any) -> CrawlerError:
    """The error that a fetch ends in, which must be within its time."""
    started = time.monotonic()
    with pytest.raises(CrawlerError) as caught:
        client.get(url, **{"deadline_s": DEADLINE_S, **options})
    assert time.monotonic() - started < options.get("deadline_s", DEADLINE_S) + GRACE_S
    return caught.value


# --- What works


@pytest.mark.parametrize("path", ["/page", "/chunked", "/until-close", "/untyped", "/long", "/coded/unknown"])
def test_a_page(client: Client, server: HostileServer, path: str) -> None:
    fetched = client.get(server.url(path))
    assert (fetched.status, fetched.body, fetched.url) == (200, PAGE, server.url(path))
    assert fetched.redirects == ()
    assert fetched.elapsed_s > 0


@pytest.mark.parametrize("coding", [*CODINGS, "stacked"])
def test_a_coded_page(client: Client, server: HostileServer, coding: str) -> None:
    assert client.get(server.url(f"/coded/{coding}")).body == PAGE


def test_the_request_says_who_we_are_and_what_we_want(server: HostileServer) -> None:
    client = Client(settings(contact="https://example.com/bot"))
    client.get(server.url("/page"), headers={"If-None-Match": '"7"'})
    sent = server.visits[-1].headers
    assert sent["user-agent"] == "crawler/0.1 (+https://example.com/bot)"
    assert sent["accept"].startswith("text/html")
    assert sent["accept-language"].startswith("zh-CN")
    assert sent["accept-encoding"] == "gzip, deflate, br, zstd"
    assert sent["if-none-match"] == '"7"'
    assert sent["host"] == f"127.0.0.1:{server.port}"


def test_a_feed_called_anything(client: Client, server: HostileServer) -> None:
    assert client.get(server.url("/feed"), accept=Accept.FEED).body == FEED


def test_not_modified(client: Client, server: HostileServer) -> None:
    first = client.get(server.url("/unchanged"))
    again = client.get(server.url("/unchanged"), headers={"If-None-Match": first.headers["etag"]})
    assert again.not_modified
    assert again.body == b""
    assert server.connections == 1


@pytest.mark.parametrize("status", [204, 304])
def test_what_has_no_body_is_not_waited_for(client: Client, server: HostileServer, status: int) -> None:
    def announce(visit: Visit) -> None:
        visit.head(status, transfer_encoding="chunked")
        visit.wait()

    server.put("/announced-and-none", announce)
    answer = client.get(server.url("/announced-and-none"))
    assert (answer.status, answer.body) == (status, b"")
    assert answer.elapsed_s < 0.5


def test_a_page_in_another_charset_than_it_says_comes_as_it_is(client: Client, server: HostileServer) -> None:
    assert client.get(server.url("/wrong-charset")).body.decode("gb18030") == PAGE.decode()


def test_a_million_nested_tags_are_only_bytes(server: HostileServer) -> None:
    client = Client(settings(max_body_bytes=10_000_000))
    assert client.get(server.url("/nested")).body.count(b"<div>") == NESTED_TAGS


def test_addresses_beyond_ascii(client: Client, server: HostileServer) -> None:
    server.put("/%E9%A1%B5%E9%9D%A2", lambda visit: visit.reply())
    client.get(server.url("/页面?词=中 文#节"))
    assert server.visits[-1].target == "/%E9%A1%B5%E9%9D%A2?%E8%AF%8D=%E4%B8%AD%20%E6%96%87"
    assert client.get(server.url("/redirect-in-utf-8")).body == PAGE
    assert server.visits[-1].target == "/%E9%A1%B5%E9%9D%A2?%E8%AF%8D=%E4%B8%AD%E6%96%87%20%E4%B8%80"


# --- Connections


def test_a_connection_is_used_again(client: Client, server: HostileServer) -> None:
    for path in ("/page", "/chunked", "/coded/gzip", "/page"):
        client.get(server.url(path))
    assert server.connections == 1


def test_bytes_that_nobody_announced_do_not_reach_the_next_answer(client: Client, server: HostileServer) -> None:
    server.put("/very-long", lambda visit: visit.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n<" + b"x" * 50_000))
    for path in ("/long", "/page", "/very-long", "/page"):
        found = client.get(server.url(path), accept=Accept.ANY)
        assert found.body == (b"<" if path == "/very-long" else PAGE)


def test_a_server_that_hangs_up_on_a_kept_connection_is_asked_once_more(client: Client, server: HostileServer) -> None:
    def second_time_hang_up(visit: Visit) -> None:
        if server.visited("/moody") == 2:
            raise ConnectionAbortedError
        visit.reply()

    server.put("/moody", second_time_hang_up)
    assert client.get(server.url("/moody")).body == PAGE
    assert client.get(server.url("/moody")).body == PAGE
    assert server.visited("/moody") == 3


def test_a_server_that_hangs_up_on_a_new_connection_is_not_asked_again(client: Client, server: HostileServer) -> None:
    assert failure(client, server.url("/hang-up")).reason is Reason.BROKEN_RESPONSE
    assert server.visited("/hang-up") == 1


def test_many_threads_share_a_client(client: Client, server: HostileServer) -> None:
    paths = ["/page", "/chunked", "/coded/br", "/cookie", "/until-close"] * 20
    with ThreadPoolExecutor(16) as threads:
        bodies = list(threads.map(lambda path: client.get(server.url(path)).body, paths))
    assert bodies == [PAGE] * len(paths)


# --- Time


@pytest.mark.parametrize(
    "path", ["/silent", "/drip-headers", "/drip-body", "/drip-chunks", "/drip-gzip", "/continue", "/slow-loop"]
)
def test_the_deadline_is_for_the_whole_fetch(server: HostileServer, path: str) -> None:
    client = Client(settings(max_redirects=20))
    error = failure(client, server.url(path))
    assert isinstance(error, Retry)
    assert error.reason is Reason.TIMEOUT


def test_the_deadline_holds_on_a_kept_connection(client: Client, server: HostileServer) -> None:
    client.get(server.url("/page"))
    assert failure(client, server.url("/drip-body")).reason is Reason.TIMEOUT
    assert server.connections == 1
    assert client.get(server.url("/page")).body == PAGE


# --- Size


@pytest.mark.parametrize(
    "path",
    ["/endless", "/endless-chunks", "/announced", "/nested", "/endless-nothing", "/bomb/twice"]
    + [f"/bomb/{coding}" for coding in CODINGS],
)
def test_nothing_grows_beyond_the_allowed_size(client: Client, server: HostileServer, path: str) -> None:
    # What the server sends is in this process too: it is made before, and is small.
    coding = path.removeprefix("/bomb/")
    bomb(coding if coding in CODINGS else "gzip")
    tracemalloc.start()
    error = failure(client, server.url(path), deadline_s=20)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(error, Drop)
    assert error.reason is Reason.TOO_LARGE
    assert "1000000 bytes" in error.detail
    assert peak < 16 * MAX_BODY_BYTES


@pytest.mark.parametrize("path", ["/endless-header", "/endless-headers", "/endless-trailers"])
def test_headers_without_end(client: Client, server: HostileServer, path: str) -> None:
    assert failure(client, server.url(path)).reason in (Reason.BROKEN_RESPONSE, Reason.TIMEOUT)


# --- Redirects


def test_redirects_are_followed_and_told(client: Client, server: HostileServer) -> None:
    fetched = client.get(server.url("/to?" + server.url("/to?/page")))
    assert (fetched.url, fetched.body) == (server.url("/page"), PAGE)
    assert fetched.redirects == (server.url("/to?" + server.url("/to?/page")), server.url("/to?/page"))


@pytest.mark.parametrize("path", ["/loop", "/spiral"])
def test_redirects_end(client: Client, server: HostileServer, path: str) -> None:
    error = failure(client, server.url(path))
    assert isinstance(error, Drop)
    assert error.reason is Reason.REDIRECT_LOOP
    assert server.visited(path) == 6


def test_a_cookie_set_on_the_way_comes_back(client: Client, server: HostileServer) -> None:
    assert client.get(server.url("/cookie")).body == PAGE
    assert server.visited("/cookie") == 2
    client.get(server.url("/page"))
    assert "cookie" not in server.visits[-1].headers


def test_a_cookie_stays_with_its_host(server: HostileServer) -> None:
    client = Client(settings(), resolve=lambda host, port: ["127.0.0.1"])
    other = server.url("/page", host="other.example")
    server.put("/set", lambda visit: visit.head(302, location=other, set_cookie="a=b", content_length=0))
    assert client.get(server.url("/set")).url == other
    assert "cookie" not in server.visits[-1].headers


@pytest.mark.parametrize(
    "onward", ["ftp://example.com/", "javascript:alert(1)", "http://u:p@example.com/", "http://[/"]
)
def test_a_redirect_to_what_is_no_page(client: Client, server: HostileServer, onward: str) -> None:
    error = failure(client, server.url(f"/to?{onward}"))
    assert isinstance(error, Drop)
    assert error.reason is Reason.BAD_URL


# --- The guard


@pytest.mark.parametrize(
    "target",
    ["http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/", "http://[::ffff:10.0.0.1]/", "http://[::1]/"],
)
def test_a_redirect_inside_is_not_followed(client: Client, server: HostileServer, target: str) -> None:
    error = failure(client, server.url(f"/to?{target}"))
    assert isinstance(error, Drop)
    assert error.reason is Reason.FORBIDDEN_ADDRESS
    assert f"(redirected to {error.asked[-1]})" in str(error)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "１２７.0.0.1"]
)
def test_loopback_by_any_name_is_refused(server: HostileServer, host: str) -> None:
    assert failure(Client(load()), server.url("/page", host=host)).reason is Reason.FORBIDDEN_ADDRESS
    assert server.connections == 0


def test_a_redirect_to_loopback_is_refused_where_another_network_is_allowed(server: HostileServer) -> None:
    """A public site, here on an address that the administrator allows, sends us to the next."""
    client = Client(settings(allow_networks="127.0.0.1/32"))
    onward = server.url("/page", host="127.0.0.2")
    assert failure(client, server.url(f"/to?{onward}")).reason is Reason.FORBIDDEN_ADDRESS
    assert server.visited("/page") == 0


def test_a_name_that_resolves_inside_is_refused(server: HostileServer) -> None:
    client = Client(load(), resolve=lambda host, port: ["127.0.0.1", "10.0.0.1", "fd00:ec2::254"])
    error = failure(client, server.url("/page", host="rebind.example"))
    assert error.reason is Reason.FORBIDDEN_ADDRESS
    assert "127.0.0.1 is loopback" in error.detail
    assert server.connections == 0


def test_a_name_is_looked_up_once_so_that_it_cannot_change_after_the_check(server: HostileServer) -> None:
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    client = Client(settings(), resolve=rebinding)
    assert client.get(server.url("/page", host="rebind.example")).body == PAGE
    assert asked == ["rebind.example"]
    assert server.visits[-1].headers["host"] == f"rebind.example:{server.port}"


def test_of_several_addresses_the_allowed_ones_are_tried_in_turn(server: HostileServer) -> None:
    client = Client(settings(), resolve=lambda host, port: ["10.0.0.1", "127.0.0.9", "127.0.0.1"])
    assert client.get(server.url("/page", host="several.example")).body == PAGE


# --- No answer


def test_a_name_without_address(client: Client) -> None:
    def unknown(host: str, port: int) -> list[str]:
        raise OSError(-2, "Name or service not known")

    def empty(host: str, port: int) -> list[str]:
        return []

    for resolve in (unknown, empty):
        error = failure(Client(settings(), resolve=resolve), "http://nowhere.example/")
        assert isinstance(error, Retry)
        assert error.reason is Reason.DNS
        assert "nowhere.example" in error.detail


def test_a_name_server_that_does_not_answer(server: HostileServer) -> None:
    def slow(host: str, port: int) -> list[str]:
        time.sleep(30)
        return []

    assert failure(Client(settings(), resolve=slow), "http://slow.example/").reason is Reason.DNS


def test_a_port_where_nobody_listens(client: Client) -> None:
    with HostileServer() as closed:
        url = closed.url("/page")
    error = failure(client, url)
    assert isinstance(error, Retry)
    assert error.reason is Reason.CONNECT
    assert "refused" in error.detail


@pytest.mark.parametrize(
    "path",
    ["/short", "/short-chunks", "/bad-chunk", "/two-lengths", "/reset", "/reset-body", "/hang-up", "/garbage"]
    + ["/redirect-to-nowhere", "/bomb/many"]
    + [f"/{kind}/{coding}" for kind in ("truncated", "false") for coding in CODINGS],
)
def test_a_broken_answer(client: Client, server: HostileServer, path: str) -> None:
    error = failure(client, server.url(path))
    assert isinstance(error, Retry)
    assert error.reason is Reason.BROKEN_RESPONSE
    assert error.detail


# --- Not what was asked for


@pytest.mark.parametrize("path", ["/binary", "/pdf", "/image", "/untyped-noise"])
@pytest.mark.parametrize("accept", [Accept.PAGE, Accept.FEED])
def test_what_is_no_page_is_refused(client: Client, server: HostileServer, path: str, accept: Accept) -> None:
    error = failure(client, server.url(path), accept=accept)
    assert isinstance(error, Drop)
    assert error.reason is Reason.CONTENT_TYPE
    assert client.get(server.url(path), accept=Accept.ANY).body


@pytest.mark.parametrize(
    ("query", "kind", "reason", "after_s"),
    [
        ("404", Drop, Reason.NOT_FOUND, None),
        ("410", Drop, Reason.NOT_FOUND, None),
        ("403", Drop, Reason.FORBIDDEN, None),
        ("408", Retry, Reason.CLIENT_ERROR, None),
        ("429", Retry, Reason.RATE_LIMITED, None),
        ("429&Retry-After=7", Retry, Reason.RATE_LIMITED, 7),
        ("429&Retry-After=99999999", Retry, Reason.RATE_LIMITED, 600),
        ("503&Retry-After=Fri, 31 Dec 2100 23:59:59 GMT", Retry, Reason.RATE_LIMITED, 600),
        ("503", Retry, Reason.SERVER_ERROR, None),
        ("500", Retry, Reason.SERVER_ERROR, None),
        ("999", Retry, Reason.BROKEN_RESPONSE, None),
    ],
)
def test_a_status_is_a_reason(
    server: HostileServer, query: str, kind: type[CrawlerError], reason: Reason, after_s: float | None
) -> None:
    error = failure(Client(settings(host_backoff_max_s=600)), server.url(f"/status?{query}"))
    assert type(error) is kind
    assert error.reason is reason
    assert query[:3] in error.detail
    assert getattr(error, "after_s", None) == after_s


@pytest.mark.parametrize("url", ["", "page", "//example.com/", "ftp://example.com/", "http://", "http://a@b.example/"])
def test_a_bad_url(client: Client, url: str) -> None:
    error = failure(client, url)
    assert isinstance(error, Drop)
    assert error.reason is Reason.BAD_URL


# --- Anything


@given(
    head=st.sampled_from([b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 302 Found\r\nLocation: ", b"HTTP/1.0 "]),
    rest=st.binary(max_size=400) | st.text("chunkedgzip-:;= \r\n0123456789/abrT", max_size=200).map(str.encode),
)
@example(head=b"HTTP/1.1 200 OK\r\n", rest=b"Transfer-Encoding: chunked\r\n\r\n-5\r\n")
@example(head=b"HTTP/1.1 200 OK\r\n", rest=b"Content-Length: -5\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b")
@example(head=b"HTTP/1.1 200 OK\r\n", rest=b"Set-Cookie: a=\x01\x7f\xff\r\n\r\n<html>")
@example(head=b"HTTP/1.1 302 Found\r\nLocation: ", rest=b"http://[::1\r\n\r\n")
@settings_of_hypothesis(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_an_answer_or_our_error(client: Client, server: HostileServer, head: bytes, rest: bytes) -> None:
    def send(visit: Visit) -> None:
        visit.send(head + rest)
        raise ConnectionAbortedError

    server.put("/any", send)
    with suppress(CrawlerError):
        assert client.get(server.url("/any"), deadline_s=DEADLINE_S).status in (*range(200, 300), 304)


def test_settings_that_cannot_work() -> None:
    with pytest.raises(Fatal, match="CRAWLER_USER_AGENT"):
        Client(settings(contact="编辑部"))
    with pytest.raises(Fatal, match="CRAWLER_CA_FILE"):
        Client(settings(ca_file="/nonexistent.pem"))
