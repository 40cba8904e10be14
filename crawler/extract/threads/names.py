"""What may be a name: no label, count, time or rank, nothing that can be done with a post, no sentence."""

from __future__ import annotations

import re

from crawler.extract.instant import is_time
from crawler.extract.label_words import label_words
from crawler.extract.threads.marks import MAX_AUTHOR_CHARS

MAX_UNMARKED_CHARS = 20
"""A name that nothing marks as one is as short."""

_SENTENCE = re.compile(r"[。！？!?；;，,:：]|\.\.")

_COUNT = re.compile(  # 5,913 posts, 1.2k, #3, B3, 6:24 am, 19h46, 第3楼, 沙发, 566赞
    r"[\W\d]*(?:\d[km])?$|b\d{1,4}$|[\d,.]+\s|\W*\d{1,2}[:h]\d\d|\W*第?\s?\d*\s?[楼樓层層篇]\W*$|(?:楼主|樓主|沙发|沙發|板凳|地板)$"
    r"|\d[\d,.]*[k万萬]?[个個条條次人位]?(?:[赞讚顶踩]|喜[欢歡]|回[复覆答帖應]|[评評][论論]|[浏瀏][览覽]|[阅閱][读讀]|[点點][击擊]|收藏|分享|[关關]注|粉[丝絲]|[围圍][观觀])$",
    re.IGNORECASE,
)
_MASKED = re.compile(r"\d\*{2,}|\*{2,}\d|\d\.\*")
"""Numbers that are names, if only shown in part: 138****6621, 10.3.*.*"""

_LONG = re.compile(r"\d{5,}")
"""No count of what someone wrote, but a name."""

_CONTROL = re.compile(  # 赞(3), 回复 12; but user 37079 is a name
    r"\W*(?:(?:回复|回覆)(?:[此该本](?:发言|[帖贴楼文]))?|引用|举报|檢舉|编辑|删除|收藏|分享|转发|打赏|更多|评论|支持|反对|[赞顶踩]|亮了|送花|加?关注|report|reply|quote|share"
    r"|zitieren|antworten|citer|répondre|citar|responder|rispondi|reageer|ответить|цитировать|引言|回應|分享|返信|通報|답글|댓글"
    r"|추천|공감|신고)(?: \(quote\))?[\W\d]*$"
    r"|\W*(?:par|por|von|by|da|di|door|от|由|于|op|楼主|广告|打印|字体大小"
    r"|[男女]性?|(?:[男女]性?\W*)?\d{1,3}\s?[岁歲]|同[问問]|(?:立即|免费)?注册|登录|登錄|(?:加为?)?好友|(?:个人)?(?:资料|信息|主页|空间)|邮箱|邮件|(?:发?短)?消息|发?短信|发信|私信|站内信"
    r"|只看(?:该作者|楼主|他|她|ta|大图)|查看(?:资料|全部|更多)|(?:来信|发[帖布表]|提问|回复|更新)?(?:时间|日期)"
    r"|(?:当前)?(?:离线|在线|不在线|隐身)|(?:发[表布帖起]|创建|提[问出]|回复|回答|更新)[于於]|倒序(?:看帖|浏览|排列)|正序(?:看帖|浏览)?|第"
    r"|查[询看詢]?作者|作者资料|[回发寄]文章|回信给?作者|转[寄贴帖载]|同主题(?:阅读|展开)?|[上下]一[篇楼]|返回(?:顶部|讨论区|版面)?|顶[部端]|[原本][帖贴文]"
    r"|评分|影响力|发[帖贴]心情|[会會][员員]列表|[已未待]解决|[已未]采纳|[推噓嘘]|会员|用户|首页|论坛|社区|搜索|home|forums?|blog|menu|search|users?|members?|mitglieder|membres|membros|usuarios"
    r"|log ?in|sign (?:up|in)|register|permalink|follow|more|edit|delete|(?:(?:view|show) )?profile|pm"
    r"|(?:user is )?(?:currently )?(?:off|on)line|add to quote|about us"
    r"|voir (?:son|le) profil|asked|answered|posted|replied|commented|wrote|written|started|edited|joined|registered"
    r"|(?:authored|posted|written|asked|started) by"
    r"|profil|gefragt|beantwortet|geschrieben|verfasst|erstellt(?: am)?|ersteller|registriert|bearbeitet|melden|teilen"
    r"|auteur|(?:posté|publié|demandé|répondu)(?: le)?|inscrit|signaler|alerter|partager|perfil|autor|publicado|escrito"
    r"|preguntado|respondido|denunciar|reportar|compartir|profilo|inviato|scritto|segnala|condividi"
    r"|профиль|автор|написала?|ответила?|спросила?|отправлено|сообщение|жалоба|пожаловаться|наверх|вверх|ссылка|нравится"
    r"|поделиться|подписаться|комментировать|個人資料|收藏|投稿者?|名前|質問者?|回答者?|スレ主|プロフィール|작성자|글쓴이|수정|삭제|공유|질문|답변)\W*$",
    re.IGNORECASE,
)
"""Words that stand around posts by themselves: what can be done, and what stands before a name."""

