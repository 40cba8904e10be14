"""How boards of made-up forums are read: lists of threads that nobody has built, put together at random, with known
threads.

    python -m benchmarks.made_up_boards [--seed 1] [--pages 500] [--worst 5]

A template is a layout of the rows (tables, lines, cards, titles over bylines, ...), forms of the addresses of threads,
members and boards, what rows say of a thread (who began it when, replies, views, who replied last and when), and what
stands in them and around: pages of a thread, its last reply, labels, other boards, members, latest threads beside; or
the boards of a home page, in groups. Each page is of a template of its own. Prints, in percent, for all pages and by
what their templates chose: whether a page is `told` as a forum's, how many of its threads are `found`, how many of the
found are `right`, and of those found the `title`, the number of `replies` and the time of the `last` one where the page
shows them; whether the `next` page is known; and how many of a home page's `boards` are.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urljoin

from benchmarks.engines.comparison import ZONE, Figures
from benchmarks.made_up import Choices, MadeUp, Template, run
from crawler.channels import read_board
from crawler.extract.instant import instants

WORDS = Path(__file__).with_name("made_up_threads") / "words.toml"
NOW = datetime(2024, 3, 6, 12, tzinfo=ZONE)

CHOICES: Choices = {
    "page": (*["board"] * 5, "home"),
    "language": ("zh", "zh", "zh", "zh_hant", "en", "en", "de", "ja", "fr", "ru", "es", "ko", "vi"),
    "classes": ("words", "words", "letters", "none"),
    "layout": ("table", "table", "lines", "cards", "list", "headings", "definitions", "grid"),
    "count": (1, 3, 8, 8, 20, 20, 40),
    "thread": (
        *("/thread-{n}-1-1.html", "/t/{n}", "/topic/{n}.html", "/viewtopic.php?f=3&t={n}", "/read.php?tid={n}"),
        *("/bbs/{n}.html", "/d/{n}-{slug}", "/threads/{slug}.{n}/", "/p/{n}", "/forum.php?mod=viewthread&tid={n}"),
        *("/post/{n}.html", "/question/{n}", "/topics/{n}", "/post-{board}-{n}-1.shtml", "/showtopic-{n}.aspx"),
    ),
    "member": ("/user/{n}", "/u/{name}", "space.php?uid={n}", "/member/{name}", ""),
    "begun": ("day", "minute", "ago", ""),
    "last": ("minute", "near", "ago", ""),
    "replies": ("column", "column", "labelled", "pair", ""),
    "pages": ("", "", "numbers"),
    "jump": ("", "time", "arrow"),
    "label": ("", "", "link", "text"),
    "titles": ("text", "text", "attribute"),
    "board": (
        *("/forum-{n}-1.html", "/board/{n}", "/viewforum.php?f={n}", "/list/{n}", "/bbs/{n}/", "/f/{word}"),
        *("/c/{word}/{n}", "/forumdisplay.php?fid={n}"),
    ),
    "front": ("/", "/", "/index.php", "/bbs/", "/forum/"),
    "named": ("title", "title", "time", ""),
    "groups": (1, 2, 3),
    "over": ("text", "text", "board", "anchor"),
    "url": (
        "/forum-{board}-1.html",
        "/board/{board}",
        "/viewforum.php?f={board}",
        "/list/{board}",
        "/bbs/{board}/",
        "/",
    ),
    "pager": ("", "numbers", "next", "both"),
    "column": ("", "left", "right"),
    "wraps": (0, 1, 2),
    **dict.fromkeys(("author", "replier", "views", "avatars", "excerpt"), (True, False)),
    **dict.fromkeys(("pinned", "boards", "heading", "form", "latest"), (True, False, False)),
    **dict.fromkeys(("moderators", "inside", "statistics", "online", "friends"), (True, False, False)),
}
"""What a template chooses from, each as likely as the next."""

NAMES = {
    "list": ("threads", "topic-list", "list"),
    "row": ("thread", "topic", "row", "item"),
    "title": ("title", "subject", "topic-title"),
    "author": ("author", "by", "username"),
    "meta": ("meta", "info", "byline"),
    "count": ("replies", "num", "count"),
    "last": ("lastpost", "last", "activity"),
    "excerpt": ("excerpt", "summary"),
    "label": ("tag", "prefix", "label"),
    "pages": ("tps", "pages"),
    "pager": ("pagination", "pg", "pager"),
    "column": ("sidebar", "aside", "col-r"),
    "box": ("wrap", "inner", "box"),
}
"""What parts of a template are called where that says something."""

MAX_SHOWN = 12
"""Characters of a title that is cut where its whole stands in an attribute."""


def made_up(seed: int) -> MadeUp:
    """The board of a template, the same for the same seed."""
    return BoardPage(seed).page()


@dataclass(frozen=True, slots=True)
class Listed:
    """A thread as its board shows it."""

    title: str
    address: str
    begun: datetime
    last: datetime
    replies: int


class BoardPage(Template):
    def __init__(self, seed: int, choices: Choices = CHOICES) -> None:
        super().__init__(seed, choices, NAMES, WORDS)
        self.now = NOW
        if not (self.chosen["replies"] or self.chosen["last"]):
            self.chosen["last"] = "minute"
        self.words: dict[str, str] = self.language["words"]
        self._board = self.dice.randint(2, 60)
        self.url = "https://www.example.org" + self.chosen["url"].format(board=self._board)
        self._first = self.dice.choice((310, 4800, 91200, 1720300))
        self._titles: set[str] = set()
        self._threads: dict[str, dict[str, object]] = {}
        self._forums: dict[str, str] = {}

    def page(self) -> MadeUp:
        chosen, language = self.chosen, self.language
        board = self.dice.choice(language["boards"])
        if chosen["page"] == "home":
            return self._home()
        heading = f"<h1>{board}</h1>" if chosen["heading"] else ""
        main = self._crumbs(board) + heading + self._boards() + self._list() + self._pager() + self._form()
        for _ in range(chosen["wraps"]):
            main = self.element("div", "box", main)
        column = self._column() if chosen["column"] else ""
        body = column + main if chosen["column"] == "left" else main + column
        html = self._whole(f"{board} - {language['site']}", body)
        after = self._address(2) if chosen["pager"] else ""
        return MadeUp(
            html, self.url, chosen, {"threads": self._threads, "next": urljoin(self.url, after) if after else ""}
        )

    def _whole(self, title: str, body: str) -> str:
        words, site = self.words, self.language["site"]
        top = (
            f'<div><a href="/"><img src="/logo.png" alt="{site}"></a> <a href="/login">{words["login"]}</a> '
            f'<a href="/search">{words["hot"]}</a></div>'
        )
        foot = f'<p><a href="/about">About</a> © 2024 {site} {words["rights"]}</p>'
        return (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head>'
            f"<body>{top}{body}{foot}</body></html>"
        )

    # The home page: boards in groups, with what is in each and what was written there last.

    def _home(self) -> MadeUp:
        chosen, words = self.chosen, self.words
        self.url, self._forums = "https://www.example.org" + chosen["front"], {}
        if not (chosen["replies"] or chosen["named"]):
            chosen["excerpt"] = True  # a row of nothing but a name is one of a menu
        main = "".join(self._group() for _ in range(chosen["groups"]))
        for _ in range(chosen["wraps"]):
            main = self.element("div", "box", main)
        column = self._column() if chosen["column"] else ""
        body = column + main if chosen["column"] == "left" else main + column
        if chosen["statistics"]:
            said = ((words[name], self.dice.randint(900, 90_000)) for name in ("threads", "posts", "members"))
            body = f"<p>{' | '.join(f'{name}: {number}' for name, number in said)} | {self._member()}</p>" + body
        if chosen["online"]:
            body += self._persons("online") + self._persons("birthdays")
        if chosen["friends"]:
            links = " ".join(
                f'<a href="https://www.{word}.example.net/">{word}</a>' for word in ("wind", "rain", "sun")
            )
            body += f"<h3>{words['friends']}</h3><p>{links}</p>"
        return MadeUp(self._whole(self.language["site"], body), self.url, chosen, {"boards": self._forums})

    def _persons(self, what: str) -> str:
        return f"<h3>{self.words[what]}</h3><p>{', '.join(self._member() for _ in range(6))}</p>"

    def _group(self) -> str:
        """Boards under what they have in common, which is a board itself with some forums."""
        name, over = self.dice.choice(self.language["ranks"]), self.chosen["over"]
        if over == "anchor":
            name = f'<a href="#group{len(self._forums)}">{name}</a>'
        elif over == "board":
            name = self._board_link()
        heads = self._home_heads() if self.chosen["layout"] == "table" and self.dice.random() < 0.6 else ""
        rows = "".join(self._board_row() for _ in range(self._in_group()))
        tag = {"table": "table", "definitions": "dl", "list": "ul"}.get(self.chosen["layout"], "div")
        return self.element("div", "list", f"<h2>{name}</h2><{tag}>{heads}{rows}</{tag}>")

    def _home_heads(self) -> str:
        words, chosen = self.words, self.chosen
        counts = {"": [], "pair": [f"{words['threads']}/{words['posts']}"]}
        columns = counts.get(chosen["replies"], [words["threads"], words["posts"]][not chosen["views"] :])
        heads = ["", self.language["site"], *columns, words["latest"]][not chosen["avatars"] :]
        return f"<tr>{''.join(f'<th>{head}</th>' for head in heads[: None if chosen['named'] else -1])}</tr>"

    def _in_group(self) -> int:
        """How many boards a group has."""
        return int(self.dice.choice((3, 5, 8)))

    def _board_of(self, n: int) -> tuple[str, str]:
        """The name and the address of a board, from 1."""
        name = f"{self.dice.choice(self.language['boards'])} {string.ascii_uppercase[n % 26]}"
        word = string.ascii_lowercase[n % 26] * (3 + n // 26) + "talk"
        return name, self.chosen["board"].format(n=n + 10, word=word)

    def _board_link(self) -> str:
        """A link to another board."""
        name, address = self._board_of(len(self._forums) + 1)
        self._forums[urljoin(self.url, address)] = name
        return f'<a href="{address}">{name}</a>'

    def _board_row(self) -> str:
        chosen, dice, words = self.chosen, self.dice, self.words
        n = len(self._forums) + 1
        link = self._board_link()
        face = f'{link.partition(">")[0]}><img src="/new.gif"></a>' if chosen["avatars"] else ""
        title = self.element("span", "title", link)
        about = self.element("p", "excerpt", self.sentence()[:40]) if chosen["excerpt"] else ""
        if chosen["moderators"]:
            about += f"<p>{words['moderators']}: {self._member()}, {self._member()}</p>"
        if chosen["inside"] and dice.random() < 0.5:
            about += f"<p>{words['inside']}: {self._board_link()}, {self._board_link()}</p>"
        cells = [title + about, *self._sizes(), self._last_there(n)]
        match chosen["layout"]:
            case "table":
                return f"<tr>{''.join(f'<td>{cell}</td>' for cell in [face, *cells] if cell)}</tr>"
            case "definitions":
                return f"<dt>{face}{cells[0]}</dt><dd>{' '.join(cells[1:])}</dd>"
            case "list":
                return self.element("li", "row", " ".join([face, *cells]))
        return self.element("div", "row", "".join(f"<div>{cell}</div>" for cell in [face, *cells] if cell))

    def _sizes(self) -> list[str]:
        """How many threads a board has, and how many posts these have; only the posts where no two counts are shown."""
        threads = self.dice.randint(5, 900)
        sizes = {"threads": threads, "posts": threads * 9 + self.dice.randint(0, 8)}
        shown = list(sizes.items())[not self.chosen["views"] :]
        match self.chosen["replies"]:
            case "labelled":
                return [self.element("span", "count", f"{self.words[name]}: {size}") for name, size in shown]
            case "pair":
                return [self.element("span", "count", " / ".join(map(str, sizes.values())))]
            case "column":
                return [self.element("span", "count", str(size)) for _, size in shown]
        return []

    def _last_there(self, n: int) -> str:
        """The last thread of a board, or when something was written there."""
        when = f"{self.now - timedelta(hours=self.dice.randint(1, 300)):%Y-%m-%d %H:%M}"
        if self.chosen["named"] != "title":
            return self.element("div", "last", when) if self.chosen["named"] else ""
        address, title = self._last_thread(n)
        link = f'<a href="{address}">{title[:20].strip()}</a>'
        return self.element("div", "last", f"{link} {when} {self._member() if self.chosen['replier'] else ''}")

    def _last_thread(self, n: int) -> tuple[str, str]:
        """The address and the title of the thread in which somebody wrote last on a board."""
        address = self.chosen["thread"].format(n=self._first + 13 * n, slug=self._slug(), board=n + 10)
        return address, self._title()

    def _crumbs(self, board: str) -> str:
        return f'<div><a href="/">{self.words["home"]}</a> &gt; <a href="{self.url}">{board}</a></div>'

    # The threads.

    def _list(self) -> str:
        layout, count = self.chosen["layout"], self.chosen["count"]
        rows = "".join(self._row(n) for n in range(count))
        if layout == "table":
            heads = self._heads() if self.dice.random() < 0.6 else ""
            return f"<table{' width=100%' if not heads else ''}>{heads}{rows}</table>"
        if layout == "definitions":
            return f"<dl>{rows}</dl>"
        return self.element("ul" if layout == "list" else "div", "list", rows)

    def _heads(self) -> str:
        words = self.words
        columns = [self.language["site"], *([words["replies"]] if self.chosen["replies"] else []), words["latest"]]
        return f"<tr>{''.join(f'<th>{column}</th>' for column in columns)}</tr>"

    def _listed(self, n: int) -> Listed:
        """The thread of a row."""
        chosen, dice = self.chosen, self.dice
        begun = self.now - timedelta(days=3 * n + dice.randint(0, 2), minutes=dice.randint(1, 600))
        replies = dice.choice((0, 1, 2, 7, 35, 260))
        last = begun + (min(self.now - timedelta(minutes=5), begun + timedelta(hours=dice.randint(1, 200))) - begun)
        last = last if replies else begun
        title = self._title()
        number = self._first + 17 * (chosen["count"] - n) + dice.randint(0, 16)
        address = chosen["thread"].format(n=number, slug=self._slug(), board=self._board)
        return Listed(title, address, begun, last, replies)

    def _row(self, n: int) -> str:
        chosen, listed = self.chosen, self._listed(n)
        title, address, replies, last = listed.title, listed.address, listed.replies, listed.last
        gold: dict[str, object] = {"title": title}
        if chosen["replies"]:
            gold["replies"] = replies
        if chosen["last"]:
            gold["last"] = f"{last:%Y-%m-%dT%H:%M}"
        self._threads[urljoin(self.url, address)] = gold
        link = self._link(address, title)
        label = self._label()
        pages = self._pages(address, replies)
        by = self._by(listed.begun)
        counts = self._counts(replies)
        latest = self._latest(address, last)
        excerpt = self.element("p", "excerpt", f"{self.sentence()[:60]}…") if chosen["excerpt"] else ""
        face = f'<img src="/face/{n}.jpg">' if chosen["avatars"] else ""
        match chosen["layout"]:
            case "table":
                cells = [face, f"{label}{link}{pages}", by, *counts, latest]
                row = "".join(f"<td>{cell}</td>" for cell in cells if cell)
                return f"<tr>{row}</tr>"
            case "lines":
                return f"{label}{link}{pages} {by} {' '.join(counts)} {latest}<br>"
            case "headings":
                about = self.element("div", "meta", " ".join(filter(None, [by, *counts, latest])))
                return self.element("div", "row", f"{face}<h3>{label}{link}</h3>{pages}{excerpt}{about}")
            case "definitions":
                return f"<dt>{label}{link}{pages}</dt><dd>{by} {' '.join(counts)} {latest}</dd>"
            case "list":
                return self.element("li", "row", f"{face}{label}{link}{pages} {by} {' '.join(counts)} {latest}")
            case "grid":
                cells = [f"{label}{link}{pages}{by}", *counts, latest]
                return self.element("div", "row", face + "".join(f"<div>{cell}</div>" for cell in cells if cell))
        title_box = self.element("div", "title", label + link + pages)
        about = self.element("div", "meta", f"{by} {latest}")
        return self.element("div", "row", f"{face}{title_box}{excerpt}{about}{''.join(counts)}")

    def _title(self) -> str:
        title = ""
        while not title or title in self._titles:
            title = self.dice.choice((*self.language["titles"], self.sentence()[:50].strip()))
        self._titles.add(title)
        return title

    def _slug(self) -> str:
        return "-".join(
            self.dice.sample(("rain", "wind", "old-camera", "price", "fishing", "trip", "battery", "help"), 3)
        )

    def _link(self, address: str, title: str) -> str:
        if self.chosen["titles"] == "attribute" and len(title) > MAX_SHOWN:
            return self.element("a", "title", f"{title[:MAX_SHOWN]}…", f' href="{address}" title="{title}"')
        return f'<a href="{address}">{title}</a>'

    def _label(self) -> str:
        word = self.dice.choice(self.language["boards"])
        kind = self.chosen["label"]
        if kind == "link":
            return f'<a href="/tag/{len(word)}">[{word}]</a> '
        return self.element("span", "label", word) + " " if kind else ""

    def _pages(self, address: str, replies: int) -> str:
        """The further pages of a long thread."""
        if not self.chosen["pages"] or replies < 30:
            return ""
        further = " ".join(f'<a href="{self._further(address, n)}">{n}</a>' for n in (2, 3))
        return " " + self.element("span", "pages", f"... {further}")

    def _further(self, address: str, n: int) -> str:
        if "-1-1.html" in address:
            return address.replace("-1-1.html", f"-{n}-1.html")
        if address.endswith("-1.shtml"):
            return address.replace("-1.shtml", f"-{n}.shtml")
        return f"{address}{'&' if '?' in address else '?'}page={n}"

    def _by(self, begun: datetime) -> str:
        name = self._member() if self.chosen["author"] else ""
        said = {"day": f"{begun:%Y-%m-%d}", "minute": f"{begun:%Y-%m-%d %H:%M}", "ago": self._ago(begun)}
        when = said.get(self.chosen["begun"], "")
        return self.element("span", "author", " ".join(filter(None, [name, when]))) if name or when else ""

    def _member(self) -> str:
        name, form = self.dice.choice(self.language["names"]), self.chosen["member"]
        return f'<a href="{form.format(n=self.dice.randint(100, 9999), name=name)}">{name}</a>' if form else name

    def _ago(self, at: datetime) -> str:
        minutes = int((self.now - at).total_seconds() // 60)
        unit, size = (0, 1) if minutes < 60 else (1, 60) if minutes < 1440 else (2, 1440)
        return str(self.language["ago"][unit].format(minutes // size))

    def _counts(self, replies: int) -> list[str]:
        views = replies * 40 + self.dice.randint(3, 39)
        words, kind, shows_views = self.words, self.chosen["replies"], self.chosen["views"]
        if kind == "labelled":
            said = [f"{words['replies']}: {replies}", *([f"{words['views']}: {views}"] if shows_views else [])]
            return [self.element("span", "count", one) for one in said]
        if kind == "pair":
            return [self.element("span", "count", f"{replies}/{views}")]
        if kind == "column":
            return [self.element("span", "count", str(one)) for one in ([replies, views] if shows_views else [replies])]
        return []

    def _latest(self, address: str, last: datetime) -> str:
        """Who replied last, and when."""
        form = self.chosen["last"]
        if not form:
            return ""
        when = {"minute": f"{last:%Y-%m-%d %H:%M}", "near": self._near(last), "ago": self._ago(last)}[form]
        jump = f"{address}{'&' if '?' in address else '?'}goto=lastpost"
        if self.chosen["jump"] == "time":
            when = f'<a href="{jump}">{when}</a>'
        elif self.chosen["jump"] == "arrow":
            when += f' <a href="{jump}">»</a>'
        who = self._member() + " " if self.chosen["replier"] else ""
        return self.element("span", "last", who + when)

    def _near(self, at: datetime) -> str:
        days = (self.now.date() - at.date()).days
        near = self.language["near"]
        return f"{near[days]}{at:%H:%M}" if days < len(near) else f"{at:%Y-%m-%d %H:%M}"

    # What stands around them.

    def _boards(self) -> str:
        if not self.chosen["boards"]:
            return ""
        links = " ".join(
            f'<a href="{self.chosen["url"].format(board=70 + n)}">{name}</a>'
            for n, name in enumerate(self.language["boards"])
        )
        return f"<div>{links}</div>"

    def _address(self, page: int) -> str:
        """The address of a page of the board."""
        form = self.chosen["url"]
        if form.startswith("/forum-"):
            return f"/forum-{self._board}-{page}.html"
        address = form.format(board=self._board)
        return f"{address}{'&' if '?' in address else '?'}page={page}"

    def _pager(self) -> str:
        kind = self.chosen["pager"]
        numbers = "<b>1</b> " + " ".join(f'<a href="{self._address(n)}">{n}</a>' for n in range(2, 6))
        step = f'<a href="{self._address(2)}">{self.words["next"]}</a>'
        inside = {"numbers": numbers, "next": step, "both": f"{numbers} {step}"}.get(kind, "")
        return self.element("div", "pager", inside) if inside else ""

    def _form(self) -> str:
        if not self.chosen["form"]:
            return ""
        return (
            f"<form><input name=subject><textarea name=message></textarea><button>{self.words['write']}</button></form>"
        )

    def _column(self) -> str:
        words = self.words
        members = "".join(f"<li>{self._member()}</li>" for _ in range(5))
        column = f"<h3>{self.language['ranks'][0]}</h3><ul>{members}</ul>"
        if self.chosen["latest"]:
            rows = ""
            for n in range(5):
                address = self.chosen["thread"].format(n=self._first + 5000 + n, slug=self._slug(), board=self._board)
                title = self._title()
                self._threads[urljoin(self.url, address)] = {"title": title, "is_beside": True}
                rows += f'<li><a href="{address}">{title}</a></li>'
            column += f"<h3>{words['hot']}</h3><ul>{rows}</ul>"
        return self.element("div", "column", column)


def read(page: MadeUp) -> Figures:
    """What is read of a board beside what was put in. Threads beside the list may be found or not."""
    board = read_board(page.html, page.url, _time)
    if page.chosen["page"] == "home":
        named = {link.url for link in board.boards} if board.is_home else set()
        known = page.gold["boards"].keys()
        figures = {"told": float(board.is_forum), "boards": len(named & known) / len(known)}
        return figures | ({"right": len(named & known) / len(named)} if named else {})
    wanted = page.gold["threads"]
    own = [url for url, gold in wanted.items() if "is_beside" not in gold]
    found = {link.thread: link for link in board.threads} if board.is_forum else {}
    pairs = [(wanted[url], found[url]) for url in own if url in found]
    figures = {
        "told": float(board.is_forum),
        "found": len(pairs) / len(own),
        "next": float(board.next_page == page.gold["next"]),
    }
    if found:
        figures["right"] = sum(url in wanted for url in found) / len(found)
    if pairs:
        figures["title"] = sum(gold["title"] == link.title for gold, link in pairs) / len(pairs)
    if counted := [(gold["replies"], link.replies) for gold, link in pairs if "replies" in gold]:
        figures["replies"] = sum(gold == replies for gold, replies in counted) / len(counted)
    if timed := [(gold["last"], link.last_reply_at) for gold, link in pairs if "last" in gold]:
        figures["last"] = sum(_is_near(gold, at) for gold, at in timed) / len(timed)
    return figures


def _time(text: str) -> datetime | None:
    return next((found.at for found in instants(text, NOW, ZONE)), None)


def _is_near(gold: str, at: datetime | None) -> bool:
    """True for a time that is as exact as a page says how long ago something was."""
    wanted = datetime.fromisoformat(gold).replace(tzinfo=ZONE)
    return at is not None and abs(at - wanted) <= max(timedelta(minutes=1), (NOW - wanted) / 2)


def main() -> None:
    """The command."""
    run("made-up boards", __doc__, made_up, read, "told found right title replies last next boards")


if __name__ == "__main__":
    main()
