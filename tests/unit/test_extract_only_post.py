"""Threads of one post, on pages that say more around it than it does: each page as little as shows it."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

import pytest

from crawler.extract import extract_page
from crawler.extract.listing import Listing
from crawler.extract.table import build
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.notes import says_page
from crawler.extract.threads.prompts import reply_prompts
from crawler.extract.threads.time_labels import may_be_of_post
from crawler.model import Post, Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
TITLE = "院子里的柿子树该剪了吗"
WHO = "<a class=author href=/user/5>山里人</a>"
TIME = "<em>发表于 2024-6-1 10:20</em>"
QUESTION = "树有三米多高了，去年结得很密，今年想把中间的枝条去掉几根，不知道现在动手晚不晚。"
FIRST = "你好，树长了几年了？先看看中间密不密，太密就要剪，剪完记得把伤口封好。"


def only(body: str) -> Post:
    html = f"<title>{TITLE} - 园艺论坛</title><body><h1>{TITLE}</h1>{body}"
    found = extract_page(html.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert len(found.posts) == 1
    return found.posts[0]


def panel(again: int) -> str:
    """The card of an author, with what it shows to who points at it."""
    tip = "<p class=tip>中级会员, 积分 4943, 距离下一级还需 57 积分</p>"
    return f"<td class=pls>{WHO}<p>当前离线</p><p><b>11</b>主题</p><p><b>745</b>帖子</p>{tip}{again * tip}</td>"


@pytest.mark.parametrize("said", ["真之泪的", "这个太方了……", "感觉可以，早一点好"])
def test_what_a_panel_says_twice_outweighs_no_short_post(said: str) -> None:
    head = f"<div class=pi>{TIME} | <a>只看该作者</a></div>"
    post = only(f"<table><tr>{panel(1)}<td class=plc>{head}<div class=t>{said}</div></td></tr></table>")
    assert (post.author, post.text) == ("山里人", said)


def test_what_panels_say_twice_outweighs_neither_of_two_short_posts() -> None:
    posts = "".join(
        f"<table><tr>{panel(1).replace('4943', str(4000 + day))}<td class=plc><div>发表于 2024-6-{day} 10:20</div>"
        f"<div class=t>{said}</div></td></tr></table>"
        for day, said in enumerate(("太方了……", "枝条密"), 1)
    )
    html = f"<title>{TITLE} - 园艺论坛</title><body><h1>{TITLE}</h1>{posts}"
    found = extract_page(html.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert [post.text for post in found.posts] == ["太方了……", "枝条密"]


@pytest.mark.parametrize(
    "name", ["class=post-content", "class='cell comment_text'", "id=postmessage_31", "class=Post-body"]
)
def test_an_element_that_is_called_a_post_s_text_holds_few_words_between_pagers(name: str) -> None:
    pager = "<div class=pages><a href=?page=2>← 上一页</a> <a href=?page=1>1</a> <a href=?page=2>2</a> 3</div>"
    head = f"<tr><th><a href=/post/40>#</a> {TIME}</th></tr>"
    row = f"<tr><td class=post-author>{WHO}</td><td {name}>早剪早好<div class=files></div></td></tr>"
    ask = "<a href=/register>注册</a> 或 <a href=/login>登录</a> 来创建回复."
    boards = "".join(f"<li><a href=/board/{number}>版块{number}</a></li>" for number in range(30))
    post = only(
        f"<ul>{boards}</ul><div class=topic><h2>{TITLE}</h2>{pager}<table>{head}{row}</table>{pager}{ask}</div>"
    )
    assert (post.author, post.text) == ("山里人", "早剪早好")


def test_the_title_behind_its_re_is_no_text_of_a_later_post() -> None:
    said = f"<h3>Re: AW: {TITLE}</h3><p>{FIRST}</p>"
    assert only(f"<div><div>{WHO} {TIME}</div><div class=t>{said}</div></div>").text == FIRST


def test_a_post_may_say_something_twice() -> None:
    said = "<p>剪吧剪吧</p><p>早点剪</p><p>剪吧剪吧</p>"
    post = only(f"<table><tr>{panel(0)}<td class=plc><div>{TIME}</div><div class=t>{said}</div></td></tr></table>")
    assert post.text == "剪吧剪吧\n早点剪\n剪吧剪吧"


def test_the_text_is_of_the_part_of_the_page_with_the_post() -> None:
    clock = "<p>GMT+8, 2024-6-15 08:20:53 , Processed in 0.060240 second(s), 20 queries .</p>"
    said = f"<td><div class=pi>{TIME}</div><div class=pct><table><tr><td>大剪刀伺候吧</td></tr></table></div></td>"
    post = only(f"<div id=postlist><table><tr>{said}</tr></table></div><div id=ft>{clock}</div>")
    assert post.text == "大剪刀伺候吧"


def test_who_wrote_an_only_post_stands_in_the_panel_beside_it_however_much_that_tells() -> None:
    told = "".join(
        f"<dt>{name}</dt><dd>{n}</dd>" for n, name in enumerate(("帖子", "精华", "积分", "威望", "金钱", "贡献"))
    )
    panel = f"<td><a href='space.php?uid=7'>柿子红了</a><dl>{told}</dl><em>园丁</em><dl>{told}</dl></td>"
    bar = f"<div><span>|</span><a href='javascript:;'>大</a></div><div class=authorinfo>{TIME}</div>"
    post = f"<td><div class=posterinfo>{bar}</div><div class=said><p>{QUESTION}</p></div></td>"
    found = only(f"<table><tr>{panel}{post}</tr></table>")
    assert (found.author, found.text) == ("柿子红了", QUESTION)


def test_a_form_to_log_in_names_no_author() -> None:
    login = "<div class=userLoginButtons><a href=/register>注册一个帐号</a></div>"
    table = build(f"{login}<a class=signup-user>新会员</a><b class=bloginfo-author>山里人</b>")
    assert [table.text_of(mark) for mark in Marks(table).authors] == ["山里人"]
    menu = f"<header><p>你在这里：{TITLE}</p>{login}</header>"
    aside = f"<aside>{login}<h3>最活跃的话题</h3></aside>"
    post = only(f"{menu}<main><article>{WHO}<time>2024-6-1 10:20</time><div>{QUESTION}</div></article></main>{aside}")
    assert (post.author, post.text) == ("山里人", QUESTION)


def test_names_without_times_below_an_only_post_list_other_threads() -> None:
    others = "".join(
        f"<div class=item><a class=author href=/user/{n}>会员{n}</a><p>{text}……</p></div>"
        for n, text in enumerate(("我家的柿子树今年一个果也没有结，去年", "想问问大家都是什么时候给果树剪枝的"), 7)
    )
    post = only(f"<main><div>{WHO} {TIME}<div>{QUESTION * 2}</div></div><section>{others}</section></main>")
    assert (post.author, post.text) == ("山里人", QUESTION * 2)


def test_no_only_post_goes_on_behind_where_the_page_asks_to_log_in_for_a_reply() -> None:
    prompt = "<p>您需要登录后才可以回帖 <a>登录</a> | <a>注册</a></p>"
    notes = ("这里的话题由版主推荐，如果你有好的也可以告诉我们。", "论坛的聚会定在秋天，地点和时间会在这里公布。")
    aside = "".join(f"<div class=card><h3>消息 {n}</h3><p>{note * 3}</p></div>" for n, note in enumerate(notes))
    post = only(f"<div class=row><div class=main><p>{WHO} {TIME}</p><p>{QUESTION}</p>{prompt}</div>{aside}</div>")
    assert post.text == QUESTION


def test_no_head_and_post_go_on_behind_where_the_page_asks_to_log_in_for_a_reply() -> None:
    by = "<div class={}>" + WHO + " <time datetime='2024-06-01T10:20:31Z'>6月1日</time></div>"
    top = f"<div class=top><p>树的问题还没有人看过</p>{by.format('big')}</div>"
    notes = ("这里的话题由版主推荐，如果你有好的也可以告诉我们。", "论坛的聚会定在秋天，地点和时间会在这里公布。")
    aside = "".join(f"<div class=card><h3>消息</h3><p>{note * 3}</p></div>" for note in notes)
    prompt = "<p><a>Sign up</a> for free to join this conversation.</p>"
    said = f"<div class=first>{by.format('small')}<div><p>{QUESTION}</p></div></div>{prompt}"
    post = only(f"<main>{top}<div class=row><div class=main>{said}</div><div class=side>{aside}</div></div></main>")
    assert post.text == QUESTION


@pytest.mark.parametrize(
    "prompt",
    [
        "您需要登录后才可以回帖 <a>登录</a> | <a>立即注册</a>",
        "请 <a>登录</a> 后发表观点",
        "登录后写评论",
        "发表评论前请先<a>登录</a>",
        "To post a comment you must <a>log in</a>.",
        "<a>Sign up</a> for free to join this conversation.",
        "Δημιουργήστε ένα λογαριασμό ή <a>συνδεθείτε</a> για να σχολιάσετε",
        "You must <a>log in</a> or <a>register</a> to reply here.",
        "<a>Sign In</a> or <a>Register</a> to comment.",
        "Create an account or sign in to comment",
        "You can post now and register later. If you have an account, <a>sign in now</a> to post with your account.",
        "<a>Anmelden</a>, um zu antworten.",
        "Por favor <a>Entrar</a> ou <a>Cadastrar</a> para responder a este tópico.",
        "<a>ログイン</a>してコメントを書く",
    ],
)
def test_pages_ask_in_many_words_to_log_in_for_a_reply(prompt: str) -> None:
    table = build(f"<body><p>{QUESTION}</p><div>{prompt}</div>")
    assert [table.leaves_of(block)[0] for block in reply_prompts(table)] == [table.leaves[1]]


@pytest.mark.parametrize(
    "said",
    [
        "昨天注册的时候卡住了。后来换了个邮箱，就可以发帖了。",
        f"登录之后{'我又看了看以前的帖子，' * 8}才回复你。",
        "<a>登录</a></div><div><a>回复</a>",
    ],
)
def test_what_people_write_about_logging_in_asks_for_nothing(said: str) -> None:
    assert reply_prompts(build(f"<body><div>{said}</div>")) == []


def test_the_card_of_who_asked_is_no_answer() -> None:
    bio = "住在山里，种了些果树，养了几只鸡。"
    card = f"<div class=side><div class=card><p class=nickname>{WHO}</p><p>{bio}</p></div></div>"
    asked = f"<article><p>{WHO} 发布于 <time>2024-06-01 10:20:00</time></p><div class=said>{QUESTION}</div></article>"
    post = only(f"<main>{asked}<h3>8条评论</h3><p>到底啦</p></main>{card}")
    assert (post.author, post.text) == ("山里人", QUESTION)


def test_whom_an_only_post_speaks_of_did_not_write_it() -> None:
    aside = f"<aside class=pane><h3>{WHO}</h3><p>园丁</p></aside>"
    said = "<p>看到这棵树就想起了 <a href=/user/8>@老园丁</a> 以前说过的话，柿子要早剪。</p>"
    head = f"<div class=meta><a href=#c1>{TIME}</a></div>"
    post = only(f"<article>{aside}<div class=column>{head}<div class=said>{said}</div></div></article>")
    assert (post.author, post.text) == ("山里人", "看到这棵树就想起了 @老园丁 以前说过的话，柿子要早剪。")


def test_a_time_behind_the_label_of_a_signature_is_no_post_s() -> None:
    table = build("<p>签名档 <i>2012-12-21</i></p><p>发表于 <i>2024-06-01</i></p>")
    first, second = table.find("i")
    assert not may_be_of_post(table, first)
    assert may_be_of_post(table, second)
    [edited] = build("<i>本帖最后由 山里人 于 2024-6-2 16:45 编辑</i>").find("i")
    assert not may_be_of_post(build("<i>本帖最后由 山里人 于 2024-6-2 16:45 编辑</i>"), edited)


def test_the_time_of_what_an_only_post_quotes_is_not_its_own() -> None:
    quote = "<blockquote><p>山外人在 2024-5-30 08:15 说</p>今年的柿子又红又大，吃也吃不完。</blockquote>"
    said = f"<div class=t>{quote}<p>给我留几个。</p></div>"
    post = only(f"<div><p>{WHO}</p>{said}<p>#4 <i>2024-6-1 10:20</i> <a>举报</a></p></div>")
    assert post.published_at == datetime(2024, 6, 1, 2, 20, tzinfo=UTC)
    assert post.quoted == "山外人在 2024-5-30 08:15 说\n今年的柿子又红又大，吃也吃不完。"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("JavaScript is disabled. For a better experience, please enable JavaScript.", True),
        ("Not open for further replies.", True),
        ("本主题已被关闭", True),
        ("Page 1 of 12", True),
        ("1 ← 2 3 4 → 12 Next >", True),
        ("共 3 页 上一页 下一页", True),
        ("第 2 页", True),
        ("© 2009–2026 园艺论坛", True),
        ("Copyright (c) 2009-2026 by the gardeners", True),
        ("浙ICP备12034571号", True),
        ("My copyright page is of 1998.", False),
        ("I turned JavaScript off years ago.", False),
        ("next of kin", False),
        ("真的", False),
    ],
)
def test_what_a_page_says_of_itself(text: str, expected: bool) -> None:
    assert says_page(text) is expected


@pytest.mark.parametrize("text", ["1 " * 6000, "go to page " * 1000, "javascript " * 1000, "page of " * 1500])
def test_what_a_page_says_is_told_in_linear_time(text: str) -> None:
    assert not says_page(text + "x")


def test_whose_the_page_is_outweighs_no_short_post() -> None:
    foot = "<footer>© 2009–2026 柿子树下的园艺论坛，是大家的园艺论坛</footer>"
    post = f"<div class=head>{TIME}</div><div class=who>{WHO}</div><div class=said>路过，帮顶一下</div>"
    assert only(f"<div class=posts><div class=post>{post}</div></div>{foot}").text == "路过，帮顶一下"


def test_the_head_of_a_later_page_is_no_opening() -> None:
    head = (
        f"<div class=head><h1>{TITLE}</h1><p>Thread starter {WHO} Start date <time>2024-05-01 08:00</time></p>"
        "<div>JavaScript is disabled. Please enable JavaScript in your browser before proceeding.</div>"
        "<p>Page 2 of 12</p></div>"
    )
    posts = "".join(
        f"<article><b class=author>{name}</b><time>2024-06-0{day} 10:20</time><div class=said>{said}</div></article>"
        for day, (name, said) in enumerate((("甲乙", "今年雨水多，剪晚了容易烂。"), ("丙丁", "我家的已经剪过了。")), 1)
    )
    html = f"<title>{TITLE} | Page 2 | 园艺论坛</title><body>{head}<main>{posts}</main>"
    found = extract_page(html.encode(), "https://bbs.example.net/threads/9/page-2", now=NOW)
    assert isinstance(found, Thread)
    assert [post.author for post in found.posts] == ["甲乙", "丙丁"]


def test_the_head_of_the_thread_is_not_over_a_post_further_below() -> None:
    began = "<ul><li>发起人 <b class=author>山里人</b></li><li><i>2024-05-01</i></li></ul>"
    head = f"<div><div><h1>{TITLE}</h1>{began}</div></div>"
    writer = "<div class=panel><b class=author>甲乙</b></div>"
    said = "<div class=said>今年雨水多，剪晚了容易烂。</div>"
    body = f"<article>{writer}<div><div>2024-06-02 10:20</div>{said}</div></article>"
    post = only(f"{head}<div class=block><p>回复 <a>1</a> <a>2</a></p><div class=inner><div>{body}</div></div></div>")
    assert (post.author, post.text) == ("甲乙", "今年雨水多，剪晚了容易烂。")
    assert post.published_at == datetime(2024, 6, 2, 2, 20, tzinfo=UTC)


ASKED = """<title>Oars longer than a room - Boat Questions</title><h1>Oars longer than a room</h1>
<div><div><span>Asked</span>
<time datetime="2024-02-07T14:00:31">3 weeks ago</time></div>
<div><span>Modified</span> <a href=?last>2 days ago</a></div></div>
<div id=main><div class=question><div class=cell><div class=said><p>{0}</p></div><div class=card><div>asked
<span title="2024-02-07 14:00:31Z">Feb 7, 2024 at 14:00</span></div>
<div class=user-details><a href=/users/1>heron</a></div></div></div>
<div class=remarks><ul><li><span class=copy>Have you tried the attic, or a barn?</span>
<a href=/users/2 class=comment-user>alder</a> <a>Feb 8, 2024 at 10:11</a></ul></div></div><h2>0 Answers</h2></div>"""


def test_a_question_without_an_answer_ends_before_the_remarks_not_in_its_head() -> None:
    text = "We keep a pair of oars that are longer than any room of ours. Is the attic too dry for them?"
    found = extract_page(ASKED.format(text).encode(), "https://boats.example.org/questions/66081190/oars", now=NOW)
    assert isinstance(found, Thread)
    assert [(post.author, post.text) for post in found.posts] == [("heron", text)]


def test_the_time_of_the_last_change_in_the_head_is_not_that_of_the_only_post() -> None:
    began = "<a href=/user/5>山里人</a>"
    head = f"<table><tr><td>发起人：{began} 回复数：0 最后更新：2024-6-1 10:20:31 by {began}</td></tr></table>"
    tools = "".join(f"<li><a href=/do/{n}>操作{n}</a></li>" for n in range(20))
    menu = "<div class=menu style='display: none'><a href=/user/5>查看 山里人 的资料</a></div>"
    side = "<td><b>山里人</b><br>老街坊<br>注册时间：2006-9-24</td>"
    body = f"<table><tr><td><div>2024-6-1 10:20:31</div></td></tr><tr>{side}<td><div>{QUESTION}</div></td></tr></table>"
    foot = "<div>当前查看此主题的会员: 3 人。其中注册用户 1 人，访客 2 人。</div>"
    post = only(f"{head}<ul>{tools}</ul><p>更多相关主题，帖子排序</p>{menu}{body}{foot}")
    assert (post.author, post.text) == ("山里人", QUESTION)


def test_who_remarks_on_the_only_post_or_gives_it_points_did_not_write_it() -> None:
    rows = "".join(
        f"<li><a href=/user/{n}>路人{n}</a>: <b>威望: +2</b> <span>我很赞同</span> <i>2024-06-02 04:58:4{n}</i></li>"
        for n in range(3)
    )
    points = f"<div class=points><h3>帖子评分 <b>共3条</b> <a href=/rate>我要评分</a></h3><ul>{rows}</ul></div>"
    head = "<p>发表于 2024-6-1 10:20</p>"
    name = "<p><a href=/user/5>山里人</a></p>"
    post = only(f"<table><tr><td>{name}</td><td>{head}<div class=text>{FIRST}</div>{points}</td></tr></table>")
    assert (post.author, post.text) == ("山里人", FIRST)
    remark = "<div><h3>点评</h3><p><a href=/user/7>路人</a> 这话在理 <i>发表于 2024-6-1 13:13</i></p></div>"
    post = only(f"<table><tr><td>{name}</td><td>{head}<div class=text>{FIRST}</div>{remark}</td></tr></table>")
    assert (post.author, post.text) == ("山里人", FIRST)


@pytest.mark.parametrize("says", ["登录注册", "请登录", "登录 | 注册", "Log in", "Sign in / Register"])
def test_what_asks_to_log_in_names_nobody(says: str) -> None:
    table = build(f"<p class=user-info>{says}</p><b class=author>山里人</b>")
    assert [table.text_of(mark) for mark in Marks(table).authors] == ["山里人"]


def test_a_short_post_outweighs_where_its_author_was() -> None:
    head = f"<div>{WHO} <b>Lv18</b><p><i>2024-06-01 10:20 发布</i><b> IP属地：西藏</b></p></div>"
    post = only(f"<div>{head}<div><div>随手一拍，请指教。</div></div></div><div><a class=zan>赞 <em>53</em></a></div>")
    assert (post.author, post.text) == ("山里人", "随手一拍，请指教。")


def test_who_began_a_thread_may_be_a_part_of_the_pages_title() -> None:
    def read(above: str) -> str:
        head = "<div class=head><a href=blog/17>山里人</a><span>2024-06-01 21:10</span><span>浏览 69</span></div>"
        body = f"<body>{above}<div><h1>{TITLE}</h1>{head}<div class=text>{QUESTION}{FIRST}</div></div>"
        html = f"<title>{TITLE}_山里人_园艺论坛</title>{body}"
        found = extract_page(html.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW, from_board=True)
        assert isinstance(found, Thread)
        return found.posts[0].author

    assert read("") == "山里人"
    assert read("<p><a href=/>首页</a> <a href=/b/3>山里人</a></p>") == ""  # a board


def test_a_request_to_log_in_right_under_the_head_ends_no_post() -> None:
    title = "院子里的柿子树三米多高了，去年结得很密，今年还要不要剪"
    head = f"<div><h1>{title}</h1><div><span>2024-6-1 10:20</span></div></div>"
    prompt = "<div><ul><li><a>请登录以回复</a></li></ul></div>"
    said = f"<div><div><div><p>{QUESTION}</p></div></div></div>"
    menu = "<div><ul><li><a class=author href=/user/9>管理员</a></li></ul></div>"
    html = f"<title>{title} - 园艺论坛</title><body><div>{menu}<div>{head}{prompt}{said}</div></div>"
    found = extract_page(html.encode(), "https://bbs.example.net/thread-9-1-1.html", now=NOW, from_board=True)
    assert found.text == QUESTION


OTHERS = ["阳台漏水找谁修", "帮朋友问一个事", "刚买的书怎么样", "停电两小时以后", "去年的樱花资料"]


@pytest.mark.parametrize("around", ["footer", "aside", "div"])
def test_rows_of_a_few_other_threads_hold_no_post_wherever_they_stand(around: str) -> None:
    rows = [f"<li><a href=/t/{n}>{name}</a><i>村长 · 2024年5月{n}日</i></li>" for n, name in enumerate(OTHERS)]
    table = build(f"<div>{FIRST}</div><{around}><h3>图文</h3><ul>{''.join(rows)}</ul></{around}>")
    listing = Listing(table)
    assert [table.text_of(row.start)[:7] for row in listing.beside] == OTHERS
    counts = prose(table, listing.listed)
    assert [table.texts[leaf] for leaf in table.leaves if counts[leaf]] == [FIRST, "图文"]


def test_a_short_post_with_a_link_like_those_of_a_list_is_no_row_of_it() -> None:
    rows = [f"<dd><a href=/t/{n}>{name}</a></dd>" for n, name in enumerate(OTHERS)]
    posts = [f"<dd><p>我选第{n}个</p></dd>" for n in range(3)]
    table = build(f"<dl>{''.join(posts)}<dd><a href=/t/9>跟上次一样就好</a></dd></dl><dl>{''.join(rows)}</dl>")
    assert [table.text_of(row.start) for row in Listing(table).beside] == OTHERS


def test_a_post_whose_author_nothing_marks_is_no_article_though_longer_lists_stand_beside_it() -> None:
    rows = "".join(
        f"<li><a href=/q/{n}>院子里的{tree}今年{how}</a> <span>山外人{n} 05-{n} 10:20</span></li>"
        for n, (tree, how) in enumerate(
            product(("柿子树", "石榴树", "葡萄"), ("该剪了吗", "不结果", "怎么施肥", "长虫了")), 10
        )
    )
    head = "<div><a>山里人</a> 提问于：2024-06-01 10:20</div><p>浏览：630</p><p>回答</p>"
    body = f"<div><h1>{TITLE}</h1><div><p>{QUESTION}</p></div>{head}</div><div><b>最新问题</b><ul>{rows}</ul></div>"
    html = f"<title>{TITLE}_园艺</title><body>{body}"
    found = extract_page(html.encode(), "https://q.example.net/q/9/", now=NOW)
    assert isinstance(found, Thread)
    assert [(post.author, post.text) for post in found.posts] == [("山里人", QUESTION)]


def test_nothing_is_asked_between_the_title_and_the_heading_of_the_only_answer_on_a_last_page() -> None:
    trail = f"<p><a href=/>园艺论坛</a> &gt; <a href=/f/2>果树</a> &gt; {TITLE}</p>"
    notice = "<p><a href=/notice/3>本站将于周末升级，届时可能打不开。</a> <span>2024-05-30</span></p>"
    pages = "<p><a href=/thread-9-1-1.html>1</a> <a href=/thread-9-2-1.html>2</a> <b>3</b></p>"
    head = f"<h5>{WHO} <small>{TIME}</small></h5>"
    post = f"<div><div>{head}<div class=message><p>{FIRST}</p><p>{QUESTION}</p></div></div></div>"
    thread = f"<div>{TITLE}</div><h3>全部回复 (21) <small>按时间</small></h3>{pages}<div>{post}</div>{pages}"
    body = f"{trail}{notice}<div><div>{thread}</div></div>"
    html = f"<title>{TITLE} - 果树 - 园艺论坛</title><body>{body}"
    found = extract_page(html.encode(), "https://bbs.example.net/thread-9-3-1.html", now=NOW)
    assert isinstance(found, Thread)
    assert [(post.author, post.text) for post in found.posts] == [("山里人", f"{FIRST}\n{QUESTION}")]


def test_a_title_over_who_began_the_thread_and_when_is_no_post() -> None:
    title, said = "Free to a good home: an old ladder for pruning trees", "Collect only, Mill Lane. First come."
    began = "<ul><li><a class=username>Wren</a><li><time>2024-06-01 12:20</time></ul>"
    head = f"<div class=head><h1>{title}</h1><div>{began}</div></div>"
    panel = "<div><h4><a class=username href=/members/5>Wren</a></h4><h5>New here</h5></div>"
    text = f"<div class=message-userContent><article class=body><div>{said}</div></article></div>"
    when = "<header><a href=#p5><time>Jun 1, 2024</time></a> <a href=#p5>#1</a></header>"
    post = f"<article class=message>{panel}<div>{when}{text}</div></article>"
    beside = "".join(f"<div><a>Another old thing number {n}, and where to get it</a></div>" for n in range(9))
    html = f"<title>{title} | Gardens</title><div>{head}<div><div>{post}</div><div>{beside}</div></div></div>"
    found = extract_page(html.encode(), "https://bbs.example.net/threads/9/", now=NOW)
    assert isinstance(found, Thread)
    assert [(post.author, post.text) for post in found.posts] == [("Wren", said)]
