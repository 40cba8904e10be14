"""Who wrote a post whose template marks no author, as the post says it by itself: in an attribute of its element, in a
sentence or behind a label, at the picture of its author, over the panel that counts what they wrote, or before the
time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from crawler.extract.instant import is_time
from crawler.extract.label_words import label_words
from crawler.extract.lines import line_ends
from crawler.extract.table import Table, within
from crawler.extract.threads.marks import MAX_TIME_CHARS, is_profile
from crawler.extract.threads.names import (
    RANKS,
    is_anonymous,
    is_rank,
    may_be_unmarked,
    may_count,
    name_of,
    unmarked_name,
)
from crawler.extract.threads.time_labels import may_be_of_post

MAX_SENTENCES = 20
"""So many texts of a post are looked at for a sentence that names its author."""

_LABEL = (
    "作者|创建者|创建人|添加人|提交人|提交者|报告人|咨询者|咨询人|发起人|发信人|發信人|寄信人|发帖人|發帖人|发帖者|发表人|发布者|发布人|提问者|提问人|回答者|回复人|留言人|来信人|答复单位|回复单位|答复部门"
    "|患者|求助者|楼主|樓主|昵称|暱稱|用户名|网友|姓名|網名|网名|發問者|提問者|提問人|回覆者|留言者|發表人|發表者|張貼者|诉求人|名前|追加者|報告者|登録者|投稿者|質問者|작성자|글쓴이|이름|автор"
    "|yazan|gönderen|konuyu açan|kirjoittaja|kirjoittanut|skrivet av|författare|geplaatst door|napisał|napisała|szerző"
    "|írta"
    "|tác giả|đăng bởi|người gửi|penulis|ditulis oleh|diposting oleh|від|بواسطة|الكاتب"
    "|author|authored by|posted by|written by|started by|asked by|created by|opened by|reported by|added by"
    "|submitted by|autor|verfasser|verfasst von|hinzugefügt von|gemeldet von|geschrieben von|erstellt von|auteur"
    "|posté par|publié par|écrit par|ajouté par|soumis par|créé par"
    "|escrito por|publicado por|enviado por|scritto da|inviato da|autore|nickname|닉네임"
)
LABELS = tuple(_LABEL.split("|"))
"""What stands before a name."""

BADGES = ("楼主", "樓主", "该作者", "該作者", "看作者")
"""Those of them that stand alone beside a name as often, where posts of theirs are shown alone: with a colon they are
labels."""

_LABELLED = re.compile(rf"(?:^\W*|[|｜]\s?)(?:{_LABEL})\s?[:：]\s?([^\s(（,，|｜]{{1,20}})", re.IGNORECASE)
"""A name behind its label in one text, which may tell more: No. 503465 | Author: …"""

_LABELLED_ALONE = re.compile(
    rf"^\W*(?:{_LABEL})\s?[:：]\s?([A-Za-zÀ-ӿ.'’-]{{1,20}}(?: [A-Za-zÀ-ӿ.'’-]{{1,20}}){{1,3}})"
    r"(?: ?[(（][^()（）]{1,40}[)）])?$",
    re.IGNORECASE,
)
"""The same where it is all that a text says: then it may be of several words."""

_SENTENCES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"\b(?:submitted|posted|written|started|asked|answered|created|opened|reported|added|published|eingetragen|geschrieben|verfasst|erstellt|gefragt|beantwortet|publié|posté"
        r"|écrit"
        r"|envoyé|enviado|publicado|escrito|postado|inviato|scritto|geplaatst|geschreven|skrivet|skrevet|postat"
        r"|ditulis|diposting|đăng|опубликовано)"
        r"\s+(?:by|von|par|por|da|door|av|af|oleh|bởi)"
        r"\s+(\S.{0,38}?\S)\s*(?:\s(?:on|at|am|le|el|em|il|op)\s|[»,–—-]\s)",
        r"^\W*(\S.{0,38}?)\s+(?:wrote|said|posted|replied|commented|added|reported|opened"
        r"|schrieb|(?:a )?écrit|escribió|escreveu|ha scritto"
        r"|schreef|skrev|kirjoitti|napisała?|yazdı|írta|написа[вл]а?|ответила?)\s+(?:(?:on|at|am|le|el|em|il|op)\s"
        r"|(?=\d))",
        r"^\W*(\S.{0,38}?)\s+hat\s+am\s+\d",
        r"^(?:[–—-]{1,3}\s?|\W*(?:by|von:?|par|por|da|od|av|af|door|oleh|bởi|от|від|сообщение|from:)\s)\s?(\S.{0,30}?)"
        r"(?:\s?[,，·|»]|\s(?:on|am|le|el|em|op|il|date:))\s?(?=.{0,20}\d)",
        r"^\d{1,4}\s?[:：]\s?(\S.{0,30}?)\s?[:：]\s?(?=\d{2,4}/)",
        r"^\W*(?:网友|用户|由)?[\s\[【]*([^\s\]】]{1,20})[\]】]?\s*[于於在]\s?(?=[\d前昨今刚剛])"
        r".*?(?:[发發][表布]|提交|回[复覆應]|[评評][论論]|[说說]|[写寫]道|留言)",
        r"^\W*(?:\d+\s?[楼樓#]\s?)?(?!来自|最后|[此本该]文?[章帖贴])([^\s:：]{1,20}?)\s?(?:[发發][表布]|回[复覆應]|提[问問]|[评評][论論]|留言)"
        r"[于於]\s?[:：]?\s?(?=[\d前昨今刚剛])",
    )
)
"""A name in the sentence that says when a post was written."""

_POSTED_AT = re.compile(r"\s*(?:[发發][表布佈帖起]|提[问問交出]|[创創]建|回[答复覆應帖]|[評评][论論]|留言)[于於]")
"""What stands between a name and the time at which it posted."""

_SENDER = re.compile(r"(\S.{0,38}?)\s*<[^<>]{0,40}\S(?:@| at )\S[^<>]{0,40}>$")
"""A name and its address, as letters have them."""

_ADDRESS = re.compile(r"\S(?:@| at )\S")

_EDITED = re.compile(
    r"本[帖文]最[后後]由\s?(?P<han>\S{1,30})\s?[于於]\s?\d.{5,30}[编編][辑輯]"
    r"|\W*(?:(?:this post |this message )?(?:was )?(?:last )?edited by|(?:zuletzt )?(?:bearbeitet|editiert) von"
    r"|(?:message )?(?:édité|modifié) par|dernière modification par|(?:última edición|editado) por"
    r"|сообщение отредактировал|последний раз редактировал(?:ось|а|о)?|(?:chỉnh )?sửa (?:lần )?cuối bởi)"
    r"[:\s]\s?(?P<name>\S.{0,38}?)(?:\s?[;,]|\s(?:on|at|am|le|el|в|-)\s).*\d",
    re.IGNORECASE,
)
"""A post's author, as a rule, in the note over its text."""

