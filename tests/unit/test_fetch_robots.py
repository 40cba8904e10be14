"""robots.txt: what it allows, how long it is good for, and what is made of one that cannot be had."""

from __future__ import annotations

import time
from typing import Any

import pytest
from protego import Protego

from crawler.errors import CrawlerError, Drop, Reason, Retry
from crawler.fetch import Accept, Client, Robots, RobotsAnswer
from crawler.fetch.robots import product_token
from crawler.model import Fetched
from crawler.settings import load

RULES = """
User-agent: otherbot
Disallow: /

User-agent: crawler
Disallow: /private/
Allow: /private/open
Crawl-delay: 12.5

User-agent: *
Disallow: /
"""
PAGE = "http://news.example/a.html"


class Site(Client):
    """A client whose every fetch is answered with one body, or one error."""

    def __init__(self, answer: str | bytes | CrawlerError) -> None:
        self.answer = answer.encode() if isinstance(answer, str) else answer
        self.asked: list[str] = []

    def get(self, url: str, *, accept: Accept = Accept.PAGE, **_: Any) -> Fetched:
        assert accept is Accept.ANY
        self.asked.append(url)
        if isinstance(self.answer, CrawlerError):
            raise self.answer
        return Fetched(url, 200, self.answer)


class Cache:
    """The shared cache, without its clock: `ttl_s` is kept for the tests to look at."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.ttl_s: dict[str, float] = {}

    def get(self, key: str) -> bytes | None:
        return self.kept.get(key)

    def put(self, key: str, value: bytes, *, ttl_s: float) -> None:
        self.kept[key] = value
        self.ttl_s[key] = ttl_s


def robots(site: Site, cache: Cache | None = None, **settings: Any) -> Robots:
    cache = cache or Cache()
    return Robots(site, cache.get, cache.put, load(**settings))


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        (PAGE, True),
        ("http://news.example/private/a", False),
        ("http://news.example/private/open", True),
        ("http://news.example/Private/a", True),
    ],
)
def test_our_own_group_counts(url: str, allowed: bool) -> None:
    assert robots(Site(RULES)).allowed(url, now=0) == RobotsAnswer(allowed, 12.5)


def test_another_name_has_the_group_for_all() -> None:
    assert not robots(Site(RULES), user_agent="reader/1.0").allowed(PAGE, now=0).allowed


def test_an_administrator_may_turn_it_off() -> None:
    site = Site("User-agent: *\nDisallow: /")
    assert robots(site, respect_robots=False).allowed(PAGE, now=0).allowed
    assert not site.asked


def test_a_delay_is_clamped() -> None:
    assert robots(Site("User-agent: *\nCrawl-delay: 86400")).allowed(PAGE, now=0).crawl_delay_s == 60
    assert robots(Site("User-agent: *\nCrawl-delay: soon")).allowed(PAGE, now=0).crawl_delay_s is None


@pytest.mark.parametrize(
    "body", [b"", b"\xef\xbb\xbfUser-agent: *\nDisallow: /b", b"<html>soft 404</html>", b"\xff\x00" * 99]
)
def test_files_that_forbid_nothing_here(body: bytes) -> None:
    assert robots(Site(body)).allowed(PAGE, now=0).allowed


def test_a_byte_order_mark_hides_no_rule() -> None:
    assert not robots(Site(b"\xef\xbb\xbfUser-agent: *\nDisallow: /a")).allowed(PAGE, now=0).allowed


def test_only_the_first_half_megabyte_counts() -> None:
    padding = b"# " + b"x" * 500_000 + b"\n"
    assert robots(Site(padding + b"User-agent: *\nDisallow: /")).allowed(PAGE, now=0).allowed


def test_rules_for_thousands_of_other_crawlers_cost_no_more_than_for_one() -> None:
    agents = "".join(f"User-agent: bot{number}\n" for number in range(10_000))
    rules = "".join(f"Disallow: /{number}\n" for number in range(15_000))
    began = time.process_time()
    ours = robots(Site(agents + "User-agent: crawler\n" + rules + "User-agent: other\nDisallow: /a"))
    assert ours.allowed(PAGE, now=0).allowed
    assert not ours.allowed("http://news.example/14999", now=0).allowed
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [
        ("User-agent: otherbot\nDisallow: /", True),
        ("User-agent: otherbot\nUser-agent: crawler\nDisallow: /", False),
        ("User-agent: *\nDisallow: /b\nUser-agent: otherbot\nDisallow: /", True),
        ("User-agent: *\nDisallow: /\nUser-agent: otherbot\nDisallow: /b", False),
        ("user agent: CRAW*\nDisallow: /", False),
        ("useragent crawler # us\nDisallow: /", False),
        ("User-agent: crawlers\nDisallow: /", True),
        ("User-agent: **\nDisallow: /", True),
        ("User-agent: otherbot # crawler\nDisallow: /", True),
        ("User-agent:\nDisallow: /", True),
    ],
)
def test_a_group_is_for_the_crawlers_that_it_names(rules: str, allowed: bool) -> None:
    assert robots(Site(rules)).allowed(PAGE, now=0).allowed is allowed
    assert Protego.parse(rules).can_fetch(PAGE, "crawler") is allowed, "as the parser says by itself"


@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.FORBIDDEN, Reason.REDIRECT_LOOP])
def test_a_site_without_rules_allows_everything(reason: Reason) -> None:
    assert robots(Site(Drop(reason))).allowed(PAGE, now=0) == RobotsAnswer(True)


def test_rules_that_are_refused_as_all_else_in_a_ban_are_soon_asked_for_again() -> None:
    site, cache = Site(Drop(Reason.FORBIDDEN)), Cache()
    assert robots(site, cache).allowed(PAGE, now=0).allowed
    assert set(cache.ttl_s.values()) == {600}


@pytest.mark.parametrize("reason", [Reason.SERVER_ERROR, Reason.TIMEOUT, Reason.DNS])
def test_a_site_that_cannot_say_allows_nothing_and_is_asked_again(reason: Reason) -> None:
    site, cache = Site(Retry(reason, after_s=7)), Cache()
    ours = robots(site, cache)
    for now in (0, 1):
        with pytest.raises(Retry, match=r"robots\.txt") as caught:
            ours.allowed(PAGE, now=now)
        assert caught.value.reason is reason
        assert caught.value.after_s == 7
    assert len(site.asked) == 2
    assert not cache.kept
    site.answer = RULES.encode()
    assert ours.allowed(PAGE, now=2).allowed


def test_it_is_asked_once_for_each_origin_by_all_processes() -> None:
    site, cache = Site(RULES), Cache()
    one, other = robots(site, cache), robots(site, cache)
    for url in (PAGE, "http://news.example/b", "https://news.example/", "http://news.example:8080/"):
        one.allowed(url, now=0)
        other.allowed(url, now=1)
    origins = ["http://news.example", "https://news.example", "http://news.example:8080"]
    assert site.asked == [f"{origin}/robots.txt" for origin in origins]
    assert set(cache.ttl_s.values()) == {24 * 3600}


def test_memory_forgets_so_that_the_shared_cache_decides() -> None:
    site, cache = Site(RULES), Cache()
    ours = robots(site, cache)
    ours.allowed(PAGE, now=0)
    cache.kept.clear()
    ours.allowed(PAGE, now=599)
    assert len(site.asked) == 1
    ours.allowed(PAGE, now=601)
    assert len(site.asked) == 2


@pytest.mark.parametrize(
    ("bound", "most", "rules"),
    [("_MAX_ORIGINS", 2, RULES), ("_MAX_KEPT_BYTES", 5000, RULES + "# " + "x" * 2000)],
    ids=["sites", "bytes"],
)
def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch, bound: str, most: int, rules: str) -> None:
    monkeypatch.setattr(f"crawler.fetch.robots.{bound}", most)
    site, cache = Site(rules), Cache()
    ours = robots(site, cache)
    for host in ("a", "b", "a", "c"):
        ours.allowed(f"http://{host}.example/", now=0)
    cache.kept.clear()
    ours.allowed("http://a.example/", now=1)
    assert len(site.asked) == 3
    ours.allowed("http://b.example/", now=1)
    assert len(site.asked) == 4


@pytest.mark.parametrize(
    ("agent", "token"), [("crawler/0.1 (+mailto:a@b)", "crawler"), ("News-Reader", "News-Reader"), ("360 bot", "*")]
)
def test_product_token(agent: str, token: str) -> None:
    assert product_token(agent) == token
