"""Hostile pages through an extractor: each ends within bounds of time and memory, in exactly one counted outcome."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler.fetch import Client
from crawler.frontier import Tube
from crawler.model import PageTask, url_id
from crawler.roles.extractor import Extractor
from crawler.roles.services import Services
from crawler.settings import Settings
from tests.e2e.processes import Role, wait_until
from tests.hostile import HostileServer

PARAGRAPH = "<p>河边的图书馆今天上午正式开放，许多居民一早就来排队，孩子们在新书架前看得入神。</p>"
ARTICLE = f"<title>图书馆今天开放了</title><h1>图书馆今天开放了</h1><p>2026-03-05 09:00</p>{PARAGRAPH * 9}"

UNSTORABLE = (
    '<title>图书馆今天\x01开放了</title><script type="application/ld+json">'
    '{"headline": "图书馆今天开放了\\ud83d", "author": "林\\u0000一"}</script>'
    f"<p>2024-00-05 &#xD800;&#{'9' * 5000};</p>" + ARTICLE.replace("。", "\x7f&#1;。")
)
"""Characters that no store takes, a number that Python does not read, a month that there is not."""

MEMORY_BYTES = 300_000_000
"""For eight threads that hold a hostile page of 12 MB each at the same time."""

ENDS = {
    "/endless": "dropped:too_large",
    "/endless-chunks": "dropped:too_large",
    "/endless-headers": "gave_up:broken_response",
    "/bomb/gzip": "dropped:too_large",
    "/bomb/br": "dropped:too_large",
    "/bomb/zstd": "dropped:too_large",
    "/bomb/twice": "dropped:too_large",
    "/silent": "gave_up:timeout",
    "/drip-headers": "gave_up:timeout",
    "/drip-body": "gave_up:timeout",
    "/drip-gzip": "gave_up:timeout",
    "/loop": "dropped:redirect_loop",
    "/to?http://169.254.169.254/latest/meta-data/": "dropped:forbidden_address",
    "/to?http://10.0.0.1/": "dropped:forbidden_address",
    "/to?http://[::ffff:10.0.0.1]/": "dropped:forbidden_address",
    "/to?file:///etc/passwd": "dropped:bad_url",
    "/short": "gave_up:broken_response",
    "/garbage": "gave_up:broken_response",
    "/reset": "gave_up:broken_response",
    "/binary": "dropped:content_type",
    "/nested": "dropped:empty_page",
    "/mislabelled": "indexed",
    "/unlabelled": "indexed",
    "/unstorable": "indexed",
    "/status?500": "gave_up:server_error",
    "/status?404": "dropped:not_found",
}


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        running.put(
            "/mislabelled", lambda visit: visit.reply(ARTICLE.encode("gb18030"), kind="text/html; charset=utf-8")
        )
        running.put("/unlabelled", lambda visit: visit.reply(ARTICLE.encode("gb18030"), kind="text/html"))
        running.put("/unstorable", lambda visit: visit.reply(UNSTORABLE.encode(), kind="text/html"))
        running.put("/robots.txt", lambda visit: visit.reply(b"", kind="text/plain"))
        yield running


@pytest.fixture
def settings(embedded_settings: Settings) -> Settings:
    update = {
        "fetch_deadline_s": 2.0,
        "max_attempts": 2,
        "retry_s": 0.1,
        "latency_factor": 0.0,
        "max_body_bytes": 12_000_000,
        "extractor_threads": 8,
    }
    return embedded_settings.model_validate({**embedded_settings.model_dump(), **update})


def queue_pages(services: Services, urls: list[str]) -> None:
    """Each page as the only one of its own source, so that the counted outcomes name it."""
    queue = services.queue()
    tasks = [PageTask(url=url, source_id=number) for number, url in enumerate(urls)]
    for admitted in services.frontier.admit(tasks, now=time.time()):
        queue.put(Tube.PAGES, admitted.task.encode())


def outcomes(services: Services) -> dict[int, dict[str, int]]:
    """Source id → label → count."""
    found: dict[int, dict[str, int]] = {}
    for (_, _, label, source), count in services.frontier.outcomes(days=2, now=time.time()).items():
        found.setdefault(source, {})[label] = count
    return found


def peak_memory(pid: int) -> int:
    """Bytes resident at the most, of a living process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def test_every_hostile_page_ends_within_its_bounds_in_one_outcome(
    settings: Settings, server: HostileServer, tmp_path: Path
) -> None:
    services = Services(settings)
    services.documents.prepare()
    queue_pages(services, [server.url(path) for path in ENDS])
    role = Role("extractor", settings, tmp_path / "extractor.log")
    role.start()
    try:
        wait_until(lambda: services.frontier.pending_count() == 0, "every page has ended", timeout_s=120)
        assert role.process
        assert peak_memory(role.process.pid) < MEMORY_BYTES
    finally:
        role.kill()
    ended = outcomes(services)
    assert {path: ended[number] for number, path in enumerate(ENDS)} == {path: {end: 1} for path, end in ENDS.items()}
    for path in ("/mislabelled", "/unlabelled", "/unstorable"):
        document = services.documents.get(url_id(server.url(path)))
        assert document
        assert document.text.count("图书馆今天上午正式开放") == 9
    services.close()


def test_a_name_that_resolves_to_a_private_address_is_refused(settings: Settings) -> None:
    def resolve(host: str, port: int) -> list[str]:
        return {"inside.example": ["10.0.0.7"]}[host]

    services = Services(settings)
    services.__dict__["client"] = Client(settings, resolve=resolve)
    url = "http://inside.example/"
    queue_pages(services, [url])
    extractor = Extractor(services)
    run_until_done(extractor, services)
    assert outcomes(services) == {0: {"dropped:forbidden_address": 1}}
    services.close()


def run_until_done(extractor: Extractor, services: Services) -> None:
    stop = threading.Event()
    thread = threading.Thread(target=extractor.workers.run, args=(stop,))
    thread.start()
    wait_until(lambda: services.frontier.pending_count() == 0, "the page has ended", timeout_s=60)
    stop.set()
    thread.join()
