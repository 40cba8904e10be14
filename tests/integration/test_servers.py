"""The test servers themselves: they keep what they should keep, forget what they should, and go when the tests go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler.settings import Settings
from tests.servers import Redis


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path / "redis")
    server.start()
    yield server
    server.close()


def test_redis_keeps_its_keys_over_a_kill_and_forgets_them_when_wiped(redis_server: Redis) -> None:
    redis_server.client().set("kept", "yes")
    redis_server.kill()
    redis_server.start()
    assert redis_server.client().get("kept") == b"yes"
    redis_server.restart()
    assert redis_server.client().get("kept") == b"yes"
    redis_server.wipe()
    assert redis_server.client().get("kept") is None


def test_smoke(server_settings: Settings, embedded_settings: Settings) -> None:
    print(server_settings)
    print(embedded_settings)
