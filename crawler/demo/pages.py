"""The demo web's pages: every address with what stands there at `now`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from crawler.demo.sites import Item, Site, demo_sites

_FEED_TYPE = "application/rss+xml; charset=utf-8"
_NOT_FOUND = "<h1>404</h1><p>您访问的页面不存在或已被删除。</p>"


@dataclass(frozen=True, slots=True)
class Page:
    """What a host says at one path: `text` in `charset`, or the way to `location` (an absolute URL).

    `modified` is set for pages that change, such as lists and the feed: they can be asked for conditionally.
    """

    text: str
    content_type: str = "text/html; charset=utf-8"
    charset: str = "utf-8"
    status: int = 200
    location: str = ""
    modified: datetime | None = None

    @property
    def body(self) -> bytes:
        return self.text.encode(self.charset)

    @property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:16]}"'

    @property
    def last_modified(self) -> str:
        """As in the header of that name."""
        return format_datetime(self.modified.astimezone(UTC), usegmt=True) if self.modified else ""

    def headers(self) -> dict[str, str]:
        """Without Content-Length."""
        headers = {"Content-Type": self.content_type}
        if self.location:
            headers["Location"] = self.location
        if self.modified:
            headers |= {"ETag": self.etag, "Last-Modified": self.last_modified}
        return headers

    def unchanged(self, request: Mapping[str, str]) -> bool:
        """Whether 304 answers a request with these headers (RFC 9110, section 13: the ETag goes before the date)."""
        if self.modified is None:
            return False
        if tag := request.get("If-None-Match"):
            return tag == self.etag
        return request.get("If-Modified-Since") == self.last_modified

    def browsable(self, host: str, hosts: Collection[str]) -> Page:
        """The same page for a browser that knows no proxy: the links to `hosts` lead to /<host>/ of one server."""
        text = re.sub(r'(href|src)="/(?!/)', rf'\1="/{host}/', self.text)
        for other in hosts:
            text = text.replace(f'"http://{other}/', f'"/{other}/')
        return replace(self, text=text, location=self.location.removeprefix("http:/"))


def demo_pages(now: datetime) -> dict[str, dict[str, Page]]:
    """Host → path → page, at `now` (aware)."""
    environment = _environment(now)
    return {site.host: dict(_pages(site, environment)) for site in demo_sites(now)}


def not_found() -> Page:
    """What a host says where nothing stands."""
    return Page(_NOT_FOUND, status=404)


def index(now: datetime) -> Page:
    """A page for people that links the sites, by /<host>/."""
    return Page(_environment(now).get_template("index.html").render(sites=demo_sites(now)))


def said(at: datetime, now: datetime) -> str:
    """An instant as forums write it: 刚刚, 5 分钟前, 3 小时前, 昨天 14:03, 前天 14:03, 2024-03-05 14:03."""
    minutes, days = int((now - at).total_seconds() // 60), (now.astimezone(at.tzinfo).date() - at.date()).days
    if minutes < 1:
        return "刚刚"
    if minutes < 60:
        return f"{minutes} 分钟前"
    if days == 0:
        return f"{minutes // 60} 小时前"
    return {1: f"昨天 {at:%H:%M}", 2: f"前天 {at:%H:%M}"}.get(days, f"{at:%Y-%m-%d %H:%M}")


def posted(at: datetime, now: datetime) -> str:
    """An instant as threads write it: today's as `said`, the others in full."""
    return said(at, now) if at.date() == now.astimezone(at.tzinfo).date() else f"{at:%Y-%m-%d %H:%M}"


def _environment(now: datetime) -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters["said"] = lambda at: said(at, now)
    environment.filters["posted"] = lambda at: posted(at, now)
    environment.filters["rfc2822"] = format_datetime
    environment.globals["now"] = now
    return environment


def _pages(site: Site, environment: Environment) -> Iterator[tuple[str, Page]]:
    def page(template: str, **context: Any) -> Page:
        text = environment.get_template(f"{site.key}/{template}").render(site=site, **context)
        return Page(text, _FEED_TYPE if template.endswith(".xml") else site.content_type, site.charset)

    newest = max(item.last_at for item in site.items)
    yield "/robots.txt", Page(site.robots, "text/plain")
    for path, template in site.pages.items():
        yield path, replace(page(template, path=path, items=site.items), modified=newest)
    for path, section in site.sections.items():
        items = [item for item in site.items if section in ("", item.section)]
        yield path, replace(page("list.html", path=path, section=section, items=items), modified=newest)
    for item in site.items:
        if not item.gone:
            yield item.path, page("item.html", path=item.path, item=item, others=_others(site, item))
        if item.link != item.path:
            yield item.link, Page("", status=301, location=f"http://{site.host}{item.path}")


def _others(site: Site, item: Item) -> list[Item]:
    return [other for other in site.items if other.id != item.id]
