"""What forums on Django have in common: settings, a database in the working folder, and the pages of threads."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

PAGE_SIZE = 10
"""Posts on a page."""

APPS = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
MIDDLEWARE = (
    "sessions.middleware.SessionMiddleware",
    "messages.middleware.MessageMiddleware",
    "auth.middleware.AuthenticationMiddleware",
)
CONTEXT = ("i18n", "media", "static", "tz", "request")


def set_up(
    urls: str,
    apps: Sequence[str],
    *,
    middleware: Sequence[str] = (),
    context: Sequence[str] = (),
    templates: Sequence[str] = (),
    **settings: Any,
) -> None:
    """Make a site of some `apps` in the working folder, with the text of its module of `urls`."""
    Path("site_urls.py").write_text(urls, encoding="utf-8")
    sys.path.insert(0, ".")
    context = [
        *(f"django.template.context_processors.{name}" for name in CONTEXT),
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
        *context,
    ]
    defaults = {
        "SECRET_KEY": "benchmark",
        "ALLOWED_HOSTS": ["*"],
        "ROOT_URLCONF": "site_urls",
        "USE_TZ": True,
        "TIME_ZONE": "Asia/Shanghai",
        "LANGUAGE_CODE": "zh-hans",
        "DEFAULT_AUTO_FIELD": "django.db.models.AutoField",
        "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "forum.sqlite3"}},
        "INSTALLED_APPS": [*(f"django.contrib.{name}" for name in APPS), *apps],
        "MIDDLEWARE": [
            *(f"django.contrib.{name}" for name in MIDDLEWARE),
            "django.middleware.locale.LocaleMiddleware",
            *middleware,
        ],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [".", *templates],
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": context},
            }
        ],
        "STATIC_URL": "/static/",
        "MEDIA_URL": "/media/",
    }
    import_module("django.conf").settings.configure(**(defaults | settings))
    start()


def start() -> None:
    """Begin with an empty database, the settings being known."""
    import_module("django").setup()
    import_module("django.core.management").call_command("migrate", verbosity=0)


def moment(written: str) -> datetime:
    """A time of the texts, as the site's database takes it."""
    time = datetime.fromisoformat(written)
    if not import_module("django.conf").settings.USE_TZ:
        return time
    aware: datetime = import_module("django.utils.timezone").make_aware(time)
    return aware


def members(texts: dict[str, Any]) -> dict[str, Any]:
    """An account for each author of the threads, by name."""
    create = import_module("django.contrib.auth").get_user_model().objects.create
    names = dict.fromkeys(post["author"] for thread in texts["threads"] for post in thread["posts"])
    return {name: create(username=name, email=f"{number}@example.org") for number, name in enumerate(names)}


def pages(site: str, address: str, thread: dict[str, Any], path: str) -> Iterator[dict[str, Any]]:
    """The pages of a thread that stands at `path`, each with the posts on it."""
    for first in range(0, len(thread["posts"]), PAGE_SIZE):
        url = f"{path}?page={first // PAGE_SIZE + 1}" if first else path
        gold = thread | {"posts": thread["posts"][first : first + PAGE_SIZE]}
        yield {"site": site, "url": address + url, "html": _answer(site, address, url), "gold": gold}


def boards(site: str, address: str, paths: Iterable[str], threads: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The boards at these paths, with the addresses of all threads, which stand at the paths `threads`."""
    gold = {"links": [address + path for path in threads]}
    for path in dict.fromkeys(paths):
        yield {"site": site, "url": address + path, "html": _answer(site, address, path), "gold": gold}


def _answer(site: str, address: str, path: str) -> str:
    client = import_module("django.test").Client(HTTP_HOST=address.split("/")[2], HTTP_ACCEPT_LANGUAGE="zh-CN")
    answer = client.get(path, follow=True)
    if answer.status_code != 200:
        raise RuntimeError(f"{site} answers {answer.status_code} for {path}")
    return str(answer.content.decode())
