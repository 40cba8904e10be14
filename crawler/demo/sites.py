"""The demo web's sites as data: what stands in texts/*.toml, with its instants counted back from `now`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from crawler.model import Source

NAMES = ("portal", "newspaper", "blog", "forum")

_ZONE = ZoneInfo("Asia/Shanghai")


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment under an article, or a reply in a thread; `quote` is the floor of the post that it quotes, or 0."""

    author: str
    at: datetime
    paragraphs: tuple[str, ...]
    quote: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """An article, or a thread with its first post. `link` is what lists announce: not where it is, if it has moved."""

    id: str
    title: str
    section: str
    author: str
    editor: str
    at: datetime
    path: str
    link: str
    gone: bool
    paragraphs: tuple[str, ...]
    remarks: tuple[Remark, ...]

    @property
    def last_at(self) -> datetime:
        """When it was last added to."""
        return max([self.at, *(remark.at for remark in self.remarks)])


@dataclass(frozen=True, slots=True)
class Site:
    """One host. `pages` maps paths to templates, `sections` maps paths of list pages to the section they show."""

    key: str  # names its templates
    name: str
    host: str
    content_type: str
    charset: str
    robots: str
    pages: Mapping[str, str]
    sections: Mapping[str, str]
    members: Mapping[str, Mapping[str, Any]]
    items: tuple[Item, ...]  # the newest first


def demo_sites(now: datetime) -> tuple[Site, ...]:
    """The sites as they stand at `now` (aware): the same within a day, but for what was said in the last hours."""
    return tuple(_site(name, _written(name), now.astimezone(_ZONE)) for name in NAMES)


def demo_sources() -> tuple[Source, ...]:
    """A source row for each site, not yet stored: their `id` is 0."""
    return tuple(_source(_written(name)) for name in NAMES)


def demo_hosts() -> tuple[str, ...]:
    """The sites' hosts, under a top-level domain that nobody else can have (RFC 2606)."""
    return tuple(_written(name)["host"] for name in NAMES)


def _source(written: Mapping[str, Any]) -> Source:
    row = written["source"]
    url = f"http://{written['host']}{row['url']}"
    return Source(id=0, name=written["name"], channel=row["channel"], url=url, pattern=row["pattern"])


@cache
def _written(name: str) -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("texts", f"{name}.toml").read_text("utf-8"))


def _site(key: str, written: Mapping[str, Any], now: datetime) -> Site:
    items = [_item(row, written["item_path"], now) for row in written["items"]]
    return Site(
        key=key,
        name=written["name"],
        host=written["host"],
        content_type=written["content_type"],
        charset=written["charset"],
        robots=written["robots"],
        pages=written["pages"],
        sections=written["sections"],
        members=written.get("members", {}),
        items=tuple(sorted(items, key=lambda item: item.at, reverse=True)),
    )


def _item(row: Mapping[str, Any], pattern: str, now: datetime) -> Item:
    at = _instant(row, now)
    return Item(
        id=row["id"],
        title=row["title"],
        section=row["section"],
        author=row["author"],
        editor=row.get("editor", ""),
        at=at,
        path=pattern.format(id=row["id"], at=at),
        link=row.get("old_path", pattern).format(id=row["id"], at=at),
        gone=row.get("gone", False),
        paragraphs=_paragraphs(row["text"]),
        remarks=tuple(_remark(remark, now) for remark in row.get("remarks", ())),
    )


def _remark(row: Mapping[str, Any], now: datetime) -> Remark:
    return Remark(row["author"], _instant(row, now), _paragraphs(row["text"]), row.get("quote", 0))


def _instant(row: Mapping[str, Any], now: datetime) -> datetime:
    """So many minutes ago, or at a time of day so many days ago: yesterday at the latest, so never in the future."""
    if "minutes_ago" in row:
        return now - timedelta(minutes=row["minutes_ago"])
    return datetime.combine(now.date() - timedelta(days=row["days_ago"]), row["at"], _ZONE)


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(paragraph.strip() for paragraph in text.split("\n\n") if paragraph.strip())
