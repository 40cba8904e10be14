"""The demo web's server: a proxy to crawlers, a plain web server to people."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self, cast
from urllib.parse import urlsplit

from crawler.demo.pages import Page, demo_pages, index, not_found
from crawler.errors import Fatal


class DemoWeb:
    """Serves the demo sites on `host`, each under its own name.

    To a client that uses it as its HTTP proxy it is these hosts and nothing else: others are answered with 502. Without
    a proxy, / links the sites, and /<host>/<path> shows their pages with links that work in a browser.
    Dates count back from `now` (aware; the start, if it is not given).
    """

    def __init__(self, now: datetime | None = None, port: int = 0, host: str = "127.0.0.1") -> None:
        self._now = now or datetime.now(UTC)
        self._host = host
        self._port = port
        self._server: _Server | None = None

    def start(self) -> Self:
        """Listen on `port`, or a free one if it is 0. Raises Fatal when the port cannot be had."""
        try:
            self._server = _Server((self._host, self._port), self._now)
        except OSError as error:
            where = f"{self._host} port {self._port}"
            raise Fatal(
                f"The demo web cannot listen on {where}: {error.strerror}. Choose another port, or 0 for any."
            ) from None
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, name="demo-web", daemon=True).start()
        return self

    def stop(self) -> None:
        """Stop listening. Does nothing if it has not started."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def proxy_url(self) -> str:
        """Where it listens: for the setting `proxy`, and for a browser."""
        return f"http://{self._host}:{self._port}"


class DemoSites:
    """What the server answers, as a value: host → path → page."""

    def __init__(self, now: datetime) -> None:
        self._hosts = demo_pages(now)
        self._index = index(now)

    def answer(self, target: str, host: str) -> Page:
        """The page for a request line's target (a whole URL, or a path on the Host header's `host`)."""
        if "://" in target:
            parts = urlsplit(target)
            return self._page(parts.netloc, parts.path or "/")
        path = target.partition("?")[0]
        if host in self._hosts:
            return self._page(host, path)
        first, _, rest = path[1:].partition("/")
        if first in self._hosts:
            return self._page(first, "/" + rest).browsable(first, self._hosts)
        return self._index if path == "/" else not_found()

    def _page(self, host: str, path: str) -> Page:
        pages = self._hosts.get(host.lower().removesuffix(":80"))
        if pages is None:
            return refusal(host)
        return pages.get(path) or not_found()


def refusal(host: str) -> Page:
    """The answer to a proxy request for a host that is not ours."""
    sentence = f"This is the demo web's proxy: it has no way to {host}, only to the demo sites.\n"
    return Page(sentence, "text/plain; charset=utf-8", status=502)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # Everything a crawler asks for at once may wait; the default of 5 would refuse some of it.
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], now: datetime) -> None:
        self.sites = DemoSites(now)
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60.0
    # A head and a body in two writes would wait for each other's acknowledgement (Nagle).
    wbufsize = -1

    def do_GET(self) -> None:
        page = cast(_Server, self.server).sites.answer(self.path, self.headers.get("Host", ""))
        unchanged = page.unchanged(cast(Mapping[str, str], self.headers))
        self._send(replace(page, text="", status=304) if unchanged else page, page.headers())

    def do_CONNECT(self) -> None:
        page = refusal(self.path)
        self._send(page, page.headers())
        self.close_connection = True

    def _send(self, page: Page, headers: Mapping[str, str]) -> None:
        self.send_response(page.status)
        for name, value in headers.items():
            self.send_header(name, value)
        if page.status != 304:
            self.send_header("Content-Length", str(len(page.body)))
        self.end_headers()
        self.wfile.write(page.body)

    def log_message(self, *_: object) -> None:
        """Say nothing: the crawler logs what it fetches."""
