"""Forums, each of one template: home page, boards, threads over several pages, and all pages to which they lead."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html import escape
from itertools import chain, cycle
from urllib.parse import urljoin, urlsplit

from benchmarks import made_up_boards
from benchmarks.engines.comparison import Gold
from benchmarks.made_up import Choices
from benchmarks.made_up_boards import BoardPage, Listed
from benchmarks.made_up_sites.site import Site, links_of
from benchmarks.made_up_threads import choices as made_up_threads
from benchmarks.made_up_threads.page import ThreadPage
from benchmarks.made_up_threads.posts import MadePost, Said, Writer
from benchmarks.made_up_threads.template import Forum
from benchmarks.made_up_threads.times import ago

CHOICES: Choices = {
    **made_up_threads.CHOICES,
    "page": ("only",),
    "thread": made_up_boards.CHOICES["thread"],
    "source": ("board", "board", "home"),
    "full": (5, 10, 20),
}
"""What a site chooses from. `full`: posts on a page."""

BOARD_CHOICES: Choices = {
    **made_up_boards.CHOICES,
    "page": ("board",),
    "count": (3, 6, 10),
    "groups": (1,),
    "over": ("text", "anchor"),
    "inside": (False,),
}
SHARED = ("language", "classes", "column", "wraps", "thread")
"""What boards have in common with the threads of their site."""

LENGTHS = (1, 1, 2, 3, 5, 8, 13, 24)
"""Posts of a thread."""

OLDER = 3
"""Threads on the second page of a board."""


@dataclass(slots=True)
class MadeThread:
    """A thread, of whose posts so many can be read as yet."""

    number: int
    title: str
    board: int
    address: str
    posts: list[MadePost]
    shown: int
    new: set[int] = field(default_factory=set)
    """Numbers of posts that were written or edited since."""

    def grow(self, at: datetime) -> None:
        """All its posts can be read: the further ones were written just before, one a minute."""
        self.new = set(range(self.shown, len(self.posts)))
        for number in self.new:
            post = self.posts[number]
            post.time, post.nested = at - timedelta(minutes=len(self.posts) - number), []
        self.shown = len(self.posts)

    @property
    def now(self) -> list[MadePost]:
        return self.posts[: self.shown]


class ForumSite(Site):
    """A forum, of which somebody knows the home page or a board. Each time that it goes on, some threads have new
    posts, the last post of one of them was edited, and a thread is new."""

    kind = "forum"

    def __init__(self, seed: int, now: datetime) -> None:
        self._template = _Forum(seed, now)
        self._listing = _Board(seed, self._template)
        chosen, listed = self._template.chosen, self._listing.chosen
        shown = {f"board {name}": value for name, value in listed.items() if name not in SHARED}
        super().__init__(seed, f"forum{seed}.example", {**chosen, **shown, "kind": self.kind})
        self.root = f"http://www.{self.host}/"
        is_home = chosen["source"] == "home"
        self._names: list[str] = self._template.language["boards"][: None if is_home else 1]
        front = listed["front"] if is_home else self._listing.board_address(0)
        self.source_url = urljoin(self.root, front)
        self.threads: list[MadeThread] = []
        for board in range(len(self._names)):
            for _ in range(listed["count"] + OLDER):
                self._begin(board)

    @property
    def known(self) -> dict[str, Gold]:
        return {
            urljoin(self.root, thread.address): {
                "title": thread.title,
                "posts": [post.gold() for post in thread.now],
                "new": [post.gold() for post in thread.now if post.number in thread.new],
            }
            for thread in self.threads
        }

    @property
    def wanted(self) -> list[str]:
        """The threads on the boards' first pages, and on the second one's of a board that leads there."""
        goes_on = self.chosen["source"] == "board" and self.chosen["board pager"]
        pages = 2 if goes_on else 1
        threads = chain.from_iterable(
            self._on_page(board, n) for board in range(len(self._names)) for n in range(pages)
        )
        return [urljoin(self.root, thread.address) for thread in threads]

    def go_on(self) -> None:
        grown = [thread for thread in self.threads if thread.number % 3 == self.seed % 3]
        for thread in grown:
            thread.grow(self._template.now)
        edited = grown[0]
        last = min(edited.new) - 1
        edited.posts[last].said.append(Said("p", self._template.sentence().strip()))
        edited.new.add(last)
        self._begin(0)
        self.threads[-1].shown = 0
        self.threads[-1].grow(self._template.now)

    def pages(self) -> dict[str, str]:
        self._listing.threads = self.latest()
        pages: dict[str, str] = {}
        for thread in self.threads:
            pages |= self._pages_of(thread)
        for board, name in enumerate(self._names):
            for n in (1, 2):
                address = self._listing.page_address(board, n)
                pages[urljoin(self.root, address)] = self._listing.listing(board, name, n, self._on_page(board, n - 1))
        if self.chosen["source"] == "home":
            pages[self.source_url] = self._listing.home(self._names)
        return pages | {
            url: self._template.of_frame(url, self._listing.threads) for url in links_of(pages) - self.moves().keys()
        }

    def moves(self) -> dict[str, str]:
        """The last post of a thread stands on its last page."""
        return {
            urljoin(self.root, f"{address}{'&' if '?' in address else '?'}goto=lastpost"): urljoin(
                self.root, self._listing.further(thread, self._count(thread))
            )
            for thread in self.threads
            for address in [thread.address]
        }

    def latest(self) -> list[MadeThread]:
        """Its threads, the last replied to first."""
        return sorted(self.threads, key=lambda thread: thread.now[-1].time, reverse=True)

    def _on_page(self, board: int, n: int) -> list[MadeThread]:
        there = [thread for thread in self.latest() if thread.board == board]
        full: int = self.chosen["board count"]
        return there[n * full : n * full + full]

    def _begin(self, board: int) -> None:
        number = len(self.threads)
        title, address = self._listing.entitled(number, board)
        self._template.begin(f"thread {number}")
        dice = self._template.dice
        length, more = dice.choice(LENGTHS), dice.choice((1, 2, 6))
        posts = Writer(self._template, self._template.names, self._template.now).posts(0, length + more)
        self.threads.append(MadeThread(number, title, board, address, posts, length))

    def _count(self, thread: MadeThread) -> int:
        """The pages of a thread."""
        rows, full = thread.shown - (self.chosen["opening"] != "same"), int(self.chosen["full"])
        return max(1, -(-int(rows) // full))

    def _pages_of(self, thread: MadeThread) -> dict[str, str]:
        full, is_apart = self.chosen["full"], self.chosen["opening"] != "same"
        opening, rows = thread.now[:is_apart], thread.now[is_apart:]
        rows = rows[::-1] if self.chosen["order"] == "new" else rows
        pages = {}
        for place in range(1, self._count(thread) + 1):
            here = rows[(place - 1) * full : place * full]
            here = here[::-1] if self.chosen["order"] == "new" else here  # the page turns them round itself
            page = _Thread(self._template, _no_writer(self._template), thread, place, self._count(thread), self)
            address = urljoin(self.root, self._listing.further(thread, place))
            pages[address] = page.written([*(opening if place == 1 else []), *here])
        return pages

    def board_address(self, board: int) -> str:
        return self._listing.board_address(board)

    def further(self, thread: MadeThread, page: int) -> str:
        return self._listing.further(thread, page)


def _link(thread: MadeThread) -> str:
    return f'<a href="{thread.address}">{thread.title[:40]}</a>'


def _no_writer(template: Forum) -> Writer:
    return Writer(template, template.names)


class _Forum(Forum):
    """The template of all pages of a forum."""

    def __init__(self, seed: int, now: datetime) -> None:
        super().__init__(seed, CHOICES, now)
        self.seed = seed
        self.notice = f'<div><a href="/notice/9">{self.sentence()}</a> <span>2023-12-30</span></div>'

    def begin(self, what: str) -> None:
        """What is chosen and said in it is the same whenever it is made."""
        self.dice = random.Random(f"{self.seed} {what}")
        self._said.clear()

    def profile(self, name: str) -> str:
        return super().profile(name).replace('href="space', 'href="/space')

    def around(self, inside: str, title: str, board_addresses: Sequence[str]) -> str:
        """A page with the head and foot of the forum."""
        words, site = self.words, self.language["site"]
        menu = "".join(
            f'<a href="{address}">{name}</a>'
            for address, name in zip(board_addresses, self.language["boards"], strict=False)
        )
        return (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} - {site}</title></head><body>'
            f'<div><a href="/">{words["home"]}</a>{menu}<a href="/login">{words["login"]}</a></div>'
            f"{self.notice if self.chosen['notice'] else ''}{inside}<div>{words['rights']} © 2024 {site}</div>"
            "</body></html>"
        )

    def of_frame(self, url: str, threads: Sequence[MadeThread]) -> str:
        """A page that the frame leads to: a form, what is said about the forum, a member's threads."""
        self.begin(url)
        first = urlsplit(url).path.strip("/").split("/")[0]
        if first in ("login", "search"):
            return self.around(f"<h1>{first}</h1><form><input name=q><input type=password></form>", first, ())
        if first in ("about", "notice"):
            said = "".join(f"<p>{self.sentence()}</p>" for _ in range(6))
            return self.around(f"<h1>{first}</h1>{said}", first, ())
        name = self.dice.choice(self.names)
        rows = "".join(f'<li><a href="{one.address}">{one.title}</a></li>' for one in threads[:8])
        said = f"<p>{self.words['posts']}: 217</p><p>{self.words['joined']}: 2016-4-2</p>"
        return self.around(f"<h1>{name}</h1>{said}<ul>{rows}</ul>", name, ())


