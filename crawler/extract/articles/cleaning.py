"""The paragraphs of the chosen nodes without those that are not text: captions, what is there twice, lists of links,
labels at both ends, what comes after the article's end."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, pairwise

from crawler.extract.articles.captions import without_captions
from crawler.extract.articles.galleries import without_galleries
from crawler.extract.articles.notices import is_caveat, is_notice
from crawler.extract.articles.paragraphs import Paragraph
from crawler.extract.articles.siblings import ends_as_sentence
from crawler.extract.boilerplate import (
    CONTENTS_WORDS,
    DISCLOSURE_WORDS,
    MAX_ANSWERED_CHARS,
    MAX_CALL_CHARS,
    MAX_DISCLOSURE_CHARS,
    MAX_LABEL_CHARS,
    NEWSLETTER_WORDS,
    PICTURE_WORDS,
    SCRIPT_WORDS,
    is_address,
    is_advertising,
    is_appeal,
    is_attachment,
    is_button,
    is_byline,
    is_call,
    is_count,
    is_credit,
    is_disclosure,
    is_end,
    is_head_label,
    is_of_script,
    is_over,
    is_over_contents,
    is_over_links,
    is_picture_address,
    is_picture_credit,
    is_placeholder,
    is_promotion,
    is_read_also,
    is_rule,
    is_signed_off,
    is_staff,
    is_tail_label,
    is_toolbar,
)
from crawler.extract.han_names import names_on_a_line
from crawler.extract.markup import HEADINGS
from crawler.extract.person_names import is_name_in_letters, name_in_asia
from crawler.extract.table import Table, within
from crawler.extract.wording import letters

MAX_LINKED = 0.75
"""A paragraph with a larger share of its characters in links is no text; references often have more than half there."""

MAX_LINKED_AT_END = 0.5
"""... but not at the end, where what else to read stands."""

MAX_SUBTITLES = 4
MAX_SUBTITLE_CHARS = 40
"""So many lines over the text are looked at for a credit, if they are no longer than that and no sentences."""

MIN_ABSTRACT = 20
MAX_ABSTRACT_LABEL = 4
MAX_BEHIND = 5
"""Characters of an abstract and of the label before it, and how many paragraphs it may be cut off."""

MIN_ITEMS = 3
MAX_LINKED_IN_LIST = 0.5
"""A list of so many items, of whose characters no larger share is linked, is text: so are its items that are links."""

MAX_AFTER_END = 0.25
MAX_AFTER_SIGN = 0.5
"""What a heading over further articles ends holds no more of the text: else it is a heading of the article. A legal
notice, the line of the editor and a heading over comments are surer signs."""

MIN_BUTTONS = 3
MAX_BUTTON_CHARS = 20
"""So many lines of buttons stand with the pictures or parts of a text; one alone may be a word of it."""

MAX_DISCLOSURES = 3
"""So many lines say that a text's links are paid for, at most."""

MAX_NAME_CHARS = 40
"""Characters of an author's name."""

MAX_FIELD_CHARS = 10
"""A longer line is no label of something to fill in."""

MIN_REPEATED = 60
"""Characters from which what stands in another box again was shown twice: shorter things are said twice too."""

MOST_REPEATED = 0.75
"""Share of a box's characters from which it is a copy."""

_NUMBERED = re.compile(r"[(（]?\d{1,3}\s?/\s?(\d{1,3})[)）]?")
"""Which of how many."""

MAX_NUMBERED = 9
"""Characters of that."""

_ITEMS = frozenset(["li", "td"])
_FLOWING = HEADINGS | _ITEMS | frozenset(["p", "dd", "dt", "blockquote"])
"""Elements in which a link alone is of the text: in others it is a button."""

_RECURRING = HEADINGS | _ITEMS | frozenset(["th", "pre"])
"""Elements that people fill with the same again: steps, values, commands, headings."""

_WITHIN_BOX = frozenset(["p", "li", "ul", "ol", "dd", "dt", "dl", "td", "tr", "tbody", "table", "blockquote", "center"])


def cleaned(table: Table, chosen: Sequence[Paragraph], rows: Mapping[int, float]) -> Sequence[Paragraph]:
    """The paragraphs that are text, in order. `rows` are what those count of their characters that are known to be
    none, by their first leaves."""
    return _Cleaner(table, rows).clean(chosen)


