"""Bytes to text: what is declared, what is true, and what is done when the two differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.charset import decode
from crawler.extract.page import extract_page
from crawler.model import Article

SIMPLIFIED = "城市里的人在清晨出门，不少人是为了赶上第一班地铁。大家有了新的一天，也有新的打算。"
TRADITIONAL = "城市裡的人在清晨出門，不少人是為了趕上第一班捷運。大家有了新的一天，也有新的打算。"
GERMAN = "Die Straße führt über den Fluß, und am Ufer blühen schöne Bäume für müde Gäste."


def page(text: str, charset: str, declaration: str = "") -> bytes:
    meta = f"<meta charset={declaration}>" if declaration else ""
    return f"<html><head>{meta}</head><body><p>{text}</p></body></html>".encode(charset)


@pytest.mark.parametrize("declared", ["gb2312", "gbk", "GBK", "x-gbk", "gb18030", "gb_2312-80", "cp936"])
def test_every_gb_is_read_as_gb18030(declared: str) -> None:
    decoded = decode(page(SIMPLIFIED + "镕㐂", "gb18030", declared))
    assert decoded.charset == "gb18030"
    assert SIMPLIFIED + "镕㐂" in decoded.text
    assert decoded.replaced == 0


@pytest.mark.parametrize("declared", ["", "utf-8", "gbk", "big5", "iso-8859-1", "windows-1251", "no-such-charset"])
@pytest.mark.parametrize(
    ("text", "encoding", "charset"),
    [(SIMPLIFIED, "utf-8", "utf-8"), (SIMPLIFIED, "gb18030", "gb18030"), (TRADITIONAL, "big5", "big5")],
)
def test_a_wrong_declaration_does_no_harm(text: str, encoding: str, charset: str, declared: str) -> None:
    for decoded in (
        decode(page(text, encoding, declared)),
        decode(page(text, encoding), f"text/html; charset={declared}"),
    ):
        assert text in decoded.text
        assert decoded.charset == charset


def test_the_second_meta_tag_is_read_too() -> None:
    metas = '<meta charset="nonsense"><meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'
    decoded = decode(f"{metas}<p>Привет, как дела у вас сегодня".encode("koi8-r"))
    assert decoded.charset == "koi8-r"
    assert "Привет" in decoded.text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_goes_before_all_declarations(encoding: str) -> None:
    decoded = decode(page(SIMPLIFIED, encoding, "gbk"), "text/html; charset=gbk")
    assert decoded.text.startswith("<html>")
    assert SIMPLIFIED in decoded.text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_zeros_are_left_out_wherever_they_stand(encoding: str) -> None:
    html = f"<h1 class='q\0nly'>晨\0跑</h1><p id='x\0comment' class='a\0hid-xs easer'>{SIMPLIFIED * 9}"
    assert "\0" not in decode(html.encode(encoding)).text
    found = extract_page(html.encode(encoding))
    assert isinstance(found, Article)
    assert (found.title, found.text) == ("晨跑", SIMPLIFIED * 9)


def test_the_header_goes_before_meta() -> None:
    decoded = decode(page(GERMAN, "iso8859-15", "windows-1251"), "text/html; charset=ISO-8859-15")
    assert decoded.charset == "iso8859-15"


@pytest.mark.parametrize("declared", ["", "iso-8859-1"])
def test_accented_letters_are_not_read_as_chinese(declared: str) -> None:
    assert GERMAN in decode(page(GERMAN, "cp1252", declared)).text


def test_cut_utf8_is_still_utf8_and_the_loss_is_reported() -> None:
    decoded = decode(page(SIMPLIFIED * 9, "utf-8", "gbk") + "城".encode()[:2])
    assert decoded.charset == "utf-8"
    assert decoded.replaced == pytest.approx(1 / len(decoded.text))


def test_utf8_with_some_lines_in_another_charset_is_utf8() -> None:
    decoded = decode(
        "<meta charset=utf-8><p>Grüße aus Köln, schöne Gärten überall</p>".encode() + "<p>Küche".encode("cp1252")
    )
    assert decoded.charset == "utf-8"
    assert "schöne Gärten" in decoded.text


def test_a_charset_that_is_an_attack_is_not_looked_up() -> None:
    assert decode(b"\xff<p>text", "text/html; charset=unicode_escape").charset != "unicode_escape"


@given(st.binary(max_size=300), st.none() | st.text(max_size=40))
def test_never_raises(html: bytes, content_type: str | None) -> None:
    decoded = decode(html, content_type)
    assert 0 <= decoded.replaced <= 1
    assert decoded == decode(html, content_type)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff\ufffd")))
def test_utf8_comes_back_as_it_was(text: str) -> None:
    assert decode(text.encode()).text == text


JAPANESE = "街の人たちは朝早く家を出て、最初の電車に乗ります。新しい一日がはじまり、みんな忙しそうです。"
KOREAN = "도시의 사람들은 아침 일찍 집을 나서 첫 지하철을 탑니다. 새로운 하루가 시작되어 모두 바쁩니다."


@pytest.mark.parametrize("declared", ["", "gb2312", "iso-8859-1"])
@pytest.mark.parametrize(("text", "encoding"), [(JAPANESE, "shift_jis"), (JAPANESE, "euc_jp"), (KOREAN, "euc_kr")])
def test_japanese_and_korean_need_no_declaration(text: str, encoding: str, declared: str) -> None:
    assert text in decode(page(text, encoding, declared)).text


@pytest.mark.parametrize("declared", ["shift_jis", "euc-jp", "euc-kr"])
def test_chinese_is_not_read_as_japanese_or_korean(declared: str) -> None:
    assert SIMPLIFIED in decode(page(SIMPLIFIED, "gb18030", declared)).text
