"""The language of a text: by script, by what the page says, by function words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract import extract_page
from crawler.extract.fields.language import language
from crawler.extract.table import build
from crawler.model import Article


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


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Quán phở ở đầu ngõ đã mở cửa từ hai giờ sáng.", "Khách là những công nhân vừa xong ca quét rác."),
        ("Kunnanjohtaja kertoi, että uusi silta avataan jo perjantaina.", "Ihmiset odottivat, ja se oli valmis."),
        ("Ο δήμαρχος ανακοίνωσε ότι η νέα γέφυρα θα ανοίξει.", "Οι εργάτες την έχτιζαν όλο το καλοκαίρι."),
        ("ראש העיר הודיע כי הגשר החדש ייפתח ביום שישי.", "התושבים חיכו לו זמן רב, אבל גם שמחו על זה."),
        ("นายกเทศมนตรีประกาศว่าสะพานใหม่จะเปิดเช้าวันศุกร์", "คนงานก่อสร้างตลอดฤดูร้อน และชาวบ้านรอคอยมานาน"),
        ("मेयर ने कहा कि नया पुल शुक्रवार की सुबह खुल जाएगा।", "मज़दूरों ने इसे पूरी गर्मी में बनाया और लोग इंतज़ार कर रहे थे।"),
        (
            "მერმა გუშინ საღამოს განაცხადა რომ ახალი ხიდი პარასკევს გაიხსნება.",
            "მუშები მას მთელი ზაფხული აშენებდნენ და ხალხი დიდხანს ელოდა გახსნას.",
        ),
    ],
)
def test_articles_are_found_in_languages_of_any_script(first: str, second: str) -> None:
    words = first.split()
    rows = "".join(f"<li><a href=/a/{n}.html>{words[n % len(words)]} {second[:12]} {n}</a></li>" for n in range(12))
    body = f"<h1>{first[:12]}</h1><i>18/12/2023</i><div><p>{first}</p><p>{second}</p></div><ul>{rows}</ul>"
    page = extract_page(f"<title>{first[:12]}</title><body>{body}".encode(), "https://news.example/a-46.html")
    assert isinstance(page, Article)
    assert page.text == f"{first}\n{second}"
