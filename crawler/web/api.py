"""The REST API: what the pages show, as JSON. The same functions answer both."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from crawler.model import Document, Source
from crawler.roles.rows import add_source, change_source, remove_source
from crawler.roles.services import Services
from crawler.roles.status import Status, gather
from crawler.stores import CheckEvent, Hit
from crawler.web.auth import logged_in, services_of
from crawler.web.query import SearchForm, SourceId

api_router = APIRouter(prefix="/api", dependencies=[Depends(logged_in)])

ServicesOf = Annotated[Services, Depends(services_of)]


class Problem(BaseModel):
    """What went wrong, in a sentence."""

    detail: str


NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": Problem}}
BAD_REQUEST: dict[int | str, dict[str, Any]] = {400: {"model": Problem}}


class FoundDocument(BaseModel):
    """One result; `title_marked` and `snippets` are HTML with <mark> about what matched."""

    document: Document
    title_marked: str
    snippets: list[str]
    score: float

    @classmethod
    def of(cls, hit: Hit) -> FoundDocument:
        return cls(document=hit.document, title_marked=hit.title_marked, snippets=list(hit.snippets), score=hit.score)


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
    return Found(
        total=results.total,
        took_ms=results.took_ms,
        documents=[FoundDocument.of(hit) for hit in results.hits],
        sites=dict(results.sites),
    )


@api_router.get("/documents/{id}", tags=["documents"], responses=NOT_FOUND)
def document(services: ServicesOf, id: str) -> Document:
    """One stored document."""
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
