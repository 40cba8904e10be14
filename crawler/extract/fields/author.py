"""Who wrote an article: what the page says of itself, what it names so, then bylines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, pairwise

from crawler.extract.boilerplate import Saying
from crawler.extract.fields import byline_parts
from crawler.extract.fields.han_bylines import BETWEEN_NAMES, EDITORS, PICTURED, PUBLISHER, WRITERS, han_bylines
from crawler.extract.fields.names import MAX_CHARS, MAX_NAMES, behind_label, clean_name, join_names
from crawler.extract.fields.owners import FOLLOWED, TITLE_PARTS, account, blogger, followed, owner
from crawler.extract.fields.source import is_called_source, is_paper
from crawler.extract.han_names import names_at_the_end, names_beside_date, names_on_a_line
from crawler.extract.instant import is_time
from crawler.extract.lines import line_ends
from crawler.extract.structured import Stated, types
from crawler.extract.table import Table, within

AFTER_TEXT = 80
"""Characters after the text in which a labelled name is still its author's or editor's."""

MAX_FOOTER_CHARS = 200
"""Characters after the text in which a link to its author stands: in blogs that sign under it."""

BYLINE = 160
"""Characters up to a title's end in which a byline stands over it."""

MAX_NODES = 20
"""So many nodes of an element that is called an author are looked at for the name."""

MAX_PORTRAYED = 20
MAX_BOX = 120
"""Characters of the name beside the picture of somebody, and of the box with both and what is told of them."""

_META_NAMES = frozenset(
    [
        *("author", "article:author", "og:article:author", "articleauthor", "dc.creator"),
        *("parsely-author", "sailthru.author", "byl", "byline"),
    ]
)


_PUT_UP = re.compile(
    r"^[ \t]{0,20}(?:由[ \t]{0,3})?([^\s:：|，。]{2,20})(?:\s{1,3}[(（]\d{1,9}[)）])?[ \t]{1,3}"
    r"(?:发[表布]于|于[ \t]{0,3}\d[^\n]{7,24}发[表布])",
    re.MULTILINE,
)


_NAMED = re.compile(
    r"(?:^|[\s_-]|(?-i:(?<=[a-z])(?=[AW])))(?<!comment)(?<!comment[_-])(?:author(?!i|s?[_-]content)|byline|reporter|writer)",
    re.IGNORECASE,
)
_AUTHOR = frozenset(["author", "Author", "作者", "文章作者", "博主"])
_AUTHOR_NAME = re.compile(r"(?:^|[\s_-])(?<!comment[_-])author[_-]{1,2}name(?:$|\s)", re.IGNORECASE)
_AUTHOR_BOX = re.compile(
    r"(?:^|\s)(?:(?:article|post|entry|single)[_-]{1,2}author|author[_-]{1,2}(?:box|card|info|bio|about|profile)|about[_-]author)(?:$|\s)",
    re.IGNORECASE,
)
"""What is called the box below a text that presents who wrote it."""

_ICON = re.compile(
    r"(?:^|[\s_-])(?:user|author|person)(?:$|\s|-(?:o|circle|alt|fill|line|outline|tie|edit)(?:$|\s))", re.IGNORECASE
)
_ICON_TAGS = frozenset(["i", "span", "em", "b", "svg"])
"""What an empty element before a name is called that shows somebody's outline."""

_PORTRAIT = re.compile(
    r"avatar|portrait|rounded-(?:full|circle)|(?:img|image)-(?:circle|rounded)|touxiang", re.IGNORECASE
)
"""What the picture of somebody is called: many sites make such round."""

