"""Families of the links of a forum's page, and which of them are threads: by how they stand on it, without a template.

The page's addresses fall into families (see `families`). The family of the threads is the one whose links have titles:
long, each different from the others, one in each of many rows, beside times. The words that sites use in addresses of
threads (thread, topic, …) and of other things (forum, user, …) count besides, and none of them is needed.
"""

from __future__ import annotations

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from urllib.parse import urlsplit

from crawler.channels.anchors import Anchor
from crawler.channels.families import Address, Core, as_written, lone_cores, numbered_cores
from crawler.channels.forum_signs import name_members
from crawler.channels.rows import TIME, Row, has_counts, placed_texts, texts
from crawler.channels.titles import (
    HEADINGS,
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

_THREAD_WORDS = re.compile(
    r"thread|topic|discussion|question|\btid\b|\bread\b|showtopic|\b[dtp]\b|tiezi|ticket|\btkt|\bissues?\b|bugs?\b",
    re.IGNORECASE,
)
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
_REPLY = re.compile(r"(?:\[[^\[\]]{1,40}\]\s?)?(?:re|aw|sv|回[复復覆]|答[复復覆])\s?[:：]", re.IGNORECASE)
_DISCUSSED = 0.2
"""So many titles at least are those of replies where people write to one another."""

_BOARD_WORDS = re.compile(r"forum|board|categor|section|\bnode|\bfid\b|\bgid\b|channel", re.IGNORECASE)
_BOARD_VIEWS = re.compile(
    r"\brss|feed|page|filter|order|sort|date|type|user|member|subscri|watch|follow", re.IGNORECASE
)
"""The same board in another order, as a feed, its next page, and what may be done with it."""

_MAX_NEAR, _MAX_NEAR_TEXTS = 5, 25
"""Levels above the title of a lone thread or board, and texts, that its row has at most."""

MOST_DIGITS = 20
"""Of an id's number: Python reads none of thousands of digits."""

_MIN_TELLING, _TELLING = 3, 0.3
"""So many rows that say something, and so large a share of all, make a list."""

_HEADING_WORTH = 8
"""So many times as much as other places' titles, those in headings are worth."""

_MIN_SCORE = 7.0
_MIN_TITLE_WIDTH = 6.0


@dataclass(frozen=True, slots=True)
class Family:
    """The links of one core by id, and what tells whether these are threads. `timed`: the share of rows with a time."""

    core: Core
    links: Mapping[str, Sequence[Anchor]]
    titles: Mapping[str, Anchor]
    rows: Mapping[str, Row]
    timed: float
    score: float


def family_of(core: Core, found: Sequence[Anchor], addresses: Mapping[str, Address]) -> Family:
    links: dict[str, list[Anchor]] = defaultdict(list)
    for anchor in found:
        if name := core.id_of(addresses[anchor.url]):
            links[name].append(anchor)
    titles = _titles(links)
    if vocabulary(core) == 1 and all(_is_number(anchor.text, name) for name, anchor in titles.items()):
        titles = _titles_beside(links) or titles
    rows = rows_of(titles)
    if listed := _listed_elsewhere(links, titles, rows):
        titles |= listed
        rows = rows_of(titles)
    timed = share_timed(titles, rows)
    return Family(core, links, titles, rows, timed, _score(core, links, titles, timed))


def lone_families(found: Sequence[Anchor], addresses: Mapping[str, Address]) -> Iterator[Family]:
    """Families that may be of a single address, by its words."""
    for core in lone_cores(list(addresses.values())):
        if vocabulary(core) == 1 or names_boards(core):
            yield _with_rows_near(family_of(core, found, addresses))


def only_thread(found: Sequence[Anchor], addresses: Mapping[str, Address], url: str) -> list[Family]:
    """The family of the only link of a forum's page that has a row, whatever its address says."""
    here = urlsplit(url)
    written = {address: as_written(one) for address, one in addresses.items()}
    own = [one for one in written.values() if one.pieces[0] == here.hostname and urlsplit(one.url).path != here.path]
    families = [
        _with_rows_near(family_of(core, found, written)) for core in numbered_cores(own) if vocabulary(core) >= 0
    ]
    likely = [family for family in families if family.rows and typical_width(family.titles) >= _MIN_TITLE_WIDTH]
    said = {
        anchor.text for family in likely for group in family.links.values() for anchor in group if is_title(anchor.text)
    }
    return likely if len(said) == 1 else []


def thread_families(families: Sequence[Family]) -> list[Family]:
    """The family that looks most like threads, and those that are like it: other boards' threads, other hosts'. Where
    the site has a word for threads, what it calls posts are single posts."""
    likely = [family for family in families if family.score >= _MIN_SCORE]
    if any(vocabulary(family.core) == 1 for family in likely):
        likely = [family for family in likely if not _POST_WORDS.search(family.core.words)]
    best = max(likely, key=lambda family: family.score, default=None)
    return [family for family in likely if best and (family is best or _is_sibling(family, best))]


def _is_sibling(family: Family, best_family: Family) -> bool:
    """Whether the addresses are alike but for what stands before their ids, and so are titles and ids."""
    core, best = family.core, best_family.core
    if core.is_word or best.is_word or vocabulary(core) < vocabulary(best):
        return False
    if core.param or best.param:
        return (core.param, core.fixed) == (best.param, best.fixed)
    if abs(_magnitude(family.links) - _magnitude(best_family.links)) > 1:
        return False
    if typical_width(family.titles) < 0.6 * typical_width(best_family.titles):
        return False
    is_alike = core.ending == best.ending or vocabulary(core) == 1
    return is_alike and (core.head, core.outline) == (best.head, best.outline)


def is_lone_thread(family: Family, is_named: bool) -> bool:
    """Whether a family that is alone on its page is of threads: its addresses have to say so, and its row has a time,
    or the page is named after a forum (`is_named`)."""
    may_be = vocabulary(family.core) == 1 and (is_named or family.timed == 1)
    return may_be and bool(family.titles) and typical_width(family.titles) >= _MIN_TITLE_WIDTH


def without_bare_rows(family: Family) -> Family:
    """A family without the rows that say nothing beside their title, where enough others do: the latest threads, or
    those that are read most, stand beside the list."""
    telling = {name: row for name, row in family.rows.items() if says_something(row, family.titles[name])}
    if len(telling) == len(family.rows):
        return family
    if len(telling) < _MIN_TELLING:  # too few to know what their rows are
        telling = {name: row for name in telling if (row := _row_near(family.titles[name]))}
    elif len(telling) < _TELLING * len(family.rows):
        return family
    return replace(family, rows=telling, timed=share_timed(family.titles, telling)) if telling else family


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


def _listed_elsewhere(
    links: Mapping[str, Sequence[Anchor]], titles: Mapping[str, Anchor], rows: Mapping[str, Row]
) -> dict[str, Anchor]:
    """For titles whose rows say nothing, as of what is read most, the links by which the same stand in a list whose
    rows say something; the title is the longer of both."""
    bare = [name for name, anchor in titles.items() if not says_something(rows.get(name, ()), anchor)]
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
        if says_something(there.get(name, ()), anchor)
    }


