"""The title: what the page shows as its heading, chosen by what it says of itself in <title>, Open Graph and JSON-LD.

A page's <title> names the article, but with the site's name and sections around it; its <h1> is clean, but may be the
site's name or something else entirely. Each corrects the other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise

from crawler.extract.instant import is_time
from crawler.extract.markup import HEADINGS
from crawler.extract.structured import Stated
from crawler.extract.table import Table, within
from crawler.extract.wording import folded

MIN_COMMON = 5
"""The published rule takes a shorter common part for an accident."""

MAX_NAMED = 20
"""So many texts with a name in them are looked at for the link that says it."""

MAX_LOGOS, LEVELS_OF_LOGO = 5, 3
"""So many pictures are looked at for the site's logo, and so many elements around each for its link."""

MAX_HEADINGS = 10
"""So many <h1> are looked at: no page has more that could be its title."""

MAX_HEADING_LEAVES = 12
"""So many of a heading's text leaves are looked at."""

MAX_LOWER_HEADINGS = 20
"""So many <h2> and <h3> are looked at where the <h1> may be the site's name."""

MAX_CHARS = 500
"""No title is longer; comparing two takes the product of their lengths."""

MIN_ALIKE = 0.5
"""Dice coefficient of two texts' bigrams from which a heading says what <title> says."""

SURELY_ALIKE = 0.9
"""... and from which no other heading is looked for that says the same in the same words."""

MAX_CUTS = 8
"""So many separators of <title> are tried, from each end."""

MAX_PLACES = 100
"""So many places of a part of <title> in the page's text are looked at."""

OVER_DATE = 60
"""Characters behind a title in which the line of its date stands."""

UNSURE = ("title", "link")
"""Origins of titles that may be a site's name, or a section's."""

MAX_LABEL = 12
"""Characters of a label before a title, such as "topic:"."""

MIN_LABELLED = 0.6
"""Share of a heading that must be left when what stands before a name of the page is taken for a label."""

_SEPARATOR = re.compile(
    r"(?=[\s|｜»›•–—:_-])"  # what all begin with: most characters are none of these
    r"(?:\s*(?:[|｜»›•]+|[-–—]{2,}|::)\s*|\s+(?:[-–—·:_@/]+|->|→)\s+"
    r"|(?<=[^\x00-\x7f])[-–—_]+|[-–—_]+(?=[^\x00-\x7f])|(?<=[^\x00-\x7f]):\s+"
    r"|(?<=[a-zß-öø-ÿа-яё?!.])_(?=[A-ZÀ-ÖØ-ÞА-ЯЁ]))"
)
_WEAK_SEPARATOR = re.compile(r"[-–—_\s]+")
_ANCHOR = re.compile(r"^[#¶]+\s+|\s+[#¶]+\s*$|¶$")
_HOME = re.compile(r"(?:https?://[^/?#]+|\.)?/(?:index\.\w+)?|index\.\w+", re.IGNORECASE)
_SHOWN = re.compile(
    r"^.{1,80}?\s(?:::|[•·|:-])\s+(?:view(?:ing)? (?:topic|thread)|thema anzeigen|voir le sujet|ver tema|exibir tópico"
    r"|leggi argomento|visualizza argomento|bekijk onderwerp|zobacz temat|просмотр темы|查看主题|查看主題"
    r"|檢視主題|[观觀]看文章|[阅閱][读讀]主[题題]|トピックを表示)"
    r"\s+(?:::|[•·|:-])\s+",
    re.IGNORECASE,
)
"""What some forums write before the thread in <title>: the site's name, and that a thread is shown."""

_POWERED = re.compile(r"\s*[-–—|·,(]+\s*powered by .{2,40}$", re.IGNORECASE)
"""The name of the software behind <title>."""

_LABELLED = re.compile(
    r"^[^\w\n]*(?:文章|信件|帖子|本[页頁帖])?(?:[标標]\s{0,4}[题題]|主[题題]|subject|topic|thread)\s{0,3}[:：]\s*"
    r"(?:re: ?)*(.+)$",
    re.IGNORECASE | re.MULTILINE,
)
"""A title behind a label, in one element or two. What stands before the label ends with the line: else each line of a
page of signs would be read to its end."""

_CUT = ("...", "…")
"""What some sites write behind a title in <title>, cut or not."""

_JOINS = ("/", "\uff0f")
"""What joins a kicker to the title behind it."""

_AFTER_LABEL = frozenset(":：]】")
"""What ends a label before a title."""

