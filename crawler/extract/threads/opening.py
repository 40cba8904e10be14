"""A thread's opening post: often in another container than the replies, cut into a head and a text, or copied into the
page's head."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

from crawler.extract.instant import Instant, instants, is_time
from crawler.extract.lines import line_of
from crawler.extract.markup import HEADINGS, INLINE
from crawler.extract.table import Table, within
from crawler.extract.threads.answers import is_chosen_heading, is_heading, says_whose
from crawler.extract.threads.evidence import SENTENCE, Evidence, any_in, is_same_time
from crawler.extract.threads.marks import MAX_TIME_CHARS, TIME_ATTRIBUTES
from crawler.extract.threads.notes import says_page
from crawler.extract.threads.time_labels import times_in
from crawler.model import Precision

MIN_OPENING = 20
"""Characters of prose before the first record that make an opening post."""

MIN_SENTENCE = 6
"""... or a sentence of so many under the thread's title."""

MIN_BEHIND = 2
"""... or so many behind the last mark there: a post may be of one word, where a head has nothing more to say."""

MAX_CHOSEN = 10
"""So many texts that call an answer chosen are tried for whether one stands below them."""

MIN_TITLE = 4
"""A text with fewer characters is not told to be the title."""

MOST_AGAIN = 0.8
"""Share of the prose of an opening that the first record says again: for machines, some pages state it twice."""

LABEL_CHARS = 30

_TITLE_LABEL = re.compile(
    r"\s*(?:[问問]|提[问問]|[问問]题|[标標主][题題]|投诉|咨询|求助|q|question|topic)\s?[:：]\s?|\s*【[^】]{1,8}】\s?|\s*\[[^\]]{1,8}\]\s?",
    re.IGNORECASE,
)
"""What the kind of a thread is called before its title."""

LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""Times that are only compared need no bound."""

_LAST = re.compile(
    r"\blast\s(?:updated?|repl|post|activ|modified|changed?|comment)|最[后後](?:[由被][^,，。]{1,24}?)?(?:回[复復覆应應]|更新|发表|發表|活[动動])"
    r"|\bletzte[rn]? (?:beitrag|antwort|aktivität)|\b(?:zuletzt|letzte änderung)|\bderni(?:er|ère) (?:message|réponse)"
    r"|\búltim[ao] (?:respuesta|mensaje)",
    re.IGNORECASE,
)
"""What stands before the time at which somebody wrote last: heads of threads have it."""

_BEGUN = re.compile(
    r"\b(?:start date|startdatum|beginndatum|erstellt am|date de début|fecha de inicio|data d[ie] in[íi][cz]io"
    r"|дата начала|data rozpoczęcia|datum zahájení|başlangıç tarihi|ngày gửi)|[开開]始(?:[时時][间間]|日[期時])",
    re.IGNORECASE,
)
"""What stands before the time at which a thread began."""


def with_opening(table: Table, found: list[range], evidence: Evidence) -> list[range]:
    """The records with all of the opening post: the text that stands over its author's card or under its head, and the
    whole post, where it stands in another container than the replies; and without the thread's head."""
    first, *others = found
    if _is_card(found, evidence) and (whole := _over_card(table, first, evidence)):
        return [whole, *others]
    first, *others = without_head(table, found, evidence)
    opening = _before(table, [first, *others], evidence)
    if opening and _is_chosen(table, opening):  # an answer in an element of its own, below the question
        question = _before(table, [opening, first, *others], evidence)
        return [*([question] if question else []), opening, first, *others]
    return [*_with_chosen(table, opening, evidence), first, *others] if opening else [first, *others]


def _before(table: Table, found: Sequence[range], evidence: Evidence) -> range | None:
    """The opening before the records, with marks or under the thread's title; None if there is none."""
    return _apart(table, found, evidence) or _under_heading(table, found[0], evidence)


def _is_chosen(table: Table, opening: range) -> bool:
    """True for what begins with the heading over the answer that was chosen as the best."""
    return any(is_chosen_heading(table.texts[leaf]) for leaf in table.leaves_in(opening)[:1])


