"""The clean text of posts: the part of the template that varies from record to record and holds the prose.

The records are laid over one another (see `overlay`); texts that recur at a place are labels, buttons and marks, and
are left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Sequence
from itertools import chain, pairwise

from crawler.extract.boilerplate import is_floating, is_hiding, remembered
from crawler.extract.lines import line_of
from crawler.extract.markup import INLINE
from crawler.extract.table import RUNNING, Table, within
from crawler.extract.threads.boxes import Boxes
from crawler.extract.threads.evidence import in_controls
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.microdata import stated_texts
from crawler.extract.threads.overlay import Overlay
from crawler.extract.threads.places import Place, place
from crawler.extract.threads.prompts import reply_prompts
from crawler.extract.threads.quotes import with_quotes
from crawler.extract.threads.signatures import signed_by

_SIGNATURE = re.compile(
    r"(?:(?<![A-Za-z])[Ss]|(?<=[a-z])S)ig(?:n(?:atures?)?|line)?(?![a-z])|[Ss]ignature|签名|qianming"
)

_OTHERS = re.compile(
    r"(?:本[坛壇版站])?(?:[相][关關似近]|[类類]似|推[荐薦]|[热熱][门門]|最新|更多|其[他它]|延伸)的?"
    r"(?:帖子?|主[题題]|文章|[话話][题題]|[问問][题題]|[讨討][论論]|[阅閱][读讀]|[内內]容)\s?[:：]?"
)
"""What stands over a list of other threads that some forums have in the opening."""

_TAGS = re.compile(r"(?<![a-z])tags?(?![a-z])", re.IGNORECASE)
"""What elements are called that hold links to all threads on a subject."""

_CONTENT = re.compile(
    r"(?:来信|來信|留言|信件|诉求|投诉|咨询|反映|问题|提问|回[复覆应應]|答[复覆]|处理|办理)(?:内容|內容|意见)[:：]?"
)
"""What stands before the text of a petition, and before that of the answer to it."""

MIN_SAID = 10
"""Valid characters of what somebody says: a name may have a function word."""

MIN_LISTED = 2
MIN_LIKERS = 2
_COLONS = (":", "：")

MAX_LINES = 2_000
"""So many lines of a program are numbered at most."""


def bodies(table: Table, marks: Marks, records: Sequence[range], prose: Sequence[int]) -> list[list[int]]:
    """The text leaves of each record's own text."""
    if signed := signed_by(table, marks, records):
        controls = in_controls(table)
        parts = (range(record.start, signed[place].start) for place, record in enumerate(records))
        return [[leaf for leaf in table.leaves_in(part) if leaf not in controls] for part in parts]
    asides = _in_asides(table, marks) | _unseen(table) | _other_threads(table) | _tags(table) | _line_numbers(table)
    prose = _outside(asides, records, prose)
    overlay = Overlay(table, marks, records, prose)
    prompts = (leaf for block in reply_prompts(table) for leaf in table.leaves_of(block))
    controls = in_controls(table).union(prompts)
    boxes = Boxes(overlay, records, marks, prose, controls)
    path = overlay.path
    alike = {place(table, node) for node in overlay.places[path[-1]].nodes} if len(path) > 1 else set()
    heads = overlay.heads
    found = [_body(table, record, head, overlay, boxes, alike) for record, head in zip(records, heads, strict=True)]
    unlike = len(records) == 2 and (
        overlay.are_unlike()
        or all(map(overlay.misses, records, found))
        or all(map(overlay.goes_on_behind, records, heads, found))
    )
    if unlike:
        found = boxes.pair()
    elif len(records) == 1:
        found = boxes.alone() or boxes.called_text() or [boxes.without_head(found[0], heads[0])]
    elif records and not within(overlay.places[path[-1]].nodes, records[0]) and overlay.misses(records[0], found[0]):
        found[0] = boxes.elsewhere(records[0], heads[0], found[0])
    for number, leaves in stated_texts(table, records, overlay.is_label).items():
        found[number] = [leaf for leaf in leaves if not overlay.is_mark(leaf)] or found[number]
    for number, record in enumerate(records):
        found[number] = _behind_label(table, record) or found[number]
    found = [_without_likers(table, marks, body) for body in found]
    found = [with_quotes(table, marks.quotes, record, body, prose) for record, body in zip(records, found, strict=True)]
    own = [_unpressed(table, body, controls) for body in found]
    for number, body in enumerate(own):
        if found[number] and not body:
            own[number] = _unpressed(table, boxes.box(records[number], heads[number]), controls)
    return [[leaf for leaf in body if leaf not in asides] or body for body in own] if asides else own