_BEFORE_TIME = re.compile(
    r"\W*(\S.{0,30}?)\s?(?:[|｜·•,，]\s?|\s(?:[于於]\s)?)(?=(?:[12][09]\d\d|\d{1,2})\s?[-/.年月]\s?\d|\d{1,2}\s?(?:分钟|小时"
    r"|[天周年]|个月)前|[昨今前]天|刚)"
)
"""What stands before a time in one text: user7 · 2019-07-24 16:42."""

_WORD = re.compile(r"\w")

_NICKNAME = re.compile(r"(?<=\w)\s?\([^()]+\)$")

MAX_HEAD = 3
"""Among so many texts at the beginning of a letter's body stands its sender: what it tells of itself comes first."""

MAX_BETWEEN = 3
"""So many controls and numbers may stand between a name and the time behind it."""

_AUTHORS_ATTRIBUTE = re.compile(r"author|(?:user|nick|^u)-?name|nick$", re.IGNORECASE)

_FACE = re.compile(r"avatar|face|head|portrait|photo|user|profile|member|people")
"""How pictures of people are called, in lower case: their files, their classes."""

_OF_FACE = re.compile(
    r"^(?:avatar|(?:(?:view|go to|voir|ver) (?:the |le |el )?)?(?:profile?|perfil)(?: (?:picture|photo))?|view|go to"
    r"|photo|profilbild|foto)(?: (?:of|for|von|de|di|da))? |^用户头像[:：\s]*"
    r"|(?:'s|s')? ?(?:avatar|profile(?: (?:picture|photo|image))?)$|的?头像$|的?頭像$"
    r"|^(?:查看|访问|訪問)\s*|\s*的(?:个人|個人|详细)?(?:资料|資料|空间|空間|主页|主頁|信息)$",
    re.IGNORECASE,
)
"""What stands around the name in what is said of a picture."""

