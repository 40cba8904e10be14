"""Threads in the templates and languages of other countries: their marks, days, bodies and authors."""

import pytest

from crawler.extract import extract_page
from crawler.extract.instant import Order, order_of
from crawler.extract.listing import are_records
from crawler.extract.table import build
from crawler.extract.threads.marks import Marks, is_profile
from crawler.extract.threads.notes import without_notes
from crawler.model import Post, Thread
from tests.unit.test_extract_post_times import NOW


def posts(page: str) -> tuple[Post, ...]:
    found = extract_page(page.encode(), "https://example.org/thread-9-1-1.html", now=NOW, timezone="UTC")
    assert isinstance(found, Thread)
    return found.posts


@pytest.mark.parametrize("address", ["//boards.example/u/", "/members", "https://example.org/users/"])
def test_a_list_of_all_members_is_nobodys_profile(address: str) -> None:
    assert not is_profile(address)


@pytest.mark.parametrize("address", ["/u/anna", "/anna/profile", "members/anna.12/", "/user?id=3", "profile.php?id=1"])
def test_what_leads_to_one_member_is_a_profile(address: str) -> None:
    assert is_profile(address)


def test_dates_with_short_years_tell_the_order_of_day_and_month() -> None:
    assert order_of("10/03/23(Tue)18:05:11 10/04/23(Wed)07:55:09") is Order.MONTH
    assert order_of("03/10/23 18:05 04/10/23 07:55") is Order.DAY


@pytest.mark.parametrize(
    ("said", "clock"),
    [
        ("<b>Today</b> at 01:20:00 AM", "01:20"),
        ("<b>Vandaag</b> om 01:20:00 »", "01:20"),
        ("<span>Вчера, <i>01:20</i></span>", "01:20"),
        ("<span>Heute, <i>01:20</i></span>", "01:20"),
    ],
)
def test_a_day_counted_back_and_its_clock_in_another_element_are_one_time(said: str, clock: str) -> None:
    post = "<div class=post><a href='/u/{0}'>{0}</a><div class=small>on: {1}</div><p>{2}</p></div>"
    rows = [
        ("anna", "2024-03-03 10:11:12", "De carburateur is schoon en de kaars is nieuw."),
        ("bert", said, "Dan is het de spoel."),
    ]
    times = [one.published_at for one in posts("<body>" + "".join(post.format(*row) for row in rows))]
    assert [f"{time:%H:%M}" for time in times if time] == ["10:11", clock]


def test_the_name_of_a_day_alone_marks_no_time() -> None:
    table = build("<body><p><b>Today</b> we went home.</p><p><b>Heute</b> 12 Stunden</p>")
    assert Marks(table).times == []


def test_a_preformatted_text_of_a_class_of_its_own_is_the_body_and_numbered_links_are_no_names() -> None:
    head = (
        "<div class='{0}'><span>[<a href='#r'>reply</a>] [<a href='#'>-</a>]</span>"
        " <b class=number><a href='/show?id=9#{1}'>{1}</a></b> <b class=fn>{2}</b>"
    )
    rows = [
        ("first", "Description", "Ilse Verhagen", "2023-06-04 10:10:10", "Import into sheet two empties the first."),
        ("head", "Comment 1", "Mireille Caron", "2023-06-04 11:33:47", "I cannot reproduce this on master."),
        ("head", "Comment 2", "Ilse Verhagen", "2023-06-05 06:59:03", "It needs two windows on one document."),
        ("head", "Comment 3", "Mireille Caron", "2023-06-05 08:12:26", "Still no luck with that."),
    ]
    one = f"<div class=comment id=c>{head} <i>{{3}}</i></div><pre class=text>{{4}}</pre></div>"
    found = posts("<body>" + "".join(one.format(*row) for row in rows))
    assert [(post.author, post.text) for post in found] == [(row[2], row[4]) for row in rows]


