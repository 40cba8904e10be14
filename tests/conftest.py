"""What every test may ask for: real servers, started when the first test asks, and settings that nobody else uses."""

from __future__ import annotations

import importlib
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_network
from pathlib import Path

import greenstalk
import pytest
from elasticsearch import Elasticsearch as ElasticsearchClient

from crawler.settings import Settings, Stores, load
from tests.servers import Beanstalkd, Elasticsearch, MariaDB, Redis, Server

ROOT = Path(__file__).parents[1]
CORPORA = "CRAWLER_TEST_CORPORA"
MARKERS = {
    "servers": {"redis_server", "beanstalkd", "mariadb", "elasticsearch"},
    "corpus": {"corpora"},
}


def pytest_configure() -> None:
    """A developer's own settings, in .env or in the environment, are none of the tests' business."""
    Settings.model_config["env_file"] = None
    for name in [name for name in os.environ if name.startswith("CRAWLER_") and name != CORPORA]:
        del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by what it asks for, so that `pytest -m "not servers"` needs no server."""
    for item in items:
        for marker, fixtures in MARKERS.items():
            if fixtures.intersection(getattr(item, "fixturenames", ())):
                item.add_marker(marker)


@contextmanager
def running(server: Server) -> Iterator[None]:
    """The server runs within, and leaves no process and no data, whatever happens there."""
    try:
        server.start()
        yield
    finally:
        server.close()


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """A running Redis."""
    server = Redis(tmp_path_factory.mktemp("redis"))
    with running(server):
        yield server


@pytest.fixture(scope="session")
def beanstalkd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beanstalkd]:
    """A running Beanstalkd."""
    server = Beanstalkd(tmp_path_factory.mktemp("beanstalkd"))
    with running(server):
        yield server


@pytest.fixture(scope="session")
def mariadb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MariaDB]:
    """A running MariaDB."""
    server = MariaDB(tmp_path_factory.mktemp("mariadb"))
    with running(server):
        yield server


@pytest.fixture(scope="session")
def elasticsearch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Elasticsearch]:
    """A running Elasticsearch."""
    server = Elasticsearch(tmp_path_factory.mktemp("elasticsearch"))
    with running(server):
        yield server


@pytest.fixture
def server_settings(
    redis_server: Redis, beanstalkd: Beanstalkd, mariadb: MariaDB, elasticsearch: Elasticsearch
) -> Iterator[Settings]:
    """Settings over the four servers, with a migrated database, keys, tubes and indices that no other test has."""
    name = f"test-{uuid.uuid4().hex[:12]}"
    settings = load(
        stores=Stores.SERVERS,
        mysql_host=mariadb.host,
        mysql_port=mariadb.port,
        mysql_user=mariadb.user,
        mysql_password=mariadb.password,
        mysql_database=name,
        redis_url=redis_server.url,
        redis_password=redis_server.password,
        redis_prefix=f"{name}:",
        beanstalkd_host=beanstalkd.host,
        beanstalkd_port=beanstalkd.port,
        tube_prefix=f"{name}-",
        elasticsearch_url=elasticsearch.url,
        index_name=name,
        allow_networks=(ip_network("127.0.0.0/8"),),
        host_interval_s=0,
    )
    _execute(mariadb, f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4")
    try:
        migrate(settings)
        yield settings
    finally:
        _execute(mariadb, f"DROP DATABASE `{name}`")
        _empty_redis(redis_server, settings.redis_prefix)
        _empty_tubes(beanstalkd, settings.tube_prefix)
        _delete_indices(elasticsearch, name)


@pytest.fixture
def embedded_settings(tmp_path: Path) -> Settings:
    """Settings over embedded stores in a temporary folder, migrated."""
    settings = load(
        stores=Stores.EMBEDDED,
        data_dir=tmp_path / "data",
        allow_networks=(ip_network("127.0.0.0/8"),),
        host_interval_s=0,
    )
    settings.data_dir.mkdir()
    migrate(settings)
    return settings


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of the saved pages, which lies beside the project and is no part of it."""
    folder = (ROOT / os.environ.get(CORPORA, "../shared/eval")).resolve()
    if not folder.is_dir():
        pytest.skip(f"the saved pages are not at {folder}; set {CORPORA} to the folder that has them")
    return folder


def migrate(settings: Settings) -> None:
    """Make the tables."""
    with suppress(ModuleNotFoundError):
        importlib.import_module("crawler.stores.schema").migrate(settings)


def _execute(mariadb: MariaDB, statement: str) -> None:
    with mariadb.connect() as connection, connection.cursor() as cursor:
        cursor.execute(statement)


def _empty_redis(server: Redis, prefix: str) -> None:
    with server.client() as client:
        for key in client.scan_iter(match=f"{prefix}*", count=1000):
            client.unlink(key)


def _empty_tubes(server: Beanstalkd, prefix: str) -> None:
    with server.client() as client:
        for tube in [tube for tube in client.tubes() if tube.startswith(prefix)]:
            client.use(tube)
            for peek in (client.peek_ready, client.peek_delayed, client.peek_buried):
                _delete_all(client, peek)


def _delete_all(client: greenstalk.Client[str], peek: Callable[[], greenstalk.Job[str]]) -> None:
    with suppress(greenstalk.NotFoundError):
        while True:
            client.delete(peek())


def _delete_indices(server: Elasticsearch, name: str) -> None:
    client = ElasticsearchClient(server.url)
    # One by one: a stock server refuses to delete indices by a pattern.
    for index in client.indices.get(index=f"{name}*", expand_wildcards="all"):
        client.indices.delete(index=index)
    client.options(ignore_status=404).indices.delete_index_template(name=f"{name}*")
    client.close()
