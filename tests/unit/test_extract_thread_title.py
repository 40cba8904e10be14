"""The title of a thread whose page is called by the site, or by a board, on all of its pages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.model import Thread
from tests.unit.test_extract_mail_heads import TEXTS

NOW = datetime(2024, 4, 6, tzinfo=UTC)
TITLE = "渡口的水位尺看不清了"
NAMES = ["林间路", "渡船人", "晚风起"]


def read(head: str, page_title: str, subject: str = "", label: str = "") -> str:
    """The title of a page with three posts, each under a subject, or with its author in a heading."""
    subjects = [subject, *(f"Re: {subject}" for _ in TEXTS[1:])] if subject else ["", "", ""]
    posts = "".join(
        f"<div class=post><div class=head><h4>{label}<a class=author href='/u/{at}'>{name}</a></h4> "
        f"<span class=time>2024-03-0{at + 1} 10:0{at}:09</span> <strong>{subjects[at]}</strong></div>"
        f"<div class=text><p>{text}</p></div></div>"
        for at, (text, name) in enumerate(zip(TEXTS, NAMES, strict=True))
    )
    page = f"<title>{page_title}</title><body>{head}<div class=posts>{posts}</div>"
    found = extract_page(page.encode(), "https://www.example.org/forum/topic/3", now=NOW)
    assert isinstance(found, Thread), found
    return found.title


@pytest.mark.parametrize(
    "page_title",
    ["江边论坛", "讨论 - 江边论坛", "| 江边论坛", "", "江边论坛 :: 主题"],
    ids=lambda title: title or "none",
)
@pytest.mark.parametrize(
    "head",
    [
        f"<a href='/'>江边论坛</a><ul><li><a href='/forum'>讨论</a></li></ul><h2>{TITLE}</h2>",
        f"<h1><a href='/'>江边论坛</a></h1><h3>最新主题：</h3><h2>{TITLE}</h2><h3>回复</h3>",
        f"<a href='/'>江边论坛</a> &raquo; <a href='/forum/2'>讨论</a> &raquo; {TITLE}<p>{TITLE}</p>",
        f"<a href='/'>江边论坛</a><ul class=breadcrumb><li><a href='/f'>渡口</a><li>{TITLE}</ul><b>{TITLE}</b>",
    ],
    ids=["heading", "among labels", "behind arrows", "in a trail"],
)
def test_a_page_called_by_the_site_shows_the_thread_s_title(head: str, page_title: str) -> None:
    assert read(head, page_title) == TITLE


@pytest.mark.parametrize(
    "head",
    [
        f"<ul><li><a href='/forum/'>讨论</a></li></ul><h2>{TITLE}</h2>",
        f"<ol class=breadcrumb><li><a href='../'>讨论</a></li><li>{TITLE}</li></ol><h1>讨论</h1>",
    ],
    ids=["heading", "in a trail"],
)
def test_a_page_called_by_the_folder_above_it_shows_the_thread_s_title(head: str) -> None:
    assert read(head, "讨论 - 江边论坛") == TITLE


def test_what_the_site_says_of_itself_is_no_title_over_a_heading_with_the_date() -> None:
    head = f"<div class=box><b>江边论坛</b><p>看水，聊天，不着急</p></div><h1>{TITLE}</h1>"
    assert read(head, "江边论坛 - 看水，聊天，不着急") == TITLE


def test_a_page_that_is_linked_by_its_own_name_keeps_it() -> None:
    head = f"<h1><a href='/forum/topic/3'>{TITLE}</a></h1><h2>江边的站务公告</h2>"
    assert read(head, f"{TITLE} - 江边论坛") == TITLE


def test_what_replies_answer_to_is_the_title() -> None:
    assert read("<div><a href='/'>江边论坛</a></div><h3>公告</h3>", "江边论坛", subject=TITLE) == TITLE


def test_a_heading_with_the_author_is_no_title() -> None:
    head = f"<h1>江边论坛</h1><h2>{TITLE}</h2>"
    assert read(head, "江边论坛", label="第一楼 ") == TITLE


def test_a_name_nearer_to_the_posts_than_any_heading_stays() -> None:
    assert read(f"<h1>江边论坛</h1><div>{TITLE}</div>", TITLE) == TITLE


def test_the_one_heading_that_a_page_is_called_by_stays() -> None:
    assert read(f"<h1>{TITLE}</h1><h3>Kommentare</h3>", TITLE) == TITLE


def test_a_heading_with_the_first_part_of_the_page_s_name_is_no_menu_s() -> None:
    menu = "<a href='/wiki/start'>渡口两岸的历史百科</a>"
    assert read(f"{menu}<h1><i>讨论</i><i>:</i><i>水位尺</i></h1>", "讨论:水位尺 - 渡口两岸的历史百科") == "讨论:水位尺"


def test_the_next_label_of_a_form_is_no_title_behind_its_label() -> None:
    form = "<form><label>主题:</label><input name=a><label>内容:</label><textarea></textarea></form>"
    assert read(f"<h2>{TITLE}</h2>{form}", "江边论坛") == TITLE


def test_what_only_the_link_of_the_opening_says_is_the_title_though_headings_stand_over_it() -> None:
    head = f"<h1><a href='/forum/topic'>江边</a></h1><h2>欢迎来到江边</h2><p><a href='/forum/topic/3'>{TITLE}</a></p>"
    assert read(head, f"{TITLE} : 江边") == TITLE


@pytest.mark.parametrize(
    "heading", ["全部回复 (2) 按时间", "最新回复", "All replies (2) Oldest first", "Latest posts", "Similar threads"]
)
def test_a_heading_over_replies_or_other_threads_is_no_title(heading: str) -> None:
    assert read(f"<h3>{heading}</h3>", f"{TITLE} - 沿江 - 江边论坛") == TITLE


@pytest.mark.parametrize("before", ["", "【图】"])
def test_a_heading_that_names_the_board_gives_way_to_what_stands_before_it_in_the_page_s_name(before: str) -> None:
    head = f"<div><h2>沿江论坛</h2><a>发新帖</a></div><div class=subject>{TITLE}</div>"
    assert read(head, f"{before}{TITLE}_沿江论坛_江边") == TITLE


def test_a_title_that_ends_the_trail_and_goes_before_its_board_is_the_thread_s() -> None:
    trail = f"<div><a href=/>Forum</a> &gt; <a href=/f/1>Technik</a> &gt; {TITLE}</div>"
    heading = "<h3>Alle Beiträge hier (2) <small>Älteste zuerst</small></h3>"
    assert read(trail + heading, f"{TITLE} - Technik - Forum") == TITLE
    assert read(trail.replace(TITLE, "Ecke") + f"<h3>{TITLE}</h3>", "Ecke - Forum") == TITLE
