"""The imprint at the end of a page, whatever its element is called."""

from __future__ import annotations

import pytest

from crawler.extract import extract_page
from crawler.extract.articles.imprint import imprint
from crawler.extract.table import build
from crawler.model import Article

TITLE = "县城图书馆的十年"
SHORT = "截至目前，镇上的小学经历了两次停工和一次返工，我们等这一天等了很久。"
ABOUT = "江城网是本地最大的新闻与生活服务平台，为市民提供新闻、房产、汽车、招聘等资讯，每天有三百万人来看。"
LINKS = "<a href=/about>关于我们</a> | <a href=/contact>联系我们</a>"


def found(html: str) -> str:
    table = build(html)
    node = imprint(table)
    return table.text_of(node) if node >= 0 else ""


@pytest.mark.parametrize("owned", ["© 2024 江城网", "版权所有 江城网", "江B2-20050001 ICP备12号", "Copyright 2024"])
def test_the_imprint_is_what_stands_around_the_line_of_the_owner(owned: str) -> None:
    page = f"<body><div><h1>{TITLE}</h1><p>{SHORT}</p></div><div>{LINKS}<p>{ABOUT}</p><p>{owned}</p></div></body>"
    assert found(page).endswith(owned)
    assert ABOUT in found(page)
    assert TITLE not in found(page)


def test_an_owner_s_line_far_above_the_end_is_none() -> None:
    behind = "".join(f"<p>{SHORT}</p>" for _ in range(12))
    assert found(f"<body><div><p>{ABOUT}</p><p>© 2024</p></div>{behind}</body>") == ""
    assert found(f"<body><p>{ABOUT}</p></body>") == ""


def test_no_imprint_is_longer_than_a_few_lines_nor_holds_the_heading() -> None:
    page = f"<body><div><div><h1>{TITLE}</h1><p>{SHORT}</p><p>© 2024 江城网</p></div></div></body>"
    assert found(page) == "© 2024 江城网"
    long = "".join(f"<p>{ABOUT}</p>" for _ in range(20))
    assert found(f"<body><div>{long}<p>© 2024 江城网</p></div></body>") == "© 2024 江城网"


def test_a_short_article_is_not_what_the_imprint_says_of_the_site() -> None:
    page = f"<title>{TITLE}</title><body><h2>{TITLE}</h2><div>2024-03-01</div><div><div>{SHORT}</div></div>"
    article = extract_page(f"{page}<div>{LINKS}<p>{ABOUT}</p><p>© 2024 江城网</p></div></body>".encode())
    assert isinstance(article, Article)
    assert article.text == SHORT
