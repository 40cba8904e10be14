"""Boxes that are named by their first words alone: no class says what they are."""

from __future__ import annotations

import pytest

from crawler.extract import extract_page
from crawler.extract.articles.headed import headed_boxes
from crawler.extract.table import build
from crawler.model import Article

STORY = "昨天下午，河边的新图书馆开门了，第一批读者在门口等了一个多小时。"
REMARKS = [f"{name}说得很好，我也是这么想的，希望以后还有更多这样的消息。" for name in "甲乙丙丁戊己"]


def boxes(html: str) -> list[tuple[str, float]]:
    table = build(html)
    return [(table.text_of(node)[:6], share) for node, share in headed_boxes(table)]


@pytest.mark.parametrize(
    "heading",
    [
        "评论",
        "热门评论 10条",
        "0条评论",
        "网友评论（63）",
        "发表留言",
        "跟帖",
        "讀者迴響",
        "精选留言",
        "《河边新建图书馆》上有3条评论",
        "“河边新建图书馆”的3个想法",
        "17条回应：“河边新建图书馆”",
        "17条回应：“",
        "3个小伙伴在吐槽",
        "发表我的评论",
        "》上有17条回复",
        "3 thoughts on “A library by the river”",
        "One response to “",
        "「橋の話」への3件のフィードバック",
        "Comments",
        "12 Comments:",
        "Leave a comment",
    ],
)
def test_comments(heading: str) -> None:
    page = f"<body><p>{STORY}</p><div><h4>{heading}</h4><p>{REMARKS[0]}</p></div></body>"
    assert [share for _, share in boxes(page)] == [1]


@pytest.mark.parametrize(
    "heading",
    [
        "相关阅读",
        "延伸 · 推荐",
        "热门推荐",
        "你可能会喜欢",
        "猜你喜欢",
        "特别推荐",
        "也許您會感興趣",
        "大家都在看",
        "24小时热榜",
        "【最新报道】",
        "TA的其他作品",
        "该作者的更多文章",
    ],
)
def test_what_else_to_read(heading: str) -> None:
    page = f"<body><p>{STORY}</p><div><b>{heading}</b><p>{REMARKS[0]}</p></div></body>"
    assert [share for _, share in boxes(page)] == [0.5]


@pytest.mark.parametrize(
    "box",
    [
        "<div><h4>评论家说</h4><p>他说这是最好的一本书。</p></div>",
        "<div><h4>图书馆的评论区很热闹</h4><p>他说这是最好的一本书。</p></div>",
        "<div><p>他说这是最好的一本书。</p><h4>评论</h4></div>",
        "<div><h4>阅读是一种习惯</h4><p>他说这是最好的一本书。</p></div>",
        "<div><h4>他的其他作品</h4><p>他说这是最好的一本书。</p></div>",
    ],
)
def test_words_that_head_no_such_box(box: str) -> None:
    found = boxes(f"<body><p>{STORY}</p>{box}</body>")
    assert [text for text, _ in found] in ([], ["评论"])


def test_what_stands_before_the_article_is_its_channel() -> None:
    assert boxes(f"<body><div><p>评论</p><h1>新图书馆</h1><p>{STORY * 3}</p></div></body>") == []


def test_comments_longer_than_the_article_are_left_out() -> None:
    remarks = "".join(f"<li><p>{remark}</p></li>" for remark in REMARKS)
    box = f"<div><h3>评论 6条</h3><ul>{remarks}</ul></div>"
    page = f"<title>新图书馆</title><h1>新图书馆</h1><div><p>{STORY}</p></div>{box}"
    found = extract_page(page.encode())
    assert isinstance(found, Article)
    assert found.text == STORY


def test_who_edited_ends_the_article() -> None:
    after = "<p>城市晚报公众号</p><p>每天的消息和故事都在这里，打开手机就可以看到。</p>"
    page = f"<title>新图书馆</title><h1>新图书馆</h1><div><p>{STORY * 4}</p><p>（责任编辑：李明）</p>{after}</div>"
    found = extract_page(page.encode())
    assert isinstance(found, Article)
    assert found.text == STORY * 4


def test_a_list_under_a_short_article_may_be_most_of_the_page() -> None:
    listed = "".join(
        f"<div>{STORY.replace('图书馆', name)}{remark}</div>"
        for name, remark in zip("甲乙丙丁戊己", REMARKS, strict=True)
    )
    page = (
        f"<title>图书馆开门</title><div><h1>图书馆开门</h1><div>{STORY}</div><div><b>热门推荐</b>{listed}</div></div>"
    )
    article = extract_page(page.encode())
    assert isinstance(article, Article)
    assert article.text == STORY


