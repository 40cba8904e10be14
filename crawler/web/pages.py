"""The pages: search, a stored document, status, sources."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, File, Form, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel

from crawler.channels import read_source_list, source_table
from crawler.model import Channel, Document, Kind, Source, host_of
from crawler.roles.dead import retry_dead, retry_latest
from crawler.roles.reprints import reprints
from crawler.roles.rows import Imported, add_source, change_source, check_now, import_sources, remove_source
from crawler.roles.services import Services
from crawler.roles.status import gather, outcomes_of, why_at_rest
from crawler.roles.trial import Trial, try_with_its_words
from crawler.stores import MAX_QUERY_CHARS, Query, Results
from crawler.web import export
from crawler.web.auth import OwnForm, form_token, logged_in, services_of
from crawler.web.csv_table import BYTE_ORDER_MARK
from crawler.web.query import SearchForm, SourceId
from crawler.web.render import language_of, render
from crawler.web.words import WORDS

OUTCOME_DAYS = 2

DEAD_SHOWN = 20

NO_SOURCE = Source(id=0, name="", channel=Channel.PAGE, url="")
"""What the form for a new source begins with."""

pages_router = APIRouter(dependencies=[Depends(logged_in)])

ServicesOf = Annotated[Services, Depends(services_of)]


class SourceColumns(BaseModel):
    """The columns of a source's row, as a form sends them."""

    name: str = ""
    channel: str = ""
    url: str = ""
    pattern: str = ""
    exclude: str = ""
    interval_s: int = 600
    priority: int = 1000
    timezone: str = ""
    keep_params: str = ""
    drop_params: str = ""

    def given(self) -> dict[str, Any]:
        """The row's values: text without the space around it, lists as tuples."""
        values = {name: value.strip() if isinstance(value, str) else value for name, value in self}
        for name in ("keep_params", "drop_params"):
            values[name] = tuple(part.strip() for part in values[name].split(",") if part.strip())
        return values


def sorry(request: Request, message: str, *, status: int) -> Response:
    """A page that says what went wrong."""
    form_token(request)
    return render(request, "sorry.html", status=status, message=message)


@pages_router.get("/")
def search_page(request: Request, services: ServicesOf, form: Annotated[SearchForm, Depends()]) -> Response:
    results, problem = None, ""
    try:
        results = services.documents.search(form.query())
    except ValueError as error:
        problem = str(error)
    form_token(request)
    return render(
        request,
        "search.html",
        status=400 if problem else 200,
        form=form,
        results=results,
        problem=problem,
        most_chars=MAX_QUERY_CHARS,
        sources={row.id: row.name for row in services.sources.all()},
        copies=services.documents.copies([hit.document.id for hit in results.hits]) if results else {},
        feed_url="/api/documents.atom?" + urlencode(form.given()),
        **_page_links(form, results),
    )


