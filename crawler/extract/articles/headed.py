"""Boxes that say in their first words what they are: comments, what else to read, what others read.

Class names say so too, where they are words; where tools made them up, or people wrote them in a language of their own,
the heading that readers see is all there is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, takewhile

from crawler.extract.boilerplate import MAX_ASIDE_SHARE, REMEMBERED, is_credit, is_read_also
from crawler.extract.further_reading import HEADINGS
from crawler.extract.instant import is_time
from crawler.extract.markup import HEADINGS as HEADING_TAGS
from crawler.extract.table import Table, once, within

MAX_CHARS = 24
"""A heading of a box is no longer."""

OF_COMMENTS = 1
"""Comments may hold any share of a page's text."""

MIN_ROWS = 2
"""So many boxes of one kind behind a heading over comments are these."""

_ROWS = frozenset(["div", "li", "dl", "table", "article", "section"])

_LISTS = _ROWS | {"ul", "ol"}

MIN_TEASERS, MAX_TEASER = 3, 250
"""So many links stand in such lists, and so many characters for each."""

MAX_BARE = 20
"""So many headings that stand beside what is under them are looked behind."""

MAX_HEAD_LEAVES = 5
"""In so many texts at the beginning of a comment stands its time."""

MAX_ROWS = 1_000
MAX_LINE = 60
"""So many elements behind a heading, and so much of each, are looked at for comments and their times."""

MAX_LEAVES = 100
"""So many texts behind a box are looked at for an article that goes on."""

MIN_BEFORE = 20
"""Valid characters that stand before such a box: it follows the article."""

_WORD = re.compile(
    "作品|博文|评论|評論|留言|跟帖|跟贴|回应|回應|迴響|回響|吐槽|阅读|閱讀|新闻|新聞|推荐|推薦|文章|链接|連結|资讯|資訊|报道|報導|喜欢|喜歡"
    "|意见|意見|图集|圖集|视频|視頻|回顾|回顧|精选|精選|榜|个想法|個想法|条回复|條回覆|条回覆|條回复|感兴趣|感興趣|在看|看过|看了|排行|热榜|热点|热文|话题|专题|関連|人気|おすすめ|ランキング|コメント|フィードバック|omment|eplies|iscussion|onversation"
    "|houghts? on|esponses? to"
)
"""What such a heading cannot do without."""

_WORD_ELSEWHERE = re.compile(
    "omment|houghts? on|esponses? to|danken? z|flexions? s|[öó]wiedzi na|ntworten |omentar|ntwoorden |yorum"
    "|oment[aá]rio|eacties|ontributions|eplies|iscussion|onversation|elated|tories|ost [prvws]|ou m[ai]|rticles"
    "|atest news|itor['’]?s|aussi|plus lu|ecom[me]|eist ?gelesen|mpf[eo]hl|uch | [Tt]hema|ás le[ií]d|ais lid|iù lett"
    "|onsigliat|ambi[eé]n|anche|aca juga|관련|댓글|추천|많이"
    "|المزيد|ذات صلة|الأكثر|تعليق|مرتبط|омментари|атериалы|охожие|ругие |акже|итаем|опулярн|екоменд"
)
"""The same in languages that write neither Han nor kana, and in English."""

_QUOTED = re.compile(r"《[^》]*》|“[^”]*”|„[^“”]*[“”]|«[^»]*»?|「[^」]*」|[《“„「]$|^[》”」]")
"""What is commented on, named in the heading or in an element of its own there."""

