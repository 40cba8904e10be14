"""What every test server does: start on a free port, answer, stop, die, come back, forget."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import time
from abc import abstractmethod
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.servers.started import Started

START_S = 90.0
STOP_S = 30.0
# Below the range that the kernel takes outgoing connections' ports from (32768 and up): a port of a server that is
# down for a moment would otherwise be lost to any client that happens to connect somewhere.
PORTS = range(20_000, 32_000)

# The kernel ends a child with its PR_SET_PDEATHSIG when the *thread* that made it ends. So all of them are made by one
# thread that lives as long as the process: a test may restart a server from a thread of its own.
_spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="test-servers")


def spawn(command: list[str], *, cwd: Path, log: Path, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """Start a process that ends with the test run, however that ends; its output is appended to `log`."""

    def start() -> subprocess.Popen[bytes]:
        tied = ["setpriv", "--pdeathsig", "KILL", "--", *command]
        with log.open("ab") as out:
            return subprocess.Popen(tied, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)

    return _spawner.submit(start).result()


class ServerError(Exception):
    """A server does not start; the message ends with the last lines of its log."""


def free_port() -> int:
    """A loopback port that nobody listens on."""
    for port in random.sample(PORTS, k=100):
        with socket.socket() as probe:
            # As the servers do: a port whose last connections are still in TIME_WAIT is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise ServerError(f"no free port between {PORTS.start} and {PORTS.stop} on 127.0.0.1")


class Server(Started):
    """One server process, running within `with`. Its data and its log lie in `folder`. It ends with the process that
    made it, however that ends."""

    name: str

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "log"
        self.host = "127.0.0.1"
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """The command line that runs the server in the foreground."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether a client gets an answer now."""

    def prepare(self) -> None:
        """Make the data folder, and what must be in it before the first start."""
        self.data.mkdir()

    @property
    def address(self) -> str:
        """host:port."""
        return f"{self.host}:{self.port}"

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start and wait until it answers. Raises ServerError with the end of the log."""
        if self.running:
            return
        if not self.data.exists():
            self.prepare()
        self._process = spawn(self.command(), cwd=self.folder, log=self.log)
        self._wait_until_it_answers(self._process)

    def stop(self) -> None:
        """SIGTERM, as an orderly shutdown does; SIGKILL if that is not heard."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None

    def kill(self) -> None:
        """SIGKILL, as a crash does: nothing is flushed or handed over."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Stop, and start on the same port with the same data."""
        self.stop()
        self.start()

    def wipe(self) -> None:
        """Stop, delete all data, and start on the same port."""
        self.close()
        self.start()

    def close(self) -> None:
        """Stop and delete the data; the log stays."""
        self.stop()
        shutil.rmtree(self.data, ignore_errors=True)

    def run(self, *command: str) -> None:
        """Run a command to its end, its output into the log. Raises ServerError if it fails."""
        with self.log.open("ab") as log:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
        if done.returncode != 0:
            raise self._failure(f"{command[0]} ended with status {done.returncode}")

    def _wait_until_it_answers(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_S
        while not self.answers():
            if process.poll() is not None:
                raise self._failure(f"it ended with status {process.returncode} before it answered")
            if time.monotonic() > deadline:
                self.kill()
                raise self._failure(f"it did not answer on {self.address} within {START_S:.0f} s")
            time.sleep(0.05)

    def _failure(self, what: str) -> ServerError:
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines() if self.log.exists() else []
        return ServerError("\n".join([f"{self.name} does not start: {what}. The end of {self.log}:", *lines[-40:]]))
