"""What a page's markup and a paragraph's own words say against being content: evidence, which the callers weigh.

Nothing here knows a site: the tags are HTML's, the words are those that any site uses for the same things.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, TypeVar

from crawler.extract import templates_abroad as abroad
from crawler.extract.further_reading import HEADINGS, PUBLISHED
from crawler.extract.han_names import HAN_NAME
from crawler.extract.instant import is_time

NEVER_TEXT_TAGS = frozenset(["textarea", "template", "svg"])
"""Elements whose text is never content."""

_ASIDE_TAGS = "head nav footer aside dialog menu marquee button select noscript iframe object form figcaption"
ASIDE_TAGS = frozenset(_ASIDE_TAGS.split())
"""Elements that hold no content, up to MAX_ASIDE_SHARE: pages with unclosed tags have all their text in a <nav>."""

REMEMBERED = 16_384
"""So many names and styles are remembered with what they say, some megabytes: a site's pages share theirs."""

MAX_NAME_CHARS = 1_000
"""Longer names and styles say nothing, and are not remembered."""


Answer = TypeVar("Answer")


class _Answers(dict[str, Answer]):
    """What names say, by name. Full, it begins anew."""

    def __init__(self, says: Callable[[str], Answer]) -> None:
        super().__init__()
        self._says = says

    def __missing__(self, name: str) -> Answer:
        if len(name) > MAX_NAME_CHARS:
            return self[""]
        if len(self) >= REMEMBERED:
            self.clear()
        answer = self[name] = self._says(name)
        return answer


def remembered(says: Callable[[str], Answer]) -> Callable[[str], Answer]:
    """What names say, found out once for each; those that are too long say what an empty one does.

    A page asks some hundred times: what is known is looked up in a dictionary without a call in Python.
    """
    return _Answers(says).__getitem__


class Saying:
    """Something that the class or the id of an element may say: "this is an author". To be called with one; where all
    elements of a page are looked for that are called so, see `Table.called`.

    All that a name says is found out at once and remembered: most names say nothing, and one look at a name tells that,
    which costs more than all else here, for what is remembered is too much for a processor's cache."""

    _all: ClassVar[list[Saying]] = []

    def __init__(self, says: Callable[[str], bool]) -> None:
        self.says = says
        self._all.append(self)

    def __call__(self, name: str) -> bool:
        return self in sayings_of(name)


@remembered
def sayings_of(name: str) -> tuple[Saying, ...]:
    """All that a class or an id says."""
    return tuple(saying for saying in Saying._all if saying.says(name))


MAX_ASIDE_SHARE = 0.5
"""No aside but comments holds more of the page's valid characters."""

MIN_SLUG_HYPHENS = 3
"""Hyphens and underscores from which an id is a slug."""


_COMMENTS = re.compile(
    r"(?<![a-z])(?:(?:comments?|repl(?:y|ies)|discuss\w*|disqus)(?![a-z])"
    r"|kommentar|commentaire|comentario|commenti(?![a-z])|pinglun|liuyan|gentie)"
)
_ASIDE = re.compile(
    r"(?<![a-z])(?:feedback|vote|(?:post-?)?ratings?|foot|[a-z]*footer|nav(?:bar)?|breadcrumbs?|menu|toolbar|pag(?:er|ination)"
    r"|(?<!content-)(?<!no-)sidebar"
    r"|aside|related[a-z]*|recommend\w*|(?<!read-)more|hot|popular|trending|tags?|shar(?:e|ing)|social|sns|(?:article|post|entry|story)[-_]{1,2}actions|qrcode|copyright"
    r"|disclaimer|statement|newsletter|subscribe|subscriptions?|sign-?up|login|cookie|popup|modal|tooltip|advert\w*"
    r"|ads?[-_](?:box|wrap(?:per)?|container|slot|unit|area|block|space|placeholder|placement)|sponsor\w*|promo"
    r"|banner|author|byline|dateline|caption|cta|buttons?|btn|survey|tweet|player|paywall|lightbox|overlay|opt-?in"
    r"|video(?![-_](?:text|content|desc|intro|brief|summary|info|detail|article|news))|donat\w*|meta(?:data)?"
    r"|(?:img|image|pic|picture|photo)[-_]?(?:desc(?:r|ription)?|note|source|credits?|explain)"
    # What is not to be printed is no part of the article.
    r"|no-?print|print-(?:none|hide|no)|hide-(?:(?:for|on|in)-)?print|print:hidden)(?![a-z:])"
    # As Chinese sites write them, in the letters of Latin, and the words for advertising and what else to read.
    r"|(?<![a-z])(?:tuijian|xiangguan|remen|paihang|fenxiang|guanggao|banquan|biaoqian|daohang|mianbaoxie|shengming"
    r"|erweima|yejiao|zhuanzai|werbung|reklam|publicidad|pubblicit|publicite|verwandte|relacionad|correlat|compartir)"
)
_BESIDE = re.compile(r"(?<![a-z])(?:with|has)-.*", re.DOTALL)
"""What a name says that an element stands beside: a heading with a bar above it is no bar."""

