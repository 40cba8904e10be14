"""The language of a text: by script, by what the page says, by function words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.fields.language import language
from crawler.extract.table import build


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<html lang=en><p>我们在河边走了很久。", "zh"),
        ("<html lang=zh><p>これは図書館の本です。", "ja"),
        ("<p>강변의 새 도서관입니다.", "ko"),
        ("<html lang=de-AT><p>Die neue Bücherei am Fluss.", "de"),
        ("<p>The new library stands by the bank of the river.", "en"),
        ("<p>Die neue Bücherei am Fluss ist für das ganze Dorf.", "de"),
        ("<p>La bibliothèque est dans le village, et les enfants y vont avec des amis.", "fr"),
        ("<p>Новая библиотека стоит на берегу, и в ней не тихо.", "ru"),
        ("<p>المكتبة الجديدة في المدينة على النهر من أجل الأطفال", "ar"),
        ("<p>ห้องสมุดใหม่ริมแม่น้ำ", "th"),
        ("<p>Library River Town", ""),
        ("<p>12345", ""),
    ],
)
def test_language(html: str, code: str) -> None:
    table = build(html)
    assert language(table, table.flow) == code


@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    table = build("<p>x")
    assert language(table, text) == language(table, text + " ")
