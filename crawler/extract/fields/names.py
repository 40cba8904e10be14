"""What is a name of somebody who writes: without its label, and none of what templates put where names stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from crawler.extract import templates_abroad as abroad
from crawler.extract.han_names import HAN_NAME_BEGUN
from crawler.extract.markup import unescaped
from crawler.extract.person_names import REPORTER_IN_KOREA

MAX_CHARS = 60
"""Longer values are descriptions, not names."""

MAX_NAMES = 8
"""So many authors are named; more are a list of staff."""

_LABEL = re.compile(
    r"(?:(?:(?:article|text|story)\s+by|(?:written|posted|published|authored|reported|geschrieben|verfasst|veröffentlicht|publiziert|erstellt"
    r"|écrit|publié|escrito|publicado|scritto|pubblicato)(?:\s+(?:by|von|am|par|por|da|on))?|by|von|vom|par|por|auteur|autore?|autorin"
    r"|(?:post |about the )?authors?|автор)\b"
    rf"|(?:{abroad.WRITERS_IN_ASIA})(?=\s?[:：=＝])|글(?=\s)|текст(?=\s?:)|words(?=\s?:)|text(?=\s?:)"
    r"|(?:本文|文章|原文)?作者|博主|发布者|張貼者|发表人|發表人|本报记者|(?:[\u4e00-\u9fff]{2,8}\s?[/／|｜]\s?|[\u4e00-\u9fff]{1,7}[报報社网網台]\s)?[记記]者|撰文|责任编辑|责编|编辑|文\s?(?=[:：/]))[\s:：/]*",
    re.IGNORECASE,
)

REGIONS = (
    "北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海"
    "|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|海外|中国(?:香港|澳门|台湾)?"
)
"""Where the address of who writes is, as platforms in China have to show it."""

_NOT_A_NAME = re.compile(
    r"[:：？！。，；]|@|\s[|｜]\s|(?<![A-Za-z_\d])\d\d|^\W*$|\.(?:com|cn|net|org)\b|^(?:admin|webmaster|(?:系统|超级|网站|后台|本站)?管理员|editor|unknown|user"
    r"|name|no author|authored by|stand|日期|reporter|post|null|none|share|follow|updated|di|da|av|af|door)$"
    r"|cm[sf]$|(?:管理|建站)系[统統]|(?:手[机機]|移[动動]|[触觸]屏|[电電][脑腦]|打印)版$"
    r"|[（(]$|^[\[【]|^[（(].*[)）]$|^L[Vv]\W?\d+$|^(?:我要|举报|舉報)|^(?:网络|互联网|本站|本网|原创|转载|佚名|未知|综合|整理|整合)|授权|版[权權]|当前位置|整理$|小[编編]$|声明|分享|转载|登[录錄]|注册|(?:编辑|委員|[记記]者|撰稿人)$|^(?:广告|廣告|通讯员|通訊員|来源|來源|作者|发布|發布|字[体號号體][大小]{0,2})$"
    r"|^\W*(?:[关關]注|[订訂][阅閱])\W*$|^(?:发[布表]于|發[布表]於|(?:IP\s?)?[属屬]地)|(?:账号|帐号|帳號)$"
    rf"|^(?:[来來]自\s?)?(?:{REGIONS})[省市]?$"
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

_REPORTING = re.compile(rf"[／/].{{0,12}}(?:報導|报道)$|(?<=[가-힣]){REPORTER_IN_KOREA}$")

POST = "(?:副?主任|主治|住院)?医[师生]|副?教授|律师|研究员"
"""What somebody works as, behind their name."""

_WITH_POST = re.compile(rf"({HAN_NAME_BEGUN})\s?(?:{POST})")

_CODE = re.compile(r"(?:^|_|\s?[(（])[A-Z]{1,4}\d{2,8}[)）]?$")
"""The number of an editor."""


def clean_name(text: object) -> str:
    """A name without its label and what its bearer works as; "" if the text is none."""
    if not isinstance(text, str):
        return ""
    name = " ".join(unescaped(text[: 2 * MAX_CHARS]).split()).lstrip("/／|｜ ")
    if all_by := _ALL_BY.match(name):
        name = all_by[1] or all_by[2]
    if label := _LABEL.match(name):
        name = name[label.end() :]
    name = _CODE.sub("", _REPORTING.sub("", name)).strip(" ,，、|·•-—:：/／")
    if posted := _WITH_POST.fullmatch(name):
        name = posted[1]
    return name if 1 < len(name) <= MAX_CHARS and not _NOT_A_NAME.search(name) else ""


def join_names(names: Iterable[str]) -> str:
    """The names, each once however its letters are written."""
    different = {"".join(filter(str.isalpha, name)).lower(): name for name in reversed(list(names)) if name}
    return ", ".join([*reversed(different.values())][:MAX_NAMES])


def behind_label(texts: Sequence[str]) -> Sequence[str]:
    """An element's texts behind the one that is a label: what is by someone is named before it."""
    label = next((place for place, text in enumerate(texts) if _LABEL.fullmatch(text.strip())), -1)
    return texts[label + 1 :]
