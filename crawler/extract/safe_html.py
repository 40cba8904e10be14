"""The main content as minimal HTML: its paragraphs, headings, lists, tables, quotes, code, links and images.

Nothing of the page's own markup is copied. Elements are written anew from a short list of names, with no attribute but
the addresses of links and images, which are complete http and https URLs, and what images show; all texts are escaped.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from html import escape

from crawler.extract.addresses import absolute, image_source
from crawler.extract.lines import holds_data, line_ends
from crawler.extract.table import Table

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TEXT_BLOCKS = frozenset(["p", "li", "td", "th", "caption", "figcaption", "pre", *_HEADINGS])
"""Elements in which text may stand; elsewhere it is put into a <p>."""

_STRICT = frozenset(["ul", "ol", "table", "thead", "tbody", "tfoot", "tr"])
"""Elements that hold their own parts only."""

_BLOCKS = _TEXT_BLOCKS | _STRICT | {"blockquote", "figure"}
_INLINE = frozenset(["a", "code"])

_WITHIN = {
    "li": frozenset(["ul", "ol"]),
    "caption": frozenset(["table"]),
    "figcaption": frozenset(["figure"]),
    **dict.fromkeys(["thead", "tbody", "tfoot"], frozenset(["table"])),
    "tr": frozenset(["table", "thead", "tbody", "tfoot"]),
    **dict.fromkeys(["td", "th"], frozenset(["tr"])),
}
"""What must hold an element; where it does not, only what the element holds is written."""

Element = tuple[int, str, str]
"""A node number, -1 - n for the nth <p> of our own, its name, and its start tag."""


def safe_html(table: Table, node: int, leaves: Sequence[int], url: str) -> str:
    """The text leaves `leaves` of the content `node`, and the images that stand beside them, as HTML. `url` is the
    page's, which links are resolved against. Linear in the size of the content, for pages of bounded depth."""
    return "".join(_Writer(table, node, url).write(_pieces(table, node, leaves)))


def _pieces(table: Table, node: int, leaves: Sequence[int]) -> list[int]:
    """The leaves and the images next to one of them, in order."""
    chosen = set(leaves)
    images = [image for image in range(node, table.ends[node]) if table.tags[image] == "img"]
    beside = [image for image in images if not chosen.isdisjoint(_neighbours(table, image))]
    return sorted([*leaves, *beside])


def _neighbours(table: Table, node: int) -> Sequence[int]:
    """The text leaves before and after a node."""
    at = bisect_left(table.leaves, node)
    return table.leaves[max(0, at - 1) : at + 1]


class _Writer:
    """Writes pieces in order, and between two of them the ends and starts of what holds them."""

    def __init__(self, table: Table, node: int, url: str) -> None:
        self._table = table
        self._node = node
        self._url = url
        self._open: list[Element] = []
        self._paragraphs = 0
        self._is_data: dict[int, bool] = {}

    def write(self, pieces: Sequence[int]) -> Iterator[str]:
        for before, piece in zip([None, *pieces], pieces, strict=False):
            breaks = before is not None and line_ends(self._table, before, piece)
            self._paragraphs += breaks
            path = self._path(piece)
            same = self._shared(path)
            if breaks and same == len(path) == len(self._open) and _block(path)[1] != "pre":
                yield "<br>"
            yield from self._close_to(same)
            if before is not None and not breaks and (spaces := self._table.spaces_between(before, piece)):
                yield spaces if _block(path)[1] == "pre" else " "
            yield from (start for _, _, start in path[same:])
            begins = _block(self._open) != _block(path)
            self._open = path
            written = self._piece(piece)
            yield written.lstrip() if begins and _block(path)[1] != "pre" else written
        yield from self._close_to(0)

    def _shared(self, path: Sequence[Element]) -> int:
        pairs = zip(path, self._open, strict=False)
        return next((number for number, (new, old) in enumerate(pairs) if new != old), min(len(path), len(self._open)))

    def _close_to(self, depth: int) -> Iterator[str]:
        yield from (f"</{name}>" for _, name, _ in reversed(self._open[depth:]))

    def _piece(self, piece: int) -> str:
        table = self._table
        if table.tags[piece] == "img":
            address = absolute(self._url, image_source(table.attributes[piece]))
            shows = escape(" ".join(table.attributes[piece].get("alt", "").split()))
            return f'<img src="{escape(address)}" alt="{shows}">' if address else ""
        text = table.texts[piece]
        if _block(self._open)[1] == "pre":
            return escape(text)
        collapsed = " ".join(text.split())
        before, after = " " * text[:1].isspace(), " " * text[-1:].isspace()
        return escape(f"{before}{collapsed}{after}" if collapsed else " ")

    def _path(self, piece: int) -> list[Element]:
        """What holds a piece, from the outside in: blocks, a <p> if none of them may hold text, links and code."""
        above = list(self._above(piece))
        blocks: list[Element] = []
        for node in above:
            name = self._table.tags[node]
            inner = blocks[-1][1] if blocks else ""
            if name in _BLOCKS and self._may_stand(node, name, inner):
                blocks.append((node, name, f"<{name}>"))
        while blocks and blocks[-1][1] in _STRICT:
            blocks.pop()
        in_figure = bool(blocks) and blocks[-1][1] == "figure" and self._table.tags[piece] == "img"
        if not in_figure and (not blocks or blocks[-1][1] not in _TEXT_BLOCKS):
            blocks.append((-1 - self._paragraphs, "p", "<p>"))
        return blocks + [element for node in above if (element := self._inline(node))]

    def _above(self, piece: int) -> Iterator[int]:
        found = []
        node = self._table.parents[piece]
        while node > self._node:
            found.append(node)
            node = self._table.parents[node]
        return reversed(found)

    def _may_stand(self, node: int, name: str, inner: str) -> bool:
        if name in _WITHIN and inner not in _WITHIN[name]:
            return False
        if inner in ("p", "pre", *_HEADINGS):  # these hold text alone
            return False
        return name != "table" or self._holds_data(node)

    def _holds_data(self, node: int) -> bool:
        if node not in self._is_data:
            self._is_data[node] = holds_data(self._table, node)
        return self._is_data[node]

    def _inline(self, node: int) -> Element | None:
        name = self._table.tags[node]
        if name not in _INLINE:
            return None
        if name == "code":
            return node, name, "<code>"
        address = absolute(self._url, self._table.attributes[node].get("href"))
        return (node, name, f'<a href="{escape(address)}">') if address else None


def _block(path: Sequence[Element]) -> Element:
    """The innermost block of a path."""
    return next((element for element in reversed(path) if element[1] in _BLOCKS), (0, "", ""))