_CONSENT = re.compile(
    r"cookie[-_]?(?:notice|banner|bar|consent|law|policy|bot|info|popup|modal|dialog|warning|settings|preferences)"
    r"|consent[-_]?(?:sdk|banner|bar|info|root|popup|modal|dialog|overlay|notice|manager|preferences)"
    r"|gdpr(?![a-z])"
)
_CAMEL_BORDER = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOT_SHOWN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_INVISIBLE = re.compile(r"visibility\s*:\s*hidden", re.IGNORECASE)
_FLOATING = re.compile(r"position\s*:\s*(?:absolute|fixed)", re.IGNORECASE)

_NOT_ON_LARGE = re.compile(
    r"(?:^|[\s-])(?:hidden|hide)-(?:on-)?(?:desktop|lg|large)(?!\S)|(?<!\S)(?:lg|xl|2xl|desktop):hidden(?!\S)"
)


_TEASER = re.compile(r"(?<![a-z])teasers?(?![a-z])")


def words_of(name: str) -> str:
    """A class or id in lower case, with hyphens where capitals part its words."""
    lower = name.lower()
    return lower if lower == name else _CAMEL_BORDER.sub("-", name).lower()


@Saying
def may_be_teaser(name: str) -> bool:
    """True for the name of a teaser: a text that leads to another page, or the lead of the page's own."""
    return _TEASER.search(words_of(name)) is not None


@remembered
def is_hiding(style: str) -> bool:
    """True if a style keeps an element from being shown."""
    return _NOT_SHOWN.search(style) is not None


@remembered
def is_invisible(style: str) -> bool:
    """True if a style that hides keeps an element's place."""
    return _INVISIBLE.search(style) is not None


@remembered
def is_floating(style: str) -> bool:
    """True if a style places an element over what else is shown, as a tip for those who point at something."""
    return _FLOATING.search(style) is not None


@Saying
def is_for_small_screens(name: str) -> bool:
    """True if a class keeps an element from being shown on large screens, which show the text in another element."""
    return _NOT_ON_LARGE.search(name) is not None


@remembered
def aside_share(name: str) -> float:
    """Up to which share (0-1) of the page's text an element with this class or id may be an aside.

    1 for comments, which are often longer than the article, and for what asks for consent; 0 for a name without a word
    that is used for what stands around content.
    """
    words = _BESIDE.sub("", words_of(name))
    if _COMMENTS.search(words) or _CONSENT.search(words):
        return 1
    return MAX_ASIDE_SHARE if _ASIDE.search(words) else 0


@remembered
def asks_consent(name: str) -> bool:
    """True for the class or id of what asks for consent to cookies: it may say more than a short post below it."""
    return _CONSENT.search(words_of(name)) is not None


def own_name(identifier: str) -> str:
    """An id that somebody chose, "" for one that was made of a heading's words: how-much-more-does-it-cost."""
    return identifier if identifier.count("-") + identifier.count("_") < MIN_SLUG_HYPHENS else ""


MAX_PROMOTION_CHARS = 100
MAX_CALL_CHARS = 200
MAX_LABEL_CHARS = 60
"""A longer paragraph says more than who edited, shared or owns the text."""

_HEAD = re.compile(
    r"[（(【\[]?\s*(?:原标题|原標題|(?:文章|稿件|新闻|新聞|信息|资料|資料|本文|内容)?(?:来源|來源)|稿源|作者|编辑|編輯|责编|責編|责任编辑|字号|字體|字[級级][:：]|分享|发布时间|发表于|發布|發表"
    r"|更新时间|最后更新|阅读|点击|浏览|您(?:所在|当前)?的位置|当前位置"
    r"|\d{1,2}\s?月\s?\d{1,2}\s?日$|约\s?\d{1,3}\s?分[钟鐘]$"
    r"|原创$|字数\s?[:：]?\s?\d|share|published|(?:last )?updated|posted|by |photo"
    r"|(?:人工智能|智能|语音|AI)?(?:朗读|播报)\s?[:：]"
    rf"|次$|article information|{PUBLISHED}"
    r"|(?:(?:核心|内容|视频|剧情|新闻|温馨)?(?:提示|提要|简介)|摘要|导读|導讀)\s*[:：]?$"
    rf"|{abroad.OVER})",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"本(?:报|報|刊|网|網|台)|(?:特约|特派|见习|实习|全媒体|融媒体?|首席)?(?:记者|記者|通讯员|实习生|撰文|采写|摄影|文字?)\s*(?:[:：丨|｜/／]|\s|$)"
    r"|(?:出品|监制|策划|采访|[题头]图|封面图?|制图|视觉|运营)[人方]?\s?[丨｜|]"
)
_DATED_CREDITS = re.compile(
    r"\s*\d{4}[-/.年]\d\d?[-/.月]\d\d?日?(?:\s+\d\d?[:：]\d\d(?:[:：]\d\d)?)?\s+"
    r"(?:[^\s:：\d]{2,6}\s?[:：]\s?[^\s:：]{1,30}\s+){2,9}(?:\w{1,9}(?:\W{1,9}|$)){0,9}"
)
"""A time, what comes from where and whom, and some buttons."""

