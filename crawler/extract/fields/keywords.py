"""Keywords and summary of a text, by TextRank. For those who ask: jieba's dictionary takes a second to load.

Source: Mihalcea and Tarau 2004, TextRank: bringing order into texts. Keywords as jieba does them; in the summary two
sentences are connected by the words they share, divided by the logarithms of their lengths.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from math import log

MAX_SENTENCES = 200
"""So many of a text's sentences are ranked: the time grows with their square, and what leads stands first."""

DAMPING = 0.85
ROUNDS = 30
"""Of the iteration; ranks change by less than 1 % long before."""

MIN_WORDS = 5
"""Shorter sentences count as so long: two words that all share would lead every summary."""

_SENTENCE = re.compile(r"[^。！？!?\n]+?(?:[。！？!?]+[”’」』）)]*|\.(?=\s|$)|(?=\n)|$)")
_WORD = re.compile(r"\w{2,}")


def keywords(text: str, limit: int) -> list[str]:
    """The `limit` words that stand best connected in a Chinese text, best first."""
    if limit < 1 or not text.strip():
        return []
    import jieba

    jieba.setLogLevel(logging.WARNING)
    from jieba.analyse import textrank

    return [str(word) for word in textrank(text, topK=limit)]


def summary(text: str, limit: int) -> str:
    """The `limit` sentences that share most with the others, in the text's order; at most all of them."""
    sentences = [match[0].strip() for match in _SENTENCE.finditer(text) if _WORD.search(match[0])][:MAX_SENTENCES]
    if limit < 1 or not sentences:
        return ""
    ranks = _ranks([_words(sentence) for sentence in sentences])
    best = sorted(range(len(sentences)), key=lambda number: -ranks[number])[:limit]
    chosen = [sentences[number] for number in sorted(best)]
    return "".join(one if one[-1] in "。！？”’」』）" else f"{one} " for one in chosen).strip()


def _words(sentence: str) -> frozenset[str]:
    import jieba

    jieba.setLogLevel(logging.WARNING)
    return frozenset(word.lower() for word in jieba.cut(sentence) if _WORD.fullmatch(word))


def _ranks(sentences: Sequence[frozenset[str]]) -> list[float]:
    weights = [[_alike(one, other) if one is not other else 0.0 for other in sentences] for one in sentences]
    totals = [sum(row) or 1.0 for row in weights]
    ranks = [1.0] * len(sentences)
    for _ in range(ROUNDS):
        given = [rank / total for rank, total in zip(ranks, totals, strict=True)]
        ranks = [
            1 - DAMPING + DAMPING * sum(weight * share for weight, share in zip(row, given, strict=True) if weight)
            for row in weights
        ]
    return ranks


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    shared = len(one & other)
    return shared / (log(max(MIN_WORDS, len(one))) + log(max(MIN_WORDS, len(other)))) if shared else 0.0
