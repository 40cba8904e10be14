"""What templates choose from, and what their parts are called."""

from __future__ import annotations

from benchmarks.made_up import Choices

CHOICES: Choices = {
    "language": ("zh", "zh", "zh", "zh_hant", "en", "en", "de", "ja", "fr", "ru", "es", "ko", "vi"),
    "classes": ("words", "words", "letters", "none", "mixed"),
    "layout": (
        *("head", "panel", "table", "rows", "foot", "list", "definitions", "media", "flat", "lines"),
        *("articles", "sections", "grid", "card", "anchors", "answers", "feed"),
    ),
    "opening": ("same", "same", "apart", "headed"),
    "order": ("old", "old", "old", "new"),
    "posts": (1, 1, 2, 2, 3, 3, 5, 8, 20),
    "page": ("only", "only", "only", "first", "middle", "last"),
    "pager": ("numbers", "numbers above", "next", "arrows", "of"),
    "nested": ("", "", "", "lines", "boxes", "remarks"),
    "content": ("plain", "plain", "rich"),
    "lengths": ("alike", "alike", "uneven"),
    "profile": ("/user/{n}", "/u/{name}", "space.php?uid={n}", "/{name}", "javascript:;", ""),
    "time": ("minute", "second", "long", "local", "near", "ago", "ago alone", "element", "epoch"),
    "address": ("/thread-{}-{}-1.html", "/t/{}?page={}", "/read.php?tid={}&page={}", "/a/{}/{}", "/bbs/{}_{}.html"),
    "title": ("h1", "h2", "div", "link", ""),
    "paragraphs": ("p", "div", "br"),
    "quotes": ("", "blockquote", "div", "fieldset"),
    "column": ("", "left", "right"),
    "latest": ("", "links", "threads", "excerpts"),
    "wraps": (0, 1, 2, 3),
    **dict.fromkeys(("avatars", "floors", "buttons", "ranks", "panels", "signatures", "edits", "likes"), (True, False)),
    **dict.fromkeys(("counts", "advert", "related", "form", "heading", "notice"), (True, False, False)),
}
"""What a template chooses from, each as likely as the next."""

NAMES = {
    "list": ("post-list", "replies", "thread"),
    "post": ("post", "reply", "floor", "message", "comment-item"),
    "author": ("author", "username", "poster"),
    "time": ("time", "date", "post-time"),
    "text": ("content", "post-body", "message-body"),
    "head": ("head", "meta", "info"),
    "panel": ("profile", "user-info", "side"),
    "foot": ("actions", "tools", "ops"),
    "rank": ("level", "group", "rank"),
    "floor": ("floor-no", "num"),
    "signature": ("signature", "sign"),
    "quote": ("quote", "cite-box"),
    "opening": ("topic", "main-post", "first"),
    "likes": ("likes", "thanks"),
    "votes": ("votes", "score"),
    "nested": ("comments", "sub-replies", "lzl"),
    "remark": ("comment", "sub-reply", "remark"),
    "pager": ("pagination", "pages", "pg"),
    "column": ("sidebar", "aside", "col-r"),
    "box": ("wrap", "inner", "box"),
}
"""What parts of a template are called where that says something."""