_MENU = re.compile(r"[|｜>»›→].*[|｜>»›→]")
_SENTENCE = frozenset("。！？，")
"""A line without any of these is no sentence, however it begins."""

_CLOSING = '”’」』"'

_SAID = re.compile(r"^[^:：]*(?:[。！？]|(?: [a-z'’-]+){4}\b[^:：]*[.!?])$")
"""A sentence: it may begin as a label does."""

_STAFF = re.compile(
    rf"[（(【]?(?:[\u4e00-\u9fff]{{2,4}}\s?[:：]\s?{HAN_NAME}(?:[ 、，,]{HAN_NAME})*[\s，,；;|]*){{2,9}}[）)】]?"
)
"""Who did what for a text: two names, each behind what it is the name of, at least."""

_STAFF_ALONE = re.compile(
    r"[（(【]?(?:(?:(?:特约|本期|值班|新媒体|微信|网络|执行|轮值)?(?:编辑|主编|编委|总编)|[初复终一二三]审|审[核签定](?:人|员)?|编审|监制|统筹"
    rf"|校[对审])(?:\s?[:：丨｜|]\s?|\s){HAN_NAME}(?:[ 、，,]{HAN_NAME})*[\s，,；;|]*){{1,6}}[）)】]?"
)
"""Who edited or read a text, and nobody else: papers put a space behind what they did."""

_PICTURES = re.compile(r"(?:https?://[^\s:]{1,200}\.(?:jpe?g|png|gif|webp)\s*)+", re.IGNORECASE)

_PUBLICITY = "publicidade?|publicité|pubblicità|werbung|anzeige|advertentie|реклама|reklama|reklam|annonse?|إعلان"
_ADVERTISING = re.compile(
    rf"\W*(?:(?:我是)?[广廣]告|広告|광고|advertisement|advertising|{_PUBLICITY})?\W*"
    r"(?:[請请]?(?:(?:繼續|继续)?往下(?:閱讀|阅读|看)|(?:繼續|继续)(?:閱讀|阅读)(?:本文|[內内]文)))?\W*",
    re.IGNORECASE,
)
_OLD = re.compile(
    "(?:本文|文章|本页).{0,8}(?:最后|最近|距).{0,20}更新.{0,20}天"
    r"|^(?:\W|请|注意|提示|温馨)*(?:本|这|這|该|該)?(?:文章|篇|文)[^。]{0,20}(?:写|寫|发布|发表|创建|更新|修改|发佈|發佈|發表|編輯)[于於][^。]{0,60}"
    "(?:过时|過時|失效|过期|過期|不再适用|不再適用|有所变化|已经改变)"
)
"""What blogs write over texts that are not new."""

_READING = re.compile(
    rf"{abroad.READING}|阅读时长|\d\s?分[钟鐘](?:阅读|閱讀|读完)|(?:阅读|閱讀).{{0,6}}\d\s?分[钟鐘]",
    re.IGNORECASE,
)
"""How long it takes to read a text."""

_FIGURES = re.compile("[\\d:чЧ时]")
"""One of these stands in all that says how often a text is read, and how long it takes: most lines have none."""

_BUTTON = (
    "阅读|閱讀|浏览|瀏覽|点击|點擊|评论|評論|分享|转发|收藏|点赞|點讚|有用|没用|喜欢|推荐|人气|关注|订阅|举报|打印(?:本[页頁])?|列印|复制链接|查看大图"
    r"|查看原图|友善列印|[转轉]寄(?:好友|朋友)?|回上一[页頁]|[关關][闭閉](?:窗口|視窗|本[页頁])?|加入收藏|纠错"
    r"|我来说两句|我要[“\"]?[揪纠]?[”\"]?错|推荐给朋友|字[体號号體级級](?:\W{0,4}[大中小])*|放大|缩小|縮小|微信|微博|(?:生成)?海报|在看|[赞讚顶踩]"
    "|QQ(?:空间|好友)?|朋友圈"
    "|听(?:新闻|全文)|(?:语音|AI)?(?:朗读|播报)|(?:扫码|手机)阅读|投诉|已关注"
)
_NETWORKS = "facebook|twitter|whatsapp|telegram|linkedin|pinterest|reddit|tumblr|threads|line"
_ENGLISH_BUTTON = (
    "listen|save|bookmark|print|reprints?|single page|permalink|(?:sign in to )?e-?mail(?: this)?|copy link"
    "|gift(?: article)?|follow(?:ing)?|playlist|transcript|download|embed"
    r"|(?:log|sign) in(?: or (?:register|sign up))? to (?:(?:post|leave|add) (?:a )?comments?|comment|reply)"
    rf"|{_NETWORKS}|{abroad.SHARE}(?: \w{{1,4}})? (?:x|messenger|bluesky|{_NETWORKS})"
)
_PLAYED = r"[^\W\d]{0,8}\s?\d?\d:\d\d\s?/\s?\d?\d:\d\d"
"""How far a recording was played, of how much, with what it is of."""

