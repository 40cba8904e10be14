"""Written times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract.instant import FLOOR, SLACK, instants, zone_of
from crawler.model import Precision

SHANGHAI = zone_of("Asia/Shanghai")
NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)  # 10:30 in Shanghai


@pytest.mark.parametrize(
    ("text", "expected", "precision"),
    [
        ("2024-03-05 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024/3/5 14:03:09", "2024-03-05T14:03:09+08:00", Precision.SECOND),
        ("2024.03.05", "2024-03-05T00:00:00+08:00", Precision.DAY),
        ("发布时间：2024年3月5日14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024年03月05日 星期二 下午2:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024年3月5日（星期二） 14时03分", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2024-03-05T14:03:09+08:00", "2024-03-05T14:03:09+08:00", Precision.SECOND),
        ("2024-03-05T06:03:09.123Z", "2024-03-05T06:03:09+00:00", Precision.SECOND),
        ("2024-03-05T01:03:09-0500", "2024-03-05T01:03:09-05:00", Precision.SECOND),
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
        ("2 weeks ago", "2024-02-21T10:30:00+08:00", Precision.DAY),
        ("March 5, 2024 2:03 pm", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("5th Mar 2024", "2024-03-05T00:00:00+08:00", Precision.DAY),
        ("5. März 2024 um 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("05.03.2024, 14:03", "2024-03-05T14:03:00+08:00", Precision.MINUTE),
        ("2005-7-31 0:12:00", "2005-07-31T00:12:00+08:00", Precision.SECOND),
        ("2005年07月31日08:12", "2005-07-31T08:12:00+08:00", Precision.MINUTE),
        ("民國105年3月5日 14:03", "2016-03-05T14:03:00+08:00", Precision.MINUTE),
        ("中華民國 99 年 12 月 31 日", "2010-12-31T00:00:00+08:00", Precision.DAY),
        ("02/28/2024 12:15 AM", "2024-02-28T00:15:00+08:00", Precision.MINUTE),
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
        "192.168.1.20",
        "电话 2024-0305",
        "民國205年3月5日",
        "没有",
    ],
)
def test_what_is_no_time_of_a_page(text: str) -> None:
    assert instants(text, NOW, SHANGHAI) == []


def test_a_clock_that_is_a_little_ahead_means_now() -> None:
    found = instants("2024-03-06 10:35", NOW, SHANGHAI)
    assert [instant.at for instant in found] == [NOW]


def test_several_times_stand_in_their_order() -> None:
    text = "编辑于 2024-03-05 14:03，发布于 2024年3月4日，3小时前有人看过"
    found = instants(text, NOW, SHANGHAI)
    assert [text[instant.start : instant.end] for instant in found] == ["2024-03-05 14:03", "2024年3月4日", "3小时前"]


def test_an_unknown_zone_is_shanghai() -> None:
    assert zone_of("Mars/Olympus") == zone_of("../etc/passwd") == zone_of("") == SHANGHAI


@given(st.datetimes(FLOOR.replace(tzinfo=None) + timedelta(days=2), datetime(2024, 3, 5)))
def test_what_is_written_is_read(moment: datetime) -> None:
    for written in ("%Y-%m-%d %H:%M:%S", "%Y年%m月%d日 %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%b %d, %Y %H:%M:%S"):
        found = instants(moment.strftime(written), NOW, SHANGHAI)
        assert [instant.at.replace(tzinfo=None) for instant in found] == [moment.replace(microsecond=0)]


@given(st.text(alphabet="0123456789-/.:年月日 TZ+前天小时昨刚ago maych,", max_size=40))
def test_never_raises_and_never_in_the_future(text: str) -> None:
    for instant in instants(text, NOW, SHANGHAI):
        assert FLOOR < instant.at <= NOW + SLACK
