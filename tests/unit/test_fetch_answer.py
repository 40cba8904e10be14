"""What status, headers and first bytes say."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.errors import CrawlerError, Drop, Reason, Retry
from crawler.fetch import answer
from crawler.fetch.answer import Accept

NOW = datetime(2024, 3, 5, 14, 3, tzinfo=UTC)
NOISE = random.Random(1).randbytes(2000)
PAGE = "<!DOCTYPE html><html><title>新闻</title><p>正文"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        (" 0 ", 0),
        ("Tue, 05 Mar 2024 14:04:00 GMT", 60),
        ("Tue, 05 Mar 2024 14:04:00 -0000", 60),
        ("Tue, 05 Mar 2024 22:04:00 +0800", 60),
        ("Tue, 05 Mar 2024 13:00:00 GMT", 0),
        ("9" * 400, 999_999_999),
        ("", None),
        ("-5", None),
        ("1.5", None),
        ("soon", None),
        ("٣", None),
        ("Tue, 99 Mar 2024 13:00:00 GMT", None),
        (f"Tue, 05 Mar {'9' * 30} 13:00:00 GMT", None),
        (f"Tue, 05 Mar 2024 13:00:00 +{'9' * 30}", None),
    ],
)
def test_retry_after(value: str, seconds: float | None) -> None:
    assert answer.retry_after_s(value, now=NOW) == seconds


@given(st.text())
def test_retry_after_of_any_text(value: str) -> None:
    seconds = answer.retry_after_s(value, now=NOW)
    assert seconds is None or seconds >= 0


def refusal(status: int, **headers: str) -> CrawlerError | None:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return answer.refusal(status, named, now=NOW, max_wait_s=3600)


@pytest.mark.parametrize("status", [200, 203, 204, 206, 304])
def test_statuses_that_bring_something(status: int) -> None:
    assert refusal(status) is None


@pytest.mark.parametrize(
    ("status", "kind", "reason"),
    [
        (404, Drop, Reason.NOT_FOUND),
        (410, Drop, Reason.NOT_FOUND),
        (400, Drop, Reason.FORBIDDEN),
        (401, Drop, Reason.FORBIDDEN),
        (403, Drop, Reason.FORBIDDEN),
        (412, Drop, Reason.FORBIDDEN),
        (451, Drop, Reason.CLIENT_ERROR),
        (407, Retry, Reason.CONNECT),
        (408, Retry, Reason.CLIENT_ERROR),
        (425, Retry, Reason.CLIENT_ERROR),
        (429, Retry, Reason.RATE_LIMITED),
        (500, Retry, Reason.SERVER_ERROR),
        (503, Retry, Reason.SERVER_ERROR),
        (521, Retry, Reason.SERVER_ERROR),
        (100, Retry, Reason.BROKEN_RESPONSE),
        (300, Retry, Reason.BROKEN_RESPONSE),
        (302, Retry, Reason.BROKEN_RESPONSE),
        (999, Retry, Reason.BROKEN_RESPONSE),
    ],
)
def test_statuses_that_are_errors(status: int, kind: type[CrawlerError], reason: Reason) -> None:
    error = refusal(status)
    assert type(error) is kind
    assert error.reason is reason
    assert str(status) in error.detail


@pytest.mark.parametrize("status", [401, 403])
def test_what_a_refusal_may_mean_is_said(status: int) -> None:
    assert "asks for a login or lets no crawlers in" in str(refusal(status))


def test_a_site_that_says_when_to_come_again() -> None:
    for status in (429, 503):
        error = refusal(status, retry_after="90")
        assert isinstance(error, Retry)
        assert (error.reason, error.after_s) == (Reason.RATE_LIMITED, 90)
    clamped = refusal(429, retry_after="99999")
    assert isinstance(clamped, Retry)
    assert clamped.after_s == 3600


@pytest.mark.parametrize(
    ("header", "kind"), [("Text/HTML; charset=gbk", "text/html"), ("text/html;charset", "text/html"), ("", "")]
)
def test_media_type(header: str, kind: str) -> None:
    assert answer.media_type(header) == kind


@pytest.mark.parametrize("kind", ["image/png", "application/pdf", "video/mp4", "application/json", "application/zip"])
def test_types_that_are_refused_unread(kind: str) -> None:
    for accept in (Accept.PAGE, Accept.FEED):
        with pytest.raises(Drop, match=kind):
            answer.check_media_type(kind, accept)
    answer.check_media_type(kind, Accept.ANY)


@pytest.mark.parametrize("kind", ["text/html", "application/xhtml+xml", "", "text/plain", "application/rss+xml"])
def test_types_that_are_read(kind: str) -> None:
    answer.check_media_type(kind, Accept.PAGE)
    answer.check_media_type(kind, Accept.FEED)


def refused(body: bytes, kind: str, accept: Accept = Accept.PAGE) -> bool:
    try:
        answer.check_body(body, kind, accept)
    except Drop as error:
        return error.reason is Reason.CONTENT_TYPE
    return False


@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "big5", "utf-16", "utf-8-sig"])
def test_a_page_in_any_charset(charset: str) -> None:
    body = PAGE.replace("闻", "聞").encode(charset, "replace") if charset == "big5" else PAGE.encode(charset)
    for kind in ("text/html", "", "text/plain"):
        assert not refused(body, kind)


def test_utf_16_without_a_mark_needs_its_header() -> None:
    body = PAGE.encode("utf-16-le")
    assert not refused(body, "text/html; charset=UTF-16")
    assert refused(body, "text/html")


@pytest.mark.parametrize(
    "body", [NOISE, b"%PDF-1.7 text", b"PK\x03\x04", b"\x89PNG\r\n", b"GIF89a", b"\x1f\x8b\x08", b"\0" * 50, b"ab\0\1"]
)
@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "", "text/xml"])
def test_binary_data_is_refused_whatever_it_is_called(body: bytes, kind: str) -> None:
    assert refused(body, kind, Accept.PAGE)
    assert refused(body, kind, Accept.FEED)
    assert not refused(body, kind, Accept.ANY)


def test_a_page_may_hold_a_stray_control_character() -> None:
    assert not refused(b"<html>\0" + b"text " * 100, "text/html")


def test_a_page_without_type_must_begin_like_one() -> None:
    assert refused(b"just words", "")
    assert refused(b'{"json": true}', "text/plain")
    assert refused(b"<?php", "")
    assert not refused(b"\xef\xbb\xbf\r\n<HTML>", "")
    assert not refused(b"just words", "text/html")  # who says so is believed


def test_a_feed_by_any_name_must_begin_like_xml() -> None:
    feed = b'<?xml version="1.0"?><rss>'
    for kind in ("application/rss+xml", "text/xml", "application/octet-stream", "text/plain", ""):
        assert not refused(feed, kind, Accept.FEED)
        assert not refused(b"\xef\xbb\xbf \n<feed>", kind, Accept.FEED)
        assert refused(b"no feed today", kind, Accept.FEED)
    assert not refused("<feed>".encode("utf-16"), "", Accept.FEED)


def test_an_empty_body_is_for_others_to_judge() -> None:
    assert not refused(b"", "text/html")
    assert not refused(b"", "", Accept.FEED)


def test_location() -> None:
    assert answer.location(302, {"location": "/a"}) == "/a"
    assert answer.location(302, {}) is None
    assert answer.location(200, {"location": "/a"}) is None
    assert answer.location(304, {"location": "/a"}) is None


@pytest.mark.parametrize(("value", "length"), [("12", 12), ("", 0), ("-1", 0), ("1e9", 0), ("5, 5", 0), ("9" * 30, 0)])
def test_content_length(value: str, length: int) -> None:
    assert answer.content_length({"content-length": value}) == length


def test_cookies() -> None:
    values = ["a=1; Path=/; HttpOnly", " b = x=y ", "novalue", "=nameless", "a=2"]
    assert answer.cookies(values) == {"a": "2", "b": "x=y"}
