"""A blog by Pelican, under three of its themes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .blog import lists

KIND = "articles"
REQUIREMENTS = ("pelican[markdown]==4.11.0.post0", "pelican-theme-reflex==4.0.1")
THEMES = ("simple", "notmyidea", "reflex")
ADDRESS = "https://blog.pelican.example"

SETTINGS = """
SITENAME = "河边杂记"
SITESUBTITLE = "写字的人住在河边"
SITEURL = {address!r}
AUTHOR = "河边杂记"
TIMEZONE = "Asia/Shanghai"
DEFAULT_LANG = "zh-cn"
DEFAULT_DATE_FORMAT = "%Y-%m-%d"
THEME = {theme!r}
ARTICLE_URL = "{{date:%Y}}/{{date:%m}}/{{slug}}.html"
ARTICLE_SAVE_AS = ARTICLE_URL
DEFAULT_PAGINATION = 5
MENUITEMS = (("首页", "/"), ("归档", "/archives.html"), ("标签", "/tags.html"))
LINKS = (("山下书房", "https://books.example.org/"), ("雨天电台", "https://radio.example.org/"))
CC_LICENSE = {{"name": "署名-相同方式共享", "version": "4.0", "slug": "by-sa"}}
SOCIAL = (("GitHub", "https://github.com/example"), ("邮件", "mailto:me@example.org"))
"""

POST = """Title: {title}
Date: {time}
Category: {category}
Tags: {tags}
Slug: {slug}
Author: {author}

{markdown}"""


def render(texts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    content = Path("content")
    content.mkdir()
    for article in texts["articles"]:
        post = POST.format_map(article | {"tags": ", ".join(article["tags"])})
        (content / f"{article['slug']}.md").write_text(post, encoding="utf-8")
    for theme in THEMES:
        Path("settings.py").write_text(SETTINGS.format(address=ADDRESS, theme=_path(theme)), encoding="utf-8")
        call = [sys.executable, "-m", "pelican", "content", "--settings", "settings.py", "--output", theme, "--quiet"]
        subprocess.run(call, check=True)
        site = f"Pelican, {theme}"
        paths = [f"{one['time'][:4]}/{one['time'][5:7]}/{one['slug']}.html" for one in texts["articles"]]
        for article, path in zip(texts["articles"], paths, strict=True):
            html = Path(theme, path).read_text(encoding="utf-8")
            yield {"site": site, "url": f"{ADDRESS}/{path}", "html": html, "gold": article}
        yield from lists(site, ADDRESS, Path(theme), ("index.html", "archives.html"), paths)


def _path(theme: str) -> str:
    """Where a theme is that came as a package; Pelican's own are known by their names."""
    found = find_spec(f"pelican.themes.{theme}")
    return str(Path(found.origin).parent) if found and found.origin and theme == "reflex" else theme
