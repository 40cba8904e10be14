"""Marks: what every post of a thread has once, its time and the link to its author, by place in the template."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from copy import copy
from functools import cached_property
from itertools import chain
from urllib.parse import unquote

from crawler.extract.boilerplate import Saying, is_hiding, words_of
from crawler.extract.instant import from_epoch, is_day_back, is_time, spans
from crawler.extract.lines import line_of
from crawler.extract.markup import INLINE, PROFILE_WORDS
from crawler.extract.published.pean import anchors, is_short
from crawler.extract.table import TEXT, Shape, Table, once, within
from crawler.extract.threads.days import dated, dated_alike
from crawler.extract.threads.letters import letters
from crawler.extract.threads.places import by_place
from crawler.extract.threads.time_labels import is_of_no_post, is_posted

MAX_AUTHOR_CHARS = 40
"""Longer texts are no names."""

TIME_ATTRIBUTES = ("datetime", "data-time", "data-timestamp", "data-utc", "title", "content")
"""Where an element may say an exact time: "3 days ago" often has the instant there."""

MAX_TIME_CHARS = 100
"""Longer texts and attributes are not looked into for times."""

MAX_DAY_BACK = 30
"""So many characters hold the name of a day counted back from now, or the clock behind it."""

_OF_STAFF = frozenset(["contributor", "contributors", "writer", "writers"])
_PROFILE = PROFILE_WORDS.difference(_OF_STAFF) | {"用户", "用戶", "使用者", "利用者", "участник"}
"""Words in the address of somebody's profile."""

_WORDS = re.compile(r"[^\W_]+")
_WORDS_IN_ASCII = re.compile("[a-z0-9]+")
_IN_PAGE = re.compile(r"#(?![/!]).*", re.DOTALL)
_NO_PROFILE = re.compile(
    r"log-?(?:in|out|on|ging)|clear_?cookies|delete_?cookies|regist|sign-?(?:in|up|out)|password|destination="
    r"|user[_ ]talk|\?u(?:rl)?=http|&u(?:rl)?=http"
)
_OF_NOBODY = re.compile(r"[?&]\w{1,20}=$")
_ALL_MEMBERS = re.compile(r"(?:(?:https?:)?//[^/]+)?/\w{1,20}/?", re.IGNORECASE)
_DOCUMENT = re.compile(r"(?:[^?#]{0,80}/)?[a-z]{4,9}\.html?(?:#.*)?", re.IGNORECASE)
"""The address of all members, or of a part of the site that has a name as short: such a word with nothing behind it; or
of a document that has such a name."""

_OF_GROUPS = ("-users", "-members")
"""How the names of mailing lists and of groups end."""

_HOME = re.compile(r"(?:(?:https?:)?//[^/?#]{1,100})?/~[\w.+-]{1,40}/?")
"""The address of what is somebody's own on a site: /~lin."""

_AUTHOR_WORDS = re.compile(
    r"author|user(?![_-]?(?:generated|content|message|comment|text|body|post))|nick|poster|(?<!re)member|uname|writer|byline|(?<!h)auteur|autor(?![a-z])|verfasser|benutzer|usuario|utilisateur"
    r"|pseudo(?![a-z])|gebruiker|kullanici|(?:screen|display|normal|full|real)[_-]?name",
    re.IGNORECASE,
)
_OF_LOGIN = re.compile(r"(?<!b)log-?_?(?:in|on|out)|sign-?_?(?:in|up|out)", re.IGNORECASE)
"""What elements are named as where somebody is asked who they are."""

_NAME = re.compile(r"(?:^|\s)(?:name|person)(?:\s|$)")
"""What an element may be named as that holds an author's name, and is not named around another."""

_ABOUT_AUTHOR = re.compile(
    r"title|rank|group|level|badge|score|count|location|position|affiliation",
    re.IGNORECASE,
)
"""What else of an author elements are named as."""

_ID = re.compile(r"id$", re.IGNORECASE)
_ACCOUNT_NUMBER = re.compile(r"\W*(?:[^\W\d]{1,3}\W+|u?id|no)?\d+\W*", re.IGNORECASE)
"""What elements are named as that hold an account's name, or its number."""

_POPS_UP = re.compile(r"(?:^|[\s_-])(?:tool)?tips?(?![a-z])|menu|pop(?![a-z])|popup|popover|dropdown|hovercard")
"""What elements are called that show only to those who point at something."""

_QUOTE = re.compile(r"(?<![a-z])quot|quote(?![a-z])|引用|zitat|citat", re.IGNORECASE)

MAX_AROUND = 5
"""So many elements before a node are tried as one around it."""