def without_head(table: Table, found: list[range], evidence: Evidence) -> list[range]:
    """The records without the thread's head before the first post, or the first post with what is only its head."""
    if len(found) < 2 or table.shape(found[0].start) in (table.shape(record.start) for record in found[1:]):
        return found
    first, *others = found
    first = _with_body(table, first, others[0], evidence)
    if _is_panel(first, others[0], evidence):
        return [range(first.start, others[0].stop), *others[1:]]
    return others if _is_only_head(table, first, others[0], evidence) else [first, *others]


def _is_panel(head: range, first: range, evidence: Evidence) -> bool:
    """True for a head with the author of the first post, who is not shown there, and with its time."""
    signed = any_in(evidence.authors, head) and not any_in(evidence.authors, first)
    return signed and is_same_time(evidence.times_said(head), evidence.times_said(first))


def _is_only_head(table: Table, head: range, first: range, evidence: Evidence) -> bool:
    """True for a head that says nothing but who began the thread and when, with the title as a heading or such labels,
    with the exact time of the first post, or with its time and its author or none."""
    headings = [range(node, table.ends[node]) for tag in HEADINGS for node in within(table.elements.get(tag, ()), head)]
    is_short = evidence.own_prose(head, headings) < MIN_OPENING
    if headings and is_short and not any(evidence.said_in(head)):
        return True
    said, shown = evidence.times_said(head), evidence.times_said(first)
    are_same_names = not names_in(table, head, evidence).isdisjoint(names_in(table, first, evidence))
    is_unsigned = len(headings) > 0 and not any_in(evidence.authors, head)
    if is_short and (are_same_names or is_unsigned) and is_same_time(said, shown):
        return True
    times, firsts = within(evidence.times, head), within(evidence.times, first)[:1]
    if times and all(_is_last(table, time, _BEGUN) for time in times) and not _says_more(table, head, times, evidence):
        return True
    if are_same_names and not _moments(table, times).isdisjoint(_moments(table, firsts)):
        return True
    if evidence.words_in(head) and evidence.said_in(head)[0]:
        return False
    return not said[0].isdisjoint(shown[0])


def from_title(table: Table, found: list[range]) -> list[range]:
    """The records without the first that stands over all that says the thread's title, which the second has, and is
    unlike it: the site's own head, with the hour and its news."""
    if len(found) < 2 or (len(found) > 2 and table.shape(found[0].start) == table.shape(found[1].start)):
        return found
    if any(shown_titles(table, range(table.body, found[0].stop))):
        return found
    return found[1:] if any(shown_titles(table, found[1])) else found


def names_in(table: Table, record: range, evidence: Evidence) -> set[str]:
    """What the author's marks in a record say."""
    return {table.text_of(mark) for mark in within(evidence.authors, record)} - {""}


def _apart(table: Table, found: Sequence[range], evidence: Evidence) -> range | None:
    """The opening before the records, in another container, with marks of as many kinds as these have; None if there is
    none."""
    kinds = min(map(evidence.marks_in, found))
    first, parent = found[0].start, table.parents[found[0].start]
    while parent >= table.body:
        marks = [m for m in (*evidence.times, *evidence.authors) if parent < m < first and table.ends[m] <= first]
        if marks:
            start = min(table.child_towards(parent, mark) for mark in marks)
            start = _from_title(table, parent, start, evidence)
            opening = _with_body(table, range(start, first), found[0], evidence)
            headings = [range(node, table.ends[node]) for node in table.find("h1") if start <= node < first]
            if _may_open(table, opening, headings, kinds, evidence):
                if any(_says_again(table, opening, later, evidence) for later in found[1:]):
                    first = start  # a reply, shown above the others, too
                    continue
                over_title = _is_over_title(table, range(start, first), found[0]) or _ends_with_title(
                    table, opening, evidence
                )
                is_head = _is_head(table, opening, found[0], evidence) or _begins_with(
                    table, opening, found[-1], evidence
                )
                return None if over_title or is_head else opening
        first = min(first, parent)
        parent = table.parents[parent]
    return None


def _from_title(table: Table, parent: int, start: int, evidence: Evidence) -> int:
    """Where an opening begins: at the thread's title, or in the same element below it, where a sentence and no mark
    stands between the title and who asked, and when."""
    title = next(shown_titles(table, range(table.body, start)), -1)
    between = range(title + 1, start)
    if title < 0 or evidence.marks_in(between) or not _has_sentence(table, between, evidence):
        return start
    return table.child_towards(parent, title) if title > parent else parent + 1


