"""A forum by django-machina."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from .django_forum import PAGE_SIZE, boards, members, moment, pages, set_up

KIND = "threads"
REQUIREMENTS = ("django-machina==1.3.1", "django==4.2.30", "pillow==13.0.0")
ADDRESS = "https://bbs.machina.example"

URLS = """
from django.urls import include, path
from machina import urls
urlpatterns = [path("forum/", include(urls)), path("accounts/", include("django.contrib.auth.urls"))]
"""
APPS = (
    "forum forum_conversation forum_conversation.forum_attachments forum_conversation.forum_polls forum_feeds "
    "forum_moderation forum_search forum_tracking forum_member forum_permission"
)
PERMISSIONS = ["can_see_forum", "can_read_forum"]


def render(texts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    cache = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    set_up(
        URLS,
        ["mptt", "haystack", "widget_tweaks", "machina", *(f"machina.apps.{name}" for name in APPS.split())],
        middleware=["machina.apps.forum_permission.middleware.ForumPermissionMiddleware"],
        context=["machina.core.context_processors.metadata"],
        templates=[import_module("machina").MACHINA_MAIN_TEMPLATE_DIR],
        CACHES={"default": cache, "machina_attachments": cache},
        HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}},
        MACHINA_FORUM_NAME="山水论坛",
        MACHINA_TOPIC_POSTS_NUMBER_PER_PAGE=PAGE_SIZE,
    )
    model = import_module("machina.core.db.models").get_model
    profile, forum = model("forum_member", "ForumProfile").objects, model("forum", "Forum").objects
    for permission in model("forum_permission", "ForumPermission").objects.filter(codename__in=PERMISSIONS):
        model("forum_permission", "UserForumPermission").objects.create(
            permission=permission, anonymous_user=True, has_perm=True
        )
    users = members(texts)
    for name, user in users.items():
        profile.update_or_create(user=user, defaults={"signature": texts["signatures"].get(name)})
    category = forum.create(name="综合讨论", type=1)
    paths: dict[str, str] = {}
    for thread in texts["threads"]:
        board = forum.filter(name=thread["board"]).first()
        board = board or forum.create(name=thread["board"], type=0, parent=category, description="欢迎发帖")
        topic = _topic(model, board, thread, users)
        path = f"/forum/forum/{board.slug}-{board.pk}/topic/{topic.slug}-{topic.pk}/"
        paths[path] = f"/forum/forum/{board.slug}-{board.pk}/"
        yield from pages("django-machina", ADDRESS, thread, path)
    yield from boards("django-machina", ADDRESS, paths.values(), list(paths))


def _topic(model: Any, board: Any, thread: dict[str, Any], users: dict[str, Any]) -> Any:
    topics, posts = model("forum_conversation", "Topic").objects, model("forum_conversation", "Post").objects
    shown = {"subject": thread["title"], "approved": True}
    topic = topics.create(forum=board, poster=users[thread["posts"][0]["author"]], type=0, status=0, **shown)
    for post in thread["posts"]:
        entry = posts.create(topic=topic, poster=users[post["author"]], content=post["markdown"], **shown)
        time = moment(post["time"])
        posts.filter(pk=entry.pk).update(created=time, updated=time)
    return topic
