"""A page's only post, and an opening with its only reply: what no place of the template divides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, islice, pairwise

from crawler.extract.lines import line_of
from crawler.extract.markup import HEADINGS, INLINE
from crawler.extract.table import Table, within
from crawler.extract.threads.answers import REMARKS, heads_remarks, is_heading, may_head, says_none, says_whose
from crawler.extract.threads.evidence import MAX_HEAD_PROSE, Evidence, worth_of
from crawler.extract.threads.marks import is_inside
from crawler.extract.threads.opening import MIN_OPENING, names_in, shown_titles
from crawler.extract.threads.prompts import reply_prompts
from crawler.extract.threads.quotes import MAX_HEAD, names_sayer
from crawler.extract.threads.time_labels import is_answered, is_posted, may_be_of_post

MAX_HEADS = 200
"""Times that are tried as the head of a page's only post."""

BEFORE_HEAD = 1 / 8
"""What a character counts before the time and the author of a page's only post: mostly of a panel, but some posts have
these below them."""

NEARER = 0.65
"""What an element counts beside the one inside it, as far as the only post: a short one has less to say than what
stands around it, but it stands nearer to its time."""

MAX_HEADINGS = 50
"""So many texts that name answers are tried as the heading over them."""

MAX_HEADING = 30
"""Characters of a heading over remarks, with how many there are, and a link to write one."""

MAX_IN_HEADING = 10
"""So many texts of a heading of answers are read."""

MAX_PROMPTS = 50
"""So many requests to log in are looked at."""

MAX_APART = 40
MAX_HOLDING = 0.8
"""An author who is so many nodes away from a time, in no smaller part of the page than that, is not its author."""

MAX_PAIRED = 20
"""So many times with an author are tried as the heads of an opening and its only reply."""

MIN_NAMED = 2
"""Where a page marks fewer people, an opening may name nobody."""

MIN_PAIR = 0.6
"""Share of an only post's prose that an opening and its only reply must hold to be what the page has."""

MIN_HELD = 0.5
"""Share of the text between the first mark and the last that subtrees must hold to be whole records."""


def only_post(table: Table, evidence: Evidence) -> tuple[list[range], float, int]:
    """A page's only post, what it is worth, and its time: around a time, if there is one with its author near by, an
    element with much prose and little else, near to these."""
    most, worth, at, best = 0.0, 0.0, -1, -1
    end, remarks = _end_of_posts(table, evidence), _remarks(table)
    times = [time for time in within(evidence.times, range(end))[:MAX_HEADS] if may_be_of_post(table, time)]
    for time in [time for time in times if is_posted(table, time)] or times:
        if is_inside(table, time, evidence.quotes) or is_inside(table, time, remarks):
            continue
        if table.length(time) <= MAX_HEAD and names_sayer(table.text_of(time)):
            continue
        author = evidence.author_of(time)
        if author > time and is_inside(table, author, remarks):
            author = next(reversed(within(evidence.authors, range(time))), -1)
        if author >= 0 and abs(author - time) > MAX_APART and _are_apart(table, time, author):
            author = -1
        masses = _masses(table, evidence, time, author, end)
        near = ((mass * NEARER**level, said, node) for level, (node, mass, said) in enumerate(masses))
        mass, said, node = next(
            (one for one in sorted(near, reverse=True) if _says_more_than_head(table, evidence, one[2])),
            (0.0, 0.0, -1),
        )
        if mass > most:
            most, worth, at, best = mass, worth_of(said, 1 + (author >= 0)), time, node
    if best < 0:
        return _densest(table, evidence), 0, at
    return [range(best, min(table.ends[best], end))], worth, at


def _says_more_than_head(table: Table, evidence: Evidence, node: int) -> bool:
    """False for an element in which only the title stands, over who began the thread and when."""
    inside = range(node, table.ends[node])
    marks = sorted({*within(evidence.times, inside), *within(evidence.authors, inside)})
    lowest = {mark for mark, other in pairwise([*marks, inside.stop]) if other >= table.ends[mark]}
    said = (leaf for leaf in table.leaves_in(inside) if evidence.prose_in(range(leaf, leaf + 1)))
    own = (leaf for leaf in said if table.parents[leaf] not in lowest and leaf not in lowest)
    return any(not table.is_in_heading(leaf) for leaf in own)


