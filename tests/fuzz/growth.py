"""How the time of each reader grows with the page: every kind of hostile page, its size doubled again and again.

    python -m tests.fuzz.growth [--kinds posts dates] [--largest 4000000]

Prints the kinds whose CPU time grows by more than STEEP when the size doubles, twice in a row, and the slowest kinds in
milliseconds for each KB. Times are the process's own; the parser's alone stands beside them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from time import process_time

from crawler.errors import CrawlerError
from crawler.extract.charset import decode
from crawler.extract.table import build
from tests.fuzz.hostile_pages import PAGES, HostilePage
from tests.fuzz.readers import READERS, Reader

STEEP = 2.6
SMALLEST = 125_000
SHOWN = 10
MEASURABLE_S = 0.02


@dataclass(frozen=True, slots=True)
class Curve:
    """Seconds of one reader on one kind of page, for each size in bytes."""

    kind: str
    reader: str
    seconds: dict[int, float]

    @property
    def ms_per_kb(self) -> float:
        size, seconds = list(self.seconds.items())[-1]
        return seconds * 1e6 / size

    @property
    def is_steep(self) -> bool:
        """True if two doublings in a row took much more than twice the time."""
        times = list(self.seconds.values())
        steps = [before > MEASURABLE_S and after > STEEP * before for before, after in pairwise(times)]
        return any(first and second for first, second in pairwise(steps))


def parse_alone(html: bytes) -> object:
    return build(decode(html).text)


def measure(kind: str, page: HostilePage, name: str, read: Reader, largest: int, budget_s: float) -> Curve:
    """The curve up to `largest` bytes, or to the size that takes more than `budget_s`."""
    seconds: dict[int, float] = {}
    size = SMALLEST
    while size <= largest:
        html = page.of_size(size)
        seconds[size] = _seconds(read, html)
        if seconds[size] > budget_s:
            break
        size *= 2
    return Curve(kind, name, seconds)


def _seconds(read: Callable[[bytes], object], html: bytes) -> float:
    started = process_time()
    with suppress(CrawlerError):
        read(html)
    return process_time() - started


def _curves(options: argparse.Namespace) -> Iterator[Curve]:
    readers = {"parsing alone": parse_alone, **READERS}
    for kind in options.kinds or PAGES:
        for name in options.readers or readers:
            yield measure(kind, PAGES[kind], name, readers[name], options.largest, options.budget_s)


def _line(curve: Curve) -> str:
    times = "  ".join(f"{size // 1000}K {seconds:.2f}" for size, seconds in curve.seconds.items())
    return f"{curve.kind:28} {curve.reader:16} {curve.ms_per_kb:7.2f} ms/KB   {times}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time against size, for hostile pages.")
    parser.add_argument("--kinds", nargs="*", choices=[*PAGES], metavar="KIND", help="of page (all)")
    parser.add_argument("--readers", nargs="*", metavar="READER", help="of page (all)")
    parser.add_argument("--largest", type=int, default=4_000_000, help="bytes")
    parser.add_argument("--budget-s", type=float, default=5.0, help="a kind ends with the size that takes longer")
    curves = []
    for curve in _curves(parser.parse_args()):
        curves.append(curve)
        if curve.is_steep:
            print("steep:", _line(curve), flush=True)
    print(f"\nThe slowest of {len(curves)} curves:")
    for curve in sorted(curves, key=lambda curve: -curve.ms_per_kb)[:SHOWN]:
        print(_line(curve))


if __name__ == "__main__":
    main()