_USER = re.compile(
    r"(?:^|[\s_-])(?:nick|nick-?name|(?:user|display|up|media|account|owner|member|poster)[_-]?name)(?:$|[\s_-])"
    r"|^(?:user|name)$",
    re.IGNORECASE,
)
_PROFILE = re.compile(r"/(?:authors?|contributors?|writers?|people)/[^/]", re.IGNORECASE)
_BY = re.compile(
    r"^[ \t]{0,20}(?:(?:This (?:article|post|story) was (?:contributed|written)"
    r"|[Ww]ritten|[Pp]osted|[Aa]rticle|[Tt]ext|[Ss]tory)\s)?[Bb]y[:\s]\s{0,9}"
    r"([A-Z][\w.'’-]{0,30}(?:[ \xa0](?:[A-Z][\w.'’-]{0,30}|and|&|de|van|von|der|la)){0,6})",
    re.MULTILINE,
)
_CAPITAL = r"[A-ZÀ-ÞА-Я][\w.'’-]{0,30}"
_AND = re.compile(
    r"(?=[^\w\n]{0,3}(?:and)?[^\w\n]{0,3}\n)\s{0,4}(?:,|(?:, )?(?:and|&))\s{1,4}"
    rf"({_CAPITAL}(?: {_CAPITAL}){{1,3}})[ \t]*$",
    re.MULTILINE,
)
"""The next of several names, each in an element of its own."""

_BY_ON = re.compile(
    r"^[ \t]{0,20}[Bb]y\s{1,3}(\w[\w.-]{1,30})\s{1,3}on\s{1,3}(?:\d|[A-Z][a-z]{2,8}\.?\s\d)", re.MULTILINE
)
_POSTED_BY = re.compile(
    r"^[ \t]{0,20}(?:[Pp]osted|[Ww]ritten|[Pp]ublished)\s[Bb]y:?\s{1,3}(\w[\w.'’ -]{0,30}\w\.?)\s{1,3}(?:at|on|in)\s",
    re.MULTILINE,
)
"""How blogs sign a text, before or behind it: with the time, or the category, behind the name."""

_POSTED_AT = re.compile(
    r"[Pp]osted\s(?:@|on|at)\s{1,3}\d[\d :./-]{7,20}\s{1,3}(\S{2,20})\s{1,3}(?:阅读|評論|评论|收藏|views|comments)"
)
"""The same with the name behind the time, and before what was done with the text."""

_PUT_UP_UNDER = re.compile(
    r"^[ \t]{0,20}([^\s:：|，。]{2,20})[ \t]{1,3}(?:发[表布]于|發[表佈]於)[ \t]{0,3}\d[\d :./-]{3,20}[|·\s]{1,3}"
    r"(?:阅读|浏览|点击|评论|引用|閱讀|瀏覽|點閱|評論|迴響)[^\S\n]?[(（:：]",
    re.MULTILINE,
)
"""The same under the text in Chinese: no remark says how often it was read."""

_SIGNING = ("osted ", "ritten ", "ublished ")
_REMARKS = ("omment", "eplies", "esponses")
"""What such a line needs, but for its first letter, and what stands between a text and remarks on it."""

_FROM = re.compile(
    r"^[ \t]{0,20}(?:(?:[Tt]ext|[Gg]eschrieben|[Ee]in [A-Z]\w{3,20})[ :]{1,2})?"
    r"(?:[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Tt]ext|[Aa]utor(?:in|e)?|[Aa]uteur|[Aa]rticle de|Автор)[:\s]\s{0,9}"
    rf"({_CAPITAL}(?:,? (?:{_CAPITAL}|und|et|y|e|&|de|van|von|der|la|da)){{1,9}}|{_CAPITAL})"
    r"(?=[ \t\r]{0,9}(?:$|[|/(•·–,-]|\d|am\s|le\s|el\s))",
    re.MULTILINE,
)
"""The same in other languages that write in letters: nothing but the name, or the date, stands on the line."""

_WHO_SENT = re.compile(
    r"^[^\w\n]{0,9}(?:网友|网名|提问者|提问人|咨询者|咨询人|来信人|发信人|寄信人|留言人|发帖人|发帖者|发起人|诉求人|投诉人|楼主|昵称)"
    r"\s?[:：]\s{0,3}([^\s:：|｜，,。(（]{2,20})(?=\s|[|｜(（]|$)",
    re.MULTILINE,
)
"""Who asks or complains, at the head of what sites publish of that."""

