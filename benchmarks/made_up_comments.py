"""The comments below made-up articles: nine forms of one comment, and what templates have around and between them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.made_up import Choices, Template

CHOICES: Choices = {
    "shape": ("", "", "", "flat", "line", "titled"),
    "foot": ("links", "links", "spans", "buttons", ""),
    "replies": ("", "", "alike", "line"),
    "count": (True, True, False),
    **dict.fromkeys(
        ("ago", "tabs", "load", "floors", "places", "pinned", "login", "below", "gone", "latest"), (True, False, False)
    ),
}
"""What a template of comments chooses from, each as likely as the next. Without a `shape` it is the `remark` of the
article's template."""

NAMES = {
    "comments": ("comments", "comment-list", "pinglun"),
    "comment": ("comment", "comment-item"),
    "head": ("comment-info", "head", "user-info"),
    "said": ("comment-text", "content", "txt"),
    "foot": ("actions", "foot", "op"),
    "replies": ("children", "sub-list", "huifu"),
    "tabs": ("sort", "tabs"),
    "badge": ("badge", "tag"),
    "latest": ("recent-comments", "widget"),
}
"""What parts of a template of comments are called where that says something."""

_HOLDING = ("head", "side", "item", "foot")
"""The forms of a comment that may hold the replies to it."""


@dataclass(frozen=True, slots=True)
class _Comment:
    """What is put in: a comment's number on the page, its text and author, when it was written."""

    number: int
    text: str
    name: str
    hours: int
    is_writer: bool = False