_BUTTONS = re.compile(
    rf"\(?(?:{abroad.COUNTED}|{_ENGLISH_BUTTON}|{_PLAYED})\)?|(?:\d+\s?/\s?\d+\s*)?[\[【（(]?(?:(?:{_BUTTON})[数量]?\W{{0,3}}(?:\d[\d.,]*[万千wWkK+]*次?)?\W*)+",
    re.IGNORECASE,
)
MAX_TOOLBAR_CHARS = 150
_TOOLBAR = re.compile(r"(?:[【\[][^【】\[\]]{1,12}[】\]][\s|·]{0,9}){3}")

MAX_BESIDE_PLACEHOLDER = 20
"""Characters that stand beside names between braces, where a script was to show something."""

_PLACEHOLDER = re.compile(r"\{\{[^{}]{1,80}\}\}")

_PROMOTED = re.compile(
    r"(?=.*(?:APP|[Aa]pp(?![a-z])|Google (?:News|新[聞闻])|客户端|客戶端"
    r"|公众号|公眾號|小程序|二维码|二維碼|視頻號|视频号|微信|粉[絲丝]))"
    r".*(?:下载|下載|关注|關注|追蹤|訂閱|扫|掃|搜索|加入|打开|打開|添加|长按|長按|回复|尽在|立即)"
    r"|关注.{2,24}[，,].{0,6}(?:获取|获得|了解|掌握|更多)"
    r"|\W*[点點][击擊](?:[上下左右]方|[上下左右][面边邊]|[藍蓝]字).{0,16}[关關]注"
)
"""What asks to be followed names what one is to be followed with, and how."""

_INVITES = re.compile(
    "请|請|[欢歡]迎|更多|[获獲][取得]|了解|掌握|解[锁鎖]|[随隨][时時]|第一[时時][间間]"
    "|[盡尽]在|即可|[上下左右][方图圖面边邊]"
    "|我们|我們|官方|推送|立即|精彩|免[费費]|福利|快[来來]|[长長]按"
)
_TELLS = re.compile("(?<!其)他|她|[记記]者|市民|民警|女士|先生|[对對]方|近日|被")
"""Whole sentences that ask say what it is good for; those that tell of somebody may name the same things."""

_ASKED = re.compile(
    r"(?:^|[，。！!；])\s?(?:[請请]|[歡欢]迎|您可|你可|建[議议]|不妨)[^。，！!]{0,12}"
    r"(?:(?:加入|成[為为])[^。，！!]{0,8}(?:[會会][員员]|[訂订][戶户])"
    r"|(?:支持|[贊赞]助|打[賞赏]|捐[款助])[^。，！!]{0,3}(?:我[們们]|本[站網网報报刊]|作者|[獨独]立))"
    r"|^(?:本文|此[处處]|以下|[该該此])[^。，]{0,6}付[费費](?:[内內]容|文章)"
    r"|(?:[购購][买買]|[订訂][阅閱]|成[为為]|[开開]通)[^。]{0,20}[，,后後]?(?:即可|可|就能)[^。，]{0,6}(?:[阅閱][读讀]|查看|[畅暢][读讀])(?:全文|全部)"
    r"|^(?:如果|若|[覺觉]得|喜[歡欢]).{0,20}(?:[幫帮]助|有用|喜[歡欢]|不[錯错]|文章).{0,12}(?:打[賞赏]|[贊赞][賞赏助]|[請请]我喝)[^。！]{0,12}\W*$"
)
_ASKED_IN_ENGLISH = re.compile(
    r"(?:if you [^.]{0,60}, )?(?:please )?(?:consider )?"
    r"(?:support(?:ing)? (?:us|our (?:work|journalism|reporting)|this (?:site|blog))\b"
    r"|(?:donate|become a (?:member|supporter|patron))\b[^.]{0,40}[.!]?$|buy(?:ing)? me a coffee)",
    re.IGNORECASE,
)
"""What asks readers to pay: for a membership, or for nothing."""

_ASKED_ABROAD = re.compile(abroad.APPEAL, re.IGNORECASE)

NEWSLETTER_WORDS = ("ewsletter", "ailing list", "nbox", "ieuwsbrief", "yhetsbrev", "osteingang", "lettre d", "olet")
"""What no call to have letters sent does without, but for its first letter."""

_CALL = re.compile(
    "(?=.*(?:newsletter|mailing list|inbox|nieuwsbrief|nyhetsbrev|posteingang|lettre d.info|bolet[ií]n|boletim))"
    "(?:.*[.!?:…–—-] *)?(?:(?:then|dann) )?"
    "(?:sign(?:ing)? up|subscribe|join|get|never miss|don.t miss|want more|the (?:best|latest|top) "
    "|jetzt|abonnier|meld(?:e dich|en sie sich)|nichts |keine[nr]? |lust auf"
    "|abonnez-vous|inscrivez-vous|recevez|suscr[ií]b|ap[uú]ntate|recib[ea]|iscriviti|ricevi"
    "|schrijf je|meld je|ontvang|assine|inscreva|receba|anmäl|prenumerera|tilmeld)",
    re.IGNORECASE,
)
"""It asks at the beginning of a sentence."""

