"""Honest emptiness: pages that hold no article and say so, in the words that all sites use for it.

A page that is missing but answers 200, a challenge, a login form, a site that is being repaired, a page that needs its
scripts: each has little text and names itself in its title, its heading or that text. A longer text is content whatever
it says, for people write about captchas and missing pages too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice

from crawler.errors import Reason
from crawler.extract.structured import Stated, types
from crawler.extract.table import Table
from crawler.extract.wording import SENTENCE_END

MAX_CHARS = 300
"""A page with more text than this has content; white space is not counted."""

MAX_CHALLENGE_CHARS = 2_000
"""... but one that is named as a challenge may explain at length why it asks."""

MAX_SHELL_CHARS = 30
"""A page with scripts and no more text than this outside links shows its content with them."""

MAX_HEADINGS = 5
"""So many headings are looked at."""

MAX_NAME_CHARS = 60
"""A longer title or heading is an article's."""

SAMPLE_CHARS = 2_000
"""So much of a text is looked at for sentences."""

MIN_SENTENCES = 6
"""So many sentences are a text whatever stands around it: boards have a few, for their rules."""

MAX_OFFER_CHARS = 600
"""What is offered has its price, its sizes and the button to buy it in so many characters under its name."""

MAX_CAPTION = 60
"""Characters of a text that need not be an article; with a sentence or a date it may be."""

MIN_SAID = 0.75
"""Share of a text under its page's title that stands in lines of sentences, if it is an article."""

_CHALLENGE = re.compile(
    r"验证码|驗證碼|人机(?:身份)?验证|(?:安全|滑动|浏览器)(?:验证|驗證|检查)|滑块|(?:访问|操作|请求)(?:过于|太)?(?:频繁|异常)"
    r"|(?:检查|检测)[您你]的浏览器|访问被?(?:阻断|拦截|拒绝)|(?:流量|网络环境)(?:存在)?异常|请求.{0,20}拦截|(?:不合法|非法|危险)的?(?:参数|请求)|IP.{0,6}(?:限制|封禁|禁止)"
    r"|不是机器人|captcha|(?:are|were|you['’]re) (?:you )?(?:not )?(?:a |an )?(?:human|(?:ro)?bot\b)"
    r"|checking (?:if the site|your browser)|^just a moment|unusual (?:traffic|activity)|attention required"
    r"|security (?:check|verification)|verify (?:that )?you|ddos protection|enable cookies"
    r"|access (?:to this page )?(?:has been )?denied|403 forbidden",
    re.IGNORECASE,
)
_NAMED_CHALLENGE = re.compile(
    r"\W*(?:(?:安全|人机|滑动|浏览器)(?:验证|驗證|检查)|checking your browser.{0,40}"
    r"|(?:making sure|verify(?:ing)?) (?:that )?you(?:['’]re| are) (?:not a (?:ro)?bot|(?:a )?human))\W*",
    re.IGNORECASE,
)
_GONE = (
    r"(?:the |this )?(?:page|file) (?:was |is )?(?:not found|missing)|seite nicht gefunden"
    r"|page (?:non trouvée|introuvable)|página no encontrada|pagina non trovata|ページが見つかりません"
    r"|您?(?:访问|请求|查看|要?找)?的?(?:页面|网页|文章|内容|信息|资源|链接|帖子|主题)已?(?:不存在|找不到了?|未找到|被?删除了?|走丢了)"
)
_NAMED_GONE = re.compile(
    rf"\W{{0,9}}(?:(?:http |error |错误 ?)?404\W{{0,5}}(?:{_GONE}|(?:not found|error|错误|未找到))"
    rf"|(?:(?:抱歉|对不起|sorry)\W{{1,3}})?(?:{_GONE})(?:\W{{1,5}}404)?)\W{{0,9}}",
    re.IGNORECASE,
)
_NUMBERED_GONE = re.compile(r"\W{0,9}(?:http |error |错误\W{0,3})?404\W{0,9}", re.IGNORECASE)
_SCRIPT = re.compile(
    r"^\W*(?:(?:页面|内容|数据|正在|努力|拼命){0,3}(?:加载|載入|载入)中?|loading)\W*(?:请稍[候后等]\W*)?$"
    r"|(?:启用|开启|打开|允许|支持|啟用).{0,8}javascript|javascript.{0,20}(?:禁用|未启用|required|disabled|not enabled)"
    r"|(?:enable|requires?|without|turn on|needs?|activate) javascript",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"(?:请|需要?|须|先|未|後|后)登[录陆錄入]|登[录陆錄入][后後][才方可能查继]|(?:用户|会员|账号|帐号|扫码|密码)登[录陆錄入]"
    r"|主人设置了.{0,4}权限"
    r"|无权限?(?:访问|查看|浏览)|没有权限|(?:please|must|need to|have to) (?:be )?(?:log|sign)(?:g?ed)?[ -]?in"
    r"|(?:log|sign)[ -]?in to (?:continue|view|your|read)|requires? (?:a )?(?:login|authentication)"
    r"|permission to (?:access|view)|付费(?:内容|阅读|文章)|付費(?:內容|閱讀|文章)"
    r"|(?:订阅|訂閱|付费|付費|购买|購買)[后後].{0,4}(?:阅读|閱讀|查看|继续|繼續)"
    r"|(?:未[满滿]|已[满滿]|需[满滿]|年[满滿])\s?(?:18|十八)\s?[岁歲].{0,12}(?:[进進]入|[浏瀏]览|[浏瀏]覽|[离離][开開])"
    r"|subscribe to (?:continue|read|keep reading)|(?:for|available to) subscribers(?: only)?|subscribers[ -]only",
    re.IGNORECASE,
)
_NAMED_LOGIN = re.compile(
    r"^\W*(?:(?:用户|会员|账号|帐号)?登 ?[录陆錄入]|(?:log|sign)[ -]?in\b)"
    r"|[-–—|_·:：»›>] ?(?:(?:用户|会员|账号|帐号)?登 ?[录陆錄入]|(?:log|sign)[ -]?in)$",
    re.IGNORECASE,
)
_THING = "页面?|網頁|頁面|网址|链接|内容|文章|[帖贴]子|[该此本][帖贴]|主题|主題|新闻|资源|文件|信息|商品|视频"
_ENGLISH_THING = "page|article|post|topic|thread|document|file|content|story|url"
_OTHER_THING = (
    "seite|beitrag|thema|artikel|page|sujet|article|página|tema|artículo|artigo|tópico|pagina|discussione|articolo"
    "|страница|тема|статья|запись|strona|wątek|sayfa|konu"
)
_OTHER_MISSING = (
    "nicht gefunden|existiert nicht|gelöscht|introuvable|n['’]existe (?:pas|plus)|supprimée?"
    "|no (?:se )?(?:ha )?(?:encontr|existe)|eliminad[oa]|não (?:foi )?(?:encontrad|existe)|non (?:è stata )?trovat"
    "|не найден|не существует|удален|nie (?:została )?znalezion|bulunamadı|silin"
)
"""That a page is not there, in other languages that write in letters: what is not, and what is said of it."""