_BESIDE_TIME = re.compile(r"\d[ \t\xa0]{1,3}by[: \xa0]\s{0,3}(\w[\w. -]{1,18})[ \t\xa0]*$", re.MULTILINE)
"""Who put a text up, behind the time on a line of their own: 2024-03-05 10:00 by 林间路."""


_LABEL_ALONE = re.compile(
    r"^[ \t]{0,20}(?:作[ \u3000]{0,4}者|撰文|原创)[ \t]{0,3}[\n \t\u3000]\s{0,9}([^\s:：|｜，。]{2,20})[ \t]{0,20}$",
    re.MULTILINE,
)
"""A label in an element of its own, or before a space, and the name behind it."""

_OVER_OWN = re.compile(
    r"^[ \t]{0,20}([^\s:：|｜，。][^\n:：|｜，。]{1,20})\n[ \t]{0,20}\d[^\n]{5,24}\n[ \t]{0,20}原创[ \t]{0,20}$",
    re.MULTILINE,
)
"""Whose own text it is, as platforms say it: a name, the time, and that the text was copied from nobody."""

_PRESENTED = re.compile(
    r"^[ \t]{0,20}(?:この記事を書いた(?:人|記者|ライター)|关于作者|關於作者|作者(?:简介|介绍|簡介|介紹))\s{1,9}"
    r"([^\s:：|｜，。、][^\n:：|｜，。、]{1,20})$",
    re.MULTILINE,
)
"""A heading under the text over the name of who wrote it."""

_WIDE_LABEL = re.compile(r"^[\u4e00-\u9fff](?:[ \u3000\xa0]{1,4}[\u4e00-\u9fff]){1,3}\s?[:：]", re.MULTILINE)


def author(
    table: Table, stated: Stated, start: int, end: int, head: tuple[int, int] = (0, 0), last: int = 0
) -> tuple[str, str]:
    """The author and where the name was found: "json-ld", "meta", "element", "byline", "editor", "title", "profile",
    or two empty strings.

    `start` and `end` bound the part of `table.flow` in which a byline counts: from the title to the text's end, and
    `head` the part between the title and the text, in which a name or a link to a profile needs no label. `last` is
    where the text itself ends, 0 if unknown: templates put bylines right behind it, too, and over the title. Several
    authors are joined by ", ". An editor is taken where nobody else is named.
    """
    return next(_candidates(table, stated, start, end, head, last), ("", ""))


