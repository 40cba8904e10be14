"""What is remembered of a thread between visits, and what a page of it brings that is new. Pure.

A post is the same as one that was read before if its author and text are, or its author and time; else, with a new text
between two posts that are known, it was edited. A long text of an author is the same post whatever its time. Its key,
which names its document, is made when it is first seen, from author, time and text, so that reading a thread again
without any memory of it gives the same keys.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from crawler.model import PageTask, Post, Precision, Thread, url_id

MAX_KNOWN = 100
"""Posts that are remembered: those of the last page, of the one before it, and what a deletion moves between them."""

MAX_EARLIER = 5
"""Pages that a visit can step back: as many whole pages of posts may be deleted between two visits."""

MIN_TELLING = 40
"""Characters of a text from which on its author does not say it again by chance."""

MIN_FALLING = 3
"""Posts whose times fall from one to the next, from so many on, stand with the newest first."""


@dataclass(frozen=True, slots=True)
class Known:
    """A post that was read. `at`: the minute (Unix time / 60) that its page states, 0 where it says "3 hours ago".
    `gone`: it stood there no more when its place was read again."""

    key: str
    author: str
    at: int
    text: str
    floor: int
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A page of a thread: its canonical URL, its number, and the floor of its first post."""

    url: str
    page: int = 1
    first_floor: int = 1


@dataclass(frozen=True, slots=True)
class ThreadMemory:
    """What is remembered of the thread whose first page is at `task.url`: the page where the next visit begins, those
    before it, and the posts that stood there. `task` is what its visits are made from.

    last_at: Unix seconds of its newest post. quiet: visits in a row that brought nothing. replies: what its board
    counted at the last visit, -1 where it does not say. announced: the address that the board gives, where that leads
    to another. open_at: the page where an unfinished visit goes on; read_to: the floor to which that has read.
    """

    task: PageTask
    start: Place
    earlier: tuple[Place, ...] = ()
    posts: tuple[Known, ...] = ()
    last_at: float = 0.0
    quiet: int = 0
    replies: int = -1
    announced: str = ""
    open_at: str = ""
    read_to: int = 0

    @property
    def id(self) -> str:
        return url_id(self.task.url)

    def visit(self, *, replies: int = -1) -> PageTask:
        """The task of the next visit. `replies`: what its board counts now."""
        url = self.open_at or self.start.url
        return replace(self.task, url=url, thread=self.task.url, replies=replies if replies >= 0 else self.replies)

    def encode(self) -> bytes:
        places = [[place.url, place.page, place.first_floor] for place in (*self.earlier, self.start)]
        posts = [[post.key, post.author, post.at, post.text, post.floor, post.gone] for post in self.posts]
        rest = [self.last_at, self.quiet, self.replies, self.announced, self.open_at, self.read_to]
        values = [self.task.encode().decode(), places, posts, rest]
        return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()

    @classmethod
    def decode(cls, data: bytes) -> ThreadMemory:
        task, places, posts, rest = json.loads(data)
        *earlier, start = (Place(*place) for place in places)
        known = tuple(Known(*post) for post in posts)
        return cls(PageTask.decode(task.encode()), start, tuple(earlier), known, *rest)


def source_of(memory: bytes) -> int | None:
    """The number of the source whose thread is remembered, None of an address that is no thread."""
    return ThreadMemory.decode(memory).task.source_id if memory else None


@dataclass(frozen=True, slots=True)
class ReadPost:
    """A post of a page: its key and floor in the thread, and whether it is new, known with another text, or back after
    it was gone."""

    post: Post
    key: str
    floor: int
    is_new: bool = False
    is_edited: bool = False
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class Visit:
    """What a page of a thread brought, the address of the page that is to be read now, "" when the visit ends, and the
    keys of posts that are gone."""

    posts: tuple[ReadPost, ...]
    memory: ThreadMemory
    goes_on_at: str = ""
    gone: tuple[str, ...] = ()

    @property
    def new(self) -> int:
        return sum(one.is_new for one in self.posts)


