"""What forums say of themselves, in their addresses, titles and rows, and lists of news do not."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from crawler.channels.rows import Row, headings_of, texts

_MAX_SEGMENTS = 6

_ADDRESS = re.compile(
    r"(?:[a-z]{1,12}[-_.])?(?:[a-z]{0,12}(?:bbs|luntan)|forums?|foro|boards?|tieba|guba|discuss(?:ions?)?|discourse|talk"
    r"|community|wenda|questions?)(?:[-_.]?\d{1,12}|[-_.][a-z]{1,12}){0,3}",
    re.IGNORECASE,
)
"""A label of a host, or a segment of a path."""

_NUMBERED = re.compile(r"/(?:bbs|luntan|(?:view)?forums?(?:display)?|boards?)[-_./?=a-z]{0,12}\d", re.IGNORECASE)
"""In the address of a board that has a number: papers have forums, too, of those who write for them."""

_TITLE = re.compile(
    r"论坛|論壇|贴吧|[股汽]吧|讨论[区组版]|討論[區組版]|小组|\bbbs\b|\w{0,20}forums?\b|message ?board"
    r"|\bforo\b|\bfórum\b"
    r"|форум|フォーラム|掲示板|게시판|포럼|diễn đàn",
    re.IGNORECASE,
)

_USER = re.compile(r"[/?&=](?:users?|members?|profiles?|space|people|uid|u)\b", re.IGNORECASE)
"""In the address of someone who writes."""

_HOST = re.compile(r"(?:https?:)?//[^/]*+", re.IGNORECASE)

_LAST_REPLY = re.compile(
    r"最[后後新].{0,3}(?:回[复復覆帖应應]|发[表帖]|發[表帖]|跟[帖贴])|楼主|樓主|回帖|跟帖"
    r"|(?:last|latest|newest) (?:post|repl|message|activity)|(?:started|asked) by|letzter beitrag|dernier message"
    r"|último mensaje|ultimo messaggio|последн\w+ сообщени|\d\+? messages?\b",
    re.IGNORECASE,
)


def calls_itself_forum(tree: Any, url: str) -> bool:
    """Whether the page at `url` says that it is a forum's: in its address or its title. `tree` is what `parse` gave."""
    segments = [segment for segment in urlsplit(url).path.split("/") if segment][:_MAX_SEGMENTS]
    if _is_forums_host(url) or any(map(_ADDRESS.fullmatch, segments)):
        return True
    titles = () if tree is None else islice(tree.iter("title"), 1)
    return any(_TITLE.search(title.text or "") for title in titles)


def is_front(url: str) -> bool:
    """Whether an address may be of a site's front page, or of its forum's: it has no number."""
    parts = urlsplit(url)
    return not any(map(str.isdecimal, parts.path + parts.query))


def is_of_boards(url: str) -> bool:
    """Whether an address is of a forum's own host, or of a board with a number."""
    return _is_forums_host(url) or _NUMBERED.search(url) is not None


def _is_forums_host(url: str) -> bool:
    return any(map(_ADDRESS.fullmatch, (urlsplit(url).hostname or "").split(".")[:-1]))


def tell_last_reply(rows: Collection[Row]) -> bool:
    """Whether most rows, or the headings of their table, speak of the last reply, or most link to two users or more:
    who began the thread, and who replied last."""
    headings = (heading for row in islice(rows, 1) for heading in headings_of(row))
    return 2 * sum(map(_tells, rows)) >= max(1, len(rows)) or any(map(_LAST_REPLY.search, headings))


def name_members(rows: Collection[Row]) -> bool:
    """Whether most rows link to a user or more: who wrote."""
    return 2 * sum(_users(row) > 0 for row in rows) >= max(1, len(rows))


def _tells(row: Row) -> bool:
    return _users(row) > 1 or any(map(_LAST_REPLY.search, texts(row)))


def _users(row: Row) -> int:
    """How many users a row links to."""
    return len({link.get("href") for element in row for link in element.iter("a") if leads_to_user(link)})


def leads_to_user(link: Any) -> bool:
    """Whether the address of an element is of someone who writes."""
    return _USER.search("/" + _HOST.sub("", link.get("href", ""), count=1)) is not None
