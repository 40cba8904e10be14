"""Who wrote an article: what the page says of itself, what it names so, then bylines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, islice

from crawler.extract.fields import byline_parts
from crawler.extract.fields.source import is_called_source, is_paper
from crawler.extract.han_names import HAN_NAME, HAN_NAME_BEGUN, names_at_the_end, names_beside_date, names_on_a_line
from crawler.extract.instant import is_time
from crawler.extract.lines import line_ends
from crawler.extract.markup import unescaped
from crawler.extract.structured import Stated, types
from crawler.extract.table import Table, names_with, within

MAX_CHARS = 60
"""Longer values are descriptions, not names."""

AFTER_TEXT = 80
"""Characters after the text in which a labelled name is still its author's or editor's."""

MAX_FOOTER_CHARS = 200
"""Characters after the text in which a link to its author stands: in blogs that sign under it."""

BYLINE = 160
"""Characters up to a title's end in which a byline stands over it."""

MAX_NAMES = 8
"""So many authors are named; more are a list of staff."""

BEFORE_LABEL, BEHIND_LABEL = 11, 100
"""Characters around a reporter's label in which all of such a byline stands."""

MAX_HEADINGS = 4
"""So many headings of a kind are looked at for the owner of a blog."""

MAX_NODES = 20
"""So many nodes of an element that is called an author are looked at for the name."""

_META_NAMES = frozenset(
    ["author", "article:author", "dc.creator", "parsely-author", "sailthru.author", "byl", "byline"]
)
_LABEL = re.compile(
    r"(?:(?:(?:article|text|story)\s+by|(?:written|posted|published|authored|reported|geschrieben|verfasst|veröffentlicht|publiziert|erstellt"
    r"|écrit|publié|escrito|publicado|scritto|pubblicato)(?:\s+(?:by|von|am|par|por|da|on))?|by|von|vom|par|por|auteur|autore?|autorin"
    r"|(?:post |about the )?authors?|автор)\b"
    r"|(?:執筆者?|著者|筆者|取材・文|文|글|기자)(?=\s?[:：=＝])|글(?=\s)|текст(?=\s?:)|words(?=\s?:)|text(?=\s?:)"
    r"|(?:本文|文章|原文)?作者|博主|发布者|張貼者|发表人|發表人|本报记者|(?:[\u4e00-\u9fff]{2,8}\s?[/／|｜]\s?|[\u4e00-\u9fff]{1,7}[报報社网網台]\s)?[记記]者|撰文|责任编辑|责编|编辑|文\s?(?=[:：/]))[\s:：/]*",
    re.IGNORECASE,
)
_REGIONS = (
    "北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海"
    "|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|海外|中国(?:香港|澳门|台湾)?"
)
"""Where the address of who writes is, as platforms in China have to show it."""

_NOT_A_NAME = re.compile(
    r"[:：？！。，；]|@|(?<![A-Za-z_\d])\d\d|^\W*$|\.(?:com|cn|net|org)\b|^(?:admin|webmaster|系统管理员|管理员|editor|unknown|user"
    r"|name|no author|authored by|stand|日期|reporter|post|null|none|share|follow|updated|di|da|av|af|door)$"
    r"|cm[sf]$|(?:管理|建站)系[统統]|(?:手[机機]|移[动動]|[触觸]屏|[电電][脑腦]|打印)版$"
    r"|[（(]$|^[\[【]|^(?:我要|举报|舉報)|^(?:网络|互联网|本站|本网|原创|转载|佚名|未知|综合|整理|整合)|授权|版[权權]|当前位置|整理$|声明|分享|转载|登[录錄]|注册|(?:编辑|委員|[记記]者|撰稿人)$|^(?:广告|廣告|通讯员|通訊員|来源|來源|作者|发布|發布)$"
    r"|^\W*(?:[关關]注|[订訂][阅閱])\W*$|^(?:发[布表]于|發[布表]於|(?:IP\s?)?[属屬]地)|(?:账号|帐号|帳號)$"
    rf"|^(?:[来來]自\s?)?(?:{_REGIONS})[省市]?$"
    r"|^(?:(?:our )?staff(?: (?:report|writ)(?:s|ers?)?)?|(?:avec|with|mit) (?:afp|ap|dpa|reuters|agencies)|وكالات)$",
    re.IGNORECASE,
)
_THEIRS = "(?:posts|articles|stories)"
_ALL_BY = re.compile(
    rf"^(?:View|See|More|Read)(?: all)?(?: (?:of|from|by|{_THEIRS}))*\s+(.{{2,40}}?)(?:['’]s? {_THEIRS})?[\s.→»]*$"
    r"|^(?:查看|浏览)(?:由|作者)?\s*(.{2,20}?)\s*(?:发布|发表|撰写)?的(?:所有|全部|更多)?(?:文章|作品|帖子)$",
    re.IGNORECASE,
)
"""How a link to what else an author wrote names them."""