_NO_NAME = re.compile(
    r"(?:user|member|default|no|image|img|photo|picture|logo|icon|vip|用户|会员|默认|图片|头像|avatar)*\d{0,4}(?:\.\w{3,4})?$"
    r"|.*(?:\b|_|user)(?:off|on)line",
    re.IGNORECASE,
)

_PANEL = re.compile(
    r"\W*uid\s?[:：]?\s?\d|\d[\d.,]*\s(?:posts?|messages?|beiträge|mensajes|帖子)$"
    r"|\W*主[题題]数?\s?[:：]?\s?(?:\d|$)"
    r"|\W*[\u4e00-\u9fff]{0,2}(?:等级|等級|级别|級別|头衔|頭銜|注册|註冊|积分|積分|帖子|文章|发帖|發帖|发贴|发文|發文|投稿|威望|金币|金钱|精华|精華"
    r"|来自|來自|性别|性別|门派|所在地|地区|地區|ip属地"
    r"|posts?|messages?|joined|join date|registered|reputation|beiträge|dabei seit|mitglied seit|registriert"
    r"|сообщени[йя]|зарегистрирован|posty|berichten|viestejä|inscrit|mensajes|mensagens|registrado)"
    r"\s?(?:数|數|日期|时间|時間|le)?\s?(?:[:：]|\d)",
    re.IGNORECASE,
)
"""What user panels count of an author."""

MAX_PANEL, MAX_OVER, MAX_TOLD = 40, 3, 24
"""Among so many texts of a post stands a panel that is taken for its body; over its first label stand so many texts;
each tells something in so many characters."""

_TELLS = re.compile(r"[\u4e00-\u9fff]{2,4}\s?[:：]\s?\S{1,16}|[A-Z][a-z]{3,10}:\s?[\w, -]{1,16}")
_SHORT_WORD = re.compile(r"[\u4e00-\u9fff]{2,4}\s?[:：]?")

_RANKED = re.compile(
    rf"[\[(（]?(?:[楼樓层版吧群圈题坛]主|[组站]长|管理员|官方回[复復应應]|lz|op|{RANKS})[\])）]?", re.IGNORECASE
)

_TITLED = re.compile(r"[\u4e00-\u9fff]{2,4}(?:大夫|医生|医师|律师)")
"""A name with its profession."""

_TITLES = ("h1", "h2")
_TITLE_PARTS = re.compile(r"\s?[_|｜—–-]\s?")


class Author(NamedTuple):
    """A name, the address of the profile that it leads to ("" if none), as it stands in the page, and what told that it
    is one: "profile", "element" for how that is called, "text"."""

    name: str
    href: str = ""
    origin: str = ""


def byline(table: Table, record: range, body: Sequence[int]) -> Author:
    """The author of a post, a slice of node numbers, as it names them itself; without a name if it does not. `body` are
    the text leaves of its own text."""
    return (
        _in_attribute(table, record)
        or _in_sentence(table, record, body)
        or behind_label(table, record, body)
        or _before_address(table, record)
        or _at_picture(table, record, body)
        or _over_panel(table, record, body)
        or _before_rank(table, record, body)
        or Author("")
    )


def _in_attribute(table: Table, record: range) -> Author | None:
    """What the element of a post says of its author."""
    attributes = table.attributes[record.start]
    names = (name_of(value) for name, value in attributes.items() if _AUTHORS_ATTRIBUTE.search(name))
    return next((Author(name, "", "element") for name in names if name and not may_count(name)), None)


