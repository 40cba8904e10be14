"""When each post was written: which time is taken, and what completes it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from crawler.extract import extract_page
from crawler.extract.instant import zone_of
from crawler.extract.table import Table, build
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.page_clock import made_at, stated_zone
from crawler.extract.threads.places import Classes
from crawler.extract.threads.times import PostTime, post_times
from crawler.model import Precision, Thread

SHANGHAI = zone_of("Asia/Shanghai")
NOW = datetime(2024, 3, 6, 2, 30, tzinfo=UTC)  # 10:30 in Shanghai
BODY = "<p>雨停了。</p>"


def read(page: str, now: datetime = NOW) -> list[PostTime | None]:
    """The times of a page's <article>s, whose texts are in <p>."""
    table = build(page)
    records = [range(node, table.ends[node]) for node in table.find("article")]
    texts = [leaf for node in table.find("p") for leaf in table.leaves_of(node)]
    bodies = [[leaf for leaf in texts if leaf in record] for record in records]
    return post_times(table, Marks(table), records, bodies, Classes(table, records), now, SHANGHAI)


def written(heads: Sequence[str], foot: str = "", now: datetime = NOW) -> list[str]:
    """The times of posts with these heads, on a page with this foot."""
    found = read("".join(f"<article>{head}{BODY}</article>" for head in heads) + foot, now)
    return [time.instant.at.isoformat(timespec="minutes") if time else "" for time in found]


def exact(head: str) -> tuple[str, Precision | None, str]:
    """The time of a page's only post, how exact it is and where it came from."""
    (time,) = read(f"<article>{head}{BODY}</article>")
    return (time.instant.at.isoformat(), time.instant.precision, time.origin) if time else ("", None, "")


def page_of(text: str) -> Table:
    return build(f"<p>{text}</p>")


def test_dates_of_three_numbers_are_in_the_order_that_puts_posts_near_each_other() -> None:
    assert written(["02/01/2024 : 14:03", "02/04/2024 : 14:03"])[1] == "2024-02-04T14:03+08:00"
    assert written(["01/02/2024 : 14:03", "04/02/2024 : 14:03"])[1] == "2024-02-04T14:03+08:00"


@pytest.mark.parametrize(
    ("foot", "expected"),
    [("<p>댓글을 쓰려면 로그인하세요</p>", "2004-02-12"), ("<p>Antwort schreiben</p>", "2012-02-04")],
)
def test_short_dates_lead_with_the_year_where_people_write_so(foot: str, expected: str) -> None:
    post = f"<article>04.02.12 14:03{foot}</article>"
    assert [time and time.instant.at.date().isoformat() for time in read(post)] == [expected]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("All times are GMT -5. The time now is 02:03 PM.", -5),
        ("All times are UTC+5:30", 5.5),
        ("Alle Zeitangaben in WEZ, UTC+1", 1),
        ("GMT+8, 2024-3-5 14:03 , Processed in 0.02 second(s)", 8),
        ("当前时区 GMT+8", 8),
        ("Le fuseau horaire est réglé sur UTC+01:00", 1),
    ],
)
def test_pages_say_in_which_zone_their_times_are(text: str, hours: float) -> None:
    zone = stated_zone(page_of(text))
    assert zone is not None
    assert zone.utcoffset(None) == timedelta(hours=hours)


def test_other_words_of_zones_say_nothing() -> None:
    assert stated_zone(page_of("我在 UTC+3 的地方出差")) is None
    assert stated_zone(page_of("All times are GMT +99")) is None


@pytest.mark.parametrize(
    "text",
    [
        "GMT+8, 2024-3-5 14:03 , Processed in 0.02 second(s), 6 queries.",
        "It is currently Tue Mar 05, 2024 2:03 pm",
        "Aktuelle Zeit: 5. März 2024, 14:03",
        "现在时间是: 2024-3-5 14:03",
        "Текущее время: 05 мар 2024, 14:03",
    ],
)
def test_pages_say_when_they_were_made(text: str) -> None:
    assert made_at(page_of(text), NOW, SHANGHAI) == datetime(2024, 3, 5, 14, 3, tzinfo=SHANGHAI)


@pytest.mark.parametrize(
    "text", ["目前 3小时前 有人", "The time now is 02:03 PM.", "当前时间：03-05 14:03", "雨停了 2024-3-5 14:03"]
)
def test_what_does_not_say_when_a_page_was_made(text: str) -> None:
    assert made_at(page_of(text), NOW, SHANGHAI) is None


