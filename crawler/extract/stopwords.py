"""Function words: what running text cannot do without, and what menus, keywords and captions mostly lack."""

from __future__ import annotations

import re

# Characters are matched wherever they stand. Segmentation (the thesis asks jieba) would tell 和 from 和平, but costs a
# hundred times the whole extraction, and a text leaf with either is a sentence more often than not.
_CHINESE = (
    "的了是在和与與及或就都而也还還很不没沒这這那他她它们們我你您被把从從对對于於以之其但却因为為则則所着著呢吗嗎吧"
    "有一个個上中下到会會要能可将將等由并並更最已再又只才如向让讓给給当當此该該各来來去说說过過得地么麼何什自"
)
_JAPANESE = "のはをにがでとも"
_KOREAN = "은는이가을를에의도"

_WORDS = (
    # English
    "the a an and or but if of to in on at by for from with as into about than that this these those which who is are "
    "was were be been has have had do does did not no it its he she they we you his her their our your will would can "
    "could should there when what how also after before over just "
    # German, Dutch, the Nordic languages
    "der die das und ist nicht den dem des ein eine zu von mit sich auf für im es werden de het een van niet dat zijn "
    "op te och att det som är på av og er til af med ikke jeg "
    # French, Spanish, Portuguese, Italian
    "le la les et du une est dans que qui pour pas sur plus par au el los las en un y del se con por su para como o e "
    "do da em um uma os não il di che della per sono non "
    # Russian, Polish, Turkish
    "и в не на что с по это как к из у за от w z na się nie jest ve bir bu için ile "
    # Arabic, Persian
    "في من على أن إلى عن که در به از را این است با و"
)

CHARACTERS = frozenset(_CHINESE + _JAPANESE + _KOREAN)
"""Function words that are one character, wherever it stands."""

EARLY_LETTERS = 0x2E80
"""All other function words are written in letters before this one: from there on stand those of East Asia."""

FIRST_WORDS = 30
"""Running text has a function word among so many."""

WORDS = frozenset(_WORDS.split())
"""Function words that are written as words."""

_WORD = re.compile(r"[^\W\d_]+")


def has_stop_word(text: str) -> bool:
    """True if a function word of Chinese, English or one of the other languages above stands in the text.

    Asked of many text leaves, so the quick tests come first: words between white space, then single characters; only a
    text that passes neither is taken apart.
    """
    lower = text.lower()
    if not WORDS.isdisjoint(lower.split(None, FIRST_WORDS)) or not CHARACTERS.isdisjoint(text):
        return True
    return not WORDS.isdisjoint(_WORD.findall(lower))