def _under_heading(table: Table, first: range, evidence: Evidence) -> range | None:
    """What is said without a time between the thread's title and a heading of the answers over the first record: when
    it was asked, and often by whom, stands elsewhere on the page or nowhere. None if there is no such heading, or too
    little is said."""
    title = next(shown_titles(table, range(table.body, first.start)), -1)
    if title < 0:
        return None
    named = (leaf for leaf in table.leaves_in(range(title + 1, first.start)) if is_heading(table.texts[leaf]))
    least = ((leaf, MIN_SENTENCE if says_whose(table.texts[leaf]) else MIN_OPENING) for leaf in named)
    openings = ((range(title + 1, leaf), size) for leaf, size in least)  # the first may be a count beside the title
    said = (part for part, size in openings if evidence.words_in(part) >= size)
    opening = next((part for part in said if _has_sentence(table, part, evidence)), None)
    return opening if opening and not any_in(evidence.times, opening) else None


def _with_chosen(table: Table, opening: range, evidence: Evidence) -> list[range]:
    """An opening, and the answer that was chosen as the best, which stands before the others in an element of its
    own."""
    chosen = (leaf for leaf in table.leaves_in(opening) if is_chosen_heading(table.texts[leaf]))
    for leaf in islice(chosen, MAX_CHOSEN):
        node = leaf
        while table.parents[node] > opening.start and not evidence.prose_in(range(table.parents[node], leaf)):
            node = table.parents[node]
        question, answer = range(opening.start, node), range(node, opening.stop)
        if evidence.words_in(question) and evidence.marks_in(answer) and evidence.says_something(answer):
            return [question, answer]
    return [opening]


def _may_open(table: Table, opening: range, headings: Sequence[range], kinds: int, evidence: Evidence) -> bool:
    """True if what stands before records of so many `kinds` of marks has prose, and a time and an author; or the
    time that is all that these have, no headline, and prose outside its headings; or a time and a sentence under the
    thread's title, as questions have, whose author is not shown."""
    if evidence.marks_in(opening) == 2:
        said, behind = evidence.said_in(opening)
        if said >= MIN_OPENING or behind >= MIN_BEHIND:
            return True
    if not any_in(evidence.times, opening):
        return False
    if kinds == 1 and _says_something(opening, headings, evidence):
        return True
    entitled = _under_title(table, opening)
    if not entitled:
        return False
    return evidence.said_in(entitled)[0] >= MIN_OPENING or _has_sentence(table, entitled, evidence)


def _says_something(opening: range, headings: Sequence[range], evidence: Evidence) -> bool:
    """True if what stands before records has enough prose, and no headline, outside of its headings: the title may be
    the link to the thread."""
    linked = sum(len(within(evidence.headlines, heading)) for heading in headings)
    return len(within(evidence.headlines, opening)) == linked and evidence.own_prose(opening, headings) >= MIN_OPENING


def _has_sentence(table: Table, entitled: range, evidence: Evidence) -> bool:
    """True if what stands under the thread's title has a text with a function word in a block of its own, however
    short, that the page does not say of itself: no head has one."""
    long = (leaf for leaf in table.leaves_in(entitled) if table.valid[leaf] >= MIN_SENTENCE)
    said = (leaf for leaf in long if not says_page(table.texts[leaf]))
    return any(_stands_alone(table, leaf) and evidence.words_in(range(leaf, leaf + 1)) for leaf in said)


def _stands_alone(table: Table, leaf: int) -> bool:
    """True for a text without a time that is all that stands on its line in a block, and no heading."""
    if table.tags[table.parents[leaf]] in INLINE | HEADINGS or is_time(table.texts[leaf]):
        return False
    return list(table.leaves_in(line_of(table, leaf))) == [leaf]


