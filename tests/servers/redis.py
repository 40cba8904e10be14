"""Redis, as in production: an append-only file and a password."""

from __future__ import annotations

import redis

from tests.servers.server import Server


class Redis(Server):
    """`redis-server` that writes every change to its append-only file before it answers."""

    name = "Redis"
    password = "redis-password"

    @property
    def url(self) -> str:
        """Where it is, without the password."""
        return f"redis://{self.address}/0"

    def client(self) -> redis.Redis:
        """A client of its own."""
        return redis.Redis.from_url(self.url, password=self.password)

    def command(self) -> list[str]:
        return [
            "redis-server",
            *("--bind", self.host, "--port", str(self.port), "--requirepass", self.password),
            *("--dir", str(self.data), "--appendonly", "yes", "--appendfsync", "always", "--save", ""),
        ]

    def answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
