"""What a killed process had on lease in the embedded stores is done at once by the next, and not while it lives."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing

from crawler.frontier import Tube, TubeStats
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


def leasing(settings: Settings) -> subprocess.Popen[str]:
    """A process that holds a job until it is killed."""
    command = [sys.executable, "-c", LEASES_A_JOB, str(settings.data_dir)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "leased\n"
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
