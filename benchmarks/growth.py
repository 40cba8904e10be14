"""How time and memory of extraction grow with the page, from 10 KB to 10 MB.

    python -m benchmarks.growth [article|thread|replies|list]

Pages are an article of so many paragraphs with as many links beside it; a thread of so many posts; a thread of two
posts, with so many replies inside the second; or a list page of so many links, read as in a source's check. Each size
is read in a process of its own, so that memory is what this page took: at most, and with the interpreter and all that
it had loaded before. Time is CPU's; in proportion to the page it stays the same. Above 200,000 nodes a page is refused,
or of a list page not read on: threads get there before articles do.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from time import process_time

from crawler.extract import extract_page
from crawler.model import Article, Fetched, Rejected, Source, Thread
from crawler.roles.lister import Reading, read_list

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
NOW = datetime(2024, 3, 6, tzinfo=UTC)
SOURCE = Source(1, "晚报", "page", "http://news.example/list/")

HEAD = "<html><head><title>河边新建图书馆</title></head><body><h1>河边新建图书馆</h1><p>2024-03-05 14:03 来源：晚报</p>"
SENTENCE = "它有三层，读者可以在那里看书，也可以把书带回家，因为一年里的每一天它都开着。"
PARAGRAPH = f"<p>河边的{{}}号图书馆是在去年的<b>秋天</b>建成的。{SENTENCE * 5}</p>\n"
LINK = "<li class='item-{}'><a href='/news/{}.html'>河边的{}号图书馆</a></li>\n"

CHARACTERS = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面"
THREAD = "<html><head><title>河边的图书馆 - 读者论坛</title></head><body><h1>河边的图书馆</h1>"
POST = (
    "<div class='post' id='p{0}'><div class='user'><a href='/user/{1}'>读者{1}</a></div>"
    "<div class='time'>2024-02-{2:02} 10:{3:02}</div><div class='text'><p>{4}。</p></div>"
    "<div class='foot'><a href='/answer/{0}'>回复</a> <a href='/report/{0}'>举报</a></div>{5}</div>\n"
)
REPLY = (
    "<div class='reply'><a href='/user/{0}'>读者{0}</a>：<span>{1}</span>"
    " <span class='time'>2024-03-01 09:{2:02}</span></div>\n"
)


def article(size: int) -> str:
    rows = size // len((PARAGRAPH + LINK).encode())
    text = "".join(PARAGRAPH.format(row) for row in range(rows))
    links = "".join(LINK.format(row % 7, row, row) for row in range(rows))
    return f"{HEAD}<div>{text}</div><ul>{links}</ul></body></html>"


def _post(number: int, words: random.Random, replies: str = "") -> str:
    said = "".join(words.choices(CHARACTERS, k=60))
    return POST.format(number, number % 97, 1 + number * 28 // 1_000_000, number % 60, said, replies)


def thread(size: int) -> str:
    words = random.Random(size)
    posts = "".join(_post(number, words) for number in range(size // len(_post(0, words).encode())))
    return f"{THREAD}<div>{posts}</div></body></html>"


def _reply(number: int, words: random.Random) -> str:
    return REPLY.format(number % 89, "".join(words.choices(CHARACTERS, k=20)), number % 60)


def replies(size: int) -> str:
    words = random.Random(size)
    inside = "".join(_reply(number, words) for number in range(size // len(_reply(0, words).encode())))
    return f"{THREAD}<div>{_post(0, words)}{_post(1, words, inside)}</div></body></html>"


def links(size: int) -> str:
    rows = size // len(LINK.encode())
    return f"{HEAD}<ul>{''.join(LINK.format(row % 7, row, row) for row in range(rows))}</ul></body></html>"


PAGES: dict[str, Callable[[int], str]] = {"article": article, "thread": thread, "replies": replies, "list": links}


def read(name: str, html: bytes) -> Article | Rejected | Thread | Reading:
    """What a worker makes of it."""
    if name == "list":
        return read_list(SOURCE, Fetched(SOURCE.url, 200, html), {})
    return extract_page(html, now=NOW)


def count(found: Article | Rejected | Thread | Reading) -> str:
    """What was found, in a word."""
    if isinstance(found, Reading):
        return f"{len(found.links) + len(found.rejected)} links"
    if isinstance(found, Thread):
        return f"{sum(1 + len(post.children) for post in found.posts)} posts"
    return f"{len(found.text)} characters" if isinstance(found, Article) else f"refused: {found.reason}"


def measure(name: str, size: int) -> tuple[int, float, float, str]:
    """Bytes, milliseconds, the process's largest memory in MB, and what was found."""
    make = PAGES[name]
    read(name, make(SIZES[0]).encode())
    html = make(size).encode()
    started = process_time()
    found = read(name, html)
    milliseconds = (process_time() - started) * 1e3
    unit = 1 if sys.platform == "darwin" else 1024
    return len(html), milliseconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, count(found)


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "article"
    if name not in PAGES:
        sys.exit(f"no pages are called {name}: say one of {', '.join(PAGES)}")
    print(f"{'KB':>8} {'ms':>8} {'ms/MB':>8} {'MB at most':>11}  found")
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for size, milliseconds, memory, found in pool.imap(partial(measure, name), SIZES, chunksize=1):
            rate = milliseconds / size * 1e6
            print(f"{size / 1e3:8.0f} {milliseconds:8.1f} {rate:8.1f} {memory:11.0f}  {found}", flush=True)


if __name__ == "__main__":
    main()
