"""Teasers and remarks that are longer than the article, on small pages whose names say nothing."""

from __future__ import annotations

import pytest

from crawler.extract.articles import cevc_plus
from crawler.extract.articles.paragraphs import paragraphs
from crawler.extract.articles.rows import in_rows
from crawler.extract.table import Table, build

TITLE = "老街修车铺下周关门"
BODY = [
    "开了三十年的修车铺下周就要关门了，老板说他想回乡下去看看自己种的那片果树。",
    "街坊们这几天都把旧车推来，让他最后再修一次。",
]
ARTICLE = f"<div><h2>{TITLE}</h2></div><div>{''.join(f'<p>{line}</p>' for line in BODY)}</div>"
SAID = [f"第{n}次路过的时候他还给我的车打过气，一分钱也没有收，这样的人现在已经不多见了。" for n in range(12)]

REMARKS = "".join(
    f"<div class=ci><a href=/u{n}>茶友</a><div class=ct>{s}</div><i>5月1日 12:0{n % 9}</i></div>"
    for n, s in enumerate(SAID)
)
BLOCK_TIMES = "".join(
    f"<div class=c><div>茶友发表评论于2006-9-13 9:22:0{n % 9}</div><div>{s}</div></div>" for n, s in enumerate(SAID)
)
TEASERS = "".join(
    f"<dl class=x><dt><a href=/{n}>城南书店搬到了河边</a></dt><dd>{s}</dd></dl>" for n, s in enumerate(SAID)
)
CLOCKS = "".join(f"<div class=k><em>09:1{n % 9}</em><p>{s}</p></div>" for n, s in enumerate(SAID))
IN_PARAGRAPHS = "".join(f"<p><a href=/{n}>城南书店搬到了河边</a><br>{s}</p>" for n, s in enumerate(SAID))


def text(body: str) -> list[str]:
    table = build(f"<title>{TITLE}</title><body>{body}</body>")
    found = cevc_plus.main_content(table, TITLE)
    assert found is not None
    return found.text.split("\n")


def rows(table: Table) -> dict[int, float]:
    found, _ = paragraphs(table)
    return in_rows(table, found, [number for number, paragraph in enumerate(found) if paragraph.weight])


@pytest.mark.parametrize("rows", [REMARKS, BLOCK_TIMES, TEASERS, CLOCKS])
@pytest.mark.parametrize("page", ["<div>{article}<div>{rows}</div></div>", "<div>{article}</div><div>{rows}</div>"])
def test_rows_longer_than_the_article_are_not_taken_for_it(page: str, rows: str) -> None:
    assert text(page.format(article=ARTICLE, rows=rows)) == BODY


def test_headlines_and_texts_in_one_paragraph_are_rows() -> None:
    assert text(f"<div>{ARTICLE}</div><div>{IN_PARAGRAPHS}</div>") == BODY


def test_remarks_in_the_articles_own_element_end_it() -> None:
    assert text(f"<h2>{TITLE}</h2><div><p>{BODY[0]}</p><p>{BODY[1]}</p>{BLOCK_TIMES}</div>") == BODY


def test_days_between_the_paragraphs_of_a_chronicle_make_no_rows_of_it() -> None:
    chronicle = "".join(f"<p>2006年9月{n + 1}日</p><p>{said}</p>" for n, said in enumerate(SAID))
    table = build(f"<body><div>{chronicle}</div></body>")
    assert rows(table) == {}


def test_boxes_around_each_paragraph_make_no_rows_of_it() -> None:
    table = build(f"<body>{''.join(f'<section><div><p>{said}</p></div></section>' for said in SAID)}</body>")
    assert rows(table) == {}


def test_a_round_up_under_linked_names_is_whole() -> None:
    parts = "".join(
        f"<section><p><a href=/{n}>城南书店搬到了河边</a></p><p>{s}</p></section>" for n, s in enumerate(SAID)
    )
    assert [line for line in text(f"<h1>{TITLE}</h1><div><p>{BODY[0]}</p>{parts}</div>") if line in SAID] == SAID


