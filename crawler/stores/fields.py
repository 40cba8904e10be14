"""What a search asks of a document's fields, as values: on which sites it stands, and who wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

_VALUE = re.compile(r"""["“”](?P<whole>[^"“”]*)["“”]?|(?P<part>[^|｜,，、;；"“”]+)""")


class FieldName(StrEnum):
    """A field that can be named in a query."""

    SITE = "site"
    AUTHOR = "author"


NAMES = {"site": FieldName.SITE, "站点": FieldName.SITE, "author": FieldName.AUTHOR, "作者": FieldName.AUTHOR}
"""How they are called there."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a field is to be; or, for a name, to hold, unless it is meant `whole`. Capitals do not count."""

    text: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """The field is one of the values; or none of them, if they are `excluded`."""

    name: FieldName
    values: tuple[Value, ...]
    excluded: bool = False


def sites(text: str) -> tuple[str, ...]:
    """The hosts named in a text, parted by spaces, commas or bars; of a pasted address it is that address's host."""
    named = (_host(part) for part in re.split(r"[\s|｜,，、;；]+", text))
    return tuple(dict.fromkeys(filter(None, named)))


def field(name: FieldName, text: str, *, excluded: bool = False) -> Field | None:
    """A field with the values written in a text: several have commas or bars between them; a name in quotes is meant
    whole. None where there is no value."""
    found = (Value(host, whole=True) for host in sites(text)) if name is FieldName.SITE else _names(text)
    values = tuple(dict.fromkeys(found))
    return Field(name, values, excluded) if values else None


def merged(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Fields of the same name as one: of what is typed twice, either is enough."""
    together: dict[tuple[FieldName, bool], tuple[Value, ...]] = {}
    for one in fields:
        key = one.name, one.excluded
        together[key] = tuple(dict.fromkeys([*together.get(key, ()), *one.values]))
    return tuple(Field(name, values, excluded) for (name, excluded), values in together.items())


def _names(text: str) -> Iterator[Value]:
    for match in _VALUE.finditer(text):
        name = (match["part"] if match["whole"] is None else match["whole"]).strip()
        if name:
            yield Value(name, whole=match["whole"] is not None)


def _host(site: str) -> str:
    if "://" not in site:
        return site.strip('"“”').lower()
    try:
        return urlsplit(site).hostname or site
    except ValueError:
        return site
