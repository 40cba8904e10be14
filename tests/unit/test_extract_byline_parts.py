"""Who wrote, by the parts of a byline that no class names, in several languages."""

from __future__ import annotations

import pytest

from crawler.extract import extract_page
from crawler.extract.person_names import is_name_in_letters
from crawler.model import Article

STORY = "".join(
    f"<p>On day {n} the baker rose at four, lit the oven and told nobody what he was about to make for the town.</p>"
    for n in range(5)
)
CHINESE = "".join(f"<p>第{n}次去那家面馆的时候，老板还是站在门口，一边揉面一边和路过的人打招呼。</p>" for n in range(5))


def author_of(over: str, text: str = STORY, under: str = "", title: str = "A baker in the old town") -> str:
    page = f"<title>{title}</title><body><div>{over}{text}{under}</div></body>"
    found = extract_page(page.encode())
    assert isinstance(found, Article)
    return found.author


HEADING = "<h1>A baker in the old town</h1>"
TIME = "<span>2024-03-01 10:20</span>"


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("Source: Wire Service　By Laura Benning　4 min read", "Laura Benning"),
        ("Publié le 05/03/2021 Source : La Semaine Auteur : Claire Dumas", "Claire Dumas"),
        ("Источник: Неделя</span><span>Автор: Игорь Самойлов", "Игорь Самойлов"),
        ("執筆者：佐藤健一</span><span>公開日：2024年3月1日", "佐藤健一"),
    ],
)
def test_a_label_in_the_midst_of_a_byline_names_who_wrote(part: str, name: str) -> None:
    assert author_of(f"{HEADING}<div><span>{part}</span></div>") == name
    assert author_of(f"{HEADING}", under=f"<div><span>{part}</span></div>") == name


@pytest.mark.parametrize("name", ["Laura Benning", "Anne-Marie de Vries", "Мария Климова"])
def test_a_name_alone_beside_the_time_is_who_wrote(name: str) -> None:
    assert author_of(f"{HEADING}<div>{TIME}<span>{name}</span><span>12 views</span></div>") == name
    assert author_of(f"<div><span>{name}</span>{TIME}</div>{HEADING}") == name
    assert author_of(f"{HEADING}<div><span>{name}</span></div>") == ""


def test_what_the_writer_works_as_may_stand_behind_the_name() -> None:
    assert author_of(f"{HEADING}<div>{TIME}<span>Laura Benning, Senior Staff Writer</span></div>") == "Laura Benning"


@pytest.mark.parametrize("part", ["Share This Article", "Valley Herald", "Read More", "3 Comments", "Local News"])
def test_what_else_stands_in_a_byline_is_no_name(part: str) -> None:
    assert author_of(f"{HEADING}<div>{TIME}<span>{part}</span></div>") == ""


def test_who_is_named_far_from_the_time_or_under_the_text_did_not_write() -> None:
    assert author_of(f"{HEADING}<div>{TIME}</div>", under=f"<div>{TIME}<span>Senate House</span></div>") == ""
    gigs = "".join(
        f"<li>2024-03-0{n} Boston, a hall with a name that is long enough - Iron Horse</li>" for n in (1, 2, 3)
    )
    assert author_of(f"{HEADING}<ul>{gigs}</ul>") == ""


def test_a_name_in_han_beside_the_time_is_who_wrote_over_the_text_and_under_it() -> None:
    title = "城南的面馆"
    byline = "<div><span>2024年3月1日 10:20</span><span>孙雅琴</span><span>评论：5</span></div>"
    assert author_of(f"<h1>{title}</h1>{byline}", CHINESE, title=title) == "孙雅琴"
    assert author_of(f"<h1>{title}</h1>", CHINESE, byline, title) == "孙雅琴"


def test_whom_a_comment_thanks_did_not_write() -> None:
    title = "城南的面馆"
    comments = "<div><h3>网友评论</h3><p>这个记者辛苦了</p></div>"
    assert author_of(f"<h1>{title}</h1>", CHINESE, comments, title) == ""


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("<span>김서연 기자</span>", "김서연"),
        ("<p>글 김서연</p><p>조회수 12</p>", "김서연"),
        ("<span>김서연</span><span>2024.03.01</span>", "김서연"),
        ("<p>田中由美</p><p>12回閲覧</p>", "田中由美"),
        ("<span>更新日：2024年3月1日　佐藤健一　12回閲覧</span>", "佐藤健一"),
    ],
)
def test_names_in_japan_and_korea_are_known_by_their_surnames(part: str, name: str) -> None:
    assert author_of(f"{HEADING}<div>{part}</div>") == name


@pytest.mark.parametrize("beside", ["5 comments", "4 min read", "Source: Wire Service"])
def test_a_name_beside_counts_or_a_source_is_who_wrote(beside: str) -> None:
    assert author_of(f"{HEADING}<div>Laura Benning</div><div>{beside}</div>") == "Laura Benning"
    assert author_of(f"{HEADING}<div>Example H2</div><div>{beside}</div>") == ""


def test_what_an_element_called_a_byline_holds_beside_the_name_is_left_out() -> None:
    assert author_of(f"{HEADING}<div class=byline>Por Andrés Vidal　5 comentarios</div>") == "Andrés Vidal"
    byline = "<div class=byline>日期：<time>2022年4月6日</time>　孙雅琴　阅读约4分钟</div>"
    title = "城南的面馆"
    assert author_of(f"<h1>{title}</h1>{byline}", CHINESE, title=title) == "孙雅琴"
    assert author_of(f"<h1>{title}</h1><p>2024-03-05　稿源：晚报　记者 赵海峰　阅读约4分钟</p>", CHINESE) == "赵海峰"


def test_what_papers_and_buttons_are_called_abroad_is_nobody() -> None:
    assert not any(
        map(is_name_in_letters, ("Nehir Postası", "Abone Ol", "Neue Flusszeitung Online", "Gazzetta Locale"))
    )
    assert is_name_in_letters("Ayla Demir")