_BRACKETS = (("[", "]"), ("【", "】"))


def title(table: Table, stated: Stated) -> tuple[str, str]:
    """The page's title and where it comes from, or two empty strings.

    "h1": the <h1> that is most alike to what the page says of itself. "json-ld", "og", "heading" or "text": the part of
    <title> that stands there too; "link" if only links say it, as they do what a site calls its sections. "title":
    <title> without the site's name.
    """
    page_title = _parted(table, _page_title(table))
    own = _own_names(stated)
    name, origin = _chosen(table, page_title, own, _collapsed(stated.meta_text("og:site_name")))
    given = _collapsed(stated.meta_text("articletitle"))
    if given and _fold(given) != _fold(name) and given in _cuts(page_title, _SEPARATOR) and any(_places(table, given)):
        return given, "meta"  # the standard for pages of governments in China
    if origin in UNSURE and (shown := labelled(table)) and _fold(shown) in _fold(page_title):
        return shown, "text"
    is_stated = _fold(name) in map(_fold, own.values())
    longer = "" if is_stated else _over_date(table, name, page_title)
    return (longer, "text") if longer else (name, origin)


def is_whole(table: Table, name: str) -> bool:
    """True if a page is called by this name alone, which may be the site's, as on all of its pages, or by none."""
    page_title = _page_title(table)
    return not page_title or _fold(name) == _fold(page_title)


def _page_title(table: Table) -> str:
    """What <title> says, without the software's name and that a thread is shown."""
    page_title = next((text for node in table.find("title") if (text := _text(table, node))), "")
    return _POWERED.sub("", _SHOWN.sub("", page_title))


def _parted(table: Table, page_title: str) -> str:
    """A <title> with a stroke for the colon behind the site's name, if a link to the front page says that name."""
    name, _, rest = page_title.partition(": ")
    parted = f"{name} | {rest}" if rest else ""
    return parted if parted and _linked_home(table, parted) == _fold(name) else page_title


def labelled(table: Table) -> str:
    """The first text that the page calls a title, "" if there is none or if that is a link, as in a menu."""
    found = _LABELLED.search(table.flow, *table.span(table.body))
    is_text = found and found[1][-1] not in ":：" and not table.links[table.leaf_at(found.start(1))]
    return _collapsed(found[1]) if found and is_text else ""


def _chosen(table: Table, page_title: str, own: Mapping[str, str], site: str) -> tuple[str, str]:
    """The title by what names it: headings, <title>, and what the page calls itself (`own`, by where) and its site."""
    nodes = list(islice(table.find("h1"), MAX_HEADINGS))
    homes = [node for node in nodes if leads_home(table, node)]
    nodes = [node for node in nodes if node not in homes]
    headings = [text for node in nodes if (text := _text(table, node))]
    if not page_title:
        shown = [(text, "h1") for text in headings] + [(text, origin) for origin, text in own.items()]
        shown += [(text, "h1") for node in homes if (text := _text(table, node))]
        return shown[0] if shown else ("", "")
    home = next((_fold(_text(table, node)) for node in homes), "") or _linked_home(table, page_title)
    first, last = _ends(page_title, home)
    sites = {_fold(site), first, last}
    names = [page_title, *_cuts(page_title, _SEPARATOR), *own.values()]
    names = [name for name in names if _fold(name) not in sites]
    headings = _without_last(headings, page_title, names)
    if part := _named_in_heading(table, names):
        return part, "h1"
    heading, alike = _most_alike([text for text in headings if _fold(text) not in sites], names)
    if heading and alike >= SURELY_ALIKE:
        return _under_site(table, heading, page_title) or _as_stated(heading, names), "h1"
    if first and (short := _short_over_date(table, nodes, first)):
        return short, "h1"
    found = _confirmed(table, page_title, own, {_fold(site), last, home})
    if heading and not (found and _is_other(found, heading, page_title)):
        return _under_site(table, heading, page_title) or _as_stated(heading, names), "h1"
    heading = next((text for text in headings if _fold(text) == first not in ("", _fold(site))), "")
    if found and not (heading and found[1] == "link"):
        return found
    return (heading, "h1") if heading else (_without_site(page_title, site or home), "title")


def _short_over_date(table: Table, headings: Sequence[int], first: str) -> str:
    """The heading over a date that says the first part of <title> (`first`), which is shorter than the site's name; ""
    if there is none."""
    named = ((node, text) for node in headings if _fold(text := _text(table, node)) == first)
    return next((text for node, text in named if _is_next_to_date(table, table.leaves_of(node)[-1])), "")


