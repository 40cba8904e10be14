"""Which addresses of a page are of one family: alike but for an id. Learned from the page's own addresses.

An address is cut into pieces: the segments of its path (a query that has no "=" counts as path) and its parameters. A
piece that recurs is literal; one that varies is known by its outline only: where its numbers stand, and its ending. The
id of a family is the first place where its addresses differ from each other, a number where there is one, else a word.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

_NUMBER = re.compile(r"\d+")
_ENDING = re.compile(r"\.[a-z]{2,5}$", re.IGNORECASE)
_MAX_PIECES = 12
_MAX_CORES = 60
"""The largest families of a page: it hardly has more that are of any size."""
_MOST_DIGITS = 20
"""Of a number: Python reads none of thousands of digits."""

_MIN_RECURRING = 3
_KNOWN = re.compile(
    r"(?:view|show)?[-_]?(?:(?:forum|group|board)[-_]?)?(?:threads?|topics?|discussions?|questions?|posts?|tickets?|issues?|bugs?|"
    r"forums?|boards?|category|categories)(?:[-_.]?0){0,4}(?:\.[a-z]{2,5})?",
    re.IGNORECASE,
)
"""Words of forums before an id. They are no titles, however few addresses have them."""
_OF_BOARDS = re.compile(r"forum|board|categor", re.IGNORECASE)
"""Those of them that stand before a board's id, and before a thread's where that is part of the board's address."""
_KNOWN_PARAM = re.compile(r"t|[tf]id|(?:show)?(?:topic|thread|forum)(?:_?id)?", re.IGNORECASE)
_DISTINCT = 0.7
"""Of the most different values that any place of a family has, so many make a place its id: dates and boards, which
stand before it, have fewer."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address in pieces. `classes` are its pieces as far as they are typical; `path_length` of them are its path's,
    the others its parameters'."""

    url: str
    pieces: tuple[str, ...]
    params: tuple[tuple[str, str], ...]
    classes: tuple[str, ...] = ()

    @property
    def outline(self) -> tuple[str, ...]:
        """What addresses have in common before anything is known of their ids."""
        return (*self.classes, *(_param_class(name, value) for name, value in self.params))


@dataclass(frozen=True, slots=True)
class Core:
    """What the addresses of a family share up to their id: classes of whole pieces, then what stands in the id's own
    piece before it. `param` names the parameter that is the id; then `head` is unused and `fixed` has the parameters
    before it that are words. `ending` is that of the id's own piece: /7.html is no page of /7/. `outline` is that piece
    up to its words or its ending."""

    prefix: tuple[str, ...]
    head: str = ""
    ending: str = ""
    param: str = ""
    fixed: tuple[tuple[str, str], ...] = ()
    is_word: bool = False
    outline: str = field(default="", compare=False)

    def id_of(self, address: Address) -> str:
        """The id of an address of this family; "" for another's."""
        depth = len(self.prefix)
        if address.classes[:depth] != self.prefix:
            return ""
        if self.param:
            values = dict(address.params)
            if len(address.classes) != depth or any(values.get(name) != value for name, value in self.fixed):
                return ""
            number = _NUMBER.match(values.get(self.param, ""))
            return number.group() if number else ""
        if len(address.pieces) <= depth:
            return ""
        piece = address.pieces[depth]
        if _ending(piece) != self.ending:
            return ""
        if self.is_word:
            return piece if "*" in address.classes[depth] else ""
        return next(
            (m.group() for m in _NUMBER.finditer(piece) if _head(piece[: m.start()], self.head) == self.head), ""
        )

    @property
    def words(self) -> str:
        """The literal text that stands nearest before the id: what the site calls this family."""
        if self.param:
            return " ".join((*(value for _, value in self.fixed), self.param))
        letters = re.sub(r"[\d*]+", " ", self.head).strip(" -_.")
        above = next((piece for piece in reversed(self.prefix[1:]) if piece != "*"), "")  # titles say nothing
        return letters or above.strip("0*-_.")


def take_apart(urls: Sequence[str]) -> list[Address]:
    """The addresses of a page, each once, with their classes."""
    addresses = [_cut(url) for url in dict.fromkeys(urls)]
    classes: list[list[str]] = [[] for _ in addresses]
    _classify(addresses, classes, list(range(len(addresses))), 0)
    return [
        Address(one.url, one.pieces, one.params, tuple(known)) for one, known in zip(addresses, classes, strict=True)
    ]