def _is_over_title(table: Table, opening: range, first: range) -> bool:
    """True if the thread's title stands between what may be its opening and the first record, and is no heading above:
    only the page's own head stands over it. Or it begins the first record, and stands nowhere before."""
    if not any(_titles(table, range(opening.stop, first.start))):
        before = any(_titles(table, range(table.body, first.start)))
        return not before and any(_titles(table, first))
    headings = (node for tag in HEADINGS for node in within(table.elements.get(tag, ()), opening))
    return not any(any(_titles(table, range(node, table.ends[node]))) for node in headings)


def _ends_with_title(table: Table, opening: range, evidence: Evidence) -> bool:
    """True if the first that says the thread's title stands in what may be its opening, and behind that neither a mark
    nor more than counts: lists of other threads stand over it."""
    title = next(shown_titles(table, range(table.body, opening.stop)), -1)
    behind = range(title + 1, opening.stop)
    if title < opening.start or evidence.marks_in(behind) or evidence.words_in(behind) >= MIN_OPENING:
        return False
    return not _has_sentence(table, behind, evidence)


def _under_title(table: Table, opening: range) -> range:
    """What may be an opening, from the thread's title in it or before it in the element around it; else empty."""
    around = range(max(table.parents[opening.start], 0), opening.stop)
    title = next(shown_titles(table, around), opening.stop)
    return range(max(title + 1, opening.start), opening.stop)


def shown_titles(table: Table, nodes: range) -> Iterator[int]:
    """The leaves in a slice of nodes that say the thread's title, and are no links to it."""
    return (leaf for leaf in _titles(table, nodes) if not table.links[leaf])


def _titles(table: Table, nodes: range) -> Iterator[int]:
    """The leaves that say the thread's title, as the page's begins, whatever label either has before it."""
    name = _unlabelled(table.page_title)
    for leaf in table.leaves_in(nodes):
        words = _unlabelled(" ".join(table.texts[leaf].split()))
        if len(words) >= MIN_TITLE and name.startswith(words):
            yield leaf


def _unlabelled(title: str) -> str:
    label = _TITLE_LABEL.match(title)
    return title[label.end() :] if label else title


def _is_head(table: Table, opening: range, first: range, evidence: Evidence) -> bool:
    """True for the head of the page, with the time of its first post or of its last, and for a copy of the first. Where
    it says when somebody wrote last, too, the minute of the first is enough."""
    posted = within(evidence.times, opening)
    times = [time for time in posted if not _is_last(table, time)]
    if is_same_time(_with_clock(evidence.times_of(times)), _with_clock(evidence.times_said(first))):
        return True
    least = Precision.MINUTE if len(times) < len(posted) else Precision.SECOND
    if not _moments(table, times, least).isdisjoint(_moments(table, within(evidence.times, first), least)):
        return True
    if not times and not _says_more(table, opening, posted, evidence):
        return True
    if not any_in(evidence.authors, opening) and _is_of_day(table, times, within(evidence.times, first)[:1]):
        return True
    return _says_again(table, opening, first, evidence)


def _is_of_day(table: Table, times: Sequence[int], posted: Sequence[int]) -> bool:
    """True if some times are all the same day, and that of another, which is written to the minute at least: the day on
    which the first post began the thread."""
    days = {(instant.at.date(), instant.precision) for instant in _instants(table, times)}
    firsts = {moment.date() for moment in _moments(table, posted, Precision.MINUTE)}
    return bool(days) and all(exact == Precision.DAY and day in firsts for day, exact in days)


def _says_more(table: Table, opening: range, lasts: Sequence[int], evidence: Evidence) -> bool:
    """True if a sentence stands between an author and the times at which somebody wrote last, or much that begins with
    a whole one below both."""
    author = next(iter(within(evidence.authors, opening)), lasts[0])
    if author >= lasts[0] or _has_sentence(table, range(author, lasts[0]), evidence):
        return author < lasts[0]
    below = range(table.ends[lasts[-1]], opening.stop)
    begun = next((table.texts[leaf] for leaf in table.leaves_in(below) if table.valid[leaf] >= MIN_SENTENCE), "")
    is_whole = SENTENCE.search(begun) is not None
    return is_whole and evidence.words_in(below) >= MIN_OPENING and _has_sentence(table, below, evidence)


