"""Bylines in Han: who reported, wrote or edited, as papers of the mainland, of Taiwan and agencies name them, behind a
label or before a word for what they wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from crawler.extract.fields.names import POST, clean_name
from crawler.extract.han_names import HAN_NAME, HAN_NAME_BEGUN

BEFORE_LABEL, BEHIND_LABEL = 11, 100
"""Characters around a reporter's label in which all of such a byline stands."""

_SEPARATOR = r"(?:\s?(?:[:：/／|｜丨]|[，,]\s?(?=\n))|】\s?[:：]?)\s{0,3}"

_WIDE = r"[ \u3000\xa0]{0,4}"

_JUNIOR = "[实见]习|特[约派]"
"""What stands before the word for a reporter."""

_HAN = r"[\u4e00-\u9fff]{2,4}"

_OTHER_LABEL = "|".join(
    [
        *(_JUNIOR, "来源|發|发布|时间|责|编辑|作者|记者|通讯|摄影|攝|圖|图片|审|校[对對审]|监制"),
        "阅读|字号|原标|手机|打印|排版",
    ]
)

_NEXT_LABEL = "(?:[出來来][处處源]|文章来源|责任编辑|责编|编辑|编审|发布时间|时间|日期|点击|浏览|阅读)"
"""What may stand right behind a name."""

_ANOTHER = rf"[ 、\u3000](?!{_OTHER_LABEL}){_HAN}(?![\u4e00-\u9fff]|\s?[:：])"

_NEXT_STAFF = r"(?:[摄攝]影|[图圖]片?|视频|编辑|責?編輯|责编|美编|排版|校对|审核|设计|监制)\s?[:：|｜丨/／]"
"""The label of the next who worked on a text."""

_BEFORE_PERSON = (
    *("文字", "文稿", "撰文者", "撰稿人", "主笔", "口述", "采访", "採訪"),
    *("通讯员", "供稿人?", "投稿人?", "信息员", "整理"),
)
_OF_PERSONS = "|".join(
    [
        *(rf"{label}(?=\s?[:：|｜丨/／】]\s?{HAN_NAME})" for label in _BEFORE_PERSON),
        rf"文字(?=\s?[:：|｜丨]\s?{_HAN}(?<![院系部处科室局社会台站组团])\s{{1,3}}{_NEXT_STAFF})",
    ]
)
"""Labels of those who wrote if the name of a person follows: offices, and what scripts do, have them too. Each begins
with one character, as all here do: a search for sets of them takes much longer."""

_COUNTRY = r"[\[［〔（(【][\u4e00-\u9fff]{1,4}[\]］〕）)】]"
"""Where an author is from whose name is not Chinese."""

_BYLINE = re.compile(
    rf"(作{_WIDE}者|记{_WIDE}者|記{_WIDE}者|撰文|撰稿|采写|{_OF_PERSONS}|博主|張貼者|發表人|发表人|文(?<![\u4e00-\u9fff]文)"
    rf"|編輯|责任编辑|责编|编{_WIDE}辑){_SEPARATOR}"
    rf"(?!{_OTHER_LABEL})(?:[^\s:：]{{0,10}}(?:记者|评论员|通讯员|撰稿人)\s{{1,2}}(?!\d))?(?:{_COUNTRY}\s?)?"
    rf"({HAN_NAME}(?:[；;/／&]\s?{HAN_NAME}){{1,7}}|{_HAN}(?:{_ANOTHER}){{1,7}}|{HAN_NAME_BEGUN}(?={_NEXT_LABEL}\s?[:：])|[^\s:：|｜丨/／，,。()（）\]】]{{2,20}}+(?!\s?[:：]))"
)
"""What stands behind a label, unless it is the next one: 作者：浏览次数：."""

_HAN_NAMES = rf"{_HAN}(?:{_ANOTHER}){{0,4}}"

_FROM_SOMEWHERE = ("本报", "本報", "本刊", "本网", "本社")

_HELPER = f"(?:(?:{_JUNIOR}|摄影)?(?:记者|通讯员)|实习生)"
"""What stands between the names of reporters and of those who wrote with them."""

_REPORTERS = rf"{_HAN_NAMES}(?:[ 、，\u3000]{{0,3}}{_HELPER}[ \u3000:：]{{0,3}}{_HAN_NAMES}){{0,3}}"

