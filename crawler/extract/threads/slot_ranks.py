"""Which slots of a template hold the authors of its posts: those whose texts behave like names.

Names differ from post to post, lead to profiles, and each always to the same one, or the page goes on with "says"
behind them; group titles and labels repeat, counts are numbers, buttons lead from one text to many addresses.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from functools import cached_property
from itertools import takewhile

from crawler.extract.label_words import label_words
from crawler.extract.table import Table
from crawler.extract.threads.bylines import Author, faces, is_of_panel
from crawler.extract.threads.names import is_anonymous, is_rank, may_be_unmarked, may_count
from crawler.extract.threads.places import Place
from crawler.extract.threads.slots import SlotReader, Slots, Text

MIN_COVERED = 0.4
"""Share of the posts in which a slot must have a text to hold the authors."""

MIN_BEHIND = 0.6
"""... and this share to hold them behind the texts of posts: in fewer it holds those of comments."""

LETTER = 0.5
"""What speaks against a slot of single letters, which stand for a picture, and of what else is told of authors."""

MIN_DIGITS = 6
"""So many digits that lead to a profile are a name."""

MAX_COUNTS = 0.5
"""A slot with a larger share of numbers holds counts; a few names are numbers."""

MAX_BUTTONS = 3
"""So many texts that each lead to many addresses are buttons."""

IN_BODY = 0.8
"""What speaks against a slot in the body: people are named in posts."""

PROFILE, NAMED, ITSELF, FACED, FAITHFUL, LINKED = 3.0, 1.5, 0.75, 2.0, 2.0, 1.0
"""What speaks for a slot: links to profiles, or that say whose these are; elements named as an author's, around what is
told of them, or around the name alone; pictures that lead where the names do; each name with its own link; links."""

MAX_SAME = 3
"""In so many posts one name may stand without a link: the only author's, where its element is called so."""

MIN_UNMARKED = 0.8
"""A name that nothing marks as one stands in that share of the posts, before the text."""

MIN_ALIKE, SAME_END = 3, 2
"""So many texts that end with as many characters alike, and each of which only one post has, number the posts."""

MIN_BEGINNING = 4
"""Addresses that begin with so many characters alike lead to the same kind of page."""

_NUMBER = re.compile(r"\d+")
_TO_PLACE = re.compile(r"[^#]#[^#]*\d")
"""How an address ends that leads to one post of a page: no profile's does."""


