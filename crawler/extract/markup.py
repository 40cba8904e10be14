"""Markup to nodes: the rules of the HTML standard that decide which text stands where, in one pass and without a tree.

Source: the HTML standard, sections 13.2.5 (tokenization) and 13.2.6 (tree construction). Tags, comments, raw texts and
character references are read as there, and so is which element ends which. It differs where a flat list in the order
of the page cannot follow, or where a page's author meant something else than browsers do:

- nothing is moved or opened again: text between a table's rows stays there, and an element that overlaps a block, as
  in `<b><div></b>`, ends where it says for links and at the end of the block for all else;
- no <tbody>, <tr> or <colgroup> is added where the page has none;
- `<x/>` ends at once, as XHTML has it, and </head>, </body> and </html> say nothing: <head> ends at the <body>;
- an unclosed <textarea> or <title> is an element like others.

Each step takes the same time however many elements are open, so reading takes linear time whatever the markup is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from crawler.errors import Drop, Reason

if TYPE_CHECKING:
    from crawler.extract.table import Table

VERSION = 14
"""Counts up when what the compiled reader is to do changes: one that was compiled before is not used."""

MAX_DEPTH = 512
"""A page is read until it nests deeper, and no further. Browsers nest no deeper either."""

CJK_SAMPLE = 10_000
"""So many characters of a page tell whether it is written in Han or kana."""

TEXT = ""
"""The tag of a text leaf."""


class Run(NamedTuple):
    """Text leaves with nothing but inline elements between them, inside the same block.

    leaves: in order. first: the first of them, where the run stands in the page. container: the block element. breaks:
    how many elements that break the line began before. characters: white space left out. linked: those of them in
    links. valid: whether any of them are. weight: characters outside links, if most are and some are valid, else 0.
    """

    leaves: list[int]
    first: int
    container: int
    breaks: int
    characters: int
    linked: int
    valid: bool
    weight: int


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = _names("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
"""Elements without content."""

RAW = _names("script style xmp iframe noembed noframes")
"""Elements whose content is text, with no tags and no character references in it."""

ESCAPED = _names("title textarea")
"""Elements whose content is text with character references."""

NOT_TEXT = RAW - {"xmp"}
"""Elements whose content no one reads."""

_INLINE = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr o:p q rb rp rt ruby s "
    "samp small span strike strong sub sup time tt u var wbr input button svg path"
)
INLINE = _names(_INLINE) | {TEXT}
"""Elements that do not break the line."""

MARKED = (
    *("hidden", "aria-hidden", "itemprop", "itemtype", "rel"),
    *("datetime", "data-time", "data-timestamp", "data-utc", "title", "content"),
)
"""Attributes for which `Table.marked` has the elements."""

PROFILE_WORDS = _names(
    "uid user users member members memberlist profile profiles space people author authors u contributor contributors "
    "writer writers userid username userinfo userprofile viewuser viewprofile showuser dispuser memberinfo usercenter "
    "mitglied mitglieder benutzer nutzer profil membre membres utilisateur usuario usuarios miembro miembros perfil "
    "utente utenti utilizador gebruiker leden kullanici uye uzytkownik ludzie uzivatel anvandare bruker medlem "
    "kayttaja jasen thanhvien pengguna"
)
"""Words in the address of a link to a user's profile."""

FORUM_PARTS = (
    *("thread", "topic", "forum", "bbs", "discuss", "question", "communit", "board", "tieba", "wenda", "/t/"),
    *(f"{sign}{name}=" for sign in "?&" for name in ("t", "td", "tid", "f", "fd", "fid")),
)
"""What stands in the address of a link to a part of a forum."""

TIMELY = re.compile(r"[\d前刚剛民今昨]|[gG][oO]|[jJ][uU]|[vV][oO]|[hH][aAáÁ]|[yY]\s|н[аА]")
"""What no written time is without, in figures or in words: ago, just now, vor einer, hace un, há um, il y a un, назад.
Most short texts are."""

HEAD = _names("base basefont bgsound link meta noframes noscript script style template title")
"""Elements that may stand before the body."""

BLOCKS = _names(
    "address applet article aside base basefont bgsound blockquote body br button caption center col colgroup dd "
    "details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header "
    "hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript "
    "object ol p param plaintext pre script search section select source style summary table tbody td template "
    "textarea tfoot th thead title tr track ul wbr xmp"
)
"""What the standard calls special: the end of any other element does not end these."""

_SCOPE = "applet caption html marquee object table td template th"
_HEADINGS = "h1 h2 h3 h4 h5 h6"
HEADINGS = _names(_HEADINGS)
_CELLS = "td th"
_ROWS = f"{_CELLS} tr"
_SECTIONS = f"{_ROWS} caption colgroup tbody tfoot thead"

