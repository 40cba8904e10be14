"""PEAN+: records from marks, and each record's own text."""

from __future__ import annotations

from datetime import UTC, datetime

from crawler.extract import extract_page
from crawler.extract.lines import lines
from crawler.extract.table import build
from crawler.extract.threads.body import bodies
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.nested import nested_replies
from crawler.extract.threads.pean_plus import find_records
from crawler.model import Thread

NOW = datetime(2024, 6, 1, tzinfo=UTC)
AUTHORS = ("老王", "小李子", "河边的人")
TEXTS = (
    "今天去了新开的图书馆，人很多，但是安静，座位也够大家坐。",
    "我也想去看看，请问他们周末开不开门？",
    "开的，从早上九点到晚上八点，就是停车不太方便。",
)


def head(number: int) -> str:
    return f'<a href="/user/{number}">{AUTHORS[number]}</a> <span class=when>2024-03-0{number + 1} 10:20</span>'


def texts_of(html: str) -> list[str]:
    table = build(html)
    counts = prose(table)
    records = find_records(table, Marks(table), counts)
    return [lines(table, body) for body in bodies(table, Marks(table), records, counts)]


def flat(number: int) -> str:
    return (
        f"<li class='item n{number}'><div class=panel>{head(number)}<b>等级 {number + 3}</b></div>"
        f"<div class=said>{TEXTS[number]}</div><div class=buttons>回复 举报</div></li>"
    )


def test_posts_are_found_and_their_panels_and_buttons_left_out() -> None:
    assert texts_of(f"<ul>{''.join(map(flat, range(3)))}</ul>") == list(TEXTS)


def test_a_record_may_be_several_siblings() -> None:
    rows = "".join(f"<div class=top>{head(n)}</div><div class=said>{TEXTS[n]}</div>" for n in range(3))
    assert texts_of(f"<section>{rows}</section>") == list(TEXTS)


def test_posts_that_say_the_same_are_posts_though_rows_alternate() -> None:
    said = ["雨下了一夜", "河水涨了", "顶", "桥上没有人", "船都停着", "顶", "我也去看了", "顶", "天晴了"]
    posts = (
        f"<dl class={('even', 'odd')[number % 2]}><dt class=h>{head(number % 3)}</dt><dd>{text}</dd></dl>"
        for number, text in enumerate(said)
    )
    assert texts_of("".join(posts)) == said


def test_heads_with_numbers_are_no_posts_though_they_are_longer_than_the_replies() -> None:
    said = ["雨下了一夜", "顶", "好", "不去", "船都停着"]
    posts = "".join(
        f"<dt>{60 + n}: <a href=/user/{n}>河边的人{n}</a> 2024-03-0{n + 1} 10:20:33 ID:{'abcde'[n] * 8}<dd>{text}"
        for n, text in enumerate(said)
    )
    assert texts_of(f"<dl>{posts}</dl>") == said


def test_the_opening_post_may_stand_in_another_container() -> None:
    opening = f"<article><h1>图书馆</h1><p>{head(0)}</p><p>{TEXTS[0]}</p></article>"
    found = texts_of(f"<main>{opening}<ul>{flat(1)}{flat(2)}</ul></main>")
    assert len(found) == 3
    assert TEXTS[0] in found[0]
    assert found[1:] == list(TEXTS[1:])


def test_the_title_with_who_began_the_thread_and_when_is_no_post() -> None:
    began = (
        "<ul><li>发起人 <a href=/user/9>远方</a></li><li>日期 <a href=/t/7><time>2024-03-01 09:00</time></a></li></ul>"
    )
    posts = "".join(
        f"<article class=post><ul><li><a href=/t/7/{n}><time>2024-03-0{n + 1} 10:20</time></a></li></ul>"
        f"<a href=/user/{n}>{AUTHORS[n]}</a><p>{TEXTS[n]}</p></article>"
        for n in range(3)
    )
    page = f"<div class=top><h1>新开的图书馆怎么样，周末开不开门</h1>{began}</div><div class=posts>{posts}</div>"
    assert texts_of(page) == list(TEXTS)


