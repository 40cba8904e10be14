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
    # Russian, Ukrainian, Bulgarian, Polish, Czech, the languages of the western Balkans
    "и в не на что с по это как к из у за от і та що це до її він вона для є се да са ще w z na się nie jest "
    "že je jsou který která které jako jeho byl byla su ili nije "
    # Hungarian, Romanian, Greek, Turkish
    "az és hogy egy nem volt și este nu cu din să pentru και το τα η ο της του των τον την που να θα για με στο "
    "στη στην στον από ότι δεν είναι ve bir bu için ile "
    # Finnish, Estonian, Latvian, Lithuanian
    "ja että ei oli hän myös joka ovat mutta kui ning kad "
    # Vietnamese, Indonesian
    "và của là có không được một cho những các đã này trong với khi từ ở cũng vẫn vì để nhưng bị "
    "đến yang itu dengan untuk tidak pada "
    # Arabic, Persian, Urdu, Hebrew
    "في من على أن إلى عن که در به از را این است با و کے میں ہے کی سے کو اور של את על לא זה כי גם הוא היא עם היה "
    # Hindi, Bengali
    "के में है की से को का और ने पर यह कि এবং এই থেকে জন্য করে না"
)

_THAI = re.compile("ที่|และ|ของ|ว่า|เป็น|ไม่|ได้|ให้|กับ|จาก")
"""Those of Thai, which does not part its words: each is a word wherever it stands, or a part of a longer one."""

MIN_SENTENCE = 8
"""So many words that end as sentences do are running text in a script whose words are not known here, too."""

_SENTENCE = re.compile(r"[.!?…;।۔։።]\W{0,3}\Z")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")

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
    """True if a function word of Chinese, English or one of the other languages above stands in the text, or if it is a
    sentence in a script of none of them.

    Asked of many text leaves, so the quick tests come first: words between white space, then single characters; only a
    text that passes neither is taken apart.
    """
    lower = text.lower()
    if not WORDS.isdisjoint(lower.split(None, FIRST_WORDS)) or not CHARACTERS.isdisjoint(text):
        return True
    if not WORDS.isdisjoint(_WORD.findall(lower)):
        return True
    return not text.isascii() and (_THAI.search(text) is not None or _is_sentence(text))


def _is_sentence(text: str) -> bool:
    """True for a sentence in a script of which no word is known above: Georgian, Tamil, Amharic."""
    is_long = len(text.split(None, MIN_SENTENCE - 1)) == MIN_SENTENCE
    return is_long and _SENTENCE.search(text) is not None and not _LATIN.search(text)
