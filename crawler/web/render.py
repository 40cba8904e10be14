"""Pages from templates, in Chinese or English."""

from __future__ import annotations

from datetime import datetime

from fastapi import Request, Response
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from crawler.errors import describe
from crawler.web.sentences import in_language
from crawler.web.times import ZONE, shown
from crawler.web.words import LANGUAGES, WORDS

_environment = Environment(
    loader=PackageLoader("crawler.web"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def language_of(request: Request) -> str:
    """`zh` or `en`: what the person chose, else what the browser prefers, else Chinese."""
    chosen = request.query_params.get("lang") or request.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    header = request.headers.get("accept-language", "")
    preferred = [part.split(";")[0].strip().lower()[:2] for part in header.split(",")]
    return next((language for language in preferred if language in LANGUAGES), LANGUAGES[0])


def for_program(request: Request) -> bool:
    """Whether the answer is read by a program and not by a person."""
    return request.url.path.startswith("/api/")


def _in_other_language(request: Request, language: str, path: str) -> str:
    """The same page. Without scheme and host: a proxy that people come through may have others than we see."""
    url = request.url.replace(path=path).include_query_params(lang=language)
    return f"{url.path}?{url.query}"


def render(request: Request, template: str, *, status: int = 200, at: str = "", **values: object) -> Response:
    """A page. Templates get `t` (the words), `lang`, `when`, `why` and `said` besides their values. `at` is where the
    page stands, if that is not where the request, of a form, went to."""
    language, path = language_of(request), at or request.url.path
    page = _environment.get_template(template).render(
        t=WORDS[language],
        lang=language,
        other=LANGUAGES[1 - LANGUAGES.index(language)],
        other_url=_in_other_language(request, LANGUAGES[1 - LANGUAGES.index(language)], path),
        when=shown,
        when_unix=lambda seconds: shown(datetime.fromtimestamp(seconds, ZONE)),
        why=lambda reason: describe(reason, language) if reason else "",
        said=lambda reason: in_language(reason, language),
        trusted=Markup,
        logged_in=bool(request.session.get("login")),
        path=path,
        form_token=request.session.get("form", ""),
        **values,
    )
    response = Response(page, status_code=status, media_type="text/html")
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie("lang", language, max_age=365 * 86400, samesite="lax")
    return response
