"""Signatures that only their standing below each post of somebody tells from texts."""

from __future__ import annotations

import pytest

from crawler.extract import extract_page
from crawler.model import Thread

SAID = ["河边的路修好了吗？上个月去的时候还围着。", "修好了，昨天我去走过一次，很平整。", "晚上有灯，走起来很方便。"]
MORE = ["周末我带孩子去骑车，有人一起吗？", "北门那一段还在铺砖。", "就是人多，骑车要慢一点。"]
PEOPLE = ["林一", "周二", "林一"]


def texts(*below: str, text: str = "<div><p>{}</p><p>{}</p></div>{}") -> list[str]:
    """The texts of three posts, the first and the last by one author, with something below each."""
    heads = [f"<a href=/user/{who}>{who}</a> <i>2024-03-0{day} 10:20</i>" for day, who in enumerate(PEOPLE, 1)]
    bodies = map(text.format, SAID, MORE, below)
    posts = "".join(f"<li><div>{head}</div>{body}</li>" for head, body in zip(heads, bodies, strict=True))
    page = f"<title>河边的路</title><h1>河边的路</h1><ul>{posts}</ul>"
    found = extract_page(page.encode(), "https://bbs.example.org/thread-1.html")
    assert isinstance(found, Thread)
    return [post.text for post in found.posts]


OWN = [f"{said}\n{more}" for said, more in zip(SAID, MORE, strict=True)]


def test_what_stands_below_the_element_of_each_text_of_somebody_is_a_signature() -> None:
    assert texts("<div>心若向阳</div>", "", "<div>心若向阳</div>") == OWN
    two = "<div>心若向阳<br>无畏悲伤</div>"
    assert texts(two, "", two) == OWN


@pytest.mark.parametrize(
    ("below", "text"),
    [
        (("<p>老林敬上</p>", "", "<p>老林敬上</p>"), "<div><p>{}</p><p>{}</p>{}</div>"),
        (("老林敬上", "", "老林敬上"), "<div>{}<br>{}<br>{}</div>"),
    ],
    ids=["paragraphs", "lines"],
)
def test_what_somebody_writes_below_each_text_stays(below: tuple[str, str, str], text: str) -> None:
    said = texts(*below, text=text)
    assert [one.endswith("老林敬上") for one in said] == [True, False, True]


def test_what_somebody_ends_only_one_of_several_posts_with_stays() -> None:
    assert texts("<div>心若向阳</div>", "", "<div>你们小心</div>")[0].endswith("心若向阳")
