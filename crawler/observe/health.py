"""The heartbeat of a role: a file that it touches while it works, which `crawler health ROLE` looks at."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

STALE_S = 30.0


def _path(role: str) -> Path:
    return Path(tempfile.gettempdir()) / f"crawler-{os.getuid()}-{role}.heartbeat"


class Heartbeat:
    """Touched at most once a second; removed at the end."""

    def __init__(self, role: str) -> None:
        self._path = _path(role)
        self._last = 0.0

    def beat(self) -> None:
        now = time.monotonic()
        if now - self._last >= 1:
            self._last = now
            self._path.touch()

    def stop(self) -> None:
        self._path.unlink(missing_ok=True)


def check_heartbeat(role: str) -> str:
    """ "" when the role on this machine is alive, else what is wrong, in words."""
    try:
        age = time.time() - _path(role).stat().st_mtime
    except FileNotFoundError:
        return f"no {role} is running here: its heartbeat file is not there"
    return f"the {role} is stuck: its last heartbeat is {age:.0f} s old" if age > STALE_S else ""
