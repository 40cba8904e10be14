"""Marks: what every post of a thread has once, its time and the link to its author, by place in the template."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain

from crawler.extract.boilerplate import remembered
from crawler.extract.instant import from_epoch, is_time, spans
from crawler.extract.lines import line_ends
from crawler.extract.published.pean import anchors, is_short
from crawler.extract.table import TEXT, Shape, Table, within
from crawler.extract.threads.letters import letters

MAX_AUTHOR_CHARS = 40
"""Longer texts are no names."""

TIME_ATTRIBUTES = ("datetime", "data-time", "data-timestamp", "title", "content")
"""Where an element may say an exact time: "3 days ago" often has the instant there."""

MAX_TIME_CHARS = 100
"""Longer texts and attributes are not looked into for times."""

MIN_RECORDS = 0.6
"""Share of the records in which a class stands if it is of the template."""

_PROFILE = re.compile(
    r"(?:\b|_)(?:uid|users?|user(?:id|name|info|profile|center)|(?:view|show|disp)user|viewprofile|members?|member(?:list|info)"
    r"|profiles?|profil|space|people|authors?|u|mitglied(?:er)?|benutzer|membres?|utilisateur|usuarios?|miembros?|perfil"
    r"|utent[ei]|utilizador|gebruiker|leden|kullanici|uye|uzytkownik|anvandare|bruker|medlem|kayttaja|jasen|thanhvien|pengguna)(?:\b|[_-])",
    re.IGNORECASE,
)
_NO_PROFILE = re.compile(r"log-?(?:in|out|on|ging)|regist|sign-?(?:in|up|out)|password|destination=", re.IGNORECASE)
_AUTHOR_WORDS = re.compile(
    r"author|user|nick|poster|(?<!re)member|uname|writer|byline|(?<!h)auteur|autor(?![a-z])|verfasser|benutzer|usuario|utilisateur"
    r"|pseudo(?![a-z])|gebruiker|kullanici|(?:screen|display|normal|full|real)[_-]?name",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?:^|\s)name(?:\s|$)")
"""What an element may be named as that holds an author's name, and is not named around another."""

_ABOUT_AUTHOR = re.compile(
    r"title|rank|group|level|badge|score|count|location|position|affiliation|(?:user|member|author)[_-]?id$",
    re.IGNORECASE,
)
"""What else of an author elements are named as."""

_QUOTE = re.compile(r"(?<![a-z])quot|quote(?![a-z])|引用|zitat|citat", re.IGNORECASE)

MAX_LEAVES = 10
"""So many texts of an element with a time are looked into for it."""

LABEL_CHARS = 20
"""So many characters before a time are its label."""

MAX_LABEL_LINE = 12
"""A longer line over a time is no label but what somebody says: "QQ 12345678, please join"."""

_ENDS = ("。", "！", "？", "!", "?")
"""What sentences end with, and labels do not."""

_ENDS_HAN = frozenset("。！？")
"""... and names of people do not, in any script."""

_WITH_VALUE = re.compile(r"[:：]\s?[\d./-]{1,12}$")
"""A label with what it labels: "Joined: 2005-5" is none of the time behind it."""

_OF_MEMBER = (
    r"(?<!未)(?:注册|註冊|注冊)(?!会员|會員|用户)|登录|登錄|在线时|在線時|(?<!迎)加入(?!收藏|好友|黑名单|购物车)|上次访问"
    r"|join(?:ed|ing|\s?date)|regist|member since|last (?:seen|visit|login|active)"
    r"|anmeldung|angemeldet|mitglied seit|dabei seit|inscri|membre depuis|miembro desde"
    r"|liittynyt|dołączył|lid sinds|katılım|регистрация|зарегистрирован"
    r"|rejestracja|fecha de ingreso|iscritto|membro desde|가입|última visita|ultima visita"
    r"|dernière visite|letzter besuch|последний визит|最終ログイン|登録日|medlem (?:sedan|siden)|reg\.datum|kayıt"
    r"|üyelik|son giriş|entrou em|registrován|založen|csatlakozott|regisztr|tham gia|gia nhập|bergabung|зареєстр"
    r"|приєдна|εγγραφ|انضم|التسجيل"
)
_OF_PAGE = (
    r"(?:现在|現在|当前|當前|系统|系統|服务器|北京)的?[时時][间間刻]|current(?: server)? time|it is currently|time now"
    r"|redigera|redigert|redigeret|düzenle|upraven|szerkeszt|chỉnh sửa|cập nhật|diubah|diedit|відредаг|τροποποι|επεξεργ"
    r"|تعديل|편집|編集|senast|dernier message|letzte[rn]? (?:beitrag|antwort)|últim[oa] (?:mensaje|respuesta|resposta)"
    r"|ultimo messaggio|последн|останн|son mesaj"
    r"|gmt[+-]\d{1,2}(?:\.5)?,"
)
_OF_NO_POST = re.compile(rf"{_OF_MEMBER}|{_OF_PAGE}")
"""What stands before a time at which a member registered or was last there, or the page was made, in lower case."""

