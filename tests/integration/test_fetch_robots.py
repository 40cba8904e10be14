"""robots.txt over a real server, through the shared cache of the caller."""

from __future__ import annotations

import pytest

from crawler.errors import Reason, Retry
from crawler.fetch import Client, Robots
from crawler.settings import load
from tests.hostile import HostileServer


def test_rules_are_fetched_once_and_obeyed() -> None:
    cache: dict[str, bytes] = {}

    def put(key: str, value: bytes, *, ttl_s: float) -> None:
        cache[key] = value

    settings = load(allow_networks="127.0.0.0/8")
    with HostileServer() as server:
        server.put("/robots.txt", lambda visit: visit.reply(b"User-agent: *\nDisallow: /no", kind="text/plain"))
        robots = Robots(Client(settings), cache.get, put, settings)
        assert robots.allowed(server.url("/yes"), now=0).allowed
        assert not robots.allowed(server.url("/no"), now=1).allowed
    assert server.visited("/robots.txt") == 1
    assert list(cache) == [f"robots:http://127.0.0.1:{server.port}"]


@pytest.mark.parametrize(
    ("path", "allowed"), [("/status?404", True), ("/status?403", True), ("/loop", True), ("/endless", True)]
)
def test_a_robots_txt_that_is_not_there(path: str, allowed: bool) -> None:
    assert _answer(path) is allowed


@pytest.mark.parametrize(
    ("path", "reason"),
    [("/status?500", Reason.SERVER_ERROR), ("/drip-chunks", Reason.TIMEOUT), ("/hang-up", Reason.BROKEN_RESPONSE)],
)
def test_a_robots_txt_that_cannot_be_read_now(path: str, reason: Reason) -> None:
    with pytest.raises(Retry) as caught:
        _answer(path)
    assert caught.value.reason is reason


def _answer(path: str) -> bool:
    """Whether a page is allowed, of a site whose robots.txt leads to this path."""
    settings = load(allow_networks="127.0.0.0/8", fetch_deadline_s=1, max_body_bytes=100_000)
    with HostileServer() as server:
        server.put("/robots.txt", lambda visit: visit.head(302, location=path, content_length=0))
        client = Client(settings)
        try:
            robots = Robots(client, lambda key: None, lambda key, value, ttl_s: None, settings)
            return robots.allowed(server.url("/page"), now=0).allowed
        finally:
            client.close()