Rule = tuple[tuple[str, ...], tuple[str, ...]]
"""Which elements something ends, and inside of which others it cannot end them."""


def _rule(ended: str, within: str) -> Rule:
    return tuple(ended.split()), tuple(within.split())


_P = _rule("p", f"{_SCOPE} button")
_P_ENDS_AT = (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header "
    f"hgroup hr listing main menu nav ol p plaintext pre search section summary table ul xmp {_HEADINGS} li dd dt"
)

BEFORE: dict[str, tuple[Rule, ...]] = dict.fromkeys(_P_ENDS_AT.split(), (_P,))
"""What ends where an element begins."""

BEFORE["li"] = (_rule("li", f"{_SCOPE} ul ol menu dir"), _P)
BEFORE["dt"] = BEFORE["dd"] = (_rule("dt dd", f"{_SCOPE} dl ul ol"), _P)
BEFORE["td"] = BEFORE["th"] = (_rule(_CELLS, "table template"),)
BEFORE["tr"] = (_rule(_ROWS, "table template"),)
BEFORE |= {tag: (_rule(_SECTIONS, "table template"),) for tag in ("tbody", "thead", "tfoot", "caption", "colgroup")}
BEFORE["option"] = (_rule("option", f"{_SCOPE} select"),)
BEFORE["optgroup"] = (_rule("option optgroup", f"{_SCOPE} select"),)
BEFORE["button"] = (_rule("button", _SCOPE),)
BEFORE["rt"] = BEFORE["rp"] = (_rule("rt rp", f"{_SCOPE} ruby"),)

END: dict[str, Rule] = {tag: _rule(tag, _SCOPE) for tag in BLOCKS}
"""What an end tag ends. Elements that are not here are those whose end does not end the blocks inside them."""

END |= {tag: _rule(_HEADINGS, _SCOPE) for tag in _HEADINGS.split()}
END |= {tag: _rule(tag, "table template") for tag in _SECTIONS.split()}
END |= {"table": _rule("table", "template"), "p": _P, "li": _rule("li", f"{_SCOPE} ul ol")}
END["template"] = _rule("template", "html")

_SPACE = r"[ \t\n\f\r]"
_VALUE = r"\"[^\"]*+\"|'[^']*+'|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+|(?=>)|\Z"
_NAME = r"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"
_TAG = re.compile(
    rf"<(/?)([a-zA-Z][^ \t\n\f\r/>]*+)((?:[ \t\n\f\r/]++|{_NAME}(?:{_SPACE}*+=(?:{_SPACE}*+(?:{_VALUE})))?+)*+)>"
)
_ATTRIBUTE = re.compile(rf"({_NAME})(?:{_SPACE}*+={_SPACE}*+({_VALUE}))?+")
_COMMENT_END = re.compile(r"--!?>")
_ENDS_AT_ONCE = re.compile(r"(?:^|[ \t\n\f\r\"'])/$")
_WORD = re.compile(r"[a-zA-Z0-9]+")
_FORUM = re.compile("|".join(map(re.escape, FORUM_PARTS)), re.IGNORECASE | re.ASCII)
_REFERENCE = re.compile(r"&#?\w+;")
_COMMON = (("&nbsp;", "\xa0"), ("&amp;", "&"), ("&quot;", '"'))
_LONG_NUMBER = re.compile(r"&#[0-9]{9,}")


def unescaped(text: str) -> str:
    """The text with its character references read. Never raises."""
    if (read := _with_one_reference(text)) is not None:
        return read
    try:
        return unescape(text)
    except ValueError:  # Python reads no number of thousands of digits
        return unescape(_LONG_NUMBER.sub("&#xfffd", text))


def attributes_of(markup: str) -> dict[str, str]:
    """The attributes in what stands behind a tag's name: the first of each name, in lower case."""
    attributes: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(markup):
        text = value[1:-1] if value[:1] in ('"', "'") else value
        attributes.setdefault(name.lower(), unescape_value(text) if "&" in text else text)
    return attributes


def names_profile(address: str) -> bool:
    """True if a word of an address says that it leads to a user's profile."""
    return not PROFILE_WORDS.isdisjoint([word.lower() for word in _WORD.findall(address)])


def names_forum(address: str) -> bool:
    """True if something in an address says that it leads to a part of a forum."""
    return _FORUM.search(address) is not None


def unescape_value(value: str) -> str:
    """The value of an attribute: addresses have "&" before names too, so that only what ends in ";" is a reference."""
    if (read := _with_one_reference(value)) is not None:
        return read
    return _REFERENCE.sub(lambda reference: unescaped(reference[0]), value)


def _with_one_reference(text: str) -> str | None:
    """The text read, if it has no references but to one of the commonest characters, as nearly all have."""
    references = text.count("&")
    for reference, character in _COMMON:
        if text.count(reference) == references:
            return text.replace(reference, character)
    return None


