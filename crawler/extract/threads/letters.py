"""Posts as bulletin boards write them, whole letters in one text: who sent it to which board, a title, from which
station and when; then the text, two dashes, a signature, and where it came from.

Pages that show such boards put each letter in a <pre>, or in a <textarea> whose text a script then colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crawler.extract.table import Table

STATIONS = ("发信站", "發信站")
"""What the line with the time begins with."""

MAX_HEAD_CHARS = 400
"""Characters of a letter that its head has at most."""

_HEAD = re.compile(
    r"\s*[发發寄]信人\s?[:：][^\n]+\n(?:[^\n]*\n)?\s*[标標]\s{0,4}[题題]\s?[:：][^\n]*\n(?:[^\n]*\n)?\s*[发發]信站\s?[:：]"
)


def letters(table: Table) -> Iterator[int]:
    """The text leaves that begin with the head of a letter."""
    for station in STATIONS:
        for leaf in table.leaves_with(station, range(len(table))):
            if _HEAD.match(table.texts[leaf][:MAX_HEAD_CHARS]):
                yield leaf
