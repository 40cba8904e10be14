"""Who says what and when in a made-up thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from benchmarks.engines.comparison import ZONE
from benchmarks.made_up import Template

NOW = datetime(2024, 3, 6, 12, tzinfo=ZONE)

CODE = ("total = sum(prices)", "print(total / len(prices))", "for name in names: greet(name)", "if retries > 3: stop()")
PICTURE = "/upload/{}.jpg"


@dataclass(frozen=True, slots=True)
class Said:
    """A paragraph of a post, or a piece of its own kind: `item`s of a list, `code`, a `picture`, one with a `link`."""

    kind: str
    text: str


@dataclass(slots=True)
class MadePost:
    """A post as it was put in. number: its place in the thread, from 0. nested: the replies inside it."""

    author: str
    time: datetime
    said: list[Said]
    number: int
    quoted: MadePost | None = None
    nested: list[MadePost] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(said.text for said in self.said if said.text)

    def gold(self) -> dict[str, Any]:
        """The post as it is to be found."""
        nested = [post.gold() for post in self.nested]
        return {"author": self.author, "time": f"{self.time:%Y-%m-%dT%H:%M}", "text": self.text, "nested": nested}


class Writer:
    """Writes the posts of one thread."""

    def __init__(self, template: Template, names: Sequence[str], now: datetime = NOW) -> None:
        self.dice, self.chosen, self.language, self.names = template.dice, template.chosen, template.language, names
        self.sentence = template.sentence
        self.now = now
        self._links = 0

    def posts(self, first: int, count: int) -> list[MadePost]:
        """So many posts of a page, the first of which has this place in the thread."""
        dice = self.dice
        time = self.now - timedelta(days=dice.choice(self._days()), minutes=dice.randint(0, 600))
        posts: list[MadePost] = []
        for number in range(first, first + count):
            said = self._text(dice.choice((2, 3, 6)) if number == 0 else self._length())
            quoted = dice.choice(posts) if posts and self.chosen["quotes"] and dice.random() < 0.3 else None
            author = self.names[0] if number == 0 else dice.choice(self.names)
            post = MadePost(author, self._shown(time), said, number, quoted)
            if self.chosen["nested"] and count > 1 and dice.random() < 0.5:
                counts = (1, 1, 2, 4) if any(other.nested for other in posts) else (2, 4)  # one alone is no template
                post.nested = self._nested(time, dice.choice(counts))
            posts.append(post)
            time += timedelta(minutes=dice.randint(1, 1200 // count))
        return posts

    def _days(self) -> tuple[int, ...]:
        return {"near": (1, 2, 3), "ago alone": (1, 3, 6)}.get(self.chosen["time"], (1, 3, 20))

    def _shown(self, time: datetime) -> datetime:
        """A time as exactly as the page says it: how long ago in whole units, where it says no more."""
        if self.chosen["time"] != "ago alone":
            return time
        minutes = int((self.now - time).total_seconds()) // 60
        unit = 1 if minutes < 60 else 60 if minutes < 1440 else 1440
        return self.now - timedelta(minutes=minutes // unit * unit)

    def _length(self) -> int:
        return self.dice.choice((1, 1, 1, 12) if self.chosen["lengths"] == "uneven" else (1, 1, 1, 2, 4))

    def _nested(self, time: datetime, count: int) -> list[MadePost]:
        replies = []
        for number in range(count):
            time += timedelta(minutes=self.dice.randint(1, 20))
            said = [Said("p", self.sentence().strip())]
            replies.append(MadePost(self.dice.choice(self.names), self._shown(time), said, number))
        return replies

    def _text(self, paragraphs: int) -> list[Said]:
        """Sentences that the page says once, or a short reply, which others may say, too."""
        if paragraphs == 1 and self.dice.random() < 0.35:
            return [Said("p", self.dice.choice(self.language["short"])), *self._pieces(("picture",))]
        counts = [self.dice.choice((1, 1, 2, 3)) for _ in range(paragraphs)]
        said = [Said("p", "".join(self.sentence() for _ in range(count)).strip()) for count in counts]
        return said + self._pieces(("list", "code", "picture", "link"))

    def _pieces(self, kinds: Sequence[str]) -> list[Said]:
        """What stands below the paragraphs of some posts."""
        if self.chosen["content"] == "plain" or self.dice.random() < 0.5:
            return []
        match self.dice.choice(kinds):
            case "list":
                return [Said("item", self.sentence().strip()) for _ in range(3)]
            case "code":
                return [Said("code", line) for line in self.dice.sample(CODE, 2)]
            case "picture":
                return [Said("picture", "")]
        self._links += 1
        return [Said("link", f"{self.sentence().strip()} https://example.org/{self._links}.html")]
