"""Articles with comments stay articles, and the comments are kept apart."""

from __future__ import annotations

import pytest

from crawler.extract import extract_page
from crawler.extract.articles.comments import standing_below
from crawler.extract.table import build
from crawler.model import Article, Precision, Thread
from tests.unit.test_extract_page import ARTICLE, NOW, PARAGRAPHS

COMMENTS = [
    ("吴三", "2024-03-05 15:20", "窗外就是河，光线很好。"),
    ("周二", "2024-03-05 16:05", "周末去要早一点，十点以后就没有座位了。"),
    ("林一", "2024-03-05 16:40", "十点以后？我上次中午去还有。"),
]


def comment(number: int, inside: str = "") -> str:
    who, when, text = COMMENTS[number]
    name = f"<a class=user href=/u/{number}>{who}</a>"
    return f"<li class=item>{name}<p>{text}</p><span class=time>{when}</span><a href=#>回复</a>{inside}</li>"


def article(below: str) -> Article:
    found = extract_page((ARTICLE + below).encode(), "https://example.org/news/1.html", now=NOW)
    assert isinstance(found, Article)
    assert found.text == "\n".join(PARAGRAPHS)
    return found


def test_comments_have_authors_times_and_texts() -> None:
    found = article(f"<div class=comment-list><h3>网友评论</h3><ul>{''.join(map(comment, range(3)))}</ul></div>")
    assert [(one.author, one.text) for one in found.comments] == [(who, text) for who, _, text in COMMENTS]
    times = [one.published_at.strftime("%Y-%m-%d %H:%M") for one in found.comments if one.published_at]
    assert times == [when for _, when, _ in COMMENTS]
    assert {one.precision for one in found.comments} == {Precision.MINUTE}
    assert {one.floor for one in found.comments} == {None}
    assert found.comments[0].author_url == "https://example.org/u/0"


def placed(number: int, page: str) -> str:
    return comment(number).replace("href=#", f"href={page}#comment-{number}")


@pytest.mark.parametrize(
    "page", ["", "/news/1.html", "https://example.org/news/1.html", "/news/1.html/comment-page-2/"]
)
def test_comments_have_their_place_in_the_page(page: str) -> None:
    below = "".join(placed(number, page) for number in range(3))
    assert len(article(f"<div class=comment-list><h3>网友评论</h3><ul>{below}</ul></div>").comments) == 3


def test_the_latest_comments_on_other_pages_are_none_of_this_one() -> None:
    own = f"<div class=comment-list><h3>网友评论</h3><ul>{''.join(map(comment, range(3)))}</ul></div>"
    latest = "".join(placed(number, f"/news/{number + 2}.html") for number in range(3))
    found = article(f"{own}<div class=latest-comments><h3>最新评论</h3><ul>{latest}</ul></div>")
    assert len(found.comments) == 3
    assert article(f"<div class=latest-comments><h3>最新评论</h3><ul>{latest}</ul></div>").comments == ()


def test_a_short_text_above_longer_comments_stays_an_article_where_their_heading_names_it() -> None:
    rows = "".join(placed(number % 3, "") for number in range(6))
    text = "<p>立冬，吃了饺子，白菜猪肉馅的。妈妈在电话里问我吃了没有，我说吃了。</p>"
    head = "<title>今天立冬 – 河边</title><h1>今天立冬</h1>"
    under = "<p><time datetime=2024-03-05>三月 5, 2024</time></p>"
    page = f"{head}<div>{text}</div>{under}<div><h3>6条回应：“今天立冬”</h3><ol>{rows}</ol></div>"
    found = extract_page(page.encode(), "https://example.org/archives/4", now=NOW)
    assert isinstance(found, Article)
    assert found.text.startswith("立冬")
    assert len(found.comments) == 6


def unnamed(number: int) -> str:
    who, when, text = COMMENTS[number]
    buttons = f"<a href=#>回复</a> <a href=#>赞({number})</a>"
    return f"<div class=k3><span>{who}</span> <i>{when}</i><p>{text}</p>{buttons}</div>"


@pytest.mark.parametrize("heading", ["网友评论（3）", "全部评论", "3 comments"])
def test_comments_below_a_heading_need_no_names_in_the_markup(heading: str) -> None:
    found = article(f"<div class=k1><h3>{heading}</h3><div class=k2>{''.join(map(unnamed, range(3)))}</div></div>")
    assert [(one.author, one.text) for one in found.comments] == [(who, text) for who, _, text in COMMENTS]


