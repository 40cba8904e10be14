"""Authors, floors, quotes and notes: what is read of each post besides its text."""

from collections.abc import Sequence

import pytest

from crawler.extract.lines import lines
from crawler.extract.table import Table, build
from crawler.extract.threads.bylines import Author
from crawler.extract.threads.floors import floors
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.names import is_rank, name_of
from crawler.extract.threads.notes import without_notes
from crawler.extract.threads.places import Classes
from crawler.extract.threads.poster import authors
from crawler.extract.threads.quotes import quoted, quoted_lines

NAMES = ["林间", "河边的猫", "7776169", "河边的猫"]
RANKS = ["副主任医师 副教授", "主任医师 教授"]


def read(posts: Sequence[str]) -> tuple[Table, list[range], list[list[int]]]:
    """The table of a page with these posts, their nodes, and the leaves of their <p>."""
    table = build("".join(f"<article>{post}</article>" for post in posts))
    records = [range(node, table.ends[node]) for node in table.find("article")]
    texts = [leaf for node in table.find("p") for leaf in table.leaves_of(node)]
    return table, records, [[leaf for leaf in texts if leaf in record] for record in records]


def names(posts: Sequence[str]) -> list[str]:
    table, records, bodies = read(posts)
    return [author.name for author in authors(table, Marks(table), records, bodies, Classes(table, records))]


def numbers(posts: Sequence[str]) -> list[int]:
    table, records, bodies = read(posts)
    return floors(table, records, bodies, Classes(table, records))


def test_names_lead_each_to_its_own_profile_and_titles_do_not() -> None:
    post = "<a href=/space/{0}>{0}</a><em class=user-title>{1}</em><a href=/space/{0}/all>看他的帖子</a><p>雨停了。</p>"
    ranks = ["新手", "元老", "新手", "元老"]
    assert names([post.format(*pair) for pair in zip(NAMES, ranks, strict=True)]) == NAMES


def test_names_without_links_are_told_by_how_their_element_is_called() -> None:
    assert names([f"<b class=username>{name}</b><i>会员</i><p>雨停了。</p>" for name in NAMES[:3]]) == NAMES[:3]


@pytest.mark.parametrize("label", ["作者", "Autor:", "Publié par", "글쓴이"])
def test_a_name_stands_behind_its_label_without_the_nickname_in_brackets(label: str) -> None:
    head = f"<i>{label}</i><b>rain7 (听雨)</b>"
    assert names([f"{head}<p>雨停了。</p><div class=reply><i class=user-name>wren</i></div>"]) == ["rain7"]
    assert names([f"{head}<p>雨停了。</p>", *["<p>雨停了。</p>"] * 3]) == ["rain7", "", "", ""]
    assert names([f"<p>{head}雨停了。</p><i class=user-name>wren</i>"]) == ["rain7"]


def test_what_an_account_is_called_in_brackets_behind_a_name_is_none_of_it() -> None:
    one = "<a class=person href='https://site.example/~{0}'>{1} ({2})</a><p>雨停了。</p>"
    rows = [("lin-hao", "Lin Hao", "lin-hao"), ("heron", "河边的猫", "heron"), ("moss", "林间", "Oslo")]
    assert names([one.format(*row) for row in rows]) == ["Lin Hao", "河边的猫", "林间 (Oslo)"]


def test_floors_are_no_names() -> None:
    posts = [f"<b>{name}</b><i>B{at}</i><p>雨停了。</p>" for at, name in enumerate(NAMES, start=1)]
    assert names(posts) == NAMES


def test_an_element_called_a_name_holds_one_but_for_those_around_another() -> None:
    posts = [
        f"<i>{mood}</i><b class=name>{name}</b><p>雨停了。</p>" for name, mood in zip(NAMES, "晴雨雪风", strict=True)
    ]
    assert names(posts) == NAMES
    table = build("<b class=name><i class=user-name>林间</i></b><b class=name>河边</b><b class=file-name>雨</b>")
    assert [table.text_of(mark) for mark in Marks(table).authors] == ["林间", "河边"]


@pytest.mark.parametrize(
    "told",
    ["asked", "Geschrieben", "Posté", "Ответил", "文章編號：416", "Группа: Гости", "Jul 2018", "https://example.org/7"],
)
def test_what_is_told_beside_a_name_is_none(told: str) -> None:
    assert names([f"<b class=author>{told}</b><p>雨停了。</p>"]) == [""]
    assert names([f"<b class=author>{told}</b><i class=author>林间</i><p>雨停了。</p>"]) == ["林间"]


