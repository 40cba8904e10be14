"""Written times to instants: ISO 8601, 2024年3月5日 14:03, 03-05 14:03, 昨天 14:03, 3小时前, Mar 5, 2024, 05.03.2024.

What a page leaves out is completed from `now` and the zone of the source. Nothing here is ever in the future.
"""

from __future__ import annotations

import re
import sys
from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from enum import Enum, auto
from functools import lru_cache
from zoneinfo import ZoneInfo

from crawler.model import Precision

FLOOR = datetime(1995, 1, 1, tzinfo=UTC)
"""No web page is older: what claims to be is the date of something else."""

SLACK = timedelta(minutes=10)
"""Clocks differ: an instant so little ahead is taken for now."""


@dataclass(frozen=True, slots=True)
class Instant:
    """A written time: the instant in the zone it was written for, how exactly, and where in the text (start, end).

    A day is kept as its first moment in that zone, so that the date reads as it was written. is_relative: it is written
    as counted from now, such as 3小时前 or 昨天 14:03. lacks_year: it is completed from now, such as 3月5日 14:03.
    """

    at: datetime
    precision: Precision
    start: int
    end: int
    is_relative: bool = False
    lacks_year: bool = False


class Order(Enum):
    """Which of three numbers leads where it may be either of two: the day or the month in 03/05/2024, the day or the
    year in 04.02.12."""

    DAY = auto()
    MONTH = auto()
    YEAR = auto()


_AFTER_KL = "|".join(rf"(?<={name}\s{hour}\.)" for name in (r"kl\.", "kl", "klo") for hour in (r"\d", r"\d\d"))
_BEFORE_MINUTE = rf"(?:\s?[:：时時點点시h]\s?|\.(?:(?=\d\d\sUhr)|(?=[0-5]\d(?![.\d]))(?:{_AFTER_KL})))"
"""In German and Nordic clocks a full stop may stand there: 14.03 Uhr, kl. 14.03, klo 14.03."""


_ZONE_HOURS = (
    "PST -8,PDT -7,MST -7,MDT -6,CDT -5,EST -5,EDT -4,BST 1,CET 1,CEST 2,EET 2,EEST 3,MSK 3,JST 9,KST 9,AEST 10,AEDT 11"
)
_ZONES = {
    name: timezone(timedelta(hours=int(hours))) for name, hours in (zone.split() for zone in _ZONE_HOURS.split(","))
}
_NO_ZONES = ("CST", "IST")
"""Names of several zones each: they say nothing beyond the zone of the source."""
_ZONE = (
    r"(?:UTC|GMT)(?:\s?[+-]\d{1,2}(?::?\d{2})?(?!\d)|\b)"
    rf"|(?-i:{'|'.join((*_ZONES, *_NO_ZONES))})\b|[+-]\d{{2}}:?\d{{2}}(?!\d)"
)


def _clock(digits: str) -> str:
    """A clock with so many digits in its minutes and seconds."""
    return (
        r"(?P<half>上午|下午|晚上|凌晨|中午|早上|午前|午後|오전|오후|[ap]m(?=\s?\d))?\s{0,3}"
        rf"(?P<hour>\d{{1,2}}){_BEFORE_MINUTE}(?P<minute>{digits})(?!\d)分?"
        rf"(?:[:：]?(?P<second>{digits})(?!\d)秒?(?:\.\d{{1,9}})?)?"
        r"(?:\s?(?P<after>[ap](?:m\b|\.m\.)|[上下]午(?![\u4e00-\u9fff])|[مص](?!\w)))?"
        rf"(?:\s?[(\[]?(?P<zone>Z\b|{_ZONE}))?"
    )


_CLOCK = _clock(r"[0-5]\d")
_UNPADDED_CLOCK = _clock(r"[0-5]?\d")
"""2003-5-12 9:5:3, as programs without a form for times write it."""

_PM = frozenset(["pm", "下午", "晚上", "午後", "오후", "م"])
_AM = frozenset(["am", "上午", "凌晨", "午前", "오전", "ص"])
"""Halves of the day, of which one begins at twelve."""