def test_a_remark_is_cut_off_with_all_of_its_row() -> None:
    rows = "".join(f"<div class=k><em>09:1{n % 9}</em><div><p class=t>{s}</p></div></div>" for n, s in enumerate(SAID))
    assert text(f"<div><div>{ARTICLE}</div><div>{rows}</div></div>") == BODY


def test_an_article_of_one_paragraph_at_the_place_of_remarks_beside_it_is_none_of_them() -> None:
    between = "".join(f"<a href=/n{n}>城南</a><br>" for n in range(12))
    beside = "".join(f"<div class=c><p>{said}</p><i>05-1{n % 9} 12:00 评论</i></div>" for n, said in enumerate(SAID))
    assert text(f"<h2>{TITLE}</h2><div class=c><p>{BODY[0]}</p></div>{between}<div class=r>{beside}</div>") == BODY[:1]


def test_names_and_times_over_remarks_without_a_function_word_are_no_text() -> None:
    said = [*SAID[:3], *["顶"] * 9]
    remarks = "".join(
        f"<li><div class=info><b>茶友{n}</b><i>来自北京的朋友 5月1日 12:0{n % 9}</i></div><p>{remark}</p></li>"
        for n, remark in enumerate(said)
    )
    assert text(f"<div><h2>{TITLE}</h2><p>{BODY[0]}</p><ul>{remarks}</ul></div>") == BODY[:1]


def test_a_heading_over_remarks_goes_with_them() -> None:
    assert text(f"<div>{ARTICLE}<div><h3>街坊们说的话</h3>{BLOCK_TIMES}</div></div>") == BODY


def test_remarks_longer_than_the_text_end_it_before_a_line_of_the_footer() -> None:
    footer = "<p>河边日报社主办，技术支持的是河边融媒体中心</p>"
    assert text(f"<div><h2>{TITLE}</h2><div><p>{BODY[0]}</p></div>{BLOCK_TIMES}{footer}</div>") == BODY[:1]


SHORT = ["说得好，支持一下。", "这是真的吗？", "我也去过，老板人不错。", "顶！", "可惜了。", "以后到哪里去修车呢？"]


def test_short_remarks_below_a_short_article_are_not_taken_for_it() -> None:
    remarks = "".join(
        f"<div class=k3><span>读者{n}</span> <i>2024-03-05 09:1{n}</i><p>{said}</p><b>回复</b></div>"
        for n, said in enumerate(SHORT)
    )
    flash = f"<div><h2>{TITLE}</h2></div><div><p>{BODY[0]}</p></div>"
    assert text(f"<div>{flash}<div class=k1>{remarks * 3}</div></div>") == [BODY[0]]


def test_short_remarks_among_long_ones_go_with_them() -> None:
    both = [said for pair in zip(SAID, SHORT * 2, strict=True) for said in pair]
    remarks = "".join(
        f"<div><span>读者{n}</span> <i>2024-03-05 09:{n + 10}</i><p>{s}</p></div>" for n, s in enumerate(both)
    )
    assert text(f"<div>{ARTICLE}<div class=k1>{remarks}</div></div>") == BODY


def test_a_chronicle_of_short_lines_stays() -> None:
    lines = [f"第{n}年他又把铺子搬了一次。" for n in range(1, 7)]
    days = "".join(f"<li><b>199{n}年3月</b><p>{line}</p></li>" for n, line in enumerate(lines))
    found = text(f"<div><h2>{TITLE}</h2><div><p>{BODY[0]}</p><ul>{days}</ul><p>{BODY[1]}</p></div></div>")
    assert set(lines) <= set(found)


def test_the_paragraphs_of_an_article_in_boxes_like_the_remarks_below_are_no_remarks() -> None:
    boxed = "".join(f"<div><div><p>{line}</p></div></div>" for line in BODY)
    inset = "<div><a href=/1>城南书店搬到了河边的新楼</a></div>"
    last = f"<div><div><p>{SAID[0]}</p></div></div>"
    remarks = "".join(f"<div><div><i>5月1日 12:0{n}</i><p>{s}</p></div></div>" for n, s in enumerate(SAID[1:9]))
    page = f"<div><h2>{TITLE}</h2><div>{boxed}{inset}{last}</div><div>{remarks}</div></div>"
    assert text(page) == [*BODY, SAID[0]]