def begin(task: PageTask, thread_url: str) -> ThreadMemory:
    """The memory of a thread that was never read, or is remembered no more: its visits begin where `task` leads."""
    template = replace(task.afresh(), url=thread_url, thread="", title="", published_at="", replies=-1)
    return ThreadMemory(template, Place(task.url))


def read_thread_page(memory: ThreadMemory, asked: str, url: str, found: Thread, now: datetime) -> Visit:
    """Compare the page at the canonical URL `url`, that `asked` led to, with what is remembered, and remember it.
    `found.next_page` is canonical, too.

    A visit begins at the last page that was read, and goes on from there; after that only while pages bring new posts
    and their numbers grow, so that a site which shows the same pages under every number does not keep us. Where that
    page now begins with a post that nobody knows, others were deleted, and new ones may stand before it: the visit
    steps back; likewise where the post that it began with is not there, which may be gone, or have moved up. A thread
    that shows its newest posts first is begun at its first page.
    """
    here = _place(memory, asked, url, found)
    posts = tuple(_recognised(memory.posts, found.posts, here.first_floor))
    is_start, is_falling = asked == memory.start.url, _is_falling(memory.posts, found.posts)
    gap = Gap() if is_falling else _gap(memory, here, posts, found, is_start=is_start)
    begins_anew = bool(memory.posts and posts and posts[0].is_new)
    if is_start and not is_falling and memory.earlier and (begins_anew or gap.before):
        *earlier, before = memory.earlier
        return Visit((), replace(memory, start=before, earlier=tuple(earlier), open_at=before.url), before.url)
    brought = any(one.is_new for one in posts)
    read_to = max((one.floor for one in posts), default=0)
    leads_back = not is_start and not is_falling and read_to > memory.read_to > 0
    after = replace(
        memory,
        posts=_remembered(memory.posts, posts, gap.gone),
        read_to=read_to,
        last_at=max([memory.last_at, *(_seconds(one.post, now) for one in posts)]),
        quiet=0 if brought else memory.quiet + is_start,
    )
    if is_falling:
        after = replace(after, start=Place(memory.task.url), earlier=())
    elif brought or is_start or leads_back:
        after = _moved(after, here)
    follows = brought or leads_back or (is_start and not is_falling) or found.next_page == memory.open_at
    grows = found.next_page not in (asked, url, memory.task.url) and (here.page >= memory.start.page or is_falling)
    goes_on_at = (found.next_page or "") if follows and grows else ""
    return Visit(posts, replace(after, open_at=goes_on_at), goes_on_at, gap.gone)


def begin_inside(task: PageTask, first: str, known: ThreadMemory | None) -> Visit:
    """The visit of a thread that was met in its midst, and begins at the canonical URL `first`: there, or where `known`
    is what is remembered of it, as its next."""
    memory = known or replace(begin(task, first), start=Place(first))
    goes_on_at = memory.open_at or memory.start.url
    return Visit((), replace(memory, open_at=goes_on_at), goes_on_at)


def _place(memory: ThreadMemory, asked: str, url: str, found: Thread) -> Place:
    if url != asked and (before := next((place for place in memory.earlier if place.url == url), None)):
        return before  # the page that was asked for is no more
    known = memory.start if asked == memory.start.url else None
    page = found.page or (known.page if known else 1 if url == memory.task.url else memory.start.page + 1)
    if page <= 1:
        return Place(url)
    if page == memory.start.page:
        return replace(memory.start, url=url)
    if page == memory.start.page + 1 and memory.posts:
        return Place(url, page, (memory.read_to or max(post.floor for post in memory.posts)) + 1)
    return Place(url, page, (page - 1) * len(found.posts) + 1)


def _moved(memory: ThreadMemory, here: Place) -> ThreadMemory:
    """The next visit begins here."""
    earlier = [place for place in (*memory.earlier, memory.start) if place.page < here.page and place.url != here.url]
    return replace(memory, start=here, earlier=tuple(earlier[-MAX_EARLIER:]))