def _in_sentence(table: Table, record: range, body: Sequence[int]) -> Author | None:
    """The name in a sentence outside the body, as guests without a profile have it: Submitted by … on …; or behind its
    label there or where the body begins, as in the head of what is sent to a bulletin board."""
    end = end_of_own(table, record, body)
    leaves = table.leaves_in(record)[: MAX_SENTENCES + 1]
    for leaf, after in pairwise([*leaves, record.stop]):
        text = " ".join(table.texts[leaf].split())
        if (leaf not in body or leaf == body[0]) and (
            match := _LABELLED_ALONE.match(text) or _LABELLED.search(text[:MAX_TIME_CHARS])
        ):
            return Author(match[1], "", "text")
        if match := _EDITED.match(text):
            return Author(match["han"] or match["name"], "", "text")
        if (leaf not in body or leaf in body[:MAX_HEAD]) and (match := _SENDER.match(text)):
            return Author(match[1], "", "text")
        said, is_apart = text, leaf not in body
        if after < end and after not in body and not table.links[leaf] and _goes_on(table, leaf, after):
            said, is_apart = f"{text} {table.texts[after].strip()}", True
        may_tell = is_apart and leaf < end and len(said) <= MAX_TIME_CHARS and is_time(said)
        forms = _SENTENCES if may_tell else ()
        for match in filter(None, (form.search(said) for form in forms)):
            if name_of(match[1]) and not may_count(match[1]) and not is_rank(match[1]):
                return Author(match[1], "", "text")
    return None


def _goes_on(table: Table, leaf: int, after: int) -> bool:
    """True for a text without a time before a short one with it on its line."""
    return is_date(table, after) and not is_date(table, leaf) and not line_ends(table, leaf, after)


def behind_label(table: Table, record: range, body: Sequence[int]) -> Author | None:
    """The name in the text behind that which is its label, outside the body or where it begins."""
    leaves = table.leaves_in(record)[:MAX_SENTENCES]
    for leaf, after in pairwise(leaves):
        label = table.texts[leaf].strip(" \n\t\xa0:：").lower()
        if table.tags[table.parents[leaf]] == "th" == table.tags[table.parents[after]]:
            continue  # heads of columns
        if label in LABELS and label not in BADGES and (leaf not in body or leaf in body[:MAX_HEAD]):
            name = without_nickname(name_of(table.texts[after]))
            is_said = list(body) == [after]  # the label is what all call themselves
            return Author(name, "", "text") if name and not may_count(name) and not is_said else None
    return None


def _before_address(table: Table, record: range) -> Author | None:
    """The name right before its address, which is a link to write to it."""
    for leaf, after in pairwise(table.leaves_in(record)[:MAX_SENTENCES]):
        if table.links[after] and not table.links[leaf] and _ADDRESS.search(table.texts[after][:MAX_TIME_CHARS]):
            name = name_of(table.texts[leaf])
            if name and table.attributes[table.link_around(after)].get("href", "").lower().startswith("mailto:"):
                return Author(name, "", "text")
    return None


def without_nickname(name: str) -> str:
    """A name behind a label without what some give in brackets behind it: user7 (Rain)."""
    return _NICKNAME.sub("", name)


def _at_picture(table: Table, record: range, body: Sequence[int]) -> Author | None:
    """What is said of a picture of someone before or behind the body, or of the link around it."""
    first, last = (body[0], body[-1]) if body else (record.stop, record.stop)
    for image in faces(table, record):
        attributes, link = table.attributes[image], _link_around(table, image)
        told = attributes.get("alt", ""), attributes.get("title", ""), link.get("title", "")
        name = next(filter(None, map(_pictured, told)), "")
        if name and not first < image < last:
            href = link.get("href", "")
            return Author(name, href if is_profile(href) else "", "element")
    return None


def faces(table: Table, nodes: range) -> Iterator[int]:
    """The pictures of people in a slice of nodes: they are called so, or lead to profiles."""
    for image in within(table.elements.get("img", ()), nodes):
        attributes = table.attributes[image]
        said = "\n".join([attributes.get(name, "") for name in ("class", "src", "alt")])
        if _FACE.search(said.lower()) or is_profile(_link_around(table, image).get("href", "")):
            yield image


def _link_around(table: Table, node: int) -> Mapping[str, str]:
    """The attributes of the link that a node stands in directly; none if it stands in none."""
    parent = max(table.parents[node], 0)
    return table.attributes[parent] if table.tags[parent] == "a" else {}


def _pictured(said: str) -> str:
    """The name in what is said of a picture; "" if there is none."""
    name = name_of(_OF_FACE.sub("", " ".join(said.split())))
    return "" if _NO_NAME.match(name) or any(label_words(name)) else name


