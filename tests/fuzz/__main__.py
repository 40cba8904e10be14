"""Fuzzing: pages changed at random through all that reads pages, for a while.

    python -m tests.fuzz [--seconds 600] [--seed 1] [--folder build/fuzz]
    python -m tests.fuzz FILE…       reads saved inputs again and shows what they do

Each input must end in a right result or a documented error. One that does not is kept in the folder, the first few of
each fault; so is one that takes longer than HANG_S, or that ends the process. Prints the slowest inputs by CPU for each
KB, beside the parser alone. The same seed gives the same inputs; saved pages are mutated too where they are.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import resource
import sys
import time
from collections import Counter
from heapq import nlargest
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from crawler.errors import CrawlerError
from tests.fuzz.checks import faults
from tests.fuzz.inputs import Inputs
from tests.fuzz.readers import NOW, READERS
from tests.fuzz.run import Tried, try_all

HANG_S = 60
KEPT = 3
SHOWN = 10
SMALL_BYTES = 10_000
"""Times of smaller inputs are counted as this one's: they are mostly the readers' own."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz extraction and channels.")
    parser.add_argument("files", nargs="*", type=Path, help="inputs to read again")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz"), help="for inputs with faults")
    options = parser.parse_args()
    if options.files:
        for file in options.files:
            replay(file)
        return
    run = Run(options.seed, options.folder)
    run.go(options.seconds)
    run.report()
    sys.exit(bool(run.faults))


def replay(file: Path) -> None:
    """Read one input in every way, the first exception as Python shows it."""
    html = file.read_bytes()
    for name, read in READERS.items():
        started = time.process_time()
        try:
            found = read(html)
        except CrawlerError as problem:
            found = problem
        print(f"{file} {name}: {time.process_time() - started:.3f} s, {faults(found, NOW) or 'as it should be'}")


def work(seed: int, first: int, pipe: Connection) -> None:
    """Try one input after the other, telling of each, until nobody listens."""
    inputs = Inputs(seed)
    number = first
    while True:
        pipe.send(try_all(inputs[number], Random(number)))
        number += 1


class Run:
    """A run with one seed: a worker process that may hang or die, and what it told."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed = seed
        self.folder = folder
        self.faults = Counter[str]()
        self.tried: list[tuple[int, int, float, float, str]] = []
        self.inputs = Inputs(seed)
        self.bytes = 0

    def go(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            receiver, sender = multiprocessing.Pipe(duplex=False)
            worker = multiprocessing.Process(target=work, args=(self.seed, len(self.tried), sender), daemon=True)
            worker.start()
            sender.close()
            self._listen(receiver, until)
            worker.kill()
            worker.join()

    def _listen(self, receiver: Connection, until: float) -> None:
        """Hear of inputs until the time is over or the worker is lost."""
        while time.monotonic() < until:
            try:
                if not receiver.poll(HANG_S):
                    self._lost(f"no end within {HANG_S} s")
                    return
                self._note(receiver.recv())
            except EOFError:
                self._lost("the process died")
                return

    def _lost(self, fault: str) -> None:
        self._note(Tried(len(self.inputs[len(self.tried)]), 0.0, {}, [fault]))

    def _note(self, tried: Tried) -> None:
        number = len(self.tried)
        slowest = max(tried.seconds, key=tried.seconds.__getitem__, default="")
        self.tried.append((number, tried.size, tried.parsing_s, tried.seconds.get(slowest, 0.0), slowest))
        self.bytes += tried.size
        for fault in tried.faults:
            kind = re.sub(r"\.?\d+|'.*", "", fault)
            self.faults[kind] += 1
            if self.faults[kind] <= KEPT:
                self._keep(number, fault)

    def _keep(self, number: int, fault: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / f"{self.seed}-{number}.html"
        file.write_bytes(self.inputs[number])
        print(f"{fault}\n    python -m tests.fuzz {file}", flush=True)

    def report(self) -> None:
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"\n{len(self.tried)} inputs, {self.bytes / 1e6:.0f} MB, at most {peak} MB of memory; seed {self.seed}")
        print("The slowest by CPU for each KB:")
        for number, size, parsing_s, seconds, name in nlargest(SHOWN, self.tried, key=_ms_per_kb):
            ratio = seconds / parsing_s if parsing_s else 0.0
            print(
                f"  {_ms_per_kb((number, size, parsing_s, seconds, name)):7.2f} ms/KB  {name:14} {seconds:7.3f} s, "
                f"{ratio:5.0f} times the parser, {size // 1000} KB, input {number}"
            )
        for fault, count in self.faults.most_common():
            print(f"{count} times {fault}")


def _ms_per_kb(tried: tuple[int, int, float, float, str]) -> float:
    return tried[3] * 1e6 / max(tried[1], SMALL_BYTES)


if __name__ == "__main__":
    main()
