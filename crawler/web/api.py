"""The REST API: what the pages show, as JSON. The same functions answer both."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from crawler.frontier import DeadLetter
from crawler.model import Document, Keyword, Source, State
from crawler.roles.counts import Counted, counted
from crawler.roles.dead import AT_ONCE, retry_dead, retry_latest
from crawler.roles.reprints import reprints
from crawler.roles.rows import add_source, change_source, check_now, remove_source
from crawler.roles.services import Services
from crawler.roles.status import Status, gather
from crawler.roles.trial import Trial, try_with_its_words
from crawler.stores import CheckEvent, Hit, Sort
from crawler.web import export
from crawler.web.atom import ENTRIES, atom_feed
from crawler.web.auth import logged_in, services_of
from crawler.web.metrics import CONTENT_TYPE, exposition
from crawler.web.query import SearchForm, SourceId
from crawler.web.render import language_of
from crawler.web.words import WORDS

api_router = APIRouter(prefix="/api", dependencies=[Depends(logged_in)])

ServicesOf = Annotated[Services, Depends(services_of)]


class Problem(BaseModel):
    """What went wrong, in a sentence."""

    detail: str


NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": Problem}}
BAD_REQUEST: dict[int | str, dict[str, Any]] = {400: {"model": Problem}}


class FoundDocument(BaseModel):
    """One result; `title_marked` and `snippets` are HTML with <mark> about what matched. `copies` stands in the
    document, too."""

    document: Counted
    title_marked: str
    snippets: list[str]
    score: float
    copies: int

    @classmethod
    def of(cls, hit: Hit, document: Counted) -> FoundDocument:
        return cls(
            document=document,
            title_marked=hit.title_marked,
            snippets=list(hit.snippets),
            score=hit.score,
            copies=document.copies,
        )


class Found(BaseModel):
    """One page of results; `sites` counts the matches of the largest sites."""

    total: int
    took_ms: float
    documents: list[FoundDocument]
    sites: dict[str, int]


class NewSource(BaseModel):
    """A source to be added: the columns of its row."""

    name: str = Field(min_length=1, max_length=190)
    channel: str
    url: str = Field(max_length=2000)
    pattern: str = ""
    exclude: str = ""
    interval_s: int = 600
    priority: int = 1000
    timezone: str = "Asia/Shanghai"
    keep_params: tuple[str, ...] = ()
    drop_params: tuple[str, ...] = ()


class TriedSource(NewSource):
    """A source to be tried: the columns of its row, of which it needs no name."""

    name: str = Field("trial", max_length=190)


class NewKeyword(BaseModel):
    """A word to search for."""

    word: str
    source_id: int | None = Field(None, ge=1, lt=2**63)


class QueuedAgain(BaseModel):
    """How many pages were queued again, and whether there may be more."""

    queued: int
    more: bool


class SetAside(BaseModel):
    """A page that was given up or refused, and why."""

    url: str
    source_id: int
    source: str
    reason: str
    detail: str
    at: datetime

    @classmethod
    def of(cls, letter: DeadLetter) -> SetAside:
        task, at = letter.task, datetime.fromtimestamp(letter.at, UTC)
        return cls(
            url=task.url,
            source_id=task.source_id,
            source=task.source,
            reason=letter.reason,
            detail=letter.detail,
            at=at,
        )


class Change(BaseModel):
    """New values for columns of a source's row; those left out stay."""

    name: str | None = Field(None, min_length=1, max_length=190)
    channel: str | None = None
    url: str | None = Field(None, max_length=2000)
    pattern: str | None = None
    exclude: str | None = None
    interval_s: int | None = None
    priority: int | None = None
    timezone: str | None = None
    keep_params: tuple[str, ...] | None = None
    drop_params: tuple[str, ...] | None = None
    enabled: bool | None = None


@api_router.get("/openapi.json", include_in_schema=False)
def openapi(request: Request) -> Response:
    return JSONResponse(request.app.openapi())


@api_router.get("/documents", tags=["documents"], responses=BAD_REQUEST)
def search(services: ServicesOf, form: Annotated[SearchForm, Depends()]) -> Found:
    """Search the documents, 20 a page."""
    try:
        results = services.documents.search(form.query())
    except ValueError as problem:
        raise HTTPException(400, str(problem)) from None
    documents = counted(services.documents, [hit.document for hit in results.hits])
    return Found(
        total=results.total,
        took_ms=results.took_ms,
        documents=[FoundDocument.of(*each) for each in zip(results.hits, documents, strict=True)],
        sites=dict(results.sites),
    )


