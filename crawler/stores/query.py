"""What a person types into the search box, read once into parts that both stores translate, so that it means the same.

Words are all required; "…" or “…” is a phrase; of words with | or OR between them one is enough; a leading - excludes.
Every word is searched as the exact sequence of its terms: a Chinese word is an exact phrase over its pairs. An index of
pairs has no single characters, only lone ones:

- a word of one Chinese character finds the pairs that begin or end with it, and the lone character;
- a word that ends in a lone one (T恤) also finds it with something after (T恤衫);
- of a word that begins with a lone one (第3季), the character and the rest are asked for each by itself.

site:news.example and author:NAME (站点：…, 作者：…) ask for a field; several values have | between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from crawler.stores.analysis import Token, tokens
from crawler.stores.fields import NAMES, Field, field, merged

MAX_QUERY_CHARS = 1000

_PHRASE = r"""["“”](?P<phrase>[^"“”]*)(?:["“”]|$)"""
_NAME = rf"(?:{'|'.join(NAMES)})[:：]"
_VALUE = r"""(?:["“”][^"“”]*(?:["“”]|$)|[^\s"“”|｜]+)"""
_FIELD = rf"(?P<field>{_NAME})(?P<values>{_VALUE}(?:[|｜](?!{_NAME}){_VALUE})*)"
_WORD = re.compile(
    rf"""(?P<bar>[|｜]|(?<!\S)(?-i:OR)(?!\S))|(?P<minus>[-－])?(?:{_FIELD}|{_PHRASE}|(?P<word>[^\s"“”|｜]+))""", re.I
)


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

Word = tuple[Part, ...]
"""What was typed as one word or phrase: all its parts are meant."""


@dataclass(frozen=True, slots=True)
class Expression:
    """All the `required` parts, one word of each of `either`, none of the `excluded` words, and the `fields`.

    `hopeless`: something was typed, but no word to search for.
    """

    required: tuple[Part, ...] = ()
    excluded: tuple[Word, ...] = ()
    hopeless: bool = False
    either: tuple[tuple[Word, ...], ...] = ()
    fields: tuple[Field, ...] = ()

    @property
    def sought(self) -> tuple[Part, ...]:
        """Every part that a document may be found by."""
        return (*self.required, *(part for words in self.either for word in words for part in word))


def parse(text: str) -> Expression:
    """Read a query. Raises ValueError, with a sentence, when it is too long."""
    if len(text) > MAX_QUERY_CHARS:
        raise ValueError(f"A query has at most {MAX_QUERY_CHARS} characters; this one has {len(text)}.")
    wanted: list[list[Word]] = []
    excluded: list[Word] = []
    fields: list[Field] = []
    last: list[Word] | None = None  # what a bar adds to
    either = False
    for match in _WORD.finditer(text):
        if match["field"]:
            name = NAMES[match["field"][:-1].lower()]
            fields += filter(None, [field(name, match["values"], excluded=bool(match["minus"]))])
            last, either = None, False
            continue
        parts = () if match["bar"] else tuple(_parts(match["phrase"] if match["word"] is None else match["word"]))
        if not parts:
            either |= bool(match["bar"])
            continue
        if match["minus"]:
            excluded.append(parts)
            last = None
        elif either and last:
            last.append(parts)
        else:
            wanted.append(last := [parts])
        either = False
    return Expression(
        tuple(dict.fromkeys(part for words in wanted if len(words) == 1 for part in words[0])),
        tuple(excluded),
        hopeless=not wanted and not excluded and not fields and bool(text.strip()),
        either=tuple(tuple(words) for words in wanted if len(words) > 1),
        fields=merged(fields),
    )


def _parts(word: str) -> Iterator[Part]:
    rest = list(tokens(word))
    while rest and _lone(rest[0]):
        yield Character(rest.pop(0).term)
    if rest:
        typed = word[rest[0].start :]
        yield Phrase(typed, tuple(token.term for token in rest), open_end=_lone(rest[-1]))


def _lone(token: Token) -> bool:
    return token.cjk and len(token.term) == 1
