"""A search as it stands in an address: the same names for the page and the API."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Annotated, Any, ClassVar

from fastapi import Path
from fastapi import Query as Parameter

from crawler.stores import Query, Sort, sites
from crawler.web.times import ZONE

SourceId = Annotated[int, Path(ge=1, lt=2**63)]
"""As much as every database takes for a number."""


def _day(text: str, later: int = 0) -> datetime | None:
    """The beginning of a day in the pages' zone, so many days later. Raises ValueError with a sentence."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text) + timedelta(days=later)
    except ValueError:
        raise ValueError(f"{text!r} is not a date; write it as 2026-11-21") from None
    except OverflowError:
        raise ValueError(f"the year {text[:4]} is beyond what can be searched") from None
    return datetime(day.year, day.month, day.day, tzinfo=ZONE)


class SearchForm:
    """The parameters of a search. `since` and `until` are whole days (YYYY-MM-DD), both included."""

    SIZE: ClassVar[int] = 20
    DEEPEST: ClassVar[int] = 10_000

    def __init__(
        self,
        q: Annotated[
            str, Parameter(description="words, all required; a phrase in quotes; one of a|b; not -c; site:a author:b")
        ] = "",
        site: Annotated[
            str, Parameter(max_length=2000, description="host, e.g. news.example; several with commas")
        ] = "",
        author: Annotated[
            str, Parameter(max_length=500, description="part of the name; in quotes all of it; a|b")
        ] = "",
        source: Annotated[str, Parameter(pattern=r"^\d{0,18}$", description="source id")] = "",
        kind: Annotated[str, Parameter(pattern="^(article|post|comment|)$")] = "",
        gone: Annotated[bool, Parameter(description="only what its site has removed since")] = False,
        firsts: Annotated[bool, Parameter(description="of articles with one text only the first that came in")] = False,
        copies_of: Annotated[str, Parameter(max_length=64, description="only copies of the document of this id")] = "",
        since: Annotated[str, Parameter(description="published on this day or later")] = "",
        until: Annotated[str, Parameter(description="published on this day or earlier")] = "",
        sort: Annotated[Sort, Parameter()] = Sort.RELEVANCE,
        page: Annotated[int, Parameter(ge=1, le=500)] = 1,
    ) -> None:
        self.q, self.author, self.source, self.kind, self.gone = q.strip(), author.strip(), source, kind, gone
        self.sites = sites(site)
        self.site = ", ".join(self.sites)
        self.firsts, self.copies_of = firsts, copies_of.strip()
        self.since, self.until, self.sort, self.page = since, until, sort, page

    def query(self) -> Query:
        """Raises ValueError with a sentence for a date that is none, or days in the wrong order."""
        since, until = _day(self.since), _day(self.until, later=1)
        if since and until and since >= until:
            raise ValueError(f"the first day, {self.since}, is after the last, {self.until}")
        return Query(
            text=self.q,
            sites=self.sites,
            author=self.author,
            source_id=int(self.source) if self.source else None,
            kind=self.kind,
            gone=self.gone,
            firsts=self.firsts,
            copies_of=self.copies_of,
            since=since,
            until=until,
            # Without words there is nothing to be relevant to.
            sort=self.sort if self.q or self.sort is Sort.FOUND else Sort.NEWEST,
            offset=(self.page - 1) * self.SIZE,
            limit=self.SIZE,
        )

    def given(self) -> dict[str, Any]:
        """What was asked for, without the page and what was left out."""
        names = ("q", "site", "author", "source", "kind", "gone", "firsts", "copies_of", "since", "until", "sort")
        return {name: getattr(self, name) for name in names if getattr(self, name)}
