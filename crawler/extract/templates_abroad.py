"""What the templates of sites in other languages than Chinese say over and under a text, beside what else to read.

Parts of regular expressions that ignore the case, of beginnings of lines where nothing else is said.
"""

from __future__ import annotations

from crawler.extract.further_reading import IN_LETTERS, PUBLISHED

_SIZE = (
    r"(?:text|font)[ -]?size|schriftgr(?:ö|oe)(?:ß|ss)e|taille (?:du texte|de la police)|lettergrootte|textstorlek"
    r"|tamaño (?:de (?:la )?letra|del texto)|tamanho (?:da letra|do texto)|dimensione (?:del )?(?:testo|carattere)"
    r"|tekststørrelse|rozmiar (?:tekstu|czcionki)|размер (?:шрифта|текста)|розмір шрифту|yazı boyutu"
)
_SIZE_IN_ASIA = "文字サイズ|フォントサイズ|글자 ?크기"

_PLACE = (
    r"you are here|sie (?:sind|befinden sich) hier|vous êtes ici|usted está aquí|est[áa]s? (?:aquí|en)\s?:"
    r"|você está (?:aqui|em)|sei qui|ti trovi in|u bent hier|du är här|du er her|jesteś tutaj|вы здесь|ви тут"
)
_FROM = "source|quelle|fuente|fonte|bron|källa|kilde|źródło|источник|джерело|kaynak"
AUTHOR = "text|authors?|autor(?:in)?|auteure?|autora?|autore|автор|texto|testo|текст|tekst|yazar"
_BY = r"(?:written|words|text|story|reported) by\b|via\s(?=[^\W\d_])"
WRITERS_IN_ASIA = "文|執筆者?|著者|筆者|取材・文|글|기자"
"""What stands before a colon and a name, in Japan and Korea."""

_CREDITS_IN_ASIA = rf"(?:{WRITERS_IN_ASIA}|記者|출처|제공|提供|出典|配信元?|現在地|현재 ?위치)\s?[:：=＝]"

OVER = (
    rf"{IN_LETTERS}(?:{_SIZE}|{_PLACE}|{_BY}|(?:{_FROM}|{AUTHOR}|by|von|par|por|door)\s?[:：])"
    rf"|{_SIZE_IN_ASIA}|{_CREDITS_IN_ASIA}"
)
"""Lines over a text: how large it shall be, where it stands on the site, who wrote it and for whom."""

_EDITED = (
    r"(?:edit(?:ed|ing)|reporting|additional reporting) by\b|redakteur(?:in)?\s?:|rédaction\s?:|redacción\s?:"
    r"|(?:editor|redaktion|redazione|redactie|redak(?:cja|tor|ce|sjon)|ред(?:актор|акция|актура))\s?:"
)
_FOLLOW = (
    r"follow (?:us|our) (?:on|at|channel)|folge(?:n sie)? uns|suivez[- ]nous|s[íi]gu[ea]nos|siga-nos|seguici|volg ons"
    r"|följ oss|føl[gj] oss?|obserwuj(?:cie)? nas|подпис(?:ывайтесь|аться) на|читайте нас|следите за|bizi takip"
    r"|підпис(?:уйтесь|атися) на"
)
_FIRST = (
    r"(?:this|the) (?:article|story|post|piece|essay|column) (?:was )?(?:first|originally) (?:appeared|published|ran)"
    r"|(?:dieser|der) (?:artikel|beitrag|text) (?:(?:ist|wurde|zuerst|ursprünglich|erstmals) ){0,2}"
    r"(?:erschien|veröffentlicht)"
    r"|(?:cet|l['’]) ?article a (?:d['’]abord |initialement )?été publié|este artículo (?:fue|se) publi"
    r"|este artigo foi publi|questo articolo è (?:stato )?(?:pubblicato|apparso)"
    r"|dit artikel (?:verscheen|is (?:eerder )?verschenen)|(?:эта )?статья (?:была )?(?:впервые )?опубликована"
)
_RIGHTS = (
    r"all rights reserved|alle rechte vorbehalten|alle rechten voorbehouden|tous droits réservés|tüm hakları"
    r"|todos los derechos|todos os direitos|tutti i diritti|riproduzione riservata|wszelkie prawa|все права защищены"
    r"|всі права|при (?:использовании|цитировании|копировании) (?:\w+ )?(?:материал|информац)|перепечатка"
    r"|использование материалов|reproduction (?:interdite|prohibited)|toute reproduction|nachdruck|vervielfältigung"
)
_RIGHTS_IN_ASIA = (
    r"(?:禁)?無断(?:転載|複製)|(?:編集|構成|校正)\s?[:：=＝]|この記事は.{1,40}(?:掲載|配信|公開|転載)され"
    r"|무단 ?전재|저작권자|(?:편집|교정|교열)\s?[:：]|제보(?:는|\s?[:：]).{0,40}$"
    r"|.{0,30}뉴스레터.{0,12}(?:구독|신청|받아)"
    r"|.{0,20}(?:メールマガジン|メルマガ).{0,20}(?:登録|購読|お届け|配信|ください)"
)
_VIEWS = (
    r"(?:the )?(?:views|opinions)(?: and opinions)? (?:expressed|here)|мнение (?:автора|редакции) может"
    r"|die (?:hier )?(?:geäußerten|vertretenen) (?:meinungen|ansichten)|les (?:opinions|propos) exprimée?s"
    r"|las opiniones (?:expresadas|vertidas)"
)
_REACHED = (
    r"contact (?:us|the (?:newsroom|editors?|author|writer|reporter))\b.{0,60}$|(?:got|have) a (?:news )?tip\b"
    r"|hinweise an die redaktion|écri(?:re|vez) à la rédaction"
)