def _remarks(table: Table) -> list[int]:
    """The elements that begin with the heading over remarks on a post."""
    having = {leaf for word in REMARKS for leaf in table.leaves_with(word, range(len(table)))}
    heads = (leaf for leaf in sorted(having) if heads_remarks(table.labels[leaf]) and not table.links[leaf])
    return [_begun_by(table, leaf) for leaf in heads]


def _begun_by(table: Table, leaf: int) -> int:
    """The lowest element around a leaf that holds more than a heading; not the whole page."""
    node = table.parents[leaf]
    while table.parents[node] > table.body and (
        table.span(node) == table.span(leaf)
        or (table.tags[node] in INLINE | HEADINGS and table.length(node) <= MAX_HEADING)
    ):
        node = table.parents[node]
    return node


def _end_of_posts(table: Table, evidence: Evidence) -> int:
    """The first node behind which no only post goes on: where the page asks to log in for a reply, below a time, an
    author and a text."""
    for prompt in reply_prompts(table)[:MAX_PROMPTS]:
        marks = (within(kind, range(prompt))[:1] for kind in (evidence.times, evidence.authors))
        firsts = [mark for found in marks for mark in found]
        if len(firsts) < 2:
            continue
        above = range(min(firsts), prompt)
        titles = [
            range(node, table.ends[node]) for tag in HEADINGS for node in within(table.elements.get(tag, ()), above)
        ]
        if evidence.words_in(above) >= MIN_OPENING and evidence.own_prose(above, titles) >= MIN_OPENING:
            return prompt
    return len(table)


def _are_apart(table: Table, time: int, author: int) -> bool:
    """True if nothing but nearly the whole page holds a time and an author."""
    node = table.common_ancestor(min(time, author), max(time, author))
    return table.ends[node] - node > MAX_HOLDING * len(table)


def _masses(table: Table, evidence: Evidence, time: int, author: int, end: int) -> list[tuple[int, float, float]]:
    """The elements around a time and its author, from the lowest up, each with its mass as an only post and the
    characters of prose in it, of which those behind both count most, or behind the author, if the time stands below."""
    head = max(table.ends[time], table.ends[author] if author >= 0 else 0)
    if 0 <= author < time and evidence.prose_in(range(author, time)) > MAX_HEAD_PROSE:
        head = table.ends[author]
    masses, words, prose = [], evidence.words, evidence.prose
    node, body, ends, parents = table.parents[time], table.body, table.ends, table.parents
    while node >= body:
        if node <= author < ends[node] or author < 0:
            before = words[head] - words[node]
            behind = prose[max(head, min(ends[node], end))] - prose[head]
            said = behind + BEFORE_HEAD * before
            masses.append((node, said * evidence.purity(node) ** 2, said))
        node = parents[node]
    return masses


def pair_of_posts(table: Table, evidence: Evidence, single: list[range], alone: float) -> tuple[list[range], float]:
    """An opening and its only reply, which have no place of the template in common, and what they are worth; the page's
    only post (`single`, worth `alone`) where they are worth less or hold less."""
    best, most, end = single, alone, _end_of_posts(table, evidence)
    held = sum(map(evidence.prose_in, single))
    heads = _heads(table, evidence)
    for first, second in pairwise(heads[:MAX_PAIRED]):
        opening, reply = _around_head(table, first, second), _around_head(table, second, first)
        reply = range(reply.start, max(second.stop, min(reply.stop, end)))
        if second.start >= end or opening.stop > reply.start or (len(best) == 2 and best[1].start < opening.stop):
            continue
        between = range(opening.start, reply.start)
        if evidence.prose_in(opening) < MIN_HELD * evidence.prose_in(between):
            opening = between
        worth = evidence.weight(opening) + evidence.weight(reply)
        both = evidence.said_in(opening)[0] and evidence.says_something(reply)
        if len(evidence.authors) < MIN_NAMED:  # or the first time may head an article, with what else stands there
            both = both and sum(table.valid[first.stop : opening.stop]) >= MIN_OPENING
        around = table.common_ancestor(min(first.start, second.start), max(first.stop, second.stop) - 1)
        least = MIN_PAIR * min(held, evidence.prose_in(range(around, table.ends[around])))
        if both and len(heads) == 2 and _holds(single, opening, reply) and _are_marked(evidence, opening, reply):
            return [opening, reply], max(worth, alone)
        if both and worth > most and evidence.prose_in(opening) + evidence.prose_in(reply) >= least:
            best, most = [opening, reply], worth
    return best, most


