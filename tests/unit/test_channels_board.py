from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urldefrag

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.channels import Board, ThreadLink, find_links, read_board
from crawler.channels.anchors import anchors, parse
from crawler.channels.families import cores, take_apart

URL = "http://bbs.example.com/boards/7/"
TITLES = [
    "周末去爬山的路线有什么推荐",
    "Which lens for a first trip to the coast",
    "旧键盘换轴记",
    "怎样给阳台上的番茄搭架子",
    "A small repair guide for bicycle pumps",
    "关于版规的几点说明",
    "读完了那本讲海岛的书",
    "厨房水槽漏水自己修好了",
    "Notes from the autumn meeting",
    "求一个安静的自习地方",
]
SLUGS = [
    "weekend-hike",
    "coast-lens",
    "keyboard",
    "tomato-frame",
    "pump-guide",
    "rules-7",
    "islands",
    "sink",
    "autumn-2",
    "quiet",
]
STYLES = [
    "/thread-{id}-1-1.html",
    "/forum.php?mod=viewthread&tid={id}&extra=page%3D1",
    "/viewtopic.php?f=7&t={id}",
    "/index.php?topic={id}.0",
    "/index.php?/topic/{id}-{slug}/",
    "/t/{slug}/{id}",
    "/topic/{slug}/",
    "/threads/{slug}.{id}/",
    "/p/{id}",
    "/d/{id}-{slug}",
    "/read.php?tid={id}",
    "/?thread-{id}.htm",
    "/boards/7/{id}-{slug}.html",
    "/{id}.html",
]


def address(style: str, number: int) -> str:
    return style.format(id=80_000 + 37 * number, slug=SLUGS[number])


def row(style: str, number: int, more: str = "") -> str:
    return f"""
    <tr><td><a href="{address(style, number)}">{TITLES[number]}</a>{more}</td>
      <td><a href="/user/{number % 4 + 11}">kite{number % 4}</a></td>
      <td>{3 * number}</td><td>{100 + 7 * number}</td>
      <td><a href="/user/{number % 3 + 11}">kite{number % 3}</a> 2024-03-{number + 10} 14:03</td></tr>"""


def board(style: str, *, numbers: range = range(10), pager: str = "", more: dict[int, str] | None = None) -> str:
    rows = "".join(row(style, number, (more or {}).get(number, "")) for number in numbers)
    return f"""<html><body>
    <ul><li><a href="/">首页</a><li><a href="/boards/7/">摄影</a><li><a href="/boards/8/">单车</a>
    <li><a href="/boards/9/">园艺</a><li><a href="/help">帮助中心</a><li><a href="/login">登录</a></ul>
    <table>{rows}</table>{pager}
    <p><a href="/about">关于我们这个网站</a> <a href="http://www.example.org/record">备案信息查询系统</a></p></body></html>"""


def urls(found: Board) -> list[str]:
    return [link.url for link in found.threads]


def site(path: str) -> str:
    return f"http://bbs.example.com{path}"


@pytest.mark.parametrize("style", STYLES)
def test_threads_are_found_whatever_their_addresses_look_like(style: str) -> None:
    found = read_board(board(style), URL)
    assert urls(found) == [site(address(style, number)) for number in range(10)]
    assert [link.title for link in found.threads] == TITLES


@pytest.mark.parametrize("style", STYLES)
def test_few_threads_are_enough(style: str) -> None:
    assert len(read_board(board(style, numbers=range(4)), URL).threads) == 4


@pytest.mark.parametrize("style", [style for style in STYLES if "t" in style.split("{id}")[0]])
def test_two_threads_are_enough_where_their_addresses_are_alike(style: str) -> None:
    assert len(read_board(board(style, numbers=range(2)), URL).threads) == 2


def test_the_pages_of_a_thread_are_links_to_it() -> None:
    style = "/thread-{id}-1-1.html"
    first = address(style, 3)
    pages = "".join(f'<a href="{first.replace("-1-1", f"-{page}-1")}">{page}</a>' for page in (2, 3))
    found = read_board(board(style, more={3: pages}), URL)
    assert len(found.threads) == 10
    assert len(found.links) == 12
    assert {link.thread for link in found.links if link.title == TITLES[3]} == {site(first)}


def test_the_title_leads_to_the_first_page_of_a_thread() -> None:
    style = "/show.asp?id={id}&page=1&from=list"
    lasts = {n: f'<a href="/show.asp?id={80_000 + 37 * n}&page=9">12:0{n}</a>' for n in range(10)}
    assert urls(read_board(board(style, more=lasts), URL)) == [site(address(style, n)) for n in range(10)]


def test_what_a_title_adds_to_a_thread_s_address_is_no_part_of_it() -> None:
    plain = {n: f'<a href="/t/{80_000 + 37 * n}">{n + 3}</a>' for n in range(10)}
    found = read_board(board("/t/{id}?go=newest", more=plain), URL)
    assert urls(found) == [site(address("/t/{id}", n)) for n in range(10)]


@pytest.mark.parametrize("style", ["/thread-{id}-1-%d.html", "/show.asp?board=7&id={id}&page=%d"])
def test_a_thread_keeps_its_address_on_every_page_of_the_board(style: str) -> None:
    one, two = (read_board(board(style % page), URL) for page in (1, 2))
    assert urls(one) == urls(two)
    assert two.links[0].url == site(address(style % 2, 0))


def test_what_an_icon_says_of_itself_is_no_title() -> None:
    icon = '<td><a href="{}" title="有新回复 - 在新窗口打开"><img src=new.gif></a></td>'
    rows = "".join(
        f"<tr>{icon.format(f'/t/{at}')}<th class=n{at}><a href='/t/{at}'>{title}</a></th>"
        f"<td><a href=/u/{at}>甲{at}</a></td><td>{at}</td><td>{at * 31}</td></tr>"
        for at, title in enumerate(["下雪了", "换轴记", "看海岛", "问个路", *TITLES[2:5]], start=81_001)
    )
    found = read_board(f"<title>旅行论坛</title><table>{rows}</table>", URL)
    assert [thread.title for thread in found.threads] == ["下雪了", "换轴记", "看海岛", "问个路", *TITLES[2:5]]