_SIGNS = re.compile(r"[\s·•|>»:：\[\]【】（）()]+")
_COUNT = r"(?:\d+[条條则則个個]?)"
_COMMENTS = re.compile(
    rf"(?:网友|網友|全部|所有|精选|精選|最新|最热|最熱|热门|熱門|精彩|文章|发表|發表|我要|我来|我的|写|寫|查看|显示|顯示|用户|个?小伙伴|读者|讀者|已有|更多|添加|暂无|在|{_COUNT})*"
    rf"(?:评论|評論|留言|跟帖|跟贴|回应|回應|迴響|回響|吐槽)(?:列表|区|區|板|内容|刷新|{_COUNT})*"
    r"|(?:我要)?(?:[发發]表|网友|網友|读者|讀者)(?:意[见見]|看法)"
    r"|(?:\d+|leavea|posta|adda|jointhe|all|user|reader|view|latest)*(?:comments?|replies|discussion|conversation)\d*"
    r"|(?:すべての|全ての|みんなの|最新の?|読者の|\d+件の?|全\d+件の?)?コメント(?:一覧|欄|\d+件?|[（(]\d+[）)])*"
    r"|\d*(?:댓글|комментари(?:и|ев|й|я)|(?:ال)?تعليقات|kommentare?|commentaires?|contributions?|coment[aá]rios?|commenti|reacties)\d*개?",
    re.IGNORECASE,
)
_COMMENTS_ON = re.compile(
    r"上?(?:有|的)?\d+[条條个個](?:评论|評論|留言|回[复覆應应]|想法)"
    r"|(?:\d+|one)(?:thoughts?on|(?:responses?|repl(?:y|ies)|comments?)(?:to|on))"
    r"|(?:\d+|eine?)(?:gedanken?|antworten|kommentare?)zu|(?:\d+|une)(?:réflexions?sur|réponsesà|commentaires?sur)"
    r"|(?:\d+|uno?|uma?)(?:comentarios?|respuestas?|comentários?|respostas?|commenti|risposte)(?:en|a|em|para|su)"
    r"|\d+(?:gedachtenover|(?:reacties|antwoorden)op|(?:комментари\w+|ответ\w*)к|(?:komentarzy|odpowiedzi)(?:do|na))"
    r"|(?:への|に対する|に)?\d+件の(?:コメント|フィードバック)",
    re.IGNORECASE,
)
"""The same beside what is commented on."""

_OTHERS = re.compile(
    r"(?:相关|相關|推荐|推薦|特别|特別|延伸|热门|熱門|精彩|最新|更多|编辑|編輯|今日|今天|本周|一周|\d+小时|大家|网友|網友|猜|为|為|您|你|可能|也许|也許"
    r"|会|會|都|也|还|還|在|最|点击|點擊|图片|圖片|视频|視頻|热|熱|人气|人氣|焦点|焦點|要闻|头条|頭條|滚动|滾動|频道|頻道|本[站周月]|栏目|欄目"
    r"|精选|精選|独家|獨家|原创|近期|往期|随机|隨機|同类|其他|其它|关注|新|读|讀|评|一月|24小时|24小時)*"
    r"(?:阅读|閱讀|新闻|新聞|推荐|推薦|文章|链接|連結|资讯|資訊|报道|報導|喜欢|喜歡|感兴趣|感興趣|在看|看过|看了|排行榜?|热榜|热点|热文|话题|专题|图集|圖集|视频|視頻|回顾|回顧|动态|動態|精选|精選|榜)"
    r"|(?:TA|该?作者|博主)的?(?:其[他它]|更多|全部|所有|最新|热门)的?(?:作品|文章|博文|帖子|视频)",
    re.IGNORECASE,
)
"""Without spaces and signs."""

_HEADINGS = re.compile(HEADINGS, re.IGNORECASE)


def headed_boxes(table: Table, behind: int = 0) -> Iterator[tuple[int, float]]:
    """The elements whose first words say that they hold comments or what else to read, and up to which share (0-1) of
    the page's text that is believed of each: those whose headings stand behind a node, in order of these."""
    return ((box, share) for heading, box, share in _headed(table) if heading >= behind)


def heads_others(text: str) -> bool:
    """True for what a box with comments or what else to read is headed by."""
    return share_of(text) > 0


