from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.channels import Found, read_feed
from crawler.errors import Drop, Reason
from crawler.model import Link

URL = "http://news.example.com/rss/china.xml"
AT = datetime(2024, 3, 5, 6, 3, tzinfo=UTC)  # 14:03 in China


def rss(*items: str, declaration: str = '<?xml version="1.0" encoding="utf-8"?>', channel: str = "") -> str:
    body = "".join(f"<item>{item}</item>" for item in items)
    return f'{declaration}<rss version="2.0"><channel><title>要闻</title>{channel}{body}</channel></rss>'


def item(n: int, text: str = "正文") -> str:
    return (
        f"<title>第{n}条新闻</title><link>http://news.example.com/a/{n}.html</link>"
        f"<description><![CDATA[<p>{text}</p>]]></description><pubDate>Tue, 05 Mar 2024 14:03:00 +0800</pubDate>"
    )


def read(text: str, **options: object) -> Found:
    return read_feed(text.encode(), URL, **options)  # type: ignore[arg-type]


FIRST = Link("http://news.example.com/a/1.html", "第1条新闻", AT)


def test_rss_2() -> None:
    found = read(rss(item(1), item(2)))
    assert found.links[0] == FIRST
    assert [link.title for link in found.links] == ["第1条新闻", "第2条新闻"]
    assert found.rejected == ()


def test_rss_0_91_without_dates() -> None:
    text = '<rss version="0.91"><channel><item><title>旧闻</title><link>/a.html</link></item></channel></rss>'
    assert read(text).links == (Link("http://news.example.com/a.html", "旧闻"),)


def test_rdf_with_items_beside_the_channel() -> None:
    text = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="http://news.example.com/"><title>x</title><items><rdf:Seq/></items></channel>
      <item rdf:about="http://news.example.com/1"><title>一</title><link>http://news.example.com/1</link>
      <dc:date>2024-03-05T14:03:00+08:00</dc:date></item></rdf:RDF>"""
    assert read(text).links == (Link("http://news.example.com/1", "一", AT),)


def test_atom_takes_the_alternate_link_and_the_first_publication() -> None:
    text = """<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>
      <entry><title type="html">&lt;b&gt;一&lt;/b&gt; &amp;amp; 二</title><id>tag:example.com,2024:1</id>
      <link rel="self" href="http://news.example.com/1.atom"/><link rel="alternate" href="http://news.example.com/1"/>
      <updated>2024-03-06T00:00:00Z</updated><published>2024-03-05T06:03:00Z</published>
      <content type="html">&lt;p&gt;正文&lt;/p&gt;</content></entry>
      <entry><title>三</title><link href="http://news.example.com/3"/><updated>2024-03-05T06:03:00Z</updated></entry>
      </feed>"""
    assert read(text).links == (
        Link("http://news.example.com/1", "一 & 二", AT),
        Link("http://news.example.com/3", "三", AT),
    )


def test_relative_links_are_resolved_against_xml_base_and_else_the_feed() -> None:
    text = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://blog.example.com/posts/">
      <entry><title>一</title><link href="1.html#more"/></entry>
      <entry xml:base="/old/"><title>二</title><link href="2.html"/></entry></feed>"""
    assert [link.url for link in read(text).links] == [
        "http://blog.example.com/posts/1.html",
        "http://blog.example.com/old/2.html",
    ]
    relative = read(rss("<title>一</title><link>../a/1.html</link>"))
    assert relative.links[0].url == "http://news.example.com/a/1.html"


def test_a_guid_is_the_link_only_if_it_is_a_permalink() -> None:
    found = read(
        rss(
            "<title>一</title><guid>http://news.example.com/1</guid>",
            '<title>二</title><guid isPermaLink="false">http://news.example.com/2</guid>',
            '<title>三</title><guid isPermaLink="true">http://news.example.com/3</guid><link>http://news.example.com/三</link>',
            "<title>四</title><guid>tag:example.com,2024:4</guid>",
        )
    )
    assert [link.url for link in found.links] == ["http://news.example.com/1", "http://news.example.com/三"]
    assert [(one.title, one.rule) for one in found.rejected] == [
        ("二", "the entry has no web address"),
        ("四", "the entry has no web address"),
    ]


def test_a_redirectors_link_gives_way_to_where_it_leads() -> None:
    text = rss(
        "<title>一</title><link>http://feeds.example.com/~r/1</link>"
        '<feedburner:origLink xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0">http://news.example.com/1'
        "</feedburner:origLink>"
    )
    assert read(text).links[0].url == "http://news.example.com/1"


def test_an_address_counts_once() -> None:
    assert len(read(rss(item(1), item(1))).links) == 1


