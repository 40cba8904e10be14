"""What the software wrote into a post: who edited it, and when; what it says of an attached file and of its own clock;
the head and foot of a post sent to a bulletin board; and the signature behind its separator.

Forums of one language share these words, for they share a few programs and their translations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from crawler.extract.threads.answers import CHOSEN, HEADING
from crawler.extract.threads.page_clock import GMT_CLOCK, HAN_CLOCK

MAX_CHARS = 180
"""A longer line is text, whatever it begins with."""

MAX_SIGNATURE_LINES = 5
MAX_SIGNATURE_CHARS = 300
"""What stands behind a signature's separator is text if it is more."""

_SEPARATOR = re.compile(r"\s*(?:--|_{8,}|-{20,}|={20,}|※{4,})\s*")
"""The line before a signature: in mail and on bulletin boards, and in forums, which draw it; people draw shorter
ones."""

_ADDRESSES = re.compile(r"\s*(?:[@＠]|作者\s?[:：])")
"""How a post begins that repeats another one, and draws such a line between that and what it says itself."""

_EDITED = re.compile("编辑|編輯|修改")
_HEAD = re.compile(
    r"^[\[\s【(（]*[本此该該這这][帖贴貼文楼樓]子?(?:已[经經]?)?(?:最后|最後)?[由被于於在][^\n]{1,60}?(?:编辑|編輯|修改)[过過]?[\]\s】)）]*",
    re.MULTILINE,
)
_TO_SEE = re.compile(
    r"^(?:[^\n]{0,9}[注註][册冊][^\n]{0,60}\n)?[您你]需要\s{0,3}登[录錄入陆]\s{0,3}[后後]?才?(?:可以|能够?)(?:下[载載]|查看|[浏瀏][览覽])"
    r"[^\n]{0,60}(?:\n[x×]$)?(?:\n|$)",
    re.MULTILINE,
)
"""What asks to log in for the pictures of a post, with the invitation over it, and the button that hides both."""
_FILES = re.compile(
    r"^(?:[上下][传傳载載]的?|[本帖主][子题題]?的?)?附件(?:列表|下[载載])?\s?[:：]?"
    r"(?:\n[^\n]{1,80}\.\w{2,4}(?:\s?[(（][^\n]{1,40})?$){1,50}\n?",
    re.MULTILINE,
)
"""The names of attached files below a heading."""

_DELETED = (
    r"(?:抱歉\W{0,2})?(?:提示\s?[:：]\s?)?(?:作者被禁止或[删刪]除\s?[内內]容自[动動]屏蔽"
    r"|[此该該本][条條则則個个]?(?:回[复復覆应應帖]|[帖贴貼][子文]?|主[题題]|[评評][论論]|留言|[楼樓][层層]?|[内內]容)"
    r"(?:已[经經]?)?(?:被.{0,20}?)?(?:[删刪]除|屏蔽|[隐隱]藏))[^,，]{0,12}"
    r"(?:[,，]\s?[您你]?(?:无法|無法|不能)[^\n]{0,12})?|[由被].{1,30}[于於]\s?\d.{1,24}(?:[删刪]除|屏蔽|[隐隱]藏)了?\W?"
    r"|(?:this|the) (?:post|message|comment|reply|answer) (?:was|has been) (?:deleted|removed)\b.*"
    r"|(?:deleted|removed)\]"
    r"|(?:this|the|your) (?:post|message|comment|reply|answer) is (?:currently )?(?:awaiting|pending)"
    r" (?:\w{1,12} )?(?:moderation|approval|review|analysis|verification)\b.*"
    r"|[此该該本您][条條则則]?的?(?:回[复復覆应應帖]|[帖贴貼]子?|[评評][论論]|留言|[内內]容)(?:正在|等待|[还還]在|需要|待)[^,，。]{0,8}[审審]核[^,，。]{0,6}(?:[,，].{0,20})?"
    r"|(?:dieser|der) (?:beitrag|kommentar) wurde (?:.{1,40} )?(?:gelöscht|entfernt).*"
    r"|ce (?:message|commentaire) a été (?:supprimé|effacé).*"
    r"|este (?:mensaje|comentario) (?:ha sido|fue) (?:eliminado|borrado).*"
    r"|est[ea] (?:mensagem|comentário|resposta) foi (?:removid|apagad|excluíd)[ao].*"
    r"|questo (?:messaggio|commento) è stato (?:rimosso|eliminato|cancellato).*"
    r"|(?:dit bericht|deze reactie) is (?:.{1,40} )?verwijderd.*"
    r"|(?:это |данное )?(?:сообщение|комментарий)(?: был[оа]?)? удал[её]н.*|(?:це )?(?:повідомлення|коментар) видален.*"
    r"|ten (?:post|komentarz) został usunięty.*|tento (?:příspěvek|komentář) byl (?:odstraněn|smazán).*"
    r"|(?:detta inlägg har|inlägget har|kommentaren har) (?:raderats|tagits bort).*"
    r"|bu (?:mesaj|yorum) silin(?:di|miştir).*"
    r"|(?:この)?(?:投稿|書き込み|コメント|メッセージ)は.{0,20}削除されました.?|삭제된 (?:댓글|글|게시물)입니다.?"
)
"""What stands in the place of a post that was deleted."""