_PERSON = re.compile(HAN_NAME)
_POST = re.compile(POST)

BETWEEN_NAMES = re.compile(rf"{_HELPER}|[、，；;/／&]")

PICTURED = re.compile(rf"摄影\s?[:：/／]\s{{0,3}}({HAN_NAME}(?:[ 、\u3000]{HAN_NAME}){{0,4}})")
"""Who took the pictures, between the title and the text: nobody else may have written it."""

_REPORTER = re.compile(
    rf"(?:^|[（(\s])[^\s（）()，。]{{0,10}}([记記]者)[ \u3000\n]{{1,3}}"
    rf"({_REPORTERS})"
    r"[ \u3000]{0,3}(?=[）)\n\d摄攝]|$|来源|编辑|阅读|浏览|评论|文(?:[/／、图圖字]|$))",
    re.MULTILINE,
)

_PARTED_LABEL = re.compile("记者[ \u3000\n]|記者[ \u3000\n]")
"""What such a byline has: plain words are found many times as fast as the whole of it."""

_NAMES = rf"{HAN_NAME}(?:[ 、\u3000]{HAN_NAME}){{0,4}}"

_ON_ITS_LINE = re.compile(
    rf"(?:^|[ \u3000])[^\s（）()，。]{{0,10}}(?:(记者)|(评论员|专栏作家|编辑)[ \u3000]{{1,3}})"
    rf"({_NAMES})[ \u3000]{{0,3}}$",
    re.MULTILINE,
)
"""A reporter whose name nothing parts from the label, and others with a space there: nothing stands behind the name."""

_BEGINS_REPORT = re.compile(
    r"[ \u3000]{0,9}[^\s（）()，。]{0,15}(?:[報报网網社台刊端站经讯訊电電]|新闻|新聞|财经)[ \u3000]{0,3}"
    rf"(?:([记記]者)[ \u3000]{{0,3}}|(?<=[ \u3000])(?={_NAMES}[ \u3000]{{1,3}}报道\s))()"
    rf"({_NAMES})[ \u3000]{{1,3}}[^\s\d]"
)
"""A paper and its reporter at the beginning of a text, which goes on behind a space; or a paper and a name before the
word for a report."""

_ON_LINES, _SPACED_REPORT = re.compile("记者|评论员|专栏作家|编辑"), re.compile(" 报道 ")
"""What such a line needs: one of these."""

_SPACED = re.compile(
    r"记者[ \u3000]{1,3}([\u4e00-\u9fff])[ \u3000]{1,2}([\u4e00-\u9fff])(?=[ \u3000]{0,3}(?:[\n）)]|$))", re.MULTILINE
)
"""Papers set names of two characters as wide as those of three."""

_IN_BRACKETS = re.compile(
    rf"[（(][^\s（）()，。]{{0,10}}(记者)[ \u3000:：]?({_REPORTERS})"
    r"(?:[ \u3000]{0,3}(?:文[/／]?[图摄]?|[图摄影文]{1,2}报道))?[）)]"
)

_TAIWAN_REPORTS = ("報導", "專訪", "特稿")

_REPORT = "|".join([*_TAIWAN_REPORTS, "報道", "报道"])

_REPORTED = re.compile(
    rf"(?:^[〔［\[【（(]?[ \t\r]{{0,9}}(?:[記记]者)?|[記记]者)[ \u3000]?({HAN_NAME}(?:[ 、\u3000]{HAN_NAME}){{0,4}})"
    rf"(?:[ \u3000]{{0,2}}[/／]?[ \u3000]{{0,2}}[\u4e00-\u9fff]{{2,4}}|[/／])(?:{_REPORT})",
    re.MULTILINE,
)
"""How Taiwan's papers name reporters: names, where from, and the word for a report, of which they have their own."""

_AT_A_DESK = re.compile(rf"(?:中心|組|组|部)\s?[/／]\s?({HAN_NAME_BEGUN})(?:報導|报道|報道)")

_PLACE = (
    "[台臺][北中南東]|新[北竹]|基隆|桃園|苗栗|彰化|南投|[雲云]林|嘉義|高雄|屏東|宜蘭|花蓮|澎湖|金門|馬祖|連江"
    "|香港|東京|首爾|北京|上海|華盛頓|紐約|倫敦|巴黎|柏林"
)

