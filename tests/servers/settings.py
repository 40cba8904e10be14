"""Settings over running servers that nobody else has."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_network

import greenstalk
from elasticsearch import Elasticsearch as ElasticsearchClient

from crawler.settings import Settings, Stores, load
from crawler.stores.schema import migrate
from tests.servers.beanstalkd import Beanstalkd
from tests.servers.elasticsearch import Elasticsearch
from tests.servers.mariadb import MariaDB
from tests.servers.redis import Redis

LOOPBACK = (ip_network("127.0.0.0/8"),)


@contextmanager
def fresh_settings(
    redis: Redis, beanstalkd: Beanstalkd, mariadb: MariaDB, elasticsearch: Elasticsearch
) -> Iterator[Settings]:
    """Settings with a database (migrated), keys, tubes and indices of their own, all of which are deleted at the end.

    Loopback may be fetched from, and as fast as one likes.
    """
    name = f"test-{uuid.uuid4().hex[:12]}"
    settings = load(
        stores=Stores.SERVERS,
        mysql_host=mariadb.host,
        mysql_port=mariadb.port,
        mysql_user=mariadb.user,
        mysql_password=mariadb.password,
        mysql_database=name,
        redis_url=redis.url,
        redis_password=redis.password,
        redis_prefix=f"{name}:",
        beanstalkd_host=beanstalkd.host,
        beanstalkd_port=beanstalkd.port,
        tube_prefix=f"{name}-",
        elasticsearch_url=elasticsearch.url,
        index_name=name,
        allow_networks=LOOPBACK,
        host_interval_s=0,
        seen_capacity=100_000,  # the default allocates 300 MB at its first use
    )
    _execute(mariadb, f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4")
    try:
        migrate(settings)
        yield settings
    finally:
        _execute(mariadb, f"DROP DATABASE IF EXISTS `{name}`")
        _empty_redis(redis, settings.redis_prefix)
        _empty_tubes(beanstalkd, settings.tube_prefix)
        _delete_indices(elasticsearch, name)


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
    with ElasticsearchClient(server.url) as client:
        # One by one: a stock server refuses to delete indices by a pattern.
        for index in client.indices.get(index=f"{name}*", expand_wildcards="all"):
            client.indices.delete(index=index)
        client.options(ignore_status=404).indices.delete_index_template(name=f"{name}*")
