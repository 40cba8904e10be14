"""Pages changed as other sites write them: less evidence, a shorter article, another text in its place, comments below.

Each change keeps what an article's text is, or says what of it is left, so that the gold of a saved page judges many
pages that nobody saved. Chinese and English comments are our own.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

import lxml.html

Element = Any  # of lxml, which has no types
Change = Callable[[str], str]

_HIDDEN_TAGS = "script style noscript template textarea select option head title iframe"
_HIDDEN = frozenset(_HIDDEN_TAGS.split())
_BLOCK_TAGS = "p div td li h1 h2 h3 h4 h5 h6 section article blockquote tr table ul ol body main pre center dd dt"
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_NAMES = re.compile(r"((?:class|id)\s*=\s*([\"']))(.*?)(\2)", re.IGNORECASE)
_STATED = re.compile(r"<meta\b[^>]*>|<script[^>]*ld\+json[^>]*>.*?</script>", re.IGNORECASE | re.DOTALL)
_BODY_STATED = re.compile(r'"articleBody"\s*:\s*"(?:[^"\\]|\\.)*"\s*,?')
_SECTIONS = "article|main|section|aside|nav|footer|header|figure|figcaption"
_SCRIPT = re.compile(r"<script\b.*?</script\s*>", re.IGNORECASE | re.DOTALL)
_HEAD = re.compile(r"<meta\b[^>]*>|<title\b[^>]*>.*?</title>", re.IGNORECASE | re.DOTALL)
_CODE = re.compile(r"\\u([0-9a-fA-F]{4})")
_MARKUP = re.compile(r"<[^<>]*>|\\[nrt]|\\")
_TITLE = re.compile(r"<title\b[^>]*>.*?</title>", re.IGNORECASE | re.DOTALL)

PROBE = 30
"""Characters in the midst of an article that its scripts hold."""

MIN_FOUND = 0.85
"""Share of the gold that must be found on a page, in its order, for its article to be cut."""

MIN_LINE = 12
"""Characters of a text that is surely one of the article's."""

MAX_GAP = 60
"""Texts between two parts of an article, at most."""


def without_names(html: str) -> str:
    """Every class and id replaced by letters that mean nothing, the same for the same name."""

    def replaced(match: re.Match[str]) -> str:
        names = ("k" + hashlib.md5(name.encode()).hexdigest()[:5] for name in match[3].split())
        return match[1] + " ".join(names) + match[4]

    return _NAMES.sub(replaced, html)


def without_statements(html: str) -> str:
    """Nothing said for machines: no <meta>, no JSON-LD."""
    return _STATED.sub("", html)


def without_headings(html: str) -> str:
    return re.sub(r"<(/?)h[1-6]\b", r"<\1div", html, flags=re.IGNORECASE)


def without_sections(html: str) -> str:
    return re.sub(rf"<(/?)(?:{_SECTIONS})\b", r"<\1div", html, flags=re.IGNORECASE)


def in_tables(html: str) -> str:
    """Tables for all boxes, as pages of 2005 have them."""
    opened = re.sub(rf"<(?:div|{_SECTIONS})\b([^>]*)>", r"<table\1><tr><td>", html, flags=re.IGNORECASE)
    return re.sub(rf"</(?:div|{_SECTIONS})\s*>", "</td></tr></table>", opened, flags=re.IGNORECASE)


def in_lines(html: str) -> str:
    """Paragraphs parted by <br> alone."""
    return re.sub(r"</p\s*>", "<br><br>", re.sub(r"<p\b[^>]*>", "", html, flags=re.IGNORECASE), flags=re.IGNORECASE)


