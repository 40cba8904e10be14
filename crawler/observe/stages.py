"""Where the CPU time of a page goes: thread CPU seconds by stage, as the pipeline benchmark reads them."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from types import TracebackType


class Stages:
    """Adds up thread CPU seconds by stage name over all threads of a process."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._lock = threading.Lock()

    def time(self, stage: str) -> _Timer:
        """`with stages.time("fetch"): …`"""
        return _Timer(self, stage)

    def add(self, stage: str, seconds: float) -> None:
        with self._lock:
            self._seconds[stage] += seconds

    def seconds(self) -> dict[str, float]:
        """Stage → CPU seconds so far."""
        with self._lock:
            return dict(self._seconds)


class _Timer:
    __slots__ = ("_stage", "_stages", "_start")

    def __init__(self, stages: Stages, stage: str) -> None:
        self._stages = stages
        self._stage = stage

    def __enter__(self) -> None:
        self._start = time.thread_time()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stages.add(self._stage, time.thread_time() - self._start)
