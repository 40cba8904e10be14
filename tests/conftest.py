"""What every test may ask for: real servers, started when the first test asks, and settings that nobody else uses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from xdist.scheduler import LoadScopeScheduling

from crawler.settings import Settings, Stores, load
from crawler.stores.schema import migrate
from tests.servers import LOOPBACK, Beanstalkd, Elasticsearch, MariaDB, Redis, fresh_settings

ROOT = Path(__file__).parents[1]
END_TO_END = "tests/e2e/"
CORPORA = "CRAWLER_TEST_CORPORA"
MARKERS = {
    "servers": {"redis_server", "beanstalkd", "mariadb", "elasticsearch"},
    "corpus": {"corpora"},
}


def pytest_configure() -> None:
    """A developer's own settings, in .env or in the environment, are none of the tests' business; nor is how busy the
    machine is that of a property."""
    hypothesis.settings.register_profile("untimed", deadline=None)
    hypothesis.settings.load_profile("untimed")
    Settings.model_config["env_file"] = None
    for name in [name for name in os.environ if name.startswith("CRAWLER_") and name != CORPORA]:
        del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by what it asks for, so that `pytest -m "not servers"` needs no server."""
    for item in items:
        for marker, fixtures in MARKERS.items():
            if fixtures.intersection(getattr(item, "fixturenames", ())):
                item.add_marker(marker)


class _EndToEndApart(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """With several processes, one begins with the tests from end to end, which start many processes themselves; the
    others take the rest, file by file. Each starts the servers that its own tests ask for."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        config.option.loadscopereorder = False  # in the order of `testpaths`: what takes longest comes first
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return END_TO_END if nodeid.startswith(END_TO_END) else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Asked for only where there are several processes."""
    return _EndToEndApart(config, log)


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """A running Redis."""
    with Redis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="session")
def beanstalkd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beanstalkd]:
    """A running Beanstalkd."""
    with Beanstalkd(tmp_path_factory.mktemp("beanstalkd")) as server:
        yield server


@pytest.fixture(scope="session")
def mariadb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MariaDB]:
    """A running MariaDB."""
    with MariaDB(tmp_path_factory.mktemp("mariadb")) as server:
        yield server


@pytest.fixture(scope="session")
def elasticsearch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Elasticsearch]:
    """A running Elasticsearch."""
    with Elasticsearch(tmp_path_factory.mktemp("elasticsearch")) as server:
        yield server


@pytest.fixture
def server_settings(
    redis_server: Redis, beanstalkd: Beanstalkd, mariadb: MariaDB, elasticsearch: Elasticsearch
) -> Iterator[Settings]:
    """Settings over the four servers, with a migrated database, keys, tubes and indices that no other test has."""
    with fresh_settings(redis_server, beanstalkd, mariadb, elasticsearch) as settings:
        yield settings


@pytest.fixture
def embedded_settings(tmp_path: Path) -> Settings:
    """Settings over embedded stores in a temporary folder, migrated."""
    settings = load(stores=Stores.EMBEDDED, data_dir=tmp_path / "data", allow_networks=LOOPBACK, host_interval_s=0)
    migrate(settings)
    return settings


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of the saved pages, which lies beside the project and is no part of it."""
    folder = (ROOT / os.environ.get(CORPORA, "../shared/eval")).resolve()
    if not folder.is_dir():
        pytest.skip(f"the saved pages are not at {folder}; set {CORPORA} to the folder that has them")
    return folder
