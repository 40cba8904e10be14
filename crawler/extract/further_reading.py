"""How sites in other languages than Chinese head what else there is to read, and say when a text is from.

The words are those of news sites' own templates, which a language's sites share. They are parts of regular expressions
that ignore the case.
"""

from __future__ import annotations

_ELSEWHERE = "|".join(
    [
        # English
        r"(?:more|other|related|featured|recommended|similar|popular|recent|latest|trending)(?: \w+){0,2}"
        r" (?:articles?|posts?|stories|reads?|reading|news|topics|threads|links)|(?:top|must[- ]read) stories",
        r"(?:more |posts |articles )?you (?:may|might|could|will)(?: also)? (?:like|enjoy|be interested in)"
        r"(?: \w+){0,5}|most (?:read|viewed|popular|watched|shared)|editor['’]?s['’]? (?:picks?|choice)"
        r"|recommended(?: for you)?|(?:what to )?(?:read|watch|up) next|in case you missed it|you might have missed",
        r"about the authors?|written by \w[\w.'’-]{1,20}(?: \w[\w.'’-]{0,20}){1,3}",
        # German
        r"(?:mehr|weitere|andere|aktuelle|ähnliche|verwandte|passende|beliebte|neueste|empfohlene)(?: \w+){0,2}"
        r" (?:artikel|themen|beiträge|nachrichten|meldungen|news|links)",
        r"mehr (?:zum thema|zu|aus)(?: [\w-]+){0,4}|zum thema|(?:das )?könnte (?:sie|dich|euch)"
        r"(?: auch)? interessieren|auch interessant|meist ?gelesen|(?:für sie )?empfohlen|(?:unsere )?empfehlungen"
        r"|über (?:den autor|die autorin)",
        # Dutch
        r"(?:gerelateerde?|meer|andere|laatste|populaire) (?:artikelen|berichten|nieuws)"
        r"|meer (?:over|uit)(?: [\w-]+){1,4}|meest gelezen|over de auteur",
        # the Nordic languages
        r"mest (?:lästa?|lest|læste?|lesið)|(?:relaterade|fler) (?:artiklar|nyheter)"
        r"|(?:relaterte|relaterede|flere) (?:saker|artikler|nyheter|nyheder)|luetuimmat|lisää aiheesta",
        # French
        r"(?:autres|derni(?:ers|ères)|nos derniers|plus d['’])(?: ?)(?:articles|actualités|infos)"
        r"|articles? (?:liés?|similaires?|associés?|connexes?|recommandés?)"
        r"|sur le même (?:sujet|thème)|les plus (?:lus|lues|populaires)|recommandé(?:e?s)?(?: pour vous)?"
        r"|à propos de l['’]auteure?",
        # Spanish
        r"(?:noticias|artículos|temas|contenidos?) relacionad[oa]s?|(?:más|últimas|otras) noticias"
        r"|más sobre(?: \w+){1,4}|(?:lo )?más (?:leíd[oa]s?|vistos?)"
        r"|recomendad[oa]s?(?: para (?:ti|usted))?|(?:también )?(?:te|le) puede interesar|sobre el autor",
        # Portuguese
        r"(?:notícias|artigos|matérias|conteúdos?) relacionad[oa]s?|(?:mais|últimas|outras) notícias"
        r"|(?:as )?mais (?:lidas|vistas|sobre(?: \w+){1,4})|(?:você )?(?:também )?pode (?:gostar|interessar)"
        r"|sobre o autor",
        # Italian, Romanian
        r"(?:articoli|notizie|argomenti) correlat[ie]|(?:altri|ultimi) articoli|(?:altre|ultime) notizie"
        r"|(?:ti )?potrebbe(?:ro)? (?:anche )?interessar(?:e|ti)(?: anche)?|i più letti|le più lette"
        r"|consigliati(?: per te)?"
        r"|(?:articole|știri) (?:similare|recomandate)",
        # Polish, Czech, Hungarian, Greek, Turkish
        r"powiązane (?:artykuły|tematy)|polecane|najpopularniejsze|najczęściej czytane"
        r"|související (?:články|témata)|nejčtenější|kapcsolódó (?:cikkek|írások)|ajánlott cikkek|legolvasottabb"
        r"|σχετικά (?:άρθρα|νέα)|ilgili (?:haberler|konular)|(?:diğer|benzer) haberler|en çok okunan(?:lar)?",
        # Russian, Ukrainian
        r"(?:(?:материалы|новости) )?по теме|(?:самое )?(?:популярное|читаемое)|рекомендуем|об авторе"
        r"|(?:похожие|другие|последние|популярные) (?:статьи|новости|материалы)"
        r"|(?:схожі|останні|популярні|інші) (?:новини|статті)",
        # Indonesian, Vietnamese
        r"(?:berita|artikel) (?:terkait|lainnya|terbaru|terpopuler)|terpopuler|(?:tin|bài viết) liên quan"
        r"|đọc nhiều|tin (?:mới|cùng chuyên mục)|có thể bạn quan tâm",
        # Arabic, Persian, Hebrew, Hindi, Thai
        r"(?:مواضيع|أخبار) (?:ذات صلة|متعلقة)|المزيد من [^\d\W]+|الأكثر قراءة|قد يعجبك أيضا|(?:مطالب|اخبار) مرتبط"
        r"|כתבות נוספות|עוד בנושא|संबंधित ख़?बरें|ข่าวที่เกี่ยวข้อง",
    ]
)
_JAPANESE_AND_KOREAN = (
    r"(?:関連|人気|おすすめ|注目|新着|最新)の?(?:記事|ニュース|リンク)|アクセスランキング"
    r"|この記事を書いた(?:人|記者|ライター)|(?:執筆者|筆者|著者|ライター)(?:プロフィール|紹介)"
    r"|(?:관련|인기|추천|최신|이 시각) ?(?:기사|뉴스)|(?:가장 )?많이 (?:본|읽은) (?:뉴스|기사)"
)

IN_LETTERS = r"(?![\u2e80-\uffff])"
"""What begins with no character of East Asia: a look that spares Han and kana all that is written in letters."""

HEADINGS = rf"{IN_LETTERS}(?:{_ELSEWHERE})|{_JAPANESE_AND_KOREAN}"
"""Headings that stand alone over further articles, or over who wrote the one above. What says "read also" is none: it
stands in the midst of articles too."""

PUBLISHED = (
    r"veröffentlicht|(?:zuletzt )?aktualisiert|stand:|lesezeit|publié|mis à jour|temps de lecture|publicado|actualizado"
    r"|atualizado|pubblicato|aggiornato|gepubliceerd|bijgewerkt|publisert|oppdatert|publicerad|uppdaterad|opublikowano"
    r"|опубликовано|обновлено|опубліковано|оновлено|yayınlanma|güncelleme|diterbitkan"
)
"""The beginnings of lines over a text that say when it was put up."""