def test_times_are_in_the_zone_that_the_page_states() -> None:
    foot = "<div>All times are GMT -5.</div>"
    assert written(["<i>2024-03-04 14:03</i>"], foot) == ["2024-03-04T14:03-05:00"]
    assert written(["<i>2024-03-06 09:03</i>"], foot) == ["2024-03-06T09:03+08:00"]  # it would lie ahead


def test_what_is_counted_from_now_is_counted_from_when_the_page_was_made() -> None:
    foot = "<div>GMT+8, 2020-3-5 14:03 , Processed in 0.02 second(s)</div>"
    heads = ["<i>2020-3-1 10:00</i>", "<i>3 天前</i>", "<i>昨天 10:00</i>", "<i>03-05 09:00</i>"]
    days = [time[:10] for time in written(heads, foot)]
    assert days == ["2020-03-01", "2020-03-02", "2020-03-04", "2020-03-05"]


def test_no_page_was_made_before_its_posts_were_written() -> None:
    foot = "<div>当前时间：2020-3-5 14:03</div>"
    assert written(["<i>2020-3-9 10:00</i>", "<i>昨天 10:00</i>"], foot)[1].startswith("2024-03-05")


def test_replies_without_a_year_are_of_the_year_in_which_they_stand_near() -> None:
    opening = "<i>2019-12-30 10:00</i>"
    found = written([opening, "<i>12-30 10:05</i>", "<i>01-02 09:00</i>", "<i>12-31 08:00</i>"])
    assert [time[:10] for time in found] == ["2019-12-30", "2019-12-30", "2020-01-02", "2019-12-31"]


def test_replies_without_a_year_far_from_all_others_are_of_this_year() -> None:
    assert written(["<i>2019-09-30 10:00</i>", "<i>03-05 10:05</i>"])[1].startswith("2024-03-05")
    assert written(["<i>昨天 10:00</i>", "<i>03-05 10:05</i>"])[1].startswith("2024-03-05")


@pytest.mark.parametrize("other", ["2023-03-01 09:00", "昨天 10:00"])
def test_where_other_replies_have_a_year_those_without_are_of_this_year(other: str) -> None:
    found = written(["<i>2023-02-20 10:00</i>", f"<i>{other}</i>", "<i>03-05 10:05</i>"])
    assert found[2] == "2024-03-05T10:05+08:00"


@pytest.mark.parametrize(
    "shown",
    [
        "<span data-tooltip='2024-03-01 14:03:09'>5天前</span>",
        "<span aria-label='Friday, March 1, 2024 14:03:09'>5 days ago</span>",
        "<x-ago ts='2024-03-01T06:03:09.123000+0000'><span>5 days ago</span></x-ago>",
        "<em data-created=1709272989><i>3月1日 10:00</i></em>",
    ],
)
def test_attributes_of_any_name_may_be_more_exact_than_what_is_shown(shown: str) -> None:
    at, precision, origin = exact(shown)
    assert datetime.fromisoformat(at) == datetime(2024, 3, 1, 6, 3, 9, tzinfo=UTC)
    assert (precision, origin) == (Precision.SECOND, "attribute")


def test_other_attributes_say_nothing_of_a_time_that_is_whole_or_of_one_that_was_edited() -> None:
    assert exact("<i data-date='2023-01-01 10:00'>2024-03-01 14:03</i>")[0] == "2024-03-01T14:03:00+08:00"
    assert exact("<i data-title='最后编辑 2024-03-05 10:00'>5天前</i>")[2] == "relative"


@pytest.mark.parametrize(
    ("shown", "at"),
    [
        ("1 March 2024 at 11:03PM", "2024-03-01T23:03:00-05:00"),
        ("1 March at 11:03PM", "2024-03-01T23:03:00-05:00"),
        ("2024-03-02 05:03", "2024-03-02T05:03:00+01:00"),
        ("4天前", "2024-03-02T04:03:00+00:00"),
        ("2021-01-01 10:00", "2024-03-02T04:03:00+00:00"),
    ],
)
def test_an_attribute_is_read_in_the_zone_of_what_is_shown(shown: str, at: str) -> None:
    assert exact(f"<time datetime=2024-03-02T04:03:00Z>{shown}</time>")[0] == at


def test_an_attribute_is_read_on_the_day_that_is_shown() -> None:
    assert exact("<time datetime=2024-03-01T20:03:00Z>2024年3月2日</time>")[0] == "2024-03-02T04:03:00+08:00"
    assert exact("<time datetime=2024-03-01T20:03:00Z>2024年3月1日</time>")[0] == "2024-03-01T20:03:00+00:00"