_REPORTING = re.compile(r"[／/].{0,12}(?:報導|报道)$|(?<=[\uac00-\ud7a3]) ?(?:선임|수습)?기자$")
_CODE = re.compile(r"(?:_|\s?[(（])[A-Z]{1,4}\d{2,8}[)）]?$")
"""The number of an editor."""

_TITLE_PARTS = re.compile(r"[-–—_|｜]")
_OF_BLOGS = re.compile("博客|網誌|部落格|空间|专栏|blog", re.IGNORECASE)
_BLOG_OF = re.compile("的?(?:个人|技术)?(?:博客|日志|空间|专栏|網誌|部落格|blog)$", re.IGNORECASE)
_BLOG_NAME = re.compile(r"(\S.{1,11})的\s?(?:博[客报]|blog|日志|日[记記]|空间|網誌|网志|部落格)", re.IGNORECASE)
"""A blog that is called after its owner."""

_PUT_UP = re.compile(r"^[ \t]{0,20}(?:由[ \t]{0,3})?([^\s:：|，。]{2,20})[ \t]{1,3}发[表布]于", re.MULTILINE)
_NUMBERS = re.compile(
    r"\s{1,3}(?:[^\s\d]{2,10}\s{1,3})?(?:\d[\d.,]{0,8}[万亿wk]?\s{0,3}(?:篇?文章|作品|粉丝|总?阅读)"
    r"|(?:已?发[表布]了?(?:文章|作品)?|文章|作品|粉丝)\s{0,3}\d)"
)
"""What an account has written and who reads it, behind its name and what kind of account it is."""

MAX_LINES = 8
"""So many lines between title and text are looked at for an account's name."""

MAX_ACCOUNT = 22
"""Characters of an account's name, at most."""

_FOLLOWED = re.compile(
    r"^[ \t]*(\S[^\n]{0,60}\S)[ \t]*\n[ \t]*(?:\+ ?)?"
    r"(?:(?:[关關]注|[订訂][阅閱]|追[蹤踪]|Follow)$|发[表布][于於]|發[表布]於)",
    re.MULTILINE,
)
"""A name before the button to follow who has it, or before when they put the text up."""

_DESCRIBED = re.compile(r"(?:账号|帐号|创作者|认证|作者)$")
"""What stands there instead of the name says what kind of account it is."""

_NAMED = re.compile(
    r"(?:^|[\s_-]|(?-i:(?<=[a-z])(?=[AW])))(?<!comment)(?<!comment[_-])(?:author(?!i|s?[_-]content)|byline|reporter|writer)",
    re.IGNORECASE,
)
_AUTHOR = frozenset(["author", "Author", "作者", "文章作者", "博主"])
_AUTHOR_NAME = re.compile(r"(?:^|[\s_-])(?<!comment[_-])author[_-]{1,2}name(?:$|\s)", re.IGNORECASE)
_AUTHOR_BOX = re.compile(
    r"(?:^|\s)(?:(?:article|post|entry|single)[_-]{1,2}author|author[_-]{1,2}(?:box|card|info|bio|about|profile)|about[_-]author)(?:$|\s)",
    re.IGNORECASE,
)
"""What is called the box below a text that presents who wrote it."""

_ICON = re.compile(
    r"(?:^|[\s_-])(?:user|author|person)(?:$|\s|-(?:o|circle|alt|fill|line|outline|tie|edit)(?:$|\s))", re.IGNORECASE
)
_ICON_TAGS = frozenset(["i", "span", "em", "b", "svg"])
"""What an empty element before a name is called that shows somebody's outline."""

