"""A forum by Spirit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from .django_forum import PAGE_SIZE, boards, members, moment, pages, start

KIND = "threads"
REQUIREMENTS = ("django-spirit==0.14.3", "django==5.2.19", "setuptools==80.9.0")
ADDRESS = "https://forum.spirit.example"

SETTINGS = f"""
from .dev import *

DEBUG = False
ALLOWED_HOSTS = ["*"]
LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
TIME_ZONE = "Asia/Shanghai"
ST_SITE_URL = "{ADDRESS}/"
ST_TASK_MANAGER = None
LOGGING = {{"version": 1}}
"""
"""Over those of the project that Spirit makes for its users."""


def render(texts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    subprocess.run(["spirit", "startproject", "forum"], check=True)
    Path("forum/forum/settings/site.py").write_text(SETTINGS, encoding="utf-8")
    sys.path.insert(0, "forum")
    os.environ["DJANGO_SETTINGS_MODULE"] = "forum.settings.site"
    start()
    users = members(texts)
    for name, user in users.items():
        user.st.nickname, user.st.timezone = name, "Asia/Shanghai"
        user.st.save()
    configured = import_module("djconfig.models").Config.objects
    for key, value in {"site_name": "清谈社区", "comments_per_page": PAGE_SIZE}.items():
        configured.update_or_create(key=key, defaults={"value": str(value)})
    categories = import_module("spirit.category.models").Category.objects
    paths: dict[str, str] = {}
    for thread in texts["threads"]:
        category, _ = categories.get_or_create(title=thread["board"])
        topic = _topic(category, thread, users)
        paths[topic.get_absolute_url()] = category.get_absolute_url()
        yield from pages("Spirit", ADDRESS, thread, topic.get_absolute_url())
    yield from boards("Spirit", ADDRESS, paths.values(), list(paths))


def _topic(category: Any, thread: dict[str, Any], users: dict[str, Any]) -> Any:
    posts = thread["posts"]
    topic = import_module("spirit.topic.models").Topic.objects.create(
        user=users[posts[0]["author"]],
        category=category,
        title=thread["title"],
        date=moment(posts[0]["time"]),
        last_active=moment(posts[-1]["time"]),
        comment_count=len(posts),
    )
    html = import_module("spirit.core.utils.markdown").Markdown().render
    for post in posts:
        import_module("spirit.comment.models").Comment.objects.create(
            user=users[post["author"]],
            topic=topic,
            comment=post["markdown"],
            comment_html=html(post["markdown"]),
            date=moment(post["time"]),
        )
    return topic
