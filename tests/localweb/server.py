"""The server's side of the local web: one asyncio loop in a process of its own, so that its CPU is nobody else's."""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections.abc import Mapping
from dataclasses import replace
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from tests.localweb.certificates import Authority
from tests.localweb.page import Fault, Page, failure

_CHUNK = 65536
_LINGER_NOT = struct.pack("ii", 1, 0)  # SO_LINGER with no time: closing sends RST


class Site:
    """What is served, and what was asked for: all the state that the parent process can change or read."""

    def __init__(self, pages: Mapping[str, Page], folder: Path) -> None:
        self._pages: dict[str, Page] = {}
        self._by_path: dict[str, str | None] = {}  # None: several pages have this path
        self._wire: dict[str, bytes] = {}
        self._hosts: set[str] = set()
        self._faults: dict[str, Fault] = {}
        self._requests: list[tuple[float, str, str]] = []
        self.authority = Authority(folder)
        for url, page in pages.items():
            self.put(url, page)

    # --- What the parent process calls

    def put(self, url: str, page: Page) -> None:
        url = url.partition("#")[0]
        path = _path(url)
        self._by_path[path] = url if self._by_path.get(path, url) == url else None
        self._pages[url] = page
        self._wire.clear()
        self._hosts.add(urlsplit(url).netloc.lower())

    def fault(self, where: str, fault: Fault | None) -> None:
        if fault is None:
            self._faults.pop(where, None)
        else:
            self._faults[where] = fault

    def requests(self) -> list[tuple[float, str, str]]:
        return self._requests

    def forget(self) -> None:
        self._requests = []

    def cpu_s(self) -> float:
        return time.process_time()

    # --- What a connection calls

    def knows(self, host: str) -> bool:
        return host in self._hosts

    def record(self, url: str, head: bytes) -> None:
        self._requests.append((time.time(), url, head.decode("latin-1")))

    def page(self, url: str) -> Page:
        """The page at an URL. A crawler may drop parameters and escape characters: a path that only one page has is
        found."""
        page = self._pages.get(url) or self._pages.get(self._by_path.get(_path(url)) or "")
        if page is not None:
            return page
        if self.knows(urlsplit(url).netloc):
            return failure(404)
        return Page(f"No page of {urlsplit(url).netloc} is in this local web.".encode(), "text/plain", 502)

    def wire(self, url: str, head: bytes) -> bytes:
        """The whole answer to a plain request, encoded once per URL."""
        if b"\r\nif-none-match:" in head.lower() and (page := self.page(url)).etag and page.etag.encode() in head:
            return replace(page, body=b"", status=304).head
        if url not in self._wire:
            page = self.page(url)
            self._wire[url] = page.head + page.body
        return self._wire[url]

    def misbehaviour(self, url: str) -> Fault | None:
        """The fault that this request is to suffer: the URL's own before its host's."""
        for where in (url, urlsplit(url).netloc) if self._faults else ():
            fault = self._faults.get(where)
            if fault is not None:
                if fault.times is not None:
                    self.fault(where, replace(fault, times=fault.times - 1) if fault.times > 1 else None)
                return fault
        return None


