"""Who wrote each post: the slot of the template whose texts behave like names.

A slot is a place of the template that holds one short text. Names differ from post to post, lead to profiles, and each
always to the same one, or the page goes on with "says" behind them; group titles and labels repeat, buttons lead from
one text to many addresses.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from functools import cache, cached_property
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

from crawler.extract.label_words import label_words
from crawler.extract.lines import line_ends
from crawler.extract.table import Table, within
from crawler.extract.threads.beside import MAX_PANEL, beside
from crawler.extract.threads.bylines import (
    BADGES,
    LABELS,
    Author,
    before_time,
    byline,
    faces,
    is_date,
    without_nickname,
)
from crawler.extract.threads.marks import MAX_AUTHOR_CHARS, Classes, Marks, Place, may_be_of_post
from crawler.extract.threads.microdata import AUTHORS, stated, stated_name
from crawler.extract.threads.names import is_count, is_rank, may_be_unmarked, may_count, name_of

MIN_COVERED = 0.4
"""Share of the posts in which a slot must have a text to hold the authors."""

MIN_BEHIND = 0.6
"""... and this share to hold them behind the texts of posts: in fewer it holds those of comments."""

MIN_SIGNED = 0.6
"""Share of the posts that must name their author by themselves to be believed before the template."""

LETTER = 0.5
"""What speaks against a slot of single letters, which stand for a picture, and of what else is told of authors."""

MAX_INITIALS = 2
"""So many letters may stand for the picture of someone."""

MIN_DIGITS = 6
"""So many digits that lead to a profile are a name."""

MAX_COUNTS = 0.5
"""A slot with a larger share of numbers holds counts; a few names are numbers."""

MAX_BUTTONS = 3
"""So many texts that each lead to many addresses are buttons."""

IN_BODY = 0.8
"""What speaks against a slot in the body: people are named in posts."""

PROFILE, NAMED, FACED, FAITHFUL, LINKED = 3.0, 1.5, 2.0, 2.0, 1.0
"""What speaks for a slot: links to profiles; elements named as an author's; pictures that lead where the names do; each
name with its own link; links."""

_WORD = re.compile(r"\w")
_WORDS = re.compile(r"[^\W_]+")
_PLACE = re.compile(
    r"location|from|ort|wohnort|standort|localisation|lieu|ubicación|localidade?|località|откуда|plaats|skąd|paikkakunta"
    r"|来自|來自|地区|地區|所在地|位置|城市|性别|性別|头衔|頭銜|等级|等級|级别|用户组|用戶組|组别|门派|gender|rank|group|occupation|os"
)
"""What stands before other things that are told of an author."""

_TO = re.compile(r"(?:in (?:response|reply)|repl(?:y|ied|ying)) to")
"""What stands before whom a post replies to."""

_PRESENTS = re.compile(
    r"\W*(?:(?:关于|關於)?(?:发起人|發起人|提问[者人]|提問[者人]|题主|題主|发帖人|發帖人|楼主|樓主|作者)(?:信息|资料|資料)?"
    r"|(?:about (?:the )?)?(?:author|poster)|asked by|started by)\W*",
    re.IGNORECASE,
)
"""What stands over a box beside a thread that presents who began it."""

_SAYS = re.compile(
    r"\s*(?:(?:says?|said|wrote|writes|schrieb|sagt|schreibt|a écrit|dit|dijo|escribió|dice|scrive|disse"
    r"|escreveu|schreef|skrev|kirjoitti|napisała?|yazdı|írta|đã viết|пишет|писала?|написа[вл]а?)\b"
    r"|说|說|写道|寫道|发表于|發表於)",
    re.IGNORECASE,
)
"""What stands behind a name on its line."""

MAX_LABEL = 20
"""A longer text before a name is no label."""

NEXT = 3
"""So many texts from a time stands the name of who posted then."""

MAX_SAME = 3
"""In so many posts one name may stand without a link: the only author's, where its element is called so."""

MAX_FEW = 2
"""So few posts share no template: in them a mark alone tells an author."""

MIN_UNMARKED = 0.8
"""A name that nothing marks as one stands in that share of the posts, before the text."""

