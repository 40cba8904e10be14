"""PEAN+: the records of a thread, by the marks that each of them has once.

PEAN descends from <body> to the parent of the posts. Here every place of the template that holds times or links to
profiles proposes a division of the page (see `divisions`). The one whose parts hold most text and most marks of both
kinds is taken. So the posts need neither be many, nor children of one parent, nor one node each. Where comments
outnumber the posts that hold them, the division around theirs is taken; a page's only post has a way of its own (see
`only_post`), and so has the opening (see `opening`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from crawler.extract.table import Shape, Table, within
from crawler.extract.threads.answers import heads_remarks, says_one
from crawler.extract.threads.asides import begins_others
from crawler.extract.threads.commented import are_commented, are_comments
from crawler.extract.threads.divisions import divide, siblings
from crawler.extract.threads.evidence import Evidence, any_in, evidence_of, is_same_time, worth_of
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.only_post import MIN_HELD, only_post, pair_of_posts, unanswered, with_answer
from crawler.extract.threads.opening import from_title, with_opening, without_head
from crawler.extract.threads.places import by_place, place
from crawler.extract.threads.signatures import signed_posts
from crawler.extract.threads.time_labels import may_be_of_post

MIN_INSIDE = 0.8
MIN_ALIKE = 0.6
MIN_POSTS = 0.6
MIN_OWN = 0.25
"""Records are posts around comments if they hold that share of these, look alike and have text and a mark of their own
in those shares of the records, and have that share of the text for themselves."""

ADVERTS = frozenset(
    ["广告", "廣告", "推广", "推廣", "赞助", "贊助", "広告", "ad", "advertisement", "sponsored", "anzeige"]
)
"""Labels of adverts."""

MIN_AROUND = 3
"""So many records have by no chance a mark at a place that those inside them have not; fewer, if it is their time."""

MIN_ALIKE_POSTS = 3
"""So many records of one template are by no chance alike."""

MAX_LEVELS = 2
"""So many times what was found is looked at for comments: some stand in templates of their own below an opening."""

MAX_IN_HEADING = 3
"""So many texts may be the heading over remarks."""

MIN_ROWS = 2
MIN_OF_ROWS = 0.8
"""So many records, and that share of them, make a list of other threads if they begin as its rows do."""


def find_records(table: Table, marks: Marks, prose: Sequence[int]) -> list[range]:
    """The posts, in page order, each as a slice of node numbers; empty when nothing looks like posts. `prose` are the
    characters of each node that may be prose."""
    if not len(table):
        return []
    evidence = evidence_of(table, marks, prose)
    if signed := signed_posts(table, evidence):
        return signed
    return unanswered(table, from_title(table, _records(table, evidence)), evidence)


def _records(table: Table, evidence: Evidence, levels: int = MAX_LEVELS) -> list[range]:
    """The posts, whatever the page says of their number: those of the best division, or the page's only post; or those
    on which the former comment, as many `levels` up at most."""
    timed, signed = by_place(table, evidence.times), by_place(table, evidence.authors)
    heads = (where for where in signed if len(timed.get(where, ())) < len(signed[where]))  # else named in some of them
    places = [alike for alike in (*timed.values(), *map(signed.__getitem__, heads)) if len(alike) > 1]
    divisions = [divide(table, alike, evidence) for alike in places]
    divisions = [
        [] if _are_rows(found, evidence) or _are_remarks(table, found) or _are_menus(table, alike, found) else found
        for alike, found in zip(places, divisions, strict=True)
    ]
    worths = [sum(map(evidence.weight, division)) for division in divisions]
    single, alone, head = only_post(table, evidence)
    single, alone = pair_of_posts(table, evidence, single, alone)
    single = without_head(table, single, evidence)
    first = max(range(len(worths)), key=worths.__getitem__, default=-1)
    if first < 0 or worths[first] <= 0:
        return with_answer(table, single, evidence)
    first = _with_more(table, divisions, first, evidence)
    items = siblings(table, places[first])
    best = _around(table, items, divisions, evidence) or _around_others(table, places[first], divisions, evidence)
    if levels and not best and (commented := _commented_on(table, items, evidence, levels - 1)):
        return commented
    best = best or divisions[first]
    if _is_one_answer(table, best) and len(both := with_answer(table, single, evidence)) > 1:
        return both
    kept = _without_adverts(table, best, evidence)
    found = with_opening(table, kept, evidence)
    if _shares_head(table, best, head, evidence) or _have_opening(found, kept, evidence):
        return found
    if worths[first] <= alone and _is_panel(divisions[first], single, evidence):
        return with_answer(table, single, evidence)
    posts = sum(evidence.marks_in(record) == 2 or evidence.says_something(record) for record in best)
    most_are_posts = posts >= MIN_POSTS * len(best)
    beats = _beats(found if most_are_posts else divisions[first], single, alone, evidence)
    return found if beats else _with_answers(table, with_answer(table, single, evidence), kept, evidence)


def _with_more(table: Table, divisions: Sequence[list[range]], first: int, evidence: Evidence) -> int:
    """The division that has all records of the best, the one with this number, and some more of their template with an
    author and a time: what most of these quote has a time in them, and is worth nothing in the one that said it."""
    best = frozenset(divisions[first])
    shapes = {table.shape(record.start) for record in best}
    if len(shapes) > 1:
        return first
    for number, found in enumerate(divisions):
        if len(best) < len(found) < 2 * len(best) and best.issubset(found):
            more = [record for record in found if record not in best]
            if all(evidence.marks_in(record) == 2 and table.shape(record.start) in shapes for record in more):
                return number
    return first


def _commented_on(table: Table, items: Sequence[range], evidence: Evidence, levels: int) -> list[range]:
    """The posts on which items are comments, as they are found without these; none if they are no comments."""
    if not are_comments(table, items, evidence):
        return []
    others = evidence.without(items)
    posts = _records(table, others, levels)
    return posts if are_commented(table, posts, items, evidence, others) else []


def _with_answers(table: Table, found: list[range], kept: Sequence[range], evidence: Evidence) -> list[range]:
    """An opening and its answer, or several instead of that: records of one template in it that all have a time, and
    none before them, however little they say."""
    if len(found) != 2 or len(kept) < 2 or not all(_is_part(record, found[1]) for record in kept):
        return found
    if any_in(evidence.times, range(found[1].start, kept[0].start)):
        return found
    alike = len({table.shape(record.start) for record in kept}) == 1
    return [found[0], *kept] if alike and all(any_in(evidence.times, record) for record in kept) else found


def _is_one_answer(table: Table, division: Sequence[range]) -> bool:
    """True if several records stand below a heading that says that there is one answer: they are remarks on it."""
    over = table.leaves_in(range(table.body, division[0].start)) if len(division) > 1 else ()
    return any(says_one(table.texts[leaf]) for leaf in over if not table.links[leaf])


def _without_adverts(table: Table, division: Sequence[range], evidence: Evidence) -> list[range]:
    """The records that say something, or have a time and an author, or a time and the template that most have: some say
    what many do. Without adverts and lists of other threads, unless all are such."""
    common = max(Counter(table.shape(record.start) for record in division).items(), key=lambda pair: pair[1])[0]
    said = [
        record
        for record in division
        if evidence.prose_in(record)
        or evidence.marks_in(record) == 2
        or (any_in(evidence.times, record) and table.shape(record.start) == common)
    ]
    return [
        record for record in said if not (_is_advert(table, record, evidence) or begins_others(table, record))
    ] or said


def _are_rows(division: Sequence[range], evidence: Evidence) -> bool:
    """True if records are rows of a list of other threads: each begins with a headline that leads to one."""
    rows = sum(evidence.begins_with_headline(record) for record in division)
    return rows >= MIN_ROWS and rows >= MIN_OF_ROWS * len(division)


def _are_remarks(table: Table, division: Sequence[range]) -> bool:
    """True if records stand right behind the heading over the remarks on a post, with how many there are, and a link to
    write one."""
    at = bisect_left(table.leaves, division[0].start) if division else 0
    over = table.leaves[max(0, at - MAX_IN_HEADING) : at]
    return any(not table.links[leaf] and heads_remarks(table.labels[leaf]) for leaf in over)


def _are_menus(table: Table, marks: Sequence[int], division: Sequence[range]) -> bool:
    """True if records around links of one place are of different templates and the links lead to one address: pages
    have their menu once for each size of screen, and a link to the site's own profile in it."""
    addresses = {table.attributes.value(mark, "href") for mark in marks}
    alike = {table.shape(record.start) for record in division}
    return len(addresses) == 1 and addresses != {""} and 1 < len(division) == len(alike)


