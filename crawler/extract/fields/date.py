"""When a page was published: what it says of itself first, then what it shows, where articles show it.

A written date is evidence of a publish date by its place: marked as one, under or over the title, behind a label,
in the URL. Dates of updates, comments and side columns, and the day in a page's masthead, are dates of something else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from heapq import nlargest
from itertools import chain, islice

from crawler.extract.addresses import absolute
from crawler.extract.fields.date_places import (
    ASIDE,
    ELSEWHERE,
    LABEL_CHARS,
    NOT_PUBLISHED,
    RIGHT_OVER,
    is_code,
    is_elsewhere,
    is_in,
    is_masthead,
    is_named,
    is_other,
    is_right_over,
    is_told,
    of_text,
)
from crawler.extract.instant import Instant, from_epoch, full_dates, instants
from crawler.extract.structured import Stated
from crawler.extract.table import Table, within
from crawler.model import Precision

AFTER_TITLE = 300
BEFORE_TITLE = 120
"""Characters of text around the title in which a date is the page's: the line of source and author, above or below."""


BEHIND_TEXT = 80
"""Characters right behind the text in which a date is its own, where nothing over the text is one."""

BADGE = 60
"""Characters around the title in which the parts of a date may stand in elements of their own."""

AFTER_LABEL = 30
"""Characters in which a date follows its label."""


MAX_LABELS = 10
MAX_PLACES = 4
"""So many labels, and so many places of the title's text, are looked at."""

MAX_DATES = 50
"""So many dates, the latest, are looked at when only the published rule is left."""


MIN_DATE_CHARS = 6
MAX_DATE_CHARS = 40
"""Shorter and longer values of attributes, and lines, hold something else or more than a date."""

_JSON_LD = ("datePublished", "pubDate", "uploadDate", "dateCreated")
_META_NAMES = (
    "publishedtime publishtime publisheddate publishdate publishedat publicationdate published pubdate pubtime ptime "
    "releasedate datepublished createat createdate"
)
MAX_META_CHARS = 20
_IS_DATE = frozenset(_META_NAMES.split())
_MAY_BE_DATE = frozenset(["date", "time", "created", "issued"])

_LABEL = re.compile(
    r"(?:发布|发表(?!评论)|发稿|刊登|刊发|发帖|發布|發表(?!評論)|上传)(?:时间|日期|時間|于|於)?|日\s?期|时\s?间|時\s?間"
    r"|(?:published|posted|publish date)\b",
    re.IGNORECASE,
)
_LABEL_BEFORE = re.compile(rf"(?:{_LABEL.pattern})[\s:：]{{0,3}}$", re.IGNORECASE)
_EDITED = re.compile(r"(?:编辑|編輯|修改|更新)(?:[于於]|(?:时间|時間|日期)\s?[:：])\s?$")
"""What stands before the only date that some sites show of a text that was changed."""

