"""A Docker engine of the tests' own: `dockerd` with its own socket and folders, which keep what it has built."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from typing import IO

from tests.servers.started import Started

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "crawler-compose")
MACHINES_OWN = "/var/run/docker.sock"
START_S = 60.0
STOP_S = 60.0


class EngineError(Exception):
    """The engine does not start, or a command ended badly; the message ends with what it said last."""


class Engine(Started):
    """A running Docker engine, within `with`. It ends with the process that made it, and its containers with it."""

    def __init__(self, folder: Path = CACHE) -> None:
        self.folder = folder
        self.environment = {**os.environ, "DOCKER_HOST": f"unix://{folder}/docker.sock"}
        self._log = folder / "log"
        self._pid_file = folder / "docker.pid"
        self._lock: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        """Stop the containers and the engine. What is built stays."""
        if self._process:
            _end(self._process.pid)
            self._process.wait()
            self._process = None
        if self._lock:
            self._lock.close()
            self._lock = None

    def run(
        self, *command: str, environment: Mapping[str, str] | None = None, cwd: Path | None = None, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Run a command that speaks to this engine. Raises EngineError when it ends badly, unless `check` is False."""
        done = subprocess.run(
            command,
            cwd=cwd,
            env={**self.environment, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if check and done.returncode != 0:
            raise EngineError(f"{' '.join(command)[:500]}\nends with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done

    def docker(self, *arguments: str) -> str:
        """What `docker …` prints. Raises EngineError."""
        # The classic builder, since the other one is a plugin that need not be here.
        return self.run("docker", *arguments, environment={"DOCKER_BUILDKIT": "0"}).stdout

    def gateway(self) -> str:
        """The address of this machine on the engine's own bridge, where containers reach it."""
        found = json.loads(self.docker("network", "inspect", "bridge", "--format", "{{json .IPAM.Config}}"))
        return gateway_of(found[0])

    def clear(self) -> None:
        """Remove the containers, volumes and networks that a run left behind which was ended in its middle."""
        for kind, options in (("container", ["--all"]), ("volume", [])):
            if left := self.docker(kind, "ls", "--quiet", *options).split():
                self.docker(kind, "rm", "--force", *left)
        self.docker("network", "prune", "--force")

    def start(self) -> None:
        """Start it and wait until it answers. Raises EngineError."""
        if os.geteuid() != 0:
            raise EngineError("A Docker engine is started by root alone: be root, or leave it out with SKIP_COMPOSE=1.")
        if _answers(MACHINES_OWN):
            raise EngineError("A Docker engine runs here already, and two undo each other's network rules: stop it.")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = (self.folder / "lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._end_last_one()
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self._command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + START_S
        while not _answers(f"{self.folder}/docker.sock"):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise EngineError(f"The Docker engine does not start. The end of {self._log}:\n{self._last_words()}")
            time.sleep(0.1)

    def _command(self) -> list[str]:
        # On SIGTERM it stops its containers; on SIGKILL they would go on without it.
        return [
            *("setpriv", "--pdeathsig", "TERM", "--", "dockerd"),
            *("--host", f"unix://{self.folder}/docker.sock"),
            *("--data-root", f"{self.folder}/data", "--exec-root", f"{self.folder}/exec"),
            *("--pidfile", str(self._pid_file), "--mtu", str(_mtu())),
        ]

    def _end_last_one(self) -> None:
        """One that was left behind, if there is one."""
        with suppress(FileNotFoundError, ValueError):
            pid = int(self._pid_file.read_text())
            with suppress(FileNotFoundError):
                if Path(f"/proc/{pid}/comm").read_text().strip() == "dockerd":
                    _end(pid)
        self._pid_file.unlink(missing_ok=True)
        Path(f"{self.folder}/docker.sock").unlink(missing_ok=True)

    def _last_words(self) -> str:
        return "\n".join(self._log.read_text(encoding="utf-8", errors="replace").splitlines()[-20:])


def gateway_of(config: Mapping[str, str]) -> str:
    """The gateway that a network is set up with. An engine that has made its bridge just now names its subnet only,
    of which it takes the first address (moby/moby#26799)."""
    return config.get("Gateway") or str(ip_network(config["Subnet"])[1])


def _end(pid: int) -> None:
    """SIGTERM; SIGKILL if that is not heard."""
    deadline = time.monotonic() + STOP_S
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
        while _lives(pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        if _lives(pid):
            os.kill(pid, signal.SIGKILL)


def _lives(pid: int) -> bool:
    with suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def _answers(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except OSError:
            return False
        return True


def _mtu() -> int:
    """The largest packet that the way out of this machine takes: that of a container must not be larger."""
    routes = Path("/proc/net/route").read_text().splitlines()[1:]
    interfaces = [fields[0] for fields in map(str.split, routes) if fields[1] == "00000000"]
    return min([1500, *(int(Path(f"/sys/class/net/{name}/mtu").read_text()) for name in interfaces)])
