"""The demo web's pages: at any time they are recent, whole, and linked with each other."""

from __future__ import annotations

import html
import re
from calendar import timegm
from datetime import UTC, datetime, timedelta
from urllib.parse import urljoin, urlsplit

import feedparser
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.channels import compile_rule, read_page
from crawler.demo.pages import Page, demo_pages, posted, said
from crawler.demo.sites import NAMES, demo_sites, demo_sources
from crawler.model import Channel, Source

NOW = datetime(2024, 3, 5, 6, 3, tzinfo=UTC)  # 14:03 in Shanghai
PAGES = demo_pages(NOW)
SITES = {site.key: site for site in demo_sites(NOW)}
SOURCES = dict(zip(NAMES, demo_sources(), strict=True))

moments = st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


def page(url: str) -> Page | None:
    parts = urlsplit(url)
    return PAGES[parts.netloc].get(parts.path)


def listed(source: Source) -> list[str]:
    """What the page channel finds on a site's list page."""
    start = page(source.url)
    assert start is not None
    return [link.url for link in read_page(start.text, source.url, compile_rule(source.pattern)).links]


@given(moments)
@settings(max_examples=60)
def test_nothing_is_in_the_future_and_replies_come_in_order(now: datetime) -> None:
    for site in demo_sites(now):
        for item in site.items:
            instants = [item.at, *(remark.at for remark in item.remarks)]
            assert instants == sorted(instants)
            assert now - timedelta(days=30) < item.at <= instants[-1] <= now


def test_addresses_hold_for_a_day() -> None:
    morning, night = (NOW.replace(hour=hour, minute=30) for hour in (0, 15))
    assert demo_pages(morning).keys() == demo_pages(night).keys()
    for host, pages in demo_pages(morning).items():
        assert pages.keys() == demo_pages(night)[host].keys()


def test_there_are_some_two_dozen_articles_and_threads() -> None:
    items = [item for site in SITES.values() for item in site.items if not item.gone]
    assert len(items) >= 23
    assert len({item.title for item in items}) == len(items)
    articles = [item for key in ("portal", "newspaper", "blog") for item in SITES[key].items if not item.gone]
    sizes = sorted(sum(map(len, item.paragraphs)) for item in articles)
    assert sizes[0] < 100 < 300 < sizes[1] < sizes[-1] < 1200, "one is too short to be an article"
    assert all(2 <= len(item.remarks) + 1 <= 12 for item in SITES["forum"].items)


@pytest.mark.parametrize("name", NAMES)
def test_every_text_stands_on_its_page(name: str) -> None:
    site = SITES[name]
    for item in site.items:
        if not item.gone:
            text = html.unescape(PAGES[site.host][item.path].text)
            said_there = [*item.paragraphs, *(line for remark in item.remarks for line in remark.paragraphs)]
            assert all(paragraph in text for paragraph in [item.title, *said_there])


def test_sources_announce_every_article() -> None:
    for name in ("portal", "newspaper", "forum"):
        source, site = SOURCES[name], SITES[name]
        assert source.channel == Channel.PAGE
        assert {f"http://{site.host}{item.link}" for item in site.items} <= set(listed(source))


def test_the_feed_announces_every_post() -> None:
    source = SOURCES["blog"]
    answer = page(source.url)
    assert source.channel == Channel.FEED
    assert answer is not None
    assert answer.content_type.startswith("application/rss+xml")
    feed = feedparser.parse(answer.body)
    assert not feed.bozo
    assert [entry.title for entry in feed.entries] == [item.title for item in SITES["blog"].items]
    stamps = [timegm(entry.published_parsed) for entry in feed.entries]
    assert stamps == [item.at.timestamp() for item in SITES["blog"].items]


def test_something_is_skipped_for_each_of_several_reasons() -> None:
    found = listed(SOURCES["portal"]) + listed(SOURCES["newspaper"])
    answers = {url: page(url) for url in found}
    assert sum(answer is None for answer in answers.values()) == 3, "two that are gone, one behind robots.txt"
    assert [answer.status for answer in answers.values() if answer and answer.location] == [301]
    paper = SITES["newspaper"].host
    assert f"http://{paper}/html/about.htm" in found
    assert f"http://{paper}/html/neibu/tougao.htm" in found
    assert "Disallow: /html/neibu/" in PAGES[paper]["/robots.txt"].text


def test_a_moved_article_is_found_where_it_went() -> None:
    moved = [answer for pages in PAGES.values() for answer in pages.values() if answer.location]
    assert len(moved) == 1
    target = page(moved[0].location)
    assert target is not None
    assert target.status == 200


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    """But for those that are dead on purpose, and those that robots.txt forbids."""
    site = SITES[name]
    dead = {item.path for item in site.items if item.gone}
    forbidden = tuple(re.findall(r"Disallow: (\S+)", site.robots))
    for path, answer in PAGES[site.host].items():
        for href in re.findall(r'(?i)\bhref="([^"#]+)', answer.text):
            target = urlsplit(urljoin(f"http://{site.host}{path}", html.unescape(href)))
            if not target.path.startswith(forbidden) and target.path not in dead:
                assert target.path in PAGES[target.netloc], f"{href} on {path}"


def test_the_newspaper_says_gb2312_and_is_gb18030() -> None:
    site = SITES["newspaper"]
    answer = PAGES[site.host]["/index.htm"]
    assert answer.content_type == "text/html"
    assert b"charset=gb2312" in answer.body
    assert site.items[0].title in answer.body.decode("gb18030")


def test_forum_times_are_written_in_several_forms() -> None:
    text = "".join(answer.text for answer in PAGES[SITES["forum"].host].values())
    clock = r"\d\d:\d\d"
    for form in ("分钟前", "小时前", f"昨天 {clock}", f"前天 {clock}", rf"-\d\d {clock}<", rf"-\d\d {clock}:\d\d "):
        assert re.search(form, text)


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (NOW, "刚刚"),
        (NOW - timedelta(minutes=5), "5 分钟前"),
        (NOW - timedelta(hours=3, minutes=59), "3 小时前"),
        (NOW - timedelta(hours=15), "昨天 23:03"),
        (NOW - timedelta(days=2), "前天 14:03"),
        (NOW - timedelta(days=40), "2024-01-25 14:03"),
    ],
)
def test_instants_as_forums_write_them(at: datetime, words: str) -> None:
    shanghai = SITES["forum"].items[0].at.tzinfo
    assert said(at.astimezone(shanghai), NOW) == words


def test_threads_write_out_what_is_not_of_today() -> None:
    midnight = NOW.astimezone(SITES["forum"].items[0].at.tzinfo).replace(hour=0, minute=0)
    assert posted(midnight, NOW) == "14 小时前"
    assert posted(midnight - timedelta(minutes=1), NOW) == "2024-03-04 23:59"


def test_lists_can_be_asked_for_conditionally() -> None:
    answer = PAGES[SITES["portal"].host]["/news/"]
    headers = answer.headers()
    assert answer.unchanged({"If-None-Match": headers["ETag"]})
    assert answer.unchanged({"If-Modified-Since": headers["Last-Modified"]})
    assert not answer.unchanged({})
    assert not answer.unchanged({"If-None-Match": '"other"', "If-Modified-Since": headers["Last-Modified"]})


def test_articles_cannot_be_asked_for_conditionally() -> None:
    site = SITES["portal"]
    answer = PAGES[site.host][site.items[0].path]
    assert "ETag" not in answer.headers()
    assert not answer.unchanged({"If-Modified-Since": ""})
