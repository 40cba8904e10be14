"""The element that a page marks up as its article's body, in a vocabulary that others than its own styles read.

Source: the microformats hAtom (entry-content) and h-entry (e-content), and schema.org's articleBody. Lists of articles
mark up each one's, so that only one that stands alone is believed; and people forget to close it, or put it around a
part of the text, so that what is chosen by its text may reach beyond it.
"""

from __future__ import annotations

from crawler.extract.boilerplate import Saying
from crawler.extract.table import Table, once

_CLASSES = frozenset(["entry-content", "e-content"])
_PROPERTY = "articleBody"


@once
def marked_body(table: Table) -> int:
    """The only outermost element that is marked up as an article's body, -1 if there is none."""
    body = -1
    for node in sorted(_marked(table)):
        if body < 0:
            body = node
        elif node >= table.ends[body]:
            return -1
    return body


def _marked(table: Table) -> set[int]:
    properties = table.marked.get("itemprop", ())
    stated = (node for node in properties if table.attributes[node]["itemprop"] == _PROPERTY)
    return {*table.called(_says_body), *stated}


@Saying
def _says_body(name: str) -> bool:
    return not _CLASSES.isdisjoint(name.split())