def _without_likers(table: Table, marks: Marks, body: list[int]) -> list[int]:
    """A body without its last line if that is a label and the profiles of several people, whom the post pleased."""
    line = line_of(table, body[-1]) if len(body) > MIN_LIKERS else range(0)
    last = within(body, line)
    if not MIN_LIKERS < len(last) < len(body) or not table.labels[last[0]].endswith(_COLONS) or table.links[last[0]]:
        return body
    links = [leaf for leaf in last if table.links[leaf]]
    others = (table.texts[leaf].strip(" ,，、") for leaf in last[1:] if not table.links[leaf])
    are_people = all(table.link_around(leaf) in marks.profiles for leaf in links)
    return body[: -len(last)] if len(links) >= MIN_LIKERS and are_people and not any(others) else body


def _outside(asides: set[int], records: Sequence[range], prose: Sequence[int]) -> Sequence[int]:
    """The characters of each node that may be prose without those of asides, unless most records say nothing else."""
    if not asides:
        return prose
    outside = list(prose)
    for leaf in asides:
        outside[leaf] = 0
    said = [any(outside[record.start : record.stop]) for record in records]
    return outside if 2 * sum(said) > len(said) else prose


def _behind_label(table: Table, record: range) -> list[int]:
    """The leaves of what stands beside a label that calls it the text of a petition, or of its answer."""
    for leaf in chain(*(table.leaves_with(word, record) for word in ("内容", "內容", "意见"))):
        label, parent = leaf, table.parents[leaf]
        if table.links[leaf] or not _CONTENT.fullmatch(table.labels[leaf]):
            continue
        while parent > record.start and table.span(parent) == table.span(label):
            label, parent = parent, table.parents[parent]
        beside = range(table.ends[label], min(table.ends[parent], record.stop))
        if said := table.leaves_in(beside):
            return list(said)
    return []


def _unpressed(table: Table, leaves: Sequence[int], controls: Container[int]) -> list[int]:
    """Some leaves without those that are for readers to act on."""
    return [leaf for leaf in leaves if leaf not in controls and not _is_pressed(table, leaf)]


def _is_pressed(table: Table, leaf: int) -> bool:
    """True for the text of a link that only works as a button: to show all of a quote."""
    return table.links[leaf] > 0 and table.attributes[table.parents[leaf]].get("role") == "button"


def _in_asides(table: Table, marks: Marks) -> set[int]:
    """The leaves of what HTML calls an aside, but for quotes, and of what is called a signature, or stands below a line
    that is drawn over one: previews of pages that a post links, what its author has below all posts."""
    signatures = (node for name, nodes in table.classes.items() if _names_signature(name) for node in nodes)
    inside, end = set[int](), 0
    for node in sorted({*table.find("aside"), *signatures}):
        quote = bisect_left(marks.quotes, node)
        if node >= end and (quote == len(marks.quotes) or marks.quotes[quote] >= table.ends[node]):
            inside.update(table.leaves_of(node))
            end = table.ends[node]
    for image in table.find("img"):
        if "sig" in table.attributes.markup_of(image) and _draws_over_signature(table, image):
            inside.update(table.leaves_in(range(image, table.ends[table.parents[image]])))
    return inside


def begins_others(table: Table, record: range) -> bool:
    """True for what begins with the heading over a list of other threads, which has a link to one behind it."""
    first, *behind = table.leaves_in(record)[:MIN_LISTED] or (record.start,)
    return bool(behind) and table.links[behind[0]] > 0 and _OTHERS.fullmatch(table.labels[first]) is not None


def _other_threads(table: Table) -> set[int]:
    """The leaves of lists of links to other threads, with the headings that say so over them."""
    inside = set[int]()
    for node in (node for tag in ("ul", "ol") for node in table.find(tag)):
        leaves, at = table.leaves_of(node), bisect_left(table.leaves, node)
        heading = table.leaves[at - 1] if at else -1
        if len(leaves) < MIN_LISTED or heading < 0 or not _OTHERS.fullmatch(table.labels[heading]):
            continue
        if all(table.links[leaf] for leaf in leaves):
            inside.update((heading, *leaves))
    return inside


def _tags(table: Table) -> set[int]:
    """The leaves of a block that is called the tags of a thread, if all are links. In lines are those that people
    write."""
    named = (node for names, nodes in table.classes.items() if _names_tags(names) for node in nodes)
    found = (table.leaves_of(node) for node in named if table.tags[node] not in INLINE)
    return {leaf for leaves in found if all(table.links[leaf] for leaf in leaves) for leaf in leaves}