_AFFIX = re.compile(
    r"^@|^[–—-]{1,3}\s|^(?:posted|written|started|asked|submitted) by[:\s]\s?"
    r"|(?:'s|s')? (?:avatar|profile)$|(?:\s?[:：·•|｜»])+$",
    re.IGNORECASE,
)


_NUMBER = re.compile(r"\d+")
_BY = ("由", "by")
"""What stands before a name by itself."""

_BRACKETED = re.compile(r"\s*[\[【(（]\s*([^\]】)）]{1,40}?)\s*[\]】)）]\s*")


class _Text(NamedTuple):
    """A short text of a post: as a name, its leaf, the elements that hold it alone, from the lowest up, and whether it
    stands in the post's body, or behind it."""

    name: str
    leaf: int
    chain: Sequence[int]
    in_body: bool = False
    is_behind: bool = False


Slots = dict[Place, _Text]


def authors(
    table: Table, marks: Marks, records: Sequence[range], bodies: Sequence[Sequence[int]], classes: Classes
) -> list[Author]:
    """The author of each post; one without a name where nothing looks like it. `records` are slices of node numbers,
    `bodies` the text leaves of each one's own text."""
    found = _Posts(table, marks, records, bodies, classes).authors()
    if len(found) > 1 and _named(found) < MIN_SIGNED * len(found):
        opening, *others = _Posts(table, marks, _with_heads(table, records), bodies, classes).authors()
        found = max(found, [found[0] if found[0].name else opening, *others], key=_named)
    for place, node in stated(table, records, AUTHORS).items():
        name, href = stated_name(table, node)
        found[place] = Author(name, href, "structured") if name else found[place]
    return [author._replace(name=_plain(author.name)) for author in found]


