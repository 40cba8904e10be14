"""Thread or article, on pages with few signs of either."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.model import Thread

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)
SAID = [
    "桥头的路灯坏了三个星期，晚上骑车的人都看不见路。" * 3
    + "请你们派人来看看，我在这里等了很久，已经有两个人摔倒了，其中一个是每天早上送报纸的老人。",
    "您好，路灯已经在本周二修好，谢谢您告诉我们，有事请再来信。",
    "谢谢，我昨天晚上去看过，现在很亮。",
]


def posts(said: list[str]) -> list[str]:
    """Posts that nothing but a time marks."""
    return [f"<div class=row><i>2024-03-0{n} 09:1{n}</i><p>{text}</p></div>" for n, text in enumerate(said, 1)]


def test_posts_whose_authors_nothing_marks_are_a_thread_by_their_times() -> None:
    labels = "<b>浏览</b><b>回复</b>"
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1>{labels}{''.join(posts(SAID))}"
    assert extract_page(page.encode(), now=NOW).kind == "thread"
    undated = page.replace("2024-03-", "")
    assert extract_page(undated.encode(), now=NOW).kind == "article"


def test_unsigned_posts_under_a_heading_for_comments_are_no_thread() -> None:
    labels = "<b>浏览</b><b>回复</b><b>举报</b><b>引用</b>"
    first, *others = posts(SAID)
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1>{labels}{first}<div class=below>%s{''.join(others)}</div>"
    assert extract_page((page % "").encode(), now=NOW).kind == "thread"
    assert extract_page((page % "<h3>评论</h3>").encode(), now=NOW).kind == "article"


def test_what_comments_are_labelled_with_makes_no_forum_of_an_article() -> None:
    article = f"<a class=author href=/u/9>林九</a><i>2024-03-01 09:10</i><p>{SAID[1]}</p>"
    said = ["窗外就是河。", "路灯很亮，我昨天晚上去看过。", "谢谢告诉我们。", "学习了，收藏。", "早就该修了。"]
    labels = "<b>回复</b><b>举报</b><b>引用</b>"
    comments = "".join(
        f"<li class=item><a class=author href=/u/{n}>周{n}</a><i>2024-03-0{n + 1} 09:1{n}</i><p>{text}</p>{labels}</li>"
        for n, text in enumerate(said)
    )
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1><div class=item>{article}</div>%s<ul>{comments}</ul>"
    assert extract_page((page % "").encode(), now=NOW).kind == "thread"
    assert extract_page((page % "<h3>5 条评论</h3>").encode(), now=NOW).kind == "article"


def in_template(n: int, text: str, body: str) -> str:
    head = f"<p class=who><a class=author href=/u/{n}>周{n}</a> <i>2024-03-0{n + 1} 09:1{n}</i></p>"
    return f"<div class=one>{head}<div class={body}><div class=text>{text}</div></div></div>"


def test_an_opening_in_the_template_of_what_is_below_it_begins_a_thread() -> None:
    said = [*SAID[1:], "早就该修了，说了一年了，一直没有人来看过。", "窗外就是河，晚上看不见路。"]
    below = "".join(in_template(n, text, "main") for n, text in enumerate(said, 1))
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1><b>举报</b>%s<div><h3>4 条评论</h3>{below}</div>"
    assert extract_page((page % in_template(0, SAID[0], "main")).encode(), now=NOW).kind == "thread"
    assert extract_page((page % in_template(0, SAID[0], "entry")).encode(), now=NOW).kind == "article"


def test_the_opening_of_a_thread_may_be_signed_in_a_way_of_its_own() -> None:
    opening = f"<p>Submitted by 林九 on 2024-03-01 09:10</p><div class=%s><div class=text>{SAID[0]}</div></div>"
    below = "".join(in_template(n, text, "main") for n, text in enumerate(SAID[1:], 1))
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1><b>举报</b>{opening}<div><h3>2 条评论</h3>{below}</div>"
    assert extract_page((page % "main").encode(), now=NOW).kind == "thread"
    assert extract_page((page % "entry").encode(), now=NOW).kind == "article"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/%E9%97%AE%E9%A2%98/37/qiao-tou-de-lu-deng", "thread"),  # 问题
        ("/问答/37.html", "thread"),
        ("/%E4%B8%BB%E9%A2%98/37", "thread"),  # 主题
        ("/%E4%B8%BB%E9%A2%98/%E8%B7%AF%E7%81%AF", "article"),  # of a tag
        ("/mbbs/a/37", "thread"),  # for telephones
        ("/a/37", "article"),
    ],
)
def test_an_address_may_speak_of_a_forum_in_chinese(path: str, kind: str) -> None:
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1>{''.join(posts(SAID[:2]))}"
    assert extract_page(page.encode(), f"https://example.org{path}", now=NOW).kind == kind


def test_a_lone_link_with_a_word_of_forums_in_its_address_makes_no_forum_of_a_page() -> None:
    text = "".join(f"<p>{text}</p>" for text in SAID)
    head = "<title>桥头的路灯</title><h1>桥头的路灯</h1><p><i>2024-03-01</i> <a href=/u/9>林间路</a></p>"
    page = f"{head}{text}<b>阅读</b>%s"
    html = (page % "<a href='complain.php?fid=7'>投诉</a>").encode()
    for url in ("", "https://www.example.org/view.php?fid=7"):
        assert extract_page(html, url, now=NOW).kind == "article"
    assert extract_page(html, "https://www.example.org/view.php?tid=7", now=NOW).kind == "thread"


def test_who_has_a_profile_like_those_who_answer_begins_a_thread() -> None:
    opening = f"<p><a href=%s>林九</a> <i>2024-03-01 09:10</i></p><p>{SAID[0]}</p>"
    below = "".join(
        f"<li class=one><a href=/u/{n}>周{n}</a> <i>2024-03-0{n} 09:1{n}</i><p>{text}</p></li>"
        for n, text in enumerate(SAID[1:], 2)
    )
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1><div class=top>{opening}</div><ul>{below}</ul>"
    assert extract_page((page % "/u/99").encode(), now=NOW).kind == "thread"
    assert extract_page((page % "/author/99").encode(), now=NOW).kind == "article"


@pytest.mark.parametrize(
    "name", ["林间路 - 某某App", "林间路的想法 - 某某", "林间路: “您好，路灯已经…” - 某某", f"{SAID[1][:20]} - 某某"]
)
@pytest.mark.parametrize("count", [1, 3])
def test_a_page_named_after_its_post_is_one_of_a_feed_whatever_stands_under_comments(name: str, count: int) -> None:
    who = ["林间路", "河边人", "远山"]
    said = [*SAID[1:], "修得真快，我每天都走那条路，谢谢。"]
    first, *others = (
        f"<div><a class=name>{author}</a><i>2024-03-01 09:1{n}</i><p>{text}</p></div>"
        for n, (author, text) in enumerate(zip(who[:count], said, strict=False))
    )
    page = f"<body><main>{first}<div><h3>评论 {count - 1}</h3>{''.join(others)}</div></main>"
    assert extract_page(f"<title>{name}</title>{page}".encode(), now=NOW).kind == "thread"
    assert extract_page(f"<title>桥头的路灯 - 某某</title>{page}".encode(), now=NOW).kind == "article"


def test_what_a_feed_calls_discussions_is_no_article_s_comments() -> None:
    rows = "".join(
        f"<div><a class=name>河边人{n}</a><i>2024-03-01 09:1{n}</i><p>{text}</p></div>"
        for n, text in enumerate(SAID[1:])
    )
    first = f"<div><a class=name>林间路</a><i>2024-03-01 09:10</i><p>{SAID[0]}</p><p>分享</p></div>"
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1>{first}<p>%s</p>{rows}<p>转发 19</p><p>回复</p>"
    assert extract_page((page % "全部讨论 2").encode(), now=NOW).kind == "thread"


def test_an_opening_that_alone_is_marked_up_as_an_article_with_the_page_s_title_is_one() -> None:
    rows = "".join(
        f"<div><a class=name>河边人{n}</a><i>2024-03-01 09:1{n}</i><p>{text}</p></div>"
        for n, text in enumerate(SAID[1:])
    )
    head = "<a class=name>林间路</a><i>2024-03-01 09:10</i><%s>桥头的路灯</%s>"
    page = f"<title>桥头的路灯</title><article>{head}<p>{SAID[0] * 2}</p></article><p>全部讨论 2</p>{rows}<p>回复</p>"
    assert extract_page((page % ("h1", "h1")).encode(), now=NOW).kind == "article"
    assert extract_page((page % ("h4", "h4")).encode(), now=NOW).kind == "thread"


def test_subjects_that_lead_to_pages_of_their_own_make_no_list_of_who_answers() -> None:
    below = "".join(
        f"<li class=one><h4><a href=/c/{n}>回应{n}：路灯</a></h4><a href=/u/{n}>周{n}</a> <i>2024-03-0{n} 09:1{n}</i>"
        f"<p>{text}</p></li>"
        for n, text in enumerate([*SAID[1:], "早就该修了。", "窗外就是河，晚上看不见。"], 2)
    )
    opening = f"<p><a href=/u/99>林九</a> <i>2024-03-01 09:10</i></p><p>{SAID[0]}</p>"
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1><div class=top>{opening}</div><ul>{below}</ul>"
    assert extract_page(page.encode(), "https://example.org/story/9", now=NOW).kind == "thread"


@pytest.mark.parametrize("path", ["/frage/roest-op-de-prei", "/preguntas/37/luces"])
def test_an_address_may_speak_of_questions_in_other_languages(path: str) -> None:
    page = f"<title>桥头的路灯</title><h1>桥头的路灯</h1>{''.join(posts(SAID[:2]))}"
    assert extract_page(page.encode(), f"https://example.org{path}", now=NOW).kind == "thread"


def test_who_comments_on_news_may_have_a_profile_like_its_writer_s() -> None:
    below = "".join(
        f"<li class=one><a href=/u/{n}>周{n}</a> <i>2024-03-0{n} 09:1{n}</i><p>{text}</p></li>"
        for n, text in enumerate(SAID[1:], 2)
    )
    opening = f"<p><a href=/u/99>林九</a> <i>2024-03-01 09:10</i></p><p>{SAID[0][:24]}</p>"
    page = f"<title>路灯</title><h1>路灯</h1><div class=top>{opening}</div><div><h3>2 条评论</h3><ul>{below}</ul></div>"
    assert extract_page(page.encode(), "https://example.org/9", now=NOW).kind == "thread"
    assert extract_page(page.encode(), "https://example.org/news/9", now=NOW).kind == "article"


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Who pays for the community kitchen? - The Courier", "article"),
        ("Who pays for the community kitchen?", "article"),
        ("Who pays for the kitchen? - Courier Community", "thread"),
        ("Lamps at the bridge are broken | Riverside Forum", "thread"),
        ("Laternen an der Brücke defekt - Flussforum", "thread"),
        ("Laternen beim Flussforum - Der Kurier", "article"),
    ],
)
def test_a_headline_with_a_word_of_forums_names_no_forum(title: str, kind: str) -> None:
    page = f"<title>{title}</title>{''.join(posts(SAID))}"
    assert extract_page(page.encode(), now=NOW).kind == kind


@pytest.mark.parametrize(
    ("heading", "kind"), [("Lamps?", "thread"), ("What the forum of all gardeners says", "article")]
)
def test_the_part_of_a_title_that_is_shown_over_the_text_is_the_headline(heading: str, kind: str) -> None:
    title = "Lamps? - What the forum of all gardeners says"
    page = f"<title>{title}</title><h1>{heading}</h1>{''.join(posts(SAID))}"
    assert extract_page(page.encode(), now=NOW).kind == kind


@pytest.mark.parametrize(
    ("title", "kind"),
    [("桥头的路灯_河边股份_河边圈子_河边财经", "thread"), ("桥头的路灯坏了，三个邻居走进新圈子_河边财经", "article")],
)
def test_what_a_site_calls_its_circles_is_a_forum_where_it_is_no_headline(title: str, kind: str) -> None:
    headline = title.split("_", maxsplit=1)[0]
    opening = f"<h1>{headline}</h1><p><a class=nick>十年</a> <i>2024-02-06 15:12</i></p><div>{SAID[0]}</div>"
    replies = "".join(
        f"<div class=ri><p><a class=nick>韭菜{at}号</a> <i>2024-02-06 15:1{at}</i></p><div>{text}</div></div>"
        for at, text in enumerate(SAID[1:], 4)
    )
    page = f"<title>{title}</title><body><div>{opening}</div><div><h3>全部评论（2）</h3>{replies}</div>"
    assert extract_page(page.encode(), "https://www.example.org/pid_9.shtml", now=NOW).kind == kind


def test_a_page_of_comments_that_its_address_numbers_is_a_thread_whatever_stands_beside_them() -> None:
    said = ["还在里面转圈。", "我们这里有三个，事故少了一半，头一个月乱得很，到了夏天连岳母都会打灯了。"]
    rows = "".join(
        f"<div class=c><a href=/users/u{at}>u{at}</a> <i>2024-04-0{at} 11:00:00</i></div><p>{text}</p>"
        for at, text in enumerate(said, 1)
    )
    others = "".join(f"<li><a href=/go/{at}>镇上的第 {at} 个环岛要不要留着，大家投票决定</a>" for at in range(12))
    page = f"<title>环岛</title><h1>环岛</h1><div>{rows}</div><h4>还有</h4><ul>{others}</ul>"
    found = extract_page(page.encode(), "https://www.example.org/comments/12790")
    assert isinstance(found, Thread), found
    assert [post.text for post in found.posts] == said
