"""News sites and blogs, each of one template: its list or feed, its articles, and all pages to which they lead."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.utils import format_datetime
from html import escape
from itertools import cycle, islice
from urllib.parse import urljoin, urlsplit

from benchmarks import made_up_articles, made_up_lists
from benchmarks.engines.comparison import Gold
from benchmarks.made_up import Choices
from benchmarks.made_up_articles import ArticlePage, Other, Story
from benchmarks.made_up_lists import ListPage
from benchmarks.made_up_sites.site import Site, links_of

CHOICES: Choices = {
    **made_up_articles.CHOICES,
    "page": ("article",),
    "address": made_up_lists.CHOICES["address"],
    "source": ("list", "list", "list", "feed"),
    "host": ("", "", "", "https://www.{}", "//www.{}", "http://news.{}"),
}
"""What a site chooses from."""

LIST_CHOICES: Choices = {**made_up_lists.CHOICES, "count": (4, 6, 12, 20), "host": ("",)}
SHARED = ("language", "classes", "column", "wraps", "notice", "consent", "app", "about", "crumbs", "advert", "address")
"""What a list has in common with the articles of its site."""

OLDER = 6
"""Articles that stand on no list any more; other pages lead to them."""

MIN_TITLE, MIN_TEXT = 5, 120
"""Characters: what is shorter is no article by the rules, which are not what is measured."""


@dataclass(frozen=True, slots=True)
class Told:
    """A story, its number on the site, and its address as lists give it and as it is."""

    story: Story
    number: int
    address: str
    url: str


class NewsSite(Site):
    """A list or feed of the latest articles, of which a few come by each time that it goes on."""

    kind = "news"

    def __init__(self, seed: int, now: datetime) -> None:
        self._articles = _Articles(seed, now)
        chosen = self._articles.chosen
        self._list = _List(seed, self._articles, now)
        shown = {f"list {name}": value for name, value in self._list.chosen.items() if name not in SHARED}
        super().__init__(seed, f"site{seed}.example", {**chosen, **shown, "kind": self.kind})
        self._list.url = self._list.url.replace("https://www.example.net", f"http://www.{self.host}")
        self.channel = "feed" if chosen["source"] == "feed" else "page"
        self.source_url = f"http://www.{self.host}/feed.xml" if self.channel == "feed" else self._list.url
        self._now = now
        self._told: list[Told] = []
        for number in range(self._list.holds + OLDER):
            self._tell(now - timedelta(hours=(self._list.holds + OLDER - number) * self._articles.pace_h))

    @property
    def known(self) -> dict[str, Gold]:
        return {told.url: self._articles.written(told)[1] for told in self._told}

    @property
    def wanted(self) -> list[str]:
        return [told.url for told in self._latest()]

    def go_on(self) -> None:
        for minutes in range(4, 0, -1):
            if minutes <= 1 + self.seed % 3:
                self._tell(self._now - timedelta(minutes=minutes))

    def pages(self) -> dict[str, str]:
        pages = {told.url: self._articles.written(told)[0] for told in self._told}
        pages[self._list.url] = self._list.listing(self._told[::-1])
        pages |= {url: self._articles.of_frame(url) for url in links_of(pages)}
        if self.channel == "feed":
            pages[self.source_url] = self._feed()
        return pages

    def _latest(self) -> list[Told]:
        return self._told[::-1][: self._list.holds]

    def _tell(self, time: datetime) -> None:
        number = len(self._told)
        story = self._articles.story(number, self._list.headline(), time)
        path = self._list.path(number, time)
        host = self._articles.chosen["host"].format(self.host)
        address = path if path.startswith(".") else host + path
        self._told.append(Told(story, number, address, urljoin(self._list.url, address)))
        self._articles.told = self._told[::-1]

    def _feed(self) -> str:
        items = "".join(
            f"<item><title>{escape(told.story.title)}</title><link>{escape(told.url)}</link>"
            f"<pubDate>{format_datetime(told.story.time)}</pubDate>"
            f"<description>{escape(told.story.text[0][1][:80])}</description></item>"
            for told in self._latest()
        )
        site = self._articles.language["site"]
        head = f"<title>{site}</title><link>http://www.{self.host}/</link><description>{site}</description>"
        return f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel>{head}{items}</channel></rss>'


class _Articles(ArticlePage):
    """The articles of a site. `told` are those that there are, the newest first; one is `pace_h` hours younger than the
    one before."""

    def __init__(self, seed: int, now: datetime) -> None:
        super().__init__(seed, CHOICES, made_up_articles.NAMES)
        self._seed, self._at = seed, now
        self.told: list[Told] = []
        self.pace_h = self.dice.choice((2, 5, 26, 100))
        if not self._says_when():
            self.chosen["time"] = "minute"  # no article has no date, by the rules
        self.chosen["ago"] = self._comments.chosen["ago"] = False  # pages are made once, and crawled later
        self.site_chosen = dict(self.chosen)
        self._top, self._bottom = super().top(), super().bottom()
        self._popular: list[Told] = []
        self._others: Iterator[Told] = iter(())

    def top(self) -> str:
        return self._top

    def bottom(self) -> str:
        return self._bottom

    def story(self, number: int, title: str, time: datetime) -> Story:
        """A story that nobody has told, long enough to be one by the rules."""
        self.dice = random.Random(f"{self._seed} story {number}")
        usual = self.site_chosen["length"]
        self.chosen["length"] = self.dice.choice((usual, usual, usual + 1, 2 * usual))
        story = replace(self._story(), title=title, time=time)
        while len("".join("".join(said for _, said in story.text).split())) < MIN_TEXT:
            story.text.append(("p", self._paragraph()))
        return story

    def written(self, told: Told) -> tuple[str, Gold]:
        """The page of a story, and what is to be found there. What readers say below it is in the past."""
        self.dice = random.Random(f"{self._seed} page {told.number}")
        hours = int((self._at - told.story.time).total_seconds() // 3600)
        self.chosen["comments"] = max(0, min(self.site_chosen["comments"] - told.number % 3, hours // 2))
        self.now = told.story.time + timedelta(hours=2 * self.chosen["comments"], minutes=7)
        self._said.clear()
        self._comments.begin(told.url)
        others = [one for one in self.told if one is not told]
        self._others = cycle([*others[told.number % 5 :], *others[: told.number % 5]])
        page = self.page_of(told.story, told.url)
        return page.html, page.gold

    def of_frame(self, url: str) -> str:
        """A page that the frame leads to: a list, what is said about the site, a form."""
        address = urlsplit(url)
        self.dice = random.Random(f"{self._seed} {url}")
        self._comments.begin(url)
        self._others = cycle(self.told)
        first = address.path.strip("/").split("/")[0]
        heading = self.words.get(first, "") or self.dice.choice(self.language["sections"])
        story = replace(self.told[0].story, title=heading, section=heading, text=[])
        if first in ("login", "register"):
            return self._whole(heading, f"<h1>{heading}</h1><form><input name=user><input type=password></form>")
        if first in ("about", "contact", "app", "notice"):
            said = "".join(f"<p>{line}</p>" for line in (*self.language["about"], *(self._paragraph() for _ in "123")))
            return self._whole(heading, f"<h1>{heading}</h1>{said}")
        return self._section(story)

    def _whole(self, title: str, main: str) -> str:
        return (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} - {self.language["site"]}</title></head>'
            f"<body>{self.top()}{self.element('div', 'main', main)}{self.bottom()}</body></html>"
        )

    @contextmanager
    def _as_always(self) -> Iterator[None]:
        """What is chosen here is the same on all pages."""
        dice, self.dice = self.dice, random.Random(self._seed)
        yield
        self.dice = dice

    def _byline(self, story: Story) -> str:
        with self._as_always():
            return super()._byline(story)

    def _tails(self) -> str:
        with self._as_always():
            return super()._tails()

    def _column(self, story: Story) -> str:
        self._others = cycle(self.told[2:])
        return super()._column(story)

    def _other(self, n: int) -> Other:
        told = next(self._others)
        return Other(_shown_address(told.url), told.story.title, told.story.time, lambda: told.story.text[0][1])

    def _says_when(self) -> bool:
        stated = self.chosen["time"] not in ("", "address") or self.chosen["meta"] in ("og", "ld")
        return stated or "%d" in self.chosen["address"] or self.chosen["source"] == "feed"


class _List(ListPage):
    """The list of a site's latest articles."""

    def __init__(self, seed: int, articles: _Articles, now: datetime) -> None:
        shared = {name: (articles.chosen[name],) for name in SHARED}
        super().__init__(seed, {**LIST_CHOICES, **shared})
        self._seed = seed
        self._articles = articles
        self._classes = articles._classes
        self.now = now
        self._shown: Iterator[Told] = iter(())
        if self.chosen["form"] == "sections":
            self.chosen["count"] //= 2

    @property
    def holds(self) -> int:
        """How many articles stand on it."""
        rows = self.chosen["count"] * (
            min(3, len(self.language["sections"])) if self.chosen["form"] == "sections" else 1
        )
        return int(rows + {"picture": 1, "slides": 3}.get(self.chosen["lead"], 0))

    def headline(self) -> str:
        """A title that no other article has, of so many characters at least as the rules ask for."""
        self.dice = random.Random(f"{self._seed} title {len(self._titles)}")
        title = self._title()
        while len(title) < MIN_TITLE:
            title = self._title()
        return title

    def path(self, n: int, at: datetime) -> str:
        """The address of an article, without its host."""
        self.dice = random.Random(f"{self._seed} path {n}")
        slug = (
            f"{self.dice.choice(made_up_lists.SLUGS)}-{n}" if n >= len(made_up_lists.SLUGS) else made_up_lists.SLUGS[n]
        )
        code = "".join(self.dice.choices("0123456789abcdefghkmnp", k=12)) + "7k"
        numbers = {"n": 880000 + 37 * n + self.dice.randint(0, 36), "small": 400 + n}
        return str(self.chosen["address"].format(at=at, slug=slug, code=code, section="local", **numbers))

    def listing(self, told: list[Told]) -> str:
        """The page, as it leads to articles, the newest first."""
        self.dice = random.Random(f"{self._seed} list")
        self._said.clear()
        self._shown = islice(cycle(told), self.holds + 5)
        return self.page().html

    def top(self) -> str:
        return self._articles.top()

    def bottom(self) -> str:
        return self._articles.bottom()

    def _article(self, gold: dict[str, str]) -> tuple[str, str, datetime]:
        told = next(self._shown)
        gold[told.url] = told.story.title
        return told.address, told.story.title, told.story.time


def _shown_address(url: str) -> str:
    """An address as pages of its own host give it."""
    return url[url.index("/", 8) :]
