"""Which families of links are the boards of a forum: by their addresses, and on its front page by their rows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Any

from crawler.channels.anchors import Anchor
from crawler.channels.families import Core
from crawler.channels.forum_signs import leads_to_user
from crawler.channels.link_families import MOST_DIGITS, Family, links_of, names_boards, says_something, vocabulary
from crawler.channels.links import one_line
from crawler.channels.rows import Row, count_threads, has_counts
from crawler.channels.titles import MAX_CLIMB, Place, place_of, rows_of, typical_width, width

_MAY_BE_BOARD = re.compile(r"[bcfgns]|bbs|list|go|area|zone|quan|club|room", re.IGNORECASE)
"""What boards are called, too, where each stands over its last thread."""

_NODE = re.compile(r"\bnode", re.IGNORECASE)
_MAX_NODE_WIDTH = 20
"""The width of half of the names of boards that are called nodes, at most."""

_MAX_BOARD_WIDTH, _MAX_BOARD_NUMBER = 30, 1000
"""The width and the number of a board whose addresses hardly say what it is, at most: threads are longer, and more."""

_KINDS = re.compile(r"categor|section|\bnode|channel", re.IGNORECASE)
"""What blogs and news have too."""

_MIN_BOARDS = 3
_MAX_PLACES = 3
"""So many places of links may be of boards: beside the rows' own, those of groups, and of boards inside of others."""

_MIN_HEADLINE_WIDTH = 10
"""Of what a section lists; what may be done with a board is called by a word or two."""

Shown = Mapping[Any, int]
"""The elements of links by their order on the page."""


def look_like_boards(family: Family, is_front: bool) -> bool:
    """Whether a family is of boards, whatever its addresses say, by those of its links that stand at one place."""
    if vocabulary(family.core):
        return False
    places: dict[Place, dict[str, Anchor]] = defaultdict(dict)
    for name, anchor in family.titles.items():
        places[place_of(anchor.element)][name] = anchor
    may_be = is_front and _is_called_board(family.core)
    own = {anchor.element for group in family.links.values() for anchor in group}
    return any(_begin_boards(titles, own, may_be) for titles in sorted(places.values(), key=len)[-_MAX_PLACES:])


def may_be_boards(family: Family, threads: Sequence[Family], shown: Shown) -> bool:
    """Whether a forum's family is of boards though its addresses hardly say so: the rows of threads begin with one
    each, and name it once."""
    if (
        not _is_called_board(family.core)
        or len(family.titles) < _MIN_BOARDS
        or typical_width(family.titles) > _MAX_NODE_WIDTH
    ):
        return False
    return any(len(one.rows) <= len(family.titles) and are_of_boards(one, [family], shown) for one in threads)


def are_boards(family: Family) -> bool:
    """Whether a family is of boards, by its addresses; of nodes, which some software calls all of its pages, by their
    names too."""
    if not names_boards(family.core):
        return False
    return not _NODE.search(family.core.words) or not family.titles or typical_width(family.titles) <= _MAX_NODE_WIDTH


def are_of_boards(family: Family, boards: Sequence[Family], shown: Shown) -> bool:
    """Whether each row begins with a board of its own and names the last thread of it: what it counts is the board's,
    and with a fragment it leads to the last reply, whose address is another one each time."""
    titles = [anchor for board in boards for anchor in board.titles.values()]
    return _share_beside(family, titles, lambda board, title: shown[board] < shown[title])


def are_labels(family: Family, boards: Sequence[Family], shown: Shown) -> bool:
    """Whether each row says behind the thread's title in which board it is."""
    links = [anchor for board in boards for group in board.links.values() for anchor in group]
    return _share_beside(family, links, lambda board, title: shown[board] > shown[title])


def are_listed(boards: Sequence[Family], nothing_else: bool) -> bool:
    """Whether a page lists boards: several, or, where it lists nothing else, one that has counts of what is in it. What
    has the name of a category, and no number, may be a blog's without counts."""
    likely = [board for board in boards if _count_threads(board) or not (board.core.is_word and _is_kind(board.core))]
    least = 1 if nothing_else and any(map(_count_threads, likely)) else _MIN_BOARDS
    return sum(len(board.titles) for board in likely) >= least


def is_among(url: str, family: Family) -> bool:
    """Whether a page is itself one of a family, whatever pages of it are linked."""
    shape = re.sub(r"\d+", "0", url.rstrip("/"))
    return any(re.sub(r"\d+", "0", link.url.rstrip("/")) == shape or link.url == url for link in links_of(family))


def _share_beside(family: Family, links: Sequence[Anchor], is_so: Callable[[Any, Any], bool]) -> bool:
    """Whether at least half of the rows have one of these links that is where it should be."""
    around: dict[Any, list[Any]] = defaultdict(list)
    for link in links:
        for above in islice(link.element.iterancestors(), MAX_CLIMB):
            around[above].append(link.element)
    rows = [(row[0], family.titles[name].element) for name, row in family.rows.items()]
    return bool(rows) and 2 * sum(any(is_so(one, title) for one in around[row]) for row, title in rows) >= len(rows)


def _count_threads(board: Family) -> bool:
    """Whether most rows have two counts: of threads, and of posts."""
    return 2 * sum(has_counts(row, 2) for row in board.rows.values()) >= max(1, len(board.rows))


def _is_kind(core: Core) -> bool:
    return _KINDS.search(core.words) is not None


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
    numbers = [int(name[:MOST_DIGITS]) for name in titles if name.isdecimal()]
    widest = max(width(anchor.text) for anchor in titles.values())
    return widest <= _MAX_BOARD_WIDTH and max(numbers, default=0) < _MAX_BOARD_NUMBER


def _say_something(rows: Mapping[str, Row], titles: Mapping[str, Anchor]) -> bool:
    """Whether most rows have more than a title."""
    return 2 * sum(says_something(row, titles[name]) for name, row in rows.items()) > len(rows)


def _is_called_board(core: Core) -> bool:
    return _MAY_BE_BOARD.fullmatch(next(folders_of(core), "")) is not None


def folders_of(core: Core) -> Iterator[str]:
    """What the site calls a family: by a word before the id, else by the folder that it is in."""
    yield from filter(None, (core.words, *reversed(core.prefix[1:])))
