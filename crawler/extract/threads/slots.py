"""The slots of posts: the places of the template that hold one short text which may be a name; and what the page says
around such a text: where it leads, how its elements are called, what label stands before it.

Which slot holds the authors is seen over all posts (`slot_ranks`).
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple
from urllib.parse import unquote

from crawler.extract.label_words import label_words
from crawler.extract.lines import line_ends
from crawler.extract.table import Table, within
from crawler.extract.threads.bylines import BADGES, LABELS, Author, without_nickname
from crawler.extract.threads.marks import MAX_AUTHOR_CHARS, Marks, pop_ups
from crawler.extract.threads.names import is_count, name_of
from crawler.extract.threads.places import Classes, Place
from crawler.extract.threads.time_labels import may_be_of_post

MAX_INITIALS = 2
"""So many letters may stand for the picture of someone."""

MAX_LABEL = 20
"""A longer text before a name is no label."""

MAX_LINK_UP = 4
"""So many elements up from a text may be the link that it stands in."""

MIN_TOLD = 2
"""A single letter stands in many words."""

_WORD = re.compile(r"\w")
_WORDS = re.compile(r"[^\W_]+")
_PLACE = re.compile(
    r"location|from|ort|wohnort|standort|localisation|lieu|ubicación|localidade?|località|откуда|plaats|skąd|paikkakunta"
    r"|来自|來自|地区|地區|所在地|位置|城市|性别|性別|头衔|頭銜|等级|等級|级别|用户组|用戶組|组别|门派|gender|rank|group|occupation|os"
)
"""What stands before other things that are told of an author."""

_TO = re.compile(
    r"(?:in (?:response|reply)|repl(?:y|ied|ying)) to"
    r"|最[后後新](?:回[复復覆应應]|更新|发表|發表)?(?:[来來]自|[由者人])?"
    r"|last (?:repl(?:y|ied)|post(?:ed)?)(?: by| from)?"
)
"""What stands before whom a post replies to, and before who wrote last."""

_SAYS = re.compile(
    r"\s*(?:(?:says?|said|wrote|writes|schrieb|sagt|schreibt|a écrit|dit|dijo|escribió|dice|scrive|disse"
    r"|escreveu|schreef|skrev|kirjoitti|napisała?|yazdı|írta|đã viết|пишет|писала?|написа[вл]а?)\b"
    r"|说|說|写道|寫道|发表于|發表於)",
    re.IGNORECASE,
)
"""What stands behind a name on its line."""

_THEN = re.compile(r"\s{0,9}(?:on|at|am|le|el|em|il|op)?", re.IGNORECASE)

_BY = ("由", "by")
"""What stands before a name by itself."""

_CALLED = re.compile(r"名[称稱]\s?[:：﹕]")
"""What does with a colon: without one it stands over a field."""

_BEFORE = re.compile(r"@|[–—-]{1,3}\s|(?:(?:posted|written|started|asked|submitted) )?by[:\s]\s?", re.IGNORECASE)
_DASHES = "–—- "
_BEHIND = re.compile(r"(?:'s|s')? (?:avatar|profile)$|(?:\s?[:：·•|｜»])+$", re.IGNORECASE)
_ENDS = frozenset(":：·•|｜»rReE")
"""What templates put before names and behind them, and what the latter ends with."""

_BRACKETED = re.compile(r"\s*[\[【(（]\s*([^\]】)）]{1,40}?)\s*[\]】)）]\s*")


class Text(NamedTuple):
    """A short text of a post: as a name, its leaf, the elements that hold it alone, from the lowest up, and whether it
    stands in the post's body, or behind it."""

    name: str
    leaf: int
    holders: Sequence[int]
    in_body: bool = False
    is_behind: bool = False


Slots = dict[Place, Text]
"""The texts of one post, by the place of the template at which each stands."""


