"""Lets one engine render the texts. Runs in that engine's environment and imports nothing of the crawler.

    python driver.py ENGINE texts.json pages.jsonl

A page is {"site", "url", "html", "gold"}; its gold is the article or thread that was put in, with the posts that stand
on this page, and null for what the site is set up not to show. The gold of a list is {"links": addresses}: those of all
that was put in.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path


def main(engine: str, texts: str, pages: str) -> None:
    render = import_module(f"sites.{engine}").render
    with Path(pages).open("w", encoding="utf-8") as lines:
        for page in render(json.loads(Path(texts).read_text(encoding="utf-8"))):
            lines.write(json.dumps(page) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
