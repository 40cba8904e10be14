"""https: who is verified is the host that the URL names, whatever address it was looked up to."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from crawler.errors import CrawlerError, Reason, Retry
from crawler.fetch import Client
from crawler.settings import load
from tests.hostile import PAGE, HostileServer
from tests.localweb.certificates import Authority

HOST = "site.example"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def server(authority: Authority) -> Iterator[HostileServer]:
    with HostileServer(authority.context(HOST)) as server:
        yield server


def client(ca_file: Path | None, **changes: Any) -> Client:
    settings = load(allow_networks="127.0.0.0/8", ca_file=ca_file, **changes)
    return Client(settings, resolve=lambda host, port: ["127.0.0.1"])


def failure(client: Client, url: str) -> CrawlerError:
    with pytest.raises(CrawlerError) as caught:
        client.get(url, deadline_s=1)
    return caught.value


def test_a_host_with_its_certificate(authority: Authority, server: HostileServer) -> None:
    trusting = client(authority.file)
    before = server.connections
    for _ in range(3):
        assert trusting.get(server.url("/page", host=HOST)).body == PAGE
    assert server.connections == before + 1


def test_another_hosts_certificate(authority: Authority, server: HostileServer) -> None:
    error = failure(client(authority.file), server.url("/page", host="other.example"))
    assert isinstance(error, Retry)
    assert error.reason is Reason.TLS
    assert "other.example" in error.detail


def test_a_certificate_that_nobody_we_trust_has_signed(server: HostileServer) -> None:
    assert failure(client(None), server.url("/page", host=HOST)).reason is Reason.TLS


def test_a_host_that_does_not_speak_tls(authority: Authority) -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain, ThreadPoolExecutor(1) as threads:
        threads.submit(lambda: plain.accept()[0].sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"))
        error = failure(client(authority.file), f"https://{HOST}:{plain.getsockname()[1]}/")
    assert error.reason is Reason.TLS


def test_a_handshake_that_never_ends(authority: Authority) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        error = failure(client(authority.file), f"https://{HOST}:{mute.getsockname()[1]}/")
    assert error.reason is Reason.TIMEOUT


@pytest.mark.parametrize("path", ["/silent", "/drip-headers", "/drip-body"])
def test_the_deadline_holds_within_tls(authority: Authority, server: HostileServer, path: str) -> None:
    assert failure(client(authority.file), server.url(path, host=HOST)).reason is Reason.TIMEOUT


def test_a_redirect_from_https_to_http_is_followed(authority: Authority, server: HostileServer) -> None:
    with HostileServer() as plain:
        fetched = client(authority.file).get(server.url("/to?" + plain.url("/page"), host=HOST))
    assert fetched.url == plain.url("/page")
