"""The language of a text."""

from __future__ import annotations

import re

from crawler.extract.table import Table

SAMPLE_CHARS = 500
MIN_HAN = 0.2
"""Share of Han characters from which a text without kana and hangul is Chinese; quotes in others hold fewer."""

_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_TAG = re.compile(r"[a-z]{2,3}\b", re.IGNORECASE)


def language(table: Table, text: str) -> str:
    """The ISO 639 code of a text: told by its script for Chinese, Japanese and Korean, else what <html lang> says; ""
    when neither does. Pages in Chinese often say `en`, as the template that they were made from did."""
    sample = text[:SAMPLE_CHARS]
    letters = max(1, sum(map(str.isalpha, sample)))
    for code, script in (("ja", _KANA), ("ko", _HANGUL), ("zh", _HAN)):
        if len(script.findall(sample)) >= MIN_HAN * letters:
            return code
    stated = _TAG.match(table.attributes[0].get("lang", "")) if len(table) else None
    return stated[0].lower() if stated else ""
