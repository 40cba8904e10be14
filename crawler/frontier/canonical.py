"""One spelling per page: the canonical URL, which names a page in the queue, the seen set and the index.

The canonical URL is also the one that is fetched, so nothing is changed that could lead to another page: hosts of
mobile or AMP versions are not rewritten, parameters keep their order (some servers read them by position, and sorted
twins are rare), and a parameter goes only if its name, or its name with its value, says that it tells of the reader and
not of the page. A source can overrule that list by its `keep_params` and `drop_params`.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

import idna

from crawler.errors import Drop, Reason
from crawler.model import MAX_URL_CHARS

# Most links of a list are plain: nothing to split, decode or remove. This one match answers for them.
_PLAIN = re.compile(
    r"https?://(?=[^/]{1,253}/)(?!-)(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}(?!.*/\.)/[A-Za-z0-9\-._~!$&'()*+,=:@/]*"
)

# Before normalising, a URL may be longer than allowed: tracking parameters go, though escapes grow.
_MAX_RAW_CHARS = 5 * MAX_URL_CHARS

# What browsers drop at both ends (C0 controls and space) and anywhere (tab and line ends): URL Standard, 4.4. Feeds
# also pad with wide and no-break spaces and byte order marks, which no URL begins or ends with.
_PADDING = "".join(map(chr, range(0x21))) + "\u00a0\u200b\u3000\ufeff"
_LINE_ENDS = str.maketrans("", "", "\t\r\n")

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ASCII_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_MAX_HOST_CHARS = 253

# RFC 3986, 2.2 and 2.3: what may stand in a path or query as it is. Escapes are matched to be looked at.
_TO_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

_PATH_SESSION = re.compile(r";(?:jsessionid|phpsessid)=[^/;]*", re.IGNORECASE)

# Parameters that never choose a page, by their lower-case name. A name belongs here only if it is nobody's name for
# content: `id`, `p`, `t`, `sid`, `type` or `share_id` never will.
_TRACKING = frozenset(
    (
        # Where a click came from, by the advertiser's or the analyst's tool
        *("gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "yclid", "twclid", "igshid", "ttclid"),
        *("_ga", "_gl", "mc_cid", "mc_eid", "ref_src", "ref_url", "cmpid", "ncid", "bd_vid", "qhclickid"),
        *("pk_campaign", "pk_kwd", "pk_source", "pk_medium"),  # Matomo's older names
        *("hmsr", "hmpl", "hmcu", "hmkw", "hmci"),  # Baidu Tongji's names for source, plan, unit, word, creative
        *("wfr", "bfr", "sudaref", "tracelog", "spm", "scm", "vd_source", "from_source", "from_spmid"),
        # Who shared it, by which app
        *("share", "share_source", "share_medium", "share_plat", "share_session_id", "share_tag", "share_times"),
        *("share_token", "share_from", "share_to", "share_app_id", "share_uid", "share_type", "share_channel"),
        *("sharefrom", "sharesource", "shareto", "shareuid", "isappinstalled", "nsukey", "wxshare_count"),
        *("tt_from", "tt_force_outside"),
        # The visitor's session: every visit a new URL
        *("phpsessid", "jsessionid"),
    )
)
_TRACKING_PREFIXES = ("utm_", "spm_", "mtm_", "piwik_", "matomo_", "hsa_", "aspsessionid")

# Names that are tracking in one use and content in another (`from` is also a date or a station): they go only with a
# value of the first kind.
_ORIGIN = re.compile(
    r"(?:singlemessage|groupmessage|timeline|share|shared|weixin|wechat|wx|wxq|qq|qzone|weibo|sinaweibo|rss|feed|atom|app|"
    r"client|baidu|bdhd|bdpc|google|bing|sogou|so|360|toutiao|push|newsapp|search|spider|bookmark|desktop)",
    re.IGNORECASE,
)
_TRACKING_VALUES = {
    **dict.fromkeys(("from", "source", "src", "ref", "refer", "referer", "fr"), _ORIGIN),
    "for": re.compile(r"pc|wap"),  # the companion of wfr=spider
    "extra": re.compile(r"|page(?:=|%3D).*", re.IGNORECASE | re.DOTALL),  # Discuz: the board page that one came from
    # Sessions (sid: phpBB's) are long; a shorter value may be a story's or a conference session's number
    **dict.fromkeys(("sid", "sessionid", "session_id"), re.compile(r"[0-9a-zA-Z]{26,}")),
    "_": re.compile(r"\d{13}"),  # a millisecond clock against caches
}


def canonical(url: str, base: str = "", *, keep: tuple[str, ...] = (), drop: tuple[str, ...] = ()) -> str:
    """The canonical form of `url`, which may be relative to `base`. Idempotent.

    http(s) only; scheme and host in lower case, host names in punycode, default ports, fragments, dot segments,
    tracking parameters and session ids removed, escapes as RFC 3986 (6.2.2) has them. A fragment goes even where it
    begins with `!`: it is never sent, so every such URL would bring the same page.

    `keep` and `drop` name query parameters of this source (in any case; a final * stands for any ending) that stay or
    go whatever the list says; where both name one, it stays. drop=("*",) with keep=("id",) leaves only `id`.

    Raises Drop(BAD_URL) with what is wrong in words.
    """
    if not keep and not drop and len(url) <= MAX_URL_CHARS and _PLAIN.fullmatch(url):
        return url
    parts = _split(url, base)
    path = _without_dot_segments(_PATH_SESSION.sub("", _normal_escapes(parts.path)))
    query = _without_tracking(_normal_escapes(parts.query), keep, drop)
    result = f"{parts.scheme}://{_authority(parts)}{path or '/'}{'?' + query if query else ''}"
    if len(result) > MAX_URL_CHARS:
        raise _bad(url, f"it is {len(result)} characters long; {MAX_URL_CHARS} are allowed")
    return result


def as_sent(url: str, charset: str) -> str:
    """A URL that a page in this charset (a name of Python's; "": unknown) links to, with what is beyond ASCII in its
    query escaped in that charset, as browsers do (URL Standard, 4.4); `canonical` escapes the rest, as UTF-8."""
    head, mark, query = url.partition("?")
    if query.isascii() or charset.startswith("utf") or not charset:
        return url
    escaped = _BEYOND_ASCII.sub(lambda found: quote(found.group().encode(charset, "xmlcharrefreplace"), safe=""), query)
    return head + mark + escaped


def _bad(url: str, why: str) -> Drop:
    shown = url if len(url) <= 200 else url[:200] + "…"
    return Drop(Reason.BAD_URL, f"{shown!r}: {why}")


def _split(url: str, base: str) -> SplitResult:
    """Clean as browsers do, make absolute, split. Backslashes count as slashes, up to the query."""
    if len(url) > _MAX_RAW_CHARS:
        raise _bad(url, f"it is {len(url)} characters long; {MAX_URL_CHARS} are allowed")
    cleaned = url.strip(_PADDING).translate(_LINE_ENDS)
    if "\\" in cleaned:
        head, mark, tail = cleaned.partition("?")
        cleaned = head.replace("\\", "/") + mark + tail
    try:
        parts = urlsplit(urljoin(base, cleaned) if base else cleaned)
    except ValueError as problem:
        raise _bad(url, str(problem)) from None
    if parts.scheme not in _DEFAULT_PORTS:
        raise _bad(url, f"{parts.scheme}: is not http or https" if parts.scheme else "it does not begin with http")
    return parts


def _authority(parts: SplitResult) -> str:
    """Host and port, as they are to be asked."""
    if "@" in parts.netloc:
        raise _bad(parts.geturl(), "addresses with a user name are not fetched")
    try:
        port = parts.port
        host = _host(parts.hostname or "")
    except ValueError as problem:  # UnicodeError, idna's errors and ipaddress's are such
        raise _bad(parts.geturl(), f"the host does not work: {problem}") from None
    return host if port in (None, _DEFAULT_PORTS[parts.scheme]) else f"{host}:{port}"


def _host(name: str) -> str:
    """A host name in lower-case ASCII without trailing dots. Raises ValueError."""
    if ":" in name:
        return f"[{ipaddress.IPv6Address(name).compressed}]"
    if "%" in name:
        name = unquote(name, errors="strict").lower()
    if not name.isascii():
        name = idna.encode(name.rstrip("."), uts46=True).decode("ascii")
    name = name.rstrip(".")
    if len(name) > _MAX_HOST_CHARS or not _ASCII_HOST.fullmatch(name):
        raise ValueError(f"{name[:80]!r} is not a host name")
    return name


def _normal_escapes(text: str) -> str:
    """Escapes in upper case and only where they are needed, everything else that needs one escaped as UTF-8."""
    return _TO_ESCAPE.sub(_normal_escape, text)


def _normal_escape(match: re.Match[str]) -> str:
    found = match.group()
    if len(found) == 3:
        character = chr(int(found[1:], 16))
        return character if character in _UNRESERVED else found.upper()
    return "".join(f"%{byte:02X}" for byte in found.encode("utf-8", "surrogatepass"))


def _without_dot_segments(path: str) -> str:
    """RFC 3986, 5.2.4, for a path that is empty or begins with a slash."""
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _without_tracking(query: str, keep: tuple[str, ...], drop: tuple[str, ...]) -> str:
    return "&".join(part for part in query.split("&") if part and not _goes(part, keep, drop))


def _goes(part: str, keep: tuple[str, ...], drop: tuple[str, ...]) -> bool:
    """Whether a parameter `name=value` is removed: the source's word first, then the list's."""
    name, _, value = part.partition("=")
    name = name.lower()
    if keep and _named(name, keep):
        return False
    if drop and _named(name, drop):
        return True
    if name in _TRACKING or name.startswith(_TRACKING_PREFIXES):
        return True
    values = _TRACKING_VALUES.get(name)
    return values is not None and values.fullmatch(value) is not None


def _named(name: str, patterns: tuple[str, ...]) -> bool:
    return any(
        name.startswith(pattern[:-1].lower()) if pattern.endswith("*") else name == pattern.lower()
        for pattern in patterns
    )
