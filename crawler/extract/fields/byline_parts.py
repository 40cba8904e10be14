"""The parts of a byline: what stands in one small element with a time, or in one line with it, each in an element of
its own or behind a sign that parts it from the next. One that is a name and nothing else is who wrote.

Labels say so in some languages; many sites write no label, and call the element nothing. What else such lines hold is
known by its words: times, counts, where a text comes from, buttons.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice

from crawler.extract import templates_abroad as abroad
from crawler.extract.boilerplate import is_button, is_credit, is_read_also, is_tail_label
from crawler.extract.han_names import HAN_NAME
from crawler.extract.instant import is_time
from crawler.extract.table import Table

MAX_BYLINE = 160
"""Characters of the smallest element that holds a time and the name beside it, at most."""

MAX_LEAVES = 30
"""So many texts of a byline are looked at."""

MAX_NAME = 40
"""Characters of a name."""

_PARTS = re.compile(r"\s*[|｜·•‧∙/／丨\u3000\n]\s*|[ \t\xa0]{2,}|\xa0|,\s(?=\d)|\s[–—-]\s")
_LABELLED = re.compile(
    rf"(?:^|(?<=[\s\u3000|·]))(?:(?:{abroad.AUTHOR})\s?[:：]\s?|(?:(?:written|posted|words|text|story|reported) )?by\s"
    r"|(?:von|par|por|di|door|av|af)\s(?=[^\W\d_])|(?:文|執筆者?|著者|筆者|記者|取材・文|글)\s?[:：=＝]\s?|文\s?[/／]\s?)",
    re.IGNORECASE,
)
"""What stands before the name of who wrote."""

_IN_LINE = re.compile(rf"\s(?:{abroad.AUTHOR}|執筆者?|著者|筆者)\s?[:：]\s?", re.IGNORECASE)
"""The same in the midst of a line, behind where a text comes from."""

_WORD = r"[^\W\d_a-zß-öø-ÿа-яё][\w'’.-]{0,30}"
_LINKED = "(?:(?:de|da|di|del|della|van|von|der|den|la|le|el|al|bin|ter|zu|y|e) ){0,2}"
_PERSON = re.compile(rf"{_WORD}(?: {_LINKED}{_WORD}){{1,3}}")
"""A name in letters: two to four words that begin with capitals."""

_HAN_PERSON = re.compile(HAN_NAME)
_NO_PERSON = re.compile(
    r"\b(?:the|and|our|your|my|this|that|to|in|on|at|for|from|with|about|us|of|or|no|not|all|more|read|share|print|save|listen|follow"
    r"|comments?|leave|reply|posted|published|updated|sign|log|subscribe|newsletter|editor(?:s|ial)?|edition|section"
    r"|opinions?|news|press|agency|service|staff|team|desk|times|post|herald|daily|weekly|journal|courier|tribune|gazette"
    r"|magazine|media|tv|radio|online|photos?|images?|video|gallery|text|size|home|page|story|article|blog|site|views?"
    r"|reads?|min|university|institute|department|ministry|association|center|centre|group|company|inc|ltd|gmbh"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b",
    re.IGNORECASE,
)
"""What names of papers, buttons and headings have, and names of persons have not."""

_COUNTED = re.compile(rf"{abroad.COUNTED}|{abroad.READING}", re.IGNORECASE)


def labelled(table: Table, spans: Iterable[tuple[int, int]]) -> Iterator[str]:
    """The names behind labels in the parts of some stretches of the page's text."""
    for start, end in spans:
        for part in _parts(table.flow[start:end]):
            labels = (_LABELLED.match(part), _IN_LINE.search(part))
            yield from filter(None, (_person(part[label.end() :]) for label in labels if label))


def alone(table: Table, spans: Iterable[tuple[int, int]], others: Container[str]) -> Iterator[str]:
    """The names that nothing labels, beside a time in the same small element; none of `others`, what the page calls its
    site and its sections."""
    for start, end in spans:
        leaves = _leaves(table, start, end)
        times = [leaf for leaf in leaves if is_time(table.texts[leaf])]
        for leaf in leaves if times else ():
            near = min(times, key=lambda time: abs(time - leaf))
            if table.length(table.common_ancestor(min(leaf, near), max(leaf, near))) > MAX_BYLINE:
                continue
            for part in _parts(table.texts[leaf]):
                if part not in others and _is_person(part, is_cjk=table.is_cjk):
                    yield part


def _leaves(table: Table, start: int, end: int) -> Sequence[int]:
    if start >= end:
        return ()
    return table.leaves_in(range(table.leaf_at(start), table.leaf_at(end - 1) + 1))[:MAX_LEAVES]


def _parts(text: str) -> Iterator[str]:
    return (part for part in islice(_PARTS.split(text.strip()), MAX_LEAVES) if part)


def _person(text: str) -> str:
    """The name at the beginning of what stands behind a label; "" for none."""
    if name := _HAN_PERSON.match(text):
        return name[0]
    if name := _PERSON.match(text):
        return name[0] if not _NO_PERSON.search(name[0]) else ""
    word = text.split("\u3000")[0].strip()
    return word if 1 < len(word) <= MAX_NAME and word.isalpha() and not _NO_PERSON.search(word) else ""


def _is_person(text: str, *, is_cjk: bool) -> bool:
    """True for a text that is the name of a person and nothing else."""
    if len(text) > MAX_NAME:
        return False
    if is_cjk:
        return _HAN_PERSON.fullmatch(text) is not None
    if not _PERSON.fullmatch(text) or _NO_PERSON.search(text) or _COUNTED.search(text):
        return False
    return not (is_button(text) or is_credit(text) or is_read_also(text) or is_tail_label(text))