def test_rows_without_names_below_such_a_heading_are_no_comments() -> None:
    rows = "".join(
        f"<div class=k3><i>2024-03-0{n} 09:00</i><p>今天的河边还是很安静，没有风。</p></div>" for n in (1, 2, 3)
    )
    assert article(f"<div class=k1><h3>网友评论</h3>{rows}</div>").comments == ()


def test_a_short_text_with_many_comments_below_it_is_an_article() -> None:
    said = "路由器每隔两天就要重启一次，周末终于下手换了一套新的，家里的设备重新连了一遍，一周下来还没有掉过线。"
    own = f"<h1>换路由器</h1><a class=author href=/u/9>山里人</a> <i>2024-03-05 10:02</i><p>{said}</p>"
    replies = "".join(
        f"<div class=k3><a class=author href=/u/{number}>读者{name}</a> <i>2024-03-05 {number + 11}:20</i>"
        f"<p>我家也是这样，{name * 3}的时候总是要重启，后来就好了。</p><a href=#>回复</a></div>"
        for number, name in enumerate("雨风雪山河灯花鸟鱼虫")
    )

    def page(heading: str, title: str = "换路由器") -> bytes:
        below = f"<div class=k1><h3>{heading}</h3><div class=k2>{replies}</div></div>"
        return f"<title>{title}</title><body><div class=k0>{own}</div>{below}".encode()

    found = extract_page(page("已有 10 条评论"), now=NOW)
    assert isinstance(found, Article)
    assert (found.text, len(found.comments)) == (said, 10)
    assert isinstance(extract_page(page("已有 10 条回复"), now=NOW), Thread)
    assert isinstance(extract_page(page("已有 10 条评论", "换路由器 - 河湾论坛"), now=NOW), Thread)


def test_who_comments_is_no_fellow_of_whoever_wrote_over_the_heading() -> None:
    said = ("第一条说，桥修好了。", "第二条说，路还堵着。", "第三条说，夜里有灯了。", "第四条说，周末去看。")
    rows = "".join(
        f"<tr><td><a href=/u/{number}>读者{number}</a><br>2024-03-05 1{number}:20</td><td>{text}</td></tr>"
        for number, text in enumerate(said)
    )
    own = "<div>桥修好了</div><div>桥在周一通车，行人先走，车辆要等到周三。</div>"
    page = f"<title>桥修好了</title><body>{own}<div><h3>网友留言</h3><table>{rows}</table></div>"
    assert isinstance(extract_page(page.encode(), now=NOW), Article)


def test_unsigned_comments_alone_below_a_text_are_no_thread() -> None:
    said = "".join(
        f"<p>{line}</p>" for line in ("单位的窗户一直开着，没有人去关。", "晚上回家，给老同学打电话，通了。") * 2
    )
    rows = "".join(
        f"<li><p><em>2024-03-05 {number + 11}:20:07</em><i>读者{name}</i></p>"
        f"<div>我家也是这样，{name * 3}的时候总是要等很久，后来就好了。</div><p>[回复][举报]</p></li>"
        for number, name in enumerate("雨风雪山河灯花鸟鱼虫")
    )

    def page(heading: str) -> bytes:
        below = f"<div class=k1><div class=k2><b>{heading}</b><a>[我要说]</a></div><ul class=k3>{rows}</ul></div>"
        own = f"<div><h2>第八天</h2><div>{said}</div><b>浏览</b><b>引用</b></div>"
        return f"<title>第八天_山里人</title><body>{own}{below}".encode()

    assert isinstance(extract_page(page("评论"), now=NOW), Article)
    assert isinstance(extract_page(page("回复"), now=NOW), Thread)


def test_one_comment() -> None:
    found = article(f"<div id=comments><ul>{comment(0)}</ul></div>")
    assert [(one.author, one.text.split("\n")[0]) for one in found.comments] == [("吴三", "窗外就是河，光线很好。")]


def test_a_comment_below_another_one_replies_to_it() -> None:
    below = comment(1, f"<ul class=children>{comment(2)}</ul>")
    found = article(f"<div class=comments><ul>{comment(0)}{below}</ul></div>")
    assert [one.text for one in found.comments] == [text for _, _, text in COMMENTS]
    assert [one.parent for one in found.comments] == [None, None, 1]


