"""Titles on pages that are called by their site's name: lines set off over the text."""

from __future__ import annotations

import pytest

from crawler.extract import extract_page
from crawler.model import Article

TITLE = "老茶馆里的评书声"
TEXT = "".join(f"<p>　　第{n}段说的是城南的老茶馆，每天下午都有人来听书，一听就是几十年。</p>" for n in range(4))


def found(body: str, page_title: str = "江城日报数字报") -> Article:
    page = f"<html><head><title>{page_title}</title></head><body>{body}</body></html>"
    article = extract_page(page.encode())
    assert isinstance(article, Article)
    return article


@pytest.mark.parametrize(
    "head",
    [
        f"<p align=center><font size=5><b>{TITLE}</b></font></p><p>江城日报 2002-08-09 本报记者 王建国</p>",
        f"<div class=art_title>{TITLE}</div><div>发布日期：2006-10-12 来源：办公室 浏览次数：233</div>",
        f"<div style='font-size:18px; font-weight:bold'>{TITLE}</div>",
        f"<table><tr><th>{TITLE}</th></tr><tr><th>——走进城南书场</th></tr></table><p>本报记者 张晓燕</p>",
        f"<center>首页 | 要闻 | 社会 | 体育</center><center>{TITLE}</center><center>来源：江城日报</center>",
    ],
)
@pytest.mark.parametrize(
    "page", ["<div>{head}</div><div>{text}</div>", "<table><tr><td>{head}{text}</td></tr></table>"]
)
def test_the_line_set_off_over_the_text(page: str, head: str) -> None:
    article = found(page.format(head=head, text=TEXT))
    assert (article.title, article.origins["title"]) == (TITLE, "shown")
    assert article.text.startswith("第0段")


@pytest.mark.parametrize(
    "line",
    ["城南的天气和往年一样", "<b><a href=/>老茶馆里的评书声</a></b>", "<b>长</b>不过是句闲话", f"<b>{TITLE * 9}</b>"],
)
def test_lines_not_set_off_or_linked_or_too_long_are_none(line: str) -> None:
    assert found(f"<div>{line}</div><div>{TEXT}</div>").title == "江城日报数字报"


def test_the_name_of_a_row_is_none() -> None:
    rows = f"<table><tr><th>答复单位</th><td>市政府</td></tr><tr><th>答复内容</th><td>{TEXT}</td></tr></table>"
    assert found(rows).title == "江城日报数字报"


def test_a_title_that_the_page_confirms_stays() -> None:
    assert found(f"<h2>{TITLE}</h2><p><b>城南书场</b></p><div>{TEXT}</div>", f"{TITLE}-江城日报").title == TITLE


def test_other_scripts_are_called_by_their_titles() -> None:
    text = "".join(
        f"<p>The {n}th paragraph tells of the old tea house where people come to listen.</p>" for n in range(4)
    )
    assert (
        found(f"<b>Opening hours</b><div>{text}</div>", "The voice of the tea house").title
        == "The voice of the tea house"
    )


BUTTONS = "".join(f"<i>{word}</i><br>" for word in ("微信", "微博", "空间", "复制", "打印", "收藏", "纠错") * 2)


@pytest.mark.parametrize(
    "head",
    [
        f"<h1>{TITLE}</h1><p>2024-03-05 14:03 来源：江城日报</p>{BUTTONS}",
        f"<div class=a><div class=b>{TITLE}</div><div>2024年3月5日 14:03</div></div>{BUTTONS}",
        f"<div class=b>{TITLE}</div><div>2024-03-05 <b>阅读 2168</b></div>",
    ],
    ids=["h1", "buttons between", "set off below"],
)
def test_the_line_over_the_date_needs_nothing_to_set_it_off(head: str) -> None:
    assert found(f"<div>江城</div>{head}<div>{TEXT}</div>").title == TITLE


def test_an_h1_over_the_date_is_the_title_in_any_script() -> None:
    text = "".join(f"<p>The {n}th paragraph tells of the old tea house and of who comes there.</p>" for n in range(4))
    head = "<h1>The voice of the tea house</h1><p>March 5, 2024</p>"
    assert found(f"{head}<div>{text}</div>", "River Town Daily").title == "The voice of the tea house"


def test_a_section_that_only_links_name_is_not_the_title_of_what_has_a_line_over_its_date() -> None:
    links = "<p><a href=/news>新闻中心</a> | <a href=/about>公司简介</a></p>"
    dated = f"<p><b>{TITLE}</b></p><p>发布时间：2011-1-25 点击：189次</p>"
    article = found(f"{links}<div>{dated}</div><div>{TEXT}</div>", "江城泵业-新闻中心")
    assert (article.title, article.origins["title"]) == (TITLE, "shown")
    assert found(f"{links}<div><b>{TITLE}</b></div><div>{TEXT}</div>", "江城泵业-新闻中心").title == "新闻中心"


def test_a_label_is_no_title() -> None:
    head = f"<p><b>{TITLE}</b></p><p><b>写信时间：</b></p><p>2024-03-05 14:03</p>"
    assert found(f"{head}<div>{TEXT}</div>").title == TITLE


def test_what_only_the_end_of_the_article_says_is_who_signs_it() -> None:
    head = f"<p align=center><b>{TITLE}</b></p><p>作者：办公室 更新时间：2010-06-21</p>"
    signed = f"<div>{TEXT}<p>城南书场</p><p>二○一○年六月二十一日</p></div>"
    assert found(head + signed, "城南书场--江城书场网").title == TITLE


def test_what_is_counted_is_no_title() -> None:
    counts = "<ul><li>总访问量：385797</li><li>开博时间：2006-09-12</li></ul>"
    head = "<p><a href=/1.html>茶馆</a></p>"
    assert found(f"{counts}{head}<div>{TEXT}</div>", "茶馆-江城书场的日记-江城博客网").title == "茶馆"