_MISSING = re.compile(
    rf"(?:{_THING}).{{0,12}}(?:不存在|找不到|已被?.{{0,6}}[删刪]除|被(?:隐藏|屏蔽)|已下[线架]|已失效|已过期|已撤回|走丢|丢失|无法查看|违规)"
    rf"|(?:找不到|[没沒]有找到|无法找到|未找到|不存在).{{0,12}}(?:{_THING}|结果)"
    r"|没有找到.{0,40}相关的?(?:内容|结果)|no results (?:were )?found"
    rf"|(?:{_ENGLISH_THING}) .{{0,40}}(?:not (?:be )?found|no longer|not available|(?:does|do)(?:n['’]t| not) exist)"
    rf"|(?:{_ENGLISH_THING}) .{{0,40}}(?:(?:has been|was) (?:deleted|removed)|can(?:not|['’]t) be found)"
    r"|looking for .{0,40}(?:not|n't) |page not found|404 (?:not found|error)|error 404"
    rf"|(?:{_OTHER_THING})\b.{{0,40}}(?:{_OTHER_MISSING})|(?:ページ|記事|トピック|スレッド).{{0,12}}(?:見つかりません|存在しません|削除され)"
    r"|没有自动跳转|(?:are )?not redirected|being redirected|domain .{0,12}for sale|域名.{0,6}(?:出售|转让)",
    re.IGNORECASE,
)
_APOLOGY = re.compile(
    r"\W{0,3}(?:很?抱歉|对不起|對不起)\W{1,4}[您你]?所?(?:访问|訪問|请求|請求|查看|浏览|瀏覽|查找|要?找)的.{1,8}"
    r"(?:不存在|找不到|未找到|(?:已[经經]?)?被?[删刪]除|已?失效)(?!的)"
)
"""What stands where the page would have shown what was asked for, whatever stands around that."""