DISCLOSURE_WORDS = ("ffiliate", "ommission")
"""What no line does without that says that links are paid for."""

MAX_DISCLOSURE_CHARS = 300
_WE_EARN = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|us|I|[Mm]y|(?:[Tt]his|[Ss]ome|[Aa]ll|[Tt]hese) (?:\w{1,12} ){0,2}?"
    r"(?:posts?|articles?|pages?|sites?|stor(?:y|ies)|guides?|blog|links)|[A-Z]\S{2,40} (?:earns|receives|may earn))\b"
)
_OF_AFFILIATES = re.compile(r"(?=.*\baffiliate\b).*\b(?:links?|commissions?|disclosure)\b", re.IGNORECASE)
_OF_COMMISSIONS = re.compile(
    r"(?=.*\bcommissions?\b)(?=.*\b(?:earn|receive|paid))"
    r".*\b(?:links?|click|purchase|buy|no (?:extra|additional)|editorial)\b",
    re.IGNORECASE,
)

PICTURE_WORDS = ("hoto", "mage ", "mages ", "mage:", "icture ", "icture:", "oto:", "ild:")
_PICTURE_CREDIT = re.compile(
    r"\W*(?=[ipfbc])(?:(?:image|picture|photo) \d{1,3} of \d{1,3}"
    r"|(?:image|picture|photo(?:graph)?)s?(?: ?[:：]| (?:credits?|courtesy(?: of)?)\b).{2,80}"
    r"|photo(?:graph)?(?:s|y)? by (?-i:[A-Z@])[^.!?]{2,60}|(?:foto|bild|crédits? photo|photo)s? ?: ?[^.!?]{2,60})\W*",
    re.IGNORECASE,
)
"""Who made a picture, on a line of its own beside it, and which of a gallery it is."""

_LOADING = re.compile(
    r"(?:\w{1,20}\s?)?loading(?: \w{1,20})?\s?(?:\.\.\.|…)|(?:视频|图片|内容)?(?:正在)?加载中\W{0,6}", re.IGNORECASE
)
_ANSWERED = re.compile(
    r"(?:thank you[!.] (?:your (?:submission|message)|please check)|oops[!.,] something went wrong"
    r"|thank(?:s| you) for (?:subscribing|signing up|your (?:submission|message))"
    r"|(?:there was an (?:issue|error|problem)|something went wrong)\b.{0,60}\b(?:form|try again))",
    re.IGNORECASE,
)
SCRIPT_WORDS = ("加载中", "oading", "ry again", "hank", "rong")
MAX_ANSWERED_CHARS = 120
"""What scripts show while they load, and forms when they were filled in."""

CONTENTS_WORDS = ("ontents", "n this ", "Inhalt", "ommaire", "ontenidos", "目录", "目次", "目錄")
_CONTENTS = re.compile(
    r"(?:table of contents|(?:on|in) this (?:page|article|post|guide)|inhaltsverzeichnis"
    r"|table des matières|sommaire|(?:tabla|índice) de contenidos|目[录次錄])\s?[:：]?",
    re.IGNORECASE,
)
"""The heading of a table of contents."""

_READ_ALSO = (
    "read (?:also|more|next)|see also|"
    # German, Dutch, the Nordic languages
    "mehr zum thema|lesen sie auch|auch interessant|das könnte (?:sie|dich)|lees (?:ook|meer|verder)"
    "|läs (?:också|mer|även)|les også|læs også|lue myös"
    # French, Spanish, Portuguese, Italian
    "|(?:à )?lire aussi|voir aussi|sur le même sujet|te puede interesar|(?:lea|lee|leer|vea) también"
    "|noticias relacionadas|(?:leia|veja) (?:também|mais)|leggi anche|potrebbe(?:ro)? interessar|articoli correlati"
    # Russian, Ukrainian, Polish, Czech, Turkish
    "|читайте также|по теме|читайте також|czytaj (?:też|także|również)|zobacz (?:też|także)|čtěte také|ilgili haber"
    # Indonesian, Vietnamese, Japanese, Korean, Arabic
    "|baca juga|xem thêm|tin liên quan|関連記事|あわせて読みたい|おすすめ記事|관련 ?기사|اقرأ أيضا"
)
"""How languages in letters and others say "read also", but for Chinese."""

_ALSO = re.compile(rf"(?:{_READ_ALSO}|related)\W{{0,3}}", re.IGNORECASE)