def test_numbers_at_the_end_of_one_title_are_no_page_of_the_board() -> None:
    version = '<tr><td><a href="/t/90000/release-1-7-2">版本一点七点二发布了</a></td></tr>'
    found = read_board(board("/t/{id}/{slug}").replace("</table>", version + "</table>"), URL)
    assert site("/t/90000/release-1-7-2") in urls(found)


def test_a_list_that_waits_in_a_comment_is_read() -> None:
    html = (
        board(STYLES[8]).replace("<table>", "<code class=later><!--\n<table>").replace("</table>", "</table>--></code>")
    )
    assert len(read_board(html, URL).threads) == 10
    assert read_board(html.replace("code", "div"), URL).threads == ()


@pytest.mark.parametrize("behind", ["<script>count()</script>", "<p>12 ms</p></body></html>\n<p>kite</p>"])
def test_what_stands_behind_the_end_of_a_page_is_not_all_of_it(behind: str) -> None:
    assert len(read_board(board(STYLES[0]) + "</body></html>" + behind, URL).threads) == 10
    tree = parse(f"<a href=/1>one</a></body></html>{behind}<a href=/2>two</a>")
    assert [anchor.url for anchor in anchors(tree, URL)] == [site("/1"), site("/2")]


COMMENTED = (
    "<li><a href=/{at}/{id}.html>{title}</a> <i>2024-03-11 21:4{at}</i> <a href=/{at}/{id}.html#c>{at}评论</a>{more}"
)


def commented(title: str = "", more: str = "") -> str:
    """A list whose rows have a time and count what is written below what they lead to."""
    rows = (COMMENTED.format(at=at, id=80_000 + at, title=name, more=more) for at, name in enumerate(TITLES))
    return f"<title>{title}</title><ul>{''.join(rows)}</ul>"


@pytest.mark.parametrize("url", ["https://news.example.com/", "https://www.example.com/finance/list_1.shtml"])
def test_news_that_are_commented_on_are_no_board(url: str) -> None:
    assert not read_board(commented("产经_城市晚报"), url).is_forum
    assert not read_board(commented(more="<a href=/user/7>林间</a>"), url).is_forum
    pictures = "<a href=//people.example.com/1>图</a> <a href=https://space.example.com/2>图</a>"
    assert not read_board(commented(more=pictures), url.replace("list_1", "boardroom")).is_forum


@pytest.mark.parametrize("address", ["202403/t2024031{at}_{id}.html", "finance/2024031{at}/t{id}.shtml"])
def test_a_letter_before_the_day_of_news_calls_them_no_threads(address: str) -> None:
    page = "".join(
        COMMENTED.replace("{at}/{id}.html", address).format(at=at, id=80_000 + at, title=name, more="")
        for at, name in enumerate(TITLES)
    )
    assert not read_board(f"<ul>{page}</ul>", "https://www.example.com/finance/").is_forum


@pytest.mark.parametrize(
    ("html", "url"),
    [
        (commented(), "https://bbs.example.com/"),
        (commented(), "https://www.example.com/forum-7-1.html"),
        (commented("摄影_云禾论坛"), "https://www.example.com/photo/"),
        (commented(more="<p>最后回复来自 林间"), "https://www.example.com/photo/"),
        (commented(more="<a href=/user/7>林间</a> <a href=/user/8>河边</a>"), "https://www.example.com/photo/"),
        (commented().replace("href=/", "href=/topic/"), "https://www.example.com/photo/"),
    ],
)
def test_a_board_speaks_of_forums_or_of_who_replied(html: str, url: str) -> None:
    assert read_board(html, url).is_forum


TOPICS = "".join(f'<p><a href="/topic/{n}.html">{title}</a></p>' for n, title in enumerate(TITLES))


@pytest.mark.parametrize(("names", "is_home"), [(["摄影", "单车", "园艺", "问与答"], True), (TITLES[:4], False)])
def test_nodes_are_boards_if_they_have_names_and_no_titles(names: list[str], is_home: bool) -> None:
    rows = "".join(f"<li><a href=/node/{at}>{name}</a>" for at, name in enumerate(names))
    assert read_board(f"<ul>{rows}</ul>", "http://www.example.com/").is_home == is_home


def test_words_before_a_title_tell_threads_from_users() -> None:
    rows = "".join(
        f"<li><a href=/t/{SLUGS[n]}/{n + 11}/>{TITLES[n]}</a> <i>{n} 回复</i>"
        f"<a href=/u/kite{n}/{n + 3}/>kite{n} - 最初发起这个主题的会员</a>"
        f"<a href=/u/wren{n}/{n + 30}/>wren{n} - 最后回复这个主题的会员</a> 2024-03-0{n + 1}"
        for n in range(6)
    )
    assert urls(read_board(f"<ul>{rows}</ul>", site("/"))) == [site(f"/t/{SLUGS[n]}/{n + 11}/") for n in range(6)]


@pytest.mark.parametrize(
    ("html", "url", "is_forum"),
    [
        (board("/thread-{id}-1-1.html"), URL, True),
        (board("/d/{id}-{slug}"), URL, True),
        (TOPICS.replace("topic", "news").replace("</p>", " 2024-03-05</p>"), URL, False),
        (TOPICS, "http://www.example.com/", False),
        (TOPICS, URL, True),  # the host is named after its forum
    ],
)
def test_a_list_of_news_is_no_board(html: str, url: str, is_forum: bool) -> None:
    found = read_board(html, url)
    assert (found.is_forum, found.is_home) == (is_forum, False)


