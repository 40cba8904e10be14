"""Whose blog or account a page is of: named in its title and headings, and beside what the account has written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from crawler.extract.fields.names import clean_name
from crawler.extract.instant import is_time
from crawler.extract.table import Table

MAX_HEADINGS = 4
"""So many headings of a kind are looked at for the owner of a blog."""

TITLE_PARTS = re.compile(r"[-–—_|｜]")

_OF_BLOGS = re.compile("博客|網誌|部落格|空间|专栏|blog", re.IGNORECASE)

_BLOG_OF = re.compile("的?(?:个人|技术)?(?:博客|日志|空间|专栏|網誌|部落格|blog)$", re.IGNORECASE)

_BLOG_NAME = re.compile(r"(\S.{1,11})的\s?(?:博[客报]|blog|日志|日[记記]|空间|網誌|网志|部落格)", re.IGNORECASE)
"""A blog that is called after its owner."""

_NUMBERS = re.compile(
    r"\s{1,3}(?:[^\s\d]{2,10}\s{1,3})?(?:\d[\d.,]{0,8}[万亿wk]?\s{0,3}(?:篇?文章|作品|粉丝|总?阅读)"
    r"|(?:已?发[表布]了?(?:文章|作品)?|文章|作品|粉丝)\s{0,3}\d)"
)
"""What an account has written and who reads it, behind its name and what kind of account it is."""

MAX_OWNER = 12
"""Characters of a name that a site's begins with."""

MAX_LINES = 8
"""So many lines between title and text are looked at for an account's name."""

MAX_ACCOUNT = 22
"""Characters of an account's name, at most."""

FOLLOWED = re.compile(
    r"^[ \t]*(\S[^\n]{0,60}\S)[ \t]*\n[ \t]*(?:\+ ?)?"
    r"(?:(?:[关關]注|[订訂][阅閱]|追[蹤踪]|Follow)$|发[表布][于於]|發[表布]於)",
    re.MULTILINE,
)
"""A name before the button to follow who has it, or before when they put the text up."""

_DESCRIBED = re.compile(r"(?:账号|帐号|创作者|认证|作者)$")
"""What stands there instead of the name says what kind of account it is."""


def blogger(table: Table) -> Iterator[str]:
    """Whom <title> names before the site where that is one of blogs, and a heading or a text of the page that says no
    more, or that it is theirs."""
    pieces = TITLE_PARTS.split(table.page_title)
    if len(pieces) < 3 or not _OF_BLOGS.search(pieces[-1]):
        return
    name = _BLOG_OF.sub("", pieces[-2].strip())
    headings = (table.text_of(node) for tag in ("h1", "h2") for node in table.find(tag))
    texts = (table.texts[leaf].strip() for leaf in table.leaves_with(name, range(table.body, len(table))) if name)
    if name and any(_BLOG_OF.sub("", text) == name for text in chain(headings, texts)):
        yield from filter(None, [clean_name(name)])


def owner(table: Table) -> Iterator[str]:
    """Whose blog a heading names that is not the page's title, or whose the site is by its name and a text of the page
    that says no more than theirs."""
    headings = (table.text_of(node).strip() for tag in ("h1", "h2") for node in islice(table.find(tag), MAX_HEADINGS))
    named = (_BLOG_NAME.fullmatch(text) for text in headings if text and not table.page_title.startswith(text))
    yield from (name for match in named if match and (name := clean_name(match[1])))
    name, of, _ = TITLE_PARTS.split(table.page_title)[-1].strip().partition("的")
    leaves = table.leaves_with(name, range(table.body, len(table))) if of and 1 < len(name) <= MAX_OWNER else ()
    if any(table.texts[leaf].strip() == name for leaf in leaves):
        yield from filter(None, [clean_name(name)])


def account(table: Table, head: tuple[int, int]) -> Iterator[str]:
    """Whom <title> names last, or a line between the title and the text, and a text of the page with the numbers of
    what they wrote or who read it."""
    over = (line.strip() for line in islice(table.flow[slice(*head)].split("\n"), MAX_LINES))
    for name in filter(clean_name, [TITLE_PARTS.split(table.page_title)[-1].strip(), *over]):
        leaves = table.leaves_with(name, range(table.body, len(table)))
        if any(
            table.texts[leaf].strip() == name and _NUMBERS.match(table.flow, table.span(leaf)[1]) for leaf in leaves
        ):
            yield clean_name(name)


def followed(over: str) -> str:
    """The last line that says who may be followed, rather than what kind of account it is or when it wrote: over the
    time, beside which stands from where, if there is one."""
    lines = [line.strip() for line in over.split("\n")]
    names = [
        "" if len(line) > MAX_ACCOUNT or _DESCRIBED.search(line) or is_time(line) else clean_name(line)
        for line in lines
    ]
    timed = next((at for at, line in enumerate(lines) if is_time(line)), len(lines))
    return next(filter(None, [*reversed(names[:timed]), *reversed(names[timed:])]), "")