def cores(addresses: Sequence[Address]) -> list[Core]:
    """The cores of the families of two addresses or more, the largest first, each once."""
    families: dict[tuple[str, ...], list[Address]] = defaultdict(list)
    for address in addresses:
        families[address.outline].append(address)
    largest = sorted((family for family in families.values() if len(family) > 1), key=len, reverse=True)
    return list(dict.fromkeys(core for core in map(_core, largest[:_MAX_CORES]) if core))


def lone_cores(addresses: Sequence[Address]) -> list[Core]:
    """The cores of addresses whose ids stand behind words that forums use, as those of a single thread do."""
    return list(dict.fromkeys(core for core in map(_known_core, addresses) if core))


def as_written(address: Address) -> Address:
    """An address all of whose words are literal, where there are too few others to tell."""
    return replace(address, classes=(address.pieces[0], *map(_mask, address.pieces[1:])))


def numbered_cores(addresses: Sequence[Address]) -> list[Core]:
    """The cores of addresses of any words whose ids are their largest numbers."""
    found = dict.fromkeys(core for core in map(_numbered_core, addresses) if core)
    return list(islice(found, _MAX_CORES))


def _numbered_core(one: Address) -> Core | None:
    places = {place: int(number[:_MOST_DIGITS]) for place, (number,) in _number_places([one]).items()}
    return _core_at(one, max(places, key=places.__getitem__)) if places else None


def _known_core(one: Address) -> Core | None:
    for name, value in one.params:
        if _KNOWN_PARAM.fullmatch(name) and _NUMBER.match(value):
            return _core_at(one, name)
    known = [depth for depth, kind in enumerate(one.classes[1:], 1) if _KNOWN.fullmatch(kind)]
    for depth in sorted(known, key=lambda depth: _OF_BOARDS.match(one.classes[depth]) is not None):
        at = depth if "0" in one.classes[depth] else depth + 1
        if "0" in "".join(one.classes[at : at + 1]):
            return _core_at(one, (at, 0))
    return None


def _cut(url: str) -> Address:
    parts = urlsplit(url)
    query = parts.query
    path = parts.path
    if query.startswith("/") or (query and "=" not in query):
        more, _, query = query.partition("?")
        path = f"{path}/{more}"
    pieces = [piece for piece in path.split("/") if piece][:_MAX_PIECES]
    return Address(url, (parts.hostname or "", *pieces), tuple(parse_qsl(query, keep_blank_values=True)))


def _classify(addresses: Sequence[Address], classes: list[list[str]], group: list[int], depth: int) -> None:
    """Give every address of a group, whose classes are the same so far, its class at this depth; then go on."""
    there = [number for number in group if len(addresses[number].pieces) > depth]
    masks = {
        number: _mask(addresses[number].pieces[depth]) if depth else addresses[number].pieces[0] for number in there
    }
    # What follows is counted once: a thread's own pages make its title no folder.
    counts = Counter(mask for mask, _, _ in {(masks[n], *_with_next(addresses[n], depth)) for n in there})
    numbered = Counter(mask for mask, _ in {(masks[n], addresses[n].pieces[depth]) for n in there} if "0" in mask)
    literal = {mask for mask in counts if depth == 0 or _is_literal(mask, counts[mask], numbered[mask])}
    outline = _outlines([mask for mask in counts if mask not in literal])
    groups: dict[str, list[int]] = defaultdict(list)
    for number in there:
        mask = masks[number]
        kind = mask if mask in literal else outline[mask]
        classes[number].append(kind)
        groups[kind].append(number)
    for members in groups.values():
        _classify(addresses, classes, members, depth + 1)


def _with_next(address: Address, depth: int) -> tuple[str, object]:
    """A piece and what follows it: of what has a number, a folder; parameters are those of its own pages."""
    piece = address.pieces[depth]
    after = address.pieces[depth + 1 : depth + 2]
    return piece, after or (() if _NUMBER.search(piece) else address.params)


def _mask(piece: str) -> str:
    return _NUMBER.sub("0", piece)


