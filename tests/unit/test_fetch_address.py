"""URLs as they are asked for."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.errors import Drop, Reason
from crawler.fetch.address import Address, follow, parse


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("http://example.com", "http://example.com/"),
        ("HTTP://EXAMPLE.com:80/A?b=C#d", "http://example.com/A?b=C"),
        ("https://example.com:443/", "https://example.com/"),
        ("https://example.com:8443/", "https://example.com:8443/"),
        ("http://example.com?q=1", "http://example.com/?q=1"),
        (
            "http://中国.例子/新闻?词=中文",
            "http://xn--fiqs8s.xn--fsqu00a/%E6%96%B0%E9%97%BB?%E8%AF%8D=%E4%B8%AD%E6%96%87",
        ),
        ("http://example.com/%e6%96%B0 x", "http://example.com/%e6%96%B0%20x"),
        ("http://example.com/100%", "http://example.com/100%"),
        ("http://ex_ample.com./", "http://ex_ample.com./"),
        ("http://[2001:DB8:0:0::1]:8080/", "http://[2001:db8::1]:8080/"),
        ("http://127.1/", "http://127.0.0.1/"),
        ("http://0x7f000001/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://%31%32%37.0.0.1/", "http://127.0.0.1/"),
        ("http://127.0.0.1./", "http://127.0.0.1/"),
        ("http://360.example/", "http://360.example/"),
        ("http://1.2.3.4a/", "http://1.2.3.4a/"),
        ("  http://example.com/\n", "http://example.com/"),
    ],
)
def test_what_is_asked_for(url: str, asked: str) -> None:
    address = parse(url)
    assert address.url == asked
    assert parse(address.url) == address


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "nothing"),
        ("/a", "nothing"),
        ("ftp://example.com/", "ftp"),
        ("http:///a", "host name"),
        ("http://user@example.com/", "user name"),
        ("http://user:secret@example.com/", "user name"),
        ("http://example.com\\@127.0.0.1/", "user name"),
        ("http://exa mple.com/", "host name"),
        ("http://-a.example/", "host name"),
        ("http://a..b/", "host name"),
        ("http://1.2.3.256/", "IP address"),
        ("http://1.2.3.4.5/", "IP address"),
        ("http://site.0x/", "IP address"),
        ("http://" + "a" * 64 + ".example/", "host name"),
        ("http://" + "a." * 130 + "example/", "host name"),
        ("http://xn--\u0080.example/", "Codepoint"),
        ("http://[::1/", "IPv6"),
        ("http://[fe80::1%25eth0]/", "interface"),
        ("http://example.com:99999/", "ort"),
        ("http://example.com:0/", "port 0"),
        ("http://example.com:22/", "port 22"),
        ("http://example.com:25/", "port 25"),
        ("http://example.com/" + "a" * 2000, "2019 characters"),
        ("http://example.com/\ud800", "surrogates"),
    ],
)
def test_what_cannot_be_asked_for(url: str, why: str) -> None:
    with pytest.raises(Drop, match=why) as caught:
        parse(url)
    assert caught.value.reason is Reason.BAD_URL


@given(st.text() | st.text().map(lambda rest: f"http://{rest}"))
def test_any_text_is_an_address_or_bad(url: str) -> None:
    try:
        address = parse(url)
    except Drop:
        return
    assert address.url.isascii()
    assert not set(address.url) & set(" \r\n\t\0")


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("b", "http://example.com/a/b"),
        ("/b?c#d", "http://example.com/b?c"),
        ("?c", "http://example.com/a/?c"),
        ("../b", "http://example.com/b"),
        ("//other.example/b", "http://other.example/b"),
        ("https://other.example", "https://other.example/"),
        (" /b c ", "http://example.com/b%20c"),
        ("/新".encode().decode("latin-1"), "http://example.com/%E6%96%B0"),
        ("/新".encode("gbk").decode("latin-1"), "http://example.com/%D0%C2"),
        ("http://例子.example/".encode().decode("latin-1"), "http://xn--fsqu00a.example/"),
        ("", "http://example.com/a/"),
    ],
)
def test_where_a_redirect_leads(location: str, url: str) -> None:
    assert follow(parse("http://example.com/a/"), location).url == url


@given(st.text(alphabet=st.characters(max_codepoint=255)))
def test_any_location_leads_somewhere_or_is_bad(location: str) -> None:
    with suppress(Drop):
        assert follow(Address("http", "example.com", 80, "/"), location).scheme in ("http", "https")


def test_addresses_that_the_url_names_itself() -> None:
    assert parse("http://10.0.0.1/").literal == ip_address("10.0.0.1")
    assert parse("http://[::1]/").literal == ip_address("::1")
    assert parse("http://localhost/").literal == ip_address("127.0.0.1")
    assert parse("http://a.localhost/").literal == ip_address("127.0.0.1")
    assert parse("http://example.com/").literal is None
