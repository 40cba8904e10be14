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
    r"[\W\d]*(?:\d[km])?$|b\d{1,4}$|[\d,.]+\s|\W*\d{1,2}[:h]\d\d|\W*第?\s?\d*\s?[楼樓层層篇]\W*$|\W*第\s?\d+\s?[条條帖贴貼]\W*$|(?:楼主|樓主|沙发|沙發|板凳|地板)$|no\.\s?\d{2,}$"
    r"|\d[\d,.]*[k万萬]?[个個条條次人位]?(?:[赞讚顶踩]|喜[欢歡]|回[复覆答帖應]|[评評][论論]|[浏瀏][览覽]|[阅閱][读讀]|[点點][击擊]|收藏|分享|[关關]注|粉[丝絲]"
    r"|[围圍][观觀])$",
    re.IGNORECASE,
)
_HIDDEN = re.compile(r"\d\*{2,}|\*{2,}\d")
_MASKED = re.compile(rf"{_HIDDEN.pattern}|\d\.\*")
"""Numbers that are names, if only shown in part: 138****6621, 10.3.*.*"""

_LONG = re.compile(r"\d{5,}")
"""No count of what someone wrote, but a name."""

_CONTROL = re.compile(  # 赞(3), 回复 12; but user 37079 is a name
    r"\W*(?:(?:回复|回覆)(?:[此该本](?:发言|[帖贴楼文]))?|引用|[举舉檢检][报報举舉]|[编編][辑輯]|[删刪]除|收藏|分享|[转轉][发發寄]|打[赏賞]|更多|[评評][论論]|支持|反[对對]"
    r"|[赞讚顶踩噓]|[有没沒](?:用|帮助|幫助)|亮了|送花|加?[关關]注"
    r"|report|reply|quote|share|like|thanks?"
    r"|zitieren|antworten|citer|répondre|citar|responder|rispondi|reageer|ответить|цитировать|引言|回應|分享|返信|通報|답글|댓글"
    r"|추천|비추천|공감|신고|인용|いいね|違反報告|odpowiedz|cytuj|zgłoś|lubię to|yanıtla|cevapla|alıntıla?|şikayet"
    r"|beğen|paylaş|svara?|citera|anmäl|gilla|siter"
    r"|rapporter|vastaa|lainaa|ilmoita|jaa|reageren|citeren|antwoorden|compartilhar|partilhar|curtir|odpovědět|citovat"
    r"|nahlásit|válasz|idézet|trả lời|trích dẫn|báo cáo"
    r"|thích|chia sẻ|balas|kutip|laporkan|bagikan|suka|відповісти|цитувати|подобається|поскаржитися|رد|اقتباس|مشاركة"
    r"|إبلاغ|απάντηση|παράθεση)(?: \(quote\))?[\W\d]*$"
    r"|(?:[阅閱][读讀]|[浏瀏][览覽]|[点點][击擊閱]|查看|人[气氣]|views?|post|msg|vues|aufrufe)[\W\d]*\d\W*$"
    r"|\W*(?:par|por|von|by|da|di|door|от|від|av|af|od|oleh|bởi|由|[于於]|op|[楼樓]主|[广廣]告|打印|列印|字[体體]大小"
    r"|[男女]性?|(?:[男女]性?\W*)?\d{1,3}\s?[岁歲]|同[问問]|(?:立[即刻]|免[费費])?(?:注册|[註注]冊)|登[录錄入]|(?:加[为為]?)?好友|(?:[个個]人)?(?:[资資]料|信息"
    r"|[资資][讯訊]|主[页頁]|空[间間])|[邮郵][箱件]"
    r"|(?:(?:[发發]送?)?[短私])?[消訊讯]息|(?:[发發]送?|送)?短信|[发發]信|私信|站[内內]信|站[内內]短信"
    r"|只看(?:作者|[该該此](?:作者|[用网網][户戶友]|人)|[楼樓]主|他|她|ta|大[图圖])|查看(?:.{0,30}[资資]料|全部|更多)|(?:[来來]信|[发發][帖布佈表文]|提[问問]|回[复覆]|更新|[编編][辑輯])?(?:[时時][间間]|日期)"
    r"|(?:[当當]前)?(?:[离離][线線]|[在上][线線]|不在[线線]|[隐隱]身)|(?:[发發][表布佈帖起]|[创創]建|提[问問出]|回[复覆]|回答|更新)[于於]|第"
    r"|(?:默[认認]|[预預][设設]|按?[时時][间間]|按?[热熱]度|最[新热熱])?排序|倒序(?:看帖|[浏瀏][览覽]|排列)?|正序(?:看帖|[浏瀏][览覽])?|[发發][帖表布]|[展收][开開起]"
    r"|[发發]布者"
    r"|查[询看詢]?作者|作者[资資]料|[回发發寄]文章|回信[给給]?作者|[转轉][寄贴貼帖载載]|同主[题題](?:[阅閱][读讀]|展[开開])?|[上下]一[篇楼樓]|返回(?:[顶頂]部|[讨討][论論][区區]"
    r"|版面)?|[顶頂][部端]|[原本][帖贴文]"
    r"|(?:[发發]起|[补補]充|追加)(?:投[诉訴]|提[问問]|[说說]明)|(?:官方|商家|企[业業]|平[台臺]|[网網]友|用[户戶])(?:回[复覆应應]|答[复覆]|跟[进進]|追[问問]|[评評]价)"
    r"|[评評]分|影[响響]力|[发發][帖贴貼]心情|[会會][员員]列表|[已未待]解[决決]|[已未][采採][纳納]|已?[认認][证證]|(?:立[即刻]|[马馬]上|免[费費]|在[线線])(?:咨[询詢]|提[问問])|[推噓嘘]|[无無][标標]?[题題]|[会會][员員]|用[户戶][组組]?|首[页頁]|[论論][坛壇]|社[区區群]|搜[索尋寻](?:主[题題]|帖子)?"
    r"|uid|home|forums?|blog|menu|search|users?|members?|mitglieder|membres|membros|usuarios"
    r"|log ?in|sign (?:up|in)|(?:create|new) account|benutzerkonto erstellen|anmelden|registrieren|subscribe"
    r"|unsubscribe|register|permalink|follow|more|edit|delete|(?:(?:view|show) )?profile|pm"
    r"|(?:user is )?(?:currently )?(?:off|on)line|add to quote|about us"
    r"|voir (?:son|le) profil|asked|answered|posted|replied|commented|wrote|written|started|edited|joined|registered"
    r"|(?:authored|posted|written|asked|started) by"
    r"|yazan|gönderen|tarafından|napisała?|kirjoitti|kirjoittaja|skrev|skrivet av|schreef|geplaatst(?: door)?|tác giả"
    r"|penulis|írta|szerző|написав|بواسطة|كتب"
    r"|profil|gefragt|beantwortet|geschrieben|verfasst|erstellt(?: am)?|ersteller|registriert|bearbeitet|melden|teilen"
    r"|auteur|(?:posté|publié|demandé|répondu)(?: le)?|inscrit|signaler|alerter|partager|perfil|autor|publicado|escrito"
    r"|preguntado|respondido|denunciar|reportar|compartir|profilo|inviato|scritto|segnala|condividi"
    r"|профиль|автор|написала?|ответила?|спросила?|отправлено|сообщение|жалоба|пожаловаться|наверх|вверх|ссылка"
    r"|нравится"
    r"|поделиться|подписаться|комментировать|個人資料|收藏|投稿者?|名前|質問者?|回答者?|スレ主|プロフィール|작성자|글쓴이|수정|삭제|공유|질문|답변)\W*$",
)
"""Words that stand around posts by themselves, in small letters: what can be done, and what stands before a name. Where
case is ignored each of them is tried in full."""

