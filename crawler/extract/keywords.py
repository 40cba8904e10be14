"""Keywords of a text, by TextRank."""

from __future__ import annotations


def keywords(text: str, limit: int) -> list[str]:
    """The `limit` words that stand best connected in a Chinese text, best first (TextRank, as jieba does it)."""
    if limit < 1 or not text.strip():
        return []
    import logging

    import jieba  # loads a dictionary for about a second, which nobody else should wait for

    jieba.setLogLevel(logging.WARNING)
    from jieba.analyse import textrank

    return [str(word) for word in textrank(text, topK=limit)]