def _over_panel(table: Table, record: range, body: Sequence[int]) -> Author | None:
    """The first text of the panel beside a post, which tells what its author wrote: of one outside the body, else of
    one that was taken for the body's beginning."""
    inside = set(body)
    leaves = [leaf for leaf in table.leaves_in(record) if _WORD.search(table.texts[leaf])]
    label = next((leaf for leaf in leaves if leaf not in inside and is_of_panel(table.texts[leaf])), -1)
    if label >= 0:
        top = _top(table, record, label, lambda around: inside.isdisjoint(table.leaves_of(around)))
    else:
        label = next(_tellers(table, leaves[:MAX_PANEL]), -1)
        top = _top(table, record, label, lambda around: len(within(leaves, range(around, label))) <= MAX_OVER)
    for leaf in table.leaves_in(range(top, label)):
        name = unmarked_name(table.texts[leaf])
        if name and not _is_title(table, leaf, name):
            return Author(name, "", "text")
    return None


def is_of_panel(text: str) -> bool:
    """True for what panels of users count of an author, or tell behind a label: 帖子 4674, joined: May 2013."""
    return _PANEL.match(text) is not None


def _top(table: Table, record: range, label: int, may_hold: Callable[[int], bool]) -> int:
    """The highest element of a post around a text, from it up, that may hold what a panel does."""
    top, above = label, table.parents[label] if label >= 0 else -1
    while above >= record.start and table.ends[above] <= record.stop and may_hold(above):
        top, above = above, table.parents[above]
    return top


def _tellers(table: Table, leaves: Sequence[int]) -> Iterator[int]:
    """The texts that tell of someone what a label says, soon followed by another such text: 等级：老站友."""
    texts = [table.texts[leaf].strip() for leaf in leaves]
    tells = [_tells(text, after) for text, after in zip_longest(texts, texts[1:], fillvalue="")]
    for at, leaf in enumerate(leaves):
        if tells[at] and any(tells[at + 1 : at + 1 + MAX_BETWEEN]):
            yield leaf


def _tells(text: str, after: str) -> bool:
    """True for a short text that tells something behind its label, or is a label before a number."""
    if len(text) > MAX_TOLD:
        return False
    if _TELLS.fullmatch(text) or _PANEL.match(text):
        return True
    return after.isdigit() and _SHORT_WORD.fullmatch(text) is not None


def _before_rank(table: Table, record: range, body: Sequence[int]) -> Author | None:
    """A name with its profession, or the text before what the page calls an author: 楼主, a rank, a level; a time may
    stand between both."""
    inside = set(body)
    outside = [leaf for leaf in table.leaves_in(record)[:MAX_SENTENCES] if leaf not in inside]
    untimed = [leaf for leaf in outside if not is_date(table, leaf)]
    for leaf, after in pairwise([*untimed, record.start]):
        if _TITLED.fullmatch(name := table.texts[leaf].strip()) and table.tags[table.parents[leaf]] not in _TITLES:
            return Author(name, "", "text")
        if _RANKED.fullmatch(table.texts[after].strip()):
            name = name_of(table.texts[leaf])
            is_title = table.tags[table.parents[leaf]] in _TITLES or any(
                title.startswith(name) for title in table.titles
            )
            is_one = name and not may_count(name) and may_be_unmarked(name) and not is_title
            return Author(name, "", "text") if is_one else None
    return None


def may_be_ranked(table: Table, leaf: int, after: int) -> bool:
    """True for a name with its profession as a line, or before a rank on its line."""
    name = unmarked_name(table.texts[leaf])
    if not name or table.tags[table.parents[leaf]] in _TITLES:
        return False
    if after >= 0 and not line_ends(table, leaf, after):
        return is_rank(table.texts[after].strip())
    return _TITLED.fullmatch(name) is not None


def is_date(table: Table, leaf: int) -> bool:
    """True for a short text with a time."""
    return len(table.texts[leaf].strip()) <= MAX_TIME_CHARS and is_time(table.texts[leaf])


def end_of_own(table: Table, record: range, body: Sequence[int]) -> int:
    """The node up to which a post may say who wrote it: where its time stands over its text, that is the text's end,
    and whoever is named with a time below it remarks on the post."""
    if body and any(is_date(table, leaf) for leaf in table.leaves_in(range(record.start, body[0]))):
        return body[-1] + 1
    return record.stop


