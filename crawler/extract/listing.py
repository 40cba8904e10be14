"""List pages: boards, indexes, home pages. What they hold is links to pages, row after row, and nothing beside them.

Rows are found by what makes a list: many links at one place of the template, each to a page of its own, each with a
text of its own long enough for a headline, and each at the head of its row. Articles have such lists too, of what else
to read, and threads have links in every post; so what counts is how much text is left outside the rows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, starmap
from statistics import median_low

from crawler.extract.instant import is_time
from crawler.extract.table import Shape, Table, within
from crawler.extract.threads.linked_replies import linked_replies
from crawler.extract.threads.marks import Marks, is_inside, is_profile

MIN_ROWS = 10
"""Fewer links are a menu, or what an article recommends."""

MIN_FEW = 4
"""So many are a list of teasers where nothing else was found on the page, and they lead to pages of one site."""

MAX_PLACES = 300
"""At so many places of the template links are looked at as those of a list."""

MIN_HEADLINE = 15
MIN_HEADLINE_CJK = 6
"""Characters of a link that may be a headline, in letters and in Han; shorter ones are names, pages and sections."""

MIN_WORDS = 3
"""Words of the median headline: menus have one or two."""

ASIDES = ("nav", "footer", "aside")
"""What stands in these is no list of the page's own."""

ROWS = ("li", "tr", "article")
"""Elements that are rows without a class."""

MIN_DIFFERENT = 0.9
"""Share of a list's links that lead to pages of their own, and that have texts of their own but for numbers: "reply",
"#3" and dates recur, headlines do not."""

MAX_REPEATS = 2
"""Texts that recur more often, but for numbers, are no headlines."""

AT_HEAD = 1 / 3
"""A headline begins within that part of its row..."""

MIN_AT_HEAD = 0.8
"""... in that share of the rows: names of who liked a post stand below it."""

MIN_BEGIN = 4
"""So many characters with which links to different places do not all begin."""

MAX_DAY = 20
"""Characters of a day that stands before a headline."""

MAX_ROW = 4
"""A row that has so many times the text of the median one holds something else than the list."""

MAX_TEASER = 500
"""Characters of the median row of teasers: longer rows may be texts under headings that are links."""

MAX_SHORT = 80
"""... of a list of which a headline, a name and a time are all that it has."""

MIN_TOGETHER = 3
MIN_AMONG = 0.5
"""So many rows of a list stand side by side, and are that share of the elements like them there."""

MIN_COLUMNS = 4
"""A table with so many filled cells in each row is no layout, and no thread's: these have two or three."""

MOST_IN_RECORDS = 0.8
"""A text with that share in such rows, each with a link to a page of its own, is a list."""

ROWS_OF_ARTICLE = 3
MADE_OF_ROWS = 0.8
"""An article of whose text the rows hold that share is a list of teasers."""

ROWS_OF_THREAD = 1
"""How many times the text that was extracted from a page the rows must hold to make it a list page."""

MIN_POSTS_OF_LIST = 3
"""One of so many posts may be a list of links."""

MIN_ROWS_OF_BOARD = 15
"""So many rows with a time and an author are a board's page; lists of other threads below one are shorter."""

_LETTERS = re.compile(r"[\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]+")
"""Those of scripts that do not part their words: Thai and Lao, kana, Han, Hangul."""

_WORD = re.compile(r"[^\W\d_\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]+")
_NUMBERS = re.compile(r"\d+")
_HOST = re.compile(r"(?:[a-z]+:)?//[^/?#]*", re.IGNORECASE)