# --- Which posts are known


_WITH_CLOCK = (Precision.SECOND, Precision.MINUTE)


def _recognised(known: Sequence[Known], posts: Sequence[Post], first_floor: int) -> list[ReadPost]:
    prints = [_print(post) for post in posts]
    same = _same(known, prints)
    edited = _edited(known, prints, same, [post.precision in _WITH_CLOCK for post in posts], first_floor)
    edited |= _redated(known, prints, {**same, **edited}, [len(post.text) >= MIN_TELLING for post in posts])
    pairs = {**same, **edited}
    counted = first_floor > 1 and (posts[0].floor or 1) == 1 if posts else False
    offset = first_floor - 1 if counted else 0
    times: Counter[tuple[str, int, str]] = Counter()
    read: list[ReadPost] = []
    last = 0
    for place, post in enumerate(posts):
        floor = (post.floor or place + 1) + offset
        match = pairs.get(place)
        author, at, text = prints[place]
        if match is None:
            floor = max(floor, last + 1) if counted else floor
            key = _key(author, at or -floor, text, times[prints[place]])
            times[prints[place]] += 1
        else:
            key, floor = known[match].key, known[match].floor if counted else floor
        last = floor
        is_back = match is not None and known[match].gone
        read.append(ReadPost(post, key, floor, is_new=match is None, is_edited=place in edited, is_back=is_back))
    return read


def _same(known: Sequence[Known], prints: Sequence[tuple[str, int, str]]) -> dict[int, int]:
    """Place on the page → place among the known: the same author and text, and no other stated time."""
    free: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, post in enumerate(known):
        free[post.author, post.text].append(number)
    pairs = {}
    for place, (author, at, text) in enumerate(prints):
        candidates = free[author, text]
        exact = [number for number in candidates if known[number].at == at]
        vague = [number for number in candidates if not known[number].at or not at]
        if chosen := (exact or vague)[:1]:
            pairs[place] = chosen[0]
            candidates.remove(chosen[0])
    return pairs


def _edited(
    known: Sequence[Known],
    prints: Sequence[tuple[str, int, str]],
    same: dict[int, int],
    clocks: Sequence[bool],
    first_floor: int,
) -> dict[int, int]:
    """The same author at the same minute, once on either side, where the page states the minute (`clocks`); or the only
    post between two that are the same; or the opening, whose text may say how long ago it was, or count replies."""
    unmatched = [number for number in range(len(known)) if number not in same.values()]
    left = [place for place in range(len(prints)) if place not in same]
    ours = Counter(prints[place][:2] for place in left)
    theirs = Counter((known[number].author, known[number].at) for number in unmatched)
    by_time = {(known[number].author, known[number].at): number for number in unmatched}
    edited = {}
    for place in left:
        who_when = prints[place][:2]
        between = _between(known, same, place, first_floor)
        if clocks[place] and who_when[1] and ours[who_when] == theirs[who_when] == 1:
            edited[place] = by_time[who_when]
        elif between in unmatched and known[between].author == who_when[0] and _may_be(known[between].at, who_when[1]):
            edited[place] = between
    return edited


def _redated(
    known: Sequence[Known], prints: Sequence[tuple[str, int, str]], pairs: dict[int, int], long: Sequence[bool]
) -> dict[int, int]:
    """The same author and a text that nobody says twice (`long`): its page told another time of it before, as where a
    thread of one post was read as an article."""
    free = {(one.author, one.text): number for number, one in enumerate(known) if number not in pairs.values()}
    left = (place for place in range(len(prints)) if long[place] and place not in pairs)
    return {place: free.pop(who) for place in left if (who := (prints[place][0], prints[place][2])) in free}


def _between(known: Sequence[Known], same: dict[int, int], place: int, first_floor: int) -> int:
    """The known post where its neighbours on the page are the neighbours of that one, or where both are the thread's
    first; -1 where there is none."""
    if place == 0 and first_floor == 1 and known and known[0].floor == 1:
        return 0
    before, after = same.get(place - 1), same.get(place + 1)
    return before + 1 if before is not None and after == before + 2 and before + 1 < len(known) else -1


