"""Boards: the threads of a forum's page, its next page, and the boards of a forum's home page, without a template."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from crawler.channels.anchors import Anchor, anchors, parse
from crawler.channels.families import cores, take_apart
from crawler.channels.forum_signs import calls_itself_forum, is_front, is_of_boards, name_members, tell_last_reply
from crawler.channels.home_boards import (
    are_boards,
    are_labels,
    are_listed,
    are_of_boards,
    folders_of,
    is_among,
    look_like_boards,
    may_be_boards,
)
from crawler.channels.link_families import (
    Family,
    are_discussed,
    family_of,
    is_lone_thread,
    links_of,
    lone_families,
    names_of,
    only_thread,
    thread_families,
    without_bare_rows,
)
from crawler.channels.pager import next_page
from crawler.channels.rows import ReadTime, headings_of, last_reply, replies_of
from crawler.model import Link

MAX_ANCHORS = 5000
"""Links looked at on one page; the largest boards have some 1,000."""

_FORUM_WORDS = re.compile(r"thread|topic|discussion|question|\btid\b|forum_?post|ticket|\btkt|bugs?\b", re.IGNORECASE)
_OTHER_THREAD_WORDS = re.compile(r"\bt\b|tiezi|\bissues?\b", re.IGNORECASE)
"""Words of threads that alone do not tell a forum; nobody calls articles so."""

_DATED = re.compile(r"(?:19|20)\d\d[-/]?(?:0[1-9]|1[0-2])[-/]?(?:[0-2]\d|3[01])[_/]")
"""A day before a number: news are called t20240306_88001.html or 20240306/t88001.shtml by some systems."""

_NEWS_WORDS = re.compile(r"news|article|content|stor(?:y|ies)|journal|blog", re.IGNORECASE)
_ISSUE_WORDS = re.compile(r"\bissues?\b", re.IGNORECASE)
_OF_A_TRACKER = re.compile(
    r"status|priorit|severity|assign|zugewiesen|состояни|статус|приоритет|状态|狀態|优先|優先|指派|分配", re.IGNORECASE
)
"""What the columns of a tracker are called: a journal has issues too."""

_MIN_OF_ORIGIN = 3
"""So many addresses with one beginning tell that it says where they come from."""

_ORIGINS = (
    re.compile(r"((?<!\d)\d{1,20}[-_]\d{1,20}[-_])(\d{1,20})(\.[a-z]{2,5}|)$", re.IGNORECASE),
    re.compile(r"([?&]page=)(\d{1,9})(&|$)", re.IGNORECASE),
)
"""Where addresses of threads say which page of the board led there: before it and after it."""


@dataclass(frozen=True, slots=True)
class ThreadLink:
    """An address of a thread: its first page's, or another page's, or its last post's.

    `thread` is the address of the first page as far as the board tells, "" where a forum's home page tells only that of
    the last reply; `title` is the thread's; `replies` and `last_reply_at` are what its row says, None where it says
    nothing.
    """

    url: str
    thread: str
    title: str = ""
    replies: int | None = None
    last_reply_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """What a forum's page leads to. `links` has every address of a thread, `threads` one for each thread, in the order
    of the page; `boards` are the other boards that it names; `next_page` is "" on the last page.

    is_forum: whether this is a forum's page at all, and no list of news: what looks like threads has replies or times
    beside it, and where there are no replies, the addresses speak of threads. is_home: it lists a forum's boards.
    """

    links: tuple[ThreadLink, ...] = ()
    threads: tuple[ThreadLink, ...] = ()
    boards: tuple[Link, ...] = ()
    next_page: str = ""
    is_forum: bool = False
    is_home: bool = False


def find_links(html: bytes | str, url: str) -> tuple[ThreadLink, ...]:
    """Every address of a thread on the page at `url`, in order. None where the page does not look like a board.

    Bytes are read as UTF-8 where they are that, else as GB 18030.
    """
    return read_board(_text_of(html), url).links


def read_board(html: str, url: str, read_time: ReadTime = lambda text: None) -> Board:
    """The board at `url` (after redirects). `read_time` says when a short text names an instant, for the last replies.

    A page that does not look like a board has no threads; it may still name boards, as the home page of a forum.
    """
    tree = parse(html)
    found = list(islice(anchors(tree, url), MAX_ANCHORS))
    addresses = {address.url: address for address in take_apart([anchor.url for anchor in found])}
    families = [family_of(core, found, addresses) for core in cores(list(addresses.values()))]
    is_named = calls_itself_forum(tree, url)
    alone = functools.partial(lone_families, found, addresses)
    boards = [family for family in families if look_like_boards(family, is_named and is_front(url))]
    others = [family for family in families if family not in boards]
    threads = thread_families(others) or [family for family in alone() if is_lone_thread(family, is_named)]
    if is_named and not threads and not boards:
        threads = only_thread(found, addresses, url)
    boards += [family for family in others if family not in threads and are_boards(family)]
    if not threads and not boards:
        boards = [family for family in alone() if family.rows and are_boards(family)]
    threads = list(map(without_bare_rows, threads))
    shown = {anchor.element: place for place, anchor in enumerate(found)}
    if is_named and not boards:
        boards = [family for family in others if family not in threads and may_be_boards(family, threads, shown)]
    headed = [family for family in threads if are_of_boards(family, boards, shown)]
    listed = {link.url: link for family in threads for link in _links_of(family, family in headed, read_time)}
    links = [listed[address] for address in addresses if address in listed]
    after = next_page(tree, [anchor for anchor in found if anchor.url not in listed], url)
    named = tuple(link for family in boards for link in links_of(family) if link.url != url)
    is_home = (
        not after
        and are_listed(boards, headed == threads)
        and not any(are_labels(family, boards, shown) for family in threads)
        and not any(is_among(url, family) for family in boards)
    )
    firsts = _first_pages(links)
    is_forum = is_home or _is_forum(threads, firsts, is_named, url)
    return Board(tuple(links), firsts, named, after, is_forum, is_home)


def _first_pages(links: Sequence[ThreadLink]) -> tuple[ThreadLink, ...]:
    """One link for each thread, to its first page."""
    firsts: dict[str, ThreadLink] = {}
    for link in links:
        if link.thread:
            firsts.setdefault(link.thread, replace(link, url=link.thread))
    return tuple(firsts.values())


def _text_of(html: bytes | str) -> str:
    if isinstance(html, str):
        return html
    try:
        return html.decode()
    except UnicodeDecodeError:
        return html.decode("gb18030", "replace")


def _links_of(family: Family, of_boards: bool, read_time: ReadTime) -> Iterator[ThreadLink]:
    rows = family.rows
    replies = {} if of_boards else replies_of(rows)
    from_nowhere = _without_origin([anchor.url for anchor in family.titles.values()])
    for name, group in family.links.items():
        title = family.titles[name].text if name in family.titles else ""
        at = last_reply(rows[name], title, read_time) if name in rows else None
        first = _first_page(group, family.titles.get(name))
        thread = "" if of_boards and first.leads_into_page else from_nowhere(first.url)
        for url in dict.fromkeys(anchor.url for anchor in group):
            yield ThreadLink(url, thread, title, replies.get(name), at)


def _first_page(group: Sequence[Anchor], title: Anchor | None) -> Anchor:
    """The title leads to a thread's first page, while its last page may have the shortest address. What the title's
    address adds to another one of the thread (where it was clicked, the newest post) is no part of it."""
    likely = [anchor for anchor in group if title is None or title.url.startswith(anchor.url)]
    return min(likely, key=lambda anchor: (len(anchor.url), anchor.leads_into_page))


def _without_origin(urls: Sequence[str]) -> Callable[[str], str]:
    """Some addresses of threads tell the number of the board's page that led there: from page 2 on it is set to 1, so
    that a thread keeps its address while it moves down its board."""
    for form in _ORIGINS:
        numbers = [match[2] for url in urls if (match := form.search(url))]
        if len(numbers) >= max(_MIN_OF_ORIGIN, len(urls) / 2) and len(set(numbers)) == 1 and int(numbers[0]) > 1:
            return functools.partial(form.sub, r"\g<1>1\g<3>")
    return lambda url: url


def _is_forum(threads: Sequence[Family], firsts: Sequence[ThreadLink], is_named: bool, url: str) -> bool:
    """Whether threads have replies or times beside them. News have both too, where they may be commented on: so where
    addresses do not speak of forums, the page has to by its name (`is_named`), in words of threads, or in its rows; of
    a page with such a name replies are enough, or times beside those who wrote or on a forum's own address."""
    replies = sum(link.replies is not None for link in firsts)
    timed = sum(family.timed * len(family.rows) for family in threads)
    listed = min(len(firsts), max(1, sum(len(family.rows) for family in threads)))
    if any(are_discussed(family.titles) for family in threads[:1]):
        return True
    if any(_says_forum(family) for family in threads):
        return is_named or 2 * max(replies, timed) >= listed
    if not firsts:
        return False
    if 2 * min(replies, timed) < listed:
        told = max(replies, timed if _are_posts(threads, url) else 0)
        return is_named and not any(map(_is_dated, threads)) and 2 * told >= listed
    return is_named or any(_says_thread(family) or tell_last_reply(family.rows.values()) for family in threads)