@api_router.get("/documents.atom", tags=["documents"], responses=BAD_REQUEST, response_class=Response)
def feed(services: ServicesOf, form: Annotated[SearchForm, Depends()]) -> Response:
    """What a search finds as an Atom feed, what came in last first, for a feed reader to tell of."""
    try:
        query = replace(form.query(), sort=Sort.FOUND, offset=0, limit=ENTRIES)
        found = services.documents.search(query)
    except ValueError as problem:
        raise HTTPException(400, str(problem)) from None
    body = atom_feed([hit.document for hit in found.hits], form.given())
    return Response(body, media_type="application/atom+xml; charset=utf-8")


@api_router.get("/documents.jsonl", tags=["documents"], responses=BAD_REQUEST, response_class=Response)
def documents_as_lines(
    request: Request, services: ServicesOf, form: Annotated[SearchForm, Depends()], after: export.After = ""
) -> Response:
    """All that a search finds, however much it is: a document a line, as JSON, what came in last first. With the id of
    the last document that came whole in `after`, a file that was cut goes on there."""
    return _exported(request, services, form, export.Form.JSON_LINES, after)


@api_router.get("/documents.csv", tags=["documents"], responses=BAD_REQUEST, response_class=Response)
def documents_as_table(
    request: Request, services: ServicesOf, form: Annotated[SearchForm, Depends()], after: export.After = ""
) -> Response:
    """The same as a table for a spreadsheet, in the language that is asked for; the id is its last column. What goes on
    `after` a document has no head."""
    return _exported(request, services, form, export.Form.CSV, after)


def _exported(request: Request, services: Services, form: SearchForm, written_as: export.Form, after: str) -> Response:
    try:
        return export.exported(services.documents, form.query(), written_as, WORDS[language_of(request)], after=after)
    except ValueError as problem:
        raise HTTPException(400, str(problem)) from None


@api_router.get("/documents/{id}", tags=["documents"], responses=NOT_FOUND)
def document(services: ServicesOf, id: str) -> Counted:
    """One stored document."""
    return counted(services.documents, [_document(services, id)])[0]


@api_router.get("/documents/{id}/reprints", tags=["documents"], responses=NOT_FOUND)
def reprints_of(services: ServicesOf, id: str) -> list[Document]:
    """Other articles with the same text or title, whoever published first before the others."""
    return reprints(services.documents, _document(services, id))


def _document(services: Services, id: str) -> Document:
    found = services.documents.get(id)
    if found is None:
        raise HTTPException(404, f"there is no document {id}")
    return found


@api_router.get("/threads/{id}", tags=["documents"], responses=NOT_FOUND)
def thread(services: ServicesOf, id: str) -> list[Document]:
    """The posts of a thread, by floor, replies inside a post behind it, or the comments on an article. `id` is the
    `thread_id` of any of them: that of comments is the article's id."""
    posts = services.documents.thread(id)
    if not posts:
        raise HTTPException(404, f"there is no thread {id}")
    return posts


@api_router.get("/status", tags=["status"])
def status(services: ServicesOf, days: int = 1) -> Status:
    """Sources, queues and counted outcomes over the last `days` UTC days."""
    return gather(services, days=min(max(days, 1), 40))


@api_router.get("/metrics", tags=["status"], response_class=Response)
def metrics(services: ServicesOf) -> Response:
    """The same for Prometheus, with the outcomes since midnight UTC."""
    return Response(exposition(gather(services, days=1)), media_type=CONTENT_TYPE)


@api_router.get("/dead", tags=["status"])
def dead(services: ServicesOf, limit: Annotated[int, Query(ge=1, le=1000)] = 100) -> list[SetAside]:
    """Pages that were set aside, the latest first."""
    return [SetAside.of(letter) for letter in services.frontier.dead_letters(limit)]


@api_router.post("/dead/retry", tags=["status"], status_code=204, responses=NOT_FOUND)
def retry(services: ServicesOf, url: str) -> None:
    """Queue a page that was set aside again."""
    with closing(services.queue()) as queue:
        if not retry_dead(services.frontier, queue, url):
            raise HTTPException(404, f"{url} is not among the dead letters")


@api_router.post("/dead/retry-all", tags=["status"])
def retry_all(services: ServicesOf) -> QueuedAgain:
    """Queue all pages that were set aside again, or the latest of them: while there are `more`, call once more."""
    with closing(services.queue()) as queue:
        queued = retry_latest(services.frontier, queue, AT_ONCE)
    return QueuedAgain(queued=queued, more=queued == AT_ONCE)


