"""What a post repeats of another one."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from crawler.extract.instant import is_time
from crawler.extract.lines import line_ends, line_of, lines
from crawler.extract.table import Table, within
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.notes import without_notes
from crawler.extract.threads.time_labels import is_of_no_post

MAX_HEAD = 100
"""A line that says whose words follow is no longer."""

_HEAD = re.compile(
    r"\s*(?:【\s*)?在\s?\S.{0,60}的\s?(?:大作|文章|帖子)中?(?:提到|[写寫]道|[说說]道?)\s?[:：]?\s*】?\s?[:：]?\s*"
    r"|\s*※?\s*引述\s?《.{1,60}》.{0,10}[:：]\s*"
)
"""What stands over the words of another in letters on bulletin boards."""

_SAID = re.compile(
    r"(?:wrote|writes|said|says|schrieb|hat .{1,60}geschrieben|a écrit|escribió|dijo|escreveu|disse|ha scritto|schreef"
    r"|skrev|kirjoitti|napisała?|napsala?|(?:на)?писала?|пишет)(?!\w).{0,60}(?:[:：]|\.\.\.|…)"
    r"|(?:さん[はが]書きました|さんの(?:投稿|書き込み)|님의? (?:글|말)|님이 (?:쓴|작성한) 글)\s?[:：]"
    r"|(?:写道?|寫道?|[说說][道过過]?|提到|[发發]言)\s?[:：]|<\S{1,60}@\S{1,60}>\W{0,3}[:：]",
    re.IGNORECASE,
)
"""What ends a line that says who wrote what is quoted below it."""

_WROTE = re.compile(
    r"(?:\S+ ){1,3}(?:wrote|schrieb|hat geschrieben|a écrit|escribió|escreveu|ha scritto|schreef|skrev|kirjoitti"
    r"|napisała?|(?:на)?писал(?:а|\(а\))?|(?:đã )?(?:nói|viết))\s?:|\S{1,30}\s?(?:写道|寫道)\s?[:：]"
    r"|\S{1,30}(?: \S{1,20})?"
    r"(?:さん[はが]書きました|さんの(?:投稿|書き込み)|님의? (?:글|말)|님이 (?:쓴|작성한) 글)\s?[:：]",
    re.IGNORECASE,
)
"""A whole line that says who wrote what stands below it: somebody writes so of no one else."""

_WHEN = r"\s?[:：]?\s?\d[\d年月日时時分\s:：/.-]{3,20}(?:[AP]M)?"
_CITED = re.compile(
    rf"(?:引[用言]\s?[:：]?\s?)?[^\s:：].{{0,40}}?(?:[发發][表布佈][于於]{_WHEN}|[在于於]{_WHEN}(?:[写寫]道|[说說][道过過]?|[发發][表言]))\s?[:：]?"
)
"""What stands over a quote: whose it is, and when that was posted."""

_AT = ("@", "＠")
_DRAWN = re.compile(r"\s*-{20,}\s*")
"""What stands before the name of whom a post answers, and between what they said and what it says itself."""

_COLONS = (":", "：")
_GO_ON = (*_COLONS, "...", "…")
_LINE_MARKS = (":", "：", ">", "＞")


def with_quotes(table: Table, quotes: Sequence[int], record: range, body: list[int], prose: Sequence[int]) -> list[int]:
    """A body with the `quotes` that stand in its post above it, outside: what others said, in an element beside the
    reply. `prose` are the characters of each node that may be prose, of which labels and buttons have none."""
    above: list[int] = []
    end = record.start
    for node in within(quotes, range(record.start, body[0])) if body else ():
        stop = table.ends[node]
        if end <= node and stop <= body[0] and any(prose[node:stop]):
            above += table.leaves_of(node)
            end = stop
    return above + body


def quoted(table: Table, marks: Marks, record: range, body: Sequence[int], names: Container[str] = ()) -> str:
    """The text of the quotes in a post without notes, "" if it has none: of those that hold a part of the body's
    leaves, not all, with the lines over them that say whose words they are. `names` are those of whoever wrote in the
    thread."""
    kept: list[int] = []
    end = record.start
    for node in sorted({*within(marks.quotes, record), *_cited(table, marks, record, body, names)}):
        inside = within(body, range(node, table.ends[node])) if node >= end else ()
        said = [*_sayer(table, within(body, range(end, node))), *inside] if inside else []
        if 0 < len(said) < len(body):
            kept += said
            end = table.ends[node]
    return without_notes(lines(table, kept)) if kept else ""


def _cited(table: Table, marks: Marks, record: range, body: Sequence[int], names: Container[str]) -> list[int]:
    """The element with which a body begins, if that begins with a line which says whose words follow in it, and the
    body goes on behind it: of somebody who wrote in the thread, or from when, where the post has a time outside."""
    node = table.parents[body[0]] if body else record.start
    line = line_of(table, body[0]) if body else range(0)
    while node > record.start and not _says_more(table, within(body, range(line.stop, table.ends[node]))):
        node = table.parents[node]
    if node <= record.start or table.ends[node] > body[-1] or table.leaves_of(node)[0] != line.start:
        return []
    said = "".join(table.texts[leaf] for leaf in table.leaves_in(line)).strip()
    if len(said) > MAX_HEAD:
        return []
    if _WROTE.fullmatch(said) or _is_of_one(said, names):
        return [node]
    outside = (time for time in within(marks.times, record) if not node <= time < table.ends[node])
    is_posted = any(not is_of_no_post(table, time) for time in outside)
    return [node] if is_posted and _CITED.fullmatch(said) and is_time(said) else []


def _is_of_one(said: str, names: Container[str]) -> bool:
    """True for a line that ends with a colon and is one of the names, or says that somebody of that name said so."""
    name = said.rstrip(":： ")
    return name != said and (name in names or (names_sayer(said) and name.split()[0] in names))


def _says_more(table: Table, leaves: Sequence[int]) -> bool:
    return any(not table.links[leaf] for leaf in leaves)


def _sayer(table: Table, before: Sequence[int]) -> Sequence[int]:
    """The last line of some leaves before a quote if it says who wrote that."""
    first = len(before) - 1
    while first > 0 and not line_ends(table, before[first - 1], before[first]):
        first -= 1
    line = before[max(first, 0) :]
    return line if names_sayer("".join(table.texts[leaf] for leaf in line)) else []


def names_sayer(line: str) -> bool:
    """True for a line that says whose words follow."""
    line = line.rstrip()
    return len(line) <= MAX_HEAD and line.endswith(_GO_ON) and _SAID.search(line) is not None


def quoted_lines(text: str, names: Container[str] = ()) -> str:
    """The lines of a post's text that repeat another one as letters do: below the line that says whose they are, each
    behind a colon or a bracket; in mail all behind brackets, also where the text begins with them. "" if there are
    none, or nothing else. `names` are those of whoever wrote in the thread."""
    said = text.split("\n")
    if above := _above_line(said):
        return "\n".join(above)
    kept: list[str] = []
    is_quoted, is_mail = False, said[0].startswith("> ")
    for at, line in enumerate(said):
        head = _head_of(said[max(0, at - 2) : at], names) if line.startswith(_LINE_MARKS) and not is_quoted else ()
        is_mail = is_mail or (bool(head) and line.startswith(">"))
        is_quoted = line.startswith(_LINE_MARKS) and (is_quoted or bool(head) or (is_mail and line.startswith(">")))
        kept += [*head, line] if is_quoted else []
    return "\n".join(kept) if len(kept) < len(said) else ""


def _above_line(said: list[str]) -> list[str]:
    """The lines with which a post begins that speaks to somebody and draws a line between their words and its own, with
    that line; none if nothing stands behind it."""
    if not said[0].startswith(_AT):
        return []
    drawn = next((at for at, line in enumerate(said[:-1]) if at and _DRAWN.fullmatch(line)), -1)
    return said[: drawn + 1]


def _head_of(before: Sequence[str], names: Container[str]) -> Sequence[str]:
    """The last of some lines if it says whose the words below it are, with the one that it goes on from: mail breaks
    lines."""
    last = before[-1] if before else ""
    if last[-1:] in _COLONS and last[:-1].rstrip() in names:
        return before[-1:]
    if names_sayer(last):
        return before[-2:] if _SAID.match(last) else before[-1:]
    return before[-1:] if _HEAD.fullmatch(last[:MAX_HEAD]) else ()