class SlotReader:
    """Reads the slots of posts, and what stands around the text in one, which is only looked for where it is asked for.
    `records` are the posts as slices of node numbers, `classes` those that they share."""

    def __init__(self, table: Table, marks: Marks, records: Sequence[range], classes: Classes) -> None:
        self._table = table
        self._marks = marks
        self._classes = classes
        self._are_several = len(records) > 1
        self._worded = _leaves_with_words(table, records)
        self._name_of, self._plain, self.is_count = cache(name_of), cache(plain), cache(is_count)  # texts recur

    def slots_of(self, record: range, body: Sequence[int]) -> Slots:
        """The short texts of a post, by slot, the first of each that does not stand behind an edit, or the first over
        the text that leads to a profile: a text fills the slots of all elements that hold it and no more but
        punctuation, for some posts have more around a name. `body` are the text leaves of what the post says."""
        table, slots = self._table, Slots()
        editors, inside, end_of_body = self._editors(record), set(body), body[-1] if body else record.stop
        for leaf in table.leaves_in(record):
            if name := self.name_at(leaf):
                free = _stretch_without_others(leaf, self._worded)
                holders = _holders(table, leaf, record, free)
                top, end = holders[-1], table.ends[holders[-1]]
                if end - top > len(holders) + 1 and free.start <= top and end <= free.stop:  # with punctuation
                    name = table.text_of(top)
                text = Text(self._plain(name), leaf, holders, leaf in inside, leaf > end_of_body)
                leads = self._are_several and not (text.in_body or text.is_behind) and self.is_profile(text)
                for where in map(self._classes.place, holders):
                    known = slots.get(where)
                    if known is None or known.leaf in editors or (leads and not self.is_profile(known)):
                        slots[where] = text
        return slots

    def name_at(self, leaf: int) -> str:
        """The text of a leaf as a name; a name in brackets only where it leads to a profile."""
        text = self._table.texts[leaf]
        name = self._name_of(text)
        bracketed = _BRACKETED.fullmatch(text) if not name and self._table.links[leaf] else None
        if bracketed and _link_over(self._table, leaf) in self._marks.profiles:
            return self._name_of(bracketed[1])
        return "" if 0 < len(name) <= MAX_INITIALS and self._begins_next(leaf, name) else name

    def author(self, text: Text) -> Author:
        """A text as an author, with where it leads and what told that it is one."""
        origin = "profile" if self.is_of_profile(text) else "element" if self.is_named(text) else "text"
        href = self.href(text)
        name = without_nickname(text.name) if self.is_labelled(text) else _without_account(text.name, href)
        return Author(name, href, origin)

    def href(self, text: Text) -> str:
        """The address that a text leads to; "" if it leads nowhere."""
        link = _link_over(self._table, text.leaf)
        href = self._table.attributes.value(link, "href") if link >= 0 else ""
        return "" if href.startswith(("javascript:", "#")) else href

    def is_profile(self, text: Text) -> bool:
        """True if a text leads to a profile."""
        return _link_over(self._table, text.leaf) in self._marks.profiles

    def is_of_profile(self, text: Text) -> bool:
        """True if a text leads to a profile, or a link to one says among other words whose that is: "View Ann's
        profile"."""
        if self.is_profile(text):
            return True
        return len(text.name) >= MIN_TOLD and text.name in self._told and not any(label_words(text.name))

    @cached_property
    def _told(self) -> str:
        """What links to profiles say to those who point at them, or in menus that pop up, a line each."""
        table, links = self._table, sorted(self._marks.profiles)
        titles = (table.attributes.value(link, "title") for link in links)
        menus = (within(links, range(node, table.ends[node])) for node in pop_ups(table))
        told = [*titles, *(table.text_of(link) for menu in menus for link in menu)]
        return "\n".join(line for line in told if len(line) <= 2 * MAX_AUTHOR_CHARS)

    def is_named(self, text: Text) -> bool:
        """True if an element that holds it alone, or one of two above, is named as an author's, or the page goes on
        with "says" behind it, or a label stands before it."""
        parent = max(self._table.parents[text.holders[-1]], 0)
        around = *text.holders, parent, max(self._table.parents[parent], 0)
        if not self._marks.about.isdisjoint(around):
            return False
        return not self._marks.named.isdisjoint(around) or _speaks(self._table, text.leaf) or self.is_labelled(text)

    def is_itself_named(self, text: Text) -> bool:
        """True if an element that holds it alone is named as an author's, and none as what else is told of them, or a
        label stands before it."""
        named = not self._marks.named.isdisjoint(text.holders) and not self.is_about_author(text)
        return named or self.is_labelled(text)

    def is_about_author(self, text: Text) -> bool:
        """True if an element that holds it alone is named as what else is told of an author: a title, a rank."""
        return not self._marks.about.isdisjoint(text.holders)

    def is_labelled(self, text: Text) -> bool:
        """True if what stands before a text is the label of an author: of a badge, which stands beside a name as often,
        one with a colon."""
        label = "" if self._heads_column(text) else self._label_before(text)
        return (
            _bare(label) in _BY
            or _CALLED.fullmatch(label) is not None
            or (_bare(label).endswith(LABELS) and not label.endswith(BADGES))
        )

    def is_other(self, text: Text) -> bool:
        """True if a label before a text says that it is whom a post replies to, or, before one that is no profile, that
        it tells something else of the author."""
        label = _bare(self._label_before(text))
        return bool(_TO.fullmatch(label) or (_PLACE.fullmatch(label) and not self.is_profile(text)))

    def _heads_column(self, text: Text) -> bool:
        """True for what stands at the head of a column: what stands before it heads another."""
        return any(self._table.tags[node] == "th" for node in text.holders)

    def _label_before(self, text: Text) -> str:
        """The text before a text, in small letters; "" if it is too long for a label."""
        at = bisect_left(self._worded, text.leaf) - 1
        label = self._table.texts[self._worded[at]].strip() if at >= 0 else ""
        return label.lower() if len(label) <= MAX_LABEL else ""

    def _begins_next(self, leaf: int, letters: str) -> bool:
        """True for a letter, or capitals, that stand for the picture of the one who is named behind them."""
        at = bisect_right(self._worded, leaf)
        after = self._table.texts[self._worded[at]].strip() if at < len(self._worded) else ""
        if len(after) <= len(letters) or (len(letters) > 1 and not (letters.isascii() and letters.isupper())):
            return False
        letters, behind = letters.lower(), after.lower()
        if letters[0] not in behind:
            return False
        return behind.startswith(letters) or "".join(word[0] for word in _WORDS.findall(after)).lower() == letters

    def _editors(self, record: range) -> set[int]:
        """The texts behind times at which a post was edited."""
        table = self._table
        edited = [mark for mark in within(self._marks.times, record) if not may_be_of_post(table, mark)]
        behind = (bisect_left(self._worded, table.ends[mark]) for mark in edited)
        return {self._worded[at] for at in behind if at < len(self._worded)}


