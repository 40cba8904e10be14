"""A page of a made-up thread, put together at random, and what is to be found on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.made_up import MadeUp
from benchmarks.made_up_threads.layouts import LISTS, laid_out
from benchmarks.made_up_threads.posts import MadePost, Writer
from benchmarks.made_up_threads.template import Forum

SITE = "https://bbs.example.net"
OWN = 31415
"""The number of the thread in its address."""

PAGES = 3
PLACES = {"first": 1, "middle": 2, "last": 3}
FULL = 5
"""A page that others follow holds so many posts at least."""


def made_up(seed: int) -> MadeUp:
    """The page of a template, the same for the same seed."""
    template = Forum(seed)
    return ThreadPage(template, Writer(template, template.names)).made()


@dataclass(frozen=True, slots=True)
class ThreadPage:
    template: Forum
    writer: Writer

    @property
    def number(self) -> int:
        """Which page of its thread this is, from 1."""
        return PLACES.get(self.template.chosen["page"], 1)

    @property
    def pages(self) -> int:
        """How many pages its thread has."""
        return 1 if self.template.chosen["page"] == "only" else PAGES

    @property
    def _is_followed(self) -> bool:
        """Whether another page of the thread follows."""
        return self.number < self.pages

    def made(self) -> MadeUp:
        chosen, language, dice = self.template.chosen, self.template.language, self.template.dice
        full = max(FULL, chosen["posts"])
        count = full if self._is_followed else chosen["posts"]
        posts = self.writer.posts((self.number - 1) * full, count)
        title, board = dice.choice(language["titles"]), dice.choice(language["boards"])
        replies = (full * (PAGES - 1) + chosen["posts"] if chosen["page"] != "only" else count) - 1
        html, shown = self.page_of(posts, replies, title, board)
        gold = {
            "title": title,
            "posts": [post.gold() for post in shown],
            "next": SITE + self._address(self.number + 1) if self._is_followed else "",
        }
        return MadeUp(html, SITE + self._address(self.number), chosen | {"posts": count}, gold)

    def page_of(self, posts: Sequence[MadePost], replies: int, title: str, board: str) -> tuple[str, list[MadePost]]:
        """The page that posts stand on, and these in the order in which they are shown. Their thread has so many
        `replies` on all of its pages."""
        template, chosen = self.template, self.template.chosen
        thread, shown = self._thread(posts, replies, title, board)
        for _ in range(chosen["wraps"]):
            thread = template.element("div", "box", thread)
        column = template.element("div", "column", self._column()) if chosen["column"] else ""
        around = (column + thread) if chosen["column"] == "left" else (thread + column)
        return self._around(around, title, board), shown

    def _around(self, inside: str, title: str, board: str) -> str:
        """The page with its head and foot."""
        words, site = self.template.words, self.template.language["site"]
        menu = "".join(
            f'<a href="{self._board(n)}">{name}</a>' for n, name in enumerate(self.template.language["boards"])
        )
        return (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} - {board} - {site}</title></head><body>'
            f'<div><a href="/">{words["home"]}</a>{menu}<a href="/login">{words["login"]}</a></div>'
            f'<div><a href="/">{site}</a> &gt; <a href="{self._board()}">{board}</a> &gt; {title}</div>'
            f"{self._notice() if self.template.chosen['notice'] else ''}{inside}"
            f"<div>{words['rights']} © 2024 {site}</div>"
            "</body></html>"
        )

    def _notice(self) -> str:
        return f'<div><a href="/notice/9">{self.template.sentence()}</a> <span>2023-12-30</span></div>'

    def _thread(self, posts: Sequence[MadePost], replies: int, title: str, board: str) -> tuple[str, list[MadePost]]:
        """The thread's markup, and its posts in the order in which they are shown. It has so many `replies` on all of
        its pages."""
        template, chosen, words = self.template, self.template.chosen, self.template.words
        first, opening, rows = self._heading(title), list[MadePost](), list(posts)
        counts = self._counts(replies)
        if chosen["opening"] != "same" and self.number == 1:
            opening, rows = rows[:1], rows[1:]
            first = self._opening(opening[0], first, board, counts)
        else:
            first += counts
        rows = rows[::-1] if chosen["order"] == "new" else rows
        shown = [laid_out(template, template.parts(post)) for post in rows]
        if chosen["advert"] and len(shown) > 1:
            shown.insert(1, self._advert())
        if chosen["layout"] == "answers" and opening and rows:
            first += f"<h2>{words['answers'].format(replies)}</h2>"
        elif chosen["heading"] and shown:
            first += f"<h3>{words['all']} ({replies}) <small>{words['order']}</small></h3>"
        listed = template.element(LISTS.get(chosen["layout"], "div"), "list", "".join(shown))
        above = self._pager() if chosen["pager"] == "numbers above" else ""
        return f"{first}{above}{listed}{self._pager()}{self._below()}", opening + rows

    def _heading(self, title: str) -> str:
        match self.template.chosen["title"]:
            case "link":
                return f'<h1><a href="{self._address(1)}">{title}</a></h1>'
            case "":
                return ""
            case tag:
                return f"<{tag}>{title}</{tag}>"

    def _counts(self, replies: int) -> str:
        words = self.template.words
        counts = f" <span>{words['views']}: 1234</span> <span>{words['replies']}: {replies}</span>"
        return counts if self.template.chosen["counts"] else ""

    def _opening(self, post: MadePost, heading: str, board: str, counts: str) -> str:
        """The first post in a template of its own."""
        template, parts = self.template, self.template.parts(post)
        if template.chosen["opening"] == "headed":
            line = f'{heading}<a href="{self._board()}">{board}</a> · {parts.name} · {parts.time}{counts}'
            return template.element("div", "opening", template.element("div", "box", line) + parts.text + parts.foot)
        head = template.element("div", "head", f"{parts.picture}{parts.name} {parts.time}{counts}")
        return template.element("div", "opening", heading + head + parts.text + parts.foot)

    def _below(self) -> str:
        """What stands below the posts: a form to reply, other threads."""
        words, chosen = self.template.words, self.template.chosen
        form = (
            f"<form method=post><h4>{words['write']}</h4><textarea></textarea><button>{words['reply']}</button></form>"
        )
        others = "".join(f"<li>{self._link()}<span>2023-{n + 1:02}-11</span></li>" for n in range(5))
        related = f"<div><h3>{words['related']}</h3><ul>{others}</ul></div>"
        return f"{form if chosen['form'] else ''}{related if chosen['related'] else ''}"

    def _pager(self) -> str:
        """The links to the thread's other pages."""
        chosen, words, number = self.template.chosen, self.template.words, self.number
        if self.pages == 1:
            return ""
        back, on = {"arrows": ("‹", "›")}.get(chosen["pager"], (words["previous"], words["next"]))
        before = f'<a href="{self._address(number - 1)}">{back}</a>' if number > 1 else ""
        behind = f'<a href="{self._address(number + 1)}">{on}</a>' if number < self.pages else ""
        all_pages = range(1, self.pages + 1)
        numbers = (
            f'<a href="{self._address(n)}">{n}</a>' if n != number else f"<strong>{n}</strong>" for n in all_pages
        )
        between = {"next": "", "of": words["page"].format(number, self.pages)}.get(chosen["pager"], " ".join(numbers))
        return self.template.element("div", "pager", f"{before} {between} {behind}")

    def _advert(self) -> str:
        picture = '<a href="//ads.example/"><img src="/ad.gif"></a>'
        advert = f'<div class="ad">{picture}<p>{self.template.words["advert"]}</p></div>'
        match self.template.chosen["layout"]:
            case "list" | "lines":
                return f"<li>{advert}</li>"
            case "rows":
                return f"<tr><td colspan=2>{advert}</td></tr>"
        return advert

    def _column(self) -> str:
        """Other threads beside the posts, and who wrote last in which."""
        template, words = self.template, self.template.words
        hot = "".join(f"<li>{self._link()} <em>{template.dice.randint(2, 99)}</em></li>" for _ in range(6))
        recent = "".join(map(self._recent, template.names[:5])) if template.chosen["latest"] else ""
        latest = f"<div><h3>{words['latest']}</h3>{recent}</div>" if recent else ""
        return f"<div><h3>{words['hot']}</h3><ul>{hot}</ul></div>{latest}"

    def _recent(self, name: str) -> str:
        """What somebody wrote lately in another thread."""
        ago = self.template.language["ago"][1].format(self.template.dice.randint(1, 20))
        return self._shown_recent(name, ago, self.template.sentence, self._link)

    def _shown_recent(self, name: str, ago: str, said: Callable[[], str], link: Callable[[], str]) -> str:
        who = self.template.profile(name)
        match self.template.chosen["latest"]:
            case "links":
                return f"<p>{who}: {link()} <span>{ago}</span></p>"
            case "threads":
                return f"<div>{link()}<br>{who} {ago}</div>"
        begins = f"{said()[:20]}…"
        return f"<div><div>{who} <span>{ago}</span></div><p>{begins}</p><p>- {link()}</p></div>"

    def _link(self) -> str:
        address = self.template.chosen["address"].format(self.template.dice.randint(100, 9999), 1)
        return f'<a href="{address}">{self.template.sentence().strip()[:40]}</a>'

    def _board(self, n: int = 0) -> str:
        """The address of a board; the thread stands on the first."""
        return f"/f/{n}"

    def _address(self, page: int) -> str:
        address: str = self.template.chosen["address"].format(OWN, page)
        return address