def leads_home(table: Table, heading: int) -> bool:
    """True for a heading in which a link to the site's front page, or to the blog's, stands, or that stands in one: it
    is the site's name."""
    inside = within(table.elements.get("a", ()), range(heading, table.ends[heading]))
    links = [table.attributes[link] for link in ([table.link_around(heading)] if table.links[heading] else inside)]
    return any(link.get("rel") == "home" or _HOME.fullmatch(link.get("href", "")) for link in links)


def _linked_home(table: Table, page_title: str) -> str:
    """The end of <title> that a link to the site's front page says, or a picture in one, folded: the site's name. "" if
    none does."""
    pieces = _SEPARATOR.split(page_title)
    ends = list(filter(None, (pieces[0].strip(), pieces[-1].strip())))
    for image in islice(table.find("img"), MAX_LOGOS) if len(pieces) > 1 else ():
        if (alt := table.attributes.value(image, "alt").strip()) in ends and _is_in_home(table, image):
            return _fold(alt)
    for end in ends:
        for leaf in islice(table.leaves_with(end, range(table.body, len(table))), MAX_NAMED):
            link = table.link_around(leaf) if table.links[leaf] else -1
            if link >= 0 and _HOME.fullmatch(table.attributes.value(link, "href")) and _text(table, link) == end:
                return _fold(end)
    return ""


def _is_in_home(table: Table, image: int) -> bool:
    """True for a picture in a link to the site's front page."""
    node = table.parents[image]
    for _ in range(LEVELS_OF_LOGO):
        if node <= table.body:
            break
        if table.tags[node] == "a":
            return _HOME.fullmatch(table.attributes.value(node, "href")) is not None
        node = table.parents[node]
    return False


def _without_last(headings: list[str], page_title: str, names: Sequence[str]) -> list[str]:
    """The headings without the last part of <title>, the site's name however long, if another of them is named too."""
    last = _fold(_SEPARATOR.split(page_title)[-1])
    others = [heading for heading in headings if _fold(heading) != last]
    named = {_fold(name) for name in names}
    return others if any(_fold(heading) in named for heading in others) else headings


def _own_names(stated: Stated) -> dict[str, str]:
    """What the page calls itself, by where it does."""
    names = {"json-ld": next(stated.strings("headline", "title"), ""), "og": stated.meta_text("og:title")}
    return {origin: _collapsed(name) for origin, name in names.items() if name}


def _text(table: Table, node: int) -> str:
    """An element's text, without the sign of a link to a heading before or behind it."""
    text = table.text_of(node)[:MAX_CHARS]
    return _ANCHOR.sub("", text).rstrip() if "#" in text or "¶" in text else text.rstrip()


def _collapsed(text: str) -> str:
    return " ".join(text[:MAX_CHARS].split())


_fold = lru_cache(maxsize=64)(folded)  # the names of one page are compared with one another


def _cuts(page_title: str, separator: re.Pattern[str]) -> list[str]:
    """What is left of a <title> that is cut at a separator, from either end, longest first."""
    cuts = list(separator.finditer(page_title))
    heads = [page_title[: cut.start()] for cut in cuts[-MAX_CUTS:]]
    tails = [page_title[cut.end() :] for cut in cuts[:MAX_CUTS]]
    return sorted(filter(None, map(str.strip, heads + tails)), key=len, reverse=True)


def _ends(page_title: str, home: str) -> tuple[str, str]:
    """The first and the last part of a <title> but for the longest, "" for that: there sites write their own name.
    `home` is what the page calls its site where it links it, folded, "" if it does not: then that is it."""
    pieces = [_fold(piece) for piece in _SEPARATOR.split(page_title)]
    longest = max([len(piece) for piece in pieces if piece != home], default=0)
    first, last = (piece if piece == home or len(piece) < longest else "" for piece in (pieces[0], pieces[-1]))
    return first, last


def _under_site(table: Table, heading: str, page_title: str) -> str:
    """The heading below `heading`, over most of the page's text, that says the rest of <title>, or its first part where
    `heading` is another, with or without what that is called: blogs and trackers put their own name into an <h1>. "" if
    there is none."""
    cuts = [cut.span() for cut in _SEPARATOR.finditer(page_title)]
    halves = ((page_title[:start], page_title[end:]) for start, end in cuts)
    rests = [rest for two in halves for name, rest in (two, two[::-1]) if name == heading]
    pieces = _SEPARATOR.split(page_title)
    if heading in pieces[1:]:
        rests += [pieces[0], pieces[0].partition(": ")[2]]
    wanted = {folded for rest in rests if 2 * len(folded := _fold(rest)) >= len(_fold(heading))}
    if not wanted:  # the site's name, or a section
        return ""
    sums = table.valid_sums
    above = next((node for node in table.find("h1") if _text(table, node) == heading), 0)
    for node in islice(chain(table.find("h2"), table.find("h3")), MAX_LOWER_HEADINGS):
        if node > above and _fold(text := _text(table, node)) in wanted and sums[node] * 2 <= sums[-1]:
            return text
    return ""