def before_time(table: Table, times: Sequence[int], record: range, body: Sequence[int]) -> Author:
    """What may be a name right before the time of a post, in its text or in one before it. `times` are the page's
    marks."""
    dated = dated_text(table, times, record, body)
    begun = _BEFORE_TIME.match(table.texts[dated])
    name = name_of(begun[1]) if begun else ""
    if name and not may_count(name) and _may_be_head(table, dated, name):
        return Author(name, "", "text")
    return _right_before(table, record, dated, body) or Author("")


def dated_text(table: Table, times: Sequence[int], record: range, body: Sequence[int]) -> int:
    """The text with a post's time, outside its own text if one is; the post's first node if there is none."""
    inside = set(body)
    marked = (mark for mark in within(times, record) if may_be_of_post(table, mark))
    texts = [leaf for mark in marked for leaf in table.leaves_of(mark) if is_date(table, leaf)]
    return min(texts, key=inside.__contains__, default=record.start)


def _right_before(table: Table, record: range, dated: int, body: Sequence[int]) -> Author | None:
    """The name in the last text before that of a post's time, but for controls and counts."""
    leaves = [leaf for leaf in table.leaves_in(range(record.start, dated)) if _WORD.search(table.texts[leaf])]
    inside, near = set(body), leaves[: -MAX_BETWEEN - 1 : -1]
    if sure := next(
        (name for leaf in near if leaf not in inside and is_anonymous(name := table.texts[leaf].strip())), ""
    ):
        return Author(sure, "", "text")
    for leaf in near:
        is_on_line = _is_on_line(table, leaf, dated, body)
        if is_on_line and (match := _LABELLED.search(table.texts[leaf])):
            return Author(match[1], "", "text")
        name = name_of(table.texts[leaf])
        if name and not may_count(name) and not is_rank(name):
            is_said = leaf == leaves[-1] and _POSTED_AT.match(table.texts[dated]) and _may_be_head(table, leaf, name)
            is_one = is_said or _may_stand_alone(table, leaf, name, is_on_line=is_on_line)
            is_head = leaf == leaves[0] == min(body, default=-1) and _may_be_head(table, leaf, name)
            is_free = dated not in body and (is_head or (is_one and leaf not in body))
            return Author(name, "", "text") if is_free or (is_one and is_on_line) else None
    return None


def _is_on_line(table: Table, leaf: int, dated: int, body: Sequence[int]) -> bool:
    """True if a text and the time behind it stand in a short element, which does not hold all of a post's text."""
    above = table.common_ancestor(leaf, dated)
    return table.length(above) <= MAX_TIME_CHARS and bool(body) and (body[0] < above or body[-1] >= table.ends[above])


def _may_be_head(table: Table, leaf: int, name: str) -> bool:
    """True if the first text of a post, which is taken for its body's, may be a name, linked or not."""
    return may_be_unmarked(name) and not _is_title(table, leaf, name)


def _may_stand_alone(table: Table, leaf: int, name: str, *, is_on_line: bool) -> bool:
    """True if a text that nothing marks as a name may be one where nothing else is: no heading, no title, no link but
    one on the line of the time that is not the page's trail."""
    link = _link_around(table, table.parents[leaf]) or _link_around(table, leaf)
    is_linked = table.links[leaf] and not link.get("href", "").startswith("mailto:")
    is_other = is_linked and (not is_on_line or _is_linked_above(table, leaf))
    is_title = _is_title(table, leaf, name) and not (is_linked and _is_later_part(table, name))
    return may_be_unmarked(name) and not is_title and not is_other


def _is_later_part(table: Table, name: str) -> bool:
    """True for a part of the page's title between the thread's own and the site's, where some name who began it."""
    return any(name in _TITLE_PARTS.split(title)[1:-1] for title in table.titles)


def _is_linked_above(table: Table, leaf: int) -> bool:
    """True if a link before says the same as a text: it leads to a board."""
    same = table.leaves_with(table.labels[leaf], range(leaf))
    return any(table.links[one] and table.labels[one] == table.labels[leaf] for one in same)


def _is_title(table: Table, leaf: int, name: str) -> bool:
    """True for a heading, and for a text of the page's title."""
    return table.tags[table.parents[leaf]] in _TITLES or any(name in title for title in table.titles)