class EndError(Exception):
    """Nested deeper than MAX_DEPTH: what stands before is the table."""


def read(html: str, table: Table, max_nodes: int) -> None:
    """Fill an empty table with the nodes of a page. Raises Drop(TOO_MANY_NODES)."""
    builder = _Builder(table, max_nodes)
    try:
        _Tokenizer(html, builder).run()
        builder.flush()
    except EndError:
        pass
    builder.end_from(0)


class _Tokenizer:
    """Finds tags and texts and tells the builder."""

    def __init__(self, html: str, builder: _Builder) -> None:
        self._html = html
        self._builder = builder
        self._unclosed: set[str] = set()

    def run(self) -> None:
        html, builder = self._html, self._builder
        at = 0
        while (start := html.find("<", at)) >= 0:
            if start > at:
                builder.text(html[at:start])
            tag = _TAG.match(html, start)
            if not tag:
                at = self._other(start)
            elif tag[1]:
                builder.end(tag[2].lower())
                at = tag.end()
            else:
                at = self._start(tag[2].lower(), tag[3], tag.end())
        if at < len(html):
            builder.text(html[at:])

    def _other(self, start: int) -> int:
        """Where reading goes on behind a "<" that begins no tag: a comment, a text, or a tag that never ends."""
        html = self._html
        if html.startswith("<!--", start):
            end = _COMMENT_END.search(html, start + 2)
            return end.end() if end else len(html)
        if html.startswith(("<!", "<?", "</"), start):
            return html.find(">", start) + 1 or len(html)
        if html[start + 1 : start + 2].isascii() and html[start + 1 : start + 2].isalpha():
            return len(html)
        self._builder.text("<")
        return start + 1

    def _start(self, tag: str, markup: str, at: int) -> int:
        """Begin an element, and end it if it has no content; where reading goes on."""
        builder = self._builder
        end = self._raw_end(tag, at) if tag in RAW or tag in ESCAPED else -1
        if not builder.start(tag, markup):
            return at
        if end >= 0:
            content = self._html[at:end]
            builder.raw(tag, unescaped(content) if tag in ESCAPED and "&" in content else content)
            builder.end_last()
            return self._html.find(">", end) + 1 or len(self._html)
        if tag in VOID or (markup.endswith("/") and _ENDS_AT_ONCE.search(markup)):
            builder.end_last()
        return at

    def _raw_end(self, tag: str, at: int) -> int:
        """Where the end tag of an element that holds only text stands; -1 if it holds elements, for want of one."""
        if tag in self._unclosed:
            return -1
        pattern = _RAW_ENDS[tag]
        end = pattern.search(self._html, at)
        if end:
            return script_end(self._html, at, end.start()) if tag == "script" else end.start()
        if tag in ("script", "style"):
            return len(self._html)
        self._unclosed.add(tag)
        return -1


_RAW_ENDS = {tag: re.compile(rf"</{tag}(?=[ \t\n\f\r/>])", re.IGNORECASE | re.ASCII) for tag in RAW | ESCAPED}
_SCRIPT_START = re.compile(r"<script(?=[ \t\n\f\r/>])", re.IGNORECASE | re.ASCII)


def script_end(html: str, start: int, end: int) -> int:
    """Where a script ends, from its first </script>: one in a comment belongs to a <script> there."""
    comment = html.find("<!--", start, end)
    if comment < 0 or html.find("-->", comment, end) >= 0 or not _SCRIPT_START.search(html, comment, end):
        return end
    last = _RAW_ENDS["script"].search(html, end + 1)
    return last.start() if last else len(html)


