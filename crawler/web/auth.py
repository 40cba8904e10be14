"""The login: a session cookie for people, HTTP Basic for programs; nothing but health and the login itself is open."""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from typing import Annotated, cast
from urllib.parse import quote, urlsplit

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from crawler.roles.services import Services
from crawler.settings import Settings
from crawler.web.render import for_program, render

login_router = APIRouter(include_in_schema=False)

FAILURES_PER_MINUTE = 10
"""Wrong passwords from one address in a minute; then that address waits, also with the right one."""

ADDRESSES_KEPT = 10_000


class LoginRequired(Exception):
    """The request came without a valid login."""


class TooManyFailures(LoginRequired):
    """Wrong passwords came too fast; right ones, too, wait for a minute then."""


class Throttle:
    """Counts each address's failures over the last minute. Bounded: the address longest silent is forgotten first."""

    def __init__(self) -> None:
        self._failures: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = threading.Lock()

    def closed(self, address: str, now: float) -> bool:
        with self._lock:
            recent = [at for at in self._failures.get(address, ()) if at > now - 60]
            return len(recent) >= FAILURES_PER_MINUTE

    def fail(self, address: str, now: float) -> None:
        with self._lock:
            recent = [at for at in self._failures.pop(address, []) if at > now - 60]
            self._failures[address] = [*recent, now]
            while len(self._failures) > ADDRESSES_KEPT:
                self._failures.popitem(last=False)


def services_of(request: Request) -> Services:
    return cast(Services, request.app.state.services)


def password_is_right(request: Request, user: str, password: str) -> bool:
    """Compared in constant time. Raises TooManyFailures."""
    now, address = time.monotonic(), request.client.host if request.client else ""
    throttle: Throttle = request.app.state.throttle
    if throttle.closed(address, now):
        raise TooManyFailures
    settings = services_of(request).settings
    expected = settings.web_password.get_secret_value()
    right = secrets.compare_digest(user.encode(), settings.web_user.encode()) & secrets.compare_digest(
        password.encode(), expected.encode()
    )
    if not (right and expected):
        throttle.fail(address, now)
        return False
    return True


def session_user(request: Request) -> str:
    """Who is logged in by cookie; a changed user name or password ends all sessions."""
    settings = services_of(request).settings
    return settings.web_user if request.session.get("login") == _mark(settings) else ""


def _mark(settings: Settings) -> str:
    """What a session holds as proof: it changes with the user name and the password, and reveals neither."""
    secret = f"{settings.web_user}\0{settings.web_password.get_secret_value()}"
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def logged_in(request: Request) -> str:
    """The user's name, by cookie or HTTP Basic. Raises LoginRequired."""
    if user := session_user(request):
        return user
    kind, _, credentials = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "basic":
        try:
            name, _, password = base64.b64decode(credentials, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            raise LoginRequired from None
        if password_is_right(request, name, password):
            return name
    raise LoginRequired


User = Annotated[str, Depends(logged_in)]


def form_token(request: Request) -> str:
    """A secret of this session that every form carries, so that no other site can send one in its name."""
    token: str = request.session.setdefault("form", secrets.token_urlsafe(16))
    return token


def own_form(request: Request, token: Annotated[str, Form()] = "") -> None:
    """Raises LoginRequired for a form that is not from this session."""
    if not secrets.compare_digest(token.encode(), str(request.session.get("form", "")).encode()) or not token:
        raise LoginRequired


OwnForm = Depends(own_form)


def ask_to_log_in(request: Request, problem: Exception) -> Response:
    """401 for a program, the login page for a person."""
    if isinstance(problem, TooManyFailures):
        return _ask_to_wait(request)
    if for_program(request):
        headers = {"WWW-Authenticate": 'Basic realm="crawler"'}
        return JSONResponse({"detail": "log in with HTTP Basic"}, status_code=401, headers=headers)
    again = "" if request.method == "GET" else "&again=true"
    return RedirectResponse(f"/login?next={quote(_page_of(request))}{again}", status_code=303)


def _ask_to_wait(request: Request) -> Response:
    if for_program(request):
        return JSONResponse({"detail": "too many wrong passwords; try again in a minute"}, status_code=429)
    token = form_token(request)
    return render(request, "login.html", status=429, next="/", token=token, problem="too_many_failures")


def _page_of(request: Request) -> str:
    """The page that was asked for; for a form that was sent, to whose address nobody can go, the page that it is on."""
    if request.method == "GET":
        return request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return "/sources" if request.url.path.startswith("/sources") else "/"


def own_path(target: str) -> str:
    """Where to go after the login: a path of ours, whatever the address said."""
    parts = urlsplit(target)
    ours = not parts.scheme and not parts.netloc and target.startswith("/") and "\\" not in target
    return target if ours and not target.startswith("//") else "/"


@login_router.get("/login")
def login_page(request: Request, next: str = "/", again: bool = False) -> Response:
    """`again`: a form was sent after its session had ended."""
    problem = "session_over" if again else ""
    return render(request, "login.html", next=own_path(next), token=form_token(request), problem=problem)


@login_router.post("/login", dependencies=[OwnForm])
def log_in(
    request: Request,
    user: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    next: Annotated[str, Form()] = "/",
) -> Response:
    if not password_is_right(request, user, password):
        token = form_token(request)
        return render(request, "login.html", status=401, next=own_path(next), token=token, problem="wrong_password")
    request.session.clear()  # a session from before the login is worth nothing after it
    request.session["login"] = _mark(services_of(request).settings)
    return RedirectResponse(own_path(next), status_code=303)


@login_router.post("/logout", dependencies=[OwnForm])
def log_out(request: Request) -> Response:
    request.session.clear()
    return RedirectResponse("/login", status_code=303)
