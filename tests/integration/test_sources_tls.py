"""MySQL over TLS, as managed ones ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler.errors import Fatal, Unavailable
from crawler.settings import Settings, Stores, load
from crawler.stores.schema import migrate
from tests.localweb.certificates import Authority
from tests.servers import MariaDB


class SecureMariaDB(MariaDB):
    """One that takes no connection without TLS; its certificate names localhost."""

    def prepare(self) -> None:
        super().prepare()
        Authority(self.folder).context("localhost")

    def command(self) -> list[str]:
        secure = [f"--ssl-cert={self.folder}/0.pem", f"--ssl-key={self.folder}/0.pem"]
        return [*super().command(), *secure, "--require-secure-transport=ON"]

    def answers(self) -> bool:
        return "ready for connections" in self.log.read_text(encoding="utf-8", errors="replace")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecureMariaDB]:
    with SecureMariaDB(tmp_path_factory.mktemp("mariadb")) as server:
        yield server


def settings(server: MariaDB, *, ca_file: Path | None = None) -> Settings:
    return load(
        stores=Stores.SERVERS,
        mysql_host="localhost",
        mysql_port=server.port,
        mysql_user=server.user,
        mysql_password=server.password,
        mysql_database="mysql",
        mysql_tls=True,
        mysql_ca_file=ca_file,
    )


def test_a_certificate_that_the_file_verifies(server: SecureMariaDB) -> None:
    assert "revision" in migrate(settings(server, ca_file=server.folder / "ca.pem"))


def test_a_certificate_that_nothing_verifies(server: SecureMariaDB) -> None:
    with pytest.raises(Unavailable, match="certificate verify failed"):
        migrate(settings(server))


def test_a_server_that_speaks_no_tls(mariadb: MariaDB) -> None:
    with pytest.raises(Unavailable, match="SSL"):
        migrate(settings(mariadb))


def test_a_file_without_certificates(server: SecureMariaDB, tmp_path: Path) -> None:
    with pytest.raises(Fatal, match="CRAWLER_MYSQL_CA_FILE"):
        migrate(settings(server, ca_file=tmp_path / "none.pem"))
