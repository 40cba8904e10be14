"""How threads of made-up templates are read: forums that nobody has built, put together at random, with known posts.

    python -m benchmarks.made_up_threads [--seed 1] [--pages 500] [--worst 5]

A template is a layout of posts (tables, lists, heads beside their texts, ...), names of classes that say something,
nothing or that are none, forms of times and of addresses of profiles, and what stands around: columns with other
threads, notes, adverts. Each page is of a template of its own. Prints the figures of `benchmarks.engines` in percent,
for all pages and by what their templates chose: what is read worse than the rest has a cause to look for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from pathlib import Path

from benchmarks.engines.comparison import ZONE, Figures, compare_thread
from benchmarks.made_up import Choices, MadeUp, Template, run
from crawler.extract import extract_page

WORDS = Path(__file__).with_suffix(".toml")
NOW = datetime(2024, 3, 6, 12, tzinfo=ZONE)
OWN = 31415
"""The number of the thread in its address."""

CHOICES: Choices = {
    "language": ("zh", "zh", "en", "de", "ja"),
    "classes": ("words", "words", "letters", "none"),
    "layout": ("head", "panel", "table", "rows", "foot", "list", "definitions", "media", "flat", "lines"),
    "opening": ("same", "same", "apart", "headed"),
    "posts": (1, 1, 2, 2, 3, 3, 5, 8, 20),
    "profile": ("/user/{n}", "/u/{name}", "space.php?uid={n}", "/{name}", "javascript:;", ""),
    "time": ("minute", "second", "long", "ago", "element", "epoch"),
    "address": ("/thread-{}-1-1.html", "/t/{}", "/read.php?tid={}", "/a/{}", "/bbs/{}.html"),
    "title": ("h1", "h2", "div", "link", ""),
    "paragraphs": ("p", "div", "br"),
    "quotes": ("", "blockquote", "div", "fieldset"),
    "column": ("", "left", "right"),
    "latest": ("", "links", "threads", "excerpts"),
    "wraps": (0, 1, 2, 3),
    **dict.fromkeys(("avatars", "floors", "buttons", "ranks", "panels", "signatures", "edits", "likes"), (True, False)),
    **dict.fromkeys(("counts", "advert", "related", "form", "heading", "notice"), (True, False, False)),
}
NAMES = {
    "list": ("post-list", "replies", "thread"),
    "post": ("post", "reply", "floor", "message", "comment-item"),
    "author": ("author", "username", "poster"),
    "time": ("time", "date", "post-time"),
    "text": ("content", "post-body", "message-body"),
    "head": ("head", "meta", "info"),
    "panel": ("profile", "user-info", "side"),
    "foot": ("actions", "tools", "ops"),
    "rank": ("level", "group", "rank"),
    "floor": ("floor-no", "num"),
    "signature": ("signature", "sign"),
    "quote": ("quote", "cite-box"),
    "opening": ("topic", "main-post", "first"),
    "likes": ("likes", "thanks"),
    "column": ("sidebar", "aside", "col-r"),
    "box": ("wrap", "inner", "box"),
}
"""What parts of a template are called where that says something."""


@dataclass(slots=True)
class _Post:
    author: str
    time: datetime
    said: list[str]
    number: int
    quoted: _Post | None = None


@dataclass(slots=True)
class _Parts:
    """The pieces of a post, which a layout puts in their places."""

    name: str
    time: str
    picture: str
    floor: str
    rank: str
    panel: str
    text: str
    foot: str


def made_up(seed: int) -> MadeUp:
    """The page of a template, the same for the same seed."""
    return _Forum(seed).page()


class _Forum(Template):
    def __init__(self, seed: int) -> None:
        super().__init__(seed, CHOICES, NAMES, WORDS)
        self.names = self.dice.sample(self.language["names"], 8)

    def page(self) -> MadeUp:
        chosen, words = self.chosen, self.language["words"]
        posts = self._posts()
        title, board = self.dice.choice(self.language["titles"]), self.dice.choice(self.language["boards"])
        thread = self._thread(posts, title, board)
        for _ in range(chosen["wraps"]):
            thread = self.element("div", "box", thread)
        column = self.element("div", "column", self._column()) if chosen["column"] else ""
        around = (column + thread) if chosen["column"] == "left" else (thread + column)
        menu = "".join(f'<a href="/f/{n}">{name}</a>' for n, name in enumerate(self.language["boards"]))
        notice = f'<div><a href="/notice/9">{self.sentence()}</a> <span>2023-12-30</span></div>'
        site = self.language["site"]
        html = (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} - {board} - {site}</title></head><body>'
            f'<div><a href="/">{words["home"]}</a>{menu}<a href="/login">{words["login"]}</a></div>'
            f'<div><a href="/">{site}</a> &gt; <a href="/f/0">{board}</a> &gt; {title}</div>'
            f"{notice if chosen['notice'] else ''}{around}<div>{words['rights']} © 2024 {site}</div></body></html>"
        )
        gold = {
            "title": title,
            "posts": [
                {"author": post.author, "time": f"{post.time:%Y-%m-%dT%H:%M}", "text": "\n".join(post.said)}
                for post in posts
            ],
        }
        return MadeUp(html, f"https://bbs.example.net{chosen['address'].format(OWN)}", chosen, gold)

    def _posts(self) -> list[_Post]:
        dice, count = self.dice, self.chosen["posts"]
        time = NOW - timedelta(days=dice.choice((1, 3, 20)), minutes=dice.randint(0, 600))
        posts: list[_Post] = []
        for number in range(count):
            said = self._text(dice.choice((2, 3, 6)) if number == 0 else dice.choice((1, 1, 1, 2, 4)))
            quoted = dice.choice(posts) if posts and self.chosen["quotes"] and dice.random() < 0.3 else None
            author = self.names[0] if number == 0 else dice.choice(self.names)
            posts.append(_Post(author, time, said, number, quoted))
            time += timedelta(minutes=dice.randint(1, 1200 // count))
        return posts

    def _text(self, paragraphs: int) -> list[str]:
        """Sentences that the page says once, or a short reply, which others may say, too."""
        if paragraphs == 1 and self.dice.random() < 0.35:
            return [self.dice.choice(self.language["short"])]
        counts = [self.dice.choice((1, 1, 2, 3)) for _ in range(paragraphs)]
        return ["".join(self.sentence() for _ in range(count)).strip() for count in counts]

    def _thread(self, posts: Sequence[_Post], title: str, board: str) -> str:
        chosen, words = self.chosen, self.language["words"]
        heading = {
            "link": f'<h1><a href="{chosen["address"].format(OWN)}">{title}</a></h1>',
            "": "",
        }.get(chosen["title"], f"<{chosen['title']}>{title}</{chosen['title']}>")
        views, replies = f"{words['views']}: 1234", f"{words['replies']}: {len(posts) - 1}"
        counts = f" <span>{views}</span> <span>{replies}</span>" if chosen["counts"] else ""
        first, rows = heading + counts, list(posts)
        if chosen["opening"] != "same":
            parts, rows = self._parts(posts[0]), rows[1:]
            head = self.element("div", "head", f"{parts.picture}{parts.name} {parts.time}{counts}")
            if chosen["opening"] == "headed":
                line = f'{heading}<a href="/f/0">{board}</a> · {parts.name} · {parts.time}{counts}'
                first = self.element("div", "opening", self.element("div", "box", line) + parts.text + parts.foot)
            else:
                first = self.element("div", "opening", heading + head + parts.text + parts.foot)
        shown = [self._post(self._parts(post)) for post in rows]
        if chosen["advert"] and len(shown) > 1:
            shown.insert(1, self._advert())
        if chosen["heading"] and shown:
            first += f"<h3>{words['all']} ({len(posts) - 1}) <small>{words['order']}</small></h3>"
        tag = {"list": "ul", "lines": "ol", "rows": "table"}.get(chosen["layout"], "div")
        form = (
            f"<form method=post><h4>{words['write']}</h4><textarea></textarea><button>{words['reply']}</button></form>"
        )
        others = "".join(f"<li>{self._link()}<span>2023-{n + 1:02}-11</span></li>" for n in range(5))
        related = f"<div><h3>{words['related']}</h3><ul>{others}</ul></div>"
        return (
            f"{first}{self.element(tag, 'list', ''.join(shown))}{form if chosen['form'] else ''}"
            f"{related if chosen['related'] else ''}"
        )

    def _parts(self, post: _Post) -> _Parts:
        chosen, words, dice = self.chosen, self.language["words"], self.dice
        number = 1000 + sum(map(ord, post.author))
        joined = f"{2005 + number % 15}-{number % 12 + 1}-{number % 27 + 1}"
        panel = f"<p>{words['posts']}: {number % 977}</p><p>{words['joined']}: {joined}</p>"
        buttons = (
            f'<a href="#r">{words["reply"]}</a> <a href="#q">{words["quote"]}</a> <a href="#j">{words["report"]}</a>'
        )
        foot = self.element("div", "foot", buttons) if chosen["buttons"] else ""
        if chosen["likes"] and post.number % 2:
            liked = ", ".join(self._profile(name, name) for name in dice.sample(self.names, 3))
            foot += self.element("div", "likes", f"{words['like']}: {liked}")
        signature = self.language["signatures"][number % len(self.language["signatures"])]
        text = self.element("div", "text", self._quote(post) + self._edited(post) + self._paragraphs(post.said))
        if chosen["signatures"] and number % 3:
            text += self.element("div", "signature", signature)
        picture = f'<img src="/avatar/{number}.jpg" alt="{escape(post.author)}">' if number % 4 else ""
        rank = self.language["ranks"][number % len(self.language["ranks"])]
        floor = self.language["floor"][chosen["wraps"] % 2].format(post.number + 1)
        return _Parts(
            self.element("b", "author", self._profile(post.author, post.author)),
            self._time(post),
            picture if chosen["avatars"] else "",
            self.element("em", "floor", floor) if chosen["floors"] else "",
            self.element("span", "rank", rank) if chosen["ranks"] else "",
            panel if chosen["panels"] else "",
            text,
            foot,
        )

    def _post(self, parts: _Parts) -> str:
        """A post in the template's layout."""
        line = f"{parts.picture}{parts.name} {parts.rank} {parts.time} {parts.floor}"
        head, below = self.element("div", "head", line), parts.text + parts.foot
        match self.chosen["layout"]:
            case "panel":
                panel = self.element("div", "panel", f"{parts.picture}<p>{parts.name}</p>{parts.rank}{parts.panel}")
                top = self.element("div", "head", f"{parts.time} {parts.floor}")
                return self.element("div", "post", panel + self.element("div", "box", top + below))
            case "table":
                panel = f"<td width=160>{parts.name}<br>{parts.picture}<br>{parts.rank}{parts.panel}</td>"
                return self.element(
                    "table", "post", f"<tr>{panel}<td><p>{parts.time} {parts.floor}</p>{below}</td></tr>"
                )
            case "rows":
                top = f"<td>{parts.name} {parts.rank}</td><td>{parts.time} {parts.floor}</td>"
                panel = f"<td>{parts.picture}{parts.panel}</td>"
                return self.element("tr", "head", top) + self.element("tr", "post", f"{panel}<td>{below}</td>")
            case "foot":
                return self.element("div", "post", parts.text + head + parts.foot)
            case "list":
                return self.element("li", "post", parts.picture + self.element("div", "box", head + below))
            case "definitions":
                return self.element("dl", "post", f"<dt>{line}</dt><dd>{below}</dd>")
            case "media":
                top = f"<h5>{parts.name} {parts.rank} <small>{parts.time}</small> {parts.floor}</h5>"
                panel = self.element("div", "panel", parts.picture)
                return self.element("div", "post", panel + self.element("div", "box", top + below))
            case "flat":
                return head + below + "<hr>"
            case "lines":
                return self.element("li", "post", f"{parts.name} {parts.time} {parts.floor}{below}")
        return self.element("div", "post", head + parts.panel + below)

    def _time(self, post: _Post) -> str:
        time, form = post.time, self.chosen["time"]
        minutes = int((NOW - time).total_seconds()) // 60
        ago = self.language["ago"][0 if minutes < 60 else 1 if minutes < 1440 else 2]
        shown = ago.format(minutes if minutes < 60 else minutes // 60 if minutes < 1440 else minutes // 1440)
        exact = {
            "minute": f"{time:%Y-%m-%d %H:%M}",
            "second": f"{time:%Y-%m-%d %H:%M:%S}",
            "long": self.language["long_date"].format(time),
            "element": f'<time datetime="{time:%Y-%m-%dT%H:%M:%S}+08:00">{shown}</time>',
        }.get(form, shown)
        attribute = {"ago": f' title="{time:%Y-%m-%d %H:%M:%S}"', "epoch": f' data-time="{int(time.timestamp())}"'}
        label = self.language["posted"][self.chosen["wraps"] % 3]
        return self.element("span", "time", f"{label} {exact}".strip(), attribute.get(form, ""))

    def _profile(self, name: str, shown: str) -> str:
        address = self.chosen["profile"].format(n=1000 + sum(map(ord, name)), name=escape(name))
        return f'<a href="{address}">{shown}</a>' if address else shown

    def _paragraphs(self, said: Sequence[str]) -> str:
        tag = self.chosen["paragraphs"]
        return "<br>".join(said) if tag == "br" else "".join(f"<{tag}>{text}</{tag}>" for text in said)

    def _quote(self, post: _Post) -> str:
        if not post.quoted:
            return ""
        other = post.quoted
        said = f"{self.language['said'].format(other.author, f'{other.time:%Y-%m-%d %H:%M}')}<br>{other.said[0]}"
        match self.chosen["quotes"]:
            case "fieldset":
                return f"<fieldset><legend>{self.language['words']['quote']}</legend>{said}</fieldset>"
            case "blockquote":
                return f"<blockquote>{said}</blockquote>"
        return self.element("div", "quote", said)

    def _edited(self, post: _Post) -> str:
        if not self.chosen["edits"] or post.number % 3:
            return ""
        later = f"{post.time + timedelta(hours=1):%Y-%m-%d %H:%M}"
        return f"<i>{self.language['edited'].format(post.author, later)}</i><br>"

    def _advert(self) -> str:
        picture = '<a href="//ads.example/"><img src="/ad.gif"></a>'
        advert = f'<div class="ad">{picture}<p>{self.language["words"]["advert"]}</p></div>'
        match self.chosen["layout"]:
            case "list" | "lines":
                return f"<li>{advert}</li>"
            case "rows":
                return f"<tr><td colspan=2>{advert}</td></tr>"
        return advert

    def _column(self) -> str:
        """Other threads beside the posts, and who wrote last in which."""
        words = self.language["words"]
        hot = "".join(f"<li>{self._link()} <em>{self.dice.randint(2, 99)}</em></li>" for _ in range(6))
        recent = "".join(self._recent(name) for name in self.names[:5]) if self.chosen["latest"] else ""
        latest = f"<div><h3>{words['latest']}</h3>{recent}</div>" if recent else ""
        return f"<div><h3>{words['hot']}</h3><ul>{hot}</ul></div>{latest}"

    def _recent(self, name: str) -> str:
        ago, who = self.language["ago"][1].format(self.dice.randint(1, 20)), self._profile(name, name)
        match self.chosen["latest"]:
            case "links":
                return f"<p>{who}: {self._link()} <span>{ago}</span></p>"
            case "threads":
                return f"<div>{self._link()}<br>{who} {ago}</div>"
        return f"<div><div>{who} <span>{ago}</span></div><p>{self.sentence()[:20]}…</p><p>- {self._link()}</p></div>"

    def _link(self) -> str:
        address = self.chosen["address"].format(self.dice.randint(100, 9999))
        return f'<a href="{address}">{self.sentence().strip()[:40]}</a>'


def read(page: MadeUp) -> Figures:
    """What is found on a page beside what was put in."""
    return compare_thread(page.gold, extract_page(page.html.encode(), page.url, now=NOW))


if __name__ == "__main__":
    run("threads", __doc__, made_up, read, worst_by="found clean")
