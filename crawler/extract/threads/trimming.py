"""What is cut off the ends of a post's text: headings and heads before it, buttons and who liked it behind it."""

from __future__ import annotations

from collections.abc import Container, Sequence

from crawler.extract.lines import line_of
from crawler.extract.table import Table, within
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.names import is_rank
from crawler.extract.threads.notes import without_notes
from crawler.extract.threads.overlay import Overlay

MIN_SAID = 10
"""Valid characters of what somebody says: a name may have a function word."""

MIN_LIKERS = 2
_COLONS = (":", "：")


def trimmed(leaves: list[int], overlay: Overlay) -> list[int]:
    """The leaves without the headings before and the buttons behind them, unless there is nothing else."""
    first, text = 0, overlay.text_of(leaves)
    head = overlay.head_over(text)
    while first < len(leaves) and (overlay.is_heading(leaves[first]) or overlay.is_in_head(leaves[first], head, text)):
        first += 1
    return without_buttons(leaves[first:], overlay) or leaves


def without_buttons(leaves: list[int], overlay: Overlay) -> list[int]:
    """The leaves without the buttons behind them."""
    last = len(leaves)
    while last and overlay.is_button(leaves[last - 1]):
        last -= 1
    return leaves[:last]


def behind_time(table: Table, leaves: list[int], head: int, overlay: Overlay) -> list[int]:
    """The leaves of a body that holds the record's time behind the line of that, where posts have their texts there and
    nothing before it is a sentence: a panel, a rank."""
    is_only = len(overlay.heads) == 1  # whose text its box tells
    if is_only or overlay.text_first or not leaves[0] < head < leaves[-1]:
        return leaves
    line = line_of(table, head)
    before, behind = within(leaves, range(line.stop)), within(leaves, range(line.stop, leaves[-1] + 1))
    if any(table.valid[leaf] >= MIN_SAID for leaf in before):
        return leaves
    said = (leaf for leaf in behind if not (table.links[leaf] or overlay.is_label(leaf) or is_rank(table.labels[leaf])))
    return list(behind) if any(table.characters[leaf] for leaf in said) else leaves


def without_likers(table: Table, marks: Marks, body: list[int], overlay: Overlay) -> list[int]:
    """A body without its last line if that is a label and the profiles of several people, whom the post pleased, and
    without the buttons over that."""
    line = line_of(table, body[-1]) if len(body) > MIN_LIKERS else range(0)
    last = within(body, line)
    if not MIN_LIKERS < len(last) < len(body) or not table.labels[last[0]].endswith(_COLONS) or table.links[last[0]]:
        return body
    links = [leaf for leaf in last if table.links[leaf]]
    others = (table.texts[leaf].strip(" ,，、") for leaf in last[1:] if not table.links[leaf])
    are_people = all(table.link_around(leaf) in marks.profiles for leaf in links)
    if len(links) < MIN_LIKERS or not are_people or any(others):
        return body
    said = body[: -len(last)]
    return without_buttons(said, overlay) or said


def without_note_below(table: Table, body: list[int], overlay: Overlay) -> list[int]:
    """A body without the buttons at its end, and the line below them, if that is no more than a note: how many people
    the post pleased, who edited it."""
    last = within(body, line_of(table, body[-1])) if len(body) > 1 else ()
    over = body[: len(body) - len(last)]
    if not last or not over or not overlay.is_button(over[-1]):
        return body
    said = without_buttons(over, overlay)
    return said if said and not without_notes("".join(table.texts[leaf] for leaf in last).strip()) else body


def unpressed(table: Table, leaves: Sequence[int], controls: Container[int]) -> list[int]:
    """Some leaves without those that are for readers to act on."""
    return [leaf for leaf in leaves if leaf not in controls and not _is_pressed(table, leaf)]


def _is_pressed(table: Table, leaf: int) -> bool:
    """True for the text of a link that only works as a button: to show all of a quote."""
    return table.links[leaf] > 0 and table.attributes[table.parents[leaf]].get("role") == "button"
