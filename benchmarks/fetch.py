"""CPU for one fetch: requests, urllib3's pools, urllib3's bare connection, and our client, from one loopback server.

    python -m benchmarks.fetch [--fetches 1000] [--bytes 60000] [--gzip]

The server is a process of its own, so its CPU is not counted. Prints milliseconds of CPU (user and system) for one
fetch over a kept connection, the best of five rounds, and how many times the bare connection's that is.
"""

from __future__ import annotations

import argparse
import gzip
import multiprocessing
import socket
import threading
import time
from collections.abc import Callable

import requests
import urllib3
from urllib3.connection import HTTPConnection

from crawler.fetch import Client
from crawler.fetch.encoding import ACCEPT_ENCODING
from crawler.settings import load

ROUNDS = 5
HEADERS = {"User-Agent": "crawler/0.1", "Accept": "text/html", "Accept-Encoding": ACCEPT_ENCODING}


def main() -> None:
    options = _options()
    answer = _answer(options.bytes, options.gzip)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = multiprocessing.Process(target=_serve, args=(listener, answer), daemon=True)
        server.start()
        try:
            _report(listener.getsockname()[1], options.fetches)
        finally:
            server.terminate()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="CPU of one fetch, by layer.")
    parser.add_argument("--fetches", type=int, default=1000, help="fetches in a round")
    parser.add_argument("--bytes", type=int, default=60_000, help="bytes of the page, before it is compressed")
    parser.add_argument("--gzip", action="store_true", help="send it compressed")
    return parser.parse_args()


def _report(port: int, fetches: int) -> None:
    ways = {
        "urllib3 connection": _bare_connection(port),
        "our client": _client(port),
        "urllib3 pools": _pools(port),
        "requests": _requests(port),
    }
    floor = 0.0
    for name, fetch in ways.items():
        cost_ms = _cpu_ms(fetch, fetches)
        floor = floor or cost_ms
        print(f"{name:20} {cost_ms:6.3f} ms CPU  {cost_ms / floor:4.1f} ×")


def _cpu_ms(fetch: Callable[[], object], fetches: int) -> float:
    fetch()
    rounds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        for _ in range(fetches):
            fetch()
        rounds.append((time.process_time() - started) / fetches * 1000)
    return min(rounds)


def _bare_connection(port: int) -> Callable[[], object]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)

    def fetch() -> bytes:
        connection.request("GET", "/news/1.html", headers=HEADERS)
        return connection.getresponse().data

    return fetch


def _pools(port: int) -> Callable[[], object]:
    pools = urllib3.PoolManager()
    return lambda: pools.request("GET", f"http://127.0.0.1:{port}/news/1.html", headers=HEADERS, timeout=10).data


def _requests(port: int) -> Callable[[], object]:
    session = requests.Session()
    return lambda: session.get(f"http://127.0.0.1:{port}/news/1.html", headers=HEADERS, timeout=10).content


def _client(port: int) -> Callable[[], object]:
    client = Client(load(allow_networks="127.0.0.0/8"))
    return lambda: client.get(f"http://127.0.0.1:{port}/news/1.html").body


def _answer(size: int, compressed: bool) -> bytes:
    body = ("<!DOCTYPE html><p>正文，一段又一段。</p>\n" * (size // 40))[:size].encode()[:size]
    coding = b""
    if compressed:
        body, coding = gzip.compress(body), b"Content-Encoding: gzip\r\n"
    head = b"HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Tue, 05 Mar 2024 06:03:00 GMT\r\nVary: Accept-Encoding\r\n"
    head += b"Content-Type: text/html; charset=utf-8\r\nCache-Control: max-age=60\r\nConnection: keep-alive\r\n"
    return head + coding + b"Content-Length: %d\r\n\r\n" % len(body) + body


def _serve(listener: socket.socket, answer: bytes) -> None:
    while True:
        sock, _ = listener.accept()
        threading.Thread(target=_answer_all, args=(sock, answer), daemon=True).start()


def _answer_all(sock: socket.socket, answer: bytes) -> None:
    asked = b""
    while received := sock.recv(65_536):
        asked += received
        if asked.endswith(b"\r\n\r\n"):
            sock.sendall(answer)
            asked = b""


if __name__ == "__main__":
    main()