_SAYS_OTHER = re.compile(rf"(?:最后|最後|last|page)?\s?{NOT_PUBLISHED}", re.IGNORECASE)
_UPDATED = re.compile(r"(?:最后|最後|last )(?:更新|修改|编辑|編輯|updated|modified|edited|changed)", re.IGNORECASE)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_BADGE_YEAR, _BADGE_MONTH, _BADGE_DAY = (
    rf"(?P<{part}>{digits})"
    for part, digits in (("year", r"(?:19|20)\d\d"), ("month", "0?[1-9]|1[0-2]"), ("day", r"0?[1-9]|[12]\d|3[01]"))
)
_BADGES = [
    re.compile(rf"^[ \t]{{0,9}}{date}[ \t]{{0,9}}$(?!\s{{1,9}}\d{{1,2}}$)", re.MULTILINE)
    for date in (
        rf"{_BADGE_DAY}日?[ \t]{{0,9}}\n[ \t]{{0,9}}{_BADGE_YEAR}[-/.年] ?{_BADGE_MONTH}月?",
        rf"{_BADGE_YEAR}[-/.年] ?{_BADGE_MONTH}月?[ \t]{{0,9}}\n[ \t]{{0,9}}{_BADGE_DAY}日?",
        rf"{_BADGE_YEAR}年?[ \t]{{0,9}}\n[ \t]{{0,9}}{_BADGE_MONTH}[-/.月]{_BADGE_DAY}日?",
    )
]
_SHORT_DAY = re.compile(r"^[ \t]{0,9}\d{1,2}[-/.月]\d{1,2}日?[ \t]{0,9}$", re.MULTILINE)
_BRACKET = re.compile(r"\s{0,3}[(（](?=\d)")
_VALUES = [
    re.compile(
        rf"{name}[\"']?(?:\s{{0,4}}[:=]\s{{0,4}}[\"']?|[^<>]{{0,60}}>)"
        r"(1\d{9}(?=(?:\d{3})?\b)|20\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?)"
    )
    for name in ("ime", "ate")
]
"""The values of a time and a date, in seconds or milliseconds since 1970 or written out: as scripts
know them, and fields that hold a text for scripts. Each begins with letters, for which a page is searched quickly."""

_FULL = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S{0,15}")
"""A time as machines write it."""

_OF_PUBLISHING = re.compile(r"(?:publish|pub|post|create|issue|article)[a-z]{0,7}[_-]?[td]$", re.IGNORECASE)
NAME_CHARS = 20
"""Characters before such a name's end in which it says that it is when a text was published."""

_URL = re.compile(
    r"(?<!\d)((?:19|20)\d\d)([/_-]?)(0[1-9]|1[0-2])([/_-]?)(0[1-9]|[12]\d|3[01])"
    r"(?=(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d{1,4})?)?(?!\d))"
)
"""A day in an address, with the time of the day behind it or without."""


@dataclass(frozen=True, slots=True)
class Published:
    """A publish date and where it was found: json-ld, meta, itemprop, time, title, label, url, text, updated
    or script."""

    instant: Instant
    origin: str


MAX_OVER = 2
"""So many <time> elements over a title may be the article's own; more are a list's."""

MAX_SHOWN = 8
"""So many further dates of a page are asked for the day that it shows."""

_SHOWN = frozenset(["title", "label", "text"])
"""Origins of dates that nothing marks as the page's: the URL may contradict them."""


def published(
    table: Table,
    stated: Stated,
    title: str,
    now: datetime,
    zone: tzinfo,
    url: str = "",
    text: tuple[int, int] = (0, 0),
    head: tuple[int, int] = (0, 0),
) -> Published | None:
    """The page's publish date, or None. Never in the future, and never `now` for want of a better one. `text` is where
    the article begins and ends in the page's text: of several places that say the title the one over it counts first,
    and no date of the comments below. `head` is what stands between the title and the text, or over the text where
    nothing says the title."""
    places = [place for place in _title_places(table, title) if not _is_listed(table, place, text, url)]
    places.sort(key=lambda place: text[0] - place[1] if place[1] <= text[0] else len(table.flow))
    parts = (places, text, (0, 0) if places else head)
    candidates = (_exactly(table, found, now, zone) for found in _candidates(table, stated, *parts, now, zone))
    best = next(candidates, None)
    if best and best.origin not in _SHOWN:
        return _as_shown(best, candidates, zone) if table.is_cjk or _HAN.search(title) else best
    in_url = _in_url(url, now, zone)
    if not in_url:
        return best
    if best and best.instant.at < in_url.at and any(end <= best.instant.start < text[0] for _, end in places):
        return best  # shown between the title and the text: such a page was moved to its address later
    near = (found for found in (best, *candidates) if found and abs(found.instant.at - in_url.at) < timedelta(days=2))
    return next(near, Published(in_url, "url"))


