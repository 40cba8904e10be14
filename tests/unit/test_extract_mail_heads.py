"""Letters of mail in archives of lists: who sent each and when stands in its head, which is no text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.mail_heads import mail_heads
from crawler.extract.threads.marks import Marks, is_profile
from crawler.extract.threads.notes import without_notes
from crawler.model import Thread

NOW = datetime(2024, 4, 6, tzinfo=UTC)
URL = "https://lists.example.org/river-user/threads/3"
SUBJECT = "[river-user] 渡口的水位尺"
TEXTS = [
    "渡口的水位尺被泥糊住了，早上去看的人都说看不清刻度，能不能找人擦一擦？",
    "我昨天路过的时候擦了一半，另一半够不到，要等船来。",
    "船已经来了，剩下的也擦好了，大家可以去看看。",
]
NAMES = ["林间", "Wren Weaver", "林间"]
TIMES = [f"2024-03-0{day} 10:0{day}" for day in (1, 3, 5)]


def read(body: str) -> Thread:
    found = extract_page(f"<title>{SUBJECT}</title><body>{body}".encode(), URL, now=NOW)
    assert isinstance(found, Thread), found
    return found


def said(thread: Thread) -> list[tuple[str, str, str]]:
    return [(post.text, post.author, f"{post.published_at:%F %R}") for post in thread.posts]


def around(at: int) -> str:
    """What an archive shows of a letter's thread over the letter."""
    return "".join(f"  {TIMES[other]} ` <a href=#m{other}>{NAMES[other]}</a>\n" for other in range(3) if other != at)


def letter(at: int) -> str:
    head = (
        f"From: {NAMES[at]} @ {TIMES[at]} UTC (<a href=/{at}/>permalink</a> / <a href=/{at}/raw>raw</a>)\n  To: river"
    )
    buttons = f"<a href=#m{at} id=e{at}>^</a> <a href=/{at}/>permalink</a> <a href=/{at}/#R>reply</a>"
    return f"<pre><a id=m{at}>*</a> <b>Re: {SUBJECT}</b>\n{around(at)}{head}\n\n{TEXTS[at]}\n\n{buttons}</pre><hr>"


def test_a_head_in_a_preformatted_text_says_who_sent_it_and_when() -> None:
    overview = f"<pre>end of thread, newest at <a href=/?t=9>~{TIMES[2]} UTC</a>\n\n<b>Thread:</b>\n{around(3)}</pre>"
    assert said(read("".join(map(letter, range(3))) + overview)) == list(zip(TEXTS, NAMES, TIMES, strict=True))


def fields(sender: str, *others: str) -> str:
    return (
        "<ul>"
        + "".join(
            f"<li><em>{name}</em>: {value}</li>"
            for name, value in (
                ("To", "<a href='mailto:river-user@lists.example.org'>river-user@lists.example.org</a>"),
                ("Subject", f"Re: {SUBJECT}"),
                ("From", sender),
                ("Date", "Fri, 01 Mar 2024 10:01:09 +0800"),
                *((other, "&lt;<a href=m2.html>2@lists.example.org</a>&gt;") for other in others),
            )
        )
        + "</ul><hr>"
    )


ADDRESS = "&lt;<a href='mailto:lin@example.org'>lin@example.org</a>&gt;"


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        (f"林间 {ADDRESS}", "林间"),
        (f"&quot;Weaver, Wren&quot; {ADDRESS}", "Weaver, Wren"),
        ("lin at example.org (Lin Rain)", "Lin Rain"),
    ],
)
def test_the_sender_stands_among_the_fields_of_a_letter(sender: str, name: str) -> None:
    answers = f"<ul><li><a href=m5.html>Re: {SUBJECT}</a><li><em>From:</em> 渡口</ul>"
    body = f"<pre>{TEXTS[0]}\n\n-- \n林间</pre><hr><ul><li><strong>Follow-Ups</strong>:{answers}</ul>"
    thread = read(f"<h1>Re: {SUBJECT}</h1><hr>{fields(sender, 'References')}{body}")
    assert said(thread) == [(TEXTS[0], name, "2024-03-01 10:01")]


def heads(posts: Sequence[str]) -> list[int]:
    table = build(f"<title>{SUBJECT}</title>" + "".join(f"<article>{post}</article>" for post in posts))
    return list(mail_heads(table, Marks(table), [range(node, table.ends[node]) for node in table.find("article")]))