def test_replies_and_the_last_ones_time_are_read_from_the_row() -> None:
    def read_time(text: str) -> datetime | None:
        return datetime.strptime(text[:16], "%Y-%m-%d %H:%M").replace(tzinfo=UTC) if text.startswith("2024") else None

    found = read_board(board(STYLES[0]), URL, read_time)
    assert [link.replies for link in found.threads] == [3 * number for number in range(10)]
    assert found.threads[4].last_reply_at == datetime(2024, 3, 14, 14, 3, tzinfo=UTC)


@pytest.mark.parametrize("is_before", [True, False])
def test_what_is_read_most_hides_no_replies_of_the_list_whose_titles_are_cut(is_before: bool) -> None:
    rows = "".join(
        f'<li><a href="/thread-{n}-1-1.html" title="{title}">{title[:5]}…</a> <span>kite{n} 2024-03-0{n}</span>'
        f" <span>{n}/{90 * n}</span> <span>gull 2024-03-06 1{n}:20</span></li>"
        for n, title in enumerate(TITLES[:4], 1)
    )
    most = "".join(f'<li><a href="/thread-{n}-1-1.html">{TITLES[n - 1]}</a></li>' for n in (3, 1, 4, 2))
    lists = [f"<div><h3>热门主题</h3><ul>{most}</ul></div>", f"<div><ul>{rows}</ul></div>"]
    found = read_board("".join(lists if is_before else lists[::-1]), URL, lambda text: datetime(2024, 3, 6, tzinfo=UTC))
    said = {link.thread[-10:]: (link.title, link.replies) for link in found.threads}
    assert said == {f"d-{n}-1-1.html"[-10:]: (TITLES[n - 1], n) for n in range(1, 5)}
    assert all(link.last_reply_at for link in found.threads)


def test_a_last_reply_may_have_its_clock_apart_and_a_title_its_own_time() -> None:
    rows = "".join(
        f"""<li><a href="/t/{n}">聚会定在 2027-01-0{n}</a>
        <i>2024-03-0{n}</i><b>14:03</b> <i>kite</i><b>12:00</b></li>"""
        for n in range(1, 6)
    )
    asked: list[str] = []
    read_board(f"<ul>{rows}</ul>", URL, lambda text: asked.append(text))
    assert asked[:3] == ["2024-03-01", "2024-03-01 14:03", "12:00"]
    assert not any("2027" in text for text in asked)


@pytest.mark.parametrize(
    ("cells", "replies"),
    [
        ("<i>回复 {a}</i><i>浏览 {b}</i>", 1),
        ("<i>{b} views</i><i>{a} replies</i>", 1),
        ("<i>{a}/{b}</i>", 1),
        ("<i>1.{a}k comments</i>", 1100),
        ("<i>{a}</i>", 1),
        ("<i>{b}/{a}</i>", 1),
        ("<i>{b}</i><i>{a}</i>", 1),
        ("<i>{b}</i><i>{a}00</i>", None),
        ("<p><i>{b}</i> 浏览 <i>{a}</i> 回答</p>", 1),
        ("<p>回复：<i>{a}</i> <u>8{b}</u></p>", 1),
        ("<p>最后回复 <i>{b}</i> <i>{a}</i></p>", 1),
        ("<i>by someone</i>", None),
    ],
)
def test_counts_are_told_apart_by_their_labels_or_their_size(cells: str, replies: int | None) -> None:
    rows = "".join(
        f'<li><a href="{address(STYLES[8], n)}">{TITLES[n]}</a>{cells.format(a=n + 1, b=900 - n)}</li>'
        for n in range(9)
    )
    assert read_board(f"<ul>{rows}</ul>", URL).threads[0].replies == replies


@pytest.mark.parametrize(
    ("pager", "expected"),
    [
        ('<a href="?page=2">下一页</a>', "?page=2"),
        ('<a href="?page=2">Next ›</a>', "?page=2"),
        ('<a href="?page=2">Seuraava »</a>', "?page=2"),
        ('<a href="?page=2">Página siguiente</a>', "?page=2"),
        ('<a rel="next" href="?page=2">more</a>', "?page=2"),
        ('<div><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a> <a href="?page=9">9</a></div>', "?page=3"),
        ('<div><b>1</b> <a href="?page=2">2</a> <a href="?page=2">›</a></div>', "?page=2"),
        ('<div><b>1</b> <a href="?page=2">2</a> <a>...</a> <a href="?page=92">»</a></div>', "?page=2"),
        ('<div><a href="?page=1">1</a> <a href="?page=2">2</a> <b>3</b></div>', ""),
        (
            '<div>第<b>1</b>/<b>88</b>页 每页<b>20</b> <a href="?page=2">[2]</a> <a href="?page=88">[88]</a></div>',
            "?page=2",
        ),
        ('<ul><li class="p on"><a href="?page=1">1</a><li class="p"><a href="?page=2">2</a></ul>', "?page=2"),
        ('<div><a href="?page=1">1</a> <a href="?page=2"><b>2</b></a> <a href="?page=3">3</a></div>', "?page=3"),
        ('<div><a href="?page=1">1</a> <a href="?page=2">2</a> <a href="?page=3">3</a></div>', ""),
        ('<div><a href="/news">»</a></div>', ""),
        ("", ""),
    ],
)
def test_the_next_page_is_what_says_so_or_the_next_number(pager: str, expected: str) -> None:
    found = read_board(board(STYLES[0], pager=pager), URL)
    assert found.next_page == (URL + expected if expected else "")


def test_a_link_element_names_the_next_page() -> None:
    assert read_board('<link rel="next" href="/boards/7/p2">' + board(STYLES[0]), URL).next_page == site("/boards/7/p2")


