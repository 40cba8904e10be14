"""What a thread's page says of the whole thread."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.structured import stated
from crawler.extract.table import build
from crawler.extract.threads.thread_page import MAX_COUNT, ThreadPage, thread_page

TITLE = "新图书馆怎么样"
URL = "https://bbs.example.org/thread-8-2.html"


def read(html: str, url: str = URL, posts: int = 2) -> ThreadPage:
    written = "".join(f"<div class=post id=post{n}><p>第{n}楼</p></div>" for n in range(posts))
    table = build(
        f"{html.partition('<!-- posts -->')[0]}<h1>{TITLE}</h1>{written}{html.partition('<!-- posts -->')[2]}"
    )
    records = [
        range(node, table.ends[node]) for node in range(len(table)) if table.attributes[node].get("class") == "post"
    ]
    return thread_page(table, stated(table), records, TITLE, url)


def links(*numbers: int) -> str:
    return "".join(f"<a href=thread-8-{number}.html>{number}</a>" for number in numbers)


@pytest.mark.parametrize(
    ("pager", "expected"),
    [
        (f"<div>{links(1)}<b>2</b>{links(3, 4)} … {links(12)}<a href=thread-8-3.html>下一页</a></div>", (2, 12, 3)),
        (f"<div>{links(1)}<b>2</b>{links(3)}</div>", (2, 3, 3)),
        (f"<div>{links(1)}<b>2</b></div>", (2, 2, None)),
        ("<ul><li><a href=?p=1>1</a><li class=current><a href=?p=2>2</a><li><a href=?p=3>3</a></ul>", (2, 3, None)),
        ("<p>第 2 页 / 共 5 页</p><a href=thread-8-3.html>下页</a>", (2, 5, 3)),
        ("<p>Trang 2/5</p><a href=thread-8-3.html>Tiếp</a>", (2, 5, 3)),
        ("<p>Page 2 of 5</p><a href=thread-8-3.html>Page suivante</a>", (2, 5, 3)),
        ("<p>Страница 2 из 5</p><a href=thread-8-3.html>Далее</a>", (2, 5, 3)),
        ("<p>Page 2 of 5</p><a rel=next href=thread-8-3.html>older</a>", (2, 5, 3)),
        ("<link rel=next href=thread-8-3.html>", (None, None, 3)),
        (
            f"<p>{links(1)} {links(2)} {links(3)} <a href=thread-8-3.html>»</a></p>",
            (2, 3, 3),
        ),
        ("<a href=/next-thread.html>›</a>", (None, None, None)),
        (f"<div>{links(0)}{links(1)}<a rel=next href=thread-8-0.html>0</a></div>", (None, None, 0)),
        ("<a href=/thread-9-1.html>下一主题</a>", (None, None, None)),
        ("<table><tr><td>2023<td>2024<td><a href=/x>2025</a></table>", (None, None, None)),
        ("", (None, None, None)),
    ],
)
def test_pages(pager: str, expected: tuple[int | None, int | None, int | None]) -> None:
    found = read(f"<!-- posts -->{pager}")
    following = f"https://bbs.example.org/thread-8-{expected[2]}.html" if expected[2] is not None else None
    if "?p=" in pager:
        following = "https://bbs.example.org/thread-8-2.html?p=3"
    assert (found.page, found.pages, found.next_page) == (*expected[:2], following)


@pytest.mark.parametrize(("here", "pages", "following"), [(2, 3, "3"), (3, 3, ""), (2, 2, "")])
def test_the_first_page_has_an_address_without_a_number(here: int, pages: int, following: str) -> None:
    plain = "https://bbs.example.org/viewtopic.php?f=3&t=8"
    numbers = " ".join(
        f"<b>{n}</b>" if n == here else f'<a href="{plain}{f"&page={n}" if n > 1 else ""}">{n}</a>'
        for n in range(1, pages + 1)
    )
    found = read(f"<!-- posts --><div>{numbers}</div>", f"{plain}&page={here}")
    assert (found.page, found.pages, found.first_page) == (here, pages, plain)
    assert found.next_page == (f"{plain}&page={following}" if following else None)


def test_a_later_page_leads_to_the_first() -> None:
    pager = f"<!-- posts --><div>{links(1)}<b>2</b>{links(3)}</div>"
    assert read(pager).first_page == "https://bbs.example.org/thread-8-1.html"
    assert read(f"<!-- posts --><div><b>1</b>{links(2, 3)}</div>").first_page is None
    assert read("<!-- posts --><p>第 2 页 / 共 5 页</p>").first_page is None


@pytest.mark.parametrize("number", ["1,234,567k", "9" * 400 + "k", "9" * 5000, "999999万", "٣.٣k", "1 234.567m"])
def test_any_number_is_a_count_or_none(number: str) -> None:
    for count in (read(f"回复：{number} 浏览：{number}").replies, read(f"<p>{number} views").views):
        assert count is None or 0 <= count < MAX_COUNT


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("<span>查看: <b>3752</b></span>|<span>回复: <b>9</b></span>", (9, 3752)),
        ("<i>238</i> <i>replies</i> <i>101.6K</i> <i>views</i>", (238, 101_600)),
        ("<dt>浏览</dt><dd>(1.2万)</dd><dt>8条评论</dt>", (8, 12_000)),
        ("<p>1,234 views</p>", (None, 1_234)),
        ("<a>回复</a><i>2024-03-01</i><a>回复</a><i>10:20</i>", (None, None)),
        ("<p>0 回复</p>", (None, None)),  # there are two posts
        (
            '<script type="application/ld+json">{"@type": "DiscussionForumPosting", "commentCount": 7}</script>',
            (7, None),
        ),
    ],
)
def test_counts(head: str, expected: tuple[int | None, int | None]) -> None:
    found = read(head)
    assert (found.replies, found.views) == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("<ol class=breadcrumb><li><a href=/>首页</a><li><a href=/b>读书</a></ol>", "读书"),
        (f"<div id=crumbs><a href=/>首页</a><a href=/b>读书</a><a href=/t>{TITLE}</a></div>", "读书"),
        ("<p><a href=/>论坛</a> › <a href=/b>读书</a> › 新图书馆</p>", "读书"),
        (
            "<div class=breadcrumb><i class=crumb><a href=/>Home</a></i><i class=crumb><a href=/b>Books</a></i></div>",
            "Books",
        ),
        (
            '<script type="application/ld+json">{"@type": "BreadcrumbList", "itemListElement": '
            '[{"name": "首页"}, {"item": {"name": "读书"}}]}</script>',
            "读书",
        ),
        ("<p><a href=/1>手机版</a> | <a href=/2>电脑版</a></p>", None),
        ("", None),
    ],
)
def test_the_board(head: str, expected: str | None) -> None:
    assert read(head).board == expected


_PIECES = [
    "<a href=/1>",
    "</a>",
    "1",
    "2",
    "3",
    " / ",
    "页",
    "第",
    "›",
    "<p>",
    "</p>",
    "回复",
    ":",
    "99999999999999",
    "next",
    "k",
]


@given(st.lists(st.sampled_from([*_PIECES, "<div class=breadcrumb>", "</div>", "page 1 of 0", "javascript:x", "0"])))
def test_any_page(pieces: list[str]) -> None:
    found = read("".join(pieces))
    assert all(number is None or number > 0 for number in (found.page, found.pages))