def _is_advert(table: Table, record: range, evidence: Evidence) -> bool:
    """True for a record in the template of the posts that is labelled as an advert, and was posted at no time."""
    if any_in(evidence.times, record):
        return False
    return any(table.labels[leaf].lower() in ADVERTS for leaf in table.leaves_in(record))


def _shares_head(table: Table, division: Sequence[range], head: int, evidence: Evidence) -> bool:
    """True if the time over a page's only post is that of one of several records, which all have a time and an author:
    then it is over more than one post, however little these say."""
    if head < 0 or len(division) < 2 or any(evidence.marks_in(record) < 2 for record in division):
        return False
    timed = [record for record in division if not evidence.has_headline(record) and _is_timed(table, record, evidence)]
    if len(timed) < MIN_POSTS * len(division) or not any(map(evidence.words_in, timed)):
        return False
    said = evidence.times_said(range(head, head + 1))
    return any(head in record or is_same_time(said, evidence.times_said(record)) for record in division)


def _have_opening(found: Sequence[range], kept: Sequence[range], evidence: Evidence) -> bool:
    """True if an opening was found before several records that all have a time, an author and a text."""
    if len(found) == len(kept) or len(kept) < 2:
        return False
    return all(evidence.marks_in(record) == 2 and evidence.says_something(record) for record in kept)


