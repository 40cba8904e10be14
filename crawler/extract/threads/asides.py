"""What stands in posts and is none of their texts, as the page says itself: signatures, asides, lists of other threads,
tags, numbers of lines, what nobody is shown."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise

from crawler.extract.boilerplate import Saying, is_floating, is_hiding
from crawler.extract.markup import INLINE
from crawler.extract.table import RUNNING, Table
from crawler.extract.threads.marks import Marks

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

MAX_COUNTED = 40
_COUNTED = re.compile(
    r"(?:帖子|文章|[发發]帖|主[题題]|[积積]分|威望|精[华華]|[注註][册冊](?:[时時][间間]|日期)?|投稿数|登録日|게시글|가입일|posts?|messages?"
    r"|joined|join date|registered|beiträge|registriert(?: seit)?|dabei seit|mitglied seit|inscrite?(?: le)?|mensajes"
    r"|mensagens|registrado(?: en)?|сообщени[йя]|регистрация|зарегистрирован|bài viết|tham gia|berichten|posty"
    r"|viestejä)[数數]?\s?[:：]\s?\d[\d\s.,/年月日-]{0,16}",
    re.IGNORECASE,
)
"""What panels count of an author, in a text of so many characters: how many posts, since when."""

MIN_LISTED = 2
MAX_LINES = 2_000
"""So many lines of a program are numbered at most."""


def in_asides(table: Table, marks: Marks) -> set[int]:
    """The text leaves of all that stands in posts and is none of their texts."""
    found = _set_apart(table, marks) | _unseen(table) | _other_threads(table) | _tags(table) | _line_numbers(table)
    return found | _panels(table)


def _set_apart(table: Table, marks: Marks) -> set[int]:
    """The leaves of what HTML calls an aside, but for quotes, and of what is called a signature, or stands below a line
    that is drawn over one: previews of pages that a post links, what its author has below all posts."""
    inside, end = set[int](), 0
    for node in sorted({*table.find("aside"), *table.called(_names_signature)}):
        quote = bisect_left(marks.quotes, node)
        if node >= end and (quote == len(marks.quotes) or marks.quotes[quote] >= table.ends[node]):
            inside.update(table.leaves_of(node))
            end = table.ends[node]
    for image in table.find("img"):
        if "sig" in table.attributes.markup_of(image) and _draws_over_signature(table, image):
            inside.update(table.leaves_in(range(image, table.ends[table.parents[image]])))
    return inside


def _unseen(table: Table) -> set[int]:
    """The leaves that nobody is shown: tips over pictures, and what is strewn into lines against copying. Hidden blocks
    are often a part of a text that is folded up."""
    hidden = ((style, node) for style, nodes in table.styles.items() if is_hiding(style) for node in nodes)
    tips = (node for style, node in hidden if table.tags[node] in RUNNING or is_floating(style))
    return {leaf for node in tips for leaf in table.leaves_of(node)}


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


def begins_others(table: Table, record: range) -> bool:
    """True for what begins with the heading over a list of other threads, which has a link to one behind it."""
    first, *behind = table.leaves_in(record)[:MIN_LISTED] or (record.start,)
    return bool(behind) and table.links[behind[0]] > 0 and _OTHERS.fullmatch(table.labels[first]) is not None


def _tags(table: Table) -> set[int]:
    """The leaves of a block that is called the tags of a thread, if all are links. In lines are those that people
    write."""
    found = (table.leaves_of(node) for node in table.called(_names_tags) if table.tags[node] not in INLINE)
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


def _panels(table: Table) -> set[int]:
    """The leaves of what a panel counts of an author, one beside the other."""
    inside = set[int]()
    counts = [_counts(table.texts[leaf]) for leaf in table.leaves]
    for at, (first, second) in enumerate(pairwise(counts)):
        if first and second:
            inside.update(table.leaves[at : at + 2])
    return inside


def _counts(text: str) -> bool:
    """True for a text that counts something of an author and says no more: it ends with a figure."""
    said = text.strip()
    return len(said) <= MAX_COUNTED and said[-1:].isdigit() and _COUNTED.fullmatch(said) is not None


def _draws_over_signature(table: Table, image: int) -> bool:
    """True for a picture whose file is called after the signature that it parts from a post."""
    return _names_signature(table.attributes.value(image, "src").rpartition("/")[2].partition(".")[0])


@Saying
def _names_tags(name: str) -> bool:
    return _TAGS.search(name) is not None


@Saying
def _names_signature(name: str) -> bool:
    return any(_SIGNATURE.search(word) and "body" not in word for word in name.split())