def test_what_is_said_before_a_head_answers_the_letter_behind_it() -> None:
    head = "<p>From: 林间 &lt;lin@example.org&gt;<p>Sent: 2024-03-01 10:01<p>Subject: 水位"
    assert heads([f"{head}<p>{TEXTS[0]}"]) == [0]
    assert heads([f"<p>{TEXTS[1]}{head}<p>{TEXTS[0]}"]) == []
    assert heads([f"<p>已经擦好了。</p><p>References:</p>{head}"]) == []
    assert heads([f"<a href=/user/7>wren</a>{head}<p>{TEXTS[0]}"]) == []
    assert heads([f"{head}<p>{TEXTS[0]}", *["<p>雨停了。"] * 2]) == []
    assert heads(["<p>From: 河边<p>雨停了。"]) == []


def test_addresses_to_write_to_and_places_in_the_page_are_no_profiles() -> None:
    assert not is_profile("mailto:river-user@lists.example.org")
    assert not is_profile("T/#u")
    assert not is_profile("/user?uid=")
    assert is_profile("/profile?xpt=aGFtMQ==")
    assert is_profile("/#/user/7")
    assert is_profile("/user/7#posts")


def test_buttons_that_show_what_is_quoted_are_no_text() -> None:
    quotes = ["", *(f"<a href=#>显示引用文本</a><br>&gt; {text}<br>" for text in TEXTS)]
    posts = "".join(
        f"<article><b class=author>{name}</b> <i>{time}</i><p>{quote}{text}</p></article>"
        for quote, text, name, time in zip(quotes, TEXTS, NAMES, TIMES, strict=False)
    )
    assert all("显示引用" not in post.text for post in read(posts).posts)


@pytest.mark.parametrize("way", ["下一封邮件 (按日期): ", "日期索引", "reply\tother threads:[~2024-03-01|newest]"])
def test_ways_to_other_letters_end_a_letter(way: str) -> None:
    lines = [*TEXTS, "雨停了。", "明天再说。"]
    assert without_notes("\n".join([*lines, way, "渡口的水位"])).split("\n") == lines


def test_ways_to_other_letters_over_a_head_are_said_before_no_letter() -> None:
    ways = "[<a href=/2>prev in list</a>] [<a href=/4>next in list</a>] [<font>prev in thread</font>]"
    fields = ["List", "river"], ["Subject", SUBJECT], ["From", "Wren &lt;wren () example ! org&gt;"], ["Date", TIMES[0]]
    head = "\n".join(f"{name}: <a href=/?{name}>{value}</a>" for name, value in fields)
    found = read(f"<pre>{ways}\n<b>{head}\nMessage-ID: <a href=/?3>3</a></b>\n\n{TEXTS[0]}</pre><pre>{ways}</pre>")
    assert said(found) == [(TEXTS[0], "Wren", TIMES[0])]


def test_the_line_over_what_a_letter_quotes_is_not_its_head() -> None:
    ways = "<hr>[<a href=m40.html>Date Prev</a>][<a href=m42.html>Date Next</a>]"
    fields = (("From", "L. Wren"), ("Subject", "Re: the lock gate"), ("Date", "Tue, 05 Mar 2024 21:14:09 +0100"))
    head = "".join(f"<tr><td><b>{name}</b>:<td>{value}" for name, value in fields)
    quote = "<span>On Mon, 4 Mar 2024, Al Finch wrote:</span>\n<span>&gt; Did you try the other lever first?</span>"
    said = "The other lever is fine, the gate is stuck at the bottom, always\nafter the water has risen."
    top = "<div><a href=/archive/gate-users/>gate-users</a> archive search:</div>"
    page = f"<title>Re: the lock gate</title>{top}{ways}<h1>Re: the lock gate</h1><hr><table>{head}</table><hr>"
    html = f"{page}<pre>{quote}\n\n{said}\n</pre><hr>{ways}"
    found = extract_page(html.encode(), "https://lists.example.org/archive/gate-users/m41.html", now=NOW)
    assert isinstance(found, Thread)
    assert [post.author for post in found.posts] == ["L. Wren"]
    assert [str(post.published_at) for post in found.posts] == ["2024-03-05 21:14:09+01:00"]