_BEFORE_TIMES = (
    "posted on|posted at|written on|created on|posted|verfasst am|geschrieben am|erstellt am|envoyé le|écrit le"
    "|posté le|escrito el|publicado el|enviado el|scritto il|inviato il|escrito em|publicado em|postado em|добавлено"
    "|написано|опубликовано|создано|投稿日|投稿日時|作成日|更新日|日時|작성일|등록일|작성일시|작성시간|đăng lúc"
    "|đăng ngày|gửi|gửi lúc|gửi bởi"
)
_TO_DO = (
    "zitat|gefällt mir|danke|kommentieren|j'aime|merci|commenter|me gusta|gracias|comentar|mi piace|commenta|gosto"
    "|комментировать|мне нравится|спасибо|войти|コメント|コメントする|ログイン|会員登録|좋아요|댓글쓰기|로그인"
    "|회원가입|bình luận|đăng nhập|đăng ký|cảm ơn|accueil|connexion|inicio|entrar|iniciar sesión|accedi|startseite"
    "|главная|ホーム|홈|trang chủ"
)
_TO_TURN_PAGES = (
    "next|previous|prev|weiter|zurück|nächste|vorherige|suivant|suivante|précédent|précédente|siguiente|anterior"
    "|successiva|precedente|próxima|следующая|предыдущая|вперёд|назад|次へ|前へ|다음|이전|tiếp|trước|trang sau"
    "|trang trước|下一页|上一页|下一頁|上一頁|下页|上页|oldest first|newest first|älteste zuerst|neueste zuerst"
    "|按时间|按時間|依時間|古い順|新着順|등록순|최신순|cũ nhất trước|mới nhất"
)
_OF_COUNTS = (
    "aufrufe|vues|visitas|visite|просмотров|просмотры|閲覧|閲覧数|投稿数|登録日|조회|조회수|게시글|가입일|lượt xem"
    "|tham gia|bài viết|регистрация|сообщений"
)
_WORDS = frozenset(f"{_BEFORE_TIMES}|{_TO_DO}|{_TO_TURN_PAGES}|{_OF_COUNTS}".split("|"))
"""More of them, in lower case, as whole texts: before a time, what readers do and where they go, what leads to
other pages, what is counted."""

