"""What stands over the texts of posts and around them, as templates indent it: heads, titles, what asks."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.extract.kind import page_points
from crawler.extract.table import build
from crawler.extract.threads.notes import says_page
from crawler.model import Post, Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
NAMES = ("老王", "小李子", "河边的人", "半夏")
WORDS = ("周末有没有人一起去河边骑车？我打算从北桥出发，沿着河走。", "顶", "同去", "几点出发？我的刹车有点问题。")
INDENT = "\n" + 40 * " "
TITLE = "周末骑车"


def posts(body: str) -> tuple[Post, ...]:
    page = f"<title>{TITLE} - 河边论坛</title><body>{body}".encode()
    found = extract_page(page, "https://bbs.example.net/thread-7-1-1.html", now=NOW, from_board=True)
    assert isinstance(found, Thread)
    return found.posts


def texts(body: str) -> list[str]:
    return [post.text for post in posts(body)]


def by(number: int) -> str:
    return f'<a href="/user/{number}">{NAMES[number]}</a>'


def time(number: int) -> str:
    return f"2024-06-0{number + 1} 10:20"


def test_indentation_makes_no_head_too_long() -> None:
    body = "".join(
        f"<div class=post><p>{INDENT}作者{INDENT}{by(n)}{INDENT}于 {time(n)}{INDENT}</p><span>{WORDS[n]}</span></div>"
        for n in (0, 3)
    )
    assert texts(body) == [WORDS[0], WORDS[3]]


def test_the_heading_with_the_time_of_a_post_is_none_of_its_text() -> None:
    body = "".join(
        f"<div class=post><h4><span>{words[:6]} <small>{by(n)} {time(n)}</small></span></h4><span>{words}</span></div>"
        for n, words in enumerate(WORDS)
    )
    assert texts(body) == list(WORDS)


REPLIES = "".join(
    f"<div class=post><p>{by(n)} <i>{time(n)}</i></p><div class=said>{WORDS[n]}</div></div>" for n in range(1, 4)
)


def test_the_text_of_an_opening_may_go_on_behind_its_head_on_one_line() -> None:
    opening = f"<div class=well><h2>{TITLE}</h2><small>发表者 {by(0)} 于 {time(0)}</small> {WORDS[0]}</div>"
    assert texts(f"{opening}<section>{REPLIES}</section>") == list(WORDS)


def test_counts_behind_a_head_on_one_line_are_no_opening() -> None:
    head = f"<div class=well><h2>{TITLE}</h2>{by(0)} · <i>2024-06-03</i> · 18340 次阅读，还有 27 个人也想去看看</div>"
    assert texts(f"{head}<section>{REPLIES}</section>") == list(WORDS[1:])


def test_an_opening_may_say_when_somebody_wrote_last_instead_of_its_time() -> None:
    opening = f"<article><h3>{TITLE}</h3>{by(0)}<p>{WORDS[0]}</p><b>最后活动</b> {time(3)}</article>"
    found = posts(f"{opening}<section>{REPLIES}</section>")
    assert [post.author for post in found] == list(NAMES)
    assert found[0].text.startswith(WORDS[0])


@pytest.mark.parametrize(
    "said",
    [
        "Viewing 4 posts - 1 through 4 (of 4 total)",
        "Viewing 1 post (of 1 total)",
        "正在查看 4 个帖子：1-4 (共 4 个帖子)",
    ],
)
def test_a_page_says_how_many_posts_are_on_it(said: str) -> None:
    assert says_page(said)


def test_what_a_script_lays_over_the_page_to_ask_is_no_text() -> None:
    asks = "<div class='modal fade'><p>Are you sure you want to delete this? It will not come back.</p></div>"
    body = f"<div class=post><p>{by(0)} <i>{time(0)}</i></p>{asks}<div><p>{WORDS[0]}</p></div></div>"
    assert texts(f"<h1>{TITLE}</h1>{body}<form><textarea></textarea></form>") == [WORDS[0]]


def test_a_reply_may_stand_in_the_element_of_the_text_that_it_answers() -> None:
    def post(n: int, answer: str = "") -> str:
        head = f"<a><img src=/face.png></a><div class=inner><h4>{by(n)} <i>{time(n)}</i></h4>"
        return f"<div class=post>{head}<span>{WORDS[n]}{answer}</span></div></div>"

    found = posts(f"<section>{post(0)}{post(1, post(2))}{post(3)}</section>")
    assert [(post.author, post.text) for post in found] == list(zip(NAMES, WORDS, strict=True))


def test_a_name_may_stand_in_a_sentence_before_the_link_with_the_time() -> None:
    body = "".join(
        f"<li id=c{n}><li>{NAMES[n]} 发表于 <a href='#c{n}'>{time(n)}</a>:</li><li><p>{WORDS[n]}</p></li>"
        for n in range(4)
    )
    found = posts(f"<ul>{body}</ul>")
    assert [(post.author, post.text) for post in found] == list(zip(NAMES, WORDS, strict=True))


def test_who_is_quoted_by_themselves_says_so_in_the_text() -> None:
    quoted = f"<div class=said><blockquote>{NAMES[2]}说：<br>{WORDS[2]}</blockquote>明天见</div>"
    answer = f"<div class=post><p>{by(2)} <i>{time(3)}</i></p>{quoted}</div>"
    assert texts(f"<section>{REPLIES}{answer}</section>")[-1] == f"{NAMES[2]}说：\n{WORDS[2]}\n明天见"


def test_a_form_that_is_left_open_over_the_answers_holds_them() -> None:
    form = "<form><textarea></textarea><input type=submit></for>"
    body = "".join(f"<p>{WORDS[n]}</p><p class=meta>回答者：{NAMES[n]} {time(n)}</p>" for n in range(4))
    filler = "".join(f"<li><a href=/board/{n}>版块 {n}</a>" for n in range(30))
    found = posts(f"<div><h1>{TITLE}</h1>{form}{body}</div><ul>{filler}</ul>")
    assert [(post.author, post.text) for post in found] == list(zip(NAMES, WORDS, strict=True))


def test_lines_behind_brackets_under_the_name_of_one_who_wrote_in_the_thread_are_quoted() -> None:
    said = f"{NAMES[1]}:<br>&gt; {WORDS[1]}<br>明天见"
    answer = f"<div class=post><p>{by(2)} <i>{time(3)}</i></p><div class=said>{said}</div></div>"
    last = posts(f"<section>{REPLIES}{answer}</section>")[-1]
    assert (last.own, last.quoted) == ("明天见", f"{NAMES[1]}:\n> {WORDS[1]}")
    other = posts(f"<section>{REPLIES}{answer.replace(f'{NAMES[1]}:', 'Python:')}</section>")[-1]
    assert other.own.startswith("Python:")


def test_dashes_end_what_is_no_label_of_the_time_below_it() -> None:
    body = "".join(
        f"<div class=post><p><time datetime=2024-06-0{n + 1}T10:20:30>六月 {n + 1}, 2024</time></p><p>{by(n)}</p>"
        f"<div class=said>{WORDS[n]}</div><div class=signature>{'——没有签名——' * (n == 1)}</div></div>"
        for n in range(4)
    )
    assert [post.published_at and post.published_at.hour for post in posts(body)] == [10] * 4


def test_the_address_of_a_numbered_answer_is_that_of_a_thread() -> None:
    table, site = build("<p>Was tun?</p>"), "https://fragen.example.net"
    assert page_points(table, f"{site}/answer/415/", "") > page_points(table, f"{site}/415/", "")


def test_a_german_answer_says_who_answered() -> None:
    body = f"<p>Gefragt von {NAMES[0]}\n    am 3. Juni 2024</p><blockquote><br>{WORDS[0]}</blockquote>"
    [post] = posts(f"<p class=question><h2>{TITLE}</h2>{body}<form><textarea></textarea></form>")
    assert post.author == NAMES[0]


def test_the_region_beside_a_time_is_no_text() -> None:
    regions = ("广东", "海外", "河北", "新疆")
    rows = (
        f"<div class=one>{by(n)}<p>{said}</p><p><i>{time(n)}</i><b>{regions[n]}</b><button>赞</button></p></div>"
        for n, said in enumerate(WORDS)
    )
    assert texts("".join(rows)) == list(WORDS)