def test_the_head_of_a_page_that_repeats_the_first_time_is_no_post() -> None:
    top = f"<header>{head(0)}，图书馆的讨论，欢迎大家来说说自己的看法和经历。</header>"
    assert texts_of(f"<main>{top}<ul>{''.join(map(flat, range(3)))}</ul></main>") == list(TEXTS)


def test_replies_to_replies_are_records_of_their_own() -> None:
    first, second, third = (f"<div class=c>{head(n)}<p>{TEXTS[n]}</p></div>" for n in range(3))
    assert texts_of(f"<ul><li>{first}</li><li>{second}<ul><li>{third}</li></ul></li></ul>") == list(TEXTS)


def test_comments_on_posts_are_not_posts_though_they_are_more() -> None:
    remark = "<li class=remark>{} {}</li>"
    remarks = [remark.format(f"说得很好，我也这样想，谢谢你的第 {n} 次分享。", head(n % 3)) for n in range(6)]
    post = "<article class=post><div>{}</div><div class=said>{}</div><ul>{}</ul></article>"
    posts = [post.format(head(n), TEXTS[n] * 2, "".join(remarks[2 * n : 2 * n + 2])) for n in range(3)]
    found = texts_of(f"<main>{''.join(posts)}</main>")
    assert found == [text * 2 for text in TEXTS]


def test_comments_on_a_question_are_no_posts_though_another_stands_below_an_answer_of_a_class_of_its_own() -> None:
    remark = "<li class=remark><span>{}</span> {}</li>"
    asked = "".join(remark.format(text, head(n)) for n, text in enumerate(("哪一家图书馆？", "城南的那一家。")))
    post = "<div class='{}'><div class=layout><div class=said>{}</div><p>{}</p><ul>{}</ul></div></div>"
    said = [TEXTS[0] * 2, TEXTS[1] * 4, TEXTS[2], "我常去，很安静。"]
    question = post.format("question", said[0], head(0), asked)
    chosen = post.format("answer chosen", said[1], head(1), remark.format("谢谢，我明天就去！", head(0)))
    others = [post.format("answer", said[n], head(n - 1), "") for n in (2, 3)]
    found = texts_of(f"<main>{question}<div class=answers><h2>回答</h2>{chosen}{''.join(others)}</div></main>")
    assert [text.split("\n")[0] for text in found] == said


REMARKS = (
    "不完全是这样，我上个星期去的时候人很少，要看是星期几去的。",
    "我是坐公交车去的，下车以后还要走一刻钟才能到。",
)


def answer(number: int) -> str:
    """An answer with its time below its text, and with comments that are longer."""
    said = f"<div class=said><p>{TEXTS[number]}</p></div><div class=tags>读书{number} 城市</div>"
    remarks = "".join(f"<li class=remark>{TEXTS[number - 1]}{one} {head(number)}</li>" for one in REMARKS)
    return f"<div class=layout>{said}{head(number)}<div class=below><ul>{remarks}</ul></div></div>"


def texts_of_answers(level: int) -> list[str]:
    """The texts of three answers, where the record of the first is as many levels lower."""
    table = build("".join(f"<div class=answer>{answer(n)}</div>" for n in range(3)))
    first, *others = sorted(table.classes["answer"])
    records = [range(node, table.ends[node]) for node in (first + level, *others)]
    comments = [one for inside in nested_replies(table, Marks(table), records) for one in inside]
    rest = table.without(comments)
    return [lines(rest, body) for body in bodies(rest, Marks(table).outside(rest, comments), records, prose(rest))]


def test_comments_below_the_time_are_no_text_though_they_are_longer() -> None:
    assert texts_of_answers(0) == list(TEXTS)


def test_a_post_may_begin_one_level_lower_than_the_others() -> None:
    assert texts_of_answers(1) == list(TEXTS)


def test_a_signature_beside_few_posts_is_no_text() -> None:
    said = [text * 8 for text in TEXTS]
    signatures = ["<div class=right>去图书馆，读书吧</div>", "", ""]
    posts = [f"<li>{head(n)}<div class=right><div>{said[n]}</div></div>{signatures[n]}</li>" for n in range(3)]
    assert texts_of(f"<ul>{''.join(posts)}</ul>") == said


