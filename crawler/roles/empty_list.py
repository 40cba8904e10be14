"""Why a list page brings nothing, and what to do: most often the page is none, or its rule does not fit."""

from __future__ import annotations

from crawler.channels import RejectedLink
from crawler.errors import Reason, describe
from crawler.extract import extract_page
from crawler.model import Article, Fetched, Rejected, Source, State, Thread

_SHUT = frozenset({Reason.LOGIN_PAGE, Reason.NEEDS_SCRIPT, Reason.EMPTY_PAGE})
"""What shows nothing to whoever has no account, or runs no scripts."""


def why_empty(source: Source, fetched: Fetched, left: tuple[RejectedLink, ...]) -> tuple[State, str]:
    """The state and the sentence for a list page of whose links, those that were `left` out, none was taken."""
    found = extract_page(fetched.body, fetched.url, content_type=fetched.content_type or None)
    if isinstance(found, Rejected) and found.reason is Reason.CHALLENGE:
        return State.BLOCKED, describe(Reason.CHALLENGE)
    return State.EMPTY, f"{describe(Reason.NO_LINKS)}: {_particulars(source, found, len(left))}"


def _particulars(source: Source, found: Article | Thread | Rejected, links: int) -> str:
    if isinstance(found, Rejected) and found.reason in _SHUT:
        return f"{describe(found.reason)}; a feed, a site map or another list of the site may do"
    if isinstance(found, Rejected) and found.reason is Reason.MISSING_PAGE:
        return describe(found.reason)
    if links and source.pattern.strip():
        return f"none of its {links} links fits the pattern; correct it, a trial shows them"
    if isinstance(found, Article):
        return "it looks like an article itself; give the address of the page that lists such"
    if isinstance(found, Thread):
        return "it looks like a thread itself; give the address of its board"
    if links:
        return f"none of its {links} links looks like an article; a trial shows why, and a pattern says which are"
    return "there is no link on it; give the address of a page that lists articles"