def test_names_of_many_may_lead_elsewhere_in_each_post_but_buttons_may_not() -> None:
    post = "<b>{0}晴天</b><a class=author href=/u/{1}>{2}</a><a href=/share/{1}>{3}</a><p>雨停了。</p>"
    people = ["林间", "河边的猫", "Wren", "山雀"]
    posts = [post.format("一二三四五六七八"[at], at, people[at // 2], ("转微博", "转空间")[at % 2]) for at in range(8)]
    assert names(posts) == [people[at // 2] for at in range(8)]


def test_what_parts_a_name_from_what_stands_behind_it_is_none_of_it() -> None:
    posts = [f"<a class=author href=/u/{name}>{name} ·</a><i>3 天前</i><p>雨停了。</p>" for name in NAMES[:3]]
    assert names(posts) == NAMES[:3]


def test_a_guest_stands_at_the_same_place_without_a_link() -> None:
    posts = [f"<h4 class=name><a class=username href=/u/{name}>{name}</a></h4><p>雨。</p>" for name in NAMES[:3]]
    guest = "<h4 class=name><span class=username>过客</span></h4><p>雨。</p>"
    assert names([*posts, guest]) == [*NAMES[:3], "过客"]


@pytest.mark.parametrize("says", ["says:", "wrote on 5 March:", "说：", "发表于 2024-3-5", "schrieb", "a écrit :"])
def test_names_are_told_by_the_page_that_goes_on_with_says(says: str) -> None:
    posts = [f"<i>第{at}楼</i><b>{name}</b> {says}<p>雨停了。</p>" for at, name in enumerate(NAMES[:3])]
    assert names(posts) == NAMES[:3]


def test_a_name_stands_in_the_sentence_that_says_when() -> None:
    posts = [f"<a class=author href=/u/{name}>{name}</a><p>雨。</p>" for name in NAMES[:3]]
    guest = "<div>Submitted by a guest (not verified) on Tue, 05/03/2024 - 10:09.</div><p>雨。</p>"
    about = "<div>Submitted by mail</div><p>Posted by somebody on 5 March 2024 at 10:09</p>"
    assert names([*posts, guest, about]) == [*NAMES[:3], "a guest (not verified)", ""]


def test_who_is_named_in_a_post_is_not_its_author() -> None:
    posts = [f"<a href=/u/{name}>{name}</a><p>谢谢<a href=/u/8>月光</a>。</p>" for name in NAMES[:2]]
    assert names([*posts, "<a href=/u/x>林下</a><p>雨停了。</p>"]) == [*NAMES[:2], "林下"]


@pytest.mark.parametrize(
    "head",
    [
        "网友 {} 于 2024-3-5 10:09 发表评论：",
        "{}发表于2024-3-5 10:09",
        "3楼 {} 回复于：2024-3-5 10:09",
        "由 [{}] 在 2024-3-5 10:09 提交",
        "{} wrote on 5 March 2024, 10:09:",
        "{} posted at 2024-03-05 10:09",
        "{} added on 2024-03-05 10:09:06:",
        "by {}, March 5, 2024 at 10:09",
        "—— {}，2024-03-05 10:09",
        "by {} » Tue Mar 05, 2024 10:09 am",
        "Сообщение {} » 5 мар 2024, 10:09",
        "Verfasst von {}, 05.03.2024 10:09",
        "{} hat am 05.03.2024 um 10:09 geschrieben:",
        "Posté par {} le 05/03/2024 à 10:09",
        "{} a écrit le 05/03/2024 à 10:09 :",
        "Publicado por {} el 05/03/2024 10:09",
        "{} написал 5.03.2024 10:09:",
        "1 ：{}：2024/03/05(火) 10:09:00",
        "{} 發表於 2024-03-05 10:09",
        "{} 於 2024-03-05 10:09 發表",
        "{} <walk at example.org>",
    ],
)
def test_a_sentence_says_who_wrote_when(head: str) -> None:
    posts = [f"<div>{head.format(name)}</div><i>支持({at})</i><p>雨停了。</p>" for at, name in enumerate(NAMES)]
    assert names(posts) == NAMES


@pytest.mark.parametrize(
    "note",
    [
        "本帖最后由 {} 于 2024-3-5 10:09 编辑",
        "Last edited by {}; 5 March 2024 at 10:09.",
        "Message édité par {} le 05-03-2024 à 10:09",
        "Zuletzt bearbeitet von {} am 05.03.2024, 10:09",
        "Сообщение отредактировал {} - 5.03.2024, 10:09",
        "Последний раз редактировалось {}; 05.03.2024 в 10:09",
        "Sửa lần cuối bởi {}, 05/03/2024 10:09",
        "本文最後由 {} 於 2024-3-5 10:09 編輯",
    ],
)
def test_the_note_on_editing_names_the_author_where_nothing_else_does(note: str) -> None:
    note = f"<p><i>{note}</i><br>雨停了。</p>"
    assert names([note.format("林间"), "<p>雨停了。</p>"]) == ["林间", ""]
    assert names([f"<b class=author>{name}</b>{note.format('管理员')}" for name in NAMES]) == NAMES


@pytest.mark.parametrize(
    "picture",
    [
        "<img class=avatar src=/7.jpg alt='{}'>",
        "<img src=/avatar/7.jpg alt='{}的头像'>",
        "<img src=/7.jpg alt='Avatar von {}'>",
        "<a href=/space/7 title='{}'><img src=/7.jpg alt='avatar'></a>",
        "<a href=/space/7><img src=/icon.gif alt='Profile for {}'></a>",
        "<a href=/space/7 title='Go to {}'s profile'><img src=/7.jpg alt=''></a>",
    ],
)
def test_the_picture_of_its_author_names_them(picture: str) -> None:
    assert names([f"{picture.format(name)}<p>雨停了。</p>" for name in NAMES]) == NAMES


def test_pictures_in_a_post_and_of_nobody_name_no_author() -> None:
    assert names(["<img src=/face/3.gif alt=用户头像><p>雨停了。</p>"]) == [""]
    assert names(["<img src=/map.jpg alt=地图><p>雨停了。</p>"]) == [""]
    assert names(["<p>雨<img src=/face/3.gif alt=微笑>停了。</p>"]) == [""]


def test_a_link_that_leads_where_a_picture_of_someone_does_is_a_name() -> None:
    picture = "<a href=//my.example.com/7><img src=/avatar/7.jpg></a>"
    assert names([f"{picture}<a href=//my.example.com/7>林间</a><a href=//my.example.com/8>8</a><p>雨停了。</p>"]) == [
        "林间"
    ]


def test_an_element_that_is_a_post_says_who_wrote_it() -> None:
    table = build("<article data-author=林间 data-author-id=7><p>雨停了。</p></article>")
    record = range(next(table.find("article")), len(table))
    body = table.leaves_of(next(table.find("p")))
    assert authors(table, Marks(table), [record], [body], Classes(table, [record])) == [Author("林间", "", "element")]


@pytest.mark.parametrize(
    "panel",
    [
        *("等级：新手<br>文章：703", "<i>新手</i><br>Posts: 17", "<i>新手</i><br>注册 2011-3-27"),
        *("会员等级：二级<br>发表文章：703", "来自：成都", "主题：17<br>回复：703"),
    ],
)
def test_a_panel_that_counts_what_someone_wrote_begins_with_their_name(panel: str) -> None:
    assert names([f"<div><b>林间</b><br>{panel}</div><p>雨停了。</p>"]) == ["林间"]


@pytest.mark.parametrize(
    "panel",
    [
        "<b>林间</b><br>军衔：大校<br>功勋：169",
        "<b>林间</b><i>看海的人<br>积分 22<br>发贴 999</i>",
        "<div>林间</div><dl><dt>战功<dd>186<dt>银元<dd>7193</dl>",
        "<b>NickB</b><i>From: Prague</i><i>Posts: 9,531</i>",
    ],
)
def test_a_panel_may_be_taken_for_the_beginning_of_the_text(panel: str) -> None:
    table = build(f"<article><div>{panel}</div><p>雨停了，河水慢慢地流。</p></article>")
    records, bodies = [range(1, len(table))], [table.leaves]
    found = authors(table, Marks(table), records, bodies, Classes(table, records))
    assert [author.name for author in found] == ["NickB" if "NickB" in panel else "林间"]


def test_one_label_in_a_text_makes_no_panel() -> None:
    table = build("<article><div><b>河边</b>地点：桥下</div><div>雨停了，河水慢慢地流。</div></article>")
    records, bodies = [range(1, len(table))], [table.leaves]
    found = authors(table, Marks(table), records, bodies, Classes(table, records))
    assert [author.name for author in found] == [""]


def test_a_time_may_stand_between_a_name_and_a_rank() -> None:
    assert names(["<a href=/7>林间</a><i>2024-3-5 10:09</i><em>组长</em><p>雨停了。</p><b>楼主</b>"]) == ["林间"]


def test_a_name_that_only_its_place_tells_stands_where_those_of_the_others_do() -> None:
    post = "<div><b>{0}</b> <i>{1}</i></div><p>雨停了。</p>"
    ranks = ["新手上路", "论坛元老", "Lv.3", "看海的人"]
    assert names([post.format(*pair) for pair in zip(NAMES, ranks, strict=True)]) == NAMES


def test_what_shows_the_posts_of_one_author_alone_labels_no_name() -> None:
    posts = [f"<b>{name}</b><a>只看该作者</a><p>{at}月雨停了</p>" for at, name in enumerate(NAMES, start=1)]
    assert names(posts) == NAMES


def test_what_the_panel_beside_a_post_counts_of_its_author_is_no_name() -> None:
    post = "<b>{0}</b><div class=poster><em>帖子 {1} 注册于 2013-3</em></div><p>雨停了。</p>"
    counts = [46, 812, 46, 7]
    assert names([post.format(*pair) for pair in zip(NAMES, counts, strict=True)]) == NAMES


def test_names_may_stand_between_the_posts() -> None:
    post = "<dt><b>{0}</b><i>（海边）</i></dt><dd>{1}<a href=/f/{2}>送花 {2}</a></dd>"
    table = build(f"<dl>{''.join(post.format(name, '<p>雨停了。</p>', at) for at, name in enumerate(NAMES))}</dl>")
    records = [range(node, table.ends[node]) for node in table.find("dd")]
    bodies = [table.leaves_of(node) for node in table.find("p")]
    found = authors(table, Marks(table), records, bodies, Classes(table, records))
    assert [author.name for author in found] == NAMES


def test_who_began_the_thread_is_named_by_no_badge_of_a_reply() -> None:
    reply = "<i>{1}</i><a class=user-name href=/{0}>{0}</a><p>停了，河边有人。</p>"
    posts = ["<p>雨停了？</p>", reply.format("夜航", "Author"), reply.format("江声", "海边")]
    assert names(posts) == ["", "夜航", "江声"]


def test_an_address_is_told_of_an_author_as_a_panel_does() -> None:
    assert names(["<div><b>林间</b><i>湖友</i><i>IP属地：海边</i></div><p>雨停了。</p>"]) == ["林间"]


def test_a_count_at_the_place_of_the_names_is_none() -> None:
    posts = ["<div class=user><b>林间</b></div><p>雨停了。</p>", "<a class=user-name href=/7>夜航</a><p>雨停了。</p>"]
    assert names([posts[0], posts[1] + "<div class=user><b>566赞</b></div>"]) == ["林间", "夜航"]


def test_a_labelled_name_on_the_line_of_the_time_may_be_taken_for_text() -> None:
    table = build("<article><p>雨停了？</p><p>河边见。</p><div><i>提问者：林间</i> <i>2024/3/5</i></div></article>")
    records, bodies = [range(1, len(table))], [table.leaves]
    found = authors(table, Marks(table), records, bodies, Classes(table, records))
    assert [author.name for author in found] == ["林间"]


def test_what_labels_a_title_is_no_panel() -> None:
    assert names(["<h3>雨停了吗</h3><i>主题：雨停了吗</i><div><b>林间</b><br>文章：703</div><p>雨停了。</p>"]) == [
        "林间"
    ]


def test_a_stated_author_is_the_link_and_not_the_panel_around_it() -> None:
    post = "<div itemprop=author><a href=/u/{0}>{0}</a><i>17</i> bronze badges</div><p>雨停了。</p>"
    assert names([post.format(name) for name in NAMES[:2]]) == NAMES[:2]


def test_a_panel_may_stand_beside_the_only_post() -> None:
    table = build(
        "<main><div><b>林间</b><br>Posts: 17</div><article><i>2024-3-5 10:09</i><p>雨停了。</p></article></main>"
    )
    (post,) = table.find("article")
    records, body = [range(post, table.ends[post])], table.leaves_of(next(table.find("p")))
    assert authors(table, Marks(table), records, [body], Classes(table, records))[0].name == "林间"


def test_a_profile_beside_the_only_post_goes_before_words_in_it() -> None:
    post = "<article><div class=authorinfo><em>上一主题</em></div><i>2024-3-5 10:09</i><p>雨停了。</p></article>"
    table = build(f"<main><div><a href=/space-uid-7.html>林间</a></div>{post}</main>")
    (node,) = table.find("article")
    records, body = [range(node, table.ends[node])], table.leaves_of(next(table.find("p")))
    found = authors(table, Marks(table), records, [body], Classes(table, records))
    assert found == [Author("林间", "/space-uid-7.html", "profile")]


@pytest.mark.parametrize("rank", ["楼主", "[版主]", "新手上路", "铜牌会员", "Lv.3", "V2", "Senior Member"])
def test_a_rank_stands_behind_a_name(rank: str) -> None:
    assert names([f"<span>林间</span><span>{rank}</span><p>雨停了。</p><i>2024-3-5 10:09</i>"]) == ["林间"]
    assert names([f"<span>林间</span><b class=user-x>{rank.strip('[]')}</b><p>雨停了。</p>"] * 2) == ["林间"] * 2


def test_an_address_to_write_to_is_no_link_to_elsewhere() -> None:
    assert names(["1 ：<a href=mailto:x@example.org><b>林间</b></a>：2024/03/05(火) 10:09<p>雨停了。</p>"]) == ["林间"]


def test_a_name_that_nothing_marks_stands_before_the_time() -> None:
    assert names(["<div>林间</div> <i>2024-3-5 10:09</i><p>雨停了。</p>"]) == ["林间"]
    assert names(["<h2>林间</h2> <i>2024-3-5 10:09</i><p>雨停了。</p>"]) == [""]
    assert names(["<a href=/board/7>林间</a> <i>2024-3-5 10:09</i><p>雨停了。</p>"]) == [""]
    assert names(["<div><b>林间</b> 2024-3-5 10:09</div><p>雨停了。</p>"]) == ["林间"]
    assert names(["<div>林间</div><i>2楼</i><a>引用</a> <i>2024-3-5 10:09</i><p>雨停了。</p>"]) == ["林间"]


@pytest.mark.parametrize(
    "line", ["林间 · 2024-3-5 10:09 · 海边", "林间 | 2024-03-05", "林间　2024-3-5 10:09", "林间 3天前"]
)
def test_a_name_may_stand_in_the_text_of_the_time(line: str) -> None:
    assert names([f"<div>{line}</div><p>雨停了。</p>"]) == ["林间"]


@pytest.mark.parametrize(
    "line", ["发布时间 2024-3-5 10:09", "来自海边 2024-3-5 10:09", "3楼 2024-3-5 10:09", "2024-3-5 10:09"]
)
def test_other_words_in_the_text_of_the_time_are_no_name(line: str) -> None:
    assert names([f"<div>{line}</div><p>雨停了。</p>"]) == [""]


def test_a_link_on_the_line_of_the_time_is_a_name_where_it_leads_to_no_board() -> None:
    line = "<p>雨停了。</p><div><a href=/7>林间</a> <i>2024-3-5 10:09</i></div>"
    assert names([line]) == ["林间"]
    table = build(f"<a href=/7>林间</a><article>{line}</article>")
    records = [range(node, table.ends[node]) for node in table.find("article")]
    found = authors(
        table, Marks(table), records, [table.leaves_of(node) for node in table.find("p")], Classes(table, records)
    )
    assert [author.name for author in found] == [""]


@pytest.mark.parametrize("told", ["女", "女 | 57岁", "16岁", "566赞", "12人围观"])
def test_what_stands_between_a_name_and_the_time_is_none(told: str) -> None:
    assert names([f"<b>林间</b> <i>{told}</i> | <i>2024-3-5 10:09</i><p>雨停了。</p>"]) == ["林间"]


@pytest.mark.parametrize("before", ["19h46", "6:24 pm", "January 30", "3月5日", "30 Januar"])
def test_clocks_and_days_without_a_year_are_no_names(before: str) -> None:
    assert names([f"<i>{before}</i><b>{name}</b><p>雨停了。</p>" for name in NAMES]) == NAMES


@pytest.mark.parametrize("label", ["Ort", "Location:", "来自：", "等级"])
def test_what_a_panel_says_of_an_author_is_no_name(label: str) -> None:
    post = "<div><b>{0}</b><i>{1}</i><a href=/place/{2}>{2}</a></div><p>雨停了。</p>"
    cities = ["上海", "北京", "成都"]
    assert names([post.format(name, label, city) for name, city in zip(NAMES, cities, strict=False)]) == NAMES[:3]


@pytest.mark.parametrize(
    "address",
    ["/userinfo.asp?name=7", "/dispuser.asp?id=7", "/mitglieder/7", "/usuarios/7", "/showuser.php?7", "/profil/7"],
)
def test_profiles_are_called_in_many_ways(address: str) -> None:
    assert names([f"<i>新手</i><a href={address}>林间</a><p>雨停了。</p>"]) == ["林间"]


def test_who_edited_a_post_did_not_write_it() -> None:
    signed = "<div><i>{}</i> <span>2024-03-0{} 10:09</span><div><a href=/users/{}>{}</a></div></div>"
    posts = [
        f"<p>雨停了。</p>{signed.format('edited', 5, 9, '管理员')}{signed.format('answered', 1, at, name)}"
        for at, name in enumerate(NAMES)
    ]
    assert names(posts) == NAMES
    assert names([f"<i>编辑 2024-3-5 10:09</i><b class=author>{name}</b><p>雨。</p>" for name in NAMES]) == NAMES


def test_titles_of_users_are_no_names() -> None:
    post = (
        "<dl><dt><strong>{}</strong></dt><dd class=usertitle><strong>{}</strong></dd><dd>Posts: 17</dd></dl><p>雨。</p>"
    )
    titles = ["会员", "夜里的人", "会员", "夜里的人"]
    assert names([post.format(name, title) for name, title in zip(NAMES, titles, strict=True)]) == NAMES
    assert names([post.format("林间", "夜里的人")]) == ["林间"]


def test_a_letter_stands_for_a_picture() -> None:
    post = "<h3><a href=/u/{0}><span>{1}</span> <b>{0}</b></a></h3><p>雨停了。</p>"
    assert names([post.format(name, name[0]) for name in NAMES]) == NAMES
    assert names([post.format("林间", "林")]) == ["林间"]


def test_links_to_log_in_lead_to_no_profile() -> None:
    post = "<b>林间</b> <i>2024-3-5 10:09</i><p>雨停了。</p><a href='/user/login?destination=7'>Other</a>"
    assert names([post]) == ["林间"]


@pytest.mark.parametrize("around", ["Posted by {}", "by {}", "{} ·", "@{}"])
def test_what_templates_put_around_a_name_is_no_part_of_it(around: str) -> None:
    assert names([f"<b class=author>{around.format(name)}</b><p>雨停了。</p>" for name in NAMES]) == NAMES


@pytest.mark.parametrize("name", ["User 37079", "用户8842", "op123", "member42", "home_2008", "回复者"])
def test_names_may_begin_as_words_of_forums_do(name: str) -> None:
    assert names([f"<b class=username>{name}</b><i>回复(3)</i><p>雨停了。</p>"]) == [name]


@pytest.mark.parametrize(
    "control", ["赞(3)", "Citar (Quote)", "回复 12", "Reply", "打印", "Zitieren", "查询作者", "转寄", "回文章"]
)
def test_what_can_be_done_with_a_post_is_no_name(control: str) -> None:
    assert names([f"<span class=user-x>{control}</span> <i>2024-3-5 10:09</i><p>雨停了。</p>"]) == [""]


def test_who_comments_behind_some_posts_wrote_none_of_them() -> None:
    comment = "<h3>点评</h3><a href=/space/{0}>{0}</a><u>好</u>"
    posts = [f"<i>2024-3-{at} 10:09</i><p>雨停了。</p>{comment.format(name)}" for at, name in enumerate(NAMES[:2], 1)]
    assert names([*posts, *(f"<i>2024-3-{at} 10:09</i><p>雨停了。</p>" for at in (3, 4, 5))]) == [""] * 5


@pytest.mark.parametrize(
    "remark",
    [
        "<div>河边的猫 发表于 2024-03-11 21:40<br>同意楼上</div>",
        "<div><a href=/space/9 class=user-name>河边的猫</a> 同意楼上 <i>发表于 2024-03-11 21:40</i></div>",
    ],
)
def test_where_nobody_is_named_whoever_remarks_on_a_post_did_not_write_it(remark: str) -> None:
    posts = [f"<i>发表于 2024-03-1{day} 09:12</i><p>雨停了。</p>" for day in range(5)]
    assert names([*posts[:3], posts[3] + remark, posts[4]]) == [""] * 5
    assert names([posts[0], posts[1] + remark]) == ["", ""]
    assert names([posts[0].replace("<i>", "<i>林间 "), posts[1] + remark]) == ["林间", ""]


def test_who_is_named_with_the_time_below_a_post_wrote_it() -> None:
    posts = [f"<p>雨停了。</p><div>{name} 发表于 2024-03-11 21:4{at}</div>" for at, name in enumerate(NAMES)]
    assert names(posts) == NAMES


def test_whom_a_post_replies_to_did_not_write_it() -> None:
    post = "<i>2024-3-5 10:09</i><i>in reply to</i><a href=/user/7>林间</a><p>雨停了。</p>"
    assert names([post]) == [""]


@pytest.mark.parametrize("label", ["来自：", "来自"])
def test_a_profile_is_a_name_whatever_stands_before_it(label: str) -> None:
    assert names([f"<i>{label}</i><a href=/people/7>林间</a>(北方有人)<p>雨停了。</p>"]) == ["林间"]


def test_what_can_be_done_and_what_stands_before_a_name_are_no_names() -> None:
    post = "<div class=author>par <b>{}</b></div><a class=user href=/space/1>只看该作者</a><p>雨停了。</p>"
    assert names([post.format(name) for name in NAMES[:2]]) == NAMES[:2]
    assert names([post.format("林间")]) == ["林间"]


def test_an_author_has_an_address() -> None:
    table, records, bodies = read([f"<a href=/u/{name}>{name}</a><p>雨。</p>" for name in NAMES[:2]])
    found = authors(table, Marks(table), records, bodies, Classes(table, records))
    assert found == [Author("林间", "/u/林间", "profile"), Author("河边的猫", "/u/河边的猫", "profile")]


def test_posts_without_anything_like_a_name_have_none() -> None:
    assert names(["<i>举报</i><p>雨停了。</p>"] * 3) == ["", "", ""]
    assert names([f"<a href='javascript:say({at})'>举报</a><p>雨停了。</p>" for at in range(3)]) == ["", "", ""]
    assert names([f"<i>{floor}</i><p>雨停了。</p>" for floor in ("楼主", "沙发", "板凳", "第4楼")]) == [""] * 4


def test_names_that_nothing_marks_are_the_first_texts_that_differ_most() -> None:
    cities = ["上海", "上海", "北京", "北京"]
    post = "<i>{0}楼</i><b>{1}</b><em>{2}</em><u>发帖：{0}3</u><p>雨停了。</p><s>{1}的签名</s>"
    assert names([post.format(at, *pair) for at, pair in enumerate(zip(NAMES, cities, strict=True))]) == NAMES


@pytest.mark.parametrize("label", ["作者：", "答复单位", "名前：", "posted by "])
def test_a_name_stands_behind_its_label(label: str) -> None:
    assert names([f"<i>第1楼</i>{label}<b>林间</b><p>雨停了。</p>"]) == ["林间"]


def test_a_name_stands_behind_its_label_in_the_head_of_what_was_sent() -> None:
    posts = [f"<p>发信人: {name} (昵称), 信区: Walk<br>雨停了。</p>" for name in NAMES[:3]]
    assert names(posts) == NAMES[:3]


def test_a_letter_names_its_sender() -> None:
    posts = [f"<p><b>From:</b> {name} &lt;walk at example.org&gt;<br>雨停了。</p>" for name in NAMES[:3]]
    assert names(posts) == NAMES[:3]


def test_one_author_may_have_written_both_posts() -> None:
    assert names(["<b class=username>林间</b><p>雨停了。</p>"] * 2) == ["林间"] * 2
    assert names(["<b class=username>楼主</b><p>雨停了。</p>"] * 2) == [""] * 2


def test_a_number_may_be_a_name() -> None:
    assert names(["<i>17</i><a class=username href=/user/8>7776169</a><p>雨停了。</p>"] * 2) == ["7776169"] * 2
    assert (
        names(["<em><a href=/user/8/posts>17</a></em><a href=/user/7776169>7776169</a><p>雨。</p>"] * 2)
        == ["7776169"] * 2
    )


def test_an_opening_of_another_template_has_its_author_where_it_is_marked() -> None:
    posts = [f"<b class=name><a href=/u/{name}>{name}</a></b><p>雨。</p>" for name in NAMES[:3]]
    assert names(["<i>浏览</i><span class=topic-author>夜航</span><p>雨停了。</p>", *posts]) == ["夜航", *NAMES[:3]]


def test_an_opening_of_another_template_may_name_its_author_next_to_the_time_behind_its_text() -> None:
    replies = [f"<h4><a class=user href=/u/{name}>{name}</a></h4><p>雨。</p>" for name in NAMES[:2]]
    foot = "<div><a class=user>林下</a> | <i>二级</i> | 提问于 2024-3-5 10:09</div>"
    others = "<div>2024-3-5 10:09</div><i>1</i><i>2</i><i>3</i><a class=user>路人</a>"
    edited = "<div><a class=user>版主</a> 最后编辑于 2024-3-5 10:09</div>"
    assert names([f"<p>雨停了？</p>{foot}", *replies]) == ["林下", *NAMES[:2]]
    assert names([f"<p>雨停了？</p>{others}", f"<p>雨。</p>{edited}", *replies]) == ["", "", *NAMES[:2]]


def test_what_stands_over_a_line_that_says_when_is_no_name() -> None:
    posts = [
        f"<b>{name}</b><dl><dt>状态<dd><i>{state}</i></dl><div>发表于 2024-3-{day}</div><p>雨停了。</p>"
        for day, (name, state) in enumerate(zip(NAMES[:3], ["离线", "在线", "隐身"], strict=True), start=1)
    ]
    assert names(posts) == NAMES[:3]
    ranked = [post.replace("离线", "队长").replace("在线", "队员").replace("隐身", "教练") for post in posts]
    assert names(ranked) == NAMES[:3]


def test_brackets_around_a_link_to_a_profile_are_no_part_of_the_name() -> None:
    assert names(["<a href=/u/7>[林间]</a> 于 2024-3-5 10:09 上贴<i>[转载]</i><p>雨停了。</p>"]) == ["林间"]
    assert names(["<a href=/b/7>[林间]</a> 于 2024-3-5 10:09 上贴<i>[转载]</i><p>雨停了。</p>"]) == [""]


def test_who_asks_and_who_answers_may_be_told_by_what_they_are() -> None:
    patient, doctor = (
        "<h6>患者：林间</h6><p>雨停了？</p>",
        "<a href=//dr7.cn/>河边的猫</a><i>副主任医师</i><p>停了。</p>",
    )
    assert names([patient, doctor]) == ["林间", "河边的猫"]
    assert names([patient, doctor.replace("师", "师 副教授")]) == ["林间", "河边的猫"]


@pytest.mark.parametrize("masked", ["138****6621", "10.3.*.*", "****6621"])
def test_numbers_of_which_a_part_is_shown_are_names(masked: str) -> None:
    assert names([f"<b class=nick>{name}</b><p>雨停了。</p>" for name in (masked, "139****7703")]) == [
        masked,
        "139****7703",
    ]


def test_who_answers_is_not_called_by_several_ranks() -> None:
    posts = [f"<i>{rank}</i><b>{name}</b><p>雨停了。</p>" for name, rank in zip(NAMES[:2], RANKS, strict=True)]
    assert names(posts) == NAMES[:2]


def test_an_opening_links_its_author_to_an_address_like_those_of_the_others() -> None:
    replies = [f"<h4><a class=nick href=/u{at}>{name}</a></h4><p>雨。</p>" for at, name in enumerate(NAMES[:2])]
    opening = "<i>#1</i><em><a href=/b9>草地</a></em><a href=/u703>林下</a> 创建于<b>2024-3-5 10:09</b><p>雨停了？</p>"
    assert names([opening, *replies]) == ["林下", *NAMES[:2]]


def test_the_head_of_a_post_may_be_taken_for_its_text() -> None:
    table, records, _ = read(["<a href=/7>林间</a><i>[1楼]</i><b>2024-3-5 10:09</b><p>雨停了。</p>"])
    texts = [leaf for leaf in table.leaves if "2024" not in table.texts[leaf]]
    assert authors(table, Marks(table), records, [texts], Classes(table, records))[0].name == "林间"


@pytest.mark.parametrize(
    "head", ["3楼 发表于 2024-3-5 10:09", "来自手机 发表于 2024-3-5 10:09", "回复 发表于 2024-3-5"]
)
def test_a_sentence_may_say_when_and_not_who(head: str) -> None:
    assert names([f"<div>{head}</div><p>雨停了。</p>"]) == [""]


def test_a_single_letter_before_a_name_is_a_picture_even_in_a_reply_of_its_own_template() -> None:
    posts = [f"<h4><a class=nick href=/u/{at}>{name}</a></h4><p>雨停了？</p>" for at, name in enumerate(NAMES[:2])]
    reply = "<div><a href=/u/8>q</a></div><div><a href=/u/8>qwe</a></div><p>雨。</p>"
    assert names([*posts, reply]) == [*NAMES[:2], "qwe"]


def test_a_box_beside_the_thread_presents_who_began_it() -> None:
    opening = "<article><p>雨停了？</p><i>2024-3-5</i></article>"
    replies = "".join(f"<article><a class=nick href=/u/{at}>{NAMES[at]}</a><p>雨。</p></article>" for at in (0, 1))
    box = "<h3>{0}</h3><dl><dt><a class=nick href=/u/7><img src=7.png></a><dd><a class=nick href=/u/7>林下</a></dl>"

    def read_page(heading: str) -> list[str]:
        table = build(opening + replies + box.format(heading))
        records = [range(node, table.ends[node]) for node in table.find("article")]
        bodies = [table.leaves_of(node) for node in table.find("p")]
        found = authors(table, Marks(table), records, bodies, Classes(table, records))
        return [author.name for author in found]

    assert read_page("发起人") == ["林下", *NAMES[:2]]
    assert read_page("热心网友") == ["", *NAMES[:2]]


def test_an_element_called_an_account_holds_its_name_or_its_number() -> None:
    accounts = ["wren5566", "ling", "wren5566", "heron"]
    pairs = zip("晴雨雪风", accounts, strict=True)
    assert names([f"<i>{mood}</i><b class=post-userid>{name}</b><p>雨停了。</p>" for mood, name in pairs]) == accounts
    numbers = ["ID 55661", "ID 20417", "ID 55661", "ID 31180"]
    posts = [f"<b>{name}</b><b class=userid>{number}</b>" for name, number in zip(accounts, numbers, strict=True)]
    assert names([f"{post}<p>雨停了。</p>" for post in posts]) == accounts


@pytest.mark.parametrize("other", ["user-affiliation", "author-location"])
def test_what_else_is_told_of_authors_is_no_name(other: str) -> None:
    told = ["志愿者", "版务", "编外", "新人"]
    post = "<a class=user-name href=/p/{0}>{1}</a><a class={2} href=/p/{0}>{3}</a><p>雨停了。</p>"
    writers = ["林间", "河边的猫", "林间", "夜航"]
    posts = [post.format(7, name, other, told[at]) for at, name in enumerate(writers)]
    assert names(posts) == writers


def test_a_name_before_a_rank_may_stand_in_the_page_title() -> None:
    page = "<title>雨停了_林医生的回答</title><article><a href=/7>林医生</a><i>主任医师</i><p>停了。</p></article>"
    table = build(page)
    records = [range(node, table.ends[node]) for node in table.find("article")]
    bodies = [table.leaves_of(node) for node in table.find("p")]
    found = authors(table, Marks(table), records, bodies, Classes(table, records))
    assert [author.name for author in found] == ["林医生"]


@pytest.mark.parametrize(
    "label",
    [
        "评分",
        "会员列表",
        "會員列表",
        "只看此人",
        "只看该用户",
        "回复此发言",
        "同问",
        "顶端",
        "已解决",
        "发贴心情",
        "影响力",
        "Offline",
        "Add to Quote",
        "敏感肌肤 29岁",
        "只看作者",
        "发起投诉",
        "商家回复",
        "网友跟进",
    ],
)
def test_labels_of_a_post_are_no_names(label: str) -> None:
    assert name_of(label) == ""


@pytest.mark.parametrize(
    "control",
    [
        "檢舉",
        "編輯",
        "轉寄",
        "時間",
        "訊息",
        "默认排序",
        "阅读 5605",
        "Odpowiedz",
        "Yanıtla",
        "Trả lời",
        "Svara",
        "Відповісти",
    ],
)
def test_what_can_be_done_is_said_in_many_languages(control: str) -> None:
    assert name_of(control) == ""


@pytest.mark.parametrize("guest", ["Guest", "Гость", "Gast", "likes_rain", "postman"])
def test_guests_and_words_that_begin_as_controls_do_are_names(guest: str) -> None:
    assert name_of(guest) == guest
    assert not is_rank(guest)


@pytest.mark.parametrize(
    "head",
    [
        "<i>Yazan:</i><b>Irmak</b>",
        "<i>發問者</i><b>Irmak</b>",
        "Skrivet av Irmak, den 5 mars 2024",
        "<b class=pseudo>Irmak</b>",
    ],
)
def test_authors_are_told_in_many_languages(head: str) -> None:
    assert names([f"<div>{head}</div><p>雨停了。</p>"]) == ["Irmak"]


def test_counts_with_the_same_words_around_them_are_no_names() -> None:
    post = "<b>{0}</b><i>已服务{1}人</i><p>雨停了。</p>"
    assert names([post.format(name, 310 + at) for at, name in enumerate(NAMES)]) == NAMES


def test_what_people_say_of_themselves_is_no_name() -> None:
    assert [name_of(said) for said in ("多走一里，就多看一里！", "多走路！", "林，间")] == ["", "多走路！", "林，间"]


def test_a_name_may_end_the_text_on_a_line_with_the_time() -> None:
    table = build("<article><div>雨停了？</div><div><b>—— 林间</b> <i>2024-3-5 10:09</i></div></article>")
    records, bodies = [range(1, len(table))], [table.leaves[:2]]
    assert [author.name for author in authors(table, Marks(table), records, bodies, Classes(table, records))] == [
        "林间"
    ]


def test_the_only_post_may_have_its_author_before_the_time_under_it() -> None:
    table = build("<main><article><p>雨停了。</p></article><div><i>№0</i> 林间<i>于</i>2024-3-5 10:09</div></main>")
    records = [range(node, table.ends[node]) for node in table.find("article")]
    bodies = [table.leaves_in(records[0])]
    assert [author.name for author in authors(table, Marks(table), records, bodies, Classes(table, records))] == [
        "林间"
    ]


@pytest.mark.parametrize(("letters", "name"), [("QW", "qwen_7"), ("LS", "Lin Sparrow")])
def test_capitals_before_a_name_are_a_picture(letters: str, name: str) -> None:
    post = "<a href=/u/{0}><i>{1}</i><b>{2}</b></a><p>雨停了。</p>"
    assert names([post.format(1, letters, name), post.format(2, "RO", "rook")]) == [name, "rook"]
    assert names([post.format(1, letters, "Level 3"), post.format(2, "RO", "Level 4")]) == [letters, "RO"]


def test_a_link_before_the_words_that_say_when_somebody_posted_is_their_name() -> None:
    said = "<p>雨停了？</p><a href=/a/7>林间</a> {} 2024-3-5 10:09"
    assert names([said.format("提问于")]) == ["林间"]
    assert names([said.format("浏览 3 次")]) == [""]


def test_a_name_may_stand_behind_its_label_among_other_labels_of_one_text() -> None:
    assert names(["<div>编号：503 | 咨询者：林间 | 地区：海边</div><p>雨停了？</p>"]) == ["林间"]


def test_the_heads_of_columns_label_no_names() -> None:
    head = "<table><tr><th>作者</th><th>内容</th></tr></table>"
    assert names([f"{head}<p>雨停了。</p>"]) == [""]
    assert names(["<table><tr><th>作者</th><td>林间</td></tr></table><p>雨停了。</p>"]) == ["林间"]


def test_boards_without_names_call_everyone_by_a_sentence() -> None:
    head = "{0} ：<b>{1}</b>：2008/02/24 08:15<p>雨。</p>"
    posts = [
        head.format(at, name) for at, name in enumerate(["名無しさん＠雨上がり。", "椿", "名無しさん＠雨上がり。"])
    ]
    assert names(posts) == ["名無しさん＠雨上がり。", "椿", "名無しさん＠雨上がり。"]


def test_a_name_stands_behind_by() -> None:
    assert names(["<h3>雨停了吗</h3><div>由<a href=#>林间</a> - <time>2024-3-5 10:09</time></div><p>雨停了。</p>"]) == [
        "林间"
    ]


def test_a_badge_labels_what_stands_behind_it_only_with_a_colon() -> None:
    panel = "<div>{0}<br>等级：3</div><div><b>{1}</b></div><h3><b>雨停了吗</b></h3><p>雨停了。</p>"
    assert names([panel.format(name, "楼主") for name in NAMES[:1]]) == NAMES[:1]
    assert names(["<div><span>楼主：</span><b>林间</b></div><p>雨停了。</p>"]) == ["林间"]


@pytest.mark.parametrize("state", ["sp_UserOfflineSmall", "User is online", "Offline"])
def test_pictures_of_who_is_there_name_nobody(state: str) -> None:
    assert names([f"<img class=user-state alt='{state}'><p>雨停了。</p>"]) == [""]


@pytest.mark.parametrize("said", ["查看{}的个人资料", "查看 {} 的个人空间", "访问{}的主页", "查看{}的详细信息"])
def test_links_to_profiles_are_described_with_the_name(said: str) -> None:
    link = "<a href=/info.php?uid={0}><img src=profile.gif alt='{1}'></a><p>雨停了。</p>"
    assert names([link.format(at, said.format(name)) for at, name in enumerate(NAMES[:2])]) == NAMES[:2]


@pytest.mark.parametrize("shown", ["#{}", "{}#", "{}楼", "{}", "No.{}"])
def test_floors_as_shown(shown: str) -> None:
    assert numbers([f"<b>{shown.format(floor)}</b><p>雨。</p>" for floor in (11, 12, 14, 15, 16)]) == [
        11,
        12,
        14,
        15,
        16,
    ]


def test_floors_with_names_of_their_own() -> None:
    shown = ["楼主", "沙发", "板凳", "地板", "5楼"]
    assert numbers([f"<b>{floor}</b><p>雨。</p>" for floor in shown]) == [1, 2, 3, 4, 5]


def test_a_post_without_a_floor_has_the_next_one() -> None:
    assert numbers(["<b>3楼</b><p>雨。</p>", "<p>雨。</p>", "<b>5楼</b><p>雨。</p>"]) == [3, 4, 5]


@pytest.mark.parametrize("counts", [(5, 3, 9), (3, 701, 5012), (8, 8, 8)])
def test_counts_are_no_floors(counts: Sequence[int]) -> None:
    assert numbers([f"<b>{count}</b><p>雨。</p>" for count in counts]) == [1, 2, 3]


def test_a_long_number_over_an_only_post_is_its_name() -> None:
    assert numbers(["<b>#302284</b><p>雨。</p>"]) == [1]
    assert numbers(["<b>#31</b><p>雨。</p>"]) == [31]


def quote_of(post: str) -> str:
    table, (record,), _ = read([post])
    return quoted(table, Marks(table), record, table.leaves_in(record))


@pytest.mark.parametrize(
    "quote", ["<blockquote>雨很大。</blockquote>", "<div class=bb-quote>雨很大。</div>", "<q>雨很大。</q>"]
)
def test_quotes(quote: str) -> None:
    assert quote_of(f"{quote}雨停了。") == "雨很大。"


def test_a_body_in_a_quote_element_is_no_quote() -> None:
    assert quote_of("<blockquote>雨停了。</blockquote>") == ""


@pytest.mark.parametrize(
    "note",
    [
        "本帖最后由 林间 于 2024-3-5 14:03 编辑",
        "[ 本帖最后由 林间 于 2024-3-5 14:03 编辑 ]",
        "[此贴子已经被作者于2024/3/5 14:03:09编辑过]",
        "« Last Edit: March 05, 2024, 02:03:09 pm by moon »",
        "最后由 林间 编辑",
        "编辑于 2024-03-05",
        "Last edited: May 25, 2018",
        "View attachment 2029141View attachment 2029140",
        "Edited April 18, 2024 by moon",
        "Zuletzt bearbeitet: 14. Juni",
        "赞: 老王, 豆豆妈、麦田守望",
        "J'aime: lune, soleil",
        "· Gefällt mir 4",
        "最終更新 月 2024-03-05 13:00",
        "마지막 수정: 달 2024-03-05 13:00",
        "Bài viết đã được chỉnh sửa lần cuối: 05/03/2024",
        "Dernière modification par lune ; 09/02/2005 à 21h10.",
        "发信站: 水木社区 (Fri Mar 18 20:52:50 2016), 站内",
        "Message édité par lune le 24-08-2013 à 16:29:46",
        "河边.jpg (188.3 KB, 下载次数: 30)",
        "下载附件 保存到相册",
        "2018-3-12 10:21 上传",
        "半小时前 上传",
        "当前时间：2024-6-15 12:00",
        "GMT+8, 2024-6-15 12:00 , Processed in 0.023105 second(s), 20 queries .",
        "附件: 河边.jpg (2009-5-2 21:07, 393 K) 该附件被下载次数 419",
        "河边.jpg (182 KB)",
        "2008-12-12 1:17, 下载次数: 82",
        "版权声明：本文内容由用户自发贡献，版权归原作者所有。",
        "林间 · 2019年07月04日 · 最后由 河边 回复于 2019年07月05日 · 10507 次阅读",
        "该回答在09月19日14:06由回答者修改过",
        "本文内容已被 [ 林间 ] 在 2016-02-20 23:10:02 编辑过。如有问题，请报告版主。",
        "林间在2005-01-11 09:19作了第 1 次修改",
        "5位會員感謝 林間 寫的這篇文章: 河邊, 月光",
        "The following 2 users say thank you to moon for this useful post:",
        "由 林间 最后编辑于 2024年3月5日 14:03",
        "最新编辑 林间 (2024年3月5日 14:03)",
        "最近修改：林间 3 天前",
        "林间 编辑于 3 天前",
        "(此帖最近一次修改: 2024-03-05 02:03 下午 by 林间)",
        "于 2024-03-05 10:20 被 林间 修改",
        "3 天前 被 林间 编辑",
        "(已编辑)",
        "编辑原因：错别字",
        "moon edited this post 3 months ago",
        "Updated on 5 March 2024 by moon",
        "河边.pdf (12.3 KiB)",
        "显示引用文本",
        "- Show quoted text -",
        "- Zitierten Text ausblenden -",
    ],
)
def test_notes_of_the_software_are_no_text(note: str) -> None:
    assert without_notes(f"雨停了。\n{note}\n河边有人。") == "雨停了。\n河边有人。"


@pytest.mark.parametrize("controls", ["回复 | 引用 | 推荐 | 删除 |", "引用回复举报", "展开全部"])
def test_controls_under_a_post_are_no_text(controls: str) -> None:
    assert without_notes(f"雨停了。\n{controls}") == without_notes(f"{controls}\n雨停了。") == "雨停了。"
    assert without_notes("推荐推荐推荐") == "推荐推荐推荐"


@pytest.mark.parametrize(
    "line",
    [
        "最后我们修改了方案",
        "最新编辑的那一版 10:30 发出来",
        "最近修改的地方很多，明天 10:30 再看",
        "他 2019 年修改过那本书",
        "edited to add five pictures",
        "这个帖子的编辑很用心",
        "来自北京的朋友举个手",
        "来自华为的人说了什么？",
        "昨天拍的，前几张刚刚上传",
        "压缩包 (12 MB) 有人要吗？",
        "本书在 2016 年出版，后来改编过一次电影",
        "该文的作者我认识",
        "我在 2024-03-05 修改了配置，还是不行",
        "文章编辑于深夜",
        "已编辑",
        "显示引用的那一行去哪了？",
    ],
)
def test_what_people_write_of_editing_is_text(line: str) -> None:
    assert without_notes(line) == line


def test_a_chinese_note_before_the_text_in_one_line() -> None:
    assert without_notes("本帖最后由 林间 于 2024-3-5 14:03 编辑 雨停了。") == "雨停了。"


def test_controls_over_and_under_a_post_are_no_text() -> None:
    over, under = "楼主\n|只看该作者|倒序浏览|阅读模式", "当前离线\n举报\n返回顶部"
    assert without_notes(f"{over}\n雨停了。\n引用\n河边有人。\n{under}") == "雨停了。\n引用\n河边有人。"
    assert without_notes("楼主\n引用") == "楼主\n引用"
    assert without_notes("只看该作者的话，就快多了。") == "只看该作者的话，就快多了。"


@pytest.mark.parametrize(
    "line",
    [
        "全部回答（5）",
        "9个答案",
        "医生回答",
        "其他妈妈的回答 2 条",
        "1 条回复 切换为时间正序",
        "2 Answers",
        "悬赏分：10 解决时间：2009-09-25 11:39:27",
        "提问者：林间 提问时间：2009-09-19 收藏分享",
        "[第 2 楼]",
        "1# 大 中 小 发表于 2008-12-12 1:17 只看该作者",
        "# 2发表于 2009-4-8 13:54:13 资料个人空间短消息加为好友",
        "引用报告回复TOP",
        "最佳回答",
        "收藏分享我来回答",
        "9有用评论",
        "浏览 3172",
        "阅读 81542点赞 579评论 2",
        "主题：9023",
        "标签：张家界自由行亲子",
        "声明：本站文章版权属于作者，受法律保护。没有作者书面许可不得转载。",
        "IP属地：西藏",
        "附件: 旧图.rar (424 KB) / 該附件被下載次數 1",
        "圖片附件 URL http://forum.example.net/attachment.php?aid=973",
    ],
)
def test_what_stands_around_questions_and_their_answers_is_no_text(line: str) -> None:
    assert without_notes(f"雨停了。\n{line}") == "雨停了。"
    assert without_notes(f"{line}\n雨停了。") == "雨停了。"


@pytest.mark.parametrize(
    "line", ["求回答", "等各位的回复", "答案在第 3 楼", "浏览：看看就好，别当真", "有 9 个人回答过我"]
)
def test_what_people_write_of_answers_is_text(line: str) -> None:
    assert without_notes(f"雨停了。\n{line}") == f"雨停了。\n{line}"


@pytest.mark.parametrize("control", ["引用", "TOP ", "3条回复 ", "提问时间： ", "全部回答1", "第1楼", "大"])
def test_controls_are_told_at_once_however_many_stand_before_a_word(control: str) -> None:
    line = f"{control * 140}"[:148] + "雨"
    assert without_notes(f"雨停了。\n{line}") == f"雨停了。\n{line}"


def test_a_signature_stands_behind_its_separator() -> None:
    assert without_notes("雨停了。\n--\n河水慢慢地流。") == "雨停了。"
    assert without_notes(f"雨停了。\n{'-' * 25}\n河水慢慢地流。") == "雨停了。"
    assert without_notes(f"雨停了。\n{'=' * 20}\n河水慢慢地流。") == "雨停了。"


def test_a_line_between_a_quote_and_its_answer_is_no_separator() -> None:
    text = f"@林间 2楼 2024-5-26 12:24\n雨停了。\n{'-' * 25}\n河水慢慢地流。"
    assert without_notes(text) == text


@pytest.mark.parametrize("text", ["--\n雨停了。", "雨停了。\n--\n" + "河边的人都回家了。" * 40, "雨停了。\n河 -- 边"])
def test_other_dashes_are_text(text: str) -> None:
    assert without_notes(text) == text


def test_quotes_keep_their_lines() -> None:
    table, (record,), _ = read(["<blockquote>一<br>二</blockquote>三"])
    leaves = table.leaves_in(record)
    assert lines(table, leaves) == "一\n二\n三"
    assert quoted(table, Marks(table), record, leaves) == "一\n二"


@pytest.mark.parametrize("head", ["【 在 wren (听雨) 的大作中提到: 】", "※ 引述《wren (聽雨)》之銘言："])
def test_letters_repeat_others_in_lines_of_their_own(head: str) -> None:
    assert quoted_lines(f"好的\n{head}\n: 明天下雨吗\n: 带伞\n不下\n: 算了") == f"{head}\n: 明天下雨吗\n: 带伞"
    assert quoted_lines(": 带伞\n不下") == ""


def test_counts_of_likes_and_whose_rights_they_are_stand_around_a_text() -> None:
    assert without_notes("跑得飞快。\n推荐(60)喜欢\n本帖版权归作者所有，转载请联系作者") == "跑得飞快。"
    assert without_notes("跑得飞快。\n喜欢") == "跑得飞快。\n喜欢"


def test_a_link_to_a_profile_may_say_whose_it_is_only_to_who_points_at_it() -> None:
    links = (
        "<a href=/user?id={1} title=查看{0}的资料>信息</a> <a href='//uc.example.net/user?uid=' title={0}的UC>UC</a>"
    )
    posts = [
        f"<font><b>{{0}}</b></font><br><i>老街坊</i>{links}<p>雨停了。</p>".format(name, at)
        for at, name in enumerate(NAMES)
    ]
    assert names(posts) == NAMES
    assert names(posts[:1]) == NAMES[:1]
    quote = f"<b>{NAMES[1]}</b> 说："
    assert names([posts[0], posts[1], f"{posts[2]}{quote}"]) == NAMES[:3]


def test_a_menu_that_pops_up_names_the_author_and_is_none() -> None:
    menu = "<div class=PopupMenu style='DISPLAY: none'><a href=/user?id={1}>查看 {0} 的资料</a></div>"
    post = f"{menu}<font><b>{{0}}</b></font><br><i>老街坊</i><p>雨停了。</p>"
    posts = [post.format(name, at) for at, name in enumerate(NAMES[:3])]
    assert names(posts) == NAMES[:3]
    assert not Marks(read(posts)[0]).authors


@pytest.mark.parametrize(
    "control", ["发送短消息", "查看公共资料", "搜索帖子", "UID", "發送短信", "↓會員頭像↓", "狀態﹕"]
)
def test_what_can_be_done_with_a_member_is_no_name(control: str) -> None:
    assert name_of(control) == ""


@pytest.mark.parametrize(
    "note",
    [
        "图片附件: DSC02164.jpg (2006-2-19 08:39 PM, 1.02 MB)",
        "该附件被下载次数 46",
        "image1280×720 143 KB",
        "搜索更多相关主题的帖子: 请看看",
        "[广告]: 稳定的论坛空间，按月付费",
    ],
)
def test_what_forums_put_around_a_text_is_none_of_it(note: str) -> None:
    assert without_notes(f"{note}\n雨停了。\n{note}") == "雨停了。"


def test_what_asks_to_log_in_for_pictures_is_no_text() -> None:
    asks = "马上注册，结交更多好友。\n您需要 登录 才可以下载或查看，没有帐号？立即注册\nx"
    assert without_notes(f"{asks}\n雨停了。") == "雨停了。"
    assert without_notes("雨停了。\n你需要登录才能下载，\n我也是。") == "雨停了。\n我也是。"
    said = "我们需要登录才能下载"
    assert without_notes(said) == said


def test_a_name_may_be_called_just_so() -> None:
    rows = "<h6>名稱﹕<b>{0}</b></h6><h6>狀態﹕<b>{1}</b></h6>"
    ranks = ["中級會員", "版主", "初級會員"]
    assert names([f"{rows.format(*pair)}<p>雨停了。</p>" for pair in zip(NAMES[:3], ranks, strict=True)]) == NAMES[:3]


def test_the_names_of_attached_files_are_none_of_a_text() -> None:
    assert without_notes("雨停了。\n上传的附件：\n渡口.zip\n河边 2.jpg (12 KB)\n明天见。") == "雨停了。\n明天见。"
    assert without_notes("雨停了。\n看一下附件\n渡口怎么样？") == "雨停了。\n看一下附件\n渡口怎么样？"


def test_who_wrote_last_did_not_write_the_opening() -> None:
    opening = "<div>由 {} 发表 <i>最后回复来自 <a href=/u/林间><b>林间</b></a></i></div><p>雨停了。</p>"
    reply = "<a class=by href=/u/林间><b>林间</b></a><p>没停。</p>"
    asker = "<a href=/u/wren>wren</a>"
    assert names([opening.format(asker), reply, reply])[0] == "wren"


@pytest.mark.parametrize("word", ["用户组", "立刻注册"])
def test_words_of_forums_are_no_names(word: str) -> None:
    assert not name_of(word)


def test_who_comments_behind_a_post_at_the_place_of_the_opening_s_author_wrote_no_post() -> None:
    opening = "<div><span class=user>林间</span></div><p>雨停了。</p>"
    reply = "<b class=username>林间</b><p>雨停了。</p>"
    comment = "<div><span class=user>{}</span>：我也走过。</div>"
    replies = [reply + comment.format("河边的猫"), reply + comment.format("远山"), reply]
    assert names([opening, *replies]) == ["林间"] * 4


@pytest.mark.parametrize("rank", ["金牌会员", "版主", "Newbie", "Lv.5"])
@pytest.mark.parametrize("label", ["发表于 ", "Posted on ", ""])
def test_the_rank_between_a_name_and_the_time_is_none(rank: str, label: str) -> None:
    head = "<div><b>{}</b> <i>{}</i> <u>{}2024-03-05 10:09</u></div><p>雨停了。</p>"
    assert names([head.format(name, rank, label) for name in NAMES[:2]]) == NAMES[:2]


@pytest.mark.parametrize("over", ["", "中级会员 3月前\n求职招聘\n"])
def test_what_only_leads_to_the_opening_is_no_post(over: str) -> None:
    assert without_notes(f"{over}查看主题内容") == ""
    assert without_notes("点这里查看主题内容，很长。") == "点这里查看主题内容，很长。"


@pytest.mark.parametrize("name", ["无名氏", "匿名用户", "Anonymous", "名無しさん"])
def test_what_boards_call_all_who_write_there_is_who_wrote_and_no_subject_or_number(name: str) -> None:
    post = "<b>{}</b> <i>{}</i> <u>ID:{}</u> <a href=/t/7?r={}>No.{}</a><p>雨停了。</p>"
    posts = [post.format("无标题", name, n, 4 * n, 46464 * n) for n in range(1, 5)]
    assert names(posts) == [name] * 4


def test_a_name_that_is_hidden_in_part_goes_before_other_texts_over_a_time() -> None:
    asked = "<p>雨停了吗？</p><div><span>ask251****</span><span>哈尔滨</span><span>2024-03-05 10:09</span></div>"
    assert names([asked]) == ["ask251****"]


@pytest.mark.parametrize(
    "word",
    [
        *(
            "已认证",
            "立即咨询",
            "无标题",
            "在线提问",
            "投稿日",
            "작성일",
            "Đăng lúc",
            "Verfasst am",
            "Добавлено",
            "Escrito el",
        ),
        *("Gefällt mir", "Me gusta", "좋아요", "Weiter", "下一页", "次へ", "Trang chủ", "Lượt xem"),
    ],
)
def test_what_a_page_says_beside_a_name_is_none(word: str) -> None:
    assert not name_of(word)


@pytest.mark.parametrize("note", ["有用 9", "作者 71"])
def test_how_many_found_a_post_useful_is_a_note(note: str) -> None:
    assert without_notes(f"{note}\n雨停了，路还是湿的。\n{note}") == "雨停了，路还是湿的。"


def test_texts_that_number_the_posts_in_words_are_no_names() -> None:
    called = ["柳条儿", "河边人", "柳条儿", "小雨点", "河边人"]
    posts = (
        f"<h4><a>{name}</a> <i>{at}排座位</i></h4><p>雨停了。" for name, at in zip(called, "头二三四五", strict=True)
    )
    assert names(list(posts)) == called


def test_what_a_panel_counts_is_no_name_however_it_differs() -> None:
    posts = [f"<b><a>{name}</a><br><i class=user>發文 {at}</i></b><p>雨停了。" for at, name in enumerate(NAMES)]
    assert not {"發文 0", "發文 3"}.intersection(names(posts))