def _candidates(
    table: Table, stated: Stated, start: int, end: int, head: tuple[int, int], last: int
) -> Iterator[tuple[str, str]]:
    """Names and where they were found, best first."""
    over = [head, (max(table.span(table.body)[0], head[0] - BYLINE), head[0])] if head[0] < head[1] else []
    under = (last, min(last + AFTER_TEXT, len(table.flow)) if last else 0)
    persons, others = _json_ld(stated)
    if persons:
        yield persons, "json-ld"
    sites = _sites(table, stated)
    metas = _meta(stated, sites)
    bylines = cache(partial(han_bylines, table.flow, start, end + AFTER_TEXT))
    if metas and metas.isascii() and table.is_cjk:  # some systems state their own name
        yield from _written(bylines())
    is_shown = any(name in table.flow for name in metas.split(", "))  # else it may be the template's author
    if metas and is_shown and metas not in sites:
        if is_paper(metas) or (table.is_cjk and metas in map(bylines().get, EDITORS)):  # a reporter wrote, or another
            yield from _written(bylines())
        yield metas, "meta"
    yield from ((name, "element") for name in _elements(table, start, end, head))
    yield from ((name, "element") for name in _behind_icons(table, head))
    yield from _written(bylines())
    if metas and metas not in sites:
        yield metas, "meta"
    if name := _by(table, start, end):
        yield name, "byline"
    for pattern in (_PUT_UP_UNDER, _PRESENTED):
        if (signed := pattern.search(table.flow, *under)) and (name := clean_name(signed[1])):
            yield name, "byline"
    yield from ((name, "byline") for name in byline_parts.labelled(table, [*over, under]))
    if names := _unlabelled(table.flow, end, head):
        yield names, "byline"
    if head[0] < head[1] and (match := _WHO_SENT.search(_unspaced(table.flow[slice(*head)]))):
        yield match[1], "byline"
    if head[0] < head[1] and (match := PICTURED.search(table.flow, *head)):
        yield join_names(BETWEEN_NAMES.sub(" ", match[1]).split()), "byline"
    named = {*sites.split("\n"), *map(str.strip, TITLE_PARTS.split(table.page_title))}
    unlabelled = byline_parts.alone(table, head, [*over[1:], under] if table.is_cjk else over[1:], named)
    yield from ((name, "byline") for name in unlabelled)
    yield from ((name, origin) for name, origin in ((others, "json-ld"), (metas, "meta")) if name)
    yield from ((bylines()[mark], "editor") for mark in EDITORS if mark in bylines())
    if head[0] < head[1] and (match := PUBLISHER.search(table.flow, *head)):
        yield match[1], "editor"
    yield from ((name, "title") for name in chain(blogger(table), owner(table), account(table, head)))
    yield from ((name, "profile") for name in chain(_profiles(table, head), _only_author(table)))
    yield from ((name, "element") for name in _beside_portrait(table, last))


