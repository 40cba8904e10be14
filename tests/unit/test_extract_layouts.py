"""Threads in the layouts that forums are built in, with pages of our own: each as little as shows the difficulty."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.model import Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
NAMES = ("老王", "小李子", "河边的人", "半夏", "青石")
WORDS = ("周末有没有人一起去河边骑车？", "顶", "沙发", "同去", "支持楼主")


def thread(body: str, title: str = "周末骑车 - 河边论坛") -> Thread:
    page = f"<title>{title}</title><body>{body}".encode()
    found = extract_page(page, "https://bbs.example.net/thread-7-1-1.html", now=NOW, from_board=True)
    assert isinstance(found, Thread)
    return found


def texts(body: str) -> list[str]:
    return [post.text for post in thread(body).posts]


def by(number: int) -> str:
    return f'<a class=author href="/user/{number}">{NAMES[number]}</a>'


def repeat(post: Callable[[int], str], count: int = len(WORDS)) -> str:
    return "".join(map(post, range(count)))


def short(number: int) -> str:
    return (
        f"<li class=post><p>{by(number)} <i>2024-06-0{number + 1} 10:20</i></p>"
        f"<div class=said>{WORDS[number]}</div><p><a>回复</a> <a>举报</a></p></li>"
    )


def test_posts_may_be_of_one_word() -> None:
    assert texts(f"<ul>{repeat(short)}</ul>") == list(WORDS)


def test_names_with_times_are_no_posts_beside_posts_of_one_word() -> None:
    visitors = "".join(f"<li>{by(n % 5)} 2024-06-1{n % 4} 09:1{n}</li>" for n in range(9))
    assert texts(f"<ul>{repeat(short)}</ul><aside>最近来过<ul>{visitors}</ul></aside>") == list(WORDS)


def test_other_threads_with_authors_and_times_are_no_posts_beside_posts_of_one_word() -> None:
    rows = "".join(
        f"<li class=row><a href=/thread-{n}-1-1.html>第 {n} 次环湖骑行的路线和集合地点</a>"
        f"{by(n % 5)}<i>2024-05-1{n} 08:00</i> 荐</li>"
        for n in range(9)
    )
    assert texts(f"<ul>{repeat(short)}</ul><aside>相关主题<ul>{rows}</ul></aside>") == list(WORDS)


def test_what_stands_over_the_first_post_that_begins_with_the_thread_s_title_is_not_its_opening() -> None:
    def titled(number: int) -> str:
        title = "周末骑车" if number == 0 else "Re: 周末骑车"
        return (
            f"<table><tr><td><b>{title}</b> <i>2024-06-0{number + 1} 10:20</i></td></tr>"
            f"<tr><td>{by(number)}</td><td><p>{WORDS[number]}</p></td></tr></table>"
        )

    rules = f"<p>{by(4)} 2024-05-01 08:00</p><p>请各位在发帖之前先看这里的版规，文明发言，谢谢大家的配合。</p>"
    assert texts(f"<div><div>{rules}</div><div>{repeat(titled)}</div></div>") == list(WORDS)


def test_subjects_of_replies_that_lead_to_their_places_are_neither_topics_nor_authors() -> None:
    said = ("周末要下雨吧，还是看看再说", "算我一个，带上干粮和水", "路在修，要从南边绕过去", "八点太早了，九点行不行")

    def reply(number: int) -> str:
        who = f"<p><span class=username>{NAMES[number]}</span></p><p>2024-06-0{number + 2} 10:20</p>"
        subject = f"<h3><a href=/comment/9{number}#comment-9{number}>{said[number][:5]}</a></h3>"
        return f"<div class=comment><div>{who}</div><div>{subject}<div><p>{said[number]}</p></div></div></div>"

    asked = f"<p>由 <span class=username>{NAMES[4]}</span> 发表于 2024-06-01 10:20</p><div><p>{WORDS[0]}</p></div>"
    posts = thread(f"<h1>周末骑车</h1><div>{asked}</div><div><h2>回复</h2>{repeat(reply, 4)}</div>").posts
    assert [(post.author, post.text) for post in posts[1:]] == list(zip(NAMES, said, strict=False))


def test_the_site_s_head_with_the_hour_and_its_news_is_no_post_over_the_only_one() -> None:
    news = "<p><b>公告</b> 六月十二日大家一起去河边捡垃圾，集合地点在老桥下面。</p>"
    head = f"<div><div><ul><li>{by(3)}</li><li>2024-06-14 22:00</li></ul>{news}</div></div>"
    said = "<p>上周末和几个朋友骑了一圈，全程四十公里，路况很好，就是风大了点，有没有人这周再去一次？</p>"
    post = f"<div><h3>周末骑车</h3><div>{by(0)}</div><div>2024-06-01 10:20</div>{said}</div>"
    assert [post.author for post in thread(f"{head}<div>{post}</div>").posts] == [NAMES[0]]


def test_a_head_says_who_began_the_thread_on_which_day_and_how_it_is_tagged() -> None:
    def marked(number: int) -> str:
        at = f"<time title='2024-06-0{number + 1} 10:20'>6月{number + 1}日</time>"
        head = f"<header><ul><li><a>{at}</a></li></ul></header>"
        return f"<article><div>{by(number)}</div><div>{head}<div><p>{WORDS[number]}</p></div></div></article>"

    tags = "".join(
        f"<a href=/tags/{n}>{tag}</a> " for n, tag in enumerate(("环湖骑行", "周末同城活动", "新手可以参加"))
    )
    began = "<li><span>开始日期</span> <a><time>2024年5月30日</time></a></li>"
    head = f"<div><div><ul><li>楼主 {by(0)}</li>{began}<li>标签 {tags}</li></ul></div></div>"
    assert texts(f"<div>{head}<div><div><div>{repeat(marked)}</div></div></div></div>") == list(WORDS)


def test_an_opening_as_long_ago_as_the_first_reply_is_another_post() -> None:
    opening = f"<section><h1>周末骑车</h1><p>{by(0)} <i>3 天前</i> 120 次点击</p><div>{WORDS[0] * 2}</div></section>"
    replies = "".join(
        f"<tr><td>{by(n)} <i>3 天前</i><div class=said>{WORDS[n]}，我也想去看看。</div></td></tr>" for n in range(1, 5)
    )
    found = texts(f"{opening}<section><table>{replies}</table></section>")
    assert len(found) == 5
    assert WORDS[0] * 2 in found[0]


def days(body: str) -> list[str]:
    return [f"{post.published_at:%m-%d}" if post.published_at else "" for post in thread(body).posts]


def in_numbers(*times: str) -> str:
    return "".join(
        f"<li>{by(n)} <i>{time}</i><div class=said>{WORDS[n]}，第 {n} 次了。</div></li>" for n, time in enumerate(times)
    )


def test_one_date_of_a_page_tells_whether_the_month_comes_first() -> None:
    assert days(in_numbers("03-04-2024, 08:18 PM", "03-25-2024, 09:18 PM")) == ["03-04", "03-25"]
    assert days(in_numbers("25/03/2024 8:18 pm", "03/04/2024 9:18 pm")) == ["03-25", "04-03"]


def test_a_time_is_not_what_the_time_before_it_is_called() -> None:
    posts = "".join(
        f"<table><tr><td>{by(n)}<br>等级：{n}<br>注册：2012-3-{n + 1}</td><td>发表于：2024-5-{n + 1} 10:20:30</td></tr>"
        f"<tr><td></td><td>{WORDS[n]}，刚才又去看了一次。</td></tr></table>"
        for n in range(5)
    )
    assert days(posts) == ["05-01", "05-02", "05-03", "05-04", "05-05"]


def test_headings_and_buttons_in_the_box_of_a_text_are_none_of_it() -> None:
    posts = "".join(
        f"<tr><td>{by(n)} <i>2024-06-0{n + 1} 10:20</i></td><td><h3>Re: 周末骑车</h3>{WORDS[n]}，我也想去看看。"
        f"<p><a>引用</a><a>举报 ({n})</a></p></td></tr>"
        for n in range(5)
    )
    assert texts(f"<table>{posts}</table>") == [f"{word}，我也想去看看。" for word in WORDS]


def test_a_name_before_a_text_belongs_to_it_though_half_of_the_posts_begin_with_it() -> None:
    posts = "".join(
        f"<li>{by(n)} <i>2024-06-0{n + 1} 10:20</i>"
        f"<div class=said><b><a href=/user/0>@老王</a></b> 第 {n} 次，{WORDS[n]}</div></li>"
        for n in range(5)
    )
    assert texts(f"<ul>{posts}</ul>")[1] == "@老王 第 1 次，顶"


def test_the_text_of_an_opening_is_called_as_that_of_the_replies() -> None:
    opening = (
        f"<section><h1>周末骑车</h1><p>楼主：{by(0)} 时间：<i>2024-06-01 10:20</i> 点击：120 回复：4</p>"
        f"<article><div><div class='said first'>{WORDS[0] * 3}</div>"
        "<p>楼主发言：3次，发图：0张</p></div></article></section>"
    )
    replies = "".join(
        f"<li>{by(n)} <i>2024-06-0{n + 1} 10:20</i><div class=said>{WORDS[n]}，我也想去看看。</div></li>"
        for n in range(1, 5)
    )
    assert texts(f"{opening}<ul>{replies}</ul>")[0] == WORDS[0] * 3


def test_an_opening_and_its_only_reply_need_have_nothing_in_common() -> None:
    opening = (
        f"<section class=topic><h1>周末骑车</h1><p>{by(0)} · <i>2024-06-01 10:20</i> · 120 次点击</p>"
        f"<article><p>{WORDS[0] * 2}</p></article></section>"
    )
    reply = (
        f"<section class=replies><h4>1 条回复</h4><table><tr><td><a href=/user/1>{NAMES[1]}</a> <b>1 楼</b>"
        f"<i>2024-06-02 11:20</i><div class=said>{WORDS[3]}，我也想去看看。</div></td></tr></table></section>"
    )
    visitors = "".join(f"<li>{by(n)} 2024-06-1{n} 09:10</li>" for n in range(5))
    found = thread(f"<main>{opening}{reply}</main><aside>最近来过<ul>{visitors}</ul></aside>")
    assert [post.author for post in found.posts] == [NAMES[0], NAMES[1]]
    assert found.posts[0].text == WORDS[0] * 2
    assert f"{WORDS[3]}，我也想去看看。" in found.posts[1].text


def test_an_only_post_stays_one_beside_names_and_times_without_a_text() -> None:
    post = f"<article><p>{by(0)} <i>2024-06-01 10:20</i></p><div class=said>{WORDS[0] * 3}</div></article>"
    rows = f"<li><a href=/thread-8-1-1.html>第八次环湖骑行的路线和集合地点</a>{by(1)} 2024-05-11 08:00 荐</li>"
    assert texts(f"<main>{post}</main><aside><ul>{rows}</ul><p>{by(2)} 2024-05-12 09:00</p></aside>") == [WORDS[0] * 3]


def test_a_rank_and_a_floor_before_the_text_are_none_of_it() -> None:
    def post(number: int) -> str:
        head = f"<h4><i>{number}楼</i>{by(number)} 2024-06-0{number + 1} 10:20</h4>"
        return f"<li>{head}<p>{WORDS[number]}</p></li>"

    assert texts(f"<ul>{repeat(post)}</ul>") == list(WORDS)


def test_a_rank_before_the_time_is_no_text() -> None:
    def post(number: int) -> str:
        return f"<li>{by(number)}<em>会员</em><i>2024-06-0{number + 1} 10:20</i><p>{WORDS[number]}</p></li>"

    assert texts(f"<ul>{repeat(post)}</ul>") == list(WORDS)


def test_the_head_of_an_opening_of_another_template_is_no_text() -> None:
    def post(number: int) -> str:
        return (
            f"<li class=reply>{by(number)}<i>2024-06-0{number + 1} 10:20</i><div class=said>{WORDS[number]}</div></li>"
        )

    head = f"<div class=head>{by(0)} 发表于：2024-06-01 10:20 <span>点击：41</span></div>"
    opening = f"<div class=main>{head}<div class=content>{WORDS[0]}<br>{WORDS[0]}</div></div>"
    found = texts(f"{opening}<ul>{''.join(map(post, range(1, 5)))}</ul>")
    assert found == [f"{WORDS[0]}\n{WORDS[0]}", *WORDS[1:]]


def test_a_few_posts_with_times_and_authors_are_a_thread_beside_the_lists_of_its_forum() -> None:
    pairs = ((one, other) for one in NAMES for other in NAMES if one != other)
    rows = "".join(
        f"<li><a href=/thread-{n}-1-1.html>{one}和{other}去年夏天环湖骑行的路线</a></li>"
        for n, (one, other) in enumerate(pairs)
    )
    for count in (1, 2):
        assert texts(f"<ul>{repeat(short, count)}</ul><div>热门主题<ul>{rows}</ul></div>") == list(WORDS[:count])

    def unmarked(number: int) -> str:
        head = f"<a href=/~{number}>{NAMES[number]}</a> <i>2024-06-0{number + 1} 10:20</i>"
        return f"<li class=post><p>{head}</p><div class=said>{said[number]}</div></li>"

    said = [WORDS[0], "我想去，可是车胎没有气了。", "我家里有打气筒，可以借给你。"]
    assert texts(f"<ul>{repeat(unmarked, 3)}</ul><div>热门主题<ul>{rows}</ul></div>") == said


def test_an_opening_needs_no_more_marks_than_the_replies_have() -> None:
    def reply(number: int) -> str:
        return f"<li class=post><i>{NAMES[number]} 2024-06-0{number + 1} 10:20</i><p>{WORDS[number]}</p></li>"

    opening = f"<div class=top><p>提交日期：2024-06-01 10:20</p><div>{WORDS[0]}{WORDS[0]}</div></div>"
    assert texts(f"{opening}<ul>{''.join(map(reply, range(1, 5)))}</ul>") == [WORDS[0] * 2, *WORDS[1:]]
    head = f"<div class=top><h1>{WORDS[0]}{WORDS[0]}</h1><p>更新于 2024-06-07 10:20</p></div>"
    assert texts(f"{head}<ul>{repeat(reply)}</ul>") == list(WORDS)


def test_records_are_not_made_smaller_than_their_marks() -> None:
    def post(number: int) -> str:
        kind = ("even", "odd")[number % 2]
        said = f"<div class=said><i>2024-06-0{number + 1} 10:20</i><p>{WORDS[number]}</p></div>"
        return f"<li class=post{kind}><div class=user>{by(number)}</div>{said}</li>"

    found = thread(f"<ul>{repeat(post)}</ul>")
    assert [(post.author, post.text) for post in found.posts] == list(zip(NAMES, WORDS, strict=True))


def test_what_stands_in_all_posts_around_their_texts_is_none_of_them() -> None:
    def post(number: int) -> str:
        head = f"{by(number)}<i>2024-06-0{number + 1} 10:20</i><div><div>致全体成员</div></div>"
        return f"<li>{head}<p>{WORDS[number]}</p><div role=button>回信</div><div role=button>转寄</div></li>"

    assert texts(f"<ul>{repeat(post)}</ul>") == list(WORDS)


def test_lists_are_parts_of_the_text_whose_paragraphs_stand_beside_them() -> None:
    places = ("老桥的北边", "渡口的小店", "水塔下面的草地", "旧码头的台阶", "林场的路口", "二号桥的亭子")

    def post(number: int) -> str:
        route = "".join(f"<li>第{one}次停下来的地方是{places[one]}</li>" for one in range(number, number + 3))
        said = f"<p>{WORDS[number]}</p><ul>{route}</ul>"
        return f"<li>{by(number)}<i>2024-06-0{number + 1} 10:20</i><div class=said>{said}</div></li>"

    assert [text.split("\n")[0] for text in texts(f"<ul>{repeat(post, 3)}</ul>")] == list(WORDS[:3])


def test_lists_and_code_go_on_behind_the_only_paragraph_of_a_text() -> None:
    behind = ("", "<ul><li>先到老桥</li><li>再到渡口</li></ul>", "", "<pre>echo 1</pre>", "")

    def post(number: int) -> str:
        said = f"<div class=said><div>{WORDS[number]}</div>{behind[number]}</div>"
        return f"<li>{by(number)} <i>2024-06-0{number + 1} 10:20</i>{said}<p><a>回信</a></p></li>"

    others = ("", "\n先到老桥\n再到渡口", "", "\necho 1", "")
    assert texts(f"<ul>{repeat(post)}</ul>") == [f"{one}{more}" for one, more in zip(WORDS, others, strict=True)]


@pytest.mark.parametrize("people", [f"{by(0)}、{by(2)}、{by(4)}", "老王、河边的人、青石"])
def test_buttons_over_those_who_liked_a_post_are_no_text_of_it(people: str) -> None:
    def post(number: int) -> str:
        liked = f"<div>赞：{people}</div>" if number % 2 else ""
        said = f"<div>{WORDS[number]}</div><div><a href=#a>回信</a> <a href=#b>转寄</a></div>{liked}"
        return f"<li>{by(number)} <i>2024-06-0{number + 1} 10:20</i>{said}</li>"

    assert texts(f"<ul>{repeat(post)}</ul>") == list(WORDS)


def test_the_card_of_an_author_may_stand_below_the_opening() -> None:
    head = "<h1>周末骑车</h1><div>创建于 <i>2024-06-01 10:20</i> / 阅读 187</div>"
    said = "<p>想找几个人一起骑，从老桥出发。</p><p>天黑以前回到城里，下雨就改到下个星期。</p>"
    motto = "<div class=said>我只在天晴的时候骑车</div>"
    card = f"<div class=post><div class=user>{by(0)}<em>762 声望</em></div>{motto}</div>"

    def post(number: int) -> str:
        user = f"<div class=user>{by(number)}<i>2024-06-0{number + 1} 10:20</i></div>"
        return f"<div class=post>{user}<div class=said>{WORDS[number]}</div></div>"

    replies = "".join(map(post, range(1, len(WORDS))))
    found = thread(f"<div>{head}<div class=text>{said}</div></div><div>{card}</div><div>{replies}</div>")
    assert [post.author for post in found.posts] == list(NAMES)
    assert found.posts[0].text.startswith("想找几个人")
    assert found.posts[0].text.endswith("就改到下个星期。")
    assert found.posts[0].published_at == datetime(2024, 6, 1, 2, 20, tzinfo=UTC)


def test_an_opening_of_another_template_has_its_text_over_its_time_where_the_replies_have() -> None:
    remarks = "".join(
        f"<li><p>{NAMES[n]} <u>6月{n}日</u></p><p>去年走到{place}就回头了，雨太大了。</p></li>"
        for n, place in enumerate(("渡口的小店", "水塔下面"))
    )

    def foot(number: int) -> str:
        return f"<ul><li>{by(number)} 写于 <i>2024-06-0{number + 1} 10:20</i></li></ul>"

    def post(number: int) -> str:
        return f"<section class=post><div class=said><p>{WORDS[number]}</p></div>{foot(number)}</section>"

    ask = "<div class=ask><p>周末有没有人一起去河边骑车？从老桥出发。</p></div>"
    opening = f"<section class=top>{ask}{foot(0)}<ol>{remarks}</ol></section>"
    found = texts(opening + "".join(map(post, range(1, len(WORDS)))))
    assert found[0].startswith("周末有没有人一起去河边骑车？")
    assert "回头" not in found[0]


def test_what_tells_who_wrote_last_is_no_opening() -> None:
    head = f"<div class=notice>这个主题有 4 个回复、5 个人参与，最后更新于 <i>2 天前</i>，由 {by(3)} 写下。</div>"
    assert texts(f"<div>{head}<p>正在看第 1 到 5 个，一共有 5 个。</p></div><ul>{repeat(short)}</ul>") == list(WORDS)


def test_an_opening_may_say_who_wrote_and_when_over_its_title() -> None:
    said = "".join(f"<span>{line}</span><br>" for line in (SAID, "下雨就改到下个星期。"))
    opening = f"<p>{by(0)} <i>2024-06-01 10:20</i></p><h1>周末骑车</h1><div>{said}</div>"
    replies = "".join(map(short, range(1, len(WORDS))))
    found = texts(f"<article>{opening}</article><ul>{replies}</ul>")
    assert found == [f"{SAID}\n下雨就改到下个星期。", *WORDS[1:]]


@pytest.mark.parametrize("title", ["<h2>周末骑车</h2> <span>242 次阅读</span>", "<div>周末骑车</div>"])
def test_lists_over_the_title_are_no_opening(title: str) -> None:
    others = ("去年秋天我从渡口走到水塔下面", "桥边的小店换了一个主人", "林场的路口新修了一个亭子")
    hot = "".join(
        f"<li><a href=/thread-{n}-1-1.html>{said}</a> <em>{n * 7}</em></li>" for n, said in enumerate(others, 8)
    )
    last = "".join(
        f"<p>{by(n)}: <a href=/thread-{n + 20}-1-1.html>{said}</a> <span>{n + 1}小时前</span></p>"
        for n, said in enumerate(("旧码头的台阶还能不能坐", "二号桥下面能不能钓鱼", "请问老桥什么时候通车"))
    )
    column = f"<div class=side><h3>热门</h3><ul>{hot}</ul><h3>最新</h3>{last}</div>"
    assert texts(f"{column}{title}<ul>{repeat(short)}</ul>") == list(WORDS)


LAST = f"<div>由 {by(0)} 发起</div><p>最后由 {by(3)} 回复于 <b>2024-06-05 10:20</b>，242 次阅读</p>"
SAID = "周末有没有人一起去河边骑车？我们从老桥出发，天黑以前回到城里。"


def test_an_opening_may_tell_who_wrote_last_and_not_when_it_was_written() -> None:
    head = f"<div class=head><h1>周末骑车</h1>{LAST}</div>"
    count = "<p>截止 2024-06-05 10:20，共收到 4 条回复</p>"
    replies = "".join(map(short, range(1, len(WORDS))))
    opening, *others = thread(f"<div>{head}<div>{SAID}</div></div><div>{count}<ul>{replies}</ul></div>").posts
    assert (opening.text, opening.author, opening.published_at) == (SAID, NAMES[0], None)
    assert [one.text for one in others] == list(WORDS[1:])


def unsigned(number: int) -> str:
    said = (
        f"我也想去，第{number}座桥那边的路好走吗？上次是{NAMES[number - 1]}带的路。下雨以后都是水，{number}点才到家。"
    )
    return f"<li><p>{NAMES[number]} <i>2024-06-0{number + 1} 10:20</i></p><div>{said}</div></li>"


@pytest.mark.parametrize("heading", ["<h1><a href=/thread-7-1-1.html>{}</a></h1>", "<div>{}</div>"])
def test_a_title_over_an_opening_is_no_link_to_another_thread_nor_the_label_of_its_time(heading: str) -> None:
    title = "周末骑车去了老桥，回来再说最后更新"
    head = f"{heading.format(title)}<p>老王 <i>2024-06-01 10:20</i></p>"
    replies = "".join(map(unsigned, range(1, 5)))
    found = thread(f"<div>{head}<div>{SAID}</div></div><ul>{replies}</ul>", f"{title} - 河边论坛").posts
    assert len(found) == 5
    assert found[0].text.endswith(SAID)


def test_a_post_that_all_others_quote_is_one_as_they() -> None:
    def post(number: int) -> str:
        quote = f"<div>{NAMES[0]} 写于 <i>2024-06-01 10:20</i><br>{SAID}</div>" if number else ""
        said = f"<div>{quote}<p>{SAID if not number else f'{NAMES[number]}也想去，几点出发好呢？'}</p></div>"
        return f"<section><p>{by(number)} <i>2024-06-0{number + 1} 10:20</i></p>{said}</section>"

    found = thread(f"<div>{repeat(post)}</div>").posts
    assert [one.author for one in found] == list(NAMES)
    assert found[0].text == SAID


def test_a_reply_that_is_shown_above_the_others_too_is_no_opening() -> None:
    said = "我上个星期从老桥骑到河边，一路上都没有下雨。"
    head = f"<header>{by(0)} <i>2024-06-01 10:20</i><h1>周末骑车</h1><div>{SAID}</div></header>"
    best = f"<section>{by(2)}<i>2024-06-03 10:20</i><div>{said}</div></section>"
    replies = "".join(map(short, range(1, len(WORDS)))).replace(WORDS[2], said)
    found = texts(f"<main>{head}<div>{best}<ul>{replies}</ul></div></main>")
    assert found == [SAID, WORDS[1], said, *WORDS[3:]]


def test_the_head_of_an_opening_is_no_text_though_it_is_called_as_the_bodies_of_replies() -> None:
    head = f"<div class=main><h2>周末骑车</h2><p><b>精华</b> {by(0)} <i>6天前</i> 7617次点击</p></div>"
    opening = f"<div class=panel><div class=top><div class=media>{head}</div></div><div><p>{SAID}</p></div></div>"

    def post(number: int) -> str:
        said = f"<p><p>{WORDS[number]}</p></p>"
        return f"<div class=media><div class='main said'><div>{by(number)} {9 - number}小时前</div>{said}</div></div>"

    assert texts(f"{opening}<div class=panel>{repeat(post)}</div>") == [SAID, *WORDS]


def test_a_list_of_other_threads_is_no_text_of_the_opening() -> None:
    rows = (
        "<ul><li><a href=/thread-8-1-1.html>渡口的灯坏了</a></li><li><a href=/thread-9-1-1.html>老桥封了</a></li></ul>"
    )
    said = ("以前在这条路上骑过，中间有一段要推车上去。", "我查了一下，那天的风不大，早上有一点雨。")

    def post(number: int, text: str, more: str = "") -> str:
        return f"<li>{by(number)} <i>2024-06-0{number + 1} 10:20</i><div class=said>{more}<p>{text}</p></div></li>"

    def posts(heading: str) -> list[str]:
        return texts(f"<ul>{post(0, SAID, f'<h5>{heading}</h5>{rows}')}{post(1, said[0])}{post(2, said[1])}</ul>")

    assert posts("相似文章") == [SAID, *said]
    assert "老桥封了" in posts("我查到的几篇")[0]


def test_a_text_is_told_from_the_panel_in_a_cell_that_is_called_alike() -> None:
    home = ("城北", "渡口镇", "老桥", "水塔下", "林场")
    said = [f"{word}。我上个星期从{place}骑到河边，一路上都没有下雨。" for word, place in zip(WORDS, home, strict=True)]

    def post(number: int) -> str:
        panel = f"<div>{by(number)}</div><div class=panel><p>来自 <b>{home[number]}</b></p></div>"
        cells = f"<div class='cell a1'>{panel}</div><div class='cell a2'><div>{said[number]}</div></div>"
        head = f"<div class=head>2024-06-0{number + 1} 10:20</div>"
        return f"<div><div>{head}<div class=row>{cells}</div></div></div>"

    assert texts(repeat(post)) == said


def test_the_text_of_an_opening_may_stand_between_its_head_and_the_replies() -> None:
    head = f"<header><h1>周末骑车</h1><div>{by(0)} <i>2024-06-01 10:20</i> 发表，一共有 4 个回复</div></header>"
    said = "<div class=text>周末有没有人一起去河边骑车？我们从老桥出发，天黑以前回到城里。</div>"
    replies = "".join(map(short, range(1, len(WORDS))))
    found = texts(f"<main>{head}<div>{said}<ul>{replies}</ul></div></main>")
    assert "我们从老桥出发" in found[0]
    assert found[1:] == list(WORDS[1:])


def test_asides_in_posts_are_none_of_their_texts_but_for_quotes() -> None:
    preview = (
        "<aside><header><a href=//maps.example/>maps.example</a></header><h3>沿河的路</h3><p>从老桥到渡口。</p></aside>"
    )
    quote = "<aside class=quote><blockquote>下雨也去吗？</blockquote></aside>"

    def post(number: int) -> str:
        inside = preview if number == 1 else quote if number == 2 else ""
        said = f"<div class=said><p>{WORDS[number]}</p>{inside}</div>"
        return f"<li>{by(number)}<i>2024-06-0{number + 1} 10:20</i>{said}</li>"

    found = texts(f"<ul>{repeat(post)}</ul>")
    assert found == [*WORDS[:2], f"{WORDS[2]}\n下雨也去吗？", *WORDS[3:]]


def test_a_link_that_works_as_a_button_is_no_text() -> None:
    quote = "<blockquote>下雨也去吗？<a role=button href=#>展开全文</a></blockquote>"

    def post(number: int) -> str:
        said = f"<div class=said>{quote if number == 2 else ''}<p>{WORDS[number]}</p></div>"
        return f"<li>{by(number)}<i>2024-06-0{number + 1} 10:20</i>{said}</li>"

    found = thread(f"<ul>{repeat(post)}</ul>").posts
    assert [post.text for post in found] == [*WORDS[:2], f"下雨也去吗？\n{WORDS[2]}", *WORDS[3:]]
    assert found[2].quoted == "下雨也去吗？"


def test_a_quote_above_the_text_in_an_element_of_its_own_belongs_to_its_post() -> None:
    def post(number: int) -> str:
        quote = "<div class=reply-quote>下雨也去吗？老周说不去。</div>" if number in (2, 4) else ""
        press = "<a class=quote-link href=#>引用</a><span class=quote-count>引用 3</span>"
        said = f"<div class=said>{WORDS[number]}</div>"
        return f"<li>{by(number)}<i>2024-06-0{number + 1} 10:20</i>{press}{quote}{said}</li>"

    found = thread(f"<ul>{repeat(post)}</ul>").posts
    assert [post.text for post in found[:4]] == [*WORDS[:2], f"下雨也去吗？老周说不去。\n{WORDS[2]}", WORDS[3]]
    assert [post.quoted for post in found[1:4]] == ["", "下雨也去吗？老周说不去。", ""]


def test_what_nobody_is_shown_in_a_post_is_none_of_its_text() -> None:
    tip = '<div style="position: absolute; display: none"><p><b>河边.jpg</b> (188 KB, 看过 30 次)</p><p>渡口</p></div>'
    strewn = '<span style="display:none">7 Zy# f</span>'
    folded = '<div><a href=#>答案</a><div style="display:none">从渡口再往前两里路就到了。</div></div>'

    def post(number: int) -> str:
        inside = {1: tip, 2: strewn, 3: folded}.get(number, "")
        said = f"<div class=said><p>{WORDS[number]}</p>{inside}</div>"
        return f"<li>{by(number)}<i>2024-06-0{number + 1} 10:20</i>{said}</li>"

    found = texts(f"<ul>{repeat(post)}</ul>")
    assert found[:3] == list(WORDS[:3])
    assert "从渡口再往前两里路就到了。" in found[3]


def test_what_states_the_opening_for_machines_is_no_other_post() -> None:
    said = "周末有没有人一起去河边骑车？我们从老桥出发。"
    hidden = f"<div class=hidden><div itemprop=author>{by(0)}</div><p>{said}</p><time datetime=2024-06-01></time></div>"
    posts = repeat(lambda number: short(number).replace(WORDS[0], said))
    assert texts(f"<div>{hidden}<ul>{posts}</ul></div>") == [said, *WORDS[1:]]


def test_a_long_line_before_a_name_is_what_an_opening_says() -> None:
    long = (
        "周末有没有人一起去河边骑车？我们从老桥出发，中午在渡口的小店里吃鱼，天黑以前回到城里，下雨就改到下个星期。" * 2
    )
    opening = (
        f"<section class=top><h1>周末骑车</h1><p>{long}这是 {by(0)} 在 <i>2024-06-01 10:20</i> 写的。</p></section>"
    )
    replies = "".join(map(short, range(1, len(WORDS))))
    found = texts(f"<main>{opening}<div><ul>{replies}</ul></div></main>")
    assert long in found[0]
    assert found[1:] == list(WORDS[1:])


def test_what_stands_over_the_title_is_no_opening() -> None:
    news = "<p>新闻：</p><p>论坛里的图片下个星期搬到新的服务器上。</p>"
    head = f"<div class=top>{by(2)} <i>2024-06-15 12:00</i>{news}</div>"
    body = f"{head}<main><div class=name>周末骑车</div><ul>{repeat(short)}</ul></main>"
    assert texts(body) == list(WORDS)
    opening = head.replace("<p>新闻：</p>", "<h1>周末骑车</h1>")
    assert "论坛里的图片" in texts(body.replace(head, opening))[0]


def test_a_mark_may_say_itself_that_it_tells_who_wrote_last() -> None:
    seen = "<p>这个主题有很多人来看，也有很多人回复过。</p>"
    head = f"<div class=head><h1>周末骑车</h1>{seen}<p>最后回复：2024-06-05 10:20</p><p>{by(3)}</p></div>"
    assert texts(f"{head}<ul>{repeat(short)}</ul>") == list(WORDS)


ROUTE = (
    "沿着河往北骑到老桥，四十公里，中午在桥边吃面，下午原路骑回来。",
    "一个人骑太闷了，想找人一起，骑得慢也没有关系。",
)


def test_the_text_of_an_opening_is_told_from_what_stands_around_it_in_the_element_of_all_posts() -> None:
    counts = "点击：1031 回复：5"
    head = f"<div class=top><h1>周末骑车</h1><p>楼主：{by(4)} <i>2024-06-01 09:00</i> {counts}</p></div>"
    foot = "<div class=share><a>新浪微博</a> <a>QQ空间</a></div><div class=do><a>收藏</a> <a>举报</a></div>"
    opening = f"<div class=host><div class=words>{'<br>'.join(ROUTE)}</div>{foot}</div>"
    assert texts(f"{head}<div class=all>{opening}{repeat(short)}</div>") == ["\n".join(ROUTE), *WORDS]


def test_the_text_of_an_opening_is_told_from_a_notice_below_it_that_no_reply_has() -> None:
    name = f"<div class=name>{by(4)} <i>2024-06-01 09:00</i> 来自手机</div><h1>周末骑车</h1>"
    detail = f"<div class=detail><p>{ROUTE[0]}</p><p>{ROUTE[1]}</p></div>"
    mark = "<div class=mark>提示：用户发表的内容只代表他自己的看法，与本站无关。</div>"
    first, *others = texts(f"<article>{name}{detail}{mark}</article><ul>{repeat(short)}</ul>")
    assert [first, *others] == ["\n".join(ROUTE), *WORDS]


def test_elements_of_one_name_hold_the_texts_of_an_opening_and_its_only_reply() -> None:
    who, by_whom = f"{by(0)} <i>2024-06-01 09:00</i>", f"{by(1)} <i>2024-06-01 12:00</i><b>四十三级</b>"
    first, second = (f"<div class=said><p>{text}</p></div>" for text in ROUTE)
    opening = f"<div class=main><h1>周末骑车</h1><div class=who>{who}</div>{first}<div>推荐(39) 收藏 举报</div></div>"
    reply = f"<div class=one><div class=by>{by_whom}</div><div class=mc>{second}</div><div>亮了(331) 回复</div></div>"
    assert texts(f"{opening}<div class=below><div>全部回帖 正序 倒序</div>{reply}</div>") == list(ROUTE)


def test_the_time_of_a_registration_is_not_over_the_text_and_what_is_pressed_there_is_no_text() -> None:
    def post(number: int) -> str:
        panel = f"<div>UID 68845{number}<br>积分 {number}733<br>注册 2002-08-0{number + 1}<br>来自 合肥</div>"
        head = f"<span>发表于 2024-06-0{number + 1} 03:02 {'AP'[number % 2]}M</span> <a>只看该作者</a>"
        text = f"<td>{head}<br><span>{WORDS[number]}</span></td>"
        return f"<table><tr><td>{by(number)}{panel}</td>{text}</tr></table>"

    assert texts(repeat(post)) == list(WORDS)


def test_a_signature_is_no_text() -> None:
    def post(number: int) -> str:
        signed = "<div class=postSignature>我的相机还在修</div>" if number % 2 else ""
        return f"<li class=post>{by(number)}<i>2024-06-0{number + 1} 10:20</i><div>{WORDS[number]}{signed}</div></li>"

    def drawn(number: int) -> str:
        signed = "__________________<br>我的相机还在修" if number % 2 else ""
        return f"<li class=post>{by(number)}<i>2024-06-0{number + 1} 10:20</i><p>{WORDS[number]}<br>{signed}</p></li>"

    assert texts(f"<ul>{repeat(post)}</ul>") == texts(f"<ul>{repeat(drawn)}</ul>") == list(WORDS)


def test_a_disclaimer_below_an_opening_is_none_of_it_and_its_title_neither() -> None:
    head = f"<div>{by(4)} 发表于 2024-06-01 09:00 手机版</div>"
    main = f"<div><div class=words>{ROUTE[0]}</div></div>"
    note = "<div class=note>郑重声明：用户在社区发表的所有资料、言论等只代表个人观点，与本网站的立场没有关系。</div>"
    found = texts(f"<div><h1>周末有人去河边骑车吗</h1>{head}{main}{note}</div><ul>{repeat(short)}</ul>")
    assert found == [ROUTE[0], *WORDS]


def test_below_what_an_opening_and_its_only_reply_share_each_has_its_text_by_itself() -> None:
    question = [
        "<div class=qt><span>已解决</span><h3>周末骑车</h3></div>",
        "<div class=qi><span>悬赏分：20分</span><span>浏览 82451 次</span></div>",
        f"<div class=qc>{ROUTE[0]}</div>",
        f"<div class=qu>{by(0)} <span class=time>2024-06-01 17:20</span></div>",
        "<div class=qs>分享到：<a>空间</a><a>朋友</a></div>",
    ]
    answer = [
        "<div class=st><h3>满意答案</h3><a>好评率：83%</a></div>",
        f"<div class=ac>{ROUTE[1] * 2}</div>",
        f"<div class=ai>{by(1)}<span class=lv>| 学者 六级</span><span class=time>2024-06-02 21:13</span></div>",
        "<div class=rf>提问人的追问 |<a>我来评论</a>| 参考资料：百科</div>",
    ]
    page = f"<div class='question box'>{''.join(question)}</div><div class='answer box'>{''.join(answer)}</div>"
    assert texts(page) == [ROUTE[0], ROUTE[1] * 2]


def test_the_text_of_an_only_post_is_the_box_that_says_most_behind_its_head() -> None:
    head = (
        "<div><div><span class=nickname>青石</span></div><div>发表于 2024-06-01 10:54:36 河边论坛安卓手机版</div></div>"
    )
    text = f"<div><div><div><p>{''.join(ROUTE)}</p></div></div></div>"
    assert texts(f"<div><div>{head}{text}<div><a>收藏</a></div></div></div>") == ["".join(ROUTE)]


def test_a_reply_of_a_dozen_characters_is_told_from_what_stands_around_it() -> None:
    asked = f"<div>{by(0)} <i>2024-06-01 09:00</i></div>"
    opening = f"<div class=op><h1>周末骑车</h1>{asked}<div class=said>{ROUTE[0]}</div></div>"
    write = "<span class=alarm>[<a>给他写信</a>]</span>"
    when = "<span class=sub>于 2024-06-01 12:00 回复</span><span class=sub>1楼</span>"
    head = f"<div class=title><span class=name>{by(1)}</span>{write}{when}</div>"
    foot = "<div class=do><span>IP:91.173.*.*</span> <a>顶(18)</a> <a>踩(3)</a></div>"
    said = "<div class=cont><div class=l></div><div class=words>算我一个，我从南门骑过去。</div></div>"
    assert texts(f"{opening}<div class=re>{head}{said}{foot}</div>") == [ROUTE[0], "算我一个，我从南门骑过去。"]


def test_what_a_place_gives_of_each_post_is_no_text_though_it_stands_behind_the_time() -> None:
    def post(number: int) -> str:
        place = f"<span class=ip>IP属地：{('山东', '重庆', '河南', '浙江', '江苏')[number]}</span>"
        foot = f"<div class=foot><b>{number + 1}楼</b><i>2024-06-0{number + 1} 10:20</i>{place}<a>回复</a></div>"
        return f"<li class=post><div>{by(number)}</div><div class=said>{WORDS[number]}了</div>{foot}</li>"

    assert texts(f"<ul>{repeat(post)}</ul>") == [f"{word}了" for word in WORDS]


def test_an_opening_and_its_only_reply_hold_most_of_what_stands_around_their_heads() -> None:
    said, told = "经常坐夜车，胃不好，每次走到餐车都是刚刚停火。", "这个建议好，成本几乎为零。铁路部门可以考虑。"
    panel = f"<div class=l><p>{by(0)}</p><p>积分：1571</p><p>粉丝：241</p><p>等级：</p></div>"
    when = "<p class=sj><span>楼主</span>发表于 2010-04-21 08:48<span>字体：<a>大</a><a>小</a></span></p>"
    foot = "<p class=fx>分享到：<a>新浪微博</a></p>"
    opening = f"<div class=lz>{panel}<div class=r>{when}<div class=nr>{said}</div>{foot}</div></div>"
    head = f"<ul><li>{by(1)}<span>明星网友</span></li><li><span>2010-04-21 09:55</span><span>第1楼</span></li></ul>"
    do = "<ul><li><a>回复</a></li><li><a>举报</a></li></ul>"
    reply = f"<div class=hf><div class=xx><div class=xr>{head}<div class=nr>{told}</div>{do}</div></div></div>"
    counts = "<p>点击：35504次 回复：1条<a>只看楼主</a></p>"
    around = "<div class=foot>Copyright © 2000-2010 EXAMPLE.com All Rights Reserved. 河边论坛 版权所有</div>"
    page = f"<div class=content><div><h1>建议加印餐车开放时间</h1>{counts}</div>{opening}{reply}</div>{around}"
    assert texts(page) == [said, told]


def test_a_thread_that_its_page_calls_by_the_site_alone_has_the_title_behind_a_label() -> None:
    head = "<td>标  题: 渡口的灯坏了</td>"
    posts = f"<ul>{repeat(short)}</ul>"
    assert thread(head + posts, "主题阅读 - 河边论坛").title == "渡口的灯坏了"
    assert thread("<td>标题: Re: 渡口的灯坏了</td>" + posts, "主题阅读").title == "渡口的灯坏了"
    assert thread("<td>Topic: 渡口的灯 (Read 7 times)</td>" + posts, "渡口的灯").title == "渡口的灯"


def test_an_opening_has_its_text_in_an_element_that_is_called_as_the_replies_have() -> None:
    opening = (
        f"<div class=wrap><h1>周末骑车</h1><div><span>43344浏览</span></div>{by(0)}<b>楼主</b><i>2024-06-01 10:20</i>"
        "<div class=detail><p>她说我瘦了。</p></div><i>【</i><a href=/thread-7-1-1.html>bbs.example.net/7</a>"
        "<div><b>推荐 67</b><b>评论的人还没有到齐</b></div></div>"
    )
    assert texts(f"{opening}<div>{repeat(detailed)}</div>") == ["她说我瘦了。", *WORDS]


def detailed(number: int) -> str:
    return (
        f"<div class=reply>{by(number)}<i>2024-06-0{number + 2} 10:20</i>"
        f"<div class=detail><p>{WORDS[number]}</p></div><b>回复</b></div>"
    )


def test_who_began_the_thread_is_not_called_so_in_the_text() -> None:
    rows = repeat(lambda n: f"<div class=row>{by(n)}<i>2024-06-0{n + 1} 10:20</i><div>{badge(n)}{WORDS[n]}</div></div>")
    assert texts(rows) == list(WORDS)


def badge(number: int) -> str:
    return "" if number else "<p>楼主</p>"


def test_posts_may_end_with_their_heads_between_rows_without_a_text() -> None:
    replies = (WORDS[0], "我周六要加班，周日可以", "沙发", "同去，在桥头见")
    names = ("老王", "在河边住了三十多年的老周和他养了七年的那条狗以及门前老槐树", "= =", "半夏")

    def rows(number: int) -> str:
        head = f"№{number} ☆☆☆<b>{names[number]}</b>于2024-06-0{number + 1} 10:20:05留言☆☆☆ <a href=#>引用</a>"
        between = "<tr><td height=4></td></tr>" + "<tr><td><img src=ad.gif></td></tr>" * (number == 1)
        return f"<tr><td class=read>{replies[number]}</td></tr><tr><td class=authorname>{head}</td></tr>{between}"

    pager = "<tr><td><div>本帖共有 4 条回复</div></td></tr>"
    head = f"<tr><td>主题：周末骑车</td></tr>{pager}"
    found = thread(f"<table>{head}{repeat(rows, 4)}{pager}</table>")
    assert [post.text for post in found.posts] == list(replies)


def test_a_short_reply_is_told_from_the_panel_beside_it() -> None:
    def panel(number: int) -> str:
        about = "<p class=level>LV.6</p><p class=age>宝宝2岁3个月了</p><p class=from>山东</p>"
        return f"<div class=panel>{by(number)}{about}</div>"

    opening = (
        f"<div class=opening>{panel(0)}<div class=main><p><i>2024-06-01 09:00</i></p>"
        f"<div class=said><p>{ROUTE[0]}</p></div></div></div>"
    )
    reply = (
        f"<div class=reply>{panel(1)}<div class=box><p><i>2024-06-01 12:00</i></p>"
        "<div class=words><p>哈哈哈哈</p></div></div></div>"
    )
    assert texts(f"{opening}<div class=replies>{reply}</div>") == [ROUTE[0], "哈哈哈哈"]


def test_bars_between_the_author_and_the_time_of_a_question_do_not_count() -> None:
    bar = "<span>|</span>"
    asked = f"<div><a class=user href=/u/9>河边的人</a>{bar}<span>浏览1532次</span>{bar}<span>2024-05-31</span></div>"
    found = thread(f"<div><h1>周末骑车</h1><div>{ROUTE[0]}</div>{asked}</div><ul>{repeat(short, 3)}</ul>")
    assert found.posts[0].author == "河边的人"


def test_posts_in_running_text_stand_between_the_lines_that_are_drawn_there() -> None:
    people = ("秋刀鱼", "半亩方塘", "木匠老刘")
    said = ("夹玻璃晒太阳是对的，隔一层毛巾。", "收到，感谢。", "我也这样晒过，两天翻一次面。")
    posts = "".join(
        f"<hr><b>作者: </b>{who} &nbsp; <b>时间: </b>2004-2-2{at} 04:2{at} PM<br><br>{text}\n"
        for at, (who, text) in enumerate(zip(people, said, strict=True))
    )
    page = f"<title>晒干花 - 论坛</title><body><b>标题: </b>晒干花<br>{posts}<hr><table><tr><td>欢迎光临论坛</table>"
    found = extract_page(page.encode(), "http://bbs.example.net/viewthread.php?tid=9&action=printable", now=NOW)
    assert isinstance(found, Thread)
    assert [(post.author, post.text) for post in found.posts] == list(zip(people, said, strict=True))
    assert [post.published_at and post.published_at.day for post in found.posts] == [20, 21, 22]


def test_an_opening_of_several_paragraphs_is_whole_where_each_reply_is_one() -> None:
    def post(name: str, number: int, said: tuple[str, ...]) -> str:
        body = "".join(f"<div>{text}</div>" for text in said)
        head = f"{by(number)} <i>2024-06-0{number + 1} 10:20</i> <em>{number + 1}楼</em>"
        return f"<div class={name}><div class=head>{head}</div><div class=post-body>{body}</div><a>回复</a></div>"

    opening = (
        "同去吗",
        *(f"上次和{name}去的时候门口贴了通知，{word}" for name, word in zip(NAMES, WORDS, strict=True)),
    )
    replies = post("item", 1, ("九点开门，周一休息，早点去有座位。",)) + post("item", 2, ("好的",))
    page = f"<div>{post('first', 0, opening)}<div class=list>{replies}</div></div>"
    assert texts(page)[0] == "\n".join(opening)


def test_what_stands_on_the_line_of_a_name_and_a_time_is_of_the_head_where_nothing_has_a_class() -> None:
    ranks = ["版主", "新手上路", "金牌会员", "新手上路"]
    said = ["图书馆周末几点开门？想带孩子去看看。", "九点开门，周一休息。", "顶", "谢谢，那我们周六去。"]
    rows = "".join(
        f"<li><div><div><b><a href=/user/{n}>读者{n}</a></b><span>{rank}</span> <span>3月{n + 1}日 10:12</span>"
        f"<em>#{n + 1}</em></div><div>{text}</div><div><a href=#>回复</a></div></div></li>"
        for n, (rank, text) in enumerate(zip(ranks, said, strict=True))
    )
    found = thread(f"<h1>图书馆</h1><ul>{rows}</ul>")
    assert [post.text for post in found.posts] == said


def test_what_many_say_is_said_by_each_where_only_a_time_marks_posts() -> None:
    said = ["图书馆周末几点开门？想带孩子去看看。", "周一休息。", "支持！", "早点去有座位。", "支持！", "支持！"]
    rows = "".join(
        f"<div class=xk><p>读者{n}</p><i>2024-03-01 10:1{n}</i><div class=qv>{text}</div></div>"
        for n, text in enumerate(said)
    )
    found = thread(f"<h1>图书馆</h1><div>{rows}</div>")
    assert [post.text for post in found.posts] == said


def test_the_latest_replies_of_a_site_beside_its_only_post_are_none_of_its_posts() -> None:
    latest = "".join(
        f"<div><div><a href=/user/{n}>{name}</a> <span>{n + 1}小时前</span></div>"
        f"<p>{WORDS[-n]}，我也觉得是这样，去年就去过{n}次……</p>"
        f"<p>- <a href=/t/{n + 20}>{WORDS[n]}说的第{n}件事到底怎么样了</a></p></div>"
        for n, name in enumerate(NAMES)
    )
    post = f"<div class=post><div>{by(0)} <span>2024-06-01 10:12</span></div><div>图书馆周末几点开门？</div></div>"
    assert texts(f"<h1>周末骑车</h1>{post}<div class=side><h3>最新</h3>{latest}</div>") == ["图书馆周末几点开门？"]


def test_an_opening_and_its_only_reply_have_their_texts_where_both_are_called_so() -> None:
    opening = (
        f"<div class=card><h1>周末骑车</h1><div class=info>{by(0)} 2024-06-01 10:20 <a>举报</a></div>"
        "<div class='message break first'><p>有人同去吗？</p></div>"
        "<p>【培训】修车班六月开课，周三晚上直播讲课</p></div>"
    )
    reply = (
        "<div class=card><div class=title>共收到 1 条回复 <a>时间</a></div><div class=item><div class=info>"
        f"{by(1)} 2024-06-01 11:40</div><div class='message mt1 break'><p>同去</p></div>"
        "<a>回复</a> <a>举报</a></div></div>"
    )
    assert texts(opening + reply) == ["有人同去吗？", "同去"]


def test_a_line_of_a_time_and_buttons_is_no_text_whatever_program_it_names() -> None:
    def post(number: int) -> str:
        program = ("安卓", "苹果手机", "安卓", "网页", "电视")[number]
        return (
            f"<table class=box><tr><td>{by(number)}<div>级别: {number}</div></td><td class=c2><div class=info>"
            f"<span>2024-06-0{number + 1} 10:20</span> <span><a>操作</a><a>引用</a></span> <span>{program}</span></div>"
            f"<span><p>{WORDS[number]}</p></span></td></tr></table>"
        )

    assert texts(repeat(post)) == list(WORDS)


def test_what_a_site_says_before_a_reply_is_no_part_of_its_text() -> None:
    said = (
        "周末有没有人一起去河边骑车？",
        "早上八点行吗？",
        f"回复@{NAMES[1]}: 行，带水。",
        "回复@路人: 我也去。",
        "支持",
    )

    def post(number: int) -> str:
        return f"<li class=post><p>{by(number)} <i>2024-06-0{number + 1} 10:20</i></p><div>{said[number]}</div></li>"

    found = thread(f"<ul>{repeat(post)}</ul>").posts
    assert [one.text for one in found[2:4]] == ["行，带水。", said[3]]
    assert found[2].parent == 1


def test_an_opening_is_not_laid_over_who_liked_a_reply() -> None:
    def post(name: str, number: int, said: str, more: str = "") -> str:
        head = f"<div class=head>{by(number)} <span class=when>6月{number + 1}日 10:20</span></div>"
        return f"<div class={name}>{head}<div class=body>{said}</div>{more}</div>"

    said = "<br>".join(f"上次和{name}去的时候门口贴了通知，{word}" for name, word in zip(NAMES, WORDS, strict=True))
    liked = f"<div class=thanks>赞: {by(3)}, {by(4)}, {by(0)}</div>"
    replies = post("reply", 1, "九点开门，周一休息，早点去有座位。", liked) + post("reply", 2, "好的，谢谢你们几位。")
    found = texts(f"<h2>周末骑车</h2>{post('topic', 0, said)}<div class=list>{replies}</div>")
    assert found == [said.replace("<br>", "\n"), "九点开门，周一休息，早点去有座位。", "好的，谢谢你们几位。"]


def test_replies_side_by_side_with_their_heads_are_whole_below_a_long_opening() -> None:
    def head(number: int) -> str:
        rank = f"<span class=rank>第{number}级</span>"
        return f"<div class=meta><b class=name>{by(number)}</b> {rank} <i>6月{number + 1}日 10:20</i></div>"

    opening = "".join(
        f"<p>上次和{name}去的时候门口贴了通知，{word}</p>" for name, word in zip(NAMES, WORDS, strict=True)
    )
    replies = "".join(
        f"{head(n)}<div class=body><p>{text}</p></div><hr>" for n, text in ((1, "周一休息。"), (2, "同去"))
    )
    found = texts(
        f"<div><div class=topic><h1>周末骑车</h1>{head(0)}<div class=body>{opening}</div></div>{replies}</div>"
    )
    assert found[1:] == ["周一休息。", "同去"]


def test_an_opening_and_its_only_reply_are_two_where_only_times_mark_them() -> None:
    opening = (
        "<div class=xa><h1>周末骑车</h1><p><span>老王</span> <em>2024-06-01 10:20</em></p>"
        "<div>有没有人一起去河边骑车？早上八点出发，中午就回来，想去的说一声。</div></div>"
    )
    reply = (
        "<ul><li><p><b>小李子</b> <s>2024-06-02 09:10</s></p>"
        "<div>我们两个人都去，不过要晚半个小时才能到河边，你们先走。</div></li></ul>"
    )
    assert len(texts(f"<div>{opening}{reply}</div>")) == 2


def test_an_opening_without_a_name_is_not_laid_over_what_one_reply_alone_has() -> None:
    asked = "".join(f"<p>{SAID}第{n}次也是这样，{name}没有来。</p>" for n, name in enumerate(NAMES))

    def reply(number: int) -> str:
        liked = f"<div>赞: {by(3)}, {by(4)}, {by(0)}</div>" if number == 1 else ""
        said = f"<div class=said><p>{WORDS[number]}</p><p>{NAMES[number]}说下雨就改天。</p></div>"
        return f"<li>{by(number)} <i>2024-06-0{number + 1} 10:20</i>{said}{liked}</li>"

    opening = f"<div><p>{by(0)} · <i>2024-06-01 10:20</i></p><div class=said>{asked}</div></div>"
    found = texts(f"<h1>周末骑车</h1>{opening}<ol>{reply(1)}{reply(2)}</ol>")
    assert found[1:] == [f"{WORDS[n]}\n{NAMES[n]}说下雨就改天。" for n in (1, 2)]


def test_who_liked_a_post_is_no_line_of_it() -> None:
    def post(number: int) -> str:
        liked = f"<div>赞: {by(0)}, {by(3)}、{by(4)}</div>" if number % 2 else ""
        return f"<li><div>{by(number)} <i>2024-06-0{number + 1} 10:20</i></div><div>{WORDS[number]}</div>{liked}</li>"

    assert texts(f"<ul>{repeat(post)}</ul>") == list(WORDS)
    asked = f"<li><div>{by(1)} <i>2024-06-02 10:20</i></div><div>我想请教：{by(0)}, {by(3)}</div></li>"
    assert texts(f"<ul>{post(0)}{asked}{post(2)}</ul>")[1].startswith("我想请教")


def test_the_words_in_place_of_a_form_to_reply_are_no_post() -> None:
    place = "<article class='post ReplyPlaceholder'><div class=head>说点什么吧...</div></article>"
    head = f"<div class=head>{by(0)} <i>2024-06-01 10:20</i></div>"
    items = (f"<article class=post>{head}<div class=said>去过两次</div></article>", place)
    stream = "".join(f"<div class=item>{item}</div>" for item in items)
    assert texts(f"<h1>周末骑车</h1><div class=stream>{stream}</div>") == ["去过两次"]


def test_what_stands_over_the_time_in_the_element_of_a_text_is_none_of_it() -> None:
    def post(number: int) -> str:
        head = f"<strong>{NAMES[number]}</strong> 留言：<br><span><i>2024-06-0{number + 1} 10:20</i></span>"
        return (
            f"<div class=row><div class=said>{head}<br>{WORDS[number]}，早上八点我们在桥头等。</div><a>回复</a></div>"
        )

    assert texts(repeat(post)) == [f"{word}，早上八点我们在桥头等。" for word in WORDS]


def test_a_box_to_write_answers_in_is_no_post_whatever_it_says() -> None:
    box = "<div class='cmt_write_box clear'><textarea></textarea><p>请文明发言，侵犯他人权益的留言会被删除。</p></div>"
    post = f"<div class=post><div class=head>{by(0)} <i>2024-06-01 10:20</i></div><div class=said>同去</div></div>"
    assert texts(f"<h1>周末骑车</h1><div>{post}{box}</div>") == ["同去"]


@pytest.mark.parametrize("heading", ["发表回复", "我要说两句", "我也說幾句"])
def test_a_box_to_write_answers_in_is_no_post_in_a_form_around_all_of_the_page(heading: str) -> None:
    def post(number: int) -> str:
        head = f"<b>{NAMES[number]}</b><i>2024-06-01 10:2{number}</i>"
        return f"<dl><dt>{head}</dt><dd><div>{('同去', '早')[number]}</div></dd></dl>"

    box = f"<div><h3>{heading}</h3><textarea></textarea><span>（请先加入我们的车队，再在这里说话）</span></div>"
    html = f"<form><ul><li>首页<li>车队<li>相册</ul><h2>周末骑车</h2>{post(0)}{post(1)}{box}<p>河边车队</p></form>"
    assert texts(html) == ["同去", "早"]


def test_a_request_to_become_a_member_is_no_post() -> None:
    ask = "<h4>Skapa ett konto för att kommentera</h4><p>Du måste vara medlem för att kunna kommentera</p>"
    post = f"<div class=post><div class=head>{by(0)} <i>2024-06-01 10:20</i></div><div class=said>同去</div></div>"
    assert texts(f"<h1>周末骑车</h1><div>{post}<div class=panel>{ask}</div></div>") == ["同去"]