_WIRED_BY = re.compile(
    rf"[记記]者(?:({HAN_NAME_BEGUN})(?={_PLACE})|({HAN_NAME_BEGUN}))(?:[\u4e00-\u9fff]{{2,4}}"
    rf"(?:\d{{1,2}}日[电電]|{_REPORT})|报道)"
)
"""How agencies name reporters: with the place and the day, or the kind of report, behind the name, which ends where a
place is known to begin."""

WRITERS = (
    *("作者", "记者", "記者", "撰文", "撰稿", "采写", "文", "文字", "评论员", "专栏作家"),
    *("博主", "張貼者", "發表人", "发表人", "撰文者", "撰稿人", "主笔", "文稿", "口述", "采访", "採訪"),
    *("通讯员", "供稿人", "供稿", "投稿人", "投稿", "信息员", "整理"),
)
EDITORS = ("责任编辑", "责编", "编辑", "編輯")
"""The labels of those who wrote, and of those who edited, the surest first."""

PUBLISHER = re.compile(rf"发布[者人]\s?[:：]\s{{0,3}}({HAN_NAME})(?=\s|[|｜丨]|$)", re.MULTILINE)
"""Who put a text up where nobody is said to have written it."""


def han_bylines(flow: str, start: int, end: int) -> dict[str, str]:
    """Names by the word that stands before them, the first of each."""
    bylines: dict[str, str] = {}
    reported = max(flow.find("记者", start, end), flow.find("記者", start, end)) >= 0
    of_reporters = chain(_reporters(flow, start, end), _IN_BRACKETS.finditer(flow, start, end)) if reported else ()
    for match in chain(_BYLINE.finditer(flow, start, end), of_reporters):
        is_sentence = "\n" in match[0] and flow[match.end() : match.end() + 1] in ("，", "。")
        names = _persons(BETWEEN_NAMES.sub(" ", match[2]).split(), listed="、" in match[2])
        if not is_sentence and (name := clean_name(", ".join(names))):
            bylines.setdefault("".join(match[1].split()), name)
    lines = chain.from_iterable(_lines_with(words, flow, start, end) for words in (_ON_LINES, _SPACED_REPORT))
    on_lines = (_ON_ITS_LINE.search(flow, *line) or _BEGINS_REPORT.match(flow, *line) for line in lines)
    if named := next(filter(None, on_lines), None):
        bylines.setdefault(named[1] or named[2] or "记者", ", ".join(BETWEEN_NAMES.sub(" ", named[3]).split()))
    if reported and "记者" not in bylines and (spaced := _SPACED.search(flow, start, end)):
        bylines["记者"] = spaced[1] + spaced[2]
    if reported and (wired := _WIRED_BY.search(flow, start, end)):
        bylines.setdefault("記者", wired[1] or wired[2])
    if "記者" not in bylines and (told := _AT_A_DESK.search(flow, start, end)):
        bylines["記者"] = told[1]
    if any(flow.find(word, start, end) >= 0 for word in _TAIWAN_REPORTS) and (
        told_by := _REPORTED.search(flow, start, end)
    ):
        bylines.setdefault("記者", ", ".join(told_by[1].replace("、", " ").split()))
    return bylines


def _reporters(flow: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The bylines of reporters whose names white space parts from the label."""
    at = start
    for label in _PARTED_LABEL.finditer(flow, start, end):
        first, last = max(at, label.start() - BEFORE_LABEL), min(end, label.end() + BEHIND_LABEL)
        if match := _REPORTER.search(flow, first, last):
            at = match.end()
            yield match


def _lines_with(words: re.Pattern[str], flow: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines with one of some words in a part of the text, from where each begins to where it ends."""
    at = start
    while found := words.search(flow, at, end):
        begins, at = flow.rfind("\n", at, found.start()) + 1, flow.find("\n", found.end(), end)
        at = at if at >= 0 else end
        yield max(start, begins), at


def _persons(names: list[str], *, listed: bool) -> list[str]:
    """The names without the first one if it is no person's as the others are: whom they write for, unless they are
    `listed` by commas; and without what begins a report from somewhere, and what somebody works as."""
    names = [name for name in names if not (name.startswith(_FROM_SOMEWHERE) or _POST.fullmatch(name))]
    others = names[1:]
    is_paper = others and not listed and not _PERSON.fullmatch(names[0]) and all(map(_PERSON.fullmatch, others))
    return others if is_paper else names