class SlotRanks:
    """The slots of all posts, compared. `records` are the posts as slices of node numbers, `begins` the node at which
    each one's own text begins, `slots` those of each."""

    def __init__(
        self,
        table: Table,
        reader: SlotReader,
        records: Sequence[range],
        begins: Sequence[int],
        slots: Sequence[Slots],
    ) -> None:
        self._table = table
        self._reader = reader
        self._records = records
        self._begins = begins
        self._slots = slots

    def ranked(self) -> list[Place]:
        """The slots that may hold authors, best first."""
        texts: defaultdict[Place, list[Text]] = defaultdict(list)
        for post in self._slots:
            for where, text in post.items():
                texts[where].append(text)
        leaves = {where: tuple([text.leaf for text in found]) for where, found in texts.items()}
        slots = {leaves[where]: found for where, found in texts.items()}  # elements in one another hold the same texts
        worths = {held: self._worth(found) for held, found in slots.items()}
        return sorted(
            (where for where, held in leaves.items() if worths[held]), key=lambda where: -worths[leaves[where]]
        )

    def unmarked(self) -> list[Place]:
        """The slot that may hold authors where nothing says so: the first of those with most different texts."""
        texts: defaultdict[Place, list[Text]] = defaultdict(list)
        for post, body in zip(self._slots, self._begins, strict=True):
            for where, text in post.items():
                if text.leaf < body and may_be_unmarked(text.name):
                    texts[where].append(text)
        least = max(2, MIN_UNMARKED * len(self._slots))
        slots = [
            (where, [text.name for text in found])
            for where, found in texts.items()
            if len(found) >= least and not self._counts_alike(found) and not _end_alike(found)
        ]
        different = {where: len(set(names)) for where, names in slots if not self._are_numbers(names)}
        most = max(different.values(), default=0)
        return [where for where, count in different.items() if count == most > 1][:1]

    def authors(self, ranked: Sequence[Place]) -> list[Author]:
        """The author of each post by the slots, best first; one without a name where it has none."""
        hrefs = [self._reader.href(post[ranked[0]]) for post in self._slots if ranked[0] in post]
        beginning, forms = _common_beginning(hrefs), set(map(_numbered_form, hrefs)) - {""}
        return [self._author_of(post, ranked, beginning, forms) for post in self._slots]

    def _author_of(self, post: Slots, ranked: Sequence[Place], beginning: str, forms: Set[str]) -> Author:
        """The text in the best slot that the post has; before others one that leads to a profile like those of the
        best: to an address that begins as all of theirs do, or differs from one of theirs in its numbers (`forms`)."""
        reader = self._reader
        if ranked[0] in post and not self._counts(post[ranked[0]]):
            return reader.author(post[ranked[0]])
        for text in (text for text in post.values() if not reader.is_other(text)):
            href = reader.href(text)
            if len(beginning) >= MIN_BEGINNING and href.startswith(beginning):
                return reader.author(text)
            if not text.in_body and _numbered_form(href) in forms:
                return reader.author(text)
        may_be = (post[where] for where in ranked if where in post and not self._counts(post[where]))
        return next((reader.author(text) for text in may_be if not text.in_body or reader.is_profile(text)), Author(""))

    def _worth(self, texts: Sequence[Text]) -> float:
        """How much the texts of a slot behave like authors; 0 if they cannot be."""
        if self._are_few(texts) or self._are_counts(texts):
            return 0
        links = [(text.name, href) for text in texts if (href := self._reader.href(text))]
        if self._is_label(texts, links) or _is_button(links):
            return 0
        count, different = len(texts), len({text.name for text in texts})
        in_body = sum(text.in_body and not self._reader.is_labelled(text) for text in texts)
        behind = sum(text.is_behind for text in texts)
        strays = behind if behind < count else 0  # who comments on posts, at the place of others' authors
        outside = 1 - IN_BODY * (in_body + strays) / count
        to_pages = [(name, href) for name, href in links if not _TO_PLACE.search(href)]
        return self._signs(texts, to_pages) * outside * (count / len(self._slots)) ** 2 * (1 + different / count)

    def _signs(self, texts: Sequence[Text], links: Sequence[tuple[str, str]]) -> float:
        """What speaks for a slot, by its texts and where they lead; 0 if nothing does, or they are something else."""
        reader, count = self._reader, len(texts)
        names, pairs, hrefs = [text.name for text in texts], set(links), {href for _, href in links}
        signs = (PROFILE * sum(map(reader.is_of_profile, texts)) + NAMED * sum(map(reader.is_named, texts))) / count
        signs += ITSELF * sum(map(reader.is_itself_named, texts)) / count
        signs += NAMED * sum(map(is_anonymous, names)) / count
        signs += FACED * sum(href in self._pictured for _, href in links) / count
        if not signs and (len(hrefs) < 2 or self._counts_alike(texts)):
            return 0
        no_names = sum(is_rank(name) or is_of_panel(name) for name in names)
        if no_names * 2 > count or sum(map(reader.is_other, texts)) * 2 > count:
            return 0
        faithful = len(hrefs) > 1 and len(pairs) == len(hrefs) == len({name for name, _ in pairs})
        signs += FAITHFUL * faithful + LINKED * len(links) / count
        told = sum(map(reader.is_about_author, texts))
        return signs * (LETTER if max(map(len, names)) == 1 or told * 2 > count else 1)

    def _are_few(self, texts: Sequence[Text]) -> bool:
        """True for a slot that too few of the posts have."""
        posts = len(self._slots)
        are_behind = sum(text.is_behind for text in texts) * 2 > len(texts)
        return len(texts) < (MIN_BEHIND if are_behind and posts > 1 else MIN_COVERED) * posts

    def _are_counts(self, texts: Sequence[Text]) -> bool:
        return self._are_numbers([text.name for text in texts]) and not all(map(self._is_numbered, texts))

    def _are_numbers(self, names: Sequence[str]) -> bool:
        return sum(map(self._reader.is_count, names)) > MAX_COUNTS * len(names)

    def _is_label(self, texts: Sequence[Text], links: Sequence[tuple[str, str]]) -> bool:
        """True for one text in all posts, unless it always leads to one address, or may be their only author, or is
        what they call nobody."""
        if len(texts) == 1 or len({text.name for text in texts}) > 1 or is_anonymous(texts[0].name):
            return False
        return len({href for _, href in links}) != 1 and not self._is_only_author(texts)

    def _is_only_author(self, texts: Sequence[Text]) -> bool:
        """True if the one text of a slot without links may be who wrote all posts."""
        said = any(text.in_body for text in texts) or any(label_words(texts[0].name))
        return len(texts) <= MAX_SAME and not said and all(map(self._reader.is_named, texts))

    def _counts(self, text: Text) -> bool:
        """True for a count that is no name."""
        return self._reader.is_count(text.name) and may_count(text.name) and not self._is_numbered(text)

    def _is_numbered(self, text: Text) -> bool:
        """True if a number may be a name: it leads to a profile, and is called a name or as that profile is, or leads
        where a picture does, or is too long for a count."""
        if not self._reader.is_profile(text):
            return False
        if len(text.name) >= MIN_DIGITS or self._reader.is_named(text):
            return True
        href = self._reader.href(text)
        return href.rstrip("/").rsplit("/", 1)[-1] == text.name or href in self._pictured

    def _counts_alike(self, texts: Sequence[Text]) -> bool:
        """True for texts that differ in a number with the same words around it, or before it: helped 2310 people; all
        but the first, which may have none."""
        labels = Counter(self._table.labels[text.leaf] for text in texts)
        label, alike = labels.most_common(1)[0]
        if alike < max(2, len(texts) - 1) or len({text.name for text in texts}) == 1:
            return False
        return label.rstrip(")）]】")[-1:].isalpha() or label.endswith(" 0")

    @cached_property
    def _pictured(self) -> set[str]:
        """Where pictures of people over the posts' texts, or beside them, lead."""
        table, found = self._table, set[str]()
        before = [0, *(record.stop for record in self._records)]
        for stop, record, body in zip(before, self._records, self._begins, strict=False):
            for image in faces(table, range(max(table.parents[record.start], stop), min(body, record.stop))):
                around = table.parents[image]
                found.add(table.attributes.value(around, "href") if table.tags[around] == "a" else "")
        return found - {""}


def _is_button(links: Sequence[tuple[str, str]]) -> bool:
    """True if one text, or a few, lead to many addresses."""
    pairs, leading = set(links), len({name for name, _ in links})
    return leading <= MAX_BUTTONS and len(pairs) > 1.5 * leading


def _end_alike(texts: Sequence[Text]) -> bool:
    """True for several texts that all differ and end with the same letters: first row, second row."""
    names = {text.name for text in texts}
    return len(names) == len(texts) >= MIN_ALIKE and len({name[-SAME_END:] for name in names}) == 1


def _numbered_form(href: str) -> str:
    """An address with all its numbers alike; "" if it has none."""
    form = _NUMBER.sub("0", href)
    return form if form != href else ""


def _common_beginning(hrefs: Sequence[str]) -> str:
    """What all addresses begin with."""
    first, last = min(filter(None, hrefs), default=""), max(hrefs, default="")
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))
