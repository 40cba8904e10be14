"""Beanstalkd, as in production: with a binlog."""

from __future__ import annotations

import greenstalk

from tests.servers.server import Server


class Beanstalkd(Server):
    """`beanstalkd` that syncs its binlog at every write, so that a kill loses nothing."""

    name = "Beanstalkd"

    def client(self) -> greenstalk.Client[str]:
        """A client of its own."""
        return greenstalk.Client((self.host, self.port))

    def command(self) -> list[str]:
        return ["beanstalkd", "-l", self.host, "-p", str(self.port), "-b", str(self.data), "-f", "0"]

    def answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.stats())
        except (OSError, greenstalk.Error):
            return False
