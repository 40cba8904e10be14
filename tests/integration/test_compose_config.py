"""docker-compose.yml and .env.example, through the real `docker compose config`: no Docker engine is needed for it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crawler.settings import Settings, Stores, environment_name, load

ROOT = Path(__file__).parents[2]
COMPOSE_FILE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")

SERVERS = {"mysql", "redis", "beanstalkd", "elasticsearch"}
ROLES = {"controller", "lister", "extractor", "web"}
REQUIRED = set(re.findall(r"\$\{(\w+):\?", COMPOSE_FILE))
FILLED = re.sub(r"^(\w+)=$", r"\1=made-up-value", EXAMPLE, flags=re.MULTILINE)

Compose = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def command() -> list[str]:
    """Docker Compose, which install.sh made sure of."""
    script = ROOT / "tests" / "servers" / "compose.sh"
    return subprocess.run([script], check=True, stdout=subprocess.PIPE, text=True).stdout.split()


@pytest.fixture
def compose(command: list[str], tmp_path: Path) -> Compose:
    """Runs `docker compose … config` on the project's files with the given .env and no other environment."""

    def config(env: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        for file in ROOT.glob("docker-compose*.yml"):
            shutil.copy(file, tmp_path)
        (tmp_path / ".env").write_text(env, encoding="utf-8")
        clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return subprocess.run(
            [*command, *arguments, "config", "--format", "json"],
            cwd=tmp_path,
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )

    return config


@pytest.fixture
def services(compose: Compose) -> dict[str, Any]:
    """The services by name, with everything filled in."""
    return services_of(compose(FILLED))


def services_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    services: dict[str, Any] = json.loads(done.stdout)["services"]
    return services


def variables(text: str) -> set[str]:
    """The names that the compose file asks the environment for; $$ is a dollar of the container's own shell."""
    return set(re.findall(r"(?<!\$)\$\{(\w+)", text))


def test_the_file_is_valid_and_has_every_service(services: dict[str, Any]) -> None:
    assert services.keys() == SERVERS | ROLES | {"migrate"}


@pytest.mark.parametrize("name", sorted(REQUIRED))
def test_what_has_no_default_is_asked_for_in_a_sentence(compose: Compose, name: str) -> None:
    done = compose(re.sub(rf"^{name}=.*$", f"{name}=", FILLED, flags=re.MULTILINE))
    assert done.returncode != 0
    assert f"{name} is missing a value: set it in .env, it" in done.stderr


def test_no_password_has_a_default() -> None:
    secret = {name for name in variables(COMPOSE_FILE) if name.endswith(("PASSWORD", "SECRET"))}
    assert len(secret) == 5
    assert secret < REQUIRED
    assert all(f"\n{name}=\n" in EXAMPLE for name in secret)


def test_the_example_explains_what_the_file_asks_for_and_no_more() -> None:
    assert set(re.findall(r"^(\w+)=", EXAMPLE, flags=re.MULTILINE)) == variables(COMPOSE_FILE)


def test_every_setting_named_is_one(services: dict[str, Any]) -> None:
    known = {environment_name(field) for field in Settings.model_fields}
    named = set(re.findall(r"CRAWLER_\w+", COMPOSE_FILE + EXAMPLE))
    assert named
    assert named <= known


@pytest.mark.parametrize("role", sorted(ROLES | {"migrate"}))
def test_a_role_can_read_its_settings(services: dict[str, Any], role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in services[role]["environment"].items():
        monkeypatch.setenv(name, value)
    settings = load()
    assert settings.stores is Stores.SERVERS
    assert settings.mysql_host in services
    assert settings.beanstalkd_host in services
    assert settings.mysql_password.get_secret_value() == services["mysql"]["environment"]["MYSQL_PASSWORD"]
    assert settings.redis_password.get_secret_value() in services["redis"]["command"]
    password = services["elasticsearch"]["environment"]["ELASTIC_PASSWORD"]
    assert settings.elasticsearch_password.get_secret_value() == password


def test_any_setting_in_the_env_file_reaches_every_role_but_not_over_what_is_fixed(compose: Compose) -> None:
    services = services_of(compose(FILLED + "CRAWLER_HOST_INTERVAL_S=7\nCRAWLER_STORES=embedded\n"))
    for role in ROLES:
        assert services[role]["environment"]["CRAWLER_HOST_INTERVAL_S"] == "7"
        assert services[role]["environment"]["CRAWLER_STORES"] == "servers"


def test_only_the_web_is_published_and_to_this_machine_alone(compose: Compose, services: dict[str, Any]) -> None:
    published = {name: service["ports"] for name, service in services.items() if service.get("ports")}
    assert published.keys() == {"web"}
    assert [port["host_ip"] for port in published["web"]] == ["127.0.0.1"]
    wide = services_of(compose(FILLED.replace("WEB_BIND=127.0.0.1", "WEB_BIND=0.0.0.0")))
    assert [port["host_ip"] for port in wide["web"]["ports"]] == ["0.0.0.0"]


def test_every_container_is_bounded_and_has_no_rights_to_spare(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert int(service["mem_limit"]) > 0, name
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}, name
        assert service["restart"] in {"unless-stopped", "on-failure:5"}, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["init"] is True, name


def test_every_server_keeps_its_data_on_a_volume_and_off_the_outside(services: dict[str, Any]) -> None:
    for name in SERVERS:
        assert [volume["source"] for volume in services[name]["volumes"]] == [name]
        assert services[name]["networks"].keys() == {"stores"}


def test_every_service_that_stays_says_whether_it_is_well(services: dict[str, Any]) -> None:
    for name in SERVERS | ROLES:
        assert services[name]["healthcheck"]["test"], name
    for name in ROLES:
        assert services[name]["healthcheck"]["test"] == ["CMD", "crawler", "health", name]


def test_the_demo_is_there_when_it_is_asked_for(compose: Compose) -> None:
    services = services_of(compose(FILLED, "--profile", "demo"))
    assert services.keys() == SERVERS | ROLES | {"migrate", "demo"}
    assert services["demo"]["networks"].keys() == {"stores"}


def test_for_development_the_code_is_this_folders_and_ports_are_for_this_machine_alone(compose: Compose) -> None:
    services = services_of(compose(FILLED, *files("docker-compose.dev.yml")))
    assert services.keys() == SERVERS | ROLES | {"migrate", "demo"}
    for name in ROLES | {"migrate", "demo"}:
        assert {volume["target"]: volume["read_only"] for volume in services[name]["volumes"]} == {
            "/app/crawler": True,
            "/app/config": True,
            "/app/migrations": True,
        }
    ports = {name: [port["host_ip"] for port in service.get("ports", [])] for name, service in services.items()}
    assert {name for name, addresses in ports.items() if addresses} == SERVERS | {"web", "demo"}
    assert {address for addresses in ports.values() for address in addresses} == {"127.0.0.1"}


def test_servers_that_are_elsewhere_are_left_out(compose: Compose) -> None:
    elsewhere = FILLED.replace("HOST=mysql", "HOST=mysql.example").replace("redis://redis:", "rediss://redis.example:")
    elsewhere = elsewhere.replace("http://elasticsearch:", "https://search.example:") + "CRAWLER_MYSQL_TLS=true\n"
    services = services_of(compose(elsewhere, *files("docker-compose.outside.yml")))
    assert services.keys() == ROLES | {"migrate", "beanstalkd"}
    for name in ROLES | {"migrate"}:
        environment = services[name]["environment"]
        assert environment["CRAWLER_MYSQL_HOST"] == "mysql.example"
        assert environment["CRAWLER_MYSQL_TLS"] == "true"
        assert environment["CRAWLER_REDIS_URL"] == "rediss://redis.example:6379/0"
        assert environment["CRAWLER_ELASTICSEARCH_URL"] == "https://search.example:9200"
        assert "outside" in services[name]["networks"]


def files(*more: str) -> list[str]:
    return [argument for file in ("docker-compose.yml", *more) for argument in ("-f", file)]


def test_a_role_waits_for_the_servers_and_for_the_tables(services: dict[str, Any]) -> None:
    for name in ROLES:
        waits = {on: how["condition"] for on, how in services[name]["depends_on"].items()}
        assert waits == dict.fromkeys(SERVERS, "service_healthy") | {"migrate": "service_completed_successfully"}


def test_a_role_is_stateless_and_may_run_many_times(services: dict[str, Any]) -> None:
    for name in ROLES:
        service = services[name]
        assert service["read_only"] is True
        assert not service.get("volumes")
        assert "container_name" not in service
        assert service["stop_grace_period"] == "15s"
    assert len({services[name]["image"] for name in ROLES | {"migrate"}}) == 1