@pytest.mark.parametrize(
    ("charset", "declared", "header"),
    [
        ("utf-8", "utf-8", ""),
        ("gb18030", "gb2312", ""),
        ("gb18030", "GBK", "text/xml; charset=gb2312"),
        ("gb18030", "utf-8", "text/xml; charset=utf-8"),  # both wrong
        ("gb18030", "nonsense-8", 'text/xml; charset="iso-8859-1"'),
        ("gb18030", "rot13", ""),
        ("utf-8", "gb2312", "text/xml; charset=gbk"),  # both wrong
        ("utf-8", "iso-8859-1", ""),
        ("utf-8-sig", "gb2312", ""),
        ("utf-16", "utf-16", ""),
        ("big5", "big5", ""),
        ("big5", "utf-8", "application/xml; charset=Big5"),
    ],
)
def test_charsets_right_and_wrong(charset: str, declared: str, header: str) -> None:
    text = rss(
        "<title>國際新聞：兩岸三地今日要聞</title><link>/1</link>",
        declaration=f"<?xml version='1.0' encoding='{declared}'?>",
    )
    text = text.replace("要闻", "要聞")
    found = read_feed(text.encode(charset), URL, content_type=header)
    assert found.links[0].title == "國際新聞：兩岸三地今日要聞"


def test_western_text_is_not_taken_for_chinese() -> None:
    text = rss("<title>L’été à Besançon, où qu’il soit</title><link>/1</link>", declaration="").replace("要闻", "Une")
    found = read_feed(text.replace("’", "'").encode("latin-1"), URL, content_type="text/xml; charset=ISO-8859-1")
    assert found.links[0].title == "L'été à Besançon, où qu'il soit"


def test_text_that_gb2312_does_not_have() -> None:
    text = rss(
        "<title>朱镕基、喆、㐂 — 一</title><link>/1</link>", declaration='<?xml version="1.0" encoding="gb2312"?>'
    )
    assert read_feed(text.encode("gb18030"), URL).links[0].title == "朱镕基、喆、㐂 — 一"


def test_a_torn_byte_does_not_make_utf8_into_gb() -> None:
    data = rss(item(1), item(2)).encode().replace("第2".encode(), b"\xe7\xac2")
    assert read_feed(data, URL).links[0] == FIRST


def test_a_torn_byte_costs_one_character() -> None:
    data = rss(item(1)).encode("gb18030").replace("第1".encode("gb18030"), b"\xff\xff1")
    assert read_feed(data, URL, content_type="text/xml; charset=gb2312").links[0].url == FIRST.url


@pytest.mark.parametrize(
    "broken",
    [
        "\n\n  " + rss(item(1)),
        "<!-- made by hand -->" + rss(item(1)),
        rss(item(1), declaration=""),
        rss(item(1)).replace("要闻", "要闻 & <br> 一 &nbsp;"),
        rss(item(1)).replace("要闻", "要\x0b闻\x00"),
        rss(item(1)).replace("</channel></rss>", ""),
        rss(item(1)) + "<script>count()</script>",
        rss(item(1)).replace("<item>", "<item><media:thumbnail url='x'/>"),
    ],
)
def test_broken_xml_is_read_as_far_as_it_goes(broken: str) -> None:
    assert read(broken).links == (FIRST,)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Tue, 05 Mar 2024 14:03:00 +0800", AT),
        ("Tue, 05 Mar 2024 06:03:00 GMT", AT),
        ("Tue, 05 Mar 2024 14:03:00 CST", AT),  # China's, not Chicago's
        ("2024-03-05 14:03:00", AT),
        ("2024-03-05T14:03:00", AT),
        ("2024-03-05T06:03:00Z", AT),
        ("2024-03-05T14:03:00+08:00", AT),
        ("2024/3/5 14:03:00", AT),
        ("2024/03/05 14:03", AT),
        ("2024.03.05 14:03", AT),
        ("2024年3月5日 14:03", AT),
        ("2024年03月05日14时03分00秒", AT),
        ("Tue Mar 05 14:03:00 CST 2024", AT),  # as Java writes it
        ("Tue, 05 Mar 2024 14:03:00", AT),
        ("2024-03-05", datetime(2024, 3, 4, 16, 0, tzinfo=UTC)),
        ("2024年3月5日", datetime(2024, 3, 4, 16, 0, tzinfo=UTC)),
        ("2024/2/30 14:03", None),
        ("1709618580", None),
        ("2024年初", None),
        ("soon", None),
        ("0000-00-00 00:00:00", None),
    ],
)
def test_dates(written: str, expected: datetime | None) -> None:
    assert read(rss(f"<title>一</title><link>/1</link><pubDate>{written}</pubDate>")).links[0].published_at == expected


def test_dates_of_a_source_elsewhere() -> None:
    text = rss(
        "<title>一</title><link>/1</link><pubDate>2024-03-05 14:03:00</pubDate>",
        "<title>二</title><link>/2</link><pubDate>Tue, 05 Mar 2024 14:03:00 CST</pubDate>",
    )
    tokyo = [link.published_at for link in read(text, zone=timezone(timedelta(hours=9))).links]
    assert tokyo == [AT - timedelta(hours=1), AT + timedelta(hours=14)]
    chicago = [link.published_at for link in read(text, zone=ZoneInfo("America/Chicago")).links]
    assert chicago == [AT + timedelta(hours=14)] * 2


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("雨后&#55357;&#56832;", "雨后😀"),  # an emoji in two halves, as some engines write it
        ("雨后&#xD83D;", "雨后\ufffd"),
        ("雨后&#x110000;&#xFFFFFFFFF;", "雨后"),
        ("雨后&#0;&#1;&#xB;", "雨后"),
        (f"雨后&#{'9' * 5000};", "雨后"),
        (f"雨后&#\x13{'9' * 5000};", "雨后"),  # what is taken out leaves no reference behind
        ("雨后&#&#1;9999999999;", "雨后&# 9999999999;"),
        (f"雨后&amp;#{'9' * 5000};", "雨后\ufffd"),
        ("雨后&amp;#1;&amp;#xD800;", "雨后\ufffd"),
    ],
)
def test_references_to_what_is_no_character(written: str, title: str) -> None:
    for broken in ("", "</b>"):
        text = rss(f"<item><title>{written}</title><link>/1</link>{broken}</item>")
        assert read(text).links[0].title == title