_USER = re.compile(
    r"(?:^|[\s_-])(?:nick|nick-?name|(?:user|display|up|media|account|owner|member|poster)[_-]?name)(?:$|[\s_-])"
    r"|^(?:user|name)$",
    re.IGNORECASE,
)
_PROFILE = re.compile(r"/(?:authors?|contributors?|writers?|people)/[^/]", re.IGNORECASE)
_BY = re.compile(
    r"^[ \t]{0,20}(?:(?:[Ww]ritten|[Pp]osted|[Aa]rticle|[Tt]ext|[Ss]tory)\s)?[Bb]y[:\s]\s{0,9}"
    r"([A-Z][\w.'’-]{0,30}(?:[ \xa0](?:[A-Z][\w.'’-]{0,30}|and|&|de|van|von|der|la)){0,6})",
    re.MULTILINE,
)
_CAPITAL = r"[A-ZÀ-ÞА-Я][\w.'’-]{0,30}"
_POSTED_BY = re.compile(
    r"^[ \t]{0,20}(?:[Pp]osted|[Ww]ritten|[Pp]ublished)\s[Bb]y:?\s{1,3}(\w[\w.'’ -]{0,30}\w\.?)\s{1,3}(?:at|on|in)\s",
    re.MULTILINE,
)
"""How blogs sign a text, before or behind it: with the time, or the category, behind the name."""

_POSTED_AT = re.compile(
    r"[Pp]osted\s(?:@|on|at)\s{1,3}\d[\d :./-]{7,20}\s{1,3}(\S{2,20})\s{1,3}(?:阅读|評論|评论|收藏|views|comments)"
)
"""The same with the name behind the time, and before what was done with the text."""

_SIGNING = ("osted ", "ritten ", "ublished ")
_REMARKS = ("omment", "eplies", "esponses")
"""What such a line needs, but for its first letter, and what stands between a text and remarks on it."""

_FROM = re.compile(
    r"^[ \t]{0,20}(?:(?:[Tt]ext|[Gg]eschrieben|[Ee]in [A-Z]\w{3,20})[ :]{1,2})?"
    r"(?:[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Tt]ext|[Aa]utor(?:in|e)?|[Aa]uteur|[Aa]rticle de|Автор)[:\s]\s{0,9}"
    rf"({_CAPITAL}(?:,? (?:{_CAPITAL}|und|et|y|e|&|de|van|von|der|la|da)){{1,9}}|{_CAPITAL})"
    r"(?=[ \t\r]{0,9}(?:$|[|/(•·–,-]|\d|am\s|le\s|el\s))",
    re.MULTILINE,
)
"""The same in other languages that write in letters: nothing but the name, or the date, stands on the line."""

_WHO_SENT = re.compile(
    r"^[^\w\n]{0,9}(?:网友|网名|提问者|提问人|咨询者|咨询人|来信人|发信人|寄信人|留言人|发帖人|发帖者|发起人|诉求人|投诉人|楼主|昵称)"
    r"\s?[:：]\s{0,3}([^\s:：|｜，,。(（]{2,20})(?=\s|[|｜(（]|$)",
    re.MULTILINE,
)
"""Who asks or complains, at the head of what sites publish of that."""

_BESIDE_TIME = re.compile(r"\d[ \t\xa0]{1,3}by[: \xa0]\s{0,3}(\w[\w. -]{1,18})[ \t\xa0]*$", re.MULTILINE)
"""Who put a text up, behind the time on a line of their own: 2024-03-05 10:00 by 林间路."""

_PUBLISHER = re.compile(rf"发布[者人]\s?[:：]\s{{0,3}}({HAN_NAME})(?=\s|[|｜丨]|$)", re.MULTILINE)
"""Who put a text up where nobody is said to have written it."""

_WIDE_LABEL = re.compile(r"^[\u4e00-\u9fff](?:[ \u3000\xa0]{1,4}[\u4e00-\u9fff]){1,3}\s?[:：]", re.MULTILINE)

_SEPARATOR = r"(?:\s?(?:[:：/／|｜丨]|[，,]\s?(?=\n))|】\s?[:：]?)\s{0,3}"
_WIDE = r"[ \u3000\xa0]{0,4}"
_HAN = r"[\u4e00-\u9fff]{2,4}"
_OTHER_LABEL = (
    "来源|發|发布|时间|责|编辑|作者|记者|通讯|摄影|攝|圖|图片|审|校[对對审]|监制|阅读|字号|原标|手机|打印|排版"
)
_NEXT_LABEL = "(?:[出來来][处處源]|文章来源|责任编辑|责编|编辑|编审|发布时间|时间|日期|点击|浏览|阅读)"
"""What may stand right behind a name."""

