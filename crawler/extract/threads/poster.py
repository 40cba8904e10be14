"""Who wrote each post: the slot of the template whose texts behave like names.

A slot is a place of the template that holds one short text. Names differ from post to post, lead to profiles, and each
always to the same one, or the page goes on with "says" behind them; group titles and labels repeat, buttons lead from
one text to many addresses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from crawler.extract.instant import is_time
from crawler.extract.table import Table
from crawler.extract.threads.marks import MAX_AUTHOR_CHARS, MAX_TIME_CHARS, Classes, is_profile, named_authors
from crawler.extract.threads.microdata import AUTHORS, stated, stated_name

MIN_COVERED = 0.4
"""Share of the posts in which a slot must have a text to hold the authors."""

MAX_COUNTS = 0.5
"""A slot with a larger share of numbers holds counts; a few names are numbers."""

IN_BODY = 0.8
"""What speaks against a slot in the body: people are named in posts."""

PROFILE, NAMED, FAITHFUL, LINKED = 3.0, 1.5, 2.0, 1.0
"""What speaks for a slot: links to profiles; elements named as an author's; each name with its own link; links."""

_COUNT = re.compile(r"[\W\d]*[km]?$|[\d,.]+\s|\W*\d{1,2}:\d\d", re.IGNORECASE)  # 5,913 posts, 1.2k, #3, 6:24 am
_PUNCTUATION = re.compile(r"\W+")
_SAYS = re.compile(
    r"\s*(?:(?:says?|said|wrote|writes|schrieb|sagt|schreibt|a écrit|dit|dijo|escribió|dice|scrive|disse|пишет|писал)\b"
    r"|说|說|写道|寫道|发表于|發表於)",
    re.IGNORECASE,
)
"""What stands behind a name on its line."""

_BY = re.compile(
    r"\b(?:submitted|posted|written|started|asked|answered|eingetragen|geschrieben|publié|enviado|inviato)"
    r"\s+(?:by|von|par|por|da)\s+(\S.{0,38}?\S)\s*(?:\s(?:on|at|am|le|el|il)\s|[»,–—-]\s)",
    re.IGNORECASE,
)
"""A name in the sentence that says when a post was written."""

MAX_SENTENCES = 20
"""So many texts of a post are looked at for such a sentence."""

_AFFIX = re.compile(r"^@|^[–—-]\s|(?:'s|s')? (?:avatar|profile)$|\s?[:：]$", re.IGNORECASE)


class Author(NamedTuple):
    """A name, the address of the profile that it leads to ("" if none), as it stands in the page, and what told that it
    is one: "profile", "element" for how that is called, "text"."""

    name: str
    href: str = ""
    origin: str = ""


class _Text(NamedTuple):
    """What one post has in a slot."""

    author: Author
    profile: bool
    named: bool
    in_body: bool


Slots = dict[str, _Text]


def authors(table: Table, records: Sequence[range], bodies: Sequence[Sequence[int]], classes: Classes) -> list[Author]:
    """The author of each post; one without a name where nothing looks like it. `records` are slices of node numbers,
    `bodies` the text leaves of each one's own text."""
    named = named_authors(table)
    slots = [_slots(table, record, set(body), classes, named) for record, body in zip(records, bodies, strict=True)]
    ranked = _ranked(slots)
    hrefs = [posts[ranked[0]].author.href for posts in slots if ranked[0] in posts] if ranked else []
    prefix = _profile_prefix(hrefs)
    found = [_author(posts, ranked, prefix) if ranked else Author("") for posts in slots]
    pairs = zip(found, records, bodies, strict=True)
    found = [author if author.name else _in_sentence(table, record, body) for author, record, body in pairs]
    for place, node in stated(table, records, AUTHORS).items():
        name, href = stated_name(table, node)
        found[place] = Author(name, href, "structured") if name else found[place]
    return found


def _slots(table: Table, record: range, body: set[int], classes: Classes, authors: set[int]) -> Slots:
    """The short texts of a post outside its body, by slot, the first of each: a text fills the slots of all elements
    that hold it alone, for some posts have more around a name. `authors` are the elements that are named so."""
    slots: Slots = {}
    for leaf in table.leaves_in(record):
        if not _may_be_name(" ".join(table.texts[leaf].split())):
            continue
        chain = _chain(table, leaf, record)
        text = _read(table, leaf, chain, leaf in body, authors)
        for node in chain:
            slots.setdefault(classes.place(node), text)
    return slots


def _read(table: Table, leaf: int, chain: Sequence[int], in_body: bool, authors: set[int]) -> _Text:
    link = _link(table, leaf)
    href = table.attributes[link].get("href", "") if link >= 0 else ""
    profile = link >= 0 and is_profile(table.attributes[link])
    named = not authors.isdisjoint(chain) or not authors.isdisjoint(_above(table, chain[-1])) or _speaks(table, leaf)
    origin = "profile" if profile else "element" if named else "text"
    return _Text(Author(_AFFIX.sub("", _name(table, leaf, chain)), href, origin), profile, named, in_body)