_GONE = re.compile(rf"\W{{0,4}}(?:{_DELETED})\W{{0,4}}", re.IGNORECASE)

_WHEN = (
    r"(?:\d{4}\s?[年/.-]\s?\d{1,2}\s?[月/.-]\s?\d{1,2}\s?日?(?:\s?\d{1,2}:\d\d(?::\d\d)?)?"
    r"|\d{1,2}\s?(?:秒|分[钟鐘]|小[时時]|天|[个個]?月|年)[之以]?前)"
)
_FOLDED = (
    r"(?:show|hide) (?:all )?(?:the )?quoted text|zitierten text (?:anzeigen|(?:aus|ein)blenden)"
    r"|(?:afficher|masquer) le texte (?:des messages précédents|cité)|(?:mostrar|ocultar) texto citado"
    r"|(?:mostra|nascondi) testo citato|(?:показать|скрыть) цитируемый текст"
    r"|(?:[显顯]示|[隐隱]藏|展[开開]|收起)(?:全部|被)?引用的?(?:文本|文字|[内內]容|部分)"
)
"""What stands over a quote that readers may fold up."""

_LINE = re.compile(
    rf"\W{{0,4}}(?:{_DELETED}|"
    r"(?:最后|最後)(?:[由被于於]|(?=编辑|編輯|修改)).{0,60}(?:编辑|編輯|修改).{0,60}"
    r"|(?:编辑|編輯|修改)(?:[于於]|时间|時間)\W{0,3}\d.{0,60}"
    r"|最[新近后後](?:编辑|編輯|修改)[\s:：由于於].{1,60}(?:\d[:：]\d\d|[日号前]|\bago)\W{0,3}"
    r"|[本该該此](?:[帖贴貼文回][子章答复覆]?|内容|內容).{0,60}[在于於]\s?\d.{1,30}(?:编辑|編輯|修改)过?.{0,40}"
    rf"|(?:{_FOLDED})\W{{0,4}}"
    r"|(?:[此本该該][帖贴貼文]子?)?(?:最近|上)(?:[一1]次)?(?:编辑|編輯|修改)\s?[:：].*"
    r"|(?:编辑|編輯|修改)(?:原因|理由)\s?[:：].*|(?:已?[编編][辑輯]过?|已修改|edited|modified)\s?[)）\]】]"
    r"|\d+\s?位[会會網网用][员員友戶户](?:感谢|感謝|[赞讚]).{1,40}(?:文章|帖子|留言|回覆|回复)\s?[:：].{0,100}"
    r"|(?:点?[赞讚]|liked by|likes?|gefällt(?: mir)?|いいね[!！]?|me gusta|j'aime|mi piace|нравится|좋아요|thích)"
    r"(?:\s?[:：](?:\s?[^\s,，、:：。!?！？][^,，、:：。!?！？]{0,19}[,，、]){1,20}\s?[^\s,，、:：。!?！？][^,，、:：。!?！？]{0,19}"
    r"|\s?[:：]?\s?\d{1,6})"
    r"|(?:the following )?\d+ (?:users?|members?) (?:say thank|thanked|liked) .{1,100}"
    r"|(?:this (?:post|message|topic|comment|reply) (?:was|has been) |post |message |last )*(?:edited|modified)"
    r"\s?(?:by|on|at|:|\(|\d|[a-z]{3,9}\.? \d|an? |today|yesterday).*"
    r"|.{1,40} edited this (?:post|comment|message|reply).*|(?:reason for editing|edit reason)\s?:.*"
    r"|updated on [a-z]{0,9}\.? ?\d.{3,40}"
    r"|last edit\s?(?:by|:).*|(?:view attachment \d+\s*)+"
    r"|(?:zuletzt |nachträglich )?(?:bearbeitet|geändert|editiert) ?(?:von|am|durch|:).*"
    r"|zuletzt von .{1,60} (?:bearbeitet|geändert).*"
    r"|(?:dernière modification|modifié|message édité) (?:par|le|:).*"
    r"|(?:última edici[óo]n|última edição|editado) (?:por|em|el|:).*"
    r"|(?:ultima modifica|modificato) (?:da|di|il|:).*|(?:viimeksi )?muokattu\W{0,3}\d.*"
    r"|[发發寄]信人\s?[:：].*|[标標]\s{0,4}[题題]\s?[:：].*|[发發]信站\s?[:：].*"
    r"|※ ?(?:[来來]源|修改)\s?[:：].*"
    r"|本(?:主题|主題|帖子?|贴子?)[由被].{1,90}"
    r"|附件\s?[:：]?|(?:[图圖]片)?附件\s?[:：].{1,60}[(（].{0,40}\d\s?[KMG]B?[)）](?:[\s/]{0,3}[该該]附件.{1,20})?|(?:[图圖]片附件\s)?URL\s?https?://\S{1,100}"
    r"|[该該]附件被下[载載]次[数數]\s?\d{1,9}|搜索更多相[关關]主[题題]的帖子\s?[:：].{0,60}|[\[【][广廣]告[\]】]\s?[:：].{0,60}"
    r"|.{0,80}?\d{2,5}\s?[×x]\s?\d{2,5}\s{1,3}\d[\d.,]*\s?(?:[KMG]i?B|bytes)"
    r"|.{1,60}\.\w{3,4}\s?[(（]\d[\d.,]*\s?(?:[KMG]i?B?|bytes)[)）]"
    r"|(?:下[载載]附件|保存到相[册冊]|[点點][击擊](?:文件名|此处|这里)?下[载載]附件?|\s)+"
    r"|IP[属屬]地\s?[:：].{1,12}|[标標][签籤簽]\s?[:：].{1,80}|[声聲]明\s?[:：].{0,40}(?:版[权權]|[转轉][载載]).{0,80}"
    r"|(?:版[权權]|著作[权權])[声聲]明\s?[:：].*|[本此该該][帖贴貼文]子?(?:版[权權]|著作[权權])[归歸属屬].{1,60}"
    rf"|{HAN_CLOCK}\s?[:：]?\s?\d.{{0,40}}|{GMT_CLOCK}.*"
    r"|(?:последний раз|последнее) редактир.*|(?:сообщение )?отредактировал.*"
    r"|(?:最終|最後の?)(?:更新|編集)(?:日時|者)?[\s:：].{1,60}\d"
    r"|(?:마지막(?:으로)?|최종|최근)\s?(?:수정|편집).{0,20}[\s:：].{0,60}\d.{0,20}"
    r"|(?:bài (?:viết )?(?:này )?(?:đã )?(?:được )?)?(?:chỉnh )?sửa (?:lần )?cuối(?: cùng)?(?: bởi| lúc|:).*"
    r")",
    re.IGNORECASE,
)
_BEHIND = re.compile("编辑|編輯|修改|最后由|最後由|信区|信區|次数|次數|上传|上傳")
_LINE_BEHIND = re.compile(
    r"\W{0,4}(?:.{0,60}最[后後]由.{1,40}(?:回[复復覆]|评论)[于於].{0,60}"
    r"|.{1,40}[作做]了第\s?\d+\s?次(?:编辑|編輯|修改).{0,10}"
    rf"|(?:.{{1,40}}?[\s于於在])?{_WHEN}\s?(?:[被由].{{1,40}})?(?:编辑|編輯|修改)[了过過]?"
    rf"|.{{1,40}}?(?:编辑|編輯|修改)[于於]\s?{_WHEN}"
    r"|.{1,90}[,，]\s?信[区區]\s?[:：].{1,40}"
    r"|.{0,90}[(（]\d[\d.,]*\s?(?:[KMG]B|bytes)\s?[,，]\s?下[载載]次[数數].*"
    r"|\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d\d\s?[,，]\s?下[载載]次[数數].{0,12}"
    r"|(?:\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d\d|.{1,8}前)\s?上[传傳]"
    r")",
    re.IGNORECASE,
)
"""The notes that begin with a name or a time, and the words of which each has one behind that."""