_ANOTHER = rf"[ 、\u3000](?!{_OTHER_LABEL}){_HAN}(?![\u4e00-\u9fff]|\s?[:：])"
_BYLINE = re.compile(
    rf"(作{_WIDE}者|记{_WIDE}者|記{_WIDE}者|撰文|撰稿|采写|文字(?=[:：】]\s?{HAN_NAME})|博主|張貼者|發表人|发表人|文(?<![\u4e00-\u9fff]文)"
    rf"|編輯|责任编辑|责编|编{_WIDE}辑){_SEPARATOR}"
    rf"(?!{_OTHER_LABEL})(?:[^\s:：]{{0,10}}(?:记者|评论员|通讯员|撰稿人)\s{{1,2}})?"
    rf"({_HAN}(?:{_ANOTHER}){{1,7}}|{HAN_NAME_BEGUN}(?={_NEXT_LABEL}\s?[:：])|[^\s:：|｜丨/／，,。)）\]】]{{2,20}}+(?!\s?[:：]))"
)
"""What stands behind a label, unless it is the next one: 作者：浏览次数：."""

_HAN_NAMES = rf"{_HAN}(?:{_ANOTHER}){{0,4}}"
_FROM_SOMEWHERE = ("本报", "本報", "本刊", "本网", "本社")
_HELPER = "(?:通讯员|实习生)"
"""What stands between the names of reporters and of those who wrote with them."""

_PERSON = re.compile(HAN_NAME)
_BETWEEN_NAMES = re.compile(rf"{_HELPER}|[、，]")

_PICTURED = re.compile(rf"摄影\s?[:：/／]\s{{0,3}}({HAN_NAME}(?:[ 、\u3000]{HAN_NAME}){{0,4}})")
"""Who took the pictures, between the title and the text: nobody else may have written it."""

_REPORTER = re.compile(
    rf"(?:^|[（(\s])[^\s（）()，。]{{0,10}}([记記]者)[ \u3000\n]{{1,3}}"
    rf"({_HAN_NAMES}(?:[ \u3000]{{1,3}}{_HELPER}[ \u3000]{{1,3}}{_HAN_NAMES})?)"
    r"[ \u3000]{0,3}(?=[）)\n\d摄攝]|$|来源|编辑|阅读|浏览|评论|文(?:[/／、图圖字]|$))",
    re.MULTILINE,
)
_PARTED_LABEL = re.compile("记者[ \u3000\n]|記者[ \u3000\n]")
"""What such a byline has: plain words are found many times as fast as the whole of it."""

_ON_ITS_LINE = re.compile(
    rf"(?:^|[ \u3000])[^\s（）()，。]{{0,10}}(?:(记者)|(评论员|专栏作家|编辑)[ \u3000]{{1,3}})"
    rf"({HAN_NAME}(?:[ 、\u3000]{HAN_NAME}){{0,4}})[ \u3000]{{0,3}}$",
    re.MULTILINE,
)
"""A reporter whose name nothing parts from the label, and others with a space there: nothing stands behind the name."""

_BEGINS_REPORT = re.compile(
    r"[ \u3000]{0,9}[^\s（）()，。]{0,9}(?:[報报网網社台刊端经]|新闻|新聞|财经)[ \u3000]{0,3}"
    rf"(记者)()[ \u3000]{{1,3}}({HAN_NAME}(?:[ 、\u3000]{HAN_NAME}){{0,4}})[ \u3000]{{1,3}}[^\s\d]"
)
"""A paper and its reporter at the beginning of a text, which goes on behind a space."""

_ON_LINES = re.compile("记者|评论员|专栏作家|编辑")
"""What such a line needs."""

_SPACED = re.compile(
    r"记者[ \u3000]{1,3}([\u4e00-\u9fff])[ \u3000]{1,2}([\u4e00-\u9fff])(?=[ \u3000]{0,3}(?:[\n）)]|$))", re.MULTILINE
)
"""Papers set names of two characters as wide as those of three."""

