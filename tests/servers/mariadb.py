"""MariaDB, which speaks MySQL's protocol."""

from __future__ import annotations

import getpass
import os
import shutil
from pathlib import Path

import pymysql

from tests.servers.server import Server, ServerError

# Debian keeps the server where only root's PATH looks.
SERVER_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"


class MariaDB(Server):
    """`mariadbd` with one user, who may do everything."""

    name = "MariaDB"
    user = "crawler"
    password = "mysql-password"

    def connect(self, database: str | None = None) -> pymysql.Connection:
        """A connection in autocommit mode."""
        return pymysql.connect(
            host=self.host,
            port=self.port,
            user=self.user,
            password=self.password,
            database=database,
            charset="utf8mb4",
            autocommit=True,
        )

    def prepare(self) -> None:
        super().prepare()
        self._init_file.write_text(
            f"CREATE USER IF NOT EXISTS '{self.user}'@'%' IDENTIFIED BY '{self.password}';\n"
            f"GRANT ALL ON *.* TO '{self.user}'@'%';\n"
        )
        # --no-defaults comes first, or the machine's own /etc/mysql is read.
        self.run(
            "mariadb-install-db",
            "--no-defaults",
            f"--datadir={self.data}",
            f"--user={getpass.getuser()}",
            "--skip-test-db",
        )

    def command(self) -> list[str]:
        server = shutil.which("mariadbd", path=SERVER_PATH)
        if server is None:
            raise ServerError("mariadbd is not installed: run tests/servers/install.sh")
        return [
            server,
            "--no-defaults",
            f"--datadir={self.data}",
            f"--user={getpass.getuser()}",
            f"--bind-address={self.host}",
            f"--port={self.port}",
            f"--socket={self.folder / 'socket'}",
            f"--pid-file={self.folder / 'pid'}",
            f"--init-file={self._init_file}",
            "--character-set-server=utf8mb4",
            "--skip-name-resolve",
        ]

    def answers(self) -> bool:
        try:
            self.connect().close()
        except pymysql.MySQLError:
            return False
        return True

    @property
    def _init_file(self) -> Path:
        return self.folder / "init.sql"
