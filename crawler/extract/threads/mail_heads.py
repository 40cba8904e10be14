"""Posts that are letters of mail, as archives of mailing lists show them: who sent each and when stands in its head,
in lines with the names of fields, which no element marks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crawler.extract.instant import is_time
from crawler.extract.lines import lines
from crawler.extract.table import Table, within
from crawler.extract.threads.bylines import is_date
from crawler.extract.threads.marks import MAX_TIME_CHARS, Marks
from crawler.extract.threads.names import name_of
from crawler.extract.threads.notes import AMONG_MESSAGES, ANSWERS, FIELD, MAX_FOOT_LINE

MAX_LEAVES = 60
MAX_LINES = 24
"""Among so many texts and lines of a letter stands who sent it; before it, some archives show the letters around."""

MIN_FIELDS = 2
"""A head has so many fields at least, or when it was sent beside who sent it."""

MIN_LETTERS = 0.5
"""Share of the posts that must be letters."""

_SENDER = "from|von|de|发件人|寄件人|寄件者|差出人|от|보낸 사람"
_FROM = re.compile(rf"\W{{0,8}}(?:{_SENDER})\s{{0,3}}[:：]\s*(.*)", re.IGNORECASE)
_FROM_BEGUN = re.compile(rf"^\W{{0,8}}(?:{_SENDER})\s{{0,3}}(?:[:：]|$)", re.IGNORECASE | re.MULTILINE)
_DATE = re.compile(
    r"\W{0,8}(?:date|sent|datum|gesendet|fecha|日期|发件时间|发送时间|寄件日期|日時|дата|날짜)\s{0,3}[:：]\s*(.*)",
    re.IGNORECASE,
)
MIN_SENTENCE = 6
"""A text with so many characters beside a function word says something."""

_FROM_WORDS = ("From", "FROM", "Von", "De:", "件人", "寄件者", "差出人", "От", "보낸")
"""One of these is on each page with such a head."""

_NAME = re.compile(r"[\"'“]?([^<(\t\"”]{1,80})")
_ANSWER = re.compile(r"^\W*(?:(?:re|aw|sv|fwd?|回复|答复|回覆|转发)\s?[:：]\s*)*", re.IGNORECASE)
_NICKNAME = re.compile(r"[(（]([^()（）]{1,40})[)）]")
_ADDRESS = re.compile(r"\S(?:@| at )\S")
_AT = re.compile(r"\s@\s+(?=\d)")
"""What parts a name from a time on its line."""


@dataclass(frozen=True, slots=True)
class MailHead:
    """Who sent a letter ("" where only an address is shown), the text that says when, and the lines of the head."""

    name: str
    date: str
    lines: Sequence[str]

    def without(self, text: str) -> str:
        """A letter's text behind its head, where it has one and something stands there. A line alone that is not the
        head's last may be of another letter: archives say below a letter who sent the answers to it."""
        said = text.split("\n")
        known = [_folded(line) in self.lines for line in said[:MAX_LINES]]
        first = known.index(True) if True in known else len(known)
        stop = next((at for at in range(first, len(known)) if not known[at]), len(known))
        is_head = first == 0 or stop - first > 1 or (stop > first and _folded(said[first]) == self.lines[-1])
        return "\n".join(said[stop:] if is_head else said) or text


def mail_heads(table: Table, marks: Marks, records: Sequence[range]) -> Mapping[int, MailHead]:
    """The heads of posts that are letters, by the place of the post; none where most posts are none."""
    flow = table.flow
    if not any(word in flow for word in _FROM_WORDS):
        return {}
    heads = {at: head for at, record in enumerate(records) if (head := _head(table, marks, record))}
    return heads if len(heads) >= MIN_LETTERS * len(records) else {}


def of_letters(
    marks: Marks, records: Sequence[range], bodies: Sequence[Sequence[int]], heads: Mapping[int, MailHead]
) -> list[Sequence[int]]:
    """The bodies of posts, none for what stands among letters and is none, and that nobody is marked to have written:
    the list of a thread's letters below them."""
    return [
        body if not heads or place in heads or within(marks.authors, record) else []
        for place, (record, body) in enumerate(zip(records, bodies, strict=True))
    ]


def _head(table: Table, marks: Marks, record: range) -> MailHead | None:
    """The head of a post, where nobody is marked as its author before it."""
    leaves = table.leaves_in(record)[:MAX_LEAVES]
    begun = next((leaf for leaf in leaves if _FROM_BEGUN.search(table.texts[leaf])), -1)
    if begun < 0 or within(marks.authors, range(record.start, begun)) or _is_said_before(table, leaves, begun):
        return None
    shown = lines(table, leaves).split("\n")[:MAX_LINES]
    sender = next((at for at, line in enumerate(shown) if _FROM.match(line[:MAX_FOOT_LINE])), -1)
    if sender < 0 or any(ANSWERS.match(line[:MAX_FOOT_LINE]) for line in shown[:sender]):
        return None
    first, stop = sender, sender + 1
    while first > 0 and FIELD.match(shown[first - 1][:MAX_FOOT_LINE]):
        first -= 1
    while stop < len(shown) and FIELD.match(shown[stop][:MAX_FOOT_LINE]):
        stop += 1
    fields = shown[first:stop]
    said, behind = _split(_value(_FROM, shown[sender]))
    date = next(filter(None, (_value(_DATE, line) for line in fields)), behind)[:MAX_TIME_CHARS]
    if len(fields) < MIN_FIELDS and not is_time(date):
        return None
    return MailHead(_name(said), date, [_folded(line) for line in fields])


def _is_said_before(table: Table, leaves: Sequence[int], begun: int) -> bool:
    """True if something is said before who sent a letter, but for its subject: the letter that follows is another, to
    which it is an answer."""
    match = _FROM_BEGUN.search(table.texts[begun])
    if match and table.texts[begun][: match.start()].strip():
        return True
    said = (leaf for leaf in leaves if leaf < begun and table.valid[leaf] >= MIN_SENTENCE and not table.links[leaf])
    texts = (" ".join(_ANSWER.sub("", table.texts[leaf]).split()) for leaf in said if not is_date(table, leaf))
    own = (text for text in texts if not AMONG_MESSAGES.match(text))
    return any(not any(text in title for title in table.titles) for text in own)


def _value(field: re.Pattern[str], line: str) -> str:
    """What stands behind a field's name in a line that begins with it; "" in others."""
    match = field.match(line)
    return match[1] if match else ""


def _split(sender: str) -> tuple[str, str]:
    """Who sent a letter, and what stands behind them on the line: when."""
    parted = _AT.search(sender)
    return (sender[: parted.start()], sender[parted.end() :]) if parted else (sender, "")


def _name(sender: str) -> str:
    """The name of who sent a letter: lin@example.org (Lin), Lin <lin@example.org>; "" for an address alone."""
    match = _NAME.match(sender)
    name = match[1].strip() if match else ""
    if _ADDRESS.search(name):
        nickname = _NICKNAME.search(sender)
        name = nickname[1] if nickname else ""
    return name_of(name) if name and not _ADDRESS.search(name) else ""


def _folded(line: str) -> str:
    return "".join(line.split())