def test_a_home_page_names_its_boards() -> None:
    rows = "".join(
        f"""<tr><td><a href="/forum-{n + 2}-1.html">{name}</a></td>
        <td>{50 + n}</td><td><a href="/thread-{90_000 + n}-1-1.html">{TITLES[n]}</a> 昨天 12:0{n}</td></tr>"""
        for n, name in enumerate(["摄影天地", "单车之家", "园艺园地", "读书会"])
    )
    found = read_board(f"<table>{rows}</table>", "http://bbs.example.com/")
    assert (found.is_forum, found.is_home) == (True, True)
    assert not read_board(f"<table>{rows}</table>", site("/forum-2-1.html")).is_home
    assert [link.url for link in found.boards] == [site(f"/forum-{n + 2}-1.html") for n in range(4)]
    assert urls(found) == [site(f"/thread-{90_000 + n}-1-1.html") for n in range(4)]
    assert {thread.replies for thread in found.threads} == {None}


def test_a_notice_over_the_boards_of_a_forum_is_no_thread_that_hides_them() -> None:
    boards = {"garden": ("园艺", 7183), "cameras": ("相机", 5679), "offtopic": ("闲聊", 2658)}
    rows = "".join(
        f"<div><div><a href=/f/{word}>{name}</a></div><div>{count}</div></div>"
        for word, (name, count) in boards.items()
    )
    notice = "<div><a href=/notice/9>关于论坛搬迁期间暂停注册的通知和说明</a> <span>2026-01-05</span></div>"
    page = f"<title>云川论坛</title><div><a href=/login>登录</a></div>{notice}<div>{rows}</div>"
    found = read_board(page, "http://bbs.example.org/index.php")
    assert found.is_home
    assert [link.url.rpartition("/")[2] for link in found.boards] == list(boards)
    assert found.threads == ()


@pytest.mark.parametrize(
    ("forum", "thread", "announced"),
    [
        ("/viewforum.php?f={n}", "/viewtopic.php?p={n}77#p{n}77", 0),
        ("/viewforum.php?f={n}", "/viewtopic.php?t={n}77", 4),
        ("/list/board-{n}", "/topic/{n}77?page=last#bottom", 0),
        ("/show.php?x={n}", "/viewtopic.php?p={n}77#p{n}77", 4),
    ],
    ids=["a post's address", "a thread's address", "a last page", "no boards"],
)
def test_a_home_page_announces_no_thread_by_its_last_reply(forum: str, thread: str, announced: int) -> None:
    rows = "".join(
        f"""<tr><td><a href="{forum.format(n=n + 2)}">{name}</a></td><td>{n + 50}</td>
        <td><a href="{thread.format(n=n + 90)}">{TITLES[n]}</a> 昨天 12:0{n}</td></tr>"""
        for n, name in enumerate(["摄影天地", "单车之家", "园艺园地", "读书会"])
    )
    found = read_board(f"<table>{rows}</table>", "http://bbs.example.com/")
    assert (len(found.links), len(found.threads)) == (4, announced)


def table(headings: str, *rows: str) -> str:
    head = "".join(f"<th>{heading}</th>" for heading in headings.split())
    return f"<ul><li><a href=/>首页</a><li><a href=/login>登录</a></ul><table><tr>{head}</tr>{''.join(rows)}</table>"


def cells(*texts: object) -> str:
    return "<tr>" + "".join(f"<td>{text}</td>" for text in texts) + "</tr>"


LONE = ["/topic/6-rules", "/topic/6/", "/thread-6-1-1.html", "/show.php?f=2&tid=6", "/forum/f-5/topic/rules-6/"]


@pytest.mark.parametrize("link", LONE)
@pytest.mark.parametrize(
    ("counts", "url", "found"),
    [
        ((7, 121), site("/forum/5/"), 1),
        ((7, 121), "http://www.example.com/5/", 1),
        (("", ""), "http://www.example.com/5/", 0),
        (("", ""), site("/forum/5/"), 1),
    ],
)
def test_a_lone_thread_is_known_by_its_address_and_by_its_counts_or_the_forums_name(
    link: str, counts: tuple[object, object], url: str, found: int
) -> None:
    one = cells(f"<a href='{link}'>{TITLES[0]}</a> <a href='{link}#new'>⇨</a>", *counts, "2024-03-05 10:12")
    board = read_board(table("主题 帖子 浏览 最后", one), url)
    assert ([thread.title for thread in board.threads], board.is_forum) == (TITLES[:found], found == 1)
    assert [thread.replies for thread in board.threads] == ([6] if counts[0] else [None]) * found


@pytest.mark.parametrize(("counts", "is_home"), [((3, 10), True), (("", ""), False)])
def test_a_forum_may_have_one_board(counts: tuple[object, object], is_home: bool) -> None:
    one = cells("<a href=/forum/1/>Разговоры обо всём</a>", *counts, "0 секунд назад")
    found = read_board(table("Форум Темы Сообщения Последнее", one), "http://bbs.example.com/")
    assert (len(found.boards), found.is_home) == (int(is_home), is_home)


def test_the_name_of_a_board_stands_in_a_heading() -> None:
    cards = "".join(
        f"<div><h4><a href=/category/{n}/x>{name}</a></h4>"
        f"<a href=/category/{n}/x>{name}：{TITLES[n]}，{TITLES[n + 1]}</a></div>"
        for n, name in enumerate(["摄影天地", "单车之家", "园艺园地", "读书会"])
    )
    found = read_board(cards, "http://bbs.example.com/")
    assert ([board.title for board in found.boards][:2], found.is_home) == (["摄影天地", "单车之家"], True)


@pytest.mark.parametrize(
    "item",
    [
        "<li><a href=/post/{n}7>{title}</a> 2024-03-0{n} <a href=/category/{n}>发布在 {name}</a></li>",
        "<li>2024-03-0{n} <a href=/categories/{name}/>{name}</a> <a href=/post/{n}7.html>{title}</a></li>",
    ],
    ids=["a member's posts", "a blog"],
)
def test_labels_of_posts_are_no_boards_of_a_home_page(item: str) -> None:
    names = ["摄影天地", "单车之家", "园艺园地", "读书会", "电影音乐"]
    items = [item.format(n=n + 1, name=name, title=TITLES[n]) for n, name in enumerate(names)]
    assert not read_board("".join(items), site("/user/7")).is_home


