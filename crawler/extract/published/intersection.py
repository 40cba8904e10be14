"""The site template by intersection, as published: what a site's pages have in common is not what one of them is about.

Source: the articles of 2017 on a general crawler, part 1: a page is the set of its texts, each with its tag path; the
template of a site is the intersection of its pages, kept as a stream; effective is what a page has beyond it and what
looks like Chinese by simple rules. The language model of the same article is left out there too, as too slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from crawler.extract.instant import is_time
from crawler.extract.published.pean import MAX_TIME_CHARS
from crawler.extract.table import Table

MIN_CHINESE = 0.5
"""Share of Chinese characters in a text that is kept."""

Item = tuple[int, str]
"""A tag path's number and a text."""

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_NAME = re.compile(r"\w+\Z")


class Template:
    """A site's template: what all its pages so far have. Empty until there are two."""

    def __init__(self) -> None:
        self._paths: dict[tuple[int, str], int] = {}
        self._common: set[Item] | None = None
        self._pages = 0

    def add(self, table: Table) -> None:
        """Take one more page of the site into account."""
        items = set(self._items(table))
        self._common = items if self._common is None else self._common & items
        self._pages += 1

    def effective(self, table: Table) -> list[int]:
        """The text leaves of a page that are not in the template and pass the rules, in order."""
        common = self._common if self._common and self._pages > 1 else set()
        beyond = [leaf for leaf, item in zip(table.leaves, self._items(table), strict=True) if item not in common]
        return [leaf for leaf in beyond if _is_effective(table.texts[leaf].strip())]

    def _items(self, table: Table) -> Sequence[Item]:
        paths: list[int] = []
        for tag, parent in zip(table.tags, table.parents, strict=True):
            above = paths[parent] if parent >= 0 else -1
            paths.append(self._paths.setdefault((above, tag), len(self._paths)))
        return [(paths[leaf], table.texts[leaf].strip()) for leaf in table.leaves]


def main_content(table: Table, others: Iterable[Table] = ()) -> list[int]:
    """The effective text leaves of a page, given other pages of its site; without any, only the rules are left."""
    template = Template()
    for page in (table, *others):
        template.add(page)
    body = range(table.body, table.ends[table.body]) if len(table) else range(0)
    return [leaf for leaf in template.effective(table) if leaf in body]


def chinese_characters(text: str) -> int:
    """How many characters of a text are Chinese."""
    return len(_CHINESE.findall(text))


def _is_effective(text: str) -> bool:
    """Dates and what may be a name are kept; of all else, what is mostly Chinese."""
    if (len(text) <= MAX_TIME_CHARS and is_time(text)) or _NAME.match(text):
        return True
    return chinese_characters(text) >= MIN_CHINESE * len("".join(text.split()))