def _may_be(at: int, other: int) -> bool:
    return not at or not other or at == other


def _print(post: Post) -> tuple[str, int, str]:
    """Author, minute and text, as they are compared. What is counted back from now has parts of a second."""
    stated = post.published_at if post.published_at and not post.published_at.microsecond else None
    return _short(post.author), int(stated.timestamp() // 60) if stated else 0, _short("".join(post.text.split()))


def _short(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def _key(author: str, when: int, text: str, nth: int) -> str:
    parts = [author, str(when), text, *([str(nth)] if nth else [])]
    return hashlib.blake2b("|".join(parts).encode(), digest_size=8).hexdigest()


# --- Which posts are gone


@dataclass(frozen=True, slots=True)
class Gap:
    """What a page lacks of what was known to stand there: the keys of posts that are gone, and whether there are some
    before its first that may as well have moved to the page before."""

    gone: tuple[str, ...] = ()
    before: bool = False


def _gap(memory: ThreadMemory, here: Place, posts: Sequence[ReadPost], found: Thread, *, is_start: bool) -> Gap:
    """Judged by the known posts that still stand on the page, so a page where nobody is known again says nothing; nor
    does one that shows its posts in another order, unless it is the whole thread."""
    known, keys = memory.posts, {one.key for one in posts}
    places = {one.key: place for place, one in enumerate(known)}
    met = [places[one.key] for one in posts if one.key in places]
    ends = not found.next_page and here.page >= (found.pages or here.page)
    if not met or (met != sorted(met) and not (here.page <= 1 and ends)):
        return Gap()
    first, last = min(met), max(met)
    lacking = [place for place, one in enumerate(known) if one.key not in keys and not one.gone]
    lacking = [place for place in lacking if known[place].floor >= here.first_floor]  # the others stand on other pages
    above = [place for place in lacking if place < first and known[place].floor < known[first].floor]
    goes_on = not is_start and here.page == memory.start.page + 1
    gone = list(above) if here.page <= 1 or goes_on else []
    gone += [place for place in lacking if first < place < last]
    gone += [place for place in lacking if ends and place > last and known[place].floor > known[last].floor]
    return Gap(tuple(known[place].key for place in gone), bool(above) and is_start and here.page > 1)


# --- What is remembered


def _remembered(known: Sequence[Known], posts: Sequence[ReadPost], gone: Collection[str]) -> tuple[Known, ...]:
    """In the order in which they stand in the thread: a page's posts where those of them that are known stood, else by
    their floors."""
    here = [Known(one.key, *_print(one.post), one.floor) for one in posts]
    keys = {one.key for one in here}
    places = [place for place, one in enumerate(known) if one.key in keys]
    first_floor = here[0].floor if here else 0
    place = places[0] if places else sum(one.floor < first_floor for one in known)
    rest = [replace(one, gone=one.gone or one.key in gone) for one in known]
    before = [one for one in rest[:place] if one.key not in keys]
    after = [one for one in rest[place:] if one.key not in keys]
    return tuple([*before, *here, *after][-MAX_KNOWN:])


def _seconds(post: Post, now: datetime) -> float:
    return min(post.published_at, now).timestamp() if post.published_at else 0.0


def _is_falling(known: Sequence[Known], posts: Sequence[Post]) -> bool:
    """Whether the newest posts stand first, perhaps below the opening: by the times of a page; where it has too few, by
    those of the posts before them."""
    times = [post.published_at.timestamp() for post in posts if post.published_at]
    if len(times) >= MIN_FALLING:
        return _falls(times) or _falls(times[1:])
    before = [60.0 * one.at for one in known[1:] if one.at]
    return bool(times) and len(before) >= MIN_FALLING and max(times) < min(before)


def _falls(times: Sequence[float]) -> bool:
    is_long = len(times) >= MIN_FALLING and times[0] > times[-1]
    return is_long and all(a >= b for a, b in pairwise(times))
