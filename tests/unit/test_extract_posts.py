"""Which posts a thread's page has, and their texts, in layouts of our own writing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.extract.thread import without_title
from crawler.extract.threads.notes import without_notes
from crawler.model import Post, Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
NAMES = ("老王", "小李子", "河边的人", "半夏", "青石")
WORDS = (
    "周末有没有人一起去河边骑车，早上八点出发？",
    "我带水和干粮，八点在桥头等大家。",
    "上次那条路在修，要从南边绕过去。",
    "车胎刚补好，应该赶得上。",
    "我家离得远，可能晚到十分钟。",
)


def thread(body: str, title: str = "周末骑车 - 河边论坛") -> Thread:
    page = f"<title>{title}</title><body>{body}".encode()
    found = extract_page(page, "https://bbs.example.net/thread-7-1-1.html", now=NOW, from_board=True)
    assert isinstance(found, Thread)
    return found


def texts(body: str) -> list[str]:
    return [post.text for post in thread(body).posts]


def test_a_post_that_others_quote_in_full_is_one() -> None:
    said = [*WORDS[:2], "算我一个。", "我也去。", "带上我。", "同去。"]
    rows = "".join(
        f"<tr><td>{NAMES[n % 2]}<td><small>2024-06-0{n + 1} 10:20</small><div>"
        f"{f'<blockquote>{WORDS[1]}</blockquote>' if n > 1 else ''}{text}</div></tr>"
        for n, text in enumerate(said)
    )
    assert texts(f"<table>{rows}</table>") == [*said[:2], *(f"{WORDS[1]}\n{text}" for text in said[2:])]


def test_the_head_of_a_page_says_the_first_posts_time_in_another_form() -> None:
    head = (
        "<table><tr><td>您的位置: 河边小站的全部讨论区，骑车人的版面，同主题的文章<tr>"
        "<td>[首篇作者：<a href=/user/0>老王</a>] , 2024年06月03日10:20:31，1348次阅读，2次回复</table>"
    )
    days = ("Mon Jun  3 10:20:31 2024", "Tue Jun  4 11:30:05 2024", "Wed Jun  5 08:00:59 2024")
    rows = "".join(
        f"<table class=post><tr><td class=head><a href=/user/{n}>{NAMES[n]}</a><p>发信站：河边小站 ({day})</p>"
        f"<tr><td>{WORDS[n]}</table>"
        for n, day in enumerate(days)
    )
    assert texts(head + rows) == list(WORDS[:3])


def test_texts_may_stand_over_their_heads_side_by_side() -> None:
    rows = "".join(
        f"<tr><td class=said>{text}<tr><td class=author>№{n + 1} ☆☆ {NAMES[n]} 于 2024-06-0{n + 1} 10:20 留言"
        for n, text in enumerate(WORDS)
    )
    found = thread(f"<table><caption>周末骑车</caption>{rows}</table><p>管理员 2024-06-10 整理")
    assert [post.text for post in found.posts] == list(WORDS)
    assert [post.published_at and post.published_at.day for post in found.posts] == [1, 2, 3, 4, 5]


def test_what_stands_before_the_time_in_its_element_is_of_the_head() -> None:
    opening = (
        "<div class=asked><h1>周末骑车</h1><p class=info>编号：503465 | 提问的人：老王 | 地区：<a href=/area/5>河边</a>"
        f" | 发布时间：2024-06-01 08:29 | 浏览：310</p><div class=con><p>{WORDS[4]}</div></div>"
    )
    rows = "".join(
        f"<div class=answer><p><a href=/user/{n}>{NAMES[n]}</a></p><div class=con><p>{WORDS[n]}</div>"
        f"<p class=bar>回复时间：2024-06-0{n + 1} 10:20</div>"
        for n in range(3)
    )
    assert texts(opening + rows) == [WORDS[4], *WORDS[:3]]


def test_an_opening_may_be_a_few_words_under_the_title() -> None:
    opening = (
        "<div class=asked><h1>周末骑车</h1><p class=text>我平时不怎么运动</p><p><a>路线</a> <a>装备</a></p>"
        "<p class=line><a class=author>老王</a> <i>2024-06-01 08:29</i></p></div>"
    )
    rows = "".join(
        f"<li><a class=author href=/user/{n}>{NAMES[n]}</a><p>{WORDS[n]}</p><i>2024-06-0{n + 1} 10:20</i></li>"
        for n in range(1, 4)
    )
    first, *answers = thread(f"{opening}<ul>{rows}</ul>").posts
    assert "我平时不怎么运动" in first.text
    assert [post.text for post in answers] == list(WORDS[1:4])


def test_a_post_of_few_words_is_no_author_though_its_element_is_named_as_one() -> None:
    long = "".join(WORDS)
    said = (WORDS[0] + long, "同去", WORDS[1] + long, WORDS[2] + long, "支持", WORDS[3] + long)
    rows = "".join(
        f"<div class='media user-avatar'><div><strong>{NAMES[n % 5]}</strong>"
        f"<div class=content><p>{text}</div></div><div class=date>2024-06-0{n + 1}</div></div>"
        for n, text in enumerate(said)
    )
    assert texts(f"<div>{rows}</div>") == list(said)


def test_a_rank_in_the_element_of_the_author_is_no_text() -> None:
    ranks = ("旅行达人", "点评专家")
    rows = "".join(
        f"<li><div class=answer_user><img src=/{n}.png><a>{NAMES[n]}</a><span>{ranks[n % 2]}</span></div>"
        f"<p>{text}</p><div><i>2024-06-0{n + 1}</i> <a>有用</a></div></li>"
        for n, text in enumerate(WORDS)
    )
    assert texts(f"<ul>{rows}</ul>") == list(WORDS)


def test_a_panel_with_the_time_of_a_registration_is_no_post_beside_the_only_one() -> None:
    panel = (
        "<dl class=profile><dt><a class=username href=/user/1>老王</a><dd>见习骑手<dd><strong>帖子互动:</strong>"
        "<a href=/search?author=1>4411</a><dd class=joined><strong>注册时间:</strong> 2022年 4月 19日 11:02</dl>"
    )
    body = (
        "<div class=body><p class=author>由 <strong><a class=username href=/user/1>老王</a></strong> » "
        f"<time>2023年 7月 14日 19:05</time></p><div class=content>{WORDS[0]}<br>{WORDS[2]}</div></div>"
    )
    assert texts(f"<div class=post><div class=inner>{panel}{body}</div></div>") == [f"{WORDS[0]}\n{WORDS[2]}"]


def test_links_over_all_texts_are_none_of_them() -> None:
    rows = "".join(
        f"<tr><td>{NAMES[n]}<br>中级会员<td><table><tr><td class=small>第 {n + 20} 楼　2024-06-0{n + 1} 21:35"
        f"<td><a>回复</a> <a>引用</a></table><hr><font>{text}</font><br><br><font>{'…' * (n % 2)}</font></tr>"
        for n, text in enumerate(WORDS)
    )
    assert [text.rstrip("…\n") for text in texts(f"<table>{rows}</table>")] == list(WORDS)


def test_the_line_of_the_time_in_an_opening_of_another_template_is_no_text() -> None:
    opening = (
        f"<div class=asked><h1>周末骑车</h1><p>{WORDS[0]}</p><p>{WORDS[3]}</p>"
        "<p class=line>老王 发表于 2024-06-01 08:29 来自河边</p></div>"
    )
    rows = "".join(
        f"<li class=a><b class=author>{NAMES[n]}</b><div class=said>{WORDS[n]}</div><i>2024-06-0{n + 1} 10:20</i></li>"
        for n in (1, 2, 4)
    )
    first, *answers = texts(f"{opening}<ul>{rows}</ul>")
    assert "发表于" not in first
    assert WORDS[0] in first
    assert answers == [WORDS[1], WORDS[2], WORDS[4]]


def test_an_only_post_keeps_what_an_article_would_end_before() -> None:
    page = (
        "<title>换电池的经过 - 骑车问答</title><div class=main><p><a>电动车</a></p><h1>换电池的经过</h1>"
        f"<div class=content><p>{WORDS[0]}</p><p>{WORDS[2]}换下来的电池还能用，放在家里备着。</p><img src=/1.png>"
        "<p>参考资料：<a href=http://wiki.example.com/2015/8733.html>http://wiki.example.com/2015/8733.html</a></p></div>"
        "<div class=meta><i>2024-05-01</i> <a>添加评论</a></div></div>"
    )
    found = extract_page(page.encode(), "https://ask.example.net/question/288787", now=NOW, from_board=True)
    assert isinstance(found, Thread)
    assert found.posts[0].text.endswith("8733.html")


def test_neither_the_name_nor_the_time_of_a_post_is_a_line_at_its_ends() -> None:
    def post(number: int, said: str) -> str:
        head = f'<a class=author href="/user/{number}">{NAMES[number]}</a>'
        return f"<li>{head}<div>{said}<p>2024-06-0{number + 1} 10:20</p></div></li>"

    short = f"<p>{NAMES[1]}</p><p>飘过</p>"
    assert texts(f"<ul>{post(0, WORDS[0])}{post(1, short)}{post(2, WORDS[2])}</ul>") == [WORDS[0], "飘过", WORDS[2]]


def test_the_title_and_the_label_over_it_are_no_text_of_the_opening() -> None:
    head = "<a class=author href=/user/0>老王</a> <i>2024-06-01 10:20</i>"
    replies = "".join(
        f"<li><a class=author href=/user/{n}>{NAMES[n]}</a> <i>2024-06-0{n + 1} 10:20</i><p>{WORDS[n]}</p></li>"
        for n in range(1, 4)
    )
    asked = f"<div>{head}<p>问</p><p>周末骑车</p><p>{WORDS[0]}</p></div>"
    assert texts(f"{asked}<ul>{replies}</ul>") == list(WORDS[:4])


def test_a_body_may_be_a_span_of_a_class() -> None:
    ranks = ("老兵", "学徒", "会员", "新人", "站长")
    rows = "".join(
        f"<div class=post><div><a class=author href=/user/{n}>{NAMES[n]}</a> <b>({ranks[n]} 威望:{7 * n})</b>"
        f" <a>#{n}</a></div>"
        f"<div><i>2024-06-0{n + 1} 10:20</i> {'[手机]' * (n % 2)}<br><span class=said>{WORDS[n]}</span></div></div>"
        for n in range(4)
    )
    assert texts(rows) == list(WORDS[:4])


def test_parts_of_a_text_between_its_quotes_are_no_bodies() -> None:
    def post(number: int, said: str) -> str:
        head = f"<a class=author href=/user/{number}>{NAMES[number]}</a> <i>2024-06-0{number + 1} 10:20</i>"
        return f"<tr><td>{head}<td>{said}"

    split = f"<span class=said>同意。</span><blockquote>{WORDS[0]}</blockquote><span class=said>{WORDS[2]}</span>"
    rows = post(0, f"<span class=said>{WORDS[0]}</span>") + post(1, f"<span class=said>{WORDS[1]}</span>")
    last = texts(f"<table>{rows}{post(2, split)}{post(3, f'<span class=said>{WORDS[3]}</span>')}</table>")[2]
    assert last == f"同意。\n{WORDS[0]}\n{WORDS[2]}"


def test_an_opening_beside_short_replies_makes_them_more_than_the_page_as_one_post() -> None:
    replies = "".join(
        f"<li><a class=author href=/user/{n}>{NAMES[n]}</a> <i>2024-06-0{n + 1} 10:20</i><p>{text}</p></li>"
        for n, text in ((1, "八点。"), (2, "谢谢，知道了"))
    )
    opening = f"<div>{NAMES[0]} <i>2024-06-01 10:20</i><p>{WORDS[0]}{WORDS[2]}</p></div>"
    aside = f"<div>{'到河边的路有三条，每条都有人走过。' * 4}</div>"
    assert len(texts(f"<div><h1>周末骑车</h1>{opening}<ul>{replies}</ul>{aside}</div>")) == 3


def test_the_clock_of_the_page_in_the_template_of_the_posts_is_over_no_post() -> None:
    def table(head: str, said: str) -> str:
        return f"<table><tr><td>{head}</td></tr><tr><td>{said}</td></tr></table>"

    posts = "".join(
        table(f"<a href=/user/{n}>{NAMES[n]}</a></td></tr><tr><td>發表時間：2024-06-0{n + 1} 10:20:48", WORDS[n])
        for n in range(3)
    )
    foot = table("</td></tr><tr><td>系統時間：2024-06-12 10:00:00", "歡迎分享，請保留出處，我們會刪除有問題的內容。")
    assert texts(posts + foot) == list(WORDS[:3])


def test_a_name_of_other_elements_tells_posts_apart_that_are_even_or_odd() -> None:
    def head(number: int) -> str:
        return f'<a class=author href="/user/{number}">{NAMES[number]}</a> 说于 <i>2024-06-0{number + 1} 10:20</i>'

    text = '<div class="field even"><p>{}</p></div>'
    opening = f"<div class=node><header>{head(0)}</header>{text.format(WORDS[0])}</div>"
    replies = "".join(
        f'<div class=around><article class="comment {name}"><h3><a href="#{n}">{WORDS[n][:4]}</a></h3>'
        f"<div class=by>{head(n)}</div><section>{text.format(WORDS[n])}<ul><li>登录以后才能回复</li></ul></section>"
        "</article></div>"
        for n, name in ((1, "even"), (2, "odd"))
    )
    assert texts(opening + replies) == list(WORDS[:3])


def test_what_is_asked_may_be_a_heading_that_is_called_as_the_texts_of_answers() -> None:
    by = '<a href="/user/{0}"><b class=name>{1}</b> <i>2024-06-0{2} 10:20</i></a>'
    heads = [f"<div class=head>{by.format(n, NAMES[n], n + 1)}</div>" for n in range(4)]
    below = "<div class=below><a href='/c/3'>骑车</a> <span>2715次浏览</span> <b>我也想知道</b></div>"
    asked = f"<div class=asked>{heads[0]}<h1 class='words large'>{WORDS[0]}<br>{WORDS[3]}</h1>{below}</div>"
    answers = "".join(
        f"<div class={name}>{heads[n]}<div class=inner><h2 class='words large'>{WORDS[n]}</h2></div></div>"
        for n, name in ((1, "chosen"), (2, "answer"), (3, "answer"))
    )
    assert texts(f"<main>{asked}<section>{answers}</section></main>") == [f"{WORDS[0]}\n{WORDS[3]}", *WORDS[1:4]]


@pytest.mark.parametrize(
    "note",
    [
        "[ Voor 12% gewijzigd door {} op 04-06-2024 10:31 ]",
        "Naposledy upravil {} dne 4. 6. 2024 v 10:31",
        "Viestiä on muokannut: {}4.6.2024 10:31",
    ],
)
def test_a_last_line_that_names_the_author_and_a_time_of_day_says_who_edited_the_post(note: str) -> None:
    def one(number: int, text: str) -> str:
        head = f"<a class=author href=/user/{number}>{NAMES[number]}</a> <i>2024-06-0{number + 1} 10:20</i>"
        return f"<li class=post><p>{head}</p><div class=said>{text}</div></li>"

    edited = f"{WORDS[0]}<p>{note.format(NAMES[0])}</p>"
    kept = f"{WORDS[1]}<p>{note.format(NAMES[2])}</p>"
    found = texts(f"<ul>{one(0, edited)}{one(1, kept)}{one(2, WORDS[2])}</ul>")
    assert found == [WORDS[0], f"{WORDS[1]}\n{note.format(NAMES[2])}", WORDS[2]]


@pytest.mark.parametrize("badge", ["楼主", "题主", "Topicstarter", "Автор темы", "スレ主"])
def test_what_whoever_began_the_thread_is_called_over_a_text_is_none_of_it(badge: str) -> None:
    def one(number: int, text: str, badge: str = "") -> str:
        head = f"<a class=author href=/user/{number % 2}>{NAMES[number % 2]}</a> <i>2024-06-0{number + 1} 10:20</i>"
        return f"<li class=post><p>{head}</p><div class=said><div>{badge}</div>{text}</div></li>"

    said = [one(n, WORDS[n], "" if n % 2 else badge) for n in range(4)]
    assert texts(f"<ul>{''.join(said)}</ul>") == list(WORDS[:4])


def test_what_whoever_began_the_thread_is_called_may_stand_on_the_line_of_their_text() -> None:
    def one(number: int) -> str:
        head = f"<a class=author href=/user/{number}>{NAMES[number]}</a> <i>2024-06-0{number + 1} 10:20</i>"
        badge = "" if number else "<span><b>Topicstarter</b></span>"
        return f"<li class=post><p>{head}</p><div class=said>{badge}{WORDS[number]}</div></li>"

    assert texts(f"<ul>{''.join(map(one, range(3)))}</ul>") == list(WORDS[:3])


def test_the_numbers_of_the_lines_of_a_program_are_no_text() -> None:
    def one(number: int, text: str = "") -> str:
        head = f"<a class=author href=/user/{number}>{NAMES[number]}</a> <i>2024-06-0{number + 1} 10:20</i>"
        return f"<li class=post><p>{head}</p><div class=said>{WORDS[number]}{text}</div></li>"

    program = "<table><tr><td><pre>1\n2\n3</pre></td><td><pre>n = 1\nwhile n:\n    n += 1</pre></td></tr></table>"
    scores = "<table><tr><td>1</td><td>7</td></tr><tr><td>2</td><td>5</td></tr></table>"
    found = texts(f"<ul>{one(0, program)}{one(1)}{one(2, scores)}</ul>")
    assert found == [f"{WORDS[0]}\nn = 1\nwhile n:\n    n += 1", WORDS[1], f"{WORDS[2]}\n1\t7\n2\t5"]


def test_rows_in_two_colours_by_turns_stand_at_one_place() -> None:
    def one(number: int, text: str) -> str:
        rank, colour = ("骑士", "侠客", "精灵", "天使")[number], ("two", "one")[number % 2]
        panel = f"<div>级别: {rank}<br>发帖: <b>{number}87</b><br>注册时间:2005-12-11</div>"
        who = f"<th class=two><a href=/user/{number}>{NAMES[number]}</a>{panel}</th>"
        said = f"<th class=one><p><a>短消息</a> <a>引用</a></p><div class=said><div>{text}</div></div></th>"
        foot = f"<div class=sign>{rank}的第{number}天也要好好吃饭</div><i>Posted: 2024-06-01 10:2{number}</i>"
        rows = f"<tr class={colour}>{who}{said}</tr><tr class=one><th>{foot}</th></tr>"
        return f"<div class=post><table>{rows}</table></div>"

    said = ["桥上的灯修好了，晚上过去不用再打手电。", "收藏了", "感谢分享！", "昨天路过，围挡撤了一半。"]
    assert texts("".join(map(one, range(4), said))) == said


def test_a_quote_may_be_named_as_one_in_one_word_with_something_else() -> None:
    def post(number: int, quote: str) -> str:
        head = f"<a class=author href=/user/{number}>{NAMES[number]}</a> <i>2024-06-0{number + 1} 10:20</i>"
        return f"<li>{head}<div>{quote}<div class=said><p>{WORDS[number]}</p></div></div>"

    quote = f"<div class=theirquote>{NAMES[0]} 说<br>{WORDS[0]}</div>"
    found = thread(f"<ul>{post(0, '')}{post(1, '')}{post(2, quote)}{post(3, '')}</ul>").posts
    assert found[2].text == f"{NAMES[0]} 说\n{WORDS[0]}\n{WORDS[2]}"
    assert found[2].quoted == f"{NAMES[0]} 说\n{WORDS[0]}"


def test_classes_that_all_elements_of_a_post_have_do_not_tell_them_apart() -> None:
    names, kinds = ("heron", "wren5566", "ling", "heron"), ("a", "b c", "a", "b c")
    says = (("→ ", "先看看線有沒有打到車架"), ("推 ", "沒有照片"), ("推 ", "+2"), ("→ ", "謝謝 不響了"))
    head = "".join(
        f"<p class=meta><b class=meta-tag>{label}</b><b class=meta-value>{value}</b></p>"
        for label, value in (("作者", "kestrel (茶隼)"), ("標題", "前叉異音"), ("時間", "Sun Mar 17 22:14:31 2024"))
    )
    rows = "".join(
        f'<div class=row><i class="{kind} c row-tag">{tag}</i><i class="f b row-userid">{name}</i>'
        f'<i class="f row-said">: {text}</i><i class=row-time> 03/17 22:{n + 20}\n</i></div>'
        for n, (name, kind, (tag, text)) in enumerate(zip(names, kinds, says, strict=True))
    )
    opening = "過減速坡的時候前面會「喀」一聲。\n\n碗組上過油了，沒改善。\n\n--\n"
    note = "<i class=f>※ 發信站: 河邊小站(bbs.example.net), 來自: 192.0.2.7\n</i>"
    found = thread(f"<div id=said>{head}\n{opening}{note}{rows}</div>", "前叉異音 - 看板 bicycle").posts
    assert [(post.author, post.text) for post in found] == [
        ("kestrel", "過減速坡的時候前面會「喀」一聲。\n碗組上過油了，沒改善。"),
        *((name, text) for name, (_, text) in zip(names, says, strict=True)),
    ]


def comment(number: int, text: str) -> str:
    return (
        f"<div class=item><div class=inner><a class=name href=/user/profile/{number}>{NAMES[number]}</a>"
        f"<div class=content><span>{text}</span></div><div class=info><div class=date><span>06-0{number + 1}</span>"
        "<i>上海</i></div><b>赞</b><b>回复</b></div></div></div>"
    )


def test_a_day_in_an_element_that_is_called_a_date_is_a_time_and_the_author_may_stand_over_all_posts() -> None:
    head = (
        "<div class=head><a class=name href=/user/profile/4><b class=username>青石</b></a><button>关注</button></div>"
    )
    opening = (
        "<div class=title>周末骑车去哪里</div>"
        "<div class=desc>八点在桥头等大家，带水和干粮，走南边的那条路绕过去。</div>"
        "<b class=date>06-01 浙江</b>"
    )
    answers = f"<div class=replies>{comment(2, '水浇多了')}{comment(0, '谢谢')}</div>"
    comments = (
        f"<div>{comment(1, '带上我')}{answers}</div><div>{comment(3, '忘记它')}</div><div>{comment(2, '同去')}</div>"
    )
    found = thread(f"<div>{head}<div><div>{opening}</div><div>{comments}</div></div></div>", "周末骑车去哪里 - 小站")
    assert [(post.author, post.text) for post in found.posts] == [
        ("青石", "八点在桥头等大家，带水和干粮，走南边的那条路绕过去。"),
        ("小李子", "带上我"),
        ("河边的人", "水浇多了"),
        ("老王", "谢谢"),
        ("半夏", "忘记它"),
        ("河边的人", "同去"),
    ]


@pytest.mark.parametrize(("gone", "left"), [([1, 3], [0, 2, 4]), ([1, 3, 4], [0, 1, 2, 3, 4])])
def test_deleted_posts_are_none_beside_more_that_are_not(gone: list[int], left: list[int]) -> None:
    said = ["此回复已被删除！" if n in gone else WORDS[n] for n in range(5)]
    rows = "".join(
        f"<li><a class=author href=/user/{n}>{NAMES[n]}</a> <i>2024-06-0{n + 1} 10:20</i><div><p>{text}</p></div></li>"
        for n, text in enumerate(said)
    )
    assert texts(f"<h1>周末骑车</h1><ul>{rows}</ul>") == [said[n] for n in left]


def old_table(number: int, text: str, over: str = "") -> str:
    writer = f"<td><a href='/viewpro.php?uid={number}'>{NAMES[number]}</a><br>帖子 {number}17<br>状态 在线</td>"
    date = f"<tr><td>2006-9-{number + 11} 11:13 AM</td><td>回复</td></tr>"
    return f"{over}<table><tr>{writer}<td><table><tr><td>{text}</td></tr></table></td></tr>{date}</table>"


def test_menus_that_pop_up_between_posts_are_none_of_them() -> None:
    menu = "<div class=PopupMenu style='DISPLAY: none'><a href='/Profile?UID={0}'>查看 {1} 的资料</a></div>"
    began, last = "<a href='/Profile?UserName=0'>老王</a>", "<a href='/Profile?UserName=2'>河边的人</a>"
    head = f"<table><tr><td>发起人：{began} 最后更新：2008-5-23 12:26:03 by {last}</td></tr></table>"
    rows = "".join(
        f"{menu.format(n, NAMES[n])}<table><tr><td><div>2008-5-2{n + 1} 12:26:03</div></td></tr>"
        f"<tr><td><b>{NAMES[n]}</b><br>老街坊</td><td><div>{WORDS[n]}</div></td></tr></table>"
        for n in range(3)
    )
    found = thread(f"<div>{head}{rows}</div>")
    assert [(post.author, post.text) for post in found.posts] == list(zip(NAMES[:3], WORDS[:3], strict=True))


def test_a_picture_that_is_called_a_line_over_signatures_ends_a_post() -> None:
    sign = "</td></tr><tr><td><img src='images/common/sigline.gif'><br>钓的不是鱼，是寂寞，也是一种生活"
    foot = "<p><a href='/member.php?action=clearcookies'>清除 Cookies</a> - 联系我们，我们会在三天之内回答</p>"
    posts = "".join(old_table(n, f"{WORDS[n]}{sign}") for n in range(3))
    assert texts(f"<div>{posts}{foot}</div>") == list(WORDS[:3])


def test_the_last_post_in_running_text_ends_with_its_paragraph() -> None:
    said = [*WORDS[:2], "一、先去桥头。<br>二、再去河边。<br>三、往南边绕过去，那条路在修。<br>四、回家。"]
    rows = "".join(
        f"<p class=author><strong>{NAMES[n]}</strong> 发表于 2014-3-2{n} 19:16</p><h3></h3>{text}"
        for n, text in enumerate(said)
    )
    assert texts(f"<div>{rows}<div>页: [1]</div></div>") == [*said[:2], said[2].replace("<br>", "\n")]


def test_a_letter_of_few_words_is_no_time_though_one_text_holds_both() -> None:
    def post(number: int) -> str:
        sent = f"发信人: user{number} (^_^), 信区: Bike\n发信站: 河边站 (Sat Jun  {number + 1} 21:36:09 2024)"
        return (
            f'<table><tr><td>[<a href="/qry?userid=user{number}">user{number}</a>]<tr><td>'
            f"<pre>{sent}\n{said[number]}</pre><pre>--\n河水向东\n※ 来源: 河边站</pre></table>"
        )

    said = ["有道理。", "前排", "说到心坎里了！"]
    assert texts("".join(map(post, range(3)))) == said


def test_a_signature_may_stand_below_a_line_of_marks() -> None:
    assert without_notes(f"{WORDS[0]}\n※※※※※※※※\n青山遮不住") == WORDS[0]


@pytest.mark.parametrize(
    ("over", "kept"), [("女 36岁 2024-06-01 20:15:02", False), ("我在河边住了三年，有话想说一说", True)]
)
def test_the_line_of_who_asked_and_when_goes_with_the_title_below_it(over: str, kept: bool) -> None:
    post = Post(f"{over}\n周末骑车\n{WORDS[0]}")
    [found] = without_title(Thread(posts=(post,), title="周末骑车")).posts
    assert found.text == (post.text if kept else WORDS[0])


def test_tags_behind_a_text_are_none_of_it_and_what_is_useful_is_nobody() -> None:
    asked = (
        f"<div class=q><h2>周末骑车</h2><p>{WORDS[0]}</p><p><a class=author>老王</a> 提问于 <i>2024-06-01</i></p>"
        "<div class=detail-tags><a href=/t/1>生活</a> <a href=/t/2>骑车</a></div></div>"
    )
    rows = "".join(
        f"<li class=a><p>{WORDS[n]}</p><a class=author href=/u/{n}>{NAMES[n]}</a> <i>2024-06-0{n}</i>"
        f"<div><a>有用 <b>{n}</b></a><a>没用</a></div></li>"
        for n in (2, 4)
    )
    assert texts(f"{asked}<ul>{rows}</ul>") == [WORDS[0], WORDS[2], WORDS[4]]


def test_replies_that_are_shown_over_all_too_are_read_once() -> None:
    def row(n: int) -> str:
        return f"<li><a class=author>{NAMES[n % 5]}</a> <i>2024-06-01 10:2{n}</i><div>{WORDS[n % 5]}</div></li>"

    rows = [row(n) for n in range(5)]
    best = f"<h3>最亮回帖</h3><ul>{rows[3]}{rows[1]}</ul><h3>全部回帖</h3>"
    found = thread(f"<ul>{rows[0]}</ul>{best}<ul>{''.join(rows[1:])}</ul>").posts
    assert [post.text for post in found] == list(WORDS)
    assert [post.floor for post in found] == [1, 2, 3, 4, 5]
    assert texts(f"<ul>{rows[0]}{rows[1]}{''.join(rows[1:])}</ul>") == [*WORDS[:2], *WORDS[1:]]


def test_the_element_called_a_name_goes_before_the_place_beside_it_that_differs_more() -> None:
    said = [
        ("林间", "昆明", "锅小菜多，温度掉下来就变成煮菜了，分两次炒。"),
        ("远山", "成都", "菜要沥干水，出锅前再放盐。"),
        ("林间", "柳州", "饭店放的油是你的五倍。"),
        ("林间", "大连", "焯水的时候放几滴油一点盐，十秒钟。"),
        ("远山", "郑州", "别盖锅盖！"),
    ]
    rows = "".join(
        f"<div class=post><div class=user-info><div><b class=username>{name}</b><i>8</i></div>"
        f"<p>第{number}楼 <i>2022-07-09</i><u class=ip>{place}</u></p></div><p class=text>{text}</p></div>"
        for number, (name, place, text) in enumerate(said, 1)
    )
    page = f"<title>青菜为什么发黄？_美食吧</title><h1>青菜为什么发黄？</h1><div>{rows}</div>"
    found = extract_page(page.encode(), "https://bbs.example/thread-3-1-1.html")
    assert isinstance(found, Thread)
    assert [post.author for post in found.posts] == [name for name, _, _ in said]


def test_a_post_of_words_that_others_say_too_is_told_from_the_name_over_it() -> None:
    said = [*WORDS[:2], "好的", WORDS[2], "好的"]
    rows = "".join(
        f"<li><div><div><b>{NAMES[n]}</b> <i data-time={1717200000 + n}>发表于 14天前</i> <em>#{n + 1}</em></div>"
        f"<div>{text}</div><div><a href=#re>回复</a> <a href=#qu>引用</a></div></div>"
        for n, text in enumerate(said)
    )
    assert texts(f"<ul>{rows}</ul>") == said


def test_a_text_of_which_others_say_the_same_is_one_though_only_the_opening_says_more() -> None:
    said = [f"{WORDS[0]}", "谢谢！", "谢谢！"]
    ranks = ("新手上路", "版主", "新手上路")
    rows = "".join(
        f"<li class=qwe><div class=asd><div class=zxc><b>{NAMES[n]}</b> <u>{ranks[n]}</u>"
        f" <i>2024-06-0{n + 1} 10:20</i></div><div class=poi><p>{text}</p></div></div>"
        for n, text in enumerate(said)
    )
    assert texts(f"<ul>{rows}</ul>") == said


def test_an_opening_in_an_element_of_no_name_is_not_laid_over_what_has_none_in_the_replies() -> None:
    buttons = "<div><a href=#re>回复</a> <a href=#qu>引用</a></div>"

    def head(n: int) -> str:
        return f"<div class=who><a href=/user/{n}>{NAMES[n]}</a> <i>2024-06-0{n + 1} 10:20</i></div>"

    opening = f"<div>{head(0)}<div class=body>{''.join(f'<div>{text}</div>' for text in WORDS)}</div>{buttons}</div>"
    said = ("算我一个。", WORDS[3])
    rows = "".join(
        f"<div class=row><div class=body><fieldset><legend>引用</legend>老王 说：<br>{WORDS[n]}</fieldset>"
        f"<div>{text}</div></div><div>__________<br>{'山高水长'[n:]}</div>{head(n + 1)}{buttons}</div>"
        for n, text in enumerate(said)
    )
    found = thread(f"<div>{opening}<div>{rows}</div></div>").posts
    assert [post.own for post in found] == ["\n".join(WORDS), *said]


def test_a_paragraph_that_the_only_reply_quotes_is_of_the_opening_too() -> None:
    def post(n: int, text: str) -> str:
        head = f"<div class=meta><b class=username>{NAMES[n]}</b> <i class=time>2024-06-0{n + 1} 10:20</i></div>"
        return f"<div class=floor>{head}<div class=content>{text}</div><a href=#re>回复</a></div>"

    quote = f"<div class=quote>老王 说：<br>{WORDS[0]}</div>"
    body = post(0, f"<div>{WORDS[0]}</div><div>{WORDS[1]}</div>") + post(1, f"{quote}<div>{WORDS[2]}</div>")
    assert [found.own for found in thread(body).posts] == ["\n".join(WORDS[:2]), WORDS[2]]