class Connection(asyncio.Protocol):
    """One client: HTTP/1.1 with keep-alive, as a proxy or, within a CONNECT tunnel, as the site `origin` itself."""

    def __init__(self, site: Site, origin: str = "") -> None:
        self._site = site
        self._origin = origin
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._task: asyncio.Task[None] | None = None
        self._writable = asyncio.Event()
        self._writable.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._advance()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._advance()

    def connection_lost(self, error: Exception | None) -> None:
        self._writable.set()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def _advance(self) -> None:
        # A tunnel's first bytes can come before its transport does; and requests are answered one after another.
        while self._transport and self._task is None and (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            head, self._buffer = self._buffer[:end], self._buffer[end + 4 :]
            self._request(self._transport, head)

    def _request(self, transport: asyncio.Transport, head: bytes) -> None:
        method, _, target = head.partition(b"\r\n")[0].decode("latin-1").partition(" ")
        target = target.rpartition(" ")[0]
        if method == "CONNECT":
            self._task = asyncio.create_task(self._tunnel(transport, target))
            return
        url = target if "://" in target else (self._origin or _host_header(head)) + target
        self._site.record(url, head)
        fault = self._site.misbehaviour(url)
        if fault is None:
            transport.write(self._site.wire(url, head))
        else:
            self._task = asyncio.create_task(self._misbehave(transport, url, fault))

    async def _tunnel(self, transport: asyncio.Transport, target: str) -> None:
        host, _, port = target.rpartition(":")
        place = host if port == "443" else target
        if not self._site.knows(place):
            self._site.record(f"https://{place}", b"CONNECT")
            refusal = self._site.page(f"https://{place}/")
            transport.write(refusal.head + refusal.body)
            transport.close()
            return
        transport.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        inner = Connection(self._site, f"https://{place}")
        try:
            secured = await asyncio.get_running_loop().start_tls(
                transport, inner, self._site.authority.context(host), server_side=True
            )
        except OSError:  # the client does not trust us, or went away: that is its affair
            transport.close()
            return
        if secured is not None:
            inner.connection_made(secured)

    async def _misbehave(self, transport: asyncio.Transport, url: str, fault: Fault) -> None:
        await asyncio.sleep(fault.delay_s)
        page = fault.page or self._site.page(url)
        if fault.reset:
            _reset(transport)
        elif fault.endless:
            await self._send_for_ever(transport, page)
        elif fault.drip_s:
            await self._drip(transport, page, fault.drip_s)
        else:
            transport.write(page.head + page.body[: fault.cut_after])
            if fault.cut_after is not None:
                transport.close()
        self._task = None
        self._advance()

    async def _drip(self, transport: asyncio.Transport, page: Page, pause_s: float) -> None:
        transport.write(page.head)
        for byte in page.body:
            if transport.is_closing():
                return
            transport.write(bytes([byte]))
            await asyncio.sleep(pause_s)

    async def _send_for_ever(self, transport: asyncio.Transport, page: Page) -> None:
        lines = [line for line in page.head.split(b"\r\n") if not line.startswith(b"Content-Length")]
        transport.write(b"\r\n".join(lines))  # with no length, the body lasts until the connection ends
        chunk = page.body * (_CHUNK // max(len(page.body), 1) + 1) or b" " * _CHUNK
        while not transport.is_closing():
            transport.write(chunk)
            await self._writable.wait()
            await asyncio.sleep(0)


def _reset(transport: asyncio.Transport) -> None:
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
    transport.abort()


def _host_header(head: bytes) -> str:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"host":
            return "http://" + value.strip().decode("latin-1")
    return "http://"


def _path(url: str) -> str:
    """Host and path, in whatever case and escapes: what two spellings of an URL have in common."""
    return unquote(url.partition("://")[2].partition("?")[0]).lower()


def serve(pages: Mapping[str, Page], folder: Path, pipe: Pipe, host: str) -> None:
    """Serve until the pipe is closed. Says its port first; then each message is a method of Site and its arguments."""
    asyncio.run(_serve(Site(pages, folder), pipe, host))


async def _serve(site: Site, pipe: Pipe, host: str) -> None:
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    server = await loop.create_server(lambda: Connection(site), host, 0, backlog=1024)
    pipe.send(server.sockets[0].getsockname()[1])

    def command() -> None:
        try:
            name, arguments = cast(tuple[str, tuple[Any, ...]], pipe.recv())
        except EOFError:  # the parent has stopped us, or is gone
            loop.remove_reader(pipe.fileno())
            done.set_result(None)
            return
        pipe.send(getattr(site, name)(*arguments))

    loop.add_reader(pipe.fileno(), command)
    await done
    server.close()
