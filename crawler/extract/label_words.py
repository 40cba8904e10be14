"""The words that label the parts of a page: of a forum its boards, its posts, what can be done with them and who wrote
them; of an article the comments below it, and where it comes from."""

from __future__ import annotations

import re

_HAN = (
    "楼主 樓主 沙发 板凳 地板 顶楼 版主 版块 版塊 板块 帖子 主题 主題 回帖 跟帖 发帖 发表于 發表於 只看该作者 倒序 "
    "精华 精華 积分 積分 浏览 瀏覽 回复 回覆 引用 点评 举报 舉報 檢舉 回答 提问 追问 关注问题 采纳 最佳答案 "
    "最佳解答 等级 本帖 原帖 新帖 看帖 只看楼主 只看作者 只看他 灌水 加精 斑竹 吧主 版规 威望 注册时间 在线时间 "
    "电梯直达 讨论区 全部讨论 精彩讨论 热门讨论 题主 亮了 正序 我也说一句 "
    "严重性 嚴重性 严重程度 嚴重程度 優先度 担当者 "
    "看板 討論區 討論串 板主 板規 發文 回文 推文 噓文 引言 樓層 只看樓主 提問 採納 註冊時間 "
    "掲示板 スレッド スレ主 トピ主 レス数 書き込み 書き込む 書込番号 投稿者 返信 閲覧数 質問者 回答者 "
    "ベストアンサー 名無しさん "
    "게시판 글쓴이 작성자 답글 글쓰기 답변 채택 조회수 추천수 비추천 닉네임 "
    "กระทู้ ตอบกลับ เว็บบอร์ด"
)
_PHRASES = "diễn đàn|chủ đề|trả lời|bài viết|thành viên|trích dẫn"
"""Where white space parts the syllables of words, too."""

_WORDS = (
    # English
    "thread threads topic topics forum forums board posts messages discussion reply replies quote wrote edited joined "
    "member members registered register offline moderator moderators subscribers views likes reactions votes upvote "
    "upvotes upvoted downvote permalink asked answer answers answered unanswered oldest newest "
    "memberlist usergroups discussions starter threaded replied replying unread karma participants solved subject "
    "downvotes downvoted crosspost crossposted subreddit modlog mods "
    # trackers of issues, where people discuss them
    "priority severity milestone component assigned assignee attachments duplicate priorität schweregrad zugewiesen "
    "priorité assigné prioridad asignado приоритет исполнитель "
    # German, Dutch, Scandinavian, Finnish
    "thema themen beiträge zitieren antwort antworten mitglied mitglieder registriert benutzer foren "
    "ersteller themenstarter mitgliederliste hilfreichste gefragt beantwortet onderwerp reacties berichten discussies "
    "inlägg trådar tråden svara citera medlem medlemmar indlæg innlegg besvar "
    "vastaa viesti viestit viestejä ketju lainaa keskustelu "
    # French, Spanish, Portuguese, Italian, Romanian
    "sujet sujets répondre réponses répondu citer membre membres inscrit pseudo posté résolu modérateur "
    "tema temas foro foros hilo hilos respuesta respuestas responder respondido mensaje mensajes "
    "citar registrado usuario preguntado "
    "fórum tópico tópicos resposta respostas mensagens discussione risposte rispondi messaggi messaggio "
    "discussioni subiect subiecte mesaje răspunde citează membru "
    # Polish, Czech, Hungarian, Greek, Turkish, Indonesian
    "odpowiedz wątek wątki posty postów cytuj użytkownik příspěvek příspěvky příspěvků vlákno "
    "odpovědět citovat téma témata uživatel hozzászólás hozzászólások témák válasz előzmény "
    "θέμα θέματα απάντηση απαντήσεις μηνύματα μέλος παράθεση "
    "konu konular konuyu mesaj mesajı mesajlar yanıtla cevapla alıntı alıntıla moderatör topik balas balasan kutip "
    # Russian, Ukrainian
    "тема темы ответить цитата цитировать сообщений сообщения сообщение пользователь пользователи "
    "пользователей участник участники зарегистрирован форум форума форумы репутация жалоба вопрос ответы ответов "
    "теми відповісти повідомлення учасник користувач "
    # Arabic, Persian, Hebrew
    "المشاركات مشاركة المشاركة الموضوع المواضيع المنتدى المنتديات منتدى منتديات اقتباس الردود "
    "انجمن تالار پاسخ تاپیک אשכול אשכולות פורום פורומים ציטוט"
)
_ARTICLES_HAN = (
    "来源: 来源： 來源: 來源： 稿源 责任编辑 責任編輯 责编 字号 字體 分类目录 固定链接 上一章 原标题 记者 記者 "
    "稿件来源 转载请注明 本文作者 本文字数 阅读时长 阅读原文 分类于 文章标签 文章目录"
)
_ARTICLES = "trackback trackbacks pingback pingbacks"
_COMMENTS_HAN = "评论 評論 留言 跟贴 コメント 댓글 ความคิดเห็น"
_COMMENTS = (
    "comment comments kommentar kommentare kommentieren commentaire commentaires comentario comentarios comentário "
    "comentários commenti komentarze комментарий комментарии комментариев kommentarer komentáře "
    "komentar yorum yorumlar коментарі σχόλια تعليقات التعليقات تعلیق نظرات תגובות"
)

_OF_FORUMS = frozenset([*_PHRASES.split("|"), *f"{_HAN} {_WORDS}".split()])
_OF_COMMENTS = frozenset(f"{_COMMENTS_HAN} {_COMMENTS}".split())
_OF_ARTICLES = frozenset(f"{_ARTICLES} {_ARTICLES_HAN}".split())
_SIGNATURES = "※ 来源|※ 來源"
"""What forums that grew out of terminals write under each post, with the address that it came from."""