class Comments(Template):
    """The comments of an article's page, whose template chose `page`."""

    def __init__(self, seed: int, page: Mapping[str, Any], words: Path) -> None:
        of_page = {name: (page[name],) for name in ("language", "classes", "remark", "remarked", "form")}
        super().__init__(f"comments {seed}", {**CHOICES, **of_page}, NAMES, words)
        self._words: dict[str, str] = self.language["words"] | self.language["remarks"]
        if self.chosen["shape"] == "titled" and not page["title"]:
            self.chosen["shape"] = ""  # subjects repeat a title that stands over the article
        self._form = self.chosen["shape"] or self.chosen["remark"]
        self._title = self._writer = ""
        self._now = datetime.min
        self.gold: list[dict[str, str]] = []
        """What was put in, filled by `below`: each comment's text, author and time, "" if it shows no clock."""

    def begin(self, page: str) -> None:
        """Let another page follow: what is said on it is its own."""
        self.dice = random.Random(f"comments {page}")
        self._said.clear()
        self.gold = []

    def below(self, title: str, writer: str, count: int, now: datetime) -> str:
        """What stands below an article that has this title and writer: so many comments, or what asks for the first."""
        self._title, self._writer, self._now = title, writer, now
        chosen, words = self.chosen, self._words
        rows = "".join(self._row(n) for n in range(count))
        if not rows:
            ask = self._ask() if chosen["form"] else ""
            none = f"<p>{words['none']}</p>" if chosen["login"] and ask else ""
            return self.element("div", "comments", ask + none) if ask else ""
        around = {"item": "ul", "row": "table", "terms": "dl"}.get(self._form)
        parts = [f"<h3>{words['comments']}</h3>"]
        if chosen["count"]:
            parts.append(f"<p>{words['all'].format(count)}</p>")
        parts += [self._ask()] * chosen["form"]
        if chosen["tabs"]:
            both = f'<a href="?sort=new">{words["newest"]}</a> <a href="?sort=best">{words["best"]}</a>'
            parts.append(self.element("div", "tabs", both))
        parts.append(f"<{around}>{rows}</{around}>" if around else rows)
        parts += [f'<div><a href="#more">{words["load"]}</a></div>'] * chosen["load"]
        parts += [self._ask()] * (chosen["below"] and not chosen["form"])
        return self.element("div", "comments", "".join(parts))

    def latest(self, address: Callable[[], str]) -> str:
        """What was said last below other articles, for a column; "" if the template has none."""
        if not self.chosen["latest"]:
            return ""
        rows = "".join(
            f'<li><a href="/u/{n}">{self.dice.choice(self.language["users"])}</a>: '
            f'<a href="{address()}#comment-{n}">{self._text()[:30]}…</a></li>'
            for n in range(70, 74)
        )
        return self.element("div", "latest", f"<h3>{self._words['latest']}</h3><ul>{rows}</ul>")

    def _ask(self) -> str:
        """The form for a comment, or what asks to log in for that."""
        words = self._words
        if self.chosen["login"]:
            return f'<div><a href="/login">{words["ask"]}</a></div>'
        return f"<form><h4>{words['write']}</h4><textarea></textarea><button>{words['reply']}</button></form>"

    def _row(self, n: int) -> str:
        """A comment with the replies to it."""
        if self.chosen["gone"] and n == 2:
            return self._shown(_Comment(n, self._words["gone"], self._name(), 2 * n + 1))
        comment = self._put_in(n, self._name())
        replies = ""
        if self.chosen["replies"] and self._form in _HOLDING and n % 3 == 1:
            answers = [self._put_in(n, self._writer, is_writer=True), self._put_in(n, self._name())]
            line = self.chosen["replies"] == "line"
            replies = "".join(map(self._line if line else self._shown, answers))
            tag = "ul" if self._form == "item" and not line else "div"
            replies = self.element(tag, "replies", replies)
        return self._shown(comment, replies)

    def _name(self) -> str:
        return str(self.dice.choice(self.language["users"]))

    def _text(self) -> str:
        text: str = self.dice.choice((self.dice.choice(self.language["comments"]), self.sentence().strip()))
        return text

    def _put_in(self, n: int, name: str, *, is_writer: bool = False) -> _Comment:
        text = self._text()
        if any(text == said["text"] for said in self.gold):
            text = self.sentence().strip()
        comment = _Comment(len(self.gold), text, name, 2 * n + 1, is_writer)
        time = self._now - timedelta(hours=comment.hours)
        has_clock = self.chosen["remarked"] in ("minute", "near") or self._is_ago
        self.gold.append({"text": text, "author": name, "time": f"{time:%Y-%m-%dT%H:%M}" if has_clock else ""})
        return comment

    @property
    def _is_ago(self) -> bool:
        return bool(self.chosen["ago"] and self.chosen["remarked"])

    # The parts of a comment.

    def _when(self, comment: _Comment) -> str:
        at = self._now - timedelta(hours=comment.hours)
        forms = {"minute": "{:%Y-%m-%d %H:%M}", "day": "{:%Y-%m-%d}", "near": "{:%m-%d %H:%M}"}
        if self._is_ago:
            return self._words["ago"].format(comment.hours)
        return forms.get(self.chosen["remarked"], "").format(at)

    def _head(self, comment: _Comment) -> Sequence[str]:
        """Who wrote, and behind that when, from where and as what."""
        chosen, words = self.chosen, self._words
        user = f'<a href="/u/{comment.number}">{comment.name}</a>'
        badges = [words["writer"]] * comment.is_writer + [words["pinned"]] * (chosen["pinned"] and not comment.number)
        user += "".join(f" {self.element('span', 'badge', badge)}" for badge in badges)
        when = self._when(comment)
        place = self.dice.choice(self.language["places"]) if chosen["places"] else ""
        floor = words["floor"].format(comment.number + 1) if chosen["floors"] and not chosen["replies"] else ""
        said = [when, words["place"].format(place) if place else "", floor]
        return user, " ".join(f"<span>{one}</span>" for one in said if one)

    def _foot(self, comment: _Comment) -> str:
        """What can be done with a comment."""
        words, likes = self._words, comment.number * 3
        match self.chosen["foot"]:
            case "links":
                return f'<a href="#r">{words["reply"]}</a> <a href="#l">{words["like"]} {likes}</a>'
            case "spans":
                return f"<span>{words['like']}({likes})</span> <span>{words['reply']}</span>"
            case "buttons":
                return f"<button>{words['like']}</button> <span>{likes}</span> <button>{words['reply']}</button>"
        return ""

    def _line(self, comment: _Comment) -> str:
        user, shown = self._head(comment)
        return f"<p>{user}：{comment.text} {shown}</p>"

    def _shown(self, comment: _Comment, replies: str = "") -> str:
        """The markup of a comment, with the replies to it where its form may hold them."""
        words, text, foot = self._words, comment.text, self._foot(comment)
        user, shown = self._head(comment)
        face = f'<img src="/face/{comment.number}.png">'
        below = f"<div>{foot}</div>" if foot else ""
        match self._form:
            case "side":
                body = f"<div>{user} {shown}</div><div>{text}</div>{below}{replies}"
                return self.element("div", "comment", f"<div>{face}</div><div>{body}</div>")
            case "item":
                return self.element("li", "comment", f"{face}{user}{shown}<p>{text}</p>{foot}{replies}")
            case "row":
                return f"<tr><td>{user}<br>{shown}</td><td>{text}<br>{foot}</td></tr>"
            case "foot":
                return self.element("div", "comment", f"<p>{text}</p><div>{user} {shown} {foot}</div>{replies}")
            case "terms":
                return f"<dt>{user} {shown}</dt><dd>{text}</dd>"
            case "line":
                return self.element("div", "comment", f"{user}：{text} {shown}")
            case "flat":
                head = self.element("div", "head", f"{user} {shown}")
                return head + self.element("div", "said", text) + (self.element("div", "foot", foot) if foot else "")
            case "titled":
                return f'<h4><a href="#c{comment.number}">#</a> re: {self._title} {shown} {user}</h4><p>{text}</p>'
        head = f"<div>{user} {words['said']} {shown}</div>"
        return self.element("div", "comment", f"{head}<p>{text}</p>{below}{replies}")
