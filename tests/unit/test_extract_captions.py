"""Lines under pictures, on small pages."""

from __future__ import annotations

import pytest

from crawler.extract.articles import cevc_plus
from crawler.extract.table import build

LINES = [
    f"On day {n} we walked up along the river, and all whom we met said that the bridge had been mended."
    for n in range(6)
]
TEXT = "".join(f"<p>{line}</p>" for line in LINES)
CAPTION = "The bridge at noon, seen from the mill."


def text(body: str) -> str:
    table = build(f"<body><div>{body}</div></body>")
    found = cevc_plus.main_content(table, "")
    assert found is not None
    return found.text


@pytest.mark.parametrize(
    "picture",
    [
        f"<div class=wide><img src=/a><div>{CAPTION}</div></div>",
        f"<div><div><picture><img src=/a></picture></div><div><div>{CAPTION}</div></div></div>",
        f"<div><img src=/a><div>{CAPTION}</div><div>Ann Archer</div></div>",
    ],
)
def test_bare_text_in_a_box_with_a_picture_above_is_a_caption(picture: str) -> None:
    assert text(TEXT + picture + TEXT) == "\n".join(LINES * 2)


@pytest.mark.parametrize(
    "own",
    [
        f"<div>{CAPTION}</div><div><img src=/a></div>",
        f"<div>{CAPTION}<img src=/a></div>",
        f"<div><img src=/a><p>{CAPTION}</p></div>",
        f"<div><img src=/a><div>{CAPTION}</div><div>One.</div><div>Two.</div></div>",
        f"<ul><li><img src=/a><div>{CAPTION}</div></li></ul>",
    ],
    ids=["beside", "above", "paragraph", "section", "item"],
)
def test_other_text_near_a_picture_is_not(own: str) -> None:
    assert CAPTION in text(TEXT + own + TEXT)


def test_lines_under_pictures_are_text_where_it_is_written_in_han() -> None:
    line = "第一天我们沿着河往上游走，路上遇到的人都说前面的桥已经修好了，可以放心地过去。"
    assert "桥" in text(f"{'<p>' + line + '</p>'}<div><img src=/a><div>中午的桥</div></div>").split("\n")[1]


def test_half_of_the_text_is_no_caption() -> None:
    assert CAPTION in text(f"<p>On the way up to it.</p><div><img src=/a><div>{CAPTION}</div></div>")


SLIDES = "".join(
    f"<div><h3>{n}/40 Mill {n}</h3><p>The mill at number {n} was sold to somebody who will not say what for.</p></div>"
    for n in range(1, 9)
)


def test_a_gallery_of_something_else_in_an_article_is_left_out() -> None:
    assert text(f"{TEXT}<div><h2>Mills in pictures</h2>{SLIDES}</div>{TEXT}") == "\n".join(LINES * 2)


def test_an_article_may_be_a_gallery() -> None:
    assert "Mill 8" in text(f"<p>{LINES[0]}</p><div>{SLIDES}</div>")


def test_days_are_no_slides() -> None:
    days = "".join(f"<p>{day}/9 {line}</p>" for day, line in zip((3, 10, 17, 24), LINES, strict=False))
    assert text(f"{TEXT}<div>{days}</div>").count("/9 ") == 4


def chinese(body: str) -> str:
    table = build(f"<body><h1>城南老街的面馆</h1><div>{body}</div></body>")
    found = cevc_plus.main_content(table, "城南老街的面馆")
    return found.text if found else ""


def test_in_han_what_is_marked_up_as_a_caption_is_no_text() -> None:
    line = "老板还是站在门口，一边揉面一边和路过的人打招呼，好像从来没有歇过。"
    picture = "<figure><img src=/a><figcaption>面馆门口的老板，摄于去年的冬天。</figcaption></figure>"
    assert chinese(f"<p>{line}</p>{picture}<p>{line}</p>") == f"{line}\n{line}"
    assert chinese(f"{picture}<p>{line}</p>") == line


@pytest.mark.parametrize(("inside", "stays"), [("<p>{}</p>", False), ("<blockquote><p>{}</p></blockquote>", True)])
def test_a_line_beside_the_picture_in_a_figure_is_its_caption(inside: str, stays: bool) -> None:
    line = "老板还是站在门口，一边揉面一边和路过的人打招呼，好像从来没有歇过。"
    said = "面馆门口的老板，摄于去年的冬天。"
    figure = f"<figure><img src=/a>{inside.format(said)}</figure>"
    assert chinese(f"<p>{line}</p>{figure}<p>{line}</p>") == "\n".join([line, *([said] if stays else []), line])


def test_pictures_with_captions_are_an_article() -> None:
    captions = [f"第{n}天，客人在城南的面馆里等老板揉面。" for n in range(3)]
    pictures = "".join(
        f"<figure><img src=/{n}><figcaption>{said}</figcaption></figure>" for n, said in enumerate(captions)
    )
    assert chinese(pictures) == "\n".join(captions)