def stands_in_comments(table: Table, leaf: int, behind: int) -> bool:
    """True if a text stands under a heading for comments that stands behind a node, in its box."""
    headed = ((heading, box) for heading, box, share in _headed(table) if share == OF_COMMENTS)
    return any(behind <= heading < leaf < table.ends[box] for heading, box in headed)


@once
def _headed(table: Table) -> list[tuple[int, int, float]]:
    """The headings of all such boxes, the boxes, and their shares."""
    found: list[tuple[int, int, float]] = []
    bare = 0
    for leaf in _may_head(table):
        if share := share_of(table.texts[leaf]) or _share_also(table, leaf):
            box = _box(table, leaf, whole=share == OF_COMMENTS)
            if _has_words(table, range(leaf + 1, table.ends[box])):
                found.append((leaf, box, share))
            elif bare < MAX_BARE and not (share == OF_COMMENTS and _is_of_byline(table, leaf)):
                bare += 1
                rows = _rows_behind(table, box) if share == OF_COMMENTS else _lists_behind(table, box)
                found += ((leaf, row, share) for row in rows)
    return found


def _is_of_byline(table: Table, leaf: int) -> bool:
    """True for a count of comments that stands right behind a time or what else is said over a text, and is no
    heading."""
    at = bisect_left(table.leaves, leaf)
    if table.tags[table.parents[leaf]] in HEADING_TAGS or not at:
        return False
    before = table.texts[table.leaves[at - 1]].strip()
    return len(before) <= MAX_LINE and (is_credit(before) or is_time(before))


def _has_words(table: Table, nodes: range) -> bool:
    """True for nodes with more text than a number: that may count what stands behind the heading."""
    counts, offsets = table.leaf_counts, table.offsets
    return any(map(str.isalpha, table.flow[offsets[counts[nodes.start]] : offsets[counts[nodes.stop]]]))


def _rows_behind(table: Table, heading: int) -> Sequence[int]:
    """The comments that stand beside the heading over them, one behind the other: boxes of one kind, or the list of
    such, or what stands up to the last of several times, and behind it as much as between two if they begin so."""
    end, row = table.ends[table.parents[heading]], table.ends[heading]
    behind = list[int]()
    while row < end and len(behind) < MAX_ROWS:
        behind.append(row)
        row = table.ends[row]
    if not behind:
        return ()
    kind = _kind(table, behind[0])
    rows = list(takewhile(lambda row: kind and _kind(table, row) == kind, behind))
    if len(rows) >= MIN_ROWS and (kind != "div " or _are_timed(table, rows)):
        return rows
    first = next((row for row in behind if not _asks(table, row)), 0)
    if first and _is_list(table, first):
        return [first]
    if len(behind) < MIN_ROWS:
        return ()
    timed = [at for at, row in enumerate(behind) if is_time(table.text_of(row)[:MAX_LINE])]
    if len(timed) < MIN_ROWS:
        return ()
    return behind[: timed[-1] + (timed[-1] - timed[-2] if timed[0] == 0 else 1)]


def _lists_behind(table: Table, heading: int) -> Sequence[int]:
    """The lists and boxes that stand right behind a heading over what else to read, beside it, with several links and
    no more text than teasers have."""
    end, row = table.ends[table.parents[heading]], table.ends[heading]
    rows, several = list[int](), 0
    while row < end and len(rows) < MAX_ROWS:
        links = len(within(table.elements.get("a", ()), range(row, table.ends[row])))
        if table.tags[row] not in _LISTS or not 0 < table.length(row) <= MAX_TEASER * links:
            break
        rows.append(row)
        several += links
        row = table.ends[row]
    return rows if several >= MIN_TEASERS else ()


def _are_timed(table: Table, rows: Sequence[int]) -> bool:
    """True if half of some rows hold a time: boxes that are called nothing may be the parts of anything."""
    timed = sum(any(is_time(table.texts[leaf]) for leaf in table.leaves_of(row)[:MAX_HEAD_LEAVES]) for row in rows)
    return 2 * timed >= len(rows)