MAX_FIELDS = 12
MIN_FIELDS = 3
"""The head of a message has so many lines at most, and at least, with the names of fields of mail."""

MAX_HEAD_LINES = 5
"""Among so many lines stand the ways to other messages, over the text and below who sent it when."""

MAX_FOOT_LINES = 30
MAX_FOOT_LINE = 100
"""What leads from a message to others has no more lines; and so many characters of a line are looked at."""

FIELD = re.compile(
    r"\W*(?:from|to|cc|subject|date|sent|message-id|reply-to|in-reply-to|references|organization|newsgroups|lists?"
    r"|von|an|betreff|datum|gesendet|de|à|objet|para|asunto|fecha|发件人|收件人|抄送|主题|日期|寄件人|件名|差出人|宛先|日時"
    r")\s{0,3}[:：].*",
    re.IGNORECASE,
)
AMONG_MESSAGES = re.compile(
    r"\W*(?:(?:prev(?:ious)?|next)(?: message)? (?:by|in) (?:date|thread|subject|list)|(?:previous|next) message"
    r"|messages sorted by|(?:date|thread) (?:prev|next|index)"
    r"|(?:按|依)?(?:日期|[时時][间間]|主[题題]|[线線]索|[讨討][论論]串?)的?(?:[上下前后後]一封|索引)"
    r"|[上下前后後]一(?:封(?:[邮郵]件|信)?|[篇个個][邮郵]件)(?:\s?[(（]?按(?:日期|[时時][间間]|主[题題]|[线線]索)[)）]?)?"
    r"|more information about the .{1,40} mailing list)"
    r"\s?(?:\W*$|[:：\]])",
    re.IGNORECASE,
)
_AROUND = re.compile(r"\W*(?:(?:prev|next|parent|reply)\s{1,30}){0,4}other threads\s?[:：]", re.IGNORECASE)
ANSWERS = re.compile(
    r"\W*(?:follow-?ups|references|[后後][续續](?:邮件|回[复覆])?|跟[进進]|[参參]考(?:邮件|信件)?|引用|回[应應复覆])\W*$",
    re.IGNORECASE,
)
"""The names of the fields over a message, as mail has them; and what archives of mailing lists write below it, the ways
to its neighbours and over these its answers."""

