"""Boards: which links of a forum's page are threads, without a template, by how they stand on it.

The page's addresses fall into families (see `families`). The family of the threads is the one whose links have titles:
long, each different from the others, one in each of many rows, beside times. The words that sites use in addresses of
threads (thread, topic, …) and of other things (forum, user, …) count besides, and none of them is needed.
"""

from __future__ import annotations

import functools
import math
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from crawler.channels.anchors import Anchor, anchors, parse
from crawler.channels.families import Address, Core, as_written, cores, lone_cores, numbered_cores, take_apart
from crawler.channels.forum_signs import (
    calls_itself_forum,
    is_front,
    is_of_boards,
    leads_to_user,
    name_members,
    tell_last_reply,
)
from crawler.channels.links import one_line
from crawler.channels.pager import next_page
from crawler.channels.rows import (
    TIME,
    ReadTime,
    Row,
    count_threads,
    has_counts,
    headings_of,
    last_reply,
    placed_texts,
    replies_of,
    texts,
)
from crawler.channels.titles import (
    HEADINGS,
    MAX_CLIMB,
    Place,
    is_title,
    place_of,
    rows_of,
    share_timed,
    text_around,
    typical_width,
    width,
)
from crawler.model import Link

MAX_ANCHORS = 5000
"""Links looked at on one page; the largest boards have some 1,000."""

_THREAD_WORDS = re.compile(
    r"thread|topic|discussion|question|\btid\b|\bread\b|showtopic|\b[dtp]\b|tiezi|ticket|\btkt|\bissues?\b|bugs?\b",
    re.IGNORECASE,
)
_FORUM_WORDS = re.compile(r"thread|topic|discussion|question|\btid\b|forum_?post|ticket|\btkt|bugs?\b", re.IGNORECASE)
_OTHER_THREAD_WORDS = re.compile(r"\bt\b|tiezi|\bissues?\b", re.IGNORECASE)
"""Words of threads that alone do not tell a forum; nobody calls articles so."""
_DATED = re.compile(r"(?:19|20)\d\d[-/]?(?:0[1-9]|1[0-2])[-/]?(?:[0-2]\d|3[01])[_/]")
"""A day before a number: news are called t20240306_88001.html or 20240306/t88001.shtml by some systems."""

_NEWS_WORDS = re.compile(r"news|article|content|stor(?:y|ies)|journal|blog", re.IGNORECASE)
_OF_A_FORUM = re.compile(
    r"(?:forum|board|group|community)[-_]?(?=threads?\b|topics?\b|posts?\b|discussions?\b)", re.IGNORECASE
)
"""What says only whose threads these are."""
_SAYS_NOTHING = re.compile(r"(?:id|no|num|nr)", re.IGNORECASE)
"""A parameter that says nothing of what it numbers: the script that takes it does, or the folder where that is."""
_POST_WORDS = re.compile(r"\bposts?\b", re.IGNORECASE)
_OTHER_WORDS = re.compile(
    r"forum|board|categor|section|\bnode|\btags?\b|user|member|profile|space|\buid|author|people|search|log(?:in|out)|"
    r"regist|\brss\b|feed|attach|image|avatar|help|group|blog|page|redirect|goto|lastpost|sort|order|filter|dateline|"
    r"calendar|file|download|account|message|mod(?:erator|cp)|whoposted|\bu\b|\bfid\b|\bgid\b|setlocale|entry|activity",
    re.IGNORECASE,
)
_ISSUE_WORDS = re.compile(r"\bissues?\b", re.IGNORECASE)
_OF_A_TRACKER = re.compile(
    r"status|priorit|severity|assign|zugewiesen|состояни|статус|приоритет|状态|狀態|优先|優先|指派|分配", re.IGNORECASE
)
"""What the columns of a tracker are called: a journal has issues too."""
_REPLY = re.compile(r"(?:\[[^\[\]]{1,40}\]\s?)?(?:re|aw|sv|回[复復覆]|答[复復覆])\s?[:：]", re.IGNORECASE)
_DISCUSSED = 0.2
"""So many titles at least are those of replies where people write to one another."""
_BOARD_WORDS = re.compile(r"forum|board|categor|section|\bnode|\bfid\b|\bgid\b|channel", re.IGNORECASE)

