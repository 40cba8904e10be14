"""What a person types into the search box, read once into parts that both stores translate, so that it means the same.

Words are all required; "…" or “…” is a phrase; a leading - excludes. Every word is searched as the exact sequence of
its terms: a Chinese word is an exact phrase over its pairs. An index of pairs has no single characters, only lone ones:

- a word of one Chinese character finds the pairs that begin or end with it, and the lone character;
- a word that ends in a lone one (T恤) also finds it with something after (T恤衫);
- of a word that begins with a lone one (第3季), the character and the rest are asked for each by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from crawler.stores.analysis import Token, tokens

MAX_QUERY_CHARS = 1000

_WORD = re.compile(r"""(?P<minus>[-－])?(?:["“”](?P<phrase>[^"“”]*)(?:["“”]|$)|(?P<word>[^\s"“”]+))""")


@dataclass(frozen=True, slots=True)
class Phrase:
    """These terms one after the other. `text` is what they were typed as; `open_end`: the last may go on."""

    text: str
    terms: tuple[str, ...]
    open_end: bool = False


@dataclass(frozen=True, slots=True)
class Character:
    """This Chinese, Japanese or Korean character, wherever it stands."""

    character: str


Part = Phrase | Character


@dataclass(frozen=True, slots=True)
class Expression:
    """All the `required` parts, and none of the `excluded` words (each a group of parts that only excludes as a whole).

    `hopeless`: something was typed, but no word to search for.
    """

    required: tuple[Part, ...] = ()
    excluded: tuple[tuple[Part, ...], ...] = ()
    hopeless: bool = False


def parse(text: str) -> Expression:
    """Read a query. Raises ValueError, with a sentence, when it is too long."""
    if len(text) > MAX_QUERY_CHARS:
        raise ValueError(f"A query has at most {MAX_QUERY_CHARS} characters; this one has {len(text)}.")
    required: list[Part] = []
    excluded: list[tuple[Part, ...]] = []
    for match in _WORD.finditer(text):
        parts = tuple(_parts(match["phrase"] if match["word"] is None else match["word"]))
        if not match["minus"]:
            required += parts
        elif parts:
            excluded.append(parts)
    nothing = not required and not excluded
    return Expression(tuple(dict.fromkeys(required)), tuple(excluded), hopeless=nothing and bool(text.strip()))


def _parts(word: str) -> Iterator[Part]:
    rest = list(tokens(word))
    while rest and _lone(rest[0]):
        yield Character(rest.pop(0).term)
    if rest:
        typed = word[rest[0].start :]
        yield Phrase(typed, tuple(token.term for token in rest), open_end=_lone(rest[-1]))


def _lone(token: Token) -> bool:
    return token.cjk and len(token.term) == 1