@api_router.delete("/dead", tags=["status"], status_code=204, responses=NOT_FOUND)
def forget(services: ServicesOf, url: str) -> None:
    """Fetch a page that was set aside no more."""
    if not services.frontier.forget_dead(url):
        raise HTTPException(404, f"{url} is not among the dead letters")


@api_router.get("/keywords", tags=["sources"])
def keywords(services: ServicesOf) -> list[Keyword]:
    """What the search sources search for; `source_id` is null where it is on all of them."""
    return services.sources.keywords()


@api_router.post("/keywords", tags=["sources"], status_code=201, responses=BAD_REQUEST)
def add_keyword(services: ServicesOf, new: NewKeyword) -> Keyword:
    """Search for a word on all search sources, or on one."""
    try:
        return services.sources.add_keyword(new.word, new.source_id)
    except ValueError as problem:
        raise HTTPException(400, str(problem)) from None


@api_router.delete("/keywords/{word}", tags=["sources"], status_code=204, responses=NOT_FOUND)
def remove_keyword(services: ServicesOf, word: str) -> None:
    """Search for a word no more, on any source."""
    if not services.sources.remove_keyword(word):
        raise HTTPException(404, f"there is no keyword {word}")


@api_router.get("/sources", tags=["sources"])
def sources(services: ServicesOf) -> list[Source]:
    """All source rows."""
    return services.sources.all()


@api_router.post("/sources", tags=["sources"], status_code=201, responses=BAD_REQUEST)
def add(services: ServicesOf, new: NewSource) -> Source:
    """Add a source; it is checked within the controller's poll interval."""
    try:
        return add_source(services, Source(id=0, **new.model_dump()))
    except ValueError as problem:
        raise HTTPException(400, str(problem)) from None


@api_router.post("/sources/try", tags=["sources"], responses=BAD_REQUEST)
def try_new(services: ServicesOf, tried: TriedSource) -> Trial:
    """Fetch a source that need not be there now, and up to three of its pages, and say what would come of it; that
    takes some seconds, and nothing is stored. `state` is "ok" where articles would come in, and else `problem` says
    why not. `pages` are what was extracted; of what the `rules` matched and of the `rejected` links the rule is named;
    `feeds` are those that a list page announces, `lists` those that are read with it. Search sources are tried with the
    first of the keywords. A row that could not be added is refused, as if it were."""
    return _tried(services, Source(id=0, **tried.model_dump()))


def _tried(services: Services, row: Source) -> Trial:
    trial = try_with_its_words(services, row)
    if trial.state is State.ERROR:
        raise HTTPException(400, trial.problem)
    return trial


def the_source(services: ServicesOf, source_id: SourceId) -> Source:
    row = services.sources.get(source_id)
    if row is None:
        raise HTTPException(404, f"there is no source {source_id}")
    return row


TheSource = Annotated[Source, Depends(the_source)]


@api_router.get("/sources/{source_id}", tags=["sources"], responses=NOT_FOUND)
def source(row: TheSource) -> Source:
    """One source row."""
    return row


@api_router.get("/sources/{source_id}/history", tags=["sources"], responses=NOT_FOUND)
def history(services: ServicesOf, row: TheSource) -> list[CheckEvent]:
    """A source's last checks, newest first."""
    return services.sources.history(row.id)


@api_router.post("/sources/{source_id}/try", tags=["sources"], responses={**NOT_FOUND, **BAD_REQUEST})
def try_out(services: ServicesOf, row: TheSource) -> Trial:
    """The same of a source that is there."""
    return _tried(services, row)


@api_router.post("/sources/{source_id}/check", tags=["sources"], responses=NOT_FOUND)
def check(services: ServicesOf, row: TheSource) -> Source:
    """Check a source within the controller's poll interval, whatever its schedule says."""
    check_now(services, row)
    return the_source(services, row.id)


@api_router.patch("/sources/{source_id}", tags=["sources"], responses={**NOT_FOUND, **BAD_REQUEST})
def change(services: ServicesOf, row: TheSource, change: Change) -> Source:
    """Change a source, enable or disable it; it is checked anew within the controller's poll interval."""
    try:
        change_source(services, row, change.model_dump(exclude_none=True))
    except ValueError as problem:
        raise HTTPException(400, str(problem)) from None
    return the_source(services, row.id)


@api_router.delete("/sources/{source_id}", tags=["sources"], status_code=204, responses=NOT_FOUND)
def remove(services: ServicesOf, row: TheSource, documents: bool = False) -> None:
    """Remove a source's row; its documents stay, unless `documents` is true."""
    remove_source(services, row, with_documents=documents)