def _as_shown(stated: Published, others: Iterable[Published], zone: tzinfo) -> Published:
    """A date that is stated in UTC, as machines write it, in the page's zone if there it has the day that the page
    shows. Where people write in letters the zone is no more than a guess."""
    at, local = stated.instant.at, stated.instant.at.astimezone(zone)
    if at.utcoffset() or at.date() == local.date():
        return stated
    near = (found.instant.at for found in islice(others, MAX_SHOWN) if abs(found.instant.at - at) < timedelta(days=2))
    days = (other.date() for other in near if other != at or other.utcoffset())
    shown = next((day for day in days if day in (at.date(), local.date())), None)
    return replace(stated, instant=replace(stated.instant, at=local)) if shown == local.date() else stated


def assigned(html: str, now: datetime, zone: tzinfo) -> Published | None:
    """The publish date that a page's scripts know, for pages that show none before they run; None where they know
    several, as of other articles. `html` is the page as it was sent."""
    values = chain.from_iterable(pattern.finditer(html) for pattern in _VALUES)
    named = (
        value for value in values if _OF_PUBLISHING.search(html, max(0, value.start() - NAME_CHARS), value.start())
    )
    said = (from_epoch(value[1]) or value[1] for value in named)
    found = [one for text in islice(said, MAX_DATES) for one in instants(text, now, zone)[:1]]
    return Published(found[0], "script") if len({one.at.date() for one in found}) == 1 else None


def _exactly(table: Table, found: Published, now: datetime, zone: tzinfo) -> Published:
    """The date, or for one that counts back from now the one that the element around it has in an attribute, or that
    stands in brackets behind it."""
    if not found.instant.is_relative or found.origin not in _SHOWN:
        return found
    attributes = table.attributes[table.parents[table.leaf_at(found.instant.start)]]
    exact = _first((attributes.get(name, "")[:MAX_DATE_CHARS] for name in ("title", "datetime")), now, zone)
    if bracket := _BRACKET.match(table.flow, found.instant.end):
        exact += _instants_in(table.flow, bracket.end(), bracket.end() + MAX_DATE_CHARS, now, zone)[:1]
    near = (one for one in exact if not one.is_relative)
    return next((replace(found, instant=one) for one in near), found)


