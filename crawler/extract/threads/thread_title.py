"""The title of a thread whose page may be called by its site or board: what it says twice, or what heads the posts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from crawler.extract.addresses import absolute
from crawler.extract.fields.title import UNSURE, is_over_date, is_whole, labelled, leads_home
from crawler.extract.further_reading import HEADINGS as HEADINGS_OF_OTHERS
from crawler.extract.instant import is_time
from crawler.extract.label_words import is_label
from crawler.extract.table import Table
from crawler.extract.threads.answers import names_answers
from crawler.extract.threads.thread_page import names_trail
from crawler.model import Post

HEADINGS = ("h1", "h2", "h3")
"""The headings in which a thread's title may stand."""

NO_HEADINGS = (*UNSURE, "text")
"""Where a title was found that is no heading: one over the posts may say more."""

MIN_CHARS, MAX_CHARS = 4, 200
MIN_LETTERS = 3
"""Of a title that is shown."""

BY_HEADING = ("h1", "heading")
MIN_OF_TITLE = 0.6
"""Where a title was found that may be a board's in a heading; and that share of <title> before it is the thread's."""

MAX_HEAD = 20
"""So many texts of a post are looked at for its subject."""

MAX_UP = 4
"""So many elements above a text one may be called a trail."""

AGAIN = re.compile(
    r"(?:(?:re|aw|sv|vs|odp|fwd?|ответ|回[复復覆]|答[复復])(?:\[\d{1,3}\])?\s?[:：]\s?)++", re.IGNORECASE
)
"""What stands before the title in the subject of a reply."""

_ELSEWHERE = re.compile(HEADINGS_OF_OTHERS, re.IGNORECASE)
_ARROW = re.compile(r"\s*[›»>→＞/\\:]{1,3}\s*")


def thread_title(
    table: Table, records: Sequence[range], leaves: Sequence[int], opening: Post, name: str, origin: str, url: str
) -> str:
    """The title where the page's own (`name`, by its `origin`) may be the site's or a board's: what replies answer to
    or what ends a trail of links, where another text says it too, or where that name is none; else what the page labels
    so, or a heading over the `opening` post, whose text leaves these are. "" if there is none, or if that says the
    same. `url` is the page's."""
    of_section = _names_section(table, name, url)
    nameless = of_section or is_whole(table, name) or is_label(name)
    begins = leaves[0] if leaves else records[0].start
    if origin in BY_HEADING and (before := _said_before(table, name, begins)):
        return before
    if origin not in NO_HEADINGS and not nameless:
        return ""
    trail = list(_trail_ends(table, begins))
    if table.page_title.startswith(name) and any(
        said == name and _is_behind(table, link, name) for link, said in trail
    ):
        return ""
    named = chain(_subjects(table, records), (said for _, said in trail))
    found = next((text for text in named if _may_be(text) and (of_section or _is_said_twice(table, text))), "")
    found = found or (labelled(table) if origin in UNSURE else "")
    if not found:
        above = _headings(table, begins, opening.author or "")
        over = [node for node in above if is_over_date(table, table.span(node)[1])]
        node = max(over, default=above[-1] if above and nameless else -1)
        found = (
            table.text_of(node)
            if _is_below(table, node, name, records[0].stop, linked=table.page_title.startswith(name))
            else ""
        )
    is_same = name and (name in found or (found in name and origin not in UNSURE))
    return "" if is_same else found


def _names_section(table: Table, name: str, url: str) -> bool:
    """True if a link to a folder above the page at `url` says just this name."""
    said = table.leaves_with(name, range(table.body, len(table))) if name and url else ()
    for leaf in said:
        if table.links[leaf] and table.texts[leaf].strip() == name:
            folder = absolute(url, table.attributes.value(table.link_around(leaf), "href")).rstrip("/")
            if folder and url.rstrip("/").startswith(f"{folder}/"):
                return True
    return False