def test_a_day_as_a_calendar_shows_it_and_a_clock_beside_it() -> None:
    calendar = "<b>Mar</b><b>05</b><b>2024</b><i>林间</i>"
    assert exact(f"{calendar}<u>02:03 PM</u>") == ("2024-03-05T14:03:00+08:00", Precision.MINUTE, "text")
    assert exact(f"{calendar}<u>14:03</u><u>10:00</u>") == ("2024-03-05T00:00:00+08:00", Precision.DAY, "text")


@pytest.mark.parametrize(
    "day", ["03-05", "03-05 广东", "03-05 · 来自广东", "发布于 03-05", "3月5日回复", "3 月 5 日", "3月5日"]
)
def test_a_day_without_a_year_alone(day: str) -> None:
    assert exact(f"<i>{day}</i>") == ("2024-03-05T00:00:00+08:00", Precision.DAY, "text")


def test_yesterday_may_stand_alone_instead_of_how_long_ago() -> None:
    heads = ["<i>昨天</i>", "<i>5小时前</i>", "<i>前天 回复</i>", "<i class=date>Yesterday</i>", "<i>Yesterday</i>"]
    assert [time[:10] for time in written(heads)] == ["2024-03-05", "2024-03-06", "2024-03-04", "2024-03-05", ""]


@pytest.mark.parametrize("score", ["21-19", "3-5", "03-05 比分不错啊真的很好", "13月5日"])
def test_scores_are_no_days(score: str) -> None:
    assert exact(f"<i>{score}</i>") == ("", None, "")


def test_an_element_called_so_may_hold_a_short_day_or_a_clock_of_today() -> None:
    assert exact("<i class=post_time>3-5</i>") == ("2024-03-05T00:00:00+08:00", Precision.DAY, "text")
    assert exact("<i class=post_time>08:12</i>") == ("2024-03-06T08:12:00+08:00", Precision.MINUTE, "relative")
    assert exact("<i class=post_time>22:12</i>") == ("2024-03-05T22:12:00+08:00", Precision.MINUTE, "relative")
    assert exact("<i class=score>08:12</i>") == ("", None, "")


def test_a_day_whose_year_has_two_figures_stands_before_a_clock_in_an_element_called_so() -> None:
    shown = [f"<i><i class=date>24/02/2{day}</i> <i class=time>02:03 PM</i></i>" for day in (4, 5)]
    assert written(shown) == ["2024-02-24T14:03+08:00", "2024-02-25T14:03+08:00"]
    assert exact("<i class=date>24/02/25</i>") == ("", None, "")
    assert exact("<i class=date>24/02/25</i><p>02:03 PM</p>") == ("", None, "")


def test_days_and_clocks_alone_are_times_where_others_stand_in_full() -> None:
    assert written(["<i class=no>2024-03-01 10:00</i>", "<i class=no>03-05</i>", "<i class=no>08:12</i>"])[1:] == [
        "2024-03-05T00:00+08:00",
        "2024-03-06T08:12+08:00",
    ]


@pytest.mark.parametrize(
    "label",
    [
        "Зарегистрирован:",
        "Miembro desde",
        "最后访问",
        "Zuletzt bearbeitet von",
        "Sửa lần cuối",
        "마지막 수정:",
        "Lid sinds:",
        "Lid geworden:",
        "Join Date:",
        "Current time:",
    ],
)
def test_when_something_else_was_done_is_no_time_of_a_post(label: str) -> None:
    posted = "<i>2024-03-0{} 10:00</i>"
    heads = [f"<b>{label} 2023-01-0{at} 09:00</b>{posted.format(at)}" for at in (1, 2)]
    assert [time[:10] for time in written(heads)] == ["2024-03-01", "2024-03-02"]


@pytest.mark.parametrize("label", ["最后由 <a href=/user/3>周二</a> 回复于", "截止", "截至"])
def test_when_somebody_else_wrote_last_is_no_time_of_a_post(label: str) -> None:
    assert written([f"<div>{label} <b>2024-03-01 10:00</b></div>"]) == [""]


def test_times_may_stand_between_posts() -> None:
    rows = [f"<div><i>2024-03-0{at} 10:00</i></div><article>{BODY}</article>" for at in (1, 2, 3)]
    above = [time.instant.at.day for time in read(f"<main>{''.join(rows)}</main>") if time]
    assert above == [1, 2, 3]
    rows = [f"<article>{BODY}</article><div><i>2024-03-0{at} 10:00</i></div>" for at in (1, 2, 3)]
    below = [time.instant.at.day for time in read(f"<main>{''.join(rows)}</main>") if time]
    assert below == [1, 2, 3]