def test_what_asks_to_log_in_is_no_part_of_the_last_reply() -> None:
    page = (
        "<body><article><h1>Como corrigir uma nota?</h1><div class=head><div class=post-author><a href='/profiles/86'>"
        "Bia</a></div><time datetime='2021-09-01T14:02:10Z'>1 set 2021</time></div><div class=post-body><p>Emiti a nota"
        " com o número do prédio errado. Serve a carta de correção?</p></div></article><section><p>1 comentários</p>"
        "<ul><li class=official><div class=info><div class=comment-author><a href='/profiles/92'>Thiago</a></div>"
        "<time datetime='2021-09-01T15:30:44Z'>1 set 2021</time></div><section class=comment-body><p>Oi! A carta de"
        " correção serve, desde que o município não mude.</p></section></li></ul><p class=callout>Por favor,"
        " <a href='/signin'>entre</a> para comentar.</p></section>"
    )
    assert posts(page)[-1].text == "Oi! A carta de correção serve, desde que o município não mude."


TALK = [
    ("beltman", "10:05:10", ""),
    ("oakley", "10:17:10", "Yes, twice. You only need the lower panel off, then turn the drum by hand with a spoon."),
    ("rrix", "10:31:10", "Spoon works."),
    ("wahern", "10:40:10", "Careful with the cable behind it, I tore mine and the part is not sold any more."),
]


def talk(time: str) -> str:
    """A page on which people talk about a link, with the times of posts in a template."""
    head = "<a href='/user?id={0}'>{0}</a> <i>" + time + "</i>"
    rows = [f"<li class=row>{head.format(a, t, n)}<div class=said>{x}</div></li>" for n, (a, t, x) in enumerate(TALK)]
    title = "A belt that outlived three machines"
    return (
        f"<title>{title} | Links</title><meta property=og:type content=article><h1><a href='https://belts.example'>"
        f"{title}</a></h1><ol>{''.join(rows)}</ol><p><a href='/new'>new</a> | <a href='/comments'>comments</a></p>"
    )


def test_talk_about_a_link_is_a_thread_where_times_lead_to_pages_of_their_own() -> None:
    found = posts_of(talk("<a href='/item?id=90{2}'>2024-03-05 {1}</a>"))
    assert [post.author for post in found] == [author for author, _, _ in TALK[-len(found) :]]
    assert len(found) >= len(TALK) - 1


@pytest.mark.parametrize(
    ("number", "kept"),
    [
        ("Issue 4: ", ""),
        ("#12: ", ""),
        ("Ticket #7: ", ""),
        ("错误 #1：", ""),
        ("Episode 3: ", "Episode 3: "),
        ("4: ", "4: "),
    ],
)
def test_the_number_of_a_ticket_is_no_part_of_its_title(number: str, kept: str) -> None:
    page = talk("<a href='/item?id=90{2}'>2024-03-05 {1}</a>").replace("A belt that", f"{number}A belt that")
    found = extract_page(page.encode(), "https://example.org/item?id=90", now=NOW, timezone="UTC")
    assert isinstance(found, Thread)
    assert found.title == f"{kept}A belt that outlived three machines"


@pytest.mark.parametrize("time", ["<a href='/story#c{2}'>2024-03-05 {1}</a>", "2024-03-05 {1}"])
def test_comments_below_an_article_lead_to_places_in_its_page(time: str) -> None:
    assert not posts_of(talk(time))


def posts_of(page: str) -> tuple[Post, ...]:
    found = extract_page(page.encode(), "https://example.org/item?id=90", now=NOW, timezone="UTC")
    return found.posts if isinstance(found, Thread) else ()


@pytest.mark.parametrize(
    "note",
    [
        "This post has been removed by a moderator.",
        "Dieser Beitrag wurde von einem Moderator gelöscht.",
        "Это сообщение удалено Модератор. Причина: реклама",
        "この投稿は管理者により削除されました。",
        "[deleted]",
        "此回复已被删除！",
        "该评论已删除",
        "本楼层已被管理员屏蔽",
        "该帖已隐藏，您无法查看内容。\n由admin于2016年6月3日 08:39隐藏。",
        "提示: 该帖被管理员或版主屏蔽",
        "*** 作者被禁止或删除 内容自动屏蔽 ***",
    ],
)
def test_what_stands_in_the_place_of_a_deleted_post_is_none(note: str) -> None:
    assert without_notes(note) == ""
    assert without_notes(f"{note}\nWhy was that?") == "Why was that?"


