"""An environment for each engine, and the pages that it renders there."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

DRIVER = Path(__file__).with_name("driver.py")
MAX_SECONDS = 600
"""An installation or a rendering may take, each."""

Page = dict[str, Any]
"""A rendered page: its site, url, html, and the article or thread in it, or what it may link to, as `gold`."""


class EngineError(Exception):
    """Why an engine could not be installed or did not render its pages."""


class EngineEnvironment:
    """A virtual environment with one engine. Another list of requirements is another environment."""

    def __init__(self, cache: Path, engine: str, requirements: Sequence[str]) -> None:
        named = hashlib.sha256("\n".join(requirements).encode()).hexdigest()[:8]
        self._folder = cache / "engines" / f"{engine}-{named}"
        self.python = self._folder / "bin" / "python"
        self._engine = engine
        self._requirements = requirements

    def install(self) -> None:
        """Make the environment unless it is there. Raises EngineError."""
        done = self._folder / "installed"
        if done.exists():
            return
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        _run([sys.executable, "-m", "venv", "--clear", self._folder], self._folder.parent)
        pip = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([*pip, *self._requirements], self._folder)
        done.touch()

    def render(self, texts: Any) -> list[Page]:
        """The pages that the engine makes of the texts, in a folder that does not stay. Raises EngineError."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
            _run([self.python, DRIVER, self._engine, "texts.json", "pages.jsonl"], folder)
            return read_pages((folder / "pages.jsonl").read_text(encoding="utf-8").splitlines())


def read_pages(lines: Iterable[str]) -> list[Page]:
    """What a driver wrote. Raises EngineError where that is nothing, or no page."""
    try:
        pages = [json.loads(line) for line in lines]
    except ValueError as error:
        raise EngineError(f"its driver wrote a line that is not JSON: {error}") from error
    if not pages:
        raise EngineError("it rendered no page")
    for page in pages:
        if not isinstance(page, dict) or {"site", "url", "html", "gold"} - page.keys():
            raise EngineError("its driver wrote a line that is no page")
    return pages


def _run(call: Sequence[str | Path], folder: Path) -> None:
    path = f"{Path(call[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environ = os.environ | {"PATH": path, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    environ.pop("PYTHONPATH", None)
    try:
        subprocess.run(call, cwd=folder, env=environ, capture_output=True, text=True, check=True, timeout=MAX_SECONDS)
    except subprocess.CalledProcessError as error:
        raise EngineError(last_words(error.stderr or error.stdout) or f"it ended with {error.returncode}") from error
    except subprocess.TimeoutExpired as error:
        raise EngineError(f"it took more than {MAX_SECONDS} s") from error


def last_words(output: str) -> str:
    """The line of a program's output that says why it failed: pip's first error, or the last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return next(iter(errors or reversed(lines)), "")
