"""How pages head the answers below a question, and among them the one that was chosen as the best."""

from __future__ import annotations

import re

MAX_CHARS = 30
"""A longer text is no heading."""

_NAME = "(?:回[帖贴貼]|回答|回[复復覆应應]|答案|解答|答[复復]|[评評][论論]|跟帖|留言)"
_COUNT = r"\s?[(（:：]?\s?共?\s?\d{1,6}\s?[个個条條]?\s?[)）]?"
_OF_WHOM = "(?:(?:全部|其[他它]|所有|最新|[医醫]生|[专專]家|律[师師]|[网網]友|妈妈|官方)的?)"
HEADING = (
    rf"[共全]?部?\s?\d{{1,6}}\s?[个個条條]\s?{_NAME}|{_OF_WHOM}{{1,2}}{_NAME}(?:[与和]{_OF_WHOM}{_NAME})?(?:{_COUNT})?"
    r"|\d{1,6} (?:answers?|repl(?:y|ies)|comments?|responses?)"
)
"""A pattern of what nobody writes as a line of a post."""

_HEADING = re.compile(
    rf"{HEADING}|{_NAME}(?:{_COUNT})?|\d{{1,6}}\s?{_NAME}"
    rf"|(?:(?:all|latest|other) )?(?:answers|replies|comments|responses)(?:{_COUNT})?",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"{_NAME}|answer|repl|comment|response|^\s{{0,9}}[1-9]", re.IGNORECASE)
_UNANSWERED = re.compile(
    r"(?:共?\s?0\s?[个個条條]\s?|[暂暫][无無]|[还還]?[没沒]有人?)(?:回答|答案|解答)|0 answers|no answers(?: yet)?\.?",
    re.IGNORECASE,
)
_NONE = re.compile(r"(?<!\d)0(?!\d)")
_ONE = re.compile(
    r"[共全]?部?\s?1\s?[个個条條]\s?(?:回[帖贴貼答复復覆应應]|答[案复復]|解答|跟帖)|1 (?:answer|reply|response)",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"(?:[\s|/·]*按?(?:默[认認]|最[新早热熱]|[正倒]序|[热熱][门門度]|[推][荐薦]|[楼樓][层層]|[时時][间間]|全部|只看楼主"
    r"|(?:oldest|newest|latest|top|best)(?: first)?)(?:排序)?)*\s*",
    re.IGNORECASE,
)
REMARKS = ("点评", "点評", "點评", "點評", "评分", "評分")
"""The words for short remarks on a post, and for points with a word on it: each heading of them has one of these."""

_REMARKS = re.compile(r"(?:[点點][评評]|(?:帖子|本帖)?[评評]分)(?:\s?[(（]\d{1,4}[)）])?")
_WHOSE = re.compile(rf"{_OF_WHOM}|[共全]?部?\s?\d{{1,6}}\s?[个個条條]")
CHOSEN = (
    r"(?:最佳|[满滿]意|推[荐薦]|[采採][纳納]|[优優][质質])的?(?:答案|回答|回[复復覆]|解答)"
    r"|(?:best|accepted|chosen|top) (?:answer|solution)|beste antwort|meilleure réponse|mejor respuesta"
    "|melhor resposta|migliore risposta|beste antwoord|bästa svar(?:et)?|najlepsza odpowiedź|nejlepší odpověď"
    "|лучший ответ|найкраща відповідь|en iyi (?:cevap|yanıt)|câu trả lời (?:hay|tốt) nhất|jawaban terbaik"
    "|ベストアンサー|채택(?:된)? ?답변"
)
"""... and what calls one the best."""

_CHOSEN = re.compile(CHOSEN, re.IGNORECASE)


def may_head(text: str) -> bool:
    """True for a text that a heading of answers may begin with: a quick test."""
    return len(text.strip()) <= MAX_CHARS and _NAMED.search(text) is not None


def is_heading(text: str) -> bool:
    """True for a text that names the answers, or says how many there are, but for none; and perhaps the orders in which
    one may have them."""
    return (named := _named(text.strip())) != "" and not _NONE.search(named)


def names_answers(text: str) -> bool:
    """The same, or that there are none."""
    return _named(text.strip()) != ""


def _named(text: str) -> str:
    """What names the answers in a text that says nothing else but the orders in which one may have them; "" for other
    texts."""
    match = _HEADING.match(text) if len(text) <= MAX_CHARS else None
    return match[0] if match and _ORDERS.fullmatch(text, match.end()) else ""


def is_chosen_heading(text: str) -> bool:
    """True for a text that calls an answer the best."""
    return len(text := text.strip()) <= MAX_CHARS and _CHOSEN.fullmatch(text) is not None


def says_whose(text: str) -> bool:
    """True for a heading that says whose answers it is over, or how many in Chinese: no value of a label does."""
    return _WHOSE.match(text) is not None


def says_none(text: str) -> bool:
    """True for a text that says that a question has no answers."""
    return len(text := text.strip()) <= MAX_CHARS and _UNANSWERED.fullmatch(text) is not None


def says_one(text: str) -> bool:
    """True for a heading that says that there is one answer."""
    return len(text := text.strip()) <= MAX_CHARS and _ONE.fullmatch(text) is not None


def heads_remarks(text: str) -> bool:
    """True for what stands over the short remarks on a post, inside it."""
    return _REMARKS.fullmatch(text) is not None
