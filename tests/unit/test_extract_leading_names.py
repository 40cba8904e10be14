"""Names over posts that neither a link, nor a class, nor a label marks."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crawler.extract import extract_page
from crawler.model import Post, Thread
from tests.unit.test_extract_mail_heads import TEXTS

NOW = datetime(2024, 4, 6, tzinfo=UTC)
NAMES = ["渡船人", "晚风起", "渡船人"]
FORMS = {
    "heading": "<h4><a href='#c{at}'>#{at}</a>&nbsp;{name}</h4><p>{text}</p><small>{time}</small>",
    "columns": "<div class=c2><div><p>{name}</p></div></div><div class=c8><div><p>{text}</p></div></div><i>{time}</i>",
    "alike columns": "<div><div><p>{name}</p></div></div><div><div><p>{text}</p></div></div><div>{time}</div>",
}


def read(form: str, names: list[str]) -> tuple[Post, ...]:
    posts = "".join(
        "<div>" + form.format(at=at, name=name, text=text, time=f"2024年3月{at + 1}日 10:0{at}") + "</div>"
        for at, (name, text) in enumerate(zip(names, TEXTS, strict=True))
    )
    page = f"<title>水位尺 - 江边论坛</title><h1>水位尺</h1><div>{posts}</div>"
    found = extract_page(page.encode(), "https://www.example.org/forum/topic/3", now=NOW)
    assert isinstance(found, Thread), found
    return found.posts


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_line_over_each_text_is_who_wrote_it(form: str) -> None:
    posts = read(form, NAMES)
    assert [post.author for post in posts] == NAMES
    assert [post.text for post in posts] == TEXTS


def test_a_headline_over_each_text_that_leads_to_a_page_is_a_part_of_it() -> None:
    names = ["渡口的水位", "渡口的尺子", "江边的灯"]
    posts = read(FORMS["heading"].replace("{name}", "<a href='/t/{at}'>{name}</a>"), names)
    assert [post.author for post in posts] == ["", "", ""]
    assert [post.text.splitlines()[0] for post in posts] == names