_TAIL = re.compile(
    r"(?:【纠错】)?[（(【\[*>•-]*\s*(?:(?:本文)?作者(?:简介|介绍|单位|系)|责任编辑|責任編輯|责编|責編|(?:编辑|編輯|校对|排版)\s?[:：丨｜|]|本文来源|文章来源|原标题|(?:\w\w)?[声聲]明[:：]"
    r"|[—–-]*\s?(?:THE )?END\s?[—–-]*$"
    r"|(?:喜欢.{0,3})?点.{0,4}(?:在看|关注|阅读原文|查看)|点[击擊](?:下方|文末|左下角)?.{0,3}[阅閱][读讀]原文"
    r"|[觉覺]得.{0,12}[请請]?点.{0,4}(?:在看|赞)|免责(?:声明|条款|说明)|版权声明|特别声明|风险提示(?:[:：及和]|$)"
    r"|版权所有|转载请|未经授权|扫码|扫一扫|长按|点击(?:进入|查看)|关注我们|欢迎关注|分享(?:[到至:：]|$)|点击加载|加载更多|相关阅读"
    r"|相关新闻|相关推荐|相关文章|相关[\u4e00-\u9fff]{2}$|延伸阅读|推荐阅读|猜你喜欢|为你推荐|上一篇|下一篇|我要评论"
    r"|更多(?:精彩|内容|资讯|信息|详情|新闻|报道|文章|视频|干货|优质|相关|请)|\d+人(?:点赞|赞赏|打赏)|还没有人(?:赞赏|打赏)|(?:举报|返回|你可能|热门|更多|评论|标签)(?!.*[。！？]$)"
    r"|(?:文章)?关键词|发表于|发布于|文章来自|引用通告|相关日志|(?:[题題首头頭][图圖]|(?:封面)?[图圖]片|封面[图圖]?|栏目|文字|视频)(?:[来來]源|主编|编辑|作者)[:：]|展开(?:阅读)?全[文部]"
    r"|(?:阅读|浏览|评论|点击)[量数]?\s?[（(:：]\s?\d"
    r"|喜[歡欢][這这]篇文章[嗎吗]|更新時間[｜|]|相關(?:新聞|文章|報道|報導|閱讀|連結|議題)|延伸閱讀|推薦閱讀|猜你喜歡|還想看|按讚|加入.{0,6}(?:粉絲|好友)|版權所有|未經授權|舉報|標籤"
    r"|下載.{0,10}APP|同場加映|看更多|posted by|share|related|see more|also (?:read|like|see)"
    r"|you (?:may|might|could) (?:also|like)|learn more|recommended|(?:suggested|further) reading|contents"
    r"|table of contents|(?:article )?sources:?$|in this (?:article|post|guide)|tags?:|filed under|follow us|subscribe"
    r"|(?:must )?(?:read|watch|listen)(?: now| this)?:|don['’]t miss:|more:"
    r"|sign up|comparte esto|compartilhe isso|teilen mit|partager\s?:|condividi\s?:|поделиться|udostępnij"
    r"|copyright|©|all rights reserved|comments?|(?:leave|post) a (?:comment|reply)|post comment|trackback|previous"
    r"|next|advertisement"
    r"|more (?:from|stories)"
    r"|this (?:entry|post|page|article) (?:(?:was|is|has been) )?(?:posted|published|filed|last (?:updated|modified))"
    r"|you are visitor"
    # The page of a paper, with its day.
    r"|(?:原载于?|原載於?|[刊载]于?)?《\s?[^《》]{2,16}》\s?[，,]?\s?[（(]?\s?\d{4}\s?[年/.-][^（()）。]{3,24}版[^（()）。]{0,8}[）)]{0,2}$"
    r"|(?:本文)?[原刊载載]{1,2}[于於]\s?\d{4}[^《》。]{2,12}《[^《》]{2,16}》[^（()）。]{0,12}版[）)]?$"
    # What templates of blogs and portals put there, alone or with what is counted or named.
    r"|未经允许|(?:本文|原文)(?:链接|地址|网址|标签)\s?[:：]|关键字[:：]|分享让更多人看到|查看更多$|(?:点击)?阅读全文$"
    r"|(?:已有)?\d+\s?人(?:阅读|浏览|看过|参与)$|(?:阅读|浏览|点击)次数\s?[:：]?\s?\d|很赞哦|打赏$|我要(?:举报|纠错|投诉)$"
    r"|文明上网理性|(?:共有?)?\d+\s?[条个](?:评论|回复)$|暂无评论|(?:登录后)?发表评论$|您?可能感兴趣的|往期(?:精彩|推荐|内容)(?:回顾)?\W*$"
    r"|投资有风险|版权归.{0,10}所有|最后更新(?:时间|于)?\s?[:：]?\s?\d|本栏目(?:最新|热门|推荐)|加入.{0,6}QQ群"
    r"|(?:图片?|图文|素材|内容|文章)[^。，]{0,4}(?:来自|来源于?|取自)[^。，]{0,3}网[^。]{0,12}(?:侵删|侵权|删除)|如有疑问.{0,6}联系客服"
    r"|阅读原文$|閱讀原文$|(?:最[后後])?(?:编辑|編輯|修改)[于於]\s?[:：]?\s?\d|赞赏作者|我要反[馈饋]|如需[转轉][载載]"
    r"|打[开開].{2,12}[，,]\s?查看|[^。，、\s]{1,12}[声聲]明\s?[:：]$"
    r"|(?:本|以上|该)?(?:信息|资讯|内容)(?:来源于|来自|转自|摘自)[^。]{1,40}[，,；。]\s?(?:如|请|仅|具体)"
    rf"|{_READ_ALSO}|{abroad.UNDER})",
    re.IGNORECASE,
)