def test_what_stands_over_the_title_is_no_list_under_an_article() -> None:
    page = (
        f"<title>图书馆开门</title><div><div><b>热门推荐</b>{''.join(f'<p>{STORY}{one}</p>' for one in REMARKS)}</div>"
    )
    article = extract_page(f"{page}<h2>图书馆</h2></div>".encode())
    assert isinstance(article, Article)
    assert REMARKS[0] in article.text


@pytest.mark.parametrize("row", ["<div class=c>{}</div>", "<dl><dd>{}</dd></dl>"])
def test_comments_may_stand_beside_their_heading(row: str) -> None:
    rows = "".join(map(row.format, REMARKS))
    page = f"<body><div><p>{STORY}</p><h3>评论：</h3>{rows}<div class=form>{STORY}</div></div></body>"
    assert [share for _, share in boxes(page)] == [1] * len(REMARKS)


def test_a_section_of_the_text_may_be_called_comments() -> None:
    section = "".join(f"<p>{one}</p>" for one in REMARKS)
    assert boxes(f"<body><div><p>{STORY}</p><h3>评论</h3>{section}</div></body>") == []
    assert boxes(f"<body><div><p>{STORY}</p><h3>评论</h3><div>{REMARKS[0]}</div></div></body>") == []


@pytest.mark.parametrize(
    ("heading", "share"),
    [
        *(("관련 기사", 0.5), ("많이 본 뉴스", 0.5), ("댓글", 1), ("المزيد من أخبار", 0.5), ("Комментарии (3)", 1)),
        *(("Contributions", 1), ("Comentarios", 1), ("12 Kommentare", 1)),
    ],
)
def test_headings_in_other_languages(heading: str, share: float) -> None:
    story = "<p>기상청은 26일 오전 11시를 기해 제주도 산지에 내려진 호우주의보를 해제했다.</p>"
    page = f"<body>{story}<div><h4>{heading}</h4><p>내일은 전국이 흐리고 비가 오겠다.</p></div></body>"
    assert [found for _, found in boxes(page)] == [share]


def test_what_stands_behind_a_heading_up_to_the_last_of_several_times_is_remarks() -> None:
    story = f"<p>{STORY}</p><div>Posted by tess at November 3, 2003 10:01 PM</div>"
    remarks = "".join(
        f"<p>{said}</p><div>Posted by: K. at 2003-11-0{n} 12:16</div>" for n, said in enumerate(REMARKS[:3], 1)
    )
    page = f"<body><div>{story}<h2>Comments</h2>{remarks}<h2>Post here</h2><p>{STORY}</p></div></body>"
    assert [share for _, share in boxes(page)] == [1] * 6
    bare = "".join(f"<p>{said}</p>" for said in REMARKS[:3])
    assert boxes(f"<body><div>{story}<h2>Comments</h2>{bare}</div></body>") == []


def test_a_heading_is_one_whatever_elements_part_its_words() -> None:
    said = f"<ol><li>{REMARKS[0]}</li><li>{REMARKS[1]}</li></ol>"
    page = f"<body><p>{STORY}</p><div><h2>《<i>图书馆</i>》有2个想法</h2>{said}</div></body>"
    assert boxes(page) == [("《图书馆》有", 1)]


def test_the_list_beside_a_heading_is_remarks() -> None:
    listed = "".join(f"<li>{said}</li>" for said in REMARKS[:3])
    assert [share for _, share in boxes(f"<body><p>{STORY}</p><h3>3 条评论</h3><ul>{listed}</ul></body>")] == [1]


@pytest.mark.parametrize(("odd", "shares"), [("comment odd", [1]), ("advert", [])])
def test_the_rows_of_a_list_of_remarks_share_a_name(odd: str, shares: list[float]) -> None:
    rows = [f"<li class='{odd if at % 2 else 'comment even'}'>{said}</li>" for at, said in enumerate(REMARKS)]
    box = f"<div><b>3 条评论</b></div><ol>{''.join(rows)}</ol>"
    assert [share for _, share in boxes(f"<body><p>{STORY}</p>{box}</body>")] == shares


def test_where_remarks_begin_with_their_times_the_last_is_as_long_as_the_others() -> None:
    rows = "".join(
        f"<tr><td>{said[0]} 于 2007-11-0{n} 21:52 说：</td></tr><tr><td>{said}</td></tr>"
        for n, said in enumerate(REMARKS, 1)
    )
    story = f"<tr><td>{STORY}</td></tr>"
    page = f"<body><table>{story}<tr><td><b>网友评论</b></td></tr>{rows}{story}</table></body>"
    assert [share for _, share in boxes(page)] == [1] * 2 * len(REMARKS)