def test_boxes_behind_the_article_are_none_of_it_though_nothing_in_them_is_linked() -> None:
    line = "The council voted on Monday to close the old bridge for the winter, and nobody spoke against it."
    cards = "".join(
        f"<div class=card><h3>Harbour news {n}</h3><p>{s} It is said to last.</p></div>"
        for n, s in enumerate(
            [
                "The ferry is late again.",
                "A new crane came to the docks.",
                "The fish market opens at five.",
                "Rain is expected.",
            ]
        )
    )
    page = "<title>Bridge to close</title><main>{}<section><h2>Elsewhere</h2>{}</section></main>"
    article = f"<h1>Bridge to close</h1><p>{line}</p>"
    for own in (f"<article>{article}</article>", f"<h1>Bridge to close</h1><article><p>{line}</p></article>"):
        found = cevc_plus.main_content(build(page.format(own, cards)), "Bridge to close")
        assert found is not None
        assert found.text == line


LINKED = "".join(
    f"<div class=q><a href=/{n}><img src=x></a><div><a href=/{n}>城南书店搬到了河边{n}</a><p>{s}</p></div></div>"
    for n, s in enumerate(SAID * 2)
)
UNLINKED = "".join(f"<dl><dt>城南书店搬到了河边{n}</dt><dd>{s}</dd></dl>" for n, s in enumerate(SAID))


def test_short_texts_under_headlines_of_the_site_in_a_box_of_their_own_end_an_article() -> None:
    text_of = "".join(f"<p>{line}</p>" for line in BODY)
    head = f"<h1>{TITLE}</h1><div><i>2024-03-05 08:15</i><i>来源：河边网</i></div>"
    assert text(f"<div>{head}<div class=x1>{text_of}</div><div class=x2>{LINKED}</div></div>") == BODY


def test_what_sums_up_a_week_is_a_text_with_headlines_of_the_site() -> None:
    summed = "".join(
        f"<div class=q><h3><a href=/{n}>城南书店搬到了河边{n}</a></h3><p>{s * 3}</p></div>" for n, s in enumerate(SAID)
    )
    assert text(f"<div>{ARTICLE}<div>{summed}</div></div>")[-1] == SAID[-1] * 3


SHORT_TITLES = [
    "晚风",
    "补网的人",
    "渡",
    "旧雨伞",
    "三月",
    "桥洞下",
    "石榴",
    "打更人",
    "雪夜",
    "半碗面",
    "回声",
    "长堤",
]


@pytest.mark.parametrize("name", ["", "他写的其他诗"])
def test_headlines_of_rows_may_be_short(name: str) -> None:
    listed = "".join(
        f"<div><a href=/{n}>{title}</a><p>{s}</p></div>"
        for n, (title, s) in enumerate(zip(SHORT_TITLES, SAID, strict=True))
    )
    box = f"<div><h4>{name}</h4>{listed}</div>" if name else listed
    lines = "".join(f"<p>{line}</p>" for line in ["旧船靠了岸", "缆绳还记得", "你解开它时的手"])
    poem = f"<div><h1>{TITLE}</h1><div>{lines}</div></div>"
    assert text(f"{poem}<div>{box}</div>") == ["旧船靠了岸", "缆绳还记得", "你解开它时的手"]


def test_buttons_that_recur_between_boxes_make_no_rows_of_them() -> None:
    boxes = "".join(f"<section><a href=/to?{n}>转发</a><p>{said}</p></section>" for n, said in enumerate(SAID))
    assert rows(build(f"<body>{boxes}</body>")) == {}


@pytest.mark.parametrize("name", ["article-content", "news_body", "detail-text"])
def test_boxes_behind_what_is_called_the_article_s_text_are_none_of_it(name: str) -> None:
    lines = "".join(f"<p>{line}</p>" for line in BODY)
    page = f"<div><h2>{TITLE}</h2><div class={name}>{lines}</div><div>{UNLINKED}</div></div>"
    assert text(page) == BODY
