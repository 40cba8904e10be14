"""The peers' own virtual environment, and their results, kept by version and page so that nothing is run twice."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from benchmarks import peers

PACKAGES = {
    "readability-lxml": "readability-lxml[html_clean]",
    "magic-html": "magic-html",
    "trafilatura": "trafilatura",
    "trafilatura (precision)": "trafilatura",
    "trafilatura (comments)": "trafilatura",
    "trafilatura (fast)": "trafilatura",
    "trafilatura (metadata)": "trafilatura",
    "rs-trafilatura": "rs-trafilatura",
    "newspaper4k": "newspaper4k[zh]",
    "gne": "gne",
    "resiliparse": "resiliparse",
    "boilerpy3": "boilerpy3",
    "jusText": "jusText",
    "goose3": "goose3[chinese]",
    "harvest-webforum": "harvest-webforum",
}
"""What to install for each peer."""

ANY_PYTHON = ("magic-html",)
"""Packages that ask for a newer Python than they need."""

PLOTS = "matplotlib"


@dataclass(frozen=True)
class Page:
    """A saved page: its text, decoded, its URL and language."""

    text: str
    url: str
    lang: str

    @cached_property
    def key(self) -> str:
        return hashlib.sha256(f"{self.url}\n{self.lang}\n{self.text}".encode("utf-8", "replace")).hexdigest()[:32]


def default_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "crawler-benchmarks"


class Environment:
    """Peers that can be installed, and why the others cannot. Everything is kept in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._python = folder / "venv" / "bin" / "python"
        self.versions: dict[str, str] = {}
        self.missing: dict[str, str] = {}

    def prepare(self) -> None:
        """Install what is missing, every package by itself, so that one that cannot be installed stops no other.

        For newer versions delete the folder `venv`: what the older ones found is kept.
        """
        if not self._python.exists():
            venv.create(self._folder / "venv", with_pip=True)
        before = self._versions()
        reasons = {
            package: self._install(package) for package in {PLOTS, *PACKAGES.values()} if _name(package) not in before
        }
        versions = self._versions()
        self.missing = {peer: reasons[package] for peer, package in PACKAGES.items() if reasons.get(package)}
        self.versions = {
            peer: versions[_name(package)] for peer, package in PACKAGES.items() if peer not in self.missing
        }

    def results(self, peer: str, pages: Sequence[Page]) -> dict[str, dict[str, Any]]:
        """What a peer found on each page, by the page's key; pages that it has not seen yet are run now."""
        call = crc32(inspect.getsource(peers.PEERS[peer]).encode())  # another way of calling it is another peer
        path = self._folder / "results" / f"{peer.replace(' ', '_')}-{self.versions[peer]}-{call:08x}.jsonl"
        path.parent.mkdir(exist_ok=True)
        known = read_results(path)
        new = {page.key: page for page in pages if page.key not in known}
        if new:
            print(f"{peer} {self.versions[peer]}: {len(new)} pages", file=sys.stderr, flush=True)
            self._run(peer, list(new.values()), path)
            known = read_results(path)
        return {page.key: known[page.key] for page in pages if page.key in known}

    def plot(self, data: dict[str, Any]) -> None:
        """Run benchmarks/plot.py, which draws with matplotlib."""
        script = Path(__file__).with_name("plot.py")
        subprocess.run([self._python, script], input=json.dumps(data), text=True, check=True)

    def _install(self, package: str) -> str:
        """Why a package cannot be installed; "" if it is."""
        call = [str(self._python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
        call += ["--ignore-requires-python"] if package in ANY_PYTHON else []
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return ""
        said = [line.removeprefix("ERROR: ") for line in done.stderr.splitlines() if line.startswith("ERROR")]
        return next(iter(said), f"pip ended with {done.returncode}")

    def _versions(self) -> dict[str, str]:
        call = [str(self._python), "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]
        done = subprocess.run(call, capture_output=True, text=True, check=True)
        return {one["name"].lower().replace("_", "-"): one["version"] for one in json.loads(done.stdout)}

    def _run(self, peer: str, pages: Sequence[Page], path: Path) -> None:
        """Append a peer's results page by page: what was done stays done when the run is broken off."""
        with path.open("a", encoding="utf-8") as results:
            process = subprocess.Popen(
                [self._python, peers.__file__, peer],
                stdin=subprocess.PIPE,
                stdout=results,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            assert process.stdin
            with suppress(BrokenPipeError), process.stdin as pipe:
                for page in pages:
                    pipe.write(json.dumps({"page": page.key, "html": page.text, "url": page.url, "lang": page.lang}))
                    pipe.write("\n")
            if process.wait():
                print(f"{peer} ended with {process.returncode} before its last page", file=sys.stderr)


def _name(package: str) -> str:
    """A package's name without its extras, as pip lists it."""
    return package.partition("[")[0].lower()


def read_results(path: Path) -> dict[str, dict[str, Any]]:
    """What a file of results holds, by the page's key."""
    if not path.exists():
        return {}
    results = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        with suppress(ValueError):  # the last line of a run that was broken off
            result = json.loads(line)
            results[result["page"]] = result
    return results