@pytest.mark.parametrize(
    ("address", "headings", "is_forum"),
    [
        ("/zettel/bug{n}", "ID Aktivität Titel Ersteller", True),
        ("/tracker/issue{n}", "ID Aktivität Titel Status", True),
        ("/journal/issue{n}", "Nr Datum Titel Autor", False),
        ("/Ticket/Display.html?id={n}", "ID Aktivität Titel Ersteller", True),
        ("/forumpost/{n}c0ffee{n}", "ID Aktivität Titel Ersteller", True),
    ],
)
def test_trackers_are_forums_and_their_numbers_no_replies(address: str, headings: str, is_forum: bool) -> None:
    rows = [
        cells(n, f"vor {n + 2} Monaten", f"<a href='{address.format(n=n)}'>{TITLES[n]}</a>", "treuter")
        for n in range(1, 6)
    ]
    found = read_board(table(headings, *rows), site("/tracker/"))
    assert (found.is_forum, found.is_home, found.boards) == (is_forum, False, ())
    assert [(thread.title, thread.replies) for thread in found.threads] == [(title, None) for title in TITLES[1:6]]


def test_an_index_of_letters_is_a_forum_s_without_times() -> None:
    items = "".join(
        f"<li><a href=msg0000{n}.html>{'' if n % 3 == 0 else 'Re: '}{TITLES[n // 3]}</a> <i>From</i>: kite{n}</li>"
        for n in range(9)
    )
    found = read_board(f"<ul>{items}</ul>", site("/archive/list/2012/maillist.html"))
    assert (len(found.threads), found.is_forum) == (9, True)


@pytest.mark.parametrize(
    "item",
    [
        "<a href='{n}c0@host/T/#t'>{title}</a>\n 2023-10-0{n} 7:48 UTC ({n}+ messages)\n\n",
        "<a href=/a/{n}77>{title}</a> <i>2023-10-0{n}</i> <b>{n} posts</b><br>",
        "<dt><a href=/a/{n}77>{title}</a></dt><dd>2023-10-0{n}, {n} posts spanning 2.2 days</dd>",
    ],
)
def test_a_row_has_what_follows_its_title(item: str) -> None:
    rows = "".join(item.format(n=n, title=TITLES[n]) for n in range(2, 7))
    found = read_board(
        f"<pre>{rows}</pre><p>2026-01-01</p>", URL, lambda text: datetime.fromisoformat(text.strip()[:10])
    )
    assert [thread.replies for thread in found.threads] == [1, 2, 3, 4, 5]
    assert [thread.last_reply_at and thread.last_reply_at.day for thread in found.threads] == [2, 3, 4, 5, 6]
    assert found.is_forum


@pytest.mark.parametrize(
    ("headings", "counts", "replies"),
    [
        ("主题 浏览 回复 时间", ("{b}", "{a}"), 3),
        ("Thema Beiträge Aufrufe Letzter", ("{a}", "{b}"), 2),
        ("Topic # Points When", ("{a}", "{b}"), None),
        ("主题 作者 说明 时间", ("kite", "{b} 字"), None),
        ("主题 作者 说明 时间", ("kite", "kite · {a} replies · 12 likes"), 3),
    ],
)
def test_headings_and_labels_say_what_is_counted(headings: str, counts: tuple[str, str], replies: int | None) -> None:
    rows = [
        cells(
            f"<a href=/t/{n}77>{TITLES[n]}</a>", *(count.format(a=n + 1, b=900 + n) for count in counts), "2024-03-05"
        )
        for n in range(2, 8)
    ]
    assert read_board(table(headings, *rows), URL).threads[0].replies == replies


@pytest.mark.parametrize("link", ["<a href=/tktview/{hash}>{hash}</a>", "<a href=/bug/{n}>#000{n}</a>"])
def test_titles_stand_beside_numbers(link: str) -> None:
    hashes = ["", "e6ddf5ca50", "ac88b8d27e", "7afddd954c", "90b45f2215", "bf6573e632"]
    rows = [cells(link.format(n=n, hash=hashes[n]), "2014-01-07 19:12", f"open {n}", TITLES[n]) for n in range(1, 6)]
    found = read_board(table("", *rows), URL)
    assert [(thread.title, thread.replies) for thread in found.threads] == [(title, None) for title in TITLES[1:6]]
    assert found.is_forum


def test_the_list_with_times_is_that_of_the_threads() -> None:
    recent = "".join(f"<li><a href=/ticket/{n}>#{n}: {TITLES[n]}</a>" for n in range(1, 6))
    rows = "".join(cells(n, f"<a href=/ticket/{n}>{TITLES[n]}</a>", f"{n} 天前") for n in range(1, 6))
    found = read_board(f"<ul>{recent}</ul><table>{rows}</table>", URL)
    assert [(thread.title, thread.replies) for thread in found.threads] == [(title, None) for title in TITLES[1:6]]
    assert found.is_forum


def test_no_replies_are_none() -> None:
    rows = [
        cells(f"<a href=/t/{n}77>{TITLES[n]}</a>", f"{n + 1} replies" if n else "no replies", "9:12") for n in range(5)
    ]
    assert [thread.replies for thread in read_board(table("", *rows), URL).threads] == [0, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>nothing</p>",
        '<a href="/a">关于</a><a href="/b">帮助</a><a href="/c">登录</a>',
        "".join(f'<a href="/user/{n}">kite{n}</a>' for n in range(30)),
        "".join(f'<a href="/p/{n}">{n}</a>' for n in range(30)),
    ],
)
def test_a_page_without_titles_has_no_threads(html: str) -> None:
    assert read_board(html, URL).threads == ()


