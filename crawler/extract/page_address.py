"""What the address of a page says of it: that it is of a forum or of news, leads to other pages, or signs one in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

PATH, HOST, BOTH, NEWS_PATH = 4, 3, 2, -1
"""The path of its address speaks of a forum, or the host alone, or the host as well (this one was not fitted: most of
the threads of one post have nothing else to tell them from an article); or the path speaks of news."""

PORTAL = -6
"""Its address is one of the articles that forums have beside their threads: all else on the page speaks of a forum. It
was not fitted: no saved thread has such an address."""

_HOST = re.compile(
    r"forum|foren|bbs|discuss|communit|tieba|guba|wenda|luntan|shequ|keskustelu"
    r"|(?<![a-z])(?:boards?|foros?|club|cafe|ask|answers?|q|comments?)\.",
    re.IGNORECASE,
)
_PATH = re.compile(
    r"/m?(?:forums?|foren|bbs|threads?|discuss(?:ions?)?|questions?|community|tieba|guba|wenda|luntan|[a-z]?boards?|q"
    r"|foros?|f[oó]runs?|hilos?|sujets?|konu|fragen?|preguntas?|perguntas?|domande|keskustelut?|diskussion(?:en)?|guest-?book)(?=[/.?#]|[-_,]?\d|$)"
    r"|/(?:问[题答]|問[題答]|帖子|论坛|論壇|讨论区?|討論區?|主[题題](?=/\d))(?=[/?#]|[-_]?\d|$)"
    r"|/(?:topics?(?=/(?:\w+/)?\d|[-_,]\d)|(?:answers?|comments)(?=/\d))|/\w{0,30}(?:forum|thread|topic|bbs|guestbook|liuyan)\w{0,30}\.[a-z]"
    r"|/t/(?:[^/]+/)?\d+(?:-\d{1,3})?(?=[/?#.]|$)|/(?:issues|tickets?|tracker|wenti)/\d|/(?:issue|bug)-?\d+(?=[?#]|$)"
    r"|/(?:\w{0,20}(?:bug|issue|ticket)\w{0,20}|tickets?/\w{1,20})\.\w{3,4}\?(?:[^#]*&)?(?:id|bug)=\d|/read\.cgi/|/r/\w+/comments/"
    r"|[?&](?:tid|(?:topic|thread|board)(?:_?id)?)=\d|[?&]\w+=(?:(?:view|show)?(?:topic|thread)|\w{0,20}board)(?:&|$)",
    re.IGNORECASE,
)
_BLOG_HOST = re.compile(r"(?<![a-z])blogs?(?![a-z])|blogspot|ameblo", re.IGNORECASE)
_NEWS = re.compile(
    r"/(?:news|articles?|story|stories|blogs?|artikel|magazines?|magazin|features?|politi[ck]s?|opinion|sports?)(?:/|$)|\.shtml",
    re.IGNORECASE,
)
_PORTAL = re.compile(r"/article-\d+(?:-\d+)?\.s?html?$|[?&]mod=view&(?:[^#]*&)?aid=\d", re.IGNORECASE)
_HOME = re.compile(
    r"(?:/(?:bbs|forums?|luntan|club))?/?(?:(?:index|default|main|home|forum|bbs|portal)\.\w{2,5})?(?:#[^/]*)?$"
    # All entries of a site, in order, by subject or by month, and the subjects.
    r"|(?:/[^/?#\d][^/?#]*)?/(?:archives?|timeline|tags?|categor(?:y|ies)|blog|posts?|articles|entries)"
    r"(?:\.html?|/(?:index\.html?)?)?(?:#|$)"
    r"|(?:/[^/?#]+)?/(?:tags?|categor(?:y|ies))/[^/?#]+(?:/page/\d+)?/?(?:index\.html?)?(?:[?#]|$)",
    re.IGNORECASE,
)
"""A whole site's entries, or those of one of its subjects."""

