"""Names of persons where no class and often no label says that they are names, in letters and in Asia: what bylines
hold beside times and counts."""

from __future__ import annotations

import re

from crawler.extract.han_names import HAN_NAME

MAX_NAME = 40
"""Characters of a name."""

_WORD = r"[^\W\d_a-zß-öø-ÿа-яё](?:[^\W\d_]|['’.-]){0,30}"
_LINKED = "(?:(?:de|da|di|del|della|van|von|der|den|la|le|el|al|bin|ter|zu|y|e) ){0,2}"
_PERSON = re.compile(rf"{_WORD}(?: {_LINKED}{_WORD}){{1,3}}")
"""A name in letters: two to four words that begin with capitals."""

_IN_CHINA = re.compile(HAN_NAME)
_IN_JAPAN = re.compile(
    r"(?:佐藤|鈴木|高橋|田中|伊藤|渡[辺邊部]|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|斉藤|清水|山崎|阿部|池田|橋本"
    r"|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|金子|岡本|藤原|三浦|中野|中川|原田"
    r"|松田|竹内|小野|田村|中山|和田|石田|森田|上田|内田|柴田|酒井|宮崎|横山|高木|安藤|宮本|大野|小島|谷口|工藤|今井|高田|増田|丸山|杉山"
    r"|村田|大塚|小山|平野|菅原|武田|新井|千葉|久保|松井|野村|岩崎|桜井|木下|野口|菊地|松尾|佐野|大西|杉本|浜田|菅野|市川)"
    r"[ \u3000]?[\u4e00-\u9fff\u3040-\u309f]{1,3}"
)
_IN_KOREA = re.compile(
    r"[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길]"
    r"[가-힣]{2}(?![가-힣])"
)
"""Names of persons by the hundred surnames that most people have in Japan, and by those of Korea, of one syllable."""

REPORTER_IN_KOREA = " ?(?:선임|수습|인턴|전문)? ?(?:기자|특파원)"
"""What reporters are called there, behind their names."""

_REPORTS = re.compile(rf"([가-힣]{{2,4}}){REPORTER_IN_KOREA}")
_NO_PERSON = re.compile(
    r"\b(?:the|and|our|your|my|this|that|to|in|on|at|for|from|with|about|us|of|or|no|not|all|more|read|share|print|save|listen|follow"
    r"|comments?|leave|reply|posted|published|updated|sign|log|subscribe|newsletter|editor(?:s|ial)?|edition|section"
    r"|opinions?|news|press|agency|service|staff|team|desk|times|post|herald|daily|weekly|journal|courier|tribune|gazette"
    r"|magazine|media|tv|radio|online|photos?|images?|video|gallery|text|size|home|page|story|article|blog|site|views?"
    r"|abone|postası|gazetesi|haber(?:ler)?i?|zeitung|nachrichten|presse|kurier|anzeiger|tageblatt|rundschau|gazeta|dziennik"
    r"|corriere|giornale|gazzetta|stampa|diario|peri[oó]dico|correo|jornal|folha|courant|krant|dagblad|avisen|tidning(?:en)?"
    r"|reads?|min|university|institute|department|ministry|association|center|centre|group|company|inc|ltd|gmbh"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b",
    re.IGNORECASE,
)
"""What names of papers, buttons and headings have, and names of persons have not."""

_IN_ASIA = (_IN_CHINA, _IN_JAPAN, _IN_KOREA)


def name_at(text: str) -> str:
    """The name at the beginning of what stands behind a label; "" for none."""
    for people in _IN_ASIA:
        if name := people.match(text):
            return name[0]
    if name := _PERSON.match(text):
        return name[0] if not _NO_PERSON.search(name[0]) else ""
    word = text.split("\u3000")[0].strip()
    return word if 1 < len(word) <= MAX_NAME and word.isalpha() and not _NO_PERSON.search(word) else ""


def name_in_asia(text: str) -> str:
    """A text that is a name in Han, kana or Hangul and nothing else, without what reporters are called; "" for
    others."""
    if len(text) > MAX_NAME:
        return ""
    return reporter_in_korea(text) or (text if any(people.fullmatch(text) for people in _IN_ASIA) else "")


def reporter_in_korea(text: str) -> str:
    """The name in a text that is one with what reporters are called behind it; "" for others."""
    reporter = _REPORTS.fullmatch(text) if len(text) <= MAX_NAME else None
    return reporter[1] if reporter else ""


def is_name_in_letters(text: str) -> bool:
    """True for two to four words that begin with capitals, and are none that papers, buttons and headings have."""
    return len(text) <= MAX_NAME and _PERSON.fullmatch(text) is not None and not _NO_PERSON.search(text)
