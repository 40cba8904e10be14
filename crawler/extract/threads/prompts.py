"""Where pages ask who wants to reply to log in: behind it, no thread goes on."""

from __future__ import annotations

import re

from crawler.extract.markup import INLINE
from crawler.extract.table import Table

MAX_CHARS = 80
"""Characters of a prompt, at most: people write about logging in, too."""

_TO = r"[^.!?。！？]{0,30}?"
_PROMPT = re.compile(
    rf"(?:登[录陆錄入]|[注註]册){_TO}(?:[后後以]|即可|才[能可]){_TO}"
    r"(?:回[帖贴复復覆应應]|跟帖|留言|[评評][论論]|[发發][表帖贴言]|[参參][与與])"
    rf"|\b(?:log|sign|logged|signed)[ -]?(?:in|up|on)\b{_TO}\bto (?:\w+ ){{0,3}}?"
    r"(?:reply|comment|post|respond|answer)\b"
    rf"|\b(?:anmelden|einloggen|registrieren){_TO}(?:antworten|kommentieren|schreiben)\b"
    rf"|\bconnect(?:ez|é|er){_TO}(?:répondre|commenter|poster)\b"
    rf"|\b(?:iniciar sesión|inicia sesión|acceder|registrar(?:se|te)|entrar|login){_TO}(?:responder|comentar)\b"
    rf"|\b(?:accedi|registrati){_TO}(?:rispondere|commentare)\b"
    rf"|(?:войдите|войти|авториз|зарегистрир){_TO}(?:ответ|коммент|сообщени)"
    rf"|ログイン{_TO}(?:返信|コメント|投稿|回答)|로그인{_TO}(?:댓글|답변|답글)",
    re.IGNORECASE,
)


def reply_prompts(table: Table) -> list[int]:
    """The first leaves, in order, of the blocks that ask to log in for a reply."""
    flow, found = table.flow, []
    for prompt in _PROMPT.finditer(flow):
        block = table.parents[table.leaf_at(prompt.start())]
        while block > table.body and table.tags[block] in INLINE:
            block = table.parents[block]
        start, end = table.span(block)
        if start <= prompt.start() and prompt.end() <= end and end - start <= MAX_CHARS:
            found.append(table.leaf_at(start))
    return found
