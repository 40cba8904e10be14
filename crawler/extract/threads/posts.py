"""From the nodes of posts to posts: each with its text, its author, its time and its floor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, tzinfo

from crawler.extract.addresses import absolute
from crawler.extract.instant import instants, is_time
from crawler.extract.lines import lines
from crawler.extract.table import Table, within
from crawler.extract.threads.bylines import LABELS, Author
from crawler.extract.threads.floors import floors
from crawler.extract.threads.mail_heads import MailHead, mail_heads, of_letters
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.notes import is_deleted, without_notes
from crawler.extract.threads.places import shared_classes
from crawler.extract.threads.poster import authors
from crawler.extract.threads.quotes import quoted, quoted_lines
from crawler.extract.threads.signatures import signed_by, without_dashes
from crawler.extract.threads.slots import says_so
from crawler.extract.threads.times import PostTime, post_times
from crawler.model import Post, Precision

MAX_TIME = 20
"""A line that is a time is no longer."""

MAX_EVENT_CHARS = 200
"""A row that says who did what is no longer."""

_BADGES = (
    *("楼主", "樓主", "题主", "題主", "lz", "op", "topicstarter", "topic starter", "thread starter", "original poster"),
    *("themenstarter", "threadersteller", "auteur du sujet", "autor del tema", "autor do tópico", "autor wątku"),
    *("trådstartare", "автор темы", "топикстартер", "スレ主", "トピ主", "質問者", "글쓴이", "작성자"),
)
"""What forums call who began the thread, beside the name; nobody speaks so to themselves."""

MAX_REMARK = 100
"""Characters of a line on who edited a post, and when, at most."""

MIN_NAME = 2
"""A single letter stands in many lines."""

_CLOCK = re.compile(r"\d{1,2}[:：.h]\d\d")

_BEHIND_NAME = re.compile(r"(?:：\s?|:\s)(?=[^\s()])")
"""What parts a text from the name before it on the same line."""


def read_posts(
    table: Table,
    marks: Marks,
    records: Sequence[range],
    bodies: Sequence[Sequence[int]],
    now: datetime,
    zone: tzinfo,
    url: str = "",
    *,
    cleaned: bool = True,
) -> dict[int, Post]:
    """The posts in `records` (slices of node numbers), by the place of their record. `bodies` are the text leaves of
    each one's own text; records without any are left out. `url` is the page's, which links are resolved against. Texts
    are `cleaned` of heads and notes, or stand as on the page."""
    heads = mail_heads(table, marks, records)
    signed = signed_by(table, marks, records)
    if cleaned:
        letters = of_letters(marks, records, bodies, heads)
        texts = _said([_lines(table, body, heads.get(place)) for place, body in enumerate(letters)])
        texts |= {place: without_dashes(texts[place]) for place in signed if place in texts}
    else:
        texts = {place: text for place, body in enumerate(bodies) if (text := lines(table, body))}
    kept, kept_bodies = [records[place] for place in texts], [bodies[place] for place in texts]
    classes = shared_classes(table, tuple(kept))
    writers = authors(table, marks, kept, kept_bodies, classes)
    times = post_times(table, marks, kept, kept_bodies, classes, now, zone)
    for at, head in ((at, heads[place]) for at, place in enumerate(texts) if place in heads):
        writers[at] = Author(head.name, "", "text") if head.name else writers[at]
        times[at] = next((PostTime(instant) for instant in instants(head.date, now, zone)), times[at])
    for at, by in ((at, signed[place]) for at, place in enumerate(texts) if place in signed):
        writers[at] = Author(by.name, by.href, "text")
        times[at] = next((PostTime(instant) for instant in instants(by.date, now, zone)), times[at])
    numbers = floors(table, kept, kept_bodies, classes)
    names = {author.name for author in writers} - {""}
    events = _events(table, list(texts.values()), writers, kept)
    return {
        place: Post(
            _without_byline(
                _without_badge(text, table, body) if author.name == writers[0].name else text, author, time, now, zone
            ),
            author.name,
            time.instant.at if time else None,
            floor,
            absolute(url, author.href),
            quoted(table, marks, record, body, names) or quoted_lines(text, names),
            precision=time.instant.precision if time else None,
            origins=_origins(author, time),
        )
        for (place, text), author, time, floor, record, body, is_event in zip(
            texts.items(), writers, times, numbers, kept, kept_bodies, events, strict=True
        )
        if not is_event
    }


def _said(bodies: Sequence[str]) -> dict[int, str]:
    """The texts of posts without notes, by their place: those that say something; where more were deleted,
    also what stands in the place of these."""
    texts = {place: without_notes(body) for place, body in enumerate(bodies)}
    gone = {place: bodies[place] for place, text in texts.items() if not text and is_deleted(bodies[place])}
    if len(gone) > sum(map(bool, texts.values())):
        texts |= gone
    return {place: text for place, text in texts.items() if text}


def _lines(table: Table, body: Sequence[int], head: MailHead | None) -> str:
    """The lines of a body, without its head where it is a letter of mail."""
    text = lines(table, body)
    return head.without(text) if head else text


def _without_byline(text: str, author: Author, time: PostTime | None, now: datetime, zone: tzinfo) -> str:
    """A post's text without the lines at its ends that are its author's name or its time, unless it has no others, and
    without the colon behind the name."""
    said = text.split("\n")
    first, last = 0, len(said) - 1
    while first < last and _is_byline(said[first], author, time, now, zone):
        first += 1
    while first < last and (_is_remark(said[last], author) or _is_byline(said[last], author, time, now, zone)):
        last -= 1
    if not any(line.startswith((":", "：")) for line in said[first + 1 : last + 1]):  # such lines are what others said
        said[first] = said[first][match.end() if (match := _BEHIND_NAME.match(said[first])) else 0 :]
    return "\n".join(said[first : last + 1])


def _without_badge(text: str, table: Table, body: Sequence[int]) -> str:
    """The text of whoever began the thread without what they are called so before it, in an element of its own."""
    begun = table.texts[body[0]].strip() if len(body) > 1 else ""
    return (text.removeprefix(begun).lstrip() or text) if begun.lower() in _BADGES else text


def _is_byline(line: str, author: Author, time: PostTime | None, now: datetime, zone: tzinfo) -> bool:
    """True for a line that is a post's author, with the label before or what says that they wrote, or its time to the
    minute at least."""
    if author.name and line.startswith(author.name) and says_so(line[len(author.name) :]):
        return True
    if author.name and line.endswith(author.name) and line[: -len(author.name)].rstrip(" :：") in LABELS:
        return True
    if time is None or len(line) > MAX_TIME or time.instant.precision == Precision.DAY or not is_time(line):
        return False
    return any(said.at == time.instant.at for said in instants(line, now, zone))


def _is_remark(line: str, author: Author) -> bool:
    """True for a line that names a post's author and a time of day, with more words, and does not go on: that they
    edited it, whatever the language."""
    if len(line) > MAX_REMARK or len(author.name) < MIN_NAME or line.endswith((":", "：")):
        return False
    if author.name not in line or not re.search(rf"(?<![a-zA-Z]){re.escape(author.name)}(?![a-zA-Z])", line):
        return False
    return _CLOCK.search(line) is not None and is_time(line)


def _events(table: Table, texts: Sequence[str], writers: Sequence[Author], records: Sequence[range]) -> list[bool]:
    """Which of the posts are none but rows that say who did what and when: a line with a link to a profile and a time
    in it, and nobody over it, among posts with authors."""
    unsigned = [not author.name or author.name in text for text, author in zip(texts, writers, strict=True)]
    if sum(unsigned) * 2 >= len(unsigned):
        return [False] * len(unsigned)
    return [
        alone
        and len(text) <= MAX_EVENT_CHARS
        and "\n" not in text
        and is_time(text)
        and bool(within(table.profiles, record))
        for alone, text, record in zip(unsigned, texts, records, strict=True)
    ]


def _origins(author: Author, time: PostTime | None) -> dict[str, str]:
    origins = {"author": author.origin, "published_at": time.origin if time else ""}
    return {name: origin for name, origin in origins.items() if origin}