class _Posts:
    """The slots of each post. What leads from a text and stands around it is only read for those that may be names."""

    def __init__(
        self,
        table: Table,
        marks: Marks,
        records: Sequence[range],
        bodies: Sequence[Sequence[int]],
        classes: Classes,
    ) -> None:
        self._table = table
        self._marks = marks
        self._classes = classes
        self._name_of, self._plain, self._is_count = cache(name_of), cache(_plain), cache(is_count)  # texts recur
        self._worded = _worded(table, records)
        self._records = records
        self._bodies = bodies
        self._begins = [body[0] if body else record.stop for record, body in zip(records, bodies, strict=True)]
        self._slots = [self._slots_of(record, body) for record, body in zip(records, bodies, strict=True)]

    def authors(self) -> list[Author]:
        """The author of each post: in the slots, else as the post itself says it, else before its time."""
        found = self._in_slots()
        if len(found) == 1 and found[0].origin != "profile":
            found = [next((one for one in self._beside(self._records[0]) if one.origin == "profile"), found[0])]
        if found and not found[0].name:
            found = [self._presented() or found[0], *found[1:]]
        if all(author.name for author in found):
            return found
        told = [author if author.name else line for author, line in zip(found, self._bylines, strict=True)]
        told = self._at_same_place(told)
        places = zip(told, self._records, self._bodies, strict=True)
        return [author if author.name else self._guess(record, body) for author, record, body in places]

    def _at_same_place(self, found: Sequence[Author]) -> list[Author]:
        """The authors, those that were not found where most of the others stand."""
        places = Counter(
            (where, text.in_body)
            for author, post in zip(found, self._slots, strict=True)
            for where, text in post.items()
            if author.name and text.name == author.name
        )
        (best, in_body), most = max(places.items(), key=itemgetter(1), default=((None, False), 0))
        if best is None or most < max(2, MIN_COVERED * len(found)):
            return list(found)
        return [
            self._author(post[best]) if not author.name and best in post and post[best].in_body == in_body else author
            for author, post in zip(found, self._slots, strict=True)
        ]

    def _presented(self) -> Author | None:
        """Whom a box beside the thread presents as who began it, by a mark of theirs right behind its heading."""
        table = self._table
        for at, leaf in enumerate(table.leaves):
            text = table.texts[leaf]
            if len(text) <= MAX_LABEL and _PRESENTS.fullmatch(text) and not self._is_badge(leaf):
                behind = table.leaves[at + 1 : at + 1 + NEXT]
                marks = within(self._marks.authors, range(leaf, behind[-1])) if behind else []
                if found := self._first_name(marks):
                    return found
        return None

    def _is_badge(self, leaf: int) -> bool:
        """True for a word in one of several posts: it says that who began the thread wrote that one, too."""
        return len(self._records) > 1 and any(leaf in record for record in self._records)

    def _guess(self, record: range, body: Sequence[int]) -> Author:
        """The author of a post that names none: in the panel beside it, or right before its time, or by a mark."""
        found = next(self._beside(record), Author(""))
        found = found if found.name else before_time(self._table, self._marks.times, record, body)
        if found.name or len(self._records) > MAX_FEW:
            return found
        return self._own_mark(record, body[0] if body else record.stop)

    def _beside(self, record: range) -> Iterator[Author]:
        """Whom panels beside a post name."""
        for part in beside(self._table, record, self._records):
            found = self._own_mark(part, part.stop)
            found = found if found.name else byline(self._table, part, ())
            found = found if found.name else before_time(self._table, self._marks.times, part, ())
            if found.name:
                yield found

    def _in_slots(self) -> list[Author]:
        """The author of each post as the template has it. What posts say themselves goes before a guess."""
        ranked = self._ranked() or ([] if self._are_signed() else self._unmarked())
        if not ranked:
            return [Author("") for _ in self._slots]
        hrefs = [self._href(post[ranked[0]]) for post in self._slots if ranked[0] in post]
        prefix, shapes = _profile_prefix(hrefs), {_shape(href) for href in hrefs} - {""}
        found = [self._author_of(post, ranked, prefix, shapes) for post in self._slots]
        places = zip(found, self._records, self._begins, strict=True)
        return [author if author.name else self._own_mark(record, body) for author, record, body in places]

    @cached_property
    def _pictured(self) -> set[str]:
        """Where pictures of people over the posts' texts, or beside them, lead."""
        table, found = self._table, set[str]()
        before = [0, *(record.stop for record in self._records)]
        for stop, record, body in zip(before, self._records, self._begins, strict=False):
            for image in faces(table, range(max(table.parents[record.start], stop), min(body, record.stop))):
                around = table.parents[image]
                found.add(table.attributes[around].get("href", "") if table.tags[around] == "a" else "")
        return found - {""}

    @cached_property
    def _bylines(self) -> list[Author]:
        pairs = zip(self._records, self._bodies, strict=True)
        return [byline(self._table, record, body) for record, body in pairs]

    def _are_signed(self) -> bool:
        """True if most posts name their author themselves, and not all the same one."""
        names = [author.name for author in self._bylines if author.name]
        return len(names) >= MIN_SIGNED * len(self._bylines) and len(set(names)) > (len(names) > 2)

    def _slots_of(self, record: range, body: Sequence[int]) -> Slots:
        """The short texts of a post, by slot, the first of each that does not stand behind an edit: a text fills the
        slots of all elements that hold it and no more but punctuation, for some posts have more around a name."""
        table, slots = self._table, Slots()
        editors, inside, end_of_body = self._editors(record), set(body), body[-1] if body else record.stop
        for leaf in table.leaves_in(record):
            if name := self._name_at(leaf):
                alone = _alone(leaf, self._worded)
                chain = _chain(table, leaf, record, alone)
                top, end = chain[-1], table.ends[chain[-1]]
                if end - top > len(chain) + 1 and alone.start <= top and end <= alone.stop:  # with punctuation
                    name = table.text_of(top)
                text = _Text(self._plain(name), leaf, chain, leaf in inside, leaf > end_of_body)
                for where in map(self._classes.place, chain):
                    if where not in slots or slots[where].leaf in editors:
                        slots[where] = text
        return slots

    def _name_at(self, leaf: int) -> str:
        """The text of a leaf as a name; a name in brackets only where it leads to a profile."""
        text = self._table.texts[leaf]
        name = self._name_of(text)
        bracketed = _BRACKETED.fullmatch(text) if not name and self._table.links[leaf] else None
        if bracketed and _link(self._table, leaf) in self._marks.profiles:
            return self._name_of(bracketed[1])
        return "" if len(name) <= MAX_INITIALS and self._begins_next(leaf, name) else name

    def _begins_next(self, leaf: int, letters: str) -> bool:
        """True for a letter, or capitals, that stand for the picture of the one who is named behind them."""
        at = bisect_right(self._worded, leaf)
        after = self._table.texts[self._worded[at]].strip() if at < len(self._worded) else ""
        if len(after) <= len(letters) or (len(letters) > 1 and not (letters.isascii() and letters.isupper())):
            return False
        initials = "".join(word[0] for word in _WORDS.findall(after))
        return after.lower().startswith(letters.lower()) or initials.lower() == letters.lower()

    def _editors(self, record: range) -> set[int]:
        """The texts behind times at which a post was edited."""
        table = self._table
        edited = [mark for mark in within(self._marks.times, record) if not may_be_of_post(table, mark)]
        behind = (bisect_left(self._worded, table.ends[mark]) for mark in edited)
        return {self._worded[at] for at in behind if at < len(self._worded)}

    def _ranked(self) -> list[Place]:
        """The slots that may hold authors, best first."""
        texts: defaultdict[Place, list[_Text]] = defaultdict(list)
        for post in self._slots:
            for where, text in post.items():
                texts[where].append(text)
        worths = {where: self._worth(found) for where, found in texts.items()}
        return sorted((where for where, worth in worths.items() if worth), key=lambda where: -worths[where])

    def _worth(self, texts: Sequence[_Text]) -> float:
        """How much the texts of a slot behave like authors; 0 if they cannot be."""
        count, posts = len(texts), len(self._slots)
        is_behind = sum(text.is_behind for text in texts) * 2 > count
        if count < (MIN_BEHIND if is_behind and posts > 2 else MIN_COVERED) * posts:
            return 0
        names = [text.name for text in texts]
        numbers = sum(map(self._is_count, names))
        if numbers > MAX_COUNTS * count and not all(map(self._is_numbered, texts)):
            return 0
        linked = [(name, href) for name, text in zip(names, texts, strict=True) if (href := self._href(text))]
        pairs, hrefs, different = set(linked), {href for _, href in linked}, len(set(names))
        if different == 1 and count > 1 and len(hrefs) != 1 and not self._is_only_author(texts):
            return 0  # a label
        leading = len({name for name, _ in pairs})
        if leading <= MAX_BUTTONS and len(pairs) > 1.5 * leading:
            return 0  # one text leads to many addresses: a button
        signs = (PROFILE * sum(map(self._is_profile, texts)) + NAMED * sum(map(self._is_named, texts))) / count
        signs += FACED * sum(href in self._pictured for _, href in linked) / count
        if not signs and (len(hrefs) < 2 or self._counts_alike(texts)):
            return 0
        faithful = len(hrefs) > 1 and len(pairs) == len(hrefs) == leading
        signs += FAITHFUL * faithful + LINKED * len(linked) / count
        if signs and (sum(map(is_rank, names)) * 2 > count or sum(map(self._is_other, texts)) * 2 > count):
            return 0
        told = sum(not self._marks.about.isdisjoint(text.chain) for text in texts)
        signs *= LETTER if max(map(len, names)) == 1 or told * 2 > count else 1
        outside = 1 - IN_BODY * sum(text.in_body and not self._is_labelled(text) for text in texts) / count
        return signs * outside * (count / posts) ** 2 * (1 + different / count)

    def _counts(self, text: _Text) -> bool:
        """True for a count that is no name."""
        return self._is_count(text.name) and may_count(text.name) and not self._is_numbered(text)

    def _is_numbered(self, text: _Text) -> bool:
        """True if a number may be a name: it leads to a profile, and is called a name or as that profile is, or leads
        where a picture does, or is too long for a count."""
        path = self._href(text).rstrip("/").rsplit("/", 1)[-1]
        is_known = path == text.name or len(text.name) >= MIN_DIGITS or self._href(text) in self._pictured
        return self._is_profile(text) and (self._is_named(text) or is_known)

    def _is_only_author(self, texts: Sequence[_Text]) -> bool:
        """True if the one text of a slot without links may be who wrote all posts."""
        said = any(text.in_body for text in texts) or any(label_words(texts[0].name))
        return len(texts) <= MAX_SAME and not said and all(map(self._is_named, texts))

    def _unmarked(self) -> list[Place]:
        """The slot that may hold authors where nothing says so: the first of those with most different texts."""
        texts: defaultdict[Place, list[_Text]] = defaultdict(list)
        for post, body in zip(self._slots, self._begins, strict=True):
            for where, text in post.items():
                if text.leaf < body and may_be_unmarked(text.name):
                    texts[where].append(text)
        least = max(2, MIN_UNMARKED * len(self._slots))
        slots = [
            (where, [text.name for text in found])
            for where, found in texts.items()
            if len(found) >= least and not self._counts_alike(found)
        ]
        counts = {where: sum(map(self._is_count, names)) for where, names in slots}
        different = {where: len(set(names)) for where, names in slots if counts[where] <= MAX_COUNTS * len(names)}
        most = max(different.values(), default=0)
        return [where for where, count in different.items() if count == most > 1][:1]

    def _counts_alike(self, texts: Sequence[_Text]) -> bool:
        """True for texts that differ in a number with the same words around it, or before it: helped 2310 people."""
        labels = {self._table.labels[text.leaf] for text in texts}
        if len(labels) > 1 or len({text.name for text in texts}) == 1:
            return False
        label = labels.pop()
        return label[-1:].isalpha() or label.endswith(" 0")

    def _author_of(self, post: Slots, ranked: Sequence[Place], prefix: str, shapes: Set[str]) -> Author:
        """The text in the best slot that the post has; before others one that leads to a profile like those of the
        best: to an address that begins as all of theirs do, or differs from one of theirs in its numbers."""
        if ranked[0] in post and not self._counts(post[ranked[0]]):
            return self._author(post[ranked[0]])
        for text in post.values():
            href = self._href(text)
            if len(prefix) > 3 and href.startswith(prefix):
                return self._author(text)
            if not text.in_body and _shape(href) in shapes:
                return self._author(text)
        may_be = (post[where] for where in ranked if where in post and not self._counts(post[where]))
        return next((self._author(text) for text in may_be if not text.in_body or self._is_profile(text)), Author(""))

    def _own_mark(self, record: range, body: int) -> Author:
        """The first name that is marked as one in a post of another template than the others, before its text, which
        begins at the leaf `body`, or else next to its time."""
        marks = within(self._marks.authors, record)
        before = [mark for mark in marks if self._table.ends[mark] <= body]
        return self._first_name(before) or self._first_name(self._dated(marks, record)) or Author("")

    def _dated(self, marks: Sequence[int], record: range) -> list[int]:
        """Those of the marks, outside quotes, next to a time at which a post may have been written."""
        table, leaves = self._table, self._table.leaves_in(record)
        quotes = [range(quote, table.ends[quote]) for quote in within(self._marks.quotes, record)]
        quoted = {mark for quote in quotes for mark in within(marks, quote)}
        times = [mark for mark in within(self._marks.times, record) if may_be_of_post(table, mark)]
        at = [bisect_left(leaves, leaf) for mark in times for leaf in table.leaves_of(mark) if is_date(table, leaf)]
        around = {leaf for place in at for leaf in leaves[max(0, place - NEXT) : place + NEXT + 1]}
        return [mark for mark in marks if mark not in quoted and not around.isdisjoint(table.leaves_of(mark))]

    def _first_name(self, marks: Sequence[int]) -> Author | None:
        """The first name in marks that may be one."""
        for mark in marks:
            for leaf in self._table.leaves_of(mark) if mark not in self._marks.about else ():
                name = self._name_at(leaf)
                text = _Text(self._plain(name), leaf, [self._table.parents[leaf]])
                if name and not self._is_count(name) and not any(label_words(name)) and not self._is_other(text):
                    return self._author(text)
        return None

    def _author(self, text: _Text) -> Author:
        origin = "profile" if self._is_profile(text) else "element" if self._is_named(text) else "text"
        name = without_nickname(text.name) if self._is_labelled(text) else text.name
        return Author(name, self._href(text), origin)

    def _href(self, text: _Text) -> str:
        link = _link(self._table, text.leaf)
        href = self._table.attributes[link].get("href", "") if link >= 0 else ""
        return "" if href.startswith(("javascript:", "#")) else href

    def _is_profile(self, text: _Text) -> bool:
        return _link(self._table, text.leaf) in self._marks.profiles

    def _is_named(self, text: _Text) -> bool:
        """True if an element that holds it alone, or one of two above, is named as an author's, or the page goes on
        with "says" behind it, or a label stands before it."""
        parent = max(self._table.parents[text.chain[-1]], 0)
        around = *text.chain, parent, max(self._table.parents[parent], 0)
        if not self._marks.about.isdisjoint(around):
            return False
        return not self._marks.named.isdisjoint(around) or _speaks(self._table, text.leaf) or self._is_labelled(text)

    def _is_labelled(self, text: _Text) -> bool:
        label = "" if self._heads_column(text) else self._before(text)
        return _bare(label) in _BY or (_bare(label).endswith(LABELS) and not label.endswith(BADGES))

    def _heads_column(self, text: _Text) -> bool:
        """True for what stands at the head of a column: what stands before it heads another."""
        return any(self._table.tags[node] == "th" for node in text.chain)

    def _is_other(self, text: _Text) -> bool:
        """True if a label before a text says that it is whom a post replies to, or, before one that is no profile, that
        it tells something else of the author."""
        label = _bare(self._before(text))
        return bool(_TO.fullmatch(label) or (_PLACE.fullmatch(label) and not self._is_profile(text)))

    def _before(self, text: _Text) -> str:
        """The text before a text, in small letters, if it is short."""
        at = bisect_left(self._worded, text.leaf) - 1
        label = self._table.texts[self._worded[at]].strip() if at >= 0 else ""
        return label.lower() if len(label) <= MAX_LABEL else ""