def test_bytes_are_read_in_both_charsets() -> None:
    text = board(STYLES[0])
    assert find_links(text.encode(), URL) == find_links(text.encode("gb18030"), URL) == find_links(text, URL) != ()


@pytest.mark.parametrize(
    "html",
    [
        '<div><a href="/t/1">一个标题在这里</a>' * 3000,
        "<div>" + "".join(f'<p><a href="/{n}">{n % 7}</a>' for n in range(3000)),
        "".join(f'<a href="/{n % 40}{"/x" * 900}/{n}?{n}=1">一个标题在这里{n}</a>' for n in range(300)),
        "<p" + "".join(f" a{n}=b" for n in range(100_000)),
        "<table>" + "".join(f"<a href=/{n}>一个标题在这里{n}<tr>" for n in range(3000)),
        "".join(f'<a href="/thread-{"9" * 20_000}{n}.html">一个标题在这里{n}</a>' for n in range(6)),
        "".join(f'<a href="/w{chr(97 + n % 26)}{n // 26 % 26}x/{n}/{n}">一个标题{n}</a>' for n in range(4000)),
    ],
    ids=[
        "nested links",
        "numbers",
        "long addresses",
        "attributes",
        "links in a table",
        "long numbers",
        "many families",
    ],
)
def test_a_hostile_page_is_read_in_bounded_time(html: str) -> None:
    started = time.process_time()
    list(anchors(parse(html), URL))
    alone = time.process_time() - started
    read_board(html, URL)
    assert time.process_time() - started < 60 * max(alone, 0.05)


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000, "0" * 5000])
def test_ids_may_be_any_digits(number: str) -> None:
    links = "".join(f'<li><a href="/t/{number}{n or ""}">一个标题在这里{n}</a>' for n in range(9))
    assert isinstance(read_board(links, URL), Board)


@given(st.text(max_size=300))
def test_any_text_is_read(html: str) -> None:
    assert isinstance(read_board(f'<a href="{html}">{html}</a>{html}' * 2, URL), Board)


@given(st.lists(st.text("/?=&.-_01ab%:[", max_size=30), max_size=12))
def test_every_core_names_the_ids_of_its_family(paths: list[str]) -> None:
    addresses = take_apart([f"http://a.example/{path}" for path in paths])
    for core in cores(addresses):
        assert sum(bool(core.id_of(one)) for one in addresses) > 1


def test_threads_are_found_on_saved_boards(corpora: Path) -> None:
    assert_found(corpora, find_links, precision=0.99, recall=0.98)


def assert_found(
    corpora: Path, find: Callable[[bytes, str], tuple[ThreadLink, ...]], *, precision: float, recall: float
) -> None:
    hits = found = wanted = 0
    for line in (corpora / "boards" / "gold.jsonl").open(encoding="utf-8"):
        page = json.loads(line)
        out = {link.url for link in find((corpora / "boards" / "html" / page["file"]).read_bytes(), page["url"])}
        gold = {urldefrag(url).url for url in page["threads"]}
        hits, found, wanted = hits + len(out & gold), found + len(out), wanted + len(gold)
    assert hits / found >= precision
    assert hits / wanted >= recall


_MARKUP = "<li> <tr> <td> <b> </a> </li> </table> 12 2024-01-01 回复:3 <base_href=//[> &#xD800; <a_href=?page=2>下一页"
_ADDRESSES = "/t/{0} /t/{0}-1.html /u/{0} ?tid={0} http://other.example/t/{0} //[{0} javascript:{0}"
_anchors = st.builds(
    "<a href='{}'>{}".format,
    st.builds(str.format, st.sampled_from(_ADDRESSES.split(" ")), st.integers(0, 30)),
    st.sampled_from(TITLES),
)


@given(st.lists(st.sampled_from(_MARKUP.split()) | _anchors, max_size=60))
def test_what_is_found_stands_on_the_page(pieces: list[str]) -> None:
    html = "".join(pieces).replace("_", " ")
    shown = {anchor.url for anchor in anchors(parse(html), URL)}
    board = read_board(html, URL)
    assert {link.url for link in board.links} <= shown
    assert {link.thread for link in board.links if link.thread} == {link.url for link in board.threads}
    assert len(board.threads) == len({link.url for link in board.threads})
    assert {link.url for link in board.boards} <= shown
    assert board.next_page == "" or board.next_page in shown


def posts(row: str, title: str = "云禾论坛", url: str = "https://www.example.com/list/7") -> Board:
    """A list of what nothing in its addresses calls threads; `row` is one, with its number `at` and its title."""
    rows = "".join(row.format(at=at, id=80_000 + at, title=name) for at, name in enumerate(TITLES, 1))
    return read_board(f"<title>摄影 - {title}</title><ul>{rows}</ul>", url)


REPLIED = "<li><a href=/bbs/{id}.html>{title}</a> <i>{at}</i>"
TIMED = "<li><a href=/bbs/{id}.html>{title}</a> <i>2024-03-0{at}</i>"


def test_on_a_page_that_is_named_a_forums_replies_tell_threads() -> None:
    assert posts(REPLIED).is_forum
    assert not posts(REPLIED, "城市晚报").is_forum
    assert posts(REPLIED, "Seeforum").is_forum
    assert posts(REPLIED, "호숫가 포럼").is_forum


def test_times_tell_threads_beside_members_or_at_a_boards_own_address() -> None:
    assert not posts(TIMED).is_forum
    assert posts(TIMED + "<a href=/user/{at}>林间</a>").is_forum
    assert posts(TIMED, url="https://www.example.com/forum-27-1.html").is_forum
    assert posts(TIMED, url="https://bbs.example.com/list/7").is_forum
    news = TIMED.replace("/bbs/{id}", "/2024/03/0{at}/{id}")
    assert not posts(news, url="https://www.example.com/forum-27-1.html").is_forum
    assert not posts(TIMED.replace("/bbs/", "/news/"), url="https://bbs.example.com/list/7").is_forum


