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
from crawler.extract.boilerplate import is_button, is_count, is_credit, is_read_also, is_tail_label
from crawler.extract.han_names import HAN_NAME
from crawler.extract.instant import is_time
from crawler.extract.person_names import is_name_in_letters, name_at, name_in_asia, reporter_in_korea
from crawler.extract.table import Table

MAX_BYLINE = 160
"""Characters of the smallest element that holds a time and the name beside it, at most."""

MAX_BESIDE = 80
"""Characters from a name to what else a byline holds, with both."""

MAX_LEAVES = 30
"""So many texts of a byline are looked at."""

MAX_TIMES = 2
"""So many times stand in a byline; more are those of a list of dates."""

_PARTS = re.compile(
    r"\s*[|｜·•‧∙/／丨\u3000\n]\s*|[ \t\xa0]{2,}|\xa0|,\s(?=\d)|\s[–—-]\s"
    r"|,\s(?=(?:[A-Z][a-z]+ ){0,2}(?:[Ww]riter|[Rr]eporter|[Ee]ditor|[Cc]orrespondent|[Cc]ontributor|[Cc]olumnist)$)"
)
_LABELLED = re.compile(
    rf"(?:^|(?<=[\s\u3000|·]))(?:(?:{abroad.AUTHOR})\s?[:：]\s?"
    r"|(?:(?:written|posted|words|text|story|reported) )?by(?:\s|\s?[:：]\s?)"
    r"|(?:von|par|por|di|door|av|af)\s(?=[^\W\d_])"
    rf"|(?:{abroad.WRITERS_IN_ASIA}|記者)\s?[:：=＝]\s?|文\s?[/／]\s?|글 )",
    re.IGNORECASE,
)
"""What stands before the name of who wrote."""

_REPORTER = re.compile(rf"[^\s:：]{{0,8}}[记記]者\s{{1,3}}{HAN_NAME}(?:[ 、]{HAN_NAME}){{0,4}}")
"""A credit that is a name, too."""

_IN_LINE = re.compile(rf"\s(?:{abroad.AUTHOR}|執筆者?|著者|筆者)\s?[:：]\s?", re.IGNORECASE)
"""The same in the midst of a line, behind where a text comes from."""


def labelled(table: Table, spans: Iterable[tuple[int, int]]) -> Iterator[str]:
    """The names behind labels, or before what reporters are called, in the parts of some stretches of the page's
    text."""
    for start, end in spans:
        for part in _parts(table.flow[start:end]):
            labels = (_LABELLED.match(part), _IN_LINE.search(part))
            yield from filter(None, (name_at(part[label.end() :]) for label in labels if label))
            if reporter := reporter_in_korea(part):
                yield reporter


def alone(
    table: Table, head: tuple[int, int], spans: Iterable[tuple[int, int]], others: Container[str]
) -> Iterator[str]:
    """The names that nothing labels, beside what else bylines hold: right beside it in an article's `head`, in one
    small element with it in some other stretches of text; none of `others`, what the page calls its site and its
    sections."""
    for start, end in (head, *spans):
        leaves = _leaves(table, start, end)
        parts = ((leaf, part) for leaf in leaves for part in _parts(table.texts[leaf]) if part not in others)
        named = [(leaf, name) for leaf, part in parts if (name := _whole_name(part, is_cjk=table.is_cjk))]
        signs = [leaf for leaf in leaves if _is_sign(table.texts[leaf])] if named else []
        if not signs or sum(is_time(table.texts[leaf]) for leaf in signs) > MAX_TIMES:
            continue
        for leaf, name in named:
            near = min(signs, key=lambda sign: (abs(sign - leaf), sign))
            first, last = min(leaf, near), max(leaf, near)
            is_beside = (start, end) == head and table.span(last)[1] - table.span(first)[0] <= MAX_BESIDE
            if is_beside or table.length(table.common_ancestor(first, last)) <= MAX_BYLINE:
                yield name


def without_signs(text: str) -> str:
    """The parts of a text that are none of the other things that bylines hold."""
    parts = list(_parts(text))
    others = [part for part in parts if not _is_sign(part) or _REPORTER.fullmatch(part)]
    return " ".join(others) if len(others) < len(parts) else text


def _is_sign(text: str) -> bool:
    """True for what bylines hold beside names: a time, how often and how fast a text is read, where it is from."""
    return is_time(text) or is_count(text) or is_credit(text.strip())


def _leaves(table: Table, start: int, end: int) -> Sequence[int]:
    if start >= end:
        return ()
    return table.leaves_in(range(table.leaf_at(start), table.leaf_at(end - 1) + 1))[:MAX_LEAVES]


def _parts(text: str) -> Iterator[str]:
    return (part for part in islice(_PARTS.split(text.strip()), MAX_LEAVES) if part)


def _whole_name(text: str, *, is_cjk: bool) -> str:
    """A text that is the name of a person and nothing else; "" for others."""
    if name := name_in_asia(text):
        return name
    if is_cjk or not is_name_in_letters(text) or is_count(text):
        return ""
    return "" if is_button(text) or is_credit(text) or is_read_also(text) or is_tail_label(text) else text
