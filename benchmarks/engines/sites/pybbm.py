"""A forum by pybbm, in a page of the site that it is mounted in."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from .django_forum import PAGE_SIZE, boards, members, moment, pages, set_up

KIND = "threads"
REQUIREMENTS = ("pybbm==0.19.0", "django==2.2.28", "setuptools==59.8.0", "pillow==13.0.0", "markdown==3.3.7")
ADDRESS = "https://talk.pybbm.example"

URLS = """
from django.conf.urls import include, url
from django.contrib.auth.views import LoginView
urlpatterns = [url(r"^" + name, LoginView.as_view(), name=name) for name in ("auth_login", "registration_register")]
urlpatterns += [url(r"^", include("pybb.urls", namespace="pybb"))]
"""

BASE = """<!DOCTYPE html>
<html lang="zh"><head><meta charset="utf-8">
<title>{% block title %}{% endblock %}{% block head_title %}{% endblock %} - 老地方论坛</title>
{% block extra_head %}{% endblock %}</head><body>
<div class="navbar"><a class="brand" href="/">老地方论坛</a><ul class="nav"><li><a href="/">首页</a></li>
<li><a href="/topic/latest/">最新主题</a></li><li><a href="/users/">会员</a></li></ul></div>
<div class="container">{% block breadcrumb %}{% endblock %}{% block content %}{% endblock %}</div>
<div class="footer">© 2009-2025 老地方论坛 · 站务邮箱 admin@example.org</div>
{% block extra_script %}{% endblock %}</body></html>
"""


def render(texts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    inspect.getargspec = inspect.getfullargspec  # type: ignore[attr-defined]  # what it is called since Python 3.11
    Path("base.html").write_text(BASE, encoding="utf-8")
    set_up(
        URLS,
        ["django.contrib.sites", "pybb"],
        middleware=["pybb.middleware.PybbMiddleware"],
        context=["pybb.context_processors.processor"],
        SITE_ID=1,
        USE_TZ=False,
        LANGUAGE_CODE="zh-cn",
        PYBB_TOPIC_PAGE_SIZE=PAGE_SIZE,
        PYBB_DEFAULT_TIME_ZONE=8,
        PYBB_MARKUP="markdown",
        PYBB_DISABLE_NOTIFICATIONS=True,
    )
    models = import_module("pybb.models")
    profiles = import_module("pybb.util").get_pybb_profile_model().objects
    users = members(texts)
    for name, user in users.items():
        shown = {"signature": texts["signatures"].get(name, ""), "language": "zh-cn", "time_zone": 8}
        profiles.update_or_create(user=user, defaults=shown)
    paths: dict[str, str] = {}
    category = models.Category.objects.create(name="谈天说地", position=1)
    for thread in texts["threads"]:
        board, _ = models.Forum.objects.get_or_create(category=category, name=thread["board"])
        topic = models.Topic.objects.create(
            forum=board, name=thread["title"], user=users[thread["posts"][0]["author"]], views=40
        )
        for post in thread["posts"]:
            entry = models.Post(topic=topic, user=users[post["author"]], body=post["markdown"], user_ip="10.0.0.1")
            entry.save()
            models.Post.objects.filter(pk=entry.pk).update(created=moment(post["time"]), updated=None)
        paths[topic.get_absolute_url()] = board.get_absolute_url()
        yield from pages("pybbm", ADDRESS, thread, topic.get_absolute_url())
    yield from boards("pybbm", ADDRESS, paths.values(), list(paths))