@pytest.mark.parametrize(
    "note",
    [
        "Your comment is awaiting moderation.",
        "This message is pending review by our staff. It will be shown as soon as somebody has had a look at it and"
        " found that nothing in it is against our rules.",
        "该评论正在审核中",
        "此帖还在等待审核，请稍候",
    ],
)
def test_what_stands_in_the_place_of_a_post_that_is_yet_to_be_looked_at_is_none(note: str) -> None:
    assert without_notes(note) == ""


@pytest.mark.parametrize("label", ["ベストアンサー", "Лучший ответ", "Najlepsza odpowiedź", "Melhor resposta"])
def test_what_calls_an_answer_the_best_is_none_of_its_text(label: str) -> None:
    assert without_notes(f"{label}\nSpoon works.") == "Spoon works."


def test_people_write_of_what_was_deleted() -> None:
    for said in (
        "I deleted this post.",
        "deleted",
        "The post office removed the box.",
        "此帖已被删除，大家散了吧",
        "这帖怎么被删除了？",
    ):
        assert without_notes(said) == said


@pytest.mark.parametrize("label", ["Quote:", "Zitat:", "Цитата:", "Alıntı:"])
def test_what_stands_in_an_element_under_a_label_for_quotes_is_quoted(label: str) -> None:
    quote = f"<div><b>{label}</b><table><tr><td>Lelik said<br>Who carries 36 cans?</td></tr></table></div>"
    post = "<div class=post><a href='/u/{0}'>{0}</a><i>2024-03-0{1} 10:11</i><div class=said>{2}</div></div>"
    rows = [
        ("lelik", 1, "Who carries 36 cans?"),
        ("anna", 2, f"{quote}I carry them all."),
        ("bert", 3, "Not me, thanks."),
    ]
    found = posts("<body>" + "".join(post.format(*row) for row in rows))
    assert found[1].quoted == f"{label}\nLelik said\nWho carries 36 cans?"


@pytest.mark.parametrize("pager", ["Pagina 2 di 2", "Strona 2 z 7", "Sida 2 av 3", "Trang 2/3"])
def test_who_began_a_thread_is_no_post_of_a_later_page(pager: str) -> None:
    post = "<li class=message><a class=username href='/members/{0}'>{0}</a><i>16 Apr 2023 at 19:{1}</i><p>{2}</p></li>"
    rows = [("sandrino", 10, "We meet at half past eight in the square."), ("lella", 25, "Mauro and I will be there.")]
    page = (
        "<body><div class=bar><h1>Spring rally, who comes?</h1><p>Discussion started by <a class=username"
        " href='/members/renzo'>renzo</a>, <a href='/t/1'><b>7 Apr 2023</b></a>.</p></div>"
        f"<div class=nav><span>{pager}</span></div><ol>{''.join(post.format(*row) for row in rows)}</ol>"
    )
    assert [one.author for one in posts(page)] == ["sandrino", "lella"]


def test_the_line_that_names_the_answered_post_tells_nothing_of_the_post_below() -> None:
    to = "<div>In reply to: <a href='?cid={0}'>a remark of some length</a> of {0} <i>2024-03-0{1} 10:11</i></div>"
    post = "<div class=post>{3}<p>{2}</p><div><a href='/u/{0}'>{0}</a> <i>2024-03-0{1} 10:11</i></div></div>"
    rows = [
        ("lelik", 1, "Who of you carries 36 cans?", ""),
        ("anna", 2, "I carry them all.", to.format("lelik", 1)),
        ("bert", 3, "Not me, thanks.", to.format("anna", 2)),
    ]
    found = posts("<body>" + "".join(post.format(*row) for row in rows))
    assert [(one.author, f"{one.published_at:%d}") for one in found] == [(row[0], f"0{row[1]}") for row in rows]


@pytest.mark.parametrize("address", ["/kullanici/{}", "/uye/{}", "/ludzie/{}/", "https://example.org/~{}"])
def test_members_have_addresses_of_many_languages(address: str) -> None:
    page = "".join(f"<a href='{address.format(name)}'>{name}</a>" for name in ("lelik", "anna"))
    assert len(Marks(build(f"<body>{page}")).profiles) == 2


def test_the_number_of_a_post_that_leads_to_itself_heads_no_row_of_a_list() -> None:
    post = (
        "<div id=r{1}><p><a href='#r{1}'>ref: {0}/abcdefghij</a> <i>2024-03-{1} 10:11</i> <b class=author>{0}</b></p>"
        "<p>{0} and I were at the river on that day and saw nothing of it.</p></div>"
    )
    names = ["lelik", "anna", "bert", "cora", "dirk", "ella", "fritz", "gus", "hugo", "ida"]
    found = posts("<body>" + "".join(post.format(name, at) for at, name in enumerate(names, 10)))
    assert [one.author for one in found] == names