_HAN_WORD = re.compile("|".join([_SIGNATURES, *f"{_HAN} {_COMMENTS_HAN} {_ARTICLES_HAN}".split()]))
_PHRASE = re.compile(_PHRASES)
_OF_PHRASES = "ễủảếêẫ"
"""A letter of each."""

_LETTER = "[a-zß-ɏͰ-ӿא-ۿ]"
"""Of the alphabets from the Latin to the Arabic one, with their accents."""

_WORD = re.compile(f"{_LETTER}{_LETTER}{{3,}}")

_FIELD = r"^\W{{0,3}}(?:{})\s?(?:[:：]|$)"
_SUBJECTS = ("ubject", "Betreff", "Objet", "Asunto", "主题", "主旨", "件名")
"""What the field with a letter's subject is called, but for how it begins in English."""

_SUBJECT = re.compile(_FIELD.format("|".join(["[Ss]ubject", *_SUBJECTS[1:]])), re.MULTILINE)
_FROM = re.compile(_FIELD.format("[Ff]rom|Von|De|发件人|寄件人|寄件者|差出人"), re.MULTILINE)
_DATE = re.compile(_FIELD.format("[Dd]ate|[Ss]ent|Datum|Fecha|日期|日時"), re.MULTILINE)

_BESIDE_LETTER = re.compile(
    r"^\W{0,3}(?:(prev)|next)(?:ious)? (?:message\b|by (?:date|thread)\b)|^\W{0,3}(?:date|thread) (?:(prev)|next)\b",
    re.MULTILINE | re.IGNORECASE,
)
_NEIGHBOURS = ("ext message", "ext Message", "ext by ", "ate Next", "ate next", "hread Next", "hread next")
"""What archives of mailing lists call the letters before and behind one, and a part of the latter."""


_ASKED = re.compile(
    r"(?:留言|来信|來信|写信|诉求|訴求|投诉|投訴|咨询|諮詢|反映|求助|信件|提问|问诊|問診)(?:人|者|时间|時間|日期|编号|編號|内容|标题|主题|类型|对象)\s?(?:[:：]|$)",
    re.MULTILINE,
)
_ANSWERED = re.compile(
    r"(?:回复|答复|办理|受理|处理|承办)(?:人|单位|部门|机构|时间|日期|状态|结果|情况|内容)\s?(?:[:：]|$)"
    r"|(?:^|[:：])\s?(?:已|待|未|正在|不予)?(?:办理|受理|回复|答复|办结)中?$"
    r"|^(?:官方|商家|企业|企業|平台|客服|医生|醫師|医师|律师|律師|专家|專家)(?:已|的)?(?:回[复覆应應]|答[复覆]|解答)"
    r"(?=\s?(?:[:：]?$|\d))|^(?:医生|醫師|医师)已?(?:接诊|接診)",
    re.MULTILINE,
)
"""What labels the parts of a petition, of a complaint or of a case for a doctor, and of the answer to it: headlines go
on behind "what officials answer"."""

_COMPLAINTS = re.compile(
    r"^(?:\w{1,12} )?(?:complaints?|reclama(?:ções|ção|ciones|ción|tions?)|quejas?|beschwerden?|reclami)$",
    re.MULTILINE | re.IGNORECASE,
)
_COMPANY_ANSWERED = re.compile(
    r"^(?:(?:company|business|official|seller)(?:['’]s)? (?:response|reply)"
    r"|(?:response|reply) (?:from|by) the (?:company|business|seller)"
    r"|(?:resposta|respuesta|risposta|réponse) (?:da |de la |dell['’]|de l['’])(?:empresa|azienda|entreprise)"
    r"|(?:não |no )?respondid[ao]|antwort des unternehmens)$",
    re.MULTILINE | re.IGNORECASE,
)
"""The same of complaints in languages of the alphabet."""

_COMPLAINT_WORDS = ("omplaint", "eclam", "queja", "Queja", "eschwerde")
"""A part of each word for one."""


def label_words(labels: str) -> tuple[int, int, int]:
    """How many different words of forums, of comments and of articles stand in the labels of a page."""
    lower = labels.lower()
    words = {*_WORD.findall(lower), *_HAN_WORD.findall(lower)}
    if any(letter in lower for letter in _OF_PHRASES):
        words.update(_PHRASE.findall(lower))
    return len(words & _OF_FORUMS), len(words & _OF_COMMENTS), len(words & _OF_ARTICLES)


def is_label(text: str) -> bool:
    """True for a text that is nothing but one of the words."""
    return (word := text.strip().lower()) in _OF_FORUMS or word in _OF_COMMENTS


def has_petition(labels: str) -> bool:
    """True if the labels of a page are of what somebody asks an office, a company or a doctor, and of the answer."""
    if _ASKED.search(labels) and _ANSWERED.search(labels):
        return True
    if not any(word in labels for word in _COMPLAINT_WORDS) or _COMPLAINTS.search(labels) is None:
        return False
    return _COMPANY_ANSWERED.search(labels) is not None


def has_letter_head(labels: str) -> bool:
    """True if the labels of a page are the fields of a letter's head: who it is from, its subject and its date; or if
    they lead to the letters before and behind it."""
    if "ext" in labels and any(word in labels for word in _NEIGHBOURS):
        beside = {bool(found[1] or found[2]) for found in _BESIDE_LETTER.finditer(labels)}
        if len(beside) == 2:
            return True
    if not any(word in labels for word in _SUBJECTS) or _SUBJECT.search(labels) is None:
        return False
    return _FROM.search(labels) is not None and _DATE.search(labels) is not None
