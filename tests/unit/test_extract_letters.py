"""Bulletin boards on the web: each post a letter with its head, its signature and where it came from in one text."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.letters import letters
from crawler.extract.threads.notes import without_notes
from crawler.model import Post, Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
WRITERS = ("rower", "heron", "alder")
WORDS = ("船坞的门禁卡丢了去哪里补办？\n值班室说不归他们管。", "去北门的服务台，带学生证。", "同问")


def letter(number: int) -> str:
    return (
        f"发信人: {WRITERS[number]} (划船的人), 信区: Boating\n标  题: {'Re: ' * (number > 0)}补办门禁卡\n"
        f"发信站: 河边小站 (Sun Mar 0{number + 3} 10:20:3{number} 2024), 站内\n\n{WORDS[number]}\n--\n风停了再走\n"
        "\x1b[1;36m※ 来源:．河边小站 bbs.example.net [FROM: 192.0.2.1]\x1b[m\n"
    )


def posts(around: str, count: int) -> tuple[Post, ...]:
    rows = "".join(
        f"<table><tr><td>[<a href=reply?{n}>回复本文</a>] [本篇作者: <a href=qry?userid={WRITERS[n]}>{WRITERS[n]}</a>]"
        f"<tr><td>{around.format(letter(n))}</table>"
        for n in range(count)
    )
    page = f"<title>补办门禁卡 - 河边小站</title><center>河边小站 -- 主题文章阅读<hr>{rows}</center>".encode()
    found = extract_page(page, "https://bbs.example.net/bbstcon?board=Boating", now=NOW)
    assert isinstance(found, Thread)
    return found.posts


@pytest.mark.parametrize("around", ["<pre>{}</pre>", "<textarea class=hide>{}</textarea>"])
@pytest.mark.parametrize("count", [1, 3])
def test_letters_are_posts_wherever_they_stand(around: str, count: int) -> None:
    found = posts(around, count)
    assert [post.text for post in found] == list(WORDS[:count])
    assert [post.author for post in found] == list(WRITERS[:count])
    assert [post.published_at and post.published_at.day for post in found] == [3, 4, 5][:count]


def test_a_letter_is_known_by_its_head() -> None:
    table = build(f"<pre>{letter(0)}</pre><p>发信站 的标题栏里没有写发信人。<textarea>发信站: 一</textarea>")
    [found] = letters(table)
    assert table.tags[table.parents[found]] == "pre"


def test_lines_of_a_head_whose_first_word_is_gone_and_colours_are_no_text() -> None:
    text = "heron (划船的人), 信区: Boating\n标  题: 补办\n发信站: 河边小站\n去北门。\n[1;33m※ 修改:·heron 于 Mar 3[m"
    assert without_notes(text) == "去北门。"


MESSAGE = """<title>Oars in winter</title><h1>Oars in winter</h1><ul><li><em>To</em>: rowing@lists.example.org
<li><em>Subject</em>: Oars in winter<li><em>From</em>: Ann Heron &lt;heron@example.org&gt;
<li><em>Date</em>: Fri, 01 Mar 2024 10:20:33 +0000</ul><pre>{}</pre><ul><li><strong>Follow-Ups</strong>:<ul>
<li><a href=msg13.html>Re: Oars in winter</a><ul><li><em>From:</em> Tom Alder</ul></ul>
<li>Prev by Date: <a href=msg11.html>Which boat for two?</a><li>Next by Date: <a href=msg14.html>The key</a></ul>"""


def test_a_message_of_a_mailing_list_is_a_thread_without_its_fields_and_the_ways_to_others() -> None:
    text = "Where do you keep the oars when the river freezes?\n" + "\n".join(
        f"I have kept mine in {place} for {count} years, and the varnish did not like it at all."
        for count, place in enumerate(["the shed", "the attic", "a barn", "the church", "a cellar", "the hall"], 3)
    )
    found = extract_page(MESSAGE.format(text).encode(), "https://lists.example.org/2024/03/12.html", now=NOW)
    assert isinstance(found, Thread)
    assert [post.text for post in found.posts] == [text]


def test_what_somebody_writes_like_a_field_is_text() -> None:
    for text in ("From: the river\nto the sea", "It rained.\nFollow-ups:\nnone\nPrevious message I sent: none"):
        assert without_notes(text) == text


ARCHIVED = """<title>[Boats] Oars in winter</title><body><h1>[Boats] Oars in winter</h1><b>Ann Heron</b>
<a href="mailto:boats%40lists.example.org">heron at pond.example</a><br><i>Fri Mar  1 17:22:10 EST 2024</i><p><ul>
<li>Previous message: <a href="000311.html">[Boats] Newsletter</a>
<li>Next message: <a href="000313.html">[Boats] The key</a>
<li><b>Messages sorted by:</b> <a href="date.html#312">[ date ]</a> <a href="thread.html#312">[ thread ]</a>
<a href="subject.html#312">[ subject ]</a> <a href="author.html#312">[ author ]</a></ul><hr><pre>{0}</pre><hr><p><ul>
<li>Previous message: <a href="000311.html">[Boats] Newsletter</a>
<li>Next message: <a href="000313.html">[Boats] The key</a>
<li><b>Messages sorted by:</b> <a href="date.html#312">[ date ]</a> <a href="thread.html#312">[ thread ]</a>
<a href="subject.html#312">[ subject ]</a> <a href="author.html#312">[ author ]</a></ul>
<hr><a href="https://lists.example.org/listinfo/boats">More information about the Boats mailing list</a><br>"""


def test_a_message_between_the_ways_to_its_neighbours_has_its_text_its_sender_and_its_time() -> None:
    text = "I have been asked to keep a pair of oars that are longer than any room of ours.\nIs the attic too dry?"
    found = extract_page(ARCHIVED.format(text).encode(), "https://lists.example.org/2024-March/000312.html", now=NOW)
    assert isinstance(found, Thread)
    [post] = found.posts
    assert (post.text, post.author) == (text, "Ann Heron")
    assert post.published_at is not None
    assert post.published_at.isoformat() == "2024-03-01T17:22:10-05:00"