_NOT_POSTED = re.compile(
    rf"{_OF_MEMBER}|{_OF_PAGE}|(?:解决|结束|关闭)(?:[于於]|时间)|编辑|編輯|修改|最后(?:活动|访问|回复|更新)"
    r"|発売|发售|發售|release|edited|last reply"
    r"|zuletzt|bearbeitet|modifi|editado|muokattu|edytowan|bewerkt|отредактир"
    r"|última edici|ultima modifica|最終更新|최종수정"
)
"""What stands before a time at which nothing was posted, in lower case: that too, an edit, or the page was made."""

_POSTED = re.compile(
    r"(?<!最后)(?<!最後)(?:发[表布帖]|發[表佈帖]|提问|提交|留言|来信)(?:[于於]|时间|時間|日期)?\s?[:：]?\s*$"
)
"""What stands right before a time at which something was posted."""

Place = tuple[str, str, str, str, str, str]
"""Where a node stands in the template: tags and classes of itself and its parent, tags of two elements above."""


def place(table: Table, node: int) -> Place:
    tags, parents, names = table.tags, table.parents, table.class_names
    parent = max(parents[node], 0)
    above = max(parents[parent], 0)
    return tags[node], names[node], tags[parent], names[parent], tags[above], tags[max(parents[above], 0)]


def element_of(table: Table, node: int) -> int:
    """The node itself, or the element that a text leaf stands in."""
    return max(table.parents[node], 0) if table.tags[node] == TEXT else node


class Marks:
    """The marks of a page, in order, found once: the elements that hold a time, in their text or in an attribute, and
    those with a short text that link to a profile or are named as an author's."""

    def __init__(self, table: Table, parts: Sequence[range] | None = None) -> None:
        self._table = table
        self._parts = parts

    @cached_property
    def times(self) -> list[int]:
        table = self._table
        found = {element_of(table, anchor) for anchor in anchors(table)}
        found.update(element_of(table, leaf) for leaf in letters(table))
        for name in TIME_ATTRIBUTES:
            found.update(node for node in table.marked.get(name, ()) if says_time(table.attributes[node][name]))
        return sorted(found)

    @cached_property
    def profiles(self) -> set[int]:
        """The links that lead to profiles."""
        return {link for link in self._table.profiles if is_profile(self._table.attributes[link])}

    @cached_property
    def named(self) -> set[int]:
        """The elements that are named as an author's."""
        table = self._table
        found = {node for names, nodes in table.classes.items() if _names_author(names) for node in nodes}
        for said in ("itemprop", "rel"):
            nodes = table.marked.get(said, ())
            found.update(node for node in nodes if _names_author(table.attributes[node][said]))
        names = [node for names, nodes in table.classes.items() if _is_name(names) for node in nodes]
        inner = sorted(found | self.profiles) if names else []
        return found.union(node for node in names if not within(inner, range(node + 1, table.ends[node])))

    @cached_property
    def about(self) -> set[int]:
        """The elements that are named as what else is told of an author: a title, a rank."""
        return {node for names, nodes in self._table.classes.items() if _names_about_author(names) for node in nodes}

    @cached_property
    def quotes(self) -> list[int]:
        """The quotes, in order: <blockquote>, <q> and elements named as quotes."""
        table = self._table
        named = [node for names, nodes in table.classes.items() if _names_quote(names) for node in nodes]
        return sorted({*table.find("blockquote"), *table.find("q"), *named})

    @cached_property
    def authors(self) -> list[int]:
        table, found = self._table, sorted(self.profiles | self.named)
        inside = found if self._parts is None else [node for part in self._parts for node in within(found, part)]
        around = self._around_more
        return [
            node
            for node in inside
            if _is_short(table, node) and not _asks(table, node) and not _ends_sentence(table, node)
            if node in self.profiles or node not in around
        ]

    @cached_property
    def _around_more(self) -> set[int]:
        """The elements that are named as an author's and look like others, most of which hold more than a name: a post
        of few words is no name."""
        table = self._table
        alike: dict[Shape, list[int]] = {}
        for node in self.named:
            alike.setdefault(table.shape(node), []).append(node)
        return {node for nodes in alike.values() if 2 * sum(map(self._is_long, nodes)) > len(nodes) for node in nodes}

    def _is_long(self, node: int) -> bool:
        start, end = self._table.span(node)
        return end - start > MAX_AUTHOR_CHARS and not _is_short(self._table, node)

    def posted(self) -> list[int]:
        """The times but for those of authors' registrations, and those of a place where all of several are of edits:
        some sites show at one place when a post was written, or when it was edited."""
        table = self._table
        places = by_place(table, [mark for mark in self.times if not _is_of_no_post(table, mark)]).values()
        of_posts = (alike for alike in places if len(alike) == 1 or any(is_posted(table, mark) for mark in alike))
        return sorted(mark for alike in of_posts for mark in alike)

    def inside(self, parts: Sequence[range]) -> Marks:
        """The marks of parts of the page, in order, looked for in these alone."""
        marks, table = Marks(self._table, parts), self._table
        marks.times = sorted({element_of(table, node) for part in parts for node in may_be_times(table, part)})
        return marks

    def outside(self, table: Table, slices: Sequence[range]) -> Marks:
        """The marks that stand outside of slices of nodes, which share none; `table` is the page without their text."""
        marks = copy(self)
        marks._table = table
        marks.times = _outside(self.times, slices)
        marks.authors = _outside(self.authors, slices)
        return marks