def test_a_parameter_of_a_letter_is_named_by_its_script() -> None:
    assert posts(TIMED.replace("/bbs/{id}.html", "/viewtopic.php?f=2&t={id}")).is_forum


def test_titles_beside_the_list_do_not_hide_what_its_rows_say() -> None:
    latest = "".join(f"<li><a href=/bbs/9{at}.html>河边的风又起了，第{at}天</a>" for at in range(30, 36))
    found = posts(REPLIED + "<b>2024-03-0{at}</b>", url="https://www.example.com/list/7")
    rows = "".join(REPLIED.format(at=at, id=80_000 + at, title=name) for at, name in enumerate(TITLES, 1))
    page = f"<title>云禾论坛</title><ul>{rows}</ul><div><ol>{latest}</ol></div>"
    both = read_board(page, "https://www.example.com/list/7")
    assert found.is_forum
    assert both.is_forum
    assert [thread.replies for thread in both.threads][: len(TITLES)] == list(range(1, len(TITLES) + 1))


def test_a_thread_nobody_answered_has_none_of_so_many_views() -> None:
    found = posts(REPLIED.replace("{at}</i>", "0/1{at}</i>"))
    assert {thread.replies for thread in found.threads} == {0}


@pytest.mark.parametrize(
    "row",
    [
        "· <a href=/bbs/{id}.html>{title}</a>{pages} <i>小林</i> <i>{at}</i> <i>{at}99</i><br>",
        "<li><a href=/bbs/{id}.html>{title}</a>{pages} <i>小林</i> <i>{at}</i> <i>{at}99</i>",
    ],
    ids=["lines", "items"],
)
def test_the_pages_of_long_threads_are_no_counts_and_shift_none(row: str) -> None:
    pages = "<i>... <a href=/bbs/{id}.html?page=2>2</a> <a href=/bbs/{id}.html?page=3>3</a></i>"
    rows = "".join(
        row.replace("{pages}", pages if at % 3 == 0 else "").format(at=at, id=80_000 + at, title=name)
        for at, name in enumerate(TITLES, 1)
    )
    found = read_board(f"<title>云禾论坛</title><div>{rows}</div>", "https://www.example.com/list/7")
    assert [thread.replies for thread in found.threads] == list(range(1, len(TITLES) + 1))


LAST = (
    "<tr><td><a href={board}>{name}</a></td><td>{at}</td><td>{at}12</td>"
    "<td><a href=/t/{id}>{title}</a> 03-0{at}</td></tr>"
)


@pytest.mark.parametrize("address", ["/c/{word}/{at}", "/list/{at}", "/f/{word}", "/bbs/{at}/"])
def test_what_stands_over_its_last_thread_on_a_forums_page_is_a_board(address: str) -> None:
    names = ["摄影", "单车", "园艺", "问与答"]

    def home(title: str, names: list[str] = names) -> Board:
        rows = (
            LAST.format(
                board=address.format(at=at, word=chr(96 + at) * 5),
                name=name,
                at=at,
                id=80_000 + 7 * at,
                title=TITLES[at],
            )
            for at, name in enumerate(names, 1)
        )
        return read_board(f"<title>{title}</title><table>{''.join(rows)}</table>", "https://www.example.com/")

    found = home("云禾论坛")
    assert found.is_home
    assert [board.title for board in found.boards] == names
    assert not home("城市晚报").is_home
    assert not home("云禾论坛", TITLES[5:9]).is_home


NAMES = ["摄影", "单车", "园艺", "问与答"]
COUNTED = "<li><a href=/zone-{at}.html>{name}</a> <i>主题: {at}2</i> <i>帖数: {at}45</i></li>"
HEADED = "<tr><td><a href=/zone-{at}.html>{name}</a></td><td>{at}2</td><td>{at}45</td></tr>"
COLUMNS = "<tr><th>{}</th><th>{}</th><th>{}</th></tr>"


@pytest.mark.parametrize(
    ("row", "above", "is_home"),
    [
        (COUNTED, "", True),
        (HEADED, COLUMNS.format("版块", "主题", "帖子"), True),
        (HEADED, COLUMNS.format("主题", "回复", "查看"), False),
        (COUNTED.replace("<a", "<a href=/t/9>今天</a> <a"), "", False),
        (COUNTED.replace("/zone-{at}.html", "/user/{at}"), "", False),
        (COUNTED.replace("{name}", "回复"), "", False),
        (COUNTED.replace("主题", "文章"), "", False),
    ],
    ids=["labelled", "headed", "threads", "not first", "members", "one word", "no threads"],
)
def test_rows_that_count_threads_are_of_boards(row: str, above: str, is_home: bool) -> None:
    rows = "".join(row.format(at=at, name=name) for at, name in enumerate(NAMES, 1))
    found = read_board(f"<table>{above}{rows}</table>", "https://www.example.com/")
    assert found.is_home == is_home
    assert [board.title for board in found.boards] == (NAMES if is_home else [])


@pytest.mark.parametrize("address", ["/c/{word}/{at}", "/list/{at}", "/f/{word}", "/bbs/{at}/"])
@pytest.mark.parametrize(
    "beside",
    ["<p>大家一起聊聊。", "<i>{at}2 / {at}45</i>", "<i>2024-03-0{at}</i>", "<p>版内：<a href={inside}>分区{at}</a>"],
)
def test_names_with_something_beside_them_are_boards_on_a_forums_front_page(address: str, beside: str) -> None:
    def home(title: str = "云禾论坛", beside: str = beside, names: list[str] = NAMES, url: str = "/") -> Board:
        rows = ""
        for at, name in enumerate(names, 1):
            own, inside = (address.format(at=n, word=chr(96 + n) * 5) for n in (at, at + 9))
            rows += f"<li><b><a href={own}>{name}</a></b>{beside.format(at=at, inside=inside)}"
        return read_board(f"<title>{title}</title><ul>{rows}</ul>", f"https://www.example.com{url}")

    found = home()
    assert found.is_home
    assert {board.title for board in found.boards} >= set(NAMES)
    assert not home(title="城市晚报").is_home
    assert not home(beside="").is_home
    assert not home(names=TITLES[5:9]).is_home
    assert not home(url="/area/12").is_home