_ORDINARY = re.compile(
    "(?:扫码|长按|分享[到至]|推荐阅读|关键词|点击(?:进入|查看)|转载请|未经(?:授权|允许)|版权所有|风险提示|责任编辑|免责条款|更多|[上下]一篇"
    r"|我要评论|发表于|本文来源|原标题)(?!\s?[:：])"
    r"|(?i:shares?|related|more (?:from|stories)|comments?|previous|next|advertisement|contents)(?=(?: ['\w’-]+,?){4})"
)
_OF_READING = re.compile(
    "不得|必究|追究|请|侵[权權]|注明|[转轉][载載]|[关關]注|下[载載]|公众号|客户端|[链鏈]接|二维码|原文|全文|投[资資]|本[网站报刊文]|仅供|更多|[详詳]情"
    r"|\b(?i:you|your|us|our|this|here|article|post|story|newsletter|e-?mail|click|subscribe|page|site|website)\b"
)
"""How a line of that kind may begin that is a whole sentence of the text, unless it is about reading and copying."""

_COUNTS = re.compile(
    rf"{abroad.COUNTED}|{abroad.READING}|(?:阅读|閱讀|浏览|瀏覽|点击|點擊|评论|評論)\W{{0,3}}\d", re.IGNORECASE
)
_CREDITED = re.compile(
    rf"{abroad.CREDITED}|(?<![^\s|丨])(?:(?:(?:文章|稿件)?来源|來源|稿源|作者|撰文|(?:发布|發布|更新|上稿)?(?:时间|時間|日期)|更新)\s?[:：]"
    r"|文\s?[/／]|记者\s)",
    re.IGNORECASE,
)
"""What stands beside a time where a template puts it under the text."""

_WHAT_ELSE = re.compile(
    r"(?:相关|相關|推荐|推薦|延伸|热门|熱門|热点|热图|精彩|最新|更多|编辑|往期|今日|大家都在)+"
    r"(?:阅读|閱讀|新闻|新聞|推荐|推薦|文章|链接|评论|资讯|内容|报道|報導|回顾|热点|看)"
    r"|猜你喜[欢歡]|[为為]你推[荐薦]|[关關][于於]作者|作者[简簡介][介紹绍]"
    rf"|{HEADINGS}",
    re.IGNORECASE,
)
_OVER_LINKS = re.compile(
    r"(?:more|further|other|related|useful|important|recommended|additional|our|mehr|weitere|autres|más|otros|altri|meer)\b"
    r"|.*\b(?:resources|links|ressourcen|ressources|recursos|risorse)\b",
    re.IGNORECASE,
)
_EDITOR = re.compile(r"[（(【\[]?\s*(?:责任编辑|責任編輯|责编|責編|编辑|編輯|值班编辑|本文编辑)\s*[:：].{1,20}")
_OVER = re.compile(
    r"\W*(?:[本全正]文(?:完|结束|結束)|(?:the )?end)\W*(?:(?:感谢|感謝|谢谢)(?:您|你)?的?(?:阅读|閱讀|观看))?\W*",
    re.IGNORECASE,
)
_REMARKS = re.compile(
    r"(?:网友|網友|全部|所有|最新|热门|熱門|精彩|查看|读者|讀者)(?:评论|評論|留言|跟帖|回复|回應)(?:\s*[(（]?\d*)?"
)


def is_credit(text: str) -> bool:
    """True for a line over an article that says who wrote it, where it comes from, or how to get there."""
    if len(text) > MAX_LABEL_CHARS:
        return False
    if _SENTENCE.isdisjoint(text) and (_BYLINE.match(text) or _MENU.search(text)):
        return True
    if is_old(text) or (_FIGURES.search(text) and _READING.search(text)):
        return True
    return _HEAD.match(text) is not None and not _SAID.search(text)


def is_old(text: str) -> bool:
    """True for a line that says how old a text is, and that it may no longer be true."""
    return ("文" in text or "篇" in text or "本页" in text) and _OLD.search(text) is not None


def is_head_label(text: str) -> bool:
    """True for a line over an article that is not of it: credits, its time, the buttons to share it."""
    if is_credit(text):
        return True
    is_sentence = "。" in text or text.rstrip(_CLOSING)[-1:] in _SENTENCE
    if len(text) > MAX_LABEL_CHARS:
        return len(text) <= MAX_TOOLBAR_CHARS and _DATED_CREDITS.fullmatch(text) is not None
    return not is_sentence and is_time(text)


def is_tail_label(text: str) -> bool:
    """True for a line under an article that is not of it: editors, disclaimers, what else to read."""
    if not _TAIL.match(text):
        return False
    return text.rstrip()[-1:] not in "。！？.!?”" or not _ORDINARY.match(text) or _OF_READING.search(text) is not None


def is_byline(text: str) -> bool:
    """True for a line that says two of when a text was put up, who wrote it for whom, and how often it was read."""
    if len(text) > MAX_TOOLBAR_CHARS or "。" in text or text.rstrip(_CLOSING)[-1:] in _SENTENCE:
        return False
    said = (_CREDITED.search(text) is not None, _says_count(text))
    return all(said) or (any(said) and is_time(text))


