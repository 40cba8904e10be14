"""A server that breaks every promise of HTTP, one for each path: what a crawler of the open web must outlive.

    with HostileServer() as server:
        client.get(server.url("/drip-body"))

It listens on loopback, in threads, with real sockets; given a TLS context it speaks https. `BEHAVIOURS` lists the
paths, `server.put` adds an answer of the test's own, and `server.visits` tells what was asked.
"""

from __future__ import annotations

import gzip
import itertools
import socket
import ssl
import struct
import threading
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from types import TracebackType
from urllib.parse import unquote

import brotli
import zstandard

PAGE = (
    "<!DOCTYPE html><html><head><title>新闻</title></head><body>" + "<p>正文，一段又一段。</p>" * 100 + "</body></html>"
).encode()
FEED = b'<?xml version="1.0"?><rss version="2.0"><channel><title>feed</title></channel></rss>'
BOMB_BYTES = 100_000_000
NESTED_TAGS = 1_000_000
COOKIE = "seen=yes"

_LINGER_NOT = struct.pack("ii", 1, 0)  # SO_LINGER with no time: closing sends RST
_DRIP_S = 0.05


@dataclass
class Visit:
    """One request, and the socket to answer it on."""

    sock: socket.socket
    target: str
    headers: Mapping[str, str]
    stopping: threading.Event = field(repr=False)

    @property
    def query(self) -> str:
        """What stands after the question mark, unescaped."""
        return unquote(self.target.partition("?")[2])

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)

    def head(self, status: int = 200, **headers: object) -> None:
        """A status line and headers; `content_length=5` stands for Content-Length: 5."""
        try:
            phrase = HTTPStatus(status).phrase
        except ValueError:
            phrase = "Strange"
        lines = [f"HTTP/1.1 {status} {phrase}", *(f"{k.replace('_', '-').title()}: {v}" for k, v in headers.items())]
        self.send("\r\n".join([*lines, "", ""]).encode("latin-1"))

    def reply(self, body: bytes = PAGE, status: int = 200, kind: str = "text/html", **headers: object) -> None:
        """A whole and proper answer."""
        self.head(status, content_type=kind, content_length=len(body), **headers)
        self.send(body)

    def drip(self, data: bytes) -> None:
        """The same bytes, one at a time and with pauses, until nobody listens."""
        while True:
            for byte in data:
                self.send(bytes([byte]))
                if self.stopping.wait(_DRIP_S):
                    raise ConnectionAbortedError

    def pour(self, data: bytes) -> None:
        """The same bytes as fast as they go, until nobody listens."""
        while not self.stopping.is_set():
            self.send(data)

    def wait(self) -> None:
        """Nothing, until the server stops."""
        self.stopping.wait()


Behaviour = Callable[[Visit], None]
BEHAVIOURS: dict[str, Behaviour] = {}


def _at(path: str) -> Callable[[Behaviour], Behaviour]:
    def register(behaviour: Behaviour) -> Behaviour:
        BEHAVIOURS[path] = behaviour
        return behaviour

    return register


# --- Well-behaved, to compare with


@_at("/page")
def _page(visit: Visit) -> None:
    visit.reply()


@_at("/feed")
def _feed(visit: Visit) -> None:
    visit.reply(FEED, kind="application/octet-stream")


@_at("/chunked")
def _chunked(visit: Visit) -> None:
    visit.head(content_type="text/html", transfer_encoding="chunked")
    half = len(PAGE) // 2
    for part in (PAGE[:half], PAGE[half:]):
        visit.send(b"%x\r\n%s\r\n" % (len(part), part))
    visit.send(b"0\r\n\r\n")


@_at("/until-close")
def _until_close(visit: Visit) -> None:
    visit.head(content_type="text/html", connection="close")
    visit.send(PAGE)
    raise ConnectionAbortedError