def _outside(marks: Sequence[int], slices: Sequence[range]) -> list[int]:
    inside = {mark for nodes in slices for mark in within(marks, nodes)}
    return [mark for mark in marks if mark not in inside]


def may_be_times(table: Table, nodes: range) -> list[int]:
    """Where a part of the page has times, in order: text leaves, and elements with a time in an attribute."""
    texts, leaves = table.texts, table.leaves_in(nodes)
    if not leaves:
        return []
    found = {leaf for leaf in leaves if is_short(texts[leaf]) and is_time(texts[leaf])}
    start, end = table.span(leaves[0])[0], table.span(leaves[-1])[1]
    found.update(table.leaf_at(at) for first, last in spans(table.flow, start, end) for at in (first, last - 1))
    for name in TIME_ATTRIBUTES:
        having = within(table.marked.get(name, []), nodes)
        found.update(node for node in having if says_time(table.attributes[node][name]))
    return sorted(found)


def says_time(value: str) -> bool:
    """True for an attribute's value that is a time or has one."""
    return 0 < len(value) <= MAX_TIME_CHARS and (bool(from_epoch(value)) or is_time(value))


def label_of(table: Table, mark: int) -> str:
    """The end of the text before a mark, unless it is no label of it: a link, with a time or a number of its own, the
    end of a sentence, a longer text on another line."""
    at = bisect_left(table.leaves, mark) - 1
    before = table.leaves[at] if at >= 0 else -1
    text = table.texts[before].strip() if before >= 0 else ""
    label = text[-LABEL_CHARS:]
    if not label or is_time(label) or label.endswith(_ENDS) or table.links[before] > table.links[mark]:
        return ""
    if text[-1].isdigit() and _WITH_VALUE.search(text):
        return ""
    return "" if len(text) > MAX_LABEL_LINE and text[-1] not in ":：" and line_ends(table, before, mark) else label


def may_be_of_post(table: Table, mark: int) -> bool:
    """False for a time whose label, before it or in its element, says that nothing was posted then."""
    start, end = table.span(mark)
    own = table.flow[start : min(end, start + LABEL_CHARS)]
    return not is_of_another(label_of(table, mark)) and not is_of_another(own)


def is_posted(table: Table, mark: int) -> bool:
    """False for a time of which it is said, before it or where it stands in its element, that nothing was posted."""
    said = times_in(table, mark)
    return may_be_of_post(table, mark) and not (said and all(map(is_of_another, said)))


def _is_of_no_post(table: Table, mark: int) -> bool:
    """True for an element whose times are all of an author's registration or visits, or of the page's making."""
    said = times_in(table, mark)
    return bool(said) and all(_OF_NO_POST.search(text.lower()) for text in said)