def is_count(text: str) -> bool:
    """True for a short line that says how often, or how fast, a text is read."""
    return len(text) <= MAX_LABEL_CHARS and _says_count(text)


def _says_count(text: str) -> bool:
    return _FIGURES.search(text) is not None and _COUNTS.search(text) is not None


def is_toolbar(text: str) -> bool:
    """True for a line with several words in brackets, one behind the other: what one may do with a text, under its
    title with where it comes from and when."""
    return len(text) <= MAX_TOOLBAR_CHARS and ("【" in text or "[" in text) and _TOOLBAR.search(text) is not None


def is_placeholder(text: str) -> bool:
    """True for a line of names between braces, which a script was to replace, and little else."""
    return "{{" in text and len(_PLACEHOLDER.sub("", text)) <= MAX_BESIDE_PLACEHOLDER


def is_button(text: str) -> bool:
    """True for a line of what one may do with a text: share it, print it, like it, with or without counts."""
    return len(text) <= MAX_LABEL_CHARS and _BUTTONS.fullmatch(text) is not None


def is_staff(text: str) -> bool:
    """True for a line of names, each behind a label, or of one behind the label of who edits."""
    if len(text) > MAX_LABEL_CHARS:
        return False
    return (_STAFF.fullmatch(text) or _STAFF_ALONE.fullmatch(text)) is not None


def is_advertising(text: str) -> bool:
    """True for the word over a place for advertisements, and for asking to read on below it."""
    return any(map(str.isalnum, text)) and _ADVERTISING.fullmatch(text) is not None


def is_promotion(text: str) -> bool:
    """True for a line that asks to be followed elsewhere, in an app or by a code to scan."""
    if len(text) > MAX_PROMOTION_CHARS or not _PROMOTED.match(text):
        return False
    return text[-1] not in "。？！?!”" or (_INVITES.search(text) is not None and not _TELLS.search(text))


def is_appeal(text: str) -> bool:
    """True for a line that asks readers to pay, as members or as givers."""
    if len(text) > MAX_PROMOTION_CHARS:
        return len(text) <= MAX_CALL_CHARS and _ASKED_ABROAD.match(text) is not None
    return (_ASKED.search(text) or _ASKED_IN_ENGLISH.match(text) or _ASKED_ABROAD.match(text)) is not None


def is_call(text: str) -> bool:
    """True for a line that asks to have letters sent."""
    return len(text) <= MAX_CALL_CHARS and _CALL.match(text) is not None


def is_disclosure(text: str) -> bool:
    """True for a line that says that its writer earns by links."""
    if len(text) > MAX_DISCLOSURE_CHARS or not any(word in text for word in DISCLOSURE_WORDS):
        return False
    is_about = _OF_AFFILIATES.match(text) or _OF_COMMISSIONS.match(text)
    return is_about is not None and _WE_EARN.search(text) is not None


def is_picture_credit(text: str) -> bool:
    """True for a line that says who made the picture beside it, or which of several it is."""
    return len(text) <= MAX_LABEL_CHARS and _PICTURE_CREDIT.fullmatch(text) is not None


def is_of_script(text: str) -> bool:
    """True for what scripts show while they load, and forms when they were filled in."""
    if len(text) > MAX_ANSWERED_CHARS:
        return False
    return _LOADING.fullmatch(text) is not None or _ANSWERED.match(text) is not None


def is_over_contents(text: str) -> bool:
    """True for the heading of a table of contents."""
    return len(text) <= MAX_LABEL_CHARS and _CONTENTS.fullmatch(text) is not None


def is_rule(text: str) -> bool:
    """True for a line without letters and digits: it parts what stands around it."""
    return len(text) <= MAX_LABEL_CHARS and not any(map(str.isalnum, text))


def is_attachment(text: str) -> bool:
    """True for a line that links a file of an announcement."""
    return text.startswith("附件")


def is_address(text: str) -> bool:
    """True for a bare address: under an article it is a source."""
    return text.startswith(("http://", "https://", "www.")) and " " not in text


def is_picture_address(text: str) -> bool:
    """True for a line that is the addresses of pictures: what a script shows there."""
    return text.startswith("http") and _PICTURES.fullmatch(text) is not None


def is_end(text: str) -> bool:
    """True for a heading over what else there is to read, or over who wrote the article: the article ends there."""
    return _WHAT_ELSE.fullmatch(text.rstrip(":：")) is not None


def is_read_also(text: str) -> bool:
    """True for a line that says "read also" and nothing else: it stands over links, in the midst of articles too."""
    return len(text) <= MAX_LABEL_CHARS and _ALSO.fullmatch(text) is not None


def is_over_links(text: str) -> bool:
    """True for a heading over links to other pages."""
    return _OVER_LINKS.match(text) is not None


def is_signed_off(text: str) -> bool:
    """True for who edited an article, and for a heading over comments: nothing of the article stands behind it."""
    return (_EDITOR.fullmatch(text) or _REMARKS.fullmatch(text.rstrip(":：)）"))) is not None


def is_over(text: str) -> bool:
    """True for what says that a text is over. As a heading it may be that of a last section."""
    return _OVER.fullmatch(text) is not None
