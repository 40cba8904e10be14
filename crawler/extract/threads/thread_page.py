"""What a thread's page says of the whole thread: its board, its counts of replies and views, and its pages.

Forums write these in a few ways that all share, whatever their software: a run of page numbers of which one is no link,
"page 2 of 5", links named as the next page, a trail of links from the front page down to the board, counts beside their
names at the head of the thread.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from crawler.extract.addresses import absolute
from crawler.extract.boilerplate import Saying
from crawler.extract.structured import Stated, string, types
from crawler.extract.table import Table, within
from crawler.paging_words import NEXT_PAGE

MAX_BETWEEN = 2
MAX_BETWEEN_CHARS = 8
"""So many texts of so many characters stand between two numbers of a pager: dots, bars."""

MAX_UP = 4
"""So many levels above a number its pager stands at most."""

HEAD_CHARS = 500
"""Characters before the thread's title in which its counts may stand."""

INTO_FIRST = 400
"""... and characters of the first post's record: user panels begin with them."""

MAX_COUNT = 1_000_000_000
"""No thread has more replies or views: what has is a number of something else."""

MAX_OF_PAGES = 50
MAX_LABEL = 60
MAX_WORD = 12
"""So many times two numbers as in "page 2 of 5" are looked at, in texts that are shorter: others are posts. The word
for a page stands within so many characters before them."""

MAX_BOARD_CHARS = 60
MAX_TRAILS = 20
MAX_LINK_NODES = 8
MAX_NEXT_CHARS = 30
"""A link to the next page holds fewer nodes and characters."""

MIN_SAME = 0.7
"""Share of a title that a step of a trail must have to be the thread: boards are called like how threads begin."""

MIN_LINKS = 2
MAX_LINKS = 12
"""A trail has so many links; a step of it has fewer, a menu more. Of several the shortest is taken."""

_NUMBER = re.compile(r"[\s\[(.…]*(\d{1,5})[\s\]).…]*")
_DIGITS = re.compile(r"\d+")
_NEXT = re.compile(rf"\W*(?:{NEXT_PAGE})\W*|[›»>→＞]", re.IGNORECASE)
_OF_PAGES = re.compile(
    r"(\d(?<![\d/.-]\d)\d{0,4})\s{0,3}[页頁]?\s{0,3}(?:of|von|de|di|van|sur|av|из|[/／,，共]\s{0,3}共?)\s{0,3}(\d{1,5})(?![\d/.-])"
    r"(\s{0,3}[页頁])?",
    re.IGNORECASE,
)
_PAGE_BEFORE = re.compile(r"(?:page|seite|página|pagina|sivu|страница|trang|第)\s{0,3}$", re.IGNORECASE)
_IN_URL = re.compile(r"(?:[?&/;_-](?:page|pg|p|seite|sivu)[=/_-]?)(\d{1,5})(?!\d)", re.IGNORECASE)
_CURRENT = re.compile(r"(?:^|[\s_-])(?:current|active|selected|now|on|cur|this)(?:$|[\s_-])", re.IGNORECASE)

_MORE = r"(?:\d{0,2}(?:[,. ]\d{3})+|\d*(?:\.\d(?=\s?[kKmM万萬]))?)"
_UNIT = r"(?![.,:/-]?\d)\s?([kKmM]\b|[万萬])?"
_COUNT = rf"(\d{_MORE}){_UNIT}"
_REPLIES = (
    "回复数?|回覆数?|回帖数?|跟帖数?|評論數?|评论数?|repl(?:y|ies)|answers?|comments?|responses|antworten|réponses"
    "|respuestas|vastausta"
)
_VIEWS = "查看数?|浏览量?|瀏覽數?|阅读[数量]?|閱讀數?|点击[数量]?|人气|views?|viewed|aufrufe|vues|visitas|hits|zugriffe"