@dataclass(frozen=True, slots=True)
class _Thread(ThreadPage):
    """A page of a thread, of so many."""

    thread: MadeThread
    place: int
    count: int
    site: ForumSite

    @property
    def number(self) -> int:
        return self.place

    @property
    def pages(self) -> int:
        return self.count

    def written(self, posts: Sequence[MadePost]) -> str:
        assert isinstance(self.template, _Forum)
        self.template.begin(f"page {self.thread.number} {self.place}")
        board = self.template.language["boards"][self.thread.board]
        return self.page_of(posts, self.thread.shown - 1, self.thread.title, board)[0]

    def _board(self, n: int | None = None) -> str:
        return self.site.board_address(self.thread.board if n is None else n)

    def _address(self, page: int) -> str:
        return self.site.further(self.thread, page)

    def _notice(self) -> str:
        assert isinstance(self.template, _Forum)
        return self.template.notice

    def _link(self) -> str:
        return _link(self.template.dice.choice(self.site.threads))

    def _recent(self, name: str) -> str:
        latest = self.site.latest()
        thread = latest[self.template.names.index(name) % len(latest)]
        post, template = thread.now[-1], self.template
        when = ago(post.time, template.language, template.now)
        return self._shown_recent(post.author, when, lambda: post.text, lambda: _link(thread))


