"""Legal notices: who owns a text, who may print it again, and for whom it does not speak.

Chinese sites write them under every article, in whole sentences and often longer than a short article, and so they do
how they may be reached, how to follow them, and what may be said in a comment. Notices are known by the words that they
cannot do without: one or two stand in articles too, three different ones hardly.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from crawler.extract.articles.paragraphs import Paragraph
from crawler.extract.boilerplate import is_old, is_promotion
from crawler.extract.table import Table

NOTICE_WEIGHT = 0.1
"""What a notice counts of its characters."""

MIN_WORDS = 3
MIN_CALLED_SO = 2
MIN_ABOUT_REMARKS = 2
"""So many different words of its kind make a notice, one that is called so, and a rule for comments."""

MIN_REACHED = 2
"""So many different ways to reach a site make its imprint."""

MIN_RULES = 3
"""So many rules for comments stand together: one alone may be what an article reports."""

MIN_RULED = 0.4
"""Share of an element's text in rules that are known, if all of it is such."""

MAX_CHARS = 400
"""A longer paragraph tells of the law."""

_SIGN = re.compile(
    "声明|聲明|转载|轉載|不代表|仅代表|僅代表|授权|授權|版权|版權|侵权|侵權|不构成|不構成|仅供|僅供|举报|Copyright|备案|许可证|uploaded"
    "|邮编|邮政编码|技术支持|访客|訪客|访问者|上一|下一|owered|主办单位|ICP|APP|App|客户端|客戶端|公众号|公眾號|二维码|二維碼|請勿|请勿|請不要|请不要|禁止|不得|有權|有权|沉迷游戏|过时|過時|失效|过期|過期"
)
"""What stands in every notice, in how to reach a site, in what asks to be followed, and in what forbids. Each begins
with one character: where sets do, the search takes ten times as long."""

_WORD = re.compile(
    r"声明|聲明|转载|轉載|摘编|镜像|不代表|仅代表|授权|授權|版权|版權|著作权|知识产权|侵权|侵犯|不构成|仅供|投资建议"
    r"|风险自担|本站|本[网網]|本文|本公司|本平台|该文|平台|立场|观点|注明|出处|免责|法律责任|原创|书面|许可|存储"
    r"|不能(?:代替|替代|作为|做为)|诊断|医嘱|就医|谨慎|联系.{0,8}删除|举报|不良信息|客服|电话|传真|邮箱|备案|opyright|©|Rights|rights|ICP|公网安备"
    r"|个人看法|不表明|抵制不良|拒绝盗版|受骗上当|适度游戏|沉迷游戏"
    r"|视听节目|互联网新闻信息|增值电信|content above|uploaded|storage"
    r"|必究|转贴|轉貼|著作權|智慧財產|侵權|不構成|僅供|僅代表|投資建議|風險自負|本報|觀點|註明|出處|免責|法律責任|書面|許可|檢舉|電話|傳真|信箱"
)


_CALLED_SO = re.compile(r"\W*(?:\w\w)?[声聲]明\s?[:：]")

_CONTACTS = (
    *("地址", "邮编", "邮政编码", "电话", "热线", "传真", "邮箱", "E-?mail", "e-?mail"),
    *("主办单位?", "承办单位?", "主管单位?", "维护单位", "技术支持", "联系我们", "标识码"),
)
_REACHED = re.compile(
    "|".join(rf"{contact}\s?[:：]" for contact in _CONTACTS) + "|版权所有|备案号?|ICP|建议使用.{0,16}浏览器|分辨率"
)
"""What says where a site's owner is found."""

_VISITORS = re.compile(r"\W*(?:您|你)是.{0,12}第?\W?\d+\W?[位个個](?:访客|訪客|访问者|来访者|浏览者)\W*")
MAX_VISITORS_CHARS = 40
"""What counts visitors, and how long such a line may be."""

_BORROWED = re.compile(
    r"(?:来[源自]|取自|转自|搜集|收集|整理|出自)[^。]{0,8}网[^。]{0,20}侵权[^。]{0,20}(?:删|联系|告知)"
)
"""What sites write below a text that may be another's, in one line."""

MAX_CAVEAT_CHARS = 100
"""How long such lines may be."""