def _is_panel(division: Sequence[range], single: Sequence[range], evidence: Evidence) -> bool:
    """True if a page's only post has a time and an author, and of several records none has a time, or outside of that
    post none but one around it: its author's panel links to several pages of the profile, and lists name who began
    other threads."""
    if len(single) != 1 or evidence.marks_in(single[0]) < 2:
        return False
    [post] = single
    timed = [record for record in division if any_in(evidence.times, record)]
    if all(_is_part(record, post) for record in division):
        return not timed
    return len(timed) <= 1 and all(record.start < post.stop and post.start < record.stop for record in timed)


def _is_part(record: range, post: range) -> bool:
    return post.start <= record.start < record.stop <= post.stop


def _is_timed(table: Table, record: range, evidence: Evidence) -> bool:
    return any(may_be_of_post(table, time) for time in within(evidence.times, record))


def _beats(division: Sequence[range], single: Sequence[range], alone: float, evidence: Evidence) -> bool:
    """True if records are worth more than a page's only post would be (`alone`), or are what it is made of."""
    worth = sum(map(evidence.weight, division))
    if worth > alone or _is_one_of(division, single, evidence):
        return True
    inside = [record for record in division for post in single if _is_part(record, post)]
    held = sum(map(evidence.prose_in, inside))
    return worth > 0 and len(inside) > 1 and held >= MIN_HELD * sum(map(evidence.prose_in, single))


def _is_one_of(division: Sequence[range], single: Sequence[range], evidence: Evidence) -> bool:
    """True if a page's only post would be one of several records of one template that all have a time, and most say
    something that is theirs alone: the page shows nobody's profile."""
    if len(single) != 1 or len(division) < MIN_ALIKE_POSTS or not any(_is_part(single[0], one) for one in division):
        return False
    if len({evidence.table.shape(record.start) for record in division}) > 1:
        return False
    said = sum(map(evidence.says_something, division))
    return 2 * said >= len(division) and all(any_in(evidence.times, one) for one in division)


def _around(
    table: Table, items: Sequence[range], divisions: Sequence[list[range]], evidence: Evidence
) -> list[range] | None:
    """The division whose records hold `items` beside text of their own: posts, where the items are comments on them."""
    best, most = None, 0.0
    for division in divisions:
        held = [_items_in(items, record) for record in division]
        if _hold_apart(table, division, held, items):
            worth = _worth_beside(division, held, evidence)
            if worth > most:
                best, most = division, worth
    return best


