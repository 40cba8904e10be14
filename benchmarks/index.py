"""What indexing costs our own processes: CPU ms per document, by store and bulk size.

    python -m benchmarks.index [DOCUMENTS]

The documents are Chinese texts of 2,000 characters with some numbers and Latin words. Elasticsearch is started for it;
its own CPU is not counted, SQLite's is, since it runs in our process.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from crawler.embedded import Database
from crawler.model import Document, Kind, url_id
from crawler.settings import Settings, Stores, load
from crawler.stores import open_documents
from crawler.stores.analysis import terms
from crawler.stores.ports import Documents, Query
from crawler.stores.schema import migrate
from tests.servers import Elasticsearch

CHARS = 2000
BULK_SIZES = (1, 16, 200)


def texts(number: int) -> Iterator[str]:
    """Random prose: words of one to four characters, used as unevenly as words are, and a comma or stop after some."""
    dice = random.Random(1)
    lengths = dice.choices((1, 2, 2, 2, 3, 4), k=20_000)
    words = ["".join(chr(dice.randint(0x4E00, 0x5E00)) for _ in range(length)) for length in lengths]
    words[50:80] = ["2024", "NBA", "3.5", "iPhone", "GDP", "15"] * 5
    weights = [1 / (rank + 10) for rank in range(len(words))]
    for _ in range(number):
        chosen = dice.choices(words, weights, k=CHARS)
        yield "".join(word + dice.choice(("", "", "", "", "，", "。")) for word in chosen)[:CHARS]


def articles(number: int) -> list[Document]:
    """Articles with those texts."""
    now = datetime.now(UTC)
    urls = [f"https://news.example.cn/2024/{place}.html" for place in range(number)]
    return [
        Document(
            url_id(url), url, Kind.ARTICLE, "news.example.cn", text[:20], text, 1, "示例", "feed", published_at=now
        )
        for url, text in zip(urls, texts(number), strict=True)
    ]


@contextmanager
def embedded(folder: Path) -> Iterator[tuple[Settings, Documents]]:
    """The SQLite store in a folder."""
    settings = load(stores=Stores.EMBEDDED, data_dir=folder / "embedded")
    migrate(settings)
    database = Database(settings.sqlite_path)
    yield settings, open_documents(settings, database)
    database.close()


@contextmanager
def servers(folder: Path) -> Iterator[tuple[Settings, Documents]]:
    """The Elasticsearch store, with a server of its own in a folder."""
    server = Elasticsearch(folder / "elasticsearch")
    server.start()
    try:
        settings = load(stores=Stores.SERVERS, elasticsearch_url=server.url)
        documents = open_documents(settings)
        documents.prepare()
        yield settings, documents
        documents.close()
    finally:
        server.close()


def cpu_ms(work: Callable[[], object], per: int) -> float:
    """CPU milliseconds of this process for one of `per` equal parts of the work."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000 / per


def add_all(documents: Documents, found: Sequence[Document], size: int) -> None:
    """Add in bulks of `size`."""
    for start in range(0, len(found), size):
        documents.add(found[start : start + size])


def search_all(documents: Documents, found: Sequence[Document]) -> None:
    """Look for three characters of each."""
    for article in found:
        documents.search(Query(article.text[100:103]))


def report(store: str, what: str, ms: float) -> None:
    print(f"{store:14} {what:24} {ms:7.3f} ms", flush=True)


def measure(store: str, documents: Documents, found: Sequence[Document]) -> None:
    """Print a line per bulk size, one for documents that are there already, and one for a search."""
    share = len(found) // len(BULK_SIZES)
    documents.add(found[-1:])  # connections and caches are made
    for place, size in enumerate(BULK_SIZES):
        part = found[place * share : (place + 1) * share]
        report(store, f"a document, bulk of {size}", cpu_ms(partial(add_all, documents, part, size), len(part)))
    report(store, "a document, known", cpu_ms(partial(add_all, documents, found[:share], 200), share))
    documents.refresh()
    report(store, "a search", cpu_ms(partial(search_all, documents, found[:50]), 50))


def main(number: int) -> None:
    found = articles(number)
    report("analysis", "a document", cpu_ms(lambda: [terms(each.text) for each in found], number))
    with tempfile.TemporaryDirectory(prefix="crawler-bench-") as folder:
        for name, store in (("sqlite", embedded), ("elasticsearch", servers)):
            with store(Path(folder)) as (_, documents):
                measure(name, documents, found)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1800)
