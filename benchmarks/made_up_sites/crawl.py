"""Crawl made-up sites as they are crawled everywhere: from rows of sources to documents, by all roles in one process
over embedded stores."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path

from benchmarks.made_up_sites.site import Site
from crawler.model import Document, Source
from crawler.roles.run import LocalRun
from crawler.roles.services import Services
from crawler.settings import Settings, Stores, load
from crawler.stores import Query
from crawler.stores.schema import migrate
from tests.localweb import LocalWeb, Page, moved

MAX_DOCUMENTS = 10_000
"""Of a site."""


@dataclass(slots=True)
class Crawl:
    """Sites that are crawled. What was served last stands in `_served`, so that only what changed is put anew."""

    sites: Sequence[Site]
    web: LocalWeb
    services: Services
    sources: Mapping[int, int] = field(default_factory=dict)
    _served: dict[str, Page] = field(default_factory=dict)

    def add_sources(self) -> None:
        """A row for each site, which says no more than where it is."""
        rows = [self.services.sources.add(Source(0, one.host, one.channel, one.source_url)) for one in self.sites]
        self.sources = {one.seed: row.id for one, row in zip(self.sites, rows, strict=True)}

    def round(self) -> dict[int, list[Document]]:
        """Check all sources until nothing is left to do. What is indexed of each site then, by its seed."""
        for site in self.sites:
            kinds = {site.source_url: "application/rss+xml"} if site.channel == "feed" else {}
            for url, page in site.pages().items():
                self._put(url, Page(page.encode(), f"{kinds.get(url, 'text/html')}; charset=utf-8"))
            for url, there in site.moves().items():
                self._put(url, moved(there))
        self.services.sources.make_due()
        LocalRun(self.services).run(threading.Event(), once=True, progress=lambda tally: None)
        return {seed: self._documents(source) for seed, source in self.sources.items()}

    def _put(self, url: str, page: Page) -> None:
        if self._served.get(url) != page:
            self._served[url] = page
            self.web.put(url, page)

    def _documents(self, source: int) -> list[Document]:
        query = Query(source_id=source, limit=MAX_DOCUMENTS)
        return [hit.document for hit in self.services.documents.search(query).hits]


@contextmanager
def crawled(sites: Sequence[Site], *, template_days: float = 30) -> Iterator[Crawl]:
    """A web of the sites, and what crawls it."""
    with tempfile.TemporaryDirectory() as folder, LocalWeb({}) as web:
        settings = _settings(Path(folder), web, template_days)
        migrate(settings)
        with closing(Services(settings)) as services:
            services.documents.prepare()
            crawl = Crawl(sites, web, services)
            crawl.add_sources()
            yield crawl


def _settings(folder: Path, web: LocalWeb, template_days: float) -> Settings:
    return load(
        stores=Stores.EMBEDDED,
        data_dir=folder / "data",
        proxy=web.proxy_url,
        ca_file=web.ca_file,
        allow_networks=(ip_network("127.0.0.0/8"),),
        template_days=template_days,
        host_interval_s=0.0,
        latency_factor=0.0,
        retry_s=0.1,
        poll_s=0.2,
        extractor_threads=2,
        lister_threads=2,
        log_level="ERROR",
    )