_ASKED = (
    r"(?:like this:|more on this story|no comments yet|be the first to comment|join the conversation"
    r"|log in to (?:comment|reply)|(?:was this|did you find this)(?: \w+)? (?:helpful|useful)\?"
    r"|rate this (?:article|post|page)|print this page|back to top|view all posts(?: by .{2,40})?|skip to content"
    r"|listen to this (?:article|story)|link copied|report (?:an? )?(?:error|typo|problem)|send feedback"
    r"|(?:get|download) (?:our|the) app|join our \w+ channel|trending now|terms of (?:use|service)|privacy policy"
    r"|(?:story|article) continues below.{0,20}|click here to read.{0,20})[!.]?$"
    r"|(?:tagged|topics|categor(?:y|ies)|our standards|featured (?:image|photo))\s?:"
    r"|posted in [^.!?]{2,60}$|support independent journalism"
    r"|follow [^.!?]{2,40} on (?:twitter|x|facebook|instagram|threads|bluesky|linkedin|youtube|tiktok)\b"
)
"""What templates in English ask and say there, on lines of their own."""

UNDER = (
    rf"{IN_LETTERS}(?:{_SIZE}|{_ASKED}|{_EDITED}|{_FOLLOW}|{_FIRST}|{_RIGHTS}|{_VIEWS}|{_REACHED})"
    rf"|{_SIZE_IN_ASIA}|{_RIGHTS_IN_ASIA}"
)
"""Lines under a text: who edited it, where else the site is, where the text was before, and whose it is."""

APPEAL = (
    r"hazte soci|(?:apoya|colabora con) (?:nuestr|el periodismo|est[ae] (?:medio|proyecto|web))|ap[oó]yanos\b"
    r"|soutenez(?:[- ]nous| notre| l['’]info| une presse)|faites un don|unterstütze(?:n sie)? (?:uns|unser)"
    r"|werde(?:n sie)? (?:jetzt )?(?:mitglied|unterstützer)|jetzt (?:spenden|unterstützen)|sostieni(?:ci| il nostro)"
    r"|apoie (?:o jornalismo|nosso|a nossa)|seja (?:um )?(?:apoiador|assinante)|steun ons|word (?:lid|donateur)\b"
    r"|støtt oss|stöd oss|wesprzyj nas|поддержите (?:нас|наш)|підтримайте нас"
    r"|.{0,20}(?:有料会員|会員登録|有料プラン).{0,30}(?:お読み|ご覧|読め|読むこと)"
    r"|.{0,30}(?:후원|원고료).{0,16}(?:응원|부탁|주세요|하세요)|.{0,20}(?:ご寄付|ご支援|サポート会員).{0,20}(?:お願い|募集)"
)
"""What asks readers to pay, at the beginning of a line."""

COUNTED = (
    r"\d[\d.,]*\s?[km]?\s(?:claps?|likes?|shares?|views?|reads|comments?|responses?|followers?|kommentar(?:e|er)?"
    r"|aufrufe?|commentaires?|vues?|lectures|comentarios?|visitas|comentários?|commenti|visualizzazioni|reacties"
    r"|komentarz[ye]|коммента\w+|просмотр\w*|перегляд\w*)(?![^\W\d_])"
    r"|\d[\d,]*\s?回(?:閲覧|再生)|コメント\s?\d[\d,]*|(?:조회 ?수?|댓글)\s?[:：]?\s?\d[\d,]*"
)
"""How often a text was read, and what for, anywhere in a line."""

SHARE = (
    r"(?:share|teilen|partage[rz]|compart(?:ir|e|ilhar|ilhe)|condividi|delen|deel|dela|del|udostępnij|поделиться"
    r"|поділитися|paylaş|bagikan|chia sẻ)"
)
"""How what shares a text begins, before where."""

READING = (
    r"\b\d{1,3}[ -]min(?:ute)?s?\.? (?:read|listen|de lectur[ae]|di lettura|leestijd|lästid|lesetid|czytania)\b"
    r"|\b\d{1,3} min(?:uten)? lesezeit|\b(?:lesezeit|reading time|temps de lecture|tiempo de lectura|leestijd)\s?:"
    r"|tempo d[ei] l(?:ettura|eitura)\s?:|время чтения|\d\s?分で読め|읽는 ?시간\s?[:：]?\s?\d"
)
"""How long it takes to read a text, anywhere in a line."""

CREDITED = (
    rf"\b(?:{_FROM}|{AUTHOR})\s?[:：]|\b(?:via|by|von|par|por|di|door) (?=[^\W\d_])"
    rf"|^\W*(?:{PUBLISHED}|published|posted)|(?:公開|掲載|更新)日\s?[:：]"
    r"|^\W*(?:입력|등록|승인|수정)\s|[가-힣] ?기자(?![가-힣])"
    rf"|{_CREDITS_IN_ASIA}"
)
"""What says where a text comes from, who wrote it, or that the day follows on which it was put up, anywhere in a
line."""
