from __future__ import annotations

import pytest

from crawler.channels import announced_feeds

URL = "https://blog.example.com/notes/"
RSS = 'rel="alternate" type="application/rss+xml"'


@pytest.mark.parametrize(
    ("head", "feeds"),
    [
        (f'<link {RSS} href="/feed.xml">', ["https://blog.example.com/feed.xml"]),
        (f'<link {RSS} href="feed"><link {RSS} href=" feed ">', ["https://blog.example.com/notes/feed"]),
        ('<base href="/all/"><link rel="ALTERNATE home" type="Application/Atom+XML" href="atom">', [".../all/atom"]),
        (f'<link {RSS} title="晨跑 » 评论 Feed" href="/a"><link {RSS} href="/comments/feed/">', []),
        (f'<link {RSS} href="/b"><link {RSS} href="/a">', [".../b", ".../a"]),
        (f'<link {RSS}><link {RSS} href=""><link {RSS} href="mailto:a@b.example"><link {RSS} href="http://[">', []),
        ('<link rel="alternate" hreflang="en" href="/en/"><link rel="stylesheet" href="/feed.css">', []),
        ('<link type="application/rss+xml" href="/unrelated">', []),
        ("", []),
        ("".join(f'<link {RSS} href="/{n}">' for n in range(9)), [f".../{n}" for n in range(5)]),
    ],
)
def test_the_feeds_that_a_page_announces(head: str, feeds: list[str]) -> None:
    html = f"<html><head>{head}</head><body><p>text</p></body></html>" if head else ""
    assert announced_feeds(html, URL) == tuple(feed.replace("...", "https://blog.example.com") for feed in feeds)