_MAY_BE_BOARD = re.compile(r"[bcfgns]|bbs|list|go|area|zone|quan|club|room", re.IGNORECASE)
"""What boards are called, too, where each stands over its last thread."""

_NODE = re.compile(r"\bnode", re.IGNORECASE)
_MAX_NODE_WIDTH = 20
"""The width of half of the names of boards that are called nodes, at most."""

_MAX_BOARD_WIDTH, _MAX_BOARD_NUMBER = 30, 1000
"""The width and the number of a board whose addresses hardly say what it is, at most: threads are longer, and more."""

_BOARD_VIEWS = re.compile(
    r"\brss|feed|page|filter|order|sort|date|type|user|member|subscri|watch|follow", re.IGNORECASE
)
"""The same board in another order, as a feed, its next page, and what may be done with it."""
_KINDS = re.compile(r"categor|section|\bnode|channel", re.IGNORECASE)
"""What blogs and news have too."""
_ORIGINS = (
    re.compile(r"((?<!\d)\d{1,20}[-_]\d{1,20}[-_])(\d{1,20})(\.[a-z]{2,5}|)$", re.IGNORECASE),
    re.compile(r"([?&]page=)(\d{1,9})(&|$)", re.IGNORECASE),
)
"""Where addresses of threads say which page of the board led there: before it and after it."""
_MIN_BOARDS = 3
_MAX_PLACES = 3
"""So many places of links may be of boards: beside the rows' own, those of groups, and of boards inside of others."""

_MAX_NEAR, _MAX_NEAR_TEXTS = 5, 25
"""Levels above the title of a lone thread or board, and texts, that its row has at most."""

_MOST_DIGITS = 20
"""Of an id's number: Python reads none of thousands of digits."""

_MIN_TELLING, _TELLING = 3, 0.3
"""So many rows that say something, and so large a share of all, make a list."""

_HEADING_WORTH = 8
"""So many times as much as other places' titles, those in headings are worth."""

_MIN_HEADLINE_WIDTH = 10
"""Of what a section lists; what may be done with a board is called by a word or two."""

_MIN_SCORE = 7.0
_MIN_TITLE_WIDTH = 6.0


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


