"""Written times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.instant import FLOOR, instants, is_time, order_of, zone_of
from crawler.extract.table import build
from crawler.model import Precision

SHANGHAI = zone_of("Asia/Shanghai")
NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)  # 10:30 in Shanghai


FORMS_TO_THE_SECOND = (
    "%Y-%m-%d %H:%M:%S",
    "%Y/%m/%d %H:%M:%S",
    "%Y年%m月%d日 %H:%M:%S",
    "%Y年%m月%d日%H时%M分%S秒",
    "%Y-%m-%dT%H:%M:%S+08:00",
    "%d.%m.%Y %H:%M:%S",
    "%d/%m/%Y %H:%M:%S",
    "%b %d, %Y %H:%M:%S",
    "%B %d, %Y %I:%M:%S %p",
    "%d %B %Y, %H:%M:%S",
)
FORMS_TO_THE_DAY = ("%Y-%m-%d", "%Y.%m.%d", "%Y年%m月%d日", "%d.%m.%Y", "%B %d, %Y", "%d %b %Y")
ENGLISH = {"分钟": "minutes", "小时": "hours", "天": "days", "周": "weeks"}


@pytest.mark.parametrize(
    ("text", "expected", "precision"),
    [
        ("2024-03-05 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024/3/5 14:03:09", "2024-03-05T14:03:09+08:00", Precision.SECOND),
        ("2024. márc. 5. 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Wto Sie 6, 2019 6:03 pm", "2019-08-06T18:03:00+08:00", Precision.MINUTE),
        ("Sob Paź 14, 2006 6:02 pm", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("Cmt Ekm 14, 2006 6:02 pm", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("14. 10. 2006 18:02", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("14.10.2006 klo 8.02", "2006-10-14T08:02:00+08:00", Precision.MINUTE),
        ("den 14 okt 2006 kl. 18.02", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("14-10-2006, Saat: 06:02 PM", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("14 Tháng mười một 2006", "2006-11-14T00:00:00+08:00", Precision.DAY),
        ("14 tháng 2 năm 2006", "2006-02-14T00:00:00+08:00", Precision.DAY),
        ("18:02 ngày 14/10/2006", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("14/oct/2006 18:02", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("2006年10月14日 土曜日 18:02", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("2006. 10. 14. 토요일 18:02", "2006-10-14T18:02:00+08:00", Precision.MINUTE),
        ("2024, März 5", "2024-03-05T00:00:00+08:00", Precision.DAY),
        ("2024.03.05", "2024-03-05T00:00:00+08:00", Precision.DAY),
        ("发布时间：2024年3月5日14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024年03月05日 星期二 下午2:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024年3月5日（星期二） 14时03分", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024-03-05T14:03:09+08:00", "2024-03-05T14:03:09+08:00", Precision.SECOND),
        ("Tue Mar  5 14:03:09 CET 2024", "2024-03-05T14:03:09+01:00", Precision.SECOND),
        ("Tue Mar 5 14:03:09 CST 2024", "2024-03-05T14:03:09+08:00", Precision.SECOND),
        ("March 5, 2024, 2:03 PM EST", "2024-03-05T14:03:00-05:00", Precision.MINUTE),
        ("mardi 5 mars 2024, 14:03 est le début", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024-03-05T06:03:09.123Z", "2024-03-05T06:03:09+00:00", Precision.SECOND),
        ("2024-03-05T01:03:09-0500", "2024-03-05T01:03:09-05:00", Precision.SECOND),
        ("2024\n03\n/\n05\n14:03:09", "2024-03-05T14:03:09+08:00", Precision.SECOND),
        ("Mar\n05\nTue\n2024\n14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024/03/05(火) 14:03:09", "2024-03-05T14:03:09+08:00", Precision.SECOND),
        ("« 三月 05, 2024, 02:03:06 下午 »", "2024-03-05T14:03:06+08:00", Precision.SECOND),
        ("05 十二月 2023 - 12:03 上午", "2023-12-05T00:03:00+08:00", Precision.MINUTE),
        ("周二 3月 05, 2024 2:03 pm", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024-3-5 10:03 下午茶", "2024-03-05T10:03:00+08:00", Precision.MINUTE),
        ("2024年3月5日 在 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("三月 5, 2024 于 2:03 下午", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024/3/5 PM 02:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024-03-05 2:03:06 p.m.", "2024-03-05T14:03:06+08:00", Precision.SECOND),
        ("2024-3-5 9:3:6", "2024-03-05T09:03:06+08:00", Precision.SECOND),
        ("2024年3月5日 14时3分", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Mar 05, 2024; 2:03pm", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("02-05-2024, 02:03 PM", "2024-02-05T14:03:00+08:00", Precision.MINUTE),
        ("03-05 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("12-31 23:59", "2023-12-31T23:59:00+08:00", Precision.MINUTE),
        ("3月5日 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("今天 09:03", "2024-03-06T09:03:00+08:00", Precision.MINUTE),
        ("昨天 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("前天14:03", "2024-03-04T14:03:00+08:00", Precision.MINUTE),
        ("3小时前", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("半小时前", "2024-03-06T10:00:00+08:00", Precision.MINUTE),
        ("5 分钟以前", "2024-03-06T10:25:00+08:00", Precision.MINUTE),
        ("3天前", "2024-03-03T10:30:00+08:00", Precision.DAY),
        ("刚刚", "2024-03-06T10:30:00+08:00", Precision.MINUTE),
        ("剛剛發佈", "2024-03-06T10:30:00+08:00", Precision.MINUTE),
        ("3 小時前", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("2 小时 30 分钟前", "2024-03-06T08:00:00+08:00", Precision.MINUTE),
        ("2 days, 3 hours ago", "2024-03-04T07:30:00+08:00", Precision.MINUTE),
        ("昨日 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("24-3-5 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("02-28-2024, 12:15 AM", "2024-02-28T00:15:00+08:00", Precision.MINUTE),
        ("1.5 hours ago", "2024-03-06T09:00:00+08:00", Precision.MINUTE),
        ("2 weeks ago", "2024-02-21T10:30:00+08:00", Precision.DAY),
        ("March 5, 2024 2:03 pm", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("5th Mar 2024", "2024-03-05T00:00:00+08:00", Precision.DAY),
        ("5. März 2024 um 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("05.03.2024, 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2005-7-31 0:12:00", "2005-07-31T00:12:00+08:00", Precision.SECOND),
        ("2005年07月31日08:12", "2005-07-31T08:12:00+08:00", Precision.MINUTE),
        ("民國105年3月5日 14:03", "2016-03-05T14:03:00+08:00", Precision.MINUTE),
        ("中華民國 99 年 12 月 31 日", "2010-12-31T00:00:00+08:00", Precision.DAY),
        ("5 марта 2024 г., 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("martes 5 de marzo de 2024", "2024-03-05T00:00:00+08:00", Precision.DAY),
        ("1er mars 2024 à 14h03", "2024-03-01T14:03:00+08:00", Precision.MINUTE),
        ("5. März 2024, 14.03 Uhr", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("5 kwietnia 2023", "2023-04-05T00:00:00+08:00", Precision.DAY),
        ("12. června 2023", "2023-06-12T00:00:00+08:00", Precision.DAY),
        ("12. července 2023", "2023-07-12T00:00:00+08:00", Precision.DAY),
        ("12. červenec 2023", "2023-07-12T00:00:00+08:00", Precision.DAY),
        ("5 Ağustos 2023", "2023-08-05T00:00:00+08:00", Precision.DAY),
        ("07 أكتوبر 2023", "2023-10-07T00:00:00+08:00", Precision.DAY),
        ("2024년 3월 5일 오후 2:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024年3月5日 午後2時03分", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Gestern, 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Вчера в 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024 年 3 月 5 日 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("3 月 5 日 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024-03-05 (14:03)", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024-03-05 [14:03:06]", "2024-03-05T14:03:06+08:00", Precision.SECOND),
        ("前天，14:03", "2024-03-04T14:03:00+08:00", Precision.MINUTE),
        ("几秒前", "2024-03-06T10:30:00+08:00", Precision.MINUTE),
        ("2 年, 3 月前", "2021-12-06T10:30:00+08:00", Precision.DAY),
        ("3 小时 前", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("2024. 3. 5. 오후 2:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Mar 5 at 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("1 年前", "2023-03-06T10:30:00+08:00", Precision.DAY),
        ("2个月前", "2024-01-06T10:30:00+08:00", Precision.DAY),
        ("3 hr. ago", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("5 mins ago", "2024-03-06T10:25:00+08:00", Precision.MINUTE),
        ("3時間前", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("Vor 3 Stunden", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("il y a 3 jours", "2024-03-03T10:30:00+08:00", Precision.DAY),
        ("hace 2 días", "2024-03-04T10:30:00+08:00", Precision.DAY),
        ("há 4 horas", "2024-03-06T06:30:00+08:00", Precision.MINUTE),
        ("3 giorni fa", "2024-03-03T10:30:00+08:00", Precision.DAY),
        ("2 uur geleden", "2024-03-06T08:30:00+08:00", Precision.MINUTE),
        ("2 giờ trước", "2024-03-06T08:30:00+08:00", Precision.MINUTE),
        ("2 години тому", "2024-03-06T08:30:00+08:00", Precision.MINUTE),
        ("2 jam yang lalu", "2024-03-06T08:30:00+08:00", Precision.MINUTE),
        ("před 5 dny", "2024-03-01T10:30:00+08:00", Precision.DAY),
        ("5 dias atrás", "2024-03-01T10:30:00+08:00", Precision.DAY),
        ("πριν 2 ώρες", "2024-03-06T08:30:00+08:00", Precision.MINUTE),
        ("i går, 10:30", "2024-03-05T10:30:00+08:00", Precision.MINUTE),
        ("hôm qua lúc 10:30", "2024-03-05T10:30:00+08:00", Precision.MINUTE),
        ("5 дней назад", "2024-03-01T10:30:00+08:00", Precision.DAY),
        ("5 minut temu", "2024-03-06T10:25:00+08:00", Precision.MINUTE),
        ("3시간 전", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("vor einer Stunde", "2024-03-06T09:30:00+08:00", Precision.MINUTE),
        ("il y a un jour", "2024-03-05T10:30:00+08:00", Precision.DAY),
        ("Hace una hora", "2024-03-06T09:30:00+08:00", Precision.MINUTE),
        ("hace 3 h", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("час назад", "2024-03-06T09:30:00+08:00", Precision.MINUTE),
        ("2 ч. назад", "2024-03-06T08:30:00+08:00", Precision.MINUTE),
        ("3h ago", "2024-03-06T07:30:00+08:00", Precision.MINUTE),
        ("어제 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Aujourd'hui à 08:03", "2024-03-06T08:03:00+08:00", Precision.MINUTE),
        ("Gisteren om 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Вт мар 05, 2024 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("7th Nov 10, 10:26 PM", "2010-11-07T22:26:00+08:00", Precision.MINUTE),
        ("05-Mar-24 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("05/Mar/24 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("28/02/2024 : 14:03", "2024-02-28T14:03:00+08:00", Precision.MINUTE),
        ("2024/03/05 (二) 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("14:03, 5 March 2024", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2:03 PM - 5 Mar 2024", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("14:03:09 05.03.2024", "2024-03-05T14:03:09+08:00", Precision.MINUTE),
        ("34:03 05.03.2024", "2024-03-05T00:00:00+08:00", Precision.DAY),
        ("2024/03/05 (Tue) 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Tuesday 5th of March 2024 2:03 PM", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Lut 28, 2024, 14:03", "2024-02-28T14:03:00+08:00", Precision.MINUTE),
        ("02/28/2024 12:15 AM", "2024-02-28T00:15:00+08:00", Precision.MINUTE),
        ("5:22 PM on March 4", "2024-03-04T17:22:00+08:00", Precision.MINUTE),
        ("14:03 on Sunday, March 5, 2023", "2023-03-05T14:03:00+08:00", Precision.MINUTE),
        ("14h03 le 5 mars 2023", "2023-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2:03 pm, Sun Mar 5 2023", "2023-03-05T14:03:00+08:00", Precision.MINUTE),
        ("Sunday March 5, 2023 @02:03PM", "2023-03-05T14:03:00+08:00", Precision.MINUTE),
    ],
)
def test_forms(text: str, expected: str, precision: Precision) -> None:
    found = instants(text, NOW, SHANGHAI)
    assert [(instant.at.isoformat(), instant.precision) for instant in found] == [(expected, precision)]


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-07",
        "2024-02-30",
        "2024-13-01 10:00",
        "1994-05-05",
        "1.2.12",
        "Notebook Pro 13 2020",
        "3 Programme, 20:15",
        "192.168.1.20",
        "电话 2024-0305",
        "民國205年3月5日",
        "没有",
        "2024-00-05",
        "2024年0月5日",
        "5.00.2024",
        "民國113年0月5日",
        "ſep 5, 2023",
        "3 ſeconds ago",
        "vor 3 ſekunden",
        "5 Minuten",
        "vor 3 Leuten",
        "3일",
        "3 mınutes ago",
        "yeſterday 10:10",
        "刚才试了一下，可以打开",
        "3天前买的，今天坏了",
    ],
)
def test_what_is_no_time_of_a_page(text: str) -> None:
    assert instants(text, NOW, SHANGHAI) == []


def test_a_clock_that_is_a_little_ahead_means_now() -> None:
    found = instants("2024-03-06 10:35", NOW, SHANGHAI)
    assert [instant.at for instant in found] == [NOW]


def test_several_times_stand_in_their_order() -> None:
    text = "编辑于 2024-03-05 14:03，发布于 2024年3月4日，3小时前，有人看过"
    found = instants(text, NOW, SHANGHAI)
    assert [text[instant.start : instant.end] for instant in found] == ["2024-03-05 14:03", "2024年3月4日", "3小时前"]


def test_an_unknown_zone_is_shanghai() -> None:
    assert zone_of("Mars/Olympus") == zone_of("../etc/passwd") == zone_of("") == SHANGHAI


@given(st.datetimes(FLOOR.replace(tzinfo=None) + timedelta(days=2), datetime(2024, 3, 5)))
def test_what_is_written_is_read(moment: datetime) -> None:
    for written in FORMS_TO_THE_SECOND:
        found = instants(moment.strftime(written), NOW, SHANGHAI)
        assert [instant.at.replace(tzinfo=None) for instant in found] == [moment.replace(microsecond=0)]
    for written in FORMS_TO_THE_DAY:
        found = instants(moment.strftime(written), NOW, SHANGHAI)
        assert [instant.at.replace(tzinfo=None) for instant in found] == [datetime(*moment.timetuple()[:3])]


@given(st.datetimes(datetime(2023, 3, 7), datetime(2024, 3, 5)))
def test_what_is_written_without_a_year_is_of_the_last_twelve_months(moment: datetime) -> None:
    for written in ("%m-%d %H:%M", "%m月%d日 %H:%M", "%d %b %H:%M"):
        found = instants(moment.strftime(written), NOW, SHANGHAI)
        assert [instant.at.replace(tzinfo=None) for instant in found] == [moment.replace(second=0, microsecond=0)]


@given(st.timedeltas(timedelta(minutes=1), timedelta(days=900)))
def test_what_is_ago_is_so_long_ago(past: timedelta) -> None:
    for unit, length in {"分钟": 60, "小时": 3600, "天": 86_400, "周": 604_800}.items():
        count = int(past.total_seconds()) // length
        for written in (f"{count}{unit}前", f"{count} {ENGLISH[unit]} ago") if 0 < count < 1000 else ():
            (found,) = instants(written, NOW, SHANGHAI)
            assert found.at == NOW - timedelta(seconds=count * length)


PIECES = "年 月 日 T Z - / . : + 前 天 小时 昨天 刚刚 ago yesterday May Mär 下午 pm 星期二 民國 at GMT 00 31 2024 ſ ı"


@given(
    st.lists(st.sampled_from(PIECES.split()) | st.integers(0, 9999).map(str) | st.sampled_from(" ,("), max_size=14),
    st.sampled_from(["Asia/Shanghai", "America/St_Johns", "Pacific/Kiritimati", "Europe/Berlin"]),
    st.datetimes(datetime(1996, 1, 1), datetime(2096, 1, 1), timezones=st.just(UTC)),
)
def test_never_raises_and_never_in_the_future(pieces: list[str], zone: str, now: datetime) -> None:
    text = "".join(pieces)
    found = instants(text, now, zone_of(zone))
    assert all(FLOOR < instant.at <= now for instant in found)
    assert all(0 <= instant.start < instant.end <= len(text) for instant in found)
    assert is_time(text) or not found or "民" in text


WORDS = (
    "vor einem Tag|hace un día|il y a une heure|há um dia|час назад|just now|an hour ago|今天 9:30|昨天 21:05|前天|刚才"
)


@given(st.lists(st.sampled_from([*PIECES.split(), *WORDS.split("|"), "雨", " ", "3", "٣"]), min_size=1, max_size=5))
def test_texts_that_have_a_time_are_noted_while_a_page_is_read(pieces: list[str]) -> None:
    text = "".join(pieces)
    if is_time(text) or instants(text, NOW, SHANGHAI):
        assert len(build(f"<p>{text}").timely) == 1


def test_a_page_notes_the_texts_that_may_have_a_time() -> None:
    table = build("<p>雨夜<p>2024<p>刚刚<p>an hour ago<p>目录<p>hace una hora")
    assert [table.texts[leaf] for leaf in table.timely] == ["2024", "刚刚", "an hour ago", "hace una hora"]


@pytest.mark.parametrize("text", ["目前没有跟帖", "前主席", "国民", "印度失联前", "刚开", "news of the day"])
def test_words_that_begin_like_times_are_none(text: str) -> None:
    assert not is_time(text)


def test_a_longer_text_may_have_a_time_too() -> None:
    assert is_time("雨" * 200 + "2024-03-05 14:03")
    assert not is_time("雨" * 200)


def test_a_month_ago_is_no_day_that_the_month_before_has_not() -> None:
    (found,) = instants("1 month ago", datetime(2024, 3, 31, 2, 30, tzinfo=UTC), SHANGHAI)
    assert found.at.isoformat() == "2024-02-29T10:30:00+08:00"


def test_a_name_that_ends_with_a_year_is_none_of_the_day_behind_it() -> None:
    (found,) = instants("老周2010 03-05 09:01", NOW, SHANGHAI)
    assert found.at.isoformat() == "2024-03-05T09:01:00+08:00"


def test_a_day_without_a_year_between_full_stops_is_read_by_the_language_of_the_page() -> None:
    now = datetime(2024, 5, 3, 12, tzinfo=UTC)
    korean = order_of("왼쪽 드럼 벨트를 교체해 보신 분 계신가요? 05.02 10:17:10")
    russian = order_of("Кто-нибудь менял ремень на левом барабане? 02.05 10:17")
    (first,) = instants("05.02 10:17:10", now, UTC, order=korean)
    (other,) = instants("02.05 10:17", now, UTC, order=russian)
    assert f"{first.at:%m-%d %H:%M}" == f"{other.at:%m-%d %H:%M}" == "05-02 10:17"
    assert not instants("v12.50 10:30, 1.05 10:30", now, UTC)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2024-三月-05 14:03:09 星期二", "2024-03-05T14:03:09+08:00"),
        ("2023-十二月-05 14:03", "2023-12-05T14:03:00+08:00"),
        ("2024-3月-05 14:03", "2024-03-05T14:03:00+08:00"),
        ("2024-03-05.14:03:09", "2024-03-05T14:03:09+08:00"),
        ("Tue Mar 5 14:03:09 2024 -0500", "2024-03-05T14:03:09-05:00"),
        ("2024-03-05 14:03 GMT+9", "2024-03-05T14:03:00+09:00"),
        ("2024-03-05 14:03:09 [UTC+5:30]", "2024-03-05T14:03:09+05:30"),
        ("2024年3月5日 (二) 14:03 (UTC)", "2024-03-05T14:03:00+00:00"),
        ("14:03, 5 March 2024 (UTC)", "2024-03-05T14:03:00+00:00"),
        ("14:03 JST, 5 March 2024", "2024-03-05T14:03:00+09:00"),
    ],
)
def test_trackers_and_archives_write_months_between_hyphens_and_zones_behind(text: str, at: str) -> None:
    (found,) = instants(text, datetime(2024, 4, 6, tzinfo=UTC), SHANGHAI)
    assert found.at.isoformat() == at


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("4 พฤศจิกายน 2558 เวลา 12:03 น.", "2015-11-04T12:03:00+08:00"),
        ("4 พ.ย. 58, 12:03:09", "2015-11-04T12:03:09+08:00"),
        ("15 มีนาคม พ.ศ. 2560", "2017-03-15T00:00:00+08:00"),
        ("15 มี.ค. 2017 09:05", "2017-03-15T09:05:00+08:00"),
        ("05-03-2024, 02:03 م", "2024-03-05T14:03:00+08:00"),
        ("05-03-2024, 12:03 ص", "2024-03-05T00:03:00+08:00"),
        ("3 yıl önce", "2021-04-06T08:00:00+08:00"),
        ("5 lat temu", "2019-04-06T08:00:00+08:00"),
    ],
)
def test_thai_years_are_counted_from_the_buddhist_era_and_days_have_halves_elsewhere_too(text: str, at: str) -> None:
    assert is_time(text)
    (found,) = instants(text, datetime(2024, 4, 6, tzinfo=UTC), SHANGHAI)
    assert found.at.isoformat() == at


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2/20(月) 11:02", 2023),
        ("2月20日（火）11:02", 2024),
        ("2月20日 星期三 11:02", 2019),
        ("2月20日（周日）11:02", 2022),
        ("2/20 (월) 11:02", 2023),
        ("2月20日 11:02", 2024),
        ("2月20日 日记 11:02", 2024),
    ],
)
def test_the_day_of_the_week_tells_the_year(text: str, year: int) -> None:
    found = instants(text, NOW, SHANGHAI)
    assert [one.at.year for one in found] in ([year], [] if "日记" in text else [year])