_GAP = (
    r"(?:T|\.(?=\d{1,2}:)|[\s,，;:|·•@–—(（\[【-]{0,20}"
    r"(?:(?:at|um|om|à|às|kl\.?|klo|в|о|o|alle|a las?|saat:?|เวลา|lúc|pukul|στις|ve?|[于於在])\s"
    r"|[(（]?(?:星期|周|週)[一二三四五六日天][)）]?\s{0,5}|(?:[月火水木金土日]曜日|[월화수목금토일]요일)\s{0,5}"
    r"|[(（](?:[月火水木金土日월화수목금토일一二三四五六]|mon|tue|wed|thu|fri|sat|sun)[)）]\s{0,5})?)"
)

# Months by how their names begin, in English, German, French, Spanish, Portuguese, Italian, Dutch, Finnish and
# Hungarian, then in Greek, Russian, Ukrainian and Arabic ...
_MONTH_NAMES = (
    "jan ene gen tam ιαν янв січ ينا,feb fév fev hel φεβ фев лют فبر,mar mär mrz maa márc μαρ мар бер مار,"
    "apr avr abr ápr huh απρ апр кві أبر ابر,may mai maj máj mag tou μαΐ μαι мая май тра ماي,"
    "jun juin jún giu kes ιουν июн чер يون,jul juil júl lug hei ιουλ июл лип يول,"
    "aug aoû ago elo αυγ авг сер أغس اغس,sep szep set syy σεπ сен вер سبت,"
    "oct okt out ott lok οκτ окт жов أكت اكت,nov νοε ноя лис نوف,dec dez déc dic jou δεκ дек гру ديس"
)
# ... and in languages whose months begin as words of others do: Romanian, Indonesian, Polish, Turkish and Czech. They
# count between a day and a year.
_OTHER_MONTH_NAMES = (
    "ian sty oca led,lut şub úno,bře,kwi nis dub,mei kvě,iun cze haz červn červen,iul lip tem červenc červene,"
    "agu sie ağu srp,wrz eyl zář,paź eki ekm říj,lis kas,des gru ara pro"
)
_VIETNAMESE_MONTH_NAMES = "một 1,hai 2,ba 3,tư 4,năm 5,sáu 6,bảy 7,tám 8,chín 9,mười 10,mười_một 11,mười_hai 12"
"""Behind the word for a month."""


_HAN_MONTHS = (
    "一月 1月,二月 2月,三月 3月,四月 4月,五月 5月,六月 6月,七月 7月,八月 8月,九月 9月,十月 10月,十一月 11月,十二月 12月"
)
"""Where Chinese pages keep the English order: 三月 05, 2024, 02:03 下午."""

_THAI_MONTHS = (
    "มกราคม ม.ค.,กุมภาพันธ์ ก.พ.,มีนาคม มี.ค.,เมษายน เม.ย.,พฤษภาคม พ.ค.,มิถุนายน มิ.ย.,กรกฎาคม ก.ค.,สิงหาคม ส.ค.,กันยายน ก.ย."
    ",ตุลาคม ต.ค.,พฤศจิกายน พ.ย.,ธันวาคม ธ.ค."
)
"""In full and shortened, before a year of the Buddhist era."""


def _months(names: str) -> dict[str, int]:
    return {name: number for number, of_month in enumerate(names.split(","), start=1) for name in of_month.split()}


_MONTHS = _months(_MONTH_NAMES) | _months(_HAN_MONTHS)
_OTHER_MONTHS = _months(_OTHER_MONTH_NAMES)
_OTHER_MONTHS |= {f"tháng {name.replace('_', ' ')}": at for name, at in _months(_VIETNAMESE_MONTH_NAMES).items()}
_IN_THAI = _months(_THAI_MONTHS)
_ALL_MONTHS = _MONTHS | _OTHER_MONTHS | _IN_THAI
_NAME, _OTHER_NAME, _ANY_NAME = (
    rf"(?P<name>{'|'.join(sorted(months, key=len, reverse=True))})[^\W\d_]{{0,9}}\.?"
    for months in (_MONTHS, _OTHER_MONTHS, _MONTHS | _OTHER_MONTHS)
)
_THAI_NAME = "|".join(map(re.escape, _IN_THAI))
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|[.ºª])?"
_OF = r"(?:(?:del?|of|năm)\s)?"
_YEAR = r"(?:19|20)\d{2}"
_NUMBERS = (
    rf"(?P<year>{_YEAR})(?<!\d{{5}})\s?(?P<sep>[-/.年년])\s?(?P<month>\d{{1,2}})\s?(?:[月월]?(?P=sep)|[月월])"
    r"\s?(?P<day>\d{1,2})(?!\d)(?:\s?[日일]|\.(?=\s))?"
)