def _is_literal(mask: str, count: int, numbered: int) -> bool:
    """Whether a piece recurs, for what follows it differs or its numbers do, is a number, or a word of forums."""
    is_number = not _ENDING.sub("", mask).strip("0-_.")
    return count >= _MIN_RECURRING or numbered >= 2 or is_number or _KNOWN.fullmatch(mask) is not None


def _outlines(masks: Sequence[str]) -> dict[str, str]:
    """Pieces of words by where their numbers stand: 0-some-words.html → 0-*.html, some-words.0 → *.0.

    A number at the end that few of them have is one of the words.
    """
    cut = {mask: _cut_outline(mask) for mask in masks}
    tails = Counter(tail for _, tail, _ in cut.values())
    usual = {tail for tail, count in tails.items() if 2 * count >= len(masks)}
    return {mask: lead + "*" + (tail if tail in usual else "") + ending for mask, (lead, tail, ending) in cut.items()}


def _cut_outline(mask: str) -> tuple[str, str, str]:
    """The number that a piece begins with, the number that it ends with, and its ending after a full stop."""
    found = _ENDING.search(mask)
    body, ending = (mask[: found.start()], found.group()) if found else (mask, "")
    lead = re.match(r"0[-_.]", body)
    tail = re.search(r"[-_.]0$", body)
    return lead.group() if lead else "", tail.group() if tail else "", ending


def _ending(piece: str) -> str:
    found = _ENDING.search(piece)
    return found.group().lower() if found else ""


def _param_class(name: str, value: str) -> str:
    if not value or _NUMBER.match(value):
        return f"{name}=0"
    return f"{name}={value}" if len(value) <= 20 and not _NUMBER.search(value) else f"{name}=*"


def _core(family: Sequence[Address]) -> Core | None:
    """The first place where the addresses of a family differ enough, or None when they do nowhere."""
    places = _number_places(family)
    most = max((len(values) for values in places.values()), default=0)
    if most >= 2:
        place = next(place for place, values in places.items() if len(values) >= _DISTINCT * most)
        return _core_at(family[0], place)
    for depth, kind in enumerate(family[0].classes):
        if "*" in kind and len({one.pieces[depth] for one in family}) > 1:
            return Core(family[0].classes[:depth], ending=_ending(kind), is_word=True)
    return None


Place = tuple[int, int] | str
"""The piece and which of its numbers, or a parameter's name."""


def _number_places(family: Sequence[Address]) -> Mapping[Place, set[str]]:
    """The values of every number, by its place, in the order of the address."""
    values: dict[Place, set[str]] = defaultdict(set)
    for one in family:
        for depth, piece in enumerate(one.pieces[1:], 1):
            for nth, number in enumerate(_stable_numbers(piece, one.classes[depth])):
                values[depth, nth].add(number)
        for name, value in one.params:
            if leading := _NUMBER.match(value):
                values[name].add(leading.group())
    return values


def _stable_numbers(piece: str, kind: str) -> list[str]:
    """The numbers of a piece that its class names too: not those among the words of a title."""
    numbers = _NUMBER.findall(piece)
    if "*" not in kind:
        return numbers
    lead = numbers[:1] if kind.startswith("0") else []
    return lead + (numbers[-1:] if re.search(r"\*[-_.]0", kind) else [])


def _core_at(example: Address, place: Place) -> Core:
    if isinstance(place, str):
        before = example.params[: [name for name, _ in example.params].index(place)]
        fixed = tuple((name, value) for name, value in before if value and not _NUMBER.search(value))
        return Core(example.classes, param=place, fixed=fixed)
    depth, nth = place
    kind = example.classes[depth]
    starts = [match.start() for match in _NUMBER.finditer(kind)]
    start = 0 if kind.startswith("0") and nth == 0 else starts[-1] if "*" in kind else starts[nth]
    return Core(example.classes[:depth], kind[:start], _ending(kind), outline=_ENDING.sub("", kind).partition("*")[0])


def _head(text: str, like: str) -> str:
    """What stands before a number, as the heads of cores are written."""
    mask = _mask(text)
    if "*" not in like:
        return mask
    return "*" + like[like.index("*") + 1 :] if mask.endswith(like[like.index("*") + 1 :]) and len(mask) > 1 else mask