def _named(found: Sequence[Author]) -> int:
    """How many names were found."""
    return sum(bool(author.name) for author in found)


def _with_heads(table: Table, records: Sequence[range]) -> list[range]:
    """The posts with what stands between each and the one before it, as far as that may be a panel."""
    above = max(table.parents[records[0].start], 0)
    gaps = [range(above + 1, records[0].start), *(range(one.stop, other.start) for one, other in pairwise(records))]
    fit = [len(table.leaves_in(gap)) <= MAX_PANEL for gap in gaps]
    return [
        range(gap.start if fits else post.start, post.stop) for gap, fits, post in zip(gaps, fit, records, strict=True)
    ]


def _bare(label: str) -> str:
    """A label without what parts it from what it labels."""
    return label.strip(" \u3000\xa0:：[【")


def _worded(table: Table, records: Sequence[range]) -> list[int]:
    """The leaves from the first record on that hold more than punctuation."""
    leaves = table.leaves_in(range(records[0].start, len(table))) if records else ()
    return [leaf for leaf in leaves if _WORD.search(table.texts[leaf])]


def _speaks(table: Table, leaf: int) -> bool:
    """True if the page goes on with "says" behind a text, on the same line."""
    at = bisect_right(table.leaves, leaf)
    after = table.leaves[at] if at < len(table.leaves) else leaf
    return after > leaf and _SAYS.match(table.texts[after]) is not None and not line_ends(table, leaf, after)