_FURTHER = re.compile(
    r"/(?:user|member|people|profile|u|author)s?/[^/?#]+/?(?:page/\d+/?)?(?:index\.html?)?(?:[?#]|$)"
    r"|(?:/[^/?#]+){0,4}/search(?:\.\w{2,5})?(?:[/?]|$)"
    # Entries by month or by topic, further pages, what was searched for, and the boards of forums.
    r"|(?:/[^/?#]+)*/(?:19[89]|20[0-3])\d(?:/(?:0[1-9]|1[0-2])|_\d\d(?:_\d\d)?_archive\.html)/?(?:index\.html?)?(?:[?#]|$)"
    r"|(?:/[^/?#]+)?/page/\d+/?(?:index\.html?)?(?:[?#]|$)"
    r"|(?:/[^/?#]+)*/(?:index[-_]\d{1,4}|(?:article|news|post|topic|thread)?[-_]?list(?:[-_]?\d+)*"
    r"|(?:category|channel|column|lanmu|tag|forum|board)(?:[-_]\d+)+|viewforum|forumdisplay)\.[a-z]{2,6}(?:[?#]|$)"
    r"|(?:/[^/?#]+)*/(?:s|so|search\w{0,10}|query|find)?(?:\.\w{2,5})?\?(?:[^#]*&)?(?:q|s|wd|kw|keywords?|query|word)=[^/&#]+(?:[&#]|$)"
    r"|[^#]*[?&]mod=forumdisplay&|[^#]*[?&]@?(?:action|template|mod|do|act)=search(?:[&#]|$)"
    # Numbered boards (of three numbers the second is a topic's), what there is of one kind, what a member has written,
    # and the letters of a mailing list.
    r"|(?:/[^/?#]+){0,2}/(?:forums?/(?:\d{1,4}(?:-(?![1-9]\d*-\d+(?:[/?#]|$))[^/?#.]*)?"
    r"|[^/?#]+\.\d{1,4})|boards/\d{1,4})/?(?:[?#]|$)"
    r"|(?:/[^/?#\d][^/?#]*){0,3}/(?:issues|tickets|bugs|discussions|boards|topics|threads|questions|timeline)/?(?:[?#]|$)"
    r"|(?:/[^/?#]+){0,2}/(?:user|member|people|profile|u|author)s?/[^/?#]+/(?:summary|posts|topics|threads|replies"
    r"|comments|activity|articles|discussions|likes|following|followers|questions|answers)/?(?:[?#]|$)"
    r"|(?:/[^/?#]+)*/(?:maillist|threads?|thrd\d{0,3}|date|subject|author)\.html?(?:[?#]|$)",
    re.IGNORECASE,
)
"""A part of them, by its author, its month, its page or what was searched for: further pages of an article may have
such addresses too, and articles about people."""

_SIGNING_IN = re.compile(
    r"/(?:log[-_]?[io]n|sign[-_]?(?:in|up)|regist(?:er|ration))(?:\.\w{2,5})?/?(?:[?#]|$)"
    r"|[?&;]@?(?:action|template|mode?|do|act|op|view)=(?:log[-_]?in|logging|sign[-_]?(?:in|up)|regist(?:er|ration))(?:[&#]|$)",
    re.IGNORECASE,
)
_BEFORE_PATH = re.compile(r"(?:https?:)?//[^/?#]*", re.IGNORECASE)


def address_points(addresses: Sequence[str]) -> int:
    """The points of a page's addresses for a thread, in the units of `kind`."""
    parts = [parted(address) for address in addresses]
    news = NEWS_PATH * any(_NEWS.search(path) for _, path in parts)
    if any(_PORTAL.search(path) for _, path in parts):
        return PORTAL
    of_host = any(_HOST.search(host) for host, _ in parts)
    if any(_PATH.search(path) for _, path in parts):
        return news + PATH + BOTH * of_host
    return news + HOST * of_host


def names_blog(address: str) -> bool:
    """True for an address whose host says that it is a blog."""
    return _BLOG_HOST.search(parted(address)[0]) is not None


def is_home(*addresses: str) -> bool:
    """True for the address of the front page of a site or of its forum, a tag's, an archive's. Empty ones are
    unknown."""
    return _lead_away(addresses, _HOME)


def is_of_article(*addresses: str) -> bool:
    """True for an address that speaks of news more than of a forum."""
    return address_points(addresses) < 0


def is_front(*addresses: str) -> bool:
    """True for the address of a page that leads to others, where no thread stands whatever the page looks like: one
    such, a member's, or a further page of entries, those of a month, a search."""
    return _lead_away(addresses, _HOME, _FURTHER)


def _lead_away(addresses: Sequence[str], *patterns: re.Pattern[str]) -> bool:
    paths = [parted(address)[1] for address in addresses if address]
    return bool(paths) and all(any(pattern.match(path) for pattern in patterns) for path in paths)


def is_for_signing_in(address: str) -> bool:
    """True for the address of a page where one signs in or up."""
    return _SIGNING_IN.search(parted(address)[1]) is not None


def parted(url: str) -> tuple[str, str]:
    """An address up to its path, and the path with all that follows, whose words may be of any script."""
    match = _BEFORE_PATH.match(url)
    host = match[0] if match else ""
    path, mark, query = url[len(host) :].partition("?")
    return host, unquote(path) + mark + query