def test_what_a_post_tells_of_yesterday_is_not_when_it_was_written() -> None:
    page = "<main><div>发表于 2024-03-01 10:00</div><article><p>昨天 12:30 雨停了。</p></article></main>"
    assert [time and time.instant.at.day for time in read(page)] == [1]
    assert [time and time.instant.at.day for time in read("<article><p>昨天 12:30 雨停了。</p></article>")] == [5]


@pytest.mark.parametrize("body", [BODY, "<p>雨自 2024-02-02 起下。</p>"])
def test_a_time_may_stand_beside_the_only_post(body: str) -> None:
    (time,) = read(f"<main><div>发表于 2024-03-01 10:00</div><article>{body}</article></main>")
    assert time is not None
    assert time.instant.at.day == 1


def test_a_time_may_stand_rows_below_the_only_post() -> None:
    rows = "<tr><td>河边的人都在等。<tr><td>发表于 2024-03-01 10:00<tr><td>引用"
    (time,) = read(f"<table><tr><td><article><p>雨自 2024-02-02 起下。</p></article><hr>晚安{rows}</table>")
    assert time is not None
    assert time.instant.at.day == 1


@pytest.mark.parametrize(
    "before", ["要登录才看得到，真是麻烦。", "QQ群 8811997766，大家都来加入", "未注册", "欢迎加入"]
)
def test_what_people_say_before_a_time_is_no_label_of_it(before: str) -> None:
    assert written([f"<div>{before}</div><div>2024-3-5 10:09</div>"]) == ["2024-03-05T10:09+08:00"]


@pytest.mark.parametrize(
    "label", ["解决于", "加入：", "用户注册时间", "Iscritto il", "Fecha de ingreso:", "가입일", "発売日："]
)
def test_labels_of_other_times_may_stand_on_lines_of_their_own(label: str) -> None:
    assert written([f"<dl><dt>{label}<dd>2024-3-5 10:09</dl>"]) == [""]


def test_a_term_over_a_time_is_its_label_however_long() -> None:
    joined = "<dl><dt>Registriert seit</dt><dd>12.03.2009</dd></dl>"
    assert written([f"{joined}<span>Heute,&nbsp;<i>09:12</i></span>"]) == ["2024-03-06T09:12+08:00"]
    assert written([joined]) == [""]


def test_the_order_of_dates_is_told_by_those_in_titles_too() -> None:
    heads = [f"<a title='03/0{day}/2024 10:0{day} AM'>1 day</a> ago" for day in (2, 3)]
    assert written(heads) == ["2024-03-02T10:02+08:00", "2024-03-03T10:03+08:00"]


def test_a_label_with_its_own_number_is_none_of_the_time_behind_it() -> None:
    assert written(["<div>注册：2005-5</div><div>2024-3-5 10:09</div>"]) == ["2024-03-05T10:09+08:00"]
    assert written(["<div>注册 2005</div><div>2024-3-5 10:09</div>"]) == ["2024-03-05T10:09+08:00"]
    assert written(["<div>注册：</div><div>2024-3-5 10:09</div>"]) == [""]


def test_a_post_tells_of_other_days_where_most_have_their_time_outside_their_text() -> None:
    opening = "<article><p>雨自 <i>2024-02-01</i> 起下。</p></article><div>2024-03-01 10:00</div>"
    reply = f"<article>{BODY}<b>2024-03-0{{}} 10:00</b></article>"
    page = f"<main>{opening}{reply.format(2)}{reply.format(3)}</main>"
    assert [time and (time.instant.at.month, time.instant.at.day) for time in read(page)] == [(3, 1), (3, 2), (3, 3)]
    last = page.replace("03-01", "03-03")  # when somebody replied last
    assert [time and (time.instant.at.month, time.instant.at.day) for time in read(last)] == [(2, 1), (3, 2), (3, 3)]


@pytest.mark.parametrize("label", ["编辑于", "最后更新：", "修改时间 "])
def test_when_a_post_was_edited_is_its_time_where_it_has_no_other(label: str) -> None:
    edited = f"<div>{label}2024-03-05 10:09</div>"
    assert written([edited, f"<i>2024-03-04 10:00</i>{edited}"]) == ["2024-03-05T10:09+08:00", "2024-03-04T10:00+08:00"]
    assert written([f"<p>我的文章{label}2024-03-05 10:09</p>"]) == [""]


def test_what_can_be_done_with_a_post_is_no_label_of_a_time() -> None:
    assert written(["<a href=/e/7>编辑</a> <i>2024-3-5 10:09</i>"]) == ["2024-03-05T10:09+08:00"]
    assert written(["<a href=/e/7>编辑</a> <a href=/q/7>引用</a> 2024-3-5 10:09"]) == ["2024-03-05T10:09+08:00"]