MAX_QUOTE_LABEL = 20
_COLONS = (":", "：")
_QUOTE_LABEL = re.compile(
    r"\s*(?:quote|zitat|citation|cita(?:at|ção|zione)?|[cs]itat|lainaus|цитата|cytat|citace|idézet|alıntı|trích dẫn"
    r"|kutipan|παράθεση|اقتباس|引用|引言|cit(?:er|ar|ando)|인용)\s?[:：]\s*",
    re.IGNORECASE,
)
_ANSWERS_TO = re.compile(
    r"\W{0,4}(?:in (?:reply|response) to|(?:als )?antwort auf|en réponse à|in risposta a"
    r"|en respuesta a|(?:em )?resposta a|w odpowiedzi na|в? ?ответ на|у відповідь на|in antwoord op"
    r"|(?:som )?svar på)(?!\w)",
    re.IGNORECASE,
)
_ANSWER_WORDS = (
    *("eply to", "esponse to", "ntwort auf", "ponse à", "isposta a", "espuesta a", "esposta a", "dpowiedzi na"),
    *("твет на", "дповідь на", "ntwoord op", "var på"),
)
"""What begins the line over a post that names the one which it answers, its author and its time; and a part of each."""

MAX_ANSWERED_LINE = 200
"""Characters of such a line, at most."""

_ORIGINALLY = re.compile(r"\s*originally posted by\s?:?\s{0,3}\S.{0,40}", re.IGNORECASE)
"""What some forums write over a quote, in an element of its own, whatever this is called."""

_TO_LOG_IN = re.compile(
    r"(?:请|請|立即|免费|免費)?(?:登[录錄入陆]|[注註][册冊]|log ?in|sign ?(?:in|up)|register)"
    r"(?:\W{0,3}(?:or |or|或)?\W?(?:登[录錄入陆]|[注註][册冊]|log ?in|sign ?(?:in|up)|register))?",
    re.IGNORECASE,
)
"""What a link to one's own account says before one has logged in."""

_CODE_NAME = re.compile(r"(?<![a-z])code(?![a-z])", re.IGNORECASE)
"""What an element is called in which somebody shows a program."""

_ENDS_HAN = frozenset("。！？")
"""What sentences end with, and names of people do not, in any script."""


def _is_quote_label(text: str) -> bool:
    return _QUOTE_LABEL.fullmatch(text.rstrip(":： ") + ":") is not None


def element_of(table: Table, node: int) -> int:
    """The node itself, or the element that a text leaf stands in."""
    return max(table.parents[node], 0) if table.tags[node] == TEXT else node


@once
def parted_by_lines(table: Table) -> set[int]:
    """The elements in whose running text several lines are drawn: between letters, in what is made to be printed."""
    counts = Counter(table.parents[node] for node in table.find("hr"))
    return {node for node, lines in counts.items() if lines > 1}


def _labelled(table: Table, label: int) -> tuple[int, ...]:
    """The quote under a label: the element around it; or both, where a block follows and more behind that."""
    around, following = table.parents[label], table.ends[label]
    is_over = following < table.ends[around] and table.tags[following] not in INLINE | {"br"}
    if is_over and table.leaves_in(range(table.ends[following], table.ends[around])):
        return label, following
    return (around,)


@once
def answered(table: Table) -> list[range]:
    """The lines over posts that name those which they answer, in order: none is of the post below."""
    having = {leaf for word in _ANSWER_WORDS for leaf in table.leaves_with(word, range(len(table)))}
    found, line = list[range](), range(0)
    for leaf in sorted(having):
        if leaf < line.stop or not _ANSWERS_TO.match(table.texts[leaf]):
            continue  # a line may hold thousands of such words
        line = line_of(table, leaf)
        inside = table.leaves_in(line)
        if line.start == leaf and sum(table.characters[one] for one in inside) <= MAX_ANSWERED_LINE:
            found.append(line)
    return found


def _of_posts(table: Table, marks: Sequence[int]) -> list[int]:
    """The marks, in order, but for those in lines that name the posts which others answer; all of them where these are
    most: there each line is the post's own head, too."""
    if not marks or not (lines := answered(table)):
        return list(marks)
    others = marks_outside(marks, lines)
    return others if 2 * len(others) >= len(marks) else list(marks)


@once
def pop_ups(table: Table) -> list[int]:
    """The hidden elements that show only to those who point at something."""
    hidden = (node for style, nodes in table.styles.items() if is_hiding(style) for node in nodes if node > table.body)
    return [node for node in hidden if _POPS_UP.search(words_of(table.class_names[node]))]


@once
def _profiles(table: Table) -> Set[int]:
    attributes = table.attributes
    homes = (link for link in table.find("a") if "/~" in attributes.markup_of(link))
    found = {link for link in table.profiles if is_profile(attributes.value(link, "href"))}
    return found.union(link for link in homes if _HOME.fullmatch(attributes.value(link, "href")))


