"""Threads of few posts that say little, on pages that say much around them: each page as little as shows it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.pean_plus import find_records
from crawler.extract.threads.time_labels import may_be_of_post
from crawler.model import Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
TITLE = "老相机的皮腔哪里能换？"
OPENING = "家里翻出一台六十年代的折叠相机，皮腔漏光了，想问问哪里还能换新的，邮寄也可以。"
NAMES = ("老王", "小李子")
RANKS = ("潜水多年的老会员，喜欢拍河", "新来的，还在学怎么换胶卷")
ROWS = (("li", 2, "河边那家店把旧零件都留着，你们自己去问。"), ("wang", 3, "+1"))
NOTICE = "本站内容由会员自己发表，不代表本站的看法，如果有人觉得不妥，可以写信告诉我们，我们会在三天之内回答。"


def thread(body: str) -> Thread:
    html = f"<title>{TITLE} - 胶片论坛</title><body><h1>{TITLE}</h1>{body}"
    found = extract_page(html.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW, from_board=True)
    assert isinstance(found, Thread)
    return found


def post(number: int, body: str) -> str:
    return (
        f'<li class=post><a class=author href="/user/{number}">{NAMES[number]}</a><p class=rank>{RANKS[number]}</p>'
        f"<i>2024-06-0{number + 1} 10:20</i><div class=said>{body}</div></li>"
    )


def test_a_reply_may_be_a_number() -> None:
    counts = "<p>查看 <b>1024</b> 回复 <b>1</b></p>"
    found = thread(f"{counts}<ul>{post(0, OPENING)}{post(1, '13800')}</ul>")
    assert [one.text for one in found.posts] == [OPENING, "13800"]


def test_a_reply_may_be_a_link() -> None:
    link = "https://repair.example.org/bellows"
    found = thread(f"<ul>{post(0, OPENING)}{post(1, f'<a href={link}>{link}</a>')}</ul>")
    assert [one.text for one in found.posts] == [OPENING, link]


def test_two_short_posts_are_no_only_post_with_the_notice_below_them() -> None:
    head = f'<p><a class=author href="/user/0">{NAMES[0]}</a> 发起于 <i>2024-06-01 10:20</i></p>'
    posts = [
        f'<li><a class=author href="/user/{n}">{NAMES[n]}</a> <i>2024-06-0{n + 1} 10:20</i><p>{text}</p></li>'
        for n, text in enumerate(("求推荐", "修不好了"))
    ]
    found = thread(f"{head}<ul>{''.join(posts)}</ul><p>{NOTICE}</p>")
    assert [(one.author, one.text) for one in found.posts] == [("老王", "求推荐"), ("小李子", "修不好了")]


def test_the_time_of_an_edit_a_registration_or_the_page_itself_is_over_no_post() -> None:
    edited, made = "<u>Edited 3 May 2024</u>", "<s>GMT+8, 2024-3-5 14:03</s>"
    table = build(f"<p>发表于 <i>2024-06-01</i></p><p>注册时间 <b>2019-02-03</b></p>{edited}{made}")
    nodes = [next(table.find(tag)) for tag in ("i", "b", "u", "s")]
    assert [may_be_of_post(table, node) for node in nodes] == [True, False, False, False]


def reply(number: int, day: int, text: str) -> str:
    return (
        f'<li class=post><a class=author href="/user/{number}">{NAMES[number % 2]}{number}</a>'
        f"<i>2024-06-{day:02} 10:20</i><p>{text}</p></li>"
    )


RIGHTS = "版权是作者的，转载请写明。"
REPLIES = ("这种皮腔只能自己做了。", "纸板可以，要黑的。", "谢谢")
MENU = "<p>" + "".join(f"<a href=/forum-{n}-1.html>{n} 版</a> " for n in range(30)) + "</p>"


def list_of_replies() -> str:
    return f"<ul>{''.join(reply(n, n + 2, text) for n, text in enumerate(REPLIES))}</ul>"


def test_the_head_of_a_later_page_is_no_post() -> None:
    by = "<a class=author href=/user/7>河边的人</a>"
    head = f"<p>在《胶片相机与暗房的老朋友们》这个版里，由 {by} 发起的一个讨论，时间是 <i>2023-01-02 08:00</i></p>"
    assert [one.text for one in thread(f"{head}{list_of_replies()}").posts] == list(REPLIES)


def test_an_opening_of_a_word_may_stand_in_another_container() -> None:
    opening = "<div><a class=author href=/user/7>河边的人</a> <i>2024-06-01 08:00</i><p>有人修吗</p></div>"
    first, *others = thread(f"{opening}{list_of_replies()}").posts
    assert first.text.endswith("有人修吗")
    assert [one.text for one in others] == list(REPLIES)


def test_an_only_post_may_have_its_time_below_it_and_has_nothing_far_from_it() -> None:
    long = OPENING * 4
    below = '<p><a class=author href="/user/0">老王</a> <i>2024-06-01 10:20</i></p>'
    found = thread(f"{MENU}<div><div><section><div><div>{long}</div>{below}</div></section></div><p>{RIGHTS}</p></div>")
    assert [one.text for one in found.posts] == [long]


def test_an_only_post_is_neither_its_author_s_panel_nor_its_time() -> None:
    links = "".join(
        f"<dd><a href=/user/0/{page}>{count}</a></dd>" for page, count in (("posts", 4943), ("points", 762))
    )
    panel = f'<a href="/user/0">老王</a><dl>{links}</dl><p class=rank>潜水多年的老会员，还差三百分到下一级</p>'
    said = "<div class=head><em>发表于 2024-06-01 10:20</em></div><div class=said>真实之泪</div>"
    found = thread(f"{MENU}<table><tr><td class=panel>{panel}</td><td>{said}</td></tr></table>")
    assert [one.text for one in found.posts] == ["真实之泪"]


def test_who_has_only_the_page_in_common_with_a_time_is_not_its_author() -> None:
    menu = f"<p><a href=/user/me>我的空间</a> <a href=/user/me/posts>我的帖子</a></p>{MENU}"
    post = f"<section><div><em>发表于 2024-06-01 10:20</em></div><div>{OPENING}</div></section>"
    table = build(f"<body>{menu}<main><div>{post}</div></main><p>{RIGHTS}</p>")
    records = find_records(table, Marks(table), prose(table))
    assert [(table.tags[record.start], record.stop) for record in records] == [
        ("section", table.ends[next(table.find("section"))])
    ]


def test_a_question_under_the_title_needs_a_time_alone_above_answers_that_have_authors() -> None:
    question = f"<div><p>{OPENING}</p><p><i>2024-06-01 09:00</i> 提问，<a href=/tag/3>古董机械维修与保养</a></p></div>"
    html = (
        f"<title>{TITLE} - 胶片论坛</title><body><main><h2>{TITLE}</h2>{question}<h3>3 个回答</h3>{list_of_replies()}"
    )
    found = extract_page(html.encode(), "https://bbs.example.net/question/9", now=NOW)
    assert isinstance(found, Thread)
    opening, *answers = [one.text for one in found.posts]
    assert OPENING in opening
    assert answers == list(REPLIES)


def test_the_links_around_a_reply_are_no_headline_together() -> None:
    head = '<a class=author href="/user/{0}">{1}</a> <i>2024-06-0{2} 10:20</i>'
    opening = f"<div class=top><p>{head.format(1, '老王', 1)}</p><article>{OPENING}</article></div>"
    links = "".join(
        f"<a href=/do/{n}>{name}</a> " for n, name in enumerate(("给他写信", "只看他的", "有用(3)", "回复他"))
    )
    answer = f"<ul><li>{head.format(2, '小李子', 2)} {links}<p>请问是哪一年的，哪一家做的？</p></li></ul>"
    found = thread(f"<main>{opening}{answer}</main>")
    assert [one.author for one in found.posts] == ["老王", "小李子"]


def test_the_time_of_an_author_is_the_one_beside_the_name_whatever_the_page_s_head_says() -> None:
    stated = '<meta property="article:published_time" content="2024-06-01T10:20:00+08:00">'
    posts = [
        f'<{tag}><p><a href="/user/{n}">{NAMES[n]}</a> <i>2024-06-0{n + 1} 10:20</i></p><p>{text}</p></{tag}>'
        for n, (tag, text) in enumerate((("article", OPENING), ("li", "请问是哪一年的，哪一家做的？")))
    ]
    html = (
        f"<title>{TITLE} - 胶片论坛</title>{stated}<body><main><h1>{TITLE}</h1>{posts[0]}<div><ul>{posts[1]}</ul></div>"
    )
    found = extract_page(html.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert [one.author for one in found.posts] == list(NAMES)


def test_a_head_with_the_exact_time_of_the_first_post_and_labels_alone_is_no_post() -> None:
    def stamp(day: int) -> str:
        return f'<a href=/p/{day}><time datetime="2024-06-0{day}T10:20:00+08:00">6月{day}日</time></a>'

    head = f"<div><ul><li>发起的人 <a href=/user/1>老王</a></li><li>发起的时间 {stamp(1)}</li></ul></div>"
    posts = "".join(
        f"<article><b><a href=/user/{n + 1}>{NAMES[n]}</a></b><ul><li>第 {n} 楼</li><li>{stamp(n + 1)}</li></ul>"
        f"<div>{text}</div></article>"
        for n, text in enumerate((OPENING, REPLIES[0]))
    )
    assert [one.text for one in thread(f"<main>{head}<section>{posts}</section></main>").posts] == [OPENING, REPLIES[0]]


def test_short_replies_with_a_time_alone_stand_beside_a_longer_opening_with_one() -> None:
    opening = f"<div class=topic><p>作者：<a href=#>老王</a> <i>2024-06-01 10:20:10</i></p><p>{OPENING * 3}</p></div>"
    replies = "".join(
        f"<li><h4><a href=#>{name}</a> <i>2024-06-0{n} 11:30:20</i></h4><p>{text}</p></li>"
        for n, (name, text) in enumerate((("小李子", "同问"), ("河边的人", "我家也有一台，等着看")), 2)
    )
    first, *others = thread(f"<main><div>{opening}</div><div><h3>2 人回应</h3><ul>{replies}</ul></div></main>").posts
    assert OPENING * 3 in first.text
    assert [one.text.endswith(("同问", "等着看")) for one in others] == [True, True]


def test_an_advert_in_the_template_of_the_posts_is_no_post() -> None:
    advert = (
        "<li class=post><a class=author href=/user/9>找游戏</a><p>上线就送三百抽，老朋友都在等你。</p><b>广告</b></li>"
    )
    posts = "".join(reply(n, n + 2, text) for n, text in enumerate(REPLIES))
    found = thread(f"<ul>{posts}{advert}{reply(3, 6, OPENING)}</ul>")
    assert [one.text for one in found.posts] == [*REPLIES, OPENING]


def test_neither_registrations_nor_edits_divide_a_page() -> None:
    def row(number: int) -> str:
        panel = f"<td class=px>级别：学前班<br>来自：天津<br>注册：2002-1-2{number}</td>"
        head = f"<td class=px>发表时间：2007-6-2{number} 07:10:50</td>"
        edited = f"<small>最后由 老王 编辑于 2007-6-2{number} 09:1{number}</small>"
        return f"<table><tr>{panel}{head}</tr><tr><td>{OPENING}{edited}</td></tr></table>"

    table = build("".join(map(row, range(3))))
    assert [table.text_of(mark)[:4] for mark in Marks(table).posted()] == ["发表时间"] * 3


def test_what_shows_when_it_was_written_or_edited_is_a_time_of_posts_and_so_is_a_single_edit() -> None:
    shown = "".join(f"<p>{word}于 2024-06-0{n + 1} 10:20</p>" for n, word in enumerate(("发布", "编辑", "发布")))
    table = build(f"<h1>{TITLE}</h1><i>编辑于 2024-06-01 10:20</i>{shown}")
    assert len(Marks(table).posted()) == 4


def test_rows_of_other_threads_below_an_only_post_are_no_posts() -> None:
    others = (
        ("五十年代的皮腔相机值不值得修好了再用", "外公留下来的，镜头还很好，就是皮腔破了两个洞。"),
        ("换过皮腔的来说说花了多少钱", "问了两家店，价钱差了一倍，不知道差在哪里。"),
        ("折叠相机漏光了自己动手补的经过", "先用黑胶布贴了一层，再刷一遍胶水，晾三天就好了。"),
    )
    rows = "".join(
        f'<li><a href="/thread-{n}-1-1.html">{title}</a> <a class=author href="/user/{n}">会员{n}</a>'
        f" <i>2023-05-0{n} 09:00</i><p>{teaser}</p></li>"
        for n, (title, teaser) in enumerate(others, 1)
    )
    found = thread(f"<div>{post(0, OPENING)}</div><h3>看看这些</h3><ul>{rows}</ul>")
    assert [(one.author, one.text) for one in found.posts] == [("老王", OPENING)]


def test_a_head_with_the_name_and_the_time_of_the_only_post_is_no_post() -> None:
    head = f"<div class=head><h1>{TITLE}</h1><span class=author>老王</span> <i>2024-06-01 10:20</i> <b>4513</b></div>"
    said = f"<div class=row><i>2024-06-01 10:20</i><p class=author>老王</p><b>帖子 530</b><div>{OPENING}</div></div>"
    assert [one.text for one in thread(f"<main>{head}{said}</main>").posts] == [OPENING]


def test_a_head_with_the_name_and_the_stated_time_of_the_only_post_is_no_post_whatever_else_it_says() -> None:
    by = "<div><a class='author {}' href='/lin'>老王</a> {} <time datetime='2024-06-01T10:20:31Z'>6月1日</time></div>"
    shown = f"<h1><b>{TITLE}</b> <i>#33</i></h1><p>还没有人处理过它，也没有人说话</p>"
    head = f"<div class=top>{shown}{by.format('bold', '提出了这个问题')}</div>"
    said = f"<div class=row><p>{by.format('first', '')}</p><div><div class=said>{OPENING}</div></div></div>"
    found = thread(f"<main><div>{head}{said}</div></main>")
    assert [(one.author, one.text) for one in found.posts] == [("老王", OPENING)]


def test_what_stands_over_posts_with_only_the_day_of_the_first_is_no_post() -> None:
    over = "<div class=stats>2024-06-01 <b>73 次</b></div><div><p>有人问皮腔哪里换，大家都说寄到外地去最好。</p></div>"
    rows = "".join(post(n, text) for n, text in enumerate((OPENING, "可以寄到外地去换，就是要等很久。")))
    assert len(thread(f"{over}<section><ul>{rows}</ul></section>").posts) == 2


def test_the_heads_of_columns_over_the_only_post_are_none_of_its_text() -> None:
    by = "由 <a class=person href='/u/7'>老王</a> <i title='2024-06-01 10:20:31'>六月一日</i>"
    heads = "".join(f"<th>{word}</th>" for word in ("受到影响的是哪里", "现在的状态是什么", "它有多重要", "谁在处理它"))
    cells = "".join(f"<td>{word}</td>" for word in ("皮腔", "新的", "低", "无"))
    said = "<h2>说明</h2><div class=shown><p>皮腔的说明书上多写了一个字。</p></div>"
    table = f"<table><tr>{heads}</tr><tr>{cells}</tr></table>"
    found = thread(f"<div class=main><div class=top><p>{by}</p>{table}</div><div class=below>{said}</div></div>")
    assert [one.text for one in found.posts] == ["皮腔的说明书上多写了一个字。"]


def test_a_head_with_the_time_of_the_only_post_and_counts_is_no_post() -> None:
    time, said = "<p><time title='2024-06-01 10:20'>6月1日 10:20</time></p>", OPENING * 4
    head = f"<div class=head><h1>{TITLE}</h1>{time}<div><b>4</b> 人回复了 <b>193</b> 人看过它</div></div>"
    first = f"<div class=post><a href=/user/1>老王</a>{time}<div class=said>{said}</div></div>"
    assert [one.text for one in thread(f"<main>{head}{first}</main>").posts] == [said]


def test_a_menu_printed_for_each_screen_with_a_link_to_the_site_s_own_profile_is_no_post() -> None:
    links = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in ("today", "faq"))
    menu = f"<ul><li>想找什么就在这里搜一搜吧</li>{links}<li><a href='/memberlist?mode=team'>版主们</a></li></ul>"
    said = f"<p>by <strong>老王</strong> » 2024-06-01 10:20</p><div class=said>{OPENING}</div>"
    page = f"<div class=off>{menu}</div><div class=on><div class=bar>{menu}</div><div class=row>{said}</div></div>"
    assert [one.text for one in thread(page).posts] == [OPENING]


def test_a_column_of_an_author_and_the_time_is_a_part_of_the_only_post() -> None:
    panel = "<div class=pane><h3><a class=author href=/u/1>老王</a></h3><p><time>2024年6月1日</time></p></div>"
    said = f"<div class=column><p>发表于 <time>2024年6月1日</time></p><div class=said>{OPENING}</div></div>"
    [post] = thread(f"<main><section>{panel}{said}</section></main>").posts
    assert (post.text, post.author) == (OPENING, "老王")


def test_the_time_of_an_opening_unlike_its_replies_is_no_text_where_it_stands_alone() -> None:
    who = "<a class=author href=/user/7>河边的人</a>"
    opening = f"<div class=lead>{who}<div><p><u>2024-06-01 08:00</u></p><p>{OPENING}</p></div></div>"
    first, *_ = thread(f"{opening}<ul>{post(0, REPLIES[0])}{post(1, REPLIES[1])}</ul>").posts
    assert first.text == OPENING


def answers(times: str) -> str:
    return "".join(
        f'<li><a class=user-name href="/user/{n}">{NAMES[n]}</a><p>{text}</p><span class=time>{times}</span></li>'
        for n, text in enumerate(("建议去修表店问一下，别拖。", "我家附近就有人修，要排队。"))
    )


def test_a_question_of_one_sentence_over_its_asker_is_the_opening() -> None:
    asked = "<div>皮腔漏光了，拍出来都是雾。</div><div><i>半夏</i>　2024-06-01 09:50</div><div>全部回答（2）</div>"
    found = thread(f"{asked}<ul>{answers('回答时间：2024-06-01 10:20')}</ul>")
    assert found.posts[0].text.startswith("皮腔漏光了，拍出来都是雾。")
    assert len(found.posts) == 3


def test_a_question_asked_on_the_day_of_the_first_answer_is_no_head_of_the_page() -> None:
    asked = (
        "<div>皮腔漏光了，拍出来都是雾。</div><div><span class=user>半夏</span><i>2024-06-01</i></div><h2>2个回答</h2>"
    )
    assert len(thread(f"{asked}<ul>{answers('2024-06-01')}</ul>").posts) == 3


def test_a_sentence_in_an_element_that_is_named_as_a_user_s_is_no_author() -> None:
    table = build("<p class=User_said>昨天走路多了，很担心。</p><p class=User_name>半夏</p>")
    assert [table.text_of(node) for node in Marks(table).authors] == ["半夏"]


def test_titles_of_replies_that_lead_to_their_places_make_no_rows() -> None:
    def titled(number: int, title: str) -> str:
        link = f'<h3><a href="/comment/{number}#comment-{number}">{title}</a></h3>'
        head = f'<a class=author href="/user/{number}">{NAMES[number]}</a> <i>2024-06-0{number + 2} 10:20</i>'
        return f"<li id=comment-{number}>{link}{head}<p>{title}，就在老桥下面。</p></li>"

    replies = titled(0, "我在城南修过一次皮腔还不错") + titled(1, "可以寄到外地去换就是要等很久")
    assert len(thread(f"<ul>{replies}</ul>").posts) == 2
    assert len(thread(f"<ul>{replies.replace('id=comment', 'id=c')}</ul>").posts) == 1


def test_the_title_of_the_only_reply_that_leads_to_its_place_is_no_headline() -> None:
    opening = (
        f"<div class=first><p>由 <a href=/user/0>{NAMES[0]}</a> 在 <i>2024-06-01 10:20</i></p><p>{OPENING}</p></div>"
    )
    head = f"<a href='/t/9?r=5#m5'>RE: {TITLE}</a> 由 <a href=/user/1>{NAMES[1]}</a> 在 <i>2024-06-02 10:20</i>"
    said = "我在城南修过一次，寄过去两个星期就好了。"
    reply = f"<div id=answers><div class=answer id=%s><h4>{head}</h4><p>{said}</p></div></div>"
    assert [one.text for one in thread(opening + reply % "m5").posts] == [OPENING, said]
    assert len(thread(opening + reply % "m6").posts) == 1  # a row of a list


def test_the_first_reply_may_quote_the_whole_opening() -> None:
    opening = f"<section><b class=author>半夏</b> <i>2024-06-01 09:50</i><div class=said>{OPENING}</div></section>"
    replies = post(0, f"<blockquote>{OPENING}</blockquote>可以寄去修。") + post(1, "我也想知道。")
    assert len(thread(f"{opening}<ul>{replies}</ul>").posts) == 3


def test_attributes_that_say_no_time_tell_no_head_from_an_opening() -> None:
    def timed(number: int) -> str:
        return (
            f"<a class=author href=/user/{number}>{NAMES[number]}</a> <time title=posted>2024年6月{number + 1}日</time>"
        )

    replies = "".join(f"<li><p>{NOTICE[n:]}</p>{timed(n)}</li>" for n in (1, 0))
    assert len(thread(f"<section><p>{OPENING}</p>{timed(0)}</section><ul>{replies}</ul>").posts) == 3


def test_a_title_that_speaks_of_last_replies_tells_no_head_from_an_opening() -> None:
    title = "建议给列表增加按最后回复排序"
    opening = (
        f"<div class=first><p>由 <a href=/user/0>{NAMES[0]}</a> 在 <i>2024-06-01 10:20</i></p><p>{OPENING}</p></div>"
    )
    replies = "".join(
        f"<li><h4>由 <a href=/user/{n % 2}>{NAMES[n % 2]}</a> 在 <i>2024-06-0{n + 2} 10:20</i></h4><p>{text}</p></li>"
        for n, text in enumerate(
            ("我也一直在等这个，现在只能一页一页地找。", "同意，按时间排就好。", "已经记下了，下个月来做。")
        )
    )
    html = f"<title>{title} - 胶片论坛</title><body><h2>{title}</h2>{opening}<ul>{replies}</ul>"
    found = extract_page(html.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert [one.text for one in found.posts][:2] == [OPENING, "我也一直在等这个，现在只能一页一页地找。"]


def test_a_label_before_the_title_is_no_part_of_it() -> None:
    asked = "<div><h2>问：老相机的皮腔哪里能换？</h2><p>漏光，不想换。</p><i>2024-06-01 09:50</i></div>"
    page = f"<title>【图】{TITLE} - 胶片论坛</title><body>{asked}<ul>{answers('2024-06-01 10:20')}</ul>"
    found = extract_page(page.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW, from_board=True)
    assert isinstance(found, Thread)
    assert found.posts[0].text.endswith("漏光，不想换。")
    assert len(found.posts) == 3


def test_a_question_whose_asker_stands_elsewhere_reaches_down_to_the_heading_of_the_answers() -> None:
    asked = f"<div><p>{OPENING}</p><a href=/follow>收藏</a></div>"
    assert len(thread(f"{asked}<h2>2个回答</h2><ul>{answers('2024-06-01 10:20')}</ul>").posts) == 3
    assert len(thread(f"{asked}<h2>广而告之</h2><ul>{answers('2024-06-01 10:20')}</ul>").posts) == 2


def test_a_question_may_say_who_asked_and_not_when_under_a_count_of_its_answers() -> None:
    head = "<div><a class=author href=/user/8>老赵</a> <span>回答<i>2</i></span></div>"
    asked = f"<div>{head}<div><p>{OPENING}</p></div></div>"
    found = thread(f"{asked}<div>2回答</div><ul>{answers('2024-06-01 10:20')}</ul>")
    assert len(found.posts) == 3
    assert found.posts[0].author == "老赵"
    assert found.posts[0].text.endswith(OPENING)


def test_a_question_may_be_lines_in_the_block_of_what_can_be_done_with_it() -> None:
    asked = f"<div>{OPENING}<br>有没有人知道？<p><a href=/follow>收藏</a></p></div>"
    assert len(thread(f"{asked}<h2>2个回答</h2><ul>{answers('2024-06-01 10:20')}</ul>").posts) == 3


def test_another_question_without_answers_says_nothing_of_this_one() -> None:
    asked = f"<div><p>{OPENING}</p><a href=/follow>收藏</a></div><h2>2个回答</h2><ul>{answers('2024-06-01 10:20')}</ul>"
    others = "<h3>相关问题</h3><ul><li><a href=/question/7>胶卷过期了还能用吗</a> <span>0 个回答</span></ul>"
    assert len(thread(asked + others).posts) == 3


def test_the_chosen_answer_stands_between_the_question_and_the_others() -> None:
    asked = f'<div><p>{OPENING}</p><a class=user-name href="/user/7">半夏</a> <i>2024-06-01 09:50</i></div>'
    chosen = (
        '<div><h3>最佳答案</h3><a class=user-name href="/user/8">青石</a> <i>2024-06-01 12:30</i>'
        "<p>城南的老店就能换，两百块。</p></div>"
    )
    others = "".join(post(n, f"第{n + 1}家店的师傅说换不了，要等配件。") for n in (0, 1))
    found = thread(f"{asked}{chosen}<h3>其他回答</h3><ul>{others}{others.replace('06-0', '06-1')}</ul>")
    assert [one.author for one in found.posts[:3]] == ["半夏", "青石", "老王"]
    assert len(found.posts) == 6


@pytest.mark.parametrize("time", ["", "2024-06-01 12:30"])
def test_the_chosen_answer_may_stand_with_the_others_under_their_heading(time: str) -> None:
    by = '<a class=user-name href="/user/7">半夏</a> 提问于 2024-06-01 09:50'
    asked = f"<div><h4>{TITLE}</h4><div><p>{OPENING}</p></div><ul><li>{by}</li></ul></div>"
    chosen = (
        f"<div class=best><h3>最佳答案 <i>{time}</i></h3><p>城南的老店就能换，两百块。他们的师傅修了三十年相机。</p>"
        '<div><a class=user-name href="/user/8">青石</a> <b>回答于 2024-06-01 12:30</b></div></div>'
    )
    others = "".join(post(n, f"第{n + 1}家店的师傅说换不了，要等配件。") for n in (0, 1))
    found = thread(f"<div>{asked}<div><h2>3 个回答</h2>{chosen}{others}</div></div>")
    assert [one.author for one in found.posts] == ["半夏", "青石", "老王", "小李子"]


def answered(heading: str, answer: str = "") -> Thread:
    asked = f"<div class=asked><p>{OPENING}</p><a class=user href=/user/7>半夏</a> <i>2024-06-01 09:50</i></div>"
    answer = answer or f"<div class=answer><b>青石</b><p>{RANKS[0]}</p><p>城南能换。</p><i>2024-06-01 12:30</i></div>"
    return thread(f"{asked}<div class=answers>{heading}{answer}<h3>相似问题</h3><p>怎么换胶卷？</p></div>")


def test_the_only_answer_stands_under_the_heading_of_the_answers() -> None:
    question, answer = answered("<h2>1个回答</h2>").posts
    assert (question.text, question.author) == (OPENING, "半夏")
    assert "城南能换。" in answer.text
    assert "怎么换胶卷" not in answer.text
    assert len(answered("<div>医生回复</div>").posts) == 2
    assert len(answered("<div>1条回帖 <a>最早</a> <a>最新</a></div>").posts) == 2


def test_no_answer_stands_under_a_heading_that_counts_none_or_is_of_something_else() -> None:
    assert len(answered("<h2>0个回答</h2>").posts) == 1
    assert len(answered("<h2>周边的店</h2>").posts) == 1
    assert len(answered("<h2>1个回答</h2>", "<p>城南能换。</p>").posts) == 1


def test_what_stands_on_the_line_of_a_time_is_no_text_of_a_short_post() -> None:
    asked = "<div><p>皮腔漏光了，要不要换？</p><div><b>半夏</b> <i>2024-06-01 09:50</i> 关注 52</div></div>"
    answer = "<ul><li><div><i>2024-06-01 12:30</i> <b>青石</b></div><div><p>城南就能换，要排队。</p></div></ul>"
    found = thread(f"{asked}<h2>1个答案</h2>{answer}")
    assert [one.text for one in found.posts] == ["皮腔漏光了，要不要换？", "城南就能换，要排队。"]


def test_a_reply_of_fewer_words_than_its_panel_stands_where_the_opening_has_its_text() -> None:
    asked = '<div class=asked><h2>提问</h2><a class=author href="/user/0">老王</a> <i>2024-06-01 10:20</i>'
    vote = "<div class=vote><p>有五十六个人觉得这条回答有用</p><p>你觉得这条回答怎么样？</p></div>"
    reply = '<section><div class=reply><a class=author href="/user/1">小李子</a><div><em>2024-06-02 10:20</em></div>'
    said = [f"<div class=said><p>{text}</p></div>" for text in (OPENING, "城南")]
    found = thread(f"{asked}{said[0]}</div>{reply}{said[1]}{vote}</div></section>")
    assert [one.text for one in found.posts] == [OPENING, "城南"]


def test_what_others_remark_on_a_question_is_no_answer_where_the_page_says_that_there_is_none() -> None:
    remarks = "".join(
        f"<li><a class=user href=/user/{n}>{NAMES[n]}</a> <i>2024-06-0{n + 2} 10:20</i><p>{text}</p></li>"
        for n, text in enumerate(("是不是折叠的那种，有照片吗？", "发一张照片看看，我也有一台。"))
    )
    asked = f"<p>{OPENING}</p><div><a class=user href=/user/7>半夏</a> <i>2024-06-01 09:50</i></div><ul>{remarks}</ul>"
    assert [one.text for one in thread(f"<div>{asked}</div><h2>0个回答</h2>").posts] == [OPENING]
    assert len(thread(f"<div>{asked}</div><h2>周边的店</h2>").posts) == 3


def test_what_asks_for_consent_to_cookies_is_neither_text_nor_a_post() -> None:
    asked = "<p>本站使用小型文件来记住您的选择，您可以在这里决定我们可以记住什么，不可以记住什么。</p>" * 9
    html = f'{post(0, OPENING)}<div id="site-consent-sdk"><div class=box>{asked}</div></div>'
    assert [one.text for one in thread(html).posts] == [OPENING]
    page = f"<title>{TITLE}</title><h1>{TITLE}</h1><p>{OPENING}</p><div class=cookieBanner>{asked}</div>"
    assert extract_page(page.encode(), now=NOW).text == OPENING


def test_an_author_may_stand_above_the_opening_and_its_time_below() -> None:
    asked = f'<section><a class=author href="/user/0">老王</a><p>{OPENING * 3}</p><em>2024-06-01 10:20</em></section>'
    head = '<a class=author href="/user/1">小李子</a> <i>2024-06-02 10:20</i>'
    reply = f"<article><div>{head}</div><p>城南能换。</p></article>"
    found = thread(f"<p>{NOTICE}</p><main>{asked}<h2>有人这么说</h2>{reply}</main>")
    assert [(one.author, one.text) for one in found.posts] == [("老王", OPENING * 3), ("小李子", "城南能换。")]


def test_a_time_that_a_sentence_says_is_not_when_an_only_post_was_written() -> None:
    said = f"<p>{OPENING}</p><p>去年寄过一次，到了2023年8月10号还是没有修好。</p><p>谢谢各位的建议。</p>"
    found = thread(f"<div><a class=author href=/user/0>老王</a>{said}<div>2024-06-01 10:20 <a>举报</a></div></div>")
    [only] = found.posts
    assert only.text == f"{OPENING}\n去年寄过一次，到了2023年8月10号还是没有修好。\n谢谢各位的建议。"
    assert only.published_at is not None
    assert only.published_at.month == 6


def test_a_list_whose_rows_lie_under_links_without_content_is_of_other_threads() -> None:
    rows = "".join(
        f'<div class=row><a href="/thread/{n}/page/1"></a><p><span class=nick>会员{n}</span> <i>{n} 分钟前</i></p>'
        f"<p>{title}</p></div>"
        for n, title in enumerate(("深夜想吃夜宵", "屏幕出现亮线", "开箱", "楼下的猫半夜叫", "用了五年的笔记本"), 3)
    )
    posts = "".join(
        f'<div id="{n}" class=said><a href="/profile/{n}"></a><b class=nick>{name}</b> <i>2024-06-0{n} 10:20</i>'
        f"<div>{text}</div></div>"
        for n, (name, text) in enumerate(((NAMES[0], OPENING), (NAMES[1], "城南能换。")), 1)
    )
    html = f"<title>{TITLE} - 胶片论坛</title><body><div>{rows}</div><div><p><b>{TITLE}</b></p>{posts}</div>"
    found = extract_page(html.encode(), "https://bbs.example.net/thread/9/page/1", now=NOW)
    assert isinstance(found, Thread)
    assert [one.text for one in found.posts] == [OPENING, "城南能换。"]


def test_a_registration_far_down_in_a_panel_is_no_time_of_a_post() -> None:
    panel = "".join(f"<br>等级{n}：<b>{n * 7}</b>" for n in range(9))
    posts = "".join(
        f"<table><tr><td rowspan=2><font><b>{NAMES[n]}</b>{panel}<br>注册：2004/10/1{n}</font></td>"
        f"<td>[第{n + 1}楼]</td></tr>"
        f"<tr><td><p>{text}</p><font>发贴时间：2004/12/1{n} 11:11</font></td></tr></table>"
        for n, text in enumerate((OPENING, "城南能换。"))
    )
    found = thread(posts)
    assert [(one.author, one.text) for one in found.posts] == [("老王", OPENING), ("小李子", "城南能换。")]


def test_remarks_inside_the_only_post_are_no_posts() -> None:
    remarks = "".join(
        f'<div class=pstl><a href="/user/{n}">{NAMES[n]}</a> <p>{text} <i>发表于 2024-06-03 10:20</i></p></div>'
        for n, text in enumerate(
            ("可以试试用黑色的卡纸自己折一个，网上有人写过。", "寄到上海去换，一个月就好了，不算贵。")
        )
    )
    main = "<td class=said>哪里能换？</td>"
    head = '<div class=pi><a class=author href="/user/7">半夏</a> <em>发表于 2024-06-03 09:00</em></div>'
    post = f"<div class=box><table><tr>{main}</tr></table><div class=cm><h3>点评</h3>{remarks}</div></div>"
    found = thread(f"<div id=list><div id=post_1>{head}{post}</div></div>")
    assert [(one.author, one.text) for one in found.posts] == [("半夏", "哪里能换？")]
    assert len(found.posts[0].children) == 2


def test_short_posts_are_told_from_longer_signatures() -> None:
    def signed(number: int, text: str) -> str:
        sign = ("人生若只如初见，何事秋风悲画扇", "出二手显卡一块，有意私聊，非诚勿扰")[number]
        head = f'<a class=author href="/user/{number}">{NAMES[number]}</a> <i>2024-06-0{number + 1} 10:20</i>'
        return f"<div id=p{number}><p>{head}</p><div class=said>{text}</div><div class=sign>{sign}</div></div>"

    found = thread(f"{signed(0, '为什么要取消？')}{signed(1, '不知道')}")
    assert [one.text for one in found.posts] == ["为什么要取消？", "不知道"]


def test_an_only_post_may_say_less_than_it_quotes() -> None:
    quote = f"<div class=quote><p>{OPENING}</p><p>{NOTICE}</p></div>"
    head = '<p><a class=author href="/user/0">老王</a> <i>2024-06-03 09:00</i></p>'
    found = thread(f"<div class=post>{head}<div class=said>{quote}<div>我还想要一个，能再寄一次吗</div></div></div>")
    assert found.posts[0].text.endswith("我还想要一个，能再寄一次吗")


def test_what_pops_up_is_no_text_of_the_only_post() -> None:
    tip = "<div class='tip tip_4' style='display: none'>高级会员, 积分 1430, 距离下一级还需要 430 积分</div>"
    head = f'<div class=panel><a class=author href="/user/0">老王</a>{tip}</div><i>2024-06-03 09:00</i>'
    found = thread(f"<div class=post>{head}<div class=main><div class=said>哪里能换？</div></div></div>")
    assert [one.text for one in found.posts] == ["哪里能换？"]


def test_what_stands_over_the_form_for_replies_in_its_box_is_no_text() -> None:
    asked = f"<div><a class=author href=/user/0>老王</a> <i>2024-06-01</i><p>{OPENING[:24]}</p></div>"
    help_ = "<ul><li>请注意单词的拼写，和中英文的排版。</li><li>与人为善，比聪明更重要，请不要发布负能量！</li></ul>"
    form = "<form action=/reply method=post><textarea name=text></textarea><button>提交</button></form>"
    found = thread(f"<main>{asked}<div><div>回帖</div><div>{help_}{form}</div></div></main>")
    assert [one.text for one in found.posts] == [OPENING[:24]]


OTHERS = (
    "冲洗店推荐哪一家",
    "测光表不准了吗",
    "镜头起雾怎么擦",
    "快门卡住有人修吗",
    "过期胶卷能用吗",
    "旧相机估个价吧",
)


def test_a_question_that_nobody_answered_is_a_thread_though_no_link_leads_to_who_asked() -> None:
    names = [f"{name}{word}" for name in OTHERS for word in ("有人知道吗", "急着等回音")]
    rows = "".join(
        f"<a href=/q/{n}>{name}<span>{n}回答</span><em>2024-05-{n}</em></a>" for n, name in enumerate(names, 10)
    )
    head = f"<h1>{TITLE}</h1><div><a>老王</a><em>2024-06-01</em><span>67 浏览</span></div>"
    body = f"<section>{head}<div>{OPENING}</div></section><h3>0个回答</h3><section><h3>相关问题</h3>{rows}</section>"
    html = f"<title>{TITLE}_问答</title><body><header><a>论坛</a><a>问答</a></header>{body}"
    found = extract_page(html.encode(), "https://www.example.net/detail/9.html", now=NOW)
    assert isinstance(found, Thread)
    assert found.text == OPENING


def test_what_a_panel_counts_of_who_replied_is_no_text_however_little_they_say() -> None:
    head = f"<h1>{TITLE}</h1><div><a class=author href=/user/0>{NAMES[0]}</a> <i>2024-06-01 10:20</i></div>"
    who = f"<i>2024-06-02 10:30</i><br><b><a class=author href=/user/1>{NAMES[1]}</a></b>"
    card = f"<div class=card>{who}<p>帖子: 899</p><p>注册时间: 2006-5-14</p></div>"
    reply = f"<div><div><p>+1</p></div>{card}</div>"
    found = thread(f"<div><div class=top>{head}<div>{OPENING}</div></div><div>{reply}</div></div>")
    assert [post.author for post in found.posts] == list(NAMES)
    assert "899" not in found.posts[1].text
    assert "2006" not in found.posts[1].text
    assert "+1" in found.posts[1].text


def test_an_opening_and_its_only_reply_may_mark_who_wrote_in_one_of_them() -> None:
    asked = "".join(
        f"<p>{OPENING}我在{place}问过了，那里没有。</p>" for place in ("老街", "桥头", "邻居家", "车站", "市场")
    )
    head = f"<h1>{TITLE}</h1><div>{NAMES[0]} · <i>2024-06-01 10:20</i></div>"
    said = (
        "老相机的皮腔可以自己糊，用黑卡纸和书皮布就行，不难的。先量好折痕，再裁纸，等胶干了才能装回去，前后要两三天。"
    )
    panel = f"<div class=user-info><b>{NAMES[1]}</b><p>帖子: 12</p><p>注册: 2011-5-6</p></div>"
    reply = f"{panel}<div><small><i>2024-06-02 10:30</i></small><div><p>{said}</p></div></div>"
    notice = "<div><a href=/notice/9>周末停电半天，请大家见谅</a> <span>2023-12-30</span></div>"
    found = thread(f"{notice}<div><div>{head}<div>{asked}</div></div><h3>全部回复 (1)</h3><div>{reply}</div></div>")
    assert [post.author for post in found.posts] == [NAMES[0], NAMES[1]]
    assert found.posts[1].text == said


def test_a_link_that_says_its_address_is_no_headline_of_the_only_reply() -> None:
    link = "https://repair.example.org/bellows/1.html"
    head = f'<div><a class=author href="/user/0">{NAMES[0]}</a><p><i>2024-06-01 10:20</i></p></div>'
    said = f"<div><div>看看这个，祝顺利。</div><p><a href={link}>{link}</a></p></div>"
    answer = f'<ul><li><b><a class=author href="/user/1">{NAMES[1]}</a><i>2024-06-01 10:30</i></b>{said}</li></ul>'
    found = thread(f"<section>{head}<div>{OPENING}</div><p>1 条讨论</p><div>{answer}</div></section>")
    assert [one.text for one in found.posts] == [OPENING, f"看看这个，祝顺利。\n{link}"]


def test_a_question_may_be_a_short_sentence_whose_asker_and_time_stand_in_a_column() -> None:
    answers = "".join(reply(n, n + 1, text) for n, text in enumerate(REPLIES[:2]))
    rows = "".join(f"<li><a href=/q/{n}>{name}</a></li>" for n, name in enumerate(2 * OTHERS))
    found = thread(f"<div><p>皮腔漏光了，在哪里换。</p></div><h2>2 个回答</h2><ul>{answers}</ul><ol>{rows}</ol>")
    assert [one.text for one in found.posts] == ["皮腔漏光了，在哪里换。", *REPLIES[:2]]


def test_remarks_below_the_one_answer_that_a_heading_counts_are_no_answers() -> None:
    remarks = "".join(
        f'<li><a href="/user/{n}">路人{n}</a>: {text} <u>2024-06-02 16:5{n}</u></li>'
        for n, text in enumerate(("亲测可用", "谢谢，已采纳"))
    )
    head = '<h2><span><a href="?sort=votes">票数</a></span><span>1 个回复</span></h2>'
    who = f'<div><a class=author href="/user/0">{NAMES[0]}</a></div><div><p>{REPLIES[0]}</p></div>'
    answer = f"<div>{who}<div><s>2024-06-02</s></div><div><ul>{remarks}</ul></div></div>"
    found = thread(f"<div><div>{OPENING}</div><div><s>2024-06-01</s></div></div><div>{head}{answer}</div>")
    assert [one.text for one in found.posts] == [OPENING, REPLIES[0]]


def test_two_short_replies_below_a_long_opening_are_two_though_nothing_marks_who_wrote() -> None:
    name, when = "<b><a href=/{0}>{0}</a></b>", "<span>发表于 2024-06-0{1} 10:20</span>"
    head = f"<div><h5>{name} <small>{when}</small></h5><div><p>{{2}}</p></div></div>"
    replies = [f"<div><div></div>{head.format(*row)}</div>" for row in ROWS]
    over = f"<div><a href=/f/0>相机</a> · {name.format('wang')} · {when.format(0, 1)} <span>回复: 2</span></div>"
    opening = f"<div>{over}<div><p>{OPENING}</p><p>{NOTICE}</p></div></div>"
    found = thread(f"{opening}<h3>全部回复 (2)</h3><div>{''.join(replies)}</div>")
    assert [one.text for one in found.posts] == [f"{OPENING}\n{NOTICE}", *(text for _, _, text in ROWS)]


def test_texts_of_one_name_are_those_of_an_opening_and_of_its_only_reply_whose_time_stands_below() -> None:
    opening = f"<p><b>老王</b></p><p>2024-05-01 08:30　阅 16</p><div class='q-txt art'><p>{OPENING}<p>{OPENING}</div>"
    head = "<h4><a>小李子</a><i>潜水两年</i><i>头排</i></h4>"
    reply = f"{head}<div class=q-txt>有道理</div><p><span>24/05/01 09:00</span><a>回复</a><a>举报</a></p>"
    advert = "<li class=ad><em>广告</em>旧胶卷 包邮 99元"
    found = thread(f"<div>{opening}</div><div>全部回帖（1）</div><ul><li class=r>{reply}{advert}</ul>")
    assert [(one.author, one.text) for one in found.posts][1:] == [("小李子", "有道理")]


def test_an_only_reply_may_be_a_word_where_nothing_else_but_its_opening_is_signed_and_dated() -> None:
    head = "<p class=userName>楼主 <a href=/user/1>老王</a></p><p>发言：77件　好评</p>"
    below = [f"<p>2024-05-{time} <a>回复</a></p><p>赞<em>6</em>点</p>" for time in ("20 22:00", "21 08:00")]
    opening = f"<h2><i>提问</i>{TITLE}</h2>{head}<p class=said>有谁知道的请告诉我。</p>{below[0]}"
    reply = f"<p class=userName><a>小李子</a></p><i>铜牌</i><p class=told>知。</p>{below[1]}"
    goods = "<p>最低价：<b>1280</b>　发售日：2021年10月1日</p>"
    found = thread(f"{goods}<div class=t>{opening}</div><div class=r>{reply}</div><div>{NOTICE * 2}</div>")
    assert [f"{one.published_at:%F}" for one in found.posts] == ["2024-05-20", "2024-05-21"]
