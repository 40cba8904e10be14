"""Legal notices: who owns a text, who may print it again, and for whom it does not speak.

Chinese sites write them under every article, in whole sentences and often longer than a short article, and so they do
how they may be reached, and how to follow them. Notices are known by the words that they cannot do without: one or two
stand in articles too, three different ones hardly.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from crawler.extract.articles.paragraphs import Paragraph
from crawler.extract.boilerplate import is_promotion
from crawler.extract.table import Table

NOTICE_WEIGHT = 0.1
"""What a notice counts of its characters."""

MIN_WORDS = 3

MAX_CHARS = 400
"""A longer paragraph tells of the law."""

_SIGN = re.compile(
    "声明|聲明|转载|轉載|不代表|仅代表|授权|版权|侵权|不构成|仅供|举报|Copyright|备案|许可证"
    "|APP|App|客户端|客戶端|公众号|公眾號|二维码|二維碼"
)
"""What stands in every notice, and in what asks to be followed."""

_WORD = re.compile(
    r"声明|聲明|转载|轉載|摘编|镜像|不代表|仅代表|授权|授權|版权|版權|著作权|知识产权|侵权|侵犯|不构成|仅供|投资建议"
    r"|风险自担|本站|本网|本文|本公司|本平台|该文|平台|立场|观点|注明|出处|免责|法律责任|原创|书面|许可|存储"
    r"|不能(?:代替|替代|作为|做为)|诊断|医嘱|就医|谨慎|举报|不良信息|客服|电话|传真|邮箱|备案|opyright|©|[Rr]ights|ICP|公网安备"
)


def notices(table: Table, found: Sequence[Paragraph]) -> dict[int, float]:
    """For the first leaves of legal notices what these count of their characters."""
    signed = {table.leaf_at(sign.start()) for sign in _SIGN.finditer(table.flow)}
    firsts = [p.first for p in found] if signed else []
    around = {bisect_right(firsts, leaf) - 1 for leaf in signed}
    may_be = [found[number] for number in sorted(around) if number >= 0]
    return {p.first: NOTICE_WEIGHT for p in may_be if p.weight and (is_notice(table, p) or _promotes(table, p))}


def _promotes(table: Table, paragraph: Paragraph) -> bool:
    return is_promotion("".join([table.texts[leaf] for leaf in paragraph.leaves]).strip())


def is_notice(table: Table, paragraph: Paragraph) -> bool:
    """True if a paragraph is a legal notice."""
    if paragraph.characters > MAX_CHARS:
        return False
    text = "".join([table.texts[leaf] for leaf in paragraph.leaves])
    return _SIGN.search(text) is not None and len(set(_WORD.findall(text))) >= MIN_WORDS
