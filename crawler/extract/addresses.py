"""The addresses that a page names: its own, and its lead image's. Complete http and https URLs only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urljoin, urlsplit

from crawler.extract.structured import Stated
from crawler.extract.table import Table, within

MAX_URL_CHARS = 2_000
"""Longer ones are data, or an attack."""

MIN_IMAGE_SIDE = 100
"""Pixels: smaller images are icons and portraits of authors."""

MAX_IMAGES = 20
"""So many images of the content are looked at."""

IMAGE_SOURCES = ("data-original", "data-src", "data-lazy-src", "original", "src")
"""Where an <img> has its address, best first: pages that load images late have a placeholder in `src`."""


def absolute(base: str, address: object) -> str:
    """An address on the page `base` as a complete http or https URL without fragment; "" if it cannot be one."""
    if not isinstance(address, str) or not address or len(address) > MAX_URL_CHARS:
        return ""
    try:
        url = urljoin(base, address.strip())
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # such as http://[::1 or a port that is no number
        return ""
    return url.partition("#")[0] if usable else ""


def canonical_url(stated: Stated, url: str) -> tuple[str, str]:
    """The page's own address as it states it, and where: "link", "og", or two empty strings.

    One without a path is left out where the page's own has one: sites put their front page's into every page.
    """
    for address, origin in ((stated.links.get("canonical"), "link"), (stated.meta_text("og:url"), "og")):
        found = absolute(url, address)
        if found and (_has_path(found) or not _has_path(url)):
            return found, origin
    return "", ""


def _has_path(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return bool(parts.path.strip("/") or parts.query)


def lead_image(table: Table, stated: Stated, content: range, url: str) -> tuple[str, str]:
    """The address of the image that stands for the page, and where it was found: "og", "json-ld", "img", or two empty
    strings. `content` are the nodes of the main content."""
    return next(
        ((found, origin) for address, origin in _images(table, stated, content) if (found := absolute(url, address))),
        ("", ""),
    )


def _images(table: Table, stated: Stated, content: range) -> Iterator[tuple[str, str]]:
    yield stated.meta_text("og:image"), "og"
    for thing in stated.things:
        yield _image_of(thing.get("image")), "json-ld"
    yield stated.meta_text("twitter:image"), "og"
    for node in within(table.elements.get("img", ()), content)[:MAX_IMAGES]:
        if address := image_source(table.attributes[node]):
            yield address, "img"


def _image_of(value: object) -> str:
    """The address in a value of JSON-LD: text, an ImageObject, or a list of either."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("url") or value.get("contentUrl")
    return value if isinstance(value, str) else ""


def image_source(attributes: Mapping[str, str]) -> str:
    """The address of an <img>, "" for one that is too small to say anything."""
    sides = (attributes.get(side, "").removesuffix("px") for side in ("width", "height"))
    if any(side.isdecimal() and int(side[:6]) < MIN_IMAGE_SIDE for side in sides):
        return ""
    found = (attributes[name] for name in IMAGE_SOURCES if attributes.get(name))
    return next((address for address in found if not address.startswith("data:")), "")
