"""What a killed process held in the embedded stores, jobs and the lock, is the next one's at once."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

from crawler.frontier import Tube, TubeStats
from crawler.model import Source
from crawler.roles.controller import Controller
from crawler.roles.services import Services
from crawler.roles.status import gather
from crawler.settings import Settings

LEASES_A_JOB = """
import sys
from pathlib import Path
from crawler.frontier import Tube
from crawler.roles.services import Services
from crawler.settings import load

services = Services(load(data_dir=Path(sys.argv[1])))
queue = services.queue()
queue.put(Tube.PAGES, b"{}")
assert queue.reserve(Tube.PAGES, timeout_s=5)
print("leased", flush=True)
sys.stdin.read()
"""


TAKES_CHARGE = """
import sys
from pathlib import Path
from crawler.roles.controller import Controller
from crawler.roles.services import Services
from crawler.settings import load

services = Services(load(data_dir=Path(sys.argv[1]), min_free_bytes=0))
Controller(services).round(services.queue())
print("in charge", flush=True)
sys.stdin.read()
"""


def leasing(settings: Settings) -> subprocess.Popen[str]:
    """A process that holds a job until it is killed."""
    return running(LEASES_A_JOB, "leased", settings)


def running(program: str, said: str, settings: Settings) -> subprocess.Popen[str]:
    """A process that has done what it is for, and lives until it is killed."""
    command = [sys.executable, "-c", program, str(settings.data_dir)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == f"{said}\n"
    return process


def found_at_the_start(settings: Settings) -> TubeStats:
    """What the next process finds that takes jobs."""
    with closing(Services(settings)) as services:
        queue = services.queue()
        queue.reserve(Tube.LISTS, timeout_s=0)
        return queue.stats(Tube.PAGES)


def test_what_a_killed_process_held_is_ready_at_once(embedded_settings: Settings) -> None:
    with leasing(embedded_settings) as process:
        process.kill()
    assert found_at_the_start(embedded_settings) == TubeStats(ready=1)


def test_what_a_living_process_holds_stays_its_own(embedded_settings: Settings) -> None:
    with leasing(embedded_settings) as one, leasing(embedded_settings) as other:
        one.kill()
        one.wait()
        assert found_at_the_start(embedded_settings) == TubeStats(reserved=2)
        other.kill()
        other.wait()
        assert found_at_the_start(embedded_settings) == TubeStats(ready=2)


def test_whoever_only_looks_on_keeps_nothing_from_being_done_at_once(embedded_settings: Settings) -> None:
    with closing(Services(embedded_settings)) as web, leasing(embedded_settings) as process:
        gather(web)
        process.kill()
        process.wait()
        assert web.queue().stats(Tube.PAGES) == TubeStats(reserved=1)
        assert found_at_the_start(embedded_settings) == TubeStats(ready=1)


def test_the_lock_of_a_killed_controller_is_free_at_once_and_that_of_a_living_one_is_not(
    embedded_settings: Settings,
) -> None:
    with closing(Services(embedded_settings)) as services, running(TAKES_CHARGE, "in charge", embedded_settings) as one:
        source = services.sources.add(Source(0, "a", "feed", "http://a.example/feed"))
        controller, queue = Controller(services), services.queue()
        controller.round(queue)
        assert queue.stats(Tube.LISTS).total == 0
        one.kill()
        one.wait()
        controller.round(queue)
        assert queue.stats(Tube.LISTS).total == 1
        lease = services.sources.acquire("another", now=datetime.now(UTC) + timedelta(minutes=1), lock_s=60)
        assert lease, "it is found out once: whoever took the lock later, by its time, is alive"
        services.sources.update(source.id, next_check_at=None, queued_at=None)
        controller.round(queue)
        assert queue.stats(Tube.LISTS).total == 1