def test_rows_whose_first_cells_lead_to_boards_are_those_of_a_list() -> None:
    row = "<tr><td><a href=/b/1>谈天</a><td><a href=/t/{0}>渡口的水位尺{0}</a><td>3月{0}日<td>{0}</tr>"
    table = build(f"<body><table>{''.join(map(row.format, range(1, 8)))}</table>")
    assert are_records(table, table.leaves)
    assert are_records(table, table.leaves[4:8])


def test_a_time_may_stand_in_seconds_and_a_name_in_an_element_called_a_person() -> None:
    post = "<div class=post><p><a class='icon person' href='/{0}'>{0}</a> <i data-utc={1}>{2}</i></p><p>{3}</p></div>"
    rows = [
        ("lelik", 1709287860, "03/01/24(Fri)05:11", "Who carries 36 cans?"),
        ("anna", 1709374260, "03/02/24(Sat)05:11", "I carry them all."),
    ]
    found = posts("<body>" + "".join(post.format(*row) for row in rows))
    assert [one.author for one in found] == ["lelik", "anna"]
    assert [int(one.published_at.timestamp()) for one in found if one.published_at] == [1709287860, 1709374260]


def test_a_link_to_share_a_page_leads_to_nobody() -> None:
    assert not is_profile("https://social.example/share?u=https://example.org/t/9")


def test_who_leads_to_a_profile_is_named_though_another_link_stands_first_at_that_place() -> None:
    by = "by <a href='/user/{0}'>{0}</a> on 2024-03-0{1} 10:11</p>"
    post = "<table><tr><td><p>{2} (<a href='/t/9/{1}'>#{1}</a>)<br>" + by
    rows = [("lelik", 1, "Thirty-six cans"), ("anna", 2, "All of them"), ("bert", 3, "Not me, thanks")]
    said = "<tr><td><p>{0} says that {0} was at the river.</p></table>"
    found = posts("<body>" + "".join((post + said).format(*row) for row in rows))
    assert [one.author for one in found] == ["lelik", "anna", "bert"]


@pytest.mark.parametrize(
    "line", ["238 replies 101.6K views", "浏览: 1234 回复: 3", "1234次浏览 · 3个回复", "Aufrufe: 1.234 | Antworten: 3"]
)
def test_how_often_a_thread_was_read_and_answered_is_no_line_of_a_post(line: str) -> None:
    assert without_notes(f"{line}\nSpoon works.") == "Spoon works."


@pytest.mark.parametrize("line", ["回复 3 楼 2 次", "3 replies, 4 views later I gave up", "12 views", "回复: 3"])
def test_a_count_in_what_somebody_says_stays(line: str) -> None:
    assert line in without_notes(f"Spoon works.\n{line}\nIt does.")


def test_somebody_may_be_called_as_those_are_who_run_a_forum() -> None:
    post = "<div class=post><a class=author href='/u/{0}'>{0}</a> <i>2024-03-0{1}</i><p>{2}</p></div>"
    said = ["De carburateur is schoon en de kaars is nieuw.", "Dan is het de spoel.", "De spoel was het."]
    names = ["admin", "moderator", "bert"]
    rows = "".join(post.format(name, n, text) for n, (name, text) in enumerate(zip(names, said, strict=True), 1))
    assert [one.author for one in posts(f"<body>{rows}")] == names


def test_a_clock_in_a_link_before_its_day_is_of_one_time_with_it() -> None:
    said = ["It is a sewing bird.", "A third hand, that is.", "My aunt had one of these."]
    rows = "".join(
        f"<div class=c><p>{text}</p><span>posted by <a href=/user/{n}>ann{n}</a> at <a href=/t#{n}>2:1{n} PM</a>"
        " on March 1, 2024</span></div>"
        for n, text in enumerate(said)
    )
    times = [one.published_at for one in posts(f"<h1>What is it?</h1>{rows}")]
    assert [f"{time:%H:%M}" for time in times if time] == ["14:10", "14:11", "14:12"]
