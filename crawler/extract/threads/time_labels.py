"""What a page says of a time, before it or where it stands: that a post was written then, or that a member registered,
the page was made, a post was changed."""

from __future__ import annotations

import re
from bisect import bisect_left

from crawler.extract.instant import is_time
from crawler.extract.lines import line_ends
from crawler.extract.table import Table, once
from crawler.extract.threads.page_clock import CLOCK

MAX_LEAVES = 40
"""So many texts of an element with a time are looked into for it."""

LABEL_CHARS = 20
"""So many characters before a time are its label."""

MAX_LABEL_LINE = 12
"""A longer line over a time is no label but what somebody says: "QQ 12345678, please join"."""

TERMS = ("dt", "th")
"""Elements whose text is a label, however long."""

_ENDS = ("。", "！", "？", "!", "?", "——", "……")
"""What sentences end with, and labels do not."""

_WITH_VALUE = re.compile(r"[:：]\s?[\d./-]{1,12}$")
"""A label with what it labels: "Joined: 2005-5" is none of the time behind it, nor "Joined 2005" over it."""

_REGISTERED = "|".join(rf"{word}(?<!未{word})(?!会员|會員|用户)" for word in ("注册", "註冊", "注冊"))
_OF_MEMBER = (
    rf"{_REGISTERED}|登录|登錄|在线时|在線時|加入(?<!迎加入)(?!收藏|好友|黑名单|购物车)|上次访问"
    r"|join(?:ed|ing|\s?date)|regist|member since|last (?:seen|visit|login|active)"
    r"|anmeldung|angemeldet|mitglied seit|dabei seit|inscri|membre depuis|miembro desde"
    r"|liittynyt|dołączył|lid (?:sinds|geworden|vanaf)|tilmeldt|blev? medlem|înscris|katılım"
    r"|регистрация|зарегистрирован"
    r"|rejestracja|fecha de ingreso|iscritto|membro desde|가입|última visita|ultima visita"
    r"|dernière visite|letzter besuch|последний визит|最終ログイン|登録日|medlem (?:sedan|siden)|reg\.datum|kayıt"
    r"|üyelik|son giriş|entrou em|registrován|založen|csatlakozott|regisztr|tham gia|gia nhập|bergabung|зареєстр"
    r"|приєдна|εγγραφ|انضم|التسجيل"
)
_OF_CHANGE = (
    r"redigera|redigert|redigeret|düzenle|upraven|szerkeszt|chỉnh sửa|sửa lần cuối"
    r"|cập nhật|diubah|diedit|відредаг|τροποποι|επεξεργ"
    r"|تعديل|편집|마지막 수정|최종 수정|編集|senast|dernier message"
    r"|letzte[rn]? (?:beitrag|antwort)|últim[oa] (?:mensaje|respuesta|resposta)"
    r"|ultimo messaggio|последн|останн|son mesaj"
)
_OF_NO_POST = re.compile(rf"{_OF_MEMBER}|{CLOCK}|北京的?[时時][间間刻]|{_OF_CHANGE}")
"""What stands before a time, in lower case, at which a member registered or was last there, the page was made, or
something was changed or answered last. All begin with a plain character, by which they are found several times as
fast."""

_NOT_POSTED = re.compile(
    rf"{_OF_NO_POST.pattern}|签名档?|簽名檔?|signature|最[后後][由被]"
    r"|截[止至]|解决(?:[于於]|时间)|结束(?:[于於]|时间)|关闭(?:[于於]|时间)|编辑|編輯|修改|最后(?:活动|访问|回复|更新|修订)|最後修訂"
    r"|発売|发售|發售|release|edited|last reply"
    r"|zuletzt|bearbeitet|modifi|editado|muokattu|edytowan|bewerkt|отредактир"
    r"|última edici|ultima modifica|最終更新|최종수정"
)
"""The same, and what some sites write at the place where other posts of theirs have the time at which they were
written: that one was edited, a question solved."""

_POSTED = re.compile(
    r"(?<!最后)(?<!最後)(?:发[表布帖]|發[表佈帖]|提问|提交|留言|来信)(?:[于於]|时间|時間|日期)?\s?[:：]?\s*$"
)
"""What stands right before a time at which something was posted."""

_ANSWERED = re.compile(r"(?:回[复復覆应應]|答[复復覆]|办理|办结)(?:时间|時間|日期)\s?[:：]")
"""What an office writes before the time of its answer."""

_OF_NAME = re.compile(r"(?:回[复復覆应應]|更新|发表|發表)[于於在]?")
"""What stands between a name and a time: what stands before the name tells of what that is."""


@once
def label_of(table: Table, mark: int) -> str:
    """The end of the text before a mark, unless it is no label of it: a link, with a time or a number of its own, the
    end of a sentence, a longer text on another line."""
    at = bisect_left(table.leaves, mark) - 1
    before = table.leaves[at] if at >= 0 else -1
    text = table.texts[before].strip() if before >= 0 else ""
    label = text[-LABEL_CHARS:]
    if _OF_NAME.fullmatch(label) and at > 1 and not line_ends(table, table.leaves[at - 2], mark):
        label = table.texts[table.leaves[at - 2]].strip()[-LABEL_CHARS:] + label
    if not label or is_time(label) or label.endswith(_ENDS) or table.links[before] > table.links[mark]:
        return ""
    if text[-1].isdigit() and (_WITH_VALUE.search(text) or line_ends(table, before, mark)):
        return ""
    is_term = text[-1] in ":：" or table.tags[table.parents[before]] in TERMS
    return "" if len(text) > MAX_LABEL_LINE and not is_term and line_ends(table, before, mark) else label


@once
def may_be_of_post(table: Table, mark: int) -> bool:
    """False for a time whose label, before it or in its element, says that nothing was posted then."""
    start, end = table.span(mark)
    own = table.flow[start : min(end, start + LABEL_CHARS)]
    return not is_of_another(label_of(table, mark)) and not is_of_another(own)


def is_posted(table: Table, mark: int) -> bool:
    """False for a time of which it is said, before it or where it stands in its element, that nothing was posted."""
    said = times_in(table, mark)
    return may_be_of_post(table, mark) and not (said and all(map(is_of_another, said)))


def is_answered(table: Table, mark: int) -> bool:
    """True for a time of which it is said, before it or where it stands, that a question was answered then."""
    return any(map(_ANSWERED.search, [label_of(table, mark), *times_in(table, mark)]))


def is_of_no_post(table: Table, mark: int) -> bool:
    """True for an element of which all texts with a time say that it is of something else than posts."""
    said = times_in(table, mark)
    return bool(said) and all(_OF_NO_POST.search(text.lower()) for text in said)


@once
def times_in(table: Table, mark: int) -> list[str]:
    """The texts with a time in an element."""
    return [table.texts[leaf] for leaf in table.leaves_of(mark)[:MAX_LEAVES] if is_time(table.texts[leaf])]


def is_of_another(label: str) -> bool:
    """True for a label that says that nothing was posted at the time behind it; the last word before that counts."""
    return _NOT_POSTED.search(label.lower()) is not None and _POSTED.search(label) is None
