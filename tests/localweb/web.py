"""The local web as tests see it."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Self, cast

from tests.localweb.page import Fault, Page
from tests.localweb.server import serve

_STOP_S = 5.0


@dataclass(frozen=True, slots=True)
class Request:
    """One request that came in: when (Unix seconds), for which URL, and its head as it was sent.

    A tunnel to a host that is not here counts as a request for `https://host`.
    """

    at: float
    url: str
    head: str


class LocalWeb:
    """An HTTP proxy on `host` that answers for the hosts of `pages` (URL → page), for https hosts through CONNECT.

    It is a process of its own, from `start` to `stop`; use it as a context manager. A host with no page answers 502, an
    URL with no page 404, and so does a robots.txt that nobody put. `Page.headers` with an ETag gives 304 answers.
    """

    def __init__(self, pages: Mapping[str, Page], host: str = "127.0.0.1") -> None:
        self._pages = pages
        self._host = host
        self._folder = TemporaryDirectory(prefix="localweb-")
        self._lock = Lock()
        self.port = 0

    def start(self) -> Self:
        # Spawned and not forked: the tests' own threads and sockets stay where they are.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        arguments = (self._pages, Path(self._folder.name), theirs, self._host)
        self._process = context.Process(target=serve, args=arguments, name="localweb", daemon=True)
        self._process.start()
        theirs.close()
        self.port = self._pipe.recv()
        return self

    def stop(self) -> None:
        self._pipe.close()
        self._process.join(_STOP_S)
        self._process.kill()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def proxy_url(self) -> str:
        return f"http://{self._host}:{self.port}"

    @property
    def ca_file(self) -> Path:
        """PEM file that verifies the https hosts: for the setting `ca_file`."""
        return Path(self._folder.name, "ca.pem")

    def put(self, url: str, page: Page) -> None:
        """Add a page, or replace it."""
        self._call("put", url, page)

    def robots(self, host: str, text: str) -> None:
        """Give a host its robots.txt."""
        for scheme in ("http", "https"):
            self.put(f"{scheme}://{host}/robots.txt", Page(text.encode(), "text/plain"))

    def fault(self, where: str, fault: Fault) -> None:
        """Let an URL, or a host with all its URLs, misbehave."""
        self._call("fault", where, fault)

    def heal(self, where: str) -> None:
        """Let it behave again."""
        self._call("fault", where, None)

    @property
    def requests(self) -> list[Request]:
        """Every request since the start or `forget`, in the order in which they came."""
        return [Request(*row) for row in self._call("requests")]

    @property
    def counts(self) -> Counter[str]:
        """How often each URL was asked for."""
        return Counter(request.url for request in self.requests)

    def times(self, host: str) -> list[float]:
        """When a host was asked for anything (Unix seconds), in order."""
        return [request.at for request in self.requests if request.url.split("/")[2] == host]

    def forget(self) -> None:
        """Forget the requests so far."""
        self._call("forget")

    @property
    def cpu_s(self) -> float:
        """CPU seconds that the server's process has used."""
        return cast(float, self._call("cpu_s"))

    def _call(self, name: str, *arguments: object) -> Any:
        with self._lock:
            self._pipe.send((name, arguments))
            return self._pipe.recv()