_TOLD = re.compile(r"(?:https?://|www\.)|[来來发發]自|[^\W\d]{2,}\s?[:：]\s?\w", re.IGNORECASE)
"""An address; a label and what it says of someone."""

_NOBODY = "名無し"
"""How boards where nobody has a name call everyone, with whatever each board writes behind it."""

_SAYING = re.compile(r"\w[，,].*\w[！!]$")
"""What people have below their names: practice, and you will get there!"""

_BRACKETS = ("[]", "()", "（）", "【】", "<>")

_RANK = (
    r"新手(?:上路)?|[\u4e00-\u9fff]{2}会员|论坛元老|超级版主|newbie|(?:(?:new|junior|jr\.|full|senior|sr\."
    r"|advanced|active|hero) )?member|registered user|super moderator|topic starter|original poster|themenstarter"
    r"|mitglied|benutzer|membre|miembro|membro|(?:lv|v)\.?\s?\d{1,3}|(?:starting|average|regular|veteran) member"
    r"|neuling|stammgast|nouveau membre|membre actif|modérateur|administrateur|usuario|novato|veterano|moderador"
    r"|новичок|новенький|местный|постоянный|участник|пользователь|старожил|ветеран|модератор|администратор|автор темы"
    r"|準會員|正會員|一般會員|준회원|정회원|우수회원|[一二三四五六七八九十]{1,3}级"
    r"|(?:(?:副?主任|主治|住院|执业|全科)?(?:医师|药师|护师|律师)|(?:副?主任|主治|住院|全科)?医生|副?教授|讲师|专家|经纪人)"
)
RANKS = rf"(?:{_RANK})(?:\s(?:{_RANK}|[\u4e00-\u9fff]{{1,5}}科))*"
"""What forums call those who write there, as the source of a regular expression: 新手上路, 主任医师 骨科."""

_RANKS = re.compile(RANKS, re.IGNORECASE)


def name_of(text: str) -> str:
    """A text as a name, in one line; "" if it can be none."""
    name = " ".join(text.split())
    if not 0 < len(name) <= MAX_AUTHOR_CHARS or name[-1] in ":：" or is_time(name):
        return ""
    if name[0] + name[-1] in _BRACKETS or (name[-1] in "。？([（【" and not name.startswith(_NOBODY)):
        return ""  # where somebody is, or what they are here; what they say; what goes on
    is_said = _CONTROL.match(name) or _TOLD.match(name) or _SAYING.search(name)
    return "" if is_said or _is_day(name) else name


def _is_day(name: str) -> bool:
    """True for a day without a year, and for a month."""
    return any(map(str.isdigit, name)) and (is_time(f"{name}, 10:00") or is_time(f"1 {name}"))


def is_count(text: str) -> bool:
    """True for counts and floors: 5,913 posts, 1.2k, #3, 第3楼, 沙发."""
    return _COUNT.match(text) is not None and not _MASKED.search(text)


def may_count(text: str) -> bool:
    """True for counts but for those so long that they are rather names."""
    return is_count(text) and not _LONG.fullmatch(text)


def is_rank(name: str) -> bool:
    """True for what forums call those who write there: 新手上路, Senior Member."""
    return _RANKS.fullmatch(name) is not None


def may_be_unmarked(name: str) -> bool:
    """True if a text that nothing marks as a name may be one: no sentence, no rank and no word of forums."""
    if name.startswith(_NOBODY):
        return len(name) <= MAX_UNMARKED_CHARS
    is_label = any(label_words(name)) or is_rank(name)
    return len(name) <= MAX_UNMARKED_CHARS and not is_label and not _SENTENCE.search(name)