def _asks(table: Table, node: int) -> bool:
    """True for what holds a field to write a comment in."""
    return len(within(table.elements.get("textarea", ()), range(node, table.ends[node]))) > 0


def _is_list(table: Table, node: int) -> bool:
    """True for an element that holds nothing but several boxes of one kind, or an element with these: they share a
    name, or have none."""
    kinds = [_kind(table, child).split() for child in islice(table.children(node), MAX_ROWS)]
    while len(kinds) == 1:
        node += 1
        kinds = [_kind(table, child).split() for child in islice(table.children(node), MAX_ROWS)]
    if len(kinds) < MIN_ROWS or not all(kinds) or len({tag for tag, *_ in kinds}) > 1:
        return False
    names = [names for _, *names in kinds]
    return not any(names) or bool(set(names[0]).intersection(*names))


def _kind(table: Table, node: int) -> str:
    """What an element that may hold one comment is called, "" for one that holds a paragraph of the text."""
    return f"{table.tags[node]} {table.attributes.value(node, 'class')}" if table.tags[node] in _ROWS else ""


def _may_head(table: Table) -> Iterator[int]:
    """The short texts behind the page's first in which one of the words stands, in order."""
    leaves, offsets = table.leaves, table.offsets
    first = bisect_left(leaves, bisect_left(table.valid_sums, MIN_BEFORE))
    end = 0  # of the leaf that was looked at last
    words = _WORD if table.is_cjk else _WORD_ELSEWHERE
    for word in words.finditer(table.flow, offsets[first]):
        if word.start() >= end:
            behind = bisect_right(offsets, word.start())
            end = offsets[behind]
            if end - offsets[behind - 1] <= 2 * MAX_CHARS + 1:
                yield leaves[behind - 1]


@lru_cache(maxsize=REMEMBERED)
def share_of(text: str) -> float:
    words = _SIGNS.sub("", text)
    said = _QUOTED.sub("", words)
    if said != words and _COMMENTS_ON.fullmatch(said):
        return OF_COMMENTS
    if not 0 < len(words) <= MAX_CHARS:
        return 0
    if _COMMENTS.fullmatch(words):
        return OF_COMMENTS
    return MAX_ASIDE_SHARE if _OTHERS.fullmatch(words) or _HEADINGS.fullmatch(text.strip(" :：")) else 0


def _share_also(table: Table, leaf: int) -> float:
    """A line that says "read also" stands in the midst of articles, too; a heading that does stands over links."""
    is_heading = table.tags[table.parents[leaf]] in HEADING_TAGS
    return MAX_ASIDE_SHARE if is_heading and is_read_also(table.texts[leaf].strip()) else 0


def _box(table: Table, leaf: int, *, whole: bool) -> int:
    """The largest element that begins with a text, or with the heading that this stands in; unless it is `whole`, up to
    where an article goes on behind."""
    box = table.parents[leaf]
    at = bisect_left(table.leaves, box if table.tags[box] in HEADING_TAGS else leaf)
    before = table.leaves[at - 1] if at else -1
    while table.parents[box] > max(before, table.body) and (whole or not _goes_on(table, box)):
        box = table.parents[box]
    return box


def _goes_on(table: Table, box: int) -> bool:
    """True if text goes on behind a box of several links, in the element around it, with more than the box has: an
    article of which a part begins with what else to read."""
    links = within(table.elements.get("a", ()), range(box, table.ends[box]))
    if len(links) < MIN_ROWS:
        return False
    first = bisect_left(table.leaves, table.ends[box])
    last = min(first + MAX_LEAVES, bisect_left(table.leaves, table.ends[table.parents[box]]))
    behind = table.leaves[first:last]
    return sum(table.characters[leaf] for leaf in behind if not table.links[leaf]) > table.length(box)
