"""What makers of made-up pages share: templates put together at random, sentences that a page says once, elements that
are called the same on all of it, and the figures of what was read by what the templates chose."""

from __future__ import annotations

import argparse
import random
import string
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from benchmarks.engines.comparison import Figures, header, row

Choices = Mapping[str, tuple[Any, ...]]
"""What a template chooses from, by what it is for, each as likely as the next."""


@dataclass(frozen=True, slots=True)
class MadeUp:
    """A page, its address, what its template chose, and what was put in."""

    html: str
    url: str
    chosen: dict[str, Any]
    gold: dict[str, Any]


class Template:
    """A template that chooses at random: the same for the same seed. `names` is what parts of it are called where that
    says something, `words` a file of languages."""

    def __init__(self, seed: int | str, choices: Choices, names: Mapping[str, Sequence[str]], words: Path) -> None:
        self.dice = random.Random(seed)
        self.chosen = {name: self.dice.choice(values) for name, values in choices.items()}
        self.language = _languages(words)[self.chosen["language"]]
        self._names = names
        self._said: set[str] = set()
        self._classes: dict[str, str] = {}

    def sentence(self) -> str:
        """A sentence that the page has not said."""
        sentence = ""
        while not sentence or sentence in self._said:
            sentence = "".join(map(self.dice.choice, self.language["sentences"]))
        self._said.add(sentence)
        return sentence

    def element(self, tag: str, part: str, inside: str, attributes: str = "") -> str:
        """An element of a part of the template, called the same on all of the page."""
        if part not in self._classes:
            letters = "".join(self.dice.choices(string.ascii_lowercase, k=6))
            kind = self.chosen["classes"]
            kind = self.dice.choice(("words", "letters", "none")) if kind == "mixed" else kind
            name = {"words": self.dice.choice(self._names[part]), "letters": letters}.get(kind, "")
            self._classes[part] = f' class="{name}"' if name else ""
        return f"<{tag}{self._classes[part]}{attributes}>{inside}</{tag}>"


@cache
def _languages(words: Path) -> dict[str, Any]:
    return tomllib.loads(words.read_text(encoding="utf-8"))


class Chosen(Protocol):
    """What has a template that chose."""

    @property
    def chosen(self) -> dict[str, Any]: ...


def table(kind: str, pages: Sequence[Chosen], figures: Sequence[Figures]) -> Iterator[str]:
    """All pages, and those of each choice of their templates, as rows of a table."""
    yield header(kind)
    yield row(kind, "**all**", figures)
    by_choice: dict[tuple[str, str], list[Figures]] = defaultdict(list)
    for page, one in zip(pages, figures, strict=True):
        for name, value in page.chosen.items():
            by_choice[name, str(value)].append(one)
    for (name, value), some in sorted(by_choice.items()):
        yield row(kind, f"{name}: {value or 'none'}", some)


def run(
    kind: str, about: str | None, made_up: Callable[[int], MadeUp], read: Callable[[MadeUp], Figures], worst_by: str
) -> None:
    """The command: makes pages, reads them, and prints the table, and the seeds of those that are the worst by the sum
    of the figures that `worst_by` names, if asked."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="that of the first page; the others follow")
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--worst", type=int, default=0, help="print the seeds of so many pages that are read worst")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.pages)
    pages = list(map(made_up, seeds))
    figures = list(map(read, pages))
    print("\n".join(table(kind, pages, figures)))
    by = worst_by.split()
    worst = sorted(zip(figures, seeds, strict=True), key=lambda one: sum(one[0].get(name, 1) for name in by))
    for one, seed in worst[: options.worst]:
        print(f"seed {seed}: " + ", ".join(f"{name} {one[name]:.2f}" for name in by if name in one))
