"""How threads of made-up templates are read: forums that nobody has built, put together at random, with known posts.

    python -m benchmarks.made_up_threads [--seed 1] [--pages 500] [--worst 5]

A template is a layout of posts (tables, lists, heads beside their texts, ...), names of classes that say something,
nothing or that are none, forms of times and of addresses of profiles, and what stands around: columns with other
threads, notes, adverts, links to other pages. Each page is of a template of its own. Prints the figures of
`benchmarks.engines` in percent, for all pages and by what their templates chose: what is read worse than the rest has a
cause to look for.
"""

from __future__ import annotations

from benchmarks.engines.comparison import Figures, compare_thread
from benchmarks.made_up import MadeUp, run
from benchmarks.made_up_threads.page import made_up
from benchmarks.made_up_threads.posts import NOW
from crawler.extract import extract_page
from crawler.model import Thread


def read(page: MadeUp) -> Figures:
    """What is found on a page beside what was put in."""
    found = extract_page(page.html.encode(), page.url, now=NOW)
    follows = (found.next_page or "") if isinstance(found, Thread) else ""
    return {**compare_thread(page.gold, found), "next": follows == page.gold["next"]}


if __name__ == "__main__":
    run("made-up threads", __doc__, made_up, read, worst_by="found clean")
