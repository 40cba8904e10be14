"""One engine, one stack and one web for all tests here, which build on each other in the order of their file."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.compose.engine import Engine
from tests.compose.images import make_images
from tests.compose.stack import Stack
from tests.localweb import LocalWeb, Shelf, synthetic
from tests.servers.server import free_port

HOSTS = 20
PAGES = 1200


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """A running Docker engine that has every image that is to be pulled."""
    with Engine() as engine:
        engine.clear()
        make_images(engine)
        yield engine


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """The articles that are out there, and the list pages of each host."""
    return synthetic(PAGES, HOSTS, now=datetime.now(UTC) - timedelta(hours=1), per_list=PAGES // HOSTS // 3)


@pytest.fixture(scope="session")
def web(engine: Engine, shelf: Shelf) -> Iterator[LocalWeb]:
    """A web out there, where the containers reach it: it is a proxy on the engine's own bridge."""
    with LocalWeb(shelf.pages, host=engine.gateway()) as web:
        yield web


@pytest.fixture(scope="session")
def variables(web: LocalWeb) -> dict[str, str]:
    """A filled-in .env. A host is asked once a second, and a silent worker's tasks come back soon."""
    names = ("MYSQL_PASSWORD", "REDIS_PASSWORD", "ELASTIC_PASSWORD", "CRAWLER_WEB_PASSWORD", "CRAWLER_WEB_SECRET")
    return {
        **{name: secrets.token_hex(24) for name in names},
        "CRAWLER_CONTACT": "mailto:operator@news.example",
        "WEB_PORT": str(free_port()),
        "CRAWLER_PROXY": web.proxy_url,
        "CRAWLER_HOST_INTERVAL_S": "1",
        "CRAWLER_LEASE_S": "20",
        "CRAWLER_PENDING_TIMEOUT_S": "60",
        "CRAWLER_SEEN_CAPACITY": "1000000",
    }


@pytest.fixture(scope="session")
def stack(engine: Engine, variables: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The whole service, from a clean state, with the demo beside it."""
    stack = Stack(engine, tmp_path_factory.mktemp("stack"), variables)
    try:
        # As on a new machine, but for the layers that the builder remembers: `up` alone must build what is missing.
        engine.run("docker", "image", "rm", "--force", "crawler:latest", "crawler-beanstalkd:latest", check=False)
        stack.up()
        yield stack
    finally:
        stack.compose("down", "--volumes", check=False)
        stack.docker("image", "prune", "--force")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for another stack."""
    return tmp_path
