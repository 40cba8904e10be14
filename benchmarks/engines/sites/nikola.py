"""A blog by Nikola, under two of its themes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .blog import lists

KIND = "articles"
REQUIREMENTS = ("nikola==8.3.3", "markdown==3.11.3", "jinja2==3.1.6")
THEMES = ("bootblog4", "bootstrap4")
ADDRESS = "https://blog.nikola.example"

SETTINGS = """
BLOG_AUTHOR = "北岸"
BLOG_TITLE = "北岸来信"
SITE_URL = "{address}/"
BLOG_EMAIL = "me@example.org"
BLOG_DESCRIPTION = "写给对岸的人"
DEFAULT_LANG = "zh_cn"
TRANSLATIONS = {{DEFAULT_LANG: ""}}
THEME = "{theme}"
TIMEZONE = "Asia/Shanghai"
DATE_FORMAT = "yyyy-MM-dd HH:mm"
NAVIGATION_LINKS = {{DEFAULT_LANG: (("/archive.html", "归档"), ("/categories/", "标签"), ("/rss.xml", "RSS"))}}
NAVIGATION_ALT_LINKS = {{DEFAULT_LANG: ()}}
POSTS = (("posts/*.md", "posts", "post.tmpl"),)
PAGES = ()
CONTENT_FOOTER = {{DEFAULT_LANG: "© 2015-2025 北岸来信 · 由 Nikola 生成 · 署名-非商业性使用 4.0"}}
"""

POST = """.. title: {title}
.. slug: {slug}
.. date: {time} UTC+08:00
.. tags: {tags}
.. category: {category}
.. author: {author}

{markdown}"""


def render(texts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    nikola = [sys.executable, "-m", "nikola"]
    for theme in THEMES:
        site = Path(theme)
        subprocess.run([*nikola, "init", "--quiet", theme], check=True)
        with (site / "conf.py").open("a", encoding="utf-8") as settings:
            settings.write(SETTINGS.format(address=ADDRESS, theme=theme))
        for article in texts["articles"]:
            post = POST.format_map(article | {"tags": ", ".join(article["tags"])})
            (site / "posts" / f"{article['slug']}.md").write_text(post, encoding="utf-8")
        subprocess.run([*nikola, "build", "--quiet"], cwd=site, check=True)
        paths = [f"posts/{article['slug']}/" for article in texts["articles"]]
        for article, path in zip(texts["articles"], paths, strict=True):
            html = (site / "output" / path / "index.html").read_text(encoding="utf-8")
            yield {"site": f"Nikola, {theme}", "url": f"{ADDRESS}/{path}", "html": html, "gold": article}
        yield from lists(f"Nikola, {theme}", ADDRESS, site / "output", ("index.html",), paths)
