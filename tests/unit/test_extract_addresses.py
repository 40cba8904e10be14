"""The addresses that a page names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.addresses import absolute, canonical_url, lead_image
from crawler.extract.structured import stated
from crawler.extract.table import build

PAGE = "https://example.org/2024/03/library.html"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/a.jpg", "https://example.org/a.jpg"),
        (" b.jpg#top ", "https://example.org/2024/03/b.jpg"),
        ("//img.example.org/c.jpg", "https://img.example.org/c.jpg"),
        ("javascript:alert(1)", ""),
        ("data:image/png;base64,AAAA", ""),
        ("http://[::1", ""),
        ("http://example.org:99999/", ""),
        ("/" + "a" * 3_000, ""),
        ("", ""),
        (None, ""),
    ],
)
def test_only_complete_addresses_of_the_web(address: object, expected: str) -> None:
    assert absolute(PAGE, address) == expected


def test_without_a_page_s_address_only_complete_ones_are_known() -> None:
    assert absolute("", "/a.jpg") == ""
    assert absolute("", "http://example.org/a.jpg") == "http://example.org/a.jpg"


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_address(base: str, address: str) -> None:
    assert absolute(base, address).partition("://")[0] in ("", "http", "https")


def canonical(html: str) -> tuple[str, str]:
    return canonical_url(stated(build(html + "<p>正文")), PAGE)


def test_the_page_s_own_address() -> None:
    link = "<link rel=canonical href=/2024/03/library>"
    og = "<meta property=og:url content=https://example.org/l>"
    assert canonical(og + link) == ("https://example.org/2024/03/library", "link")
    assert canonical(og) == ("https://example.org/l", "og")
    assert canonical("<link rel=canonical href=https://example.org/>" + og) == ("https://example.org/l", "og")
    assert canonical("<link rel=canonical href=javascript:x>") == ("", "")


def image(html: str) -> tuple[str, str]:
    table = build(html)
    return lead_image(table, stated(table), range(table.body, len(table)), PAGE)


def test_the_lead_image() -> None:
    og = "<meta property=og:image content=/og.jpg>"
    script = '<script type="application/ld+json">{"@type": "Article", "image": [{"url": "/ld.jpg"}]}</script>'
    shown = "<body><p>正文<img src=/icon.png width=16><img src=data:image/gif;base64,R0 data-src=/late.jpg></p>"
    assert image(og + script + shown) == ("https://example.org/og.jpg", "og")
    assert image(script + shown) == ("https://example.org/ld.jpg", "json-ld")
    assert image(shown) == ("https://example.org/late.jpg", "img")
    assert image("<p>正文<img><img src=data:x>") == ("", "")
