"""Through a proxy: it looks names up and decides; a private address in the URL itself is still refused."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from crawler.errors import CrawlerError, Fatal, Reason
from crawler.fetch import Client
from crawler.settings import load
from tests.hostile import HostileServer
from tests.localweb import LocalWeb, Page

PAGES = {
    "http://news.example/": Page(b"<h1>front</h1>"),
    "https://secure.example/a": Page(b"<h1>secure</h1>"),
}


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    with LocalWeb(PAGES) as web:
        yield web


def client(web: LocalWeb, **changes: Any) -> Client:
    return Client(load(proxy=web.proxy_url, ca_file=web.ca_file, **changes), resolve=_never)


def _never(host: str, port: int) -> list[str]:
    raise AssertionError("the proxy looks names up, not we")


def failure(client: Client, url: str) -> CrawlerError:
    with pytest.raises(CrawlerError) as caught:
        client.get(url, deadline_s=2)
    return caught.value


def test_http_is_forwarded_and_https_tunnelled(web: LocalWeb) -> None:
    through = client(web)
    for _ in range(2):
        assert through.get("http://news.example/").body == b"<h1>front</h1>"
        assert through.get("https://secure.example/a").body == b"<h1>secure</h1>"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "169.254.169.254", "[::1]"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_private_address_in_the_url_is_refused(web: LocalWeb, scheme: str, host: str) -> None:
    assert failure(client(web), f"{scheme}://{host}/").reason is Reason.FORBIDDEN_ADDRESS


def test_a_private_address_that_is_allowed_is_the_proxys_to_judge(web: LocalWeb) -> None:
    allowing = client(web, allow_networks="127.0.0.0/8")
    assert failure(allowing, "http://127.0.0.1/").reason is Reason.SERVER_ERROR  # the local web's 502


def test_a_proxy_that_refuses_the_tunnel() -> None:
    with HostileServer() as server:  # answers CONNECT with 404
        refusing = Client(load(proxy=f"http://user:secret@127.0.0.1:{server.port}"))
        error = failure(refusing, "https://secure.example/")
    assert error.reason is Reason.CONNECT
    assert "the proxy answers 404" in error.detail
    assert server.visits[0].target == "secure.example:443"
    assert server.visits[0].headers["proxy-authorization"] == "Basic dXNlcjpzZWNyZXQ="


def test_a_proxy_that_drips_ends_with_the_deadline() -> None:
    with HostileServer() as server:
        server.put("secure.example:443", lambda visit: visit.drip(b"HTTP/1.1 200 OK\r\nX-Long: xxxxxxxxxxxxxxxxxxxxx"))
        error = failure(Client(load(proxy=f"http://127.0.0.1:{server.port}")), "https://secure.example/")
    assert error.reason is Reason.TIMEOUT


def test_a_proxy_that_is_away() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    error = failure(Client(load(proxy=f"http://127.0.0.1:{port}")), "http://news.example/")
    assert error.reason is Reason.CONNECT


def test_a_proxy_of_another_kind_is_a_wrong_setting() -> None:
    with pytest.raises(Fatal, match="CRAWLER_PROXY"):
        Client(load(proxy="socks5://127.0.0.1:1080"))


def test_a_host_with_a_proxy_of_its_own_is_reached_through_it_and_no_other_host_is(web: LocalWeb) -> None:
    proxies = {"news.example": web.proxy_url, "secure.example": web.proxy_url}
    own = Client(load(ca_file=web.ca_file), resolve=lambda host, port: ["127.0.0.1"], proxies=proxies)
    assert own.get("http://news.example/").body == b"<h1>front</h1>"
    assert own.get("https://secure.example/a").body == b"<h1>secure</h1>"
    assert failure(own, f"http://other.example:{web.port}/").reason is Reason.FORBIDDEN_ADDRESS


def test_a_host_with_a_proxy_of_its_own_is_not_asked_through_the_general_one(web: LocalWeb) -> None:
    with HostileServer() as general:
        both = Client(
            load(proxy=f"http://127.0.0.1:{general.port}"), resolve=_never, proxies={"news.example": web.proxy_url}
        )
        assert both.get("http://news.example/").body == b"<h1>front</h1>"
        assert failure(both, "http://other.example/").reason is Reason.NOT_FOUND
    assert [visit.target for visit in general.visits] == ["http://other.example/"]