def _counted(names: str) -> tuple[re.Pattern[str], ...]:
    """A number behind its name and a colon or a bracket, one before it, and one behind it."""
    named, least = rf"(?<![a-z])(?:{names})", r"\s{0,3}"
    before = rf"(\d(?<![\d.,:/#-]\d){_MORE}){_UNIT}{least}[次条个]?{least}(?:{names})(?![a-z])"
    patterns = (rf"{named}{least}[:：(（]{least}{_COUNT}", before, rf"{named}{least}{_COUNT}")
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_REPLIES_COUNTED = _counted(_REPLIES)
_VIEWS_COUNTED = _counted(_VIEWS)
_TIMES = {"k": 1_000, "m": 1_000_000, "万": 10_000, "萬": 10_000}
_TRAIL = re.compile(
    r"bread|crumb|(?:^|[\s_-])(?:path|pathway|trail|navbit|navlinks|position|location)s?(?:$|[\s_-])", re.IGNORECASE
)
_ARROWS = re.compile(r"[\s›»>→＞/\\:«‹]{1,9}")
_NO_BOARD = re.compile(
    r"\W*(?:首页|主页|论坛(?:首页)?|版块|搜索|登录|注册|home|index|forums?(?: home)?|search|log ?in|register|previous"
    r"|startseite|accueil(?: du forum)?|foren|inicio|boards?(?: index)?|foren-übersicht|[\d\W]*)\W*|@.*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """What a page says of its thread; None for what it does not say. `next_page` and `first_page` are complete URLs;
    the first page names no first one."""

    board: str | None = None
    page: int | None = None
    pages: int | None = None
    next_page: str | None = None
    first_page: str | None = None
    replies: int | None = None
    views: int | None = None


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of a pager: its text leaf, and the address of the link that it is, "" for none."""

    leaf: int
    value: int
    href: str


def thread_page(table: Table, stated: Stated, records: Sequence[range], title: str, url: str) -> ThreadPage:
    """Read a thread's page. `records` are its posts as slices of node numbers, `title` is the thread's."""
    pager = _pager(table, url)
    page, pages = _pages(table, pager, url)
    following = _next(table, stated, pager, page, url)
    if page is None and following:
        page = next((one.value - 1 for one in pager if one.value > 1 and absolute(url, one.href) == following), None)
    if page and pages and page >= pages:
        following = None
    replies, views = _counts(table, stated, records, title)
    if replies is not None and replies < len(records) - 1:
        replies = None  # the count of something else
    return ThreadPage(
        _board(table, stated, records, title), page, pages, following, _first(pager, page, url), replies, views
    )


def _first(pager: Sequence[_Number], page: int | None, url: str) -> str | None:
    """The address of the thread's first page, where its pager leads there from another."""
    links = (number.href for number in pager if number.value == 1 and number.href)
    return absolute(url, next(links, "")) or None if page and page > 1 else None


def _pager(table: Table, url: str) -> list[_Number]:
    """The numbers of the page's pager, in order: the first run that has one which is no link, else the first."""
    runs = [run for run in _runs(table) if _leads_to_pages(run, url)]
    return next((run for run in runs if any(not number.href for number in run)), runs[0] if runs else [])


def _runs(table: Table) -> Iterator[list[_Number]]:
    """Runs of rising numbers that stand close together, at least one of them a link."""
    run: list[_Number] = []
    for leaf in table.timely:  # all others have no number
        text = table.texts[leaf].strip()
        match = _NUMBER.fullmatch(text) if len(text) < 40 else None
        if not match or not int(match[1]):
            continue
        at = table.leaf_counts[leaf]
        number = _Number(leaf, int(match[1]), _href(table, leaf))
        if run and not _goes_on(table, run[-1], number, at):
            if len(run) > 1:
                yield run
            run = []
        run.append(number)
    if len(run) > 1:
        yield run


def _goes_on(table: Table, last: _Number, number: _Number, at: int) -> bool:
    between = table.leaves[bisect_left(table.leaves, last.leaf) + 1 : at]
    if number.value <= last.value or len(between) > MAX_BETWEEN:
        return False
    if any(len(table.texts[leaf].strip()) > MAX_BETWEEN_CHARS for leaf in between):
        return False
    return _is_near(table, table.common_ancestor(last.leaf, number.leaf), number.leaf)


def _is_near(table: Table, above: int, leaf: int) -> bool:
    node = leaf
    for _ in range(MAX_UP):
        node = table.parents[node]
        if node <= above:
            return True
    return False


def _href(table: Table, leaf: int) -> str:
    """The address of the link that a text is, "" for none and for one that is called the current page."""
    node = table.parents[leaf]
    for _ in range(MAX_UP):
        if node < 0:
            break
        if table.tags[node] == "a":
            href = table.attributes[node].get("href", "")
            return "" if _is_current(table, node) or href.startswith(("#", "javascript")) else href
        node = table.parents[node]
    return ""


def _is_current(table: Table, link: int) -> bool:
    """True if a link or the element around it alone says that it is the page that is shown."""
    parent = max(table.parents[link], 0)
    around = (link, parent) if table.ends[parent] == table.ends[link] else (link,)
    attributes = [table.attributes[node] for node in around]
    return any("aria-current" in one or _CURRENT.search(one.get("class", "")) for one in attributes)


def _leads_to_pages(run: Sequence[_Number], url: str) -> bool:
    """True if most links of a run have their number in their address, or one that is as many times the page before; the
    first page's need not, where that of this page goes on from it."""
    links = [number for number in run if number.href]
    named = sum(_names_page(number) or _is_start(number, url) for number in links)
    return 2 * named > len(links)


def _is_start(number: _Number, url: str) -> bool:
    first = absolute(url, number.href) if number.value == 1 else ""
    return bool(first) and first != url and url.startswith(first)


def _names_page(number: _Number) -> bool:
    before = number.value - 1
    values = [int(digits[:9]) for digits in _DIGITS.findall(number.href)]
    return any(
        value in (number.value, before) or (before and value >= 5 and value % (5 * before) == 0) for value in values
    )


def _pages(table: Table, pager: Sequence[_Number], url: str) -> tuple[int | None, int | None]:
    """This page and how many there are."""
    for match in islice(_OF_PAGES.finditer(table.flow), MAX_OF_PAGES):
        shown, pages = int(match[1]), int(match[2])
        named = match[3] or _PAGE_BEFORE.search(table.flow[max(0, match.start() - MAX_WORD) : match.start()])
        if named and 0 < shown <= pages and len(table.texts[table.leaf_at(match.start())]) < MAX_LABEL:
            return shown, pages
    here = [number.value for number in pager if not number.href]
    in_url = _IN_URL.search(url)
    page = here[0] if len(here) == 1 else (in_url and int(in_url[1])) or None
    if page is None and pager and pager[0].value == 2:
        page = 1
    return page, max((number.value for number in pager), default=None)


def _next(table: Table, stated: Stated, pager: Sequence[_Number], page: int | None, url: str) -> str | None:
    """The address of the page after this one."""
    numbered = (number.href for number in pager if page and number.value == page + 1)
    for address in chain([stated.links.get("next", "")], _links_named_next(table, bool(pager)), numbered):
        found = absolute(url, address)
        if found and found != url.partition("#")[0]:
            return found
    return None


def _links_named_next(table: Table, has_pager: bool) -> Iterator[str]:
    """The addresses of links that say that they lead to the next page. A lone arrow does beside a pager only."""
    named = [link for link in table.marked.get("rel", ()) if "next" in table.attributes[link]["rel"].lower().split()]
    links = (link for link in named if table.tags[link] == "a")
    for link in chain(links, (link for link in table.find("a") if _says_next(table, link, has_pager))):
        href = table.attributes[link].get("href", "")
        if href and not href.startswith(("#", "javascript")):
            yield href


def _says_next(table: Table, link: int, has_pager: bool) -> bool:
    inside = table.texts[link : table.ends[link]]
    text = "".join(inside).strip() if len(inside) < MAX_LINK_NODES else ""
    if 0 < len(text) < MAX_NEXT_CHARS and _NEXT.fullmatch(text):
        return has_pager or len(text) > 1
    if len(text) > 1 or len(inside) >= MAX_LINK_NODES:
        return False
    attributes = table.attributes[link]
    said = (attributes.get(name, "")[:MAX_NEXT_CHARS] for name in ("title", "aria-label"))
    return any(map(_NEXT.fullmatch, filter(None, said)))


def _counts(table: Table, stated: Stated, records: Sequence[range], title: str) -> tuple[int | None, int | None]:
    """How many replies and views the thread has."""
    flow = table.flow
    start = table.span(records[0].start)[0] if records else 0
    end = min(start + INTO_FIRST, table.span(records[0].stop - 1)[1]) if records else len(flow)
    at = flow.rfind(title, 0, end) if title else -1
    head = flow[max(0, at - HEAD_CHARS if at >= 0 else 0) : end]
    replies = _stated_count(stated, ("commentCount", "answerCount"))
    if replies is None:
        replies = _first_count(_REPLIES_COUNTED, head)
    return replies, _first_count(_VIEWS_COUNTED, head)


def _stated_count(stated: Stated, keys: Iterable[str]) -> int | None:
    values: Iterator[Any] = (thing[key] for thing in stated.things for key in keys if key in thing)
    value = str(next(values, ""))
    return int(value) if value.isdecimal() and len(value) < 10 else None


def _first_count(patterns: Iterable[re.Pattern[str]], text: str) -> int | None:
    match = next(filter(None, (pattern.search(text) for pattern in patterns)), None)
    if not match:
        return None
    if unit := match[2]:
        try:
            count = int(float(match[1].replace(",", ".").replace(" ", "")) * _TIMES[unit.lower()])
        except (ValueError, OverflowError):  # 1,234,567k
            return None
        return count if count < MAX_COUNT else None
    return int("".join(filter(str.isdecimal, match[1]))[:9])


def _board(table: Table, stated: Stated, records: Sequence[range], title: str) -> str | None:
    """The board that the thread stands in: the last step of the trail of links that is not the thread itself."""
    end = records[0].stop if records else len(table)
    for trail in (_stated_trail(stated), *_trails(table, end)):
        steps = [step for step in trail if _may_be_board(step, title)]
        if steps and len(trail) <= MAX_LINKS:
            return steps[-1]
    return next(filter(None, stated.strings("articleSection")), None)


def _may_be_board(step: str, title: str) -> bool:
    return (
        1 < len(step) <= MAX_BOARD_CHARS
        and not _is_same(step, title)
        and not _NO_BOARD.fullmatch(step)
        and not _NEXT.fullmatch(step)
    )


def _is_same(step: str, title: str) -> bool:
    """True if a step of a trail is the thread, its title perhaps cut."""
    short = step.rstrip(".… ")
    if not title or not title.startswith(short):
        return bool(title) and short.startswith(title)
    return step != short or len(short) > MIN_SAME * len(title)


def _stated_trail(stated: Stated) -> list[str]:
    for thing in stated.things:
        if "BreadcrumbList" in types(thing) and isinstance(thing.get("itemListElement"), list):
            items = [item for item in thing["itemListElement"] if isinstance(item, dict)]
            return [string(item.get("name")) or string(item.get("item")) for item in items[: MAX_LINKS + 1]]
    return []


def _trails(table: Table, end: int) -> Iterator[list[str]]:
    """The trails of links that stand before the posts: those that are called so, then runs of links between arrows."""
    named = (*table.called(names_trail), *table.identified(names_trail))
    called = sorted(node for node in named if node < end)
    every = list(table.find("a"))
    trails = [within(every, range(node, table.ends[node])) for node in called[:MAX_TRAILS]]
    for links in sorted(trails, key=lambda links: (len(links) < MIN_LINKS, len(links))):
        yield [table.text_of(link) for link in links[: MAX_LINKS + 1]]
    yield from reversed(list(_arrowed(table, end)))


@Saying
def names_trail(name: str) -> bool:
    """True for the name of an element that holds the trail of links to a page."""
    return _TRAIL.search(name) is not None


def _arrowed(table: Table, end: int) -> Iterator[list[str]]:
    """Runs of at least two links with nothing but an arrow between each two."""
    run: list[str] = []
    arrow = False
    for leaf in table.leaves[: bisect_left(table.leaves, end)]:
        if table.links[leaf]:
            text = " ".join(table.texts[leaf].split())
            if not arrow and len(run) >= MIN_LINKS:
                yield run
            run, arrow = ([*run, text] if arrow else [text]), False
        elif _ARROWS.fullmatch(table.texts[leaf]):
            arrow = True
        else:
            if len(run) >= MIN_LINKS:
                yield run
            run, arrow = [], False
    if len(run) >= MIN_LINKS:
        yield run