def with_scripts_alone(html: str, gold: str) -> str | None:
    """The page as a server sends it that leaves its text to its scripts: nothing but those, and what its head says;
    None if they do not hold it."""
    scripts = "".join(match[0] for match in _SCRIPT.finditer(html))
    said = _MARKUP.sub("", unescape(_CODE.sub(lambda match: chr(int(match[1], 16)), scripts)))
    wanted = fold(gold)[len(fold(gold)) // 2 :][:PROBE]
    if len(wanted) < PROBE or wanted not in fold(said):
        return None
    return f"<!doctype html>{''.join(match[0] for match in _HEAD.finditer(html))}<body><div id=app></div>{scripts}"


def with_site_as_title(html: str) -> str:
    """<title> names the site on every page."""
    return _TITLE.sub("<title>江城新闻网</title>", without_statements(html))


CHANGES: dict[str, Change] = {
    "class names that mean nothing": without_names,
    "no <meta>, no JSON-LD": without_statements,
    "<div> for all headings": without_headings,
    "<div> for <article>, <nav> and their like": without_sections,
    "all four": lambda html: without_names(without_sections(without_headings(without_statements(html)))),
    "tables for all boxes": in_tables,
    "<br> for paragraphs": in_lines,
    "<title> names the site": with_site_as_title,
}


def fold(text: str) -> str:
    """A text by which parts of it are found: white space and forms of characters are nothing."""
    return "".join(unicodedata.normalize("NFKC", text).split())


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a page: where it stands (in front of an element's children or behind the element), in which block,
    folded, and whether a line begins with it."""

    element: Element
    is_tail: bool
    block: Element
    said: str

    def clear(self) -> None:
        if self.is_tail:
            self.element.tail = ""
        else:
            self.element.text = ""


def parsed(html: str) -> Element:
    parser = lxml.html.HTMLParser(encoding="utf-8")
    return lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=parser)


def written(root: Element) -> str:
    return str(lxml.html.tostring(root, encoding="unicode", doctype="<!DOCTYPE html>"))


def texts(root: Element) -> list[Text]:
    """The shown texts of a page, in order."""
    return list(_texts(root, root))


def _texts(element: Element, block: Element) -> Iterator[Text]:
    if not isinstance(element.tag, str) or element.tag in _HIDDEN:
        return
    block = element if element.tag in _BLOCKS else block
    if said := fold(element.text or ""):
        yield Text(element, False, block, said)
    for child in element:
        yield from _texts(child, block)
        if said := fold(child.tail or ""):
            yield Text(child, True, block, said)


def cut(html: str, gold: str, least: int) -> tuple[str, str] | None:
    """A page whose article ends with the paragraph in which it has `least` characters, and its gold; None if the
    article is not found whole, or is no longer than that."""
    root = parsed(_BODY_STATED.sub("", html))
    found = texts(root)
    places = _places(found, fold(gold))
    if not places:
        return None
    end, length = 0, 0
    for at, place in enumerate(places):
        if length >= least and found[place].block is not found[places[at - 1]].block:
            break
        end, length = at + 1, length + len(found[place].said)
    kept, rest = places[:end], range(places[end - 1] + 1, places[-1] + 1)
    if end == len(places):
        return None
    for text in [found[place] for place in rest]:
        text.clear()
    blocks = [found[place].block for place in kept]
    own = [found[place].said for place in range(kept[0], kept[-1] + 1) if found[place].block in blocks]
    for block in _blocks(found[place] for place in rest):
        _drop_empty(block)
    return written(root), "\n".join(own)


def _places(found: Sequence[Text], gold: str) -> list[int]:
    """Where the parts of an article stand among the texts of a page, in order; none if too little is found."""
    known = [place for place, text in enumerate(found) if text.said in gold]
    best: list[int] = []
    most = 0
    for start in [place for place in known if len(found[place].said) >= MIN_LINE][:40]:
        places: list[int] = []
        held, at = 0, 0
        for place in known:
            said = found[place].said
            if place < start or (places and place - places[-1] > MAX_GAP):
                continue
            where = gold.find(said, at)
            if where < 0 or (len(said) < MIN_LINE and where - at > 60) or (len(said) < 4 and where - at > 4):
                continue
            places.append(place)
            held, at = held + len(said), where + len(said)
        if held > most:
            best, most = places, held
    return best if most >= MIN_FOUND * len(gold) else []


def _blocks(some: Iterable[Text]) -> list[Element]:
    """The blocks that texts stand in, each once."""
    return list({id(text.block): text.block for text in some}.values())


def _drop_empty(block: Element) -> None:
    """Take out an element without text, and those around it that held nothing else."""
    while block.tag not in ("body", "html") and block.getparent() is not None and not fold(block.text_content()):
        parent = block.getparent()
        block.drop_tree()
        block = parent


def with_text(html: str, gold: str, lines: Sequence[str]) -> str | None:
    """A page with other lines in the place of its article, each written as its first paragraph is, and nothing said for
    machines; None where the article is not found whole."""
    root = parsed(without_statements(_SCRIPT.sub("", html)))
    found = texts(root)
    own = [found[place] for place in _places(found, fold(gold))]
    blocks = _blocks(text for text in own if len(text.said) >= MIN_LINE)
    if not blocks:
        return None
    for text in own:
        text.clear()
    first = blocks[0]
    if len(blocks) == 1:  # lines between <br>
        first.text = lines[0]
        for at, line in enumerate(lines[1:]):
            parted = lxml.html.fragment_fromstring("<br>")
            parted.tail = line
            first.insert(at, parted)
        return written(root)
    for line in lines:
        paragraph = first.makeelement(first.tag, dict(first.attrib))
        paragraph.text = line
        first.addprevious(paragraph)
    for block in _blocks(own):
        _drop_empty(block)
    return written(root)


OTHER_TEXTS = {
    "a flash": ("10月16日上午10时，青港江心桥正式通车，全长2.3公里，双向六车道。",),
    "a notice": (
        "各位居民：",
        "因管网改造，兹定于10月18日8时至17时停水，请提前储水。",
        "联系电话：0571-8800 2233",
        "特此通知。",
        "青港街道办事处",
        "2026年10月16日",
    ),
    "steps": (
        "一、看天气",
        "出船前先看风力，六级以上不出船。",
        "二、查机器",
        "油、水、电，一样不能少。",
        "三、穿救生衣",
        "不分老少，上船就穿。",
    ),
    "a talk": (
        "“还开吗？”",
        "“开。”",
        "老周把缆绳解下来，一圈一圈盘好。",
        "“今天是最后一班了？”",
        "“最后一班。”",
        "船离岸的时候，天刚刚黑。",
    ),
    "a poem": ("秋天的渡口", "没有人等船", "芦苇替我", "数着波纹", "一只白鹭", "从对岸", "飞过来", "又飞回去"),
}
OTHER_TEXTS_ENGLISH = {
    "a flash": ("The bridge at Willow Bend opened to traffic on Friday, two years after the ferry stopped.",),
    "a notice": (
        "Dear neighbours,",
        "At the end of this month the ferry will stop. Buses will run every fifteen minutes, day and night.",
        "If you need help, come to the town hall.",
        "Yours sincerely,",
        "Anne Hollis",
        "Mayor of Willow Bend",
    ),
    "steps": (
        "Ingredients",
        "1 river fish, about 800 g",
        "2 tbsp soy sauce",
        "Method",
        "1. Clean the fish and score it on both sides.",
        "2. Fry it until it is golden, and let it stand for a while.",
    ),
    "a talk": (
        "Q: How did you come to teach on a boat?",
        "A: By accident.",
        "Q: And what did the school say?",
        "A: It said no at first, and then the head came along for one crossing.",
    ),
    "a poem": (
        "Autumn at the landing,",
        "nobody waits for a boat.",
        "The reeds",
        "count ripples for me.",
        "Wait, says the ferryman,",
        "the water will find",
        "the sea by itself.",
    ),
}
"""Short texts of many forms, our own: what stands in the frames of saved pages' articles is mostly long prose."""

NAMES = ("晨光里的鱼", "老王看世界", "匿名网友", "江南雨", "小明同学", "bluesky", "北京市民", "大漠孤烟", "一叶知秋")
SAID = (
    "说得好，支持一下。",
    "这个地方我去年去过，确实变化很大，希望以后越来越好。",
    "楼上说的不对吧，我看到的报道不是这样的，数字也对不上。",
    "顶！",
    "请问具体时间是什么时候？有没有联系方式可以咨询一下？",
    "作为一个本地人，我觉得这件事情应该早点做，拖了这么多年才有结果，真是不容易，希望能够继续跟进。",
    "小编辛苦了，转发给朋友看看。",
    "没看懂，有人解释一下吗？",
)
NAMES_ENGLISH = ("Anna", "mikeD", "Guest", "J. Miller", "blue_sky", "Tom", "reader77", "Sara K", "walker")
SAID_ENGLISH = (
    "Great read, thanks for sharing!",
    "I was there last year and it has changed a lot, I hope that it keeps getting better.",
    "That is not what I read elsewhere, the numbers do not add up.",
    "+1",
    "When does it start? Is there anyone to ask?",
    "As somebody who lives here I think that this should have been done years ago, but I am glad that it is done now.",
    "Sent this to a friend.",
    "Can anybody explain the second part?",
)


def with_comments(html: str, gold: str, count: int, *, named: bool, headed: bool, chinese: bool) -> str | None:
    """A page with so many comments behind the box of its article: in a box that is called so, or under a heading, or
    with nothing that says what they are; None where the article is not found."""
    root = parsed(html)
    wanted = fold(gold)
    own = [text for text in texts(root) if len(text.said) >= MIN_LINE and text.said in wanted]
    box = _box(own[0].block, own[-1].block) if own else None
    if box is None:
        return None
    block = lxml.html.fragment_fromstring(_comments(count, named=named, headed=headed, chinese=chinese))
    block.tail, box.tail = box.tail, None
    box.addnext(block)
    return written(root)


def _box(first: Element, last: Element) -> Element | None:
    """The box around two blocks, if something may stand behind it."""
    around = [last, *last.iterancestors()]
    node = next(node for node in (first, *first.iterancestors()) if any(node is one for one in around))
    while node.tag not in ("div", "section", "article", "table"):
        if node.getparent() is None or node.tag == "body":
            return None
        node = node.getparent()
    return node


def _comments(count: int, *, named: bool, headed: bool, chinese: bool) -> str:
    names, said = (NAMES, SAID) if chinese else (NAMES_ENGLISH, SAID_ENGLISH)
    box, one = ("comment-list", "comment-item") if named else ("k8944", "k3778")
    heading = f"<h3>{'网友评论' if chinese else 'Comments'} ({count})</h3>" if headed else ""
    buttons = "回复 赞" if chinese else "Reply Like"
    rows = (
        f'<div class="{one}"><span>{names[n % len(names)]}</span> <i>2024-03-{n % 28 + 1:02} 10:{n % 60:02}</i>'
        f"<p>{said[n * 3 % len(said)]}</p><span>{buttons} ({n})</span></div>"
        for n in range(count)
    )
    return f'<div class="{box}">{heading}{"".join(rows)}</div>'