def test_cells_of_a_layout_table_are_places_of_their_own() -> None:
    row = "<table><tr><td>{}<br>等级 {}，积分 {}，还差 {} 分升级</td><td><div>{}</div></td></tr></table>"
    posts = [f"<div>{row.format(head(n), n, 81 * n + 7, 100 - n, TEXTS[n])}</div>" for n in range(3)]
    assert texts_of("".join(posts)) == list(TEXTS)


def test_a_picture_is_a_post_without_a_text() -> None:
    posts = [flat(n) for n in range(3)]
    posts[1] = posts[1].replace(TEXTS[1], "<img src=1.png>")
    assert texts_of(f"<ul>{''.join(posts)}</ul>") == [TEXTS[0], "", TEXTS[2]]


def test_an_only_post_is_what_stands_behind_its_time_and_little_else() -> None:
    links = "".join(f"<li><a href=/t/{n}>河边的第 {n} 个故事</a></li>" for n in range(20))
    form = "<form><label>您需要登录后才可以回帖，请先登录或者注册</label><textarea></textarea></form>"
    post = f"<article><div>{head(0)}</div><section>{TEXTS[0]}</section></article>"
    assert texts_of(f"<ul>{links}</ul><main>{post}{form}</main><footer>河边论坛的规则</footer>") == [TEXTS[0]]


def test_an_empty_page_has_no_records() -> None:
    assert find_records(build(""), Marks(build("")), []) == []


def test_more_marks_than_posts_can_have_propose_nothing() -> None:
    table = build("<a href=/user/1>一</a>" * 5000)
    assert len(find_records(table, Marks(table), prose(table))) <= 1


def test_an_exact_time_may_stand_in_an_attribute_as_seconds() -> None:
    items = "".join(
        f"<li><a href='/user/{n}'>{AUTHORS[n]}</a><i data-time={1_709_000_000 + n}>3 天前</i><p>{TEXTS[n]}</p></li>"
        for n in range(3)
    )
    thread = extract_page(
        f"<title>论坛</title><ul>{items}</ul>".encode(), "http://x/thread/1", now=NOW, from_board=True
    )
    assert isinstance(thread, Thread)
    assert [post.author for post in thread.posts] == list(AUTHORS)
    assert [post.published_at and post.published_at.timestamp() for post in thread.posts] == [
        1_709_000_000 + n for n in range(3)
    ]


def test_a_field_for_a_name_is_no_author() -> None:
    fields = "<p class=user-name>用户名 <input name=user></p><p class=remember><input type=checkbox> 记住我</p>"
    table = build(f"{fields}<b class=user>老王</b>")
    assert Marks(table).authors == table.classes["user"]


def test_a_line_of_its_own_that_ends_with_the_time_says_who_wrote_the_post() -> None:
    posts = [
        f"<li><p>作者：<a href=/info?w={n}>{AUTHORS[n]}</a> 日期：2005-6-{n + 1} 11:50:58</p>{text}<br></li>"
        for n, text in enumerate(TEXTS[:3])
    ]
    table = build(f"<ul>{''.join(posts)}</ul>")
    records = [range(node, table.ends[node]) for node in table.find("li")]
    found = [lines(table, body) for body in bodies(table, Marks(table), records, prose(table))]
    assert found == list(TEXTS[:3])


def test_choices_and_what_was_written_into_a_form_are_no_text() -> None:
    choices = "<select><option>选择版块<option>读书</select>"
    posts = [
        f"<li><div>{head(n)}</div>{TEXTS[n]}{choices}<p>写回复<textarea>引用{n}</textarea></p></li>" for n in range(3)
    ]
    table = build(f"<ul>{''.join(posts)}</ul>")
    records = [range(node, table.ends[node]) for node in table.find("li")]
    found = [lines(table, body) for body in bodies(table, Marks(table), records, prose(table))]
    assert not any("读书" in text or "引用" in text for text in found)