def says_something(row: Row, title: Anchor) -> bool:
    return bool(text_around(row, title.text).strip())


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
        3.0 * vocabulary(core)
        + min(typical, 40) / 8
        + 2.0 * max(timed, are_discussed(titles))
        + _magnitude(links) / 2
        + min(math.log2(len(texts)), 7)
        + 2.0 * (len(texts) / len(links) - 1)
    )


def are_discussed(titles: Mapping[str, Anchor]) -> bool:
    """Whether many titles are those of replies, as in archives of mailing lists."""
    return sum(_REPLY.match(anchor.text) is not None for anchor in titles.values()) >= max(2, _DISCUSSED * len(titles))


def vocabulary(core: Core) -> float:
    """What the words of the address say: 1 for threads, -1 for something else, 0 for nothing."""
    name, *above = map(_worth, names_of(core))
    script, folder = (*above, 0, 0)[:2]
    return name or script or max(0, folder)


def names_of(core: Core) -> Iterator[str]:
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


def names_boards(core: Core) -> bool:
    """Whether addresses call this a forum, a board or the like; not the same board in another order."""
    names = core.prefix[-1] if _is_of_script(core) else core.words
    views = " ".join((*core.prefix[1:], core.words))
    return bool(_BOARD_WORDS.search(_OF_A_FORUM.sub("", names))) and not _BOARD_VIEWS.search(views)


def links_of(family: Family) -> Iterator[Link]:
    for name, anchor in family.titles.items():
        yield Link(min((one.url for one in family.links[name]), key=len), anchor.text)


def _magnitude(links: Mapping[str, object]) -> float:
    """Digits of the ids: a forum has many more threads than boards, and its engine numbers each kind by itself."""
    numbers = [int(name[:MOST_DIGITS]) for name in links if name.isdecimal()]
    return min(math.log10(statistics.median(numbers) + 1), 8.0) if numbers else 3.0