_BESIDE = re.compile(r"\W*(?:[上下]一[篇頁页条條则則]\W*[:：]|(?:proudly )?powered by\s)", re.IGNORECASE)
"""What begins the line of the article before or behind this one, and of the software."""

_FORBIDDEN = re.compile(
    "請勿|请勿|請不要|请不要|不得|禁止|嚴禁|严禁|自負|自负|刪除|删除|移除|遵守|理性|文明上网|有權|有权"
)
_IN_REMARKS = re.compile(
    "留言|[發发]言|[發发][表文帖]|[評评][論论]|言[論论]|刊登|[張张][貼贴]|[轉转][貼贴帖]|回文|跟帖|[會会][員员]|使用者|用[戶户]|[侵傷伤]害|攻[擊击]"
    "|侮辱|[誹诽][謗谤]|[騷骚][擾扰]|[廣广]告|主[題题]|封[鎖锁號号]|[規规]范|規範|[違违][反法]|法律"
)
"""What rules for comments forbid, and what such rules are about."""


def notices(table: Table, found: Sequence[Paragraph], firsts: Sequence[int], text: Sequence[int]) -> dict[int, float]:
    """For the first leaves of legal notices what these count of their characters. `firsts` are those of the paragraphs
    that were `found`, `text` the places of those that are running text."""
    counts, offsets, flow, ends = table.leaf_counts, table.offsets, table.flow, [*firsts[1:], len(table)]
    signed = [found[at] for at in text if _SIGN.search(flow, offsets[counts[firsts[at]]], offsets[counts[ends[at]]])]
    may_be = [(p, _text(table, p)) for p in signed]
    known = [p for p, text in may_be if _is_notice(p, text) or _is_imprint(p, text) or is_promotion(text.strip())]
    rules = [p for p, text in may_be if _is_rule(p, text)]
    return {p.first: NOTICE_WEIGHT for p in [*known, *_with_rules(table, found, firsts, rules)]}


def _with_rules(
    table: Table, found: Sequence[Paragraph], firsts: Sequence[int], rules: Sequence[Paragraph]
) -> Sequence[Paragraph]:
    """The paragraphs of the element that holds several rules for comments, if these are much of it."""
    if len(rules) < MIN_RULES:
        return ()
    box = table.common_ancestor(rules[0].first, rules[-1].first)
    inside = found[bisect_left(firsts, box) : bisect_left(firsts, table.ends[box])]
    is_much = sum(p.weight for p in rules) >= MIN_RULED * sum(p.weight for p in inside)
    return inside if is_much else ()


def _is_rule(paragraph: Paragraph, text: str) -> bool:
    """True if a paragraph with this text says what may not be said in a comment."""
    if paragraph.characters > MAX_CHARS or not _FORBIDDEN.search(text):
        return False
    return len(set(_IN_REMARKS.findall(text))) >= MIN_ABOUT_REMARKS


def is_caveat(text: str) -> bool:
    """True for the words of a short line that say of a text that it is old, or may be another's."""
    return len(text) <= MAX_CAVEAT_CHARS and (is_old(text) or _BORROWED.search(text) is not None)


def is_notice(table: Table, paragraph: Paragraph) -> bool:
    """True if a paragraph is a legal notice."""
    return _is_notice(paragraph, _text(table, paragraph))


def _is_notice(paragraph: Paragraph, text: str) -> bool:
    if paragraph.characters > MAX_CHARS or not _SIGN.search(text):
        return False
    if is_caveat(text.strip()):
        return True
    return len(set(_WORD.findall(text))) >= (MIN_CALLED_SO if _CALLED_SO.match(text) else MIN_WORDS)


def _is_imprint(paragraph: Paragraph, text: str) -> bool:
    """True if a paragraph says who runs a site and how to reach them, who has come there and what is on the next page,
    or an announcement's last line whom to ask."""
    if (len(text) <= MAX_VISITORS_CHARS and _VISITORS.fullmatch(text.strip())) or _BESIDE.match(text):
        return True
    return paragraph.characters <= MAX_CHARS and len(set(_REACHED.findall(text))) >= MIN_REACHED


def _text(table: Table, paragraph: Paragraph) -> str:
    return "".join([table.texts[leaf] for leaf in paragraph.leaves])