def _candidates(
    table: Table,
    stated: Stated,
    places: list[tuple[int, int]],
    text: tuple[int, int],
    head: tuple[int, int],
    now: datetime,
    zone: tzinfo,
) -> Iterator[Published]:
    """Dates that may be the page's, best first. `places` are those of its title, `text` that of the article, and `head`
    that of its byline where no title is shown."""
    flow, (text_start, text_end) = table.flow, text
    in_json = (text[:MAX_DATE_CHARS] for text in stated.strings(*_JSON_LD))
    yield from (Published(found, "json-ld") for found in _first(in_json, now, zone))
    certain, likely = _meta_dates(stated)
    in_meta = _first(certain, now, zone)  # a page that is published again says so in one of them
    yield from (Published(found, "meta") for found in sorted(in_meta, key=lambda found: found.at))
    yield from (Published(found, "time") for found in _time_elements(table, places, text, now, zone))
    yield from (Published(found, "meta") for found in _first(likely, now, zone))
    yield from (Published(found, "itemprop") for found in _first(_itemprop_dates(table), now, zone))
    split = (found for at, end in places for found in _split(flow, max(0, at - BADGE), end + BADGE, now, zone))
    yield from (Published(found, "title") for found in of_text(table, split, text))
    around = (found for _, end in places for found in _instants_in(flow, end, end + AFTER_TITLE, now, zone))
    below = [
        found
        for found in of_text(table, around, text)
        if not is_code(table, found)
        and not (found.is_relative and is_named(ELSEWHERE, table, table.leaf_at(found.start)))
    ]
    told = [found for found in below if text_start <= found.start < text_end and is_told(table, found)]
    below = [found for found in below if found not in told]
    under = bool(below) and (text_start <= below[0].start < text_end or _is_under_text(flow, places, below[0]))
    if below and (under or not _YEAR.search(flow, below[0].start, below[0].end)):
        close = (found for at, _ in places for found in _instants_in(flow, max(0, at - RIGHT_OVER), at, now, zone))
        sure = (
            found
            for found in of_text(table, close, text)
            if _is_full(flow, found) or (under and _is_lone_day(table, found))
        )
        yield from (Published(found, "title") for found in sure)
    if any(is_other(flow, found.start) for found in below if found.start < text_end):
        below = [found for found in below if found.start < text_end]  # of a text that says when it was changed
    if below and _is_edited(flow, below[0].start) and not any(_is_labelled(flow, found.start) for found in below):
        yield Published(below[0], "label")  # further ones are those of comments
    yield from (Published(found, "title") for found in below if not is_other(flow, found.start))
    over = _instants_in(flow, *head, now, zone)
    yield from (Published(found, "text") for found in over if not is_other(flow, found.start))
    start = places[0][1] if places else 0
    labelled = _labelled(table, start, now, zone)
    yield from (Published(found, "label") for found in of_text(table, labelled, text))
    above = (found for at, _ in places for found in _instants_in(flow, max(0, at - BEFORE_TITLE), at, now, zone))
    yield from (
        Published(found, "title")
        for found in reversed([*of_text(table, above, text)])
        if not is_masthead(table, found) or (found.at.date() < now.date() and is_right_over(flow, places, found))
    )
    yield from (Published(found, "title") for found in below)
    yield from (Published(found, "title") for found in told)
    last = table.span(table.leaf_at(text_end - 1))[0] if text_end else 0
    behind = _instants_in(flow, last, text_end + BEHIND_TEXT, now, zone) if text_end else []
    signing = (found for found in behind if not (is_other(flow, found.start) or is_told(table, found)))
    yield from (Published(found, "text") for found in of_text(table, signing, text))
    dates = [found for found in full_dates(flow, now, zone) if found.start >= start]
    latest = nlargest(MAX_DATES, dates, key=lambda found: found.at)
    own = (found for found in latest if not is_in(ASIDE, table, found))
    yield from (Published(found, "text") for found in of_text(table, own, text))
    lone = _lone_dates(table, start, now, zone)
    yield from (Published(found, "text") for found in of_text(table, lone, text))
    updated = _updated(table, now, zone)
    yield from (Published(found, "updated") for found in of_text(table, updated, text))


def _first(texts: Iterable[str], now: datetime, zone: tzinfo) -> list[Instant]:
    """The first instant of each text that has one."""
    return [found for text in texts for found in instants(text, now, zone)[:1]]


def _meta_dates(stated: Stated) -> tuple[list[str], list[str]]:
    """What <meta> elements say that are called a publish date, and that are called a date."""
    certain: list[str] = []
    likely: list[str] = []
    for key, contents in stated.meta.items():
        said = key.replace(".", ":").rpartition(":")[2]
        name = said.replace("_", "").replace("-", "") if len(said) <= MAX_META_CHARS else ""
        if name in _IS_DATE:
            certain += contents
        elif name in _MAY_BE_DATE:
            likely += contents
    return _like_dates(certain), _like_dates(likely)


def _like_dates(contents: Iterable[str]) -> list[str]:
    cut = (content[:MAX_DATE_CHARS] for content in contents)
    return [text for text in cut if text[0].isalnum() and text[-1].isalnum()]


def _itemprop_dates(table: Table) -> list[str]:
    marked = table.marked.get("itemprop", ())
    return [_time_text(table, node) for node in marked if table.attributes[node]["itemprop"].lower() == "datepublished"]


def _timed(table: Table, places: list[tuple[int, int]]) -> Iterator[int]:
    """The elements around the title that show a day and have all of the time in their own title."""
    first = table.leaf_at(max(0, min(at for at, _ in places) - BEFORE_TITLE))
    last = table.leaf_at(min(len(table.flow), max(end for _, end in places) + AFTER_TITLE) - 1)
    for node in within(table.marked.get("title", ()), range(first, last)):
        is_full = _FULL.fullmatch(table.attributes[node]["title"]) is not None
        if is_full and table.tags[node] != "time" and table.text_of(node)[:1].isdigit():
            yield node