_NAMED_MISSING = re.compile(
    r"^\W*(?:(?:http |error |错误[:：]? ?)?404\b|(?:error|错误)?\W{0,3}not found|(?:\S{1,60} ){1,2}not found$"
    r"|出错了|(?:提示|错误|出错)信息|系统提示)|[\u4e00-\u9fff]404$",
    re.IGNORECASE,
)
_MESSAGE = re.compile(r"\W{0,3}(?:提示(?:信息|[訊讯]息|資訊)|系[统統]提示)(?:\s{0,3}[-–—_|·].{0,80})?", re.DOTALL)
"""What a forum calls the page on which it tells a reader that there is nothing for them."""

_BROKEN = re.compile(
    r"(?:系统|网站|论坛|服务器?|升级|正在)维护|维护中|(?:停止|暂停|恢复)访问|服务器.{0,4}(?:错误|繁忙|异常)"
    r"|数据库.{0,4}(?:错误|异常)|系统繁忙|(?:出错|错误)信息.{0,8}记录|database error"
    r"|internal server error|something went wrong|(?:under|for|scheduled) maintenance|bad gateway"
    r"|(?:service|temporarily) unavailable|error establishing a database",
    re.IGNORECASE,
)
_CART = re.compile(
    r"^[^\S\n]{0,99}(?:add to (?:your )?(?:shopping )?(?:cart|bag|basket)|加入购物车|加入購物車|立即购买"
    r"|in den warenkorb|ajouter au panier|(?:añadir|agregar) (?:al carrito|a la (?:cesta|bolsa))|aggiungi al carrello"
    r"|adicionar ao carrinho|in winkelwagen|dodaj do koszyka|в корзину|カートに入れる"
    r"|장바구니(?:에 담기)?)[^\S\n]{0,99}$",
    re.IGNORECASE | re.MULTILINE,
)
_FEED = re.compile(r"\s*+(?:<[?!][^>]*+>\s*+)*+<(?:rss|feed|rdf:rdf|opml|urlset|sitemapindex)\b", re.IGNORECASE)
_SENTENCE_ENDS = frozenset("。！？.!?…”：:")
_ARTICLE = re.compile(r"(?:Article|BlogPosting|Report)$")


def speaks_as_article(stated: Stated, text: str, *, dated: bool, headed: bool) -> bool:
    """True for a text of sentences that has a date, or whose page calls itself an article in JSON-LD or Open Graph.

    Neither alone says much: sites call every page of theirs an article, and lists have dates in every row. `headed`
    says that it has a date and stands under the page's title: then a sentence is enough, if the text is made of such.
    """
    least = 1 if says_article(stated) else 2 if dated else MIN_SENTENCES
    ends = islice(SENTENCE_END.finditer(text, 0, SAMPLE_CHARS), least)
    return sum(1 for _ in ends) == least or (headed and is_said(text))


def is_said(text: str) -> bool:
    """True if most of a text stands in lines that end as sentences do."""
    said = sum(len(line) for line in text.split("\n") if line[-1] in _SENTENCE_ENDS)
    return said >= MIN_SAID * len(text)


_OWNED = re.compile(r"\W{0,3}(?:©|\(c\)\s|copyright\s(?:©|\(c\)|\d)|版[权權]所有)", re.IGNORECASE)


def says_nothing(text: str) -> bool:
    """True for a few words of which no line ends as a sentence does: the caption of pictures or of a video, the labels
    around a player or of a menu; and for a few that begin with whose the page is."""
    if _OWNED.match(text) and _length(text) <= MAX_CHARS:
        return True
    return _length(text) <= MAX_CAPTION and not any(line[-1:] in _SENTENCE_ENDS for line in text.split("\n") if line)


def says_article(stated: Stated) -> bool:
    """True if a page calls itself an article for machines: in Open Graph, in JSON-LD, or as the standard for pages of
    governments in China has it, which name their own title."""
    if stated.meta_text("og:type").lower() == "article" or stated.meta_text("articletitle"):
        return True
    return any(_ARTICLE.search(name) for thing in stated.things for name in types(thing))


def is_feed(text: str) -> bool:
    """True for a feed or a site's map: lists for programs."""
    return _FEED.match(text, 0, SAMPLE_CHARS) is not None


