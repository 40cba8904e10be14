"""The blog of Material for MkDocs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .blog import lists

KIND = "articles"
SITE = "Material for MkDocs"
REQUIREMENTS = ("mkdocs==1.6.1", "mkdocs-material==9.7.7", "markdown==3.11.3")
ADDRESS = "https://docs.material.example"

SETTINGS = f"""
site_name: 石榴工作室
site_url: {ADDRESS}/
copyright: © 2015-2025 石榴工作室
theme:
  name: material
  language: zh
  font: false
  features: [navigation.tabs, navigation.footer, content.code.copy]
plugins:
  - blog: {{post_url_format: "{{date}}/{{slug}}", post_excerpt: optional}}
  - tags
nav: [首页: index.md, 博客: [blog/index.md]]
markdown_extensions: [tables, pymdownx.highlight, pymdownx.superfences, toc: {{permalink: true, title: 目录}}]
"""

POST = """---
date: {time}
slug: {slug}
authors: [{author}]
categories: [{category}]
tags: {tags}
---

# {title}

{markdown}"""


def render(texts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    posts = Path("docs", "blog", "posts")
    posts.mkdir(parents=True)
    Path("mkdocs.yml").write_text(SETTINGS, encoding="utf-8")
    Path("docs", "index.md").write_text("# 石榴工作室\n\n我们做一些小工具，也写一些字。\n", encoding="utf-8")
    Path("docs", "blog", "index.md").write_text("# 博客\n", encoding="utf-8")
    names = {article["author"]: f"author{number}" for number, article in enumerate(texts["articles"])}
    authors = {key: {"name": name, "description": "撰稿人", "avatar": f"{key}.png"} for name, key in names.items()}
    (posts.parent / ".authors.yml").write_text(json.dumps({"authors": authors}), encoding="utf-8")
    for article in texts["articles"]:
        post = POST.format_map(article | {"author": names[article["author"]], "tags": json.dumps(article["tags"])})
        (posts / f"{article['slug']}.md").write_text(post, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet"], check=True)
    paths = [f"blog/{one['time'][:10].replace('-', '/')}/{one['slug']}/" for one in texts["articles"]]
    for article, path in zip(texts["articles"], paths, strict=True):
        html = Path("site", path, "index.html").read_text(encoding="utf-8")
        yield {"site": SITE, "url": f"{ADDRESS}/{path}", "html": html, "gold": article}
    yield from lists(SITE, ADDRESS, Path("site"), ("blog/index.html",), paths)