@once
def _named(table: Table) -> Set[int]:
    found = set(table.called(_names_author))
    for said in ("itemprop", "rel"):
        nodes = table.marked.get(said, ())
        found.update(node for node in nodes if _names_author(table.attributes.value(node, said)))
    names = table.called(_is_name)
    inner = sorted(found | _profiles(table)) if names else []
    return found.union(node for node in names if not within(inner, range(node + 1, table.ends[node])))


@once
def _about(table: Table) -> Set[int]:
    ids = (node for node in table.called(_names_id) if _ACCOUNT_NUMBER.fullmatch(_short_text(table, node)))
    return {*table.called(_names_about_author), *ids}


@once
def _quotes(table: Table) -> list[int]:
    named = [node for node in table.called(_names_quote) if not _begins_with_code(table, node)]
    texts, said = table.texts, table.labels
    short = (leaf for leaf in table.leaves if said[leaf].endswith(_COLONS) and len(said[leaf]) <= MAX_QUOTE_LABEL)
    of_quotes = [leaf for leaf in short if _QUOTE_LABEL.fullmatch(texts[leaf])]
    cited = (leaf for leaf in table.leaves_with("riginally ", range(len(table))) if _ORIGINALLY.fullmatch(texts[leaf]))
    labels = (table.parents[leaf] for leaf in chain(of_quotes, cited))
    labelled = (node for label in labels if table.parents[label] > table.body for node in _labelled(table, label))
    blocks = (node for node in table.find("blockquote") if not _CODE_NAME.search(table.class_names[node]))
    fields = (table.parents[node] for node in table.find("legend") if _is_quote_label(table.text_of(node)))
    return sorted({*blocks, *table.find("q"), *fields, *named, *labelled})


def _begins_with_code(table: Table, node: int) -> bool:
    """True for an element around one that holds a program: some programs call the frames of both the same."""
    inner = node + 1
    if inner >= table.ends[node]:
        return False
    if table.tags[inner] in ("pre", "code"):
        return True
    called = (table.class_names[inner], table.attributes.value(inner, "id"))
    return any(map(_CODE_NAME.search, called))


class Marks:
    """The marks of a page, in order, found once: the elements that hold a time, in their text or in an attribute, and
    those with a short text that link to a profile or are named as an author's."""

    def __init__(self, table: Table, parts: Sequence[range] | None = None) -> None:
        self._table = table
        self._parts = parts

    @cached_property
    def times(self) -> list[int]:
        table = self._table
        lined = parted_by_lines(table)
        found = {anchor if table.parents[anchor] in lined else element_of(table, anchor) for anchor in anchors(table)}
        found.update(element_of(table, leaf) for leaf in chain(letters(table), dated(table)))
        found.update(_days_back(table, range(len(table))))
        for name in TIME_ATTRIBUTES:
            found.update(node for node in table.marked.get(name, ()) if says_time(table.attributes.value(node, name)))
        return _of_posts(table, sorted(found | dated_alike(table, found)))

    @cached_property
    def profiles(self) -> Set[int]:
        """The links that lead to profiles."""
        return _profiles(self._table)

    @cached_property
    def named(self) -> Set[int]:
        """The elements that are named as an author's."""
        return _named(self._table)

    @cached_property
    def about(self) -> Set[int]:
        """The elements that are named as what else is told of an author: a title, a rank."""
        return _about(self._table)

    @cached_property
    def quotes(self) -> Sequence[int]:
        """The quotes, in order: <blockquote>, <q>, elements named as quotes, and those that begin with a label which
        says so."""
        return _quotes(self._table)

    @cached_property
    def authors(self) -> list[int]:
        table, found = self._table, sorted(self.profiles | self.named)
        inside = found if self._parts is None else [node for part in self._parts for node in within(found, part)]
        outside = self._around_more.difference(self.profiles)
        outside.update(mark for node in pop_ups(table) for mark in within(inside, range(node, table.ends[node])))
        names = [n for n in inside if n not in outside and _may_be_name(table, n) and not _asks(table, n)]
        return _of_posts(table, names)

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
        return self._table.length(node) > MAX_AUTHOR_CHARS and not _short_text(self._table, node)

    def posted(self) -> list[int]:
        """The times but for those of authors' registrations, and those of a place where all of several are of edits:
        some sites show at one place when a post was written, or when it was edited."""
        table = self._table
        places = by_place(table, [mark for mark in self.times if not is_of_no_post(table, mark)]).values()
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
        marks.times = marks_outside(self.times, slices)
        marks.authors = marks_outside(self.authors, slices)
        return marks


