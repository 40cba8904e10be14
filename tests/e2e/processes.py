"""Role processes as an administrator starts them: `crawler controller` and so on, with settings in the environment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir

from pydantic import SecretStr

from crawler.settings import Settings, environment_name
from tests.servers.server import spawn


def environment(settings: Settings) -> dict[str, str]:
    """The environment in which a process has these settings."""
    values = {name: as_text(getattr(settings, name)) for name in settings.model_fields_set}
    return {**os.environ, **{environment_name(name): value for name, value in values.items()}}


def as_text(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    return ",".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)


def crawler(settings: Settings, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run one command to its end; its output as text."""
    return subprocess.run(
        [sys.executable, "-m", "crawler", *arguments],
        env=environment(settings),
        cwd=gettempdir(),  # where no developer's .env is
        capture_output=True,
        text=True,
        check=check,
        timeout=240,
    )


class Role:
    """One role in one process; its output goes to `log`."""

    def __init__(self, role: str, settings: Settings, log: Path) -> None:
        self.role = role
        self._settings = settings
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "crawler", self.role]
        self.process = spawn(command, cwd=self.log.parent, log=self.log, env=environment(self._settings))

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """SIGKILL, as a crash or the kernel's OOM killer does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> tuple[int, float]:
        """SIGTERM: (exit code, seconds it took)."""
        assert self.process is not None
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        return code, time.monotonic() - started

    def lines(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines()


def wait_until(condition: Callable[[], bool], what: str, *, timeout_s: float = 180.0) -> None:
    """Wait for a condition; fails with `what` when it does not come about."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, f"not within {timeout_s:.0f} s: {what}"
        time.sleep(0.2)
