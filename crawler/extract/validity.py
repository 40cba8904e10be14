"""Is what was extracted worth indexing? The rules of the published news system."""

from __future__ import annotations

from crawler.errors import Reason
from crawler.model import Article, Rejected, Thread


def validate(
    result: Article | Thread | Rejected, *, min_title_chars: int, min_text_chars: int
) -> Article | Thread | Rejected:
    """The result if it has a title, a text and a date, else a Rejected that says what is missing.

    Published: a title of over 5 characters, over 100 characters of text (white space not counted), a valid date. A
    thread needs no length of text, since posts are short: its posts are its content.
    """
    if isinstance(result, Rejected):
        return result
    characters = len("".join(result.text.split()))
    if len(result.title) < min_title_chars:
        return _rejected(result, Reason.NO_TITLE, f"{len(result.title)} characters, {min_title_chars} are needed")
    if isinstance(result, Article) and characters < min_text_chars:
        return _rejected(result, Reason.TOO_SHORT, f"{characters} characters, {min_text_chars} are needed")
    if result.published_at is None:
        return _rejected(result, Reason.NO_DATE, "")
    return result


def _rejected(result: Article | Thread, reason: Reason, detail: str) -> Rejected:
    return Rejected(reason, detail, result.title, result.charset)