def _without_account(name: str, href: str) -> str:
    """A name without what the account is called that it leads to, in brackets behind it: Lin Hao (linhao)."""
    bare = without_nickname(name)
    account = unquote(href).rstrip("/").rpartition("/")[2].lstrip("~@")
    return bare if account and name.removeprefix(bare).strip(" ()@").lower() == account.lower() else name


def plain(name: str) -> str:
    """A name without what templates put around it: Ann's avatar, posted by Ann."""
    if before := _BEFORE.match(name):
        name = name[before.end() :]
        name = name.rstrip(_DASHES) if before[0][0] in _DASHES else name
    return _BEHIND.sub("", name) if name[-1:] in _ENDS else name


def _bare(label: str) -> str:
    """A label without what parts it from what it labels."""
    return label.strip(" \u3000\xa0:：﹕[【")


def _leaves_with_words(table: Table, records: Sequence[range]) -> list[int]:
    """The leaves from the first record on that hold more than punctuation."""
    leaves = table.leaves_in(range(records[0].start, len(table))) if records else ()
    texts, labels = table.texts, table.labels
    return [leaf for leaf in leaves if labels[leaf][:1].isalnum() or _WORD.search(texts[leaf])]


def _stretch_without_others(leaf: int, worded: Sequence[int]) -> range:
    """The largest slice of nodes around a leaf without another of the leaves with words (`worded`)."""
    before = bisect_left(worded, leaf)
    after = bisect_right(worded, leaf, before)
    return range(worded[before - 1] + 1 if before else 0, worded[after] if after < len(worded) else sys.maxsize)


def _holders(table: Table, leaf: int, record: range, free: range) -> list[int]:
    """The elements in the record that hold a text and no more but punctuation, from the lowest up: in the slice in
    which it stands without others (`free`)."""
    holders, highest = [table.parents[leaf]], max(record.start, free.start)
    while (node := table.parents[holders[-1]]) >= highest and table.ends[node] <= free.stop:
        if table.length(node) > 2 * MAX_AUTHOR_CHARS:
            break
        holders.append(node)
    return holders


def _link_over(table: Table, leaf: int) -> int:
    """The link that a text stands in, not far up; -1 if it stands in none."""
    node = table.parents[leaf]
    for _ in range(MAX_LINK_UP if table.links[leaf] else 0):
        if table.tags[node] == "a":
            return node
        node = table.parents[node]
    return -1


def _speaks(table: Table, leaf: int) -> bool:
    """True if the page goes on with "says" behind a text, on the same line."""
    at = bisect_right(table.leaves, leaf)
    after = table.leaves[at] if at < len(table.leaves) else leaf
    return after > leaf and _SAYS.match(table.texts[after]) is not None and not line_ends(table, leaf, after)


def says_so(behind: str) -> bool:
    """True for what may stand on a line behind a name, before the time at which they wrote: nothing, or "says"."""
    said = _SAYS.match(behind)
    return _THEN.fullmatch(behind, said.end() if said else 0) is not None
