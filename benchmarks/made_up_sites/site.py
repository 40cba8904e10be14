"""What a made-up site is, for those who crawl it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urljoin, urlsplit

from lxml import html

from benchmarks.engines.comparison import Gold


class Site(ABC):
    """A site of one template, as it is now. `source_url` is all that a person says of it, beside its `channel`;
    `known` is what it has for readers by its addresses, and `wanted` are those of them that the source leads to."""

    kind: ClassVar[str]
    channel = "page"

    def __init__(self, seed: int, host: str, chosen: dict[str, Any]) -> None:
        self.seed = seed
        self.host = host
        self.chosen = chosen
        self.source_url = ""

    @property
    @abstractmethod
    def known(self) -> Mapping[str, Gold]: ...

    @property
    @abstractmethod
    def wanted(self) -> list[str]: ...

    @abstractmethod
    def pages(self) -> dict[str, str]:
        """The markup of all its pages by their addresses."""

    def moves(self) -> dict[str, str]:
        """Addresses that lead to others."""
        return {}

    @abstractmethod
    def go_on(self) -> None:
        """People write more: the pages are others now."""


def links_of(pages: Mapping[str, str]) -> set[str]:
    """The addresses on the hosts of pages to which they lead, and which are none of them."""
    hosts = {urlsplit(url).netloc for url in pages}
    found = set[str]()
    for url, page in pages.items():
        links = (urljoin(url, link.get("href", "")).partition("#")[0] for link in html.fromstring(page).iter("a"))
        found.update(link for link in links if link.startswith("http") and urlsplit(link).netloc in hosts)
    return found - pages.keys()