def _speaks(table: Table, leaf: int) -> bool:
    """True if the page goes on with "says" behind a text."""
    at = bisect_right(table.leaves, leaf)
    return at < len(table.leaves) and _SAYS.match(table.texts[table.leaves[at]]) is not None


def _in_sentence(table: Table, record: range, body: Sequence[int]) -> Author:
    """The name in a sentence outside the body, as guests without a profile have it: Submitted by … on …"""
    for leaf in table.leaves_in(record)[:MAX_SENTENCES]:
        text = " ".join(table.texts[leaf].split())
        if leaf not in body and len(text) <= MAX_TIME_CHARS and (match := _BY.search(text)) and is_time(text):
            return Author(match[1], "", "text")
    return Author("")


def _name(table: Table, leaf: int, chain: Sequence[int]) -> str:
    """The text with the punctuation around it; without what else the element holds."""
    whole, text = table.text_of(chain[-1]), " ".join(table.texts[leaf].split())
    return whole if _PUNCTUATION.sub("", whole) == _PUNCTUATION.sub("", text) else text


def _may_be_name(text: str) -> bool:
    return 0 < len(text) <= MAX_AUTHOR_CHARS and text[-1] not in ":：" and not is_time(text)


def _chain(table: Table, leaf: int, record: range) -> list[int]:
    """The elements in the record that hold the same text and no more but punctuation, from the lowest up."""
    word = _PUNCTUATION.sub("", table.texts[leaf])
    chain = [table.parents[leaf]]
    while (node := table.parents[chain[-1]]) >= record.start:
        start, end = table.span(node)
        if end - start > 2 * MAX_AUTHOR_CHARS or _PUNCTUATION.sub("", table.flow[start:end]) != word:
            break
        chain.append(node)
    return chain


def _link(table: Table, leaf: int) -> int:
    """The link that a text stands in, at most four elements up; -1 if it stands in none."""
    node = table.parents[leaf]
    for _ in range(4):
        if node < 0:
            break
        if table.tags[node] == "a":
            return node
        node = table.parents[node]
    return -1


def _above(table: Table, node: int) -> Iterator[int]:
    for _ in range(2):
        node = max(table.parents[node], 0)
        yield node


def _ranked(slots: Sequence[Slots]) -> list[str]:
    """The slots that may hold authors, best first."""
    texts: defaultdict[str, list[_Text]] = defaultdict(list)
    for post in slots:
        for where, text in post.items():
            texts[where].append(text)
    worths = {where: _worth(found, len(slots)) for where, found in texts.items()}
    return sorted((where for where, worth in worths.items() if worth), key=lambda where: -worths[where])


def _worth(texts: Sequence[_Text], posts: int) -> float:
    """How much the texts of a slot behave like authors; 0 if they cannot be."""
    count = len(texts)
    names = Counter(text.author.name for text in texts)
    numbers = sum(_COUNT.match(text.author.name) is not None for text in texts)
    linked = [text.author for text in texts if text.author.href]
    pairs, hrefs = {(author.name, author.href) for author in linked}, {author.href for author in linked}
    if count < MIN_COVERED * posts or numbers > MAX_COUNTS * count:
        return 0
    if len(names) == 1 and count > 1 and len(hrefs) != 1:
        return 0  # a label
    if linked and len(pairs) > max(1, len({name for name, _ in pairs})) * 1.5:
        return 0  # one text leads to many addresses: a button
    signs = (PROFILE * sum(text.profile for text in texts) + NAMED * sum(text.named for text in texts)) / count
    if not signs and len(hrefs) < 2:
        return 0
    faithful = len(hrefs) > 1 and len(pairs) == len(hrefs) == len({name for name, _ in pairs})
    signs += FAITHFUL * faithful + LINKED * len(linked) / count
    outside = 1 - IN_BODY * sum(text.in_body for text in texts) / count
    return signs * outside * (count / posts) ** 2 * (1 + len(names) / count)


def _profile_prefix(hrefs: Sequence[str]) -> str:
    """What the addresses of profiles begin with."""
    first, last = min(filter(None, hrefs), default=""), max(hrefs, default="")
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))


def _author(post: Slots, ranked: Sequence[str], prefix: str) -> Author:
    """The text in the best slot that the post has; before others one that leads to a profile like those of the best."""
    if ranked[0] in post:
        return post[ranked[0]].author
    for text in post.values():
        if len(prefix) > 3 and text.author.href.startswith(prefix):
            return text.author
    return next((post[where].author for where in ranked if where in post), Author(""))