def _page_links(form: SearchForm, results: Results | None) -> dict[str, Any]:
    def link(page: int) -> str:
        return "/?" + urlencode({**form.given(), "page": page})

    last = max(-(-min(results.total, form.DEEPEST) // form.SIZE), 1) if results else form.page
    return {
        "previous_url": link(min(form.page - 1, last)) if form.page > 1 else "",
        "next_url": link(form.page + 1) if form.page < last else "",
        "last_page": last,
    }


@pages_router.get("/search.{ending}")
def search_file(
    request: Request,
    services: ServicesOf,
    ending: export.Form,
    form: Annotated[SearchForm, Depends()],
    after: export.After = "",
) -> Response:
    """All that a search finds, as a file."""
    try:
        return export.exported(services.documents, form.query(), ending, WORDS[language_of(request)], after=after)
    except ValueError as problem:
        return sorry(request, str(problem), status=400)


@pages_router.get("/documents/{id}")
def document_page(request: Request, services: ServicesOf, id: str) -> Response:
    form_token(request)
    document = services.documents.get(id)
    if document is None:
        return sorry(request, WORDS[language_of(request)]["not_found"], status=404)
    posts = services.documents.thread(document.thread_id or document.id)
    whole = _whole(services, document, posts)
    return render(
        request,
        "document.html",
        document=whole,
        reprints=reprints(services.documents, whole),
        posts=posts,
        of={post.id: post for post in posts},
        here=document.id,
    )


def _whole(services: Services, document: Document, posts: list[Document]) -> Document:
    """What a document is a part of: its thread's opening, its article; else itself."""
    if document.kind == Kind.COMMENT:
        return services.documents.get(document.thread_id) or document
    return posts[0] if document.kind == Kind.POST and posts else document


@pages_router.get("/status")
def status_page(request: Request, services: ServicesOf) -> Response:
    form_token(request)
    now = gather(services, days=OUTCOME_DAYS)
    # Where nothing is known of the frontier, it is away, and the page says so.
    dead = [] if now.pending is None else services.frontier.dead_letters(DEAD_SHOWN + 1)
    return render(request, "status.html", status_=now, dead=dead[:DEAD_SHOWN], more_dead=len(dead) > DEAD_SHOWN)


@pages_router.post("/dead", dependencies=[OwnForm])
def end_dead(services: ServicesOf, url: Annotated[str, Form()], again: Annotated[bool, Form()]) -> Response:
    """Queue a task that was set aside again, or forget it."""
    if again:
        with closing(services.queue()) as queue:
            retry_dead(services.frontier, queue, url)
    else:
        services.frontier.forget_dead(url)
    return RedirectResponse("/status", status_code=303)


@pages_router.post("/dead/all", dependencies=[OwnForm])
def retry_all_dead(services: ServicesOf) -> Response:
    """Queue all tasks that were set aside again, or as many as somebody can wait for."""
    with closing(services.queue()) as queue:
        retry_latest(services.frontier, queue)
    return RedirectResponse("/status", status_code=303)


@pages_router.get("/sources")
def sources_page(request: Request, services: ServicesOf, find: str = "", state: str = "") -> Response:
    """All sources, or those that have the text in their names or addresses, and are in the state."""
    return _sources(request, services, NO_SOURCE, find=find.strip(), state=state)


def _sources(
    request: Request,
    services: Services,
    given: Source,
    *,
    problem: str = "",
    status: int = 200,
    word: str = "",
    find: str = "",
    state: str = "",
    imported: Imported | None = None,
    trial: Trial | None = None,
) -> Response:
    """The page, with what was `given` for a source, or the `word`, that could not be added; what came of a file; or of
    the `trial` of what was given."""
    form_token(request)
    rows = services.sources.all()
    found = [row for row in rows if find.casefold() in f"{row.name}\n{row.url}".casefold()]
    return render(
        request,
        "sources.html",
        status=status,
        at="/sources",
        rows=[row for row in found if state in ("", row.state_shown)],
        states=Counter(row.state_shown for row in found).most_common(),
        find=find,
        state=state,
        searchers=[row for row in rows if row.channel == Channel.SEARCH],
        keywords=services.sources.keywords(),
        word=word,
        given=given,
        engines=sorted(services.engines),
        problem=problem,
        imported=imported,
        trial=trial,
    )


@pages_router.get("/sources.csv")
def sources_table(services: ServicesOf) -> Response:
    """All sources, as a table that can be imported."""
    headers = {"Content-Disposition": 'attachment; filename="sources.csv"'}
    table = BYTE_ORDER_MARK + source_table(services.sources.all())
    return Response(table, media_type="text/csv; charset=utf-8", headers=headers)


@pages_router.post("/sources/import", dependencies=[OwnForm])
def import_file(request: Request, services: ServicesOf, file: Annotated[bytes, File()] = b"") -> Response:
    """Add what a file lists, and say what became of it."""
    try:
        imported = import_sources(services, read_source_list(file))
    except ValueError as problem:
        return _sources(request, services, NO_SOURCE, problem=str(problem), status=400)
    return _sources(request, services, NO_SOURCE, imported=imported)


def new_row(
    name: Annotated[str, Form()] = "",
    channel: Annotated[str, Form()] = "",
    url: Annotated[str, Form()] = "",
    pattern: Annotated[str, Form()] = "",
    interval_s: Annotated[int, Form()] = 600,
) -> Source:
    """What the form for a new source gives."""
    return Source(
        id=0, name=name.strip(), channel=channel, url=url.strip(), pattern=pattern.strip(), interval_s=interval_s
    )


NewRow = Annotated[Source, Depends(new_row)]


@pages_router.post("/sources/try", dependencies=[OwnForm])
def try_new(request: Request, services: ServicesOf, row: NewRow) -> Response:
    """Fetch now, and show what would come of a source that is not added yet; it may be added then. One without a name
    gets that of its site."""
    named = replace(row, name=row.name or _name_for(row.url))
    return _sources(request, services, named, trial=try_with_its_words(services, named))


def _name_for(url: str) -> str:
    """The site's of a list or feed; a search engine's own."""
    try:
        return host_of(url) or url
    except ValueError:
        return url


@pages_router.post("/sources", dependencies=[OwnForm])
def add(request: Request, services: ServicesOf, row: NewRow) -> Response:
    try:
        added = add_source(services, row)
    except ValueError as problem:
        return _sources(request, services, row, problem=str(problem), status=400)
    return RedirectResponse(f"/sources/{added.id}", status_code=303)


@pages_router.post("/keywords", dependencies=[OwnForm])
def add_keyword(
    request: Request,
    services: ServicesOf,
    word: Annotated[str, Form()] = "",
    source: Annotated[int | None, Form()] = None,
) -> Response:
    try:
        services.sources.add_keyword(word, source)
    except ValueError as problem:
        return _sources(request, services, NO_SOURCE, problem=str(problem), status=400, word=word)
    return RedirectResponse("/sources#keywords", status_code=303)


@pages_router.post("/keywords/remove", dependencies=[OwnForm])
def remove_keyword(services: ServicesOf, word: Annotated[str, Form()]) -> Response:
    services.sources.remove_keyword(word)
    return RedirectResponse("/sources#keywords", status_code=303)


@pages_router.get("/sources/{source_id}")
def source_page(request: Request, services: ServicesOf, source_id: SourceId) -> Response:
    return _source(request, services, source_id)


@pages_router.post("/sources/{source_id}/try", dependencies=[OwnForm])
def try_out(request: Request, services: ServicesOf, source_id: SourceId) -> Response:
    """Fetch now, and show what would come of it."""
    return _source(request, services, source_id, tried=True)


@pages_router.post("/sources/{source_id}/check", dependencies=[OwnForm])
def check(request: Request, services: ServicesOf, source_id: SourceId) -> Response:
    """Check it as soon as possible."""
    row = services.sources.get(source_id)
    if row is None:
        return sorry(request, WORDS[language_of(request)]["not_found"], status=404)
    check_now(services, row)
    return RedirectResponse(f"/sources/{source_id}", status_code=303)


def _source(request: Request, services: Services, source_id: int, *, tried: bool = False) -> Response:
    form_token(request)
    row = services.sources.get(source_id)
    if row is None:
        return sorry(request, WORDS[language_of(request)]["not_found"], status=404)
    return render(
        request,
        "source.html",
        at=f"/sources/{source_id}",
        row=row,
        at_rest=why_at_rest(services),
        history=services.sources.history(source_id),
        outcomes=outcomes_of(services, source_id, days=OUTCOME_DAYS),
        trial=try_with_its_words(services, row) if tried else None,
    )


@pages_router.get("/sources/{source_id}/edit")
def edit_page(request: Request, services: ServicesOf, source_id: SourceId) -> Response:
    row = services.sources.get(source_id)
    if row is None:
        return sorry(request, WORDS[language_of(request)]["not_found"], status=404)
    return _edit(request, services, row)


def _edit(request: Request, services: Services, given: Source, *, problem: str = "", status: int = 200) -> Response:
    form_token(request)
    engines = sorted(services.engines)
    return render(request, "edit.html", status=status, given=given, engines=engines, problem=problem)


@pages_router.post("/sources/{source_id}/edit", dependencies=[OwnForm])
def edit(
    request: Request, services: ServicesOf, source_id: SourceId, columns: Annotated[SourceColumns, Form()]
) -> Response:
    row = services.sources.get(source_id)
    if row is None:
        return sorry(request, WORDS[language_of(request)]["not_found"], status=404)
    given = columns.given()
    try:
        change_source(services, row, given)
    except ValueError as problem:
        return _edit(request, services, replace(row, **given), problem=str(problem), status=400)
    return RedirectResponse("/sources", status_code=303)


@pages_router.get("/sources/{source_id}/remove")
def removal_page(request: Request, services: ServicesOf, source_id: SourceId) -> Response:
    """Asks before anything is removed."""
    form_token(request)
    row = services.sources.get(source_id)
    if row is None:
        return sorry(request, WORDS[language_of(request)]["not_found"], status=404)
    count = services.documents.search(Query(source_id=source_id, limit=0)).total
    return render(request, "remove.html", row=row, count=count)


@pages_router.post("/sources/{source_id}/remove", dependencies=[OwnForm])
def remove(services: ServicesOf, source_id: SourceId, documents: Annotated[bool, Form()] = False) -> Response:
    row = services.sources.get(source_id)
    if row is not None:
        remove_source(services, row, with_documents=documents)
    return RedirectResponse("/sources", status_code=303)


@pages_router.post("/sources/{source_id}", dependencies=[OwnForm])
def switch(request: Request, services: ServicesOf, source_id: SourceId, enabled: Annotated[bool, Form()]) -> Response:
    if services.sources.get(source_id) is None:  # removed since the page was shown
        return sorry(request, WORDS[language_of(request)]["not_found"], status=404)
    services.sources.update(source_id, enabled=enabled)
    return RedirectResponse("/sources", status_code=303)