@dataclass(frozen=True, slots=True)
class Family:
    """The links of one core by id, and what tells whether these are threads. `timed`: the share of rows with a time."""

    core: Core
    links: Mapping[str, Sequence[Anchor]]
    titles: Mapping[str, Anchor]
    rows: Mapping[str, Row]
    timed: float
    score: float


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
    families = [_family(core, found, addresses) for core in cores(list(addresses.values()))]
    is_named = calls_itself_forum(tree, url)
    alone = functools.partial(_lone_families, found, addresses)
    boards = [family for family in families if _look_like_boards(family, is_named and is_front(url))]
    others = [family for family in families if family not in boards]
    threads = thread_families(others) or [family for family in alone() if _is_lone_thread(family, is_named)]
    if is_named and not threads:
        threads = _only_thread(found, addresses, url)
    boards += [family for family in others if family not in threads and _are_boards(family)]
    if not threads and not boards:
        boards = [family for family in alone() if family.rows and _are_boards(family)]
    threads = list(map(_without_bare_rows, threads))
    shown = {anchor.element: place for place, anchor in enumerate(found)}
    if is_named and not boards:
        boards = [family for family in others if family not in threads and _may_be_boards(family, threads, shown)]
    headed = [family for family in threads if _are_of_boards(family, boards, shown)]
    listed = {link.url: link for family in threads for link in _links_of(family, family in headed, read_time)}
    links = [listed[address] for address in addresses if address in listed]
    after = next_page(tree, [anchor for anchor in found if anchor.url not in listed], url)
    named = tuple(link for family in boards for link in _names(family) if link.url != url)
    is_home = (
        not after
        and _are_listed(boards, headed == threads)
        and not any(_are_labels(family, boards, shown) for family in threads)
        and not any(_is_among(url, family) for family in boards)
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


def thread_families(families: Sequence[Family]) -> list[Family]:
    """The family that looks most like threads, and those that are like it: other boards' threads, other hosts'. Where
    the site has a word for threads, what it calls posts are single posts."""
    likely = [family for family in families if family.score >= _MIN_SCORE]
    if any(_vocabulary(family.core) == 1 for family in likely):
        likely = [family for family in likely if not _POST_WORDS.search(family.core.words)]
    best = max(likely, key=lambda family: family.score, default=None)
    return [family for family in likely if best and (family is best or _is_sibling(family, best))]


def _is_sibling(family: Family, best_family: Family) -> bool:
    """Whether the addresses are alike but for what stands before their ids, and so are titles and ids."""
    core, best = family.core, best_family.core
    if core.is_word or best.is_word or _vocabulary(core) < _vocabulary(best):
        return False
    if core.param or best.param:
        return (core.param, core.fixed) == (best.param, best.fixed)
    if abs(_magnitude(family.links) - _magnitude(best_family.links)) > 1:
        return False
    if typical_width(family.titles) < 0.6 * typical_width(best_family.titles):
        return False
    is_alike = core.ending == best.ending or _vocabulary(core) == 1
    return is_alike and (core.head, core.outline) == (best.head, best.outline)


# --- What the links of a family look like


def _family(core: Core, found: Sequence[Anchor], addresses: Mapping[str, Address]) -> Family:
    links: dict[str, list[Anchor]] = defaultdict(list)
    for anchor in found:
        if name := core.id_of(addresses[anchor.url]):
            links[name].append(anchor)
    titles = _titles(links)
    if _vocabulary(core) == 1 and all(_is_number(anchor.text, name) for name, anchor in titles.items()):
        titles = _titles_beside(links) or titles
    rows = rows_of(titles)
    if listed := _listed_elsewhere(links, titles, rows):
        titles |= listed
        rows = rows_of(titles)
    timed = share_timed(titles, rows)
    return Family(core, links, titles, rows, timed, _score(core, links, titles, timed))


def _listed_elsewhere(
    links: Mapping[str, Sequence[Anchor]], titles: Mapping[str, Anchor], rows: Mapping[str, Row]
) -> dict[str, Anchor]:
    """For titles whose rows say nothing, as of what is read most, the links by which the same stand in a list whose
    rows say something; the title is the longer of both."""
    bare = [name for name, anchor in titles.items() if not _says_something(rows.get(name, ()), anchor)]
    places: dict[Place, dict[str, Anchor]] = defaultdict(dict)
    for name in bare:
        for anchor in links[name]:
            if anchor is not titles[name] and anchor.is_shown and is_title(anchor.text):
                places[place_of(anchor.element)].setdefault(name, anchor)
    listed = max(places.values(), key=len, default={})
    there = rows_of(listed)
    return {
        name: replace(anchor, text=max(anchor.text, titles[name].text, key=width))
        for name, anchor in listed.items()
        if _says_something(there.get(name, ()), anchor)
    }


def _says_something(row: Row, title: Anchor) -> bool:
    return bool(text_around(row, title.text).strip())


def _without_bare_rows(family: Family) -> Family:
    """A family without the rows that say nothing beside their title, where enough others do: the latest threads, or
    those that are read most, stand beside the list."""
    telling = {name: row for name, row in family.rows.items() if _says_something(row, family.titles[name])}
    if len(telling) == len(family.rows):
        return family
    if len(telling) < _MIN_TELLING:  # too few to know what their rows are
        telling = {name: row for name in telling if (row := _row_near(family.titles[name]))}
    elif len(telling) < _TELLING * len(family.rows):
        return family
    return replace(family, rows=telling, timed=share_timed(family.titles, telling)) if telling else family


def _lone_families(found: Sequence[Anchor], addresses: Mapping[str, Address]) -> Iterator[Family]:
    """Families that may be of a single address, by its words."""
    for core in lone_cores(list(addresses.values())):
        if _vocabulary(core) == 1 or _is_of_boards(core):
            yield _with_rows_near(_family(core, found, addresses))


def _only_thread(found: Sequence[Anchor], addresses: Mapping[str, Address], url: str) -> list[Family]:
    """The family of the only link of a forum's page that has a row, whatever its address says."""
    here = urlsplit(url)
    written = {address: as_written(one) for address, one in addresses.items()}
    own = [one for one in written.values() if one.pieces[0] == here.hostname and urlsplit(one.url).path != here.path]
    families = [
        _with_rows_near(_family(core, found, written)) for core in numbered_cores(own) if _vocabulary(core) >= 0
    ]
    likely = [family for family in families if family.rows and typical_width(family.titles) >= _MIN_TITLE_WIDTH]
    said = {
        anchor.text for family in likely for group in family.links.values() for anchor in group if is_title(anchor.text)
    }
    return likely if len(said) == 1 else []


def _with_rows_near(family: Family) -> Family:
    """A family whose rows are what stands near, and counts something."""
    rows = {name: row for name, title in family.titles.items() if (row := _row_near(title))}
    return replace(family, rows=rows, timed=share_timed(family.titles, rows))


def _row_near(title: Anchor) -> Row:
    """The smallest element around a title that has two counts, or a time and a count, or a time and who wrote."""
    for above in islice(title.element.iterancestors(), _MAX_NEAR):
        if sum(1 for _ in islice(texts((above,)), _MAX_NEAR_TEXTS)) == _MAX_NEAR_TEXTS:
            break
        is_timed = TIME.search(text_around((above,), title.text)) is not None
        if has_counts((above,), 1 if is_timed else 2) or (is_timed and name_members([(above,)])):
            return (above,)
        if above.tag in ("tr", "li"):
            break
    return ()


def _is_lone_thread(family: Family, is_named: bool) -> bool:
    """Whether a family that is alone on its page is of threads: its addresses have to say so, and its row has a time,
    or the page is named after a forum (`is_named`)."""
    may_be = _vocabulary(family.core) == 1 and (is_named or family.timed == 1)
    return may_be and bool(family.titles) and typical_width(family.titles) >= _MIN_TITLE_WIDTH


def _titles(links: Mapping[str, Sequence[Anchor]]) -> dict[str, Anchor]:
    """For each id the link that has its title: the one in the place of the row where most titles stand."""
    places: dict[Place, list[float]] = defaultdict(list)
    seen: set[tuple[Place, str]] = set()
    for group in links.values():
        for anchor in group:
            place = place_of(anchor.element)
            if is_title(anchor.text) and (place, anchor.text) not in seen:
                seen.add((place, anchor.text))
                places[place].append(min(width(anchor.text), 40))
    worth = {place: sum(widths) * (_HEADING_WORTH if place[1] in HEADINGS else 1) for place, widths in places.items()}
    rivals = [
        place for place in places if 2 * len(places[place]) >= len(links) and 2 * worth[place] >= max(worth.values())
    ]
    for place in rivals if len(rivals) > 1 else ():
        there = {name: one for name, group in links.items() for one in group if place_of(one.element) == place}
        worth[place] *= 1 + share_timed(there, rows_of(there))
    titles = {}
    for name, group in links.items():
        named = [anchor for anchor in group if is_title(anchor.text)]
        if named:
            titles[name] = max(
                named, key=lambda one: (one.is_shown, worth[place_of(one.element)], width(one.text))
            )  # icons have words of their own: new replies, opens a new window
    return titles


def _is_number(text: str, name: str) -> bool:
    """Whether a text is only the number of what it leads to: #12, 00012."""
    return text.lstrip("# 0").lower() == name.lstrip("0").lower()


def _titles_beside(links: Mapping[str, Sequence[Anchor]]) -> dict[str, Anchor]:
    """For links that are numbers of what they lead to, as trackers have them, the titles that stand in their rows."""
    numbered = {name: one for name, group in links.items() for one in group if _is_number(one.text, name)}
    rows = rows_of(numbered)
    columns: dict[object, dict[str, str]] = defaultdict(dict)
    for name, row in rows.items():
        for place, text in placed_texts(row):
            if is_title(text) and text != numbered[name].text:
                columns[place].setdefault(name, text)
    widest = max(
        columns.values(), key=lambda column: sum(min(width(text), 40) for text in set(column.values())), default={}
    )
    if 2 * len(set(widest.values())) < len(numbered):
        return {}
    return {name: replace(numbered[name], text=text) for name, text in widest.items()}


def _score(core: Core, links: Mapping[str, Sequence[Anchor]], titles: Mapping[str, Anchor], timed: float) -> float:
    texts = {anchor.text for anchor in titles.values()}
    if not texts:
        return 0.0
    typical = typical_width(titles)
    if typical < _MIN_TITLE_WIDTH:
        return 0.0
    return (
        3.0 * _vocabulary(core)
        + min(typical, 40) / 8
        + 2.0 * max(timed, _are_discussed(titles))
        + _magnitude(links) / 2
        + min(math.log2(len(texts)), 7)
        + 2.0 * (len(texts) / len(links) - 1)
    )


def _are_discussed(titles: Mapping[str, Anchor]) -> bool:
    """Whether many titles are those of replies, as in archives of mailing lists."""
    return sum(_REPLY.match(anchor.text) is not None for anchor in titles.values()) >= max(2, _DISCUSSED * len(titles))


def _vocabulary(core: Core) -> float:
    """What the words of the address say: 1 for threads, -1 for something else, 0 for nothing."""
    name, *above = map(_worth, _names_of(core))
    script, folder = (*above, 0, 0)[:2]
    return name or script or max(0, folder)


def _names_of(core: Core) -> Iterator[str]:
    """What the site calls a family, in the words that stand nearest to the id first."""
    yield core.words
    if _is_of_script(core) or _SAYS_NOTHING.fullmatch(core.words):
        yield from reversed(core.prefix[1:][-2:])


def _is_of_script(core: Core) -> bool:
    """Whether a family is named by a parameter of a letter, which says nothing of what it is: the script that takes it
    does."""
    return len(core.words) == 1 and any("." in piece for piece in core.prefix[1:][-1:])


def _worth(name: str) -> float:
    words = _OF_A_FORUM.sub("", name)
    if _OTHER_WORDS.search(words):
        return -1
    return 1 if _THREAD_WORDS.search(words) else 0.5 if _POST_WORDS.search(words) else 0


def _magnitude(links: Mapping[str, object]) -> float:
    """Digits of the ids: a forum has many more threads than boards, and its engine numbers each kind by itself."""
    numbers = [int(name[:_MOST_DIGITS]) for name in links if name.isdecimal()]
    return min(math.log10(statistics.median(numbers) + 1), 8.0) if numbers else 3.0


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


Shown = Mapping[Any, int]
"""The elements of links by their order on the page."""


def _are_of_boards(family: Family, boards: Sequence[Family], shown: Shown) -> bool:
    """Whether each row begins with a board of its own and names the last thread of it: what it counts is the board's,
    and with a fragment it leads to the last reply, whose address is another one each time."""
    titles = [anchor for board in boards for anchor in board.titles.values()]
    return _share_beside(family, titles, lambda board, title: shown[board] < shown[title])


def _are_labels(family: Family, boards: Sequence[Family], shown: Shown) -> bool:
    """Whether each row says behind the thread's title in which board it is."""
    links = [anchor for board in boards for group in board.links.values() for anchor in group]
    return _share_beside(family, links, lambda board, title: shown[board] > shown[title])


def _share_beside(family: Family, links: Sequence[Anchor], is_so: Callable[[Any, Any], bool]) -> bool:
    """Whether at least half of the rows have one of these links that is where it should be."""
    around: dict[Any, list[Any]] = defaultdict(list)
    for link in links:
        for above in islice(link.element.iterancestors(), MAX_CLIMB):
            around[above].append(link.element)
    rows = [(row[0], family.titles[name].element) for name, row in family.rows.items()]
    return bool(rows) and 2 * sum(any(is_so(one, title) for one in around[row]) for row, title in rows) >= len(rows)


def _are_listed(boards: Sequence[Family], nothing_else: bool) -> bool:
    """Whether a page lists boards: several, or, where it lists nothing else, one that has counts of what is in it. What
    has the name of a category, and no number, may be a blog's without counts."""
    likely = [board for board in boards if _count_threads(board) or not (board.core.is_word and _is_kind(board.core))]
    least = 1 if nothing_else and any(map(_count_threads, likely)) else _MIN_BOARDS
    return sum(len(board.titles) for board in likely) >= least


def _count_threads(board: Family) -> bool:
    """Whether most rows have two counts: of threads, and of posts."""
    return 2 * sum(has_counts(row, 2) for row in board.rows.values()) >= max(1, len(board.rows))


def _is_kind(core: Core) -> bool:
    return _KINDS.search(core.words) is not None


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
        if len(numbers) >= max(_MIN_BOARDS, len(urls) / 2) and len(set(numbers)) == 1 and int(numbers[0]) > 1:
            return functools.partial(form.sub, r"\g<1>1\g<3>")
    return lambda url: url


def _is_forum(threads: Sequence[Family], firsts: Sequence[ThreadLink], is_named: bool, url: str) -> bool:
    """Whether threads have replies or times beside them. News have both too, where they may be commented on: so where
    addresses do not speak of forums, the page has to by its name (`is_named`), in words of threads, or in its rows; of
    a page with such a name replies are enough, or times beside those who wrote or on a forum's own address."""
    replies = sum(link.replies is not None for link in firsts)
    timed = sum(family.timed * len(family.rows) for family in threads)
    listed = min(len(firsts), max(1, sum(len(family.rows) for family in threads)))
    if any(_are_discussed(family.titles) for family in threads[:1]):
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
    names = (name for family in threads for name in _folders_of(family.core))
    at_board = is_of_boards(url) and not any(map(_NEWS_WORDS.search, names))
    return at_board or any(_lead_further(family) or name_members(family.rows.values()) for family in threads)


def _lead_further(family: Family) -> bool:
    """Whether most rows lead to another page of their thread."""
    return 2 * sum(len({anchor.url for anchor in family.links[name]}) > 1 for name in family.rows) > len(family.rows)


def _is_dated(family: Family) -> bool:
    return any(_DATED.search(link.url) for link in islice(_names(family), 1))


def _says_thread(family: Family) -> bool:
    return not _is_dated(family) and any(map(_OTHER_THREAD_WORDS.search, _names_of(family.core)))


def _says_forum(family: Family) -> bool:
    """Whether addresses say that this is no news; of issues, the headings of their table have to say it too."""
    names = list(_names_of(family.core))
    if any(map(_FORUM_WORDS.search, names)):
        return True
    columns = (heading for row in islice(family.rows.values(), 1) for heading in headings_of(row))
    return any(map(_ISSUE_WORDS.search, names)) and any(map(_OF_A_TRACKER.search, columns))


def _are_boards(family: Family) -> bool:
    """Whether a family is of boards, by its addresses; of nodes, which some software calls all of its pages, by their
    names too."""
    if not _is_of_boards(family.core):
        return False
    return not _NODE.search(family.core.words) or not family.titles or typical_width(family.titles) <= _MAX_NODE_WIDTH


def _look_like_boards(family: Family, is_front: bool) -> bool:
    """Whether a family is of boards, whatever its addresses say, by those of its links that stand at one place."""
    if _vocabulary(family.core):
        return False
    places: dict[Place, dict[str, Anchor]] = defaultdict(dict)
    for name, anchor in family.titles.items():
        places[place_of(anchor.element)][name] = anchor
    may_be = is_front and _is_called_board(family.core)
    own = {anchor.element for group in family.links.values() for anchor in group}
    return any(_begin_boards(titles, own, may_be) for titles in sorted(places.values(), key=len)[-_MAX_PLACES:])


def _begin_boards(titles: Mapping[str, Anchor], own: Set[Any], may_be: bool) -> bool:
    """Whether rows begin with names of boards: each counts its threads. Of what is called as boards are by some, on the
    front page of a forum, anything beside short names is enough (`may_be`)."""
    least = max(_MIN_BOARDS, len(titles) / 2)
    if len({anchor.text for anchor in titles.values()}) < least or typical_width(titles) > _MAX_NODE_WIDTH:
        return False
    rows = {name: row for name, row in rows_of(titles).items() if _begins_with(row, titles[name])}
    rows = {name: row for name, row in rows.items() if not _lists_titles(row, own)}
    if len(rows) < least:
        return False
    return count_threads(rows) or (may_be and _are_names(titles) and _say_something(rows, titles))


def _begins_with(row: Row, title: Anchor) -> bool:
    """Whether no other link with a text stands before a title in its row."""
    links = (link for element in row for link in element.iter("a"))
    return (
        next((link for link in links if link is title.element or "".join(link.itertext()).strip()), None)
        is title.element
    )


def _lists_titles(row: Row, own: Set[Any]) -> bool:
    """Whether a row leads to several texts, as that of a section does: that of a board leads to its last thread, and to
    boards inside of it, which are of its `own` family."""
    links = (link for element in row for link in element.iter("a") if link not in own and not leads_to_user(link))
    texts = {one_line("".join(link.itertext())) for link in links}
    return sum(width(text) >= _MIN_HEADLINE_WIDTH for text in texts) > 1


def _are_names(titles: Mapping[str, Anchor]) -> bool:
    """Whether all links are short, and of low numbers or of words."""
    numbers = [int(name[:_MOST_DIGITS]) for name in titles if name.isdecimal()]
    widest = max(width(anchor.text) for anchor in titles.values())
    return widest <= _MAX_BOARD_WIDTH and max(numbers, default=0) < _MAX_BOARD_NUMBER


def _say_something(rows: Mapping[str, Row], titles: Mapping[str, Anchor]) -> bool:
    """Whether most rows have more than a title."""
    return 2 * sum(_says_something(row, titles[name]) for name, row in rows.items()) > len(rows)


def _may_be_boards(family: Family, threads: Sequence[Family], shown: Shown) -> bool:
    """Whether a forum's family is of boards though its addresses hardly say so: the rows of threads begin with one
    each, and name it once."""
    if (
        not _is_called_board(family.core)
        or len(family.titles) < _MIN_BOARDS
        or typical_width(family.titles) > _MAX_NODE_WIDTH
    ):
        return False
    return any(len(one.rows) <= len(family.titles) and _are_of_boards(one, [family], shown) for one in threads)


def _is_called_board(core: Core) -> bool:
    return _MAY_BE_BOARD.fullmatch(next(_folders_of(core), "")) is not None


def _folders_of(core: Core) -> Iterator[str]:
    """What the site calls a family: by a word before the id, else by the folder that it is in."""
    yield from filter(None, (core.words, *reversed(core.prefix[1:])))


def _is_of_boards(core: Core) -> bool:
    """Whether addresses call this a forum, a board or the like; not the same board in another order."""
    names = core.prefix[-1] if _is_of_script(core) else core.words
    views = " ".join((*core.prefix[1:], core.words))
    return bool(_BOARD_WORDS.search(_OF_A_FORUM.sub("", names))) and not _BOARD_VIEWS.search(views)


def _names(family: Family) -> Iterator[Link]:
    for name, anchor in family.titles.items():
        yield Link(min((one.url for one in family.links[name]), key=len), anchor.text)


def _is_among(url: str, family: Family) -> bool:
    """Whether a page is itself one of a family, whatever pages of it are linked."""
    shape = re.sub(r"\d+", "0", url.rstrip("/"))
    return any(re.sub(r"\d+", "0", link.url.rstrip("/")) == shape or link.url == url for link in _names(family))