_COLOUR = re.compile(r"\x1b\[[\d;]*[mK]|\[\d{1,2}(?:;\d{1,2})*m|\[m(?=\s|$)")
"""What colours the text of a terminal, also without the character that begins it, which HTML has not."""

_FACT = (
    r"(?:[悬懸][赏賞]分?|(?:浏览|瀏覽|点击|點擊)(?:次[数數])?|咨询编号)\s?[:：]\s?\d{0,9}\s?[次分]?"
    r"|(?:提[问問]|咨询|回答)(?:者|人)\s?[:：]\s?[^\s:：|,，。！？]{0,20}|级别\s?[:：]\s?[^\s:：|,，。！？]{0,8}"
    r"|(?:主[题題]|帖[子数數]|今日|精[华華]|[积積]分|威望|[会會][员員])\s?[:：]\s?\d{1,9}"
    r"|(?:提[问問]|回答|解决)[时時][间間]\s?[:：]\s?(?:\d[\d年月日./-]{5,12}(?:\s\d{1,2}:\d\d(?::\d\d)?)?)?"
)
"""What the software says of a question or an answer, of a board or of a member, behind its name."""

_CONTROL = (
    "只看该作者|只看該作者|只看(?:楼主|樓主|他|TA|此人)|[倒正]序(?:浏览|瀏覽|看帖)|阅读模式|閱讀模式"
    "|电梯直达|返回顶部|显示全部楼层|[当當]前[离離在][线線]|切换为时间[正倒]序"
    r"|(?:发表于|發表於|发布于)\s?[:：]?\s?\d{4}[年/.-]\d{1,2}[月/.-]\d{1,2}日?(?:\s\d{1,2}:\d\d(?::\d\d)?)?"
    r"|(?!(?P<word>\w\w)(?P=word))(?:(?:引用|报告|報告|回复|回覆|举报|舉報|收藏|分享|推荐|推薦|删除|刪除|编辑|編輯|点评|點評|TOP)[\s|｜]{0,3}){3,}"
    "|展开(?:全部|全文|阅读全文)|展開(?:全部|全文)|(?:[阅閱][读讀]|收起)全文|查看全部内容"
    "|(?:[显顯]示|[隐隱]藏|展[开開]|收起)引用(?:的?(?:文[本字]|[内內]容))?|(?:show|hide) quoted (?:text|message)"
    r"|(?:推荐|推薦|喜[欢歡]|[点點]?[赞讚]|[顶頂踩]|[评評][论論]|收藏|分享|支持|反[对對]|回[复覆]|[举舉][报報]|亮了)\s?[(（\[]\d{1,6}[)）\]]"
    rf"|[\[【]?第\s?\d{{1,5}}\s?[楼樓][\]】]?|{HEADING}|{CHOSEN}|{_FACT}"
    r"|(?:我[来來要]|[写寫])回答|\d{1,6}\s?有用|有用\s?\d{1,6}|作者\s?\d{1,6}|(?:浏览|瀏覽|阅读|閱讀)\s\d{1,9}"
    r"|(?:(?:浏览|瀏覽|阅读|閱讀|点赞|點讚|评论|評論|收藏|关注|關注|查看|回答)\s\d{1,9}[\s|｜]{0,3}){2,}"
)
_CONTROLS = re.compile(
    rf"[\s|｜│·•]*+(?>(?:{_CONTROL}|楼主|樓主|\[?(?:举报|舉報)\]?|引用|收藏|分享|推荐|推薦|喜[欢歡]|[点點][赞讚]|[评評][论論]|支持|反[对對]|打[赏賞]|默认|默認|最新|回答[:：]|\d{{1,6}}人收藏|\d{{1,5}}\s?#|#\s?\d{{1,5}}"
    r"|大|中|小|资料|資料|个人空间|短消息|加为好友|报告|報告|回复|回覆|TOP|使用道具|发表于|發表於)[\s|｜│·•]*+)++",
    re.IGNORECASE,
)
_SURE = re.compile(_CONTROL, re.IGNORECASE)
"""What readers press over and under a post, and what stands there of it and of those below; and what of these nobody
writes."""


