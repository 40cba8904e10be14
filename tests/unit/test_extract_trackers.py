"""Trackers of issues and the talk pages of wikis: threads whose opening stands below a table of what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.model import Thread
from tests.unit.test_extract_mail_heads import TEXTS

NOW = datetime(2024, 4, 6, tzinfo=UTC)
URL = "https://track.example.org/tickets/3"
TITLE = "渡口的水位尺看不清了"
NAMES = ["lin", "wren", "lin"]
TIMES = [f"2024-03-0{day} 10:0{day}:09" for day in (1, 3, 5)]


def read(body: str, url: str = URL, title: str = TITLE) -> Thread:
    found = extract_page(f"<title>{title}</title><body>{body}".encode(), url, now=NOW)
    assert isinstance(found, Thread), found
    return found


def said(thread: Thread) -> list[tuple[str, str, str]]:
    return [(post.text, post.author, f"{post.published_at:%F %T}") for post in thread.posts]


def posts(order: int = 1) -> list[tuple[str, str, str]]:
    return list(zip(TEXTS, NAMES, TIMES, strict=True))[::order]


def change(post: Sequence[str], ago: str = "") -> str:
    text, name, time = post
    return (
        f"<div class=change><h3>comment by <span class=author>{name}</span>, <a href='/at?d={time}' title='{ago}'>"
        f"{time}</a></h3><div class=comment><p>{text}</div></div>"
    )


def test_an_opening_below_its_properties_is_none_of_the_page_s_head_whatever_its_titles_say() -> None:
    text, name, time = posts()[0]
    ago = "See timeline 5 weeks ago"
    head = (
        f"<div class=date><p>Opened <a href=/a title='{ago}'>{time}</a><p>Last modified <a href=/b title='{ago}'>"
        f"{TIMES[1]}</a></div><h1>{TITLE}</h1><table><tr><th>汇报人:<td><a class=author href=/q>{name}</a><th>属主:<td>"
        f"<tr><th>优先级:<td><a href=/p>major</a><th>里程碑:<td></table><div class=description><p>{text}</div>"
    )
    body = f"<div id=ticket>{head}</div><div id=log>{''.join(change(post, ago) for post in posts()[1:])}</div>"
    assert said(read(body)) == posts()


def test_what_a_ticket_is_about_is_no_post_over_the_one_that_created_it() -> None:
    rows = "".join(f"<p>{label}: <b>{value}</b>" for label, value in (("编号", 3), ("状态", "打开"), ("队列", "渡口")))
    people = f"申请人: <span class=user><a href=/user/7>{NAMES[0]}</a></span>"
    warning = "Warning: merging is a non-reversible action! Enter a single ticket number to be merged into."
    head = f"<div class=meta>{rows}<p>创建: {TIMES[0]}<div class=people>{people}</div><p>{warning}</div>"
    log = "".join(
        f"<div class=transaction><i class=date>{time}</i> <span class=user><a href=/user/{len(name)}>{name}</a></span>"
        f"<div class=content>{text}</div></div>"
        for text, name, time in posts()
    )
    assert said(read(f"<h1>{TITLE}</h1>{head}<div class=history>{log}</div>")) == posts()


@pytest.mark.parametrize("order", [1, -1])
def test_a_sentence_on_who_created_a_ticket_is_no_post_whichever_post_is_first(order: int) -> None:
    head = f"<p><b>lin</b>于<b>{TIMES[0].replace(' ', '.')}</b>创建。最近一次由<b>wren</b>于修改。</p>"
    rows = "".join(
        f"<tr><th><a href=msg{at}>msg{at} (查看)</a><th>作者: {name}<th>日期: {time}<tr><td colspan=3><pre>{text}</pre>"
        for at, (text, name, time) in list(enumerate(posts(), start=4))[::order]
    )
    thread = read(f"<form><table><tr><th>标题<td>{TITLE}</table>{head}<table><tr><th>消息{rows}</table></form>")
    assert said(thread) == posts(order)


def test_a_label_may_stand_before_a_name_of_several_words_and_a_nickname() -> None:
    log = "".join(
        f"<div class=row><a href=msg{at}>msg{at}</a><span>Author: {name} Weaver (rain{at})</span> <span>Date: {time}"
        f"</span></div><div class=row><pre>{text}</pre></div>"
        for at, (text, name, time) in enumerate(posts())
    )
    names = [post.author for post in read(f"<h1>{TITLE}</h1><div>{log}</div>").posts]
    assert names == [f"{name} Weaver" for name in NAMES]


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("https://track.example.org/ferry/issue12", TITLE),
        ("https://track.example.org/ferry/show_bug.cgi?id=12", TITLE),
        ("https://track.example.org/Ticket/Display.html?id=12", TITLE),
        ("https://wiki.example.org/wiki/%E6%B8%A1%E5%8F%A3", "讨论:渡口 - 河边百科"),
        ("https://wiki.example.org/wiki/Ferry", "User talk:Ferry"),
    ],
)
def test_addresses_of_tickets_and_titles_of_talk_pages_are_those_of_threads(url: str, title: str) -> None:
    log = "".join(f"<article><p>{text * 3}<i>{name}</i> <i>{time}</i></article>" for text, name, time in posts())
    page = f"<title>{TITLE}</title><body>{log}<p>{'雨停了，船也来了。' * 120}</p>"
    assert extract_page(page.encode(), "https://river.example.org/a/ferry", now=NOW).kind == "article"
    assert len(read(log, url, title).posts) == 3


def ticket(labels: tuple[str, str], url: str, properties: str = "") -> list[tuple[str, str, str]]:
    by, at = labels
    replies = "".join(
        f"<div class=response><div class=info><span>{by}</span> <span class=user>{name}</span> <span>{at}</span> "
        f"<span class=user>{time}</span></div><p>{text}</p></div>"
        for text, name, time in posts()
    )
    return said(read(f"<h1>{TITLE}</h1>{properties}<div class=list>{replies}</div>", url))


@pytest.mark.parametrize("labels", [("Added by", "on"), ("添加人：", "时间："), ("Ajouté par", "le")])
def test_the_label_of_who_added_a_post_is_no_text_of_it(labels: tuple[str, str]) -> None:
    assert ticket(labels, "https://track.example.org/tracker/3") == posts()


def test_a_ticket_is_told_by_the_labels_of_its_properties_in_chinese_and_japanese() -> None:
    properties = "<table><tr><th>严重程度<td>高<tr><th>模块<td>水位<tr><th>優先度<td>高<tr><th>担当者<td>lin</table>"
    assert ticket(("添加人：", "时间："), "https://www.example.org/a/3", properties) == posts()


def test_a_name_before_an_address_ends_with_a_letter() -> None:
    body = "".join(
        f"<div class=t><div class=thead><b>添加了回复</b> - {name} &lt;<a href='mailto:u{at}@e.org'>u{at} at e.org</a>"
        f"&gt;</div><div class=body>{text}</div><div class=date>{time}</div></div>"
        for at, (text, name, time) in enumerate(posts())
    )
    assert said(read(f"<h1>{TITLE}</h1>{body}")) == posts()


def properties_of(ticket: str) -> str:
    rows = "".join(
        f"<li><b>{label}:</b> <span>{value}</span>" for label, value in (("Type", "Bug"), ("Priority", "low"))
    )
    return (
        f"<h4>Details</h4><ul>{rows}</ul><div class=m><div class=h><h4>Description</h4></div><div>{ticket}</div></div>"
    )


def test_who_opened_a_ticket_and_when_may_stand_beside_it() -> None:
    text, name, time = posts()[0]
    log = "".join(
        f"<div class=act><div><a class=user-w>{name}</a> commented - <i>{day}</i></div><p class=b>{said}</p></div>"
        for (said, name, _), day in zip(posts()[1:], ("03/Mar/24 10:03", "05/Mar/24 10:05"), strict=True)
    )
    people = f"<dl><dt>Assignee:<dd>nobody<dt>Reporter:<dd>{name}</dl><dl><dt>Created:<dd>{time}<dt>Votes:<dd>2</dl>"
    opening = f"<p>{text}</p><p>{'上个月还看得清。' * 8}</p>"
    body = (
        f"<h1>{TITLE}</h1><div>{properties_of(opening)}<h4>Comments</h4><div>{log}</div></div><aside>{people}</aside>"
    )
    thread = read(body)
    assert [post.text.split("\n")[0] for post in thread.posts] == TEXTS
    assert [post.author for post in thread.posts] == NAMES
    assert [f"{post.published_at:%F %H:%M}" for post in thread.posts] == [
        "2024-03-01 10:01",
        "2024-03-03 10:03",
        "2024-03-05 10:05",
    ]


def test_a_heading_in_what_somebody_wrote_begins_no_text() -> None:
    text, name, time = posts()[0]
    written = f"<p>版本：3.1</p><h2>Description</h2><p>{text}</p><h2>Steps</h2><p>水位尺在渡口的左边。</p>"
    rows = "".join(
        f"<div class=row><b class=user>{name}</b><i>{time}</i><div class=c>{said}</div></div>"
        for said, name, time in ((written, name, time), *posts()[1:])
    )
    assert read(f"<h1>{TITLE}</h1>{rows}").posts[0].text.startswith("版本：3.1")
