"""Elasticsearch, put together from the packages that it is published as on Maven Central.

Beside this file: pom.xml lays out the server's home folder (`mvn package`, 45 MB), Node.java runs one node in it, and
ChineseAnalysis.java stands in for two plugins that are not published as packages. What those packages do not hold is
not there either: `GET /` (so no ping() and info()), delete-by-query, reindex, scripts, index lifecycle, security.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import urllib.error
import urllib.request
from pathlib import Path

from tests.servers.server import Server

HERE = Path(__file__).parent
BUILD = HERE.parents[2] / "build" / "elasticsearch"
HEAP = "512m"


class Elasticsearch(Server):
    """One node on loopback, built at its first start on this machine (in seconds, once Maven has the packages)."""

    name = "Elasticsearch"

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{self.address}"

    @property
    def home(self) -> Path:
        """The server's program folder, of which all nodes of one version share one."""
        return BUILD / _digest(HERE)

    def prepare(self) -> None:
        super().prepare()
        BUILD.mkdir(parents=True, exist_ok=True)
        with (BUILD / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.home.exists():
                self._build()

    def command(self) -> list[str]:
        return [
            "java",
            *(f"-Xms{HEAP}", f"-Xmx{HEAP}", "-cp", f"{self.home}/server/*", "crawler.tests.Node"),
            f"path.home={self.home}",
            f"path.data={self.data}",
            f"path.logs={self.folder}",
            f"network.host={self.host}",
            f"http.port={self.port}",
            "transport.port=0",
            "discovery.type=single-node",
            # The thresholds that stop writes on a full disk are for machines that keep data.
            "cluster.routing.allocation.disk.threshold_enabled=false",
        ]

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_cluster/health?wait_for_status=yellow", timeout=30) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def _build(self) -> None:
        target = self.folder / "target"
        self.run("mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), f"-DbuildDirectory={target}", "package")
        shutil.move(target / "home", self.home)
        shutil.rmtree(target)


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in {".xml", ".java", ".properties"}):
        digest.update(os.fsencode(path.relative_to(folder)) + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