_NUMBER = r"\d[\d.,]{0,9}\s?[kmw万萬]?"
_COUNTED = (
    r"浏览|瀏覽|阅读|閱讀|查看|[点點][击擊]|人气|人氣|回[复復覆应應帖]|[评評][论論]|点赞|收藏|views?|repl(?:y|ies)|comments?|posts?|hits"
    r"|antworten|aufrufe|zugriffe|réponses?|vues|respuestas?|visitas|vistas|risposte|visite|respostas|visualizações"
    r"|ответ(?:ов|а)?|просмотр(?:ов|а)?|閲覧|返信|조회|댓글"
)
_COUNTS = re.compile(
    rf"(?:(?:(?:{_COUNTED})(?:数|數|次数|次數)?\s?[:：]?\s?{_NUMBER}|{_NUMBER}\s?[次个個条條件]?\s?(?:{_COUNTED}))[\s|｜·•,，/-]*){{2,5}}",
    re.IGNORECASE,
)
"""How often a thread was read and answered, in a line that says nothing else."""

_MAY_BE_OF_PAGE = re.compile("java|further|clo|已|©|copyr|cp备|cp備|ip属|ip屬")
"""One of these stands, in lower case, in all of the following; where it ignores the case, "s" and "i" match other
letters, too."""

_OF_PAGE = re.compile(
    r"javascript.{0,40}(?:disabled|deaktiviert|désactivé|禁用|未[启啟開]用)"
    r"|(?:enable|turn on|[启啟]用|[开開][启啟]) ?javascript"
    r"|not open for further replies|closed (?:to|for) (?:new|further) "
    r"|(?:主[题題]|帖子?)已[经經]?(?:被?[关關][闭閉]|[锁鎖]定)"
    r"|^\W{0,9}IP[属屬]地|^\W{0,9}(?:©|copyright\b).{0,30}\d{4}|(?<!\w)\w?ICP[备備]\s?\d",
    re.IGNORECASE,
)
NOTICE_WORDS = ("JavaScript", "Javascript", "javascript", "further replies", "©", "opyright", "ICP备", "属地", "屬地")
"""One of these is in most of what a page says of itself."""

_PAGES = re.compile(
    r"(?:[\W\d_]|(?:pages?|seite|página|pagina|stran[aey]|stránka|strona|sid[aeo]n?|sivu|oldal|trang|halaman"
    r"|sayfa|страница|сторінка|σελίδα|of|von|de|sur|di|van|av|z|dari|từ|из|з|next|prev(?:ious)?|last|first"
    r"|go(?: to page)?|viewing|posts?|through|total|正在查看|[个個]帖子"
    r"|[第共]|[上下][一1]?[页頁]|[首末尾][页頁]|最[后後]一?[页頁]|[页頁])(?![a-z]))*",
    re.IGNORECASE,
)
MAX_PAGES = 60
"""Characters of a text that numbers pages, or the posts on one, at most."""


