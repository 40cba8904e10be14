"""Saved pages under wrong and missing declarations: the share that is decoded as if the declaration were right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crawler.extract import decode
from tests.unit.test_extract_corpus import rows

DECLARED = ["", "utf-8", "gb2312", "iso-8859-1", "big5", "shift_jis", "nonsense"]


def variants(text: str, encoding: str) -> list[bool]:
    """For each declaration, in the header and in <meta>: was it decoded right?"""
    undeclared = re.sub(r"charset\s*=\s*[\"']?[\w-]+", "", text)
    encoded = undeclared.encode(encoding, "xmlcharrefreplace")
    expected = encoded.decode(encoding)
    results = []
    for name in DECLARED:
        meta = f'<meta http-equiv="Content-Type" content="text/html; charset={name}">' if name else ""
        results.append(decode(encoded, f"text/html; charset={name}").text == expected)
        results.append(decode(meta.encode() + encoded).text == meta + expected)
    return results


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("gne_selector", "utf-8"),
        ("gne_selector", "gb18030"),
        ("netease_selector", "gb18030"),
        ("zh_handcrafted", "gb18030"),
        ("zh_misc", "big5hkscs"),
        ("fundus", "utf-8"),
    ],
)
def test_wrong_and_missing_charsets(corpora: Path, name: str, encoding: str) -> None:
    results = []
    for _, html in rows(corpora / "articles" / name):
        text = decode(html).text
        if len(text.encode(encoding, "ignore").decode(encoding)) >= 0.99 * len(text):
            results += variants(text, encoding)
    assert len(results) >= 50
    assert sum(results) / len(results) >= 0.995