def _begins_with(table: Table, opening: range, last: range, evidence: Evidence) -> bool:
    """True for the head of a page that shows the newest post first: it begins with the time of the last one."""
    times = [time for time in within(evidence.times, opening) if not _is_last(table, time)]
    first, posted = times[:1], within(evidence.times, last)[:1]
    return not _moments(table, first).isdisjoint(_moments(table, posted))


def _moments(table: Table, marks: Sequence[int], least: Precision = Precision.SECOND) -> set[datetime]:
    """The times at some marks that are written or stated to the second, in whatever form, in which nobody answers; or
    to the minute at `least`."""
    found = _instants(table, marks)
    if least == Precision.MINUTE:
        found = [replace(one, at=one.at.replace(second=0)) for one in found]
    enough = (Precision.SECOND, least)
    return {instant.at for instant in found if instant.precision in enough and not instant.is_relative}


def _instants(table: Table, marks: Sequence[int]) -> list[Instant]:
    """The times that are written or stated at some marks."""
    stated = (table.attributes[mark].get(name, "") for mark in marks for name in TIME_ATTRIBUTES)
    texts = [*(text for mark in marks for text in times_in(table, mark)), *filter(None, stated)]
    return [instant for text in texts for instant in instants(text[:MAX_TIME_CHARS], LATEST, UTC)]


def _with_clock(said: tuple[set[str], set[str]]) -> tuple[set[str], set[str]]:
    """Times without those of a day alone, on which many post."""
    exact, texts = said
    return exact, {text for text in texts if ":" in text or "：" in text}


def _says_again(table: Table, opening: range, first: range, evidence: Evidence) -> bool:
    """True if most of an opening's prose stands in the first record too, and is not quoted there."""
    quoted = {leaf for node in within(evidence.quotes, first) for leaf in table.leaves_of(node)}
    said = {table.labels[leaf] for leaf in table.leaves_in(first) if leaf not in quoted}
    again = (range(leaf, leaf + 1) for leaf in table.leaves_in(opening) if table.labels[leaf] in said)
    return sum(map(evidence.prose_in, again)) >= MOST_AGAIN * evidence.prose_in(opening)


def _with_body(table: Table, head: range, second: range, evidence: Evidence) -> range:
    """An opening up to the second record, if it is only the head and the text stands between both; else as it is."""
    between = range(head.stop, second.start)
    headings = [range(node, table.ends[node]) for node in table.find("h1") if node in head]
    least = max(MIN_OPENING, evidence.own_prose(head, headings))
    is_head = not evidence.marks_in(between) and evidence.prose_in(between) >= least
    return range(head.start, second.start) if is_head else head


def _is_last(table: Table, time: int, label: re.Pattern[str] = _LAST) -> bool:
    """True for the time at which somebody wrote last, or whatever the `label` says, as the text before its mark, but
    for a heading and the thread's title, or the mark's beginning says."""
    start, end = table.span(time)
    first = bisect_left(table.leaves, table.leaf_at(max(0, start - LABEL_CHARS)))
    near = table.leaves[first : bisect_left(table.leaves, time)]
    titles = [leaf for leaf in near if table.is_in_heading(leaf) or any(_titles(table, range(leaf, leaf + 1)))]
    over = (table.span(leaf)[1] for leaf in reversed(titles))
    before, text = table.flow[max(next(over, 0), start - LABEL_CHARS) : start], table.flow[start:end]
    return bool(label.search(before) or label.match(text.lstrip()))


def _is_card(found: Sequence[range], evidence: Evidence) -> bool:
    """True if all records but the first have a time and an author, and that one an author and hardly a word: it shows
    who wrote what stands above it."""
    card, *others = found
    if any_in(evidence.times, card) or evidence.prose_in(card) >= MIN_OPENING:
        return False
    return len(others) >= 2 and all(evidence.marks_in(record) == 2 for record in others)


def _over_card(table: Table, card: range, evidence: Evidence) -> range | None:
    """The opening that stands between the page's heading and its author's card, with the author; None if none does."""
    heading = next(iter(table.find("h1")), card.start)
    author = evidence.authors[bisect_left(evidence.authors, card.start)]
    opening = range(min(table.ends[heading], card.start), table.ends[author])
    said = evidence.prose_in(opening) >= MIN_OPENING and any_in(evidence.times, opening)
    return opening if said else None