def says_page(text: str) -> bool:
    """True for what a page says of itself: that it needs scripts, is closed, whose it is, and which of how many; and
    for what it says of where somebody was."""
    text = text.strip()
    begun = text[:MAX_CHARS]
    if _MAY_BE_OF_PAGE.search(begun.lower()) and _OF_PAGE.search(begun):
        return True
    return len(text) <= MAX_PAGES and _PAGES.fullmatch(text) is not None


_ELSEWHERE = ("查看主题内容", "查看主題內容")
"""What later pages of a thread have in the place of its opening, whose head they show again."""


def is_deleted(text: str) -> bool:
    """True for the line in the place of a post that was deleted, and nothing else."""
    return len(text) <= MAX_CHARS and _GONE.fullmatch(text) is not None


def without_notes(text: str) -> str:
    """A post's text without its signature and notes on its editing, lines of their own, or in Chinese what stands
    before the text; and without the controls over and under it."""
    if len(text) <= MAX_CHARS and text.endswith(_ELSEWHERE):
        return ""
    text = _COLOUR.sub("", text) if "[" in text else text
    text = _HEAD.sub("", text) if _EDITED.search(text) else text
    text = _TO_SEE.sub("", text) if "需要" in text else text
    text = _FILES.sub("", text) if "附件" in text else text
    lines = _without_signature(_of_message(text.split("\n")))
    lines = [line for line in lines if not _is_note(line)]
    return "\n".join(_below_controls(_below_controls(lines)[::-1])[::-1]).strip()


def _below_controls(lines: list[str]) -> list[str]:
    """The lines behind those at the beginning that are controls, if one of them can be nothing else."""
    over = list(takewhile(lambda line: len(line) <= MAX_CHARS and _CONTROLS.fullmatch(line), lines))
    return lines[len(over) :] if any(map(_SURE.search, over)) else lines


def _of_message(lines: list[str]) -> list[str]:
    """The lines of a message without the fields over it and the ways to other messages over it and below."""
    fields = list(takewhile(lambda line: FIELD.match(line[:MAX_FOOT_LINE]), lines[:MAX_FIELDS]))
    if len(fields) >= MIN_FIELDS and len(fields) < len(lines):
        lines = lines[len(fields) :]
    over = [at for at, line in enumerate(lines[:MAX_HEAD_LINES]) if AMONG_MESSAGES.match(line[:MAX_FOOT_LINE])]
    if over and over[-1] + 1 < len(lines):
        lines = lines[over[-1] + 1 :]
    last = range(max(1, len(lines) - MAX_FOOT_LINES), len(lines))
    return lines[: next((at for at in last if _is_foot(lines, at)), len(lines))]


def _is_foot(lines: Sequence[str], at: int) -> bool:
    """True for a line that names the way to a message before or after, or its answers, their subjects and writers."""
    line = lines[at][:MAX_FOOT_LINE]
    if AMONG_MESSAGES.match(line) or _AROUND.match(line):
        return True
    behind = (line[:MAX_FOOT_LINE] for line in lines[at + 1 : at + 3])
    return ANSWERS.match(line) is not None and any(map(FIELD.match, behind))


def _without_signature(lines: list[str]) -> list[str]:
    """The lines up to the last separator, unless much stands behind it, or nothing before or what others said."""
    last = next((at for at in range(len(lines) - 1, 0, -1) if _SEPARATOR.fullmatch(lines[at])), 0)
    behind = lines[last + 1 :]
    is_signature = len(behind) <= MAX_SIGNATURE_LINES and sum(map(len, behind)) <= MAX_SIGNATURE_CHARS
    return lines[:last] if last and is_signature and not _ADDRESSES.match(lines[0]) else lines


def _is_note(line: str) -> bool:
    if len(line) > MAX_CHARS:
        return False
    if len(line) <= MAX_PAGES and line[-1:].isalnum() and _COUNTS.fullmatch(line):
        return True
    return _LINE.fullmatch(line) is not None or (
        _BEHIND.search(line) is not None and _LINE_BEHIND.fullmatch(line) is not None
    )