def _holds(single: Sequence[range], *parts: range) -> bool:
    return any(all(post.start <= part.start and part.stop <= post.stop for part in parts) for post in single)


def _are_marked(evidence: Evidence, *parts: range) -> bool:
    return all(evidence.marks_in(part) == 2 for part in parts)


def with_answer(table: Table, single: list[range], evidence: Evidence) -> list[range]:
    """A page's only post as a question, and the only answer to it: what stands under the heading of the answers, in the
    post or behind it, with a text and a mark; as it is where there is none, but a card of who asked."""
    if len(single) != 1:
        return single
    [post] = single
    if both := _asked_and_answered(table, post, evidence):
        return both
    leaves = table.leaves_in(range(post.start, len(table)))
    named = (leaf for leaf in leaves if not table.links[leaf] and may_head(table.texts[leaf]))
    for leaf in islice(named, MAX_HEADINGS):
        heading = _heading_of_answers(table, leaf)
        if heading < 0:
            continue
        question = _below_title(table, range(post.start, min(post.stop, heading)))
        answer = _marked_behind(table, heading, evidence)
        if not (evidence.words_in(question) and answer and evidence.says_something(answer)):
            continue
        if evidence.marks_in(answer) == 2 or names_in(table, range(post.start, heading), evidence).isdisjoint(
            names_in(table, answer, evidence)
        ):
            return [question, answer]
    return single


def _asked_and_answered(table: Table, post: range, evidence: Evidence) -> list[range]:
    """The question, with a time, below the page's title, and the answer to it, where what was taken for the only post
    is that, or both: it stands under the heading of the answers, or its time says so; none if neither does."""
    title = next(shown_titles(table, range(table.body, post.stop)), post.stop)
    times = within(evidence.times, range(title + 1, post.stop))
    if not times:
        return []
    answered = next((time for time in times if is_answered(table, time)), times[0])
    signed = _signed_heading(table, range(times[0], post.stop))
    if signed >= 0:
        end = start = signed
        later = (table.common_ancestor(signed, time) for time in times if time > signed)
        post = range(post.start, next((table.ends[node] for node in later if node > title), post.stop))
    elif answered > times[0]:
        end = start = table.child_towards(table.common_ancestor(times[0], answered), answered)
    else:
        named = (leaf for leaf in table.leaves_in(range(title + 1, post.start)) if may_head(table.texts[leaf]))
        headings = [node for leaf in named if (node := _heading_of_answers(table, leaf)) >= 0]
        end, start = headings[-1] if headings else title, post.start
    first = min([*within(evidence.authors, range(title + 1, end))[:1], times[0]])
    is_signed = first < times[0]  # what stands above is said of the question
    below = is_signed and evidence.words_in(range(title + 1, first)) < evidence.words_in(range(first, end))
    begins = first if below else title + 1
    question, answer = range(begins, end), range(start, post.stop)
    asked = within(evidence.times, question) and evidence.said_in(question)[1] >= MIN_OPENING
    return [question, answer] if asked and evidence.says_something(answer) else []


def unanswered(table: Table, found: list[range], evidence: Evidence) -> list[range]:
    """The question alone, where the page says that it has no answer: from the title up to what others remarked on it,
    at later times."""
    behind = range(found[-1].start, len(table)) if found else range(0)
    none = next((leaf for leaf in table.leaves_in(behind) if says_none(table.texts[leaf])), -1)
    if none < 0 or any(table.links[leaf] for leaf in table.leaves_in(line_of(table, none))):  # of another question
        return found
    headings = (table.ends[node] for node in table.find("h1") if table.ends[node] <= found[0].stop)
    titles = (leaf + 1 for leaf in shown_titles(table, range(table.body, found[0].stop)))
    below = range(max((*headings, *titles), default=found[0].start), none)
    later = [root for root, _ in table.around(within(evidence.times, below))][1:]
    parts = [part for end in (*later, none) if evidence.words_in(part := range(below.start, end))]
    long = (part for part in parts if evidence.words_in(part) >= MIN_OPENING)
    return [next(chain(long, parts), range(found[0].start, none))]


