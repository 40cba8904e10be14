"""The project as a user has it: a folder with an .env in it, under Docker Compose; and the web as a person sees it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import requests

from tests.compose.engine import Engine, EngineError

ROOT = Path(__file__).parents[2]
SERVERS = ("mysql", "redis", "beanstalkd", "elasticsearch")
ROLES = ("controller", "lister", "extractor", "web")

START_S = 180
"""What is promised: so many seconds after `up`, everything is healthy."""

SOONER = {**dict.fromkeys(SERVERS, (1, 60)), **dict.fromkeys((*ROLES, "demo"), (5, 12))}
"""Seconds between two checks of health, and how many may fail: it is known sooner that all are healthy, and no sooner
that one is not. Without it every `up` would wait for the roles' second look, fifteen seconds."""


class Stack:
    """One Compose project. `variables` stand in its .env above what .env.example gives."""

    def __init__(self, engine: Engine, folder: Path, variables: Mapping[str, str]) -> None:
        self._engine = engine
        self._folder = folder
        script = ROOT / "tests" / "servers" / "compose.sh"
        self._command = engine.run(str(script)).stdout.split()
        self.variables = {**_example(), **variables}
        _copy_project(engine, folder)
        lines = [f"{name}={value}\n" for name, value in self.variables.items()]
        (folder / ".env").write_text("".join(lines), encoding="utf-8")
        checks = (
            f"  {service}: {{healthcheck: {{interval: {interval_s}s, retries: {retries}}}}}\n"
            for service, (interval_s, retries) in SOONER.items()
        )
        (folder / "docker-compose.override.yml").write_text("services:\n" + "".join(checks), encoding="utf-8")

    def compose(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """`docker compose …` in the project's folder, with nothing in the environment that .env is to say."""
        command = [*self._command, "--profile", "demo", *arguments]
        return self._engine.run(*command, cwd=self._folder, check=check)

    def up(self, *arguments: str) -> None:
        """Start everything and wait until it is healthy. Raises EngineError with what the roles said."""
        try:
            self.compose("up", "--detach", "--wait", "--wait-timeout", str(START_S), *arguments)
        except EngineError as problem:
            said = self.compose("logs", "--no-color", "--tail", "20", check=False).stdout
            raise EngineError(f"{problem}\n{said}") from None

    def containers(self, *services: str, stopped: bool = False) -> list[dict[str, Any]]:
        """What `docker compose ps` says of each container that runs, or of those that are stopped as well; by name."""
        options = ["--all"] if stopped else []
        lines = self.compose("ps", *options, "--format", "json", *services).stdout.splitlines()
        found: list[dict[str, Any]] = [json.loads(line) for line in lines]
        return sorted(found, key=lambda container: container["Name"])

    def inspect(self, container: str) -> dict[str, Any]:
        """Everything that the engine knows of a container."""
        found: dict[str, Any] = json.loads(self._engine.docker("inspect", container))[0]
        return found

    def docker(self, *arguments: str) -> str:
        """What `docker …` prints."""
        return self._engine.docker(*arguments)

    def execute(self, service: str, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in a service's first container, whatever comes of it."""
        return self.compose("exec", "--no-TTY", service, *command, check=False)

    def sql(self, statement: str) -> str:
        """What the MySQL client in the server's container prints."""
        client = 'MYSQL_PWD="$MYSQL_PASSWORD" exec mysql --user crawler --skip-column-names --execute "$1" crawler'
        return self.compose("exec", "--no-TTY", "mysql", "sh", "-c", client, "sh", statement).stdout

    def add_sources(self, urls: Iterable[str]) -> None:
        """One row each, with three columns, as a person would."""
        rows = ", ".join(f"('{url}', 'page', '{url}')" for url in urls)
        self.sql(f"INSERT INTO source (name, channel, url) VALUES {rows}")

    def logs(self, service: str) -> list[str]:
        """Its lines so far, those of all its containers."""
        return self.compose("logs", "--no-color", "--no-log-prefix", service).stdout.splitlines()

    def follow(self, service: str, log: Path) -> subprocess.Popen[bytes]:
        """`docker compose logs -f`, into a file."""
        command = [*self._command, "logs", "--follow", "--no-color", "--no-log-prefix", service]
        with log.open("wb") as out:
            return subprocess.Popen(command, cwd=self._folder, env=self._engine.environment, stdout=out)

    @property
    def web(self) -> Web:
        """The published web, with a new login."""
        return Web(f"http://127.0.0.1:{self.variables['WEB_PORT']}", self.variables)


class Web:
    """The pages as a person uses them, and the API behind them, after logging in."""

    def __init__(self, url: str, variables: Mapping[str, str]) -> None:
        self._url = url
        self._session = requests.Session()
        form = self._session.get(f"{url}/login", timeout=30).text
        token = re.search(r'name="token" value="([^"]+)"', form)
        assert token, form
        login = {"user": variables["CRAWLER_WEB_USER"], "password": variables["CRAWLER_WEB_PASSWORD"]}
        answer = self._session.post(f"{url}/login", data={**login, "token": token[1]}, timeout=30)
        assert answer.ok, answer.text

    def page(self, path: str, **query: str) -> str:
        """A page's HTML."""
        answer = self._session.get(f"{self._url}{path}", params=query, timeout=60)
        answer.raise_for_status()
        return answer.text

    def hits(self, **query: str) -> list[str]:
        """The links to the documents that a search finds, those on its first page."""
        return re.findall(r'href="(/documents/\w+)[#"]', self.page("/", **query))

    def sources(self) -> list[dict[str, Any]]:
        """All source rows."""
        found: list[dict[str, Any]] = json.loads(self.page("/api/sources"))
        return found


def _example() -> dict[str, str]:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\w+)=(.*)$", example, re.MULTILINE))


def _copy_project(engine: Engine, folder: Path) -> None:
    """What a clone would hold, with what is not committed yet."""
    files = engine.run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).stdout
    for name in filter(None, files.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
