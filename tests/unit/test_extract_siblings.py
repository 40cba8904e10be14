"""A text that is spread over siblings, on small pages."""

from __future__ import annotations

import pytest

from crawler.extract.articles import cevc_plus
from crawler.extract.table import build

TITLE = "屋顶上的菜园"
LEAD = "三年前，李阿姨把自家楼顶的旧花盆都搬了出来，从此那里再也没有空过。"
BODY = "".join(
    f"<p>第{n}个花盆里种的是不同的菜，她每天清晨都要上去看一遍，给它们浇水、松土，把虫子一条一条地捉下来。</p>"
    for n in range(16)
)
END = "邻居们说，等到秋天收了南瓜，大家还要在楼顶上再聚一次。"
LABEL = "市民热线 周一至周五 上午九点"


def text(body: str, title: str = TITLE) -> str:
    table = build(f"<title>{title}</title><body>{body}</body>")
    found = cevc_plus.main_content(table, title)
    assert found is not None
    return found.text


def test_paragraphs_over_and_under_the_node_are_of_its_flow() -> None:
    found = text(f"<h1>{TITLE}</h1><div><p>{LEAD}</p><div>{BODY}</div><p>{END}</p></div>")
    assert found.startswith(LEAD)
    assert found.endswith(END)


def test_paragraphs_under_the_node_alone_are_not() -> None:
    assert END not in text(f"<h1>{TITLE}</h1><div><div>{BODY}</div><p>{END}</p></div>")


ITEMS = "".join(f"<li>第{n}个花盆里种的是不同的菜，她每天清晨都要上去看一遍，给它们浇水。</li>" for n in range(6))
LONG = "楼顶的菜园今天第一次对外开放，李阿姨带着二十多个孩子看了她种的番茄和南瓜，还教他们松土和捉虫。"


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (f"<p>种菜次序：</p><ul>{ITEMS}</ul><p>完。</p>", ["种菜次序：", "完。"]),
        (f"<div>各位邻居：</div><div>{LONG}</div><div>谢谢大家！</div>", ["各位邻居：", "谢谢大家！"]),
        (f"<p>种菜次序：</p><ul>{ITEMS}</ul><p><a href=/a>更多菜谱</a></p><p>招租</p>", ["种菜次序："]),
        (f"<div>{LONG}</div><div class=x><img src=/ad.gif></div><div>谢谢大家！</div>", ["谢谢大家！"]),
        (f"<div>{LONG}</div><div class=x>招租</div><div>浇水</div>", []),
        (f"<div>{LONG}</div><div><p>招租</p><p>浇水</p></div>", []),
    ],
    ids=["list", "line", "behind a link", "behind a picture", "another class", "a box"],
)
def test_short_lines_around_a_list_or_a_line_are_of_it(lines: str, wanted: list[str]) -> None:
    found = text(f"<h1>{TITLE}</h1><section>{lines}</section>").split("\n")
    assert [line for line in found if line in lines and len(line) < 8] == wanted


@pytest.mark.parametrize(
    "before",
    [
        f"<h1>{TITLE}</h1><div>{LEAD}</div>",
        f"<h1>{TITLE}</h1><div class=summary>{LEAD}</div>",
        f"<header><h1>{TITLE}</h1><p>{LEAD}</p></header>",
        f"<div><div><h1>{TITLE}</h1></div><div>{LABEL}</div><p class=dek>{LEAD}</p></div>",
    ],
    ids=["box", "summary", "with the title", "with what holds the title"],
)
def test_sentences_between_title_and_text_are_its_lead(before: str) -> None:
    assert text(f"{before}<section>{BODY}</section>").startswith(LEAD)


@pytest.mark.parametrize(
    ("line", "is_lead"),
    [
        ("How a retired teacher turned the flat roof of her house into a garden for the whole street", True),
        ("How a retired teacher gardens on a roof", False),
        ("The <a href=/roofs>roof gardens of the city and the people who look after them</a> and more", False),
    ],
    ids=["long", "short", "linked"],
)
def test_a_long_line_under_the_title_needs_no_full_stop(line: str, is_lead: bool) -> None:
    body = "<p>She climbs the stairs every morning and looks after the beans, which have done well this year.</p>" * 6
    found = text(f"<h1>The roof garden</h1><div>{line}</div><section>{body}</section>", "The roof garden")
    assert found.startswith("How") == is_lead


@pytest.mark.parametrize(
    "before",
    [
        f"<h1>{TITLE}</h1><div>{LABEL}</div>",
        f"<div><h1>{TITLE}</h1><p>{LABEL}</p></div>",
        f"<h1>{TITLE}</h1><header>{LEAD}</header>",
        f"<div>{LEAD}</div><h1>{TITLE}</h1>",
        f"<div><p>{LEAD}</p><h1>{TITLE}</h1></div>",
    ],
    ids=["no sentence", "no sentence with the title", "header", "over the title", "over it in its box"],
)
def test_what_is_no_lead(before: str) -> None:
    found = text(f"{before}<section>{BODY}</section>")
    assert LEAD not in found
    assert LABEL not in found


@pytest.mark.parametrize(
    ("items", "is_kept"),
    [
        ("<li>200 g flour<li>120 g sugar<li>80 g butter", True),
        ("<tr><td>flour<td>200 g<tr><td>sugar<td>120 g<tr><td>butter<td>80 g", True),
        ("<li>200 g flour<li>120 g sugar", False),
        ("<li><a href=/1>Flour</a><li><a href=/2>Sugar</a><li>Butter", False),
        ("<p>200 g flour<p>120 g sugar<p>80 g butter", False),
    ],
    ids=["list", "table", "short", "links", "no items"],
)
def test_a_list_between_title_and_text_is_of_it(items: str, is_kept: bool) -> None:
    steps = "<p>Mix all of it to a dough that comes off the bowl, and let it rest for an hour in a cool place.</p>" * 4
    box = items if items.startswith("<p") else f"<ul>{items}</ul>" if "<li" in items else f"<table>{items}</table>"
    found = text(f"<h1>A plain dough</h1><div><div>{box}</div></div><section>{steps}</section>", "A plain dough")
    assert found.endswith("place.")
    assert ("butter" in found.lower()) == is_kept


@pytest.mark.parametrize("wrap", ["<div class=block>{}</div>", "<div><div class=block>{}</div></div>"])
def test_sentences_in_boxes_of_the_same_class_are_sections(wrap: str) -> None:
    ends = wrap.format(f"<h2>后来</h2><p>{END * 5}</p>")
    assert END in text(f"<h1>{TITLE}</h1><main><div class=block>{BODY}</div>{ends}</main>")


def test_further_classes_number_and_adorn_a_box() -> None:
    ends = f"<section class='block n-2 wide'><h2>后来</h2><p>{END * 5}</p></section>"
    assert END in text(f"<h1>{TITLE}</h1><main><div class='block n-1'>{BODY}</div>{ends}</main>")


def test_a_header_is_no_section() -> None:
    header = f"<header><div class=block><p>{END * 5}</p></div></header>"
    assert END not in text(f"<h1>{TITLE}</h1><main>{header}<div class=block>{BODY}</div></main>")


def test_a_box_of_another_class_is_not() -> None:
    other = f"<div class=offer><h2>后来</h2><p>{END * 5}</p></div>"
    assert END not in text(f"<h1>{TITLE}</h1><main><div class=block>{BODY}</div>{other}</main>")
