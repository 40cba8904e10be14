"""The application: routes, the login in front of them, headers, and one log line per request."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exception_handlers import http_exception_handler, request_validation_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.sessions import SessionMiddleware

from crawler import __version__
from crawler.errors import Unavailable
from crawler.observe import EventLog
from crawler.roles.services import Services
from crawler.web.api import api_router
from crawler.web.auth import LoginRequired, Throttle, ask_to_log_in, login_router
from crawler.web.head import HeadAsGet
from crawler.web.health import health_router
from crawler.web.limit import BodyLimit
from crawler.web.pages import pages_router, sorry
from crawler.web.render import for_program, language_of
from crawler.web.sentences import in_language
from crawler.web.words import WORDS

SESSION_S = 14 * 86400

# Pages hold text that strangers wrote. It is escaped; and should that ever fail, nothing of it runs or loads.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def create_app(services: Services) -> FastAPI:
    """The web over `services`. Its OpenAPI description is at /api/openapi.json."""
    app = FastAPI(
        title="crawler",
        version=__version__,
        description="Search the documents, see the state, configure the sources. Log in with HTTP Basic.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.services = services
    app.state.throttle = Throttle()
    app.add_middleware(HeadAsGet)
    app.add_middleware(BodyLimit)
    app.add_middleware(
        SessionMiddleware,
        secret_key=services.settings.web_secret.get_secret_value() or secrets.token_urlsafe(32),
        session_cookie="crawler",
        max_age=SESSION_S,
        same_site="lax",
        https_only=services.settings.web_url.startswith("https://"),
    )
    app.middleware("http")(_logged)
    app.add_exception_handler(LoginRequired, ask_to_log_in)
    app.add_exception_handler(Unavailable, _unavailable)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.include_router(health_router)
    app.include_router(login_router)
    app.include_router(pages_router, include_in_schema=False)
    app.include_router(api_router)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"))
    return app


async def _logged(request: Request, call: Callable[[Request], Awaitable[Response]]) -> Response:
    started, log = time.monotonic(), EventLog("web")
    try:
        response = await call(request)
    except Exception:  # a fault of ours: whoever asked is to hear of it in words, and we with its traceback
        log.exception("failed", method=request.method, path=request.url.path)
        response = _failed(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    say = log.debug if request.url.path in ("/healthz", "/readyz") else log.info
    say(
        "request",
        method=request.method,
        path=request.url.path,
        status=response.status_code,
        ms=round((time.monotonic() - started) * 1000),
        client=request.client.host if request.client else "",
    )
    return response


def _failed(request: Request) -> Response:
    """What nobody has thought of: a page says so to a person, a 500 with the sentence to a program."""
    if for_program(request):
        return JSONResponse({"detail": WORDS["en"]["fault"]}, status_code=500)
    return sorry(request, WORDS[language_of(request)]["fault"], status=500)


def _unavailable(request: Request, problem: Exception) -> Response:
    """One of our servers is away: a page says so to a person, a 503 with the sentence to a program."""
    assert isinstance(problem, Unavailable)
    if for_program(request):
        headers = {"Retry-After": str(round(problem.after_s))}
        return JSONResponse({"detail": str(problem)}, status_code=503, headers=headers)
    return sorry(request, str(problem), status=503)


async def _refused(request: Request, problem: Exception) -> Response:
    """An address that leads nowhere, or only where a form is sent to; a form that is too large."""
    assert isinstance(problem, HTTPException)
    if for_program(request):
        return await http_exception_handler(request, problem)
    word = "too_large" if problem.status_code == 413 else "not_found"
    return sorry(request, WORDS[language_of(request)][word], status=problem.status_code)


async def _misunderstood(request: Request, problem: Exception) -> Response:
    """What was sent is not what can be: each wrong value with what is wrong about it."""
    assert isinstance(problem, RequestValidationError)
    if for_program(request):
        return await request_validation_exception_handler(request, problem)
    language = language_of(request)
    wrong = [f"{error['loc'][-1]}: {in_language(error['msg'], language)}" for error in problem.errors()]
    return sorry(request, f"{WORDS[language]['misunderstood']} ({'; '.join(wrong)})", status=422)
