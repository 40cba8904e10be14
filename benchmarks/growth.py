"""How time and memory of extraction grow with the page, from 10 KB to 10 MB.

    python -m benchmarks.growth

Pages are an article of so many paragraphs with as many links beside it. Each size is read in a process of its own, so
that memory is what this page took: at most, and with the interpreter and all that it had loaded before. Time is CPU's;
in proportion to the page it stays the same.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
from datetime import UTC, datetime
from time import process_time

from crawler.extract import extract_page

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
NOW = datetime(2024, 3, 6, tzinfo=UTC)

HEAD = "<html><head><title>河边新建图书馆</title></head><body><h1>河边新建图书馆</h1><p>2024-03-05 14:03 来源：晚报</p>"
SENTENCE = "它有三层，读者可以在那里看书，也可以把书带回家，因为一年里的每一天它都开着。"
PARAGRAPH = f"<p>河边的{{}}号图书馆是在去年的<b>秋天</b>建成的。{SENTENCE * 5}</p>\n"
LINK = "<li class='item-{}'><a href='/news/{}.html'>河边的{}号图书馆</a></li>\n"


def page(size: int) -> bytes:
    """A page of about so many bytes."""
    rows = size // len((PARAGRAPH + LINK).encode())
    article = "".join(PARAGRAPH.format(row) for row in range(rows))
    links = "".join(LINK.format(row % 7, row, row) for row in range(rows))
    return f"{HEAD}<div>{article}</div><ul>{links}</ul></body></html>".encode()


def measure(size: int) -> tuple[int, float, float, int]:
    """Bytes, milliseconds, the process's largest memory in MB, and characters of text found."""
    extract_page(page(SIZES[0]), now=NOW)
    html = page(size)
    started = process_time()
    found = extract_page(html, now=NOW)
    milliseconds = (process_time() - started) * 1e3
    unit = 1 if sys.platform == "darwin" else 1024
    return len(html), milliseconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, len(found.text)


def main() -> None:
    print(f"{'KB':>8} {'ms':>8} {'ms/MB':>8} {'MB at most':>11} {'characters':>11}")
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for size, milliseconds, memory, characters in pool.imap(measure, SIZES, chunksize=1):
            rate = milliseconds / size * 1e6
            print(f"{size / 1e3:8.0f} {milliseconds:8.1f} {rate:8.1f} {memory:11.0f} {characters:11}", flush=True)


if __name__ == "__main__":
    main()