class Listing:
    """The rows of all lists of a page. Linear in its nodes."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.rows: set[int] = set()  # their text leaves
        self.beside: list[range] = []  # rows of any list, in asides and of few, too, that are surely no posts
        self.listed: set[int] = set()  # the text leaves of these and of rows that are like others of their list
        self.teasers: list[range] = []  # short rows, as slices of node numbers
        self._teasers: set[int] = set()  # their text leaves
        self._shapes: dict[int, Counter[Shape]] = {}  # of the children of elements that hold rows
        for is_aside, alike in islice(self._places(), MAX_PLACES):
            links = self._without_labels(alike)
            if len(links) >= MIN_FEW and self._are_headlines(links):
                self._mark(list(links), is_aside=is_aside)

    def outside(self, counts: Sequence[int]) -> Sequence[int]:
        """What is counted for each node, without what stands in the rows."""
        return [0 if node in self.rows else count for node, count in enumerate(counts)] if self.rows else counts

    def outweighs_article(self, text: str, *, few: bool = False, beside: Iterable[int] = ()) -> bool:
        """True if an article's text is little beside the page's rows, or made of them. `few` rows may do. Those in
        boxes `beside` the text do not count."""
        rows = self.rows | self._teasers if few else self.rows
        rows = rows.difference(*(self._table.leaves_of(box) for box in beside))
        size = sum(self._sizes(rows))
        return size > 0 and size >= ROWS_OF_ARTICLE * (_length(text) - self._within(text, rows))

    def makes_up(self, text: str) -> bool:
        """True if an article's text is made of the page's teasers."""
        return self._within(text, self._teasers) >= MADE_OF_ROWS * _length(text)

    def _within(self, text: str, leaves: Iterable[int]) -> int:
        """Characters of some leaves that stand in a text."""
        own = "".join(text.split())
        return sum(self._sizes(leaf for leaf in leaves if "".join(self._table.texts[leaf].split()) in own))

    def outweighs_posts(self, records: Sequence[range], bodies: Sequence[Sequence[int]], *, marked: bool) -> bool:
        """True if what was taken for posts (slices of node numbers, and the leaves of their texts) is mostly rows, or
        is less than the page's rows. Posts that are `marked` with times and authors may be less, and one of several of
        them may be a list."""
        posts = sum(self._sizes({leaf for body in bodies for leaf in body} - self.rows))
        if not marked:
            rows = sum(self._sizes(self.rows))
        else:
            inside = [sum(self._sizes(self.rows.intersection(self._table.leaves_in(one)))) for one in records]
            rows = sum(inside) - (max(inside) if len(records) >= MIN_POSTS_OF_LIST else 0)
        return rows > 0 and rows >= ROWS_OF_THREAD * posts

    def holds_all(self, marks: Sequence[int]) -> bool:
        """True if all of some nodes stand in rows, of which a few may do."""
        rows = self.rows | self._teasers
        return bool(marks) and all(not rows.isdisjoint(self._table.leaves_of(mark)) for mark in marks)

    def is_marked(self, marks: Marks) -> bool:
        """True if many rows say when and who: a board, no list of what else to read."""
        kinds = (marks.times, marks.authors)
        inside = (sum(not self.rows.isdisjoint(self._table.leaves_of(mark)) for mark in kind) for kind in kinds)
        return bool(self.rows) and min(inside) >= MIN_ROWS_OF_BOARD

    def _sizes(self, leaves: Iterable[int]) -> Iterator[int]:
        return (self._table.length(leaf) for leaf in leaves)

    def _places(self) -> Iterator[tuple[bool, list[int]]]:
        """The links that are long enough for headlines, by tags and class of where they stand, and whether that is in
        an aside."""
        table = self._table
        places: dict[tuple[bool, str], list[int]] = {}
        asides = outermost(table, sorted(node for tag in ASIDES for node in table.find(tag)))
        replies = linked_replies(table)
        for link in table.find("a"):
            if replies and not replies.isdisjoint(table.leaves_of(link)):
                continue
            if table.links[link] == 1 and self._is_long(link) and not _leads_to_own_place(table, link):
                is_aside = _is_inside(table, link, asides)
                places.setdefault((is_aside, _place(table, link)), []).append(link)
        return ((is_aside, links) for (is_aside, _), links in places.items() if len(links) >= MIN_FEW)

    def _is_long(self, link: int) -> bool:
        """True if a link has as many characters as headlines have in its script."""
        size = self._table.length(link)
        if size >= MIN_HEADLINE or size < MIN_HEADLINE_CJK:
            return size >= MIN_HEADLINE
        return self._table.is_cjk or _LETTERS.search(self._table.text_of(link)) is not None

    def _without_labels(self, links: Sequence[int]) -> dict[int, str]:
        """The links and their texts but for numbers, without dates, addresses and what recurs beside headlines in each
        row."""
        texts = [_NUMBERS.sub("0", self._table.text_of(link)) for link in links]
        counts = Counter(texts)
        return {
            link: text
            for link, text in zip(links, texts, strict=True)
            if counts[text] <= MAX_REPEATS and "://" not in text and _words(text)
        }

    def _are_headlines(self, links: Mapping[int, str]) -> bool:
        attributes = [self._table.attributes[link] for link in links]
        addresses = [link["href"].partition("#")[0] for link in attributes if _leads(link)]
        if len(set(addresses)) < MIN_DIFFERENT * len(addresses):
            return False
        texts = set(links.values())
        if len(texts) < MIN_DIFFERENT * len(links) or median_low(map(_words, texts)) < MIN_WORDS:
            return False
        authors = sum(is_profile(link.get("href", "")) for link in attributes)
        return MIN_DIFFERENT * len(links) >= 2 * authors

    def _mark(self, links: Sequence[int], *, is_aside: bool) -> None:
        """Mark the leaves of the rows around these links, if the links are their heads."""
        rows = list(self._table.around(links))
        if not rows or sum(starmap(self._is_head, rows)) < MIN_AT_HEAD * len(rows):
            self.beside += self._pointing(rows)
            return
        rows += self._alike(rows)
        median = median_low([self._table.length(row) for row, _ in rows])
        nodes = [range(row, self._table.ends[row]) for row, _ in rows if self._table.length(row) <= MAX_ROW * median]
        leaves = [leaf for row in nodes for leaf in self._table.leaves_in(row)]
        is_long = len(links) >= MIN_ROWS and not is_aside
        shapes = Counter(self._table.shape(row.start) for row in nodes)
        together = self._together([row for row in nodes if is_long or self._table.length(row.start) <= MAX_SHORT])
        alike = [row for row in nodes if is_long and shapes[self._table.shape(row.start)] >= MIN_FEW]
        self.beside += together
        self.listed.update(leaf for row in chain(together, alike) for leaf in self._table.leaves_in(row))
        if is_aside:
            return
        if len(links) >= MIN_ROWS:
            self.rows.update(leaves)
        if median <= MAX_TEASER and (
            len(links) >= MIN_ROWS or lead_to_one_site([self._table.attributes[link] for link in links])
        ):
            self.teasers += nodes
            self._teasers.update(leaves)

    def _pointing(self, rows: Sequence[tuple[int, int]]) -> list[range]:
        """The rows that say in few words who wrote what elsewhere and when, and end with a link to where that stands on
        the site; none where the links begin alike, as what else there is of an author does."""
        table, counts = self._table, self._table.character_sums
        ending = [
            (row, link)
            for row, link in rows
            if table.length(row) <= MAX_SHORT and counts[table.ends[link]] == counts[table.ends[row]]
        ]
        begins = {table.text_of(link)[:MIN_BEGIN] for _, link in ending}
        links = [table.attributes[link] for _, link in ending]
        if len(ending) < MIN_AT_HEAD * len(rows) or 2 * len(begins) <= len(ending) or not lead_to_one_site(links):
            return []
        return self._together([range(row, table.ends[row]) for row, _ in ending])

    def _alike(self, rows: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """The rows among others whose links are too short for headlines: elements of one name and class with them."""
        table, known = self._table, {row for row, _ in rows}
        kinds = Counter((table.parents[row], table.tags[row], table.class_names[row]) for row in known)
        many = {kind for kind, count in kinds.items() if count >= MIN_FEW and (kind[1] in ROWS or kind[2])}
        for parent in sorted({parent for parent, _, _ in many}):
            for node in table.children(parent):
                if node not in known and (parent, table.tags[node], table.class_names[node]) in many:
                    links = within(table.elements["a"], range(node, table.ends[node]))
                    yield from ((node, link) for link in links[-1:] if self._is_head(node, link))

    def _together(self, rows: Sequence[range]) -> list[range]:
        """The rows that stand side by side with hardly another element like them: what stands among others is a post
        with such a link."""
        table = self._table
        kinds = Counter((table.parents[row.start], table.shape(row.start)) for row in rows)
        for parent in {parent for parent, _ in kinds} - self._shapes.keys():
            self._shapes[parent] = Counter(map(table.shape, table.children(parent)))
        many = {
            (parent, shape)
            for (parent, shape), count in kinds.items()
            if count >= max(MIN_TOGETHER, MIN_AMONG * self._shapes[parent][shape])
        }
        return [row for row in rows if (table.parents[row.start], table.shape(row.start)) in many]

    def _is_head(self, row: int, link: int) -> bool:
        """True for a link with which a row begins, but for its day, and for one in a row of many columns: boards may
        have the titles in the last."""
        before = self._table.character_sums[link] - self._table.character_sums[row]
        if before <= AT_HEAD * self._table.length(row) or _columns(self._table, row) >= MIN_COLUMNS:
            return True
        return before <= MAX_DAY and is_time(self._table.flow[self._table.span(row)[0] : self._table.span(link)[0]])


def lead_to_one_site(links: Sequence[Mapping[str, str]]) -> bool:
    """True for links, by their attributes, of which none opens something on the page, and whose addresses name one host
    at most."""
    hosts = {host[0] for link in links if (host := _HOST.match(link.get("href", "")))}
    return all("href" not in link or _leads(link) for link in links) and len(hosts) <= 1


def are_records(table: Table, leaves: Sequence[int]) -> bool:
    """True if most of the text of some leaves stands in rows of several columns, which lead to pages of their own:
    tickets, topics, documents."""
    all_rows = table.elements.get("tr", ())
    rows = [row for row in all_rows if _columns(table, row) >= MIN_COLUMNS]
    rows = [row for row in rows if not within(all_rows, range(row + 1, table.ends[row]))]
    if len(rows) < MIN_FEW:
        return False
    held = {row: sum(table.characters[leaf] for leaf in within(leaves, range(row, table.ends[row]))) for row in rows}
    if sum(held.values()) < MOST_IN_RECORDS * sum(table.characters[leaf] for leaf in leaves):
        return False
    around = {table.parents[row] for row, size in held.items() if size}
    alike = [row for row in rows if table.parents[row] in around]
    links = [within(table.elements.get("a", ()), range(row, table.ends[row])) for row in alike]
    longest = (max(inside, key=table.length) for inside in links if inside)
    addresses = {table.attributes.value(link, "href") for link in longest}
    return len(addresses) >= max(MIN_FEW, MIN_DIFFERENT * (len(links) - 1))  # the first may name the columns


def _columns(table: Table, row: int) -> int:
    """How many cells of a row say something."""
    counts, ends = table.leaf_counts, table.ends
    return sum(table.tags[cell] in ("td", "th") and counts[ends[cell]] > counts[cell] for cell in table.children(row))


def _leads(link: Mapping[str, str]) -> bool:
    """True for a link with an address: others wait for a script to open what they name."""
    href = link.get("href", "")
    return not href.startswith("#") and href != "" and not href.lower().startswith("javascript:")


def _leads_to_own_place(table: Table, link: int) -> bool:
    """True for a link to the place in the page where it stands, as the number of a post is."""
    href = table.attributes.value(link, "href")
    return href.startswith("#") and is_inside(table, link, table.ids.get(href[1:], ()))


def is_headline(text: str) -> bool:
    """True for a text of as many characters and words as headlines have: what a section is called has less."""
    is_long = len(text) >= (MIN_HEADLINE_CJK if _LETTERS.search(text) else MIN_HEADLINE)
    return is_long and _words(text) >= MIN_WORDS


def _length(text: str) -> int:
    """Characters, white space left out."""
    return len("".join(text.split()))


def _words(text: str) -> int:
    """How many words a text has, about: two letters are one where they are not parted."""
    return len(_WORD.findall(text)) + sum(map(len, _LETTERS.findall(text))) // 2


def outermost(table: Table, nodes: Iterable[int]) -> list[int]:
    """Those of some nodes, in order, that lie in no other of them."""
    found: list[int] = []
    for node in nodes:
        if not found or node >= table.ends[found[-1]]:
            found.append(node)
    return found


def _is_inside(table: Table, node: int, around: Sequence[int]) -> bool:
    """True if a node lies in one of others, which are in order and share nothing."""
    at = bisect_left(around, node)
    return at > 0 and node < table.ends[around[at - 1]]


def _place(table: Table, link: int) -> str:
    """Where a link stands in the template: its class, and the tags of three elements above."""
    tags, parents = table.tags, table.parents
    parent = max(parents[link], 0)
    above = max(parents[parent], 0)
    return f"{table.class_names[link]} {tags[parent]} {tags[above]} {tags[max(parents[above], 0)]}"
