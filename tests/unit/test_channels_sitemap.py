"""Site maps: their pages, the newest first, and the maps of an index."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.channels.sitemap import MAX_LINKS, NEWEST_MAPS, is_sitemap, read_sitemap

URL = "https://news.example.org/sitemap.xml"
NAMES = (
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
)
CHINA = timezone(timedelta(hours=8))


def urlset(*entries: str) -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- made -->\n<urlset {NAMES}>{"".join(entries)}</urlset>'.encode()
    )


def page(number: int, changed: str = "", news: str = "") -> str:
    changed = f"<lastmod>{changed}</lastmod>" if changed else ""
    return f"<url><loc> https://news.example.org/a/{number}.html </loc>{changed}{news}</url>"


def numbers(body: bytes) -> list[int]:
    links = read_sitemap(body, URL, zone=CHINA).found.links
    return [int(link.url.rpartition("/")[2].removesuffix(".html")) for link in links]


def test_the_newest_pages_come_first_and_those_without_a_date_last() -> None:
    entries = [page(1), page(2, "2026-03-01"), page(3, "2026-03-02T01:00:00+08:00"), page(4, "2026-03-01T12:00:00Z")]
    assert numbers(urlset(*entries)) == [3, 4, 2, 1]


def test_the_extension_for_news_gives_title_and_time() -> None:
    news = (
        "<image:image><image:loc>https://img.example.org/1.jpg</image:loc></image:image><news:news>"
        "<news:publication><news:name>江城日报</news:name></news:publication>"
        "<news:publication_date>2026-03-01T10:00:00+08:00</news:publication_date>"
        "<news:title>城南老茶馆 &amp; 评书声</news:title></news:news>"
    )
    (link,) = read_sitemap(urlset(page(1, "2026-03-05", news)), URL).found.links
    assert (link.url, link.title) == ("https://news.example.org/a/1.html", "城南老茶馆 & 评书声")
    assert link.published_at == datetime(2026, 3, 1, 2, tzinfo=UTC)


def test_when_a_page_was_changed_does_not_date_it() -> None:
    (link,) = read_sitemap(urlset(page(1, "2026-03-05")), URL).found.links
    assert link.published_at is None


def test_so_many_of_the_newest_are_taken_once_each() -> None:
    entries = [page(number, f"{2000 + number // 365}-01-01") for number in range(3_000)]
    found = numbers(urlset(*entries, page(2_999, "2026-01-01")))
    assert len(found) == len(set(found)) == MAX_LINKS
    assert min(found) >= 1_800


def test_an_index_leads_to_its_newest_maps() -> None:
    maps = [f"<sitemap><loc>/map{n}.xml</loc><lastmod>2026-03-0{n}</lastmod></sitemap>" for n in range(1, 9)]
    zipped = "<sitemap><loc>/map8.xml.gz</loc><lastmod>2026-03-09</lastmod></sitemap>"
    index = f"<sitemapindex {NAMES}>{''.join(maps)}{zipped}</sitemapindex>".encode()
    found = read_sitemap(index, URL)
    assert found.maps == tuple(f"https://news.example.org/map{n}.xml" for n in range(8, 8 - NEWEST_MAPS, -1))
    assert found.found.links == ()


def test_compressed_maps_of_an_index_are_read() -> None:
    maps = "".join(f"<sitemap><loc>/map{n}.xml.gz</loc></sitemap>" for n in range(3))
    found = read_sitemap(f"<sitemapindex {NAMES}>{maps}</sitemapindex>".encode(), URL)
    assert found.maps == tuple(f"https://news.example.org/map{n}.xml.gz" for n in range(3))


def test_without_dates_all_maps_are_read_in_turn() -> None:
    index = f"<sitemapindex {NAMES}>{''.join(f'<sitemap><loc>/map{n}.xml</loc></sitemap>' for n in range(9))}"
    assert len(read_sitemap(index.encode(), URL).maps) == 9


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (urlset(), True),
        (b"<sitemapindex>", True),
        (b"\xef\xbb\xbf<?xml version='1.0'?><sm:urlset xmlns:sm='x'>", True),
        (b"<rss><channel><urlset>", False),
        (b"<html><body>&lt;urlset", False),
        (b"", False),
    ],
)
def test_what_is_a_site_map(body: bytes, expected: bool) -> None:
    assert is_sitemap(body) is expected


def test_a_map_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    assert numbers(urlset(page(1), page(2), page(3))[:-60]) == [1, 2]


def test_what_has_no_address_is_refused_with_the_reason() -> None:
    found = read_sitemap(urlset("<url><loc>javascript:x</loc></url>", "<url/>", page(1)), URL).found
    assert [link.rule for link in found.rejected] == ["the entry has no web address"] * 2
    assert len(found.links) == 1


def test_entities_are_not_read() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    body = f"{bomb}<urlset {NAMES}><url><loc>https://news.example.org/&b;&f;</loc></url>{page(1)}</urlset>".encode()
    assert all("root:" not in link.url for link in read_sitemap(body, URL).found.links)


@given(
    st.lists(
        st.sampled_from(["<url>", "</url>", "<loc>", "</loc>", "http://a.b/1", "<urlset>", "&", "]]>", "<![CDATA["])
    )
)
def test_anything_can_be_read(parts: list[str]) -> None:
    assert len(read_sitemap("".join(parts).encode(), URL).found.links) <= len(parts)
