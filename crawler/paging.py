"""Pages of one thing: what links to the next one say, in the languages of the web, and how their addresses go on."""

from __future__ import annotations

import re
from collections.abc import Sequence

NEXT_PAGE = (
    r"下一?[页頁]|后一?[页頁]|次へ|次のページ|다음(?: ?페이지)?"
    r"|next(?:\s?page)?|weiter|nächste(?: seite)?|volgende(?: pagina)?|seuraava|nästa(?: sida)?|n[eæ]ste(?: side)?"
    r"|(?:page )?suivante?|(?:página )?siguiente|próxima?(?: página)?|(?:pagina )?successiva|avanti"
    r"|следующая(?: страница)?|впер[её]д|далее|dalej|następna(?: strona)?|další|következő|επόμενη"
    r"|(?:trang )?tiếp(?: theo)?|trang sau|berikutnya|selanjutnya|sonraki(?: sayfa)?|التالي|הבא|ถัดไป"
)
"""The alternatives of a pattern; the case is to be ignored."""

MIN_POSTS_A_PAGE = 5
"""Sites that number posts instead of pages in their addresses show no fewer on a page."""

MAX_PAGE_WORDS = 3
"""Words of an address that say which page of an article it is."""

_WORDS = re.compile(r"[^\W\d_]+|\d+")


def leads_on(url: str, following: str, page: int) -> bool:
    """Whether `following` may be the page after page number `page` at `url`: its address goes on, or has a number that
    is one higher than the page's (from 0 or 1), or higher by the posts of a page. So the next thread is none."""
    here, there = _unlike(url, following)
    if not here:
        return bool(there)
    if not (len(here) == len(there) == 1 and here[0].isdecimal() and there[0].isdecimal()):
        return False
    before, after = int(here[0][:9]), int(there[0][:9])
    return after - before >= MIN_POSTS_A_PAGE or (after - before == 1 and before in (page, page - 1))


def is_further_page(url: str, following: str, page: int) -> bool:
    """Whether `following` is the page after page number `page` of the article at `url`: its address goes on with one
    number, or has one in another's place, which is that of the next page, from 0 or 1. The next article is none."""
    here, there = _unlike(url, following)
    numbers = [int(word[:9]) for word in there if word.isdecimal()]
    if len(numbers) != 1 or len(there) > MAX_PAGE_WORDS or numbers[0] not in (page, page + 1):
        return False
    if not here:
        return page == 1 and numbers[0] >= 1
    return len(here) == len(there) == 1 and here[0].isdecimal() and int(here[0][:9]) == numbers[0] - 1


def begins_at(first: str, url: str) -> bool:
    """Whether the thread that has a page at `url` may begin at `first`: the page's address goes on from there, or has
    another number."""
    here, there = _unlike(first, url)
    return bool(there) and (not here or (len(here) == len(there) == 1 and (here[0] + there[0]).isdecimal()))


def _unlike(one: str, other: str) -> tuple[list[str], list[str]]:
    """The words of two addresses between what both begin and end with."""
    ours, theirs = (_WORDS.findall(address) for address in (one, other))
    start = _shared(ours, theirs)
    ours, theirs = ours[start:], theirs[start:]
    end = _shared(ours[::-1], theirs[::-1])
    return ours[: len(ours) - end], theirs[: len(theirs) - end]


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words both begin with."""
    parts = (number for number, (ours, theirs) in enumerate(zip(one, other, strict=False)) if ours != theirs)
    return next(parts, min(len(one), len(other)))