_WEEKDAY = "(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}"

# Expressions that begin with a set of characters pass over all others quickly; ones that look behind first do not.
_SHORT_NUMBER = r"\d(?<![\d.]\d)\d?"
_NUMERIC = rf"{_NUMBERS}(?:{_GAP}{_UNPADDED_CLOCK})?"
_THREE_NUMBERS = re.compile(
    rf"(\d(?<!\d\d)\d?)[/-](\d{{1,2}})(?:[/-](?={_YEAR})|/(?=\d\d(?!\d)))(\d+)(?!\d)(?:[,\s]{{1,3}}\d{{1,2}}:\d\d(?::\d\d)?\s?([ap]m|[上下]午))?",
    re.IGNORECASE,
)
_JOINED = re.compile(r"注册|註冊|加入|[Jj]oined|[Rr]egist|[Ss]ince|[Ss]eit")
JOINED_CHARS = 20
_UNIT = "秒|分|小时|小時|時間|天|日|周|週|星期|月|年|second|minute|hour|day|week|month|year"
_SHORT_UNIT = "sec|min|hr|wk|mo|yr|[smhdwy]"
_AGO = re.compile(
    rf"(?:(?P<more>\d{{1,3}})\s?[个個]?(?P<larger>{_UNIT})s?,?\s?(?:and\s)?)?"
    rf"(?P<count>\d{{1,3}}(?:\.\d{{1,2}})?|半|an?\b)\s?[个個]?(?P<unit>{_UNIT}|{_SHORT_UNIT})(?:s?\.?|钟|鐘)"
    r"(?:\s?[以之]?前|\sago)(?!(?![发發回更来來])[\u4e00-\u9fff])"
    r"|(?:刚刚|刚才|剛剛|[几幾]秒前|just now)(?!(?![发發回更来來])[\u4e00-\u9fff]|\s[a-z])",
    re.IGNORECASE,
)
"""How long ago; in Chinese only where no sentence goes on from it."""

_UNITS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86_400,
    "week": 604_800,
    "month": 2_592_000,
    "year": 31_536_000,
}
_UNITS |= {"秒": 1, "分": 60, "小时": 3600, "小時": 3600, "時間": 3600, "天": 86_400, "日": 86_400}
_UNITS |= {"sec": 1, "min": 60, "hr": 3600, "wk": 604_800, "mo": 2_592_000, "yr": 31_536_000}
_UNITS |= {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "y": 31_536_000, "ч": 3600, "j": 86_400}
_UNITS |= {"周": 604_800, "週": 604_800, "星期": 604_800, "月": 2_592_000, "年": 31_536_000}
_CALENDAR_MONTHS = {_UNITS["month"]: 1, _UNITS["year"]: 12}
# How long ago in other languages: before or behind a count and a unit, known by how its name begins.
_BEFORE_COUNT = "vor|il y a|hace|há|před|acum|πριν|منذ"
_BEHIND_UNIT = "fa|geleden|назад|тому|전|temu|önce|siden|sedan|sitten|trước|(?:yang )?lalu|atrás|ezelőtt"
_UNIT_BEGINNINGS = {
    "sek seg sec сек san 초 giây detik δευτ": 1,
    "min мин dak 분 phút menit хв perc λεπτ دقي": 60,
    "std stu heu hor ore ora uur uren час god saa tim 시간 hod giờ jam tun óra годин ώρ ساع": 3600,
    "tag jou día dia gio dag дн ден dni dzi gün 일 dny dní dnů дні ngày har päi nap ημέ μέρ zi يوم أيا": 86_400,
    "woc sem set wek wee нед tyd tyg uge haf 주 týd tuần ming viik hét тиж εβδ săp أسب": 604_800,
    "mon moi mes mês maa мес mie mån ay 개월 달 měs tháng bul kuu hón міс μήν lun شهر": 2_592_000,
    "jah an año ano jaa jar год лет lat rok år yıl 년 năm tah vuo év рік рок χρό سن": 31_536_000,
}
_ONE = r"(?:ein(?:e[mnr]?)?|une?|una|uma?)\s"
_ONE_UNIT = "час|минуту|день|неделю|месяц|год"
"""What stands for a count of one: before a unit, or a unit without a count."""