@pytest.mark.parametrize("date", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2024-13-01T00:00:00Z"])
def test_a_date_of_a_json_feed_that_is_none(date: str) -> None:
    feed = {"version": "https://jsonfeed.org/version/1", "items": [{"url": "/1", "date_published": date}]}
    assert read(json.dumps(feed)).links[0].published_at is None


def test_half_a_surrogate_pair_in_a_json_feed() -> None:
    items = [{"url": "/1", "title": "雨后\ud83d"}, {"url": "/2\ud83d", "title": "晴天"}]
    found = read(json.dumps({"version": "https://jsonfeed.org/version/1", "items": items}))
    assert [(link.url, link.title) for link in found.links] == [(f"{URL[: URL.index('/', 8)]}/1", "雨后")]
    assert found.rejected[0].url == "/2"


@pytest.mark.parametrize("piece", ["<?xml ", "\n<!ENTITY", "x\n", "\n<!DOCTYPE", "<!-- - "])
def test_whatever_stands_before_a_feed_is_read_once(piece: str) -> None:
    text = piece * 40_000 + rss(item(1), declaration="")
    assert read(text).links == (FIRST,)


def test_a_feed_without_entries_is_legal() -> None:
    assert read(rss()) == Found(())
    assert read('<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title></feed>') == Found(())


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"<!DOCTYPE html><html><body><p>404</p></body></html>", "HTML page"),
        (b"<!-- x --><html><head><title>x</title></head>", "HTML page"),
        (b"<note><to>x</to></note>", "neither RSS nor Atom"),
        (b"not found", "no entry could be read"),
        (b'<rss version="2.0"><channel><title>x', "no entry could be read"),
        (b'{"error": 404}', "no JSON Feed"),
        (b'{"version": "https://jsonfeed.org/version/1.1", "items": 3}', "no JSON Feed"),
        (b"{" * 100_000, "broken JSON"),
        (bytes(range(256)), "no entry could be read"),
    ],
)
def test_what_is_no_feed_says_so(body: bytes, says: str) -> None:
    with pytest.raises(Drop, match=says) as refused:
        read_feed(body, URL)
    assert refused.value.reason is Reason.FEED_ERROR


def test_json_feed() -> None:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [
            {"id": "1", "url": "/1", "title": "一", "date_published": "2024-03-05T14:03:00+08:00"},
            {"id": "2", "external_url": "http://other.example.com/2", "date_published": "soon"},
            {"id": "3"},
            "four",
        ],
    }
    found = read(json.dumps(feed, ensure_ascii=False))
    assert found.links == (Link("http://news.example.com/1", "一", AT), Link("http://other.example.com/2"))
    assert len(found.rejected) == 1


def test_only_the_first_entries_are_read_and_the_rest_of_the_feed_stays_well_formed() -> None:
    text = rss(*(item(n) for n in range(20)))
    assert [link.title for link in read(text, max_entries=3).links] == ["第0条新闻", "第1条新闻", "第2条新闻"]
    assert len(read(text, max_entries=20).links) == 20


def test_an_entry_told_of_in_a_text_is_no_entry() -> None:
    text = rss(item(1, "<item><title>样例</title></item> " * 50), item(2), item(3))
    assert len(read(text, max_entries=3).links) == 3


def test_a_file_of_the_feeds_name_is_not_opened() -> None:
    with pytest.raises(Drop):
        read_feed(__file__.encode(), URL)


def test_external_entities_are_not_followed() -> None:
    text = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>' + rss(
        "<title>[&e;]</title><link>/1</link>", declaration=""
    )
    assert read(text).links[0].title in ("[]", "[&e;]")


@settings(max_examples=50)
@given(
    st.lists(st.sampled_from(["<item>", "</item>", "<title>", "<link>", "<![CDATA[", "]]>", "&", "<", "中", "<rss>"]))
)
def test_any_soup_is_a_feed_or_refused(pieces: list[str]) -> None:
    try:
        found = read("".join(pieces))
    except Drop:
        return
    assert all(link.url.startswith("http") for link in found.links)


@settings(max_examples=50)
@given(st.binary())
def test_any_bytes_are_a_feed_or_refused(body: bytes) -> None:
    try:
        found = read_feed(b"<rss version='2.0'><channel>" + body, URL)
    except Drop:
        return
    assert found.links == ()