class _Cleaner:
    def __init__(self, table: Table, rows: Mapping[int, float]) -> None:
        self._table = table
        self._rows = rows
        self._texts: dict[int, str] = {}
        self._over_links: set[int] = set()  # the first leaves of what stands right over links

    def clean(self, chosen: Sequence[Paragraph]) -> Sequence[Paragraph]:
        shown = without_captions(self._table, without_galleries(self._table, chosen))
        if "pre" in self._table.elements:
            shown = self._without_line_numbers(shown)
        pairs = pairwise(shown)
        self._over_links = {p.first for p, behind in pairs if behind.linked > MAX_LINKED * behind.characters}
        text = self._without_headings_of_links(chosen, self._without_links(self._said_once(shown)))
        ended = self._ended(self._without_buttons(text))
        return self._trimmed(self._without_lines_over_links(chosen, ended))

    def _without_line_numbers(self, chosen: Sequence[Paragraph]) -> Sequence[Paragraph]:
        """Without the numbers of a program's lines, in a <pre> of their own beside it."""
        said: defaultdict[int, list[str]] = defaultdict(list)
        for paragraph in chosen:
            if self._tag(paragraph) == "pre":
                said[paragraph.container] += self._spaced(paragraph).split()
        numbers = {node for node, words in said.items() if words == [str(n + 1) for n in range(len(words))]}
        return [p for p in chosen if p.container not in numbers] if numbers else chosen

    def _said_once(self, chosen: Sequence[Paragraph]) -> list[Paragraph]:
        """Without the long paragraphs that stand in another box before, if these are most of one of the two: pages hold
        a text once for small screens and once for large ones, or as a preview. What an author repeats stands in the
        same box, or in sections that have more to say."""
        repeated = self._repeated(chosen)
        if not repeated:
            return list(chosen)
        boxes = [self._box(paragraph) for paragraph in chosen]
        held, again = Counter[int](), Counter[int]()
        for box, paragraph in zip(boxes, chosen, strict=True):
            held[box] += paragraph.characters
        for place in chain.from_iterable(repeated):
            again[boxes[place]] += chosen[place].characters
        copies = {box for box, characters in again.items() if characters >= MOST_REPEATED * held[box]}
        out = {
            place
            for first, *others in repeated
            for place in others
            if boxes[place] != boxes[first] and not copies.isdisjoint((boxes[first], boxes[place]))
        }
        return [paragraph for place, paragraph in enumerate(chosen) if place not in out]

    def _repeated(self, chosen: Sequence[Paragraph]) -> list[list[int]]:
        """The places of each long paragraph that stands there more than once."""
        lengths = Counter(p.characters for p in chosen if p.weight >= MIN_REPEATED)
        places: defaultdict[str, list[int]] = defaultdict(list)
        for place, paragraph in enumerate(chosen):
            may_repeat = paragraph.weight >= MIN_REPEATED and lengths[paragraph.characters] > 1
            if may_repeat and self._tag(paragraph) not in _RECURRING:
                places[self._text(paragraph)].append(place)
        return [same for same in places.values() if len(same) > 1]

    def _without_links(self, chosen: Sequence[Paragraph]) -> list[Paragraph]:
        """Without what is mostly links, but for a paragraph alone between running text, for items of lists that hold
        more than links, and for lists that a paragraph leads to: these are the text's own."""
        text: list[Paragraph] = []
        lists = self._lists_of_text(chosen)
        in_list = False
        for before, paragraph, after in zip([None, *chosen], chosen, [*chosen[1:], None], strict=False):
            is_links = self._is_links(paragraph)
            in_list = (
                is_links
                and self._table.tags[self._item(paragraph)] == "li"
                and (in_list or self._leads_to(paragraph, before))
            )
            is_between = before is not None and after is not None and before.weight > 0 and after.weight > 0
            is_alone = is_between and self._tag(paragraph) in _FLOWING
            is_own = in_list or is_alone or self._list(paragraph) in lists
            if not is_links or (is_own and not self._says(paragraph, _leads_elsewhere)):
                text.append(paragraph)
        return text

    def _without_headings_of_links(self, chosen: Sequence[Paragraph], text: list[Paragraph]) -> list[Paragraph]:
        """The text without the headings in boxes that held links besides, which were left out."""
        over = self._over_left_out(chosen, text)
        return [p for p in text if self._tag(p) not in HEADINGS or not over(self._table.parents[p.container])]

    def _without_lines_over_links(self, chosen: Sequence[Paragraph], text: Sequence[Paragraph]) -> Sequence[Paragraph]:
        """The text without the lines that say "read also" in such boxes, or in an element with the links."""
        lines = {p.first for p in text if not p.weight and (self._is_also(p) or self._is_over(p))}
        if not lines:
            return text
        over, parents = self._over_left_out(chosen, text), self._table.parents
        return [p for p in text if p.first not in lines or not (over(p.container) or over(parents[p.container]))]

    def _over_left_out(self, chosen: Sequence[Paragraph], text: Sequence[Paragraph]) -> Callable[[int], bool]:
        """Tells of an element whether it holds one paragraph of the text, and links that were left out, but for times:
        an entry of a live blog has its own over its heading."""
        kept, tags, parents = [p.first for p in text], self._table.tags, self._table.parents
        linked = (p.first for p in chosen if p.linked > MAX_LINKED * p.characters)
        links = sorted({leaf for leaf in linked if tags[parents[leaf]] != "time"}.difference(kept))

        def held(firsts: Sequence[int], box: int) -> int:
            return bisect_left(firsts, self._table.ends[box]) - bisect_left(firsts, box)

        return lambda box: bool(links) and held(kept, box) == 1 and held(links, box) > 0

    def _is_links(self, paragraph: Paragraph) -> bool:
        """True for what is mostly links, for few words of which brackets alone are no links, and for half as many links
        behind a label that says that they lead elsewhere."""
        if paragraph.linked <= MAX_LINKED_AT_END * paragraph.characters or self._says(paragraph, is_attachment):
            return False
        if paragraph.linked > MAX_LINKED * paragraph.characters or self._says(paragraph, _leads_elsewhere):
            return True
        return paragraph.characters <= MAX_BUTTON_CHARS and not any(map(self._is_said, paragraph.leaves))

    def _is_said(self, leaf: int) -> bool:
        """True for a text outside links that is more than signs."""
        return not self._table.links[leaf] and any(map(str.isalnum, self._table.texts[leaf]))

    def _without_buttons(self, chosen: Sequence[Paragraph]) -> Sequence[Paragraph]:
        """Without the buttons that recur, the word over advertisements, the calls to have letters sent, the addresses
        of pictures that a script shows, and the names of what it was to show."""
        short = [p for p in chosen if p.characters <= MAX_BUTTON_CHARS]
        buttons = [p.first for p in short if self._says(p, is_button)]
        left_out = {p.first for p in short if self._says(p, is_advertising)}
        left_out.update(buttons if len(buttons) >= MIN_BUTTONS else ())
        if "http" in self._table.flow:
            left_out.update(p.first for p in chosen if not p.weight and self._says(p, is_picture_address))
        if "{{" in self._table.flow:
            prose = (p for p in chosen if self._tag(p) not in ("pre", "code"))
            left_out.update(p.first for p in prose if self._says(p, is_placeholder))
        left_out.update(self._numbers_of_pictures(short))
        left_out.update(self._lines_of(chosen, SCRIPT_WORDS, MAX_ANSWERED_CHARS, is_of_script))
        if not self._table.is_cjk:
            left_out.update(self._lines_of(chosen, PICTURE_WORDS, MAX_LABEL_CHARS, is_picture_credit))
            left_out.update(self._lines_of(chosen, NEWSLETTER_WORDS, MAX_CALL_CHARS, is_call))
            disclosures = self._lines_of(chosen, DISCLOSURE_WORDS, MAX_DISCLOSURE_CHARS, is_disclosure)
            left_out.update(disclosures if len(disclosures) <= MAX_DISCLOSURES else ())  # else the text is about them
        left_out.update(self._contents(chosen))
        return [p for p in chosen if p.first not in left_out] if left_out else chosen

    def _numbers_of_pictures(self, short: Sequence[Paragraph]) -> Sequence[int]:
        """The first leaves of the lines that say which of several pictures stands over them: 2/6."""
        numbered = {
            p.first: said[1]
            for p in short
            if p.characters <= MAX_NUMBERED and (said := _NUMBERED.fullmatch(self._text(p)))
        }
        return [*numbered] if len(numbered) > 1 and len({*numbered.values()}) == 1 else ()

    def _lines_of(
        self, chosen: Sequence[Paragraph], words: Sequence[str], most: int, says: Callable[[str], bool]
    ) -> list[int]:
        """The first leaves of the paragraphs of `most` characters that say something, on a page that has one of the
        words without which none does."""
        if not self._has_one(words):
            return []
        return [p.first for p in chosen if p.characters <= most and self._says(p, says)]

    def _has_one(self, words: Sequence[str]) -> bool:
        return any(word in self._table.flow for word in words)

    def _contents(self, chosen: Sequence[Paragraph]) -> Sequence[int]:
        """The first leaves of a table of contents: its heading, and the lines behind it that are said again."""
        short = (place for place, p in enumerate(chosen) if p.characters <= MAX_LABEL_CHARS)
        start = next((place for place in short if self._says(chosen[place], is_over_contents)), len(chosen))
        if start == len(chosen) or not self._has_one(CONTENTS_WORDS):
            return ()
        last = {self._text(chosen[place]): place for place in range(start + 1, len(chosen))}
        end = start + 1
        while end < len(chosen) and last[self._text(chosen[end])] > end:
            end += 1
        return [p.first for p in chosen[start:end]]

    def _lists_of_text(self, chosen: Sequence[Paragraph]) -> set[int]:
        """The elements of which each item is a paragraph, and that hold no more links than other text."""
        items: defaultdict[int, list[Paragraph]] = defaultdict(list)
        if any(p.linked > MAX_LINKED * p.characters for p in chosen):
            for paragraph in chosen:
                items[self._list(paragraph)].append(paragraph)
        return {
            node
            for node, inside in items.items()
            if len(inside) >= MIN_ITEMS
            and sum(p.linked for p in inside) <= MAX_LINKED_IN_LIST * sum(p.characters for p in inside)
        }

    def _list(self, paragraph: Paragraph) -> int:
        """The list or row that a paragraph is an item of; else the element whose lines are paragraphs."""
        item = self._item(paragraph)
        return self._table.parents[item] if self._table.tags[item] in _ITEMS else item

    def _item(self, paragraph: Paragraph) -> int:
        """The item or cell around a paragraph's element, if there is one; else the element."""
        around = self._table.parents[paragraph.container]
        is_inside = self._tag(paragraph) == "p" and self._table.tags[around] in _ITEMS
        return around if is_inside else paragraph.container

    def _leads_to(self, paragraph: Paragraph, before: Paragraph | None) -> bool:
        """True if a paragraph leads to the list that the one behind it begins, or is of the item that holds it."""
        if self._leads(before) or self._heads(before, paragraph):
            return True
        parents = self._table.parents
        around = parents[parents[self._item(paragraph)]]
        is_inside = before is not None and before.weight > 0 and around < before.first
        return is_inside and self._table.tags[around] == "li"

    def _heads(self, heading: Paragraph | None, paragraph: Paragraph) -> bool:
        """True if a heading stands right over a list, in one element with it, and does not say that it leads elsewhere:
        what a changelog or a list of references links is its text."""
        if heading is None or self._table.is_cjk or self._tag(heading) not in HEADINGS:
            return False
        parents = self._table.parents
        if parents[heading.container] != parents[self._list(paragraph)]:
            return False
        return not any(self._says(heading, says) for says in (is_tail_label, is_end, is_over_links))

    def _leads(self, paragraph: Paragraph | None) -> bool:
        """True if a list may follow: for running text that does not say that it leads elsewhere."""
        return (
            paragraph is not None
            and paragraph.weight > 0
            and self._table.tags[self._item(paragraph)] == "p"
            and not self._says(paragraph, is_tail_label)
            and (not self._table.is_cjk or self._ends_with_colon(paragraph))
        )

    def _trimmed(self, text: Sequence[Paragraph]) -> Sequence[Paragraph]:
        """Without the labels before the first paragraph that is none, and after the last; without what stands over a
        credit, which is a subtitle, and without the line of who wrote when behind a longer one."""
        start, end = self._behind_labels(text, 0), len(text)
        for place in range(start, min(end, start + MAX_SUBTITLES)):
            if text[place].characters > MAX_SUBTITLE_CHARS or ends_as_sentence(self._table, text[place]):
                break
            if self._says(text[place], is_credit):
                behind = self._behind_labels(text, place + 1)
                start = behind if behind < end else start  # a subtitle stands over something
        if self._is_abstract(text[start:end]):
            start += 1
        while end > start and (self._is_no_last(text[end - 1]) or self._is_bare(text[start], text[end - 1])):
            end -= 1
        first = text[start : min(end, start + MAX_SUBTITLES)]
        return [*(p for p in first if not self._is_byline(p)), *text[start + len(first) : end]]

    def _is_byline(self, paragraph: Paragraph) -> bool:
        said = self._spaced(paragraph)
        return is_credit(said) and is_byline(said)

    def _behind_labels(self, text: Sequence[Paragraph], start: int) -> int:
        """The first place from `start` on that holds no label."""
        while start < len(text) and (self._is_no_first(text[start]) or self._is_of_byline(text[start : start + 2])):
            start += 1
        return start

    def _is_of_byline(self, pair: Sequence[Paragraph]) -> bool:
        """True for a name in letters, the first of two paragraphs, over one that counts or says where a text is from:
        no heading."""
        if len(pair) < 2 or self._tag(pair[0]) in HEADINGS or not is_name_in_letters(self._text(pair[0])):
            return False
        return any(self._says(pair[1], says) for says in (is_credit, is_count, is_byline))

    def _is_no_first(self, paragraph: Paragraph) -> bool:
        is_short = paragraph.characters <= MAX_LABEL_CHARS
        return _is_no_first_line(self._spaced(paragraph)) or (is_short and is_notice(self._table, paragraph))

    def _is_no_last(self, paragraph: Paragraph) -> bool:
        """True for labels, notices and links to what else to read, which stand behind an article in any order."""
        if self._says(paragraph, is_attachment):
            return False
        is_linked = paragraph.linked > MAX_LINKED_AT_END * paragraph.characters
        if is_linked or self._is_of_field(paragraph) or self._is_about_name(paragraph):
            return True
        if paragraph.characters <= MAX_LABEL_CHARS and is_staff(self._spaced(paragraph)):
            return True
        return self._says(paragraph, _is_no_last_line) or is_notice(self._table, paragraph)

    def _is_about_name(self, paragraph: Paragraph) -> bool:
        """True for what begins with the name that stands alone at the beginning of its box, and in a line somewhere
        above: who the author is."""
        table = self._table
        box = table.parents[paragraph.container]
        first = next(iter(table.leaves_of(box)), paragraph.first)
        name = table.texts[first].strip()
        if first >= paragraph.first or not 1 < len(name) <= MAX_NAME_CHARS:
            return False
        text = self._text(paragraph)
        if not text.startswith(name) or (text[len(name) : len(name) + 1].isalnum() and not table.is_cjk):
            return False
        above = table.leaves_with(name, range(table.body, box))
        return any(
            table.characters[leaf] <= MAX_LABEL_CHARS and table.tags[table.parents[leaf]] not in HEADINGS
            for leaf in above
        )

    def _is_bare(self, first: Paragraph, last: Paragraph) -> bool:
        """True for a few words in another box than the text's first, of whose list the links were left out."""
        if last.characters > MAX_FIELD_CHARS or last.first not in self._over_links:
            return False
        return not ends_as_sentence(self._table, last) and self._box(first) != self._box(last)

    def _is_of_field(self, paragraph: Paragraph) -> bool:
        """True for the label before or behind something to fill in."""
        table = self._table
        if not table.fields or paragraph.characters > MAX_FIELD_CHARS:
            return False
        leaves = table.leaves
        before, after = bisect_left(leaves, paragraph.first), bisect_right(leaves, paragraph.leaves[-1])
        until = leaves[after] if after < len(leaves) else len(table)
        return bool(within(table.fields, range(leaves[before - 1] if before else 0, until)))

    def _ended(self, text: Sequence[Paragraph]) -> Sequence[Paragraph]:
        """Up to the first line near the end that says that the article is over."""
        weights = [p.weight * self._rows.get(p.first, 1.0) for p in text]
        near = [place for place in _near_end(text, weights) if self._tag(text[place]) != "pre"]  # no line of a program
        signs = {place for place in near if self._is_sign(text[place])}
        over_others = {place for place in near if self._is_over(text[place])}
        weight, end, after = sum(weights), len(text), 0.0
        first = min(signs | over_others, default=end)
        for place in range(len(text) - 1, first - 1, -1):
            if self._rows and weights[place] and self._is_label(text[place]):
                weight -= weights[place]
            else:
                after += weights[place]
            if after > MAX_AFTER_SIGN * weight:
                break
            if place in signs or (after <= MAX_AFTER_END * weight and place in over_others):
                end = place
        return self._before_rows(text[:end])

    def _before_rows(self, text: Sequence[Paragraph]) -> Sequence[Paragraph]:
        """Up to a line that says "read also" near the end behind which hardly anything stands but teasers."""
        own = len(text)
        for place in range(len(text) - 1, 0, -1):
            if self._is_over(text[place]) or self._is_also(text[place]):
                own = place
            elif text[place].weight and text[place].first not in self._rows and not self._is_label(text[place]):
                break
        return text[:own] if any(p.first in self._rows for p in text[own:]) else text

    def _is_also(self, paragraph: Paragraph) -> bool:
        return paragraph.characters <= MAX_LABEL_CHARS and self._says(paragraph, is_read_also)

    def _is_label(self, paragraph: Paragraph) -> bool:
        return paragraph.characters <= MAX_LABEL_CHARS and self._is_no_last(paragraph)

    def _is_over(self, paragraph: Paragraph) -> bool:
        return paragraph.characters <= MAX_LABEL_CHARS and self._says(paragraph, is_end)

    def _is_sign(self, paragraph: Paragraph) -> bool:
        if paragraph.characters <= MAX_LABEL_CHARS:
            is_heading = self._tag(paragraph) in HEADINGS
            if self._says(paragraph, is_signed_off) or (not is_heading and self._says(paragraph, is_over)):
                return True
        return is_notice(self._table, paragraph)

    def _ends_with_colon(self, paragraph: Paragraph) -> bool:
        return self._table.texts[paragraph.leaves[-1]].rstrip().endswith((":", "："))

    def _is_abstract(self, text: Sequence[Paragraph]) -> bool:
        """True if the first paragraph stands in a box of its own and says, but for a label before it, what the ones
        behind it begin with, or what one of them says in the same words: systems cut abstracts off the text. In an
        element that is called something it says what the ones behind it begin with."""
        if len(text) < 2 or text[0].characters < MIN_ABSTRACT:
            return False
        is_boxed = self._box(text[0]) != self._box(text[1])
        if not is_boxed and not self._is_named(text[0], text[1]):
            return False
        first, *others = map(self._text, text)
        if is_boxed and text[0].weight >= MIN_REPEATED and first[MAX_ABSTRACT_LABEL:] in "\n".join(others):
            return True
        begun = letters(first)[MAX_ABSTRACT_LABEL:]
        return 0 <= letters("".join(others[:MAX_BEHIND])).find(begun) <= MAX_ABSTRACT_LABEL

    def _is_named(self, paragraph: Paragraph, other: Paragraph) -> bool:
        """True if a paragraph's own element is called something that the other's is not."""
        named, behind = (self._table.class_name(p.container) for p in (paragraph, other))
        return named not in ("", behind)

    def _tag(self, paragraph: Paragraph) -> str:
        return self._table.tags[paragraph.container]

    def _box(self, paragraph: Paragraph) -> int:
        """The element around the one that holds the paragraph, and around the list or table that this is in."""
        box = self._table.parents[paragraph.container]
        while box >= 0 and self._table.tags[box] in _WITHIN_BOX:
            box = self._table.parents[box]
        return box

    def _says(self, paragraph: Paragraph, is_label: Callable[[str], bool]) -> bool:
        return is_label(self._text(paragraph))

    def _spaced(self, paragraph: Paragraph) -> str:
        """A paragraph's text with a space where elements meet: a name, a time and a source stand in one each."""
        return " ".join(" ".join([self._table.texts[leaf] for leaf in paragraph.leaves]).split())

    def _text(self, paragraph: Paragraph) -> str:
        text = self._texts.get(paragraph.first)
        if text is None:
            leaves = [self._table.texts[leaf] for leaf in paragraph.leaves]
            text = self._texts[paragraph.first] = " ".join("".join(leaves).split())
        return text


def _near_end(text: Sequence[Paragraph], weights: Sequence[float]) -> range:
    """The places that a sign may end the text at: there stands not too much behind, but for what may be labels."""
    most, after = MAX_AFTER_SIGN * sum(weights), 0.0
    for place in range(len(text) - 1, 0, -1):
        if text[place].characters > MAX_LABEL_CHARS:
            after += weights[place]
        if after > most:
            return range(place + 1, len(text))
    return range(1, len(text))


def _leads_elsewhere(text: str) -> bool:
    return is_tail_label(text.lstrip("【[▲►▶※》>"))


def _is_no_first_line(text: str) -> bool:
    return any(is_label(text) for is_label in _OF_HEAD) or bool(names_on_a_line(text) or name_in_asia(text))


def _is_no_last_line(text: str) -> bool:
    return any(is_label(text) for is_label in _OF_TAIL)


_OF_HEAD = (is_head_label, is_byline, is_button, is_toolbar, is_promotion, is_rule, is_caveat)
_OF_TAIL = (
    *(is_tail_label, is_end, is_signed_off, is_over, is_button, is_byline),
    *(is_toolbar, is_promotion, is_appeal, is_address, is_rule),
)