_BEGINNINGS = {begun: seconds for names, seconds in _UNIT_BEGINNINGS.items() for begun in names.split()}
_UNITS |= _BEGINNINGS
_AGO_ELSEWHERE = re.compile(
    rf"\b(?P<before>(?:{_BEFORE_COUNT})\s)?(?P<count>\d{{1,3}}\s?|(?(before){_ONE}|(?=(?:{_ONE_UNIT})\s)))"
    rf"(?P<unit>{'|'.join(sorted(_BEGINNINGS, key=len, reverse=True))}|[hчj](?!\w))[^\W\d_]{{0,7}}"
    rf"(?(before)|\.?\s(?:{_BEHIND_UNIT})\b)",
    re.IGNORECASE,
)
_DAYS_BACK_NAMES = (
    "今天 今日 today heute hoy oggi hoje vandaag сегодня сьогодні dzisiaj bugün idag i_dag tänään dnes azi 오늘"
    " hôm_nay hari_ini σήμερα aujourd'hui aujourd’hui,"
    "昨天 昨日 yesterday gestern hier ayer ieri ontem gisteren вчера вчора wczoraj dün igår i_går eilen včera tegnap"
    " 어제 hôm_qua kemarin χθες,前天 前日"
)
_DAYS_BACK = {
    name.replace("_", " "): days for days, names in enumerate(_DAYS_BACK_NAMES.split(",")) for name in names.split()
}
_SHORT_DATE = re.compile(r"\d(?<![\d./]\d)\d(?:([./])\d\d\1\d\d(?![\d./])|\.\d\d\s\d\d:\d\d)")
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
ORDER_CHARS, MIN_EAST_ASIAN = 2_000, 0.1
"""A page of which so many characters have that share of them in Chinese, Japanese or Korean is in one of these."""

_EITHER = ("/", "-")
"""Between three numbers: some write the month before the day, some behind it."""

_AGO_IN_HAN = r"(?<=[a-zA-Zſ.秒分时時间間天日周週期月年钟鐘以之\s]前)|(?<=刚)[刚才]|(?<=剛)剛"
"""How long ago something was, from its first or last sign on: 前 stands behind a unit there, as it does not in 目前 or
前主席."""

_HINT = re.compile(
    r"[\d'民前刚剛GgJjнVvyHh](?i:"
    rf"(?<=[12])[09]\d\d|(?<=2)5[4-7]\d|(?<=')\d\d|(?<=\d){_BEFORE_MINUTE}[0-5]\d|{_AGO_IN_HAN}"
    r"|(?<=民)[國国]|(?<=\sag)o|(?<=j)ust now"
    r"|(?<=\sн)азад|(?<=v)or ein|(?<=l\sy)\sa\su|(?<=h)(?:ace|á)\su[nm]"
    r"|(?<=\d)(?:[초분시일주개달년]|\s[smhtdwjauogpnbkvzylróсмчднглхтрλώημديس초분시일주개달년]))"
)
"""A year, a clock, or how long ago: what no written time of any form is without, and nearly all texts are."""

_AGO_HINT = re.compile(f"[前刚剛oO](?:{_AGO_IN_HAN}|(?<=[oO]))")
_ELSEWHERE_HINT = re.compile(
    "or |l y a|ace |há |Há |fa|eleden|азад|전|emu|nce|iden|edan|ому|řed |cum |ριν |نذ |itten|rước|lalu|trás|zelőtt"
)
"""What these forms are not without, whatever the case of their first letter."""


def _begun(words: Iterable[str]) -> str:
    """An expression for all of some words and a few others that is searched for quickly, whatever the case."""
    return f"[{_letters(words)}](?:{'|'.join(word[1:3] for word in words)})"


def _letters(words: Iterable[str]) -> str:
    """The letters with which some words begin, in either case."""
    return "".join(sorted({letter for word in words for letter in (word[0], word[0].upper())}))