def _plain(name: str) -> str:
    """A name without what templates put around it."""
    return _AFFIX.sub("", name)


def _alone(leaf: int, worded: Sequence[int]) -> range:
    """The largest slice of nodes around a leaf in which no other one is `worded`."""
    before, after = bisect_left(worded, leaf), bisect_right(worded, leaf)
    return range(worded[before - 1] + 1 if before else 0, worded[after] if after < len(worded) else sys.maxsize)


def _chain(table: Table, leaf: int, record: range, alone: range) -> list[int]:
    """The elements in the record that hold a text and no more but punctuation, from the lowest up: in the slice in
    which it stands `alone`."""
    chain, highest = [table.parents[leaf]], max(record.start, alone.start)
    while (node := table.parents[chain[-1]]) >= highest and table.ends[node] <= alone.stop:
        start, end = table.span(node)
        if end - start > 2 * MAX_AUTHOR_CHARS:
            break
        chain.append(node)
    return chain


def _link(table: Table, leaf: int) -> int:
    """The link that a text stands in, at most four elements up; -1 if it stands in none."""
    node = table.parents[leaf]
    for _ in range(4 if table.links[leaf] else 0):
        if table.tags[node] == "a":
            return node
        node = table.parents[node]
    return -1


def _shape(href: str) -> str:
    """An address with its numbers left out; "" if it has none."""
    shape = _NUMBER.sub("0", href)
    return shape if shape != href else ""


def _profile_prefix(hrefs: Sequence[str]) -> str:
    """What the addresses of profiles begin with."""
    first, last = min(filter(None, hrefs), default=""), max(hrefs, default="")
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))
