"""Dates of something else than when a page was published, by where they stand: in mastheads, among remarks, in rows
that lead to other texts, in sentences and programs, behind labels that say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from crawler.extract.articles.headed import stands_in_comments
from crawler.extract.articles.link_rows import stands_in_row
from crawler.extract.instant import Instant
from crawler.extract.table import Table
from crawler.model import Precision

RIGHT_OVER = 40
"""Characters before the title in which a full time counts more than one without its year below."""

LABEL_CHARS = 24
"""Characters before a date, in which a label says what it is the date of."""

MAX_LINE = 120
"""Characters of a line over a text, in letters; more are of the text."""

NOT_PUBLISHED = (
    "(?:更新|修改|编辑|編輯|截止|成文|发文|印发|生效|施行|注册|开通|开博|建站|加入|登录|回复"
    "|updated?|modified|edited|reviewed|expires?)"
)

_OTHER = re.compile(rf"{NOT_PUBLISHED}(?:时间|日期|時間|于|於|\s+(?:on|at|date))?[\s:：|•]*$", re.IGNORECASE)

_WIRED = re.compile(r"\s?(?:[电電讯訊]|消息)")

_WEEKDAY = re.compile(r"星期|农历|農曆|(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)

_DAY_OF_WEEK = re.compile(r"\W*(?:(?:星期|周|週)[一二三四五六日天]|[A-Za-z]{3,9}day)?\W*", re.IGNORECASE)

_NOT_THIS = r"comments?|repl(?:y|ies)|related|recommend\w*|footer|copyright|hot|rank\w*|pinglun"

ELSEWHERE = re.compile(rf"(?:^|[\s_-])(?:{_NOT_THIS})(?:$|[\s_-])", re.IGNORECASE)

ASIDE = re.compile(rf"(?:^|[\s_-])(?:{_NOT_THIS}|side\w*|aside|list)(?:$|[\s_-])", re.IGNORECASE)


def of_text(table: Table, dates: Iterable[Instant], text: tuple[int, int]) -> Iterator[Instant]:
    """Those of some dates that stand neither among the comments below the article's text nor in the row of another."""
    return (found for found in dates if not is_elsewhere(table, table.leaf_at(found.start), text))


def is_elsewhere(table: Table, node: int, text: tuple[int, int]) -> bool:
    """True for a node among the comments below the article's text or in the row of another."""
    start, end = text
    return _is_of_remark(table, node, end) or (end > 0 and stands_in_row(table, node, table.leaf_at(start)))


def _is_of_remark(table: Table, leaf: int, text_end: int) -> bool:
    """True if a leaf stands among the comments below the article's text."""
    if not 0 < text_end <= table.span(leaf)[0]:
        return False
    last = table.leaf_at(text_end - 1)
    apart = table.common_ancestor(last, leaf)  # what holds the text, too, is called after none of its parts
    return is_named(ELSEWHERE, table, leaf, apart) or stands_in_comments(table, leaf, last)


def is_told(table: Table, found: Instant) -> bool:
    """True for a date of which a sentence tells, but for the one with which reports of agencies begin."""
    text = table.texts[table.leaf_at(found.start)]
    is_sentence = "。" in text or (len(text) > MAX_LINE and ". " in text)
    return is_sentence and not _WIRED.match(table.flow, found.end)


def is_other(flow: str, start: int) -> bool:
    """True if the words before a date say that it is not when the page was published."""
    return bool(_OTHER.search(flow[max(0, start - LABEL_CHARS) : start]))


def is_right_over(flow: str, places: Iterable[tuple[int, int]], found: Instant) -> bool:
    """True if nothing but the day of the week stands between a date and the title below it, as over blogs' entries."""
    return any(_DAY_OF_WEEK.fullmatch(flow, found.end, at) for at, _ in places if 0 <= at - found.end <= RIGHT_OVER)


def is_masthead(table: Table, found: Instant) -> bool:
    """True if a date above the title is the day's, not the article's: mastheads add the day of the week, but no clock,
    and are no headings."""
    if found.precision != Precision.DAY or table.is_in_heading(table.leaf_at(found.start)):
        return False
    return bool(_WEEKDAY.search(table.flow, max(0, found.start - LABEL_CHARS), found.end + LABEL_CHARS // 2))


def is_in(part: re.Pattern[str], table: Table, found: Instant) -> bool:
    """True if a date stands in a link to another page, or in such a part of the page."""
    node = table.leaf_at(found.start)
    return (table.links[node] > 0 and not _is_bookmark(table, node)) or is_named(part, table, node)


def is_code(table: Table, found: Instant) -> bool:
    """True if a date stands in a program."""
    programs = [*table.find("pre"), *table.find("code")]
    leaf = table.leaf_at(found.start) if programs else 0
    return any(node < leaf < table.ends[node] for node in programs)


def _is_bookmark(table: Table, node: int) -> bool:
    """True if a leaf stands in a link to the article itself, as its date often is."""
    return table.attributes[table.link_around(node)].get("rel", "") == "bookmark"


def is_named(part: re.Pattern[str], table: Table, node: int, outer: int = 0) -> bool:
    """True if a node stands in an element, inside an `outer` one if there is one, whose name, class or id says that it
    is such a part of the page."""
    while node > max(table.body, outer):
        attributes = table.attributes[node]
        names = f"{table.tags[node]} {attributes.get('class', '')} {attributes.get('id', '')}"
        if not _is_articles_footer(table, node) and part.search(names):
            return True
        node = table.parents[node]
    return False


def _is_articles_footer(table: Table, node: int) -> bool:
    """True for the footer of an article, where its author and date often stand."""
    return table.tags[node] == "footer" and table.tags[table.parents[node]] == "article"