def _time_text(table: Table, node: int) -> str:
    attributes = table.attributes[node]
    stated = attributes.get("datetime") or attributes.get("content")
    if not stated and _FULL.fullmatch(title := attributes.get("title", "")):
        stated = title
    return (stated or table.text_of(node))[:MAX_DATE_CHARS]


def _title_places(table: Table, title: str) -> list[tuple[int, int]]:
    """Where the title's text begins and ends in `flow`: its <h1>, else wherever it is written but in <head>."""
    places: list[tuple[int, int]] = []
    if not title:
        return places
    written = "".join(title.split())
    headings = list(islice(table.find("h1"), MAX_PLACES))
    same = [node for node in headings if "".join(table.text_of(node).split()) == written]
    if same:
        return [table.span(node) for node in same]
    title = table.written(title)
    start = table.flow.find(title)
    while start >= 0 and len(places) < MAX_PLACES:
        if table.tags[table.parents[table.leaf_at(start)]] != "title":
            places.append((start, start + len(title)))
        start = table.flow.find(title, start + len(title))
    return places


def _is_listed(table: Table, place: tuple[int, int], text: tuple[int, int], url: str) -> bool:
    """True for a link to this very page behind its text: lists of what is read most, or of the latest, have it, too."""
    node = table.leaf_at(place[0])
    if not (url and place[0] >= text[1] > 0 and table.links[node]):
        return False
    while table.tags[node] != "a":
        node = table.parents[node]
    return absolute(url, table.attributes[node].get("href")) == url.partition("#")[0]


def _time_elements(
    table: Table, places: list[tuple[int, int]], text: tuple[int, int], now: datetime, zone: tzinfo
) -> Iterator[Instant]:
    """The instants of the elements around the title that say one, but for those of comments, and in links that say
    more: rows of other articles; with several over the title, those below it come first."""
    over: list[int] = []
    below: list[int] = []
    for node in sorted([*table.find("time"), *_timed(table, places)]) if places else ():
        start = table.span(node)[0]
        if any(at - BEFORE_TITLE <= start < end + AFTER_TITLE for at, end in places) and not _is_in_row(table, node):
            (over if start < places[0][0] else below).append(node)
    for node in over + below if len(over) <= MAX_OVER else below + over[::-1]:
        if not is_other(table.flow, table.span(node)[0]) and not _SAYS_OTHER.match(table.text_of(node)):
            found = instants(_time_text(table, node), now, zone)[:1]
            if found and not is_elsewhere(table, node, text):
                yield from (one for one in found if not one.is_relative)  # which what is nearer to the title may be


def _is_in_row(table: Table, node: int) -> bool:
    """True for an element in a link that says more than it does."""
    return table.links[node] > 0 and table.text_of(table.link_around(node)) != table.text_of(node)


def _instants_in(flow: str, start: int, end: int, now: datetime, zone: tzinfo) -> list[Instant]:
    """The instants in a part of the text, placed in the whole."""
    return [
        replace(found, start=found.start + start, end=found.end + start)
        for found in instants(flow[start:end], now, zone)
    ]


def _split(flow: str, start: int, end: int, now: datetime, zone: tzinfo) -> Iterator[Instant]:
    """The dates in a part of the text whose parts stand on lines of their own, as in the badge beside a blog's entry:
    the day above the month, the year above the day. In a calendar further numbers stand beside them, and in a list
    further days."""
    for match in chain.from_iterable(pattern.finditer(flow, start, end) for pattern in _BADGES):
        date = "-".join([match["year"], match["month"], match["day"]])
        further = _SHORT_DAY.search(flow, match.end())
        if flow[max(0, match.start() - 9) : match.start()].rstrip()[-1:].isdigit() or further:
            continue
        yield from (replace(one, start=match.start(), end=match.end()) for one in instants(date, now, zone)[:1])