@pytest.mark.parametrize(
    "below",
    [
        "<div class=comments><h3>评论</h3><p>登录后才可以发表评论。</p></div>",
        "<div class=comments><a href=/n/2>桥上的灯</a> 2024-03-04 <a href=/n/3>周末的市集</a> 2024-03-03</div>",
        "<div class=comments><p>这里还没有人说话，2024-03-05 起开放。</p></div>",
        f"<div class=more><ul>{''.join(map(comment, range(3)))}</ul></div>",
    ],
    ids=["a form", "links", "a notice", "called otherwise"],
)
def test_what_is_no_comment(below: str) -> None:
    assert article(below).comments == ()


def test_an_article_in_an_element_that_is_called_after_its_comments() -> None:
    page = ARTICLE.replace("<body>", "<body><div class=has-comments>").encode()
    found = extract_page(page, "https://example.org/news/1.html", now=NOW)
    assert isinstance(found, Article)
    assert (found.text, found.comments) == ("\n".join(PARAGRAPHS), ())


def test_posts_standing_below_a_heading_that_was_taken_for_the_end_of_the_first() -> None:
    rows = "".join(f"<p>{name}</p>" for name in "一二三")
    table = build(f"<body><div><div>{PARAGRAPHS[0]}</div><div><b>评论 3</b>{rows}</div></div></body>")
    _, first, _ = table.find("div")
    posts = [range(node, table.ends[node]) for node in table.find("p")]
    assert standing_below(table, [range(first, posts[0].start), *posts]) == posts
    counted = build("<body><div><p>一</p><div><b>评论</b> 3</div></div><p>二</p><p>三</p></body>")
    assert not standing_below(counted, [range(node, counted.ends[node]) for node in counted.find("p")])


def test_a_form_stands_between_the_heading_with_its_count_and_the_comments() -> None:
    rows = "".join(f"<li class=row><p>{name}</p></li>" for name in "一二三")
    heading = "<div class=title><h3>评论 <b>3</b></h3></div>"
    form = "<div><form><textarea></textarea><button>发送</button></form></div>"
    table = build(f"<body><p>{PARAGRAPHS[0]}</p>{heading}{form}<div><ol>{rows}</ol></div>")
    posts = [range(node, table.ends[node]) for node in table.find("li")]
    assert standing_below(table, posts) == posts


def told(row: str, heading: str = "网友评论", numbers: range = range(3)) -> list[tuple[str, str]]:
    """Who said what in comments that no class names."""
    rows = "".join(row.format(n=n, who=COMMENTS[n][0], when=COMMENTS[n][1], text=COMMENTS[n][2]) for n in numbers)
    around = "dl" if "<dt>" in row else "div"
    found = article(f"<div><h3>{heading}</h3><{around}>{rows}</{around}></div>")
    return [(one.author, one.text) for one in found.comments]


WANTED = [(who, text) for who, _, text in COMMENTS]


def test_comments_may_be_terms_and_what_is_said_of_them() -> None:
    assert told("<dt><a href=/u/{n}>{who}</a> <i>{when}</i></dt><dd>{text}</dd>") == WANTED


def test_a_term_may_be_said_to_have_a_time() -> None:
    row = "<dt><a href=/u/{n}>{who}</a> <i>{when}</i></dt><dd>{text} <span>2024-03-0{n} 09:00</span></dd>"
    assert [who for who, _ in told(row)] == [who for who, _ in WANTED]


def test_comments_without_times_are_told_by_several_who_wrote() -> None:
    row = "<div><a href=/u/{n}>{who}</a><p>{text}</p></div>"
    assert told(row) == WANTED
    assert told(row, numbers=range(1)) == []
    assert told("<div><a href=/u/{n}>{who}</a> <a href=/a/{n}>{text}</a></div>") == []


FORM = "<form><h4>发表评论</h4><textarea></textarea></form>"
HEAD = "<a href=/u/{n}>{who}</a> <i>{when}</i>"


@pytest.mark.parametrize(
    "row",
    [
        "<div class=k1>" + HEAD + "</div><div class=k2>{text}</div><div class=k3><b>赞(2)</b> <b>回复</b></div>",
        "<h4><a href=#c{n}>#</a> re: 桥边的茶馆 " + HEAD + "</h4><p>{text}</p>",
        "<p class=k1>re: 桥边的茶馆</p><p class=k2>{text}</p><p class=k3>" + HEAD + "</p>",
    ],
    ids=["a head", "a subject", "a foot"],
)
def test_comments_that_no_element_holds(row: str) -> None:
    assert told(row, numbers=range(1)) == WANTED[:1]
    assert told(row) == WANTED