def _said_before(table: Table, name: str, begins: int) -> str:
    """What most of <title> before a name says, where that stands alone in a text behind a heading with the name and
    before the opening's text: the heading names the board; "" if it does not."""
    before = table.page_title.partition(name)[0].strip()
    if not before or len(before) < MIN_CHARS:
        return ""
    headed = [node for tag in HEADINGS for node in table.find(tag) if node < begins and table.text_of(node) == name]
    behind = table.leaves_in(range(max(headed), begins + 1)) if headed else ()
    texts = (table.texts[leaf].strip() for leaf in behind if not table.links[leaf])
    return next((text for text in texts if len(text) >= MIN_OF_TITLE * len(before) and text in before), "")


def _headings(table: Table, begins: int, author: str) -> list[int]:
    """The headings over a text leaf that may be the title, the nearest of the highest last."""
    nodes = (node for tag in reversed(HEADINGS) for node in table.find(tag) if node < begins)
    may_be = (node for node in nodes if _may_be(text := table.text_of(node)) and not (author and author in text))
    return [node for node in may_be if not leads_home(table, node)]


def _is_below(table: Table, heading: int, name: str, end: int, *, linked: bool) -> bool:
    """True if a heading stands behind all texts before a node that say the page's name, links too where it is `linked`:
    nearer to the posts."""
    said = table.leaves_with(name, range(table.body, end)) if name else ()
    alone = (leaf for leaf in said if table.texts[leaf].strip() == name)
    return all(leaf < heading for leaf in alone if linked or not table.links[leaf])


def _may_be(text: str) -> bool:
    """True for a text that may be a title: it is no label, no time and no heading over what else there is."""
    if not MIN_CHARS <= len(text) <= MAX_CHARS or sum(map(str.isalpha, text)) < MIN_LETTERS:
        return False
    if text.endswith((":", "：")) or is_time(text) or names_answers(text) or is_label(text):
        return False
    return not _ELSEWHERE.fullmatch(text)


def _subjects(table: Table, records: Sequence[range]) -> Iterator[str]:
    """What stands behind a "Re:" in the heads of posts."""
    for leaf in chain.from_iterable(table.leaves_in(record)[:MAX_HEAD] for record in records):
        text = " ".join(table.texts[leaf].split())
        if begins := AGAIN.match(text):
            yield text[begins.end() :]


def _is_behind(table: Table, link: int, name: str) -> bool:
    """True if <title> goes on behind a name with what a link says: the thread's board stands behind its title."""
    board = table.texts[link].strip()
    return board != "" and board in table.page_title[len(name) :]


def _trail_ends(table: Table, end: int) -> Iterator[tuple[int, str]]:
    """The texts before a node that stand behind a link and an arrow, or behind a link in what is called a trail, each
    with the leaf of that link."""
    link, arrow = -1, False
    for leaf in table.leaves[bisect_left(table.leaves, table.body) : bisect_left(table.leaves, end)]:
        if table.links[leaf]:
            link, arrow = leaf, False
            continue
        found = _ARROW.match(table.texts[leaf])
        arrow = arrow or found is not None
        said = _unled(table.texts[leaf])
        if link >= 0 and said:
            if arrow or _in_trail(table, table.common_ancestor(link, leaf)):
                yield link, said
            link = -1


def _in_trail(table: Table, node: int) -> bool:
    """True if an element or one not far above is called a trail."""
    for _ in range(MAX_UP):
        if node <= 0:
            break
        attributes = table.attributes[node]
        if any(names_trail(attributes.get(name, "")) for name in ("class", "id")):
            return True
        node = table.parents[node]
    return False


def _is_said_twice(table: Table, title: str) -> bool:
    """True if two texts of the page that are no links say just this, behind whatever arrow or "Re:"."""
    said = (leaf for leaf in table.leaves_with(title, range(table.body, len(table))) if not table.links[leaf])
    alone = (leaf for leaf in said if _unled(table.texts[leaf]) == title)
    return len(list(islice(alone, 2))) == 2


def _unled(text: str) -> str:
    """A text in one line without the arrow or the "Re:" before it."""
    line = " ".join(text.split())
    found = AGAIN.match(line) or _ARROW.match(line)
    return line[found.end() :] if found else line
