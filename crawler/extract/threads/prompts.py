"""Where pages ask who wants to reply to log in: behind it, no thread goes on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from crawler.extract.markup import INLINE
from crawler.extract.table import Table, once

MAX_CHARS = 120
"""Characters of a prompt, at most: people write about logging in, too."""

MAX_BEFORE = 40
"""... of which so many stand before what it asks for: "please", "you need to", what it is a note on."""


def _prompt(begins: str, ends: str) -> tuple[tuple[str, ...], re.Pattern[str]]:
    """With what words, parted by "|", a prompt begins, and a pattern of how it goes on."""
    return tuple(begins.split("|")), re.compile(ends.replace("…", r"[^.!?。！？]{0,30}?"), re.IGNORECASE)


_PROMPTS = (
    _prompt(
        "登录|登陆|登錄|登入|注册|註冊",
        "…(?:[后後以]|即可|才[能可])…(?:回[帖贴复復覆应應]|跟帖|留言|[評评][论論]|[发發][表帖贴言]|[参參][与與])",
    ),
    _prompt(
        "log in|login|log-in|logged in|log on|sign in|sign up|sign-in|signed in",
        r"\b…\b(?:to|before you can) (?:\w+ ){0,3}?(?:reply|comment|post|respond|answer|join (?:in|this|the))\b",
    ),
    _prompt(
        "be a member|be registered|become a member|create an account",
        r"\b…\b(?:to|before you can) (?:\w+ ){0,3}?(?:reply|comment|post|respond|answer)\b",
    ),
    _prompt(
        "vara medlem|skapa ett konto|være medlem|mitglied sein|être membre|être inscrit",
        "…(?:svar|komment|schreib|antwort|répond|post)",
    ),
    _prompt("you can post now and register later", ""),
    _prompt(
        "to comment|to reply|to post a|to leave a|to add a|to write a|to join this|to join the|to participate",
        r"…\byou (?:must|need to|have to|should)…\b(?:log|logged|sign|signed) ?(?:in|on|up)\b",
    ),
    _prompt(
        "回复|回覆|回帖|评论|評論|留言|跟帖|发言|發言",
        r"[^。！？]{0,6}(?:[请請][您你]?先?|需要?先|必[须須]先)\s?(?:登[录錄入陆]|[注註][册冊])",
    ),
    _prompt("anmelden|einloggen|registrieren", r"…(?:antworten|kommentieren|schreiben)\b"),
    _prompt("connectez|connecter|connecté", r"…(?:répondre|commenter|poster)\b"),
    _prompt("iniciar sesión|inicia sesión|acceder|registrarse|entrar|login", r"…(?:responder|comentar)\b"),
    _prompt("entre|iniciar sessão|faça login", r"\b…para (?:responder|comentar)\b"),
    _prompt("accedi|registrati", r"…(?:rispondere|commentare)\b"),
    _prompt("inloggen|aanmelden|log in", r"…\bte (?:reageren|antwoorden)\b"),
    _prompt("logga in|logg inn|log ind|kirjaudu", "…(?:svar|komment|vasta)"),
    _prompt("zaloguj|přihlas|jelentkezz", "…(?:odpow|dodać|odpov|koment|přisp|hozzászól|válasz)"),
    _prompt("giriş yap|đăng nhập", "…(?:yorum|cevap|yanıt|trả lời|bình luận)"),
    _prompt("masuk", "…untuk (?:membalas|berkomentar)"),
    _prompt("autentific|συνδεθ|تسجيل الدخول", "…(?:răspun|coment|απαντ|σχολ|للرد|تعليق)"),
    _prompt("войдите|войти|авториз|зарегистрир|увійд", "…(?:ответ|коммент|сообщени|відпов)"),
    _prompt("ログイン", "…(?:返信|コメント|投稿|回答)"),
    _prompt("로그인", "…(?:댓글|답변|답글)"),
)

_Prompt = tuple[str, re.Pattern[str]]
"""A word with which a prompt begins, and how it goes on."""

_PROMPTS_AT = defaultdict[str, list[_Prompt]](list)
"""The prompts by the first character of their words."""

for _words, _rest in _PROMPTS:
    for _word in _words:
        _PROMPTS_AT[_word[0]].append((_word, _rest))

_BEGINNING = re.compile(
    "|".join(
        f"{first}(?:{'|'.join(re.escape(word[1:]) for word, _ in prompts)})" for first, prompts in _PROMPTS_AT.items()
    )
)


@once
def reply_prompts(table: Table) -> list[int]:
    """The blocks, in order, that ask to log in for a reply."""
    found = set[int]()
    for start, end in _spans(table.small_flow, is_cjk=table.is_cjk):
        block = table.parents[table.leaf_at(start)]
        while block > table.body and table.tags[block] in INLINE:
            block = table.parents[block]
        begins, ends = table.span(block)
        if begins <= start <= begins + MAX_BEFORE and end <= ends <= begins + MAX_CHARS:
            found.add(block)
    return sorted(found)


def _spans(text: str, *, is_cjk: bool) -> Iterator[tuple[int, int]]:
    """Where a text in small letters has prompts, each from its first word to its last."""
    for at, word, rest in _found_at_once(text) if is_cjk else _found_each(text):
        if goes_on := rest.match(text, at + len(word)):
            yield at, goes_on.end()


def _found_each(text: str) -> Iterator[tuple[int, str, re.Pattern[str]]]:
    """Where the words stand in a text, and how prompts go on behind each."""
    for word, rest in chain.from_iterable(_PROMPTS_AT.values()):
        at = text.find(word)
        while at >= 0:
            yield at, word, rest
            at = text.find(word, at + 1)


def _found_at_once(text: str) -> Iterator[tuple[int, str, re.Pattern[str]]]:
    """The same in a third of the time where hardly a character begins one of the words, as in Han and kana."""
    at = -1
    while begun := _BEGINNING.search(text, at + 1):
        at = begun.start()
        yield from ((at, word, rest) for word, rest in _PROMPTS_AT[text[at]] if text.startswith(word, at))