def _over_date(table: Table, name: str, page_title: str) -> str:
    """The piece of <title>, longer than the one that was chosen, that stands below it over a date: where blogs have
    their own name as a heading and the titles of posts as none. "" if there is none."""
    pieces = [piece.strip() for piece in _SEPARATOR.split(page_title)]
    if not name or _fold(name) not in map(_fold, pieces):
        return ""
    start = max(0, table.flow.find(name, *table.span(table.body)))
    leaf = table.leaf_at(start)
    if table.texts[leaf].strip() == name and _is_next_to_date(table, leaf):
        return ""
    longer = (piece for piece in pieces if len(piece) > len(name))
    return next((piece for piece in longer if _is_piece_over_date(table, piece, start)), "")


def _is_piece_over_date(table: Table, piece: str, start: int) -> bool:
    """True if a text leaf behind `start` is this piece, and a date stands right behind it."""
    flow = table.flow
    place = flow.find(f"{piece}\n", start)
    if place < 0 or table.texts[table.leaf_at(place)].strip() != piece:
        return False
    return is_over_date(table, place + len(piece))


def is_over_date(table: Table, end: int) -> bool:
    """True if a date stands right behind what ends there in the page's text."""
    return is_time(table.flow[end : end + OVER_DATE])


def _is_other(found: tuple[str, str], heading: str, page_title: str) -> bool:
    """True if what was found is a heading of its own with the first or the longest piece of <title>."""
    part, origin = found
    pieces = _SEPARATOR.split(page_title)
    return origin == "heading" and part not in heading and (pieces[0] in part or max(pieces, key=len) in part)


def _named_in_heading(table: Table, names: Sequence[str]) -> str:
    """The text leaf of an <h1> of several that says just what one of the names says: the first, with a mark or the line
    of source and time behind it, or most of the heading, with a board's name or a label around it that no stroke joins
    to it, here or in the page's name. "" if there is none."""
    wanted = {_fold(name) for name in names}
    kicked = {_fold(name) for name in names if any(stroke in name for stroke in _JOINS)}
    for heading in islice(table.find("h1"), MAX_HEADINGS):
        leaves = table.leaves_of(heading)
        if len(leaves) < 2:
            continue
        whole = _fold("".join([table.texts[leaf] for leaf in leaves])) in kicked
        half = sum(table.characters[leaf] for leaf in leaves) / 2
        for at, leaf in enumerate(leaves[:MAX_HEADING_LEAVES]):
            text = _collapsed(table.texts[leaf])
            joined = at and table.texts[leaves[at - 1]].rstrip().endswith(_JOINS)
            is_most = not at or (table.characters[leaf] > half and not joined and not whole)
            if is_most and len(text) >= MIN_COMMON and _fold(text) in wanted:
                return text
    return ""


def _most_alike(headings: Sequence[str], names: Sequence[str]) -> tuple[str, float]:
    """The heading that is most alike to one of the names, and how much; "" if none is."""
    folded = {_fold(name) for name in names} - {""}
    if same := next((heading for heading in headings if _fold(heading) in folded), ""):
        return same, 1.0
    wanted = [_bigrams(name) for name in names]
    best, best_alike = "", MIN_ALIKE
    for heading in headings:
        bigrams = _bigrams(heading)
        alike = max([2 * len(bigrams & other) / max(1, len(bigrams) + len(other)) for other in wanted], default=0)
        if alike > best_alike:
            best, best_alike = heading, alike
    return best, best_alike


def _bigrams(text: str) -> set[tuple[str, str]]:
    return set(pairwise(_fold(text)))


def _as_stated(heading: str, names: Sequence[str]) -> str:
    """The heading as the page states it: between a heading's elements no space may be written, and one of them may be
    a label."""
    folded = _fold(heading)
    same = [name for name in names if _fold(name) == folded]
    spaced = max(same, key=lambda name: name.count(" "), default="")
    if spaced.count(" ") > heading.count(" "):
        return spaced
    if same:
        return heading
    labelled = (name for name in names if _is_labelled(heading, name))
    return next(labelled, "") or _without_label(heading, names)


