"""What a thread's page says of the whole thread: its board, its counts of replies and views, and its pages.

Forums write these in a few ways that all share, whatever their software: a trail of links from the front page down to
the board, counts beside their names at the head of the thread. Its pages are read by `crawler.extract.pager`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crawler.extract.boilerplate import Saying
from crawler.extract.pager import pages_of, says_next_page
from crawler.extract.structured import Stated, string, types
from crawler.extract.table import Table, within

HEAD_CHARS = 500
"""Characters before the thread's title in which its counts may stand."""

INTO_FIRST = 400
"""... and characters of the first post's record: user panels begin with them."""

MAX_COUNT = 1_000_000_000
"""No thread has more replies or views: what has is a number of something else."""

MAX_BOARD_CHARS = 60
MAX_TRAILS = 20

MIN_SAME = 0.7
"""Share of a title that a step of a trail must have to be the thread: boards are called like how threads begin."""

MIN_LINKS = 2
MAX_LINKS = 12
"""A trail has so many links; a step of it has fewer, a menu more. Of several the shortest is taken."""

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


def thread_page(table: Table, stated: Stated, records: Sequence[range], title: str, url: str) -> ThreadPage:
    """Read a thread's page. `records` are its posts as slices of node numbers, `title` is the thread's."""
    shown = pages_of(table, stated, url)
    replies, views = _counts(table, stated, records, title)
    if replies is not None and replies < len(records) - 1:
        replies = None  # the count of something else
    return ThreadPage(
        _board(table, stated, records, title), shown.page, shown.pages, shown.following, shown.first, replies, views
    )


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
        and not says_next_page(step)
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