def _are_posts(threads: Sequence[Family], url: str) -> bool:
    """Whether rows name who wrote, lead to last posts, or stand at a forum's own address under one that says nothing of
    news."""
    names = (name for family in threads for name in folders_of(family.core))
    at_board = is_of_boards(url) and not any(map(_NEWS_WORDS.search, names))
    return at_board or any(_lead_further(family) or name_members(family.rows.values()) for family in threads)


def _lead_further(family: Family) -> bool:
    """Whether most rows lead to another page of their thread."""
    return 2 * sum(len({anchor.url for anchor in family.links[name]}) > 1 for name in family.rows) > len(family.rows)


def _is_dated(family: Family) -> bool:
    return any(_DATED.search(link.url) for link in islice(links_of(family), 1))


def _says_thread(family: Family) -> bool:
    return not _is_dated(family) and any(map(_OTHER_THREAD_WORDS.search, names_of(family.core)))


def _says_forum(family: Family) -> bool:
    """Whether addresses say that this is no news; of issues, the headings of their table have to say it too."""
    names = list(names_of(family.core))
    if any(map(_FORUM_WORDS.search, names)):
        return True
    columns = (heading for row in islice(family.rows.values(), 1) for heading in headings_of(row))
    return any(map(_ISSUE_WORDS.search, names)) and any(map(_OF_A_TRACKER.search, columns))
