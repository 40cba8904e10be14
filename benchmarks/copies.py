"""How many reprints are known as copies: of the gold texts of the saved articles, framed, cut and edited.

    python -m benchmarks.copies

Each text is changed in one way at a time. Prints in how many of 100 an index finds the original by the terms of the
reprint's sketch, in how many the two are then known as copies, and beside it in how many fingerprints of 64 bits
(SimHash over runs of three letters) differ by 3 bits at most, which is what is commonly looked up; and how many pairs
of different articles are found and taken for copies.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations
from pathlib import Path

from benchmarks.extraction import CORPORA, article_sets
from crawler.model import Document, Kind
from crawler.stores import is_copy, sketch

SEED = 1
BITS = 64
MAX_BITS = 3
COMMON = "的一是不了人我在有他这中大来上国"

Change = Callable[[str, random.Random], str]


def main() -> None:
    corpora = Path(os.environ.get("CRAWLER_TEST_CORPORA", CORPORA))
    originals = list(articles(corpora))
    sketches = [set(sketch(Kind.ARTICLE, one.text)) for one in originals]
    prints = [simhash(one.text) for one in originals]
    print(f"{len(originals)} articles; of 100 reprints:")
    print(f"{'':24}{'found':>8}{'copies':>8}{'SimHash':>9}")
    for name, change in CHANGES.items():
        chance = random.Random(SEED)
        reprints = [_article(one.title, change(one.text, chance)) for one in originals]
        found = [bool(set(sketch(one.kind, one.text)) & known) for one, known in zip(reprints, sketches, strict=True)]
        known = [both and is_copy(*pair) for both, *pair in zip(found, originals, reprints, strict=True)]
        near = [_bits(simhash(one.text), other) <= MAX_BITS for one, other in zip(reprints, prints, strict=True)]
        print(f"{name:24}{_share(found):8.1f}{_share(known):8.1f}{_share(near):9.1f}")
    met = [(one, other) for one, other in combinations(range(len(originals)), 2) if sketches[one] & sketches[other]]
    alike = sum(is_copy(originals[one], originals[other]) for one, other in met)
    pairs = len(originals) * (len(originals) - 1) // 2
    print(f"of {pairs:,} pairs of different articles {len(met)} are found, {alike} taken for copies")


def articles(corpora: Path) -> Iterator[Document]:
    """The articles with gold that are long enough for a sketch."""
    for folder in article_sets(corpora, None):
        for row in map(json.loads, (folder / "gold.jsonl").open(encoding="utf-8")):
            if sketch(Kind.ARTICLE, row["text"]):
                yield _article(row.get("title") or "untitled", row["text"])


def _article(title: str, text: str) -> Document:
    return Document(id="", url="", kind=Kind.ARTICLE, site="", title=title, text=text, source_id=1)


def _framed(text: str, chance: random.Random) -> str:
    return f"本报讯（记者 张三 李四）\n{text}\n责任编辑：王五 来源：某某日报\n转载请注明出处，本文仅代表作者个人观点"


def _cut(share: float) -> Change:
    return lambda text, chance: text[: int(len(text) * (1 - share))]


def _without_lead(text: str, chance: random.Random) -> str:
    return text.split("\n", 1)[-1]


def _thinned(text: str, chance: random.Random) -> str:
    return "\n".join(line for line in text.split("\n") if chance.random() > 0.25)


def _edited(share: float) -> Change:
    def edit(text: str, chance: random.Random) -> str:
        letters = list(text)
        for _ in range(max(1, int(len(letters) * share))):
            letters[chance.randrange(len(letters))] = chance.choice(COMMON)
        return "".join(letters)

    return edit


def _unpunctuated(text: str, chance: random.Random) -> str:
    return re.sub('[，。,.“”"]', " ", text)


CHANGES: Mapping[str, Change] = {
    "framed": _framed,
    "without its lead": _without_lead,
    "last tenth cut": _cut(0.1),
    "last quarter cut": _cut(0.25),
    "every 4th paragraph cut": _thinned,
    "1 letter in 100 changed": _edited(0.01),
    "2 letters in 100": _edited(0.02),
    "3 letters in 100": _edited(0.03),
    "without punctuation": _unpunctuated,
}


def simhash(text: str) -> int:
    """The fingerprint of Charikar (2002), as Manku et al. (2007) use it, over runs of three letters."""
    letters = "".join(filter(str.isalnum, text.casefold()))
    counts = [0] * BITS
    for run in {letters[at : at + 3] for at in range(len(letters) - 2)}:
        number = int.from_bytes(blake2b(run.encode("utf-8", "replace"), digest_size=BITS // 8).digest(), "big")
        for bit in range(BITS):
            counts[bit] += 1 if number >> bit & 1 else -1
    return sum(1 << bit for bit, count in enumerate(counts) if count > 0)


def _bits(one: int, other: int) -> int:
    return (one ^ other).bit_count()


def _share(found: Sequence[bool]) -> float:
    return 100 * sum(found) / len(found)


if __name__ == "__main__":
    main()
