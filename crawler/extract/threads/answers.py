"""How pages head the answers below a question, and among them the one that was chosen as the best."""

from __future__ import annotations

import re

MAX_CHARS = 30
"""A longer text is no heading."""

_NAME = "(?:回答|回[复復覆应應]|答案|[评評][论論]|跟帖|留言)"
_COUNTED = r"(?:\s?[(（:：]?\s?\d{1,6}\s?[个個条條]?\s?[)）]?)?"
HEADING = (
    rf"[共全]?部?\s?\d{{1,6}}\s?[个個条條]\s?{_NAME}"
    rf"|(?:(?:全部|其[他它]|所有|医生|[专專]家|律师|[网網]友|妈妈|官方)的?){{1,2}}{_NAME}{_COUNTED}"
    r"|\d{1,6} (?:answers?|repl(?:y|ies)|comments?|responses?)"
)
"""A pattern of what nobody writes as a line of a post."""

_HEADING = re.compile(rf"{HEADING}|{_NAME}{_COUNTED}|(?:answers|replies|comments|responses){_COUNTED}", re.IGNORECASE)
_CHOSEN = re.compile(
    r"(?:最佳|[满滿]意|推[荐薦]|[采採][纳納]|[优優][质質])的?(?:答案|回答|回[复復覆]|解答)"
    r"|(?:best|accepted|chosen|top) (?:answer|solution)|beste antwort|meilleure réponse|mejor respuesta",
    re.IGNORECASE,
)


def is_heading(text: str) -> bool:
    """True for a text that names the answers, or says how many there are."""
    return len(text) <= MAX_CHARS and _HEADING.fullmatch(text.strip()) is not None


def is_chosen_heading(text: str) -> bool:
    """True for a text that calls an answer the best."""
    return len(text) <= MAX_CHARS and _CHOSEN.fullmatch(text.strip()) is not None