_FORMS = tuple(
    (re.compile(hint), [re.compile(form, re.IGNORECASE) for form in forms])
    for hint, *forms in (
        (r"[12][09]\d\d\s?[-/.年년]", _NUMERIC),
        (
            r"[12][09]\d\d\s{1,3}\d",
            rf"(?<!\w)(?P<year>{_YEAR})\s{{1,3}}(?P<month>\d\d)\s?[/-]\s?(?P<day>\d\d)\s{{1,3}}{_CLOCK}",
        ),
        (
            r"[./-]\s?[12][09]\d\d",
            rf"(?P<day>{_SHORT_NUMBER})(?P<between>[./-]|\.\s(?=\d{{1,2}}\.\s))(?P<month>\d{{1,2}})(?P=between)(?P<year>{_YEAR})(?!\d)(?:{_GAP}{_CLOCK})?",
        ),
        (
            r"[./]\d\d",
            rf"(?P<day>{_SHORT_NUMBER})(?P<between>[./])(?P<month>\d{{1,2}})(?P=between)(?P<year>\d\d){_GAP}{_CLOCK}",
        ),
        (
            r"\.\d\d\s\d\d:",  # 03.05 14:03: which of them is the day, the language of the page tells
            rf"(?P<month>\d(?<![\d./-]\d)\d)(?P<between>\.)(?P<day>\d\d)\s{_CLOCK}",
        ),
        (
            r"[-/月]\s?\d",
            rf"(?P<month>\d(?<![\d/.年-]\d)(?<!年\s\d)\d?)(?:[-/]|\s?月\s?)(?P<day>\d{{1,2}})(?!\d)(?:\s?日)?{_GAP}{_CLOCK}",
        ),
        (
            r"\s(?<=[A-Za-zÀ-ӿ.月]\s)\s?\d",  # white space is rarer than letters
            rf"\b{_NAME}\s{{1,2}}{_DAY}\s{_CLOCK}\s(?P<year>{_YEAR})(?!\d)(?:\s(?P<behind>[+-]\d{{4}})(?!\d))?",
            rf"(?<!\d\s)(?<!\d(?:st|nd|rd|th)\s)\b{_NAME}\s{_DAY}(?:,|\sat)\s{_CLOCK}(?!\s?(?:19|20)\d\d)",
            rf"\b{_OTHER_NAME}\s{_DAY},\s(?P<year>{_YEAR})(?!\d)(?:{_GAP}{_CLOCK})?",
            rf"\b{_NAME}\s{_DAY},?(?:\s{_WEEKDAY}\.?,?)?\s'?(?P<year>{_YEAR}|(?<=')\d\d)(?!\d)(?:{_GAP}{_CLOCK})?",
        ),
        (
            r"\d[A-Za-z.ºª]{0,2}[\s/-][A-Za-zÀ-ӿء-ي一二三四五六七八九十]",
            rf"(?<!\d){_DAY}[\s/-]{_OF}{_ANY_NAME},?[\s/-]{_OF}(?P<year>{_YEAR})(?!\d)(?:\sг\.?)?(?:{_GAP}{_CLOCK})?",
            rf"(?<!\d){_DAY}(?P<between>[\s/-]){_NAME}(?P=between)'?(?P<year>\d\d),?\s{_CLOCK}",
            rf"(?<!\d){_DAY}\s{_NAME}{_GAP}{_CLOCK}",
        ),
        (r"\son\s[A-Za-z]", rf"(?<![\d:.]){_CLOCK}\son\s{_NAME}\s{_DAY}(?!\d|,?\s\d)"),
        (
            r"[12][09]\d\d(?:-|[.,]?\s)[A-Za-zÀ-ӿ一二三四五六七八九十]",
            rf"(?P<year>{_YEAR})(?<!\d{{5}})(?:-|[.,]?\s){_NAME}[\s-](?P<day>\d{{1,2}})(?!\d)\.?(?:{_GAP}{_CLOCK})?",
        ),
        (r"-\d{1,2}-", rf"(?P<year>\d(?<![\d.-]\d)\d)-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}}){_GAP}{_CLOCK}"),
        (_begun(_DAYS_BACK), rf"(?=[{_letters(_DAYS_BACK)}])(?P<back>{'|'.join(_DAYS_BACK)}){_GAP}{_CLOCK}"),
        (
            r"\d\s?[ก-ส]",
            rf"(?<!\d)(?P<day>\d{{1,2}})\s?(?P<name>{_THAI_NAME})\s?(?:พ\.ศ\.\s?)?"
            rf"(?:(?P<year>{_YEAR})|(?P<buddhist>25\d\d|\d\d))(?!\d)(?:{_GAP}{_CLOCK})?",
        ),
        # Years of the Republic of China, counted from 1912.
        (
            "民",
            rf"(?:民國|民国)\s?(?P<minguo>\d{{2,3}})\s?年\s?(?P<month>\d{{1,2}})\s?月\s?(?P<day>\d{{1,2}})\s?日(?:{_GAP}{_CLOCK})?",
        ),
    )
)
"""Written times, behind what a text must have for them: most are looked for nearly nowhere."""