def test_when_authors_joined_says_nothing_of_the_order_of_dates() -> None:
    heads = [f"注册时间: 03/0{at}/2004<b>05/03/2023 1{at}:09</b>" for at in (1, 2, 3)]
    assert written(heads) == [f"2023-03-05T1{at}:09+08:00" for at in (1, 2, 3)]


@pytest.mark.parametrize(
    "before", ["[编辑] [回复] 发表时间：", "注册：2003-1-1<br>状态：离线<br>发表于 ", "版主已修改 发帖于"]
)
def test_the_last_word_before_a_time_labels_it(before: str) -> None:
    assert written([f"<div>{before}2024-3-5 10:09</div>"]) == ["2024-03-05T10:09+08:00"]
    assert written([f"<div>{before}0</div><div>最后登录 2024-3-5 10:09</div>"]) == [""]


def test_what_stands_behind_a_time_is_read_with_it_only_if_it_is_a_clock() -> None:
    head = "<table><tr><td>注册 2003-1-1 状态 离线<td><p>发表于 2024-3-5 10:09</p></table>"
    assert written([head]) == ["2024-03-05T10:09+08:00"]


@pytest.mark.parametrize("date", ["Tue Mar  5 10:09:06 2024", "2024年03月05日10:09:06 星期二"])
def test_the_head_of_a_letter_may_stand_in_one_text_with_what_it_says(date: str) -> None:
    head = f"发信人: lin (林间), 信区: Rain\n标  题: 雨停了吗\n发信站: 河边 ({date}), 转信"
    found = read(f"<article><p>{head}\n\n{'雨停了，' * 30}\n2024-3-1 到 3-4 都在下。</p></article>")
    assert [time.instant.at.isoformat() for time in found if time] == ["2024-03-05T10:09:06+08:00"]


def test_the_head_of_a_letter_may_link_its_sender() -> None:
    head = "[<a>原帖</a>] 发信人: <a href=/qry?userid=lin>lin</a> (林间), 信区: Rain\n标  题: 雨停了吗\n发信站: 河边"
    found = read(f"<article><p>{head} (2024年03月05日10:09:06 星期二), 站内\n\n{'雨停了，' * 30}</p></article>")
    assert [time.instant.at.isoformat() for time in found if time] == ["2024-03-05T10:09:06+08:00"]


@pytest.mark.parametrize(
    "label", ["Redigerad", "Düzenlendi:", "Chỉnh sửa", "Зареєстрований", "Entrou em", "Letzter Beitrag"]
)
def test_labels_of_other_times_are_known_in_more_languages(label: str) -> None:
    head = f"<i>{label} 2024-03-04 10:00</i><b>2024-03-01 10:00</b>"
    assert written([head]) == ["2024-03-01T10:00+08:00"]


def test_a_title_that_says_how_long_ago_is_no_exacter_than_the_date_shown() -> None:
    assert written(["<a title='See timeline 3 months ago'>on 2024-01-05 at 10:09</a>"]) == ["2024-01-05T10:09+08:00"]


def test_a_day_that_a_post_states_is_no_exacter_than_the_time_shown() -> None:
    day = "<meta itemprop=datePublished content=2024-03-05>"
    assert written([f"<div>2024-03-05 10:09{day}</div>"]) == ["2024-03-05T10:09+08:00"]
    assert written([f"<div>2024-03-04 10:09{day}</div>"]) == ["2024-03-05T00:00+08:00"]


@pytest.mark.parametrize(
    "spans", [("5 giờ", "3 giờ", "1 giờ"), ("5h", "Updated 3h", "1h"), ("5小时", "3小时", "1小时")]
)
def test_a_span_alone_in_an_element_called_a_date_says_how_long_ago_it_was(spans: tuple[str, ...]) -> None:
    rows = "".join(
        f"<div class=box><a class=author-name href=/profile/wren.{n}/>wren{n}</a><p>{said}</p>"
        f"<div><button>Like</button><a class=date href=/post/{n}/><span title=''>{span}</span></a></div></div>"
        for n, (span, said) in enumerate(
            zip(spans, ("Đi sớm, 6h là đẹp", "走南边那条路更近。", "It is closed."), strict=True)
        )
    )
    page = f"<title>Weekend ride | Riverside</title><h1>Weekend ride</h1><div>{rows}</div>"
    now = datetime(2024, 3, 6, 12, tzinfo=UTC)
    found = extract_page(page.encode(), "https://bbs.example.org/t/3", now=now, from_board=True)
    assert isinstance(found, Thread)
    assert [post.published_at and post.published_at.astimezone(UTC).hour for post in found.posts] == [7, 9, 11]