def marks_outside(marks: Sequence[int], slices: Sequence[range]) -> list[int]:
    """The marks that stand in none of some slices of nodes."""
    inside = {mark for nodes in slices for mark in within(marks, nodes)}
    return [mark for mark in marks if mark not in inside]


def may_be_times(table: Table, nodes: range) -> list[int]:
    """Where a part of the page has times, in order: text leaves, and elements with a time in an attribute."""
    texts, leaves = table.texts, table.leaves_in(nodes)
    if not leaves:
        return []
    found = {leaf for leaf in within(table.timely, nodes) if is_short(texts[leaf]) and is_time(texts[leaf])}
    start, end = table.span(leaves[0])[0], table.span(leaves[-1])[1]
    found.update(table.leaf_at(at) for first, last in spans(table.flow, start, end) for at in (first, last - 1))
    found.update(_days_back(table, nodes))
    for name in TIME_ATTRIBUTES:
        having = within(table.marked.get(name, []), nodes)
        found.update(node for node in having if says_time(table.attributes.value(node, name)))
    return sorted(found)


def _days_back(table: Table, nodes: range) -> Iterator[int]:
    """The lowest elements of a part of the page that hold a day counted back from now in a leaf, and its clock in the
    next."""
    texts, leaves, counts = table.texts, table.leaves, table.leaf_counts
    for behind in within(table.timely, nodes):
        leaf = leaves[counts[behind] - 1] if counts[behind] else -1
        if leaf < nodes.start:
            continue
        if len(day := texts[leaf].strip(" \xa0\n,.:")) <= MAX_DAY_BACK and is_day_back(day):
            clock = texts[behind].lstrip()[:MAX_DAY_BACK]
            if not is_time(clock) and is_time(f"{day} {clock}"):
                yield table.common_ancestor(leaf, behind)


def says_time(value: str) -> bool:
    """True for an attribute's value that is a time or has one."""
    return 0 < len(value) <= MAX_TIME_CHARS and (bool(from_epoch(value)) or is_time(value))


def is_profile(address: str) -> bool:
    """True for the address of something that is called a user or a profile, and not of a place there to log in or in
    the page, nor one to write to, nor of nobody: a list may be called after its users."""
    lower = address.lower()
    lower = _IN_PAGE.sub("", lower) if "#" in lower else lower
    lower = unquote(lower) if "%" in lower else lower
    if lower.startswith("mailto:") or (lower.endswith("=") and _OF_NOBODY.search(lower)):
        return False
    words = (_WORDS_IN_ASCII if lower.isascii() else _WORDS).findall(lower)
    if _PROFILE.isdisjoint(words) or _NO_PROFILE.search(lower) or lower.rstrip("/").endswith(_OF_GROUPS):
        return False
    return not _ALL_MEMBERS.fullmatch(address) and not (".htm" in lower and _DOCUMENT.fullmatch(address))


@Saying
def _names_quote(name: str) -> bool:
    return _QUOTE.search(name) is not None


@Saying
def _names_author(names: str) -> bool:
    return any(_AUTHOR_WORDS.search(name) and not _OF_LOGIN.search(name) for name in names.split())


@Saying
def _is_name(name: str) -> bool:
    return _NAME.search(name) is not None


@Saying
def _names_id(names: str) -> bool:
    return any(_ID.search(name) and _AUTHOR_WORDS.search(name) for name in names.split())


@Saying
def _names_about_author(names: str) -> bool:
    parts = [name for name in names.split() if _AUTHOR_WORDS.search(name)]
    return bool(parts) and all(map(_ABOUT_AUTHOR.search, parts))


def _short_text(table: Table, node: int) -> str:
    """The text of an element that is no longer than a name; "" for others."""
    text = table.text_of(node) if table.length(node) <= 2 * MAX_AUTHOR_CHARS else ""
    return text if len(text) <= MAX_AUTHOR_CHARS else ""


def _asks(table: Table, node: int) -> bool:
    """True for a field of a form: "user name" asks for one."""
    return "input" in table.tags[node : table.ends[node]]


def _may_be_name(table: Table, node: int) -> bool:
    """True for a short text that is no sentence: elements of what a user wrote are named as an author's, too; nor asks
    to log in."""
    text = _short_text(table, node)
    return text != "" and text[-1] not in _ENDS_HAN and not _TO_LOG_IN.fullmatch(text)


def is_inside(table: Table, node: int, elements: Sequence[int]) -> bool:
    """True if one of the last few of some elements, in order, that begin before a node holds it."""
    before = bisect_left(elements, node)
    return any(table.ends[element] > node for element in elements[max(0, before - MAX_AROUND) : before])
