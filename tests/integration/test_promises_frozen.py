"""Workers that freeze (SIGSTOP) and go on later: what they held is done by others, and counted once."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from crawler.frontier import Tube
from crawler.model import PageTask
from crawler.roles.services import Services
from crawler.roles.status import gather
from crawler.settings import Settings
from tests.e2e.index import all_documents
from tests.e2e.processes import Role, wait_until
from tests.localweb import Fault, LocalWeb, synthetic

PAGES = 60
HOSTS = 12


@contextmanager
def running(role: Role) -> Iterator[Role]:
    role.start()
    try:
        yield role
    finally:
        role.kill()


def ended(services: Services) -> int:
    return sum(one.count for one in gather(services, days=2).outcomes if one.tube == "page")


def test_what_a_frozen_extractor_holds_is_done_by_others_and_counted_once(
    server_settings: Settings, tmp_path: Path
) -> None:
    shelf = synthetic(PAGES, HOSTS, now=datetime.now(UTC))
    with LocalWeb(shelf.pages) as web, ExitStack() as stack:
        for number in range(HOSTS):
            web.fault(f"news{number:03}.example", Fault(delay_s=0.5))
        settings = server_settings.model_copy(
            update={
                "proxy": web.proxy_url,
                "lease_s": 2,
                "pending_timeout_s": 3.0,
                "sweep_s": 0.5,
                "poll_s": 0.5,
                "latency_factor": 0.0,
                "fetch_deadline_s": 5.0,
                "extractor_threads": 12,
            }
        )
        services = stack.enter_context(closing(Services(settings)))
        services.documents.prepare()
        queue = services.queue()
        tasks = [PageTask(url, source_id=1) for url in shelf.gold]
        for one in services.frontier.admit(tasks, now=0):
            queue.put(Tube.PAGES, one.task.encode())
        services.frontier.mark_seen([task.url for task in tasks])

        frozen, healthy, controller = (
            Role(role, settings, tmp_path / f"{number}.log")
            for number, role in enumerate(("extractor", "extractor", "controller"))
        )
        stack.enter_context(running(frozen))
        wait_until(lambda: queue.stats(Tube.PAGES).reserved == 12, "the first extractor holds as much as it can")
        assert frozen.process
        os.kill(frozen.process.pid, signal.SIGSTOP)
        stack.enter_context(running(healthy))
        stack.enter_context(running(controller))
        wait_until(lambda: services.frontier.pending_count() == 0, "every page is done", timeout_s=60)

        os.kill(frozen.process.pid, signal.SIGCONT)
        wait_until(lambda: queue.stats(Tube.PAGES).total == 0, "nothing is queued", timeout_s=60)
        code, _ = frozen.stop()
        assert code == 0
        assert ended(services) == PAGES
        assert services.frontier.pending_count() == 0
        assert sorted(document["url"] for document in all_documents(settings)) == sorted(shelf.gold)