@_at("/unchanged")
def _unchanged(visit: Visit) -> None:
    if visit.headers.get("if-none-match") == '"1"':
        visit.head(304, etag='"1"')
    else:
        visit.reply(etag='"1"')


# --- Time


@_at("/silent")
def _silent(visit: Visit) -> None:
    visit.wait()


@_at("/drip-headers")
def _drip_headers(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\nX-Long: ")
    visit.drip(b"x")


@_at("/drip-body")
def _drip_body(visit: Visit) -> None:
    visit.head(content_type="text/html", content_length=1_000_000)
    visit.drip(b"<p>")


@_at("/drip-chunks")
def _drip_chunks(visit: Visit) -> None:
    visit.head(content_type="text/html", transfer_encoding="chunked")
    visit.drip(b"1\r\na\r\n")


@_at("/drip-gzip")
def _drip_gzip(visit: Visit) -> None:
    visit.head(content_type="text/html", content_encoding="gzip")
    visit.drip(gzip.compress(b""))


@_at("/continue")
def _continue(visit: Visit) -> None:
    visit.pour(b"HTTP/1.1 100 Continue\r\n\r\n")


# --- Size


@_at("/endless")
def _endless(visit: Visit) -> None:
    visit.head(content_type="text/html")
    visit.pour(b"<p>endless</p>" * 4096)


@_at("/endless-chunks")
def _endless_chunks(visit: Visit) -> None:
    visit.head(content_type="text/html", transfer_encoding="chunked")
    visit.pour(b"1000\r\n" + b"x" * 0x1000 + b"\r\n")


@_at("/endless-header")
def _endless_header(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\nX-Long: ")
    visit.pour(b"x" * 65536)


@_at("/endless-headers")
def _endless_headers(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\n")
    visit.pour(b"X-More: yes\r\n" * 1000)


@_at("/endless-trailers")
def _endless_trailers(visit: Visit) -> None:
    visit.head(content_type="text/html", transfer_encoding="chunked")
    visit.send(b"1\r\na\r\n0\r\n")
    visit.pour(b"X-More: yes\r\n" * 1000)


@_at("/endless-nothing")
def _endless_nothing(visit: Visit) -> None:
    visit.head(content_type="text/html", content_encoding="gzip")
    visit.pour(gzip.compress(b"") * 1000)


@_at("/announced")
def _announced(visit: Visit) -> None:
    visit.head(content_type="text/html", content_length=10**12)
    visit.wait()


@_at("/nested")
def _nested(visit: Visit) -> None:
    visit.reply(b"<html><body>" + b"<div>" * NESTED_TAGS)


# --- Codings


def coded(pieces: Iterable[bytes], coding: str) -> bytes:
    """A body as a Content-Encoding would have it; `raw-deflate` is what some servers send for deflate."""
    match coding:
        case "gzip" | "deflate" | "raw-deflate":
            deflater = zlib.compressobj(wbits=_WBITS[coding])
            return b"".join([*map(deflater.compress, pieces), deflater.flush()])
        case "br":
            brotler = brotli.Compressor(quality=5)
            return b"".join([*map(brotler.process, pieces), brotler.finish()])
        case "zstd":
            zstd = zstandard.ZstdCompressor().compressobj()
            return b"".join([*map(zstd.compress, pieces), zstd.flush()])
    raise ValueError(coding)


_WBITS = {"gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS, "raw-deflate": -zlib.MAX_WBITS}


@cache
def bomb(coding: str) -> bytes:
    """100 MB of spaces, coded."""
    return coded(itertools.repeat(b" " * 1_000_000, BOMB_BYTES // 1_000_000), coding)


CODINGS = ("gzip", "deflate", "raw-deflate", "br", "zstd")


def _register_coding(coding: str) -> None:
    header = coding.removeprefix("raw-")
    BEHAVIOURS[f"/coded/{coding}"] = lambda visit: visit.reply(coded([PAGE], coding), content_encoding=header)
    BEHAVIOURS[f"/bomb/{coding}"] = lambda visit: visit.reply(bomb(coding), content_encoding=header)
    BEHAVIOURS[f"/truncated/{coding}"] = lambda visit: visit.reply(coded([PAGE], coding)[:-9], content_encoding=header)
    BEHAVIOURS[f"/false/{coding}"] = lambda visit: visit.reply(PAGE, content_encoding=header)


for _coding in CODINGS:
    _register_coding(_coding)


@_at("/bomb/twice")
def _bomb_twice(visit: Visit) -> None:
    visit.reply(gzip.compress(bomb("gzip")), content_encoding="gzip, gzip")


@_at("/bomb/many")
def _bomb_many(visit: Visit) -> None:
    visit.reply(content_encoding=", ".join(["gzip"] * 50))


@_at("/coded/stacked")
def _stacked(visit: Visit) -> None:
    visit.reply(coded([coded([PAGE], "deflate")], "gzip"), content_encoding="deflate, gzip")


@_at("/coded/unknown")
def _unknown_coding(visit: Visit) -> None:
    visit.reply(content_encoding="utf-8")


# --- Redirects: `/to?http://…` leads anywhere


@_at("/to")
def _to(visit: Visit) -> None:
    visit.head(302, location=visit.query, content_length=0)


@_at("/loop")
def _loop(visit: Visit) -> None:
    visit.head(301, location="/loop", content_length=0)


@_at("/spiral")
def _spiral(visit: Visit) -> None:
    visit.head(302, location=f"/spiral?{int(visit.query or 0) + 1}", content_length=0)


@_at("/slow-loop")
def _slow_loop(visit: Visit) -> None:
    visit.stopping.wait(4 * _DRIP_S)
    visit.head(302, location="/slow-loop", content_length=0)


@_at("/cookie")
def _cookie(visit: Visit) -> None:
    if visit.headers.get("cookie") == COOKIE:
        visit.reply()
    else:
        visit.head(302, location="/cookie", set_cookie=f"{COOKIE}; Path=/; HttpOnly", content_length=0)


@_at("/redirect-to-nowhere")
def _redirect_to_nowhere(visit: Visit) -> None:
    visit.head(302, content_length=0)


@_at("/redirect-in-utf-8")
def _redirect_in_utf_8(visit: Visit) -> None:
    visit.send("HTTP/1.1 302 Found\r\nLocation: /页面?词=中文 一\r\nContent-Length: 0\r\n\r\n".encode())


# --- Lies and noise


@_at("/short")
def _short(visit: Visit) -> None:
    visit.head(content_type="text/html", content_length=len(PAGE) + 1000)
    visit.send(PAGE)
    raise ConnectionAbortedError


@_at("/short-chunks")
def _short_chunks(visit: Visit) -> None:
    visit.head(content_type="text/html", transfer_encoding="chunked")
    visit.send(b"%x\r\n%s" % (len(PAGE) + 1000, PAGE))
    raise ConnectionAbortedError


@_at("/long")
def _long(visit: Visit) -> None:
    visit.head(content_type="text/html", content_length=len(PAGE))
    visit.send(PAGE + b"and more that nobody announced")


@_at("/two-lengths")
def _two_lengths(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\n" + PAGE)
    raise ConnectionAbortedError


@_at("/bad-chunk")
def _bad_chunk(visit: Visit) -> None:
    visit.head(content_type="text/html", transfer_encoding="chunked")
    visit.send(b"not a number\r\n" + PAGE)
    raise ConnectionAbortedError


@_at("/wrong-charset")
def _wrong_charset(visit: Visit) -> None:
    visit.reply(PAGE.decode().encode("gb18030"), kind="text/html; charset=utf-8")


@_at("/binary")
def _binary(visit: Visit) -> None:
    visit.reply(bytes(range(256)) * 100)


@_at("/pdf")
def _pdf(visit: Visit) -> None:
    visit.reply(b"%PDF-1.7\n" + b"%" * 5000)


@_at("/image")
def _image(visit: Visit) -> None:
    visit.reply(b"\xff\xd8\xff\xe0" * 1000, kind="image/jpeg")


@_at("/untyped")
def _untyped(visit: Visit) -> None:
    visit.head(content_length=len(PAGE))
    visit.send(PAGE)


@_at("/untyped-noise")
def _untyped_noise(visit: Visit) -> None:
    noise = b"just some words, no markup at all"
    visit.head(content_length=len(noise))
    visit.send(noise)


@_at("/reset")
def _reset(visit: Visit) -> None:
    visit.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
    raise ConnectionAbortedError


@_at("/reset-body")
def _reset_body(visit: Visit) -> None:
    visit.head(content_type="text/html", content_length=10 * len(PAGE))
    visit.send(PAGE)
    visit.stopping.wait(_DRIP_S)  # a reset that came at once would take the head with it
    _reset(visit)


@_at("/hang-up")
def _hang_up(_: Visit) -> None:
    raise ConnectionAbortedError


@_at("/garbage")
def _garbage(visit: Visit) -> None:
    visit.send(b"\x00\x01\x02 220 mail.example ESMTP ready\r\n" * 10)
    raise ConnectionAbortedError


@_at("/status")
def _status(visit: Visit) -> None:
    """`/status?503&Retry-After=7`."""
    status, *fields = visit.query.split("&")
    visit.reply(b"", int(status), **dict(name.split("=", 1) for name in fields))


# --- The server


class HostileServer:
    """Serves `BEHAVIOURS` on a free port of loopback, each connection in a thread, from `start` to `stop`."""

    def __init__(self, tls: ssl.SSLContext | None = None, *, host: str = "127.0.0.1") -> None:
        self._tls = tls
        self._host = host
        self._behaviours = dict(BEHAVIOURS)
        self._stopping = threading.Event()
        self._socks: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.visits: list[Visit] = []
        self.connections = 0

    def start(self) -> None:
        self._listener = socket.create_server((self._host, 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self) -> None:
        """Hang up on everybody."""
        self._stopping.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for sock in self._socks:
                with suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> HostileServer:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()

    def url(self, path: str, host: str = "") -> str:
        """The address of a path; `host` is another name for this server."""
        return f"{'https' if self._tls else 'http'}://{host or self._host}:{self.port}{path}"

    def put(self, path: str, behaviour: Behaviour) -> None:
        """An answer of the test's own."""
        self._behaviours[path] = behaviour

    def visited(self, path: str) -> int:
        """How often a path was asked for, with whatever query."""
        return sum(visit.target.partition("?")[0] == path for visit in self.visits)

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connection, args=(sock,), daemon=True).start()

    def _connection(self, sock: socket.socket) -> None:
        self.connections += 1
        try:
            if self._tls is not None:
                sock = self._tls.wrap_socket(sock, server_side=True)
            with self._lock:
                self._socks.add(sock)
            self._serve(sock)
        except (OSError, ValueError, IndexError):
            pass  # the client has gone or speaks something else, or the behaviour hangs up
        finally:
            with self._lock:
                self._socks.discard(sock)
            sock.close()

    def _serve(self, sock: socket.socket) -> None:
        with sock.makefile("rb") as stream:
            while line := stream.readline():
                target = line.decode("latin-1").split(" ")[1]
                headers = {}
                while (line := stream.readline()) not in (b"\r\n", b""):
                    name, _, value = line.decode("latin-1").partition(":")
                    headers[name.lower()] = value.strip()
                visit = Visit(sock, target, headers, self._stopping)
                self.visits.append(visit)
                self._behaviours.get(target.partition("?")[0], _missing)(visit)


def _missing(visit: Visit) -> None:
    visit.reply(b"", 404)