def _written(bylines: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Those whom bylines name as writers."""
    return ((bylines[mark], "byline") for mark in WRITERS if mark in bylines)


def _unspaced(text: str) -> str:
    """A text without the spaces that set short labels as wide as longer ones: 来 信 人：."""
    return _WIDE_LABEL.sub(lambda match: "".join(match[0].split()), text)


def _by(table: Table, start: int, end: int) -> str:
    """Whom a line names as the writer, and those whom the next lines add; "" for nobody."""
    flow = table.flow
    match = _signed(flow, start, end)
    if not match and max(flow.find("By", start, end), flow.find("by", start, end)) >= 0:
        match = _BY.search(flow, start, end) or _BY_ON.search(flow, start, end)
    if not match and not table.is_cjk:
        match = _FROM.search(flow, start, end)
    if not match:
        return ""
    names, at = [" ".join(match[1].split())], match.end()
    while len(names) < MAX_NAMES and (another := _AND.match(flow, at, end)):
        names.append(another[1])
        at = another.end()
    return ", ".join(names)


def _signed(flow: str, start: int, end: int) -> re.Match[str] | None:
    """The line that signs a text over or under it: none that signs a remark."""
    last = end + AFTER_TEXT
    if not any(flow.find(word, start, last) >= 0 for word in _SIGNING):
        return None
    match = _POSTED_BY.search(flow, start, last) or _POSTED_AT.search(flow, start, last)
    return None if match and any(flow.find(word, end, match.start()) >= 0 for word in _REMARKS) else match


def _json_ld(stated: Stated) -> tuple[str, str]:
    """The persons, and the others, whom the first thing with an author names: who publishes it is no person."""
    for thing in stated.things:
        value = thing.get("author") or thing.get("creator")
        paper = _organization(thing.get("publisher")) if value else ""
        things = value[:MAX_NAMES] if isinstance(value, list) else [value]
        named = [(types(thing), clean_name(thing.get("name"))) for thing in things if isinstance(thing, dict)]
        named += [(["Person"], clean_name(thing)) for thing in things]
        persons = join_names(name for kinds, name in named if name != paper and not any(map(_is_organization, kinds)))
        if others := join_names(name for _, name in named):
            return persons, others
    return "", ""


def _organization(thing: object) -> object:
    """The name of an organization; "" for others."""
    is_one = isinstance(thing, dict) and any(map(_is_organization, types(thing)))
    return thing.get("name") if isinstance(thing, dict) and is_one else ""


def _is_organization(kind: str) -> bool:
    return kind.endswith("Organization")


def _meta(stated: Stated, sites: str) -> str:
    """The authors that <meta> elements name: not the site (`sites`), where another is named."""
    names = [clean_name(content) for key, contents in stated.meta.items() if key in _META_NAMES for content in contents]
    software = stated.meta_text("generator").split(" ")[0].lower() or " "
    persons = [_without_site(name, sites) for name in names if not name.lower().startswith(software)]
    return join_names(name for name in persons if name not in sites) or join_names(persons)


def _without_site(name: str, sites: str) -> str:
    """A name without the site's behind it."""
    before, _, last = name.rpartition(", ")
    return before if before and last in sites else name


def _sites(table: Table, stated: Stated) -> str:
    """What the page calls its site: in Open Graph, and behind its title."""
    return f"{stated.meta_text('og:site_name')}\n{TITLE_PARTS.split(table.page_title)[-1]}"


def _elements(table: Table, start: int, end: int, head: tuple[int, int]) -> Iterator[str]:
    """What stands in elements that are named as an author's or link to one, between two places of the text; persons
    before the papers that they write for. Over the text, elements named as those of users are an author's."""
    if start >= end:
        return
    first, last = table.leaf_at(start), table.leaf_at(end - 1)
    under = table.leaf_at(min(len(table.flow), end + MAX_FOOTER_CHARS) - 1)
    title, over = (table.leaf_at(head[0] - 1), table.leaf_at(head[1] - 1)) if 0 < head[0] < head[1] else (0, -1)
    named = ((node, under if _signs(table, node) else last) for node in _of_authors(table, range(first, under)))
    places = sorted([*named, *((node, over) for node in _of_users(table, title, over))])
    holding = {one for (one, _), (other, _) in pairwise(places) if one < other < table.ends[one]}
    for node, stop in sorted(places, key=lambda place: place[0] in holding):
        if first <= node < stop and table.ends[node] <= max(last, node + MAX_NODES):
            inside = range(node, min(table.ends[node], node + MAX_NODES))
            if within(table.elements.get("h1", ()), inside):
                continue  # the article's head
            metas = within(table.elements.get("meta", ()), inside)
            stated = [table.attributes[meta].get("content", "") for meta in metas]
            texts = [*stated, *behind_label(_without_sources(table, inside))]
            names = (clean_name(byline_parts.without_signs(text)) for text in texts)
            yield from (join_names(names_on_a_line(name)) or name for name in sorted(filter(None, names), key=is_paper))


def _without_sources(table: Table, inside: range) -> Sequence[str]:
    """The texts of some nodes, but for those in elements that are called a source."""
    return [table.texts[node] for node in inside if not is_called_source(table.class_name(table.parents[node]))]


def _signs(table: Table, node: int) -> bool:
    """True for what is marked up as an author for others than the page's styles, or is called the name of one, or the
    box of one, the only one: it may stand under the text."""
    attributes = table.attributes[node]
    name = attributes.get("class", "")
    if attributes.get("rel") == "author" or {"author", "vcard"} <= set(name.split()):
        return True
    is_named = _AUTHOR_NAME.search(name) or _AUTHOR_BOX.search(name)
    return is_named is not None and len(table.classes[name]) == 1


def _behind_icons(table: Table, head: tuple[int, int]) -> Iterator[str]:
    """What stands on the line of an icon of somebody between the title and the text."""
    if not 0 < head[0] < head[1]:
        return
    over = range(table.leaf_at(head[0] - 1), table.leaf_at(head[1] - 1) + 1)
    for node in (node for node in sorted(table.called(_names_icon)) if node in over):
        is_icon = table.tags[node] in _ICON_TAGS and not table.leaves_of(node)
        leaf = next(iter(table.leaves_in(range(node, over.stop))), -1) if is_icon else -1
        if leaf >= 0 and not line_ends(table, node, leaf) and (found := clean_name(table.texts[leaf])):
            yield found


def _beside_portrait(table: Table, last: int) -> Iterator[str]:
    """The name behind the only picture of somebody under the text, before what is told of them: beside comments stand
    several, and times."""
    if not last:
        return
    under = range(table.leaf_at(last - 1), table.leaf_at(min(len(table.flow), last + MAX_FOOTER_CHARS) - 1) + 1)
    portraits = [node for node in within(table.elements.get("img", ()), under) if _is_portrait(table.attributes[node])]
    leaves = table.leaves_in(range(portraits[0], under.stop))[:2] if len(portraits) == 1 else ()
    if len(leaves) < 2 or any(is_time(table.texts[leaf]) for leaf in leaves):
        return
    name, box = table.texts[leaves[0]].strip(), table.common_ancestor(portraits[0], leaves[1])
    if len(name) <= MAX_PORTRAYED and table.length(box) <= MAX_BOX:
        yield from filter(None, [clean_name(name)])


def _is_portrait(attributes: Mapping[str, str]) -> bool:
    return _PORTRAIT.search(f"{attributes.get('class', '')} {attributes.get('src', '')}") is not None


def _only_author(table: Table) -> Iterator[str]:
    """The only author to whose page links lead, wherever they stand."""
    links = _links_to_authors(table, table.profiles)
    if len({table.attributes.value(link, "href").rstrip("/") for link in links}) == 1:
        yield from filter(None, (clean_name(table.text_of(link)) for link in links))


def _of_users(table: Table, first: int, last: int) -> Iterator[int]:
    """The elements between two leaves that are called by a user's name."""
    return (node for node in (table.called(_names_user) if first < last else ()) if first <= node < last)


def _of_authors(table: Table, part: range) -> set[int]:
    """The elements in a part of the page that are called an author or a byline, or link to an author's page; to
    readers too, in what pops up over them."""
    value = table.attributes.value
    found = set(_links_to_authors(table, within(table.profiles, part)))
    found.update(node for node in table.called(_names_author) if node in part)
    found.update(node for node in table.identified(_identifies_author) if node in part)
    for said in ("rel", "itemprop", "title"):
        found.update(node for node in within(table.marked.get(said, ()), part) if value(node, said) in _AUTHOR)
    return found


@Saying
def _names_icon(name: str) -> bool:
    return _ICON.search(name) is not None


@Saying
def _names_user(name: str) -> bool:
    return _USER.search(name) is not None


@Saying
def _names_author(name: str) -> bool:
    return _NAMED.search(name) is not None


@Saying
def _identifies_author(name: str) -> bool:
    """True for an id with the word itself: others are those of labels, too."""
    return "uthor" in name and _NAMED.search(name) is not None


def _links_to_authors(table: Table, profiles: Sequence[int]) -> list[int]:
    """Those of some links to profiles whose address says that the profile is an author's."""
    return [link for link in profiles if _PROFILE.search(table.attributes.value(link, "href"))]


def _unlabelled(flow: str, end: int, head: tuple[int, int]) -> str:
    """Names between the title and the text: of whom one may follow, on a line of their own or with the date; or in
    brackets at the text's end."""
    over, under = flow[slice(*head)], flow[max(0, end - MAX_CHARS) : end]
    if asked := FOLLOWED.search(over):
        return followed(over[: asked.end(1)])
    places = (_PUT_UP, _BESIDE_TIME, _LABEL_ALONE, _OVER_OWN)
    if put_up := next(filter(None, (place.search(over) for place in places)), None):
        return "" if is_time(put_up[1]) else clean_name(put_up[1])
    return join_names(names_on_a_line(over) or names_beside_date(over) or names_at_the_end(under))


def _profiles(table: Table, head: tuple[int, int]) -> Iterator[str]:
    """The names in links to profiles between the title and the text."""
    for link in table.profiles if table.is_cjk and head[0] < head[1] else ():
        if head[0] <= table.span(link)[0] < head[1] and (name := clean_name(table.text_of(link))):
            yield name