def _signed_heading(table: Table, nodes: range) -> int:
    """The first heading in a slice of nodes that names an office and ends with words for its answer; -1 for none."""
    for leaf in table.leaves_in(nodes):
        if may_head(table.texts[leaf]) and is_heading(table.texts[leaf]) and says_whose(table.texts[leaf]):
            heading = _block_around(table, leaf)
            said = table.leaves_of(heading)
            if table.tags[heading] in HEADINGS and said[0] < leaf == said[-1]:
                return heading
    return -1


def _heading_of_answers(table: Table, leaf: int) -> int:
    """The element that a leaf begins, but for links to their orders, and that is a heading of answers, of which there
    are some; -1 if it is none."""
    block = _block_around(table, leaf)
    leaves = table.leaves_of(block)
    if table.tags[block] in HEADINGS:
        leaves = [inside for inside in leaves if not table.links[inside]]
    text = " ".join("".join(table.texts[inside] for inside in leaves[:MAX_IN_HEADING]).split())
    if leaves[:1] != [leaf] or not is_heading(text):
        return -1
    return block if table.tags[block] in HEADINGS or says_whose(text) else -1


def _block_around(table: Table, leaf: int) -> int:
    block = table.parents[leaf]
    while block > table.body and table.tags[block] in INLINE:
        block = table.parents[block]
    return block


def _marked_behind(table: Table, node: int, evidence: Evidence) -> range | None:
    """What stands behind an element in the smallest one around it that has a mark there, up to the next heading with no
    mark below it; None if none has."""
    while (parent := table.parents[node]) >= table.body:
        behind = range(table.ends[node], table.ends[parent])
        if evidence.marks_in(behind):
            headings = sorted(node for tag in HEADINGS for node in within(table.elements.get(tag, ()), behind))
            ends = (one for one in headings if not evidence.marks_in(range(one, behind.stop)))
            return range(behind.start, next(ends, behind.stop))
        node = parent
    return None


def _below_title(table: Table, question: range) -> range:
    """A question from its title on."""
    title = next(shown_titles(table, question), question.start - 1)
    return range(title + 1, question.stop)


def _heads(table: Table, evidence: Evidence) -> list[range]:
    """From each author's mark to the time nearest to it at which something may have been posted, or from there to the
    author; in order. Where the page marks nobody, or who wrote the only reply, such a time over that alone."""
    heads, remarks = dict[int, range](), _remarks(table)
    may_be = filter(partial(may_be_of_post, table), evidence.times[:MAX_HEADS])
    times = [time for time in may_be if not is_inside(table, time, remarks)]
    for time in [time for time in times if is_posted(table, time)] or times:
        author = evidence.author_of(time)
        head = range(min(author, time), max(author, time) + 1)
        if author >= 0 and (author not in heads or len(head) < len(heads[author])):
            heads[author] = head
        elif len(evidence.authors) < MIN_NAMED and time < min(evidence.authors, default=len(table)):
            if is_inside(table, time, evidence.quotes):
                continue
            heads[time] = range(time, time + 1)
    return [head for _, head in sorted(heads.items())]


def _around_head(table: Table, head: range, other: range) -> range:
    """The largest subtree around a head that holds nothing of another."""
    node = table.common_ancestor(head.start, head.stop - 1)
    while (parent := table.parents[node]) > table.body:
        if parent <= other.stop - 1 and other.start < table.ends[parent]:
            break
        node = parent
    return range(node, table.ends[node])


def _densest(table: Table, evidence: Evidence) -> list[range]:
    """Where no time is: the lowest node with half of the page's prose."""
    node = table.body
    held = evidence.prose_in(range(node, table.ends[node]))
    while inside := [c for c in table.children(node) if 2 * evidence.prose_in(range(c, table.ends[c])) >= held]:
        node = inside[0]
    return [range(node, table.ends[node])] if held else []
