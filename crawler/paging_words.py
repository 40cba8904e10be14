"""What links to the next page say, in the languages of the web: those of lists and those of threads."""

NEXT_PAGE = (
    r"下一?[页頁]|后一?[页頁]|次へ|次のページ|다음(?: ?페이지)?"
    r"|next(?:\s?page)?|weiter|nächste(?: seite)?|volgende(?: pagina)?|seuraava|nästa(?: sida)?|n[eæ]ste(?: side)?"
    r"|(?:page )?suivante?|(?:página )?siguiente|próxima?(?: página)?|(?:pagina )?successiva|avanti"
    r"|следующая(?: страница)?|впер[её]д|далее|dalej|następna(?: strona)?|další|következő|επόμενη"
    r"|(?:trang )?tiếp(?: theo)?|trang sau|berikutnya|selanjutnya|sonraki(?: sayfa)?|التالي|הבא|ถัดไป"
)
"""The alternatives of a pattern; the case is to be ignored."""
