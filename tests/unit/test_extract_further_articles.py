"""Whole articles behind the page's own, as sites show them to those who scroll on."""

from __future__ import annotations

import pytest

from crawler.extract import extract_page
from crawler.model import Article

FLASH = "昨晚九点，河西一间仓库起火，二十分钟后扑灭，没有人受伤。"
STORY = [f"他做竹椅已经做了四十年，这是第{n}把，卖给了河对岸的茶馆。" for n in "一二三四五"]


def article(title: str, byline: str, lines: list[str], tag: str = "h1") -> str:
    text = "".join(f"<p>{line}</p>" for line in lines)
    return f"<div class=one><{tag} class=t>{title}</{tag}><p>{byline}</p><div class=c>{text}</div></div>"


@pytest.mark.parametrize("tag", ["h1", "h2"])
@pytest.mark.parametrize("page", ["{}{}", "{}<div class=next>{}</div>"])
def test_a_further_article_with_a_time_of_its_own_is_none_of_the_first(page: str, tag: str) -> None:
    both = page.format(
        article("仓库起火", "河边晚报 2024-03-05 21:40", [FLASH], tag),
        article("最后的竹椅", "河边晚报 2024-03-04 08:00", STORY, tag),
    )
    found = extract_page(f"<title>仓库起火_河边晚报</title><div id=main>{both}</div>".encode())
    assert isinstance(found, Article)
    assert found.text == FLASH


def test_the_sections_of_an_article_are_its_own() -> None:
    sections = "".join(f"<div><h1>第{n}节</h1><p>{line}</p></div>" for n, line in enumerate(STORY))
    page = f"<title>最后的竹椅</title><div><div><h1>最后的竹椅</h1><p>2024-03-04 08:00</p></div>{sections}</div>"
    found = extract_page(page.encode())
    assert isinstance(found, Article)
    assert all(line in found.text for line in STORY)
