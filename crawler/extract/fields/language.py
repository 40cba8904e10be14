"""The language of a text."""

from __future__ import annotations

import re
from collections import Counter

from crawler.extract.table import Table

SAMPLE_CHARS = 500
MIN_SHARE = 0.2
"""Share of the letters from which a text is in a script's language; quotes in others hold fewer."""

MIN_WORDS = 3
"""So many function words tell a language; fewer are names and loans."""

_SCRIPTS = tuple(
    (code, re.compile(f"[{letters}]+"))
    for code, letters in (
        ("ja", r"\u3040-\u30ff"),
        ("ko", r"\uac00-\ud7af"),
        ("zh", r"\u3400-\u9fff"),
    )
)
"""In this order: Japanese is written with Han characters too."""

_ONE_LANGUAGE = tuple(
    (code, re.compile(f"[{letters}]+"))
    for code, letters in (("th", r"\u0e00-\u0e7f"), ("he", r"\u0590-\u05ff"), ("el", r"\u0370-\u03ff"))
)
"""Scripts of one language; ones of several, such as Arabic and Cyrillic, are told by their words."""

_WORDS = {
    "en": "the of and to in is that for with you this are was it on as have from not",
    "de": "der die das und ist nicht mit den von ein eine auf für sich auch dem zu im",
    "fr": "le les des et est dans pour une que qui pas sur avec du au ce vous nous",
    "es": "el los las y es en una por con que del para se no su al lo como más",
    "pt": "os as e é em uma por com que do da dos das para não se ao mais um",
    "it": "il lo gli e è una di che per con non del della sono si al nel più da",
    "nl": "de het een en van is dat niet met voor op zijn te ook aan er maar",
    "ru": "и в не на что с по это как из для он она но от так же",
    "uk": "і в не на що з це як до та для він є від але",
    "ar": "في من على إلى أن عن هذا هذه التي الذي مع كان ما لا",
    "fa": "در به از که این را است با برای های می آن",
    "vi": "và của là có không được cho các một những trong với này đã để",
    "id": "yang dan di ini itu untuk dengan dari pada tidak ke dalam akan",
    "tr": "ve bir bu için ile de da ne çok daha olarak gibi olan",
    "pl": "i w nie na się z do to jest że jak o od po ale",
}
_WORDS_OF = {code: frozenset(words.split()) for code, words in _WORDS.items()}
_LANGUAGES = {
    word: [code for code, words in _WORDS_OF.items() if word in words]
    for word in frozenset().union(*_WORDS_OF.values())
}
"""The languages that a function word belongs to."""

_TAG = re.compile(r"[a-z]{2,3}\b", re.IGNORECASE)


def language(table: Table, text: str) -> str:
    """The ISO 639 code of a text, "" if nothing tells it.

    Chinese, Japanese and Korean are told by their script: pages in Chinese often say `en`, as the template that they
    were made from did. Else what <html lang> says counts, then scripts of one language, then function words.
    """
    sample = text[:SAMPLE_CHARS]
    if code := _by_script(sample, _SCRIPTS):
        return code
    stated = _TAG.match(table.attributes[0].get("lang", "")) if len(table) else None
    return stated[0].lower() if stated else _by_script(sample, _ONE_LANGUAGE) or _by_words(sample)


def _by_script(sample: str, scripts: tuple[tuple[str, re.Pattern[str]], ...]) -> str:
    return next((code for code, script in scripts if _is_in(script, sample)), "")


def _is_in(script: re.Pattern[str], sample: str) -> bool:
    """True if enough of the sample's letters are those of a script. Letters are only told from signs and numbers where
    it is not enough of all characters."""
    written = len("".join(script.findall(sample)))
    return written > 0 and (written >= MIN_SHARE * len(sample) or written >= MIN_SHARE * sum(map(str.isalpha, sample)))


def _by_words(sample: str) -> str:
    """The language with most function words in the sample, if there are enough and no other has as many."""
    counts = Counter(code for word in sample.lower().split() for code in _LANGUAGES.get(word.strip(",.;:!?"), ()))
    best = counts.most_common(2)
    if not best or best[0][1] < MIN_WORDS or (len(best) > 1 and best[1][1] == best[0][1]):
        return ""
    return best[0][0]