def _around_others(
    table: Table, marks: Sequence[int], divisions: Sequence[list[range]], evidence: Evidence
) -> list[range] | None:
    """The same, where posts and the comments on them have these marks at one place, but something else they have not:
    the first of the marks in each record is its own."""
    roots = [range(root, table.ends[root]) for root, _ in table.around(marks)]
    for division in divisions:
        held = [inside for record in division if (inside := within(marks, record))]
        most = len(held) >= MIN_INSIDE * len(division) and sum(map(len, held)) >= MIN_INSIDE * len(marks)
        if most and 1 < len(division) < len(marks):
            own = {inside[0] for inside in held}
            items = [root for root, mark in zip(roots, marks, strict=True) if mark not in own]
            if len(division) < MIN_AROUND and not _are_timed_apart(table, division, items, evidence):
                continue
            if found := _around(table, items, [division], evidence):
                return found
    return None


def _are_timed_apart(table: Table, division: Sequence[range], items: Sequence[range], evidence: Evidence) -> bool:
    """True if the times over all items in records stand at other places than the records' own: else these may be
    replies to others, in a tree."""
    inside = [mark for item in items for mark in within(evidence.times, item)]
    within_items, times = set(inside), [within(evidence.times, record) for record in division]
    own = {place(table, mark) for marks in times for mark in marks if mark not in within_items}
    return bool(own) and own.isdisjoint(place(table, mark) for mark in inside)


def _hold_apart(
    table: Table, division: Sequence[range], held: Sequence[Sequence[range]], items: Sequence[range]
) -> bool:
    """True if records of which most look alike hold most items, several in one of them, and all of these deeper inside.
    Some of the alike hold one, else they are the comments, and around all others is the rest of the page."""
    if max(map(len, held), default=0) < 2 or sum(map(len, held)) < MIN_INSIDE * len(items):
        return False
    shapes = [table.shape(record.start) for record in division]
    [(common, alike)] = Counter(shapes).most_common(1)
    if alike < max(2, MIN_ALIKE * len(division)) or any(_cuts(items, record) for record in division):
        return False
    if not any(inside for shape, inside in zip(shapes, held, strict=True) if shape == common):
        return False
    return _stand_deeper(table, division, held)


def _stand_deeper(table: Table, division: Sequence[range], held: Sequence[Sequence[range]]) -> bool:
    """True if all items stand deeper inside their records, or alone in an element like that around the others: an only
    one is told up to there, for nothing stands beside it."""
    boxes, alone = set[Shape](), list[range]()
    for record, inside in zip(division, held, strict=True):
        around = [table.parents[item.start] for item in inside]
        if all(node >= record.start for node in around):
            boxes.update(map(table.shape, around))
        elif len(inside) == 1:
            alone += inside
        else:
            return False
    return all(table.shape(item.start) in boxes for item in alone)


def _worth_beside(division: Sequence[range], held: Sequence[Sequence[range]], evidence: Evidence) -> float:
    """What records are worth without the items that they hold; 0 if they are no posts on which these comment.

    Most posts have text and a mark of their own, and so have most that are commented on: some say what many do. It is
    as long as the comments at the mean, and no small share, unless all have both marks.
    """
    own = [evidence.own_prose(record, inside) for record, inside in zip(division, held, strict=True)]
    marks = [evidence.own_marks(record, inside) for record, inside in zip(division, held, strict=True)]
    together = sum(map(evidence.prose_in, division))
    posts = sum(bool(prose and mark) for prose, mark in zip(own, marks, strict=True))
    if posts < MIN_POSTS * len(division):
        return 0
    commented_on = [prose for inside, prose in zip(held, own, strict=True) if inside]
    if sum(map(bool, commented_on)) < MIN_POSTS * len(commented_on):
        return 0
    is_short = sum(own) * sum(map(len, held)) < (together - sum(own)) * len(division)
    if min(marks) < 2 and (is_short or sum(own) < MIN_OWN * together):
        return 0
    return sum(map(worth_of, own, marks))


def _cuts(items: Sequence[range], record: range) -> bool:
    """True if a record begins inside an item."""
    before = bisect_left(items, record.start, key=lambda item: item.start) - 1
    return before >= 0 and items[before].stop > record.start


def _items_in(items: Sequence[range], record: range) -> list[range]:
    first = bisect_left(items, record.start, key=lambda item: item.start)
    last = bisect_left(items, record.stop, key=lambda item: item.start)
    return [item for item in items[first:last] if item.stop <= record.stop and item != record]