def test_what_has_another_ending_is_another_kind_of_page() -> None:
    rows = "".join(
        f"<li><a href=/bbs/{4800 + n}.html>{title}</a> <a href=/u/{n}>林{n}</a> 2024-03-0{n % 9 + 1} {n} 回复</li>"
        for n, title in enumerate(TITLES)
    )
    others = "".join(f"<a href=/bbs/{71 + n}/>{name}</a> " for n, name in enumerate(NAMES))
    found = read_board(f"<p>{others}</p><ul>{rows}</ul><a href=?page=2>下一页</a>", site("/bbs/50/"))
    assert urls(found) == [site(f"/bbs/{4800 + n}.html") for n in range(10)]
    assert found.next_page == site("/bbs/50/?page=2")


def test_further_pages_of_a_thread_make_no_folder_of_its_title() -> None:
    more = {n: " ".join(f'<a href="/d/{80_000 + 37 * n}-{SLUGS[n]}?page={p}">{p}</a>' for p in "234") for n in range(3)}
    found = read_board(board("/d/{id}-{slug}", numbers=range(3), more=more), URL)
    assert urls(found) == [site(address("/d/{id}-{slug}", n)) for n in range(3)]


@pytest.mark.parametrize("row", ["<dt>{title}</dt><dd>{about}</dd>", "{title} <i>{about}</i><br>"])
def test_the_latest_threads_beside_a_list_do_not_change_its_rows(row: str) -> None:
    links = [f"<a href=/t/{80_000 + n}>{title}</a>" for n, title in enumerate(TITLES)]
    rows = "".join(
        row.format(title=link, about=f"{n} 回复 <b>2024-03-0{n + 1}</b>") for n, link in enumerate(links[:3])
    )
    beside = "".join(f"<li>{link}" for link in links[3:8])
    found = read_board(f"<div><dl>{rows}</dl></div><ul>{beside}</ul>", URL)
    assert [thread.replies for thread in found.threads] == [0, 1, 2, *[None] * 5]


ALONE = (
    "<a href=/list/3>数码</a><a href=/list/4>生活</a><div><p><a href=/tag/12>[求助]</a> <a href={at}>旧键盘换轴记</a>"
    "<a href=/member/林间>林间</a> <i>{beside}</i></p></div><p><a href=?page=2>下一页</a>"
)


@pytest.mark.parametrize(
    "at", ["/p/4831", "/d/4831-keyboard", "/bbs/4831.html", "/post-7-4831-1.shtml", "/x.php?id=4831"]
)
@pytest.mark.parametrize("beside", ["2 回复</i> <i>2024-03-05 10:00", "12/345", "2024-03-05 10:00"])
def test_the_only_row_of_a_forums_page_is_a_threads(at: str, beside: str) -> None:
    page = ALONE.format(at=at, beside=beside)
    found = read_board(f"<title>云禾论坛</title>{page}", "https://www.example.com/list/7")
    assert found.is_forum
    assert urls(found) == [f"https://www.example.com{at}"]
    assert found.next_page == "https://www.example.com/list/7?page=2"
    assert not read_board(f"<title>城市晚报</title>{page}", "https://www.example.com/list/7").is_forum
    two = page.replace("<div>", "<div><p><a href=/c/77.html>旧相机换电池记</a> 12 回复 <i>2024-03-04</i></p>")
    assert read_board(f"<title>云禾论坛</title>{two}", "https://www.example.com/list/7").threads == ()


def test_one_row_is_enough_beside_the_latest_threads() -> None:
    latest = "".join(f"<li><a href=/p/{4900 + n}>{title}</a>" for n, title in enumerate(TITLES[:5]))
    page = f"<title>云禾论坛</title>{ALONE.format(at='/p/4831', beside='12/345')}<ul>{latest}</ul>"
    found = read_board(page, "https://www.example.com/list/7")
    assert found.is_forum
    assert found.threads[0].replies == 12


def test_links_to_last_posts_tell_threads_on_a_forums_page() -> None:
    rows = "".join(
        f"<li><a href=/t/{at}>{title}</a> 2024-03-05 <a href=/t/{at}?go=last>»</a>"
        for at, title in enumerate(TITLES, 4800)
    )
    page = f"<title>云禾论坛</title><ul>{rows}</ul>"
    assert read_board(page, "https://www.example.com/").is_forum
    assert not read_board(page.replace("?go=last", ""), "https://www.example.com/").is_forum
    assert not read_board(page.replace("云禾论坛", "城市晚报"), "https://www.example.com/news/").is_forum


def test_sections_of_a_page_that_is_named_a_forums_are_no_boards() -> None:
    rows = "".join(
        f"<div><h2><a href=/c/{n}>{name}</a></h2><a href=/a/8{n}>{TITLES[n]}</a> <a href=/a/9{n}>{TITLES[5 + n]}</a>"
        "</div>"
        for n, name in enumerate(NAMES)
    )
    assert not read_board(f"<title>财经论坛</title>{rows}", "https://www.example.com/").is_home


def test_the_pages_of_the_only_thread_are_no_replies() -> None:
    pages = "".join(f" <a href=/t/9?page={page}>{page}</a>" for page in "234")
    rows = f"<tr><td><a href=/t/9>{TITLES[0]}</a>{pages}<td>35<td>2024-03-05 10:00"
    assert [thread.replies for thread in read_board(f"<table>{rows}</table>", site("/list/7")).threads] == [35]