def _line_numbers(table: Table) -> set[int]:
    """The leaves of cells that number the lines of what stands in the next one, a program."""
    inside = set[int]()
    for cell, beside in pairwise(table.find("td")):
        if table.ends[cell] == beside and table.parents[cell] == table.parents[beside]:
            numbers = " ".join(table.texts[leaf] for leaf in table.leaves_of(cell)[:MAX_LINES]).split()
            if len(numbers) > 1 and numbers == [str(number) for number, _ in enumerate(numbers, 1)]:
                inside.update(table.leaves_of(cell))
    return inside


def _draws_over_signature(table: Table, image: int) -> bool:
    """True for a picture whose file is called after the signature that it parts from a post."""
    return _names_signature(table.attributes.value(image, "src").rpartition("/")[2].partition(".")[0])


def _unseen(table: Table) -> set[int]:
    """The leaves that nobody is shown: tips over pictures, and what is strewn into lines against copying. Hidden blocks
    are often a part of a text that is folded up."""
    hidden = ((style, node) for style, nodes in table.styles.items() if is_hiding(style) for node in nodes)
    tips = (node for style, node in hidden if table.tags[node] in RUNNING or is_floating(style))
    return {leaf for node in tips for leaf in table.leaves_of(node)}


@remembered
def _names_tags(name: str) -> bool:
    return _TAGS.search(name) is not None


@remembered
def _names_signature(name: str) -> bool:
    return any(_SIGNATURE.search(word) and "body" not in word for word in name.split())


def _body(table: Table, record: range, head: int, overlay: Overlay, boxes: Boxes, alike: set[Place]) -> list[int]:
    """The leaves of the record's body that are no labels: at the end of the path; where the record has nothing there,
    at a place that is alike from near by; else at the lowest place of the path where it has text."""
    path = overlay.path
    own = within(overlay.places[path[-1]].nodes, record)
    if not own and alike:
        first = next((node for node in record if place(table, node) in alike), -1)
        own = _with_fellows(table, first, alike, record.stop) if first >= 0 else overlay.named_alike(record)
    leaves = [leaf for node in own for leaf in table.leaves_of(node) if leaf < record.stop]
    if found := [leaf for leaf in leaves if not overlay.is_mark(leaf)]:
        return _trimmed(_behind_time(table, found, head, overlay), overlay)
    if any(_is_picture(table, node) for node in own):
        return []
    for where in reversed(path[1:-1]):
        nodes = within(overlay.places[where].nodes, record)
        if record.start in nodes:
            break
        leaves = [leaf for node in nodes for leaf in table.leaves_of(node) if leaf < record.stop]
        if found := [leaf for leaf in leaves if not overlay.is_label(leaf)]:
            return found
    return boxes.box(record, head)


def _behind_time(table: Table, leaves: list[int], head: int, overlay: Overlay) -> list[int]:
    """The leaves of a body that holds the record's time behind the line of that, where posts have their texts there and
    nothing before it is a sentence: a panel, a rank."""
    is_only = len(overlay.heads) == 1  # whose text its box tells
    if is_only or overlay.text_first or not leaves[0] < head < leaves[-1]:
        return leaves
    line = line_of(table, head)
    before, behind = within(leaves, range(line.stop)), within(leaves, range(line.stop, leaves[-1] + 1))
    is_head = all(table.valid[leaf] < MIN_SAID for leaf in before) and overlay.prose_of(behind) > overlay.prose_of(
        before
    )
    return list(behind) if is_head else leaves


def _with_fellows(table: Table, first: int, alike: set[Place], stop: int) -> list[int]:
    """The node and those beside it up to a node that stand at such a place: an opening may have several paragraphs
    where each reply has one."""
    found, node, end = [first], table.ends[first], min(stop, table.ends[table.parents[first]])
    while node < end:
        found += [node] if place(table, node) in alike else []
        node = table.ends[node]
    return found


def _trimmed(leaves: list[int], overlay: Overlay) -> list[int]:
    """The leaves without the headings before and the buttons behind them, unless there is nothing else."""
    first, last = 0, len(leaves)
    text = overlay.text_of(leaves)
    head = overlay.head_over(text)
    while first < last and (overlay.is_heading(leaves[first]) or overlay.is_in_head(leaves[first], head, text)):
        first += 1
    while first < last and overlay.is_button(leaves[last - 1]):
        last -= 1
    return leaves[first:last] or leaves


def _is_picture(table: Table, node: int) -> bool:
    """True if a body without text holds a picture: a post of its own kind."""
    return "img" in table.tags[node : table.ends[node]]
