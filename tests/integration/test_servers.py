"""The test servers themselves: they keep what they should keep, forget what they should, and go when the tests go."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import greenstalk
import pytest
from elasticsearch import Elasticsearch as ElasticsearchClient

from crawler.settings import Settings
from tests.servers import Beanstalkd, Elasticsearch, MariaDB, Redis, Server, ServerError, fresh_settings

ROOT = Path(__file__).parents[2]


class Broken(Redis):
    """Redis with an option that there is not."""

    def command(self) -> list[str]:
        return [*super().command(), "--no-such-option", "1"]


def crash(server: Server) -> None:
    server.kill()
    server.start()


COME_BACK = pytest.mark.parametrize("come_back", [crash, Server.restart])
ComeBack = Callable[[Server], None]


@COME_BACK
def test_redis_keeps_its_keys_until_it_is_wiped(redis_server: Redis, come_back: ComeBack) -> None:
    redis_server.client().set("kept", "yes")
    port = redis_server.port
    come_back(redis_server)
    assert redis_server.port == port
    assert redis_server.client().get("kept") == b"yes"
    redis_server.wipe()
    assert redis_server.client().get("kept") is None


@COME_BACK
def test_beanstalkd_keeps_its_jobs_until_it_is_wiped(beanstalkd: Beanstalkd, come_back: ComeBack) -> None:
    with beanstalkd.client() as client:
        client.put("kept")
    come_back(beanstalkd)
    with beanstalkd.client() as client:
        assert client.peek_ready().body == "kept"
    beanstalkd.wipe()
    with beanstalkd.client() as client, pytest.raises(greenstalk.NotFoundError):
        client.peek_ready()


@COME_BACK
def test_mariadb_keeps_its_rows_until_it_is_wiped(mariadb: MariaDB, come_back: ComeBack) -> None:
    with mariadb.connect() as connection, connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE kept")
        cursor.execute("CREATE TABLE kept.word (word TEXT CHARACTER SET utf8mb4)")
        cursor.execute("INSERT INTO kept.word VALUES ('留𠮷')")
    come_back(mariadb)
    with mariadb.connect("kept") as connection, connection.cursor() as cursor:
        cursor.execute("SELECT word FROM word")
        assert cursor.fetchall() == (("留𠮷",),)
    mariadb.wipe()
    with mariadb.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SHOW DATABASES LIKE 'kept'")
        assert not cursor.fetchall()


@COME_BACK
def test_elasticsearch_keeps_its_documents_until_it_is_wiped(elasticsearch: Elasticsearch, come_back: ComeBack) -> None:
    with ElasticsearchClient(elasticsearch.url) as client:
        client.index(index="kept", id="1", document={"text": "留"})
    come_back(elasticsearch)
    with ElasticsearchClient(elasticsearch.url) as client:
        client.cluster.health(index="kept", wait_for_status="yellow")
        assert client.get(index="kept", id="1")["_source"] == {"text": "留"}
    elasticsearch.wipe()
    with ElasticsearchClient(elasticsearch.url) as client:
        assert not client.indices.exists(index="kept")


def test_elasticsearch_knows_the_analysis_that_chinese_needs(elasticsearch: Elasticsearch) -> None:
    with ElasticsearchClient(elasticsearch.url) as client:
        bigrams = client.indices.analyze(
            tokenizer="standard", filter=["cjk_width", "lowercase", "cjk_bigram"], text="新闻网 ＡＢＣ"
        )
        words = client.indices.analyze(analyzer="smartcn", text="我爱北京")
    assert [token["token"] for token in bigrams["tokens"]] == ["新闻", "闻网", "abc"]
    assert [token["token"] for token in words["tokens"]] == ["我", "爱", "北京"]


def test_a_server_that_does_not_start_says_so_with_its_log(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match=r"(?s)Redis does not start: it ended with status 1.*no-such-option"):
        Broken(tmp_path).start()


def test_a_server_outlives_the_thread_that_restarted_it(redis_server: Redis) -> None:
    thread = threading.Thread(target=redis_server.restart)
    thread.start()
    thread.join()
    assert redis_server.running
    assert redis_server.client().ping()


def test_a_server_does_not_outlive_a_test_run_that_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from tests.servers import Redis\n"
        "server = Redis(Path(sys.argv[1])); server.start(); print(server.port, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", program, tmp_path], cwd=ROOT, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        port = int(run.stdout.readline())
        socket.create_connection(("127.0.0.1", port)).close()
        os.kill(run.pid, signal.SIGKILL)
    assert refuses(port)


def refuses(port: int) -> bool:
    """Whether, within seconds, nobody listens there any more."""
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            return True
        time.sleep(0.1)
    return False


def test_fresh_settings_reach_every_server_and_leave_nothing_there(
    redis_server: Redis, beanstalkd: Beanstalkd, mariadb: MariaDB, elasticsearch: Elasticsearch
) -> None:
    with (
        redis_server.client() as redis,
        beanstalkd.client() as queue,
        mariadb.connect() as connection,
        connection.cursor() as cursor,
        ElasticsearchClient(elasticsearch.url) as index,
    ):
        with fresh_settings(redis_server, beanstalkd, mariadb, elasticsearch) as settings:
            redis.set(f"{settings.redis_prefix}key", "1")
            queue.use(f"{settings.tube_prefix}tube")
            queue.put("ready")
            queue.put("delayed", delay=60)
            assert cursor.execute(f"SHOW TABLES FROM `{settings.mysql_database}` LIKE 'source'") == 1
            index.indices.create(index=f"{settings.index_name}-000001")
            index.indices.put_index_template(name=settings.index_name, index_patterns=[f"{settings.index_name}-*"])
        queue.use("default")
        assert not redis.keys(f"{settings.redis_prefix}*")
        assert f"{settings.tube_prefix}tube" not in queue.tubes()
        assert cursor.execute(f"SHOW DATABASES LIKE '{settings.mysql_database}'") == 0
        assert not index.indices.exists(index=f"{settings.index_name}-000001")
        assert not index.indices.exists_index_template(name=settings.index_name)


def test_a_developers_own_settings_are_not_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("CRAWLER_WEB_PORT=1\n")
    assert Settings().web_port == 8000  # type: ignore[call-arg]