def is_data(text: str) -> bool:
    """True for a page that is JSON: a site's answer to its own scripts, whatever it is called."""
    if not text[:SAMPLE_CHARS].lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def is_offer(table: Table) -> bool:
    """True for a page that sells what it is named after: right under its heading stands the button to buy it."""
    for heading in islice(table.find("h1"), MAX_HEADINGS):
        end = table.span(heading)[1]
        if _CART.search(table.flow, end, end + MAX_OFFER_CHARS):
            return True
    return False


def named_refusal(table: Table, title: str, text: str) -> Reason | None:
    """Why a page is none whose title says nothing but that it asks who is there, or whose title or heading says nothing
    but that there is nothing, or whose few words begin with that."""
    if _NAMED_CHALLENGE.fullmatch(title) and _length(text) <= MAX_CHALLENGE_CHARS:
        return Reason.CHALLENGE
    if _length(text) > MAX_CHARS:
        return None
    names = [title, *(table.text_of(node) for node in islice(table.find("h1"), MAX_HEADINGS))]
    numbered = any(map(_NUMBERED_GONE.fullmatch, names)) and _MISSING.search(text)
    gone = numbered or _APOLOGY.match(text) or any(map(_NAMED_GONE.fullmatch, names))
    return Reason.MISSING_PAGE if gone else None


def message(table: Table) -> Reason | None:
    """Why a page is none whose <title> says that it is a site's message to its reader, whatever stands around that."""
    if not _MESSAGE.fullmatch(table.page_title):
        return None
    if _MISSING.search(table.flow):
        return Reason.MISSING_PAGE
    return Reason.LOGIN_PAGE if _LOGIN.search(table.flow) else None


def refusal(table: Table, title: str, text: str) -> Reason | None:
    """Why a page is none, by what it says; None if it may be one.

    `title` is the page's title, `text` what was extracted from it ("" if nothing was).
    """
    if _length(text) > MAX_CHARS:
        return None
    shown = table.flow if _length(table.flow) <= MAX_CHARS else text
    names = [name for name in _names(table, title) if len(name) <= MAX_NAME_CHARS]
    said = [shown, text, *names]  # in which the words are not parted by what is emphasised
    if _any(_NAMED_LOGIN, names) and _asks_password(table):
        return Reason.LOGIN_PAGE
    if _any(_CHALLENGE, said):
        return Reason.CHALLENGE
    if _any(_MISSING, said) or apology(table) >= 0:
        return Reason.MISSING_PAGE
    if _any(_LOGIN, said):
        return Reason.LOGIN_PAGE
    if _any(_NAMED_MISSING, names):
        return Reason.MISSING_PAGE
    if _any(_BROKEN, said):
        return Reason.SERVER_ERROR
    return Reason.NEEDS_SCRIPT if _any(_SCRIPT, [shown, text]) else None


def apology(table: Table) -> int:
    """The first text of a page that says that what was asked for is not there; -1 if none does."""
    everywhere = range(table.body, len(table))
    having = (leaf for word in ("抱歉", "对不起", "對不起") for leaf in table.leaves_with(word, everywhere))
    return min((leaf for leaf in having if _APOLOGY.match(table.texts[leaf])), default=-1)


def is_shell(table: Table) -> bool:
    """True for a page that scripts fill: it has links at most."""
    own = sum(table.characters[leaf] for leaf in table.leaves_of(table.body) if not table.links[leaf])
    return own <= MAX_SHELL_CHARS and has_scripts(table)


def has_scripts(table: Table) -> bool:
    """True if the page has scripts, or something to say where there are none, or says which will be asked for."""
    announced = (table.attributes[node] for node in table.find("link"))
    return not table.elements.keys().isdisjoint(("script", "noscript")) or any(
        link.get("as") == "script" or link.get("rel") == "modulepreload" for link in announced
    )


def _length(text: str) -> int:
    return len("".join(text.split()))


def _any(pattern: re.Pattern[str], texts: list[str]) -> bool:
    return any(map(pattern.search, texts))


def _names(table: Table, title: str) -> Iterator[str]:
    """What the page calls itself."""
    yield title
    for tag in ("title", "h1", "h2"):
        yield from (table.text_of(node) for node in islice(table.find(tag), MAX_HEADINGS))


def asks_login(table: Table) -> bool:
    """True for a page that asks for a password, or that calls itself the one where one signs in."""
    names = [name for name in _names(table, "") if len(name) <= MAX_NAME_CHARS]
    return _asks_password(table) or _any(_NAMED_LOGIN, names)


def _asks_password(table: Table) -> bool:
    return any(table.attributes[node].get("type", "").lower() == "password" for node in table.find("input"))
