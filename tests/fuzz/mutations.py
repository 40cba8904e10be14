"""Pages changed at random: as networks, editors, template engines and ill will break them.

Each mutation takes a page, another page and a seeded source of chance, and gives a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from tests.fuzz.hostile_pages import PAGES

MAX_BYTES = 300_000
"""No mutated page is longer, so that many are read."""

Mutation = Callable[[bytes, bytes, Random], bytes]

_TAG = re.compile(rb"<[^<>]{1,2000}>")
_START_TAG = re.compile(rb"<[a-zA-Z][^<>]{0,2000}(?=>)")
_TEXT = re.compile(rb">[^<>\s][^<>]{3,}<")
_ENCODINGS = [
    "utf-8",
    "gb18030",
    "big5",
    "utf-16",
    "utf-16-le",
    "shift_jis",
    "cp1252",
    "cp1251",
    "utf-7",
    "hz",
    "euc_kr",
]
_WRAPPERS = ("div", "b", "a href=/x", "table", "ul><li", "blockquote", "span", "template", "svg", "noscript", "select")
_NAMES = ["p", "div", "a", "b", "table", "td", "tr", "li", "h1", "title", "script", "textarea", "body", "html", "x-y"]
_REFERENCES = (b"&amp;lt;", b"&lt", b"&#x3c;", b"&nbsp", b"&notin;", b"&#128;", b"&#0;", b"&#xFFFE;", b"&;", b"&#;")
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b", b"\0", b"<?xml version='1.0'?>")
_TELLING = (
    " class='post author comment' id=date rel=author itemprop=datePublished hidden style=display:none title=1月1日"
)
_FLOODS = (
    "2024-01-01 10:10 ",
    "3小时前 ",
    "发布时间：",
    "作者：",
    "20240301",
    "&amp",
    "&#1;",
    "&#xD800;",
    "&#" + "9" * 5000 + ";",
    "<a",
    "<",
    "</p>",
    "\0",
    "的\x01\x7f\x85\ufffe",
    "a",
    "长",
    " ",
    "\n",
    "|-_",
    "<td>",
    "<br>",
    "<!--",
    "<h1>",
)
_JSON = (
    '{"@type":"NewsArticle","headline":"的\\ud83d","author":[{"name":"\\u0000x"}],"datePublished":"2024-01-01"}',
    '{"@type":"DiscussionForumPosting","comment":[{"text":"a","author":{"name":"b"},"dateCreated":"2999-01-01"}]}',
    '{"headline":"a","author":' + "[" * 5000,
    '{"author":{"name":' + "9" * 5000 + '},"datePublished":1e999,"headline":"\\',
    '{"@graph":[' + '{"@id":"#1","author":{"@id":"#1"}},' * 300 + "{}]}",
    '{"articleBody":"' + "他们在河边走了很久。" * 500 + '","@type":["Article",1,null]}',
)


def mutate(page: bytes, other: bytes, random: Random) -> bytes:
    """The page after one to six mutations."""
    for _ in range(random.randint(1, 6)):
        page = random.choice(MUTATIONS)(page, other, random)[:MAX_BYTES]
    return page


def _slice(page: bytes, random: Random, most: int = 20_000) -> slice:
    start = random.randint(0, len(page))
    return slice(start, min(len(page), start + random.randint(0, most)))


def _insert(page: bytes, piece: bytes, random: Random) -> bytes:
    """The piece somewhere, mostly between tags."""
    tags = list(_TAG.finditer(page)) if random.random() < 0.8 else []
    at = random.choice(tags).end() if tags else random.randint(0, len(page))
    return page[:at] + piece + page[at:]


Change = Callable[[bytes], bytes]


def _at_tag(page: bytes, random: Random, change: Change, pattern: re.Pattern[bytes] = _TAG) -> bytes:
    """The page with one tag, or other thing found by the pattern, changed."""
    found = list(pattern.finditer(page))
    if not found:
        return page
    tag = random.choice(found)
    return page[: tag.start()] + change(tag[0]) + page[tag.end() :]


def flip_bytes(page: bytes, other: bytes, random: Random) -> bytes:
    changed = bytearray(page)
    for _ in range(random.choice((1, 10, 1000)) if page else 0):
        changed[random.randrange(len(page))] = random.randrange(256)
    return bytes(changed)


def cut_off(page: bytes, other: bytes, random: Random) -> bytes:
    at = random.randint(0, len(page))
    return page[:at] if random.random() < 0.7 else page[at:]


def cut_out(page: bytes, other: bytes, random: Random) -> bytes:
    gone = _slice(page, random)
    return page[: gone.start] + page[gone.stop :]


def repeat(page: bytes, other: bytes, random: Random) -> bytes:
    block = _slice(page, random, most=random.choice((50, 2000, 20_000)))
    times: int = min(random.choice((2, 20, 500)), 1 + MAX_BYTES // (1 + block.stop - block.start))
    return page[: block.start] + page[block] * times + page[block.stop :]


def swap(page: bytes, other: bytes, random: Random) -> bytes:
    first, second, third = sorted(random.randint(0, len(page)) for _ in range(3))
    return page[:first] + page[second:third] + page[first:second] + page[third:]


def splice(page: bytes, other: bytes, random: Random) -> bytes:
    """Into this page a part of the other one."""
    return _insert(page, other[_slice(other, random, most=100_000)], random)


def double_tag(page: bytes, other: bytes, random: Random) -> bytes:
    times = random.choice((2, 30, 600))
    return _at_tag(page, random, lambda tag: tag * min(times, 1 + 50_000 // len(tag)))


def drop_tag(page: bytes, other: bytes, random: Random) -> bytes:
    for _ in range(random.choice((1, 10, 100))):
        page = _at_tag(page, random, lambda tag: b"")
    return page


def drop_all_of_a_tag(page: bytes, other: bytes, random: Random) -> bytes:
    """All end tags, or all tags, of one name."""
    names = re.findall(rb"</?([a-zA-Z][a-zA-Z0-9]{0,10})", page[:20_000])
    if not names:
        return page
    slash = random.choice((b"/", b"/?"))
    return re.sub(rb"<%b%b[^<>]{0,2000}>" % (slash, random.choice(names)), b"", page)


def open_up(page: bytes, other: bytes, random: Random) -> bytes:
    """A tag that never ends, a value that never ends."""
    ending = random.choice((b"", b" a='", b' a="', b"<", b"/", b"=", b"\xff"))
    return _at_tag(page, random, lambda tag: tag[:-1] + ending)


def rename_tag(page: bytes, other: bytes, random: Random) -> bytes:
    name = random.choice(_NAMES).encode()
    return _at_tag(page, random, lambda tag: re.sub(rb"^(</?)[a-zA-Z0-9]+", rb"\1" + name, tag))


def nest(page: bytes, other: bytes, random: Random) -> bytes:
    tag = f"<{random.choice(_WRAPPERS)}>".encode()
    return _insert(page, tag * random.choice((1, 5, 100, 2000)), random)


def flood_attributes(page: bytes, other: bytes, random: Random) -> bytes:
    many = "".join(f" {random.choice('abcdefg')}{n}='{n}'" for n in range(random.choice((3, 100, 5000))))
    return _at_tag(page, random, lambda tag: tag + random.choice((many, _TELLING)).encode(), _START_TAG)


def flood_text(page: bytes, other: bytes, random: Random) -> bytes:
    flood = random.choice(_FLOODS)
    times = min(random.choice((1, 30, 3000, 50_000)), 1 + 60_000 // len(flood))
    return _insert(page, (flood * times).encode("utf-8"), random)


def hostile(page: bytes, other: bytes, random: Random) -> bytes:
    kind = PAGES[random.choice(list(PAGES))]
    return _insert(page, kind.of_size(random.choice((200, 3000, 30_000))), random)


def add_json(page: bytes, other: bytes, random: Random) -> bytes:
    written = random.choice(_JSON)
    written = written[: random.randint(1, len(written))] if random.random() < 0.5 else written
    return _insert(page, f"<script type='application/ld+json'>{written}</script>".encode(), random)


def confuse_entities(page: bytes, other: bytes, random: Random) -> bytes:
    return _at_tag(page, random, lambda text: text[:1] + random.choice(_REFERENCES) * 3 + text[1:], _TEXT)


def encode_again(page: bytes, other: bytes, random: Random) -> bytes:
    """In another charset than it says; some have characters that the page has not."""
    return page.decode("utf-8", "replace").encode(random.choice(_ENCODINGS), "replace")


def declare_charset(page: bytes, other: bytes, random: Random) -> bytes:
    return f"<meta charset='{random.choice((*_ENCODINGS, 'x', 'utf8' * 100))}'>".encode() + page


def mark_bytes(page: bytes, other: bytes, random: Random) -> bytes:
    return random.choice(_MARKS) + page


MUTATIONS: Sequence[Mutation] = (
    flip_bytes,
    cut_off,
    cut_out,
    repeat,
    swap,
    splice,
    double_tag,
    drop_tag,
    drop_all_of_a_tag,
    open_up,
    rename_tag,
    nest,
    flood_attributes,
    flood_text,
    hostile,
    add_json,
    confuse_entities,
    encode_again,
    declare_charset,
    mark_bytes,
)
