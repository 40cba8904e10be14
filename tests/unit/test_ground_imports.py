"""The picture of the imports is the one in pyproject.toml: nothing imports upward, and the pure rooms do no I/O. And a
command loads what it uses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crawler.settings import Settings

ROOT = Path(__file__).parents[2]


def test_no_import_breaks_a_contract() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


SERVERS = {"redis", "greenstalk", "elasticsearch", "pymysql"}
SOURCES = {"sqlalchemy", "alembic"}
LISTS = {"feedparser", "bs4", "lxml"}
WEB = {"fastapi", "uvicorn", "jinja2"}


@pytest.mark.parametrize(
    ("command", "unused"),
    [
        ("--help", {*SERVERS, *SOURCES, *LISTS, *WEB, "jieba", "urllib3", "crawler.extract", "crawler.roles"}),
        ("extract -", {*SERVERS, *SOURCES, *LISTS, *WEB, "jieba", "urllib3", "crawler.roles"}),
        ("search x", {*SERVERS, *SOURCES, *LISTS, *WEB, "jieba", "urllib3", "crawler.extract"}),
        ("export --csv x", {*SERVERS, *SOURCES, *WEB, "jieba", "urllib3", "crawler.extract"}),
        ("source list", {*SERVERS, "alembic", *LISTS, *WEB, "jieba", "urllib3", "crawler.extract"}),
        ("source export", {*SERVERS, "alembic", "feedparser", *WEB, "jieba", "urllib3"}),
        ("status", {*SERVERS, "alembic", *LISTS, *WEB, "jieba", "urllib3", "crawler.extract"}),
    ],
)
def test_a_command_does_not_load_what_it_does_not_use(
    command: str, unused: set[str], embedded_settings: Settings
) -> None:
    told = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
    program = f"{told}from crawler.cli import main; main({command.split()!r})"
    environment = {**os.environ, "CRAWLER_DATA_DIR": str(embedded_settings.data_dir), "CRAWLER_STORES": "embedded"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, input="<p>x", capture_output=True, text=True, check=False
    )
    assert "click" in done.stderr.split()
    assert unused & set(done.stderr.split()) == set()