def times_in(table: Table, mark: int) -> list[str]:
    """The texts with a time in an element."""
    return [table.texts[leaf] for leaf in table.leaves_of(mark)[:MAX_LEAVES] if is_time(table.texts[leaf])]


def is_of_another(label: str) -> bool:
    """True for a label that says that nothing was posted at the time behind it; the last word before that counts."""
    return _NOT_POSTED.search(label.lower()) is not None and _POSTED.search(label) is None


def is_profile(attributes: Mapping[str, str]) -> bool:
    """True if a link leads to something that is called a user or a profile, and not there to log in."""
    address = attributes.get("href", "")
    return _PROFILE.search(address) is not None and _NO_PROFILE.search(address) is None


@remembered
def _names_quote(name: str) -> bool:
    return _QUOTE.search(name) is not None


@remembered
def _names_author(name: str) -> bool:
    return _AUTHOR_WORDS.search(name) is not None


@remembered
def _is_name(name: str) -> bool:
    return _NAME.search(name) is not None


@remembered
def _names_about_author(names: str) -> bool:
    parts = [name for name in names.split() if _AUTHOR_WORDS.search(name)]
    return bool(parts) and all(map(_ABOUT_AUTHOR.search, parts))


def _is_short(table: Table, node: int) -> bool:
    start, end = table.span(node)
    return start < end and end - start <= 2 * MAX_AUTHOR_CHARS and len(table.text_of(node)) <= MAX_AUTHOR_CHARS


def _asks(table: Table, node: int) -> bool:
    """True for a field of a form: "user name" asks for one."""
    return "input" in table.tags[node : table.ends[node]]


def _ends_sentence(table: Table, node: int) -> bool:
    """True for what says more than a name: elements of what a user wrote are named so, too."""
    return table.text_of(node)[-1:] in _ENDS_HAN


def by_place(table: Table, marks: Sequence[int]) -> dict[Place, list[int]]:
    """The marks of each place, in order."""
    places: dict[Place, list[int]] = {}
    for mark in marks:
        places.setdefault(place(table, mark), []).append(mark)
    return places


class Classes:
    """The classes that the records of a page share: others tell records apart, such as first, edited, own. One name
    may say different things of elements with different tags."""

    def __init__(self, table: Table, records: Sequence[range]) -> None:
        self._table = table
        counts = Counter(chain.from_iterable(_names_in(table, record) for record in records))
        self._shared = _Shared({name: count for name, count in counts.items() if count >= MIN_RECORDS * len(records)})

    def of(self, node: int) -> str:
        """The names of a node's class that stand in most records: where all have one name, it counts alone."""
        return self._shared[self._table.shape(node)]

    def shape(self, node: int) -> Shape:
        """A node's tag, and its class as far as the records share it."""
        return self._table.tags[node], self.of(node)

    def place(self, node: int) -> Place:
        """Where a node stands in the records, as `place` has it, by the classes that they share."""
        tag, names, tag_around, names_around, above, top = place(self._table, node)
        return tag, self._shared[tag, names], tag_around, self._shared[tag_around, names_around], above, top


def _names_in(table: Table, record: range) -> set[Shape]:
    """The names of a record's elements, each with the tag of one."""
    nodes = slice(record.start, record.stop)
    shapes = set(zip(table.tags[nodes], table.class_names[nodes], strict=True))
    return {(tag, name) for tag, names in shapes for name in names.split()}


class _Shared(dict[Shape, str]):
    """What records share of each class, found when it is asked for. `counts` says how many have each shared name."""

    def __init__(self, counts: Mapping[Shape, int]) -> None:
        super().__init__()
        self._counts = counts

    def __missing__(self, shape: Shape) -> str:
        tag, names = shape
        counts = {name: self._counts[tag, name] for name in names.split() if (tag, name) in self._counts}
        most = max(counts.values(), default=0)
        self[shape] = " ".join([name for name, count in counts.items() if count == most])
        return self[shape]


def common_marks(table: Table, records: Sequence[range], marks: Sequence[int]) -> list[list[int]]:
    """For each record its first mark of the place at which most records have one."""
    inside = [within(marks, record) for record in records]
    first: list[dict[Place, int]] = []
    for found in inside:
        first.append({})
        for mark in found:
            first[-1].setdefault(place(table, mark), mark)
    counts = Counter(where for found in first for where in found)
    if not counts:
        return [[] for _ in records]
    common, _ = counts.most_common(1)[0]
    return [[found[common]] if common in found else [] for found in first]