_IN_BRACKETS = re.compile(
    rf"[（(][^\s（）()，。]{{0,10}}(记者)[ \u3000:：]?"
    rf"({_HAN_NAMES}(?:[ 、，\u3000]{{0,2}}{_HELPER}[ \u3000:：]?{_HAN_NAMES})?)[）)]"
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

_WRITERS = (
    *("作者", "记者", "記者", "撰文", "撰稿", "采写", "文", "文字", "评论员", "专栏作家"),
    *("博主", "張貼者", "發表人", "发表人"),
)
_EDITORS = ("责任编辑", "责编", "编辑", "編輯")


def author(
    table: Table, stated: Stated, start: int, end: int, head: tuple[int, int] = (0, 0), last: int = 0
) -> tuple[str, str]:
    """The author and where the name was found: "json-ld", "meta", "element", "byline", "editor", "title", "profile",
    or two empty strings.

    `start` and `end` bound the part of `table.flow` in which a byline counts: from the title to the text's end, and
    `head` the part between the title and the text, in which a name or a link to a profile needs no label. `last` is
    where the text itself ends, 0 if unknown: templates put bylines right behind it, too, and over the title. Several
    authors are joined by ", ". An editor is taken where nobody else is named.
    """
    return next(_candidates(table, stated, start, end, head, last), ("", ""))


def _candidates(
    table: Table, stated: Stated, start: int, end: int, head: tuple[int, int], last: int
) -> Iterator[tuple[str, str]]:
    """Names and where they were found, best first."""
    over = [head, (max(table.span(table.body)[0], head[0] - BYLINE), head[0])] if head[0] < head[1] else []
    under = (last, min(last + AFTER_TEXT, len(table.flow)) if last else 0)
    persons, others = _json_ld(stated)
    if persons:
        yield persons, "json-ld"
    sites = _sites(table, stated)
    metas = _meta(stated, sites)
    bylines = cache(partial(_bylines, table.flow, start, end + AFTER_TEXT))
    if metas and metas.isascii() and table.is_cjk:  # some systems state their own name
        yield from _written(bylines())
    is_shown = any(name in table.flow for name in metas.split(", "))  # else it may be the template's author
    if metas and is_shown and metas not in sites:
        if is_paper(metas):  # its reporter wrote
            yield from _written(bylines())
        yield metas, "meta"
    yield from ((name, "element") for name in _elements(table, start, end, head))
    yield from ((name, "element") for name in _behind_icons(table, head))
    yield from _written(bylines())
    if metas and metas not in sites:
        yield metas, "meta"
    if match := _by(table, start, end):
        yield " ".join(match[1].split()), "byline"
    yield from ((name, "byline") for name in byline_parts.labelled(table, [*over, under]))
    if names := _unlabelled(table.flow, end, head):
        yield names, "byline"
    if head[0] < head[1] and (match := _WHO_SENT.search(_unspaced(table.flow[slice(*head)]))):
        yield match[1], "byline"
    if head[0] < head[1] and (match := _PICTURED.search(table.flow, *head)):
        yield _joined(_BETWEEN_NAMES.sub(" ", match[1]).split()), "byline"
    named = {*sites.split("\n"), *map(str.strip, _TITLE_PARTS.split(table.page_title))}
    unlabelled = byline_parts.alone(table, head, [*over[1:], under] if table.is_cjk else over[1:], named)
    yield from ((name, "byline") for name in unlabelled)
    yield from ((name, origin) for name, origin in ((others, "json-ld"), (metas, "meta")) if name)
    yield from ((bylines()[mark], "editor") for mark in _EDITORS if mark in bylines())
    if head[0] < head[1] and (match := _PUBLISHER.search(table.flow, *head)):
        yield match[1], "editor"
    yield from ((name, "title") for name in chain(_blogger(table), _owner(table), _account(table, head)))
    yield from ((name, "profile") for name in chain(_profiles(table, head), _only_author(table)))


def _written(bylines: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Those whom bylines name as writers."""
    return ((bylines[mark], "byline") for mark in _WRITERS if mark in bylines)


def _unspaced(text: str) -> str:
    """A text without the spaces that set short labels as wide as longer ones: 来 信 人：."""
    return _WIDE_LABEL.sub(lambda match: "".join(match[0].split()), text)


def _by(table: Table, start: int, end: int) -> re.Match[str] | None:
    """A line that names who wrote."""
    flow = table.flow
    if signed := _signed(flow, start, end):
        return signed
    if max(flow.find("By", start, end), flow.find("by", start, end)) >= 0 and (match := _BY.search(flow, start, end)):
        return match
    return None if table.is_cjk else _FROM.search(flow, start, end)


def _signed(flow: str, start: int, end: int) -> re.Match[str] | None:
    """The line that signs a text over or under it: none that signs a remark."""
    last = end + AFTER_TEXT
    if not any(flow.find(word, start, last) >= 0 for word in _SIGNING):
        return None
    match = _POSTED_BY.search(flow, start, last) or _POSTED_AT.search(flow, start, last)
    return None if match and any(flow.find(word, end, match.start()) >= 0 for word in _REMARKS) else match


def _name(text: object) -> str:
    """A name without its label; "" if the text is none."""
    if not isinstance(text, str):
        return ""
    name = " ".join(unescaped(text[: 2 * MAX_CHARS]).split()).lstrip("/／|｜ ")
    if all_by := _ALL_BY.match(name):
        name = all_by[1] or all_by[2]
    if label := _LABEL.match(name):
        name = name[label.end() :]
    name = _CODE.sub("", _REPORTING.sub("", name)).strip(" ,，、|·•-—:：/／")
    return name if 1 < len(name) <= MAX_CHARS and not _NOT_A_NAME.search(name) else ""


def _joined(names: Iterable[str]) -> str:
    """The names, each once however its letters are written."""
    different = {"".join(filter(str.isalpha, name)).lower(): name for name in reversed(list(names)) if name}
    return ", ".join([*reversed(different.values())][:MAX_NAMES])


def _json_ld(stated: Stated) -> tuple[str, str]:
    """The persons, and the others, whom the first thing with an author names."""
    for thing in stated.things:
        value = thing.get("author") or thing.get("creator")
        things = value[:MAX_NAMES] if isinstance(value, list) else [value]
        named = [(types(thing), _name(thing.get("name"))) for thing in things if isinstance(thing, dict)]
        named += [(["Person"], _name(thing)) for thing in things]
        persons = _joined(name for kinds, name in named if not any(map(_is_organization, kinds)))
        if others := _joined(name for _, name in named):
            return persons, others
    return "", ""


def _is_organization(kind: str) -> bool:
    return kind.endswith("Organization")


def _meta(stated: Stated, sites: str) -> str:
    """The authors that <meta> elements name: not the site (`sites`), where another is named."""
    names = [_name(content) for key, contents in stated.meta.items() if key in _META_NAMES for content in contents]
    software = stated.meta_text("generator").split(" ")[0].lower() or " "
    persons = [_without_site(name, sites) for name in names if not name.lower().startswith(software)]
    return _joined(name for name in persons if name not in sites) or _joined(persons)


def _without_site(name: str, sites: str) -> str:
    """A name without the site's behind it."""
    before, _, last = name.rpartition(", ")
    return before if before and last in sites else name


def _sites(table: Table, stated: Stated) -> str:
    """What the page calls its site: in Open Graph, and behind its title."""
    return f"{stated.meta_text('og:site_name')}\n{_TITLE_PARTS.split(table.page_title)[-1]}"


def _elements(table: Table, start: int, end: int, head: tuple[int, int]) -> Iterator[str]:
    """What stands in elements that are named as an author's or link to one, between two places of the text; persons
    before the papers that they write for. Over the text, elements named as those of users are an author's."""
    if start >= end:
        return
    first, last = table.leaf_at(start), table.leaf_at(end - 1)
    under = table.leaf_at(min(len(table.flow), end + MAX_FOOTER_CHARS) - 1)
    title, over = (table.leaf_at(head[0] - 1), table.leaf_at(head[1] - 1)) if 0 < head[0] < head[1] else (0, -1)
    named = ((node, under if _signs(table, node) else last) for node in _of_authors(table, range(first, under)))
    for node, stop in sorted([*named, *((node, over) for node in _of_users(table, title, over))]):
        if first <= node < stop and table.ends[node] <= max(last, node + MAX_NODES):
            inside = range(node, min(table.ends[node], node + MAX_NODES))
            if within(table.elements.get("h1", ()), inside):
                continue  # the article's head
            metas = within(table.elements.get("meta", ()), inside)
            stated = [table.attributes[meta].get("content", "") for meta in metas]
            texts = [*stated, *_behind_label(_without_sources(table, inside))]
            names = (_name(byline_parts.without_signs(text)) for text in texts)
            yield from sorted(filter(None, names), key=is_paper)


def _without_sources(table: Table, inside: range) -> Sequence[str]:
    """The texts of some nodes, but for those in elements that are called a source."""
    return [table.texts[node] for node in inside if not is_called_source(table.class_name(table.parents[node]))]


def _signs(table: Table, node: int) -> bool:
    """True for what is marked up as an author for others than the page's styles, or is called the name of one, or the
    box of one, the only one: it may stand under the text."""
    attributes = table.attributes[node]
    name = attributes.get("class", "")
    if attributes.get("rel") == "author" or {"author", "vcard"} <= set(name.split()):
        return True
    is_named = _AUTHOR_NAME.search(name) or _AUTHOR_BOX.search(name)
    return is_named is not None and len(table.classes[name]) == 1


def _behind_icons(table: Table, head: tuple[int, int]) -> Iterator[str]:
    """What stands on the line of an icon of somebody between the title and the text."""
    if not 0 < head[0] < head[1]:
        return
    over = range(table.leaf_at(head[0] - 1), table.leaf_at(head[1] - 1) + 1)
    names = filter(_ICON.search, names_with(table.class_line, "user", "uthor", "erson"))
    for node in sorted(node for name in names for node in within(table.classes[name], over)):
        is_icon = table.tags[node] in _ICON_TAGS and not table.leaves_of(node)
        leaf = next(iter(table.leaves_in(range(node, over.stop))), -1) if is_icon else -1
        if leaf >= 0 and not line_ends(table, node, leaf) and (found := _name(table.texts[leaf])):
            yield found


def _only_author(table: Table) -> Iterator[str]:
    """The only author to whose page links lead, wherever they stand."""
    links = _links_to_authors(table, table.profiles)
    if len({table.attributes.value(link, "href").rstrip("/") for link in links}) == 1:
        yield from filter(None, (_name(table.text_of(link)) for link in links))


def _behind_label(texts: Sequence[str]) -> Sequence[str]:
    """An element's texts behind the one that is a label: what is by someone is named before it."""
    label = next((place for place, text in enumerate(texts) if _LABEL.fullmatch(text.strip())), -1)
    return texts[label + 1 :]


def _blogger(table: Table) -> Iterator[str]:
    """Whom <title> names before the site where that is one of blogs, and a heading or a text of the page that says no
    more, or that it is theirs."""
    pieces = _TITLE_PARTS.split(table.page_title)
    if len(pieces) < 3 or not _OF_BLOGS.search(pieces[-1]):
        return
    name = _BLOG_OF.sub("", pieces[-2].strip())
    headings = (table.text_of(node) for tag in ("h1", "h2") for node in table.find(tag))
    texts = (table.texts[leaf].strip() for leaf in table.leaves_with(name, range(table.body, len(table))) if name)
    if name and any(_BLOG_OF.sub("", text) == name for text in chain(headings, texts)):
        yield from filter(None, [_name(name)])


def _owner(table: Table) -> Iterator[str]:
    """Whose blog a heading names that is not the page's title."""
    headings = (table.text_of(node).strip() for tag in ("h1", "h2") for node in islice(table.find(tag), MAX_HEADINGS))
    named = (_BLOG_NAME.fullmatch(text) for text in headings if text and not table.page_title.startswith(text))
    yield from (name for match in named if match and (name := _name(match[1])))


def _account(table: Table, head: tuple[int, int]) -> Iterator[str]:
    """Whom <title> names last, or a line between the title and the text, and a text of the page with the numbers of
    what they wrote or who read it."""
    over = (line.strip() for line in islice(table.flow[slice(*head)].split("\n"), MAX_LINES))
    for name in filter(_name, [_TITLE_PARTS.split(table.page_title)[-1].strip(), *over]):
        leaves = table.leaves_with(name, range(table.body, len(table)))
        if any(
            table.texts[leaf].strip() == name and _NUMBERS.match(table.flow, table.span(leaf)[1]) for leaf in leaves
        ):
            yield _name(name)


def _of_users(table: Table, first: int, last: int) -> Iterator[int]:
    """The elements between two leaves that are called by a user's name."""
    names = {*names_with(table.class_line, "ick", "ame"), *({"user"} & table.classes.keys())} if first < last else ()
    for name in names:
        if (inside := within(table.classes[name], range(first, last))) and _USER.search(name):
            yield from inside


def _of_authors(table: Table, part: range) -> set[int]:
    """The elements in a part of the page that are called an author or a byline, or link to an author's page; to
    readers too, in what pops up over them."""
    value = table.attributes.value
    found = set(_links_to_authors(table, within(table.profiles, part)))
    classes = (
        (name, table.classes[name]) for name in names_with(table.class_line, "uthor", "yline", "eporter", "riter")
    )
    ids = ((name, table.ids[name]) for name in names_with(table.id_line, "uthor"))  # others are those of labels, too
    for name, nodes in chain(classes, ids):
        if (inside := within(nodes, part)) and _NAMED.search(name):
            found.update(inside)
    for said in ("rel", "itemprop", "title"):
        found.update(node for node in within(table.marked.get(said, ()), part) if value(node, said) in _AUTHOR)
    return found


def _links_to_authors(table: Table, profiles: Sequence[int]) -> list[int]:
    """Those of some links to profiles whose address says that the profile is an author's."""
    return [link for link in profiles if _PROFILE.search(table.attributes.value(link, "href"))]


def _unlabelled(flow: str, end: int, head: tuple[int, int]) -> str:
    """Names between the title and the text: of whom one may follow, on a line of their own or with the date; or in
    brackets at the text's end."""
    over, under = flow[slice(*head)], flow[max(0, end - MAX_CHARS) : end]
    if followed := _FOLLOWED.search(over):
        return _followed(over[: followed.end(1)])
    if put_up := _PUT_UP.search(over) or _BESIDE_TIME.search(over):
        return _name(put_up[1])
    return _joined(names_on_a_line(over) or names_beside_date(over) or names_at_the_end(under))


def _followed(over: str) -> str:
    """The last line that says who may be followed, rather than what kind of account it is or when it wrote: over the
    time, beside which stands from where, if there is one."""
    lines = [line.strip() for line in over.split("\n")]
    names = [
        "" if len(line) > MAX_ACCOUNT or _DESCRIBED.search(line) or is_time(line) else _name(line) for line in lines
    ]
    timed = next((at for at, line in enumerate(lines) if is_time(line)), len(lines))
    return next(filter(None, [*reversed(names[:timed]), *reversed(names[timed:])]), "")


def _profiles(table: Table, head: tuple[int, int]) -> Iterator[str]:
    """The names in links to profiles between the title and the text."""
    for link in table.profiles if table.is_cjk and head[0] < head[1] else ():
        if head[0] <= table.span(link)[0] < head[1] and (name := _name(table.text_of(link))):
            yield name


def _bylines(flow: str, start: int, end: int) -> dict[str, str]:
    """Names by the word that stands before them, the first of each."""
    bylines: dict[str, str] = {}
    reported = max(flow.find("记者", start, end), flow.find("記者", start, end)) >= 0
    of_reporters = chain(_reporters(flow, start, end), _IN_BRACKETS.finditer(flow, start, end)) if reported else ()
    for match in chain(_BYLINE.finditer(flow, start, end), of_reporters):
        is_sentence = "\n" in match[0] and flow[match.end() : match.end() + 1] in ("，", "。")
        names = _persons(_BETWEEN_NAMES.sub(" ", match[2]).split())
        if not is_sentence and (name := _name(", ".join(names))):
            bylines.setdefault("".join(match[1].split()), name)
    lines = _lines_with(_ON_LINES, flow, start, end)
    on_lines = (_ON_ITS_LINE.search(flow, *line) or _BEGINS_REPORT.match(flow, *line) for line in lines)
    if named := next(filter(None, on_lines), None):
        bylines.setdefault(named[1] or named[2], ", ".join(_BETWEEN_NAMES.sub(" ", named[3]).split()))
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


def _persons(names: list[str]) -> list[str]:
    """The names without the first one if it is no person's as the others are: whom they write for; and without what
    begins a report from somewhere."""
    names = [name for name in names if not name.startswith(_FROM_SOMEWHERE)]
    others = names[1:]
    is_paper = others and not _PERSON.fullmatch(names[0]) and all(map(_PERSON.fullmatch, others))
    return others if is_paper else names