@pytest.mark.parametrize(
    "row",
    [
        "<div><div>" + HEAD + " 说：</div><p>{text}</p><div><a href=#r>回复</a> <a href=#l>赞 0</a></div></div>",
        "<div><p>{text}</p><div>" + HEAD + " <b>3</b> <b>回复</b></div></div>",
        "<div>" + HEAD + "<b>置顶</b> <b>来自北京</b><p>{text}</p></div>",
        "<div><a href=/u/{n}>{who}</a> <b>置顶</b>：{text} <i>{when}</i> <b>来自北京</b></div>",
    ],
    ids=["says", "below", "badges", "a line"],
)
def test_what_stands_around_the_text_of_one_comment(row: str) -> None:
    assert told(row + FORM, numbers=range(1)) == WANTED[:1]


def test_one_comment_without_a_time_is_told_where_it_is_counted_or_called_one() -> None:
    row = "<div><a href=/u/{n}>{who}</a><p>{text}</p></div>"
    assert told(row, "评论（1）", range(1)) == WANTED[:1]
    assert told(row, "网友评论</h3><p>共 1 条评论</p>", range(1)) == WANTED[:1]
    assert told(row, "评论（0）", range(1)) == []
    assert told(row.replace("<div>", "<div class=comment>"), numbers=range(1)) == WANTED[:1]


def test_answers_in_lines_of_their_own_are_comments_too() -> None:
    answers = [
        f"<p><a href=/u/8>陈静</a> <b>作者</b>：{said} <i>{{when}}</i></p>"
        for said in ("问过{who}了。", "请{who}再来。")
    ]
    head = "<div><a href=/u/{n}>{who}</a> <i>{when}</i></div>"
    found = told(f"<div>{head}<p>{{text}}</p><div>{''.join(answers)}</div></div>", numbers=range(2))
    assert found[:3] == [WANTED[0], ("陈静", "问过吴三了。"), ("陈静", "请吴三再来。")]
    assert found[3:] == [WANTED[1], ("陈静", "问过周二了。"), ("陈静", "请周二再来。")]


def test_what_a_comment_answers_stands_over_its_text() -> None:
    said = "<div><a href=/u/9>沈一</a><p>去过。</p><i>2024-03-05 14:00</i></div>"
    row = f"<div><a href=/u/{{n}}>{{who}}</a>{said}<p>{{text}}</p><i>{{when}}</i></div>"
    assert "去过。" not in [text for _, text in told(row)]


def test_one_comment_under_its_heading_needs_no_name_in_the_markup() -> None:
    row = "<div><a href=/u/{n}>{who}</a> <i>{when}</i><p>{text}</p></div>"
    assert told(row, numbers=range(1)) == WANTED[:1]
    assert told(row.replace("<a href=/u/{n}>{who}</a>", ""), numbers=range(1)) == []


def test_comments_are_headed_in_kana_too() -> None:
    row = "<div><a href=/u/{n}>{who}</a> <i>{when}</i><p>{text}</p></div>"
    assert told(row, "コメント（3）") == WANTED


def test_comments_that_are_folded_and_show_no_time_are_found_beside_others() -> None:
    said = ["写得好", "河水又涨了", "周末去过", "桥上风大", "老板人不错", "下次再来"]
    times = ["2024-03-05 10:00", "2024-03-05 11:00", "", "", "", ""]
    rows = "".join(
        f"<div><a href=/u/{n}>茶友{n}</a> <i>{time}</i><p>{text}。</p></div>"
        for n, (text, time) in enumerate(zip(said, times, strict=True))
    )
    latest = "<li><a href=/u/9>林间</a>说起<a href=/news/9.html>另一座桥</a></li>" * 3
    found = article(f"<div><h3>网友评论</h3><div>{rows}</div></div><div class=recent-comments>{latest}</div>")
    assert [one.text for one in found.comments] == [f"{text}。" for text in said]
    assert [one.published_at is None for one in found.comments] == [not time for time in times]


def test_the_region_beside_a_comment_s_time_is_no_text() -> None:
    rows = (
        comment(n).replace("</span>", f"</span><span>{region}</span>")
        for n, region in enumerate(("广东", "海外", "江苏"))
    )
    found = article(f"<div class=comment-list><h3>网友评论</h3><ul>{''.join(rows)}</ul></div>")
    assert [one.text for one in found.comments] == [text for *_, text in COMMENTS]