REMEMBERED = 4_096
MAX_REMEMBERED_CHARS = 100
"""So many texts, no longer than that, are remembered with whether they have a time: half of them are asked about
again."""

_YEARS = ("year", "minguo", "buddhist")
"""What the parts of forms are called that say a year."""

_FULL = _FORMS[0][1][0]
_EPOCH = re.compile(r"1\d{9}(?:\d{3})?$")
_OFFSET = re.compile(r"([+-])(\d{1,2}?):?(\d{2})?$")
_WEEKDAYS = {
    name: day
    for day, names in enumerate(("一月월", "二火화", "三水수", "四木목", "五金금", "六土토", "日天일"))
    for name in names
}
DAYS_OF_WEEK = 7
"""In so many years a day of the year falls on nearly each of them."""

_ON_WEEKDAY = re.compile(r"\s?[日일]?\s?(?:(?:星期|周|週|[(（])(?:星期|周|週)?(\w)|(\w)(?:曜日|요일))")
_ZONE_BEHIND = re.compile(rf"\s?\(({_ZONE})\)", re.IGNORECASE)
_CLOCK_BEFORE = re.compile(
    rf"(?<![\d:.]){_CLOCK}(?:[ ,·|–-]{{1,4}}|\s(?:on|le|ngày)\s)(?:{_WEEKDAY}[ ,.]{{1,3}})?$",
    re.IGNORECASE,
)


