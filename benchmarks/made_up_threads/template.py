"""A template's choices, and the pieces of a post as it writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from itertools import groupby
from pathlib import Path

from benchmarks.made_up import Choices, Template
from benchmarks.made_up_threads.choices import CHOICES, NAMES
from benchmarks.made_up_threads.posts import NOW, PICTURE, MadePost, Said
from benchmarks.made_up_threads.times import shown_time

WORDS = Path(__file__).with_name("words.toml")


@dataclass(slots=True)
class Parts:
    """The pieces of a post, which a layout puts in their places."""

    number: int
    name: str
    time: str
    picture: str
    floor: str
    rank: str
    panel: str
    text: str
    foot: str


class Forum(Template):
    """The template of a forum's threads. `names` are the people who write there."""

    def __init__(self, seed: int, choices: Choices = CHOICES, now: datetime = NOW) -> None:
        super().__init__(seed, choices, NAMES, WORDS)
        self.now = now
        self.names: list[str] = self.dice.sample(self.language["names"], 8)

    @property
    def words(self) -> dict[str, str]:
        """What the template says itself."""
        words: dict[str, str] = self.language["words"]
        return words

    def profile(self, name: str) -> str:
        """A name as it is shown, mostly a link to the profile."""
        address = self.chosen["profile"].format(n=_number(name), name=escape(name))
        return f'<a href="{address}">{name}</a>' if address else name

    def time(self, post: MadePost, label: str = "", tag: str = "span") -> str:
        shown, attributes = shown_time(post.time, self.chosen["time"], self.language, self.now)
        return self.element(tag, "time", f"{label} {shown}".strip(), attributes)

    def parts(self, post: MadePost) -> Parts:
        chosen, number = self.chosen, _number(post.author)
        rank = self.language["ranks"][number % len(self.language["ranks"])]
        floor = self.language["floor"][chosen["wraps"] % 2].format(post.number + 1)
        return Parts(
            post.number,
            self.element("b", "author", self.profile(post.author)),
            self.time(post, self.language["posted"][chosen["wraps"] % 3]),
            _avatar(post.author) if chosen["avatars"] else "",
            self.element("em", "floor", floor) if chosen["floors"] else "",
            self.element("span", "rank", rank) if chosen["ranks"] else "",
            self._panel(number) if chosen["panels"] else "",
            self._text(post) + self._nested(post),
            self._foot(post),
        )

    def _panel(self, number: int) -> str:
        """What stands beside a post about its author."""
        joined = f"{2005 + number % 15}-{number % 12 + 1}-{number % 27 + 1}"
        return f"<p>{self.words['posts']}: {number % 977}</p><p>{self.words['joined']}: {joined}</p>"

    def _text(self, post: MadePost) -> str:
        number = _number(post.author)
        said = self._quote(post) + self._edited(post) + "".join(self._paragraphs(post.said))
        text = self.element("div", "text", said)
        if self.chosen["signatures"] and number % 3:
            text += self._signature(self.language["signatures"][number % len(self.language["signatures"])])
        return text

    def _signature(self, said: str) -> str:
        """What somebody has below all posts: below a line, where nothing names its element, else it would be said."""
        shown = self.element("div", "signature", said)
        return shown if shown != f"<div>{said}</div>" else f"<div>_______________<br>{said}</div>"

    def _paragraphs(self, said: Sequence[Said]) -> Iterator[str]:
        for kind, some in groupby(said, key=lambda one: one.kind):
            texts = [one.text for one in some]
            match kind:
                case "item":
                    yield f"<ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul>"
                case "code":
                    yield "<pre><code>" + escape("\n".join(texts)) + "</code></pre>"
                case "picture":
                    yield f'<img src="{PICTURE.format(self.dice.randint(100, 999))}">'
                case "link":
                    yield from (f"<p>{_linked(text)}</p>" for text in texts)
                case _ if self.chosen["paragraphs"] == "br":
                    yield "<br>".join(texts)
                case _:
                    yield "".join(
                        f"<{self.chosen['paragraphs']}>{text}</{self.chosen['paragraphs']}>" for text in texts
                    )

    def _quote(self, post: MadePost) -> str:
        if not post.quoted:
            return ""
        other = post.quoted
        said = f"{self.language['said'].format(other.author, f'{other.time:%Y-%m-%d %H:%M}')}<br>{other.said[0].text}"
        match self.chosen["quotes"]:
            case "fieldset":
                return f"<fieldset><legend>{self.words['quote']}</legend>{said}</fieldset>"
            case "blockquote":
                return f"<blockquote>{said}</blockquote>"
        return self.element("div", "quote", said)

    def _edited(self, post: MadePost) -> str:
        if not self.chosen["edits"] or post.number % 3:
            return ""
        later = f"{post.time + timedelta(hours=1):%Y-%m-%d %H:%M}"
        return f"<i>{self.language['edited'].format(post.author, later)}</i><br>"

    def _nested(self, post: MadePost) -> str:
        """The replies inside a post."""
        if not post.nested:
            return ""
        shown = "".join(map(self._remark, post.nested))
        match self.chosen["nested"]:
            case "lines":
                return self.element("ul", "nested", shown)
            case "remarks":
                return self.element("div", "nested", f"<h4>{self.words['comment']}</h4>{shown}")
        return self.element("div", "nested", shown)

    def _remark(self, post: MadePost) -> str:
        # Without a class a reply in a post would look like a post in a tree of them.
        tag = "small" if self.chosen["classes"] in ("none", "mixed") else "span"
        name, time = self.profile(post.author), self.time(post, tag=tag)
        match self.chosen["nested"]:
            case "lines":
                return self.element(
                    "li", "remark", f"{name}: {post.text} {time} <a href='#r'>{self.words['reply']}</a>"
                )
            case "remarks":
                return self.element("div", "remark", f"{_avatar(post.author)} <b>{name}</b> {post.text} {time}")
        head = f"<div>{_avatar(post.author)} <b>{name}</b> {time}</div>"
        return self.element("div", "remark", f"{head}<div>{post.text}</div>")

    def _foot(self, post: MadePost) -> str:
        words, foot = self.words, ""
        if self.chosen["buttons"]:
            buttons = " ".join(f'<a href="#{word[:2]}">{words[word]}</a>' for word in ("reply", "quote", "report"))
            foot = self.element("div", "foot", buttons)
        if self.chosen["likes"] and post.number % 2:
            liked = ", ".join(map(self.profile, self.dice.sample(self.names, 3)))
            foot += self.element("div", "likes", f"{words['like']}: {liked}")
        return foot


def _number(name: str) -> int:
    """The number of an account."""
    return 1000 + sum(map(ord, name))


def _avatar(name: str) -> str:
    number = _number(name)
    return f'<img src="/avatar/{number}.jpg" alt="{escape(name)}">' if number % 4 else ""


def _linked(text: str) -> str:
    said, _, address = text.rpartition(" ")
    return f'{said} <a href="{address}">{address}</a>'