@pytest.mark.parametrize(
    "heading", ["最热文章", "24小时热榜", "本周人气排行榜", "往期回顾", "频道精选", "随机文章", "精彩图集"]
)
def test_more_headings_over_what_else_to_read(heading: str) -> None:
    page = f"<body><p>{STORY}</p><div><h4>{heading}</h4><p>{REMARKS[0]}</p></div></body>"
    assert [share for _, share in boxes(page)] == [0.5]


def test_who_may_give_their_opinion_heads_comments() -> None:
    page = f"<body><p>{STORY}</p><div><h4>%s</h4><p>{REMARKS[0]}</p></div></body>"
    assert [share for _, share in boxes(page % "發表意見")] == [1]
    assert boxes(page % "审查意见") == []


def test_how_many_comments_a_text_has_stands_over_it_too() -> None:
    text = f"<div>{STORY}</div><div>{STORY}</div><div>Tags: river</div>"
    title = "河边的新图书馆在昨天下午终于开门了，门口等了很多的人"
    page = f"<body><h1>{title}</h1><div>2024-03-01</div><div>5 commentaires</div>{text}</body>"
    assert boxes(page) == []
    remarks = "".join(f"<div><i>2024-03-0{n} 09:10</i><p>{said}</p></div>" for n, said in enumerate(REMARKS, 1))
    assert len(boxes(f"<body><div>{STORY}</div><div>5 commentaires</div>{remarks}</body>")) == len(REMARKS)


def test_an_article_goes_on_behind_what_else_to_read_at_the_beginning_of_a_part() -> None:
    links = "".join(f"<li><a href=/{n}>河边第{n}家小店的故事</a></li>" for n in range(3))
    inset = f"<div><b>相关新闻</b><ul>{links}</ul></div>"
    more = "".join(f"<p>{said}</p>" for said in REMARKS)
    page = f"<body><div class=part>{more * 3}</div><div class=part>{inset}<p>{STORY}</p>{more}</div></body>"
    assert boxes(page) == [("相关新闻河边", 0.5)]
    found = extract_page(f"<title>河边</title>{page}".encode())
    assert isinstance(found, Article)
    assert STORY in found.text
    assert "相关" not in found.text


@pytest.mark.parametrize("heading", ["À lire aussi", "Читайте также", "Les plus lus", "Recommended for you"])
def test_headings_over_what_else_to_read_in_other_languages(heading: str) -> None:
    links = "".join(f"<li><a href=/{n}>The bakery in street {n}</a></li>" for n in range(3))
    page = (
        f"<body><p>On day one the baker rose at four and told of bread.</p><div><h3>{heading}</h3>{links}</div></body>"
    )
    assert [share for _, share in boxes(page)] == [0.5]


def test_a_count_of_comments_behind_the_author_heads_none_though_sentences_name_days() -> None:
    text = "".join(f"<div>3月5日上午10:20，{said}</div>" for said in REMARKS)
    over = f"<div>{STORY}</div><div>日期：2022年4月6日</div><div>作者：周敏</div><div>评论：5</div>"
    assert boxes(f"<body>{over}{text}</body>") == []


def test_lists_stand_beside_the_headings_over_what_else_to_read() -> None:
    cards = "".join(f"<div><a href=/{n}>河边第{n}家小店</a><p>{said}</p></div>" for n, said in enumerate(REMARKS[:3]))
    more = f"<p>{STORY}</p>"
    page = f"<body><p>{STORY}</p><div><b>周敏</b><h3>热门排行</h3>{cards}{more}</div></body>"
    assert [text for text, _ in boxes(page)] == ["河边第0家小", "河边第1家小", "河边第2家小"]
    linking = f"<div>{STORY * 30}<a href=/1>河边</a><a href=/2>小店</a><a href=/3>老街</a></div>"
    assert boxes(f"<body><p>{STORY}</p><div><b>周敏</b><h3>热门排行</h3>{linking}</div></body>") == []


@pytest.mark.parametrize(
    "heading",
    [
        "17 Gedanken zu „Die Brücke“",
        "3 réflexions sur « Le pont »",
        "2 comentarios en «El puente»",
        "5 комментариев к «Мост»",
        "4 reacties op “De brug”",
    ],
)
def test_comments_on_what_is_named(heading: str) -> None:
    page = f"<body><p>They all came to the bridge on Monday.</p><div><h4>{heading}</h4><p>So did I.</p></div></body>"
    assert [share for _, share in boxes(page)] == [1]