_TOLD = re.compile(
    r"(?:https?://|www\.)|[来來发發]自|[^\W\d]{2,}\s?[:：]\s?\w|.{1,20}\s\d{1,2}\s?[岁歲]$", re.IGNORECASE
)
"""An address; a label and what it says of someone; what is said of them, with their age."""

_NOBODY = "名無し"
_ANONYMOUS = re.compile(
    r"名無し.*|[无無]名氏|匿名(?:[用网網][户戶友]|者|人士?)?"
    r"|anonymous(?: (?:user|coward))?|anonyme?|anónimo|anônimo|аноним",
    re.IGNORECASE,
)
"""How boards where nobody has a name call everyone, some with whatever they write behind it."""

_SAYING = re.compile(r"\w[，,].*\w[！!]$")
"""What people have below their names: practice, and you will get there!"""

_BRACKETS = ("[]", "()", "（）", "【】", "<>", "↓↓")

_RANK = (
    r"新手(?:上路)?|[\u4e00-\u9fff]{2}[会會][员員]|[论論][坛壇]元老|(?:超[级級]|[实實][习習]|[区區]|分[区區])?版主"
    r"|管理[员員人]|新人|会員|常連|newbie|(?:(?:new|junior|jr\.|full|senior|sr\."
    r"|advanced|active|hero) )?member|registered user|(?:super|global) moderator"
    r"|topic starter|original poster|themenstarter"
    r"|mitglied|benutzer|membre|miembro|membro|(?:lv|v)\.?\s?\d{1,3}|(?:starting|average|regular|veteran) member"
    r"|neuling|stammgast|nouveau membre|membre actif|modérateur|administrateur|usuario|novato|veterano|moderador"
    r"|новичок|новенький|местный|постоянный|участник|пользователь|старожил|ветеран|модератор|администратор|автор темы"
    r"|üye|yeni üye|çaylak|lid|użytkownik|stały bywalec|medlem|usuário|utente|thành viên|учасник|회원"
    r"|nouveau|habitué|модератор форума|운영자|관리자|[가-힣]{2}회원|정회원|điều hành viên|quản trị viên|lão làng"
    r"|[一二三四五六七八九十]{1,3}级"
    r"|(?:(?:副?主任|主治|住院|执业|全科)?(?:医师|药师|护师|律师)|(?:副?主任|主治|住院|全科)?医生|副?教授|讲师|专家|经纪人)"
)
RANKS = rf"(?:{_RANK})(?:\s(?:{_RANK}|[\u4e00-\u9fff]{{1,5}}科))*"
"""What forums call those who write there, as the source of a regular expression: 新手上路, 主任医师 骨科."""

_RANKS = re.compile(RANKS, re.IGNORECASE)


def name_of(text: str) -> str:
    """A text as a name, in one line; "" if it can be none."""
    name = " ".join(text.split()).removesuffix(" <")  # of an address
    if not 0 < len(name) <= MAX_AUTHOR_CHARS or name[-1] in ":：﹕" or is_time(name):
        return ""
    if name[0] + name[-1] in _BRACKETS or (name[-1] in "。？([（【" and not name.startswith(_NOBODY)):
        return ""  # where somebody is, or what they are here; what they say; what goes on
    lower = name.lower()
    is_said = is_control(lower) or _TOLD.match(name) or _SAYING.search(name)
    return "" if is_said or _is_day(name) else name


def is_control(text: str) -> bool:
    """True for what readers press around a post, what is counted there, and what stands before a name or a time."""
    lower = text.lower()
    return lower in _WORDS or _CONTROL.match(lower) is not None


def _is_day(name: str) -> bool:
    """True for a day without a year, and for a month."""
    return any(map(str.isdigit, name)) and (is_time(f"{name}, 10:00") or is_time(f"1 {name}"))


def is_count(text: str) -> bool:
    """True for counts and floors: 5,913 posts, 1.2k, #3, 第3楼, 沙发."""
    return _COUNT.match(text) is not None and not _MASKED.search(text)


def may_count(text: str) -> bool:
    """True for counts but for those so long that they are rather names."""
    return is_count(text) and not _LONG.fullmatch(text)


def is_anonymous(name: str) -> bool:
    """True for what pages call somebody who gave no name, or of whom they hide a part: 名無しさん, 138****6621."""
    return _ANONYMOUS.fullmatch(name) is not None or _HIDDEN.search(name) is not None


def is_rank(name: str) -> bool:
    """True for what forums call those who write there: 新手上路, Senior Member."""
    return _RANKS.fullmatch(name) is not None


def unmarked_name(text: str) -> str:
    """A text as a name that nothing marks as one; "" if it can be none."""
    name = name_of(text)
    return name if name and not may_count(name) and may_be_unmarked(name) else ""


def may_be_unmarked(name: str) -> bool:
    """True if a text that nothing marks as a name may be one: no sentence, no rank and no word of forums."""
    if name.startswith(_NOBODY):
        return len(name) <= MAX_UNMARKED_CHARS
    if len(name) > MAX_UNMARKED_CHARS or _SENTENCE.search(name):
        return False
    return not is_rank(name) and not any(label_words(name))