class _Board(BoardPage):
    """The boards and the home page of a forum. `threads` are those that there are, the last replied to first."""

    def __init__(self, seed: int, template: _Forum) -> None:
        shared = {name: (template.chosen[name],) for name in SHARED}
        super().__init__(seed, {**BOARD_CHOICES, **shared})
        if not self.chosen["replies"] and self.chosen["last"] == "ago":
            self.chosen["last"] = "minute"  # else nothing says that a thread has grown
        self._seed = seed
        self._template = template
        self._classes = template._classes
        self.now = template.now
        self.threads: list[MadeThread] = []
        self._here: Sequence[MadeThread] = ()
        self._boards_here: Sequence[str] = ()
        self._at, self._at_page, self._last_page = 0, 1, 2
        self._popular: Iterator[MadeThread] = iter(())

    def entitled(self, number: int, board: int) -> tuple[str, str]:
        """The title and the address of a new thread."""
        self.dice = random.Random(f"{self._seed} title {number}")
        title = self._title()
        n = self._first + 17 * number + self.dice.randint(0, 16)
        return title, str(self.chosen["thread"].format(n=n, slug=self._slug(), board=board + 10))

    def board_address(self, board: int) -> str:
        return str(self.chosen["board"].format(n=board + 10, word=("garden", "cameras", "offtopic")[board]))

    def page_address(self, board: int, page: int) -> str:
        """The address of a page of a board."""
        address = self.board_address(board)
        if page == 1:
            return address
        return address.replace("-1.html", f"-{page}.html") if "-1.html" in address else _with_page(address, page)

    def further(self, thread: MadeThread, page: int) -> str:
        """The address of a page of a thread."""
        return thread.address if page == 1 else str(self._further(thread.address, page))

    def listing(self, board: int, name: str, page: int, threads: Sequence[MadeThread]) -> str:
        """A page of a board."""
        self._begin(board, page, threads)
        self.url = self.board_address(board)
        language, self.language = self.language, {**self.language, "boards": [name]}
        html = self.page().html
        self.language = language
        return html

    def home(self, names: Sequence[str]) -> str:
        """The page that leads to boards of these names."""
        self._begin(0, 1, ())
        self._boards_here = names
        return self._home().html

    def _begin(self, board: int, page: int, threads: Sequence[MadeThread]) -> None:
        self.dice = random.Random(f"{self._seed} board {board} {page}")
        self._at, self._at_page, self._here = board, page, threads
        self._popular = cycle(self.threads[3:])
        self._said.clear()

    def _whole(self, title: str, body: str) -> str:
        addresses = [self.board_address(n) for n in range(3)]
        return self._template.around(body, title.removesuffix(f" - {self.language['site']}"), addresses)

    def _list(self) -> str:
        count, self.chosen["count"] = self.chosen["count"], len(self._here)
        shown = super()._list()
        self.chosen["count"] = count
        return shown

    def _listed(self, n: int) -> Listed:
        thread = self._here[n]
        return Listed(thread.title, thread.address, thread.now[0].time, thread.now[-1].time, thread.shown - 1)

    def _member(self) -> str:
        return self._template.profile(self.dice.choice(self._template.names))

    def _in_group(self) -> int:
        return len(self._boards_here)

    def _board_of(self, n: int) -> tuple[str, str]:
        return self._boards_here[n - 1], self.board_address(n - 1)

    def _last_thread(self, n: int) -> tuple[str, str]:
        thread = next(thread for thread in self.threads if thread.board == n - 1)
        return thread.address, thread.title

    def _boards(self) -> str:
        if not self.chosen["boards"]:
            return ""
        names = self._template.language["boards"]
        return f"<div>{' '.join(f'<a href={self.board_address(n)!r}>{name}</a>' for n, name in enumerate(names))}</div>"

    def _address(self, page: int) -> str:
        return self.page_address(self._at, page)

    def _pager(self) -> str:
        numbers = " ".join(
            f"<b>{n}</b>" if n == self._at_page else f'<a href="{self._address(n)}">{n}</a>' for n in (1, 2)
        )
        step = f'<a href="{self._address(2)}">{self.words["next"]}</a>' if self._at_page == 1 else ""
        inside = {"numbers": numbers, "next": step, "both": f"{numbers} {step}"}.get(self.chosen["pager"], "")
        return self.element("div", "pager", inside) if inside else ""

    def _column(self) -> str:
        members = "".join(f"<li>{self._member()}</li>" for _ in range(5))
        column = f"<h3>{escape(self.language['ranks'][0])}</h3><ul>{members}</ul>"
        if self.chosen["latest"]:
            others = [next(self._popular) for _ in range(5)]
            rows = "".join(f'<li><a href="{other.address}">{other.title}</a></li>' for other in others)
            column += f"<h3>{self.words['hot']}</h3><ul>{rows}</ul>"
        return self.element("div", "column", column)


def _with_page(address: str, page: int) -> str:
    return f"{address}{'&' if '?' in address else '?'}page={page}"
