"""Replies: those that stand inside posts, and those that say to which earlier post they reply."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.nested import nested_replies
from crawler.extract.threads.pean_plus import find_records
from crawler.model import Post, Thread
from tests.unit.test_extract_records import PIECES

NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)
PEOPLE = ["林一", "周二", "吴三", "河边的猫"]
TEXTS = [
    "河边的路修好了吗？上个月去的时候还围着。",
    "修好了，昨天我去走过一次，很平整。",
    "晚上有灯，走起来很方便，就是人多。",
    "周末我带孩子去骑车，有人一起吗？",
]


def post(number: int, text: str = "", inside: str = "", around: str = "{}") -> str:
    who = f"<a class=author href=/user/{number}>{PEOPLE[number]}</a><em>2024-03-0{number + 1} 10:20</em>"
    body = f"<div class=message>{text or TEXTS[number]}</div>"
    return around.format(f"<div class=post id=p{number}>{who}{body}{inside}</div>")


def thread(*posts: str) -> tuple[Post, ...]:
    page = f"<title>河边的路 - 本地论坛</title><div><div class=thread>{''.join(posts)}</div></div>"
    found = extract_page(page.encode(), "https://bbs.example.org/thread-1.html", now=NOW)
    assert isinstance(found, Thread)
    return found.posts


def reply(who: int, text: str, hour: int) -> str:
    when = f"<span>2024-03-05 {hour}:00</span>"
    return f"<li class=note><a href=/user/{who}>{PEOPLE[who]}</a>：<b>{text}</b>{when}</li>"


NOTES = [reply(1, "走北门更近。", 11), reply(0, "北门没开。", 12)]


def alike(number: int, text: str, inside: str = "", where: str = "head") -> str:
    who = f"<p class={where}><a class=name href=/user/{number}>{PEOPLE[number]}</a></p>"
    said = f"<div class=said><p>{text}</p></div><div><time>2024-03-0{number + 1} 10:20</time></div>"
    return f"<div class=comment><div class=main>{who}{said}{inside}</div></div>"


def test_replies_inside_posts_look_like_these_but_for_a_mark() -> None:
    notes = "".join(alike(who, text, where="small") for who, text in ((1, "走北门更近。"), (0, "北门没开。")))
    inside = f"<div class=replies>{notes}</div>"
    found = thread(alike(0, TEXTS[0]), alike(1, TEXTS[1], inside), alike(2, TEXTS[2]), alike(3, TEXTS[3]))
    assert [one.text for one in found] == TEXTS
    assert [len(one.children) for one in found] == [0, 2, 0, 0]


@pytest.mark.parametrize("counts", [(2, 2, 1), (1, 2, 2), (2, 1, 2)])
def test_an_only_reply_among_posts_whose_parts_stand_side_by_side_is_inside_its_post(counts: tuple[int, ...]) -> None:
    def said(number: int, count: int) -> str:
        notes = "".join(
            f"<div><div><a href=/user/{who}>{PEOPLE[who]}</a> <small>3小时前</small></div><div>{text}</div></div>"
            for who, text in [(1, f"{'东南西'[number]}门更近。"), (0, f"{'北东南'[number]}门没开。")][:count]
        )
        head = f"<div><a href=/user/{number}>{PEOPLE[number]}</a> <i>5小时前</i></div>"
        return f"{head}<div><p>{TEXTS[number]}</p></div><div>{notes}</div><hr>"

    found = thread(*(said(number, count) for number, count in enumerate(counts)))
    assert [one.text for one in found] == TEXTS[:3]
    assert [len(one.children) for one in found] == list(counts)


def test_replies_inside_a_post_are_its_children() -> None:
    found = thread(post(0), post(1, inside=f"<ul>{''.join(NOTES)}</ul>"), post(2))
    assert [one.text for one in found] == TEXTS[:3]
    assert [len(one.children) for one in found] == [0, 2, 0]
    children = found[1].children
    assert [(one.author, one.text) for one in children] == [("周二", "走北门更近。"), ("林一", "北门没开。")]
    times = [one.published_at.isoformat() for one in children if one.published_at]
    assert times == ["2024-03-05T11:00:00+08:00", "2024-03-05T12:00:00+08:00"]
    assert [one.floor for one in children] == [None, None]
    assert children[0].author_url == "https://bbs.example.org/user/1"


def test_the_threads_text_has_the_replies_behind_their_posts() -> None:
    page = "<title>河边的路 - 本地论坛</title>" + post(0) + post(1, inside=f"<ul>{''.join(NOTES)}</ul>") + post(2)
    found = extract_page(page.encode(), "https://bbs.example.org/thread-1.html", now=NOW)
    assert found.text.split("\n\n") == [TEXTS[0], TEXTS[1], "走北门更近。", "北门没开。", TEXTS[2]]


def test_the_authors_own_replies_may_have_a_class_of_their_own() -> None:
    notes = [
        f"<li{' class=own' * (n % 2)}><p class=head><a href=/user/{n}>{who}</a> <span>2024-03-05 {n + 11}:00</span></p>"
        f"<div>{PEOPLE[n - 1]}走的是北门。</div></li>"
        for n, who in enumerate(PEOPLE)
    ]
    found = thread(post(0), post(1, inside=f"<ul>{''.join(notes)}</ul>"), post(2))
    assert [one.text for one in found] == TEXTS[:3]
    assert [one.author for one in found[1].children] == PEOPLE


def test_one_reply_is_known_by_how_its_element_is_called() -> None:
    inside = f"<div class=comments>{reply(3, '走北门更近。', 11)}</div>"
    found = thread(post(0), post(1), post(2, inside=inside))
    assert [[one.text for one in each.children] for each in found] == [[], [], ["走北门更近。"]]
    unnamed = thread(post(0), post(1), post(2, inside=inside.replace("comments", "more")))
    assert [each.children for each in unnamed] == [(), (), ()]


def test_replies_that_begin_with_a_name_and_a_colon_need_no_mark_of_who_wrote_them() -> None:
    said = "<li><a href=#>{}</a>：{} <em>2024-03-05 1{}:00</em></li>"
    notes = said.format("周二", "走北门更近。", 1) + said.format("林一", "北门没开。", 2)
    found = thread(post(0), post(1, inside=f"<ul>{notes}</ul>"), post(2))
    assert [one.text for one in found] == TEXTS[:3]
    assert [(one.author, one.text) for one in found[1].children] == [("周二", "走北门更近。"), ("林一", "北门没开。")]


@pytest.mark.parametrize(
    "said",
    [
        "<div class=q><p><b>{}</b> <em>2024-03-05 1{}:00</em></p><p>{}</p></div>",
        "<div class=q><b>{0}</b> {2} <em>2024-03-05 1{1}:00</em></div>",
        "<div class=q>{0}：{2} <em>2024-03-05 1{1}:00</em></div>",
    ],
    ids=["over", "before", "in the text"],
)
def test_several_replies_to_a_post_begin_with_names_that_nothing_marks(said: str) -> None:
    notes = said.format("周二", 1, "走北门更近。") + said.format("林一", 2, "北门没开。")
    found = thread(post(0), post(1, inside=f"<div>{notes}</div>"), post(2))
    assert [one.text for one in found] == TEXTS[:3]
    assert [(one.author, one.text) for one in found[1].children] == [("周二", "走北门更近。"), ("林一", "北门没开。")]


def signed_below(number: int, text: str, inside: str = "") -> str:
    who = f"<a class=author href=/user/{number}>{PEOPLE[number]}</a><em>2024-03-0{number + 1} 10:20</em>"
    return f"<div class=post><div class=message>{text}</div>{inside}<div class=foot>{who}</div></div>"


def test_a_post_says_its_author_and_time_below_the_replies_to_it() -> None:
    found = thread(
        signed_below(0, TEXTS[0], f"<ul>{''.join(NOTES)}</ul>"),
        signed_below(1, TEXTS[1], f"<ul>{NOTES[0]}</ul>"),
        signed_below(2, TEXTS[2]),
        signed_below(3, TEXTS[3]),
    )
    assert [(one.author, one.text) for one in found] == list(zip(PEOPLE, TEXTS, strict=True))
    assert [[one.author for one in each.children] for each in found] == [["周二", "林一"], ["周二"], [], []]


def test_replies_over_the_author_of_their_post_stand_at_a_place_like_that() -> None:
    def by(who: int, day: int) -> str:
        return f"<p><a class=author href=/user/{who}>{PEOPLE[who]}</a> <span class=at>2024-03-{day} 10:20</span></p>"

    def below(number: int) -> str:
        notes = "".join(
            f"<div class=note>{by(who, 10 + number)}<div>{PEOPLE[number]}也走北门吗？问了{who}次。</div></div>"
            for who in range(number % 3, 3)
        )
        said = f"<div class=message>{TEXTS[number]}</div><div class=notes>{notes}</div>"
        return f"<div class=post>{said}{by(number, number + 1)}</div>"

    found = thread(*map(below, range(4)))
    assert [(one.author, one.text) for one in found] == list(zip(PEOPLE, TEXTS, strict=True))
    assert [len(one.children) for one in found] == [3, 2, 1, 3]


def test_posts_around_replies_may_say_less_than_these() -> None:
    long = "这条路从去年秋天开始就一直在修，修到现在才算修完，走的人也多了，你们都小心一点。"
    notes = "".join(reply(who, f"{TEXTS[who]}{long}{who}", 11 + who) for who in range(4))
    others = notes.replace("去年", "前年")
    found = thread(
        post(0, "修好了吗？"), post(1, "修好了。", f"<ul>{notes}</ul>"), post(2, "真的吗？", f"<ul>{others}</ul>")
    )
    assert [one.text for one in found] == ["修好了吗？", "修好了。", "真的吗？"]
    assert [len(one.children) for one in found] == [0, 4, 4]


@pytest.mark.parametrize("heading", ["<h4>Avis</h4>", "<h5><b>他们说</b></h5>"])
def test_the_heading_over_the_replies_inside_a_post_is_no_text_of_it(heading: str) -> None:
    inside = [f"<div>{heading}{''.join(NOTES)}</div>", "", ""]
    head = "<div><a href=/user/{0}>{1}</a> <i>2024-03-0{2} 10:20</i></div>"
    heads = [head.format(number, PEOPLE[number], number + 1) for number in range(3)]
    posts = (f"<div>{head}<div>{text}</div>{end}</div>" for head, text, end in zip(heads, TEXTS, inside, strict=False))
    found = thread(*posts)
    assert [one.text for one in found] == TEXTS[:3]
    assert [len(one.children) for one in found] == [2, 0, 0]


def test_the_pictures_of_who_reply_inside_a_post_name_nobody_else() -> None:
    note = "<li class=note><img src=/avatar/{0}.jpg alt={1}> <b>{1}</b>：走北门更近。{0} <i>2024-03-05 1{0}:00</i></li>"
    notes = "".join(note.format(number, PEOPLE[number]) for number in (2, 3))
    posts = (f"<div class=post><p>{text}</p>{{}}<em>2024-03-0{n} 10:20</em></div>" for n, text in enumerate(TEXTS, 1))
    found = thread(*(one.format(f"<ul>{notes}</ul>" if n == 1 else "") for n, one in enumerate(posts)))
    assert [one.author for one in found] == ["", "", "", ""]
    assert [one.author for one in found[1].children] == PEOPLE[2:]


def opening_apart(text: str, inside: str = "") -> str:
    who = f"<a href=/user/0>{PEOPLE[0]}</a> <i>2024-03-01 10:20</i>"
    return f"<div class=first><h1>河边的路</h1><p>{who}</p><div class=said>{text}</div>{inside}</div>"


@pytest.mark.parametrize("first", [0, 2])
def test_the_only_post_below_an_opening_holds_several_replies(first: int) -> None:
    notes = [reply(who, f"{TEXTS[who]}走北门更近。", 11 + who) for who in range(4)]
    inside = f"<ul>{''.join(notes[:first])}</ul>"
    found = thread(opening_apart(TEXTS[0], inside), f"<div>{post(1, inside=f'<ul>{notes[2]}{notes[3]}</ul>')}</div>")
    assert [(one.author, one.text) for one in found] == list(zip(PEOPLE[:2], TEXTS[:2], strict=True))
    assert [len(one.children) for one in found] == [first, 2]


@pytest.mark.parametrize("times", ["", "<i>2024-03-02 10:20</i>"])
def test_an_only_post_that_ends_with_who_wrote_it_holds_one_reply(times: str) -> None:
    notes = [reply(who, f"{TEXTS[who]}走北门更近。", 11 + who) for who in range(4)]
    opening = opening_apart(TEXTS[0], f"<ul>{''.join(notes[1:])}</ul>")
    found = thread(opening, f"<div>{signed_below(1, TEXTS[1], f'<ul>{notes[0]}</ul>')}</div>{times}")
    assert [(one.author, one.text) for one in found] == list(zip(PEOPLE[:2], TEXTS[:2], strict=True))
    assert [len(one.children) for one in found] == [3, 1]


def unnamed(number: int, text: str, notes: str) -> str:
    """A post of a template that calls nothing anything, with replies inside it."""
    head = f"<div><b><a href=/user/{number}>{PEOPLE[number]}</a></b> <span>2024-03-0{number + 1} 10:20</span></div>"
    return f"<div>{head}<div>{text}</div><div>{notes}</div></div>"


def note(who: int, text: str, hour: int) -> str:
    said = f"<div><b><a href=/user/{who}>{PEOPLE[who]}</a></b></div><div>{text}</div>"
    return f"<div>{said}<small>2024-03-05 {hour}:00</small></div>"


def test_the_only_post_with_several_replies_is_no_place_where_others_have_one() -> None:
    notes = [note(who, f"{PEOPLE[who - 1]}说的是北门，{TEXTS[who - 1]}走南门更近。", 11 + who) for who in range(4)]
    inside = [notes[0], "".join(notes[1:]), notes[0].replace("11:00", "18:00").replace("北", "西"), ""]
    found = thread(*map(unnamed, range(4), TEXTS, inside))
    assert [(one.author, one.text) for one in found] == list(zip(PEOPLE, TEXTS, strict=True))
    assert [len(one.children) for one in found] == [1, 3, 1, 0]


def test_who_replied_is_not_the_author_of_a_post_whose_own_stands_beside_it() -> None:
    said = (
        "<div><div><b><a href=/user/{0}>{1}</a></b> <small>2024-03-05 1{0}:00</small></div><div>{1}走南门。</div></div>"
    )
    notes = ["".join(said.format(who, PEOPLE[who]) for who in one) for one in ((1, 2, 3), (), (0,), (1, 2))]
    panel = "<div><b>{0}</b></div><div><p><span>2024-03-0{1} 10:20</span></p>"
    posts = [
        f"{panel.format(PEOPLE[n], n + 1)}<div>{TEXTS[n]}</div><div>{inside}</div></div>"
        for n, inside in enumerate(notes)
    ]
    found = thread(*posts)
    assert [one.text for one in found] == TEXTS
    assert [[one.author for one in each.children] for each in found] == [PEOPLE[1:], [], PEOPLE[:1], PEOPLE[1:3]]


def test_replies_of_elements_that_nothing_names_are_told_from_the_box_around_them() -> None:
    said = "<div><b>{0}</b> {0}走的是北门，走南门更近。 <small>2024-03-05 1{1}:00</small></div>"
    notes = ["".join(said.format(PEOPLE[who], who) for who in one) for one in ((0, 1, 2, 3), (0,), ())]
    inside = [f"<h4>评论</h4>{one}" if one else "" for one in notes]
    found = thread(*(unnamed(n, TEXTS[n], inside[n]) for n in range(3)))
    assert [(one.author, one.text) for one in found] == list(zip(PEOPLE[:3], TEXTS[:3], strict=True))
    assert [[one.author for one in each.children] for each in found] == [PEOPLE, PEOPLE[:1], []]


def test_two_posts_and_the_replies_in_one_of_them_may_have_authors_at_one_place() -> None:
    said = "<div><b><a href=/user/{0}>{1}</a></b> {1}走的是北门，走南门更近。 <small>2024-03-05 1{0}:00</small></div>"
    notes = "".join(said.format(who, PEOPLE[who]) for who in (1, 2, 3))
    found = thread(unnamed(0, TEXTS[0], notes), unnamed(1, TEXTS[1], ""))
    assert [(one.author, one.text) for one in found] == list(zip(PEOPLE[:2], TEXTS[:2], strict=True))
    assert [len(one.children) for one in found] == [3, 0]


def test_posts_around_longer_replies_may_say_what_many_do_and_name_nobody() -> None:
    long = "这条路从去年秋天开始就一直在修，修到现在才算修完，走的人也多了，你们都小心一点。"
    notes = [
        f"<div class=note><p><b>{PEOPLE[n % 4]}</b> <i>2024-03-05 1{n}:00</i></p><p>{TEXTS[n % 4]}{long}{n}</p></div>"
        for n in range(8)
    ]
    texts = [
        "顶",
        "修好了，昨天我去走过。",
        "顶",
        "晚上有灯。",
        "顶",
        "一起去骑车吧。",
        "人太多了不想去。",
        "门还开着吗？",
    ]
    posts = [
        f"<div class=post><div><b>{PEOPLE[n % 4]}</b> <em>2024-03-0{n + 1} 10:20</em></div><div>{text}</div>"
        f"<div>{''.join(notes[:4] if n == 1 else notes[4:] if n == 5 else ())}</div></div>"
        for n, text in enumerate(texts)
    ]
    found = thread(*posts)
    assert [one.text for one in found] == texts
    assert [len(one.children) for one in found] == [0, 4, 0, 0, 0, 4, 0, 0]


def test_replies_below_an_opening_in_one_box_with_it_are_posts() -> None:
    notes = "".join(reply(who, f"{TEXTS[who]}走北门更近。", 11 + who) for who in range(1, 4))
    found = thread(f"<div>{opening_apart(TEXTS[0])}<h2>回复</h2><ul>{notes}</ul></div>")
    assert [(one.author, len(one.children)) for one in found] == [(who, 0) for who in PEOPLE]


@pytest.mark.parametrize(
    "inside",
    [
        "<blockquote><a href=/user/0>林一</a> 2024-03-01 10:20<p>路修好了吗？</p></blockquote>" * 2,
        "<p>2024-02-01 围起来</p><p>2024-02-20 拆掉</p>",
        "<i>注册 2019-01-01</i><i>最后登录 2024-03-05 09:00</i>",
        "".join(f"<p><a href=/user/{n}>{who}</a> 2024-03-05 09:0{n}</p>" for n, who in enumerate(PEOPLE)),
    ],
    ids=["quotes", "dates", "panel", "who read it"],
)
def test_what_is_no_reply_inside_a_post(inside: str) -> None:
    assert [one.children for one in thread(post(0), post(1, inside=inside), post(2))] == [()] * 3


@pytest.mark.parametrize(
    "text",
    [
        "回复 2 楼：我也走过。",
        "回复 2# 周二 的帖子，我也走过。",
        "Reply to #2: 我也走过。",
        "@周二 我也走过。",
        "回复 周二：我也走过。",
        "<blockquote>修好了，昨天我去走过一次，很平整。</blockquote>我也走过。",
        "<a href='#p1'>↑</a> 我也走过。",
    ],
)
def test_a_reply_says_to_which_post(text: str) -> None:
    found = thread(post(0), post(1), post(2), post(3, text))
    assert [one.parent for one in found] == [None, None, None, 1]


@pytest.mark.parametrize(
    "text",
    [
        "@河边的猫 是我自己。",
        "回复 9 楼：我也走过。",
        "<blockquote>雨停了，河水很高。</blockquote>我也走过。",
        "修好了。",
    ],
)
def test_a_reply_to_nobody_here(text: str) -> None:
    assert [one.parent for one in thread(post(0), post(1), post(2), post(3, text))] == [None] * 4


def test_a_reply_to_somebody_is_to_the_latest_post_of_the_longest_name() -> None:
    names = ["林", "林一", "吴三", "林一", "吴三"]
    who = [
        f"<a class=author href=/user/{name}>{name}</a><em>2024-03-0{day} 10:20</em>"
        for day, name in enumerate(names, 1)
    ]
    says = ["路修好了吗？", "修好了，很平整。", "晚上有灯。", "周末去骑车。", "@林一 我也去。"]
    posts = [f"<div class=post>{who[at]}<div class=message>{says[at]}</div></div>" for at in range(5)]
    assert [one.parent for one in thread(*posts)] == [None, None, None, None, 3]


def test_replies_that_stand_deeper() -> None:
    deeper = f"<li>{post(0)}<ul><li>{post(1)}<ul><li>{post(2)}</li></ul></li></ul></li><li>{post(3)}</li>"
    assert [one.parent for one in thread(f"<ul>{deeper}</ul>")] == [None, 0, 1, None]


def test_replies_behind_an_indentation() -> None:
    indented = "<div class=indented>{}</div>"
    assert [one.parent for one in thread(post(0), post(1), post(2, around=indented), post(3))] == [None, None, 1, None]


def in_tree(who: int, said: str, *inside: str) -> str:
    """A reply with those to it inside its own element, behind its text."""
    head = f'<h4><a href="/user/{who}">茶客{who}</a></h4><h6>{who + 12} points</h6><h6>2024-05-1{who}</h6>'
    own = f"<div class=head>{head}</div><div class=said>{said}</div>"
    return f"<div class=line><div class=reply>{own}{''.join(inside)}</div></div>"


def test_replies_in_the_element_of_a_post_cut_nothing_of_it_off() -> None:
    tree = [
        in_tree(1, "老街拆一条少一条，谢谢你记录下来。"),
        in_tree(2, "哈哈哈哈", in_tree(3, "沙发"), in_tree(4, "我也想去看看，可惜太远了。")),
        in_tree(5, "这个地方我小时候住过，井还在吗？", in_tree(6, "还在的。")),
        in_tree(7, "顶"),
    ]
    found = thread(*tree)
    said = ["老街拆一条少一条，谢谢你记录下来。", "哈哈哈哈", "沙发", "我也想去看看，可惜太远了。"]
    assert [post.text for post in found] == [*said, "这个地方我小时候住过，井还在吗？", "还在的。", "顶"]
    assert [post.parent for post in found] == [None, None, 1, 1, None, 4, None]


def test_all_replies_below_the_opening_post_reply_to_none_in_particular() -> None:
    below = "".join(f"<li>{post(number)}</li>" for number in (1, 2, 3))
    assert [one.parent for one in thread(post(0), f"<ul>{below}</ul>")] == [None] * 4


def test_links_to_the_post_before_that_all_have_are_to_turn_pages() -> None:
    up = [post(number, inside=f"<a href='#p{number - 1}'>上一楼</a>") for number in (1, 2, 3)]
    assert [one.parent for one in thread(post(0), *up)] == [None] * 4


@given(st.lists(st.sampled_from([*PIECES, "<div class=comment>", "<a href='#p1'>↑</a>", "<p id=p1>"]), max_size=60))
def test_nested_replies_are_slices_of_their_posts_in_order(pieces: list[str]) -> None:
    table = build("".join(pieces))
    marks = Marks(table)
    records = find_records(table, marks, prose(table))
    for record, replies in zip(records, nested_replies(table, marks, records), strict=True):
        assert all(record.start < one.start < one.stop <= record.stop for one in replies)
        assert all(before.stop <= after.start for before, after in pairwise(replies))


def test_a_table_without_some_of_its_text() -> None:
    table = build("<div>甲<p>乙</p></div><div>丙</div>")
    paragraph = next(table.find("p"))
    rest = table.without([range(paragraph, table.ends[paragraph])])
    assert (table.flow, rest.flow) == ("甲\n乙\n丙", "甲\n丙")
    assert [rest.texts[leaf] for leaf in rest.leaves_of(rest.body)] == ["甲", "丙"]
    assert (len(rest), rest.tags, rest.valid[rest.leaves[0]]) == (len(table), table.tags, 0)


def test_the_text_of_a_thread_says_nothing_twice() -> None:
    asked, elsewhere = Post("河边能骑车吗？\n水很深。"), "三年前有人说过\n水不深"
    quoting = Post("老王 写道：\n河边能骑车吗？\n能骑。", quoted="老王 写道：\n河边能骑车吗？")
    again = Post("能骑。\n能骑。\n真的。", quoted="能骑。", children=(Post("是的。"),))
    other = Post(f"{elsewhere}\n是这样吗？", quoted=elsewhere)
    thread = Thread((asked, quoting, again, other))
    assert thread.text == f"河边能骑车吗？\n水很深。\n\n能骑。\n\n能骑。\n真的。\n\n是的。\n\n{elsewhere}\n是这样吗？"
    assert thread.posts[1].text == "老王 写道：\n河边能骑车吗？\n能骑。"