def _labelled(table: Table, start: int, now: datetime, zone: tzinfo) -> Iterator[Instant]:
    """The dates behind a label, first those from `start` on."""
    flow = table.flow
    labels = [*islice(_LABEL.finditer(flow, start), MAX_LABELS), *islice(_LABEL.finditer(flow, 0, start), MAX_LABELS)]
    for label in labels:
        for found in _instants_in(flow, label.end(), label.end() + AFTER_LABEL, now, zone)[:1]:
            is_one = table.leaf_at(label.start()) == table.leaf_at(found.start)  # both may be a link to the page itself
            elsewhere = (
                is_named(ELSEWHERE, table, table.leaf_at(found.start)) if is_one else is_in(ELSEWHERE, table, found)
            )
            told = flow.find("。", label.end(), found.start) >= 0  # the label is a word of a sentence
            if not elsewhere and not told and not is_other(flow, found.start):
                yield found


def _updated(table: Table, now: datetime, zone: tzinfo) -> Iterator[Instant]:
    """When a text was last changed, as documentation and wikis say under it, and nothing else."""
    for label in islice(_UPDATED.finditer(table.flow), MAX_LABELS):
        yield from _instants_in(table.flow, label.end(), label.end() + AFTER_LABEL, now, zone)[:1]


def _is_under_text(flow: str, places: list[tuple[int, int]], found: Instant) -> bool:
    """True if a sentence stands between the title and a date: it may be that of a remark."""
    end = max((end for _, end in places if end <= found.start), default=found.start)
    return flow.find("。", end, found.start) >= 0


def _is_edited(flow: str, start: int) -> bool:
    """True if the words before a date say that a text was changed then."""
    return bool(_EDITED.search(flow[max(0, start - LABEL_CHARS) : start]))


def _is_labelled(flow: str, start: int) -> bool:
    """True if the words before a date say that a text was put up then."""
    before = flow[max(0, start - LABEL_CHARS) : start]
    return _LABEL_BEFORE.search(before) is not None and not _EDITED.search(before)


def _lone_dates(table: Table, start: int, now: datetime, zone: tzinfo) -> Iterator[Instant]:
    """The dates in lines that say little else, in any form: first those from `start` on, then those before it, from the
    last."""
    at = bisect_left(table.offsets, start)
    leaves = chain(table.leaves[at:], reversed(table.leaves[:at]))
    for leaf in islice((leaf for leaf in leaves if _may_be_date(table, leaf)), MAX_DATES):
        begin = table.span(leaf)[0]
        for found in _instants_in(table.flow, begin, table.span(leaf)[1], now, zone)[:1]:
            elsewhere = is_other(table.flow, found.start) or is_in(ELSEWHERE, table, found)
            if not elsewhere and (begin >= start or not is_masthead(table, found)):
                yield found


def _may_be_date(table: Table, leaf: int) -> bool:
    """True for a short text with a year."""
    return MIN_DATE_CHARS <= table.characters[leaf] <= MAX_DATE_CHARS and _YEAR.search(table.texts[leaf]) is not None


def _is_full(flow: str, found: Instant) -> bool:
    """True for a time that is written with its year and its hour."""
    return found.precision != Precision.DAY and _YEAR.search(flow, found.start, found.end) is not None


def _is_lone_day(table: Table, found: Instant) -> bool:
    """True for a day with its year in a line that says nothing else."""
    text = table.texts[table.leaf_at(found.start)].strip()
    return _YEAR.search(text) is not None and len(text) == found.end - found.start


def _in_url(url: str, now: datetime, zone: tzinfo) -> Instant | None:
    """The day that stands in a URL's path. The URL of an archive's copy, which has the day of the copy, ends in the
    page's own."""
    own = url.partition("?")[0].rpartition("://")[2]
    dates = (f"{match[1]}-{match[3]}-{match[5]}" for match in _URL.finditer(own))
    return next((found for date in dates for found in instants(date, now, zone)), None)