class _Builder:
    """Tags and texts, in order, to nodes: knows which elements are open."""

    def __init__(self, table: Table, max_nodes: int) -> None:
        self._table = table
        self._max_nodes = max_nodes
        self._pending: list[str] = []  # a text comes in pieces: at comments, and at tags that change nothing
        self._open: list[int] = []
        self._names: list[str] = []  # "" for an element that has ended while a block inside it goes on
        self._where: defaultdict[str, list[int]] = defaultdict(list)  # at which depths an element is open
        self._blocks: list[int] = []
        self._links = 0
        self._body = False

    def text(self, piece: str) -> None:
        self._pending.append(unescaped(piece) if "&" in piece else piece)

    def flush(self, tag: str = "") -> None:
        """Make a leaf of the text that was read since the last node. White space alone is noted where what stands on
        both sides of it is of one line: `tag` is that of the element which begins or ends behind it."""
        if not self._pending:
            return
        text = "".join(self._pending)
        self._pending.clear()
        if not text or text.isspace():
            table = self._table
            if text and tag in INLINE and tag and table.tags and table.tags[-1] in INLINE:
                table.spaces[len(table.tags)] = table.spaces.get(len(table.tags), "") + text
            return
        if not self._body and len(self._open) < 3:
            self._begin_body("")
        self._add(TEXT, "", text)

    def start(self, tag: str, markup: str) -> bool:
        """Begin an element; False if the tag says nothing here."""
        self.flush(tag)
        if tag == "html":
            self._frame("html", markup)
            return False
        if tag == "body":
            self._begin_body(markup)
            return False
        if tag == "head":
            if not self._body and len(self._open) < 2:
                self._frame("head", markup)
            return False
        if not self._body and len(self._open) < 3:
            self._begin_head_or_body(tag)
        elif tag == "a" and self._where["a"]:
            self._end_inline("a")
        for rule in BEFORE.get(tag, ()):
            self._apply(rule)
        if tag in HEADINGS and self._names[-1] in HEADINGS:
            self.end_last()
        self._push(tag, markup)
        return True

    def end(self, tag: str) -> None:
        """What an end tag says."""
        rule = END.get(tag)
        if tag in _FRAME:
            return
        if rule is None:
            if self._where[tag]:
                self.flush(tag)
                self._end_inline(tag)
        elif self._may_end(rule) >= 0:
            self.flush()
            self._apply(rule)
        elif tag in ("p", "br") and self.start(tag, ""):
            self.end_last()

    def raw(self, tag: str, text: str) -> None:
        """The text of an element that holds nothing else."""
        if tag in NOT_TEXT:
            if "ld+json" in self._table.attributes.markup[self._open[-1]]:
                self._table.json_ld.append(text)
        elif text and not text.isspace():
            self._add(TEXT, "", text)

    def end_last(self) -> None:
        """End the innermost element."""
        self.end_from(len(self._open) - 1)

    def end_from(self, depth: int) -> None:
        """End all elements from a depth on, and those around them that had ended but for the blocks in them."""
        table, size = self._table, len(self._table.tags)
        while len(self._open) > depth or (self._names and not self._names[-1]):
            name = self._names.pop()
            table.ends[self._open.pop()] = size
            if name:
                self._where[name].pop()
                if name in BLOCKS:
                    self._blocks.pop()
                elif name == "a":
                    self._links -= 1

    def _frame(self, tag: str, markup: str) -> None:
        """Begin <html>, <head> or <body>, or give its attributes to the one that began without its tag."""
        if self._where[tag]:
            node, of_all = self._open[self._where[tag][0]], self._table.attributes.markup
            of_all[node] = of_all[node] or markup
        else:
            if tag != "html" and not self._open:
                self._push("html", "")
            self._push(tag, markup)

    def _begin_body(self, markup: str) -> None:
        if not self._body:
            self.end_from(1)
            self._body = True
        self._frame("body", markup)

    def _begin_head_or_body(self, tag: str) -> None:
        """Before an element that stands in neither."""
        if tag not in HEAD:
            self._begin_body("")
        elif len(self._open) < 2:
            self._frame("head", "")

    def _may_end(self, rule: Rule) -> int:
        """The depth of the outermost element that a rule ends, -1 if there is none."""
        ended, within = rule
        found = [depths[-1] for tag in ended if (depths := self._where[tag])]
        if not found:
            return -1
        border = max([depths[-1] for tag in within if tag not in ended and (depths := self._where[tag])], default=-1)
        return min([depth for depth in found if depth > border], default=-1)

    def _apply(self, rule: Rule) -> None:
        depth = self._may_end(rule)
        if depth >= 0:
            self.end_from(depth)

    def _end_inline(self, tag: str) -> None:
        """End an element, or, where a block goes on in it, note that it has ended."""
        depth = self._where[tag][-1]
        if not self._blocks or self._blocks[-1] < depth:
            self.end_from(depth)
            return
        self._where[tag].pop()
        self._names[depth] = ""
        if tag == "a":
            self._links -= 1

    def _push(self, tag: str, markup: str) -> None:
        depth = len(self._open)
        if depth > MAX_DEPTH:
            raise EndError
        if tag == "a":
            self._links += 1
        self._add(tag, markup, "")
        self._open.append(len(self._table.tags) - 1)
        self._names.append(tag)
        self._where[tag].append(depth)
        if tag in BLOCKS:
            self._blocks.append(depth)

    def _add(self, tag: str, markup: str, text: str) -> None:
        table = self._table
        number = len(table.tags)
        if number >= self._max_nodes:
            raise Drop(Reason.TOO_MANY_NODES, f"more than {self._max_nodes}")
        table.tags.append(tag)
        table.parents.append(self._open[-1] if self._open else -1)
        table.ends.append(number + 1)
        table.texts.append(text)
        table.links.append(self._links)
        table.attributes.markup.append(markup)


_FRAME = frozenset(["html", "head", "body"])