def zone_of(name: str) -> tzinfo:
    """The zone with this IANA name; Asia/Shanghai when there is none of that name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("Asia/Shanghai")


def from_epoch(value: str) -> str:
    """A time in ISO 8601 for seconds or milliseconds since 1970; "" for all else."""
    if value[:1] != "1" or not _EPOCH.match(value):
        return ""
    return datetime.fromtimestamp(int(value[:10]), UTC).isoformat()


def is_day_back(text: str) -> bool:
    """True for the name of a day counted back from now: today, yesterday."""
    return text.lower() in _DAYS_BACK


def spans(flow: str, start: int = 0, end: int = sys.maxsize) -> Iterator[tuple[int, int]]:
    """Where dates that are written in numbers with their year, and a clock if there is one, stand in a long text, or in
    a part of it."""
    return (match.span() for match in _FULL.finditer(flow, start, end))


def is_time(text: str) -> bool:
    """True if a short text has a written time of any form."""
    return _short_is_time(text) if len(text) <= MAX_REMEMBERED_CHARS else _has_time(text)


@lru_cache(maxsize=REMEMBERED)
def _short_is_time(text: str) -> bool:
    return _has_time(text)


def _has_time(text: str) -> bool:
    if not _HINT.search(text):
        return False
    for hint, forms in _FORMS:
        if hint.search(text):
            for form in forms:
                if form.search(text):
                    return True
    return is_ago(text)


def order_of(flow: str) -> Order:
    """In which order a page writes dates of three numbers: the year leads short ones where people write Chinese,
    Japanese or Korean; the month does as one of the dates proves, or clocks of twelve hours suggest, or where the dates
    are then of fewer months, for a thread's posts stand near each other, but not the days on which their authors
    joined."""
    if _SHORT_DATE.search(flow):
        sample = flow[:ORDER_CHARS]
        if len(_EAST_ASIAN.findall(sample)) >= MIN_EAST_ASIAN * len(sample):
            return Order.YEAR
    dates = [
        (int(match[1]), int(match[2]), match[3], bool(match[4]))
        for match in _THREE_NUMBERS.finditer(flow)
        if not _JOINED.search(flow, max(0, match.start() - JOINED_CHARS), match.start())
    ]
    if any(first > 12 for first, *_ in dates):
        return Order.DAY
    if any(second > 12 or half for _, second, _, half in dates):
        return Order.MONTH
    leading = {(first, year) for first, _, year, _ in dates}
    following = {(second, year) for _, second, year, _ in dates}
    return Order.MONTH if len(leading) < len(following) else Order.DAY


def is_ago(text: str) -> bool:
    """True if a text says how long ago something was: then times that differ may read the same."""
    return any(form.search(text) for form in _ago_forms(text))


def instants(text: str, now: datetime, zone: tzinfo, *, order: Order = Order.DAY) -> list[Instant]:
    """All written times in a short text, in order, without those before FLOOR or in the future. `order` is how
    03/05/2024 and 04.02.12 are read."""
    if not _HINT.search(text):
        return []
    found = [instant for form in _forms(text) for instant in _read(form, text, now, zone, order)]
    found = [_with_clock_before(instant, text, now) for instant in found]
    found += [instant for form in _ago_forms(text) for instant in _ago(form, text, now.astimezone(zone))]
    return sorted(found, key=lambda instant: instant.start)


def _with_clock_before(day: Instant, text: str, now: datetime) -> Instant:
    """A day with the clock that stands right before it, and the zone behind it: 14:03, 5 March 2024 (UTC)."""
    if day.precision != Precision.DAY or not (match := _CLOCK_BEFORE.search(text, 0, day.start)):
        return day
    parts = match.groupdict()
    if (hour := _hour(parts)) > 23:
        return day
    behind = _ZONE_BEHIND.match(text, day.end)
    at = day.at.replace(hour=hour, minute=int(match["minute"]), second=int(match["second"] or 0))
    at = at.replace(tzinfo=_zone(parts["zone"] or (behind and behind[1])) or at.tzinfo)
    return replace(day, at=at, precision=Precision.MINUTE, start=match.start()) if at <= now else day


def _forms(text: str) -> Iterator[re.Pattern[str]]:
    """The forms of written times that may stand in a text, but for those that count back from now."""
    return (form for hint, forms in _FORMS if hint.search(text) for form in forms)


def _ago_forms(text: str) -> Iterator[re.Pattern[str]]:
    """The forms in which a text may say how long ago something was."""
    hints = ((_AGO_HINT, _AGO), (_ELSEWHERE_HINT, _AGO_ELSEWHERE))
    return (form for hint, form in hints if hint.search(text))


def full_dates(text: str, now: datetime, zone: tzinfo) -> list[Instant]:
    """The times in a long text that are written in numbers and with their year."""
    return list(_read(_FULL, text, now, zone))


def _read(
    pattern: re.Pattern[str], text: str, now: datetime, zone: tzinfo, order: Order = Order.DAY
) -> Iterator[Instant]:
    for match in pattern.finditer(text):
        parts = match.groupdict()
        try:
            at = _moment(parts, now, zone, order)
        except (ValueError, KeyError):  # 31 February, 25:00; ſeptember, which matches whatever the case
            continue
        if FLOOR < at < now + SLACK:
            precision = (
                Precision.DAY if not parts["hour"] else Precision.SECOND if parts["second"] else Precision.MINUTE
            )
            past = at if at < now else now.astimezone(at.tzinfo)
            is_relative = bool(parts.get("back"))
            lacks_year = not is_relative and not any(map(parts.get, _YEARS))
            past = _on_weekday(past, text, match.end("day")) if lacks_year else past
            yield Instant(past, precision, match.start(), match.end(), is_relative, lacks_year)


def _moment(parts: Mapping[str, str | None], now: datetime, zone: tzinfo, order: Order) -> datetime:
    """The instant that the parts of a match name. Raises ValueError when there is no such day or hour."""
    here = now.astimezone(zone)
    day = _day(parts, here, order)
    stated = _zone(parts["zone"] or parts.get("behind")) or zone
    hour, minute, second = _hour(parts), int(parts["minute"] or 0), int(parts["second"] or 0)
    at = datetime(*day, hour, minute, second, tzinfo=stated)
    if at <= now + SLACK:
        return at
    if parts.get("between") in _EITHER and at.day <= 12:  # 12-06-2024, read in July
        return at.replace(month=at.day, day=at.month)
    return at if parts.keys() & {*_YEARS, "back"} else at.replace(year=at.year - 1)  # December's, in January


def _on_weekday(at: datetime, text: str, behind: int) -> datetime:
    """A moment without a year, in the last one in which it was on the day of the week that stands behind its day."""
    named = _ON_WEEKDAY.match(text, behind)
    weekday = _WEEKDAYS.get(named[1] or named[2]) if named else None
    if weekday is None or (at.month, at.day) == (2, 29):
        return at
    years = (at.replace(year=at.year - back) for back in range(DAYS_OF_WEEK))
    return next((then for then in years if then.weekday() == weekday), at)


def _day(parts: Mapping[str, str | None], here: datetime, order: Order) -> tuple[int, int, int]:
    """Year, month and day."""
    if back := parts.get("back"):
        there = here - timedelta(days=_DAYS_BACK[back.lower()])
        return there.year, there.month, there.day
    minguo, buddhist = int(parts.get("minguo") or 0), int(parts.get("buddhist") or 0)
    written = minguo + 1911 if minguo else buddhist % 100 + 1957 if buddhist else int(parts.get("year") or here.year)
    year, day = written, int(parts["day"] or 0)
    if order is Order.YEAR and year < 100 and parts.get("between"):
        year, day = day, year
    if year < 100:
        year += 2000 if year < 70 else 1900
    month = _ALL_MONTHS[str(parts["name"]).lower()] if parts.get("name") else int(parts["month"] or 0)
    if parts.get("between") == "." and not parts.get("year") and order is not Order.YEAR:
        month, day = day, month
    if parts.get("between") in _EITHER and (month > 12 or (order is Order.MONTH and day <= 12)):  # 03/18/2024
        month, day = day, month
    return year, month, day


def _hour(parts: Mapping[str, str | None]) -> int:
    hour = int(parts["hour"] or 0)
    half, after = (parts["half"] or "").lower(), (parts["after"] or "").lower().replace(".", "")
    halves = {half, after}
    if hour < 12 and halves & _PM:
        return hour + 12
    return 0 if hour == 12 and halves & _AM else hour


def _zone(text: str | None) -> tzinfo | None:
    if not text:
        return None
    if text in _ZONES or text in _NO_ZONES:
        return _ZONES.get(text)
    if not (match := _OFFSET.search(text)):
        return UTC
    offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    return timezone(-offset if match[1] == "-" else offset)


def _before(now: datetime, count: float, seconds: int) -> datetime:
    """The moment so many units before now, by the calendar where these are months or years, whose days it has."""
    months = int(count) * _CALENDAR_MONTHS.get(seconds, 0)
    if not months or count != int(count):
        return now - timedelta(seconds=count * seconds)
    year, month = divmod(now.year * 12 + now.month - 1 - months, 12)
    return now.replace(year=year, month=month + 1, day=min(now.day, monthrange(year, month + 1)[1]))


def _ago(form: re.Pattern[str], text: str, now: datetime) -> Iterator[Instant]:
    """Times before now: as exact as their unit, and no exacter than a minute."""
    for match in form.finditer(text):
        parts = match.groupdict()
        unit, count = (parts["unit"] or "秒").lower(), parts["count"]
        larger = (parts.get("larger") or "秒").lower()
        if unit not in _UNITS or larger not in _UNITS:  # ſecond, which matches whatever the case
            continue
        number = 0 if count is None else 0.5 if count == "半" else float(count) if count[:1].isdigit() else 1
        at = _before(_before(now, int(parts.get("more") or 0), _UNITS[larger]), number, _UNITS[unit])
        precision = Precision.MINUTE if _UNITS[unit] < 86_400 else Precision.DAY
        if at > FLOOR:
            yield Instant(at, precision, match.start(), match.end(), is_relative=True)