def _without_label(heading: str, names: Sequence[str]) -> str:
    """The heading without `Topic:` before it, if no name of the page has the label, but one the rest."""
    label, _, rest = heading.partition(": ")
    rest = rest.strip()
    is_label = len(rest) >= MIN_LABELLED * len(heading) and not any(label in name for name in names)
    return rest if is_label and any(rest in name for name in names) else heading


def _is_labelled(heading: str, name: str) -> bool:
    """True if the heading is a label and this name: `Topic: name`, or `Newsname` where two elements meet."""
    label = heading[: -len(name)]
    if not label or not heading.endswith(name) or len(name) < MIN_LABELLED * len(heading):
        return False
    return label.rstrip().endswith((":", "：")) or label[-1].islower()


def _confirmed(table: Table, page_title: str, own: Mapping[str, str], sites: set[str]) -> tuple[str, str] | None:
    """The part of <title> that the page has elsewhere too, and where: as its headline, as a heading, as a text."""
    strong = _cuts(page_title, _SEPARATOR)
    pieces = _SEPARATOR.split(page_title)
    weak = [part for part in _cuts(page_title, _WEAK_SEPARATOR) if len(part) > len(page_title) / 2]
    parts = [part for part in (page_title, *strong, *weak) if _fold(part) not in sites]
    parts += [short for part in parts if part.endswith(_CUT) and len(short := part.rstrip(" .…")) >= MIN_COMMON]
    folded = {_fold(part) for part in parts}
    whole = _fold(page_title)
    for origin, name in own.items():
        if _fold(name) in folded - {whole}:
            return name, origin
    shown = [(place, part) for part in parts for place in _places(table, part)]
    if not any(any(place) for place, _ in shown):
        inner = [part for piece in pieces[1:-1] if (part := piece.strip()) and _fold(part) not in sites]
        shown += [(place, part) for part in inner for place in _places(table, part) if any(place)]
    if not shown:
        return None
    place, part = max(shown, key=lambda shown: (shown[0], len(shown[1])))
    if not any(place):
        return part, "link"
    return part, "heading" if place[0] else "text"


def _places(table: Table, part: str) -> Iterator[tuple[bool, bool, bool]]:
    """Where a text leaf is this text, alone or behind a label: whether it is a heading; if not, whether it is free of
    links or stands over a date: some blogs link each entry's title to its page there too; and for a heading whether it
    does."""
    part = table.written(part)
    start = table.flow.find(part)
    for _ in range(MAX_PLACES):
        if start < 0:
            return
        leaf = table.leaf_at(start)
        parent = table.parents[leaf]
        if _says_only(table.texts[leaf], part) and table.tags[parent] != "title":
            heading = not HEADINGS.isdisjoint([table.tags[parent], table.tags[max(0, table.parents[parent])]])
            dated = _is_next_to_date(table, leaf)
            yield heading, heading or not table.links[leaf] or dated, heading and dated
        start = table.flow.find(part, start + len(part))


def _is_next_to_date(table: Table, leaf: int) -> bool:
    """True if the next text says a date."""
    after = bisect_right(table.leaves, leaf)
    return after < len(table.leaves) and is_time(table.texts[table.leaves[after]][:OVER_DATE])


def _says_only(text: str, part: str) -> bool:
    """True if a text is this part of <title>, but for signs around it and a label before it. In brackets it is a label
    itself, of a row: its board."""
    label, found, rest = text.strip().rpartition(part)
    if not found or _fold(rest) or (label, rest) in _BRACKETS:
        return False
    return not _fold(label) or (len(label) <= MAX_LABEL and label.rstrip()[-1:] in _AFTER_LABEL)


def _without_site(page_title: str, site: str) -> str:
    """A <title> without the site's name, at either end, and without the sections that follow its longest part."""
    cuts = [(0, 0), *(cut.span() for cut in _SEPARATOR.finditer(page_title)), (len(page_title), len(page_title))]
    pieces = [(before[1], after[0]) for before, after in pairwise(cuts) if before[1] < after[0]]
    if not pieces:
        return page_title
    own = [piece for piece in pieces if not site or _fold(page_title[slice(*piece)]) not in _fold(site)] or pieces
    longest = max(own, key=lambda piece: piece[1] - piece[0])
    return page_title[own[0][0] : longest[1]].strip(" -–—|·:_»›") or page_title
