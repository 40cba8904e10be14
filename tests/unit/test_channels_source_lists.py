"""Files that list sources."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.channels import Listed, read_source_list, source_table
from crawler.model import Source


def rows(body: bytes) -> list[Source | None]:
    return [one.source for one in read_source_list(body)]


def test_a_table_names_the_columns_that_it_has() -> None:
    (row,) = rows("url;interval_s;name;keep_params;enabled\nhttp://a.example/;60; 晨报 ;id, p;否\n".encode())
    assert row == Source(0, "晨报", "page", "http://a.example/", interval_s=60, keep_params=("id", "p"), enabled=False)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_tables_of_spreadsheets_are_read(encoding: str) -> None:
    (row,) = rows("Name\tURL\r\n晨报\thttp://a.example/\r\n\r\n".encode(encoding))
    assert row == Source(0, "晨报", "page", "http://a.example/")


def test_what_was_written_is_read_again() -> None:
    written = [
        Source(
            0, '晨,"报"', "page", "http://a.example/", r"/\d+,\w", "/x", 60, 5, "UTC", ("a",), ("b", "c"), enabled=False
        ),
        Source(0, "=HYPERLINK(1)", "search", "baidu_news"),
    ]
    assert rows(source_table(written).encode()) == written
    assert "\r\n'=HYPERLINK(1)," in source_table(written), "a feed's name is no formula of a spreadsheet"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("晨报,http://a.example/,soon,1", "interval_s is 'soon'; it must be a whole number"),
        ("晨报,http://a.example/,60,maybe", "enabled is 'maybe'; it must be 1 or 0"),
        ("晨报,http://a.example/,60,1,more", "there are 5 values for 4 columns"),
    ],
)
def test_a_line_that_does_not_work_is_told_with_its_number(line: str, problem: str) -> None:
    listed = read_source_list(f"name,url,interval_s,enabled\n\n{line}\n好,http://b.example/\n".encode())
    assert listed[0] == Listed(3, None, problem)
    assert listed[1].source == Source(0, "好", "page", "http://b.example/")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "the first line has to name the columns"),
        (b"name,address\n", "the first line has to name the columns"),
        (b"name,url,colour\n", "no column 'colour'"),
        (b"<html><body>nothing</body></html>", "lists no feed"),
        (b"<", "lists no feed"),
    ],
)
def test_what_is_no_list_of_sources_says_so(body: bytes, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_source_list(body)


def test_opml_of_feed_readers() -> None:
    body = """\ufeff<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0"><body><outline text="新闻">
<outline text="甲 &amp;
 乙" title="" type="rss" xmlUrl=" http://a.example/rss?a=1&amp;b=2 " htmlUrl="http://a.example/"/>
</outline><outline xmlUrl="http://b.example/feed"/></body></opml>"""
    assert read_source_list(body.encode()) == [
        Listed(4, Source(0, "甲 & 乙", "feed", "http://a.example/rss?a=1&b=2")),
        Listed(5, Source(0, "b.example", "feed", "http://b.example/feed")),
    ]


def test_entities_of_a_list_are_not_followed() -> None:
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    body = f"""<!DOCTYPE opml [<!ENTITY a0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">{laughs}]>
<opml><body><outline text="&a9;" xmlUrl="http://a.example/rss"/><outline text="b" xmlUrl="http://b.example/"/>
&file;</body></opml>"""
    try:
        names = [row.name for row in rows(body.encode()) if row]
    except ValueError:
        return
    assert all(len(name) <= 190 and "root:" not in name for name in names)


@given(st.binary(max_size=300) | st.text(alphabet="<>/=\"',;\n opmlurxe", max_size=200).map(str.encode))
def test_any_bytes_are_a_list_or_refused(body: bytes) -> None:
    try:
        listed = read_source_list(body)
    except ValueError:
        return
    assert all((one.source is None) is bool(one.problem) for one in listed)
